/* Declares the elementary functions: its files are the only ones that call an exp, a log or a sine.
 *
 * float32: SLEEF's deterministic Sleef_finz_* functions (within 1 ulp; the scalar and the vector
 * form have the same bits, and they are those of PyTorch's vector path), so every machine with
 * fused multiply-adds, every compiler and vector width prints the same digits. float64: see fmath.c
 * for what is called and how far it was measured from correct rounding. erf of both is our own,
 * with the bits of SLEEF 3.5, for SLEEF changed it. Never call <math.h>'s versions: glibc's expf
 * differs in 10 % of the arguments. sqrt, fabs, floor, ceil, trunc, rint, fmod, fma, copysign and
 * ldexp are exact everywhere and may be called directly. */
#pragma once

#include <stddef.h>

/* "To add a function: one row here and its bodies in fmath.c." */
/* clang-format off */
#define FMATH_UNARY(X)                                                                             \
    X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos)  \
    X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc) X(lgamma) X(tgamma)  \
    X(cbrt)
/* clang-format on */

#define FMATH_DECLARE(name)                                                                        \
    float fmath_##name##f(float x);                                                                \
    double fmath_##name(double x);                                                                 \
    /* out[i] = name(in[i]); out may be in. The bits are those of the scalar form. */              \
    void fmath_##name##f_n(float *out, const float *in, size_t n);                                 \
    void fmath_##name##_n(double *out, const double *in, size_t n);
FMATH_UNARY(FMATH_DECLARE)
#undef FMATH_DECLARE

float fmath_powf(float x, float y);
double fmath_pow(double x, double y); /* rounded once, but for one in thousands */
float fmath_atan2f(float y, float x);
double fmath_atan2(double y, double x);
double fmath_hypot(double x, double y);

/* As PyTorch's softmax of float64 and its gradient have them: SLEEF's, within 1 ulp. */
double fmath_exp_softmax(double x);
double fmath_log_softmax(double x);
void fmath_exp_softmax_n(double *out, const double *in, size_t n);
