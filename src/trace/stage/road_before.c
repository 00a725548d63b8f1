/* What leads to the scores and to the values: projections, views, transposes, a scale on the way.
 */
#include "trace/stage/road.h"

bool road_computed(const struct walk *w, int event)
{
    int stack[64], count = 1, met = 0;
    stack[0] = event;
    while (count > 0 && met++ < 256) {
        int k = stack[--count];
        const struct event *e = &w->tape->event[k];
        if (event_contracts(e)) {
            return true;
        }
        bool shaped = event_is(
            e, OP_expand_as OP_view_as OP_reshape_as OP_type_as OP_to); /* as another one */
        for (int j = w->flow.first_in[k]; j < w->flow.first_in[k + 1] && count < 64; j++) {
            if ((event_moves(e) || event_maps_cells(e) || e->effect == STORAGE_IN_PLACE) &&
                !(shaped && w->flow.in[j].input > 0)) {
                stack[count++] = w->flow.in[j].from;
            }
        }
    }
    return false;
}

/* Meets the operands of a cell-by-cell operation worth following: those as large as the result, and
 * of two such factors the computed one. The others are tables of sines, biases, gates, lengths.
 * Returns whether all of them are plain. */
static bool meet_operands(struct walk *w, int event)
{
    const struct event *e = &w->tape->event[event];
    int64_t whole = tensor_numel(&e->output[0].tensor);
    bool any = !event_maps_cells(e) || event_is(e, OP_add OP_sub OP_subtract);
    bool factors = event_is(e, OP_mul OP_multiply OP_div OP_divide OP_true_divide),
         computed = false;
    bool plain = true;
    int first = w->flow.first_in[event], end = w->flow.first_in[event + 1];
    for (int k = first; factors && k < end; k++) {
        computed |= road_computed(w, w->flow.in[k].from);
    }
    for (int k = first; k < end; k++) {
        const struct flow_edge *edge = &w->flow.in[k];
        bool large = tensor_numel(&e->input[edge->input].of.tensor) == whole;
        if (any || (large && !(computed && !road_computed(w, edge->from)))) {
            walk_meet(w, edge->from);
            plain = plain && w->plain[edge->from];
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
    const struct argument *dim = event_argument(e, "dim");
    dim = dim == NULL ? event_argument(e, "axis") : dim;
    if (dim != NULL) {
        return dim->i == -1 || dim->i == out->ndim - 1;
    }
    bool features = out->ndim < 2;
    for (int k = 0; k < e->input_count; k++) { /* an index has another type */
        const struct tensor *in = &e->input[k].of.tensor;
        features |= in->dtype == out->dtype && last_size(in) != last_size(out);
    }
    return features;
}

/* Rows put beside other rows: keys behind those of a cache, the heads' keys in one tensor. Features
 * put beside features are arithmetic (rotary positions), unless they come straight from their
 * projections. */
static bool lays_rows(struct walk *w, int event)
{
    const struct event *e = &w->tape->event[event];
    int at[2];
    if (!event_lays(e)) {
        return false;
    }
    bool rows = !joins_features(e);
    for (int k = 0; !rows && k < e->input_count; k++) {
        int from = event, input = k;
        while (walk_sources(w, from, input, at) > 0 && event_moves(&w->tape->event[at[0]])) {
            from = at[0];
            input = 0;
        }
        if (walk_sources(w, from, input, at) == 0 || !event_contracts(&w->tape->event[at[0]])) {
            return false;
        }
    }
    return true;
}

/* Queries and keys of length 1: a norm right behind the projection. Any other norm is the block's,
 * before it. */
static bool norms_projection(const struct walk *w, int event)
{
    int at[2];
    if (!event_is(&w->tape->event[event], OP_layer_norm)) {
        return false;
    }
    while (walk_sources(w, event, 0, at) > 0 && event_moves(&w->tape->event[at[0]])) {
        event = at[0];
    }
    return walk_sources(w, event, 0, at) > 0 && event_contracts(&w->tape->event[at[0]]);
}

static enum stage stage_before(struct walk *w, int event)
{
    const struct event *e = &w->tape->event[event];
    enum stage stage = event_moves(e) ? road_moving(e) : STAGE_OTHER;
    return stage == STAGE_OTHER && lays_rows(w, event) ? STAGE_JOIN : stage;
}

/* Where the way back from the scores ends. */
static bool ends_way(const struct walk *w, int event)
{
    const struct event *e = &w->tape->event[event];
    return event_contracts(e) || event_creates(e) || event_normalizes(e) ||
           e->stage == STAGE_SOFTMAX || e->stage == STAGE_CONTEXT ||
           e->op->kind == KIND_REDUCTION || event_is(e, OP_embedding OP_dropout) ||
           (event_is(e, OP_layer_norm) && !norms_projection(w, event)) ||
           (event_is(e, OP_stack OP_cat OP_concat OP_concatenate) && !road_computed(w, event));
}

/* Heads that are multiplied by a further matrix behind their projection: latent attention lets the
 * queries take the keys' matrix on themselves. */
bool road_absorbs(const struct walk *w, int event)
{
    int at[2], left, right;
    const struct event *e = &w->tape->event[event];
    pass_factors(e, &left, &right);
    if (e->input_count < 2 || e->input[left].of.tensor.ndim < 4) {
        return false;
    }
    for (int input = left; walk_sources(w, event, input, at) > 0; input = 0) {
        event = at[0];
        if (!event_moves(&w->tape->event[event])) {
            return event_contracts(&w->tape->event[event]);
        }
    }
    return false;
}

/* Everything that was met has its name now. The next walk ends where nothing is left to count, so
 * that a cache which grows by a token a time is not walked from end to end for each. */
static void mark_plain(struct walk *w)
{
    double factor;
    walk_sort(w);
    for (int next = 0, count = w->count; next < count; next++) {
        int k = w->sorted[next];
        w->plain[k] = w->plain[k] || ends_way(w, k) ||
                      (!event_scales(w->tape, k, &factor) && meet_operands(w, k));
    }
}

void road_before(struct walk *w, int event, int input, int pass, bool counts)
{
    struct pass *p = &w->tape->pass[pass];
    double factor;
    int at[2];
    walk_begin(w);
    for (int n = walk_sources(w, event, input, at); n > 0; n--) {
        walk_meet(w, at[n - 1]);
    }
    for (int next = 0; next < w->count; next++) {
        int k = w->queue[next];
        const struct event *e = &w->tape->event[k];
        if (w->plain[k]) {
            continue;
        }
        if (event_contracts(e)) {
            road_give(w, k, STAGE_PROJECT, pass);
            if (e->pass == pass && e->stage == STAGE_PROJECT) {
                road_weights(w, k, STAGE_PROJECT, pass);
                road_moves_into(w, k, pass);
            }
        }
        if (event_contracts(e) && e->pass == pass && e->stage == STAGE_PROJECT &&
            road_absorbs(w, k)) {
            int left, right;
            pass_factors(e, &left, &right);
            for (int n = walk_sources(w, k, left, at); n > 0; n--) {
                walk_meet(w, at[n - 1]);
            }
        }
        if (ends_way(w, k)) {
            continue;
        }
        if (event_scales(w->tape, k, &factor)) {
            if (counts) {
                road_count_scale(w, k, p);
            }
            road_give(w, k, STAGE_SCALE, pass);
            road_scale_makers(w, k, pass);
        } else if (road_adds_bias(w, k)) {
            road_give(w, k, STAGE_PROJECT, pass);
        } else {
            road_give(w, k, stage_before(w, k), pass);
        }
        meet_operands(w, k);
    }
    mark_plain(w);
}
