/* Copies that put cells in another order or another number: cat, stack, repeat, flip, pad. */
#include "tensor/cells/reduce.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

#include <stdlib.h>
#include <string.h>

#define FEW 64 /* matrices at once */

/* --- joining --- */

static bool is_some(struct call *c, const char *otherwise)
{
    return body_is_list(c, 0) &&
           (c->arg[0].count > 0 ||
            body_refuse(c, otherwise, c->op->name)); /* the name is in some of the sentences */
}

/* A view of the tensor with at least so many axes; COLUMN: two, and a row is one column. */
enum axes_at_least { ANY, ROW, MATRIX, BLOCK, COLUMN };

static bool with_axes(struct compute *cx, struct tensor *out, const struct tensor *in,
                      enum axes_at_least least)
{
    int wanted = least == COLUMN ? 2 : (int)least;
    *out = tensor_ref(in);
    bool ok = true;
    while (ok && out->ndim < wanted) {
        struct tensor t = *out;
        bool behind = (least == COLUMN && t.ndim == 1) || t.ndim == 2;
        *out = (struct tensor){0};
        ok = view_unsqueeze(cx, out, &t, behind ? -1 : 0);
        tensor_release(&t);
    }
    return ok;
}

typedef bool joiner(struct compute *cx, struct tensor *out, int count,
                    const struct tensor *const *tensors, int64_t dim);

/* Argument 0 is a list of tensors; each gets so many axes first. */
static bool join(struct call *c, joiner *kernel, int64_t dim, enum axes_at_least least)
{
    int count = c->arg[0].count;
    struct tensor *made = calloc((size_t)count + 1, sizeof *made);
    const struct tensor **at = calloc((size_t)count + 1, sizeof *at);
    bool ok = made != NULL && at != NULL;
    if (!ok) {
        error_memory(c->cx->err);
    }
    for (int k = 0; ok && k < count; k++) {
        at[k] = &made[k];
        ok = with_axes(c->cx, &made[k], &c->arg[0].tensors[k]->tensor, least);
    }
    ok = ok && body_one(c, kernel(c->cx, &c->out[0], count, at, dim));
    for (int k = 0; made != NULL && k < count; k++) {
        tensor_release(&made[k]);
    }
    free(made);
    free(at);
    return ok;
}

OP_IS(op_cat, is_some(c, "torch.cat(): expected a non-empty list of Tensors") &&
                  join(c, arrange_cat, c->arg[1].i, ANY))
OP_IS(op_stack, is_some(c, "stack expects a non-empty TensorList") &&
                    join(c, arrange_stack, c->arg[1].i, ANY))

/* hstack, vstack, dstack, column_stack: the axis, and what each tensor is made before. */
bool op_stack_along(struct call *c)
{
    static const enum axes_at_least least[] = {MATRIX, COLUMN, BLOCK};
    return is_some(c, "%s expects a non-empty TensorList") &&
           join(c, arrange_cat, c->op->with, least[c->op->with]);
}

OP_IS(op_hstack, is_some(c, "%s expects a non-empty TensorList") &&
                     join(c, arrange_cat, c->arg[0].tensors[0]->tensor.ndim <= 1 ? 0 : 1, ROW))

/* --- repeating --- */

OP_KERNEL(op_repeat, arrange_repeat, A(c), INTS(c, 1))

/* As repeat, with ones put in front of too short a list. */
bool op_tile(struct call *c)
{
    int64_t repeats[TENSOR_MAX_DIMS];
    int count = c->arg[1].count, ndim = A(c)->ndim > count ? A(c)->ndim : count;
    if (count > TENSOR_MAX_DIMS) {
        return body_refuse(c, "tile: too many dimensions");
    }
    for (int k = 0; k < ndim; k++) {
        repeats[k] = k < ndim - count ? 1 : c->arg[1].ints[k - (ndim - count)];
    }
    return body_one(c, arrange_repeat(c->cx, &c->out[0], A(c), ndim, repeats));
}

bool op_repeat_interleave(struct call *c)
{
    scoped_chain k = {.c = c};
    const struct tensor *repeats = B(c);
    if (c->arg[1].object == NULL) {
        repeats = chain_cast(&k, repeats, DTYPE_INT64);
    }
    return repeats != NULL &&
           body_one(c, arrange_repeat_interleave(c->cx, &c->out[0], A(c), repeats, !c->arg[2].none,
                                                 c->arg[2].none ? 0 : c->arg[2].i));
}

/* --- turning --- */

static bool flip(struct call *c, unsigned axes)
{
    return body_one(c, arrange_flip(c->cx, &c->out[0], A(c), axes));
}

bool op_flip(struct call *c)
{
    unsigned axes = 0;
    return (c->arg[1].count == 0 || reduce_axes(c->cx, A(c), INTS(c, 1), &axes)) && flip(c, axes);
}

/* flipud, fliplr: the axis that the row names. */
bool op_flip_axis(struct call *c)
{
    int axis = c->op->with;
    return A(c)->ndim > axis ? flip(c, 1u << axis)
                             : body_refuse(c, "Input must be >= %d-d.", axis + 1);
}

/* A quarter turn is a transposition and a flip. */
bool op_rot90(struct call *c)
{
    scoped_tensor turned = {0};
    int from, to;
    int64_t k = ((c->arg[1].i % 4) + 4) % 4;
    bool given = !c->arg[2].none && c->arg[2].count > 0;
    if (given && c->arg[2].count != 2) {
        return body_refuse(c, "expected total rotation dims == 2, but got dims = %d",
                           c->arg[2].count);
    }
    if (A(c)->ndim < 2) {
        return body_refuse(c, "expected total dims >= 2, but got total dims = %d", A(c)->ndim);
    }
    if (!tensor_dim(c->cx, A(c), given ? c->arg[2].ints[0] : 0, &from) ||
        !tensor_dim(c->cx, A(c), given ? c->arg[2].ints[1] : 1, &to)) {
        return false;
    }
    if (from == to) {
        return body_refuse(
            c, "expected rotation dims to be different, but got dim0 = %d and dim1 = %d", from, to);
    }
    if (k == 0 || k == 2) {
        return flip(c, k == 0 ? 0 : 1u << from | 1u << to);
    }
    return view_transpose(c->cx, &turned, A(c), from, to) &&
           (body_one(c, arrange_flip(c->cx, &c->out[0], &turned, 1u << (k == 1 ? from : to))));
}

bool op_roll(struct call *c)
{
    const struct argument *shifts = &c->arg[1], *dims = &c->arg[2];
    bool flat = dims->none || dims->count == 0;
    if (shifts->count == 0) {
        return body_refuse(c, "`shifts` required");
    }
    if (flat ? shifts->count != 1 : shifts->count != dims->count) {
        return body_refuse(c, "shifts and dimensions must align. shifts: %d, dims:%d",
                           shifts->count, flat ? 0 : dims->count);
    }
    return body_one(c, arrange_roll(c->cx, &c->out[0], A(c), shifts->count, shifts->ints,
                                    flat ? NULL : dims->ints));
}

/* --- on a diagonal --- */

bool op_diagflat(struct call *c)
{
    scoped_chain k = {.c = c};
    const struct tensor *row = chain_flat(&k, A(c));
    return row != NULL && body_one(c, factory_diag(c->cx, &c->out[0], row, c->arg[1].i));
}

/* (..., n) to (..., n + |offset|, n + |offset|), the new axes put at dim1 and dim2. */
bool op_diag_embed(struct call *c)
{
    const struct tensor *in = A(c);
    int64_t offset = c->arg[1].i, shape[TENSOR_MAX_DIMS];
    struct tensor *whole = &c->out[0];
    scoped_tensor diagonal = {0};
    int dims[2], ndim = in->ndim + 1;
    if (in->ndim < 1 || ndim > TENSOR_MAX_DIMS) {
        return body_refuse(c, "diag_embed needs a tensor with 1 to %d axes", TENSOR_MAX_DIMS - 1);
    }
    struct tensor shaped = {.ndim = ndim};
    if (!tensor_dim(c->cx, &shaped, c->arg[2].i, &dims[0]) ||
        !tensor_dim(c->cx, &shaped, c->arg[3].i, &dims[1])) {
        return false;
    }
    if (dims[0] == dims[1]) {
        return body_refuse(c, "diagonal dimensions cannot be identical %lld, %lld",
                           (long long)c->arg[2].i, (long long)c->arg[3].i);
    }
    int64_t side = in->shape[in->ndim - 1] + (offset < 0 ? -offset : offset);
    for (int d = 0, from = 0; d < ndim; d++) {
        shape[d] = d == dims[0] || d == dims[1] ? side : in->shape[from++];
    }
    return body_one(c, tensor_zeros(c->cx, whole, in->dtype, ndim, shape)) &&
           view_diagonal(c->cx, &diagonal, whole, offset, dims[0], dims[1]) &&
           tensor_write(c->cx, &diagonal, in);
}

/* Zeros with each matrix in its place along the diagonal. */
bool op_block_diag(struct call *c)
{
    const struct tensor *in[FEW];
    struct tensor block[FEW] = {{0}};
    int count = body_tensors(c, 0, FEW, in);
    int64_t shape[2] = {0, 0}, at[2] = {0, 0};
    bool ok = true;
    for (int k = 0; k < count && ok; k++) {
        ok = with_axes(c->cx, &block[k], in[k], MATRIX);
        shape[0] += ok ? block[k].shape[0] : 0;
        shape[1] += ok ? block[k].shape[1] : 0;
    }
    enum dtype dtype = count > 0 ? promotion_result_type_n(count, in) : DTYPE_FLOAT32;
    ok = ok && body_one(c, tensor_zeros(c->cx, &c->out[0], dtype, 2, shape));
    for (int k = 0; k < count && ok; k++) {
        scoped_tensor rows = {0}, place = {0};
        ok = view_narrow(c->cx, &rows, &c->out[0], 0, at[0], block[k].shape[0]);
        if (ok && (ok = view_narrow(c->cx, &place, &rows, 1, at[1], block[k].shape[1]))) {
            ok = tensor_write(c->cx, &place, &block[k]);
        }
        at[0] += block[k].shape[0];
        at[1] += block[k].shape[1];
    }
    for (int k = 0; k < count; k++) {
        tensor_release(&block[k]);
    }
    return ok;
}
