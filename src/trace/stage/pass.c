/* Finds the passes of attention in a tape: each softmax, as one operation or written by hand, whose
 * weights meet values. */
#include "trace/stage/pass.h"

#include "base/grow.h"
#include "trace/stage/path.h"
#include "trace/stage/product_axes.h"
#include "trace/stage/softmax_use.h"
#include "trace/tape/event.h"

#include <stdlib.h>
#include <string.h>

/* --- softmax by hand --- */

/* The nearest event with one of these names behind input `input`, through operations with one of
 * the names in `through` or that only move cells; -1: none. Of a tensor that was written since it
 * was made the write counts (x.exp_()), unless it is another one (e[mask] = 0). */
static int back_to(const struct graph *g, int event, int input, const char *names,
                   const char *through)
{
    int at[2];
    for (int depth = 0; depth < 8; depth++) {
        int n = graph_sources(g, event, input, at);
        if (n == 0) {
            return -1;
        }
        const struct event *last = &g->tape->event[at[n - 1]];
        event = event_is(last, names) || event_is(last, through) ? at[n - 1] : at[0];
        const struct event *e = &g->tape->event[event];
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
static void logits_of(const struct graph *g, int exp, struct by_hand *by, int *event, int *input)
{
    by->exp = exp;
    by->shift = by->most = by->again[0] = by->again[1] = by->again[2] = -1;
    *event = exp;
    *input = 0;
    int shift = back_to(g, exp, 0, OP_sub OP_subtract, "");
    if (shift < 0) {
        return;
    }
    int second = input_of_argument(&g->tape->event[shift], 1);
    int most = second < 0 ? -1 : back_to(g, shift, second, OP_max OP_amax, "");
    if (most >= 0) {
        by->shift = shift;
        by->most = most;
        *event = shift;
    }
}

/* The same tensor, or the same part of one: exp(x[i]) / sum(exp(x[i])). */
static bool same_input(const struct graph *g, int a, int a_input, int b, int b_input)
{
    const struct tape_tensor *x = &g->tape->event[a].input[a_input].of;
    const struct tape_tensor *y = &g->tape->event[b].input[b_input].of;
    return x->serial == y->serial ||
           (x->tensor.storage == y->tensor.storage && x->written == y->written &&
            x->tensor.offset == y->tensor.offset && tensor_same_shape(&x->tensor, &y->tensor) &&
            memcmp(x->tensor.stride, y->tensor.stride,
                   (size_t)x->tensor.ndim * sizeof *x->tensor.stride) == 0);
}

/* exp(x) / sum(exp(x)), where both may be computed twice. */
static bool divided(const struct graph *g, int event, struct middle *out)
{
    static const char *const cells =
        OP_add OP_mul OP_multiply OP_clamp OP_clamp_min OP_masked_fill OP_where OP_maximum OP_clip;
    const struct event *e = &g->tape->event[event];
    int below = input_of_argument(e, 1);
    if (!event_does(e, DIVIDES) || e->input_count < 2 || below < 0) {
        return false;
    }
    int exp = back_to(g, event, 0, OP_exp, cells);
    int sum = back_to(g, event, below, OP_sum, cells);
    int again = sum < 0 ? -1 : back_to(g, sum, 0, OP_exp, cells);
    if (exp < 0 || again < 0) {
        return false;
    }
    struct by_hand second;
    int other, other_input;
    out->softmax = event;
    out->hand = true;
    logits_of(g, exp, &out->by, &out->event, &out->input);
    logits_of(g, again, &second, &other, &other_input);
    out->by.sum = sum;
    if (exp != again) {
        out->by.again[0] = again;
        out->by.again[1] = second.shift;
        out->by.again[2] = second.most;
    }
    return exp == again || same_input(g, out->event, out->input, other, other_input);
}

/* exp(x - logsumexp(x)) */
static bool logged(const struct graph *g, int event, struct middle *out)
{
    const struct event *e = &g->tape->event[event];
    int shift = event_is(e, OP_exp) ? back_to(g, event, 0, OP_sub OP_subtract, "") : -1;
    int second = shift < 0 ? -1 : input_of_argument(&g->tape->event[shift], 1);
    int sum = second < 0 ? -1 : back_to(g, shift, second, OP_logsumexp OP_special_logsumexp, "");
    *out = (struct middle){.softmax = event,
                           .event = shift,
                           .hand = true,
                           .by = {event, sum, shift, -1, {-1, -1, -1}}};
    return sum >= 0;
}

bool middle_find(const struct graph *g, int event, struct middle *out)
{
    const struct event *e = &g->tape->event[event];
    *out = (struct middle){.softmax = event, .event = event, .input = 0};
    if (e->output_count == 0 || e->input_count == 0) {
        return false;
    }
    return event_normalizes(e) || divided(g, event, out) || logged(g, event, out);
}

/* --- the path through a softmax --- */

/* Numbers by numbers: no square, no mask of zeros and ones, no single factor. */
static bool multiplies_tensors(const struct event *e)
{
    if (!event_does(e, MULTIPLIES) || e->input_count != 2 ||
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

int pass_product(const struct graph *g, int event)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    if (event_contracts(e)) {
        return softmax_mixes(g, event) ? -1 : event;
    }
    bool sums = event_is(e, OP_sum) && e->input_count > 0 && graph_sources(g, event, 0, at) > 0;
    return sums && multiplies_tensors(&g->tape->event[at[0]]) ? at[0] : -1;
}

bool pass_lets_through(const struct event *e)
{
    return (event_moves(e) || event_maps_cells(e) || event_normalizes(e) ||
            e->effect == STORAGE_IN_PLACE) &&
           !event_creates(e);
}

void pass_back(struct graph *g, const struct middle *m, int *scores)
{
    int at[2];
    *scores = -1;
    graph_begin(g);
    int n = graph_sources(g, m->event, m->input, at);
    for (int k = 0; k < n; k++) {
        graph_meet(g, at[k]);
    }
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        const struct event *e = &g->tape->event[event];
        if (pass_product(g, event) >= 0) {
            *scores = event > *scores ? event : *scores;
        } else if (pass_lets_through(e) || event_contracts(e)) {
            for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
                graph_meet(g, g->flow.in[k].from);
            }
        }
    }
}

bool pass_collects(const struct graph *g, int event)
{
    return event_contracts(&g->tape->event[event]) && !softmax_mixes(g, event) &&
           !softmax_multiplies(g, event);
}

bool pass_spreads(const struct event *e, int weights)
{
    return event_does(e, MULTIPLIES) && e->input_count > 1 &&
           tensor_numel(&e->input[weights].of.tensor) < tensor_numel(&e->output[0].tensor);
}

void pass_on(struct graph *g, int softmax, int *context, int *weights)
{
    *context = -1;
    graph_begin(g);
    graph_meet(g, softmax);
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        const struct event *e = &g->tape->event[event];
        if (event != softmax && !pass_lets_through(e) &&
            (!event_contracts(e) || pass_collects(g, event))) {
            continue;
        }
        for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
            const struct flow_edge *edge = g->flow.out[k];
            const struct event *to = &g->tape->event[edge->to];
            bool collects = pass_collects(g, edge->to);
            if (collects || pass_spreads(to, edge->input)) {
                if (*context < 0 || edge->to < *context) {
                    *context = edge->to;
                    *weights = edge->input;
                }
                if (!collects) {
                    continue;
                }
            }
            graph_meet(g, edge->to);
        }
    }
}

/* --- the passes --- */

/* exp(x).T / exp(x).sum(-1): where axis `axis` of what is summed lies in the quotient. */
static int axis_turned(const struct graph *g, const struct middle *m, int axis)
{
    int turn[8], count = 0, at[2], event = m->softmax;
    while (count < 8 && graph_sources(g, event, 0, at) > 0 && event_moves(&g->tape->event[at[0]])) {
        event = turn[count++] = at[0];
    }
    while (count > 0) {
        const struct event *e = &g->tape->event[turn[--count]];
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

int pass_softmax_axis(const struct event *softmax)
{
    int ndim = softmax->output[0].tensor.ndim, named = event_axis(softmax, ndim);
    bool first = ndim < 2 || ndim == 3; /* F.softmax without dim */
    return named >= 0 ? named : first ? 0 : 1;
}

int pass_axis(const struct graph *g, const struct middle *m)
{
    const struct event *e = g->tape->event;
    int ndim = e[m->softmax].output[0].tensor.ndim;
    if (!m->hand) {
        return pass_softmax_axis(&e[m->softmax]);
    }
    int dim = event_axis(&e[m->by.sum >= 0 ? m->by.sum : m->softmax], ndim);
    return dim < 0 ? ndim - 1 : dim < ndim ? axis_turned(g, m, dim) : dim;
}

/* --- products with positions --- */

#define ORIGINS_MOST 1024 /* events behind one tensor that are looked at */

/* Meets what input `input` of `event` is made of: no weights of projections, no shares in which
 * values were collected. Returns the number of the search. */
static int meet_origins(struct graph *g, int event, int input)
{
    int at[2];
    graph_begin(g);
    for (int n = graph_sources(g, event, input, at); n > 0; n--) {
        graph_meet(g, at[n - 1]);
    }
    for (int next = 0; next < g->count && next < ORIGINS_MOST; next++) {
        int left, right, k = g->queue[next];
        const struct event *e = &g->tape->event[k];
        product_factors(e, &left, &right);
        bool projects = event_contracts(e) && left != right && path_weight(g, k, right);
        for (int j = g->flow.first_in[k]; !event_normalizes(e) && j < g->flow.first_in[k + 1];
             j++) {
            if (!(projects && g->flow.in[j].input == right) &&
                !event_lends(e, g->flow.in[j].input)) {
                graph_meet(g, g->flow.in[j].from);
            }
        }
    }
    return g->number;
}

/* Whether a factor is made of what the search `values` met, of more than a count; *counted: whether
 * a count is in it. */
static bool is_of_values(struct graph *g, int event, int input, int values, bool *counted)
{
    bool shared = false;
    meet_origins(g, event, input);
    *counted = false;
    for (int k = 0; k < g->count; k++) {
        bool counts = event_does(&g->tape->event[g->queue[k]], COUNTS);
        *counted |= counts;
        shared |= !counts && g->path[g->queue[k]] == values;
    }
    return shared;
}

#define PRODUCTS_MOST 4 /* whose scores are added; more are scores one by one */

/* The scores of several products may be added: of what tokens are, and of where they stand. Queries
 * and keys are those of the product which has most of the tokens that the values are made of; the
 * others may have positions. What led to the softmax is in the queue. */
static void choose_product(struct graph *g, struct pass *p)
{
    int found[PRODUCTS_MOST], count = 0, best = -1, most = -1, at = 0;
    struct pass_places places[PRODUCTS_MOST];
    int shares[PRODUCTS_MOST];
    for (int k = 0; k < g->count; k++) {
        int product = pass_product(g, g->queue[k]);
        if (product >= 0 && (count == PRODUCTS_MOST || product != g->queue[k])) {
            return;
        }
        if (product >= 0) {
            found[count++] = product;
        }
    }
    if (count < 2 || p->context < 0) {
        return;
    }
    int values = meet_origins(g, p->context, p->value);
    for (int k = 0; k < g->count; k++) {
        g->path[g->queue[k]] = values;
    }
    for (int k = 0; k < count; k++) {
        int query, key;
        bool counted[2];
        product_factors(&g->tape->event[found[k]], &query, &key);
        bool queries = is_of_values(g, found[k], query, values, &counted[0]);
        bool keys = is_of_values(g, found[k], key, values, &counted[1]);
        shares[k] = 2 * keys + queries;
        places[k] = (struct pass_places){found[k], keys ? query : key, counted[keys ? 0 : 1]};
        if (shares[k] > most || (shares[k] == most && found[k] > found[best])) {
            most = shares[k];
            best = k;
        }
    }
    p->scores = p->product = found[best];
    for (int k = 0; k < count && at < 2; k++) {
        if (shares[k] < most) {
            p->places[at++] = places[k];
        }
    }
}

void pass_describe(struct graph *g, const struct middle *m, struct pass *p)
{
    int scores, context, weights;
    pass_on(g, m->softmax, &context, &weights);
    pass_back(g, m, &scores);
    *p = (struct pass){.scores = scores,
                       .product = scores < 0 ? -1 : pass_product(g, scores),
                       .softmax = m->softmax,
                       .places = {{.product = -1}, {.product = -1}},
                       .axis = pass_axis(g, m),
                       .queries = -1,
                       .keys = -1,
                       .context = context,
                       .weights = weights,
                       .linear = -1,
                       .out_proj = -1,
                       .scale = 1,
                       .mask = -1};
    if (context >= 0) {
        int left, right;
        product_factors(&g->tape->event[context], &left, &right);
        p->value = weights == left ? right : left;
    }
    if (scores >= 0) {
        choose_product(g, p);
        product_factors(&g->tape->event[p->product], &p->query, &p->key);
    }
}

/* Tells which axes of the softmax's result are those of queries and keys, by what the context sums
 * over, and by what its values have not. */
static void find_roles(struct graph *g, struct pass *p)
{
    const struct event *e = &g->tape->event[p->context];
    int ndim = e->input[p->weights].of.tensor.ndim, query = -1, found = 0;
    int key = product_summed_axis(e, p->weights);
    int first =
        event_equation(e) == NULL ? ndim - 2 : 0; /* of matrices, which those before count */
    for (int d = first; key >= 0 && d < ndim; d++) {
        if (d != key && !product_shares(e, p->weights, d)) {
            query = d;
            found++;
        }
    }
    key = axis_followed(g, p->context, p->weights, key, p->softmax);
    query = found == 1 ? axis_followed(g, p->context, p->weights, query, p->softmax) : -1;
    p->keys = key;
    p->queries = key != query && key >= 0 ? query : -1;
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

bool passes_find(struct graph *g)
{
    struct tape *t = g->tape;
    int cap = 0;
    for (int k = 0; !g->late && k < t->event_count; k++) {
        struct middle m;
        struct pass found;
        if (!middle_find(g, k, &m)) {
            continue;
        }
        pass_describe(g, &m, &found);
        if (found.context < 0 && found.scores < 0) {
            continue;
        }
        found.linear = softmax_linear(g, &found);
        if (found.linear >= 0) {
            found.scores = found.product = -1;
        } else if (found.context < 0 ? softmax_classifies(g, &m, &found)
                                     : softmax_routes(g, &m, &found)) {
            continue;
        } else if (softmax_turns(g, &m, &found)) {
            int first = found.query;
            found.query = found.key;
            found.key = first;
        }
        if (found.context >= 0 && found.linear < 0) {
            find_roles(g, &found);
        }
        if (!grow(&t->pass, t->pass_count, &cap, sizeof *t->pass)) {
            return error_memory(&t->session->in.error);
        }
        t->pass[t->pass_count++] = found;
    }
    drop_shown(t);
    return !g->late;
}
