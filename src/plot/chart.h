/* A chart is a figure as code drew it: axes with marks in data units, ticks and words. Made of the
 * record that assets/prelude/matplotlib.pyplot.py hands over: limits, ticks and colors are final.
 *
 * Everything lies in the chart's arena, counted by the run's budget. Lengths of type and lines are
 * in points, 1/72 of an inch. Colors are 0xRRGGBB. */
#pragma once

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

/* Members that a record has under the same name, each with the function of chart_read.c that takes
 * it. To add one: X(how, name) below, and the key in the record that the prelude makes. */

#define CHART_TYPE_numbers struct chart_numbers
#define CHART_TYPE_colors struct chart_colors
#define CHART_TYPE_words struct chart_words
#define CHART_TYPE_number double
#define CHART_TYPE_whole int
#define CHART_TYPE_flag bool
#define CHART_TYPE_text const char *
#define CHART_TYPE_text_or_none const char * /* NULL: none */
#define CHART_TYPE_color int32_t
#define CHART_TYPE_ink int32_t /* never CHART_NONE */
#define CHART_MEMBER(how, name) CHART_TYPE_##how name;

/* clang-format off */
#define CHART_MARK_MEMBERS(X)                                                                      \
    X(numbers, x) X(numbers, y)                                                                    \
    X(whole, shown)        /* of a recorder (look): the tensor whose numbers these are, */         \
                           /* which then stand there alone: `values`, y of a line. 0: none */      \
    X(numbers, w) X(numbers, h) /* rects: sizes; segments: the other ends; */                      \
                           /* dots: w = area in pt^2; contour: w = levels */                       \
    X(colors, face)        /* empty: not filled */                                                 \
    X(color, edge)         /* CHART_NONE, or of lines the color */                                 \
    X(number, alpha) X(number, width) /* of lines */                                               \
    X(text, dash)          /* "-", "--", "-.", ":", "" */                                          \
    X(flag, hatch)         /* lines over the face, in the color of the edge */                     \
    X(text, marker)        /* "" or one of matplotlib's letters */                                 \
    X(number, marker_size)                                                                         \
    X(text, step)          /* "", "pre", "post", "mid" */                                          \
    /* across, span: along which axis, and from where to where */                                  \
    X(flag, vertical)      /* axvline, axvspan; bars upwards */                                    \
    X(flag, bars)          /* rects: their lengths are what they tell; contour: bands */           \
    X(number, value) X(number, from) X(number, to) /* dots: from = a rim in their color, pt */     \
    /* image */                                                                                    \
    X(whole, rows) X(whole, columns)                                                               \
    X(numbers, values)     /* row by row, NaN: nothing; empty: `face` has a color for each */      \
    X(words, words)        /* in the cells */                                                      \
    /* text */                                                                                     \
    X(text, text) X(number, size) X(number, rotation) X(text, ha) X(text, va) X(flag, bold)        \
    X(color, box) X(color, box_edge) /* its line as wide as marker_size */                         \
    X(number, box_alpha)                                                                           \
    X(flag, arrow) X(flag, arrow_clipped) /* by the frame of its axes */                           \
    X(number, arrow_x) X(number, arrow_y)

#define CHART_SIDE_MEMBERS(X)                                                                      \
    X(number, lo) X(number, hi) /* lo > hi: inverted */                                            \
    X(flag, log)                                                                                   \
    X(numbers, minor)      /* places of short ticks without a text */                              \
    X(number, rotation) X(number, tick_size) X(ink, tick_color) X(ink, label_color)                \
    X(flag, bare)          /* texts without ticks */                                               \
    X(text_or_none, offset) /* what all ticks are multiplied with */                               \
    X(text_or_none, label)                                                                         \
    X(text, tick_ha)       /* of turned labels: "center", "right", "left" */                       \
    X(flag, far)           /* ticks and label at the top, at the right */                          \
    X(flag, grid) X(flag, minor_grid)

#define CHART_BAR_MEMBERS(X)                                                                       \
    X(number, label_size)                                                                          \
    X(number, alpha)       /* of the marks that it tells of */                                     \
    X(number, shrink)      /* how much of the length of the axes it has */                         \
    X(flag, level)         /* below the axes instead of beside them */                             \
    X(numbers, axes)       /* those that it stands beside, where they are several */

#define CHART_LEGEND_MEMBERS(X)                                                                    \
    X(text, loc) X(text_or_none, title) X(whole, columns) X(number, size)                          \
    X(flag, of_all)        /* it stands beside all axes */                                         \
    X(color, face) X(color, edge) /* CHART_NONE without a frame */                                 \
    X(ink, color) X(number, alpha)

#define CHART_TITLE_MEMBERS(X)                                                                     \
    X(text, text)                                                                                  \
    X(text, loc)           /* "left", "center", "right" */                                         \
    X(number, size) X(flag, bold) X(ink, color)

#define CHART_AXES_MEMBERS(X)                                                                      \
    X(numbers, column_part) X(numbers, row_part) /* how large each is; empty: all the same */      \
    X(whole, over)         /* the axes that these share the place with; -1: none */                \
    X(whole, within)       /* the axes that these lie in, at `box` in parts of them; -1: none */   \
    X(number, label_size) X(number, grid_alpha) X(number, grid_width) X(color, grid_color)         \
    X(text, grid_dash)                                                                             \
    X(flag, grid_below)    /* of all marks, not only of areas and images */                        \
    X(ink, frame_color)                                                                            \
    X(whole, frame)        /* CHART_LEFT | ...: which sides are drawn */                           \
    X(flag, ticks) X(flag, equal) X(color, face)

#define CHART_MEMBERS(X)                                                                           \
    X(number, width) X(number, height) /* inches */                                                \
    X(number, dpi)                                                                                 \
    X(text_or_none, title) X(number, title_size) X(flag, title_bold) X(ink, title_color)           \
    X(text_or_none, label_x) X(text_or_none, label_y) /* below and beside all axes */              \
    X(number, label_size) X(ink, label_color) X(color, face)                                       \
    X(whole, number)       /* the same for one page, saved and shown */
/* clang-format on */

struct chart_mark {
    enum chart_kind kind;
    CHART_MARK_MEMBERS(CHART_MEMBER)
    enum chart_frame on; /* of a text */
    /* of an image */
    const bool *mask; /* or NULL */
    double extent[4]; /* left, right, bottom, top */
    struct chart_map map;
};

struct chart_tick {
    double at;
    const char *text;
};

/* One of the two axes of a struct chart_axes, or that of a color bar. */
struct chart_side {
    CHART_SIDE_MEMBERS(CHART_MEMBER)
    const struct chart_tick *tick;
    int tick_count;
};

struct chart_bar {
    CHART_BAR_MEMBERS(CHART_MEMBER)
    struct chart_map map;
    struct chart_side side;
};

struct chart_entry {
    const char *text;
    int mark;   /* the sample; -1: none */
    int bar[2]; /* of errors: marks with lines upwards, level; or -1 */
};

struct chart_legend {
    CHART_LEGEND_MEMBERS(CHART_MEMBER)
    const struct chart_entry *entry;
    int count;
    bool anchored; /* with its corner at `anchor`, in parts of the axes */
    double anchor[2];
};

enum { CHART_LEFT = 1, CHART_RIGHT = 2, CHART_TOP = 4, CHART_BOTTOM = 8 };

struct chart_title {
    CHART_TITLE_MEMBERS(CHART_MEMBER)
};

struct chart_axes {
    CHART_AXES_MEMBERS(CHART_MEMBER)
    int place[6]; /* of the grid: rows, columns, row0, row1, column0, column1 */
    bool placed;  /* by `box` instead: left, bottom, width, height in parts of the figure */
    double box[4];
    const char *title; /* the first of `titles`, or NULL */
    const struct chart_title *titles;
    int title_count;
    struct chart_side x, y;
    const struct chart_legend *legend; /* or NULL */
    const struct chart_bar *bar;
    int bar_count;
    const struct chart_mark *mark;
    int mark_count, front; /* from `front` on they lie over the frame and the words */
};

struct chart {
    CHART_MEMBERS(CHART_MEMBER)
    const struct chart_axes *axes;
    int count;
    struct arena arena;
};
