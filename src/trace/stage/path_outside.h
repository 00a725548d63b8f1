/* Finds what only moves cells before the projections and behind the last one. */
#pragma once

#include "trace/stage/graph.h"

/* Names what only turns or re-counts what goes into the projection `event`, or comes out of the
 * last one, within the same function: X.view(-1, T), output.transpose(0, 1). */
void path_moves_into(struct graph *g, int event, int pass);
void path_moves_out_of(struct graph *g, int event, int pass);
/* Whether `event` is such an operation and stands in the function in which `other` and the softmax
 * are. */
bool path_moves_within(const struct graph *g, int event, int other, int pass);
