/* Rows of float64. The bits are those of the scalar forms: the short ways of fmath_fast.h with
 * exact products by a fused multiply-add where there is one, and the widest form of SLEEF's
 * functions that are computed without it. */
#include "base/fmath.h"
#include "base/fmath_sleef.h"

#include <math.h>
#include <sleef.h>
#include <string.h>

#define ONE_BY_ONE(name)                                                                           \
    void fmath_##name##_n(double *out, const double *in, size_t n)                                 \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            out[i] = fmath_##name(in[i]);                                                          \
    }
ONE_BY_ONE(log2)
ONE_BY_ONE(log10)

#if defined(__x86_64__)
#include <immintrin.h>

#define FAST_TARGET __attribute__((target("avx2,fma")))
#define FAST_FUSED 1
#include "base/fmath_fast.h"

/* What the short way cannot decide, or has no table for, goes the long way. */
#define SHORT_WAY(name, inside, call)                                                              \
    FAST_TARGET static void name##_fused(double *out, const double *in, size_t n)                  \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            double x = in[i], y;                                                                   \
            out[i] = inside && call ? y : fmath_##name(x);                                         \
        }                                                                                          \
    }                                                                                              \
    void fmath_##name##_n(double *out, const double *in, size_t n)                                 \
    {                                                                                              \
        if (fmath_fused()) {                                                                       \
            name##_fused(out, in, n);                                                              \
            return;                                                                                \
        }                                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            out[i] = fmath_##name(in[i]);                                                          \
    }
SHORT_WAY(exp, fast_exp_has(x), fast_exp(x, &y))
SHORT_WAY(log, fast_log_has(x), fast_log(x, &y))
SHORT_WAY(sin, fast_sin_has(x), fast_sin(x, 0, &y))
SHORT_WAY(cos, fast_sin_has(x), fast_sin(x, 1, &y))
SHORT_WAY(exp2, fast_exp_has(x), fast_exp2(x, &y))
SHORT_WAY(tan, fast_sin_has(x), fast_tan(x, &y))
SHORT_WAY(asin, fast_side_has(x), fast_asin(x, &y))
SHORT_WAY(acos, fast_side_has(x), fast_acos(x, &y))
SHORT_WAY(atan, fast_angle_has(x), fast_atan(x, &y))

/* The rest of a row is padded to one more vector. */
#define ROW_OF_VECTORS(name, function, vector, width, load, store, attribute)                      \
    attribute static void name(double *out, const double *in, size_t n)                            \
    {                                                                                              \
        size_t i = 0;                                                                              \
        for (; i + (width) <= n; i += (width))                                                     \
            store(out + i, function(load(in + i)));                                                \
        if (i == n)                                                                                \
            return;                                                                                \
        double rest[width] = {0};                                                                  \
        memcpy(rest, in + i, (n - i) * sizeof *rest);                                              \
        store(rest, function(load(rest)));                                                         \
        memcpy(out + i, rest, (n - i) * sizeof *rest);                                             \
    }

/* <sleef.h> shows the wide forms only to files compiled for those machines as a whole. */
#define ROW_DOUBLE(name, ulp)                                                                      \
    __attribute__((target("avx"))) __m256d Sleef_cinz_##name##d4_##ulp##avx(__m256d);              \
    __attribute__((target("avx512f"))) __m512d Sleef_cinz_##name##d8_##ulp##avx512fnofma(__m512d); \
    ROW_OF_VECTORS(name##_sse2, Sleef_cinz_##name##d2_##ulp##sse2, __m128d, 2, _mm_loadu_pd,       \
                   _mm_storeu_pd, )                                                                \
    ROW_OF_VECTORS(name##_avx, Sleef_cinz_##name##d4_##ulp##avx, __m256d, 4, _mm256_loadu_pd,      \
                   _mm256_storeu_pd, __attribute__((target("avx"))))                               \
    ROW_OF_VECTORS(name##_avx512, Sleef_cinz_##name##d8_##ulp##avx512fnofma, __m512d, 8,           \
                   _mm512_loadu_pd, _mm512_storeu_pd, __attribute__((target("avx512f"))))          \
    void fmath_##name##_n(double *out, const double *in, size_t n)                                 \
    {                                                                                              \
        if (n > 4 && __builtin_cpu_supports("avx512f"))                                            \
            name##_avx512(out, in, n);                                                             \
        else if (__builtin_cpu_supports("avx"))                                                    \
            name##_avx(out, in, n);                                                                \
        else                                                                                       \
            name##_sse2(out, in, n);                                                               \
    }
#else
ONE_BY_ONE(exp)
ONE_BY_ONE(log)
ONE_BY_ONE(sin)
ONE_BY_ONE(cos)
ONE_BY_ONE(exp2)
ONE_BY_ONE(tan)
ONE_BY_ONE(asin)
ONE_BY_ONE(acos)
ONE_BY_ONE(atan)
#define ROW_DOUBLE(name, ulp) ONE_BY_ONE(name)
#endif

SLEEF_DOUBLE(ROW_DOUBLE)
