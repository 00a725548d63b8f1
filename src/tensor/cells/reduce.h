/* Declares operations that fold one or several axes: sums, extremes, softmax, norms, scans.
 *
 * float32: sum, mean and nansum add in PyTorch's order (cascade.h), norms (norm.c) and layer_norm
 * (moments.h) too; var, std, prod and logsumexp accumulate in double and round once; the sum inside
 * a softmax is taken in order. So are sums and means of float64; NumPy's are
 * pairwise. */
#pragma once

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
/* The same with NumPy's order of additions (fold.h): sum, mean and nansum of float32 and float64.
 */
bool reduce_fold_numpy(struct compute *cx, enum reduction op, struct tensor *out,
                       const struct tensor *in, unsigned axes, bool keepdim);
/* The mean that var_mean and std_mean give: it moves in double from cell to cell, and is rounded
 * once. */
bool reduce_mean_moving(struct compute *cx, struct tensor *out, const struct tensor *in,
                        unsigned axes, bool keepdim);
/* correction 1 = unbiased. root = std. */
bool reduce_var(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                int64_t correction, bool keepdim, bool root);
/* The same as NumPy does it. */
bool reduce_var_numpy(struct compute *cx, struct tensor *out, const struct tensor *in,
                      unsigned axes, int64_t correction, bool keepdim, bool root);
/* The same, but a result of one cell is taken around the mean as the dtype rounds it, as PyTorch's
 * std() and var() do. */
bool reduce_var_one(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                    int64_t correction, bool keepdim, bool root);
