/* Finds the strips of a step that only counts or copies cells. */
#include "heatmap/pick/pick.h"
#include "trace/tape/snapshot.h"

#include "torch/origin/origin.h"
#include "torch/origin/origin_region.h"
#include "trace/axes/axes.h"
#include "trace/axes/axes_heads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More cells than this are not looked through for the few that are shown. */
#define MOST_CELLS ((int64_t)1 << 18)

struct sorter {
    struct tape *t;
    const struct choice *c;
    struct strips *out;
    struct arena *arena;
    struct error *err;
    int event, input; /* the tensor that the cells come from: an input of the event */
    struct tensor was, is;
    int64_t *source; /* the row-major number in `was` of every cell of `is`, -1: none */
    int batch;       /* which one is shown, -1: there is none to choose */
    int axis;        /* of the owner ... */
    bool of_result;  /* ... in `is`, else in `was` */
};

static const struct event *event_of(const struct sorter *s)
{
    return &s->t->event[s->event];
}

/* 0 of a tensor that has no such axis */
static int64_t coordinate(const struct tensor *t, int64_t cell, int axis)
{
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(t, cell, at);
    return axis < t->ndim ? at[axis] : 0;
}

/* --- where cells come from --- */

static bool find_sources(struct sorter *s)
{
    const struct event *e = event_of(s);
    int64_t cells = tensor_numel(&s->is);
    struct call call = {0};
    struct origin *each = malloc((size_t)(cells + 1) * sizeof *each);
    s->source = malloc((size_t)(cells + 1) * sizeof *s->source);
    bool ok = each != NULL && s->source != NULL && tape_call_of(s->t, s->event, &call) &&
              tape_in_time(s->t) && origin_find_all(&call, 0, &s->is, each);
    for (int64_t k = 0; ok && k < cells; k++) {
        bool ours = each[k].argument == e->input[s->input].argument &&
                    each[k].element == e->input[s->input].element;
        s->source[k] = ours ? each[k].cell : -1;
    }
    if (call.op != NULL) {
        tape_call_release(s->t, s->event, &call);
    }
    free(each);
    const struct error *why = &s->t->session->in.error;
    return ok || (why->kind != ERROR_NONE ? error_set(s->err, ERROR_LIMIT, "%s", why->text)
                                          : error_memory(s->err));
}

/* --- what the colors stand for --- */

static int head_axis(const struct tape_tensor *of)
{
    for (int k = 0; k < of->tensor.ndim; k++) {
        if (axes_has_heads(of, k) && of->tensor.shape[k] > 1) {
            return k;
        }
    }
    return -1;
}

/* Heads, if an axis is called so; else the axis of the result before its rows. */
static void find_owner(struct sorter *s)
{
    const struct event *e = event_of(s);
    const char *name;
    s->axis = head_axis(&e->output[0]);
    s->of_result = s->axis >= 0;
    if (!s->of_result) {
        s->axis = head_axis(&e->input[s->input].of);
    }
    if (s->axis < 0) {
        int first = s->batch >= 0 ? 1 : 0, wish = s->is.ndim - 3;
        s->axis = wish > first ? wish : first < s->is.ndim ? first : 0;
        s->of_result = true;
    }
    const struct tape_tensor *of = s->of_result ? &e->output[0] : &e->input[s->input].of;
    name = of->axes != NULL && s->axis < of->tensor.ndim ? of->axes[s->axis] : NULL;
    name = axes_has_heads(of, s->axis) ? "head" : name != NULL ? name : "row";
    s->out->owners = of->tensor.ndim > 0 ? (int)of->tensor.shape[s->axis] : 1;
    s->out->owner_name = arena_copy(s->arena, name, strlen(name));
}

/* Which owner each cell of `was` has, through the result if it is an axis of that. */
static bool owners_before(const struct sorter *s, int **out)
{
    int64_t cells = tensor_numel(&s->was), results = tensor_numel(&s->is);
    *out = malloc((size_t)(cells + 1) * sizeof **out);
    if (*out == NULL) {
        return error_memory(s->err);
    }
    for (int64_t k = 0; k < cells; k++) {
        (*out)[k] = -1;
    }
    for (int64_t k = 0; k < results; k++) {
        int64_t from = s->source[k];
        if (from >= 0 && from < cells && (*out)[from] < 0) {
            (*out)[from] = s->of_result ? (int)coordinate(&s->is, k, s->axis)
                                        : (int)coordinate(&s->was, from, s->axis);
        }
    }
    return true;
}

/* --- the strips --- */

/* "0, 1, 2" without the batch */
static const char *index_text(struct sorter *s, const struct tensor *t, int64_t cell)
{
    struct buf text = {0};
    for (int k = s->batch >= 0 ? 1 : 0; k < t->ndim; k++) {
        buf_printf(&text, "%s%lld", text.len > 0 ? "," : "", (long long)coordinate(t, cell, k));
    }
    return pick_keep(s->arena, &text);
}

struct placed {
    int64_t cell, place;
};

static int by_place(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    int64_t left = x->place, right = y->place;
    return left != right ? (left > right) - (left < right)
                         : (x->cell > y->cell) - (x->cell < y->cell);
}

/* The cells of a tensor, or of its batch, in order: of memory, or as the tensor counts them. */
static bool list_cells(struct sorter *s, const struct tensor *t, bool by_memory,
                       struct placed **out, int64_t *count)
{
    int64_t all = tensor_numel(t), per = s->batch >= 0 ? all / t->shape[0] : all;
    int64_t first = s->batch >= 0 ? s->batch * per : 0;
    *count = per;
    *out = malloc((size_t)(per + 1) * sizeof **out);
    if (*out == NULL) {
        return error_memory(s->err);
    }
    for (int64_t k = 0; k < per; k++) {
        (*out)[k] = (struct placed){first + k, tensor_place(t, first + k)};
    }
    if (by_memory) {
        qsort(*out, (size_t)per, sizeof **out, by_place);
    }
    return true;
}

static bool set_heading(struct sorter *s, const struct tape_tensor *of, const char *name,
                        const char *what, struct strip *strip)
{
    struct buf text = {0};
    const struct tensor *t = &of->tensor;
    buf_printf(&text, "%s%s%s", what, name != NULL ? name : "", name != NULL ? " " : "");
    axes_text(of, &text);
    if (of->axes != NULL) {
        buf_puts(&text, " = (");
        sizes_put(t->ndim, t->shape, ", ", &text);
        buf_putc(&text, ')');
    }
    buf_puts(&text, t->ndim > 0 ? ", strides " : "");
    sizes_put(t->ndim, t->stride, " ", &text);
    strip->heading = pick_keep(s->arena, &text);
    return strip->heading != NULL || error_memory(s->err);
}

/* Cells along the last axis that is longer than 1 belong together. */
static int together(const struct tensor *t)
{
    for (int k = t->ndim - 1; k >= 0; k--) {
        if (t->shape[k] > 1) {
            return t->shape[k] < STRIP_CELLS ? (int)t->shape[k] : STRIP_CELLS;
        }
    }
    return 1;
}

static bool fill(struct sorter *s, const struct tensor *t, bool by_memory, const int *owner,
                 struct strip *strip)
{
    struct placed *list;
    int64_t count;
    if (!list_cells(s, t, by_memory, &list, &count)) {
        return false;
    }
    strip->of = count;
    strip->together = together(t);
    strip->count = (int)(count < STRIP_CELLS ? count : STRIP_CELLS);
    if (count > STRIP_CELLS) { /* whole groups */
        strip->count -= strip->count % strip->together;
    }
    bool ok = true;
    for (int k = 0; ok && k < strip->count; k++) {
        struct strip_cell *c = &strip->cell[k];
        int64_t cell = list[k].cell, from = owner != NULL ? cell : s->source[cell];
        c->value = tensor_double_at(t, list[k].place);
        c->place = list[k].place;
        c->owner = owner != NULL                  ? owner[cell]
                   : s->of_result && t->ndim > 0  ? (int)coordinate(t, cell, s->axis)
                   : from >= 0 && s->was.ndim > 0 ? (int)coordinate(&s->was, from, s->axis)
                                                  : 0;
        c->index = index_text(s, t, cell);
        ok = c->index != NULL || error_memory(s->err);
    }
    free(list);
    return ok;
}

/* --- the step --- */

static bool find_input(struct sorter *s)
{
    const struct event *e = event_of(s);
    if (e->op->kind == KIND_MAP && e->output_count > 0 && tensor_numel(&e->output[0].tensor) > 0) {
        for (s->input = 0; s->input < e->input_count; s->input++) {
            const struct tensor *t = &e->input[s->input].of.tensor;
            if (t->dtype == e->output[0].tensor.dtype && tensor_numel(t) > 0) {
                break;
            }
        }
    } else {
        s->input = e->input_count;
    }
    if (s->input >= e->input_count) {
        return error_set(s->err, ERROR_INPUT,
                         "--storage shows what a view, a transpose or a copy does to the cells in "
                         "memory; step %s%d, %s, computes new ones",
                         e->setup ? "s" : "", e->number, e->name);
    }
    return tensor_numel(&e->output[0].tensor) <= MOST_CELLS &&
                   tensor_numel(&e->input[s->input].of.tensor) <= MOST_CELLS
               ? true
               : error_set(s->err, ERROR_INPUT,
                           "step %s%d has more cells than --storage looks through; --set a smaller "
                           "size",
                           e->setup ? "s" : "", e->number);
}

/* One place of the first axis, if both tensors have the same there and it is no head. */
static bool find_batch(struct sorter *s)
{
    const struct event *e = event_of(s);
    const struct tensor *was = &e->input[s->input].of.tensor, *is = &e->output[0].tensor;
    bool batched = was->ndim >= 3 && is->ndim >= 3 && was->shape[0] == is->shape[0] &&
                   head_axis(&e->output[0]) != 0 && head_axis(&e->input[s->input].of) != 0;
    s->batch = batched ? (s->c->batch < 0 ? 0 : s->c->batch) : -1;
    return pick_counts("--batch", s->c->batch, batched ? was->shape[0] : 1, s->err);
}

static bool make_strips(struct sorter *s)
{
    const struct event *e = event_of(s);
    const struct tape_tensor *was = &e->input[s->input].of, *is = &e->output[0];
    bool view = was->tensor.storage == is->tensor.storage;
    int *owner;
    if (!find_sources(s) || !owners_before(s, &owner)) {
        return false;
    }
    s->out->integers = !dtype_is_float(is->tensor.dtype);
    bool ok = fill(s, &s->was, true, owner, &s->out->before) &&
              fill(s, &s->is, !view, NULL, &s->out->after) &&
              set_heading(s, was, tape_name(s->t, s->event, was), "in memory: ", &s->out->before) &&
              set_heading(s, is, tape_result_name(s->t, s->event, 0),
                          view ? "counted anew, nothing has moved: " : "copied to new memory: ",
                          &s->out->after);
    free(owner);
    return ok;
}

bool pick_strips(struct tape *t, const struct choice *c, int event, struct strips *out,
                 struct arena *arena, char about[80], struct error *err)
{
    struct sorter s = {
        .t = t, .c = c, .out = out, .arena = arena, .err = err, .event = event, .axis = -1};
    const struct event *e = &t->event[event];
    if (!find_input(&s) || !find_batch(&s)) {
        return false;
    }
    if (!tape_before(t, &e->input[s.input].of, event, &s.was)) {
        return error_set(err, ERROR_LIMIT, "%s", t->session->in.error.text);
    }
    if (!tape_after(t, &e->output[0], event, &s.is)) {
        tensor_release(&s.was);
        return error_set(err, ERROR_LIMIT, "%s", t->session->in.error.text);
    }
    find_owner(&s);
    bool ok = make_strips(&s);
    free(s.source);
    tensor_release(&s.was);
    tensor_release(&s.is);
    int n = snprintf(about, 80, "the cells as memory holds them");
    if (s.batch >= 0) {
        n += snprintf(about + n, 80 - (size_t)n, " \u00b7 batch %d", s.batch);
    }
    if (out->before.count < out->before.of || out->after.count < out->after.of) {
        snprintf(about + n, 80 - (size_t)n, " \u00b7 the first %d of %lld cells", out->before.count,
                 (long long)out->before.of);
    }
    return ok;
}
