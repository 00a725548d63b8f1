/* Finds views and transposes at the two ends of a pass: what goes into the projections is counted
 * in other axes, what comes out of the last one is put back. They count as steps of attention only
 * inside its own function. */
#include "trace/stage/path_outside.h"

#include "trace/stage/path.h"
#include "trace/tape/event.h"

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
           (event_does(e, RESHAPES | SQUEEZES) || event_is(e, OP_contiguous));
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

bool path_moves_within(const struct graph *g, int event, int other, int pass)
{
    const struct tape *t = g->tape;
    const struct event *e = &t->event[event];
    if (!only_moves(e) || e->output_count == 0) {
        return false;
    }
    int house = house_of(t, other, t->pass[pass].softmax), part = part_of(t, other, house);
    return tape_inside(t, e->call, house) && /* what a convolution does inside is its own */
           (part < 0 || (house >= 0 && t->call[house].prelude) || !tape_inside(t, e->call, part));
}

/* `x = torch.arange(6.).view(2, 3)` is how x is made. */
static bool is_made_here(const struct graph *g, int event)
{
    int at[2];
    const struct event *e = &g->tape->event[event];
    if (graph_sources(g, event, 0, at) == 0) {
        return false;
    }
    const struct event *from = &g->tape->event[at[0]];
    return event_creates(from) && from->call == e->call && e->statement != NULL &&
           from->statement == e->statement;
}

void path_moves_into(struct graph *g, int event, int pass)
{
    for (int k = 0; k < g->tape->event[event].input_count; k++) {
        int at[2], to = event, input = k, n;
        while ((n = graph_sources(g, to, input, at)) > 0) {
            to = at[n - 1];
            input = 0;
            if (path_given(g, to) || !path_moves_within(g, to, event, pass) ||
                is_made_here(g, to)) {
                break;
            }
            path_give(g, to, path_moving(&g->tape->event[to]), pass);
        }
    }
}

void path_moves_out_of(struct graph *g, int event, int pass)
{
    const struct tape *t = g->tape;
    if (house_of(t, event, t->pass[pass].softmax) < 0) {
        return; /* at the top level nobody knows where attention ends */
    }
    graph_begin(g);
    graph_meet(g, event);
    for (int next = 0; next < g->count; next++) {
        int from = g->queue[next];
        for (int k = g->flow.first_out[from]; k < g->flow.first_out[from + 1]; k++) {
            int to = g->flow.out[k]->to;
            if (!path_given(g, to) && path_moves_within(g, to, event, pass)) {
                path_give(g, to, path_moving(&t->event[to]), pass);
                graph_meet(g, to);
            }
        }
    }
}
