/* Shows the arithmetic of the cell, and warnings. */
#pragma once

#include "tui/pane.h"

int pane_cell(const struct viewer *v, struct grid *g, struct box b);
int pane_warning(const struct viewer *v, struct grid *g, struct box b);
