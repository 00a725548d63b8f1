/* Draws the lines above a picture. */
#pragma once

#include "heatmap/table/layout.h"

int title_height(const struct layout *l);
void title_draw(struct layout *l);
/* A line in the middle with the top of its capitals at y; shrunk, then cut, until it fits. Returns
 * how high it is. */
int title_line(struct layout *l, const char *text, enum role role, int size, bool bold, int y);
