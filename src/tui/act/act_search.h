/* Searches the steps. */
#pragma once

#include "tui/viewer.h"

/* Whether the code, the name or the stage of an event holds the word. */
bool act_holds(const struct viewer *v, int event, const char *word);
unsigned act_find(struct viewer *v, int direction, int count);
