/* Tells a figure in words: for people who cannot see it, and for the description inside the file.
 */
#include "heatmap/table/figure.h"

#include <math.h>

static void put_place(const struct axis *axis, int k, struct buf *out)
{
    if (axis->label != NULL) {
        buf_printf(out, "\"%s\"", axis->label[k]);
    } else {
        buf_printf(out, "%d", k);
    }
}

/* What one look at all cells tells. */
struct tally {
    double least, most;
    const struct panel *best; /* that has the largest, NULL: there is no number */
    int at;                   /* where */
    int masked, nan, infinite;
};

static void include(struct tally *t, const struct panel *p, int at, double least, double most)
{
    t->least = t->best == NULL || least < t->least ? least : t->least;
    if (t->best == NULL || most > t->most) {
        t->most = most;
        t->best = p;
        t->at = at;
    }
}

/* The first cell that holds it. */
static int place_of(const struct panel *p, double value)
{
    int k = 0;
    while (panel_value(p, k) != value) {
        k++;
    }
    return k;
}

static void count_panel(const struct panel *p, struct tally *t)
{
    double least, most;
    if (panel_plain(p, &least, &most)) {
        include(t, p, place_of(p, most), least, most);
        return;
    }
    for (int k = 0; k < p->rows * p->columns; k++) {
        double v = panel_value(p, k);
        if (p->masked != NULL && p->masked[k]) {
            t->masked++;
        } else if (!isfinite(v)) {
            t->nan += isnan(v) != 0;
            t->infinite += isinf(v) != 0;
        } else {
            include(t, p, k, v, v);
        }
    }
}

/* "The largest is 0.180, at query "starts", key "journey"." */
static void put_largest(const struct figure *f, const struct tally *t, struct buf *out)
{
    char lo[NUMBER_MAX], hi[NUMBER_MAX];
    if (t->best == NULL) {
        return;
    }
    numeral_brief(t->least, lo);
    numeral_brief(t->most, hi);
    buf_printf(out, " Values from %s to %s. The largest is %s, ", lo, hi, hi);
    if (t->best->heading != NULL) {
        buf_printf(out, "in %s, ", t->best->heading);
    }
    buf_printf(out, "%s ", f->row.name != NULL ? f->row.name : "row");
    put_place(&f->row, t->at / t->best->columns, out);
    buf_printf(out, ", %s ", f->column.name != NULL ? f->column.name : "column");
    put_place(&f->column, t->at % t->best->columns, out);
    buf_putc(out, '.');
}

/* " 3 cells are masked." */
static void put_mark(int count, const char *what, struct buf *out)
{
    if (count > 0) {
        buf_printf(out, " %d cell%s %s.", count, count == 1 ? " is" : "s are", what);
    }
}

static void put_differences(const struct figure *f, struct buf *out)
{
    int differ = 0, cells = f->panel->rows * f->panel->columns;
    struct tally t = {0};
    for (int k = f->panel_count - f->differences; k < f->panel_count; k++) {
        count_panel(&f->panel[k], &t);
        for (int c = 0; c < cells; c++) {
            bool hidden = f->panel[k].masked != NULL && f->panel[k].masked[c];
            differ += !hidden && panel_value(&f->panel[k], c) != 0;
        }
    }
    if (f->differences > 0 && t.best != NULL) {
        char least[NUMBER_MAX], most[NUMBER_MAX];
        numeral_brief(t.least, least);
        numeral_brief(t.most, most);
        if (f->gradients) {
            buf_puts(out, " The gradient");
        } else {
            buf_printf(out, " %d of %d cells differ; B \u2212 A", differ, f->differences * cells);
        }
        buf_printf(out, " lies between %s and %s.", least, most);
    }
}

static void put_cut(const struct figure *f, struct buf *out)
{
    struct scale s;
    if (!f->own_scales && scale_find(&f->wish, f->panel, f->panel_count - f->differences, &s) &&
        s.cut) {
        char end[NUMBER_MAX];
        numeral_brief(s.hi, end);
        buf_printf(out, " Colors end at %s; larger weights look like it.", end);
    }
}

static void put_curve(const struct curve *c, struct buf *out)
{
    char first[NUMBER_MAX], last[NUMBER_MAX];
    if (c != NULL && c->count > 0) {
        numeral_brief(c->value[0], first);
        numeral_brief(c->value[c->count - 1], last);
        if (c->count == 1) {
            buf_printf(out, " Below them %s, %s in the only step.", c->name, first);
        } else {
            buf_printf(out, " Below them %s, %s at first and %s at last, over %d %s.", c->name,
                       first, last, c->steps, c->along);
        }
        if (c->updates != NULL) {
            buf_printf(out, " Before them the weights were %s.", c->updates);
        }
        if (c->mark_count > 0 && c->most >= c->count) {
            buf_printf(out, " The %s after %d is not computed.", c->name, c->first + c->most);
        }
    }
}

void describe_figure(const struct figure *f, struct buf *out)
{
    const struct panel *p = f->panel;
    struct tally t = {0};
    if (f->gradients) {
        if (f->differences == 1) {
            buf_puts(out, "A heatmap and its gradient,");
        } else {
            buf_printf(out, "%d heatmaps, each with its gradient,", f->differences);
        }
    } else if (f->differences > 0) {
        buf_printf(out, "%d heatmaps in pairs, A and B, each with the difference B \u2212 A,",
                   f->panel_count - f->differences);
    } else if (f->panel_count > 1) {
        buf_printf(out, "%d heatmaps", f->panel_count);
    } else {
        buf_puts(out, "A heatmap");
    }
    if (f->title != NULL) {
        buf_printf(out, " of %s", f->title);
    }
    if (f->gradients && f->gradient_of != NULL) {
        buf_printf(out, " (%s)", f->gradient_of);
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
    for (int k = 0; k < f->panel_count - f->differences; k++) {
        count_panel(&f->panel[k], &t);
    }
    put_largest(f, &t, out);
    put_differences(f, out);
    put_cut(f, out);
    put_curve(f->curve, out);
    put_mark(t.masked, "masked", out);
    put_mark(t.nan, "NaN", out);
    put_mark(t.infinite, "infinite", out);
}
