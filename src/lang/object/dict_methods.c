/* Shows dictionaries as code sees them: operators, text, methods. The table is dict.c. */
#include "lang/run/native.h"

/* --- filling --- */

static bool update_mapping(struct interp *in, struct dict *d, struct value mapping)
{
    struct value keys, iterator = value_none(), key, v;
    bool ok = value_call_method(in, mapping, "keys", 0, NULL, &keys) &&
              value_iterate(in, keys, &iterator);
    while (iterator_each(in, iterator, &key, &ok)) {
        ok = value_get_item(in, mapping, key, &v) && dict_set(in, d, key, v);
    }
    return ok;
}

/* The k-th of the pairs that a dictionary is made of. */
static bool update_pair(struct interp *in, struct dict *d, struct value pair, long long k)
{
    const struct list *two = list_of(in, pair);
    if (two == NULL) {
        if (raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in);
            raise_type_error(
                in, "cannot convert dictionary update sequence element #%lld to a sequence", k);
        }
        return false;
    }
    if (two->count != 2) {
        return raise_value_error(
            in, "dictionary update sequence element #%lld has length %lld; 2 is required", k,
            (long long)two->count);
    }
    return dict_set(in, d, two->at[0], two->at[1]);
}

static bool update_pairs(struct interp *in, struct dict *d, struct value pairs)
{
    struct value iterator, pair;
    bool ok = value_iterate(in, pairs, &iterator);
    for (long long k = 0; iterator_each(in, iterator, &pair, &ok); k++) {
        ok = update_pair(in, d, pair, k);
    }
    return ok;
}

static bool update_from(struct interp *in, struct dict *d, struct value from)
{
    struct value unused;
    struct str *keys = str_intern(in, "keys"), *iter = str_intern(in, "__iter__");
    bool mapping;
    /* A subclass is read directly too, past its __getitem__, unless it walks in its own way. */
    if (dict_is(from) && iter != NULL && !class_lookup_python(from.o->class, iter, &unused)) {
        return dict_copy_into(in, d, dict_of(from));
    }
    if (keys == NULL || !value_find_attribute(in, from, keys, &unused, &mapping)) {
        return false;
    }
    return mapping ? update_mapping(in, d, from) : update_pairs(in, d, from);
}

/* dict.update(other, **keywords): a mapping, or pairs. */
static bool dict_update(struct interp *in, struct dict *d, const struct args *args,
                        const char *name)
{
    if (args->count > 1) {
        return raise_type_error(in, "%s expected at most 1 argument, got %d", name, args->count);
    }
    if (args->count == 1 && !update_from(in, d, args->at[0])) {
        return false;
    }
    for (int k = 0; k < args->keyword_count; k++) {
        if (!dict_set_str(in, d, args->names[k], args->values[k])) {
            return false;
        }
    }
    return true;
}

static bool dict_create(struct interp *in, struct class *class, const struct args *args,
                        struct value *out)
{
    struct dict *d = object_new(in, class);
    return value_made(out, d) && dict_update(in, d, args, "dict");
}

/* --- slots --- */

static bool dict_get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    bool found;
    if (!dict_get(in, dict_of(self), key, out, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    struct value missing;
    struct class *class = self.o->class;
    struct str *name = class->has_python_methods ? str_intern(in, "__missing__") : NULL;
    if (name != NULL && class_lookup_python(class, name, &missing)) {
        return value_call_method(in, self, "__missing__", 1, &key, out);
    }
    return raise_key(in, key);
}

static bool dict_set_item(struct interp *in, struct value self, struct value key, struct value x)
{
    return dict_set(in, dict_of(self), key, x);
}

static bool dict_delete_item(struct interp *in, struct value self, struct value key)
{
    bool found;
    return dict_delete(in, dict_of(self), key, &found) && (found || raise_key(in, key));
}

static bool dict_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    struct value unused;
    return dict_get(in, dict_of(self), item, &unused, out);
}

static bool dict_length(struct interp *in, struct value self, int64_t *out)
{
    *out = dict_of(self)->count;
    return true;
}

static bool dict_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_KEYS, self, iterator);
}

static bool dict_repr(struct interp *in, struct value self, struct buf *out)
{
    struct nesting level;
    struct value key, v;
    bool ok = true, first = true;
    if (!nesting_enter(in, &level, self.o)) {
        buf_puts(out, "{...}");
        return true;
    }
    buf_putc(out, '{');
    for (int64_t at = 0; ok && dict_next(dict_of(self), &at, &key, &v); first = false) {
        buf_puts(out, first ? "" : ", ");
        ok = value_repr(in, key, out);
        buf_puts(out, ": ");
        ok = ok && value_repr(in, v, out);
    }
    buf_putc(out, '}');
    nesting_leave(in, &level);
    return ok;
}

static bool equal_dicts(struct interp *in, struct dict *a, struct dict *b, bool *out)
{
    struct value key, v, other;
    *out = a->count == b->count;
    for (int64_t at = 0; *out && dict_next(a, &at, &key, &v);) {
        bool found;
        if (!dict_get(in, b, key, &other, &found)) {
            return false;
        }
        if (!found) {
            *out = false;
        } else if (!value_equal(in, v, other, out)) {
            return false;
        }
    }
    return true;
}

static bool dict_compare(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    bool equal;
    *handled = (op == OP_EQ || op == OP_NE) && dict_is(left) && dict_is(right);
    if (!*handled) {
        return true;
    }
    return equal_dicts(in, dict_of(left), dict_of(right), &equal) &&
           value_give(out, value_bool(equal == (op == OP_EQ)));
}

static bool dict_binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                        bool self_is_right, struct value *out, bool *handled)
{
    *handled = op == OP_OR && dict_is(left) && dict_is(right);
    if (!*handled) {
        return true;
    }
    struct dict *d = dict_new(in);
    return value_made(out, d) && dict_copy_into(in, d, dict_of(left)) &&
           dict_copy_into(in, d, dict_of(right));
}

static bool dict_inplace(struct interp *in, enum operator_ op, struct value self,
                         struct value other, struct value *out, bool *handled)
{
    *handled = op == OP_OR;
    *out = self;
    return !*handled || update_from(in, dict_of(self), other);
}

const struct slots dict_slots = {
    .size = sizeof(struct dict),
    .filled_by_init = true,
    .mark = dict_mark,
    .free = dict_free,
    .create = dict_create,
    .repr = dict_repr,
    .binary = dict_binary,
    .inplace = dict_inplace,
    .compare = dict_compare,
    .length = dict_length,
    .get_item = dict_get_item,
    .set_item = dict_set_item,
    .delete_item = dict_delete_item,
    .contains = dict_contains,
    .iterate = dict_iterate,
};

/* --- methods --- */

static bool get(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    struct value v;
    return dict_get(in, dict_of(args->at[0]), args->at[1], &v, &found) &&
           value_give(out, found              ? v
                           : args->count == 3 ? args->at[2]
                                              : value_none());
}

static bool set_default(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    if (!dict_get(in, dict_of(args->at[0]), args->at[1], out, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    *out = args->count == 3 ? args->at[2] : value_none();
    return dict_set(in, dict_of(args->at[0]), args->at[1], *out);
}

static bool pop(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    struct value v;
    if (!dict_get(in, dict_of(args->at[0]), args->at[1], &v, &found)) {
        return false;
    }
    if (found) {
        *out = v;
        return dict_delete(in, dict_of(args->at[0]), args->at[1], &found);
    }
    *out = args->count == 3 ? args->at[2] : value_none();
    return args->count == 3 || raise_key(in, args->at[1]);
}

static bool pop_item(struct interp *in, const struct args *args, struct value *out)
{
    struct value key, v;
    bool found;
    struct dict *d = dict_of(args->at[0]);
    int64_t at = d->used;
    if (!dict_previous(d, &at, &key, &v)) {
        struct value text;
        return str_value(in, "popitem(): dictionary is empty", 30, &text) && raise_key(in, text);
    }
    return pair_new(in, key, v, out) && dict_delete(in, d, key, &found);
}

static bool update(struct interp *in, const struct args *args, struct value *out)
{
    const struct args rest = arguments_rest(args);
    return dict_update(in, dict_of(args->at[0]), &rest, native_data(in));
}

static bool clear(struct interp *in, const struct args *args, struct value *out)
{
    dict_clear(in, dict_of(args->at[0]));
    return true;
}

static bool copy(struct interp *in, const struct args *args, struct value *out)
{
    struct dict *d = dict_new(in);
    return value_made(out, d) && dict_copy_into(in, d, dict_of(args->at[0]));
}

static bool from_keys(struct interp *in, const struct args *args, struct value *out)
{
    static const struct args none = {0};
    struct list *keys;
    if (!arguments_count(in, args, "fromkeys", 2, 3) ||
        !class_call(in, (struct class *)args->at[0].o, &none, out) ||
        (keys = list_of(in, args->at[1])) == NULL) {
        return false;
    }
    struct value v = args->count == 3 ? args->at[2] : value_none();
    for (int64_t k = 0; k < keys->count; k++) {
        if (!value_set_item(in, *out, keys->at[k], v)) {
            return false;
        }
    }
    return true;
}

static bool add_from_keys(struct interp *in)
{
    struct class *c = in->types.dict;
    struct str *name = str_intern(in, "fromkeys");
    struct wrapper *w = object_new(in, in->types.class_method);
    return name != NULL && w != NULL && interp_method(in, c, "fromkeys", from_keys, NULL) &&
           dict_get_str(c->dict, name, &w->function) &&
           dict_set_str(in, c->dict, name, value_object(w));
}

bool dict_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"get", get, NULL, "12"},
        {"setdefault", set_default, NULL, "12"},
        {"pop", pop, NULL, "12"},
        {"popitem", pop_item, NULL, "00"},
        {"update", update, "update", "0*k"},
        {"__init__", update, "dict", "0*k"},
        {"clear", clear, NULL, "00"},
        {"copy", copy, NULL, "00"},
    };
    return native_methods(in, in->types.dict, rows, NATIVE_COUNT(rows)) && add_from_keys(in) &&
           dict_view_init(in) && native_dunders(in, in->types.dict);
}
