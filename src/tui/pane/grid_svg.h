/* A screen as a picture: what a terminal of 24-bit color shows, as an SVG for a page or a slide. */
#ifndef QKV_TUI_PANE_GRID_SVG_H
#define QKV_TUI_PANE_GRID_SVG_H

#include "tui/pane/grid.h"

/* map: the colors of the numbers (palette.h). light: as on a terminal with a light background. */
void grid_svg(const struct grid *g, int map, bool light, struct buf *out);

#endif
