/* Operations that fold one or several axes: sums, extremes, softmax, norms, scans.
 *
 * float32: sum, mean and nansum add in PyTorch's order (cascade.h), norms (norm.c) and layer_norm
 * (moments.h) too; var, std, prod and logsumexp accumulate in double and round once; the sum inside
 * a softmax is taken in order. float64: pairwise, as NumPy adds. */
#ifndef QKV_TENSOR_CELLS_REDUCE_H
#define QKV_TENSOR_CELLS_REDUCE_H

#include "tensor/shape/tensor.h"

/* Which axes: bit d set = axis d is folded. A full fold of every axis is ~0u. Functions that take
 * one dim use tensor_dim's rules. */
bool reduce_axes(struct compute *cx, const struct tensor *in, int count, const int64_t *dims,
                 unsigned *axes); /* refuses a repeated dim: "dim 0 appears multiple times ..." */

enum reduction {
    REDUCE_SUM,
    REDUCE_PROD,
    REDUCE_MEAN,
    REDUCE_AMAX,
    REDUCE_AMIN,
    REDUCE_ANY,
    REDUCE_ALL,
    REDUCE_LOGSUMEXP,
    REDUCE_NANSUM,
    REDUCE_COUNT_NONZERO
};
/* dtype of the result: sum and prod of integers and bools are int64; mean needs floats ("mean():
 * could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got:
 * Long"); any and all are bool. NaN wins in amax and amin. */
bool reduce_fold(struct compute *cx, enum reduction op, struct tensor *out, const struct tensor *in,
                 unsigned axes, bool keepdim);
/* correction 1 = unbiased. root = std. */
bool reduce_var(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                int64_t correction, bool keepdim, bool root);
/* The same, but a result of one cell is taken around the mean as the dtype rounds it, as PyTorch's
 * std() and var() do. */
bool reduce_var_one(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                    int64_t correction, bool keepdim, bool root);
/* p-norm over axes (p = 1, 2, inf, -inf, 0 or any). */
bool reduce_norm(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                 double p, bool keepdim);

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

bool reduce_cumsum(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool reduce_cumprod(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool reduce_cummax(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool minimum);

/* exp(x - max) / sum along dim. Floats only: '"softmax_lastdim_kernel_impl" not implemented for
 * 'Long'' ("softmax_kernel_impl" when dim is not the last). A row of -inf gives NaN. */
bool reduce_softmax(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool reduce_log_softmax(struct compute *cx, struct tensor *out, const struct tensor *in,
                        int64_t dim);
/* Over the last `axes` axes; weight and bias may be NULL. */
bool reduce_layer_norm(struct compute *cx, struct tensor *out, const struct tensor *in, int axes,
                       const struct tensor *weight, const struct tensor *bias, double eps);

/* sort along dim: values and int64 indices. topk: the k largest (or smallest). Equals that are not
 * sorted stably, and what is not sorted, stand as in PyTorch (order.h). */
bool reduce_sort(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t dim, bool descending, bool stable);
bool reduce_topk(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t k, int64_t dim, bool largest, bool sorted);
/* Sorted distinct values; inverse and counts may be NULL. */
bool reduce_unique(struct compute *cx, struct tensor *values, struct tensor *inverse,
                   struct tensor *counts, const struct tensor *in);

#endif
