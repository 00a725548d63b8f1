/* A curve below the panels of a figure: one number for each step, with dots at those that the
 * panels show. */
#ifndef QKV_HEATMAP_TABLE_CURVE_H
#define QKV_HEATMAP_TABLE_CURVE_H

#include "heatmap/table/layout.h"

int curve_height(const struct layout *l); /* 0: the figure has none */
/* In the whole width between the margins; y: its upper end. */
void curve_draw(struct layout *l, int y);

#endif
