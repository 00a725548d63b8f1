/* Finds all warnings, and looks them up by event. */
#include "mistakes/warn.h"

#include <stdlib.h>
#include <string.h>

bool warnings_doubt(const struct warnings *w, const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    for (int k = 0; w != NULL && k < w->count; k++) {
        const struct warning *x = &w->at[k];
        bool line = x->at.source == e->code.source && x->at.line <= e->code.end_line &&
                    x->at.end_line >= e->code.line;
        bool stage = e->pass >= 0 && t->event[x->event].pass == e->pass &&
                     mistake_table[x->kind].found.doubts == e->stage;
        if (line || stage) {
            return true;
        }
    }
    return false;
}

int warnings_places(const struct warnings *w)
{
    int places = 0;
    for (int k = 0; k < w->count; k++) {
        places += !w->at[k].again;
    }
    return places;
}

static int by_event(const void *a, const void *b)
{
    const struct warning *x = a, *y = b;
    return x->event != y->event ? (x->event > y->event) - (x->event < y->event)
                                : (x->kind > y->kind) - (x->kind < y->kind);
}

/* What a row looks at, one by one. */
static bool find(struct warner *w, const struct mistake_found *f)
{
    const struct tape *t = w->tape;
    int count = f->each == EACH_RUN ? 1 : f->each == EACH_PASS ? t->pass_count : t->event_count;
    for (w->at = 0; !w->failed && w->at < count; w->at++) {
        w->event = f->each == EACH_EVENT ? &t->event[w->at] : NULL;
        w->pass = f->each == EACH_PASS ? &t->pass[w->at] : NULL;
        f->find(w);
    }
    return !w->failed && !w->graph.late;
}

bool warnings_find(struct tape *t, struct warnings *out)
{
    struct warner w = {.tape = t, .out = out};
    *out = (struct warnings){0};
    if (!graph_init(&w.graph, t)) {
        return false;
    }
    bool ok = graph_reach(&w.graph);
    for (int k = 0; ok && k < MISTAKE_COUNT; k++) {
        const struct mistake_found *f = &mistake_table[k].found;
        w.kind = (enum mistake_kind)k;
        ok = f->find == NULL || (tape_in_time(t) && find(&w, f));
    }
    graph_free(&w.graph);
    map_free(&w.said);
    if (!ok) {
        warnings_free(out);
        return false;
    }
    if (out->count > 0) {
        qsort(out->at, (size_t)out->count, sizeof *out->at, by_event);
    }
    return true;
}

/* The first warning of event `event` or of one behind it. */
static int first_of(const struct warnings *w, int event)
{
    int low = 0, high = w->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (w->at[middle].event < event) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int warnings_next(const struct warnings *w, int from, int first, int last)
{
    int least = w == NULL ? 0 : first_of(w, first);
    for (int k = from > least ? from : least; w != NULL && k < w->count && w->at[k].event <= last;
         k++) {
        bool said = false;
        for (int j = k - 1; !said && w->at[k].again && j >= 0 && w->at[j].event >= first; j--) {
            said = warn_same_place(&w->at[j], &w->at[k]);
        }
        if (!said) {
            return k;
        }
    }
    return -1;
}

void warnings_free(struct warnings *w)
{
    free(w->at);
    *w = (struct warnings){0};
}
