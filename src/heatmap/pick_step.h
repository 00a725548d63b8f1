/* Steps by their stage, and the passes that are heads of one another. Private to src/heatmap. */
#ifndef QKV_HEATMAP_PICK_STEP_H
#define QKV_HEATMAP_PICK_STEP_H

#include "heatmap/pick.h"

/* The event that stands for a stage of a pass: of several the one on the path of the queries, else
 * the last; -1: none. */
int step_of_stage(const struct tape *t, int pass, enum stage stage);

/* The passes whose contexts are joined with that of `pass`: heads that were computed one by one. In
 * order, at most `most`; at least the pass itself. */
int heads_of_pass(const struct tape *t, int pass, int *out, int most);

/* The words of an axis, copied into the arena: out->label. False: memory. */
bool pick_words(const struct tape_tensor *of, int axis, struct arena *arena, struct axis *out);

/* Whether an axis is called after heads: num_heads, n_head. */
bool names_heads(const char *name);

/* Which cells of the result of event `event` are masked, as an array of as many places as it has
 * cells, in row-major order; malloc'ed. *out is NULL when none is. False: memory. */
bool masked_cells(struct tape *t, int event, bool **out);

#endif
