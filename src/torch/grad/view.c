/* Tells which tensor a view shows, and where its gradient goes after a write. */
#include "torch/grad/view.h"

#include "torch/grad/node.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

void grad_view_note(const struct call *c, struct tensor_object *t, bool one_of_many)
{
    struct tensor_object *from = c->arg[0].object;
    bool same = from != NULL && from->tensor.storage == t->tensor.storage;
    if (same && from->apart) { /* x.data[0] is no business of gradients either */
        t->apart = true;
    }
    if (c->backward == NULL || !same || from == t || from->apart || t->tensor.storage == NULL) {
        return;
    }
    t->whole = from->whole != NULL ? from->whole : from;
    if (!c->torch->grad_enabled || dtype_category(t->tensor.dtype) < CATEGORY_FLOAT) {
        return;
    }
    t->base = from->base != NULL ? from->base : from;
    t->seen = t->tensor.storage->version;
    t->one_of_many = one_of_many;
}

void grad_view_outdate(struct tensor_object *t)
{
    t->seen = t->tensor.storage->version - 1;
    t->grad_fn = t->grad_fn != NULL ? t->grad_fn : "AsStridedBackward0"; /* no leaf any more */
}

bool grad_view_refresh(struct interp *in, struct tensor_object *t)
{
    struct tensor_object *base = t->base;
    if (base == NULL || !base->requires_grad || t->seen == t->tensor.storage->version) {
        return true;
    }
    struct torch *torch = torch_of(in);
    const struct tensor *v = &t->tensor;
    struct call c = {.in = in, .torch = torch, .cx = &torch->compute, .arg_count = 4};
    c.op = op_find("as_strided", IN_METHOD);
    c.backward = c.op->backward;
    c.arg[0] = (struct argument){.given = true, .value = value_object(base), .object = base};
    c.arg[1] = (struct argument){.given = true, .ints = t->tensor.shape, .count = v->ndim};
    c.arg[2] = (struct argument){.given = true, .ints = t->tensor.stride, .count = v->ndim};
    c.arg[3] = (struct argument){.given = true, .value = value_int(v->offset), .i = v->offset};
    const struct grad_node *old = (const struct grad_node *)t->node;
    int event = old != NULL ? old->event : 0; /* still the gradient of that view */
    t->seen = v->storage->version;
    t->requires_grad = true;
    t->one_of_many = false;
    if (!grad_attach(in, &c, 1, &t)) {
        return false;
    }
    ((struct grad_node *)t->node)->event = event;
    return true;
}
