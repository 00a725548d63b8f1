/* Turns the numbers of the code. */
#ifndef QKV_TUI_ACT_ACT_KNOB_H
#define QKV_TUI_ACT_ACT_KNOB_H

#include "tui/viewer.h"

unsigned act_set_knob(struct viewer *v, const char *setting);

#endif
