/* Hops over the tape: each leads back with the opposite key, to the very stop that was left. */
#include "tui/act.h"

#include "tui/act/act_step.h"
#include "tui/action.h"

#include <string.h>

/* Back to where a hop with the opposite key came from; false: none led here. */
static bool hop_back(struct viewer *v, enum action with, unsigned *reaction)
{
    const struct stepper *s = &v->where.at;
    int k = v->chosen.hop_count - 1;
    while (k >= 0 && (v->chosen.hop[k].to != s->row || v->chosen.hop[k].back != with)) {
        k--;
    }
    if (k < 0) {
        return false;
    }
    struct stop to = v->chosen.hop[k].from;
    int from = s->row;
    to.row = stepper_stop_of(s, to.row);
    v->chosen.hop_count = k;
    stepper_return(&v->where.at, to);
    *reaction = act_jumped(v, from, true, "");
    return true;
}

static unsigned hop(struct viewer *v, enum action back, int to, const char *otherwise)
{
    struct hop *all = v->chosen.hop;
    struct stop from = stepper_stop(&v->where.at);
    bool did = to >= 0 && stepper_to_result(&v->where.at, to);
    if (did) {
        if (v->chosen.hop_count == HOPS_MOST) { /* the oldest one is forgotten */
            memmove(all, all + 1, (HOPS_MOST - 1) * sizeof *all);
            v->chosen.hop_count--;
        }
        all[v->chosen.hop_count++] = (struct hop){back, from, v->where.at.row};
    }
    return act_jumped(v, from.row, did, otherwise);
}

unsigned act_gradient(struct viewer *v, int count)
{
    unsigned reaction;
    (void)count;
    if (v->where.at.row < 0 || hop_back(v, ACTION_gradient, &reaction)) {
        return v->where.at.row < 0 ? REACT_NONE : reaction;
    }
    return hop(v, ACTION_gradient, viewer_gradient(v), "No gradient of this step was computed.");
}

unsigned act_source(struct viewer *v, int count)
{
    unsigned reaction;
    (void)count;
    if (v->where.at.row < 0 || hop_back(v, ACTION_source, &reaction)) {
        return v->where.at.row < 0 ? REACT_NONE : reaction;
    }
    const struct shown *in = viewer_input(v);
    return hop(v, ACTION_use, in != NULL ? in->maker : -1,
               in == NULL ? "No tensor went into this step." : "No step made what went in here.");
}

/* The `nth` event behind the stop that something goes into which the stop made; -1: none. */
static int use_of(const struct stepper *s, int nth)
{
    const struct tape *t = s->tape;
    int begin = stepper_begin(s), end = stepper_event(s) + 1;
    for (int k = end; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        bool uses = false;
        for (int j = 0; j < e->input_count; j++) {
            uses |= e->input[j].of.maker >= begin && e->input[j].of.maker < end;
        }
        if (uses && --nth <= 0) {
            return k;
        }
    }
    return -1;
}

unsigned act_use(struct viewer *v, int count)
{
    unsigned reaction;
    if (v->where.at.row < 0 || (count == 0 && hop_back(v, ACTION_use, &reaction))) {
        return v->where.at.row < 0 ? REACT_NONE : reaction;
    }
    return hop(v, ACTION_source, use_of(&v->where.at, act_times(count)),
               "No step uses what was made here.");
}
