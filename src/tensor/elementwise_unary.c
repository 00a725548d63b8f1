/* The loops of the operations with one input, and the table that finds them.
 * Floats go through base/fmath in the order of operations of PyTorch's vector path. */
#include "tensor/elementwise_kernel.h"

#include "base/fmath.h"

#include <math.h>
#include <string.h>

/* Signed overflow wraps, as in PyTorch: integer arithmetic is done on 64 unsigned bits. */
#define WIDE(x) ((uint64_t)(x))

/* --- integers and bools --- */

INT_LOOPS(UNARY_LOOP, same, x)
INT_LOOPS(UNARY_LOOP, neg, 0 - WIDE(x))
SIGNED_LOOPS(UNARY_LOOP, abs, x < 0 ? 0 - WIDE(x) : WIDE(x))
SIGNED_LOOPS(UNARY_LOOP, sign, (x > 0) - (x < 0))
UNARY_LOOP(sign_u8, uint8_t, uint8_t, x != 0)
INT_LOOPS(UNARY_LOOP, square, WIDE(x) * WIDE(x))
SIGNED_LOOPS(UNARY_LOOP, relu, x < 0 ? 0 : x)
INT_LOOPS(UNARY_LOOP, bitwise_not, ~x)
UNARY_LOOP(not_bool, uint8_t, uint8_t, !x)
TEST_LOOPS(UNARY_LOOP, logical_not, x == 0)

static void all_false(const void *arg, void *out, const void *const *in, int64_t n)
{
    (void)arg;
    (void)in;
    memset(out, 0, (size_t)n);
}

static void all_true(const void *arg, void *out, const void *const *in, int64_t n)
{
    (void)arg;
    (void)in;
    memset(out, 1, (size_t)n);
}

/* --- floats, straight --- */

FLOAT_LOOPS(UNARY_LOOP, neg, -x)
UNARY_LOOP(abs_f32, float, float, fabsf(x))
UNARY_LOOP(abs_f64, double, double, fabs(x))
FLOAT_LOOPS(UNARY_LOOP, sign, (x > 0) - (x < 0))
FLOAT_LOOPS(UNARY_LOOP, square, (x * x))
FLOAT_LOOPS(UNARY_LOOP, reciprocal, 1 / x)
FLOAT_LOOPS(UNARY_LOOP, relu, x < 0 ? 0 : x)
UNARY_LOOP(sqrt_f32, float, float, sqrtf(x))
UNARY_LOOP(sqrt_f64, double, double, sqrt(x))
UNARY_LOOP(rsqrt_f32, float, float, 1 / sqrtf(x))
UNARY_LOOP(rsqrt_f64, double, double, 1 / sqrt(x))
UNARY_LOOP(floor_f32, float, float, floorf(x))
UNARY_LOOP(floor_f64, double, double, floor(x))
UNARY_LOOP(ceil_f32, float, float, ceilf(x))
UNARY_LOOP(ceil_f64, double, double, ceil(x))
UNARY_LOOP(round_f32, float, float, rintf(x)) /* halves go to the even neighbour */
UNARY_LOOP(round_f64, double, double, rint(x))
UNARY_LOOP(trunc_f32, float, float, truncf(x))
UNARY_LOOP(trunc_f64, double, double, trunc(x))
UNARY_LOOP(frac_f32, float, float, x - truncf(x))
UNARY_LOOP(frac_f64, double, double, x - trunc(x))

#define FLOAT_TEST(name, expression)                                                               \
    UNARY_LOOP(name##_f32, float, uint8_t, expression)                                             \
    UNARY_LOOP(name##_f64, double, uint8_t, expression)
FLOAT_TEST(isnan, x != x)
FLOAT_TEST(isinf, x - x != 0 && x == x)
FLOAT_TEST(isfinite, x - x == 0)
FLOAT_TEST(isposinf, x - x != 0 && x > 0)
FLOAT_TEST(isneginf, x - x != 0 && x < 0)

/* --- floats, by an elementary function --- */

#define ELEMENTARY(X)                                                                              \
    X(exp)                                                                                         \
    X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) \
        X(sinh) X(cosh) X(tanh) X(erf)
#define ELEMENTARY_LOOPS(name)                                                                     \
    static void name##_f32(const void *arg, void *out, const void *const *in, int64_t n)           \
    {                                                                                              \
        (void)arg;                                                                                 \
        fmath_##name##f_n(out, in[0], (size_t)n);                                                  \
    }                                                                                              \
    static void name##_f64(const void *arg, void *out, const void *const *in, int64_t n)           \
    {                                                                                              \
        (void)arg;                                                                                 \
        fmath_##name##_n(out, in[0], (size_t)n);                                                   \
    }
ELEMENTARY(ELEMENTARY_LOOPS)

/* Before, function, after: `to` holds the function's argument, then its value f. */
#define COMPOSED_LOOP(name, real, function, argument, expression)                                  \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const real *restrict from = in[0];                                                         \
        real *restrict to = out;                                                                   \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const real x = from[i];                                                                \
            to[i] = (argument);                                                                    \
        }                                                                                          \
        function(to, to, (size_t)n);                                                               \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const real x = from[i], f = to[i];                                                     \
            (void)x;                                                                               \
            to[i] = (expression);                                                                  \
        }                                                                                          \
    }
#define COMPOSED_LOOPS(name, function, argument, expression)                                       \
    COMPOSED_LOOP(name##_f32, float, fmath_##function##f_n, argument, expression)                  \
    COMPOSED_LOOP(name##_f64, double, fmath_##function##_n, argument, expression)

#define SQRT_1_2 0.70710678118654752440
#define SQRT_2_PI 0.79788456080286535588 /* sqrt(2 / pi) */
#define CUBIC 0.044715

COMPOSED_LOOPS(sigmoid, exp, -x, 1 / (1 + f))
COMPOSED_LOOPS(silu, exp, -x, x / (1 + f))
COMPOSED_LOOP(gelu_f32, float, fmath_erff_n, x *(float)SQRT_1_2, x * 0.5f * (1 + f))
COMPOSED_LOOP(gelu_f64, double, fmath_erf_n, x *SQRT_1_2, x * 0.5 * (1 + f))
COMPOSED_LOOP(gelu_tanh_f32, float, fmath_tanhf_n,
              (float)SQRT_2_PI *(x + (float)CUBIC * (x * x * x)), 0.5f * x * (1 + f))
COMPOSED_LOOP(gelu_tanh_f64, double, fmath_tanh_n, SQRT_2_PI *(x + CUBIC * (x * x * x)),
              0.5 * x * (1 + f))

/* log(sigmoid(x)) = min(0, x) - log1p(exp(-|x|)). */
#define LOGSIGMOID_LOOP(name, real, absolute, exponential, logarithm)                              \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const real *restrict from = in[0];                                                         \
        real *restrict to = out;                                                                   \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] = -absolute(from[i]);                                                            \
        }                                                                                          \
        exponential(to, to, (size_t)n);                                                            \
        logarithm(to, to, (size_t)n);                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] = (from[i] < 0 ? from[i] : 0) - to[i];                                           \
        }                                                                                          \
    }
LOGSIGMOID_LOOP(logsigmoid_f32, float, fabsf, fmath_expf_n, fmath_log1pf_n)
LOGSIGMOID_LOOP(logsigmoid_f64, double, fabs, fmath_exp_n, fmath_log1p_n)

#define NOT_FOR_BOOL_NEG                                                                           \
    "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert "  \
    "a "                                                                                           \
    "mask, use the `~` or `logical_not()` operator instead."

#define ELEMENTARY_ROW(id, name) [UNARY_##id] = {.rule = RESULT_FLOAT, .run = {FLOATS(name)}}

/* To add one: a row in elementwise.h, its loops above and a row here. */
static const struct elementwise_row rows[] = {
    [UNARY_NEG] = {.bool_refusal = NOT_FOR_BOOL_NEG, .run = {INTS(neg), FLOATS(neg)}},
    [UNARY_ABS] = {.kernel = "abs_cpu", .run = {SIGNED(abs, same_u8), FLOATS(abs)}},
    [UNARY_SIGN] = {.run = {BOOLS(same_u8), INTS(sign), FLOATS(sign)}},
    [UNARY_SQUARE] = {.rule = RESULT_BOOL_INT, .run = {INTS(square), FLOATS(square)}},
    ELEMENTARY_ROW(SQRT, sqrt),
    ELEMENTARY_ROW(RSQRT, rsqrt),
    ELEMENTARY_ROW(RECIPROCAL, reciprocal),
    ELEMENTARY_ROW(EXP, exp),
    ELEMENTARY_ROW(EXP2, exp2),
    ELEMENTARY_ROW(EXPM1, expm1),
    ELEMENTARY_ROW(LOG, log),
    ELEMENTARY_ROW(LOG2, log2),
    ELEMENTARY_ROW(LOG10, log10),
    ELEMENTARY_ROW(LOG1P, log1p),
    ELEMENTARY_ROW(SIN, sin),
    ELEMENTARY_ROW(COS, cos),
    ELEMENTARY_ROW(TAN, tan),
    ELEMENTARY_ROW(ASIN, asin),
    ELEMENTARY_ROW(ACOS, acos),
    ELEMENTARY_ROW(ATAN, atan),
    ELEMENTARY_ROW(SINH, sinh),
    ELEMENTARY_ROW(COSH, cosh),
    ELEMENTARY_ROW(TANH, tanh),
    ELEMENTARY_ROW(ERF, erf),
    ELEMENTARY_ROW(SIGMOID, sigmoid),
    [UNARY_RELU] = {.bool_refusal = "Boolean inputs not supported for relu",
                    .run = {SIGNED(relu, same_u8), FLOATS(relu)}},
    [UNARY_SILU] = {.kernel = "silu_cpu", .run = {FLOATS(silu)}},
    [UNARY_GELU] = {.kernel = "GeluKernelImpl", .run = {FLOATS(gelu)}},
    [UNARY_GELU_TANH] = {.kernel = "GeluKernelImpl", .run = {FLOATS(gelu_tanh)}},
    [UNARY_LOGSIGMOID] = {.kernel = "log_sigmoid_cpu", .run = {FLOATS(logsigmoid)}},
    [UNARY_FLOOR] = {.kernel = "floor_vml_cpu", .run = {INTS(same), FLOATS(floor)}},
    [UNARY_CEIL] = {.kernel = "ceil_vml_cpu", .run = {INTS(same), FLOATS(ceil)}},
    [UNARY_ROUND] = {.kernel = "round_vml_cpu", .run = {INTS(same), FLOATS(round)}},
    [UNARY_TRUNC] = {.kernel = "trunc_vml_cpu", .run = {INTS(same), FLOATS(trunc)}},
    [UNARY_FRAC] = {.kernel = "frac_cpu", .run = {FLOATS(frac)}},
    [UNARY_LOGICAL_NOT] = {.rule = RESULT_BOOL,
                           .run = {BOOLS(not_bool), INTS(logical_not), FLOATS(logical_not)}},
    [UNARY_BITWISE_NOT] = {.kernel = "bitwise_not_cpu",
                           .run = {BOOLS(not_bool), INTS(bitwise_not)}},
#define ONLY_FLOATS(id, name, others)                                                              \
    [UNARY_##id] = {.rule = RESULT_BOOL,                                                           \
                    .run = {others, others, others, others, name##_f32, name##_f64}}
    ONLY_FLOATS(ISNAN, isnan, all_false),
    ONLY_FLOATS(ISINF, isinf, all_false),
    ONLY_FLOATS(ISFINITE, isfinite, all_true),
    ONLY_FLOATS(ISPOSINF, isposinf, all_false),
    ONLY_FLOATS(ISNEGINF, isneginf, all_false),
};

const struct elementwise_row *elementwise_unary_row(enum unary_op op)
{
    return &rows[op];
}
