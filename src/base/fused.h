/* Computes fused multiply-adds where no instruction does: for a C library that rounds float32
 * twice, and takes long over float64. */
#pragma once

#include "base/dd.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* x * y + z rounded once, to nearest, in numbers of any size: the bits of a correct fmaf, but that
 * a NaN's sign and payload are not said. Needs arithmetic in double that rounds to nearest. */
float fused_slowly(float x, float y, float z);

/* The same. A sum in double, where the product is exact, that is then rounded to float32 was
 * rounded twice, which is wrong at most where it lies half-way between two floats, or below the
 * normal range. */
static inline float fused_multiply_add(float x, float y, float z)
{
    double sum = (double)x * y + z;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    unsigned exponent = (unsigned)(bits >> 52 & 0x7ff);
    bool plain = (bits & 0x1fffffff) != 0x10000000 && exponent > 1023 - 126;
    return plain ? (float)sum : fused_slowly(x, y, z);
}

/* x * y + z rounded once, by the C library's fma. */
double fused_slowly_double(double x, double y, double z);

/* The same, but that *doubtful is no longer 0 where it may be another number. What three exact sums
 * leave over can change the last of them only where that one lies half-way between two doubles:
 * what it lost is then a power of two. Products next to 0 have no exact parts, and sums that are
 * not finite are lost. */
static inline double fused_nearly_double(double x, double y, double z, uint64_t *doubtful)
{
    struct dd product = dd_product(x, y), sum = dd_sum(product.hi, z);
    double rest = sum.lo + product.lo;
    struct dd all = dd_fast_sum(sum.hi, rest);
    uint64_t lost;
    memcpy(&lost, &all.lo, sizeof lost);
    double result = rest != 0 ? all.hi : sum.hi; /* which may be -0 */
    bool tiny = (x != 0) & (y != 0) & !(fabs(product.hi) > 0x1p-900);
    bool halfway = (product.lo != 0) & (lost << 12 == 0);
    *doubtful |= tiny | halfway | (result != result);
    return result;
}

static inline double fused_multiply_add_double(double x, double y, double z)
{
    uint64_t doubtful = 0;
    double result = fused_nearly_double(x, y, z, &doubtful);
    return doubtful == 0 ? result : fused_slowly_double(x, y, z);
}
