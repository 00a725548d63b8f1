/* Makes mistakes of operands: queries with keys, weights with values, projections. */
#include "mistakes/redo.h"
#include "mistakes/warn.h"
#include "trace/tape/event.h"

#include <string.h>

static bool is_square(const struct tensor *t)
{
    return t->ndim >= 2 && t->shape[t->ndim - 1] == t->shape[t->ndim - 2] &&
           t->shape[t->ndim - 1] > 1;
}

/* Whether an input with the shape of `is`, its last two axes exchanged, can stand where one with
 * the shape of `wanted` does. */
static bool fits(const struct tensor *is, const struct tensor *wanted, bool turn)
{
    int last = is->ndim - 1;
    if (!turn || is->dtype != wanted->dtype) {
        return is->dtype == wanted->dtype && tensor_same_shape(is, wanted);
    }
    bool alike = is->ndim == wanted->ndim && last >= 1 &&
                 is->shape[last] == wanted->shape[last - 1] &&
                 is->shape[last - 1] == wanted->shape[last];
    for (int d = 0; alike && d < last - 1; d++) {
        alike = is->shape[d] == wanted->shape[d];
    }
    return alike;
}

/* --- the keys --- */

/* Where the sizes allow: else the code fails, and everybody sees it. */
bool make_key_untransposed(struct redo *r)
{
    int query, key;
    return redo_is_scores(r, &query, &key) && is_square(&r->e->input[key].of.tensor) &&
           redo_swapped(r, key, r->event, key, true);
}

bool products_reread(const struct event *e)
{
    return event_is(e, OP_view OP_reshape) && e->of < 0 && e->input_count == 1 &&
           e->effect != STORAGE_IN_PLACE &&
           fits(&e->input[0].of.tensor, &e->output[0].tensor, true) &&
           !is_square(&e->output[0].tensor) &&
           e->output[0].tensor.shape[e->output[0].tensor.ndim - 1] > 1 &&
           e->output[0].tensor.shape[e->output[0].tensor.ndim - 2] > 1;
}

/* Whether the event is of PyTorch's cross_entropy and takes the classes along the axis in front of
 * the last one. */
static bool takes_classes(const struct tape *t, const struct event *e)
{
    bool second = e->output_count > 0 && e->output[0].tensor.ndim == 3 && event_axis(e, 3) == 1;
    int call = event_does(e, LOG_SOFTMAX) && second ? e->call : -1;
    while (call >= 0 && t->call[call].prelude && strcmp(t->call[call].name, "cross_entropy") != 0) {
        call = t->call[call].parent;
    }
    return call >= 0 && t->call[call].prelude;
}

/* Keys, or scores of classes, that are read in the shape of their transpose. What was read so once
 * before may be read back. */
void find_key_view(struct warner *w)
{
    const struct tape *t = w->tape;
    const struct flow *f = &w->graph.flow;
    int maker = products_reread(w->event) ? w->event->input[0].of.maker : -1;
    if (!products_reread(w->event) || (maker >= 0 && products_reread(&t->event[maker]))) {
        return;
    }
    for (int k = f->first_out[w->at]; k < f->first_out[w->at + 1]; k++) {
        const struct event *to = &t->event[f->out[k]->to];
        const struct pass *p = to->pass >= 0 ? &t->pass[to->pass] : NULL;
        bool keys = p != NULL && p->product == f->out[k]->to && p->key == f->out[k]->input;
        if (keys || takes_classes(t, to)) {
            warn_add(w, w->at,
                     "this %s has the shape of a transpose, but moves no number: %s in the wrong "
                     "places",
                     w->event->name, keys ? "the numbers of a key stand" : "the classes stand");
            return;
        }
    }
}

bool make_key_view(struct redo *r)
{
    return heads_turn_keys(r) && redo_reread(r, r->event, 0, "view");
}

bool make_swap_qk(struct redo *r)
{
    struct tensor x;
    int query, key;
    if (!redo_is_scores(r, &query, &key) || redo_result(r)->ndim < 2 ||
        event_does(r->e, ADDS_PRODUCT)) {
        return false;
    }
    return !r->make || (redo_take_result(r, r->event, &x) && redo_turn(r, &x, -1, -2) &&
                        redo_done(tensor_copy(r->cx, &r->out, &x), &x));
}

bool make_keys_are_queries(struct redo *r)
{
    int query, key;
    bool turn = !event_is(r->e, OP_einsum);
    return redo_is_scores(r, &query, &key) && query != key &&
           fits(&r->e->input[query].of.tensor, &r->e->input[key].of.tensor, turn) &&
           redo_swapped(r, key, r->event, query, turn);
}

/* --- the values --- */

bool make_values_are_keys(struct redo *r)
{
    const struct pass *p = redo_pass(r);
    int weights, value;
    if (!redo_is_context(r, &weights, &value) || r->event != p->context || p->scores < 0) {
        return false;
    }
    const struct event *scores = &r->t->event[p->scores];
    bool turn = !event_is(scores, OP_einsum);
    return fits(&scores->input[p->key].of.tensor, &r->e->input[value].of.tensor, turn) &&
           redo_swapped(r, value, p->scores, p->key, turn);
}

bool make_weights_turned(struct redo *r)
{
    int weights, value;
    return redo_is_context(r, &weights, &value) && is_square(&r->e->input[weights].of.tensor) &&
           redo_swapped(r, weights, r->event, weights, true);
}

/* --- projections: into queries, keys and values, and out of the heads again --- */

static bool is_projection(const struct redo *r)
{
    return r->e->stage == STAGE_PROJECT || r->e->stage == STAGE_OUT_PROJ;
}

/* Of a square weight matrix: the code runs with both. */
bool make_weight_turned(struct redo *r)
{
    int left, right;
    if (!is_projection(r) || !event_contracts(r->e) || r->e->input_count < 2 ||
        !event_is(r->e, OP_linear OP_matmul OP_mm OP_addmm)) {
        return false;
    }
    redo_factors(r, r->event, &left, &right);
    right = event_is(r->e, OP_linear) ? 1 : right;
    const struct tensor *m = &r->e->input[right].of.tensor;
    return m->ndim == 2 && is_square(m) && redo_swapped(r, right, r->event, right, true);
}

/* The bias of F.linear, or a vector that is added behind the product. */
static int bias_input(const struct redo *r)
{
    if (!is_projection(r) || event_is(r->e, OP_linear)) {
        return is_projection(r) && r->e->input_count > 2 ? 2 : -1;
    }
    for (int k = 0; event_does(r->e, ADDS) && k < r->e->input_count; k++) {
        if (r->e->input[k].of.tensor.ndim == 1 && redo_result(r)->ndim > 1) {
            return k;
        }
    }
    return -1;
}

bool make_no_bias(struct redo *r)
{
    struct tensor nothing;
    int bias = bias_input(r);
    if (bias < 0 || !r->make) {
        return bias >= 0;
    }
    const struct tensor *b = &r->e->input[bias].of.tensor;
    return tensor_zeros(r->cx, &nothing, b->dtype, b->ndim, b->shape) &&
           redo_again(r, bias, &nothing);
}

bool make_no_out_proj(struct redo *r)
{
    int left, right;
    if (r->e->stage != STAGE_OUT_PROJ || !event_contracts(r->e) || r->e->input_count < 2) {
        return false;
    }
    redo_factors(r, r->event, &left, &right);
    return tensor_same_shape(&r->e->input[left].of.tensor, redo_result(r)) &&
           redo_input(r, r->event, left);
}
