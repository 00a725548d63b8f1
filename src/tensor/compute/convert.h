/* Moves a run of elements from one dtype and step to another: what copies, casts and the staging of
 * iterate.c are made of. */
#pragma once

#include "tensor/compute/dtype.h"

#include <stdint.h>

/* n elements of `from` at src become elements of `to` at dst; the steps are in bytes (0 repeats one
 * element). Floats become integers by truncation, out of range the smallest integer (of its low
 * bits, for the narrow types), as x86 does and so PyTorch; anything but 0 becomes True. */
void convert_run(enum dtype to, void *dst, int64_t dst_step, enum dtype from, const void *src,
                 int64_t src_step, int64_t n);

/* to[i] += from[i] for n elements of one dtype, one after the other; integers wrap, bools are "or".
 * The steps are in bytes. */
void convert_add(enum dtype dtype, void *to, int64_t to_step, const void *from, int64_t from_step,
                 int64_t n);

/* One float to an integer by that rule. */
int64_t convert_to_int(double value);
