/* Computes batched matrix products over strided memory: c[i] (M, N) = a[i] (M, K) @ b[i] (K, N) +
 * bias (N). What matmul.c and einsum.c are built on. Knows no tensors.
 *
 * Each cell starts at 0 and adds a*b for k = 0, 1, ... in its own type, as `sum` says, a long
 * float32 sum in panels (gemm_panel); integers wrap. */
#pragma once

#include "tensor/compute/adding.h"
#include "tensor/shape/tensor.h"

/* How a cell of float32 or float64 takes in its next product. */
enum gemm_sum {
    GEMM_FUSED,    /* sum = fma(a, b, sum): rounded once */
    GEMM_APART,    /* sum = sum + a * b: the product is rounded, then the sum */
    GEMM_IN_ORDER, /* fused, whatever gemm_form says */
    GEMM_VECTOR,   /* in the steps of gemv_order.h or dot.h, not by gemm_run */
};

/* A fused sum of many products is not always taken in one go. What OpenBLAS does on
 * processors with AVX-512 depends on the sizes of the matrices and on how they lie in memory: */
struct gemm_form {
    int64_t M, N, K;
    bool a_turned, b_turned; /* kept as the transpose, like the weight of F.linear */
    bool wide;               /* float64: longer panels, fewer lanes */
};
/* By their strides, as PyTorch hands them over. What is neither plain nor transposed it copies
 * first. A result of one column it takes for a row: the operands change places, are told as their
 * transposes, and N is the number of rows. */
struct gemm_form gemm_form_for(enum dtype dtype, int64_t M, int64_t N, int64_t K, int64_t a_row,
                               int64_t a_column, int64_t b_row, int64_t b_column);

/* Whether OpenBLAS has a kernel for small ones that takes them; then nothing is copied, and what is
 * added comes last. */
bool gemm_is_small(const struct gemm_form *f);
/* Large ones, and middling ones with b turned, are summed in panels of at most GEMM_PANEL products,
 * of float64 GEMM_WIDE_PANEL: each is summed in order from 0, and its sum is added to that of those
 * before it (the bias comes first). */
enum { GEMM_PANEL = 320, GEMM_WIDE_PANEL = 384 };
bool gemm_takes_panels(const struct gemm_form *f);
/* The length of the next panel when `left` products are still to come. */
static inline int64_t gemm_panel_of(bool wide, int64_t left)
{
    int64_t most = wide ? GEMM_WIDE_PANEL : GEMM_PANEL, half = (left / 2 + 15) / 16 * 16;
    return left >= 2 * most ? most : left > most ? half : left;
}
static inline int64_t gemm_panel(int64_t left)
{
    return gemm_panel_of(false, left);
}

/* Small ones deal the products of some cells like cards to GEMM_LANES fused sums, half as many of
 * float64, which are joined at the end: neighbours first, then pairs, then fours where the cell
 * belongs to a group of four rows or columns, else the first half with the second. With b turned,
 * like F.linear of a few tokens, it is all cells; with neither turned the last columns that fill no
 * vector, if they are not more than half of one. */
enum { GEMM_LANES = 16 };
enum gemm_deal { GEMM_NOT_DEALT, GEMM_FOURS, GEMM_HALVES };
enum gemm_deal gemm_deal_of(const struct gemm_form *f, int64_t m, int64_t n);
int64_t gemm_dealt_from(const struct gemm_form *f); /* the first such column, or N */
float gemm_join_lanes(const float lane[GEMM_LANES], enum gemm_deal deal);
double gemm_join_wide(const double lane[GEMM_LANES / 2], enum gemm_deal deal);

/* The additions of a cell of K products: dealt to lanes, else taken by `act`, fused ones in panels,
 * which ADD_END adds up. */
void gemm_order(const struct gemm_form *f, enum gemm_deal deal, enum add_act act, int64_t K,
                add_take *take, void *arg);

/* Matrices of at most so many multiplications need no copy to be fast. */
#define GEMM_FEW (1 << 18)

struct gemm {
    enum dtype dtype; /* any but bool and the short floats */
    enum gemm_sum sum;
    bool continues; /* the sums start from what c holds, not from 0; only with GEMM_APART */
    int64_t batch, M, N, K;
    const void *a, *b; /* strides and offsets in elements */
    int64_t a_row, a_column, b_row, b_column;
    const int64_t *a_offset, *b_offset; /* one per matrix of the batch; NULL = all 0 */
    const void *bias;                   /* added to every row, or NULL */
    int64_t bias_stride;
    const struct gemm_form *told; /* as PyTorch hands the operands over; NULL = as they lie */
    void *c;                      /* contiguous (batch, M, N), shares no memory with the rest */
};

/* Fails only when there is no memory for the packed operand. */
bool gemm_run(struct compute *cx, const struct gemm *g);
