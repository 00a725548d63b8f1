/* Turns bits of float16 and bfloat16 into float32 and back: to the nearest, ties to even. */
#pragma once

#include "tensor/compute/dtype.h"

#include <stdint.h>
#include <string.h>

static inline float half_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t half_bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float half_from_bfloat16(uint16_t h)
{
    return half_bits((uint32_t)h << 16);
}

static inline uint16_t half_to_bfloat16(float x)
{
    uint32_t bits = half_bits_of(x);
    if (x != x) {
        return 0x7fc0;
    }
    return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

/* float16: 1 sign, 5 exponent, 10 fraction bits. */
static inline float half_from_float16(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, rest = h & 0x7fffu;
    if (rest >= 0x7c00u) { /* inf, nan */
        return half_bits(sign | 0x7f800000u | (rest & 0x3ffu) << 13);
    }
    if (rest < 0x400u) { /* 0 and what is too small to have a leading 1 */
        float size = (float)rest * 0x1p-24f;
        return half_bits(sign | half_bits_of(size));
    }
    return half_bits(sign | ((rest << 13) + (112u << 23)));
}

static inline uint16_t half_to_float16(float x)
{
    uint32_t bits = half_bits_of(x), sign = bits >> 16 & 0x8000u, rest = bits & 0x7fffffffu;
    if (x != x) {
        return (uint16_t)(sign | 0x7e00u);
    }
    if (rest >= 0x477ff000u) { /* 65520 and more */
        return (uint16_t)(sign | 0x7c00u);
    }
    if (rest < 0x38800000u) { /* below 2^-14: added to 0.5 the last bit kept is worth 2^-24 */
        uint32_t fixed = half_bits_of(half_bits(rest) + 0.5f);
        return (uint16_t)(sign | (fixed - 0x3f000000u));
    }
    return (uint16_t)(sign | (rest - (112u << 23) + 0xfffu + (rest >> 13 & 1u)) >> 13);
}

/* Rounded to the type, as a float32. */
static inline float half_round_float16(float x)
{
    return half_from_float16(half_to_float16(x));
}

static inline float half_round_bfloat16(float x)
{
    return half_from_bfloat16(half_to_bfloat16(x));
}

/* Rounded to dtype, if that is a short float. */
static inline float half_round(enum dtype dtype, float x)
{
    return dtype == DTYPE_FLOAT16    ? half_round_float16(x)
           : dtype == DTYPE_BFLOAT16 ? half_round_bfloat16(x)
                                     : x;
}
