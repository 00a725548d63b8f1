/* Computes products with a vector: torch.mv, addmv and dot, and matmul where one side has a single
 * axis. In float32 they are OpenBLAS's sgemv and sdot to the bit, dot of float64 its ddot; the rest
 * takes gemm.c. */
#pragma once

#include "tensor/product/dot.h"
#include "tensor/shape/tensor.h"

bool matmul_mv(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *v);
/* Whether c, a and v fit, in PyTorch's words. */
bool matmul_check_addmv(struct compute *cx, const struct tensor *c, const struct tensor *a,
                        const struct tensor *v);
/* beta * c + alpha * (a v), once they fit; a and v of float32. A beta of 0 ignores c. */
bool matmul_addmv(struct compute *cx, struct tensor *out, const struct tensor *c,
                  const struct tensor *a, const struct tensor *v, double beta, double alpha);
bool matmul_dot(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b);
/* Each line of a along its last axis with each line of b along `dim`, as two vectors each: what
 * numpy.dot and inner do where a side has more than two axes. Float32 and float64 of one type, of
 * at least one axis and equal length. */
bool matmul_dots(struct compute *cx, struct tensor *out, const struct tensor *a,
                 const struct tensor *b, int dim);
/* a (..., M, K) times v (K): the leading axes are joined into rows, in a copy if need be. */
bool matmul_rows_vector(struct compute *cx, struct tensor *out, const struct tensor *a,
                        const struct tensor *v);

/* How such a product adds up; false: it is none, and gemm.h says. */
struct vector_form {
    bool dot;
    struct gemv_form mv;
    struct dot_form two;
};
bool matmul_vector_named(const char *operation, bool numpy, const struct tensor *a,
                         const struct tensor *b, struct vector_form *out);
