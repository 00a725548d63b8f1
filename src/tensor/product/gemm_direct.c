/* Computes matrix products by direct loops: any type and any strides, no preparation; for float32
 * what is too small to repay packing, products dealt to lanes. */
#include "tensor/product/gemm_internal.h"

#include "tensor/compute/kernel.h"

#include <string.h>

enum {
    NARROW = 128,    /* columns of c */
    NARROW_ROWS = 4, /* worth turning b */
    TURNED = 4096    /* cells of b that are turned at once, at most */
};

/* Computes rows [from, to) of matrix i. */
typedef void direct_loop(const struct kernel *kernel, const struct gemm *g, int64_t i, int64_t from,
                         int64_t to);

/* Multiplies, then adds. The sums live in c, so that the inner loop runs along a row. */
#define APART(name, type, sum_type)                                                                \
    static void apart_##name(const struct kernel *kernel, const struct gemm *g, int64_t i,         \
                             int64_t from, int64_t to)                                             \
    {                                                                                              \
        const type *a = (const type *)g->a + gemm_offset(g->a_offset, i);                          \
        const type *b = (const type *)g->b + gemm_offset(g->b_offset, i);                          \
        const type *bias = g->bias;                                                                \
        (void)kernel;                                                                              \
        for (int64_t m = from; m < to; m++) {                                                      \
            type *restrict c_m = (type *)g->c + (i * g->M + m) * g->N;                             \
            if (!g->continues)                                                                     \
                memset(c_m, 0, (size_t)g->N * sizeof(type));                                       \
            for (int64_t k = 0; k < g->K; k++) {                                                   \
                sum_type a_mk = (sum_type)a[m * g->a_row + k * g->a_column];                       \
                const type *b_k = b + k * g->b_row;                                                \
                for (int64_t n = 0; n < g->N; n++)                                                 \
                    c_m[n] = (type)((sum_type)c_m[n] + a_mk * (sum_type)b_k[n * g->b_column]);     \
            }                                                                                      \
            for (int64_t n = 0; bias && n < g->N; n++)                                             \
                c_m[n] = (type)((sum_type)c_m[n] + (sum_type)bias[n * g->bias_stride]);            \
        }                                                                                          \
    }
APART(float32, float, float)
APART(float64, double, double)
APART(int64, int64_t, uint64_t)
APART(int32, int32_t, uint32_t)
APART(uint8, uint8_t, unsigned)
APART(int8, int8_t, int)
APART(int16, int16_t, unsigned)
#undef APART

/* Rows of c; long sums in panels, of which all but the first are summed aside. The bias is added
 * to the first. */
static void fused_float32(const struct kernel *kernel, const struct gemm *g, int64_t i,
                          int64_t from, int64_t to)
{
    const float *b = (const float *)g->b + gemm_offset(g->b_offset, i), *bias = g->bias;
    int64_t first = gemm_of_panels(g) ? gemm_panel(g->K) : g->K;
    for (int64_t m = from; m < to; m++) {
        const float *a = (const float *)g->a + gemm_offset(g->a_offset, i) + m * g->a_row;
        float *c = (float *)g->c + (i * g->M + m) * g->N;
        kernel->row_f32(g->N, first, a, g->a_column, b, g->b_row, g->b_column, c);
        for (int64_t n = 0; bias && n < g->N; n++) {
            c[n] += bias[n * g->bias_stride];
        }
        for (int64_t k = first, depth; k < g->K; k += depth) {
            depth = gemm_panel(g->K - k);
            for (int64_t n = 0, count; n < g->N; n += count) {
                float aside[NARROW];
                count = gemm_smaller(NARROW, g->N - n);
                kernel->row_f32(count, depth, a + k * g->a_column, g->a_column,
                                b + k * g->b_row + n * g->b_column, g->b_row, g->b_column, aside);
                for (int64_t j = 0; j < count; j++) {
                    c[n + j] += aside[j];
                }
            }
        }
    }
}

/* One panel of products, of `rows` rows, is added to c. */
static void add_panel(const struct kernel *kernel, const struct gemm *g, int64_t rows, int64_t K,
                      const double *a, const double *b, double *c)
{
    enum { COLUMNS = 32 };
    double aside[NARROW * COLUMNS];
    for (int64_t n = 0; n < g->N; n += COLUMNS) {
        int64_t width = gemm_smaller(COLUMNS, g->N - n);
        for (int64_t m = 0; m < rows; m += NARROW) {
            int64_t count = gemm_smaller(NARROW, rows - m);
            kernel->product_f64(count, width, K, a + m * g->a_row, g->a_row, g->a_column,
                                b + n * g->b_column, g->b_row, g->b_column, aside);
            for (int64_t i = 0; i < count * width; i++) {
                c[(m + i / width) * g->N + n + i % width] += aside[i];
            }
        }
    }
}

/* The same, all rows together. */
static void fused_float64(const struct kernel *kernel, const struct gemm *g, int64_t i,
                          int64_t from, int64_t to)
{
    const double *a = (const double *)g->a + gemm_offset(g->a_offset, i) + from * g->a_row;
    const double *b = (const double *)g->b + gemm_offset(g->b_offset, i), *bias = g->bias;
    double *c = (double *)g->c + (i * g->M + from) * g->N;
    int64_t rows = to - from, first = gemm_of_panels(g) ? gemm_panel_of(true, g->K) : g->K;
    kernel->product_f64(rows, g->N, first, a, g->a_row, g->a_column, b, g->b_row, g->b_column, c);
    for (int64_t m = 0; bias && m < rows; m++) {
        for (int64_t n = 0; n < g->N; n++) {
            c[m * g->N + n] += bias[n * g->bias_stride];
        }
    }
    for (int64_t k = first, depth; k < g->K; k += depth) {
        depth = gemm_panel_of(true, g->K - k);
        add_panel(kernel, g, rows, depth, a + k * g->a_column, b + k * g->b_row, c);
    }
}

bool gemm_direct_fits(const struct compute *cx, const struct gemm *g)
{
    int64_t columns = kernel_for(cx)->columns;
    bool turned = g->b_column != 1;
    return g->dtype == DTYPE_FLOAT32 && g->sum != GEMM_VECTOR && !g->continues &&
           (g->bias == NULL || g->bias_stride == 1) && g->K <= GEMM_PANEL &&
           (double)g->M * (double)g->N * (double)g->K <= (double)GEMM_FEW &&
           (!turned || (g->M >= NARROW_ROWS && g->K * columns <= TURNED));
}

/* Few cells: b is read where it lies; only what does not lie in rows is turned first. */
static void narrow_float32(const struct kernel *kernel, const struct gemm *g, int64_t i,
                           int64_t from, int64_t to)
{
    const float *a = (const float *)g->a + gemm_offset(g->a_offset, i) + from * g->a_row;
    const float *b = (const float *)g->b + gemm_offset(g->b_offset, i);
    const float *bias = g->bias;
    float *c = (float *)g->c + (i * g->M + from) * g->N;
    struct kernel_narrow p = {g->K, g->a_row, g->a_column, g->b_row, g->N, g->sum == GEMM_APART};
    if (g->b_column == 1) {
        kernel->narrow(&p, to - from, g->N, a, b, bias, c);
        return;
    }
    float turned[TURNED];
    p.b_row = kernel->columns;
    for (int64_t n = 0, width; n < g->N; n += width) {
        width = gemm_smaller(kernel->columns, g->N - n);
        gemm_packed_turn(kernel, turned, g, b + n * g->b_column, g->K, width);
        kernel->narrow(&p, to - from, width, a, turned, bias != NULL ? bias + n : NULL, c + n);
    }
}

/* Every cell by itself, its products dealt to sixteen sums, of float64 to eight. */
#define LANES(name, type, deal, lanes, join)                                                       \
    static void lanes_##name(const struct kernel *kernel, const struct gemm *g, int64_t i,         \
                             int64_t from, int64_t to)                                             \
    {                                                                                              \
        const type *a = (const type *)g->a + gemm_offset(g->a_offset, i);                          \
        const type *b = (const type *)g->b + gemm_offset(g->b_offset, i);                          \
        const type *bias = g->bias;                                                                \
        const struct gemm_form form = gemm_form_of(g);                                             \
        const int64_t dealt = gemm_dealt_from(&form);                                              \
        bool column = g->N == 1; /* then the form counts its rows as columns */                    \
        for (int64_t m = from; m < to; m++) {                                                      \
            type *c_m = (type *)g->c + (i * g->M + m) * g->N;                                      \
            for (int64_t n = !column ? dealt : m < dealt ? 1 : 0; n < g->N; n++) {                 \
                type lane[lanes];                                                                  \
                kernel->deal(g->K, a + m * g->a_row, g->a_column, b + n * g->b_column, g->b_row,   \
                             lane);                                                                \
                c_m[n] = join(lane, gemm_deal_of(&form, column ? n : m, column ? m : n));          \
                c_m[n] = bias != NULL ? c_m[n] + bias[n * g->bias_stride] : c_m[n];                \
            }                                                                                      \
        }                                                                                          \
    }
LANES(float32, float, deal, GEMM_LANES, gemm_join_lanes)
LANES(float64, double, deal_wide, GEMM_LANES / 2, gemm_join_wide)
#undef LANES

static direct_loop *const apart_loops[DTYPE_COUNT] = {
    [DTYPE_UINT8] = apart_uint8,     [DTYPE_INT8] = apart_int8,   [DTYPE_INT16] = apart_int16,
    [DTYPE_INT32] = apart_int32,     [DTYPE_INT64] = apart_int64, [DTYPE_FLOAT32] = apart_float32,
    [DTYPE_FLOAT64] = apart_float64,
};

static direct_loop *loop_for(const struct compute *cx, const struct gemm *g)
{
    if (gemm_direct_fits(cx, g)) {
        return narrow_float32;
    }
    if (g->dtype == DTYPE_FLOAT32 && g->sum != GEMM_APART) {
        return fused_float32;
    }
    if (g->dtype == DTYPE_FLOAT64 && g->sum != GEMM_APART) {
        return fused_float64;
    }
    return apart_loops[g->dtype];
}

struct direct_job {
    const struct gemm *g;
    const struct kernel *kernel;
    direct_loop *loop;
    int64_t rows; /* of all matrices together */
    int parts;
};

static void direct_part(void *arg, int part)
{
    const struct direct_job *job = arg;
    const struct gemm *g = job->g;
    int64_t row = job->rows * part / job->parts;
    int64_t end = job->rows * (part + 1) / job->parts;
    while (row < end) {
        int64_t i = row / g->M, m = row % g->M;
        int64_t stop = gemm_smaller(g->M, m + end - row);
        job->loop(job->kernel, g, i, m, stop);
        row += stop - m;
    }
}

static void run_rows(struct compute *cx, const struct gemm *g, direct_loop *loop, bool parallel)
{
    struct direct_job job = {g, kernel_for(cx), loop, g->batch * g->M, 1};
    if (parallel) {
        job.parts = (int)gemm_smaller(job.rows, 4 * (int64_t)compute_threads(cx));
    }
    compute_parallel(cx, job.parts, direct_part, &job);
}

void gemm_direct_run(struct compute *cx, const struct gemm *g, bool parallel)
{
    run_rows(cx, g, loop_for(cx, g), parallel);
}

void gemm_direct_dealt(struct compute *cx, const struct gemm *g, bool parallel)
{
    run_rows(cx, g, g->dtype == DTYPE_FLOAT64 ? lanes_float64 : lanes_float32, parallel);
}
