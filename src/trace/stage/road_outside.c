/* Views and transposes at the two ends of a pass: what goes into the projections is counted in
 * other axes, what comes out of the last one is put back. They belong to attention as long as they
 * stand in its own function; outside of it they are somebody else's. */
#include "trace/stage/road.h"

/* The innermost call that holds both events; of a composite of the program's own, the whole of it.
 * -1: the top level. */
static int house_of(const struct tape *t, int a, int b)
{
    int call = t->event[a].call;
    while (!tape_inside(t, t->event[b].call, call)) {
        call = t->call[call].parent;
    }
    while (call >= 0 && t->call[call].prelude && t->call[call].parent >= 0 &&
           t->call[t->call[call].parent].prelude) {
        call = t->call[call].parent;
    }
    return call;
}

static bool only_moves(const struct event *e)
{
    return event_transposes(e) ||
           event_is(e, OP_view OP_reshape OP_flatten OP_unflatten OP_squeeze OP_unsqueeze
                           OP_contiguous OP_view_as OP_reshape_as OP_ravel);
}

/* The composite of the program's own inside of `house` that did the event, -1: the learner's code.
 */
static int part_of(const struct tape *t, int event, int house)
{
    int part = -1;
    for (int call = t->event[event].call; call >= 0 && call != house && t->call[call].prelude;
         call = t->call[call].parent) {
        part = call;
    }
    return part;
}

bool road_moves_within(const struct walk *w, int event, int other, int pass)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    if (!only_moves(e) || e->output_count == 0) {
        return false;
    }
    int house = house_of(t, other, t->pass[pass].softmax), part = part_of(t, other, house);
    return tape_inside(t, e->call, house) && /* what a convolution does inside is its own */
           (part < 0 || (house >= 0 && t->call[house].prelude) || !tape_inside(t, e->call, part));
}

/* `x = torch.arange(6.).view(2, 3)` is how x is made. */
static bool is_made_here(const struct walk *w, int event)
{
    int at[2];
    const struct event *e = &w->tape->event[event];
    if (walk_sources(w, event, 0, at) == 0) {
        return false;
    }
    const struct event *from = &w->tape->event[at[0]];
    return event_creates(from) && from->call == e->call && e->statement != NULL &&
           from->statement == e->statement;
}

void road_moves_into(struct walk *w, int event, int pass)
{
    for (int k = 0; k < w->tape->event[event].input_count; k++) {
        int at[2], to = event, input = k, n;
        while ((n = walk_sources(w, to, input, at)) > 0) {
            to = at[n - 1];
            input = 0;
            if (road_given(w, to) || !road_moves_within(w, to, event, pass) ||
                is_made_here(w, to)) {
                break;
            }
            road_give(w, to, road_moving(&w->tape->event[to]), pass);
        }
    }
}

void road_moves_out_of(struct walk *w, int event, int pass)
{
    const struct tape *t = w->tape;
    if (house_of(t, event, t->pass[pass].softmax) < 0) {
        return; /* at the top level nobody knows where attention ends */
    }
    walk_begin(w);
    walk_meet(w, event);
    for (int next = 0; next < w->count; next++) {
        int from = w->queue[next];
        for (int k = w->flow.first_out[from]; k < w->flow.first_out[from + 1]; k++) {
            int to = w->flow.out[k]->to;
            if (!road_given(w, to) && road_moves_within(w, to, event, pass)) {
                road_give(w, to, road_moving(&t->event[to]), pass);
                walk_meet(w, to);
            }
        }
    }
}
