/* The short way of exp, log, the trigonometric functions and their inverses in float64, for
 * fmath_double.c: a table, a short series, and the result as a sum of two doubles whose error is
 * bounded. Where the bound decides how the sum is rounded, that is the answer; else (one argument
 * in some hundreds, or less) the long way decides.
 *
 * Each bound is well above the errors it covers: what is dropped of the series, and the roundings
 * of the smaller part. tests/base/test_fmath.c holds what each decides against
 * long double. */
#ifndef QKV_BASE_FMATH_FAST_H
#define QKV_BASE_FMATH_FAST_H

#include "base/dd.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/fmath_table.inc"

#if !defined(FAST_TARGET)
#define FAST_TARGET /* of a file whose functions run where there is a fused multiply-add */
#define FAST_FUSED 0
#endif

FAST_TARGET static inline struct dd fast_product(double a, double b)
{
#if FAST_FUSED
    double hi = a * b;
    return (struct dd){hi, __builtin_fma(a, b, -hi)};
#else
    return dd_product(a, b);
#endif
}

/* hi + lo, rounded, unless an error of `bound` * hi could change that. */
FAST_TARGET static inline bool fast_decides(double hi, double lo, double bound, double *result)
{
    double error = fabs(hi) * bound;
    *result = hi + (lo - error);
    return *result == hi + (lo + error);
}

/* 2^power for a normal result. */
FAST_TARGET static inline double fast_power(int64_t power)
{
    uint64_t bits = (uint64_t)(power + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Where each short way holds. */
FAST_TARGET static inline bool fast_exp_has(double x)
{
    return fabs(x) < 708.0 && fabs(x) >= 0x1p-60;
}

FAST_TARGET static inline bool fast_log_has(double x)
{
    return x >= 0x1p-1022 && x <= 0x1p1023 && x != 1.0;
}

FAST_TARGET static inline bool fast_sin_has(double x)
{
    return fabs(x) < 1000.0 && fabs(x) > 0x1p-200;
}

/* 2^(k/128) e^r, r known to within `error`. */
FAST_TARGET static inline bool fast_exp_near(double k, struct dd r, double error, double *result)
{
    int64_t whole = (int64_t)k;
    const double *power = exp_table[whole & 127];
    double series = (1.0 / 120 + r.hi * (1.0 / 720 + r.hi * (1.0 / 5040))); /* e^r - 1 - r ... */
    series = 1.0 / 6 + r.hi * (1.0 / 24 + r.hi * series);
    double rest = r.lo + r.hi * r.hi * (0.5 + r.hi * series);
    struct dd first = fast_product(power[0], r.hi);
    struct dd sum = dd_fast_sum(power[0], first.hi);
    double lo = sum.lo + (first.lo + power[1] + power[1] * r.hi + power[0] * rest);
    bool decided = fast_decides(sum.hi, lo, 0x1p-66 + error, result);
    *result *= fast_power(whole >> 7);
    return decided;
}

/* e^x, x known to within `error`: x = k ln 2 / 128 + r. */
FAST_TARGET static inline bool fast_exp_of(struct dd x, double error, double *result)
{
    double k = rint(x.hi * 0x1.71547652b82fep+7); /* 128 / ln 2 */
    struct dd r = dd_sum(x.hi - k * step_parts[0][0], -k * step_parts[0][1]);
    return fast_exp_near(k, dd_fast_sum(r.hi, r.lo + x.lo), error, result);
}

FAST_TARGET static inline bool fast_exp(double x, double *result)
{
    return fast_exp_of(dd_from(x), 0.0, result);
}

/* What is left of x beside k / 128 is exact; times ln 2 it is known to 2^-105 of itself. */
FAST_TARGET static inline bool fast_exp2(double x, double *result)
{
    double k = rint(x * 128.0), rest = x - k * 0x1p-7;
    struct dd r = fast_product(rest, 0x1.62e42fefa39efp-1);
    r.lo += rest * 0x1.abc9e3b39803fp-56; /* ln 2 */
    return fast_exp_near(k, r, 0.0, result);
}

/* ln x to within 2^-63 of itself: x = 2^e m, m c = 1 + r with c from the table: ln x = e ln 2 - ln
 * c + ln(1 + r). */
FAST_TARGET static inline struct dd fast_log_parts(double x)
{
    enum { HALVED = 53 }; /* the slices from here on count as below 1 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    unsigned slice = (unsigned)(bits >> 45) & 127;
    int64_t e = (int64_t)(bits >> 52) - 1023 + (slice >= HALVED);
    bits = (bits & 0xfffffffffffffu) | (uint64_t)(slice >= HALVED ? 1022 : 1023) << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    const double *row = log_table[slice];
    struct dd product = fast_product(m, row[0]);
    struct dd r = dd_fast_sum(product.hi - 1.0, product.lo);
    struct dd square = fast_product(r.hi, 0.5 * r.hi);
    double series = 1.0 / 10 - r.hi * (1.0 / 11 - r.hi * (1.0 / 12));
    series = 1.0 / 7 - r.hi * (1.0 / 8 - r.hi * (1.0 / 9 - r.hi * series));
    series = 1.0 / 3 - r.hi * (1.0 / 4 - r.hi * (1.0 / 5 - r.hi * (1.0 / 6 - r.hi * series)));
    double rest = r.lo - square.lo - r.lo * r.hi + r.hi * (2.0 * square.hi) * series;
    struct dd sum = dd_sum((double)e * ln2_parts[0][0] + row[1], r.hi);
    struct dd less = dd_sum(sum.hi, -square.hi);
    double lo = less.lo + (sum.lo + ((double)e * ln2_parts[0][1] + row[2]) + rest);
    return dd_fast_sum(less.hi, lo);
}

FAST_TARGET static inline bool fast_log(double x, double *result)
{
    struct dd log = fast_log_parts(x);
    return fast_decides(log.hi, log.lo, 0x1p-63, result);
}

/* ln x * factor. */
FAST_TARGET static inline bool fast_log_times(double x, struct dd factor, double *result)
{
    struct dd log = dd_mul(fast_log_parts(x), factor);
    return fast_decides(log.hi, log.lo, 0x1p-62, result);
}

/* x^y for x > 0 and a result far from the ends of the range. */
FAST_TARGET static inline bool fast_pow(double x, double y, double *result)
{
    struct dd power = dd_mul(fast_log_parts(x), dd_from(y));
    return fast_exp_has(power.hi) && fast_exp_of(power, fabs(power.hi) * 0x1p-62, result);
}

/* The sine of x + quarters * pi / 2, to within 2^-62 of itself if it says true: x = k pi / 128 + r.
 */
FAST_TARGET static inline bool fast_sin_parts(double x, int quarters, struct dd *result)
{
    double k = rint(x * 0x1.45f306dc9c883p+5); /* 128 / pi */
    const double *parts = circle_parts[0];
    struct dd r = dd_sum(x - k * parts[0], -k * parts[1]);
    r = dd_fast_sum(r.hi, r.lo - k * parts[2]);
    unsigned at = ((unsigned)(int64_t)k + 64u * (unsigned)quarters) & 255u;
    unsigned in_quarter = at & 63u, quarter = at >> 6;
    const double *sine = sin_table[quarter & 1 ? 64 - in_quarter : in_quarter];
    const double *cosine = sin_table[quarter & 1 ? in_quarter : 64 - in_quarter];
    double turned = quarter == 1 || quarter == 2 ? -1.0 : 1.0, below = quarter >= 2 ? -1.0 : 1.0;
    double s = below * sine[0], c = turned * cosine[0];
    double square = r.hi * r.hi;
    double cos_rest = square * (-1.0 / 2 + square * (1.0 / 24 + square * (-1.0 / 720)));
    double sin_rest = r.hi * square * (-1.0 / 6 + square * (1.0 / 120 + square * (-1.0 / 5040)));
    struct dd first = fast_product(c, r.hi);
    struct dd sum = dd_sum(s, first.hi);
    double small = below * sine[1] + turned * cosine[1] * r.hi + c * r.lo;
    double lo = sum.lo + (first.lo + small + s * cos_rest + c * sin_rest);
    *result = dd_fast_sum(sum.hi, lo);
    bool near_axis = s == 0.0 && k != 0.0 && fabs(r.hi) < 0x1p-20;
    return !near_axis;
}

FAST_TARGET static inline bool fast_sin(double x, int quarters, double *result)
{
    struct dd sine;
    bool known = fast_sin_parts(x, quarters, &sine);
    return fast_decides(sine.hi, sine.lo, 0x1p-62, result) && known;
}

/* y / x to within 2^-100 of itself. */
FAST_TARGET static inline struct dd fast_quotient(struct dd y, struct dd x)
{
    double q = y.hi / x.hi;
    struct dd back = fast_product(q, x.hi);
    return (struct dd){q, ((y.hi - back.hi) - back.lo + y.lo - q * x.lo) / x.hi};
}

FAST_TARGET static inline bool fast_tan(double x, double *result)
{
    struct dd sine, cosine;
    bool known = fast_sin_parts(x, 0, &sine) && fast_sin_parts(x, 1, &cosine);
    if (!known) {
        return false;
    }
    struct dd all = fast_quotient(sine, cosine);
    return fast_decides(all.hi, all.lo, 0x1p-60, result);
}

FAST_TARGET static inline bool fast_angle_has(double x)
{
    return fabs(x) > 0x1p-200 && fabs(x) < 0x1p200;
}

/* The angle of (x, y), 0 <= y <= x, to within 2^-63 of itself: that of (1, c), c = i / 64, and the
 * one between, whose tangent is t = (y - c x) / (x + c y), at most 1/127. */
FAST_TARGET static inline struct dd fast_low_angle(struct dd y, struct dd x)
{
    double i = rint(y.hi / x.hi * 64.0), c = i * 0x1p-6;
    const double *known = atan_table[(int64_t)i];
    struct dd of_x = fast_product(c, x.hi), of_y = fast_product(c, y.hi);
    struct dd above = dd_sum(y.hi, -of_x.hi), below = dd_sum(x.hi, of_y.hi);
    above.lo += y.lo - of_x.lo - c * x.lo;
    below.lo += x.lo + of_y.lo + c * y.lo;
    struct dd t = fast_quotient(above, below);
    double square = t.hi * t.hi;
    double series = 1.0 / 7 - square * (1.0 / 9 - square * (1.0 / 11));
    series = 1.0 / 3 - square * (1.0 / 5 - square * series);
    struct dd sum = dd_sum(known[0], t.hi);
    return dd_fast_sum(sum.hi, sum.lo + (known[1] + (t.lo - t.hi * square * series)));
}

/* For y, x >= 0, not both 0. */
FAST_TARGET static inline struct dd fast_angle(struct dd y, struct dd x)
{
    const double quarter[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    bool steep = y.hi > x.hi;
    struct dd low = fast_low_angle(steep ? x : y, steep ? y : x);
    if (!steep) {
        return low;
    }
    struct dd sum = dd_sum(quarter[0], -low.hi);
    return dd_fast_sum(sum.hi, sum.lo + (quarter[1] - low.lo));
}

/* sqrt(1 - x^2), |x| < 1: the square is exact, and what is left of 1 nearly. */
FAST_TARGET static inline struct dd fast_other_side(double x)
{
    struct dd square = fast_product(x, x), rest = dd_sum(1.0, -square.hi);
    rest = dd_sum(rest.hi, rest.lo - square.lo);
    double root = sqrt(rest.hi);
    struct dd back = fast_product(root, root);
    return (struct dd){root, ((rest.hi - back.hi) - back.lo + rest.lo) / (2.0 * root)};
}

FAST_TARGET static inline bool fast_atan(double x, double *result)
{
    struct dd angle = fast_angle(dd_from(fabs(x)), dd_from(1.0));
    bool decided = fast_decides(angle.hi, angle.lo, 0x1p-62, result);
    *result = copysign(*result, x);
    return decided;
}

FAST_TARGET static inline bool fast_side_has(double x)
{
    return fabs(x) > 0x1p-200 && fabs(x) < 1.0;
}

FAST_TARGET static inline bool fast_asin(double x, double *result)
{
    struct dd angle = fast_angle(dd_from(fabs(x)), fast_other_side(x));
    bool decided = fast_decides(angle.hi, angle.lo, 0x1p-62, result);
    *result = copysign(*result, x);
    return decided;
}

FAST_TARGET static inline bool fast_acos(double x, double *result)
{
    const double half[] = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
    struct dd angle = fast_angle(fast_other_side(x), dd_from(fabs(x)));
    if (x < 0.0) {
        struct dd sum = dd_sum(half[0], -angle.hi);
        angle = dd_fast_sum(sum.hi, sum.lo + (half[1] - angle.lo));
    }
    return fast_decides(angle.hi, angle.lo, 0x1p-62, result);
}

#endif
