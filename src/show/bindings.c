/* Makes chains of binds, in one pass over the tape. */
#include "show/bindings.h"

#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

/* Functions whose name is "Head.forward" belong to the class "Head.". */
static size_t class_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) + 1 : 0;
}

/* Classes have the numbers behind those of the calls. There are few of them. */
static bool find_classes(struct bindings *b, const struct tape *t)
{
    struct map known = {0}; /* name of a function: the first call that had it */
    int scopes = t->call_count + 1;
    bool ok = true;
    for (int k = 0; ok && k < t->call_count; k++) {
        const char *name = t->call[k].name;
        size_t len = class_length(name);
        uint64_t key = (uint64_t)(uintptr_t)name;
        int same = (int)map_get(&known, key, -1);
        b->class_of[k] = same >= 0 ? b->class_of[same] : -1;
        if (same >= 0 || len == 0 || t->call[k].prelude) {
            continue;
        }
        for (size_t j = 0; j < known.size && b->class_of[k] < 0; j++) {
            int other = known.at[j].used ? (int)known.at[j].value : -1;
            if (other >= 0 && class_length(t->call[other].name) == len &&
                strncmp(t->call[other].name, name, len) == 0) {
                b->class_of[k] = b->class_of[other];
            }
        }
        b->class_of[k] = b->class_of[k] >= 0 ? b->class_of[k] : scopes++;
        ok = map_set(&known, key, k);
    }
    map_free(&known);
    b->first = ok ? malloc((size_t)scopes * sizeof *b->first) : NULL;
    for (int k = 0; b->first != NULL && k < scopes; k++) {
        b->first[k] = -1;
    }
    return b->first != NULL;
}

static uint64_t key_of(int scope, int number)
{
    return (uint64_t)(uint32_t)scope << 32 | (uint32_t)number;
}

/* Bind k, of that name in that scope. */
static bool add(struct bindings *b, int scope, const char *name, struct chain *chain, int k)
{
    int number = (int)map_get(&b->numbers, (uint64_t)(uintptr_t)name, -1);
    if (number < 0) {
        number = b->name_count;
        if (!grow(&b->name, number, &b->name_cap, sizeof *b->name) ||
            !map_set(&b->numbers, (uint64_t)(uintptr_t)name, number)) {
            return false;
        }
        b->name[b->name_count++] = name;
    }
    int at = (int)map_get(&b->place, key_of(scope, number), -1);
    if (at < 0) {
        at = b->count;
        if (!grow(&b->at, at, &b->cap, sizeof *b->at) ||
            !map_set(&b->place, key_of(scope, number), at)) {
            return false;
        }
        b->at[b->count++] = (struct binding){.name = name, .last = -1, .next = b->first[scope]};
        b->first[scope] = at;
    }
    chain_add(chain, k, b->at[at].last);
    b->at[at].last = k;
    return true;
}

bool bindings_make(struct bindings *b, const struct tape *t)
{
    size_t binds = (size_t)t->bind_count + 1;
    *b = (struct bindings){.in_call = calloc(binds, sizeof *b->in_call),
                           .in_class = calloc(binds, sizeof *b->in_class),
                           .class_of = malloc(((size_t)t->call_count + 1) * sizeof *b->class_of)};
    bool ok =
        b->in_call != NULL && b->in_class != NULL && b->class_of != NULL && find_classes(b, t);
    for (int k = 0; ok && k < t->bind_count; k++) {
        const struct tape_bind *x = &t->bind[k];
        if (x->call >= 0 && t->call[x->call].prelude) {
            continue;
        }
        int class = x->call >= 0 ? b->class_of[x->call] : -1;
        ok = add(b, x->call + 1, x->name, b->in_call, k) &&
             (class < 0 || strncmp(x->name, "self.", 5) != 0 ||
              add(b, class, x->name, b->in_class, k));
    }
    if (!ok) {
        bindings_free(b);
    }
    return ok;
}

void bindings_free(struct bindings *b)
{
    free(b->at);
    map_free(&b->place);
    map_free(&b->numbers);
    free(b->name);
    free(b->first);
    free(b->class_of);
    free(b->in_call);
    free(b->in_class);
    *b = (struct bindings){0};
}

int bindings_of_call(const struct bindings *b, int call)
{
    return b->first[call + 1];
}

int bindings_of_class(const struct bindings *b, int call)
{
    return b->class_of[call] >= 0 ? b->first[b->class_of[call]] : -1;
}

/* Whether a bind is a part of the statement that the event is part of: `q = x @ W`. One that calls
 * the event's function, or holds other statements, is known by its line. */
static bool is_of_statement(const struct tape *t, const struct event *e, const struct tape_bind *b)
{
    const struct node *n = e->of >= 0 ? NULL : e->statement;
    const struct span *at = e->asked != NULL ? e->asked : &e->code;
    int call = e->user_call;
    for (; call != b->call && call >= 0; call = t->call[call].parent) {
        at = &t->call[call].site;
        n = NULL;
    }
    if (call != b->call || b->at.source != at->source) {
        return false;
    }
    if (n == NULL || n->body.count > 0) {
        return b->at.line == at->line;
    }
    at = &n->span;
    return (b->at.line > at->line || (b->at.line == at->line && b->at.column >= at->column)) &&
           (b->at.line < at->end_line ||
            (b->at.line == at->end_line && b->at.column < at->end_column));
}

int bindings_behind(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int end = event + 1 < t->event_count ? e[1].binds : t->bind_count, behind = e->binds;
    for (int k = behind; k < end && e->stage != STAGE_TRAINING; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (is_of_statement(t, e, b)) {
            behind = k + 1;
        } else if (b->call < 0 || !t->call[b->call].prelude) {
            break;
        }
    }
    return e->stage == STAGE_TRAINING ? end : behind;
}

int bindings_now(const struct bindings *b, const struct binding *of, const struct tape *t,
                 int event)
{
    int now = chain_before(b->in_call, of->last, bindings_behind(t, event));
    return now < 0 && event + 1 == t->event_count ? of->last : now;
}

const struct binding *bindings_find(const struct bindings *b, int call, const char *name)
{
    int number = (int)map_get(&b->numbers, (uint64_t)(uintptr_t)name, -1);
    int at = number >= 0 ? (int)map_get(&b->place, key_of(call + 1, number), -1) : -1;
    return at >= 0 ? &b->at[at] : NULL;
}
