/* Declares the elementwise operations with numbers beside the tensors. */
#pragma once

#include "tensor/shape/tensor.h"

/* Behind each what `first` and `second` are. */
enum scaled {
    SCALED_ELU,         /* alpha */
    SCALED_HARDSHRINK,  /* lambd */
    SCALED_HARDSIGMOID, /* nothing, as for the next */
    SCALED_HARDSWISH,
    SCALED_LEAKY_RELU, /* negative_slope */
    SCALED_SOFTPLUS,   /* beta, threshold */
    SCALED_SOFTSHRINK, /* lambd */
};

bool elementwise_scaled(struct compute *cx, enum scaled op, struct tensor *out,
                        const struct tensor *in, double first, double second);
/* Rounds to `decimals` places as torch.round(decimals=) does. */
bool elementwise_round_decimals(struct compute *cx, struct tensor *out, const struct tensor *in,
                                int64_t decimals);

/* |a - b| <= atol + rtol * |b| everywhere (equal infinities count, NaN only with equal_nan). */
bool elementwise_allclose(struct compute *cx, bool *result, const struct tensor *a,
                          const struct tensor *b, double rtol, double atol, bool equal_nan);
bool elementwise_equal(struct compute *cx, bool *result, const struct tensor *a,
                       const struct tensor *b); /* torch.equal: same shape and same values */
