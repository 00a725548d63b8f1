/* Computes softmax, log_softmax and layer_norm. */
#pragma once

#include "tensor/shape/tensor.h"

/* exp(x - max) / sum along dim. Floats only: '"softmax_lastdim_kernel_impl" not implemented for
 * 'Long'' ("softmax_kernel_impl" when dim is not the last). A row of -inf gives NaN. */
bool reduce_softmax(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool reduce_log_softmax(struct compute *cx, struct tensor *out, const struct tensor *in,
                        int64_t dim);
/* Over the last `axes` axes; weight and bias may be NULL. */
bool reduce_layer_norm(struct compute *cx, struct tensor *out, const struct tensor *in, int axes,
                       const struct tensor *weight, const struct tensor *bias, double eps);
