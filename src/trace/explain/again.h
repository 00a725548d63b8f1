/* Carries the row's own function out again. */
#pragma once

#include "trace/explain/explainer.h"

/* On the one cell of each input that broadcasting brings here; false: it gave something else. */
bool again_one_cell(struct explainer *t, struct tensor *out);
/* On other tensors: one for each input, the caller's. `out` is what came out, a reference of its
 * own. */
bool again_on(struct explainer *t, struct tensor *held, struct tensor *out);
/* On everything. */
bool again_all(struct explainer *t, struct tensor *out);
/* One of the two, and its cell as the result. */
bool again_result(struct explainer *t, bool one_cell);
