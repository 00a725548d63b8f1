/* Draws the color bar with its ends, and the legend of marks below it. */
#include "heatmap/table/bar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 40, GAP = 56, TICK = 10, LEAST_HEIGHT = 256, SWATCH = 40, LEGEND_LINE = 56 };
enum { STEPS = COLORMAP_LEVELS / 2 };

static const char *const words[] = {"masked", "NaN", "\u221e", "\u2212\u221e"};
enum { WORDS = sizeof words / sizeof words[0] };

/* --- what is written beside the bar --- */

struct tick {
    double at;      /* 0 at the lower end, 1 at the upper */
    double text_at; /* where its text stands: near an end it is moved away from the text there */
    char text[64];
};

static void end_text(const struct layout *l, bool upper, char out[64])
{
    const struct scale *s = &l->shared;
    char number[NUMBER_MAX];
    bool beyond = upper ? s->most > s->hi : s->least < s->lo;
    if (l->f->own_scales) {
        snprintf(out, 64, "%s", upper ? "highest" : "lowest");
        return;
    }
    numeral_brief(upper ? s->hi : s->lo, number);
    snprintf(out, 64, "%s%s", !beyond ? "" : upper ? "\u2265 " : "\u2264 ", number);
}

/* Both ends, and what else is to be marked between them. */
static int ticks(const struct layout *l, int height, struct tick out[3])
{
    const struct scale *s = &l->shared;
    const struct figure *f = l->f;
    bool named = !isnan(f->tick) && !l->differs;
    double at = named ? (f->tick - s->lo) / (s->hi - s->lo) : 0.5;
    double near = 1.15 * px(l, TYPE_BAR) / height;
    bool middle =
        l->differs || (f->wish.rule == SCALE_SIGNED && isnan(f->wish.least) && isnan(f->wish.most));
    int n = 0;
    if (!(s->hi > s->lo) && !f->own_scales) {
        out[n].at = out[n].text_at = 0.5;
        numeral_brief(s->lo, out[n++].text);
        return n;
    }
    out[n].at = out[n].text_at = 0;
    end_text(l, false, out[n++].text);
    out[n].at = out[n].text_at = 1;
    end_text(l, true, out[n++].text);
    if (!f->own_scales && (named || middle) && at >= 0 && at <= 1 && near < 0.5) {
        out[n].at = at;
        out[n].text_at = fmin(fmax(at, near), 1 - near);
        if (named) {
            snprintf(out[n].text, sizeof out[n].text, "%s", f->tick_name);
        } else {
            numeral_brief((s->lo + s->hi) / 2, out[n].text);
        }
        n++;
    }
    return n;
}

static int legend_lines(const struct layout *l)
{
    int n = 0;
    for (int k = 0; k < WORDS; k++) {
        n += l->seen[k];
    }
    return n;
}

static bool has_bar(const struct layout *l)
{
    return !l->f->no_bar && l->shared.any;
}

int bar_width(const struct layout *l)
{
    struct tick tick[3];
    int size = px(l, TYPE_BAR), widest = 0;
    int n = has_bar(l) ? ticks(l, px(l, LEAST_HEIGHT * 2), tick) : 0;
    for (int k = 0; k < n; k++) {
        int w = font_width(l->fonts, size, false, tick[k].text) + px(l, WIDTH + TICK + 12);
        widest = w > widest ? w : widest;
    }
    for (int k = 0; k < WORDS; k++) {
        int w = font_width(l->fonts, size, false, words[k]) + px(l, SWATCH + 14);
        widest = l->seen[k] && w > widest ? w : widest;
    }
    return widest > 0 ? widest + px(l, GAP) : 0;
}

int bar_height(const struct layout *l)
{
    int lines = legend_lines(l);
    return (has_bar(l) ? px(l, LEAST_HEIGHT) + px(l, TYPE_BAR) : 0) + lines * px(l, LEGEND_LINE);
}

/* --- drawing --- */

static void draw_legend(struct layout *l, int x, int y)
{
    int side = px(l, SWATCH);
    for (int k = 0; k < WORDS; k++) {
        if (l->seen[k]) {
            figure_swatch(l, COLORMAP_COLORS + k, x, y, side, true, words[k]);
            y += px(l, LEGEND_LINE);
        }
    }
}

/* Every pixel of its height has the color of the value there, in half as many steps as there are
 * levels: nobody sees them, and a picture with numbers keeps a palette. */
static void draw_bar(struct layout *l, int x, int y, int height)
{
    int width = px(l, WIDTH), size = px(l, TYPE_BAR), thin = px(l, 2);
    struct tick tick[3];
    uint16_t *cell = drawing_cells_new(l->s, height, width);
    if (cell == NULL) {
        return;
    }
    for (int k = 0; k < height * width; k++) {
        cell[k] = (uint16_t)colormap_step((height - 1 - k / width) * STEPS / height, STEPS);
    }
    drawing_cells(l->s, cell, height, width, x, y, 1, 0);
    drawing_frame(l->s, ROLE_FRAME, x, y, width, height, px(l, 1.4));
    int n = ticks(l, height, tick);
    for (int k = 0; k < n; k++) {
        int at = y + (int)lround((height - thin) * (1 - tick[k].at));
        int text = y + (int)lround((height - thin) * (1 - tick[k].text_at));
        drawing_rect(l->s, ROLE_QUIET, x + width, at, px(l, TICK), thin);
        if (text != at) { /* a line from the mark to its text */
            drawing_rect(l->s, ROLE_QUIET, x + width + px(l, TICK) - thin, text < at ? text : at,
                         thin, abs(text - at) + thin);
        }
        drawing_text(l->s, ROLE_TEXT, x + width + px(l, TICK + 12),
                     text + thin / 2 + font_capital(l->fonts, size, false) / 2,
                     (struct style){.size = size}, tick[k].text);
    }
}

void bar_draw_plain(struct layout *l, int x, int y, int height)
{
    if (has_bar(l)) {
        draw_bar(l, x + px(l, GAP), y, height);
    }
}

void bar_draw(struct layout *l, int x, int y, int height)
{
    int below = legend_lines(l) * px(l, LEGEND_LINE);
    x += px(l, GAP);
    if (has_bar(l)) {
        int bar = below > 0 ? height - below - px(l, TYPE_BAR) : height;
        draw_bar(l, x, y, bar);
        y += bar + px(l, TYPE_BAR);
    }
    draw_legend(l, x, y);
}
