/* Holds lists and tuples, one struct: making them, room, appending, inserting, filling from an
 * iterable. What operators and indexes do is sequence.c; methods are list_methods.c, sorting is
 * list_sort.c. */
#include "lang/run/native.h"

#include <limits.h>

#define FEW_ITEMS 8

/* --- making --- */

struct list *list_allocate(struct interp *in, struct class *class, int64_t reserve)
{
    struct list *l = object_new(in, class);
    return l != NULL && (reserve <= 0 || list_reserve(in, l, reserve)) ? l : NULL;
}

/* The items of a tuple of few stand behind it, in one block with it. */
static bool is_one_block(const struct list *l)
{
    return l->object.size > sizeof *l;
}

void list_give(struct interp *in, struct list *l)
{
    if (!is_one_block(l)) {
        struct value *room = l->at != NULL ? l->at - l->front : NULL;
        heap_give(in, room, (size_t)(l->front + l->cap) * sizeof *room);
    }
}

bool list_reserve(struct interp *in, struct list *l, int64_t cap)
{
    if (cap <= l->cap) {
        return true;
    }
    if ((uint64_t)cap > SIZE_MAX / sizeof *l->at / 2) {
        return raise_exception(in, EXCEPTION_MemoryError, "a list of %lld items", (long long)cap);
    }
    if (l->front > 0) { /* first the room that was left in front */
        memmove(l->at - l->front, l->at, (size_t)l->count * sizeof *l->at);
        l->at -= l->front;
        l->cap += l->front;
        l->front = 0;
        if (cap <= l->cap) {
            return true;
        }
    }
    struct value *at =
        heap_resize(in, l->at, (size_t)l->cap * sizeof *at, (size_t)cap * sizeof *at);
    if (at == NULL) {
        return false;
    }
    l->at = at;
    l->cap = cap;
    return true;
}

struct list *list_new(struct interp *in, int64_t reserve)
{
    return list_allocate(in, in->types.list, reserve);
}

struct list *tuple_new(struct interp *in, int64_t count, const struct value *at)
{
    bool few = count > 0 && count <= FEW_ITEMS;
    struct list *t = few ? object_new_sized(in, in->types.tuple, (size_t)count * sizeof *at)
                         : list_allocate(in, in->types.tuple, count);
    if (t != NULL && count > 0) {
        t->at = few ? (struct value *)(t + 1) : t->at;
        t->cap = count; /* a tuple does not grow */
        t->count = count;
        for (int64_t k = 0; k < count; k++) {
            t->at[k] = at != NULL ? at[k] : value_none();
        }
    }
    return t;
}

bool pair_new(struct interp *in, struct value a, struct value b, struct value *out)
{
    const struct value at[2] = {a, b};
    return value_made(out, tuple_new(in, 2, at));
}

bool list_append(struct interp *in, struct list *l, struct value v)
{
    if (l->count == l->cap && !list_reserve(in, l, l->cap < 4 ? 4 : l->cap + l->cap / 2)) {
        return false;
    }
    l->at[l->count++] = v;
    return true;
}

void list_turn(struct value *at, int64_t count)
{
    for (int64_t a = 0, b = count - 1; a < b; a++, b--) {
        struct value v = at[a];
        at[a] = at[b];
        at[b] = v;
    }
}

static bool descends_from(struct value v, const struct slots *slots)
{
    if (v.type != VALUE_OBJECT) {
        return false;
    }
    const struct class *c = v.o->class;
    if (c->slots == slots) {
        return true;
    }
    /* A native subclass, such as torch.Size, may have slots of its own. */
    for (int k = 1; k < c->mro_count; k++) {
        if (c->mro[k]->slots == slots) {
            return true;
        }
    }
    return false;
}

bool list_is(struct value v)
{
    return descends_from(v, &list_slots);
}

bool tuple_is(struct value v)
{
    return descends_from(v, &tuple_slots);
}

struct list *list_of(struct interp *in, struct value iterable)
{
    struct list *l = list_new(in, 0);
    return l != NULL && list_extend(in, l, iterable) ? l : NULL;
}

bool list_splice(struct interp *in, struct list *l, int64_t start, int64_t removed,
                 const struct value *at, int64_t count)
{
    int64_t behind = l->count - start - removed;
    if (start == 0 && count == 0 && behind > 0) { /* a queue moves nothing */
        l->at += removed;
        l->front += removed;
        l->cap -= removed;
        l->count = behind;
        return true;
    }
    if (!list_reserve(in, l, l->count - removed + count)) {
        return false;
    }
    if (behind > 0) {
        memmove(l->at + start + count, l->at + start + removed, (size_t)behind * sizeof *l->at);
    }
    for (int64_t k = 0; k < count; k++) {
        l->at[start + k] = at[k];
    }
    l->count += count - removed;
    return true;
}

bool list_insert(struct interp *in, struct list *l, int64_t at, struct value v)
{
    if (at == 0 && l->front > 0) {
        l->at--;
        l->front--;
        l->cap++;
        l->count++;
        l->at[0] = v;
        return true;
    }
    if (l->count == l->cap && !list_reserve(in, l, l->cap < 4 ? 4 : l->cap + l->cap / 2)) {
        return false;
    }
    return list_splice(in, l, at, 0, &v, 1);
}

bool list_extend(struct interp *in, struct list *l, struct value iterable)
{
    struct value iterator, v;
    bool sequence = list_is(iterable) || tuple_is(iterable);
    if (sequence && !iterable.o->class->has_python_methods) {
        /* By index: the source may be this very list. */
        struct list *from = list_at(iterable);
        int64_t count = from->count;
        if (!list_reserve(in, l, l->count + count)) {
            return false;
        }
        for (int64_t k = 0; k < count; k++) {
            l->at[l->count++] = from->at[k];
            heap_hold(in, from->at[k]);
        }
        return true;
    }
    bool ok = value_iterate(in, iterable, &iterator);
    while (iterator_each(in, iterator, &v, &ok)) {
        ok = list_append(in, l, v);
    }
    return ok;
}
