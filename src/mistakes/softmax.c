/* Finds, mends and makes mistakes of softmax: over the wrong axis, taken twice, left out. */
#include "tensor/cells/softmax.h"
#include "mistakes/redo.h"
#include "mistakes/warn.h"
#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "trace/stage/path.h"
#include "trace/stage/product_axes.h"
#include "trace/stage/softmax_use.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"

#include <string.h>

/* --- softmax-axis, softmax-twice --- */

/* Where the weights are summed over first: by their context, or by other weights that they are
 * multiplied with on the way. False: the others take them as their values, by way of a few
 * landmarks. */
static bool first_sum(struct warner *w, const struct pass *p, int *event, int *input)
{
    int context, weights, left, right;
    struct graph *g = &w->graph;
    pass_on(g, p->softmax, &context, &weights);
    *event = p->context;
    *input = p->weights;
    for (int k = 0; k < g->count; k++) {
        if (g->queue[k] < *event && softmax_multiplies(g, g->queue[k])) {
            *event = g->queue[k];
        }
    }
    if (*event == p->context) {
        return true;
    }
    product_factors(&w->tape->event[*event], &left, &right);
    *input = left;
    for (int k = g->flow.first_in[*event]; k < g->flow.first_in[*event + 1]; k++) {
        if (g->flow.in[k].input == left && graph_met(g, g->flow.in[k].from)) {
            return true;
        }
    }
    return false;
}

int softmax_summed_axis(struct warner *w, const struct pass *p)
{
    int event, input;
    return p->context >= 0 && first_sum(w, p, &event, &input)
               ? product_summed_axis(&w->tape->event[p->context], p->weights)
               : -1;
}

/* The axis of the weights that axis `axis` is of what mixes heads; -1: it is the heads', or cannot
 * be told. */
static int axis_before_mixing(const struct event *e, int input, int axis)
{
    if (event_is(e, OP_einsum)) {
        return product_axis_of(e, input, axis);
    }
    return event_is(e, OP_linear) && axis < e->output[0].tensor.ndim - 1 ? axis : -1;
}

int softmax_collected_axis(struct warner *w, const struct pass *p)
{
    int event, input, left, right;
    struct graph *g = &w->graph;
    bool sums = p->context >= 0 && first_sum(w, p, &event, &input);
    int axis = sums ? product_summed_axis(&w->tape->event[event], input) : -1;
    for (int k = axis < 0 ? -1 : event - 1; k > p->softmax; k--) { /* talking heads */
        const struct event *e = &w->tape->event[k];
        int made = event_contracts(e) && softmax_mixes(g, k)
                       ? axis_followed(g, event, input, axis, k)
                       : -1;
        if (made >= 0) {
            product_factors(e, &left, &right);
            event = k;
            input = path_weight(g, k, left) ? right : left;
            axis = axis_before_mixing(e, input, made);
        }
    }
    return axis < 0 ? -1 : axis_followed(g, event, input, axis, p->softmax);
}

/* Whether the weights of each query add up to 1 when the context takes them after all: they were
 * divided by their sum, as slots are. */
static bool made_whole(struct warner *w, const struct pass *p, int axis)
{
    scoped_rows r = {0};
    double sum;
    rows_of_input(w, p->context, p->weights, axis, &r);
    return rows_broken(&r, &sum) < 0;
}

/* What input `input` of an event holds, in whatever axes. */
static const struct storage *held(const struct tape *t, int event, int input)
{
    return t->event[event].input[input].of.tensor.storage;
}

/* Whether what a pass collects meets its values again, to make scores: they agree on who belongs to
 * whom, as capsules do. Each lower one shares itself out then, and the weights of those above are
 * free. */
static bool routes(struct warner *w, const struct pass *p)
{
    struct graph *g = &w->graph;
    const struct tape *t = w->tape;
    graph_begin(g);
    for (int k = 0; k < t->pass_count; k++) {
        const struct pass *other = &t->pass[k];
        if (other->context >= 0 &&
            held(t, other->context, other->value) == held(t, p->context, p->value)) {
            graph_meet(g, other->context);
        }
    }
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
            int to = g->flow.out[k]->to;
            const struct event *e = &t->event[to];
            bool multiplies = event_contracts(e) || event_does(e, MULTIPLIES);
            for (int j = 0; multiplies && j < e->input_count; j++) {
                if (j != g->flow.out[k]->input && held(t, to, j) == held(t, p->context, p->value)) {
                    return true;
                }
            }
            if (!event_contracts(e)) {
                graph_meet(g, to);
            }
        }
    }
    return false;
}

/* Whether both factors of a product cell by cell have more than one place along an axis. */
static bool both_have(const struct event *e, int input, int axis)
{
    const struct tensor *in = &e->input[input].of.tensor, *other = &e->input[1 - input].of.tensor;
    int own = axis - in->ndim + other->ndim;
    return own >= 0 && in->shape[axis] > 1 && other->shape[own] > 1;
}

/* Whether keys or values lie along the softmax's axis by themselves, as of heads or capsules. */
static bool runs_beside(struct warner *w, const struct pass *p)
{
    const struct event *e = &w->tape->event[p->context];
    for (int d = 0; d < e->input[p->weights].of.tensor.ndim; d++) {
        if (axis_followed(&w->graph, p->context, p->weights, d, p->softmax) == p->axis) {
            return pass_spreads(e, p->weights) ? both_have(e, p->weights, d)
                                               : product_shares(e, p->weights, d);
        }
    }
    return false;
}

/* Whether an input is what event `from` gave, moved and mapped at most. */
static bool comes_from(const struct graph *g, int event, int input, int from)
{
    int at[2], depth = 8;
    while (depth-- > 0 && graph_sources(g, event, input, at) > 0 && at[0] != from &&
           (event_moves(&g->tape->event[at[0]]) || event_maps_cells(&g->tape->event[at[0]]))) {
        event = at[0];
        input = 0;
    }
    return graph_sources(g, event, input, at) > 0 && at[0] == from;
}

/* Whether what a context gave is divided by what an event gives, or by what cells of it become. */
static bool divides(const struct graph *g, int event, int context, int depth)
{
    bool found = false;
    for (int k = g->flow.first_out[event]; !found && k < g->flow.first_out[event + 1]; k++) {
        const struct flow_edge *edge = g->flow.out[k];
        const struct event *e = &g->tape->event[edge->to];
        bool over = event_does(e, DIVIDES) && edge->input == 1;
        found = (over && comes_from(g, edge->to, 0, context)) ||
                (depth > 0 && (event_moves(e) || event_maps_cells(e)) &&
                 divides(g, edge->to, context, depth - 1));
    }
    return found;
}

/* Whether what is collected is divided by the sums of the weights afterwards, as the means of
 * clusters are. */
static bool divides_behind(struct warner *w, const struct pass *p, int collected)
{
    struct graph *g = &w->graph;
    bool found = false;
    for (int k = p->softmax + 1; !found && k < w->tape->event_count; k++) {
        const struct event *e = &w->tape->event[k];
        int axis = event_is(e, OP_sum) && e->input_count > 0 && e->output_count > 0
                       ? event_axis(e, e->input[0].of.tensor.ndim)
                       : -1;
        found = axis >= 0 && axis_followed(g, k, 0, axis, p->softmax) == collected &&
                divides(g, k, p->context, 4);
    }
    return found;
}

/* The axis of the weights that is summed over where the context is a product that a sum takes, as
 * (w * v).sum(1). -1: several, or none. */
static int summed_by_hand(struct warner *w, const struct pass *p)
{
    const struct flow *f = &w->graph.flow;
    const struct event *e = p->context >= 0 ? &w->tape->event[p->context] : NULL;
    int axis = -1;
    if (e == NULL || !event_does(e, MULTIPLIES)) {
        return -1;
    }
    const struct tensor *out = &e->output[0].tensor;
    for (int k = f->first_out[p->context]; k < f->first_out[p->context + 1]; k++) {
        const struct event *sum = &w->tape->event[f->out[k]->to];
        int own = event_is(sum, OP_sum) ? event_axis(sum, out->ndim) : -1;
        if (own < 0 || (axis >= 0 && own != axis)) {
            return -1;
        }
        axis = own;
    }
    axis -= out->ndim - e->input[p->weights].of.tensor.ndim;
    return axis < 0 || e->input[p->weights].of.tensor.shape[axis] < 2 ? -1 : axis;
}

/* Whether softmax has one share alone, or values of their own along its axis. Else it may make
 * shares of clusters, and a sum by hand goes over the tokens on purpose. */
static bool is_of_tokens(struct warner *w, const struct pass *p)
{
    return w->tape->event[p->softmax].output[0].tensor.shape[p->axis] == 1 || runs_beside(w, p);
}

void find_softmax_axis(struct warner *w)
{
    const struct pass *p = w->pass;
    int summed = summed_by_hand(w, p);
    bool hand = summed >= 0;
    int collected = hand ? axis_followed(&w->graph, p->context, p->weights, summed, p->softmax)
                         : softmax_collected_axis(w, p);
    summed = hand ? summed : softmax_summed_axis(w, p);
    if (collected >= 0 && collected != p->axis && (!hand || is_of_tokens(w, p)) &&
        !made_whole(w, p, summed) && !divides_behind(w, p, collected) && !rows_are_mutual(w, p) &&
        !(runs_beside(w, p) && routes(w, p))) {
        warn_add(w, p->softmax,
                 "softmax runs over axis %d, but the values are collected over axis %d: the "
                 "weights of a query do not add up to 1",
                 p->axis, collected);
    }
}

/* Behind the softmax of a softmax stands nothing but masks and scales. */
static int softmax_before(struct warner *w, int event)
{
    struct middle m;
    int at[2];
    if (!middle_find(&w->graph, event, &m)) {
        return -1;
    }
    int k = m.event, input = m.input;
    while (graph_sources(&w->graph, k, input, at) > 0) {
        struct middle other;
        const struct event *e = &w->tape->event[at[0]];
        double factor;
        if (middle_find(&w->graph, at[0], &other)) {
            return at[0];
        }
        if (!event_masks(w->tape, at[0], 0) && !event_scales(w->tape, at[0], &factor) &&
            !(event_does(e, COPIES | CONVERTS) ||
              event_is(e, OP_dropout OP_view OP_reshape OP_detach))) {
            return -1;
        }
        k = at[0];
        input = 0;
    }
    return -1;
}

void find_softmax_twice(struct warner *w)
{
    int before = softmax_before(w, w->at);
    if (before >= 0) {
        scoped_buf line = {0}; /* which every screen shows; of a step few tell the number */
        location_line(w->tape, &w->tape->event[before].code, &line);
        warn_add(w, w->at,
                 "softmax of weights that are the result of a softmax already (%s): the second "
                 "one flattens them",
                 buf_text(&line));
    }
}

/* --- on purpose: as one operation, or as a division by a sum --- */

bool softmax_is(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    return event_normalizes(r->e) && redo_stage(r, r->event) == STAGE_SOFTMAX &&
           (p == NULL || p->softmax == r->event) && r->e->input_count > 0 &&
           dtype_is_float(r->e->input[0].of.tensor.dtype);
}

/* exp(x) / exp(x).sum(): the division. The walkthrough leaves its steps alone. */
static bool is_division(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    if (r->walk || !event_does(r->e, DIVIDES) || r->e->input_count != 2 ||
        !tensor_same_shape(&r->e->input[0].of.tensor, redo_result(r)) ||
        !dtype_is_float(redo_result(r)->dtype)) {
        return false;
    }
    return p != NULL ? p->softmax == r->event : redo_stage(r, r->event) == STAGE_SOFTMAX;
}

/* Along which axis the weights add up to 1; -1: not known. */
static int axis_of(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    if (p != NULL) {
        return p->axis;
    }
    const struct tensor *out = redo_result(r);
    if (is_division(r)) {
        const struct tensor *sum = &r->e->input[1].of.tensor;
        return sum->ndim == out->ndim && sum->shape[out->ndim - 1] == 1 ? out->ndim - 1 : -1;
    }
    return event_axis(r->e, out->ndim);
}

/* The last axis is the keys'. */
static bool is_over_keys(const struct redo *r)
{
    return (softmax_is(r) || is_division(r)) && redo_result(r)->ndim > 0 &&
           axis_of(r) == redo_result(r)->ndim - 1;
}

static bool over_axis(struct redo *r, int axis)
{
    struct tensor x, sum;
    if (!r->make || !redo_take(r, r->event, 0, &x)) {
        return !r->make;
    }
    if (!is_division(r)) {
        return redo_done(reduce_softmax(r->cx, &r->out, &x, axis), &x);
    }
    bool ok = reduce_fold(r->cx, REDUCE_SUM, &sum, &x, 1u << axis, true) &&
              redo_done(elementwise_binary(r->cx, BINARY_DIV, &r->out, &x, &sum), &sum);
    return redo_done(ok, &x);
}

bool softmax_of(struct redo *r, struct tensor *scores)
{
    int axis = axis_of(r);
    return redo_done(axis >= 0 && reduce_softmax(r->cx, &r->out, scores, axis), scores);
}

bool make_softmax_axis(struct redo *r)
{
    int last = redo_result(r)->ndim - 1;
    redo_code(r, "softmax(dim=-2)");
    return is_over_keys(r) && last >= 1 && over_axis(r, last - 1);
}

/* (b, heads, tokens, tokens) */
bool make_softmax_heads(struct redo *r)
{
    const struct tensor *weights = redo_result(r);
    return is_over_keys(r) && weights->ndim == 4 && weights->shape[1] > 1 && over_axis(r, 1);
}

bool make_no_softmax(struct redo *r)
{
    return softmax_is(r) && redo_input(r, r->event, 0);
}

bool make_exp_only(struct redo *r)
{
    struct tensor x;
    if (is_division(r)) {
        return redo_input(r, r->event, 0);
    }
    return softmax_is(r) &&
           (!r->make || (redo_take(r, r->event, 0, &x) &&
                         redo_done(elementwise_unary(r->cx, UNARY_EXP, &r->out, &x), &x)));
}

/* --- the right way --- */

bool mend_softmax_axis(struct redo *r)
{
    struct tensor x;
    const struct pass *p = redo_pass(r);
    int last = r->e->input[0].of.tensor.ndim - 1;
    redo_code(r, "softmax(dim=-1)");
    return p != NULL && last >= 1 && p->axis != last && event_normalizes(r->e) &&
           redo_take(r, r->event, 0, &x) && redo_done(reduce_softmax(r->cx, &r->out, &x, last), &x);
}

/* Where cross_entropy takes its logarithms: of what the softmax before it was given. */
bool mend_softmax_before_loss(struct redo *r)
{
    struct tensor x;
    int softmax = r->e->input[0].of.maker;
    int axis = event_axis(r->e, redo_result(r)->ndim);
    redo_code(r, "log_softmax of the scores");
    return softmax >= 0 && axis >= 0 && event_does(r->e, LOG_SOFTMAX) &&
           event_does(&r->t->event[softmax], SOFTMAX) && redo_take(r, softmax, 0, &x) &&
           redo_done(reduce_log_softmax(r->cx, &r->out, &x, axis), &x);
}
