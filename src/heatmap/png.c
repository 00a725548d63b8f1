/* PNG: a palette where 256 colors are enough, else RGB. Filters make pictures of equal squares
 * larger, but for lines that repeat the one above them. The only file that includes <png.h>. */
#include "heatmap/picture.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h> /* names of strategies */

#define INCHES_PER_METRE (1 / 0.0254)

enum { MOST_COLORS = 256, BUCKETS = 1024, REPEATS = PNG_FILTER_NONE | PNG_FILTER_UP };

/* How zlib looks for what repeats. Of cells of one pixel hardly anything does but runs of one color:
 * looking for those alone takes a third of the time, and mostly less room. */
struct effort {
    int level, strategy;
};
static const struct effort quick = {3, Z_DEFAULT_STRATEGY}, runs = {1, Z_RLE};
enum { THOROUGH = 9 };

enum { BAND = 64 }; /* lines that are painted at a time */

/* --- palette --- */

struct palette {
    uint32_t color[MOST_COLORS];
    int count;
    int16_t bucket[BUCKETS]; /* place in color + 1; 0: free */
};

static unsigned bucket_of(uint32_t color)
{
    return (color * 2654435761u) >> 22;
}

/* The place of a color, -1: the palette is full. */
static int place_of(struct palette *p, uint32_t color)
{
    unsigned b = bucket_of(color);
    while (p->bucket[b] != 0) {
        int at = p->bucket[b] - 1;
        if (p->color[at] == color) {
            return at;
        }
        b = (b + 1) % BUCKETS;
    }
    if (p->count == MOST_COLORS) {
        return -1;
    }
    p->color[p->count] = color;
    p->bucket[b] = (int16_t)(p->count + 1);
    return p->count++;
}

/* How a picture is written: its lines in one block of memory, a place of the palette each pixel as
 * long as there are few enough colors. */
struct lines {
    uint8_t *data;
    size_t width, height, stride, filled; /* lines that are there */
    bool alpha;                           /* channels need a fourth */
    bool noise;                           /* has_noise */
    int type;                             /* PNG_COLOR_TYPE_ */
    struct palette palette;
};

static bool lines_start(struct lines *l, int width, int height, bool alpha)
{
    *l = (struct lines){.width = (size_t)width,
                        .height = (size_t)height,
                        .stride = (size_t)width,
                        .alpha = alpha,
                        .type = PNG_COLOR_TYPE_PALETTE};
    l->data = malloc(l->width * l->height + 1);
    return l->data != NULL;
}

/* A line in places of the palette; false: too many colors. */
static bool index_line(struct palette *palette, const uint32_t *pixel, size_t count, uint8_t *out)
{
    int place = count > 0 ? place_of(palette, pixel[0]) : 0;
    for (size_t k = 0; k < count && place >= 0; k++) {
        if (k > 0 && pixel[k] != pixel[k - 1]) {
            place = place_of(palette, pixel[k]);
        }
        out[k] = (uint8_t)place;
    }
    return place >= 0;
}

/* Most lines of a picture of squares are the one above once more. */
static bool index_lines(struct lines *l, const struct canvas *c)
{
    uint8_t *out = l->data + l->filled * l->stride;
    const uint32_t *pixel = c->pixel;
    for (int y = 0; y < c->height; y++) {
        bool again = y > 0 && memcmp(pixel, pixel - l->width, l->width * sizeof *pixel) == 0;
        if (again) {
            memcpy(out, out - l->stride, l->stride);
        } else if (!index_line(&l->palette, pixel, l->width, out)) {
            return false;
        }
        out += l->stride;
        pixel += l->width;
    }
    return true;
}

static uint8_t *put_channels(uint8_t *out, uint32_t pixel, bool alpha)
{
    *out++ = (uint8_t)(pixel >> 16);
    *out++ = (uint8_t)(pixel >> 8);
    *out++ = (uint8_t)pixel;
    if (alpha) {
        *out++ = (uint8_t)(pixel >> 24);
    }
    return out;
}

/* From places of the palette to channels. */
static bool widen(struct lines *l)
{
    size_t stride = l->width * (l->alpha ? 4 : 3);
    uint8_t *wide = malloc(stride * l->height + 1), *at = wide;
    for (size_t k = 0; wide != NULL && k < l->filled * l->width; k++) {
        at = put_channels(at, l->palette.color[l->data[k]], l->alpha);
    }
    free(l->data);
    l->data = wide;
    l->stride = stride;
    l->type = l->alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
    return wide != NULL;
}

static bool lines_add(struct lines *l, const struct canvas *c)
{
    size_t count = (size_t)c->width * (size_t)c->height;
    if (l->type == PNG_COLOR_TYPE_PALETTE && !index_lines(l, c) && !widen(l)) {
        return false;
    }
    if (l->type != PNG_COLOR_TYPE_PALETTE) {
        uint8_t *at = l->data + l->filled * l->stride;
        for (size_t k = 0; k < count; k++) {
            at = put_channels(at, c->pixel[k], l->alpha);
        }
    }
    l->filled += (size_t)c->height;
    return true;
}

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
    (void)png;
}

/* libpng's own would print. */
static void jump_back(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
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
static void write_all(png_structp png, png_infop info, const struct lines *l,
                      const struct about *about, int filters)
{
    png_set_IHDR(png, info, (png_uint_32)l->width, (png_uint_32)l->height, 8, l->type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (l->type == PNG_COLOR_TYPE_PALETTE) {
        set_palette(png, info, &l->palette);
    }
    if (about->dpi > 0) {
        png_uint_32 density = (png_uint_32)lround(about->dpi * INCHES_PER_METRE);
        png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
    }
    for (int k = 0; k < about->note_count; k++) {
        set_note(png, info, &about->note[k]);
    }
    png_write_info(png, info);
    for (size_t y = 0; y < l->height; y++) {
        const uint8_t *line = l->data + y * l->stride;
        if (filters == REPEATS && y > 0) { /* the first makes libpng keep lines */
            bool repeats = memcmp(line, line - l->stride, l->stride) == 0;
            png_set_filter(png, PNG_FILTER_TYPE_BASE, repeats ? PNG_FILTER_UP : PNG_FILTER_NONE);
        }
        png_write_row(png, line);
    }
    png_write_end(png, info);
}

static bool write_once(const struct lines *l, const struct about *about, struct effort effort,
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
    write_all(png, info, l, about, filters);
    png_destroy_write_struct(&png, &info);
    return !out->failed;
}

/* The smallest of several ways. */
static bool write_small(const struct lines *l, const struct about *about, struct buf *out)
{
    static const struct {
        int filters, strategy;
    } ways[] = {{PNG_FILTER_NONE, Z_DEFAULT_STRATEGY}, {REPEATS, Z_DEFAULT_STRATEGY},
                {REPEATS, Z_FILTERED},                 {REPEATS, Z_RLE},
                {PNG_FILTER_UP, Z_FILTERED},           {PNG_ALL_FILTERS, Z_FILTERED}};
    struct buf best = {0};
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        const struct effort effort = {THOROUGH, ways[k].strategy};
        struct buf one = {0};
        if (!write_once(l, about, effort, ways[k].filters, &one)) {
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

static bool write_lines(struct lines *l, bool ok, const struct about *about, struct buf *out,
                        struct error *err)
{
    if (ok) {
        ok = about->optimize ? write_small(l, about, out)
                             : write_once(l, about, l->noise ? runs : quick, REPEATS, out);
    }
    free(l->data);
    return ok || error_set(err, ERROR_LIMIT, "the system has no memory left");
}

bool png_write(const struct canvas *c, const struct about *about, struct buf *out,
               struct error *err)
{
    struct lines l;
    bool ok = lines_start(&l, c->width, c->height, has_alpha(c)) && lines_add(&l, c);
    return write_lines(&l, ok, about, out, err);
}

/* Whether there are cells of one pixel that often differ from the one before them. */
static bool has_noise(const struct scene *s)
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

bool png_scene(const struct scene *s, struct fonts *f, const struct about *about, struct buf *out,
               struct error *err)
{
    struct lines l;
    struct canvas c;
    if (!paint_canvas(&c, s->width, s->height < BAND ? s->height : BAND, err)) {
        return false;
    }
    bool ok = lines_start(&l, s->width, s->height, s->transparent);
    l.noise = has_noise(s);
    for (; ok && c.top < s->height; c.top += c.height) {
        c.height = s->height - c.top < c.height ? s->height - c.top : c.height;
        paint_band(s, f, &c);
        ok = lines_add(&l, &c);
    }
    canvas_free(&c);
    return write_lines(&l, ok, about, out, err);
}
