/* Draws the curve below the panels. */
#include "heatmap/table/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLOT = 176, ABOVE = 34, BELOW = 12, DOT = 9, SIDES = 24, LINE_WIDTH = 5 };

struct plot {
    struct layout *l;
    const struct curve *c;
    int x, y, w, h; /* of the area between its axes */
    double lo, hi;
};

int curve_height(const struct layout *l)
{
    return l->f->curve == NULL ? 0
                               : px(l, ABOVE + PLOT + BELOW) + (int)(px(l, TYPE_BAR) * LINE_EMS) +
                                     (int)(px(l, TYPE_BAR) * LINE_EMS);
}

/* From 0, unless there are numbers below it. */
static void find_ends(struct plot *p)
{
    p->lo = 0;
    p->hi = 0;
    for (int k = 0; k < p->c->count; k++) {
        double v = p->c->value[k];
        p->lo = isfinite(v) && v < p->lo ? v : p->lo;
        p->hi = isfinite(v) && v > p->hi ? v : p->hi;
    }
    p->hi = p->hi > p->lo ? p->hi : p->lo + 1;
}

/* Of the step that is the `step`-th of the curve, from 0. */
static double place_x(const struct plot *p, int step)
{
    int last = p->c->count > p->c->most ? p->c->count - 1 : p->c->most;
    return last > 0 ? p->x + (double)p->w * step / last : p->x;
}

static double place_y(const struct plot *p, double v)
{
    return p->y + p->h * (p->hi - v) / (p->hi - p->lo);
}

static struct point at(double x, double y)
{
    return (struct point){(int32_t)lround(x * PATH_PIXEL), (int32_t)lround(y * PATH_PIXEL)};
}

static void put_path(struct plot *p, struct rgb color, const struct point *points, int count,
                     int width)
{
    const struct drawing *s = p->l->s;
    const struct path path = {.at = points,
                              .count = count,
                              .width = width * PATH_PIXEL,
                              .closed = width == 0,
                              .alpha = 255,
                              .clip = {0, 0, s->width, s->height}};
    drawing_path(p->l->s, color, &path);
}

/* What is no number breaks the line. */
static void draw_line(struct plot *p)
{
    struct point *points = malloc((size_t)(p->c->count + 1) * sizeof *points);
    struct rgb color = drawing_color(p->l->s, ROLE_ACCENT);
    int n = 0;
    if (points == NULL) {
        p->l->s->failed = true;
        return;
    }
    for (int k = 0; k <= p->c->count; k++) {
        bool number = k < p->c->count && isfinite(p->c->value[k]);
        if (number) {
            points[n++] = at(place_x(p, k), place_y(p, p->c->value[k]));
        } else if (n > 1) {
            put_path(p, color, points, n, px(p->l, LINE_WIDTH));
        }
        n = number ? n : 0;
    }
    free(points);
}

static void put_text(struct plot *p, enum role role, int x, int y, enum anchor anchor,
                     const char *text)
{
    drawing_text(p->l->s, role, x, y, (struct style){.size = px(p->l, TYPE_BAR), .anchor = anchor},
                 text);
}

/* A thread down to its number on the axis from a dot; where the step has no value, a mark on the
 * axis. */
static void draw_mark(struct plot *p, int step, int *free_from)
{
    const struct rgb color = drawing_color(p->l->s, ROLE_TEXT);
    struct point round[SIDES];
    char text[NUMBER_MAX];
    double x = place_x(p, step);
    double v = step < p->c->count ? p->c->value[step] : NAN;
    int thin = px(p->l, 2), middle = (int)lround(x);
    double y = isfinite(v) ? place_y(p, v) : p->y + p->h - px(p->l, 14);
    drawing_rect(p->l->s, ROLE_FRAME, middle - thin / 2, (int)y, thin, p->y + p->h - (int)y);
    for (int k = 0; isfinite(v) && k < SIDES; k++) {
        double turn = 2 * 3.14159265358979 * k / SIDES, radius = px(p->l, DOT);
        round[k] = at(x + radius * cos(turn), y + radius * sin(turn));
    }
    if (isfinite(v)) {
        put_path(p, color, round, SIDES, 0);
    }
    snprintf(text, sizeof text, "%d", p->c->first + step);
    int size = px(p->l, TYPE_BAR);
    int half = font_width(p->l->fonts, size, false, text) / 2;
    if (middle - half >= *free_from) {
        put_text(p, ROLE_TEXT, middle, p->y + p->h + px(p->l, BELOW) + size, ANCHOR_MIDDLE, text);
        *free_from = middle + half + px(p->l, 16);
    }
}

void curve_draw(struct layout *l, int y)
{
    struct plot p = {.l = l, .c = l->f->curve};
    char lo[NUMBER_MAX], hi[NUMBER_MAX];
    int margin = px(l, SLIDE_MARGIN), size = px(l, TYPE_BAR), thin = px(l, 2), free_from = 0;
    find_ends(&p);
    numeral_brief(p.lo, lo);
    numeral_brief(p.hi, hi);
    int low = font_width(l->fonts, size, false, lo), high = font_width(l->fonts, size, false, hi);
    int gutter = (low > high ? low : high) + px(l, 16), side = px(l, 90);
    p.x = margin + side + gutter;
    p.w = l->s->width - 2 * (margin + side) - gutter;
    p.y = y + px(l, ABOVE);
    p.h = px(l, PLOT);
    int capital = font_capital(l->fonts, size, false);
    put_text(&p, ROLE_TEXT, p.x - px(l, 16), p.y + capital / 2, ANCHOR_END, hi);
    put_text(&p, ROLE_TEXT, p.x - px(l, 16), p.y + p.h + capital / 2, ANCHOR_END, lo);
    drawing_rect(l->s, ROLE_FRAME, p.x - px(l, 10), p.y, px(l, 10), thin);
    drawing_rect(l->s, ROLE_FRAME, p.x - px(l, 10), p.y + p.h, px(l, 10), thin);
    drawing_rect(l->s, ROLE_FRAME, p.x - thin, p.y, thin, p.h + thin);
    drawing_rect(l->s, ROLE_FRAME, p.x - thin, p.y + p.h, p.w + 2 * thin, thin);
    drawing_text(l->s, ROLE_QUIET, margin + px(l, 40), p.y + p.h / 2,
                 (struct style){.size = size, .anchor = ANCHOR_MIDDLE, .turned = true}, p.c->name);
    draw_line(&p);
    for (int k = 0; k < p.c->mark_count; k++) {
        draw_mark(&p, p.c->mark[k] - p.c->first, &free_from);
    }
    struct buf along = {0};
    buf_puts(&along, p.c->along);
    if (p.c->mark_count > 0 && p.c->most >= p.c->count) { /* a panel shows what has no dot */
        buf_printf(&along, "; the %s after %d is not computed", p.c->name, p.c->first + p.c->most);
    }
    drawing_take(l->s, ROLE_QUIET, p.x + p.w / 2,
                 p.y + p.h + px(l, BELOW) + size + (int)(size * LINE_EMS),
                 (struct style){.size = size, .anchor = ANCHOR_MIDDLE}, &along);
}
