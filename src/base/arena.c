/* The arena keeps blocks in a list, the newest at the head, each handed out front to back.
 * Nothing is given back one by one; arena_free gives back everything. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SMALLEST ((size_t)16 * 1024) /* blocks double in size up to a huge page */
#define LARGEST ((size_t)2 << 20)

struct arena_block {
    struct arena_block *next;
    size_t size; /* bytes behind the header */
    max_align_t bytes[];
};

/* How large the next block is: an arena that grows takes ever fewer of them. */
static size_t next_size(const struct arena *a)
{
    size_t size = SMALLEST;
    while (size < LARGEST && size < a->total) {
        size *= 2;
    }
    return size;
}

static bool is_mapped(size_t bytes)
{
#ifdef MADV_HUGEPAGE
    return bytes == LARGEST;
#else
    return false;
#endif
}

/* The largest blocks come from the system one by one and lie on huge pages where it has
 * them: touching them page by page would cost more than filling them. */
static struct arena_block *take_block(size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (is_mapped(bytes)) {
        char *at =
            mmap(NULL, 2 * LARGEST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) {
            return NULL;
        }
        size_t before = (LARGEST - (uintptr_t)at % LARGEST) % LARGEST; /* up to an aligned start */
        if (before > 0) {
            munmap(at, before);
        }
        munmap(at + before + LARGEST, LARGEST - before);
        (void)madvise(at + before, LARGEST, MADV_HUGEPAGE); /* only a hint: refused is fine */
        return (struct arena_block *)(void *)(at + before);
    }
#endif
    return malloc(bytes);
}

static void give_block(struct arena_block *block)
{
    size_t bytes = block->size + sizeof *block;
    if (is_mapped(bytes)) {
        munmap(block, bytes);
    } else {
        free(block);
    }
}

/* A fresh block. A request larger than the next block gets one of its own size. */
static struct arena_block *new_block(struct arena *a, size_t size)
{
    size_t bytes = next_size(a), header = sizeof(struct arena_block);
    if (size > bytes - header) {
        bytes = header + size;
    }
    if (!budget_take_silently(a->budget, bytes)) {
        return NULL;
    }
    struct arena_block *block = take_block(bytes);
    if (block == NULL) {
        if (a->budget != NULL) {
            budget_give(a->budget, bytes);
        }
        return NULL;
    }
    block->size = bytes - header;
    a->total += bytes;
    return block;
}

/* Pages that come from the system are zero. */
static void *zeroed(const struct arena_block *b, void *at, size_t size)
{
    return is_mapped(b->size + sizeof *b) ? at : memset(at, 0, size);
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
        return zeroed(head, at, size);
    }
    struct arena_block *block = new_block(a, size);
    if (block == NULL) {
        return NULL;
    }
    if (head != NULL && head->size - a->used > block->size - size) {
        /* Keep filling the old head: a large block is full from the start. */
        block->next = head->next;
        head->next = block;
        return zeroed(block, block->bytes, size);
    }
    block->next = head;
    a->head = block;
    a->used = size;
    return zeroed(block, block->bytes, size);
}

void *arena_rest(struct arena *a, size_t least, size_t *size)
{
    struct arena_block *head = a->head;
    if (head == NULL || head->size - a->used < least) {
        struct arena_block *block = least < PTRDIFF_MAX / 2 ? new_block(a, least) : NULL;
        if (block == NULL) {
            return NULL;
        }
        block->next = head;
        a->head = head = block;
        a->used = 0;
    }
    void *at = (char *)head->bytes + a->used;
    *size = head->size - a->used;
    a->used = head->size;
    return at;
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
        give_block(block);
    }
    if (a->budget != NULL) {
        budget_give(a->budget, a->total);
    }
    *a = (struct arena){.budget = a->budget};
}
