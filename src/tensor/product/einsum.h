/* Computes einsum and tensordot. */
#pragma once

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

/* An equation as it is carried out: all operands in one common space of axes, first those of the
 * output, then the summed ones in the order of their letters. */
enum { EINSUM_OPERANDS = 16 };
struct einsum_space {
    int ndim, out_ndim;
    char letter[TENSOR_MAX_DIMS];               /* of an axis; '.' under "..." */
    int axis[EINSUM_OPERANDS][TENSOR_MAX_DIMS]; /* where the axes of each operand are */
};
bool einsum_space_of(struct compute *cx, const char *equation, int count,
                     const struct tensor *const *operands, struct einsum_space *out);
/* x in a space of ndim axes; those that it lacks have size 1. Repeated axes give a diagonal. It
 * borrows. */
struct tensor einsum_seen(int ndim, const int *axis, const struct tensor *x);
