/* Tests operations that choose, mix or scale cell by cell, and the comparisons of whole tensors.
 * The values and the texts of errors are PyTorch's. */
#include "helpers.h"
#include "tensor/cells/elementwise_scaled.h"
#include "tensor/cells/elementwise_select.h"

#include <math.h>
#include <string.h>

Suite *suite_elementwise_select(void);

static struct fixture f;

static void start(void)
{
    fixture_start(&f, 1);
}

static void end(void)
{
    fixture_end(&f);
}

START_TEST(wheres)
{
    struct tensor c = make_tensor(&f, DTYPE_BOOL, DIMS(2, 1), LIST(1, 0)),
                  a = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(1, 2, 3)),
                  b = make_number(&f, DTYPE_FLOAT64, -INFINITY), out;
    expect_ok(&f, elementwise_where(&f.cx, &out, &c, &a, &b));
    ck_assert_int_eq(out.dtype, DTYPE_FLOAT32);
    expect_values("where", &out, LIST(1, 2, 3, -INFINITY, -INFINITY, -INFINITY), 0);
    tensor_release(&out);
    expect_error(&f, elementwise_where(&f.cx, &out, &a, &a, &a), ERROR_RUNTIME,
                 "where expected condition to be a boolean tensor, but got a tensor with dtype "
                 "Long");
    RELEASE(&c, &a, &b);
}
END_TEST

START_TEST(masked_fills)
{
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 3)),
                  m = make_tensor(&f, DTYPE_BOOL, DIMS(2, 2, 3), LIST(0, 1, 0, 0, 0, 1)),
                  ints = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(0, 1, 0)),
                  floats = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(0, 1, 0)),
                  twos = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(0, 2, 0)),
                  low = make_number(&f, DTYPE_FLOAT64, -INFINITY),
                  far = make_number(&f, DTYPE_FLOAT64, 1e40),
                  l = make_counting(&f, DTYPE_INT64, DIMS(3)), out;
    expect_ok(&f, elementwise_masked_fill(&f.cx, &out, &x, &m, &low));
    expect_shape("the mask is wider", &out, DIMS(2, 2, 3));
    expect_values("masked_fill", &out,
                  LIST(0, -INFINITY, 2, 3, 4, -INFINITY, 0, -INFINITY, 2, 3, 4, -INFINITY), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_masked_fill(&f.cx, &out, &x, &ints, &low));
    expect_values("an integer mask", &out, LIST(0, -INFINITY, 2, 3, -INFINITY, 5), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_masked_fill(&f.cx, &out, &x, &floats, &low));
    expect_values("a float mask masks nothing", &out, LIST(0, 1, 2, 3, 4, 5), 0);
    tensor_release(&out);
    expect_error(&f, elementwise_masked_fill(&f.cx, &out, &x, &twos, &low), ERROR_RUNTIME,
                 "Mask tensor can take 0 and 1 values only");
    expect_error(&f, elementwise_masked_fill(&f.cx, &out, &x, &m, &far), ERROR_RUNTIME,
                 "value cannot be converted to type float without overflow");
    expect_error(&f, elementwise_masked_fill(&f.cx, &out, &l, &m, &low), ERROR_RUNTIME,
                 "value cannot be converted to type int64_t without overflow");
    expect_error(&f, elementwise_masked_fill(&f.cx, &out, &x, &m, &l), ERROR_RUNTIME,
                 "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with 1 "
                 "dimension(s).");
    RELEASE(&x, &m, &ints, &floats, &twos, &low, &far, &l);
}
END_TEST

START_TEST(clamps)
{
    struct tensor x = make_tensor(&f, DTYPE_FLOAT32, DIMS(5), LIST(-2, 0.5, 3, NAN, INFINITY)),
                  low = make_number(&f, DTYPE_INT64, 0), high = make_number(&f, DTYPE_INT64, 1),
                  nan = make_number(&f, DTYPE_FLOAT64, NAN),
                  bounds = make_tensor(&f, DTYPE_FLOAT32, DIMS(5), LIST(-1, 1, NAN, 0, 5)),
                  l = make_counting(&f, DTYPE_INT64, DIMS(3)),
                  half = make_number(&f, DTYPE_FLOAT64, 1.5), out;
    expect_ok(&f, elementwise_clamp(&f.cx, &out, &x, &low, &high));
    expect_values("clamp(0, 1)", &out, LIST(0, 0.5, 1, NAN, 1), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_clamp(&f.cx, &out, &x, &high, &low));
    expect_values("the upper bound wins", &out, LIST(0, 0, 0, NAN, 0), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_clamp(&f.cx, &out, &x, &nan, NULL));
    expect_values("a NaN bounds nothing", &out, LIST(-2, 0.5, 3, NAN, INFINITY), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_clamp(&f.cx, &out, &x, &bounds, NULL));
    expect_values("but as a tensor it wins", &out, LIST(-1, 1, NAN, NAN, INFINITY), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_clamp(&f.cx, &out, &l, NULL, &half));
    ck_assert_int_eq(out.dtype, DTYPE_FLOAT32);
    expect_values("max=1.5", &out, LIST(0, 1, 1.5), 0);
    tensor_release(&out);
    expect_error(&f, elementwise_clamp(&f.cx, &out, &x, NULL, NULL), ERROR_RUNTIME,
                 "torch.clamp: At least one of 'min' or 'max' must not be None");
    RELEASE(&x, &low, &high, &nan, &bounds, &l, &half);
}
END_TEST

START_TEST(lerps)
{
    struct tensor a = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(0, 1, 10)),
                  b = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(1, 3, -10)),
                  d = make_tensor(&f, DTYPE_FLOAT64, DIMS(3), LIST(1)),
                  w = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(0.25, 0.5, 1)), out;
    expect_ok(&f, elementwise_lerp(&f.cx, &out, &a, &b, &w));
    expect_values("lerp", &out, LIST(0.25, 2, -10), 0);
    tensor_release(&out);
    expect_error(&f, elementwise_lerp(&f.cx, &out, &a, &d, &w), ERROR_RUNTIME,
                 "expected dtype float for `end` but got dtype double");
    RELEASE(&a, &b, &d, &w);
}
END_TEST

START_TEST(scaled)
{
    struct tensor x = make_tensor(&f, DTYPE_FLOAT32, DIMS(5), LIST(-2, -0.5, 0, 1.25, 30)),
                  l = make_counting(&f, DTYPE_INT64, DIMS(2)), out;
    expect_ok(&f, elementwise_scaled(&f.cx, SCALED_LEAKY_RELU, &out, &x, 0.1, 0));
    expect_values("leaky_relu", &out, LIST(-0.2, -0.05, 0, 1.25, 30), 1e-7);
    tensor_release(&out);
    expect_ok(&f, elementwise_scaled(&f.cx, SCALED_ELU, &out, &x, 2, 0));
    expect_values("elu", &out, LIST(2 * expm1(-2), 2 * expm1(-0.5), 0, 1.25, 30), 3e-7);
    tensor_release(&out);
    expect_ok(&f, elementwise_scaled(&f.cx, SCALED_SOFTPLUS, &out, &x, 1, 20));
    expect_values("softplus", &out,
                  LIST(log1p(exp(-2)), log1p(exp(-0.5)), log(2), log1p(exp(1.25)), 30), 3e-7);
    tensor_release(&out);
    expect_ok(&f, elementwise_round_decimals(&f.cx, &out, &x, 1));
    expect_values("to tenths", &out, LIST(-2, -0.5, 0, 1.2, 30), 1e-7);
    tensor_release(&out);
    expect_ok(&f, elementwise_round_decimals(&f.cx, &out, &x, -1));
    expect_values("to tens", &out, LIST(0, 0, 0, 0, 30), 0);
    tensor_release(&out);
    expect_error(&f, elementwise_scaled(&f.cx, SCALED_LEAKY_RELU, &out, &l, 0.1, 0), ERROR_RUNTIME,
                 "\"leaky_relu_cpu\" not implemented for 'Long'");
    RELEASE(&x, &l);
}
END_TEST

START_TEST(closeness)
{
    struct tensor a = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(1, INFINITY, 1000)),
                  b = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(1, INFINITY, 1000.005)),
                  n = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(1, NAN, 2)),
                  d = make_tensor(&f, DTYPE_FLOAT64, DIMS(3), LIST(1)),
                  one = make_tensor(&f, DTYPE_FLOAT32, DIMS(1), LIST(1));
    bool result;
    expect_ok(&f, elementwise_allclose(&f.cx, &result, &a, &b, 1e-5, 1e-8, false));
    ck_assert(result);
    expect_ok(&f, elementwise_allclose(&f.cx, &result, &a, &b, 1e-6, 1e-8, false));
    ck_assert(!result);
    expect_ok(&f, elementwise_allclose(&f.cx, &result, &n, &n, 1e-5, 1e-8, false));
    ck_assert(!result);
    expect_ok(&f, elementwise_allclose(&f.cx, &result, &n, &n, 1e-5, 1e-8, true));
    ck_assert(result);
    expect_error(&f, elementwise_allclose(&f.cx, &result, &a, &d, 1e-5, 1e-8, false), ERROR_RUNTIME,
                 "Float did not match Double");
    expect_error(&f, elementwise_allclose(&f.cx, &result, &a, &b, -1, 1e-8, false), ERROR_RUNTIME,
                 "rtol must be greater than or equal to zero, but got -1");
    expect_ok(&f, elementwise_equal(&f.cx, &result, &a, &a));
    ck_assert(result);
    expect_ok(&f, elementwise_equal(&f.cx, &result, &a, &b));
    ck_assert(!result);
    expect_ok(&f, elementwise_equal(&f.cx, &result, &d, &one));
    ck_assert(!result);
    RELEASE(&a, &b, &n, &d, &one);
}
END_TEST

Suite *suite_elementwise_select(void)
{
    Suite *s = suite_create("elementwise_select");
    TCase *t = tcase_create("elementwise_select");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, wheres);
    tcase_add_test(t, masked_fills);
    tcase_add_test(t, clamps);
    tcase_add_test(t, lerps);
    tcase_add_test(t, scaled);
    tcase_add_test(t, closeness);
    suite_add_tcase(s, t);
    return s;
}
