/* Holds the kernels in 64-byte vectors, chosen at run time on x86 processors that have AVX-512. */
#include "tensor/compute/kernel.h"

typedef int kernel_avx512_is_for_x86; /* keeps the file from being empty elsewhere */

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNEL_NAME kernel_avx512
#define KERNEL_TARGET __attribute__((target("avx512f,fma")))
#define KERNEL_BYTES 64
#define KERNEL_STREAMS 1
#define KERNEL_ROWS 8

typedef float kernel_vector __attribute__((vector_size(KERNEL_BYTES), aligned(4), may_alias));
typedef float kernel_eight __attribute__((vector_size(32), aligned(4), may_alias));

KERNEL_TARGET static inline kernel_vector kernel_fuse(float a, kernel_vector b, kernel_vector sum)
{
    return (kernel_vector)_mm512_fmadd_ps(_mm512_set1_ps(a), (__m512)b, (__m512)sum);
}

KERNEL_TARGET static inline kernel_eight kernel_fuse_eight(kernel_eight a, kernel_eight b,
                                                           kernel_eight sum)
{
    return (kernel_eight)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)sum);
}

KERNEL_TARGET static inline void kernel_stream_vector(float *to, kernel_vector x)
{
    _mm512_stream_ps(to, (__m512)x);
}

KERNEL_TARGET static inline kernel_vector kernel_first(const float *x, int n)
{
    return (kernel_vector)_mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), x);
}

KERNEL_TARGET static inline void kernel_put_first(float *to, kernel_vector x, int n)
{
    _mm512_mask_storeu_ps(to, (__mmask16)((1u << n) - 1), (__m512)x);
}

KERNEL_TARGET static inline kernel_vector kernel_larger(kernel_vector x, kernel_vector other)
{
    return (kernel_vector)_mm512_max_ps((__m512)x, (__m512)other);
}

#include "tensor/compute/kernel_loops.inc"
#endif
