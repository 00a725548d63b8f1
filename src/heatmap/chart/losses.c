/* Draws the chart of the losses: lines, ticks at round numbers, a legend where there are several
 * trainings. Lengths of type are in points: at 144 dots an inch twice as many pixels. */
#include "heatmap/chart/losses.h"

#include <math.h>
#include <string.h>

enum { SLIDE_DPI = 144, MOST_DOTS = 24, MOST_TOLD = 8, TICKS = 9, TICKS_UP = 6 };

/* Around the axes, in parts of the picture. */
#define LEFT 0.1
#define RIGHT 0.035
#define BELOW 0.14

struct builder {
    const struct train *train;
    const struct figure *look;
    struct chart *out;
    double lo, hi; /* of all losses */
};

double losses_dpi(const struct figure *look)
{
    return SLIDE_DPI * figure_unit(look);
}

static int trainings_of(const struct train *r)
{
    return r->count > 0 ? r->step[r->count - 1].training + 1 : 0;
}

/* Its steps are [*first, *end). */
static void range_of(const struct train *r, int training, int *first, int *end)
{
    for (*first = 0; r->step[*first].training < training; ++*first) {
    }
    for (*end = *first; *end < r->count && r->step[*end].training == training; ++*end) {
    }
}

/* Several losses that one step adds up. */
static bool adds(const struct train *r)
{
    bool several = false;
    for (int k = 0; k < r->count; k++) {
        several |= r->step[k].backwards > 1;
    }
    return several;
}

static int32_t color_of(const struct builder *b, enum role role)
{
    const struct drawing s = {.theme = b->look->theme};
    struct rgb c = drawing_color(&s, role);
    return (int32_t)c.r << 16 | (int32_t)c.g << 8 | c.b;
}

static const char *keep(struct builder *b, struct buf *text)
{
    const char *kept = text->failed ? NULL : arena_copy(&b->out->arena, buf_text(text), text->len);
    buf_free(text);
    return kept;
}

/* --- the axes --- */

/* 1, 2 or 5 times a power of ten: at most so many of them lie between the ends. */
static double tick_step(double lo, double hi, int most, bool whole)
{
    double step = pow(10, floor(log10((hi - lo) / most)));
    const double times[] = {1, 2, 5, 10};
    int k = 0;
    while (k < 3 && (hi - lo) / (step * times[k]) > most) {
        k++;
    }
    step *= times[k];
    return whole && step < 1 ? 1 : step;
}

static bool lay_side(struct builder *b, double lo, double hi, bool whole, const char *label,
                     struct chart_side *out)
{
    double step = tick_step(lo, hi, whole ? TICKS : TICKS_UP, whole);
    struct chart_tick *tick = arena_alloc(&b->out->arena, (TICKS + 3) * sizeof *tick);
    *out = (struct chart_side){.lo = lo,
                               .hi = hi,
                               .tick = tick,
                               .tick_size = 16,
                               .tick_ha = "center",
                               .label = label,
                               .tick_color = color_of(b, ROLE_TEXT),
                               .label_color = color_of(b, ROLE_QUIET)};
    for (double k = ceil(lo / step - 1e-9); tick != NULL && k * step <= hi + step * 1e-9; k++) {
        struct buf text = {0};
        buf_printf(&text, "%.10g", k == 0 ? 0 : k * step); /* not -0 */
        const char *kept = keep(b, &text);
        if (kept == NULL) {
            return false;
        }
        tick[out->tick_count++] = (struct chart_tick){k * step, kept};
    }
    return tick != NULL;
}

/* From 0, unless there are losses below it. */
static bool lay_axes(struct builder *b, struct chart_axes *axes)
{
    int last = b->train->count - 1;
    double above = b->look->subtitle != NULL ? 0.19 : b->look->title != NULL ? 0.14 : 0.05;
    double lo = fmin(b->lo, 0), hi = fmax(b->hi, 0);
    double wide = last > 0 ? last : 1, high = hi > lo ? hi - lo : 1;
    const char *loss = adds(b->train) ? "sum of losses" : "loss";
    *axes = (struct chart_axes){.place = {1, 1, 0, 1, 0, 1},
                                .over = -1,
                                .within = -1,
                                .label_size = 18,
                                .grid_dash = "-",
                                .frame = CHART_LEFT | CHART_BOTTOM,
                                .frame_color = color_of(b, ROLE_FRAME),
                                .ticks = true,
                                .face = b->out->face,
                                .placed = true,
                                .box = {LEFT, BELOW, 1 - LEFT - RIGHT, 1 - BELOW - above}};
    return lay_side(b, -0.02 * wide, last + 0.02 * wide, true, "step of training", &axes->x) &&
           lay_side(b, lo - (lo < 0 ? 0.05 * high : 0), lo + 1.05 * high, false, loss, &axes->y);
}

/* --- the lines --- */

static bool add_line(struct builder *b, int training, struct chart_mark *out)
{
    static const int32_t colors[] = {0x1f77b4, 0xd62728, 0x2ca02c, 0x9467bd, 0xff7f0e, 0x17becf};
    int first, end;
    range_of(b->train, training, &first, &end);
    int count = end - first;
    double *x = arena_alloc(&b->out->arena, 2 * (size_t)count * sizeof *x);
    int32_t *color = arena_alloc(&b->out->arena, sizeof *color);
    if (x == NULL || color == NULL) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        double loss = b->train->step[first + k].loss;
        x[k] = first + k;
        x[count + k] = isfinite(loss) ? loss : NAN;
        b->lo = fmin(b->lo, x[count + k]); /* NaN is no smaller one */
        b->hi = fmax(b->hi, x[count + k]);
    }
    *color = trainings_of(b->train) == 1 ? color_of(b, ROLE_ACCENT)
                                         : colors[training % (int)(sizeof colors / sizeof *colors)];
    *out = (struct chart_mark){.kind = CHART_line,
                               .x = {x, count},
                               .y = {x + count, count},
                               .face = {color, 1},
                               .edge = *color,
                               .alpha = 1,
                               .width = 2.5,
                               .dash = "-",
                               .marker = count <= MOST_DOTS ? "o" : "",
                               .marker_size = 8,
                               .step = ""};
    return true;
}

/* "training 2, steps 5 to 8" */
static bool add_legend(struct builder *b, struct chart_axes *axes)
{
    int count = trainings_of(b->train), told = count > MOST_TOLD ? MOST_TOLD : count;
    struct chart_legend *legend = arena_alloc(&b->out->arena, sizeof *legend);
    struct chart_entry *entry = arena_alloc(&b->out->arena, (size_t)told * sizeof *entry);
    for (int k = 0; entry != NULL && legend != NULL && k < told; k++) {
        struct buf text = {0};
        int first, end;
        range_of(b->train, k, &first, &end);
        buf_printf(&text, "training %d, step%s %d", k + 1, end - first > 1 ? "s" : "", first);
        if (end - first > 1) {
            buf_printf(&text, " to %d", end - 1);
        }
        entry[k] = (struct chart_entry){keep(b, &text), k, {-1, -1}};
    }
    if (entry == NULL || legend == NULL) {
        return false;
    }
    *legend = (struct chart_legend){.loc = "best",
                                    .entry = entry,
                                    .count = told,
                                    .columns = 1,
                                    .size = 16,
                                    .face = CHART_NONE,
                                    .edge = CHART_NONE,
                                    .color = color_of(b, ROLE_TEXT),
                                    .alpha = 1};
    axes->legend = legend;
    return true;
}

/* Title and subtitle: a line of text in the middle, its upper end so far down. */
static bool add_text(struct builder *b, const char *text, double down, double size, bool bold,
                     enum role role, struct chart_mark *out)
{
    int32_t *color = arena_alloc(&b->out->arena, sizeof *color);
    if (color == NULL) {
        return false;
    }
    *color = color_of(b, role);
    *out = (struct chart_mark){.kind = CHART_text,
                               .on = CHART_FIGURE,
                               .text = text != NULL ? text : "",
                               .value = 0.5,
                               .from = 1 - down,
                               .ha = "center",
                               .va = "top",
                               .size = size,
                               .bold = bold,
                               .face = {color, 1},
                               .edge = *color,
                               .box = CHART_NONE,
                               .box_edge = CHART_NONE,
                               .alpha = 1};
    return true;
}

static bool lay_out(struct builder *b)
{
    int count = trainings_of(b->train);
    struct chart_axes *axes = arena_alloc(&b->out->arena, sizeof *axes);
    struct chart_mark *mark = arena_alloc(&b->out->arena, (size_t)(count + 2) * sizeof *mark);
    bool ok = axes != NULL && mark != NULL;
    for (int k = 0; ok && k < count; k++) {
        ok = add_line(b, k, &mark[k]);
    }
    ok = ok && lay_axes(b, axes) &&
         add_text(b, b->look->title, 0.045, 28, true, ROLE_TEXT, &mark[count]) &&
         add_text(b, b->look->subtitle, 0.115, 18, false, ROLE_QUIET, &mark[count + 1]);
    if (ok) {
        axes->mark = mark;
        axes->mark_count = count + 2;
        axes->front = count;
        b->out->axes = axes;
        b->out->count = 1;
    }
    return ok && (count == 1 || add_legend(b, axes));
}

bool losses_chart(const struct tape *t, const struct figure *look, struct chart *out,
                  struct error *err)
{
    struct builder b = {.train = &t->train, .look = look, .out = out, .lo = NAN, .hi = NAN};
    bool backward = false;
    *out = (struct chart){0};
    for (int k = 0; k < t->event_count; k++) {
        backward |= t->event[k].of >= 0;
    }
    if (t->train.count == 0) {
        return error_set(err, ERROR_INPUT,
                         backward ? "--stage training: no loop of this run computes gradients and "
                                    "uses them, so it has no steps of training"
                                  : "--stage training: this run never calls backward(), so nothing "
                                    "is trained");
    }
    *out = (struct chart){.width = look->width / losses_dpi(look),
                          .height = look->height / losses_dpi(look),
                          .dpi = losses_dpi(look),
                          .face = look->transparent ? CHART_NONE : color_of(&b, ROLE_BACKGROUND)};
    return lay_out(&b) || error_memory(err);
}

void losses_describe(const struct tape *t, struct buf *out)
{
    const struct train *r = &t->train;
    const char *name = adds(r) ? "sum of losses" : "loss";
    int count = trainings_of(r);
    buf_printf(out, "The %s of every step of training", name);
    for (int k = 0; k < count && k < MOST_TOLD; k++) {
        char from[NUMBER_MAX], to[NUMBER_MAX];
        int first, end;
        range_of(r, k, &first, &end);
        numeral_brief(r->step[first].loss, from);
        numeral_brief(r->step[end - 1].loss, to);
        buf_puts(out, k == 0 ? ": " : "; ");
        if (count > 1) {
            buf_printf(out, "training %d, ", k + 1);
        }
        buf_printf(out, "%s at step %d", from, first);
        if (end - first > 1) {
            buf_printf(out, " and %s at step %d", to, end - 1);
        }
    }
    buf_printf(out, "%s.", count > MOST_TOLD ? "; and others" : "");
}
