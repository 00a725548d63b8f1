/* Computes einsum and tensordot. */
#ifndef QKV_TENSOR_PRODUCT_EINSUM_H
#define QKV_TENSOR_PRODUCT_EINSUM_H

#include "tensor/shape/tensor.h"

/* Equation as torch.einsum: spaces, "...", repeated letters (diagonals), implicit output. Operands
 * are contracted from left to right. Errors name the operand and the subscript as PyTorch does. */
bool matmul_einsum(struct compute *cx, struct tensor *out, const char *equation, int count,
                   const struct tensor *const *operands);
bool matmul_einsum_numpy(struct compute *cx, struct tensor *out, const char *equation, int count,
                         const struct tensor *const *operands);
bool matmul_tensordot(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b, int count, const int64_t *dims_a,
                      const int64_t *dims_b);

#endif
