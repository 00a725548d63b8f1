/* Tests tensors as text. Every expected text was printed by PyTorch 1.13 from the same values,
 * options and suffix. */
#include "helpers.h"
#include "tensor/print/print.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <math.h>
#include <string.h>

Suite *suite_print(void);

#define COUNTING                                                                                   \
    LIST(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, \
         25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39)

static const struct print_options plain = {4, 1000, 3, 80, -1, DTYPE_FLOAT32};

static const struct {
    enum dtype dtype;
    int ndim;
    int64_t shape[3];
    int count;
    const double *values; /* repeated as often as needed */
    const struct print_options *options;
    const char *suffix, *text;
} cases[] = {
    /* clang-format off */
    {DTYPE_FLOAT32, 1, {3}, LIST(1, 2.5, -3.25), &plain, NULL,
     "tensor([ 1.0000,  2.5000, -3.2500])"},
    {DTYPE_FLOAT32, 0, {0}, LIST(0.5), &plain, NULL,
     "tensor(0.5000)"},
    {DTYPE_FLOAT32, 0, {0}, LIST(NAN), &plain, NULL,
     "tensor(nan)"},
    {DTYPE_INT64, 0, {0}, LIST(7), &plain, NULL,
     "tensor(7)"},
    {DTYPE_FLOAT32, 2, {2, 2}, LIST(1, 2, 3, -4), &plain, NULL,
     "tensor([[ 1.,  2.],\n"
     "        [ 3., -4.]])"},
    {DTYPE_FLOAT32, 2, {2, 3}, LIST(0, -INFINITY, -INFINITY, 0, 0, -INFINITY), &plain, NULL,
     "tensor([[0., -inf, -inf],\n"
     "        [0., 0., -inf]])"},
    {DTYPE_FLOAT32, 1, {4}, LIST(NAN, INFINITY, -INFINITY, 1.5), &plain, NULL,
     "tensor([   nan,    inf,   -inf, 1.5000])"},
    {DTYPE_FLOAT32, 1, {3}, LIST(0, -0.0, NAN), &plain, NULL,
     "tensor([0., -0., nan])"},
    {DTYPE_FLOAT32, 1, {3}, LIST(1, 1000, 1001), &plain, NULL,
     "tensor([1.0000e+00, 1.0000e+03, 1.0010e+03])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(1000000000.0, 2000000000.0), &plain, NULL,
     "tensor([1.0000e+09, 2.0000e+09])"},
    {DTYPE_FLOAT32, 1, {3}, LIST(1.5, 9e-05, 3), &plain, NULL,
     "tensor([1.5000e+00, 9.0000e-05, 3.0000e+00])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(0.5, 501), &plain, NULL,
     "tensor([5.0000e-01, 5.0100e+02])"},
    {DTYPE_BOOL, 2, {2, 2}, LIST(1, 0, 0, 0), &plain, NULL,
     "tensor([[ True, False],\n"
     "        [False, False]])"},
    {DTYPE_UINT8, 1, {3}, LIST(0, 255, 7), &plain, NULL,
     "tensor([  0, 255,   7], dtype=torch.uint8)"},
    {DTYPE_INT32, 1, {2}, LIST(-1, 100), &plain, NULL,
     "tensor([ -1, 100], dtype=torch.int32)"},
    {DTYPE_FLOAT64, 1, {2}, LIST(0.1, 0.25), &plain, NULL,
     "tensor([0.1000, 0.2500], dtype=torch.float64)"},
    {DTYPE_INT64, 1, {3}, LIST(-5, 10, 100), &plain, NULL,
     "tensor([ -5,  10, 100])"},
    {DTYPE_FLOAT32, 1, {0}, LIST(0), &plain, NULL,
     "tensor([])"},
    {DTYPE_FLOAT32, 2, {2, 0}, LIST(0), &plain, NULL,
     "tensor([], size=(2, 0))"},
    {DTYPE_INT64, 1, {0}, LIST(0), &plain, NULL,
     "tensor([], dtype=torch.int64)"},
    {DTYPE_BOOL, 2, {0, 3}, LIST(0), &plain, NULL,
     "tensor([], size=(0, 3), dtype=torch.bool)"},
    {DTYPE_INT64, 1, {30}, COUNTING, &plain, NULL,
     "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n"
     "        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])"},
    {DTYPE_FLOAT32, 3, {2, 2, 2}, LIST(0.5, 1, 2, 3), &plain, NULL,
     "tensor([[[0.5000, 1.0000],\n"
     "         [2.0000, 3.0000]],\n"
     "\n"
     "        [[0.5000, 1.0000],\n"
     "         [2.0000, 3.0000]]])"},
    {DTYPE_FLOAT32, 1, {1001}, LIST(0.25, 1000000.0, 0.5), &plain, NULL,
     "tensor([2.5000e-01, 1.0000e+06, 5.0000e-01,  ..., 5.0000e-01, 2.5000e-01,\n"
     "        1.0000e+06])"},
    {DTYPE_FLOAT32, 2, {40, 30}, LIST(1, 2, 3.5), &plain, NULL,
     "tensor([[1.0000, 2.0000, 3.5000,  ..., 1.0000, 2.0000, 3.5000],\n"
     "        [1.0000, 2.0000, 3.5000,  ..., 1.0000, 2.0000, 3.5000],\n"
     "        [1.0000, 2.0000, 3.5000,  ..., 1.0000, 2.0000, 3.5000],\n"
     "        ...,\n"
     "        [1.0000, 2.0000, 3.5000,  ..., 1.0000, 2.0000, 3.5000],\n"
     "        [1.0000, 2.0000, 3.5000,  ..., 1.0000, 2.0000, 3.5000],\n"
     "        [1.0000, 2.0000, 3.5000,  ..., 1.0000, 2.0000, 3.5000]])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(1.5, 2.5), &plain, "requires_grad=True",
     "tensor([1.5000, 2.5000], requires_grad=True)"},
    {DTYPE_FLOAT32, 3, {2, 2, 2}, LIST(1.5, 2.25, 1.5, 2.25, 1.5, 2.25, 1.5, 2.25),
     &plain, "grad_fn=<ReshapeAliasBackward0>",
     "tensor([[[1.5000, 2.2500],\n"
     "         [1.5000, 2.2500]],\n"
     "\n"
     "        [[1.5000, 2.2500],\n"
     "         [1.5000, 2.2500]]], grad_fn=<ReshapeAliasBackward0>)"},
    {DTYPE_FLOAT64, 2, {3, 2}, LIST(1.5, 2.25, 2.25, 1.5, 1.5, 2.25),
     &plain, "grad_fn=<TransposeBackward0>",
     "tensor([[1.5000, 2.2500],\n"
     "        [2.2500, 1.5000],\n"
     "        [1.5000, 2.2500]], dtype=torch.float64, grad_fn=<TransposeBackward0>)"},
    {DTYPE_FLOAT32, 1, {3}, LIST(1.23456, 100.5, 0.001),
     &(struct print_options){2, 1000, 3, 80, -1, DTYPE_FLOAT32}, NULL,
     "tensor([1.23e+00, 1.00e+02, 1.00e-03])"},
    {DTYPE_FLOAT32, 1, {3}, LIST(1.23456, 100.5, 0.001),
     &(struct print_options){4, 1000, 3, 80, 0, DTYPE_FLOAT32}, NULL,
     "tensor([    1.2346,   100.5000,     0.0010])"},
    {DTYPE_FLOAT32, 1, {3}, LIST(1, 2, 3), &(struct print_options){4, 1000, 3, 80, 1, DTYPE_FLOAT32}, NULL,
     "tensor([1.0000e+00, 2.0000e+00, 3.0000e+00])"},
    {DTYPE_FLOAT32, 1, {12}, LIST(1, 2, 3), &(struct print_options){4, 5, 2, 80, -1, DTYPE_FLOAT32}, NULL,
     "tensor([1., 2.,  ..., 2., 3.])"},
    {DTYPE_INT64, 1, {12}, LIST(1, 2, 3), &(struct print_options){4, 1000, 3, 20, -1, DTYPE_FLOAT32}, NULL,
     "tensor([1, 2, 3, 1,\n"
     "        2, 3, 1, 2,\n"
     "        3, 1, 2, 3])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(0.125, 3.5),
     &(struct print_options){4, 1000, 3, 20, -1, DTYPE_FLOAT32}, "requires_grad=True",
     "tensor([0.1250,\n"
     "        3.5000],\n"
     "       requires_grad=True)"},
    {DTYPE_INT64, 1, {8}, LIST(1, 2, 3), &(struct print_options){4, 3, 0, 80, -1, DTYPE_FLOAT32}, NULL,
     "tensor([ ..., 1, 2, 3, 1, 2, 3, 1, 2])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(1.5, 2.5),
     &(struct print_options){4, 1000, 3, 45, -1, DTYPE_FLOAT32}, "requires_grad=True",
     "tensor([1.5000, 2.5000], requires_grad=True)"},
    {DTYPE_FLOAT32, 1, {2}, LIST(1.5, 2.5),
     &(struct print_options){4, 1000, 3, 44, -1, DTYPE_FLOAT32}, "requires_grad=True",
     "tensor([1.5000, 2.5000],\n"
     "       requires_grad=True)"},
    {DTYPE_FLOAT32, 1, {2}, LIST(5e-05, 0.04), &plain, NULL,
     "tensor([5.0000e-05, 4.0000e-02])"},
    {DTYPE_FLOAT32, 1, {2}, LIST(100000000.0, 200000000.0), &plain, NULL,
     "tensor([1.0000e+08, 2.0000e+08])"},
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

static void expect_text(const struct tensor *t, const struct print_options *options,
                        const char *suffix, const char *wanted)
{
    struct buf text = {0};
    buf_puts(&text, "x = "); /* what stands before must not count */
    print_tensor(t, options, suffix, &text);
    ck_assert_str_eq(buf_text(&text) + 4, wanted);
    buf_free(&text);
}

START_TEST(tensor_text)
{
    struct tensor t = make_tensor(&f, cases[_i].dtype, cases[_i].ndim, cases[_i].shape,
                                  cases[_i].count, cases[_i].values);
    expect_text(&t, cases[_i].options, cases[_i].suffix, cases[_i].text);
    tensor_release(&t);
}
END_TEST

/* A view prints its own cells, whatever their order in memory. */
START_TEST(views)
{
    struct tensor x = make_counting(&f, DTYPE_INT64, DIMS(2, 3)), t, part;
    expect_ok(&f, view_t(&f.cx, &t, &x));
    expect_text(&t, &plain, NULL, "tensor([[0, 3],\n        [1, 4],\n        [2, 5]])");
    expect_ok(&f, view_select(&f.cx, &part, &t, 0, 2));
    expect_text(&part, &plain, NULL, "tensor([2, 5])");
    tensor_release(&part);
    tensor_release(&t);
    tensor_release(&x);
}
END_TEST

START_TEST(large_integers)
{
    int64_t two = 2;
    struct tensor t;
    expect_ok(&f, tensor_new(&f.cx, &t, DTYPE_INT64, 1, &two));
    ((int64_t *)tensor_data(&t))[0] = INT64_MIN;
    ((int64_t *)tensor_data(&t))[1] = INT64_MAX;
    expect_text(&t, &plain, NULL, "tensor([-9223372036854775808,  9223372036854775807])");
    tensor_release(&t);
}
END_TEST

/* Width and notation come from the shown cells alone: the large one in the middle is not seen. */
START_TEST(hidden_cells)
{
    struct tensor x;
    int64_t n = 2000;
    expect_ok(&f, tensor_zeros(&f.cx, &x, DTYPE_FLOAT32, 1, &n));
    ((float *)tensor_data(&x))[1000] = 1e30f;
    expect_text(&x, &plain, NULL, "tensor([0., 0., 0.,  ..., 0., 0., 0.])");
    tensor_release(&x);
}
END_TEST

Suite *suite_print(void)
{
    Suite *suite = suite_create("print");
    TCase *group = tcase_create("print");
    tcase_add_checked_fixture(group, start, end);
    tcase_add_loop_test(group, tensor_text, 0, sizeof cases / sizeof cases[0]);
    tcase_add_test(group, views);
    tcase_add_test(group, large_integers);
    tcase_add_test(group, hidden_cells);
    suite_add_tcase(suite, group);
    return suite;
}
