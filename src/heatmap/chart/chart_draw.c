/* Draws all of a chart but the marks. */
#include "heatmap/chart/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PIXELS = 8192 };

#define MINOR_LENGTH 2.0
#define LINE_WIDTH 0.8

int chart_draw_points(const struct sheet *s, double length)
{
    int p = (int)lround(length * s->point);
    return p > 0 ? p : 1;
}

double chart_draw_x(const struct plot *p, double v)
{
    return p->box.x + p->box.w * chart_measure_part(&p->axes->x, v);
}

double chart_draw_y(const struct plot *p, double v)
{
    return p->box.y + p->box.h * (1 - chart_measure_part(&p->axes->y, v));
}

/* --- frame, grid, ticks --- */

static void fill_line(const struct sheet *s, int32_t color, int x, int y, int w, int h)
{
    drawing_fill(s->s, chart_rgb(color), x, y, w, h);
}

static void draw_grid_line(const struct plot *p, bool x, double at)
{
    const struct chart_axes *a = p->axes;
    struct box b = p->box;
    double from[2] = {b.x, b.x + b.w}, up[2] = {b.y, b.y + b.h};
    if (x) {
        from[0] = from[1] = chart_draw_x(p, at);
    } else {
        up[0] = up[1] = chart_draw_y(p, at);
    }
    chart_mark_line(p->sheet, a->grid_color, a->grid_alpha, a->grid_width, a->grid_dash, from, up,
                    b);
}

static void draw_grid(const struct plan *p)
{
    for (int k = 0; k < 2; k++) {
        const struct chart_side *side = k == 0 ? &p->x : &p->y;
        for (int64_t at = 0; side->minor_grid && at < side->minor.count; at++) {
            draw_grid_line(&p->plot, k == 0, side->minor.at[at]);
        }
        for (int at = 0; side->grid && at < side->tick_count; at++) {
            draw_grid_line(&p->plot, k == 0, side->tick[at].at);
        }
    }
}

static void draw_frame(const struct plot *p)
{
    struct box b = p->box;
    int thick = chart_draw_points(p->sheet, LINE_WIDTH), frame = p->axes->frame;
    const struct sheet *s = p->sheet;
    int left = b.x - thick / 2, top = b.y - thick / 2;
    int32_t ink = p->axes->frame_color;
    if (frame & CHART_LEFT) {
        fill_line(s, ink, left, top, thick, b.h + thick);
    }
    if (frame & CHART_RIGHT) {
        fill_line(s, ink, left + b.w, top, thick, b.h + thick);
    }
    if (frame & CHART_TOP) {
        fill_line(s, ink, left, top, b.w + thick, thick);
    }
    if (frame & CHART_BOTTOM) {
        fill_line(s, ink, left, top + b.h, b.w + thick, thick);
    }
}

/* The side of the frame that has the ticks of an axis. */
struct edge {
    const struct chart_side *side;
    bool x;
    int at, sign; /* sign: which way its ticks point */
};

static struct edge edge_of(const struct plan *p, bool x)
{
    struct box b = p->plot.box;
    const struct chart_side *side = x ? &p->x : &p->y;
    int at = x ? (side->far ? b.y : b.y + b.h) : (side->far ? b.x + b.w : b.x);
    return (struct edge){side, x, at, x != side->far ? 1 : -1};
}

static int place_on(const struct plan *p, const struct edge *e, double at)
{
    return (int)lround(e->x ? chart_draw_x(&p->plot, at) : chart_draw_y(&p->plot, at));
}

static void draw_tick(const struct plan *p, const struct edge *e, double at, int length)
{
    int thick = chart_draw_points(p->plot.sheet, LINE_WIDTH);
    int place = place_on(p, e, at) - thick / 2, from = e->sign > 0 ? e->at : e->at - length;
    if (e->x) {
        fill_line(p->plot.sheet, e->side->tick_color, place, from, thick, length);
    } else {
        fill_line(p->plot.sheet, e->side->tick_color, from, place, length, thick);
    }
}

static void draw_minor(const struct plan *p, bool x)
{
    struct edge e = edge_of(p, x);
    for (int64_t k = 0; !e.side->bare && k < e.side->minor.count; k++) {
        draw_tick(p, &e, e.side->minor.at[k], chart_draw_points(p->plot.sheet, MINOR_LENGTH));
    }
}

static void draw_ticks(const struct plan *p, bool x)
{
    const struct sheet *s = p->plot.sheet;
    struct edge e = edge_of(p, x);
    int length = chart_measure_tick(s, e.side), beside = e.sign > 0 ? ALIGN_LESS : ALIGN_MORE;
    int away = e.at + e.sign * (length + chart_draw_points(s, CHART_TICK_PAD));
    struct chart_type type = chart_measure_type(e.side);
    /* a turned label at the bottom may hang on its end, so that it points to its tick */
    type.across = x ? chart_text_align(e.side->tick_ha) : beside;
    type.down = x ? beside : ALIGN_MIDDLE;
    int shift = x && type.across == ALIGN_MORE ? chart_draw_points(s, e.side->tick_size * 0.4) : 0;
    for (int k = 0; k < e.side->tick_count; k++) {
        const struct chart_tick *tick = &e.side->tick[k];
        if (chart_measure_shows(e.side, tick)) {
            int at = place_on(p, &e, tick->at) + shift;
            draw_tick(p, &e, tick->at, length);
            chart_text_draw(s, type, x ? at : away, x ? away : at, tick->text);
        }
    }
}

/* "1e6" above the left axis, or below the end of the lower one. */
static void draw_offsets(const struct plan *p)
{
    const struct sheet *s = p->plot.sheet;
    struct box b = p->plot.box;
    int pad = chart_draw_points(s, CHART_TICK_PAD);
    struct chart_type type = chart_measure_type(&p->x);
    type.angle = 0;
    type.across = ALIGN_MORE;
    if (p->x.offset != NULL) {
        chart_text_draw(s, type, b.x + b.w, b.y + b.h + p->label_x + pad, p->x.offset);
    }
    type = chart_measure_type(&p->y);
    type.angle = 0;
    bool right = p->y.far && !p->is_bar;
    /* beside it a bar may have a tick at its upper end */
    int above = p->is_bar ? chart_draw_points(s, p->y.tick_size * 0.6) : 0;
    type.across = right ? ALIGN_MORE : ALIGN_LESS;
    type.down = ALIGN_MORE;
    if (p->y.offset != NULL) {
        chart_text_draw(s, type, right ? b.x + b.w : b.x, b.y - pad - above, p->y.offset);
    }
}

static void draw_words(const struct plan *p)
{
    const struct plot *q = &p->plot;
    const struct chart_axes *a = q->axes;
    const struct sheet *s = q->sheet;
    struct box b = q->box;
    struct chart_type type = {.size = a->label_size, .across = ALIGN_MIDDLE, .down = ALIGN_MIDDLE};
    int above = a->x.far ? p->label_x + chart_measure_label(s, a, a->x.label) : 0;
    if (a->x.label != NULL && *a->x.label != '\0') {
        int away = p->label_x + chart_draw_points(s, CHART_LABEL_PAD);
        type.down = a->x.far ? ALIGN_MORE : ALIGN_LESS;
        type.color = a->x.label_color;
        chart_text_draw(s, type, b.x + b.w / 2.0, a->x.far ? b.y - away : b.y + b.h + away,
                        a->x.label);
    }
    if (a->y.label != NULL && *a->y.label != '\0') {
        int away = p->label_y + chart_draw_points(s, CHART_LABEL_PAD);
        type.angle = 90;
        type.color = a->y.label_color;
        type.down = ALIGN_MIDDLE;
        type.across = a->y.far ? ALIGN_LESS : ALIGN_MORE;
        chart_text_draw(s, type, a->y.far ? b.x + b.w + away : b.x - away, b.y + b.h / 2.0,
                        a->y.label);
    }
    chart_widen(&above, p->lift);
    for (int k = 0; k < a->title_count; k++) {
        type = chart_measure_title(&a->titles[k]);
        chart_text_draw(s, type, b.x + b.w * type.across / 2.0,
                        b.y - above - chart_draw_points(s, 6), a->titles[k].text);
    }
}

/* --- color bars --- */

/* All axes that a bar stands beside; `whole`: as they would be without an aspect. */
static struct box bar_beside(const struct plan *p, const struct chart_bar *bar,
                             const struct plan *all, int count, bool whole)
{
    struct box b = whole ? p->whole : p->plot.box;
    for (int64_t k = 0; bar->axes.count > 1 && k < bar->axes.count; k++) {
        int index = (int)bar->axes.at[k];
        const struct plan *one = index >= 0 && index < count ? &all[index] : p;
        struct box o = whole ? one->whole : one->plot.box;
        int right = b.x + b.w > o.x + o.w ? b.x + b.w : o.x + o.w;
        int low = b.y + b.h > o.y + o.h ? b.y + b.h : o.y + o.h;
        b.x = o.x < b.x ? o.x : b.x;
        b.y = o.y < b.y ? o.y : b.y;
        b.w = right - b.x;
        b.h = low - b.y;
    }
    return b;
}

/* A part of what the axes might be, but not more than they are. */
static int bar_length(int own, int whole, double shrink)
{
    int length = (int)(whole * fmin(fmax(shrink, 0.1), 1));
    return length < own ? length : own;
}

/* offset: how far from the axes. */
static void draw_bar(const struct plan *p, const struct chart_bar *bar, int offset,
                     const struct plan *all, int count)
{
    const struct plot *q = &p->plot;
    const struct sheet *s = q->sheet;
    struct box b = bar_beside(p, bar, all, count, false);
    struct box room = bar_beside(p, bar, all, count, true);
    int gap = chart_draw_points(s, CHART_BAR_GAP), wide = chart_draw_points(s, CHART_BAR_WIDTH);
    struct chart_axes own = {
        .x = {.lo = 0, .hi = 1, .tick_ha = "center"},
        .y = {.lo = 0, .hi = 1, .tick_ha = "center", .far = true},
        .frame = CHART_LEFT | CHART_RIGHT | CHART_TOP | CHART_BOTTOM,
        .frame_color = q->axes->frame_color,
        .label_size = bar->label_size,
        .ticks = true,
    };
    struct chart_side *along = bar->level ? &own.x : &own.y;
    *along = bar->side;
    along->far = !bar->level;
    struct plan one = {
        .plot = {.sheet = q->sheet, .axes = &own}, .x = own.x, .y = own.y, .is_bar = true};
    if (bar->level) {
        int length = bar_length(b.w, room.w, bar->shrink);
        one.plot.box =
            (struct box){b.x + (b.w - length) / 2, b.y + b.h + offset + gap, length, wide};
    } else {
        int length = bar_length(b.h, room.h, bar->shrink);
        one.plot.box =
            (struct box){b.x + b.w + offset + gap, b.y + (b.h - length) / 2, wide, length};
    }
    struct box c = one.plot.box;
    struct rgb map[COLORMAP_COLORS];
    chart_image_colors(&bar->map, map);
    chart_image_fade(map, q->axes->face, bar->alpha);
    drawing_map_colors(s->s, map);
    uint16_t *pixel = drawing_cells_new(s->s, c.h, c.w);
    for (int k = 0; pixel != NULL && k < c.w * c.h; k++) {
        double part = bar->level ? (k % c.w + 0.5) / c.w : 1 - (k / c.w + 0.5) / c.h;
        pixel[k] = (uint16_t)colormap_index(part, 0, 1);
    }
    if (pixel != NULL) {
        drawing_cells(s->s, pixel, c.h, c.w, c.x, c.y, 1, 0);
    }
    struct size most = chart_measure_ticks(s, along);
    one.label_x = one.label_y =
        chart_draw_points(s, CHART_TICK_LENGTH + CHART_TICK_PAD) + (bar->level ? most.h : most.w);
    draw_frame(&one.plot);
    draw_ticks(&one, bar->level);
    draw_offsets(&one);
    draw_words(&one);
}

static void draw_bars(const struct plan *p, const struct plan *all, int count)
{
    const struct chart_axes *a = p->plot.axes;
    int right = p->bar_x, below = p->bar_y;
    for (int k = 0; k < a->bar_count; k++) {
        const struct chart_bar *bar = &a->bar[k];
        int *offset = bar->level ? &below : &right;
        if (bar->axes.count > 1) {
            draw_bar(p, bar, bar->level ? p->shared_y : p->shared_x, all, count);
        } else {
            draw_bar(p, bar, *offset, all, count);
            *offset += chart_measure_bar(p->plot.sheet, a, bar);
        }
    }
}

/* --- all of it --- */

static bool beneath(enum chart_kind kind)
{
    return kind == CHART_image || kind == CHART_rects || kind == CHART_area || kind == CHART_span;
}

static void draw_axes(const struct plan *p, const struct plan *all, int count)
{
    const struct plot *q = &p->plot;
    const struct chart_axes *a = q->axes;
    struct box b = q->box;
    bool grid = false;
    if (a->face != CHART_NONE && a->over < 0 && a->ticks) {
        drawing_fill(q->sheet->s, chart_rgb(a->face), b.x, b.y, b.w, b.h);
    }
    draw_bars(p, all, count);
    for (int k = 0; k < a->front; k++) {
        if (!grid && (a->grid_below || !beneath(a->mark[k].kind))) {
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
        draw_minor(p, true);
        draw_minor(p, false);
        draw_ticks(p, true);
        draw_ticks(p, false);
        draw_offsets(p);
    }
    draw_words(p);
    for (int k = a->front; k < a->mark_count; k++) {
        chart_mark_draw(q, &a->mark[k]);
    }
    chart_legend_draw(q);
}

/* The words of the figure; what they leave becomes s->room. */
static void draw_around(struct sheet *s)
{
    const struct chart *c = s->chart;
    int pad = chart_draw_points(s, 6), low = s->s->height - pad;
    struct box *room = &s->room;
    *room = (struct box){pad, pad, s->s->width - 2 * pad, s->s->height - 2 * pad};
    struct chart_type type = {.size = c->title_size,
                              .bold = c->title_bold,
                              .color = c->title_color,
                              .across = ALIGN_MIDDLE};
    if (c->title != NULL && *c->title != '\0') {
        chart_text_draw(s, type, s->s->width / 2.0, pad, c->title);
        room->y += chart_text_size(s, type, c->title).h + chart_draw_points(s, 8);
    }
    type = (struct chart_type){
        .size = c->label_size, .color = c->label_color, .across = ALIGN_MIDDLE, .down = ALIGN_MORE};
    if (c->label_x != NULL && *c->label_x != '\0') {
        low -= chart_measure_descent(s, c->label_size);
        chart_text_draw(s, type, s->s->width / 2.0, low, c->label_x);
        low -= chart_text_size(s, type, c->label_x).h + pad;
    }
    room->h = low - room->y;
    if (c->label_y != NULL && *c->label_y != '\0') {
        type.angle = 90;
        type.across = ALIGN_LESS;
        type.down = ALIGN_MIDDLE;
        chart_text_draw(s, type, pad, s->s->height / 2.0, c->label_y);
        room->x +=
            chart_text_size(s, type, c->label_y).w + chart_measure_descent(s, c->label_size) + pad;
        room->w -= room->x - pad;
    }
}

/* Legends that stand beside axes, or beside all of them. */
static struct box make_room(const struct sheet *s, struct plan *plan)
{
    struct margin all = {0};
    for (int k = 0; k < s->chart->count; k++) {
        int over = s->chart->axes[k].over, *side;
        struct plan *p = over >= 0 && over < k ? &plan[over] : &plan[k];
        const struct chart_legend *l = s->chart->axes[k].legend;
        plan[k].plot.words = p->margin;
        if (l != NULL) {
            int room = chart_legend_room(s, l, l->of_all ? &all : &p->margin, &side);
            if (side != NULL) {
                *side += room;
            }
        }
    }
    struct box b = s->room;
    return (struct box){b.x + all.left, b.y + all.top, b.w - all.left - all.right,
                        b.h - all.top - all.bottom};
}

/* How much room each needs, and from that its box. The second time it is known about how large it
 * becomes. */
static void lay_out(struct sheet *s, struct plan *plan, bool again)
{
    const struct chart *c = s->chart;
    for (int k = 0; k < c->count; k++) {
        const struct chart_axes *a = &c->axes[k];
        struct box b = plan[k].plot.box;
        double width = s->s->width * 0.75 / (a->placed ? 1 : a->place[1]);
        double height = s->s->height * 0.75 / (a->placed ? 1 : a->place[0]);
        plan[k] = (struct plan){.plot = {.sheet = s, .axes = a}};
        chart_measure(&plan[k], again ? b.w : width, again ? b.h : height);
    }
    for (int k = 0; k < c->count; k++) {
        int over = c->axes[k].over;
        if (over >= 0 && over < k) {
            chart_widen(&plan[over].margin.right, plan[k].margin.right);
            chart_widen(&plan[over].margin.top, plan[k].margin.top);
        }
    }
    for (int k = 0; k < c->count; k++) {
        for (int b = 0; b < c->axes[k].bar_count; b++) {
            if (c->axes[k].bar[b].axes.count > 1) {
                chart_measure_shared(plan, c->count, &plan[k], &c->axes[k].bar[b]);
            }
        }
    }
    chart_grid_lay_out(plan, c, s->s, make_room(s, plan));
}

static void draw_all(struct sheet *s, struct plan *plan)
{
    const struct chart *c = s->chart;
    s->s->transparent = c->face == CHART_NONE;
    if (c->face != CHART_NONE) {
        drawing_fill(s->s, chart_rgb(c->face), 0, 0, s->s->width, s->s->height);
    }
    draw_around(s);
    lay_out(s, plan, false);
    lay_out(s, plan, true);
    for (int k = 0; k < c->count; k++) {
        draw_axes(&plan[k], plan, c->count);
    }
}

bool chart_draw(const struct chart *c, double dpi, struct fonts *fonts, struct drawing *out,
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
        if (!c->axes[k].placed && c->axes[k].over < 0 && !chart_grid_fits(&c->axes[k])) {
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
    return !out->failed || error_memory(err);
}
