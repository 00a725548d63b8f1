/* Finds the step that is asked for, and the passes that are heads of one another. */
#pragma once

#include "heatmap/pick/pick.h"

/* The step that is asked for. False with ERROR_INPUT and one sentence: no such stage, step, layer
 * or name in this run, and what there is. */
bool pick_event(struct tape *t, const struct choice *c, int *event, struct error *err);

/* The event that stands for a stage of a pass: of several the one on the path of the queries, else
 * the last; -1: none. */
int step_of_stage(const struct tape *t, int pass, enum stage stage);

/* The last event of a pass with a result and that stage, behind event `behind` and before `end`;
 * -1: none. */
int last_of_stage(const struct tape *t, int pass, enum stage stage, int behind, int end);

/* The passes whose contexts are joined with that of `pass`: heads that were computed one by one. In
 * order, at most `most`; at least the pass itself. */
int heads_of_pass(const struct tape *t, int pass, int *out, int most);
