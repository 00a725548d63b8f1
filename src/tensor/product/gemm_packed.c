/* Holds the loop of fused float32 products that are worth preparing.
 *
 * A work item is many rows of one matrix times a group of panels of b, each as wide as the kernel's
 * tile. K is cut in blocks, the panels of gemm_panel, whose sums are added to c. For each of them
 * the group is copied, or turned, once for all rows of the item; then block after block of the rows
 * goes over it. So the copy of the group and the block of a stay in the second cache, and the panel
 * at work in the first. */
#include "tensor/product/gemm_internal.h"

#include "tensor/compute/kernel.h"
#include "tensor/compute/scratch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_K = GEMM_PANEL,          /* at most */
    GROUP = 4,                     /* panels of an item, at most */
    ITEM_ROWS = 1024,              /* at most: then the copy of b costs little */
    BLOCK_ROWS = 256,              /* of an item, that go over the group together */
    ITEMS_PER_THREAD = 4,          /* at least, so that no thread waits long */
    FEW_ROWS = 4 * KERNEL_MAX_ROWS /* a panel's copy is worth so many */
};

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

struct packed_job {
    const struct gemm *g;
    const struct kernel *kernel;
    int64_t columns;   /* of c per work item: whole panels */
    int64_t groups;    /* so many items side by side */
    int64_t item_rows; /* of c per work item */
    int64_t row_items; /* so many, one below the other, in each matrix */
    bool streams;      /* can_stream */
    float *rows;       /* a in close rows, where its own are not */
    float *packed;     /* BLOCK_K rows of a group for each part */
    atomic_llong next; /* the next work item to be taken */
};

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

/* A transposed view, whose cache lines run along k, is taken line by line. */
void gemm_packed_turn(const struct kernel *kernel, float *to, const struct gemm *g, const float *b,
                      int64_t K, int64_t used)
{
    int64_t columns = kernel->columns, k = 0;
    for (; g->b_row == 1 && used == columns && k + KERNEL_STRIP <= K; k += KERNEL_STRIP) {
        kernel->turn(to + k * columns, b + k, g->b_column);
    }
    for (; k < K; k++) {
        for (int64_t n = 0; n < used; n++) {
            to[k * columns + n] = b[k * g->b_row + n * g->b_column];
        }
    }
}

/* A group: panel after panel, each K rows of neighbours; those that do not exist are 0. */
static void pack_group(const struct kernel *kernel, float *to, const struct gemm *g, const float *b,
                       int64_t K, int64_t columns)
{
    int64_t width = kernel->columns, whole = g->b_column == 1 ? columns / width : 0;
    kernel->pack(to, b, g->b_row, K, whole);
    for (int64_t n = whole * width, used; n < columns; n += used) {
        used = gemm_smaller(width, columns - n);
        if (used < width) {
            memset(to + n * K, 0, (size_t)(K * width) * sizeof *to);
        }
        if (g->b_column != 1) {
            gemm_packed_turn(kernel, to + n * K, g, b + n * g->b_column, K, used);
            continue;
        }
        for (int64_t k = 0; k < K; k++) {
            memcpy(to + n * K + k * width, b + k * g->b_row + n, (size_t)used * sizeof *to);
        }
    }
}

/* `count` rows of a into close rows. */
static void copy_rows(float *to, int64_t to_row, const struct gemm *g, const float *a,
                      int64_t count, int64_t K)
{
    for (int64_t m = 0; m < count; m++) {
        const float *a_m = a + m * g->a_row;
        for (int64_t k = 0; k < K; k++) {
            to[m * to_row + k] = a_m[k * g->a_column];
        }
    }
}

/* A tile with columns that do not exist: computed aside, then the others are copied. */
static void edge_tile(const struct kernel *kernel, int64_t K, const float *a, int64_t a_row,
                      const float *b, float *c, int64_t c_row, int64_t rows, int64_t columns,
                      enum kernel_start how, const float *bias)
{
    float aside[KERNEL_MAX_ROWS * KERNEL_MAX_COLUMNS] = {0};
    size_t bytes = (size_t)columns * sizeof *c;
    how = how == KERNEL_STREAM ? KERNEL_FROM_ZERO : how;
    for (int64_t m = 0; m < rows && how != KERNEL_FROM_ZERO; m++) {
        memcpy(aside + m * kernel->columns, c + m * c_row, bytes);
    }
    kernel->tile((int)rows, K, a, a_row, b, aside, kernel->columns, how, bias);
    for (int64_t m = 0; m < rows; m++) {
        memcpy(c + m * c_row, aside + m * kernel->columns, bytes);
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

/* Adds one K block of some rows of a, times some packed columns of b, to their rows of c, and at
 * the end the bias, where it is not NULL. */
static void multiply_block(const struct packed_job *job, const struct rows *a, const float *b,
                           int64_t columns, int64_t depth, float *c, enum kernel_start how,
                           const float *bias)
{
    const struct kernel *kernel = job->kernel;
    int64_t c_row = job->g->N;
    float row[KERNEL_MAX_COLUMNS] = {0};
    for (int64_t n = 0; n < columns; n += kernel->columns, b += depth * kernel->columns) {
        int64_t width = gemm_smaller(kernel->columns, columns - n);
        for (int64_t j = 0; bias != NULL && j < width; j++) {
            row[j] = bias[(n + j) * job->g->bias_stride];
        }
        const float *end = bias != NULL ? row : NULL;
        for (int64_t m = 0; m < a->count; m += kernel->rows) {
            int64_t height = gemm_smaller(kernel->rows, a->count - m);
            const float *a_m = a->first + m * a->step;
            float *c_mn = c + m * c_row + n;
            if (width == kernel->columns) {
                kernel->tile((int)height, depth, a_m, a->step, b, c_mn, c_row, how, end);
            } else {
                edge_tile(kernel, depth, a_m, a->step, b, c_mn, c_row, height, width, how, end);
            }
        }
    }
}

/* How the sums of a cell begin, with its first K block and with the others. */
struct starts {
    enum kernel_start first, further;
    bool bias_first;
};

static struct starts starts_of(const struct packed_job *job)
{
    struct starts s = {.bias_first = gemm_of_panels(job->g) && job->g->bias != NULL};
    s.further = gemm_of_panels(job->g) ? KERNEL_ADD : KERNEL_CONTINUE;
    s.first = s.bias_first ? s.further : job->streams ? KERNEL_STREAM : KERNEL_FROM_ZERO;
    return s;
}

static void multiply_item(const struct packed_job *job, float *group, int64_t item)
{
    const struct gemm *g = job->g;
    int64_t rows = item / job->groups, n = item % job->groups * job->columns;
    int64_t i = rows / job->row_items, row = rows % job->row_items * job->item_rows;
    int64_t count = gemm_smaller(job->item_rows, g->M - row);
    int64_t columns = gemm_smaller(job->columns, g->N - n);
    const float *b = (const float *)g->b + gemm_offset(g->b_offset, i) + n * g->b_column;
    const float *a = (const float *)g->a + gemm_offset(g->a_offset, i) + row * g->a_row;
    int64_t a_row = g->a_row;
    float *c = (float *)g->c + (i * g->M + row) * g->N + n;
    struct starts starts = starts_of(job);
    const float *bias = (const float *)g->bias;
    if (g->a_column != 1) {
        a = job->rows + (i * g->M + row) * g->K;
        a_row = g->K;
    }
    if (starts.bias_first) {
        put_bias(g, c, count, n, columns);
        bias = NULL;
    } else if (bias != NULL) {
        bias += n * g->bias_stride;
    }
    for (int64_t k = 0, depth; k < g->K; k += depth) {
        depth = gemm_panel(g->K - k);
        pack_group(job->kernel, group, g, b + k * g->b_row, depth, columns);
        for (int64_t m = 0; m < count; m += BLOCK_ROWS) {
            struct rows block = {a + m * a_row + k, a_row, gemm_smaller(BLOCK_ROWS, count - m)};
            multiply_block(job, &block, group, columns, depth, c + m * g->N,
                           k == 0 ? starts.first : starts.further, k + depth == g->K ? bias : NULL);
        }
    }
}

static void multiply_part(void *arg, int part)
{
    struct packed_job *job = arg;
    int64_t items = job->g->batch * job->row_items * job->groups;
    float *group = job->packed + (int64_t)part * BLOCK_K * job->columns;
    for (int64_t item; (item = atomic_fetch_add(&job->next, 1)) < items;) {
        multiply_item(job, group, item);
    }
}

/* Items as large as is good, smaller where threads would have nothing to do: first fewer rows, then
 * fewer panels, then fewer rows still. */
static void share_out(struct packed_job *job, int threads)
{
    int64_t wanted = threads > 1 ? ITEMS_PER_THREAD * threads : 1, panel = job->kernel->columns;
    int64_t group = gemm_smaller(GROUP, divide_up(job->g->N, panel));
    job->item_rows = ITEM_ROWS;
    for (;;) {
        job->columns = group * panel;
        job->groups = divide_up(job->g->N, job->columns);
        job->row_items = divide_up(job->g->M, job->item_rows);
        double items = (double)job->g->batch * (double)(job->row_items * job->groups);
        if (items >= (double)wanted || (job->item_rows <= FEW_ROWS && group == 1)) {
            return;
        }
        if (job->item_rows > BLOCK_ROWS || group == 1) {
            job->item_rows /= 2;
        } else {
            group = (group + 1) / 2;
        }
    }
}

bool gemm_packed_run(struct compute *cx, const struct gemm *g, bool parallel)
{
    struct packed_job job = {.g = g, .kernel = kernel_for(cx)};
    int threads = parallel ? compute_threads(cx) : 1;
    enum { LINE = KERNEL_LINE / sizeof(float) };
    share_out(&job, threads);
    int64_t packed = (int64_t)threads * BLOCK_K * job.columns + LINE;
    /* In double: the product of three sizes may leave int64 when a view repeats cells. */
    double rows = g->a_column == 1 ? 0 : (double)g->batch * (double)g->M * (double)g->K;
    float *memory =
        scratch_new(cx, rows < 0x1p60 ? packed + (int64_t)rows : INT64_MAX, sizeof *memory);
    if (memory == NULL) {
        return false;
    }
    job.packed = memory + (LINE - (uintptr_t)memory / sizeof *memory % LINE) % LINE;
    job.rows = memory + packed;
    job.streams = can_stream(&job);
    for (int64_t i = 0; rows > 0 && i < g->batch; i++) {
        const float *a = (const float *)g->a + gemm_offset(g->a_offset, i);
        copy_rows(job.rows + i * g->M * g->K, g->K, g, a, g->M, g->K);
    }
    atomic_store(&job.next, 0);
    compute_parallel(cx, threads, multiply_part, &job);
    free(memory);
    return true;
}
