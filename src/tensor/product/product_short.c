/* Computes matrix products of bfloat16, rounded where PyTorch 1.13 rounds on a CPU with AVX-512.
 * There are two ways, and which one is taken shows in the last digit:
 *
 * ONCE   the sum runs in float32 and is rounded at its end, a bias included;
 * EACH   every product is rounded and every sum is: c = round(c + round(a * b)), from the bias on.
 *
 * More than 4096 multiplications (of the whole batch): ONCE. Otherwise a dot product, a matrix
 * times a vector and a batch of matrices with fewer than 400 multiplications each: EACH. Otherwise,
 * matrix by matrix: ONCE where b lies column by column and a row by row in memory (x @ W.t(), what
 * Linear does), else EACH. */
#include "tensor/product/product.h"

#include "tensor/cells/elementwise.h"
#include "tensor/compute/half.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"

enum { LARGE = 16 * 16 * 16, SMALL = 400 };

/* Whether BLAS can take the matrix as it lies: row by row, column by column (its transpose). */
static bool by_rows(const struct tensor *m)
{
    int i = m->ndim - 2;
    return m->stride[i + 1] == 1 && (m->shape[i] == 1 || m->stride[i] >= m->shape[i + 1]) &&
           m->stride[i] >= 1;
}

static bool by_columns(const struct tensor *m)
{
    struct tensor t = product_swapped(m);
    return by_rows(&t) && (m->shape[m->ndim - 2] > 1 || t.stride[t.ndim - 2] >= 1);
}

/* addmm's choice: the result is computed transposed, unless it is one column. */
static bool rounds_once(const struct tensor *a, const struct tensor *b)
{
    const struct tensor b_t = product_swapped(b);
    if (product_size(b, 1) > 1) {
        return !by_rows(b) && by_columns(b) && (by_rows(a) || !by_columns(a));
    }
    /* c (M, 1): a is the transposed operand when it lies by rows, b must lie as a column. */
    bool a_transposed = !(by_columns(a) && a->stride[a->ndim - 1] >= product_size(a, 2));
    return a_transposed && b_t.stride[b_t.ndim - 1] == 1 &&
           b_t.stride[b_t.ndim - 2] >= product_size(b, 2);
}

/* EACH. a (M, K), b (K, N) and c (M, N) are contiguous float32; c holds the bias. */
static void multiply_each(const float *a, const float *b, float *c, int64_t M, int64_t N, int64_t K)
{
    for (int64_t m = 0; m < M; m++) {
        for (int64_t k = 0; k < K; k++) {
            for (int64_t n = 0; n < N; n++) {
                float product = half_round_bfloat16(a[m * K + k] * b[k * N + n]);
                c[m * N + n] = half_round_bfloat16(c[m * N + n] + product);
            }
        }
    }
}

/* t, broadcast to the batch, as contiguous float32. */
static bool widen(struct compute *cx, struct tensor *out, const struct tensor *t, int batch_ndim,
                  const int64_t *batch_shape)
{
    int64_t shape[TENSOR_MAX_DIMS];
    struct tensor wide;
    scoped_tensor whole = {0};
    for (int d = 0; d < batch_ndim; d++) {
        shape[d] = batch_shape[d];
    }
    shape[batch_ndim] = product_size(t, 2);
    shape[batch_ndim + 1] = product_size(t, 1);
    if (!view_expand(cx, &wide, t, batch_ndim + 2, shape)) {
        return false;
    }
    bool ok = tensor_copy(cx, &whole, &wide);
    tensor_release(&wide);
    if (!ok) {
        return false;
    }
    return tensor_cast(cx, out, &whole, DTYPE_FLOAT32);
}

/* The result (batch, M, N) as float32, every row the bias or 0. */
static bool start_sums(struct compute *cx, struct tensor *c, const struct tensor *bias, int ndim,
                       const int64_t *shape)
{
    return tensor_zeros(cx, c, DTYPE_FLOAT32, ndim, shape) &&
           (bias == NULL || tensor_write(cx, c, bias));
}

static bool product_each(struct compute *cx, struct tensor *out, const struct tensor *a,
                         const struct tensor *b, const struct tensor *bias, int batch_ndim)
{
    int64_t shape[TENSOR_MAX_DIMS], M = product_size(a, 2), N = product_size(b, 1);
    int64_t K = product_size(a, 1), count = tensor_count(a, 0, batch_ndim);
    for (int d = 0; d <= batch_ndim; d++) {
        shape[d] = a->shape[d];
    }
    shape[batch_ndim + 1] = N;
    scoped_tensor c = {0};
    if (!start_sums(cx, &c, bias, batch_ndim + 2, shape)) {
        return false;
    }
    for (int64_t i = 0; i < count; i++) {
        multiply_each((const float *)tensor_data(a) + i * M * K,
                      (const float *)tensor_data(b) + i * K * N,
                      (float *)tensor_data(&c) + i * M * N, M, N, K);
    }
    return tensor_cast(cx, out, &c, DTYPE_BFLOAT16);
}

static bool product_once(struct compute *cx, struct tensor *out, const struct tensor *a,
                         const struct tensor *b, const struct tensor *bias, int batch_ndim,
                         const int64_t *batch_shape)
{
    scoped_tensor wide = {0}, c = {0};
    if (!product_new(cx, &c, a, b, GEMM_FUSED, NULL, batch_ndim, batch_shape)) {
        return false;
    }
    bool ok = bias == NULL || (tensor_cast(cx, &wide, bias, DTYPE_FLOAT32) &&
                               elementwise_binary_into(cx, BINARY_ADD, &c, &wide));
    return ok && tensor_cast(cx, out, &c, DTYPE_BFLOAT16);
}

/* Of a batch, as bmm gets it: expanded and reshaped to three axes, a copy where that is needed. */
static bool batch_rounds_once(struct compute *cx, const struct tensor *a, const struct tensor *b,
                              int batch_ndim, const int64_t *batch_shape, bool *once)
{
    const struct tensor *sides[2] = {a, b};
    struct tensor three[2];
    for (int s = 0; s < 2; s++) {
        int64_t shape[TENSOR_MAX_DIMS],
            flat[3] = {1, product_size(sides[s], 2), product_size(sides[s], 1)};
        for (int d = 0; d < batch_ndim; d++) {
            shape[d] = batch_shape[d];
            flat[0] *= shape[d];
        }
        shape[batch_ndim] = flat[1];
        shape[batch_ndim + 1] = flat[2];
        scoped_tensor wide = {0};
        bool copied, ok = view_expand(cx, &wide, sides[s], batch_ndim + 2, shape) &&
                          view_reshape(cx, &three[s], &wide, 3, flat, &copied);
        if (!ok) {
            return false;
        }
    }
    *once = rounds_once(&three[0], &three[1]);
    tensor_release(&three[0]);
    tensor_release(&three[1]);
    return true;
}

bool product_short(struct compute *cx, struct tensor *out, const struct tensor *a,
                   const struct tensor *b, const struct tensor *bias, int batch_ndim,
                   const int64_t *batch_shape)
{
    double each =
        (double)product_size(a, 2) * (double)product_size(a, 1) * (double)product_size(b, 1);
    double all = each;
    for (int d = 0; d < batch_ndim; d++) {
        all *= (double)batch_shape[d];
    }
    bool vector = batch_ndim == 0 && b->stride[1] == 0; /* product_column */
    bool dot = vector && a->stride[0] == 0;             /* product_row */
    bool once = all > LARGE && !dot, ok = true;
    if (!once && batch_ndim == 0 && !vector) {
        once = rounds_once(a, b);
    } else if (!once && batch_ndim > 0 && each >= SMALL) {
        ok = batch_rounds_once(cx, a, b, batch_ndim, batch_shape, &once);
    }
    struct tensor wide[2] = {0};
    ok = ok && widen(cx, &wide[0], a, batch_ndim, batch_shape) &&
         widen(cx, &wide[1], b, batch_ndim, batch_shape) &&
         (once ? product_once(cx, out, &wide[0], &wide[1], bias, batch_ndim, batch_shape)
               : product_each(cx, out, &wide[0], &wide[1], bias, batch_ndim));
    tensor_release(&wide[0]);
    tensor_release(&wide[1]);
    return ok;
}
