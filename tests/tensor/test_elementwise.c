/* Tests elementwise operations against plain loops in double, over layouts that the walk must get
 * right, and PyTorch's rules for dtypes, strides and refusals. */
#include "expect.h"
#include "helpers.h"
#include "tensor/cells/elementwise.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <math.h>
#include <string.h>

Suite *suite_elementwise(void);

static struct fixture f;

static void start(void)
{
    fixture_start(&f, 2);
}

static void end(void)
{
    fixture_end(&f);
}

/* --- oracles --- */

static double o_neg(double x)
{
    return -x;
}
static double o_sign(double x)
{
    return (x > 0) - (x < 0);
}
static double o_square(double x)
{
    return x * x;
}
static double o_rsqrt(double x)
{
    return 1 / sqrt(x);
}
static double o_reciprocal(double x)
{
    return 1 / x;
}
static double o_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}
static double o_relu(double x)
{
    return x < 0 ? 0 : x;
}
static double o_silu(double x)
{
    return x / (1 + exp(-x));
}
static double o_gelu(double x)
{
    return x * 0.5 * (1 + erf(x / sqrt(2)));
}
static double o_gelu_tanh(double x)
{
    return 0.5 * x * (1 + tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x)));
}
static double o_logsigmoid(double x)
{
    return fmin(0, x) - log1p(exp(-fabs(x)));
}
static double o_frac(double x)
{
    return x - trunc(x);
}

static const struct {
    enum unary_op op;
    const char *name;
    double (*oracle)(double);
} unaries[] = {
    {UNARY_NEG, "neg", o_neg},
    {UNARY_ABS, "abs", fabs},
    {UNARY_SIGN, "sign", o_sign},
    {UNARY_SQUARE, "square", o_square},
    {UNARY_SQRT, "sqrt", sqrt},
    {UNARY_RSQRT, "rsqrt", o_rsqrt},
    {UNARY_RECIPROCAL, "reciprocal", o_reciprocal},
    {UNARY_EXP, "exp", exp},
    {UNARY_EXP2, "exp2", exp2},
    {UNARY_EXPM1, "expm1", expm1},
    {UNARY_LOG, "log", log},
    {UNARY_LOG2, "log2", log2},
    {UNARY_LOG10, "log10", log10},
    {UNARY_LOG1P, "log1p", log1p},
    {UNARY_SIN, "sin", sin},
    {UNARY_COS, "cos", cos},
    {UNARY_TAN, "tan", tan},
    {UNARY_ASIN, "asin", asin},
    {UNARY_ACOS, "acos", acos},
    {UNARY_ATAN, "atan", atan},
    {UNARY_SINH, "sinh", sinh},
    {UNARY_COSH, "cosh", cosh},
    {UNARY_TANH, "tanh", tanh},
    {UNARY_ERF, "erf", erf},
    {UNARY_SIGMOID, "sigmoid", o_sigmoid},
    {UNARY_RELU, "relu", o_relu},
    {UNARY_SILU, "silu", o_silu},
    {UNARY_GELU, "gelu", o_gelu},
    {UNARY_GELU_TANH, "gelu_tanh", o_gelu_tanh},
    {UNARY_LOGSIGMOID, "logsigmoid", o_logsigmoid},
    {UNARY_FLOOR, "floor", floor},
    {UNARY_CEIL, "ceil", ceil},
    {UNARY_ROUND, "round", rint},
    {UNARY_TRUNC, "trunc", trunc},
    {UNARY_FRAC, "frac", o_frac},
};

static double o_add(double x, double y)
{
    return x + y;
}
static double o_sub(double x, double y)
{
    return x - y;
}
static double o_mul(double x, double y)
{
    return x * y;
}
static double o_div(double x, double y)
{
    return x / y;
}
static double o_floor_div(double x, double y)
{
    return floor(x / y);
}
static double o_remainder(double x, double y)
{
    double rest = fmod(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}
static double o_trunc_div(double x, double y)
{
    return trunc(x / y);
}
static double o_max(double x, double y)
{
    return x > y ? x : y;
}
static double o_min(double x, double y)
{
    return x < y ? x : y;
}
static double o_eq(double x, double y)
{
    return x == y;
}
static double o_ne(double x, double y)
{
    return x != y;
}
static double o_lt(double x, double y)
{
    return x < y;
}
static double o_le(double x, double y)
{
    return x <= y;
}
static double o_gt(double x, double y)
{
    return x > y;
}
static double o_ge(double x, double y)
{
    return x >= y;
}
static double o_and(double x, double y)
{
    return x != 0 && y != 0;
}
static double o_or(double x, double y)
{
    return x != 0 || y != 0;
}
static double o_xor(double x, double y)
{
    return (x != 0) != (y != 0);
}

static const struct {
    enum binary_op op;
    const char *name;
    double (*oracle)(double, double);
} binaries[] = {
    {BINARY_ADD, "add", o_add},
    {BINARY_SUB, "sub", o_sub},
    {BINARY_MUL, "mul", o_mul},
    {BINARY_DIV, "div", o_div},
    {BINARY_FLOOR_DIV, "floor_divide", o_floor_div},
    {BINARY_REMAINDER, "remainder", o_remainder},
    {BINARY_FMOD, "fmod", fmod},
    {BINARY_TRUNC_DIV, "div_trunc", o_trunc_div},
    {BINARY_POW, "pow", pow},
    {BINARY_ATAN2, "atan2", atan2},
    {BINARY_MAXIMUM, "maximum", o_max},
    {BINARY_MINIMUM, "minimum", o_min},
    {BINARY_EQ, "eq", o_eq},
    {BINARY_NE, "ne", o_ne},
    {BINARY_LT, "lt", o_lt},
    {BINARY_LE, "le", o_le},
    {BINARY_GT, "gt", o_gt},
    {BINARY_GE, "ge", o_ge},
    {BINARY_LOGICAL_AND, "logical_and", o_and},
    {BINARY_LOGICAL_OR, "logical_or", o_or},
    {BINARY_LOGICAL_XOR, "logical_xor", o_xor},
};
#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

/* --- layouts: the same (3, 4, 5) values, stored in other ways --- */

enum layout { PLAIN, TURNED, STEPPED, SHIFTED, LAYOUTS };

static struct tensor lay_out(enum layout layout, enum dtype dtype, double first, double step)
{
    double values[60];
    for (int k = 0; k < 60; k++) {
        values[k] = first + step * (double)(k * 37 % 60);
    }
    struct tensor plain = make_tensor(&f, dtype, DIMS(3, 4, 5), 60, values), wide, t;
    if (layout == PLAIN) {
        return plain;
    }
    if (layout == TURNED) {
        wide = make_tensor(&f, dtype, DIMS(5, 3, 4), LIST(0));
        expect_ok(&f,
                  view_movedim(&f.cx, &t, &wide, 1, (const int64_t[]){0}, (const int64_t[]){2}));
    } else if (layout == STEPPED) {
        wide = make_tensor(&f, dtype, DIMS(3, 4, 13), LIST(0));
        expect_ok(&f, view_slice(&f.cx, &t, &wide, 2, 0, 13, 3));
    } else {
        wide = make_tensor(&f, dtype, DIMS(5, 4, 5), LIST(0));
        expect_ok(&f, view_narrow(&f.cx, &t, &wide, 0, 1, 3));
    }
    expect_ok(&f, tensor_write(&f.cx, &t, &plain));
    RELEASE(&plain, &wide);
    return t;
}

/* _i runs over unaries and layouts. */
START_TEST(unary_values)
{
    int row = _i / LAYOUTS;
    static const enum dtype kinds[] = {DTYPE_FLOAT32, DTYPE_FLOAT64};
    for (int d = 0; d < 2; d++) {
        struct tensor in = lay_out((enum layout)(_i % LAYOUTS), kinds[d], -3.3, 0.11), out;
        expect_ok(&f, elementwise_unary(&f.cx, unaries[row].op, &out, &in));
        ck_assert_int_eq(out.dtype, kinds[d]);
        for (int k = 0; k < 60; k++) {
            expect_near(unaries[row].name, cell(&out, k), unaries[row].oracle(cell(&in, k)),
                        kinds[d] == DTYPE_FLOAT32 ? 5e-7 : 2e-15);
        }
        RELEASE(&in, &out);
    }
}
END_TEST

START_TEST(unary_specials)
{
    static const struct {
        enum unary_op op;
        double out[6];
    } rows[] = {
        {UNARY_ISNAN, {0, 0, 1, 0, 0, 0}},
        {UNARY_ISINF, {1, 1, 0, 0, 0, 0}},
        {UNARY_ISFINITE, {0, 0, 0, 1, 1, 1}},
        {UNARY_ISPOSINF, {1, 0, 0, 0, 0, 0}},
        {UNARY_ISNEGINF, {0, 1, 0, 0, 0, 0}},
        {UNARY_LOGICAL_NOT, {0, 0, 0, 1, 0, 0}},
        {UNARY_RELU, {INFINITY, 0, NAN, 0, 1, 0}},
        {UNARY_SIGN, {1, -1, 0, 0, 1, -1}},
        {UNARY_SIGMOID, {1, 0, NAN, 0.5, 0.7310585786300049, 0.2689414213699951}},
        {UNARY_EXP, {INFINITY, 0, NAN, 1, 2.718281828459045, 0.36787944117144233}},
        {UNARY_LOG, {INFINITY, NAN, NAN, -INFINITY, 0, NAN}},
        {UNARY_SQRT, {INFINITY, NAN, NAN, 0, 1, NAN}},
    };
    for (int d = DTYPE_FLOAT32; d <= DTYPE_FLOAT64; d++) {
        struct tensor in = make_tensor(&f, (enum dtype)d, DIMS(6),
                                       LIST(INFINITY, -INFINITY, NAN, 0, 1, -1)),
                      out;
        for (int i = 0; i < COUNT(rows); i++) {
            expect_ok(&f, elementwise_unary(&f.cx, rows[i].op, &out, &in));
            expect_values("specials", &out, 6, rows[i].out, 1e-7);
            tensor_release(&out);
        }
        tensor_release(&in);
    }
}
END_TEST

START_TEST(unary_dtypes)
{
    struct tensor b = make_tensor(&f, DTYPE_BOOL, DIMS(2), LIST(0, 1)),
                  u = make_tensor(&f, DTYPE_UINT8, DIMS(2), LIST(200, 1)),
                  l = make_tensor(&f, DTYPE_INT64, DIMS(2), LIST(-4, 9)), out;
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_SQRT, &out, &l));
    ck_assert_int_eq(out.dtype, DTYPE_FLOAT32);
    expect_values("sqrt of int64", &out, LIST(NAN, 3), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_SQUARE, &out, &b));
    ck_assert_int_eq(out.dtype, DTYPE_INT64);
    tensor_release(&out);
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_SQUARE, &out, &u));
    expect_values("uint8 wraps", &out, LIST(64, 1), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_BITWISE_NOT, &out, &b));
    expect_values("~ of bool", &out, LIST(1, 0), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_BITWISE_NOT, &out, &l));
    expect_values("~ of int64", &out, LIST(3, -10), 0);
    tensor_release(&out);
    expect_error(&f, elementwise_unary(&f.cx, UNARY_NEG, &out, &b), ERROR_RUNTIME,
                 "Negation, the `-` operator, on a bool tensor is not supported. If you are trying "
                 "to invert a mask, use the `~` or `logical_not()` operator instead.");
    expect_error(&f, elementwise_unary(&f.cx, UNARY_GELU, &out, &l), ERROR_RUNTIME,
                 "\"GeluKernelImpl\" not implemented for 'Long'");
    expect_error(&f, elementwise_unary(&f.cx, UNARY_ABS, &out, &b), ERROR_RUNTIME,
                 "\"abs_cpu\" not implemented for 'Bool'");
    RELEASE(&b, &u, &l);
}
END_TEST

/* _i runs over binaries and pairs of layouts. */
START_TEST(binary_values)
{
    int row = _i / LAYOUTS;
    for (int other = 0; other < LAYOUTS; other++) {
        struct tensor a = lay_out((enum layout)(_i % LAYOUTS), DTYPE_FLOAT32, 0.25, 0.25),
                      b = lay_out((enum layout)other, DTYPE_FLOAT64, -7.375, 0.25), column, out;
        expect_ok(&f, view_narrow(&f.cx, &column, &b, 1, 2, 1));
        expect_ok(&f, elementwise_binary(&f.cx, binaries[row].op, &out, &a, &column));
        for (int k = 0; k < 60; k++) {
            double y = cell(&column, k / 20 * 5 + k % 5);
            expect_near(binaries[row].name, cell(&out, k), binaries[row].oracle(cell(&a, k), y),
                        1e-14);
        }
        RELEASE(&a, &b, &column, &out);
    }
}
END_TEST

START_TEST(binary_ints)
{
    static const enum binary_op ops[] = {BINARY_ADD,       BINARY_SUB,       BINARY_MUL,
                                         BINARY_FLOOR_DIV, BINARY_REMAINDER, BINARY_FMOD,
                                         BINARY_TRUNC_DIV, BINARY_LT};
    static double (*const oracles[])(double, double) = {
        o_add, o_sub, o_mul, o_floor_div, o_remainder, fmod, o_trunc_div, o_lt};
    for (int d = DTYPE_INT32; d <= DTYPE_INT64; d++) {
        struct tensor a = make_tensor(&f, (enum dtype)d, DIMS(8, 1),
                                      LIST(-7, 7, -6, 6, 0, -1, 1, 100)),
                      b = make_tensor(&f, DTYPE_INT32, DIMS(6), LIST(2, -2, 3, -3, -1, 7)), out;
        for (int i = 0; i < COUNT(ops); i++) {
            expect_ok(&f, elementwise_binary(&f.cx, ops[i], &out, &a, &b));
            for (int k = 0; k < 48; k++) {
                expect_near("int", cell(&out, k), oracles[i](cell(&a, k / 6), cell(&b, k % 6)), 0);
            }
            tensor_release(&out);
        }
        RELEASE(&a, &b);
    }
}
END_TEST

/* The ends of the range: everything wraps, nothing traps. */
START_TEST(binary_wraps)
{
    struct tensor least, minus = make_number(&f, DTYPE_INT64, -1), out;
    expect_ok(&f, tensor_new(&f.cx, &least, DTYPE_INT64, DIMS(1)));
    *(int64_t *)least.storage->data = INT64_MIN;
    static const struct {
        enum binary_op op;
        int64_t wanted;
    } rows[] = {{BINARY_FLOOR_DIV, INT64_MIN}, {BINARY_TRUNC_DIV, INT64_MIN},
                {BINARY_REMAINDER, 0},         {BINARY_FMOD, 0},
                {BINARY_MUL, INT64_MIN},       {BINARY_ADD, INT64_MAX}};
    for (int i = 0; i < COUNT(rows); i++) {
        expect_ok(&f, elementwise_binary(&f.cx, rows[i].op, &out, &least, &minus));
        ck_assert_int_eq(tensor_int_at(&out, 0), rows[i].wanted);
        tensor_release(&out);
    }
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_ABS, &out, &least));
    ck_assert_int_eq(tensor_int_at(&out, 0), INT64_MIN);
    RELEASE(&least, &minus, &out);
}
END_TEST

START_TEST(powers)
{
    static const double exponents[] = {0, 0.5, 1, 2, 3, -0.5, -1, -2, 1.5, -3, 0.1};
    struct tensor x = make_tensor(&f, DTYPE_FLOAT32, DIMS(5), LIST(0.3, 2, 7.7, 0, -2)), out;
    for (int i = 0; i < COUNT(exponents); i++) {
        struct tensor y = make_number(&f, DTYPE_FLOAT64, exponents[i]);
        expect_ok(&f, elementwise_binary(&f.cx, BINARY_POW, &out, &x, &y));
        ck_assert_int_eq(out.dtype, DTYPE_FLOAT32);
        for (int k = 0; k < 5; k++) {
            expect_near("pow", cell(&out, k), pow(cell(&x, k), (float)exponents[i]), 3e-7);
        }
        RELEASE(&y, &out);
    }
    struct tensor l = make_tensor(&f, DTYPE_INT64, DIMS(5), LIST(1, 2, -1, -2, 0)),
                  minus = make_number(&f, DTYPE_INT64, -1), cube = make_number(&f, DTYPE_INT64, 3),
                  plain = make_scalar(&f, DTYPE_INT64, -1);
    expect_error(&f, elementwise_binary(&f.cx, BINARY_POW, &out, &l, &minus), ERROR_RUNTIME,
                 "Integers to negative integer powers are not allowed.");
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_POW, &out, &l, &plain));
    expect_values("a tensor may be negative", &out, LIST(1, 0, -1, 0, 0), 0);
    tensor_release(&out);
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_POW, &out, &l, &cube));
    expect_values("cubes", &out, LIST(1, 8, -1, -8, 0), 0);
    RELEASE(&out, &l, &minus, &cube, &plain, &x);
}
END_TEST

START_TEST(bits)
{
    struct tensor a = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(12, -1, 5)),
                  b = make_tensor(&f, DTYPE_INT64, DIMS(3), LIST(10, 3, 1)),
                  x = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(1)), out;
    static const struct {
        enum binary_op op;
        double wanted[3];
    } rows[] = {{BINARY_BITWISE_AND, {8, 3, 1}},
                {BINARY_BITWISE_OR, {14, -1, 5}},
                {BINARY_BITWISE_XOR, {6, -4, 4}},
                {BINARY_LSHIFT, {12288, -8, 10}},
                {BINARY_RSHIFT, {0, -1, 2}}};
    for (int i = 0; i < COUNT(rows); i++) {
        expect_ok(&f, elementwise_binary(&f.cx, rows[i].op, &out, &a, &b));
        expect_values("bits", &out, 3, rows[i].wanted, 0);
        tensor_release(&out);
    }
    expect_error(&f, elementwise_binary(&f.cx, BINARY_BITWISE_AND, &out, &a, &x), ERROR_RUNTIME,
                 "\"bitwise_and_cpu\" not implemented for 'Float'");
    RELEASE(&a, &b, &x);
}
END_TEST

/* --- dtypes and refusals --- */

START_TEST(result_types)
{
    static const struct {
        enum dtype a;
        int kind_a; /* 1: with dimensions, 0: without, -1: a Python number */
        enum dtype b;
        int kind_b;
        enum dtype wanted;
    } rows[] = {
        {DTYPE_INT64, 1, DTYPE_FLOAT32, 1, DTYPE_FLOAT32},
        {DTYPE_FLOAT32, 1, DTYPE_FLOAT64, 1, DTYPE_FLOAT64},
        {DTYPE_FLOAT32, 1, DTYPE_FLOAT64, 0, DTYPE_FLOAT32},
        {DTYPE_INT64, 1, DTYPE_FLOAT64, 0, DTYPE_FLOAT64},
        {DTYPE_INT64, 1, DTYPE_FLOAT64, -1, DTYPE_FLOAT32},
        {DTYPE_FLOAT64, 1, DTYPE_FLOAT64, -1, DTYPE_FLOAT64},
        {DTYPE_FLOAT32, 1, DTYPE_FLOAT64, -1, DTYPE_FLOAT32},
        {DTYPE_UINT8, 1, DTYPE_INT64, -1, DTYPE_UINT8},
        {DTYPE_UINT8, 1, DTYPE_INT64, 0, DTYPE_UINT8},
        {DTYPE_BOOL, 1, DTYPE_INT64, -1, DTYPE_INT64},
        {DTYPE_BOOL, 1, DTYPE_BOOL, -1, DTYPE_BOOL},
        {DTYPE_INT32, 0, DTYPE_INT64, -1, DTYPE_INT32},
        {DTYPE_INT32, 1, DTYPE_UINT8, 1, DTYPE_INT32},
        {DTYPE_FLOAT64, 0, DTYPE_INT64, 1, DTYPE_FLOAT64},
        {DTYPE_FLOAT64, -1, DTYPE_FLOAT64, -1, DTYPE_FLOAT32},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct tensor a = {.dtype = rows[i].a, .ndim = rows[i].kind_a == 1, .shape = {1}},
                      b = {.dtype = rows[i].b, .ndim = rows[i].kind_b == 1, .shape = {1}};
        a.wrapped = rows[i].kind_a < 0;
        b.wrapped = rows[i].kind_b < 0;
        EXPECT(promotion_result_type(&a, &b) == rows[i].wanted &&
                   promotion_result_type(&b, &a) == rows[i].wanted,
               "row %d: %s", i, dtype_name(promotion_result_type(&a, &b)));
    }
}
END_TEST

START_TEST(binary_refuses)
{
    struct tensor b = make_tensor(&f, DTYPE_BOOL, DIMS(2, 3), LIST(1)),
                  l = make_counting(&f, DTYPE_INT64, DIMS(2, 3)),
                  x = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 3)),
                  wide = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 4)),
                  half = make_number(&f, DTYPE_FLOAT64, 0.5), out;
    expect_error(&f, elementwise_binary(&f.cx, BINARY_SUB, &out, &b, &b), ERROR_RUNTIME,
                 "Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
                 "`^` or `logical_xor()` operator instead.");
    expect_error(&f, elementwise_binary(&f.cx, BINARY_SUB, &out, &x, &b), ERROR_RUNTIME,
                 "Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
                 "trying to invert a mask, use the `~` or `logical_not()` operator instead.");
    expect_error(&f, elementwise_binary(&f.cx, BINARY_ADD, &out, &x, &wide), ERROR_RUNTIME,
                 "The size of tensor a (3) must match the size of tensor b (4) at non-singleton "
                 "dimension 1");
    expect_error(&f, elementwise_binary(&f.cx, BINARY_REMAINDER, &out, &l, &l), ERROR_RUNTIME,
                 "ZeroDivisionError");
    expect_error(&f, elementwise_binary(&f.cx, BINARY_FLOOR_DIV, &out, &b, &b), ERROR_RUNTIME,
                 "\"div_floor_cpu\" not implemented for 'Bool'");
    expect_error(&f, elementwise_binary_into(&f.cx, BINARY_DIV, &l, &x), ERROR_RUNTIME,
                 "result type Float can't be cast to the desired output type Long");
    expect_error(&f, elementwise_binary_into(&f.cx, BINARY_POW, &l, &half), ERROR_RUNTIME,
                 "Found dtype Long but expected Float");
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_DIV, &out, &l, &l));
    expect_values("0 / 0", &out, LIST(NAN, 1, 1, 1, 1, 1), 0);
    ck_assert_int_eq(out.dtype, DTYPE_FLOAT32);
    RELEASE(&b, &l, &x, &wide, &half, &out);
}
END_TEST

/* --- strides of the result --- */

START_TEST(result_strides)
{
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 3, 4)), turned, plain, out,
                  two = make_number(&f, DTYPE_INT64, 2);
    expect_ok(&f, view_transpose(&f.cx, &turned, &x, 0, 2));
    expect_ok(&f, tensor_copy(&f.cx, &plain, &turned));
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_MUL, &out, &turned, &two));
    expect_strides("turned * 2", &out, DIMS(1, 4, 12));
    tensor_release(&out);
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_EXP, &out, &turned));
    expect_strides("exp(turned)", &out, DIMS(1, 4, 12));
    tensor_release(&out);
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_ADD, &out, &turned, &plain));
    expect_strides("turned + plain", &out, DIMS(1, 4, 12));
    tensor_release(&out);
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_ADD, &out, &plain, &turned));
    expect_strides("plain + turned", &out, DIMS(6, 2, 1));
    RELEASE(&out, &x, &turned, &plain, &two);
}
END_TEST

/* --- in place --- */

START_TEST(into_views)
{
    struct tensor x = make_counting(&f, DTYPE_INT64, DIMS(3, 4)), column,
                  ten = make_number(&f, DTYPE_INT64, 10);
    expect_ok(&f, view_select(&f.cx, &column, &x, 1, 2));
    expect_ok(&f, elementwise_binary_into(&f.cx, BINARY_MUL, &column, &ten));
    expect_values("a column times 10", &x, LIST(0, 1, 20, 3, 4, 5, 60, 7, 8, 9, 100, 11), 0);
    expect_ok(&f, elementwise_binary_into(&f.cx, BINARY_ADD, &x, &x));
    expect_values("x += x", &x, LIST(0, 2, 40, 6, 8, 10, 120, 14, 16, 18, 200, 22), 0);
    expect_ok(&f, elementwise_binary_into(&f.cx, BINARY_GT, &x, &ten));
    expect_values("x.gt_(10)", &x, LIST(0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1), 0);
    RELEASE(&x, &column, &ten);
}
END_TEST

static bool refuse_write(void *observer, const struct tensor *region)
{
    *(int64_t *)observer = tensor_numel(region);
    return false;
}

START_TEST(into_is_announced)
{
    int64_t cells = 0;
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(3)), before;
    expect_ok(&f, tensor_copy(&f.cx, &before, &x));
    f.cx.before_write = refuse_write;
    f.cx.observer = &cells;
    ck_assert(!elementwise_binary_into(&f.cx, BINARY_ADD, &x, &before));
    ck_assert_int_eq(cells, 3);
    expect_same("nothing was written", &x, &before, 0);
    RELEASE(&x, &before);
}
END_TEST

/* The same bytes with one thread and several, and for every way to store the operands. */
START_TEST(threads_and_layouts)
{
    struct fixture alone;
    fixture_start(&alone, 1);
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(31, 70, 101)), small, a, b, turned,
                  twisted;
    struct tensor scale = make_number(&f, DTYPE_FLOAT64, 1e-4);
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_MUL, &small, &x, &scale));
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_GELU, &a, &small));
    expect_ok(&alone, elementwise_unary(&alone.cx, UNARY_GELU, &b, &small));
    ck_assert(memcmp(a.storage->data, b.storage->data, a.storage->bytes) == 0);
    tensor_release(&b);
    expect_ok(&f, view_mT(&f.cx, &turned, &small));
    expect_ok(&f, tensor_copy(&f.cx, &twisted, &turned));
    expect_ok(&f, elementwise_unary(&f.cx, UNARY_GELU, &b, &twisted));
    tensor_release(&turned);
    expect_ok(&f, view_mT(&f.cx, &turned, &b));
    expect_same("turned", &turned, &a, 0);
    RELEASE(&x, &small, &a, &b, &turned, &twisted, &scale);
    fixture_end(&alone);
}
END_TEST

/* A loop of its own, whether the result is a new tensor or the old one. */
/* In the caches and beyond: loops of their own. */
static const int64_t rows_of_17[] = {3, 9000};

START_TEST(divides_by_powers_of_two)
{
    int64_t rows = rows_of_17[_i];
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(rows, 17)), by, out;
    expect_ok(&f, tensor_from_double(&f.cx, &by, DTYPE_FLOAT32, -0.125, true));
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_DIV, &out, &x, &by));
    expect_ok(&f, elementwise_binary_into(&f.cx, BINARY_DIV, &x, &by));
    for (int k = 0; k < 17 * (int)rows; k++) {
        ck_assert(cell(&out, k) == -8.0 * k && cell(&x, k) == -8.0 * k);
    }
    RELEASE(&x, &by, &out);
}
END_TEST

START_TEST(masks_few_and_many)
{
    int64_t rows = rows_of_17[_i];
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(rows, 17)), by, mask, out, chosen;
    expect_ok(&f, tensor_from_double(&f.cx, &by, DTYPE_FLOAT32, 20, true));
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_GT, &mask, &x, &by));
    expect_ok(&f, elementwise_masked_fill(&f.cx, &out, &x, &mask, &by));
    expect_ok(&f, elementwise_where(&f.cx, &chosen, &mask, &by, &x));
    for (int k = 0; k < 17 * (int)rows; k++) {
        ck_assert(cell(&out, k) == (k > 20 ? 20 : k) && cell(&chosen, k) == (k > 20 ? 20 : k));
    }
    RELEASE(&x, &by, &mask, &out, &chosen);
}
END_TEST

Suite *suite_elementwise(void)
{
    Suite *s = suite_create("elementwise");
    TCase *t = tcase_create("elementwise");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_loop_test(t, unary_values, 0, COUNT(unaries) * LAYOUTS);
    tcase_add_test(t, unary_specials);
    tcase_add_test(t, unary_dtypes);
    tcase_add_loop_test(t, binary_values, 0, COUNT(binaries) * LAYOUTS);
    tcase_add_test(t, binary_ints);
    tcase_add_test(t, binary_wraps);
    tcase_add_test(t, powers);
    tcase_add_loop_test(t, divides_by_powers_of_two, 0, COUNT(rows_of_17));
    tcase_add_loop_test(t, masks_few_and_many, 0, COUNT(rows_of_17));
    tcase_add_test(t, bits);
    tcase_add_test(t, result_types);
    tcase_add_test(t, binary_refuses);
    tcase_add_test(t, result_strides);
    tcase_add_test(t, into_views);
    tcase_add_test(t, into_is_announced);
    tcase_add_test(t, threads_and_layouts);
    suite_add_tcase(s, t);
    return s;
}
