/* Tells which tensor a view shows, and where its gradient goes after a write. */
#include "torch/grad/view_grad.h"

#include "torch/grad/node.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

void grad_view_note(const struct call *c, struct tensor_object *t, bool one_of_many)
{
    struct tensor_object *from = c->arg[0].object;
    bool same = from != NULL && from->tensor.storage == t->tensor.storage;
    t->apart = t->apart || (same && from->apart);
    if (c->backward == NULL || !same || from == t || t->tensor.storage == NULL) {
        return;
    }
    t->whole = from->whole != NULL ? from->whole : from;
    if (dtype_category(t->tensor.dtype) < CATEGORY_FLOAT) {
        return;
    }
    t->seen = *tensor_version(t);
    t->unwatched = from->unwatched;
    if (!c->torch->grad_enabled) {
        t->unwatched = from->inference ? NULL : c->torch->inference ? "inference" : "no_grad";
        return;
    }
    t->base = from->unwatched != NULL ? t->whole : from->base != NULL ? from->base : from;
    t->one_of_many = one_of_many || from->one_of_many;
}

void grad_view_outdate(struct tensor_object *t)
{
    t->seen = *tensor_version(t) - 1;
    t->grad_fn = t->grad_fn != NULL ? t->grad_fn : "AsStridedBackward0"; /* no leaf any more */
}

bool grad_view_refuse(struct interp *in, const struct tensor_object *t, const char *what)
{
    scoped_buf text = {.budget = in->memory};
    bool inference = t->unwatched != NULL && t->unwatched[0] == 'i';
    if (t->grad_fn != NULL) {
        buf_printf(&text, "Output %d of %s is a view and %s modified inplace.", t->output,
                   t->grad_fn, what);
    } else {
        buf_printf(&text, "A view was created in %s mode and %s modified inplace %s.", t->unwatched,
                   what, inference ? "in normal mode" : "with grad mode enabled");
    }
    if (t->unwatched == NULL) {
        buf_puts(&text, " This view is the output of a function that returns multiple views. Such "
                        "functions do not allow the output views to be modified inplace. You "
                        "should replace the inplace operation by an out-of-place one.");
    } else {
        buf_printf(&text,
                   " Given that this use case is ambiguous and error-prone, it is forbidden. You "
                   "can clarify your code by moving both the view and the inplace either both "
                   "inside the %s block (if you don't want the inplace to be tracked) or both "
                   "outside (if you want the inplace to be tracked).",
                   inference ? "inference_mode" : "no_grad");
    }
    return text.failed ? raise_memory(in)
                       : raise_exception(in, EXCEPTION_RuntimeError, "%s", buf_text(&text));
}

bool grad_view_may_write(struct interp *in, const struct tensor_object *t, bool wanted)
{
    if (t->inference && !torch_of(in)->inference) {
        return raise_exception(
            in, EXCEPTION_RuntimeError,
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make "
            "a clone to get a normal tensor before doing inplace update.See "
            "https://github.com/pytorch/rfcs/pull/17 for more details.");
    }
    return t->unwatched == NULL || !torch_of(in)->grad_enabled || !wanted ||
           grad_view_refuse(in, t, "is being");
}

bool grad_view_takes(struct tensor_object *t)
{
    return t->requires_grad ||
           (t->base != NULL && t->base->requires_grad && t->seen != *tensor_version(t));
}

bool grad_view_refresh(struct interp *in, struct tensor_object *t)
{
    struct tensor_object *base = t->base;
    if (t->unwatched != NULL) {
        return t->seen == *tensor_version(t) || !tensor_asks(t) ||
               grad_view_refuse(in, t, "its base or another view of its base has been");
    }
    if (base == NULL || t->seen == *tensor_version(t) ||
        (!base->requires_grad && t->grad_fn == NULL)) {
        return true;
    }
    if (t->one_of_many) {
        return grad_view_refuse(in, t, "its base or another view of its base has been");
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
    struct grad_node *old = (struct grad_node *)t->node;
    int event = old != NULL ? old->event : 0; /* still the gradient of that view */
    t->seen = *tensor_version(t);
    t->requires_grad = true;
    if (!grad_attach(in, &c, 1, &t)) {
        return false;
    }
    ((struct grad_node *)t->node)->event = event;
    return grad_retain_anew(in, t, old);
}
