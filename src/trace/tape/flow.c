/* Finds the edges from the event that made a value to the events that take it. A tensor that was
 * written since it was made comes from its last write as well; what was written before that write
 * is reached through the write's own edges, so that a loop of a thousand writes has a thousand
 * edges, not half a million. */
#include "trace/tape/flow.h"

#include <stdlib.h>
#include <string.h>

/* The last write that `input` of event `event` shows, -1: none since the object was made. */
static int last_writer(const struct tape *t, int event, const struct tape_tensor *of)
{
    for (int k = of->written; k >= 0 && t->write[k].event > of->maker; k = t->write[k].previous) {
        if (t->write[k].event < event && tape_overlap(&t->write[k].region, &of->tensor)) {
            return t->write[k].event;
        }
    }
    return -1;
}

static void add(struct flow *f, int from, int to, int input)
{
    if (from >= 0 && from < to) {
        f->in[f->edge_count++] = (struct flow_edge){.from = from, .to = to, .input = input};
    }
}

static void find_edges(struct flow *f, bool backward)
{
    const struct tape *t = f->tape;
    for (int k = 0; k < t->event_count; k++) {
        f->first_in[k] = f->edge_count;
        const struct event *e = &t->event[k];
        bool counts = e->figure == NULL /* which only looks */ && (backward || e->of < 0);
        int inputs = counts ? e->input_count : 0;
        for (int j = 0; j < inputs; j++) {
            const struct tape_tensor *of = &t->event[k].input[j].of;
            int writer = last_writer(t, k, of);
            /* a weight's gradient is another object over the same memory */
            int maker = of->maker >= 0 || !backward ? of->maker : tape_owner(t, of);
            add(f, maker, k, j);
            if (writer != maker) {
                add(f, writer, k, j);
            }
        }
    }
    f->first_in[t->event_count] = f->edge_count;
}

static void turn_edges(struct flow *f)
{
    int count = f->tape->event_count;
    for (int k = 0; k < f->edge_count; k++) {
        f->first_out[f->in[k].from + 1]++;
    }
    for (int k = 0; k < count; k++) {
        f->first_out[k + 1] += f->first_out[k];
    }
    for (int k = f->edge_count - 1; k >= 0; k--) { /* from behind: their order stays */
        f->out[--f->first_out[f->in[k].from + 1]] = &f->in[k];
    }
    memmove(f->first_out, f->first_out + 1, (size_t)count * sizeof *f->first_out);
    f->first_out[count] = f->edge_count;
}

bool flow_find(struct flow *f, const struct tape *t, bool backward, struct error *err)
{
    size_t inputs = 0, events = (size_t)t->event_count;
    for (int k = 0; k < t->event_count; k++) {
        inputs += (size_t)t->event[k].input_count;
    }
    *f = (struct flow){.tape = t};
    f->in = calloc(2 * inputs + 1, sizeof *f->in);
    f->out = calloc(2 * inputs + 1, sizeof *f->out);
    f->first_in = calloc(events + 2, sizeof *f->first_in);
    f->first_out = calloc(events + 2, sizeof *f->first_out);
    if (f->in == NULL || f->out == NULL || f->first_in == NULL || f->first_out == NULL) {
        flow_free(f);
        return error_memory(err);
    }
    find_edges(f, backward);
    turn_edges(f);
    return true;
}

void flow_free(struct flow *f)
{
    free(f->in);
    free(f->out);
    free(f->first_in);
    free(f->first_out);
    *f = (struct flow){0};
}
