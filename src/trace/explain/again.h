/* Carries the row's own function out again. */
#pragma once

#include "trace/explain/explainer.h"

/* On other tensors: one for each input, the caller's. `out` is what came out, a reference of its
 * own. */
bool again_on(struct explainer *t, struct tensor *held, struct tensor *out);
/* On the one cell of each input that broadcasting brings here, or on everything: the cell that is
 * asked about is the result. */
bool again_result(struct explainer *t, bool one_cell);
