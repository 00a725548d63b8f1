/* Computes rows of a function of two numbers; those of one are in fmath.h. */
#pragma once

#include <stddef.h>

/* out[i] = pow(x[i], y[i]); out may be x or y. The bits are those of the scalar form. */
void fmath_pow_n(double *out, const double *x, const double *y, size_t n);
/* As PyTorch's vectors of float64 have them: SLEEF's, within 1 ulp. */
void fmath_pow_vector_n(double *out, const double *x, const double *y, size_t n);
