/* The special methods of the built-in types as methods that code can call: list.__len__(x),
 * super().__setitem__(key, value). Each does what the type's slot does, past any method that a
 * subclass defined. */
#include "lang/object/bigint.h"
#include "lang/run/coroutine.h"
#include "lang/run/native.h"

#include <stddef.h>
#include <string.h>

static const struct slots *slots_of(struct interp *in, struct value v)
{
    return bigint_is(v) ? v.o->class->slots : value_class(in, v)->slots;
}

/* Self's, but a number leaves a large integer at its other side to that one's. */
static const struct slots *acting(struct interp *in, struct value self, struct value other)
{
    return slots_of(in, value_is_number(self) && bigint_is(other) ? other : self);
}

/* The arguments of a dunder: self of the class that owns the method, and `count` more. */
static bool check(struct interp *in, const struct args *args, int count)
{
    const struct native *n = in->calling;
    if (args->keyword_count == 0 && args->count == count + 1) {
        return true;
    }
    if (args->count == 0) {
        return raise_exception(in, EXCEPTION_TypeError, "unbound method %s.%s() needs an argument",
                               n->owner != NULL ? n->owner : "", n->name);
    }
    return raise_exception(in, EXCEPTION_TypeError, "expected %d argument%s, got %d", count,
                           count == 1 ? "" : "s", args->count - 1);
}

/* Class.__len__(other): self must have the slot. */
static bool refuse_self(struct interp *in, struct value self)
{
    return raise_exception(in, EXCEPTION_TypeError,
                           "descriptor '%s' requires a '%s' object but received a '%s'",
                           in->calling->name, in->calling->owner != NULL ? in->calling->owner : "",
                           value_type_name(self));
}

struct operation {
    enum operator_ op;
    bool reflected;
};

static bool binary(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool handled = true;
    if (!check(in, args, 1)) {
        return false;
    }
    struct value self = args->at[0], other = args->at[1];
    struct value left = o->reflected ? other : self, right = o->reflected ? self : other;
    bool widens = self.type != VALUE_FLOAT && other.type == VALUE_FLOAT; /* float's own business */
    if (value_is_number(self) && widens) {
        handled = false;
    } else if (value_is_number(self) && !bigint_is(other)) {
        if (!number_binary(in, o->op, left, right, out, &handled)) {
            return false;
        }
    } else if (acting(in, self, other)->binary == NULL) {
        return refuse_self(in, self);
    } else if (!acting(in, self, other)
                    ->binary(in, o->op, left, right, o->reflected, out, &handled)) {
        return false;
    }
    if (!handled) {
        *out = (struct value){.type = VALUE_NOT_IMPLEMENTED};
    }
    return true;
}

static bool inplace(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool handled = true;
    if (!check(in, args, 1)) {
        return false;
    }
    if (slots_of(in, args->at[0])->inplace == NULL) {
        return refuse_self(in, args->at[0]);
    }
    if (!slots_of(in, args->at[0])->inplace(in, o->op, args->at[0], args->at[1], out, &handled)) {
        return false;
    }
    if (!handled) {
        *out = (struct value){.type = VALUE_NOT_IMPLEMENTED};
    }
    return true;
}

static bool compare(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool handled = true, result;
    if (!check(in, args, 1)) {
        return false;
    }
    struct value self = args->at[0], other = args->at[1];
    if (value_is_number(self) && !bigint_is(other)) {
        handled = number_compare(o->op, self, other, &result);
        *out = value_bool(handled && result);
    } else if (acting(in, self, other)->compare == NULL) {
        return refuse_self(in, self);
    } else if (!acting(in, self, other)->compare(in, o->op, self, other, false, out, &handled)) {
        return false;
    }
    if (!handled) {
        *out = (struct value){.type = VALUE_NOT_IMPLEMENTED};
    }
    return true;
}

static bool unary(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    return check(in, args, 0) && value_unary(in, o->op, args->at[0], out);
}

static bool length(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count;
    if (!check(in, args, 0)) {
        return false;
    }
    if (slots_of(in, args->at[0])->length == NULL) {
        return refuse_self(in, args->at[0]);
    }
    if (!slots_of(in, args->at[0])->length(in, args->at[0], &count)) {
        return false;
    }
    *out = value_int(count);
    return true;
}

static bool get_item(struct interp *in, const struct args *args, struct value *out)
{
    if (!check(in, args, 1)) {
        return false;
    }
    if (slots_of(in, args->at[0])->get_item == NULL) {
        return refuse_self(in, args->at[0]);
    }
    return slots_of(in, args->at[0])->get_item(in, args->at[0], args->at[1], out);
}

static bool set_item(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    if (!check(in, args, 2)) {
        return false;
    }
    if (slots_of(in, args->at[0])->set_item == NULL) {
        return refuse_self(in, args->at[0]);
    }
    return slots_of(in, args->at[0])->set_item(in, args->at[0], args->at[1], args->at[2]);
}

static bool delete_item(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    if (!check(in, args, 1)) {
        return false;
    }
    if (slots_of(in, args->at[0])->delete_item == NULL) {
        return refuse_self(in, args->at[0]);
    }
    return slots_of(in, args->at[0])->delete_item(in, args->at[0], args->at[1]);
}

static bool contains(struct interp *in, const struct args *args, struct value *out)
{
    bool result;
    if (!check(in, args, 1)) {
        return false;
    }
    if (slots_of(in, args->at[0])->contains == NULL) {
        return refuse_self(in, args->at[0]);
    }
    if (!slots_of(in, args->at[0])->contains(in, args->at[0], args->at[1], &result)) {
        return false;
    }
    *out = value_bool(result);
    return true;
}

static bool iterate(struct interp *in, const struct args *args, struct value *out)
{
    if (!check(in, args, 0)) {
        return false;
    }
    if (slots_of(in, args->at[0])->iterate == NULL) {
        return refuse_self(in, args->at[0]);
    }
    return slots_of(in, args->at[0])->iterate(in, args->at[0], out);
}

static bool next(struct interp *in, const struct args *args, struct value *out)
{
    bool done;
    if (!check(in, args, 0)) {
        return false;
    }
    if (slots_of(in, args->at[0])->next == NULL) {
        return refuse_self(in, args->at[0]);
    }
    if (!slots_of(in, args->at[0])->next(in, args->at[0], out, &done)) {
        return false;
    }
    if (!done) {
        return true;
    }
    return raise_stop(in, coroutine_is(in, args->at[0]) ? *out : value_none());
}

/* __int__, __index__, __float__, __bool__ of numbers */
static bool convert(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    if (!check(in, args, 0)) {
        return false;
    }
    struct class *class = strcmp(name, "__float__") == 0  ? in->types.floating
                          : strcmp(name, "__bool__") == 0 ? in->types.boolean
                                                          : in->types.integer;
    return class_call(in, class, args, out);
}

static bool absolute(struct interp *in, const struct args *args, struct value *out)
{
    if (!check(in, args, 0)) {
        return false;
    }
    struct value v = args->at[0];
    uint32_t store[2];
    bool negative = bigint_is(v)            ? bigint_number(v, store).negative
                    : v.type == VALUE_FLOAT ? v.f < 0
                                            : v.type == VALUE_INT && v.i < 0;
    return value_unary(in, negative ? OP_NEG : OP_POS, v, out);
}

/* --- which methods a class gets: to add one, add a row --- */

/* clang-format off */
#define PLAIN(op) &(const struct operation){op, false}
#define REFLECTED(op) &(const struct operation){op, true}
/* clang-format on */

static const struct native_row arithmetic[] = {
    {"__add__", binary, PLAIN(OP_ADD)},
    {"__radd__", binary, REFLECTED(OP_ADD)},
    {"__sub__", binary, PLAIN(OP_SUB)},
    {"__rsub__", binary, REFLECTED(OP_SUB)},
    {"__mul__", binary, PLAIN(OP_MUL)},
    {"__rmul__", binary, REFLECTED(OP_MUL)},
    {"__truediv__", binary, PLAIN(OP_DIV)},
    {"__rtruediv__", binary, REFLECTED(OP_DIV)},
    {"__floordiv__", binary, PLAIN(OP_FLOOR_DIV)},
    {"__rfloordiv__", binary, REFLECTED(OP_FLOOR_DIV)},
    {"__mod__", binary, PLAIN(OP_MOD)},
    {"__rmod__", binary, REFLECTED(OP_MOD)},
    {"__pow__", binary, PLAIN(OP_POW)},
    {"__rpow__", binary, REFLECTED(OP_POW)},
    {"__neg__", unary, PLAIN(OP_NEG)},
    {"__pos__", unary, PLAIN(OP_POS)},
    {"__abs__", absolute, NULL},
    {"__int__", convert, NULL},
    {"__float__", convert, NULL},
    {"__bool__", convert, NULL},
};

static const struct native_row integral[] = {
    {"__index__", convert, NULL},
    {"__and__", binary, PLAIN(OP_AND)},
    {"__or__", binary, PLAIN(OP_OR)},
    {"__xor__", binary, PLAIN(OP_XOR)},
};

static const struct native_row sequence[] = {
    {"__add__", binary, PLAIN(OP_ADD)},
    {"__mul__", binary, PLAIN(OP_MUL)},
    {"__rmul__", binary, PLAIN(OP_MUL)},
};

static const struct native_row modulo[] = {{"__mod__", binary, PLAIN(OP_MOD)}};

static const struct native_row set_like[] = {
    {"__and__", binary, PLAIN(OP_AND)},
    {"__or__", binary, PLAIN(OP_OR)},
    {"__xor__", binary, PLAIN(OP_XOR)},
    {"__sub__", binary, PLAIN(OP_SUB)},
};

static const struct native_row mapping[] = {{"__or__", binary, PLAIN(OP_OR)},
                                            {"__ior__", inplace, PLAIN(OP_OR)}};

static const struct native_row grown[] = {{"__iadd__", inplace, PLAIN(OP_ADD)},
                                          {"__imul__", inplace, PLAIN(OP_MUL)}};

static const struct native_row compared[] = {
    {"__eq__", compare, PLAIN(OP_EQ)}, {"__ne__", compare, PLAIN(OP_NE)},
    {"__lt__", compare, PLAIN(OP_LT)}, {"__le__", compare, PLAIN(OP_LE)},
    {"__gt__", compare, PLAIN(OP_GT)}, {"__ge__", compare, PLAIN(OP_GE)},
};

static const struct {
    size_t slot;
    struct native_row row;
} by_slot[] = {
    {offsetof(struct slots, length), {"__len__", length, NULL}},
    {offsetof(struct slots, get_item), {"__getitem__", get_item, NULL}},
    {offsetof(struct slots, set_item), {"__setitem__", set_item, NULL}},
    {offsetof(struct slots, delete_item), {"__delitem__", delete_item, NULL}},
    {offsetof(struct slots, contains), {"__contains__", contains, NULL}},
    {offsetof(struct slots, iterate), {"__iter__", iterate, NULL}},
    {offsetof(struct slots, next), {"__next__", next, NULL}},
};

#undef PLAIN
#undef REFLECTED

bool native_dunders(struct interp *in, struct class *class)
{
    const struct slots *s = class->slots;
    bool number = s == &number_slots, ok = true;
    for (size_t k = 0; k < NATIVE_COUNT(by_slot) && ok; k++) {
        /* Every slot in that table is a function pointer of its own type: only asked for NULL. */
        void (*function)(void);
        memcpy(&function, (const char *)s + by_slot[k].slot, sizeof function);
        ok = function == NULL || native_methods(in, class, &by_slot[k].row, 1);
    }
    if (ok && number) {
        ok = native_methods(in, class, arithmetic, NATIVE_COUNT(arithmetic));
    }
    if (ok && class == in->types.integer) {
        ok = native_methods(in, class, integral, NATIVE_COUNT(integral));
    }
    if (ok && (s == &list_slots || s == &tuple_slots || s == &str_slots)) {
        ok = native_methods(in, class, sequence, NATIVE_COUNT(sequence));
    }
    if (ok && s == &str_slots) {
        ok = native_methods(in, class, modulo, NATIVE_COUNT(modulo));
    }
    if (ok && s == &list_slots) {
        ok = native_methods(in, class, grown, NATIVE_COUNT(grown));
    }
    if (ok && s == &dict_slots) {
        ok = native_methods(in, class, mapping, NATIVE_COUNT(mapping));
    }
    if (ok && s == &set_slots) {
        ok = native_methods(in, class, set_like, NATIVE_COUNT(set_like));
    }
    if (ok && (number || s->compare != NULL)) {
        ok = native_methods(in, class, compared, NATIVE_COUNT(compared));
    }
    return ok;
}
