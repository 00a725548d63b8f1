/* Explains sums of products, term by term. */
#pragma once

#include "tensor/product/gemm.h"
#include "trace/explain/adder.h"

struct vector_form;

struct terms {
    int64_t count;
    enum dtype dtype;           /* that they are multiplied in */
    bool single;                /* one product, to which no 0 is added: -0 stays -0 */
    bool alone;                 /* x is added, without a y */
    enum gemm_sum sum;          /* how a product is added: tensor/product/gemm.h */
    struct gemm_form form;      /* of the matrices: panels, lanes */
    enum gemm_deal deal;        /* what its place among them says */
    const struct scalar *start; /* what the sum begins at; NULL: 0 */
    const struct scalar *bias;  /* that panels are added to; NULL: none */
    const struct scalar *alpha; /* that multiplies them then; NULL: 1 */
    /* x * y; x is cell `cell` of `input` (-1: of an intermediate result) */
    void (*term)(const struct explainer *t, const void *arg, int64_t k, struct added *out);
    const void *arg;
};
/* Where an operation turns its operands around first (einsum, a vector times a matrix), their
 * shapes do not tell how they lie when they are multiplied: the cell itself says which of the ways
 * it was. Only for a sum that is the whole result. */
void terms_find_form(struct explainer *t, struct terms *terms);
/* A fused float32 sum, which BLAS may cut in pieces: see struct gemm_form. */
bool terms_fused(const struct terms *terms);
/* Tells the terms with their running sum, and returns the sum. */
struct scalar terms_add_up(struct explainer *t, const struct terms *terms);
/* The same of cell `cell` of a matrix times a vector, or of two vectors; alpha multiplies the
 * products on their way. */
struct scalar terms_add_vector(struct explainer *t, const struct terms *terms,
                               const struct vector_form *form, int64_t cell);
/* A cell of NumPy's einsum, whose operands are seen as tensor/product/einsum_numpy.h says. False:
 * it is not made of products one by one. */
bool terms_add_einsum(struct explainer *t, const struct terms *terms, int count,
                      const struct tensor *operands, int out_ndim, struct scalar *sum);
/* All products when there are few, else the first ones and the last. */
void terms_numbers(struct explainer *t, const struct terms *terms, struct buf *out);
