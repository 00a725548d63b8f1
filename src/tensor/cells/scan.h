/* Computes running sums and products. */
#pragma once

#include "tensor/shape/tensor.h"

bool reduce_cumsum(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool reduce_cumprod(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
/* The same as NumPy adds and multiplies: float32 in float32. */
bool reduce_scan_numpy(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                       bool product);
/* The log of the running sum of exp. Floats but for float16. */
bool reduce_logcumsumexp(struct compute *cx, struct tensor *out, const struct tensor *in,
                         int64_t dim);
/* log(exp(x) + exp(y)), where they are carried along in this type: double, or float32 for bfloat16.
 */
double scan_log_add(enum dtype dtype, double x, double y);
