/* The innermost float32 loops, once for each kind of processor: a small tile of a matrix product
 * (for gemm.c), and what softmax.c does to a row. All kinds give the same bits.
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
    /* The largest of a row, -inf for an empty one; a NaN may be overlooked. */
    float (*largest)(const float *x, int64_t n);
    void (*subtract)(float *out, const float *x, float amount, int64_t n); /* out may be x */
    void (*multiply)(float *out, const float *x, float factor, int64_t n);
};

/* The kernels for cx->simd. */
const struct kernel *kernel_for(const struct compute *cx);

extern const struct kernel kernel_baseline;
#if defined(__x86_64__)
extern const struct kernel kernel_avx2;
#endif

#endif
