/* Tells which color each cell gets, and the numbers in them. */
#include "heatmap/table/panel_cells.h"

#include <math.h>

/* Numbers keep this part of a cell's width free. */
#define FREE_OF_CELL 0.08

enum { FEW = 24 }; /* rows, or columns, that always have room */

double fold_along(const struct layout *l, int count)
{
    return count > FEW ? l->fold : 1;
}

int cells_along(const struct layout *l, int count)
{
    int shown = (int)(count / fold_along(l, count) + 0.5);
    return shown < 1 ? 1 : shown;
}

bool cell_masked(const struct layout *l, const struct panel *p, int at)
{
    return p->masked != NULL && p->masked[at] && l->f->masks != MASK_SHOW;
}

int cell_code(double v, const struct scale *scale)
{
    return isnan(v)   ? CELL_NAN
           : isinf(v) ? (v > 0 ? CELL_MORE : CELL_LESS)
                      : colormap_index(v, scale->lo, scale->hi);
}

void cells_survey(struct layout *l)
{
    for (int k = 0; k < l->f->panel_count; k++) {
        const struct panel *p = &l->f->panel[k];
        double least, most;
        bool plain = panel_plain(p, &least, &most);
        for (int at = 0; !plain && at < p->rows * p->columns; at++) {
            int code = cell_masked(l, p, at)          ? CELL_MASKED
                       : isfinite(panel_value(p, at)) ? 0
                                                      : cell_code(panel_value(p, at), &l->shared);
            if (code >= COLORMAP_COLORS) {
                l->seen[code - COLORMAP_COLORS] = true;
            }
        }
    }
}

/* --- numbers --- */

/* The widest number of the panels at 100 pixels per em. */
static int widest_number(struct layout *l, const struct numbers *n, struct number_format how)
{
    int widest = 0;
    for (int k = n->first; k < n->end; k++) {
        const struct panel *p = &l->f->panel[k];
        for (int at = 0; at < p->rows * p->columns; at++) {
            char text[NUMBER_MAX];
            if (!cell_masked(l, p, at)) {
                numeral_text(panel_value(p, at), how, text);
                int w = font_width(l->fonts, 100, false, text);
                widest = w > widest ? w : widest;
            }
        }
    }
    return widest;
}

/* The largest size at which it fits, 0: none from `least` on. */
static int size_for(struct layout *l, const struct numbers *n, struct number_format how, int least)
{
    int most = px(l, TYPE_NUMBER), widest = widest_number(l, n, how);
    double room = (l->pitch - l->gap) * (1 - FREE_OF_CELL);
    int size = widest > 0 ? (int)(room * 100 / widest) : most;
    size = size > most ? most : size;
    size = size > room ? (int)room : size;
    return size >= least ? size : 0;
}

/* Every value is a whole number. */
static bool all_whole(const struct layout *l, const struct numbers *n)
{
    for (int k = n->first; k < n->end; k++) {
        const struct panel *p = &l->f->panel[k];
        for (int at = 0; at < p->rows * p->columns; at++) {
            if (isfinite(panel_value(p, at)) && panel_value(p, at) != rint(panel_value(p, at)) &&
                !cell_masked(l, p, at)) {
                return false;
            }
        }
    }
    return true;
}

/* Two digits that count of the largest value, and no fewer; of shares of 1 two decimals. */
static int least_decimals(const struct layout *l, double most)
{
    if (l->f->integers || most >= 9.5 || most == 0) {
        return 0;
    }
    int first = (int)floor(-log10(most * 1.05)) + 1; /* 0.18: the first digit is decimal 1 */
    return first > 0 ? first + 1 : most <= 1.05 ? 2 : 1;
}

/* As many decimals as have room at this size, by the range of the panels. */
static void fit_size(struct layout *l, const struct scale *scale, struct numbers *n, int size)
{
    double largest = fmax(fabs(scale->least), fabs(scale->most));
    int least = least_decimals(l, largest), most = least > 3 ? least : 3;
    if (l->f->decimals >= 0) {
        least = most = l->f->decimals;
    } else if (l->f->integers || all_whole(l, n)) {
        least = most = 0;
    } else if (largest >= 10) {
        most = largest >= 100 ? 1 : 2;
    }
    int ways = most - least + (least >= 2); /* without the zero last, if that leaves digits */
    for (int k = 0; k <= ways && n->size == 0; k++) {
        n->format = (struct number_format){.decimals = k <= most - least ? most - k : least,
                                           .bare = k > most - least};
        n->size = size_for(l, n, n->format, size);
    }
}

static void fit_numbers(struct layout *l, const struct scale *scale, struct numbers *n)
{
    bool always = l->f->annotate == ANNOT_ALWAYS;
    fit_size(l, scale, n, always ? 6 : px(l, TYPE_LEAST));
    if (n->size == 0 && !always) {
        fit_size(l, scale, n, px(l, TYPE_DIGITS));
    }
}

void numbers_fit(struct layout *l)
{
    int count = l->f->panel_count, own = l->f->gradients ? l->f->differences : 0;
    int narrowest = px(l, l->f->annotate == ANNOT_ALWAYS ? 12 : TYPE_DIGITS);
    struct numbers *n = l->number;
    n[0] = (struct numbers){.end = count - own};
    n[1] = (struct numbers){.first = count - own, .end = count};
    l->numbers = false;
    if (l->f->annotate == ANNOT_NEVER || l->fold > 1 || l->pitch < narrowest) {
        return;
    }
    fit_numbers(l, &l->shared, &n[0]);
    if (own > 0) {
        fit_numbers(l, &l->last, &n[1]);
    }
    if (own > 0 && n[0].size > 0 && n[1].size > 0) { /* both as large */
        n[0].size = n[1].size = n[0].size < n[1].size ? n[0].size : n[1].size;
    }
    l->numbers = n[0].size > 0 && (own == 0 || n[1].size > 0);
    if (l->numbers && (l->s->numbers == 0 || n[0].size < l->s->numbers)) {
        l->s->numbers = n[0].size;
    }
}

static void draw_number(struct layout *l, const struct panel *p, const struct numbers *n, int at,
                        int code, int x, int y)
{
    char text[NUMBER_MAX];
    int w = pitch_x(l) - l->gap, h = pitch_y(l) - l->gap;
    bool black = code < COLORMAP_COLORS && color_ink(l->s->map[code]).r == 0;
    enum role ink = code >= COLORMAP_COLORS ? ROLE_ODD_LINE : black ? ROLE_BLACK : ROLE_WHITE;
    const struct style style = {
        .size = n->size, .anchor = ANCHOR_MIDDLE, .number = code < COLORMAP_COLORS};
    numeral_text(panel_value(p, at), n->format, text);
    drawing_text(l->s, ink, x + w / 2, y + (h + font_capital(l->fonts, n->size, false)) / 2, style,
                 text);
}

/* Each cell several times side by side and one below the other. NULL: memory. */
static uint16_t *stretched(const struct layout *l, const uint16_t *code, int rows, int columns)
{
    int wide = l->wide > 1 ? l->wide : 1, tall = l->tall > 1 ? l->tall : 1;
    uint16_t *out = drawing_cells_new(l->s, rows * tall, columns * wide), *at = out;
    for (int row = 0; out != NULL && row < rows * tall; row++) {
        for (int column = 0; column < columns * wide; column++) {
            *at++ = code[row / tall * columns + column / wide];
        }
    }
    return out;
}

bool cells_draw(struct layout *l, const struct panel *p, const struct scale *scale, int x, int y)
{
    int rows = cells_along(l, p->rows), columns = cells_along(l, p->columns);
    uint16_t *code = drawing_cells_new(l->s, rows, columns), *shown = code;
    if (code == NULL || !blocks_code(l, p, scale, code)) {
        l->s->failed = true;
        return false;
    }
    if (l->wide > 1 || l->tall > 1) {
        shown = stretched(l, code, rows, columns);
    }
    drawing_cells(l->s, shown, rows * (pitch_y(l) / l->pitch), columns * (pitch_x(l) / l->pitch), x,
                  y, l->pitch, l->gap);
    const struct numbers *n = &l->number[l->f->gradients && scale == &l->last];
    for (int at = 0; n->size > 0 && at < rows * columns; at++) {
        if (code[at] < COLORMAP_COLORS) { /* the mark of the others says it already */
            draw_number(l, p, n, at, code[at], x + at % columns * pitch_x(l),
                        y + at / columns * pitch_y(l));
        }
    }
    return !l->s->failed;
}
