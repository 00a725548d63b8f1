/* Finds mistakes of token ids and positions: targets that are the inputs, one position for two
 * tokens. */
#include "mistakes/tokens.h"

#include "mistakes/cache.h"
#include "mistakes/rotary.h"
#include "tensor/shape/tensor.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"

#include <stdlib.h>
#include <string.h>

int tokens_input(const struct event *e)
{
    if (e->of >= 0 || e->output_count == 0) {
        return -1;
    }
    if (event_is(e, OP_embedding)) {
        return e->input_count > 1 ? 0 : -1;
    }
    bool looks = event_is(e, OP___getitem__) && e->input_count == 2 &&
                 dtype_is_float(e->input[0].of.tensor.dtype) &&
                 e->input[1].of.tensor.dtype == DTYPE_INT64 && e->input[0].of.tensor.ndim == 2;
    return looks ? 1 : -1;
}

bool tokens_are_counted(const struct tape *t, const struct tape_tensor *of)
{
    const struct event *e = of->maker >= 0 ? &t->event[of->maker] : NULL;
    if (e == NULL || event_does(e, COMPARES) || event_is(e, OP_cumsum)) {
        return false;
    }
    bool counted = event_does(e, FILLS | COUNTS) || e->input_count > 0;
    for (int k = 0; counted && !event_does(e, FILLS | COUNTS) && k < e->input_count; k++) {
        counted = tokens_are_counted(t, &e->input[k].of);
    }
    return counted;
}

bool tokens_are_same(const struct tensor *a, const struct tensor *b)
{
    bool same = tensor_numel(a) == tensor_numel(b);
    for (int64_t k = 0, count = same ? tensor_numel(a) : 0; same && k < count; k++) {
        same = tensor_cell(a, k) == tensor_cell(b, k);
    }
    return same;
}

static bool holds_two(const struct tensor *t)
{
    for (int64_t k = 1, count = tensor_numel(t); k < count; k++) {
        if (tensor_cell(t, k) != tensor_cell(t, 0)) {
            return true;
        }
    }
    return false;
}

/* --- targets-are-inputs --- */

/* Whether some token is another one than that behind it: else the shifted ones are the same, too.
 */
static bool tells_neighbours(const struct tensor *ids)
{
    int64_t size = ids->ndim > 0 ? ids->shape[ids->ndim - 1] : 1;
    for (int64_t k = 1, count = tensor_numel(ids); k < count; k++) {
        if (k % size != 0 && tensor_cell(ids, k) != tensor_cell(ids, k - 1)) {
            return true;
        }
    }
    return false;
}

void tokens_meet(struct graph *g, int event, int input)
{
    int at[2];
    graph_begin(g);
    for (int n = graph_sources(g, event, input, at); n > 0; n--) {
        graph_meet(g, at[n - 1]);
    }
    for (int next = 0; next < g->count; next++) {
        int from = g->queue[next];
        bool ends = tokens_input(&g->tape->event[from]) >= 0;
        for (int k = g->flow.first_in[from]; !ends && k < g->flow.first_in[from + 1]; k++) {
            graph_meet(g, g->flow.in[k].from);
        }
    }
}

/* Whether no query has a weight for a key behind it, and the last one sees another than itself. */
static bool sees_no_later(struct warner *w, const struct pass *p)
{
    const struct tensor *weights = &w->tape->event[p->softmax].output[0].tensor;
    int last = weights->ndim - 1;
    int64_t n = last < 1 ? 0 : weights->shape[last];
    scoped_rows r = {0};
    double before = 0, behind = 0;
    if (n < 2 || p->axis != last || weights->shape[last - 1] != n) {
        return false;
    }
    rows_of_result(w, p->softmax, last, &r);
    for (int64_t k = 0; behind == 0 && k < r.count; k++) {
        for (int64_t j = 0; j < n; j++) {
            *(j < k % n ? &before : &behind) += j == k % n ? 0 : rows_at(&r, k, j);
        }
    }
    return before > 0 && behind == 0;
}

/* Whether all attention between a look-up and a loss that has keys of these tokens looks back: each
 * sees itself and what comes before. */
static bool looks_back(struct warner *w, int lookup, int loss)
{
    const struct tape *t = w->tape;
    bool any = false;
    for (int k = 0; k < t->pass_count && !w->failed; k++) {
        const struct pass *p = &t->pass[k];
        if (p->product < lookup || p->softmax > loss) {
            continue;
        }
        tokens_meet(&w->graph, p->product, p->key);
        if (graph_met(&w->graph, lookup)) {
            if (!sees_no_later(w, p)) {
                return false;
            }
            any = true;
        }
    }
    return any;
}

/* Of a model that looks back and predicts for each token that token itself: nothing is shifted. */
void find_targets_are_inputs(struct warner *w)
{
    struct graph *g = &w->graph;
    const struct event *e = w->event;
    if (e->of >= 0 || !event_is(e, OP_nll_loss) || e->input_count < 2 ||
        dtype_is_float(e->input[1].of.tensor.dtype) || tensor_numel(&e->input[1].of.tensor) < 3) {
        return;
    }
    scoped_tensor targets = {0};
    if (!warn_takes(w, w->at, 1, &targets)) {
        return;
    }
    int lookup = -1;
    tokens_meet(g, w->at, 0);
    for (int k = 0; k < g->count && lookup < 0 && !w->failed; k++) {
        const struct event *from = &w->tape->event[g->queue[k]];
        int input = tokens_input(from);
        scoped_tensor ids = {0};
        bool fits =
            input >= 0 && tensor_numel(&from->input[input].of.tensor) == tensor_numel(&targets);
        if (fits && warn_takes(w, g->queue[k], input, &ids) && tells_neighbours(&ids) &&
            tokens_are_same(&ids, &targets) &&
            !tokens_are_counted(w->tape, &from->input[input].of)) {
            lookup = g->queue[k];
        }
    }
    if (lookup >= 0 && !w->failed && looks_back(w, lookup, w->at)) {
        scoped_buf line = {0};
        location_line(w->tape, &w->tape->event[lookup].code, &line);
        warn_add(w, w->at,
                 "the targets are the tokens that went in at %s: each token sees itself, and has "
                 "nothing to predict. The target of a token is the one behind it",
                 buf_text(&line));
    }
}

/* --- position-twice --- */

#define MOST_STEPS 256 /* of a cache: what was put into it one by one */

/* What gives tokens their positions at one step: a look-up by counted places, or a product with
 * cosines. */
struct placing {
    int event, input; /* which has the places */
    int64_t count;    /* of tokens */
};

/* How many tokens a table has a row for; 0: each sentence has rows of its own. `inner`: axes of a
 * row. */
static int64_t rows_of(const struct tensor *t, int inner)
{
    int64_t count = 1;
    for (int d = 0; d < t->ndim - inner; d++) {
        count = t->shape[d] == 1 ? count : count == 1 ? t->shape[d] : 0;
    }
    return count;
}

/* Whether the event gives positions, of so many tokens. */
static bool places(const struct tape *t, int event, bool turned, struct placing *out)
{
    const struct event *e = &t->event[event];
    int input = turned ? rotary_cosines(t, event) : tokens_input(e);
    if (input < 0) {
        return false;
    }
    const struct tape_tensor *of = &e->input[input].of;
    *out = (struct placing){event, input, rows_of(&of->tensor, turned)};
    return turned || tokens_are_counted(t, of);
}

/* Also of complex numbers. */
static bool is_same_cell(const struct tensor *a, int64_t i, const struct tensor *b, int64_t j)
{
    int64_t size = (int64_t)dtype_size(a->dtype);
    const char *x = (const char *)a->storage->data + tensor_place(a, i) * size;
    const char *y = (const char *)b->storage->data + tensor_place(b, j) * size;
    return a->dtype == b->dtype && memcmp(x, y, (size_t)size) == 0;
}

/* Whether the first token of the later step has the place of a token of the earlier one. */
static bool meet(struct warner *w, const struct placing *before, const struct placing *later)
{
    scoped_tensor a = {0}, b = {0};
    if (!warn_takes(w, before->event, before->input, &a) ||
        !warn_takes(w, later->event, later->input, &b)) {
        return false;
    }
    int64_t width = tensor_numel(&b) / later->count;
    bool same = false;
    for (int64_t k = 0; !same && k < before->count && tensor_numel(&a) == before->count * width;
         k++) {
        same = true;
        for (int64_t j = 0; same && j < width; j++) {
            same = is_same_cell(&a, k * width + j, &b, j);
        }
    }
    return same;
}

static int by_event(const void *a, const void *b)
{
    const struct placing *x = a, *y = b;
    return (x->event > y->event) - (x->event < y->event);
}

/* The steps that are met, the earliest first; 0: their tokens are not the `keys` that a query sees,
 * as where some were taken back. */
static int steps_of_keys(const struct warner *w, bool turned, int64_t keys,
                         struct placing at[MOST_STEPS])
{
    struct placing one;
    int count = 0;
    for (int k = 0; k < w->graph.count; k++) {
        const struct event *e = &w->tape->event[w->graph.queue[k]];
        bool placed = places(w->tape, w->graph.queue[k], turned, &one);
        if (!placed ||
            (count > 0 && !warn_same_span(&e->code, &w->tape->event[at[0].event].code))) {
            continue;
        }
        if (count == MOST_STEPS || one.count == 0) {
            return 0;
        }
        keys -= one.count;
        at[count++] = one;
    }
    qsort(at, (size_t)count, sizeof *at, by_event);
    return keys == 0 ? count : 0;
}

/* Keys of several steps, as a cache holds them. */
static void warn_of_steps(struct warner *w, const struct pass *p, bool turned)
{
    struct placing at[MOST_STEPS];
    int64_t keys = w->tape->event[p->softmax].output[0].tensor.shape[p->axis];
    if (cache_is_written_over(w, p)) {
        return;
    }
    if (turned) {
        rotary_turns(w, p->product, p->key);
    } else {
        tokens_meet(&w->graph, p->product, p->key);
    }
    int count = steps_of_keys(w, turned, keys, at);
    for (int k = 1; k < count && !w->failed; k++) {
        if (meet(w, &at[0], &at[k]) || (k > 1 && meet(w, &at[k - 1], &at[k]))) {
            warn_add(w, at[k].event,
                     "the first of these tokens gets the place of one before it, whose key the "
                     "cache still holds: positions go on behind the cache");
            return;
        }
    }
}

/* All tokens of a call get one place of a table, and nothing else of the run tells places. */
static void warn_of_one_place(struct warner *w)
{
    const struct tape *t = w->tape;
    int found = -1;
    for (int k = 0; k < t->event_count; k++) {
        struct placing one;
        const struct event *e = &t->event[k];
        if (event_is(e, OP_sin OP_cos)) {
            return;
        }
        if (!places(t, k, false, &one) || one.count < 3) {
            continue;
        }
        scoped_tensor places = {0};
        const struct tensor *table = &e->input[one.input == 0 ? 1 : 0].of.tensor;
        if (!warn_takes(w, k, one.input, &places) || holds_two(&places)) {
            return;
        }
        bool room = table->shape[0] >= one.count;
        for (int j = 0; room && found < 0 && j < t->event_count; j++) {
            bool adds = event_does(&t->event[j], ADDS) && t->event[j].input_count == 2;
            for (int input = 0; adds && input < 2; input++) {
                int other = t->event[j].input[1 - input].of.maker;
                found = t->event[j].input[input].of.maker == k && other >= 0 &&
                                tokens_input(&t->event[other]) >= 0
                            ? k
                            : found;
            }
        }
    }
    if (found >= 0) {
        warn_add(w, found, "all tokens get one and the same position: the places are all alike");
    }
}

void find_position_twice(struct warner *w)
{
    const struct tape *t = w->tape;
    for (int k = 0; k < t->pass_count && !w->failed; k++) {
        const struct pass *p = &t->pass[k];
        const struct tensor *weights = &t->event[p->softmax].output[0].tensor;
        int queries = p->axis == weights->ndim - 1 ? weights->ndim - 2 : weights->ndim - 1;
        bool cached = p->product >= 0 && weights->ndim > 1 &&
                      weights->shape[p->axis] > weights->shape[queries];
        if (cached) {
            warn_of_steps(w, p, false);
            warn_of_steps(w, p, true);
        }
    }
    if (t->pass_count > 0) {
        warn_of_one_place(w);
    }
}
