/* Sorts along an axis, and finds the k largest and the unique values. */
#pragma once

#include "tensor/shape/tensor.h"

/* sort along dim: values and int64 indices. topk: the k largest (or smallest). Equals that are not
 * sorted stably, and what is not sorted, stand as in PyTorch (order.h). */
bool reduce_sort(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t dim, bool descending, bool stable);
/* Ascending; equals stand as NumPy's argsort leaves them. */
bool reduce_sort_numpy(struct compute *cx, struct tensor *values, struct tensor *indices,
                       const struct tensor *in, int64_t dim);
bool reduce_topk(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t k, int64_t dim, bool largest, bool sorted);
/* Sorted distinct values; inverse and counts may be NULL. */
bool reduce_unique(struct compute *cx, struct tensor *values, struct tensor *inverse,
                   struct tensor *counts, const struct tensor *in);
