/* Makes views: other shapes and strides, the same storage. What gives several is op_cut.c. */
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"
#include "torch/op/ops.h"

#include <string.h>

/* --- shapes --- */

OP_KERNEL(op_view, view_view, A(c), INTS(c, 1))

bool op_view_dtype(struct call *c)
{
    enum dtype to = c->arg[1].dtype;
    if (to == A(c)->dtype) {
        return op_detach(c);
    }
    if (dtype_size(to) != dtype_size(A(c)->dtype)) {
        return raise_unsupported(c->in, "view(dtype) between types of different width is not "
                                        "supported: use .to(dtype)");
    }
    c->out[0] = tensor_ref(A(c));
    c->out[0].dtype = to;
    return body_one(c, true);
}

bool op_view_as(struct call *c)
{
    const struct tensor *other = &c->arg[1].tensor;
    return body_one(c, view_view(c->cx, &c->out[0], A(c), other->ndim, other->shape));
}

static bool reshape(struct call *c, int ndim, const int64_t *shape)
{
    bool copied = false;
    bool ok = body_one(c, view_reshape(c->cx, &c->out[0], A(c), ndim, shape, &copied));
    c->backward = copied ? "UnsafeViewBackward0" : "ReshapeAliasBackward0";
    return ok;
}

OP_IS(op_reshape, reshape(c, INTS(c, 1)))

bool op_reshape_as(struct call *c)
{
    const struct tensor *other = &c->arg[1].tensor;
    return reshape(c, other->ndim, other->shape);
}

bool op_flatten(struct call *c)
{
    bool copied = false;
    int start, end;
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &start) ||
        !tensor_dim(c->cx, A(c), c->arg[2].i, &end)) {
        return false;
    }
    if (A(c)->ndim > 0 && start == end) {
        return body_same(c);
    }
    bool ok = body_one(c, view_flatten(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i, &copied));
    c->backward = copied ? "UnsafeViewBackward0" : "ReshapeAliasBackward0";
    return ok;
}

OP_KERNEL(op_unflatten, view_unflatten, A(c), c->arg[1].i, INTS(c, 2))

bool op_ravel(struct call *c)
{
    bool copied;
    return body_one(c, view_reshape(c->cx, &c->out[0], A(c), 1, &(int64_t){-1}, &copied));
}

/* --- order of the axes --- */

/* The result, or in place a change of x's own shape and strides. */
static bool turned(struct call *c, bool ok, const char *in_place_backward)
{
    return c->in_place ? body_replace(c, ok, in_place_backward) : body_one(c, ok);
}

OP_IS(op_transpose, turned(c, view_transpose(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i),
                           "TransposeBackward1"))
OP_KERNEL(op_permute, view_permute, A(c), INTS(c, 1))

bool op_t(struct call *c)
{
    if (A(c)->ndim == 1 && op_is(c->op, OP_adjoint)) {
        return body_refuse(c, "tensor.adjoint() is only supported on matrices or batches of "
                              "matrices. Got 1-D tensor.");
    }
    return turned(c, view_t(c->cx, &c->out[0], A(c)), "TBackward1");
}

bool op_big_h(struct call *c)
{
    if (A(c)->ndim != 0 && A(c)->ndim != 2) {
        return error_set(
            c->cx->err, ERROR_RUNTIME,
            "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s", A(c)->ndim,
            A(c)->ndim > 2 ? " For batches of matrices, consider using tensor.mH" : "");
    }
    return body_one(c, view_T(c->cx, &c->out[0], A(c)));
}

bool op_movedim(struct call *c)
{
    if (c->arg[1].count != c->arg[2].count) {
        scoped_buf source = {.budget = c->in->memory}, destination = {.budget = c->in->memory};
        tensor_sizes_text(c->arg[1].count, c->arg[1].ints, &source);
        tensor_sizes_text(c->arg[2].count, c->arg[2].ints, &destination);
        body_refuse(c,
                    "movedim: Invalid source or destination dims: source (%s dims) should contain "
                    "the same number of dims as destination (%s dims)",
                    buf_text(&source), buf_text(&destination));
        return false;
    }
    return body_one(c, view_movedim(c->cx, &c->out[0], A(c), INTS(c, 1), c->arg[2].ints));
}

/* --- axes of size 1 --- */

OP_IS(op_squeeze, turned(c, view_squeeze_all(c->cx, &c->out[0], A(c)), "SqueezeBackward2"))
OP_IS(op_squeeze_dim,
      turned(c, view_squeeze(c->cx, &c->out[0], A(c), c->arg[1].i), "SqueezeBackward3"))
OP_IS(op_unsqueeze,
      turned(c, view_unsqueeze(c->cx, &c->out[0], A(c), c->arg[1].i), "UnsqueezeBackward1"))
OP_KERNEL(op_expand, view_expand, A(c), INTS(c, 1))

bool op_expand_as(struct call *c)
{
    const struct tensor *other = &c->arg[1].tensor;
    return body_one(c, view_expand(c->cx, &c->out[0], A(c), other->ndim, other->shape));
}

/* At least so many axes as the row says, in PyTorch's way: a vector of three axes stands in the
 * middle. */
bool op_atleast(struct call *c)
{
    static const int64_t ones[] = {1, 1, 1};
    const struct tensor *a = A(c);
    int least = c->op->with;
    bool copied;
    if (a->ndim >= least) {
        return body_same(c);
    }
    if (a->ndim == 0) {
        return reshape(c, least, ones);
    }
    if (least == 2 || a->ndim == 2) {
        return body_one(c, view_unsqueeze(c->cx, &c->out[0], a, least == 2 ? 0 : -1));
    }
    return body_one(c,
                    view_reshape(c->cx, &c->out[0], a, 3, (int64_t[]){1, a->shape[0], 1}, &copied));
}

#define MANY_MAX 64

/* Each tensor, expanded to the shape that all of them broadcast to. */
bool op_broadcast_tensors(struct call *c)
{
    const struct tensor *in[MANY_MAX];
    int count = body_tensors(c, 0, MANY_MAX, in);
    struct tensor all = {0};
    for (int k = 0; k < count; k++) {
        int ndim;
        int64_t shape[TENSOR_MAX_DIMS];
        if (!tensor_broadcast(c->cx, &all, in[k], &ndim, shape)) {
            return false;
        }
        all.ndim = ndim;
        memcpy(all.shape, shape, sizeof shape);
    }
    if (!body_many(c, count)) {
        return false;
    }
    c->apart = true;
    for (int k = 0; k < count; k++) {
        if (!view_expand(c->cx, &c->many[k], in[k], all.ndim, all.shape)) {
            return false;
        }
        c->many_count++;
    }
    return true;
}

/* --- parts --- */

OP_KERNEL(op_narrow, view_narrow, A(c), c->arg[1].i, c->arg[2].i, c->arg[3].i)
OP_KERNEL(op_select, view_select, A(c), c->arg[1].i, c->arg[2].i)
OP_KERNEL(op_diagonal, view_diagonal, A(c), c->arg[1].i, c->arg[2].i, c->arg[3].i)
OP_KERNEL(op_unfold, view_unfold, A(c), c->arg[1].i, c->arg[2].i, c->arg[3].i)

bool op_as_strided(struct call *c)
{
    int64_t offset = c->arg[3].none ? A(c)->offset : c->arg[3].i;
    if (c->arg[1].count != c->arg[2].count) {
        return body_refuse(c, "mismatch in length of strides and shape");
    }
    return body_one(c,
                    view_as_strided(c->cx, &c->out[0], A(c), INTS(c, 1), c->arg[2].ints, offset));
}

bool op_contiguous(struct call *c)
{
    if (tensor_is_contiguous(A(c))) {
        return body_same(c);
    }
    return body_one(c, tensor_contiguous(c->cx, &c->out[0], A(c)));
}
