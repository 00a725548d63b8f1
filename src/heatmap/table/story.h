/* Draws the whole chain of one head on one slide: queries and keys, scores, scaled, masked,
 * weights, values, context - tables in two lines with what is done between them, each with its name
 * and shape. */
#pragma once

#include "heatmap/table/figure.h"

enum { STORY_TABLES = 8 };

struct story_table {
    struct panel panel;
    const char *name; /* "scores" */
    const char *sign; /* what stands before it: "@", "=", "\u2192"; NULL: nothing */
    const char *how;  /* above the sign: "softmax"; or NULL */
    enum scale_rule rule;
    bool asks; /* its rows are the queries */
};

struct story {
    struct story_table table[STORY_TABLES];
    int count;
    struct axis row;    /* of the scores: words beside the first table of each line */
    struct figure look; /* size, theme, texts, masks, numbers; its panels are not used */
};

/* As figure_draw. */
bool story_draw(const struct story *story, struct fonts *fonts, struct drawing *out,
                struct error *err);

/* The tables in words: what each is, its shape, and between which numbers it lies. */
void story_describe(const struct story *story, struct buf *out);
