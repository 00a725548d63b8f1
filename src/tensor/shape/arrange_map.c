/* Makes results whose every axis is a list of positions of the input's axis:
 *     out[i, j, ...] = in[row[i], column[j], ...]
 * repeat, repeat_interleave, flip, roll, index_select and embedding differ only in their lists. */
#include "tensor/shape/arrange_map.h"

#include "tensor/compute/scratch.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "tensor/shape/visit.h"

#include <stdio.h>
#include <stdlib.h>

struct map {
    struct tensor in;                   /* borrowed; as many axes as the result */
    int64_t *position[TENSOR_MAX_DIMS]; /* NULL: the axis as it is */
    int64_t shape[TENSOR_MAX_DIMS];     /* of the result */
    int block;                          /* axes from here on are copied as one run of bytes */
    size_t run;
};

static void map_start(struct map *m, const struct tensor *in)
{
    *m = (struct map){.in = *in};
    memcpy(m->shape, in->shape, sizeof m->shape);
}

static void map_release(struct map *m)
{
    for (int d = 0; d < TENSOR_MAX_DIMS; d++) {
        free(m->position[d]);
    }
}

/* The axis gets `size` positions, for the caller to fill in. */
static int64_t *map_axis(struct compute *cx, struct map *m, int axis, int64_t size)
{
    free(m->position[axis]);
    m->shape[axis] = size;
    m->position[axis] = scratch_new(cx, size, sizeof(int64_t));
    return m->position[axis];
}

static void copy_mapped(const struct map *m, const struct tensor *out, int dim, char *to,
                        const char *from)
{
    if (dim == m->block) {
        if (m->block == m->in.ndim) {
            visit_copy_cell(to, from, m->run);
        } else {
            memcpy(to, from, m->run);
        }
        return;
    }
    int64_t size = (int64_t)dtype_size(out->dtype);
    int64_t out_step = out->stride[dim] * size, in_step = m->in.stride[dim] * size;
    const int64_t *position = m->position[dim];
    for (int64_t i = 0; i < m->shape[dim]; i++) {
        copy_mapped(m, out, dim + 1, to + i * out_step,
                    from + (position != NULL ? position[i] : i) * in_step);
    }
}

/* Fills out, which has m->shape, and gives the lists back. */
static void map_copy(struct map *m, const struct tensor *out)
{
    int64_t run = 1;
    m->block = m->in.ndim;
    while (m->block > 0) {
        int d = m->block - 1;
        bool whole = m->position[d] == NULL && m->in.stride[d] == run && out->stride[d] == run;
        if (!whole) {
            break;
        }
        run *= m->shape[d];
        m->block--;
    }
    m->run = (size_t)run * dtype_size(out->dtype);
    if (tensor_numel(out) > 0) {
        copy_mapped(m, out, 0, tensor_data(out), tensor_data(&m->in));
    }
    map_release(m);
}

/* Into a fresh contiguous tensor. */
static bool map_new(struct compute *cx, struct map *m, struct tensor *out)
{
    if (!tensor_new(cx, out, m->in.dtype, m->in.ndim, m->shape)) {
        map_release(m);
        return false;
    }
    map_copy(m, out);
    return true;
}

/* --- repeat --- */

bool arrange_repeat(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                    const int64_t *repeats)
{
    if (ndim < in->ndim) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Number of dimensions of repeat dims can not be smaller than number of "
                         "dimensions of tensor");
    }
    scoped_tensor wide = {0};
    int64_t ones[TENSOR_MAX_DIMS] = {0}, shape[TENSOR_MAX_DIMS];
    for (int d = 0; d < ndim && d < TENSOR_MAX_DIMS; d++) {
        ones[d] = d < ndim - in->ndim ? 1 : in->shape[d - (ndim - in->ndim)];
    }
    if (!view_expand(cx, &wide, in, ndim, ones)) { /* refuses too many axes */
        return false;
    }
    for (int d = 0; d < ndim; d++) {
        if (__builtin_mul_overflow(wide.shape[d], repeats[d], &shape[d])) {
            shape[d] = INT64_MAX; /* tensor_new refuses it in its own words */
        }
    }
    if (!tensor_new(cx, out, in->dtype, ndim, shape)) {
        return false;
    }
    struct map m;
    map_start(&m, &wide);
    bool ok = true;
    for (int d = 0; ok && d < ndim; d++) {
        if (repeats[d] == 1) {
            continue;
        }
        int64_t *position = map_axis(cx, &m, d, shape[d]);
        ok = position != NULL;
        for (int64_t i = 0; ok && i < shape[d]; i++) {
            position[i] = i % wide.shape[d];
        }
    }
    if (ok) {
        map_copy(&m, out);
    } else {
        map_release(&m);
        tensor_release(out);
    }
    return ok;
}

/* Checks repeats and adds them up. */
static bool count_repeats(struct compute *cx, const struct tensor *repeats, int64_t size,
                          int64_t *total)
{
    if (repeats->ndim > 1) {
        return error_set(cx->err, ERROR_RUNTIME, "repeats must be 0-dim or 1-dim tensor");
    }
    bool one = tensor_numel(repeats) == 1;
    if (!one && repeats->shape[0] != size) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "repeats must have the same size as input along dim");
    }
    if (repeats->dtype != DTYPE_INT64 && repeats->dtype != DTYPE_INT32) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "\"repeat_interleave_cpu\" not implemented for '%s'",
                         dtype_legacy_name(repeats->dtype));
    }
    *total = 0;
    for (int64_t i = 0; i < size; i++) {
        int64_t times = tensor_int_at(repeats, one ? repeats->offset : tensor_place(repeats, i));
        if (times < 0) {
            return error_set(cx->err, ERROR_RUNTIME, "repeats can not be negative");
        }
        if (__builtin_add_overflow(*total, times, total)) {
            return error_set(cx->err, ERROR_RUNTIME, "repeats are too many");
        }
    }
    return true;
}

static bool interleave(struct compute *cx, struct tensor *out, const struct tensor *in,
                       const struct tensor *repeats, int axis)
{
    int64_t total = 0;
    if (!count_repeats(cx, repeats, in->shape[axis], &total)) {
        return false;
    }
    int64_t shape[TENSOR_MAX_DIMS];
    memcpy(shape, in->shape, sizeof shape);
    shape[axis] = total;
    if (!tensor_new(cx, out, in->dtype, in->ndim, shape)) {
        return false;
    }
    struct map m;
    map_start(&m, in);
    int64_t *position = map_axis(cx, &m, axis, total);
    if (position == NULL) {
        tensor_release(out);
        return false;
    }
    bool one = tensor_numel(repeats) == 1;
    int64_t k = 0;
    for (int64_t i = 0; i < in->shape[axis]; i++) {
        int64_t times = tensor_int_at(repeats, one ? repeats->offset : tensor_place(repeats, i));
        while (times-- > 0) {
            position[k++] = i;
        }
    }
    map_copy(&m, out);
    return true;
}

bool arrange_repeat_interleave(struct compute *cx, struct tensor *out, const struct tensor *in,
                               const struct tensor *repeats, bool has_dim, int64_t dim)
{
    if (!has_dim) {
        scoped_tensor flat = {0};
        bool copied;
        return view_flatten(cx, &flat, in, 0, -1, &copied) &&
               interleave(cx, out, &flat, repeats, 0);
    }
    int axis;
    if (in->ndim == 0) {
        return error_set(cx->err, ERROR_INDEX,
                         "Dimension specified as %lld but tensor has no dimensions",
                         (long long)dim);
    }
    return tensor_dim(cx, in, dim, &axis) && interleave(cx, out, in, repeats, axis);
}

/* --- flip, roll --- */

bool arrange_flip(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes)
{
    if (!tensor_new_like(cx, out, in, in->dtype)) {
        return false;
    }
    struct map m;
    map_start(&m, in);
    for (int d = 0; d < in->ndim; d++) {
        if ((axes >> d & 1u) == 0) {
            continue;
        }
        int64_t n = in->shape[d];
        int64_t *position = map_axis(cx, &m, d, n);
        if (position == NULL) {
            map_release(&m);
            tensor_release(out);
            return false;
        }
        for (int64_t i = 0; i < n; i++) {
            position[i] = n - 1 - i;
        }
    }
    map_copy(&m, out);
    return true;
}

/* position[i] = i - shift, around the corner. */
static bool roll_axis(struct compute *cx, struct map *m, int axis, int64_t shift)
{
    int64_t n = m->shape[axis];
    int64_t *before = m->position[axis];
    int64_t *position = scratch_new(cx, n, sizeof *position);
    if (position == NULL) {
        return false;
    }
    int64_t start = (n - shift % n) % n;
    for (int64_t i = 0; i < n; i++) {
        int64_t from = start + i < n ? start + i : start + i - n;
        position[i] = before != NULL ? before[from] : from;
    }
    free(before);
    m->position[axis] = position;
    return true;
}

static bool roll_flat(struct compute *cx, struct tensor *out, const struct tensor *in,
                      int64_t shift)
{
    struct tensor flat;
    scoped_tensor rolled = {0};
    bool copied;
    int64_t first = 0;
    if (!view_flatten(cx, &flat, in, 0, -1, &copied)) {
        return false;
    }
    bool ok = arrange_roll(cx, &rolled, &flat, 1, &shift, &first);
    tensor_release(&flat);
    if (!ok) {
        return false;
    }
    return view_view(cx, out, &rolled, in->ndim, in->shape);
}

bool arrange_roll(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                  const int64_t *shifts, const int64_t *dims)
{
    if (count == 0) {
        return error_set(cx->err, ERROR_RUNTIME, "`shifts` required");
    }
    if (dims == NULL && count > 1) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "shifts and dimensions must align. shifts: %d, dims:0", count);
    }
    if (dims == NULL) {
        return roll_flat(cx, out, in, shifts[0]);
    }
    if (tensor_numel(in) == 0) {
        return tensor_clone(cx, out, in);
    }
    struct map m;
    map_start(&m, in);
    for (int i = 0; i < count; i++) {
        int axis = 0;
        bool ok = in->ndim > 0
                      ? tensor_dim(cx, in, dims[i], &axis)
                      : error_set(cx->err, ERROR_INDEX,
                                  "Dimension specified as %lld but tensor has no dimensions",
                                  (long long)dims[i]);
        if (!ok || !roll_axis(cx, &m, axis, shifts[i])) {
            map_release(&m);
            return false;
        }
    }
    return map_new(cx, &m, out);
}

/* --- index_select, embedding --- */

/* The texts are those of PyTorch's CPU loops; columns and empty tensors have some of their own. */
static bool position_error(struct compute *cx, const struct tensor *in, int axis, int64_t at)
{
    bool empty = in->ndim > 1 && tensor_numel(in) == 0;
    if (empty && in->shape[axis] == 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "index_select(): self indexing axis dim should be positive");
    }
    if (empty || axis == 1) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "INDICES element is out of DATA bounds, id=%lld axis_dim=%lld",
                         (long long)at, (long long)in->shape[axis]);
    }
    return error_set(cx->err, ERROR_INDEX, "index out of range in self");
}

/* in's axis replaced by the positions that index lists, in row-major order of index. */
static bool select_positions(struct compute *cx, struct tensor *out, const struct tensor *in,
                             int axis, const struct tensor *index)
{
    struct map m;
    map_start(&m, in);
    int64_t *position = map_axis(cx, &m, axis, tensor_numel(index));
    if (position == NULL) {
        return false;
    }
    struct visit it;
    for (visit_rows(&it, index); it.left > 0; visit_step(&it)) {
        int64_t at = tensor_int_at(index, it.place);
        if (at < 0 || at >= in->shape[axis]) {
            map_release(&m);
            return position_error(cx, in, axis, at);
        }
        *position++ = at;
    }
    return map_new(cx, &m, out);
}

bool arrange_index_select(struct compute *cx, struct tensor *out, const struct tensor *in,
                          int64_t dim, const struct tensor *index)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    if (index->ndim > 1) {
        return error_set(cx->err, ERROR_INDEX, "index_select(): Index is supposed to be a vector");
    }
    if (index->dtype != DTYPE_INT64 && index->dtype != DTYPE_INT32) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "index_select(): Expected dtype int32 or int64 for index");
    }
    if (in->ndim > 0) {
        return select_positions(cx, out, in, axis, index);
    }
    struct visit it;
    for (visit_rows(&it, index); it.left > 0; visit_step(&it)) {
        if (tensor_int_at(index, it.place) != 0) {
            return position_error(cx, in, 0, 0);
        }
    }
    return tensor_copy(cx, out, in);
}

static bool indices_dtype(struct compute *cx, enum dtype d)
{
    if (d == DTYPE_INT64 || d == DTYPE_INT32) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "Expected tensor for argument #1 'indices' to have one of the following "
                     "scalar types: Long, Int; but got %s instead (while checking arguments for "
                     "embedding)",
                     dtype_tensor_name(d));
}

bool arrange_embedding(struct compute *cx, struct tensor *out, const struct tensor *weight,
                       const struct tensor *indices)
{
    if (weight->ndim != 2) {
        return error_set(cx->err, ERROR_RUNTIME, "'weight' must be 2-D");
    }
    if (!indices_dtype(cx, indices->dtype)) {
        return false;
    }
    scoped_tensor rows = {0};
    if (!select_positions(cx, &rows, weight, 0, indices)) {
        return false;
    }
    int64_t shape[TENSOR_MAX_DIMS + 1];
    memcpy(shape, indices->shape, sizeof indices->shape);
    shape[indices->ndim] = weight->shape[1];
    return view_view(cx, out, &rows, indices->ndim + 1, shape);
}
