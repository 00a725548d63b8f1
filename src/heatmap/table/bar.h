/* Draws the color bar and its legend. */
#pragma once

#include "heatmap/table/layout.h"

int bar_width(const struct layout *l);  /* of color bar and legend with the gap before them */
int bar_height(const struct layout *l); /* at least */
/* The scale of the panels before a difference has no legend. */
void bar_draw(struct layout *l, int x, int y, int height);
void bar_draw_plain(struct layout *l, int x, int y, int height);
