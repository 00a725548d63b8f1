/* Tells which cells of a panel are masked or cut, their colors and their numbers. */
#pragma once

#include "heatmap/table/layout.h"

/* Of `count` values along an axis, when they are folded: an axis of few is left as it is. */
int cells_along(const struct layout *l, int count);
double fold_along(const struct layout *l, int count); /* how many values a cell has there */
bool cell_masked(const struct layout *l, const struct panel *p, int at);
int cell_code(double v, const struct scale *scale); /* the color or the mark of a value */
bool cells_draw(struct layout *l, const struct panel *p, const struct scale *scale, int x, int y);
/* Which marks the panels have. */
void cells_survey(struct layout *l);
/* Whether numbers fit into cells of this pitch, and how they are written. */
void numbers_fit(struct layout *l);
