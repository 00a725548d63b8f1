/* What the parts of a chart share while it is laid out. Private to src/heatmap. */
#ifndef QKV_HEATMAP_CHART_LAYOUT_H
#define QKV_HEATMAP_CHART_LAYOUT_H

#include "heatmap/chart_draw.h"

struct box {
    int x, y, w, h; /* pixels */
};

struct sheet {
    const struct chart *chart;
    struct fonts *fonts;
    struct scene *s;
    double point; /* pixels */
};

/* Axes on their way to the picture. */
struct plot {
    struct sheet *sheet;
    const struct chart_axes *axes;
    struct box box;
};

static inline struct rgb chart_rgb(int32_t c)
{
    return (struct rgb){(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c};
}

int chart_draw_points(const struct sheet *s, double length); /* as pixels, at least 1 */
/* Data to pixels. NaN where the axis is logarithmic and the value is not above 0. */
double chart_draw_x(const struct plot *p, double v);
double chart_draw_y(const struct plot *p, double v);

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

/* The room it takes, turned. */
void chart_text_size(const struct sheet *s, struct chart_type type, const char *text, int *w,
                     int *h);
void chart_text_draw(const struct sheet *s, struct chart_type type, double x, double y,
                     const char *text);

/* --- chart_mark.c --- */
void chart_mark_draw(const struct plot *p, const struct chart_mark *m);
/* What stands for it in a legend. */
void chart_mark_sample(const struct plot *p, const struct chart_mark *m, struct box box);
/* The colors of a map. */
void chart_mark_colors(const struct chart_map *m, struct rgb out[COLORMAP_COLORS]);
/* A line of whole pixels. */
void chart_mark_line(const struct sheet *s, int32_t color, double alpha, double width,
                     const char *dash, const double x[2], const double y[2], struct box clip);

#endif
