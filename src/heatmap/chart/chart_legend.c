/* Draws the legends of a chart: texts beside samples of the marks, where they hide no data. */
#include "base/named.h"
#include "heatmap/chart/chart_layout.h"

#include <math.h>

#define GAP 8.0

struct legend_room {
    int handle, gap, pad, line, column, rows;
};

static struct legend_room legend_room(const struct sheet *s, const struct chart_legend *l)
{
    struct legend_room r = {chart_draw_points(s, l->size * 2),
                            chart_draw_points(s, l->size * 0.8),
                            chart_draw_points(s, l->size * 0.5),
                            chart_draw_points(s, l->size * 1.5),
                            0,
                            0};
    int columns = l->columns > 0 ? l->columns : 1;
    for (int k = 0; k < l->count; k++) {
        const struct chart_type type = {.size = l->size};
        chart_widen(&r.column, chart_text_size(s, type, l->entry[k].text).w + r.handle + 2 * r.gap);
    }
    r.rows = (l->count + columns - 1) / columns;
    return r;
}

static struct box legend_size(const struct sheet *s, const struct chart_legend *l)
{
    struct legend_room r = legend_room(s, l);
    int wide = r.column * (l->columns > 0 ? l->columns : 1) - r.gap;
    chart_widen(&wide, chart_text_size(s, (struct chart_type){.size = l->size}, l->title).w);
    return (struct box){0, 0, wide + 2 * r.pad, (r.rows + (l->title != NULL)) * r.line + r.pad};
}

static bool under(struct box b, const double x[2], const double y[2])
{
    return fmax(x[0], x[1]) >= b.x && fmin(x[0], x[1]) < b.x + b.w && fmax(y[0], y[1]) >= b.y &&
           fmin(y[0], y[1]) < b.y + b.h;
}

/* How many points of the marks, and how many bars, lie below the box. */
static int64_t hidden(const struct plot *p, struct box b)
{
    int64_t count = 0;
    for (int m = 0; m < p->axes->mark_count; m++) {
        const struct chart_mark *mark = &p->axes->mark[m];
        bool rects = mark->kind == CHART_rects;
        for (int64_t k = 0; k < mark->x.count && k < mark->y.count; k++) {
            double x = mark->x.at[k], y = mark->y.at[k];
            double far_x = x + (rects ? mark->w.at[k] : 0), far_y = y + (rects ? mark->h.at[k] : 0);
            count += under(b, (double[]){chart_draw_x(p, x), chart_draw_x(p, far_x)},
                           (double[]){chart_draw_y(p, y), chart_draw_y(p, far_y)});
        }
    }
    return count;
}

/* Where a legend may stand: parts of the room that is left, from the left and from the top. */
static const struct {
    const char *name;
    double x, y;
} places[] = {
    {"upper right", 1, 0},    {"upper left", 0, 0},     {"lower left", 0, 1},
    {"lower right", 1, 1},    {"right", 1, 0.5},        {"center left", 0, 0.5},
    {"center right", 1, 0.5}, {"lower center", 0.5, 1}, {"upper center", 0.5, 0},
    {"center", 0.5, 0.5},
};

enum { PLACES = sizeof places / sizeof places[0] };

/* PLACES: it names none. */
static int named(const struct chart_legend *l)
{
    int k = NAMED(places, l->loc);
    return k >= 0 ? k : PLACES;
}

/* The part of the room that is left of it and above it: of the place named, or of the first. */
static void part_of(const struct chart_legend *l, double part[2])
{
    int k = named(l) % PLACES;
    part[0] = places[k].x;
    part[1] = places[k].y;
}

enum side { OVER, LEFT, RIGHT, ABOVE, BELOW };

/* Beside which side of the axes it stands, or of all of them. */
static enum side side_of(const struct chart_legend *l)
{
    double part[2], x = l->anchor[0], y = l->anchor[1];
    part_of(l, part);
    if (l->of_all) {
        x = l->anchored ? x : part[0];
        y = l->anchored ? y : 1 - part[1];
        bool level = part[0] == 0.5 || (part[1] != 0.5 && fabs(y - 0.5) >= fabs(x - 0.5));
        double at = level ? y : x;
        return at == 0.5 ? OVER : level ? (at > 0.5 ? ABOVE : BELOW) : at > 0.5 ? RIGHT : LEFT;
    }
    if (!l->anchored) {
        return OVER;
    }
    return x > 1 || (x == 1 && part[0] == 0)   ? RIGHT
           : x < 0 || (x == 0 && part[0] == 1) ? LEFT
           : y > 1 || (y == 1 && part[1] == 1) ? ABOVE
           : y < 0 || (y == 0 && part[1] == 0) ? BELOW
                                               : OVER;
}

int chart_legend_room(const struct sheet *s, const struct chart_legend *l, struct margin *m,
                      int **side)
{
    int *const sides[] = {NULL, &m->left, &m->right, &m->top, &m->bottom};
    enum side at = l->count > 0 ? side_of(l) : OVER;
    struct box size = legend_size(s, l);
    *side = sides[at];
    return chart_draw_points(s, GAP) + (at == LEFT || at == RIGHT ? size.w : size.h);
}

/* Where the fewest points are hidden, or where the code wants it. */
static struct box place_over(const struct plot *p, const struct chart_legend *l, struct box size)
{
    struct box best = size, b = p->box;
    int pad = chart_draw_points(p->sheet, l->size * 0.5);
    int64_t least = -1;
    int first = named(l), end = first < PLACES ? first + 1 : PLACES;
    for (int k = first % PLACES; k < end; k++) {
        struct box at = {b.x + pad + (int)((b.w - size.w - 2 * pad) * places[k].x),
                         b.y + pad + (int)((b.h - size.h - 2 * pad) * places[k].y), size.w, size.h};
        int64_t count = hidden(p, at);
        if (least < 0 || count < least) {
            least = count;
            best = at;
        }
    }
    return best;
}

static int within(int at, int length, int room)
{
    int most = room - length;
    return at < 0 || most < 0 ? 0 : at > most ? most : at;
}

static struct box legend_place(const struct plot *p, const struct chart_legend *l)
{
    const struct sheet *s = p->sheet;
    struct box size = legend_size(s, l), b = l->of_all ? s->room : p->box;
    struct margin around = p->words;
    enum side side = side_of(l);
    int gap = chart_draw_points(s, GAP);
    double part[2];
    part_of(l, part);
    if (side == OVER && !l->anchored) {
        return place_over(p, l, size);
    }
    if (l->of_all) { /* at the inner side of the room */
        around = (struct margin){-size.w - gap, -size.w - gap, -size.h - gap, -size.h - gap};
    }
    double x = l->anchored ? l->anchor[0] : part[0], y = l->anchored ? 1 - l->anchor[1] : part[1];
    struct box at = {b.x + (int)(b.w * x - size.w * part[0]),
                     b.y + (int)(b.h * y - size.h * part[1]), size.w, size.h};
    at.x = side == LEFT    ? b.x - around.left - gap - size.w
           : side == RIGHT ? b.x + b.w + around.right + gap
                           : at.x;
    at.y = side == ABOVE   ? b.y - around.top - gap - size.h
           : side == BELOW ? b.y + b.h + around.bottom + gap
                           : at.y;
    at.x = within(at.x, size.w, s->s->width);
    at.y = within(at.y, size.h, s->s->height);
    return at;
}

/* The bars of errors through the middle of a sample. */
static void draw_errors(const struct plot *p, const struct chart_entry *e, struct box b)
{
    const struct box all = {0, 0, p->sheet->s->width, p->sheet->s->height};
    double x = b.x + b.w / 2.0, y = b.y + b.h / 2.0, half = b.h * 0.7;
    for (int k = 0; k < 2; k++) {
        if (e->bar[k] >= 0 && e->bar[k] < p->axes->mark_count) {
            const struct chart_mark *m = &p->axes->mark[e->bar[k]];
            double dx = k == 1 ? half : 0, dy = k == 0 ? half : 0;
            chart_mark_line(p->sheet, m->edge, m->alpha, m->width, m->dash,
                            (double[]){x - dx, x + dx}, (double[]){y - dy, y + dy}, all);
        }
    }
}

void chart_legend_draw(const struct plot *p)
{
    const struct chart_legend *l = p->axes->legend;
    if (l == NULL || l->count == 0) {
        return;
    }
    const struct sheet *s = p->sheet;
    struct legend_room r = legend_room(s, l);
    struct box b = legend_place(p, l);
    struct chart_type type = {.size = l->size, .color = l->color, .down = ALIGN_MIDDLE};
    chart_mark_box(s, l->face, l->edge, l->alpha, 0.8, b);
    int top = b.y + r.pad / 2;
    if (l->title != NULL) {
        type.across = ALIGN_MIDDLE;
        chart_text_draw(s, type, b.x + b.w / 2.0, top + r.line / 2.0, l->title);
        type.across = ALIGN_LESS;
        top += r.line;
    }
    for (int k = 0; k < l->count; k++) {
        int x = b.x + r.pad + k / r.rows * r.column, y = top + k % r.rows * r.line;
        int mark = l->entry[k].mark, half = chart_draw_points(s, l->size * 0.35);
        struct box sample = {x, y + r.line / 2 - half, r.handle, 2 * half};
        if (mark >= 0 && mark < p->axes->mark_count) {
            chart_mark_sample(p, &p->axes->mark[mark], sample);
        }
        draw_errors(p, &l->entry[k], sample);
        chart_text_draw(s, type, x + r.handle + r.gap, y + r.line / 2.0, l->entry[k].text);
    }
}
