/* Does the arithmetic, comparison, hashing and text of int, float and bool. Integers have 64 bits
 * here; what needs more is carried out by bigint.c. int(x) and methods: number_class.c. */
#include "base/number.h"
#include "base/fmath.h"
#include "lang/object/bigint.h"
#include "lang/object/complex.h"
#include "lang/object/number_quick.h"
#include "lang/run/label.h"
#include "lang/run/native.h"

#include <math.h>

static int64_t integer_of(struct value v) /* of an int or bool */
{
    return v.type == VALUE_BOOL ? (int64_t)v.b : v.i;
}

static bool divide_by_zero(struct interp *in, const char *text)
{
    return raise_exception(in, EXCEPTION_ZeroDivisionError, "%s", text);
}

/* --- integers --- */

static int64_t floor_divide(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static int64_t floor_modulo(int64_t a, int64_t b)
{
    int64_t r = b == -1 ? 0 : a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static uint64_t magnitude(int64_t a)
{
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

/* a / b rounded once: beyond 2^53 the operands do not fit a double. */
static double true_divide(int64_t a, int64_t b)
{
    uint64_t x = magnitude(a), y = magnitude(b), limit = (uint64_t)1 << 53;
    if (x <= limit && y <= limit) {
        return (double)a / (double)b;
    }
    uint64_t q = x / y, r = x % y;
    int shift = 0;
    while (q < limit << 2 &&
           shift < 256) { /* two bits beyond a double's, and whether more follow */
        r *= 2;
        q = q * 2 + (r >= y);
        r -= r >= y ? y : 0;
        shift++;
    }
    double result = ldexp((double)(q | (r != 0)), -shift);
    return (a < 0) != (b < 0) ? -result : result;
}

/* False when the result does not fit. */
static bool integer_power(int64_t base, int64_t exponent, int64_t *out)
{
    int64_t result = 1, square = base;
    bool over = false;
    for (int64_t left = exponent; left > 0;) {
        if (left & 1 && (over || __builtin_mul_overflow(result, square, &result))) {
            return false;
        }
        left >>= 1;
        over = over || (left > 0 && __builtin_mul_overflow(square, square, &square));
    }
    *out = result;
    return true;
}

static bool shift(struct interp *in, enum operator_ op, int64_t a, int64_t b, int64_t *out,
                  bool *over)
{
    if (b < 0) {
        return raise_value_error(in, "negative shift count");
    }
    if (op == OP_RSHIFT) {
        *out = b > 63 ? (a < 0 ? -1 : 0) : a >= 0 ? a >> b : ~(~a >> b);
        return true;
    }
    if (a == 0) {
        *out = 0;
        return true;
    }
    *over = b > 62 || magnitude(a) > (uint64_t)INT64_MAX >> b;
    *out = *over ? 0 : a * ((int64_t)1 << b);
    return true;
}

static bool integer_binary(struct interp *in, enum operator_ op, int64_t a, int64_t b,
                           struct value *out)
{
    int64_t r = 0;
    bool over = false;
    if (number_quick_int(op, a, b, out)) {
        return true;
    }
    if (b == 0 && (op == OP_DIV || op == OP_FLOOR_DIV || op == OP_MOD)) {
        return bigint_refuse_zero(in, op);
    }
    switch (op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
        over = true;
        break;
    case OP_DIV:
        return value_give(out, value_float(true_divide(a, b)));
    case OP_FLOOR_DIV:
        over = a == INT64_MIN && b == -1;
        r = over ? 0 : floor_divide(a, b);
        break;
    case OP_MOD:
        r = floor_modulo(a, b);
        break;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        r = op == OP_AND ? a & b : op == OP_OR ? a | b : a ^ b;
        break;
    default:
        if (!shift(in, op, a, b, &r, &over)) {
            return false;
        }
    }
    *out = value_int(r);
    return !over || bigint_binary(in, op, value_int(a), value_int(b), out);
}

/* --- floats --- */

static void float_divmod(double a, double b, double *quotient, double *rest)
{
    double r = fmod(a, b), q = (a - r) / b;
    if (r != 0) {
        if ((b < 0) != (r < 0)) {
            r += b;
            q -= 1;
        }
    } else {
        r = copysign(0, b);
    }
    if (q != 0) {
        *quotient = floor(q);
        *quotient += q - *quotient > 0.5 ? 1 : 0;
    } else {
        *quotient = copysign(0, a / b);
    }
    *rest = r;
}

static bool float_power(struct interp *in, double a, double b, struct value *out)
{
    if (b == 0 || a == 1) {
        return value_give(out, value_float(1));
    }
    if (a == 0 && b < 0) {
        return divide_by_zero(in, "0.0 cannot be raised to a negative power");
    }
    if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b)) {
        return complex_power(in, (const double[2]){a, 0}, (const double[2]){b, 0}, out);
    }
    if (a == -1 && isinf(b)) {
        return value_give(out, value_float(1));
    }
    double r = fmath_pow(a, b);
    if (isinf(r) && isfinite(a) && isfinite(b)) {
        return raise_exception(in, EXCEPTION_OverflowError,
                               "(34, 'Numerical result out of range')");
    }
    return value_give(out, value_float(r));
}

static bool float_binary(struct interp *in, enum operator_ op, double a, double b,
                         struct value *out, bool *handled)
{
    double q, r;
    if (number_quick_float(op, a, b, out)) {
        return true;
    }
    if (op == OP_POW) {
        return float_power(in, a, b, out);
    }
    *handled = op == OP_DIV || op == OP_FLOOR_DIV || op == OP_MOD;
    if (!*handled) {
        return true;
    }
    if (b == 0) {
        return divide_by_zero(in, op == OP_DIV   ? "float division by zero"
                                  : op == OP_MOD ? "float modulo"
                                                 : "float floor division by zero");
    }
    float_divmod(a, b, &q, &r);
    return value_give(out, value_float(op == OP_MOD ? r : q));
}

/* --- what the machine calls --- */

static bool number_power(struct interp *in, struct value a, struct value b, struct value *out)
{
    if (a.type == VALUE_FLOAT || b.type == VALUE_FLOAT) {
        return float_power(in, value_number(a), value_number(b), out);
    }
    if (integer_of(b) < 0) {
        return float_power(in, value_number(a), value_number(b), out);
    }
    int64_t r = 0;
    bool fits = integer_power(integer_of(a), integer_of(b), &r);
    *out = value_int(r);
    return fits || bigint_binary(in, OP_POW, a, b, out);
}

bool number_divmod(struct interp *in, struct value a, struct value b, struct value *out)
{
    double q, r;
    if (a.type != VALUE_FLOAT && b.type != VALUE_FLOAT) {
        struct value quotient;
        return integer_binary(in, OP_FLOOR_DIV, integer_of(a), integer_of(b), &quotient) &&
               pair_new(in, quotient, value_int(floor_modulo(integer_of(a), integer_of(b))), out);
    }
    if (value_number(b) == 0) {
        return divide_by_zero(in, "float divmod()");
    }
    float_divmod(value_number(a), value_number(b), &q, &r);
    return pair_new(in, value_float(q), value_float(r), out);
}

bool number_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out, bool *handled)
{
    *handled = value_is_number(a) && value_is_number(b) && op != OP_MATMUL;
    if (!*handled) {
        return true;
    }
    bool floats = a.type == VALUE_FLOAT || b.type == VALUE_FLOAT;
    if (op == OP_POW) {
        return number_power(in, a, b, out);
    }
    if (floats) {
        return float_binary(in, op, value_number(a), value_number(b), out, handled);
    }
    if (!integer_binary(in, op, integer_of(a), integer_of(b), out)) {
        return false;
    }
    bool logic = op == OP_AND || op == OP_OR || op == OP_XOR;
    if (logic && a.type == VALUE_BOOL && b.type == VALUE_BOOL) {
        *out = value_bool(out->i != 0);
    } else if (out->type == VALUE_INT && (a.label != 0 || b.label != 0)) {
        out->label = label_combine(in, op, a, b);
    }
    return true;
}

bool number_unary(struct interp *in, enum operator_ op, struct value a, struct value *out,
                  bool *handled)
{
    *handled = value_is_number(a);
    if (!*handled) {
        return true;
    }
    if (a.type == VALUE_FLOAT) {
        *handled = op == OP_NEG || op == OP_POS;
        return value_give(out, value_float(op == OP_NEG ? -a.f : a.f));
    }
    int64_t i = integer_of(a);
    switch (op) {
    case OP_NEG:
        *out = value_int(i == INT64_MIN ? 0 : -i);
        return i != INT64_MIN || bigint_binary(in, OP_SUB, value_int(0), a, out);
    case OP_POS:
        return value_give(out, value_labelled(i, a.type == VALUE_INT ? a.label : 0));
    case OP_INVERT:
        return value_give(out, value_int(~i));
    default:
        *handled = false;
        return true;
    }
}

/* -1, 0, 1 exactly; 2 when one is nan. */
static int order(struct value a, struct value b)
{
    if (a.type != VALUE_FLOAT && b.type != VALUE_FLOAT) {
        int64_t x = integer_of(a), y = integer_of(b);
        return (x > y) - (x < y);
    }
    double x = value_number(a), y = value_number(b);
    if (isnan(x) || isnan(y)) {
        return 2;
    }
    if (x != y || (a.type == VALUE_FLOAT && b.type == VALUE_FLOAT)) {
        return (x > y) - (x < y); /* rounding an integer never turns the order round */
    }
    /* Equal as doubles, but the integer may have been rounded. */
    int64_t i = a.type == VALUE_FLOAT ? integer_of(b) : integer_of(a);
    int greater = x >= 0x1p63 ? -1 : (i > (int64_t)x) - (i < (int64_t)x);
    return a.type == VALUE_FLOAT ? -greater : greater;
}

bool number_compare(enum operator_ op, struct value a, struct value b, bool *out)
{
    if (!value_is_number(a) || !value_is_number(b)) {
        return false;
    }
    *out = value_ordered(op, order(a, b)).b;
    return op >= OP_EQ && op <= OP_GE;
}

bool number_equal(struct value a, struct value b)
{
    bool equal = false;
    return number_compare(OP_EQ, a, b, &equal) && equal;
}

/* Modulo 2^61 - 1, as in CPython: the order of a printed set of numbers follows from it. */
#define HASH_BITS 61
#define HASH_MODULUS (((uint64_t)1 << HASH_BITS) - 1)

static uint64_t hash_float(double f)
{
    if (isnan(f)) {
        return 0x7ff8;
    }
    if (isinf(f)) {
        return f > 0 ? 314159 : (uint64_t)-314159;
    }
    int exponent;
    double m = frexp(fabs(f), &exponent);
    uint64_t x = 0;
    while (m != 0) {
        x = ((x << 28) & HASH_MODULUS) | x >> (HASH_BITS - 28);
        m *= 268435456.0; /* 2^28 */
        exponent -= 28;
        uint64_t y = (uint64_t)m;
        m -= (double)y;
        x += y;
        x -= x >= HASH_MODULUS ? HASH_MODULUS : 0;
    }
    exponent = exponent >= 0 ? exponent % HASH_BITS : HASH_BITS - 1 - ((-1 - exponent) % HASH_BITS);
    x = ((x << exponent) & HASH_MODULUS) | x >> (HASH_BITS - exponent);
    x = f < 0 ? 0 - x : x;
    return x == UINT64_MAX ? UINT64_MAX - 1 : x;
}

uint64_t number_hash(struct value v)
{
    if (v.type == VALUE_FLOAT) {
        return hash_float(v.f);
    }
    int64_t i = integer_of(v);
    uint64_t x = magnitude(i) % HASH_MODULUS;
    x = i < 0 ? 0 - x : x;
    return x == UINT64_MAX ? UINT64_MAX - 1 : x; /* -1 is no hash */
}

void number_repr(struct value v, struct buf *out)
{
    if (v.type == VALUE_BOOL) {
        buf_puts(out, v.b ? "True" : "False");
    } else if (v.type == VALUE_INT) {
        char text[NUMBER_INTEGER];
        buf_put(out, text, (size_t)number_integer(v.i, text));
    } else {
        number_text(v.f, out);
    }
}
