/* A screen as a picture: what a terminal of 24-bit color shows, as an SVG for a page or a slide. */
#pragma once

#include "tui/pane/grid.h"

/* map: the colors of the numbers (palette.h). light: as on a terminal with a light background. */
void grid_svg(const struct grid *g, int map, bool light, struct buf *out);
