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

#endif
