/* Declares a tensor as a value of the language: torch.Tensor, nn.Parameter and np.ndarray. */
#pragma once

#include "lang/object/value.h"
#include "tensor/shape/tensor.h"

struct torch;

struct tensor_object {
    struct object object;
    struct tensor tensor; /* owned reference */
    bool requires_grad;   /* its own: set on a leaf, or got with grad_fn (tensor_asks) */
    const char *grad_fn;  /* "AddBackward0"; NULL = a leaf. Static text of a row */
    bool inference;       /* made in inference_mode(), or a view of what was */
    bool read_only;       /* an ndarray that code may not write: a.setflags(write=False) */
    bool one_of_many;     /* a view of those that chunk, split or unbind gave at once */
    /* A view that was made in no_grad(), or a view of one: it asks for gradients where its base
     * did, takes none, and is not to be written where they are on. Else NULL. */
    const char *unwatched; /* "no_grad", "inference" */
    bool apart;            /* x.data, or a view of it: its writes are counted apart */
    int output;            /* of node: the how-many-th of its outputs this is */
    /* What made the tensor, or collects the gradient of a leaf (grad/node.h); of an ndarray, the
     * one whose cells it shows (a.base). */
    struct object *node;
    struct tensor_object *grad;  /* x.grad, or NULL */
    struct dict *hooks;          /* what register_hook was given: x._backward_hooks, or NULL */
    bool retains;                /* x.retain_grad() */
    struct tensor_object *base;  /* whose cells a view shows, while gradients are on, or NULL */
    struct tensor_object *whole; /* x._base: the same, also without gradients and of integers */
    uint32_t seen;               /* version of base's cells that node belongs to (grad/view.h) */
    uint32_t writes;             /* of x.data, and of its views */
    int event;                   /* the recorder's number of the operation that gave it; 0: none */
    uint64_t serial;             /* 1, 2, ... in order of creation: names it in a trace */
};

bool tensor_object_is(struct interp *in, struct value v); /* torch.Tensor or a subclass */
bool ndarray_is(struct interp *in, struct value v);
/* Takes over t's reference. NULL: raised (t is released). */
struct tensor_object *tensor_object_new(struct interp *in, struct class *class, struct tensor *t);
struct tensor_object *tensor_object_of(struct value v); /* of a value known to be one */
/* Whether it asks for gradients: x.requires_grad. A view does where its base does. */
static inline bool tensor_asks(const struct tensor_object *t)
{
    const struct tensor_object *of = t->unwatched != NULL ? t->whole : t->base;
    return t->requires_grad || (of != NULL && of->requires_grad);
}
/* How often its cells were written, as those count who read them through it: x._version. */
static inline uint32_t *tensor_version(struct tensor_object *t)
{
    struct tensor_object *whole = t->whole != NULL ? t->whole : t;
    return t->apart ? &whole->writes : &t->tensor.storage->version;
}
