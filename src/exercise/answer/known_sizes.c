/* Collects the names of sizes from a tape. */

#include "base/named.h"
#include "exercise/kind.h"

#include <string.h>

#define MOST_NAMES 256

static bool add(struct question *q, struct known_size *at, const char *name, int64_t size,
                struct error *err)
{
    if (named_at(at, q->known_count, sizeof *at, name) >= 0) {
        return true; /* what came first stands */
    }
    if (q->known_count == MOST_NAMES) {
        return true;
    }
    const char *copy = arena_copy(&q->arena, name, strlen(name));
    if (copy == NULL) {
        return error_memory(err);
    }
    at[q->known_count++] = (struct known_size){.name = copy, .size = size};
    return true;
}

static bool add_bind(struct question *q, struct known_size *at, const struct tape_bind *b,
                     struct error *err)
{
    const char *dot = strrchr(b->name, '.');
    if (!b->is_integer || b->integer < 0 || b->at.source->prelude) {
        return true;
    }
    return add(q, at, b->name, b->integer, err) &&
           (dot == NULL || add(q, at, dot + 1, b->integer, err));
}

bool known_sizes_find(struct question *q, struct error *err)
{
    const struct tape *t = q->run->tape;
    struct known_size *at = arena_alloc(&q->arena, MOST_NAMES * sizeof *at);
    if (at == NULL) {
        return error_memory(err);
    }
    q->known = at;
    for (int k = 0; k < q->ndim; k++) {
        if (q->axes[k] != NULL && !add(q, at, q->axes[k], q->shape[k], err)) {
            return false;
        }
    }
    int end = q->event >= 0 ? t->event[q->event].binds : t->bind_count;
    for (int k = 0; k < t->bind_count; k++) {
        if (!add_bind(q, at, &t->bind[k < end ? end - 1 - k : k], err)) {
            return false;
        }
    }
    return true;
}
