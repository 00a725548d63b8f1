/* math's functions of whole numbers: gcd, lcm, factorial, comb, perm, isqrt. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

/* An integer of any size, or what has an __index__. */
static bool whole(struct interp *in, struct value v, struct value *out)
{
    int64_t i = 0;
    if (bigint_is(v)) {
        *out = v;
        return true;
    }
    bool ok = value_to_int(in, v, &i);
    *out = value_int(i);
    return ok;
}

static bool is_negative(struct value v)
{
    uint32_t store[2];
    return bigint_number(v, store).negative;
}

static bool is_zero(struct value v)
{
    return v.type == VALUE_INT && v.i == 0;
}

static bool divisor(struct interp *in, struct value a, struct value b, struct value *out)
{
    while (!is_zero(b)) {
        struct value rest;
        if (!interp_step(in, 1) || !value_binary(in, OP_MOD, a, b, &rest)) {
            return false;
        }
        a = b;
        b = rest;
    }
    *out = a;
    return !is_negative(a) || value_unary(in, OP_NEG, a, out);
}

static bool common(struct interp *in, const struct args *args, struct value *out)
{
    bool lcm = in->calling->name[0] == 'l';
    struct value v, d;
    *out = value_int(lcm ? 1 : 0);
    for (int k = 0; k < args->count; k++) {
        if (!whole(in, args->at[k], &v) || !divisor(in, *out, v, &d)) {
            return false;
        }
        if (!lcm || is_zero(d)) { /* lcm(0, 0) is 0 */
            *out = d;
        } else if (!value_binary(in, OP_FLOOR_DIV, *out, d, out) ||
                   !value_binary(in, OP_MUL, *out, v, out) ||
                   (is_negative(*out) && !value_unary(in, OP_NEG, *out, out))) {
            return false;
        }
    }
    return true;
}

static bool factorial(struct interp *in, const struct args *args, struct value *out)
{
    int64_t n;
    if (!arguments_count(in, args, "factorial", 1, 1) || !value_to_int(in, args->at[0], &n)) {
        return false;
    }
    if (n < 0) {
        return raise_value_error(in, "factorial() not defined for negative values");
    }
    return bigint_product(in, 2, n, out);
}

static bool choose(struct interp *in, const struct args *args, struct value *out)
{
    bool comb = in->calling->name[0] == 'c';
    int64_t n, k;
    if (!comb && args->count == 1) {
        return factorial(in, args, out);
    }
    if (!arguments_count(in, args, in->calling->name, comb ? 2 : 1, 2) ||
        !value_to_int(in, args->at[0], &n)) {
        return false;
    }
    if (args->at[1].type == VALUE_NONE) {
        k = n;
    } else if (!value_to_int(in, args->at[1], &k)) {
        return false;
    }
    if (n < 0 || k < 0) {
        return raise_value_error(in, "%c must be a non-negative integer", n < 0 ? 'n' : 'k');
    }
    *out = value_int(0);
    if (k > n) {
        return true;
    }
    struct value ways = value_int(1);
    k = comb && k > n - k ? n - k : k;
    return bigint_product(in, n - k + 1, n, out) && (!comb || bigint_product(in, 2, k, &ways)) &&
           value_binary(in, OP_FLOOR_DIV, *out, ways, out);
}

/* Newton's iteration from above, which ends at the root. */
static bool integer_root(struct interp *in, const struct args *args, struct value *out)
{
    struct value n, next, smaller;
    uint32_t store[2];
    if (!arguments_count(in, args, "isqrt", 1, 1) || !whole(in, args->at[0], &n)) {
        return false;
    }
    if (is_negative(n)) {
        return raise_value_error(in, "isqrt() argument must be nonnegative");
    }
    const struct bignum size = bigint_number(n, store);
    *out = n;
    if (size.count == 0) {
        return true;
    }
    int64_t bits = (int64_t)bignum_bits(&size);
    if (!value_binary(in, OP_LSHIFT, value_int(1), value_int(bits / 2 + 1), &next)) {
        return false;
    }
    do {
        *out = next;
        if (!interp_step(in, 1) || !value_binary(in, OP_FLOOR_DIV, n, *out, &next) ||
            !value_binary(in, OP_ADD, next, *out, &next) ||
            !value_binary(in, OP_RSHIFT, next, value_int(1), &next) ||
            !value_compare(in, OP_LT, next, *out, &smaller)) {
            return false;
        }
    } while (smaller.b);
    return true;
}

bool module_math_integers(struct interp *in, struct dict *into)
{
    static const struct native_row rows[] = {
        {"gcd", common, NULL},  {"lcm", common, NULL},  {"factorial", factorial, NULL},
        {"comb", choose, NULL}, {"perm", choose, NULL}, {"isqrt", integer_root, NULL},
    };
    return native_functions(in, into, "math", rows, NATIVE_COUNT(rows));
}
