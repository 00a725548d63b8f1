/* The kernels in 16-byte vectors (SSE2, NEON, or whatever the compiler makes of them), and the
 * choice between the kinds. */
#include "tensor/kernel.h"

#define KERNEL_NAME kernel_baseline
#define KERNEL_TARGET
#define KERNEL_BYTES 16
#include "tensor/kernel_loops.inc"

const struct kernel *kernel_for(const struct compute *cx)
{
#if defined(__x86_64__)
    if (cx->simd != SIMD_BASELINE)
        return &kernel_avx2;
#endif
    (void)cx;
    return &kernel_baseline;
}
