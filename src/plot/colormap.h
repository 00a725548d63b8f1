/* Leads from a number between two ends to a color of a map, and to the ink that is legible on it.
 * The tables are in colormap.def. */
#pragma once

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

#define COLORMAP_COLORS 256

/* How many of them are used: these, the background, inks and their edges fit into one palette. */
#define COLORMAP_LEVELS 224

struct rgb {
    uint8_t r, g, b;
};

enum colormap_kind { SEQUENTIAL, DIVERGING };

struct colormap {
    const char *name;
    enum colormap_kind kind;
    const char *points; /* RRGGBB, one behind the other */
};

/* NULL: there is none of that name (letters of either case). */
const struct colormap *colormap_find(const char *name);
/* The k-th of the table, NULL behind the last: to walk over all. */
const struct colormap *colormap_at(int k);
/* "viridis, cividis, ...": for messages. */
void colormap_names(struct buf *out);

void colormap_table(const struct colormap *m, struct rgb out[COLORMAP_COLORS]);
/* The colors of a map that Matplotlib calls by this name; false: there is none here. Those that run
 * the other way ("bone_r") and those of a few points stand in assets/prelude/matplotlib.cm.py. */
bool colormap_of_code(const char *name, struct rgb out[COLORMAP_COLORS]);
/* Which color a value gets: the levels are equal parts of [lo, hi], what lies outside gets the
 * end's. With lo == hi everything is in the middle. */
int colormap_index(double value, double lo, double hi);
/* The same of many values. */
void colormap_indices(const double *value, int count, double lo, double hi, uint16_t *out);
/* The color of step k of `steps`, evenly from the first color to the last. */
int colormap_step(int k, int steps);

/* Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white); the contrast of two colors. */
double color_luminance(struct rgb c);
double color_contrast(struct rgb a, struct rgb b);
/* Black or white, whichever is more legible on c: never under 4.58 : 1. */
struct rgb color_ink(struct rgb c);
