/* Computes layer_norm of float32 rows, to PyTorch's bits: mean and variance grow together
 * (Welford), eight lanes at a time, as the AVX2 kernel of PyTorch 1.13 does it. In words:
 *
 * Group: 8 neighbours, one per lane. A lane that has seen k elements takes the next one, x:
 *   d = x - mean; mean = mean + d * (1 / (k + 1)); squares = squares + d * (x - mean)
 * Chunk: up to 16 groups, from k = 0. Chunks are joined as one carries in binary: every second one
 *   with the one before it, every fourth with the two before, and so on; at the end what is left,
 *   from the smallest. To join (k, mean, squares) with another (k', mean', squares'):
 *   c = k' / (k + k'); d = mean' - mean; mean = mean + c * d;
 *   squares = squares + (squares' + d * d * c * k)
 * Row: its last n % 8 elements by themselves (mean = mean + d / k), then lanes 0, 1, ... 7 joined
 * to them. variance = squares / n. Result: s = 1 / sqrt(variance + eps); fused(fused(x * s - s *
 * mean) * weight + bias)
 *
 * "fused": the product is not rounded before the addition (fmaf, the same on every machine). It is
 * done by name, as in norm.c and random_normal.c, because PyTorch's compiler did it there. */
#pragma once

#include "tensor/compute/compute.h"

#include <stdbool.h>
#include <stdint.h>

struct moments_row {
    float mean;
    float variance; /* divided by n */
};
struct moments_row moments_of_row(const float *x, int64_t n);
struct moments_f64 { /* pairwise, one after the other (fold.h) */
    double mean, variance;
};
struct moments_f64 moments_of_row_f64(const double *x, int64_t n);

/* `rows` rows of n; weight and bias have n elements or are NULL. */
void moments_layer_norm(const struct compute *cx, float *out, const float *in, int64_t rows,
                        int64_t n, const float *weight, const float *bias, float eps);
