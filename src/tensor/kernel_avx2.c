/* The kernels in 32-byte vectors, chosen at run time on x86 processors that have AVX2. Never
 * with fused multiply-add: it would give other bits. 64-byte vectors were measured and left out: on
 * AMD Zen 4 they reach 0.7 of this kernel's speed. */
#include "tensor/kernel.h"

typedef int kernel_avx2_is_for_x86; /* keeps the file from being empty elsewhere */

#if defined(__x86_64__)
#define KERNEL_NAME kernel_avx2
#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_BYTES 32
#include "tensor/kernel_loops.inc"
#endif
