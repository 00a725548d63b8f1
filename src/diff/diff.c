/* Finds the step at which a run leaves the reference. */
#include "diff/diff.h"

#include "diff/by_part.h"
#include "diff/ends.h"
#include "diff/trail.h"
#include "diff/where.h"
#include "diff/why.h"
#include "torch/op/ops.h"
#include "trace/tape/event.h"
#include "trace/tape/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING                                                                                    \
    (struct culprit)                                                                               \
    {                                                                                              \
        .event = -1, .like = -1, .beside = -1, .held = -1, .absent = -1                            \
    }

double diff_farthest(const struct held *a, const struct held *b)
{
    double far = 0;
    for (int64_t k = 0; k < a->numel; k++) {
        double x = held_cell(a, k), y = held_cell(b, k);
        bool alike = x == y || (isnan(x) && isnan(y)) || (held_is_hidden(x) && held_is_hidden(y));
        far = alike ? far : isfinite(x) && isfinite(y) ? fmax(far, fabs(x - y)) : INFINITY;
    }
    return far;
}

int diff_input(const struct diff *d, int event, int input)
{
    int held = holdings_input(&d->x, event, input);
    return held >= 0 ? d->x.at[held].twin : -1;
}

bool diff_same(const struct diff *d, int one, int other)
{
    struct layout l;
    return one == other ||
           (one >= 0 && other >= 0 && twins_same(&d->r.at[one], &d->r.at[other], &d->by, &l));
}

bool diff_alike(const struct diff *d, int one, int other)
{
    double factor;
    return diff_same(d, one, other) ||
           (one >= 0 && other >= 0 &&
            twins_multiple(&d->r.at[one], &d->r.at[other], &d->by, &factor));
}

bool diff_finds(const struct diff *d, const struct held *h)
{
    return h->twin >= 0 || h->of >= 0 || h->within || (h->picked && !d->strict);
}

bool diff_knows(const struct diff *d, const struct tensor *t)
{
    struct held a = {.tensor = *t};
    struct layout l;
    held_look(&a);
    for (int k = 0; k < d->r.count && a.telling; k++) {
        if (twins_same(&a, &d->r.at[k], &d->by, &l) && !l.turned) {
            return true;
        }
    }
    return false;
}

/* --- the way back --- */

struct way {
    const struct diff *d;
    struct diff *x; /* the same */
    bool *on; /* of each event: its result is not found, and goes into the end by such results */
};

static bool finds(const struct holdings *h, int event)
{
    const struct event *e = &h->tape->event[event];
    for (int k = 0; k < e->output_count; k++) {
        if (h->at[h->first[event] + k].twin < 0) {
            return false;
        }
    }
    return true;
}

/* Whether what an event takes is found, but for a factor. `strictly`: what does not tell, too. */
static bool has_all(const struct diff *d, int event, bool strictly)
{
    const struct event *e = &d->x.tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        int held = holdings_input(&d->x, event, k);
        const struct held *h = held >= 0 ? &d->x.at[held] : NULL;
        if (h != NULL && !diff_finds(d, h) && (strictly || !h->plain)) {
            return false;
        }
    }
    return true;
}

/* The tensor of the reference that one is a multiple of, or a part of. */
static void look_around(const struct holdings *r, const struct holdings *x, struct held *a,
                        const struct tolerance *by)
{
    double best = -INFINITY, factor;
    for (int j = 0; j < r->count; j++) {
        double like = twins_likeness(x, a, r, &r->at[j], false);
        if (like > best && twins_multiple(a, &r->at[j], by, &factor)) {
            best = like;
            a->of = j;
            a->factor = factor;
        }
    }
    const struct event *e = &x->tape->event[a->event];
    for (int j = 0; j < r->count && a->of < 0 && !a->within; j++) {
        bool own = false; /* picked from that: which part of it is the question */
        for (int k = 0; k < e->input_count && !own; k++) {
            int held = holdings_input(x, a->event, k), twin = held >= 0 ? x->at[held].twin : -1;
            own = twin >= 0 && (twin == j || r->at[twin].numel == r->at[j].numel);
        }
        a->within = !own && twins_within(a, &r->at[j], by);
        a->part_of = j;
    }
}

/* Of what an event on the way gives. */
static void look_around_event(struct way *w, int event)
{
    struct holdings *x = &w->x->x;
    const struct event *e = &x->tape->event[event];
    int from = event_moves(e) ? holdings_input(x, event, 0) : -1;
    for (int k = 0; k < e->output_count && x->first[event] >= 0; k++) {
        struct held *a = &x->at[x->first[event] + k];
        if (a->twin >= 0 || a->plain || a->looked) {
            continue;
        }
        a->looked = true;
        look_around(&w->x->r, x, a, &w->d->by);
        a->picked = from >= 0 && x->at[from].numel > a->numel && diff_finds(w->d, &x->at[from]);
    }
}

/* Its results are found: themselves, or each as a part of one, as in a loop over what the reference
 * computes at once. */
static bool finds_parts(struct way *w, int event)
{
    const struct holdings *h = &w->d->x;
    bool found = h->tape->event[event].output_count > 0 && h->first[event] >= 0;
    look_around_event(w, event);
    for (int k = 0; found && k < h->tape->event[event].output_count; k++) {
        const struct held *a = &h->at[h->first[event] + k];
        found = a->twin >= 0 || a->within;
    }
    return found;
}

/* What was there before is written over as a whole: x.zero_(), x.copy_(y), a draw. */
static bool writes_over(const struct event *e, int input)
{
    bool writes = e->effect == STORAGE_IN_PLACE && e->input[input].argument == 0;
    return writes && (event_does(e, FILLS) || event_is(e, OP_copy) || e->op->kind == KIND_RANDOM);
}

/* A result that goes into an event by an edge was written over before. */
static bool is_gone(const struct flow *f, const struct flow_edge *of)
{
    const struct tape *t = f->tape;
    const struct tape_tensor *takes = &t->event[of->to].input[of->input].of;
    for (int j = f->first_in[of->to]; j < f->first_in[of->to + 1]; j++) {
        const struct event *e = &t->event[f->in[j].from];
        bool later = f->in[j].input == of->input && f->in[j].from > of->from;
        if (later && e->input_count > 0 && e->output_count > 0 && writes_over(e, 0) &&
            tensor_numel(&e->output[0].tensor) >= tensor_numel(&takes->tensor)) {
            return true;
        }
    }
    return false;
}

static void follow(struct way *w, const struct flow *f, int end)
{
    const struct holdings *h = &w->d->x;
    w->on[end] = true;
    for (int k = end; k >= 0; k--) {
        for (int j = f->first_in[k]; w->on[k] && j < f->first_in[k + 1]; j++) {
            int from = f->in[j].from, held = holdings_input(h, k, f->in[j].input);
            bool found = held >= 0 && h->at[held].twin >= 0;
            found =
                found || writes_over(&h->tape->event[k], f->in[j].input) || is_gone(f, &f->in[j]);
            w->on[from] = w->on[from] || (!found && !finds(h, from) && !finds_parts(w, from));
        }
    }
}

/* The step that brought in the factor of a tensor, back from that one: past those that pass it on,
 * or divide by it. */
static int factor_from(const struct diff *d, int held)
{
    int event = d->x.at[held].event;
    double factor = d->x.at[held].factor, scale;
    if (event_scales(d->x.tape, event, &scale)) {
        return event;
    }
    for (int k = 0; k < d->x.tape->event[event].input_count; k++) {
        int from = holdings_input(&d->x, event, k);
        const struct held *h = from >= 0 ? &d->x.at[from] : NULL;
        if (h != NULL && h->of >= 0 && h->output >= 0 &&
            (fabs(h->factor - factor) <= 1e-4 * fabs(factor) ||
             fabs(1 / h->factor - factor) <= 1e-4 * fabs(factor))) {
            return factor_from(d, from);
        }
    }
    return event;
}

/* Where a step takes a multiple: the one that brought it in; else itself. */
static int past_factors(const struct diff *d, int event)
{
    const struct event *e = &d->x.tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        int held = holdings_input(&d->x, event, k);
        if (held >= 0 && d->x.at[held].of >= 0 && d->x.at[held].output >= 0) {
            return factor_from(d, held);
        }
    }
    return event;
}

static int missed_result(const struct holdings *h, int event)
{
    const struct event *e = &h->tape->event[event];
    for (int k = 0; k < e->output_count; k++) {
        if (h->at[h->first[event] + k].twin < 0) {
            return h->first[event] + k;
        }
    }
    return h->first[event];
}

/* --- what plays its part --- */

static int same_inputs(const struct diff *d, const struct event *e, int event,
                       const struct event *f, int like)
{
    int same = 0;
    bool products = event_contracts(e) && event_contracts(f); /* scaled before, or behind */
    for (int k = 0; k < e->input_count; k++) {
        int twin = diff_input(d, event, k);
        bool taken = false;
        for (int j = 0; j < f->input_count && twin >= 0; j++) {
            int held = holdings_input(&d->r, like, j);
            taken |=
                held == twin ||
                (held >= 0 && (products ? diff_alike(d, held, twin) : diff_same(d, held, twin)));
        }
        same += taken;
    }
    return same;
}

/* The only step of its kind, or one of so many in both runs: of those the same one. */
static bool is_counterpart(const struct diff *d, int event, int like)
{
    return d->x.tape->event[event].op == d->r.tape->event[like].op &&
           d->x.ordinal[event] == d->r.ordinal[like] && d->x.alike[event] == d->r.alike[like];
}

static double plays(const struct diff *d, int event, int like, int anchor)
{
    const struct event *e = &d->x.tape->event[event], *f = &d->r.tape->event[like];
    bool taken = d->r.first[like] >= 0 && d->r.at[d->r.first[like]].telling && finds(&d->r, like);
    if (f->figure != NULL || (taken && !event_moves(f)) || f->output_count == 0 ||
        d->r.first[like] < 0 || f->setup != e->setup || (f->of >= 0) != (e->of >= 0)) {
        return 0;
    }
    const struct held *a = &d->x.at[missed_result(&d->x, event)], *b = &d->r.at[d->r.first[like]];
    double part = (double)event / (d->x.tape->event_count + 1.0) -
                  (double)like / (d->r.tape->event_count + 1.0);
    bool named = a->name != NULL && b->name != NULL && strcmp(a->name, b->name) == 0;
    int moves = event_moves(e) && event_moves(f) && tensor_same_shape(&a->tensor, &b->tensor);
    double same = 4 * same_inputs(d, e, event, f, like) + 3 * (e->op == f->op) + 3 * moves +
                  2 * (e->stage == f->stage && e->stage != STAGE_OTHER) + 3 * named +
                  2 * (a->numel == b->numel) - 2 * (!moves && finds(&d->r, like)) +
                  3 * is_counterpart(d, event, like);
    return same - 0.15 * fmin(40, abs(like - anchor)) - 2 * fabs(part);
}

int diff_like(const struct diff *d, int event)
{
    double best = 5;
    int found = -1, anchor = 0;
    for (int k = 0; k < d->x.tape->event[event].input_count; k++) {
        int twin = diff_input(d, event, k);
        bool later = twin >= 0 && d->r.at[twin].telling && d->r.at[twin].event > anchor;
        anchor = later ? d->r.at[twin].event : anchor;
    }
    for (int k = 0; k < d->r.tape->event_count; k++) {
        double like = plays(d, event, k, anchor);
        if (like > best) {
            best = like;
            found = k;
        }
    }
    return found;
}

/* The same step with the same inputs, but other arguments or another result: a mask is built in
 * another way. */
static bool is_changed(const struct diff *d, int event)
{
    int like = diff_like(d, event);
    const struct event *e = &d->x.tape->event[event];
    return like >= 0 && d->r.tape->event[like].op == e->op &&
           same_inputs(d, e, event, &d->r.tape->event[like], like) == e->input_count;
}

/* Nothing on the way leads to it: what it takes was there before, and is another one. */
static bool is_root(const struct way *w, const struct flow *f, int event)
{
    for (int j = f->first_in[event]; j < f->first_in[event + 1]; j++) {
        if (w->on[f->in[j].from]) {
            return false;
        }
    }
    return true;
}

/* Past those that were looked at before. */
static int find_culprit(struct way *w, const struct flow *f, int end)
{
    const struct diff *d = w->d;
    int first = -1, told = -1, root = -1;
    for (int k = 0; k <= end && told < 0; k++) {
        bool on = w->on[k] && d->x.tape->event[k].output_count > 0;
        if (on) {
            look_around_event(w, k);
        }
        const struct held *gives = on ? &d->x.at[missed_result(&d->x, k)] : NULL;
        bool tells = on && !gives->plain && !diff_finds(d, gives);
        first = first < 0 && on && has_all(d, k, true) ? k : first;
        root = root < 0 && on && is_root(w, f, k) ? k : root;
        told = tells && !d->looked[k] && has_all(d, k, false) ? k : told;
    }
    if (told >= 0) {
        w->x->looked[told] = true;
    }
    if (told >= 0 && !has_all(d, told, true)) { /* what else it takes may be wrong */
        for (int k = 0; k < told; k++) {
            if (w->on[k] && has_all(d, k, true) && is_changed(d, k)) {
                return k;
            }
        }
    }
    if (told < 0 && d->x.at[missed_result(&d->x, end)].of >= 0) {
        return factor_from(d, missed_result(&d->x, end));
    }
    return told >= 0 ? past_factors(d, told) : first >= 0 ? first : root;
}

bool culprit_has(const struct culprit *c, const char *names)
{
    return c->reason != NULL && strstr(names, c->reason) != NULL;
}

/* The way back from an end, and the culprit on it; -1. *certain: what it takes is found. */
static bool search(struct diff *d, const struct flow *f, int end, int *culprit, bool *certain)
{
    size_t events = (size_t)d->x.tape->event_count + 1;
    struct way w = {.d = d, .x = d, .on = calloc(events, sizeof *w.on)};
    int last = d->x.at[end].event;
    if (d->looked == NULL) {
        d->looked = calloc(events, sizeof *d->looked);
    }
    if (w.on == NULL || d->looked == NULL) {
        free(w.on);
        return error_memory(&d->x.tape->session->in.error);
    }
    follow(&w, f, last);
    *culprit = find_culprit(&w, f, last);
    bool ok = tape_in_time(d->x.tape);
    *certain = *culprit >= 0 && !is_root(&w, f, *culprit);
    *certain = *certain || (*culprit >= 0 && has_all(d, *culprit, true));
    d->behind = 0;
    for (int k = *culprit + 1; *culprit >= 0 && k <= last; k++) {
        d->behind += w.on[k];
    }
    free(w.on);
    return ok;
}

/* The step of the run beside a step of the reference that the run has not: the one whose gradient
 * that computes, or the one that gives what it takes. */
static int beside_absent(const struct diff *d, int absent)
{
    const struct event *e = &d->r.tape->event[absent];
    int own = e->of >= 0 && d->r.first[e->of] >= 0 ? d->r.at[d->r.first[e->of]].twin : -1;
    for (int k = 0; k < e->input_count && own < 0; k++) {
        int held = holdings_input(&d->r, absent, k);
        own = held >= 0 ? d->r.at[held].twin : -1;
    }
    return own >= 0 ? d->x.at[own].event : -1;
}

/* What the reference has and the run has not. */
static bool find_absent(struct diff *d, const struct flow *of_reference, int end)
{
    struct diff other = {.x = d->r, .r = d->x, .by = d->by};
    int absent;
    bool certain;
    bool ok = search(&other, of_reference, end, &absent, &certain);
    free(other.looked);
    if (!ok) {
        return false;
    }
    int event = certain ? beside_absent(d, absent) : -1;
    if (event >= 0 && d->x.first[event] >= 0) {
        d->culprit.event = event;
        d->culprit.absent = absent;
        d->behind = other.behind;
    }
    return true;
}

/* What is known of the culprit, once c->event and c->like are; and the reason. */
static bool tell_why(struct diff *d)
{
    struct culprit *c = &d->culprit;
    c->where = &d->x.tape->event[c->event].code;
    c->held = missed_result(&d->x, c->event);
    c->far = c->own = NAN;
    int of = c->absent < 0 ? d->x.at[c->held].of : -1;
    c->like = c->like < 0 && of >= 0 ? d->r.at[of].event : c->like;
    c->beside = of >= 0 ? of : c->like >= 0 ? d->r.first[c->like] : -1;
    int part, whole = c->absent < 0 && of < 0 ? part_beside(d, c->event, &part) : -1;
    if (whole >= 0) {
        c->like = whole;
        c->beside = part;
    }
    if (c->beside >= 0) {
        const struct held *a = &d->x.at[c->held], *b = &d->r.at[c->beside];
        c->far = tensor_same_shape(&a->tensor, &b->tensor) ? diff_farthest(a, b) : NAN;
    }
    return why_find(d);
}

/* What is known of another step in the culprit's place; it stays only if its reason is one of
 * `reasons`. */
static bool look_at(struct diff *d, int event, int like, const char *reasons)
{
    struct culprit *c = &d->culprit, before = *c;
    *c = NOTHING;
    c->event = event;
    c->like = like;
    bool ok = tell_why(d), stays = culprit_has(c, reasons);
    buf_free(stays ? &before.why : &c->why);
    *c = stays ? *c : before;
    return ok;
}

/* A step that gives a multiple of the reference's may have been given one: the step that brought
 * the factor in is told, and its own reason, where there is more to it. */
static bool follow_factor(struct diff *d)
{
    struct culprit *c = &d->culprit;
    int like, next, root = -1;
    if (c->beside >= 0) {
        root = trail_factor(d, c->held, c->beside, &like, &next);
    }
    double own, other;
    bool twice = root >= 0 && event_scales(d->x.tape, root, &own) &&
                 event_scales(d->x.tape, c->event, &other) && fabs(own - other) < 1e-6 * fabs(own);
    if (root < 0 || root == c->event || twice || !culprit_has(c, "factor")) {
        return true;
    }
    bool ok = look_at(d, root, like, "told argument");
    const struct span *at = &d->x.tape->event[root].code;
    bool told = culprit_has(c, "told argument");
    bool right =
        !told && next >= 0 && where_is_common(d, at); /* what scales it there is not here */
    c->where = right ? &d->x.tape->event[next].code : at;
    c->settled = right;
    return ok;
}

/* A gradient that is another one: its operation may be told something else. */
static bool follow_gradient(struct diff *d)
{
    int of = d->x.tape->event[d->culprit.event].of;
    bool may = d->culprit.reason == NULL && of >= 0 && d->x.first[of] >= 0;
    return !may || look_at(d, of, diff_like(d, of), "told");
}

/* What it takes was made as in the reference, but by a step that is told something else: the mask
 * of another diagonal, the places from another start. */
static bool follow_origin(struct diff *d)
{
    struct culprit *c = &d->culprit;
    bool may = c->event >= 0 &&
               (c->reason == NULL || culprit_has(c, "mask part missing laid shifted")) &&
               c->like >= 0 && c->beside >= 0;
    int like, origin = may ? trail_origin(d, c->held, c->beside, &like) : -1;
    return origin < 0 || origin == c->event || look_at(d, origin, like, "told argument");
}

static bool find_why(struct diff *d)
{
    struct culprit *c = &d->culprit;
    c->like = c->absent >= 0 ? c->absent : diff_like(d, c->event);
    if (!tell_why(d) || !follow_factor(d) || !follow_gradient(d) || !follow_origin(d)) {
        return false;
    }
    where_find(d);
    return true;
}

static bool only_moves(const struct diff *d)
{
    const struct culprit *c = &d->culprit;
    return c->event >= 0 && event_moves(&d->x.tape->event[c->event]);
}

#define MOST_LOOKED 12 /* steps at which a reason is looked for */

/* A step where what goes in is found and what comes out is not may only be built in another way, as
 * a sum over heads one by one: the first one that has a reason is told; else the first one. */
static bool find_one(struct diff *d, const struct flow *f, int end, bool *certain)
{
    struct culprit *c = &d->culprit, first = NOTHING;
    int behind = 0;
    for (int k = 0; k < MOST_LOOKED; k++) {
        bool sure;
        int before = c->event;
        *c = NOTHING;
        if (!search(d, f, end, &c->event, &sure) || (c->event >= 0 && !find_why(d))) {
            buf_free(&first.why);
            return false;
        }
        if (k == 0 || c->reason != NULL) {
            buf_free(&first.why);
            first = *c;
            behind = d->behind;
            *certain = sure;
        } else {
            buf_free(&c->why);
        }
        if (c->event < 0 || c->reason != NULL || (k > 0 && c->event == before)) {
            break;
        }
    }
    *c = first;
    d->behind = behind;
    return true;
}

/* First as if all were right that is picked from what is found: a loop over heads or blocks. If
 * there is no reason, that is looked at as well. */
static bool find_where(struct diff *d, const struct flow *f, int end, bool *certain)
{
    struct culprit *c = &d->culprit, lenient;
    if (!find_one(d, f, end, certain)) {
        return false;
    }
    if (c->reason != NULL) {
        return true;
    }
    lenient = *c;
    *c = NOTHING;
    bool also;
    int behind = d->behind;
    d->strict = true;
    memset(d->looked, 0, (size_t)d->x.tape->event_count * sizeof *d->looked);
    if (!find_one(d, f, end, &also)) {
        buf_free(&lenient.why);
        return false;
    }
    if (c->reason == NULL && lenient.event >= 0 && (c->event < 0 || only_moves(d))) {
        buf_free(&c->why);
        *c = lenient;
        d->behind = behind;
    } else {
        *certain = also;
        buf_free(&lenient.why);
    }
    return true;
}

static bool compare(struct diff *d)
{
    struct flow f = {0}, of_reference = {0};
    struct error *err = &d->x.tape->session->in.error;
    if (!flow_find(&f, d->x.tape, true, err) || !flow_find(&of_reference, d->r.tape, true, err)) {
        flow_free(&f);
        return false;
    }
    struct ends own = ends_of(&d->x, &d->r, &f), other = ends_of(&d->r, &d->x, &of_reference);
    d->last = own.last;
    d->last_of_reference = other.last;
    bool last = own.last >= 0 && other.last >= 0 && d->x.at[own.last].twin >= 0 &&
                d->r.at[other.last].twin >= 0;
    d->same = last && (own.missed == 0 || other.missed == 0);
    bool certain = false,
         ok = d->same || own.last_missed < 0 || find_where(d, &f, own.last_missed, &certain);
    bool known = certain || d->culprit.reason != NULL;
    if (ok && !d->same && !known && other.last_missed >= 0) {
        ok = find_absent(d, &of_reference, other.last_missed) &&
             (d->culprit.absent < 0 || find_why(d));
    }
    flow_free(&f);
    flow_free(&of_reference);
    return ok;
}

bool diff_make(struct diff *d, const struct run *run, const struct run *reference,
               const struct tolerance *by, struct error *err)
{
    *d = (struct diff){.run = run,
                       .reference = reference,
                       .by = *by,
                       .last = -1,
                       .last_of_reference = -1,
                       .culprit = NOTHING};
    bool ok = holdings_find(&d->x, run->tape, reference->tape) &&
              holdings_find(&d->r, reference->tape, run->tape) && twins_find(&d->x, &d->r, by) &&
              twins_find(&d->r, &d->x, by) && compare(d);
    for (int k = 0; ok && k < d->x.count; k++) {
        bool counts = d->x.at[k].output >= 0 && d->x.at[k].telling;
        d->telling += counts;
        d->found += counts && d->x.at[k].twin >= 0;
    }
    if (!ok) {
        struct error *own = &run->tape->session->in.error;
        *err = own->kind != ERROR_NONE ? *own : reference->tape->session->in.error;
        diff_free(d);
    }
    return ok;
}

void diff_free(struct diff *d)
{
    holdings_free(&d->x);
    holdings_free(&d->r);
    free(d->looked);
    buf_free(&d->culprit.why);
    *d = (struct diff){0};
}
