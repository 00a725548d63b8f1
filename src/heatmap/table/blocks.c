/* Works out what each cell shows: its value; where there are more values than pixels the mean, by
 * area, of the block of values that it covers. Row by row, so that hardly any memory is needed. */
#include "heatmap/table/layout.h"
#include "heatmap/table/panel_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which values along one axis a cell covers: the first and the one behind the last, and where their
 * parts stand. */
struct reach {
    int first, end, parts;
    double all; /* the sum of its parts */
};

struct blocks {
    const struct layout *l;
    const struct panel *p;
    const struct scale *scale;
    bool plain; /* all values are finite and none is masked */
    int rows, columns;
    struct reach *column;
    double *part; /* how much of each value lies in the cell, for all columns */
    /* of the row of cells at hand: for each column of values; `mean` for each cell */
    double *sum, *area, *mean;
};

static struct reach reach_of(int cell, int count, int shown)
{
    return (struct reach){.first = (int)((int64_t)cell * count / shown),
                          .end = (int)(((int64_t)(cell + 1) * count + shown - 1) / shown)};
}

/* How much of value k lies in cell `cell`, when `count` values share `shown` cells. */
static double overlap(int k, int cell, int count, int shown)
{
    double from = (double)cell * count / shown, to = (double)(cell + 1) * count / shown;
    double left = from > k ? from : k, right = to < k + 1 ? to : k + 1;
    return right - left;
}

static void blocks_free(struct blocks *b)
{
    free(b->column);
    free(b->part);
    free(b->sum);
}

static bool blocks_start(struct blocks *b)
{
    int count = b->p->columns, used = 0;
    size_t values = (size_t)count, cells = (size_t)b->columns;
    b->column = malloc(cells * sizeof *b->column);
    b->part = malloc((values + 2 * cells) * sizeof *b->part); /* neighbours may share one */
    b->sum = malloc((2 * values + cells) * sizeof *b->sum);
    if (b->column == NULL || b->part == NULL || b->sum == NULL) {
        return false;
    }
    b->area = b->sum + values;
    b->mean = b->area + values;
    for (int k = 0; k < b->columns; k++) {
        struct reach reach = reach_of(k, count, b->columns);
        reach.parts = used;
        for (int c = reach.first; c < reach.end; c++) {
            b->part[used] = overlap(c, k, count, b->columns);
            reach.all += b->part[used++];
        }
        b->column[k] = reach;
    }
    return true;
}

/* `high` of each value of a row, of those that are numbers and not masked. */
static void add_row(struct blocks *b, int row, double high)
{
    const struct panel *p = b->p;
    int start = row * p->columns;
    const float *single = b->plain ? p->single + start : NULL;
    for (int c = 0; single != NULL && c < p->columns; c++) {
        b->sum[c] += (double)single[c] * high;
    }
    for (int c = 0; single == NULL && c < p->columns; c++) {
        double v = panel_value(p, start + c);
        if (isfinite(v) && !cell_masked(b->l, p, start + c)) {
            b->sum[c] += v * high;
            b->area[c] += high;
        }
    }
}

static double weigh(const double *value, const double *part, int count)
{
    double sum = 0;
    for (int c = 0; c < count; c++) {
        sum += value[c] * part[c];
    }
    return sum;
}

/* The means of a row of cells; NaN where there is nothing to take a mean of. */
static void find_means(struct blocks *b, struct reach rows, int row)
{
    double high = 0;
    memset(b->sum, 0, 2 * (size_t)b->p->columns * sizeof *b->sum); /* and the areas behind */
    for (int r = rows.first; r < rows.end; r++) {
        double part = overlap(r, row, b->p->rows, b->rows);
        add_row(b, r, part);
        high += part;
    }
    for (int k = 0; k < b->columns; k++) {
        struct reach reach = b->column[k];
        const double *part = b->part + reach.parts;
        int count = reach.end - reach.first;
        double area = b->plain ? high * reach.all : weigh(b->area + reach.first, part, count);
        b->mean[k] = area > 0 ? weigh(b->sum + reach.first, part, count) / area : NAN;
    }
}

/* What a cell without a mean is: what the first of its values is. */
static int odd_code(const struct blocks *b, int at)
{
    return cell_masked(b->l, b->p, at) ? CELL_MASKED : cell_code(panel_value(b->p, at), b->scale);
}

static void code_row(struct blocks *b, int row, uint16_t *code)
{
    struct reach rows = reach_of(row, b->p->rows, b->rows);
    find_means(b, rows, row);
    colormap_indices(b->mean, b->columns, b->scale->lo, b->scale->hi, code);
    for (int k = 0; k < b->columns; k++) {
        if (isnan(b->mean[k])) {
            code[k] = (uint16_t)odd_code(b, rows.first * b->p->columns + b->column[k].first);
        }
    }
}

bool blocks_code(const struct layout *l, const struct panel *p, const struct scale *scale,
                 uint16_t *code)
{
    double least, most;
    struct blocks b = {.l = l,
                       .p = p,
                       .scale = scale,
                       .plain = panel_plain(p, &least, &most),
                       .rows = cells_along(l, p->rows),
                       .columns = cells_along(l, p->columns)};
    bool ok = blocks_start(&b);
    for (int row = 0; ok && row < b.rows; row++) {
        code_row(&b, row, code + (ptrdiff_t)row * b.columns);
    }
    blocks_free(&b);
    return ok;
}
