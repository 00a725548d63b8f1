/* This is the part that all matrix products share. Operands given here fit; only product_check and
 * product_same_dtype refuse.
 *
 * product_row, product_column and product_swapped return views that borrow: a shape, strides and an
 * offset over a storage that the caller holds. They are never released. */
#pragma once

#include "tensor/product/gemm.h"

/* The size of the last axis (1), the one before it (2), ... */
static inline int64_t product_size(const struct tensor *t, int from_end)
{
    return t->shape[t->ndim - from_end];
}

struct tensor product_row(const struct tensor *vector);    /* (1, K) */
struct tensor product_column(const struct tensor *vector); /* (K, 1) */
struct tensor product_swapped(const struct tensor *t);     /* the last two axes */
/* All axes but the last joined into one, where the strides allow it. */
bool product_fold(struct tensor *t);

/* "mat1 and mat2 shapes cannot be multiplied (MxK and ...)" */
bool product_check(struct compute *cx, int64_t M, int64_t K, const struct tensor *b);
/* "expected scalar type Float but found Long"; for bools, that `kernel` is not implemented. */
bool product_same_dtype(struct compute *cx, const struct tensor *a, const struct tensor *b,
                        const char *kernel);

/* a (..., M, K) @ b (..., K, N), both broadcast to the batch. bias: NULL, or a 1-D or 0-d tensor
 * that broadcasts over a row. */
bool product_new(struct compute *cx, struct tensor *out, const struct tensor *a,
                 const struct tensor *b, enum gemm_sum sum, const struct tensor *bias,
                 int batch_ndim, const int64_t *batch_shape);
/* The same, summed as if the operands lay as `told` says. */
bool product_told(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b, enum gemm_sum sum, const struct gemm_form *told,
                  int batch_ndim, const int64_t *batch_shape);
/* The same for bfloat16: product_short.c. There the bias may be anything that broadcasts. */
bool product_short(struct compute *cx, struct tensor *out, const struct tensor *a,
                   const struct tensor *b, const struct tensor *bias, int batch_ndim,
                   const int64_t *batch_shape);
/* a (..., K) @ b (K, N), a's leading axes joined into rows where its strides allow. */
bool product_rows(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b, enum gemm_sum sum, const struct tensor *bias);
/* The same as product_new, with GEMM_APART and on top of what out, contiguous, holds. */
bool product_onto(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b);
