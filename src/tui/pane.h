/* The parts of the scene. Each draws in the box that it is given and returns the line behind what
 * it drew. Private to src/tui. */
#ifndef QKV_TUI_PANE_H
#define QKV_TUI_PANE_H

#include "tui/grid.h"
#include "tui/viewer.h"

struct box {
    int x, y, width, height;
};

int pane_tensors(const struct viewer *v, struct grid *g, struct box b);
/* Where the numbers of a view or a copy lie, in STORAGE_HEIGHT lines; whether the step is one. */
#define STORAGE_HEIGHT 5

#endif
