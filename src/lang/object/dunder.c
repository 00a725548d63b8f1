/* Makes the special methods of the built-in types, as methods that code can call: list.__len__(x),
 * super().__setitem__(key, value). Each does what the type's slot does, past any method that a
 * subclass defined. */
#include "lang/object/bigint.h"
#include "lang/object/bytes.h"
#include "lang/object/complex.h"
#include "lang/run/coroutine.h"
#include "lang/run/native.h"

#include <math.h>

static const struct slots *slots_of(struct interp *in, struct value v)
{
    return bigint_is(v) ? v.o->class->slots : value_class(in, v)->slots;
}

/* Self's, but a number leaves a large integer at its other side to that one's. */
static const struct slots *acting(struct interp *in, struct value self, struct value other)
{
    return slots_of(in, value_is_number(self) && bigint_is(other) ? other : self);
}

/* Class.__len__(other): self must have the slot. */
static bool refuse_self(struct interp *in, struct value self)
{
    return raise_type_error(in, "descriptor '%s' requires a '%s' object but received a '%s'",
                            in->calling->name, in->calling->owner != NULL ? in->calling->owner : "",
                            value_type_name(self));
}

/* The arguments of a dunder: self of the class that owns the method, and `count` more. */
bool dunder_fits(struct interp *in, const struct args *args, int count)
{
    const struct native *n = in->calling;
    if (args->count == 0) {
        return raise_type_error(in, "unbound method %s.%s() needs an argument",
                                n->owner != NULL ? n->owner : "", n->name);
    }
    if (!value_isinstance(in, args->at[0], in->calling->of)) {
        return refuse_self(in, args->at[0]);
    }
    return (args->keyword_count == 0 && args->count == count + 1) ||
           raise_type_error(in, "expected %d argument%s, got %d", count, count == 1 ? "" : "s",
                            args->count - 1);
}

struct operation {
    enum operator_ op;
    bool reflected;
};

/* What a method answers where its slot has no answer: NotImplemented; of + and * of a sequence the
 * TypeError that CPython's sequences raise by themselves. */
static bool unanswered(struct interp *in, const struct operation *o, struct value self,
                       struct value other, struct value *out)
{
    const struct slots *s = slots_of(in, self);
    bool text = s == &str_slots, bytes = s == &bytes_slots;
    *out = (struct value){.type = VALUE_NOT_IMPLEMENTED};
    if (!text && !bytes && s != &list_slots && s != &tuple_slots) {
        return true;
    }
    if (o->op == OP_MUL) {
        return raise_type_error(in, "'%s' object cannot be interpreted as an integer",
                                value_type_name(other));
    }
    const char *kind = text ? "str" : s == &list_slots ? "list" : "tuple";
    return o->op != OP_ADD ||
           (bytes ? raise_type_error(in, "can't concat %s to bytes", value_type_name(other))
                  : raise_type_error(in, "can only concatenate %s (not \"%s\") to %s", kind,
                                     value_type_name(other), kind));
}

/* An integer beside a float: that is float's own business. */
static bool widens(struct value self, struct value other)
{
    return bigint_is_integer(self) && other.type == VALUE_FLOAT;
}

static bool binary(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool handled = true;
    struct value self = args->at[0], other = args->at[1];
    struct value left = o->reflected ? other : self, right = o->reflected ? self : other;
    if (o->reflected && o->op == OP_MOD &&
        ((str_is(self) && str_is(other)) || (bytes_is(self) && bytes_is(other)))) {
        return value_binary(in, o->op, other, self, out);
    }
    if (widens(self, other)) {
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
    return handled || unanswered(in, o, self, other, out);
}

/* What the built-in function of that name does with these, as divmod(a, b). */
static bool by_builtin(struct interp *in, const char *name, int count, const struct value *at,
                       struct value *out)
{
    struct str *key = str_intern(in, name);
    struct value function;
    return key != NULL && dict_get_str(in->builtins, key, &function) &&
           value_call_at(in, function, count, at, out);
}

/* __divmod__, and __pow__ with its modulus */
static bool divide(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool powers = o->op == OP_POW;
    if (powers && !(args->count == 3 && given_some(args->at[2]))) {
        struct args two = *args;
        two.count -= args->count == 3;
        return dunder_fits(in, &two, 1) && binary(in, &two, out);
    }
    struct value self = args->at[0], other = args->at[1];
    if (complex_is(self)) {
        return raise_value_error(in, "complex modulo");
    }
    bool whole = self.type != VALUE_FLOAT;
    if (!powers && !bigint_is_integer(other) && (whole || other.type != VALUE_FLOAT)) {
        return value_give(out, (struct value){.type = VALUE_NOT_IMPLEMENTED});
    }
    if (!powers && !value_is_number(self) && !bigint_is(self)) { /* a number of NumPy */
        struct value quotient, rest, left = o->reflected ? other : self,
                                     right = o->reflected ? self : other;
        return value_binary(in, OP_FLOOR_DIV, left, right, &quotient) &&
               value_binary(in, OP_MOD, left, right, &rest) && pair_new(in, quotient, rest, out);
    }
    const struct value at[3] = {o->reflected ? other : self, o->reflected ? self : other,
                                powers ? args->at[2] : value_none()};
    return by_builtin(in, powers ? "pow" : "divmod", powers ? 3 : 2, at, out);
}

static bool inplace(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool handled = true;
    if (slots_of(in, args->at[0])->inplace == NULL) {
        return refuse_self(in, args->at[0]);
    }
    if (!slots_of(in, args->at[0])->inplace(in, o->op, args->at[0], args->at[1], out, &handled)) {
        return false;
    }
    return handled || unanswered(in, o, args->at[0], args->at[1], out);
}

static bool compare(struct interp *in, const struct args *args, struct value *out)
{
    const struct operation *o = native_data(in);
    bool handled = true, result;
    struct value self = args->at[0], other = args->at[1];
    if (widens(self, other)) {
        handled = false;
    } else if (value_is_number(self) && !bigint_is(other)) {
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
    return value_unary(in, o->op, args->at[0], out);
}

static bool length(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    int64_t count = 0;
    bool ok = s->length != NULL ? s->length(in, args->at[0], &count) : refuse_self(in, args->at[0]);
    *out = value_int(count);
    return ok;
}

static bool get_item(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    return s->get_item != NULL ? s->get_item(in, args->at[0], args->at[1], out)
                               : refuse_self(in, args->at[0]);
}

static bool set_item(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    return s->set_item != NULL ? s->set_item(in, args->at[0], args->at[1], args->at[2])
                               : refuse_self(in, args->at[0]);
}

static bool delete_item(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    return s->delete_item != NULL ? s->delete_item(in, args->at[0], args->at[1])
                                  : refuse_self(in, args->at[0]);
}

static bool contains(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    bool result = false;
    bool ok = s->contains != NULL ? s->contains(in, args->at[0], args->at[1], &result)
                                  : refuse_self(in, args->at[0]);
    *out = value_bool(result);
    return ok;
}

static bool iterate(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    return s->iterate != NULL ? s->iterate(in, args->at[0], out) : refuse_self(in, args->at[0]);
}

static bool next(struct interp *in, const struct args *args, struct value *out)
{
    const struct slots *s = slots_of(in, args->at[0]);
    bool done;
    if (s->next == NULL) {
        return refuse_self(in, args->at[0]);
    }
    return s->next(in, args->at[0], out, &done) &&
           (!done || raise_stop(in, coroutine_is(in, args->at[0]) ? *out : value_none()));
}

/* __int__, __index__, __float__, __bool__ of numbers, __bool__ of others */
static bool convert(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    struct class *class = strcmp(name, "__float__") == 0  ? in->types.floating
                          : strcmp(name, "__bool__") == 0 ? in->types.boolean
                                                          : in->types.integer;
    return class_call(in, class, args, out);
}

NATIVE_IS(absolute, by_builtin(in, "abs", 1, args->at, out))

/* __round__(), __round__(digits) */
static bool rounded(struct interp *in, const struct args *args, struct value *out)
{
    struct value digits = args->count > 1 ? args->at[1] : value_none();
    if (args->count > 1 && digits.type == VALUE_NONE && args->at[0].type != VALUE_FLOAT) {
        return raise_type_error(in, "'NoneType' object cannot be interpreted as an integer");
    }
    return number_round(in, args->at[0], digits, out);
}

/* __trunc__, __floor__, __ceil__: to an int */
static bool whole(struct interp *in, const struct args *args, struct value *out)
{
    const char which = in->calling->name[2];
    double f;
    struct value v = args->at[0];
    if (bigint_is_integer(v)) {
        return by_builtin(in, "int", 1, &v, out);
    }
    return value_to_double(in, v, &f) && number_truncate(in,
                                                         which == 'f'   ? floor(f)
                                                         : which == 'c' ? ceil(f)
                                                                        : f,
                                                         out);
}

/* __complex__ and __bytes__: it is one already */
NATIVE_IS(same, value_give(out, args->at[0]))

NATIVE_IS(reversed, iterator_reversed(in, args->at[0], out))

static bool call(struct interp *in, const struct args *args, struct value *out)
{
    const struct args rest = arguments_rest(args);
    return args->count > 0 && value_isinstance(in, args->at[0], in->calling->of)
               ? value_call(in, args->at[0], &rest, out)
               : dunder_fits(in, args, 0);
}

/* --- which methods a class gets: to add one, add a row --- */

#define BIT(op) (1u << (op))
#define LOGIC (BIT(OP_AND) | BIT(OP_OR) | BIT(OP_XOR))
#define ALGEBRA (BIT(OP_ADD) | BIT(OP_SUB) | BIT(OP_MUL) | BIT(OP_DIV) | BIT(OP_POW))
#define DIVISION (BIT(OP_FLOOR_DIV) | BIT(OP_MOD))
#define SHIFTS (BIT(OP_LSHIFT) | BIT(OP_RSHIFT))

/* clang-format off */
#define PLAIN(op) &(const struct operation){op, false}
#define REFLECTED(op) &(const struct operation){op, true}
/* The method of an operator between two, x.__add__(y); y + x as x.__radd__(y); x += y. */
static const struct {
    enum operator_ op;
    struct native_row plain, reflected, inplace;
} operators[] = {
#define ROW(op, name, function, takes) \
    {op, {"__" name "__", function, PLAIN(op), takes}, \
     {"__r" name "__", function, REFLECTED(op), takes}, {"__i" name "__", inplace, PLAIN(op), "_1"}}
    ROW(OP_ADD, "add", binary, "_1"), ROW(OP_SUB, "sub", binary, "_1"), ROW(OP_MUL, "mul", binary, "_1"),
    ROW(OP_DIV, "truediv", binary, "_1"), ROW(OP_FLOOR_DIV, "floordiv", binary, "_1"),
    ROW(OP_MOD, "mod", binary, "_1"), ROW(OP_POW, "pow", divide, NULL), ROW(OP_AND, "and", binary, "_1"),
    ROW(OP_OR, "or", binary, "_1"), ROW(OP_XOR, "xor", binary, "_1"), ROW(OP_LSHIFT, "lshift", binary, "_1"),
    ROW(OP_RSHIFT, "rshift", binary, "_1"),
#undef ROW
};
/* clang-format on */

static const struct native_row signs[] = {{"__neg__", unary, PLAIN(OP_NEG), "_0"},
                                          {"__pos__", unary, PLAIN(OP_POS), "_0"}};
static const struct native_row real[] = {
    {"__abs__", absolute, NULL, "_0"},
    {"__divmod__", divide, PLAIN(OP_MOD), "_1"},
    {"__rdivmod__", divide, REFLECTED(OP_MOD), "_1"},
    {"__round__", rounded, NULL, "01"},
    {"__trunc__", whole, NULL, "00"},
    {"__floor__", whole, NULL, "00"},
    {"__ceil__", whole, NULL, "00"},
    {"__int__", convert, NULL, "_0"},
    {"__float__", convert, NULL, "_0"},
};
static const struct native_row integral[] = {{"__index__", convert, NULL, "_0"},
                                             {"__invert__", unary, PLAIN(OP_INVERT), "_0"}};
static const struct native_row truth[] = {{"__bool__", convert, NULL, "_0"}};
static const struct native_row to_complex[] = {{"__complex__", same, NULL, "00"}};
static const struct native_row to_bytes[] = {{"__bytes__", same, NULL, "00"}};
static const struct native_row backwards[] = {{"__reversed__", reversed, NULL, "_0"}};

/* A built-in class: the operators that have a method, for each way, and methods besides. */
#define SOME(rows)                                                                                 \
    {                                                                                              \
        rows, NATIVE_COUNT(rows)                                                                   \
    }
static const struct {
    size_t class; /* in in->types */
    unsigned plain, reflected, inplace;
    struct {
        const struct native_row *rows;
        size_t count;
    } more[4];
} kinds[] = {
/* clang-format off */
#define CLASS(member) offsetof(struct builtin_classes, member)
#define REAL (ALGEBRA | DIVISION)
#define INTEGER (REAL | LOGIC | SHIFTS)
#define REPEATED (BIT(OP_ADD) | BIT(OP_MUL))
#define TEXT (REPEATED | BIT(OP_MOD))
#define SETS (LOGIC | BIT(OP_SUB))
    {CLASS(integer), INTEGER, INTEGER, 0, {SOME(signs), SOME(real), SOME(integral), SOME(truth)}},
    {CLASS(boolean), LOGIC, LOGIC, 0, {{NULL, 0}}},
    {CLASS(floating), REAL, REAL, 0, {SOME(signs), SOME(real), SOME(truth)}},
    {CLASS(complex), ALGEBRA, ALGEBRA, 0, {SOME(signs), SOME(to_complex), SOME(truth)}},
    {CLASS(string), TEXT, BIT(OP_MUL) | BIT(OP_MOD), 0, {{NULL, 0}}},
    {CLASS(bytes), TEXT, BIT(OP_MUL) | BIT(OP_MOD), 0, {SOME(to_bytes)}},
    {CLASS(list), REPEATED, BIT(OP_MUL), REPEATED, {SOME(backwards)}},
    {CLASS(tuple), REPEATED, BIT(OP_MUL), 0, {{NULL, 0}}},
    {CLASS(dict), BIT(OP_OR), BIT(OP_OR), BIT(OP_OR), {SOME(backwards)}},
    {CLASS(dict_keys), SETS, SETS, 0, {SOME(backwards)}},
    {CLASS(dict_items), SETS, SETS, 0, {SOME(backwards)}},
    {CLASS(dict_values), 0, 0, 0, {SOME(backwards)}},
    {CLASS(set), SETS, SETS, SETS, {{NULL, 0}}},
    {CLASS(frozenset), SETS, SETS, 0, {{NULL, 0}}},
    {CLASS(range), 0, 0, 0, {SOME(backwards), SOME(truth)}},
    {CLASS(none), 0, 0, 0, {SOME(truth)}},
    {CLASS(not_implemented), 0, 0, 0, {SOME(truth)}},
/* clang-format on */
#undef CLASS
};
#undef SOME

static const struct native_row compared[] = {
    {"__eq__", compare, PLAIN(OP_EQ), "_1"}, {"__ne__", compare, PLAIN(OP_NE), "_1"},
    {"__lt__", compare, PLAIN(OP_LT), "_1"}, {"__le__", compare, PLAIN(OP_LE), "_1"},
    {"__gt__", compare, PLAIN(OP_GT), "_1"}, {"__ge__", compare, PLAIN(OP_GE), "_1"},
};

static const struct {
    size_t slot;
    struct native_row row;
} by_slot[] = {
    {offsetof(struct slots, length), {"__len__", length, NULL, "_0"}},
    {offsetof(struct slots, get_item), {"__getitem__", get_item, NULL, "_1"}},
    {offsetof(struct slots, set_item), {"__setitem__", set_item, NULL, "_2"}},
    {offsetof(struct slots, delete_item), {"__delitem__", delete_item, NULL, "_1"}},
    {offsetof(struct slots, contains), {"__contains__", contains, NULL, "_1"}},
    {offsetof(struct slots, iterate), {"__iter__", iterate, NULL, "_0"}},
    {offsetof(struct slots, next), {"__next__", next, NULL, "_0"}},
    {offsetof(struct slots, call), {"__call__", call, NULL, NULL}},
};

#undef PLAIN
#undef REFLECTED

static bool operators_of(struct interp *in, struct class *class, unsigned plain, unsigned reflected,
                         unsigned in_place)
{
    bool ok = true;
    for (size_t k = 0; k < NATIVE_COUNT(operators) && ok; k++) {
        const unsigned bit = BIT(operators[k].op);
        ok = (!(plain & bit) || native_methods(in, class, &operators[k].plain, 1)) &&
             (!(reflected & bit) || native_methods(in, class, &operators[k].reflected, 1)) &&
             (!(in_place & bit) || native_methods(in, class, &operators[k].inplace, 1));
    }
    return ok;
}

bool native_dunders(struct interp *in, struct class *class)
{
    const struct slots *s = class->slots;
    bool ok = true;
    for (size_t k = 0; k < NATIVE_COUNT(by_slot) && ok; k++) {
        /* Every slot in that table is a function pointer of its own type: only asked for NULL. */
        void (*function)(void);
        memcpy(&function, (const char *)s + by_slot[k].slot, sizeof function);
        ok = function == NULL || native_methods(in, class, &by_slot[k].row, 1);
    }
    for (size_t k = 0; k < NATIVE_COUNT(kinds) && ok; k++) {
        struct class *kind;
        memcpy(&kind, (const char *)&in->types + kinds[k].class, sizeof kind);
        if (kind != class) {
            continue;
        }
        ok = operators_of(in, class, kinds[k].plain, kinds[k].reflected, kinds[k].inplace);
        for (size_t j = 0; j < NATIVE_COUNT(kinds[k].more) && ok; j++) {
            ok = native_methods(in, class, kinds[k].more[j].rows, kinds[k].more[j].count);
        }
    }
    if (ok && (s == &number_slots || s->compare != NULL)) {
        ok = native_methods(in, class, compared, NATIVE_COUNT(compared));
    }
    return ok;
}
