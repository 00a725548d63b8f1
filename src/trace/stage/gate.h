/* Telling gates from attention: shares of what a weight matrix makes of a token, not of other
 * tokens. Private to src/trace. */
#ifndef QKV_TRACE_STAGE_GATE_H
#define QKV_TRACE_STAGE_GATE_H

#include "trace/stage/pass.h"

/* Whether the softmax of `p` gives each token shares of the experts that it goes to. */
bool gate_is(struct walk *w, const struct middle *m, const struct pass *p);
/* The same of a softmax whose shares meet no values: whether it is the end of a classifier. */
bool gate_classifies(struct walk *w, const struct middle *m, const struct pass *p);

#endif
