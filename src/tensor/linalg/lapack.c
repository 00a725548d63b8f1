/* Computes LU, Cholesky and systems of equations in float32. A cell's sum is taken off as OpenBLAS
 * does it: by a dot product (sdot), by a matrix times a vector (sgemv), by one fused step after the
 * other (saxpy), or as a whole that was summed by fused steps (sgemm). */
#include "tensor/linalg/lapack.h"

#include "tensor/product/dot.h"
#include "tensor/product/gemv.h"

#include <math.h>

#define ALWAYS static inline __attribute__((always_inline))

enum { PANEL = 4, PANEL_MOST = 320, BLOCK = 16, ROWS = 64 };

static void exchange(float *a, float *b, int64_t n, int64_t step)
{
    for (int64_t j = 0; j < n; j++) {
        float t = a[j * step];
        a[j * step] = b[j * step];
        b[j * step] = t;
    }
}

/* y = y - a x: sgemv of an a (m, k) with these strides. */
static void take_product(struct compute *cx, int64_t m, int64_t k, const float *a, int64_t row,
                         int64_t column, const float *x, int64_t step, float *y)
{
    struct gemv g = {.M = m,
                     .K = k,
                     .a = a,
                     .x = x,
                     .row = row,
                     .column = column,
                     .step = step,
                     .alpha = -1,
                     .y = y};
    if (m > 0 && k > 0) {
        gemv_run(cx, &g);
    }
}

/* --- triangles --- */

/* t (n, n): cell (i, j) is at[i * row + j * column]. */
struct triangle {
    int64_t n;
    const float *at;
    int64_t row, column;
    bool upper;
    bool ones; /* the diagonal counts as ones */
};

ALWAYS float cell(const struct triangle *t, int64_t i, int64_t j)
{
    return t->at[i * t->row + j * t->column];
}

/* Rows [from, end) of trsv, rows of t in memory: x[i] = (b[i] - row i times x) / t[i][i]. */
static void solve_by_rows(struct compute *cx, const struct triangle *t, int64_t from, int64_t end,
                          float *b)
{
    int64_t first = t->upper ? end : 0, known = t->upper ? t->n - end : from;
    take_product(cx, end - from, known, t->at + from * t->row + first * t->column, t->row,
                 t->column, b + first, 1, b + from);
    for (int64_t k = 0; k < end - from; k++) {
        int64_t i = t->upper ? end - 1 - k : from + k, next = t->upper ? i + 1 : from;
        if (k > 0) {
            b[i] -= dot_run(cx, k, t->at + i * t->row + next * t->column, t->column, b + next, 1);
        }
        b[i] = t->ones ? b[i] : b[i] / cell(t, i, i);
    }
}

/* The same, columns of t in memory: each x[i], once found, is taken off the others of its block,
 * and the whole block off the rest. */
static void solve_by_columns(struct compute *cx, const struct triangle *t, int64_t from,
                             int64_t end, float *b)
{
    for (int64_t k = 0; k < end - from; k++) {
        int64_t i = t->upper ? end - 1 - k : from + k;
        b[i] = t->ones ? b[i] : b[i] / cell(t, i, i);
        for (int64_t j = t->upper ? from : i + 1; j < (t->upper ? i : end); j++) {
            b[j] = fmaf(cell(t, j, i), -b[i], b[j]);
        }
    }
    int64_t rest = t->upper ? 0 : end;
    take_product(cx, t->upper ? from : t->n - end, end - from,
                 t->at + rest * t->row + from * t->column, t->row, t->column, b + from, 1,
                 b + rest);
}

static void solve_one(struct compute *cx, const struct triangle *t, float *b)
{
    for (int64_t done = 0, size; done < t->n; done += size) {
        size = t->n - done < ROWS ? t->n - done : ROWS;
        int64_t from = t->upper ? t->n - done - size : done;
        if (t->column == 1) {
            solve_by_rows(cx, t, from, from + size, b);
        } else {
            solve_by_columns(cx, t, from, from + size, b);
        }
    }
}

/* Some right sides at once: a row holds a number of each. */
typedef float lanes[LAPACK_LANES];

/* Takes the products of `count` rows of t, from row i on, with b[first .. last) off b, each as a
 * whole sum; `count` is a constant wherever this is called. */
ALWAYS void take_rows(int count, const struct triangle *t, int64_t i, int64_t first, int64_t last,
                      lanes *b)
{
    lanes sum[4] = {{0}};
    for (int64_t k = first; k < last; k++) {
        for (int j = 0; j < count; j++) {
            float a = cell(t, i + j, k);
            for (int c = 0; c < LAPACK_LANES; c++) {
                sum[j][c] = __builtin_fmaf(a, b[k][c], sum[j][c]);
            }
        }
    }
    for (int j = 0; j < count; j++) {
        for (int c = 0; c < LAPACK_LANES; c++) {
            b[i + j][c] -= sum[j][c];
        }
    }
}

/* The same of rows [from, end). */
ALWAYS void take_sums(const struct triangle *t, int64_t from, int64_t end, int64_t first,
                      int64_t last, lanes *b)
{
    int64_t i = first < last ? from : end;
    for (; i + 4 <= end; i += 4) {
        take_rows(4, t, i, first, last, b);
    }
    for (; i < end; i++) {
        take_rows(1, t, i, first, last, b);
    }
}

/* Rows [from, from + count) of trsm: what was found before is taken off as one sum, what is found
 * here step by step; the diagonal's reciprocal is rounded. */
ALWAYS void solve_block(const struct triangle *t, int64_t from, int64_t count, lanes *b)
{
    int64_t end = from + count;
    take_sums(t, from, end, t->upper ? end : 0, t->upper ? t->n : from, b);
    for (int64_t k = 0; k < count; k++) {
        int64_t i = t->upper ? end - 1 - k : from + k;
        float inverse = t->ones ? 1 : 1 / cell(t, i, i);
        for (int c = 0; c < LAPACK_LANES; c++) {
            b[i][c] *= inverse;
        }
        for (int64_t j = t->upper ? from : i + 1; j < (t->upper ? i : end); j++) {
            float a = -cell(t, j, i);
            for (int c = 0; c < LAPACK_LANES; c++) {
                b[j][c] = __builtin_fmaf(b[i][c], a, b[j][c]);
            }
        }
    }
}

/* trsm: whole blocks of 16 rows from the top, then 8, 4, 2 and 1 that are left; the other way round
 * where it goes upwards. */
ALWAYS void blocks(const struct triangle *t, lanes *b)
{
    int64_t whole = t->n / BLOCK * BLOCK;
    for (int64_t i = 0; i < whole && !t->upper; i += BLOCK) {
        solve_block(t, i, BLOCK, b);
    }
    int64_t at = t->upper ? t->n : whole;
    for (int64_t k = 1; k < BLOCK; k *= 2) {
        int64_t size = t->upper ? k : BLOCK / 2 / k;
        if (t->n & size) {
            solve_block(t, t->upper ? at - size : at, size, b);
            at += t->upper ? -size : size;
        }
    }
    for (int64_t i = whole - BLOCK; i >= 0 && t->upper; i -= BLOCK) {
        solve_block(t, i, BLOCK, b);
    }
}

/* m columns of b, which lie `next` apart. Where they have more rows than t, what was found is taken
 * off those as whole sums (sgemm). */
ALWAYS void columns(const struct triangle *t, int64_t rows, int64_t m, float *b, int64_t next,
                    lanes *x)
{
    for (int64_t j = 0; j < m; j += LAPACK_LANES, b += LAPACK_LANES * next) {
        int64_t count = m - j < LAPACK_LANES ? m - j : LAPACK_LANES;
        for (int64_t i = 0; i < rows; i++) {
            for (int64_t c = 0; c < LAPACK_LANES; c++) {
                x[i][c] = c < count ? b[c * next + i] : 0;
            }
        }
        blocks(t, x);
        take_sums(t, t->n, rows, 0, t->n, x);
        for (int64_t c = 0; c < count; c++) {
            for (int64_t i = 0; i < rows; i++) {
                b[c * next + i] = x[i][c];
            }
        }
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void
columns_fma(const struct triangle *t, int64_t rows, int64_t m, float *b, int64_t next, lanes *x)
{
    columns(t, rows, m, b, next, x);
}
#endif

/* The bits are the same, with the instruction or without. */
static void solve_columns(const struct compute *cx, const struct triangle *t, int64_t rows,
                          int64_t m, float *b, int64_t next, float *work)
{
    lanes *x = (lanes *)work;
#if defined(__x86_64__)
    if (cx->simd != SIMD_BASELINE && __builtin_cpu_supports("fma")) {
        columns_fma(t, rows, m, b, next, x);
        return;
    }
#endif
    columns(t, rows, m, b, next, x);
}

static void solve(struct compute *cx, const struct triangle *t, int64_t m, float *b, float *work)
{
    if (m == 1) {
        solve_one(cx, t, b);
    } else {
        solve_columns(cx, t, t->n, m, b, t->n, work);
    }
}

/* --- LU --- */

/* Columns [from, from + count) from row `from` down, one after the other (getf2). The columns
 * before are no part of it. */
static int64_t lu_columns(struct compute *cx, int64_t n, float *a, int64_t from, int64_t count,
                          int64_t *pivot)
{
    float *corner = a + from + from * n;
    int64_t zero = 0, rows = n - from;
    for (int64_t j = 0; j < count; j++) {
        float *b = corner + j * n;
        for (int64_t i = 0; i < j; i++) {
            exchange(b + i, b + pivot[from + i] - from, 1, 1);
        }
        for (int64_t i = 1; i < j; i++) {
            b[i] -= dot_run(cx, i, corner + i, n, b, 1);
        }
        take_product(cx, rows - j, j, corner + j, 1, n, b, 1, b + j);
        int64_t best = j;
        for (int64_t i = j + 1; i < rows; i++) {
            best = fabsf(b[i]) > fabsf(b[best]) ? i : best;
        }
        pivot[from + j] = from + best;
        if (b[best] == 0) {
            zero = zero == 0 ? from + j + 1 : zero;
            continue;
        }
        exchange(corner + j, corner + best, best != j ? j + 1 : 0, n);
        float inverse = 1 / b[j];
        for (int64_t i = j + 1; i < rows; i++) {
            b[i] *= inverse;
        }
    }
    return zero;
}

/* The exchanges of rows [from, to), in columns [left, right). */
static void exchange_rows(int64_t n, float *a, const int64_t *pivot, int64_t from, int64_t to,
                          int64_t left, int64_t right)
{
    for (int64_t k = from; k < to && left < right; k++) {
        exchange(a + left * n + k, a + left * n + pivot[k], right - left, n);
    }
}

/* Half of the columns, then what they mean for the others, then those. */
static int64_t lu_part(struct compute *cx, int64_t n, float *a, int64_t from, int64_t count,
                       int64_t *pivot, float *work)
{
    int64_t size = (count / 2 + PANEL - 1) / PANEL * PANEL, zero = 0, end = from + count;
    size = size > PANEL_MOST ? PANEL_MOST : size;
    if (size <= 2 * PANEL) {
        return lu_columns(cx, n, a, from, count, pivot);
    }
    for (int64_t at = from, next; at < end; at = next) {
        next = at + size < end ? at + size : end;
        int64_t here = lu_part(cx, n, a, at, next - at, pivot, work);
        zero = zero == 0 ? here : zero;
        exchange_rows(n, a, pivot, at, next, next, end);
        struct triangle t = {next - at, a + at + at * n, 1, n, false, true};
        solve_columns(cx, &t, n - at, end - next, a + next * n + at, n, work);
        exchange_rows(n, a, pivot, at, next, from, at);
    }
    return zero;
}

int64_t lapack_lu(struct compute *cx, int64_t n, float *a, int64_t *pivot, float *work)
{
    return lu_part(cx, n, a, 0, n, pivot, work);
}

void lapack_lu_solve(struct compute *cx, int64_t n, const float *lu, const int64_t *pivot,
                     bool turned, int64_t m, float *b, float *work)
{
    struct triangle lower = {n, lu, 1, n, false, true}, upper = {n, lu, 1, n, true, false};
    struct triangle upper_turned = {n, lu, n, 1, false, false};
    struct triangle lower_turned = {n, lu, n, 1, true, true};
    if (!turned) {
        exchange_rows(n, b, pivot, 0, n, 0, m);
    }
    solve(cx, turned ? &upper_turned : &lower, m, b, work);
    solve(cx, turned ? &lower_turned : &upper, m, b, work);
    for (int64_t k = n - 1; k >= 0 && turned; k--) {
        exchange(b + k, b + pivot[k], m, n);
    }
}

/* --- Cholesky --- */

/* Column j of the lower triangle from row j down, or row j of the upper one from column j on. */
int64_t lapack_cholesky(struct compute *cx, int64_t n, float *a, bool upper, float *work)
{
    int64_t row = upper ? n : 1, column = upper ? 1 : n; /* to read the lower triangle of both */
    for (int64_t j = 0; j < n; j++) {
        const float *found = a + j * row;
        float *b = a + j * (n + 1);
        float square = b[0] - dot_run(cx, j, found, column, found, column);
        if (!(square > 0)) {
            return j + 1;
        }
        b[0] = sqrtf(square);
        for (int64_t i = 1; i < n - j; i++) {
            work[i] = b[i * row];
        }
        take_product(cx, n - j - 1, j, found + row, row, column, found, column, work + 1);
        float inverse = 1 / b[0];
        for (int64_t i = 1; i < n - j; i++) {
            b[i * row] = work[i] * inverse;
            b[i * column] = 0;
        }
    }
    return 0;
}
