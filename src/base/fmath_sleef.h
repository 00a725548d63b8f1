/* Tells which of SLEEF's functions stand behind fmath.h, for the files that call them. */
#pragma once

#include <stdbool.h>

/* SLEEF's functions by the accuracy in their names: 1.0 ulp, erfc 1.5. "To add a function: one row
 * here and one in fmath.h"; SLEEF_DOUBLE lists those whose float64 form is SLEEF's as well. A
 * function that SLEEF changed since 3.5 is not here: it would differ from machine to machine. */
/* clang-format off */
#define SLEEF_FLOAT(X)                                                                             \
    X(exp, u10) X(exp2, u10) X(expm1, u10) X(log, u10) X(log2, u10) X(log10, u10) X(sin, u10)      \
    X(cos, u10) X(tan, u10) X(asin, u10) X(acos, u10) X(atan, u10) X(sinh, u10) X(cosh, u10)       \
    X(tanh, u10) X(asinh, u10) X(acosh, u10) X(atanh, u10) X(erfc, u15) X(lgamma, u10)             \
    X(tgamma, u10) X(cbrt, u10)
#define SLEEF_DOUBLE(X)                                                                            \
    X(expm1, u10) X(sinh, u10) X(cosh, u10) X(tanh, u10) X(asinh, u10) X(acosh, u10)               \
    X(atanh, u10) X(erfc, u15) X(lgamma, u10) X(tgamma, u10) X(cbrt, u10)
/* clang-format on */

/* Above these log1p is infinite in SLEEF 3.5, and so in PyTorch; from 3.8 on it is not. So all of a
 * vector that lies above `most` becomes infinity: less minus infinity, and the others less 0. */
#define LOG1P_MOST_FLOAT 1e38f
#define LOG1P_MOST_DOUBLE 1e307
#define END_ABOVE(most, vector, x, bits_of_minus_infinity)                                         \
    if ((most) < INFINITY)                                                                         \
    x -= (vector)((x > (most)) & (bits_of_minus_infinity))

/* Whether this processor has fused multiply-adds (and, on x86, AVX2). */
static inline bool fmath_fused(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
#elif defined(__aarch64__) || defined(FP_FAST_FMAF)
    return true;
#else
    return false;
#endif
}
