/* Tests arrays as NumPy 1.24 prints them: every expected text was printed by it. And single floats,
 * whose digits must be the shortest that read back. */
#include "helpers.h"
#include "tensor/print/print.h"
#include "tensor/print/print_number.h"
#include "tensor/print/print_numpy.h"

#include <math.h>
#include <string.h>

Suite *suite_print_numpy(void);

#define COUNTING                                                                                   \
    LIST(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, \
         25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39)

static const struct numpy_print_options plain = {
    .precision = 8, .threshold = 1000, .edgeitems = 3, .linewidth = 75, .suppress = false};

static const struct {
    enum dtype dtype;
    int ndim;
    int64_t shape[3];
    int count;
    const double *values; /* repeated as often as needed */
    const struct numpy_print_options *options;
    const char *str, *repr;
} cases[] = {
    /* clang-format off */
    {DTYPE_FLOAT64, 1, {3}, LIST(1, 2, 3), &plain,
     "[1. 2. 3.]",
     "array([1., 2., 3.])"},
    {DTYPE_FLOAT64, 2, {2, 2}, LIST(1, 2.5, -3.25, 0.1), &plain,
     "[[ 1.    2.5 ]\n"
     " [-3.25  0.1 ]]",
     "array([[ 1.  ,  2.5 ],\n"
     "       [-3.25,  0.1 ]])"},
    {DTYPE_FLOAT64, 1, {3}, LIST(0.1, 0.3333333333333333, 2), &plain,
     "[0.1        0.33333333 2.        ]",
     "array([0.1       , 0.33333333, 2.        ])"},
    {DTYPE_FLOAT64, 1, {2}, LIST(1e-05, 1), &plain,
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00])"},
    {DTYPE_FLOAT64, 1, {2}, LIST(100000000.0, 1), &plain,
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00])"},
    {DTYPE_FLOAT64, 1, {3}, LIST(1e-05, 123456.789, 1e+100), &plain,
     "[1.00000000e-005 1.23456789e+005 1.00000000e+100]",
     "array([1.00000000e-005, 1.23456789e+005, 1.00000000e+100])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(0.1, 96423984.0), &plain,
     "[1.000000e-01 9.642398e+07]",
     "array([1.000000e-01, 9.642398e+07], dtype=float32)"},
    {DTYPE_FLOAT32, 1, {2}, LIST(1e-05, 0.0012345678), &plain,
     "[9.9999997e-06 1.2345678e-03]",
     "array([9.9999997e-06, 1.2345678e-03], dtype=float32)"},
    {DTYPE_FLOAT32, 1, {3}, LIST(0.5, 0.1, 0.3333333333333333), &plain,
     "[0.5        0.1        0.33333334]",
     "array([0.5       , 0.1       , 0.33333334], dtype=float32)"},
    {DTYPE_FLOAT32, 1, {2}, LIST(96423984.0, 14331608.0), &plain,
     "[96423984. 14331608.]",
     "array([96423984., 14331608.], dtype=float32)"},
    {DTYPE_FLOAT64, 1, {4}, LIST(NAN, INFINITY, -INFINITY, 1.5), &plain,
     "[ nan  inf -inf  1.5]",
     "array([ nan,  inf, -inf,  1.5])"},
    {DTYPE_FLOAT64, 1, {2}, LIST(NAN, INFINITY), &plain,
     "[nan inf]",
     "array([nan, inf])"},
    {DTYPE_FLOAT64, 1, {2}, LIST(-0.0, 0), &plain,
     "[-0.  0.]",
     "array([-0.,  0.])"},
    {DTYPE_FLOAT64, 0, {0}, LIST(0.5), &plain,
     "0.5",
     "array(0.5)"},
    {DTYPE_FLOAT32, 0, {0}, LIST(0.1), &plain,
     "0.1",
     "array(0.1, dtype=float32)"},
    {DTYPE_BOOL, 0, {0}, LIST(1), &plain,
     "True",
     "array(True)"},
    {DTYPE_INT64, 0, {0}, LIST(5), &plain,
     "5",
     "array(5)"},
    {DTYPE_INT64, 1, {3}, LIST(-1, 10, 100), &plain,
     "[ -1  10 100]",
     "array([ -1,  10, 100])"},
    {DTYPE_BOOL, 1, {2}, LIST(1, 0), &plain,
     "[ True False]",
     "array([ True, False])"},
    {DTYPE_UINT8, 1, {2}, LIST(3, 200), &plain,
     "[  3 200]",
     "array([  3, 200], dtype=uint8)"},
    {DTYPE_INT32, 2, {2, 2}, LIST(1, 2, 3, -40), &plain,
     "[[  1   2]\n"
     " [  3 -40]]",
     "array([[  1,   2],\n"
     "       [  3, -40]], dtype=int32)"},
    {DTYPE_FLOAT64, 1, {0}, LIST(0), &plain,
     "[]",
     "array([], dtype=float64)"},
    {DTYPE_FLOAT64, 2, {2, 0}, LIST(0), &plain,
     "[]",
     "array([], shape=(2, 0), dtype=float64)"},
    {DTYPE_INT64, 1, {0}, LIST(0), &plain,
     "[]",
     "array([], dtype=int64)"},
    {DTYPE_FLOAT32, 2, {0, 3}, LIST(0), &plain,
     "[]",
     "array([], shape=(0, 3), dtype=float32)"},
    {DTYPE_INT64, 1, {40}, COUNTING, &plain,
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39])"},
    {DTYPE_FLOAT64, 1, {1001}, LIST(0.5, 100.25), &plain,
     "[  0.5  100.25   0.5  ...   0.5  100.25   0.5 ]",
     "array([  0.5 , 100.25,   0.5 , ...,   0.5 , 100.25,   0.5 ])"},
    {DTYPE_INT64, 3, {2, 2, 2}, LIST(1, 2, 3), &plain,
     "[[[1 2]\n"
     "  [3 1]]\n"
     "\n"
     " [[2 3]\n"
     "  [1 2]]]",
     "array([[[1, 2],\n"
     "        [3, 1]],\n"
     "\n"
     "       [[2, 3],\n"
     "        [1, 2]]])"},
    {DTYPE_FLOAT64, 2, {30, 40}, LIST(0.5), &plain,
     "[[0.5 0.5 0.5 ... 0.5 0.5 0.5]\n"
     " [0.5 0.5 0.5 ... 0.5 0.5 0.5]\n"
     " [0.5 0.5 0.5 ... 0.5 0.5 0.5]\n"
     " ...\n"
     " [0.5 0.5 0.5 ... 0.5 0.5 0.5]\n"
     " [0.5 0.5 0.5 ... 0.5 0.5 0.5]\n"
     " [0.5 0.5 0.5 ... 0.5 0.5 0.5]]",
     "array([[0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5],\n"
     "       [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5],\n"
     "       [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5],\n"
     "       ...,\n"
     "       [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5],\n"
     "       [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5],\n"
     "       [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5]])"},
    {DTYPE_FLOAT64, 1, {3}, LIST(1.23456789, 0.001, 1e-09),
     &(struct numpy_print_options){.precision = 8, .threshold = 1000, .edgeitems = 3, .linewidth = 75, .suppress = true},
     "[1.23456789 0.001      0.        ]",
     "array([1.23456789, 0.001     , 0.        ])"},
    {DTYPE_FLOAT64, 1, {3}, LIST(1.23456789, 100.001, 3),
     &(struct numpy_print_options){.precision = 3, .threshold = 1000, .edgeitems = 3, .linewidth = 75, .suppress = false},
     "[  1.235 100.001   3.   ]",
     "array([  1.235, 100.001,   3.   ])"},
    {DTYPE_FLOAT32, 1, {8}, LIST(1.25, 2.5), &(struct numpy_print_options){.precision = 8, .threshold = 1000, .edgeitems = 3, .linewidth = 40, .suppress = false},
     "[1.25 2.5  1.25 2.5  1.25 2.5  1.25\n"
     " 2.5 ]",
     "array([1.25, 2.5 , 1.25, 2.5 , 1.25,\n"
     "       2.5 , 1.25, 2.5 ], dtype=float32)"},
    {DTYPE_INT64, 1, {9}, LIST(1, 2), &(struct numpy_print_options){.precision = 8, .threshold = 4, .edgeitems = 2, .linewidth = 75, .suppress = false},
     "[1 2 ... 2 1]",
     "array([1, 2, ..., 2, 1])"},
    {DTYPE_FLOAT64, 1, {2}, LIST(1234.5, 0.01),
     &(struct numpy_print_options){.precision = 0, .threshold = 1000, .edgeitems = 3, .linewidth = 75, .suppress = false},
     "[1.e+03 1.e-02]",
     "array([1.e+03, 1.e-02])"},
    /* clang-format on */
};

static struct fixture f;

static void start(void)
{
    fixture_start(&f, 1);
}

static void end(void)
{
    fixture_end(&f);
}

START_TEST(array_text)
{
    struct tensor t = make_tensor(&f, cases[_i].dtype, cases[_i].ndim, cases[_i].shape,
                                  cases[_i].count, cases[_i].values);
    struct buf str = {0}, repr = {0};
    print_numpy_str(&t, cases[_i].options, &str);
    print_numpy_repr(&t, cases[_i].options, &repr);
    ck_assert_str_eq(buf_text(&str), cases[_i].str);
    ck_assert_str_eq(buf_text(&repr), cases[_i].repr);
    buf_free(&str);
    buf_free(&repr);
    tensor_release(&t);
}
END_TEST

static const struct {
    double value;
    const char *python, *float32; /* float32: of (float)value */
} numbers[] = {
    {0.0, "0.0", "0.0"},
    {-0.0, "-0.0", "-0.0"},
    {1.0, "1.0", "1.0"},
    {0.1, "0.1", "0.1"},
    {0.1 + 0.2, "0.30000000000000004", "0.3"},
    {1e16, "1e+16", "1e+16"},
    {1e15, "1000000000000000.0", "1000000000000000.0"},
    {123456789.0, "123456789.0", "123456790.0"},
    {1e-4, "0.0001", "1e-04"},
    {1e-5, "1e-05", "1e-05"},
    {-2.5e-7, "-2.5e-07", "-2.5e-07"},
    {5e-324, "5e-324", "0.0"},
    {0x1p-44, "5.684341886080802e-14", "5.684342e-14"}, /* its neighbours are not equally near */
    {1.7976931348623157e308, "1.7976931348623157e+308", "inf"},
    {-INFINITY, "-inf", "-inf"},
    {NAN, "nan", "nan"},
};

START_TEST(number_text)
{
    struct buf text = {0};
    print_double(numbers[_i].value, &text);
    ck_assert_str_eq(buf_text(&text), numbers[_i].python);
    buf_clear(&text);
    print_float32((float)numbers[_i].value, &text);
    ck_assert_str_eq(buf_text(&text), numbers[_i].float32);
    buf_free(&text);
}
END_TEST

Suite *suite_print_numpy(void)
{
    Suite *suite = suite_create("print_numpy");
    TCase *group = tcase_create("print_numpy");
    tcase_add_checked_fixture(group, start, end);
    tcase_add_loop_test(group, array_text, 0, sizeof cases / sizeof cases[0]);
    tcase_add_loop_test(group, number_text, 0, sizeof numbers / sizeof numbers[0]);
    suite_add_tcase(suite, group);
    return suite;
}
