/* Finds mistakes of the scale: missing, applied twice, by the wrong width. */
#include "mistakes/scale_width.h"

#include "mistakes/warn.h"
#include "trace/stage/path_before.h"
#include "trace/stage/path_between.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fabs(b);
}

int64_t scale_width_of(const struct tape *t, const struct pass *p)
{
    const struct event *e = &t->event[p->product];
    if (p->product != p->scores) { /* (q * k).sum(-1): so many products in each score */
        int64_t scores = tensor_numel(&t->event[p->scores].output[0].tensor);
        return scores == 0 ? 0 : tensor_numel(&e->output[0].tensor) / scores;
    }
    return product_summed_cells(e);
}

/* Whether input `input` of the scores was projected: an operand that was given, or a weight matrix,
 * makes no dot product of learned queries and keys. Attention over the places of a picture, behind
 * a convolution, is mostly left unscaled. */
static bool is_projected(struct graph *w, int scores, int input)
{
    int at[2];
    graph_begin(w);
    for (int n = graph_sources(w, scores, input, at); n > 0; n--) {
        graph_meet(w, at[n - 1]);
    }
    for (int next = 0; next < w->count; next++) {
        int event = w->queue[next];
        const struct event *e = &w->tape->event[event];
        if (e->stage == STAGE_PROJECT && !event_convolves(w->tape, event)) {
            return true;
        }
        for (int k = w->flow.first_in[event];
             !event_contracts(e) && k < w->flow.first_in[event + 1]; k++) {
            graph_meet(w, w->flow.in[k].from);
        }
    }
    return false;
}

/* Whether other scores' scale lies on the way to input `input` of the scores: landmarks are means
 * of queries that were scaled. A table of shares that takes the means is passed, a projection is
 * not. */
static bool comes_scaled(struct graph *g, int scores, int input)
{
    int at[2];
    graph_begin(g);
    for (int n = graph_sources(g, scores, input, at); n > 0; n--) {
        graph_meet(g, at[n - 1]);
    }
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        const struct event *e = &g->tape->event[event];
        if (e->stage == STAGE_SCALE) {
            return true;
        }
        for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
            int from = g->flow.in[k].from;
            if (!event_contracts(e) || g->tape->event[from].stage == STAGE_SCALE) {
                graph_meet(g, from);
            }
        }
    }
    return false;
}

/* Whether a factor's weights are themselves a product: x @ (Wq @ Wk.T). */
static bool is_product_of_weights(const struct graph *w, int event)
{
    int left, right, at[2];
    product_factors(&w->tape->event[event], &left, &right);
    for (int input = right; graph_sources(w, event, input, at) > 0; input = 0) {
        event = at[0];
        if (!event_moves(&w->tape->event[event])) {
            return event_contracts(&w->tape->event[event]);
        }
    }
    return false;
}

/* Whether the products that are summed up tell how wide a head is. Where a query has taken the
 * keys' matrix on itself, or several products are added, they do not. */
static bool is_width_clear(const struct warner *w, int pass)
{
    const struct tape *t = w->tape;
    const struct pass *p = &t->pass[pass];
    for (int k = w->graph.reach[pass].low; k < p->softmax; k++) {
        const struct event *e = &t->event[k];
        bool own = e->pass == pass && event_contracts(e);
        if (own && e->stage == STAGE_PROJECT &&
            (path_absorbs(&w->graph, k) || is_product_of_weights(&w->graph, k))) {
            return false;
        }
        for (int j = w->graph.flow.first_out[k];
             own && e->stage == STAGE_SCORES && k != p->product &&
             j < w->graph.flow.first_out[k + 1];
             j++) {
            if (event_does(&t->event[w->graph.flow.out[j]->to], ADDS)) {
                return false;
            }
        }
    }
    return true;
}

/* The tensor that an input is, moves and copies left away: of what was put together the first part,
 * or the last. */
static const struct tape_tensor *part_of(const struct warner *w, int event, int input, bool last)
{
    const struct tape_tensor *of = &w->tape->event[event].input[input].of;
    while (of->maker >= 0 && event_moves(&w->tape->event[of->maker]) &&
           w->tape->event[of->maker].input_count > 0) {
        const struct event *e = &w->tape->event[of->maker];
        of = &e->input[last && event_does(e, JOINS) ? e->input_count - 1 : 0].of;
    }
    return of;
}

static const struct tape_tensor *root_of(const struct warner *w, int event, int input)
{
    return part_of(w, event, input, false);
}

/* The tensor of that part before it was put together with others; else the input's own. */
static const struct tensor *before_joined(const struct warner *w, int event, int input, bool last)
{
    const struct tape_tensor *of = &w->tape->event[event].input[input].of, *part = of;
    while (of->maker >= 0 && event_moves(&w->tape->event[of->maker]) &&
           w->tape->event[of->maker].input_count > 0) {
        const struct event *e = &w->tape->event[of->maker];
        of = &e->input[last && event_does(e, JOINS) ? e->input_count - 1 : 0].of;
        part = event_does(e, JOINS) ? of : part;
    }
    return &part->tensor;
}

/* Whether a tensor is another one, or the product of that one with a table. */
static bool is_made_of(const struct warner *w, const struct tape_tensor *of, uint64_t serial)
{
    const struct event *e = of->maker < 0 ? NULL : &w->tape->event[of->maker];
    bool made = of->serial == serial;
    for (int k = 0; !made && e != NULL && event_contracts(e) && k < e->input_count; k++) {
        made = root_of(w, of->maker, k)->serial == serial;
    }
    return made;
}

/* Two parts of one tensor: k, v = to_kv(memory).chunk(2, -1). */
static bool are_parts(const struct tensor *a, const struct tensor *b)
{
    return a->storage == b->storage && a->offset != b->offset;
}

/* Keys that are the values themselves, or made of them, and a query that comes from elsewhere: the
 * state of a decoder meets the words of an encoder, as Luong has it, without a scale. Of keys that
 * were put together, as behind a sink, the first or the last part is looked at. */
static bool is_of_decoder(const struct warner *w, const struct pass *p, bool last)
{
    if (p->context < 0 || are_parts(before_joined(w, p->product, p->key, last),
                                    before_joined(w, p->context, p->value, last))) {
        return false;
    }
    const struct tape_tensor *value = part_of(w, p->context, p->value, last);
    const struct tape_tensor *key = part_of(w, p->product, p->key, last);
    const struct tape_tensor *query = root_of(w, p->product, p->query);
    const struct event *maker = key->maker < 0 ? NULL : &w->tape->event[key->maker];
    bool self = is_made_of(w, query, value->serial);
    for (int k = 0; !self && maker != NULL && event_contracts(maker) && k < maker->input_count;
         k++) {
        self = is_made_of(w, query,
                          root_of(w, key->maker, k)->serial); /* of one source, or one table */
    }
    return is_made_of(w, key, value->serial) && !self;
}

/* Meets what leads to the softmax from the projections on: another pass may have it, too. */
static void meet_scores(struct graph *g, const struct pass *p)
{
    graph_begin(g);
    graph_meet(g, p->softmax);
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        bool ends = event_contracts(&g->tape->event[event]) && event != p->product;
        for (int k = g->flow.first_in[event]; !ends && k < g->flow.first_in[event + 1]; k++) {
            graph_meet(g, g->flow.in[k].from);
        }
    }
}

static bool is_of_rule(const struct graph *g, int event)
{
    const struct event *e = &g->tape->event[event];
    return e->stage == STAGE_OTHER && !path_caps(g, event) &&
           event_is(e, OP_div OP_divide OP_true_divide OP_layer_norm OP_linalg_norm OP_norm OP_exp
                           OP_tanh OP_pow);
}

/* Whether scores go by another rule altogether, or by queries of length 1. */
static bool has_own_rule(struct warner *w, int pass)
{
    struct graph *g = &w->graph;
    const struct pass *p = &w->tape->pass[pass];
    bool own = false;
    for (int k = g->reach[pass].low; k < p->softmax && !own; k++) {
        own = w->tape->event[k].pass == pass && is_of_rule(g, k);
    }
    meet_scores(g, p);
    for (int next = 0; next < g->count && !own; next++) {
        own = w->tape->event[g->queue[next]].pass >= 0 && is_of_rule(g, g->queue[next]);
    }
    return own;
}

/* Dot products of queries and keys that were computed, not given: a pass whose scale is judged. */
static bool judged(struct warner *w, int pass)
{
    const struct tape *t = w->tape;
    const struct pass *p = &t->pass[pass];
    if (p->scores < 0 || event_is(&t->event[p->scores], OP_linear) || is_of_decoder(w, p, false) ||
        is_of_decoder(w, p, true) || has_own_rule(w, pass)) {
        return false;
    }
    return scale_width_of(w->tape, p) > 1 && is_width_clear(w, pass) &&
           is_projected(&w->graph, p->product, p->query) &&
           is_projected(&w->graph, p->product, p->key);
}

/* Whether numbers were learned: a parameter, or rows of a table. */
static bool is_learned(const struct warner *w, int event, int input)
{
    int stack[64], count = 0, looked = 0;
    const struct flow *f = &w->graph.flow;
    const struct event *e = &w->tape->event[event];
    if (e->input[input].of.parameter) {
        return true;
    }
    for (int at[2], n = graph_sources(&w->graph, event, input, at); n > 0;) {
        stack[count++] = at[--n];
    }
    while (count > 0 && looked++ < 64) {
        int k = stack[--count];
        e = &w->tape->event[k];
        if (event_is(e, OP_embedding OP_gather OP_index_select OP_take)) {
            return true;
        }
        for (int j = 0; (event_moves(e) || event_maps_cells(e)) && j < e->input_count; j++) {
            bool table = event_is(e, OP___getitem__) && e->input_count > 1;
            if (e->input[j].of.parameter || table) {
                return true;
            }
        }
        for (int j = f->first_in[k]; j < f->first_in[k + 1] && count < 64; j++) {
            if (event_moves(e) || event_maps_cells(e)) {
                stack[count++] = f->in[j].from;
            }
        }
    }
    return false;
}

/* Whether a bias that is learned is added to the scores, as T5 does: it is made to go without a
 * scale, which its weights have taken on. */
static bool adds_learned(const struct warner *w, int pass)
{
    const struct pass *p = &w->tape->pass[pass];
    bool adds =
        event_does(&w->tape->event[p->product], ADDS_PRODUCT) && is_learned(w, p->product, 0);
    for (int k = p->product + 1; !adds && k < p->softmax; k++) {
        const struct event *e = &w->tape->event[k];
        for (int j = 0; e->pass == pass && event_does(e, ADDS) && j < e->input_count; j++) {
            adds = adds || is_learned(w, k, j);
        }
    }
    return adds;
}

/* Marks what leads to the softmax of such a pass without a scale, or comes from one: it is of the
 * same model, whose other attention, as of a decoder to the encoder's words, goes without, too. */
static void mark_relatives(struct warner *w, bool *relative)
{
    struct graph *g = &w->graph;
    const struct flow *f = &g->flow;
    for (int side = 0; side < 2; side++) {
        graph_begin(g);
        for (int k = 0; k < w->tape->pass_count; k++) {
            const struct pass *p = &w->tape->pass[k];
            if (p->scaled == 0 && p->product >= 0 && adds_learned(w, k)) {
                graph_meet(g, p->softmax);
            }
        }
        for (int next = 0; next < g->count; next++) {
            int k = g->queue[next];
            const int *first = side == 0 ? f->first_in : f->first_out;
            relative[k] = true;
            for (int j = first[k]; j < first[k + 1]; j++) {
                graph_meet(g, side == 0 ? f->in[j].from : f->out[j]->to);
            }
        }
    }
}

void find_not_scaled(struct warner *w)
{
    bool *relative = calloc((size_t)w->tape->event_count + 1, sizeof *relative);
    if (relative == NULL) {
        warn_memory(w);
        return;
    }
    mark_relatives(w, relative);
    for (int k = 0; k < w->tape->pass_count; k++) {
        const struct pass *p = &w->tape->pass[k];
        if (p->scaled == 0 && !relative[p->softmax] && judged(w, k) &&
            !comes_scaled(&w->graph, p->product, p->query) &&
            !comes_scaled(&w->graph, p->product, p->key)) {
            warn_add(w, p->softmax,
                     "the scores are never divided by sqrt(%lld), the root of the head's width: "
                     "the wider the head, the harder the softmax",
                     (long long)scale_width_of(w->tape, p));
        }
    }
    free(relative);
}

/* Whether each of several scales is the root of the width. */
static bool is_scaled_often(const struct pass *p, double width)
{
    for (int times = 2; times <= p->scaled; times++) {
        if (near(p->scale, pow(width, -0.5 * times))) {
            return true;
        }
    }
    return false;
}

/* Whether the same code scales heads of one width in several ways: one of its factors goes by more
 * than the width, such as the number of the layer. */
static bool goes_by_more(const struct warner *w, const struct pass *p)
{
    const struct tape *t = w->tape;
    int64_t width = scale_width_of(t, p);
    bool more = false;
    for (int k = 0; p->scaled > 1 && k < t->pass_count && !more; k++) {
        const struct pass *other = &t->pass[k];
        more = other->product >= 0 &&
               warn_same_span(&t->event[other->softmax].code, &t->event[p->softmax].code) &&
               scale_width_of(t, other) == width && !near(other->scale, p->scale);
    }
    return more;
}

void find_scaled_twice(struct warner *w)
{
    const struct pass *p = w->pass;
    double width = p->scaled >= 2 && judged(w, w->at) ? (double)scale_width_of(w->tape, p) : 0;
    if (width > 0 && is_scaled_often(p, width) && !goes_by_more(w, p)) {
        warn_add(w, p->softmax,
                 "the scores are scaled %d times, by %g in all: once, by 1/sqrt(%g) = %g, is meant",
                 p->scaled, p->scale, width, 1 / sqrt(width));
    }
}

bool scale_is_capped(const struct tape *t, const struct pass *p)
{
    bool capped = false;
    for (int k = p->product + 1; p->product >= 0 && k < p->softmax; k++) {
        capped |= t->event[k].pass == t->event[p->softmax].pass && event_is(&t->event[k], OP_tanh);
    }
    return capped;
}

/* A size of the run whose root was taken instead: of the inputs of the projections, mostly. */
static double other_width(const struct warner *w, int pass, double scale)
{
    const struct tape *t = w->tape;
    for (int k = w->graph.reach[pass].low; k <= w->graph.reach[pass].high; k++) {
        const struct event *e = &t->event[k];
        for (int j = 0; e->pass == pass && j < e->input_count; j++) {
            const struct tensor *x = &e->input[j].of.tensor;
            for (int d = 0; d < x->ndim; d++) {
                if (x->shape[d] > 1 && near(scale, 1 / sqrt((double)x->shape[d]))) {
                    return (double)x->shape[d];
                }
            }
        }
    }
    return 0;
}

/* Whether one of several scales is the right one: the others then make softmax sharper on purpose.
 */
static bool is_scaled_rightly(const struct warner *w, const struct pass *p, double root)
{
    double factor;
    for (int k = w->graph.reach[w->at].low; p->scaled > 1 && k < p->softmax; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->pass == w->at && e->stage == STAGE_SCALE && event_scales(w->tape, k, &factor) &&
            near(factor, 1 / root)) {
            return true;
        }
    }
    return false;
}

void find_scale_width(struct warner *w)
{
    const struct pass *p = w->pass;
    if (p->scaled == 0 || !judged(w, w->at) || scale_is_capped(w->tape, p)) {
        return; /* Gemma, which caps scores, has a scale of its own */
    }
    double width = (double)scale_width_of(w->tape, p), root = sqrt(width);
    double other = other_width(w, w->at, p->scale);
    if (near(p->scale, 1 / root) || is_scaled_often(p, width) || goes_by_more(w, p)) {
        return;
    }
    if (near(p->scale, 1 / width) && other > 0) {
        warn_add(w, p->softmax,
                 "the scores are divided by %g, the head's width itself or sqrt(%g), not by the "
                 "root of its width, %g",
                 width, other, root);
    } else if (near(p->scale, 1 / width)) {
        warn_add(w, p->softmax,
                 "the scores are divided by the head's width %g itself, not by its root %g", width,
                 root);
    } else if (near(p->scale, root) && !is_scaled_rightly(w, p, root)) {
        warn_add(w, p->softmax,
                 "the scores are multiplied by sqrt(%g) where they should be divided by it", width);
    } else if (other > 0) {
        warn_add(w, p->softmax,
                 "the scores are divided by sqrt(%g), but the head is %g wide: sqrt(%g) is meant",
                 other, width, width);
    }
}
