/* Searching the steps. */
#ifndef QKV_TUI_ACT_SEARCH_H
#define QKV_TUI_ACT_SEARCH_H

#include "tui/viewer.h"

unsigned act_find(struct viewer *v, int direction, int count);

#endif
