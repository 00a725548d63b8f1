/* Declares the elementwise operations that choose between cells. */
#pragma once

#include "tensor/shape/tensor.h"

/* condition ? a : b; condition is bool (or uint8), all three broadcast. */
bool elementwise_where(struct compute *cx, struct tensor *out, const struct tensor *condition,
                       const struct tensor *a, const struct tensor *b);
/* in where mask is False, else value (0-d, cast to in's dtype). mask must be bool (or uint8). The
 * result has the broadcast shape of both. */
bool elementwise_masked_fill(struct compute *cx, struct tensor *out, const struct tensor *in,
                             const struct tensor *mask, const struct tensor *value);
/* Either bound may be NULL; tensors broadcast. NaN stays NaN. */
bool elementwise_clamp(struct compute *cx, struct tensor *out, const struct tensor *in,
                       const struct tensor *low, const struct tensor *high);
/* a + weight * (b - a), PyTorch's formula (two branches at weight 0.5). */
bool elementwise_lerp(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b, const struct tensor *weight);
/* a * b + c, rounded once; dtype is float32 or float64, to which all are cast. */
bool elementwise_fma(struct compute *cx, struct tensor *out, const struct tensor *a,
                     const struct tensor *b, const struct tensor *c, enum dtype dtype);
