/* Finds the stages of what stands around each softmax. Private to src/trace.
 *
 * What was named once keeps its name. `pass` is an index into tape.pass. */
#pragma once

#include "trace/stage/pass.h"

/* Sets stage and pass of the events around every pass of the tape, and completes the passes.
 * False: memory. */
bool path_name(struct graph *g);

/* --- what they share --- */

void path_give(struct graph *g, int event, enum stage stage, int pass); /* unless it has one */
bool path_given(const struct graph *g, int event);
bool path_on(const struct graph *g, int event); /* met, and on the way that is looked for */
enum stage path_moving(const struct event *e);  /* what moving cells is called before the scores */

/* A weight, an input, numbers: nothing was computed to have it. */
bool path_leaf(const struct graph *g, int event, int input);
/* The same, perhaps in other axes or a part of it: self.w.weight.view(heads, -1, rank)[:, :n] */
bool path_weight(const struct graph *g, int event, int input);
/* The bias of a projection: a leaf added to a contraction's result. */
bool path_adds_bias(const struct graph *g, int event);
/* Names what turns a weight matrix for the contraction `event`: W.T */
void path_weights(struct graph *g, int event, enum stage stage, int pass);
