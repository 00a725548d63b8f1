/* Counts how much memory a run may use, and has in use. Shared by tensors, objects and texts in the
 * making.
 */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct budget {
    size_t limit; /* bytes; 0 = none */
    bool fixed;   /* on a page nobody can raise it */
    size_t used;
    size_t peak;
    /* What could not be said at once: of the first text (buf.h) or tree (arena.h) that did not fit.
     * The run looks at it at its next step, and ends. */
    struct error refused;
};

/* Says so: `bytes` more do not fit. Always false. */
bool budget_refuse(const struct budget *b, uint64_t bytes, struct error *err);
/* False with ERROR_LIMIT when `bytes` more do not fit: the sentence names the size asked for, what
 * is in use and --max-memory. `bytes` counts what a program asks for, which a machine of 32 bits
 * cannot. */
static inline bool budget_take(struct budget *b, uint64_t bytes, struct error *err)
{
    size_t limit = b->limit == 0 ? SIZE_MAX : b->limit;
    if (b->used > limit || bytes > limit - b->used) {
        return bytes == 0 || budget_refuse(b, bytes, err);
    }
    b->used += (size_t)bytes;
    if (b->used > b->peak) {
        b->peak = b->used;
    }
    return true;
}
static inline void budget_give(struct budget *b, size_t bytes)
{
    b->used -= bytes < b->used ? bytes : b->used;
}
/* The same for who has no error to fill in: the sentence stays in `refused`. No budget: true. */
bool budget_take_silently(struct budget *b, size_t bytes);
/* How many bytes there is room for. */
size_t budget_left(const struct budget *b);
