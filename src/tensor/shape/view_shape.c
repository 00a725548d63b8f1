/* Makes views with another division into axes: view, reshape, flatten, unflatten. A view is
 * possible when every new axis stays inside a group of old axes that lie in memory like one axis.
 */
#include "tensor/shape/view_shape.h"

#include <inttypes.h>
#include <string.h>

/* The sizes with -1 replaced, for a tensor of n elements. */
static bool infer_sizes(struct compute *cx, int64_t n, int ndim, const int64_t *shape,
                        int64_t *sizes)
{
    int unknown = -1;
    int64_t product = 1;
    bool overflow = false;
    for (int d = 0; d < ndim; d++) {
        if (shape[d] == -1 && unknown >= 0) {
            return error_set(cx->err, ERROR_RUNTIME, "only one dimension can be inferred");
        }
        if (shape[d] < -1) {
            return error_set(cx->err, ERROR_RUNTIME, "invalid shape dimension %" PRId64, shape[d]);
        }
        sizes[d] = shape[d];
        if (shape[d] == -1) {
            unknown = d;
        } else if (shape[d] == 0) {
            product = 0;
        } else if (product > INT64_MAX / shape[d]) {
            overflow = true;
        } else {
            product *= shape[d];
        }
    }
    bool fits =
        product != 0 ? !overflow && (unknown >= 0 ? n % product == 0 : n == product) : n == 0;
    if (fits && (unknown < 0 || product != 0)) {
        if (unknown >= 0) {
            sizes[unknown] = n / product;
        }
        return tensor_check_numel(cx, ndim, sizes);
    }
    scoped_buf text = {0};
    tensor_sizes_text(ndim, shape, &text);
    if (fits) {
        error_set(cx->err, ERROR_RUNTIME,
                  "cannot reshape tensor of 0 elements into shape %s because the unspecified "
                  "dimension size -1 can be any value and is ambiguous",
                  buf_text(&text));
    } else {
        error_set(cx->err, ERROR_RUNTIME, "shape '%s' is invalid for input of size %" PRId64,
                  buf_text(&text), n);
    }
    return false;
}

static void row_major(int ndim, const int64_t *shape, int64_t *stride)
{
    int64_t next = 1;
    for (int d = ndim - 1; d >= 0; d--) {
        stride[d] = next;
        next *= shape[d] > 1 ? shape[d] : 1;
    }
}

bool view_strides(const struct tensor *in, int ndim, const int64_t *shape, int64_t *stride)
{
    int64_t n = tensor_numel(in);
    if (n == 0) {
        bool same = ndim == in->ndim && memcmp(shape, in->shape, sizeof *shape * (size_t)ndim) == 0;
        if (same) {
            memcpy(stride, in->stride, sizeof *stride * (size_t)ndim);
        } else {
            row_major(ndim, shape, stride);
        }
        return true;
    }
    int next = ndim - 1; /* the new axis to place, from the last to the first */
    for (int d = in->ndim - 1; d >= 0;) {
        /* Old axes [first, d] are one run: each step outwards continues where the run ends. */
        int64_t base = in->stride[d], run = in->shape[d], placed = 1;
        int first = d;
        while (first > 0 && (in->shape[first - 1] == 1 || in->stride[first - 1] == run * base)) {
            first--;
            run *= in->shape[first];
        }
        while (next >= 0 && (placed < run || shape[next] == 1)) {
            stride[next] = placed * base;
            placed *= shape[next];
            next--;
        }
        if (placed != run) {
            return false;
        }
        d = first - 1;
    }
    for (; next >= 0; next--) { /* only for a 0-d tensor: all new sizes are 1 */
        stride[next] = 1;
    }
    return true;
}

static struct tensor reshaped(struct tensor t, int ndim, const int64_t *shape,
                              const int64_t *stride)
{
    t.ndim = ndim;
    t.wrapped = false;
    memcpy(t.shape, shape, sizeof *shape * (size_t)ndim);
    memcpy(t.stride, stride, sizeof *stride * (size_t)ndim);
    return t;
}

bool view_view(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
               const int64_t *shape)
{
    int64_t sizes[TENSOR_MAX_DIMS], strides[TENSOR_MAX_DIMS];
    if (!tensor_check_rank(cx, ndim) || !infer_sizes(cx, tensor_numel(in), ndim, shape, sizes)) {
        return false;
    }
    if (!view_strides(in, ndim, sizes, strides)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "view size is not compatible with input tensor's size and stride (at "
                         "least one dimension spans across two contiguous subspaces). Use "
                         ".reshape(...) instead.");
    }
    *out = reshaped(tensor_ref(in), ndim, sizes, strides);
    return true;
}

bool view_reshape(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                  const int64_t *shape, bool *copied)
{
    int64_t sizes[TENSOR_MAX_DIMS], strides[TENSOR_MAX_DIMS];
    struct tensor t;
    if (!tensor_check_rank(cx, ndim) || !infer_sizes(cx, tensor_numel(in), ndim, shape, sizes)) {
        return false;
    }
    *copied = !view_strides(in, ndim, sizes, strides);
    if (!*copied) {
        t = tensor_ref(in);
    } else if (tensor_copy(cx, &t, in)) {
        row_major(ndim, sizes, strides);
    } else {
        return false;
    }
    *out = reshaped(t, ndim, sizes, strides);
    return true;
}

bool view_flatten(struct compute *cx, struct tensor *out, const struct tensor *in,
                  int64_t start_dim, int64_t end_dim, bool *copied)
{
    int first, last;
    if (!tensor_dim(cx, in, start_dim, &first) || !tensor_dim(cx, in, end_dim, &last)) {
        return false;
    }
    if (first > last) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "flatten() has invalid args: start_dim cannot come after end_dim");
    }
    if (in->ndim > 0 && first == last) {
        *copied = false;
        *out = tensor_ref(in);
        out->wrapped = false;
        return true;
    }
    int64_t shape[TENSOR_MAX_DIMS], joined = 1;
    int ndim = 0;
    for (int d = 0; d < first; d++) {
        shape[ndim++] = in->shape[d];
    }
    for (int d = first; d <= last && d < in->ndim; d++) {
        joined *= in->shape[d];
    }
    shape[ndim++] = joined;
    for (int d = last + 1; d < in->ndim; d++) {
        shape[ndim++] = in->shape[d];
    }
    return view_reshape(cx, out, in, ndim, shape, copied);
}

/* Puts unflatten's own words around the refusals of infer_sizes. */
static bool unflatten_error(struct compute *cx, const struct error *inner, int at, int64_t size,
                            int ndim, const int64_t *sizes)
{
    if (strncmp(inner->text, "shape '", 7) != 0) {
        const char *prefix =
            strncmp(inner->text, "only", 4) == 0 ? "unflatten got an unexpected error:\n" : "";
        return error_set(cx->err, inner->kind, "%s%s", prefix, inner->text);
    }
    scoped_buf text = {0};
    tensor_sizes_text(ndim, sizes, &text);
    error_set(cx->err, ERROR_RUNTIME,
              "unflatten: Provided sizes %s don't multiply up to the size of dim %d (%" PRId64
              ") in the input tensor",
              buf_text(&text), at, size);
    return false;
}

bool view_unflatten(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    int ndim, const int64_t *sizes)
{
    int at;
    int64_t parts[TENSOR_MAX_DIMS], shape[TENSOR_MAX_DIMS];
    if (!tensor_dim(cx, in, dim, &at)) {
        return false;
    }
    if (ndim == 0) {
        return error_set(cx->err, ERROR_RUNTIME, "unflatten: sizes must be non-empty");
    }
    if (in->ndim == 0) {
        return view_view(cx, out, in, ndim, sizes);
    }
    if (!tensor_check_rank(cx, in->ndim - 1 + ndim)) {
        return false;
    }
    struct error inner = {0};
    struct compute quiet = *cx;
    quiet.err = &inner;
    if (!infer_sizes(&quiet, in->shape[at], ndim, sizes, parts)) {
        return unflatten_error(cx, &inner, at, in->shape[at], ndim, sizes);
    }
    memcpy(shape, in->shape, sizeof *shape * (size_t)at);
    memcpy(shape + at, parts, sizeof *shape * (size_t)ndim);
    memcpy(shape + at + ndim, in->shape + at + 1, sizeof *shape * (size_t)(in->ndim - at - 1));
    return view_view(cx, out, in, in->ndim - 1 + ndim, shape);
}
