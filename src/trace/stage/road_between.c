/* What stands between the scores and their softmax: scales, masks with all that makes them, and
 * what was laid over the scores and then forgotten. */
#include "trace/stage/road.h"

#include <math.h>

/* Which input of `event` comes from the road, -1: none. */
static int road_input(const struct walk *w, int event)
{
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        if (road_on(w, w->flow.in[k].from)) {
            return w->flow.in[k].input;
        }
    }
    return -1;
}

/* What leads to a mask and was not named: `self.mask.bool()[:n, :n]`. A tensor made of nothing else
 * is the mask's when nobody else takes it. */
static void name_makers_of(struct walk *w, int event, int input, int pass)
{
    int stack[64], count = 0;
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        if (w->flow.in[k].input == input && count < 64) {
            stack[count++] = w->flow.in[k].from;
        }
    }
    while (count > 0) {
        int at = stack[--count];
        const struct event *e = &w->tape->event[at];
        bool shared = false;
        if (road_given(w, at) || road_on(w, at)) {
            continue;
        }
        for (int k = w->flow.first_out[at]; event_creates(e) && k < w->flow.first_out[at + 1];
             k++) {
            int to = w->flow.out[k]->to;
            shared |= to != event && w->tape->event[to].stage != STAGE_MASK;
        }
        if (shared || event_contracts(e) || event_is(e, OP_embedding)) {
            continue;
        }
        road_give(w, at, STAGE_MASK, pass);
        for (int k = w->flow.first_in[at]; k < w->flow.first_in[at + 1] && count < 64; k++) {
            stack[count++] = w->flow.in[k].from;
        }
    }
}

void road_mask_makers(struct walk *w, int event, int scores_input, int pass)
{
    for (int k = 0; k < w->tape->event[event].input_count; k++) {
        if (k != scores_input) {
            name_makers_of(w, event, k, pass);
        }
    }
}

/* What computes the factor of a scale: torch.sqrt(torch.tensor(d_k)). */
void road_scale_makers(struct walk *w, int event, int pass)
{
    int at[2];
    for (int k = 0; k < w->tape->event[event].input_count; k++) {
        int to = event, input = k;
        for (int depth = 0; depth < 8 && walk_sources(w, to, input, at) > 0; depth++) {
            const struct event *e = &w->tape->event[at[0]];
            bool factor = e->output_count > 0 && tensor_numel(&e->output[0].tensor) == 1;
            if (!factor || event_creates(e) || !(event_maps_cells(e) || event_moves(e)) ||
                road_given(w, at[0])) {
                break;
            }
            to = at[0];
            input = 0;
            road_give(w, to, STAGE_SCALE, pass);
        }
    }
}

/* A temperature that is a parameter, one for each head. */
static bool learns_scale(const struct event *e)
{
    return event_is(e, OP_mul OP_multiply OP_div OP_divide OP_true_divide) && e->input_count == 2 &&
           e->input[1].of.parameter && e->output_count > 0 &&
           tensor_numel(&e->input[1].of.tensor) < tensor_numel(&e->output[0].tensor);
}

/* Names `event`, whose input `input` brings the scores. False: neither scale nor mask. */
static bool name_scale_or_mask(struct walk *w, int event, int input, int pass)
{
    double factor;
    if (event_scales(w->tape, event, &factor) || learns_scale(&w->tape->event[event])) {
        road_give(w, event, STAGE_SCALE, pass);
        road_scale_makers(w, event, pass);
        return true;
    }
    if (event_masks(w->tape, event, input)) {
        road_give(w, event, STAGE_MASK, pass);
        road_mask_makers(w, event, input, pass);
        return true;
    }
    return false;
}

/* Scores that are written cell by cell are scaled by one line as often as there are cells: it
 * counts once. */
static bool is_counted(struct walk *w, int event, const struct pass *p)
{
    const struct event *e = &w->tape->event[event];
    int pass = (int)(p - w->tape->pass);
    if (w->scales.pass != pass) {
        w->scales.pass = pass;
        w->scales.count = 0;
    }
    for (int k = 0; k < w->scales.count; k++) {
        const struct event *other = &w->tape->event[w->scales.event[k]];
        if (other->user_call == e->user_call && other->code.source == e->code.source &&
            other->code.line == e->code.line && other->code.column == e->code.column) {
            return true;
        }
    }
    if (w->scales.count < MOST_SCALES) {
        w->scales.event[w->scales.count++] = event;
    }
    return false;
}

void road_count_scale(struct walk *w, int event, struct pass *p)
{
    double factor;
    const struct event *e = &w->tape->event[event];
    const struct argument *alpha =
        event_is(e, OP_baddbmm OP_addmm OP_addbmm) ? event_argument(e, "alpha") : NULL;
    if (alpha != NULL) { /* baddbmm(bias, q, k, alpha=1 / sqrt(d)) */
        factor = value_is_number(alpha->value) ? value_number(alpha->value) : 1;
        p->scaled += factor != 1;
        p->scale *= factor;
    } else if (event_scales(w->tape, event, &factor) && !is_counted(w, event, p)) {
        p->scaled++;
        p->scale *= factor;
    } else if (learns_scale(&w->tape->event[event])) {
        p->scaled++;
        p->scale = NAN; /* nothing to compare with */
    }
}

/* --- between scores and softmax --- */

/* A question put to the scores: (scores == -inf).all(-1).any() */
static void name_question(struct walk *w, int event, int pass)
{
    road_give(w, event, STAGE_MASK, pass);
    for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
        int to = w->flow.out[k]->to;
        if (event_is(&w->tape->event[to], OP_all OP_any) && !road_given(w, to)) {
            name_question(w, to, pass);
        }
    }
}

/* Consumers of the road that lead nowhere: the lost mask, the lost scale. */
static void name_dead_ends(struct walk *w, int event, int pass)
{
    for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
        const struct flow_edge *edge = w->flow.out[k];
        if (walk_met(w, edge->to) || road_given(w, edge->to)) {
            continue;
        }
        if (event_is(&w->tape->event[edge->to], OP_eq OP_isinf OP_isneginf)) {
            name_question(w, edge->to, pass);
        } else {
            name_scale_or_mask(w, edge->to, edge->input, pass);
        }
    }
}

/* Scores of two products that are added: of what tokens are and of where they stand. */
static bool adds_products(const struct walk *w, int event)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    for (int k = 0; event_is(e, OP_add) && k < e->input_count; k++) {
        if (walk_sources(w, event, k, at) == 0 || !road_on(w, at[0]) ||
            w->tape->event[at[0]].stage != STAGE_SCORES) {
            return false;
        }
    }
    return event_is(e, OP_add) && e->input_count == 2;
}

static void mark_first_inputs(struct walk *w, const struct middle *m)
{
    int at[2], event = m->event, input = m->input;
    while (walk_sources(w, event, input, at) > 0 && walk_met(w, at[0])) {
        event = at[0];
        input = 0;
        w->road[event] = w->number;
    }
}

void road_between(struct walk *w, const struct middle *m, int pass)
{
    struct pass *p = &w->tape->pass[pass];
    int scores;
    pass_back(w, m, &scores);
    if (p->scores < 0) { /* weights of a mask alone: the road is what the mask is laid over */
        mark_first_inputs(w, m);
    }
    walk_sort(w);
    for (int next = 0; next < w->count; next++) {
        int k = w->sorted[next];
        const struct event *e = &w->tape->event[k];
        int product = pass_product(w, k);
        if (product < 0 && ((road_input(w, k) < 0 && !road_on(w, k)) || event_creates(e))) {
            continue; /* ones_like(scores) takes a shape, no scores */
        }
        w->road[k] = w->number;
        int input = road_input(w, k);
        road_count_scale(w, k, p);
        if (product >= 0) {
            road_give(w, k, STAGE_SCORES, pass);
            road_give(w, product, STAGE_SCORES, pass);
            if (event_is(e, OP_baddbmm OP_addmm OP_addbmm) && event_masks(w->tape, k, p->query)) {
                p->mask = k; /* fused: a mask is what the product is added to */
                name_makers_of(w, k, 0, pass);
            }
        } else if (!road_given(w, k) && name_scale_or_mask(w, k, input < 0 ? 0 : input, pass)) {
            p->mask = w->tape->event[k].stage == STAGE_MASK ? k : p->mask;
        } else if (event_lays(e) || adds_products(w, k)) {
            road_give(w, k, STAGE_SCORES, pass); /* put into a table one by one */
        } else if (e->output_count > 0 && e->output[0].tensor.dtype == DTYPE_BOOL) {
            road_give(w, k, STAGE_MASK, pass); /* scores == 0: the padding */
        } else {
            road_give(w, k, event_moves(e) ? road_moving(e) : STAGE_OTHER, pass);
        }
    }
    for (int k = 0; k < w->count; k++) {
        if (road_on(w, w->queue[k])) {
            name_dead_ends(w, w->queue[k], pass);
        }
    }
}
