/* Holds the kernels in 16-byte vectors (SSE2, NEON, or whatever the compiler makes of them), and
 * the choice between the kinds. */
#include "tensor/compute/kernel.h"

#include <math.h>
#include <string.h>

#define KERNEL_NAME kernel_baseline
#define KERNEL_TARGET
#define KERNEL_BYTES 16
#define KERNEL_ROWS 6

typedef float kernel_vector __attribute__((vector_size(KERNEL_BYTES), aligned(4), may_alias));

#if defined(__aarch64__)
#include <arm_neon.h>

static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    return (kernel_vector)vfmaq_n_f32((float32x4_t)sum, (float32x4_t)b, a);
}
#else
/* The exact way, for any processor: an instruction or the C library's. */
static kernel_vector kernel_fuse_lanes(float a, kernel_vector b, kernel_vector sum)
{
    for (int lane = 0; lane < 4; lane++) {
        sum[lane] = fmaf(a, b[lane], sum[lane]);
    }
    return sum;
}
#if defined(__SSE2__)
#include <emmintrin.h>

/* In double, where the product is exact: a sum that is then rounded to float32 was rounded twice.
 * That is wrong at most where the first result lies halfway between two floats (the 29 bits that go
 * are 1000...), or where the floats lie closer, below the normal range (0 is right: so small a sum
 * is exact). Then the exact way is taken. */
static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    __m128 addend = (__m128)sum, factor = (__m128)b;
    __m128d a_twice = _mm_set1_pd((double)a);
    __m128d low = _mm_add_pd(_mm_mul_pd(a_twice, _mm_cvtps_pd(factor)), _mm_cvtps_pd(addend));
    __m128d high = _mm_add_pd(_mm_mul_pd(a_twice, _mm_cvtps_pd(_mm_movehl_ps(factor, factor))),
                              _mm_cvtps_pd(_mm_movehl_ps(addend, addend)));
    __m128 rounded = _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
    __m128i going = _mm_castps_si128(
        _mm_shuffle_ps(_mm_castpd_ps(low), _mm_castpd_ps(high), _MM_SHUFFLE(2, 0, 2, 0)));
    __m128i halfway = _mm_cmpeq_epi32(_mm_and_si128(going, _mm_set1_epi32(0x1fffffff)),
                                      _mm_set1_epi32(0x10000000));
    __m128i size = _mm_and_si128(_mm_castps_si128(rounded), _mm_set1_epi32(0x7fffffff));
    __m128i exponent = _mm_srli_epi32(_mm_add_epi32(size, _mm_set1_epi32(-1)), 23);
    __m128i doubtful = _mm_or_si128(halfway, _mm_cmpeq_epi32(exponent, _mm_setzero_si128()));
    if (_mm_movemask_epi8(doubtful) != 0) {
        return kernel_fuse_lanes(a, b, sum);
    }
    return (kernel_vector)rounded;
}
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

/* As above. */
static inline v128_t fuse_four(v128_t a, v128_t b, v128_t sum, v128_t *doubtful)
{
    const v128_t none = wasm_i32x4_splat(0);
    v128_t product =
        wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b));
    v128_t low = wasm_f64x2_add(product, wasm_f64x2_promote_low_f32x4(sum));
    a = wasm_i32x4_shuffle(a, none, 2, 3, 4, 4);
    b = wasm_i32x4_shuffle(b, none, 2, 3, 4, 4);
    sum = wasm_i32x4_shuffle(sum, none, 2, 3, 4, 4);
    product = wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b));
    v128_t high = wasm_f64x2_add(product, wasm_f64x2_promote_low_f32x4(sum));
    v128_t rounded = wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low),
                                        wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5);
    v128_t going = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
    v128_t halfway = wasm_i32x4_eq(wasm_v128_and(going, wasm_i32x4_splat(0x1fffffff)),
                                   wasm_i32x4_splat(0x10000000));
    v128_t size = wasm_v128_and(rounded, wasm_i32x4_splat(0x7fffffff));
    v128_t exponent = wasm_u32x4_shr(wasm_i32x4_add(size, wasm_i32x4_splat(-1)), 23);
    *doubtful = wasm_v128_or(halfway, wasm_i32x4_eq(exponent, none));
    return rounded;
}

static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    v128_t doubtful;
    v128_t rounded = fuse_four(wasm_f32x4_splat(a), (v128_t)b, (v128_t)sum, &doubtful);
    return wasm_v128_any_true(doubtful) ? kernel_fuse_lanes(a, b, sum) : (kernel_vector)rounded;
}
#else
static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    return kernel_fuse_lanes(a, b, sum);
}
#endif
#endif

typedef struct {
    float at[8];
} kernel_eight;

static inline kernel_eight kernel_fuse_eight(kernel_eight a, kernel_eight b, kernel_eight sum)
{
#if defined(__wasm_simd128__)
    v128_t doubtful[2], fused[2];
    for (int half = 0; half < 2; half++) {
        fused[half] = fuse_four(wasm_v128_load(a.at + 4 * half), wasm_v128_load(b.at + 4 * half),
                                wasm_v128_load(sum.at + 4 * half), &doubtful[half]);
    }
    if (!wasm_v128_any_true(wasm_v128_or(doubtful[0], doubtful[1]))) {
        memcpy(&sum, fused, sizeof sum);
        return sum;
    }
#endif
    for (int lane = 0; lane < 8; lane++) {
        sum.at[lane] = fmaf(a.at[lane], b.at[lane], sum.at[lane]);
    }
    return sum;
}

#if defined(__SSE2__)
#define KERNEL_STREAMS 1
static inline void kernel_stream_vector(float *to, kernel_vector x)
{
    _mm_stream_ps(to, (__m128)x);
}
#else
#define KERNEL_STREAMS 0
static inline void kernel_stream_vector(float *to, kernel_vector x)
{
    *(kernel_vector *)to = x;
}
#endif

static inline kernel_vector kernel_first(const float *x, int n)
{
    if (n == 4) {
        return *(const kernel_vector *)x;
    }
    return (kernel_vector){x[0], n > 1 ? x[1] : 0, n > 2 ? x[2] : 0, 0};
}

static inline void kernel_put_first(float *to, kernel_vector x, int n)
{
    for (int lane = 0; lane < n; lane++) {
        to[lane] = x[lane];
    }
}

static inline kernel_vector kernel_larger(kernel_vector x, kernel_vector other)
{
#if defined(__SSE2__)
    return (kernel_vector)_mm_max_ps((__m128)x, (__m128)other);
#else
    typedef int32_t mask __attribute__((vector_size(KERNEL_BYTES)));
    mask larger = x > other;
    return (kernel_vector)(((mask)x & larger) | ((mask)other & ~larger));
#endif
}

#include "tensor/compute/kernel_loops.inc"

const struct kernel *kernel_for(const struct compute *cx)
{
#if defined(__x86_64__)
    if (cx->simd == SIMD_AVX512) {
        return &kernel_avx512;
    }
    if (cx->simd == SIMD_AVX2) {
        return &kernel_avx2;
    }
#endif
    return &kernel_baseline;
}
