/* Computes the float64 elementary functions that Python programs print with 17 digits.
 *
 * SLEEF's are within 1 ulp, but up to one result in ten is not the nearest double, and glibc's,
 * which Python prints, nearly always is. So these are evaluated in double-double with some 70 good
 * bits and rounded once: over random arguments all of exp, exp2, log2, log10, pow, sin, cos, tan,
 * asin, acos, atan and atan2 come out correctly rounded (tests/base/test_fmath.c says how that is
 * checked). Where the steps would lose accuracy (results near overflow or underflow, sines of huge
 * angles) SLEEF's result stands. Most arguments go the short way of fmath_fast.h first,
 * which knows when it may not be right. log takes glibc's own steps. Nothing here depends on the
 * machine. */
#include "base/dd.h"
#include "base/fmath.h"
#include "base/fmath_fast.h"

#include <sleef.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const double ln2[] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};
static const double half_pi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                 -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164};
static const struct dd sixth = {0x1.5555555555555p-3, 0x1.5555555555555p-57};          /* 1/3! */
static const struct dd inverse_24 = {0x1.5555555555555p-5, 0x1.5555555555555p-59};     /* 1/4! */
static const struct dd inverse_120 = {0x1.1111111111111p-7, 0x1.1111111111111p-63};    /* 1/5! */
static const struct dd inverse_720 = {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65};  /* 1/6! */
static const struct dd inverse_5040 = {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73};  /* 1/7! */
static const struct dd inverse_40320 = {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76}; /* 1/8! */

/* Taylor coefficients far enough down the series that a double is plenty, highest power first. */
static const double exp_tail[] = {1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
                                  1.0 / 5040.0,     1.0 / 720.0,     1.0 / 120.0,    1.0 / 24.0};
static const double sin_tail[] = {-1.0 / 25852016738884976640000.0,
                                  1.0 / 51090942171709440000.0,
                                  -1.0 / 121645100408832000.0,
                                  1.0 / 355687428096000.0,
                                  -1.0 / 1307674368000.0,
                                  1.0 / 6227020800.0,
                                  -1.0 / 39916800.0,
                                  1.0 / 362880.0};
static const double cos_tail[] = {-1.0 / 1124000727777607680000.0,
                                  1.0 / 2432902008176640000.0,
                                  -1.0 / 6402373705728000.0,
                                  1.0 / 20922789888000.0,
                                  -1.0 / 87178291200.0,
                                  1.0 / 479001600.0,
                                  -1.0 / 3628800.0};

static double polynomial(const double *coefficient, size_t count, double x)
{
    double sum = coefficient[0];
    for (size_t i = 1; i < count; i++) {
        sum = sum * x + coefficient[i];
    }
    return sum;
}

/* x - k * (parts[0] + parts[1] + ...), with the products and the large cancellation exact. */
static struct dd subtract_multiple(struct dd x, double k, const double *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        x = dd_sub(x, dd_product(k, parts[i]));
    }
    return x;
}

/* e^x - 1 for |x| <= 0.35: a series at x / 16, then e^2x - 1 = p(2 + p) four times. */
static struct dd expm1_near_zero(struct dd x)
{
    struct dd r = dd_scale(x, 0.0625);
    struct dd square = dd_mul(r, r);
    struct dd cube = dd_mul(square, r);
    double tail = polynomial(exp_tail, LENGTH(exp_tail), r.hi) * square.hi * square.hi;
    struct dd p = dd_add(dd_mul(cube, sixth), dd_from(tail));
    p = dd_add(dd_scale(square, 0.5), p);
    p = dd_add(r, p);
    for (int i = 0; i < 4; i++) {
        p = dd_add(dd_scale(p, 2.0), dd_mul(p, p));
    }
    return p;
}

/* e^x = 2^*power * (1 + result), |x| < 800. */
static struct dd expm1_reduced(struct dd x, int *power)
{
    double k = rint(x.hi * fast_log2_of_e.hi);
    *power = (int)k;
    return expm1_near_zero(subtract_multiple(x, k, ln2, LENGTH(ln2)));
}

static double exp_of(struct dd x)
{
    int power;
    struct dd p = expm1_reduced(x, &power);
    struct dd sum = dd_add(dd_from(1.0), p);
    return ldexp(sum.hi, power);
}

/* ln x for a normal x > 0, as one Newton step from y = SLEEF's ln x: ln x = y + ln(x e^-y). */
static struct dd log_of(double x)
{
    double y = Sleef_cinz_logd1_u10purec(x);
    int power;
    struct dd p = expm1_reduced(dd_from(-y), &power);
    double m = ldexp(x, power); /* near 1: x e^-y = m + m p */
    struct dd e = dd_add(dd_from(m - 1.0), dd_mul(dd_from(m), p));
    e = dd_sub(e, dd_scale(dd_mul(e, e), 0.5));
    return dd_add(dd_from(y), e);
}

static struct dd sin_near_zero(struct dd x)
{
    struct dd square = dd_mul(x, x);
    double tail = polynomial(sin_tail, LENGTH(sin_tail), square.hi) * square.hi;
    struct dd p = dd_sub(dd_from(tail), inverse_5040);
    p = dd_add(inverse_120, dd_mul(square, p));
    p = dd_sub(dd_mul(square, p), sixth);
    return dd_add(x, dd_mul(dd_mul(x, square), p));
}

static struct dd cos_near_zero(struct dd x)
{
    struct dd square = dd_mul(x, x);
    double tail = polynomial(cos_tail, LENGTH(cos_tail), square.hi) * square.hi;
    struct dd p = dd_add(inverse_40320, dd_from(tail));
    p = dd_sub(dd_mul(square, p), inverse_720);
    p = dd_add(inverse_24, dd_mul(square, p));
    p = dd_sub(dd_mul(square, p), dd_from(0.5));
    return dd_add(dd_from(1.0), dd_mul(square, p));
}

/* Sine and cosine for |x| < 2^27. */
static void sin_cos(double x, struct dd *s, struct dd *c)
{
    double k = rint(x * 0x1.45f306dc9c883p-1); /* 2 / pi */
    struct dd r = subtract_multiple(dd_from(x), k, half_pi, LENGTH(half_pi));
    struct dd sine = sin_near_zero(r);
    struct dd cosine = cos_near_zero(r);
    unsigned quarter = (unsigned)(long)k & 3u;
    *s = quarter & 1 ? cosine : sine;
    *c = quarter & 1 ? sine : cosine;
    if (quarter & 2) {
        *s = dd_negate(*s);
    }
    if (quarter == 1 || quarter == 2) {
        *c = dd_negate(*c);
    }
}

/* The angle of (x, y), one Newton step from SLEEF's `angle`. x^2 + y^2 must be harmless. */
static double refine_angle(double angle, struct dd y, struct dd x)
{
    struct dd s, c;
    sin_cos(angle, &s, &c);
    struct dd across = dd_sub(dd_mul(y, c), dd_mul(x, s));
    struct dd along = dd_add(dd_mul(x, c), dd_mul(y, s));
    return dd_add(dd_from(angle), dd_from(across.hi / along.hi)).hi;
}

/* Whether |x| is far from everything that overflows or underflows in a product. */
static bool moderate(double x)
{
    double size = fabs(x);
    return size > 0x1p-200 && size < 0x1p200;
}

static bool small_angle(double x)
{
    return fabs(x) > 0x1p-200 && fabs(x) < 0x1p27;
}

double fmath_exp(double x)
{
    double y;
    if (fast_exp_has(x) && fast_exp(x, &y)) {
        return y;
    }
    if (!(fabs(x) < 700.0) || fabs(x) < 0x1p-60) {
        return Sleef_cinz_expd1_u10purec(x);
    }
    return exp_of(dd_from(x));
}

double fmath_exp2(double x)
{
    double y;
    if (fast_exp_has(x) && fast_exp2(x, &y)) {
        return y;
    }
    if (!(fabs(x) < 1000.0) || fabs(x) < 0x1p-60) {
        return Sleef_cinz_exp2d1_u10purec(x);
    }
    double k = rint(x);
    struct dd fraction = dd_mul((struct dd){ln2[0], ln2[1]}, dd_from(x - k));
    struct dd sum = dd_add(dd_from(1.0), expm1_near_zero(fraction));
    return ldexp(sum.hi, (int)k);
}

double fmath_log(double x)
{
    if (x > 0.0 && x < 0x1p-1022) {
        return fast_log_far(x * 0x1p52, -52.0);
    }
    if (!(x > 0.0 && x < INFINITY)) {
        return Sleef_cinz_logd1_u10purec(x);
    }
    return fast_log_is_near(x) ? fast_log_near(x - 1.0) : fast_log_far(x, 0.0);
}

double fmath_log2(double x)
{
    double y;
    if (fast_log_has(x) && fast_log2(x, &y)) {
        return y;
    }
    if (!(x >= 0x1p-1022 && x <= 0x1p1023) || x == 1.0) {
        return Sleef_cinz_log2d1_u10purec(x);
    }
    return dd_mul(log_of(x), fast_log2_of_e).hi;
}

double fmath_log10(double x)
{
    double y;
    if (fast_log_has(x) && fast_log10(x, &y)) {
        return y;
    }
    if (!(x >= 0x1p-1022 && x <= 0x1p1023) || x == 1.0) {
        return Sleef_cinz_log10d1_u10purec(x);
    }
    return dd_mul(log_of(x), fast_log10_of_e).hi;
}

double fmath_sin(double x)
{
    double y;
    if (fast_sin_has(x) && fast_sin(x, 0, &y)) {
        return y;
    }
    if (!small_angle(x)) {
        return Sleef_cinz_sind1_u10purec(x);
    }
    struct dd s, c;
    sin_cos(x, &s, &c);
    return s.hi;
}

double fmath_cos(double x)
{
    double y;
    if (fast_sin_has(x) && fast_sin(x, 1, &y)) {
        return y;
    }
    if (!small_angle(x)) {
        return Sleef_cinz_cosd1_u10purec(x);
    }
    struct dd s, c;
    sin_cos(x, &s, &c);
    return c.hi;
}

double fmath_tan(double x)
{
    double y;
    if (fast_sin_has(x) && fast_tan(x, &y)) {
        return y;
    }
    if (!small_angle(x)) {
        return Sleef_cinz_tand1_u10purec(x);
    }
    struct dd s, c;
    sin_cos(x, &s, &c);
    return dd_div(s, c).hi;
}

/* sqrt(1 - x^2): the other side of the triangle whose angle asin and acos ask for. */
static struct dd other_side(double x)
{
    return dd_sqrt(dd_mul(dd_sum(1.0, -x), dd_sum(1.0, x)));
}

double fmath_asin(double x)
{
    double y;
    if (fast_side_has(x) && fast_asin(x, &y)) {
        return y;
    }
    double angle = Sleef_cinz_asind1_u10purec(x);
    if (!(fabs(x) <= 1.0) || !moderate(x)) {
        return angle;
    }
    return refine_angle(angle, dd_from(x), other_side(x));
}

double fmath_acos(double x)
{
    double y;
    if (fast_side_has(x) && fast_acos(x, &y)) {
        return y;
    }
    double angle = Sleef_cinz_acosd1_u10purec(x);
    if (!(fabs(x) < 1.0) || !moderate(x)) {
        return angle;
    }
    return refine_angle(angle, other_side(x), dd_from(x));
}

double fmath_atan(double x)
{
    double y;
    if (fast_angle_has(x) && fast_atan(x, &y)) {
        return y;
    }
    double angle = Sleef_cinz_atand1_u10purec(x);
    return moderate(x) ? refine_angle(angle, dd_from(x), dd_from(1.0)) : angle;
}

double fmath_atan2(double y, double x)
{
    double angle = Sleef_cinz_atan2d1_u10purec(y, x);
    if (!moderate(y) || !moderate(x) || !moderate(angle)) {
        return angle;
    }
    return refine_angle(angle, dd_from(y), dd_from(x));
}

double fmath_pow(double x, double y)
{
    double size = fabs(x), short_way;
    if (fast_pow_has(x, y) && fast_pow(x, y, &short_way)) {
        return short_way;
    }
    double rough = Sleef_cinz_powd1_u10purec(x, y);
    /* Infinities, zeros, NaN, negative to a fraction and everything near the ends of the range. */
    if (!moderate(x) || !moderate(y) || size == 1.0 ||
        !(fabs(rough) > 0x1p-1000 && fabs(rough) < 0x1p1023)) {
        return rough;
    }
    struct dd square = dd_product(size, size);
    double result = y == 2.0   ? square.hi
                    : y == 3.0 ? dd_mul(square, dd_from(size)).hi
                    : y == 4.0 ? dd_mul(square, square).hi
                               : exp_of(dd_mul(log_of(size), dd_from(y)));
    return rough < 0.0 ? -result : result;
}
