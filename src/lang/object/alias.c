/* Makes what annotations make of classes: list[int] and int | None. Nothing is checked by them;
 * they are printed, compared, called (list[int]() is a list) and, a union, asked by isinstance. */
#include "lang/run/native.h"

struct alias_object {
    struct object object;
    struct value origin; /* None: a union */
    struct list *parts;  /* a tuple */
};

static struct alias_object *alias_of(struct value v)
{
    return (struct alias_object *)v.o;
}

static void alias_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct alias_object *)self)->origin);
    heap_mark_object(in, ((struct alias_object *)self)->parts);
}

static bool alias_make(struct interp *in, struct class *class, struct value origin,
                       struct list *parts, struct value *out)
{
    struct alias_object *a = object_new(in, class);
    *out = value_object(a);
    if (a != NULL) {
        a->origin = origin;
        a->parts = parts;
    }
    return a != NULL && parts != NULL;
}

bool alias_new(struct interp *in, struct value origin, struct value item, struct value *out)
{
    struct list *parts = tuple_is(item) ? list_at(item) : tuple_new(in, 1, &item);
    return alias_make(in, in->types.alias, origin, parts, out);
}

/* --- text --- */

static bool put_part(struct interp *in, struct value v, struct buf *out)
{
    if (v.type == VALUE_ELLIPSIS) {
        buf_puts(out, "...");
        return true;
    }
    if (list_is(v)) {
        const struct list *l = list_at(v);
        bool ok = true;
        buf_putc(out, '[');
        for (int64_t k = 0; ok && k < l->count; k++) {
            buf_puts(out, k > 0 ? ", " : "");
            ok = put_part(in, l->at[k], out);
        }
        buf_putc(out, ']');
        return ok;
    }
    if (!class_is(in, v)) {
        return value_repr(in, v, out);
    }
    const struct class *c = (const struct class *)v.o;
    if (c->module != NULL && strcmp(c->module, "builtins") != 0) {
        buf_printf(out, "%s.", c->module);
    }
    buf_puts(out, c == in->types.none ? "None" : class_qualname(in, c));
    return true;
}

static bool alias_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct alias_object *a = alias_of(self);
    bool is_union = a->origin.type == VALUE_NONE, ok = true;
    if (!is_union) {
        ok = put_part(in, a->origin, out);
        buf_putc(out, '[');
    }
    for (int64_t k = 0; ok && k < a->parts->count; k++) {
        buf_puts(out, k == 0 ? "" : is_union ? " | " : ", ");
        ok = put_part(in, a->parts->at[k], out);
    }
    if (!is_union) {
        buf_puts(out, a->parts->count == 0 ? "()]" : "]");
    }
    return ok;
}

/* --- unions --- */

static bool add_part(struct interp *in, struct list *l, struct value v)
{
    v = v.type == VALUE_NONE ? value_object(in->types.none) : v;
    for (int64_t k = 0; k < l->count; k++) {
        bool same;
        if (!value_equal(in, l->at[k], v, &same)) {
            return false;
        }
        if (same) {
            return true;
        }
    }
    return list_append(in, l, v);
}

static bool is_part(struct interp *in, struct value v)
{
    bool own = v.type == VALUE_OBJECT &&
               (v.o->class == in->types.alias || v.o->class == in->types.type_union);
    return own || v.type == VALUE_NONE || class_is(in, v);
}

bool alias_union(struct interp *in, struct value left, struct value right, struct value *out,
                 bool *handled)
{
    const struct value both[2] = {left, right};
    struct list *l = list_new(in, 2);
    *handled = is_part(in, left) && is_part(in, right);
    for (int k = 0; *handled && l != NULL && k < 2; k++) {
        bool nested = both[k].type == VALUE_OBJECT && both[k].o->class == in->types.type_union;
        const struct list *parts = nested ? alias_of(both[k])->parts : NULL;
        for (int64_t j = 0; nested && j < parts->count; j++) {
            if (!add_part(in, l, parts->at[j])) {
                return false;
            }
        }
        if (!nested && !add_part(in, l, both[k])) {
            return false;
        }
    }
    if (l == NULL || !*handled) {
        return l != NULL;
    }
    if (l->count == 1) {
        return value_give(out, l->at[0]);
    }
    return alias_make(in, in->types.type_union, value_none(), tuple_new(in, l->count, l->at), out);
}

static bool alias_binary(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = op == OP_OR;
    return !*handled || alias_union(in, left, right, out, handled);
}

/* --- comparing, calling, asking --- */

static bool same_parts(struct interp *in, const struct list *a, const struct list *b, bool ordered,
                       bool *out)
{
    *out = a->count == b->count;
    for (int64_t k = 0; *out && k < a->count; k++) {
        bool same = false;
        for (int64_t j = ordered ? k : 0; !same && j < (ordered ? k + 1 : b->count); j++) {
            if (!value_equal(in, a->at[k], b->at[j], &same)) {
                return false;
            }
        }
        *out = same;
    }
    return true;
}

static bool alias_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    bool same = false;
    *handled = (op == OP_EQ || op == OP_NE) && left.type == VALUE_OBJECT &&
               right.type == VALUE_OBJECT && left.o->class == right.o->class;
    if (!*handled) {
        return true;
    }
    const struct alias_object *a = alias_of(left), *b = alias_of(right);
    return value_equal(in, a->origin, b->origin, &same) &&
           (!same ||
            same_parts(in, a->parts, b->parts, a->object.class == in->types.alias, &same)) &&
           value_give(out, value_bool(same == (op == OP_EQ)));
}

static bool alias_hash(struct interp *in, struct value self, uint64_t *out)
{
    const struct alias_object *a = alias_of(self);
    *out = 0x9e3779b9;
    for (int64_t k = 0; k < a->parts->count; k++) {
        uint64_t one;
        if (!value_hash(in, a->parts->at[k], &one)) {
            return false;
        }
        *out += one; /* a union has no order */
    }
    return true;
}

static bool alias_call(struct interp *in, struct value self, const struct args *args,
                       struct value *out)
{
    const struct alias_object *a = alias_of(self);
    if (a->origin.type == VALUE_NONE) {
        return raise_type_error(in, "'types.UnionType' object is not callable");
    }
    return value_call(in, a->origin, args, out);
}

static bool alias_get(struct interp *in, struct value self, struct str *name, struct value *out,
                      bool *found)
{
    const struct alias_object *a = alias_of(self);
    bool is_union = a->origin.type == VALUE_NONE;
    *found = true;
    if (strcmp(name->text, "__args__") == 0) {
        *out = value_object(a->parts);
    } else if (strcmp(name->text, "__origin__") == 0 && !is_union) {
        *out = a->origin;
    } else if (!is_union && strncmp(name->text, "__", 2) != 0) {
        return value_find_attribute(in, a->origin, name, out, found);
    } else {
        *found = false;
    }
    return true;
}

static bool alias_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    struct value at[2];
    return arguments_take(in, args, "GenericAlias(origin, args, /)", at) &&
           alias_new(in, at[0], at[1], out);
}

#define ALIAS_SLOTS                                                                                \
    .size = sizeof(struct alias_object), .mark = alias_mark, .repr = alias_repr, .get = alias_get, \
    .binary = alias_binary, .compare = alias_compare, .hash = alias_hash, .call = alias_call

bool alias_init(struct interp *in)
{
    static const struct slots alias = {ALIAS_SLOTS, .create = alias_create};
    static const struct slots both = {ALIAS_SLOTS};
    in->types.alias = interp_class(in, "GenericAlias", "types", NULL, &alias);
    in->types.type_union = interp_class(in, "UnionType", "types", NULL, &both);
    return in->types.alias != NULL && in->types.type_union != NULL;
}
