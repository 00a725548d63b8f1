/* A pane is a box of the scene. Each pane_*.c draws in the box that it is given and returns the
 * line behind what it drew. Private to src/tui. */
#pragma once

#include "tui/pane/grid.h"
#include "tui/viewer.h"

struct box {
    int x, y, width, height;
};
