/* Draws the picture of a figure that code drew (plot/chart.h): axes with ticks and words around
 * their marks, nothing over anything else. */
#pragma once

#include "heatmap/draw/drawing.h"
#include "heatmap/draw/font.h"
#include "plot/chart.h"

/* Pixels per inch where the code asks for none. */
enum { CHART_DPI = 200 };

/* Into an empty drawing, which is to be freed in any case. dpi: pixels per inch. ERROR_LIMIT:
 * memory; ERROR_INPUT: it has no size that can be drawn. */
bool chart_draw(const struct chart *c, double dpi, struct fonts *fonts, struct drawing *out,
                struct error *err);
