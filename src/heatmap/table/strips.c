/* Draws strips of storage. */
#include "heatmap/table/strips.h"

#include "heatmap/table/layout.h"
#include "heatmap/table/title.h"

#include <math.h>
#include <stdio.h>

enum {
    MOST_PITCH = 92,
    LEAST_PITCH = 68,
    MOST_LINES = 4, /* of both strips together */
    BREAK = 18,     /* between groups */
    SWATCH_SIDE = 34,
    MOST_OWNERS = 8,
    LEGEND_GAP = 40,
    HEADING = 34
};

#define FREE_OF_CELL 0.06

struct weaver {
    const struct strips *strips;
    struct layout base;
    int pitch, gap, size; /* size: of the numbers, 0: none */
    bool split;           /* a group may go on in the next line */
    struct number_format format;
};

/* --- sizes --- */

static int pause_width(const struct weaver *w)
{
    return px(&w->base, BREAK);
}

/* How many cells fit into a line: whole groups, if one fits and they need not be split. */
static int most_of_line(const struct weaver *w, const struct strip *s, int width)
{
    int n = 0, x = 0;
    while (n < s->count) {
        int pause = n > 0 && n % s->together == 0 ? pause_width(w) : 0;
        if (x + pause + w->pitch - w->gap > width) {
            break;
        }
        x += pause + w->pitch;
        n++;
    }
    bool whole = !w->split && n < s->count && n > s->together;
    return whole ? n / s->together * s->together : n > 0 ? n : 1;
}

/* Cells of a line, when all lines are about as long. */
static int per_line(const struct weaver *w, const struct strip *s, int width)
{
    int most = most_of_line(w, s, width), lines = (s->count + most - 1) / most;
    int even = (s->count + lines - 1) / lines, groups = (even + s->together - 1) / s->together;
    if (w->split) {
        return even;
    }
    return groups * s->together < most ? groups * s->together : most;
}

static int lines_of(const struct weaver *w, const struct strip *s, int width)
{
    int n = per_line(w, s, width);
    return (s->count + n - 1) / n;
}

/* Place above, indices below. */
static int line_height(const struct weaver *w)
{
    return w->pitch + (int)(2 * px(&w->base, TYPE_LEAST) * LINE_EMS) + px(&w->base, 18);
}

static int strip_height(const struct weaver *w, const struct strip *s, int width)
{
    return (int)(px(&w->base, HEADING) * LINE_EMS) + px(&w->base, BREAK) +
           lines_of(w, s, width) * line_height(w);
}

static bool fits(const struct weaver *w, int width, int height)
{
    const struct strip *a = &w->strips->before, *b = &w->strips->after;
    return strip_height(w, a, width) + strip_height(w, b, width) <= height &&
           lines_of(w, a, width) + lines_of(w, b, width) <= MOST_LINES;
}

/* The cells as large as the slide allows. Groups are split only where there is no other way. */
static void find_pitch(struct weaver *w, int width, int height)
{
    int least = px(&w->base, LEAST_PITCH);
    w->gap = px(&w->base, 3);
    for (int split = 0; split < 2; split++) {
        w->split = split != 0;
        for (w->pitch = px(&w->base, MOST_PITCH); w->pitch >= least; w->pitch--) {
            if (fits(w, width, height)) {
                return;
            }
        }
    }
    w->split = false;
    w->pitch = least;
}

static int widest_number(struct weaver *w, int size)
{
    const struct strip *both[] = {&w->strips->before, &w->strips->after};
    int widest = 1;
    for (int k = 0; k < 2; k++) {
        for (int c = 0; c < both[k]->count; c++) {
            char text[NUMBER_MAX];
            numeral_text(both[k]->cell[c].value, w->format, text);
            int wide = font_width(w->base.fonts, size, false, text);
            widest = wide > widest ? wide : widest;
        }
    }
    return widest;
}

static bool all_whole(const struct strips *strips)
{
    const struct strip *both[] = {&strips->before, &strips->after};
    for (int k = 0; k < 2; k++) {
        for (int c = 0; c < both[k]->count; c++) {
            double v = both[k]->cell[c].value;
            if (isfinite(v) && v != rint(v)) {
                return false;
            }
        }
    }
    return true;
}

/* As many decimals as can be read. */
static void find_format(struct weaver *w)
{
    static const struct number_format formats[] = {{3, false}, {2, false}, {2, true},
                                                   {1, false}, {1, true},  {0, false}};
    int first = w->strips->integers || all_whole(w->strips) ? 5 : 0, most = px(&w->base, TYPE_BAR);
    double room = (w->pitch - w->gap) * (1 - FREE_OF_CELL);
    w->size = 0;
    for (int k = first; k < 6 && w->size == 0; k++) {
        w->format = formats[k];
        int size = (int)(room * most / widest_number(w, most));
        w->size = size >= px(&w->base, TYPE_LEAST) ? (size < most ? size : most) : 0;
    }
}

/* --- drawing --- */

static int color_of(const struct strips *s, int owner)
{
    if (owner < 0) {
        return CELL_MASKED;
    }
    return s->owners > 1 ? colormap_step(owner % s->owners, s->owners) : COLORMAP_COLORS / 2;
}

static void put_text(struct weaver *w, enum role role, int x, int y, int size, const char *text)
{
    drawing_text(w->base.s, role, x, y, (struct style){.size = size, .anchor = ANCHOR_MIDDLE},
                 text);
}

static void draw_cell(struct weaver *w, const struct strip_cell *c, int x, int y)
{
    struct layout *l = &w->base;
    int side = w->pitch - w->gap, small = px(l, TYPE_LEAST), color = color_of(w->strips, c->owner);
    uint16_t *cell = drawing_cells_new(l->s, 1, 1);
    char text[NUMBER_MAX];
    if (cell == NULL) {
        return;
    }
    *cell = (uint16_t)color;
    drawing_cells(l->s, cell, 1, 1, x, y, side, 0);
    snprintf(text, sizeof text, "%lld", (long long)c->place);
    put_text(w, ROLE_QUIET, x + side / 2, y - px(l, 8), small, text);
    if (w->size > 0 && color < COLORMAP_COLORS) {
        bool black = color_ink(l->s->map[color]).r == 0;
        numeral_text(c->value, w->format, text);
        put_text(w, black ? ROLE_BLACK : ROLE_WHITE, x + side / 2,
                 y + (side + font_capital(l->fonts, w->size, false)) / 2, w->size, text);
    }
}

/* Below the cells; where that would be crowded, below the first of a group (`begins`): "0,3,0
 * \u2026". */
static void draw_index(struct weaver *w, const struct strip *s, int k, bool crowded, bool begins,
                       int x, int y)
{
    struct layout *l = &w->base;
    int small = px(l, TYPE_LEAST), side = w->pitch - w->gap;
    int below = y + side + (int)(small * 1.05);
    if (!crowded) {
        put_text(w, ROLE_QUIET, x + side / 2, below, small, s->cell[k].index);
    } else if (begins) {
        struct buf text = {0};
        buf_printf(&text, "%s \u2026", s->cell[k].index);
        drawing_take(l->s, ROLE_QUIET, x, below, (struct style){.size = small}, &text);
    }
}

static bool is_crowded(const struct weaver *w, const struct strip *s)
{
    for (int k = 0; s->together > 1 && k < s->count; k++) {
        if (font_width(w->base.fonts, px(&w->base, TYPE_LEAST), false, s->cell[k].index) +
                px(&w->base, 8) >
            w->pitch) {
            return true;
        }
    }
    return false;
}

/* How far cell k stands from the left end of its line of n. */
static int offset_in_line(const struct weaver *w, const struct strip *s, int k, int n)
{
    int first = k - k % n;
    return (k - first) * w->pitch + (k / s->together - first / s->together) * pause_width(w);
}

/* Returns where the next thing may begin. */
static int draw_strip(struct weaver *w, const struct strip *s, int x, int y, int width)
{
    struct layout *l = &w->base;
    int n = per_line(w, s, width);
    bool crowded = is_crowded(w, s);
    y += px(l, BREAK);
    y += title_line(l, s->heading, ROLE_TEXT, px(l, HEADING), false, y);
    for (int k = 0; k < s->count; k++) {
        int top = y + k / n * line_height(w) + px(l, TYPE_LEAST) + px(l, 8);
        int left = x + offset_in_line(w, s, k, n);
        draw_cell(w, &s->cell[k], left, top);
        draw_index(w, s, k, crowded, k % s->together == 0, left, top);
    }
    return y + lines_of(w, s, width) * line_height(w);
}

static int line_width(const struct weaver *w, const struct strip *s, int width)
{
    int n = per_line(w, s, width), longest = 0;
    for (int k = 0; k < s->count; k++) {
        int end = offset_in_line(w, s, k, n) + w->pitch - w->gap;
        longest = end > longest ? end : longest;
    }
    return longest;
}

static bool has_outsiders(const struct strip *s)
{
    for (int k = 0; k < s->count; k++) {
        if (s->cell[k].owner < 0) {
            return true;
        }
    }
    return false;
}

/* The words of the legend for the first `shown` owners, and for cells that are nobody's. */
struct legend {
    int shown, count, whole; /* whole: width of all */
    int width[MOST_OWNERS + 1];
    char word[MOST_OWNERS + 1][48];
};

static void legend_measure(const struct weaver *w, int shown, struct legend *out)
{
    const struct layout *l = &w->base;
    const struct strips *s = w->strips;
    *out = (struct legend){.shown = shown, .count = shown + has_outsiders(&s->before)};
    for (int k = 0; k < out->count; k++) {
        if (k < shown) {
            snprintf(out->word[k], sizeof out->word[k], "%s %d%s", s->owner_name, k,
                     k == shown - 1 && shown < s->owners ? " \u2026" : "");
        } else {
            snprintf(out->word[k], sizeof out->word[k], "not in the result");
        }
        out->width[k] = px(l, SWATCH_SIDE) + px(l, 14) + px(l, LEGEND_GAP) +
                        font_width(l->fonts, px(l, TYPE_BAR), false, out->word[k]);
        out->whole += out->width[k];
    }
    out->whole -= px(l, LEGEND_GAP);
}

/* What the colors are, in the middle of the lowest line: of as many owners as have room. */
static void draw_legend(struct weaver *w, int y, int width)
{
    struct layout *l = &w->base;
    const struct strips *s = w->strips;
    int side = px(l, SWATCH_SIDE);
    int shown = s->owners < MOST_OWNERS ? s->owners : MOST_OWNERS;
    struct legend g;
    legend_measure(w, shown, &g);
    while (g.whole > width && shown > 1) {
        legend_measure(w, --shown, &g);
    }
    int x = (l->s->width - g.whole) / 2;
    for (int k = 0; k < g.count; k++) {
        figure_swatch(l, color_of(s, k < g.shown ? k : -1), x, y, side, false, g.word[k]);
        x += g.width[k];
    }
}

bool strips_draw(const struct strips *strips, struct fonts *fonts, struct drawing *out,
                 struct error *err)
{
    const struct figure *look = &strips->look;
    struct weaver w = {.strips = strips, .base = figure_layout(look, fonts, out, err)};
    drawing_map(out, look->map != NULL ? look->map : colormap_find("viridis"));
    int margin = px(&w.base, SLIDE_MARGIN), width = out->width - 2 * margin;
    int top = margin + title_height(&w.base);
    int bottom = out->height - margin - px(&w.base, SWATCH_SIDE) - px(&w.base, 16);
    find_pitch(&w, width, bottom - top);
    find_format(&w);
    int used = strip_height(&w, &strips->before, width) + strip_height(&w, &strips->after, width);
    int room = bottom - top - used > 0 ? (bottom - top - used) / 3 : 0;
    int wide = line_width(&w, &strips->before, width),
        other = line_width(&w, &strips->after, width);
    int x = (out->width - (wide > other ? wide : other)) / 2;
    if (used > bottom - top || wide > width || other > width) {
        return error_set(err, ERROR_INPUT,
                         "%d x %d pixels have no room for the storage; give a larger --size",
                         out->width, out->height);
    }
    title_draw(&w.base);
    int next = draw_strip(&w, &strips->before, x, top + room, width);
    draw_strip(&w, &strips->after, x, next + room, width);
    draw_legend(&w, out->height - margin - px(&w.base, SWATCH_SIDE), width);
    return !out->failed || error_memory(err);
}
