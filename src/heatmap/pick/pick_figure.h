/* Makes a figure of what was picked. */
#ifndef QKV_HEATMAP_PICK_PICK_FIGURE_H
#define QKV_HEATMAP_PICK_PICK_FIGURE_H

#include "heatmap/pick/pick.h"

/* Panels, axes, texts, scale; how it looks is given. The figure holds on to `tick`. */
void picked_figure(const struct picked *p, struct figure *f, char tick[32]);

#endif
