/* Whether a softmax is not attention but something else: a router over experts, or a classifier.
 * Private to src/trace. */
#ifndef QKV_TRACE_STAGE_SOFTMAX_USE_H
#define QKV_TRACE_STAGE_SOFTMAX_USE_H

#include "trace/stage/pass.h"

/* Whether the softmax of `p` gives each token shares of the experts that it goes to. */
bool softmax_routes(struct graph *g, const struct middle *m, const struct pass *p);
/* The same of a softmax whose shares meet no values: whether it is the end of a classifier. */
bool softmax_classifies(struct graph *g, const struct middle *m, const struct pass *p);

#endif
