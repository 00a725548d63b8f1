/* Draws the flat storage of a tensor before and after it was viewed, transposed or copied: two
 * strips of cells on one slide, each cell with its place in memory, its value and the indices under
 * which its tensor counts it, colored by the head that it belongs to. */
#pragma once

#include "heatmap/table/figure.h"

enum { STRIP_CELLS = 48 }; /* at most in one strip: smaller ones could not be read */

struct strip_cell {
    double value;
    int64_t place;     /* in its storage */
    int owner;         /* the head, -1: it is not in the result */
    const char *index; /* "0, 1, 2" */
};

struct strip {
    const char *heading;
    struct strip_cell cell[STRIP_CELLS];
    int count;
    int64_t of;   /* cells there are */
    int together; /* this many cells stand close together */
};

struct strips {
    struct strip before, after;
    const char *owner_name; /* "head" */
    int owners;
    bool integers;
    struct figure look; /* size, theme, texts; its panels are not used */
};

/* As figure_draw. */
bool strips_draw(const struct strips *strips, struct fonts *fonts, struct drawing *out,
                 struct error *err);
