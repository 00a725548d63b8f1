/* Methods of list and tuple, and sorting. */
#include "lang/object/number_quick.h"
#include "lang/run/native.h"

#include <string.h>

/* --- sorting: binary insertion in short runs, then merging; stable --- */

#define RUN 32

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
    const struct class *text = s->in->types.string;
    if (a.type == VALUE_OBJECT && b.type == VALUE_OBJECT && a.o->class == text &&
        b.o->class == text) {
        const struct str *x = str_of(a), *y = str_of(b);
        *out = str_compare(x, y) < 0;
        return interp_step(s->in, 1) && str_copy(s->in, (x->len < y->len ? x->len : y->len) / 8);
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

static void reverse(struct value *at, int64_t count)
{
    for (int64_t a = 0, b = count - 1; a < b; a++, b--) {
        struct value v = at[a];
        at[a] = at[b];
        at[b] = v;
    }
}

static bool keys_of(struct interp *in, const struct list *l, struct value key, struct value *keys)
{
    for (int64_t k = 0; k < l->count; k++) {
        const struct args args = {.at = &l->at[k], .count = 1};
        if (!value_call(in, key, &args, &keys[k])) {
            return false;
        }
    }
    return true;
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
            reverse(s.key, l->count);
            reverse(s.item, keyed ? l->count : 0);
        }
        ok = sort_all(&s, l->count);
        struct value *sorted = keyed ? s.item : s.key;
        if (backwards) {
            reverse(sorted, l->count);
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
    return ok &&
           (!modified || raise_exception(in, EXCEPTION_ValueError, "list modified during sort"));
}

/* --- methods --- */

static bool append(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    return arguments_method(in, args, in->types.list, 1, 1) &&
           list_append(in, list_at(args->at[0]), args->at[1]);
}

static bool extend(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    return arguments_method(in, args, in->types.list, 1, 1) &&
           list_extend(in, list_at(args->at[0]), args->at[1]);
}

static bool insert(struct interp *in, const struct args *args, struct value *out)
{
    int64_t at;
    *out = value_none();
    if (!arguments_method(in, args, in->types.list, 2, 2) || !value_to_int(in, args->at[1], &at)) {
        return false;
    }
    struct list *l = list_at(args->at[0]);
    at += at < 0 ? l->count : 0;
    at = at < 0 ? 0 : at > l->count ? l->count : at;
    return list_insert(in, l, at, args->at[2]);
}

static bool pop(struct interp *in, const struct args *args, struct value *out)
{
    int64_t at = -1;
    if (!arguments_method(in, args, in->types.list, 0, 1) ||
        (args->count == 2 && !value_to_int(in, args->at[1], &at))) {
        return false;
    }
    struct list *l = list_at(args->at[0]);
    if (l->count == 0) {
        return raise_exception(in, EXCEPTION_IndexError, "pop from empty list");
    }
    at += at < 0 ? l->count : 0;
    if (at < 0 || at >= l->count) {
        return raise_exception(in, EXCEPTION_IndexError, "pop index out of range");
    }
    *out = l->at[at];
    return list_splice(in, l, at, 1, NULL, 0);
}

static bool remove_item(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    if (!arguments_method(in, args, in->types.list, 1, 1)) {
        return false;
    }
    struct list *l = list_at(args->at[0]);
    for (int64_t k = 0; k < l->count; k++) {
        bool equal;
        if (!value_equal(in, l->at[k], args->at[1], &equal)) {
            return false;
        }
        if (equal) {
            return list_splice(in, l, k, 1, NULL, 0);
        }
    }
    return raise_exception(in, EXCEPTION_ValueError, "list.remove(x): x not in list");
}

static bool clear(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    if (!arguments_method(in, args, in->types.list, 0, 0)) {
        return false;
    }
    list_at(args->at[0])->count = 0;
    return true;
}

static bool copy(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_method(in, args, in->types.list, 0, 0)) {
        return false;
    }
    struct list *from = list_at(args->at[0]), *l = list_new(in, from->count);
    *out = value_object(l);
    return l != NULL && list_splice(in, l, 0, 0, from->at, from->count);
}

static bool reverse_method(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    if (!arguments_method(in, args, in->types.list, 0, 0)) {
        return false;
    }
    reverse(list_at(args->at[0])->at, list_at(args->at[0])->count);
    return true;
}

bool list_backwards(struct interp *in, struct value v, bool *out)
{
    int64_t number = 0;
    bool ok = !given(v) || value_to_int(in, v, &number);
    *out = number != 0;
    return ok;
}

static bool sort(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    bool backwards = false;
    const struct args rest = arguments_rest(args);
    *out = value_none();
    if (args->count < 1 || !list_is(args->at[0])) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "unbound method list.sort() needs an argument");
    }
    return arguments_take(in, &rest, "sort(*, key=None, reverse=False)", at) &&
           list_backwards(in, at[1], &backwards) &&
           list_sort(in, list_at(args->at[0]), at[0], backwards);
}

static bool is_sequence(struct interp *in, const struct args *args, int least, int most)
{
    return arguments_count(in, args, in->calling->name, least, most) &&
           (list_is(args->at[0]) || tuple_is(args->at[0]) ||
            raise_exception(in, EXCEPTION_TypeError,
                            "descriptor '%s' doesn't apply to a '%s' object", in->calling->name,
                            value_type_name(args->at[0])));
}

static bool count(struct interp *in, const struct args *args, struct value *out)
{
    int64_t found = 0;
    if (!is_sequence(in, args, 2, 2)) {
        return false;
    }
    const struct list *l = list_at(args->at[0]);
    for (int64_t k = 0; k < l->count; k++) {
        bool equal;
        if (!value_equal(in, l->at[k], args->at[1], &equal)) {
            return false;
        }
        found += equal;
    }
    *out = value_int(found);
    return true;
}

static bool index_of(struct interp *in, const struct args *args, struct value *out)
{
    if (!is_sequence(in, args, 2, 4)) {
        return false;
    }
    const struct list *l = list_at(args->at[0]);
    int64_t edge[2] = {0, INT64_MAX};
    for (int k = 0; k < args->count - 2; k++) {
        if (!value_to_int(in, args->at[k + 2], &edge[k])) {
            return false;
        }
        edge[k] += edge[k] < 0 ? l->count : 0;
        edge[k] = edge[k] < 0 ? 0 : edge[k];
    }
    for (int64_t k = edge[0]; k < l->count && k < edge[1]; k++) {
        bool equal;
        if (!value_equal(in, l->at[k], args->at[1], &equal)) {
            return false;
        }
        if (equal) {
            *out = value_int(k);
            return true;
        }
    }
    if (tuple_is(args->at[0])) {
        return raise_exception(in, EXCEPTION_ValueError, "tuple.index(x): x not in tuple");
    }
    struct buf shown = {.budget = in->memory};
    if (value_repr(in, args->at[1], &shown)) {
        raise_exception(in, EXCEPTION_ValueError, "%s is not in list", buf_text(&shown));
    }
    buf_free(&shown);
    return false;
}

/* list.__init__(self, iterable): what a subclass's own __init__ calls. */
static bool init(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    if (!arguments_method(in, args, in->types.list, 0, 1)) {
        return false;
    }
    struct list *l = list_at(args->at[0]);
    struct list *fresh = args->count == 2 ? list_of(in, args->at[1]) : list_new(in, 0);
    return fresh != NULL && list_splice(in, l, 0, l->count, fresh->at, fresh->count);
}

bool list_methods_init(struct interp *in)
{
    static const struct native_row list_rows[] = {
        {"append", append, NULL}, {"extend", extend, NULL},          {"insert", insert, NULL},
        {"pop", pop, NULL},       {"remove", remove_item, NULL},     {"clear", clear, NULL},
        {"copy", copy, NULL},     {"reverse", reverse_method, NULL}, {"sort", sort, NULL},
        {"count", count, NULL},   {"index", index_of, NULL},         {"__init__", init, NULL},
    };
    static const struct native_row tuple_rows[] = {
        {"count", count, NULL},
        {"index", index_of, NULL},
    };
    return native_methods(in, in->types.list, list_rows, NATIVE_COUNT(list_rows)) &&
           native_methods(in, in->types.tuple, tuple_rows, NATIVE_COUNT(tuple_rows));
}
