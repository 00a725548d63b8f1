/* Sets and frozensets are a table here. The order in which a set of numbers prints is CPython's, so
 * size, growth and the way of looking for a place follow it: up to nine neighbours, then a jump. */
#include "lang/run/native.h"

#define LEAST 8
#define NEIGHBOURS 9

static bool is_free(const struct set_entry *e)
{
    return e->key.type == VALUE_NOT_IMPLEMENTED && e->key.label == 1;
}

static bool is_removed(const struct set_entry *e)
{
    return e->key.type == VALUE_NOT_IMPLEMENTED && e->key.label == 2;
}

static struct value marker(uint32_t kind)
{
    return (struct value){.type = VALUE_NOT_IMPLEMENTED, .label = kind};
}

bool set_is(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &set_slots;
}

struct set *set_new(struct interp *in, struct class *class)
{
    return object_new(in, class);
}

static size_t table_bytes(uint64_t mask)
{
    return ((size_t)mask + 1) * sizeof(struct set_entry);
}

/* Puts in what is known to be new and not removed. */
static void put_clean(struct set_entry *table, uint64_t mask, struct value key, uint64_t hash)
{
    uint64_t perturb = hash, at = hash & mask;
    for (;;) {
        uint64_t near = at + NEIGHBOURS <= mask ? NEIGHBOURS : 0;
        for (uint64_t k = 0; k <= near; k++) {
            if (is_free(&table[at + k])) {
                table[at + k].key = key;
                table[at + k].hash = hash;
                return;
            }
        }
        perturb >>= 5;
        at = (at * 5 + 1 + perturb) & mask;
    }
}

static bool resize(struct interp *in, struct set *s, uint64_t more_than)
{
    uint64_t size = LEAST;
    while (size <= more_than) {
        size *= 2;
    }
    struct set_entry *table = heap_resize(in, NULL, 0, table_bytes(size - 1));
    if (table == NULL) {
        return false;
    }
    for (uint64_t k = 0; k < size; k++) {
        table[k].key = marker(1);
    }
    for (uint64_t k = 0; s->table != NULL && k <= s->mask; k++) {
        if (s->table[k].key.type != VALUE_NOT_IMPLEMENTED || s->table[k].key.label == 0) {
            put_clean(table, size - 1, s->table[k].key, s->table[k].hash);
        }
    }
    heap_give(in, s->table, s->table != NULL ? table_bytes(s->mask) : 0);
    s->table = table;
    s->mask = size - 1;
    s->fill = s->used;
    return true;
}

static bool same(struct interp *in, struct value a, struct value b, bool *out)
{
    if (equal_quick(in, a, b, out)) {
        return true;
    }
    if (value_is_number(a) && value_is_number(b)) {
        *out = number_equal(a, b) || value_identical(a, b);
        return true;
    }
    return value_equal(in, a, b, out);
}

/* The entry of a value, or the one where it would go: a free one, or the last removed one that the
 * search passed. */
static bool find(struct interp *in, const struct set *s, struct value v, uint64_t hash,
                 struct set_entry **out)
{
    uint64_t perturb = hash, at = hash & s->mask;
    struct set_entry *removed = NULL;
    for (;;) {
        uint64_t near = at + NEIGHBOURS <= s->mask ? NEIGHBOURS : 0;
        for (uint64_t k = 0; k <= near; k++) {
            struct set_entry *e = &s->table[at + k];
            bool equal = false;
            if (is_free(e)) {
                *out = removed != NULL ? removed : e;
                return true;
            }
            if (is_removed(e)) {
                removed = e;
                continue;
            }
            if (e->hash != hash) {
                continue;
            }
            const struct set_entry *table = s->table;
            if (!same(in, e->key, v, &equal)) {
                return false;
            }
            if (s->table != table) { /* the comparison ran code that changed the set */
                return find(in, s, v, hash, out);
            }
            if (equal) {
                *out = e;
                return true;
            }
        }
        perturb >>= 5;
        at = (at * 5 + 1 + perturb) & s->mask;
    }
}

static bool is_member(const struct set_entry *e)
{
    return !is_free(e) && !is_removed(e);
}

bool set_add(struct interp *in, struct set *s, struct value v)
{
    struct set_entry *e;
    uint64_t hash;
    if ((!hash_quick(v, &hash) && !value_hash(in, v, &hash)) ||
        (s->table == NULL && !resize(in, s, 0)) || !find(in, s, v, hash, &e)) {
        return false;
    }
    if (is_member(e)) {
        return true;
    }
    bool reused = is_removed(e);
    e->key = v;
    e->hash = hash;
    s->used++;
    if (reused) {
        return true;
    }
    s->fill++;
    if ((uint64_t)s->fill * 5 < s->mask * 3) {
        return true;
    }
    return resize(in, s, (uint64_t)(s->used > 50000 ? s->used * 2 : s->used * 4));
}

/* A set in place of a set is looked up as the frozenset of its members. */
static bool hash_for_lookup(struct interp *in, struct value v, uint64_t *out)
{
    if (hash_quick(v, out)) {
        return true;
    }
    if (set_is(v) && !class_is_subclass(v.o->class, in->types.frozenset)) {
        struct set *frozen = set_new(in, in->types.frozenset);
        return frozen != NULL && set_update(in, frozen, v) &&
               value_hash(in, value_object(frozen), out);
    }
    return value_hash(in, v, out);
}

/* *e is the entry of v; NULL: the set does not hold it. */
static bool look_up(struct interp *in, struct set *s, struct value v, struct set_entry **e)
{
    uint64_t hash;
    *e = NULL;
    if (!hash_for_lookup(in, v, &hash) || (s->table != NULL && !find(in, s, v, hash, e))) {
        return false;
    }
    *e = *e != NULL && is_member(*e) ? *e : NULL;
    return true;
}

bool set_has(struct interp *in, struct set *s, struct value v, bool *out)
{
    struct set_entry *e;
    bool ok = look_up(in, s, v, &e);
    *out = ok && e != NULL;
    return ok;
}

bool set_discard(struct interp *in, struct set *s, struct value v, bool *found)
{
    struct set_entry *e;
    bool ok = look_up(in, s, v, &e);
    *found = ok && e != NULL;
    if (*found) {
        e->key = marker(2);
        s->used--;
    }
    return ok;
}

void set_clear(struct interp *in, struct set *s)
{
    heap_give(in, s->table, s->table != NULL ? table_bytes(s->mask) : 0);
    s->table = NULL;
    s->mask = 0;
    s->fill = s->used = 0;
}

bool set_next(const struct set *s, uint64_t *position, struct value *out)
{
    while (s->table != NULL && *position <= s->mask) {
        const struct set_entry *e = &s->table[(*position)++];
        if (is_member(e)) {
            return value_give(out, e->key);
        }
    }
    return false;
}

/* All members of another set at once: the table grows first, and into an empty set they go in the
 * order of the other's table. */
static bool merge(struct interp *in, struct set *s, const struct set *from)
{
    if (from == s || from->used == 0) {
        return true;
    }
    if (s->table == NULL && !resize(in, s, 0)) {
        return false;
    }
    if ((uint64_t)(s->fill + from->used) * 5 >= s->mask * 3 &&
        !resize(in, s, (uint64_t)(s->used + from->used) * 2)) {
        return false;
    }
    if (s->fill == 0 && s->mask == from->mask && from->fill == from->used) {
        memcpy(s->table, from->table, table_bytes(s->mask));
        s->fill = s->used = from->used;
        return true;
    }
    bool empty = s->fill == 0;
    for (uint64_t k = 0; k <= from->mask; k++) {
        const struct set_entry *e = &from->table[k];
        if (is_free(e) || is_removed(e)) {
            continue;
        }
        if (empty) {
            put_clean(s->table, s->mask, e->key, e->hash);
            s->fill++;
            s->used++;
        } else if (!set_add(in, s, e->key)) {
            return false;
        }
    }
    return true;
}

bool set_update(struct interp *in, struct set *s, struct value iterable)
{
    struct value iterator, v;
    if (set_is(iterable)) {
        return merge(in, s, set_of_value(iterable));
    }
    if (dict_is(iterable) && !iterable.o->class->has_python_methods) {
        const struct dict *d = dict_of(iterable);
        uint64_t need = (uint64_t)(s->fill + d->count);
        if ((s->table == NULL && !resize(in, s, 0)) ||
            (need * 5 >= s->mask * 3 && !resize(in, s, (uint64_t)(s->used + d->count) * 2))) {
            return false;
        }
        struct value key;
        for (int64_t at = 0; dict_next(d, &at, &key, &v);) {
            if (!set_add(in, s, key)) {
                return false;
            }
        }
        return true;
    }
    bool ok = value_iterate(in, iterable, &iterator);
    while (iterator_each(in, iterator, &v, &ok)) {
        ok = set_add(in, s, v);
    }
    return ok;
}

/* A set display whose members are all constants: CPython makes the set at compile time and copies
 * it into a new one, which shows in the order. */
bool set_of_constants(struct interp *in, struct list *items, struct value *out)
{
    struct set *first = set_new(in, in->types.frozenset);
    struct set *s = first != NULL ? set_new(in, in->types.set) : NULL;
    return value_made(out, s) && set_update(in, first, value_object(items)) && merge(in, s, first);
}

/* --- operations --- */

bool set_given(struct interp *in, struct value v, struct set **out)
{
    if (set_is(v)) {
        *out = set_of_value(v);
        return true;
    }
    *out = set_new(in, in->types.set);
    return *out != NULL && set_update(in, *out, v);
}

static bool intersect(struct interp *in, struct set *result, struct set *a, struct value b)
{
    struct value v;
    bool in_both;
    if (set_is(b)) {
        struct set *other = set_of_value(b), *small = other->used > a->used ? a : other;
        struct set *large = small == a ? other : a;
        for (uint64_t at = 0; set_next(small, &at, &v);) {
            if (!set_has(in, large, v, &in_both) || (in_both && !set_add(in, result, v))) {
                return false;
            }
        }
        return true;
    }
    struct list *l = list_of(in, b);
    for (int64_t k = 0; l != NULL && k < l->count; k++) {
        if (!set_has(in, a, l->at[k], &in_both) || (in_both && !set_add(in, result, l->at[k]))) {
            return false;
        }
    }
    return l != NULL;
}

bool set_remove_all(struct interp *in, struct set *s, struct value b)
{
    bool found;
    struct list *l = list_of(in, b);
    for (int64_t k = 0; l != NULL && k < l->count; k++) {
        if (!set_discard(in, s, l->at[k], &found)) {
            return false;
        }
    }
    /* As CPython: when more than a quarter are removed places, they are cleared away. */
    if (l != NULL && (uint64_t)(s->fill - s->used) > s->mask / 4) {
        return resize(in, s, (uint64_t)(s->used > 50000 ? s->used * 2 : s->used * 4));
    }
    return l != NULL;
}

static bool subtract(struct interp *in, struct set *result, struct set *a, struct value b)
{
    struct value v;
    struct set *other;
    bool has;
    int64_t count;
    if (!set_is(b) && !dict_is(b)) {
        return merge(in, result, a) && set_remove_all(in, result, b);
    }
    count = set_is(b) ? set_of_value(b)->used : dict_of(b)->count;
    if (a->used >> 2 > count) {
        return merge(in, result, a) && set_remove_all(in, result, b);
    }
    if (!set_given(in, b, &other)) {
        return false;
    }
    for (uint64_t at = 0; set_next(a, &at, &v);) {
        if (!set_has(in, other, v, &has) || (!has && !set_add(in, result, v))) {
            return false;
        }
    }
    return true;
}

/* result ^= a, member by member */
static bool toggle(struct interp *in, struct set *result, struct set *a)
{
    struct value v;
    bool found;
    for (uint64_t at = 0; set_next(a, &at, &v);) {
        if (!set_discard(in, result, v, &found) || (!found && !set_add(in, result, v))) {
            return false;
        }
    }
    return true;
}

bool set_combine(struct interp *in, enum operator_ op, struct class *class, struct set *a,
                 struct value b, struct value *out)
{
    struct set *result = set_new(in, class), *other;
    *out = value_object(result);
    if (result == NULL) {
        return false;
    }
    switch (op) {
    case OP_OR:
        return merge(in, result, a) && set_update(in, result, b);
    case OP_AND:
        return intersect(in, result, a, b);
    case OP_SUB:
        return subtract(in, result, a, b);
    default:
        return set_given(in, b, &other) && merge(in, result, other) && toggle(in, result, a);
    }
}

bool set_subset(struct interp *in, struct set *a, struct set *b, bool *out)
{
    struct value v;
    *out = a->used <= b->used;
    for (uint64_t at = 0; *out && set_next(a, &at, &v);) {
        if (!set_has(in, b, v, out)) {
            return false;
        }
    }
    return true;
}
