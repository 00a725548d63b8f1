/* Writes a picture as SVG: rectangles stay rectangles and text stays text; a table of more than 64
 * x 64 cells, or one of the smallest cells, becomes an embedded PNG. */
#include "heatmap/draw/picture.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_RECTS = 64 * 64, LEAST_PITCH = 4 };

struct writer {
    const struct drawing *s;
    struct buf *out;
    uint64_t id; /* of this picture's patterns: several pictures may stand on one page */
};

static void put_escaped(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *entity = text_entity(*text);
        if (entity != NULL) {
            buf_puts(out, entity);
        } else if ((unsigned char)*text >= ' ' || *text == '\n') { /* other controls are no XML */
            buf_putc(out, *text);
        }
    }
}

/* what: "fill" or "stroke". */
static void put_color(struct buf *out, const char *what, struct rgb c)
{
    buf_printf(out, " %s=\"#%02x%02x%02x\"", what, c.r, c.g, c.b);
}

static void put_place(struct buf *out, const char *element, int x, int y, int width, int height)
{
    buf_printf(out, "<%s x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", element, x, y, width,
               height);
}

static void put_rect(struct writer *w, int x, int y, int width, int height, struct rgb color)
{
    put_place(w->out, "rect", x, y, width, height);
    put_color(w->out, "fill", color);
    buf_puts(w->out, "/>\n");
}

/* --- cells --- */

static const char *const names[] = {[CELL_MASKED - COLORMAP_COLORS] = "masked",
                                    [CELL_NAN - COLORMAP_COLORS] = "nan",
                                    [CELL_MORE - COLORMAP_COLORS] = "more",
                                    [CELL_LESS - COLORMAP_COLORS] = "less"};

static const char *path_of(enum pattern pattern, int step, struct buf *path)
{
    buf_clear(path);
    switch (pattern) {
    case PATTERN_NONE:
        break;
    case PATTERN_CROSS:
        buf_printf(path, "M0,0L%d,%d", step, step);
        buf_printf(path, "M0,%dL%d,0", step, step);
        break;
    case PATTERN_RISING:
        buf_printf(path, "M-1,1L1,-1M0,%dL%d,0M%d,%dL%d,%d", step, step, step - 1, step + 1,
                   step + 1, step - 1);
        break;
    case PATTERN_UPRIGHT:
        buf_printf(path, "M%d,0V%d", step / 2, step);
        break;
    case PATTERN_LEVEL:
        buf_printf(path, "M0,%dH%d", step / 2, step);
        break;
    }
    return buf_text(path);
}

static void hash(uint64_t *id, const void *data, size_t len)
{
    const unsigned char *p = data;
    for (size_t k = 0; k < len; k++) {
        *id = (*id ^ p[k]) * UINT64_C(0x100000001b3);
    }
}

/* Of what is on the picture: the same run gives the same bytes. */
static uint64_t id_of(const struct drawing *s)
{
    uint64_t id = UINT64_C(0xcbf29ce484222325);
    const int whole[] = {s->width, s->height, (int)s->theme, s->plain_masks, s->hatch};
    hash(&id, whole, sizeof whole);
    for (int k = 0; k < s->count; k++) {
        const struct item *item = &s->item[k];
        const int place[] = {item->x, item->y, item->w, item->h, item->pitch};
        hash(&id, place, sizeof place);
        if (item->kind == ITEM_TEXT) {
            hash(&id, item->text, strlen(item->text));
        } else if (item->kind == ITEM_PATH) {
            hash(&id, item->path->at, (size_t)item->path->count * sizeof *item->path->at);
        } else if (item->kind == ITEM_CELLS) {
            size_t cells = (size_t)item->rows * (size_t)item->columns;
            hash(&id, item->cell, cells * sizeof *item->cell);
        }
    }
    return id;
}

static bool uses(const struct drawing *s, int cell)
{
    for (int k = 0; k < s->count; k++) {
        const struct item *item = &s->item[k];
        for (int c = 0; item->kind == ITEM_CELLS && c < item->rows * item->columns; c++) {
            if (item->cell[c] == cell) {
                return true;
            }
        }
    }
    return false;
}

static void put_patterns(struct writer *w)
{
    scoped_buf path = {0};
    int step = w->s->hatch;
    buf_puts(w->out, "<defs>\n");
    for (int cell = CELL_MASKED; cell < CELL_EMPTY; cell++) {
        struct mark mark = drawing_mark(w->s, cell);
        if (!uses(w->s, cell)) {
            continue;
        }
        buf_printf(w->out,
                   "<pattern id=\"%s-%08" PRIx32
                   "\" width=\"%d\" height=\"%d\" patternUnits=\"userSpaceOnUse\">"
                   "<rect width=\"%d\" height=\"%d\"",
                   names[cell - COLORMAP_COLORS], (uint32_t)w->id, step, step, step, step);
        put_color(w->out, "fill", drawing_color(w->s, mark.fill));
        buf_printf(w->out, "/><path d=\"%s\" stroke-width=\"%d\"",
                   path_of(mark.pattern, step, &path), step / 5 > 0 ? step / 5 : 1);
        put_color(w->out, "stroke", drawing_color(w->s, mark.line));
        buf_puts(w->out, "/></pattern>\n");
    }
    buf_puts(w->out, "</defs>\n");
}

static void put_rects(struct writer *w, const struct item *item)
{
    int side = item->pitch - item->gap;
    for (int k = 0; k < item->rows * item->columns; k++) {
        int cell = item->cell[k];
        int x = item->x + k % item->columns * item->pitch;
        int y = item->y + k / item->columns * item->pitch;
        if (cell < COLORMAP_COLORS) {
            put_rect(w, x, y, side, side, item->map[cell]);
        } else if (cell != CELL_EMPTY) {
            put_place(w->out, "rect", x, y, side, side);
            buf_printf(w->out, " fill=\"url(#%s-%08" PRIx32 ")\"/>\n",
                       names[cell - COLORMAP_COLORS], (uint32_t)w->id);
        }
    }
}

static void put_base64(struct buf *out, const struct buf *data)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *p = (const unsigned char *)data->data;
    for (size_t k = 0; k < data->len; k += 3) {
        size_t left = data->len - k;
        uint32_t three = (uint32_t)p[k] << 16 | (left > 1 ? (uint32_t)p[k + 1] << 8 : 0) |
                         (left > 2 ? p[k + 2] : 0);
        buf_putc(out, digits[three >> 18]);
        buf_putc(out, digits[three >> 12 & 63]);
        buf_putc(out, left > 1 ? digits[three >> 6 & 63] : '=');
        buf_putc(out, left > 2 ? digits[three & 63] : '=');
    }
}

static bool put_image(struct writer *w, const struct item *item, struct error *err)
{
    const struct about silent = {0};
    struct canvas c;
    struct buf png = {0};
    if (!paint_cells(w->s, item, &c, err)) {
        return false;
    }
    bool ok = png_write(&c, &silent, &png, err);
    if (ok) {
        put_place(w->out, "image", item->x, item->y, item->w, item->h);
        buf_puts(w->out, " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                         "href=\"data:image/png;base64,");
        put_base64(w->out, &png);
        buf_puts(w->out, "\"/>\n");
    }
    buf_free(&png);
    canvas_free(&c);
    return ok;
}

/* --- text --- */

static void put_text(struct writer *w, const struct item *item)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    buf_printf(w->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\"", item->x,
               item->y, item->style.size, anchors[item->style.anchor]);
    if (item->style.bold) {
        buf_puts(w->out, " font-weight=\"bold\"");
    }
    if (item->style.turned) {
        buf_printf(w->out, " transform=\"rotate(-90 %d %d)\"", item->x, item->y);
    } else if (item->style.angle != 0) {
        buf_printf(w->out, " transform=\"rotate(%.6g %d %d)\"", -item->style.angle, item->x,
                   item->y);
    }
    put_color(w->out, "fill", item_color(w->s, item));
    buf_putc(w->out, '>');
    put_escaped(w->out, item->text);
    buf_puts(w->out, "</text>\n");
}

/* 64ths of a pixel as pixels. */
static void put_length(struct buf *out, int length)
{
    buf_printf(out, "%.6g", (double)length / PATH_PIXEL);
}

static void put_path(struct writer *w, const struct item *item, int number)
{
    const struct path *p = item->path;
    buf_printf(w->out, "<clipPath id=\"clip%d-%08" PRIx32 "\">", number, (uint32_t)w->id);
    put_place(w->out, "rect", p->clip.x, p->clip.y, p->clip.w, p->clip.h);
    buf_printf(w->out,
               "/></clipPath>\n<path clip-path=\"url(#clip%d-%08" PRIx32
               ")\" shape-rendering=\"auto\" d=\"",
               number, (uint32_t)w->id);
    for (int k = 0; k < p->count; k++) {
        buf_putc(w->out, k == 0 ? 'M' : 'L');
        put_length(w->out, p->at[k].x);
        buf_putc(w->out, ',');
        put_length(w->out, p->at[k].y);
    }
    buf_puts(w->out, p->closed || p->width == 0 ? "Z\"" : "\"");
    if (p->width > 0) {
        buf_puts(w->out, " fill=\"none\" stroke-linejoin=\"round\" stroke-width=\"");
        put_length(w->out, p->width);
        buf_putc(w->out, '"');
    }
    put_color(w->out, p->width > 0 ? "stroke" : "fill", item->color);
    for (int k = 0; p->dash > 0 && k < (p->dot > 0 ? 4 : 2); k++) {
        const int length[4] = {p->dash, p->space, p->dot, p->space};
        buf_puts(w->out, k > 0 ? "," : " stroke-dasharray=\"");
        put_length(w->out, length[k]);
    }
    buf_puts(w->out, p->dash > 0 ? "\"" : "");
    if (p->alpha < 255) {
        buf_printf(w->out, " opacity=\"%.3g\"", p->alpha / 255.0);
    }
    buf_puts(w->out, "/>\n");
}

static void put_note(struct writer *w, const struct about *about, const char *key, const char *tag)
{
    for (int k = 0; k < about->note_count; k++) {
        if (strcmp(about->note[k].key, key) == 0) {
            buf_printf(w->out, "<%s>", tag);
            put_escaped(w->out, about->note[k].text);
            buf_printf(w->out, "</%s>\n", tag);
        }
    }
}

bool svg_write(const struct drawing *s, const char *family, const struct about *about,
               struct buf *out, struct error *err)
{
    struct writer w = {.s = s, .out = out, .id = id_of(s)};
    bool ok = true;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"",
               s->width, s->height, s->width, s->height);
    put_escaped(out, family);
    buf_puts(out, ", sans-serif\" shape-rendering=\"crispEdges\" role=\"img\">\n");
    put_note(&w, about, "Title", "title");
    put_note(&w, about, "Description", "desc");
    put_patterns(&w);
    if (!s->transparent) {
        put_rect(&w, 0, 0, s->width, s->height, drawing_color(s, ROLE_BACKGROUND));
    }
    for (int k = 0; ok && k < s->count; k++) {
        const struct item *item = &s->item[k];
        bool large = item->rows * item->columns > MOST_RECTS || item->pitch < LEAST_PITCH;
        if (item->kind == ITEM_RECT) {
            put_rect(&w, item->x, item->y, item->w, item->h, item_color(s, item));
        } else if (item->kind == ITEM_TEXT) {
            put_text(&w, item);
        } else if (item->kind == ITEM_PATH) {
            put_path(&w, item, k);
        } else if (large) {
            ok = put_image(&w, item, err);
        } else {
            put_rects(&w, item);
        }
    }
    buf_puts(out, "</svg>\n");
    return ok && (!out->failed || error_memory(err));
}
