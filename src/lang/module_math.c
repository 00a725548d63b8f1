/* The math module. Elementary functions come from base/fmath, so that they give the same digits on
 * every machine; errors are those of Python. */
#include "lang/native.h"

#include "base/fmath.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- functions of one or two numbers --- */

struct function_1 {
    const char *name;
    double (*of)(double);
    double (*within)(double); /* 0 where x is outside the domain; NULL: everywhere */
    bool may_overflow;        /* an infinite result of a finite x is a range error */
};

static double square_root(double x)
{
    return sqrt(x);
}

static double absolute(double x)
{
    return fabs(x);
}

static double degrees(double x)
{
    return x * (180.0 / 3.141592653589793238462643);
}

static double radians(double x)
{
    return x * (3.141592653589793238462643 / 180.0);
}

static double not_negative(double x)
{
    return x >= 0;
}

static double above_minus_1(double x)
{
    return x > -1;
}

static double at_most_1(double x)
{
    return x >= -1 && x <= 1;
}

static double below_1(double x)
{
    return x > -1 && x < 1;
}

static double at_least_1(double x)
{
    return x >= 1;
}

static double finite(double x)
{
    return isfinite(x);
}

static double no_pole(double x) /* of gamma */
{
    return x > 0 ? 1 : isfinite(x) && x != floor(x);
}

static double no_log_pole(double x) /* of lgamma, which is infinite at minus infinity */
{
    return x > 0 || isinf(x) ? 1 : x != floor(x);
}

static const struct function_1 functions_1[] = {
    {"sqrt", square_root, not_negative, false},
    {"exp", fmath_exp, NULL, true},
    {"exp2", fmath_exp2, NULL, true},
    {"expm1", fmath_expm1, NULL, true},
    {"log1p", fmath_log1p, above_minus_1, false},
    {"sin", fmath_sin, finite, false},
    {"cos", fmath_cos, finite, false},
    {"tan", fmath_tan, finite, false},
    {"asin", fmath_asin, at_most_1, false},
    {"acos", fmath_acos, at_most_1, false},
    {"atan", fmath_atan, NULL, false},
    {"sinh", fmath_sinh, NULL, true},
    {"cosh", fmath_cosh, NULL, true},
    {"tanh", fmath_tanh, NULL, false},
    {"asinh", fmath_asinh, NULL, false},
    {"acosh", fmath_acosh, at_least_1, false},
    {"atanh", fmath_atanh, below_1, false},
    {"erf", fmath_erf, NULL, false},
    {"erfc", fmath_erfc, NULL, false},
    {"gamma", fmath_tgamma, no_pole, true},
    {"lgamma", fmath_lgamma, no_log_pole, true},
    {"cbrt", fmath_cbrt, NULL, false},
    {"fabs", absolute, NULL, false},
    {"degrees", degrees, NULL, false},
    {"radians", radians, NULL, false},
};

static bool domain_error(struct interp *in)
{
    return raise(in, EXCEPTION_ValueError, "math domain error");
}

static bool range_error(struct interp *in)
{
    return raise(in, EXCEPTION_OverflowError, "math range error");
}

static bool one_number(struct interp *in, const struct args *args, struct value *out)
{
    const struct function_1 *f = native_data(in);
    double x;
    if (args->keyword_count > 0 || args->count != 1) {
        return raise(in, EXCEPTION_TypeError,
                     args->keyword_count > 0 ? "math.%s() takes no keyword arguments"
                                             : "math.%s() takes exactly one argument (%d given)",
                     f->name, args->count);
    }
    if (!value_to_double(in, args->at[0], &x)) {
        return false;
    }
    if (!isnan(x) && f->within != NULL && f->within(x) == 0) {
        return domain_error(in);
    }
    double r = f->of(x);
    if (isinf(r) && isfinite(x) && f->may_overflow) {
        return range_error(in);
    }
    *out = value_float(r);
    return true;
}

struct function_2 {
    const char *name;
    double (*of)(double, double);
};

static double power(double x, double y)
{
    return x == 1 || y == 0 ? 1 : x == -1 && isinf(y) ? 1 : fmath_pow(x, y);
}

static double copy_sign(double x, double y)
{
    return copysign(x, y);
}

static double modulo(double x, double y)
{
    return isinf(y) && isfinite(x) ? x : fmod(x, y);
}

static double to_nearest(double x, double y)
{
    return isinf(y) && isfinite(x) ? x : remainder(x, y);
}

static double next_after(double x, double y)
{
    return nextafter(x, y);
}

static const struct function_2 functions_2[] = {
    {"pow", power},           {"atan2", fmath_atan2}, {"fmod", modulo},
    {"remainder", to_nearest}, {"copysign", copy_sign}, {"nextafter", next_after},
};

static bool two_numbers(struct interp *in, const struct args *args, struct value *out)
{
    const struct function_2 *f = native_data(in);
    double x, y;
    if (!arguments_count(in, args, f->name, 2, 2) || !value_to_double(in, args->at[0], &x) ||
        !value_to_double(in, args->at[1], &y)) {
        return false;
    }
    double r = f->of(x, y);
    bool is_pow = f->of == power;
    if (isnan(r) && !isnan(x) && !isnan(y)) {
        return domain_error(in);
    }
    if (is_pow && isinf(r) && isfinite(x) && isfinite(y)) {
        return x == 0 ? domain_error(in) : range_error(in);
    }
    *out = value_float(r);
    return true;
}

/* --- logarithms --- */

static bool logarithm(struct interp *in, struct value v, double (*of)(double), double *out)
{
    double x;
    if (!value_to_double(in, v, &x)) {
        return false;
    }
    if (x <= 0) {
        return domain_error(in);
    }
    *out = isinf(x) ? x : of(x);
    return true;
}

static bool log_function(struct interp *in, const struct args *args, struct value *out)
{
    double x, base;
    if (!arguments_count(in, args, "log", 1, 2) ||
        !logarithm(in, args->at[0], fmath_log, &x)) {
        return false;
    }
    if (args->count == 2) {
        if (!logarithm(in, args->at[1], fmath_log, &base)) {
            return false;
        }
        if (base == 0) {
            return raise(in, EXCEPTION_ZeroDivisionError, "float division by zero");
        }
        x /= base;
    }
    *out = value_float(x);
    return true;
}

static bool log_of_base(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    double x;
    if (!arguments_count(in, args, name, 1, 1) ||
        !logarithm(in, args->at[0], strcmp(name, "log2") == 0 ? fmath_log2 : fmath_log10, &x)) {
        return false;
    }
    *out = value_float(x);
    return true;
}

/* --- rounding to integers, questions --- */

static bool whole(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name; /* floor, ceil, trunc */
    double x;
    if (!arguments_count(in, args, name, 1, 1)) {
        return false;
    }
    struct value v = args->at[0];
    if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
        return value_unary(in, OP_POS, v, out);
    }
    if (v.type == VALUE_OBJECT) {
        char special[16] = "__";
        bool found;
        struct value method;
        static const struct args none = {0};
        strcat(strcat(special, name), "__");
        struct str *key = str_intern(in, special);
        if (key == NULL || !value_find_attribute(in, v, key, &method, &found)) {
            return false;
        }
        if (found) {
            return value_call(in, method, &none, out);
        }
        if (name[0] == 't' && (str_is(v) || v.o->class->slots->to_float == NULL)) {
            return raise(in, EXCEPTION_TypeError, "type %s doesn't define __trunc__ method",
                         value_type_name(v));
        }
    }
    if (!value_to_double(in, v, &x)) {
        return false;
    }
    return number_truncate(in, name[0] == 'f' ? floor(x) : name[0] == 'c' ? ceil(x) : trunc(x),
                           out);
}

static bool question(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    double x;
    if (!arguments_count(in, args, name, 1, 1) || !value_to_double(in, args->at[0], &x)) {
        return false;
    }
    *out = value_bool(strcmp(name, "isnan") == 0   ? isnan(x)
                      : strcmp(name, "isinf") == 0 ? isinf(x)
                                                   : isfinite(x));
    return true;
}

static bool is_close(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[4];
    double a, b, relative = 1e-9, least = 0;
    if (!arguments_take(in, args, "isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", at) ||
        !value_to_double(in, at[0], &a) || !value_to_double(in, at[1], &b) ||
        (given(at[2]) && !value_to_double(in, at[2], &relative)) ||
        (given(at[3]) && !value_to_double(in, at[3], &least))) {
        return false;
    }
    if (relative < 0 || least < 0) {
        return raise(in, EXCEPTION_ValueError, "tolerances must be non-negative");
    }
    double far = fabs(b - a);
    *out = value_bool(a == b || (!isinf(a) && !isinf(b) &&
                                 (far <= fabs(relative * b) || far <= fabs(relative * a) ||
                                  far <= least)));
    return true;
}

static bool split_number(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name; /* modf, frexp */
    double x;
    if (!arguments_count(in, args, name, 1, 1) || !value_to_double(in, args->at[0], &x)) {
        return false;
    }
    if (name[0] == 'f') {
        int exponent = 0;
        double m = isfinite(x) ? frexp(x, &exponent) : x;
        return pair_new(in, value_float(m), value_int(exponent), out);
    }
    double integer, fraction = modf(x, &integer);
    return pair_new(in, value_float(fraction), value_float(integer), out);
}

static bool load_exponent(struct interp *in, const struct args *args, struct value *out)
{
    double x;
    int64_t e;
    if (!arguments_count(in, args, "ldexp", 2, 2) || !value_to_double(in, args->at[0], &x)) {
        return false;
    }
    if (args->at[1].type != VALUE_INT && args->at[1].type != VALUE_BOOL) {
        return raise(in, EXCEPTION_TypeError, "Expected an int as second argument to ldexp.");
    }
    if (!value_to_int(in, args->at[1], &e)) {
        return false;
    }
    double r = ldexp(x, e > 5000 ? 5000 : e < -5000 ? -5000 : (int)e);
    *out = value_float(r);
    return !isinf(r) || isinf(x) || range_error(in);
}

static bool unit_in_last_place(struct interp *in, const struct args *args, struct value *out)
{
    double x;
    if (!arguments_count(in, args, "ulp", 1, 1) || !value_to_double(in, args->at[0], &x)) {
        return false;
    }
    x = fabs(x);
    if (isfinite(x)) {
        double up = nextafter(x, (double)INFINITY);
        x = isinf(up) ? x - nextafter(x, 0) : up - x;
    }
    *out = value_float(x);
    return true;
}

/* --- integers --- */

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

/* --- over iterables --- */

static bool product(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    if (!arguments_take(in, args, "prod(iterable, /, *, start=1)", at)) {
        return false;
    }
    struct list *l = list_of(in, at[0]);
    *out = given(at[1]) ? at[1] : value_int(1);
    for (int64_t k = 0; l != NULL && k < l->count; k++) {
        if (!value_binary(in, OP_MUL, *out, l->at[k], out)) {
            return false;
        }
    }
    return l != NULL;
}

static bool doubles_of(struct interp *in, struct value iterable, double **out, int64_t *count)
{
    struct list *l = list_of(in, iterable);
    if (l == NULL) {
        return false;
    }
    double *at = malloc(((size_t)l->count + 1) * sizeof *at);
    if (at == NULL) {
        return raise_memory(in);
    }
    for (int64_t k = 0; k < l->count; k++) {
        if (!value_to_double(in, l->at[k], &at[k])) {
            free(at);
            return false;
        }
    }
    *out = at;
    *count = l->count;
    return true;
}

/* The exact sum, rounded once: partial sums that do not overlap (Shewchuk). */
static double exact_sum(double *x, int64_t count)
{
    int64_t used = 0; /* partials are kept in front of what is still to come */
    double special = 0;
    for (int64_t k = 0; k < count; k++) {
        double a = x[k];
        if (!isfinite(a)) {
            special += a;
            continue;
        }
        int64_t kept = 0;
        for (int64_t j = 0; j < used; j++) {
            double b = x[j];
            if (fabs(a) < fabs(b)) {
                double swap = a;
                a = b;
                b = swap;
            }
            double high = a + b, low = b - (high - a);
            if (low != 0) {
                x[kept++] = low;
            }
            a = high;
        }
        x[kept++] = a;
        used = kept;
    }
    if (special != 0 || isnan(special)) {
        return special;
    }
    double high = 0, low = 0;
    while (used > 0) {
        double a = high, b = x[--used];
        high = a + b;
        low = b - (high - a);
        if (low != 0) {
            break;
        }
    }
    /* Half-way cases look at the sign of what is left. */
    if (used > 0 && ((low < 0 && x[used - 1] < 0) || (low > 0 && x[used - 1] > 0))) {
        double twice = low * 2, up = high + twice;
        if (twice == up - high) {
            high = up;
        }
    }
    return high;
}

static bool full_sum(struct interp *in, const struct args *args, struct value *out)
{
    double *x;
    int64_t count;
    if (!arguments_count(in, args, "fsum", 1, 1) || !doubles_of(in, args->at[0], &x, &count)) {
        return false;
    }
    *out = value_float(exact_sum(x, count));
    free(x);
    return true;
}

/* The length of a vector, scaled by its largest part so that nothing overflows on the way. */
static double vector_length(double *x, int64_t count)
{
    double largest = 0;
    bool nan = false;
    for (int64_t k = 0; k < count; k++) {
        x[k] = fabs(x[k]);
        nan |= isnan(x[k]);
        largest = x[k] > largest ? x[k] : largest;
    }
    if (isinf(largest) || nan || largest == 0) {
        return isinf(largest) ? largest : nan ? (double)NAN : 0;
    }
    if (count == 2) {
        return fmath_hypot(x[0], x[1]);
    }
    int exponent;
    frexp(largest, &exponent);
    double sum = 0, rest = 0; /* of exact squares, with what rounding lost */
    for (int64_t k = 0; k < count; k++) {
        double a = ldexp(x[k], -exponent), square = a * a, split = a * 134217729.0;
        double high = split - (split - a), low = a - high;
        double lost = ((high * high - square) + 2 * high * low) + low * low;
        double total = sum + square;
        rest += (fabs(sum) >= square ? (sum - total) + square : (square - total) + sum) + lost;
        sum = total;
    }
    return ldexp(sqrt(sum + rest), exponent);
}

static bool hypot_function(struct interp *in, const struct args *args, struct value *out)
{
    double few[16], *x = few;
    if (args->count > 16 && (x = malloc((size_t)args->count * sizeof *x)) == NULL) {
        return raise_memory(in);
    }
    bool ok = true;
    for (int k = 0; k < args->count && ok; k++) {
        ok = value_to_double(in, args->at[k], &x[k]);
    }
    if (ok) {
        *out = value_float(vector_length(x, args->count));
    }
    if (x != few) {
        free(x);
    }
    return ok;
}

static bool dist(struct interp *in, const struct args *args, struct value *out)
{
    double *p, *q;
    int64_t count, other;
    if (!arguments_count(in, args, "dist", 2, 2) || !doubles_of(in, args->at[0], &p, &count)) {
        return false;
    }
    if (!doubles_of(in, args->at[1], &q, &other)) {
        free(p);
        return false;
    }
    bool ok = count == other;
    for (int64_t k = 0; ok && k < count; k++) {
        p[k] -= q[k];
    }
    if (ok) {
        *out = value_float(vector_length(p, count));
    } else {
        raise(in, EXCEPTION_ValueError,
              "both points must have the same number of dimensions");
    }
    free(p);
    free(q);
    return ok;
}

bool module_math(struct interp *in, struct module *module, bool *found)
{
    static const struct native_row rows[] = {
        {"log", log_function, NULL},     {"log2", log_of_base, NULL},
        {"log10", log_of_base, NULL},    {"floor", whole, NULL},
        {"ceil", whole, NULL},           {"trunc", whole, NULL},
        {"isnan", question, NULL},       {"isinf", question, NULL},
        {"isfinite", question, NULL},    {"isclose", is_close, NULL},
        {"modf", split_number, NULL},    {"frexp", split_number, NULL},
        {"ldexp", load_exponent, NULL},  {"ulp", unit_in_last_place, NULL},
        {"gcd", common, NULL},           {"lcm", common, NULL},
        {"factorial", factorial, NULL},  {"comb", choose, NULL},
        {"perm", choose, NULL},          {"isqrt", integer_root, NULL},
        {"prod", product, NULL},         {"fsum", full_sum, NULL},
        {"hypot", hypot_function, NULL}, {"dist", dist, NULL},
    };
    static const struct {
        const char *name;
        double value;
    } constants[] = {
        {"pi", 3.141592653589793}, {"e", 2.718281828459045}, {"tau", 6.283185307179586},
        {"inf", (double)INFINITY}, {"nan", (double)NAN},
    };
    *found = strcmp(module->name->text, "math") == 0;
    bool ok = !*found || native_functions(in, module->dict, "math", rows, NATIVE_COUNT(rows));
    for (size_t k = 0; ok && *found && k < NATIVE_COUNT(functions_1); k++) {
        ok = interp_function(in, module->dict, functions_1[k].name, one_number, &functions_1[k],
                             "math");
    }
    for (size_t k = 0; ok && *found && k < NATIVE_COUNT(functions_2); k++) {
        ok = interp_function(in, module->dict, functions_2[k].name, two_numbers, &functions_2[k],
                             "math");
    }
    for (size_t k = 0; ok && *found && k < NATIVE_COUNT(constants); k++) {
        ok = interp_set(in, module->dict, constants[k].name, value_float(constants[k].value));
    }
    return ok;
}
