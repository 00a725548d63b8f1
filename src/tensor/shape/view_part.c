/* Makes views of a part of the cells: slice, narrow, select, diagonal, unfold, as_strided.
 * They move the offset and stretch strides; the storage stays as it is. */
#include "tensor/shape/view_part.h"

#include <inttypes.h>
#include <string.h>

static struct tensor plain_ref(const struct tensor *in)
{
    struct tensor t = tensor_ref(in);
    t.wrapped = false;
    return t;
}

void view_drop_axis(struct tensor *t, int axis)
{
    for (int d = axis; d + 1 < t->ndim; d++) {
        t->shape[d] = t->shape[d + 1];
        t->stride[d] = t->stride[d + 1];
    }
    t->ndim--;
}

/* A multiple of a stride. Only huge steps that pick a single element can leave the range: there the
 * stride leads nowhere, and need only stay countable in bytes. */
static int64_t times(int64_t stride, int64_t step)
{
    const int64_t most = INT64_MAX / 16;
    int64_t product;
    bool over = __builtin_mul_overflow(stride, step, &product);
    return over || product > most || product < -most ? most : product;
}

bool view_slice(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                int64_t start, int64_t end, int64_t step)
{
    int axis;
    if (in->ndim == 0) {
        return error_set(cx->err, ERROR_RUNTIME, "slice() cannot be applied to a 0-dim tensor.");
    }
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    if (step <= 0) {
        return error_set(cx->err, ERROR_VALUE, "step must be greater than zero");
    }
    int64_t size = in->shape[axis];
    start = start < 0 ? start + size : start;
    end = end < 0 ? end + size : end;
    start = start < 0 ? 0 : start > size ? size : start;
    end = end < start ? start : end > size ? size : end;
    *out = plain_ref(in);
    out->offset += start * in->stride[axis];
    out->shape[axis] = end == start ? 0 : (end - start - 1) / step + 1;
    out->stride[axis] = times(in->stride[axis], step);
    return true;
}

void view_flip(struct tensor *out, const struct tensor *in, unsigned axes)
{
    *out = plain_ref(in);
    for (int d = 0; d < in->ndim; d++) {
        if ((axes >> d & 1u) != 0 && in->shape[d] > 0) {
            out->offset += (in->shape[d] - 1) * in->stride[d];
            out->stride[d] = -in->stride[d];
        }
    }
}

bool view_narrow(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t start, int64_t length)
{
    int axis;
    if (in->ndim == 0) {
        return error_set(cx->err, ERROR_RUNTIME, "narrow() cannot be applied to a 0-dim tensor.");
    }
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    int64_t size = in->shape[axis];
    int64_t most = size == 0 ? 1 : size;
    if (start < -most || start > size) { /* PyTorch wraps it as if it named an axis */
        return error_set(cx->err, ERROR_INDEX,
                         "Dimension out of range (expected to be in range of [%" PRId64 ", %" PRId64
                         "], but got %" PRId64 ")",
                         -most, most - 1, start);
    }
    start = start < 0 ? start + most : start;
    if (length < 0 || start > size - length) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "start (%" PRId64 ") + length (%" PRId64
                         ") exceeds dimension size (%" PRId64 ").",
                         start, length, size);
    }
    return view_slice(cx, out, in, axis, start, start + length, 1);
}

bool view_select(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t index)
{
    int axis;
    if (in->ndim == 0) {
        return error_set(cx->err, ERROR_INDEX, "select() cannot be applied to a 0-dim tensor.");
    }
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    int64_t size = in->shape[axis];
    if (index < -size || index >= size) {
        scoped_buf text = {0};
        tensor_shape_text(in, &text);
        error_set(cx->err, ERROR_INDEX,
                  "select(): index %" PRId64 " out of range for tensor of size %s at dimension %d",
                  index, buf_text(&text), axis);
        return false;
    }
    *out = plain_ref(in);
    out->offset += (index < 0 ? index + size : index) * in->stride[axis];
    view_drop_axis(out, axis);
    return true;
}

static int64_t diagonal_length(int64_t rows, int64_t columns, int64_t offset)
{
    int64_t most_rows = offset < 0 ? (offset < -rows ? 0 : rows + offset) : rows;
    int64_t most_columns = offset > 0 ? (offset > columns ? 0 : columns - offset) : columns;
    return most_rows < most_columns ? most_rows : most_columns;
}

bool view_diagonal(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t offset,
                   int64_t dim0, int64_t dim1)
{
    int rows, columns;
    if (!tensor_dim(cx, in, dim0, &rows) || !tensor_dim(cx, in, dim1, &columns)) {
        return false;
    }
    if (rows == columns) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "diagonal dimensions cannot be identical %" PRId64 ", %" PRId64, dim0,
                         dim1);
    }
    int64_t length = diagonal_length(in->shape[rows], in->shape[columns], offset);
    struct tensor t = plain_ref(in);
    if (length > 0) {
        t.offset += offset >= 0 ? offset * in->stride[columns] : -offset * in->stride[rows];
    }
    view_drop_axis(&t, rows > columns ? rows : columns);
    view_drop_axis(&t, rows < columns ? rows : columns);
    t.shape[t.ndim] = length;
    t.stride[t.ndim] = in->stride[rows] + in->stride[columns];
    t.ndim++;
    *out = t;
    return true;
}

bool view_unfold(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t size, int64_t step)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    int64_t most = in->ndim == 0 ? 1 : in->shape[axis];
    if (size > most) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "maximum size for tensor at dimension %d is %" PRId64
                         " but size is %" PRId64,
                         axis, most, size);
    }
    if (step <= 0) {
        return error_set(cx->err, ERROR_RUNTIME, "step is %" PRId64 " but must be > 0", step);
    }
    if (size < 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "unfold: the size is %" PRId64 " but must not be negative", size);
    }
    if (!tensor_check_rank(cx, in->ndim + 1)) {
        return false;
    }
    struct tensor t = plain_ref(in);
    t.shape[t.ndim] = size;
    t.stride[t.ndim] = in->ndim == 0 ? 1 : in->stride[axis];
    if (in->ndim > 0) {
        t.shape[axis] = (most - size) / step + 1;
        t.stride[axis] = times(in->stride[axis], step);
    }
    t.ndim++;
    if (!tensor_check_numel(cx, t.ndim, t.shape)) {
        tensor_release(&t);
        return false;
    }
    *out = t;
    return true;
}

/* One past the last element that the strides reach; -1 beyond counting, 0 without elements. */
static int64_t reach(int ndim, const int64_t *shape, const int64_t *stride, int64_t offset)
{
    int64_t last = offset;
    for (int d = 0; d < ndim; d++) {
        if (shape[d] == 0) {
            return 0;
        }
    }
    if (offset > INT64_MAX / 16) {
        return -1;
    }
    for (int d = 0; d < ndim; d++) {
        if (shape[d] > 1 && stride[d] > (INT64_MAX / 16 - last) / (shape[d] - 1)) {
            return -1;
        }
        last += (shape[d] - 1) * stride[d];
    }
    return last + 1;
}

/* Refuses sizes and strides that leave the storage or the range of numbers. */
static bool check_reach(struct compute *cx, const struct tensor *in, int ndim, const int64_t *shape,
                        const int64_t *stride, int64_t offset)
{
    bool negative = false;
    for (int d = 0; d < ndim; d++) {
        negative = negative || shape[d] < 0;
    }
    int64_t item = (int64_t)dtype_size(in->dtype);
    int64_t need = negative ? -1 : reach(ndim, shape, stride, offset);
    if (need >= 0 && need * item <= (int64_t)in->storage->bytes) {
        return true;
    }
    scoped_buf sizes = {0}, strides = {0};
    tensor_sizes_text(ndim, shape, &sizes);
    tensor_sizes_text(ndim, stride, &strides);
    if (need < 0) {
        error_set(cx->err, ERROR_RUNTIME,
                  "Storage size calculation overflowed with sizes=%s and strides=%s",
                  buf_text(&sizes), buf_text(&strides));
    } else {
        error_set(
            cx->err, ERROR_RUNTIME,
            "setStorage: sizes %s, strides %s, storage offset %" PRId64 ", and itemsize %" PRId64
            " requiring a storage size of %" PRId64 " are out of bounds for storage of size %zu",
            buf_text(&sizes), buf_text(&strides), offset, item, need * item, in->storage->bytes);
    }
    return false;
}

bool view_as_strided(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                     const int64_t *shape, const int64_t *stride, int64_t offset)
{
    if (!tensor_check_rank(cx, ndim)) {
        return false;
    }
    for (int d = 0; d < ndim; d++) {
        if (stride[d] < 0) {
            scoped_buf text = {0};
            tensor_sizes_text(ndim, stride, &text);
            error_set(cx->err, ERROR_RUNTIME,
                      "as_strided: Negative strides are not supported at the moment, got strides: "
                      "%s",
                      buf_text(&text));
            return false;
        }
    }
    if (offset < 0) {
        return error_set(cx->err, ERROR_RUNTIME, "Tensor: invalid storage offset %" PRId64, offset);
    }
    if (!check_reach(cx, in, ndim, shape, stride, offset) || !tensor_check_numel(cx, ndim, shape)) {
        return false;
    }
    struct tensor t = plain_ref(in);
    t.ndim = ndim;
    t.offset = offset;
    memcpy(t.shape, shape, sizeof *shape * (size_t)ndim);
    memcpy(t.stride, stride, sizeof *stride * (size_t)ndim);
    *out = t;
    return true;
}
