/* What the parts of a figure share while it is laid out. Private to src/heatmap.
 *
 * Lengths are given in pixels of a slide 1920 x 1080 and scaled by px(). */
#ifndef QKV_HEATMAP_LAYOUT_H
#define QKV_HEATMAP_LAYOUT_H

#include "heatmap/figure.h"

/* Sizes of type. What would be smaller than TYPE_LEAST is left out: from the last row of a room it
 * could not be read. */
enum {
    TYPE_TITLE = 56,
    TYPE_SUBTITLE = 36,
    TYPE_AXIS = 36,
    TYPE_LABEL = 44,
    TYPE_TURNED = 40,
    TYPE_HEADING = 36,
    TYPE_BAR = 32,
    TYPE_NUMBER = 44,
    TYPE_LEAST = 29
};

/* How the rows, or the columns, are labelled. */
struct labels {
    const struct axis *axis;
    int count;  /* rows or columns of the matrix */
    int widest; /* of its labels at 100 pixels per em */
    int limit;  /* longer labels are cut */
    /* set by labels_fit */
    int size;
    int every;
    bool turned;
    int extent; /* what they take beside the cells */
    bool none;  /* there are no labels */
};

/* What is given up when many panels would leave hardly any room for their cells. */
enum crowd { CROWD_NO, CROWD_NO_LABELS, CROWD_NO_HEADINGS, CROWD_COUNT };

struct layout {
    const struct figure *f;
    struct fonts *fonts;
    struct scene *s;
    struct error *err;
    double unit; /* pixels of this picture to one of 1920 x 1080 */
    struct scale shared;
    struct scale last; /* of a difference */
    bool differs;      /* `shared` is that of the difference */
    struct labels row, column;
    /* set by the search for the largest cells */
    enum crowd crowd;
    int across, down; /* panels */
    double fold;      /* so many values along an axis become one cell; 1: each has its own; below 1:
                         each has somewhat more than its pixel, and shares one with its neighbour */
    bool square;      /* cells are not stretched */
    int pitch, gap;
    int wide, tall;     /* how many pitches a cell is wide and high: 0 is 1, as for nearly all */
    int slot_w, slot_h; /* from one panel to the next */
    int panel_w, panel_h;
    int heading; /* size of type, 0: there are none */
    /* numbers */
    bool numbers;
    struct number_format format;
    int number_size;
    bool seen[CELL_KINDS - COLORMAP_COLORS]; /* which marks there are, for the legend */
};

int px(const struct layout *l, double length); /* at least 1 */

/* From one cell to the next. */
static inline int pitch_x(const struct layout *l)
{
    return l->wide > 1 ? l->pitch * l->wide : l->pitch;
}

static inline int pitch_y(const struct layout *l)
{
    return l->tall > 1 ? l->pitch * l->tall : l->pitch;
}

enum { SLIDE_MARGIN = 48 };

/* --- title.c --- */

int title_height(const struct layout *l);
void title_draw(struct layout *l);
/* A line in the middle with the top of its capitals at y; shrunk, then cut, until it fits. Returns
 * how high it is. */
int title_line(struct layout *l, const char *text, enum role role, int size, bool bold, int y);

/* --- cells.c --- */

/* Of `count` values along an axis, when they are folded: an axis of few is left as it is. */
int cells_along(const struct layout *l, int count);
double fold_along(const struct layout *l, int count); /* how many values a cell has there */
bool cell_masked(const struct layout *l, const struct panel *p, int at);
int cell_code(double v, const struct scale *scale); /* the color or the mark of a value */
bool cells_draw(struct layout *l, const struct panel *p, const struct scale *scale, int x, int y);
/* Which marks the panels have. */
void cells_survey(struct layout *l);
/* Whether numbers fit into cells of this pitch, and how they are written. */
void numbers_fit(struct layout *l);

/* --- blocks.c --- */

/* The color or the mark of every cell, which may stand for several values. False: memory. */
bool blocks_code(const struct layout *l, const struct panel *p, const struct scale *scale,
                 uint16_t *code);

/* --- labels.c --- */

void labels_measure(struct layout *l, struct labels *labels);
void labels_fit_rows(const struct layout *l, struct labels *labels, double pitch);
void labels_fit_columns(const struct layout *l, struct labels *labels, double pitch);
void labels_draw_rows(struct layout *l, int x, int y);
void labels_draw_columns(struct layout *l, int x, int y);
/* `text` cut to `limit` pixels with an ellipsis, appended to *out. */
void label_cut(const struct layout *l, const char *text, int size, bool bold, int limit,
               struct buf *out);

/* --- bar.c --- */

int bar_width(const struct layout *l);  /* of color bar and legend with the gap before them */
int bar_height(const struct layout *l); /* at least */
/* The scale of the panels before a difference has no legend. */
void bar_draw(struct layout *l, int x, int y, int height);
void bar_draw_plain(struct layout *l, int x, int y, int height);

#endif
