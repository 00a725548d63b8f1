/* Turns lines and outlines into pixels with soft edges: FreeType's stroker and rasteriser, which
 * letters come from too. */
#pragma once

#include "heatmap/draw/drawing.h"
#include "heatmap/draw/font.h"

/* A call of sink->row for every run of pixels in the clip of the path, between the lines `top` and
 * `below`. The path is filled or stroked as its members say. What FreeType cannot do for want of
 * memory is left out. */
void stroke_draw(struct fonts *f, const struct path *path, int top, int below,
                 const struct font_sink *sink);
