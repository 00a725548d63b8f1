/* Finds what leads to the scores and to the values: projections, views, transposes, a scale on the
 * way.
 * */
#include "trace/stage/path_before.h"
#include "trace/stage/product_axes.h"

#include "trace/stage/path.h"
#include "trace/stage/path_between.h"
#include "trace/stage/path_outside.h"
#include "trace/tape/event.h"

#include <string.h>

enum { ANY_CONTRACTION = -1, ANY_SOFTMAX = -2 };

/* Whether `target`, an event or any of a kind, leads to the event through operations that keep the
 * cells' places or move them. */
static bool leads(const struct graph *g, int target, int event)
{
    int stack[64], count = 1, met = 0;
    stack[0] = event;
    while (count > 0 && met++ < 256) {
        int k = stack[--count];
        const struct event *e = &g->tape->event[k];
        if (k == target || (target == ANY_CONTRACTION && event_contracts(e)) ||
            (target == ANY_SOFTMAX && e->stage == STAGE_SOFTMAX)) {
            return true;
        }
        for (int j = g->flow.first_in[k]; j < g->flow.first_in[k + 1] && count < 64; j++) {
            if ((event_moves(e) || event_maps_cells(e) || e->effect == STORAGE_IN_PLACE) &&
                !event_lends(e, g->flow.in[j].input)) {
                stack[count++] = g->flow.in[j].from;
            }
        }
    }
    return false;
}

bool path_computed(const struct graph *g, int event)
{
    return leads(g, ANY_CONTRACTION, event);
}

/* Whether a scale that was met is that of one summand only: W(x) + (x @ A @ B) * alpha / r. */
static bool scales_summand(const struct graph *g, int scale)
{
    for (int next = 0; next < g->count; next++) {
        int sum = g->queue[next], whole = 0, part = 0;
        if (!event_does(&g->tape->event[sum], ADDS | SUBTRACTS)) {
            continue;
        }
        for (int k = g->flow.first_in[sum]; k < g->flow.first_in[sum + 1]; k++) {
            int from = g->flow.in[k].from;
            bool scaled = leads(g, scale, from);
            whole += scaled;
            part += !scaled && path_computed(g, from);
        }
        if (whole > 0 && part > 0) {
            return true;
        }
    }
    return false;
}

/* Meets the operands of a cell-by-cell operation worth following: those as large as the result, and
 * of two such factors the computed one. The others are tables of sines, biases, gates, lengths.
 * Returns whether all of them are plain. */
static bool meet_operands(struct graph *g, int event)
{
    const struct event *e = &g->tape->event[event];
    int64_t whole = tensor_numel(&e->output[0].tensor);
    bool any = !event_maps_cells(e) || event_does(e, ADDS | SUBTRACTS);
    bool factors = event_does(e, MULTIPLIES | DIVIDES), computed = false;
    bool plain = true;
    int first = g->flow.first_in[event], end = g->flow.first_in[event + 1];
    for (int k = first; factors && k < end; k++) {
        computed |= path_computed(g, g->flow.in[k].from);
    }
    for (int k = first; k < end; k++) {
        const struct flow_edge *edge = &g->flow.in[k];
        const struct tensor *in = &e->input[edge->input].of.tensor;
        bool large = tensor_numel(in) == whole;
        if (dtype_category(in->dtype) < CATEGORY_FLOAT &&
            dtype_category(e->output[0].tensor.dtype) >= CATEGORY_FLOAT) {
            continue; /* which rows are taken says nothing of where they come from */
        }
        if (any || (large && !(computed && !path_computed(g, edge->from)))) {
            graph_meet(g, edge->from);
            plain = plain && g->plain[edge->from];
        }
    }
    return plain;
}

static int64_t last_size(const struct tensor *t)
{
    return t->ndim > 0 ? t->shape[t->ndim - 1] : 1;
}

/* Whether what is put together, or written, is not whole rows of the last axis. */
static bool joins_features(const struct event *e)
{
    const struct tensor *out = &e->output[0].tensor;
    int axis = event_axis(e, out->ndim);
    if (axis >= 0) {
        return axis == out->ndim - 1;
    }
    bool features = out->ndim < 2;
    for (int k = 0; k < e->input_count; k++) { /* an index has another type */
        const struct tensor *in = &e->input[k].of.tensor;
        features |= in->dtype == out->dtype && last_size(in) != last_size(out);
    }
    return features;
}

/* A number that is written into a tensor joins nothing: x[0, 1] = 0.01. */
static bool writes_number(const struct event *e)
{
    int tables = 0;
    for (int k = 0; k < e->input_count; k++) { /* an index has another type */
        tables += e->input[k].of.tensor.dtype == e->output[0].tensor.dtype;
    }
    return event_is(e, OP___setitem__) && tables < 2;
}

/* Rows put beside other rows: keys behind those of a cache, the heads' keys in one tensor. Features
 * put beside features are arithmetic (rotary positions), unless they come straight from their
 * projections. */
static bool lays_rows(struct graph *g, int event)
{
    const struct event *e = &g->tape->event[event];
    int at[2];
    if (!event_lays(e) || writes_number(e)) {
        return false;
    }
    bool rows = !joins_features(e);
    for (int k = 0; !rows && k < e->input_count; k++) {
        int from = event, input = k;
        while (graph_sources(g, from, input, at) > 0 && event_moves(&g->tape->event[at[0]])) {
            from = at[0];
            input = 0;
        }
        if (graph_sources(g, from, input, at) == 0 || !event_contracts(&g->tape->event[at[0]])) {
            return false;
        }
    }
    return true;
}

/* Queries and keys of length 1: a norm right behind the projection. Any other norm is the block's,
 * before it. */
static bool norms_projection(const struct graph *g, int event)
{
    int at[2];
    if (!event_is(&g->tape->event[event], OP_layer_norm)) {
        return false;
    }
    while (graph_sources(g, event, 0, at) > 0 && event_moves(&g->tape->event[at[0]])) {
        event = at[0];
    }
    return graph_sources(g, event, 0, at) > 0 && event_contracts(&g->tape->event[at[0]]);
}

static enum stage stage_before(struct graph *g, int event)
{
    const struct event *e = &g->tape->event[event];
    enum stage stage = event_moves(e) ? path_moving(e) : STAGE_OTHER;
    return stage == STAGE_OTHER && lays_rows(g, event) ? STAGE_JOIN : stage;
}

/* Where the way back from the scores ends. */
static bool ends_way(const struct graph *g, int event)
{
    const struct event *e = &g->tape->event[event];
    return event_contracts(e) || event_creates(e) || event_normalizes(e) ||
           e->stage == STAGE_SOFTMAX || e->stage == STAGE_CONTEXT ||
           e->op->kind == KIND_REDUCTION || event_is(e, OP_embedding OP_dropout) ||
           (event_is(e, OP_layer_norm) && !norms_projection(g, event)) ||
           (event_does(e, JOINS) && !path_computed(g, event));
}

/* Heads that are multiplied by a further matrix behind their projection: latent attention lets the
 * queries take the keys' matrix on themselves. A projection makes heads where its weights have an
 * axis for them, or where its features are split behind it. Tokens that lie in rows and columns
 * have four axes, too, and were no heads before. */
bool path_absorbs(const struct graph *g, int event)
{
    int at[2], left, right;
    const struct event *e = &g->tape->event[event];
    bool heads = false;
    product_factors(e, &left, &right);
    if (e->input_count < 2 || e->input[left].of.tensor.ndim < 4) {
        return false;
    }
    for (int input = left; graph_sources(g, event, input, at) > 0; input = 0) {
        event = at[0];
        e = &g->tape->event[event];
        if (!event_moves(e)) {
            product_factors(e, &left, &right);
            return event_contracts(e) &&
                   (heads || (e->input[right].of.tensor.ndim > 2 && path_weight(g, event, right)));
        }
        heads |= event_does(e, RESHAPES) &&
                 last_size(&e->output[0].tensor) < last_size(&e->input[0].of.tensor);
    }
    return false;
}

/* A factor of numbers that are made in the same statement, which is not that of the scores:
 * q = torch.randn(4, 6) * 0.5. It belongs to how they begin, and is no scale of attention. */
static bool is_beginning(const struct graph *g, int event, const struct pass *p)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    const struct node *statement = e->statement;
    if (statement == NULL ||
        (p->product >= 0 && g->tape->event[p->product].statement == statement)) {
        return false;
    }
    while (e->statement == statement && !event_creates(e) && e->input_count == 1 &&
           (event_moves(e) || event_maps_cells(e)) && graph_sources(g, event, 0, at) == 1) {
        event = at[0];
        e = &g->tape->event[event];
    }
    return e->statement == statement && event_creates(e);
}

/* Everything that was met has its name now. The next search ends where nothing is left to count, so
 * that a cache which grows by a token a time is not searched from end to end for each. */
static void mark_plain(struct graph *g)
{
    double factor;
    graph_sort(g);
    for (int next = 0, count = g->count; next < count; next++) {
        int k = g->sorted[next];
        g->plain[k] = g->plain[k] || ends_way(g, k) ||
                      (!event_scales(g->tape, k, &factor) && meet_operands(g, k));
    }
}

/* A layer that reads one word after the other, nn.LSTM: what its products become are gates. */
static bool is_recurrent(const struct tape *t, int event)
{
    for (int c = t->event[event].call; c >= 0 && t->call[c].prelude; c = t->call[c].parent) {
        if (strstr(t->call[c].function->span.source->file, "torch.nn.modules.rnn") != NULL) {
            return true;
        }
    }
    return false;
}

void path_before(struct graph *g, int event, int input, int pass, bool counts)
{
    struct pass *p = &g->tape->pass[pass];
    double factor;
    int at[2];
    graph_begin(g);
    for (int n = graph_sources(g, event, input, at); n > 0; n--) {
        graph_meet(g, at[n - 1]);
    }
    for (int next = 0; next < g->count; next++) {
        int k = g->queue[next];
        const struct event *e = &g->tape->event[k];
        if (g->plain[k] || is_recurrent(g->tape, k)) {
            continue;
        }
        if (event_contracts(e)) {
            path_give(g, k, STAGE_PROJECT, pass);
            if (e->pass == pass && e->stage == STAGE_PROJECT) {
                path_weights(g, k, STAGE_PROJECT, pass);
                path_moves_into(g, k, pass);
            }
        }
        if (event_contracts(e) && e->pass == pass && e->stage == STAGE_PROJECT &&
            path_absorbs(g, k)) {
            int left, right;
            product_factors(e, &left, &right);
            for (int n = graph_sources(g, k, left, at); n > 0; n--) {
                graph_meet(g, at[n - 1]);
            }
        }
        if (ends_way(g, k)) {
            continue;
        }
        bool weights = leads(g, ANY_SOFTMAX, k); /* of a second map: a1 - lambda * a2 */
        if (!weights && event_scales(g->tape, k, &factor) && !scales_summand(g, k) &&
            !is_beginning(g, k, p)) {
            if (counts) {
                path_count_scale(g, k, p);
            }
            path_give(g, k, STAGE_SCALE, pass);
            path_scale_makers(g, k, pass);
        } else if (path_adds_bias(g, k)) {
            path_give(g, k, STAGE_PROJECT, pass);
        } else {
            path_give(g, k, stage_before(g, k), pass);
        }
        meet_operands(g, k);
    }
    mark_plain(g);
}
