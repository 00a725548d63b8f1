/* Writes lines of a picture as indices into a palette or as channels. */
#include "heatmap/draw/raster.h"

#include <stdlib.h>
#include <string.h>

static unsigned slot_of(uint32_t color)
{
    return (color * 2654435761u) >> 20;
}

/* The place of a color + 1, which is new or not in its own slot; 0: the palette is full. */
static int find_place(struct palette *p, uint32_t color)
{
    unsigned slot = slot_of(color);
    while (p->place[slot] != 0 && p->key[slot] != color) {
        slot = (slot + 1) % PALETTE_SLOTS;
    }
    if (p->place[slot] == 0 && p->count < MOST_COLORS) {
        p->color[p->count++] = color;
        p->key[slot] = color;
        p->place[slot] = (int16_t)p->count;
    }
    return p->place[slot];
}

/* A line in places of the palette; false: too many colors. */
static bool index_line(struct palette *p, const uint32_t *pixel, size_t count, uint8_t *out)
{
    for (size_t k = 0; k < count; k++) {
        unsigned slot = slot_of(pixel[k]);
        int place = p->place[slot];
        if (place == 0 || p->key[slot] != pixel[k]) {
            place = find_place(p, pixel[k]);
        }
        if (place == 0) {
            return false;
        }
        out[k] = (uint8_t)(place - 1);
    }
    return true;
}

bool raster_start(struct raster *r, int width, int height, bool alpha)
{
    *r = (struct raster){.width = (size_t)width,
                         .height = (size_t)height,
                         .stride = (size_t)width,
                         .alpha = alpha,
                         .indexed = true};
    r->data = malloc(r->width * r->height + 1);
    r->kept = malloc((r->height + 1) * sizeof *r->kept);
    return r->data != NULL && r->kept != NULL;
}

void raster_free(struct raster *r)
{
    free(r->data);
    free(r->kept);
    r->data = NULL;
    r->kept = NULL;
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
static bool widen(struct raster *r)
{
    size_t stride = r->width * (r->alpha ? 4 : 3);
    uint8_t *wide = malloc(stride * r->height + 1), *at = wide;
    for (size_t k = 0; wide != NULL && k < r->kept_count * r->width; k++) {
        at = put_channels(at, r->palette.color[r->data[k]], r->alpha);
    }
    free(r->data);
    r->data = wide;
    r->stride = stride;
    r->indexed = false;
    return wide != NULL;
}

static bool keep_line(struct raster *r, const uint32_t *pixel)
{
    uint8_t *at = r->data + r->kept_count * r->stride;
    if (r->indexed && !index_line(&r->palette, pixel, r->width, at)) {
        if (!widen(r)) {
            return false;
        }
        at = r->data + r->kept_count * r->stride;
    }
    for (size_t k = 0; !r->indexed && k < r->width; k++) {
        at = put_channels(at, pixel[k], r->alpha);
    }
    r->kept_count++;
    return true;
}

bool raster_add(struct raster *r, const struct canvas *c)
{
    const uint32_t *pixel = c->pixel;
    for (int y = 0; y < c->height; y++, pixel += r->width) {
        bool again = y > 0 && memcmp(pixel, pixel - r->width, r->width * sizeof *pixel) == 0;
        if (!again && !keep_line(r, pixel)) {
            return false;
        }
        r->kept[r->count++] = (uint32_t)(r->kept_count - 1);
    }
    return true;
}

const uint8_t *raster_line(const struct raster *r, size_t y)
{
    return r->data + r->kept[y] * r->stride;
}

bool raster_repeats(const struct raster *r, size_t y)
{
    return r->kept[y] == r->kept[y - 1] ||
           memcmp(raster_line(r, y), raster_line(r, y - 1), r->stride) == 0;
}
