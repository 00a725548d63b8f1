/* Carries out elementwise operations with plain numbers as parameters: activations and rounding to
 * decimals; and the comparisons of whole tensors, which end in one bool. */
#include "tensor/cells/elementwise_scaled.h"

#include "tensor/cells/elementwise_kernel.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"

#include <math.h>
#include <string.h>

struct parameters {
    double first, second;
};

/* A loop with the parameters p and q in the tensor's own type. */
#define PARAMETER_LOOP(name, real, expression)                                                     \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const struct parameters *given = arg;                                                      \
        const real p = (real)given->first, q = (real)given->second;                                \
        const real *restrict from = in[0];                                                         \
        real *restrict to = out;                                                                   \
        (void)p;                                                                                   \
        (void)q;                                                                                   \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const real x = from[i];                                                                \
            to[i] = (expression);                                                                  \
        }                                                                                          \
    }

/* Between 0 and 6; NaN stays. */
static float clamped_f32(float x)
{
    return x < 0 ? 0 : x > 6 ? 6 : x;
}

static double clamped_f64(double x)
{
    return x < 0 ? 0 : x > 6 ? 6 : x;
}

PARAMETER_LOOP(leaky_relu_f32, float, x > 0 ? x : x * p)
PARAMETER_LOOP(leaky_relu_f64, double, x > 0 ? x : x * p)
PARAMETER_LOOP(elu_f32, float,
               x <= 0 ? ((IN_VECTORS(i, n) ? fmath_expf(x) : fmath_expf_rest(x)) - 1) * p : x)
PARAMETER_LOOP(elu_f64, double, x <= 0 ? (fmath_exp(x) - 1) * p : x)
PARAMETER_LOOP(softplus_f32, float,
               x *p > q           ? x
               : IN_VECTORS(i, n) ? fmath_log1pf(fmath_expf(x * p)) / p
                                  : fmath_log1pf_rest(fmath_expf_rest(x * p)) / p)
PARAMETER_LOOP(softplus_f64, double, x *p > q ? x : fmath_log1p(fmath_exp(x * p)) / p)
PARAMETER_LOOP(hardsigmoid_f32, float, clamped_f32(x + 3) / 6)
PARAMETER_LOOP(hardsigmoid_f64, double, clamped_f64(x + 3) / 6)
PARAMETER_LOOP(hardswish_f32, float, x *clamped_f32(x + 3) / 6)
PARAMETER_LOOP(hardswish_f64, double, x *clamped_f64(x + 3) / 6)
PARAMETER_LOOP(hardshrink_f32, float, x >= -p && x <= p ? 0 : x)
PARAMETER_LOOP(hardshrink_f64, double, x >= -p && x <= p ? 0 : x)
PARAMETER_LOOP(softshrink_f32, float, x > p ? x - p : x < -p ? x + p : 0)
PARAMETER_LOOP(softshrink_f64, double, x > p ? x - p : x < -p ? x + p : 0)
PARAMETER_LOOP(round_up_f32, float, rintf(x *p) / p)
PARAMETER_LOOP(round_up_f64, double, rint(x *p) / p)
PARAMETER_LOOP(round_down_f32, float, rintf(x / p) * p)
PARAMETER_LOOP(round_down_f64, double, rint(x / p) * p)

static const struct elementwise_row scaled_rows[] = {
    [SCALED_ELU] = {.kernel = "elu_cpu", .in_vectors = true, .run = {NO_HALF(elu)}},
    [SCALED_HARDSHRINK] = {.kernel = "hardshrink_cpu", .run = {NO_HALF(hardshrink)}},
    [SCALED_HARDSIGMOID] = {.kernel = "hardsigmoid_cpu", .run = {NO_HALF(hardsigmoid)}},
    [SCALED_HARDSWISH] = {.kernel = "hardswish_cpu", .run = {NO_HALF(hardswish)}},
    [SCALED_LEAKY_RELU] = {.kernel = "leaky_relu_cpu", .run = {NO_HALF(leaky_relu)}},
    [SCALED_SOFTPLUS] = {.kernel = "softplus_cpu", .in_vectors = true, .run = {NO_HALF(softplus)}},
    [SCALED_SOFTSHRINK] = {.kernel = "softshrink_cpu", .run = {NO_HALF(softshrink)}},
};
static const struct elementwise_row round_up_row = {.kernel = "round_cpu",
                                                    .run = {NO_HALF(round_up)}};
static const struct elementwise_row round_down_row = {.kernel = "round_cpu",
                                                      .run = {NO_HALF(round_down)}};

static bool run_scaled(struct compute *cx, const struct elementwise_row *row, struct tensor *out,
                       const struct tensor *in, double first, double second)
{
    if (row->run[in->dtype] == NULL) {
        return elementwise_refuse(cx, row->kernel, in->dtype);
    }
    struct parameters given = {first, second};
    struct iterate it;
    iterate_start(&it, in->ndim, in->shape);
    iterate_input(&it, in, in->dtype);
    it.in_vectors = row->in_vectors;
    return elementwise_finish(cx, &it, out, in->dtype, row->run[in->dtype], &given);
}

bool elementwise_scaled(struct compute *cx, enum scaled op, struct tensor *out,
                        const struct tensor *in, double first, double second)
{
    return run_scaled(cx, &scaled_rows[op], out, in, first, second);
}

bool elementwise_round_decimals(struct compute *cx, struct tensor *out, const struct tensor *in,
                                int64_t decimals)
{
    if (decimals == 0 && dtype_is_float(in->dtype)) {
        return elementwise_unary(cx, UNARY_ROUND, out, in);
    }
    if (decimals == 0) {
        return elementwise_refuse(cx, "round_vml_cpu", in->dtype);
    }
    double power = fmath_pow(10, fabs((double)decimals));
    return run_scaled(cx, decimals > 0 ? &round_up_row : &round_down_row, out, in, power, 0);
}

#define CLOSE_LOOP(name, real, absolute)                                                           \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const struct parameters *given = arg;                                                      \
        const real rtol = (real)given->first, atol = (real)given->second;                          \
        const real *x = in[0], *y = in[1];                                                         \
        uint8_t *to = out;                                                                         \
        for (int64_t i = 0; i < n; i++) {                                                          \
            real error = absolute(x[i] - y[i]), allowed = atol + absolute(rtol * y[i]);            \
            to[i] = x[i] == y[i] || (isfinite(error) && error <= allowed);                         \
        }                                                                                          \
    }
CLOSE_LOOP(close_f32, float, fabsf)
CLOSE_LOOP(close_f64, double, fabs)
#define CLOSE_OR_NAN_LOOP(name, real, base)                                                        \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const real *x = in[0], *y = in[1];                                                         \
        uint8_t *to = out;                                                                         \
        base(arg, out, in, n);                                                                     \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] |= x[i] != x[i] && y[i] != y[i];                                                 \
        }                                                                                          \
    }
CLOSE_OR_NAN_LOOP(close_or_nan_f32, float, close_f32)
CLOSE_OR_NAN_LOOP(close_or_nan_f64, double, close_f64)

static const struct elementwise_row close_rows[] = {
    {.run = {FLOATS(close)}},
    {.run = {FLOATS(close_or_nan)}},
};

/* Whether a fresh bool tensor holds only True; releases it. */
static bool all_true(struct tensor *t)
{
    bool all = memchr(t->storage->data, 0, t->storage->bytes) == NULL;
    tensor_release(t);
    return all;
}

bool elementwise_allclose(struct compute *cx, bool *result, const struct tensor *a,
                          const struct tensor *b, double rtol, double atol, bool equal_nan)
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (a->dtype != b->dtype) {
        return error_set(cx->err, ERROR_RUNTIME, "%s did not match %s", dtype_legacy_name(a->dtype),
                         dtype_legacy_name(b->dtype));
    }
    if (!(rtol >= 0) || !(atol >= 0)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "%s must be greater than or equal to zero, but got %.6g",
                         rtol >= 0 ? "atol" : "rtol", rtol >= 0 ? atol : rtol);
    }
    if (!tensor_broadcast(cx, a, b, &ndim, shape)) {
        return false;
    }
    enum dtype work = a->dtype == DTYPE_FLOAT32 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    struct parameters given = {rtol, atol};
    struct iterate it;
    struct tensor close;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, a, work);
    iterate_input(&it, b, work);
    if (!elementwise_finish(cx, &it, &close, DTYPE_BOOL, close_rows[equal_nan].run[work], &given)) {
        return false;
    }
    *result = all_true(&close);
    return true;
}

bool elementwise_equal(struct compute *cx, bool *result, const struct tensor *a,
                       const struct tensor *b)
{
    struct tensor equal;
    if (!tensor_same_shape(a, b)) {
        *result = false;
        return true;
    }
    if (!elementwise_binary(cx, BINARY_EQ, &equal, a, b)) {
        return false;
    }
    *result = all_true(&equal);
    return true;
}
