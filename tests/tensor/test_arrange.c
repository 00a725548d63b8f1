/* Copies in another order: each result is compared with index arithmetic on 0, 1, 2, ... or with
 * values that can be checked by eye; the texts of errors are PyTorch 1.13's. */
#include "helpers.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/arrange_pick.h"
#include "tensor/shape/view.h"

#include <math.h>
#include <string.h>

Suite *suite_arrange(void);

static struct fixture f;
static struct tensor x, turned, t; /* x: (2, 3) counting; turned: x.t() */

static void start(void)
{
    fixture_start(&f, 1);
    x = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 3));
    expect_ok(&f, view_t(&f.cx, &turned, &x));
}

static void end(void)
{
    tensor_release(&x);
    tensor_release(&turned);
    fixture_end(&f);
}

static void expect_t(const char *what, bool ok, int ndim, const int64_t *shape, int count,
                     const double *values)
{
    expect_ok(&f, ok);
    expect_shape(what, &t, ndim, shape);
    expect_values(what, &t, count, values, 0);
    tensor_release(&t);
}

static struct tensor longs(int ndim, const int64_t *shape, int count, const double *values)
{
    return make_tensor(&f, DTYPE_INT64, ndim, shape, count, values);
}

START_TEST(cat)
{
    struct tensor n = longs(DIMS(1, 3), LIST(7, 8, 9)),
                  nothing = make_counting(&f, DTYPE_FLOAT32, DIMS(0));
    struct tensor scalar = make_scalar(&f, DTYPE_FLOAT32, 1),
                  flat = make_counting(&f, DTYPE_FLOAT32, DIMS(3));
    const struct tensor *rows[] = {&x, &nothing, &n}, *columns[] = {&turned, &turned};
    const struct tensor *wrong[] = {&x, &n}, *ranks[] = {&x, &flat}, *scalars[] = {&x, &scalar};
    expect_t("rows", arrange_cat(&f.cx, &t, 3, rows, 0), DIMS(3, 3),
             LIST(0, 1, 2, 3, 4, 5, 7, 8, 9));
    expect_t("columns", arrange_cat(&f.cx, &t, 2, columns, -1), DIMS(3, 4),
             LIST(0, 3, 0, 3, 1, 4, 1, 4, 2, 5, 2, 5));
    expect_ok(&f, arrange_cat(&f.cx, &t, 3, rows, 0));
    ck_assert_int_eq(t.dtype, DTYPE_FLOAT32);
    tensor_release(&t);
    expect_error(
        &f, arrange_cat(&f.cx, &t, 2, wrong, 1), ERROR_RUNTIME,
        "Sizes of tensors must match except in dimension 1. Expected size 2 but got size 1 "
        "for tensor number 1 in the list.");
    expect_error(&f, arrange_cat(&f.cx, &t, 2, ranks, 0), ERROR_RUNTIME,
                 "Tensors must have same number of dimensions: got 2 and 1");
    expect_error(&f, arrange_cat(&f.cx, &t, 2, scalars, 0), ERROR_RUNTIME,
                 "zero-dimensional tensor (at position 1) cannot be concatenated");
    expect_error(&f, arrange_cat(&f.cx, &t, 0, NULL, 0), ERROR_RUNTIME,
                 "torch.cat(): expected a non-empty list of Tensors");
    expect_error(&f, arrange_cat(&f.cx, &t, 2, wrong, 2), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
    tensor_release(&n);
    tensor_release(&nothing);
    tensor_release(&scalar);
    tensor_release(&flat);
}
END_TEST

START_TEST(stack)
{
    struct tensor n = longs(DIMS(2, 3), LIST(6, 7, 8, 9, 10, 11));
    const struct tensor *both[] = {&x, &n}, *wrong[] = {&x, &turned};
    expect_t("dim 0", arrange_stack(&f.cx, &t, 2, both, 0), DIMS(2, 2, 3),
             LIST(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    expect_t("dim 1", arrange_stack(&f.cx, &t, 2, both, 1), DIMS(2, 2, 3),
             LIST(0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11));
    expect_t("dim -1", arrange_stack(&f.cx, &t, 2, both, -1), DIMS(2, 3, 2),
             LIST(0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11));
    expect_error(&f, arrange_stack(&f.cx, &t, 2, wrong, 0), ERROR_RUNTIME,
                 "stack expects each tensor to be equal size, but got [2, 3] at entry 0 and [3, 2] "
                 "at entry 1");
    expect_error(&f, arrange_stack(&f.cx, &t, 2, both, 3), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
    tensor_release(&n);
}
END_TEST

START_TEST(repeats)
{
    struct tensor twice = make_scalar(&f, DTYPE_INT64, 2), each = longs(DIMS(2), LIST(0, 2));
    struct tensor negative = longs(DIMS(2), LIST(1, -1)), three = longs(DIMS(3), LIST(1));
    expect_t("repeat", arrange_repeat(&f.cx, &t, &turned, DIMS(1, 2)), DIMS(3, 4),
             LIST(0, 3, 0, 3, 1, 4, 1, 4, 2, 5, 2, 5));
    expect_t("new axis", arrange_repeat(&f.cx, &t, &x, DIMS(2, 1, 1)), DIMS(2, 2, 3),
             LIST(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5));
    expect_t("none", arrange_repeat(&f.cx, &t, &x, DIMS(0, 2)), DIMS(0, 6), 0, NULL);
    expect_error(&f, arrange_repeat(&f.cx, &t, &x, DIMS(2)), ERROR_RUNTIME,
                 "Number of dimensions of repeat dims can not be smaller than number of dimensions "
                 "of tensor");
    expect_t("interleave", arrange_repeat_interleave(&f.cx, &t, &x, &twice, true, 1), DIMS(2, 6),
             LIST(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5));
    expect_t("each", arrange_repeat_interleave(&f.cx, &t, &x, &each, true, 0), DIMS(2, 3),
             LIST(3, 4, 5, 3, 4, 5));
    expect_t("flat", arrange_repeat_interleave(&f.cx, &t, &turned, &twice, false, 0), DIMS(12),
             LIST(0, 0, 3, 3, 1, 1, 4, 4, 2, 2, 5, 5));
    expect_error(&f, arrange_repeat_interleave(&f.cx, &t, &x, &negative, true, 0), ERROR_RUNTIME,
                 "repeats can not be negative");
    expect_error(&f, arrange_repeat_interleave(&f.cx, &t, &x, &three, true, 0), ERROR_RUNTIME,
                 "repeats must have the same size as input along dim");
    tensor_release(&twice);
    tensor_release(&each);
    tensor_release(&negative);
    tensor_release(&three);
}
END_TEST

START_TEST(moves)
{
    const int64_t one = 1, both[] = {1, -1}, axes[] = {0, 1};
    expect_t("flip 0", arrange_flip(&f.cx, &t, &x, 1u), DIMS(2, 3), LIST(3, 4, 5, 0, 1, 2));
    expect_t("flip 0, 1", arrange_flip(&f.cx, &t, &x, 3u), DIMS(2, 3), LIST(5, 4, 3, 2, 1, 0));
    expect_ok(&f, arrange_flip(&f.cx, &t, &turned, 1u));
    expect_strides("flip keeps the order of axes", &t, DIMS(1, 3));
    tensor_release(&t);
    expect_t("roll flat", arrange_roll(&f.cx, &t, &x, 1, &one, NULL), DIMS(2, 3),
             LIST(5, 0, 1, 2, 3, 4));
    expect_t("roll both", arrange_roll(&f.cx, &t, &x, 2, both, axes), DIMS(2, 3),
             LIST(4, 5, 3, 1, 2, 0));
    expect_error(&f, arrange_roll(&f.cx, &t, &x, 2, both, NULL), ERROR_RUNTIME,
                 "shifts and dimensions must align. shifts: 2, dims:0");
}
END_TEST

START_TEST(pad)
{
    struct tensor n = longs(DIMS(2), LIST(1, 2));
    const int64_t around[] = {1, 0, 0, 1}, cut[] = {-1, 1}, gone[] = {-2, -2};
    expect_t("around", arrange_pad(&f.cx, &t, &x, 2, around, 9), DIMS(3, 4),
             LIST(9, 0, 1, 2, 9, 3, 4, 5, 9, 9, 9, 9));
    expect_t("cut", arrange_pad(&f.cx, &t, &x, 1, cut, -INFINITY), DIMS(2, 3),
             LIST(1, 2, -INFINITY, 4, 5, -INFINITY));
    expect_t("truncated", arrange_pad(&f.cx, &t, &n, 1, around, 2.7), DIMS(3), LIST(2, 1, 2));
    expect_error(&f, arrange_pad(&f.cx, &t, &x, 1, gone, 0), ERROR_RUNTIME,
                 "start (0) + length (-1) exceeds dimension size (1).");
    expect_error(&f, arrange_pad(&f.cx, &t, &n, 2, around, 0), ERROR_RUNTIME,
                 "Padding length too large");
    expect_error(&f, arrange_pad(&f.cx, &t, &n, 1, around, INFINITY), ERROR_RUNTIME,
                 "value cannot be converted to type int64_t without overflow");
    tensor_release(&n);
}
END_TEST

START_TEST(gather)
{
    struct tensor index = longs(DIMS(2, 2), LIST(0, 2, 1, 1)), far = longs(DIMS(1, 1), LIST(3));
    struct tensor tall = longs(DIMS(3, 1), LIST(0)), flat = longs(DIMS(1), LIST(0));
    struct tensor wide = longs(DIMS(1, 3), LIST(1, 0, 1));
    expect_t("dim 1", arrange_gather(&f.cx, &t, &x, 1, &index), DIMS(2, 2), LIST(0, 2, 4, 4));
    expect_t("dim 0", arrange_gather(&f.cx, &t, &turned, 0, &index), DIMS(2, 2), LIST(0, 5, 1, 4));
    expect_t("across rows", arrange_gather(&f.cx, &t, &x, 0, &wide), DIMS(1, 3), LIST(3, 1, 5));
    tensor_release(&wide);
    expect_error(&f, arrange_gather(&f.cx, &t, &x, 1, &far), ERROR_RUNTIME,
                 "index 3 is out of bounds for dimension 1 with size 3");
    expect_error(&f, arrange_gather(&f.cx, &t, &x, 1, &tall), ERROR_RUNTIME,
                 "Size does not match at dimension 0 expected index [3, 1] to be smaller than self "
                 "[2, 3] apart from dimension 1");
    expect_error(&f, arrange_gather(&f.cx, &t, &x, 1, &flat), ERROR_RUNTIME,
                 "Index tensor must have the same number of dimensions as input tensor");
    expect_error(&f, arrange_gather(&f.cx, &t, &x, 1, &x), ERROR_RUNTIME,
                 "gather(): Expected dtype int64 for index");
    tensor_release(&index);
    tensor_release(&far);
    tensor_release(&tall);
    tensor_release(&flat);
}
END_TEST

START_TEST(scatter)
{
    struct tensor index = longs(DIMS(2, 2), LIST(0, 2, 1, 1)),
                  nine = make_number(&f, DTYPE_INT64, 9);
    struct tensor src = make_tensor(&f, DTYPE_FLOAT32, DIMS(2, 2), LIST(10, 20, 30, 40));
    struct tensor small = make_tensor(&f, DTYPE_FLOAT32, DIMS(2, 1), LIST(1));
    expect_t("value", arrange_scatter(&f.cx, &t, &x, 1, &index, &nine, false), DIMS(2, 3),
             LIST(9, 1, 9, 3, 9, 5));
    expect_t("src", arrange_scatter(&f.cx, &t, &x, 1, &index, &src, false), DIMS(2, 3),
             LIST(10, 1, 20, 3, 40, 5));
    expect_t("add", arrange_scatter(&f.cx, &t, &x, 1, &index, &src, true), DIMS(2, 3),
             LIST(10, 1, 22, 3, 74, 5));
    expect_values("the input stays", &x, LIST(0, 1, 2, 3, 4, 5), 0);
    expect_error(&f, arrange_scatter(&f.cx, &t, &x, 1, &index, &small, false), ERROR_RUNTIME,
                 "Expected index [2, 2] to be smaller than self [2, 3] apart from dimension 1 and "
                 "to be smaller size than src [2, 1]");
    expect_error(&f, arrange_scatter(&f.cx, &t, &x, 1, &index, &index, false), ERROR_RUNTIME,
                 "scatter(): Expected self.dtype to be equal to src.dtype");
    tensor_release(&index);
    tensor_release(&nine);
    tensor_release(&src);
    tensor_release(&small);
}
END_TEST

START_TEST(selection)
{
    struct tensor rows = longs(DIMS(3), LIST(1, 0, 1)), far = longs(DIMS(1), LIST(3));
    struct tensor ids = longs(DIMS(1, 2), LIST(1, 0)), back = longs(DIMS(2), LIST(5, -1));
    expect_t("index_select", arrange_index_select(&f.cx, &t, &x, 0, &rows), DIMS(3, 3),
             LIST(3, 4, 5, 0, 1, 2, 3, 4, 5));
    expect_t("of a transposed", arrange_index_select(&f.cx, &t, &turned, 1, &rows), DIMS(3, 3),
             LIST(3, 0, 3, 4, 1, 4, 5, 2, 5));
    expect_t("embedding", arrange_embedding(&f.cx, &t, &x, &ids), DIMS(1, 2, 3),
             LIST(3, 4, 5, 0, 1, 2));
    expect_t("take", arrange_take(&f.cx, &t, &turned, &back), DIMS(2), LIST(5, 5));
    expect_error(&f, arrange_index_select(&f.cx, &t, &x, 1, &far), ERROR_RUNTIME,
                 "INDICES element is out of DATA bounds, id=3 axis_dim=3");
    expect_error(&f, arrange_embedding(&f.cx, &t, &x, &far), ERROR_INDEX,
                 "index out of range in self");
    expect_error(
        &f, arrange_embedding(&f.cx, &t, &x, &x), ERROR_RUNTIME,
        "Expected tensor for argument #1 'indices' to have one of the following scalar "
        "types: Long, Int; but got torch.FloatTensor instead (while checking arguments for "
        "embedding)");
    tensor_release(&rows);
    tensor_release(&far);
    tensor_release(&ids);
    tensor_release(&back);
}
END_TEST

START_TEST(masks)
{
    struct tensor ids = longs(DIMS(2), LIST(0, 2)), negative = longs(DIMS(1), LIST(-1));
    struct tensor mask = make_tensor(&f, DTYPE_BOOL, DIMS(3), LIST(1, 0, 1));
    struct tensor odd = make_tensor(&f, DTYPE_FLOAT32, DIMS(2, 2), LIST(NAN, 0, -0.0, 1e-40));
    expect_t("one_hot", arrange_one_hot(&f.cx, &t, &ids, -1), DIMS(2, 3), LIST(1, 0, 0, 0, 0, 1));
    expect_t("four classes", arrange_one_hot(&f.cx, &t, &ids, 4), DIMS(2, 4),
             LIST(1, 0, 0, 0, 0, 0, 1, 0));
    expect_error(&f, arrange_one_hot(&f.cx, &t, &ids, 2), ERROR_RUNTIME,
                 "Class values must be smaller than num_classes.");
    expect_error(&f, arrange_one_hot(&f.cx, &t, &negative, -1), ERROR_RUNTIME,
                 "Class values must be non-negative.");
    expect_t("nonzero", arrange_nonzero(&f.cx, &t, &odd), DIMS(2, 2), LIST(0, 0, 1, 1));
    expect_ok(&f, arrange_nonzero(&f.cx, &t, &turned));
    expect_strides("column by column", &t, DIMS(1, 5));
    tensor_release(&t);
    expect_t("masked_select", arrange_masked_select(&f.cx, &t, &x, &mask), DIMS(4),
             LIST(0, 2, 3, 5));
    expect_error(&f, arrange_masked_select(&f.cx, &t, &x, &ids), ERROR_RUNTIME,
                 "masked_select: expected BoolTensor or ByteTensor for mask");
    tensor_release(&ids);
    tensor_release(&negative);
    tensor_release(&mask);
    tensor_release(&odd);
}
END_TEST

Suite *suite_arrange(void)
{
    Suite *suite = suite_create("arrange");
    TCase *group = tcase_create("arrange");
    tcase_add_checked_fixture(group, start, end);
    tcase_add_test(group, cat);
    tcase_add_test(group, stack);
    tcase_add_test(group, repeats);
    tcase_add_test(group, moves);
    tcase_add_test(group, pad);
    tcase_add_test(group, gather);
    tcase_add_test(group, scatter);
    tcase_add_test(group, selection);
    tcase_add_test(group, masks);
    suite_add_tcase(suite, group);
    return suite;
}
