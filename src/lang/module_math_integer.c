/* math's functions of whole numbers: gcd, lcm, factorial, comb, perm, isqrt. A result beyond 64
 * bits is an OverflowError. */
#include "lang/native.h"

#include <math.h>

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static bool too_big(struct interp *in)
{
    return raise(in, EXCEPTION_OverflowError, "integer result does not fit in 64 bits: math.%s()",
                 in->calling->name);
}

static bool common(struct interp *in, const struct args *args, struct value *out)
{
    bool lcm = in->calling->name[0] == 'l';
    uint64_t r = lcm ? 1 : 0;
    for (int k = 0; k < args->count; k++) {
        int64_t i;
        if (!value_to_int(in, args->at[k], &i)) {
            return false;
        }
        uint64_t x = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
        if (!lcm) {
            r = divisor(r, x);
        } else if (x == 0 || r == 0) {
            r = 0;
        } else if (__builtin_mul_overflow(r / divisor(r, x), x, &r)) {
            return too_big(in);
        }
    }
    *out = value_int((int64_t)r);
    return r <= INT64_MAX || too_big(in);
}

static bool factorial(struct interp *in, const struct args *args, struct value *out)
{
    int64_t n, r = 1;
    if (!arguments_count(in, args, "factorial", 1, 1) || !value_to_int(in, args->at[0], &n)) {
        return false;
    }
    if (n < 0) {
        return raise(in, EXCEPTION_ValueError, "factorial() not defined for negative values");
    }
    for (int64_t k = 2; k <= n; k++) {
        if (__builtin_mul_overflow(r, k, &r)) {
            return too_big(in);
        }
    }
    *out = value_int(r);
    return true;
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
        return raise(in, EXCEPTION_ValueError, "%c must be a non-negative integer",
                     n < 0 ? 'n' : 'k');
    }
    if (k > n) {
        *out = value_int(0);
        return true;
    }
    k = comb && k > n - k ? n - k : k;
    uint64_t r = 1;
    for (int64_t j = 1; j <= k; j++) {
        uint64_t factor = (uint64_t)(n - k + j), by = comb ? (uint64_t)j : 1;
        uint64_t d = divisor(r, by);
        r /= d;
        by /= d;
        if (__builtin_mul_overflow(r, factor / by, &r)) {
            return too_big(in);
        }
    }
    *out = value_int((int64_t)r);
    return r <= INT64_MAX || too_big(in);
}

static bool integer_root(struct interp *in, const struct args *args, struct value *out)
{
    int64_t n;
    if (!arguments_count(in, args, "isqrt", 1, 1) || !value_to_int(in, args->at[0], &n)) {
        return false;
    }
    if (n < 0) {
        return raise(in, EXCEPTION_ValueError, "isqrt() argument must be nonnegative");
    }
    int64_t r = (int64_t)sqrt((double)n);
    while (r > 3037000499 || r * r > n) {
        r--;
    }
    while (r < 3037000499 && (r + 1) * (r + 1) <= n) {
        r++;
    }
    *out = value_int(r);
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
