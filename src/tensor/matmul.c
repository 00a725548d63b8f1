/* torch.matmul and its relatives: which shapes multiply, what the result's shape is, and PyTorch's
 * own words when they do not. The numbers come from gemm.c; nothing is copied first: transposed and
 * broadcast operands are read through their strides.
 * Rules: ATen/native/LinearAlgebra.cpp (matmul, should_fold), Linear.cpp. */
#include "tensor/matmul.h"

#include "base/buf.h"
#include "tensor/elementwise.h"
#include "tensor/gemm.h"
#include "tensor/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Operands as views that borrow: a shape, strides and offset over a storage that the caller holds.
 * They are never released. */

static int64_t last_size(const struct tensor *t, int from_end)
{
    return t->shape[t->ndim - from_end];
}

/* A vector as a matrix of one row or one column. */
static struct tensor as_row(const struct tensor *v)
{
    struct tensor t = *v;
    t.ndim = 2;
    t.shape[0] = 1;
    t.stride[0] = 0;
    t.shape[1] = v->shape[0];
    t.stride[1] = v->stride[0];
    return t;
}

static struct tensor as_column(const struct tensor *v)
{
    struct tensor t = *v;
    t.ndim = 2;
    t.shape[1] = 1;
    t.stride[1] = 0;
    return t;
}

static struct tensor swapped(const struct tensor *m)
{
    struct tensor t = *m;
    int i = t.ndim - 1;
    t.shape[i] = m->shape[i - 1];
    t.stride[i] = m->stride[i - 1];
    t.shape[i - 1] = m->shape[i];
    t.stride[i - 1] = m->stride[i];
    return t;
}

/* Rewrites a fresh contiguous tensor's shape by dropping one axis of size 1. */
static void drop_axis(struct tensor *t, int axis)
{
    for (int d = axis; d + 1 < t->ndim; d++) {
        t->shape[d] = t->shape[d + 1];
        t->stride[d] = t->stride[d + 1];
    }
    t->ndim--;
}

/* All axes but the last joined into one, where the strides allow it. */
static bool fold_rows(struct tensor *t)
{
    int64_t rows = 1, stride = 0;
    for (int d = t->ndim - 2; d >= 0; d--) {
        if (t->shape[d] == 1)
            continue;
        if (rows != 1 && t->stride[d] != rows * stride)
            return false;
        if (rows == 1)
            stride = t->stride[d];
        rows *= t->shape[d];
    }
    t->shape[1] = last_size(t, 1);
    t->stride[1] = t->stride[t->ndim - 1];
    t->shape[0] = rows;
    t->stride[0] = stride;
    t->ndim = 2;
    return true;
}

static int64_t product_of_sizes(const struct tensor *t, int from, int to)
{
    int64_t product = 1;
    for (int d = from; d < to; d++)
        product *= t->shape[d];
    return product;
}

/* ---- dtypes ---- */

static bool same_dtype(struct compute *cx, const struct tensor *a, const struct tensor *b,
                       const char *kernel)
{
    if (a->dtype == DTYPE_BOOL)
        return error_set(cx->err, ERROR_RUNTIME, "\"%s\" not implemented for 'Bool'", kernel);
    if (a->dtype != b->dtype)
        return error_set(cx->err, ERROR_RUNTIME, "expected scalar type %s but found %s",
                         dtype_legacy_name(a->dtype), dtype_legacy_name(b->dtype));
    return true;
}

/* ---- the product itself: both operands have at least two axes, their shapes fit ---- */

/* Where each matrix of the broadcast batch begins, relative to the tensor's first cell. */
static void batch_offsets(const struct tensor *t, int ndim, const int64_t *shape, int64_t count,
                          int64_t *offsets)
{
    int64_t at[TENSOR_MAX_DIMS] = {0};
    int64_t stride[TENSOR_MAX_DIMS] = {0};
    for (int d = ndim - 1, own = t->ndim - 3; d >= 0 && own >= 0; d--, own--)
        stride[d] = t->shape[own] == 1 ? 0 : t->stride[own];
    int64_t offset = 0;
    for (int64_t i = 0; i < count; i++) {
        offsets[i] = offset;
        for (int d = ndim - 1; d >= 0; d--) {
            offset += stride[d];
            if (++at[d] < shape[d])
                break;
            offset -= stride[d] * shape[d];
            at[d] = 0;
        }
    }
}

/* bias: NULL or a 1-D or 0-d tensor that broadcasts over a row. */
static bool multiply(struct compute *cx, struct tensor *out, const struct tensor *a,
                     const struct tensor *b, const struct tensor *bias, int batch_ndim,
                     const int64_t *batch_shape)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int64_t count = 1;
    for (int d = 0; d < batch_ndim; d++) {
        shape[d] = batch_shape[d];
        count *= shape[d];
    }
    shape[batch_ndim] = last_size(a, 2);
    shape[batch_ndim + 1] = last_size(b, 1);
    struct tensor result;
    if (!tensor_new(cx, &result, a->dtype, batch_ndim + 2, shape))
        return false;
    struct gemm g = {
        .dtype = a->dtype,
        .batch = count,
        .M = last_size(a, 2),
        .N = last_size(b, 1),
        .K = last_size(a, 1),
        .a = tensor_data(a),
        .b = tensor_data(b),
        .a_row = a->stride[a->ndim - 2],
        .a_column = a->stride[a->ndim - 1],
        .b_row = b->stride[b->ndim - 2],
        .b_column = b->stride[b->ndim - 1],
        .bias = bias ? tensor_data(bias) : NULL,
        .bias_stride = bias && bias->ndim > 0 && bias->shape[0] > 1 ? bias->stride[0] : 0,
        .c = tensor_data(&result),
    };
    int64_t *offsets = NULL;
    bool done = true;
    if (count > 1) {
        offsets = malloc(2 * (size_t)count * sizeof *offsets);
        if (!offsets)
            done = error_set(cx->err, ERROR_MEMORY, "no memory to multiply %" PRId64 " matrices",
                             count);
    }
    if (done && count > 1) {
        batch_offsets(a, batch_ndim, shape, count, offsets);
        g.a_offset = offsets;
        if (b->ndim > 2) {
            batch_offsets(b, batch_ndim, shape, count, offsets + count);
            g.b_offset = offsets + count;
        }
    }
    done = done && gemm_run(cx, &g);
    free(offsets);
    if (!done) {
        tensor_release(&result);
        return false;
    }
    *out = result;
    return true;
}

/* a (..., K) @ b (K, N): with a's leading axes joined when its strides allow. */
static bool multiply_rows(struct compute *cx, struct tensor *out, const struct tensor *a,
                          const struct tensor *b, const struct tensor *bias)
{
    struct tensor rows = *a;
    if (!fold_rows(&rows))
        return multiply(cx, out, a, b, bias, a->ndim - 2, a->shape);
    if (!multiply(cx, out, &rows, b, bias, 0, NULL))
        return false;
    out->ndim = a->ndim;
    int64_t stride = last_size(b, 1);
    out->shape[a->ndim - 1] = stride;
    out->stride[a->ndim - 1] = 1;
    for (int d = a->ndim - 2; d >= 0; d--) {
        out->shape[d] = a->shape[d];
        out->stride[d] = stride;
        stride *= a->shape[d] > 1 ? a->shape[d] : 1;
    }
    return true;
}

/* ---- what is refused ---- */

static bool check_mm(struct compute *cx, int64_t M, int64_t K, const struct tensor *b)
{
    if (K == b->shape[0])
        return true;
    return error_set(cx->err, ERROR_RUNTIME,
                     "mat1 and mat2 shapes cannot be multiplied (%" PRId64 "x%" PRId64
                     " and %" PRId64 "x%" PRId64 ")",
                     M, K, b->shape[0], b->shape[1]);
}

static bool check_mv(struct compute *cx, int64_t M, int64_t K, const struct tensor *v)
{
    if (K == v->shape[0])
        return true;
    return error_set(cx->err, ERROR_RUNTIME,
                     "size mismatch, got %" PRId64 ", %" PRId64 "x%" PRId64 ",%" PRId64, M, M, K,
                     v->shape[0]);
}

static bool check_bmm(struct compute *cx, int64_t batch, int64_t K, int64_t b_batch, int64_t b_rows)
{
    if (batch == b_batch && K == b_rows)
        return true;
    return error_set(cx->err, ERROR_RUNTIME,
                     "Expected size for first two dimensions of batch2 tensor to be: [%" PRId64
                     ", %" PRId64 "] but got: [%" PRId64 ", %" PRId64 "].",
                     batch, K, b_batch, b_rows);
}

/* ---- two dimensions and fewer ---- */

bool matmul_mm(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *b)
{
    if (a->ndim != 2)
        return error_set(cx->err, ERROR_RUNTIME, "self must be a matrix");
    if (b->ndim != 2)
        return error_set(cx->err, ERROR_RUNTIME, "mat2 must be a matrix");
    return check_mm(cx, a->shape[0], a->shape[1], b) && same_dtype(cx, a, b, "addmm_impl_cpu_") &&
           multiply(cx, out, a, b, NULL, 0, NULL);
}

bool matmul_mv(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *v)
{
    if (a->ndim != 2 || v->ndim != 1)
        return error_set(cx->err, ERROR_RUNTIME, "vector + matrix @ vector expected, got 1, %d, %d",
                         a->ndim, v->ndim);
    struct tensor column = as_column(v);
    if (!check_mv(cx, a->shape[0], a->shape[1], v) || !same_dtype(cx, a, v, "addmv_impl_cpu") ||
        !multiply(cx, out, a, &column, NULL, 0, NULL))
        return false;
    drop_axis(out, 1);
    return true;
}

bool matmul_dot(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b)
{
    if (a->ndim != 1 || b->ndim != 1)
        return error_set(cx->err, ERROR_RUNTIME, "1D tensors expected, but got %dD and %dD tensors",
                         a->ndim, b->ndim);
    if (a->dtype != b->dtype)
        return error_set(cx->err, ERROR_RUNTIME,
                         "dot : expected both vectors to have same dtype, but found %s and %s",
                         dtype_legacy_name(a->dtype), dtype_legacy_name(b->dtype));
    if (a->shape[0] != b->shape[0])
        return error_set(cx->err, ERROR_RUNTIME,
                         "inconsistent tensor size, expected tensor [%" PRId64 "] and src [%" PRId64
                         "] to have the same number of elements, but got %" PRId64 " and %" PRId64
                         " elements respectively",
                         a->shape[0], b->shape[0], a->shape[0], b->shape[0]);
    struct tensor row = as_row(a), column = as_column(b);
    if (!same_dtype(cx, a, b, "dot") || !multiply(cx, out, &row, &column, NULL, 0, NULL))
        return false;
    out->ndim = 0;
    return true;
}

bool matmul_outer(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b)
{
    if (a->ndim != 1)
        return error_set(cx->err, ERROR_RUNTIME, "outer: Expected 1-D argument self, but got %d-D",
                         a->ndim);
    if (b->ndim != 1)
        return error_set(cx->err, ERROR_RUNTIME, "outer: Expected 1-D argument vec2, but got %d-D",
                         b->ndim);
    struct tensor column = as_column(a);
    return elementwise_binary(cx, BINARY_MUL, out, &column, b);
}

/* ---- three dimensions and more ---- */

bool matmul_bmm(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b)
{
    if (a->ndim != 3)
        return error_set(cx->err, ERROR_RUNTIME, "batch1 must be a 3D tensor");
    if (b->ndim != 3)
        return error_set(cx->err, ERROR_RUNTIME, "batch2 must be a 3D tensor");
    return check_bmm(cx, a->shape[0], a->shape[2], b->shape[0], b->shape[1]) &&
           same_dtype(cx, a, b, "bmm") && multiply(cx, out, a, b, NULL, 1, a->shape);
}

/* Whether matmul joins t's leading axes into rows of one matrix, rather than making a batch:
 * always, but for a batch of transposed matrices. Only the words of a refusal depend on it. */
static bool folds(const struct tensor *t, int other_ndim)
{
    bool transposed = t->ndim == 3 && other_ndim == 2 && t->stride[2] != 1 &&
                      t->stride[0] == t->shape[1] * t->shape[2];
    return t->ndim >= 3 && other_ndim <= 2 && !transposed;
}

static bool batched(struct compute *cx, struct tensor *out, const struct tensor *a,
                    const struct tensor *b)
{
    struct tensor a_batch = *a, b_batch = *b;
    a_batch.ndim = a->ndim - 2;
    b_batch.ndim = b->ndim - 2;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!tensor_broadcast(cx, &a_batch, &b_batch, &ndim, shape))
        return false;
    int64_t count = 1;
    for (int d = 0; d < ndim; d++)
        count *= shape[d];
    return check_bmm(cx, count, last_size(a, 1), count, last_size(b, 2)) &&
           same_dtype(cx, a, b, "bmm") && multiply(cx, out, a, b, NULL, ndim, shape);
}

/* a (..., M, K) @ b (K, N) or (K). */
static bool many_rows(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b)
{
    int64_t rows = product_of_sizes(a, 0, a->ndim - 1);
    if (b->ndim == 2)
        return check_mm(cx, rows, last_size(a, 1), b) && same_dtype(cx, a, b, "addmm_impl_cpu_") &&
               multiply_rows(cx, out, a, b, NULL);
    struct tensor column = as_column(b);
    if (!check_mv(cx, rows, last_size(a, 1), b) || !same_dtype(cx, a, b, "addmv_impl_cpu") ||
        !multiply_rows(cx, out, a, &column, NULL))
        return false;
    drop_axis(out, out->ndim - 1);
    return true;
}

/* a (M, K) or (K) @ b (..., K, N). PyTorch folds b's transpose, and complains about that. */
static bool many_columns(struct compute *cx, struct tensor *out, const struct tensor *a,
                         const struct tensor *b)
{
    int64_t K = last_size(b, 2);
    int64_t rows = product_of_sizes(b, 0, b->ndim - 2) * last_size(b, 1);
    if (a->ndim == 2) {
        struct tensor a_transposed = swapped(a);
        return check_mm(cx, rows, K, &a_transposed) && same_dtype(cx, b, a, "addmm_impl_cpu_") &&
               multiply(cx, out, a, b, NULL, b->ndim - 2, b->shape);
    }
    struct tensor row = as_row(a);
    if (!check_mv(cx, rows, K, a) || !same_dtype(cx, b, a, "addmv_impl_cpu") ||
        !multiply(cx, out, &row, b, NULL, b->ndim - 2, b->shape))
        return false;
    drop_axis(out, out->ndim - 2);
    return true;
}

bool matmul_matmul(struct compute *cx, struct tensor *out, const struct tensor *a,
                   const struct tensor *b)
{
    if (a->ndim == 0 || b->ndim == 0)
        return error_set(
            cx->err, ERROR_RUNTIME,
            "both arguments to matmul need to be at least 1D, but they are %dD and %dD", a->ndim,
            b->ndim);
    if (a->ndim == 1 && b->ndim == 1)
        return matmul_dot(cx, out, a, b);
    if (a->ndim == 2 && b->ndim == 1)
        return matmul_mv(cx, out, a, b);
    if (a->ndim == 2 && b->ndim == 2)
        return matmul_mm(cx, out, a, b);
    if (a->ndim == 1 && b->ndim == 2) {
        struct tensor row = as_row(a);
        if (!matmul_mm(cx, out, &row, b))
            return false;
        drop_axis(out, 0);
        return true;
    }
    if (folds(a, b->ndim))
        return many_rows(cx, out, a, b);
    if (folds(b, a->ndim))
        return many_columns(cx, out, a, b);
    return batched(cx, out, a, b);
}

/* ---- sums with something else ---- */

/* out = beta * c + alpha * product; c broadcasts to the product. A beta of 0 ignores c, even NaN.
 */
static bool scale_and_add(struct compute *cx, struct tensor *out, const struct tensor *c,
                          struct tensor *product, double beta, double alpha)
{
    struct tensor factor = {0}, left = {0}, right = {0};
    bool ok = true;
    if (alpha != 1.0) {
        ok = tensor_from_double(cx, &factor, product->dtype, alpha, true) &&
             elementwise_binary(cx, BINARY_MUL, &right, product, &factor);
        tensor_release(&factor);
    } else {
        right = tensor_ref(product);
    }
    tensor_release(product);
    if (ok && beta == 0.0) {
        *out = right;
        return true;
    }
    if (ok && beta != 1.0) {
        factor = (struct tensor){0};
        ok = tensor_from_double(cx, &factor, c->dtype, beta, true) &&
             elementwise_binary(cx, BINARY_MUL, &left, c, &factor);
        tensor_release(&factor);
    } else if (ok) {
        left = tensor_ref(c);
    }
    ok = ok && elementwise_binary(cx, BINARY_ADD, out, &right, &left);
    tensor_release(&left);
    tensor_release(&right);
    return ok;
}

/* Integers take the whole part of alpha and beta. */
static double factor_for(enum dtype dtype, double factor)
{
    return dtype_is_float(dtype) ? factor : (double)(int64_t)factor;
}

/* Whether c broadcasts to `shape`; the refusal is expand's. */
static bool check_expand(struct compute *cx, const struct tensor *c, int ndim, const int64_t *shape)
{
    struct tensor expanded;
    if (!view_expand(cx, &expanded, c, ndim, shape))
        return false;
    tensor_release(&expanded);
    return true;
}

static bool check_addmm(struct compute *cx, const struct tensor *c, const struct tensor *a,
                        const struct tensor *b)
{
    if (a->ndim != 2)
        return error_set(cx->err, ERROR_RUNTIME, "mat1 must be a matrix, got %d-D tensor", a->ndim);
    if (b->ndim != 2)
        return error_set(cx->err, ERROR_RUNTIME, "mat2 must be a matrix, got %d-D tensor", b->ndim);
    if (c->dtype != b->dtype)
        return error_set(cx->err, ERROR_RUNTIME, "self and mat2 must have the same dtype");
    if (a->dtype != b->dtype)
        return error_set(cx->err, ERROR_RUNTIME, "mat1 and mat2 must have the same dtype");
    int64_t shape[] = {a->shape[0], b->shape[1]};
    return check_mm(cx, a->shape[0], a->shape[1], b) && check_expand(cx, c, 2, shape) &&
           same_dtype(cx, a, b, "addmm_impl_cpu_");
}

bool matmul_addmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                  const struct tensor *a, const struct tensor *b, double beta, double alpha)
{
    if (!check_addmm(cx, c, a, b))
        return false;
    beta = factor_for(a->dtype, beta);
    alpha = factor_for(a->dtype, alpha);
    if (alpha == 1.0 && beta == 1.0 && c->ndim <= 1)
        return multiply(cx, out, a, b, c, 0, NULL);
    struct tensor product;
    return multiply(cx, &product, a, b, NULL, 0, NULL) &&
           scale_and_add(cx, out, c, &product, beta, alpha);
}

bool matmul_baddbmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                    const struct tensor *a, const struct tensor *b, double beta, double alpha)
{
    if (a->ndim != 3)
        return error_set(cx->err, ERROR_RUNTIME, "batch1 must be a 3D tensor");
    if (b->ndim != 3)
        return error_set(cx->err, ERROR_RUNTIME, "batch2 must be a 3D tensor");
    int64_t shape[] = {a->shape[0], a->shape[1], b->shape[2]};
    struct tensor product;
    if (!check_expand(cx, c, 3, shape) || !same_dtype(cx, c, a, "baddbmm") ||
        !matmul_bmm(cx, &product, a, b))
        return false;
    return scale_and_add(cx, out, c, &product, factor_for(a->dtype, beta),
                         factor_for(a->dtype, alpha));
}

/* in (..., K) as one matrix of rows, the bias added where each row is finished. */
static bool linear_rows(struct compute *cx, struct tensor *out, const struct tensor *in,
                        const struct tensor *transposed, const struct tensor *bias)
{
    int64_t rows = product_of_sizes(in, 0, in->ndim - 1);
    return check_mm(cx, rows, last_size(in, 1), transposed) &&
           multiply_rows(cx, out, in, transposed, bias);
}

/* PyTorch sends two-dimensional and contiguous three-dimensional input through addmm, whose rules
 * for dtypes and for the bias differ from matmul's. */
static bool check_linear_addmm(struct compute *cx, const struct tensor *in,
                               const struct tensor *transposed, const struct tensor *bias)
{
    if (bias->dtype != transposed->dtype)
        return error_set(cx->err, ERROR_RUNTIME, "self and mat2 must have the same dtype");
    if (in->dtype != transposed->dtype)
        return error_set(cx->err, ERROR_RUNTIME, "mat1 and mat2 must have the same dtype");
    int64_t rows = product_of_sizes(in, 0, in->ndim - 1);
    int64_t shape[] = {rows, transposed->shape[1]};
    return check_mm(cx, rows, last_size(in, 1), transposed) && check_expand(cx, bias, 2, shape) &&
           same_dtype(cx, in, transposed, "addmm_impl_cpu_");
}

bool matmul_linear(struct compute *cx, struct tensor *out, const struct tensor *in,
                   const struct tensor *weight, const struct tensor *bias)
{
    if (weight->ndim > 2)
        return error_set(cx->err, ERROR_RUNTIME,
                         "t() expects a tensor with <= 2 dimensions, but self is %dD",
                         weight->ndim);
    struct tensor transposed = weight->ndim == 2 ? swapped(weight) : *weight;
    if (!bias)
        return matmul_matmul(cx, out, in, &transposed);
    if (in->ndim == 2 && (weight->ndim != 2 || bias->ndim > 1))
        return matmul_addmm(cx, out, bias, in, &transposed, 1.0, 1.0);
    bool addmm = in->ndim == 2 || (in->ndim == 3 && tensor_is_contiguous(in));
    if (addmm && weight->ndim == 2 && !check_linear_addmm(cx, in, &transposed, bias))
        return false;
    bool fits = bias->ndim == 0 ||
                (bias->ndim == 1 && (bias->shape[0] == 1 || bias->shape[0] == weight->shape[0]));
    if (in->ndim >= 2 && weight->ndim == 2 && fits && in->dtype == weight->dtype &&
        in->dtype == bias->dtype && in->dtype != DTYPE_BOOL)
        return linear_rows(cx, out, in, &transposed, bias);
    struct tensor product;
    if (!matmul_matmul(cx, &product, in, &transposed))
        return false;
    bool ok = elementwise_binary_into(cx, BINARY_ADD, &product, bias);
    if (ok)
        *out = product;
    else
        tensor_release(&product);
    return ok;
}

void matmul_kernel_f32(struct compute *cx, int64_t M, int64_t N, int64_t K, const float *a,
                       int64_t a_row, int64_t a_column, const float *b, int64_t b_row,
                       int64_t b_column, float *c)
{
    struct gemm g = {.dtype = DTYPE_FLOAT32,
                     .batch = 1,
                     .M = M,
                     .N = N,
                     .K = K,
                     .a = a,
                     .b = b,
                     .a_row = a_row,
                     .a_column = a_column,
                     .b_row = b_row,
                     .b_column = b_column,
                     .c = c};
    gemm_run(cx, &g);
}
