/* The arena: blocks in a list, the newest at the head, each handed out front to back.
 * Nothing is given back one by one; arena_free gives back everything. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)16 * 1024)

struct arena_block {
    struct arena_block *next;
    size_t size; /* bytes behind the header */
    max_align_t bytes[];
};

/* A fresh head block. A request larger than a block gets one of its own size. */
static struct arena_block *new_block(struct arena *a, size_t size)
{
    size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    struct arena_block *block = calloc(1, sizeof *block + room);
    if (block == NULL) {
        return NULL;
    }
    block->size = room;
    a->total += sizeof *block + room;
    return block;
}

void *arena_alloc(struct arena *a, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    if (size > PTRDIFF_MAX) { /* no object is that large; below, no sum can overflow */
        return NULL;
    }
    size = (size + align - 1) / align * align;
    struct arena_block *head = a->head;
    if (head != NULL && size <= head->size - a->used) {
        void *at = (char *)head->bytes + a->used;
        a->used += size;
        return at;
    }
    struct arena_block *block = new_block(a, size);
    if (block == NULL) {
        return NULL;
    }
    if (head != NULL && size > BLOCK_SIZE) {
        /* Keep filling the old head: a large block is full from the start. */
        block->next = head->next;
        head->next = block;
        return block->bytes;
    }
    block->next = head;
    a->head = block;
    a->used = size;
    return block->bytes;
}

char *arena_copy(struct arena *a, const char *text, size_t len)
{
    char *copy = len < PTRDIFF_MAX ? arena_alloc(a, len + 1) : NULL;
    if (copy != NULL && len > 0) {
        memcpy(copy, text, len);
    }
    return copy; /* the memory came zeroed: it ends in a NUL */
}

void arena_free(struct arena *a)
{
    for (struct arena_block *block = a->head, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    *a = (struct arena){0};
}
