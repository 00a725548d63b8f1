/* Computes batched matrix products: the order of each sum, and which loop computes it. No choice
 * made here or in the loops (blocks, threads, kernel, direct or packed) changes a bit. */
#include "tensor/product/gemm_internal.h"

#include <string.h>

static const int64_t packed_from = 16384;     /* multiplications per matrix */
static const int64_t parallel_from = 1 << 20; /* multiplications in all */

static bool is_fused_float32(const struct gemm *g)
{
    return g->dtype == DTYPE_FLOAT32 && (g->sum == GEMM_FUSED || g->sum == GEMM_IN_ORDER);
}

/* As gemm_form says. */
static bool is_formed(const struct gemm *g)
{
    return (g->dtype == DTYPE_FLOAT32 || g->dtype == DTYPE_FLOAT64) && g->sum == GEMM_FUSED;
}

/* In double: the product of the sizes may leave int64 when a view repeats cells. */
static double work_of(const struct gemm_form *f)
{
    return (double)f->M * (double)f->N * (double)f->K;
}

/* Rows of `columns` numbers each, which lie in order. */
static bool lies_in_rows(int64_t columns, int64_t row, int64_t column)
{
    return column == 1 && row >= (columns > 1 ? columns : 1);
}

struct gemm_form gemm_form_for(enum dtype dtype, int64_t M, int64_t N, int64_t K, int64_t a_row,
                               int64_t a_column, int64_t b_row, int64_t b_column)
{
    bool wide = dtype == DTYPE_FLOAT64;
    if (N == 1) {
        return (struct gemm_form){
            1, M, K, !lies_in_rows(K, b_column, b_row), !lies_in_rows(M, a_column, a_row), wide};
    }
    bool a_turned = !lies_in_rows(K, a_row, a_column) && lies_in_rows(M, a_column, a_row);
    bool b_turned = !lies_in_rows(N, b_row, b_column) && lies_in_rows(K, b_column, b_row);
    return (struct gemm_form){M, N, K, a_turned, b_turned, wide};
}

bool gemm_is_small(const struct gemm_form *f)
{
    if (work_of(f) > 1e6) {
        return false;
    }
    if (f->b_turned && f->a_turned) {
        return f->K >= 4;
    }
    return !f->b_turned || ((double)f->M * (double)f->N <= 1200 && f->K >= 32);
}

bool gemm_takes_panels(const struct gemm_form *f)
{
    return f->K > (f->wide ? GEMM_WIDE_PANEL : GEMM_PANEL) && !gemm_is_small(f);
}

static int gemm_lanes(const struct gemm_form *f)
{
    return f->wide ? GEMM_LANES / 2 : GEMM_LANES;
}

int64_t gemm_dealt_from(const struct gemm_form *f)
{
    int lanes = gemm_lanes(f);
    if (f->a_turned || f->K < 2 * lanes || !gemm_is_small(f)) {
        return f->N;
    }
    if (f->b_turned) {
        return 0;
    }
    int64_t beyond = f->N % lanes;
    return beyond <= lanes / 2 ? f->N - beyond : f->N;
}

enum gemm_deal gemm_deal_of(const struct gemm_form *f, int64_t m, int64_t n)
{
    if (n < gemm_dealt_from(f)) {
        return GEMM_NOT_DEALT;
    }
    return m < f->M / 4 * 4 || n < f->N / 4 * 4 ? GEMM_FOURS : GEMM_HALVES;
}

bool gemm_of_panels(const struct gemm *g)
{
    const struct gemm_form form = gemm_form_of(g);
    return is_formed(g) && gemm_takes_panels(&form);
}

/* As add_pair joins them, in loops that compilers unroll. */
#define JOIN(name, real, lanes)                                                                    \
    real name(const real lane[lanes], enum gemm_deal deal)                                         \
    {                                                                                              \
        real sum[lanes];                                                                           \
        memcpy(sum, lane, sizeof sum);                                                             \
        for (int count = (lanes) / 2; count > 0; count /= 2) {                                     \
            for (int k = 0; k < count; k++) {                                                      \
                sum[k] =                                                                           \
                    deal == GEMM_FOURS ? sum[2 * k] + sum[2 * k + 1] : sum[k] + sum[k + count];    \
            }                                                                                      \
        }                                                                                          \
        return sum[0];                                                                             \
    }
JOIN(gemm_join_lanes, float, GEMM_LANES)
JOIN(gemm_join_wide, double, GEMM_LANES / 2)
#undef JOIN

void gemm_order(const struct gemm_form *f, enum gemm_deal deal, enum add_act act, int64_t K,
                add_take *take, void *arg)
{
    const struct add_way w = {take, arg};
    const bool panels = act == ADD_FUSED && gemm_takes_panels(f);
    if (deal != GEMM_NOT_DEALT) {
        const enum add_ends ends = deal == GEMM_FOURS ? ENDS_NEIGHBOURS : ENDS_HALVES;
        add_row(&w, &(struct add_row){gemm_lanes(f), ADD_FUSED, ends, .to = ADD_TOTAL}, K);
        return;
    }
    for (int64_t k = 0, end; k < K; k = end) {
        end = panels ? k + gemm_panel_of(f->wide, K - k) : K;
        for (int64_t j = k; j < end; j++) {
            add_term(&w, act, false, panels ? 1 : ADD_TOTAL, j);
        }
        if (panels) {
            take(arg, &(struct add_step){ADD_END, false, ADD_TOTAL, 1, end - 1});
        }
    }
}

bool gemm_run(struct compute *cx, const struct gemm *g)
{
    if (g->batch == 0 || g->M == 0 || g->N == 0) {
        return true;
    }
    /* In double: the product of four sizes may leave int64 when a view repeats cells. */
    double each = (double)g->M * (double)g->N * (double)g->K;
    bool parallel = each * (double)g->batch >= (double)parallel_from;
    const struct gemm_form form = gemm_form_of(g);
    int64_t dealt = is_formed(g) ? gemm_dealt_from(&form) : form.N;
    if (dealt > 0 && is_fused_float32(g) && each >= (double)packed_from &&
        !gemm_direct_fits(cx, g)) {
        if (!gemm_packed_run(cx, g, parallel)) {
            return false;
        }
    } else if (dealt > 0) {
        gemm_direct_run(cx, g, parallel);
    }
    if (dealt <
        form.N) { /* over what was put there: few cells, and a loop of whole rows is simpler */
        gemm_direct_dealt(cx, g, parallel);
    }
    return true;
}
