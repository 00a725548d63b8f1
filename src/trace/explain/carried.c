/* Follows a cell's numbers a step at a time, by the origins of its cells; through the steps of a
 * group by way of those that stand between. */
#include "trace/explain/carried.h"

#include "torch/origin/origin.h"
#include "trace/explain/scalar.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>

enum {
    STEPS_MOST = 2000,    /* origins that are asked for */
    CELLS_MOST = 2048,    /* of an output, for carried_to */
    WISHED_MOST = 1 << 20 /* cells of a step between, for carried_parts */
};

struct part {
    int input;
    int64_t cell;
    double size; /* of a product with another input's cell, else of the cell itself */
};

struct look {
    const struct carried *c;
    int left; /* of STEPS_MOST */
};

static int input_of(const struct event *e, const struct origin *o)
{
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].argument == o->argument && e->input[k].element == o->element) {
            return k;
        }
    }
    return -1;
}

/* In a product the n-th cell of one input meets the n-th one of the other. */
static void multiply(struct part *at, int64_t count)
{
    int64_t half = 0, first = 0, second = 0;
    for (int64_t k = 0; k < count; k++) {
        half += at[k].input == at[0].input;
    }
    while (2 * half == count && first < count) {
        while (first < count && at[first].input != at[0].input) {
            first++;
        }
        while (second < count && at[second].input == at[0].input) {
            second++;
        }
        if (first < count && second < count) {
            at[first].size = at[second].size = at[first].size * at[second].size;
        }
        first++;
        second++;
    }
}

/* A step as it ran, whose origins are asked for. */
struct ran {
    struct tape *t;
    int event, output;
    struct tensor out;
    struct call call;
};

/* False: it has no origins to tell, or memory. */
static bool run_open(struct ran *r, struct tape *t, int event, int output)
{
    const struct event *e = &t->event[event];
    *r = (struct ran){.t = t, .event = event, .output = output};
    if (e->figure != NULL || e->op->kind == KIND_VALUE ||
        !tape_after(t, &e->output[output], event, &r->out)) {
        return false;
    }
    if (!tape_call_of(t, event, &r->call)) {
        tensor_release(&r->out);
        return false;
    }
    return true;
}

static void run_close(struct ran *r)
{
    tape_call_release(r->t, r->event, &r->call);
    tensor_release(&r->out);
}

/* The cells that made one. To be given back with free; NULL: none, or memory. */
static struct part *parts_of(struct ran *r, int64_t cell, int64_t *count)
{
    const struct event *e = &r->t->event[r->event];
    struct origins found = {0};
    struct part *at = NULL;
    *count = 0;
    if (origin_find(&r->call, r->output, &r->out, cell, &found)) {
        at = calloc((size_t)found.count + 1, sizeof *at);
    }
    for (int64_t k = 0; at != NULL && k < found.count; k++) {
        int input = input_of(e, &found.at[k]);
        if (input >= 0) {
            const struct tensor *x = &e->input[input].shadow->tensor;
            double size = fabs(scalar_double(scalar_cell(x, found.at[k].cell)));
            at[(*count)++] = (struct part){input, found.at[k].cell, size};
        }
    }
    origins_free(&found);
    if (e->op->kind == KIND_CONTRACTION || e->op->kind == KIND_SOFTMAX) {
        multiply(at, *count);
    }
    return at;
}

/* The largest part of cell `to` of the followed input (-1: of any, which *to then is) in a cell of
 * an event; negative: it has none. */
static double largest(struct look *l, int event, int output, int64_t cell, int64_t *to)
{
    const struct carried *c = l->c;
    const struct event *e = &c->t->event[event], *reader = &c->t->event[c->reader];
    const struct tape_tensor *wanted = &reader->input[c->input].of;
    int64_t count, best = *to;
    double most = -1;
    struct ran ran;
    if (l->left-- <= 0 || !run_open(&ran, c->t, event, output)) {
        return -1;
    }
    struct part *at = parts_of(&ran, cell, &count);
    run_close(&ran);
    for (int64_t k = 0; k < count; k++) {
        const struct tape_tensor *of = &e->input[at[k].input].of;
        int64_t other = *to;
        double size = -1;
        if (of->serial == wanted->serial) {
            bool product = e->op->kind == KIND_CONTRACTION;
            bool same = !product && tensor_same_shape(&of->tensor, &e->output[output].tensor) &&
                        at[k].cell == cell && (at[k].size > 0 || *to >= 0);
            size = *to < 0 || at[k].cell == *to ? (same ? INFINITY : at[k].size) : -1;
            other = at[k].cell;
        } else if (of->maker >= c->begin && of->maker < event) {
            size = largest(l, of->maker, 0, at[k].cell, &other);
            size = size >= 0 ? at[k].size : -1;
        }
        if (size > most) {
            most = size;
            best = other;
        }
    }
    free(at);
    *to = best;
    return most;
}

int64_t carried_from(const struct carried *c, int64_t cell)
{
    struct look l = {c, STEPS_MOST};
    int64_t to = -1;
    return largest(&l, c->event, c->output, cell, &to) >= 0 ? to : -1;
}

int64_t carried_to(const struct carried *c, int64_t cell)
{
    struct look l = {c, STEPS_MOST * 4};
    int64_t cells = tensor_numel(&c->t->event[c->event].output[c->output].tensor), best = -1;
    double most = -1;
    for (int64_t k = 0; cells <= CELLS_MOST && k < cells; k++) {
        int64_t to = cell;
        double size = largest(&l, c->event, c->output, k, &to);
        if (size > most) {
            most = size;
            best = k;
        }
    }
    return best;
}

/* The cells of the output of a step that are looked for; NULL: none is. */
static void wish(const struct carried *c, bool **wished, int from, const struct tape_tensor *of,
                 int64_t cell)
{
    const struct event *e = &c->t->event[from];
    bool **at = &wished[from - c->begin];
    if (e->output_count == 0 || !tensor_same_shape(&e->output[0].tensor, &of->tensor)) {
        return; /* written through a view of it */
    }
    int64_t cells = tensor_numel(&of->tensor);
    *at = *at == NULL && cells <= WISHED_MOST ? calloc((size_t)cells + 1, sizeof **at) : *at;
    if (*at != NULL) {
        (*at)[cell] = true;
    }
}

/* Where carried_parts puts what it finds. */
struct wishes {
    const struct carried *c;
    bool **wished; /* of each step the cells of its output, or NULL */
    int left;      /* of STEPS_MOST */
    void (*mark)(void *to, int event, int input, int64_t at);
    void *to;
};

/* A cell that went into a step: it is wished of the one that made it, or marked. */
static void went_in(struct wishes *w, int event, int input, int64_t cell)
{
    const struct carried *c = w->c;
    const struct tape_tensor *of = &c->t->event[event].input[input].of;
    int from = tape_giver(c->t, event, of);
    if (from >= c->begin && from < event) {
        wish(c, w->wished, from, of, cell);
    } else {
        w->mark(w->to, event, input, cell);
    }
}

/* Of a step that moves cells all at once: each one would take as long. */
static void wish_moved(struct wishes *w, struct ran *ran, const bool *here)
{
    int64_t cells = tensor_numel(&ran->out);
    struct origin *each = calloc((size_t)cells + 1, sizeof *each);
    bool ok = each != NULL && origin_find_all(&ran->call, 0, &ran->out, each);
    for (int64_t k = 0; ok && k < cells; k++) {
        int input =
            here[k] && each[k].argument >= 0 ? input_of(&w->c->t->event[ran->event], &each[k]) : -1;
        if (input >= 0 && w->left-- > 0) {
            went_in(w, ran->event, input, each[k].cell);
        }
    }
    free(each);
}

/* What the wished cells of one step are made of. */
static void wish_parts(struct wishes *w, struct ran *ran)
{
    const bool *here = w->wished[ran->event - w->c->begin];
    if (event_moves(&w->c->t->event[ran->event])) {
        wish_moved(w, ran, here);
        return;
    }
    int64_t cells = tensor_numel(&ran->out);
    for (int64_t k = 0; k < cells; k++) {
        int64_t count = 0;
        struct part *at = here[k] && w->left-- > 0 ? parts_of(ran, k, &count) : NULL;
        for (int64_t j = 0; j < count; j++) {
            went_in(w, ran->event, at[j].input, at[j].cell);
        }
        free(at);
    }
}

void carried_parts(const struct carried *c, int64_t cell,
                   void (*mark)(void *to, int event, int input, int64_t at), void *to)
{
    int steps = c->event - c->begin + 1;
    bool **wished = calloc((size_t)steps, sizeof *wished);
    struct wishes w = {c, wished, STEPS_MOST, mark, to};
    if (wished != NULL) {
        wish(c, wished, c->event, &c->t->event[c->event].output[0], cell);
    }
    for (int k = steps - 1; wished != NULL && k >= 0; k--) {
        struct ran ran;
        if (wished[k] != NULL && run_open(&ran, c->t, c->begin + k, 0)) {
            wish_parts(&w, &ran);
            run_close(&ran);
        }
        free(wished[k]);
    }
    free(wished);
}
