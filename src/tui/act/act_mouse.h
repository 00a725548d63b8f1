/* Does what the mouse says: the wheel scrolls, a click chooses. Private to src/tui. */
#pragma once

#include "tui/viewer.h"

unsigned act_wheel(struct viewer *v, int by);       /* 1: down, -1: up */
unsigned act_click(struct viewer *v, int x, int y); /* at that place of the screen */
