/* Moves in the list of steps: chooses one, opens what is folded, filters. Private to src/tui. */
#pragma once

#include "tui/viewer.h"

/* Enter and Esc on the list; false: the key is none of them, or this is no list. */
bool act_list_key(struct viewer *v, uint32_t key, unsigned *reaction);
/* Only what holds the text that was typed stays on the list. */
unsigned act_list_filter(struct viewer *v);
