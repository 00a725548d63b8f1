/* Reads PNGs back with libpng, and draws figures, for the suites of src/heatmap. Pixels are
 * judged after decoding, never the bytes of a file: zlib and FreeType differ between
 * systems. */
#pragma once

#include "heatmap/draw/picture.h"
#include "heatmap/table/figure.h"

struct decoded {
    int width, height;
    bool palette, alpha;   /* how it was written */
    uint32_t *pixel;       /* 0xAARRGGBB */
    uint32_t pixels_per_m; /* of both axes, 0: not told */
    struct {
        char key[80];
        char *text;
        bool international;
    } note[16];
    int note_count;
};

/* Fails the test when it is no PNG. */
void decode(const struct buf *png, struct decoded *out);
void decoded_free(struct decoded *d);
uint32_t decoded_at(const struct decoded *d, int x, int y);
const char *decoded_note(const struct decoded *d, const char *key); /* NULL: none */

/* All lines of a drawing at once. False: memory. */
bool paint_drawing(const struct drawing *s, struct fonts *f, struct canvas *out, struct error *err);

/* A figure drawn, painted, written and decoded. */
struct drawn {
    struct drawing drawing;
    struct decoded png;
    struct buf bytes, svg;
};
/* A figure of one panel with everything at its default; the rest is to be filled in. */
struct figure plain_figure(const struct panel *panel, int count);
void draw_figure(const struct figure *f, struct drawn *out);
void drawn_free(struct drawn *d);
/* The n-th table of cells of the drawing, in order; the color bar and the legend are tables too. */
const struct item *cells_item(const struct drawing *s, int n);
uint32_t opaque(struct rgb c);
