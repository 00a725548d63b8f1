/* Finds which steps of the code's own backward() lead to which gradient. */
#include "trace/tape/own.h"

#include "lang/object/raise.h"
#include "trace/tape/event.h"

/* As an event's of_element: nothing that it leads to was given so far; the gradient in question. */
enum { LEADS_NOWHERE = -2, LEADS_HERE = -3 };

struct target { /* as in struct event */
    int of, argument, element;
};

static uint64_t key_of(int of, int argument)
{
    return (uint64_t)of << 16 | (uint64_t)argument;
}

/* The operation within the function that reads the numbers of the leaf first; else the one that
 * made the leaf. */
static struct target reader_of(const struct tape *t, const struct packed_given *g)
{
    int last = train_place(t, g->of - 1), maker = (int)map_get(&t->makers, g->leaf, -1);
    int call = t->event[last].user_call, first = call >= 0 ? t->call[call].first : last;
    int end = call >= 0 && t->call[call].end > last ? t->call[call].end : last + 1;
    for (int k = first; k < end; k++) {
        const struct event *e = &t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            if (e->input[j].of.serial == g->leaf && !event_lends(e, j)) {
                return (struct target){k, e->input[j].argument, e->input[j].element};
            }
        }
    }
    return (struct target){maker >= 0 ? maker : last, -1, 0};
}

static void mark(struct tape *t, int event, int first)
{
    if (event >= first && t->event[event].of_element == LEADS_NOWHERE) {
        t->event[event].of_element = LEADS_HERE;
    }
}

bool own_take(struct tape *t, struct map *leaves, const struct packed_given *g)
{
    int first = g->count < t->event_count ? t->event_count - g->count : 0;
    int maker = (int)map_get(&t->makers, g->grad, -1);
    struct target to = {g->to > 0 ? train_place(t, g->to - 1) : -1, -1, g->result};
    if (g->leaf != 0 && g->of > 0) {
        to = reader_of(t, g);
        int64_t packed = (int64_t)to.of << 32 | (int64_t)(to.argument + 1) << 24 | to.element;
        if (!map_set(leaves, key_of(g->of, g->argument), packed)) {
            return raise_memory(&t->session->in);
        }
    }
    mark(t, maker, first);
    for (int k = t->event_count - 1; to.of >= 0 && k >= first; k--) {
        struct event *e = &t->event[k];
        if (e->of_element != LEADS_HERE) {
            continue;
        }
        e->of = to.of;
        e->of_argument = to.argument;
        e->of_element = to.element;
        e->gradient = k == maker ? "" : NULL; /* gradients_name tells */
        for (int j = 0; j < e->input_count; j++) {
            const struct tape_tensor *of = &e->input[j].of;
            mark(t, of->maker, first);
            if (of->written >= 0) {
                mark(t, t->write[of->written].event, first);
            }
        }
    }
    return true;
}

void own_gathers(const struct map *leaves, int of, struct event *e)
{
    int64_t packed = map_get(leaves, key_of(of, e->of_argument), -1);
    if (packed >= 0) {
        e->of = (int)(packed >> 32);
        e->of_argument = (int)(packed >> 24 & 0xff) - 1;
        e->of_element = (int)(packed & 0xffffff);
    }
}
