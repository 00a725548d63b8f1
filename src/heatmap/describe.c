/* A figure in words: for who cannot see it, and for what is told in the file. */
#include "heatmap/figure.h"

#include <math.h>

static void put_place(const struct axis *axis, int k, struct buf *out)
{
    if (axis->label != NULL) {
        buf_printf(out, "\"%s\"", axis->label[k]);
    } else {
        buf_printf(out, "%d", k);
    }
}

/* "The largest is 0.180, at query "starts", key "journey"." */
static void put_largest(const struct figure *f, struct buf *out)
{
    const struct panel *best = NULL;
    int at = 0;
    char number[NUMBER_MAX];
    for (int k = 0; k < f->panel_count; k++) {
        const struct panel *p = &f->panel[k];
        for (int c = 0; c < p->rows * p->columns; c++) {
            bool counts = isfinite(p->value[c]) && (p->masked == NULL || !p->masked[c]);
            if (counts && (best == NULL || p->value[c] > best->value[at])) {
                best = p;
                at = c;
            }
        }
    }
    if (best == NULL) {
        return;
    }
    numeral_brief(best->value[at], number);
    buf_printf(out, " The largest is %s, ", number);
    if (best->heading != NULL) {
        buf_printf(out, "in %s, ", best->heading);
    }
    buf_printf(out, "%s ", f->row.name != NULL ? f->row.name : "row");
    put_place(&f->row, at / best->columns, out);
    buf_printf(out, ", %s ", f->column.name != NULL ? f->column.name : "column");
    put_place(&f->column, at % best->columns, out);
    buf_putc(out, '.');
}

/* How many cells are masked, NaN or infinite. */
static void put_marks(const struct figure *f, struct buf *out)
{
    int masked = 0, nan = 0, infinite = 0;
    for (int k = 0; k < f->panel_count; k++) {
        const struct panel *p = &f->panel[k];
        for (int c = 0; c < p->rows * p->columns; c++) {
            bool hidden = p->masked != NULL && p->masked[c];
            masked += hidden;
            nan += !hidden && isnan(p->value[c]);
            infinite += !hidden && isinf(p->value[c]);
        }
    }
    if (masked > 0) {
        buf_printf(out, " %d cell%s masked.", masked, masked == 1 ? " is" : "s are");
    }
    if (nan > 0) {
        buf_printf(out, " %d cell%s NaN.", nan, nan == 1 ? " is" : "s are");
    }
    if (infinite > 0) {
        buf_printf(out, " %d cell%s infinite.", infinite, infinite == 1 ? " is" : "s are");
    }
}

void figure_describe(const struct figure *f, struct buf *out)
{
    struct scale s;
    const struct panel *p = f->panel;
    const struct scale_wish plain = {SCALE_PLAIN, NAN, NAN, NAN, false};
    if (f->panel_count > 1) {
        buf_printf(out, "%d heatmaps", f->panel_count);
    } else {
        buf_puts(out, "A heatmap");
    }
    if (f->title != NULL) {
        buf_printf(out, " of %s", f->title);
    }
    buf_printf(out, ", %d row%s", p->rows, p->rows == 1 ? "" : "s");
    if (f->row.name != NULL) {
        buf_printf(out, " (%s)", f->row.name);
    }
    buf_printf(out, " by %d column%s", p->columns, p->columns == 1 ? "" : "s");
    if (f->column.name != NULL) {
        buf_printf(out, " (%s)", f->column.name);
    }
    buf_putc(out, '.');
    if (scale_find(&plain, f->panel, f->panel_count, &s) && s.any) {
        char lo[NUMBER_MAX], hi[NUMBER_MAX];
        numeral_brief(s.least, lo);
        numeral_brief(s.most, hi);
        buf_printf(out, " Values from %s to %s.", lo, hi);
    }
    put_largest(f, out);
    put_marks(f, out);
}
