/* Tells why a step gives other numbers by what goes into it: another tensor, a step that is missing
 * before it or one too many, other axes. */
#include "diff/why_inputs.h"

#include "diff/where.h"
#include "torch/op/ops.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FARTHEST 8      /* steps between a tensor and what is made of it */
#define MOST_BETWEEN 60 /* ... in the order of the run */

enum { UNSEEN = -1, START = -2 };

/* --- a step that is not there --- */

static void tell_absent(struct parting *f, int absent)
{
    const struct event *g = &f->d->r.tape->event[absent];
    bool gradient = g->of >= 0;
    buf_puts(f->why, gradient ? "the reference has a gradient here that yours has not, of "
                              : "the reference goes on from here with a step that yours has not: ");
    parting_put_code(&f->d->r, absent, f->why);
    buf_puts(f->why, gradient ? ": something cuts it off (detach, no_grad, a weight that asks for "
                                "none)"
                              : "");
}

bool why_absent(struct parting *f)
{
    if (f->d->culprit.absent < 0) {
        return false;
    }
    tell_absent(f, f->d->culprit.absent);
    return true;
}

/* The step that computes a gradient which step `sum` of the reference adds, and the run has not;
 * -1.
 */
static int unknown_part(const struct holdings *r, int sum)
{
    for (int k = 0; k < r->tape->event[sum].input_count; k++) {
        int held = holdings_input(r, sum, k);
        bool own = held >= 0 && r->at[held].output >= 0 && r->at[held].twin < 0;
        if (own && r->tape->event[r->at[held].event].of >= 0) {
            return r->at[held].event;
        }
    }
    return -1;
}

/* One of the gradients that are added up here is not there: it is told at the step of the run whose
 * gradient that would be. */
static bool lacks_gradient(struct parting *f, int missing)
{
    const struct holdings *r = &f->d->r;
    int part = unknown_part(r, missing), of = part >= 0 ? r->tape->event[part].of : -1;
    int twin = of >= 0 && r->first[of] >= 0 ? r->at[r->first[of]].twin : -1;
    if (f->e->of < 0 || twin < 0) {
        return false;
    }
    tell_absent(f, part);
    f->d->culprit.where = &f->d->x.tape->event[f->d->x.at[twin].event].code;
    return true;
}

/* --- an input that is another one --- */

/* The steps that lead from tensor `from` to tensor `to`, the last one first: their number; 0: none
 * do. */
static int between(const struct holdings *h, int from, int to, int most, int *path)
{
    int event = to >= 0 && h->at[to].output >= 0 ? h->at[to].event : -1;
    if (event < 0 || most == 0) {
        return 0;
    }
    const struct event *e = &h->tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        if (holdings_input(h, event, k) == from) {
            path[0] = event;
            return 1;
        }
    }
    for (int k = 0; k < e->input_count; k++) {
        int steps = between(h, from, holdings_input(h, event, k), most - 1, path + 1);
        if (steps > 0) {
            path[0] = event;
            return steps + 1;
        }
    }
    return 0;
}

/* Between two tensors that are found with the same numbers, by any of their twins. */
static int leads(const struct parting *f, int from, int to, int *path)
{
    const struct holdings *r = &f->d->r;
    int best = 0, way[FARTHEST];
    for (int k = 0; k < r->count; k++) {
        int steps = k == from || (r->at[k].numel == r->at[from].numel && r->at[k].telling &&
                                  diff_same(f->d, k, from))
                        ? between(r, k, to, FARTHEST, way)
                        : 0;
        if (steps > 0 && (best == 0 || steps < best)) {
            best = steps;
            memcpy(path, way, (size_t)steps * sizeof *path);
        }
    }
    return best;
}

/* What input k is in the reference: a tensor, or a part of it; -1. */
static int whole_input(const struct parting *f, int k)
{
    int held = holdings_input(&f->d->x, f->event, k), twin = diff_input(f->d, f->event, k);
    bool part = held >= 0 && twin < 0 && f->d->x.at[held].within;
    return part ? f->d->x.at[held].part_of : twin;
}

/* Of two products, which take their factors in any order: the only input that the reference's does
 * not take, and the only one of its that this one does not take. */
static int other_factor(const struct parting *f, int *has, int *wants)
{
    int found = -1, own = 0, other = 0;
    for (int k = 0; k < f->e->input_count; k++) {
        int twin = whole_input(f, k);
        bool taken = false;
        for (int j = 0; j < f->f->input_count; j++) {
            taken |= diff_alike(f->d, twin, holdings_input(&f->d->r, f->like, j));
        }
        if (twin >= 0 && !taken) {
            found = k;
            *has = twin;
            own++;
        }
    }
    for (int j = 0; j < f->f->input_count; j++) {
        int held = holdings_input(&f->d->r, f->like, j);
        bool taken = false;
        for (int k = 0; k < f->e->input_count; k++) {
            taken |= diff_alike(f->d, whole_input(f, k), held);
        }
        if (held >= 0 && f->d->r.at[held].telling && !taken) {
            *wants = held;
            other++;
        }
    }
    return own == 1 && other == 1 ? found : -1;
}

/* Its numbers tell, or are whole ones: token ids, targets. */
static bool is_data(const struct held *h)
{
    return h->telling || (dtype_category(h->tensor.dtype) == CATEGORY_INT && h->numel > 2);
}

/* The first input that holds other numbers than that of the reference; -1: none, or it is not
 * known. */
static int other_operand(const struct parting *f, int *has, int *wants)
{
    if (f->f != NULL && !parting_same_op(f) && event_contracts(f->e) && event_contracts(f->f)) {
        return other_factor(f, has, wants);
    }
    for (int k = 0; parting_same_op(f) && k < f->e->input_count; k++) {
        *has = whole_input(f, k);
        *wants = parting_other_input(f, k);
        if (*has >= 0 && *wants >= 0 && is_data(&f->d->r.at[*wants]) &&
            !diff_same(f->d, *has, *wants)) {
            return k;
        }
    }
    return -1;
}

static bool leaves_out(const struct event *e)
{
    return e->input_count > 0 && e->output_count > 0 &&
           tensor_numel(&e->output[0].tensor) < tensor_numel(&e->input[0].of.tensor);
}

/* Steps that only move cells change nothing that counts, unless they leave some out. */
static int first_that_computes(const struct tape *t, const int *path, int steps)
{
    int cuts = -1;
    for (int k = steps - 1; k >= 0; k--) {
        const struct event *e = &t->event[path[k]];
        if (!event_moves(e)) {
            return k;
        }
        cuts = cuts < 0 && leaves_out(e) ? k : cuts;
    }
    return cuts;
}

/* The next one of the learner's own functions around a call; -1: the top level. */
static int outer_call(const struct tape *t, int call)
{
    int c = t->call[call].parent;
    while (c >= 0 && t->call[c].prelude) {
        c = t->call[c].parent;
    }
    return c;
}

/* How many of them lie between an event and call `call`; -1: that is not around it. */
static int levels_to(const struct tape *t, int event, int call)
{
    int levels = 0;
    for (int c = t->event[event].user_call; c != call; c = outer_call(t, c)) {
        if (c < 0) {
            return -1;
        }
        levels++;
    }
    return levels;
}

static int call_at(const struct tape *t, int event, int levels)
{
    int c = t->event[event].user_call;
    for (; c >= 0 && levels > 0; levels--) {
        c = outer_call(t, c);
    }
    return c;
}

/* The learner's own code that called a function, past the program's. */
static const struct span *called_at(const struct tape *t, int call)
{
    for (int c = call; c >= 0; c = t->call[c].parent) {
        const struct span *site = &t->call[c].site;
        if (site->source != NULL && !site->source->prelude) {
            return site;
        }
    }
    return NULL;
}

/* The code in a call's own function that led to an event; NULL: it is not around it. */
static const struct span *place_in(const struct tape *t, int event, int call)
{
    const struct span *at = &t->event[event].code;
    for (int c = t->event[event].user_call; c != call; c = outer_call(t, c)) {
        if (c < 0) {
            return NULL;
        }
        at = called_at(t, c);
    }
    return at;
}

/* How much of two lines is the same at their beginnings and ends, from 0 to 1. */
static double line_likeness(const struct span *a, const struct span *b)
{
    size_t m, n, front = 0, back = 0;
    const char *x = where_line(a, &m), *y = where_line(b, &n);
    size_t least = m < n ? m : n, most = m < n ? n : m;
    while (front < least && x[front] == y[front]) {
        front++;
    }
    while (back < least - front && x[m - 1 - back] == y[n - 1 - back]) {
        back++;
    }
    return most > 0 ? (double)(front + back) / (double)most : 0;
}

/* b's numbers in a's shape. False: they do not lie in that order, or there is no memory. `copy`
 * owns them. */
static bool shaped(const struct parting *f, const struct held *a, const struct held *b,
                   struct tensor *copy, struct tensor *out)
{
    if (!twins_aligned(a, b) || a->numel != b->numel ||
        !tensor_copy(&f->d->x.tape->session->torch.compute, copy, &b->tensor)) {
        return false;
    }
    int64_t step = 1; /* it is dense, so that the shape alone is another one */
    *out = *copy;
    out->ndim = a->tensor.ndim;
    for (int d = out->ndim - 1; d >= 0; d--) {
        out->shape[d] = a->tensor.shape[d];
        out->stride[d] = step;
        step *= out->shape[d];
    }
    return true;
}

/* Step `event` of the run gives what step `g` of the reference gives, once its input k is `with`.
 */
static bool proves(const struct parting *f, int event, int k, int with, int g)
{
    const struct event *e = &f->d->x.tape->event[event];
    struct parting of = {.d = f->d, .event = event, .e = e};
    const struct held *a = &f->d->x.at[holdings_input(&f->d->x, event, k)];
    const struct tensor **inputs = calloc((size_t)e->input_count + 1, sizeof *inputs);
    scoped_tensor copy = {0}, result = {0};
    struct tensor other;
    bool same = false;
    int gives_there = f->d->r.first[g]; /* 0 + x is x, and shows nothing */
    if (inputs != NULL && gives_there >= 0 && !diff_same(f->d, gives_there, with) &&
        shaped(f, a, &f->d->r.at[with], &copy, &other)) {
        struct layout l;
        inputs[k] = &other;
        if (parting_again(&of, inputs, &result)) {
            struct held gives = {.tensor = result};
            held_look(&gives);
            same = twins_same(&gives, &f->d->r.at[gives_there], &f->d->by, &l);
        }
    }
    free(inputs);
    return same;
}

bool why_inputs_mends(const struct parting *f)
{
    const struct holdings *x = &f->d->x, *r = &f->d->r;
    int with = f->d->culprit.beside, last = f->event + MOST_BETWEEN;
    last = last < x->tape->event_count ? last : x->tape->event_count;
    int most = f->like + MOST_BETWEEN;
    most = most < r->tape->event_count ? most : r->tape->event_count;
    for (int n = f->event + 1; n < last && with >= 0; n++) {
        const struct event *e = &x->tape->event[n];
        for (int k = 0; k < e->input_count; k++) {
            bool takes = holdings_input(x, n, k) == f->d->culprit.held;
            for (int g = f->like + 1; takes && x->first[n] >= 0 && g < most; g++) {
                const struct event *h = &r->tape->event[g];
                bool same = parting_same_work(e, h);
                for (int j = 0; same && j < h->input_count; j++) {
                    if (diff_same(f->d, holdings_input(r, g, j), with) &&
                        proves(f, n, k, with, g)) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

/* The steps by which the reference makes of input k's numbers what its own step takes, the last one
 * first, so that this one then gives the same; g: that step. 0: there are none. */
static int missing_steps(const struct parting *f, int k, int *g, int *path)
{
    const struct holdings *r = &f->d->r;
    int own = holdings_input(&f->d->x, f->event, k), u = own >= 0 ? f->d->x.at[own].twin : -1,
        steps = 0;
    int *from = u >= 0 && r->at[u].telling ? malloc(((size_t)r->count + 1) * sizeof *from) : NULL;
    for (int h = 0; from != NULL && h < r->count; h++) {
        bool start = h == u || (r->at[h].numel == r->at[u].numel && diff_same(f->d, h, u));
        from[h] = start ? START : UNSEEN;
    }
    int last = u >= 0 ? r->at[u].event + MOST_BETWEEN : 0;
    last = last < r->tape->event_count ? last : r->tape->event_count;
    for (int n = 0; from != NULL && n < last && steps == 0; n++) {
        const struct event *e = &r->tape->event[n];
        for (int j = 0; j < e->input_count && steps == 0 && r->first[n] >= 0; j++) {
            int held = holdings_input(r, n, j);
            if (held < 0 || from[held] == UNSEEN) {
                continue;
            }
            bool like = from[held] != START && strcmp(e->op->name, f->e->op->name) == 0;
            /* what takes nothing else gives the same of the same: that shows little */
            bool shows = like && (f->e->input_count > 1 || from[from[held]] == START);
            if (shows && proves(f, f->event, k, held, n)) {
                *g = n;
                for (int h = held; from[h] >= 0 && steps < FARTHEST; h = from[h]) {
                    path[steps++] = r->at[h].event;
                }
            }
            bool again = strcmp(e->op->name, f->e->op->name) == 0; /* that is another one's turn */
            for (int o = 0; o < e->output_count && !again; o++) {
                int *to = &from[r->first[n] + o];
                *to = *to == UNSEEN ? held : *to;
            }
        }
    }
    free(from);
    return steps;
}

/* Takes besides its first input what step `missing` of the reference takes. */
static bool is_done_by(const struct parting *f, int event, int missing)
{
    const struct event *e = &f->d->x.tape->event[event], *m = &f->d->r.tape->event[missing];
    double own, other;
    if (event_scales(f->d->x.tape, event, &own) && event_scales(f->d->r.tape, missing, &other)) {
        return fabs(own - other) <= 1e-6 * fabs(other);
    }
    bool tables = false, same = strcmp(e->op->name, m->op->name) == 0;
    for (int k = 1; k < e->input_count && same; k++) {
        int twin = diff_input(f->d, event, k), wants = -1;
        for (int j = 0; j < m->input_count && wants < 0; j++) {
            bool its = m->input[j].argument == e->input[k].argument;
            wants = its ? holdings_input(&f->d->r, missing, j) : -1;
        }
        same = twin >= 0 && wants >= 0 && diff_same(f->d, twin, wants);
        tables |= same && f->d->r.at[wants].telling;
    }
    return same && tables;
}

/* The step that does with what comes of this one what step `missing` of the reference does before;
 * -1: none. */
static int done_later(const struct parting *f, int missing)
{
    const struct holdings *x = &f->d->x;
    int last = f->event + FARTHEST, found = -1;
    last = last < x->tape->event_count ? last : x->tape->event_count;
    bool *behind = calloc((size_t)x->tape->event_count + 1, sizeof *behind);
    for (int n = f->event; behind != NULL && n < last && found < 0; n++) {
        behind[n] = n == f->event;
        for (int k = 0; k < x->tape->event[n].input_count && !behind[n]; k++) {
            int held = holdings_input(x, n, k);
            behind[n] = held >= 0 && x->at[held].output >= 0 && behind[x->at[held].event];
        }
        bool may = n > f->event && behind[n] && x->first[n] >= 0 && x->at[x->first[n]].twin < 0;
        found = may && is_done_by(f, n, missing) ? n : found;
    }
    free(behind);
    return found;
}

static void tell_missing(struct parting *f, int k, int g, int missing)
{
    if (lacks_gradient(f, missing)) {
        return;
    }
    const struct tape *r = f->d->r.tape, *x = f->d->x.tape;
    int own = holdings_input(&f->d->x, f->event, k);
    int levels = g >= 0 ? levels_to(r, g, r->event[missing].user_call) : -1;
    int call = levels >= 0 ? call_at(x, f->event, levels) : -1;
    const struct held *given = &f->d->x.at[own];
    const struct span *before = NULL, *here = &f->e->code;
    if (levels >= 0) {
        before = given->output >= 0 ? place_in(x, given->event, call) : NULL;
        here = place_in(x, f->event, call);
    } else if (given->output >= 0) { /* in a function that has returned */
        before = &x->event[given->event].code;
        here = NULL;
    }
    int behind = done_later(f, missing);
    buf_puts(f->why, behind >= 0 ? "the order is another one: the reference has "
                                 : "a step is missing: the reference has ");
    parting_put_code(&f->d->r, missing, f->why);
    if (behind >= 0) {
        const struct span *at = levels >= 0 ? place_in(x, behind, call) : NULL;
        buf_puts(f->why, " first, yours does that later, at ");
        parting_place(&f->d->x, behind, f->why);
        f->d->culprit.where = at != NULL ? at : &x->event[behind].code;
        return;
    }
    buf_puts(f->why, ", yours goes on with ");
    parting_input_name(&f->d->x, f->event, k, f->why);
    if (given->output >= 0) {
        buf_puts(f->why, " of ");
        parting_place(&f->d->x, given->event, f->why);
    }
    const struct span *gone = &r->event[missing].code;
    bool later =
        before == NULL || (here != NULL && line_likeness(here, gone) > line_likeness(before, gone));
    const struct span *where = later ? here : before;
    f->d->culprit.where = where != NULL ? where : f->d->culprit.where;
}

/* With the reference's own inputs the step gives another result than the reference's: it is not
 * these that are wrong. */
static bool is_wrong_itself(const struct parting *f)
{
    double own = f->d->culprit.own;
    return f->b != NULL && own > 10 * tolerance_of(&f->d->by, f->b->size, f->b->size);
}

bool why_missing(struct parting *f)
{
    int path[FARTHEST], g = -1, steps, at, has, wants;
    for (int k = 0; k < f->e->input_count; k++) {
        steps = missing_steps(f, k, &g, path);
        at = first_that_computes(f->d->r.tape, path, steps);
        if (at >= 0) {
            tell_missing(f, k, g, path[at]);
            return true;
        }
    }
    int k = is_wrong_itself(f) ? -1 : other_operand(f, &has, &wants);
    steps = k >= 0 ? leads(f, has, wants, path) : 0;
    at = first_that_computes(f->d->r.tape, path, steps);
    if (at >= 0) {
        tell_missing(f, k, f->like, path[at]);
    }
    return at >= 0;
}

/* What a tensor was before cells of it were only moved. */
static int source_of(const struct holdings *h, int held)
{
    while (held >= 0 && h->at[held].output >= 0) {
        const struct event *e = &h->tape->event[h->at[held].event];
        int from = e->input_count > 0 ? holdings_input(h, h->at[held].event, 0) : -1;
        if (!event_moves(e) || from < 0 || h->at[from].numel != h->at[held].numel) {
            break;
        }
        held = from;
    }
    return held;
}

/* The first tensor that has a name, from this one back through moves. */
static int named_of(const struct holdings *h, int held)
{
    for (int at = held; at >= 0;) {
        if (h->at[at].name != NULL) {
            return at;
        }
        const struct event *e = &h->tape->event[h->at[at].event];
        bool moves = h->at[at].output >= 0 && event_moves(e) && e->input_count > 0;
        at = moves ? holdings_input(h, h->at[at].event, 0) : -1;
    }
    return held;
}

/* Another tensor of the run is what this one should be, under the name of what it is: q and k
 * changed their names. */
static bool is_exchanged(const struct parting *f, int has, int wants)
{
    const struct holdings *x = &f->d->x, *r = &f->d->r;
    int is = named_of(r, has), should = named_of(r, wants);
    for (int k = 0; k < x->count && r->at[is].name != NULL; k++) {
        const struct held *h = &x->at[k];
        if (h->name != NULL && h->twin >= 0 && strcmp(h->name, r->at[is].name) == 0 &&
            diff_same(f->d, h->twin, should)) {
            return true;
        }
    }
    return false;
}

static bool tell_operand(struct parting *f, int k, int has, int wants)
{
    const struct holdings *x = &f->d->x, *r = &f->d->r;
    int own = holdings_input(x, f->event, k), from = source_of(x, own);
    const char *name = x->at[named_of(x, own)].name, *other = r->at[named_of(r, wants)].name;
    bool misnamed = name != NULL && other != NULL && strcmp(name, other) == 0;
    buf_puts(f->why, "your ");
    if (name != NULL) {
        buf_puts(f->why, name);
    } else {
        parting_input_name(x, f->event, k, f->why);
    }
    buf_puts(f->why, " is the reference's ");
    parting_name(r, named_of(r, has), f->why);
    buf_puts(f->why, " (");
    parting_place(r, r->at[has].event, f->why);
    if (misnamed && is_exchanged(f, has, wants)) {
        buf_puts(f->why, "), and your ");
        parting_name(r, named_of(r, has), f->why);
        buf_puts(f->why, " its ");
        parting_name(r, named_of(r, wants), f->why);
        buf_puts(f->why, ": they are exchanged, as by another order of a split");
    } else {
        buf_puts(f->why, "); the reference takes ");
        parting_name(r, named_of(r, wants), f->why);
        buf_puts(f->why, " (");
        parting_place(r, r->at[wants].event, f->why);
        buf_puts(f->why, ") here");
    }
    bool made = from >= 0 && x->at[from].output >= 0 && x->at[from].event != f->event;
    f->d->culprit.where = misnamed && made ? &x->tape->event[x->at[from].event].code : &f->e->code;
    return true;
}

bool why_operand(struct parting *f)
{
    int has, wants, k = is_wrong_itself(f) ? -1 : other_operand(f, &has, &wants);
    return k >= 0 && tell_operand(f, k, has, wants);
}

/* --- the order of axes --- */

/* The step, from this one back, that computed a turned result of inputs that were not. */
static int first_turned(const struct parting *f, int event)
{
    const struct holdings *x = &f->d->x;
    for (bool on = true; on;) {
        on = false;
        for (int k = 0; k < x->tape->event[event].input_count && !on; k++) {
            int held = holdings_input(x, event, k);
            const struct held *h = held >= 0 ? &x->at[held] : NULL;
            const struct event *made = h != NULL ? &x->tape->event[h->event] : NULL;
            bool computes = made != NULL && (!event_moves(made) || made->input_count > 1);
            if (computes && h->turned && h->output >= 0) { /* x[places] is in order as places are */
                event = h->event;
                on = true;
            }
        }
    }
    return event;
}

/* With the reference's order of axes in input k the step gives what the reference has somewhere. */
static bool unturned_mends(const struct parting *f, int k)
{
    int own = holdings_input(&f->d->x, f->event, k);
    const struct held *a = &f->d->x.at[own], *b = &f->d->r.at[a->twin];
    const struct tensor **with = calloc((size_t)f->e->input_count + 1, sizeof *with);
    scoped_tensor copy = {0}, result = {0};
    struct tensor straight;
    bool mends = false;
    if (with != NULL && shaped(f, a, b, &copy, &straight)) {
        with[k] = &straight;
        mends = parting_again(f, with, &result) && diff_knows(f->d, &result);
    }
    free(with);
    return mends;
}

bool why_turned(struct parting *f)
{
    for (int k = 0; k < f->e->input_count; k++) {
        int own = holdings_input(&f->d->x, f->event, k);
        const struct held *from = own >= 0 ? &f->d->x.at[own] : NULL;
        if (from == NULL || from->twin < 0 || !from->turned || !from->telling ||
            !unturned_mends(f, k)) {
            continue;
        }
        int first = from->output >= 0 ? first_turned(f, from->event) : f->event;
        struct parting before = *f;
        int has, wants, at, twin = f->d->x.at[f->d->x.first[first]].twin;
        before.event = first;
        before.e = &f->d->x.tape->event[first];
        before.like = twin >= 0 ? f->d->r.at[twin].event : -1;
        before.f = twin >= 0 ? &f->d->r.tape->event[before.like] : NULL;
        if ((at = other_operand(&before, &has, &wants)) >= 0) { /* q and k are exchanged */
            return tell_operand(&before, at, has, wants);
        }
        parting_input_name(&f->d->x, f->event, k, f->why);
        buf_puts(f->why, " has the reference's numbers with axes exchanged");
        f->d->culprit.where = from->output >= 0 ? &f->d->x.tape->event[first].code : &f->e->code;
        return true;
    }
    return false;
}

/* --- other axes --- */

/* Where a tensor got its axes: the first of the moves that led to as many. */
static int shaped_at(const struct holdings *h, int held)
{
    int at = held;
    while (h->at[at].output >= 0 && event_moves(&h->tape->event[h->at[at].event]) &&
           h->tape->event[h->at[at].event].input_count > 0) {
        int from = holdings_input(h, h->at[at].event, 0);
        if (from < 0 || h->at[from].tensor.ndim != h->at[held].tensor.ndim) {
            break;
        }
        at = from;
    }
    return at;
}

bool why_cut(struct parting *f)
{
    bool same = parting_same_op(f) && !event_moves(f->e);
    struct layout l;
    for (int k = 0; same && k < f->e->input_count; k++) {
        int own = holdings_input(&f->d->x, f->event, k), other = parting_other_input(f, k);
        const struct held *a = own >= 0 ? &f->d->x.at[own] : NULL;
        const struct held *b = other >= 0 ? &f->d->r.at[other] : NULL;
        if (a == NULL || b == NULL || a->numel != b->numel || a->tensor.ndim != b->tensor.ndim ||
            tensor_same_shape(&a->tensor, &b->tensor) || a->twin < 0 ||
            twins_same(a, b, &f->d->by, &l)) {
            continue;
        }
        parting_input_name(&f->d->x, f->event, k, f->why);
        buf_puts(f->why, " is ");
        tensor_tuple_text(&a->tensor, f->why);
        buf_puts(f->why, ", in the reference ");
        tensor_tuple_text(&b->tensor, f->why);
        buf_puts(f->why, ": cut into other axes");
        int from = shaped_at(&f->d->x, own);
        bool made = f->d->x.at[from].output >= 0;
        f->d->culprit.where =
            made ? &f->d->x.tape->event[f->d->x.at[from].event].code : &f->e->code;
        return true;
    }
    return false;
}

/* The axis of a table that a product sums over; -1: it is none, or its letters say so. */
static int summed_axis(const struct event *e, int input)
{
    bool second = e->input[input].argument > 0;
    if (e->input[input].of.tensor.ndim != 2 || !event_contracts(e) || event_equation(e) != NULL) {
        return -1;
    }
    return event_is(e, OP_linear) || !second ? 1 : 0;
}

bool why_transposed(struct parting *f)
{
    for (int k = 0; f->f != NULL && k < f->e->input_count; k++) {
        int own = holdings_input(&f->d->x, f->event, k), axis = summed_axis(f->e, k);
        for (int j = 0; axis >= 0 && own >= 0 && j < f->f->input_count; j++) {
            int other = summed_axis(f->f, j), held = holdings_input(&f->d->r, f->like, j);
            const struct held *table = held >= 0 ? &f->d->r.at[held] : NULL;
            if (other < 0 || table == NULL || f->d->x.at[own].twin < 0 ||
                table->tensor.shape[0] != table->tensor.shape[1] ||
                !diff_same(f->d, f->d->x.at[own].twin, held) ||
                axis == (f->d->x.at[own].turned ? 1 - other : other)) {
                continue;
            }
            buf_puts(f->why, "it multiplies with the transpose of the reference's table: ");
            parting_input_name(&f->d->x, f->event, k, f->why);
            return true;
        }
    }
    return false;
}

/* --- a step too many --- */

/* Behind the step, past its own result: a step that gives what step *next of the reference gives,
 * once it takes what this one was given (tensor u of the reference). */
static bool goes_on_without(const struct parting *f, int u, int *next)
{
    const struct holdings *x = &f->d->x, *r = &f->d->r;
    bool *behind = calloc((size_t)x->count + 1, sizeof *behind), found = false;
    int last = f->event + MOST_BETWEEN;
    last = last < x->tape->event_count ? last : x->tape->event_count;
    int most = r->at[u].event + 4 * MOST_BETWEEN;
    most = most < r->tape->event_count ? most : r->tape->event_count;
    for (int o = 0; behind != NULL && o < f->e->output_count; o++) {
        behind[x->first[f->event] + o] = true;
    }
    for (int n = f->event + 1; behind != NULL && n < last && !found; n++) {
        const struct event *e = &x->tape->event[n];
        for (int j = 0; j < e->input_count && !found && x->first[n] >= 0; j++) {
            int held = holdings_input(x, n, j);
            if (held < 0 || !behind[held]) {
                continue;
            }
            bool other = !event_moves(e) && strcmp(e->op->name, f->e->op->name) != 0;
            for (int g = r->at[u].event + 1; other && g < most && !found; g++) {
                const struct event *h = &r->tape->event[g];
                bool takes = false;
                for (int i = 0; i < h->input_count && h->figure == NULL && !takes; i++) {
                    takes = strcmp(h->op->name, e->op->name) == 0 &&
                            diff_same(f->d, holdings_input(r, g, i), u);
                }
                found = takes && proves(f, n, j, u, g);
                *next = g;
            }
            for (int o = 0; o < e->output_count; o++) {
                behind[x->first[n] + o] = true;
            }
        }
    }
    free(behind);
    return found;
}

bool why_extra(struct parting *f)
{
    for (int k = 0; !event_moves(f->e) && k < f->e->input_count; k++) {
        int twin = diff_input(f->d, f->event, k), next = -1;
        if (twin >= 0 && f->d->r.at[twin].telling && goes_on_without(f, twin, &next)) {
            buf_puts(f->why, "the reference has no such step: it goes on from ");
            parting_name(&f->d->r, twin, f->why);
            buf_puts(f->why, " with ");
            parting_put_code(&f->d->r, next, f->why);
            return true;
        }
    }
    return false;
}
