/* Does double-double arithmetic: an unevaluated sum of two doubles, about 104 bits.
 * The helpers of fmath_double.c. Plain additions and multiplications only, so the bits are the same
 * everywhere; it must be compiled without contraction to fused multiply-add. */
#pragma once

#include <math.h>

struct dd {
    double hi; /* the sum, rounded to nearest */
    double lo;
};

/* a + b exactly; needs |a| >= |b| or a == 0. */
static inline struct dd dd_fast_sum(double a, double b)
{
    double hi = a + b;
    return (struct dd){hi, b - (hi - a)};
}

/* a + b exactly (Knuth). */
static inline struct dd dd_sum(double a, double b)
{
    double hi = a + b;
    double b_part = hi - a;
    return (struct dd){hi, (a - (hi - b_part)) + (b - b_part)};
}

/* a * b exactly (Dekker), while neither overflows when split or has bits below the smallest double.
 */
static inline struct dd dd_product(double a, double b)
{
    double hi = a * b;
    double ta = 134217729.0 * a; /* 2^27 + 1 cuts 53 bits into 26 and 26 */
    double tb = 134217729.0 * b;
    double a1 = ta - (ta - a), a2 = a - a1;
    double b1 = tb - (tb - b), b2 = b - b1;
    return (struct dd){hi, ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline struct dd dd_from(double a)
{
    return (struct dd){a, 0.0};
}

static inline struct dd dd_negate(struct dd a)
{
    return (struct dd){-a.hi, -a.lo};
}

/* By a power of two: exact. */
static inline struct dd dd_scale(struct dd a, double power_of_two)
{
    return (struct dd){a.hi * power_of_two, a.lo * power_of_two};
}

static inline struct dd dd_add(struct dd a, struct dd b)
{
    struct dd s = dd_sum(a.hi, b.hi);
    struct dd t = dd_sum(a.lo, b.lo);
    s = dd_fast_sum(s.hi, s.lo + t.hi);
    return dd_fast_sum(s.hi, s.lo + t.lo);
}

static inline struct dd dd_sub(struct dd a, struct dd b)
{
    return dd_add(a, dd_negate(b));
}

static inline struct dd dd_mul(struct dd a, struct dd b)
{
    struct dd p = dd_product(a.hi, b.hi);
    return dd_fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline struct dd dd_div(struct dd a, struct dd b)
{
    double q1 = a.hi / b.hi;
    struct dd r = dd_sub(a, dd_mul(b, dd_from(q1)));
    double q2 = r.hi / b.hi;
    r = dd_sub(r, dd_mul(b, dd_from(q2)));
    struct dd q = dd_fast_sum(q1, q2);
    return dd_add(q, dd_from(r.hi / b.hi));
}

static inline struct dd dd_sqrt(struct dd a)
{
    if (!(a.hi > 0.0)) {
        return dd_from(a.hi);
    }
    double root = sqrt(a.hi);
    struct dd rest = dd_sub(a, dd_product(root, root));
    return dd_fast_sum(root, rest.hi / (2.0 * root));
}
