/* Computes fused multiply-adds in place: one of float64 by the C library is ten times as slow, and
 * one of float32 is wrong. */
#pragma once

#include <math.h>

#include "base/fused.h"

#define fmaf(x, y, z) fused_multiply_add(x, y, z)
#define fma(x, y, z) fused_multiply_add_double(x, y, z)
#define __builtin_fmaf fmaf /* SLEEF says it so */
#define __builtin_fma fma
