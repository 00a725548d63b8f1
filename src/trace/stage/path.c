/* Finds the stages around a softmax, by where an operation stands: between scores and softmax,
 * before the scores, behind the weights, behind the context. What was named once keeps its name, so
 * the order is from the certain to the likely: softmax, scores and context of all passes first,
 * out-proj last. A run may have a pass for each token: what is done for one must not take time that
 * grows with the length of the tape. */
#include "trace/stage/path.h"
#include "trace/stage/path_before.h"
#include "trace/stage/path_behind.h"
#include "trace/stage/path_between.h"
#include "trace/stage/product_axes.h"
#include "trace/stage/softmax_use.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>

void path_give(struct graph *g, int event, enum stage stage, int pass)
{
    struct event *e = &g->tape->event[event];
    struct reach *r = &g->reach[pass];
    if (e->pass < 0) {
        e->stage = event_is(e, OP_requires_grad_) ? STAGE_OTHER : stage; /* it computes nothing */
        e->pass = pass;
        r->low = event < r->low ? event : r->low;
        r->high = event > r->high ? event : r->high;
    }
}

bool path_given(const struct graph *g, int event)
{
    return g->tape->event[event].pass >= 0;
}

/* What moving cells is called on the way to the scores. Cells that are written out several times
 * (repeat_interleave), or picked by a list (x[[2, 0]]), are no view. */
enum stage path_moving(const struct event *e)
{
    if (event_transposes(e)) {
        return STAGE_TRANSPOSE;
    }
    bool part = event_does(e, SELECTS) && e->effect == STORAGE_VIEW;
    return (part || event_does(e, RESHAPES | SQUEEZES | EXPANDS | CUTS) ||
            event_is(e, OP_contiguous))
               ? STAGE_VIEW
               : STAGE_OTHER;
}

bool path_on(const struct graph *g, int event)
{
    return g->path[event] == g->number;
}

/* Whether what was computed was laid into an input, as keys are into the table of a cache; a step
 * of a training changes weights. */
static bool is_filled(const struct graph *g, int event, int input)
{
    int at[2];
    return graph_sources(g, event, input, at) > 1 && event_lays(&g->tape->event[at[1]]) &&
           path_computed(g, at[1]);
}

bool path_leaf(const struct graph *g, int event, int input)
{
    int at[2];
    const struct tape_tensor *of = &g->tape->event[event].input[input].of;
    if (of->parameter || of->maker < 0) {
        return true;
    }
    return graph_sources(g, event, input, at) > 0 && event_creates(&g->tape->event[at[0]]) &&
           !is_filled(g, event, input);
}

/* Numbers that were drawn and brought to a size: torch.randn(4, 6) * 0.02, rand(4, 6) - 0.5 */
static bool drawn(const struct graph *g, int event, int input)
{
    int at[2];
    if (graph_sources(g, event, input, at) == 0) {
        return false;
    }
    const struct event *e = &g->tape->event[at[0]];
    return event_is(e, OP_mul OP_div OP_add OP_sub) && e->input_count == 1 &&
           path_leaf(g, at[0], 0) && !e->input[0].of.parameter;
}

bool path_weight(const struct graph *g, int event, int input)
{
    int at[2];
    while (!path_leaf(g, event, input) && !is_filled(g, event, input) &&
           graph_sources(g, event, input, at) > 0 && event_moves(&g->tape->event[at[0]])) {
        event = at[0];
        const struct event *e = &g->tape->event[event];
        /* of what is joined the first part goes on: the keys of a cache are given, new ones are not
         */
        for (input = event_does(e, JOINS) ? e->input_count - 1 : 0; input > 0; input--) {
            if (!path_weight(g, event, input)) {
                return false;
            }
        }
    }
    return path_leaf(g, event, input) || drawn(g, event, input);
}

/* What is as large as the result is no bias: a residual stream. */
static bool as_bias(const struct graph *g, int event, int input)
{
    const struct event *e = &g->tape->event[event];
    int ndim = e->output[0].tensor.ndim;
    return path_leaf(g, event, input) &&
           (e->input[input].of.tensor.ndim < ndim || ndim == 1 || e->input[input].of.parameter);
}

bool path_adds_bias(const struct graph *g, int event)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    if (!event_is(e, OP_add) || e->input_count < 2) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        if (graph_sources(g, event, k, at) > 0 && event_contracts(&g->tape->event[at[0]]) &&
            as_bias(g, event, 1 - k)) {
            return true;
        }
    }
    return false;
}

/* The outermost function of the program's own that does the event, -1: none. */
static int composite_of(const struct tape *t, const struct event *e)
{
    int call = e->call;
    while (call >= 0 && t->call[call].prelude && t->call[call].parent >= 0 &&
           t->call[t->call[call].parent].prelude) {
        call = t->call[call].parent;
    }
    return call >= 0 && t->call[call].prelude ? call : -1;
}

/* Whether a weight is moved for the sake of its contraction, not when the model was made, loaded,
 * sent to a device or copied: model.to(device), load_state_dict, w.clone(). */
static bool is_for(const struct tape *t, const struct event *e, const struct event *contraction)
{
    int composite = composite_of(t, e);
    bool casts = event_does(e, CONVERTS) || event_is(e, OP_cpu OP_cuda OP_copy OP_clone);
    return (composite < 0 || composite == composite_of(t, contraction)) &&
           !(e->call >= 0 && t->call[e->call].construction) &&
           !(casts && e->statement != contraction->statement);
}

/* A weight matrix that is turned for its contraction: W.T */
void path_weights(struct graph *g, int event, enum stage stage, int pass)
{
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        int from = g->flow.in[k].from, left, right, at[2];
        const struct event *e = &g->tape->event[from];
        product_factors(&g->tape->event[event], &left, &right);
        bool weight =
            event_moves(e) && path_weight(g, from, 0) &&
            (g->flow.in[k].input == right || (path_leaf(g, from, 0) && e->input[0].of.parameter));
        while (weight && is_for(g->tape, e, &g->tape->event[event])) {
            path_give(g, from, stage, pass);
            if (graph_sources(g, from, 0, at) == 0 || !event_moves(&g->tape->event[at[0]])) {
                break;
            }
            from = at[0];
            e = &g->tape->event[from];
        }
    }
}

/* The input that a division divides by or a subtraction takes away, -1: a number. */
static int divisor_of(const struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].argument == 1) {
            return k;
        }
    }
    return -1;
}

/* What moves the cells of a part on its way to input `input` of `event`: exp(x).T / sum,
 * x - max.reshape(-1, 1). */
static void name_moved(struct graph *g, int event, int input, int part, int pass)
{
    int at[2];
    while (part >= 0 && input >= 0 && graph_sources(g, event, input, at) > 0 && at[0] > part &&
           event_moves(&g->tape->event[at[0]])) {
        event = at[0];
        input = 0;
        path_give(g, event, STAGE_SOFTMAX, pass);
    }
}

static void name_hand(struct graph *g, const struct middle *m, int pass)
{
    int at[2];
    const struct by_hand *by = &m->by;
    const int parts[] = {by->exp,      by->sum,      by->shift,   by->most,
                         by->again[0], by->again[1], by->again[2]};
    for (size_t k = 0; m->hand && k < sizeof parts / sizeof parts[0]; k++) {
        if (parts[k] >= 0) {
            path_give(g, parts[k], STAGE_SOFTMAX, pass);
        }
    }
    const int taking[] = {by->again[1] >= 0 ? by->again[1] : by->again[0], by->again[2], by->most};
    for (size_t k = 0; m->hand && k < sizeof taking / sizeof taking[0]; k++) { /* of x[i] again */
        if (taking[k] >= 0 && graph_sources(g, taking[k], 0, at) > 0 && at[0] != m->event &&
            event_does(&g->tape->event[at[0]], SELECTS)) {
            path_give(g, at[0], STAGE_VIEW, pass);
        }
    }
    if (m->hand && by->exp != m->softmax) {
        name_moved(g, m->softmax, 0, by->exp, pass);
    }
    if (m->hand && by->shift >= 0) {
        name_moved(g, by->shift, divisor_of(&g->tape->event[by->shift]), by->most, pass);
    }
    for (int at_sum = m->hand && m->by.sum >= 0 ? m->softmax : -1; at_sum > m->by.sum;) {
        /* sum + 1e-9, from the division back to it */
        int below = at_sum == m->softmax ? divisor_of(&g->tape->event[at_sum]) : 0;
        at_sum = below >= 0 && graph_sources(g, at_sum, below, at) > 0 ? at[0] : -1;
        if (at_sum > m->by.sum) {
            path_give(g, at_sum, STAGE_SOFTMAX, pass);
        }
    }
    /* exp may stand there twice: np.exp(x) / np.sum(np.exp(x)) */
    for (int part = m->hand ? m->by.sum : -1, n = 1; part >= 0 && n > 0;) {
        n = graph_sources(g, part, 0, at);
        part = n > 0 ? at[0] : -1;
        if (part < 0 || part <= m->event || path_given(g, part)) {
            break;
        }
        path_give(g, part, STAGE_SOFTMAX, pass);
    }
}

/* --- all passes --- */

/* Whether a step is made of an earlier one. Without memory it is not. */
static bool comes_of(const struct graph *g, int event, int origin)
{
    bool *made = event > origin ? calloc((size_t)(event - origin) + 1, sizeof *made) : NULL;
    if (made == NULL) {
        return false;
    }
    made[event - origin] = true;
    for (int k = event; k > origin; k--) {
        for (int j = g->flow.first_in[k]; made[k - origin] && j < g->flow.first_in[k + 1]; j++) {
            int from = g->flow.in[j].from;
            made[from < origin ? k - origin : from - origin] = true;
        }
    }
    bool found = made[0];
    free(made);
    return found;
}

static bool shows(const struct tensor *a, const struct tensor *b)
{
    return a->storage == b->storage;
}

/* dv = p.T @ dout, behind p @ v: the same weights, added up over their queries. */
static bool turns_weights(const struct event *e, const struct event *context, int weights)
{
    const struct tensor *p = &context->input[weights].of.tensor;
    int keys = product_summed_axis(context, weights);
    for (int k = 0; keys >= 0 && k < e->input_count; k++) {
        const struct tensor *x = &e->input[k].of.tensor;
        int axis = shows(x, p) ? product_summed_axis(e, k) : -1;
        if (axis >= 0 && x->ndim == p->ndim && x->stride[axis] != p->stride[keys]) {
            return true;
        }
    }
    return false;
}

/* dp = dout @ v.T: behind the context, the values make a table of the size of the weights. -1: they
 * do not. */
static int weights_gradient(const struct graph *g, const struct pass *p)
{
    const struct tape *t = g->tape;
    const struct tensor *weights = &t->event[p->context].input[p->weights].of.tensor;
    const struct tensor *values = &t->event[p->context].input[p->value].of.tensor;
    for (int k = p->context + 1; !shows(weights, values) && k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        bool table =
            e->of < 0 && e->output_count > 0 && tensor_same_shape(&e->output[0].tensor, weights);
        for (int j = 0; table && j < e->input_count; j++) {
            if (shows(&e->input[j].of.tensor, values) && pass_collects(g, k)) {
                return k;
            }
        }
    }
    return -1;
}

/* A gradient that the code computes by hand. */
static bool by_hand(const struct graph *g, const struct pass *p, int event, int dp)
{
    const struct event *e = &g->tape->event[event], *context = &g->tape->event[p->context];
    return comes_of(g, event, p->context) || turns_weights(e, context, p->weights) ||
           (dp >= 0 && comes_of(g, event, dp));
}

/* Whether a contraction is the context of a later pass, whose softmax these weights went through:
 * it is that one's alone. What was met is in the queue. */
static bool is_of_later(const struct graph *g, int event, int pass)
{
    const struct tape *t = g->tape;
    for (int k = pass + 1; k < t->pass_count && t->pass[k].softmax < event; k++) {
        if (t->pass[k].context == event && graph_met(g, t->pass[k].softmax)) {
            return true;
        }
    }
    return false;
}

/* Linear attention without shares of queries: where they meet what keys and values gave. */
static void name_queries_context(struct graph *g, int pass)
{
    const struct tape *t = g->tape;
    const struct pass *p = &t->pass[pass];
    int queries = p->linear >= 0 && p->linear == p->context ? softmax_queries(g, p) : -1;
    for (int k = 0; k < t->pass_count; k++) {
        queries = t->pass[k].context == queries ? -1 : queries;
    }
    if (queries >= 0) {
        path_give(g, queries, STAGE_CONTEXT, pass);
    }
}

/* Every contraction that collects values with these weights. */
static void name_contexts(struct graph *g, int softmax, int pass)
{
    int context, weights;
    const struct pass *p = &g->tape->pass[pass];
    pass_on(g, softmax, &context, &weights);
    int dp = p->context >= 0 ? weights_gradient(g, p) : -1;
    for (int k = 0; k < g->count; k++) {
        int event = g->queue[k];
        if (event != softmax && pass_collects(g, event)) {
            bool own = event == p->context || !is_of_later(g, event, pass);
            if (!own) {
                continue;
            }
            if (event == context || context < 0 || !by_hand(g, p, event, dp)) {
                path_give(g, event, STAGE_CONTEXT, pass);
            }
            continue;
        }
        for (int j = g->flow.first_out[event]; j < g->flow.first_out[event + 1]; j++) {
            const struct flow_edge *edge = g->flow.out[j];
            if (pass_spreads(&g->tape->event[edge->to], edge->input)) {
                path_give(g, edge->to, STAGE_CONTEXT, pass);
            }
        }
    }
}

/* Passes whose weights meet values come first: of what several look at, most is theirs. */
static void each(struct graph *g, void (*step)(struct graph *g, const struct middle *m, int pass))
{
    for (int k = 0; !g->late && k < 2 * g->tape->pass_count; k++) {
        struct middle m;
        int pass = k % g->tape->pass_count;
        if ((g->tape->pass[pass].context >= 0) == (k < g->tape->pass_count)) {
            middle_find(g, g->tape->pass[pass].softmax, &m);
            step(g, &m, pass);
        }
    }
}

static void name_middle(struct graph *g, const struct middle *m, int pass)
{
    const struct pass *p = &g->tape->pass[pass];
    path_give(g, m->softmax, STAGE_SOFTMAX, pass);
    name_hand(g, m, pass);
    if (p->scores >= 0) {
        path_give(g, p->scores, STAGE_SCORES, pass);
        path_give(g, p->product, STAGE_SCORES, pass);
    }
    name_contexts(g, m->softmax, pass);
    name_queries_context(g, pass);
}

static void name_sides(struct graph *g, const struct middle *m, int pass)
{
    const struct pass *p = &g->tape->pass[pass];
    if (p->scores >= 0) {
        path_before(g, p->product, p->query, pass, true);
        path_before(g, p->product, p->key, pass, true);
    }
    const struct reach *r = &g->reach[pass];
    for (int k = r->low; k < p->softmax; k++) { /* scores that were computed one by one */
        const struct event *e = &g->tape->event[k];
        bool scores = k != p->scores && e->stage == STAGE_SCORES && e->pass == pass;
        int product = scores ? pass_product(g, k) : -1;
        if (product >= 0) {
            int left, right;
            product_factors(&g->tape->event[product], &left, &right);
            path_before(g, product, left, pass, false);
            path_before(g, product, right, pass, false);
        }
    }
    path_behind_weights(g, p->softmax, pass);
    for (int k = p->softmax; k <= r->high; k++) {
        const struct event *e = &g->tape->event[k];
        for (int j = 0; e->stage == STAGE_CONTEXT && e->pass == pass && j < e->input_count; j++) {
            path_before(g, k, j, pass, false);
        }
    }
}

static void name_end(struct graph *g, const struct middle *m, int pass)
{
    for (int k = g->reach[pass].low; k <= g->reach[pass].high; k++) {
        const struct event *e = &g->tape->event[k];
        if (e->stage == STAGE_CONTEXT && e->pass == pass) {
            path_behind_context(g, k, pass);
        }
    }
}

static void name_mixing(struct graph *g, const struct middle *m, int pass)
{
    for (int k = g->reach[pass].low; k <= g->reach[pass].high; k++) {
        const struct event *e = &g->tape->event[k];
        if (e->stage == STAGE_CONTEXT && e->pass == pass) {
            path_out_proj(g, k, pass);
        }
    }
}

/* --- scores that nobody takes --- */

/* Only looked at: attn[0], attn[0].round(decimals=3), and nobody computes with it. */
static bool is_look(const struct graph *g, int event, int depth)
{
    const struct event *e = &g->tape->event[event];
    if ((e->effect != STORAGE_VIEW && !event_is(e, OP_round)) || depth == 4) {
        return false;
    }
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
        if (!is_look(g, g->flow.out[k]->to, depth + 1)) {
            return false;
        }
    }
    return true;
}

/* Whether a projection led to the input: not a triangle that averages, nor given numbers. */
static bool input_computed(const struct graph *g, int event, int input)
{
    int at[2];
    return !path_leaf(g, event, input) && graph_sources(g, event, input, at) > 0 &&
           path_computed(g, at[0]);
}

/* A product of two computed tensors whose result is only scaled, shown and then forgotten, with
 * the shape of the next pass's scores: the stale variable of a copied block. */
static void name_forgotten(struct graph *g, int event, int pass)
{
    const struct tape *t = g->tape;
    const struct event *e = &t->event[event];
    int left, right;
    if (path_given(g, event) || !event_contracts(e) || e->input_count < 2) {
        return;
    }
    product_factors(e, &left, &right);
    if (pass == t->pass_count || !input_computed(g, event, left) ||
        !input_computed(g, event, right) ||
        !tensor_same_shape(&e->output[0].tensor,
                           &t->event[t->pass[pass].softmax].output[0].tensor)) {
        return;
    }
    graph_begin(g);
    graph_meet(g, event);
    for (int next = 0; next < g->count; next++) {
        int k = g->queue[next];
        for (int j = g->flow.first_out[k]; j < g->flow.first_out[k + 1]; j++) {
            int to = g->flow.out[j]->to;
            double factor;
            if (is_look(g, to, 0)) {
                continue;
            }
            if (!event_scales(g->tape, to, &factor) || path_given(g, to)) {
                return;
            }
            graph_meet(g, to);
        }
    }
    for (int next = 1; next < g->count; next++) {
        path_give(g, g->queue[next], STAGE_SCALE, pass);
    }
    path_give(g, event, STAGE_SCORES, pass);
    path_before(g, event, left, pass, false);
    path_before(g, event, right, pass, false);
}

/* A softmax of scores that a pass has, whose shares are only shown: before they are masked. */
static void name_shown(struct graph *g, int event)
{
    struct middle m;
    double factor;
    int scores;
    if (path_given(g, event) || !middle_find(g, event, &m)) {
        return;
    }
    pass_back(g, &m, &scores);
    int pass = scores >= 0 ? g->tape->event[scores].pass : -1;
    if (pass < 0 || g->tape->event[scores].stage != STAGE_SCORES) {
        return;
    }
    for (int k = 0; k < g->count; k++) {
        if (!path_given(g, g->queue[k]) && g->queue[k] > scores) {
            bool scales = event_scales(g->tape, g->queue[k], &factor);
            if (scales || event_masks(g->tape, g->queue[k], 0)) {
                path_give(g, g->queue[k], scales ? STAGE_SCALE : STAGE_MASK, pass);
            }
        }
    }
    path_give(g, event, STAGE_SOFTMAX, pass);
    name_hand(g, &m, pass);
}

/* out=: the operation and the copy into the tensor that was given are two events of one stage. */
static void name_copy_out(struct graph *g, int event)
{
    struct event *e = &g->tape->event[event];
    const struct event *made = e - 1;
    bool same = event > 0 && event_is(e, OP_copy) && e->effect == STORAGE_IN_PLACE &&
                e->input_count == 2 && e->input[1].of.maker == event - 1 &&
                e->code.source == made->code.source && e->code.line == made->code.line &&
                e->code.column == made->code.column && e->code.end_column == made->code.end_column;
    if (same && made->pass >= 0) {
        e->stage = made->stage;
        e->pass = made->pass;
    }
}

/* --- masks that hide something --- */

/* Whether the result has a cell that none of the inputs of its shape has at that place. */
static bool changes_cells(struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    struct tensor in;
    scoped_tensor out = {0};
    bool changes = tape_after(t, &e->output[0], event, &out);
    for (int k = 0; changes && k < e->input_count; k++) {
        if (!tensor_same_shape(&e->input[k].of.tensor, &e->output[0].tensor) ||
            e->input[k].of.tensor.dtype != e->output[0].tensor.dtype) {
            continue;
        }
        if (!tape_before(t, &e->input[k].of, event, &in)) {
            error_clear(&t->session->in.error);
            break;
        }
        changes = false;
        for (int64_t c = 0, count = tensor_numel(&out); !changes && c < count; c++) {
            changes = tensor_cell(&out, c) != tensor_cell(&in, c);
        }
        tensor_release(&in);
    }
    return changes;
}

/* Whether what it is laid over are scores or weights of the pass, not a mask that is being made. */
static bool takes_scores(const struct graph *g, int event, int pass)
{
    const struct tape *t = g->tape;
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        const struct event *from = &t->event[g->flow.in[k].from];
        if (from->pass == pass && (from->stage != STAGE_MASK || path_on(g, g->flow.in[k].from)) &&
            tensor_same_shape(&t->event[event].input[g->flow.in[k].input].of.tensor,
                              &t->event[event].output[0].tensor)) {
            return true;
        }
    }
    return t->pass[pass].mask == event;
}

/* A mask that was laid, on the way to the weights or behind them. */
static bool is_laid(const struct graph *g, int event, int pass)
{
    const struct tape *t = g->tape;
    const struct event *e = &t->event[event];
    const struct pass *p = &t->pass[pass];
    return e->pass == pass && e->output_count > 0 && !event_creates(e) &&
           (e->stage == STAGE_MASK || p->mask == event) && (p->mask >= 0 || event > p->softmax) &&
           dtype_is_float(e->output[0].tensor.dtype) &&
           tensor_same_shape(&e->output[0].tensor, &t->event[p->softmax].output[0].tensor) &&
           takes_scores(g, event, pass);
}

static void find_hiding(struct graph *g, const struct middle *m, int pass)
{
    struct pass *p = &g->tape->pass[pass];
    graph_begin(g);
    for (int k = g->reach[pass].low; k <= g->reach[pass].high && !p->hides; k++) {
        bool taken = g->flow.first_out[k] < g->flow.first_out[k + 1] ||
                     g->tape->event[k].effect == STORAGE_IN_PLACE;
        if (is_laid(g, k, pass)) {
            g->path[k] = g->number;
            p->hides = taken && changes_cells(g->tape, k);
        }
    }
}

bool path_name(struct graph *g)
{
    struct tape *t = g->tape;
    g->plain = calloc((size_t)t->event_count + 1, sizeof *g->plain);
    if (g->plain == NULL) {
        return error_memory(&t->session->in.error);
    }
    if (!graph_reach(g)) {
        return false;
    }
    each(g, name_middle);
    each(g, path_between);
    each(g, name_sides);
    each(g, name_end);
    each(g, name_mixing);
    for (int k = 0, pass = 0; !g->late && k < t->event_count; k++) {
        while (pass < t->pass_count && t->pass[pass].softmax < k) {
            pass++;
        }
        name_forgotten(g, k, pass);
        name_shown(g, k);
        name_copy_out(g, k);
    }
    each(g, find_hiding);
    return !g->late;
}
