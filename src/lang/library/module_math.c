/* Makes the math module. Elementary functions come from base/fmath, so that they give the same
 * digits on every machine; errors are those of Python. */
#include "lang/object/value_method.h"
#include "lang/run/native.h"

#include "base/fmath.h"

#include <math.h>

#define PI 3.14159265358979323846

/* --- functions of one or two numbers --- */

static double degrees(double x)
{
    return x * (180.0 / 3.141592653589793238462643);
}

static double radians(double x)
{
    return x * (3.141592653589793238462643 / 180.0);
}

/* Where a function is defined. */
enum domain {
    EVERYWHERE,
    NOT_NEGATIVE,
    ABOVE_MINUS_1,
    AT_MOST_1,
    BELOW_1,
    AT_LEAST_1,
    FINITE,
    NO_POLE,     /* of gamma */
    NO_LOG_POLE, /* of lgamma, which is infinite at minus infinity */
};

static bool is_within(enum domain domain, double x)
{
    bool pole = x <= 0 && x == floor(x);
    return domain == NOT_NEGATIVE    ? x >= 0
           : domain == ABOVE_MINUS_1 ? x > -1
           : domain == AT_MOST_1     ? x >= -1 && x <= 1
           : domain == BELOW_1       ? x > -1 && x < 1
           : domain == AT_LEAST_1    ? x >= 1
           : domain == FINITE        ? isfinite(x)
           : domain == NO_POLE       ? x > 0 || (isfinite(x) && !pole)
           : domain == NO_LOG_POLE   ? isinf(x) || !pole
                                     : true;
}

#define LANCZOS_G 6.024680040776729583740234375

/* Lanczos' sum for the gamma function (g = 6.0246800...): both of its polynomials. */
static double lanczos_sum(double x)
{
    static const double above[] = {23531376880.410759688572007674451636754734846804940,
                                   42919803642.649098768957899047001988850926355848959,
                                   35711959237.355668049440185451547166705960488635843,
                                   17921034426.037209699919755754458931112671403265390,
                                   6039542586.3520280050642916443072979210699388420708,
                                   1439720407.3117216736632230727949123939715485786772,
                                   248874557.86205415651146038641322942321632125127801,
                                   31426415.585400194380614231628318205362874684987640,
                                   2876370.6289353724412254090516208496135991145378768,
                                   186056.26539522349504029498971604569928220784236328,
                                   8071.6720023658162106380029022722506138218516325024,
                                   210.82427775157934587250973392071336271166969580291,
                                   2.5066282746310002701649081771338373386264310793408};
    static const double below[] = {0,        39916800, 120543840, 150917976, 105258076,
                                   45995730, 13339535, 2637558,   357423,    32670,
                                   1925,     66,       1};
    double a = 0, b = 0;
    for (int k = 0; k < 13; k++) {
        a = x < 5 ? a * x + above[12 - k] : a / x + above[k];
        b = x < 5 ? b * x + below[12 - k] : b / x + below[k];
    }
    return a / b;
}

static double sin_of_pi_times(double x) /* x is positive */
{
    double y = fmod(x, 2), quarter = round(2 * y);
    return quarter == 0   ? fmath_sin(PI * y)
           : quarter == 1 ? fmath_cos(PI * (y - 0.5))
           : quarter == 2 ? fmath_sin(PI * (1 - y))
           : quarter == 3 ? -fmath_cos(PI * (y - 1.5))
                          : fmath_sin(PI * (y - 2));
}

/* y to the power of size - 1/2, in two halves where the whole would be too large. */
static double times_power(double r, double y, double size)
{
    if (size < 140) {
        return r * fmath_pow(y, size - 0.5);
    }
    double half = fmath_pow(y, size / 2 - 0.25);
    return r * half * half;
}

static double over_power(double r, double y, double size)
{
    if (size < 140) {
        return r / fmath_pow(y, size - 0.5);
    }
    double half = fmath_pow(y, size / 2 - 0.25);
    return r / half / half;
}

/* In the order in which Python works it out, to the last digit; x is no pole. */
static double gamma_of(double x)
{
    double size = fabs(x), product = 1;
    if (!isfinite(x)) {
        return x;
    }
    if (x == floor(x) && x > 0 && x <= 23) {
        for (int k = 2; k < (int)x; k++) {
            product *= k;
        }
        return product;
    }
    if (size < 1e-20) {
        return 1 / x;
    }
    if (size > 200) {
        return x < 0 ? -(0 / sin_of_pi_times(size)) : (double)INFINITY;
    }
    const double less = LANCZOS_G - 0.5, y = size + less;
    double lost = size > less ? (y - size) - less : (y - less) - size;
    lost = lost * LANCZOS_G / y;
    if (x < 0) {
        double r = -PI / sin_of_pi_times(size) / size * fmath_exp(y) / lanczos_sum(size);
        return over_power(r - lost * r, y, size);
    }
    double r = lanczos_sum(size) / fmath_exp(y);
    return times_power(r + lost * r, y, size);
}

/* As the C library under Python has it: of the number without its power of two. */
static double log_10(double x)
{
    int power;
    if (!(x > 0) || !isfinite(x)) {
        return fmath_log10(x);
    }
    double m = 2 * frexp(x, &power);
    power--;
    if (power < 0) { /* m from 1/2 to 1 */
        m /= 2;
        power++;
    }
    double z = power * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * fmath_log(m);
    return z + power * 3.01029995663611771306e-01;
}

/* In the order in which Python works it out, to the last digit. */
static double log_gamma(double x)
{
    static const double g = LANCZOS_G;
    double size = fabs(x);
    if (!isfinite(x)) {
        return isnan(x) ? x : (double)INFINITY;
    }
    if (x == 1 || x == 2) {
        return 0;
    }
    if (size < 1e-20) {
        return -fmath_log(size);
    }
    double r = fmath_log(lanczos_sum(size)) - g;
    r += (size - 0.5) * (fmath_log(size + g - 0.5) - 1);
    return x > 0 ? r
                 : 1.144729885849400174143427351353058711647 -
                       fmath_log(fabs(sin_of_pi_times(size))) - fmath_log(size) - r;
}

/* Where SLEEF's functions end, long before a double does: PyTorch ends there, Python does not. */
#define LN_2 0.693147180559945309417
static double log_1_plus(double x)
{
    return x > 1e300 ? fmath_log(x) : fmath_log1p(x);
}

static double half_exp(double x) /* exp(x) / 2, which fits where exp(x) does not */
{
    double root = fmath_exp(x / 2);
    return root / 2 * root;
}

static double sinh_to_the_end(double x)
{
    return fabs(x) > 700 ? copysign(half_exp(fabs(x)), x) : fmath_sinh(x);
}

static double cosh_to_the_end(double x)
{
    return fabs(x) > 700 ? half_exp(fabs(x)) : fmath_cosh(x);
}

static double asinh_to_the_end(double x)
{
    return fabs(x) > 1e150 ? copysign(fmath_log(fabs(x)) + LN_2, x) : fmath_asinh(x);
}

static double acosh_to_the_end(double x)
{
    return x > 1e150 ? fmath_log(x) + LN_2 : fmath_acosh(x);
}

struct function_1 {
    const char *name;
    double (*of)(double);
    enum domain domain;
    bool may_overflow; /* an infinite result of a finite x is a range error */
};

static const struct function_1 functions_1[] = {
    {"sqrt", sqrt, NOT_NEGATIVE, false},
    {"exp", fmath_exp, EVERYWHERE, true},
    {"exp2", fmath_exp2, EVERYWHERE, true},
    {"expm1", fmath_expm1, EVERYWHERE, true},
    {"log1p", log_1_plus, ABOVE_MINUS_1, false},
    {"sin", fmath_sin, FINITE, false},
    {"cos", fmath_cos, FINITE, false},
    {"tan", fmath_tan, FINITE, false},
    {"asin", fmath_asin, AT_MOST_1, false},
    {"acos", fmath_acos, AT_MOST_1, false},
    {"atan", fmath_atan, EVERYWHERE, false},
    {"sinh", sinh_to_the_end, EVERYWHERE, true},
    {"cosh", cosh_to_the_end, EVERYWHERE, true},
    {"tanh", fmath_tanh, EVERYWHERE, false},
    {"asinh", asinh_to_the_end, EVERYWHERE, false},
    {"acosh", acosh_to_the_end, AT_LEAST_1, false},
    {"atanh", fmath_atanh, BELOW_1, false},
    {"erf", fmath_erf, EVERYWHERE, false},
    {"erfc", fmath_erfc, EVERYWHERE, false},
    {"gamma", gamma_of, NO_POLE, true},
    {"lgamma", log_gamma, NO_LOG_POLE, true},
    {"cbrt", fmath_cbrt, EVERYWHERE, false},
    {"fabs", fabs, EVERYWHERE, false},
    {"degrees", degrees, EVERYWHERE, false},
    {"radians", radians, EVERYWHERE, false},
};

static bool domain_error(struct interp *in)
{
    return raise_value_error(in, "math domain error");
}

static bool range_error(struct interp *in)
{
    return raise_exception(in, EXCEPTION_OverflowError, "math range error");
}

static bool one_number(struct interp *in, const struct args *args, struct value *out)
{
    const struct function_1 *f = native_data(in);
    double x;
    if (args->keyword_count > 0 || args->count != 1) {
        return raise_type_error(in,
                                args->keyword_count > 0
                                    ? "math.%s() takes no keyword arguments"
                                    : "math.%s() takes exactly one argument (%d given)",
                                f->name, args->count);
    }
    if (!value_to_double(in, args->at[0], &x)) {
        return false;
    }
    if (!isnan(x) && !is_within(f->domain, x)) {
        return domain_error(in);
    }
    double r = f->of(x);
    if (isinf(r) && isfinite(x) && f->may_overflow) {
        return range_error(in);
    }
    return value_give(out, value_float(r));
}

static double power(double x, double y)
{
    return x == 1 || y == 0 ? 1 : x == -1 && isinf(y) ? 1 : fmath_pow(x, y);
}

static double modulo(double x, double y)
{
    return isinf(y) && isfinite(x) ? x : fmod(x, y);
}

static double to_nearest(double x, double y)
{
    return isinf(y) && isfinite(x) ? x : remainder(x, y);
}

typedef double of_two(double, double);

static bool two_numbers(struct interp *in, const struct args *args, struct value *out)
{
    of_two *const *f = native_data(in);
    double x, y;
    if (!value_to_double(in, args->at[0], &x) || !value_to_double(in, args->at[1], &y)) {
        return false;
    }
    double r = (*f)(x, y);
    bool is_pow = *f == power;
    if (isnan(r) && !isnan(x) && !isnan(y)) {
        return domain_error(in);
    }
    if (is_pow && isinf(r) && isfinite(x) && isfinite(y)) {
        return x == 0 ? domain_error(in) : range_error(in);
    }
    return value_give(out, value_float(r));
}

/* --- logarithms --- */

static bool logarithm(struct interp *in, struct value v, double (*of)(double), double *out)
{
    double x;
    *out = 0;
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
    if (!logarithm(in, args->at[0], fmath_log, &x)) {
        return false;
    }
    if (args->count == 2) {
        if (!logarithm(in, args->at[1], fmath_log, &base)) {
            return false;
        }
        if (base == 0) {
            return raise_exception(in, EXCEPTION_ZeroDivisionError, "float division by zero");
        }
        x /= base;
    }
    return value_give(out, value_float(x));
}

static bool log_of_base(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    double x;
    return logarithm(in, args->at[0], strcmp(name, "log2") == 0 ? fmath_log2 : log_10, &x) &&
           value_give(out, value_float(x));
}

/* --- rounding to integers, questions --- */

static bool whole(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name; /* floor, ceil, trunc */
    double x;
    struct value v = args->at[0];
    if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
        return value_unary(in, OP_POS, v, out);
    }
    if (v.type == VALUE_OBJECT) {
        static const char *const special[] = {"__floor__", "__ceil__", "__trunc__"};
        bool found;
        const char *method = special[name[0] == 'f' ? 0 : name[0] == 'c' ? 1 : 2];
        bool ok = value_call_found(in, v, method, 0, NULL, out, &found);
        if (!ok || found) {
            return ok;
        }
        if (name[0] == 't' && (str_is(v) || v.o->class->slots->to_float == NULL)) {
            return raise_type_error(in, "type %s doesn't define __trunc__ method",
                                    value_type_name(v));
        }
    }
    return value_to_double(in, v, &x) && number_truncate(in,
                                                         name[0] == 'f'   ? floor(x)
                                                         : name[0] == 'c' ? ceil(x)
                                                                          : trunc(x),
                                                         out);
}

static bool question(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    double x;
    return value_to_double(in, args->at[0], &x) &&
           value_give(out, value_bool(strcmp(name, "isnan") == 0   ? isnan(x)
                                      : strcmp(name, "isinf") == 0 ? isinf(x)
                                                                   : isfinite(x)));
}

static bool split_number(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name; /* modf, frexp */
    double x;
    if (!value_to_double(in, args->at[0], &x)) {
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
    if (!value_to_double(in, args->at[0], &x)) {
        return false;
    }
    if (args->at[1].type != VALUE_INT && args->at[1].type != VALUE_BOOL) {
        return raise_type_error(in, "Expected an int as second argument to ldexp.");
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
    if (!value_to_double(in, args->at[0], &x)) {
        return false;
    }
    x = fabs(x);
    if (isfinite(x)) {
        double up = nextafter(x, (double)INFINITY);
        x = isinf(up) ? x - nextafter(x, 0) : up - x;
    }
    return value_give(out, value_float(x));
}

/* --- of many numbers; the rest of these is in assets/prelude/math.py --- */

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
    const size_t bytes = ((size_t)args->count + 1) * sizeof(double);
    double *x = heap_resize(in, NULL, 0, bytes);
    bool ok = x != NULL;
    for (int k = 0; k < args->count && ok; k++) {
        ok = value_to_double(in, args->at[k], &x[k]);
    }
    if (ok) {
        *out = value_float(vector_length(x, args->count));
    }
    heap_give(in, x, bytes);
    return ok;
}

#define TWO(name, of)                                                                              \
    {                                                                                              \
        name, two_numbers, &(of_two *const){of}, "22"                                              \
    }
static const struct native_row rows[] = {
    {"log", log_function, NULL, "12"},
    {"log2", log_of_base, NULL, "11"},
    {"log10", log_of_base, NULL, "11"},
    {"floor", whole, NULL, "11"},
    {"ceil", whole, NULL, "11"},
    {"trunc", whole, NULL, "11"},
    {"isnan", question, NULL, "11"},
    {"isinf", question, NULL, "11"},
    {"isfinite", question, NULL, "11"},
    {"prod", product, NULL, NULL},
    {"hypot", hypot_function, NULL, NULL},
    {"modf", split_number, NULL, "11"},
    {"frexp", split_number, NULL, "11"},
    {"ldexp", load_exponent, NULL, "22"},
    {"ulp", unit_in_last_place, NULL, "11"},
    TWO("pow", power),
    TWO("atan2", fmath_atan2),
    TWO("fmod", modulo),
    TWO("remainder", to_nearest),
    TWO("copysign", copysign),
    TWO("nextafter", nextafter),
};

bool module_math(struct interp *in, struct dict *d)
{
    static const struct {
        const char *name;
        double value;
    } constants[] = {
        {"pi", 3.141592653589793}, {"e", 2.718281828459045}, {"tau", 6.283185307179586},
        {"inf", (double)INFINITY}, {"nan", (double)NAN},
    };
    bool ok = native_functions(in, d, "math", rows, NATIVE_COUNT(rows));
    for (size_t k = 0; ok && k < NATIVE_COUNT(functions_1); k++) {
        ok = interp_function(in, d, functions_1[k].name, one_number, &functions_1[k], "math");
    }
    for (size_t k = 0; ok && k < NATIVE_COUNT(constants); k++) {
        ok = interp_set(in, d, constants[k].name, value_float(constants[k].value));
    }
    return ok;
}
