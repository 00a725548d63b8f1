/* Holds elementwise operations made of several kernels: rare ones, whose speed does not matter. */
#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/shape/promotion.h"
#include "torch/op/op_rows.h"

#include <float.h>
#include <math.h>

/* One function over the cells: `f` in double, `single` for the other types where there is one. */
static bool map(struct call *c, double (*f)(double), float (*single)(float))
{
    enum dtype dtype = dtype_is_float(A(c)->dtype) ? A(c)->dtype : c->torch->default_dtype;
    scoped_tensor result = {0};
    if (!tensor_new_like(c->cx, &result, A(c), DTYPE_FLOAT64)) {
        return false;
    }
    int64_t n = tensor_numel(&result);
    double *to = tensor_data(&result);
    bool in_double = dtype == DTYPE_FLOAT64 || single == NULL;
    for (int64_t k = 0; k < n; k++) {
        double x = tensor_cell(A(c), k);
        to[tensor_place(&result, k)] = in_double ? f(x) : (double)single((float)x);
    }
    return body_one(c, tensor_cast(c->cx, &c->out[0], &result, dtype));
}

/* x.asinh_() is differentiated by a function of its own. */
static const char *own_in_place(const struct call *c, const char *name)
{
    return c->in_place ? name : c->backward;
}

bool op_asinh(struct call *c)
{
    c->backward = own_in_place(c, "AsinhBackward1");
    return map(c, fmath_asinh, fmath_asinhf_rest);
}

bool op_acosh(struct call *c)
{
    c->backward = own_in_place(c, "AcoshBackward1");
    return map(c, fmath_acosh, fmath_acoshf_rest);
}

bool op_atanh(struct call *c)
{
    c->backward = own_in_place(c, "AtanhBackward1");
    return map(c, fmath_atanh, fmath_atanhf_rest);
}

OP_IS(op_lgamma, map(c, fmath_lgamma, fmath_lgammaf))
OP_IS(op_erfc, map(c, fmath_erfc, fmath_erfcf))

/* y with erf(y) = x: Winitzki's approximation, then Newton's steps. */
static double erfinv(double x)
{
    const double pi = 3.14159265358979323846;
    if (!(fabs(x) < 1)) {
        return fabs(x) == 1 ? copysign(INFINITY, x) : NAN;
    }
    double l = fmath_log1p(-x * x), a = 0.147;
    double m = 2 / (pi * a) + l / 2;
    double y = copysign(sqrt(sqrt(m * m - l / a) - m), x);
    for (int k = 0; k < 4; k++) {
        double slope = 2 / sqrt(pi) * fmath_exp(-y * y);
        double far =
            fabs(x) > 0.5 ? copysign(1, x) * (1 - fabs(x) - fmath_erfc(fabs(y))) : fmath_erf(y) - x;
        y -= slope > 0 ? far / slope : 0;
    }
    return y;
}

/* c[0] * x^(n - 1) + ... + c[n - 1]; PyTorch's compiler fused each step. */
static float polynomial(float x, const float *c, int n)
{
    float sum = c[0];
    for (int k = 1; k < n; k++) {
        sum = fmaf(sum, x, c[k]);
    }
    return sum;
}
#define POLYNOMIAL(x, c) polynomial(x, c, (int)(sizeof(c) / sizeof(c)[0]))

/* As PyTorch computes it: a quotient of two polynomials, then two of Newton's steps. */
static float erfinv_single(float y)
{
    static const float a[] = {-0.140543331f, 0.914624893f, -1.645349621f, 0.886226899f};
    static const float b[] = {0.012229801f, -0.329097515f, 1.442710462f, -2.118377725f, 1};
    static const float c[] = {1.641345311f, 3.429567803f, -1.624906493f, -1.970840454f};
    static const float d[] = {1.637067800f, 3.543889200f, 1};
    const float slope = 2 / 1.77245385f; /* 2 / sqrt(pi) */
    float size = fabsf(y), square = y * y, z;
    if (!(size < 1)) {
        return size == 1 ? copysignf((float)INFINITY, y) : (float)NAN;
    }
    if (size <= 0.7f) {
        z = y * POLYNOMIAL(square, a) / POLYNOMIAL(square, b);
    } else {
        float root = sqrtf(-fmath_logf_rest((1 - size) / 2));
        z = copysignf(POLYNOMIAL(root, c), y) / POLYNOMIAL(root, d);
    }
    for (int k = 0; k < 2; k++) {
        z -= (fmath_erff_rest(z) - y) / (slope * fmath_expf_rest(-z * z));
    }
    return z;
}

OP_IS(op_erfinv, map(c, erfinv, erfinv_single))

/* The slope of lgamma: mirrored to the right of 0, shifted beyond 10, then Stirling's series. */
static double digamma(double x)
{
    static const double series[] = {1 / 12.0,  -1 / 120.0,     1 / 252.0, -1 / 240.0,
                                    1 / 132.0, -691 / 32760.0, 1 / 12.0};
    const double pi = 3.14159265358979323846;
    if (x == 0) {
        return copysign(INFINITY, -x);
    }
    if (x < 0) {
        double fraction = x - trunc(x);
        return fraction == 0 ? NAN : digamma(1 - x) - pi / fmath_tan(pi * fraction);
    }
    double sum = 0;
    for (; x < 10; x++) {
        sum -= 1 / x;
    }
    double power = 1 / (x * x), factor = power;
    sum += fmath_log(x) - 0.5 / x;
    for (size_t k = 0; k < sizeof series / sizeof series[0]; k++, factor *= power) {
        sum -= series[k] * factor;
    }
    return sum;
}

/* As PyTorch computes it: the same way with rounded steps, and a series of its own. */
static float digamma_single(float x)
{
    static const float series[] = {1 / 12.0f,  -691 / 32760.0f, 1 / 132.0f, -1 / 240.0f,
                                   1 / 252.0f, -1 / 120.0f,     1 / 12.0f};
    const double pi = 3.14159265358979323846;
    if (x == 0) {
        return copysignf((float)INFINITY, -x);
    }
    if (x < 0) {
        float fraction = x - truncf(x), turned = (float)(pi / fmath_tan(pi * (double)fraction));
        return fraction == 0 ? (float)NAN : digamma_single(1 - x) - turned;
    }
    float sum = 0;
    for (; x < 10; x++) {
        sum -= 1 / x;
    }
    if (x == 10) {
        return sum + 2.25175258906672110764f;
    }
    float part = x < 1e17f ? 1 / (x * x) : 0;
    return sum + fmath_logf_rest(x) - 0.5f / x - part * POLYNOMIAL(part, series);
}

OP_IS(op_digamma, map(c, digamma, digamma_single))

/* The modified Bessel function of order 0: its power series, whose terms are all positive. */
static double bessel_i0(double x)
{
    double sum = 1, term = 1;
    if (fabs(x) > 720) {
        return isinf(x) ? NAN : INFINITY;
    }
    for (int k = 1; term > sum * 1e-18; k++) {
        term *= x / (2 * k) * (x / (2 * k));
        sum += term;
    }
    return isnan(x) ? x : sum;
}

OP_IS(op_i0, map(c, bessel_i0, NULL))

static bool times(struct call *c, double factor)
{
    struct chain k = {.c = c};
    return chain_end(&k, chain_binary(&k, BINARY_MUL, A(c), chain_number(&k, factor)));
}

OP_IS(op_deg2rad, times(c, 3.14159265358979323846 / 180))
OP_IS(op_rad2deg, times(c, 180 / 3.14159265358979323846))

bool op_signbit(struct call *c)
{
    struct chain k = {.c = c};
    return chain_end(&k, chain_binary(&k, BINARY_LT, A(c), chain_integer(&k, 0)));
}

/* The kernels of these know floats only, and not float16. */
static bool floats_only(struct call *c, const char *kernel)
{
    enum dtype common = promotion_result_type(A(c), B(c));
    return (dtype_is_float(common) && common != DTYPE_FLOAT16) ||
           body_refuse(c, "\"%s\" not implemented for '%s'", kernel, dtype_legacy_name(common));
}

/* In double, rounded once. */
bool op_hypot(struct call *c)
{
    struct chain k = {.c = c};
    enum dtype common = promotion_result_type(A(c), B(c));
    const struct tensor *x = chain_cast(&k, A(c), DTYPE_FLOAT64);
    const struct tensor *y = chain_cast(&k, B(c), DTYPE_FLOAT64);
    const struct tensor *sum = chain_binary(&k, BINARY_ADD, chain_unary(&k, UNARY_SQUARE, x),
                                            chain_unary(&k, UNARY_SQUARE, y));
    if (sum != NULL && !floats_only(c, "hypot_cpu")) { /* shapes are looked at before */
        chain_free(&k);
        return false;
    }
    return chain_end(&k, chain_cast(&k, chain_unary(&k, UNARY_SQRT, sum), common));
}

/* max + log(1 + exp(min - max)) */
bool op_logaddexp(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *most = chain_binary(&k, BINARY_MAXIMUM, A(c), B(c));
    if (most != NULL && !floats_only(c, "logaddexp_cpu")) {
        chain_free(&k);
        return false;
    }
    const struct tensor *least = chain_binary(&k, BINARY_MINIMUM, A(c), B(c));
    const struct tensor *gap = chain_binary(&k, BINARY_SUB, least, most);
    const struct tensor *more =
        chain_binary(&k, BINARY_ADD, chain_unary(&k, UNARY_EXP_LOOP, gap), chain_integer(&k, 1));
    const struct tensor *rest = chain_unary(&k, UNARY_LOG_LOOP, more);
    const struct tensor *sum = chain_binary(&k, BINARY_ADD, most, rest);
    const struct tensor *equal = chain_binary(&k, BINARY_EQ, A(c), B(c));
    const struct tensor *infinite = chain_unary(&k, UNARY_ISINF, A(c));
    const struct tensor *both = chain_binary(&k, BINARY_LOGICAL_AND, equal, infinite);
    return chain_end(&k, chain_where(&k, both, A(c), sum));
}

/* The logarithm is the C library's. */
bool op_xlogy(struct call *c)
{
    struct chain k = {.c = c};
    enum dtype common = promotion_result_type(A(c), B(c));
    const struct tensor *zero = chain_binary(&k, BINARY_EQ, A(c), chain_integer(&k, 0));
    const struct tensor *x = chain_cast(&k, A(c), common), *y = chain_cast(&k, B(c), common);
    const struct tensor *log = chain_unary(&k, UNARY_LOG_LIBRARY, y);
    const struct tensor *product = chain_binary(&k, BINARY_MUL, x, log);
    const struct tensor *none = chain_number(&k, 0);
    return chain_end(&k, chain_fill(&k, product, zero, none));
}

bool op_logit(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *x =
        chain_cast(&k, A(c), dtype_is_float(A(c)->dtype) ? A(c)->dtype : c->torch->default_dtype);
    double eps = c->arg[1].none ? -1 : c->arg[1].f;
    if (eps >= 0) { /* below eps it is eps, even where eps is above 1 - eps */
        const struct tensor *low = chain_number(&k, eps), *high = chain_number(&k, 1 - eps);
        const struct tensor *below = chain_binary(&k, BINARY_LT, x, low);
        const struct tensor *cut =
            below == NULL || high == NULL
                ? NULL
                : chain_made(&k, elementwise_clamp(c->cx, chain_room(&k), x, NULL, high));
        x = chain_fill(&k, cut, below, low);
    }
    const struct tensor *rest = chain_binary(&k, BINARY_SUB, chain_integer(&k, 1), x);
    return chain_end(&k, chain_unary(&k, UNARY_LOG_LOOP, chain_binary(&k, BINARY_DIV, x, rest)));
}

static const struct tensor *replaced(struct chain *k, const struct tensor *x, enum unary_op test,
                                     double value)
{
    return chain_fill(k, x, chain_unary(k, test, x), chain_number(k, value));
}

bool op_nan_to_num(struct call *c)
{
    struct chain k = {.c = c};
    double largest = A(c)->dtype == DTYPE_FLOAT64    ? DBL_MAX
                     : A(c)->dtype == DTYPE_FLOAT16  ? 65504
                     : A(c)->dtype == DTYPE_BFLOAT16 ? 0x1.fep127
                                                     : (double)FLT_MAX;
    if (!dtype_is_float(A(c)->dtype)) {
        return body_one(c, tensor_clone(c->cx, &c->out[0], A(c)));
    }
    const struct tensor *x = replaced(&k, A(c), UNARY_ISNAN, c->arg[1].none ? 0 : c->arg[1].f);
    x = replaced(&k, x, UNARY_ISPOSINF, c->arg[2].none ? largest : c->arg[2].f);
    return chain_end(&k, replaced(&k, x, UNARY_ISNEGINF, c->arg[3].none ? -largest : c->arg[3].f));
}

/* (a == b) or (|a - b| <= atol + rtol * |b| and the difference is finite) */
bool op_isclose(struct call *c)
{
    struct chain k = {.c = c};
    if (A(c)->dtype != B(c)->dtype) {
        return body_refuse(c, "%s did not match %s", dtype_legacy_name(A(c)->dtype),
                           dtype_legacy_name(B(c)->dtype));
    }
    for (int at = 2; at <= 3; at++) { /* rtol, atol */
        if (c->arg[at].f < 0) {
            return body_refuse(c, "%s must be greater than or equal to zero, but got %g",
                               at == 2 ? "rtol" : "atol", c->arg[at].f);
        }
    }
    const struct tensor *close = chain_binary(&k, BINARY_EQ, A(c), B(c));
    if (dtype_is_float(A(c)->dtype) && c->arg[4].i != 0) {
        const struct tensor *nans =
            chain_binary(&k, BINARY_LOGICAL_AND, chain_unary(&k, UNARY_ISNAN, A(c)),
                         chain_unary(&k, UNARY_ISNAN, B(c)));
        close = chain_binary(&k, BINARY_LOGICAL_OR, close, nans);
    }
    const struct tensor *room = chain_unary(
        &k, UNARY_ABS, chain_binary(&k, BINARY_MUL, B(c), chain_number(&k, c->arg[2].f)));
    room = chain_binary(&k, BINARY_ADD, room, chain_number(&k, c->arg[3].f));
    const struct tensor *gap = chain_unary(&k, UNARY_ABS, chain_binary(&k, BINARY_SUB, A(c), B(c)));
    const struct tensor *near =
        chain_binary(&k, BINARY_LOGICAL_AND, chain_unary(&k, UNARY_ISFINITE, gap),
                     chain_binary(&k, BINARY_LE, gap, room));
    return chain_end(&k, chain_binary(&k, BINARY_LOGICAL_OR, close, near));
}

bool op_isin(struct call *c)
{
    const struct tensor *in = A(c), *set = B(c);
    int64_t n = tensor_numel(in), count = tensor_numel(set);
    if (!tensor_zeros(c->cx, &c->out[0], DTYPE_BOOL, in->ndim, in->shape)) {
        return false;
    }
    uint8_t *to = tensor_data(&c->out[0]);
    for (int64_t k = 0; k < n; k++) {
        double x = tensor_cell(in, k);
        bool found = false;
        for (int64_t j = 0; j < count && !found; j++) {
            found = tensor_cell(set, j) == x;
        }
        to[k] = found != (c->arg[3].i != 0);
    }
    return body_one(c, true);
}

bool op_heaviside(struct call *c)
{
    struct chain k = {.c = c};
    if (A(c)->dtype != B(c)->dtype) {
        return body_refuse(c,
                           "heaviside is not yet implemented for tensors with different dtypes.");
    }
    const struct tensor *zero = chain_binary(&k, BINARY_EQ, A(c), chain_integer(&k, 0));
    const struct tensor *step = chain_binary(&k, BINARY_GT, A(c), chain_integer(&k, 0));
    return chain_end(&k, chain_where(&k, zero, B(c), chain_cast(&k, step, A(c)->dtype)));
}

/* The larger (smaller) of two; a number rather than nan. */
bool op_without_nan(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *most = chain_binary(&k, (enum binary_op)c->op->with, A(c), B(c));
    const struct tensor *no_a = chain_unary(&k, UNARY_ISNAN, A(c));
    const struct tensor *no_b = chain_unary(&k, UNARY_ISNAN, B(c));
    return chain_end(&k, chain_where(&k, no_b, A(c), chain_where(&k, no_a, B(c), most)));
}
