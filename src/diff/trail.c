/* Goes back through both runs at once, as long as what goes in differs in the same way. */
#include "diff/trail.h"

#include "diff/parting.h"
#include "trace/tape/event.h"

#include <math.h>
#include <string.h>

#define DEEPEST 200

struct pair {
    int a, b;  /* tensors of the run and of the reference */
    double by; /* a is b times this */
};

static bool is_one(double factor)
{
    return fabs(factor - 1) < 1e-4;
}

/* Whether a is a multiple of b; that of the same numbers is 1. */
static bool pairs(const struct diff *d, int a, int b, struct pair *out)
{
    struct layout l;
    *out = (struct pair){a, b, 1};
    return a >= 0 && b >= 0 &&
           (twins_same(&d->x.at[a], &d->r.at[b], &d->by, &l) ||
            twins_multiple(&d->x.at[a], &d->r.at[b], &d->by, &out->by));
}

static int maker(const struct holdings *h, int held)
{
    return h->at[held].output >= 0 ? h->at[held].event : -1;
}

/* What a step passes on, in other places or times a number: its place; -1. */
static int passed_on(const struct holdings *h, int event)
{
    double factor;
    const struct event *e = &h->tape->event[event];
    bool passes = (event_moves(e) && e->input_count > 0) || event_scales(h->tape, event, &factor);
    for (int k = 0; passes && k < e->input_count; k++) {
        int held = holdings_input(h, event, k);
        if (held >= 0 && h->at[held].telling) {
            return held;
        }
    }
    return -1;
}

/* Two steps of one kind: the inputs between which there is a factor. */
static bool other_inputs(const struct diff *d, int event, int like, struct pair *out)
{
    const struct event *e = &d->x.tape->event[event], *f = &d->r.tape->event[like];
    bool products = event_contracts(e) && event_contracts(f);
    if (!products && strcmp(e->op->name, f->op->name) != 0) {
        return false;
    }
    for (int k = 0; k < e->input_count; k++) {
        for (int j = 0; j < f->input_count; j++) {
            bool beside = products || e->input[k].argument == f->input[j].argument;
            if (beside &&
                pairs(d, holdings_input(&d->x, event, k), holdings_input(&d->r, like, j), out) &&
                !is_one(out->by)) {
                return true;
            }
        }
    }
    return false;
}

/* One step back from a pair; false: the factor begins here. *scale: a step of the run on the way
 * that scales, while the reference's does not. */
static bool go_back(const struct diff *d, struct pair *p, int *scale)
{
    int event = maker(&d->x, p->a), like = maker(&d->r, p->b);
    struct pair next;
    if (event >= 0 && like >= 0 && other_inputs(d, event, like, &next)) {
        *p = next;
        return true;
    }
    int own = event >= 0 ? passed_on(&d->x, event) : -1;
    int other = like >= 0 ? passed_on(&d->r, like) : -1;
    double factor;
    if (pairs(d, own, other, &next) && !is_one(next.by)) {
        *p = next;
        return true;
    }
    if (pairs(d, own, p->b, &next) && !is_one(next.by)) {
        *scale = event_scales(d->x.tape, event, &factor) ? event : *scale;
        *p = next;
        return true;
    }
    bool there = pairs(d, p->a, other, &next);
    if (there && !is_one(next.by)) {
        *p = next;
        return true;
    }
    if (there && *scale >= 0) { /* scaled there, and by that step here */
        p->a = d->x.first[*scale];
    }
    return false;
}

int trail_factor(const struct diff *d, int a, int b, int *like, int *next)
{
    struct pair p;
    int scale = -1;
    *like = *next = -1;
    if (!pairs(d, a, b, &p) || is_one(p.by)) {
        return -1;
    }
    int event = d->x.at[p.a].event;
    for (int k = 0; k < DEEPEST && go_back(d, &p, &scale); k++) {
        *next = event;
        event = d->x.at[p.a].event; /* of what was written piece by piece, the step that takes it */
    }
    *like = d->r.at[p.b].event;
    return d->x.at[p.a].event;
}

/* --- made by the same steps --- */

static bool are_same(const struct diff *d, int a, int b)
{
    struct layout l;
    return a >= 0 && b >= 0 && twins_same(&d->x.at[a], &d->r.at[b], &d->by, &l) && !l.turned;
}

int trail_origin(const struct diff *d, int a, int b, int *like)
{
    for (int n = 0; n < DEEPEST; n++) {
        int event = maker(&d->x, a);
        *like = maker(&d->r, b);
        if (event < 0 || *like < 0 || d->x.at[a].numel != d->r.at[b].numel) {
            return -1;
        }
        struct parting at = {.event = event,
                             .like = *like,
                             .d = (struct diff *)d,
                             .e = &d->x.tape->event[event],
                             .f = &d->r.tape->event[*like]};
        int next = -1, other = -1;
        for (int k = 0; k < at.e->input_count && parting_same_op(&at) && next < 0; k++) {
            int own = holdings_input(&d->x, event, k), its = parting_other_input(&at, k);
            if (own < 0 || its < 0 || are_same(d, own, its)) {
                continue;
            }
            next = own;
            other = its;
        }
        if (!parting_same_op(&at) || next < 0) {
            return parting_same_op(&at) ? event : -1;
        }
        a = next;
        b = other;
    }
    return -1;
}
