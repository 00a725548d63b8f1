/* Keeps tensors: lifetime, facts about shapes, broadcasting, and moving values.
 * The texts of errors are PyTorch's. Nothing here computes; see elementwise.c. */
#include "tensor/shape/tensor.h"

#include "tensor/compute/convert.h"
#include "tensor/compute/storage.h"
#include "tensor/shape/iterate.h"
#include "tensor/shape/overlap.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- lifetime --- */

/* A refusal that ends in the shape. */
static bool shape_error(struct compute *cx, const char *sentence, int ndim, const int64_t *shape)
{
    scoped_buf text = {0};
    tensor_sizes_text(ndim, shape, &text);
    error_set(cx->err, ERROR_RUNTIME, "%s%s", sentence, buf_text(&text));
    return false;
}

/* The bytes of a row-major tensor; false when they, or its strides, are beyond counting. */
static bool count_bytes(enum dtype dtype, int ndim, const int64_t *shape, uint64_t *bytes)
{
    uint64_t total = dtype_size(dtype);
    bool empty = false;
    for (int d = 0; d < ndim; d++) {
        int64_t size = shape[d] == 0 ? 1 : shape[d];
        empty = empty || shape[d] == 0;
        if (total > (uint64_t)(INT64_MAX / size)) {
            return false;
        }
        total *= (uint64_t)size;
    }
    *bytes = empty ? 0 : total;
    return true;
}

bool tensor_new(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                const int64_t *shape)
{
    if (!tensor_check_rank(cx, ndim)) {
        return false;
    }
    struct tensor t = {.dtype = dtype, .ndim = ndim};
    for (int d = 0; d < ndim; d++) {
        if (shape[d] < 0) {
            char sentence[80];
            snprintf(sentence, sizeof sentence,
                     "Trying to create tensor with negative dimension %" PRId64 ": ", shape[d]);
            return shape_error(cx, sentence, ndim, shape);
        }
    }
    uint64_t bytes;
    if (!count_bytes(dtype, ndim, shape, &bytes)) {
        return shape_error(cx, "Storage size calculation overflowed with sizes=", ndim, shape);
    }
    int64_t stride = 1;
    for (int d = ndim - 1; d >= 0; d--) {
        t.shape[d] = shape[d];
        t.stride[d] = stride;
        stride = (int64_t)((uint64_t)stride * (uint64_t)(shape[d] > 1 ? shape[d] : 1));
    }
    t.storage = storage_new(cx, bytes);
    if (t.storage == NULL) {
        return false;
    }
    *out = t;
    return true;
}

void tensor_like_strides(const struct tensor *in, int64_t stride[TENSOR_MAX_DIMS])
{
    if (tensor_is_dense(in)) {
        memcpy(stride, in->stride, sizeof *stride * (size_t)in->ndim);
    } else {
        const int64_t *strides = in->stride;
        iterate_dense_strides(in->ndim, in->shape, 1, &strides, stride);
    }
}

bool tensor_new_like(struct compute *cx, struct tensor *out, const struct tensor *in,
                     enum dtype dtype)
{
    if (!tensor_new(cx, out, dtype, in->ndim, in->shape)) {
        return false;
    }
    tensor_like_strides(in, out->stride);
    return true;
}

bool tensor_zeros(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                  const int64_t *shape)
{
    if (!tensor_new(cx, out, dtype, ndim, shape)) {
        return false;
    }
    memset(out->storage->data, 0, out->storage->bytes);
    return true;
}

bool tensor_from_double(struct compute *cx, struct tensor *out, enum dtype dtype, double value,
                        bool wrapped)
{
    if (!tensor_new(cx, out, dtype, 0, NULL)) {
        return false;
    }
    tensor_set_double(out, 0, value);
    out->wrapped = wrapped;
    return true;
}

bool tensor_from_int(struct compute *cx, struct tensor *out, enum dtype dtype, int64_t value,
                     bool wrapped)
{
    if (!tensor_new(cx, out, dtype, 0, NULL)) {
        return false;
    }
    tensor_set_int(out, 0, value);
    out->wrapped = wrapped;
    return true;
}

struct tensor tensor_ref(const struct tensor *t)
{
    if (t->storage != NULL) {
        t->storage->references++;
    }
    return *t;
}

void tensor_release(struct tensor *t)
{
    if (t->storage != NULL) {
        storage_release(t->storage);
        t->storage = NULL;
    }
    t->ndim = 0; /* the sizes behind it are nobody's: zeroing them takes longer than releasing */
}

/* --- looking --- */

int64_t tensor_numel(const struct tensor *t)
{
    for (int d = 0; d < t->ndim; d++) {
        if (t->shape[d] == 0) {
            return 0;
        }
    }
    return tensor_count(t, 0, t->ndim);
}

int64_t tensor_count(const struct tensor *t, int from, int to)
{
    int64_t count = 1;
    for (int d = from; d < to; d++) {
        count *= t->shape[d];
    }
    return count;
}

bool tensor_is_contiguous(const struct tensor *t)
{
    int64_t expected = 1;
    bool matches = true;
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (t->shape[d] == 0) {
            return true;
        }
        if (t->shape[d] != 1 && matches) {
            matches = t->stride[d] == expected;
            expected = matches ? expected * t->shape[d] : expected;
        }
    }
    return matches;
}

bool tensor_is_dense(const struct tensor *t)
{
    if (tensor_is_contiguous(t)) {
        return true;
    }
    /* Some order of the axes must be row-major: find each next axis by its stride. */
    int64_t expected = 1;
    unsigned done = 0;
    for (int d = 0; d < t->ndim; d++) {
        done |= t->shape[d] == 1 ? 1u << d : 0u;
    }
    for (int round = 0; round < t->ndim; round++) {
        for (int d = 0; d < t->ndim; d++) {
            if (!(done >> d & 1u) && t->stride[d] == expected) {
                expected *= t->shape[d];
                done |= 1u << d;
                break;
            }
        }
    }
    return done == (1u << t->ndim) - 1;
}

bool tensor_steps_back(const struct tensor *t)
{
    for (int d = 0; d < t->ndim; d++) {
        if (t->stride[d] < 0) {
            return true;
        }
    }
    return false;
}

void tensor_reach(const struct tensor *t, int64_t *first, int64_t *end)
{
    *first = t->offset;
    *end = t->offset + 1;
    for (int d = 0; d < t->ndim; d++) {
        int64_t length = (t->shape[d] - 1) * t->stride[d];
        *(length < 0 ? first : end) += length;
    }
}

bool tensor_same_shape(const struct tensor *a, const struct tensor *b)
{
    return a->ndim == b->ndim &&
           memcmp(a->shape, b->shape, sizeof a->shape[0] * (size_t)a->ndim) == 0;
}

void *tensor_data(const struct tensor *t)
{
    return (char *)t->storage->data + t->offset * (int64_t)dtype_size(t->dtype);
}

double tensor_double_at(const struct tensor *t, int64_t place)
{
    if (t->dtype == DTYPE_FLOAT32) {
        return (double)((const float *)t->storage->data)[place];
    }
    if (t->dtype == DTYPE_FLOAT64) {
        return ((const double *)t->storage->data)[place];
    }
    double value;
    const char *at = (const char *)t->storage->data + place * (int64_t)dtype_size(t->dtype);
    convert_run(DTYPE_FLOAT64, &value, 0, t->dtype, at, 0, 1);
    return value;
}

int64_t tensor_int_at(const struct tensor *t, int64_t place)
{
    int64_t value;
    const char *at = (const char *)t->storage->data + place * (int64_t)dtype_size(t->dtype);
    convert_run(DTYPE_INT64, &value, 0, t->dtype, at, 0, 1);
    return value;
}

static void set_cell(const struct tensor *t, int64_t place, enum dtype from, const void *value)
{
    char *at = (char *)t->storage->data + place * (int64_t)dtype_size(t->dtype);
    convert_run(t->dtype, at, 0, from, value, 0, 1);
}

void tensor_set_double(const struct tensor *t, int64_t place, double value)
{
    set_cell(t, place, DTYPE_FLOAT64, &value);
}

void tensor_set_int(const struct tensor *t, int64_t place, int64_t value)
{
    set_cell(t, place, DTYPE_INT64, &value);
}

int64_t tensor_place(const struct tensor *t, int64_t k)
{
    int64_t place = t->offset;
    for (int d = t->ndim - 1; d >= 0; d--) {
        place += k % t->shape[d] * t->stride[d];
        k /= t->shape[d];
    }
    return place;
}

double tensor_cell(const struct tensor *x, int64_t k)
{
    int64_t dense = 1;
    int d = x->ndim - 1;
    while (d >= 0 && x->stride[d] == dense) {
        dense *= x->shape[d--];
    }
    int64_t place = d < 0 ? x->offset + k : tensor_place(x, k);
    return x->dtype == DTYPE_FLOAT32 ? ((const float *)x->storage->data)[place]
                                     : tensor_double_at(x, place);
}

void tensor_shape_text(const struct tensor *t, struct buf *out)
{
    tensor_sizes_text(t->ndim, t->shape, out);
}

void tensor_sizes_text(int count, const int64_t *sizes, struct buf *out)
{
    buf_putc(out, '[');
    sizes_put(count, sizes, ", ", out);
    buf_putc(out, ']');
}

void sizes_put(int count, const int64_t *sizes, const char *between, struct buf *out)
{
    for (int k = 0; k < count; k++) {
        buf_printf(out, "%s%" PRId64, k == 0 ? "" : between, sizes[k]);
    }
}

void sizes_put_tuple(int count, const int64_t *sizes, const char *between, struct buf *out)
{
    buf_putc(out, '(');
    sizes_put(count, sizes, between, out);
    buf_puts(out, count == 1 ? ",)" : ")");
}

void tensor_tuple_text(const struct tensor *t, struct buf *out)
{
    sizes_put_tuple(t->ndim, t->shape, ", ", out);
}

/* --- axes --- */

bool tensor_check_rank(struct compute *cx, int64_t ndim)
{
    return ndim <= TENSOR_MAX_DIMS ||
           error_set(cx->err, ERROR_UNSUPPORTED,
                     "tensors of more than %d dimensions are not supported, but %" PRId64
                     " were asked for",
                     TENSOR_MAX_DIMS, ndim);
}

bool tensor_check_numel(struct compute *cx, int ndim, const int64_t *shape)
{
    int64_t n = 1;
    bool fits = true;
    for (int d = 0; d < ndim && fits; d++) {
        fits = shape[d] >= 0 && (shape[d] == 0 || n <= INT64_MAX / 16 / shape[d]);
        n *= fits && shape[d] > 0 ? shape[d] : 1;
    }
    return fits || error_set(cx->err, ERROR_RUNTIME, "numel: integer multiplication overflow");
}

bool tensor_dim(struct compute *cx, const struct tensor *t, int64_t dim, int *out)
{
    int64_t ndim = t->ndim == 0 ? 1 : t->ndim;
    if (dim < -ndim || dim >= ndim) {
        return error_set(cx->err, ERROR_INDEX,
                         "Dimension out of range (expected to be in range of [%" PRId64 ", %" PRId64
                         "], but got %" PRId64 ")",
                         -ndim, ndim - 1, dim);
    }
    *out = (int)(dim < 0 ? dim + ndim : dim);
    return true;
}

bool tensor_broadcast(struct compute *cx, const struct tensor *a, const struct tensor *b, int *ndim,
                      int64_t shape[TENSOR_MAX_DIMS])
{
    int most = a->ndim > b->ndim ? a->ndim : b->ndim;
    for (int d = most - 1; d >= 0; d--) {
        int at_a = d - (most - a->ndim), at_b = d - (most - b->ndim);
        int64_t size_a = at_a < 0 ? 1 : a->shape[at_a];
        int64_t size_b = at_b < 0 ? 1 : b->shape[at_b];
        if (size_a != size_b && size_a != 1 && size_b != 1) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "The size of tensor a (%" PRId64
                             ") must match the size of tensor b (%" PRId64
                             ") at non-singleton dimension %d",
                             size_a, size_b, d);
        }
        shape[d] = size_a == 1 ? size_b : size_a;
    }
    *ndim = most;
    return true;
}

/* --- moving values --- */

/* Same shape, any strides and dtypes. */
static void copy_cells(struct compute *cx, const struct tensor *to, const struct tensor *from)
{
    struct iterate it;
    iterate_start(&it, to->ndim, to->shape);
    iterate_input(&it, from, from->dtype);
    iterate_output(&it, to, to->dtype);
    iterate_run(cx, &it, NULL);
}

bool tensor_copy(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    struct tensor t;
    if (!tensor_new(cx, &t, in->dtype, in->ndim, in->shape)) {
        return false;
    }
    copy_cells(cx, &t, in);
    *out = t;
    return true;
}

bool tensor_clone(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    struct tensor t;
    if (!tensor_new_like(cx, &t, in, in->dtype)) {
        return false;
    }
    copy_cells(cx, &t, in);
    *out = t;
    return true;
}

bool tensor_contiguous(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    if (tensor_is_contiguous(in)) {
        *out = tensor_ref(in);
        return true;
    }
    return tensor_copy(cx, out, in);
}

bool tensor_cast(struct compute *cx, struct tensor *out, const struct tensor *in, enum dtype to)
{
    if (in->dtype == to) {
        *out = tensor_ref(in);
        return true;
    }
    struct tensor t;
    if (!tensor_new_like(cx, &t, in, to)) {
        return false;
    }
    copy_cells(cx, &t, in);
    t.wrapped = in->wrapped;
    *out = t;
    return true;
}

/* --- writing in place --- */

/* First and last byte that the tensor reaches; it has at least one element. */
static void byte_range(const struct tensor *t, const char **first, const char **end)
{
    int64_t size = (int64_t)dtype_size(t->dtype), from, to;
    tensor_reach(t, &from, &to);
    *first = (const char *)t->storage->data + from * size;
    *end = (const char *)t->storage->data + to * size;
}

enum overlap { OVERLAP_NONE, OVERLAP_SAME, OVERLAP_PARTLY, OVERLAP_UNKNOWN };

static enum overlap find_overlap(const struct tensor *a, const struct tensor *b)
{
    if (a->storage != b->storage || tensor_numel(a) == 0 || tensor_numel(b) == 0) {
        return OVERLAP_NONE;
    }
    if (a->dtype == b->dtype && a->offset == b->offset && tensor_same_shape(a, b) &&
        memcmp(a->stride, b->stride, sizeof a->stride[0] * (size_t)a->ndim) == 0) {
        return OVERLAP_SAME;
    }
    const char *begin_a, *end_a, *begin_b, *end_b;
    byte_range(a, &begin_a, &end_a);
    byte_range(b, &begin_b, &end_b);
    if (begin_a >= end_b || begin_b >= end_a) {
        return OVERLAP_NONE;
    }
    return tensor_is_dense(a) && tensor_is_dense(b) ? OVERLAP_PARTLY : OVERLAP_UNKNOWN;
}

bool tensor_check_write(struct compute *cx, const struct tensor *dst, const struct tensor *src)
{
    for (int d = 0; d < dst->ndim && !tensor_is_dense(dst); d++) {
        if (dst->stride[d] == 0 && dst->shape[d] > 1) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "unsupported operation: more than one element of the written-to "
                             "tensor refers to a single memory location. Please clone() the "
                             "tensor before performing the operation.");
        }
    }
    if (src != NULL && find_overlap(dst, src) == OVERLAP_PARTLY) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "unsupported operation: some elements of the input tensor and the "
                         "written-to tensor refer to a single memory location. Please clone() the "
                         "tensor before performing the operation.");
    }
    return true;
}

bool tensor_check_broadcast(struct compute *cx, const struct tensor *dst, int ndim,
                            const int64_t *shape)
{
    if (ndim == dst->ndim && memcmp(shape, dst->shape, sizeof *shape * (size_t)ndim) == 0) {
        return true;
    }
    scoped_buf have = {0}, wide = {0};
    tensor_sizes_text(dst->ndim, dst->shape, &have);
    tensor_sizes_text(ndim, shape, &wide);
    error_set(cx->err, ERROR_RUNTIME, "output with shape %s doesn't match the broadcast shape %s",
              buf_text(&have), buf_text(&wide));
    return false;
}

bool tensor_separate(struct compute *cx, struct tensor *out, const struct tensor *dst,
                     const struct tensor *src)
{
    enum overlap overlap = find_overlap(dst, src);
    if (overlap == OVERLAP_NONE || overlap == OVERLAP_SAME) {
        *out = tensor_ref(src);
        return true;
    }
    return tensor_clone(cx, out, src);
}

bool tensor_overlaps_unseen(const struct tensor *dst, const struct tensor *src)
{
    return dst->dtype == src->dtype && find_overlap(dst, src) == OVERLAP_UNKNOWN;
}

bool tensor_announce(struct compute *cx, const struct tensor *dst)
{
    return cx->before_write == NULL || tensor_numel(dst) == 0 ||
           cx->before_write(cx->observer, dst);
}

bool tensor_write(struct compute *cx, const struct tensor *dst, const struct tensor *src)
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!tensor_check_write(cx, dst, src) || !tensor_broadcast(cx, dst, src, &ndim, shape) ||
        !tensor_check_broadcast(cx, dst, ndim, shape) || !tensor_announce(cx, dst)) {
        return false;
    }
    if (tensor_overlaps_unseen(dst, src)) {
        struct tensor wide = overlap_expanded(src, ndim, shape);
        overlap_copy(dst, &wide);
        return true;
    }
    scoped_tensor from = {0};
    if (!tensor_separate(cx, &from, dst, src)) {
        return false;
    }
    copy_cells(cx, dst, &from);
    return true;
}
