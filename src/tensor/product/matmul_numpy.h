/* Computes numpy.matmul, and numpy.dot of at most two axes. Each pair of matrices is multiplied by
 * itself: by BLAS where it can read both as they lie, one row or one column by its functions for
 * vectors, everything else by NumPy's own loop. */
#pragma once

#include "tensor/product/gemm.h"
#include "tensor/product/matmul_vector.h"

/* The shapes of torch.matmul; those given here fit. */
bool matmul_numpy(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b);
/* The same, of copies where BLAS cannot read an operand as it lies. */
bool matmul_numpy_dot(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b);
/* How "matmul" (of any axes) or "dot" (of at most two) adds up; `form` is set for GEMM_VECTOR. */
enum gemm_sum matmul_numpy_sum(bool dot, const struct tensor *a, const struct tensor *b,
                               struct vector_form *form);
