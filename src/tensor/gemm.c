/* Batched matrix products: which loop runs, on which part of the result, on which thread.
 *
 * Big fused float32 products copy b once into panels as wide as the kernel's tile, then walk blocks
 * of rows: each block copies its piece of a, so that its rows lie close together, and runs the tile
 * kernel over them. K is cut in blocks, the panels of gemm_panel, whose sums are added to c.
 * Everything else takes the direct loop. No choice made here (blocks, threads, kernel, direct or
 * packed) changes a bit. */
#define _POSIX_C_SOURCE 200809L
#include "tensor/gemm.h"

#include "tensor/kernel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_K = GEMM_PANEL, /* at most: 320 rows of packed b stay in the first-level cache */
    BLOCK_ROWS = 48,      /* rows of c per work item, a multiple of the kernel's rows */
    NARROW = 128,         /* columns of c */
    A_ROW = BLOCK_K + 16  /* copied rows: no two start in the same cache set */
};
static const int64_t packed_from = 16384;            /* multiplications per matrix */
static const int64_t parallel_from = 1 << 20;        /* multiplications in all */
static const int64_t panel_floats = 4 * 1024 * 1024; /* at most 16 MiB of packed b at a time */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static bool is_fused_float32(const struct gemm *g)
{
    return g->dtype == DTYPE_FLOAT32 && g->sum == GEMM_FUSED;
}

static struct gemm_form form_of(const struct gemm *g)
{
    return (struct gemm_form){g->M, g->N, g->K, g->a_column != 1, g->b_column != 1};
}

/* In double: the product of the sizes may leave int64 when a view repeats cells. */
static double work_of(const struct gemm_form *f)
{
    return (double)f->M * (double)f->N * (double)f->K;
}

bool gemm_takes_panels(const struct gemm_form *f)
{
    bool middling = f->b_turned && !f->a_turned && (double)f->M * (double)f->N > 1200;
    return f->K > GEMM_PANEL && (work_of(f) > 1e6 || middling);
}

bool gemm_takes_lanes(const struct gemm_form *f)
{
    return f->b_turned && !f->a_turned && f->K >= 32 && (double)f->M * (double)f->N <= 1200 &&
           work_of(f) <= 1e6;
}

bool gemm_in_fours(const struct gemm_form *f, int64_t m, int64_t n)
{
    return m < f->M / 4 * 4 || n < f->N / 4 * 4;
}

static bool takes_panels(const struct gemm *g)
{
    const struct gemm_form form = form_of(g);
    return is_fused_float32(g) && gemm_takes_panels(&form);
}

static bool takes_lanes(const struct gemm *g)
{
    const struct gemm_form form = form_of(g);
    return is_fused_float32(g) && gemm_takes_lanes(&form);
}

static int64_t offset_of(const int64_t *offsets, int64_t i)
{
    return offsets ? offsets[i] : 0;
}

/* ---- the direct loops: any type, any strides, no preparation ---- */

/* Computes rows [from, to) of matrix i. */
typedef void direct_loop(const struct kernel *kernel, const struct gemm *g, int64_t i, int64_t from,
                         int64_t to);

/* Multiplies, then adds. The sums live in c, so that the inner loop runs along a row. */
#define APART(name, type, sum_type)                                                                \
    static void apart_##name(const struct kernel *kernel, const struct gemm *g, int64_t i,         \
                             int64_t from, int64_t to)                                             \
    {                                                                                              \
        const type *a = (const type *)g->a + offset_of(g->a_offset, i);                            \
        const type *b = (const type *)g->b + offset_of(g->b_offset, i);                            \
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

#define FUSED(name, type, row)                                                                     \
    static void fused_##name(const struct kernel *kernel, const struct gemm *g, int64_t i,         \
                             int64_t from, int64_t to)                                             \
    {                                                                                              \
        const type *a = (const type *)g->a + offset_of(g->a_offset, i);                            \
        const type *b = (const type *)g->b + offset_of(g->b_offset, i);                            \
        const type *bias = g->bias;                                                                \
        for (int64_t m = from; m < to; m++) {                                                      \
            type *c_m = (type *)g->c + (i * g->M + m) * g->N;                                      \
            row(kernel, g, a + m * g->a_row, b, c_m);                                              \
            for (int64_t n = 0; bias && n < g->N; n++)                                             \
                c_m[n] += bias[n * g->bias_stride];                                                \
        }                                                                                          \
    }

/* One row of c; long sums in panels, of which all but the first are summed aside. */
static void row_f32(const struct kernel *kernel, const struct gemm *g, const float *a,
                    const float *b, float *c)
{
    int64_t k = takes_panels(g) ? gemm_panel(g->K) : g->K;
    kernel->row_f32(g->N, k, a, g->a_column, b, g->b_row, g->b_column, c);
    for (int64_t depth; k < g->K; k += depth) {
        depth = gemm_panel(g->K - k);
        for (int64_t n = 0, count; n < g->N; n += count) {
            float aside[NARROW];
            count = smaller(NARROW, g->N - n);
            kernel->row_f32(count, depth, a + k * g->a_column, g->a_column,
                            b + k * g->b_row + n * g->b_column, g->b_row, g->b_column, aside);
            for (int64_t j = 0; j < count; j++)
                c[n + j] += aside[j];
        }
    }
}

static void row_f64(const struct kernel *kernel, const struct gemm *g, const double *a,
                    const double *b, double *c)
{
    kernel->row_f64(g->N, g->K, a, g->a_column, b, g->b_row, g->b_column, c);
}

float gemm_join_lanes(const float lane[GEMM_LANES], bool in_fours)
{
    float sum[GEMM_LANES];
    memcpy(sum, lane, sizeof sum);
    for (int count = GEMM_LANES / 2; count > 0; count /= 2)
        for (int k = 0; k < count; k++)
            sum[k] = in_fours ? sum[2 * k] + sum[2 * k + 1] : sum[k] + sum[k + count];
    return sum[0];
}

/* Every cell by itself, its products dealt to sixteen sums. */
static void lanes_float32(const struct kernel *kernel, const struct gemm *g, int64_t i,
                          int64_t from, int64_t to)
{
    const float *a = (const float *)g->a + offset_of(g->a_offset, i);
    const float *b = (const float *)g->b + offset_of(g->b_offset, i);
    const float *bias = g->bias;
    const struct gemm_form form = form_of(g);
    for (int64_t m = from; m < to; m++) {
        float *c_m = (float *)g->c + (i * g->M + m) * g->N;
        for (int64_t n = 0; n < g->N; n++) {
            float lane[GEMM_LANES];
            kernel->deal(g->K, a + m * g->a_row, b + n * g->b_column, g->b_row, lane);
            c_m[n] = gemm_join_lanes(lane, gemm_in_fours(&form, m, n));
            c_m[n] = bias != NULL ? c_m[n] + bias[n * g->bias_stride] : c_m[n];
        }
    }
}

FUSED(float32, float, row_f32)
FUSED(float64, double, row_f64)
#undef FUSED

static void double_float32(const struct kernel *kernel, const struct gemm *g, int64_t i,
                           int64_t from, int64_t to)
{
    const float *a = (const float *)g->a + offset_of(g->a_offset, i);
    const float *b = (const float *)g->b + offset_of(g->b_offset, i);
    (void)kernel;
    for (int64_t m = from; m < to; m++)
        for (int64_t n = 0; n < g->N; n++) {
            double sum = 0.0;
            for (int64_t k = 0; k < g->K; k++)
                sum +=
                    (double)(a[m * g->a_row + k * g->a_column] * b[k * g->b_row + n * g->b_column]);
            ((float *)g->c)[(i * g->M + m) * g->N + n] = (float)sum;
        }
}

static direct_loop *const apart_loops[DTYPE_COUNT] = {
    [DTYPE_UINT8] = apart_uint8,     [DTYPE_INT8] = apart_int8,   [DTYPE_INT16] = apart_int16,
    [DTYPE_INT32] = apart_int32,     [DTYPE_INT64] = apart_int64, [DTYPE_FLOAT32] = apart_float32,
    [DTYPE_FLOAT64] = apart_float64,
};

static direct_loop *loop_for(const struct gemm *g)
{
    if (takes_lanes(g))
        return lanes_float32;
    if (g->dtype == DTYPE_FLOAT32 && g->sum != GEMM_APART)
        return g->sum == GEMM_DOUBLE ? double_float32 : fused_float32;
    if (g->dtype == DTYPE_FLOAT64 && g->sum != GEMM_APART)
        return fused_float64;
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
        int64_t stop = smaller(g->M, m + end - row);
        job->loop(job->kernel, g, i, m, stop);
        row += stop - m;
    }
}

static void run_direct(struct compute *cx, const struct gemm *g, bool parallel)
{
    struct direct_job job = {g, kernel_for(cx), loop_for(g), g->batch * g->M, 1};
    if (parallel)
        job.parts = (int)smaller(job.rows, 4 * (int64_t)compute_threads(cx));
    compute_parallel(cx, job.parts, direct_part, &job);
}

/* ---- the packed loop: float32 ---- */

struct packed_job {
    const struct gemm *g;
    const struct kernel *kernel;
    int64_t matrix, matrices; /* of the batch: this round's first and how many */
    int64_t copies;           /* packed matrices: 1 when all share one b, else `matrices` */
    int64_t column, columns;  /* of b: this round's first and how many */
    int64_t panels;           /* per matrix in this round */
    int64_t panel_groups;     /* work items per matrix when packing */
    int64_t row_blocks;       /* work items per matrix when multiplying */
    bool streams;             /* c is large, written once, and its rows begin on cache lines */
    float *packed;            /* matrix by matrix, K block by K block, panel by panel */
    float *rows;              /* BLOCK_ROWS * A_ROW for each part */
    atomic_llong next;        /* the next work item to be taken */
};

enum { PANELS_PER_ITEM = 4 };

/* Where the panels of K block k of the round's matrix i begin. */
static float *packed_block(const struct packed_job *job, int64_t i, int64_t k)
{
    int64_t width = job->panels * job->kernel->columns;
    return job->packed + ((job->copies == 1 ? 0 : i) * job->g->K + k) * width;
}

/* Whether c is written past the caches. */
static bool streams(const struct packed_job *job)
{
    const struct gemm *g = job->g;
    size_t line = KERNEL_LINE / sizeof(float);
    return job->kernel->stream != NULL && (size_t)job->kernel->columns % line == 0 &&
           (uintptr_t)g->c % KERNEL_LINE == 0 && (size_t)g->N % line == 0 &&
           gemm_panel(g->K) == g->K && g->bias == NULL &&
           (double)g->batch * (double)g->M * (double)g->N >=
               (double)(KERNEL_STREAM_FROM / sizeof(float));
}

/* One panel: K rows of `columns` neighbours, of which `used` exist; the others are 0. */
static void pack_panel(const struct kernel *kernel, float *to, const struct gemm *g, const float *b,
                       int64_t K, int64_t used)
{
    int64_t columns = kernel->columns;
    if (used < columns)
        memset(to, 0, (size_t)(K * columns) * sizeof *to);
    if (g->b_column == 1) {
        for (int64_t k = 0; k < K; k++)
            memcpy(to + k * columns, b + k * g->b_row, (size_t)used * sizeof *to);
        return;
    }
    /* A transposed view, whose cache lines run along k, is taken line by line. */
    int64_t k = 0;
    for (; g->b_row == 1 && used == columns && k + KERNEL_STRIP <= K; k += KERNEL_STRIP)
        kernel->turn(to + k * columns, b + k, g->b_column);
    for (; k < K; k++)
        for (int64_t n = 0; n < used; n++)
            to[k * columns + n] = b[k * g->b_row + n * g->b_column];
}

static void pack_item(const struct packed_job *job, int64_t item)
{
    const struct gemm *g = job->g;
    int64_t columns = job->kernel->columns;
    int64_t i = item / job->panel_groups;
    int64_t panel = item % job->panel_groups * PANELS_PER_ITEM;
    int64_t stop = smaller(job->panels, panel + PANELS_PER_ITEM);
    const float *b = (const float *)g->b + offset_of(g->b_offset, job->matrix + i);
    for (; panel < stop; panel++) {
        int64_t used = smaller(columns, job->columns - panel * columns);
        const float *b_panel = b + (job->column + panel * columns) * g->b_column;
        for (int64_t k = 0, depth; k < g->K; k += depth) {
            depth = gemm_panel(g->K - k);
            float *to = packed_block(job, i, k) + panel * depth * columns;
            pack_panel(job->kernel, to, g, b_panel + k * g->b_row, depth, used);
        }
    }
}

/* `count` rows of a into close rows; missing rows of the last tile are 0. */
static void copy_rows(float *to, const struct gemm *g, const float *a, int64_t count,
                      int64_t padded, int64_t K)
{
    for (int64_t m = 0; m < count; m++) {
        const float *a_m = a + m * g->a_row;
        if (g->a_column == 1)
            memcpy(to + m * A_ROW, a_m, (size_t)K * sizeof *to);
        else
            for (int64_t k = 0; k < K; k++)
                to[m * A_ROW + k] = a_m[k * g->a_column];
    }
    for (int64_t m = count; m < padded; m++)
        memset(to + m * A_ROW, 0, (size_t)K * sizeof *to);
}

/* A tile that sticks out of c: computed aside, then the part that exists is copied. */
static void edge_tile(const struct kernel *kernel, int64_t K, const float *a, int64_t a_row,
                      const float *b, float *c, int64_t c_row, int64_t rows, int64_t columns,
                      enum kernel_start how)
{
    float aside[KERNEL_MAX_ROWS * KERNEL_MAX_COLUMNS] = {0};
    size_t bytes = (size_t)columns * sizeof *c;
    how = how == KERNEL_STREAM ? KERNEL_FROM_ZERO : how;
    for (int64_t m = 0; m < rows && how != KERNEL_FROM_ZERO; m++)
        memcpy(aside + m * kernel->columns, c + m * c_row, bytes);
    kernel->tile(K, a, a_row, b, aside, kernel->columns, how);
    for (int64_t m = 0; m < rows; m++)
        memcpy(c + m * c_row, aside + m * kernel->columns, bytes);
}

static void add_bias(const struct gemm *g, float *c, int64_t rows, int64_t column, int64_t columns)
{
    const float *bias = (const float *)g->bias + column * g->bias_stride;
    for (int64_t m = 0; m < rows; m++)
        for (int64_t n = 0; n < columns; n++)
            c[m * g->N + n] += bias[n * g->bias_stride];
}

static void put_bias(const struct gemm *g, float *c, int64_t rows, int64_t column, int64_t columns)
{
    const float *bias = (const float *)g->bias + column * g->bias_stride;
    for (int64_t m = 0; m < rows; m++) {
        float *c_m = c + m * g->N;
        if (g->bias_stride == 1)
            memcpy(c_m, bias, (size_t)columns * sizeof *c_m);
        else
            for (int64_t n = 0; n < columns; n++)
                c_m[n] = bias[n * g->bias_stride];
    }
}

struct rows {
    const float *first;
    int64_t step; /* from one row to the next */
    int64_t count;
};

/* Adds one K block of some rows of a, times this round's columns of b, to their rows of c. */
static void multiply_block(const struct packed_job *job, const struct rows *a, const float *b,
                           int64_t depth, float *c, enum kernel_start how)
{
    const struct kernel *kernel = job->kernel;
    int64_t c_row = job->g->N;
    for (int64_t n = 0; n < job->columns; n += kernel->columns, b += depth * kernel->columns) {
        int64_t width = smaller(kernel->columns, job->columns - n);
        for (int64_t m = 0; m < a->count; m += kernel->rows) {
            int64_t height = smaller(kernel->rows, a->count - m);
            const float *a_m = a->first + m * a->step;
            float *c_mn = c + m * c_row + n;
            if (height == kernel->rows && width == kernel->columns)
                kernel->tile(depth, a_m, a->step, b, c_mn, c_row, how);
            else
                edge_tile(kernel, depth, a_m, a->step, b, c_mn, c_row, height, width, how);
        }
    }
}

/* A block of rows of one matrix, over this round's columns. */
static void multiply_item(const struct packed_job *job, float *rows, int64_t item)
{
    const struct gemm *g = job->g;
    const struct kernel *kernel = job->kernel;
    int64_t i = item / job->row_blocks;
    int64_t row = item % job->row_blocks * BLOCK_ROWS;
    int64_t count = smaller(BLOCK_ROWS, g->M - row);
    int64_t padded = divide_up(count, kernel->rows) * kernel->rows;
    int64_t matrix = job->matrix + i;
    bool copied = g->a_column != 1 || count != padded; /* else whole tiles read a where it lies */
    const float *a = (const float *)g->a + offset_of(g->a_offset, matrix) + row * g->a_row;
    float *c = (float *)g->c + (matrix * g->M + row) * g->N + job->column;
    bool panels = takes_panels(g), bias_first = panels && g->bias != NULL;
    enum kernel_start further = panels ? KERNEL_ADD : KERNEL_CONTINUE;
    enum kernel_start first = bias_first     ? further
                              : job->streams ? KERNEL_STREAM
                                             : KERNEL_FROM_ZERO;
    if (bias_first)
        put_bias(g, c, count, job->column, job->columns);
    for (int64_t k = 0, depth; k < g->K; k += depth) {
        depth = gemm_panel(g->K - k);
        if (copied)
            copy_rows(rows, g, a + k * g->a_column, count, padded, depth);
        const struct rows from = {copied ? rows : a + k, copied ? A_ROW : g->a_row, count};
        multiply_block(job, &from, packed_block(job, i, k), depth, c, k == 0 ? first : further);
    }
    if (g->bias != NULL && !bias_first)
        add_bias(g, c, count, job->column, job->columns);
}

static void pack_part(void *arg, int part)
{
    struct packed_job *job = arg;
    int64_t items = job->copies * job->panel_groups;
    (void)part;
    for (int64_t item; (item = atomic_fetch_add(&job->next, 1)) < items;)
        pack_item(job, item);
}

static void multiply_part(void *arg, int part)
{
    struct packed_job *job = arg;
    int64_t items = job->matrices * job->row_blocks;
    float *rows = job->rows + (int64_t)part * BLOCK_ROWS * A_ROW;
    for (int64_t item; (item = atomic_fetch_add(&job->next, 1)) < items;)
        multiply_item(job, rows, item);
}

/* One round: pack some columns of some matrices, then multiply with them. */
static void run_round(struct compute *cx, struct packed_job *job, int threads)
{
    job->panels = divide_up(job->columns, job->kernel->columns);
    job->panel_groups = divide_up(job->panels, PANELS_PER_ITEM);
    job->row_blocks = divide_up(job->g->M, BLOCK_ROWS);
    atomic_store(&job->next, 0);
    compute_parallel(cx, threads, pack_part, job);
    atomic_store(&job->next, 0);
    compute_parallel(cx, threads, multiply_part, job);
}

static bool run_packed(struct compute *cx, const struct gemm *g, bool parallel)
{
    struct packed_job job = {.g = g, .kernel = kernel_for(cx)};
    int threads = parallel ? compute_threads(cx) : 1;
    int64_t tile = job.kernel->columns;
    int64_t all = divide_up(g->N, tile);
    int64_t fit = panel_floats / tile / g->K; /* panels that fit at a time */
    int64_t panels = fit < 1 ? 1 : smaller(fit, all);
    bool shared = g->b_offset == NULL;
    int64_t matrices = shared ? g->batch : panels < all ? 1 : smaller(g->batch, fit / all);
    job.copies = shared ? 1 : matrices;
    size_t packed = (size_t)(job.copies * panels * tile * g->K);
    size_t rows = (size_t)threads * BLOCK_ROWS * A_ROW;
    job.streams = streams(&job);
    void *memory = NULL;
    if (posix_memalign(&memory, 64, (packed + rows) * sizeof(float)) != 0)
        return error_set(cx->err, ERROR_MEMORY, "no memory for a matrix product's work space");
    job.rows = memory;
    job.packed = job.rows + rows;
    for (job.matrix = 0; job.matrix < g->batch; job.matrix += matrices) {
        job.matrices = smaller(matrices, g->batch - job.matrix);
        job.copies = shared ? 1 : job.matrices;
        for (job.column = 0; job.column < g->N; job.column += panels * tile) {
            job.columns = smaller(panels * tile, g->N - job.column);
            run_round(cx, &job, threads);
        }
    }
    free(memory);
    return true;
}

bool gemm_run(struct compute *cx, const struct gemm *g)
{
    if (g->batch == 0 || g->M == 0 || g->N == 0)
        return true;
    /* In double: the product of four sizes may leave int64 when a view repeats cells. */
    double each = (double)g->M * (double)g->N * (double)g->K;
    bool parallel = each * (double)g->batch >= (double)parallel_from;
    if (is_fused_float32(g) && each >= (double)packed_from && !takes_lanes(g))
        return run_packed(cx, g, parallel);
    run_direct(cx, g, parallel);
    return true;
}
