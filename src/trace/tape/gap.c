/* Draws the losses of a gap as a chart with one line. */
#include "trace/tape/gap.h"

#include "lang/parse/ast.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/part.h"

#include <math.h>
#include <string.h>

static double *take_numbers(struct arena *a, int count)
{
    return arena_alloc(a, ((size_t)count + 1) * sizeof(double));
}

static const char *text_of(struct arena *a, const char *how, double number)
{
    scoped_buf text = {0};
    buf_printf(&text, how, number);
    const char *kept = arena_copy(a, buf_text(&text), text.len);
    return kept;
}

/* From the least to the most, with a tick at each end. */
static bool lay_side(struct arena *a, const double *at, int count, const char *label,
                     struct chart_side *out)
{
    double lo = NAN, hi = NAN;
    for (int k = 0; k < count; k++) {
        lo = isfinite(at[k]) && !(lo <= at[k]) ? at[k] : lo;
        hi = isfinite(at[k]) && !(hi >= at[k]) ? at[k] : hi;
    }
    struct chart_tick *tick = arena_alloc(a, 2 * sizeof *tick);
    bool none = isnan(lo);
    *out = (struct chart_side){.lo = none ? 0 : lo,
                               .hi = none ? 1 : hi,
                               .label = label,
                               .tick_ha = "center",
                               .tick_size = 10,
                               .tick = tick};
    if (tick == NULL) {
        return false;
    }
    for (int k = 0; k < 2 && !none; k++) {
        double end = k == 0 ? lo : hi;
        if (k == 0 || hi > lo) {
            tick[out->tick_count++] = (struct chart_tick){end, text_of(a, "%.4g", end)};
        }
    }
    return out->tick_count == 0 || tick[out->tick_count - 1].text != NULL;
}

static struct chart *make_chart(struct tape *t, const struct part *gap)
{
    struct arena *a = &t->arena;
    int count = gap->gap_last - gap->gap_first + 1;
    double *x = take_numbers(a, count), *y = take_numbers(a, count);
    struct chart *c = arena_alloc(a, sizeof *c);
    struct chart_axes *axes = arena_alloc(a, sizeof *axes);
    struct chart_mark *mark = arena_alloc(a, sizeof *mark);
    int32_t *color = arena_alloc(a, sizeof *color);
    if (x == NULL || y == NULL || c == NULL || axes == NULL || mark == NULL || color == NULL) {
        return NULL;
    }
    for (int k = 0; k < count; k++) {
        x[k] = gap->gap_first + k;
        y[k] = t->train.step[gap->gap_first + k].loss;
    }
    *color = 0x1f77b4;
    *mark = (struct chart_mark){.kind = CHART_line,
                                .x = {x, count},
                                .y = {y, count},
                                .face = {color, 1},
                                .edge = *color,
                                .alpha = 1,
                                .width = 1.5,
                                .dash = "-",
                                .marker = count == 1 ? "o" : "",
                                .marker_size = 6,
                                .step = ""};
    *axes = (struct chart_axes){.place = {1, 1, 0, 1, 0, 1},
                                .over = -1,
                                .within = -1,
                                .label_size = 10,
                                .grid_dash = "-",
                                .frame = CHART_LEFT | CHART_BOTTOM,
                                .ticks = true,
                                .face = 0xffffff,
                                .mark = mark,
                                .mark_count = 1,
                                .front = 1};
    *c = (struct chart){
        .width = 6.4, .height = 4.8, .dpi = 100, .face = 0xffffff, .axes = axes, .count = 1};
    bool ok =
        lay_side(a, x, count, "training step", &axes->x) && lay_side(a, y, count, "loss", &axes->y);
    return ok ? c : NULL;
}

bool gap_lay(struct tape *t, struct event *e, const struct part *gap)
{
    struct chart *c = make_chart(t, gap);
    int figures = t->figure_count;
    if (c == NULL || !figure_lay(t, e, c, NULL)) {
        return raise_memory(&t->session->in);
    }
    struct tape_figure *f = (struct tape_figure *)(uintptr_t)e->figure;
    t->figure_count = figures; /* it is none of the code's */
    f->number = 0;
    f->gap_first = gap->gap_first;
    f->gap_last = gap->gap_last;
    return true;
}

struct span gap_code(const struct node *loop)
{
    struct span head = loop->span;
    const struct node *last = loop->kind == NODE_FOR ? loop->right : loop->left;
    head.end_line = last->span.end_line;
    head.end_column = last->span.end_column;
    return head;
}

void gap_text(const struct tape *t, const struct event *e, struct buf *out)
{
    const struct tape_figure *f = e->figure;
    double from = t->train.step[f->gap_first].loss, to = t->train.step[f->gap_last].loss;
    if (f->gap_first == f->gap_last) {
        buf_printf(out, "training step %d is not on the tape", f->gap_first);
    } else {
        buf_printf(out, "training steps %d to %d are not on the tape", f->gap_first, f->gap_last);
    }
    if (!isnan(from) && !isnan(to)) {
        buf_printf(out, "; loss %.4g", from);
        if (f->gap_first != f->gap_last) {
            buf_printf(out, " -> %.4g", to);
        }
    }
}
