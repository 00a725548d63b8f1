/* Declares the elementwise operations with numbers beside the tensors. */
#pragma once

#include "tensor/shape/tensor.h"

/* negative_slope for x < 0 / PyTorch's elu(alpha) / softplus(beta, threshold) */
bool elementwise_leaky_relu(struct compute *cx, struct tensor *out, const struct tensor *in,
                            double negative_slope);
bool elementwise_elu(struct compute *cx, struct tensor *out, const struct tensor *in, double alpha);
bool elementwise_softplus(struct compute *cx, struct tensor *out, const struct tensor *in,
                          double beta, double threshold);
/* Rounds to `decimals` places as torch.round(decimals=) does. */
bool elementwise_round_decimals(struct compute *cx, struct tensor *out, const struct tensor *in,
                                int64_t decimals);

/* |a - b| <= atol + rtol * |b| everywhere (equal infinities count, NaN only with equal_nan). */
bool elementwise_allclose(struct compute *cx, bool *result, const struct tensor *a,
                          const struct tensor *b, double rtol, double atol, bool equal_nan);
bool elementwise_equal(struct compute *cx, bool *result, const struct tensor *a,
                       const struct tensor *b); /* torch.equal: same shape and same values */
