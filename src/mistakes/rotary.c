/* Finds rotary positions that turn queries without keys, values, too, or nothing at all. */
#include "mistakes/rotary.h"

#include "tensor/shape/tensor.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>

/* --- where something is turned --- */

enum { COSINES = 1, SINES = 2, BOTH = 3 };

/* What a tensor is a table of, moved, converted and put together; 0: something else. */
static int table_of(const struct tape *t, const struct tape_tensor *of)
{
    int at = of->maker;
    while (at >= 0 && t->event[at].of < 0) {
        const struct event *e = &t->event[at];
        if (event_is(e, OP_cos OP_sin)) {
            return event_is(e, OP_cos) ? COSINES : SINES;
        }
        if (event_is(e, OP_polar)) {
            return BOTH;
        }
        if (event_does(e, JOINS) && e->input_count > 1) {
            return table_of(t, &e->input[0].of) | table_of(t, &e->input[1].of);
        }
        bool same = event_moves(e) || event_does(e, CONVERTS | COPIES | COMPLEX_PARTS);
        at = same && e->input_count > 0 ? e->input[0].of.maker : -1;
    }
    return 0;
}

int rotary_table(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    if (!event_does(e, MULTIPLIES) || e->input_count != 2 || e->of >= 0) {
        return -1;
    }
    bool first = table_of(t, &e->input[0].of) != 0, second = table_of(t, &e->input[1].of) != 0;
    return first == second ? -1 : second;
}

int rotary_cosines(const struct tape *t, int event)
{
    int table = rotary_table(t, event);
    bool has = table >= 0 && (table_of(t, &t->event[event].input[table].of) & COSINES) != 0;
    return has ? table : -1;
}

/* A place of memory alone: what lies there was written. */
static bool is_place(const struct tape *t, const struct tape_tensor *of)
{
    const struct event *e = of->maker >= 0 ? &t->event[of->maker] : NULL;
    return e != NULL &&
           (event_does(e, FILLS) || (event_moves(e) && e->input_count > 0 &&
                                     e->input[0].of.tensor.storage == of->tensor.storage));
}

/* What gives the numbers of an input is met: all writes into its own cells, which in memory that
 * layers share are not the last ones, and what made it. */
static void meet_sources(struct graph *g, int event, int input)
{
    const struct tape *t = g->tape;
    const struct tape_tensor *of = &t->event[event].input[input].of;
    bool written = false;
    for (int k = of->written; k >= 0; k = t->write[k].previous) {
        if (t->write[k].event < event && tape_overlap(&t->write[k].region, &of->tensor)) {
            graph_meet(g, t->write[k].event);
            written = true;
        }
    }
    if (of->maker >= 0 && of->maker < event && !(written && is_place(t, of))) {
        graph_meet(g, of->maker);
    }
}

bool rotary_turns(struct warner *w, int event, int input)
{
    struct graph *g = &w->graph;
    int tables = 0;
    graph_begin(g);
    meet_sources(g, event, input);
    for (int next = 0; next < g->count; next++) {
        int at = g->queue[next], table = rotary_table(g->tape, at);
        const struct event *e = &g->tape->event[at];
        tables |= table >= 0 ? table_of(g->tape, &e->input[table].of) : 0;
        bool ends = event_contracts(e) || event_normalizes(e) || event_does(e, INDEXES);
        bool lays = e->effect == STORAGE_IN_PLACE && event_lays(e); /* over what was there */
        for (int k = lays; !ends && k < e->input_count; k++) {
            if (k != table) {
                meet_sources(g, at, k);
            }
        }
    }
    return tables == BOTH;
}

/* --- rotated-alone --- */

void find_rotated_alone(struct warner *w)
{
    const struct pass *p = w->pass;
    if (p->product < 0 || p->query == p->key) {
        return;
    }
    bool queries = rotary_turns(w, p->product, p->query);
    bool keys = rotary_turns(w, p->product, p->key);
    if (queries != keys) {
        warn_add(w, p->product,
                 "the %s are turned by their positions, the %s are not: what they have in common "
                 "then depends on where a query stands, not on how far it is from a key",
                 queries ? "queries" : "keys", queries ? "keys" : "queries");
    }
}

/* --- values-rotated --- */

/* Whether what the context gives is turned again, before the next product. */
static bool turns_back(struct warner *w, int context)
{
    struct graph *g = &w->graph;
    graph_begin(g);
    graph_meet(g, context);
    for (int next = 0; next < g->count; next++) {
        int event = g->queue[next];
        if (rotary_table(g->tape, event) >= 0) {
            return true;
        }
        bool ends = next > 0 && event_contracts(&g->tape->event[event]);
        for (int k = g->flow.first_out[event]; !ends && k < g->flow.first_out[event + 1]; k++) {
            graph_meet(g, g->flow.out[k]->to);
        }
    }
    return false;
}

/* Where keys are the values themselves it is meant, and where the result is turned back. */
void find_values_rotated(struct warner *w)
{
    const struct pass *p = w->pass;
    const struct event *e = w->tape->event;
    if (p->product < 0 || p->context < 0 || p->context <= p->product) {
        return;
    }
    const struct tensor *key = &e[p->product].input[p->key].of.tensor;
    const struct tensor *value = &e[p->context].input[p->value].of.tensor;
    bool shared = key->storage == value->storage && key->offset == value->offset;
    if (!shared && rotary_turns(w, p->context, p->value) && rotary_turns(w, p->product, p->key) &&
        !turns_back(w, p->context)) {
        warn_add(w, p->context,
                 "the values are turned by their positions, too: what a query collects is turned "
                 "by the places of others, and nothing turns it back");
    }
}

/* --- rotary-tables --- */

/* x * cos and turned * sin, which are added or subtracted. */
struct rotation {
    int product[2]; /* events */
    int table[2];   /* which of their inputs */
};

static bool find_rotation(const struct warner *w, struct rotation *out)
{
    const struct event *e = w->event;
    if (e->of >= 0 || !event_does(e, ADDS | SUBTRACTS) || e->input_count != 2) {
        return false;
    }
    int tables = 0;
    for (int k = 0; k < 2; k++) {
        int at = out->product[k] = e->input[k].of.maker;
        int table = out->table[k] = at >= 0 ? rotary_table(w->tape, at) : -1;
        if (table < 0 || !tensor_same_shape(&w->tape->event[at].input[1 - table].of.tensor,
                                            &e->output[0].tensor)) {
            return false;
        }
        tables |= table_of(w->tape, &w->tape->event[at].input[table].of);
    }
    return tables == BOTH;
}

/* Whether a tensor is made of `from` by moves and signs alone. */
static bool is_made_of(const struct tape *t, const struct tape_tensor *of, uint64_t from)
{
    const struct event *e = of->maker >= 0 ? &t->event[of->maker] : NULL;
    if (of->serial == from || e == NULL || !(event_moves(e) || event_is(e, OP_neg))) {
        return of->serial == from;
    }
    bool made = e->input_count > 0;
    for (int k = 0; made && k < e->input_count; k++) {
        made = is_made_of(t, &e->input[k].of, from);
    }
    return made;
}

/* Whether one is turned and the other as it is; other ways to turn write their halves apart. */
static bool is_turned(const struct tape *t, const struct rotation *r)
{
    const struct tape_tensor *of[2];
    for (int k = 0; k < 2; k++) {
        of[k] = &t->event[r->product[k]].input[1 - r->table[k]].of;
    }
    return is_made_of(t, of[0], of[1]->serial) || is_made_of(t, of[1], of[0]->serial);
}

static double sum_of_squares(const struct tensor *t)
{
    double sum = 0;
    for (int64_t k = 0, count = tensor_numel(t); k < count; k++) {
        double x = tensor_cell(t, k);
        sum += x * x;
    }
    return sum;
}

/* Whether the squares of both tables add up to 1 everywhere. */
static bool is_circle(const struct tensor *a, const struct tensor *b)
{
    bool same = tensor_same_shape(a, b);
    for (int64_t k = 0, count = tensor_numel(a); same && k < count; k++) {
        double x = tensor_cell(a, k), y = tensor_cell(b, k);
        same = fabs(x * x + y * y - 1) < 1e-3;
    }
    return same;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fabs(b);
}

/* One that turns pairs keeps the length of what it turns; with tables of another order it does not.
 */
void find_rotary_tables(struct warner *w)
{
    struct rotation r;
    scoped_tensor first = {0}, second = {0}, one = {0}, other = {0}, result = {0};
    struct tensor *table[] = {&first, &second}, *of[] = {&one, &other};
    if (!find_rotation(w, &r) || !is_turned(w->tape, &r)) {
        return;
    }
    bool ok = true;
    for (int k = 0; ok && k < 2; k++) {
        ok = warn_takes(w, r.product[k], r.table[k], table[k]) &&
             warn_takes(w, r.product[k], 1 - r.table[k], of[k]);
    }
    w->failed = w->failed || !tape_after(w->tape, &w->event->output[0], w->at, &result);
    if (w->failed || !is_circle(table[0], table[1])) {
        return;
    }
    double before = sum_of_squares(of[0]), behind = sum_of_squares(&result);
    if (before > 0 && near(sum_of_squares(of[1]), before) &&
        fabs(behind - before) > 2e-3 * before) {
        warn_add(
            w, w->at,
            "this is no rotation, as lengths change: the tables are in halves and neighbours are "
            "turned, or the other way round, or a sign is missing");
    }
}
