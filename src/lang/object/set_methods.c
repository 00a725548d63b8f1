/* Shows sets as code sees them: operators, comparison, text, methods. The table is set.c. */
#include "lang/run/native.h"

static bool is_frozen(struct interp *in, struct value v)
{
    return class_is_subclass(v.o->class, in->types.frozenset);
}

static struct class *base_class(struct interp *in, struct value v)
{
    return is_frozen(in, v) ? in->types.frozenset : in->types.set;
}

/* --- slots --- */

static bool set_create(struct interp *in, struct class *class, const struct args *args,
                       struct value *out)
{
    if (args->keyword_count > 0) {
        return raise_type_error(in, "%s() takes no keyword arguments", class->name->text);
    }
    if (args->count > 1) {
        return raise_type_error(in, "%s expected at most 1 argument, got %d", class->name->text,
                                args->count);
    }
    if (class == in->types.frozenset && args->count == 1 && args->at[0].type == VALUE_OBJECT &&
        args->at[0].o->class == class) {
        return value_give(out, args->at[0]);
    }
    struct set *s = set_new(in, class);
    return value_made(out, s) && (args->count == 0 || set_update(in, s, args->at[0]));
}

static bool set_binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                       bool self_is_right, struct value *out, bool *handled)
{
    *handled = (op == OP_OR || op == OP_AND || op == OP_SUB || op == OP_XOR) && set_is(left) &&
               set_is(right);
    return !*handled || set_combine(in, op, base_class(in, left), set_of_value(left), right, out);
}

/* Gives s the members that result has. */
static void take_over(struct interp *in, struct set *s, struct set *result)
{
    set_clear(in, s);
    s->table = result->table;
    s->mask = result->mask;
    s->fill = result->fill;
    s->used = result->used;
    result->table = NULL;
}

static bool in_place(struct interp *in, enum operator_ op, struct set *s, struct value other)
{
    struct value result, v;
    bool found;
    switch (op) {
    case OP_OR:
        return set_update(in, s, other);
    case OP_SUB:
        return set_remove_all(in, s, other);
    case OP_XOR: {
        struct set *unique = set_new(in, in->types.set);
        if (unique == NULL || !set_update(in, unique, other)) {
            return false;
        }
        for (uint64_t at = 0; set_next(unique, &at, &v);) {
            if (!set_discard(in, s, v, &found) || (!found && !set_add(in, s, v))) {
                return false;
            }
        }
        return true;
    }
    default:
        if (!set_combine(in, op, in->types.set, s, other, &result)) {
            return false;
        }
        take_over(in, s, set_of_value(result));
        return true;
    }
}

static bool set_inplace(struct interp *in, enum operator_ op, struct value self, struct value other,
                        struct value *out, bool *handled)
{
    *handled = (op == OP_OR || op == OP_AND || op == OP_SUB || op == OP_XOR) && set_is(other) &&
               !is_frozen(in, self);
    *out = self;
    return !*handled || in_place(in, op, set_of_value(self), other);
}

static bool set_compare(struct interp *in, enum operator_ op, struct value left, struct value right,
                        bool self_is_right, struct value *out, bool *handled)
{
    *handled = set_is(left) && set_is(right);
    if (!*handled) {
        return true;
    }
    struct set *a = set_of_value(left), *b = set_of_value(right);
    bool greater = op == OP_GE || op == OP_GT, result;
    if (!set_subset(in, greater ? b : a, greater ? a : b, &result)) {
        return false;
    }
    bool same_size = a->used == b->used;
    if (op == OP_EQ || op == OP_NE) {
        result = (result && same_size) == (op == OP_EQ);
    } else if (op == OP_LT || op == OP_GT) {
        result = result && !same_size;
    }
    return value_give(out, value_bool(result));
}

static bool set_repr(struct interp *in, struct value self, struct buf *out)
{
    struct nesting level;
    struct set *s = set_of_value(self);
    struct value v;
    const char *name = self.o->class->name->text;
    bool plain = self.o->class == in->types.set, ok = true;
    if (!nesting_enter(in, &level, self.o)) {
        buf_printf(out, "%s(...)", name);
        return true;
    }
    if (s->used == 0) {
        buf_printf(out, "%s()", name);
    } else {
        if (!plain) {
            buf_printf(out, "%s(", name);
        }
        const char *between = "{";
        for (uint64_t at = 0; ok && set_next(s, &at, &v); between = ", ") {
            buf_puts(out, between);
            ok = value_repr(in, v, out);
        }
        buf_puts(out, plain ? "}" : "})");
    }
    nesting_leave(in, &level);
    return ok;
}

static bool set_length(struct interp *in, struct value self, int64_t *out)
{
    *out = set_of_value(self)->used;
    return true;
}

static bool set_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    return set_has(in, set_of_value(self), item, out);
}

static bool set_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_SET, self, iterator);
}

/* CPython's mixing, which does not depend on the order of the members. */
static bool set_hash(struct interp *in, struct value self, uint64_t *out)
{
    if (!is_frozen(in, self)) {
        return raise_type_error(in, "unhashable type: '%s'", value_type_name(self));
    }
    const struct set *s = set_of_value(self);
    uint64_t h = 0;
    for (uint64_t k = 0; s->table != NULL && k <= s->mask; k++) {
        const struct set_entry *e = &s->table[k];
        if (e->key.type != VALUE_NOT_IMPLEMENTED || e->key.label == 0) {
            h ^= ((e->hash ^ 89869747u) ^ (e->hash << 16)) * 3644798167u;
        }
    }
    h ^= ((uint64_t)s->used + 1) * 1927868237u;
    h ^= (h >> 11) ^ (h >> 25);
    h = h * 69069u + 907133923u;
    *out = h == UINT64_MAX ? 590923713u : h;
    return true;
}

static void set_mark(struct interp *in, struct object *self)
{
    const struct set *s = (const struct set *)self;
    struct value v;
    for (uint64_t at = 0; set_next(s, &at, &v);) {
        heap_mark(in, v);
    }
}

static void set_free(struct interp *in, struct object *self)
{
    set_clear(in, (struct set *)self);
}

const struct slots set_slots = {
    .size = sizeof(struct set),
    .filled_by_init = true,
    .mark = set_mark,
    .free = set_free,
    .create = set_create,
    .repr = set_repr,
    .binary = set_binary,
    .inplace = set_inplace,
    .compare = set_compare,
    .length = set_length,
    .contains = set_contains,
    .iterate = set_iterate,
    .hash = set_hash,
};

/* --- methods --- */

NATIVE_IS(add, set_add(in, set_of_value(args->at[0]), args->at[1]))

static bool remove_item(struct interp *in, const struct args *args, struct value *out)
{
    bool must = *(const char *)native_data(in) == 'r', found;
    return set_discard(in, set_of_value(args->at[0]), args->at[1], &found) &&
           (found || !must || raise_key(in, args->at[1]));
}

static bool pop(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    struct set *s = set_of_value(args->at[0]);
    if (s->used == 0) {
        struct value text;
        return str_value(in, "pop from an empty set", 21, &text) && raise_key(in, text);
    }
    uint64_t at = s->finger & s->mask;
    if (!set_next(s, &at, out)) {
        at = 0;
        set_next(s, &at, out);
    }
    s->finger = at;
    return set_discard(in, s, *out, &found);
}

static bool clear(struct interp *in, const struct args *args, struct value *out)
{
    set_clear(in, set_of_value(args->at[0]));
    return true;
}

static bool copy(struct interp *in, const struct args *args, struct value *out)
{
    struct set *s = set_new(in, base_class(in, args->at[0]));
    return value_made(out, s) && set_update(in, s, args->at[0]);
}

/* union, intersection, difference, symmetric_difference: any iterables */
static bool combine(struct interp *in, const struct args *args, struct value *out)
{
    enum operator_ op = *(const enum operator_ *)native_data(in);
    struct class *class = base_class(in, args->at[0]);
    if (args->count == 1) {
        struct set *s = set_new(in, class);
        return value_made(out, s) && set_update(in, s, args->at[0]);
    }
    *out = args->at[0];
    for (int k = 1; k < args->count; k++) {
        if (!set_combine(in, op, class, set_of_value(*out), args->at[k], out)) {
            return false;
        }
    }
    return true;
}

static bool update(struct interp *in, const struct args *args, struct value *out)
{
    enum operator_ op = *(const enum operator_ *)native_data(in);
    for (int k = 1; k < args->count; k++) {
        if (!in_place(in, op, set_of_value(args->at[0]), args->at[k])) {
            return false;
        }
    }
    return true;
}

/* issubset, issuperset, isdisjoint */
static bool ask(struct interp *in, const struct args *args, struct value *out)
{
    char which = *(const char *)native_data(in);
    struct value common;
    bool result;
    struct set *a = set_of_value(args->at[0]), *b;
    if (which == 'd') {
        return set_combine(in, OP_AND, in->types.set, a, args->at[1], &common) &&
               value_give(out, value_bool(set_of_value(common)->used == 0));
    }
    if (set_is(args->at[1])) {
        b = set_of_value(args->at[1]);
    } else if ((b = set_new(in, in->types.set)) == NULL || !set_update(in, b, args->at[1])) {
        return false;
    }
    return set_subset(in, which == 'b' ? a : b, which == 'b' ? b : a, &result) &&
           value_give(out, value_bool(result));
}

static bool init(struct interp *in, const struct args *args, struct value *out)
{
    struct set *s = set_of_value(args->at[0]);
    if (args->count == 2) {
        struct list *items = list_of(in, args->at[1]);
        set_clear(in, s);
        return items != NULL && set_update(in, s, value_object(items));
    }
    set_clear(in, s);
    return true;
}

bool set_init(struct interp *in)
{
    static const enum operator_ op_or = OP_OR, op_and = OP_AND, op_sub = OP_SUB, op_xor = OP_XOR;
    static const struct native_row both[] = {
        {"copy", copy, NULL, "00"},
        {"union", combine, &op_or, "0*"},
        {"intersection", combine, &op_and, "0*"},
        {"difference", combine, &op_sub, "0*"},
        {"symmetric_difference", combine, &op_xor, "11"},
        {"issubset", ask, "b", "11"},
        {"issuperset", ask, "p", "11"},
        {"isdisjoint", ask, "d", "11"},
    };
    static const struct native_row only_set[] = {
        {"add", add, NULL, "11"},
        {"remove", remove_item, "r", "11"},
        {"discard", remove_item, "d", "11"},
        {"pop", pop, NULL, "00"},
        {"clear", clear, NULL, "00"},
        {"update", update, &op_or, "0*"},
        {"intersection_update", update, &op_and, "0*"},
        {"difference_update", update, &op_sub, "0*"},
        {"symmetric_difference_update", update, &op_xor, "11"},
        {"__init__", init, NULL, "01"},
    };
    return native_methods(in, in->types.set, both, NATIVE_COUNT(both)) &&
           native_methods(in, in->types.frozenset, both, NATIVE_COUNT(both)) &&
           native_methods(in, in->types.set, only_set, NATIVE_COUNT(only_set)) &&
           native_dunders(in, in->types.set) && native_dunders(in, in->types.frozenset);
}
