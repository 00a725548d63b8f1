/* Goes up and down the calls around a step. */
#pragma once

#include "tui/viewer.h"

/* Of the calls around the step: to the one that many above, or below. */
unsigned act_move_frame(struct viewer *v, int up);
