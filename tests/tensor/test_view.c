/* Tests views: shapes, strides and offsets as PyTorch gives them, and its refusals. The cells of a
 * view are checked against index arithmetic on 0, 1, 2, ... where that says more. */
#include "helpers.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"

#include <string.h>

Suite *suite_view(void);

static struct fixture f;
static struct tensor x, turned; /* x: (2, 3, 4) counting; turned: x.transpose(1, 2) */

static void start(void)
{
    fixture_start(&f, 1);
    x = make_counting(&f, DTYPE_INT64, DIMS(2, 3, 4));
    expect_ok(&f, view_transpose(&f.cx, &turned, &x, 1, 2));
}

static void end(void)
{
    tensor_release(&x);
    tensor_release(&turned);
    fixture_end(&f);
}

static void expect_view(const char *what, struct tensor *t, int64_t offset, int ndim,
                        const int64_t *shape, int count, const int64_t *stride)
{
    expect_shape(what, t, ndim, shape);
    expect_strides(what, t, count, stride);
    ck_assert_msg(t->offset == offset, "%s: offset %lld, wanted %lld", what, (long long)t->offset,
                  (long long)offset);
    ck_assert_msg(t->storage == x.storage, "%s: it is a copy", what);
    tensor_release(t);
}

START_TEST(views)
{
    struct tensor t;
    expect_ok(&f, view_view(&f.cx, &t, &x, DIMS(6, -1)));
    expect_view("view(6, -1)", &t, 0, DIMS(6, 4), DIMS(4, 1));
    expect_ok(&f, view_view(&f.cx, &t, &turned, DIMS(2, 4, 3, 1)));
    expect_view("an axis of size 1 is free", &t, 0, DIMS(2, 4, 3, 1), DIMS(12, 1, 4, 4));
    expect_ok(&f, view_view(&f.cx, &t, &turned, DIMS(2, 2, 2, 3)));
    expect_view("an axis may be divided", &t, 0, DIMS(2, 2, 2, 3), DIMS(12, 2, 1, 4));
    expect_error(&f, view_view(&f.cx, &t, &turned, DIMS(2, 12)), ERROR_RUNTIME,
                 "view size is not compatible with input tensor's size and stride (at least one "
                 "dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
    expect_error(&f, view_view(&f.cx, &t, &x, DIMS(5, 5)), ERROR_RUNTIME,
                 "shape '[5, 5]' is invalid for input of size 24");
    expect_error(&f, view_view(&f.cx, &t, &x, DIMS(5, -1)), ERROR_RUNTIME,
                 "shape '[5, -1]' is invalid for input of size 24");
    expect_error(&f, view_view(&f.cx, &t, &x, DIMS(-1, -1)), ERROR_RUNTIME,
                 "only one dimension can be inferred");
    expect_error(&f, view_view(&f.cx, &t, &x, DIMS(-2, 3)), ERROR_RUNTIME,
                 "invalid shape dimension -2");
    expect_error(&f, view_view(&f.cx, &t, &x, DIMS((int64_t)1 << 62, 8)), ERROR_RUNTIME,
                 "shape '[4611686018427387904, 8]' is invalid for input of size 24");
}
END_TEST

/* Axes on both sides of one of size 1 join, whatever its stride. */
START_TEST(views_across_ones)
{
    struct tensor odd, t;
    static const int64_t shape[] = {2, 1, 4}, stride[] = {4, 7, 1};
    expect_ok(&f, view_as_strided(&f.cx, &odd, &x, 3, shape, stride, 3));
    expect_ok(&f, view_view(&f.cx, &t, &odd, DIMS(8)));
    expect_view("view(8)", &t, 3, DIMS(8), DIMS(1));
    tensor_release(&odd);
}
END_TEST

START_TEST(views_of_nothing)
{
    struct tensor t, z = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 0, 3));
    expect_ok(&f, view_view(&f.cx, &t, &z, DIMS(3, -1)));
    expect_shape("view(3, -1)", &t, DIMS(3, 0));
    tensor_release(&t);
    expect_error(&f, view_view(&f.cx, &t, &z, DIMS(-1, 0)), ERROR_RUNTIME,
                 "cannot reshape tensor of 0 elements into shape [-1, 0] because the unspecified "
                 "dimension size -1 can be any value and is ambiguous");
    tensor_release(&z);
}
END_TEST

START_TEST(reshapes)
{
    struct tensor t;
    bool copied = true;
    expect_ok(&f, view_reshape(&f.cx, &t, &x, DIMS(4, 6), &copied));
    ck_assert(!copied);
    expect_view("reshape", &t, 0, DIMS(4, 6), DIMS(6, 1));
    expect_ok(&f, view_reshape(&f.cx, &t, &turned, DIMS(2, 12), &copied));
    ck_assert(copied);
    ck_assert_ptr_ne(t.storage, x.storage);
    for (int b = 0, k = 0; b < 2; b++) {
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < 3; i++) {
                ck_assert_int_eq((int64_t)cell(&t, k++), (b * 3 + i) * 4 + j);
            }
        }
    }
    tensor_release(&t);
    expect_ok(&f, view_flatten(&f.cx, &t, &x, 1, -1, &copied));
    expect_view("flatten(1)", &t, 0, DIMS(2, 12), DIMS(12, 1));
    expect_error(&f, view_flatten(&f.cx, &t, &x, 2, 1, &copied), ERROR_RUNTIME,
                 "flatten() has invalid args: start_dim cannot come after end_dim");
    expect_ok(&f, view_unflatten(&f.cx, &t, &turned, 1, DIMS(2, -1)));
    expect_view("unflatten", &t, 0, DIMS(2, 2, 2, 3), DIMS(12, 2, 1, 4));
    expect_error(&f, view_unflatten(&f.cx, &t, &x, 2, DIMS(3, -1)), ERROR_RUNTIME,
                 "unflatten: Provided sizes [3, -1] don't multiply up to the size of dim 2 (4) in "
                 "the input tensor");
    expect_error(&f, view_unflatten(&f.cx, &t, &x, 2, DIMS(-1, -1)), ERROR_RUNTIME,
                 "unflatten got an unexpected error:\nonly one dimension can be inferred");
}
END_TEST

START_TEST(orders)
{
    struct tensor t;
    expect_ok(&f, view_permute(&f.cx, &t, &x, DIMS(2, 0, -2)));
    expect_view("permute", &t, 0, DIMS(4, 2, 3), DIMS(1, 12, 4));
    expect_ok(&f, view_T(&f.cx, &t, &x));
    expect_view("T", &t, 0, DIMS(4, 3, 2), DIMS(1, 4, 12));
    expect_ok(&f, view_mT(&f.cx, &t, &x));
    expect_view("mT", &t, 0, DIMS(2, 4, 3), DIMS(12, 1, 4));
    static const int64_t from[] = {0, 1}, to[] = {2, 0}, twice[] = {2, 2};
    expect_ok(&f, view_movedim(&f.cx, &t, &x, 2, from, to));
    expect_view("movedim", &t, 0, DIMS(3, 4, 2), DIMS(4, 1, 12));
    expect_error(&f, view_movedim(&f.cx, &t, &x, 2, from, twice), ERROR_RUNTIME,
                 "movedim: repeated dim in `destination` ([2, 2])");
    expect_error(&f, view_permute(&f.cx, &t, &x, DIMS(0, 1)), ERROR_RUNTIME,
                 "permute(sparse_coo): number of dimensions in the tensor input does not match the "
                 "length of the desired ordering of dimensions i.e. input.dim() = 3 is not equal "
                 "to len(dims) = 2");
    expect_error(&f, view_permute(&f.cx, &t, &x, DIMS(0, -3, 1)), ERROR_RUNTIME,
                 "permute(): duplicate dims are not allowed.");
    expect_error(&f, view_transpose(&f.cx, &t, &x, 0, 3), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
    expect_error(&f, view_t(&f.cx, &t, &x), ERROR_RUNTIME,
                 "t() expects a tensor with <= 2 dimensions, but self is 3D");
}
END_TEST

START_TEST(ranks)
{
    struct tensor t, row;
    expect_ok(&f, view_unsqueeze(&f.cx, &t, &turned, 1));
    expect_view("unsqueeze", &t, 0, DIMS(2, 1, 4, 3), DIMS(12, 4, 1, 4));
    expect_ok(&f, view_unsqueeze(&f.cx, &t, &turned, -1));
    expect_view("unsqueeze(-1)", &t, 0, DIMS(2, 4, 3, 1), DIMS(12, 1, 4, 1));
    expect_ok(&f, view_slice(&f.cx, &row, &x, 1, 1, 2, 1));
    expect_ok(&f, view_squeeze(&f.cx, &t, &row, 0));
    expect_view("squeeze of a longer axis", &t, 4, DIMS(2, 1, 4), DIMS(12, 4, 1));
    expect_ok(&f, view_squeeze_all(&f.cx, &t, &row));
    expect_view("squeeze()", &t, 4, DIMS(2, 4), DIMS(12, 1));
    expect_ok(&f, view_expand(&f.cx, &t, &row, DIMS(5, -1, 3, 4)));
    expect_view("expand", &t, 4, DIMS(5, 2, 3, 4), DIMS(0, 12, 0, 1));
    tensor_release(&row);
    expect_error(&f, view_expand(&f.cx, &t, &x, DIMS(2, 3, 5)), ERROR_RUNTIME,
                 "The expanded size of the tensor (5) must match the existing size (4) at "
                 "non-singleton dimension 2.  Target sizes: [2, 3, 5].  Tensor sizes: [2, 3, 4]");
    expect_error(&f, view_expand(&f.cx, &t, &x, DIMS(3, 4)), ERROR_RUNTIME,
                 "expand(torch.LongTensor{[2, 3, 4]}, size=[3, 4]): the number of sizes provided "
                 "(2) must be greater or equal to the number of dimensions in the tensor (3)");
    expect_error(&f, view_expand(&f.cx, &t, &x, DIMS(-1, 2, 3, 4)), ERROR_RUNTIME,
                 "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
                 "dimension 0");
}
END_TEST

/* Python's own rule, written the long way: which of 0 .. size-1 does [start:stop:step] take? */
START_TEST(slices)
{
    struct tensor line = make_counting(&f, DTYPE_INT64, DIMS(_i)), t;
    for (int64_t start_at = -7; start_at <= 7; start_at++) {
        for (int64_t stop = -7; stop <= 7; stop++) {
            for (int64_t step = 1; step <= 3; step++) {
                int64_t first = start_at < 0 ? start_at + _i : start_at;
                int64_t last = stop < 0 ? stop + _i : stop;
                int64_t n = 0;
                expect_ok(&f, view_slice(&f.cx, &t, &line, 0, start_at, stop, step));
                for (int64_t i = first < 0 ? 0 : first; i < last && i < _i; i += step, n++) {
                    ck_assert_int_lt(n, t.shape[0]);
                    ck_assert_int_eq((int64_t)cell(&t, n), i);
                }
                ck_assert_int_eq(t.shape[0], n);
                tensor_release(&t);
            }
        }
    }
    tensor_release(&line);
}
END_TEST

START_TEST(parts)
{
    struct tensor t;
    expect_ok(&f, view_slice(&f.cx, &t, &x, 1, 0, INT64_MAX, INT64_MAX));
    expect_shape("a huge step takes one", &t, DIMS(2, 1, 4));
    tensor_release(&t);
    expect_error(&f, view_slice(&f.cx, &t, &x, 1, 0, 2, 0), ERROR_VALUE,
                 "step must be greater than zero");
    expect_ok(&f, view_narrow(&f.cx, &t, &x, 1, -1, 1));
    expect_view("narrow", &t, 8, DIMS(2, 1, 4), DIMS(12, 4, 1));
    expect_error(&f, view_narrow(&f.cx, &t, &x, 1, 2, 2), ERROR_RUNTIME,
                 "start (2) + length (2) exceeds dimension size (3).");
    expect_ok(&f, view_select(&f.cx, &t, &x, -2, -1));
    expect_view("select", &t, 8, DIMS(2, 4), DIMS(12, 1));
    expect_error(&f, view_select(&f.cx, &t, &x, 1, 3), ERROR_INDEX,
                 "select(): index 3 out of range for tensor of size [2, 3, 4] at dimension 1");
    expect_ok(&f, view_diagonal(&f.cx, &t, &x, -1, 1, 2));
    expect_view("diagonal", &t, 4, DIMS(2, 2), DIMS(12, 5));
    expect_ok(&f, view_diagonal(&f.cx, &t, &x, 10, 1, 2));
    expect_view("a diagonal outside", &t, 0, DIMS(2, 0), DIMS(12, 5));
    expect_error(&f, view_diagonal(&f.cx, &t, &x, 0, 1, 1), ERROR_RUNTIME,
                 "diagonal dimensions cannot be identical 1, 1");
    expect_ok(&f, view_unfold(&f.cx, &t, &x, 2, 2, 1));
    expect_view("unfold", &t, 0, DIMS(2, 3, 3, 2), DIMS(12, 4, 1, 1));
    expect_error(&f, view_unfold(&f.cx, &t, &x, 2, 5, 1), ERROR_RUNTIME,
                 "maximum size for tensor at dimension 2 is 4 but size is 5");
    static const int64_t two[] = {2, 2}, steps[] = {1, 2}, far[] = {20, 9}, back[] = {-1, 2};
    expect_ok(&f, view_as_strided(&f.cx, &t, &x, 2, two, steps, 3));
    expect_view("as_strided", &t, 3, DIMS(2, 2), DIMS(1, 2));
    expect_error(&f, view_as_strided(&f.cx, &t, &x, 2, two, far, 0), ERROR_RUNTIME,
                 "setStorage: sizes [2, 2], strides [20, 9], storage offset 0, and itemsize 8 "
                 "requiring a storage size of 240 are out of bounds for storage of size 192");
    expect_error(&f, view_as_strided(&f.cx, &t, &x, 2, two, back, 0), ERROR_RUNTIME,
                 "as_strided: Negative strides are not supported at the moment, got strides: [-1, "
                 "2]");
}
END_TEST

Suite *suite_view(void)
{
    Suite *s = suite_create("view");
    TCase *t = tcase_create("view");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, views);
    tcase_add_test(t, views_across_ones);
    tcase_add_test(t, views_of_nothing);
    tcase_add_test(t, reshapes);
    tcase_add_test(t, orders);
    tcase_add_test(t, ranks);
    tcase_add_loop_test(t, slices, 0, 6);
    tcase_add_test(t, parts);
    suite_add_tcase(s, t);
    return s;
}
