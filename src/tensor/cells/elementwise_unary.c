/* Holds the loops of the operations with one input, and the table that finds them.
 * Floats go through base/fmath in the order of operations of PyTorch's vector path. */
#include "tensor/cells/elementwise_kernel.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/compute/half.h"

#include <math.h>

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
    memset(out, 0, (size_t)n);
}

static void all_true(const void *arg, void *out, const void *const *in, int64_t n)
{
    memset(out, 1, (size_t)n);
}

static void neg_c64(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct complex64 *from = in[0];
    struct complex64 *to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i] = (struct complex64){-from[i].re, -from[i].im};
    }
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
    X(expm1)                                                                                       \
    X(log)                                                                                         \
    X(log2)                                                                                        \
    X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(tanh) X(erf)
#define ELEMENTARY_LOOP(name, function)                                                            \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        (void)arg;                                                                                 \
        function(out, in[0], (size_t)n);                                                           \
    }
#define ELEMENTARY_LOOPS(name)                                                                     \
    ELEMENTARY_LOOP(name##_f32, fmath_##name##f_n)                                                 \
    ELEMENTARY_LOOP(name##_f64, fmath_##name##_n)
ELEMENTARY(ELEMENTARY_LOOPS)
UNARY_LOOP(exp2_f32, float, float, NEAR(exp2, x)) /* the C library's, all of it */
ELEMENTARY_LOOP(exp2_f64, fmath_exp2_n)

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

#define SQRT_1_2 0.70710678118654752440
#define SQRT_2_PI 0.79788456080286535588 /* sqrt(2 / pi) */
#define CUBIC 0.044715

/* A composed loop for the whole vectors; the rest of a float32 run by an expression of its own. */
#define REST_LOOP(name, vectors, expression)                                                       \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const float *restrict from = in[0];                                                        \
        float *restrict to = out;                                                                  \
        int64_t whole = n / FLOAT_VECTOR * FLOAT_VECTOR;                                           \
        vectors(arg, out, in, whole);                                                              \
        for (int64_t i = whole; i < n; i++) {                                                      \
            const float x = from[i];                                                               \
            to[i] = (expression);                                                                  \
        }                                                                                          \
    }

/* A function that is one, with the C library's for the rest. */
#define FUNCTION_LOOP(name, function)                                                              \
    COMPOSED_LOOP(name##_vectors, float, fmath_##function##f_n, x, f)                              \
    COMPOSED_LOOP(name##_f64, double, fmath_##function##_n, x, f)                                  \
    REST_LOOP(name##_f32, name##_vectors, fmath_##function##f_rest(x))
FUNCTION_LOOP(sinh, sinh)
FUNCTION_LOOP(cosh, cosh)
FUNCTION_LOOP(exp_loop, exp)
FUNCTION_LOOP(log_loop, log)
UNARY_LOOP(log_library_f32, float, float, fmath_logf_rest(x))
#define log_library_f64 log_f64

COMPOSED_LOOP(sigmoid_vectors, float, fmath_expf_n, -x, 1 / (1 + f))
COMPOSED_LOOP(sigmoid_f64, double, fmath_exp_n, -x, 1 / (1 + f))
REST_LOOP(sigmoid_f32, sigmoid_vectors, 1 / (1 + fmath_expf_rest(-x)))
COMPOSED_LOOP(silu_vectors, float, fmath_expf_n, -x, x / (1 + f))
COMPOSED_LOOP(silu_f64, double, fmath_exp_n, -x, x / (1 + f))
REST_LOOP(silu_f32, silu_vectors, x / (1 + fmath_expf_rest(-x)))
COMPOSED_LOOP(gelu_f32, float, fmath_erff_n, x *(float)SQRT_1_2, x * 0.5f * (1 + f))
COMPOSED_LOOP(gelu_f64, double, fmath_erf_n, x *SQRT_1_2, x * 0.5 * (1 + f))

/* PyTorch's compiler fused the product with 0.044715 and the sum. */
#define GELU_TANH_INNER(x) ((float)SQRT_2_PI * fmaf((float)CUBIC, (x) * (x) * (x), (x)))
COMPOSED_LOOP(gelu_tanh_vectors, float, fmath_tanhf_n, GELU_TANH_INNER(x), 0.5f * x * (1 + f))
REST_LOOP(gelu_tanh_f32, gelu_tanh_vectors, 0.5f * x * (1 + fmath_tanhf_rest(GELU_TANH_INNER(x))))
COMPOSED_LOOP(gelu_tanh_f64, double, fmath_tanh_n, SQRT_2_PI *(x + CUBIC * (x * x * x)),
              0.5 * x * (1 + f))

/* PyTorch's loops over bfloat16 round after every step. */
#define BF16(x) half_round_bfloat16(x)

/* Whole vectors are computed in float32; the rest rounds the root. */
static void rsqrt_bf16(const void *arg, void *out, const void *const *in, int64_t n)
{
    const float *restrict from = in[0];
    float *restrict to = out;
    int64_t vectors = n / ITERATE_VECTOR * ITERATE_VECTOR;
    for (int64_t i = 0; i < n; i++) {
        float root = sqrtf(from[i]);
        to[i] = 1 / (i < vectors ? root : BF16(root));
    }
}

static void silu_bf16(const void *arg, void *out, const void *const *in, int64_t n)
{
    const float *restrict from = in[0];
    float *restrict to = out;
    for (int64_t i = 0; i < n; i++) {
        float f = BF16(fmath_expf(-from[i]));
        to[i] = from[i] / BF16(1 + f);
    }
}

static void gelu_tanh_bf16(const void *arg, void *out, const void *const *in, int64_t n)
{
    const float *restrict from = in[0];
    float *restrict to = out;
    const float scale = BF16((float)SQRT_2_PI), cubic = BF16((float)CUBIC);
    for (int64_t i = 0; i < n; i++) {
        float x = from[i], cube = BF16(BF16(x * x) * x);
        float f = BF16(fmath_tanhf(BF16(scale * BF16(x + BF16(cubic * cube)))));
        to[i] = BF16(0.5f * x) * BF16(1 + f);
    }
}

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

#define LOOP_ROW(id, name, loop)                                                                   \
    [UNARY_##                                                                                      \
        id] = {.rule = RESULT_FLOAT, .kernel = loop, .in_vectors = true, .run = {NO_HALF(name)}}

#define NOT_FOR_BOOL_NEG                                                                           \
    "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert "  \
    "a "                                                                                           \
    "mask, use the `~` or `logical_not()` operator instead."

#define ELEMENTARY_ROW(id, name, loop)                                                             \
    [UNARY_##id] = {.rule = RESULT_FLOAT, .kernel = loop, .run = {NO_HALF(name)}}

/* To add one: a row in elementwise.h, its loops above and a row here. */
static const struct elementwise_row rows[] = {
    [UNARY_NEG] = {.bool_refusal = NOT_FOR_BOOL_NEG,
                   .run = {INTS(neg), FLOATS(neg), COMPLEX(neg_c64)}},
    [UNARY_ABS] = {.kernel = "abs_cpu", .run = {SIGNED(abs, same_u8), FLOATS(abs)}},
    [UNARY_SIGN] = {.run = {BOOLS(same_u8), INTS(sign), FLOATS(sign)}},
    [UNARY_SQUARE] = {.rule = RESULT_BOOL_INT, .run = {INTS(square), FLOATS(square)}},
    ELEMENTARY_ROW(SQRT, sqrt, "sqrt_vml_cpu"),
    [UNARY_RSQRT] = {.rule = RESULT_FLOAT,
                     .kernel = "rsqrt_cpu",
                     .run = {NO_SHORT(rsqrt), [DTYPE_BFLOAT16] = rsqrt_bf16}},
    [UNARY_RECIPROCAL] = {.rule = RESULT_FLOAT, .run = {FLOATS(reciprocal)}},
    ELEMENTARY_ROW(EXP, exp, "exp_vml_cpu"),
    [UNARY_EXP2] = {.rule = RESULT_FLOAT, .run = {FLOATS(exp2)}},
    ELEMENTARY_ROW(EXPM1, expm1, "expm1_vml_cpu"),
    ELEMENTARY_ROW(LOG, log, "log_vml_cpu"),
    ELEMENTARY_ROW(LOG2, log2, "log2_vml_cpu"),
    ELEMENTARY_ROW(LOG10, log10, "log10_vml_cpu"),
    ELEMENTARY_ROW(LOG1P, log1p, "log1p_vml_cpu"),
    ELEMENTARY_ROW(SIN, sin, "sin_vml_cpu"),
    ELEMENTARY_ROW(COS, cos, "cos_vml_cpu"),
    ELEMENTARY_ROW(TAN, tan, "tan_vml_cpu"),
    ELEMENTARY_ROW(ASIN, asin, "asin_vml_cpu"),
    ELEMENTARY_ROW(ACOS, acos, "acos_vml_cpu"),
    ELEMENTARY_ROW(ATAN, atan, "atan_vml_cpu"),
    LOOP_ROW(SINH, sinh, "sinh_cpu"),
    LOOP_ROW(COSH, cosh, "cosh_cpu"),
    LOOP_ROW(EXP_LOOP, exp_loop, "exp_vml_cpu"),
    LOOP_ROW(LOG_LOOP, log_loop, "log_vml_cpu"),
    ELEMENTARY_ROW(LOG_LIBRARY, log_library, "log_vml_cpu"),
    ELEMENTARY_ROW(TANH, tanh, "tanh_vml_cpu"),
    ELEMENTARY_ROW(ERF, erf, "erf_vml_cpu"),
    LOOP_ROW(SIGMOID, sigmoid, "sigmoid_cpu"),
    [UNARY_RELU] = {.bool_refusal = "Boolean inputs not supported for relu",
                    .kernel = "clamp_min_cpu",
                    .run = {SIGNED(relu, same_u8), NO_HALF(relu)}},
    [UNARY_SILU] = {.kernel = "silu_cpu",
                    .in_vectors = true,
                    .run = {NO_SHORT(silu), [DTYPE_BFLOAT16] = silu_bf16}},
    [UNARY_GELU] = {.kernel = "GeluKernelImpl", .run = {NO_HALF(gelu)}},
    [UNARY_GELU_TANH] = {.kernel = "GeluKernelImpl",
                         .in_vectors = true,
                         .run = {NO_SHORT(gelu_tanh), [DTYPE_BFLOAT16] = gelu_tanh_bf16}},
    [UNARY_LOGSIGMOID] = {.kernel = "log_sigmoid_cpu", .run = {NO_HALF(logsigmoid)}},
    [UNARY_FLOOR] = {.kernel = "floor_vml_cpu", .run = {INTS(same), NO_HALF(floor)}},
    [UNARY_CEIL] = {.kernel = "ceil_vml_cpu", .run = {INTS(same), NO_HALF(ceil)}},
    [UNARY_ROUND] = {.kernel = "round_vml_cpu", .run = {INTS(same), NO_HALF(round)}},
    [UNARY_TRUNC] = {.kernel = "trunc_vml_cpu", .run = {INTS(same), NO_HALF(trunc)}},
    [UNARY_FRAC] = {.kernel = "frac_cpu", .run = {FLOATS(frac)}},
    [UNARY_LOGICAL_NOT] = {.rule = RESULT_BOOL,
                           .run = {BOOLS(not_bool), INTS(logical_not), FLOATS(logical_not)}},
    [UNARY_BITWISE_NOT] = {.kernel = "bitwise_not_cpu",
                           .run = {BOOLS(not_bool), INTS(bitwise_not)}},
#define ONLY_FLOATS(id, name, others)                                                              \
    [UNARY_##                                                                                      \
        id] = {.rule = RESULT_BOOL,                                                                \
               .run = {BOOLS(others), [DTYPE_UINT8] = others, [DTYPE_INT8] = others,               \
                       [DTYPE_INT16] = others, [DTYPE_INT32] = others, [DTYPE_INT64] = others,     \
                       FLOATS(name)}}
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
