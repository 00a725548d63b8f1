/* Computes the elementary functions: SLEEF's deterministic ones stand behind plain names.
 *
 * float32: Sleef_finz_*, at most 1 ulp off, computed with fused multiply-adds: the very functions,
 * and so the very bits, of PyTorch's vector path. Their scalar and vector forms have equal bits
 * (checked over the whole range by tests/base/test_fmath.c), so the widest vectors of this machine
 * may be used. On an x86 processor without FMA (before 2013) Sleef_cinz_* stands in: as accurate,
 * but one result in a hundred differs in its last bit. SLEEF's NaN differs between forms in sign
 * and payload; here every NaN result is the same one. float64: what Python code prints most is in
 * fmath_double.c; the rest is SLEEF's. Rows of float64 are in fmath_rows.c.
 *
 * The bits are those of SLEEF 3.5. What a later SLEEF computes otherwise is not left to it: erf is
 * in fmath_erf.c, and log1p gets no argument that it changed. */
#include "base/fmath.h"
#include "base/fmath_sleef.h"

#include <float.h>
#include <math.h>
#include <sleef.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "qkv needs arithmetic in the type's own precision (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif

static float one_nan(float x)
{
    return x == x ? x : (float)NAN;
}

/* ---- the scalar forms ---- */

/* <sleef.h> shows them only to files compiled for machines with FMA as a whole. */
#define SCALAR_FLOAT_TO(name, ulp, most)                                                           \
    float Sleef_finz_##name##f1_##ulp##purecfma(float);                                            \
    float fmath_##name##f(float x)                                                                 \
    {                                                                                              \
        x = x > (most) ? INFINITY : x;                                                             \
        return one_nan(fmath_fused() ? Sleef_finz_##name##f1_##ulp##purecfma(x)                    \
                                     : Sleef_cinz_##name##f1_##ulp##purec(x));                     \
    }
#define SCALAR_FLOAT(name, ulp) SCALAR_FLOAT_TO(name, ulp, INFINITY)
SLEEF_FLOAT(SCALAR_FLOAT)
SCALAR_FLOAT_TO(log1p, u10, LOG1P_MOST_FLOAT)

#define SCALAR_DOUBLE(name, ulp)                                                                   \
    double fmath_##name(double x)                                                                  \
    {                                                                                              \
        return Sleef_cinz_##name##d1_##ulp##purec(x);                                              \
    }
SLEEF_DOUBLE(SCALAR_DOUBLE)

double fmath_log1p(double x)
{
    return Sleef_cinz_log1pd1_u10purec(x > LOG1P_MOST_DOUBLE ? INFINITY : x);
}

float Sleef_finz_powf1_u10purecfma(float, float);
float Sleef_finz_atan2f1_u10purecfma(float, float);

float fmath_powf(float x, float y)
{
    return one_nan(fmath_fused() ? Sleef_finz_powf1_u10purecfma(x, y)
                                 : Sleef_cinz_powf1_u10purec(x, y));
}

float fmath_atan2f(float y, float x)
{
    return one_nan(fmath_fused() ? Sleef_finz_atan2f1_u10purecfma(y, x)
                                 : Sleef_cinz_atan2f1_u10purec(y, x));
}

double Sleef_finz_expd1_u10purecfma(double);
double Sleef_finz_logd1_u10purecfma(double);

double fmath_log_softmax(double x)
{
    return fmath_fused() ? Sleef_finz_logd1_u10purecfma(x) : Sleef_cinz_logd1_u10purec(x);
}

double fmath_exp_softmax(double x)
{
    return fmath_fused() ? Sleef_finz_expd1_u10purecfma(x) : Sleef_cinz_expd1_u10purec(x);
}

void fmath_exp_softmax_n(double *out, const double *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = fmath_exp_softmax(in[i]);
    }
}

double fmath_hypot(double x, double y)
{
    return Sleef_cinz_hypotd1_u05purec(x, y);
}

/* ---- rows of float32: vectors, the rest of the row padded to one more vector ---- */

#define MINUS_INFINITY -0x800000 /* its bits */
#define ROW_VECTORS(name, function, vector, width, load, store, is_ordered, select, most,          \
                    attribute)                                                                     \
    attribute static void name(float *out, const float *in, size_t n)                              \
    {                                                                                              \
        size_t i = 0;                                                                              \
        for (; i + (width) <= n; i += (width)) {                                                   \
            vector x = load(in + i);                                                               \
            END_ABOVE(most, vector, x, MINUS_INFINITY);                                            \
            vector y = function(x);                                                                \
            store(out + i, select(y, is_ordered(y)));                                              \
        }                                                                                          \
        if (i == n)                                                                                \
            return;                                                                                \
        float rest[width] = {0};                                                                   \
        memcpy(rest, in + i, (n - i) * sizeof *rest);                                              \
        vector x = load(rest);                                                                     \
        END_ABOVE(most, vector, x, MINUS_INFINITY);                                                \
        vector y = function(x);                                                                    \
        store(rest, select(y, is_ordered(y)));                                                     \
        memcpy(out + i, rest, (n - i) * sizeof *rest);                                             \
    }

#if defined(__x86_64__)
#include <immintrin.h>

/* <sleef.h> shows the wide forms only to files compiled for those machines as a whole. */
#define DECLARE_WIDE(name, ulp)                                                                    \
    __attribute__((target("avx2"))) __m256 Sleef_finz_##name##f8_##ulp##avx2(__m256);              \
    __attribute__((target("avx512f"))) __m512 Sleef_finz_##name##f16_##ulp##avx512f(__m512);
SLEEF_FLOAT(DECLARE_WIDE)
DECLARE_WIDE(log1p, u10)

#define ORDERED_SSE(y) _mm_cmpord_ps(y, y)
#define SELECT_SSE(y, mask)                                                                        \
    _mm_or_ps(_mm_and_ps(mask, y), _mm_andnot_ps(mask, _mm_set1_ps((float)NAN)))
#define ORDERED_AVX(y) _mm256_cmp_ps(y, y, _CMP_ORD_Q)
#define SELECT_AVX(y, mask) _mm256_blendv_ps(_mm256_set1_ps((float)NAN), y, mask)
#define ORDERED_512(y) _mm512_cmp_ps_mask(y, y, _CMP_ORD_Q)
#define SELECT_512(y, mask) _mm512_mask_mov_ps(_mm512_set1_ps((float)NAN), mask, y)

#define ROW_FLOAT_TO(name, ulp, most)                                                              \
    ROW_VECTORS(name##_sse2, Sleef_cinz_##name##f4_##ulp##sse2, __m128, 4, _mm_loadu_ps,           \
                _mm_storeu_ps, ORDERED_SSE, SELECT_SSE, most, )                                    \
    ROW_VECTORS(name##_avx2, Sleef_finz_##name##f8_##ulp##avx2, __m256, 8, _mm256_loadu_ps,        \
                _mm256_storeu_ps, ORDERED_AVX, SELECT_AVX, most, __attribute__((target("avx2"))))  \
    ROW_VECTORS(name##_avx512, Sleef_finz_##name##f16_##ulp##avx512f, __m512, 16, _mm512_loadu_ps, \
                _mm512_storeu_ps, ORDERED_512, SELECT_512, most,                                   \
                __attribute__((target("avx512f"))))                                                \
    void fmath_##name##f_n(float *out, const float *in, size_t n)                                  \
    {                                                                                              \
        if (n > 8 && fmath_fused() && __builtin_cpu_supports("avx512f"))                           \
            name##_avx512(out, in, n);                                                             \
        else if (fmath_fused())                                                                    \
            name##_avx2(out, in, n);                                                               \
        else                                                                                       \
            name##_sse2(out, in, n);                                                               \
    }

#elif defined(__aarch64__)
#include <arm_neon.h>

#define ORDERED_NEON(y) vceqq_f32(y, y)
#define SELECT_NEON(y, mask) vbslq_f32(mask, y, vdupq_n_f32((float)NAN))

#define ROW_FLOAT_TO(name, ulp, most)                                                              \
    ROW_VECTORS(name##_neon, Sleef_finz_##name##f4_##ulp##advsimd, float32x4_t, 4, vld1q_f32,      \
                vst1q_f32, ORDERED_NEON, SELECT_NEON, most, )                                      \
    void fmath_##name##f_n(float *out, const float *in, size_t n)                                  \
    {                                                                                              \
        name##_neon(out, in, n);                                                                   \
    }

#else

#define ROW_FLOAT_TO(name, ulp, most)                                                              \
    void fmath_##name##f_n(float *out, const float *in, size_t n)                                  \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            out[i] = fmath_##name##f(in[i]);                                                       \
    }

#endif

#define ROW_FLOAT(name, ulp) ROW_FLOAT_TO(name, ulp, INFINITY)
SLEEF_FLOAT(ROW_FLOAT)
ROW_FLOAT_TO(log1p, u10, LOG1P_MOST_FLOAT)
