/* Turns the lines of a picture into those of a PNG: one byte for each pixel, an index into a
 * palette, as long as 256 colors are enough; else channels. A line that repeats the one above is
 * kept once: most lines of a picture of squares do. */
#pragma once

#include "heatmap/draw/paint.h"

enum { MOST_COLORS = 256, PALETTE_SLOTS = 4096 };

struct palette {
    uint32_t color[MOST_COLORS];
    int count;
    /* where to look a color up, far more slots than colors */
    uint32_t key[PALETTE_SLOTS];
    int16_t place[PALETTE_SLOTS]; /* in color + 1; 0: free */
};

struct raster {
    size_t width, height;
    bool alpha;     /* channels need a fourth */
    bool indexed;   /* places of the palette */
    size_t stride;  /* bytes of a line */
    uint8_t *data;  /* the lines that are kept */
    uint32_t *kept; /* which of them each line of the picture is */
    size_t kept_count, count;
    struct palette palette;
};

/* False: memory. To be freed in any case. */
bool raster_start(struct raster *r, int width, int height, bool alpha);
/* The next lines; false: memory. */
bool raster_add(struct raster *r, const struct canvas *c);
const uint8_t *raster_line(const struct raster *r, size_t y);
bool raster_repeats(const struct raster *r, size_t y); /* line y > 0 is the one above once more */
void raster_free(struct raster *r);
