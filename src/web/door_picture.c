/* Draws what the code draws, as SVG with the browser's own letters: their widths come from a table
 * (advances.c), so that FreeType stays out. */
#include "heatmap/draw/picture.h"

#include "base/utf8.h"
#include "heatmap/chart/chart_draw.h"
#include "heatmap/draw/font.h"
#include "heatmap/draw/stroke.h"
#include "heatmap/pick/pick_figure.h"
#include "show/figure_text.h"
#include "trace/tape/figure_event.h"
#include "web/door_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { EM = 2048, OTHER = 1300 /* of a character that the table lacks */ };

static const struct advance {
    uint32_t c;
    int by[2]; /* regular, bold; of 0: the height of a capital letter */
} advances[] = {
#include "web/advances.inc"
};

enum { ADVANCES = sizeof advances / sizeof advances[0] };

struct fonts {
    int none;
};

struct fonts *fonts_open(const char *family, struct error *err)
{
    (void)family;
    struct fonts *f = calloc(1, sizeof *f);
    if (f == NULL) {
        error_set(err, ERROR_LIMIT, "the system has no memory left");
    }
    return f;
}

void fonts_close(struct fonts *f)
{
    free(f);
}

static int advance_of(uint32_t c, bool bold)
{
    for (int k = 0; k < ADVANCES; k++) {
        if (advances[k].c == c) {
            return advances[k].by[bold];
        }
    }
    return OTHER;
}

int font_width(struct fonts *f, int size, bool bold, const char *text)
{
    (void)f;
    int64_t all = 0;
    for (size_t len = strlen(text), k = 0; k < len;) {
        uint32_t c;
        k += utf8_decode(text + k, len - k, &c);
        all += advance_of(c, bold);
    }
    return (int)((all * size + EM - 1) / EM);
}

int font_capital(struct fonts *f, int size, bool bold)
{
    (void)f;
    return (advance_of(0, bold) * size + EM - 1) / EM;
}

/* Letters and lines stay what they are in SVG: nothing is painted but cells. */
void font_draw(struct fonts *f, int size, bool bold, const char *text, const struct font_sink *sink)
{
    (void)f, (void)size, (void)bold, (void)text, (void)sink;
}

void font_draw_turned(struct fonts *f, int size, bool bold, double angle, const char *text,
                      const struct font_sink *sink)
{
    (void)f, (void)size, (void)bold, (void)angle, (void)text, (void)sink;
}

void stroke_draw(struct fonts *f, const struct path *path, int top, int below,
                 const struct font_sink *sink)
{
    (void)f, (void)path, (void)top, (void)below, (void)sink;
}

/* --- PNG, for a table of many cells within SVG: RGB without a filter --- */

static void put_word(uint32_t word, struct buf *out)
{
    const uint8_t byte[] = {(uint8_t)(word >> 24), (uint8_t)(word >> 16), (uint8_t)(word >> 8),
                            (uint8_t)word};
    buf_put(out, byte, sizeof byte);
}

static void put_chunk(const char *kind, const void *data, size_t len, struct buf *out)
{
    size_t from = out->len + 4;
    put_word((uint32_t)len, out);
    buf_put(out, kind, 4);
    buf_put(out, data, len);
    put_word(out->failed ? 0 : (uint32_t)crc32(0, (const Bytef *)out->data + from, (uInt)len + 4),
             out);
}

static bool pack(const struct buf *lines, struct buf *out)
{
    uLong most = compressBound((uLong)lines->len);
    buf_fill(out, '\0', most);
    bool ok =
        !out->failed && !lines->failed &&
        compress((Bytef *)out->data, &most, (const Bytef *)lines->data, (uLong)lines->len) == Z_OK;
    buf_cut(out, ok ? most : 0);
    return ok;
}

bool png_write(const struct canvas *c, const struct about *about, struct buf *out,
               struct error *err)
{
    (void)about;
    scoped_buf lines = {0}, packed = {0}, head = {0};
    for (int y = 0; y < c->height; y++) {
        buf_putc(&lines, 0);
        for (int x = 0; x < c->width; x++) {
            uint32_t pixel = c->pixel[(size_t)y * (size_t)c->width + (size_t)x];
            buf_putc(&lines, (char)(pixel >> 16));
            buf_putc(&lines, (char)(pixel >> 8));
            buf_putc(&lines, (char)pixel);
        }
    }
    put_word((uint32_t)c->width, &head);
    put_word((uint32_t)c->height, &head);
    buf_put(&head, "\x08\x02\0\0\0", 5); /* 8 bits, RGB, deflate, no filter, not interlaced */
    bool ok = pack(&lines, &packed);
    buf_put(out, "\x89PNG\r\n\x1a\n", 8);
    put_chunk("IHDR", head.data, head.len, out);
    put_chunk("IDAT", packed.data, packed.len, out);
    put_chunk("IEND", "", 0, out);
    return (ok && !out->failed) || error_set(err, ERROR_LIMIT, "the system has no memory left");
}

bool picture_svg(struct tape *t, int event, struct buf *out, struct error *err)
{
    struct chart chart = {0};
    struct drawing s = {0};
    scoped_buf words = {0};
    figure_text(t, event, &words);
    const struct note note = {"Description", buf_text(&words)};
    const struct about about = {.note = &note, .note_count = 1};
    struct fonts *fonts = fonts_open(NULL, err);
    bool ok = fonts != NULL && figure_chart(t, event, &chart) &&
              chart_draw(&chart, CHART_DPI, fonts, &s, err) &&
              svg_write(&s, "DejaVu Sans", &about, out, err);
    figure_chart_free(&chart);
    drawing_free(&s);
    fonts_close(fonts);
    return ok;
}

/* --- a table of numbers, as qkv heatmap draws it --- */

static bool draw_table(const struct picked *p, struct buf *out, struct error *err)
{
    char tick[32];
    scoped_buf words = {0};
    struct drawing s = {0};
    struct figure f = figure_look();
    struct fonts *fonts = fonts_open(NULL, err);
    picked_figure(p, &f, tick);
    describe_figure(&f, &words);
    const struct note note = {"Description", buf_text(&words)};
    const struct about about = {.note = &note, .note_count = 1};
    bool ok = fonts != NULL && figure_draw(&f, fonts, &s, err) &&
              svg_write(&s, "DejaVu Sans", &about, out, err);
    drawing_free(&s);
    fonts_close(fonts);
    return ok;
}

bool picture_table(struct tape *t, int event, int batch, int head, struct buf *out,
                   struct error *err)
{
    const struct event *e = &t->event[event];
    char heads[24];
    struct picked *p = calloc(1, sizeof *p);
    snprintf(heads, sizeof heads, "%d", head);
    const struct choice choice = {.stage = STAGE_COUNT,
                                  .step = e->number,
                                  .setup_step = e->setup,
                                  .batch = batch,
                                  .heads = head >= 0 ? heads : NULL};
    bool ok = p != NULL && pick_panels(t, &choice, event, p, err) && draw_table(p, out, err);
    if (p != NULL) {
        picked_free(p);
    }
    free(p);
    return ok;
}
