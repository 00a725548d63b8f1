/* Draws one matrix, or several of the same shape side by side (the heads of a layer), on one slide:
 * title, names and labels of the axes, cells, numbers in them, color bar, legend. */
#pragma once

#include "heatmap/draw/drawing.h"
#include "heatmap/draw/font.h"
#include "heatmap/table/scale.h"

struct axis {
    const char *name;         /* "query", or NULL */
    const char *const *label; /* one for each row or column; NULL: they are counted from 0 */
    int every;                /* label every n-th; 0: as many as fit */
    bool bare;                /* no labels: the only row of a vector */
};

enum annotation { ANNOT_AUTO, ANNOT_ALWAYS, ANNOT_NEVER };
enum mask_style { MASK_HATCH, MASK_GREY, MASK_SHOW };

struct highlight {
    int row, column; /* -1: all */
};

/* Numbers of steps, as a curve below the panels. */
struct curve {
    const char *name, *along; /* "loss", "steps of training" */
    const double *value;      /* of each step; NaN breaks the line */
    int count;
    int steps; /* as `count`, or one less: then the last value is that behind the last step */
    const char *updates; /* "updated 0, 10, 100 times", or NULL */
    const int *mark;     /* the steps that the panels show; one may be behind the last value */
    int mark_count;
    int most;  /* the largest of them */
    int first; /* the number of the first step; `mark` is numbered like it, `most` from 0 */
};

struct figure {
    const struct panel *panel; /* all of one shape, at least one cell */
    int panel_count;
    const char *title, *subtitle; /* or NULL */
    struct axis row, column;
    struct scale_wish wish;
    double tick;                /* a value to mark on the color bar, NaN: none; ... */
    const char *tick_name;      /* ... and how: "1/6" */
    const struct colormap *map; /* NULL: viridis, on dark magma; for SCALE_SIGNED RdBu_r */
    bool own_scales;            /* a scale for each panel */
    int differences; /* so many of the last panels: B - A of each two before them, one to a line;
                        their scale is their own, with 0 in the middle */
    bool gradients;  /* or they are the gradients of the others, beside them or below */
    const char *gradient_of;   /* which pass gave them: "gradient by loss.backward()"; or NULL */
    const struct curve *curve; /* or NULL; then the panels stand in one line */
    bool integers;             /* values have no decimals */
    enum annotation annotate;
    int decimals; /* -1: as many as fit */
    enum mask_style masks;
    const struct highlight *highlight;
    int highlight_count;
    bool no_bar;
    int width, height; /* pixels */
    enum theme theme;
    bool transparent;
};

enum { FIGURE_WIDTH = 1920, FIGURE_HEIGHT = 1080 };

/* Into an empty drawing, which is to be freed in any case. ERROR_MEMORY; ERROR_INPUT: there is
 * no room for the cells. */
bool figure_draw(const struct figure *f, struct fonts *fonts, struct drawing *out,
                 struct error *err);

/* As a picture looks of which nothing is wished; it has no panels yet. */
struct figure figure_look(void);

/* Pixels to one of a picture of FIGURE_WIDTH x FIGURE_HEIGHT. */
double figure_unit(const struct figure *f);

/* The map it is drawn with. */
const struct colormap *figure_map(const struct figure *f);

/* The picture in words, a few sentences. */
void describe_figure(const struct figure *f, struct buf *out);
