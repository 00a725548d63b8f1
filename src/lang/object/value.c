/* Does what can be done with any value, whatever its kind: text, truth, hash, calls, conversions. A
 * method that code defined (__repr__) goes first, then the slot of the native kind. Operators are
 * value_operator.c, items and iteration value_item.c. Knows no kind but numbers; tensors come in
 * through their slots. */
#include "lang/object/value_method.h"

#include "lang/object/builtin.h"
#include "lang/run/scope.h"

#include <stdio.h>

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
        return v.o->class->slots == &bigint_slots ? in->types.integer : v.o->class;
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

const struct slots value_no_slots = {0};

bool value_python_method(struct interp *in, struct value v, const char *name, struct value *out,
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

bool value_call_named(struct interp *in, struct value v, struct str *name, int count,
                      const struct value *at, struct value *out, bool *found)
{
    struct value raw, method;
    *found = v.type == VALUE_OBJECT && name != NULL && class_lookup_python(v.o->class, name, &raw);
    if (!*found) {
        return true;
    }
    if (count <= 1 && raw.type == VALUE_OBJECT && raw.o->class == in->types.function) {
        const struct value both[2] = {v, count > 0 ? at[0] : v};
        return function_call_at(in, (struct function *)raw.o, both, count + 1, out);
    }
    const struct args args = {.at = at, .count = count};
    if (raw.type == VALUE_OBJECT && raw.o->class == in->types.function) {
        return method_call_on(in, raw, v, &args, out);
    }
    return attribute_bind(in, raw, v, v.o->class, &method) && value_call(in, method, &args, out);
}

bool value_call_text(struct interp *in, struct value v, const char *name, int count,
                     const struct value *at, struct value *out, bool *found)
{
    struct str *key = str_intern(in, name);
    return key != NULL && value_call_named(in, v, key, count, at, out, found);
}

bool value_find(struct interp *in, struct value v, const char *name, struct value *out, bool *found)
{
    struct str *key = str_intern(in, name);
    *found = false;
    return key != NULL && value_find_attribute(in, v, key, out, found);
}

bool value_call_found(struct interp *in, struct value v, const char *name, int count,
                      const struct value *at, struct value *out, bool *found)
{
    struct value method;
    return value_find(in, v, name, &method, found) &&
           (!*found || value_call_at(in, method, count, at, out));
}

/* --- text --- */

static bool text_of(struct interp *in, struct value v, const char *method, struct buf *out,
                    bool *found)
{
    struct value text;
    if (!value_call_python(in, v, method, 0, NULL, &text, found)) {
        return false;
    }
    if (!*found) {
        return true;
    }
    if (!str_is(text)) {
        return raise_type_error(in, "%s returned non-string (type %s)", method,
                                value_type_name(text));
    }
    buf_put(out, str_text(text), ((struct str *)text.o)->len);
    return true;
}

bool value_repr(struct interp *in, struct value v, struct buf *out)
{
    bool found;
    if (v.type != VALUE_OBJECT) {
        static const char *const names[] = {[VALUE_NONE] = "None",
                                            [VALUE_ELLIPSIS] = "Ellipsis",
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
    bool native = value_slots(v)->repr != NULL;
    bool ok = text_of(in, v, "__repr__", out, &found) &&
              (found || !native || value_slots(v)->repr(in, v, out));
    interp_leave(in);
    if (!ok || found || native) {
        return ok;
    }
    class_put_address(in, v, out);
    return true;
}

bool value_str(struct interp *in, struct value v, struct buf *out)
{
    bool found = false;
    bool plain = str_is(v) && v.o->class == in->types.string; /* a subclass may have a __str__ */
    if (!plain && (!interp_stack(in) || !text_of(in, v, "__str__", out, &found))) {
        return false;
    }
    if (found) {
        return true;
    }
    if (str_is(v)) {
        buf_put(out, str_text(v), ((struct str *)v.o)->len);
        return true;
    }
    /* A __repr__ of code outranks a native str, as object.__str__ calls repr. */
    struct value unused;
    if (!value_python_method(in, v, "__repr__", &unused, &found)) {
        return false;
    }
    bool exception = v.type == VALUE_OBJECT && v.o->class->slots == &exception_slots;
    if (value_slots(v)->str != NULL && (!found || exception)) {
        return value_slots(v)->str(in, v, out);
    }
    return value_repr(in, v, out);
}

bool value_format(struct interp *in, struct value v, const char *spec, struct buf *out)
{
    if (value_is_number(v)) {
        return format_number(in, v, spec, out);
    }
    if (str_is(v) && !v.o->class->has_python_methods) {
        return format_string(in, (const struct str *)v.o, spec, out);
    }
    struct value text;
    bool found;
    struct str *s = str_new(in, spec, strlen(spec));
    if (s == NULL) {
        return false;
    }
    const struct value arg = value_object(s);
    if (!value_call_python(in, v, "__format__", 1, &arg, &text, &found)) {
        return false;
    }
    if (found) {
        return value_str(in, text, out);
    }
    if (str_is(v)) {
        return format_string(in, (const struct str *)v.o, spec, out);
    }
    if (value_slots(v)->format != NULL) {
        return value_slots(v)->format(in, v, spec, out);
    }
    if (spec[0] != '\0') {
        return raise_type_error(in, "unsupported format string passed to %s.__format__",
                                value_type_name(v));
    }
    return value_str(in, v, out);
}

/* --- truth, length, hash --- */

bool value_truth(struct interp *in, struct value v, bool *out)
{
    struct value result;
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
    struct class *c = v.o->class;
    if (c->known != in->lookups.changes && !class_know(in, c)) {
        return false;
    }
    int64_t length = 1;
    bool found = false;
    if (c->has_truth && !value_call_python(in, v, "__bool__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found) {
        *out = result.type == VALUE_BOOL && result.b;
        return result.type == VALUE_BOOL ||
               raise_type_error(in, "__bool__ should return bool, returned %s",
                                value_type_name(result));
    }
    if (value_slots(v)->truth != NULL) {
        return value_slots(v)->truth(in, v, out);
    }
    bool counted = c->has_truth || value_slots(v)->length != NULL; /* code has its __len__ */
    bool ok = !counted || value_length(in, v, &length);
    *out = length != 0;
    return ok;
}

bool value_length(struct interp *in, struct value v, int64_t *out)
{
    struct value result;
    bool found;
    if (!value_call_python(in, v, "__len__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found) {
        return value_to_int(in, result, out) &&
               (*out >= 0 || raise_value_error(in, "__len__() should return >= 0"));
    }
    if (value_slots(v)->length == NULL) {
        return raise_type_error(in, "object of type '%s' has no len()", value_type_name(v));
    }
    return value_slots(v)->length(in, v, out);
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
    struct str *name = v.o->class->has_python_methods ? str_intern(in, "__hash__") : NULL;
    if (name != NULL && class_lookup_python(v.o->class, name, &result) &&
        result.type == VALUE_NONE) {
        return raise_type_error(in, "unhashable type: '%s'", value_type_name(v));
    }
    if (!value_call_python(in, v, "__hash__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && result.type == VALUE_INT) {
        *out = result.i == -1 ? (uint64_t)-2 : (uint64_t)result.i;
        return true;
    }
    if (!found && value_slots(v)->hash != NULL) {
        return value_slots(v)->hash(in, v, out);
    }
    if (!found && !value_python_method(in, v, "__eq__", &result, &found)) {
        return false;
    }
    if (found || v.o->class->slots == &list_slots || v.o->class->slots == &dict_slots ||
        (v.o->class->slots == &set_slots)) {
        return raise_type_error(in, "unhashable type: '%s'", value_type_name(v));
    }
    *out = (uint64_t)(uintptr_t)v.o >> 4;
    return true;
}

/* --- calls --- */

bool value_call(struct interp *in, struct value callee, const struct args *args, struct value *out)
{
    struct value method;
    bool found;
    if (callee.type == VALUE_OBJECT && value_slots(callee)->call != NULL) {
        return value_slots(callee)->call(in, callee, args, out) && heap_hold(in, *out);
    }
    const struct str *key = str_intern(in, "__call__");
    if (callee.type == VALUE_OBJECT && key != NULL &&
        class_lookup_python(callee.o->class, key, &method) && method.type == VALUE_OBJECT &&
        method.o->class == in->types.function) { /* without an object for the two */
        return interp_stack(in) && method_call_on(in, method, callee, args, out);
    }
    if (!value_python_method(in, callee, "__call__", &method, &found)) {
        return false;
    }
    if (!found) {
        return raise_type_error(in, "'%s' object is not callable", value_type_name(callee));
    }
    return interp_stack(in) && value_call(in, method, args, out);
}

bool value_call_at(struct interp *in, struct value callee, int count, const struct value *at,
                   struct value *out)
{
    const struct args args = {.at = at, .count = count};
    return value_call(in, callee, &args, out);
}

bool value_call_method(struct interp *in, struct value self, const char *name, int count,
                       const struct value *at, struct value *out)
{
    struct str *key = str_intern(in, name);
    struct value method;
    return key != NULL && value_get_attribute(in, self, key, &method) &&
           value_call_at(in, method, count, at, out);
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
    if (value_slots(v)->index != NULL) {
        return value_slots(v)->index(in, v, out);
    }
    if (!value_call_python(in, v, "__index__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && result.type == VALUE_INT) {
        *out = result.i;
        return true;
    }
    return raise_type_error(in, "'%s' object cannot be interpreted as an integer",
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
    if (value_slots(v)->to_float != NULL) {
        return value_slots(v)->to_float(in, v, out);
    }
    if (!value_call_python(in, v, "__float__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && result.type == VALUE_FLOAT) {
        *out = result.f;
        return true;
    }
    if (!found && !value_call_python(in, v, "__index__", 0, NULL, &result, &found)) {
        return false;
    }
    if (found && value_is_number(result) && result.type != VALUE_FLOAT) {
        *out = value_number(result);
        return true;
    }
    return raise_type_error(in, "must be real number, not %s", value_type_name(v));
}
