/* Computes group_norm of (N, C, ...) and its gradients, float32 and float64, to PyTorch's bits. A
 * channel has the `inside` cells of one (n, c); C / groups neighbouring channels are a group, and
 * have one mean and one a = 1 / sqrt(variance + eps) (moments.h).
 *
 * Of a cell x: without weight and bias (x - mean) * a; else fused(x * scale + shift) with
 * scale = a * weight and shift = -scale * mean + bias. */
#pragma once

#include "tensor/shape/tensor.h"

/* Everywhere: tensors of one type, in has two axes or more, groups divides its channels; weight and
 * bias (C cells) may be NULL. False with cx->err: they do not fit, or memory. */
bool group_norm(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t groups,
                const struct tensor *weight, const struct tensor *bias, double eps);

/* With s and t of a channel, the sums of grad * x and of grad, and S and T, the sums of s * weight
 * and t * weight over the group's channels (rows_of_channels):
 *   b = fused(T * mean - S) * a * a * a / n, c = fused(-b * mean - T * a / n)
 *   of x: fused(a * weight * grad + b * x) + c
 *   of weight: over n, one after the other, fused(fused(-t * mean + s) * a + the sum so far)
 *   of bias: the sum of t over n */
bool group_norm_input(struct compute *cx, struct tensor *out, const struct tensor *grad,
                      const struct tensor *in, int64_t groups, const struct tensor *weight,
                      double eps);
bool group_norm_weight(struct compute *cx, struct tensor *out, const struct tensor *grad,
                       const struct tensor *in, int64_t groups, double eps);
bool group_norm_bias(struct compute *cx, struct tensor *out, const struct tensor *grad);
