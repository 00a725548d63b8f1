/* Finds the largest, the smallest and the median: a cell and where it stands. */
#pragma once

#include "tensor/shape/tensor.h"

/* Value and int64 position of the extreme along dim; the first of equals as PyTorch's CPU kernel;
 * NaN wins. Either output may be NULL. */
bool reduce_max(struct compute *cx, struct tensor *values, struct tensor *indices,
                const struct tensor *in, int64_t dim, bool keepdim);
bool reduce_min(struct compute *cx, struct tensor *values, struct tensor *indices,
                const struct tensor *in, int64_t dim, bool keepdim);
/* The lower median along dim and its position: of what is no NaN when skip_nan. */
bool reduce_median(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool keepdim, bool skip_nan);
/* The k-th smallest (from 1), and the most frequent value. Among equals the position is PyTorch's
 * (order.h). */
bool reduce_kthvalue(struct compute *cx, struct tensor *values, struct tensor *indices,
                     const struct tensor *in, int64_t k, int64_t dim, bool keepdim);
bool reduce_mode(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t dim, bool keepdim);
bool reduce_cummax(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool minimum);
