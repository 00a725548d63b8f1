/* Explains sums of products, term by term. */
#ifndef QKV_TRACE_EXPLAIN_TERMS_H
#define QKV_TRACE_EXPLAIN_TERMS_H

#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

struct product_term { /* x * y; x is cell `cell` of `input` (-1: of an intermediate result) */
    struct scalar x, y;
    int input;
    int64_t cell;
};
struct terms {
    int64_t count;
    enum dtype dtype;           /* that they are multiplied in */
    bool single;                /* one product, to which no 0 is added: -0 stays -0 */
    bool alone;                 /* x is added, without a y; steps.h alone knows this */
    enum gemm_sum sum;          /* how a product is added: tensor/product/gemm.h */
    struct gemm_form form;      /* of the matrices: panels, lanes */
    enum gemm_deal deal;        /* what its place among them says */
    const struct scalar *start; /* what the sum begins at; NULL: 0 */
    const struct scalar *bias;  /* that panels are added to; NULL: none */
    const struct scalar *alpha; /* that multiplies them then; NULL: 1 */
    struct product_term (*term)(const struct explainer *t, const void *arg, int64_t k);
    const void *arg;
};
/* Where an operation turns its operands around first (einsum, a vector times a matrix), their
 * shapes do not tell how they lie when they are multiplied: the cell itself says which of the ways
 * it was. Only for a sum that is the whole result. */
void terms_find_form(const struct explainer *t, struct terms *terms);
/* A fused float32 sum, which BLAS may cut in pieces: see struct gemm_form. */
bool terms_fused(const struct terms *terms);
/* The sum alone, nothing is told. */
struct scalar terms_sum(const struct explainer *t, const struct terms *terms);
/* Tells the terms with their running sum, and returns the sum. */
struct scalar terms_add_up(struct explainer *t, const struct terms *terms);
/* For steps.c: a term, the cell in ex->from that it begins with (-1: none), and a line that says so
 * where it shows that products are not rounded. */
struct product_term terms_at(const struct explainer *t, const struct terms *terms, int64_t k);
int64_t terms_from(const struct explainer *t, const struct product_term *term);
void terms_show_fused(struct explainer *t, bool shows);
/* All products when there are few, else the first ones and the last. */
void terms_numbers(struct explainer *t, const struct terms *terms, struct buf *out);

#endif
