/* Computes plane rotations and reflections of one small matrix in double, with the signs that
 * LAPACK's dlartg, dlasr, drot and dlarfg choose, so that the vectors built from them have LAPACK's
 * signs too. Private to this room. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* A power of 2 that a vector is divided by before its cells are squared: 1, unless squares of
 * `largest` leave the range of double. */
static inline double unit_of(double largest)
{
    bool fits = largest > 0x1p-485 && largest < 0x1p+485;
    return fits || largest == 0 || !isfinite(largest) ? 1 : ldexp(1, ilogb(largest));
}

/* The rotation (c, s) that turns (f, g) into (r, 0). */
static inline double rotation_of(double f, double g, double *c, double *s)
{
    if (g == 0) {
        *c = 1;
        *s = 0;
        return f;
    }
    if (f == 0) {
        *c = 0;
        *s = copysign(1, g);
        return fabs(g);
    }
    double unit = unit_of(fmax(fabs(f), fabs(g)));
    f /= unit;
    g /= unit;
    double length = sqrt(f * f + g * g), r = copysign(length, f);
    *c = fabs(f) / length;
    *s = g / r;
    return r * unit;
}

/* Two lines of `count` cells, `step` apart, become c x + s y and c y - s x. */
static inline void rotation_apply(int64_t count, double *x, double *y, int64_t step, double c,
                                  double s)
{
    for (int64_t k = 0; k < count; k++) {
        double a = x[k * step], b = y[k * step];
        x[k * step] = c * a + s * b;
        y[k * step] = c * b - s * a;
    }
}

/* Neighbouring lines j and j + 1 of a block are turned by rotation j, for all j of `lines` lines,
 * forwards or backwards. A line has `count` cells, `step` apart; lines are `apart` from another. */
static inline void rotation_chain(int64_t lines, int64_t count, double *a, int64_t apart,
                                  int64_t step, const double *c, const double *s, int forwards)
{
    for (int64_t k = 0; k + 1 < lines; k++) {
        int64_t j = forwards ? k : lines - 2 - k;
        rotation_apply(count, a + j * apart, a + (j + 1) * apart, step, c[j], s[j]);
    }
}

/* The reflection 1 - tau v v', v[0] = 1, that turns the n cells of x, `step` apart, into (beta, 0,
 * ...): x[0] becomes beta, the others the rest of v. Returns tau, 0 when there is nothing to do. */
static inline double reflection_of(int64_t n, double *x, int64_t step)
{
    double rest = 0, largest = 0;
    for (int64_t k = 0; k < n; k++) {
        largest = fmax(largest, fabs(x[k * step]));
    }
    double unit = unit_of(largest);
    for (int64_t k = 1; k < n; k++) {
        double cell = x[k * step] / unit;
        rest += cell * cell;
    }
    if (rest == 0) {
        return 0;
    }
    double top = x[0] / unit, beta = -copysign(sqrt(top * top + rest), top);
    for (int64_t k = 1; k < n; k++) {
        x[k * step] = x[k * step] / unit / (top - beta);
    }
    x[0] = beta * unit;
    return (beta - top) / beta;
}

/* Applies it to `lines` lines of n cells: line l starts at a + l * apart, its cells are `step`
 * apart. v has its cells v_step apart; v[0] is taken as 1. */
static inline void reflection_apply(int64_t lines, int64_t n, double *a, int64_t apart,
                                    int64_t step, double tau, const double *v, int64_t v_step)
{
    for (int64_t l = 0; l < lines && tau != 0; l++) {
        double *line = a + l * apart, sum = line[0];
        for (int64_t k = 1; k < n; k++) {
            sum += v[k * v_step] * line[k * step];
        }
        line[0] -= tau * sum;
        for (int64_t k = 1; k < n; k++) {
            line[k * step] -= tau * sum * v[k * v_step];
        }
    }
}
