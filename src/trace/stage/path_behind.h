/* Names what follows the weights and the context. */
#ifndef QKV_TRACE_STAGE_PATH_BEHIND_H
#define QKV_TRACE_STAGE_PATH_BEHIND_H

#include "trace/stage/graph.h"

void path_behind_weights(struct graph *g, int softmax, int pass);
void path_behind_context(struct graph *g, int context, int pass);
void path_out_proj(struct graph *g, int context, int pass);

#endif
