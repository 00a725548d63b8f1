/* What stands behind the weights: a late mask, dropout, the heads put together again, the last
 * projection. */
#include "trace/stage/road.h"

/* --- behind the weights --- */

/* weights / weights.sum(-1): shares of 1 again, behind a late mask. Names what leads from the sum
 * to the division, which are the end of a softmax. */
static bool name_renormalizing(struct walk *w, int event, int pass)
{
    static const char between[] = OP_add OP_clamp OP_clamp_min OP_clip OP_maximum OP_expand
        OP_expand_as OP_unsqueeze OP_view OP_reshape OP___getitem__;
    int chain[8], count = 0, at[2], from = event, input = 1;
    const struct event *e = &w->tape->event[event];
    if (!event_is(e, OP_div OP_divide OP_true_divide) || e->input_count < 2) {
        return false;
    }
    while (count < 8 && walk_sources(w, from, input, at) > 0) {
        from = chain[count++] = at[0];
        input = 0;
        if (!event_is(&w->tape->event[from], between)) {
            break;
        }
    }
    if (count == 0 || !event_is(&w->tape->event[from], OP_sum OP_norm OP_linalg_norm) ||
        walk_sources(w, from, 0, at) == 0 || !walk_met(w, at[0])) {
        return false;
    }
    road_give(w, event, STAGE_SOFTMAX, pass);
    while (count > 0) {
        road_give(w, chain[--count], STAGE_SOFTMAX, pass);
    }
    return true;
}

/* Dropout written by hand: a mask that was drawn, w * (torch.rand_like(w) > p). With a pass (else
 * -1) what makes the mask is named. */
static bool is_drawn(struct walk *w, int event, int weights, int pass)
{
    int stack[16], count = 0, looked = 0;
    bool drawn = false;
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1] && count < 16; k++) {
        if (w->flow.in[k].input != weights) {
            stack[count++] = w->flow.in[k].from;
        }
    }
    while (count > 0 && looked++ < 64) {
        int at = stack[--count];
        const struct event *e = &w->tape->event[at];
        drawn |= e->op->kind == KIND_RANDOM;
        if (pass >= 0 && !event_creates(e)) {
            road_give(w, at, STAGE_DROPOUT, pass);
        }
        bool follows = event_moves(e) || event_maps_cells(e);
        for (int k = w->flow.first_in[at]; follows && k < w->flow.first_in[at + 1] && count < 16;
             k++) {
            stack[count++] = w->flow.in[k].from;
        }
    }
    return drawn;
}

/* The input that brings the weights to what was met. */
static int weights_input_of(const struct walk *w, int event)
{
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        if (walk_met(w, w->flow.in[k].from)) {
            return w->flow.in[k].input;
        }
    }
    return 0;
}

/* Whether weights are dropped by hand on the road to the context. What was met is in the queue. */
static bool is_dropped_by_hand(struct walk *w, int softmax)
{
    for (int k = 0; k < w->count; k++) {
        int event = w->queue[k];
        int input = weights_input_of(w, event);
        if (event != softmax && road_on(w, event) && event_masks(w->tape, event, input) &&
            is_drawn(w, event, input, -1)) {
            return true;
        }
    }
    return false;
}

/* Weights in the axes in which the caller gets them: in the function of the context, but off the
 * road to it. */
static bool is_handed_out(const struct walk *w, int event, int pass)
{
    const struct tape *t = w->tape;
    int context = t->pass[pass].context;
    return t->event[event].call >= 0 && context >= 0 && road_moves_within(w, event, context, pass);
}

void road_behind_weights(struct walk *w, int softmax, int pass)
{
    int context, weights;
    pass_on(w, softmax, &context, &weights);
    walk_sort(w);
    for (int next = w->count - 1; next >= 0; next--) { /* the road to the context */
        int k = w->sorted[next];
        const struct event *e = &w->tape->event[k];
        bool leads = e->stage == STAGE_CONTEXT && e->pass == pass;
        for (int j = w->flow.first_out[k]; !leads && j < w->flow.first_out[k + 1]; j++) {
            const struct event *to = &w->tape->event[w->flow.out[j]->to];
            leads =
                road_on(w, w->flow.out[j]->to) || (to->stage == STAGE_CONTEXT && to->pass == pass);
        }
        w->road[k] = leads && k != softmax ? w->number : 0;
    }
    bool by_hand = is_dropped_by_hand(w, softmax);
    for (int k = 0; k < w->count; k++) {
        double factor;
        int event = w->queue[k];
        const struct event *e = &w->tape->event[event];
        int weights_input = weights_input_of(w, event);
        if (event == softmax || event_contracts(e)) {
            continue;
        }
        bool drops = by_hand && road_on(w, event);
        if (drops && event_masks(w->tape, event, weights_input) &&
            is_drawn(w, event, weights_input, -1)) {
            road_give(w, event, STAGE_DROPOUT, pass);
            is_drawn(w, event, weights_input, pass);
        } else if (event_is(e, OP_dropout) || (drops && event_scales(w->tape, event, &factor))) {
            road_give(w, event, STAGE_DROPOUT, pass);
        } else if (event_masks(w->tape, event, weights_input)) {
            road_give(w, event, STAGE_MASK, pass);
            if (road_on(w, event)) {
                road_mask_makers(w, event, weights_input, pass);
            }
        } else if (road_on(w, event) && name_renormalizing(w, event, pass)) {
            continue;
        } else if (event_lays(e) && road_on(w, event)) {
            road_give(w, event, STAGE_SOFTMAX, pass); /* the table of weights, row by row */
        } else if (event_moves(e) && (road_on(w, event) || is_handed_out(w, event, pass))) {
            road_give(w, event, road_moving(e), pass);
        }
    }
}

/* --- behind the context --- */

static bool joins(const struct event *e)
{
    return event_transposes(e) || event_lays(e) ||
           event_is(e, OP_contiguous OP_view OP_reshape OP_flatten OP_squeeze OP_unflatten
                           OP_view_as OP_reshape_as OP_clone OP_ravel);
}

/* result[i] += w[i, j] * v[j]: the row as it was before. */
static void name_row_before(struct walk *w, int sum, int pass)
{
    for (int k = w->flow.first_in[sum]; k < w->flow.first_in[sum + 1]; k++) {
        int from = w->flow.in[k].from;
        if (event_is(&w->tape->event[from], OP___getitem__ OP_select) && !road_given(w, from)) {
            road_give(w, from, STAGE_CONTEXT, pass);
        }
    }
}

void road_behind_context(struct walk *w, int context, int pass)
{
    bool by_cells = !event_contracts(&w->tape->event[context]);
    walk_begin(w);
    walk_meet(w, context);
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
            int to = w->flow.out[k]->to;
            const struct event *e = &w->tape->event[to];
            if (road_given(w, to) && e->pass != pass) {
                continue;
            }
            if (by_cells && event_is(e, OP_add OP_sum)) {
                road_give(w, to, STAGE_CONTEXT, pass); /* collected one by one */
                name_row_before(w, to, pass);
                walk_meet(w, to);
            } else if (joins(e) && !(road_given(w, to) && e->stage != STAGE_CONCAT)) {
                road_give(w, to, STAGE_CONCAT, pass);
                walk_meet(w, to);
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
static bool is_added(const struct walk *w, int event, int depth)
{
    for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
        int to = w->flow.out[k]->to;
        const struct event *e = &w->tape->event[to];
        bool bias = road_adds_bias(w, to);
        if ((event_is(e, OP_add) && !bias && e->input_count == 2 &&
             tensor_same_shape(&e->input[0].of.tensor, &e->input[1].of.tensor)) ||
            ((bias || event_is(e, OP_dropout) || event_moves(e)) && depth > 0 &&
             is_added(w, to, depth - 1))) {
            return true;
        }
    }
    return false;
}

/* Whether a contraction takes the heads as the very function has joined them. */
static bool takes_joined(const struct walk *w, int event, int input)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    return e->user_call >= 0 && walk_sources(w, event, input, at) > 0 &&
           w->tape->event[at[0]].stage == STAGE_CONCAT &&
           w->tape->event[at[0]].user_call == e->user_call;
}

/* Whether a contraction behind the contexts is attention's own: where what it mixes was joined or
 * what attention looks at was projected, or on the way to the residual stream, and as wide as one
 * of these or behind the very join. Anything else is somebody who takes the result:
 * lm_head(attention(x)). */
static bool is_last(const struct walk *w, int event, int input, int pass)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    int64_t width = width_of(&e->output[0].tensor);
    bool near = e->user_call == t->event[t->pass[pass].softmax].user_call, projected = false;
    bool wide = width == width_of(&e->input[input].of.tensor) || takes_joined(w, event, input);
    for (int k = w->reach[pass].low; k <= w->reach[pass].high; k++) {
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
    return (wide || !projected) && (near || is_added(w, event, 4));
}

/* What lets the contexts through to their projection: what joins them, a part of them. */
static bool carries(const struct walk *w, int event, int pass)
{
    const struct event *e = &w->tape->event[event];
    return e->stage == STAGE_CONCAT || (e->stage == STAGE_CONTEXT && e->pass == pass) ||
           (!road_given(w, event) && (event_moves(e) || event_is(e, OP_dropout)));
}

/* Names the parts that were taken on the way to the projection. */
static void name_parts(struct walk *w, int event, int input, int pass)
{
    int at[2];
    while (walk_sources(w, event, input, at) > 0 && !road_given(w, at[0])) {
        event = at[0];
        input = 0;
        if (event_moves(&w->tape->event[event])) {
            road_give(w, event, road_moving(&w->tape->event[event]), pass);
        }
    }
}

/* Whether the heads are joined behind it and mixed by another product: what it makes of contexts
 * that were collected in a narrower form is the heads' values (latent attention). */
static bool makes_values(const struct walk *w, int event)
{
    int64_t width = width_of(&w->tape->event[event].output[0].tensor);
    bool joined = false;
    for (int depth = 0, left, right; depth < 8; depth++) {
        int first = w->flow.first_out[event];
        if (first == w->flow.first_out[event + 1]) {
            return false;
        }
        const struct flow_edge *edge = w->flow.out[first];
        const struct event *e = &w->tape->event[edge->to];
        if (event_contracts(e)) {
            pass_factors(e, &left, &right);
            return joined && edge->input == left && road_weight(w, edge->to, right);
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

static void name_projection(struct walk *w, int event, int input, enum stage stage, int pass)
{
    name_parts(w, event, input, pass);
    road_give(w, event, stage, pass);
    road_weights(w, event, stage, pass);
}

void road_out_proj(struct walk *w, int context, int pass)
{
    struct pass *p = &w->tape->pass[pass];
    int again = -1;
    walk_begin(w);
    walk_meet(w, context);
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
            const struct flow_edge *edge = w->flow.out[k];
            const struct event *e = &w->tape->event[edge->to];
            int left, right;
            if (carries(w, edge->to, pass)) {
                walk_meet(w, edge->to);
            } else if (event_contracts(e) && !road_given(w, edge->to)) {
                pass_factors(e, &left, &right);
                bool mixes = edge->input == left && (road_weight(w, edge->to, right) ||
                                                     e->input[right].of.tensor.ndim <= 2);
                if (mixes && makes_values(w, edge->to)) {
                    name_projection(w, edge->to, left, STAGE_PROJECT, pass);
                    again = edge->to;
                } else if (mixes && is_last(w, edge->to, left, pass)) {
                    name_projection(w, edge->to, left, STAGE_OUT_PROJ, pass);
                    p->out_proj = p->out_proj < 0 ? edge->to : p->out_proj;
                }
            }
        }
    }
    if (again >= 0) { /* the heads' values: they are joined and mixed behind it */
        road_behind_context(w, again, pass);
        road_out_proj(w, again, pass);
        return;
    }
    for (int k = p->out_proj < 0 ? 0 : w->flow.first_out[p->out_proj];
         p->out_proj >= 0 && k < w->flow.first_out[p->out_proj + 1]; k++) {
        if (road_adds_bias(w, w->flow.out[k]->to)) {
            road_give(w, w->flow.out[k]->to, STAGE_OUT_PROJ, pass);
            road_moves_out_of(w, w->flow.out[k]->to, pass);
        }
    }
    if (p->out_proj >= 0) {
        road_moves_out_of(w, p->out_proj, pass);
    }
}
