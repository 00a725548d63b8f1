/* Scratch memory: malloc that asks the run's budget first. */
#include "tensor/compute/scratch.h"

#include <stdlib.h>

void *scratch_new(struct compute *cx, int64_t count, size_t size)
{
    size_t items = count > 0 ? (size_t)count : 1;
    size_t bytes = items > (size_t)PTRDIFF_MAX / size ? (size_t)PTRDIFF_MAX : items * size;
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
