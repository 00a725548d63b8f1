/* Dictionaries are a table here. Entries stand in a row in the order of their coming; a second
 * table of small numbers finds them by hash. What code of the language sees is dict_methods.c. */
#include "lang/run/native.h"

#include <stdlib.h>

#define FREE (-1)
#define REMOVED (-2)
#define LEAST 4
#define SMALL 8 /* so many entries are gone through one by one */

static bool is_hole(const struct dict_entry *e)
{
    return e->key.type == VALUE_NOT_IMPLEMENTED && e->key.label != 0;
}

static void make_hole(struct dict_entry *e)
{
    e->key = (struct value){.type = VALUE_NOT_IMPLEMENTED, .label = 1};
    e->value = value_none();
}

struct dict *dict_new(struct interp *in)
{
    return object_new(in, in->types.dict);
}

struct dict *dict_new_few(struct interp *in)
{
    struct dict *d = object_new_sized(in, in->types.dict, LEAST * sizeof *d->at);
    if (d != NULL) {
        d->at = (struct dict_entry *)(d + 1);
        d->cap = LEAST;
    }
    return d;
}

/* The entries' room, but where it is one block with the dictionary. */
static void give_entries(struct interp *in, struct dict *d)
{
    bool one_block = d->object.size > sizeof *d && d->at == (struct dict_entry *)(d + 1);
    if (!one_block) {
        heap_give(in, d->at, (size_t)d->cap * sizeof *d->at);
    }
}

bool dict_is(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &dict_slots;
}

int64_t dict_count(const struct dict *d)
{
    return d->count;
}

/* --- the index --- */

struct probe {
    uint64_t at, perturb, mask;
};

static struct probe probe_start(const struct dict *d, uint64_t hash)
{
    uint64_t mask = (uint64_t)d->index_size - 1;
    return (struct probe){.at = hash & mask, .perturb = hash, .mask = mask};
}

static void probe_next(struct probe *p)
{
    p->perturb >>= 5;
    p->at = (p->at * 5 + p->perturb + 1) & p->mask;
}

static void changed(struct dict *d)
{
    if (d->watch != NULL) {
        d->settled = false;
        ++*d->watch;
    }
}

/* Another value for a name: what classes keep apart begins with "__" (class_know). */
static inline void replaced(struct dict *d, int64_t entry)
{
    if (d->watch == NULL) {
        return;
    }
    d->settled = false;
    struct value key = d->at[entry].key;
    if (str_is(key) && strncmp(str_of(key)->text, "__", 2) == 0) {
        ++*d->watch;
    }
}

static void index_put(struct dict *d, uint64_t hash, int64_t entry)
{
    if (d->index_size == 0) {
        return;
    }
    struct probe p = probe_start(d, hash);
    while (d->index[p.at] >= 0) {
        probe_next(&p);
    }
    d->spent += d->index[p.at] == FREE;
    d->index[p.at] = (int32_t)entry;
}

/* Makes room for one more: drops the holes and grows as needed. */
static bool grow(struct interp *in, struct dict *d)
{
    int64_t cap = d->count < LEAST / 2 ? LEAST : d->count * 2;
    int64_t size = cap <= SMALL ? 0 : 16;
    while (size > 0 && size < cap + cap / 2) {
        size *= 2;
    }
    if (cap > INT32_MAX / 2) {
        return raise_exception(in, EXCEPTION_MemoryError, "a dictionary of %lld items",
                               (long long)cap);
    }
    struct dict_entry *at = heap_resize(in, NULL, 0, (size_t)cap * sizeof *at);
    int32_t *index =
        at == NULL || size == 0 ? NULL : heap_resize(in, NULL, 0, (size_t)size * sizeof *index);
    if (at == NULL || (size > 0 && index == NULL)) {
        heap_give(in, at, (size_t)cap * sizeof *at);
        return false;
    }
    int64_t used = 0;
    for (int64_t k = 0; k < d->used; k++) {
        if (!is_hole(&d->at[k])) {
            at[used++] = d->at[k];
        }
    }
    give_entries(in, d);
    heap_give(in, d->index, (size_t)d->index_size * sizeof *d->index);
    d->at = at;
    d->cap = cap;
    d->used = used;
    d->index = index;
    d->index_size = size;
    d->spent = 0;
    if (size > 0) {
        memset(index, 0xff, (size_t)size * sizeof *index); /* FREE everywhere */
    }
    for (int64_t k = 0; k < used; k++) {
        index_put(d, at[k].hash, k);
    }
    return true;
}

/* --- looking --- */

static bool same_text(const struct str *a, const struct str *b)
{
    return a == b || (a->len == b->len && memcmp(a->text, b->text, a->len) == 0);
}

static bool is_plain_str(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &str_slots &&
           !v.o->class->has_python_methods;
}

static inline bool hash_of(struct interp *in, struct value key, uint64_t *out)
{
    if (hash_quick(key, out)) {
        return true;
    }
    if (is_plain_str(key)) {
        *out = str_hash_of(str_of(key));
        return true;
    }
    const struct slots *slots = key.type == VALUE_OBJECT ? key.o->class->slots : NULL;
    return slots != NULL && slots->hash != NULL && !key.o->class->has_python_methods
               ? slots->hash(in, key, out)
               : value_hash(in, key, out);
}

static bool same_key(struct interp *in, struct value a, struct value b, bool *out)
{
    if (value_is_number(a) && value_is_number(b)) {
        *out = number_equal(a, b) || value_identical(a, b);
        return true;
    }
    if (is_plain_str(a) && is_plain_str(b)) {
        *out = same_text(str_of(a), str_of(b));
        return true;
    }
    return value_equal(in, a, b, out);
}

/* A place that the search for a hash goes through: of the index, or of a small one's entries.
 * False: there are no more. */
struct search {
    struct probe probe;
    int64_t at; /* in d->at */
    bool began;
};

static bool search_next(const struct dict *d, uint64_t hash, struct search *s)
{
    if (d->index_size == 0) {
        for (s->at = s->began ? s->at + 1 : 0, s->began = true; s->at < d->used; s->at++) {
            if (d->at[s->at].hash == hash && !is_hole(&d->at[s->at])) {
                return true;
            }
        }
        return false;
    }
    if (s->began) {
        probe_next(&s->probe);
    } else {
        s->probe = probe_start(d, hash);
        s->began = true;
    }
    for (; d->index[s->probe.at] != FREE; probe_next(&s->probe)) {
        s->at = d->index[s->probe.at];
        if (s->at >= 0 && d->at[s->at].hash == hash) {
            return true;
        }
    }
    return false;
}

/* The entry of a key, -1 if there is none; *place is where the index says so. Comparing may run
 * code that changes the dictionary: then it starts again. */
static bool find(struct interp *in, struct dict *d, struct value key, uint64_t hash, int64_t *entry,
                 uint64_t *place)
{
    *entry = -1;
    for (struct search s = {0}; search_next(d, hash, &s);) {
        const struct dict_entry *at = d->at;
        const int32_t *index = d->index;
        bool equal;
        if (!same_key(in, at[s.at].key, key, &equal)) {
            return false;
        }
        if (d->index != index || d->at != at || s.at >= d->used || at[s.at].hash != hash ||
            is_hole(&at[s.at])) {
            return find(in, d, key, hash, entry, place);
        }
        if (equal) {
            *entry = s.at;
            *place = s.probe.at;
            return true;
        }
    }
    return true;
}

/* Whether the entry has this very integer, or this very object. */
static inline bool is_same(const struct dict_entry *e, struct value key)
{
    return e->key.type == key.type && e->key.i == key.i &&
           (key.type == VALUE_INT || key.type == VALUE_OBJECT);
}

/* The entry of a key, -1: none. -2: comparing takes more than equal_quick knows, find does it. */
static int64_t find_quick(const struct interp *in, const struct dict *d, struct value key,
                          uint64_t hash)
{
    bool equal;
    if (d->index_size == 0) {
        for (int64_t k = 0; k < d->used; k++) {
            if (d->at[k].hash == hash && !is_hole(&d->at[k])) {
                if (!equal_quick(in, d->at[k].key, key, &equal)) {
                    return -2;
                }
                if (equal) {
                    return k;
                }
            }
        }
        return -1;
    }
    for (struct probe p = probe_start(d, hash); d->index[p.at] != FREE; probe_next(&p)) {
        int64_t k = d->index[p.at];
        if (k >= 0 && d->at[k].hash == hash) {
            if (is_same(&d->at[k], key)) {
                return k;
            }
            if (!equal_quick(in, d->at[k].key, key, &equal)) {
                return -2;
            }
            if (equal) {
                return k;
            }
        }
    }
    return -1;
}

/* Whether the entry is this very text: nearly all names are interned. */
static bool is_here(const struct dict *d, int64_t entry, const struct str *key)
{
    return d->at[entry].key.type == VALUE_OBJECT && d->at[entry].key.o == &key->object;
}

static int64_t find_str(const struct dict *d, const struct str *key, uint64_t *place)
{
    if (d->used == 0) {
        return -1;
    }
    uint64_t hash = str_hash_of(key);
    if (d->index_size == 0) {
        for (int64_t k = 0; k < d->used; k++) {
            if (d->at[k].hash == hash &&
                (is_here(d, k, key) ||
                 (str_is(d->at[k].key) && same_text(str_of(d->at[k].key), key)))) {
                return k;
            }
        }
        return -1;
    }
    for (struct search s = {0}; search_next(d, hash, &s);) {
        if (is_here(d, s.at, key) ||
            (str_is(d->at[s.at].key) && same_text(str_of(d->at[s.at].key), key))) {
            *place = s.probe.at;
            return s.at;
        }
    }
    return -1;
}

bool dict_find_text(const struct dict *d, const char *text, size_t len, uint64_t hash,
                    struct value *key)
{
    for (struct search s = {0}; search_next(d, hash, &s);) {
        *key = d->at[s.at].key;
        if (str_is(*key) && str_of(*key)->len == len &&
            memcmp(str_of(*key)->text, text, len) == 0) {
            return true;
        }
    }
    return false;
}

/* --- storing and removing --- */

static bool add(struct interp *in, struct dict *d, struct value key, uint64_t hash, struct value v)
{
    /* A search ends at a free place, so removed ones must not fill the index. */
    bool full =
        d->used == d->cap || (d->index_size > 0 && d->spent >= d->index_size - d->index_size / 4);
    if (full && !grow(in, d)) {
        return false;
    }
    changed(d);
    d->at[d->used] = (struct dict_entry){.key = key, .value = v, .hash = hash};
    if (d->index_size > 0) {
        index_put(d, hash, d->used);
    }
    d->used++;
    d->count++;
    return true;
}

static void take_out(struct dict *d, int64_t entry, uint64_t place)
{
    changed(d);
    if (d->index_size > 0) {
        d->index[place] = REMOVED;
    }
    make_hole(&d->at[entry]);
    d->count--;
    while (d->used > 0 && is_hole(&d->at[d->used - 1])) {
        d->used--;
    }
}

/* For who does not need its place in the index. */
static bool find_entry(struct interp *in, struct dict *d, struct value key, uint64_t *hash,
                       int64_t *entry)
{
    uint64_t place;
    if (!hash_of(in, key, hash)) {
        return false;
    }
    *entry = find_quick(in, d, key, *hash);
    return *entry != -2 || find(in, d, key, *hash, entry, &place);
}

bool dict_get(struct interp *in, struct dict *d, struct value key, struct value *out, bool *found)
{
    uint64_t hash;
    int64_t entry;
    if (!find_entry(in, d, key, &hash, &entry)) {
        return false;
    }
    *found = entry >= 0;
    if (*found) {
        *out = d->at[entry].value;
    }
    return true;
}

bool dict_set(struct interp *in, struct dict *d, struct value key, struct value v)
{
    uint64_t hash;
    int64_t entry;
    if (!find_entry(in, d, key, &hash, &entry)) {
        return false;
    }
    if (entry >= 0) {
        replaced(d, entry);
        d->at[entry].value = v;
        return true;
    }
    return add(in, d, key, hash, v);
}

bool dict_delete(struct interp *in, struct dict *d, struct value key, bool *found)
{
    uint64_t hash, place;
    int64_t entry;
    if (!hash_of(in, key, &hash) || !find(in, d, key, hash, &entry, &place)) {
        return false;
    }
    *found = entry >= 0;
    if (*found) {
        take_out(d, entry, place);
    }
    return true;
}

bool dict_get_str(const struct dict *d, const struct str *key, struct value *out)
{
    uint64_t place;
    int64_t entry = find_str(d, key, &place);
    if (entry < 0) {
        return false;
    }
    return value_give(out, d->at[entry].value);
}

bool dict_set_str(struct interp *in, struct dict *d, struct str *key, struct value v)
{
    int32_t entry = 0;
    return dict_set_near(in, d, key, v, &entry);
}

bool dict_get_near(const struct dict *d, const struct str *key, struct value *out, int32_t *entry)
{
    uint64_t place;
    const struct dict_entry *e = dict_near(d, key, *entry);
    if (e != NULL) {
        return value_give(out, e->value);
    }
    int64_t at = find_str(d, key, &place);
    if (at < 0) {
        return false;
    }
    *entry = (int32_t)at;
    return value_give(out, d->at[at].value);
}

bool dict_set_near(struct interp *in, struct dict *d, struct str *key, struct value v,
                   int32_t *entry)
{
    uint64_t place;
    struct dict_entry *e = dict_near(d, key, *entry);
    if (e != NULL) {
        replaced(d, *entry);
        e->value = v;
        return true;
    }
    int64_t at = find_str(d, key, &place);
    if (at >= 0) {
        *entry = (int32_t)at;
        replaced(d, at);
        d->at[at].value = v;
        return true;
    }
    if (!add(in, d, value_object(key), str_hash_of(key), v)) {
        return false;
    }
    *entry = (int32_t)(d->used - 1);
    return true;
}

bool dict_delete_str(struct dict *d, const struct str *key)
{
    uint64_t place;
    int64_t entry = find_str(d, key, &place);
    if (entry >= 0) {
        take_out(d, entry, place);
    }
    return entry >= 0;
}

bool dict_next(const struct dict *d, int64_t *position, struct value *key, struct value *v)
{
    while (*position < d->used) {
        const struct dict_entry *e = &d->at[(*position)++];
        if (!is_hole(e)) {
            *key = e->key;
            *v = e->value;
            return true;
        }
    }
    return false;
}

bool dict_previous(const struct dict *d, int64_t *position, struct value *key, struct value *v)
{
    while (*position > 0) {
        const struct dict_entry *e = *position <= d->used ? &d->at[*position - 1] : NULL;
        (*position)--;
        if (e != NULL && !is_hole(e)) {
            *key = e->key;
            *v = e->value;
            return true;
        }
    }
    return false;
}

void dict_clear(struct interp *in, struct dict *d)
{
    changed(d);
    give_entries(in, d);
    heap_give(in, d->index, (size_t)d->index_size * sizeof *d->index);
    d->at = NULL;
    d->index = NULL;
    d->used = d->cap = d->count = d->index_size = d->spent = 0;
}

bool dict_copy_into(struct interp *in, struct dict *d, const struct dict *from)
{
    struct value key, v;
    for (int64_t at = 0; dict_next(from, &at, &key, &v);) {
        if (!dict_set(in, d, key, v)) {
            return false;
        }
    }
    return true;
}

static inline bool is_kept(struct value v)
{
    return v.type != VALUE_OBJECT || v.o->kept;
}

void dict_mark(struct interp *in, struct object *self)
{
    struct dict *d = (struct dict *)self;
    bool settled = d->watch != NULL;
    for (int64_t k = 0; k < d->used && !d->settled; k++) {
        if (!is_hole(&d->at[k])) {
            heap_mark(in, d->at[k].key);
            heap_mark(in, d->at[k].value);
            settled = settled && is_kept(d->at[k].key) && is_kept(d->at[k].value);
        }
    }
    d->settled = settled;
}

void dict_free(struct interp *in, struct object *self)
{
    dict_clear(in, (struct dict *)self);
}
