/* Turns numbers into the colors of a map. */
#define _POSIX_C_SOURCE 200809L
#include "plot/colormap.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Above this relative luminance black has more contrast than white: (L + 0.05)^2 = 1.05 * 0.05. */
#define BLACK_FROM 0.179

static const struct colormap maps[] = {
#define COLORMAP(name, kind, points) {#name, kind, points},
#include "plot/colormap.def"
#undef COLORMAP
};

/* Those that only code asks for. */
static const struct colormap others[] = {
#define COLORMAP(name, kind, points) {#name, kind, points},
#include "plot/colormap_code.def"
#undef COLORMAP
};

enum { MAP_COUNT = sizeof maps / sizeof maps[0], OTHER_COUNT = sizeof others / sizeof others[0] };

const struct colormap *colormap_at(int k)
{
    return k < MAP_COUNT ? &maps[k] : NULL;
}

const struct colormap *colormap_find(const char *name)
{
    for (int k = 0; k < MAP_COUNT; k++) {
        if (strcasecmp(maps[k].name, name) == 0) {
            return &maps[k];
        }
    }
    return NULL;
}

void colormap_names(struct buf *out)
{
    for (int k = 0; k < MAP_COUNT; k++) {
        buf_printf(out, "%s%s", k > 0 ? ", " : "", maps[k].name);
    }
}

static uint8_t hex_byte(const char *p)
{
    static const char digits[] = "0123456789ABCDEF";
    return (uint8_t)((strchr(digits, p[0]) - digits) * 16 + (strchr(digits, p[1]) - digits));
}

static double channel(const struct colormap *m, int point, int which)
{
    return hex_byte(m->points + point * 6 + which * 2);
}

void colormap_table(const struct colormap *m, struct rgb out[COLORMAP_COLORS])
{
    int last = (int)(strlen(m->points) / 6) - 1;
    for (int k = 0; k < COLORMAP_COLORS; k++) {
        double at = (double)k * last / (COLORMAP_COLORS - 1);
        int left = (int)at, right = left < last ? left + 1 : left;
        uint8_t mixed[3];
        for (int c = 0; c < 3; c++) {
            double from = channel(m, left, c), to = channel(m, right, c);
            mixed[c] = (uint8_t)floor(from + (to - from) * (at - left) + 0.5);
        }
        out[k] = (struct rgb){mixed[0], mixed[1], mixed[2]};
    }
}

bool colormap_of_code(const char *name, struct rgb out[COLORMAP_COLORS])
{
    const struct colormap *m = colormap_find(name);
    for (int k = 0; m == NULL && k < OTHER_COUNT; k++) {
        m = strcasecmp(others[k].name, name) == 0 ? &others[k] : NULL;
    }
    if (m != NULL) {
        colormap_table(m, out);
    }
    return m != NULL;
}

int colormap_step(int k, int steps)
{
    return (k * (COLORMAP_COLORS - 1) + (steps - 1) / 2) / (steps - 1);
}

void colormap_indices(const double *value, int count, double lo, double hi, uint16_t *out)
{
    for (int k = 0; k < count; k++) {
        double at = (value[k] - lo) / (hi - lo) * COLORMAP_LEVELS;
        int level = at >= COLORMAP_LEVELS - 1 ? COLORMAP_LEVELS - 1 : at > 0 ? (int)at : 0;
        out[k] = (uint16_t)(hi > lo ? colormap_step(level, COLORMAP_LEVELS) : COLORMAP_COLORS / 2);
    }
}

int colormap_index(double value, double lo, double hi)
{
    uint16_t index;
    colormap_indices(&value, 1, lo, hi, &index);
    return index;
}

static double linear(uint8_t c)
{
    double s = c / 255.0;
    return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

double color_luminance(struct rgb c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double color_contrast(struct rgb a, struct rgb b)
{
    double x = color_luminance(a), y = color_luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

struct rgb color_ink(struct rgb c)
{
    bool light = color_luminance(c) > BLACK_FROM;
    return light ? (struct rgb){0, 0, 0} : (struct rgb){255, 255, 255};
}
