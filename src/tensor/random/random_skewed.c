/* Lopsided distributions. The rules stand in ATen/core/TransformationHelper.h and
 * ATen/native/Distributions.cpp; Poisson counts from 10 on are drawn by Hoermann's transformed
 * rejection (1993), below by multiplying uniforms until they fall under exp(-rate). */
#include "tensor/random/random_skewed.h"

#include "base/fmath.h"
#include "tensor/random/random_fill.h"
#include "tensor/random/random_normal.h"
#include "tensor/shape/visit.h"

#include <float.h>
#include <math.h>

bool random_geometric(struct compute *cx, struct random *r, const struct tensor *t, double p)
{
    if (!(p > 0 && p < 1)) {
        return random_refuse(cx, "geometric_ expects p to be in (0, 1), but got p=", p);
    }
    if (t->dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME, "\"geometric_cpu\" not implemented for 'Bool'");
    }
    if (!tensor_check_write(cx, t, NULL) || !tensor_announce(cx, t)) {
        return false;
    }
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        tensor_set_double(t, it.place, ceil(fmath_log(random_53(r)) / fmath_log(1 - p)));
    }
    return true;
}

bool random_cauchy(struct compute *cx, struct random *r, const struct tensor *t, double median,
                   double sigma)
{
    const double pi = 3.14159265358979323846;
    if (!random_fill_start(cx, t, "cauchy_cpu")) {
        return false;
    }
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        double u = random_53(r);
        u = u > 1 - DBL_EPSILON ? 1 - DBL_EPSILON : u < DBL_EPSILON ? DBL_EPSILON : u;
        random_fill_set(t, it.place, median + sigma * fmath_tan(pi * (u - 0.5)));
    }
    return true;
}

bool random_log_normal(struct compute *cx, struct random *r, const struct tensor *t, double mean,
                       double std)
{
    if (!(std > 0)) {
        return random_refuse(cx, "log_normal_ expects std > 0.0, but found std=", std);
    }
    if (!random_fill_start(cx, t, "log_normal_cpu")) {
        return false;
    }
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        random_fill_set(t, it.place, fmath_exp(fma(random_normal_one(r), std, mean)));
    }
    return true;
}

/* --- Poisson --- */

static double few(struct random *r, double rate)
{
    double least = fmath_exp(-rate), product = 1, count = 0;
    for (product *= random_53(r); product > least; product *= random_53(r)) {
        count++;
    }
    return count;
}

static double many(struct random *r, double rate)
{
    double root = sqrt(rate), log_rate = fmath_log(rate);
    double b = 0.931 + 2.53 * root;
    double a = -0.059 + 0.02483 * b;
    double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    double squeeze = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        double u = random_53(r) - 0.5, v = random_53(r);
        double us = 0.5 - fabs(u);
        double k = floor((2 * a / us + b) * u + rate + 0.43);
        if (us >= 0.07 && v <= squeeze) {
            return k;
        }
        if (k < 0 || (us < 0.013 && v > us)) {
            continue;
        }
        double left = fmath_log(v) + fmath_log(inverse_alpha) - fmath_log(a / (us * us) + b);
        if (left <= -rate + k * log_rate - fmath_lgamma(k + 1)) {
            return k;
        }
    }
}

bool random_poisson(struct compute *cx, struct random *r, struct tensor *out,
                    const struct tensor *rates)
{
    struct tensor fresh;
    if (!dtype_is_float(rates->dtype)) {
        return error_set(cx->err, ERROR_RUNTIME, "\"poisson_cpu\" not implemented for '%s'",
                         dtype_legacy_name(rates->dtype));
    }
    if (!tensor_new(cx, &fresh, rates->dtype, rates->ndim, rates->shape)) {
        return false;
    }
    struct visit to, from;
    visit_rows(&from, rates);
    for (visit_rows(&to, &fresh); to.left > 0; visit_step(&to), visit_step(&from)) {
        double rate = tensor_double_at(rates, from.place);
        if (!(rate >= 0) || isinf(rate)) {
            tensor_release(&fresh);
            return error_set(cx->err, ERROR_RUNTIME,
                             "invalid Poisson rate, expected rate to be non-negative");
        }
        double count = rate == 0 ? 0 : rate < 10 ? few(r, rate) : many(r, rate);
        random_fill_set(&fresh, to.place, count);
    }
    *out = fresh;
    return true;
}
