/* Holds the built-in functions of numbers: abs, round, divmod, pow, hash, id. */
#include "lang/object/bigint.h"
#include "lang/object/value_method.h"
#include "lang/run/native.h"

static bool abs_function(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    struct value v = args->at[0];
    if (bigint_is(v)) {
        uint32_t store[2];
        return value_unary(in, bigint_number(v, store).negative ? OP_NEG : OP_POS, v, out);
    }
    if (value_is_number(v)) {
        bool negative = v.type == VALUE_FLOAT ? v.f < 0 : v.type == VALUE_INT && v.i < 0;
        if (v.type == VALUE_FLOAT) {
            return value_give(out, value_float(negative || v.f == 0 ? 0 - v.f : v.f));
        }
        return value_unary(in, negative ? OP_NEG : OP_POS, v, out);
    }
    if (!value_call_found(in, v, "__abs__", 0, NULL, out, &found)) {
        return false;
    }
    /* A native kind, such as a tensor, calls it abs. */
    if (!found && v.type == VALUE_OBJECT && v.o->class->slots != &object_slots &&
        !value_call_found(in, v, "abs", 0, NULL, out, &found)) {
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
    return value_call_found(in, at[0], "__round__", count, at + 1, out, &found) &&
           (found || raise_type_error(in, "type %s doesn't define __round__ method",
                                      value_type_name(at[0])));
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
        if (!value_call_found(in, a, "__divmod__", 1, &b, out, &found)) {
            return false;
        }
        found = found && given(*out);
        if (!found && !value_call_found(in, b, "__rdivmod__", 1, &a, out, &found)) {
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

static bool pow_function(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    return arguments_take(in, args, "pow(base, exp, mod=None)", at) &&
           (given_some(at[2]) ? native_late(in, args, out)
                              : value_binary(in, OP_POW, at[0], at[1], out));
}

static bool hash_function(struct interp *in, const struct args *args, struct value *out)
{
    uint64_t h;
    return value_hash(in, args->at[0], &h) && value_give(out, value_int((int64_t)h));
}

/* Numbers and None are no objects here: they get odd identities, which no address is. */
static bool id_function(struct interp *in, const struct args *args, struct value *out)
{
    struct value v = args->at[0];
    uint64_t bits = 0;
    if (v.type == VALUE_OBJECT) {
        return value_give(out, value_int((int64_t)(uintptr_t)v.o));
    }
    if (v.type == VALUE_FLOAT) {
        memcpy(&bits, &v.f, sizeof bits);
    } else if (v.type == VALUE_INT) {
        bits = (uint64_t)v.i;
    } else if (v.type == VALUE_BOOL) {
        bits = v.b;
    }
    return value_give(out,
                      value_int((int64_t)(((bits * 8 + (uint64_t)v.type) * 2 + 1) & INT64_MAX)));
}

bool builtins_number_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"abs", abs_function, NULL, "11"},       {"round", round_function, NULL, NULL},
        {"divmod", divmod_function, NULL, "22"}, {"pow", pow_function, NULL, NULL},
        {"hash", hash_function, NULL, "11"},     {"id", id_function, NULL, "11"},
    };
    return native_functions(in, in->builtins, "builtins", rows, NATIVE_COUNT(rows));
}
