/* Takes the short way of exp, log, the trigonometric functions and their inverses in float64, for
 * fmath_double.c: a table, a short series, and the result as a sum of two doubles whose error is
 * bounded. Where the bound decides how the sum is rounded, that is the answer; else (one argument
 * in some hundreds, or less) the long way decides.
 *
 * Each bound is well above the errors it covers: what is dropped of the series, and the roundings
 * of the smaller part. tests/base/test_fmath.c holds what each decides against
 * long double. log alone takes the steps of glibc, with a table and constants of its own. */
#pragma once

#include "base/dd.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/fmath_log.inc"
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

FAST_TARGET static inline uint64_t fast_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

FAST_TARGET static inline double fast_of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The last 51 bits of a whole number: of a vector of doubles, too, where no conversion is. */
FAST_TARGET static inline uint64_t fast_whole(double k)
{
    return fast_bits(k + 0x1.8p52);
}

/* 2^power for a normal result; only the last 12 bits count. */
FAST_TARGET static inline double fast_power(uint64_t power)
{
    return fast_of_bits((power + 1023) << 52);
}

/* Where each short way holds. */
FAST_TARGET static inline bool fast_exp_has(double x)
{
    return (fabs(x) < 708.0) & (fabs(x) >= 0x1p-60);
}

FAST_TARGET static inline bool fast_log_has(double x)
{
    return (x >= 0x1p-1022) & (x <= 0x1p1023) & (x != 1.0);
}

FAST_TARGET static inline bool fast_sin_has(double x)
{
    return (fabs(x) < 1000.0) & (fabs(x) > 0x1p-200);
}

/* 2^(k/128) e^r, r known to within `error`. */
FAST_TARGET static inline bool fast_exp_near(double k, struct dd r, double error, double *result)
{
    uint64_t whole = fast_whole(k);
    double power = exp_table[whole & 127][0], more = exp_table[whole & 127][1];
    double series = (1.0 / 120 + r.hi * (1.0 / 720 + r.hi * (1.0 / 5040))); /* e^r - 1 - r ... */
    series = 1.0 / 6 + r.hi * (1.0 / 24 + r.hi * series);
    double rest = r.lo + r.hi * r.hi * (0.5 + r.hi * series);
    struct dd first = fast_product(power, r.hi);
    struct dd sum = dd_fast_sum(power, first.hi);
    double lo = sum.lo + (first.lo + more + more * r.hi + power * rest);
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
    uint64_t bits = fast_bits(x), slice = bits >> 45 & 127, halved = (slice + 128 - HALVED) >> 7;
    double e = fast_of_bits(fast_bits(0x1p52) + (bits >> 52) + halved) - (0x1p52 + 1023);
    double m = fast_of_bits((bits & 0xfffffffffffffu) | (1023 - halved) << 52);
    struct dd product = fast_product(m, log_table[slice][0]);
    struct dd r = dd_fast_sum(product.hi - 1.0, product.lo);
    struct dd square = fast_product(r.hi, 0.5 * r.hi);
    double series = 1.0 / 10 - r.hi * (1.0 / 11 - r.hi * (1.0 / 12));
    series = 1.0 / 7 - r.hi * (1.0 / 8 - r.hi * (1.0 / 9 - r.hi * series));
    series = 1.0 / 3 - r.hi * (1.0 / 4 - r.hi * (1.0 / 5 - r.hi * (1.0 / 6 - r.hi * series)));
    double rest = r.lo - square.lo - r.lo * r.hi + r.hi * (2.0 * square.hi) * series;
    struct dd sum = dd_sum(e * ln2_parts[0][0] + log_table[slice][1], r.hi);
    struct dd less = dd_sum(sum.hi, -square.hi);
    double lo = less.lo + (sum.lo + (e * ln2_parts[0][1] + log_table[slice][2]) + rest);
    return dd_fast_sum(less.hi, lo);
}

/* a b + c, rounded once. */
FAST_TARGET static inline double fast_fused(double a, double b, double c)
{
#if FAST_FUSED
    return __builtin_fma(a, b, c);
#else
    return fma(a, b, c);
#endif
}

FAST_TARGET static inline bool fast_log_is_near(double x)
{
    return (x >= 1.0 - 0x1p-4) & (x < 1.0 + 0x1.09p-4);
}

/* ln x near 1, from x - 1: what r^2 takes away is exact, as a sum of two. */
FAST_TARGET static inline double fast_log_near(double r)
{
    double square = r * r, cube = r * square;
    double low = fast_fused(square, log_near[3], fast_fused(r, log_near[2], log_near[1]));
    double middle = fast_fused(square, log_near[6], fast_fused(r, log_near[5], log_near[4]));
    double high = fast_fused(square, log_near[9], fast_fused(r, log_near[8], log_near[7]));
    high = fast_fused(cube, log_near[10], high);
    double series = fast_fused(fast_fused(high, cube, middle), cube, low);
    double head = fast_fused(-0x1p27, r, fast_fused(r, 0x1p27, r)), head_square = head * head;
    double hi = fast_fused(head_square, log_near[0], r);
    double lo = fast_fused(head_square, log_near[0], r - hi);
    lo = fast_fused(log_near[0] * (r - head), r + head, lo);
    return hi + fast_fused(series, cube, lo);
}

/* ln(2^more x) by a table, for a normal x: x = 2^e m, m / c = 1 + r. */
FAST_TARGET static inline double fast_log_far(double x, double more)
{
    const uint64_t aside = 10, exponent = 0xfff; /* of 16: a slice begins at 11/16 */
    uint64_t bits = fast_bits(x), moved = bits + (aside << 48);
    const double *place = log_places[moved >> 45 & 127];
    double e = fast_of_bits(fast_bits(0x1p52) + (moved >> 52)) - (0x1p52 + 1023) + more;
    double m = fast_of_bits(bits - (moved & exponent << 52) + fast_bits(1.0));
    double r = fast_fused(m, place[0], -1.0), square = r * r;
    double whole = fast_fused(e, log_ln2[0], place[1]), hi = whole + r;
    double lo = fast_fused(e, log_ln2[1], whole - hi + r);
    lo = fast_fused(square, log_far[0], lo);
    double low = fast_fused(r, log_far[2], log_far[1]),
           high = fast_fused(r, log_far[4], log_far[3]);
    return fast_fused(r * square, fast_fused(high, square, low), lo) + hi;
}

/* Python's, NumPy's: the steps of the C library, which are wrong by 0.519 ulp at most. */
FAST_TARGET static inline bool fast_log(double x, double *result)
{
    double near = fast_log_near(x - 1.0), far = fast_log_far(x, 0.0);
    *result = fast_log_is_near(x) ? near : far;
    return true;
}

FAST_TARGET static inline struct dd fast_times(struct dd a, struct dd b)
{
    struct dd p = fast_product(a.hi, b.hi);
    return dd_fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static const struct dd fast_log2_of_e = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
static const struct dd fast_log10_of_e = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};

/* ln x * factor. */
FAST_TARGET static inline bool fast_log_times(double x, struct dd factor, double *result)
{
    struct dd log = fast_times(fast_log_parts(x), factor);
    return fast_decides(log.hi, log.lo, 0x1p-62, result);
}

FAST_TARGET static inline bool fast_log2(double x, double *result)
{
    return fast_log_times(x, fast_log2_of_e, result);
}

FAST_TARGET static inline bool fast_log10(double x, double *result)
{
    return fast_log_times(x, fast_log10_of_e, result);
}

FAST_TARGET static inline bool fast_pow_has(double x, double y)
{
    bool base = (x > 0x1p-200) & (x < 0x1p200) & (x != 1.0);
    return base & (fabs(y) > 0x1p-200) & (fabs(y) < 0x1p200);
}

/* x^y for a result far from the ends of the range; the error is that of the logarithm. */
FAST_TARGET static inline bool fast_pow(double x, double y, double *result)
{
    struct dd power = fast_times(fast_log_parts(x), dd_from(y));
    bool has = fast_exp_has(power.hi);
    struct dd safe = {has ? power.hi : 0.5, has ? power.lo : 0.0};
    return fast_exp_of(safe, fabs(safe.hi) * 0x1.1p-63, result) & has;
}

/* x beside the nearest k pi / 128. */
FAST_TARGET static inline struct dd fast_beside(double x, double *k)
{
    const double *parts = circle_parts[0];
    *k = rint(x * 0x1.45f306dc9c883p+5); /* 128 / pi */
    struct dd r = dd_sum(x - *k * parts[0], -*k * parts[1]);
    return dd_fast_sum(r.hi, r.lo - *k * parts[2]);
}

/* The sine of k pi / 128 + r + quarters * pi / 2, to within 2^-62 of itself if it says true. */
FAST_TARGET static inline bool fast_sin_parts(double k, struct dd r, uint64_t quarters,
                                              struct dd *result)
{
    uint64_t at = fast_whole(k) + 64 * quarters, in_quarter = at & 63;
    bool odd = (at & 64) != 0;
    uint64_t i = odd ? 64 - in_quarter : in_quarter, j = 64 - i; /* of the sine, the cosine */
    double turned = ((at + 64) & 128) != 0 ? -1.0 : 1.0, below = (at & 128) != 0 ? -1.0 : 1.0;
    double s = below * sin_table[i][0], c = turned * sin_table[j][0];
    double square = r.hi * r.hi;
    double cos_rest = square * (-1.0 / 2 + square * (1.0 / 24 + square * (-1.0 / 720)));
    double sin_rest = r.hi * square * (-1.0 / 6 + square * (1.0 / 120 + square * (-1.0 / 5040)));
    struct dd first = fast_product(c, r.hi);
    struct dd sum = dd_sum(s, first.hi);
    double small = below * sin_table[i][1] + turned * sin_table[j][1] * r.hi + c * r.lo;
    double lo = sum.lo + (first.lo + small + s * cos_rest + c * sin_rest);
    *result = dd_fast_sum(sum.hi, lo);
    return !((s == 0.0) & (k != 0.0) & (fabs(r.hi) < 0x1p-20)); /* else near an axis */
}

FAST_TARGET static inline bool fast_sin(double x, uint64_t quarters, double *result)
{
    double k;
    struct dd sine, r = fast_beside(x, &k);
    bool known = fast_sin_parts(k, r, quarters, &sine);
    return fast_decides(sine.hi, sine.lo, 0x1p-62, result) & known;
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
    double k;
    struct dd sine, cosine, r = fast_beside(x, &k);
    bool known = (int)fast_sin_parts(k, r, 0, &sine) & (int)fast_sin_parts(k, r, 1, &cosine);
    struct dd all = fast_quotient(sine, cosine);
    return fast_decides(all.hi, all.lo, 0x1.1p-61, result) & known; /* twice a sine, and a bit */
}

FAST_TARGET static inline bool fast_angle_has(double x)
{
    return (fabs(x) > 0x1p-200) & (fabs(x) < 0x1p200);
}

/* The angle of (x, y), 0 <= y <= x, to within 2^-63 of itself: that of (1, c), c = i / 64, and the
 * one between, whose tangent is t = (y - c x) / (x + c y), at most 1/127. */
FAST_TARGET static inline struct dd fast_low_angle(struct dd y, struct dd x)
{
    double i = rint(y.hi / x.hi * 64.0), c = i * 0x1p-6;
    uint64_t row = fast_whole(i) & 127;
    struct dd of_x = fast_product(c, x.hi), of_y = fast_product(c, y.hi);
    struct dd above = dd_sum(y.hi, -of_x.hi), below = dd_sum(x.hi, of_y.hi);
    above.lo += y.lo - of_x.lo - c * x.lo;
    below.lo += x.lo + of_y.lo + c * y.lo;
    struct dd t = fast_quotient(above, below);
    double square = t.hi * t.hi;
    double series = 1.0 / 7 - square * (1.0 / 9 - square * (1.0 / 11));
    series = 1.0 / 3 - square * (1.0 / 5 - square * series);
    struct dd sum = dd_sum(atan_table[row][0], t.hi);
    return dd_fast_sum(sum.hi, sum.lo + (atan_table[row][1] + (t.lo - t.hi * square * series)));
}

/* base - angle where it is `turned`, else the angle. */
FAST_TARGET static inline struct dd fast_turn(bool turned, struct dd base, struct dd angle)
{
    struct dd sum = dd_sum(base.hi, -angle.hi);
    sum = dd_fast_sum(sum.hi, sum.lo + (base.lo - angle.lo));
    return (struct dd){turned ? sum.hi : angle.hi, turned ? sum.lo : angle.lo};
}

/* For y, x >= 0, not both 0. */
FAST_TARGET static inline struct dd fast_angle(struct dd y, struct dd x)
{
    const struct dd quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    bool steep = y.hi > x.hi;
    struct dd above = {steep ? x.hi : y.hi, steep ? x.lo : y.lo};
    struct dd below = {steep ? y.hi : x.hi, steep ? y.lo : x.lo};
    return fast_turn(steep, quarter, fast_low_angle(above, below));
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
    return (fabs(x) > 0x1p-200) & (fabs(x) < 1.0);
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
    const struct dd half = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
    struct dd angle = fast_turn(x < 0.0, half, fast_angle(fast_other_side(x), dd_from(fabs(x))));
    return fast_decides(angle.hi, angle.lo, 0x1p-62, result);
}
