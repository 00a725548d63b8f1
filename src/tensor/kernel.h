/* The innermost loops of a float32 matrix product: one small tile of the result, for one kind of
 * processor. Only gemm.c calls these.
 *
 * A tile adds a (rows, K) @ b (K, columns) to the running sums in c, cell by cell, k in order, each
 * product rounded before it is added: every kernel gives the bits of the naive loop. */
#ifndef QKV_TENSOR_KERNEL_H
#define QKV_TENSOR_KERNEL_H

#include "tensor/compute.h"

#include <stdint.h>

#define KERNEL_MAX_ROWS 6
#define KERNEL_MAX_COLUMNS 16

struct kernel {
    int rows;
    int columns;
    /* a: rows that lie a_row apart; b: K groups of `columns` neighbours; c: rows c_row apart.
     * `first`: the sums start at 0, c need not be initialised. */
    void (*tile)(int64_t K, const float *a, int64_t a_row, const float *b, float *c, int64_t c_row,
                 int first);
};

extern const struct kernel kernel_baseline;
#if defined(__x86_64__)
extern const struct kernel kernel_avx2;
#endif

#endif
