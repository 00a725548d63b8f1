/* Passes: each softmax, as one operation or written by hand, whose weights meet values. */
#include "trace/stage/pass.h"

#include "base/grow.h"
#include "trace/stage/gate.h"

#include <stdlib.h>
#include <string.h>

/* --- walking --- */

bool walk_init(struct walk *w, struct tape *t)
{
    struct error *err = &t->session->in.error;
    size_t events = (size_t)t->event_count + 1;
    *w = (struct walk){.tape = t, .scales.pass = -1};
    w->seen = calloc(events, sizeof *w->seen);
    w->road = calloc(events, sizeof *w->road);
    w->queue = calloc(events, sizeof *w->queue);
    w->sorted = calloc(events, sizeof *w->sorted);
    if (w->seen == NULL || w->road == NULL || w->queue == NULL || w->sorted == NULL) {
        walk_free(w);
        return error_set(err, ERROR_MEMORY, "the system has no memory left");
    }
    if (!flow_find(&w->flow, t, err)) {
        walk_free(w);
        return false;
    }
    return true;
}

void walk_free(struct walk *w)
{
    flow_free(&w->flow);
    free(w->seen);
    free(w->road);
    free(w->queue);
    free(w->sorted);
    free(w->reach);
    free(w->plain);
    *w = (struct walk){0};
}

void walk_begin(struct walk *w)
{
    w->number++;
    w->count = 0;
    w->late = w->late || !tape_in_time(w->tape);
}

bool walk_met(const struct walk *w, int event)
{
    return w->seen[event] == w->number;
}

bool walk_meet(struct walk *w, int event)
{
    if (walk_met(w, event)) {
        return false;
    }
    w->seen[event] = w->number;
    w->queue[w->count++] = event;
    return true;
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void walk_sort(struct walk *w)
{
    size_t count = (size_t)w->count;
    memcpy(w->sorted, w->queue, count * sizeof *w->sorted);
    qsort(w->sorted, count, sizeof *w->sorted, by_number);
}

bool walk_reach(struct walk *w)
{
    const struct tape *t = w->tape;
    w->reach = calloc((size_t)t->pass_count + 1, sizeof *w->reach);
    if (w->reach == NULL) {
        return error_set(&t->session->in.error, ERROR_MEMORY, "the system has no memory left");
    }
    for (int k = 0; k < t->pass_count; k++) {
        w->reach[k] = (struct reach){.low = t->event_count, .high = -1};
    }
    for (int k = 0; k < t->event_count; k++) {
        struct reach *r = t->event[k].pass >= 0 ? &w->reach[t->event[k].pass] : NULL;
        if (r != NULL) {
            r->low = k < r->low ? k : r->low;
            r->high = k;
        }
    }
    return true;
}

int walk_sources(const struct walk *w, int event, int input, int at[2])
{
    int n = 0;
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1] && n < 2; k++) {
        if (w->flow.in[k].input == input) {
            at[n++] = w->flow.in[k].from;
        }
    }
    return n;
}

/* --- softmax by hand --- */

/* The nearest event with one of these names behind input `input`, through operations with one of
 * the names in `through` or that only move cells; -1: none. Of a tensor that was written since it
 * was made the write counts (x.exp_()), unless it is another one (e[mask] = 0). */
static int back_to(const struct walk *w, int event, int input, const char *names,
                   const char *through)
{
    int at[2];
    for (int depth = 0; depth < 8; depth++) {
        int n = walk_sources(w, event, input, at);
        if (n == 0) {
            return -1;
        }
        const struct event *last = &w->tape->event[at[n - 1]];
        event = event_is(last, names) || event_is(last, through) ? at[n - 1] : at[0];
        const struct event *e = &w->tape->event[event];
        if (event_is(e, names)) {
            return event;
        }
        if (e->input_count == 0 || (!event_moves(e) && !event_is(e, through))) {
            return -1;
        }
        input = 0;
    }
    return -1;
}

static int input_of_argument(const struct event *e, int argument)
{
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].argument == argument) {
            return k;
        }
    }
    return -1;
}

/* What an exp takes: x, or x of x - max(x). */
static void logits_of(const struct walk *w, int exp, struct by_hand *by, int *event, int *input)
{
    by->exp = exp;
    by->shift = by->most = by->again[0] = by->again[1] = by->again[2] = -1;
    *event = exp;
    *input = 0;
    int shift = back_to(w, exp, 0, OP_sub OP_subtract, "");
    if (shift < 0) {
        return;
    }
    int second = input_of_argument(&w->tape->event[shift], 1);
    int most = second < 0 ? -1 : back_to(w, shift, second, OP_max OP_amax, "");
    if (most >= 0) {
        by->shift = shift;
        by->most = most;
        *event = shift;
    }
}

/* The same tensor, or the same part of one: exp(x[i]) / sum(exp(x[i])). */
static bool same_input(const struct walk *w, int a, int a_input, int b, int b_input)
{
    const struct tape_tensor *x = &w->tape->event[a].input[a_input].of;
    const struct tape_tensor *y = &w->tape->event[b].input[b_input].of;
    return x->serial == y->serial ||
           (x->tensor.storage == y->tensor.storage && x->written == y->written &&
            x->tensor.offset == y->tensor.offset && tensor_same_shape(&x->tensor, &y->tensor) &&
            memcmp(x->tensor.stride, y->tensor.stride,
                   (size_t)x->tensor.ndim * sizeof *x->tensor.stride) == 0);
}

/* exp(x) / sum(exp(x)), where both may be computed twice. */
static bool divided(const struct walk *w, int event, struct middle *out)
{
    static const char *const cells =
        OP_add OP_mul OP_multiply OP_clamp OP_clamp_min OP_masked_fill OP_where OP_maximum OP_clip;
    const struct event *e = &w->tape->event[event];
    int below = input_of_argument(e, 1);
    if (!event_is(e, OP_div OP_divide OP_true_divide) || e->input_count < 2 || below < 0) {
        return false;
    }
    int exp = back_to(w, event, 0, OP_exp, cells);
    int sum = back_to(w, event, below, OP_sum, cells);
    int again = sum < 0 ? -1 : back_to(w, sum, 0, OP_exp, cells);
    if (exp < 0 || again < 0) {
        return false;
    }
    struct by_hand second;
    int other, other_input;
    out->softmax = event;
    out->hand = true;
    logits_of(w, exp, &out->by, &out->event, &out->input);
    logits_of(w, again, &second, &other, &other_input);
    out->by.sum = sum;
    if (exp != again) {
        out->by.again[0] = again;
        out->by.again[1] = second.shift;
        out->by.again[2] = second.most;
    }
    return exp == again || same_input(w, out->event, out->input, other, other_input);
}

/* exp(x - logsumexp(x)) */
static bool logged(const struct walk *w, int event, struct middle *out)
{
    const struct event *e = &w->tape->event[event];
    int shift = event_is(e, OP_exp) ? back_to(w, event, 0, OP_sub OP_subtract, "") : -1;
    int second = shift < 0 ? -1 : input_of_argument(&w->tape->event[shift], 1);
    int sum = second < 0 ? -1 : back_to(w, shift, second, OP_logsumexp OP_special_logsumexp, "");
    *out = (struct middle){.softmax = event,
                           .event = shift,
                           .hand = true,
                           .by = {event, sum, shift, -1, {-1, -1, -1}}};
    return sum >= 0;
}

bool middle_find(const struct walk *w, int event, struct middle *out)
{
    const struct event *e = &w->tape->event[event];
    *out = (struct middle){.softmax = event, .event = event, .input = 0};
    if (e->output_count == 0 || e->input_count == 0) {
        return false;
    }
    return event_normalizes(e) || divided(w, event, out) || logged(w, event, out);
}

/* --- the road through a softmax --- */

void pass_factors(const struct event *e, int *left, int *right)
{
    bool added = event_is(e, OP_addmm OP_addmv OP_baddbmm OP_addbmm);
    *left = added ? 1 : 0;
    *right = *left + 1;
    if (*right >= e->input_count) { /* x @ x has both; a number as operand is no input */
        *right = e->input_count - 1;
        *left = *right > 0 ? *right - 1 : 0;
    }
}

/* Numbers by numbers: no square, no mask of zeros and ones, no single factor. */
static bool multiplies_tensors(const struct event *e)
{
    if (!event_is(e, OP_mul OP_multiply) || e->input_count != 2 ||
        e->input[0].of.serial == e->input[1].of.serial) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        const struct tensor *t = &e->input[k].of.tensor;
        if (!dtype_is_float(t->dtype) || tensor_numel(t) < 2) {
            return false;
        }
    }
    return true;
}

int pass_product(const struct walk *w, int event)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    if (event_contracts(e)) {
        return event;
    }
    bool sums = event_is(e, OP_sum) && e->input_count > 0 && walk_sources(w, event, 0, at) > 0;
    return sums && multiplies_tensors(&w->tape->event[at[0]]) ? at[0] : -1;
}

static bool lets_through(const struct event *e)
{
    return (event_moves(e) || event_maps_cells(e) || event_normalizes(e) ||
            e->effect == STORAGE_IN_PLACE) &&
           !event_creates(e);
}

void pass_back(struct walk *w, const struct middle *m, int *scores)
{
    int at[2];
    *scores = -1;
    walk_begin(w);
    int n = walk_sources(w, m->event, m->input, at);
    for (int k = 0; k < n; k++) {
        walk_meet(w, at[k]);
    }
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        const struct event *e = &w->tape->event[event];
        if (pass_product(w, event) >= 0) {
            *scores = event > *scores ? event : *scores;
        } else if (lets_through(e)) {
            for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
                walk_meet(w, w->flow.in[k].from);
            }
        }
    }
}

bool pass_spreads(const struct event *e, int weights)
{
    return event_is(e, OP_mul OP_multiply) && e->input_count > 1 &&
           tensor_numel(&e->input[weights].of.tensor) < tensor_numel(&e->output[0].tensor);
}

void pass_on(struct walk *w, int softmax, int *context, int *weights)
{
    *context = -1;
    walk_begin(w);
    walk_meet(w, softmax);
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        const struct event *e = &w->tape->event[event];
        if (event != softmax && (event_contracts(e) || !lets_through(e))) {
            continue;
        }
        for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
            const struct flow_edge *edge = w->flow.out[k];
            const struct event *to = &w->tape->event[edge->to];
            if (event_contracts(to) || pass_spreads(to, edge->input)) {
                if (*context < 0 || edge->to < *context) {
                    *context = edge->to;
                    *weights = edge->input;
                }
                if (!event_contracts(to)) {
                    continue;
                }
            }
            walk_meet(w, edge->to);
        }
    }
}

/* --- the passes --- */

/* exp(x).T / exp(x).sum(-1): where axis `axis` of what is summed lies in the quotient. */
static int axis_turned(const struct walk *w, const struct middle *m, int axis)
{
    int turn[8], count = 0, at[2], event = m->softmax;
    while (count < 8 && walk_sources(w, event, 0, at) > 0 && event_moves(&w->tape->event[at[0]])) {
        event = turn[count++] = at[0];
    }
    while (count > 0) {
        const struct event *e = &w->tape->event[turn[--count]];
        const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
        for (int d = 0; event_transposes(e) && axis < in->ndim && d < out->ndim; d++) {
            if (out->stride[d] == in->stride[axis] && out->shape[d] == in->shape[axis]) {
                axis = d;
                break;
            }
        }
    }
    return axis;
}

/* The axis along which the weights of a pass add up to 1. */
static int axis_of(const struct walk *w, const struct middle *m)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[m->hand && m->by.sum >= 0 ? m->by.sum : m->softmax];
    const struct argument *a = event_argument(e, "dim");
    int ndim = t->event[m->softmax].output[0].tensor.ndim;
    if (a == NULL) {
        a = event_argument(e, "axis");
    }
    if (a == NULL || a->none || (a->ints != NULL && a->count != 1)) {
        bool first = ndim < 2 || ndim == 3; /* F.softmax without dim */
        return m->hand ? ndim - 1 : first ? 0 : 1;
    }
    int64_t dim = a->ints != NULL ? a->ints[0] : a->i;
    dim = dim < 0 ? dim + ndim : dim;
    return m->hand && dim < ndim ? axis_turned(w, m, (int)dim) : (int)dim;
}

static void describe(struct walk *w, const struct middle *m, int scores, int context, int weights,
                     struct pass *p)
{
    *p = (struct pass){.scores = scores,
                       .product = scores < 0 ? -1 : pass_product(w, scores),
                       .softmax = m->softmax,
                       .axis = axis_of(w, m),
                       .context = context,
                       .weights = weights,
                       .out_proj = -1,
                       .scale = 1,
                       .mask = -1};
    if (scores >= 0) {
        pass_factors(&w->tape->event[p->product], &p->query, &p->key);
    }
    if (context >= 0) {
        int left, right;
        pass_factors(&w->tape->event[context], &left, &right);
        p->value = weights == left ? right : left;
    }
}

/* Weights that meet no values are no pass of their own where the same scores have one: a lesson
 * shows them before they are masked, or scaled and unscaled. */
static void drop_shown(struct tape *t)
{
    int kept = 0;
    for (int k = 0; k < t->pass_count; k++) {
        bool shown = false;
        for (int j = 0; t->pass[k].context < 0 && j < t->pass_count; j++) {
            shown |=
                (t->pass[j].context >= 0 || j < kept) && t->pass[j].product == t->pass[k].product;
        }
        if (!shown) {
            t->pass[kept++] = t->pass[k];
        }
    }
    t->pass_count = kept;
}

bool passes_find(struct walk *w)
{
    struct tape *t = w->tape;
    int cap = 0;
    for (int k = 0; !w->late && k < t->event_count; k++) {
        struct middle m;
        int scores, context, weights;
        if (!middle_find(w, k, &m)) {
            continue;
        }
        pass_on(w, k, &context, &weights);
        pass_back(w, &m, &scores);
        if (context < 0 && scores < 0) {
            continue;
        }
        struct pass found;
        describe(w, &m, scores, context, weights, &found);
        if (context < 0 ? gate_classifies(w, &m, &found) : gate_is(w, &m, &found)) {
            continue;
        }
        if (!grow(&t->pass, t->pass_count, &cap, sizeof *t->pass)) {
            return error_set(&t->session->in.error, ERROR_MEMORY, "the system has no memory left");
        }
        t->pass[t->pass_count++] = found;
    }
    drop_shown(t);
    return !w->late;
}
