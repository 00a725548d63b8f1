/* Computes erf with the bits of SLEEF 3.5.1's FMA form, which PyTorch 1.13 calls: from 3.6 on SLEEF
 * computes it in another way, so the library of this machine cannot be asked.
 *
 * Near 0, erf(x) is x times a polynomial of x^2; beyond, 1 - e^p with a polynomial p of x, one for
 * each of two ranges. The last steps are done on a pair hi + lo, which holds twice the digits. The
 * whole has no branch, so that a block of a row becomes vectors. Every fused multiply-add is one by
 * its result: where the processor has none, the C library computes the same bits. */
#include "base/fmath.h"
#include "base/fmath_sleef.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* Pairs, for both precisions. lo of a sum or product takes in the smaller parts, unnormalised. */
#define PAIRS(real, pair, fused)                                                                   \
    struct pair {                                                                                  \
        real hi, lo;                                                                               \
    };                                                                                             \
    INLINE struct pair pair##_product(real a, real b)                                              \
    {                                                                                              \
        real hi = a * b;                                                                           \
        return (struct pair){hi, fused(a, b, -hi)};                                                \
    }                                                                                              \
    INLINE struct pair pair##_scaled(struct pair a, real b)                                        \
    {                                                                                              \
        struct pair p = pair##_product(a.hi, b);                                                   \
        return (struct pair){p.hi, fused(a.lo, b, p.lo)};                                          \
    }                                                                                              \
    INLINE struct pair pair##_times(struct pair a, struct pair b)                                  \
    {                                                                                              \
        struct pair p = pair##_product(a.hi, b.hi);                                                \
        return (struct pair){p.hi, fused(a.hi, b.lo, fused(a.lo, b.hi, p.lo))};                    \
    }                                                                                              \
    INLINE struct pair pair##_square(struct pair a)                                                \
    {                                                                                              \
        struct pair p = pair##_product(a.hi, a.hi);                                                \
        return (struct pair){p.hi, fused(a.lo, a.hi + a.hi, p.lo)};                                \
    }                                                                                              \
    INLINE struct pair pair##_plus(struct pair a, real b)                                          \
    {                                                                                              \
        real hi = a.hi + b, part = hi - a.hi;                                                      \
        return (struct pair){hi, a.lo + ((a.hi - (hi - part)) + (b - part))};                      \
    }                                                                                              \
    INLINE struct pair pair##_sum(struct pair a, struct pair b)                                    \
    {                                                                                              \
        return pair##_plus((struct pair){a.hi, a.lo + b.lo}, b.hi);                                \
    }                                                                                              \
    /* a + b where |a| >= |b|. */                                                                  \
    INLINE struct pair pair##_above(real a, struct pair b)                                         \
    {                                                                                              \
        real hi = a + b.hi;                                                                        \
        return (struct pair){hi, ((a - hi) + b.hi) + b.lo};                                        \
    }                                                                                              \
    INLINE real pair##_from_one(struct pair a)                                                     \
    {                                                                                              \
        struct pair rest = pair##_above(1, (struct pair){-a.hi, -a.lo});                           \
        return rest.hi + rest.lo;                                                                  \
    }

PAIRS(float, pair32, __builtin_fmaf)
PAIRS(double, pair64, __builtin_fma)

/* 2^k times the pair. `shifted` is k + 1.5 * 2^23 (2^52): its last bits are those of k. */
INLINE struct pair32 pair32_raised(struct pair32 a, float shifted)
{
    uint32_t bits;
    float power;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 127) << 23;
    memcpy(&power, &bits, sizeof power);
    return (struct pair32){a.hi * power, a.lo * power};
}

INLINE struct pair64 pair64_raised(struct pair64 a, double shifted)
{
    uint64_t bits;
    double power;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&power, &bits, sizeof power);
    return (struct pair64){a.hi * power, a.lo * power};
}

/* e^a, a in [-40, 2]: a = k ln 2 + s. */
INLINE struct pair32 pair32_exp(struct pair32 a)
{
    float shifted = (a.hi + a.lo) * 0x1.715476p+0f + 0x1.8p23f, k = shifted - 0x1.8p23f;
    struct pair32 s = pair32_plus(a, k * -0x1.62e4p-1f);
    s = pair32_plus(s, k * -0x1.7f7d1cp-20f);
    float series = 0x1.9f6ffep-13f;
    series = __builtin_fmaf(series, s.hi, 0x1.6d7ef8p-10f);
    series = __builtin_fmaf(series, s.hi, 0x1.11121ap-7f);
    series = __builtin_fmaf(series, s.hi, 0x1.5554b8p-5f);
    struct pair32 t = pair32_plus(pair32_scaled(s, series), 0x1.555554p-3f);
    t = pair32_plus(pair32_times(s, t), 0.5f);
    t = pair32_sum(s, pair32_times(pair32_square(s), t));
    return pair32_raised(pair32_above(1, t), shifted);
}

INLINE struct pair64 pair64_exp(struct pair64 a)
{
    double shifted = (a.hi + a.lo) * 0x1.71547652b82fep+0 + 0x1.8p52, k = shifted - 0x1.8p52;
    struct pair64 s = pair64_plus(a, k * -0x1.62e42fefa3p-1);
    s = pair64_plus(s, k * -0x1.3de6af278ece6p-42);
    struct pair64 square = pair64_square(s), fourth = pair64_square(square);
    double x = s.hi;
    double low = __builtin_fma(0x1.1111111111119p-7, x, 0x1.555555555555ap-5);
    double next = __builtin_fma(0x1.a01a01a02d002p-13, x, 0x1.6c16c16c145ccp-10);
    double third = __builtin_fma(0x1.71de3a11d7656p-19, x, 0x1.a01a01af6f0b7p-16);
    double high = __builtin_fma(0x1.ae652e8103ab6p-26, x, 0x1.27e4c95a9765cp-22);
    double last = __builtin_fma(0x1.60632a887194cp-33, x, 0x1.1f8eaf54829dcp-29);
    low = __builtin_fma(square.hi, next, low);
    high = __builtin_fma(square.hi, high, third);
    low = __builtin_fma(fourth.hi, high, low);
    double series = __builtin_fma(fourth.hi * fourth.hi, last, low);
    struct pair64 t = pair64_above(0.5, pair64_scaled(s, 0x1.5555555555555p-3));
    t = pair64_above(1, pair64_times(t, s));
    t = pair64_above(1, pair64_times(t, s));
    struct pair64 rest = pair64_scaled(fourth, series);
    struct pair64 sum = pair64_above(t.hi, (struct pair64){rest.hi, t.lo});
    return pair64_raised((struct pair64){sum.hi, sum.lo + rest.lo}, shifted);
}

/* A polynomial's term of each range: near 0, in the middle, beyond. */
#define OF_RANGE(near, middle, beyond)                                                             \
    (a < near_ends ? (near) : a < middle_ends ? (middle) : (beyond))
#define TERM32(near, middle, beyond) t = __builtin_fmaf(t, u, OF_RANGE(near, middle, beyond));
#define TERM64(near, middle, beyond) t = __builtin_fma(t, u, OF_RANGE(near, middle, beyond));
#define LAST(near, near_lo, middle, middle_lo, beyond, beyond_lo)                                  \
    {                                                                                              \
        OF_RANGE(near, middle, beyond), OF_RANGE(near_lo, middle_lo, beyond_lo)                    \
    }

INLINE float erf32(float x)
{
    const float near_ends = 1.1f, middle_ends = 2.4f, ends = 4.0f; /* from here on it is 1 */
    float a = fabsf(x) < ends ? fabsf(x) : ends, u = a < near_ends ? a * a : a;
    float t = OF_RANGE(0x1.2958b2p-14f, -0x1.2cc28p-16f, -0x1.3e9ffp-17f);
    TERM32(-0x1.974882p-11f, 0x1.9ce408p-12f, 0x1.043358p-12f)
    TERM32(0x1.52217p-8f, -0x1.02d044p-8f, -0x1.7e7dc4p-9f)
    TERM32(-0x1.b7b5f2p-6f, 0x1.90aaa4p-6f, 0x1.51765cp-6f)
    TERM32(0x1.ce28b8p-4f, -0x1.b6ae16p-4f, -0x1.9594f2p-4f)
    const struct pair32 second = LAST(-0x1.812724p-2f, -0x1.09a282p-28f, -0x1.44e8d6p-1f,
                                      -0x1.2a3f94p-27f, -0x1.4985bp-1f, 0x1.f48282p-26f);
    const struct pair32 first = LAST(0x1.20dd74p+0f, 0x1.cd2f54p-25f, -0x1.20f8f2p+0f,
                                     0x1.88f16cp-25f, -0x1.1fe6c2p+0f, -0x1.6e4cfp-25f);
    struct pair32 p = pair32_sum(pair32_product(t, u), second);
    p = pair32_scaled(pair32_sum(pair32_scaled(p, u), first), a);
    float beyond = pair32_from_one(pair32_exp(p));
    float size = a < near_ends ? p.hi + p.lo : beyond;
    return x == x ? copysignf(size, x) : (float)NAN;
}

INLINE double erf64(double x)
{
    const double near_ends = 1.0, middle_ends = 3.7, ends = 6.0; /* from here on it is 1 */
    double a = fabs(x) < ends ? fabs(x) : ends, u = a < near_ends ? a * a : a;
    double t = OF_RANGE(0x1.00efefabe989bp-67, 0x1.fdfabbdfc43f1p-46, -0x1.af69fe192740fp-58);
    TERM64(-0x1.fe6ec06b043f5p-63, -0x1.a8e25b9cccb64p-40, 0x1.5e4c21b562709p-51)
    TERM64(0x1.5a7f67bde0c17p-58, 0x1.50b3ae48c7164p-35, -0x1.0ee4a859274f9p-45)
    TERM64(-0x1.a15164bf4f36cp-54, -0x1.518912b89566p-31, 0x1.095f3964f9bbap-40)
    TERM64(0x1.d6f95068feea8p-50, 0x1.e0083e7fd4b05p-28, -0x1.71749648334p-36)
    TERM64(-0x1.f56d9ff51275ap-46, -0x1.0131398dae973p-24, 0x1.84a341fc35f63p-32)
    TERM64(0x1.f6839841402fbp-42, 0x1.ae1c4f259778dp-22, -0x1.4092faec3cb81p-28)
    TERM64(-0x1.d8453b9e7fd7bp-38, -0x1.1e2d7e8039acp-19, 0x1.a8abd2df8aa98p-25)
    TERM64(0x1.9e6ad5dab7034p-34, 0x1.3117a5db988bap-17, -0x1.ca9df1e6d3f55p-22)
    TERM64(-0x1.51d7181c08b9dp-30, -0x1.024d0f7ee3723p-15, 0x1.9739c586b056bp-19)
    TERM64(0x1.fcc5720620921p-27, 0x1.4e58666d1b46fp-14, -0x1.2a034d3f36a5p-16)
    TERM64(-0x1.5f742ec43e5c7p-23, -0x1.230dcd58ead99p-13, 0x1.658ba21a7397ep-14)
    TERM64(0x1.b9e6c9dc6519cp-20, 0x1.0f5ba38b6a6e5p-14, -0x1.590ae9d03c29p-12)
    TERM64(-0x1.f4d25c3e0c2eap-17, 0x1.05f7d6748381ep-11, 0x1.fc6679b56d25ap-11)
    TERM64(0x1.f9a326f9b89b8p-14, -0x1.a9686e5de05f7p-10, -0x1.db24ab8acfc8bp-10)
    TERM64(-0x1.c02db40040b84p-11, 0x1.52c1dcb0324bap-13, -0x1.ef7ec1133f0a8p-12)
    TERM64(0x1.565bcd0e6a54p-8, 0x1.39cbeca106f66p-6, 0x1.567a2f00ce3e5p-6)
    TERM64(-0x1.b82ce31288b52p-6, -0x1.a4fe8f5d2a23cp-4, -0x1.aeea974d564efp-4)
    TERM64(0x1.ce2f21a042be3p-4, -0x1.45f2b34c61acp-1, -0x1.44e1cb940da9cp-1)
    TERM64(-0x1.812746b0379e7p-2, -0x1.20dd7c1f4f99ap+0, -0x1.21232bfb32b5ap+0)
    const struct pair64 first =
        LAST(0x1.20dd750429b6dp+0, 0x1.1ae3a914fed6dp-56, 0x1.250219dd8bad1p-25,
             -0x1.80ee9ad757828p-79, 0x1.05c1a38102e9ap-12, -0x1.9ac0afe024e87p-68);
    struct pair64 p = pair64_sum(pair64_product(t, u), first), near = pair64_scaled(p, a);
    double beyond = pair64_from_one(pair64_exp(p));
    double size = a < near_ends ? near.hi + near.lo : beyond;
    return x == x ? copysign(size, x) : (double)NAN;
}

/* ---- one number, and rows: a vector at a time, the last one padded ---- */

#define ROW(real, one, name, bytes, attribute)                                                     \
    attribute static void name(real *out, const real *in, size_t n)                                \
    {                                                                                              \
        enum { WIDTH = (bytes) / sizeof(real) };                                                   \
        real found[WIDTH], last[WIDTH] = {0};                                                      \
        for (; n >= WIDTH; n -= WIDTH, in += WIDTH, out += WIDTH) {                                \
            for (int i = 0; i < WIDTH; i++)                                                        \
                found[i] = one(in[i]);                                                             \
            memcpy(out, found, sizeof found);                                                      \
        }                                                                                          \
        if (n == 0)                                                                                \
            return;                                                                                \
        memcpy(last, in, n * sizeof *in);                                                          \
        for (int i = 0; i < WIDTH; i++)                                                            \
            found[i] = one(last[i]);                                                               \
        memcpy(out, found, n * sizeof *out);                                                       \
    }

#if defined(__x86_64__)
#if defined(__clang__)
#define WIDEST "avx2,fma,avx512f"
#else
#define WIDEST "avx2,fma,avx512f,prefer-vector-width=512"
#endif
#define ERF(real, name, one)                                                                       \
    ROW(real, one, one##_plain, sizeof(real), )                                                    \
    ROW(real, one, one##_avx2, 32, __attribute__((target("avx2,fma"))))                            \
    ROW(real, one, one##_avx512, 64, __attribute__((target(WIDEST))))                              \
    __attribute__((target("avx2,fma"))) static real one##_fused(real x)                            \
    {                                                                                              \
        return one(x);                                                                             \
    }                                                                                              \
    real name(real x)                                                                              \
    {                                                                                              \
        return fmath_fused() ? one##_fused(x) : one(x);                                            \
    }                                                                                              \
    void name##_n(real *out, const real *in, size_t n)                                             \
    {                                                                                              \
        if (n > 32 / sizeof(real) && fmath_fused() && __builtin_cpu_supports("avx512f"))           \
            one##_avx512(out, in, n);                                                              \
        else if (fmath_fused())                                                                    \
            one##_avx2(out, in, n);                                                                \
        else                                                                                       \
            one##_plain(out, in, n);                                                               \
    }
#else
#if defined(__aarch64__)
#define BYTES(real) 16
#else
#define BYTES(real) sizeof(real)
#endif
#define ERF(real, name, one)                                                                       \
    ROW(real, one, one##_row, BYTES(real), )                                                       \
    real name(real x)                                                                              \
    {                                                                                              \
        return one(x);                                                                             \
    }                                                                                              \
    void name##_n(real *out, const real *in, size_t n)                                             \
    {                                                                                              \
        one##_row(out, in, n);                                                                     \
    }
#endif

ERF(float, fmath_erff, erf32)
ERF(double, fmath_erf, erf64)
