/* Keeps the objects of a run: a list of them, a list of what the running statements hold, and a
 * mark and sweep collector that works only between statements. Never called by kernels. */
#include "lang/run/heap.h"

#include "base/watched.h"
#include "lang/run/native.h"

#include <stdlib.h>

#define LEAST_THRESHOLD ((size_t)1 << 20) /* about what stays in a cache */
/* Looking at one living object takes as long as fresh memory of so many bytes: a few large tensors
 * are given back soon, though much else lives. */
#define OBJECT_WORTH ((size_t)2 << 10)

/* --- small blocks: from slabs, and back into a list of their size --- */

#define UNIT ((size_t)16)
#define SLAB ((size_t)64 << 10)

static inline bool is_small(size_t bytes)
{
    return !MEMORY_WATCHED && bytes <= (HEAP_SMALL - 1) * UNIT;
}

struct spare { /* what a block is while nobody has it; and the beginning of a slab */
    struct spare *next;
};

static inline size_t units_of(size_t bytes)
{
    return bytes == 0 ? 1 : (bytes + UNIT - 1) / UNIT;
}

QKV_SELDOM static void *take_fresh(struct heap *h, size_t units)
{
    if (h->fresh_left < units * UNIT) { /* what is left of the old slab stays unused */
        struct spare *slab = malloc(SLAB);
        if (slab == NULL) {
            return NULL;
        }
        slab->next = h->slabs;
        h->slabs = slab;
        h->fresh = (char *)slab + UNIT;
        h->fresh_left = SLAB - UNIT;
    }
    void *fresh = h->fresh;
    h->fresh += units * UNIT;
    h->fresh_left -= units * UNIT;
    return fresh;
}

static inline void *take_block(struct heap *h, size_t bytes)
{
    if (!is_small(bytes)) {
        return malloc(bytes);
    }
    size_t units = units_of(bytes);
    struct spare *block = h->spare[units];
    if (block != NULL) {
        h->spare[units] = block->next;
        return block;
    }
    return take_fresh(h, units);
}

static inline void give_block(struct heap *h, void *block, size_t bytes)
{
    if (!is_small(bytes)) {
        free(block);
    } else if (block != NULL) {
        struct spare *s = block;
        s->next = h->spare[units_of(bytes)];
        h->spare[units_of(bytes)] = s;
    }
}

static void *resize_block(struct heap *h, void *block, size_t old_bytes, size_t new_bytes)
{
    if (block == NULL || (!is_small(old_bytes) && !is_small(new_bytes))) {
        return block == NULL ? take_block(h, new_bytes) : realloc(block, new_bytes);
    }
    void *fresh = take_block(h, new_bytes);
    if (fresh != NULL) {
        memcpy(fresh, block, old_bytes < new_bytes ? old_bytes : new_bytes);
        give_block(h, block, old_bytes);
    }
    return fresh;
}

static void free_slabs(struct heap *h)
{
    for (struct spare *slab = h->slabs, *next; slab != NULL; slab = next) {
        next = slab->next;
        free(slab);
    }
}

/* --- taking and giving --- */

static inline bool charge(struct interp *in, size_t bytes)
{
    if (!budget_take(in->memory, bytes, &in->error)) {
        return raise_error(in);
    }
    in->heap.bytes += bytes;
    return true;
}

bool heap_room(struct interp *in, uint64_t bytes)
{
    if (!budget_take(in->memory, bytes, &in->error)) {
        return raise_error(in);
    }
    budget_give(in->memory, bytes);
    return true;
}

/* Of the kinds that come in numbers (instances; texts, lists and tuples; dictionaries) without a
 * call. */
static inline void clear(struct object *o, size_t size)
{
    const size_t most = 64; /* so much is cleared in a few steps */
    char *at = (char *)o;
    switch (size) {
    case sizeof(struct object):
        memset(o, 0, sizeof(struct object));
        break;
    case sizeof(struct list):
        memset(o, 0, sizeof(struct list));
        break;
    case sizeof(struct dict):
        memset(o, 0, most);
        memset(at + most, 0, sizeof(struct dict) - most);
        break;
    default:
        memset(o, 0, size);
    }
}

static inline size_t own_size(const struct class *class)
{
    return class->slots != NULL && class->slots->size > sizeof(struct object)
               ? class->slots->size
               : sizeof(struct object);
}

static inline void begin(struct heap *h, struct object *o, struct class *class, size_t size)
{
    o->class = class;
    o->size = (uint32_t)size;
    o->next = h->objects;
    h->objects = o;
}

static void *take_object(struct interp *in, struct class *class, size_t extra)
{
    const size_t zeroed = own_size(class);
    size_t size = zeroed;
    if (extra > UINT32_MAX - size) {
        raise_memory(in);
        return NULL;
    }
    size += extra;
    if (!charge(in, size)) {
        return NULL;
    }
    struct object *o = take_block(&in->heap, size);
    if (o == NULL) {
        budget_give(in->memory, size);
        raise_memory(in);
        return NULL;
    }
    clear(o, zeroed);
    begin(&in->heap, o, class, size);
    /* From here on the sweep owns it, so a full hold list only loses the object, not its memory. */
    return heap_hold(in, value_object(o)) ? o : NULL;
}

static inline bool is_frequent(size_t size)
{
    return size == sizeof(struct object) || size == sizeof(struct list) ||
           size == sizeof(struct dict);
}

/* As nearly all are: small, and there is room, also in the hold list. */
static inline void *new_object(struct interp *in, struct class *class, size_t extra)
{
    struct heap *h = &in->heap;
    struct budget *memory = in->memory;
    const size_t own = own_size(class), size = own + extra, used = memory->used + size;
    if (!is_frequent(own) || extra > HEAP_SMALL * UNIT || !is_small(size) ||
        h->held_count == h->held_cap ||
        (used > memory->peak && memory->limit != 0 && used > memory->limit)) {
        return take_object(in, class, extra);
    }
    const size_t units = (size + UNIT - 1) / UNIT;
    struct object *o = (struct object *)h->spare[units];
    if (o != NULL) {
        h->spare[units] = h->spare[units]->next;
    } else if (h->fresh_left >= units * UNIT) {
        o = (struct object *)h->fresh;
        h->fresh += units * UNIT;
        h->fresh_left -= units * UNIT;
    } else {
        return take_object(in, class, extra);
    }
    memory->used = used;
    if (used > memory->peak) {
        memory->peak = used;
    }
    h->bytes += size;
    clear(o, own);
    begin(h, o, class, size);
    h->held[h->held_count++] = o;
    return o;
}

void *object_new(struct interp *in, struct class *class)
{
    return new_object(in, class, 0);
}

void *object_new_sized(struct interp *in, struct class *class, size_t extra)
{
    return new_object(in, class, extra);
}

static size_t bytes_of_held(const struct heap *h)
{
    return h->held_cap == 0 ? 0 : (h->held_cap + 1) * sizeof *h->held;
}

QKV_SELDOM bool heap_hold_more(struct interp *in, struct object *o)
{
    struct heap *h = &in->heap;
    size_t cap = h->held_cap == 0 ? 511 : h->held_cap * 2 + 1;
    struct object **held = heap_resize(in, h->held_cap == 0 ? NULL : h->held - 1, bytes_of_held(h),
                                       (cap + 1) * sizeof *held);
    if (held == NULL) {
        return false;
    }
    held[0] = NULL;
    h->held = held + 1;
    h->held_cap = cap;
    h->held[h->held_count++] = o;
    return true;
}

void heap_charge(struct interp *in, size_t bytes)
{
    in->heap.bytes += bytes;
}

void *heap_resize(struct interp *in, void *block, size_t old_bytes, size_t new_bytes)
{
    if (new_bytes > old_bytes && !charge(in, new_bytes - old_bytes)) {
        return NULL;
    }
    void *fresh = resize_block(&in->heap, block, old_bytes, new_bytes);
    if (fresh == NULL) {
        if (new_bytes > old_bytes) {
            budget_give(in->memory, new_bytes - old_bytes);
        }
        raise_memory(in);
        return NULL;
    }
    if (new_bytes < old_bytes) {
        budget_give(in->memory, old_bytes - new_bytes);
    }
    return fresh;
}

void heap_give(struct interp *in, void *block, size_t bytes)
{
    if (block != NULL) {
        budget_give(in->memory, bytes);
        give_block(&in->heap, block, bytes);
    }
}

/* --- marking: gray objects are marked but not yet looked into --- */

void heap_mark_fresh(struct interp *in, struct object *o)
{
    struct heap *h = &in->heap;
    const struct class *class = o->class;
    o->marked = true;
    if (o->attributes == NULL && class != NULL && class->object.marked && class->slots != NULL &&
        class->slots->mark == NULL) {
        return; /* there is nothing inside */
    }
    if (h->gray_count == h->gray_cap) {
        size_t cap = h->gray_cap == 0 ? 1024 : h->gray_cap * 2;
        struct object **gray = realloc(h->gray, cap * sizeof *gray);
        if (gray == NULL) {
            h->out_of_memory = true;
            return;
        }
        h->gray = gray;
        h->gray_cap = cap;
    }
    h->gray[h->gray_count++] = o;
}

static void mark_roots(struct interp *in)
{
    struct class **types = (struct class **)&in->types; /* nothing but pointers to classes */
    for (size_t k = 0; k < sizeof in->types / sizeof(struct class *); k++) {
        heap_mark_object(in, types[k]);
    }
    for (struct frame *f = in->frame; f != NULL; f = f->outer) {
        heap_mark_object(in, (void *)f->function);
        heap_mark_object(in, f->scope);
        heap_mark_object(in, f->module);
        heap_mark_object(in, f->class);
        heap_mark_object(in, f->coroutine);
        heap_mark(in, f->handling);
        heap_mark(in, f->returned);
    }
    for (size_t k = 0; k < in->heap.held_count; k++) {
        heap_mark_object(in, in->heap.held[k]);
    }
    heap_mark(in, in->exception);
    heap_mark_object(in, in->builtins);
    heap_mark_object(in, in->modules);
    heap_mark_object(in, in->main);
    in->interned->object.marked = true; /* what it holds is kept */
    heap_mark_object(in, in->labels);
    heap_mark_object(in, in->texts);
    for (int k = 0; k < EXCEPTION_COUNT; k++) {
        heap_mark_object(in, in->classes[k]);
    }
    if (in->mark_host != NULL) {
        in->mark_host(in);
    }
    if (in->recorder != NULL && in->recorder->mark != NULL) {
        in->recorder->mark(in->recorder->self, in);
    }
}

static void free_object(struct interp *in, struct object *o, const struct slots *slots)
{
    if (slots != NULL && slots->free != NULL) {
        slots->free(in, o);
    }
    heap_give(in, o, o->size);
}

/* Gives back what is not marked; gives how many others live. What is kept stays marked, in a list
 * of its own. A dead object's class may be dead too, and its slots are needed before it goes: so
 * classes go last. */
static size_t sweep(struct interp *in)
{
    struct heap *h = &in->heap;
    struct object *classes = NULL;
    size_t living = 0;
    for (struct object **link = &h->objects, *o; (o = *link) != NULL;) {
        if (o->kept) {
            o->marked = true;
            *link = o->next;
            o->next = h->kept;
            h->kept = o;
            h->kept_count++;
            continue;
        }
        if (o->marked || h->out_of_memory) {
            o->marked = false;
            link = &o->next;
            living++;
            continue;
        }
        *link = o->next;
        if (o->class == in->types.type) {
            o->next = classes;
            classes = o;
        } else {
            free_object(in, o, o->class->slots);
        }
    }
    for (struct object *o = classes, *next; o != NULL; o = next) {
        next = o->next;
        free_object(in, o, o->class->slots);
    }
    return living;
}

void heap_collect(struct interp *in)
{
    struct heap *h = &in->heap;
    h->out_of_memory = false;
    h->gray_count = 0;
    memset(in->spare, 0, sizeof in->spare);
    mark_roots(in);
    while (h->gray_count > 0) {
        struct object *o = h->gray[--h->gray_count];
        heap_mark_object(in, o->class);
        heap_mark_object(in, o->attributes);
        const struct slots *slots = o->class != NULL ? o->class->slots : NULL;
        if (slots != NULL && slots->mark != NULL) {
            slots->mark(in, o);
        }
    }
    const size_t living = sweep(in);
    h->bytes = 0;
    h->threshold = heap_threshold(in->memory, living + h->kept_count);
}

size_t heap_threshold(const struct budget *memory, size_t living)
{
    size_t threshold = LEAST_THRESHOLD;
    if (memory == NULL) {
        return threshold;
    }
    size_t worth = living * OBJECT_WORTH < memory->used ? living * OBJECT_WORTH : memory->used;
    if (worth > threshold) {
        threshold = worth;
    }
    size_t room = memory->limit > memory->used ? (memory->limit - memory->used) / 2 : 0;
    return memory->limit != 0 && room < threshold ? room : threshold;
}

void heap_free(struct interp *in)
{
    struct heap *h = &in->heap;
    struct class *type = in->types.type;
    struct object *classes = NULL;
    struct object *lists[] = {h->kept, h->objects};
    for (int k = 0; k < 2; k++) {
        for (struct object *o = lists[k], *next; o != NULL; o = next) {
            next = o->next;
            if (o->class == type) {
                o->next = classes;
                classes = o;
            } else {
                free_object(in, o, o->class->slots);
            }
        }
    }
    const struct slots *slots = type != NULL ? type->slots : NULL;
    for (struct object *o = classes, *next; o != NULL; o = next) {
        next = o->next;
        free_object(in, o, slots);
    }
    heap_give(in, h->held_cap == 0 ? NULL : h->held - 1, bytes_of_held(h));
    free(h->gray);
    free_slabs(h);
    memset(h, 0, sizeof *h);
}
