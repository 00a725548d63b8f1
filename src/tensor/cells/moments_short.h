/* Computes the mean and variance of a row of bfloat16. */
#pragma once

#include "tensor/cells/moments.h"

/* The same for bfloat16 (moments_short.c): sixteen lanes, every step rounded to bfloat16, and s by
 * its three steps; the result is rounded once: x * s + (-s * mean), * weight, + bias. */
struct moments_row moments_of_row_bf16(const uint16_t *x, int64_t n);
void moments_layer_norm_bf16(uint16_t *out, const uint16_t *in, int64_t rows, int64_t n,
                             const uint16_t *weight, const uint16_t *bias, float eps);
