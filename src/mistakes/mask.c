/* Masks: lost, late, turned around, hiding whole rows. */
#include "mistakes/warn.h"
#include "trace/stage/path.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- mask-not-applied --- */

/* A mask event of this pass whose result leads to no context. */
static bool is_lost(struct warner *w, int event, int pass)
{
    const struct event *e = &w->tape->event[event];
    return e->pass == pass && e->stage == STAGE_MASK && e->effect != STORAGE_IN_PLACE &&
           event < w->tape->pass[pass].softmax &&
           w->graph.flow.first_out[event] == w->graph.flow.first_out[event + 1] &&
           tensor_same_shape(&e->output[0].tensor,
                             &w->tape->event[w->tape->pass[pass].softmax].output[0].tensor);
}

/* How many weights are above 0 where the lost result holds minus infinity, and the first query. */
static bool count_seen(struct warner *w, int lost, const struct pass *p, int64_t *seen)
{
    struct rows masked, weights;
    if (!rows_open(w, &w->tape->event[lost].output[0], lost, false, p->axis, &masked)) {
        return false;
    }
    if (!rows_open(w, &w->tape->event[p->softmax].output[0], p->softmax, false, p->axis,
                   &weights)) {
        rows_close(&masked);
        return false;
    }
    *seen = 0;
    for (int64_t r = 0; r < weights.count; r++) {
        for (int64_t k = 0; k < weights.length; k++) {
            *seen += rows_at(&masked, r, k) <= SCORE_HIDDEN && rows_at(&weights, r, k) > 0;
        }
    }
    rows_close(&masked);
    rows_close(&weights);
    return true;
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
        bool turned =
            event_moves(e) || (event_does(e, CONVERTS | COMPARES) ||
                               event_is(e, OP_logical_not OP_bitwise_not OP_masked_fill OP_rsub));
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

static bool warn_lost(struct warner *w, int event, const struct pass *p)
{
    int64_t seen = 0;
    return count_seen(w, event, p, &seen) &&
           (seen == 0 || is_printed(&w->tape->event[event]) ||
            warn_add(w, WARNING_mask_not_applied, p->softmax,
                     "%lld %s above 0 where the mask hides: what the mask made never "
                     "reached this softmax",
                     (long long)seen, seen == 1 ? "weight is" : "weights are"));
}

static bool warn_idle(struct warner *w, int triangle, const struct pass *p)
{
    const char *name = tape_result_name(w->tape, triangle, 0);
    return warn_add(w, WARNING_mask_not_applied, p->softmax,
                    "%s was built, but no operation takes it: every query sees all keys",
                    name != NULL ? name : "a mask");
}

/* In the order of the events, as there may be only one warning for a place in the code: first what
 * was lost of pass after pass (`lost`: events by their pass), then the triangles. */
static bool warn_of_masks(struct warner *w, const int *lost, const int *next, const int *triangle,
                          int triangles)
{
    struct tape *t = w->tape;
    for (int pass = 0; pass < t->pass_count; pass++) {
        const struct pass *p = &t->pass[pass];
        if (p->mask >= 0 || has_masked_twin(t, p)) {
            continue;
        }
        for (int k = lost[pass]; k >= 0; k = next[k]) {
            if (!warn_lost(w, k, p)) {
                return false;
            }
        }
        for (int j = 0; j < triangles && triangle[j] < p->softmax; j++) {
            if (fits(t, &t->event[triangle[j]], &t->event[p->softmax]) &&
                !warn_idle(w, triangle[j], p)) {
                return false;
            }
        }
    }
    return true;
}

bool warn_mask_not_applied(struct warner *w)
{
    struct tape *t = w->tape;
    int *lost = calloc((size_t)t->pass_count + 1, sizeof *lost); /* of a pass, the first; -1 */
    int *next = calloc((size_t)t->event_count + 1, sizeof *next);
    int *triangle = calloc((size_t)t->event_count + 1, sizeof *triangle);
    int triangles = 0;
    bool ok = lost != NULL && next != NULL && triangle != NULL;
    for (int k = 0; ok && k < t->pass_count; k++) {
        lost[k] = -1;
    }
    for (int k = t->event_count - 1; ok && k >= 0; k--) {
        int pass = t->event[k].pass;
        if (pass >= 0 && is_lost(w, k, pass)) {
            next[k] = lost[pass];
            lost[pass] = k;
        }
    }
    for (int k = 0; ok && k < t->event_count; k++) {
        if (t->event[k].output_count > 0 && is_idle_triangle(w, k) && !has_used_twin(w, k)) {
            triangle[triangles++] = k;
        }
    }
    ok = ok ? warn_of_masks(w, lost, next, triangle, triangles)
            : error_set(&t->session->in.error, ERROR_MEMORY, "the system has no memory left");
    free(lost);
    free(next);
    free(triangle);
    return ok;
}

/* --- mask-after-softmax, rows-do-not-sum --- */

/* Puts what lies between the softmax and the weights that the context takes onto the path. */
static void mark_between(struct warner *w, const struct pass *p)
{
    struct graph *g = &w->graph;
    int context, weights;
    pass_on(g, p->softmax, &context, &weights);
    graph_sort(g);
    for (int next = g->count - 1; next >= 0; next--) {
        int k = g->sorted[next];
        g->path[k] = 0;
        for (int j = g->flow.first_out[k]; k > p->softmax && j < g->flow.first_out[k + 1]; j++) {
            const struct flow_edge *edge = g->flow.out[j];
            bool taken = edge->to == p->context && edge->input == p->weights;
            if (taken || (edge->to != p->context && path_on(g, edge->to))) {
                g->path[k] = g->number;
            }
        }
    }
}

/* Whether the weights become something else on that way: heads are mixed by what is learned, or
 * other numbers are taken away, as in a gradient by hand or between two maps of attention. */
static bool turns_into_another(struct warner *w, const struct pass *p)
{
    mark_between(w, p);
    for (int k = p->softmax + 1; k < p->context; k++) {
        const struct event *e = &w->tape->event[k];
        if (path_on(&w->graph, k) && (event_contracts(e) || event_does(e, SUBTRACTS))) {
            return true;
        }
    }
    return false;
}

/* Rows of the weights as the context takes them, along the axis that it sums over. `judged` is
 * false when nothing can be said: dropout is at work, they are something else by then, or another
 * axis than softmax's is summed. */
static bool taken_rows(struct warner *w, const struct pass *p, bool *judged, struct rows *out)
{
    int axis = heads_summed_axis(w, p);
    const struct tape_tensor *weights = &w->tape->event[p->softmax].output[0];
    *judged = axis >= 0 && !warn_dropped(w, p) && !turns_into_another(w, p) &&
              !warn_said(w, WARNING_softmax_axis, p->softmax);
    if (*judged && w->tape->event[p->context].input[p->weights].of.tensor.shape[axis] <
                       weights->tensor.shape[p->axis]) {
        *judged = false; /* a part of a row: the rest goes elsewhere, or nowhere on purpose */
    }
    return !*judged || rows_open(w, &w->tape->event[p->context].input[p->weights].of, p->context,
                                 true, axis, out);
}

/* The last mask on the way from softmax to context, -1: none. */
static int late_mask(struct warner *w, int pass)
{
    const struct tape *t = w->tape;
    int late = -1;
    if (t->pass[pass].context >= 0) {
        mark_between(w, &t->pass[pass]);
    }
    for (int k = t->pass[pass].softmax + 1; k < t->pass[pass].context; k++) {
        bool mask = t->event[k].pass == pass && t->event[k].stage == STAGE_MASK;
        late = mask && path_on(&w->graph, k) ? k : late;
    }
    return late;
}

/* The rows that a late mask has cut. Behind dropout no row adds up to 1, so what the mask itself
 * made is judged then, unless it was divided by its sums. */
static bool cut_rows(struct warner *w, int pass, int late, bool *judged, struct rows *out)
{
    const struct tape *t = w->tape;
    const struct pass *p = &t->pass[pass];
    if (!warn_dropped(w, p)) {
        return taken_rows(w, p, judged, out);
    }
    *judged =
        tensor_same_shape(&t->event[late].output[0].tensor, &t->event[p->softmax].output[0].tensor);
    for (int k = late + 1; k < p->context; k++) {
        *judged &= t->event[k].pass != pass || t->event[k].stage != STAGE_SOFTMAX;
    }
    return !*judged || rows_open(w, &t->event[late].output[0], late, false, p->axis, out);
}

bool warn_mask_after_softmax(struct warner *w)
{
    for (int pass = 0; pass < w->tape->pass_count; pass++) {
        int late = late_mask(w, pass);
        struct rows r;
        double sum = 1;
        bool judged;
        if (late < 0) {
            continue;
        }
        if (!cut_rows(w, pass, late, &judged, &r)) {
            return false;
        }
        int64_t row = judged ? rows_broken(&r, &sum) : -1;
        if (judged) {
            rows_close(&r);
        }
        if (row >= 0 &&
            !warn_add(w, WARNING_mask_after_softmax, late,
                      "the mask comes after softmax: the first row that it cuts adds up to "
                      "%.4f, no longer to 1",
                      sum)) {
            return false;
        }
    }
    return true;
}

bool warn_rows_do_not_sum(struct warner *w)
{
    for (int pass = 0; pass < w->tape->pass_count; pass++) {
        const struct pass *p = &w->tape->pass[pass];
        struct rows r;
        double sum = 1;
        bool judged;
        if (late_mask(w, pass) >= 0) {
            continue;
        }
        if (!taken_rows(w, p, &judged, &r)) {
            return false;
        }
        int64_t row = judged ? rows_broken(&r, &sum) : -1;
        if (judged) {
            rows_close(&r);
        }
        if (row >= 0 && !warn_add(w, WARNING_rows_do_not_sum, p->context,
                                  "the weights of a query add up to %.4f here, not to 1", sum)) {
            return false;
        }
    }
    return true;
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
        if (rows_at(r, k, row) > most) {
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

static bool warn_of_side(struct warner *w, int event, enum open_side side)
{
    static const char *const told[] = {
        [SIDE_BEFORE] = "the mask hides the diagonal, too: no token may look at itself, and the "
                        "first one at nothing",
        [SIDE_BEHIND] = "the mask hides the diagonal: no token may look at itself, and what it "
                        "may see is what should be hidden",
        [SIDE_BOTH] = "the mask hides the diagonal: no token may look at itself",
    };
    return side == SIDE_NONE || warn_add(w, WARNING_mask_polarity, event, "%s", told[side]);
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

/* A triangle of weights without its diagonal, made behind exp or behind softmax. */
static bool warn_of_weights(struct warner *w, int pass)
{
    const struct pass *p = &w->tape->pass[pass];
    int axis = heads_summed_axis(w, p);
    int mask = axis < 0 || warn_dropped(w, p) ? -1 : zeroing_mask(w, pass);
    struct rows r;
    if (mask < 0) {
        return true;
    }
    if (!rows_open(w, &w->tape->event[p->context].input[p->weights].of, p->context, true, axis,
                   &r)) {
        return false;
    }
    enum open_side side = seen_beside_diagonal(&r, 0);
    rows_close(&r);
    return side == SIDE_BOTH || warn_of_side(w, mask, side);
}

bool warn_mask_polarity(struct warner *w)
{
    for (int k = 0; k < w->tape->pass_count; k++) {
        const struct pass *p = &w->tape->pass[k];
        struct rows r;
        if (p->mask < 0) {
            if (!warn_of_weights(w, k)) {
                return false;
            }
            continue;
        }
        if (!rows_open(w, &w->tape->event[p->mask].output[0], p->mask, false, p->axis, &r)) {
            return false;
        }
        enum open_side side = seen_beside_diagonal(&r, SCORE_HIDDEN);
        rows_close(&r);
        if (!warn_of_side(w, p->mask, side)) {
            return false;
        }
    }
    return true;
}
