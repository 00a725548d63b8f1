/* Tells how each kind of product adds up: the rules of PyTorch 1.13 and NumPy 1.24 with OpenBLAS,
 * measured bit by bit. The kernels are told by the callers in matmul.c, matmul_linear.c and
 * einsum.c. */
#include "tensor/product/matmul_sum.h"

#include "tensor/product/matmul.h"
#include "tensor/product/matmul_numpy.h"
#include "tensor/product/matmul_vector.h"

#include "tensor/product/product.h"
#include "tensor/shape/view_shape.h"

#include <math.h>
#include <string.h>

enum gemm_sum matmul_sum_of_batch(enum dtype dtype, int64_t M, int64_t N, int64_t K)
{
    /* In double: the product of the sizes may leave int64 when a view repeats cells. */
    bool small = (double)M * (double)N * (double)K < 400.0;
    return small && matmul_can_fuse(dtype) ? GEMM_APART : GEMM_FUSED;
}

bool matmul_folds(const struct tensor *t, int other_ndim)
{
    bool transposed = t->ndim == 3 && other_ndim == 2 && t->stride[2] != 1 &&
                      t->stride[0] == t->shape[1] * t->shape[2];
    return t->ndim >= 3 && other_ndim <= 2 && !transposed;
}

enum gemm_sum matmul_sum_of(const struct tensor *a, const struct tensor *b)
{
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
    struct vector_form vector;
    if (numpy && is(operation, "einsum")) {
        return GEMM_APART;
    }
    if (matmul_vector_named(operation, numpy, a, b, &vector)) {
        return GEMM_VECTOR;
    }
    if (numpy) {
        bool dot = is(operation, "dot") && a->ndim <= 2 && b->ndim <= 2;
        return dot || is(operation, "matmul") ? matmul_numpy_sum(dot, a, b, &vector) : GEMM_FUSED;
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

struct tensor matmul_reshaped(const struct tensor *t, const struct tensor *other, bool *copied)
{
    struct tensor whole = *t, matrices = *t;
    int axes = t->ndim > other->ndim ? t->ndim : other->ndim;
    int64_t shape[3] = {1, product_size(t, 2), product_size(t, 1)}, stride[3];
    whole.ndim = axes;
    for (int back = 1; back <= axes; back++) {
        bool mine = back <= t->ndim, theirs = back > 2 && back <= other->ndim;
        int64_t size = mine ? product_size(t, back) : 1;
        bool spread = size == 1 && theirs && product_size(other, back) != 1;
        whole.shape[axes - back] = spread ? product_size(other, back) : size;
        whole.stride[axes - back] = mine && !spread ? t->stride[t->ndim - back] : 0;
        shape[0] *= back > 2 ? whole.shape[axes - back] : 1;
    }
    *copied = !view_strides(&whole, 3, shape, stride);
    matrices.stride[t->ndim - 2] = *copied ? shape[2] : stride[1];
    matrices.stride[t->ndim - 1] = *copied ? 1 : stride[2];
    return matrices;
}

struct gemm_form matmul_form(const struct tensor *a, const struct tensor *b)
{
    const int64_t *x = a->stride + a->ndim - 2, *y = b->stride + b->ndim - 2;
    return gemm_form_for(a->dtype, product_size(a, 2), product_size(b, 1), product_size(a, 1), x[0],
                         x[1], y[0], y[1]);
}

struct gemm_form matmul_form_named(const char *operation, const struct tensor *a,
                                   const struct tensor *b)
{
    const struct gemm_form none = {1, 1, 0, false, false, false};
    if (a->ndim == 0 || b->ndim == 0 || a->shape[a->ndim - 1] == 0) {
        return none;
    }
    struct tensor left = a->ndim < 2 ? product_row(a) : *a;
    struct tensor right = b->ndim < 2 ? product_column(b) : *b;
    if (is(operation, "matmul") && a->ndim > 2 && b->ndim > 2) {
        bool copied;
        left = matmul_reshaped(a, b, &copied);
        right = matmul_reshaped(b, a, &copied);
    }
    if (is(operation, "linear") && b->ndim == 2) {
        right = product_swapped(b);
    }
    if (a->ndim >= 3 && b->ndim < 3 && !product_fold(&left)) { /* it is copied */
        left.ndim = 2;
        left.shape[0] = tensor_numel(a) / product_size(a, 1);
        left.shape[1] = left.stride[0] = product_size(a, 1);
        left.stride[1] = 1;
    }
    return matmul_form(&left, &right);
}

bool matmul_fuses_beta(enum dtype dtype, const struct gemm_form *f, enum gemm_deal deal)
{
    if (dtype != DTYPE_FLOAT32 && f->a_turned && f->b_turned) {
        return (double)f->M * (double)f->N * (double)f->K <= 1e6;
    }
    return gemm_is_small(f) && deal != GEMM_HALVES;
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
