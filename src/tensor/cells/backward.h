/* Computes gradients that PyTorch computes in one kernel, to its bits: where its compiler fused a
 * product and an addition, fmaf is called by name, as in moments.h. */
#pragma once

#include "tensor/shape/tensor.h"

/* One cell of grad and one of the operation's input, or for tanh of its output. */
enum backward_cell {
    BACKWARD_TANH,
    BACKWARD_SILU,
    BACKWARD_GELU,
    BACKWARD_GELU_TANH,
    BACKWARD_HARDSIGMOID,
    BACKWARD_HARDSWISH,
};
bool backward_cells(struct compute *cx, enum backward_cell op, struct tensor *out,
                    const struct tensor *grad, const struct tensor *x);

/* (grad - sum of grad * output) * output along dim; for the logarithm grad - e^output * sum of
 * grad. Along the last axis, of eight cells or more, the sum is dealt to eight lanes. */
bool backward_softmax(struct compute *cx, struct tensor *out, const struct tensor *grad,
                      const struct tensor *output, int64_t dim, bool logarithm);

/* Of layer_norm over the last `axes` axes. With a = 1 / sqrt(variance + eps) of a row,
 * s = sum of grad * weight * x, t = sum of grad * weight:
 *   b = (t * mean - s) * a * a * a / n, c = -b * mean - t * a / n
 *   of x: a * grad * weight + b * x + c
 *   of weight: the sum over the rows, one after the other, of grad * (a * x - a * mean)
 *   of bias: the sum over the rows, one after the other, of grad */
bool backward_norm_input(struct compute *cx, struct tensor *out, const struct tensor *grad,
                         const struct tensor *in, int axes, const struct tensor *weight,
                         double eps);
bool backward_norm_weight(struct compute *cx, struct tensor *out, const struct tensor *grad,
                          const struct tensor *in, int axes, double eps);
bool backward_norm_bias(struct compute *cx, struct tensor *out, const struct tensor *grad,
                        int axes);
