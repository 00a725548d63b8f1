/* Draws normally distributed numbers as PyTorch's CPU generator makes them, bit for bit.
 *
 * Three ways, chosen as in ATen/native/cpu/DistributionTemplates.h (normal_kernel): single draws in
 * double below 16 elements or for a tensor that is not contiguous, blocks of 16 in float32, blocks
 * of 16 in double. The float32 block is PyTorch's AVX2 path, normal_fill_16_AVX2: its logarithm and
 * its sine and cosine are those of ATen/native/cpu/avx_mathfun.h, which evaluates Cephes' single
 * precision polynomials. Compilers fuse each product that is only added into a multiply-add there;
 * fmaf says the same in every build, since it is exact on every machine. Equal bits were found in
 * 10^7 numbers. */
#include "tensor/random/random_normal.h"

#include "base/fmath.h"
#include "tensor/compute/half.h"
#include "tensor/random/random_fill.h"
#include "tensor/shape/visit.h"

#include <math.h>

#define BLOCK 16
#define DRAWN 1024 /* at a time, whole blocks: they are still near when they become normal */
#define ROOT_HALF 0x3504f3u /* the fraction of the float32 sqrt(1/2) */
#define TWO_PI 6.283185307179586476925286766559

/* The block must become part of its caller, or it would be compiled for the baseline only. */
#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

INLINED float float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

INLINED uint32_t bits_of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Loops over coefficients stand in loops over numbers, which become vector code only when the inner
 * ones are written out. */
#if defined(__clang__)
#define WRITTEN_OUT _Pragma("clang loop unroll(full)")
#else
#define WRITTEN_OUT _Pragma("GCC unroll 16")
#endif

/* coefficients[0] x^(count-1) + ... + coefficients[count-1] */
INLINED float polynomial(float x, const float *coefficients, int count)
{
    float y = coefficients[0];
    WRITTEN_OUT
    for (int i = 1; i < count; i++) {
        y = fmaf(y, x, coefficients[i]);
    }
    return y;
}

/* ln x for a normal x in (0, 1]: x = 2^e m with m in [sqrt(1/2), sqrt(2)), ln m by a polynomial. */
INLINED float block_log(float x)
{
    static const float p[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                              -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                              2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
    static const float ln2_low = -2.12194440e-4f, ln2_high = 0.693359375f;
    uint32_t bits = bits_of_float(x);
    uint32_t fraction = bits & 0x007fffffu;
    int low = (int)((fraction - ROOT_HALF) >> 31); /* m < sqrt(1/2), without a branch */
    float e = (float)((int)(bits >> 23) - 126 - low);
    float m = float_of_bits(fraction | 0x3f000000u); /* [0.5, 1) */
    float f = (m - 1.0f) + (float)low * m;
    float square = f * f;
    float y = polynomial(f, p, 9) * f;
    y = fmaf(y, square, e * ln2_low);
    y = fmaf(-square, 0.5f, y);
    return fmaf(e, ln2_high, f + y);
}

/* sin x and cos x for x >= 0: reduced by multiples of pi/4 in three parts. */
INLINED void block_sincos(float x, float *sine, float *cosine)
{
    static const float cos_p[] = {2.443315711809948e-5f, -1.388731625493765e-3f,
                                  4.166664568298827e-2f};
    static const float sin_p[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
    int octant = ((int)(x * 1.27323954473516f) + 1) & ~1; /* 4/pi */
    float turns = (float)octant;
    float r = fmaf(turns, -0.78515625f, x);
    r = fmaf(turns, -2.4187564849853515625e-4f, r);
    r = fmaf(turns, -3.77489497744594108e-8f, r);
    float square = r * r;
    float c = polynomial(square, cos_p, 3) * square;
    c = fmaf(c, square, -(square * 0.5f)) + 1.0f;
    float s = polynomial(square, sin_p, 3) * square;
    s = fmaf(s, r, r);
    bool swapped = (octant & 2) != 0;
    float sine_size = swapped ? c : s, cosine_size = swapped ? s : c;
    *sine = (octant & 4) != 0 ? -sine_size : sine_size;
    *cosine = ((octant - 2) & 4) == 0 ? -cosine_size : cosine_size;
}

/* 16 uniforms become 16 normals: Box-Muller over the pairs (j, j + 8). In four short loops, of
 * which compilers turn all but the root into vector code. */
INLINED void block_float32(float *d, float mean, float std)
{
    enum { HALF = BLOCK / 2 };
    float radius[HALF], sine[HALF], cosine[HALF];
    for (int j = 0; j < HALF; j++) {
        radius[j] = -2.0f * block_log(1.0f - d[j]);
    }
    for (int j = 0; j < HALF; j++) {
        radius[j] = sqrtf(radius[j]);
    }
    for (int j = 0; j < HALF; j++) {
        block_sincos((float)TWO_PI * d[j + HALF], &sine[j], &cosine[j]);
    }
    for (int j = 0; j < HALF; j++) {
        d[j] = fmaf(radius[j] * cosine[j], std, mean);
        d[j + HALF] = fmaf(radius[j] * sine[j], std, mean);
    }
}

static void blocks_baseline(float *d, int64_t n, float mean, float std)
{
    for (int64_t i = 0; i + BLOCK <= n; i += BLOCK) {
        block_float32(d + i, mean, std);
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
/* The same with fmaf as one instruction instead of a call: faster, equal bits. */
__attribute__((target("avx2,fma"))) static void blocks_fma(float *d, int64_t n, float mean,
                                                           float std)
{
    for (int64_t i = 0; i + BLOCK <= n; i += BLOCK) {
        block_float32(d + i, mean, std);
    }
}

static bool use_fma(const struct compute *cx)
{
    return cx->simd != SIMD_BASELINE && __builtin_cpu_supports("fma");
}
#else
#define blocks_fma blocks_baseline

static bool use_fma(const struct compute *cx)
{
    return false;
}
#endif

static void block_float64(double *d, double mean, double std)
{
    for (int j = 0; j < BLOCK / 2; j++) {
        double radius = sqrt(-2 * fmath_log(1 - d[j]));
        double theta = TWO_PI * d[j + 8];
        d[j] = fma(radius * fmath_cos(theta), std, mean);
        d[j + 8] = fma(radius * fmath_sin(theta), std, mean);
    }
}

/* random_24 of many; count is at most DRAWN. */
static void fill_uniform(struct random *r, float *d, int count)
{
    uint32_t draw[DRAWN];
    mt19937_take(&r->mt, draw, count);
    for (int i = 0; i < count; i++) {
        d[i] = (float)(int)(draw[i] & 0xffffffu) * 0x1p-24f;
    }
}

/* All n cells are filled with uniforms, then made normal in blocks. When n is no multiple of 16 the
 * last 16 cells, some of them normal already, are drawn again. */
static void fill_float32(const struct compute *cx, struct random *r, float *d, int64_t n,
                         float mean, float std)
{
    void (*blocks)(float *, int64_t, float, float) = use_fma(cx) ? blocks_fma : blocks_baseline;
    for (int64_t i = 0; i < n; i += DRAWN) {
        int64_t some = n - i < DRAWN ? n - i : DRAWN;
        fill_uniform(r, d + i, (int)some);
        blocks(d + i, some, mean, std);
    }
    if (n % BLOCK == 0) {
        return;
    }
    fill_uniform(r, d + n - BLOCK, BLOCK);
    blocks(d + n - BLOCK, BLOCK, mean, std);
}

static void fill_float64(struct random *r, double *d, int64_t n, double mean, double std)
{
    for (int64_t i = 0; i < n; i++) {
        d[i] = random_53(r);
    }
    for (int64_t i = 0; i + BLOCK <= n; i += BLOCK) {
        block_float64(d + i, mean, std);
    }
    if (n % BLOCK == 0) {
        return;
    }
    for (int64_t i = n - BLOCK; i < n; i++) {
        d[i] = random_53(r);
    }
    block_float64(d + n - BLOCK, mean, std);
}

/* float16 rounds radius, angle and result; bfloat16 after every step. */
static void block_short(const struct tensor *t, int64_t start, float mean, float std)
{
    const bool every = t->dtype == DTYPE_BFLOAT16;
#define R(x) half_round(t->dtype, x)
#define R_EVERY(x) (every ? half_round_bfloat16(x) : (x))
    float d[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
        d[j] = (float)tensor_double_at(t, start + j);
    }
    for (int j = 0; j < BLOCK / 2; j++) {
        float logarithm = R_EVERY(fmath_logf(R(1 - d[j])));
        float radius = R(sqrtf(R_EVERY(-2 * logarithm)));
        float theta = R((float)(TWO_PI * (double)d[j + 8]));
        float x = R_EVERY(radius * R_EVERY(fmath_cosf(theta)));
        float y = R_EVERY(radius * R_EVERY(fmath_sinf(theta)));
        tensor_set_double(t, start + j, (double)(R_EVERY(x * R(std)) + R(mean)));
        tensor_set_double(t, start + j + 8, (double)(R_EVERY(y * R(std)) + R(mean)));
    }
#undef R
#undef R_EVERY
}

static void fill_short(struct random *r, const struct tensor *t, int64_t n, float mean, float std)
{
    for (int64_t i = 0; i < n; i++) {
        tensor_set_double(t, t->offset + i, (double)random_short(r, t->dtype));
    }
    for (int64_t i = 0; i + BLOCK <= n; i += BLOCK) {
        block_short(t, t->offset + i, mean, std);
    }
    if (n % BLOCK == 0) {
        return;
    }
    for (int64_t i = n - BLOCK; i < n; i++) {
        tensor_set_double(t, t->offset + i, (double)random_short(r, t->dtype));
    }
    block_short(t, t->offset + n - BLOCK, mean, std);
}

/* One normal of a pair; the other waits for the next call (manual_seed drops it). */
static double random_normal_one(struct random *r)
{
    if (r->has_normal) {
        r->has_normal = false;
        return r->normal;
    }
    double u1 = random_53(r);
    double u2 = random_53(r);
    double radius = sqrt(-2.0 * fmath_log(1.0 - u2));
    double theta = TWO_PI * u1;
    r->normal = radius * fmath_sin(theta);
    r->has_normal = true;
    return radius * fmath_cos(theta);
}

bool random_normal(struct compute *cx, struct random *r, const struct tensor *t, double mean,
                   double std)
{
    if (!(std >= 0.0)) {
        scoped_buf text = {0};
        random_number_text(std, &text);
        error_set(cx->err, ERROR_RUNTIME, "normal expects std >= 0.0, but found std %s",
                  buf_text(&text));
        return false;
    }
    if (!random_fill_start(cx, t, "normal_kernel_cpu")) {
        return false;
    }
    int64_t n = tensor_numel(t);
    if (n >= BLOCK && tensor_is_contiguous(t)) {
        if (t->dtype == DTYPE_FLOAT32) {
            fill_float32(cx, r, tensor_data(t), n, (float)mean, (float)std);
        } else if (dtype_is_short_float(t->dtype)) {
            fill_short(r, t, n, (float)mean, (float)std);
        } else {
            fill_float64(r, tensor_data(t), n, mean, std);
        }
        return true;
    }
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        random_fill_set(t, it.place, fma(random_normal_one(r), std, mean));
    }
    return true;
}
