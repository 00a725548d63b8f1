/* Allocates storages. Blocks from 4 MiB on are marked for huge pages: a matmul over 4 KiB pages
 * spends a fifth of its time on page faults and address look-ups. Only very large ones are aligned
 * to them: smaller ones would leave gaps, and what stands beside them is marked, too. Very large
 * and small ones that are given back are kept, because the next step of a model asks for the same
 * sizes again; malloc keeps the others well enough. Never clears memory: tensor_zeros does. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "tensor/compute/storage.h"

#include "base/watched.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

#define ALIGNMENT ((size_t)64)
#define PAGE ((size_t)4096)
#define HUGE_PAGE ((size_t)2 << 20)
#define HINT_FROM ((size_t)4 << 20)
#define LARGE_FROM ((size_t)32 << 20)
#define KEEP_MOST ((size_t)1 << 30)
#define KEEP_COUNT 256 /* blocks: bounds the walk over the list */
#define SMALL_MOST (COMPUTE_SMALL * ALIGNMENT)
#define SMALL_COUNT 8192 /* a collection gives back thousands at once */
#define SMALL_BYTES ((size_t)4 << 20)

static uint64_t round_up(uint64_t bytes, size_t unit)
{
    return bytes > UINT64_MAX - unit ? UINT64_MAX : (bytes + unit - 1) / unit * unit;
}

/* What a request of this size takes from the system. Blocks of one room are interchangeable. */
static uint64_t room_for(uint64_t bytes)
{
    if (bytes >= LARGE_FROM) {
        return round_up(bytes, HUGE_PAGE);
    }
    return bytes == 0 ? ALIGNMENT : round_up(bytes, ALIGNMENT);
}

/* A block for cells, and where they begin in it. malloc's own alignment goes into every hole that a
 * block of the same size left; that of posix_memalign asks for a larger one. */
static bool take_block(struct storage *s, size_t room)
{
    size_t alignment = room >= LARGE_FROM ? HUGE_PAGE : ALIGNMENT;
    void *block = NULL;
    if (MEMORY_WATCHED || room < PAGE || room >= LARGE_FROM) {
        if (posix_memalign(&block, alignment, room) != 0) {
            return false;
        }
    } else {
        block = malloc(room + alignment);
        if (block == NULL) {
            return false;
        }
    }
    s->block = block;
    s->data = (char *)block + (alignment - (uintptr_t)block % alignment) % alignment;
#ifdef MADV_HUGEPAGE
    if (room >= HINT_FROM) { /* only a hint: refused is fine */
        size_t before = (PAGE - (uintptr_t)s->data % PAGE) % PAGE;
        (void)madvise((char *)s->data + before, (room - before) / PAGE * PAGE, MADV_HUGEPAGE);
    }
#endif
    return true;
}

static void free_block(struct storage *s)
{
    free(s->block);
    free(s);
}

/* The list of small blocks of that room. NULL: they are not small, or not kept. */
static struct storage **small_list(struct compute *cx, size_t room)
{
    return room <= SMALL_MOST && !MEMORY_WATCHED ? &cx->small[room / ALIGNMENT - 1] : NULL;
}

static struct storage *take_small(struct compute *cx, size_t room)
{
    struct storage **list = small_list(cx, room);
    struct storage *s = list != NULL ? *list : NULL;
    if (s != NULL) {
        *list = s->next;
        cx->small_count--;
        cx->small_bytes -= room;
    }
    return s;
}

static bool keep_small(struct compute *cx, struct storage *s, size_t room)
{
    struct storage **list = small_list(cx, room);
    if (list == NULL || cx->small_count >= SMALL_COUNT || cx->small_bytes + room > SMALL_BYTES) {
        return false;
    }
    s->next = *list;
    *list = s;
    cx->small_count++;
    cx->small_bytes += room;
    return true;
}

static void free_small(struct compute *cx)
{
    for (size_t room = ALIGNMENT; room <= SMALL_MOST; room += ALIGNMENT) {
        for (struct storage *s; (s = take_small(cx, room)) != NULL;) {
            free_block(s);
        }
    }
}

void storage_free_spare(struct compute *cx)
{
    free_small(cx);
    for (struct storage *s = cx->spare, *next; s != NULL; s = next) {
        next = s->next;
        free_block(s);
    }
    cx->spare = NULL;
}

/* Bytes on the spare list. */
static size_t spare_bytes(const struct compute *cx, int *count)
{
    size_t total = 0;
    *count = 0;
    for (const struct storage *s = cx->spare; s != NULL; s = s->next) {
        total += (size_t)room_for(s->bytes);
        ++*count;
    }
    return total;
}

/* Whether `used` and `more` stay within the limit together. */
static bool within_limit(const struct budget *memory, size_t more)
{
    return memory == NULL || memory->limit == 0 ||
           (memory->used <= memory->limit && more <= memory->limit - memory->used);
}

static struct storage *take_spare(struct compute *cx, size_t room)
{
    for (struct storage **link = &cx->spare; *link != NULL; link = &(*link)->next) {
        struct storage *s = *link;
        if (room_for(s->bytes) == room) {
            *link = s->next;
            return s;
        }
    }
    return NULL;
}

/* A block from the system; spare ones go back to it when memory is short. */
static struct storage *take_fresh(struct compute *cx, size_t room)
{
    int count;
    if (cx->spare != NULL && !within_limit(cx->memory, spare_bytes(cx, &count))) {
        storage_free_spare(cx);
    }
    struct storage *s = malloc(sizeof *s);
    bool taken = s != NULL && take_block(s, room);
    if (!taken && s != NULL && cx->spare != NULL) {
        storage_free_spare(cx);
        taken = take_block(s, room);
    }
    if (!taken) {
        free(s);
        return NULL;
    }
    return s;
}

struct storage *storage_new(struct compute *cx, uint64_t bytes)
{
    uint64_t wanted = room_for(bytes);
    if (cx->memory != NULL && !budget_take(cx->memory, wanted, cx->err)) {
        return NULL;
    }
    size_t room = wanted < SIZE_MAX ? (size_t)wanted : SIZE_MAX;
    struct storage *s = room >= LARGE_FROM ? take_spare(cx, room) : take_small(cx, room);
    if (s == NULL) {
        s = take_fresh(cx, room);
    }
    if (s == NULL) {
        if (cx->memory != NULL) {
            budget_give(cx->memory, room);
        }
        error_set(cx->err, ERROR_MEMORY,
                  "the system has no %" PRIu64 " bytes of memory left for a tensor", bytes);
        return NULL;
    }
    s->references = 1;
    s->watched = false;
    s->version = 0;
    s->bytes = (size_t)bytes;
    s->id = ++cx->storages;
    s->home = cx;
    s->next = NULL;
    return s;
}

void storage_release(struct storage *s)
{
    if (s == NULL || --s->references > 0) {
        return;
    }
    struct compute *cx = s->home;
    size_t room = (size_t)room_for(s->bytes);
    if (cx->memory != NULL) {
        budget_give(cx->memory, room);
    }
    if (room < LARGE_FROM || room > KEEP_MOST) {
        if (!keep_small(cx, s, room)) {
            free_block(s);
        }
        return;
    }
    int count;
    size_t kept = spare_bytes(cx, &count) + room;
    if (kept > KEEP_MOST || count >= KEEP_COUNT || !within_limit(cx->memory, kept)) {
        free_block(s);
        return;
    }
    s->next = cx->spare;
    cx->spare = s;
}
