/* Lays each vector along an axis of its own: meshgrid. */
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"

#include <string.h>

/* Each vector along an axis of its own, repeated along the others. 'xy' turns the first two. */
static bool grid(struct call *c, int count, const struct tensor *const *in, bool xy)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int axis[TENSOR_MAX_DIMS]; /* of vector k */
    for (int k = 0; k < count; k++) {
        axis[k] = xy && count > 1 && k < 2 ? 1 - k : k;
        shape[axis[k]] = in[k]->ndim == 0 ? 1 : in[k]->shape[0];
    }
    if (!body_many(c, count)) {
        return false;
    }
    c->apart = true;
    for (int k = 0; k < count; k++) {
        struct tensor line;
        int64_t thin[TENSOR_MAX_DIMS];
        bool copied;
        for (int d = 0; d < count; d++) {
            thin[d] = d == axis[k] ? shape[d] : 1;
        }
        if (!view_reshape(c->cx, &line, in[k], count, thin, &copied)) {
            return false;
        }
        bool ok = view_expand(c->cx, &c->many[k], &line, count, shape);
        tensor_release(&line);
        if (!ok) {
            return false;
        }
        c->many_count++;
    }
    return true;
}

static bool meshgrid(struct call *c, int count, const struct tensor *const *in,
                     const struct argument *indexing)
{
    const char *how = indexing->none ? "ij" : indexing->text;
    if (strcmp(how, "ij") != 0 && strcmp(how, "xy") != 0) {
        return body_refuse(
            c, "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: %s", how);
    }
    if (count == 0) {
        return body_refuse(c, "meshgrid expects a non-empty TensorList");
    }
    for (int k = 0; k < count; k++) {
        if (in[k]->ndim > 1) {
            return body_refuse(
                c,
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got a %dD tensor",
                in[k]->ndim);
        }
        if (in[k]->dtype != in[0]->dtype) {
            return body_refuse(c, "torch.meshgrid expects all tensors to have the same dtype");
        }
    }
    return grid(c, count, in, how[0] == 'x');
}

bool op_meshgrid(struct call *c)
{
    const struct tensor *in[TENSOR_MAX_DIMS];
    int count = body_tensors(c, 0, TENSOR_MAX_DIMS, in);
    return meshgrid(c, count, in, &c->arg[1]);
}
