/* Shows the tensors of the step, side by side. */
#pragma once

#include "tui/pane.h"

/* What stands above a table at the least, with its heading. */
#define PANE_TENSORS_BRIEF 3

int pane_tensors(const struct viewer *v, struct grid *g, struct box b);
