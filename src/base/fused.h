/* Computes the fused multiply-add of float32 for a C library that rounds it twice. */
#pragma once

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
