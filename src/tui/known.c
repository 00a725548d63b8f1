/* Looking through the binds of a tape. */
#include "tui/known.h"

#include <stdlib.h>
#include <string.h>

/* Names are interned, so that a name and a call make one number. */
static uint64_t key_of(const struct tape_bind *b)
{
    return (uint64_t)(uintptr_t)b->name + ((uint64_t)(b->call + 1) << 48);
}

static bool is_shown(const struct tape_bind *b)
{
    return b->tensor != NULL || b->is_integer || b->value.type != VALUE_NONE;
}

/* The binds [0, end) are those that the step has behind it; from `fresh` on they are its own. */
static void limits(const struct stepper *s, int *end, int *fresh)
{
    const struct tape *t = s->tape;
    int last = stepper_event(s), before = stepper_stop_before(s, s->row);
    *end = last + 1 < t->event_count ? t->event[last + 1].binds : t->bind_count;
    *fresh = 0;
    if (before >= 0) {
        int behind = s->outline.row[before].end;
        *fresh = behind < t->event_count ? t->event[behind].binds : t->bind_count;
    }
}

/* "self.mask", given in another function of the class that `call` is of: "Head.__init__" beside
 * "Head.forward". Which object it was is not known; the last one is meant. */
static bool is_attribute(const struct tape *t, const struct tape_bind *b, int call)
{
    if (b->call < 0 || b->call == call || strncmp(b->name, "self.", 5) != 0 || !is_shown(b)) {
        return false;
    }
    const char *own = t->call[call].name, *other = t->call[b->call].name;
    const char *dot = strrchr(own, '.');
    size_t len = dot == NULL ? 0 : (size_t)(dot - own) + 1;
    return len > 0 && strncmp(own, other, len) == 0 && strchr(other + len, '.') == NULL;
}

static void add_attributes(struct known *k, const struct stepper *s, int call, int end)
{
    const struct tape *t = s->tape;
    int from = k->count;
    for (int j = end - 1; call >= 0 && j >= 0; j--) {
        bool met = !is_attribute(t, &t->bind[j], call);
        for (int i = from; i < k->count && !met; i++) {
            met = k->at[i].bind->name == t->bind[j].name;
        }
        if (!met) {
            k->at[k->count++] = (struct known_name){.bind = &t->bind[j]};
        }
    }
}

bool known_find(struct known *k, const struct stepper *s)
{
    const struct tape *t = s->tape;
    struct map last = {0};
    int end, fresh, call;
    bool ok = true;
    *k = (struct known){0};
    if (s->row < 0) {
        return true;
    }
    limits(s, &end, &fresh);
    for (int j = 0; ok && j < end; j++) {
        ok = map_set(&last, key_of(&t->bind[j]), j);
    }
    k->at = ok ? malloc((last.count * 2 + 1) * sizeof *k->at) : NULL;
    call = t->event[stepper_event(s)].user_call;
    while (k->at != NULL) {
        for (int j = 0; j < end; j++) {
            const struct tape_bind *b = &t->bind[j];
            if (b->call == call && is_shown(b) && map_get(&last, key_of(b), -1) == j) {
                k->at[k->count++] = (struct known_name){.bind = b, .fresh = j >= fresh};
            }
        }
        if (call < 0) {
            break;
        }
        add_attributes(k, s, call, end);
        do {
            call = t->call[call].parent;
        } while (call >= 0 && t->call[call].prelude);
    }
    map_free(&last);
    return k->at != NULL;
}

void known_free(struct known *k)
{
    free(k->at);
    *k = (struct known){0};
}
