/* A chart is a figure as code drew it: axes with marks in data units, ticks and words. Made of the
 * record that assets/prelude/matplotlib.pyplot.py hands over: limits, ticks and colors are final.
 *
 * Everything lies in the chart's arena, counted by the run's budget. Lengths of type and lines are
 * in points, 1/72 of an inch. Colors are 0xRRGGBB. */
#ifndef QKV_PLOT_CHART_H
#define QKV_PLOT_CHART_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { CHART_NONE = -1 }; /* a color: none */

enum chart_kind {
#define MARK(name) CHART_##name,
#include "plot/marks.def"
#undef MARK
    CHART_KINDS
};

/* Where a text stands: in units of the data, in fractions of the axes, of the figure. */
enum chart_frame { CHART_DATA, CHART_AXES, CHART_FIGURE };

struct chart_numbers {
    const double *at;
    int64_t count;
};

struct chart_colors { /* one, or one for each */
    const int32_t *at;
    int64_t count;
};

struct chart_words {
    const char *const *at;
    int64_t count;
};

/* From a value to a color: a name, or colors of the code's own. */
struct chart_map {
    const char *name;           /* "viridis"; NULL: */
    struct chart_colors colors; /* these, ... */
    bool smooth;                /* ... blended, or in equal steps */
    double vmin, vmax;
    bool log;
};

struct chart_mark {
    enum chart_kind kind;
    struct chart_numbers x, y;
    int shown;                 /* of a recorder (look): the tensor whose numbers these are, which
                                  then stand there alone: `values`, y of a line. 0: none */
    struct chart_numbers w, h; /* rects: sizes; segments: the other ends; dots: w = area in pt^2;
                                  contour: w = levels */
    struct chart_colors face;  /* empty: not filled */
    int32_t edge;              /* CHART_NONE, or of lines the color */
    double alpha, width;       /* of lines */
    const char *dash;          /* "-", "--", "-.", ":", "" */
    bool hatch;                /* lines over the face, in the color of the edge */
    const char *marker;        /* "" or one of matplotlib's letters */
    double marker_size;
    const char *step; /* "", "pre", "post", "mid" */
    /* across, span: along which axis, and from where to where */
    bool vertical;          /* axvline, axvspan; bars upwards */
    bool bars;              /* rects: their lengths are what they tell; contour: bands */
    double value, from, to; /* dots: from = a rim in their own color, in points */
    /* image */
    int rows, columns;
    struct chart_numbers values; /* row by row, NaN: nothing; empty: `face` has a color for each */
    const bool *mask;            /* or NULL */
    double extent[4];            /* left, right, bottom, top */
    struct chart_map map;
    struct chart_words words; /* in the cells */
    /* text */
    const char *text;
    double size, rotation;
    const char *ha, *va;
    bool bold;
    enum chart_frame on;
    int32_t box, box_edge; /* its line as wide as marker_size */
    double box_alpha;
    bool arrow, arrow_clipped; /* by the frame of its axes */
    double arrow_x, arrow_y;
};

struct chart_tick {
    double at;
    const char *text;
};

/* One of the two axes of a struct chart_axes. */
struct chart_side {
    double lo, hi; /* lo > hi: inverted */
    bool log;
    const struct chart_tick *tick;
    int tick_count;
    struct chart_numbers minor; /* places of short ticks without a text */
    double rotation, tick_size;
    int32_t tick_color, label_color;
    bool bare;           /* texts without ticks */
    const char *offset;  /* what all ticks are multiplied with, or NULL */
    const char *label;   /* or NULL */
    const char *tick_ha; /* of turned labels: "center", "right", "left" */
    bool far;            /* ticks and label at the top, at the right */
    bool grid, minor_grid;
};

struct chart_bar {
    struct chart_map map;
    const char *label;
    const struct chart_tick *tick;
    int tick_count;
    double tick_size, label_size;
    int32_t tick_color, label_color;
    const char *offset;
    double alpha;              /* of the marks that it tells of */
    double shrink;             /* how much of the length of the axes it has */
    bool level;                /* below the axes instead of beside them */
    struct chart_numbers axes; /* those that it stands beside, where they are several */
};

struct chart_entry {
    const char *text;
    int mark;   /* the sample; -1: none */
    int bar[2]; /* of errors: marks with lines upwards, level; or -1 */
};

struct chart_legend {
    const char *loc, *title; /* title: or NULL */
    const struct chart_entry *entry;
    int count, columns;
    double size;
    bool anchored; /* with its corner at `anchor`, in parts of the axes */
    double anchor[2];
    bool of_all;               /* it stands beside all axes */
    int32_t face, edge, color; /* face and edge: CHART_NONE without a frame */
    double alpha;
};

enum { CHART_LEFT = 1, CHART_RIGHT = 2, CHART_TOP = 4, CHART_BOTTOM = 8 };

struct chart_title {
    const char *text, *loc; /* "left", "center", "right" */
    double size;
    bool bold;
    int32_t color;
};

struct chart_axes {
    int place[6]; /* of the grid: rows, columns, row0, row1, column0, column1 */
    struct chart_numbers column_part, row_part; /* how large each is; empty: all the same */
    bool placed; /* by `box` instead: left, bottom, width, height in parts of the figure */
    double box[4];
    int over;          /* the axes that these share the place with; -1: none */
    int within;        /* the axes that these lie in, at `box` in parts of them; -1: none */
    const char *title; /* the first of `titles`, or NULL */
    const struct chart_title *titles;
    int title_count;
    double label_size;
    struct chart_side x, y;
    double grid_alpha, grid_width;
    int32_t grid_color, frame_color;
    const char *grid_dash;
    bool grid_below; /* of all marks, not only of areas and images */
    int frame;       /* CHART_LEFT | ...: which sides are drawn */
    bool ticks, equal;
    int32_t face;
    const struct chart_legend *legend; /* or NULL */
    const struct chart_bar *bar;
    int bar_count;
    const struct chart_mark *mark;
    int mark_count, front; /* from `front` on they lie over the frame and the words */
};

struct chart {
    double width, height; /* inches */
    double dpi;
    const char *title, *label_x, *label_y; /* above, below and beside all axes; or NULL */
    double title_size, label_size;
    int32_t title_color, label_color, face;
    bool title_bold;
    int number; /* the same for one page, saved and shown */
    const struct chart_axes *axes;
    int count;
    struct arena arena;
};

#endif
