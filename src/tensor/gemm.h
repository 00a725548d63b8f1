/* Batched matrix products over strided memory: c[i] (M, N) = a[i] (M, K) @ b[i] (K, N) + bias (N).
 * What matmul.c and einsum.c are built on. Knows no tensors.
 *
 * Each cell starts at 0 and adds a*b for k = 0, 1, ... in its own type, as `sum` says; integers
 * wrap. */
#ifndef QKV_TENSOR_GEMM_H
#define QKV_TENSOR_GEMM_H

#include "tensor/tensor.h"

/* How a cell of float32 or float64 takes in its next product. */
enum gemm_sum {
    GEMM_FUSED,  /* sum = fma(a, b, sum): rounded once */
    GEMM_APART,  /* sum = sum + a * b: the product is rounded, then the sum */
    GEMM_DOUBLE, /* float32: the product is rounded, added up in float64; rounded at the end */
};

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
