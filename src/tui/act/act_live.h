/* The cursor, and lines that are switched off. */
#ifndef QKV_TUI_ACT_ACT_LIVE_H
#define QKV_TUI_ACT_ACT_LIVE_H

#include "tui/viewer.h"

unsigned act_move_cursor(struct viewer *v, int lines); /* in the code */

#endif
