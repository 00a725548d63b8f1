/* Computes running sums and products. */
#ifndef QKV_TENSOR_CELLS_SCAN_H
#define QKV_TENSOR_CELLS_SCAN_H

#include "tensor/shape/tensor.h"

bool reduce_cumsum(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool reduce_cumprod(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);

#endif
