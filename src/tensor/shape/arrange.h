/* Copies that put cells in another order or another number: cat, stack, repeat, gather, flip, pad.
 * Each output cell is one input cell (or a constant), so where it came from can be told. */
#pragma once

#include "tensor/shape/tensor.h"

/* dtype promoted; legacy empty (0,) tensors are skipped. "Sizes of tensors must match except in
 * dimension 1. Expected size 2 but got size 3 for tensor number 1 in the list." */
bool arrange_cat(struct compute *cx, struct tensor *out, int count,
                 const struct tensor *const *tensors, int64_t dim);
bool arrange_stack(struct compute *cx, struct tensor *out, int count,
                   const struct tensor *const *tensors, int64_t dim);
/* pairs (before, after) from the last axis backwards, negative crops: F.pad constant mode. */
bool arrange_pad(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                 const int64_t *pairs, double value);
