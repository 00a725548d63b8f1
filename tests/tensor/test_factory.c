/* Tests constants, ranges, triangles and diagonals. The bits of arange and linspace were read from
 * PyTorch; the rest is checked by index arithmetic. */
#include "helpers.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"

#include <math.h>
#include <string.h>

Suite *suite_factory(void);

static struct fixture f;

static void start(void)
{
    fixture_start(&f, 1);
}

static void end(void)
{
    fixture_end(&f);
}

static const struct {
    enum dtype dtype;
    double value, cell;
    const char *refusal;
} fills[] = {
    {DTYPE_FLOAT32, -INFINITY, -INFINITY, NULL},
    {DTYPE_FLOAT32, 0.1, (float)0.1, NULL},
    {DTYPE_FLOAT32, 1e40, 0, "value cannot be converted to type float without overflow"},
    {DTYPE_FLOAT64, 1e40, 1e40, NULL},
    {DTYPE_INT64, 2.7, 2, NULL},
    {DTYPE_INT64, NAN, 0, "value cannot be converted to type int64_t without overflow"},
    {DTYPE_INT32, 3e9, 0, "value cannot be converted to type int without overflow"},
    {DTYPE_UINT8, -1.5, 0, "value cannot be converted to type uint8_t without overflow"},
    {DTYPE_UINT8, 256, 0, "value cannot be converted to type uint8_t without overflow"},
    {DTYPE_BOOL, NAN, 1, NULL},
};

START_TEST(fill)
{
    struct tensor t;
    bool ok = factory_full(&f.cx, &t, fills[_i].dtype, DIMS(2, 3), fills[_i].value);
    if (fills[_i].refusal != NULL) {
        expect_error(&f, ok, ERROR_RUNTIME, fills[_i].refusal);
        return;
    }
    expect_ok(&f, ok);
    for (int k = 0; k < 6; k++) {
        expect_near("cell", cell(&t, k), fills[_i].cell, 0);
    }
    tensor_release(&t);
}
END_TEST

START_TEST(fill_int)
{
    struct tensor t;
    int64_t large = ((int64_t)1 << 53) + 1;
    expect_ok(&f, factory_full_int(&f.cx, &t, DTYPE_INT64, DIMS(2), large));
    ck_assert_int_eq(tensor_int_at(&t, 1), large);
    tensor_release(&t);
    expect_ok(&f, factory_full_int(&f.cx, &t, DTYPE_UINT8, DIMS(2), -1));
    expect_values("a negative number wraps", &t, LIST(255, 255), 0);
    tensor_release(&t);
    expect_error(&f, factory_full_int(&f.cx, &t, DTYPE_INT32, DIMS(2), (int64_t)1 << 31),
                 ERROR_RUNTIME, "value cannot be converted to type int without overflow");
}
END_TEST

START_TEST(arange_ints)
{
    struct tensor t;
    for (int64_t from = -5; from <= 5; from++) {
        for (int64_t to = -5; to <= 5; to++) {
            for (int64_t step = -3; step <= 3; step++) {
                bool ok = factory_arange_int(&f.cx, &t, DTYPE_INT64, from, to, step);
                if (step == 0) {
                    expect_error(&f, ok, ERROR_RUNTIME, "step must be nonzero");
                    continue;
                }
                if (step > 0 ? to < from : to > from) {
                    expect_error(&f, ok, ERROR_RUNTIME,
                                 "upper bound and larger bound inconsistent with step sign");
                    continue;
                }
                int64_t n = 0;
                for (int64_t i = from; step > 0 ? i < to : i > to; i += step, n++) {
                    ck_assert_int_eq(tensor_int_at(&t, n), i);
                }
                ck_assert_int_eq(t.shape[0], n);
                tensor_release(&t);
            }
        }
    }
    expect_error(&f, factory_arange(&f.cx, &t, DTYPE_FLOAT32, 0, INFINITY, 1), ERROR_RUNTIME,
                 "unsupported range: 0 -> inf");
    expect_error(&f, factory_arange(&f.cx, &t, DTYPE_INT64, 0, 5, 0.5), ERROR_RUNTIME,
                 "step must be nonzero");
}
END_TEST

/* Whole vectors count on from their first number, the rest is computed from the start. */
START_TEST(arange_floats)
{
    struct tensor t;
    expect_ok(&f, factory_arange(&f.cx, &t, DTYPE_FLOAT32, 0, 3, 0.1));
    ck_assert_int_eq(t.shape[0], 30);
    const float *data = t.storage->data;
    for (int i = 0; i < 30; i++) {
        float base = (float)(0.1 * (i / 8 * 8));
        float wanted = i < 16 ? (float)((double)base + (i % 8) * 0.1) : (float)(0.1 * i);
        ck_assert_msg(data[i] == wanted, "arange[%d] = %.9g, wanted %.9g", i, (double)data[i],
                      (double)wanted);
    }
    tensor_release(&t);
    expect_ok(&f, factory_arange(&f.cx, &t, DTYPE_FLOAT64, 1, 2, 0.3));
    expect_values("arange(1, 2, 0.3)", &t, LIST(1, 1.3, 1.6, 1.9), 1e-15);
    tensor_release(&t);
}
END_TEST

START_TEST(linspaces)
{
    struct tensor t;
    for (int64_t n = 0; n < 40; n++) {
        expect_ok(&f, factory_linspace(&f.cx, &t, DTYPE_FLOAT32, -3, 7, n));
        ck_assert_int_eq(t.shape[0], n);
        for (int64_t i = 0; i < n; i++) {
            double wanted = n == 1 ? -3 : -3 + 10.0 * (double)i / (double)(n - 1);
            expect_near("linspace", cell(&t, i), wanted, 1e-6);
        }
        ck_assert(n < 2 || n % 16 == 0 || cell(&t, n - 1) == 7);
        tensor_release(&t);
    }
    expect_ok(&f, factory_linspace(&f.cx, &t, DTYPE_INT64, 0, -10, 7));
    expect_values("integers are cut", &t, LIST(0, -1, -3, -5, -6, -8, -10), 0);
    tensor_release(&t);
    expect_ok(&f, factory_linspace(&f.cx, &t, DTYPE_INT32, 0, 100, 16));
    expect_values("and counted on from cut ones", &t,
                  LIST(0, 6, 13, 20, 26, 33, 40, 46, 53, 59, 66, 73, 79, 86, 93, 99), 0);
    tensor_release(&t);
    expect_error(&f, factory_linspace(&f.cx, &t, DTYPE_FLOAT32, 0, 1, -1), ERROR_RUNTIME,
                 "number of steps must be non-negative");
    expect_ok(&f, factory_logspace(&f.cx, &t, DTYPE_FLOAT32, 0, 2, 5, 10));
    expect_values("logspace", &t, LIST(1, sqrt(10), 10, 10 * sqrt(10), 100), 1e-6);
    tensor_release(&t);
}
END_TEST

START_TEST(eyes)
{
    struct tensor t;
    for (int64_t rows = 0; rows < 4; rows++) {
        for (int64_t columns = 0; columns < 4; columns++) {
            expect_ok(&f, factory_eye(&f.cx, &t, DTYPE_BOOL, rows, columns));
            for (int64_t k = 0; k < rows * columns; k++) {
                ck_assert(cell(&t, k) == (k / columns == k % columns));
            }
            tensor_release(&t);
        }
    }
    expect_error(&f, factory_eye(&f.cx, &t, DTYPE_FLOAT32, 2, -1), ERROR_RUNTIME,
                 "m must be greater or equal to 0, got -1");
}
END_TEST

/* _i - 6 is the diagonal. */
START_TEST(triangles)
{
    enum { B = 2, ROWS = 3, COLUMNS = 4 };
    int diagonal = _i - 6;
    struct tensor x = make_tensor(&f, DTYPE_FLOAT32, DIMS(B, COLUMNS, ROWS), LIST(-INFINITY, 2)),
                  in, low, high, indices;
    expect_ok(&f, view_mT(&f.cx, &in, &x));
    expect_ok(&f, factory_tril(&f.cx, &low, &in, diagonal));
    expect_ok(&f, factory_triu(&f.cx, &high, &in, diagonal));
    ck_assert(tensor_is_contiguous(&low) && tensor_is_contiguous(&high));
    int below = 0;
    for (int k = 0; k < B * ROWS * COLUMNS; k++) {
        int offset = k % COLUMNS - k / COLUMNS % ROWS;
        expect_near("tril", cell(&low, k), offset <= diagonal ? cell(&in, k) : 0, 0);
        expect_near("triu", cell(&high, k), offset >= diagonal ? cell(&in, k) : 0, 0);
        below += k < ROWS * COLUMNS && offset <= diagonal;
    }
    expect_ok(&f, factory_tril_indices(&f.cx, &indices, ROWS, COLUMNS, diagonal, false));
    expect_shape("tril_indices", &indices, DIMS(2, below));
    int64_t last = -1;
    for (int k = 0; k < below; k++) {
        int64_t row = tensor_int_at(&indices, k), column = tensor_int_at(&indices, below + k);
        ck_assert(column - row <= diagonal && row * COLUMNS + column > last);
        last = row * COLUMNS + column;
    }
    tensor_release(&indices);
    expect_ok(&f, factory_tril_indices(&f.cx, &indices, ROWS, COLUMNS, diagonal + 1, true));
    expect_shape("triu_indices takes the others", &indices, DIMS(2, ROWS * COLUMNS - below));
    struct tensor *all[] = {&x, &in, &low, &high, &indices};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tensor_release(all[i]);
    }
}
END_TEST

START_TEST(triangle_refuses)
{
    struct tensor t, line = make_counting(&f, DTYPE_FLOAT32, DIMS(3)),
                     scalar = make_scalar(&f, DTYPE_FLOAT32, 1);
    expect_error(&f, factory_tril(&f.cx, &t, &line, 0), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-1, 0], but got -2)");
    expect_error(&f, factory_triu(&f.cx, &t, &scalar, 0), ERROR_INDEX,
                 "Dimension specified as -2 but tensor has no dimensions");
    expect_error(&f, factory_diag(&f.cx, &t, &scalar, 0), ERROR_RUNTIME,
                 "matrix or a vector expected");
    tensor_release(&line);
    tensor_release(&scalar);
}
END_TEST

START_TEST(diagonals)
{
    int diagonal = _i - 3;
    struct tensor line = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(5, 6, 7)), square, back;
    expect_ok(&f, factory_diag(&f.cx, &square, &line, diagonal));
    int64_t side = 3 + (diagonal < 0 ? -diagonal : diagonal);
    expect_shape("diag", &square, DIMS(side, side));
    for (int64_t k = 0; k < side * side; k++) {
        int64_t row = k / side, column = k % side, at = diagonal < 0 ? column : row;
        expect_near("cell", cell(&square, k), column - row == diagonal ? 5.0 + (double)at : 0, 0);
    }
    expect_ok(&f, factory_diag(&f.cx, &back, &square, diagonal));
    expect_same("and back", &back, &line, 0);
    tensor_release(&line);
    tensor_release(&square);
    tensor_release(&back);
}
END_TEST

Suite *suite_factory(void)
{
    Suite *s = suite_create("factory");
    TCase *t = tcase_create("factory");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_loop_test(t, fill, 0, (int)(sizeof fills / sizeof fills[0]));
    tcase_add_test(t, fill_int);
    tcase_add_test(t, arange_ints);
    tcase_add_test(t, arange_floats);
    tcase_add_test(t, linspaces);
    tcase_add_test(t, eyes);
    tcase_add_loop_test(t, triangles, 0, 13);
    tcase_add_test(t, triangle_refuses);
    tcase_add_loop_test(t, diagonals, 0, 7);
    suite_add_tcase(s, t);
    return s;
}
