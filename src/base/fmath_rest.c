/* Computes functions of a float32 with the bits of the C library that PyTorch is linked with: the
 * cells that its vectors leave over go through it, and those of functions that it has no vectors
 * for. exp and log take the steps and the constants of glibc since 2.27 (S. Nagy's: a table, a
 * short polynomial in double). The others take those of Sun's fdlibm: float32 throughout, every
 * step rounded. Compared with glibc 2.36 (tests/base/test_fmath.c holds samples): exp differs for 2
 * of all floats, the others for none that was tried. */
#include "base/fmath_rest.h"

#include "base/fmath.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { EXP_PARTS = 32 };

/* 2 to the k / EXP_PARTS. */
static const double powers[EXP_PARTS] = {
    0x1p+0,
    0x1.059b0d3158574p+0,
    0x1.0b5586cf9890fp+0,
    0x1.11301d0125b51p+0,
    0x1.172b83c7d517bp+0,
    0x1.1d4873168b9aap+0,
    0x1.2387a6e756238p+0,
    0x1.29e9df51fdee1p+0,
    0x1.306fe0a31b715p+0,
    0x1.371a7373aa9cbp+0,
    0x1.3dea64c123422p+0,
    0x1.44e086061892dp+0,
    0x1.4bfdad5362a27p+0,
    0x1.5342b569d4f82p+0,
    0x1.5ab07dd485429p+0,
    0x1.6247eb03a5585p+0,
    0x1.6a09e667f3bcdp+0,
    0x1.71f75e8ec5f74p+0,
    0x1.7a11473eb0187p+0,
    0x1.82589994cce13p+0,
    0x1.8ace5422aa0dbp+0,
    0x1.93737b0cdc5e5p+0,
    0x1.9c49182a3f09p+0,
    0x1.a5503b23e255dp+0,
    0x1.ae89f995ad3adp+0,
    0x1.b7f76f2fb5e47p+0,
    0x1.c199bdd85529cp+0,
    0x1.cb720dcef9069p+0,
    0x1.d5818dcfba487p+0,
    0x1.dfc97337b9b5fp+0,
    0x1.ea4afa2a490dap+0,
    0x1.f50765b6e454p+0,
};

float fmath_expf_rest(float x)
{
    const double parts = EXP_PARTS;
    const double c3 = 0x1.c6af84b912394p-5 / (parts * parts * parts);
    const double c2 = 0x1.ebfce50fac4f3p-3 / (parts * parts), c1 = 0x1.62e42ff0c52d6p-1 / parts;
    if (x != x || x > 0x1.62e42ep6f || x < -0x1.9fe368p6f) {
        return x != x ? (float)NAN : x > 0 ? (float)INFINITY : 0;
    }
    double z = (double)x * (0x1.71547652b82fep+0 * parts), whole = rint(z), r = z - whole;
    int k = (int)whole, part = k & (EXP_PARTS - 1);
    double y = (c3 * r + c2) * (r * r) + (c1 * r + 1);
    return (float)(y * ldexp(powers[part], (k - part) / EXP_PARTS));
}

/* Sixteen places between 0.7 and 1.4, by their reciprocals, and their logarithms. */
static const struct {
    double reciprocal, log;
} places[] = {
    {0x1.661ec79f8f3bep+0, -0x1.57bf7808caadep-2}, {0x1.571ed4aaf883dp+0, -0x1.2bef0a7c06ddbp-2},
    {0x1.49539f0f010bp+0, -0x1.01eae7f513a67p-2},  {0x1.3c995b0b80385p+0, -0x1.b31d8a68224e9p-3},
    {0x1.30d190c8864a5p+0, -0x1.6574f0ac07758p-3}, {0x1.25e227b0b8eap+0, -0x1.1aa2bc79c81p-3},
    {0x1.1bb4a4a1a343fp+0, -0x1.a4e76ce8c0e5ep-4}, {0x1.12358f08ae5bap+0, -0x1.1973c5a611cccp-4},
    {0x1.0953f419900a7p+0, -0x1.252f438e10c1ep-5}, {0x1p+0, 0x0p+0},
    {0x1.e608cfd9a47acp-1, 0x1.aa5aa5df25984p-5},  {0x1.ca4b31f026aap-1, 0x1.c5e53aa362eb4p-4},
    {0x1.b2036576afce6p-1, 0x1.526e57720db08p-3},  {0x1.9c2d163a1aa2dp-1, 0x1.bc2860d22477p-3},
    {0x1.886e6037841edp-1, 0x1.1058bc8a07ee1p-2},  {0x1.767dcf5534862p-1, 0x1.4043057b6ee09p-2}};

float fmath_logf_rest(float x)
{
    if (!(x > 0) || x > 0x1.fffffep127f) {
        return x == 0 ? -(float)INFINITY : x > 0 ? x : (float)NAN;
    }
    int power = 0;
    if (x < 0x1p-126f) {
        x *= 0x1p23f;
        power = -23;
    }
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint32_t from = bits - 0x3f330000;
    int place = (int)(from >> 19 & 15);
    power += (int)(from >> 23) - (from >> 31 != 0 ? 512 : 0);
    bits -= from & 0xff800000;
    memcpy(&x, &bits, sizeof x);
    double r = (double)x * places[place].reciprocal - 1, square = r * r;
    double whole = places[place].log + (double)power * 0x1.62e42fefa39efp-1;
    double y = -0x1.00ea348b88334p-2 * square + (0x1.5575b0be00b6ap-2 * r + -0x1.ffffef20a4123p-2);
    return (float)(y * square + (whole + r));
}

/* c[0] + x * (c[1] + x * (c[2] + ...)), n coefficients. */
static float series(float x, const float *c, int n)
{
    float sum = c[n - 1];
    for (int k = n - 2; k >= 0; k--) {
        sum = c[k] + x * sum;
    }
    return sum;
}
#define SERIES(x, c) series(x, c, (int)(sizeof(c) / sizeof(c)[0]))

/* The two halves of log(2): multiples of the first are exact. */
static const float ln2_high = 0x1.62e3p-1f, ln2_low = 0x1.2fefa2p-17f;

/* exp(x) - 1 for |x| of at most about log(2) / 2, times 2 to the k. `lost` was rounded off x. */
static float expm1_scaled(float x, float lost, int k)
{
    static const float q[] = {1.0f,
                              -0x1.111112p-5f,
                              0x1.a01a02p-10f,
                              -0x1.4ce19ap-14f,
                              0x1.0cfca8p-18f,
                              -0x1.afb7b6p-23f};
    float half = 0.5f * x, square = x * half, r = SERIES(square, q), t = 3.0f - r * half;
    float e = square * ((r - t) / (6.0f - x * t));
    if (k == 0) {
        return x - (x * e - square);
    }
    e = x * (e - lost) - lost;
    e -= square;
    if (k == -1) {
        return 0.5f * (x - e) - 0.5f;
    }
    if (k == 1) {
        return x < -0.25f ? -2.0f * (e - (x + 0.5f)) : 1.0f + 2.0f * (x - e);
    }
    if (k <= -2 || k > 56) {
        return ldexpf(1.0f - (e - x), k) - 1.0f;
    }
    float small = ldexpf(1.0f, -k);
    return ldexpf(k < 23 ? 1.0f - small - (e - x) : x - (e + small) + 1.0f, k);
}

float fmath_expm1f_rest(float x)
{
    float size = fabsf(x);
    if (x != x || size < 0x1p-25f) {
        return x != x ? (float)NAN : x;
    }
    if (x > 0x1.62e42ep6f) {
        return (float)INFINITY;
    }
    if (x <= -0x1.2b7088p4f) {
        return -1.0f;
    }
    if (size <= 0x1.62e43p-2f) {
        return expm1_scaled(x, 0, 0);
    }
    int k = x < 0 ? -1 : 1;
    float high = x - (float)k * ln2_high, low = (float)k * ln2_low;
    if (size >= 0x1.0a2b24p0f) {
        k = (int)(0x1.715476p0f * x + (x < 0 ? -0.5f : 0.5f));
        high = x - (float)k * ln2_high;
        low = (float)k * ln2_low;
    }
    float reduced = high - low;
    return expm1_scaled(reduced, (high - reduced) - low, k);
}

float fmath_log1pf_rest(float x)
{
    static const float p[] = {0,
                              0x1.555556p-1f,
                              0x1.99999ap-2f,
                              0x1.24924ap-2f,
                              0x1.c71c52p-3f,
                              0x1.74664ap-3f,
                              0x1.39a09ep-3f,
                              0x1.2f112ep-3f};
    if (!(x > -1.0f) || x > 0x1.fffffep127f) {
        return x == -1.0f ? -(float)INFINITY : x > 0 ? x : (float)NAN;
    }
    if (fabsf(x) < 0x1p-29f) {
        return fabsf(x) < 0x1p-54f ? x : x - x * x * 0.5f;
    }
    float f = x, lost = 0;
    int k = 0;
    if (x >= 0x1.a827aep-2f || x <= -0x1.2bec3ep-2f) {
        float u = x < 0x1p53f ? 1.0f + x : x;
        uint32_t bits;
        memcpy(&bits, &u, sizeof bits);
        k = (int)(bits >> 23) - 127;
        if (x < 0x1p53f) {
            lost = (k > 0 ? 1.0f - (u - x) : x - (u - 1.0f)) / u;
        }
        bits &= 0x7fffff;
        k += bits >= 0x3504f7;
        bits |= bits < 0x3504f7 ? 0x3f800000 : 0x3f000000;
        memcpy(&u, &bits, sizeof u);
        f = u - 1.0f;
    }
    float half = 0.5f * f * f, whole = (float)k;
    if (k != 0 && f == 0) {
        return whole * ln2_high + (lost + whole * ln2_low);
    }
    float s = f / (2.0f + f), z = s * s, r = SERIES(z, p);
    if (k == 0) {
        return f - (half - s * (half + r));
    }
    return whole * ln2_high - ((half - (s * (half + r) + (whole * ln2_low + lost))) - f);
}

float fmath_sinhf_rest(float x)
{
    float size = fabsf(x), half = x < 0 ? -0.5f : 0.5f;
    if (!(size < 22)) {
        float root = fmath_expf_rest(0.5f * size);
        return x != x                  ? (float)NAN
               : size <= 0x1.62e42ep6f ? half * fmath_expf_rest(size)
                                       : half * root * root;
    }
    float t = fmath_expm1f_rest(size);
    return size < 0x1p-28f ? x
           : size < 1      ? half * (2.0f * t - t * t / (t + 1))
                           : half * (t + t / (t + 1));
}

float fmath_coshf_rest(float x)
{
    float size = fabsf(x);
    if (size < 0x1.62e43p-2f) {
        float t = fmath_expm1f_rest(size), w = 1 + t;
        return size < 0x1p-55f ? 1.0f : 1 + t * t / (w + w);
    }
    if (!(size < 22)) {
        float root = fmath_expf_rest(0.5f * size);
        return x != x                  ? (float)NAN
               : size <= 0x1.62e42ep6f ? 0.5f * fmath_expf_rest(size)
                                       : 0.5f * root * root;
    }
    float t = fmath_expf_rest(size);
    return 0.5f * t + 0.5f / t;
}

float fmath_tanhf_rest(float x)
{
    float size = fabsf(x), e = fmath_expm1f_rest(size < 1 ? -2 * size : 2 * size);
    float y = size < 1 ? -e / (e + 2) : 1 - 2 / (e + 2);
    return x != x ? x : size < 0x1p-55f ? x * (1 + x) : copysignf(size < 22 ? y : 1, x);
}

static const float ln2 = 0x1.62e43p-1f;

float fmath_asinhf_rest(float x)
{
    float size = fabsf(x), square = size * size, y;
    if (!(size >= 0x1p-15f) || size > 0x1.fffffep127f) {
        return x != x ? (float)NAN : x;
    }
    if (size >= 0x1.000002p15f) {
        y = fmath_logf_rest(size) + ln2;
    } else if (size > 2) {
        y = fmath_logf_rest(2.0f * size + 1.0f / (sqrtf(square + 1.0f) + size));
    } else {
        y = fmath_log1pf_rest(size + square / (1.0f + sqrtf(1.0f + square)));
    }
    return copysignf(y, x);
}

float fmath_acoshf_rest(float x)
{
    if (!(x >= 1)) {
        return (float)NAN;
    }
    if (x >= 0x1p28f) {
        return x > 0x1.fffffep127f ? x : fmath_logf_rest(x) + ln2;
    }
    if (x > 2) {
        return fmath_logf_rest(2.0f * x - 1.0f / (x + sqrtf(x * x - 1.0f)));
    }
    float t = x - 1.0f;
    return fmath_log1pf_rest(t + sqrtf(2.0f * t + t * t));
}

float fmath_atanhf_rest(float x)
{
    float size = fabsf(x), twice = size + size;
    if (!(size < 1)) {
        return size == 1 ? copysignf((float)INFINITY, x) : (float)NAN;
    }
    if (size < 0x1p-28f) {
        return x;
    }
    float of = size < 0.5f ? twice + twice * size / (1.0f - size) : twice / (1.0f - size);
    return copysignf(0.5f * fmath_log1pf_rest(of), x);
}

/* erf of x >= 1.25 by erfc, which is exp(-x * x) / x times a quotient of two polynomials. */
static float erf_tail(float x)
{
    static const float ra[] = {-9.8649440333e-03f, -6.9385856390e-01f, -1.0558626175e+01f,
                               -6.2375331879e+01f, -1.6239666748e+02f, -1.8460508728e+02f,
                               -8.1287437439e+01f, -9.8143291473e+00f};
    static const float sa[] = {1.0f,
                               1.9651271820e+01f,
                               1.3765776062e+02f,
                               4.3456588745e+02f,
                               6.4538726807e+02f,
                               4.2900814819e+02f,
                               1.0863500214e+02f,
                               6.5702495575e+00f,
                               -6.0424413532e-02f};
    static const float rb[] = {-9.8649431020e-03f, -7.9928326607e-01f, -1.7757955551e+01f,
                               -1.6063638306e+02f, -6.3756646729e+02f, -1.0250950928e+03f,
                               -4.8351919556e+02f};
    static const float sb[] = {1.0f,
                               3.0338060379e+01f,
                               3.2579251099e+02f,
                               1.5367296143e+03f,
                               3.1998581543e+03f,
                               2.5530502930e+03f,
                               4.7452853394e+02f,
                               -2.2440952301e+01f};
    float s = 1.0f / (x * x), high;
    bool near = x < 0x1.6db6dcp1f;
    float quotient = near ? SERIES(s, ra) / SERIES(s, sa) : SERIES(s, rb) / SERIES(s, sb);
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0xfffff000;
    memcpy(&high, &bits, sizeof high);
    float r = fmath_expf_rest(-high * high - 0.5625f) *
              fmath_expf_rest((high - x) * (high + x) + quotient);
    return 1.0f - r / x;
}

float fmath_erff_rest(float x)
{
    static const float pp[] = {1.2837916613e-01f, -3.2504209876e-01f, -2.8481749818e-02f,
                               -5.7702702470e-03f, -2.3763017452e-05f};
    static const float qq[] = {1.0f,
                               3.9791721106e-01f,
                               6.5022252500e-02f,
                               5.0813062117e-03f,
                               1.3249473704e-04f,
                               -3.9602282413e-06f};
    static const float pa[] = {-2.3621185683e-03f, 4.1485610604e-01f,  -3.7220788002e-01f,
                               3.1834661961e-01f,  -1.1089469492e-01f, 3.5478305072e-02f,
                               -2.1663755178e-03f};
    static const float qa[] = {1.0f,
                               1.0642088205e-01f,
                               5.4039794207e-01f,
                               7.1828655899e-02f,
                               1.2617121637e-01f,
                               1.3637083583e-02f,
                               1.1984500103e-02f};
    float size = fabsf(x);
    if (x != x) {
        return (float)NAN;
    }
    if (size < 0x1p-28f) {
        return x + pp[0] * x;
    }
    if (size < 0.84375f) {
        float z = x * x;
        return x + x * (SERIES(z, pp) / SERIES(z, qq));
    }
    float s = size - 1.0f;
    float y = size < 1.25f ? 8.4506291151e-01f + SERIES(s, pa) / SERIES(s, qa)
              : size < 6   ? erf_tail(size)
                           : 1.0f;
    return copysignf(y, x);
}

/* atan of x >= 0: turned to a number of at most 7/16 by the nearest of four angles. */
static float atan_positive(float x)
{
    static const struct {
        float high, low;
    } angles[] = {{4.6364760399e-01f, 5.0121582440e-09f},
                  {7.8539812565e-01f, 3.7748947079e-08f},
                  {9.8279368877e-01f, 3.4473217170e-08f},
                  {1.5707962513e+00f, 7.5497894159e-08f}};
    static const float odd[] = {3.3333334327e-01f, 1.4285714924e-01f, 9.0908870101e-02f,
                                6.6610731184e-02f, 4.9768779427e-02f, 1.6285819933e-02f};
    static const float even[] = {-2.0000000298e-01f, -1.1111110449e-01f, -7.6918758452e-02f,
                                 -5.8335702866e-02f, -3.6531571299e-02f};
    if (x >= 0x1p25f) {
        return angles[3].high + angles[3].low;
    }
    int k = x < 0.4375f ? -1 : x < 0.6875f ? 0 : x < 1.1875f ? 1 : x < 2.4375f ? 2 : 3;
    float r = k < 0    ? x
              : k == 0 ? (2.0f * x - 1.0f) / (2.0f + x)
              : k == 1 ? (x - 1.0f) / (x + 1.0f)
              : k == 2 ? (x - 1.5f) / (1.0f + 1.5f * x)
                       : -1.0f / x;
    float z = r * r, w = z * z;
    float sum = z * SERIES(w, odd) + w * SERIES(w, even);
    return x < 0x1p-29f ? x
           : k < 0      ? r - r * sum
                        : angles[k].high - ((r * sum - angles[k].low) - r);
}

float fmath_atan2f_rest(float y, float x)
{
    const float pi = 0x1.921fb6p1f, pi_low = -0x1.777a5cp-24f;
    float sy = fabsf(y), sx = fabsf(x), z;
    if (!(sy > 0 && sx > 0 && sy <= 0x1.fffffep127f && sx <= 0x1.fffffep127f)) {
        return fmath_atan2f(y, x); /* zeros, infinities, NaN: the same everywhere */
    }
    int distance = ilogbf(sy) - ilogbf(sx);
    z = distance > 61             ? pi / 2 + 0.5f * pi_low
        : x < 0 && distance < -61 ? 0.0f
                                  : atan_positive(sy / sx);
    return copysignf(x < 0 ? pi - (z - pi_low) : z, y);
}
