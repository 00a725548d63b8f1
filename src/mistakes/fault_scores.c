/* Wrong operands of the two products: queries with keys, weights with values. */
#include "mistakes/wrong.h"

#include "tensor/shape/view.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

/* --- the keys --- */

static bool is_square(const struct tensor *t)
{
    return t->ndim >= 2 && t->shape[t->ndim - 1] == t->shape[t->ndim - 2] &&
           t->shape[t->ndim - 1] > 1;
}

/* The operation with its last two axes of one input exchanged. */
static bool turned_input(struct wrong *w, int input)
{
    struct tensor in, turned;
    if (!wrong_input(w, w->event, input, &in)) {
        return false;
    }
    bool ok = view_transpose(w->cx, &turned, &in, -1, -2);
    tensor_release(&in);
    if (ok) {
        ok = wrong_again(w, w->event, input, &turned, &w->out);
        tensor_release(&turned);
    }
    return ok;
}

/* Where the sizes allow: else the code fails, and everybody sees it. */
bool fault_key_untransposed(struct wrong *w)
{
    int query, key;
    if (w->walk || !wrong_is_scores(w)) {
        return false;
    }
    wrong_factors(w, w->event, &query, &key);
    return is_square(&w->e->input[key].of.tensor) && (!w->make || turned_input(w, key));
}

bool fault_key_view(struct wrong *w)
{
    struct tensor in;
    if (w->walk || !fault_heads_turn_keys(w)) {
        return false;
    }
    return !w->make || (wrong_input(w, w->event, 0, &in) && wrong_read_as(w, &in, wrong_result(w)));
}

bool fault_swap_qk(struct wrong *w)
{
    struct tensor table, turned;
    if (w->walk || !wrong_is_scores(w) || wrong_result(w)->ndim < 2 ||
        event_does(w->e, ADDS_PRODUCT)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    if (!tape_after(w->t, &w->e->output[0], w->event, &table)) {
        return false;
    }
    bool ok = view_transpose(w->cx, &turned, &table, -1, -2);
    tensor_release(&table);
    if (ok) {
        ok = tensor_copy(w->cx, &w->out, &turned);
        tensor_release(&turned);
    }
    return ok;
}

/* Whether two shapes of at least two axes are alike with the last two exchanged. */
static bool fits_turned(const struct tensor *a, const struct tensor *b)
{
    int last = a->ndim - 1;
    bool fits = a->ndim == b->ndim && last >= 1 && a->shape[last] == b->shape[last - 1] &&
                a->shape[last - 1] == b->shape[last];
    for (int d = 0; fits && d < last - 1; d++) {
        fits = a->shape[d] == b->shape[d];
    }
    return fits;
}

/* The operation with input `other` of event `from` in the place of input `input`: as it is, or with
 * its last two axes exchanged. */
static bool other_input(struct wrong *w, int input, int from, int other, bool turn)
{
    struct tensor in, turned;
    if (!wrong_input(w, from, other, &in)) {
        return false;
    }
    bool ok = turn ? view_transpose(w->cx, &turned, &in, -1, -2) : true;
    if (ok) {
        ok = wrong_again(w, w->event, input, turn ? &turned : &in, &w->out);
        if (turn) {
            tensor_release(&turned);
        }
    }
    tensor_release(&in);
    return ok;
}

/* Whether an input with the shape of `is` can stand where one with the shape of `wanted` does. */
static bool fits_in(const struct tensor *is, const struct tensor *wanted, bool turn)
{
    return is->dtype == wanted->dtype &&
           (turn ? fits_turned(is, wanted) : tensor_same_shape(is, wanted));
}

bool fault_keys_are_queries(struct wrong *w)
{
    int query, key;
    if (w->walk || !wrong_is_scores(w)) {
        return false;
    }
    wrong_factors(w, w->event, &query, &key);
    bool turn = !wrong_is_einsum(w, w->event);
    return query != key &&
           fits_in(&w->e->input[query].of.tensor, &w->e->input[key].of.tensor, turn) &&
           (!w->make || other_input(w, key, w->event, query, turn));
}

/* --- the values --- */

bool fault_values_are_keys(struct wrong *w)
{
    const struct pass *p = wrong_pass(w);
    int weights, value;
    if (w->walk || !wrong_is_context(w) || w->event != p->context || p->scores < 0) {
        return false;
    }
    wrong_factors(w, w->event, &weights, &value);
    bool turn = !wrong_is_einsum(w, p->scores);
    return fits_in(&w->t->event[p->scores].input[p->key].of.tensor, &w->e->input[value].of.tensor,
                   turn) &&
           (!w->make || other_input(w, value, p->scores, p->key, turn));
}

bool fault_weights_turned(struct wrong *w)
{
    int weights, value;
    if (w->walk || !wrong_is_context(w)) {
        return false;
    }
    wrong_factors(w, w->event, &weights, &value);
    return is_square(&w->e->input[weights].of.tensor) && (!w->make || turned_input(w, weights));
}
