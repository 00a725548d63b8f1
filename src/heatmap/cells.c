/* Cells: which color each gets, and the numbers in them. */
#include "heatmap/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers keep this part of a cell's width free. */
#define FREE_OF_CELL 0.08

int cells_along(const struct layout *l, int count)
{
    int shown = (int)(count / l->fold + 0.5);
    return shown < 1 ? 1 : shown;
}

static bool is_masked(const struct layout *l, const struct panel *p, int at)
{
    return p->masked != NULL && p->masked[at] && l->f->masks != MASK_SHOW;
}

static int code_of(double v, const struct scale *scale)
{
    return isnan(v)   ? CELL_NAN
           : isinf(v) ? (v > 0 ? CELL_MORE : CELL_LESS)
                      : colormap_index(v, scale->lo, scale->hi);
}

/* --- cells that stand for several values --- */

/* How much of value k lies in cell `cell`, when `count` values share `shown` cells. */
static double overlap(int k, int cell, int count, int shown)
{
    double from = (double)cell * count / shown, to = (double)(cell + 1) * count / shown;
    double left = from > k ? from : k, right = to < k + 1 ? to : k + 1;
    return right - left;
}

/* The first value that a cell has part of, and the one behind the last. */
static int first_in(int cell, int count, int shown)
{
    return (int)((int64_t)cell * count / shown);
}

static int end_of(int cell, int count, int shown)
{
    return (int)(((int64_t)(cell + 1) * count + shown - 1) / shown);
}

/* What of each column lies in a row of cells. */
struct share {
    double sum, area;
};

static void add_rows(const struct layout *l, const struct panel *p, int row, int rows,
                     struct share *share)
{
    memset(share, 0, (size_t)p->columns * sizeof *share);
    for (int r = first_in(row, p->rows, rows); r < end_of(row, p->rows, rows); r++) {
        double high = overlap(r, row, p->rows, rows);
        for (int c = 0; c < p->columns; c++) {
            int at = r * p->columns + c;
            if (isfinite(panel_value(p, at)) && !is_masked(l, p, at)) {
                share[c].sum += panel_value(p, at) * high;
                share[c].area += high;
            }
        }
    }
}

/* One row of cells: the mean, by area, of those values that are numbers and not masked; what the
 * first of them is when none is. */
static void code_blocks(const struct layout *l, const struct panel *p, const struct scale *scale,
                        int row, struct share *share, uint16_t *code)
{
    int rows = cells_along(l, p->rows), columns = cells_along(l, p->columns);
    add_rows(l, p, row, rows, share);
    for (int column = 0; column < columns; column++) {
        int left = first_in(column, p->columns, columns);
        int first = first_in(row, p->rows, rows) * p->columns + left;
        double sum = 0, area = 0;
        for (int c = left; c < end_of(column, p->columns, columns); c++) {
            double part = overlap(c, column, p->columns, columns);
            sum += share[c].sum * part;
            area += share[c].area * part;
        }
        code[column] = (uint16_t)(area > 0                 ? code_of(sum / area, scale)
                                  : is_masked(l, p, first) ? CELL_MASKED
                                                           : code_of(panel_value(p, first), scale));
    }
}

void cells_survey(struct layout *l)
{
    for (int k = 0; k < l->f->panel_count; k++) {
        const struct panel *p = &l->f->panel[k];
        for (int at = 0; at < p->rows * p->columns; at++) {
            int code = is_masked(l, p, at)            ? CELL_MASKED
                       : isfinite(panel_value(p, at)) ? 0
                                                      : code_of(panel_value(p, at), &l->shared);
            if (code >= COLORMAP_COLORS) {
                l->seen[code - COLORMAP_COLORS] = true;
            }
        }
    }
}

/* --- numbers --- */

/* The widest number of all panels at 100 pixels per em. */
static int widest_number(struct layout *l, struct number_format how)
{
    int widest = 0;
    for (int k = 0; k < l->f->panel_count; k++) {
        const struct panel *p = &l->f->panel[k];
        for (int at = 0; at < p->rows * p->columns; at++) {
            char text[NUMBER_MAX];
            if (!is_masked(l, p, at)) {
                numeral_text(panel_value(p, at), how, text);
                int w = font_width(l->fonts, 100, false, text);
                widest = w > widest ? w : widest;
            }
        }
    }
    return widest;
}

/* The largest size at which it fits, 0: none. */
static int size_for(struct layout *l, struct number_format how)
{
    int most = px(l, TYPE_NUMBER), least = px(l, TYPE_LEAST), widest = widest_number(l, how);
    double room = (l->pitch - l->gap) * (1 - FREE_OF_CELL);
    int size = widest > 0 ? (int)(room * 100 / widest) : most;
    least = l->f->annotate == ANNOT_ALWAYS ? 6 : least;
    size = size > most ? most : size;
    size = size > room ? (int)room : size;
    return size >= least ? size : 0;
}

/* Every value is a whole number. */
static bool all_whole(const struct layout *l)
{
    for (int k = 0; k < l->f->panel_count; k++) {
        const struct panel *p = &l->f->panel[k];
        for (int at = 0; at < p->rows * p->columns; at++) {
            if (isfinite(panel_value(p, at)) && panel_value(p, at) != rint(panel_value(p, at)) &&
                !is_masked(l, p, at)) {
                return false;
            }
        }
    }
    return true;
}

/* Two digits that count of the largest value, and no fewer; of shares of 1 two decimals. */
static int least_decimals(const struct layout *l)
{
    double most = fmax(fabs(l->shared.least), fabs(l->shared.most));
    if (l->f->integers || most >= 9.5 || most == 0) {
        return 0;
    }
    int first = (int)floor(-log10(most * 1.05)) + 1; /* 0.18: the first digit is decimal 1 */
    return first > 0 ? first + 1 : most <= 1.05 ? 2 : 1;
}

void numbers_fit(struct layout *l)
{
    int least = least_decimals(l), most = least > 3 ? least : 3;
    double largest = fmax(fabs(l->shared.least), fabs(l->shared.most));
    l->numbers = false;
    int narrowest = px(l, l->f->annotate == ANNOT_ALWAYS ? 12 : TYPE_LEAST);
    if (l->f->annotate == ANNOT_NEVER || l->fold > 1 || l->pitch < narrowest) {
        return;
    }
    if (l->f->decimals >= 0) {
        least = most = l->f->decimals;
    } else if (l->f->integers || all_whole(l)) {
        least = most = 0;
    } else if (largest >= 10) {
        most = largest >= 100 ? 1 : 2;
    }
    int ways = most - least + (least >= 2); /* without the zero last, if that leaves digits */
    for (int k = 0; k <= ways && !l->numbers; k++) {
        struct number_format how = {.decimals = k <= most - least ? most - k : least,
                                    .bare = k > most - least};
        l->number_size = size_for(l, how);
        l->format = how;
        l->numbers = l->number_size > 0;
    }
}

static void draw_number(struct layout *l, const struct panel *p, int at, int code, int x, int y)
{
    char text[NUMBER_MAX];
    int side = l->pitch - l->gap;
    bool black = code < COLORMAP_COLORS && color_ink(l->s->map[code]).r == 0;
    enum role ink = code >= COLORMAP_COLORS ? ROLE_ODD_LINE : black ? ROLE_BLACK : ROLE_WHITE;
    const struct style style = {
        .size = l->number_size, .anchor = ANCHOR_MIDDLE, .number = code < COLORMAP_COLORS};
    numeral_text(panel_value(p, at), l->format, text);
    scene_text(l->s, ink, x + side / 2,
               y + (side + font_capital(l->fonts, l->number_size, false)) / 2, style, text);
}

/* The color or the mark of every cell. False: memory. */
static bool code_cells(const struct layout *l, const struct panel *p, const struct scale *scale,
                       int rows, int columns, uint16_t *code)
{
    if (l->fold <= 1) {
        for (int at = 0; at < rows * columns; at++) {
            code[at] =
                (uint16_t)(is_masked(l, p, at) ? CELL_MASKED : code_of(panel_value(p, at), scale));
        }
        return true;
    }
    struct share *share = malloc((size_t)p->columns * sizeof *share);
    for (int r = 0; share != NULL && r < rows; r++) {
        code_blocks(l, p, scale, r, share, code + (ptrdiff_t)r * columns);
    }
    bool ok = share != NULL;
    free(share);
    return ok;
}

bool cells_draw(struct layout *l, const struct panel *p, const struct scale *scale, int x, int y)
{
    int rows = cells_along(l, p->rows), columns = cells_along(l, p->columns);
    uint16_t *code = scene_cells_new(l->s, rows, columns);
    if (code == NULL || !code_cells(l, p, scale, rows, columns, code)) {
        l->s->failed = true;
        return false;
    }
    scene_cells(l->s, code, rows, columns, x, y, l->pitch, l->gap);
    for (int at = 0; l->numbers && at < rows * columns; at++) {
        if (code[at] < COLORMAP_COLORS) { /* the mark of the others says it already */
            draw_number(l, p, at, code[at], x + at % columns * l->pitch,
                        y + at / columns * l->pitch);
        }
    }
    return true;
}
