/* Compares float32 results bit by bit with PyTorch's: the same numbers go in on both sides, and a
 * table holds a checksum (FNV-1a over the bit patterns, row-major) of what came out there. */
#pragma once

#include "helpers.h"
#include "tensor/shape/view.h"

#include <string.h>

/* Element i is (int32)(i * 2654435761 + seed) / 2^8, rounded down, * 2^-20 / 2^(i % 7): numbers in
 * [-8, 8) with 24 bits of different weight, so that every sum is rounded. In NumPy:
 * i = np.arange(n, dtype=np.uint32)
 * ((i * np.uint32(2654435761) + np.uint32(seed)).view(np.int32) >> 8).astype(np.float32)
 *     * np.float32(2 ** -20) / (1 << (i % 7)).astype(np.float32) */
static inline struct tensor bits_input(struct fixture *f, int ndim, const int64_t *shape,
                                       uint32_t seed)
{
    struct tensor t = make_counting(f, DTYPE_FLOAT32, ndim, shape);
    float *x = tensor_data(&t);
    for (int64_t i = 0, n = tensor_numel(&t); i < n; i++) {
        int64_t r = (uint32_t)((uint32_t)i * 2654435761u + seed);
        r = r < INT64_C(2147483648) ? r : r - INT64_C(4294967296);
        x[i] = (float)((r + INT64_C(2147483648)) / 256 - 8388608) / (float)(1048576 << i % 7);
    }
    return t;
}

static inline uint32_t bits_sum(const struct tensor *t)
{
    uint32_t sum = 2166136261u;
    for (int64_t k = 0, n = tensor_numel(t); k < n; k++) {
        uint32_t word;
        memcpy(&word, (const float *)t->storage->data + tensor_place(t, k), sizeof word);
        for (int i = 0; i < 4; i++) {
            sum = (sum ^ (word >> 8 * i & 255)) * 16777619u;
        }
    }
    return sum;
}

/* The input with its axes in another order; "" leaves it. order[i] is the digit of old axis. */
static inline struct tensor bits_permuted(struct fixture *f, int ndim, const int64_t *shape,
                                          uint32_t seed, const char *order)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct tensor t = bits_input(f, ndim, shape, seed), view;
    if (!*order) {
        return t;
    }
    for (int d = 0; d < ndim; d++) {
        dims[d] = order[d] - '0';
    }
    expect_ok(f, view_permute(&f->cx, &view, &t, ndim, dims));
    tensor_release(&t);
    return view;
}
