/* A gate and additive attention look alike: learned weights, softmax, a product. What tells them
 * apart is the axis that softmax runs over: a gate's was made by the weight matrix (one share for
 * each expert), attention's counts tokens. */
#include "trace/gate.h"

#include <string.h>

/* The axis of input `input` that axis `axis` of the result is; -1: it cannot be told. */
static int axis_before(const struct event *e, int input, int axis)
{
    const struct tensor *in = &e->input[input].of.tensor, *out = &e->output[0].tensor;
    if (event_maps_cells(e)) {
        return axis - (out->ndim - in->ndim);
    }
    if (event_transposes(e)) {
        for (int d = 0; d < in->ndim; d++) {
            if (in->shape[d] == out->shape[axis] && in->stride[d] == out->stride[axis]) {
                return d;
            }
        }
        return -1;
    }
    if (in->ndim == out->ndim && !event_is(e, " view reshape")) {
        return axis;
    }
    int64_t after = 1, behind = 1; /* cells that one step along the axis goes over */
    for (int d = axis + 1; d < out->ndim; d++) {
        after *= out->shape[d];
    }
    for (int d = in->ndim - 1; d >= 0; d--) { /* the axis itself, or the one that it was part of */
        if (behind <= after && after * out->shape[axis] <= behind * in->shape[d]) {
            return d;
        }
        behind *= in->shape[d];
    }
    return -1;
}

/* The axis of the scores that axis `axis` of input `input` of `event` is; -1. What was met is not
 * looked at again. */
static int follow(struct walk *w, int event, int input, int axis, int scores, int depth)
{
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        int from = w->flow.in[k].from;
        const struct event *e = &w->tape->event[from];
        if (w->flow.in[k].input != input || !walk_meet(w, from) || axis < 0 || depth == 0) {
            continue;
        }
        if (from == scores) {
            return axis;
        }
        for (int j = 0; !event_contracts(e) && j < e->input_count; j++) {
            int found = follow(w, from, j, axis_before(e, j, axis), scores, depth - 1);
            if (found >= 0) {
                return found;
            }
        }
    }
    return -1;
}

/* A weight matrix, turned or not. */
static bool is_weight(const struct walk *w, int event, int input)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    if (e->input[input].of.parameter) {
        return true;
    }
    return walk_sources(w, event, input, at) > 0 && event_moves(&w->tape->event[at[0]]) &&
           w->tape->event[at[0]].input[0].of.parameter;
}

/* Whether the letter of axis `axis` of an einsum's result stands in operand `operand` only. */
static bool letter_is_of(const struct event *e, int axis, int operand)
{
    const struct argument *a = event_argument(e, "equation");
    const char *arrow = a != NULL && a->text != NULL ? strstr(a->text, "->") : NULL;
    int from_end = e->output[0].tensor.ndim - axis, at = 0, stands = -1;
    if (arrow == NULL) {
        return false;
    }
    const char *letter = arrow + strlen(arrow);
    while (letter > arrow + 2 && from_end > 0) {
        letter--;
        from_end -= *letter != ' ';
    }
    for (const char *c = a->text; c < arrow; c++) {
        at += *c == ',';
        if (*c == *letter) {
            stands = stands < 0 || stands == at ? at : e->input_count;
        }
    }
    return from_end == 0 && stands == operand;
}

/* Whether axis `axis` of the scores was made by a weight matrix; *other: what it was multiplied
 * with. */
static bool made_by_weight(const struct walk *w, int scores, int axis, int *other)
{
    const struct event *e = &w->tape->event[scores];
    int left, right, ndim = e->output[0].tensor.ndim;
    pass_factors(e, &left, &right);
    *other = left;
    if (event_is(e, " linear")) {
        return axis == ndim - 1;
    }
    bool table = e->input[right].of.tensor.ndim > 1;
    if (is_weight(w, scores, right) &&
        (event_is(e, " einsum") ? letter_is_of(e, axis, right) : table && axis == ndim - 1)) {
        return true;
    }
    *other = right;
    return is_weight(w, scores, left) &&
           (event_is(e, " einsum") ? letter_is_of(e, axis, left) : table && axis == ndim - 2);
}

/* The event whose result input `input` of `event` shows, perhaps in other axes; -1: none. */
static int root_of(const struct walk *w, int event, int input)
{
    int at[2];
    while (walk_sources(w, event, input, at) > 0) {
        event = at[0];
        input = 0;
        if (!event_moves(&w->tape->event[event])) {
            return event;
        }
    }
    return -1;
}

/* Whether the values are what several experts make of the very tensor that the gate has seen. */
static bool of_experts(struct walk *w, const struct pass *p, int seen)
{
    int at[2], value = root_of(w, p->context, p->value), event = p->context, input = p->value;
    while (walk_sources(w, event, input, at) > 0 && event_moves(&w->tape->event[at[0]])) {
        event = at[0];
        input = 0;
        if (event_is(&w->tape->event[event], " stack")) {
            return true;
        }
    }
    int from = root_of(w, p->scores, seen);
    walk_begin(w);
    if (value < 0 || from < 0 || value == from) {
        return false;
    }
    walk_meet(w, value);
    for (int next = 0; next < w->count; next++) {
        int k = w->queue[next];
        for (int j = w->flow.first_in[k]; j < w->flow.first_in[k + 1]; j++) {
            walk_meet(w, w->flow.in[j].from);
        }
    }
    return walk_met(w, from);
}

bool gate_is(struct walk *w, const struct middle *m, const struct pass *p)
{
    int seen;
    if (p->scores < 0) { /* shares that are learned themselves, and no product with values */
        return !event_contracts(&w->tape->event[p->context]);
    }
    walk_begin(w);
    int axis = follow(w, m->event, m->input, p->axis, p->scores, 64);
    return axis >= 0 && made_by_weight(w, p->scores, axis, &seen) && of_experts(w, p, seen);
}
