/* Neighbours: sixty-four lanes, then 32 products more if there are as many left, to the first half
 * of each sixteen lanes; the rest one by one in float64. Spread: two products at a time.
 *
 * float64. Neighbours: thirty-two lanes, then 16 products more to the first half of each eight, the
 * rest one by one behind them. Spread: four products at a time, to two sums. */
#include "tensor/product/dot.h"

#include "tensor/compute/kernel.h"

#include <math.h>

enum { HALF = 32, WIDE = 32 };

/* The callers' steps become plain code where these are inlined. */
#define ALWAYS static inline __attribute__((always_inline))

struct way {
    gemv_take *take;
    void *arg;
};

ALWAYS void term(const struct way *w, enum gemv_act act, int to, int64_t k)
{
    w->take(w->arg, &(struct gemv_step){act, false, to, 0, k});
}

ALWAYS void join(const struct way *w, int to, int from)
{
    w->take(w->arg, &(struct gemv_step){GEMV_JOIN, false, to, from, 0});
}

ALWAYS void by_twos(const struct way *w, int64_t K)
{
    int64_t k = 0;
    for (; k + 2 <= K; k += 2) {
        term(w, GEMV_ADD, 1, k + 1);
        term(w, GEMV_FUSE, 1, k);
        join(w, GEMV_TOTAL, 1);
    }
    if (k < K) {
        term(w, GEMV_ADD, GEMV_TOTAL, k);
    }
}

/* Of 32 lanes that are left: the lane of product k, 0 to 31. */
ALWAYS int lane_of(int k)
{
    return k / 8 * 16 + k % 8;
}

/* The products before `dealt` are in the lanes already. */
ALWAYS void lanes(const struct way *w, int64_t K, int64_t dealt)
{
    int64_t k = dealt;
    for (; k < K / DOT_LANES * DOT_LANES; k++) {
        term(w, GEMV_FUSE, 1 + (int)(k % DOT_LANES), k);
    }
    for (int j = 0; j < HALF && k > 0; j++) {
        join(w, 1 + lane_of(j), 1 + lane_of(j) + 8);
    }
    for (int j = 0; j < HALF && k + HALF <= K; j++) {
        term(w, GEMV_FUSE, 1 + lane_of(j), k + j);
    }
    for (int j = 8; j < HALF; j++) {
        join(w, 1 + j % 8, 1 + lane_of(j));
    }
    for (int j = 0; j < 4; j++) {
        join(w, 1 + j, 1 + j + 4);
    }
    join(w, 1, 2);
    join(w, 3, 4);
    join(w, 1, 3);
    join(w, GEMV_TOTAL, 1);
}

ALWAYS void order(const struct way *w, const struct dot_form *f, int64_t dealt)
{
    if (f->spread) {
        by_twos(w, f->K);
        return;
    }
    for (int64_t k = f->K / HALF * HALF; k < f->K; k++) {
        term(w, GEMV_ADD, GEMV_TOTAL, k);
    }
    if (f->K >= HALF) {
        lanes(w, f->K, dealt);
    }
}

ALWAYS void wide_by_fours(const struct way *w, int64_t K)
{
    int64_t k = 0;
    for (; k + 4 <= K; k += 4) {
        for (int odd = 1; odd >= 0; odd--) {
            term(w, GEMV_ADD, 2, k + 2 + odd);
            term(w, GEMV_FUSE, 2, k + odd);
            join(w, odd ? 1 : GEMV_TOTAL, 2);
        }
    }
    for (; k < K; k++) {
        term(w, GEMV_FUSE, GEMV_TOTAL, k);
    }
    if (K >= 4) {
        join(w, GEMV_TOTAL, 1);
    }
}

ALWAYS void wide_order(const struct way *w, const struct dot_form *f, int64_t dealt)
{
    int64_t k = dealt, K = f->K;
    if (f->spread) {
        wide_by_fours(w, K);
        return;
    }
    for (; k < K / WIDE * WIDE; k++) {
        term(w, GEMV_FUSE, 1 + (int)(k % WIDE), k);
    }
    for (int j = 0; j < 16 && k > 0; j++) {
        join(w, 1 + j / 4 * 8 + j % 4, 1 + j / 4 * 8 + j % 4 + 4);
    }
    for (int j = 0; j < 16 && K - k >= 16; j++) {
        term(w, GEMV_FUSE, 1 + j / 4 * 8 + j % 4, k + j);
    }
    for (int j = 4; j < 16 && K >= 16; j++) {
        join(w, 1 + j % 4, 1 + j / 4 * 8 + j % 4);
    }
    if (K >= 16) {
        join(w, 1, 3);
        join(w, 2, 4);
        join(w, 1, 2);
        join(w, GEMV_TOTAL, 1);
    }
    for (k = K / 16 * 16; k < K; k++) {
        term(w, GEMV_FUSE, GEMV_TOTAL, k);
    }
}

void dot_order(const struct dot_form *f, gemv_take *take, void *arg)
{
    const struct way w = {take, arg};
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

ALWAYS void take(void *arg, const struct gemv_step *step)
{
    struct running *r = arg;
    float *to = &r->sum[step->to], *from = &r->sum[step->from];
    float a = r->a[step->k * r->a_step], b = r->b[step->k * r->b_step];
    if (step->act == GEMV_JOIN) {
        if (step->to == GEMV_TOTAL) {
            r->total += (double)*from;
        } else {
            *to += *from;
        }
        *from = 0;
    } else if (step->act == GEMV_FUSE) {
        *to = fmaf(a, b, *to);
    } else if (step->to == GEMV_TOTAL) {
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
    order(&(struct way){take, &r}, &form, dealt);
    return (float)r.total;
}

struct running_f64 {
    const double *a, *b;
    int64_t a_step, b_step;
    double sum[1 + WIDE];
};

ALWAYS void take_f64(void *arg, const struct gemv_step *step)
{
    struct running_f64 *r = arg;
    double *to = &r->sum[step->to], *from = &r->sum[step->from];
    if (step->act == GEMV_JOIN) {
        *to += *from;
        *from = 0;
        return;
    }
    double a = r->a[step->k * r->a_step], b = r->b[step->k * r->b_step];
    *to = step->act == GEMV_FUSE ? fma(a, b, *to) : *to + a * b;
}

double dot_run_f64(struct compute *cx, int64_t K, const double *a, int64_t a_step, const double *b,
                   int64_t b_step)
{
    struct running_f64 r = {.a = a, .b = b, .a_step = a_step, .b_step = b_step};
    struct dot_form form = dot_form_of(K, a_step, b_step, true);
    int64_t dealt = form.spread ? 0 : K / WIDE * WIDE;
    kernel_for(cx)->deal_f64(dealt, a, b, r.sum + 1);
    wide_order(&(struct way){take_f64, &r}, &form, dealt);
    return r.sum[GEMV_TOTAL];
}
