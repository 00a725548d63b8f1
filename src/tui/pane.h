/* A pane is a box of the scene. Each pane_*.c draws in the box that it is given and returns the
 * line behind what it drew. Private to src/tui. */
#ifndef QKV_TUI_PANE_H
#define QKV_TUI_PANE_H

#include "tui/pane/grid.h"
#include "tui/viewer.h"

struct box {
    int x, y, width, height;
};

#endif
