/* Tests the orders of additions that are data (tensor/compute/adding.h): for drawn sizes a kernel's
 * cell has the bits that its order comes to when it is carried out step by step. cascade, gemv and
 * dot have tests of their own. */
#include "expect.h"
#include "helpers.h"

#include "base/fmath.h"
#include "tensor/cells/fold.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/rows.h"
#include "tensor/cells/softmax.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_sum.h"
#include "tensor/shape/view.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

Suite *suite_adding(void);

enum { ROUNDS = 60, MOST = 5000 };

static uint32_t state;

static int draw(int below)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)below);
}

/* Carries out an order: x[k * step] * y[k * y_step], or x alone. */
struct replay {
    const double *x, *y;
    int64_t step, y_step, terms;
    bool single;
    double sum[ADD_SUMS];
};

static double rounded(const struct replay *r, double x)
{
    return r->single ? (double)(float)x : x;
}

static double fused(const struct replay *r, double a, double b, double sum)
{
    return r->single ? (double)fmaf((float)a, (float)b, (float)sum) : fma(a, b, sum);
}

static void take(void *arg, const struct add_step *s)
{
    struct replay *r = arg;
    double *to = &r->sum[s->to];
    if (s->act == ADD_JOIN || s->act == ADD_END) {
        *to = rounded(r, *to + r->sum[s->from]);
        r->sum[s->from] = 0;
        return;
    }
    double x = r->x[s->k * r->step], y = r->y != NULL ? r->y[s->k * r->y_step] : 1;
    r->terms++;
    if (s->act == ADD_FUSED && r->y != NULL) {
        *to = fused(r, x, y, *to);
    } else {
        x = rounded(r, x * y);
        *to = s->act == ADD_FIRST ? x : rounded(r, *to + x);
    }
}

/* n numbers whose sums are not exact. */
static struct tensor numbers(struct fixture *f, bool single, int ndim, const int64_t *shape,
                             double *values)
{
    struct tensor t;
    expect_ok(f, tensor_new(&f->cx, &t, single ? DTYPE_FLOAT32 : DTYPE_FLOAT64, ndim, shape));
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        tensor_set_double(&t, k, (draw(200001) - 100000) / 30000.0 * (draw(8) ? 1 : 1000));
        values[k] = tensor_double_at(&t, k);
    }
    return t;
}

START_TEST(runs)
{
    struct fixture f;
    double *x = malloc(20000 * sizeof *x);
    state = (uint32_t)_i + 1;
    fixture_start(&f, 1);
    for (int k = 0; k < ROUNDS; k++) {
        bool single = draw(2), numpy = single || draw(2);
        int64_t n = 1 + (draw(3) ? draw(300) : draw(19999)), step = 1 + draw(2);
        struct tensor t = numbers(&f, single, 1, (int64_t[]){n}, x);
        int64_t size = single ? sizeof(float) : sizeof(double), count = (n + step - 1) / step;
        struct run r = {tensor_data(&t), t.dtype, count, step * size};
        struct replay replay = {.x = x, .step = step, .single = single};
        double sum = numpy ? run_sum_numpy(&r, TERM_VALUE, 0, false) : run_sum(&r, TERM_VALUE, 0);
        run_order(count, step == 1, numpy ? RUN_ROUND : count, take, &replay);
        ck_assert_int_eq(replay.terms, count);
        EXPECT(sum == replay.sum[ADD_TOTAL], "%d cells, step %d", (int)count, (int)step);
        tensor_release(&t);
    }
    free(x);
    fixture_end(&f);
}
END_TEST

/* A float32 row of softmax, its 2-norm, and the sums of the gradients. */
START_TEST(rows)
{
    struct fixture f;
    double *x = malloc(MOST * sizeof *x);
    float single[MOST], powers[MOST];
    state = (uint32_t)_i + 1;
    fixture_start(&f, 1);
    for (int k = 0; k < ROUNDS; k++) {
        int64_t n = 1 + (draw(3) ? draw(70) : draw(MOST - 1));
        struct tensor out, t = numbers(&f, true, 1, (int64_t[]){n}, x);
        struct replay norm = {.x = x, .y = x, .step = 1, .y_step = 1, .single = true}, sum = norm;
        struct cascade c;
        expect_ok(&f, reduce_norm(&f.cx, &out, &t, 1, 2, false));
        cascade_start(&c, &t, 1, false);
        reduce_norm_order(&c, 0, true, take, &norm);
        EXPECT(sqrtf((float)norm.sum[0]) == (float)tensor_double_at(&out, 0), "norm of %d", (int)n);
        tensor_release(&out);
        struct add_row row = rows_of_gradients(DTYPE_FLOAT32, n);
        for (int64_t i = 0; i < n; i++) {
            single[i] = (float)x[i];
        }
        add_row(&(struct add_way){take, &sum}, &row, n);
        EXPECT(rows_gradients_f32(single, single, n) == (float)sum.sum[0], "%d", (int)n);
        float most = -INFINITY;
        for (int64_t i = 0; i < n; i++) {
            most = single[i] > most ? single[i] : most;
        }
        for (int64_t i = 0; i < n; i++) {
            x[i] = (double)(powers[i] = fmath_expf(single[i] - most));
        }
        struct replay shares = {.x = x, .step = 1, .single = true};
        row = rows_of_powers(DTYPE_FLOAT32);
        add_row(&(struct add_way){take, &shares}, &row, n);
        expect_ok(&f, reduce_softmax(&f.cx, &out, &t, 0));
        float factor = 1 / (float)shares.sum[0];
        for (int64_t i = 0; i < n; i++) {
            EXPECT((float)tensor_double_at(&out, i) == powers[i] * factor, "share %d of %d", (int)i,
                   (int)n);
        }
        tensor_release(&out);
        tensor_release(&t);
    }
    free(x);
    fixture_end(&f);
}
END_TEST

/* One matrix times another, each as it is or transposed. */
START_TEST(products)
{
    struct fixture f;
    double *x = malloc(60 * 2000 * sizeof *x), *y = malloc(60 * 2000 * sizeof *y);
    state = (uint32_t)_i + 1;
    fixture_start(&f, 1);
    for (int k = 0; k < ROUNDS; k++) {
        bool single = draw(2), left = draw(2), right = draw(2);
        int64_t M = 1 + draw(59), N = 2 + draw(57), K = 1 + (draw(2) ? draw(100) : draw(1999));
        struct tensor a = numbers(&f, single, 2, left ? (int64_t[]){K, M} : (int64_t[]){M, K}, x);
        struct tensor b = numbers(&f, single, 2, right ? (int64_t[]){N, K} : (int64_t[]){K, N}, y);
        struct tensor u, v, out;
        expect_ok(&f, left ? view_transpose(&f.cx, &u, &a, 0, 1) : tensor_copy(&f.cx, &u, &a));
        expect_ok(&f, right ? view_transpose(&f.cx, &v, &b, 0, 1) : tensor_copy(&f.cx, &v, &b));
        expect_ok(&f, matmul_mm(&f.cx, &out, &u, &v));
        const struct gemm_form form = matmul_form(&u, &v);
        for (int tries = 0; tries < 20; tries++) {
            int64_t m = draw((int)M), n = draw((int)N);
            struct replay r = {
                x + m * u.stride[0], y + n * v.stride[1], u.stride[1], v.stride[0], 0, single, {0}};
            gemm_order(&form, gemm_deal_of(&form, m, n), ADD_FUSED, K, take, &r);
            ck_assert_int_eq(r.terms, K);
            EXPECT(r.sum[ADD_TOTAL] == tensor_double_at(&out, m * N + n), "%d x %d x %d at %d, %d",
                   (int)M, (int)K, (int)N, (int)m, (int)n);
        }
        struct tensor *all[] = {&a, &b, &u, &v, &out};
        for (int i = 0; i < 5; i++) {
            tensor_release(all[i]);
        }
    }
    free(x);
    free(y);
    fixture_end(&f);
}
END_TEST

Suite *suite_adding(void)
{
    Suite *s = suite_create("adding");
    TCase *t = tcase_create("adding");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, runs, 0, 4);
    tcase_add_loop_test(t, rows, 0, 4);
    tcase_add_loop_test(t, products, 0, 4);
    suite_add_tcase(s, t);
    return s;
}
