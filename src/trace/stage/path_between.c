/* Finds what stands between the scores and their softmax: scales, masks with all that makes them,
 * and what was laid over the scores and then forgotten. */
#include "trace/stage/path_between.h"

#include "trace/stage/path.h"
#include "trace/stage/path_before.h"
#include "trace/tape/event.h"

#include <math.h>

/* Which input of `event` comes from the path, -1: none. */
static int path_input(const struct graph *g, int event)
{
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        if (path_on(g, g->flow.in[k].from)) {
            return g->flow.in[k].input;
        }
    }
    return -1;
}

/* Whether integers are looked up, in whole or in part: token ids, whatever mask is made of them. */
static bool is_looked_up(const struct graph *g, int event, int depth)
{
    const struct event *e = &g->tape->event[event];
    bool integers =
        e->output_count > 0 && dtype_category(e->output[0].tensor.dtype) == CATEGORY_INT;
    for (int k = g->flow.first_out[event]; integers && k < g->flow.first_out[event + 1]; k++) {
        const struct event *to = &g->tape->event[g->flow.out[k]->to];
        if (event_is(to, OP_embedding) || (depth > 0 && (event_moves(to) || event_maps_cells(to)) &&
                                           is_looked_up(g, g->flow.out[k]->to, depth - 1))) {
            return true;
        }
    }
    return false;
}

/* What leads to a mask and was not named: `self.mask.bool()[:n, :n]`. A tensor made of nothing else
 * is the mask's when nobody else takes it. */
static void name_makers_of(struct graph *g, int event, int input, int pass)
{
    int stack[64], count = 0;
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        if (g->flow.in[k].input == input && count < 64) {
            stack[count++] = g->flow.in[k].from;
        }
    }
    while (count > 0) {
        int at = stack[--count];
        const struct event *e = &g->tape->event[at];
        bool shared = false;
        if (path_given(g, at) || path_on(g, at)) {
            continue;
        }
        for (int k = g->flow.first_out[at]; event_creates(e) && k < g->flow.first_out[at + 1];
             k++) {
            int to = g->flow.out[k]->to;
            shared |= to != event && g->tape->event[to].stage != STAGE_MASK;
        }
        if (shared || event_contracts(e) || event_is(e, OP_embedding) || is_looked_up(g, at, 3)) {
            continue;
        }
        path_give(g, at, STAGE_MASK, pass);
        for (int k = g->flow.first_in[at]; k < g->flow.first_in[at + 1] && count < 64; k++) {
            if (!event_takes_data(g->tape, at, g->flow.in[k].input)) {
                stack[count++] = g->flow.in[k].from;
            }
        }
    }
}

void path_mask_makers(struct graph *g, int event, int scores_input, int pass)
{
    for (int k = 0; k < g->tape->event[event].input_count; k++) {
        if (k != scores_input) {
            name_makers_of(g, event, k, pass);
        }
    }
}

/* What computes the factor of a scale: torch.sqrt(torch.tensor(d_k)). */
void path_scale_makers(struct graph *g, int event, int pass)
{
    int at[2];
    for (int k = 0; k < g->tape->event[event].input_count; k++) {
        int to = event, input = k;
        for (int depth = 0; depth < 8 && graph_sources(g, to, input, at) > 0; depth++) {
            const struct event *e = &g->tape->event[at[0]];
            bool factor = e->output_count > 0 && tensor_numel(&e->output[0].tensor) == 1;
            if (!factor || event_creates(e) || !(event_maps_cells(e) || event_moves(e)) ||
                path_given(g, at[0])) {
                break;
            }
            to = at[0];
            input = 0;
            path_give(g, to, STAGE_SCALE, pass);
        }
    }
}

/* A temperature that is a parameter, one for each head. */
static bool learns_scale(const struct event *e)
{
    return event_does(e, MULTIPLIES | DIVIDES) && e->input_count == 2 && e->input[1].of.parameter &&
           e->output_count > 0 &&
           tensor_numel(&e->input[1].of.tensor) < tensor_numel(&e->output[0].tensor);
}

/* Names `event`, whose input `input` brings the scores. False: neither scale nor mask. */
static bool name_scale_or_mask(struct graph *g, int event, int input, int pass)
{
    double factor;
    if (event_scales(g->tape, event, &factor) || learns_scale(&g->tape->event[event])) {
        path_give(g, event, STAGE_SCALE, pass);
        path_scale_makers(g, event, pass);
        return true;
    }
    if (event_masks(g->tape, event, input)) {
        path_give(g, event, STAGE_MASK, pass);
        path_mask_makers(g, event, input, pass);
        return true;
    }
    return false;
}

/* Scores that are written cell by cell are scaled by one line as often as there are cells: it
 * counts once. */
static bool is_counted(struct graph *g, int event, const struct pass *p)
{
    const struct event *e = &g->tape->event[event];
    int pass = (int)(p - g->tape->pass);
    if (g->scales.pass != pass) {
        g->scales.pass = pass;
        g->scales.count = 0;
    }
    for (int k = 0; k < g->scales.count; k++) {
        const struct event *other = &g->tape->event[g->scales.event[k]];
        if (other->user_call == e->user_call && other->code.source == e->code.source &&
            other->code.line == e->code.line && other->code.column == e->code.column &&
            other->code.end_line == e->code.end_line &&
            other->code.end_column == e->code.end_column) {
            return true;
        }
    }
    if (g->scales.count < MOST_SCALES) {
        g->scales.event[g->scales.count++] = event;
    }
    return false;
}

bool path_caps(const struct graph *g, int event)
{
    double in, out;
    int at[2], n = event_is(&g->tape->event[event], OP_tanh) ? graph_sources(g, event, 0, at) : 0;
    bool caps = false;
    if (n > 0 && event_scales(g->tape, at[n - 1], &in)) {
        for (int k = g->flow.first_out[event]; !caps && k < g->flow.first_out[event + 1]; k++) {
            caps = event_scales(g->tape, g->flow.out[k]->to, &out) && fabs(in * out - 1) < 1e-6;
        }
    }
    return caps;
}

/* Whether a factor is one of a soft cap: what is divided before is multiplied again behind. */
static bool is_of_cap(const struct graph *g, int event)
{
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        if (path_caps(g, g->flow.in[k].from)) {
            return true;
        }
    }
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
        if (path_caps(g, g->flow.out[k]->to)) {
            return true;
        }
    }
    return false;
}

void path_count_scale(struct graph *g, int event, struct pass *p)
{
    double factor;
    const struct event *e = &g->tape->event[event];
    const struct argument *alpha = event_does(e, ADDS_PRODUCT) ? event_argument(e, "alpha") : NULL;
    if (alpha != NULL) { /* baddbmm(bias, q, k, alpha=1 / sqrt(d)) */
        factor = value_is_number(alpha->value) ? value_number(alpha->value) : 1;
        p->scaled += factor != 1;
        p->scale *= factor;
    } else if (event_scales(g->tape, event, &factor) && !is_of_cap(g, event) &&
               !is_counted(g, event, p)) {
        p->scaled++;
        p->scale *= factor;
    } else if (learns_scale(&g->tape->event[event])) {
        p->scaled++;
        p->scale = NAN; /* nothing to compare with */
    }
}

/* --- between scores and softmax --- */

/* A question put to the scores: (scores == -inf).all(-1).any() */
static void name_question(struct graph *g, int event, int pass)
{
    path_give(g, event, STAGE_MASK, pass);
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
        int to = g->flow.out[k]->to;
        if (event_is(&g->tape->event[to], OP_all OP_any) && !path_given(g, to)) {
            name_question(g, to, pass);
        }
    }
}

/* Consumers of the path that lead nowhere: the lost mask, the lost scale. */
static void name_dead_ends(struct graph *g, int event, int pass)
{
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
        const struct flow_edge *edge = g->flow.out[k];
        if (graph_met(g, edge->to) || path_given(g, edge->to)) {
            continue;
        }
        if (event_is(&g->tape->event[edge->to], OP_eq OP_isinf OP_isneginf)) {
            name_question(g, edge->to, pass);
        } else {
            name_scale_or_mask(g, edge->to, edge->input, pass);
        }
    }
}

/* Scores of two products that are added: of what tokens are and of where they stand. */
static bool adds_products(const struct graph *g, int event)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    for (int k = 0; event_does(e, ADDS) && k < e->input_count; k++) {
        if (graph_sources(g, event, k, at) == 0 || !path_on(g, at[0])) {
            return false;
        }
    }
    return event_does(e, ADDS) && e->input_count == 2;
}

static void mark_first_inputs(struct graph *g, const struct middle *m)
{
    int at[2], event = m->event, input = m->input;
    while (graph_sources(g, event, input, at) > 0 && graph_met(g, at[0])) {
        event = at[0];
        input = 0;
        g->path[event] = g->number;
    }
}

void path_between(struct graph *g, const struct middle *m, int pass)
{
    struct pass *p = &g->tape->pass[pass];
    int scores;
    if (p->linear >= 0) { /* no scores: softmax takes a projection */
        path_before(g, m->event, m->input, pass, false);
        return;
    }
    pass_back(g, m, &scores);
    if (p->scores < 0) { /* weights of a mask alone: the path is what the mask is laid over */
        mark_first_inputs(g, m);
    }
    graph_sort(g);
    for (int next = 0; next < g->count; next++) {
        int k = g->sorted[next];
        const struct event *e = &g->tape->event[k];
        int product = pass_product(g, k);
        if (product < 0 && ((path_input(g, k) < 0 && !path_on(g, k)) || event_creates(e))) {
            continue; /* ones_like(scores) takes a shape, no scores */
        }
        g->path[k] = g->number;
        int input = path_input(g, k);
        path_count_scale(g, k, p);
        if (product >= 0) {
            path_give(g, k, STAGE_SCORES, pass);
            path_give(g, product, STAGE_SCORES, pass);
            if (event_does(e, ADDS_PRODUCT) && event_masks(g->tape, k, p->query)) {
                p->mask = k; /* fused: a mask is what the product is added to */
                name_makers_of(g, k, 0, pass);
            }
        } else if (!path_given(g, k) && name_scale_or_mask(g, k, input < 0 ? 0 : input, pass)) {
            p->mask = g->tape->event[k].stage == STAGE_MASK ? k : p->mask;
        } else if (event_lays(e) || adds_products(g, k)) {
            path_give(g, k, STAGE_SCORES, pass); /* put into a table one by one */
        } else if (e->output_count > 0 && e->output[0].tensor.dtype == DTYPE_BOOL) {
            path_give(g, k, STAGE_MASK, pass); /* scores == 0: the padding */
        } else {
            path_give(g, k, event_moves(e) ? path_moving(e) : STAGE_OTHER, pass);
        }
    }
    for (int k = 0; k < g->count; k++) {
        if (path_on(g, g->queue[k]) && g->tape->event[g->queue[k]].pass == pass) {
            name_dead_ends(g, g->queue[k], pass);
        }
    }
}
