/* Makes what keys(), values() and items() return: windows on a dictionary, which change with it. */
#include "lang/run/native.h"

struct view {
    struct object object;
    struct dict *dict;
};

static struct dict *viewed(struct value v)
{
    return ((struct view *)v.o)->dict;
}

static bool is_values(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.dict_values;
}

static bool is_items(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.dict_items;
}

static bool is_set_like(struct interp *in, struct value v) /* keys or items */
{
    return is_items(in, v) || (v.type == VALUE_OBJECT && v.o->class == in->types.dict_keys);
}

static void view_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct view *)self)->dict);
}

static bool view_iterate(struct interp *in, struct value self, struct value *iterator)
{
    enum iterator_kind kind = is_items(in, self)    ? ITERATOR_ITEMS
                              : is_values(in, self) ? ITERATOR_VALUES
                                                    : ITERATOR_KEYS;
    return iterator_new(in, kind, value_object(viewed(self)), iterator);
}

static bool view_length(struct interp *in, struct value self, int64_t *out)
{
    *out = viewed(self)->count;
    return true;
}

static bool view_repr(struct interp *in, struct value self, struct buf *out)
{
    struct nesting level;
    if (!nesting_enter(in, &level, self.o)) {
        buf_puts(out, "...");
        return true;
    }
    struct list *items = list_of(in, self);
    buf_printf(out, "%s(", self.o->class->name->text);
    bool ok = items != NULL && value_repr(in, value_object(items), out);
    buf_putc(out, ')');
    nesting_leave(in, &level);
    return ok;
}

static bool view_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    struct dict *d = viewed(self);
    struct value key, v;
    *out = false;
    if (is_values(in, self)) {
        for (int64_t at = 0; !*out && dict_next(d, &at, &key, &v);) {
            if (!value_equal(in, v, item, out)) {
                return false;
            }
        }
        return true;
    }
    if (!is_items(in, self)) {
        return dict_get(in, d, item, &v, out);
    }
    if (!tuple_is(item) || list_at(item)->count != 2) {
        return true;
    }
    bool found;
    return dict_get(in, d, list_at(item)->at[0], &v, &found) &&
           (!found || value_equal(in, v, list_at(item)->at[1], out));
}

static bool view_binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                        bool self_is_right, struct value *out, bool *handled)
{
    struct set *a;
    bool operation = op == OP_OR || op == OP_AND || op == OP_SUB || op == OP_XOR;
    *handled = operation && is_set_like(in, self_is_right ? right : left);
    return !*handled ||
           (set_given(in, left, &a) && set_combine(in, op, in->types.set, a, right, out));
}

static bool view_compare(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    struct set *a, *b;
    *handled = (is_set_like(in, left) || set_is(left)) && (is_set_like(in, right) || set_is(right));
    return !*handled || (set_given(in, left, &a) && set_given(in, right, &b) &&
                         value_compare(in, op, value_object(a), value_object(b), out));
}

static bool view_hash(struct interp *in, struct value self, uint64_t *out)
{
    *out = (uint64_t)(uintptr_t)self.o >> 4;
    return !is_set_like(in, self) ||
           raise_type_error(in, "unhashable type: '%s'", value_type_name(self));
}

static const struct slots view_slots = {
    .size = sizeof(struct view),
    .mark = view_mark,
    .repr = view_repr,
    .binary = view_binary,
    .compare = view_compare,
    .length = view_length,
    .contains = view_contains,
    .iterate = view_iterate,
    .hash = view_hash,
};

static bool make(struct interp *in, const struct args *args, struct value *out)
{
    char which = in->calling->name[0];
    struct view *view = object_new(in, which == 'k'   ? in->types.dict_keys
                                       : which == 'v' ? in->types.dict_values
                                                      : in->types.dict_items);
    *out = value_object(view);
    if (view != NULL) {
        view->dict = dict_of(args->at[0]);
    }
    return view != NULL;
}

static bool is_disjoint(struct interp *in, const struct args *args, struct value *out)
{
    struct set *a, *b;
    if (!set_given(in, args->at[0], &a) || !set_given(in, args->at[1], &b)) {
        return false;
    }
    struct value both;
    bool some = false;
    return set_combine(in, OP_AND, in->types.set, a, value_object(b), &both) &&
           value_truth(in, both, &some) && value_give(out, value_bool(!some));
}

bool dict_view_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"keys", make, NULL, "00"}, {"values", make, NULL, "00"}, {"items", make, NULL, "00"}};
    static const struct native_row like_a_set[] = {{"isdisjoint", is_disjoint, NULL, "11"}};
    in->types.dict_keys = interp_class(in, "dict_keys", "builtins", NULL, &view_slots);
    in->types.dict_values = interp_class(in, "dict_values", "builtins", NULL, &view_slots);
    in->types.dict_items = interp_class(in, "dict_items", "builtins", NULL, &view_slots);
    return in->types.dict_keys != NULL && in->types.dict_values != NULL &&
           in->types.dict_items != NULL && native_dunders(in, in->types.dict_keys) &&
           native_methods(in, in->types.dict_keys, like_a_set, 1) &&
           native_methods(in, in->types.dict_items, like_a_set, 1) &&
           native_dunders(in, in->types.dict_values) && native_dunders(in, in->types.dict_items) &&
           native_methods(in, in->types.dict, rows, NATIVE_COUNT(rows));
}
