/* Views: other shapes and strides over the same storage, and the cuts that give several of them. */
#include "tensor/index.h"
#include "tensor/view.h"
#include "torch/op_bodies.h"

#include <string.h>

#define A(c) (&(c)->arg[0].tensor)
#define INTS(c, k) (c)->arg[k].count, (c)->arg[k].ints

/* --- shapes --- */

bool op_view(struct call *c)
{
    return body_one(c, view_view(c->cx, &c->out[0], A(c), INTS(c, 1)));
}

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

bool op_reshape(struct call *c)
{
    return reshape(c, INTS(c, 1));
}

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

bool op_unflatten(struct call *c)
{
    return body_one(c, view_unflatten(c->cx, &c->out[0], A(c), c->arg[1].i, INTS(c, 2)));
}

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

bool op_transpose(struct call *c)
{
    return turned(c, view_transpose(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i),
                  "TransposeBackward1");
}

bool op_permute(struct call *c)
{
    return body_one(c, view_permute(c->cx, &c->out[0], A(c), INTS(c, 1)));
}

bool op_t(struct call *c)
{
    return turned(c, view_t(c->cx, &c->out[0], A(c)), "TBackward1");
}

bool op_big_t(struct call *c)
{
    return body_one(c, view_T(c->cx, &c->out[0], A(c)));
}

bool op_big_h(struct call *c)
{
    if (A(c)->ndim != 0 && A(c)->ndim != 2) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s",
                         A(c)->ndim,
                         A(c)->ndim > 2 ? " For batches of matrices, consider using tensor.mH" : "");
    }
    return body_one(c, view_T(c->cx, &c->out[0], A(c)));
}

bool op_matrix_t(struct call *c)
{
    return body_one(c, view_mT(c->cx, &c->out[0], A(c)));
}

bool op_movedim(struct call *c)
{
    if (c->arg[1].count != c->arg[2].count) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "movedim: Invalid source or destination dims: source (%d dims) should "
                         "contain the same number of dims as destination (%d dims)",
                         c->arg[1].count, c->arg[2].count);
    }
    return body_one(c, view_movedim(c->cx, &c->out[0], A(c), INTS(c, 1), c->arg[2].ints));
}

/* --- axes of size 1 --- */

bool op_squeeze(struct call *c)
{
    return turned(c, view_squeeze_all(c->cx, &c->out[0], A(c)), "SqueezeBackward2");
}

bool op_squeeze_dim(struct call *c)
{
    return turned(c, view_squeeze(c->cx, &c->out[0], A(c), c->arg[1].i), "SqueezeBackward3");
}

bool op_unsqueeze(struct call *c)
{
    return turned(c, view_unsqueeze(c->cx, &c->out[0], A(c), c->arg[1].i), "UnsqueezeBackward1");
}

bool op_expand(struct call *c)
{
    return body_one(c, view_expand(c->cx, &c->out[0], A(c), INTS(c, 1)));
}

bool op_expand_as(struct call *c)
{
    const struct tensor *other = &c->arg[1].tensor;
    return body_one(c, view_expand(c->cx, &c->out[0], A(c), other->ndim, other->shape));
}

bool op_atleast_1d(struct call *c)
{
    if (A(c)->ndim >= 1) {
        return body_same(c);
    }
    return reshape(c, 1, &(int64_t){1});
}

bool op_atleast_2d(struct call *c)
{
    if (A(c)->ndim >= 2) {
        return body_same(c);
    }
    if (A(c)->ndim == 0) {
        return reshape(c, 2, (int64_t[]){1, 1});
    }
    return body_one(c, view_unsqueeze(c->cx, &c->out[0], A(c), 0));
}

bool op_atleast_3d(struct call *c)
{
    const struct tensor *a = A(c);
    if (a->ndim >= 3) {
        return body_same(c);
    }
    if (a->ndim == 0) {
        return reshape(c, 3, (int64_t[]){1, 1, 1});
    }
    if (a->ndim == 2) {
        return body_one(c, view_unsqueeze(c->cx, &c->out[0], a, -1));
    }
    bool copied;
    return body_one(c, view_reshape(c->cx, &c->out[0], a, 3, (int64_t[]){1, a->shape[0], 1},
                                    &copied));
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
    for (int k = 0; k < count; k++) {
        if (!view_expand(c->cx, &c->many[k], in[k], all.ndim, all.shape)) {
            return false;
        }
        c->many_count++;
    }
    return true;
}

/* --- parts --- */

bool op_narrow(struct call *c)
{
    return body_one(c, view_narrow(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i,
                                   c->arg[3].i));
}

bool op_select(struct call *c)
{
    return body_one(c, view_select(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i));
}

bool op_diagonal(struct call *c)
{
    return body_one(c, view_diagonal(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i,
                                     c->arg[3].i));
}

bool op_unfold(struct call *c)
{
    return body_one(c, view_unfold(c->cx, &c->out[0], A(c), c->arg[1].i, c->arg[2].i,
                                   c->arg[3].i));
}

bool op_as_strided(struct call *c)
{
    int64_t offset = c->arg[3].none ? A(c)->offset : c->arg[3].i;
    if (c->arg[1].count != c->arg[2].count) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "mismatch in length of strides and shape");
    }
    return body_one(c, view_as_strided(c->cx, &c->out[0], A(c), INTS(c, 1), c->arg[2].ints,
                                       offset));
}

bool op_contiguous(struct call *c)
{
    if (tensor_is_contiguous(A(c))) {
        return body_same(c);
    }
    return body_one(c, tensor_contiguous(c->cx, &c->out[0], A(c)));
}

/* --- cuts --- */

/* Appends [from, to) along dim to the outputs. */
static bool cut(struct call *c, int dim, int64_t from, int64_t to)
{
    if (!view_slice(c->cx, &c->many[c->many_count], A(c), dim, from, to, 1)) {
        return false;
    }
    c->many_count++;
    return true;
}

static bool cut_equal(struct call *c, int dim, int64_t size)
{
    int64_t length = A(c)->shape[dim];
    int64_t count = length == 0 ? 1 : (length + size - 1) / size;
    if (!body_many(c, count)) {
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t end = (k + 1) * size;
        if (!cut(c, dim, k * size, end < length ? end : length)) {
            return false;
        }
    }
    return true;
}

/* An axis to cut along: a 0-d tensor has none. */
static bool cut_axis(struct call *c, const char *name, int64_t dim, int *out)
{
    if (A(c)->ndim == 0) {
        return error_set(c->cx->err, ERROR_RUNTIME, "%s expects at least a 1-dimensional tensor",
                         name);
    }
    return tensor_dim(c->cx, A(c), dim, out);
}

bool op_chunk(struct call *c)
{
    int dim;
    if (c->arg[1].i <= 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "chunk expects `chunks` to be greater than 0, got: %lld",
                         (long long)c->arg[1].i);
    }
    if (!cut_axis(c, "chunk", c->arg[2].i, &dim)) {
        return false;
    }
    int64_t size = (A(c)->shape[dim] + c->arg[1].i - 1) / c->arg[1].i;
    if (size == 0) { /* an empty axis: that many empty parts */
        c->backward = "SplitWithSizesBackward0";
        if (!body_many(c, c->arg[1].i)) {
            return false;
        }
        for (int64_t k = 0; k < c->arg[1].i; k++) {
            if (!cut(c, dim, 0, 0)) {
                return false;
            }
        }
        return true;
    }
    return cut_equal(c, dim, size);
}

bool op_split(struct call *c)
{
    int dim;
    int64_t size = c->arg[1].i;
    if (!cut_axis(c, "split", c->arg[2].i, &dim)) {
        return false;
    }
    if (size < 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "split expects split_size be non-negative, but got split_size=%lld",
                         (long long)size);
    }
    if (size == 0 && A(c)->shape[dim] != 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "split_size can only be 0 if dimension size is 0, but got dimension size "
                         "of %lld",
                         (long long)A(c)->shape[dim]);
    }
    return cut_equal(c, dim, size);
}

static void ints_text(const struct argument *a, struct buf *out)
{
    for (int k = 0; k < a->count; k++) {
        buf_printf(out, "%s%lld", k == 0 ? "[" : ", ", (long long)a->ints[k]);
    }
    buf_puts(out, a->count == 0 ? "[]" : "]");
}

bool op_split_sizes(struct call *c)
{
    int dim;
    int64_t sum = 0, at = 0;
    bool negative = false;
    const struct argument *sizes = &c->arg[1];
    if (!cut_axis(c, "split_with_sizes", c->arg[2].i, &dim)) {
        return false;
    }
    for (int k = 0; k < sizes->count; k++) {
        negative |= sizes->ints[k] < 0;
        sum += sizes->ints[k];
    }
    if (negative || sum != A(c)->shape[dim]) {
        struct buf text = {0};
        ints_text(sizes, &text);
        if (negative) {
            error_set(c->cx->err, ERROR_RUNTIME,
                      "split_with_sizes expects split_sizes have only non-negative entries, but "
                      "got split_sizes=%s",
                      buf_text(&text));
        } else {
            error_set(c->cx->err, ERROR_RUNTIME,
                      "split_with_sizes expects split_sizes to sum exactly to %lld (input tensor's "
                      "size at dimension %d), but got split_sizes=%s",
                      (long long)A(c)->shape[dim], dim, buf_text(&text));
        }
        buf_free(&text);
        return false;
    }
    if (!body_many(c, sizes->count)) {
        return false;
    }
    for (int k = 0; k < sizes->count; k++) {
        if (!cut(c, dim, at, at + sizes->ints[k])) {
            return false;
        }
        at += sizes->ints[k];
    }
    return true;
}

/* `sections` parts whose lengths differ by at most one. */
static bool cut_sections(struct call *c, int64_t sections, int64_t axis)
{
    int dim;
    int64_t at = 0;
    if (!cut_axis(c, "tensor_split", axis, &dim)) {
        return false;
    }
    if (sections <= 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "number of sections must be larger than 0, got %lld",
                         (long long)sections);
    }
    int64_t length = A(c)->shape[dim];
    if (!body_many(c, sections)) {
        return false;
    }
    for (int64_t k = 0; k < sections; k++) {
        int64_t size = length / sections + (k < length % sections);
        if (!cut(c, dim, at, at + size)) {
            return false;
        }
        at += size;
    }
    return true;
}

static bool cut_at(struct call *c, const struct argument *places, int64_t axis)
{
    int dim;
    int64_t from = 0;
    if (!cut_axis(c, "tensor_split", axis, &dim) || !body_many(c, places->count + 1)) {
        return false;
    }
    for (int k = 0; k <= places->count; k++) {
        int64_t to = k < places->count ? places->ints[k] : INT64_MAX;
        if (!cut(c, dim, from, to)) {
            return false;
        }
        from = to;
    }
    return true;
}

bool op_tensor_split(struct call *c)
{
    return cut_sections(c, c->arg[1].i, c->arg[2].i);
}

bool op_tensor_split_at(struct call *c)
{
    return cut_at(c, &c->arg[1], c->arg[2].i);
}

/* hsplit and vsplit want parts of the same length. */
static bool cut_even(struct call *c, const char *name, int axis)
{
    int64_t parts = c->arg[1].i;
    if (axis < A(c)->ndim && parts > 0 && A(c)->shape[axis] % parts != 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "torch.%s attempted to split along dimension %d, but the size of the "
                         "dimension %lld is not divisible by the split_size %lld!",
                         name, axis, (long long)A(c)->shape[axis], (long long)parts);
    }
    return cut_sections(c, parts, axis);
}

bool op_hsplit(struct call *c)
{
    return cut_even(c, "hsplit", A(c)->ndim == 1 ? 0 : 1);
}

bool op_hsplit_at(struct call *c)
{
    return cut_at(c, &c->arg[1], A(c)->ndim == 1 ? 0 : 1);
}

bool op_vsplit(struct call *c)
{
    return cut_even(c, "vsplit", 0);
}

bool op_vsplit_at(struct call *c)
{
    return cut_at(c, &c->arg[1], 0);
}

bool op_unbind(struct call *c)
{
    int dim;
    if (A(c)->ndim == 0) {
        return error_set(c->cx->err, ERROR_INDEX,
                         "Dimension specified as %lld but tensor has no dimensions",
                         (long long)c->arg[1].i);
    }
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &dim) || !body_many(c, A(c)->shape[dim])) {
        return false;
    }
    for (int64_t k = 0; k < A(c)->shape[dim]; k++) {
        if (!view_select(c->cx, &c->many[k], A(c), dim, k)) {
            return false;
        }
        c->many_count++;
    }
    return true;
}
