/* The layout of a chart: a grid of axes, each with as much room around it as its words need. Axes
 * of one column of the grid begin and end together, and so do those of one row. */
#include "heatmap/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_MOST = 64, LEAST_SIDE = 8, MOST_PIXELS = 8192 };

#define TICK_LENGTH 3.5
#define TICK_PAD 3.5
#define LINE_WIDTH 0.8
#define LABEL_PAD 4.0
#define BAR_GAP 8.0
#define BAR_WIDTH 12.0

enum { INK = 0x000000, GRID_INK = 0xB0B0B0, LEGEND_EDGE = 0xCCCCCC };

/* What stands around the axes, in pixels. */
struct margin {
    int left, right, top, bottom;
};

struct plan {
    struct plot plot;
    struct margin margin;
    struct chart_side x, y; /* with the labels turned that would meet */
    int label_x, label_y;   /* how far the axis labels are from the frame */
    int bar_x, bar_y;       /* and the color bars */
};

int chart_draw_points(const struct sheet *s, double length)
{
    int p = (int)lround(length * s->point);
    return p > 0 ? p : 1;
}

/* --- data to pixels --- */

static double part_of(const struct chart_side *s, double v)
{
    if (s->log) {
        return v > 0 ? (log10(v) - log10(s->lo)) / (log10(s->hi) - log10(s->lo)) : NAN;
    }
    return (v - s->lo) / (s->hi - s->lo);
}

double chart_draw_x(const struct plot *p, double v)
{
    return p->box.x + p->box.w * part_of(&p->axes->x, v);
}

double chart_draw_y(const struct plot *p, double v)
{
    return p->box.y + p->box.h * (1 - part_of(&p->axes->y, v));
}

/* --- how much room words need --- */

static struct chart_type tick_type(const struct chart_side *s)
{
    return (struct chart_type){.size = s->tick_size, .color = INK, .angle = s->rotation};
}

static bool shows(const struct chart_side *s, const struct chart_tick *t)
{
    double part = part_of(s, t->at);
    return part > -1e-6 && part < 1 + 1e-6;
}

/* The largest width and height of the labels of a side. */
static void ticks_size(const struct sheet *s, const struct chart_side *side, int *wide, int *high)
{
    *wide = *high = 0;
    for (int k = 0; k < side->tick_count; k++) {
        int w, h;
        if (shows(side, &side->tick[k]) && side->tick[k].text[0] != '\0') {
            chart_text_size(s, tick_type(side), side->tick[k].text, &w, &h);
            *wide = w > *wide ? w : *wide;
            *high = h > *high ? h : *high;
        }
    }
}

/* Labels below each other's places that would meet are turned, where the code did not turn them. */
static void part_labels(const struct sheet *s, struct chart_side *x, double width)
{
    double nearest = INFINITY, before = NAN;
    int wide, high;
    for (int k = 0; k < x->tick_count; k++) {
        if (shows(x, &x->tick[k]) && x->tick[k].text[0] != '\0') {
            double at = part_of(x, x->tick[k].at) * width;
            nearest = isnan(before) ? nearest : fmin(nearest, fabs(at - before));
            before = at;
        }
    }
    ticks_size(s, x, &wide, &high);
    if (x->rotation == 0 && wide + chart_draw_points(s, 2) > nearest) {
        x->rotation = nearest > 2.5 * high ? 45 : 90;
        x->tick_ha = x->rotation == 45 ? "right" : "center";
    }
}

static int label_room(const struct sheet *s, const struct chart_axes *a, const char *label)
{
    int w, h;
    if (label == NULL || *label == '\0') {
        return 0;
    }
    chart_text_size(s, (struct chart_type){.size = a->label_size}, label, &w, &h);
    return h + chart_draw_points(s, LABEL_PAD) + chart_draw_points(s, a->label_size * 0.3);
}

static int bar_room(const struct sheet *s, const struct chart_axes *a, const struct chart_bar *bar)
{
    struct chart_side side = {.lo = bar->map.vmin,
                              .hi = bar->map.vmax,
                              .log = bar->map.log,
                              .tick = bar->tick,
                              .tick_count = bar->tick_count,
                              .tick_size = 10};
    int wide, high;
    ticks_size(s, &side, &wide, &high);
    return chart_draw_points(s, BAR_GAP) + chart_draw_points(s, BAR_WIDTH) +
           chart_draw_points(s, TICK_LENGTH + TICK_PAD) + (bar->level ? high : wide) +
           label_room(s, a, bar->label);
}

static struct box legend_size(const struct sheet *s, const struct chart_legend *l);

static void widen(int *room, int to)
{
    *room = to > *room ? to : *room;
}

/* What the axes need around them, if they become about `width` pixels wide. */
static void measure(struct plan *p, double width)
{
    const struct sheet *s = p->plot.sheet;
    const struct chart_axes *a = p->plot.axes;
    struct margin *m = &p->margin;
    int wide, high, reach = chart_draw_points(s, TICK_LENGTH + TICK_PAD);
    p->x = a->x;
    p->y = a->y;
    *m = (struct margin){chart_draw_points(s, 2), chart_draw_points(s, 2), chart_draw_points(s, 2),
                         chart_draw_points(s, 2)};
    part_labels(s, &p->x, width);
    ticks_size(s, &p->x, &wide, &high);
    p->label_x = a->ticks && p->x.tick_count > 0 ? high + reach : 0;
    int below = p->label_x + label_room(s, a, a->x.label);
    *(a->x.far ? &m->top : &m->bottom) += below;
    widen(&m->left, a->ticks ? wide / 3 : 0);
    widen(&m->right, a->ticks ? wide / 3 : 0);
    ticks_size(s, &p->y, &wide, &high);
    p->label_y = a->ticks && p->y.tick_count > 0 ? wide + reach : 0;
    int beside = p->label_y + label_room(s, a, a->y.label);
    int *side = a->y.far ? &m->right : &m->left;
    widen(side, beside + chart_draw_points(s, 2));
    widen(&m->top, a->ticks ? high / 2 : 0);
    p->bar_x = a->y.far ? m->right : 0;
    p->bar_y = a->x.far ? 0 : m->bottom;
    for (int k = 0; k < a->bar_count; k++) {
        *(a->bar[k].level ? &m->bottom : &m->right) += bar_room(s, a, &a->bar[k]);
    }
    if (a->legend != NULL && a->legend->outside) {
        m->right += legend_size(s, a->legend).w + chart_draw_points(s, BAR_GAP);
    }
    if (a->title != NULL && *a->title != '\0') {
        chart_text_size(s, (struct chart_type){.size = a->title_size}, a->title, &wide, &high);
        m->top += high + chart_draw_points(s, 6) + chart_draw_points(s, a->title_size * 0.2);
    }
}

/* --- the grid --- */

struct track {
    int before[GRID_MOST], behind[GRID_MOST]; /* margins of each column, or row */
    int start[GRID_MOST], side[GRID_MOST];    /* of the axes */
};

static void share(struct track *t, int count, int from, int length, struct chart_numbers part)
{
    double all = 0, left = length;
    for (int k = 0; k < count; k++) {
        left -= t->before[k] + t->behind[k];
        all += k < part.count ? part.at[k] : 1;
    }
    for (int k = 0, at = from; k < count; k++) {
        double own = (k < part.count ? part.at[k] : 1) / all * left;
        t->side[k] = own > LEAST_SIDE ? (int)own : LEAST_SIDE;
        t->start[k] = at + t->before[k];
        at = t->start[k] + t->side[k] + t->behind[k];
    }
}

static bool in_grid(const struct chart_axes *a, int rows, int columns)
{
    return !a->placed && a->over < 0 && a->place[0] == rows && a->place[1] == columns;
}

static void lay_out_grid(struct plan *plan, const struct chart *c, int rows, int columns,
                         struct box room)
{
    struct track x = {0}, y = {0};
    struct chart_numbers column_part = {0}, row_part = {0};
    for (int k = 0; k < c->count; k++) {
        const int *place = c->axes[k].place;
        if (in_grid(&c->axes[k], rows, columns)) {
            widen(&x.before[place[4]], plan[k].margin.left);
            widen(&x.behind[place[5] - 1], plan[k].margin.right);
            widen(&y.before[place[2]], plan[k].margin.top);
            widen(&y.behind[place[3] - 1], plan[k].margin.bottom);
            column_part = c->axes[k].column_part;
            row_part = c->axes[k].row_part;
        }
    }
    share(&x, columns, room.x, room.w, column_part);
    share(&y, rows, room.y, room.h, row_part);
    for (int k = 0; k < c->count; k++) {
        const int *p = c->axes[k].place;
        if (in_grid(&c->axes[k], rows, columns)) {
            int right = x.start[p[5] - 1] + x.side[p[5] - 1];
            int below = y.start[p[3] - 1] + y.side[p[3] - 1];
            plan[k].plot.box = (struct box){x.start[p[4]], y.start[p[2]], right - x.start[p[4]],
                                            below - y.start[p[2]]};
        }
    }
}

/* One unit as long on both axes: the box becomes smaller, around its middle. */
static void make_equal(struct plot *p)
{
    double wide = fabs(p->axes->x.hi - p->axes->x.lo), high = fabs(p->axes->y.hi - p->axes->y.lo);
    double unit = fmin(p->box.w / wide, p->box.h / high);
    int w = (int)lround(unit * wide), h = (int)lround(unit * high);
    if (isfinite(unit) && w > 0 && h > 0) {
        p->box = (struct box){p->box.x + (p->box.w - w) / 2, p->box.y + (p->box.h - h) / 2, w, h};
    }
}

static bool fits_grid(const struct chart_axes *a)
{
    const int *p = a->place;
    return p[0] > 0 && p[1] > 0 && p[0] <= GRID_MOST && p[1] <= GRID_MOST && p[2] >= 0 &&
           p[2] < p[3] && p[3] <= p[0] && p[4] >= 0 && p[4] < p[5] && p[5] <= p[1];
}

static void lay_out(struct plan *plan, const struct chart *c, struct scene *s, int top, int pad)
{
    struct box room = {pad, top, s->width - 2 * pad, s->height - top - pad};
    for (int k = 0; k < c->count; k++) {
        const struct chart_axes *a = &c->axes[k];
        const double *b = a->box;
        if (a->placed) {
            plan[k].plot.box =
                (struct box){(int)(b[0] * s->width), (int)((1 - b[1] - b[3]) * s->height),
                             (int)(b[2] * s->width), (int)(b[3] * s->height)};
        } else if (a->over < 0) {
            lay_out_grid(plan, c, a->place[0], a->place[1], room);
        }
    }
    for (int k = 0; k < c->count; k++) {
        if (c->axes[k].equal && c->axes[k].over < 0) {
            make_equal(&plan[k].plot);
        }
    }
    for (int k = 0; k < c->count; k++) {
        int over = c->axes[k].over;
        if (over >= 0 && over < k) {
            plan[k].plot.box = plan[over].plot.box;
        }
    }
}

/* --- frame, grid, ticks --- */

static void fill_line(const struct sheet *s, int32_t color, int x, int y, int w, int h)
{
    scene_fill(s->s, chart_rgb(color), x, y, w, h);
}

static void draw_grid(const struct plan *p)
{
    const struct plot *q = &p->plot;
    struct box b = q->box;
    for (int k = 0; q->axes->x.grid && k < p->x.tick_count; k++) {
        double x = chart_draw_x(q, p->x.tick[k].at);
        chart_mark_line(q->sheet, GRID_INK, q->axes->grid_alpha, LINE_WIDTH, "-", (double[]){x, x},
                        (double[]){b.y, b.y + b.h}, b);
    }
    for (int k = 0; q->axes->y.grid && k < p->y.tick_count; k++) {
        double y = chart_draw_y(q, p->y.tick[k].at);
        chart_mark_line(q->sheet, GRID_INK, q->axes->grid_alpha, LINE_WIDTH, "-",
                        (double[]){b.x, b.x + b.w}, (double[]){y, y}, b);
    }
}

static void draw_frame(const struct plot *p)
{
    struct box b = p->box;
    int thick = chart_draw_points(p->sheet, LINE_WIDTH), frame = p->axes->frame;
    const struct sheet *s = p->sheet;
    int left = b.x - thick / 2, top = b.y - thick / 2;
    if (frame & CHART_LEFT) {
        fill_line(s, INK, left, top, thick, b.h + thick);
    }
    if (frame & CHART_RIGHT) {
        fill_line(s, INK, left + b.w, top, thick, b.h + thick);
    }
    if (frame & CHART_TOP) {
        fill_line(s, INK, left, top, b.w + thick, thick);
    }
    if (frame & CHART_BOTTOM) {
        fill_line(s, INK, left, top + b.h, b.w + thick, thick);
    }
}

/* A turned label at the bottom may hang on its end, so that it points to its tick. */
static int align_tick(const struct chart_side *x)
{
    return strcmp(x->tick_ha, "right") == 0  ? ALIGN_MORE
           : strcmp(x->tick_ha, "left") == 0 ? ALIGN_LESS
                                             : ALIGN_MIDDLE;
}

static void draw_ticks_x(const struct plan *p)
{
    const struct plot *q = &p->plot;
    const struct sheet *s = q->sheet;
    int length = chart_draw_points(s, TICK_LENGTH), thick = chart_draw_points(s, LINE_WIDTH),
        pad = chart_draw_points(s, TICK_PAD);
    struct chart_type type = tick_type(&p->x);
    type.across = align_tick(&p->x);
    type.down = p->x.far ? ALIGN_MORE : ALIGN_LESS;
    int edge = p->x.far ? q->box.y : q->box.y + q->box.h;
    for (int k = 0; k < p->x.tick_count; k++) {
        if (shows(&p->x, &p->x.tick[k])) {
            int x = (int)lround(chart_draw_x(q, p->x.tick[k].at));
            fill_line(s, INK, x - thick / 2, p->x.far ? edge - length : edge, thick, length);
            int away = length + pad;
            int shift = type.across == ALIGN_MORE ? chart_draw_points(s, p->x.tick_size * 0.4) : 0;
            chart_text_draw(s, type, x + shift, p->x.far ? edge - away : edge + away,
                            p->x.tick[k].text);
        }
    }
}

static void draw_ticks_y(const struct plan *p)
{
    const struct plot *q = &p->plot;
    const struct sheet *s = q->sheet;
    int length = chart_draw_points(s, TICK_LENGTH), thick = chart_draw_points(s, LINE_WIDTH),
        pad = chart_draw_points(s, TICK_PAD);
    struct chart_type type = tick_type(&p->y);
    type.across = p->y.far ? ALIGN_LESS : ALIGN_MORE;
    type.down = ALIGN_MIDDLE;
    int edge = p->y.far ? q->box.x + q->box.w : q->box.x;
    for (int k = 0; k < p->y.tick_count; k++) {
        if (shows(&p->y, &p->y.tick[k])) {
            int y = (int)lround(chart_draw_y(q, p->y.tick[k].at));
            fill_line(s, INK, p->y.far ? edge : edge - length, y - thick / 2, length, thick);
            int away = length + pad;
            chart_text_draw(s, type, p->y.far ? edge + away : edge - away, y, p->y.tick[k].text);
        }
    }
}

static void draw_words(const struct plan *p)
{
    const struct plot *q = &p->plot;
    const struct chart_axes *a = q->axes;
    const struct sheet *s = q->sheet;
    struct box b = q->box;
    struct chart_type type = {
        .size = a->label_size, .color = INK, .across = ALIGN_MIDDLE, .down = ALIGN_MIDDLE};
    int w, h, above = a->x.far ? p->label_x + label_room(s, a, a->x.label) : 0;
    if (a->x.label != NULL && *a->x.label != '\0') {
        int away = p->label_x + chart_draw_points(s, LABEL_PAD);
        type.down = a->x.far ? ALIGN_MORE : ALIGN_LESS;
        chart_text_draw(s, type, b.x + b.w / 2.0, a->x.far ? b.y - away : b.y + b.h + away,
                        a->x.label);
    }
    if (a->y.label != NULL && *a->y.label != '\0') {
        int away = p->label_y + chart_draw_points(s, LABEL_PAD);
        type.angle = 90;
        type.down = ALIGN_MIDDLE;
        type.across = a->y.far ? ALIGN_LESS : ALIGN_MORE;
        chart_text_draw(s, type, a->y.far ? b.x + b.w + away : b.x - away, b.y + b.h / 2.0,
                        a->y.label);
    }
    if (a->title != NULL && *a->title != '\0') {
        type = (struct chart_type){.size = a->title_size, .color = INK, .down = ALIGN_MORE};
        type.across = strcmp(a->title_loc, "left") == 0    ? ALIGN_LESS
                      : strcmp(a->title_loc, "right") == 0 ? ALIGN_MORE
                                                           : ALIGN_MIDDLE;
        chart_text_size(s, type, a->title, &w, &h);
        chart_text_draw(s, type, b.x + b.w * type.across / 2.0,
                        b.y - above - chart_draw_points(s, 6), a->title);
    }
}

/* --- color bars --- */

static void draw_bar(const struct plan *p, const struct chart_bar *bar, int offset)
{
    const struct plot *q = &p->plot;
    const struct sheet *s = q->sheet;
    struct box b = q->box;
    int gap = chart_draw_points(s, BAR_GAP), wide = chart_draw_points(s, BAR_WIDTH);
    struct chart_axes own = {
        .x = {.lo = 0, .hi = 1, .tick_size = 10, .tick_ha = "center"},
        .y = {.lo = 0, .hi = 1, .tick_size = 10, .far = true},
        .frame = CHART_LEFT | CHART_RIGHT | CHART_TOP | CHART_BOTTOM,
        .label_size = q->axes->label_size,
        .ticks = true,
    };
    struct chart_side *along = bar->level ? &own.x : &own.y;
    along->lo = bar->map.vmin;
    along->hi = bar->map.vmax;
    along->log = bar->map.log;
    along->tick = bar->tick;
    along->tick_count = bar->tick_count;
    along->label = bar->label;
    struct plan one = {.plot = {q->sheet, &own, b}, .x = own.x, .y = own.y};
    if (bar->level) {
        one.plot.box = (struct box){b.x, b.y + b.h + p->bar_y + offset + gap, b.w, wide};
    } else {
        one.plot.box = (struct box){b.x + b.w + p->bar_x + offset + gap, b.y, wide, b.h};
    }
    struct box c = one.plot.box;
    struct rgb map[COLORMAP_COLORS];
    chart_mark_colors(&bar->map, map);
    scene_map_colors(s->s, map);
    uint16_t *pixel = scene_cells_new(s->s, c.h, c.w);
    for (int k = 0; pixel != NULL && k < c.w * c.h; k++) {
        double part = bar->level ? (k % c.w + 0.5) / c.w : 1 - (k / c.w + 0.5) / c.h;
        pixel[k] = (uint16_t)colormap_index(part, 0, 1);
    }
    if (pixel != NULL) {
        scene_cells(s->s, pixel, c.h, c.w, c.x, c.y, 1, 0);
    }
    int most_wide, most_high;
    ticks_size(s, along, &most_wide, &most_high);
    one.label_x = one.label_y =
        chart_draw_points(s, TICK_LENGTH + TICK_PAD) + (bar->level ? most_high : most_wide);
    draw_frame(&one.plot);
    if (bar->level) {
        draw_ticks_x(&one);
    } else {
        draw_ticks_y(&one);
    }
    draw_words(&one);
}

/* --- legends --- */

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
        int w, h;
        chart_text_size(s, (struct chart_type){.size = l->size}, l->entry[k].text, &w, &h);
        widen(&r.column, r.handle + r.gap + w + r.gap);
    }
    r.rows = (l->count + columns - 1) / columns;
    return r;
}

static struct box legend_size(const struct sheet *s, const struct chart_legend *l)
{
    struct legend_room r = legend_room(s, l);
    int columns = l->columns > 0 ? l->columns : 1, w = 0, h = 0;
    if (l->title != NULL) {
        chart_text_size(s, (struct chart_type){.size = l->size}, l->title, &w, &h);
    }
    int wide = r.column * columns - r.gap;
    return (struct box){0, 0, (wide > w ? wide : w) + 2 * r.pad,
                        (r.rows + (l->title != NULL)) * r.line + 2 * r.pad};
}

/* How many points of the marks lie below the box. */
static int64_t hidden(const struct plot *p, struct box b)
{
    int64_t count = 0;
    for (int m = 0; m < p->axes->mark_count; m++) {
        const struct chart_mark *mark = &p->axes->mark[m];
        bool rects = mark->kind == CHART_rects;
        for (int64_t k = 0; k < mark->x.count && k < mark->y.count; k++) {
            double x = chart_draw_x(p, mark->x.at[k] + (rects ? mark->w.at[k] / 2 : 0));
            double y = chart_draw_y(p, mark->y.at[k] + (rects ? mark->h.at[k] : 0));
            bool column = rects && y < b.y + b.h; /* a bar reaches down from its top */
            count += x >= b.x && x < b.x + b.w && (column || (y >= b.y && y < b.y + b.h));
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

static struct box legend_place(const struct plot *p, const struct chart_legend *l)
{
    struct box size = legend_size(p->sheet, l), best = size, b = p->box;
    int pad = chart_draw_points(p->sheet, l->size * 0.5);
    int64_t least = -1;
    if (l->outside) {
        return (struct box){b.x + b.w + chart_draw_points(p->sheet, BAR_GAP), b.y, size.w, size.h};
    }
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        struct box at = {b.x + pad + (int)((b.w - size.w - 2 * pad) * places[k].x),
                         b.y + pad + (int)((b.h - size.h - 2 * pad) * places[k].y), size.w, size.h};
        bool named = strcmp(places[k].name, l->loc) == 0;
        int64_t count = named ? 0 : hidden(p, at);
        if (named || least < 0 || count < least) {
            least = count;
            best = at;
        }
        if (named) {
            break;
        }
    }
    return best;
}

static void draw_legend(const struct plan *plan)
{
    const struct plot *p = &plan->plot;
    const struct chart_legend *l = p->axes->legend;
    if (l == NULL || l->count == 0) {
        return;
    }
    const struct sheet *s = p->sheet;
    struct legend_room r = legend_room(s, l);
    struct box b = legend_place(p, l);
    struct chart_type type = {.size = l->size, .color = INK, .down = ALIGN_MIDDLE};
    scene_fill(s->s, chart_rgb(LEGEND_EDGE), b.x, b.y, b.w, b.h);
    int thick = chart_draw_points(s, 0.8);
    scene_fill(s->s, chart_rgb(0xFFFFFF), b.x + thick, b.y + thick, b.w - 2 * thick,
               b.h - 2 * thick);
    int top = b.y + r.pad;
    if (l->title != NULL) {
        type.across = ALIGN_MIDDLE;
        chart_text_draw(s, type, b.x + b.w / 2.0, top + r.line / 2.0, l->title);
        type.across = ALIGN_LESS;
        top += r.line;
    }
    for (int k = 0; k < l->count; k++) {
        int x = b.x + r.pad + k / r.rows * r.column, y = top + k % r.rows * r.line;
        int mark = l->entry[k].mark, half = chart_draw_points(s, l->size * 0.35);
        if (mark >= 0 && mark < p->axes->mark_count) {
            chart_mark_sample(p, &p->axes->mark[mark],
                              (struct box){x, y + r.line / 2 - half, r.handle, 2 * half});
        }
        chart_text_draw(s, type, x + r.handle + r.gap, y + r.line / 2.0, l->entry[k].text);
    }
}

/* --- all of it --- */

static bool beneath(enum chart_kind kind)
{
    return kind == CHART_image || kind == CHART_rects || kind == CHART_area || kind == CHART_span;
}

static void draw_axes(const struct plan *p)
{
    const struct plot *q = &p->plot;
    const struct chart_axes *a = q->axes;
    struct box b = q->box;
    bool grid = false;
    if (a->face != CHART_NONE && a->over < 0 && a->ticks) {
        scene_fill(q->sheet->s, chart_rgb(a->face), b.x, b.y, b.w, b.h);
    }
    for (int k = 0; k < a->mark_count; k++) {
        if (!grid && !beneath(a->mark[k].kind)) {
            draw_grid(p);
            grid = true;
        }
        chart_mark_draw(q, &a->mark[k]);
    }
    if (!grid) {
        draw_grid(p);
    }
    draw_frame(q);
    if (a->ticks) {
        draw_ticks_x(p);
        draw_ticks_y(p);
    }
    draw_words(p);
    for (int k = 0, right = 0, below = 0; k < a->bar_count; k++) {
        int *offset = a->bar[k].level ? &below : &right;
        draw_bar(p, &a->bar[k], *offset);
        *offset += bar_room(q->sheet, a, &a->bar[k]);
    }
    draw_legend(p);
}

static void draw_all(struct sheet *s, struct plan *plan)
{
    const struct chart *c = s->chart;
    int pad = chart_draw_points(s, 6), top = pad;
    scene_fill(s->s, chart_rgb(c->face), 0, 0, s->s->width, s->s->height);
    if (c->title != NULL && *c->title != '\0') {
        struct chart_type type = {.size = c->title_size, .color = INK, .across = ALIGN_MIDDLE};
        int w, h;
        chart_text_size(s, type, c->title, &w, &h);
        chart_text_draw(s, type, s->s->width / 2.0, pad, c->title);
        top += h + chart_draw_points(s, 8);
    }
    for (int k = 0; k < c->count; k++) {
        plan[k].plot = (struct plot){.sheet = s, .axes = &c->axes[k]};
        measure(&plan[k], s->s->width * 0.75 / (c->axes[k].placed ? 1 : c->axes[k].place[1]));
    }
    for (int k = 0; k < c->count; k++) {
        int over = c->axes[k].over;
        if (over >= 0 && over < k) {
            widen(&plan[over].margin.right, plan[k].margin.right);
            widen(&plan[over].margin.top, plan[k].margin.top);
        }
    }
    lay_out(plan, c, s->s, top, pad);
    for (int k = 0; k < c->count; k++) {
        draw_axes(&plan[k]);
    }
}

bool chart_draw(const struct chart *c, double dpi, struct fonts *fonts, struct scene *out,
                struct error *err)
{
    struct sheet s = {.chart = c, .fonts = fonts, .s = out, .point = dpi / 72};
    double w = c->width * dpi, h = c->height * dpi;
    if (!(w >= 16 && h >= 16 && w <= MOST_PIXELS && h <= MOST_PIXELS)) {
        return error_set(err, ERROR_INPUT,
                         "a figure of %g x %g inches at %g dots an inch is no picture: it would be "
                         "%.0f x %.0f pixels",
                         c->width, c->height, dpi, w, h);
    }
    for (int k = 0; k < c->count; k++) {
        if (!c->axes[k].placed && c->axes[k].over < 0 && !fits_grid(&c->axes[k])) {
            return error_set(err, ERROR_INPUT, "a figure's grid has no such place");
        }
    }
    struct plan *plan = calloc((size_t)c->count + 1, sizeof *plan);
    out->width = (int)lround(w);
    out->height = (int)lround(h);
    out->hatch = chart_draw_points(&s, 7);
    out->failed |= plan == NULL;
    if (plan != NULL) {
        draw_all(&s, plan);
    }
    free(plan);
    return !out->failed || error_set(err, ERROR_LIMIT, "the system has no memory left");
}
