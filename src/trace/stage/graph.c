/* Searches the events as a graph, in breadth: what was met is marked with the number of the search.
 * */
#include "trace/stage/graph.h"

#include <stdlib.h>
#include <string.h>

bool graph_init(struct graph *g, struct tape *t)
{
    struct error *err = &t->session->in.error;
    size_t events = (size_t)t->event_count + 1;
    *g = (struct graph){.tape = t, .scales.pass = -1};
    g->seen = calloc(events, sizeof *g->seen);
    g->path = calloc(events, sizeof *g->path);
    g->queue = calloc(events, sizeof *g->queue);
    g->sorted = calloc(events, sizeof *g->sorted);
    if (g->seen == NULL || g->path == NULL || g->queue == NULL || g->sorted == NULL) {
        graph_free(g);
        return error_memory(err);
    }
    if (!flow_find(&g->flow, t, false, err)) {
        graph_free(g);
        return false;
    }
    return true;
}

void graph_free(struct graph *g)
{
    flow_free(&g->flow);
    free(g->seen);
    free(g->path);
    free(g->queue);
    free(g->sorted);
    free(g->reach);
    free(g->plain);
    *g = (struct graph){0};
}

void graph_begin(struct graph *g)
{
    g->number++;
    g->count = 0;
    g->late = g->late || !tape_in_time(g->tape);
}

bool graph_met(const struct graph *g, int event)
{
    return g->seen[event] == g->number;
}

bool graph_meet(struct graph *g, int event)
{
    if (graph_met(g, event)) {
        return false;
    }
    g->seen[event] = g->number;
    g->queue[g->count++] = event;
    return true;
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void graph_sort(struct graph *g)
{
    size_t count = (size_t)g->count;
    memcpy(g->sorted, g->queue, count * sizeof *g->sorted);
    qsort(g->sorted, count, sizeof *g->sorted, by_number);
}

bool graph_reach(struct graph *g)
{
    const struct tape *t = g->tape;
    g->reach = calloc((size_t)t->pass_count + 1, sizeof *g->reach);
    if (g->reach == NULL) {
        return error_memory(&t->session->in.error);
    }
    for (int k = 0; k < t->pass_count; k++) {
        g->reach[k] = (struct reach){.low = t->event_count, .high = -1};
    }
    for (int k = 0; k < t->event_count; k++) {
        struct reach *r = t->event[k].pass >= 0 ? &g->reach[t->event[k].pass] : NULL;
        if (r != NULL) {
            r->low = k < r->low ? k : r->low;
            r->high = k;
        }
    }
    return true;
}

int graph_sources(const struct graph *g, int event, int input, int at[2])
{
    int n = 0;
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1] && n < 2; k++) {
        if (g->flow.in[k].input == input) {
            at[n++] = g->flow.in[k].from;
        }
    }
    return n;
}
