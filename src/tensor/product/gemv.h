/* Computes a float32 matrix times a vector, in the steps of gemv_order.h. */
#pragma once

#include "tensor/product/gemv_order.h"

/* y = y + alpha * a x. */
struct gemv {
    int64_t M, K;
    const float *a, *x;
    int64_t row, column, step; /* strides in elements */
    float alpha;
    float *y; /* contiguous */
};
void gemv_run(struct compute *cx, const struct gemv *g);
