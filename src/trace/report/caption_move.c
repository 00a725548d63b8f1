/* Holds the conditions of sentences about numbers that only go elsewhere: views, copies, other
 * types, tables put together. */
#include "trace/report/caption_words.h"
#include "trace/tape/event.h"

#include <string.h>

/* --- the same numbers elsewhere --- */

CAPTION_IF(gives_input, event_gives_back(s->e))

CAPTION_IF(wants_gradient, event_is(s->e, OP_requires_grad_) && s->e->output[0].requires_grad)
CAPTION_IF(wants_no_gradient, event_is(s->e, OP_requires_grad_) && !s->e->output[0].requires_grad)

bool wants_none_of_gradient(struct captioned *s)
{
    const char *name = wants_no_gradient(s) ? tape_name(s->t, s->event, &s->e->input[0].of) : NULL;
    const char *end = name != NULL ? strstr(name, ".grad") : NULL;
    return end != NULL && strcmp(end, ".grad") == 0;
}

CAPTION_IF(turns_table, caption_out(s)->ndim == 2 && caption_permutes(s, NULL))

/* In a batch. */
bool turns_tables(struct captioned *s)
{
    int ndim = caption_out(s)->ndim;
    return ndim > 2 && swaps_axes(s) && s->n[0] == ndim - 2 && s->n[1] == ndim - 1;
}

bool swaps_axes(struct captioned *s)
{
    int order[TENSOR_MAX_DIMS], count = 0, axis[TENSOR_MAX_DIMS];
    if (!caption_permutes(s, order)) {
        return false;
    }
    for (int d = 0; d < caption_out(s)->ndim; d++) {
        if (order[d] != d) {
            axis[count++] = d;
        }
    }
    s->n[0] = axis[0];
    s->n[1] = axis[count - 1];
    return count == 2;
}

CAPTION_IF(permutes_axes, caption_permutes(s, NULL))

/* Whether the first input and the result have the same places of memory, one after the other. */
static bool same_order(const struct tensor *in, const struct tensor *out)
{
    int64_t count = tensor_numel(out);
    if (tensor_is_contiguous(in) && tensor_is_contiguous(out)) {
        return in->offset == out->offset;
    }
    for (int64_t k = 0; k < count && count <= CAPTION_CELLS_MOST; k++) {
        if (tensor_place(in, k) != tensor_place(out, k)) {
            return false;
        }
    }
    return count <= CAPTION_CELLS_MOST;
}

bool counts_anew(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    s->n[0] = (double)tensor_numel(out);
    return in != NULL && s->e->effect == STORAGE_VIEW && s->e->output_count == 1 &&
           in->storage == out->storage && in->dtype == out->dtype &&
           tensor_numel(in) == tensor_numel(out) && !tensor_same_shape(in, out) &&
           same_order(in, out);
}

static bool looks_at(const struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    return in != NULL && in->ndim > 0 && s->e->op->kind == KIND_MAP &&
           s->e->effect == STORAGE_VIEW && s->e->output_count == 1 &&
           in->storage == caption_out(s)->storage && in->dtype == caption_out(s)->dtype;
}

bool shows_again(struct captioned *s)
{
    s->n[0] = looks_at(s) ? (double)tensor_numel(caption_in(s, 0)) : 0;
    return looks_at(s) && event_does(s->e, EXPANDS) &&
           tensor_numel(caption_out(s)) > tensor_numel(caption_in(s, 0));
}

/* --- views of a part --- */

struct seen { /* what a view looks at, of one axis of the input */
    int axis;
    int64_t from, count, size; /* places of that axis */
    int64_t step;
    bool single; /* the axis is gone */
};

/* The axes of which a view leaves something out. Returns how many; 0: it is no such view. */
static int looks_along(const struct captioned *s, struct seen seen[TENSOR_MAX_DIMS])
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    int count = 0, k = 0;
    for (int d = 0; looks_at(s) && d < in->ndim; d++) {
        bool here = k < out->ndim && out->stride[k] == in->stride[d] &&
                    out->shape[k] <= in->shape[d] && in->ndim - d >= out->ndim - k;
        bool whole = here && out->shape[k] == in->shape[d];
        if (!whole) {
            seen[count] = (struct seen){.axis = d,
                                        .count = here ? out->shape[k] : 1,
                                        .size = in->shape[d],
                                        .step = in->stride[d],
                                        .single = !here};
            count++;
        }
        k += here;
    }
    return looks_at(s) && k == out->ndim ? count : 0;
}

/* Where each begins: the way from the first number of the input to that of the view, the longest
 * steps first. */
static bool finds_beginnings(const struct captioned *s, struct seen *seen, int count)
{
    int64_t way = caption_out(s)->offset - caption_in(s, 0)->offset;
    for (int done = 0; done < count; done++) {
        struct seen *next = NULL;
        for (int k = 0; k < count; k++) {
            bool open = seen[k].step > 0 && seen[k].from == -1;
            next = open && (next == NULL || seen[k].step > next->step) ? &seen[k] : next;
        }
        if (next == NULL) {
            return false;
        }
        next->from = way / next->step;
        way %= next->step;
        if (next->from < 0 || next->from + next->count > next->size) {
            return false;
        }
    }
    return way == 0;
}

static int looks_at_places(const struct captioned *s, struct seen seen[TENSOR_MAX_DIMS])
{
    int count = looks_along(s, seen);
    for (int k = 0; k < count; k++) {
        seen[k].from = -1;
    }
    return count > 0 && finds_beginnings(s, seen, count) ? count : 0;
}

static bool shows_single(struct captioned *s, int ndim, int axis)
{
    struct seen seen[TENSOR_MAX_DIMS];
    if (looks_at_places(s, seen) != 1 || !seen[0].single ||
        (ndim > 0 && (caption_in(s, 0)->ndim != ndim || seen[0].axis != axis))) {
        return false;
    }
    s->n[0] = (double)seen[0].from;
    s->n[1] = (double)seen[0].size;
    s->n[2] = seen[0].axis;
    return true;
}

CAPTION_IF(shows_row, shows_single(s, 2, 0))
CAPTION_IF(shows_column, shows_single(s, 2, 1))
CAPTION_IF(shows_number, shows_single(s, 1, 0))
CAPTION_IF(shows_place, shows_single(s, 0, 0))

bool shows_places(struct captioned *s)
{
    struct seen seen[TENSOR_MAX_DIMS];
    if (looks_at_places(s, seen) != 1 || seen[0].count == 1) {
        return false;
    }
    s->n[0] = (double)seen[0].from;
    s->n[1] = (double)(seen[0].from + seen[0].count - 1);
    s->n[2] = seen[0].axis;
    s->n[3] = (double)seen[0].size;
    return true;
}

/* "Axis 0 at 1, axis 2 from 0 to 3" */
bool shows_places_of_axes(struct captioned *s)
{
    struct seen seen[TENSOR_MAX_DIMS];
    int count = looks_at_places(s, seen);
    buf_clear(&s->formula);
    for (int k = 0; k < count; k++) {
        buf_printf(&s->formula, "%s %d ", k == 0 ? "Axis" : ", axis", seen[k].axis);
        if (seen[k].count == 1) {
            buf_printf(&s->formula, "at %lld", (long long)seen[k].from);
        } else {
            buf_printf(&s->formula, "from %lld to %lld", (long long)seen[k].from,
                       (long long)(seen[k].from + seen[k].count - 1));
        }
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = count > 0 ? (double)tensor_numel(caption_in(s, 0)) : 0;
    return count > 0 && count < 5;
}

static bool shows_same(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    s->n[0] = (double)tensor_numel(out);
    return in != NULL && s->e->effect == STORAGE_VIEW && s->e->output_count == 1 &&
           in->storage == out->storage && in->dtype == out->dtype && tensor_same_shape(in, out) &&
           same_order(in, out);
}

CAPTION_IF(cuts_off, event_is(s->e, OP_detach) && shows_same(s))
CAPTION_IF(shows_all, shows_same(s))

bool reads_as(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    return in != NULL && s->e->effect == STORAGE_VIEW && in->storage == caption_out(s)->storage &&
           in->dtype != caption_out(s)->dtype && event_is(s->e, OP_view);
}

bool looks(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    return in != NULL && s->e->op->kind == KIND_MAP && s->e->effect == STORAGE_VIEW &&
           s->e->output_count == 1 && in->storage == caption_out(s)->storage;
}

CAPTION_IF(splits_complex, event_is(s->e, OP_view_as_real) && looks(s))
CAPTION_IF(makes_complex, event_is(s->e, OP_view_as_complex) && looks(s))

/* Padding that cuts nothing off. */
bool pads(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    const struct argument *by = event_argument(s->e, "pad");
    bool grows = by != NULL && by->ints != NULL && in != NULL && in->ndim == out->ndim;
    for (int k = 0; grows && k < by->count; k++) {
        grows = by->ints[k] >= 0;
    }
    s->n[0] = grows ? (double)(tensor_numel(out) - tensor_numel(in)) : 0;
    return s->n[0] > 1;
}

bool shows_part(struct captioned *s)
{
    if (!looks_at(s) || tensor_numel(caption_out(s)) >= tensor_numel(caption_in(s, 0))) {
        return false;
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = (double)tensor_numel(caption_in(s, 0));
    return true;
}

bool shares_out(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    int64_t all = 0;
    if (in == NULL || s->e->effect != STORAGE_VIEW || s->e->output_count < 2) {
        return false;
    }
    for (int k = 0; k < s->e->output_count; k++) {
        all += tensor_numel(&s->e->output[k].tensor);
        if (s->e->output[k].tensor.storage != in->storage) {
            return false;
        }
    }
    s->n[0] = (double)all;
    s->n[1] = s->e->output_count;
    return all == tensor_numel(in) && event_does(s->e, CUTS);
}

CAPTION_IF(copies_in_order, event_is(s->e, OP_contiguous) && copies(s) && caption_out(s)->ndim > 1)

/* All numbers, in whatever order. */
static bool copies_all(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    s->n[0] = (double)tensor_numel(out);
    return in != NULL && s->e->effect == STORAGE_COPY && s->e->output_count == 1 &&
           (event_does(s->e, COPIES | RESHAPES | CONVERTS) || event_is(s->e, OP_copy)) &&
           tensor_numel(in) == tensor_numel(out) && in->dtype == out->dtype;
}

CAPTION_IF(copies, copies_all(s) && tensor_is_contiguous(caption_out(s)))

/* x.T.clone() */
CAPTION_IF(copies_as_it_lies, copies_all(s) &&
                                  tensor_same_shape(caption_in(s, 0), caption_out(s)) &&
                                  !tensor_is_contiguous(caption_out(s)))

/* --- other types --- */

/* Copied as another type; sets how many numbers changed. */
static bool casts(struct captioned *s, double *changed)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    s->n[0] = (double)tensor_numel(out);
    return event_does(s->e, CONVERTS) && in != NULL && s->e->effect != STORAGE_VIEW &&
           in->dtype != out->dtype && caption_changed(s, changed);
}

bool makes_truth(struct captioned *s)
{
    double changed;
    return caption_out(s)->dtype == DTYPE_BOOL && casts(s, &changed);
}

bool casts_truth(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    double changed;
    return in != NULL && in->dtype == DTYPE_BOOL && casts(s, &changed);
}

CAPTION_IF(casts_exactly, casts(s, &s->n[1]) && s->n[1] == 0)
CAPTION_IF(casts_losing, casts(s, &s->n[1]))

/* --- put together --- */

static bool puts_together(struct captioned *s, uint64_t traits)
{
    s->n[0] = s->e->input_count;
    s->n[1] = event_axis(s->e, caption_out(s)->ndim);
    return event_does(s->e, traits) && s->n[1] >= 0 && s->e->input_count > 1;
}

CAPTION_IF(joins, puts_together(s, CONCATENATES))

/* Of tables, perhaps in batches. */
static bool joins_along(struct captioned *s, int from_last)
{
    int axis = caption_out(s)->ndim - from_last;
    for (int k = 0; k < s->e->input_count; k++) {
        if (caption_in(s, k)->ndim != caption_out(s)->ndim) {
            return false;
        }
    }
    if (caption_out(s)->ndim < 2 || !joins(s) || s->n[1] != axis) {
        return false;
    }
    s->n[1] = (double)caption_out(s)->shape[axis];
    s->n[2] = (double)caption_out(s)->shape[caption_out(s)->ndim - 1];
    return true;
}

CAPTION_IF(joins_rows, joins_along(s, 2))
CAPTION_IF(joins_columns, joins_along(s, 1))
CAPTION_IF(stacks, event_is(s->e, OP_stack) && puts_together(s, STACKS))

/* The input that is overwritten; -1: the result was given by out=, or has another shape now. */
static int overwritten(const struct captioned *s)
{
    for (int k = 0; k < s->e->input_count; k++) {
        if (s->e->input[k].of.serial == s->e->output[0].serial &&
            tensor_same_shape(caption_in(s, k), caption_out(s))) {
            return k;
        }
    }
    return -1;
}

bool writes_places(struct captioned *s)
{
    int at = overwritten(s);
    if (s->e->effect != STORAGE_IN_PLACE || at != 0 || s->e->op->kind == KIND_RANDOM ||
        s->e->op->kind == KIND_CONSTANT || event_is(s->e, OP_fill)) {
        return false;
    }
    s->n[1] = (double)tensor_numel(caption_out(s));
    return caption_changed(s, &s->n[0]);
}
