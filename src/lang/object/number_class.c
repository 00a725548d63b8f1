/* Makes int(), float() and bool(): from text and from other values; rounding; the numbers'
 * attributes and methods. None, Ellipsis and NotImplemented have their classes here too. */
#include "lang/object/bigint.h"
#include "lang/object/number_derived.h"
#include "lang/object/value_method.h"
#include "lang/run/native.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool number_truncate(struct interp *in, double f, struct value *out)
{
    if (isnan(f)) {
        return raise_value_error(in, "cannot convert float NaN to integer");
    }
    if (isinf(f)) {
        return raise_exception(in, EXCEPTION_OverflowError,
                               "cannot convert float infinity to integer");
    }
    if (f >= 0x1p63 || f < -0x1p63) {
        return bigint_of_double(in, f, out);
    }
    return value_give(out, value_int((int64_t)f));
}

/* --- int(), float(), bool() --- */

static bool int_of_text(struct interp *in, struct value text, int base, struct value *out)
{
    bool ok;
    const struct str *s = str_of(text);
    if (!number_parse_int(in, s->text, s->len, base, out, &ok)) {
        return false;
    }
    if (!ok) {
        scoped_buf shown = {.budget = in->memory};
        format_str_repr(s->text, s->len, &shown);
        raise_value_error(in, "invalid literal for int() with base %d: %s", base, buf_text(&shown));
    }
    return ok;
}

static bool int_of(struct interp *in, struct value v, struct value *out)
{
    bool found;
    switch (v.type) {
    case VALUE_INT:
        return value_give(out, v);
    case VALUE_BOOL:
        return value_give(out, value_int(v.b));
    case VALUE_FLOAT:
        return number_truncate(in, v.f, out);
    case VALUE_OBJECT:
        break;
    default:
        return raise_type_error(
            in, "int() argument must be a string, a bytes-like object or a real number, not '%s'",
            value_type_name(v));
    }
    if (str_is(v)) {
        return int_of_text(in, v, 10, out);
    }
    const struct slots *slots = v.o->class->slots;
    if (slots != NULL && slots->to_int != NULL) {
        return slots->to_int(in, v, out);
    }
    static const char *const methods[] = {"__int__", "__index__", "__trunc__"};
    for (int k = 0; k < 3; k++) {
        if (!value_call_found(in, v, methods[k], 0, NULL, out, &found)) {
            return false;
        }
        if (found && out->type != VALUE_INT && out->type != VALUE_BOOL) {
            return raise_type_error(in, "%s returned non-int (type %s)", methods[k],
                                    value_type_name(*out));
        }
        if (found) {
            return true;
        }
    }
    return raise_type_error(
        in, "int() argument must be a string, a bytes-like object or a real number, not '%s'",
        value_type_name(v));
}

static bool create_int(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    int64_t base = 10;
    if (args->count == 1 && args->keyword_count == 0) {
        return int_of(in, args->at[0], out);
    }
    if (!arguments_take(in, args, "int(x=0, /, base=10)", at)) {
        return false;
    }
    if (!given(at[1])) {
        *out = value_int(0);
        return !given(at[0]) || int_of(in, at[0], out);
    }
    if (!given(at[0])) {
        return raise_type_error(in, "int() missing string argument");
    }
    if (!str_is(at[0])) {
        return raise_type_error(in, "int() can't convert non-string with explicit base");
    }
    if (!value_to_int(in, at[1], &base)) {
        return false;
    }
    if (base != 0 && (base < 2 || base > 36)) {
        return raise_value_error(in, "int() base must be >= 2 and <= 36, or 0");
    }
    return int_of_text(in, at[0], (int)base, out);
}

static bool create_float(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    double f = 0;
    if (!arguments_take(in, args, "float(x=0, /)", &v)) {
        return false;
    }
    v = number_plain(v);
    if (!given(v)) {
        return value_give(out, value_float(0));
    }
    if (str_is(v)) {
        const struct str *s = str_of(v);
        if (!number_parse_float(in, s->text, s->len, &f)) {
            scoped_buf shown = {.budget = in->memory};
            format_str_repr(s->text, s->len, &shown);
            return raise_value_error(in, "could not convert string to float: %s", buf_text(&shown));
        }
        return value_give(out, value_float(f));
    }
    bool found = false;
    if (v.type == VALUE_OBJECT &&
        (v.o->class->slots == NULL || v.o->class->slots->to_float == NULL)) {
        struct value unused;
        static const char *const methods[] = {"__float__", "__index__"};
        for (int k = 0; k < 2 && !found; k++) {
            if (!value_call_found(in, v, methods[k], 0, NULL, &unused, &found)) {
                return false;
            }
            if (found && value_is_number(unused)) {
                return value_give(out, value_float(value_number(unused)));
            }
        }
    }
    if (!value_is_number(v) && (v.type != VALUE_OBJECT || v.o->class->slots == NULL ||
                                v.o->class->slots->to_float == NULL)) {
        return raise_type_error(in, "float() argument must be a string or a real number, not '%s'",
                                value_type_name(v));
    }
    return value_to_double(in, v, &f) && value_give(out, value_float(f));
}

static bool create_bool(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    bool truth = false;
    if (!arguments_take(in, args, "bool(x=False, /)", &v) ||
        (given(v) && !value_truth(in, v, &truth))) {
        return false;
    }
    /* NotImplemented stands for "not given" in C code, but is true in the language. */
    return value_give(out, value_bool(truth || (args->count == 1 && !given(args->at[0]))));
}

static bool number_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    return class == in->types.integer    ? create_int(in, args, out)
           : class == in->types.floating ? create_float(in, args, out)
                                         : create_bool(in, args, out);
}

/* --- attributes and methods --- */

static bool number_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    *found = true;
    struct value whole = self.type == VALUE_BOOL ? value_int(self.b) : self;
    if (strcmp(name->text, "real") == 0) {
        *out = whole;
    } else if (strcmp(name->text, "imag") == 0) {
        *out = self.type == VALUE_FLOAT ? value_float(0) : value_int(0);
    } else if (self.type != VALUE_FLOAT && strcmp(name->text, "numerator") == 0) {
        *out = whole;
    } else if (self.type != VALUE_FLOAT && strcmp(name->text, "denominator") == 0) {
        *out = value_int(1);
    } else {
        *found = false;
    }
    return true;
}

static bool bits(struct interp *in, const struct args *args, struct value *out)
{
    const char *which = native_data(in);
    uint32_t store[2];
    const struct bignum n = bigint_number(args->at[0], store);
    int64_t ones = 0;
    for (size_t k = 0; k < n.count; k++) {
        for (uint32_t x = n.digit[k]; x != 0; x >>= 1) {
            ones += x & 1;
        }
    }
    return value_give(out, value_int(which[0] == 'l' ? (int64_t)bignum_bits(&n) : ones));
}

static bool is_integer(struct interp *in, const struct args *args, struct value *out)
{
    double f = args->at[0].f;
    return value_give(out, value_bool(isfinite(f) && f == floor(f)));
}

/* --- round() --- */

/* To a multiple of 10 ** -digits, half to even. */
static bool round_integer(struct interp *in, struct value v, int64_t digits, struct value *out)
{
    struct value unit, twice, rest, half;
    bool up, tie, odd;
    *out = v.type == VALUE_BOOL ? value_int(v.b) : v;
    if (digits >= 0) {
        return true;
    }
    if (digits < -5000) { /* more than any integer has */
        return value_give(out, value_int(0));
    }
    /* twice the rest against the unit, and the parity of what stands above it */
    return value_binary(in, OP_POW, value_int(10), value_int(-digits), &unit) &&
           value_binary(in, OP_MOD, v, unit, &rest) && value_binary(in, OP_SUB, v, rest, out) &&
           value_binary(in, OP_MUL, rest, value_int(2), &twice) &&
           value_compare(in, OP_GT, twice, unit, &half) && value_truth(in, half, &up) &&
           value_equal(in, twice, unit, &tie) &&
           value_binary(in, OP_FLOOR_DIV, *out, unit, &half) &&
           value_binary(in, OP_MOD, half, value_int(2), &half) && value_truth(in, half, &odd) &&
           (!(up || (tie && odd)) || value_binary(in, OP_ADD, *out, unit, out));
}

/* The decimal text of the exact value is rounded half to even, then read back. */
static bool round_float(struct interp *in, double f, int64_t digits, struct value *out)
{
    char text[700]; /* 309 digits, a point and 323 digits */
    if (!isfinite(f) || f == 0 || digits > 323) {
        return value_give(out, value_float(f));
    }
    if (digits < -308) {
        return value_give(out, value_float(copysign(0, f)));
    }
    if (digits >= 0) {
        snprintf(text, sizeof text, "%.*f", (int)digits, f);
        return value_give(out, value_float(strtod(text, NULL)));
    }
    /* Left of the point: as many significant digits as stand above the unit. */
    snprintf(text, sizeof text, "%.17e", f);
    int exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    int significant = exponent + (int)digits; /* digits kept behind the first */
    double rounded;
    if (significant >= 0) {
        snprintf(text, sizeof text, "%.*e", significant, f);
        rounded = strtod(text, NULL);
    } else if (significant == -1) {
        double half = 5 * strtod((snprintf(text, sizeof text, "1e%d", exponent), text), NULL);
        snprintf(text, sizeof text, "1e%d", exponent + 1);
        rounded = fabs(f) > half ? copysign(strtod(text, NULL), f) : copysign(0, f);
    } else {
        rounded = copysign(0, f);
    }
    *out = value_float(rounded);
    return isfinite(rounded) ||
           raise_exception(in, EXCEPTION_OverflowError, "rounded value too large to represent");
}

bool number_round(struct interp *in, struct value v, struct value digits, struct value *out)
{
    int64_t n = 0;
    if (bigint_is(digits)) { /* far beyond all digits */
        uint32_t store[2];
        n = bigint_number(digits, store).negative ? -INT32_MAX : INT32_MAX;
    } else if (given_some(digits) && !value_to_int(in, digits, &n)) {
        return false;
    }
    if (v.type != VALUE_FLOAT) {
        return round_integer(in, v, n, out);
    }
    if (given_some(digits)) {
        return round_float(in, v.f, n, out);
    }
    return number_truncate(in, rint(v.f), out); /* the rounding mode is to nearest, ties to even */
}

/* --- None, Ellipsis, NotImplemented --- */

static bool none_create(struct interp *in, struct class *class, const struct args *args,
                        struct value *out)
{
    if (!arguments_count(in, args, class->name->text, 0, 0)) {
        return false;
    }
    enum value_type type = class == in->types.ellipsis          ? VALUE_ELLIPSIS
                           : class == in->types.not_implemented ? VALUE_NOT_IMPLEMENTED
                                                                : VALUE_NONE;
    return value_give(out, (struct value){.type = type});
}

const struct slots number_slots = {.create = number_create, .get = number_get};
const struct slots none_slots = {.create = none_create};

bool number_init(struct interp *in)
{
    static const struct native_row integer[] = {
        {"bit_length", bits, "length", "00"},          {"bit_count", bits, "count", "00"},
        {"to_bytes", native_late, NULL, "0*k"},        {"conjugate", native_late, NULL, "00"},
        {"as_integer_ratio", native_late, NULL, "00"},
    };
    static const struct native_row floating[] = {
        {"is_integer", is_integer, NULL, "00"},
        {"hex", native_late, NULL, "00"},
        {"conjugate", native_late, NULL, "00"},
        {"as_integer_ratio", native_late, NULL, "00"},
    };
    return native_methods(in, in->types.integer, integer, NATIVE_COUNT(integer)) &&
           native_methods(in, in->types.floating, floating, NATIVE_COUNT(floating)) &&
           native_static(in, in->types.integer, "from_bytes", native_late) &&
           native_static(in, in->types.floating, "fromhex", native_late) &&
           native_dunders(in, in->types.integer) && native_dunders(in, in->types.boolean) &&
           native_dunders(in, in->types.floating) && native_dunders(in, in->types.none);
}
