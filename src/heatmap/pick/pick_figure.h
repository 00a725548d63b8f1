/* Makes a figure of what was picked. */
#pragma once

#include "heatmap/pick/pick.h"

/* Panels, axes, texts, scale; how it looks is given. The figure holds on to `tick`. */
void picked_figure(const struct picked *p, struct figure *f, char tick[32]);
