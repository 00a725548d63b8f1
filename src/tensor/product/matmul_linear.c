/* Computes products with something added: addmm, baddbmm and linear. PyTorch checks them apart from
 * matmul, in other words; rules: ATen/native/LinearAlgebra.cpp, Linear.cpp. */
#include "tensor/product/matmul_linear.h"

#include "tensor/product/matmul.h"

#include "tensor/cells/elementwise.h"
#include "tensor/product/matmul_sum.h"
#include "tensor/product/product.h"
#include "tensor/shape/view.h"

#include <math.h>
#include <string.h>

/* out = beta * c + alpha * product, each rounded; c broadcasts to the product, which is given up.
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

/* c as it broadcasts to the product's shape, in contiguous memory of its own. */
static bool spread(struct compute *cx, struct tensor *out, const struct tensor *c, int ndim,
                   const int64_t *shape)
{
    scoped_tensor expanded = {0};
    return view_expand(cx, &expanded, c, ndim, shape) && tensor_copy(cx, out, &expanded);
}

/* out = beta * out + alpha * product of floats, with a fused multiply-add. */
static void fuse_onto(struct tensor *out, const struct tensor *product, const struct gemm_form *f,
                      double beta, double alpha)
{
    int64_t n = tensor_numel(product), each = f->M * f->N;
    enum dtype dtype = product->dtype;
    float *x = tensor_data(out);
    const float *sum = tensor_data(product);
    double *wide_x = tensor_data(out);
    const double *wide_sum = tensor_data(product);
    for (int64_t i = 0; i < n; i++) {
        enum gemm_deal deal = gemm_deal_of(f, i % each / f->N, i % f->N);
        bool fuses_beta = matmul_fuses_beta(dtype, f, deal);
        if (dtype == DTYPE_FLOAT32) {
            x[i] =
                (float)matmul_scaled(dtype, fuses_beta, alpha, (double)sum[i], beta, (double)x[i]);
        } else {
            wide_x[i] = matmul_scaled(dtype, fuses_beta, alpha, wide_sum[i], beta, wide_x[i]);
        }
    }
}

/* out = beta * out + alpha * (a b), panel by panel. */
static bool panels_onto(struct compute *cx, struct tensor *out, const struct tensor *a,
                        const struct tensor *b, double beta, double alpha)
{
    struct tensor left = *a, right = *b; /* views that borrow */
    int64_t K = product_size(a, 1), n = tensor_numel(out);
    bool wide = a->dtype == DTYPE_FLOAT64;
    float *x = tensor_data(out);
    double *wide_x = tensor_data(out);
    for (int64_t i = 0; i < n; i++) {
        if (wide) {
            wide_x[i] = beta == 0.0 ? 0.0 : beta * wide_x[i];
        } else {
            x[i] = beta == 0.0 ? 0.0f : (float)beta * x[i];
        }
    }
    for (int64_t k = 0, depth; k < K; k += depth) {
        scoped_tensor product = {0};
        depth = gemm_panel_of(wide, K - k);
        left.shape[a->ndim - 1] = right.shape[b->ndim - 2] = depth;
        left.offset = a->offset + k * a->stride[a->ndim - 1];
        right.offset = b->offset + k * b->stride[b->ndim - 2];
        if (!product_new(cx, &product, &left, &right, GEMM_IN_ORDER, NULL, a->ndim - 2, a->shape)) {
            return false;
        }
        const float *sum = tensor_data(&product);
        const double *wide_sum = tensor_data(&product);
        for (int64_t i = 0; i < n; i++) {
            if (wide) {
                wide_x[i] = fma(alpha, wide_sum[i], wide_x[i]);
            } else {
                x[i] = fmaf((float)alpha, sum[i], x[i]);
            }
        }
    }
    return true;
}

/* out = beta * c + alpha * (a b), a and b of two axes or batches of such; c broadcasts. A beta of 0
 * ignores c, even NaN. */
static bool add_product(struct compute *cx, struct tensor *out, const struct tensor *c,
                        const struct tensor *a, const struct tensor *b, double beta, double alpha)
{
    const struct gemm_form f = matmul_form(a, b);
    struct tensor result;
    scoped_tensor product = {0};
    int64_t shape[TENSOR_MAX_DIMS];
    memcpy(shape, a->shape, sizeof shape);
    shape[a->ndim - 1] = product_size(b, 1);
    if ((a->dtype == DTYPE_FLOAT32 || f.wide) && gemm_takes_panels(&f)) {
        if (!spread(cx, &result, c, a->ndim, shape)) {
            return false;
        }
        bool ok = panels_onto(cx, &result, a, b, beta, alpha);
        *out = result;
        if (!ok) {
            tensor_release(out);
        }
        return ok;
    }
    if (!product_new(cx, &product, a, b, GEMM_FUSED, NULL, a->ndim - 2, a->shape)) {
        return false;
    }
    if (!matmul_can_fuse(a->dtype) || beta == 0.0 || (alpha == 1.0 && beta == 1.0)) {
        return scale_and_add(cx, out, c, &product, beta, alpha);
    }
    bool ok = spread(cx, out, c, a->ndim, shape);
    if (ok) {
        fuse_onto(out, &product, &f, beta, alpha);
    }
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
    scoped_tensor expanded = {0};
    return view_expand(cx, &expanded, c, ndim, shape);
}

static bool check_addmm(struct compute *cx, const struct tensor *c, const struct tensor *a,
                        const struct tensor *b)
{
    if (a->ndim != 2) {
        return error_set(cx->err, ERROR_RUNTIME, "mat1 must be a matrix, got %d-D tensor", a->ndim);
    }
    if (b->ndim != 2) {
        return error_set(cx->err, ERROR_RUNTIME, "mat2 must be a matrix, got %d-D tensor", b->ndim);
    }
    if (c->dtype != b->dtype) {
        return error_set(cx->err, ERROR_RUNTIME, "self and mat2 must have the same dtype");
    }
    if (a->dtype != b->dtype) {
        return error_set(cx->err, ERROR_RUNTIME, "mat1 and mat2 must have the same dtype");
    }
    int64_t shape[] = {a->shape[0], b->shape[1]};
    return product_check(cx, a->shape[0], a->shape[1], b) && check_expand(cx, c, 2, shape) &&
           product_same_dtype(cx, a, b, "addmm_impl_cpu_");
}

bool matmul_addmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                  const struct tensor *a, const struct tensor *b, double beta, double alpha)
{
    if (!check_addmm(cx, c, a, b)) {
        return false;
    }
    beta = factor_for(a->dtype, beta);
    alpha = factor_for(a->dtype, alpha);
    if (alpha == 1.0 && beta == 1.0 && (c->ndim <= 1 || c->dtype == DTYPE_BFLOAT16)) {
        return product_new(cx, out, a, b, GEMM_FUSED, c, 0, NULL);
    }
    return add_product(cx, out, c, a, b, beta, alpha);
}

/* Small matrices, in PyTorch's own loop: the sums begin at beta * c, a is multiplied by alpha. */
static bool baddbmm_apart(struct compute *cx, struct tensor *out, const struct tensor *c,
                          const struct tensor *a, const struct tensor *b, double beta, double alpha)
{
    struct tensor factor;
    scoped_tensor expanded = {0}, scaled = {0};
    int64_t shape[] = {a->shape[0], a->shape[1], b->shape[2]};
    if (!tensor_new(cx, out, a->dtype, 3, shape)) {
        return false;
    }
    bool ok = tensor_from_double(cx, &factor, a->dtype, beta, true);
    if (ok && beta == 0.0) {
        memset(tensor_data(out), 0, (size_t)tensor_numel(out) * dtype_size(out->dtype));
        tensor_release(&factor);
    } else if (ok) {
        ok = elementwise_binary(cx, BINARY_MUL, &expanded, c, &factor);
        tensor_release(&factor);
        if (ok) {
            ok = tensor_write(cx, out, &expanded);
        }
    }
    ok = ok && tensor_from_double(cx, &factor, a->dtype, alpha, true);
    if (ok) {
        ok = elementwise_binary(cx, BINARY_MUL, &scaled, a, &factor);
        tensor_release(&factor);
    }
    if (ok) {
        ok = product_onto(cx, out, &scaled, b);
    }
    if (!ok) {
        tensor_release(out);
    }
    return ok;
}

bool matmul_baddbmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                    const struct tensor *a, const struct tensor *b, double beta, double alpha)
{
    if (a->ndim != 3) {
        return error_set(cx->err, ERROR_RUNTIME, "batch1 must be a 3D tensor");
    }
    if (b->ndim != 3) {
        return error_set(cx->err, ERROR_RUNTIME, "batch2 must be a 3D tensor");
    }
    int64_t shape[] = {a->shape[0], a->shape[1], b->shape[2]};
    if (!check_expand(cx, c, 3, shape) || !product_same_dtype(cx, c, a, "baddbmm") ||
        !matmul_check_bmm(cx, a, b)) {
        return false;
    }
    beta = factor_for(a->dtype, beta);
    alpha = factor_for(a->dtype, alpha);
    if (matmul_sum_of_batch(a->dtype, shape[1], shape[2], a->shape[2]) == GEMM_APART) {
        return baddbmm_apart(cx, out, c, a, b, beta, alpha);
    }
    return add_product(cx, out, c, a, b, beta, alpha);
}

/* in (..., K) as one matrix of rows, the bias added where each row is finished. */
static bool linear_rows(struct compute *cx, struct tensor *out, const struct tensor *in,
                        const struct tensor *transposed, const struct tensor *bias)
{
    int64_t rows = tensor_count(in, 0, in->ndim - 1);
    return product_check(cx, rows, product_size(in, 1), transposed) &&
           product_rows(cx, out, in, transposed, GEMM_FUSED, bias);
}

/* PyTorch sends two-dimensional and contiguous three-dimensional input through addmm, whose rules
 * for dtypes and for the bias differ from matmul's. */
static bool check_linear_addmm(struct compute *cx, const struct tensor *in,
                               const struct tensor *transposed, const struct tensor *bias)
{
    if (bias->dtype != transposed->dtype) {
        return error_set(cx->err, ERROR_RUNTIME, "self and mat2 must have the same dtype");
    }
    if (in->dtype != transposed->dtype) {
        return error_set(cx->err, ERROR_RUNTIME, "mat1 and mat2 must have the same dtype");
    }
    int64_t rows = tensor_count(in, 0, in->ndim - 1);
    int64_t shape[] = {rows, transposed->shape[1]};
    return product_check(cx, rows, product_size(in, 1), transposed) &&
           check_expand(cx, bias, 2, shape) &&
           product_same_dtype(cx, in, transposed, "addmm_impl_cpu_");
}

bool matmul_linear(struct compute *cx, struct tensor *out, const struct tensor *in,
                   const struct tensor *weight, const struct tensor *bias)
{
    if (weight->ndim > 2) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "t() expects a tensor with <= 2 dimensions, but self is %dD",
                         weight->ndim);
    }
    struct tensor transposed = weight->ndim == 2 ? product_swapped(weight) : *weight;
    if (!bias) {
        return matmul_matmul(cx, out, in, &transposed);
    }
    if (in->ndim == 2 && (weight->ndim != 2 || bias->ndim > 1)) {
        return matmul_addmm(cx, out, bias, in, &transposed, 1.0, 1.0);
    }
    bool addmm = in->ndim == 2 || (in->ndim == 3 && tensor_is_contiguous(in));
    if (addmm && weight->ndim == 2 && !check_linear_addmm(cx, in, &transposed, bias)) {
        return false;
    }
    bool fits = bias->ndim == 0 ||
                (bias->ndim == 1 && (bias->shape[0] == 1 || bias->shape[0] == weight->shape[0]));
    if (addmm && weight->ndim == 2 && fits && in->dtype == weight->dtype &&
        in->dtype == bias->dtype && in->dtype != DTYPE_BOOL) {
        return linear_rows(cx, out, in, &transposed, bias);
    }
    struct tensor product;
    if (!matmul_matmul(cx, &product, in, &transposed)) {
        return false;
    }
    bool ok = elementwise_binary_into(cx, BINARY_ADD, &product, bias);
    if (ok) {
        *out = product;
    } else {
        tensor_release(&product);
    }
    return ok;
}
