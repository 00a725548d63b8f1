/* Allocates scratch memory: malloc that asks the run's budget first. */
#include "tensor/compute/scratch.h"

#include <stdlib.h>

void *scratch_new(struct compute *cx, int64_t count, size_t size)
{
    uint64_t items = count > 0 ? (uint64_t)count : 1;
    size_t bytes = items > PTRDIFF_MAX / size ? (size_t)PTRDIFF_MAX : (size_t)items * size;
    if (cx->memory != NULL) {
        if (!budget_take(cx->memory, bytes, cx->err)) {
            return NULL;
        }
        budget_give(cx->memory, bytes);
    }
    void *memory = malloc(bytes);
    if (memory == NULL) {
        error_memory(cx->err);
    }
    return memory;
}
