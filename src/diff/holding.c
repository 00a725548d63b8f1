/* Collects the tensors of a run, with what is known of their numbers. */
#include "diff/holding.h"

#include "diff/unfold.h"

#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>

#define LOOKED_AT 64    /* cells that tell whether a tensor is known again */
#define LARGE (1 << 18) /* cells */
#define LEAST_KINDS 3   /* different numbers among them */

bool held_is_hidden(double x)
{
    return x <= -1e4;
}

bool held_hides(const struct held *h, int64_t k)
{
    double x = held_cell(h, k);
    return h->tensor.dtype == DTYPE_BOOL ? x != 0 : held_is_hidden(x);
}

/* --- numbers --- */

static void count_cells(struct held *h)
{
    double squares = 0;
    int64_t counted = 0;
    h->low = INFINITY;
    h->high = -INFINITY;
    for (int64_t k = 0; k < h->numel; k++) {
        double x = held_cell(h, k);
        if (held_is_hidden(x) || !isfinite(x)) {
            h->hidden++;
            continue;
        }
        h->sum += x;
        squares += x * x;
        h->low = fmin(h->low, x);
        h->high = fmax(h->high, x);
        counted++;
    }
    h->size = counted > 0 ? sqrt(squares / (double)counted) : 0;
}

/* Numbers that grow by the same step, as places do. */
static bool is_counted(const double *x, int count)
{
    for (int k = 2; k < count; k++) {
        if (x[k] - x[k - 1] != x[1] - x[0]) {
            return false;
        }
    }
    return true;
}

static bool is_telling(const struct held *h)
{
    double kind[LEAST_KINDS], first[LOOKED_AT];
    int kinds = 0, count = 0;
    if (!dtype_is_float(h->tensor.dtype) || h->numel == 0) {
        return false;
    }
    for (int64_t k = 0; k < h->numel && count < LOOKED_AT; k++) {
        double x = held_cell(h, k);
        bool known = held_is_hidden(x) || !isfinite(x) || x == 0;
        if (isnan(x)) {
            return true;
        }
        for (int j = 0; j < kinds && !known; j++) {
            known = kind[j] == x;
        }
        if (!known && kinds < LEAST_KINDS) {
            kind[kinds++] = x;
        }
        first[count++] = x;
    }
    if (h->numel < LEAST_KINDS) {
        return kinds > 0 && kind[0] != rint(kind[0]);
    }
    return kinds == LEAST_KINDS && !is_counted(first, count);
}

static bool is_plain(const struct held *h)
{
    if (!dtype_is_float(h->tensor.dtype)) {
        return true;
    }
    if (h->numel == 1) {
        return !h->telling;
    }
    for (int64_t k = 0; k < h->numel; k++) {
        double x = held_cell(h, k);
        if (x != 0 && x != 1 && !held_is_hidden(x)) {
            return false;
        }
    }
    return true;
}

void held_look(struct held *h)
{
    h->numel = tensor_numel(&h->tensor);
    h->dense = tensor_is_contiguous(&h->tensor);
    h->opaque = h->tensor.dtype == DTYPE_COMPLEX64;
    h->twin = h->of = -1;
    h->factor = 1;
    if (!h->opaque) {
        count_cells(h);
        h->telling = is_telling(h);
        h->plain = is_plain(h);
    }
}

/* --- all of a run --- */

static struct held *add(struct holdings *h)
{
    if (h->count == h->cap) {
        int cap = h->cap > 0 ? 2 * h->cap : 256;
        struct held *more = realloc(h->at, (size_t)cap * sizeof *more);
        if (more == NULL) {
            error_memory(&h->tape->session->in.error);
            return NULL;
        }
        h->at = more;
        h->cap = cap;
    }
    h->at[h->count] = (struct held){.output = -1, .input = -1};
    return &h->at[h->count];
}

/* Weights as they were drawn, before others were loaded: a copy of each would take as much again.
 */
static bool is_written_over(const struct tape *t, int event, const struct tape_tensor *of)
{
    int64_t last =
        of->tensor.storage != NULL ? map_get(&t->storages, of->tensor.storage->id, -1) : -1;
    return t->event[event].setup && tensor_numel(&of->tensor) > LARGE && last >= 0 &&
           t->write[last].event > event;
}

static bool add_results(struct holdings *h, int event)
{
    const struct event *e = &h->tape->event[event];
    for (int k = 0; k < e->output_count; k++) {
        struct held *held = add(h);
        bool gone = is_written_over(h->tape, event, &e->output[k]);
        if (held == NULL || (!gone && !tape_after(h->tape, &e->output[k], event, &held->tensor))) {
            return false;
        }
        held->event = event;
        held->output = k;
        held->name = tape_result_name(h->tape, event, k);
        if (gone) {
            held->opaque = held->plain = true;
            held->twin = held->of = -1;
        } else {
            held_look(held);
        }
        h->first[event] = k == 0 ? h->count : h->first[event];
        h->count++;
    }
    return true;
}

bool holdings_add(struct holdings *h, int event, const char *name, struct tensor *t)
{
    struct held *held = add(h);
    if (held == NULL) {
        tensor_release(t);
        return false;
    }
    held->event = event;
    held->name = name;
    held->tensor = *t;
    held_look(held);
    h->count++;
    return true;
}

static uint64_t key_of(int event, int input)
{
    return (uint64_t)event << 16 | (uint64_t)input;
}

/* The result that an input is, as it came out; -1: it has been written since, or was never one. */
static int result_of(const struct holdings *h, int event, const struct tape_tensor *of)
{
    int giver = tape_giver(h->tape, event, of);
    const struct event *e = giver >= 0 ? &h->tape->event[giver] : NULL;
    for (int k = 0; e != NULL && h->first[giver] >= 0 && k < e->output_count; k++) {
        if (e->output[k].serial == of->serial) {
            return h->first[giver] + k;
        }
    }
    return -1;
}

/* The same tensor that an earlier event took, with nothing written in between. */
static uint64_t moment_of(const struct holdings *h, int event, const struct tape_tensor *of)
{
    uint64_t giver = (uint64_t)(tape_giver(h->tape, event, of) + 1);
    return (of->serial * 0x9E3779B97F4A7C15u) ^ (giver << 1 | 1);
}

static bool add_inputs(struct holdings *h, struct map *moments, int event)
{
    const struct event *e = &h->tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        const struct tape_tensor *of = &e->input[k].of;
        int result = result_of(h, event, of);
        uint64_t moment = moment_of(h, event, of);
        int64_t known = result >= 0 ? result : map_get(moments, moment, -1);
        if (known < 0) {
            struct held *held = add(h);
            if (held == NULL || !tape_before(h->tape, of, event, &held->tensor)) {
                return false;
            }
            held->event = event;
            held->input = k;
            held->name = tape_name(h->tape, event, of);
            held_look(held);
            known = h->count++;
            if (!map_set(moments, moment, known)) {
                return error_memory(&h->tape->session->in.error);
            }
        }
        if (!map_set(&h->from, key_of(event, k), known)) {
            return error_memory(&h->tape->session->in.error);
        }
    }
    return true;
}

static bool count_kinds(struct holdings *h)
{
    scoped_map count = {0};
    const struct tape *t = h->tape;
    bool ok = true;
    for (int k = 0; ok && k < t->event_count; k++) {
        uint64_t op = (uint64_t)(uintptr_t)t->event[k].op;
        h->ordinal[k] = (int)map_get(&count, op, 0);
        ok = map_set(&count, op, h->ordinal[k] + 1);
    }
    for (int k = 0; ok && k < t->event_count; k++) {
        h->alike[k] = (int)map_get(&count, (uint64_t)(uintptr_t)t->event[k].op, 0);
    }
    return ok;
}

bool holdings_find(struct holdings *h, struct tape *t, const struct tape *other)
{
    scoped_map moments = {0};
    size_t events = (size_t)t->event_count + 1;
    *h = (struct holdings){.tape = t,
                           .first = malloc(events * sizeof *h->first),
                           .ordinal = malloc(events * sizeof *h->ordinal),
                           .alike = malloc(events * sizeof *h->alike)};
    bool ok = (h->first != NULL && h->ordinal != NULL && h->alike != NULL && count_kinds(h)) ||
              error_memory(&t->session->in.error);
    for (int k = 0; ok && k < t->event_count; k++) {
        h->first[k] = -1;
        if (t->event[k].figure == NULL) {
            ok = tape_in_time(t) && add_inputs(h, &moments, k) && add_results(h, k) &&
                 unfold(h, k, other);
        }
    }
    if (!ok) {
        holdings_free(h);
    }
    return ok;
}

void holdings_free(struct holdings *h)
{
    for (int k = 0; k < h->count; k++) {
        tensor_release(&h->at[k].tensor);
    }
    free(h->at);
    free(h->first);
    free(h->ordinal);
    free(h->alike);
    map_free(&h->from);
    *h = (struct holdings){0};
}

int holdings_input(const struct holdings *h, int event, int input)
{
    return (int)map_get(&h->from, key_of(event, input), -1);
}
