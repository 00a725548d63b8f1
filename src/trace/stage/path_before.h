/* Finds the stages of what leads to the scores and to the values. */
#pragma once

#include "trace/stage/graph.h"

/* What leads to input `input` of the scores or the context `event`. `counts`: a scale on the way is
 * one of the pass. */
void path_before(struct graph *g, int event, int input, int pass, bool counts);
/* Whether a contraction leads to the event through operations that keep the cells' places or move
 * them: it holds queries, keys or values, not a table of sines. */
bool path_computed(const struct graph *g, int event);
/* Whether a projection takes heads that were projected before. */
bool path_absorbs(const struct graph *g, int event);
