/* Finds lines and bands of equal height over a grid of values. */
#include "heatmap/chart/chart_layout.h"

#include <math.h>
#include <stdlib.h>

static bool is_grid(const struct chart_mark *m)
{
    return m->x.count > 1 && m->y.count > 1 && m->values.count == m->x.count * m->y.count;
}

/* --- bands: a color for each pixel --- */

/* Where a pixel lies in the grid of one axis. */
struct place {
    int64_t cell; /* -1: outside */
    double part;
};

static double value_at(const struct chart_side *s, double part)
{
    return s->log ? s->lo * pow(s->hi / s->lo, part) : s->lo + (s->hi - s->lo) * part;
}

static struct place place_in(struct chart_numbers at, double v)
{
    bool up = at.at[at.count - 1] > at.at[0];
    double first = at.at[up ? 0 : at.count - 1], last = at.at[up ? at.count - 1 : 0];
    int64_t low = 0, high = at.count - 1;
    if (!(v >= first && v <= last)) {
        return (struct place){-1, 0};
    }
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if ((at.at[middle] <= v) == up) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (struct place){low, (v - at.at[low]) / (at.at[high] - at.at[low])};
}

static double height_at(const struct chart_mark *m, struct place y, struct place x)
{
    const double *v = m->values.at + y.cell * m->x.count + x.cell;
    double low = v[0] + (v[1] - v[0]) * x.part;
    v += m->x.count;
    return low + (v[0] + (v[1] - v[0]) * x.part - low) * y.part;
}

/* Between which levels; CELL_EMPTY: between none. */
static uint16_t band_of(const struct chart_mark *m, double v)
{
    int64_t count = m->w.count, k = 0;
    if (!(count > 1 && v >= m->w.at[0] && v <= m->w.at[count - 1])) {
        return CELL_EMPTY;
    }
    while (k + 2 < count && v >= m->w.at[k + 1]) {
        k++;
    }
    return (uint16_t)(k < COLORMAP_COLORS ? k : COLORMAP_COLORS - 1);
}

static void draw_bands(const struct plot *p, const struct chart_mark *m)
{
    struct drawing *s = p->sheet->s;
    struct box b = p->box;
    struct place *column = malloc((size_t)(b.w > 0 ? b.w : 1) * sizeof *column);
    uint16_t *pixel = b.w > 0 && b.h > 0 ? drawing_cells_new(s, b.h, b.w) : NULL;
    struct rgb map[COLORMAP_COLORS];
    s->failed |= column == NULL;
    for (int k = 0; k < COLORMAP_COLORS; k++) {
        int32_t color = chart_color_at(m->face, k);
        map[k] = chart_rgb(color != CHART_NONE ? color : 0xFFFFFF);
    }
    for (int k = 0; column != NULL && k < b.w; k++) {
        column[k] = place_in(m->x, value_at(&p->axes->x, (k + 0.5) / b.w));
    }
    for (int r = 0; column != NULL && pixel != NULL && r < b.h; r++) {
        struct place row = place_in(m->y, value_at(&p->axes->y, 1 - (r + 0.5) / b.h));
        for (int k = 0; k < b.w; k++) {
            pixel[(int64_t)r * b.w + k] = row.cell < 0 || column[k].cell < 0
                                              ? CELL_EMPTY
                                              : band_of(m, height_at(m, row, column[k]));
        }
    }
    if (column != NULL && pixel != NULL) {
        drawing_map_colors(s, map);
        chart_image_settle(p, m, b, pixel);
        drawing_cells(s, pixel, b.h, b.w, b.x, b.y, 1, 0);
    }
    free(column);
}

/* --- lines: pieces through the cells, joined where they meet on the sides of cells --- */

/* Sides of cells: two for each point of the grid, to the right of it and above it. Each is met by a
 * level at most once, and the line goes from there to two others at most. */
struct web {
    const struct chart_mark *m;
    int64_t (*to)[2]; /* numbers of sides plus 1; 0: none */
    double *x, *y;    /* of a line on its way */
    double level;
};

static int64_t side_of(const struct web *w, int64_t row, int64_t column, bool upwards)
{
    return (row * w->m->x.count + column) * 2 + upwards;
}

static void join(struct web *w, int64_t a, int64_t b)
{
    w->to[a][w->to[a][0] != 0] = b + 1;
    w->to[b][w->to[b][0] != 0] = a + 1;
}

/* The sides of a cell in a circle; side k lies between its corners k and k + 1. */
static void cross_cell(struct web *w, int64_t r, int64_t c)
{
    const double *v = w->m->values.at;
    int64_t wide = w->m->x.count;
    double at[4] = {v[r * wide + c], v[r * wide + c + 1], v[(r + 1) * wide + c + 1],
                    v[(r + 1) * wide + c]};
    int64_t side[4] = {side_of(w, r, c, false), side_of(w, r, c + 1, true),
                       side_of(w, r + 1, c, false), side_of(w, r, c, true)};
    double middle = (at[0] + at[1] + at[2] + at[3]) / 4;
    int met[4], count = 0;
    for (int k = 0; k < 4; k++) {
        if ((at[k] >= w->level) != (at[(k + 1) % 4] >= w->level)) {
            met[count++] = k;
        }
    }
    if (!isfinite(middle) || count == 0) {
        return;
    }
    if (count == 2) {
        join(w, side[met[0]], side[met[1]]);
        return;
    }
    bool through = (middle >= w->level) == (at[0] >= w->level); /* the corners 0 and 2 are joined */
    join(w, side[0], side[through ? 1 : 3]);
    join(w, side[2], side[through ? 3 : 1]);
}

/* Where the level meets a side. */
static void meet(const struct web *w, int64_t side, double *x, double *y)
{
    const struct chart_mark *m = w->m;
    int64_t point = side / 2, r = point / m->x.count, c = point % m->x.count;
    int64_t next = side % 2 == 1 ? point + m->x.count : point + 1;
    double a = m->values.at[point], b = m->values.at[next], part = (w->level - a) / (b - a);
    *x = m->x.at[c];
    *y = m->y.at[r];
    if (side % 2 == 1) {
        *y += (m->y.at[r + 1] - *y) * part;
    } else {
        *x += (m->x.at[c + 1] - *x) * part;
    }
}

/* Follows a line from one of its sides, and takes it out of the web. */
static void draw_from(const struct plot *p, struct web *w, int64_t side, int64_t k)
{
    int64_t count = 0, before = -1, first = side;
    while (side >= 0) {
        double x, y;
        meet(w, side, &x, &y);
        w->x[count] = chart_draw_x(p, x);
        w->y[count++] = chart_draw_y(p, y);
        int64_t a = w->to[side][0] - 1, b = w->to[side][1] - 1, next = a != before ? a : b;
        next = before < 0 ? a : next;
        w->to[side][0] = w->to[side][1] = 0;
        before = side;
        side = next >= 0 && (w->to[next][0] != 0 || next == first) ? next : -1;
        if (side == first) { /* a ring comes back */
            w->x[count] = w->x[0];
            w->y[count++] = w->y[0];
            break;
        }
    }
    chart_mark_track(p->sheet, chart_color_at(w->m->face, k), w->m->alpha, w->m->width, w->m->dash,
                     w->x, w->y, count, p->box);
}

static void draw_level(const struct plot *p, struct web *w, int64_t k)
{
    const struct chart_mark *m = w->m;
    int64_t sides = m->values.count * 2;
    w->level = m->w.at[k];
    for (int64_t at = 0; at < (m->y.count - 1) * (m->x.count - 1); at++) {
        cross_cell(w, at / (m->x.count - 1), at % (m->x.count - 1));
    }
    for (int ring = 0; ring < 2; ring++) { /* first the lines with ends */
        for (int64_t at = 0; at < sides; at++) {
            if (w->to[at][0] != 0 && (ring == 1 || w->to[at][1] == 0)) {
                draw_from(p, w, at, k);
            }
        }
    }
}

static void draw_levels(const struct plot *p, const struct chart_mark *m)
{
    size_t sides = (size_t)m->values.count * 2;
    struct web w = {.m = m,
                    .to = calloc(sides, sizeof *w.to),
                    .x = malloc((sides + 1) * sizeof *w.x),
                    .y = malloc((sides + 1) * sizeof *w.y)};
    bool ok = w.to != NULL && w.x != NULL && w.y != NULL;
    p->sheet->s->failed |= !ok;
    for (int64_t k = 0; ok && k < m->w.count; k++) {
        draw_level(p, &w, k);
    }
    free(w.to);
    free(w.x);
    free(w.y);
}

void chart_contour_draw(const struct plot *p, const struct chart_mark *m)
{
    if (!is_grid(m)) {
        return;
    }
    if (m->bars) {
        draw_bands(p, m);
    } else {
        draw_levels(p, m);
    }
}
