/* Picks cells by an index or a mask: gather, scatter, nonzero. */
#pragma once

#include "tensor/shape/tensor.h"

bool arrange_gather(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    const struct tensor *index);
/* A copy of `in` with src written (or added, when `add`) at index along dim; src may be 0-d. */
bool arrange_scatter(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                     const struct tensor *index, const struct tensor *src, bool add);
bool arrange_take(struct compute *cx, struct tensor *out, const struct tensor *in,
                  const struct tensor *index); /* flat indices */
bool arrange_one_hot(struct compute *cx, struct tensor *out, const struct tensor *in,
                     int64_t classes); /* -1: largest + 1 */
/* (n, ndim) int64 positions of the non-zero cells, row-major. */
bool arrange_nonzero(struct compute *cx, struct tensor *out, const struct tensor *in);
bool arrange_masked_select(struct compute *cx, struct tensor *out, const struct tensor *in,
                           const struct tensor *mask);
