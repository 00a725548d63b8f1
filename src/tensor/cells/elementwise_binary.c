/* Holds the loops of the operations with two inputs of one dtype, and the table that finds them.
 * Division by an integer zero was refused before a loop runs (elementwise.c). */
#include "tensor/cells/elementwise_kernel.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "base/fmath_rows.h"
#include "tensor/compute/half.h"
#include "tensor/compute/kernel.h"

#include <math.h>

/* Signed overflow wraps, as in PyTorch: integer arithmetic is done on 64 unsigned bits. */
#define WIDE(x) ((uint64_t)(x))

/* --- integers and bools --- */

/* Python's rules: the quotient rounds down, the remainder has the divisor's sign. Dividing by -1 is
 * kept apart, because the smallest integer has no positive counterpart. */
static inline int64_t floor_quotient(int64_t x, int64_t y)
{
    if (y == -1) {
        return (int64_t)(0 - WIDE(x));
    }
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

static inline int64_t trunc_quotient(int64_t x, int64_t y)
{
    return y == -1 ? (int64_t)(0 - WIDE(x)) : x / y;
}

static inline int64_t c_remainder(int64_t x, int64_t y)
{
    return y == -1 ? 0 : x % y;
}

static inline int64_t python_remainder(int64_t x, int64_t y)
{
    int64_t rest = c_remainder(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static inline int64_t integer_power(int64_t base, int64_t exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    }
    uint64_t result = 1, factor = WIDE(base);
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0) {
            result *= factor;
        }
        factor *= factor;
    }
    return (int64_t)result;
}

/* Shift counts are taken modulo the width, as x86 does. */
#define BITS(x) (sizeof(x) * 8 - 1)

INT_LOOPS(BINARY_LOOP, add, WIDE(x) + WIDE(y))
INT_LOOPS(BINARY_LOOP, sub, WIDE(x) - WIDE(y))
INT_LOOPS(BINARY_LOOP, mul, WIDE(x) * WIDE(y))
INT_LOOPS(BINARY_LOOP, floor_div, floor_quotient(x, y))
INT_LOOPS(BINARY_LOOP, remainder, python_remainder(x, y))
INT_LOOPS(BINARY_LOOP, fmod, c_remainder(x, y))
INT_LOOPS(BINARY_LOOP, trunc_div, trunc_quotient(x, y))
INT_LOOPS(BINARY_LOOP, pow, integer_power(x, y))
INT_LOOPS(BINARY_LOOP, maximum, x < y ? y : x)
INT_LOOPS(BINARY_LOOP, minimum, y < x ? y : x)
INT_LOOPS(BINARY_LOOP, bitwise_and, (x & y))
INT_LOOPS(BINARY_LOOP, bitwise_or, x | y)
INT_LOOPS(BINARY_LOOP, bitwise_xor, x ^ y)
INT_LOOPS(BINARY_LOOP, lshift, WIDE(x) << (WIDE(y) & BITS(x)))
INT_LOOPS(BINARY_LOOP, rshift, x >> (WIDE(y) & BITS(x)))

/* --- floats --- */

FLOAT_LOOPS(BINARY_LOOP, add, x + y)
FLOAT_LOOPS(BINARY_LOOP, sub, x - y)
FLOAT_LOOPS(BINARY_LOOP, mul, (x * y))
FLOAT_LOOPS(BINARY_LOOP, div, x / y)

void elementwise_binary_scale(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct elementwise_number *number = arg;
    const float *restrict x = in[0], by = (float)number->by;
    float *restrict to = out;
    if (number->kernel != NULL) {
        number->kernel->multiply(to, x, by, n);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        to[i] = x[i] * by;
    }
}
/* A NaN on either side wins. */
FLOAT_LOOPS(BINARY_LOOP, maximum, ((x >= y) | (x != x)) ? x : y)
FLOAT_LOOPS(BINARY_LOOP, minimum, ((x <= y) | (x != x)) ? x : y)

/* The quotient is found from the exact remainder, so that 1.0 // 0.1 is 9 as in Python. The short
 * floats round (R) after every step. */
#define FLOAT_DIVISION(suffix, real, FMOD, FLOOR, TRUNC, COPYSIGN, R)                              \
    static inline real float_floor_##suffix(real x, real y)                                        \
    {                                                                                              \
        if (y == 0) {                                                                              \
            return x / y;                                                                          \
        }                                                                                          \
        real rest = FMOD(x, y), quotient = R(R(x - rest) / y);                                     \
        if (rest != 0 && (y < 0) != (rest < 0)) {                                                  \
            quotient = R(quotient - 1);                                                            \
        }                                                                                          \
        if (quotient == 0) {                                                                       \
            return COPYSIGN(0, x / y);                                                             \
        }                                                                                          \
        real down = FLOOR(quotient);                                                               \
        return R(quotient - down) > 0.5f ? down + 1 : down;                                        \
    }                                                                                              \
    static inline real float_remainder_##suffix(real x, real y)                                    \
    {                                                                                              \
        real rest = FMOD(x, y);                                                                    \
        return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest;                               \
    }                                                                                              \
    BINARY_LOOP(floor_div_##suffix, real, real, float_floor_##suffix(x, y))                        \
    BINARY_LOOP(remainder_##suffix, real, real, float_remainder_##suffix(x, y))                    \
    BINARY_LOOP(fmod_##suffix, real, real, FMOD(x, y))                                             \
    BINARY_LOOP(trunc_div_##suffix, real, real, TRUNC(R(x / y)))
FLOAT_DIVISION(f32, float, fmodf, floorf, truncf, copysignf, )
FLOAT_DIVISION(f64, double, fmod, floor, trunc, copysign, )
FLOAT_DIVISION(f16, float, fmodf, floorf, truncf, copysignf, half_round_float16)
FLOAT_DIVISION(bf16, float, fmodf, floorf, truncf, copysignf, half_round_bfloat16)

BINARY_LOOP(pow_f32, float, float,
            IN_VECTORS(i, n) ? fmath_powf(x, y) : (float)fmath_pow((double)x, (double)y))

static void pow_f64(const void *arg, void *out, const void *const *in, int64_t n)
{
    const int64_t whole = IN_WIDE_VECTORS(n);
    const double *x = in[0], *y = in[1];
    fmath_pow_vector_n(out, x, y, (size_t)whole);
    fmath_pow_n((double *)out + whole, x + whole, y + whole, (size_t)(n - whole));
}

/* NumPy takes the C library's, for all cells. */
INT_LOOPS(BINARY_LOOP, numpy_pow, integer_power(x, y))
BINARY_LOOP(numpy_pow_f32, float, float, (float)fmath_pow((double)x, (double)y))

static void numpy_pow_f64(const void *arg, void *out, const void *const *in, int64_t n)
{
    fmath_pow_n(out, in[0], in[1], (size_t)n);
}

BINARY_LOOP(atan2_f32, float, float,
            IN_VECTORS(i, n) ? fmath_atan2f(x, y) : fmath_atan2f_rest(x, y))
BINARY_LOOP(atan2_f64, double, double, fmath_atan2(x, y))

/* --- tests: every dtype, giving bool --- */

TEST_LOOPS(BINARY_LOOP, eq, x == y)
TEST_LOOPS(BINARY_LOOP, ne, x != y)
TEST_LOOPS(BINARY_LOOP, lt, x < y)
TEST_LOOPS(BINARY_LOOP, le, x <= y)
TEST_LOOPS(BINARY_LOOP, gt, x > y)
TEST_LOOPS(BINARY_LOOP, ge, x >= y)
TEST_LOOPS(BINARY_LOOP, logical_and, (x != 0) & (y != 0))
TEST_LOOPS(BINARY_LOOP, logical_or, (x != 0) | (y != 0))
TEST_LOOPS(BINARY_LOOP, logical_xor, (x != 0) != (y != 0))

/* --- complex64 --- */

#define COMPLEX_LOOP(name, type, ...)                                                              \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const struct complex64 *restrict from_x = in[0], *restrict from_y = in[1];                 \
        type *restrict to = out;                                                                   \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const struct complex64 x = from_x[i], y = from_y[i];                                   \
            to[i] = (type)__VA_ARGS__;                                                             \
        }                                                                                          \
    }
COMPLEX_LOOP(add_c64, struct complex64, {x.re + y.re, x.im + y.im})
COMPLEX_LOOP(sub_c64, struct complex64, {x.re - y.re, x.im - y.im})
COMPLEX_LOOP(eq_c64, uint8_t, (x.re == y.re && x.im == y.im))
COMPLEX_LOOP(ne_c64, uint8_t, (x.re != y.re || x.im != y.im))

/* As PyTorch's compiler made it: whole groups of eight with every product rounded, of the rest each
 * pair with one product that is not ("fused", by name), a last odd one as the groups. */
static void mul_c64(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct complex64 *restrict from_x = in[0], *restrict from_y = in[1];
    struct complex64 *restrict to = out;
    int64_t groups = n / 8 * 8, pairs = n / 2 * 2;
    for (int64_t i = 0; i < n; i++) {
        const struct complex64 x = from_x[i], y = from_y[i];
        if (i >= groups && i < pairs) {
            to[i].re = fmaf(x.re, y.re, -(x.im * y.im));
            to[i].im = fmaf(x.re, y.im, x.im * y.re);
        } else {
            to[i].re = x.re * y.re - x.im * y.im;
            to[i].im = x.re * y.im + x.im * y.re;
        }
    }
}

/* In double, rounded once. */
static void div_c64(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct complex64 *restrict from_x = in[0], *restrict from_y = in[1];
    struct complex64 *restrict to = out;
    for (int64_t i = 0; i < n; i++) {
        double a = (double)from_x[i].re, b = (double)from_x[i].im;
        double c = (double)from_y[i].re, d = (double)from_y[i].im, size = c * c + d * d;
        to[i].re = (float)((a * c + b * d) / size);
        to[i].im = (float)((b * c - a * d) / size);
    }
}

#define TEST_ROW(id, name)                                                                         \
    [BINARY_##id] = {.rule = RESULT_BOOL, .run = {BOOLS(name##_u8), INTS(name), FLOATS(name)}}

/* To add one: a row in elementwise.h, its loops above and a row here. */
static const struct elementwise_row rows[] = {
    [BINARY_ADD] = {.run = {BOOLS(bitwise_or_u8), INTS(add), FLOATS(add), COMPLEX(add_c64)}},
    [BINARY_SUB] = {.kernel = "sub_cpu", .run = {INTS(sub), FLOATS(sub), COMPLEX(sub_c64)}},
    [BINARY_MUL] = {.run = {BOOLS(bitwise_and_u8), INTS(mul), FLOATS(mul), COMPLEX(mul_c64)}},
    [BINARY_DIV] = {.rule = RESULT_FLOAT, .run = {FLOATS(div), COMPLEX(div_c64)}},
    [BINARY_FLOOR_DIV] = {.kernel = "div_floor_cpu", .run = {INTS(floor_div), ROUNDED(floor_div)}},
    [BINARY_REMAINDER] = {.kernel = "remainder_cpu", .run = {INTS(remainder), ROUNDED(remainder)}},
    [BINARY_FMOD] = {.kernel = "fmod_cpu", .run = {INTS(fmod), ROUNDED(fmod)}},
    [BINARY_TRUNC_DIV] = {.kernel = "div_trunc_cpu", .run = {INTS(trunc_div), ROUNDED(trunc_div)}},
    [BINARY_POW] = {.kernel = "pow", .in_vectors = true, .run = {INTS(pow), FLOATS(pow)}},
    [BINARY_NUMPY_POW] = {.kernel = "pow", .run = {INTS(numpy_pow), FLOATS(numpy_pow)}},
    [BINARY_ATAN2] = {.rule = RESULT_FLOAT,
                      .kernel = "atan2_cpu",
                      .in_vectors = true,
                      .run = {NO_HALF(atan2)}},
    [BINARY_MAXIMUM] = {.run = {BOOLS(bitwise_or_u8), INTS(maximum), FLOATS(maximum)}},
    [BINARY_MINIMUM] = {.run = {BOOLS(bitwise_and_u8), INTS(minimum), FLOATS(minimum)}},
    [BINARY_EQ] = {.rule = RESULT_BOOL,
                   .run = {BOOLS(eq_u8), INTS(eq), FLOATS(eq), COMPLEX(eq_c64)}},
    [BINARY_NE] = {.rule = RESULT_BOOL,
                   .run = {BOOLS(ne_u8), INTS(ne), FLOATS(ne), COMPLEX(ne_c64)}},
    TEST_ROW(LT, lt),
    TEST_ROW(LE, le),
    TEST_ROW(GT, gt),
    TEST_ROW(GE, ge),
    TEST_ROW(LOGICAL_AND, logical_and),
    TEST_ROW(LOGICAL_OR, logical_or),
    TEST_ROW(LOGICAL_XOR, logical_xor),
    [BINARY_BITWISE_AND] = {.kernel = "bitwise_and_cpu",
                            .run = {BOOLS(bitwise_and_u8), INTS(bitwise_and)}},
    [BINARY_BITWISE_OR] = {.kernel = "bitwise_or_cpu",
                           .run = {BOOLS(bitwise_or_u8), INTS(bitwise_or)}},
    [BINARY_BITWISE_XOR] = {.kernel = "bitwise_xor_cpu",
                            .run = {BOOLS(bitwise_xor_u8), INTS(bitwise_xor)}},
    [BINARY_LSHIFT] = {.kernel = "lshift_cpu", .run = {INTS(lshift)}},
    [BINARY_RSHIFT] = {.kernel = "rshift_cpu", .run = {INTS(rshift)}},
};

const struct elementwise_row *elementwise_binary_row(enum binary_op op)
{
    return &rows[op];
}

/* --- powers that are not computed by pow --- */

UNARY_LOOP(pow_sqrt_f32, float, float, sqrtf(x))
UNARY_LOOP(pow_sqrt_f64, double, double, sqrt(x))
UNARY_LOOP(pow_rsqrt_f32, float, float, 1 / sqrtf(x))
UNARY_LOOP(pow_rsqrt_f64, double, double, 1 / sqrt(x))
FLOAT_LOOPS(UNARY_LOOP, pow_one, x)
FLOAT_LOOPS(UNARY_LOOP, pow_square, (x * x))
FLOAT_LOOPS(UNARY_LOOP, pow_cube, (x * x * x))
UNARY_LOOP(pow_cube_bf16, float, float, half_round_bfloat16(x *x) * x)
FLOAT_LOOPS(UNARY_LOOP, pow_inverse, 1 / x)
FLOAT_LOOPS(UNARY_LOOP, pow_inverse_square, 1 / (x * x))
UNARY_LOOP(pow_inverse_square_bf16, float, float, 1 / half_round_bfloat16(x * x))

/* The C library's pow takes the number as the double that it is. */
static void pow_number_f32(const void *arg, void *out, const void *const *in, int64_t n)
{
    const double power = *(const double *)arg;
    const float *restrict from = in[0];
    float *restrict to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i] = IN_VECTORS(i, n) ? fmath_powf(from[i], (float)power)
                                 : (float)fmath_pow((double)from[i], power);
    }
}

/* As rsqrt of bfloat16. */
static void pow_rsqrt_bf16(const void *arg, void *out, const void *const *in, int64_t n)
{
    elementwise_unary_row(UNARY_RSQRT)->run[DTYPE_BFLOAT16](arg, out, in, n);
}

void (*elementwise_binary_pow_run(enum dtype dtype, double exponent))(const void *, void *,
                                                                      const void *const *, int64_t)
{
    /* float16 has none of them: it is always computed by pow. */
    static const struct {
        double exponent;
        void (*f32)(const void *, void *, const void *const *, int64_t);
        void (*f64)(const void *, void *, const void *const *, int64_t);
        void (*bf16)(const void *, void *, const void *const *, int64_t);
    } special[] = {
        {0.5, pow_sqrt_f32, pow_sqrt_f64, pow_sqrt_f32},
        {1, pow_one_f32, pow_one_f64, pow_one_f32},
        {2, pow_square_f32, pow_square_f64, pow_square_f32},
        {3, pow_cube_f32, pow_cube_f64, pow_cube_bf16},
        {-0.5, pow_rsqrt_f32, pow_rsqrt_f64, pow_rsqrt_bf16},
        {-1, pow_inverse_f32, pow_inverse_f64, pow_inverse_f32},
        {-2, pow_inverse_square_f32, pow_inverse_square_f64, pow_inverse_square_bf16},
    };
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if (special[i].exponent == exponent) {
            return dtype == DTYPE_FLOAT32    ? special[i].f32
                   : dtype == DTYPE_FLOAT64  ? special[i].f64
                   : dtype == DTYPE_BFLOAT16 ? special[i].bf16
                                             : NULL;
        }
    }
    return dtype == DTYPE_FLOAT32 ? pow_number_f32 : NULL;
}
