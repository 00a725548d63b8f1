/* Declares what the parts of a figure share while it is laid out. Private to src/heatmap.
 *
 * Lengths are given in pixels of a slide 1920 x 1080 and scaled by px(). */
#pragma once

#include "heatmap/table/figure.h"

/* Sizes of type. Words smaller than TYPE_LEAST are left out: from the last row of a room they could
 * not be read. Digits are ten signs: where none fit otherwise, they may be a little smaller. */
enum {
    TYPE_TITLE = 56,
    TYPE_SUBTITLE = 36,
    TYPE_AXIS = 36,
    TYPE_LABEL = 44,
    TYPE_TURNED = 40,
    TYPE_HEADING = 36,
    TYPE_BAR = 32,
    TYPE_NUMBER = 44,
    TYPE_LEAST = 29,
    TYPE_DIGITS = 26
};

#define LINE_EMS 1.25 /* from one line to the next, in ems */

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

/* The numbers of some panels, which have one form. */
struct numbers {
    int first, end; /* panels */
    struct number_format format;
    int size; /* 0: there are none */
};

struct layout {
    const struct figure *f;
    struct fonts *fonts;
    struct drawing *s;
    struct error *err;
    double unit; /* pixels of this picture to one of 1920 x 1080 */
    struct scale shared;
    struct scale last; /* of a difference */
    bool differs;      /* `shared` is that of the difference */
    struct labels row, column;
    /* set by the search for the largest cells */
    enum crowd crowd;
    bool stacked;     /* gradients below their values, not beside them */
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
    bool numbers;                            /* all panels have them */
    struct numbers number[2];                /* of all; or of the values, and of their gradients */
    bool seen[CELL_KINDS - COLORMAP_COLORS]; /* which marks there are, for the legend */
};

/* Of a figure into an empty drawing, which gets its size, theme and colors. */
struct layout figure_layout(const struct figure *f, struct fonts *fonts, struct drawing *out,
                            struct error *err);

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

enum { SLIDE_MARGIN = 48, SWATCH_APART = 14 };

/* What a cell looks like, and the word for it on its right. */
void figure_swatch(struct layout *l, int code, int x, int y, int side, bool framed,
                   const char *word);

/* The color or the mark of every cell, which may stand for several values. False: memory. */
bool blocks_code(const struct layout *l, const struct panel *p, const struct scale *scale,
                 uint16_t *code);
