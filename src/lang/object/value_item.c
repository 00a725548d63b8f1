/* Gets items of any value, and walks over it: v[key], `in`, iter(v), next(v). A method that code
 * defined
 * (__getitem__) goes before the slot of the native kind. */
#include "lang/object/value_method.h"
#include "lang/run/coroutine.h"

#include "lang/object/builtin.h"
#include "lang/object/item_quick.h"
#include "lang/run/scope.h"

/* --- items --- */

bool value_get_item(struct interp *in, struct value v, struct value key, struct value *out)
{
    bool found;
    const struct value *item = item_quick(in, v, key);
    if (item != NULL) {
        value_copy(out, item);
        return heap_hold(in, *out);
    }
    if (!value_call_python(in, v, "__getitem__", 1, &key, out, &found)) {
        return false;
    }
    if (!found) {
        if (value_slots(v)->get_item == NULL) {
            return raise_type_error(in, "'%s' object is not subscriptable", value_type_name(v));
        }
        if (!value_slots(v)->get_item(in, v, key, out)) {
            return false;
        }
    }
    return heap_hold(in, *out);
}

bool value_set_item(struct interp *in, struct value v, struct value key, struct value x)
{
    const struct class *c = v.type == VALUE_OBJECT ? v.o->class : NULL;
    if (c != NULL && c == in->types.dict) {
        return dict_set(in, (struct dict *)v.o, key, x);
    }
    struct value *item = c != NULL && c == in->types.list ? item_quick(in, v, key) : NULL;
    if (item != NULL) {
        *item = x;
        return true;
    }
    const struct value at[2] = {key, x};
    struct value unused;
    bool found;
    if (!value_call_python(in, v, "__setitem__", 2, at, &unused, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    if (value_slots(v)->set_item == NULL) {
        return raise_type_error(in, "'%s' object does not support item assignment",
                                value_type_name(v));
    }
    return value_slots(v)->set_item(in, v, key, x);
}

bool value_delete_item(struct interp *in, struct value v, struct value key)
{
    struct value unused;
    bool found;
    if (!value_call_python(in, v, "__delitem__", 1, &key, &unused, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    if (value_slots(v)->delete_item == NULL) {
        return raise_type_error(in, "'%s' object doesn't support item deletion",
                                value_type_name(v));
    }
    return value_slots(v)->delete_item(in, v, key);
}

bool value_contains(struct interp *in, struct value v, struct value item, bool *out)
{
    struct value result, iterator, each;
    bool found, done;
    if (!value_call_python(in, v, "__contains__", 1, &item, &result, &found)) {
        return false;
    }
    if (found) {
        return value_truth(in, result, out);
    }
    if (value_slots(v)->contains != NULL) {
        return value_slots(v)->contains(in, v, item, out);
    }
    if (!value_is_iterable(in, v)) {
        return raise_type_error(in, "argument of type '%s' is not iterable", value_type_name(v));
    }
    bool ok = value_iterate(in, v, &iterator);
    *out = false;
    while (ok && !*out && (ok = value_next(in, iterator, &each, &done)) && !done) {
        ok = value_equal(in, each, item, out);
    }
    return ok;
}

/* --- iteration --- */

/* An object with __getitem__ but no __iter__ is walked by 0, 1, 2, ... until IndexError. */
static bool iterate_items(struct interp *in, struct value v, struct value *iterator)
{
    struct list *items = list_new(in, 0);
    if (items == NULL) {
        return false;
    }
    for (int64_t k = 0;; k++) {
        struct value item;
        if (!interp_step(in, 1)) {
            return false;
        }
        if (!value_get_item(in, v, value_int(k), &item)) {
            if (!raise_is(in, EXCEPTION_IndexError)) {
                return false;
            }
            raise_catch(in);
            return iterator_over_list(in, items, iterator);
        }
        if (!list_append(in, items, item)) {
            return false;
        }
    }
}

bool value_is_iterable(struct interp *in, struct value v)
{
    struct value unused;
    bool found = false;
    return value_slots(v)->iterate != NULL || value_slots(v)->next != NULL ||
           (value_python_method(in, v, "__iter__", &unused, &found) && found) ||
           (value_python_method(in, v, "__getitem__", &unused, &found) && found);
}

static bool is_iterator(struct interp *in, struct value v)
{
    struct value unused;
    bool found = false;
    return value_slots(v)->next != NULL ||
           (value_python_method(in, v, "__next__", &unused, &found) && found);
}

bool value_iterate(struct interp *in, struct value v, struct value *iterator)
{
    struct value unused;
    bool found;
    if (!value_call_python(in, v, "__iter__", 0, NULL, iterator, &found)) {
        return false;
    }
    if (found) {
        return is_iterator(in, *iterator)
                   ? heap_hold(in, *iterator)
                   : raise_type_error(in, "iter() returned non-iterator of type '%s'",
                                      value_type_name(*iterator));
    }
    if (value_slots(v)->iterate != NULL) {
        return value_slots(v)->iterate(in, v, iterator) && heap_hold(in, *iterator);
    }
    if (value_slots(v)->next != NULL) {
        *iterator = v;
        return true;
    }
    if (!value_python_method(in, v, "__getitem__", &unused, &found)) {
        return false;
    }
    if (found) {
        return iterate_items(in, v, iterator);
    }
    return raise_type_error(in, "'%s' object is not iterable", value_type_name(v));
}

bool value_next(struct interp *in, struct value iterator, struct value *out, bool *done)
{
    bool found;
    *done = false;
    if (value_slots(iterator)->next != NULL) {
        if (!value_slots(iterator)->next(in, iterator, out, done)) {
            return false;
        }
        if (*done && !coroutine_is(in, iterator)) {
            *out = value_none();
        }
        return heap_hold(in, *out);
    }
    if (!value_call_python(in, iterator, "__next__", 0, NULL, out, &found)) {
        if (!raise_is(in, EXCEPTION_StopIteration)) {
            return false;
        }
        struct str *name = str_intern(in, "value");
        *done = true;
        return name != NULL && value_get_attribute(in, raise_catch(in), name, out);
    }
    if (!found) {
        return raise_type_error(in, "'%s' object is not an iterator", value_type_name(iterator));
    }
    return heap_hold(in, *out);
}
