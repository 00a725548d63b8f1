/* Looks through the binds of a tape. */
#include "tui/page/known.h"

#include "base/grow.h"

#include <limits.h>
#include <stdlib.h>

static bool is_shown(const struct tape_bind *b)
{
    return b->tensor != NULL || b->is_integer || b->value.type != VALUE_NONE;
}

int known_around(const struct tape *t, int call)
{
    do {
        call = t->call[call].parent;
    } while (call >= 0 && t->call[call].prelude);
    return call;
}

/* Whether a bind was made by the run of one of the cells from `cell` on. */
static bool made_from(const struct tape *t, const struct tape_bind *b, int cell)
{
    const struct span *at = &b->at;
    bool made = false;
    for (int call = b->call; call >= 0; call = t->call[call].parent) {
        at = &t->call[call].site;
    }
    for (int k = cell; k < t->cell_count && !made; k++) {
        made = t->cell[k].source->text == at->source->text;
    }
    return made;
}

int known_behind(const struct tape *t, int cells)
{
    int end = 0;
    while (end < t->bind_count && !made_from(t, &t->bind[end], cells)) {
        end++;
    }
    return end;
}

/* The binds [0, end) are those that the step has behind it; from `fresh` on they are its own. */
static void limits(const struct stepper *s, int *end, int *fresh)
{
    const struct tape *t = s->tape;
    int last = stepper_end(s) - 1, before = stepper_stop_before(s, s->row);
    *end = bindings_behind(t, last);
    *fresh = before >= 0 ? bindings_behind(t, s->outline.row[before].end - 1) : 0;
}

static bool add(struct known *k, const struct tape *t, int bind, int fresh)
{
    if (!grow(&k->at, k->count, &k->cap, sizeof *k->at)) {
        return false;
    }
    k->at[k->count++] = (struct known_name){.bind = &t->bind[bind], .fresh = bind >= fresh};
    return true;
}

/* The names of a call. */
static bool add_names(struct known *k, const struct stepper *s, int call, int fresh)
{
    const struct bindings *b = &s->bindings;
    bool ok = true;
    for (int j = bindings_of_call(b, call); ok && j >= 0; j = b->at[j].next) {
        int bind = bindings_now(b, &b->at[j], s->tape, stepper_end(s) - 1);
        ok = bind < 0 || !is_shown(&s->tape->bind[bind]) || add(k, s->tape, bind, fresh);
    }
    return ok;
}

/* "self.mask", given in another function of the class that `call` is of: "Head.__init__" beside
 * "Head.forward". Which object it was is not known; the last one is meant. */
static bool add_attributes(struct known *k, const struct stepper *s, int call, int end)
{
    const struct tape *t = s->tape;
    const struct bindings *b = &s->bindings;
    bool ok = true;
    for (int j = bindings_of_class(b, call); ok && j >= 0; j = b->at[j].next) {
        int bind = chain_before(b->in_class, b->at[j].last, end);
        while (bind >= 0 && (t->bind[bind].call == call || !is_shown(&t->bind[bind]))) {
            bind = b->in_class[bind].previous;
        }
        ok = bind < 0 || add(k, t, bind, INT_MAX);
    }
    return ok;
}

static int by_time(const void *a, const void *b)
{
    const struct tape_bind *x = ((const struct known_name *)a)->bind;
    const struct tape_bind *y = ((const struct known_name *)b)->bind;
    return (x > y) - (x < y);
}

static int against_time(const void *a, const void *b)
{
    return by_time(b, a);
}

static void sort(struct known *k, int from, int (*order)(const void *, const void *))
{
    if (k->count > from) {
        qsort(k->at + from, (size_t)(k->count - from), sizeof *k->at, order);
    }
}

/* At a text. */
static bool add_read(struct known *k, const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    const struct bindings *b = &s->bindings;
    int end = known_behind(s->tape, viewer_stop(v)->ran);
    bool ok = true;
    for (int j = bindings_of_call(b, -1); ok && j >= 0; j = b->at[j].next) {
        int bind = chain_before(b->in_call, b->at[j].last, end);
        ok = bind < 0 || !is_shown(&s->tape->bind[bind]) || add(k, s->tape, bind, INT_MAX);
    }
    sort(k, 0, by_time);
    return ok;
}

/* At a step. */
static bool add_known(struct known *k, const struct stepper *s)
{
    const struct tape *t = s->tape;
    int end, fresh;
    bool ok = true;
    limits(s, &end, &fresh);
    for (int call = t->event[stepper_event(s)].user_call; ok; call = known_around(t, call)) {
        int from = k->count;
        ok = add_names(k, s, call, fresh);
        sort(k, from, by_time);
        if (call < 0) {
            break;
        }
        from = k->count;
        ok = ok && add_attributes(k, s, call, end);
        sort(k, from, against_time);
    }
    return ok;
}

bool known_find(struct known *k, const struct viewer *v)
{
    *k = (struct known){0};
    bool ok = viewer_reads(v) ? add_read(k, v) : v->where.at.row < 0 || add_known(k, &v->where.at);
    if (!ok) {
        known_free(k);
    }
    return ok;
}

void known_free(struct known *k)
{
    free(k->at);
    *k = (struct known){0};
}
