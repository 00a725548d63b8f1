/* Tests results too large for the caches, which are written past them: the same bits as cell by
 * cell, for rows that are whole cache lines and rows that are not, with every kernel and one thread
 * or two.
 * */
#include "expect.h"
#include "tensor/cells/elementwise.h"
#include "tensor/compute/kernel.h"
#include "tensor/product/matmul.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"

#include "helpers.h"
#include "tensor/cells/elementwise_select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_large(void);

static const int64_t shapes[][2] = {{4500, 1024}, {4211, 1000}};
enum { SHAPES = sizeof shapes / sizeof shapes[0], SIMDS = SIMD_AVX512 + 1, VARIANTS = 2 * SIMDS };

static const int64_t *start(struct fixture *f, int variant)
{
    fixture_start(f, variant % 2 + 1);
    if ((enum simd)(variant / 2 % SIMDS) < f->cx.simd) {
        f->cx.simd = (enum simd)(variant / 2 % SIMDS);
    }
    return shapes[variant / VARIANTS];
}

static struct tensor new_matrix(struct fixture *f, enum dtype dtype, int64_t rows, int64_t columns)
{
    struct tensor t;
    expect_ok(f, tensor_new(&f->cx, &t, dtype, 2, (const int64_t[]){rows, columns}));
    return t;
}

static struct tensor numbers(struct fixture *f, int64_t rows, int64_t columns)
{
    struct tensor t = new_matrix(f, DTYPE_FLOAT32, rows, columns);
    float *x = tensor_data(&t);
    for (int64_t i = 0; i < rows * columns; i++) {
        x[i] = (float)(i % 10007 - 5000) * 0.37f;
    }
    return t;
}

static void expect_cell(const char *what, int64_t i, float got, float wanted)
{
    EXPECT(memcmp(&got, &wanted, sizeof got) == 0, "%s, cell %lld: %a, not %a", what, (long long)i,
           (double)got, (double)wanted);
}

START_TEST(elementwise)
{
    struct fixture f;
    const int64_t *s = start(&f, _i);
    const int64_t n = s[0] * s[1];
    struct tensor x = numbers(&f, s[0], s[1]), row = numbers(&f, 1, s[1]);
    struct tensor mask = new_matrix(&f, DTYPE_BOOL, s[0], s[1]), column = x;
    struct tensor seven = make_scalar(&f, DTYPE_FLOAT32, 7), quotient, sum, masked, ratio;
    ck_assert_uint_ge((size_t)n * sizeof(float), KERNEL_STREAM_FROM);
    uint8_t *hidden = tensor_data(&mask);
    for (int64_t i = 0; i < n; i++) {
        hidden[i] = i % 3 == 1;
    }
    column.shape[1] = 1; /* borrowed */
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_DIV, &quotient, &x, &seven) &&
                      elementwise_binary(&f.cx, BINARY_ADD, &sum, &x, &row) &&
                      elementwise_binary(&f.cx, BINARY_MUL, &ratio, &x, &column) &&
                      elementwise_masked_fill(&f.cx, &masked, &x, &mask, &seven));
    const float *from = tensor_data(&x), *add = tensor_data(&row);
    for (int64_t i = 0; i < n; i++) {
        expect_cell("x / 7", i, ((float *)tensor_data(&quotient))[i], from[i] / 7.0f);
        expect_cell("x + row", i, ((float *)tensor_data(&sum))[i], from[i] + add[i % s[1]]);
        expect_cell("x * column", i, ((float *)tensor_data(&ratio))[i],
                    from[i] * from[i / s[1] * s[1]]);
        expect_cell("masked_fill", i, ((float *)tensor_data(&masked))[i],
                    hidden[i] ? 7.0f : from[i]);
    }
    RELEASE(&x, &row, &mask, &seven, &quotient, &sum, &masked, &ratio);
    fixture_end(&f);
}
END_TEST

START_TEST(in_place)
{
    struct fixture f;
    const int64_t *s = start(&f, _i);
    const int64_t n = s[0] * s[1];
    struct tensor x = numbers(&f, s[0], s[1]), was = numbers(&f, s[0], s[1]);
    struct tensor third = make_scalar(&f, DTYPE_FLOAT32, 0.3);
    expect_ok(&f, elementwise_binary_into(&f.cx, BINARY_ADD, &x, &third) &&
                      elementwise_binary_into(&f.cx, BINARY_MUL, &x, &x) &&
                      elementwise_binary_into(&f.cx, BINARY_SUB, &x, &was));
    for (int64_t i = 0; i < n; i++) {
        float before = ((float *)tensor_data(&was))[i], more = before + 0.3f;
        expect_cell("x in place", i, ((float *)tensor_data(&x))[i], more * more - before);
    }
    RELEASE(&x, &was, &third);
    fixture_end(&f);
}
END_TEST

START_TEST(copies)
{
    struct fixture f;
    const int64_t *s = start(&f, _i);
    const int64_t n = s[0] * s[1];
    struct tensor x = numbers(&f, s[0], s[1]), turned, rows, clone, full, wide;
    expect_ok(&f, view_t(&f.cx, &turned, &x) && tensor_contiguous(&f.cx, &rows, &turned) &&
                      tensor_clone(&f.cx, &clone, &x) &&
                      factory_full(&f.cx, &full, DTYPE_FLOAT32, 2, s, 0.1) &&
                      tensor_cast(&f.cx, &wide, &x, DTYPE_FLOAT64));
    const float *from = tensor_data(&x);
    for (int64_t i = 0; i < n; i++) {
        expect_cell("transpose", i, ((float *)tensor_data(&rows))[i / s[1] + i % s[1] * s[0]],
                    from[i]);
        expect_cell("clone", i, ((float *)tensor_data(&clone))[i], from[i]);
        expect_cell("full", i, ((float *)tensor_data(&full))[i], 0.1f);
        expect_cell("double", i, (float)((double *)tensor_data(&wide))[i], from[i]);
    }
    RELEASE(&x, &turned, &rows, &clone, &full, &wide);
    fixture_end(&f);
}
END_TEST

/* Against the same product computed a few rows at a time, whose results are small. */
START_TEST(product)
{
    enum { K = 17, ROWS = 300 };
    struct fixture f;
    const int64_t *s = start(&f, _i);
    struct tensor a = numbers(&f, s[0], K), b = numbers(&f, s[1], K), b_t, c;
    float *part = malloc((size_t)(ROWS * s[1]) * sizeof *part);
    ck_assert_ptr_nonnull(part);
    expect_ok(&f, view_t(&f.cx, &b_t, &b) && matmul_matmul(&f.cx, &c, &a, &b_t));
    for (int64_t m = 0; m < s[0]; m += ROWS) {
        int64_t count = s[0] - m < ROWS ? s[0] - m : ROWS;
        matmul_kernel_f32(&f.cx, count, s[1], K, (float *)tensor_data(&a) + m * K, K, 1,
                          tensor_data(&b), 1, K, part);
        for (int64_t i = 0; i < count * s[1]; i++) {
            expect_cell("product", m * s[1] + i, ((float *)tensor_data(&c))[m * s[1] + i], part[i]);
        }
    }
    free(part);
    RELEASE(&a, &b, &b_t, &c);
    fixture_end(&f);
}
END_TEST

Suite *suite_large(void)
{
    Suite *s = suite_create("large");
    /* the plainest kernels and one thread; then all */
    for (int all = 0; all <= 1; all++) {
        TCase *t = tcase_create(all ? "every variant" : "first variant");
        int from = all, to = all ? SHAPES * VARIANTS : 1;
        tcase_set_timeout(t, 120);
        tcase_set_tags(t, all ? "long" : "quick");
        tcase_add_loop_test(t, elementwise, from, to);
        tcase_add_loop_test(t, in_place, from, to);
        tcase_add_loop_test(t, copies, from, to);
        tcase_add_loop_test(t, product, from, to);
        suite_add_tcase(s, t);
    }
    return s;
}
