/* The stages around a softmax, by where an operation stands: between scores and softmax, before the
 * scores, behind the weights, behind the context. What was named once keeps its name, so the order
 * is from the certain to the likely: softmax, scores and context of all passes first, out-proj
 * last. A run may have a pass for each token: what is done for one must not take time that grows
 * with the length of the tape. */
#include "trace/stage/road.h"

#include <stdlib.h>

void road_give(struct walk *w, int event, enum stage stage, int pass)
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

bool road_given(const struct walk *w, int event)
{
    return w->tape->event[event].pass >= 0;
}

/* What moving cells is called on the way to the scores. */
enum stage road_moving(const struct event *e)
{
    if (event_transposes(e)) {
        return STAGE_TRANSPOSE;
    }
    return event_is(e,
                    OP_view OP_reshape OP_flatten OP_unflatten OP_squeeze OP_unsqueeze OP_expand
                        OP_expand_as OP_view_as OP_reshape_as OP_chunk OP_split OP_split_with_sizes
                            OP_tensor_split OP_unbind OP___getitem__ OP_select OP_narrow
                                OP_contiguous OP_repeat OP_repeat_interleave OP_ravel OP_expand_dims
                                    OP_broadcast_to OP_tile OP_array_split OP_index_select)
               ? STAGE_VIEW
               : STAGE_OTHER;
}

bool road_on(const struct walk *w, int event)
{
    return w->road[event] == w->number;
}

bool road_leaf(const struct walk *w, int event, int input)
{
    int at[2];
    const struct tape_tensor *of = &w->tape->event[event].input[input].of;
    if (of->parameter || of->maker < 0) {
        return true;
    }
    return walk_sources(w, event, input, at) > 0 && event_creates(&w->tape->event[at[0]]);
}

/* Numbers that were drawn and brought to a size: torch.randn(4, 6) * 0.02, rand(4, 6) - 0.5 */
static bool drawn(const struct walk *w, int event, int input)
{
    int at[2];
    if (walk_sources(w, event, input, at) == 0) {
        return false;
    }
    const struct event *e = &w->tape->event[at[0]];
    return event_is(e, OP_mul OP_div OP_add OP_sub) && e->input_count == 1 &&
           road_leaf(w, at[0], 0) && !e->input[0].of.parameter;
}

bool road_weight(const struct walk *w, int event, int input)
{
    int at[2];
    while (!road_leaf(w, event, input) && walk_sources(w, event, input, at) > 0 &&
           event_moves(&w->tape->event[at[0]])) {
        event = at[0];
        input = 0;
    }
    return road_leaf(w, event, input) || drawn(w, event, input);
}

/* What is as large as the result is no bias: a residual stream. */
static bool as_bias(const struct walk *w, int event, int input)
{
    const struct event *e = &w->tape->event[event];
    int ndim = e->output[0].tensor.ndim;
    return road_leaf(w, event, input) &&
           (e->input[input].of.tensor.ndim < ndim || ndim == 1 || e->input[input].of.parameter);
}

bool road_adds_bias(const struct walk *w, int event)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    if (!event_is(e, OP_add) || e->input_count < 2) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        if (walk_sources(w, event, k, at) > 0 && event_contracts(&w->tape->event[at[0]]) &&
            as_bias(w, event, 1 - k)) {
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

/* Whether a weight is moved for the sake of its contraction, not when the model was made, loaded or
 * sent to a device: model.to(device), load_state_dict. */
static bool is_for(const struct tape *t, const struct event *e, const struct event *contraction)
{
    int composite = composite_of(t, e);
    bool casts = event_is(
        e, OP_to OP_float OP_double OP_half OP_bfloat16 OP_type OP_type_as OP_cpu OP_cuda OP_copy);
    return (composite < 0 || composite == composite_of(t, contraction)) &&
           !(e->call >= 0 && t->call[e->call].construction) &&
           !(casts && e->statement != contraction->statement);
}

/* A weight matrix that is turned for its contraction: W.T */
void road_weights(struct walk *w, int event, enum stage stage, int pass)
{
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        int from = w->flow.in[k].from, left, right, at[2];
        const struct event *e = &w->tape->event[from];
        pass_factors(&w->tape->event[event], &left, &right);
        bool weight =
            event_moves(e) && road_weight(w, from, 0) &&
            (w->flow.in[k].input == right || (road_leaf(w, from, 0) && e->input[0].of.parameter));
        while (weight && is_for(w->tape, e, &w->tape->event[event])) {
            road_give(w, from, stage, pass);
            if (walk_sources(w, from, 0, at) == 0 || !event_moves(&w->tape->event[at[0]])) {
                break;
            }
            from = at[0];
            e = &w->tape->event[from];
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
static void name_moved(struct walk *w, int event, int input, int part, int pass)
{
    int at[2];
    while (part >= 0 && input >= 0 && walk_sources(w, event, input, at) > 0 && at[0] > part &&
           event_moves(&w->tape->event[at[0]])) {
        event = at[0];
        input = 0;
        road_give(w, event, STAGE_SOFTMAX, pass);
    }
}

static void name_hand(struct walk *w, const struct middle *m, int pass)
{
    int at[2];
    const struct by_hand *by = &m->by;
    const int parts[] = {by->exp,      by->sum,      by->shift,   by->most,
                         by->again[0], by->again[1], by->again[2]};
    for (size_t k = 0; m->hand && k < sizeof parts / sizeof parts[0]; k++) {
        if (parts[k] >= 0) {
            road_give(w, parts[k], STAGE_SOFTMAX, pass);
        }
    }
    const int taking[] = {by->again[1] >= 0 ? by->again[1] : by->again[0], by->again[2], by->most};
    for (size_t k = 0; m->hand && k < sizeof taking / sizeof taking[0]; k++) { /* of x[i] again */
        if (taking[k] >= 0 && walk_sources(w, taking[k], 0, at) > 0 && at[0] != m->event &&
            event_is(&w->tape->event[at[0]], OP___getitem__ OP_select)) {
            road_give(w, at[0], STAGE_VIEW, pass);
        }
    }
    if (m->hand && by->exp != m->softmax) {
        name_moved(w, m->softmax, 0, by->exp, pass);
    }
    if (m->hand && by->shift >= 0) {
        name_moved(w, by->shift, divisor_of(&w->tape->event[by->shift]), by->most, pass);
    }
    for (int at_sum = m->hand && m->by.sum >= 0 ? m->softmax : -1; at_sum > m->by.sum;) {
        /* sum + 1e-9, from the division back to it */
        int below = at_sum == m->softmax ? divisor_of(&w->tape->event[at_sum]) : 0;
        at_sum = below >= 0 && walk_sources(w, at_sum, below, at) > 0 ? at[0] : -1;
        if (at_sum > m->by.sum) {
            road_give(w, at_sum, STAGE_SOFTMAX, pass);
        }
    }
    /* exp may stand there twice: np.exp(x) / np.sum(np.exp(x)) */
    for (int part = m->hand ? m->by.sum : -1, n = 1; part >= 0 && n > 0;) {
        n = walk_sources(w, part, 0, at);
        part = n > 0 ? at[0] : -1;
        if (part < 0 || part <= m->event || road_given(w, part)) {
            break;
        }
        road_give(w, part, STAGE_SOFTMAX, pass);
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
            road_give(w, event, STAGE_CONTEXT, pass);
            continue;
        }
        for (int j = w->flow.first_out[event]; j < w->flow.first_out[event + 1]; j++) {
            const struct flow_edge *edge = w->flow.out[j];
            if (pass_spreads(&w->tape->event[edge->to], edge->input)) {
                road_give(w, edge->to, STAGE_CONTEXT, pass);
            }
        }
    }
}

/* Passes whose weights meet values come first: of what several look at, most is theirs. */
static void each(struct walk *w, void (*step)(struct walk *w, const struct middle *m, int pass))
{
    for (int k = 0; !w->late && k < 2 * w->tape->pass_count; k++) {
        struct middle m;
        int pass = k % w->tape->pass_count;
        if ((w->tape->pass[pass].context >= 0) == (k < w->tape->pass_count)) {
            middle_find(w, w->tape->pass[pass].softmax, &m);
            step(w, &m, pass);
        }
    }
}

static void name_middle(struct walk *w, const struct middle *m, int pass)
{
    const struct pass *p = &w->tape->pass[pass];
    road_give(w, m->softmax, STAGE_SOFTMAX, pass);
    name_hand(w, m, pass);
    if (p->scores >= 0) {
        road_give(w, p->scores, STAGE_SCORES, pass);
        road_give(w, p->product, STAGE_SCORES, pass);
    }
    name_contexts(w, m->softmax, pass);
}

static void name_sides(struct walk *w, const struct middle *m, int pass)
{
    const struct pass *p = &w->tape->pass[pass];
    (void)m;
    if (p->scores >= 0) {
        road_before(w, p->product, p->query, pass, true);
        road_before(w, p->product, p->key, pass, true);
    }
    const struct reach *r = &w->reach[pass];
    for (int k = r->low; k < p->softmax; k++) { /* scores that were computed one by one */
        const struct event *e = &w->tape->event[k];
        bool scores = k != p->scores && e->stage == STAGE_SCORES && e->pass == pass;
        int product = scores ? pass_product(w, k) : -1;
        if (product >= 0) {
            int left, right;
            pass_factors(&w->tape->event[product], &left, &right);
            road_before(w, product, left, pass, false);
            road_before(w, product, right, pass, false);
        }
    }
    road_behind_weights(w, p->softmax, pass);
    for (int k = p->softmax; k <= r->high; k++) {
        const struct event *e = &w->tape->event[k];
        for (int j = 0; e->stage == STAGE_CONTEXT && e->pass == pass && j < e->input_count; j++) {
            road_before(w, k, j, pass, false);
        }
    }
}

static void name_end(struct walk *w, const struct middle *m, int pass)
{
    (void)m;
    for (int k = w->reach[pass].low; k <= w->reach[pass].high; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->stage == STAGE_CONTEXT && e->pass == pass) {
            road_behind_context(w, k, pass);
        }
    }
}

static void name_mixing(struct walk *w, const struct middle *m, int pass)
{
    (void)m;
    for (int k = w->reach[pass].low; k <= w->reach[pass].high; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->stage == STAGE_CONTEXT && e->pass == pass) {
            road_out_proj(w, k, pass);
        }
    }
}

/* --- scores that nobody takes --- */

/* Only looked at: attn[0], attn[0].round(decimals=3), and nobody computes with it. */
static bool is_look(const struct walk *w, int event, int depth)
{
    const struct event *e = &w->tape->event[event];
    if ((e->effect != STORAGE_VIEW && !event_is(e, OP_round)) || depth == 4) {
        return false;
    }
    for (int k = w->flow.first_out[event]; k < w->flow.first_out[event + 1]; k++) {
        if (!is_look(w, w->flow.out[k]->to, depth + 1)) {
            return false;
        }
    }
    return true;
}

/* Whether a projection led to the input: not a triangle that averages, nor given numbers. */
static bool input_computed(const struct walk *w, int event, int input)
{
    int at[2];
    return !road_leaf(w, event, input) && walk_sources(w, event, input, at) > 0 &&
           road_computed(w, at[0]);
}

/* A product of two computed tensors whose result is only scaled, shown and then forgotten, with
 * the shape of the next pass's scores: the stale variable of a copied block. */
static void name_forgotten(struct walk *w, int event, int pass)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    int left, right;
    if (road_given(w, event) || !event_contracts(e) || e->input_count < 2) {
        return;
    }
    pass_factors(e, &left, &right);
    if (pass == t->pass_count || !input_computed(w, event, left) ||
        !input_computed(w, event, right) ||
        !tensor_same_shape(&e->output[0].tensor,
                           &t->event[t->pass[pass].softmax].output[0].tensor)) {
        return;
    }
    walk_begin(w);
    walk_meet(w, event);
    for (int next = 0; next < w->count; next++) {
        int k = w->queue[next];
        for (int j = w->flow.first_out[k]; j < w->flow.first_out[k + 1]; j++) {
            int to = w->flow.out[j]->to;
            double factor;
            if (is_look(w, to, 0)) {
                continue;
            }
            if (!event_scales(w->tape, to, &factor) || road_given(w, to)) {
                return;
            }
            walk_meet(w, to);
        }
    }
    for (int next = 1; next < w->count; next++) {
        road_give(w, w->queue[next], STAGE_SCALE, pass);
    }
    road_give(w, event, STAGE_SCORES, pass);
    road_before(w, event, left, pass, false);
    road_before(w, event, right, pass, false);
}

/* A softmax of scores that a pass has, whose shares are only shown: before they are masked. */
static void name_shown(struct walk *w, int event)
{
    struct middle m;
    double factor;
    int scores;
    if (road_given(w, event) || !middle_find(w, event, &m)) {
        return;
    }
    pass_back(w, &m, &scores);
    int pass = scores >= 0 ? w->tape->event[scores].pass : -1;
    if (pass < 0 || w->tape->event[scores].stage != STAGE_SCORES) {
        return;
    }
    for (int k = 0; k < w->count; k++) {
        if (!road_given(w, w->queue[k]) && w->queue[k] > scores) {
            bool scales = event_scales(w->tape, w->queue[k], &factor);
            if (scales || event_masks(w->tape, w->queue[k], 0)) {
                road_give(w, w->queue[k], scales ? STAGE_SCALE : STAGE_MASK, pass);
            }
        }
    }
    road_give(w, event, STAGE_SOFTMAX, pass);
    name_hand(w, &m, pass);
}

/* out=: the operation and the copy into the tensor that was given are two events of one stage. */
static void name_copy_out(struct walk *w, int event)
{
    struct event *e = &w->tape->event[event];
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
    struct tensor out, in;
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
            changes = tensor_double_at(&out, tensor_place(&out, c)) !=
                      tensor_double_at(&in, tensor_place(&in, c));
        }
        tensor_release(&in);
    }
    tensor_release(&out);
    return changes;
}

/* Whether what it is laid over are scores or weights of the pass, not a mask that is being made. */
static bool takes_scores(const struct walk *w, int event, int pass)
{
    const struct tape *t = w->tape;
    for (int k = w->flow.first_in[event]; k < w->flow.first_in[event + 1]; k++) {
        const struct event *from = &t->event[w->flow.in[k].from];
        if (from->pass == pass && (from->stage != STAGE_MASK || road_on(w, w->flow.in[k].from)) &&
            tensor_same_shape(&t->event[event].input[w->flow.in[k].input].of.tensor,
                              &t->event[event].output[0].tensor)) {
            return true;
        }
    }
    return t->pass[pass].mask == event;
}

/* A mask that was laid, on the way to the weights or behind them. */
static bool is_laid(const struct walk *w, int event, int pass)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    const struct pass *p = &t->pass[pass];
    return e->pass == pass && e->output_count > 0 && !event_creates(e) &&
           (e->stage == STAGE_MASK || p->mask == event) && (p->mask >= 0 || event > p->softmax) &&
           dtype_is_float(e->output[0].tensor.dtype) &&
           tensor_same_shape(&e->output[0].tensor, &t->event[p->softmax].output[0].tensor) &&
           takes_scores(w, event, pass);
}

static void find_hiding(struct walk *w, const struct middle *m, int pass)
{
    struct pass *p = &w->tape->pass[pass];
    (void)m;
    walk_begin(w);
    for (int k = w->reach[pass].low; k <= w->reach[pass].high && !p->hides; k++) {
        bool taken = w->flow.first_out[k] < w->flow.first_out[k + 1] ||
                     w->tape->event[k].effect == STORAGE_IN_PLACE;
        if (is_laid(w, k, pass)) {
            w->road[k] = w->number;
            p->hides = taken && changes_cells(w->tape, k);
        }
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
    each(w, road_between);
    each(w, name_sides);
    each(w, name_end);
    each(w, name_mixing);
    for (int k = 0, pass = 0; !w->late && k < t->event_count; k++) {
        while (pass < t->pass_count && t->pass[pass].softmax < k) {
            pass++;
        }
        name_forgotten(w, k, pass);
        name_shown(w, k);
        name_copy_out(w, k);
    }
    each(w, find_hiding);
    return !w->late;
}
