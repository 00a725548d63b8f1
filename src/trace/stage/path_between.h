/* Finds the stages of what lies between scores and softmax: scale and mask. */
#pragma once

#include "trace/stage/pass.h"

void path_between(struct graph *g, const struct middle *m, int pass);
/* Names what makes the mask that `event` lays over its input `scores_input`. */
void path_mask_makers(struct graph *g, int event, int scores_input, int pass);
void path_count_scale(struct graph *g, int event, struct pass *p);
/* Whether the event is the middle of a soft cap, tanh(x / cap) * cap. It bounds scores and scales
 * none: small ones stay as they are. */
bool path_caps(const struct graph *g, int event);
void path_scale_makers(struct graph *g, int event, int pass);
