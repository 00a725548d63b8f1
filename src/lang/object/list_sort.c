/* Sorts as Python does, stably. Keys are worked out once; those of one kind are compared without
 * asking anybody. */
#include "lang/object/number_quick.h"
#include "lang/run/native.h"

#include <math.h>

#define RUN 32
#define LONG_TEXT 8192 /* comparing longer ones has its price in steps */

/* --- any keys: binary insertion in short runs, then merging --- */

struct sort {
    struct interp *in;
    struct value *key, *item; /* item is NULL when the items are their own keys */
    struct value *key_room, *item_room;
};

static bool less(struct sort *s, struct value a, struct value b, bool *out)
{
    struct value result;
    if (number_quick_compare(OP_LT, a, b, out)) {
        return true;
    }
    if (value_is_number(a) && value_is_number(b)) {
        return number_compare(OP_LT, a, b, out);
    }
    return interp_step(s->in, 1) && value_compare(s->in, OP_LT, a, b, &result) &&
           value_truth(s->in, result, out);
}

static bool insertion(struct sort *s, int64_t from, int64_t to)
{
    for (int64_t k = from + 1; k < to; k++) {
        struct value key = s->key[k], item = s->item != NULL ? s->item[k] : key;
        bool before;
        /* Its neighbour first: what is in order already costs one comparison each. */
        if (!less(s, key, s->key[k - 1], &before)) {
            return false;
        }
        if (!before) {
            continue;
        }
        int64_t low = from, high = k - 1;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (!less(s, key, s->key[middle], &before)) {
                return false;
            }
            *(before ? &high : &low) = before ? middle : middle + 1;
        }
        size_t bytes = (size_t)(k - low) * sizeof(struct value);
        memmove(s->key + low + 1, s->key + low, bytes);
        s->key[low] = key;
        if (s->item != NULL) {
            memmove(s->item + low + 1, s->item + low, bytes);
            s->item[low] = item;
        }
    }
    return true;
}

static bool merge(struct sort *s, int64_t from, int64_t middle, int64_t to)
{
    int64_t a = 0, b = middle, out = from, left = middle - from;
    bool right_first;
    memcpy(s->key_room, s->key + from, (size_t)left * sizeof(struct value));
    if (s->item != NULL) {
        memcpy(s->item_room, s->item + from, (size_t)left * sizeof(struct value));
    }
    bool ok = true;
    while (a < left && b < to && (ok = less(s, s->key[b], s->key_room[a], &right_first))) {
        if (s->item != NULL) {
            s->item[out] = right_first ? s->item[b] : s->item_room[a];
        }
        s->key[out++] = right_first ? s->key[b++] : s->key_room[a++];
    }
    /* Also after a failure: no item may be lost. */
    memcpy(s->key + out, s->key_room + a, (size_t)(left - a) * sizeof(struct value));
    if (s->item != NULL) {
        memcpy(s->item + out, s->item_room + a, (size_t)(left - a) * sizeof(struct value));
    }
    return ok;
}

static bool sort_all(struct sort *s, int64_t count)
{
    for (int64_t from = 0; from < count; from += RUN) {
        if (!insertion(s, from, from + RUN < count ? from + RUN : count)) {
            return false;
        }
    }
    for (int64_t width = RUN; width < count; width *= 2) {
        for (int64_t from = 0; from + width < count; from += 2 * width) {
            int64_t to = from + 2 * width < count ? from + 2 * width : count;
            if (!merge(s, from, from + width, to)) {
                return false;
            }
        }
    }
    return true;
}

static bool keys_of(struct interp *in, const struct list *l, struct value key, struct value *keys)
{
    for (int64_t k = 0; k < l->count; k++) {
        if (!value_call_at(in, key, 1, &l->at[k], &keys[k])) {
            return false;
        }
    }
    return true;
}

/* --- keys of one kind: whole numbers, floats without nan, or texts --- */

/* What a key is ordered by, and the place of its item. A text is ordered by its first bytes; where
 * these are the same, by itself. */
struct ranked {
    uint64_t rank;
    int64_t at;
};

static bool rank_of(const struct interp *in, struct value v, enum value_type type, uint64_t *rank)
{
    const uint64_t top = (uint64_t)1 << 63;
    if (v.type != type) {
        return false;
    }
    *rank = 0;
    if (type == VALUE_OBJECT) {
        const struct str *s = str_of(v);
        if (v.o->class != in->types.string || s->len > LONG_TEXT) {
            return false;
        }
        for (size_t k = 0; k < sizeof *rank; k++) {
            *rank = *rank << 8 | (k < s->len ? (unsigned char)s->text[k] : 0);
        }
        return true;
    }
    if (type == VALUE_INT) {
        *rank = (uint64_t)v.i ^ top;
        return true;
    }
    const double f = type == VALUE_FLOAT ? v.f + 0.0 : 0; /* -0.0 is 0.0 */
    memcpy(rank, &f, sizeof f);
    *rank ^= *rank & top ? UINT64_MAX : top;
    return type == VALUE_FLOAT && !isnan(v.f);
}

/* `keys` are the texts, NULL where the ranks say it all. */
static inline bool goes_before(const struct value *keys, struct ranked a, struct ranked b)
{
    if (keys != NULL && a.rank == b.rank) {
        return str_compare(str_of(keys[a.at]), str_of(keys[b.at])) < 0;
    }
    return a.rank < b.rank;
}

static void insert_ranked(const struct value *keys, struct ranked *at, int64_t count)
{
    for (int64_t k = 1; k < count; k++) {
        struct ranked moved = at[k];
        int64_t to = k;
        for (; to > 0 && goes_before(keys, moved, at[to - 1]); to--) {
            at[to] = at[to - 1];
        }
        at[to] = moved;
    }
}

static void merge_ranked(const struct value *keys, struct ranked *at, int64_t middle, int64_t count,
                         struct ranked *room)
{
    int64_t a = 0, b = middle, out = 0;
    if (!goes_before(keys, at[middle], at[middle - 1])) {
        return; /* in order already */
    }
    memcpy(room, at, (size_t)middle * sizeof *room);
    while (a < middle && b < count) {
        bool right = goes_before(keys, at[b], room[a]);
        at[out++] = right ? at[b] : room[a];
        b += right;
        a += !right;
    }
    memcpy(at + out, room + a, (size_t)(middle - a) * sizeof *room);
}

/* *done false: the keys are not of one kind. A text costs a step for each comparison. */
static bool sort_ranked(struct interp *in, const struct value *keys, int64_t count,
                        struct ranked *at, bool *done)
{
    const enum value_type type = keys[0].type;
    struct ranked *room = at + count;
    *done = true;
    for (int64_t k = 0; k < count && *done; k++) {
        at[k].at = k;
        *done = rank_of(in, keys[k], type, &at[k].rank);
    }
    if (!*done) {
        return true;
    }
    const struct value *texts = type == VALUE_OBJECT ? keys : NULL;
    for (int64_t from = 0; from < count; from += RUN / 2) {
        insert_ranked(texts, at + from, from + RUN / 2 < count ? RUN / 2 : count - from);
    }
    for (int64_t width = RUN / 2; width < count; width *= 2) {
        if (texts != NULL && !interp_step(in, (uint64_t)count)) {
            return false;
        }
        for (int64_t from = 0; from + width < count; from += 2 * width) {
            int64_t left = count - from;
            merge_ranked(texts, at + from, width, left < 2 * width ? left : 2 * width, room);
        }
    }
    return true;
}

/* --- a list --- */

/* The items in the order of their ranks. */
static bool try_ranked(struct sort *s, int64_t count, bool *done)
{
    size_t bytes = (size_t)count * 2 * sizeof(struct ranked);
    struct value *items = s->item != NULL ? s->item : s->key;
    struct ranked *at = heap_resize(s->in, NULL, 0, bytes);
    if (at == NULL) {
        return false;
    }
    bool ok = sort_ranked(s->in, s->key, count, at, done);
    struct value *sorted = s->item != NULL ? s->item_room : s->key_room;
    for (int64_t k = 0; ok && *done && k < count; k++) {
        sorted[k] = items[at[k].at];
    }
    if (ok && *done) {
        memcpy(items, sorted, (size_t)count * sizeof *items);
    }
    heap_give(s->in, at, bytes);
    return ok;
}

static bool sort_items(struct interp *in, struct list *l, struct value key, bool backwards)
{
    bool keyed = key.type != VALUE_NONE && given(key);
    /* One block: keys, room for keys, and the same for items when they have keys. The list keeps
     * its items all the while, so a collection in a comparison finds them. */
    size_t n = (size_t)l->count, bytes = (keyed ? 4 : 2) * n * sizeof(struct value);
    struct value *room = heap_resize(in, NULL, 0, bytes);
    if (room == NULL) {
        return false;
    }
    struct sort s = {.in = in, .key = room, .key_room = room + n};
    memcpy(room, l->at, n * sizeof *room);
    bool ok = true;
    if (keyed) {
        s.item = room + 2 * n;
        s.item_room = room + 3 * n;
        memcpy(s.item, l->at, n * sizeof *room);
        ok = keys_of(in, l, key, s.key);
    }
    if (ok) {
        if (backwards) {
            list_turn(s.key, l->count);
            list_turn(s.item, keyed ? l->count : 0);
        }
        bool done;
        ok = try_ranked(&s, l->count, &done) && (done || sort_all(&s, l->count));
        struct value *sorted = keyed ? s.item : s.key;
        if (backwards) {
            list_turn(sorted, l->count);
        }
        memcpy(l->at, sorted, n * sizeof *sorted);
    }
    heap_give(in, room, bytes);
    return ok;
}

static void swap_items(struct list *a, struct list *b)
{
    struct value *at = a->at;
    int64_t count = a->count, cap = a->cap, front = a->front;
    a->at = b->at;
    a->count = b->count;
    a->cap = b->cap;
    a->front = b->front;
    b->at = at;
    b->count = count;
    b->cap = cap;
    b->front = front;
}

/* While it is sorted the list looks empty, so code called on the way cannot disturb it. */
bool list_sort(struct interp *in, struct list *l, struct value key, bool backwards)
{
    struct list *aside = list_new(in, 0);
    if (aside == NULL || l->count == 0) {
        return aside != NULL;
    }
    swap_items(l, aside);
    bool ok = sort_items(in, aside, key, backwards);
    bool modified = l->at != NULL;
    swap_items(l, aside);
    return ok && (!modified || raise_value_error(in, "list modified during sort"));
}
