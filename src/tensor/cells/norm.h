/* Computes norms along axes. */
#pragma once

#include "tensor/cells/cascade.h"

/* p-norm over axes (p = 1, 2, inf, -inf, 0 or any). */
bool reduce_norm(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                 double p, bool keepdim);

/* The additions of a cell of the 2-norm (the 1-norm) of a float32 tensor; k is the place of the
 * element in the storage. */
void reduce_norm_order(const struct cascade *c, int64_t cell, bool squares, add_take *take,
                       void *arg);
