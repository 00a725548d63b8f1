/* Holds the methods of list and tuple. Sorting is list_sort.c. */
#include "lang/run/native.h"

NATIVE_IS(append, list_append(in, list_at(args->at[0]), args->at[1]))
NATIVE_IS(extend, list_extend(in, list_at(args->at[0]), args->at[1]))

static bool insert(struct interp *in, const struct args *args, struct value *out)
{
    int64_t at;
    if (!value_to_int(in, args->at[1], &at)) {
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
    if ((args->count == 2 && !value_to_int(in, args->at[1], &at))) {
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
    return raise_value_error(in, "list.remove(x): x not in list");
}

static bool clear(struct interp *in, const struct args *args, struct value *out)
{
    list_at(args->at[0])->count = 0;
    return true;
}

static bool copy(struct interp *in, const struct args *args, struct value *out)
{
    struct list *from = list_at(args->at[0]), *l = list_new(in, from->count);
    return value_made(out, l) && list_splice(in, l, 0, 0, from->at, from->count);
}

static bool reverse_method(struct interp *in, const struct args *args, struct value *out)
{
    list_turn(list_at(args->at[0])->at, list_at(args->at[0])->count);
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
    return arguments_take(in, &rest, "sort(*, key=None, reverse=False)", at) &&
           list_backwards(in, at[1], &backwards) &&
           list_sort(in, list_at(args->at[0]), at[0], backwards);
}

static bool count(struct interp *in, const struct args *args, struct value *out)
{
    int64_t found = 0;
    const struct list *l = list_at(args->at[0]);
    for (int64_t k = 0; k < l->count; k++) {
        bool equal;
        if (!value_equal(in, l->at[k], args->at[1], &equal)) {
            return false;
        }
        found += equal;
    }
    return value_give(out, value_int(found));
}

static bool index_of(struct interp *in, const struct args *args, struct value *out)
{
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
            return value_give(out, value_int(k));
        }
    }
    if (tuple_is(args->at[0])) {
        return raise_value_error(in, "tuple.index(x): x not in tuple");
    }
    scoped_buf shown = {.budget = in->memory};
    if (value_repr(in, args->at[1], &shown)) {
        raise_value_error(in, "%s is not in list", buf_text(&shown));
    }
    return false;
}

/* list.__init__(self, iterable): what a subclass's own __init__ calls. */
static bool init(struct interp *in, const struct args *args, struct value *out)
{
    struct list *l = list_at(args->at[0]);
    struct list *fresh = args->count == 2 ? list_of(in, args->at[1]) : list_new(in, 0);
    return fresh != NULL && list_splice(in, l, 0, l->count, fresh->at, fresh->count);
}

bool list_methods_init(struct interp *in)
{
    static const struct native_row list_rows[] = {
        {"append", append, NULL, "11"},      {"extend", extend, NULL, "11"},
        {"insert", insert, NULL, "22"},      {"pop", pop, NULL, "01"},
        {"remove", remove_item, NULL, "11"}, {"clear", clear, NULL, "00"},
        {"copy", copy, NULL, "00"},          {"reverse", reverse_method, NULL, "00"},
        {"sort", sort, NULL, "0*k"},         {"count", count, NULL, "11"},
        {"index", index_of, NULL, "13"},     {"__init__", init, NULL, "01"},
    };
    static const struct native_row tuple_rows[] = {
        {"count", count, NULL, "11"},
        {"index", index_of, NULL, "13"},
    };
    return native_methods(in, in->types.list, list_rows, NATIVE_COUNT(list_rows)) &&
           native_methods(in, in->types.tuple, tuple_rows, NATIVE_COUNT(tuple_rows));
}
