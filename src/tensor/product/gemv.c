/* Computes a float32 matrix times a vector in the order of gemv_order.c. Where many cells are
 * summed in the same way, kernels take them; the few cells at the edges go through gemv_order
 * itself, several at once. Nothing here depends on the number of threads. */
#include "tensor/product/gemv.h"

#include "tensor/compute/kernel.h"

#include <string.h>

enum { CELLS = 16, PARALLEL_FROM = 1 << 20 };

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* --- cells that are summed in the same steps --- */

struct cells {
    const struct gemv *g;
    const struct kernel *kernel;
    int64_t first;
    int count;
    float sum[GEMV_SUMS][CELLS];
};

static void take(void *arg, const struct add_step *step)
{
    struct cells *c = arg;
    const struct gemv *g = c->g;
    float *to = c->sum[step->to], *from = c->sum[step->from];
    if (step->act == ADD_FUSED || step->act == ADD_ROUNDED) {
        const float *a = g->a + c->first * g->row + step->k * g->column;
        float x = g->x[step->k * g->step];
        x = step->scaled ? x * g->alpha : x;
        if (step->act == ADD_FUSED) {
            c->kernel->fuse_cells(c->count, a, g->row, x, to);
            return;
        }
        for (int i = 0; i < c->count; i++) {
            to[i] += a[i * g->row] * x;
        }
        return;
    }
    if (step->act == ADD_END) {
        c->kernel->fuse_cells(c->count, from, 1, g->alpha, to);
    } else {
        float alpha = step->act == ADD_JOIN ? 1.0f : g->alpha;
        for (int i = 0; i < c->count; i++) {
            to[i] += from[i] * alpha;
        }
    }
    memset(from, 0, sizeof c->sum[0]);
}

static void by_steps(const struct kernel *kernel, const struct gemv *g, const struct gemv_form *f,
                     int64_t from, int64_t to)
{
    struct cells c = {.g = g, .kernel = kernel};
    for (int64_t m = from; m < to; m += c.count) {
        c.first = m;
        c.count = (int)smaller(smaller(gemv_alike(f, m), to) - m, CELLS);
        memcpy(c.sum[ADD_TOTAL], g->y + m, (size_t)c.count * sizeof *g->y);
        gemv_order(f, m, take, &c);
        memcpy(g->y + m, c.sum[ADD_TOTAL], (size_t)c.count * sizeof *g->y);
        memset(c.sum, 0, sizeof c.sum);
    }
}

/* --- rows, four together --- */

static void four_rows(const struct kernel *kernel, const struct gemv *g, int64_t m)
{
    const float *a = g->a + m * g->row;
    int64_t whole = g->K / 4 * 4;
    for (int64_t k = 0, count; k < whole; k += count) {
        float lane[KERNEL_DEALT][8] = {{0}};
        count = smaller(whole - k, GEMV_BLOCK);
        int64_t fours = count % 8;
        for (int i = 0; i < KERNEL_DEALT; i++) {
            for (int64_t j = 0; j < fours; j++) {
                lane[i][j] = a[i * g->row + k + j] * g->x[k + j];
            }
        }
        kernel->deal_eight(count - fours, a + k + fours, g->row, g->x + k + fours, lane);
        for (int i = 0; i < KERNEL_DEALT; i++) {
            const float *l = lane[i];
            float sum = ((l[0] + l[4]) + (l[1] + l[5])) + ((l[2] + l[6]) + (l[3] + l[7]));
            g->y[m + i] += g->alpha * sum;
        }
    }
    float rest[KERNEL_DEALT] = {0};
    const int64_t order[] = {whole + 1, whole, whole + 2};
    if (g->K - whole == 1) {
        kernel->fuse_cells(KERNEL_DEALT, a + whole, g->row, g->x[whole] * g->alpha, g->y + m);
        return;
    }
    for (int64_t k = 0; k < g->K - whole; k++) {
        kernel->fuse_cells(KERNEL_DEALT, a + order[k], g->row, g->x[order[k]] * g->alpha, rest);
    }
    for (int i = 0; i < KERNEL_DEALT && whole < g->K; i++) {
        g->y[m + i] += rest[i];
    }
}

static void run_rows(const struct kernel *kernel, const struct gemv *g, const struct gemv_form *f,
                     int64_t from, int64_t to)
{
    bool kernels = g->step == 1 && !(f->dense && g->K <= 8 && g->M <= GEMV_SMALL);
    int64_t end = kernels ? smaller(to, g->M / KERNEL_DEALT * KERNEL_DEALT) : from;
    for (int64_t m = from; m < end; m += KERNEL_DEALT) {
        four_rows(kernel, g, m);
    }
    by_steps(kernel, g, f, end > from ? end : from, to);
}

/* --- a turned matrix, column after column --- */

static void columns(const struct kernel *kernel, const struct gemv *g, int64_t from, int64_t to)
{
    int64_t K = g->K, k = 0, n = to - from;
    const float *a = g->a + from;
    float *y = g->y + from;
    for (int64_t group = g->step == 1 ? 8 : 4; k + 4 <= K; k += group) {
        group = k + group <= K ? group : 4;
        kernel->add_columns(n, group, a + k * g->column, g->column, g->x + k * g->step, g->step,
                            g->alpha, y);
    }
    for (; g->step != 1 && k < K; k++) {
        float x = g->x[k * g->step] * g->alpha;
        for (int64_t i = 0; i < n; i++) {
            y[i] += a[k * g->column + i] * x;
        }
    }
    for (int64_t group = 2; k < K; k += group) {
        group = k + 2 <= K ? 2 : 1;
        kernel->add_columns(n, group, a + k * g->column, g->column, g->x + k, 1, g->alpha, y);
    }
}

static void run_turned(const struct kernel *kernel, const struct gemv *g, const struct gemv_form *f,
                       int64_t from, int64_t to)
{
    if (gemv_in_order(f)) {
        kernel->add_columns(to - from, g->K, g->a + from, g->column, g->x, g->step, g->alpha,
                            g->y + from);
        return;
    }
    for (int64_t m = from, end; m < to; m = end) {
        end = smaller(gemv_alike(f, m), to);
        if (gemv_in_groups(f, m)) {
            columns(kernel, g, m, end);
        } else {
            by_steps(kernel, g, f, m, end);
        }
    }
}

/* --- all of it, in parts --- */

struct job {
    const struct gemv *g;
    const struct kernel *kernel;
    struct gemv_form form;
    int parts;
};

static void run_part(void *arg, int part)
{
    const struct job *job = arg;
    int64_t sixteens = (job->g->M + CELLS - 1) / CELLS;
    int64_t from = sixteens * part / job->parts * CELLS;
    int64_t to = smaller(sixteens * (part + 1) / job->parts * CELLS, job->g->M);
    if (from >= to) {
        return;
    }
    if (job->form.repeats) {
        by_steps(job->kernel, job->g, &job->form, from, to);
    } else if (job->form.turned) {
        run_turned(job->kernel, job->g, &job->form, from, to);
    } else {
        run_rows(job->kernel, job->g, &job->form, from, to);
    }
}

void gemv_run(struct compute *cx, const struct gemv *g)
{
    struct job job = {g, kernel_for(cx), gemv_form_of(g->M, g->K, g->row, g->column, g->step), 1};
    if ((double)g->M * (double)g->K >= PARALLEL_FROM) {
        job.parts = (int)smaller((g->M + CELLS - 1) / CELLS, 4 * (int64_t)compute_threads(cx));
    }
    compute_parallel(cx, job.parts, run_part, &job);
}
