/* Leads from the data of a chart to pixels, and measures how much room the words around axes need.
 */
#include "heatmap/chart/chart_layout.h"

#include <math.h>
#include <string.h>

/* --- data to pixels --- */

double chart_measure_part(const struct chart_side *s, double v)
{
    if (s->log) {
        return v > 0 ? (log10(v) - log10(s->lo)) / (log10(s->hi) - log10(s->lo)) : NAN;
    }
    return (v - s->lo) / (s->hi - s->lo);
}

/* --- how much room words need --- */

struct chart_type chart_measure_title(const struct chart_title *t)
{
    return (struct chart_type){.size = t->size,
                               .bold = t->bold,
                               .color = t->color,
                               .across = chart_text_align(t->loc),
                               .down = ALIGN_MORE};
}

struct chart_type chart_measure_type(const struct chart_side *s)
{
    return (struct chart_type){.size = s->tick_size, .color = s->tick_color, .angle = s->rotation};
}

bool chart_measure_shows(const struct chart_side *s, const struct chart_tick *t)
{
    double part = chart_measure_part(s, t->at);
    return part > -1e-6 && part < 1 + 1e-6;
}

struct size chart_measure_ticks(const struct sheet *s, const struct chart_side *side)
{
    struct size most = {0, 0};
    for (int k = 0; k < side->tick_count; k++) {
        if (chart_measure_shows(side, &side->tick[k])) {
            struct size own = chart_text_size(s, chart_measure_type(side), side->tick[k].text);
            chart_widen(&most.w, own.w);
            chart_widen(&most.h, own.h);
        }
    }
    return most;
}

/* Labels below each other's places that would meet are turned, where the code did not turn them. */
static void part_labels(const struct sheet *s, struct chart_side *x, double width)
{
    double nearest = INFINITY, before = NAN;
    for (int k = 0; k < x->tick_count; k++) {
        if (chart_measure_shows(x, &x->tick[k]) && x->tick[k].text[0] != '\0') {
            double at = chart_measure_part(x, x->tick[k].at) * width;
            nearest = isnan(before) ? nearest : fmin(nearest, fabs(at - before));
            before = at;
        }
    }
    struct size most = chart_measure_ticks(s, x);
    if (x->rotation == 0 && most.w + chart_draw_points(s, 2) > nearest) {
        x->rotation = nearest > 2.5 * most.h ? 45 : 90;
        x->tick_ha = x->rotation == 45 ? "right" : "center";
    }
}

int chart_measure_descent(const struct sheet *s, double size)
{
    return chart_draw_points(s, size * 0.22);
}

int chart_measure_tick(const struct sheet *s, const struct chart_side *side)
{
    return side->bare ? 0 : chart_draw_points(s, CHART_TICK_LENGTH);
}

int chart_measure_label(const struct sheet *s, const struct chart_axes *a, const char *label)
{
    int high = chart_text_size(s, (struct chart_type){.size = a->label_size}, label).h;
    int pad = chart_draw_points(s, CHART_LABEL_PAD) + chart_draw_points(s, a->label_size * 0.3);
    return high > 0 ? high + pad : 0;
}

int chart_measure_bar(const struct sheet *s, const struct chart_axes *a,
                      const struct chart_bar *bar)
{
    struct size most = chart_measure_ticks(s, &bar->side);
    return chart_draw_points(s, CHART_BAR_GAP) + chart_draw_points(s, CHART_BAR_WIDTH) +
           chart_draw_points(s, CHART_TICK_LENGTH + CHART_TICK_PAD) +
           (bar->level ? most.h : most.w) + chart_measure_label(s, a, bar->side.label);
}

/* "1e6" at the end of an axis. */
static int offset_room(const struct sheet *s, const struct chart_side *side)
{
    int high = chart_text_size(s, (struct chart_type){.size = side->tick_size}, side->offset).h;
    return high > 0 ? high + 2 * chart_draw_points(s, CHART_TICK_PAD) : 0;
}

/* Whether a title of axes so wide stands above what reaches from left to right. */
static bool meets_title(const struct plan *p, double left, double right, double width)
{
    const struct chart_axes *a = p->plot.axes;
    for (int k = 0; k < a->title_count; k++) {
        struct chart_type type = chart_measure_title(&a->titles[k]);
        int w = chart_text_size(p->plot.sheet, type, a->titles[k].text).w;
        double from = (width - w) * type.across / 2.0;
        if (left < from + w && right > from) {
            return true;
        }
    }
    return false;
}

/* The same of the label below: whether it would stand at the height of a text. */
static bool meets_label(const struct plan *p, double left, double right, double width, double from)
{
    const struct chart_axes *a = p->plot.axes;
    const struct chart_type type = {.size = a->label_size};
    struct size own = chart_text_size(p->plot.sheet, type, a->x.label);
    double reach = p->label_x + chart_draw_points(p->plot.sheet, CHART_LABEL_PAD) + own.h;
    return !a->x.far && own.h > 0 && left < (width + own.w) / 2 && right > (width - own.w) / 2 &&
           from < reach && from > 0;
}

/* A text beside the data that would leave the picture needs room as well; a title stands above
 * those that it would meet, a label below them. What their places say is a part of the axes. */
static void measure_text(struct plan *p, const struct chart_mark *m, double width, double height)
{
    const struct chart_axes *a = p->plot.axes;
    double x = m->on == CHART_DATA ? chart_measure_part(&a->x, m->value) : m->value;
    double y = m->on == CHART_DATA ? chart_measure_part(&a->y, m->from) : m->from;
    struct chart_type type = chart_mark_type(m);
    bool boxed = m->box != CHART_NONE || m->box_edge != CHART_NONE;
    int pad = boxed ? chart_draw_points(p->plot.sheet, m->size * 0.35) : 0;
    if (m->on == CHART_FIGURE || *m->text == '\0' || !(fabs(x - 0.5) < 1 && fabs(y - 0.5) < 1)) {
        return;
    }
    struct size own = chart_text_size(p->plot.sheet, type, m->text);
    double left = x * width - own.w * type.across / 2.0;
    double low = y * height - own.h + own.h * type.down / 2.0;
    int above = (int)(low + own.h - height) + pad;
    chart_widen(&p->margin.left, (int)-left + pad);
    chart_widen(&p->margin.right, (int)(left + own.w - width) + pad);
    chart_widen(&p->margin.bottom, (int)-low + pad);
    chart_widen(&p->above, above);
    if (meets_title(p, left, left + own.w, width)) {
        chart_widen(&p->lift, above);
    }
    if (meets_label(p, left, left + own.w, width, -low - own.h)) {
        chart_widen(&p->sink, (int)-low + pad);
    }
}

void chart_measure(struct plan *p, double width, double height)
{
    const struct sheet *s = p->plot.sheet;
    const struct chart_axes *a = p->plot.axes;
    struct margin *m = &p->margin;
    int pad = chart_draw_points(s, CHART_TICK_PAD), thin = chart_draw_points(s, 2);
    p->x = a->x;
    p->y = a->y;
    *m = (struct margin){thin, thin, thin, thin};
    part_labels(s, &p->x, width);
    struct size most = chart_measure_ticks(s, &p->x);
    bool told = a->ticks && p->x.tick_count > 0;
    int descent = chart_measure_descent(s, p->x.tick_size);
    p->label_x = told ? most.h + chart_measure_tick(s, &p->x) + pad + descent : 0;
    int below = p->label_x + chart_measure_label(s, a, a->x.label);
    *(a->x.far ? &m->top : &m->bottom) += below;
    chart_widen(&m->left, a->ticks ? most.w / 3 : 0);
    chart_widen(&m->right, a->ticks ? most.w / 3 : 0);
    most = chart_measure_ticks(s, &p->y);
    told = a->ticks && p->y.tick_count > 0;
    p->label_y = told ? most.w + chart_measure_tick(s, &p->y) + pad : 0;
    int beside = chart_measure_label(s, a, a->y.label);
    p->label_y += beside > 0 && !a->y.far ? chart_measure_descent(s, a->label_size) : 0;
    beside += p->label_y;
    int *side = a->y.far ? &m->right : &m->left;
    chart_widen(side, beside + thin);
    chart_widen(&m->top, a->ticks ? most.h / 2 : 0);
    p->bar_x = a->y.far ? m->right : 0;
    p->bar_y = a->x.far ? 0 : m->bottom;
    for (int k = 0; k < a->bar_count; k++) {
        if (a->bar[k].axes.count < 2) {
            *(a->bar[k].level ? &m->bottom : &m->right) += chart_measure_bar(s, a, &a->bar[k]);
        }
        int room = offset_room(s, &a->bar[k].side);
        room += room > 0 ? chart_draw_points(s, a->bar[k].side.tick_size * 0.6) : 0;
        chart_widen(&m->top, a->bar[k].level ? 0 : room);
    }
    for (int k = 0; k < a->mark_count; k++) {
        if (a->mark[k].kind == CHART_text) {
            measure_text(p, &a->mark[k], width, height);
        }
    }
    chart_widen(&m->top, p->lift);
    if (p->sink > p->label_x) {
        m->bottom += p->sink - p->label_x;
        p->label_x = p->sink;
    }
    int titles = 0;
    for (int k = 0; k < a->title_count; k++) {
        const struct chart_title *one = &a->titles[k];
        int high = chart_text_size(s, chart_measure_title(one), one->text).h;
        chart_widen(&titles,
                    high + chart_draw_points(s, 6) + chart_draw_points(s, one->size * 0.2));
    }
    m->top += titles;
    chart_widen(&m->top, offset_room(s, &p->y));
    chart_widen(&m->bottom, p->label_x + offset_room(s, &p->x));
    chart_widen(&m->top, p->above);
}

void chart_measure_shared(struct plan *plan, int count, struct plan *p, const struct chart_bar *bar)
{
    int *at = bar->level ? &p->shared_y : &p->shared_x, last = 0;
    const struct chart_axes *a = p->plot.axes;
    for (int pass = 0; pass < 3; pass++) {
        for (int64_t k = 0; k < bar->axes.count; k++) {
            int index = (int)bar->axes.at[k];
            struct plan *one = index >= 0 && index < count ? &plan[index] : p;
            int end = one->plot.axes->place[bar->level ? 3 : 5];
            int *margin = bar->level ? &one->margin.bottom : &one->margin.right;
            if (pass == 0) {
                chart_widen(&last, end);
            } else if (pass == 1 && end == last) {
                chart_widen(at, *margin);
            } else if (pass == 2 && end == last) {
                *margin = *at + chart_measure_bar(p->plot.sheet, a, bar);
            }
        }
    }
}
