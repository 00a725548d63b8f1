/* A matrix times a vector, or two vectors: products that go to partial sums, which are joined. */
#ifndef QKV_TRACE_EXPLAIN_STEPS_H
#define QKV_TRACE_EXPLAIN_STEPS_H

#include "trace/explain/terms.h"

struct vector_form;

/* Tells cell `cell` of it, and returns it. It begins at `start`, if that is not NULL, and alpha
 * multiplies the products on their way. */
struct scalar steps_add_up(struct explainer *t, const struct terms *terms,
                           const struct vector_form *form, int64_t cell, struct scalar alpha,
                           const struct scalar *start);
/* Tells a cell of NumPy's einsum, whose operands are seen as tensor/product/einsum_numpy.h says.
 * False: it is not made of products one by one. */
bool steps_add_einsum(struct explainer *t, const struct terms *terms, int count,
                      const struct tensor *operands, int out_ndim, struct scalar *sum);

#endif
