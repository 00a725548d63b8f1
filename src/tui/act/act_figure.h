/* Enter at a number of a figure leads to the step that made it. */
#pragma once

#include "tui/viewer.h"

/* False: the key means something else. */
bool act_figure_key(struct viewer *v, uint32_t key, unsigned *reaction);
