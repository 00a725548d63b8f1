/* Paints a drawing as pixels. */
#include "heatmap/draw/paint.h"

#include "heatmap/draw/stroke.h"

#include <stdlib.h>

#define OPAQUE 0xFF000000u

/* How many shades the edge of a letter has: few colors let a picture keep a palette. */
enum { TEXT_SHADES = 8, NUMBER_SHADES = 4, PATH_SHADES = 16 };

static uint32_t packed(struct rgb c)
{
    return OPAQUE | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

void canvas_free(struct canvas *c)
{
    free(c->pixel);
    *c = (struct canvas){0};
}

bool paint_canvas(struct canvas *c, int width, int height, struct error *err)
{
    *c = (struct canvas){.width = width, .height = height};
    c->pixel = malloc((size_t)width * (size_t)height * sizeof *c->pixel);
    return c->pixel != NULL || error_memory(err);
}

/* --- rectangles and cells --- */

static void fill(struct canvas *c, int x, int y, int w, int h, uint32_t color)
{
    y -= c->top;
    int right = x + w < c->width ? x + w : c->width, below = y + h < c->height ? y + h : c->height;
    for (int row = y > 0 ? y : 0; row < below; row++) {
        uint32_t *line = c->pixel + (ptrdiff_t)row * c->width;
        for (int k = x > 0 ? x : 0; k < right; k++) {
            line[k] = color;
        }
    }
}

/* What cells look like, looked up once. */
struct looks {
    uint32_t fill[CELL_KINDS], line[CELL_KINDS];
    enum pattern pattern[CELL_KINDS];
};

static void look_up(const struct drawing *s, const struct item *item, struct looks *out)
{
    for (int k = 0; k < COLORMAP_COLORS; k++) {
        out->fill[k] = packed(item->map[k]);
        out->pattern[k] = PATTERN_NONE;
    }
    for (int k = COLORMAP_COLORS; k < CELL_KINDS; k++) {
        struct mark mark = drawing_mark(s, k);
        out->fill[k] = packed(drawing_color(s, mark.fill));
        out->line[k] = packed(drawing_color(s, mark.line));
        out->pattern[k] = mark.pattern;
    }
}

/* One line, y of the picture, through a row of cells. Lines of a pattern run through neighbouring
 * cells without a break. */
static void draw_cell_line(const struct drawing *s, const struct item *item,
                           const struct looks *looks, const uint16_t *cell, int y, struct canvas *c)
{
    uint32_t *line = c->pixel + (ptrdiff_t)(y - c->top) * c->width;
    int side = item->pitch - item->gap;
    for (int column = 0, x = item->x; column < item->columns; column++, x += item->pitch) {
        int look = cell[column], from = x > 0 ? x : 0,
            to = x + side < c->width ? x + side : c->width;
        for (int k = from; look != CELL_EMPTY && k < to; k++) {
            line[k] = looks->fill[look];
        }
        enum pattern pattern = looks->pattern[look];
        for (int k = from; pattern != PATTERN_NONE && k < to; k++) {
            if (drawing_on_line(s, pattern, k, y)) {
                line[k] = looks->line[look];
            }
        }
    }
}

/* Cells of one pixel that are all colors and all on the canvas. */
static bool draw_dots(const struct item *item, const struct looks *looks, const uint16_t *cell,
                      int y, struct canvas *c)
{
    uint32_t *line = c->pixel + (ptrdiff_t)(y - c->top) * c->width + item->x;
    int last = 0;
    if (item->pitch != 1 || item->x < 0 || item->x + item->columns > c->width) {
        return false;
    }
    for (int k = 0; k < item->columns; k++) {
        last = cell[k] > last ? cell[k] : last;
    }
    for (int k = 0; last < COLORMAP_COLORS && k < item->columns; k++) {
        line[k] = looks->fill[cell[k]];
    }
    return last < COLORMAP_COLORS;
}

static void draw_cells(const struct drawing *s, const struct item *item, struct canvas *c)
{
    struct looks looks;
    look_up(s, item, &looks);
    for (int row = 0; row < item->rows; row++) {
        const uint16_t *cell = item->cell + (ptrdiff_t)row * item->columns;
        int top = item->y + row * item->pitch, below = top + item->pitch - item->gap;
        top = top > c->top ? top : c->top;
        below = below < c->top + c->height ? below : c->top + c->height;
        for (int y = top; y < below; y++) {
            if (!draw_dots(item, &looks, cell, y, c)) {
                draw_cell_line(s, item, &looks, cell, y, c);
            }
        }
    }
}

bool paint_cells(const struct drawing *s, const struct item *cells, struct canvas *out,
                 struct error *err)
{
    struct item one = *cells;
    if (!paint_canvas(out, cells->w, cells->h, err)) {
        return false;
    }
    one.x = one.y = 0;
    fill(out, 0, 0, out->width, out->height, 0);
    draw_cells(s, &one, out);
    return true;
}

/* --- text --- */

struct writing {
    struct canvas *canvas;
    struct rgb ink;
    int x, y;
    bool turned;
    int shades;
    unsigned alpha; /* of 255: how much of the ink there is at most */
};

static uint8_t mix(unsigned under, unsigned over, unsigned covered)
{
    return (uint8_t)((under * (255 - covered) + over * covered + 127) / 255);
}

/* `covered` parts of 255 of the ink over a pixel, which may be transparent. */
static void lay(uint32_t *pixel, struct rgb ink, unsigned covered)
{
    unsigned alpha = *pixel >> 24;
    if (alpha == 255) {
        struct rgb c = {mix(*pixel >> 16 & 255, ink.r, covered),
                        mix(*pixel >> 8 & 255, ink.g, covered), mix(*pixel & 255, ink.b, covered)};
        *pixel = packed(c);
    } else if (covered > alpha) { /* the ink alone: nothing but ink was here before */
        *pixel = covered << 24 | (packed(ink) & ~OPAQUE);
    }
}

static void write_row(void *self, int x, int y, int count, const uint8_t *coverage)
{
    const struct writing *w = self;
    struct canvas *c = w->canvas;
    unsigned top = (unsigned)w->shades - 1;
    for (int k = 0; k < count; k++) {
        unsigned covered = (coverage[k] * top + 127) / 255 * 255 / top * w->alpha / 255;
        int at_x = w->turned ? w->x + y : w->x + x + k;
        int at_y = w->turned ? w->y - x - k : w->y + y;
        if (covered > 0 && at_x >= 0 && at_x < c->width && at_y >= 0 && at_y < c->height) {
            lay(&c->pixel[(ptrdiff_t)at_y * c->width + at_x], w->ink, covered);
        }
    }
}

static void draw_text(const struct drawing *s, struct fonts *f, const struct item *item,
                      struct canvas *c)
{
    const struct style *style = &item->style;
    struct writing w = {.canvas = c,
                        .ink = item_color(s, item),
                        .x = item->x,
                        .y = item->y - c->top,
                        .turned = style->turned,
                        .alpha = 255,
                        .shades = style->number ? NUMBER_SHADES : TEXT_SHADES};
    const struct font_sink sink = {.self = &w, .row = write_row};
    int before = 0;
    if (style->anchor != ANCHOR_START) {
        before = font_width(f, style->size, style->bold, item->text);
        before = style->anchor == ANCHOR_MIDDLE ? before / 2 : before;
    }
    if (style->turned) {
        w.y += before;
    } else {
        w.x -= before;
    }
    if (style->angle != 0) {
        font_draw_turned(f, style->size, style->bold, style->angle, item->text, &sink);
    } else {
        font_draw(f, style->size, style->bold, item->text, &sink);
    }
}

static void draw_path(const struct drawing *s, struct fonts *f, const struct item *item,
                      struct canvas *c)
{
    struct writing w = {.canvas = c,
                        .ink = item_color(s, item),
                        .y = -c->top,
                        .shades = PATH_SHADES,
                        .alpha = item->path->alpha};
    const struct font_sink sink = {.self = &w, .row = write_row};
    stroke_draw(f, item->path, c->top, c->top + c->height, &sink);
}

/* Whether a text that reads across the picture may have a pixel on the canvas. */
static bool misses(const struct item *item, const struct canvas *c)
{
    int reach = 2 * item->style.size;
    return !item->style.turned && item->style.angle == 0 &&
           (item->y + reach < c->top || item->y - reach >= c->top + c->height);
}

void paint_band(const struct drawing *s, struct fonts *f, struct canvas *c)
{
    fill(c, 0, c->top, c->width, c->height,
         s->transparent ? 0 : packed(drawing_color(s, ROLE_BACKGROUND)));
    for (int k = 0; k < s->count; k++) {
        const struct item *item = &s->item[k];
        switch (item->kind) {
        case ITEM_RECT:
            fill(c, item->x, item->y, item->w, item->h, packed(item_color(s, item)));
            break;
        case ITEM_CELLS:
            draw_cells(s, item, c);
            break;
        case ITEM_TEXT:
            if (!misses(item, c)) {
                draw_text(s, f, item, c);
            }
            break;
        case ITEM_PATH:
            draw_path(s, f, item, c);
            break;
        }
    }
}
