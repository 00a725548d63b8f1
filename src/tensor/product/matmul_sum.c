/* How each kind of product adds up: the rules of PyTorch 1.13 and NumPy 1.24 with OpenBLAS,
 * measured bit by bit. The kernels are told by the callers in matmul.c, matmul_linear.c and
 * einsum.c. */
#include "tensor/product/matmul_sum.h"

#include "tensor/product/matmul.h"

#include "tensor/product/product.h"

#include <math.h>
#include <string.h>

enum gemm_sum matmul_sum_of_batch(enum dtype dtype, int64_t M, int64_t N, int64_t K)
{
    /* In double: the product of the sizes may leave int64 when a view repeats cells. */
    bool small = (double)M * (double)N * (double)K < 400.0;
    return small && matmul_can_fuse(dtype) ? GEMM_APART : GEMM_FUSED;
}

enum gemm_sum matmul_sum_of_dot(enum dtype dtype)
{
    return dtype == DTYPE_FLOAT32 ? GEMM_DOUBLE : GEMM_FUSED;
}

bool matmul_folds(const struct tensor *t, int other_ndim)
{
    bool transposed = t->ndim == 3 && other_ndim == 2 && t->stride[2] != 1 &&
                      t->stride[0] == t->shape[1] * t->shape[2];
    return t->ndim >= 3 && other_ndim <= 2 && !transposed;
}

enum gemm_sum matmul_sum_of(const struct tensor *a, const struct tensor *b)
{
    if (a->ndim == 1 && b->ndim == 1) {
        return matmul_sum_of_dot(a->dtype);
    }
    if (a->ndim <= 2 && b->ndim <= 2) {
        return GEMM_FUSED;
    }
    if (matmul_folds(a, b->ndim) || matmul_folds(b, a->ndim)) {
        return GEMM_FUSED;
    }
    return matmul_sum_of_batch(a->dtype, product_size(a, 2), product_size(b, 1),
                               product_size(a, 1));
}

static bool is(const char *operation, const char *name)
{
    return strcmp(operation, name) == 0;
}

enum gemm_sum matmul_sum_named(const char *operation, bool numpy, const struct tensor *a,
                               const struct tensor *b)
{
    bool vectors = a->ndim == 1 && b->ndim == 1;
    if (numpy && is(operation, "einsum")) {
        return GEMM_APART;
    }
    if (is(operation, "vdot") ||
        (vectors && (is(operation, "dot") || is(operation, "matmul") || is(operation, "linear") ||
                     (numpy && is(operation, "inner"))))) {
        return matmul_sum_of_dot(a->dtype);
    }
    if (numpy) {
        return GEMM_FUSED;
    }
    if (is(operation, "matmul")) {
        return matmul_sum_of(a, b);
    }
    if (is(operation, "linear") && b->ndim == 2 && a->ndim == 3 && !tensor_is_contiguous(a)) {
        struct tensor transposed = product_swapped(b);
        return matmul_sum_of(a, &transposed);
    }
    if (a->ndim == 3 && b->ndim == 3 && (is(operation, "bmm") || is(operation, "baddbmm"))) {
        return matmul_sum_of_batch(a->dtype, a->shape[1], b->shape[2], a->shape[2]);
    }
    return GEMM_FUSED;
}

/* Whether PyTorch hands a matrix over as a transposed one; what is neither, it copies first. */
static bool is_transposed(const struct tensor *m)
{
    int64_t rows = product_size(m, 2), columns = product_size(m, 1);
    int64_t row = m->stride[m->ndim - 2], column = m->stride[m->ndim - 1];
    bool plain = column == 1 && row >= (columns > 1 ? columns : 1);
    return !plain && row == 1 && column >= (rows > 1 ? rows : 1);
}

struct gemm_form matmul_form_named(const char *operation, const struct tensor *a,
                                   const struct tensor *b)
{
    int a_axes = a->ndim, b_axes = b->ndim;
    struct gemm_form f = {1, 1, 0, false, false};
    if (a_axes == 0 || b_axes == 0 || a->shape[a_axes - 1] == 0) {
        return f;
    }
    f.K = a->shape[a_axes - 1];
    f.a_turned = a->stride[a_axes - 1] != 1;
    if (strcmp(operation, "linear") == 0) {
        f.M = tensor_numel(a) / f.K;
        f.N = b_axes < 2 ? 1 : b->shape[0];
        f.b_turned = b->stride[0] != 1;
        return f;
    }
    f.N = b_axes < 2 ? 1 : b->shape[b_axes - 1];
    f.b_turned = b->stride[b_axes - 1] != 1;
    bool folds = a_axes >= 3 && b_axes < 3;
    f.M = a_axes < 2 ? 1 : folds ? tensor_numel(a) / f.K : a->shape[a_axes - 2];
    return f;
}

bool matmul_fuses_beta(const struct tensor *a, const struct tensor *b)
{
    int64_t M = product_size(a, 2), N = product_size(b, 1);
    bool a_turned = M > 1 && is_transposed(a), b_turned = N > 1 && is_transposed(b);
    return (double)M * (double)N * (double)product_size(a, 1) <= 1e6 && (a_turned || !b_turned);
}

double matmul_scaled(enum dtype dtype, bool fuses_beta, double alpha, double sum, double beta,
                     double c)
{
    if (dtype != DTYPE_FLOAT32) {
        return fuses_beta ? fma(beta, c, alpha * sum) : fma(alpha, sum, beta * c);
    }
    float s = (float)sum, x = (float)c;
    return (double)(fuses_beta ? fmaf((float)beta, x, (float)alpha * s)
                               : fmaf((float)alpha, s, (float)beta * x));
}
