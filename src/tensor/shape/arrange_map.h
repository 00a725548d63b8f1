/* Puts cells in another order: flip, roll, repeat, index_select. */
#pragma once

#include "tensor/shape/tensor.h"

bool arrange_repeat(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                    const int64_t *repeats); /* Tensor.repeat */
/* repeats: a 0-d or 1-d int64 tensor; has_dim false flattens first. */
bool arrange_repeat_interleave(struct compute *cx, struct tensor *out, const struct tensor *in,
                               const struct tensor *repeats, bool has_dim, int64_t dim);
bool arrange_flip(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes);
bool arrange_roll(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                  const int64_t *shifts, const int64_t *dims); /* dims NULL: flattened */
bool arrange_index_select(struct compute *cx, struct tensor *out, const struct tensor *in,
                          int64_t dim, const struct tensor *index);
/* weight (V, C) rows picked by an integer tensor of any shape. IndexError "index out of range in
 * self". */
bool arrange_embedding(struct compute *cx, struct tensor *out, const struct tensor *weight,
                       const struct tensor *indices);
