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
static __attribute__((unused)) kernel_vector kernel_fuse_lanes(float a, kernel_vector b,
                                                               kernel_vector sum)
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

/* Of four numbers the last two, in double. */
static inline v128_t promote_high(v128_t x)
{
    return wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(x, x, 2, 3, 2, 3));
}

/* As above; the factor a is in double. */
static inline v128_t fuse_four(v128_t a_low, v128_t a_high, v128_t b, v128_t sum, v128_t *doubtful)
{
    v128_t low = wasm_f64x2_add(wasm_f64x2_mul(a_low, wasm_f64x2_promote_low_f32x4(b)),
                                wasm_f64x2_promote_low_f32x4(sum));
    v128_t high = wasm_f64x2_add(wasm_f64x2_mul(a_high, promote_high(b)), promote_high(sum));
    v128_t rounded = wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low),
                                        wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5);
    v128_t going = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
    v128_t halfway = wasm_i32x4_eq(wasm_v128_and(going, wasm_i32x4_splat(0x1fffffff)),
                                   wasm_i32x4_splat(0x10000000));
    /* 0 becomes the largest number, a size below the normal range one of the least */
    v128_t size = wasm_i32x4_add(wasm_i32x4_shl(rounded, 1), wasm_i32x4_splat(0x7fffffff));
    v128_t tiny = wasm_i32x4_lt(size, wasm_i32x4_splat((int)0x80ffffff));
    *doubtful = wasm_v128_or(halfway, tiny);
    return rounded;
}

/* As fused_slowly. Half-way are often sums that are exact: of numbers whose factor is 1. */
static v128_t fuse_two_by_odd(v128_t x, v128_t y, v128_t z)
{
    typedef double two __attribute__((vector_size(16)));
    typedef int64_t mask __attribute__((vector_size(16)));
    two product = (two)wasm_f64x2_mul(x, y), sum = product + (two)z;
    two from_z = sum - product, error = (product - (sum - from_z)) + ((two)z - from_z);
    mask finite = error - error == 0, down = (error > 0) ^ (sum > 0);
    mask even = finite & (error != 0) & ~(mask)sum & 1;
    return wasm_f32x4_demote_f64x2_zero((v128_t)((mask)sum + ((even ^ down) - down)));
}

static __attribute__((noinline)) v128_t fuse_four_by_odd(v128_t a, v128_t b, v128_t sum)
{
    v128_t low = fuse_two_by_odd(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b),
                                 wasm_f64x2_promote_low_f32x4(sum));
    v128_t high = fuse_two_by_odd(promote_high(a), promote_high(b), promote_high(sum));
    return wasm_i32x4_shuffle(low, high, 0, 1, 4, 5);
}

static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    v128_t doubtful, a_twice = wasm_f64x2_splat((double)a);
    v128_t rounded = fuse_four(a_twice, a_twice, (v128_t)b, (v128_t)sum, &doubtful);
    if (wasm_v128_any_true(doubtful)) {
        rounded = fuse_four_by_odd(wasm_f32x4_splat(a), (v128_t)b, (v128_t)sum);
    }
    return (kernel_vector)rounded;
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
    for (int half = 0; half < 8; half += 4) {
        v128_t a_half = wasm_v128_load(a.at + half), b_half = wasm_v128_load(b.at + half), doubtful,
               sum_half = wasm_v128_load(sum.at + half);
        v128_t fused = fuse_four(wasm_f64x2_promote_low_f32x4(a_half), promote_high(a_half), b_half,
                                 sum_half, &doubtful);
        if (wasm_v128_any_true(doubtful)) {
            fused = fuse_four_by_odd(a_half, b_half, sum_half);
        }
        wasm_v128_store(sum.at + half, fused);
    }
#else
    for (int lane = 0; lane < 8; lane++) {
        sum.at[lane] = fmaf(a.at[lane], b.at[lane], sum.at[lane]);
    }
#endif
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

#if defined(__wasm__)
#include "base/fused.h"

#define KERNEL_STEPS_F64
/* Eight columns of all rows are computed in pairs, and then looked at for doubt. */
static inline __attribute__((always_inline)) void
kernel_step_f64(int rows, int columns, const double *restrict a, int64_t a_row,
                const double *restrict b, double (*restrict sum)[16])
{
    for (int n = 0; n < columns; n += 8) {
        double next[4][8];
        uint64_t doubtful = 0;
        for (int j = 0; j < 8; j++) {
#pragma clang loop unroll(full)
            for (int i = 0; i < rows; i++) {
                next[i][j] = fused_nearly_double(a[i * a_row], b[n + j], sum[i][n + j], &doubtful);
            }
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 8 && doubtful != 0; j++) {
                next[i][j] = fused_multiply_add_double(a[i * a_row], b[n + j], sum[i][n + j]);
            }
            memcpy(sum[i] + n, next[i], sizeof next[i]);
        }
    }
}
#endif

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
