/* Holds the kernels in 32-byte vectors, chosen at run time on x86 processors with AVX2 and FMA. */
#include "tensor/compute/kernel.h"

typedef int kernel_avx2_is_for_x86; /* keeps the file from being empty elsewhere */

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNEL_NAME kernel_avx2
#define KERNEL_TARGET __attribute__((target("avx2,fma")))
#define KERNEL_BYTES 32
#define KERNEL_STREAMS 1
#define KERNEL_ROWS 6

typedef float kernel_vector __attribute__((vector_size(KERNEL_BYTES), aligned(4), may_alias));

KERNEL_TARGET static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    return (kernel_vector)_mm256_fmadd_ps(_mm256_set1_ps(a), (__m256)b, (__m256)sum);
}

typedef kernel_vector kernel_eight;

KERNEL_TARGET static inline kernel_eight kernel_fuse_eight(kernel_eight a, kernel_eight b,
                                                           kernel_eight sum)
{
    return (kernel_eight)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)sum);
}

KERNEL_TARGET static inline void kernel_stream_vector(float *to, kernel_vector x)
{
    _mm256_stream_ps(to, (__m256)x);
}

KERNEL_TARGET static inline __m256i kernel_lanes(int n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

KERNEL_TARGET static inline kernel_vector kernel_first(const float *x, int n)
{
    return (kernel_vector)_mm256_maskload_ps(x, kernel_lanes(n));
}

KERNEL_TARGET static inline void kernel_put_first(float *to, kernel_vector x, int n)
{
    _mm256_maskstore_ps(to, kernel_lanes(n), (__m256)x);
}

KERNEL_TARGET static inline kernel_vector kernel_larger(kernel_vector x, kernel_vector other)
{
    return (kernel_vector)_mm256_max_ps((__m256)x, (__m256)other);
}

#include "tensor/compute/kernel_loops.inc"
#endif
