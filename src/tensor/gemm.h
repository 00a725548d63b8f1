/* Batched matrix products over strided memory: c[i] (M, N) = a[i] (M, K) @ b[i] (K, N) + bias (N).
 * What matmul.c and einsum.c are built on. Knows no tensors.
 *
 * Each cell starts at 0 and adds a*b for k = 0, 1, ... in its own type, as `sum` says, a long
 * float32 sum in panels (gemm_panel); integers wrap. */
#ifndef QKV_TENSOR_GEMM_H
#define QKV_TENSOR_GEMM_H

#include "tensor/tensor.h"

/* How a cell of float32 or float64 takes in its next product. */
enum gemm_sum {
    GEMM_FUSED,  /* sum = fma(a, b, sum): rounded once */
    GEMM_APART,  /* sum = sum + a * b: the product is rounded, then the sum */
    GEMM_DOUBLE, /* float32: the product is rounded, added up in float64; rounded at the end */
};

/* A fused float32 sum of more than GEMM_PANEL products may be taken in panels, as BLAS does: each
 * is summed in order from 0, and its sum is added to that of those before it. OpenBLAS on
 * processors with AVX-512 does so for large matrices, and for middling ones when only b is turned
 * (kept as its transpose, like the weight of F.linear); small ones have a kernel of their own. */
enum { GEMM_PANEL = 320 };
static inline bool gemm_takes_panels(double M, double N, double K, bool a_turned, bool b_turned)
{
    bool middling = b_turned && !a_turned && M * N > 1200;
    return K > GEMM_PANEL && (M * N * K > 1e6 || middling);
}
/* The length of the next panel when `left` products are still to come. */
static inline int64_t gemm_panel(int64_t left)
{
    return left >= 2 * GEMM_PANEL ? GEMM_PANEL : left > GEMM_PANEL ? (left + 1) / 2 : left;
}

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
