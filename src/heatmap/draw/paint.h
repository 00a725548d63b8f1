/* Paints a drawing as pixels. Pure: no file is touched, and the same drawing gives the same pixels.
 */
#pragma once

#include "heatmap/draw/drawing.h"
#include "heatmap/draw/font.h"

struct canvas {
    int width, height;
    int top;         /* which line of the picture its first one is */
    uint32_t *pixel; /* row by row: 0xAARRGGBB, not multiplied by alpha */
};

/* A canvas of that size. False with ERROR_MEMORY. */
bool paint_canvas(struct canvas *c, int width, int height, struct error *err);
/* The lines of the drawing that fall on it, with any `top`; repainted at will. */
void paint_band(const struct drawing *s, struct fonts *f, struct canvas *c);
/* One ITEM_CELLS alone, as it is in the picture: what SVG embeds of large tables. */
bool paint_cells(const struct drawing *s, const struct item *cells, struct canvas *out,
                 struct error *err);
void canvas_free(struct canvas *c);
