/* A figure's event has an output for each mark that shows numbers: an image, a line, dots, bars. It
 * is the tensor that was plotted, as it was then; what was no tensor lies in the chart, and the
 * output looks there. */
#include "trace/tape/figure_event.h"

#include "trace/tape/cells.h"
#include "trace/tape/snapshot.h"

#include <string.h>

const struct op figure_op = {.name = "figure",
                             .signature = "(Tensor[] shown)",
                             .where = IN_INTERNAL,
                             .kind = KIND_VALUE,
                             .formula = "shown"};

/* --- marks as tensors --- */

/* The numbers that a mark tells, where they are its own. */
static struct chart_numbers numbers_of(const struct chart_mark *m)
{
    switch (m->kind) {
    case CHART_image:
        return m->values;
    case CHART_line:
    case CHART_dots:
        return m->y;
    case CHART_rects:
        if (m->bars) {
            return m->vertical ? m->h : m->w;
        }
        return (struct chart_numbers){0};
    default:
        return (struct chart_numbers){0};
    }
}

/* How many there must be. */
static int64_t count_of(const struct chart_mark *m)
{
    return m->kind == CHART_image   ? (int64_t)m->rows * m->columns
           : m->kind == CHART_rects ? m->w.count
                                    : m->x.count;
}

/* The tensor that was plotted; NULL: the numbers were none, or the mark shows them otherwise. */
static const struct tape_tensor *look_of(const struct tape *t, const struct chart_mark *m)
{
    const struct tape_tensor *of =
        m->shown > 0 && m->shown <= t->look_count ? &t->look[m->shown - 1] : NULL;
    bool fits = of != NULL && tensor_numel(&of->tensor) == count_of(m) && count_of(m) > 0;
    return fits ? of : NULL;
}

static bool is_part(const struct tape *t, const struct chart_mark *m)
{
    return look_of(t, m) != NULL || numbers_of(m).count > 0;
}

/* Numbers that lie in the chart, as a tensor that looks there. */
static bool lend(struct tape *t, const struct chart_mark *m, struct tensor *out)
{
    struct chart_numbers n = numbers_of(m);
    struct storage *lent = arena_alloc(&t->arena, sizeof *lent);
    struct tensor like = {.dtype = DTYPE_FLOAT64, .ndim = 1, .shape = {n.count}};
    if (lent == NULL) {
        return false;
    }
    if (m->kind == CHART_image) {
        like.ndim = 2;
        like.shape[0] = m->rows;
        like.shape[1] = m->columns;
    }
    cells_view(&like, false, (void *)(uintptr_t)n.at, lent, out);
    return true;
}

static bool add_part(struct tape *t, struct event *e, struct tape_part *part,
                     const struct chart_mark *m)
{
    const struct tape_tensor *of = look_of(t, m);
    struct tape_tensor *out = &e->output[e->output_count++];
    part->input = -1;
    if (of == NULL) {
        *out = (struct tape_tensor){.maker = -1, .written = -1};
        return lend(t, m, &out->tensor);
    }
    struct tensor_object *shadow = arena_alloc(&t->arena, sizeof *shadow);
    if (shadow == NULL) {
        return false;
    }
    *shadow = (struct tensor_object){.tensor = of->tensor, .serial = of->serial};
    *out = *of;
    part->input = e->input_count;
    e->input[e->input_count] =
        (struct tape_input){.of = *of, .element = e->input_count, .shadow = shadow};
    e->input_count++;
    return true;
}

static int count_parts(const struct tape *t, const struct chart *c)
{
    int count = 0;
    for (int a = 0; a < c->count; a++) {
        for (int k = 0; k < c->axes[a].mark_count; k++) {
            count += is_part(t, &c->axes[a].mark[k]);
        }
    }
    return count;
}

bool figure_lay(struct tape *t, struct event *e, const struct chart *chart, const char *name)
{
    size_t parts = (size_t)count_parts(t, chart);
    struct tape_figure *f = arena_alloc(&t->arena, sizeof *f);
    struct tape_part *part = arena_alloc(&t->arena, (parts + 1) * sizeof *part);
    e->input = arena_alloc(&t->arena, (parts + 1) * sizeof *e->input);
    e->output = arena_alloc(&t->arena, (parts + 1) * sizeof *e->output);
    if (f == NULL || part == NULL || e->input == NULL || e->output == NULL) {
        return false;
    }
    *f = (struct tape_figure){chart, name, ++t->figure_count, -1, -1, part};
    e->figure = f;
    for (int a = 0; a < chart->count; a++) {
        for (int k = 0; k < chart->axes[a].mark_count; k++) {
            const struct chart_mark *m = &chart->axes[a].mark[k];
            struct tape_part *to = &part[e->output_count];
            if (is_part(t, m)) {
                to->axes = a;
                to->mark = k;
                if (!add_part(t, e, to, m)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* --- reading --- */

const struct chart_axes *figure_axes(const struct event *e, int part)
{
    return &e->figure->chart->axes[e->figure->part[part].axes];
}

const struct chart_mark *figure_mark(const struct event *e, int part)
{
    return &figure_axes(e, part)->mark[e->figure->part[part].mark];
}

const char *figure_label(const struct event *e, int part)
{
    const struct chart_legend *l = figure_axes(e, part)->legend;
    for (int k = 0; l != NULL && k < l->count; k++) {
        if (l->entry[k].mark == e->figure->part[part].mark) {
            return l->entry[k].text;
        }
    }
    return NULL;
}

const char *figure_word(const struct event *e, int part)
{
    static const char *const words[CHART_KINDS] = {[CHART_image] = "image",
                                                   [CHART_line] = "line",
                                                   [CHART_dots] = "dots",
                                                   [CHART_rects] = "bars"};
    return words[figure_mark(e, part)->kind];
}

/* The cells of a tensor as it was when it was plotted. */
static bool fill(struct tape *t, int event, int output, struct arena *arena,
                 struct chart_numbers *out)
{
    scoped_tensor then = {0};
    if (!tape_after(t, &t->event[event].output[output], event, &then)) {
        return false;
    }
    int64_t count = tensor_numel(&then);
    double *at = arena_alloc(arena, (size_t)count * sizeof *at);
    for (int64_t k = 0; at != NULL && k < count; k++) {
        at[k] = tensor_cell(&then, k);
    }
    *out = (struct chart_numbers){at, count};
    return at != NULL;
}

/* A mark whose tensor is not what it shows any more draws nothing. */
static void clear_lost(const struct tape *t, struct chart_axes *a, struct chart_mark *mark)
{
    for (int k = 0; k < a->mark_count; k++) {
        if (mark[k].shown > 0 && look_of(t, &mark[k]) == NULL && numbers_of(&mark[k]).count == 0) {
            mark[k] = (struct chart_mark){.kind = CHART_line, .dash = "", .marker = "", .step = ""};
        }
    }
}

/* Own marks for the axes of a chart, to be written to. */
static struct chart_axes *copy_axes(const struct tape *t, const struct chart *from,
                                    struct arena *arena)
{
    struct chart_axes *axes = arena_alloc(arena, ((size_t)from->count + 1) * sizeof *axes);
    for (int a = 0; axes != NULL && a < from->count; a++) {
        size_t bytes = (size_t)from->axes[a].mark_count * sizeof(struct chart_mark);
        struct chart_mark *mark = arena_alloc(arena, bytes + 1);
        if (mark == NULL) {
            return NULL;
        }
        axes[a] = from->axes[a];
        if (bytes > 0) {
            memcpy(mark, from->axes[a].mark, bytes);
        }
        axes[a].mark = mark;
        clear_lost(t, &axes[a], mark);
    }
    return axes;
}

bool figure_chart(struct tape *t, int event, struct chart *out)
{
    const struct event *e = &t->event[event];
    *out = *e->figure->chart;
    out->arena = (struct arena){.budget = t->session->in.memory};
    struct chart_axes *axes = copy_axes(t, e->figure->chart, &out->arena);
    bool ok = axes != NULL;
    out->axes = axes;
    for (int k = 0; ok && k < e->output_count; k++) {
        const struct tape_part *p = &e->figure->part[k];
        /* the marks are this chart's own */
        struct chart_mark *m = (struct chart_mark *)(uintptr_t)&axes[p->axes].mark[p->mark];
        if (p->input >= 0 && m->kind == CHART_image) {
            ok = fill(t, event, k, &out->arena, &m->values);
        } else if (p->input >= 0 && m->kind == CHART_line) {
            ok = fill(t, event, k, &out->arena, &m->y);
        }
    }
    if (!ok) {
        figure_chart_free(out);
        return error_memory(&t->session->in.error);
    }
    return true;
}

void figure_chart_free(struct chart *c)
{
    arena_free(&c->arena);
    *c = (struct chart){0};
}
