/* Computes norms along axes. */
#ifndef QKV_TENSOR_CELLS_NORM_H
#define QKV_TENSOR_CELLS_NORM_H

#include "tensor/shape/tensor.h"

/* p-norm over axes (p = 1, 2, inf, -inf, 0 or any). */
bool reduce_norm(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                 double p, bool keepdim);

#endif
