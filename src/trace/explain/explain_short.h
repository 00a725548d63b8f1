/* Explains sums of bfloat16 products, rounded in the way that gives the cell's value. */
#pragma once

#include "trace/explain/terms.h"

/* What happens to a product of bfloat16 behind its sum; `arg` is the caller's. */
typedef struct scalar explain_short_finish_fn(struct explainer *t, struct scalar sum,
                                              const void *arg);
/* Sums of bfloat16 are rounded at their end or at every step, and a bias comes before or after:
 * finds the way that gives the cell's value, and writes its lines. bias and finish may be NULL.
 * False: none does. */
bool explain_short(struct explainer *t, const struct terms *terms, const struct scalar *bias,
                   int64_t bias_from, explain_short_finish_fn *finish, const void *arg);
