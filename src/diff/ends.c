/* Finds the tensors at which a run ends: what goes into nothing else, and what is only printed. */
#include "diff/ends.h"

#include "trace/tape/event.h"

static bool is_end(const struct holdings *h, const struct flow *f, int k)
{
    const struct held *held = &h->at[k];
    const struct event *e = &h->tape->event[held->event];
    bool noise = held->numel == 1 && held->size < 1e-6; /* a check that is 0 but for rounding */
    return held->output >= 0 && held->telling && !noise && !event_creates(e) && !e->setup &&
           f->first_out[held->event] == f->first_out[held->event + 1];
}

/* What a tensor was picked from, out[0, 0] from out; itself, where nothing was left out. */
static int picked_from(const struct holdings *h, int k)
{
    const struct event *e = &h->tape->event[h->at[k].event];
    int from = h->at[k].output >= 0 && event_moves(e) && e->input_count == 1
                   ? holdings_input(h, h->at[k].event, 0)
                   : -1;
    bool whole = from >= 0 && h->at[from].numel > h->at[k].numel && h->at[from].output >= 0;
    return whole ? picked_from(h, from) : k;
}

/* The tensor that is to be found for an end: what is printed may be a part of it, and the rest
 * another one. Of a longer text only the last row may have been computed in one of the runs. */
static int end_of(const struct holdings *h, const struct holdings *other, int k)
{
    int twin = h->at[k].twin, whole = picked_from(h, k);
    if (twin < 0 || whole == k) {
        return whole;
    }
    return h->at[whole].numel == other->at[picked_from(other, twin)].numel ? whole : k;
}

/* Whether what is made of an event's result leaves some of its cells out: all that takes it picks
 * from it, or counts places, as argmax does. */
static bool is_left(const struct holdings *h, const struct flow *f, int event)
{
    int64_t picked = 0, all = h->at[h->first[event]].numel;
    for (int j = f->first_out[event]; j < f->first_out[event + 1]; j++) {
        int to = f->out[j]->to, gives = h->first[to];
        const struct event *e = &h->tape->event[to];
        bool picks = event_moves(e) && e->input_count == 1;
        for (int k = 0; gives >= 0 && k < e->output_count; k++) {
            picked += picks ? h->at[gives + k].numel : 0;
            if (!picks && h->at[gives + k].telling) {
                return false;
            }
        }
    }
    return picked > 0 && picked < all;
}

/* What a tensor was picked from, where the other run picked its twin from one as large: the rest of
 * it is only printed. -1: it is found, or there is none. */
static int left_behind(const struct holdings *h, const struct holdings *other, const struct flow *f,
                       int k)
{
    int twin = h->at[k].output >= 0 ? h->at[k].twin : -1, whole = twin >= 0 ? picked_from(h, k) : k;
    bool missed = whole != k && h->at[whole].twin < 0 && h->at[whole].telling &&
                  h->at[whole].numel == other->at[picked_from(other, twin)].numel;
    return missed && is_left(h, f, h->at[whole].event) ? whole : -1;
}

struct ends ends_of(const struct holdings *h, const struct holdings *other, const struct flow *f)
{
    struct ends e = {-1, -1, 0};
    for (int k = 0; k < h->count; k++) {
        int left = left_behind(h, other, f, k);
        if (left >= 0) {
            e.last_missed = left;
            e.missed++;
        }
        if (is_end(h, f, k)) {
            e.last = end_of(h, other, k);
            if (h->at[e.last].twin < 0) {
                e.last_missed = e.last;
                e.missed++;
            }
        }
    }
    for (int k = h->count - 1; k >= 0 && e.last < 0; k--) { /* whole numbers alone: token ids */
        if (h->at[k].output >= 0 && h->at[k].telling && !h->tape->event[h->at[k].event].setup) {
            e.last = k;
            e.missed = h->at[k].twin < 0;
            e.last_missed = e.missed ? k : -1;
        }
    }
    return e;
}
