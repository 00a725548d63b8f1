/* Draws the images of a chart: a color for each cell, hatches for what is no number, words in the
 * cells. */
#include "heatmap/chart/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- colors --- */

static uint8_t between(int a, int b, double part)
{
    return (uint8_t)lround(a + (b - a) * part);
}

void chart_image_colors(const struct chart_map *m, struct rgb out[COLORMAP_COLORS])
{
    if (m->colors.count == 0) {
        if (m->name == NULL || !colormap_of_code(m->name, out)) {
            colormap_of_code("viridis", out);
        }
        return;
    }
    for (int k = 0; k < COLORMAP_COLORS; k++) {
        double at = (double)k / (COLORMAP_COLORS - 1) * (double)(m->colors.count - 1);
        int64_t left = m->smooth ? (int64_t)at : k * m->colors.count / COLORMAP_COLORS;
        struct rgb a = chart_rgb(chart_color_at(m->colors, left)),
                   b = chart_rgb(chart_color_at(m->colors, left + 1));
        double part = m->smooth ? at - (double)left : 0;
        out[k] =
            (struct rgb){between(a.r, b.r, part), between(a.g, b.g, part), between(a.b, b.b, part)};
    }
}

/* --- cells --- */

static uint16_t code_of_value(const struct chart_map *map, double v)
{
    double lo = map->vmin, hi = map->vmax;
    if (map->log) {
        v = v > 0 ? log10(v) : NAN;
        lo = log10(lo);
        hi = log10(hi);
    }
    return isnan(v) ? CELL_NAN : isinf(v) ? CELL_MORE : (uint16_t)colormap_index(v, lo, hi);
}

/* The color, or the mark, of a cell. */
static uint16_t code_of(const struct chart_mark *m, int64_t at)
{
    double v = m->values.at[at];
    if ((m->mask != NULL && m->mask[at]) || (isinf(v) && v < 0)) {
        return CELL_MASKED;
    }
    return code_of_value(&m->map, v);
}

/* A table of the colors of an image of colors: itself while there are at most 256, else a cube of
 * 6 x 6 x 6 of them. */
static int color_code(struct rgb table[COLORMAP_COLORS], int *used, struct rgb c)
{
    for (int k = 0; k < *used; k++) {
        if (memcmp(&table[k], &c, sizeof c) == 0) {
            return k;
        }
    }
    if (*used < COLORMAP_COLORS) {
        table[*used] = c;
        return (*used)++;
    }
    return -1;
}

static void cube_table(struct rgb table[COLORMAP_COLORS])
{
    for (int k = 0; k < 216; k++) {
        table[k] =
            (struct rgb){(uint8_t)(k / 36 * 51), (uint8_t)(k / 6 % 6 * 51), (uint8_t)(k % 6 * 51)};
    }
}

static uint16_t cube_code(struct rgb c)
{
    return (uint16_t)((c.r + 25) / 51 * 36 + (c.g + 25) / 51 * 6 + (c.b + 25) / 51);
}

static void code_colors(const struct plot *p, const struct chart_mark *m, uint16_t *code)
{
    struct rgb table[COLORMAP_COLORS] = {{0}};
    int used = 0;
    int64_t cells = (int64_t)m->rows * m->columns;
    bool fits = true;
    for (int64_t k = 0; fits && k < cells; k++) {
        int at = color_code(table, &used, chart_rgb(chart_color_at(m->face, k)));
        fits = at >= 0;
        code[k] = (uint16_t)at;
    }
    if (!fits) {
        cube_table(table);
    }
    for (int64_t k = 0; !fits && k < cells; k++) {
        code[k] = cube_code(chart_rgb(chart_color_at(m->face, k)));
    }
    drawing_map_colors(p->sheet->s, table);
}

/* Where the image lies: from the outer edge of its first column or row to that of its last. */
struct ends {
    double from, to;
};

static int place_of(struct ends e, double pixel, int count)
{
    double part = (pixel - e.from) / (e.to - e.from) * count;
    return part >= 0 && part < count ? (int)part : -1;
}

static double edge_of(struct ends e, double k, int count)
{
    return e.from + (e.to - e.from) * k / count;
}

static struct ends ends_of(const struct plot *p, const struct chart_mark *m, bool x)
{
    if (x) {
        return (struct ends){chart_draw_x(p, m->extent[0]), chart_draw_x(p, m->extent[1])};
    }
    return (struct ends){chart_draw_y(p, m->extent[3]), chart_draw_y(p, m->extent[2])};
}

static struct box meet(struct box clip, struct ends x, struct ends y)
{
    int l = (int)lround(fmin(x.from, x.to)), r = (int)lround(fmax(x.from, x.to));
    int t = (int)lround(fmin(y.from, y.to)), b = (int)lround(fmax(y.from, y.to));
    l = l > clip.x ? l : clip.x;
    t = t > clip.y ? t : clip.y;
    r = r < clip.x + clip.w ? r : clip.x + clip.w;
    b = b < clip.y + clip.h ? b : clip.y + clip.h;
    return (struct box){l, t, r - l, b - t};
}

/* A number in each cell, as large as fits. */
static void draw_words(const struct plot *p, const struct chart_mark *m, struct ends x,
                       struct ends y, const uint16_t *code, const struct rgb *map)
{
    const struct sheet *s = p->sheet;
    double wide = fabs(x.to - x.from) / m->columns, high = fabs(y.to - y.from) / m->rows;
    double size = m->size > 0 ? m->size : 10;
    int widest = 0;
    for (int64_t k = 0; k < m->words.count; k++) {
        const struct chart_type type = {.size = size};
        chart_widen(&widest, chart_text_size(s, type, m->words.at[k]).w);
    }
    if (widest > wide * 0.9) {
        size *= wide * 0.9 / widest;
    }
    size = fmin(size, high * 0.8 / s->point);
    for (int64_t k = 0; k < m->words.count && size * s->point >= 5; k++) {
        bool color = code[k] < COLORMAP_COLORS;
        struct rgb ink = color ? color_ink(map[code[k]]) : drawing_color(s->s, ROLE_QUIET);
        struct chart_type type = {.size = size,
                                  .color = ink.r << 16 | ink.g << 8 | ink.b,
                                  .across = ALIGN_MIDDLE,
                                  .down = ALIGN_MIDDLE};
        chart_text_draw(s, type, edge_of(x, (double)(k % m->columns) + 0.5, m->columns),
                        edge_of(y, (double)(k / m->columns) + 0.5, m->rows), m->words.at[k]);
    }
}

static void draw_grid_lines(const struct plot *p, const struct chart_mark *m, struct ends x,
                            struct ends y, struct box b)
{
    int thick = chart_draw_points(p->sheet, m->width);
    for (int k = 1; m->width > 0 && k < m->columns; k++) {
        drawing_fill(p->sheet->s, chart_rgb(m->edge),
                     (int)lround(edge_of(x, k, m->columns)) - thick / 2, b.y, thick, b.h);
    }
    for (int k = 1; m->width > 0 && k < m->rows; k++) {
        drawing_fill(p->sheet->s, chart_rgb(m->edge), b.x,
                     (int)lround(edge_of(y, k, m->rows)) - thick / 2, b.w, thick);
    }
}

/* The cells of one axis that a pixel covers, in parts of cells. */
struct cover {
    double from, to;
};

/* Where there are fewer cells than pixels: the one below its middle. */
static struct cover cover_of(struct ends e, int pixel, int count, int pixels)
{
    double from = (pixel - e.from) / (e.to - e.from) * count;
    double to = (pixel + 1 - e.from) / (e.to - e.from) * count;
    if (count <= pixels) {
        double at = floor((from + to) / 2);
        return (struct cover){at, at + 1};
    }
    return (struct cover){fmax(fmin(from, to), 0), fmin(fmax(from, to), count)};
}

static double overlap(struct cover c, int k)
{
    return fmin(c.to, k + 1.0) - fmax(c.from, k);
}

/* Of several cells the color of their mean: one that has none leaves it to the others. */
static uint16_t mean_code(const struct chart_mark *m, const uint16_t *code, struct cover y,
                          struct cover x)
{
    double sum = 0, all = 0;
    for (int r = (int)y.from; r < y.to; r++) {
        for (int c = (int)x.from; c < x.to; c++) {
            int64_t at = (int64_t)r * m->columns + c;
            double part = overlap(y, r) * overlap(x, c);
            if (code[at] < COLORMAP_COLORS) {
                sum += part * m->values.at[at];
                all += part;
            }
        }
    }
    return code_of_value(&m->map, sum / all);
}

static void fill_pixels(const struct chart_mark *m, const uint16_t *code, struct ends x,
                        struct ends y, struct box b, uint16_t *pixel)
{
    bool dense = (m->columns > b.w || m->rows > b.h) && m->values.count > 0;
    for (int row = 0; row < b.h; row++) {
        int from = place_of(y, b.y + row + 0.5, m->rows);
        struct cover rows = cover_of(y, b.y + row, m->rows, b.h);
        for (int k = 0; k < b.w; k++) {
            int column = place_of(x, b.x + k + 0.5, m->columns);
            bool inside = from >= 0 && column >= 0;
            uint16_t one = inside ? code[(int64_t)from * m->columns + column] : CELL_EMPTY;
            if (dense && one < COLORMAP_COLORS) {
                one = mean_code(m, code, rows, cover_of(x, b.x + k, m->columns, b.w));
            }
            pixel[(int64_t)row * b.w + k] = one;
        }
    }
}

/* --- images that others are seen through --- */

static struct rgb blend(struct rgb a, struct rgb b, double part)
{
    return (struct rgb){between(a.r, b.r, part), between(a.g, b.g, part), between(a.b, b.b, part)};
}

void chart_image_fade(struct rgb map[COLORMAP_COLORS], int32_t behind, double alpha)
{
    struct rgb face = chart_rgb(behind != CHART_NONE ? behind : 0xFFFFFF);
    for (int k = 0; k < COLORMAP_COLORS && alpha < 1; k++) {
        map[k] = blend(face, map[k], fmax(alpha, 0));
    }
}

/* The last image that lies below all of the box. */
static const struct item *image_below(const struct drawing *s, struct box b)
{
    for (int k = s->count - 1; k >= 0; k--) {
        const struct item *t = &s->item[k];
        if (t->kind == ITEM_CELLS && t->pitch == 1 && t->x <= b.x && t->y <= b.y &&
            t->x + t->columns >= b.x + b.w && t->y + t->rows >= b.y + b.h) {
            return t;
        }
    }
    return NULL;
}

/* Pixels on their way over an image. */
struct over {
    const struct drawing *s;
    const struct item *below;
    double alpha;
    struct box b;
    int16_t known[CELL_KINDS][CELL_KINDS]; /* the color of a pair, plus 1 */
};

static struct rgb seen_through(const struct over *o, uint16_t own, uint16_t under)
{
    struct rgb back = under < COLORMAP_COLORS ? o->below->map[under] : (struct rgb){255, 255, 255};
    return own < COLORMAP_COLORS ? blend(back, o->s->map[own], o->alpha) : back;
}

static uint16_t under(const struct over *o, int64_t k)
{
    int64_t y = k / o->b.w + o->b.y - o->below->y, x = k % o->b.w + o->b.x - o->below->x;
    return o->below->cell[y * o->below->columns + x];
}

/* The pixels as they are seen over an image; where they have no color, that image itself. */
static void lay_over(struct drawing *s, struct over *o, uint16_t *pixel)
{
    struct rgb table[COLORMAP_COLORS] = {{0}};
    int used = 0;
    bool fits = true;
    int64_t count = (int64_t)o->b.w * o->b.h;
    for (int64_t k = 0; fits && k < count; k++) {
        int16_t *known = &o->known[pixel[k]][under(o, k)];
        if (*known == 0) {
            *known =
                (int16_t)(color_code(table, &used, seen_through(o, pixel[k], under(o, k))) + 1);
        }
        fits = *known > 0;
    }
    if (!fits) {
        cube_table(table);
    }
    for (int64_t k = 0; k < count; k++) {
        uint16_t below = under(o, k);
        pixel[k] = fits ? (uint16_t)(o->known[pixel[k]][below] - 1)
                        : cube_code(seen_through(o, pixel[k], below));
    }
    drawing_map_colors(s, table);
}

void chart_image_settle(const struct plot *p, const struct chart_mark *m, struct box b,
                        uint16_t *pixel)
{
    struct drawing *s = p->sheet->s;
    const struct item *below = image_below(s, b);
    bool clear = m->alpha < 1;
    for (int64_t k = 0; below != NULL && !clear && k < (int64_t)b.w * b.h; k++) {
        clear = pixel[k] >= COLORMAP_COLORS;
    }
    if (below != NULL && clear) {
        struct over *o = calloc(1, sizeof *o);
        s->failed |= o == NULL;
        if (o != NULL) {
            o->s = s;
            o->below = below;
            o->alpha = m->alpha;
            o->b = b;
            lay_over(s, o, pixel);
        }
        free(o);
    } else if (clear && m->alpha < 1) {
        struct rgb map[COLORMAP_COLORS];
        memcpy(map, s->map, sizeof map);
        chart_image_fade(map, p->axes->face, m->alpha);
        drawing_map_colors(s, map);
    }
}

void chart_image_draw(const struct plot *p, const struct chart_mark *m)
{
    struct drawing *s = p->sheet->s;
    struct ends x = ends_of(p, m, true), y = ends_of(p, m, false);
    struct box b = meet(p->box, x, y);
    int64_t cells = (int64_t)m->rows * m->columns;
    uint16_t *code = cells > 0 ? malloc((size_t)cells * sizeof *code) : NULL;
    uint16_t *pixel = b.w > 0 && b.h > 0 ? drawing_cells_new(s, b.h, b.w) : NULL;
    s->failed |= cells > 0 && code == NULL;
    if (code != NULL && pixel != NULL) {
        if (m->values.count == cells) {
            struct rgb map[COLORMAP_COLORS];
            chart_image_colors(&m->map, map);
            drawing_map_colors(s, map);
            for (int64_t k = 0; k < cells; k++) {
                code[k] = code_of(m, k);
            }
        } else {
            code_colors(p, m, code);
        }
        fill_pixels(m, code, x, y, b, pixel);
        chart_image_settle(p, m, b, pixel);
        drawing_cells(s, pixel, b.h, b.w, b.x, b.y, 1, 0);
        draw_grid_lines(p, m, x, y, b);
        if (m->words.count == cells) {
            draw_words(p, m, x, y, code, s->map);
        }
    }
    free(code);
}
