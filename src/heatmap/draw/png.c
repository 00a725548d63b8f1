/* Writes a picture as PNG: a palette where 256 colors are enough, else RGB. PNG's filters make
 * pictures of equal squares larger, so only a line that repeats the one above uses one. The only
 * file that includes <png.h>. */
#include "heatmap/draw/picture.h"

#include "heatmap/draw/raster.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h> /* names of strategies */

#define INCHES_PER_METRE (1 / 0.0254)

enum { REPEATS = PNG_FILTER_NONE | PNG_FILTER_UP };

/* How zlib looks for what repeats. Of cells of one pixel hardly anything does but runs of one
 * color: looking for those alone takes a third of the time, and mostly less room. */
struct effort {
    int level, strategy;
};
static const struct effort quick = {3, Z_DEFAULT_STRATEGY}, runs = {1, Z_RLE};
enum { THOROUGH = 9 };

enum { BAND = 64 }; /* lines that are painted at a time */

static bool has_alpha(const struct canvas *c)
{
    size_t pixels = (size_t)c->width * (size_t)c->height;
    for (size_t k = 0; k < pixels; k++) {
        if (c->pixel[k] >> 24 != 255) {
            return true;
        }
    }
    return false;
}

/* --- writing --- */

static void put_bytes(png_structp png, png_bytep data, size_t len)
{
    buf_put(png_get_io_ptr(png), data, len);
}

static void flush_nothing(png_structp png)
{
}

/* libpng's own would print. */
static void jump_back(png_structp png, png_const_charp text)
{
    png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp text)
{
}

static void set_palette(png_structp png, png_infop info, const struct palette *p)
{
    png_color color[MOST_COLORS] = {{0}};
    png_byte alpha[MOST_COLORS];
    int seen = 0; /* up to the last one that is not opaque */
    for (int k = 0; k < p->count; k++) {
        color[k] = (png_color){.red = (png_byte)(p->color[k] >> 16),
                               .green = (png_byte)(p->color[k] >> 8),
                               .blue = (png_byte)p->color[k]};
        alpha[k] = (png_byte)(p->color[k] >> 24);
        seen = alpha[k] != 255 ? k + 1 : seen;
    }
    png_set_PLTE(png, info, color, p->count);
    if (seen > 0) {
        png_set_tRNS(png, info, alpha, seen, NULL);
    }
}

static bool is_ascii(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text >= 128) {
            return false;
        }
    }
    return true;
}

/* Plain text where it is ASCII, international text (UTF-8) elsewhere. */
static void set_note(png_structp png, png_infop info, const struct note *note)
{
    bool plain = is_ascii(note->text);
    char key[80], none[1] = "", *text = malloc(strlen(note->text) + 1);
    if (text == NULL) {
        png_error(png, "memory");
    }
    snprintf(key, sizeof key, "%s", note->key);
    strcpy(text, note->text);
    png_text one = {.compression = plain ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE,
                    .key = key,
                    .text = text,
                    .text_length = plain ? strlen(text) : 0,
                    .itxt_length = plain ? 0 : strlen(text),
                    .lang = none,
                    .lang_key = none};
    png_set_text(png, info, &one, 1);
    free(text);
}

/* Everything that may jump. */
static void write_all(png_structp png, png_infop info, const struct raster *r,
                      const struct about *about, int filters)
{
    int type = r->indexed ? PNG_COLOR_TYPE_PALETTE
               : r->alpha ? PNG_COLOR_TYPE_RGB_ALPHA
                          : PNG_COLOR_TYPE_RGB;
    png_set_IHDR(png, info, (png_uint_32)r->width, (png_uint_32)r->height, 8, type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (r->indexed) {
        set_palette(png, info, &r->palette);
    }
    if (about->dpi > 0) {
        png_uint_32 density = (png_uint_32)lround(about->dpi * INCHES_PER_METRE);
        png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
    }
    for (int k = 0; k < about->note_count; k++) {
        set_note(png, info, &about->note[k]);
    }
    png_write_info(png, info);
    for (size_t y = 0; y < r->height; y++) {
        if (filters == REPEATS && y > 0) { /* the first makes libpng keep lines */
            png_set_filter(png, PNG_FILTER_TYPE_BASE,
                           raster_repeats(r, y) ? PNG_FILTER_UP : PNG_FILTER_NONE);
        }
        png_write_row(png, raster_line(r, y));
    }
    png_write_end(png, info);
}

static bool write_once(const struct raster *r, const struct about *about, struct effort effort,
                       int filters, struct buf *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, jump_back, stay_silent);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL) {
        png_destroy_write_struct(&png, NULL);
        return false;
    }
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, out, put_bytes, flush_nothing);
    png_set_compression_level(png, effort.level);
    png_set_compression_strategy(png, effort.strategy);
    png_set_check_for_invalid_index(png, 0); /* every place was taken from the palette */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, filters);
    write_all(png, info, r, about, filters);
    png_destroy_write_struct(&png, &info);
    return !out->failed;
}

/* The smallest of several ways. */
static bool write_small(const struct raster *r, const struct about *about, struct buf *out)
{
    static const struct {
        int filters, strategy;
    } ways[] = {{PNG_FILTER_NONE, Z_DEFAULT_STRATEGY},
                {REPEATS, Z_DEFAULT_STRATEGY},
                {REPEATS, Z_FILTERED},
                {REPEATS, Z_RLE},
                {PNG_FILTER_UP, Z_FILTERED},
                {PNG_ALL_FILTERS, Z_FILTERED}};
    struct buf best = {0};
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        const struct effort effort = {THOROUGH, ways[k].strategy};
        struct buf one = {0};
        if (!write_once(r, about, effort, ways[k].filters, &one)) {
            buf_free(&one);
            buf_free(&best);
            return false;
        }
        if (best.len == 0 || one.len < best.len) {
            struct buf worse = best;
            best = one;
            one = worse;
        }
        buf_free(&one);
    }
    buf_put(out, best.data, best.len);
    buf_free(&best);
    return !out->failed;
}

/* Frees the lines. */
static bool write_lines(struct raster *r, bool ok, bool noise, const struct about *about,
                        struct buf *out, struct error *err)
{
    if (ok) {
        ok = about->optimize ? write_small(r, about, out)
                             : write_once(r, about, noise ? runs : quick, REPEATS, out);
    }
    raster_free(r);
    return ok || error_memory(err);
}

bool png_write(const struct canvas *c, const struct about *about, struct buf *out,
               struct error *err)
{
    struct raster r;
    bool ok = raster_start(&r, c->width, c->height, has_alpha(c)) && raster_add(&r, c);
    return write_lines(&r, ok, false, about, out, err);
}

/* Whether there are cells of one pixel that often differ from the one before them. */
static bool has_noise(const struct drawing *s)
{
    size_t cells = 0, changes = 0;
    for (int k = 0; k < s->count; k++) {
        const struct item *item = &s->item[k];
        size_t count = (size_t)item->rows * (size_t)item->columns;
        if (item->kind == ITEM_CELLS && item->pitch == 1) {
            cells += count;
            for (size_t at = 1; at < count; at++) {
                changes += item->cell[at] != item->cell[at - 1];
            }
        }
    }
    return changes * 8 > cells;
}

bool png_drawing(const struct drawing *s, struct fonts *f, const struct about *about,
                 struct buf *out, struct error *err)
{
    struct raster r;
    struct canvas c;
    if (!paint_canvas(&c, s->width, s->height < BAND ? s->height : BAND, err)) {
        return false;
    }
    bool ok = raster_start(&r, s->width, s->height, s->transparent);
    for (; ok && c.top < s->height; c.top += c.height) {
        c.height = s->height - c.top < c.height ? s->height - c.top : c.height;
        paint_band(s, f, &c);
        ok = raster_add(&r, &c);
    }
    canvas_free(&c);
    return write_lines(&r, ok, has_noise(s), about, out, err);
}
