/* Applies operators and comparisons to any two values: which side is asked first, what is said when
 * neither has an answer. A method that code defined (__add__) goes before the slot of the native
 * kind. */
#include "lang/object/value_method.h"

#include "lang/object/bigint.h"
#include "lang/object/bytes.h"
#include "lang/object/number_quick.h"
#include "lang/run/native.h"

static const struct {
    const char *method, *reflected, *inplace;
} dunders[OP_COUNT] = {
    [OP_ADD] = {"__add__", "__radd__", "__iadd__"},
    [OP_SUB] = {"__sub__", "__rsub__", "__isub__"},
    [OP_MUL] = {"__mul__", "__rmul__", "__imul__"},
    [OP_DIV] = {"__truediv__", "__rtruediv__", "__itruediv__"},
    [OP_FLOOR_DIV] = {"__floordiv__", "__rfloordiv__", "__ifloordiv__"},
    [OP_MOD] = {"__mod__", "__rmod__", "__imod__"},
    [OP_POW] = {"__pow__", "__rpow__", "__ipow__"},
    [OP_MATMUL] = {"__matmul__", "__rmatmul__", "__imatmul__"},
    [OP_AND] = {"__and__", "__rand__", "__iand__"},
    [OP_OR] = {"__or__", "__ror__", "__ior__"},
    [OP_XOR] = {"__xor__", "__rxor__", "__ixor__"},
    [OP_LSHIFT] = {"__lshift__", "__rlshift__", "__ilshift__"},
    [OP_RSHIFT] = {"__rshift__", "__rrshift__", "__irshift__"},
    [OP_EQ] = {"__eq__", "__eq__", NULL},
    [OP_NE] = {"__ne__", "__ne__", NULL},
    [OP_LT] = {"__lt__", "__gt__", NULL},
    [OP_LE] = {"__le__", "__ge__", NULL},
    [OP_GT] = {"__gt__", "__lt__", NULL},
    [OP_GE] = {"__ge__", "__le__", NULL},
    [OP_NEG] = {"__neg__", NULL, NULL},
    [OP_POS] = {"__pos__", NULL, NULL},
    [OP_INVERT] = {"__invert__", NULL, NULL},
};

enum { METHOD, REFLECTED, INPLACE };

/* The name as the interpreter keeps it, NULL where there is none. */
static struct str *name_of(struct interp *in, enum operator_ op, int which)
{
    struct str **name = &in->operators[op][which];
    const char *text = which == METHOD      ? dunders[op].method
                       : which == REFLECTED ? dunders[op].reflected
                                            : dunders[op].inplace;
    if (*name == NULL && text != NULL) {
        *name = str_intern(in, text);
    }
    return *name;
}

/* What code defined for an operator, where it did. */
static bool call(struct interp *in, enum operator_ op, int which, struct value v, int count,
                 const struct value *at, struct value *out, bool *found)
{
    *found = false;
    return v.type != VALUE_OBJECT || !v.o->class->has_python_methods ||
           value_call_named(in, v, name_of(in, op, which), count, at, out, found);
}

/* One side's answer: its method in code, then its slot. */
static bool ask(struct interp *in, enum operator_ op, struct value self, struct value other,
                bool self_is_right, struct value *out, bool *handled)
{
    bool found;
    bool compares = op >= OP_EQ && op <= OP_GE;
    if (!call(in, op, self_is_right ? REFLECTED : METHOD, self, 1, &other, out, &found)) {
        return false;
    }
    if (found) {
        *handled = out->type != VALUE_NOT_IMPLEMENTED;
        return true;
    }
    struct value left = self_is_right ? other : self, right = self_is_right ? self : other;
    *handled = true;
    if (compares && value_slots(self)->compare != NULL) {
        return value_slots(self)->compare(in, op, left, right, self_is_right, out, handled);
    }
    if (!compares && value_slots(self)->binary != NULL) {
        return value_slots(self)->binary(in, op, left, right, self_is_right, out, handled);
    }
    *handled = false;
    return true;
}

/* Whether a class defines the reflected method otherwise than its ancestor: a method in code, or
 * the slot of another native kind. */
static bool overrides(struct interp *in, enum operator_ op, const struct class *ancestor,
                      const struct class *class)
{
    struct str *name = name_of(in, op, REFLECTED);
    struct value mine, theirs;
    if (name == NULL || !class_lookup_python(class, name, &mine)) {
        return class->slots != ancestor->slots;
    }
    return !class_lookup_python(ancestor, name, &theirs) || !value_identical(mine, theirs);
}

/* Left first, then right (of another class); the other way round when right's class refines
 * left's. */
static bool ask_both(struct interp *in, enum operator_ op, struct value a, struct value b,
                     struct value *out, bool *handled)
{
    const struct class *ca = value_class(in, a), *cb = value_class(in, b);
    bool compares = op >= OP_EQ && op <= OP_GE;
    bool right_first =
        ca != cb && class_is_subclass(cb, ca) && (compares || overrides(in, op, ca, cb));
    if (!ask(in, op, right_first ? b : a, right_first ? a : b, right_first, out, handled)) {
        return false;
    }
    bool large = a.type != VALUE_OBJECT && bigint_is(b); /* of one class, but not of one kind */
    if (*handled || (!compares && ca == cb && !large)) {
        return true;
    }
    return ask(in, op, right_first ? a : b, right_first ? b : a, !right_first, out, handled);
}

static bool refuse_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                          const char *suffix)
{
    bool sequence = str_is(a) || list_is(a) || tuple_is(a);
    if (op == OP_ADD && sequence) {
        const char *kind = str_is(a) ? "str" : list_is(a) ? "list" : "tuple";
        return raise_type_error(in, "can only concatenate %s (not \"%s\") to %s", kind,
                                value_type_name(b), kind);
    }
    bool other_sequence = str_is(b) || bytes_is(b) || list_is(b) || tuple_is(b);
    sequence = sequence || bytes_is(a);
    if (op == OP_MUL && (sequence || other_sequence)) {
        struct value count = sequence ? b : a;
        int64_t unused;
        if (count.type == VALUE_OBJECT && count.o->class->slots != NULL &&
            count.o->class->slots->index != NULL && !value_to_int(in, count, &unused)) {
            return false; /* a tensor of several cells says itself why it is no count */
        }
        return raise_type_error(in, "can't multiply sequence by non-int of type '%s'",
                                value_type_name(sequence ? b : a));
    }
    const char *text = op == OP_POW && suffix[0] == '\0' ? "** or pow()" : operator_text(op);
    return raise_type_error(in, "unsupported operand type(s) for %s%s: '%s' and '%s'", text, suffix,
                            value_type_name(a), value_type_name(b));
}

/* Two plain texts, as nearly all are. False: something else. */
static bool add_texts(struct interp *in, struct value a, struct value b, struct value *out,
                      bool *ok)
{
    const struct class *text = in->types.string;
    if (a.type != VALUE_OBJECT || b.type != VALUE_OBJECT || a.o->class != text ||
        b.o->class != text) {
        return false;
    }
    *ok = str_add(in, (const struct str *)a.o, (const struct str *)b.o, out);
    return true;
}

/* a op b, where neither side has said yet what it makes of it. */
static bool answer(struct interp *in, enum operator_ op, struct value a, struct value b,
                   const char *suffix, struct value *out)
{
    bool handled = true;
    bool ok = value_is_number(a) && value_is_number(b) ? number_binary(in, op, a, b, out, &handled)
                                                       : ask_both(in, op, a, b, out, &handled);
    return ok && (handled ? heap_hold(in, *out) : refuse_binary(in, op, a, b, suffix));
}

bool value_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                  struct value *out)
{
    bool ok;
    return op == OP_ADD && add_texts(in, a, b, out, &ok) ? ok : answer(in, op, a, b, "", out);
}

bool value_inplace(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out)
{
    bool found, handled = true;
    if (op == OP_ADD && add_texts(in, a, b, out, &found)) {
        return found;
    }
    if (!call(in, op, INPLACE, a, 1, &b, out, &found)) {
        return false;
    }
    if (!found && value_slots(a)->inplace != NULL) {
        found = true;
        if (!value_slots(a)->inplace(in, op, a, b, out, &handled)) {
            return false;
        }
    }
    return found && handled && given(*out) ? heap_hold(in, *out) : answer(in, op, a, b, "=", out);
}

bool value_unary(struct interp *in, enum operator_ op, struct value v, struct value *out)
{
    bool found, handled = true, truth;
    if (op == OP_NOT) {
        return value_truth(in, v, &truth) && value_give(out, value_bool(!truth));
    }
    if (value_is_number(v)) {
        if (!number_unary(in, op, v, out, &handled)) {
            return false;
        }
    } else {
        if (!call(in, op, METHOD, v, 0, NULL, out, &found)) {
            return false;
        }
        if (!found) {
            handled = value_slots(v)->unary != NULL;
            if (handled && !value_slots(v)->unary(in, op, v, out, &handled)) {
                return false;
            }
        }
    }
    if (!handled) {
        return raise_type_error(in, "bad operand type for unary %s: '%s'", operator_text(op),
                                value_type_name(v));
    }
    return heap_hold(in, *out);
}

static bool not_of(struct interp *in, bool ok, struct value *out)
{
    bool truth;
    return ok && value_truth(in, *out, &truth) && value_give(out, value_bool(!truth));
}

bool value_compare(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out)
{
    bool handled, result;
    switch (op) {
    case OP_IS:
    case OP_IS_NOT:
        return value_give(out, value_bool(value_identical(a, b) == (op == OP_IS)));
    case OP_IN:
    case OP_NOT_IN:
        return value_contains(in, b, a, &result) &&
               value_give(out, value_bool(result == (op == OP_IN)));
    default:
        break;
    }
    if (value_is_number(a) && value_is_number(b)) {
        number_compare(op, a, b, &result);
        return value_give(out, value_bool(result));
    }
    if (!ask_both(in, op, a, b, out, &handled)) {
        return false;
    }
    if (handled) {
        return heap_hold(in, *out);
    }
    if (op == OP_EQ) {
        return value_give(out, value_bool(value_identical(a, b)));
    }
    if (op == OP_NE) { /* the opposite of ==, as object.__ne__ */
        return not_of(in, value_compare(in, OP_EQ, a, b, out), out);
    }
    return raise_type_error(in, "'%s' not supported between instances of '%s' and '%s'",
                            operator_text(op), value_type_name(a), value_type_name(b));
}

bool value_equal(struct interp *in, struct value a, struct value b, bool *out)
{
    struct value result;
    if (value_identical(a, b) && a.type != VALUE_FLOAT) {
        *out = true; /* as containers compare: identity first */
        return true;
    }
    if (number_quick_compare(OP_EQ, a, b, out)) {
        return interp_step(in, 1);
    }
    if (!interp_enter(in, "in comparison")) {
        return false;
    }
    bool ok = value_compare(in, OP_EQ, a, b, &result);
    interp_leave(in);
    return ok && value_truth(in, result, out);
}
