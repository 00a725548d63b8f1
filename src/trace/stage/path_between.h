/* Naming what lies between scores and softmax: scale and mask. */
#pragma once

#include "trace/stage/pass.h"

void path_between(struct graph *g, const struct middle *m, int pass);
/* Names what makes the mask that `event` lays over its input `scores_input`. */
void path_mask_makers(struct graph *g, int event, int scores_input, int pass);
void path_count_scale(struct graph *g, int event, struct pass *p);
void path_scale_makers(struct graph *g, int event, int pass);
