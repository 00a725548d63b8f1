/* The tile kernel in 16-byte vectors: SSE2, NEON, or whatever the compiler makes of them. */
#include "tensor/kernel.h"

#define KERNEL_NAME kernel_baseline
#define KERNEL_TARGET
#define KERNEL_BYTES 16
#include "tensor/kernel_tile.h"
