/* Tests a matrix times a vector, and two vectors: the kernels against the steps that gemv.h and
 * dot.h tell, for drawn sizes and strides, with every kernel and several threads. That the steps
 * are PyTorch's is seen by tests/cases/bits_vectors.py. */
#include "expect.h"
#include "tensor/product/dot.h"
#include "tensor/product/gemv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_gemv(void);

static uint32_t state;

static int draw(int below)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)below);
}

static float number(void)
{
    return (float)(draw(200001) - 100000) / 25000.0f;
}

static float *numbers(int64_t n)
{
    float *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++) {
        x[i] = number();
    }
    return x;
}

struct cell {
    const float *a, *x;
    int64_t column, step;
    float alpha;
    bool wide; /* the total is kept in double */
    double total;
    float sum[DOT_SUMS];
    int64_t terms; /* how many were taken */
};

static void take(void *arg, const struct add_step *s)
{
    struct cell *c = arg;
    float add = 0, *to = &c->sum[s->to];
    if (s->act == ADD_FUSED || s->act == ADD_ROUNDED) {
        float a = c->a[s->k * c->column], x = c->x[s->k * c->step];
        x = s->scaled ? x * c->alpha : x;
        c->terms++;
        add = a * x;
        if (s->act == ADD_FUSED) {
            *to = fmaf(a, x, *to);
            return;
        }
    } else {
        add = c->sum[s->from];
        c->sum[s->from] = 0;
        if (s->act == ADD_END) {
            *to = fmaf(c->alpha, add, *to);
            return;
        }
        add = s->act == ADD_END_APART ? c->alpha * add : add;
    }
    if (c->wide && s->to == ADD_TOTAL) {
        c->total += (double)add;
    } else {
        *to += add;
    }
}

/* Every product is taken once, and every partial sum joined. */
static void check_taken(const struct cell *c, int64_t K)
{
    ck_assert_int_eq(c->terms, K);
    for (int k = 1; k < DOT_SUMS; k++) {
        EXPECT(c->sum[k] == 0.0f, "sum %d is left", k);
    }
}

static void check_product(struct compute *cx, const struct gemv *g, const float *start)
{
    const struct gemv_form f = gemv_form_of(g->M, g->K, g->row, g->column, g->step);
    gemv_run(cx, g);
    for (int64_t m = 0; m < g->M; m++) {
        struct cell c = {.a = g->a + m * g->row,
                         .x = g->x,
                         .column = g->column,
                         .step = g->step,
                         .alpha = g->alpha,
                         .sum = {start[m]}};
        gemv_order(&f, m, take, &c);
        check_taken(&c, g->K);
        EXPECT(memcmp(&c.sum[ADD_TOTAL], &g->y[m], sizeof(float)) == 0,
               "cell %d of %d x %d, strides %d %d %d: %a, not %a", (int)m, (int)g->M, (int)g->K,
               (int)g->row, (int)g->column, (int)g->step, (double)g->y[m],
               (double)c.sum[ADD_TOTAL]);
    }
}

static void draw_product(struct compute *cx, int64_t M, int64_t K)
{
    bool turned = draw(2) == 0;
    int64_t gap = draw(3) == 0 ? draw(4) : 0, step = draw(3) == 0 ? draw(4) : 1;
    int64_t apart = (turned ? M : K) + gap;
    float *a = numbers(apart * (turned ? K : M)), *x = numbers(K * 3 + 1), *y = numbers(M);
    float *start = malloc((size_t)M * sizeof *start);
    memcpy(start, y, (size_t)M * sizeof *start);
    struct gemv g = {M, K, a, x, turned ? 1 : apart, turned ? apart : 1, step, 1.0f, y};
    g.alpha = draw(3) == 0 ? number() : 1.0f;
    check_product(cx, &g, start);
    free(a);
    free(x);
    free(y);
    free(start);
}

static const struct {
    int threads;
    enum simd simd;
} ways[] = {{1, SIMD_BASELINE}, {3, SIMD_AVX2}, {1, SIMD_AVX512}, {3, SIMD_AVX512}};

static void start(struct compute *cx, struct error *err, int way)
{
    *err = (struct error){0};
    compute_init(cx, err, NULL, ways[way].threads);
    cx->simd = ways[way].simd < cx->simd ? ways[way].simd : cx->simd;
}

START_TEST(kernels_take_the_steps)
{
    static const int64_t large[][2] = {{4100, 9},  {4096, 50}, {3, 4103},   {70, 8195},
                                       {20000, 7}, {16390, 3}, {1100, 1030}};
    struct error err;
    struct compute cx;
    start(&cx, &err, _i);
    state = 7;
    for (int i = 0; i < 400; i++) {
        draw_product(&cx, 1 + draw(40), 1 + draw(70));
    }
    for (size_t i = 0; i < 2 * sizeof large / sizeof large[0]; i++) {
        draw_product(&cx, large[i / 2][0], large[i / 2][1]);
    }
    compute_release(&cx);
}
END_TEST

START_TEST(two_vectors_take_the_steps)
{
    struct error err;
    struct compute cx;
    start(&cx, &err, _i);
    state = 8;
    for (int i = 0; i < 500; i++) {
        int64_t K = i < 300 ? i + 1 : 1 + draw(5000), step = draw(3) == 0 ? 2 : 1;
        float *a = numbers(2 * K), *b = numbers(K);
        const struct dot_form f = dot_form_of(K, step, 1, false);
        struct cell c = {.a = a, .x = b, .column = step, .step = 1, .alpha = 1, .wide = true};
        dot_order(&f, take, &c);
        check_taken(&c, K);
        float got = dot_run(&cx, K, a, step, b, 1), expected = (float)c.total;
        EXPECT(memcmp(&got, &expected, sizeof got) == 0, "%d: %a, not %a", (int)K, (double)got,
               (double)expected);
        free(a);
        free(b);
    }
    compute_release(&cx);
}
END_TEST

struct wide_cell {
    const double *a, *x;
    int64_t column;
    double sum[DOT_SUMS];
    int64_t terms;
};

static void take_wide(void *arg, const struct add_step *s)
{
    struct wide_cell *c = arg;
    double *to = &c->sum[s->to], a = c->a[s->k * c->column], x = c->x[s->k];
    if (s->act == ADD_JOIN) {
        *to += c->sum[s->from];
        c->sum[s->from] = 0;
        return;
    }
    c->terms++;
    *to = s->act == ADD_FUSED ? fma(a, x, *to) : *to + a * x;
}

START_TEST(two_wide_vectors_take_the_steps)
{
    struct error err;
    struct compute cx;
    start(&cx, &err, _i);
    state = 9;
    for (int i = 0; i < 400; i++) {
        int64_t K = i < 200 ? i : draw(5000), step = draw(3) == 0 ? 2 : 1;
        double *a = malloc(sizeof *a * (size_t)(2 * K + 1)),
               *b = malloc(sizeof *b * (size_t)(K + 1));
        for (int64_t k = 0; k < 2 * K; k++) {
            a[k] = (double)number() / 3;
            b[k / 2] = (double)number() / 7;
        }
        const struct dot_form f = dot_form_of(K, step, 1, true);
        struct wide_cell c = {.a = a, .x = b, .column = step};
        dot_order(&f, take_wide, &c);
        ck_assert_int_eq(c.terms, K);
        double got = dot_run_f64(&cx, K, a, step, b, 1);
        EXPECT(memcmp(&got, &c.sum[ADD_TOTAL], sizeof got) == 0, "%d: %a, not %a", (int)K, got,
               c.sum[ADD_TOTAL]);
        free(a);
        free(b);
    }
    compute_release(&cx);
}
END_TEST

Suite *suite_gemv(void)
{
    Suite *s = suite_create("gemv");
    TCase *t = tcase_create("gemv");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, kernels_take_the_steps, 0, sizeof ways / sizeof ways[0]);
    tcase_add_loop_test(t, two_vectors_take_the_steps, 0, sizeof ways / sizeof ways[0]);
    tcase_add_loop_test(t, two_wide_vectors_take_the_steps, 0, sizeof ways / sizeof ways[0]);
    suite_add_tcase(s, t);
    return s;
}
