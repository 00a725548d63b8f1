/* Tells a softmax that is no attention: a router (a gate) over experts, or a classifier. A router
 * and additive attention have the same operations: learned weights, softmax, a product. The axis
 * that softmax runs over tells them apart. A router's axis comes from the weight matrix, one share
 * for each expert; attention's axis counts tokens. */
#include "trace/stage/softmax_use.h"

#include "trace/stage/path.h"
#include "trace/stage/path_before.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"

/* A weight matrix, turned or not. */
static bool is_weight(const struct graph *g, int event, int input)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    if (e->input[input].of.parameter) {
        return true;
    }
    return graph_sources(g, event, input, at) > 0 && event_moves(&g->tape->event[at[0]]) &&
           g->tape->event[at[0]].input[0].of.parameter;
}

/* (q * k).sum(-1): which axis of the product an axis of the sum is. */
static int axis_in_product(const struct event *sum, const struct event *product, int axis)
{
    const struct tensor *in = &product->output[0].tensor, *out = &sum->output[0].tensor;
    int summed = in->ndim != out->ndim ? event_axis(sum, in->ndim) : -1;
    return summed >= 0 && axis >= summed ? axis + 1 : axis;
}

/* Which tensors count as a weight matrix: is_weight, path_weight. */
typedef bool is_table(const struct graph *g, int event, int input);

/* Whether input `input` of a product is a weight that alone has axis `axis` of the result. */
static bool alone_has(const struct graph *g, is_table *table, int product, int input, int axis)
{
    const struct event *e = &g->tape->event[product];
    const struct tensor *own = &e->input[input].of.tensor, *other = &e->input[1 - input].of.tensor;
    int from_end = e->output[0].tensor.ndim - axis;
    return table(g, product, input) && from_end > 0 && from_end <= own->ndim &&
           own->shape[own->ndim - from_end] > 1 &&
           (from_end > other->ndim || other->shape[other->ndim - from_end] == 1);
}

/* Whether axis `axis` of the scores was made by a weight matrix; *other: what it was multiplied
 * with. */
static bool made_by_weight(const struct graph *g, const struct pass *p, is_table *table, int axis,
                           int *other)
{
    int left, right, scores = p->product;
    const struct event *e = &g->tape->event[scores];
    int ndim = e->output[0].tensor.ndim;
    product_factors(e, &left, &right);
    *other = left;
    if (p->product != p->scores) {
        int own = axis_in_product(&g->tape->event[p->scores], e, axis);
        bool of_left = alone_has(g, table, scores, left, own);
        *other = of_left ? right : left;
        return of_left || alone_has(g, table, scores, right, own);
    }
    if (event_is(e, OP_linear)) {
        return axis == ndim - 1;
    }
    if (table(g, scores, right) && product_brings(e, right, false, axis)) {
        return true;
    }
    *other = right;
    return table(g, scores, left) && product_brings(e, left, true, axis);
}

/* The event whose result input `input` of `event` shows, perhaps in other axes; -1: none. */
static int root_of(const struct graph *g, int event, int input)
{
    int at[2];
    while (graph_sources(g, event, input, at) > 0) {
        event = at[0];
        input = 0;
        if (!event_moves(&g->tape->event[event])) {
            return event;
        }
    }
    return -1;
}

/* Whether `from` is behind input `input` of an event. */
static bool is_behind(struct graph *g, int event, int input, int from)
{
    int at[2];
    graph_begin(g);
    for (int n = graph_sources(g, event, input, at); n > 0; n--) {
        graph_meet(g, at[n - 1]);
    }
    for (int next = 0; next < g->count; next++) {
        int k = g->queue[next];
        for (int j = g->flow.first_in[k]; j < g->flow.first_in[k + 1]; j++) {
            graph_meet(g, g->flow.in[j].from);
        }
    }
    return from >= 0 && graph_met(g, from);
}

/* Whether several tensors lie along an axis, each at one place of it. */
static bool joins_single(const struct event *e, int axis)
{
    const struct tensor *out = &e->output[0].tensor;
    bool single = event_does(e, JOINS) && event_axis(e, out->ndim) == axis;
    return single && e->input_count > 1 && out->shape[axis] == e->input_count;
}

enum made_of { OF_UNKNOWN, OF_TOKENS, OF_EXPERTS };

/* What the axis `axis` of input `input` of an event counts: tokens of `from`, or experts, each of
 * which makes something of its own with a weight. */
static enum made_of axis_counts(const struct graph *g, int event, int input, int axis, int from)
{
    int at[2], left, right;
    for (int depth = 0; axis >= 0 && depth < 64; depth++) {
        if (graph_sources(g, event, input, at) == 0) {
            return OF_UNKNOWN;
        }
        event = at[0];
        const struct event *e = &g->tape->event[event];
        if (event == from || e->input_count == 0 || event_normalizes(e)) {
            return event == from ? OF_TOKENS : OF_UNKNOWN;
        }
        input = 0;
        if (event_contracts(e)) {
            product_factors(e, &left, &right);
            int weight = path_weight(g, event, right) ? right : left;
            bool brought = event_is(e, OP_linear)
                               ? axis == e->output[0].tensor.ndim - 1
                               : product_brings(e, weight, weight < right, axis) ||
                                     product_shares(e, -1, axis);
            if (!path_weight(g, event, weight) || brought) {
                return brought ? OF_EXPERTS : OF_UNKNOWN;
            }
            input = weight == right ? left : right;
            axis = product_axis_of(e, input, axis);
            continue;
        }
        while (input + 1 < e->input_count &&
               (graph_sources(g, event, input, at) == 0 || !path_computed(g, at[0]))) {
            input++;
        }
        if (joins_single(e, axis)) {
            return OF_EXPERTS;
        }
        axis = axis_before(e, input, axis, false);
    }
    return OF_UNKNOWN;
}

/* What is counted along the axis of the values that is added up: by a contraction, or by a product
 * that is written out. A share that is picked there and multiplies as much as the result has is
 * that of one expert. */
static enum made_of values_count(struct graph *g, const struct pass *p, int from)
{
    const struct event *e = &g->tape->event[p->context];
    const struct tensor *out = &e->output[0].tensor;
    const struct tensor *weights = &e->input[p->weights].of.tensor;
    const struct tensor *value = &e->input[p->value].of.tensor;
    if (event_contracts(e)) {
        return axis_counts(g, p->context, p->value, product_summed_axis(e, p->value), from);
    }
    int axis = weights->ndim - 1;
    while (axis >= 0 && axis_followed(g, p->context, p->weights, axis, p->softmax) != p->axis) {
        axis--;
    }
    if (axis < 0 || weights->shape[axis] == 1) {
        return out->ndim > 1 && tensor_numel(value) == tensor_numel(out) ? OF_EXPERTS : OF_UNKNOWN;
    }
    axis += value->ndim - weights->ndim;
    return axis_counts(g, p->context, p->value, axis, from);
}

/* x @ W + b: a vector that is given is added to the logits. */
static bool adds_bias(const struct graph *g, const struct middle *m, const struct pass *p)
{
    int at[2], event = m->event, input = m->input;
    while (graph_sources(g, event, input, at) > 0 && at[0] > p->product) {
        const struct event *e = &g->tape->event[at[0]];
        for (int k = 0; event_does(e, ADDS) && k < e->input_count; k++) {
            if (e->input[k].of.tensor.ndim == 1 && path_leaf(g, at[0], k) &&
                !event_masks(g->tape, at[0], 1 - k)) {
                return true;
            }
        }
        event = at[0];
        input = 0;
    }
    return false;
}

/* Whether the values are a table that is given, one row for each class that a layer tells. */
static bool of_classes(const struct graph *g, const struct middle *m, const struct pass *p,
                       int axis)
{
    int seen;
    const struct event *e = &g->tape->event[p->context];
    return made_by_weight(g, p, is_weight, axis, &seen) && event_contracts(e) &&
           !event_is(e, OP_linear) && path_weight(g, p->context, p->value) &&
           (event_is(&g->tape->event[p->product], OP_linear OP_addmm) || adds_bias(g, m, p));
}

/* Whether the values are what several experts make of the same tensor that the router takes: the
 * shares are made of its features by weights, as they are, and no axis of its tokens is added up.
 */
static bool of_experts(struct graph *g, const struct pass *p, int axis)
{
    int seen, event = p->context, input = p->value, at[2];
    bool learned = made_by_weight(g, p, is_weight, axis, &seen);
    if (!learned && !made_by_weight(g, p, path_weight, axis, &seen)) {
        return false;
    }
    while (learned && graph_sources(g, event, input, at) > 0 &&
           event_moves(&g->tape->event[at[0]])) {
        event = at[0];
        input = 0;
        if (event_is(&g->tape->event[event], OP_stack)) {
            return true;
        }
    }
    int from = root_of(g, p->product, seen), value = root_of(g, p->context, p->value);
    int other = p->query == seen ? p->key : p->query;
    if (value < 0 || from < 0 || value == from || from == root_of(g, p->product, other) ||
        !is_behind(g, p->context, p->value, from)) {
        return false;
    }
    enum made_of counted = values_count(g, p, from);
    return learned ? counted != OF_TOKENS : counted == OF_EXPERTS;
}

/* Whether two factors show one tensor, perhaps in other axes. */
static bool is_same(const struct graph *g, int a, int a_input, int b, int b_input)
{
    int x = root_of(g, a, a_input), y = root_of(g, b, b_input);
    const struct tensor *one = &g->tape->event[a].input[a_input].of.tensor;
    const struct tensor *other = &g->tape->event[b].input[b_input].of.tensor;
    return one->storage == other->storage ? tape_overlap(one, other) : x >= 0 && x == y;
}

/* Something is taken from the shares, or written into them, before they meet the values: the
 * targets. */
static bool lessens(const struct graph *g, const struct pass *p)
{
    int event = p->context, input = p->weights, at[2];
    for (int depth = 0; depth < 8 && event != p->softmax; depth++) {
        const struct event *e = &g->tape->event[event];
        int count = graph_sources(g, event, input, at); /* the last one wrote it */
        if (event != p->context && (event_does(e, SUBTRACTS) || event_is(e, OP___setitem__))) {
            return true;
        }
        if (count == 0) {
            return false;
        }
        event = at[count - 1];
        input = 0;
    }
    return false;
}

/* The gradient of a classifier by hand: x.T @ (softmax(x @ W) - y). What the shares meet is what
 * they were made of, with a W that no product has made, or that was learned by such steps before,
 * and the axis that is summed over is not the one of the softmax. */
static bool is_gradient(const struct graph *g, const struct pass *p)
{
    int at[2], axis = product_summed_axis(&g->tape->event[p->context], p->weights);
    bool given = graph_sources(g, p->product, p->key, at) == 0 || !path_computed(g, at[0]);
    return (given || lessens(g, p)) && axis >= 0 && axis != p->axis &&
           is_same(g, p->context, p->value, p->product, p->query) &&
           !is_same(g, p->context, p->value, p->product, p->key);
}

bool softmax_routes(struct graph *g, const struct middle *m, const struct pass *p)
{
    if (p->scores < 0) { /* shares that are learned themselves, and no product with values */
        return !event_contracts(&g->tape->event[p->context]);
    }
    if (is_gradient(g, p)) {
        return true;
    }
    int axis = axis_followed(g, m->event, m->input, p->axis, p->scores);
    return axis >= 0 && (of_experts(g, p, axis) || of_classes(g, m, p, axis));
}

/* --- shares that meet no values --- */

/* What a factor of scores goes back to, through operations that move its cells or map them one by
 * one: W * 0.1 is a weight as W is. */
struct root {
    bool given;     /* nothing was computed to have it */
    bool parameter; /* a module's own */
    bool turned;    /* its axes change places on the way */
    const struct storage *storage;
};

static struct root root_of_factor(const struct graph *g, int event, int input)
{
    int at[2];
    struct root r = {.given = true};
    for (int depth = 0; depth < 32; depth++) {
        const struct event *e = &g->tape->event[event];
        r.parameter |= e->input[input].of.parameter;
        r.storage = e->input[input].of.tensor.storage;
        if (path_leaf(g, event, input) || graph_sources(g, event, input, at) == 0) {
            return r;
        }
        event = at[0];
        input = 0;
        e = &g->tape->event[event];
        r.turned |= event_transposes(e);
        r.given = event_moves(e) || (event_maps_cells(e) && e->input_count == 1);
        if (!r.given) {
            return r;
        }
    }
    return r;
}

/* Whether a loss takes what an event gives, moved or mapped at most: the logarithms of its shares.
 * So CLIP has a softmax of pictures and texts, which are no tokens. */
static bool has_loss(const struct graph *g, int event, int depth)
{
    bool found = false;
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1] && !found; k++) {
        int to = g->flow.out[k]->to;
        const struct event *e = &g->tape->event[to];
        found =
            event_does(e, LOG_SOFTMAX) ||
            (depth > 0 && (event_moves(e) || event_maps_cells(e)) && has_loss(g, to, depth - 1));
    }
    return found;
}

bool softmax_classifies(struct graph *g, const struct middle *m, const struct pass *p)
{
    if (has_loss(g, p->scores, 8)) {
        return true;
    }
    const struct event *e = &g->tape->event[p->product];
    struct root query = root_of_factor(g, p->product, p->query);
    struct root key = root_of_factor(g, p->product, p->key);
    bool tokens = query.turned || key.turned || query.storage == key.storage ||
                  p->product != p->scores || event_is(e, OP_einsum);
    return !tokens || event_is(e, OP_linear OP_addmm OP_addmv) || query.parameter ||
           key.parameter || (key.given && !query.given) || adds_bias(g, m, p);
}

/* --- which factor holds the keys --- */

bool softmax_turns(struct graph *g, const struct middle *m, const struct pass *p)
{
    const struct event *t = g->tape->event;
    bool both = p->context >= 0 && p->product >= 0 && p->product == p->scores;
    int summed = both ? product_summed_axis(&t[p->context], p->weights) : -1;
    int collected = summed < 0 ? -1 : axis_followed(g, p->context, p->weights, summed, p->softmax);
    int axis = collected < 0 || collected != p->axis
                   ? -1
                   : axis_followed(g, m->event, m->input, p->axis, p->product);
    return axis >= 0 && product_brings(&t[p->product], p->query, true, axis) &&
           (event_does(&t[p->product], MATMUL) || event_is(&t[p->product], OP_einsum));
}

/* --- heads that are mixed --- */

/* Which factor of a contraction is given, a table of weights; -1: neither, or both. */
static int given_factor(const struct graph *g, int event, int *other)
{
    int left, right;
    product_factors(&g->tape->event[event], &left, &right);
    bool given = path_weight(g, event, left);
    *other = given ? right : left;
    return given == path_weight(g, event, right) ? -1 : given ? left : right;
}

/* The nearest contraction behind input `input` of `event`; *axis goes along. A convolution must
 * take it as it is, but for maps and its own moves. -1: none. */
static int contraction_behind(const struct graph *g, int event, int input, int *axis)
{
    int at[2];
    bool convolution = event_convolves(g->tape, event);
    for (int depth = 0; depth < 64 && graph_sources(g, event, input, at) > 0; depth++) {
        event = at[0];
        const struct event *e = &g->tape->event[event];
        if (event_contracts(e)) {
            return event;
        }
        bool moved = convolution && event_moves(e) && !event_convolves(g->tape, event);
        if (moved || (!pass_lets_through(e) && !event_normalizes(e))) {
            return -1;
        }
        for (input = 0; input + 1 < e->input_count; input++) {
            if (graph_sources(g, event, input, at) > 0 && path_computed(g, at[0])) {
                break;
            }
        }
        *axis = *axis < 0 ? -1 : axis_before(e, input, *axis, false);
    }
    return -1;
}

/* The softmax behind input `input` of an event, -1: none. */
static int softmax_behind(const struct graph *g, int event, int input)
{
    int at[2];
    struct middle m;
    for (int depth = 0; depth < 64 && graph_sources(g, event, input, at) > 0; depth++) {
        event = at[0];
        input = 0;
        if (middle_find(g, event, &m)) {
            return event;
        }
        if (!pass_lets_through(&g->tape->event[event])) {
            break;
        }
    }
    return -1;
}

/* The nearest softmax that takes what `event` gives, through operations that keep its cells or move
 * them. */
static bool softmax_ahead(const struct graph *g, int event, int depth, struct middle *out)
{
    for (int k = g->flow.first_out[event]; k < g->flow.first_out[event + 1]; k++) {
        int to = g->flow.out[k]->to;
        if (middle_find(g, to, out) || (depth > 0 && pass_lets_through(&g->tape->event[to]) &&
                                        softmax_ahead(g, to, depth - 1, out))) {
            return true;
        }
    }
    return false;
}

/* Which of a product's two factors, both computed, alone brings axis `axis` of the result. -1: both
 * have it. */
static int owner(const struct event *e, int axis)
{
    int left, right, from_end = e->output[0].tensor.ndim - axis;
    product_factors(e, &left, &right);
    if (event_equation(e) != NULL || from_end <= 2) {
        return product_brings(e, left, true, axis)     ? left
               : product_brings(e, right, false, axis) ? right
                                                       : -1;
    }
    bool has_left = from_end <= e->input[left].of.tensor.ndim;
    return has_left == (from_end <= e->input[right].of.tensor.ndim) ? -1 : has_left ? left : right;
}

/* Heads that queries alone have, as keys and values are shared: beside them, or in one axis with
 * them, stand the queries. Softmax, before the mixture or behind it, runs over the keys. `axis` is
 * that of the heads in the product that made the scores. */
static bool mixes_queries(const struct graph *g, int event, int product, int axis)
{
    struct middle m;
    const struct event *e = &g->tape->event[product], *mixture = &g->tape->event[event];
    const struct tensor *out = &e->output[0].tensor;
    int mixed, given = given_factor(g, event, &mixed), left, right, owned = 0;
    int summed = product_summed_axis(mixture, mixed), heads = axis < 0 ? -1 : owner(e, axis);
    for (int d = 0; heads >= 0 && d < out->ndim; d++) {
        owned += owner(e, d) == heads;
    }
    product_factors(e, &left, &right);
    if (owned == 0 || summed < 0 || path_weight(g, product, left) ||
        (owned == 1 && out->shape[axis] == mixture->input[mixed].of.tensor.shape[summed])) {
        return false;
    }
    int softmax = softmax_behind(g, event, mixed);
    if (softmax >= 0 ? !middle_find(g, softmax, &m) : !softmax_ahead(g, event, 16, &m)) {
        return false;
    }
    int keys = pass_axis(g, &m), from = contraction_behind(g, m.event, m.input, &keys);
    if (softmax < 0) {
        return from == event && keys >= 0 && !product_brings(mixture, given, given < mixed, keys);
    }
    return from == product && keys >= 0 && owner(e, keys) >= 0 && owner(e, keys) != heads;
}

bool softmax_mixes(const struct graph *g, int event)
{
    int other, behind;
    while (given_factor(g, event, &other) >= 0) { /* one mixture may be made of another */
        const struct event *e = &g->tape->event[event];
        bool convolution = event_convolves(g->tape, event);
        int axis = convolution ? -1 : product_summed_axis(e, other);
        int from = contraction_behind(g, event, other, &axis);
        if (from < 0) {
            return false;
        }
        if (given_factor(g, from, &behind) < 0) {
            return convolution || product_shares(&g->tape->event[from], -1, axis) ||
                   mixes_queries(g, event, from, axis);
        }
        event = from;
    }
    return false;
}

/* --- tables of weights that are multiplied with each other --- */

#define MADE_MOST 256

/* Whether input `input` of an event is made of nothing but weights and identities: of no
 * values. */
static bool is_of_weights(const struct graph *g, int event, int input)
{
    int met[MADE_MOST], count = 0, at[2];
    bool weights = false;
    for (int n = graph_sources(g, event, input, at); n > 0; n--) {
        met[count++] = at[n - 1];
    }
    bool only = count > 0;
    for (int next = 0; only && next < count; next++) {
        struct middle m;
        const struct event *e = &g->tape->event[met[next]];
        bool softmax = middle_find(g, met[next], &m);
        weights |= softmax;
        int first = g->flow.first_in[met[next]], end = g->flow.first_in[met[next] + 1];
        only = softmax || first < end || event_is(e, OP_eye OP_identity);
        for (int k = first; only && !softmax && k < end; k++) {
            bool known = event_lends(e, g->flow.in[k].input);
            for (int j = 0; !known && j < count; j++) {
                known = met[j] == g->flow.in[k].from;
            }
            only = known || count < MADE_MOST;
            met[count] = known || !only ? met[count] : g->flow.in[k].from;
            count += !known && only;
        }
        for (int k = 0; only && !softmax && k < e->input_count; k++) {
            only = graph_sources(g, met[next], k, at) > 0; /* else it was given */
        }
    }
    return only && weights;
}

bool softmax_multiplies(const struct graph *g, int event)
{
    int left, right;
    const struct event *e = &g->tape->event[event];
    product_factors(e, &left, &right);
    return event_contracts(e) && left != right && is_of_weights(g, event, right) &&
           is_of_weights(g, event, left);
}

/* --- linear attention --- */

/* What a projection by weights that are given multiplies with them; NULL: it is none. */
static const struct tensor *projected(const struct graph *g, int product)
{
    int left, right;
    const struct event *e = product < 0 ? NULL : &g->tape->event[product];
    if (e == NULL || !event_contracts(e)) {
        return NULL;
    }
    product_factors(e, &left, &right);
    const struct tensor *x = &e->input[left].of.tensor;
    bool weights = path_weight(g, product, right) && left != right;
    return weights && x->storage != e->input[right].of.tensor.storage ? x : NULL;
}

int softmax_queries(struct graph *g, const struct pass *p)
{
    int found[MOST_SCALES][2], count = 0, at[2];
    const struct event *meet = &g->tape->event[p->context];
    graph_begin(g);
    graph_meet(g, p->context);
    for (int next = 0; next < g->count && next < MADE_MOST; next++) {
        for (int k = g->flow.first_out[g->queue[next]];
             k < g->flow.first_out[g->queue[next] + 1] && count < MOST_SCALES; k++) {
            const struct flow_edge *edge = g->flow.out[k];
            const struct event *e = &g->tape->event[edge->to];
            if (event_moves(e) || event_maps_cells(e)) {
                graph_meet(g, edge->to);
            } else if (event_contracts(e) && e->input_count == 2) {
                found[count][0] = edge->to;
                found[count++][1] = edge->input;
            }
        }
    }
    for (int k = 0; k < count; k++) {
        const struct event *e = &g->tape->event[found[k][0]];
        int summed = product_summed_axis(e, found[k][1]), other = 1 - found[k][1];
        int axis = summed < 0 ? -1 : axis_followed(g, found[k][0], found[k][1], summed, p->context);
        if (axis >= 0 && meet->output[0].tensor.shape[axis] > 1 &&
            product_brings(meet, p->weights, p->weights < p->value, axis) &&
            ((graph_sources(g, found[k][0], other, at) > 0 && path_computed(g, at[0])) ||
             softmax_behind(g, found[k][0], other) >= 0)) {
            return found[k][0];
        }
    }
    return -1;
}

/* Whether a softmax makes shares of keys: over the tokens of a projection, whose shares collect
 * another one of the same tensor; and what they collect for each feature meets queries. */
static bool of_keys(struct graph *g, const struct pass *p)
{
    int none = -1;
    const struct tensor *keys = projected(g, p->product), *values = NULL;
    int tokens = keys == NULL ? -1 : product_summed_axis(&g->tape->event[p->context], p->weights);
    if (tokens >= 0 && axis_followed(g, p->context, p->weights, tokens, p->softmax) == p->axis) {
        values = projected(g, contraction_behind(g, p->context, p->value, &none));
    }
    return values != NULL && values->storage == keys->storage && softmax_queries(g, p) >= 0;
}

int softmax_linear(struct graph *g, const struct pass *p)
{
    int none = -1;
    if (p->context < 0 || p->scores < 0 || projected(g, p->product) == NULL) {
        return -1;
    }
    if (of_keys(g, p)) {
        return p->context;
    }
    int meet = contraction_behind(g, p->context, p->value, &none);
    for (int k = 0; meet >= 0 && k < g->tape->event[meet].input_count; k++) {
        struct middle m;
        struct pass keys;
        int softmax = softmax_behind(g, meet, k);
        if (softmax >= 0 && middle_find(g, softmax, &m)) {
            pass_describe(g, &m, &keys);
            if (keys.context == meet && of_keys(g, &keys) &&
                softmax_queries(g, &keys) == p->context) {
                return meet;
            }
        }
    }
    return -1;
}
