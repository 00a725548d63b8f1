/* Hops over the tape: each leads back with the opposite key, to the very stop that was left, until
 * one moves otherwise. */
#include "tui/act.h"

#include "trace/tape/gradient.h"

#include "tui/act/act_step.h"
#include "tui/action.h"

#include <string.h>

/* act_moved_only forgets them: these go on. */
static unsigned hopped(struct viewer *v, int from, int count)
{
    unsigned reaction = act_jumped(v, from, true, "");
    v->chosen.hop_count = count;
    return reaction;
}

/* Back to where a hop with the opposite key came from; false: none led here. */
static bool hop_back(struct viewer *v, enum action with, unsigned *reaction)
{
    int from = v->where.at.row, last = v->chosen.hop_count - 1;
    if (last < 0 || v->chosen.hop[last].back != with ||
        (with == ACTION_source && v->chosen.hop[last].input != v->where.input)) {
        return false;
    }
    struct stop to = v->chosen.hop[last].from;
    to.row = stepper_stop_of(&v->where.at, to.row);
    stepper_return(&v->where.at, to);
    *reaction = hopped(v, from, last);
    return true;
}

/* The input that came from the stop that was left is the one to be shown. */
static void show_input(struct viewer *v, int begin, int end)
{
    if (!viewer_look(v)) {
        error_clear(&v->where.at.tape->session->in.error); /* it is looked at once more */
        return;
    }
    for (int k = v->fetched.in_count - 1; k >= 0; k--) {
        int maker = v->fetched.in[k].maker;
        v->where.input = maker >= begin && maker < end ? k : v->where.input;
    }
}

static unsigned hop(struct viewer *v, enum action back, int to, const char *otherwise)
{
    struct hop *all = v->chosen.hop;
    struct stop from = stepper_stop(&v->where.at);
    int begin = stepper_begin(&v->where.at), end = stepper_event(&v->where.at) + 1;
    int count = v->chosen.hop_count;
    if (to < 0 || !stepper_to_result(&v->where.at, to)) {
        return act_jumped(v, from.row, false, otherwise);
    }
    unsigned reaction = hopped(v, from.row, count);
    if (back == ACTION_source) {
        show_input(v, begin, end);
    }
    if (count == HOPS_MOST) { /* the oldest one is forgotten */
        memmove(all, all + 1, (HOPS_MOST - 1) * sizeof *all);
        count--;
    }
    all[count] = (struct hop){back, from, v->where.input};
    v->chosen.hop_count = count + 1;
    return reaction;
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
            int from = gradient_giver(t, k, &e->input[j].of);
            uses |= from >= begin && from < end;
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
