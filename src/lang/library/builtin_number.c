/* Holds the built-in functions of numbers: abs, round, divmod, pow, hash, id. */
#include "lang/object/bigint.h"
#include "lang/object/number_derived.h"
#include "lang/run/native.h"

#include <string.h>

/* v.name(...), where the class has such a method. */
static bool ask_method(struct interp *in, struct value v, const char *name, int count,
                       const struct value *at, struct value *out, bool *found)
{
    struct str *key = str_intern(in, name);
    struct value method;
    const struct args args = {.at = at, .count = count};
    return key != NULL && value_find_attribute(in, v, key, &method, found) &&
           (!*found || value_call(in, method, &args, out));
}

static bool abs_function(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    if (!arguments_count(in, args, "abs", 1, 1)) {
        return false;
    }
    struct value v = args->at[0];
    if (bigint_is(v)) {
        uint32_t store[2];
        return value_unary(in, bigint_number(v, store).negative ? OP_NEG : OP_POS, v, out);
    }
    if (value_is_number(v)) {
        bool negative = v.type == VALUE_FLOAT ? v.f < 0 : v.type == VALUE_INT && v.i < 0;
        if (v.type == VALUE_FLOAT) {
            *out = value_float(negative || v.f == 0 ? 0 - v.f : v.f);
            return true;
        }
        return value_unary(in, negative ? OP_NEG : OP_POS, v, out);
    }
    if (!ask_method(in, v, "__abs__", 0, NULL, out, &found)) {
        return false;
    }
    /* A native kind, such as a tensor, calls it abs. */
    if (!found && v.type == VALUE_OBJECT && v.o->class->slots != &object_slots &&
        !ask_method(in, v, "abs", 0, NULL, out, &found)) {
        return false;
    }
    return found || raise_type_error(in, "bad operand type for abs(): '%s'", value_type_name(v));
}

static bool round_function(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    bool found;
    if (!arguments_take(in, args, "round(number, ndigits=None)", at)) {
        return false;
    }
    if (value_is_number(at[0]) || bigint_is(at[0])) {
        return number_round(in, at[0], at[1], out);
    }
    int count = given_some(at[1]) ? 1 : 0;
    if (!ask_method(in, at[0], "__round__", count, at + 1, out, &found)) {
        return false;
    }
    return found ||
           raise_type_error(in, "type %s doesn't define __round__ method", value_type_name(at[0]));
}

static bool is_plain(struct value v)
{
    return value_is_number(v) || bigint_is(v);
}

/* Whether divmod may make do with // and %: not for an object with `//` of its own in C that has no
 * divmod (a tensor). */
static bool divides(struct value v)
{
    return v.type != VALUE_OBJECT || v.o->class->slots == NULL || !v.o->class->slots->no_divmod;
}

static bool divmod_function(struct interp *in, const struct args *args, struct value *out)
{
    struct value quotient, rest;
    if (!arguments_count(in, args, "divmod", 2, 2)) {
        return false;
    }
    struct value a = args->at[0], b = args->at[1];
    if (value_is_number(a) && value_is_number(b) && !(a.type == VALUE_INT && a.i == INT64_MIN)) {
        return number_divmod(in, a, b, out);
    }
    bool numeric = value_is_number(a) || value_is_number(b);
    if (bigint_is_integer(a) && bigint_is_integer(b)) {
        return bigint_binary(in, OP_FLOOR_DIV, a, b, &quotient) &&
               bigint_binary(in, OP_MOD, a, b, &rest) && pair_new(in, quotient, rest, out);
    }
    if ((a.type == VALUE_FLOAT && bigint_is(b)) || (bigint_is(a) && b.type == VALUE_FLOAT)) {
        struct value *large = a.type == VALUE_FLOAT ? &b : &a;
        double f;
        if (!bigint_to_double(in, *large, &f)) {
            return false;
        }
        *large = value_float(f);
        return number_divmod(in, a, b, out);
    }
    bool found = false;
    if (!is_plain(a) || !is_plain(b)) { /* what has methods of its own */
        if (!ask_method(in, a, "__divmod__", 1, &b, out, &found)) {
            return false;
        }
        found = found && given(*out);
        if (!found && !ask_method(in, b, "__rdivmod__", 1, &a, out, &found)) {
            return false;
        }
        found = found && given(*out);
    }
    if (found) {
        return true;
    }
    if ((a.type != VALUE_OBJECT && b.type != VALUE_OBJECT) ||
        (numeric && (str_is(a) || str_is(b))) || !divides(a) || !divides(b)) {
        return raise_type_error(in, "unsupported operand type(s) for divmod(): '%s' and '%s'",
                                value_type_name(a), value_type_name(b));
    }
    return value_binary(in, OP_FLOOR_DIV, a, b, &quotient) &&
           value_binary(in, OP_MOD, a, b, &rest) && pair_new(in, quotient, rest, out);
}

/* The number that multiplied by a gives 1 modulo m, by Euclid's algorithm. */
static bool bigint_inverse(struct interp *in, struct value a, struct value m, struct value *out)
{
    struct value r0 = m, r1, t0 = value_int(0), t1 = value_int(1), quotient, product, next;
    bool ok = value_binary(in, OP_MOD, a, m, &r1), zero = false;
    while (ok && value_equal(in, r1, value_int(0), &zero) && !zero) {
        ok = value_binary(in, OP_FLOOR_DIV, r0, r1, &quotient) &&
             value_binary(in, OP_MUL, quotient, t1, &product) &&
             value_binary(in, OP_SUB, t0, product, &next);
        t0 = t1;
        t1 = next;
        ok = ok && value_binary(in, OP_MOD, r0, r1, &next);
        r0 = r1;
        r1 = next;
    }
    bool one = false, minus = false;
    if (!ok || !value_equal(in, r0, value_int(1), &one) ||
        !value_equal(in, r0, value_int(-1), &minus)) {
        return false;
    }
    if (!one && !minus) {
        return raise_value_error(in, "base is not invertible for the given modulus");
    }
    if (minus && !value_unary(in, OP_NEG, t0, &t0)) {
        return false;
    }
    return value_binary(in, OP_MOD, t0, m, out);
}

/* a**b % m without ever growing far beyond m. */
static bool power_modulo(struct interp *in, struct value base, struct value exponent,
                         struct value modulus, struct value *out)
{
    uint32_t stores[2][2];
    const struct bignum m = bigint_number(modulus, stores[0]),
                        e = bigint_number(exponent, stores[1]);
    struct value square;
    if (m.count == 0) {
        return raise_value_error(in, "pow() 3rd argument cannot be 0");
    }
    if (e.negative) {
        struct value positive;
        return bigint_inverse(in, base, modulus, &base) &&
               value_unary(in, OP_NEG, exponent, &positive) &&
               power_modulo(in, base, positive, modulus, out);
    }
    if (!value_binary(in, OP_MOD, value_int(1), modulus, out) ||
        !value_binary(in, OP_MOD, base, modulus, &square)) {
        return false;
    }
    for (size_t k = 0, bits = bignum_bits(&e); k < bits; k++) {
        bool set = e.digit[k / 32] >> k % 32 & 1;
        if (set && (!value_binary(in, OP_MUL, *out, square, out) ||
                    !value_binary(in, OP_MOD, *out, modulus, out))) {
            return false;
        }
        if (!interp_step(in, 1) || !value_binary(in, OP_MUL, square, square, &square) ||
            !value_binary(in, OP_MOD, square, modulus, &square)) {
            return false;
        }
    }
    return true;
}

static bool pow_function(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    if (!arguments_take(in, args, "pow(base, exp, mod=None)", at)) {
        return false;
    }
    if (!given_some(at[2])) {
        return value_binary(in, OP_POW, at[0], at[1], out);
    }
    struct value method;
    struct str *name = str_intern(in, "__pow__");
    if (name != NULL && at[0].type == VALUE_OBJECT &&
        class_lookup_python(at[0].o->class, name, &method)) {
        return value_call_method(in, at[0], "__pow__", 2, at + 1, out);
    }
    for (int k = 0; k < 3; k++) {
        at[k] = number_plain(at[k]);
        if (!bigint_is_integer(at[k])) {
            return raise_type_error(
                in, "pow() 3rd argument not allowed unless all arguments are integers");
        }
    }
    return power_modulo(in, at[0], at[1], at[2], out);
}

static bool hash_function(struct interp *in, const struct args *args, struct value *out)
{
    uint64_t h;
    if (!arguments_count(in, args, "hash", 1, 1) || !value_hash(in, args->at[0], &h)) {
        return false;
    }
    *out = value_int((int64_t)h);
    return true;
}

/* Numbers and None are no objects here: they get odd identities, which no address is. */
static bool id_function(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "id", 1, 1)) {
        return false;
    }
    struct value v = args->at[0];
    uint64_t bits = 0;
    if (v.type == VALUE_OBJECT) {
        *out = value_int((int64_t)(uintptr_t)v.o);
        return true;
    }
    if (v.type == VALUE_FLOAT) {
        memcpy(&bits, &v.f, sizeof bits);
    } else if (v.type == VALUE_INT) {
        bits = (uint64_t)v.i;
    } else if (v.type == VALUE_BOOL) {
        bits = v.b;
    }
    *out = value_int((int64_t)(((bits * 8 + (uint64_t)v.type) * 2 + 1) & INT64_MAX));
    return true;
}

bool builtins_number_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"abs", abs_function, NULL},       {"round", round_function, NULL},
        {"divmod", divmod_function, NULL}, {"pow", pow_function, NULL},
        {"hash", hash_function, NULL},     {"id", id_function, NULL},
    };
    return native_functions(in, in->builtins, "builtins", rows, NATIVE_COUNT(rows));
}
