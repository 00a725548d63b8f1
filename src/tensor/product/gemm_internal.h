/* The two ways to compute a product that gemm.c chooses from, and what they share. */
#ifndef QKV_TENSOR_PRODUCT_GEMM_INTERNAL_H
#define QKV_TENSOR_PRODUCT_GEMM_INTERNAL_H

#include "tensor/product/gemm.h"

/* Any type and strides, no preparation. */
void gemm_direct_run(struct compute *cx, const struct gemm *g, bool parallel);
/* Fused float32 products, not in lanes: b is copied first. Fails only without memory for that. */
bool gemm_packed_run(struct compute *cx, const struct gemm *g, bool parallel);

static inline struct gemm_form gemm_form_of(const struct gemm *g)
{
    return (struct gemm_form){g->M, g->N, g->K, g->a_column != 1, g->b_column != 1};
}

bool gemm_of_panels(const struct gemm *g); /* whether its sums are taken in panels */
bool gemm_of_lanes(const struct gemm *g);

static inline int64_t gemm_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Where matrix i begins; no offsets = all at 0. */
static inline int64_t gemm_offset(const int64_t *offsets, int64_t i)
{
    return offsets ? offsets[i] : 0;
}

#endif
