/* Draws a curve below the panels of a figure: one number for each step, with dots at those that the
 * panels show. */
#pragma once

#include "heatmap/table/layout.h"

int curve_height(const struct layout *l); /* 0: the figure has none */
/* In the whole width between the margins; y: its upper end. */
void curve_draw(struct layout *l, int y);
