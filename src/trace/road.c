/* The stages around a softmax, by where an operation stands: between scores and softmax, before the
 * scores, behind the weights, behind the context. What was named once keeps its name, so the order
 * is from the certain to the likely: softmax, scores and context of all passes first, out-proj
 * last. A run may have a pass for each token: what is done for one must not take time that grows
 * with the length of the tape. */
#include "trace/road.h"

#include <math.h>
#include <stdlib.h>

static void name(struct walk *w, int event, enum stage stage, int pass)
{
    struct event *e = &w->tape->event[event];
    struct reach *r = &w->reach[pass];
    if (e->pass < 0) {
        e->stage = stage;
        e->pass = pass;
        r->low = event < r->low ? event : r->low;
        r->high = event > r->high ? event : r->high;
    }
}

static bool is_named(const struct walk *w, int event)
{
    return w->tape->event[event].pass >= 0;
}

/* What moving cells is called on the way to the scores. */
static enum stage moving_stage(const struct event *e)
{
    if (event_transposes(e)) {
        return STAGE_TRANSPOSE;
    }
    return event_is(e, " view reshape flatten unflatten squeeze unsqueeze expand expand_as view_as "
                       "reshape_as chunk split split_with_sizes tensor_split unbind __getitem__ "
                       "select narrow contiguous repeat repeat_interleave ravel expand_dims "
                       "broadcast_to tile array_split index_select")
               ? STAGE_VIEW
               : STAGE_OTHER;
}

/* --- the road: what was met and lies on a way from or to somewhere --- */

static bool on_road(const struct walk *w, int event)
{
    return w->road[event] == w->number;
}

/* Which input of `event` comes from the road, -1: none. */
static int road_input(const struct walk *w, int event)
{
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        if (on_road(w, w->flow.in[k].from)) {
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
        if (is_named(w, at) || on_road(w, at)) {
            continue;
        }
        for (int k = w->flow.first_out[at]; event_creates(e) && k < w->flow.first_out[at + 1];
             k++) {
            int to = w->flow.out[k]->to;
            shared |= to != event && w->tape->event[to].stage != STAGE_MASK;
        }
        if (shared || event_contracts(e) || event_is(e, " embedding")) {
            continue;
        }
        name(w, at, STAGE_MASK, pass);
        for (int k = w->flow.first_in[at]; k < w->flow.first_in[at + 1] && count < 64; k++) {
            stack[count++] = w->flow.in[k].from;
        }
    }
}

static void name_mask_makers(struct walk *w, int event, int scores_input, int pass)
{
    for (int k = 0; k < w->tape->event[event].input_count; k++) {
        if (k != scores_input) {
            name_makers_of(w, event, k, pass);
        }
    }
}

/* A temperature that is a parameter, one for each head. */
static bool learns_scale(const struct event *e)
{
    return event_is(e, " mul multiply div divide true_divide") && e->input_count == 2 &&
           e->input[1].of.parameter && e->output_count > 0 &&
           tensor_numel(&e->input[1].of.tensor) < tensor_numel(&e->output[0].tensor);
}

/* Names `event`, whose input `input` brings the scores. False: neither scale nor mask. */
static bool name_scale_or_mask(struct walk *w, int event, int input, int pass)
{
    double factor;
    if (event_scales(w->tape, event, &factor) || learns_scale(&w->tape->event[event])) {
        name(w, event, STAGE_SCALE, pass);
        return true;
    }
    if (event_masks(w->tape, event, input)) {
        name(w, event, STAGE_MASK, pass);
        name_mask_makers(w, event, input, pass);
        return true;
    }
    return false;
}

static void count_scale(struct walk *w, int event, struct pass *p)
{
    double factor;
    const struct event *e = &w->tape->event[event];
    const struct argument *alpha =
        event_is(e, " baddbmm addmm addbmm") ? event_argument(e, "alpha") : NULL;
    if (alpha != NULL) { /* baddbmm(bias, q, k, alpha=1 / sqrt(d)) */
        factor = value_is_number(alpha->value) ? value_number(alpha->value) : 1;
        p->scaled += factor != 1;
        p->scale *= factor;
    } else if (event_scales(w->tape, event, &factor)) {
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
    name(w, event, STAGE_MASK, pass);
    for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
        int to = w->flow.out[k]->to;
        if (event_is(&w->tape->event[to], " all any") && !is_named(w, to)) {
            name_question(w, to, pass);
        }
    }
}

/* Consumers of the road that lead nowhere: the lost mask, the lost scale. */
static void name_dead_ends(struct walk *w, int event, int pass)
{
    for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
        const struct flow_edge *edge = w->flow.out[k];
        if (walk_met(w, edge->to) || is_named(w, edge->to)) {
            continue;
        }
        if (event_is(&w->tape->event[edge->to], " eq isinf isneginf")) {
            name_question(w, edge->to, pass);
        } else {
            name_scale_or_mask(w, edge->to, edge->input, pass);
        }
    }
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

static void name_between(struct walk *w, const struct middle *m, int pass)
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
        if (!event_contracts(e) && road_input(w, k) < 0 && !on_road(w, k)) {
            continue;
        }
        w->road[k] = w->number;
        int input = road_input(w, k);
        count_scale(w, k, p);
        if (event_contracts(e)) {
            name(w, k, STAGE_SCORES, pass);
            if (event_is(e, " baddbmm addmm addbmm") && event_masks(w->tape, k, p->query)) {
                p->mask = k; /* fused: a mask is what the product is added to */
                name_makers_of(w, k, 0, pass);
            }
        } else if (!is_named(w, k) && name_scale_or_mask(w, k, input < 0 ? 0 : input, pass)) {
            p->mask = w->tape->event[k].stage == STAGE_MASK ? k : p->mask;
        } else if (event_is(e, " __setitem__")) {
            name(w, k, STAGE_SCORES, pass); /* written into a table cell by cell */
        } else if (!event_creates(e)) {
            name(w, k, event_moves(e) ? moving_stage(e) : STAGE_OTHER, pass);
        }
    }
    for (int k = 0; k < w->count; k++) {
        if (on_road(w, w->queue[k])) {
            name_dead_ends(w, w->queue[k], pass);
        }
    }
}

static void name_hand(struct walk *w, const struct middle *m, int pass)
{
    int at[2];
    const int parts[] = {m->by.exp, m->by.sum, m->by.shift, m->by.most};
    for (size_t k = 0; m->hand && k < sizeof parts / sizeof parts[0]; k++) {
        if (parts[k] >= 0) {
            name(w, parts[k], STAGE_SOFTMAX, pass);
        }
    }
    /* exp may stand there twice: np.exp(x) / np.sum(np.exp(x)) */
    for (int part = m->hand ? m->by.sum : -1, n = 1; part >= 0 && n > 0;) {
        n = walk_sources(w, part, 0, at);
        part = n > 0 ? at[0] : -1;
        if (part < 0 || part <= m->event || is_named(w, part)) {
            break;
        }
        name(w, part, STAGE_SOFTMAX, pass);
    }
}

/* --- before the scores --- */

static bool is_leaf(const struct walk *w, int event, int input)
{
    int at[2];
    const struct tape_tensor *of = &w->tape->event[event].input[input].of;
    if (of->parameter || of->maker < 0) {
        return true;
    }
    return walk_sources(w, event, input, at) > 0 && event_creates(&w->tape->event[at[0]]);
}

/* The bias of a projection: a leaf added to a contraction's result. */
static bool adds_bias(const struct walk *w, int event)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    if (!event_is(e, " add") || e->input_count < 2) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        if (walk_sources(w, event, k, at) > 0 && event_contracts(&w->tape->event[at[0]]) &&
            is_leaf(w, event, 1 - k)) {
            return true;
        }
    }
    return false;
}

/* A weight matrix that is turned for its contraction: W.T */
static void name_weights(struct walk *w, int event, enum stage stage, int pass)
{
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        int from = w->flow.in[k].from, left, right;
        const struct event *e = &w->tape->event[from];
        pass_factors(&w->tape->event[event], &left, &right);
        bool weight = event_moves(e) && is_leaf(w, from, 0) &&
                      (e->input[0].of.parameter || w->flow.in[k].input == right);
        if (weight && !(e->call >= 0 && w->tape->call[e->call].construction)) {
            name(w, from, stage, pass);
        }
    }
}

/* Meets the operands of a cell-by-cell operation worth following: those as large as the result. The
 * others are tables of sines, biases, gates. Returns whether all of them are plain. */
static bool meet_operands(struct walk *w, int event)
{
    const struct event *e = &w->tape->event[event];
    int64_t whole = tensor_numel(&e->output[0].tensor);
    bool any = !event_maps_cells(e) || event_is(e, " add sub subtract"), plain = true;
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        const struct flow_edge *edge = &w->flow.in[k];
        if (any || tensor_numel(&e->input[edge->input].of.tensor) == whole) {
            walk_meet(w, edge->from);
            plain = plain && w->plain[edge->from];
        }
    }
    return plain;
}

/* Where the way back from the scores ends. */
static bool ends_way(const struct event *e)
{
    return event_contracts(e) || event_creates(e) || event_normalizes(e) ||
           e->stage == STAGE_SOFTMAX || e->stage == STAGE_CONTEXT ||
           e->op->kind == KIND_REDUCTION || event_is(e, " embedding layer_norm dropout");
}

/* Everything that was met has its name now. The next walk ends where nothing is left to count, so
 * that a cache which grows by a token a time is not walked from end to end for each. */
static void mark_plain(struct walk *w)
{
    double factor;
    walk_sort(w);
    for (int next = 0, count = w->count; next < count; next++) {
        int k = w->sorted[next];
        w->plain[k] = w->plain[k] || ends_way(&w->tape->event[k]) ||
                      (!event_scales(w->tape, k, &factor) && meet_operands(w, k));
    }
}

static void name_before(struct walk *w, int event, int input, int pass, bool counts)
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
            name(w, k, STAGE_PROJECT, pass);
            if (e->pass == pass && e->stage == STAGE_PROJECT) {
                name_weights(w, k, STAGE_PROJECT, pass);
            }
        }
        if (ends_way(e)) {
            continue;
        }
        if (event_scales(w->tape, k, &factor)) {
            if (counts) {
                count_scale(w, k, p);
            }
            name(w, k, STAGE_SCALE, pass);
        } else if (adds_bias(w, k)) {
            name(w, k, STAGE_PROJECT, pass);
        } else {
            name(w, k, event_moves(e) ? moving_stage(e) : STAGE_OTHER, pass);
        }
        meet_operands(w, k);
    }
    mark_plain(w);
}

/* --- behind the weights --- */

static void name_behind_weights(struct walk *w, int softmax, int pass)
{
    int context, weights;
    pass_on(w, softmax, &context, &weights);
    walk_sort(w);
    for (int next = w->count - 1; next >= 0; next--) { /* the road to the context */
        int k = w->sorted[next];
        const struct event *e = &w->tape->event[k];
        bool leads = e->stage == STAGE_CONTEXT && e->pass == pass;
        for (int j = w->flow.first_out[k]; !leads && j < w->flow.first_out[k + 1]; j++) {
            leads = on_road(w, w->flow.out[j]->to);
        }
        w->road[k] = leads && k != softmax ? w->number : 0;
    }
    for (int k = 0; k < w->count; k++) {
        int event = w->queue[k];
        const struct event *e = &w->tape->event[event];
        if (event == softmax || event_contracts(e)) {
            continue;
        }
        if (event_is(e, " dropout")) {
            name(w, event, STAGE_DROPOUT, pass);
        } else if (event_masks(w->tape, event, w->flow.in[w->flow.first_in[event]].input)) {
            name(w, event, STAGE_MASK, pass);
        } else if (on_road(w, event) && event_moves(e)) {
            name(w, event, moving_stage(e), pass);
        }
    }
}

/* --- behind the context --- */

static bool joins(const struct event *e)
{
    return event_transposes(e) ||
           event_is(
               e, " contiguous view reshape flatten cat concat concatenate stack squeeze "
                  "hstack column_stack unflatten view_as reshape_as clone ravel __setitem__ copy");
}

static void name_behind_context(struct walk *w, int context, int pass)
{
    bool by_cells = !event_contracts(&w->tape->event[context]);
    walk_begin(w);
    walk_meet(w, context);
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
            int to = w->flow.out[k]->to;
            const struct event *e = &w->tape->event[to];
            if (is_named(w, to) && e->pass != pass) {
                continue;
            }
            if (by_cells && event_is(e, " add sum")) {
                name(w, to, STAGE_CONTEXT, pass); /* collected one by one */
                walk_meet(w, to);
            } else if (joins(e) && !(is_named(w, to) && e->stage != STAGE_CONCAT)) {
                name(w, to, STAGE_CONCAT, pass);
                walk_meet(w, to);
            }
        }
    }
}

static void name_out_proj(struct walk *w, int context, int pass)
{
    struct pass *p = &w->tape->pass[pass];
    walk_begin(w);
    walk_meet(w, context);
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
            const struct flow_edge *edge = w->flow.out[k];
            const struct event *e = &w->tape->event[edge->to];
            int left, right;
            if (e->stage == STAGE_CONCAT || (e->stage == STAGE_CONTEXT && e->pass == pass)) {
                walk_meet(w, edge->to);
            } else if (event_contracts(e) && !is_named(w, edge->to)) {
                pass_factors(e, &left, &right);
                if (edge->input == left &&
                    (is_leaf(w, edge->to, right) || e->input[right].of.tensor.ndim <= 2)) {
                    name(w, edge->to, STAGE_OUT_PROJ, pass);
                    name_weights(w, edge->to, STAGE_OUT_PROJ, pass);
                    p->out_proj = p->out_proj < 0 ? edge->to : p->out_proj;
                }
            }
        }
    }
    for (int k = p->out_proj < 0 ? 0 : w->flow.first_out[p->out_proj];
         p->out_proj >= 0 && k < w->flow.first_out[p->out_proj + 1]; k++) {
        if (adds_bias(w, w->flow.out[k]->to)) {
            name(w, w->flow.out[k]->to, STAGE_OUT_PROJ, pass);
        }
    }
}

/* --- all passes --- */

/* Every contraction that collects values with these weights. */
static void name_contexts(struct walk *w, int softmax, int pass)
{
    int context, weights;
    pass_on(w, softmax, &context, &weights);
    for (int k = 0; k < w->count; k++) {
        int event = w->queue[k];
        if (event != softmax && event_contracts(&w->tape->event[event])) {
            name(w, event, STAGE_CONTEXT, pass);
            continue;
        }
        for (int j = w->flow.first_out[event]; j < w->flow.first_out[event + 1]; j++) {
            const struct flow_edge *edge = w->flow.out[j];
            if (pass_spreads(&w->tape->event[edge->to], edge->input)) {
                name(w, edge->to, STAGE_CONTEXT, pass);
            }
        }
    }
}

static void each(struct walk *w, void (*step)(struct walk *w, const struct middle *m, int pass))
{
    for (int k = 0; k < w->tape->pass_count; k++) {
        struct middle m;
        middle_find(w, w->tape->pass[k].softmax, &m);
        step(w, &m, k);
    }
}

static void name_middle(struct walk *w, const struct middle *m, int pass)
{
    const struct pass *p = &w->tape->pass[pass];
    name(w, m->softmax, STAGE_SOFTMAX, pass);
    name_hand(w, m, pass);
    if (p->scores >= 0) {
        name(w, p->scores, STAGE_SCORES, pass);
    }
    name_contexts(w, m->softmax, pass);
}

static void name_sides(struct walk *w, const struct middle *m, int pass)
{
    const struct pass *p = &w->tape->pass[pass];
    (void)m;
    if (p->scores >= 0) {
        name_before(w, p->scores, p->query, pass, true);
        name_before(w, p->scores, p->key, pass, true);
    }
    const struct reach *r = &w->reach[pass];
    for (int k = r->low; k < p->softmax; k++) { /* scores that were computed one by one */
        const struct event *e = &w->tape->event[k];
        if (k != p->scores && e->stage == STAGE_SCORES && e->pass == pass && event_contracts(e)) {
            int left, right;
            pass_factors(e, &left, &right);
            name_before(w, k, left, pass, false);
            name_before(w, k, right, pass, false);
        }
    }
    name_behind_weights(w, p->softmax, pass);
    for (int k = p->softmax; k <= r->high; k++) {
        const struct event *e = &w->tape->event[k];
        for (int j = 0; e->stage == STAGE_CONTEXT && e->pass == pass && j < e->input_count; j++) {
            name_before(w, k, j, pass, false);
        }
    }
}

static void name_end(struct walk *w, const struct middle *m, int pass)
{
    (void)m;
    for (int k = w->reach[pass].low; k <= w->reach[pass].high; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->stage == STAGE_CONTEXT && e->pass == pass) {
            name_behind_context(w, k, pass);
        }
    }
}

static void name_mixing(struct walk *w, const struct middle *m, int pass)
{
    (void)m;
    for (int k = w->reach[pass].low; k <= w->reach[pass].high; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->stage == STAGE_CONTEXT && e->pass == pass) {
            name_out_proj(w, k, pass);
        }
    }
}

/* --- scores that nobody takes --- */

/* A product of two computed tensors whose result is only scaled or masked and then forgotten, with
 * the shape of the next pass's scores: the stale variable of a copied block. */
static void name_forgotten(struct walk *w, int event, int pass)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    int left, right;
    if (is_named(w, event) || !event_contracts(e) || e->input_count < 2) {
        return;
    }
    pass_factors(e, &left, &right);
    if (pass == t->pass_count || is_leaf(w, event, left) || is_leaf(w, event, right) ||
        !tensor_same_shape(&e->output[0].tensor,
                           &t->event[t->pass[pass].softmax].output[0].tensor)) {
        return;
    }
    walk_begin(w);
    walk_meet(w, event);
    for (int next = 0; next < w->count; next++) {
        int k = w->queue[next];
        for (int j = w->flow.first_out[k]; j < w->flow.first_out[k + 1]; j++) {
            double factor;
            if (!event_scales(w->tape, w->flow.out[j]->to, &factor) ||
                is_named(w, w->flow.out[j]->to)) {
                return;
            }
            walk_meet(w, w->flow.out[j]->to);
        }
    }
    for (int next = 1; next < w->count; next++) {
        name(w, w->queue[next], STAGE_SCALE, pass);
    }
    name(w, event, STAGE_SCORES, pass);
    name_before(w, event, left, pass, false);
    name_before(w, event, right, pass, false);
}

/* out=: the operation and the copy into the tensor that was given are two events of one stage. */
static void name_copy_out(struct walk *w, int event)
{
    struct event *e = &w->tape->event[event];
    const struct event *made = e - 1;
    bool same = event > 0 && event_is(e, " copy") && e->effect == STORAGE_IN_PLACE &&
                e->input_count == 2 && e->input[1].of.maker == event - 1 &&
                e->code.source == made->code.source && e->code.line == made->code.line &&
                e->code.column == made->code.column && e->code.end_column == made->code.end_column;
    if (same && made->pass >= 0) {
        e->stage = made->stage;
        e->pass = made->pass;
    }
}

bool road_name(struct walk *w)
{
    struct tape *t = w->tape;
    w->plain = calloc((size_t)t->event_count + 1, sizeof *w->plain);
    if (w->plain == NULL) {
        return error_set(&t->session->in.error, ERROR_MEMORY, "the system has no memory left");
    }
    if (!walk_reach(w)) {
        return false;
    }
    each(w, name_middle);
    each(w, name_between);
    each(w, name_sides);
    each(w, name_end);
    each(w, name_mixing);
    for (int k = 0, pass = 0; k < t->event_count; k++) {
        while (pass < t->pass_count && t->pass[pass].softmax < k) {
            pass++;
        }
        name_forgotten(w, k, pass);
        name_copy_out(w, k);
    }
    return true;
}
