/* Copies that put cells in another order or another number: cat, stack, repeat, gather, flip, pad.
 * Each output cell is one input cell (or a constant), so where it came from can be told. */
#ifndef QKV_TENSOR_SHAPE_ARRANGE_H
#define QKV_TENSOR_SHAPE_ARRANGE_H

#include "tensor/shape/tensor.h"

/* dtype promoted; legacy empty (0,) tensors are skipped. "Sizes of tensors must match except in
 * dimension 1. Expected size 2 but got size 3 for tensor number 1 in the list." */
bool arrange_cat(struct compute *cx, struct tensor *out, int count,
                 const struct tensor *const *tensors, int64_t dim);
bool arrange_stack(struct compute *cx, struct tensor *out, int count,
                   const struct tensor *const *tensors, int64_t dim);
bool arrange_repeat(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                    const int64_t *repeats); /* Tensor.repeat */
/* repeats: a 0-d or 1-d int64 tensor; has_dim false flattens first. */
bool arrange_repeat_interleave(struct compute *cx, struct tensor *out, const struct tensor *in,
                               const struct tensor *repeats, bool has_dim, int64_t dim);
bool arrange_flip(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes);
bool arrange_roll(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                  const int64_t *shifts, const int64_t *dims); /* dims NULL: flattened */
/* pairs (before, after) from the last axis backwards, negative crops: F.pad constant mode. */
bool arrange_pad(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                 const int64_t *pairs, double value);
bool arrange_gather(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    const struct tensor *index);
/* A copy of `in` with src written (or added, when `add`) at index along dim; src may be 0-d. */
bool arrange_scatter(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                     const struct tensor *index, const struct tensor *src, bool add);
bool arrange_index_select(struct compute *cx, struct tensor *out, const struct tensor *in,
                          int64_t dim, const struct tensor *index);
bool arrange_take(struct compute *cx, struct tensor *out, const struct tensor *in,
                  const struct tensor *index); /* flat indices */
/* weight (V, C) rows picked by an integer tensor of any shape. IndexError "index out of range in
 * self". */
bool arrange_embedding(struct compute *cx, struct tensor *out, const struct tensor *weight,
                       const struct tensor *indices);
bool arrange_one_hot(struct compute *cx, struct tensor *out, const struct tensor *in,
                     int64_t classes); /* -1: largest + 1 */
/* (n, ndim) int64 positions of the non-zero cells, row-major. */
bool arrange_nonzero(struct compute *cx, struct tensor *out, const struct tensor *in);
bool arrange_masked_select(struct compute *cx, struct tensor *out, const struct tensor *in,
                           const struct tensor *mask);

#endif
