/* Goes from step to step. */
#pragma once

#include "tui/viewer.h"

/* Behind a motion of the stepper: what to do next, or why nothing moved. */
unsigned act_moved(struct viewer *v, bool did, const char *otherwise);
/* The same, but for the stops of the guide. */
unsigned act_moved_only(struct viewer *v);
/* On a page: beside the result stands again what stood there before other ways were shown. */
void act_leave_ways(struct viewer *v);
/* The same for a jump, from which '' leads back. */
unsigned act_jumped(struct viewer *v, int from_row, bool did, const char *otherwise);
unsigned act_to_number(struct viewer *v, int number, bool setup);
unsigned act_set_mark(struct viewer *v, uint32_t key);
unsigned act_go_to_mark(struct viewer *v, uint32_t key);
