/* Adds up the product of two vectors in OpenBLAS's order. Neighbours in memory: sixty-four lanes,
 * then 32 products more if there are as many left, to the first half of each sixteen lanes; the
 * rest one by one in float64. Spread: two products at a time.
 *
 * float64. Neighbours: thirty-two lanes, then 16 products more to the first half of each eight, the
 * rest one by one behind them. Spread: four products at a time, to two sums. */
#include "tensor/product/dot.h"

#include "tensor/compute/kernel.h"

#include <math.h>

enum { HALF = 32, WIDE = 32 };

ADD_INLINE void by_twos(const struct add_way *w, int64_t K)
{
    int64_t k = 0;
    for (; k + 2 <= K; k += 2) {
        add_term(w, ADD_ROUNDED, false, 1, k + 1);
        add_term(w, ADD_FUSED, false, 1, k);
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    }
    if (k < K) {
        add_term(w, ADD_ROUNDED, false, ADD_TOTAL, k);
    }
}

/* Of 32 lanes that are left: the lane of product k, 0 to 31. */
ADD_INLINE int lane_of(int k)
{
    return k / 8 * 16 + k % 8;
}

/* The products before `dealt` are in the lanes already. */
ADD_INLINE void lanes(const struct add_way *w, int64_t K, int64_t dealt)
{
    int64_t k = dealt;
    for (; k < K / DOT_LANES * DOT_LANES; k++) {
        add_term(w, ADD_FUSED, false, 1 + (int)(k % DOT_LANES), k);
    }
    for (int j = 0; j < HALF && k > 0; j++) {
        add_join(w, ADD_JOIN, 1 + lane_of(j), 1 + lane_of(j) + 8);
    }
    for (int j = 0; j < HALF && k + HALF <= K; j++) {
        add_term(w, ADD_FUSED, false, 1 + lane_of(j), k + j);
    }
    for (int j = 8; j < HALF; j++) {
        add_join(w, ADD_JOIN, 1 + j % 8, 1 + lane_of(j));
    }
    for (int j = 0; j < 4; j++) {
        add_join(w, ADD_JOIN, 1 + j, 1 + j + 4);
    }
    add_join(w, ADD_JOIN, 1, 2);
    add_join(w, ADD_JOIN, 3, 4);
    add_join(w, ADD_JOIN, 1, 3);
    add_join(w, ADD_JOIN, ADD_TOTAL, 1);
}

ADD_INLINE void order(const struct add_way *w, const struct dot_form *f, int64_t dealt)
{
    if (f->spread) {
        by_twos(w, f->K);
        return;
    }
    for (int64_t k = f->K / HALF * HALF; k < f->K; k++) {
        add_term(w, ADD_ROUNDED, false, ADD_TOTAL, k);
    }
    if (f->K >= HALF) {
        lanes(w, f->K, dealt);
    }
}

ADD_INLINE void wide_by_fours(const struct add_way *w, int64_t K)
{
    int64_t k = 0;
    for (; k + 4 <= K; k += 4) {
        for (int odd = 1; odd >= 0; odd--) {
            add_term(w, ADD_ROUNDED, false, 2, k + 2 + odd);
            add_term(w, ADD_FUSED, false, 2, k + odd);
            add_join(w, ADD_JOIN, odd ? 1 : ADD_TOTAL, 2);
        }
    }
    for (; k < K; k++) {
        add_term(w, ADD_FUSED, false, ADD_TOTAL, k);
    }
    if (K >= 4) {
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    }
}

ADD_INLINE void wide_order(const struct add_way *w, const struct dot_form *f, int64_t dealt)
{
    int64_t k = dealt, K = f->K;
    if (f->spread) {
        wide_by_fours(w, K);
        return;
    }
    for (; k < K / WIDE * WIDE; k++) {
        add_term(w, ADD_FUSED, false, 1 + (int)(k % WIDE), k);
    }
    for (int j = 0; j < 16 && k > 0; j++) {
        add_join(w, ADD_JOIN, 1 + j / 4 * 8 + j % 4, 1 + j / 4 * 8 + j % 4 + 4);
    }
    for (int j = 0; j < 16 && K - k >= 16; j++) {
        add_term(w, ADD_FUSED, false, 1 + j / 4 * 8 + j % 4, k + j);
    }
    for (int j = 4; j < 16 && K >= 16; j++) {
        add_join(w, ADD_JOIN, 1 + j % 4, 1 + j / 4 * 8 + j % 4);
    }
    if (K >= 16) {
        add_join(w, ADD_JOIN, 1, 3);
        add_join(w, ADD_JOIN, 2, 4);
        add_join(w, ADD_JOIN, 1, 2);
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    }
    for (k = K / 16 * 16; k < K; k++) {
        add_term(w, ADD_FUSED, false, ADD_TOTAL, k);
    }
}

void dot_order(const struct dot_form *f, add_take *take, void *arg)
{
    const struct add_way w = {take, arg};
    if (f->wide) {
        wide_order(&w, f, 0);
    } else {
        order(&w, f, 0);
    }
}

/* The total is a double of its own, to which a join is not rounded. */
#define DOT(real, fused, lanes, order, deal, name)                                                 \
    struct name##_running {                                                                        \
        const real *a, *b;                                                                         \
        int64_t a_step, b_step;                                                                    \
        double total;                                                                              \
        real sum[1 + (lanes)];                                                                     \
    };                                                                                             \
    ADD_INLINE void name##_take(void *arg, const struct add_step *step)                            \
    {                                                                                              \
        struct name##_running *r = arg;                                                            \
        real *to = &r->sum[step->to], *from = &r->sum[step->from];                                 \
        real a = r->a[step->k * r->a_step], b = r->b[step->k * r->b_step];                         \
        bool total = step->to == ADD_TOTAL;                                                        \
        if (step->act == ADD_JOIN) {                                                               \
            if (total) {                                                                           \
                r->total += (double)*from;                                                         \
            } else {                                                                               \
                *to += *from;                                                                      \
            }                                                                                      \
            *from = 0;                                                                             \
        } else if (total) {                                                                        \
            r->total = step->act == ADD_FUSED ? fma((double)a, (double)b, r->total)                \
                                              : r->total + (double)(a * b);                        \
        } else {                                                                                   \
            *to = step->act == ADD_FUSED ? fused(a, b, *to) : *to + a * b;                         \
        }                                                                                          \
    }                                                                                              \
    real name(struct compute *cx, int64_t K, const real *a, int64_t a_step, const real *b,         \
              int64_t b_step)                                                                      \
    {                                                                                              \
        struct name##_running r = {.a = a, .b = b, .a_step = a_step, .b_step = b_step};            \
        struct dot_form form = dot_form_of(K, a_step, b_step, sizeof(real) == sizeof(double));     \
        int64_t dealt = form.spread ? 0 : K / (lanes) * (lanes);                                   \
        kernel_for(cx)->deal(dealt, a, b, r.sum + 1);                                              \
        order(&(struct add_way){name##_take, &r}, &form, dealt);                                   \
        return (real)r.total;                                                                      \
    }
DOT(float, fmaf, DOT_LANES, order, deal_long, dot_run)
DOT(double, fma, WIDE, wide_order, deal_f64, dot_run_f64)
