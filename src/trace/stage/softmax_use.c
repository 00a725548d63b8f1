/* A softmax that is no attention: a router (a gate) over experts, or a classifier. A router and
 * additive attention have the same operations: learned weights, softmax, a product. The axis that
 * softmax runs over tells them apart. A router's axis comes from the weight matrix, one share for
 * each expert; attention's axis counts tokens. */
#include "trace/stage/softmax_use.h"

#include "trace/stage/path.h"
#include "trace/stage/path_before.h"
#include "trace/tape/event.h"

#include <string.h>

/* The axis of input `input` that axis `axis` of the result is; -1: it cannot be told. */
static int axis_before(const struct event *e, int input, int axis)
{
    const struct tensor *in = &e->input[input].of.tensor, *out = &e->output[0].tensor;
    if (event_maps_cells(e)) {
        return axis - (out->ndim - in->ndim);
    }
    bool views = event_is(e, OP_view OP_reshape);
    if (event_transposes(e) || (in->ndim > out->ndim && e->effect == STORAGE_VIEW && !views)) {
        for (int d = 0; d < in->ndim; d++) {
            if (in->shape[d] == out->shape[axis] && in->stride[d] == out->stride[axis]) {
                return d;
            }
        }
        return -1;
    }
    if (in->ndim == out->ndim && !views) {
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

/* What was met is not looked at again. */
static int follow(struct graph *g, int event, int input, int axis, int scores, int depth)
{
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        int from = g->flow.in[k].from;
        const struct event *e = &g->tape->event[from];
        if (g->flow.in[k].input != input || !graph_meet(g, from) || axis < 0 || depth == 0) {
            continue;
        }
        if (from == scores) {
            return axis;
        }
        for (int j = 0; !event_contracts(e) && j < e->input_count; j++) {
            int found = follow(g, from, j, axis_before(e, j, axis), scores, depth - 1);
            if (found >= 0) {
                return found;
            }
        }
    }
    return -1;
}

int softmax_follow(struct graph *g, int event, int input, int axis, int to)
{
    graph_begin(g);
    return follow(g, event, input, axis, to, 64);
}

/* A weight matrix, turned or not. */
static bool is_weight(const struct graph *g, int event, int input)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    if (e->input[input].of.parameter) {
        return true;
    }
    return graph_sources(g, event, input, at) > 0 && event_moves(&g->tape->event[at[0]]) &&
           g->tape->event[at[0]].input[0].of.parameter;
}

/* Whether the letter of axis `axis` of an einsum's result stands in operand `operand` only. */
static bool letter_is_of(const struct event *e, int axis, int operand)
{
    const char *text = event_equation(e);
    const char *arrow = text != NULL ? strstr(text, "->") : NULL;
    int from_end = e->output[0].tensor.ndim - axis, at = 0, stands = -1;
    if (arrow == NULL) {
        return false;
    }
    const char *letter = arrow + strlen(arrow);
    while (letter > arrow + 2 && from_end > 0) {
        letter--;
        from_end -= *letter != ' ';
    }
    for (const char *c = text; c < arrow; c++) {
        at += *c == ',';
        if (*c == *letter) {
            stands = stands < 0 || stands == at ? at : e->input_count;
        }
    }
    return from_end == 0 && stands == operand;
}

bool softmax_shares(const struct event *e, int input, int axis)
{
    const char *text = event_equation(e);
    const char *arrow = text != NULL ? strstr(text, "->") : NULL;
    const struct tensor *t = input < 0 ? &e->output[0].tensor : &e->input[input].of.tensor;
    int from_end = t->ndim - axis, left, right;
    if (arrow == NULL) {
        pass_factors(e, &left, &right);
        return axis >= 0 && from_end > 2 && from_end <= e->input[left].of.tensor.ndim &&
               from_end <= e->input[right].of.tensor.ndim;
    }
    const char *comma = strchr(text, ',');
    const char *c = input < 0 ? arrow + 2 : input == 0 || comma == NULL ? text : comma + 1;
    for (c += strspn(c, " "); axis > 0 && *c != '\0'; axis--) {
        c += 1 + strspn(c + 1, " ");
    }
    return axis == 0 && *c != '\0' && comma != NULL && strchr(arrow, *c) != NULL &&
           memchr(text, *c, (size_t)(comma - text)) != NULL &&
           memchr(comma, *c, (size_t)(arrow - comma)) != NULL;
}

/* (q * k).sum(-1): which axis of the product an axis of the sum is. */
static int axis_in_product(const struct event *sum, const struct event *product, int axis)
{
    const struct tensor *in = &product->output[0].tensor, *out = &sum->output[0].tensor;
    const struct argument *a = event_argument(sum, "dim");
    a = a == NULL ? event_argument(sum, "axis") : a;
    if (a == NULL || a->none || (a->ints != NULL && a->count != 1) || in->ndim == out->ndim) {
        return axis;
    }
    int64_t dim = a->ints != NULL ? a->ints[0] : a->i;
    return axis >= (dim < 0 ? dim + in->ndim : dim) ? axis + 1 : axis;
}

/* Whether input `input` of a product is a weight that alone has axis `axis` of the result. */
static bool alone_has(const struct graph *g, int product, int input, int axis)
{
    const struct event *e = &g->tape->event[product];
    const struct tensor *own = &e->input[input].of.tensor, *other = &e->input[1 - input].of.tensor;
    int from_end = e->output[0].tensor.ndim - axis;
    return is_weight(g, product, input) && from_end > 0 && from_end <= own->ndim &&
           own->shape[own->ndim - from_end] > 1 &&
           (from_end > other->ndim || other->shape[other->ndim - from_end] == 1);
}

/* Whether factor `input` of a product, its first or its second, alone brings axis `axis` of the
 * result. */
static bool brings(const struct event *e, int input, bool first, int axis)
{
    if (event_is(e, OP_einsum)) {
        return letter_is_of(e, axis, input);
    }
    return e->input[input].of.tensor.ndim > 1 && axis == e->output[0].tensor.ndim - (first ? 2 : 1);
}

/* Whether axis `axis` of the scores was made by a weight matrix; *other: what it was multiplied
 * with. */
static bool made_by_weight(const struct graph *g, const struct pass *p, int axis, int *other)
{
    int left, right, scores = p->product;
    const struct event *e = &g->tape->event[scores];
    int ndim = e->output[0].tensor.ndim;
    pass_factors(e, &left, &right);
    *other = left;
    if (p->product != p->scores) {
        int own = axis_in_product(&g->tape->event[p->scores], e, axis);
        *other = alone_has(g, scores, left, own) ? right : left;
        return alone_has(g, scores, left, own) || alone_has(g, scores, right, own);
    }
    if (event_is(e, OP_linear)) {
        return axis == ndim - 1;
    }
    if (is_weight(g, scores, right) && brings(e, right, false, axis)) {
        return true;
    }
    *other = right;
    return is_weight(g, scores, left) && brings(e, left, true, axis);
}

/* The event whose result input `input` of `event` shows, perhaps in other axes; -1: none. */
static int root_of(const struct graph *g, int event, int input)
{
    int at[2];
    while (graph_sources(g, event, input, at) > 0) {
        event = at[0];
        input = 0;
        if (!event_moves(&g->tape->event[event])) {
            return event;
        }
    }
    return -1;
}

/* Whether the values are what several experts make of the same tensor that the router takes. */
static bool of_experts(struct graph *g, const struct pass *p, int seen)
{
    int at[2], value = root_of(g, p->context, p->value), event = p->context, input = p->value;
    while (graph_sources(g, event, input, at) > 0 && event_moves(&g->tape->event[at[0]])) {
        event = at[0];
        input = 0;
        if (event_is(&g->tape->event[event], OP_stack)) {
            return true;
        }
    }
    int from = root_of(g, p->product, seen);
    graph_begin(g);
    if (value < 0 || from < 0 || value == from) {
        return false;
    }
    graph_meet(g, value);
    for (int next = 0; next < g->count; next++) {
        int k = g->queue[next];
        for (int j = g->flow.first_in[k]; j < g->flow.first_in[k + 1]; j++) {
            graph_meet(g, g->flow.in[j].from);
        }
    }
    return graph_met(g, from);
}

/* Whether two factors show one tensor, perhaps in other axes. */
static bool is_same(const struct graph *g, int a, int a_input, int b, int b_input)
{
    int x = root_of(g, a, a_input), y = root_of(g, b, b_input);
    const struct tape_tensor *of = &g->tape->event[a].input[a_input].of;
    return (x >= 0 && x == y) ||
           of->tensor.storage == g->tape->event[b].input[b_input].of.tensor.storage;
}

/* The gradient of a classifier by hand: x.T @ (softmax(x @ W) - y). What the shares meet is what
 * they were made of, with a W that no product has made, and the axis that is summed over is not the
 * one of the softmax. */
static bool is_gradient(const struct graph *g, const struct pass *p)
{
    int at[2], axis = pass_summed_axis(&g->tape->event[p->context], p->weights);
    bool given = graph_sources(g, p->product, p->key, at) == 0 || !path_computed(g, at[0]);
    return given && axis >= 0 && axis != p->axis &&
           is_same(g, p->context, p->value, p->product, p->query) &&
           !is_same(g, p->context, p->value, p->product, p->key);
}

bool softmax_routes(struct graph *g, const struct middle *m, const struct pass *p)
{
    int seen;
    if (p->scores < 0) { /* shares that are learned themselves, and no product with values */
        return !event_contracts(&g->tape->event[p->context]);
    }
    if (is_gradient(g, p)) {
        return true;
    }
    int axis = softmax_follow(g, m->event, m->input, p->axis, p->scores);
    return axis >= 0 && made_by_weight(g, p, axis, &seen) && of_experts(g, p, seen);
}

/* --- shares that meet no values --- */

/* What a factor of scores goes back to, through operations that move its cells or map them one by
 * one: W * 0.1 is a weight as W is. */
struct root {
    bool given;     /* nothing was computed to have it */
    bool parameter; /* a module's own */
    bool turned;    /* its axes change places on the way */
    const struct storage *storage;
};

static struct root root_of_factor(const struct graph *g, int event, int input)
{
    int at[2];
    struct root r = {.given = true};
    for (int depth = 0; depth < 32; depth++) {
        const struct event *e = &g->tape->event[event];
        r.parameter |= e->input[input].of.parameter;
        r.storage = e->input[input].of.tensor.storage;
        if (path_leaf(g, event, input) || graph_sources(g, event, input, at) == 0) {
            return r;
        }
        event = at[0];
        input = 0;
        e = &g->tape->event[event];
        r.turned |= event_transposes(e);
        r.given = event_moves(e) || (event_maps_cells(e) && e->input_count == 1);
        if (!r.given) {
            return r;
        }
    }
    return r;
}

/* x @ W + b: a vector that is given is added to the logits. */
static bool adds_bias(const struct graph *g, const struct middle *m, const struct pass *p)
{
    int at[2], event = m->event, input = m->input;
    while (graph_sources(g, event, input, at) > 0 && at[0] > p->product) {
        const struct event *e = &g->tape->event[at[0]];
        for (int k = 0; event_does(e, ADDS) && k < e->input_count; k++) {
            if (e->input[k].of.tensor.ndim == 1 && path_leaf(g, at[0], k) &&
                !event_masks(g->tape, at[0], 1 - k)) {
                return true;
            }
        }
        event = at[0];
        input = 0;
    }
    return false;
}

bool softmax_classifies(struct graph *g, const struct middle *m, const struct pass *p)
{
    const struct event *e = &g->tape->event[p->product];
    struct root query = root_of_factor(g, p->product, p->query);
    struct root key = root_of_factor(g, p->product, p->key);
    bool tokens = query.turned || key.turned || query.storage == key.storage ||
                  p->product != p->scores || event_is(e, OP_einsum);
    return !tokens || event_is(e, OP_linear OP_addmm OP_addmv) || query.parameter ||
           key.parameter || (key.given && !query.given) || adds_bias(g, m, p);
}

/* --- which factor holds the keys --- */

bool softmax_turns(struct graph *g, const struct middle *m, const struct pass *p)
{
    const struct event *t = g->tape->event;
    bool both = p->context >= 0 && p->product >= 0 && p->product == p->scores;
    int summed = both ? pass_summed_axis(&t[p->context], p->weights) : -1;
    int collected = summed < 0 ? -1 : softmax_follow(g, p->context, p->weights, summed, p->softmax);
    int axis = collected < 0 || collected != p->axis
                   ? -1
                   : softmax_follow(g, m->event, m->input, p->axis, p->product);
    return axis >= 0 && brings(&t[p->product], p->query, true, axis) &&
           (event_does(&t[p->product], MATMUL) || event_is(&t[p->product], OP_einsum));
}

/* --- heads that are mixed --- */

/* Which factor of a contraction is given, a table of weights; -1: neither, or both. */
static int given_factor(const struct graph *g, int event, int *other)
{
    int left, right;
    pass_factors(&g->tape->event[event], &left, &right);
    bool given = path_weight(g, event, left);
    *other = given ? right : left;
    return given == path_weight(g, event, right) ? -1 : given ? left : right;
}

/* The nearest contraction behind input `input` of `event`; *axis goes along. A convolution must
 * take it as it is, but for maps and its own moves. -1: none. */
static int contraction_behind(const struct graph *g, int event, int input, int *axis)
{
    int at[2];
    bool convolution = event_convolves(g->tape, event);
    for (int depth = 0; depth < 64 && graph_sources(g, event, input, at) > 0; depth++) {
        event = at[0];
        const struct event *e = &g->tape->event[event];
        if (event_contracts(e)) {
            return event;
        }
        bool moved = convolution && event_moves(e) && !event_convolves(g->tape, event);
        if (moved || (!pass_lets_through(e) && !event_normalizes(e))) {
            return -1;
        }
        for (input = 0; input + 1 < e->input_count; input++) {
            if (graph_sources(g, event, input, at) > 0 && path_computed(g, at[0])) {
                break;
            }
        }
        *axis = *axis < 0 ? -1 : axis_before(e, input, *axis);
    }
    return -1;
}

bool softmax_mixes(const struct graph *g, int event)
{
    int other, behind;
    while (given_factor(g, event, &other) >= 0) { /* one mixture may be made of another */
        const struct event *e = &g->tape->event[event];
        bool convolution = event_convolves(g->tape, event);
        int axis = convolution ? -1 : pass_summed_axis(e, other);
        int from = contraction_behind(g, event, other, &axis);
        if (from < 0) {
            return false;
        }
        if (given_factor(g, from, &behind) < 0) {
            return convolution || softmax_shares(&g->tape->event[from], -1, axis);
        }
        event = from;
    }
    return false;
}
