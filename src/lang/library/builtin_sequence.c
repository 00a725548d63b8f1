/* Holds the built-in functions over things that can be walked: len, sorted, min, max, sum, any,
 * all, iter, next. */
#include "lang/object/number_quick.h"
#include "lang/run/native.h"

static bool len(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count;
    return value_length(in, args->at[0], &count) && value_give(out, value_int(count));
}

static bool sorted(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    bool backwards = false;
    if (args->count != 1) {
        return raise_type_error(in, "sorted expected 1 argument, got %d", args->count);
    }
    /* Python's sentence about a wrong keyword names sort(). */
    if (!arguments_take(in, args, "sort(iterable, /, *, key=None, reverse=False)", at) ||
        !list_backwards(in, at[2], &backwards)) {
        return false;
    }
    struct list *l = list_of(in, at[0]);
    return value_made(out, l) && list_sort(in, l, at[1], backwards);
}

struct best {
    enum operator_ op; /* what a better key is to the best one so far */
    struct value key_function, item, key;
    bool any;
};

static bool consider(struct interp *in, struct best *best, struct value item)
{
    struct value key = item, better;
    bool yes = true;
    if (given_some(best->key_function) && !value_call_at(in, best->key_function, 1, &item, &key)) {
        return false;
    }
    if (best->any &&
        (!value_compare(in, best->op, key, best->key, &better) || !value_truth(in, better, &yes))) {
        return false;
    }
    if (yes) {
        best->item = item;
        best->key = key;
        best->any = true;
    }
    return true;
}

static bool extreme(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    struct value at[2];
    struct args keywords = *args;
    keywords.count = 0;
    bool max = name[1] == 'a';
    if (args->count == 0) {
        return raise_type_error(in, "%s expected at least 1 argument, got 0", name);
    }
    if (!arguments_take(in, &keywords,
                        max ? "max(*, key=None, default=None)" : "min(*, key=None, default=None)",
                        at)) {
        return false;
    }
    struct best best = {.op = max ? OP_GT : OP_LT, .key_function = at[0]};
    if (args->count > 1) {
        if (given(at[1])) {
            return raise_type_error(
                in, "Cannot specify a default for %s() with multiple positional arguments", name);
        }
        for (int k = 0; k < args->count; k++) {
            if (!consider(in, &best, args->at[k])) {
                return false;
            }
        }
        return value_give(out, best.item);
    }
    struct value iterator, item;
    bool ok = value_iterate(in, args->at[0], &iterator);
    while (iterator_each(in, iterator, &item, &ok)) {
        ok = consider(in, &best, item);
    }
    if (ok && !best.any && !given(at[1])) {
        return raise_value_error(in, "%s() arg is an empty sequence", name);
    }
    *out = best.any ? best.item : at[1];
    return ok;
}

static bool sum(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2], iterator, item;
    if (args->count == 0) {
        return raise_type_error(in, "sum() takes at least 1 positional argument (0 given)");
    }
    if (!arguments_take(in, args, "sum(iterable, start=0)", at)) {
        return false;
    }
    *out = given(at[1]) ? at[1] : value_int(0);
    if (str_is(*out)) {
        return raise_type_error(in, "sum() can't sum strings [use ''.join(seq) instead]");
    }
    bool ok = value_iterate(in, at[0], &iterator);
    while (iterator_each(in, iterator, &item, &ok)) {
        ok = number_quick(OP_ADD, *out, item, out) || value_binary(in, OP_ADD, *out, item, out);
    }
    return ok;
}

static bool any_or_all(struct interp *in, const struct args *args, struct value *out)
{
    bool any = in->calling->name[1] == 'n', truth = !any;
    struct value iterator, item;
    bool ok = value_iterate(in, args->at[0], &iterator);
    while (truth != any && iterator_each(in, iterator, &item, &ok)) {
        ok = value_truth(in, item, &truth);
    }
    *out = value_bool(truth == any ? any : !any);
    return ok;
}

NATIVE_IS(iter, args->count == 2 ? iterator_until(in, args->at[0], args->at[1], out)
                                 : value_iterate(in, args->at[0], out))

static bool next(struct interp *in, const struct args *args, struct value *out)
{
    bool done;
    if (!value_next(in, args->at[0], out, &done)) {
        return false;
    }
    if (!done) {
        return true;
    }
    if (args->count == 2) {
        return value_give(out, args->at[1]);
    }
    return raise_stop(in, *out);
}

bool builtins_sequence_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"len", len, NULL, "11"},        {"sorted", sorted, NULL, NULL},
        {"min", extreme, NULL, NULL},    {"max", extreme, NULL, NULL},
        {"sum", sum, NULL, NULL},        {"any", any_or_all, NULL, "11"},
        {"all", any_or_all, NULL, "11"}, {"iter", iter, NULL, "12"},
        {"next", next, NULL, "12"},
    };
    return native_functions(in, in->builtins, "builtins", rows, NATIVE_COUNT(rows));
}
