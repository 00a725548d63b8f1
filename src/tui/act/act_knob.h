/* Turns the numbers of the code. */
#pragma once

#include "tui/viewer.h"

unsigned act_set_knob(struct viewer *v, const char *setting);
