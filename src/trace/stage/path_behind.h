/* Finds the stages of what follows the weights and the context. */
#pragma once

#include "trace/stage/graph.h"

void path_behind_weights(struct graph *g, int softmax, int pass);
void path_behind_context(struct graph *g, int context, int pass);
void path_out_proj(struct graph *g, int context, int pass);
