/* Neighbours: sixty-four lanes, then 32 products more if there are as many left, to the first half
 * of each sixteen lanes; the rest one by one in float64. Spread: two products at a time.
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

struct running {
    const float *a, *b;
    int64_t a_step, b_step;
    double total;
    float sum[DOT_SUMS];
};

ADD_INLINE void take(void *arg, const struct add_step *step)
{
    struct running *r = arg;
    float *to = &r->sum[step->to], *from = &r->sum[step->from];
    float a = r->a[step->k * r->a_step], b = r->b[step->k * r->b_step];
    if (step->act == ADD_JOIN) {
        if (step->to == ADD_TOTAL) {
            r->total += (double)*from;
        } else {
            *to += *from;
        }
        *from = 0;
    } else if (step->act == ADD_FUSED) {
        *to = fmaf(a, b, *to);
    } else if (step->to == ADD_TOTAL) {
        r->total += (double)(a * b);
    } else {
        *to += a * b;
    }
}

float dot_run(struct compute *cx, int64_t K, const float *a, int64_t a_step, const float *b,
              int64_t b_step)
{
    struct running r = {.a = a, .b = b, .a_step = a_step, .b_step = b_step};
    struct dot_form form = dot_form_of(K, a_step, b_step, false);
    int64_t dealt = form.spread ? 0 : K / DOT_LANES * DOT_LANES;
    kernel_for(cx)->deal_long(dealt, a, b, r.sum + 1);
    order(&(struct add_way){take, &r}, &form, dealt);
    return (float)r.total;
}

struct running_f64 {
    const double *a, *b;
    int64_t a_step, b_step;
    double sum[1 + WIDE];
};

ADD_INLINE void take_f64(void *arg, const struct add_step *step)
{
    struct running_f64 *r = arg;
    double *to = &r->sum[step->to], *from = &r->sum[step->from];
    if (step->act == ADD_JOIN) {
        *to += *from;
        *from = 0;
        return;
    }
    double a = r->a[step->k * r->a_step], b = r->b[step->k * r->b_step];
    *to = step->act == ADD_FUSED ? fma(a, b, *to) : *to + a * b;
}

double dot_run_f64(struct compute *cx, int64_t K, const double *a, int64_t a_step, const double *b,
                   int64_t b_step)
{
    struct running_f64 r = {.a = a, .b = b, .a_step = a_step, .b_step = b_step};
    struct dot_form form = dot_form_of(K, a_step, b_step, true);
    int64_t dealt = form.spread ? 0 : K / WIDE * WIDE;
    kernel_for(cx)->deal_f64(dealt, a, b, r.sum + 1);
    wide_order(&(struct add_way){take_f64, &r}, &form, dealt);
    return r.sum[ADD_TOTAL];
}
