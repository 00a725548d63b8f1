/* Shows where the numbers of a view or a copy lie. */
#pragma once

#include "tui/pane.h"

/* STORAGE_HEIGHT lines; has: whether the step is a view or a copy. */
#define STORAGE_HEIGHT 5
bool pane_has_storage(const struct viewer *v);
int pane_storage(const struct viewer *v, struct grid *g, struct box b);
