/* Naming what stands around each softmax. Private to src/trace.
 *
 * What was named once keeps its name. `pass` is an index into tape.pass. */
#ifndef QKV_TRACE_STAGE_ROAD_H
#define QKV_TRACE_STAGE_ROAD_H

#include "trace/stage/pass.h"

/* Sets stage and pass of the events around every pass of the tape, and completes the passes.
 * False: memory. */
bool road_name(struct walk *w);

/* --- the parts of the road, each in a file of its own; called by road_name in this order --- */

void road_between(struct walk *w, const struct middle *m, int pass);
/* What leads to input `input` of the scores or the context `event`. `counts`: a scale on the way is
 * one of the pass. */
void road_before(struct walk *w, int event, int input, int pass, bool counts);
void road_behind_weights(struct walk *w, int softmax, int pass);
void road_behind_context(struct walk *w, int context, int pass);
void road_out_proj(struct walk *w, int context, int pass);

/* --- what they share --- */

void road_give(struct walk *w, int event, enum stage stage, int pass); /* unless it has one */
bool road_given(const struct walk *w, int event);
bool road_on(const struct walk *w, int event); /* met, and on the way that is looked for */
enum stage road_moving(const struct event *e); /* what moving cells is called before the scores */
/* Names what makes the mask that `event` lays over its input `scores_input`. */
void road_mask_makers(struct walk *w, int event, int scores_input, int pass);
void road_count_scale(struct walk *w, int event, struct pass *p);
void road_scale_makers(struct walk *w, int event, int pass);

/* A weight, an input, numbers: nothing was computed to have it. */
bool road_leaf(const struct walk *w, int event, int input);
/* The same, perhaps in other axes or a part of it: self.w.weight.view(heads, -1, rank)[:, :n] */
bool road_weight(const struct walk *w, int event, int input);
/* The bias of a projection: a leaf added to a contraction's result. */
bool road_adds_bias(const struct walk *w, int event);
/* Whether a contraction leads to the event through operations that keep the cells' places or move
 * them: it holds queries, keys or values, not a table of sines. */
bool road_computed(const struct walk *w, int event);
/* Whether a projection takes heads that were projected before. */
bool road_absorbs(const struct walk *w, int event);
/* Names what turns a weight matrix for the contraction `event`: W.T */
void road_weights(struct walk *w, int event, enum stage stage, int pass);
/* Names what only turns or re-counts what goes into the projection `event`, or comes out of the
 * last one, within the same function: X.view(-1, T), output.transpose(0, 1). */
void road_moves_into(struct walk *w, int event, int pass);
void road_moves_out_of(struct walk *w, int event, int pass);
/* Whether `event` is such an operation and stands in the function in which `other` and the softmax
 * are. */
bool road_moves_within(const struct walk *w, int event, int other, int pass);

#endif
