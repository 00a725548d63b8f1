/* Draws pictures with curves instead of cells. Private to src/cli. */
#pragma once

#include "cli/heatmap/heatmap.h"

/* The losses of the run's training steps. False: there are none, the file, memory. */
bool heatmap_chart_losses(const struct heatmap *how, const struct tape *t, const char *file,
                          struct fonts *fonts, struct error *err);
/* A figure of the code as the code drew it, as large as the picture may be; `event` shows it.
 * False: its size, the file, memory. */
bool heatmap_chart_figure(const struct heatmap *how, struct tape *t, int event, const char *file,
                          struct fonts *fonts, struct error *err);
