/* Neighbours: sixty-four lanes, then 32 products more if there are as many left, to the first half
 * of each sixteen lanes; the rest one by one in float64. Spread: two products at a time. */
#include "tensor/product/dot.h"

#include "tensor/compute/kernel.h"

#include <math.h>

enum { HALF = 32 };

struct way {
    gemv_take *take;
    void *arg;
};

static void term(const struct way *w, enum gemv_act act, int to, int64_t k)
{
    w->take(w->arg, &(struct gemv_step){act, false, to, 0, k});
}

static void join(const struct way *w, int to, int from)
{
    w->take(w->arg, &(struct gemv_step){GEMV_JOIN, false, to, from, 0});
}

static void by_twos(const struct way *w, int64_t K)
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
static int lane_of(int k)
{
    return k / 8 * 16 + k % 8;
}

/* The products before `dealt` are in the lanes already. */
static void lanes(const struct way *w, int64_t K, int64_t dealt)
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

static void order(const struct way *w, const struct dot_form *f, int64_t dealt)
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

void dot_order(const struct dot_form *f, gemv_take *take, void *arg)
{
    order(&(struct way){take, arg}, f, 0);
}

struct running {
    const float *a, *b;
    int64_t a_step, b_step;
    double total;
    float sum[DOT_SUMS];
};

static void take(void *arg, const struct gemv_step *step)
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
    struct dot_form form = dot_form_of(K, a_step, b_step);
    int64_t dealt = form.spread ? 0 : K / DOT_LANES * DOT_LANES;
    kernel_for(cx)->deal_long(dealt, a, b, r.sum + 1);
    order(&(struct way){take, &r}, &form, dealt);
    return (float)r.total;
}
