/* Draws a figure on a text screen. A character has two by four dots (braille); where only ASCII
 * can be drawn it is one letter for each line. */
#include "tui/pane/pane_figure.h"

#include "show/code.h"
#include "show/figure_text.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/gap.h"
#include "tui/pane/pane_tensors.h"
#include "tui/pane/pane_text.h"
#include "tui/viewer_figure.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BRAILLE 0x2800
#define FULL 0x28FF
#define SOLID 0x2588
#define FRAME_LINES 3    /* below a plot: its axis, the ticks, the label */
#define TICK_MOST 10     /* columns of a tick's text beside the plot */
#define POINTS_MOST 4000 /* dots of one straight line */
#define TITLE_LEAST 20   /* of a title that gives way to the legend */

/* --- in words --- */

static const struct chart_axes *axes_of(const struct viewer *v)
{
    const struct event *e = viewer_figure(v);
    const struct chart *c = &v->fetched.chart;
    int at = e->output_count > 0 ? e->figure->part[v->where.result].axes : 0;
    return c->count > at ? &c->axes[at] : NULL;
}

void pane_figure_name(const struct viewer *v, struct buf *out)
{
    const struct event *e = viewer_figure(v);
    if (!v->fetched.any_out) {
        return;
    }
    for (const char *c = figure_word(e, v->where.result); *c != '\0'; c++) {
        buf_putc(out, (char)toupper((unsigned char)*c));
    }
    if (e->output_count > 1) {
        buf_printf(out, " %d/%d", v->where.result + 1, e->output_count);
    }
    buf_puts(out, "  ");
    viewer_name(v, &v->fetched.out, out);
}

/* "rows: query, columns: key", "x: step, y: loss" */
void pane_figure_axes(const struct viewer *v, struct buf *out)
{
    const struct event *e = viewer_figure(v);
    const struct chart_axes *a = axes_of(v);
    bool image = v->fetched.any_out && figure_mark(e, v->where.result)->kind == CHART_image;
    const char *const words[] = {image ? "rows" : "y", image ? "columns" : "x"};
    if (a == NULL) {
        return;
    }
    if (a->title != NULL && e->figure->chart->count > 1) {
        figure_words(a->title, out);
        buf_puts(out, "  ");
    }
    const char *const labels[] = {a->y.label, a->x.label};
    for (int k = 0, any = 0; k < 2; k++) {
        if (labels[k] != NULL && *labels[k] != '\0') {
            buf_printf(out, "%s%s: ", any++ > 0 ? ", " : "", words[k]);
            figure_words(labels[k], out);
        }
    }
}

void pane_figure_sentence(const struct viewer *v, struct buf *out)
{
    const struct event *e = viewer_figure(v);
    const char *title = figure_title(e);
    if (e->figure->gap_first >= 0) {
        size_t at = out->len;
        gap_text(v->where.at.tape, e, out);
        out->data[at] = (char)toupper((unsigned char)out->data[at]);
        buf_puts(out, ". :train N runs the code again and keeps step N.");
        return;
    }
    buf_printf(out, "Figure %d of %d", e->figure->number, v->where.at.tape->figure_count);
    if (title != NULL && *title != '\0') {
        buf_puts(out, ": ");
        figure_words(title, out);
    }
    buf_puts(out, ". ");
    if (v->keyless) {
        buf_cut(out, out->len - 1);
        buf_puts(out, v->fetched.any_out ? "" : " It shows no numbers.");
        return;
    }
    if (e->output_count > 1) {
        buf_printf(out, "Y: the next of %d things. ", e->output_count);
    }
    buf_puts(out, v->fetched.any_out ? "Tab and the arrows: a number; Enter: its step."
                                     : "It shows no numbers; w writes it.");
}

/* --- dots --- */

struct plot {
    const struct viewer *v;
    struct grid *g;
    struct box b; /* of the dots */
    const struct chart_axes *axes;
    enum style style;
    char letter;    /* of ASCII */
    int wide, high; /* dots of a character */
};

static double scaled(const struct chart_side *s, double at)
{
    double lo = s->log ? log10(s->lo) : s->lo, hi = s->log ? log10(s->hi) : s->hi;
    at = s->log ? log10(at) : at;
    return hi != lo ? (at - lo) / (hi - lo) : 0.5;
}

/* In dots from the left, from the top; far outside at most. */
static double dot_x(const struct plot *p, double x)
{
    double at = scaled(&p->axes->x, x) * (p->b.width * p->wide - 1);
    return at < -1e4 ? -1e4 : at > 1e4 ? 1e4 : at;
}

static double dot_y(const struct plot *p, double y)
{
    double at = (1 - scaled(&p->axes->y, y)) * (p->b.height * p->high - 1);
    return at < -1e4 ? -1e4 : at > 1e4 ? 1e4 : at;
}

static void set_dot(const struct plot *p, double x, double y)
{
    static const uint8_t bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    if (!(x > -0.5 && y > -0.5)) {
        return;
    }
    int dx = (int)(x + 0.5), dy = (int)(y + 0.5);
    int column = p->b.x + dx / p->wide, row = p->b.y + dy / p->high;
    if (dx / p->wide >= p->b.width || dy / p->high >= p->b.height) {
        return;
    }
    uint32_t c = p->g->at[row * p->g->width + column].c;
    uint32_t had = c >= BRAILLE && c <= FULL ? c : c == SOLID ? FULL : BRAILLE;
    uint32_t now = had | bits[dy % p->high][dx % p->wide];
    grid_fill(p->g, column, row, 1, p->style, p->v->chosen.ascii ? (uint32_t)p->letter : now);
}

static void set_line(const struct plot *p, double x0, double y0, double x1, double y1, int every)
{
    double far = fmax(fabs(x1 - x0), fabs(y1 - y0));
    int count = far < POINTS_MOST ? (int)ceil(far) : POINTS_MOST;
    if (isnan(far)) {
        return;
    }
    for (int k = 0; k <= count; k += every) {
        double part = count > 0 ? (double)k / count : 0;
        set_dot(p, x0 + part * (x1 - x0), y0 + part * (y1 - y0));
    }
}

/* --- marks --- */

static void draw_lines(const struct plot *p, const struct chart_mark *m, bool joined, bool step)
{
    for (int64_t k = 0; k < m->x.count && k < m->y.count; k++) {
        double x = dot_x(p, m->x.at[k]), y = dot_y(p, m->y.at[k]);
        if (k > 0 && joined) {
            double from_x = dot_x(p, m->x.at[k - 1]), from_y = dot_y(p, m->y.at[k - 1]);
            set_line(p, from_x, from_y, x, step ? from_y : y, 1);
            set_line(p, x, step ? from_y : y, x, y, 1);
        } else {
            set_dot(p, x, y);
        }
        for (int near = 1; m->kind == CHART_dots && near < 4; near++) { /* one alone is faint */
            set_dot(p, x + near % 2, y + near / 2);
        }
    }
}

static void draw_bars(const struct plot *p, const struct chart_mark *m)
{
    for (int64_t k = 0; k < m->w.count; k++) {
        double x0 = dot_x(p, m->x.at[k]), x1 = dot_x(p, m->x.at[k] + m->w.at[k]);
        double y0 = dot_y(p, m->y.at[k]), y1 = dot_y(p, m->y.at[k] + m->h.at[k]);
        double left = floor(fmin(x0, x1) + 0.5), right = fmax(left + 1, floor(fmax(x0, x1) + 0.5));
        double top = floor(fmin(y0, y1) + 0.5), low = fmax(top, floor(fmax(y0, y1) + 0.5) - 1);
        if (m->h.at[k] == 0 || m->w.at[k] == 0 || isnan(y0 + y1 + x0 + x1)) {
            continue;
        }
        right = fmin(right, p->b.width * p->wide); /* bars side by side do not touch */
        for (double x = fmax(left, 0); x < right; x++) {
            set_line(p, x, top, x, low, 1);
        }
    }
}

static void draw_mark(const struct plot *p, const struct chart_mark *m)
{
    double width = p->b.width * p->wide - 1, height = p->b.height * p->high - 1;
    switch (m->kind) {
    case CHART_line:
        draw_lines(p, m, *m->dash != '\0', *m->step != '\0');
        break;
    case CHART_dots:
    case CHART_area:
        draw_lines(p, m, m->kind == CHART_area, false);
        break;
    case CHART_rects:
        draw_bars(p, m);
        break;
    case CHART_segments:
        for (int64_t k = 0; k < m->w.count; k++) {
            set_line(p, dot_x(p, m->x.at[k]), dot_y(p, m->y.at[k]), dot_x(p, m->w.at[k]),
                     dot_y(p, m->h.at[k]), 1);
        }
        break;
    case CHART_across:
        if (m->vertical) {
            set_line(p, dot_x(p, m->value), 0, dot_x(p, m->value), height, 2);
        } else {
            set_line(p, 0, dot_y(p, m->value), width, dot_y(p, m->value), 2);
        }
        break;
    default: /* text, below; a span has no dots of its own */
        break;
    }
}

static void draw_text(const struct plot *p, const struct chart_mark *m)
{
    double x = m->on == CHART_DATA ? dot_x(p, m->value) : m->value * p->b.width * p->wide;
    double y = m->on == CHART_DATA ? dot_y(p, m->from) : (1 - m->from) * p->b.height * p->high;
    int width = grid_width(m->text), at = p->b.x + (int)(x / p->wide);
    int row = p->b.y + (int)(y / p->high), end = p->b.x + p->b.width;
    at -= strcmp(m->ha, "center") == 0 ? width / 2 : strcmp(m->ha, "right") == 0 ? width : 0;
    if (m->on != CHART_FIGURE && at >= p->b.x && row >= p->b.y && row < p->b.y + p->b.height &&
        strchr(m->text, '\n') == NULL) {
        grid_put(p->g, at, row, end, STYLE_LABEL, m->text);
    }
}

/* --- all of it --- */

static enum style style_of(int nth)
{
    static const enum style styles[] = {STYLE_CURRENT, STYLE_CHANGED, STYLE_DONE, STYLE_LABEL,
                                        STYLE_ERROR,   STYLE_TITLE,   STYLE_QUIET};
    return styles[nth % (int)(sizeof styles / sizeof styles[0])];
}

/* What tells one from the others without colors; a line's stands behind its last point. */
static char letter_of(const struct viewer *v, const struct chart_mark *m, int nth)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    return m->kind == CHART_rects && v->chosen.ascii ? '#' : letters[nth % 26];
}

static void put_letter(const struct plot *p, const struct chart_mark *m, int nth)
{
    int64_t last = (m->x.count < m->y.count ? m->x.count : m->y.count) - 1;
    const char letter[2] = {letter_of(p->v, m, nth), '\0'};
    while (last >= 0 && isnan(m->x.at[last] + m->y.at[last])) {
        last--;
    }
    if (last < 0 || m->kind != CHART_line) {
        return;
    }
    double x = dot_x(p, m->x.at[last]), y = dot_y(p, m->y.at[last]);
    int column = p->b.x + (int)((x + 0.5) / p->wide) + 1;
    int row = p->b.y + (int)((y + 0.5) / p->high), end = p->b.x + p->b.width;
    if (x > -0.5 && y > -0.5 && row < p->b.y + p->b.height) {
        column = column < end ? column : end - 1;
        grid_put(p->g, column, row, end, p->style, letter);
    }
}

/* Bars that fill a character are a block. */
static void fill_up(const struct plot *p)
{
    for (int y = p->b.y; y < p->b.y + p->b.height; y++) {
        for (int x = p->b.x; x < p->b.x + p->b.width; x++) {
            struct glyph *at = &p->g->at[y * p->g->width + x];
            at->c = at->c == FULL ? SOLID : at->c;
        }
    }
}

/* Those that share a place: a plot and its twin with another scale. */
static bool is_here(const struct chart *c, int axes, int chosen)
{
    int base = c->axes[chosen].over >= 0 ? c->axes[chosen].over : chosen;
    return axes == base || c->axes[axes].over == base;
}

/* Whether it has a style of its own. */
static bool counts(const struct chart_mark *m)
{
    return m->kind == CHART_line || m->kind == CHART_dots || m->kind == CHART_rects;
}

static void draw_marks(const struct viewer *v, struct plot *p, int chosen)
{
    const struct chart *c = &v->fetched.chart;
    for (int pass = 0; pass < 2; pass++) { /* letters over all lines */
        for (int a = 0, nth = 0; a < c->count; a++) {
            for (int k = 0; is_here(c, a, chosen) && k < c->axes[a].mark_count; k++) {
                const struct chart_mark *m = &c->axes[a].mark[k];
                p->axes = &c->axes[a];
                p->style = counts(m) ? style_of(nth) : STYLE_QUIET;
                p->letter = counts(m) ? letter_of(p->v, m, nth) : '.';
                if (pass == 0) {
                    draw_mark(p, m);
                } else if (c->axes[a].legend != NULL) {
                    put_letter(p, m, nth);
                }
                nth += counts(m);
            }
        }
    }
    fill_up(p);
    p->axes = &c->axes[chosen];
    for (int k = 0; k < p->axes->mark_count; k++) {
        if (p->axes->mark[k].kind == CHART_text) {
            draw_text(p, &p->axes->mark[k]);
        }
    }
}

static int words_width(const char *text)
{
    scoped_buf plain = {0};
    figure_words(text, &plain);
    return grid_width(buf_text(&plain));
}

static int tick_width(const struct chart_side *s)
{
    int widest = 0;
    for (int k = 0; k < s->tick_count; k++) {
        int width = words_width(s->tick[k].text);
        widest = width > widest ? width : widest;
    }
    return widest > TICK_MOST ? TICK_MOST : widest;
}

static void put_words(const struct plot *p, int x, int y, int end, enum style style,
                      const char *text)
{
    scoped_buf plain = {0};
    figure_words(text, &plain);
    grid_put(p->g, x, y, end, style, buf_text(&plain));
}

static int tick_row(const struct plot *p, const struct chart_tick *t)
{
    return p->b.y + (int)((dot_y(p, t->at) + 0.5) / p->high);
}

/* Every which tick beside the plot has a row of its own: some left out here and there would look
 * as if they were as far apart as the others. */
static int ticks_apart(const struct plot *p, const struct chart_side *y)
{
    int step = 1;
    for (int k = step; k < y->tick_count; k += step) {
        if (tick_row(p, &y->tick[k]) == tick_row(p, &y->tick[k - step])) {
            step++;
            k = 0;
        }
    }
    return step;
}

/* The ticks of both axes, where they do not touch. */
static void draw_ticks(const struct plot *p, int left)
{
    const struct chart_axes *base = /* a twin leaves x to the one below */
        p->axes->x.tick_count == 0 && p->axes->over >= 0 ? &p->v->fetched.chart.axes[p->axes->over]
                                                         : p->axes;
    const struct chart_side *x = &base->x, *y = &p->axes->y;
    int bottom = p->b.y + p->b.height, end = p->b.x + p->b.width, free = 0;
    for (int k = 0, apart = ticks_apart(p, y); k < y->tick_count; k += apart) {
        int row = tick_row(p, &y->tick[k]), width = words_width(y->tick[k].text);
        if (dot_y(p, y->tick[k].at) > -0.5 && row < bottom) {
            width = width > TICK_MOST ? TICK_MOST : width;
            put_words(p, p->b.x - 1 - width, row, p->b.x - 1, STYLE_QUIET, y->tick[k].text);
            grid_fill(p->g, p->b.x - 1, row, 1, STYLE_QUIET, p->v->chosen.ascii ? '+' : 0x2524);
        }
    }
    for (int k = 0; k < x->tick_count; k++) {
        double at = dot_x(p, x->tick[k].at);
        int column = p->b.x + (int)((at + 0.5) / p->wide), width = words_width(x->tick[k].text);
        int from = column - width / 2 < left ? left : column - width / 2;
        if (at > -0.5 && column < end && from >= free && from + width <= p->g->width) {
            put_words(p, from, bottom + 1, end + 2, STYLE_QUIET, x->tick[k].text);
            grid_fill(p->g, column, bottom, 1, STYLE_QUIET, p->v->chosen.ascii ? '+' : 0x252c);
            free = from + width + 1;
        }
    }
}

static void draw_frame(const struct plot *p)
{
    bool ascii = p->v->chosen.ascii;
    for (int y = p->b.y; y < p->b.y + p->b.height; y++) {
        grid_fill(p->g, p->b.x - 1, y, 1, STYLE_QUIET, ascii ? '|' : 0x2502);
    }
    grid_fill(p->g, p->b.x - 1, p->b.y + p->b.height, 1, STYLE_QUIET, ascii ? '+' : 0x2514);
    grid_fill(p->g, p->b.x, p->b.y + p->b.height, p->b.width, STYLE_QUIET, ascii ? '-' : 0x2500);
}

/* "a loss  b lr", as far as there is room; without a grid nothing is drawn. Its end. */
static int draw_legend(const struct viewer *v, struct grid *g, int x, int y, int end, int chosen)
{
    const struct chart *c = &v->fetched.chart;
    int nth = 0;
    for (int a = 0; a < c->count; a++) {
        for (int k = 0; is_here(c, a, chosen) && k < c->axes[a].mark_count; k++) {
            const struct chart_mark *m = &c->axes[a].mark[k];
            const struct chart_legend *l = c->axes[a].legend;
            for (int j = 0; counts(m) && l != NULL && j < l->count; j++) {
                char sign[4] = {letter_of(v, m, nth), ' ', '\0'};
                int width = grid_width(l->entry[j].text);
                if (l->entry[j].mark != k || x + 3 + width >= end) {
                    continue;
                }
                if (g != NULL) {
                    grid_put(g, x, y, end, style_of(nth), sign);
                    grid_put(g, x + 2, y, end, STYLE_PLAIN, l->entry[j].text);
                }
                x += 2 + width + 2;
            }
            nth += counts(m);
        }
    }
    return x;
}

/* What stands above: the label of y, the title, the legend. A title that is too long gives way. */
static void draw_above(const struct viewer *v, struct grid *g, int x, int y, int left, int end,
                       int chosen)
{
    const struct chart_axes *a = &v->fetched.chart.axes[chosen];
    scoped_buf text = {0};
    figure_words(a->y.label, &text);
    x = text.len > 0 ? grid_put(g, x, y, end, STYLE_LABEL, buf_text(&text)) + 3 : x;
    buf_clear(&text);
    figure_words(a->title, &text);
    if (text.len > 0) {
        int room = end - x - 4 - draw_legend(v, NULL, 0, 0, end, chosen);
        code_fit(&text, room > TITLE_LEAST ? room : TITLE_LEAST);
        x = grid_put(g, x, y, end, STYLE_TITLE, buf_text(&text)) + 3;
    }
    draw_legend(v, g, x > left ? x : left, y, end, chosen);
}

/* The point that is chosen. */
static void draw_cursor(const struct viewer *v, const struct plot *p)
{
    const struct event *e = viewer_figure(v);
    if (!v->fetched.any_out) {
        return;
    }
    const struct tape_part *part = &e->figure->part[v->where.result];
    const struct chart_mark *m = &v->fetched.chart.axes[part->axes].mark[part->mark];
    int64_t k = v->fetched.cell_column;
    if (k >= m->x.count || k >= m->y.count) {
        return;
    }
    bool bar = m->kind == CHART_rects;
    double x = dot_x(p, m->x.at[k] + (bar ? m->w.at[k] / (m->vertical ? 2 : 1) : 0));
    double y = dot_y(p, m->y.at[k] + (bar ? m->h.at[k] / (m->vertical ? 1 : 2) : 0));
    int column = p->b.x + (int)((x + 0.5) / p->wide), row = p->b.y + (int)((y + 0.5) / p->high);
    if (x > -0.5 && y > -0.5 && column < p->b.x + p->b.width && row < p->b.y + p->b.height) {
        grid_put(p->g, column, row, column + 1, STYLE_FOCUS, pane_glyph(v, "\xe2\x97\x8f", "O"));
        p->g->cursor_x = column;
        p->g->cursor_y = row;
    }
}

static void draw_plot(const struct viewer *v, struct grid *g, struct box b, int chosen)
{
    const struct chart_axes *a = &v->fetched.chart.axes[chosen];
    int left = b.x + 1 + tick_width(&a->y) + 1, end = b.x + b.width - 1;
    bool label = b.height > 7 && a->x.label != NULL && *a->x.label != '\0';
    bool head = b.height > 5;
    struct plot p = {.v = v,
                     .g = g,
                     .axes = a,
                     .wide = v->chosen.ascii ? 1 : 2,
                     .high = v->chosen.ascii ? 1 : 4};
    p.b = (struct box){left, b.y + head, end - left - 1, b.height - head - FRAME_LINES + !label};
    if (p.b.width < 8 || p.b.height < 2) {
        return;
    }
    draw_frame(&p);
    draw_ticks(&p, b.x + 1);
    draw_marks(v, &p, chosen);
    p.axes = a;
    draw_cursor(v, &p);
    if (head) {
        draw_above(v, g, b.x + 1, b.y, left, end, chosen);
    }
    if (label) {
        int x = p.b.x + (p.b.width - words_width(a->x.label)) / 2;
        put_words(&p, x < left ? left : x, b.y + b.height - 1, end, STYLE_LABEL, a->x.label);
    }
}

int pane_figure(const struct viewer *v, struct grid *g, struct box b)
{
    const struct event *e = viewer_figure(v);
    int part = v->where.result, chosen = 0;
    if (v->fetched.any_out && figure_mark(e, part)->kind == CHART_image) {
        return pane_tensors(v, g, b);
    }
    if (v->fetched.any_out) {
        scoped_buf name = {0};
        pane_figure_name(v, &name);
        code_fit(&name, b.width - 2);
        grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_TITLE, buf_text(&name));
        chosen = e->figure->part[part].axes;
        b.y++;
        b.height--;
    }
    bool colors = v->fetched.chart.count > 0 && v->fetched.chart.axes[0].mark_count == 1 &&
                  v->fetched.chart.axes[0].mark->kind == CHART_image;
    if (colors && !v->fetched.any_out) {
        grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_QUIET, "an image in colors of its own");
    } else if (v->fetched.chart.count > 0) {
        draw_plot(v, g, b, chosen);
    }
    return b.y + b.height;
}
