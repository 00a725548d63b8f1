/* Finds masks that are lost, turned around, or begin at the wrong key. */
#include "mistakes/warn.h"
#include "trace/stage/product_axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- mask-not-applied --- */

static bool is_asserted(const struct event *e)
{
    return e->statement != NULL && e->statement->kind == NODE_ASSERT;
}

/* Whether nothing takes the result, but for what asserts something of it. */
static bool leads_nowhere(const struct warner *w, int event)
{
    const struct flow *f = &w->graph.flow;
    bool nowhere = !is_asserted(&w->tape->event[event]);
    for (int k = f->first_out[event]; nowhere && k < f->first_out[event + 1]; k++) {
        nowhere = is_asserted(&w->tape->event[f->out[k]->to]);
    }
    return nowhere;
}

/* A mask event of this pass whose result leads to no context. */
static bool is_lost(struct warner *w, int event, int pass)
{
    const struct event *e = &w->tape->event[event];
    return e->pass == pass && e->stage == STAGE_MASK && e->effect != STORAGE_IN_PLACE &&
           event < w->tape->pass[pass].softmax && leads_nowhere(w, event) &&
           tensor_same_shape(&e->output[0].tensor,
                             &w->tape->event[w->tape->pass[pass].softmax].output[0].tensor);
}

/* How many weights are above 0 where the lost result holds minus infinity. */
static int64_t count_seen(struct warner *w, int lost, const struct pass *p)
{
    scoped_rows masked = {0}, weights = {0};
    int64_t seen = 0;
    rows_of_result(w, lost, p->axis, &masked);
    rows_of_result(w, p->softmax, p->axis, &weights);
    for (int64_t r = 0; !w->failed && r < weights.count; r++) {
        for (int64_t k = 0; k < weights.length; k++) {
            seen += rows_at(&masked, r, k) <= SCORE_HIDDEN && rows_at(&weights, r, k) > 0;
        }
    }
    return seen;
}

/* print(scores.masked_fill(mask, -inf)): made to be looked at. */
static bool is_printed(const struct event *e)
{
    const struct node *n = e->statement;
    return n != NULL && n->kind == NODE_EXPRESSION && n->left != NULL &&
           (n->left->span.line != e->code.line || n->left->span.column != e->code.column);
}

/* Whether no operation takes the result, but for one that makes another mask of it. */
static bool is_idle(const struct warner *w, int event, int depth)
{
    const struct flow *f = &w->graph.flow;
    for (int k = f->first_out[event]; k < f->first_out[event + 1]; k++) {
        int to = f->out[k]->to;
        const struct event *e = &w->tape->event[to];
        bool turned = event_moves(e) || (event_does(e, CONVERTS | COMPARES | NEGATES) ||
                                         event_is(e, OP_masked_fill OP_rsub));
        if (depth == 0 || !turned || is_printed(e) || !is_idle(w, to, depth - 1)) {
            return false;
        }
    }
    return true;
}

/* Whether the event belongs to the code that took this softmax: the same function, or another one
 * of the same class. */
static bool same_place(const struct tape *t, const struct event *made, const struct event *softmax)
{
    if (made->user_call == softmax->user_call || made->user_call < 0 || softmax->user_call < 0) {
        return made->user_call == softmax->user_call;
    }
    const char *a = t->call[made->user_call].name, *b = t->call[softmax->user_call].name;
    const char *dot = strrchr(a, '.');
    return dot != NULL && strncmp(a, b, (size_t)(dot - a) + 1) == 0 &&
           strchr(b + (dot - a) + 1, '.') == NULL;
}

/* A triangle that was built and that nothing is masked with. */
static bool is_idle_triangle(const struct warner *w, int event)
{
    const struct event *e = &w->tape->event[event];
    const struct tensor *t = &e->output[0].tensor;
    return event_does(e, TRIANGLES) && t->ndim >= 2 && t->shape[t->ndim - 1] > 1 &&
           is_idle(w, event, 8);
}

/* Whether it was built for these weights; one that a module keeps may be larger. */
static bool fits(const struct tape *t, const struct event *triangle, const struct event *softmax)
{
    const struct tensor *x = &triangle->output[0].tensor, *weights = &softmax->output[0].tensor;
    if (weights->ndim < 2 || !same_place(t, triangle, softmax)) {
        return false;
    }
    int64_t rows = weights->shape[weights->ndim - 2], keys = weights->shape[weights->ndim - 1];
    int64_t room = x->shape[x->ndim - 1];
    if (triangle->call >= 0 && t->call[triangle->call].construction) {
        return rows == keys && room == x->shape[x->ndim - 2] && room >= keys;
    }
    return room == keys && x->shape[x->ndim - 2] == rows;
}

/* Whether the same queries meet the same keys under a mask, too: a lesson shows both. */
static bool has_masked_twin(const struct tape *t, const struct pass *p)
{
    for (int k = 0; k < t->pass_count; k++) {
        const struct pass *other = &t->pass[k];
        bool same = p->product >= 0 && other->product >= 0 && other->mask >= 0;
        for (int j = 0; same && j < 2; j++) {
            const struct tensor *a =
                &t->event[p->product].input[j == 0 ? p->query : p->key].of.tensor;
            const struct tensor *b =
                &t->event[other->product].input[j == 0 ? other->query : other->key].of.tensor;
            same = a->storage == b->storage && a->offset == b->offset;
        }
        if (same) {
            return true;
        }
    }
    return false;
}

/* Whether the same code has built a triangle that something takes: elsewhere it is masked with. */
static bool has_used_twin(const struct warner *w, int triangle)
{
    const struct event *mine = &w->tape->event[triangle];
    for (int k = 0; k < w->tape->event_count; k++) {
        const struct event *e = &w->tape->event[k];
        if (k != triangle && e->op == mine->op && e->code.source == mine->code.source &&
            e->code.line == mine->code.line && e->code.column == mine->code.column &&
            !is_idle(w, k, 8)) {
            return true;
        }
    }
    return false;
}

static void warn_lost(struct warner *w, int event, const struct pass *p)
{
    int64_t seen = count_seen(w, event, p);
    if (seen > 0 && !is_printed(&w->tape->event[event])) {
        warn_add(w, p->softmax,
                 "%lld %s above 0 where the mask hides: what the mask made never reached this "
                 "softmax",
                 (long long)seen, seen == 1 ? "weight is" : "weights are");
    }
}

static void warn_idle(struct warner *w, int triangle, const struct pass *p)
{
    const char *name = tape_result_name(w->tape, triangle, 0);
    warn_add(w, p->softmax,
             "%s was built, but never reached this softmax: every query sees all keys",
             name != NULL ? name : "a mask");
}

/* Of pass after pass, as there may be only one warning for a place in the code: first what was
 * lost, then the triangles. */
void find_mask_not_applied(struct warner *w)
{
    struct tape *t = w->tape;
    int *triangle = calloc((size_t)t->event_count + 1, sizeof *triangle), triangles = 0;
    for (int k = 0; triangle != NULL && k < t->event_count; k++) {
        if (t->event[k].output_count > 0 && is_idle_triangle(w, k) && !has_used_twin(w, k)) {
            triangle[triangles++] = k;
        }
    }
    for (int pass = 0; triangle != NULL && pass < t->pass_count; pass++) {
        const struct pass *p = &t->pass[pass];
        if (p->mask >= 0 || has_masked_twin(t, p)) {
            continue;
        }
        for (int k = w->graph.reach[pass].low; k < p->softmax; k++) {
            if (is_lost(w, k, pass)) {
                warn_lost(w, k, p);
            }
        }
        for (int j = 0; j < triangles && triangle[j] < p->softmax; j++) {
            if (fits(t, &t->event[triangle[j]], &t->event[p->softmax])) {
                warn_idle(w, triangle[j], p);
            }
        }
    }
    if (triangle == NULL) {
        warn_memory(w);
    }
    free(triangle);
}

/* --- mask-polarity --- */

enum open_side { SIDE_NONE, SIDE_BEFORE, SIDE_BEHIND, SIDE_BOTH };

/* Where in every square the whole diagonal is hidden, on which sides of it something is seen.
 * `most`: what a hidden cell has at most. SIDE_NONE: it is not so, or nothing else is hidden, which
 * is done on purpose. */
static enum open_side seen_beside_diagonal(const struct rows *r, double most)
{
    const struct tensor *t = &r->tensor;
    int64_t n = r->length;
    int64_t hidden = 0;
    int seen = SIDE_NONE;
    if (t->ndim < 2 || r->axis != t->ndim - 1 || t->shape[t->ndim - 2] != n || n < 2) {
        return SIDE_NONE;
    }
    for (int64_t k = 0; k < r->count; k++) {
        int64_t row = k % n;
        if (!(rows_at(r, k, row) <= most)) { /* NaN is not hidden */
            return SIDE_NONE;
        }
        for (int64_t j = 0; j < n; j++) {
            bool hides = rows_at(r, k, j) <= most;
            hidden += hides;
            seen |= hides ? SIDE_NONE : j < row ? SIDE_BEFORE : SIDE_BEHIND;
        }
    }
    return hidden > r->count ? (enum open_side)seen : SIDE_NONE;
}

static void warn_of_side(struct warner *w, int event, enum open_side side)
{
    static const char *const told[] = {
        [SIDE_BEFORE] = "the mask hides the diagonal, too: no token may look at itself, and the "
                        "first one at nothing",
        [SIDE_BEHIND] = "the mask hides the diagonal: no token may look at itself, and what it "
                        "may see is what should be hidden",
        [SIDE_BOTH] = "the mask hides the diagonal: no token may look at itself",
    };
    if (side != SIDE_NONE) {
        warn_add(w, event, "%s", told[side]);
    }
}

/* The last event that sets some of a pass's weights to 0, or what they are divided from: e * mask.
 * -1: none. */
static int zeroing_mask(struct warner *w, int pass)
{
    struct tape *t = w->tape;
    const struct pass *p = &t->pass[pass];
    const struct tensor *weights = &t->event[p->softmax].output[0].tensor;
    for (int k = p->context - 1; k > p->product; k--) {
        const struct event *e = &t->event[k];
        if (e->pass == pass && (e->stage == STAGE_MASK || e->stage == STAGE_SOFTMAX) &&
            e->output_count > 0 && tensor_same_shape(&e->output[0].tensor, weights) &&
            event_masks(t, k, 0)) {
            return k;
        }
    }
    return -1;
}

/* What a query sees of keys that are counted like it: itself and all before, or all behind. */
enum triangle { TRIANGLE_NONE, TRIANGLE_PAST, TRIANGLE_FUTURE };

/* Whether in each table row k sees the keys up to the k-th, the first one is 0, and no other; or,
 * of squares, those from the k-th on. */
static enum triangle triangle_of(const struct rows *r, double most)
{
    const struct tensor *t = &r->tensor;
    bool table = t->ndim > 1 && r->axis == t->ndim - 1;
    int64_t n = table ? t->shape[t->ndim - 2] : 0;
    bool past = n > 0 && r->length > 1 && r->length >= n, future = n > 2 && r->length == n;
    for (int64_t k = 0; k < r->count && (past || future); k++) {
        for (int64_t j = 0; j < r->length; j++) {
            bool hides = rows_at(r, k, j) <= most;
            past = past && hides == (j > k % n);
            future = future && hides == (j < k % n);
        }
    }
    return past ? TRIANGLE_PAST : future ? TRIANGLE_FUTURE : TRIANGLE_NONE;
}

/* Whether what is hidden differs along an axis, where all others but the keys' are at their first
 * place. */
static bool varies(const struct rows *r, int axis)
{
    const struct tensor *t = &r->tensor;
    for (int64_t k = 0; r->count > 0 && k < t->shape[axis] * r->length; k++) {
        int64_t first = t->offset + k % r->length * t->stride[r->axis];
        int64_t place = first + k / r->length * t->stride[axis];
        if ((tensor_double_at(t, place) <= SCORE_HIDDEN) !=
            (tensor_double_at(t, first) <= SCORE_HIDDEN)) {
            return true;
        }
    }
    return false;
}

/* Whether an axis of the mask counts neither heads nor a batch: some product of the scores has it
 * of one factor alone. */
static bool is_of_one(struct warner *w, const struct pass *p, int axis)
{
    int whole = stages_taken_whole(w->tape, p->mask), at = whole >= 0 ? whole : p->mask;
    int input = whole >= 0 ? 0 : mask_open_takes(w->tape, p->mask);
    int pass = (int)(p - w->tape->pass);
    for (int k = w->graph.reach[pass].low; input >= 0 && k < p->softmax; k++) {
        const struct event *e = &w->tape->event[k];
        bool product = e->pass == pass && e->stage == STAGE_SCORES && event_contracts(e);
        int was = product ? axis_followed(&w->graph, at, input, axis, k) : -1;
        if (was >= 0 && !product_shares(e, -1, was)) {
            return true;
        }
    }
    return false;
}

/* The axis that counts queries in what a mask has made: mostly the last but one. Where keys or
 * queries lie elsewhere, it is the only one along which the mask differs; -1: not known. */
static int query_axis(struct warner *w, const struct pass *p, const struct rows *r)
{
    int last = r->tensor.ndim - 1, found = -1, count = 0;
    for (int d = 0; d <= last; d++) {
        if (d != r->axis && varies(r, d)) {
            found = d;
            count++;
        }
    }
    if (r->axis == last && (count != 1 || found == last - 1)) {
        return last - 1;
    }
    return count == 1 && is_of_one(w, p, found) && is_of_one(w, p, r->axis) ? found : -1;
}

static void put_behind(struct tensor *t, int axis)
{
    int64_t size = t->shape[axis], stride = t->stride[axis];
    for (; axis < t->ndim - 1; axis++) {
        t->shape[axis] = t->shape[axis + 1];
        t->stride[axis] = t->stride[axis + 1];
    }
    t->shape[axis] = size;
    t->stride[axis] = stride;
}

/* The axis of the keys in what a mask has made, which softmax may take turned; -1: not known. */
static int key_axis(struct warner *w, const struct pass *p)
{
    int ndim = w->tape->event[p->mask].output[0].tensor.ndim;
    bool alike = ndim > 1 && ndim == w->tape->event[p->softmax].output[0].tensor.ndim;
    int axis = alike ? axis_followed(&w->graph, p->softmax, 0, p->axis, p->mask) : -1;
    return alike && axis < 0 && p->axis == ndim - 1 ? p->axis : axis;
}

/* What a mask has made of the scores, queries and keys on the last two axes. One that was written
 * into a part of them, or into them turned, is judged by all of them. False: they are not known. */
static bool open_squares(struct warner *w, const struct pass *p, struct rows *r)
{
    int whole = stages_taken_whole(w->tape, p->mask), queries;
    int keys = rows_run_astray(w, p) ? -1 : whole >= 0 ? p->axis : key_axis(w, p);
    if (keys < 0) {
        return false;
    }
    if (whole >= 0) {
        rows_of_input(w, whole, 0, keys, r);
    } else {
        rows_of_result(w, p->mask, keys, r);
    }
    queries = w->failed ? -1 : query_axis(w, p, r);
    if (queries < 0) {
        return false;
    }
    put_behind(&r->tensor, queries);
    put_behind(&r->tensor, keys - (queries < keys));
    r->axis = r->tensor.ndim - 1;
    return true;
}

static enum triangle triangle_of_pass(struct warner *w, const struct pass *p)
{
    scoped_rows r = {0};
    enum triangle is = TRIANGLE_NONE;
    if (p->mask >= 0 && open_squares(w, p, &r)) {
        is = triangle_of(&r, SCORE_HIDDEN);
    }
    return is;
}

/* Whether some attention of the run looks back: then another one may look ahead. */
static bool looks_back(struct warner *w)
{
    bool back = false;
    for (int k = 0; k < w->tape->pass_count && !back; k++) {
        back = triangle_of_pass(w, &w->tape->pass[k]) == TRIANGLE_PAST;
    }
    return back;
}

/* What the keys of a product were put together from, before they were projected or behind; -1. */
static int joined_keys(const struct tape *t, int product, int key)
{
    int at = t->event[product].input[key].of.maker, projections = 0, left, right;
    while (at >= 0 && !event_does(&t->event[at], JOINS)) {
        const struct event *e = &t->event[at];
        product_factors(e, &left, &right);
        projections += event_contracts(e);
        at = event_moves(e) ? e->input[0].of.maker
             : event_contracts(e) && projections == 1
                 ? e->input[event_is(e, OP_linear) ? 0 : left].of.maker
                 : -1;
    }
    return at;
}

/* A key that all queries see, as a sink, is learned, or of zeros: no token of a cache. */
static bool is_sink(const struct tape *t, const struct tape_tensor *of)
{
    const struct event *maker = of->maker >= 0 ? &t->event[of->maker] : NULL;
    bool moved = maker != NULL && event_moves(maker) && maker->input_count > 0;
    return of->parameter || (maker != NULL && event_does(maker, FILLS)) ||
           (moved && is_sink(t, &maker->input[0].of));
}

/* Whether the keys of a product are so many and the last of them are as many as the queries: those
 * of a cache in front of the queries' own. */
static bool adds_cache(const struct warner *w, int product, int key, int64_t queries, int64_t keys)
{
    int at = joined_keys(w->tape, product, key);
    const struct event *e = at >= 0 ? &w->tape->event[at] : NULL;
    if (e == NULL || e->input_count < 2 || is_sink(w->tape, &e->input[0].of)) {
        return false;
    }
    const struct tensor *all = &e->output[0].tensor, *own = &e->input[e->input_count - 1].of.tensor;
    for (int d = 0; own->ndim == all->ndim && d < all->ndim; d++) {
        if (own->shape[d] == queries && all->shape[d] == keys) {
            return true;
        }
    }
    return false;
}

static bool has_cache(const struct warner *w, const struct pass *p, int64_t queries, int64_t keys)
{
    int pass = (int)(p - w->tape->pass), left, right;
    bool has = p->product >= 0 && adds_cache(w, p->product, p->key, queries, keys);
    for (int k = w->graph.reach[pass].low; !has && k < p->softmax; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->pass == pass && e->stage == STAGE_SCORES && event_contracts(e)) {
            product_factors(e, &left, &right);
            has = adds_cache(w, k, right, queries, keys);
        }
    }
    return has;
}

/* A triangle that is turned, or one that counts the first key of a cache as the first query's own.
 */
static void warn_of_triangle(struct warner *w, const struct pass *p, const struct rows *r)
{
    enum triangle is = triangle_of(r, SCORE_HIDDEN);
    int64_t keys = r->length, queries = r->tensor.shape[r->tensor.ndim - 2];
    if (is == TRIANGLE_FUTURE && !looks_back(w)) {
        warn_add(w, p->mask,
                 "the mask hides what comes before a token and shows what comes after it: it is "
                 "turned around");
    } else if (is == TRIANGLE_PAST && keys > queries && has_cache(w, p, queries, keys)) {
        warn_add(
            w, p->mask,
            "the mask begins at the first key, which is one of the cache: no token may look at "
            "itself; the triangle begins %lld later, as in tril(diagonal=%lld)",
            (long long)(keys - queries), (long long)(keys - queries));
    }
}

/* Whether all rows of a sentence hide the same first keys, by a large number, or (`infinite`)
 * by any; how many, -1: not. */
static int64_t hidden_first(const struct rows *r, int64_t first, int64_t end, bool infinite)
{
    int64_t hidden = -1;
    for (int64_t k = first; k < end; k++) {
        int64_t own = 0;
        while (own < r->length && rows_at(r, k, own) <= SCORE_HIDDEN &&
               (infinite || rows_at(r, k, own) > -INFINITY)) {
            own++;
        }
        for (int64_t j = own; j < r->length; j++) {
            own = rows_at(r, k, j) > SCORE_HIDDEN ? own : -1;
        }
        if (own < 0 || (k > first && own != hidden)) {
            return -1;
        }
        hidden = own;
    }
    return hidden;
}

/* Whether an axis of the mask counts a batch, since the context has values of their own for it. */
static bool has_own_values(struct warner *w, const struct pass *p, int axis)
{
    const struct event *e = p->context >= 0 ? &w->tape->event[p->context] : NULL;
    if (e == NULL) {
        return false;
    }
    const struct tensor *weights = &e->input[p->weights].of.tensor;
    const struct tensor *values = &e->input[p->value].of.tensor;
    bool written = event_does(e, MULTIPLIES);
    for (int d = 0; d < weights->ndim; d++) {
        int own = d - weights->ndim + values->ndim;
        bool both = own >= 0 && weights->shape[d] > 1 && values->shape[own] == weights->shape[d];
        if (axis_followed(&w->graph, p->context, p->weights, d, p->mask) == axis) {
            return written ? both : product_shares(e, p->weights, d) && both;
        }
    }
    return false;
}

/* How many sentences of a batch see nothing, where each of the others sees only its last keys, as
 * padding behind shorter sentences makes it when it is turned. 0: it is not so. */
static int64_t turned_padding(struct warner *w, const struct pass *p, bool infinite,
                              int64_t *sentences)
{
    const struct tensor *of = &w->tape->event[p->mask].output[0].tensor;
    int keys = stages_taken_whole(w->tape, p->mask) >= 0 ? -1 : key_axis(w, p);
    int64_t whole = 0, size = of->ndim > 1 ? of->shape[0] : 0;
    bool turned = keys > 0 && size > 1;
    scoped_rows r = {0};
    *sentences = size;
    if (!turned || ((of->ndim == 2 || is_of_one(w, p, 0)) && !has_own_values(w, p, 0))) {
        return 0;
    }
    rows_of_result(w, p->mask, keys, &r);
    for (int64_t k = 0; turned && !w->failed && k < size; k++) {
        int64_t hidden =
            hidden_first(&r, k * (r.count / size), (k + 1) * (r.count / size), infinite);
        turned = hidden > 0;
        whole += hidden == r.length;
    }
    return turned && whole < size ? whole : 0;
}

/* Minus infinity counts where something else is put for the NaN that comes of it. */
static void warn_of_padding(struct warner *w, const struct pass *p)
{
    int64_t sentences, whole = turned_padding(w, p, true, &sentences);
    bool mended = whole > 0 && rows_are_mended(w, p->softmax);
    whole = whole > 0 && !mended ? turned_padding(w, p, false, &sentences) : whole;
    if (whole > 0) {
        warn_add(w, p->mask,
                 "the mask hides all keys of %lld of %lld sentences%s, and shows only the last "
                 "keys of the others: it is turned around",
                 (long long)whole, (long long)sentences,
                 mended ? "" : ", which softmax takes away again");
    }
}

static void warn_of_scores(struct warner *w, const struct pass *p)
{
    scoped_rows r = {0};
    if (open_squares(w, p, &r)) {
        enum open_side side = seen_beside_diagonal(&r, SCORE_HIDDEN);
        bool usual = p->axis == r.axis; /* else it may be a graph's: nodes and neighbours */
        warn_of_side(w, p->mask, side == SIDE_BOTH && !usual ? SIDE_NONE : side);
        warn_of_triangle(w, p, &r);
    }
    warn_of_padding(w, p);
}

/* Weights that are a triangle without its diagonal, made behind exp or softmax. */
static void warn_of_weights(struct warner *w, const struct pass *p)
{
    scoped_rows r = {0};
    int axis = softmax_summed_axis(w, p);
    int mask = axis < 0 || rows_dropped(w, p) ? -1 : zeroing_mask(w, w->at);
    if (mask >= 0) {
        rows_of_input(w, p->context, p->weights, axis, &r);
        enum open_side side = seen_beside_diagonal(&r, 0);
        warn_of_side(w, mask, side == SIDE_BOTH ? SIDE_NONE : side);
    }
}

void find_mask_polarity(struct warner *w)
{
    if (w->pass->mask >= 0) {
        warn_of_scores(w, w->pass);
    } else {
        warn_of_weights(w, w->pass);
    }
}

/* --- mask-ahead --- */

/* What was projected to input `input` of a product; NULL: it was not. */
static const struct tape_tensor *projected(const struct tape *t, int event, int input)
{
    const struct tape_tensor *of = &t->event[event].input[input].of;
    int left, right;
    while (of->maker >= 0 && t->event[of->maker].input_count > 0) {
        const struct event *e = &t->event[of->maker];
        product_factors(e, &left, &right);
        if (event_contracts(e)) {
            return &e->input[event_is(e, OP_linear) ? 0 : left].of;
        }
        of = &e->input[0].of;
    }
    return NULL;
}

/* Whether queries and keys are of different sequences: who translates while somebody speaks may see
 * a word more. */
static bool is_of_two(const struct tape *t, const struct pass *p)
{
    const struct tape_tensor *query = projected(t, p->product, p->query);
    const struct tape_tensor *key = projected(t, p->product, p->key);
    return query != NULL && key != NULL && query->tensor.storage != key->tensor.storage;
}

/* Whether in each square query k sees the keys up to k + 1, and no other. */
static bool is_ahead(const struct rows *r)
{
    const struct tensor *t = &r->tensor;
    int64_t n = r->length;
    bool ahead = t->ndim > 1 && t->shape[t->ndim - 2] == n && n > 3 && r->count > 0;
    for (int64_t k = 0; ahead && k < r->count; k++) {
        for (int64_t j = 0; ahead && j < n; j++) {
            ahead = (rows_at(r, k, j) <= SCORE_HIDDEN) == (j > k % n + 1);
        }
    }
    return ahead;
}

void find_mask_ahead(struct warner *w)
{
    const struct pass *p = w->pass;
    scoped_rows r = {0};
    if (p->mask >= 0 && p->product >= 0 && open_squares(w, p, &r) && is_ahead(&r) &&
        !is_of_two(w->tape, p)) {
        warn_add(w, p->mask,
                 "the mask begins one place too late: every token sees the one after it, which it "
                 "may have to predict");
    }
}
