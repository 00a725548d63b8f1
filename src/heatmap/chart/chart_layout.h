/* Declares what the parts of a chart share while it is laid out. Private to src/heatmap. */
#pragma once

#include "heatmap/chart/chart_draw.h"

struct box {
    int x, y, w, h; /* pixels */
};

struct size {
    int w, h;
};

/* What stands around axes, in pixels. */
struct margin {
    int left, right, top, bottom;
};

struct sheet {
    const struct chart *chart;
    struct box room; /* below the title */
    struct fonts *fonts;
    struct drawing *s;
    double point; /* pixels */
};

/* Axes on their way to the picture. */
struct plot {
    struct sheet *sheet;
    const struct chart_axes *axes;
    struct box box;
    struct margin words; /* what stands around it but a legend */
};

struct plan {
    struct plot plot;
    struct margin margin;
    bool is_bar;            /* the axes of a color bar */
    int above, lift, sink;  /* texts over the frame; those that title and label keep away from */
    struct box whole;       /* before one unit is as long on both axes */
    struct chart_side x, y; /* with the labels turned that would meet */
    int label_x, label_y;   /* how far the axis labels are from the frame */
    int bar_x, bar_y;       /* and the color bars */
    int shared_x, shared_y; /* and those of several axes */
};

static inline void chart_widen(int *room, int to)
{
    *room = to > *room ? to : *room;
}

static inline struct rgb chart_rgb(int32_t c)
{
    return (struct rgb){(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c};
}

/* The color of each, or the last one. */
static inline int32_t chart_color_at(struct chart_colors c, int64_t k)
{
    return c.count == 0 ? CHART_NONE : c.at[k < c.count ? k : c.count - 1];
}

/* --- chart_text.c: several lines, and mathematics between $ as plain text --- */
enum {
    ALIGN_LESS = 0,
    ALIGN_MIDDLE = 1,
    ALIGN_MORE = 2
}; /* left or top, center, right or bottom */

struct chart_type {
    double size; /* points */
    bool bold;
    int32_t color;
    double angle;
    int across, down; /* ALIGN_*: which part of the text stands at the place given */
};

/* The place of "left", "top", "center", "right" and the like: ALIGN_*. */
int chart_text_align(const char *word);
/* The room it takes, turned; none where it is NULL or empty. */
struct size chart_text_size(const struct sheet *s, struct chart_type type, const char *text);
void chart_text_draw(const struct sheet *s, struct chart_type type, double x, double y,
                     const char *text);

/* --- chart_draw.c --- */
int chart_draw_points(const struct sheet *s, double length); /* as pixels, at least 1 */
/* Data to pixels. NaN where the axis is logarithmic and the value is not above 0. */
double chart_draw_x(const struct plot *p, double v);
double chart_draw_y(const struct plot *p, double v);

/* --- chart_measure.c --- */
#define CHART_TICK_LENGTH 3.5 /* points */
#define CHART_TICK_PAD 3.5
#define CHART_LABEL_PAD 4.0
#define CHART_BAR_GAP 10.0
#define CHART_BAR_WIDTH 12.0

/* A value as a part of its side. */
double chart_measure_part(const struct chart_side *s, double v);
struct chart_type chart_measure_title(const struct chart_title *t);
struct chart_type chart_measure_type(const struct chart_side *s);
/* Whether it lies within the limits. */
bool chart_measure_shows(const struct chart_side *s, const struct chart_tick *t);
/* The largest width and height of the labels of a side. */
struct size chart_measure_ticks(const struct sheet *s, const struct chart_side *side);
int chart_measure_tick(const struct sheet *s, const struct chart_side *side);
/* The lower part of letters such as p. */
int chart_measure_descent(const struct sheet *s, double size);
int chart_measure_label(const struct sheet *s, const struct chart_axes *a, const char *label);
int chart_measure_bar(const struct sheet *s, const struct chart_axes *a,
                      const struct chart_bar *bar);
/* What the axes need around them, if they become about so many pixels wide and high. */
void chart_measure(struct plan *p, double width, double height);
/* A color bar of several axes stands behind all that stands around the last of them. */
void chart_measure_shared(struct plan *plan, int count, struct plan *p,
                          const struct chart_bar *bar);

/* --- chart_grid.c --- */
/* False: its grid has no such place. */
bool chart_grid_fits(const struct chart_axes *a);
/* Finds the box of each plan; their margins are known. */
void chart_grid_lay_out(struct plan *plan, const struct chart *c, struct drawing *s,
                        struct box room);

/* --- chart_mark.c --- */
void chart_mark_draw(const struct plot *p, const struct chart_mark *m);
/* How a text is set. */
struct chart_type chart_mark_type(const struct chart_mark *m);
/* What stands for it in a legend. */
void chart_mark_sample(const struct plot *p, const struct chart_mark *m, struct box box);
/* A line through so many points, in pixels. */
void chart_mark_track(const struct sheet *s, int32_t color, double alpha, double width,
                      const char *dash, const double *x, const double *y, int64_t count,
                      struct box clip);
/* The same through two. */
void chart_mark_line(const struct sheet *s, int32_t color, double alpha, double width,
                     const char *dash, const double x[2], const double y[2], struct box clip);
/* A filled box with a line around it; CHART_NONE: without. */
void chart_mark_box(const struct sheet *s, int32_t face, int32_t edge, double alpha, double width,
                    struct box b);

/* --- chart_image.c --- */
void chart_image_draw(const struct plot *p, const struct chart_mark *m);
/* The pixels of an image over what lies below them. */
void chart_image_settle(const struct plot *p, const struct chart_mark *m, struct box b,
                        uint16_t *pixel);
/* The colors of a map. */
void chart_image_colors(const struct chart_map *m, struct rgb out[COLORMAP_COLORS]);
/* As they are seen over a face. */
void chart_image_fade(struct rgb map[COLORMAP_COLORS], int32_t behind, double alpha);

/* --- chart_contour.c --- */
void chart_contour_draw(const struct plot *p, const struct chart_mark *m);

/* --- chart_legend.c --- */
/* What a legend outside of the axes, or of all axes, takes of the room on its side; the pointer is
 * to the margin of that side, NULL where it stands over the axes. */
int chart_legend_room(const struct sheet *s, const struct chart_legend *l, struct margin *m,
                      int **side);
void chart_legend_draw(const struct plot *p);
