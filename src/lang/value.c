/* What can be done with any value, whatever its kind: repr, operators, comparison, items, iteration,
 * calls. A method that code defined (__add__) goes first, then the slot of the native kind.
 * Knows no kind but numbers; tensors come in through their slots. */
#include "lang/value.h"

#include "lang/builtin.h"
#include "lang/label.h"
#include "lang/scope.h"

#include <stdio.h>
#include <string.h>

/* --- making --- */

struct value value_none(void)
{
    return (struct value){.type = VALUE_NONE};
}

struct value value_bool(bool b)
{
    struct value v = {.type = VALUE_BOOL};
    v.b = b;
    return v;
}

struct value value_int(int64_t i)
{
    return value_labelled(i, 0);
}

struct value value_labelled(int64_t i, uint32_t label)
{
    struct value v = {.type = VALUE_INT, .label = label};
    v.i = i;
    return v;
}

struct value value_float(double f)
{
    struct value v = {.type = VALUE_FLOAT};
    v.f = f;
    return v;
}

struct value value_object(void *object)
{
    struct value v = {.type = object != NULL ? VALUE_OBJECT : VALUE_NONE};
    v.o = object;
    return v;
}

double value_number(struct value v)
{
    return v.type == VALUE_FLOAT ? v.f : v.type == VALUE_INT ? (double)v.i : (double)v.b;
}

bool value_identical(struct value a, struct value b)
{
    if (a.type != b.type) {
        return false;
    }
    switch (a.type) {
    case VALUE_OBJECT:
        return a.o == b.o;
    case VALUE_BOOL:
        return a.b == b.b;
    case VALUE_INT:
        return a.i == b.i;
    case VALUE_FLOAT:
        return memcmp(&a.f, &b.f, sizeof a.f) == 0;
    default:
        return true;
    }
}

/* --- kinds --- */

struct class *value_class(struct interp *in, struct value v)
{
    switch (v.type) {
    case VALUE_NONE:
        return in->types.none;
    case VALUE_BOOL:
        return in->types.boolean;
    case VALUE_INT:
        return in->types.integer;
    case VALUE_FLOAT:
        return in->types.floating;
    case VALUE_ELLIPSIS:
        return in->types.ellipsis;
    case VALUE_NOT_IMPLEMENTED:
        return in->types.not_implemented;
    default:
        return v.o->class;
    }
}

const char *value_type_name(struct value v)
{
    static const char *const names[] = {"NoneType", "bool",     "int",
                                        "float",    "ellipsis", "NotImplementedType"};
    if (v.type == VALUE_OBJECT && v.o->class->slots == &method_slots) {
        struct value function = ((const struct method *)v.o)->function;
        bool native = function.type == VALUE_OBJECT && function.o->class->slots == &native_slots;
        return native ? function.o->class->name->text : v.o->class->name->text;
    }
    if (v.type == VALUE_OBJECT) {
        return v.o->class->said != NULL ? v.o->class->said : v.o->class->name->text;
    }
    return names[v.type];
}

bool value_isinstance(struct interp *in, struct value v, const struct class *class)
{
    return class_is_subclass(value_class(in, v), class);
}

static const struct slots *slots_of(struct value v)
{
    static const struct slots nothing = {0};
    return v.type == VALUE_OBJECT && v.o->class->slots != NULL ? v.o->class->slots : &nothing;
}

/* The method `name` that code defined for v's class, bound to v. */
static bool python_method(struct interp *in, struct value v, const char *name, struct value *out,
                          bool *found)
{
    *found = false;
    if (v.type != VALUE_OBJECT || !v.o->class->has_python_methods) {
        return true;
    }
    struct str *key = str_intern(in, name);
    struct value raw;
    if (key == NULL) {
        return false;
    }
    if (!class_lookup_python(v.o->class, key, &raw)) {
        return true;
    }
    *found = true;
    return attribute_bind(in, raw, v, v.o->class, out);
}

/* Calls it with up to two arguments when there is one. */
static bool call_python(struct interp *in, struct value v, const char *name, int count,
                        const struct value *at, struct value *out, bool *found)
{
    struct value method;
    if (!python_method(in, v, name, &method, found)) {
        return false;
    }
    const struct args args = {.at = at, .count = count};
    return !*found || value_call(in, method, &args, out);
}

/* --- text --- */

static bool text_of(struct interp *in, struct value v, const char *method, struct buf *out,
                    bool *found)
{
    struct value text;
    if (!call_python(in, v, method, 0, NULL, &text, found)) {
        return false;
    }
    if (!*found) {
        return true;
    }
    if (!str_is(text)) {
        return raise(in, EXCEPTION_TypeError, "%s returned non-string (type %s)", method,
                     value_type_name(text));
    }
    buf_put(out, str_text(text), ((struct str *)text.o)->len);
    return true;
}

bool value_repr(struct interp *in, struct value v, struct buf *out)
{
    bool found;
    if (v.type != VALUE_OBJECT) {
        static const char *const names[] = {
            [VALUE_NONE] = "None", [VALUE_ELLIPSIS] = "Ellipsis",
            [VALUE_NOT_IMPLEMENTED] = "NotImplemented"};
        if (value_is_number(v)) {
            number_repr(v, out);
        } else {
            buf_puts(out, names[v.type]);
        }
        return true;
    }
    if (!interp_enter(in, "while getting the repr of an object")) {
        return false;
    }
    bool native = slots_of(v)->repr != NULL;
    bool ok = text_of(in, v, "__repr__", out, &found) &&
              (found || !native || slots_of(v)->repr(in, v, out));
    interp_leave(in);
    if (!ok || found || native) {
        return ok;
    }
    const struct class *c = v.o->class;
    bool builtin = c->module == NULL || strcmp(c->module, "builtins") == 0;
    buf_printf(out, "<%s%s%s object at 0x%012llx>", builtin ? "" : c->module, builtin ? "" : ".",
               class_qualname(in, c), (unsigned long long)(uintptr_t)v.o & 0xffffffffffffull);
    return true;
}

bool value_str(struct interp *in, struct value v, struct buf *out)
{
    bool found = false;
    if (str_is(v)) {
        buf_put(out, str_text(v), ((struct str *)v.o)->len);
        return true;
    }
    if (!interp_stack(in) || !text_of(in, v, "__str__", out, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    /* A __repr__ of code outranks a native str, as object.__str__ calls repr. */
    struct value unused;
    if (!python_method(in, v, "__repr__", &unused, &found)) {
        return false;
    }
    bool exception = v.type == VALUE_OBJECT && v.o->class->slots == &exception_slots;
    if (slots_of(v)->str != NULL && (!found || exception)) {
        return slots_of(v)->str(in, v, out);
    }
    return value_repr(in, v, out);
}

bool value_format(struct interp *in, struct value v, const char *spec, struct buf *out)
{
    if (value_is_number(v)) {
        return format_number(in, v, spec, out);
    }
    struct value text;
    bool found;
    struct str *s = str_new(in, spec, strlen(spec));
    if (s == NULL) {
        return false;
    }
    const struct value arg = value_object(s);
    if (!call_python(in, v, "__format__", 1, &arg, &text, &found)) {
        return false;
    }
    if (found) {
        return value_str(in, text, out);
    }
    if (str_is(v)) {
        return format_string(in, (const struct str *)v.o, spec, out);
    }
    if (slots_of(v)->format != NULL) {
        return slots_of(v)->format(in, v, spec, out);
    }
    if (spec[0] != '\0') {
        return raise(in, EXCEPTION_TypeError, "unsupported format string passed to %s.__format__",
                     value_type_name(v));
    }
    return value_str(in, v, out);
}

/* --- truth, length, hash --- */

bool value_truth(struct interp *in, struct value v, bool *out)
{
    struct value result;
    bool found;
    switch (v.type) {
    case VALUE_NONE:
        *out = false;
        return true;
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT:
        *out = value_number(v) != 0;
        return true;
    case VALUE_OBJECT:
        break;
    default:
        *out = true;
        return true;
    }
    if (!call_python(in, v, "__bool__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found) {
        if (result.type != VALUE_BOOL) {
            return raise(in, EXCEPTION_TypeError, "__bool__ should return bool, returned %s",
                         value_type_name(result));
        }
        *out = result.b;
        return true;
    }
    if (slots_of(v)->truth != NULL) {
        return slots_of(v)->truth(in, v, out);
    }
    if (!python_method(in, v, "__len__", &result, &found)) {
        return false;
    }
    *out = true;
    if (found || slots_of(v)->length != NULL) {
        int64_t length;
        if (!value_length(in, v, &length)) {
            return false;
        }
        *out = length != 0;
    }
    return true;
}

bool value_length(struct interp *in, struct value v, int64_t *out)
{
    struct value result;
    bool found;
    if (!call_python(in, v, "__len__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found) {
        if (!value_to_int(in, result, out)) {
            return false;
        }
        return *out >= 0 || raise(in, EXCEPTION_ValueError, "__len__() should return >= 0");
    }
    if (slots_of(v)->length == NULL) {
        return raise(in, EXCEPTION_TypeError, "object of type '%s' has no len()",
                     value_type_name(v));
    }
    return slots_of(v)->length(in, v, out);
}

bool value_hash(struct interp *in, struct value v, uint64_t *out)
{
    struct value result;
    bool found;
    if (value_is_number(v)) {
        *out = number_hash(v);
        return true;
    }
    if (v.type != VALUE_OBJECT) {
        *out = 0x9e3779b97f4a7c15u * ((uint64_t)v.type + 1);
        return true;
    }
    if (!call_python(in, v, "__hash__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && result.type == VALUE_INT) {
        *out = number_hash(result);
        return true;
    }
    if (!found && slots_of(v)->hash != NULL) {
        return slots_of(v)->hash(in, v, out);
    }
    if (!found && !python_method(in, v, "__eq__", &result, &found)) {
        return false;
    }
    if (found || v.o->class->slots == &list_slots || v.o->class->slots == &dict_slots ||
        (v.o->class->slots == &set_slots)) {
        return raise(in, EXCEPTION_TypeError, "unhashable type: '%s'", value_type_name(v));
    }
    *out = (uint64_t)(uintptr_t)v.o >> 4;
    return true;
}

/* --- operators --- */

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

/* One side's answer: its method in code, then its slot. */
static bool ask(struct interp *in, enum operator_ op, struct value self, struct value other,
                bool self_is_right, struct value *out, bool *handled)
{
    bool found;
    bool compares = op >= OP_EQ && op <= OP_GE;
    const char *name = self_is_right ? dunders[op].reflected : dunders[op].method;
    if (!call_python(in, self, name, 1, &other, out, &found)) {
        return false;
    }
    if (found) {
        *handled = out->type != VALUE_NOT_IMPLEMENTED;
        return true;
    }
    struct value left = self_is_right ? other : self, right = self_is_right ? self : other;
    *handled = true;
    if (compares && slots_of(self)->compare != NULL) {
        return slots_of(self)->compare(in, op, left, right, self_is_right, out, handled);
    }
    if (!compares && slots_of(self)->binary != NULL) {
        return slots_of(self)->binary(in, op, left, right, self_is_right, out, handled);
    }
    *handled = false;
    return true;
}

/* Whether a class defines the reflected method otherwise than its ancestor: a method in code, or
 * the slot of another native kind. */
static bool overrides(struct interp *in, enum operator_ op, const struct class *ancestor,
                      const struct class *class)
{
    struct str *name = str_intern(in, dunders[op].reflected);
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
    bool right_first = ca != cb && class_is_subclass(cb, ca) &&
                       (compares || overrides(in, op, ca, cb));
    if (!ask(in, op, right_first ? b : a, right_first ? a : b, right_first, out, handled)) {
        return false;
    }
    if (*handled || (!compares && ca == cb)) {
        return true;
    }
    return ask(in, op, right_first ? a : b, right_first ? b : a, !right_first, out, handled);
}

static bool refuse_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                          const char *suffix)
{
    bool sequence = str_is(a) || list_is(a) || tuple_is(a);
    if (op == OP_ADD && sequence && suffix[0] == '\0') {
        const char *kind = str_is(a) ? "str" : list_is(a) ? "list" : "tuple";
        return raise(in, EXCEPTION_TypeError, "can only concatenate %s (not \"%s\") to %s", kind,
                     value_type_name(b), kind);
    }
    bool other_sequence = str_is(b) || list_is(b) || tuple_is(b);
    if (op == OP_MUL && (sequence || other_sequence)) {
        return raise(in, EXCEPTION_TypeError, "can't multiply sequence by non-int of type '%s'",
                     value_type_name(sequence ? b : a));
    }
    const char *text = op == OP_POW && suffix[0] == '\0' ? "** or pow()" : operator_text(op);
    return raise(in, EXCEPTION_TypeError, "unsupported operand type(s) for %s%s: '%s' and '%s'",
                 text, suffix, value_type_name(a), value_type_name(b));
}

bool value_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                  struct value *out)
{
    bool handled = true;
    if (value_is_number(a) && value_is_number(b)) {
        if (!number_binary(in, op, a, b, out, &handled)) {
            return false;
        }
    } else if (!ask_both(in, op, a, b, out, &handled)) {
        return false;
    }
    return handled ? heap_hold(in, *out) : refuse_binary(in, op, a, b, "");
}

bool value_inplace(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out)
{
    bool found, handled = true;
    if (!call_python(in, a, dunders[op].inplace, 1, &b, out, &found)) {
        return false;
    }
    if (found && out->type != VALUE_NOT_IMPLEMENTED) {
        return heap_hold(in, *out);
    }
    if (!found && slots_of(a)->inplace != NULL) {
        if (!slots_of(a)->inplace(in, op, a, b, out, &handled)) {
            return false;
        }
        if (handled) {
            return heap_hold(in, *out);
        }
        handled = true;
    }
    if (value_is_number(a) && value_is_number(b)) {
        if (!number_binary(in, op, a, b, out, &handled)) {
            return false;
        }
    } else if (!ask_both(in, op, a, b, out, &handled)) {
        return false;
    }
    return handled ? heap_hold(in, *out) : refuse_binary(in, op, a, b, "=");
}

bool value_unary(struct interp *in, enum operator_ op, struct value v, struct value *out)
{
    bool found, handled = true, truth;
    if (op == OP_NOT) {
        if (!value_truth(in, v, &truth)) {
            return false;
        }
        *out = value_bool(!truth);
        return true;
    }
    if (value_is_number(v)) {
        if (!number_unary(in, op, v, out, &handled)) {
            return false;
        }
    } else {
        if (!call_python(in, v, dunders[op].method, 0, NULL, out, &found)) {
            return false;
        }
        if (!found) {
            handled = slots_of(v)->unary != NULL;
            if (handled && !slots_of(v)->unary(in, op, v, out, &handled)) {
                return false;
            }
        }
    }
    if (!handled) {
        return raise(in, EXCEPTION_TypeError, "bad operand type for unary %s: '%s'",
                     operator_text(op), value_type_name(v));
    }
    return heap_hold(in, *out);
}

static bool not_of(struct interp *in, bool ok, struct value *out)
{
    bool truth;
    if (!ok || !value_truth(in, *out, &truth)) {
        return false;
    }
    *out = value_bool(!truth);
    return true;
}

bool value_compare(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out)
{
    bool handled, result;
    switch (op) {
    case OP_IS:
    case OP_IS_NOT:
        *out = value_bool(value_identical(a, b) == (op == OP_IS));
        return true;
    case OP_IN:
    case OP_NOT_IN:
        if (!value_contains(in, b, a, &result)) {
            return false;
        }
        *out = value_bool(result == (op == OP_IN));
        return true;
    default:
        break;
    }
    if (value_is_number(a) && value_is_number(b)) {
        number_compare(op, a, b, &result);
        *out = value_bool(result);
        return true;
    }
    if (!ask_both(in, op, a, b, out, &handled)) {
        return false;
    }
    if (handled) {
        return heap_hold(in, *out);
    }
    if (op == OP_EQ) {
        *out = value_bool(value_identical(a, b));
        return true;
    }
    if (op == OP_NE) { /* the opposite of ==, as object.__ne__ */
        return not_of(in, value_compare(in, OP_EQ, a, b, out), out);
    }
    return raise(in, EXCEPTION_TypeError, "'%s' not supported between instances of '%s' and '%s'",
                 operator_text(op), value_type_name(a), value_type_name(b));
}

bool value_equal(struct interp *in, struct value a, struct value b, bool *out)
{
    struct value result;
    if (value_identical(a, b) && a.type != VALUE_FLOAT) {
        *out = true; /* as containers compare: identity first */
        return true;
    }
    if (!interp_enter(in, "in comparison")) {
        return false;
    }
    bool ok = value_compare(in, OP_EQ, a, b, &result);
    interp_leave(in);
    return ok && value_truth(in, result, out);
}

/* --- items --- */

bool value_get_item(struct interp *in, struct value v, struct value key, struct value *out)
{
    bool found;
    if (!call_python(in, v, "__getitem__", 1, &key, out, &found)) {
        return false;
    }
    if (!found) {
        if (slots_of(v)->get_item == NULL) {
            return raise(in, EXCEPTION_TypeError, "'%s' object is not subscriptable",
                         value_type_name(v));
        }
        if (!slots_of(v)->get_item(in, v, key, out)) {
            return false;
        }
    }
    return heap_hold(in, *out);
}

bool value_set_item(struct interp *in, struct value v, struct value key, struct value x)
{
    const struct value at[2] = {key, x};
    struct value unused;
    bool found;
    if (!call_python(in, v, "__setitem__", 2, at, &unused, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    if (slots_of(v)->set_item == NULL) {
        return raise(in, EXCEPTION_TypeError, "'%s' object does not support item assignment",
                     value_type_name(v));
    }
    return slots_of(v)->set_item(in, v, key, x);
}

bool value_delete_item(struct interp *in, struct value v, struct value key)
{
    struct value unused;
    bool found;
    if (!call_python(in, v, "__delitem__", 1, &key, &unused, &found)) {
        return false;
    }
    if (found) {
        return true;
    }
    if (slots_of(v)->delete_item == NULL) {
        return raise(in, EXCEPTION_TypeError, "'%s' object doesn't support item deletion",
                     value_type_name(v));
    }
    return slots_of(v)->delete_item(in, v, key);
}

bool value_contains(struct interp *in, struct value v, struct value item, bool *out)
{
    struct value result, iterator, each;
    bool found, done;
    if (!call_python(in, v, "__contains__", 1, &item, &result, &found)) {
        return false;
    }
    if (found) {
        return value_truth(in, result, out);
    }
    if (slots_of(v)->contains != NULL) {
        return slots_of(v)->contains(in, v, item, out);
    }
    if (!value_is_iterable(in, v)) {
        return raise(in, EXCEPTION_TypeError, "argument of type '%s' is not iterable",
                     value_type_name(v));
    }
    if (!value_iterate(in, v, &iterator)) {
        return false;
    }
    for (*out = false; !*out;) {
        if (!value_next(in, iterator, &each, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
        if (!value_equal(in, each, item, out)) {
            return false;
        }
    }
    return true;
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
    return slots_of(v)->iterate != NULL || slots_of(v)->next != NULL ||
           (python_method(in, v, "__iter__", &unused, &found) && found) ||
           (python_method(in, v, "__getitem__", &unused, &found) && found);
}

static bool is_iterator(struct interp *in, struct value v)
{
    struct value unused;
    bool found = false;
    return slots_of(v)->next != NULL ||
           (python_method(in, v, "__next__", &unused, &found) && found);
}

bool value_iterate(struct interp *in, struct value v, struct value *iterator)
{
    struct value unused;
    bool found;
    if (!call_python(in, v, "__iter__", 0, NULL, iterator, &found)) {
        return false;
    }
    if (found) {
        return is_iterator(in, *iterator)
                   ? heap_hold(in, *iterator)
                   : raise(in, EXCEPTION_TypeError, "iter() returned non-iterator of type '%s'",
                           value_type_name(*iterator));
    }
    if (slots_of(v)->iterate != NULL) {
        return slots_of(v)->iterate(in, v, iterator) && heap_hold(in, *iterator);
    }
    if (slots_of(v)->next != NULL) {
        *iterator = v;
        return true;
    }
    if (!python_method(in, v, "__getitem__", &unused, &found)) {
        return false;
    }
    if (found) {
        return iterate_items(in, v, iterator);
    }
    return raise(in, EXCEPTION_TypeError, "'%s' object is not iterable", value_type_name(v));
}

bool value_next(struct interp *in, struct value iterator, struct value *out, bool *done)
{
    bool found;
    *done = false;
    if (slots_of(iterator)->next != NULL) {
        if (!slots_of(iterator)->next(in, iterator, out, done)) {
            return false;
        }
        return *done || heap_hold(in, *out);
    }
    if (!call_python(in, iterator, "__next__", 0, NULL, out, &found)) {
        if (!raise_is(in, EXCEPTION_StopIteration)) {
            return false;
        }
        raise_catch(in);
        *done = true;
        return true;
    }
    if (!found) {
        return raise(in, EXCEPTION_TypeError, "'%s' object is not an iterator",
                     value_type_name(iterator));
    }
    return heap_hold(in, *out);
}

/* --- calls --- */

bool value_call(struct interp *in, struct value callee, const struct args *args, struct value *out)
{
    struct value method;
    bool found;
    if (callee.type == VALUE_OBJECT && slots_of(callee)->call != NULL) {
        return slots_of(callee)->call(in, callee, args, out) && heap_hold(in, *out);
    }
    if (!python_method(in, callee, "__call__", &method, &found)) {
        return false;
    }
    if (!found) {
        return raise(in, EXCEPTION_TypeError, "'%s' object is not callable",
                     value_type_name(callee));
    }
    return interp_stack(in) && value_call(in, method, args, out);
}

bool value_call_method(struct interp *in, struct value self, const char *name, int count,
                       const struct value *at, struct value *out)
{
    struct str *key = str_intern(in, name);
    struct value method;
    const struct args args = {.at = at, .count = count};
    return key != NULL && value_get_attribute(in, self, key, &method) &&
           value_call(in, method, &args, out);
}

/* --- conversions --- */

bool value_to_int(struct interp *in, struct value v, int64_t *out)
{
    struct value result;
    bool found;
    if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
        *out = v.type == VALUE_INT ? v.i : (int64_t)v.b;
        return true;
    }
    if (slots_of(v)->index != NULL) {
        return slots_of(v)->index(in, v, out);
    }
    if (!call_python(in, v, "__index__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && result.type == VALUE_INT) {
        *out = result.i;
        return true;
    }
    return raise(in, EXCEPTION_TypeError, "'%s' object cannot be interpreted as an integer",
                 value_type_name(v));
}

bool value_to_double(struct interp *in, struct value v, double *out)
{
    struct value result;
    bool found;
    if (value_is_number(v)) {
        *out = value_number(v);
        return true;
    }
    if (slots_of(v)->to_float != NULL) {
        return slots_of(v)->to_float(in, v, out);
    }
    if (!call_python(in, v, "__float__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && result.type == VALUE_FLOAT) {
        *out = result.f;
        return true;
    }
    return raise(in, EXCEPTION_TypeError, "must be real number, not %s", value_type_name(v));
}
