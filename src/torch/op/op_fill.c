/* Holds operations that only exist in place, but for the random ones: fill_, zero_, copy_. */
#include "tensor/shape/promotion.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

#include <string.h>

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
    if (!promotion_check(c->cx, A(c)->dtype, &value->tensor)) {
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
    scoped_tensor nothing = {0};
    return tensor_from_int(c->cx, &nothing, DTYPE_INT64, 0, true) && write_all(c, &nothing);
}

OP_IS(op_copy, tensor_write(c->cx, A(c), &c->arg[1].tensor))

bool op_fill_diagonal(struct call *c)
{
    scoped_tensor diagonal = {0};
    if (A(c)->ndim < 2) {
        return body_refuse(c, "dimensions must larger than 1");
    }
    if (A(c)->ndim > 2) {
        return raise_unsupported(c->in, "fill_diagonal_ of a tensor with more than two axes is not "
                                        "supported");
    }
    return view_diagonal(c->cx, &diagonal, A(c), 0, 0, 1) &&
           tensor_write(c->cx, &diagonal, &c->arg[1].tensor);
}

/* --- another shape, or another storage, under the same name --- */

static int64_t cells_of(int count, const int64_t *sizes)
{
    int64_t cells = 1;
    for (int k = 0; k < count; k++) {
        cells *= sizes[k];
    }
    return cells;
}

/* The first cells of the storage in another shape; more than there are come as 0. */
static bool resize(struct call *c, int count, const int64_t *sizes)
{
    const struct tensor *self = A(c);
    struct tensor fresh, whole = *self; /* borrowed */
    if (tensor_asks(c->arg[0].object)) {
        return body_refuse(c, "cannot resize variables that require grad");
    }
    if (!tensor_zeros(c->cx, &fresh, self->dtype, count, sizes)) {
        return false;
    }
    int64_t room = (int64_t)(self->storage->bytes / dtype_size(self->dtype)) - self->offset;
    int64_t wanted = cells_of(count, sizes);
    if (wanted <= room) {
        struct tensor same = tensor_ref(self);
        same.ndim = count;
        memcpy(same.shape, fresh.shape, sizeof fresh.shape);
        memcpy(same.stride, fresh.stride, sizeof fresh.stride);
        tensor_release(&fresh);
        c->out[0] = same;
        return body_replace(c, true, NULL);
    }
    struct tensor start = fresh; /* borrowed */
    whole.ndim = start.ndim = 1;
    whole.shape[0] = start.shape[0] = room;
    whole.stride[0] = start.stride[0] = 1;
    bool ok = tensor_write(c->cx, &start, &whole);
    c->out[0] = fresh;
    return body_replace(c, ok, NULL);
}

OP_IS(op_resize, resize(c, c->arg[1].count, c->arg[1].ints))
OP_IS(op_resize_as, resize(c, c->arg[1].tensor.ndim, c->arg[1].tensor.shape))

bool op_set(struct call *c)
{
    const struct tensor *source = &c->arg[1].tensor;
    if (source->dtype != A(c)->dtype) {
        return body_refuse(c, "Could not set tensor of type %s to a tensor of type %s",
                           dtype_legacy_name(source->dtype), dtype_legacy_name(A(c)->dtype));
    }
    c->out[0] = tensor_ref(source);
    return body_replace(c, true, NULL);
}
