/* The packed loop of fused float32 products.
 *
 * b is copied once into panels as wide as the kernel's tile, then blocks of rows are walked, each a
 * work item. K is cut in blocks, the panels of gemm_panel, whose sums are added to c. */
#define _POSIX_C_SOURCE 200809L
#include "tensor/product/gemm_internal.h"

#include "tensor/compute/kernel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_K = GEMM_PANEL, /* at most */
    BLOCK_TILES = 4,      /* rows of c per work item, in tiles: few, so that no thread waits long */
    BLOCK_ROWS = BLOCK_TILES * KERNEL_MAX_ROWS, /* at most */
    PANELS_PER_ITEM = 4,                        /* when packing */
    A_ROW = BLOCK_K + 16 /* copied rows: no two start in the same cache set */
};
static const int64_t panel_floats = 4 * 1024 * 1024; /* at most 16 MiB of packed b at a time */

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

struct packed_job {
    const struct gemm *g;
    const struct kernel *kernel;
    int64_t matrix, matrices; /* of the batch: this round's first and how many */
    int64_t copies;           /* packed matrices: 1 when all share one b, else `matrices` */
    int64_t column, columns;  /* of b: this round's first and how many */
    int64_t panels;           /* per matrix in this round */
    int64_t panel_groups;     /* work items per matrix when packing */
    int64_t block_rows;       /* of c per work item when multiplying */
    int64_t row_blocks;       /* work items per matrix */
    bool streams;             /* can_stream */
    float *packed;            /* matrix by matrix, K block by K block, panel by panel */
    float *rows;              /* BLOCK_ROWS * A_ROW for each part */
    atomic_llong next;        /* the next work item to be taken */
};

/* Where the panels of K block k of the round's matrix i begin. */
static float *packed_block(const struct packed_job *job, int64_t i, int64_t k)
{
    int64_t width = job->panels * job->kernel->columns;
    return job->packed + ((job->copies == 1 ? 0 : i) * job->g->K + k) * width;
}

/* Whether c is written past the caches: large, each cell once, in rows of whole cache lines. */
static bool can_stream(const struct packed_job *job)
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
    if (used < columns) {
        memset(to, 0, (size_t)(K * columns) * sizeof *to);
    }
    if (g->b_column == 1) {
        for (int64_t k = 0; k < K; k++) {
            memcpy(to + k * columns, b + k * g->b_row, (size_t)used * sizeof *to);
        }
        return;
    }
    /* A transposed view, whose cache lines run along k, is taken line by line. */
    int64_t k = 0;
    for (; g->b_row == 1 && used == columns && k + KERNEL_STRIP <= K; k += KERNEL_STRIP) {
        kernel->turn(to + k * columns, b + k, g->b_column);
    }
    for (; k < K; k++) {
        for (int64_t n = 0; n < used; n++) {
            to[k * columns + n] = b[k * g->b_row + n * g->b_column];
        }
    }
}

static void pack_item(const struct packed_job *job, int64_t item)
{
    const struct gemm *g = job->g;
    int64_t columns = job->kernel->columns;
    int64_t i = item / job->panel_groups;
    int64_t panel = item % job->panel_groups * PANELS_PER_ITEM;
    int64_t stop = gemm_smaller(job->panels, panel + PANELS_PER_ITEM);
    const float *b = (const float *)g->b + gemm_offset(g->b_offset, job->matrix + i);
    for (; panel < stop; panel++) {
        int64_t used = gemm_smaller(columns, job->columns - panel * columns);
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
        if (g->a_column == 1) {
            memcpy(to + m * A_ROW, a_m, (size_t)K * sizeof *to);
        } else {
            for (int64_t k = 0; k < K; k++) {
                to[m * A_ROW + k] = a_m[k * g->a_column];
            }
        }
    }
    for (int64_t m = count; m < padded; m++) {
        memset(to + m * A_ROW, 0, (size_t)K * sizeof *to);
    }
}

/* A tile that sticks out of c: computed aside, then the part that exists is copied. */
static void edge_tile(const struct kernel *kernel, int64_t K, const float *a, int64_t a_row,
                      const float *b, float *c, int64_t c_row, int64_t rows, int64_t columns,
                      enum kernel_start how)
{
    float aside[KERNEL_MAX_ROWS * KERNEL_MAX_COLUMNS] = {0};
    size_t bytes = (size_t)columns * sizeof *c;
    how = how == KERNEL_STREAM ? KERNEL_FROM_ZERO : how;
    for (int64_t m = 0; m < rows && how != KERNEL_FROM_ZERO; m++) {
        memcpy(aside + m * kernel->columns, c + m * c_row, bytes);
    }
    kernel->tile(K, a, a_row, b, aside, kernel->columns, how);
    for (int64_t m = 0; m < rows; m++) {
        memcpy(c + m * c_row, aside + m * kernel->columns, bytes);
    }
}

static void add_bias(const struct gemm *g, float *c, int64_t rows, int64_t column, int64_t columns)
{
    const float *bias = (const float *)g->bias + column * g->bias_stride;
    for (int64_t m = 0; m < rows; m++) {
        for (int64_t n = 0; n < columns; n++) {
            c[m * g->N + n] += bias[n * g->bias_stride];
        }
    }
}

static void put_bias(const struct gemm *g, float *c, int64_t rows, int64_t column, int64_t columns)
{
    const float *bias = (const float *)g->bias + column * g->bias_stride;
    for (int64_t m = 0; m < rows; m++) {
        float *c_m = c + m * g->N;
        if (g->bias_stride == 1) {
            memcpy(c_m, bias, (size_t)columns * sizeof *c_m);
        } else {
            for (int64_t n = 0; n < columns; n++) {
                c_m[n] = bias[n * g->bias_stride];
            }
        }
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
        int64_t width = gemm_smaller(kernel->columns, job->columns - n);
        for (int64_t m = 0; m < a->count; m += kernel->rows) {
            int64_t height = gemm_smaller(kernel->rows, a->count - m);
            const float *a_m = a->first + m * a->step;
            float *c_mn = c + m * c_row + n;
            if (height == kernel->rows && width == kernel->columns) {
                kernel->tile(depth, a_m, a->step, b, c_mn, c_row, how);
            } else {
                edge_tile(kernel, depth, a_m, a->step, b, c_mn, c_row, height, width, how);
            }
        }
    }
}

/* A block of rows of one matrix, over this round's columns. */
static void multiply_item(const struct packed_job *job, float *rows, int64_t item)
{
    const struct gemm *g = job->g;
    const struct kernel *kernel = job->kernel;
    int64_t i = item / job->row_blocks;
    int64_t row = item % job->row_blocks * job->block_rows;
    int64_t count = gemm_smaller(job->block_rows, g->M - row);
    int64_t padded = divide_up(count, kernel->rows) * kernel->rows;
    int64_t matrix = job->matrix + i;
    bool copied = g->a_column != 1 || count != padded; /* else whole tiles read a where it lies */
    const float *a = (const float *)g->a + gemm_offset(g->a_offset, matrix) + row * g->a_row;
    float *c = (float *)g->c + (matrix * g->M + row) * g->N + job->column;
    bool panels = gemm_of_panels(g), bias_first = panels && g->bias != NULL;
    enum kernel_start further = panels ? KERNEL_ADD : KERNEL_CONTINUE;
    enum kernel_start first = bias_first     ? further
                              : job->streams ? KERNEL_STREAM
                                             : KERNEL_FROM_ZERO;
    if (bias_first) {
        put_bias(g, c, count, job->column, job->columns);
    }
    for (int64_t k = 0, depth; k < g->K; k += depth) {
        depth = gemm_panel(g->K - k);
        if (copied) {
            copy_rows(rows, g, a + k * g->a_column, count, padded, depth);
        }
        const struct rows from = {copied ? rows : a + k, copied ? A_ROW : g->a_row, count};
        multiply_block(job, &from, packed_block(job, i, k), depth, c, k == 0 ? first : further);
    }
    if (g->bias != NULL && !bias_first) {
        add_bias(g, c, count, job->column, job->columns);
    }
}

static void pack_part(void *arg, int part)
{
    struct packed_job *job = arg;
    int64_t items = job->copies * job->panel_groups;
    (void)part;
    for (int64_t item; (item = atomic_fetch_add(&job->next, 1)) < items;) {
        pack_item(job, item);
    }
}

static void multiply_part(void *arg, int part)
{
    struct packed_job *job = arg;
    int64_t items = job->matrices * job->row_blocks;
    float *rows = job->rows + (int64_t)part * BLOCK_ROWS * A_ROW;
    for (int64_t item; (item = atomic_fetch_add(&job->next, 1)) < items;) {
        multiply_item(job, rows, item);
    }
}

/* One round: pack some columns of some matrices, then multiply with them. */
static void run_round(struct compute *cx, struct packed_job *job, int threads)
{
    job->panels = divide_up(job->columns, job->kernel->columns);
    job->panel_groups = divide_up(job->panels, PANELS_PER_ITEM);
    job->block_rows = (int64_t)job->kernel->rows * BLOCK_TILES;
    job->row_blocks = divide_up(job->g->M, job->block_rows);
    atomic_store(&job->next, 0);
    compute_parallel(cx, threads, pack_part, job);
    atomic_store(&job->next, 0);
    compute_parallel(cx, threads, multiply_part, job);
}

bool gemm_packed_run(struct compute *cx, const struct gemm *g, bool parallel)
{
    struct packed_job job = {.g = g, .kernel = kernel_for(cx)};
    int threads = parallel ? compute_threads(cx) : 1;
    int64_t tile = job.kernel->columns;
    int64_t all = divide_up(g->N, tile);
    int64_t fit = panel_floats / tile / g->K; /* panels that fit at a time */
    int64_t panels = fit < 1 ? 1 : gemm_smaller(fit, all);
    bool shared = g->b_offset == NULL;
    int64_t matrices = shared ? g->batch : panels < all ? 1 : gemm_smaller(g->batch, fit / all);
    job.copies = shared ? 1 : matrices;
    size_t packed = (size_t)(job.copies * panels * tile * g->K);
    size_t rows = (size_t)threads * BLOCK_ROWS * A_ROW;
    job.streams = can_stream(&job);
    void *memory = NULL;
    if (posix_memalign(&memory, 64, (packed + rows) * sizeof(float)) != 0) {
        return error_set(cx->err, ERROR_MEMORY, "no memory for a matrix product's work space");
    }
    job.rows = memory;
    job.packed = job.rows + rows;
    for (job.matrix = 0; job.matrix < g->batch; job.matrix += matrices) {
        job.matrices = gemm_smaller(matrices, g->batch - job.matrix);
        job.copies = shared ? 1 : job.matrices;
        for (job.column = 0; job.column < g->N; job.column += panels * tile) {
            job.columns = gemm_smaller(panels * tile, g->N - job.column);
            run_round(cx, &job, threads);
        }
    }
    free(memory);
    return true;
}
