/* Makes views with other axes over the same cells: transposed, permuted, expanded, with axes of
 * size 1 added or taken away. Each copies the tensor's description and never touches a number. */
#include "tensor/shape/view.h"

#include <inttypes.h>
#include <string.h>

static struct tensor plain_ref(const struct tensor *in)
{
    struct tensor t = tensor_ref(in);
    t.wrapped = false;
    return t;
}

static void take_axis(struct tensor *out, int to, const struct tensor *in, int from)
{
    out->shape[to] = in->shape[from];
    out->stride[to] = in->stride[from];
}

/* --- the order of axes --- */

bool view_transpose(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim0,
                    int64_t dim1)
{
    int a, b;
    if (!tensor_dim(cx, in, dim0, &a) || !tensor_dim(cx, in, dim1, &b)) {
        return false;
    }
    *out = plain_ref(in);
    if (in->ndim > 0) {
        take_axis(out, a, in, b);
        take_axis(out, b, in, a);
    }
    return true;
}

bool view_permute(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                  const int64_t *dims)
{
    if (ndim != in->ndim) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "permute(sparse_coo): number of dimensions in the tensor input does not "
                         "match the length of the desired ordering of dimensions i.e. input.dim() "
                         "= %d is not equal to len(dims) = %d",
                         in->ndim, ndim);
    }
    struct tensor t = *in;
    unsigned seen = 0;
    for (int d = 0; d < ndim; d++) {
        int from;
        if (!tensor_dim(cx, in, dims[d], &from)) {
            return false;
        }
        if (seen >> from & 1u) {
            return error_set(cx->err, ERROR_RUNTIME, "permute(): duplicate dims are not allowed.");
        }
        seen |= 1u << from;
        take_axis(&t, d, in, from);
    }
    *out = plain_ref(&t);
    return true;
}

bool view_t(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    if (in->ndim > 2) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "t() expects a tensor with <= 2 dimensions, but self is %dD", in->ndim);
    }
    return view_T(cx, out, in);
}

bool view_T(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    *out = plain_ref(in);
    for (int d = 0; d < in->ndim; d++) {
        take_axis(out, d, in, in->ndim - 1 - d);
    }
    return true;
}

bool view_mT(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    if (in->ndim == 1) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "tensor.mT is only supported on matrices or batches of matrices. Got 1-D "
                         "tensor.");
    }
    return in->ndim == 0 ? view_T(cx, out, in) : view_transpose(cx, out, in, -2, -1);
}

static bool movedim_range(struct compute *cx, const struct tensor *in, int count,
                          const int64_t *dims, int *list)
{
    for (int i = 0; i < count; i++) {
        if (!tensor_dim(cx, in, dims[i], &list[i])) {
            return false;
        }
    }
    return true;
}

/* No axis may be named twice. */
static bool movedim_once(struct compute *cx, const char *name, int count, const int64_t *dims,
                         const int *list)
{
    unsigned seen = 0;
    bool repeated = false;
    for (int i = 0; i < count; i++) {
        repeated = repeated || (seen >> list[i] & 1u);
        seen |= 1u << list[i];
    }
    if (!repeated) {
        return true;
    }
    scoped_buf text = {0};
    tensor_sizes_text(count, dims, &text);
    error_set(cx->err, ERROR_RUNTIME, "movedim: repeated dim in `%s` (%s)", name, buf_text(&text));
    return false;
}

bool view_movedim(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                  const int64_t *source, const int64_t *destination)
{
    int from[TENSOR_MAX_DIMS + 1], to[TENSOR_MAX_DIMS + 1];
    int64_t order[TENSOR_MAX_DIMS];
    if (!tensor_check_rank(cx, count) || !movedim_range(cx, in, count, source, from) ||
        !movedim_range(cx, in, count, destination, to) ||
        !movedim_once(cx, "source", count, source, from) ||
        !movedim_once(cx, "destination", count, destination, to)) {
        return false;
    }
    if (in->ndim == 0) {
        *out = plain_ref(in);
        return true;
    }
    unsigned moved = 0;
    for (int d = 0; d < in->ndim; d++) {
        order[d] = -1;
    }
    for (int i = 0; i < count; i++) {
        order[to[i]] = from[i];
        moved |= 1u << from[i];
    }
    int next = 0; /* the axes that were not named keep their order */
    for (int d = 0; d < in->ndim; d++) {
        if (order[d] < 0) {
            while (moved >> next & 1u) {
                next++;
            }
            order[d] = next++;
        }
    }
    return view_permute(cx, out, in, in->ndim, order);
}

/* --- the number of axes --- */

bool view_unsqueeze(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim)
{
    int axis;
    struct tensor more = {.ndim = in->ndim + 1};
    if (!tensor_check_rank(cx, more.ndim) || !tensor_dim(cx, &more, dim, &axis)) {
        return false;
    }
    *out = plain_ref(in);
    out->ndim++;
    for (int d = in->ndim; d > axis; d--) {
        take_axis(out, d, in, d - 1);
    }
    out->shape[axis] = 1;
    out->stride[axis] = axis < in->ndim ? in->shape[axis] * in->stride[axis] : 1;
    return true;
}

static struct tensor without_axes(const struct tensor *in, unsigned axes)
{
    struct tensor t = plain_ref(in);
    t.ndim = 0;
    for (int d = 0; d < in->ndim; d++) {
        if (!(axes >> d & 1u)) {
            take_axis(&t, t.ndim++, in, d);
        }
    }
    return t;
}

bool view_squeeze_all(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    unsigned ones = 0;
    for (int d = 0; d < in->ndim; d++) {
        ones |= in->shape[d] == 1 ? 1u << d : 0u;
    }
    *out = without_axes(in, ones);
    return true;
}

bool view_squeeze(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    bool goes = in->ndim > 0 && in->shape[axis] == 1;
    *out = without_axes(in, goes ? 1u << axis : 0u);
    return true;
}

/* --- expand --- */

static bool expand_rank_error(struct compute *cx, const struct tensor *in, int ndim,
                              const int64_t *shape)
{
    scoped_buf have = {0}, want = {0};
    tensor_shape_text(in, &have);
    tensor_sizes_text(ndim, shape, &want);
    error_set(cx->err, ERROR_RUNTIME,
              "expand(%s{%s}, size=%s): the number of sizes provided (%d) must be "
              "greater or equal to the number of dimensions in the tensor (%d)",
              dtype_tensor_name(in->dtype), buf_text(&have), buf_text(&want), ndim, in->ndim);
    return false;
}

static bool expand_size_error(struct compute *cx, const struct tensor *in, int ndim,
                              const int64_t *shape, int axis, int64_t size)
{
    scoped_buf have = {0}, want = {0};
    tensor_shape_text(in, &have);
    tensor_sizes_text(ndim, shape, &want);
    error_set(cx->err, ERROR_RUNTIME,
              "The expanded size of the tensor (%" PRId64 ") must match the existing size (%" PRId64
              ") at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
              shape[axis], size, axis, buf_text(&want), buf_text(&have));
    return false;
}

/* One axis of the expanded tensor; the axes behind it are done. */
static bool expand_axis(struct compute *cx, struct tensor *t, const struct tensor *in, int ndim,
                        const int64_t *shape, int axis)
{
    int from = axis - (ndim - in->ndim);
    int64_t size = 1, stride = axis + 1 < ndim ? t->shape[axis + 1] * t->stride[axis + 1] : 1;
    int64_t target = shape[axis];
    if (from >= 0) {
        size = in->shape[from];
        stride = in->stride[from];
        target = target == -1 ? size : target;
    } else if (target == -1 && in->ndim > 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "The expanded size of the tensor (-1) isn't allowed in a leading, "
                         "non-existing dimension %d",
                         axis);
    }
    if (size != target && size != 1) {
        return expand_size_error(cx, in, ndim, shape, axis, size);
    }
    t->shape[axis] = target;
    t->stride[axis] = size == target && in->ndim > 0 ? stride : 0;
    return true;
}

bool view_expand(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                 const int64_t *shape)
{
    if (!tensor_check_rank(cx, ndim)) {
        return false;
    }
    if (ndim < in->ndim) {
        return expand_rank_error(cx, in, ndim, shape);
    }
    struct tensor t = *in;
    t.ndim = ndim;
    for (int d = ndim - 1; d >= 0; d--) {
        if (!expand_axis(cx, &t, in, ndim, shape, d)) {
            return false;
        }
    }
    if (!tensor_check_numel(cx, ndim, t.shape)) {
        return false;
    }
    *out = plain_ref(&t);
    return true;
}
