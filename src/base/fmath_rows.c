/* Computes rows of float64. The bits are those of the scalar forms: the short ways of fmath_fast.h
 * with exact products by a fused multiply-add where there is one, and the widest form of SLEEF's
 * functions that are computed without it. */
#include "base/fmath_rows.h"
#include "base/fmath.h"
#include "base/fmath_sleef.h"

#include <math.h>
#include <sleef.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

#define FAST_TARGET __attribute__((target("avx2,fma"), always_inline))
#define FAST_FUSED 1
#include "base/fmath_fast.h"

/* The short way of a block, in vectors: no branches, and a NaN where it does not decide or has no
 * table; false: there is one. It pays from so many numbers on; fewer go one by one. */
enum { SHORT_BLOCK = 32, SHORT_FROM = 10 };
typedef bool short_block(double *restrict out, const double *restrict in,
                         const double *restrict exponent);
#define SHORT_BLOCK_OF(name, features, has, call)                                                  \
    __attribute__((target(features))) static bool name(                                            \
        double *restrict out, const double *restrict in, const double *restrict exponent)          \
    {                                                                                              \
        double inside[SHORT_BLOCK];                                                                \
        uint64_t missed = 0;                                                                       \
        for (int i = 0; i < SHORT_BLOCK; i++) {                                                    \
            double x = in[i], y = exponent[i];                                                     \
            (void)y;                                                                               \
            inside[i] = has ? x : 0.5;                                                             \
        }                                                                                          \
        for (int i = 0; i < SHORT_BLOCK; i++) {                                                    \
            double x = inside[i], y = exponent[i], result;                                         \
            (void)y;                                                                               \
            bool decided = call;                                                                   \
            out[i] = (decided & (x == in[i])) ? result : (double)NAN;                              \
        }                                                                                          \
        for (int i = 0; i < SHORT_BLOCK; i++) {                                                    \
            missed += out[i] != out[i];                                                            \
        }                                                                                          \
        return missed == 0;                                                                        \
    }

/* A function of x, or of x and y, which goes the long way where it must. */
struct short_way {
    short_block *narrow, *wide; /* for AVX2, for AVX-512 */
    double (*one)(double x, double y);
};
#if defined(__clang__)
#define WIDE "avx2,fma,avx512f,avx512dq"
#else
#define WIDE "avx2,fma,avx512f,avx512dq,prefer-vector-width=512"
#endif
#define SHORT_WAY_OF(name, has, call, longer)                                                      \
    SHORT_BLOCK_OF(name##_narrow, "avx2,fma", has, call)                                           \
    SHORT_BLOCK_OF(name##_wide, WIDE, has, call)                                                   \
    __attribute__((target("avx2,fma"))) static double name##_one(double x, double y)               \
    {                                                                                              \
        double result;                                                                             \
        (void)y;                                                                                   \
        return has && call ? result : longer;                                                      \
    }                                                                                              \
    static const struct short_way name##_ways = {name##_narrow, name##_wide, name##_one};

/* y: NULL for a function of x alone. */
static void by_blocks(const struct short_way *f, double *out, const double *x, const double *y,
                      size_t n)
{
    bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
    short_block *block = wide ? f->wide : f->narrow;
    double last[2][SHORT_BLOCK] = {{0}}, found[SHORT_BLOCK], none[SHORT_BLOCK] = {0};
    for (size_t from = 0, count; from < n; from += count) {
        const double *in = x + from, *exponent = y != NULL ? y + from : none;
        count = n - from < SHORT_BLOCK ? n - from : SHORT_BLOCK;
        if (count < SHORT_BLOCK) {
            memcpy(last[0], in, count * sizeof *in);
            memcpy(last[1], exponent, count * sizeof *exponent);
            in = last[0], exponent = last[1];
        }
        if (!block(found, in, exponent)) {
            for (size_t i = 0; i < count; i++) {
                found[i] = found[i] == found[i] ? found[i] : f->one(in[i], exponent[i]);
            }
        }
        memcpy(out + from, found, count * sizeof *out);
    }
}

static void by_ways(const struct short_way *f, double *out, const double *x, const double *y,
                    size_t n)
{
    size_t rest = n % SHORT_BLOCK < SHORT_FROM ? n % SHORT_BLOCK : 0;
    if (n > rest) {
        by_blocks(f, out, x, y, n - rest);
    }
    for (size_t i = n - rest; i < n; i++) {
        out[i] = f->one(x[i], y != NULL ? y[i] : 0.0);
    }
}

#define SHORT_WAY(name, has, call)                                                                 \
    SHORT_WAY_OF(name, has(x), call, fmath_##name(x))                                              \
    void fmath_##name##_n(double *out, const double *in, size_t n)                                 \
    {                                                                                              \
        if (fmath_fused()) {                                                                       \
            by_ways(&name##_ways, out, in, NULL, n);                                               \
            return;                                                                                \
        }                                                                                          \
        for (size_t i = 0; i < n; i++) {                                                           \
            out[i] = fmath_##name(in[i]);                                                          \
        }                                                                                          \
    }
SHORT_WAY(exp, fast_exp_has, fast_exp(x, &result))
SHORT_WAY(log, fast_log_has, fast_log(x, &result))
SHORT_WAY(log2, fast_log_has, fast_log2(x, &result))
SHORT_WAY(log10, fast_log_has, fast_log10(x, &result))
SHORT_WAY(sin, fast_sin_has, fast_sin(x, 0, &result))
SHORT_WAY(cos, fast_sin_has, fast_sin(x, 1, &result))
SHORT_WAY(exp2, fast_exp_has, fast_exp2(x, &result))
SHORT_WAY(tan, fast_sin_has, fast_tan(x, &result))
SHORT_WAY(asin, fast_side_has, fast_asin(x, &result))
SHORT_WAY(acos, fast_side_has, fast_acos(x, &result))
SHORT_WAY(atan, fast_angle_has, fast_atan(x, &result))

SHORT_WAY_OF(pow, fast_pow_has(x, y), fast_pow(x, y, &result), fmath_pow(x, y))
#endif

void fmath_pow_n(double *out, const double *x, const double *y, size_t n)
{
#if defined(__x86_64__)
    if (fmath_fused()) {
        by_ways(&pow_ways, out, x, y, n);
        return;
    }
#endif
    for (size_t i = 0; i < n; i++) {
        out[i] = fmath_pow(x[i], y[i]);
    }
}

#if defined(__x86_64__)
/* The rest of a row is padded to one more vector. */
#define MINUS_INFINITY -0x10000000000000 /* its bits */
#define ROW_OF_VECTORS(name, function, vector, width, load, store, most, attribute)                \
    attribute static void name(double *out, const double *in, size_t n)                            \
    {                                                                                              \
        size_t i = 0;                                                                              \
        for (; i + (width) <= n; i += (width)) {                                                   \
            vector x = load(in + i);                                                               \
            END_ABOVE(most, vector, x, MINUS_INFINITY);                                            \
            store(out + i, function(x));                                                           \
        }                                                                                          \
        if (i == n)                                                                                \
            return;                                                                                \
        double rest[width] = {0};                                                                  \
        memcpy(rest, in + i, (n - i) * sizeof *rest);                                              \
        vector x = load(rest);                                                                     \
        END_ABOVE(most, vector, x, MINUS_INFINITY);                                                \
        store(rest, function(x));                                                                  \
        memcpy(out + i, rest, (n - i) * sizeof *rest);                                             \
    }

/* <sleef.h> shows the wide forms only to files compiled for those machines as a whole. */
#define ROW_DOUBLE_TO(name, ulp, most)                                                             \
    __attribute__((target("avx"))) __m256d Sleef_cinz_##name##d4_##ulp##avx(__m256d);              \
    __attribute__((target("avx512f"))) __m512d Sleef_cinz_##name##d8_##ulp##avx512fnofma(__m512d); \
    ROW_OF_VECTORS(name##_sse2, Sleef_cinz_##name##d2_##ulp##sse2, __m128d, 2, _mm_loadu_pd,       \
                   _mm_storeu_pd, most, )                                                          \
    ROW_OF_VECTORS(name##_avx, Sleef_cinz_##name##d4_##ulp##avx, __m256d, 4, _mm256_loadu_pd,      \
                   _mm256_storeu_pd, most, __attribute__((target("avx"))))                         \
    ROW_OF_VECTORS(name##_avx512, Sleef_cinz_##name##d8_##ulp##avx512fnofma, __m512d, 8,           \
                   _mm512_loadu_pd, _mm512_storeu_pd, most, __attribute__((target("avx512f"))))    \
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
#define ONE_BY_ONE(name)                                                                           \
    void fmath_##name##_n(double *out, const double *in, size_t n)                                 \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            out[i] = fmath_##name(in[i]);                                                          \
    }
ONE_BY_ONE(exp)
ONE_BY_ONE(log)
ONE_BY_ONE(log2)
ONE_BY_ONE(log10)
ONE_BY_ONE(sin)
ONE_BY_ONE(cos)
ONE_BY_ONE(exp2)
ONE_BY_ONE(tan)
ONE_BY_ONE(asin)
ONE_BY_ONE(acos)
ONE_BY_ONE(atan)
#define ROW_DOUBLE_TO(name, ulp, most) ONE_BY_ONE(name)
#endif

#define ROW_DOUBLE(name, ulp) ROW_DOUBLE_TO(name, ulp, INFINITY)
SLEEF_DOUBLE(ROW_DOUBLE)
ROW_DOUBLE_TO(log1p, u10, LOG1P_MOST_DOUBLE)

/* ---- PyTorch's vectors ---- */

double Sleef_finz_powd1_u10purecfma(double, double);

/* clang passes vectors as the file's own target has it, which is none with AVX: in memory, where
 * SLEEF does not look for them. There the cells are computed one by one, with the same bits. */
#if defined(__x86_64__) && !defined(__clang__)
#define POW_FOURS
__attribute__((target("avx2"))) __m256d Sleef_finz_powd4_u10avx2(__m256d, __m256d);

/* How many it computed. */
__attribute__((target("avx2"))) static size_t pow_fours(double *out, const double *x,
                                                        const double *y, size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        _mm256_storeu_pd(out + i,
                         Sleef_finz_powd4_u10avx2(_mm256_loadu_pd(x + i), _mm256_loadu_pd(y + i)));
    }
    return i;
}
#endif

void fmath_pow_vector_n(double *out, const double *x, const double *y, size_t n)
{
    size_t i = 0;
#if defined(POW_FOURS)
    i = fmath_fused() ? pow_fours(out, x, y, n) : 0;
#endif
    for (; i < n; i++) {
        out[i] = fmath_fused() ? Sleef_finz_powd1_u10purecfma(x[i], y[i])
                               : Sleef_cinz_powd1_u10purec(x[i], y[i]);
    }
}
