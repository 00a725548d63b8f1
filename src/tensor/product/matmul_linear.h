/* Computes products with a bias. */
#pragma once

#include "tensor/shape/tensor.h"

/* beta * c + alpha * (a @ b): addmm for 2-D, baddbmm for 3-D; c broadcasts. */
bool matmul_addmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                  const struct tensor *a, const struct tensor *b, double beta, double alpha);
bool matmul_baddbmm(struct compute *cx, struct tensor *out, const struct tensor *c,
                    const struct tensor *a, const struct tensor *b, double beta, double alpha);
/* in (..., K) @ weight (N, K)^T + bias (N) or NULL. */
bool matmul_linear(struct compute *cx, struct tensor *out, const struct tensor *in,
                   const struct tensor *weight, const struct tensor *bias);
