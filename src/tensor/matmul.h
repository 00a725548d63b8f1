/* Contractions. Every output cell is the sum over k in order, in the tensor's own type, without
 * fused multiply-add: the bits of the naive triple loop, on every machine and thread count. */
#ifndef QKV_TENSOR_MATMUL_H
#define QKV_TENSOR_MATMUL_H

#include "tensor/tensor.h"

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
bool matmul_mv(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *v);
bool matmul_dot(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b);
bool matmul_outer(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b);
/* beta * c + alpha * (a @ b): addmm for 2-D, baddbmm for 3-D; c broadcasts. */
bool matmul_addmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                  const struct tensor *a, const struct tensor *b, double beta, double alpha);
bool matmul_baddbmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                    const struct tensor *a, const struct tensor *b, double beta, double alpha);
/* in (..., K) @ weight (N, K)^T + bias (N) or NULL. */
bool matmul_linear(struct compute *cx, struct tensor *out, const struct tensor *in,
                   const struct tensor *weight, const struct tensor *bias);
/* Equation as torch.einsum: spaces, "...", repeated letters (diagonals), implicit output. Operands
 * are contracted from left to right. Errors name the operand and the subscript as PyTorch does. */
bool matmul_einsum(struct compute *cx, struct tensor *out, const char *equation, int count,
                   const struct tensor *const *operands);
bool matmul_tensordot(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b, int count, const int64_t *dims_a,
                      const int64_t *dims_b);

/* The kernel itself: c (M, N) = a (M, K) @ b (K, N), given by strides in elements; c contiguous.
 * For tests and the benchmark. */
void matmul_kernel_f32(struct compute *cx, int64_t M, int64_t N, int64_t K, const float *a,
                       int64_t a_row, int64_t a_column, const float *b, int64_t b_row,
                       int64_t b_column, float *c);

#endif
