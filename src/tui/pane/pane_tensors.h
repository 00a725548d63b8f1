/* Shows the tensors of the step, side by side. */
#ifndef QKV_TUI_PANE_PANE_TENSORS_H
#define QKV_TUI_PANE_PANE_TENSORS_H

#include "tui/pane.h"

/* What stands above a table at the least, with its heading. */
#define PANE_TENSORS_BRIEF 3

int pane_tensors(const struct viewer *v, struct grid *g, struct box b);

#endif
