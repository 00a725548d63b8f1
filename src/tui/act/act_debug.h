/* Sets breakpoints and watches, goes to them, and goes over the calls around a step. */
#pragma once

#include "tui/viewer.h"

/* Of the calls around the step: to the one that many above, or below. */
unsigned act_move_frame(struct viewer *v, int up);
/* ":break attn.forward", ":watch x.sum()", ":unwatch 2", ":delete 2" */
unsigned act_break(struct viewer *v, const char *text);
unsigned act_watch_value(struct viewer *v, const char *text);
unsigned act_unwatch(struct viewer *v, const char *text);
unsigned act_delete(struct viewer *v, const char *text);
