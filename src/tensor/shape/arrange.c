/* Puts tensors side by side: cat, stack, pad. Each input is copied into a part of a fresh result.
 * Rules: ATen/native/TensorShape.cpp (cat, stack), PadNd.cpp (constant_pad_nd). */
#include "tensor/shape/arrange.h"

#include "tensor/shape/factory.h"
#include "tensor/shape/iterate.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <math.h>
#include <string.h>

/* Copies src over the cells of a part of a tensor that nobody else has seen yet. */
static void fill_part(struct compute *cx, const struct tensor *part, const struct tensor *src)
{
    struct iterate it;
    iterate_start(&it, part->ndim, part->shape);
    iterate_input(&it, src, part->dtype);
    iterate_output(&it, part, part->dtype);
    iterate_run(cx, &it, NULL);
}

/* --- cat --- */

/* An empty 1-D tensor fits everything, for old times' sake. */
static bool is_skipped(const struct tensor *t)
{
    return t->ndim == 1 && t->shape[0] == 0;
}

static const struct tensor *first_counted(int count, const struct tensor *const *tensors)
{
    for (int i = 0; i < count; i++) {
        if (!is_skipped(tensors[i])) {
            return tensors[i];
        }
    }
    return NULL;
}

static bool check_cat(struct compute *cx, const struct tensor *first, const struct tensor *t,
                      int number, int axis)
{
    if (t->ndim != first->ndim) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Tensors must have same number of dimensions: got %d and %d", first->ndim,
                         t->ndim);
    }
    for (int d = 0; d < t->ndim; d++) {
        if (d != axis && t->shape[d] != first->shape[d]) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "Sizes of tensors must match except in dimension %d. Expected size "
                             "%lld but got size %lld for tensor number %d in the list.",
                             axis, (long long)first->shape[d], (long long)t->shape[d], number);
        }
    }
    return true;
}

static bool cat_shape(struct compute *cx, int count, const struct tensor *const *tensors,
                      const struct tensor *first, int axis, int64_t *shape)
{
    memcpy(shape, first->shape, (size_t)first->ndim * sizeof *shape);
    shape[axis] = 0;
    for (int i = 0; i < count; i++) {
        if (is_skipped(tensors[i])) {
            continue;
        }
        if (!check_cat(cx, first, tensors[i], i, axis)) {
            return false;
        }
        shape[axis] += tensors[i]->shape[axis];
    }
    return true;
}

bool arrange_cat(struct compute *cx, struct tensor *out, int count,
                 const struct tensor *const *tensors, int64_t dim)
{
    if (count == 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "torch.cat(): expected a non-empty list of Tensors");
    }
    for (int i = 0; i < count; i++) {
        if (tensors[i]->ndim == 0) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "zero-dimensional tensor (at position %d) cannot be concatenated", i);
        }
    }
    enum dtype dtype = promotion_result_type_n(count, tensors);
    const struct tensor *first = first_counted(count, tensors);
    if (first == NULL) {
        return tensor_new(cx, out, dtype, 1, tensors[0]->shape);
    }
    int axis;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!tensor_dim(cx, first, dim, &axis) || !cat_shape(cx, count, tensors, first, axis, shape) ||
        !tensor_new(cx, out, dtype, first->ndim, shape)) {
        return false;
    }
    struct tensor part = *out; /* borrowed: the place of the next tensor */
    for (int i = 0; i < count; i++) {
        if (is_skipped(tensors[i])) {
            continue;
        }
        part.shape[axis] = tensors[i]->shape[axis];
        fill_part(cx, &part, tensors[i]);
        part.offset += part.shape[axis] * part.stride[axis];
    }
    return true;
}

/* --- stack --- */

static bool stack_error(struct compute *cx, const struct tensor *first, const struct tensor *t,
                        int number)
{
    scoped_buf want = {0}, have = {0};
    tensor_shape_text(first, &want);
    tensor_shape_text(t, &have);
    error_set(
        cx->err, ERROR_RUNTIME,
        "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d",
        buf_text(&want), buf_text(&have), number);
    return false;
}

bool arrange_stack(struct compute *cx, struct tensor *out, int count,
                   const struct tensor *const *tensors, int64_t dim)
{
    if (count == 0) {
        return error_set(cx->err, ERROR_RUNTIME, "stack expects a non-empty TensorList");
    }
    const struct tensor *first = tensors[0];
    struct tensor wide; /* unsqueeze knows which dims are allowed */
    if (!view_unsqueeze(cx, &wide, first, dim)) {
        return false;
    }
    int ndim = wide.ndim;
    int axis = (int)(dim < 0 ? dim + ndim : dim);
    int64_t shape[TENSOR_MAX_DIMS];
    memcpy(shape, wide.shape, sizeof shape);
    shape[axis] = count;
    tensor_release(&wide);
    for (int i = 1; i < count; i++) {
        if (!tensor_same_shape(first, tensors[i])) {
            return stack_error(cx, first, tensors[i], i);
        }
    }
    if (!tensor_new(cx, out, promotion_result_type_n(count, tensors), ndim, shape)) {
        return false;
    }
    struct tensor part = *out; /* borrowed: one slice of the result */
    part.ndim = ndim - 1;
    for (int d = axis; d < part.ndim; d++) {
        part.shape[d] = out->shape[d + 1];
        part.stride[d] = out->stride[d + 1];
    }
    for (int i = 0; i < count; i++) {
        fill_part(cx, &part, tensors[i]);
        part.offset += out->stride[axis];
    }
    return true;
}

/* --- pad --- */

/* Negative pads crop: a view of what is left. *grows: whether any pad is positive. */
static bool crop(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                 const int64_t *pairs, bool *grows)
{
    struct tensor t = tensor_ref(in);
    *grows = false;
    for (int d = in->ndim - count; d < in->ndim; d++) {
        const int64_t *pair = pairs + (ptrdiff_t)2 * (in->ndim - 1 - d);
        for (int side = 0; side < 2; side++) {
            *grows = *grows || pair[side] > 0;
            if (pair[side] >= 0) {
                continue;
            }
            struct tensor next;
            bool ok =
                view_narrow(cx, &next, &t, d, side == 0 ? -pair[0] : 0, t.shape[d] + pair[side]);
            tensor_release(&t);
            if (!ok) {
                return false;
            }
            t = next;
        }
    }
    *out = t;
    return true;
}

static bool padded_shape(struct compute *cx, const struct tensor *in, int count,
                         const int64_t *pairs, int64_t *shape)
{
    memcpy(shape, in->shape, (size_t)in->ndim * sizeof *shape);
    for (int d = in->ndim - count; d < in->ndim; d++) {
        const int64_t *pair = pairs + (ptrdiff_t)2 * (in->ndim - 1 - d);
        shape[d] = in->shape[d] + pair[0] + pair[1];
        if (shape[d] <= 0) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "The input size %lld, plus negative padding %lld and %lld resulted in "
                             "a negative output size, which is invalid. Check dimension %d of your "
                             "input.",
                             (long long)in->shape[d], (long long)pair[0], (long long)pair[1], d);
        }
    }
    return true;
}

static bool check_fill(struct compute *cx, enum dtype dtype, double value)
{
    if (dtype_is_float(dtype) || dtype == DTYPE_BOOL || isfinite(value)) {
        return true;
    }
    return promotion_refuse(cx, dtype);
}

bool arrange_pad(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                 const int64_t *pairs, double value)
{
    if (count > in->ndim) {
        return error_set(cx->err, ERROR_RUNTIME, "Padding length too large");
    }
    for (int k = 0; k < 2 * count; k++) {
        if (pairs[k] > INT64_MAX / 4 || pairs[k] < -INT64_MAX / 4) {
            return error_set(cx->err, ERROR_LIMIT, "padding of %lld cells is too much",
                             (long long)pairs[k]);
        }
    }
    scoped_tensor kept = {0};
    bool grows;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!crop(cx, &kept, in, count, pairs, &grows)) {
        return false;
    }
    bool ok;
    if (!grows) {
        ok = tensor_clone(cx, out, &kept);
    } else {
        ok = padded_shape(cx, in, count, pairs, shape) && check_fill(cx, in->dtype, value) &&
             factory_full(cx, out, in->dtype, in->ndim, shape, value);
        if (ok) {
            struct tensor part = *out; /* borrowed: where the input lies in the result */
            for (int d = 0; d < in->ndim; d++) {
                int64_t before = d < in->ndim - count ? 0 : pairs[2 * (in->ndim - 1 - d)];
                part.offset += (before > 0 ? before : 0) * part.stride[d];
                part.shape[d] = kept.shape[d];
            }
            fill_part(cx, &part, &kept);
        }
    }
    return ok;
}
