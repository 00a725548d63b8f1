/* Operations that only exist in place, but for the random ones: fill_, zero_, copy_. */
#include "tensor/convert.h"
#include "tensor/view.h"
#include "torch/op_bodies.h"

#define A(c) (&(c)->arg[0].tensor)

/* Writes one number over all cells. Those of an expanded tensor that lie in one place are written
 * once: PyTorch allows that here and not in other operations in place. */
static bool write_all(struct call *c, const struct tensor *number)
{
    struct tensor once = *A(c); /* borrowed */
    for (int k = 0; k < once.ndim; k++) {
        once.shape[k] = once.stride[k] == 0 && once.shape[k] > 1 ? 1 : once.shape[k];
    }
    return tensor_write(c->cx, &once, number);
}

bool op_fill(struct call *c)
{
    const struct argument *value = &c->arg[1];
    bool is_tensor = tensor_object_is(c->in, value->value);
    if (!convert_check(c->cx, A(c)->dtype, &value->tensor)) {
        return false;
    }
    if (c->in_place) {
        c->backward = is_tensor ? "FillBackward3" : "FillBackward2";
        return write_all(c, &value->tensor);
    }
    c->backward = is_tensor ? "FillBackward1" : "FillBackward0";
    return body_one(c, tensor_new_like(c->cx, &c->out[0], A(c), A(c)->dtype)) &&
           tensor_write(c->cx, &c->out[0], &value->tensor);
}

bool op_zero(struct call *c)
{
    struct tensor nothing;
    if (!tensor_from_int(c->cx, &nothing, DTYPE_INT64, 0, true)) {
        return false;
    }
    bool ok = write_all(c, &nothing);
    tensor_release(&nothing);
    return ok;
}

bool op_copy(struct call *c)
{
    return tensor_write(c->cx, A(c), &c->arg[1].tensor);
}

bool op_fill_diagonal(struct call *c)
{
    struct tensor diagonal;
    if (A(c)->ndim < 2) {
        return error_set(c->cx->err, ERROR_RUNTIME, "dimensions must larger than 1");
    }
    if (A(c)->ndim > 2) {
        return raise_unsupported(c->in, "fill_diagonal_ of a tensor with more than two axes is not "
                                        "supported");
    }
    if (!view_diagonal(c->cx, &diagonal, A(c), 0, 0, 1)) {
        return false;
    }
    bool ok = tensor_write(c->cx, &diagonal, &c->arg[1].tensor);
    tensor_release(&diagonal);
    return ok;
}
