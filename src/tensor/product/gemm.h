/* Batched matrix products over strided memory: c[i] (M, N) = a[i] (M, K) @ b[i] (K, N) + bias (N).
 * What matmul.c and einsum.c are built on. Knows no tensors.
 *
 * Each cell starts at 0 and adds a*b for k = 0, 1, ... in its own type, as `sum` says, a long
 * float32 sum in panels (gemm_panel); integers wrap. */
#ifndef QKV_TENSOR_PRODUCT_GEMM_H
#define QKV_TENSOR_PRODUCT_GEMM_H

#include "tensor/shape/tensor.h"

/* How a cell of float32 or float64 takes in its next product. */
enum gemm_sum {
    GEMM_FUSED,  /* sum = fma(a, b, sum): rounded once */
    GEMM_APART,  /* sum = sum + a * b: the product is rounded, then the sum */
    GEMM_DOUBLE, /* float32: the product is rounded, added up in float64; rounded at the end */
};

/* A fused float32 sum of many products is not always taken in one go. What OpenBLAS does on
 * processors with AVX-512 depends on the sizes of the matrices and on how they lie in memory: */
struct gemm_form {
    int64_t M, N, K;
    bool a_turned, b_turned; /* kept as the transpose, like the weight of F.linear */
};

/* Large ones, and middling ones with b turned, are summed in panels of at most GEMM_PANEL products:
 * each is summed in order from 0, and its sum is added to that of those before it (the bias comes
 * first). */
enum { GEMM_PANEL = 320 };
bool gemm_takes_panels(const struct gemm_form *f);
/* The length of the next panel when `left` products are still to come. */
static inline int64_t gemm_panel(int64_t left)
{
    return left >= 2 * GEMM_PANEL ? GEMM_PANEL : left > GEMM_PANEL ? (left + 1) / 2 : left;
}

/* Small ones with b turned, like F.linear of a few tokens, deal their products like cards to
 * GEMM_LANES fused sums, which are joined at the end: neighbours first, then pairs, then fours
 * where the cell belongs to a group of four rows or columns (gemm_in_fours), else the first half
 * with the second. */
enum { GEMM_LANES = 16 };
bool gemm_takes_lanes(const struct gemm_form *f);
bool gemm_in_fours(const struct gemm_form *f, int64_t m, int64_t n);
float gemm_join_lanes(const float lane[GEMM_LANES], bool in_fours);

struct gemm {
    enum dtype dtype; /* any but bool and the short floats */
    enum gemm_sum sum;
    bool continues; /* the sums start from what c holds, not from 0; only with GEMM_APART */
    int64_t batch, M, N, K;
    const void *a, *b; /* strides and offsets in elements */
    int64_t a_row, a_column, b_row, b_column;
    const int64_t *a_offset, *b_offset; /* one per matrix of the batch; NULL = all 0 */
    const void *bias;                   /* added to every row, or NULL */
    int64_t bias_stride;
    void *c; /* contiguous (batch, M, N), shares no memory with the rest */
};

/* Fails only when there is no memory for the packed operand. */
bool gemm_run(struct compute *cx, const struct gemm *g);

#endif
