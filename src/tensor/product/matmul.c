/* Carries out torch.matmul and its relatives: which shapes multiply, what the result's shape is,
 * and PyTorch's own words when they do not. The numbers come from gemm.c; transposed and broadcast
 * operands are read through their strides, and copied first only where PyTorch's copy shows in the
 * bits. Rules: ATen/native/LinearAlgebra.cpp (matmul, should_fold). */
#include "tensor/product/matmul.h"

#include "tensor/cells/elementwise.h"
#include "tensor/product/matmul_sum.h"
#include "tensor/product/matmul_vector.h"
#include "tensor/product/product.h"
#include "tensor/shape/view_part.h"

#include <inttypes.h>

/* ---- what is refused ---- */

static bool check_bmm(struct compute *cx, int64_t batch, int64_t K, int64_t b_batch, int64_t b_rows)
{
    if (batch == b_batch && K == b_rows) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "Expected size for first two dimensions of batch2 tensor to be: [%" PRId64
                     ", %" PRId64 "] but got: [%" PRId64 ", %" PRId64 "].",
                     batch, K, b_batch, b_rows);
}

/* ---- two dimensions and fewer ---- */

bool matmul_mm(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *b)
{
    if (a->ndim != 2) {
        return error_set(cx->err, ERROR_RUNTIME, "self must be a matrix");
    }
    if (b->ndim != 2) {
        return error_set(cx->err, ERROR_RUNTIME, "mat2 must be a matrix");
    }
    return product_check(cx, a->shape[0], a->shape[1], b) &&
           product_same_dtype(cx, a, b, "addmm_impl_cpu_") &&
           product_new(cx, out, a, b, GEMM_FUSED, NULL, 0, NULL);
}

bool matmul_outer(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b)
{
    if (a->ndim != 1) {
        return error_set(cx->err, ERROR_RUNTIME, "outer: Expected 1-D argument self, but got %d-D",
                         a->ndim);
    }
    if (b->ndim != 1) {
        return error_set(cx->err, ERROR_RUNTIME, "outer: Expected 1-D argument vec2, but got %d-D",
                         b->ndim);
    }
    struct tensor column = product_column(a);
    return elementwise_binary(cx, BINARY_MUL, out, &column, b);
}

/* ---- three dimensions and more ---- */

bool matmul_check_bmm(struct compute *cx, const struct tensor *a, const struct tensor *b)
{
    return check_bmm(cx, a->shape[0], a->shape[2], b->shape[0], b->shape[1]) &&
           product_same_dtype(cx, a, b, "bmm");
}

bool matmul_bmm(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b)
{
    if (a->ndim != 3) {
        return error_set(cx->err, ERROR_RUNTIME, "batch1 must be a 3D tensor");
    }
    if (b->ndim != 3) {
        return error_set(cx->err, ERROR_RUNTIME, "batch2 must be a 3D tensor");
    }
    return matmul_check_bmm(cx, a, b) &&
           product_new(cx, out, a, b,
                       matmul_sum_of_batch(a->dtype, a->shape[1], b->shape[2], a->shape[2]), NULL,
                       1, a->shape);
}

/* Matrices by matrices, each operand as PyTorch hands it over. Only sums of float32 show a copy. Of
 * many cells the copy is made, of few it is only told. */
static bool multiply_batch(struct compute *cx, struct tensor *out, const struct tensor *a,
                           const struct tensor *b, enum gemm_sum sum, int ndim,
                           const int64_t *shape)
{
    bool a_copied, b_copied;
    struct tensor left = matmul_reshaped(a, b, &a_copied), right = matmul_reshaped(b, a, &b_copied);
    const struct gemm_form told = matmul_form(&left, &right);
    bool few = (double)told.M * (double)told.N * (double)told.K <= (double)GEMM_FEW;
    if (a->dtype != DTYPE_FLOAT32) {
        return product_new(cx, out, a_copied ? a : &left, b_copied ? b : &right, sum, NULL, ndim,
                           shape);
    }
    if (few) {
        return product_told(cx, out, a, b, sum, &told, ndim, shape);
    }
    if (a_copied && !tensor_copy(cx, &left, a)) {
        return false;
    }
    bool ok = !b_copied || tensor_copy(cx, &right, b);
    if (ok) {
        ok = product_told(cx, out, &left, &right, sum, &told, ndim, shape);
        if (b_copied) {
            tensor_release(&right);
        }
    }
    if (a_copied) {
        tensor_release(&left);
    }
    return ok;
}

static bool batched(struct compute *cx, struct tensor *out, const struct tensor *a,
                    const struct tensor *b, enum gemm_sum sum)
{
    struct tensor a_batch = *a, b_batch = *b;
    a_batch.ndim = a->ndim - 2;
    b_batch.ndim = b->ndim - 2;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!tensor_broadcast(cx, &a_batch, &b_batch, &ndim, shape)) {
        return false;
    }
    int64_t count = 1;
    for (int d = 0; d < ndim; d++) {
        count *= shape[d];
    }
    return check_bmm(cx, count, product_size(a, 1), count, product_size(b, 2)) &&
           product_same_dtype(cx, a, b, "bmm") && multiply_batch(cx, out, a, b, sum, ndim, shape);
}

/* a (..., M, K) @ b (K, N) or (K). */
static bool many_rows(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b)
{
    int64_t rows = tensor_count(a, 0, a->ndim - 1);
    if (b->ndim == 2) {
        return product_check(cx, rows, product_size(a, 1), b) &&
               product_same_dtype(cx, a, b, "addmm_impl_cpu_") &&
               product_rows(cx, out, a, b, GEMM_FUSED, NULL);
    }
    return matmul_rows_vector(cx, out, a, b);
}

/* a (M, K) or (K) @ b (..., K, N). PyTorch folds b's transpose, and complains about that. */
static bool many_columns(struct compute *cx, struct tensor *out, const struct tensor *a,
                         const struct tensor *b)
{
    int64_t K = product_size(b, 2);
    int64_t rows = tensor_count(b, 0, b->ndim - 2) * product_size(b, 1);
    if (a->ndim == 2) {
        struct tensor a_transposed = product_swapped(a);
        return product_check(cx, rows, K, &a_transposed) &&
               product_same_dtype(cx, b, a, "addmm_impl_cpu_") &&
               product_new(cx, out, a, b, GEMM_FUSED, NULL, b->ndim - 2, b->shape);
    }
    struct tensor turned = product_swapped(b);
    return matmul_rows_vector(cx, out, &turned, a);
}

/* matmul of every rank; `sum` is for a batch of matrices by another. */
static bool multiply(struct compute *cx, struct tensor *out, const struct tensor *a,
                     const struct tensor *b, enum gemm_sum sum)
{
    if (a->ndim == 0 || b->ndim == 0) {
        return error_set(
            cx->err, ERROR_RUNTIME,
            "both arguments to matmul need to be at least 1D, but they are %dD and %dD", a->ndim,
            b->ndim);
    }
    if (a->ndim == 1 && b->ndim == 1) {
        return matmul_dot(cx, out, a, b);
    }
    if (a->ndim == 2 && b->ndim == 1) {
        return matmul_mv(cx, out, a, b);
    }
    if (a->ndim == 2 && b->ndim == 2) {
        return matmul_mm(cx, out, a, b);
    }
    if (a->ndim == 1 && b->ndim == 2) {
        struct tensor row = product_row(a);
        if (!matmul_mm(cx, out, &row, b)) {
            return false;
        }
        view_drop_axis(out, 0);
        return true;
    }
    if (matmul_folds(a, b->ndim)) {
        return many_rows(cx, out, a, b);
    }
    if (matmul_folds(b, a->ndim)) {
        return many_columns(cx, out, a, b);
    }
    return batched(cx, out, a, b, sum);
}

bool matmul_matmul(struct compute *cx, struct tensor *out, const struct tensor *a,
                   const struct tensor *b)
{
    bool batches = a->ndim >= 2 && b->ndim >= 2;
    return multiply(cx, out, a, b, batches ? matmul_sum_of(a, b) : GEMM_FUSED);
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
