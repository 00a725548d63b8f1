/* Contracts tensors. Every output cell is the sum over k in order, in the tensor's own type: the
 * bits of a naive triple loop, on every machine and thread count. How the loop takes in a product
 * follows PyTorch, operation by operation: see matmul_sum_named. */
#pragma once

#include "tensor/product/gemm.h"

/* torch.matmul for every rank: 1-D @ 1-D dot, vectors promoted and squeezed, batches broadcast.
 * Errors: "mat1 and mat2 shapes cannot be multiplied (10x3 and 4x4)", "size mismatch, got 2,
 * 2x3,4", "inconsistent tensor size, expected tensor [3] and src [4] to have the same number of
 * elements, but got 3 and 4 elements respectively", "expected scalar type Float but found Long" and
 * friends; "Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5]."
 */
bool matmul_matmul(struct compute *cx, struct tensor *out, const struct tensor *a,
                   const struct tensor *b);
bool matmul_mm(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *b); /* 2-D only: "self must be a matrix", "mat2 must be ..." */
bool matmul_bmm(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b); /* 3-D only: "batch1 must be a 3D tensor" */
/* Whether two batches fit. */
bool matmul_check_bmm(struct compute *cx, const struct tensor *a, const struct tensor *b);
bool matmul_outer(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b);

/* ---- how a call adds up (matmul_sum.c) ----
 *
 * One product of matrices is GEMM_FUSED, whatever reaches it: mm, mv, addmm, linear, tensordot,
 * inner, matmul of at most two axes or of a batch by one matrix (its rows are joined). A batch of
 * matrices is GEMM_APART where M * N * K < 400, which PyTorch multiplies itself, and GEMM_FUSED
 * from there on: bmm, baddbmm, einsum, matmul of two batches, and of a batch of transposed matrices
 * by one matrix. Where one side has a single axis float32 is GEMM_VECTOR. NumPy's products
 * are told in matmul_numpy.c.
 *
 * Only float32 and float64 know the difference; integers wrap, product_short.c has bfloat16.
 *
 * What is added comes last, after the sum was rounded; only in baddbmm with GEMM_APART the sum
 * begins at beta * c, and alpha multiplies the first factor: sum = sum + (alpha * a) * b. */
static inline bool matmul_can_fuse(enum dtype dtype)
{
    return dtype == DTYPE_FLOAT32 || dtype == DTYPE_FLOAT64;
}

/* The kernel itself, fused: c (M, N) = a (M, K) @ b (K, N), given by strides in elements; c
 * contiguous. For tests and the benchmark. */
void matmul_kernel_f32(struct compute *cx, int64_t M, int64_t N, int64_t K, const float *a,
                       int64_t a_row, int64_t a_column, const float *b, int64_t b_row,
                       int64_t b_column, float *c);
