/* An arena holds many small allocations that die together (a syntax tree, a signature table).
 * Zero value `{0}` is an empty arena. */
#pragma once

#include "base/budget.h"

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *head;
    size_t used;           /* bytes handed out from the head block */
    size_t total;          /* bytes taken from the system */
    struct budget *budget; /* that they are taken from, borrowed; NULL: none */
};

/* Zeroed memory, aligned for any type, until arena_free; NULL when the system or the budget has
 * none. */
void *arena_alloc(struct arena *a, size_t size);
char *arena_copy(struct arena *a, const char *text, size_t len); /* a NUL-terminated copy */
/* All that is left of the newest block, or a new one: *size bytes, at least `least`, not zeroed.
 * For who lays out many small things of sizes that are not known before. NULL as above. */
void *arena_rest(struct arena *a, size_t least, size_t *size);
void arena_free(struct arena *a);
