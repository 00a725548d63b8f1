/* Batched matrix products: the order of each sum, and which loop computes it. No choice made here
 * or in the loops (blocks, threads, kernel, direct or packed) changes a bit. */
#include "tensor/product/gemm_internal.h"

#include <string.h>

static const int64_t packed_from = 16384;     /* multiplications per matrix */
static const int64_t parallel_from = 1 << 20; /* multiplications in all */

static bool is_fused_float32(const struct gemm *g)
{
    return g->dtype == DTYPE_FLOAT32 && g->sum == GEMM_FUSED;
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

bool gemm_of_panels(const struct gemm *g)
{
    const struct gemm_form form = gemm_form_of(g);
    return is_fused_float32(g) && gemm_takes_panels(&form);
}

bool gemm_of_lanes(const struct gemm *g)
{
    const struct gemm_form form = gemm_form_of(g);
    return is_fused_float32(g) && gemm_takes_lanes(&form);
}

float gemm_join_lanes(const float lane[GEMM_LANES], bool in_fours)
{
    float sum[GEMM_LANES];
    memcpy(sum, lane, sizeof sum);
    for (int count = GEMM_LANES / 2; count > 0; count /= 2) {
        for (int k = 0; k < count; k++) {
            sum[k] = in_fours ? sum[2 * k] + sum[2 * k + 1] : sum[k] + sum[k + count];
        }
    }
    return sum[0];
}

bool gemm_run(struct compute *cx, const struct gemm *g)
{
    if (g->batch == 0 || g->M == 0 || g->N == 0) {
        return true;
    }
    /* In double: the product of four sizes may leave int64 when a view repeats cells. */
    double each = (double)g->M * (double)g->N * (double)g->K;
    bool parallel = each * (double)g->batch >= (double)parallel_from;
    if (is_fused_float32(g) && each >= (double)packed_from && !gemm_of_lanes(g)) {
        return gemm_packed_run(cx, g, parallel);
    }
    gemm_direct_run(cx, g, parallel);
    return true;
}
