/* Declares the two ways to compute a product that gemm.c chooses from, and what they share. */
#pragma once

#include "tensor/product/gemm.h"

#include "tensor/compute/kernel.h"

/* Any type and strides, no preparation. */
void gemm_direct_run(struct compute *cx, const struct gemm *g, bool parallel);
/* Whether gemm_direct_run takes vectors of columns and tiles of rows all the same. */
bool gemm_direct_fits(const struct compute *cx, const struct gemm *g);
/* to (K, kernel->columns) = `used` columns of b, of which each is read along. */
void gemm_packed_turn(const struct kernel *kernel, float *to, const struct gemm *g, const float *b,
                      int64_t K, int64_t used);
/* The columns from gemm_dealt_from on, of fused products. */
void gemm_direct_dealt(struct compute *cx, const struct gemm *g, bool parallel);
/* Fused float32 products: b is copied first. Fails only without memory for that. */
bool gemm_packed_run(struct compute *cx, const struct gemm *g, bool parallel);

static inline struct gemm_form gemm_form_of(const struct gemm *g)
{
    return g->told != NULL ? *g->told
                           : gemm_form_for(g->dtype, g->M, g->N, g->K, g->a_row, g->a_column,
                                           g->b_row, g->b_column);
}

bool gemm_of_panels(const struct gemm *g); /* whether its sums are taken in panels */

static inline int64_t gemm_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Where matrix i begins; no offsets = all at 0. */
static inline int64_t gemm_offset(const int64_t *offsets, int64_t i)
{
    return offsets ? offsets[i] : 0;
}
