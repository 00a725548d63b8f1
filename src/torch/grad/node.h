/* Holds the graph that backward() goes through: a node for each operation whose result asks for
 * gradients.
 *
 * A node is an object of the language (x.grad_fn), so nobody counts references to it: it lives as
 * long as a tensor or a later node reaches it. It is one block of memory. */
#pragma once

#include "torch/grad/rule.h"

/* Where the gradient of an argument goes: to output `output` of the node that made the argument. */
struct grad_edge {
    struct grad_node *to;
    int output;
    int argument; /* of the row */
    int item;     /* which tensor, if it is a list; else -1 */
    int shown; /* the gradient is told as that of this operation's first argument; 0: it is not */
};

struct grad_saved {
    struct value value; /* what a formula gets */
    uint32_t version;   /* of the storage of a tensor: it must not be written in between */
};

struct grad_output { /* what the gradient of an output must look like */
    enum dtype dtype;
    int ndim;
    int event; /* the recorder's number of the operation that gave it; 0: the node's */
    const int64_t *shape;
};

struct grad_node {
    struct object object;           /* its class has the name: AddBackward0 */
    struct grad_rule *rule;         /* NULL: the node of a leaf, or of an autograd.Function */
    struct tensor_object *variable; /* AccumulateGrad: the leaf */
    struct value function; /* autograd.Function: from gradients of outputs to those of inputs; or a
                              tuple: one for each input */
    /* A write into a view: the formulas are those of the write, into `slice` of `whole`; what was
     * left alone of `whole` passes its gradient on. NULL: none. */
    struct tensor_object *slice, *whole;
    const char *write; /* the name of a call in place itself, or NULL */
    struct list *next; /* what next_functions says of a composite; NULL: the edges */
    /* Number of an output, what is called with its gradient (a dict of hooks) or keeps it (a tensor
     * that retains it), and so on. Those of a leaf are its own. */
    struct list *hooks;
    uint64_t sequence; /* nodes are gone through from the newest to the oldest */
    int event;         /* the recorder's number of the operation; 0: none */
    int shown;         /* that of the operation whose arguments the inputs are; 0: event's */
    bool freed;        /* it had saved variables, and they are gone (saved.h) */
    int edge_count, output_count;
    struct grad_edge *edges;
    struct grad_output *outputs;
    struct grad_saved *saved;   /* one for each argument of the row */
    struct grad_saved *results; /* OP_MAX_OUTPUTS */
    struct grad_saved kept;
    struct engine *run; /* that is under way */
    int job;            /* its number there */
};

/* Gives the results of a call their node, when gradients are on and an argument asks for them;
 * outputs[k]->requires_grad says which of them take part. False: raised. */
bool grad_attach(struct interp *in, const struct call *c, int count,
                 struct tensor_object *const *outputs);
/* The same for a call that wrote arg[0] in place. What a view shows is then of another tensor: its
 * base gets the node. */
bool grad_attach_written(struct interp *in, const struct call *c);
/* Leaves a copy of arg[0] in c->unwritten when a call in place is going to write over what its
 * formulas need. */
bool grad_before(struct interp *in, struct call *c);
/* How many of the arguments, from the first one on, gradients can go to. */
int grad_arguments(const struct call *c);
/* torch.autograd.Function: `function` takes the gradients of the outputs. `shown`: a tensor that
 * one operation made of the inputs, in their order; the gradients are told as those of its
 * arguments. A list of tensors: of each input one operation made its own. Or None. */
bool grad_attach_function(struct interp *in, const char *name, struct value function,
                          const struct list *inputs, const struct list *outputs,
                          struct value shown);
/* The node that collects the gradient of a leaf, or that made the tensor; NULL: raised. *output is
 * the number of the tensor among its outputs. */
struct grad_node *grad_node_of(struct interp *in, struct tensor_object *t, int *output);
/* A node that leads nowhere, for what is said of others; NULL: raised. */
struct grad_node *grad_node_bare(struct interp *in, const char *name);
/* What stands in front of the name where a node is named in full: some are PyTorch's own library's.
 */
const char *grad_name_space(const char *name);
/* A node takes another name: composites show that of PyTorch's last operation. */
bool grad_rename(struct interp *in, struct tensor_object *t, const char *name);
/* A composite goes to these in one step, as the operation of PyTorch does: says next_functions. */
bool grad_shows(struct interp *in, struct tensor_object *t, int count, const struct value *inputs);
/* x.retain_grad(): the node gives its gradient to the tensor. */
bool grad_retain(struct interp *in, struct tensor_object *t);
/* The same for the node that took the place of `old` when the tensor was written. */
bool grad_retain_anew(struct interp *in, struct tensor_object *t, struct grad_node *old);
/* What hooks a tensor has: `fresh` when there are none, for the node that it has by then. NULL:
 * raised. */
struct dict *grad_hooks(struct interp *in, struct tensor_object *t, struct dict *fresh);
/* A write in place: what was saved before it is not good any more. */
void grad_written(struct tensor_object *t);

bool grad_node_init(struct interp *in);
