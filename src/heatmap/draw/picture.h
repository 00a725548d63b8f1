/* Writes a picture as the bytes of a file: PNG or SVG, with what is told about it. */
#pragma once

#include "heatmap/draw/paint.h"

/* What a file says about itself: "Title" and the like with its text, in UTF-8. */
struct note {
    const char *key, *text;
};

struct about {
    double dpi; /* pixels per inch of the slide; 0: not told */
    const struct note *note;
    int note_count;
    bool optimize; /* the smallest of several encodings, which takes longer */
};

/* All append to *out; false with ERROR_MEMORY. No time is written, so that the same drawing
 * gives the same bytes. */
bool png_write(const struct canvas *c, const struct about *about, struct buf *out,
               struct error *err);
/* The same of a drawing, which is painted a band at a time: a quarter of the memory. */
bool png_drawing(const struct drawing *s, struct fonts *f, const struct about *about,
                 struct buf *out, struct error *err);
/* Title and Description become <title> and <desc>; family: the font's name. */
bool svg_write(const struct drawing *s, const char *family, const struct about *about,
               struct buf *out, struct error *err);
