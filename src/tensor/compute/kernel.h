/* Declares the innermost loops, once for each kind of processor: a small tile of a matrix product
 * and one row of it (for gemm.c), and what softmax.c does to a row. All kinds give the same bits.
 *
 * A product is added up cell by cell, k in order, with fused multiply-add: sum = fmaf(a, b, sum),
 * rounded once. Where there is no such instruction, the same number is computed without it. */
#pragma once

#include "tensor/compute/compute.h"

#include <stddef.h>
#include <stdint.h>

#define KERNEL_MAX_ROWS 8
#define KERNEL_MAX_COLUMNS 32
#define KERNEL_DEALT 4 /* rows that are dealt together */
#define KERNEL_LONG 64
#define KERNEL_WIDE 32

/* Results from this many bytes on do not stay in a cache anyway. They are written past it, in whole
 * cache lines: then the processor need not read each line before it is overwritten. */
#define KERNEL_STREAM_FROM ((size_t)16 << 20)
#define KERNEL_LINE 64
#define KERNEL_STRIP (KERNEL_LINE / (int)sizeof(float))

enum kernel_start {
    KERNEL_FROM_ZERO, /* what c holds is overwritten */
    KERNEL_STREAM,    /* the same past the caches; every row of c begins on a cache line */
    KERNEL_CONTINUE,  /* the sums go on from what c holds */
    KERNEL_ADD        /* they start at 0 and are added to what c holds */
};

/* One step of Adam in float32. The running means take the gradient in, and x moves by their
 * quotient:
 *     mean = fma(add_mean, grad, mean * keep_mean)
 *     square = fma(grad * add_square, grad, square * keep_square)
 *     x += mean * move / (sqrt(square) / correction + eps) */
struct kernel_adam {
    float keep_mean, add_mean, keep_square, add_square, correction, eps, move;
};

/* What rows of float64 are folded to. An extreme begins at an infinity; the first NaN stays; of
 * equals, which two zeros are, the first counts, or the last. */
enum kernel_fold {
    KERNEL_SUM,
    KERNEL_PRODUCT,
    KERNEL_LARGEST,
    KERNEL_SMALLEST,
    KERNEL_LARGEST_LAST,
    KERNEL_SMALLEST_LAST
};

/* A product of few cells: where its operands lie. Those of b are neighbours in each row. */
struct kernel_narrow {
    int64_t K, a_row, a_column, b_row, c_row; /* in elements */
    bool apart;                               /* products are rounded, then their sums */
};

struct kernel {
    int rows;
    int columns;
    /* c = a (n, K) @ b (K, columns) in one of four ways, n from 1 to `rows`. a: rows that lie a_row
     * apart; b: K groups of `columns` neighbours; c: rows c_row apart. At last bias (columns) is
     * added to each row, unless it is NULL. */
    void (*tile)(int n, int64_t K, const float *a, int64_t a_row, const float *b, float *c,
                 int64_t c_row, enum kernel_start how, const float *bias);
    /* Panels that tile takes as its b: K rows of b, which lie b_row apart, cut into `panels` pieces
     * of `columns` neighbours. */
    void (*pack)(float *to, const float *b, int64_t b_row, int64_t K, int64_t panels);
    /* to (KERNEL_STRIP, columns) = the transpose of `columns` rows of b, which lie b_row apart. */
    void (*turn)(float *to, const float *b, int64_t b_row);
    /* c (M, N) = a (M, K) @ b (K, N) + bias (N), as its operands lie; bias may be NULL. Nothing
     * beyond the N cells of a row is read or written. */
    void (*narrow)(const struct kernel_narrow *p, int64_t M, int64_t N, const float *a,
                   const float *b, const float *bias, float *c);
    /* c (N) = a (K) @ b (K, N), by strides in elements; c shares no memory with the others. */
    void (*row_f32)(int64_t N, int64_t K, const float *a, int64_t a_column, const float *b,
                    int64_t b_row, int64_t b_column, float *c);
    /* The same in float64, of M rows: c (M, N). */
    void (*product_f64)(int64_t M, int64_t N, int64_t K, const double *a, int64_t a_row,
                        int64_t a_column, const double *b, int64_t b_row, int64_t b_column,
                        double *c);
    /* The products of a and b dealt to 16 sums in turn. */
    void (*deal)(int64_t K, const float *a, int64_t a_step, const float *b, int64_t b_step,
                 float lane[16]);
    /* Of float64: to 8. */
    void (*deal_wide)(int64_t K, const double *a, int64_t a_step, const double *b, int64_t b_step,
                      double lane[8]);
    /* For gemv.c. The products of four rows of a with x, each row's dealt to eight sums in turn,
     * which go on from `lane`; K is a multiple of eight. */
    void (*deal_eight)(int64_t K, const float *a, int64_t a_row, const float *x,
                       float lane[KERNEL_DEALT][8]);
    /* For dot.c. The products of a and b dealt to 64 sums in turn; K is a multiple of 64. */
    void (*deal_long)(int64_t K, const float *a, const float *b, float lane[KERNEL_LONG]);
    /* The same in float64, to 32 sums. */
    void (*deal_f64)(int64_t K, const double *a, const double *b, double lane[KERNEL_WIDE]);
    /* sum[i] = fma(a[i * a_step], x, sum[i]) */
    void (*fuse_cells)(int64_t n, const float *a, int64_t a_step, float x, float *sum);
    /* y[i] = fma(alpha, sum, y[i]), the sum over k of a[i + k * a_column] * x[k * step] being fused
     * in order from 0. */
    void (*add_columns)(int64_t n, int64_t K, const float *a, int64_t a_column, const float *x,
                        int64_t step, float alpha, float *y);
    /* Whole cache lines, written past the caches; NULL where there is no way. */
    void (*stream)(void *out, const void *from, size_t bytes);
    /* The largest of a row, -inf for an empty one; a NaN may be overlooked. */
    float (*largest)(const float *x, int64_t n);
    /* out[j] = the fold of x[j], x[row + j], x[2 * row + j], ... in order, from 0, 1 or an
     * infinity. */
    void (*fold_rows)(enum kernel_fold how, int64_t rows, int64_t n, const double *x, int64_t row,
                      double *out);
    /* The extreme of n > 0 numbers; NaN if there is one; which of two zeros is left open. */
    double (*extreme)(const double *x, int64_t n, bool smallest);
    /* How many cells are left when blocks of -inf are dropped from the end of a row: all, or 16 and
     * more. */
    int64_t (*unmasked)(const float *x, int64_t n);
    bool (*any_nan)(const float *x, int64_t n); /* whether one of the cells is NaN */
    void (*subtract)(float *out, const float *x, float amount, int64_t n); /* out may be x */
    void (*multiply)(float *out, const float *x, float factor, int64_t n);
    /* From each of some rows of a few cells the largest of them, which goes into most (rows). */
    void (*lower)(float *out, float *most, const float *x, int64_t rows, int64_t n);
    /* Each of those rows times its factor. */
    void (*scale)(float *x, const float *factor, int64_t rows, int64_t n);
    void (*gelu)(float *out, const float *x, int64_t n); /* gelu.h */
    void (*gelu_backward)(float *out, const float *grad, const float *x, int64_t n);
    void (*choose)(float *out, const uint8_t *first, const float *x, const float *y,
                   int64_t n); /* x where first is not 0, else y */
    void (*fuse)(float *out, const float *x, const float *y, const float *z,
                 int64_t n); /* x y + z */
    void (*adam)(const struct kernel_adam *how, float *x, const float *grad, float *mean,
                 float *square, int64_t n);
};

/* The kernels for cx->simd. */
const struct kernel *kernel_for(const struct compute *cx);

extern const struct kernel kernel_baseline;
#if defined(__x86_64__)
extern const struct kernel kernel_avx2;
extern const struct kernel kernel_avx512;
#endif
