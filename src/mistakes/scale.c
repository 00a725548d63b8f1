/* Finds, mends and makes mistakes of the scale: missing, applied twice, by the wrong width. */
#include "mistakes/redo.h"
#include "mistakes/warn.h"
#include "trace/stage/path_before.h"
#include "trace/stage/path_between.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fabs(b);
}

/* The number of products in each score: the width of a head. 0: it cannot be told. */
static int64_t width_of(const struct tape *t, const struct pass *p)
{
    const struct event *e = &t->event[p->product];
    int left, right;
    pass_factors(e, &left, &right);
    const struct tensor *q = &e->input[left].of.tensor;
    const char *text = event_equation(e);
    if (p->product != p->scores) { /* (q * k).sum(-1): so many products in each score */
        int64_t scores = tensor_numel(&t->event[p->scores].output[0].tensor);
        return scores == 0 ? 0 : tensor_numel(&e->output[0].tensor) / scores;
    }
    if (text == NULL) {
        return q->ndim > 0 ? q->shape[q->ndim - 1] : 0;
    }
    int64_t width = 1;
    const char *arrow = strstr(text, "->"), *comma = strchr(text, ',');
    if (arrow == NULL || comma == NULL) {
        return 0;
    }
    int axis = 0;
    for (const char *c = text; c < comma; c++) {
        if (*c == '.') {
            return 0;
        }
        if (*c != ' ') {
            bool kept = strchr(arrow, *c) != NULL;
            width *= !kept && axis < q->ndim ? q->shape[axis] : 1;
            axis++;
        }
    }
    return width;
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
    pass_factors(&w->tape->event[event], &left, &right);
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

/* The tensor that an input is, moves and copies left away. */
static const struct tape_tensor *root_of(const struct warner *w, int event, int input)
{
    const struct tape_tensor *of = &w->tape->event[event].input[input].of;
    while (of->maker >= 0 && event_moves(&w->tape->event[of->maker]) &&
           w->tape->event[of->maker].input_count > 0) {
        of = &w->tape->event[of->maker].input[0].of;
    }
    return of;
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
 * state of a decoder meets the words of an encoder, as Luong has it, without a scale. */
static bool is_of_decoder(const struct warner *w, const struct pass *p)
{
    const struct event *context = p->context < 0 ? NULL : &w->tape->event[p->context];
    if (context == NULL || are_parts(&w->tape->event[p->product].input[p->key].of.tensor,
                                     &context->input[p->value].of.tensor)) {
        return false;
    }
    const struct tape_tensor *value = root_of(w, p->context, p->value);
    const struct tape_tensor *key = root_of(w, p->product, p->key);
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

/* Dot products of queries and keys that were computed, not given: a pass whose scale is judged. */
static bool judged(struct warner *w, int pass)
{
    const struct tape *t = w->tape;
    const struct pass *p = &t->pass[pass];
    if (p->scores < 0 || event_is(&t->event[p->scores], OP_linear) || is_of_decoder(w, p)) {
        return false;
    }
    for (int k = w->graph.reach[pass].low; k <= w->graph.reach[pass].high; k++) {
        const struct event *e = &t->event[k];
        /* queries of length 1, or another rule altogether */
        if (e->pass == pass && k < p->softmax && e->stage == STAGE_OTHER &&
            !path_caps(&w->graph, k) &&
            event_is(e, OP_div OP_divide OP_true_divide OP_layer_norm OP_linalg_norm OP_norm OP_exp
                            OP_tanh OP_pow)) {
            return false;
        }
    }
    return width_of(w->tape, p) > 1 && is_width_clear(w, pass) &&
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
                     (long long)width_of(w->tape, p));
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

void find_scaled_twice(struct warner *w)
{
    const struct pass *p = w->pass;
    double width = p->scaled >= 2 && judged(w, w->at) ? (double)width_of(w->tape, p) : 0;
    if (width > 0 && is_scaled_often(p, width)) {
        warn_add(w, p->softmax,
                 "the scores are scaled %d times, by %g in all: once, by 1/sqrt(%g) = %g, is meant",
                 p->scaled, p->scale, width, 1 / sqrt(width));
    }
}

/* Whether a step bounds the scores behind the scale: then it is no factor of what softmax takes. */
static bool is_capped(const struct tape *t, const struct pass *p)
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

void find_scale_width(struct warner *w)
{
    const struct pass *p = w->pass;
    if (p->scaled == 0 || !judged(w, w->at) || is_capped(w->tape, p)) {
        return; /* Gemma, which caps scores, has a scale of its own */
    }
    double width = (double)width_of(w->tape, p), root = sqrt(width);
    double other = other_width(w, w->at, p->scale);
    if (near(p->scale, 1 / root) || is_scaled_often(p, width)) {
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
    } else if (near(p->scale, root)) {
        warn_add(w, p->softmax,
                 "the scores are multiplied by sqrt(%g) where they should be divided by it", width);
    } else if (other > 0) {
        warn_add(w, p->softmax,
                 "the scores are divided by sqrt(%g), but the head is %g wide: sqrt(%g) is meant",
                 other, width, width);
    }
}

/* --- on purpose --- */

/* One step that scales: by which number, and how. */
struct scaling {
    int argument; /* which of the call is the number */
    bool over;    /* a division */
    double factor;
};

/* The input that is scaled. */
static int scores_input(const struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        if (tensor_same_shape(&e->input[k].of.tensor, &e->output[0].tensor)) {
            return k;
        }
    }
    return 0;
}

/* Which argument is the number in x * number, number * x: as event_scales looks for it. */
static int number_argument(const struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        int64_t cells = tensor_numel(&e->input[k].of.tensor);
        if (e->input[k].argument == 0 && cells == tensor_numel(&e->output[0].tensor)) {
            return 1;
        }
    }
    return 0;
}

static bool scales(const struct redo *r, struct scaling *s)
{
    if (redo_stage(r, r->event) != STAGE_SCALE || r->e->arg_count < 2 || r->e->input_count < 1 ||
        !dtype_is_float(redo_result(r)->dtype) || !event_scales(r->t, r->event, &s->factor)) {
        return false;
    }
    s->over = event_does(r->e, DIVIDES);
    s->argument = number_argument(r->e);
    return s->factor != 1 && s->factor != 0 && isfinite(s->factor);
}

/* The step as it is, with another factor: as somebody would write it, with a whole number or its
 * root where it is near one. */
static bool scaled_by(struct redo *r, const struct scaling *s, double factor)
{
    double under = 1 / factor, square = under * under;
    if (!r->make) {
        return true;
    }
    if (fabs(under - rint(under)) < 1e-6 * under) {
        under = rint(under);
    } else if (fabs(square - rint(square)) < 1e-6 * square) {
        under = sqrt(rint(square));
    }
    return redo_again_number(r, s->argument, s->over ? under : under >= 1 ? 1 / under : factor);
}

/* The scores that are scaled; -1: not known. */
static int scores_of(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    if (p != NULL) {
        return p->scores;
    }
    int k = r->event;
    for (int step = 0; k >= 0 && !event_contracts(&r->t->event[k]) && step < CHAIN_MOST; step++) {
        k = redo_source(r, k, 0);
    }
    return k >= 0 && event_contracts(&r->t->event[k]) ? k : -1;
}

/* How wide a head is, and all of them together; 0: not known. */
static void widths(const struct redo *r, double *head, double *all)
{
    const struct pass *p = redo_pass(r);
    int left, right, scores = scores_of(r);
    *head = *all = 0;
    if (scores < 0) {
        return;
    }
    redo_factors(r, scores, &left, &right);
    const struct tensor *query = &r->t->event[scores].input[left].of.tensor;
    const struct tensor *table = &r->t->event[scores].output[0].tensor;
    *head = query->ndim > 0 ? (double)query->shape[query->ndim - 1] : 0;
    if (table->ndim == 4) {
        *all = *head * (double)table->shape[1];
    }
    if (p == NULL || p->context < 0) {
        return;
    }
    for (int k = p->context + 1; k < r->t->event_count && *all <= *head; k++) {
        const struct event *e = &r->t->event[k]; /* heads in a loop: what they are joined to */
        if (e->stage == STAGE_CONCAT && e->output_count > 0 && e->output[0].tensor.ndim > 0) {
            const struct tensor *out = &e->output[0].tensor;
            *all = (double)out->shape[out->ndim - 1];
        }
    }
    for (int k = 0; k < scores && *all <= *head; k++) { /* one head: as wide as its input */
        const struct event *e = &r->t->event[k];
        if (e->stage == STAGE_PROJECT && e->pass == r->e->pass && event_contracts(e)) {
            const struct tensor *in = &e->input[0].of.tensor;
            *all = in->ndim > 0 ? (double)in->shape[in->ndim - 1] : 0;
        }
    }
}

bool make_scale_width(struct redo *r)
{
    struct scaling s;
    double head, all;
    if (!scales(r, &s)) {
        return false;
    }
    widths(r, &head, &all);
    return head >= 1 && all > head && fabs(s.factor * sqrt(head) - 1) <= 1e-6 &&
           scaled_by(r, &s, 1 / sqrt(all));
}

bool make_scale_root(struct redo *r)
{
    struct scaling s;
    return scales(r, &s) && scaled_by(r, &s, s.factor * s.factor);
}

bool make_scale_up(struct redo *r)
{
    struct scaling s;
    return scales(r, &s) && scaled_by(r, &s, 1 / s.factor);
}

bool make_scaled_twice(struct redo *r)
{
    struct scaling s;
    struct tensor once;
    return scales(r, &s) && (!r->make || (redo_take_result(r, r->event, &once) &&
                                          redo_again(r, scores_input(r->e), &once)));
}

/* Whether an addend only hides scores or leaves them: its cells are 0, or far from it. */
static bool only_hides(const struct redo *r, int event, int input)
{
    struct tensor then;
    bool hides = tensor_numel(&r->t->event[event].input[input].of.tensor) > 1 &&
                 tape_before(r->t, &r->t->event[event].input[input].of, event, &then);
    if (!hides) {
        error_clear(&r->t->session->in.error);
        return false;
    }
    for (int64_t k = 0; hides && k < tensor_numel(&then); k++) {
        double cell = tensor_double_at(&then, tensor_place(&then, k));
        hides = cell == 0 || fabs(cell) >= -SCORE_HIDDEN;
    }
    tensor_release(&then);
    return hides;
}

/* The input by which scores come into a step that leaves a factor in them: a mask, another scale,
 * what only moves them. -1: without the factor it gives other numbers altogether, as a softmax
 * does, or a bias that is added. */
static int factor_stays(const struct redo *r, int event)
{
    double factor;
    const struct event *e = &r->t->event[event];
    if (event_does(e, ADDS | SUBTRACTS) && e->input_count == 2) {
        return only_hides(r, event, 1) ? 0 : only_hides(r, event, 0) ? 1 : -1;
    }
    bool stays = event_moves(e) || event_lays(e) || event_scales(r->t, event, &factor) ||
                 event_does(e, MASKS | TRIANGLES | COPIES | CONVERTS) ||
                 event_is(e, OP_dropout OP___setitem__) || event_masks(r->t, event, 0);
    int64_t most = 0, cells;
    int scores = -1;
    for (int k = 0; stays && k < e->input_count; k++) { /* what is filled in may be a tensor, too */
        const struct tensor *of = &e->input[k].of.tensor;
        cells = dtype_is_float(of->dtype) ? tensor_numel(of) : 0;
        scores = cells > most ? k : scores;
        most = cells > most ? cells : most;
    }
    return scores;
}

/* Whether the scores come to the softmax with their scale still in them. */
static bool scale_arrives(const struct redo *r, const struct pass *p)
{
    int k = redo_source(r, r->event, 0);
    for (int step = 0; step < CHAIN_MOST && k >= 0 && k != p->scores && k != p->product; step++) {
        int input = factor_stays(r, k);
        if (input < 0) {
            return false;
        }
        k = redo_source(r, k, input);
    }
    return true;
}

/* The walkthrough tells it at the softmax, where it shows. */
static bool softmax_unscaled(struct redo *r, const struct pass *p)
{
    struct tensor x;
    double factor;
    int before = redo_source(r, r->event, 0);
    redo_code(r, "softmax, no scale");
    if (before >= 0 && p->scaled == 1 && event_scales(r->t, before, &factor)) {
        return redo_take(r, before, 0, &x) && softmax_of(r, &x);
    }
    return redo_take(r, r->event, 0, &x) && redo_scale(r, &x, 1 / p->scale) && softmax_of(r, &x);
}

bool make_not_scaled(struct redo *r)
{
    struct scaling s;
    const struct pass *p = redo_pass(r);
    if (r->walk) {
        return softmax_is(r) && p->scaled > 0 && p->scale != 1 && scale_arrives(r, p) &&
               (!r->make || softmax_unscaled(r, p));
    }
    return scales(r, &s) && redo_input(r, r->event, scores_input(r->e));
}

/* --- the right way --- */

bool mend_not_scaled(struct redo *r)
{
    const struct pass *p = redo_pass(r);
    struct tensor x, scaled;
    if (p == NULL || p->scores < 0 || !event_normalizes(r->e) || is_capped(r->t, p) ||
        event_is(&r->t->event[p->scores], OP_einsum) ||
        r->e->input[0].of.tensor.dtype != DTYPE_FLOAT32) {
        return false;
    }
    long long width = (long long)width_of(r->t, p);
    float root = (float)sqrt((double)width); /* as PyTorch does it */
    redo_code(r, "scores / %lld ** 0.5", width);
    if (!redo_take(r, r->event, 0, &x) ||
        !redo_next(tensor_copy(r->cx, &scaled, &x), &x, &scaled)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(&x); k < count; k++) {
        tensor_set_double(&x, k, (double)((float)tensor_double_at(&x, k) / root));
    }
    return softmax_of(r, &x);
}
