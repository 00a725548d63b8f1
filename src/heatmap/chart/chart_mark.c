/* Draws the marks of a chart: lines, dots, bars, areas, images, texts. */
#include "base/named.h"
#include "heatmap/chart/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- strokes --- */

enum { FARTHEST = 16000 }; /* pixels: what lies beyond is drawn there, outside of every picture */

static struct point point_of(double x, double y)
{
    x = fmin(fmax(x, -FARTHEST), FARTHEST);
    y = fmin(fmax(y, -FARTHEST), FARTHEST);
    return (struct point){(int32_t)lround(x * PATH_PIXEL), (int32_t)lround(y * PATH_PIXEL)};
}

/* Points on their way into the drawing. */
struct track {
    const struct sheet *sheet;
    struct point *at;
    int count, room;
    struct rgb color;
    struct path path;
};

static void track_start(struct track *t, const struct sheet *s, int32_t color, double alpha,
                        struct box clip, int64_t room)
{
    *t = (struct track){.sheet = s, .color = chart_rgb(color), .room = (int)room};
    t->path.alpha = (uint8_t)lround(fmin(fmax(alpha, 0), 1) * 255);
    t->path.clip.x = clip.x;
    t->path.clip.y = clip.y;
    t->path.clip.w = clip.w;
    t->path.clip.h = clip.h;
    t->at = room > 0 && room < INT32_MAX ? malloc((size_t)room * sizeof *t->at) : NULL;
    s->s->failed |= t->at == NULL && room > 0;
}

/* How the line is broken: matplotlib's patterns, in widths of the line. */
static void track_stroke(struct track *t, double width, const char *dash)
{
    static const struct {
        const char *name;
        double dash, space, dot;
    } patterns[] = {
        {"--", 3.7, 1.6, 0},     {"-.", 6.4, 1.6, 1},      {":", 1, 1.65, 0},
        {"dashed", 3.7, 1.6, 0}, {"dashdot", 6.4, 1.6, 1}, {"dotted", 1, 1.65, 0},
    };
    double unit = fmax(width * t->sheet->point, 1);
    t->path.width = (int)lround(unit * PATH_PIXEL);
    for (size_t k = 0; k < sizeof patterns / sizeof patterns[0]; k++) {
        if (dash != NULL && strcmp(patterns[k].name, dash) == 0) {
            t->path.dash = (int)lround(patterns[k].dash * unit * PATH_PIXEL);
            t->path.space = (int)lround(patterns[k].space * unit * PATH_PIXEL);
            t->path.dot = (int)lround(patterns[k].dot * unit * PATH_PIXEL);
        }
    }
}

static void track_end(struct track *t)
{
    if (t->count > 1 && t->path.alpha > 0) {
        t->path.at = t->at;
        t->path.count = t->count;
        drawing_path(t->sheet->s, t->color, &t->path);
    }
    t->count = 0;
}

/* NaN: the line is broken here. A point that could not be told from the one before is left out. */
static void track_add(struct track *t, double x, double y)
{
    enum { NEAR = PATH_PIXEL / 4 };
    if (isnan(x) || isnan(y)) {
        track_end(t);
        return;
    }
    struct point p = point_of(x, y);
    const struct point *last = t->count > 0 ? &t->at[t->count - 1] : NULL;
    bool same = last != NULL && abs(p.x - last->x) < NEAR && abs(p.y - last->y) < NEAR;
    if (t->at != NULL && t->count < t->room && !same) {
        t->at[t->count++] = p;
    }
}

static void track_free(struct track *t)
{
    free(t->at);
}

void chart_mark_track(const struct sheet *s, int32_t color, double alpha, double width,
                      const char *dash, const double *x, const double *y, int64_t count,
                      struct box clip)
{
    struct track t;
    if (color == CHART_NONE || dash == NULL || *dash == '\0' || strcmp(dash, "None") == 0) {
        return;
    }
    track_start(&t, s, color, alpha, clip, count);
    track_stroke(&t, width, dash);
    for (int64_t k = 0; k < count; k++) {
        track_add(&t, x[k], y[k]);
    }
    track_end(&t);
    track_free(&t);
}

void chart_mark_line(const struct sheet *s, int32_t color, double alpha, double width,
                     const char *dash, const double x[2], const double y[2], struct box clip)
{
    chart_mark_track(s, color, alpha, width, dash, x, y, 2, clip);
}

/* --- markers --- */

/* A marker is a shape in a square from -1 to 1, y downwards: corners, or strokes from one point to
 * the next where `open`. */
static const struct shape {
    const char *name;
    int corners; /* regular ones; 0: `at` has them */
    double turn; /* degrees; the first corner is at the top */
    double part; /* of the size */
    bool star, open;
    int count;
    double at[16];
} shapes[] = {
    {"o", 32, 0, 1, false, false, 0, {0}},
    {".", 32, 0, 0.5, false, false, 0, {0}},
    {",", 4, 45, 0.1, false, false, 0, {0}},
    {"s", 4, 45, 1.41421356, false, false, 0, {0}},
    {"D", 4, 0, 1.41421356, false, false, 0, {0}},
    {"d", 0, 0, 1, false, false, 4, {0, -1, 0.6, 0, 0, 1, -0.6, 0}},
    {"^", 0, 0, 1, false, false, 3, {0, -1, 1, 1, -1, 1}},
    {"v", 0, 0, 1, false, false, 3, {0, 1, 1, -1, -1, -1}},
    {"<", 0, 0, 1, false, false, 3, {-1, 0, 1, 1, 1, -1}},
    {">", 0, 0, 1, false, false, 3, {1, 0, -1, 1, -1, -1}},
    {"p", 5, 0, 1, false, false, 0, {0}},
    {"h", 6, 0, 1, false, false, 0, {0}},
    {"H", 6, 30, 1, false, false, 0, {0}},
    {"*", 10, 0, 1, true, false, 0, {0}},
    {"P",
     0,
     0,
     1,
     false,
     false,
     8,
     {-0.34, -1, 0.34, -1, 0.34, -0.34, 1, -0.34, 1, 0.34, 0.34, 0.34, 0.34, 1, -0.34, 1}},
    {"X", 4, 0, 1, false, false, 0, {0}},
    {"+", 0, 0, 1, false, true, 4, {-1, 0, 1, 0, 0, -1, 0, 1}},
    {"x", 0, 0, 1, false, true, 4, {-1, -1, 1, 1, -1, 1, 1, -1}},
    {"|", 0, 0, 1, false, true, 2, {0, -1, 0, 1}},
    {"_", 0, 0, 1, false, true, 2, {-1, 0, 1, 0}},
};

static const struct shape *shape_of(const char *name)
{
    int k = NAMED(shapes, name);
    return k >= 0 ? &shapes[k] : *name == '\0' || strcmp(name, "None") == 0 ? NULL : &shapes[0];
}

static void corner(const struct shape *s, int k, double *x, double *y)
{
    if (s->corners == 0) {
        *x = s->at[2 * k];
        *y = s->at[2 * k + 1];
        return;
    }
    double angle = (s->turn + 360.0 * k / s->corners) * acos(-1.0) / 180;
    double far = s->star && k % 2 == 1 ? 0.382 : 1;
    *x = far * sin(angle);
    *y = -far * cos(angle);
}

/* size: its width in points. face, edge: colors, or CHART_NONE. */
static void draw_marker(const struct sheet *s, const struct shape *shape, struct box clip, double x,
                        double y, double size, int32_t face, int32_t edge, double width,
                        double alpha)
{
    struct track t;
    int count = shape->corners > 0 ? shape->corners : shape->count;
    double half = fmax(size * s->point * shape->part / 2, 0.5);
    if (isnan(x) || isnan(y)) {
        return;
    }
    for (int pass = shape->open ? 1 : 0; pass < 2; pass++) {
        int32_t color = pass == 0 ? face : shape->open && edge == CHART_NONE ? face : edge;
        if (color == CHART_NONE || (pass == 1 && width == 0)) {
            continue;
        }
        track_start(&t, s, color, alpha, clip, count);
        for (int k = 0; k < count; k++) {
            double dx, dy;
            corner(shape, k, &dx, &dy);
            struct point p = point_of(x + dx * half, y + dy * half);
            if (t.at != NULL) {
                t.at[t.count++] = p;
            }
            if (shape->open && k % 2 == 1) {
                track_stroke(&t, fmax(width, 1), "-");
                track_end(&t);
            }
        }
        if (pass == 1 && !shape->open) {
            track_stroke(&t, width, "-");
            t.path.closed = true;
        }
        track_end(&t);
        track_free(&t);
    }
}

/* --- lines, dots, areas --- */

static int64_t pairs(const struct chart_mark *m)
{
    return m->x.count < m->y.count ? m->x.count : m->y.count;
}

static void add_stepped(struct track *t, const char *step, const double before[2], double x,
                        double y)
{
    if (strcmp(step, "pre") == 0) {
        track_add(t, before[0], y);
    } else if (strcmp(step, "post") == 0) {
        track_add(t, x, before[1]);
    } else if (strcmp(step, "mid") == 0) {
        track_add(t, (before[0] + x) / 2, before[1]);
        track_add(t, (before[0] + x) / 2, y);
    }
}

static bool drawn(const char *dash)
{
    return *dash != '\0' && strcmp(dash, "None") != 0 && strcmp(dash, " ") != 0;
}

static void draw_line(const struct plot *p, const struct chart_mark *m)
{
    const struct shape *marker = shape_of(m->marker);
    struct track t;
    double before[2] = {NAN, NAN};
    if (m->edge != CHART_NONE && drawn(m->dash)) {
        track_start(&t, p->sheet, m->edge, m->alpha, p->box, pairs(m) * 3 + 1);
        track_stroke(&t, m->width, m->dash);
        for (int64_t k = 0; k < pairs(m); k++) {
            double x = chart_draw_x(p, m->x.at[k]), y = chart_draw_y(p, m->y.at[k]);
            if (*m->step != '\0' && !isnan(before[0] + before[1])) {
                add_stepped(&t, m->step, before, x, y);
            }
            track_add(&t, x, y);
            before[0] = x;
            before[1] = y;
        }
        track_end(&t);
        track_free(&t);
    }
    for (int64_t k = 0; marker != NULL && k < pairs(m); k++) {
        draw_marker(p->sheet, marker, p->box, chart_draw_x(p, m->x.at[k]),
                    chart_draw_y(p, m->y.at[k]), m->marker_size, chart_color_at(m->face, 0), m->box,
                    1, m->alpha);
    }
}

static void draw_dots(const struct plot *p, const struct chart_mark *m)
{
    const struct shape *marker = shape_of(m->marker);
    for (int64_t k = 0; marker != NULL && k < pairs(m); k++) {
        double area = m->w.count > 0 ? m->w.at[k < m->w.count ? k : m->w.count - 1] : 36;
        draw_marker(p->sheet, marker, p->box, chart_draw_x(p, m->x.at[k]),
                    chart_draw_y(p, m->y.at[k]), sqrt(fmax(area, 0)) + m->from,
                    chart_color_at(m->face, k), m->edge, m->width, m->alpha);
    }
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

enum { MOST_MEETINGS = 64 };

/* Rising lines over an outline: each pair of its sides that a line meets holds a piece of it. */
static void draw_hatch(const struct sheet *s, struct box clip, const double (*at)[2], int64_t count,
                       const struct chart_mark *m)
{
    double step = chart_draw_points(s, 6), low = INFINITY, high = -INFINITY;
    int32_t color = m->edge != CHART_NONE ? m->edge : 0;
    for (int64_t k = 0; k < count; k++) {
        low = fmin(low, at[k][0] + at[k][1]);
        high = fmax(high, at[k][0] + at[k][1]);
    }
    low = fmax(low, clip.x + clip.y);
    high = fmin(high, clip.x + clip.w + clip.y + clip.h);
    for (double sum = (floor(low / step) + 1) * step; sum < high; sum += step) {
        double x[MOST_MEETINGS] = {0};
        int met = 0;
        for (int64_t k = 0; k < count && met < MOST_MEETINGS; k++) {
            const double *a = at[k], *b = at[(k + 1) % count];
            double from = a[0] + a[1] - sum, to = b[0] + b[1] - sum;
            if ((from < 0) != (to < 0)) {
                x[met++] = a[0] + (b[0] - a[0]) * from / (from - to);
            }
        }
        qsort(x, (size_t)met, sizeof *x, by_size);
        for (int k = 0; k + 1 < met; k += 2) {
            chart_mark_line(s, color, m->alpha, 1, "-", (double[]){x[k], x[k + 1]},
                            (double[]){sum - x[k], sum - x[k + 1]}, clip);
        }
    }
}

/* A closed outline of pixels, filled and then stroked. */
static void draw_outline(const struct sheet *s, struct box clip, const double (*at)[2],
                         int64_t count, int32_t face, const struct chart_mark *m)
{
    for (int pass = 0; pass < 2; pass++) {
        int32_t color = pass == 0 ? face : m->edge;
        struct track t;
        if (pass == 1 && m->hatch) {
            draw_hatch(s, clip, at, count, m);
        }
        if (color == CHART_NONE || (pass == 1 && m->width == 0)) {
            continue;
        }
        track_start(&t, s, color, m->alpha, clip, count);
        if (pass == 1) {
            track_stroke(&t, m->width, m->dash);
            t.path.closed = true;
        }
        for (int64_t k = 0; k < count; k++) {
            track_add(&t, at[k][0], at[k][1]);
        }
        track_end(&t);
        track_free(&t);
    }
}

/* The same of a box: left, right, below, above. */
static void draw_corners(const struct sheet *s, struct box clip, const double side[4], int32_t face,
                         const struct chart_mark *m)
{
    double l = side[0], r = side[1], b = side[2], t = side[3];
    draw_outline(s, clip, (const double[4][2]){{l, b}, {r, b}, {r, t}, {l, t}}, 4, face, m);
}

void chart_mark_box(const struct sheet *s, int32_t face, int32_t edge, double alpha, double width,
                    struct box b)
{
    const struct chart_mark m = {.edge = edge, .alpha = alpha, .width = width, .dash = "-"};
    draw_corners(s, (struct box){0, 0, s->s->width, s->s->height},
                 (const double[4]){b.x, b.x + b.w, b.y, b.y + b.h}, face, &m);
}

static void draw_area(const struct plot *p, const struct chart_mark *m)
{
    double(*at)[2] = malloc((size_t)(pairs(m) > 0 ? pairs(m) : 1) * sizeof *at);
    int64_t count = 0;
    for (int64_t k = 0; at != NULL && k < pairs(m); k++) {
        double x = chart_draw_x(p, m->x.at[k]), y = chart_draw_y(p, m->y.at[k]);
        if (!isnan(x) && !isnan(y)) {
            at[count][0] = x;
            at[count++][1] = y;
        }
    }
    p->sheet->s->failed |= at == NULL;
    draw_outline(p->sheet, p->box, (const double(*)[2])at, count, chart_color_at(m->face, 0), m);
    free(at);
}

/* A side of a bar: on a logarithmic axis a bar from 0 begins at the frame. */
static double side(const struct plot *p, double v, bool x)
{
    double at = x ? chart_draw_x(p, v) : chart_draw_y(p, v);
    return !isnan(at) ? at : x ? p->box.x : p->box.y + p->box.h;
}

static void draw_rects(const struct plot *p, const struct chart_mark *m)
{
    for (int64_t k = 0; k < pairs(m) && k < m->w.count && k < m->h.count; k++) {
        double l = side(p, m->x.at[k], true), r = side(p, m->x.at[k] + m->w.at[k], true);
        double b = side(p, m->y.at[k], false), t = side(p, m->y.at[k] + m->h.at[k], false);
        if (m->edge == CHART_NONE) { /* no seam between neighbors */
            l = round(l), b = round(b);
            r = l == round(r) ? l + (r > l) - (r < l) : round(r);
            t = b == round(t) ? b + (t > b) - (t < b) : round(t);
        }
        if (!isnan(m->x.at[k] + m->w.at[k] + m->y.at[k] + m->h.at[k])) {
            draw_corners(p->sheet, p->box, (const double[4]){l, r, b, t},
                         chart_color_at(m->face, k), m);
        }
    }
}

static void draw_segments(const struct plot *p, const struct chart_mark *m)
{
    for (int64_t k = 0; k < pairs(m) && k < m->w.count && k < m->h.count; k++) {
        chart_mark_line(p->sheet, m->edge, m->alpha, m->width, m->dash,
                        (double[]){chart_draw_x(p, m->x.at[k]), chart_draw_x(p, m->w.at[k])},
                        (double[]){chart_draw_y(p, m->y.at[k]), chart_draw_y(p, m->h.at[k])},
                        p->box);
    }
}

static void draw_across(const struct plot *p, const struct chart_mark *m)
{
    struct box b = p->box;
    double x[2] = {b.x + b.w * m->from, b.x + b.w * m->to};
    double y[2] = {b.y + b.h * (1 - m->from), b.y + b.h * (1 - m->to)};
    if (m->vertical) {
        x[0] = x[1] = chart_draw_x(p, m->value);
    } else {
        y[0] = y[1] = chart_draw_y(p, m->value);
    }
    chart_mark_line(p->sheet, m->edge, m->alpha, m->width, m->dash, x, y, b);
}

static void draw_span(const struct plot *p, const struct chart_mark *m)
{
    double l = p->box.x, r = l + p->box.w, t = p->box.y, b = t + p->box.h;
    if (m->vertical) {
        l = side(p, m->from, true);
        r = side(p, m->to, true);
    } else {
        b = side(p, m->from, false);
        t = side(p, m->to, false);
    }
    struct chart_mark plain = *m;
    plain.edge = CHART_NONE;
    draw_corners(p->sheet, p->box, (const double[4]){l, r, b, t}, chart_color_at(m->face, 0),
                 &plain);
}

static void draw_image(const struct plot *p, const struct chart_mark *m)
{
    chart_image_draw(p, m);
}

static void draw_contour(const struct plot *p, const struct chart_mark *m)
{
    chart_contour_draw(p, m);
}

/* --- texts --- */

struct chart_type chart_mark_type(const struct chart_mark *m)
{
    return (struct chart_type){.size = m->size,
                               .bold = m->bold,
                               .color = m->edge,
                               .angle = m->rotation,
                               .across = chart_text_align(m->ha),
                               .down = chart_text_align(m->va)};
}

/* From the edge of a box around x, y to what the text tells of. */
static void draw_arrow(const struct plot *p, const struct chart_mark *m, double x, double y,
                       struct box from)
{
    double to_x = chart_draw_x(p, m->arrow_x), to_y = chart_draw_y(p, m->arrow_y);
    double part = fmin(fabs(from.w / 2.0 / (to_x - x)), fabs(from.h / 2.0 / (to_y - y)));
    double far = hypot(to_x - x, to_y - y) * (1 - part), size = chart_draw_points(p->sheet, 6);
    struct box all = {0, 0, p->sheet->s->width, p->sheet->s->height};
    struct box seen = m->arrow_clipped ? p->box : all;
    if (isnan(far) || far < size) {
        return;
    }
    x += (to_x - x) * part;
    y += (to_y - y) * part;
    double dx = (to_x - x) / far * size, dy = (to_y - y) / far * size;
    struct chart_mark head = {.edge = CHART_NONE, .alpha = 1};
    chart_mark_line(p->sheet, chart_color_at(m->face, 0), m->alpha, m->width, "-",
                    (double[]){x, to_x - dx / 2}, (double[]){y, to_y - dy / 2}, seen);
    draw_outline(p->sheet, seen,
                 (const double[3][2]){{to_x, to_y},
                                      {to_x - dx - dy / 3, to_y - dy + dx / 3},
                                      {to_x - dx + dy / 3, to_y - dy - dx / 3}},
                 3, chart_color_at(m->face, 0), &head);
}

static void draw_text(const struct plot *p, const struct chart_mark *m)
{
    const struct sheet *s = p->sheet;
    struct box f = m->on == CHART_FIGURE ? (struct box){0, 0, s->s->width, s->s->height} : p->box;
    bool data = m->on == CHART_DATA;
    double x = data ? chart_draw_x(p, m->value) : f.x + f.w * m->value;
    double y = data ? chart_draw_y(p, m->from) : f.y + f.h * (1 - m->from);
    struct chart_type type = chart_mark_type(m);
    int pad = *m->text != '\0' ? chart_draw_points(s, m->size * 0.35) : 0;
    if (isnan(x) || isnan(y)) {
        return;
    }
    struct size own = chart_text_size(s, type, m->text);
    int left = (int)(x - own.w * type.across / 2.0), top = (int)(y - own.h * type.down / 2.0);
    struct box b = {left - pad, top - pad, own.w + 2 * pad, own.h + 2 * pad};
    if (m->arrow) {
        draw_arrow(p, m, left + own.w / 2.0, top + own.h / 2.0, b);
    }
    if (pad > 0) {
        chart_mark_box(s, m->box, m->box_edge, m->box_alpha, m->marker_size, b);
    }
    chart_text_draw(s, type, x, y, m->text);
}

void chart_mark_draw(const struct plot *p, const struct chart_mark *m)
{
    static void (*const draw[])(const struct plot *p, const struct chart_mark *m) = {
#define MARK(name) draw_##name,
#include "plot/marks.def"
#undef MARK
    };
    draw[m->kind](p, m);
}

/* --- legends --- */

void chart_mark_sample(const struct plot *p, const struct chart_mark *m, struct box b)
{
    const struct sheet *s = p->sheet;
    struct box all = {0, 0, s->s->width, s->s->height};
    double middle = b.y + b.h / 2.0;
    const struct shape *marker = m->marker != NULL ? shape_of(m->marker) : NULL;
    bool stroked = m->kind == CHART_line || m->kind == CHART_segments || m->kind == CHART_across;
    if (stroked && drawn(m->dash)) {
        chart_mark_line(s, m->edge, m->alpha, m->width, m->dash, (double[]){b.x, b.x + b.w},
                        (double[]){middle, middle}, all);
    } else if (!stroked && m->kind != CHART_dots) {
        draw_corners(s, all, (const double[4]){b.x, b.x + b.w, b.y + b.h, b.y},
                     chart_color_at(m->face, 0), m);
    }
    if (marker != NULL) {
        bool dots = m->kind == CHART_dots;
        double area = dots && m->w.count > 0 ? m->w.at[0] : 36;
        draw_marker(s, marker, all, b.x + b.w / 2.0, middle,
                    dots ? sqrt(area) + m->from : m->marker_size, chart_color_at(m->face, 0),
                    dots ? m->edge : m->box, m->width, m->alpha);
    }
}
