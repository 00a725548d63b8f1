/* Draws a screen as an SVG: what a terminal of 24-bit color shows. */
#pragma once

#include "tui/pane/grid.h"

/* map: the colors of the numbers (palette.h). light: as on a terminal with a light background. */
void grid_svg(const struct grid *g, int map, bool light, struct buf *out);
