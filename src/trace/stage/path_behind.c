/* Finds what stands behind the weights: a late mask, dropout, the heads put together again, the
 * last projection. */
#include "trace/stage/path_behind.h"

#include "trace/stage/path.h"
#include "trace/stage/path_between.h"
#include "trace/stage/path_outside.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"

/* --- behind the weights --- */

/* weights / weights.sum(-1): shares of 1 again, behind a late mask. Names what leads from the sum
 * to the division, which are the end of a softmax. */
static bool name_renormalizing(struct graph *g, int event, int pass)
{
    static const char between[] = OP_add OP_clamp OP_clamp_min OP_clip OP_maximum OP_expand
        OP_expand_as OP_unsqueeze OP_view OP_reshape OP___getitem__;
    int chain[8], count = 0, at[2], from = event, input = 1;
    const struct event *e = &g->tape->event[event];
    if (!event_does(e, DIVIDES) || e->input_count < 2) {
        return false;
    }
    while (count < 8 && graph_sources(g, from, input, at) > 0) {
        from = chain[count++] = at[0];
        input = 0;
        if (!event_is(&g->tape->event[from], between)) {
            break;
        }
    }
    if (count == 0 || !event_is(&g->tape->event[from], OP_sum OP_norm OP_linalg_norm) ||
        graph_sources(g, from, 0, at) == 0 || !graph_met(g, at[0])) {
        return false;
    }
    path_give(g, event, STAGE_SOFTMAX, pass);
    while (count > 0) {
        path_give(g, chain[--count], STAGE_SOFTMAX, pass);
    }
    return true;
}

/* Dropout written by hand: a mask that was drawn, w * (torch.rand_like(g) > p). With a pass (else
 * -1) what makes the mask is named. */
static bool is_drawn(struct graph *g, int event, int weights, int pass)
{
    int stack[16], count = 0, looked = 0;
    bool drawn = false;
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1] && count < 16; k++) {
        if (g->flow.in[k].input != weights) {
            stack[count++] = g->flow.in[k].from;
        }
    }
    while (count > 0 && looked++ < 64) {
        int at = stack[--count];
        const struct event *e = &g->tape->event[at];
        drawn |= e->op->kind == KIND_RANDOM;
        if (pass >= 0 && !event_creates(e)) {
            path_give(g, at, STAGE_DROPOUT, pass);
        }
        bool follows = event_moves(e) || event_maps_cells(e);
        for (int k = g->flow.first_in[at]; follows && k < g->flow.first_in[at + 1] && count < 16;
             k++) {
            stack[count++] = g->flow.in[k].from;
        }
    }
    return drawn;
}

/* Whether anything that the mask of a dropout was made of comes from the weights: shares that were
 * drawn from are a sample. */
static bool is_sample(const struct graph *g, int event, int weights)
{
    int chain[16], count = 0;
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1] && count < 16; k++) {
        if (g->flow.in[k].input != weights) {
            chain[count++] = g->flow.in[k].from;
        }
    }
    for (int looked = 0; count > 0 && looked < 64; looked++) {
        int at = chain[--count];
        if (event_creates(&g->tape->event[at])) {
            continue; /* rand_like(w) asks for the shape alone */
        }
        if (graph_met(g, at)) {
            return true;
        }
        for (int k = g->flow.first_in[at]; k < g->flow.first_in[at + 1] && count < 16; k++) {
            chain[count++] = g->flow.in[k].from;
        }
    }
    return false;
}

/* The weights times a mask that was drawn; with what is divided by 1 - p, of the mask before or of
 * the result behind. Off the path to the context a table that is only shown: of its mask nothing
 * else is named. */
static bool name_shown_dropout(struct graph *g, int event, int weights, int pass)
{
    int at[2];
    double factor;
    if (event_scales(g->tape, event, &factor)) {
        const struct event *e = &g->tape->event[event];
        int n = factor >= 1 ? graph_sources(g, event, weights, at) : 0;
        const struct event *from = n > 0 ? &g->tape->event[at[0]] : NULL;
        if (from != NULL && from->stage == STAGE_DROPOUT && event_does(from, MULTIPLIES) &&
            from->pass == pass && e->output_count > 0) {
            path_give(g, event, STAGE_DROPOUT, pass);
            return true;
        }
        return false;
    }
    if (!event_drops(g->tape, event, weights) || !is_drawn(g, event, weights, -1) ||
        is_sample(g, event, weights)) {
        return false;
    }
    path_give(g, event, STAGE_DROPOUT, pass);
    if (graph_sources(g, event, 1 - weights, at) > 0 && event_scales(g->tape, at[0], &factor)) {
        path_give(g, at[0], STAGE_DROPOUT, pass);
    }
    return true;
}

/* The input that brings the weights to what was met. */
static int weights_input_of(const struct graph *g, int event)
{
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        if (graph_met(g, g->flow.in[k].from)) {
            return g->flow.in[k].input;
        }
    }
    return 0;
}

static bool drops_cells(const struct graph *g, int event, int weights)
{
    return event_masks(g->tape, event, weights) || event_drops(g->tape, event, weights);
}

/* Whether weights are dropped by hand on the path to the context. What was met is in the queue. */
static bool is_dropped_by_hand(struct graph *g, int softmax)
{
    for (int k = 0; k < g->count; k++) {
        int event = g->queue[k];
        int input = weights_input_of(g, event);
        if (event != softmax && path_on(g, event) && drops_cells(g, event, input) &&
            is_drawn(g, event, input, -1)) {
            return true;
        }
    }
    return false;
}

/* Weights in the axes in which the caller gets them: in the function of the context, but off the
 * path to it. */
static bool is_handed_out(const struct graph *g, int event, int pass)
{
    const struct tape *t = g->tape;
    int context = t->pass[pass].context;
    return t->event[event].call >= 0 && context >= 0 && path_moves_within(g, event, context, pass);
}

void path_behind_weights(struct graph *g, int softmax, int pass)
{
    int context, weights;
    pass_on(g, softmax, &context, &weights);
    graph_sort(g);
    for (int next = g->count - 1; next >= 0; next--) { /* the path to the context */
        int k = g->sorted[next];
        const struct event *e = &g->tape->event[k];
        bool leads = e->stage == STAGE_CONTEXT && e->pass == pass;
        for (int j = g->flow.first_out[k]; !leads && j < g->flow.first_out[k + 1]; j++) {
            const struct event *to = &g->tape->event[g->flow.out[j]->to];
            leads =
                path_on(g, g->flow.out[j]->to) || (to->stage == STAGE_CONTEXT && to->pass == pass);
        }
        g->path[k] = leads && k != softmax ? g->number : 0;
    }
    bool by_hand = is_dropped_by_hand(g, softmax);
    for (int k = 0; k < g->count; k++) {
        double factor;
        int event = g->queue[k];
        const struct event *e = &g->tape->event[event];
        int weights_input = weights_input_of(g, event);
        if (event == softmax || event_contracts(e)) {
            if (event != softmax && path_on(g, event) && !pass_collects(g, event)) {
                path_give(g, event, STAGE_OTHER, pass); /* heads are mixed */
            }
            continue;
        }
        bool drops = by_hand && path_on(g, event);
        if (drops && drops_cells(g, event, weights_input) &&
            is_drawn(g, event, weights_input, -1)) {
            path_give(g, event, STAGE_DROPOUT, pass);
            is_drawn(g, event, weights_input, pass);
        } else if (!path_on(g, event) && name_shown_dropout(g, event, weights_input, pass)) {
            continue;
        } else if (event_is(e, OP_dropout) || (drops && event_scales(g->tape, event, &factor))) {
            path_give(g, event, STAGE_DROPOUT, pass);
        } else if (event_masks(g->tape, event, weights_input)) {
            path_give(g, event, STAGE_MASK, pass);
            if (path_on(g, event)) {
                path_mask_makers(g, event, weights_input, pass);
            }
        } else if (path_on(g, event) && name_renormalizing(g, event, pass)) {
            continue;
        } else if (event_lays(e) && path_on(g, event)) {
            path_give(g, event, STAGE_SOFTMAX, pass); /* the table of weights, row by row */
        } else if (event_moves(e) && (path_on(g, event) || is_handed_out(g, event, pass))) {
            path_give(g, event, path_moving(e), pass);
        }
    }
}

/* --- behind the context --- */

static bool joins(const struct event *e)
{
    return event_transposes(e) || event_lays(e) || event_does(e, RESHAPES | SQUEEZES | COPIES);
}

/* A gradient by hand: a product that adds up over the rows of the context, one for each query,
 * dW = context.T @ dy. What mixes heads adds up over their features. */
static bool adds_queries(const struct graph *g, int event, int input, int pass)
{
    int at[2];
    const struct pass *p = &g->tape->pass[pass];
    const struct event *e = &g->tape->event[event];
    int axis = event_contracts(e) ? product_summed_axis(e, input) : -1;
    while (axis >= 0 && graph_sources(g, event, input, at) > 0) {
        event = at[0];
        e = &g->tape->event[event];
        if (event == p->context) {
            return event_contracts(e) && product_brings(e, p->weights, p->weights < p->value, axis);
        }
        input = 0;
        axis = event_moves(e) ? axis_before(e, 0, axis, true) : -1;
    }
    return false;
}

/* Whether what turns the context is for gradients by hand alone. */
static bool is_for_gradient(const struct graph *g, int event, int pass, int depth)
{
    int first = g->flow.first_out[event], end = g->flow.first_out[event + 1];
    bool only = first < end && depth > 0;
    for (int k = first; only && k < end; k++) {
        const struct flow_edge *edge = g->flow.out[k];
        only = joins(&g->tape->event[edge->to]) ? is_for_gradient(g, edge->to, pass, depth - 1)
                                                : adds_queries(g, edge->to, edge->input, pass);
    }
    return only;
}

/* result[i] += w[i, j] * v[j]: the row as it was before. */
static void name_row_before(struct graph *g, int sum, int pass)
{
    for (int k = g->flow.first_in[sum]; k < g->flow.first_in[sum + 1]; k++) {
        int from = g->flow.in[k].from;
        if (event_does(&g->tape->event[from], SELECTS) && !path_given(g, from)) {
            path_give(g, from, STAGE_CONTEXT, pass);
        }
    }
}

void path_behind_context(struct graph *g, int context, int pass)
{
    bool by_cells = !event_contracts(&g->tape->event[context]);
    graph_begin(g);
    graph_meet(g, context);
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
            int to = g->flow.out[k]->to;
            const struct event *e = &g->tape->event[to];
            if (path_given(g, to) && e->pass != pass) {
                continue;
            }
            if (by_cells && event_is(e, OP_add OP_sum)) {
                path_give(g, to, STAGE_CONTEXT, pass); /* collected one by one */
                name_row_before(g, to, pass);
                graph_meet(g, to);
            } else if (joins(e) && !(path_given(g, to) && e->stage != STAGE_CONCAT) &&
                       !is_for_gradient(g, to, pass, 4)) {
                path_give(g, to, STAGE_CONCAT, pass);
                graph_meet(g, to);
            }
        }
    }
}

/* --- the last projection --- */

static int64_t width_of(const struct tensor *t)
{
    return t->ndim > 0 ? t->shape[t->ndim - 1] : 1;
}

/* Whether what comes out of a projection is added to another tensor of its shape: the residual
 * stream. */
static bool is_added(const struct graph *g, int event, int depth)
{
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
        int to = g->flow.out[k]->to;
        const struct event *e = &g->tape->event[to];
        bool bias = path_adds_bias(g, to);
        if ((event_does(e, ADDS) && !bias && e->input_count == 2 &&
             tensor_same_shape(&e->input[0].of.tensor, &e->input[1].of.tensor)) ||
            ((bias || event_is(e, OP_dropout) || event_moves(e)) && depth > 0 &&
             is_added(g, to, depth - 1))) {
            return true;
        }
    }
    return false;
}

/* Whether a contraction takes the heads as the very function has joined them. */
static bool takes_joined(const struct graph *g, int event, int input)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    return e->user_call >= 0 && graph_sources(g, event, input, at) > 0 &&
           g->tape->event[at[0]].stage == STAGE_CONCAT &&
           g->tape->event[at[0]].user_call == e->user_call;
}

/* Whether a contraction behind the contexts is attention's own: where what it mixes was joined or
 * what attention looks at was projected, or on the way to the residual stream, and as wide as one
 * of these or behind the very join. Anything else is somebody who takes the result:
 * lm_head(attention(x)). */
static bool is_last(const struct graph *g, int event, int input, int pass)
{
    const struct tape *t = g->tape;
    const struct event *e = &t->event[event];
    int64_t width = width_of(&e->output[0].tensor);
    bool near = e->user_call == t->event[t->pass[pass].softmax].user_call, projected = false;
    bool wide = width == width_of(&e->input[input].of.tensor) || takes_joined(g, event, input);
    for (int k = g->reach[pass].low; k <= g->reach[pass].high; k++) {
        const struct event *own = &t->event[k];
        bool projects = own->stage == STAGE_PROJECT && event_contracts(own);
        if (own->pass != pass || !(projects || own->stage == STAGE_CONCAT)) {
            continue;
        }
        near |= own->user_call == e->user_call;
        projected |= projects;
        for (int j = 0; projects && j < own->input_count; j++) {
            wide |= width == width_of(&own->input[j].of.tensor);
        }
    }
    return (wide || !projected) && (near || is_added(g, event, 4));
}

/* What lets the contexts through to their projection: what joins them, a part of them. */
static bool carries(const struct graph *g, int event, int pass)
{
    const struct event *e = &g->tape->event[event];
    return e->stage == STAGE_CONCAT || (e->stage == STAGE_CONTEXT && e->pass == pass) ||
           (!path_given(g, event) && (event_moves(e) || event_is(e, OP_dropout)));
}

/* Names the parts that were taken on the way to the projection. */
static void name_parts(struct graph *g, int event, int input, int pass)
{
    int at[2];
    while (graph_sources(g, event, input, at) > 0 && !path_given(g, at[0])) {
        event = at[0];
        input = 0;
        if (event_moves(&g->tape->event[event])) {
            path_give(g, event, path_moving(&g->tape->event[event]), pass);
        }
    }
}

/* Whether the heads are joined behind it and mixed by another product: what it makes of contexts
 * that were collected in a narrower form is the heads' values (latent attention). */
static bool makes_values(const struct graph *g, int event)
{
    int64_t width = width_of(&g->tape->event[event].output[0].tensor);
    bool joined = false;
    for (int depth = 0, left, right; depth < 8; depth++) {
        int first = g->flow.first_out[event];
        if (first == g->flow.first_out[event + 1]) {
            return false;
        }
        const struct flow_edge *edge = g->flow.out[first];
        const struct event *e = &g->tape->event[edge->to];
        if (event_contracts(e)) {
            product_factors(e, &left, &right);
            return joined && edge->input == left && path_weight(g, edge->to, right);
        }
        if (!joins(e)) {
            return false;
        }
        joined |= width_of(&e->output[0].tensor) > width &&
                  e->output[0].tensor.ndim < e->input[0].of.tensor.ndim;
        event = edge->to;
    }
    return false;
}

static void name_projection(struct graph *g, int event, int input, enum stage stage, int pass)
{
    name_parts(g, event, input, pass);
    path_give(g, event, stage, pass);
    path_weights(g, event, stage, pass);
}

void path_out_proj(struct graph *g, int context, int pass)
{
    struct pass *p = &g->tape->pass[pass];
    int again = -1;
    graph_begin(g);
    graph_meet(g, context);
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
            const struct flow_edge *edge = g->flow.out[k];
            const struct event *e = &g->tape->event[edge->to];
            int left, right;
            if (carries(g, edge->to, pass)) {
                graph_meet(g, edge->to);
            } else if (event_contracts(e) && !path_given(g, edge->to)) {
                product_factors(e, &left, &right);
                bool mixes =
                    edge->input == left && !adds_queries(g, edge->to, left, pass) &&
                    (path_weight(g, edge->to, right) || e->input[right].of.tensor.ndim <= 2);
                if (mixes && makes_values(g, edge->to)) {
                    name_projection(g, edge->to, left, STAGE_PROJECT, pass);
                    again = edge->to;
                } else if (mixes && is_last(g, edge->to, left, pass)) {
                    name_projection(g, edge->to, left, STAGE_OUT_PROJ, pass);
                    p->out_proj = p->out_proj < 0 ? edge->to : p->out_proj;
                }
            }
        }
    }
    if (again >= 0) { /* the heads' values: they are joined and mixed behind it */
        path_behind_context(g, again, pass);
        path_out_proj(g, again, pass);
        return;
    }
    for (int k = p->out_proj < 0 ? 0 : g->flow.first_out[p->out_proj];
         p->out_proj >= 0 && k < g->flow.first_out[p->out_proj + 1]; k++) {
        if (path_adds_bias(g, g->flow.out[k]->to)) {
            path_give(g, g->flow.out[k]->to, STAGE_OUT_PROJ, pass);
            path_moves_out_of(g, g->flow.out[k]->to, pass);
        }
    }
    if (p->out_proj >= 0) {
        path_moves_out_of(g, p->out_proj, pass);
    }
}
