/* Reads PNGs back and draws figures. */
#define _POSIX_C_SOURCE 200809L
#include "decode.h"

#include <check.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    const struct buf *png;
    size_t at;
};

static void take(png_structp png, png_bytep out, size_t len)
{
    struct reading *r = png_get_io_ptr(png);
    ck_assert_uint_le(r->at + len, r->png->len);
    memcpy(out, r->png->data + r->at, len);
    r->at += len;
}

static void read_notes(png_structp png, png_infop info, struct decoded *out)
{
    png_textp text;
    int count;
    png_get_text(png, info, &text, &count);
    for (int k = 0; k < count; k++) {
        snprintf(out->note[k].key, sizeof out->note[k].key, "%s", text[k].key);
        out->note[k].text = strdup(text[k].text);
        out->note[k].international = text[k].compression >= PNG_ITXT_COMPRESSION_NONE;
    }
    out->note_count = count;
}

void decode(const struct buf *data, struct decoded *out)
{
    struct reading r = {.png = data};
    *out = (struct decoded){0};
    ck_assert(png_sig_cmp((png_const_bytep)data->data, 0, 8) == 0);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &r, take);
    png_read_info(png, info);
    out->width = (int)png_get_image_width(png, info);
    out->height = (int)png_get_image_height(png, info);
    int type = png_get_color_type(png, info);
    out->palette = type == PNG_COLOR_TYPE_PALETTE;
    out->alpha = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    out->pixels_per_m = png_get_pixels_per_meter(png, info);
    png_set_expand(png);
    png_set_filler(png, 255, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    size_t stride = (size_t)out->width * 4;
    ck_assert_uint_eq(png_get_rowbytes(png, info), stride);
    out->pixel = malloc(stride * (size_t)out->height);
    png_bytep line = malloc(stride);
    for (int y = 0; y < out->height; y++) {
        png_read_row(png, line, NULL);
        for (int x = 0; x < out->width; x++) {
            const png_byte *p = line + x * 4;
            out->pixel[y * out->width + x] =
                (uint32_t)p[3] << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
    }
    free(line);
    png_read_end(png, info);
    read_notes(png, info, out);
    png_destroy_read_struct(&png, &info, NULL);
}

void decoded_free(struct decoded *d)
{
    for (int k = 0; k < d->note_count; k++) {
        free(d->note[k].text);
    }
    free(d->pixel);
}

uint32_t decoded_at(const struct decoded *d, int x, int y)
{
    ck_assert(x >= 0 && y >= 0 && x < d->width && y < d->height);
    return d->pixel[y * d->width + x];
}

const char *decoded_note(const struct decoded *d, const char *key)
{
    for (int k = 0; k < d->note_count; k++) {
        if (strcmp(d->note[k].key, key) == 0) {
            return d->note[k].text;
        }
    }
    return NULL;
}

struct figure plain_figure(const struct panel *panel, int count)
{
    return (struct figure){.panel = panel,
                           .panel_count = count,
                           .title = "softmax: weights",
                           .subtitle = "step 7",
                           .row = {.name = "query"},
                           .column = {.name = "key"},
                           .wish = {SCALE_WEIGHTS, NAN, NAN, NAN, false},
                           .tick = NAN,
                           .decimals = -1,
                           .width = FIGURE_WIDTH,
                           .height = FIGURE_HEIGHT};
}

bool paint_drawing(const struct drawing *s, struct fonts *f, struct canvas *out, struct error *err)
{
    bool ok = paint_canvas(out, s->width, s->height, err);
    if (ok) {
        paint_band(s, f, out);
    }
    return ok;
}

void draw_figure(const struct figure *f, struct drawn *out)
{
    struct error err = {0};
    struct canvas canvas;
    const struct note note[] = {{"Title", "weights & <more>"},
                                {"Description", "Gewichte für 日本"}};
    const struct about about = {.dpi = 144, .note = note, .note_count = 2};
    struct fonts *fonts = fonts_open(NULL, &err);
    *out = (struct drawn){.bytes = {0}};
    ck_assert_msg(fonts != NULL, "%s", err.text);
    ck_assert_msg(figure_draw(f, fonts, &out->drawing, &err), "%s", err.text);
    ck_assert(paint_drawing(&out->drawing, fonts, &canvas, &err));
    ck_assert(png_write(&canvas, &about, &out->bytes, &err));
    ck_assert(svg_write(&out->drawing, "DejaVu Sans", &about, &out->svg, &err));
    decode(&out->bytes, &out->png);
    canvas_free(&canvas);
    fonts_close(fonts);
}

void drawn_free(struct drawn *d)
{
    drawing_free(&d->drawing);
    decoded_free(&d->png);
    buf_free(&d->bytes);
    buf_free(&d->svg);
}

const struct item *cells_item(const struct drawing *s, int n)
{
    for (int k = 0; k < s->count; k++) {
        if (s->item[k].kind == ITEM_CELLS && n-- == 0) {
            return &s->item[k];
        }
    }
    ck_abort_msg("the drawing has no such table of cells");
    return NULL;
}

uint32_t opaque(struct rgb c)
{
    return 0xFF000000u | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}
