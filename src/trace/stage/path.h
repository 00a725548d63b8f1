/* Naming what stands around each softmax. Private to src/trace.
 *
 * What was named once keeps its name. `pass` is an index into tape.pass. */
#ifndef QKV_TRACE_STAGE_PATH_H
#define QKV_TRACE_STAGE_PATH_H

#include "trace/stage/pass.h"

/* Sets stage and pass of the events around every pass of the tape, and completes the passes.
 * False: memory. */
bool path_name(struct graph *g);

/* --- the parts of the path, each in a file of its own; called by path_name in this order --- */

void path_between(struct graph *g, const struct middle *m, int pass);
/* What leads to input `input` of the scores or the context `event`. `counts`: a scale on the way is
 * one of the pass. */
void path_before(struct graph *g, int event, int input, int pass, bool counts);
void path_behind_weights(struct graph *g, int softmax, int pass);
void path_behind_context(struct graph *g, int context, int pass);
void path_out_proj(struct graph *g, int context, int pass);

/* --- what they share --- */

void path_give(struct graph *g, int event, enum stage stage, int pass); /* unless it has one */
bool path_given(const struct graph *g, int event);
bool path_on(const struct graph *g, int event); /* met, and on the way that is looked for */
enum stage path_moving(const struct event *e);  /* what moving cells is called before the scores */
/* Names what makes the mask that `event` lays over its input `scores_input`. */
void path_mask_makers(struct graph *g, int event, int scores_input, int pass);
void path_count_scale(struct graph *g, int event, struct pass *p);
void path_scale_makers(struct graph *g, int event, int pass);

/* A weight, an input, numbers: nothing was computed to have it. */
bool path_leaf(const struct graph *g, int event, int input);
/* The same, perhaps in other axes or a part of it: self.w.weight.view(heads, -1, rank)[:, :n] */
bool path_weight(const struct graph *g, int event, int input);
/* The bias of a projection: a leaf added to a contraction's result. */
bool path_adds_bias(const struct graph *g, int event);
/* Whether a contraction leads to the event through operations that keep the cells' places or move
 * them: it holds queries, keys or values, not a table of sines. */
bool path_computed(const struct graph *g, int event);
/* Whether a projection takes heads that were projected before. */
bool path_absorbs(const struct graph *g, int event);
/* Names what turns a weight matrix for the contraction `event`: W.T */
void path_weights(struct graph *g, int event, enum stage stage, int pass);
/* Names what only turns or re-counts what goes into the projection `event`, or comes out of the
 * last one, within the same function: X.view(-1, T), output.transpose(0, 1). */
void path_moves_into(struct graph *g, int event, int pass);
void path_moves_out_of(struct graph *g, int event, int pass);
/* Whether `event` is such an operation and stands in the function in which `other` and the softmax
 * are. */
bool path_moves_within(const struct graph *g, int event, int other, int pass);

#endif
