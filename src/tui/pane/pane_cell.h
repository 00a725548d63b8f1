/* Shows the arithmetic of the cell, and warnings. */
#ifndef QKV_TUI_PANE_PANE_CELL_H
#define QKV_TUI_PANE_PANE_CELL_H

#include "tui/pane.h"

int pane_cell(const struct viewer *v, struct grid *g, struct box b);
int pane_warning(const struct viewer *v, struct grid *g, struct box b);

#endif
