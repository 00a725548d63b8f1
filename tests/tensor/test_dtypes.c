/* Tests int8, int16, float16, bfloat16 and complex64: conversions and rounding against plain
 * arithmetic, promotion, overflow, and PyTorch 1.13's bits where a short float is rounded on the
 * way. */
#include "expect.h"

#include "bits.h"
#include "tensor/cells/complex64.h"
#include "tensor/cells/elementwise.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/reduce.h"
#include "tensor/cells/scan.h"
#include "tensor/cells/softmax.h"
#include "tensor/compute/convert.h"
#include "tensor/compute/half.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_linear.h"
#include "tensor/shape/arrange_map.h"

#include <math.h>

Suite *suite_dtypes(void);

static const enum dtype shorts[] = {DTYPE_FLOAT16, DTYPE_BFLOAT16};

static float widen(enum dtype d, uint16_t bits)
{
    return d == DTYPE_FLOAT16 ? half_from_float16(bits) : half_from_bfloat16(bits);
}

static uint16_t narrow(enum dtype d, float x)
{
    return d == DTYPE_FLOAT16 ? half_to_float16(x) : half_to_bfloat16(x);
}

/* Every one of the 65536 numbers. */
START_TEST(numbers_survive_the_way_through_float32)
{
    enum dtype d = shorts[_i];
    for (uint32_t bits = 0; bits < 65536; bits++) {
        float x = widen(d, (uint16_t)bits);
        if (isnan(x)) {
            EXPECT(isnan(widen(d, narrow(d, x))), "0x%04x is no longer NaN", bits);
        } else {
            EXPECT(narrow(d, x) == bits, "0x%04x came back as 0x%04x", bits, narrow(d, x));
        }
    }
}
END_TEST

/* Between two neighbours: the nearer, at the middle the even one. */
START_TEST(rounds_to_the_nearest_and_ties_to_even)
{
    enum dtype d = shorts[_i];
    uint32_t infinity = d == DTYPE_FLOAT16 ? 0x7c00 : 0x7f80;
    for (uint32_t bits = 0; bits + 1 < infinity; bits++) {
        float low = widen(d, (uint16_t)bits), high = widen(d, (uint16_t)(bits + 1));
        float middle = (float)(((double)low + (double)high) / 2);
        uint32_t even = bits % 2 == 0 ? bits : bits + 1;
        EXPECT(narrow(d, middle) == even, "the middle above 0x%04x", bits);
        EXPECT(narrow(d, nextafterf(middle, low)) == bits, "below the middle above 0x%04x", bits);
        EXPECT(narrow(d, nextafterf(middle, high)) == bits + 1, "above it: 0x%04x", bits);
        EXPECT(narrow(d, -middle) == (even | 0x8000u), "the negative middle of 0x%04x", bits);
    }
    ck_assert(isinf(widen(d, narrow(d, 3.4e38f * 2))));
    ck_assert_int_eq(narrow(DTYPE_FLOAT16, 65519.0f), 0x7bff);
    ck_assert_int_eq(narrow(DTYPE_FLOAT16, 65520.0f), 0x7c00);
}
END_TEST

/* From each type to each, with numbers that all of them hold. */
START_TEST(conversions_keep_what_fits)
{
    enum dtype from = (enum dtype)(_i / DTYPE_COUNT), to = (enum dtype)(_i % DTYPE_COUNT);
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor a = make_tensor(&f, from, DIMS(5), LIST(0, 1, 2, 100, 3)), b;
    expect_ok(&f, tensor_cast(&f.cx, &b, &a, to));
    for (int64_t k = 0; k < 5; k++) {
        double x = cell(&a, k), wanted = to == DTYPE_BOOL ? x != 0 : x;
        expect_near(dtype_name(to), cell(&b, k), wanted, 0);
    }
    RELEASE(&a, &b);
    fixture_end(&f);
}
END_TEST

/* Floats that do not fit: as x86 cuts them (measured with PyTorch). */
START_TEST(floats_out_of_range)
{
    static const double from[] = {3e10, 40000, -40000, 1e10, 300, -300, 200, -129, NAN, INFINITY};
    static const double int16[] = {0, -25536, 25536, 0, 300, -300, 200, -129, 0, 0};
    static const double int8[] = {0, 64, -64, 0, 44, -44, -56, 127, 0, 0};
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor a = make_tensor(&f, DTYPE_FLOAT32, DIMS(10), 10, from), b, c;
    expect_ok(&f, tensor_cast(&f.cx, &b, &a, DTYPE_INT16));
    expect_ok(&f, tensor_cast(&f.cx, &c, &a, DTYPE_INT8));
    expect_values("int16", &b, 10, int16, 0);
    expect_values("int8", &c, 10, int8, 0);
    RELEASE(&a, &b, &c);
    fixture_end(&f);
}
END_TEST

/* A number is rounded to the short float before it is computed with. */
START_TEST(numbers_are_rounded_first)
{
    struct fixture f;
    fixture_start(&f, 1);
    enum dtype d = shorts[_i];
    struct tensor a = make_tensor(&f, d, DIMS(3), LIST(1, -2, 3.5)), tenth, sum;
    tenth = make_number(&f, DTYPE_FLOAT64, 0.1);
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_MUL, &sum, &a, &tenth));
    ck_assert_int_eq(sum.dtype, d);
    for (int64_t k = 0; k < 3; k++) {
        float x = half_round(d, (float)cell(&a, k) * half_round(d, 0.1f));
        expect_near("product", cell(&sum, k), (double)x, 0);
    }
    RELEASE(&a, &tenth, &sum);
    fixture_end(&f);
}
END_TEST

START_TEST(promotion)
{
    static const struct {
        enum dtype a, b, both;
    } rows[] = {
        {DTYPE_UINT8, DTYPE_INT8, DTYPE_INT16},
        {DTYPE_BOOL, DTYPE_INT8, DTYPE_INT8},
        {DTYPE_INT8, DTYPE_INT16, DTYPE_INT16},
        {DTYPE_UINT8, DTYPE_INT16, DTYPE_INT16},
        {DTYPE_INT16, DTYPE_INT32, DTYPE_INT32},
        {DTYPE_INT64, DTYPE_FLOAT16, DTYPE_FLOAT16},
        {DTYPE_INT64, DTYPE_BFLOAT16, DTYPE_BFLOAT16},
        {DTYPE_FLOAT16, DTYPE_BFLOAT16, DTYPE_FLOAT32},
        {DTYPE_BFLOAT16, DTYPE_FLOAT32, DTYPE_FLOAT32},
        {DTYPE_FLOAT16, DTYPE_FLOAT64, DTYPE_FLOAT64},
        {DTYPE_FLOAT32, DTYPE_COMPLEX64, DTYPE_COMPLEX64},
        {DTYPE_INT8, DTYPE_COMPLEX64, DTYPE_COMPLEX64},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        ck_assert_int_eq(dtype_promote(rows[k].a, rows[k].b), rows[k].both);
        ck_assert_int_eq(dtype_promote(rows[k].b, rows[k].a), rows[k].both);
    }
}
END_TEST

/* All pairs of int8, and int16 beside them: what C's casts say. */
START_TEST(integers_wrap)
{
    struct fixture f;
    fixture_start(&f, 1);
    enum dtype d = _i == 0 ? DTYPE_INT8 : DTYPE_INT16;
    int step = _i == 0 ? 1 : 255;
    struct tensor a = make_counting(&f, d, DIMS(256)), column = a, sum, product, quotient;
    for (int64_t k = 0; k < 256; k++) {
        tensor_set_int(&a, k, (k - 128) * step);
    }
    column.ndim = 2;
    column.shape[1] = 1;
    column.stride[1] = 1;
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_ADD, &sum, &column, &a));
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_MUL, &product, &column, &a));
    tensor_set_int(&a, 128, 7); /* no 0 */
    expect_ok(&f, elementwise_binary(&f.cx, BINARY_FLOOR_DIV, &quotient, &column, &a));
    for (int64_t i = 0; i < 256; i++) {
        for (int64_t j = 0; j < 256; j++) {
            int64_t y = (j - 128) * step, z = j == 128 ? 7 : y;
            int64_t x = i == 128 ? 7 : (i - 128) * step; /* column shares a's cells */
            int64_t down = (int64_t)floor((double)x / (double)z);
            int64_t at = i * 256 + j, first = (i - 128) * step;
#define WRAP(v) (_i == 0 ? (int64_t)(int8_t)(uint8_t)(v) : (int64_t)(int16_t)(uint16_t)(v))
            EXPECT(tensor_int_at(&sum, at) == WRAP(first + y), "sum of %d and %d", (int)first,
                   (int)y);
            EXPECT(tensor_int_at(&product, at) == WRAP(first * y), "product of %d and %d",
                   (int)first, (int)y);
            EXPECT(tensor_int_at(&quotient, at) == WRAP(down), "%d // %d", (int)x, (int)z);
        }
    }
    RELEASE(&a, &sum, &product, &quotient);
    fixture_end(&f);
}
END_TEST

/* Made by PyTorch 1.13.1 (CPU with AVX-512): bits_sum of the result as float32. The input is (5,
 * n), seed 4; layer_norm's (3, n), seed 1, its weight seed 2, its bias seed 3. */
enum function {
    LAYER_NORM,
    SOFTMAX,
    SOFTMAX0,
    LOG_SOFTMAX,
    LOG_SOFTMAX0,
    SUM,
    MEAN,
    LOGSUMEXP,
    CUMSUM,
    NORM,
    NORM3,
    RSQRT,
    SILU,
    GELU_TANH,
    FLOOR_DIV
};
static const struct {
    enum function function;
    enum dtype dtype;
    int64_t n;
    uint32_t sum;
} rounded[] = {
    {LAYER_NORM, DTYPE_BFLOAT16, 3, 0xc41b1176u},    {LAYER_NORM, DTYPE_BFLOAT16, 16, 0xa0626f04u},
    {LAYER_NORM, DTYPE_BFLOAT16, 17, 0xb7da2394u},   {LAYER_NORM, DTYPE_BFLOAT16, 100, 0x83ca3a42u},
    {LAYER_NORM, DTYPE_BFLOAT16, 300, 0x7dbb79a3u},  {LAYER_NORM, DTYPE_BFLOAT16, 768, 0x7d5e2339u},
    {LAYER_NORM, DTYPE_BFLOAT16, 5000, 0xa3fee392u}, {SOFTMAX, DTYPE_BFLOAT16, 3, 0x2093892eu},
    {SOFTMAX0, DTYPE_BFLOAT16, 3, 0xa3983eceu},      {LOG_SOFTMAX, DTYPE_BFLOAT16, 3, 0x5d3a24a6u},
    {LOG_SOFTMAX0, DTYPE_BFLOAT16, 3, 0x6897fe0eu},  {SUM, DTYPE_BFLOAT16, 3, 0xa25ad2dfu},
    {MEAN, DTYPE_BFLOAT16, 3, 0xd28463c4u},          {LOGSUMEXP, DTYPE_BFLOAT16, 3, 0x32c2fb3au},
    {CUMSUM, DTYPE_BFLOAT16, 3, 0x76cac6bau},        {NORM, DTYPE_BFLOAT16, 3, 0x91cf2a87u},
    {NORM3, DTYPE_BFLOAT16, 3, 0x54d77bf3u},         {RSQRT, DTYPE_BFLOAT16, 3, 0xf59958c0u},
    {SILU, DTYPE_BFLOAT16, 3, 0x35065fcfu},          {GELU_TANH, DTYPE_BFLOAT16, 3, 0x3dc89049u},
    {FLOOR_DIV, DTYPE_BFLOAT16, 3, 0x1ab53c4au},     {SOFTMAX, DTYPE_BFLOAT16, 16, 0x3e8bcf68u},
    {SOFTMAX0, DTYPE_BFLOAT16, 16, 0x4c36900fu},     {LOG_SOFTMAX, DTYPE_BFLOAT16, 16, 0x8a8ccaefu},
    {LOG_SOFTMAX0, DTYPE_BFLOAT16, 16, 0x64403127u}, {SUM, DTYPE_BFLOAT16, 16, 0x901d0cf3u},
    {MEAN, DTYPE_BFLOAT16, 16, 0x5e5eb759u},         {LOGSUMEXP, DTYPE_BFLOAT16, 16, 0xd118a1c6u},
    {CUMSUM, DTYPE_BFLOAT16, 16, 0x60419c05u},       {NORM, DTYPE_BFLOAT16, 16, 0x12bf04d4u},
    {NORM3, DTYPE_BFLOAT16, 16, 0x974e7bfcu},        {RSQRT, DTYPE_BFLOAT16, 16, 0x6e664326u},
    {SILU, DTYPE_BFLOAT16, 16, 0xdfdb8371u},         {GELU_TANH, DTYPE_BFLOAT16, 16, 0x140ba502u},
    {FLOOR_DIV, DTYPE_BFLOAT16, 16, 0xc6dee3dau},    {SOFTMAX, DTYPE_BFLOAT16, 35, 0xc3cc3889u},
    {SOFTMAX0, DTYPE_BFLOAT16, 35, 0x5c9be2ffu},     {LOG_SOFTMAX, DTYPE_BFLOAT16, 35, 0x36efc2a3u},
    {LOG_SOFTMAX0, DTYPE_BFLOAT16, 35, 0xfb5b3602u}, {SUM, DTYPE_BFLOAT16, 35, 0xfd85975au},
    {MEAN, DTYPE_BFLOAT16, 35, 0xf962619cu},         {LOGSUMEXP, DTYPE_BFLOAT16, 35, 0xc7b261d0u},
    {CUMSUM, DTYPE_BFLOAT16, 35, 0xaadd169eu},       {NORM, DTYPE_BFLOAT16, 35, 0x550af137u},
    {NORM3, DTYPE_BFLOAT16, 35, 0x96a98484u},        {RSQRT, DTYPE_BFLOAT16, 35, 0xba9d7782u},
    {SILU, DTYPE_BFLOAT16, 35, 0xa2b97116u},         {GELU_TANH, DTYPE_BFLOAT16, 35, 0x2562439du},
    {FLOOR_DIV, DTYPE_BFLOAT16, 35, 0x198e2af1u},    {SUM, DTYPE_FLOAT16, 3, 0xb6b04908u},
    {MEAN, DTYPE_FLOAT16, 3, 0xd38259e7u},           {NORM, DTYPE_FLOAT16, 3, 0x4f341d5cu},
    {NORM3, DTYPE_FLOAT16, 3, 0x15a2bd63u},          {SUM, DTYPE_FLOAT16, 16, 0x84e7e4dfu},
    {MEAN, DTYPE_FLOAT16, 16, 0x44c43555u},          {NORM, DTYPE_FLOAT16, 16, 0xfb84422cu},
    {NORM3, DTYPE_FLOAT16, 16, 0xf59050bfu},         {SUM, DTYPE_FLOAT16, 35, 0x457ed888u},
    {MEAN, DTYPE_FLOAT16, 35, 0x09ba52b6u},          {NORM, DTYPE_FLOAT16, 35, 0x2edbd55fu},
    {NORM3, DTYPE_FLOAT16, 35, 0x6851090cu},
};
enum { ROUNDED = sizeof rounded / sizeof rounded[0] };

static struct tensor short_input(struct fixture *f, enum dtype d, int ndim, const int64_t *shape,
                                 uint32_t seed)
{
    struct tensor wide = bits_input(f, ndim, shape, seed), t;
    expect_ok(f, tensor_cast(&f->cx, &t, &wide, d));
    tensor_release(&wide);
    return t;
}

static uint32_t short_sum(struct fixture *f, const struct tensor *t)
{
    struct tensor wide;
    expect_ok(f, tensor_cast(&f->cx, &wide, t, DTYPE_FLOAT32));
    uint32_t sum = bits_sum(&wide);
    tensor_release(&wide);
    return sum;
}

static bool carry_out(struct fixture *f, enum function function, enum dtype d, int64_t n,
                      struct tensor *out)
{
    struct compute *cx = &f->cx;
    const int64_t rows[] = {function == LAYER_NORM ? 3 : 5, n};
    struct tensor x = short_input(f, d, 2, rows, function == LAYER_NORM ? 1 : 4);
    struct tensor w = short_input(f, d, 1, &n, 2), b = short_input(f, d, 1, &n, 3), y = {0};
    bool ok = false;
    switch (function) {
    case LAYER_NORM:
        ok = reduce_layer_norm(cx, out, &x, 1, &w, &b, 1e-5);
        break;
    case SOFTMAX:
        ok = reduce_softmax(cx, out, &x, 1);
        break;
    case SOFTMAX0:
        ok = reduce_softmax(cx, out, &x, 0);
        break;
    case LOG_SOFTMAX:
        ok = reduce_log_softmax(cx, out, &x, 1);
        break;
    case LOG_SOFTMAX0:
        ok = reduce_log_softmax(cx, out, &x, 0);
        break;
    case SUM:
        ok = reduce_fold(cx, REDUCE_SUM, out, &x, 2u, false);
        break;
    case MEAN:
        ok = reduce_fold(cx, REDUCE_MEAN, out, &x, 2u, false);
        break;
    case LOGSUMEXP:
        ok = reduce_fold(cx, REDUCE_LOGSUMEXP, out, &x, 2u, false);
        break;
    case CUMSUM:
        ok = reduce_cumsum(cx, out, &x, 1);
        break;
    case NORM:
        ok = reduce_norm(cx, out, &x, 2u, 2, false);
        break;
    case NORM3:
        ok = reduce_norm(cx, out, &x, 2u, 3, false);
        break;
    case RSQRT:
        ok =
            elementwise_unary(cx, UNARY_ABS, &y, &x) && elementwise_unary(cx, UNARY_RSQRT, out, &y);
        break;
    case SILU:
        ok = elementwise_unary(cx, UNARY_SILU, out, &x);
        break;
    case GELU_TANH:
        ok = elementwise_unary(cx, UNARY_GELU_TANH, out, &x);
        break;
    case FLOOR_DIV:
        ok = arrange_flip(cx, &y, &x, 1u) && elementwise_binary(cx, BINARY_FLOOR_DIV, out, &x, &y);
        break;
    }
    RELEASE(&x, &w, &b, &y);
    return ok;
}

START_TEST(short_floats_have_pytorchs_bits)
{
    for (int threads = 1; threads <= 3; threads++) {
        struct fixture f;
        struct tensor out;
        fixture_start(&f, threads);
        expect_ok(&f, carry_out(&f, rounded[_i].function, rounded[_i].dtype, rounded[_i].n, &out));
        ck_assert_int_eq(out.dtype, rounded[_i].dtype);
        ck_assert_uint_eq(short_sum(&f, &out), rounded[_i].sum);
        tensor_release(&out);
        fixture_end(&f);
    }
}
END_TEST

/* Products of bfloat16, made by the same PyTorch: a of seed 5, b of seed 6; sums for b and b as a
 * transposed view, then the same with a as one. B is 0 for matrices. */
static const struct {
    int64_t B, M, K, N;
    uint32_t sum[4];
} products[] = {
    {0, 3, 4, 5, {0xb7ff5947u, 0x4310b24cu, 0xb7ff5947u, 0xb7ff5947u}},
    {0, 4, 7, 33, {0x290122c2u, 0xf96178bau, 0x290122c2u, 0x290122c2u}},
    {0, 6, 8, 1, {0xc67d2265u, 0xc67d2265u, 0xc67d2265u, 0xc67d2265u}},
    {0, 1, 8, 9, {0x56a1b04bu, 0x64dd68b9u, 0x56a1b04bu, 0x64dd68b9u}},
    {0, 16, 17, 16, {0x3c0311afu, 0x3c0311afu, 0x3c0311afu, 0x3c0311afu}},
    {3, 4, 5, 6, {0x4a5cd39eu, 0x4a5cd39eu, 0x4a5cd39eu, 0x4a5cd39eu}},
    {3, 6, 9, 8, {0x03a18470u, 0xd80d732cu, 0x03a18470u, 0x03a18470u}},
    {12, 7, 7, 7, {0x7d023aa2u, 0x7d023aa2u, 0x7d023aa2u, 0x7d023aa2u}},
};
enum { PRODUCTS = sizeof products / sizeof products[0] };

/* The same numbers, column by column in memory. */
static struct tensor column_major(struct fixture *f, const struct tensor *t)
{
    struct tensor view, copy, back;
    expect_ok(f, view_transpose(&f->cx, &view, t, -1, -2));
    expect_ok(f, tensor_contiguous(&f->cx, &copy, &view));
    expect_ok(f, view_transpose(&f->cx, &back, &copy, -1, -2));
    RELEASE(&view, &copy);
    return back;
}

START_TEST(products_have_pytorchs_bits)
{
    int64_t B = products[_i].B, M = products[_i].M, K = products[_i].K, N = products[_i].N;
    const int64_t a_shape[] = {B, M, K}, b_shape[] = {B, K, N};
    int skip = B == 0;
    struct fixture f;
    fixture_start(&f, 2);
    struct tensor a[2], b[2], c;
    a[0] = short_input(&f, DTYPE_BFLOAT16, 3 - skip, a_shape + skip, 5);
    b[0] = short_input(&f, DTYPE_BFLOAT16, 3 - skip, b_shape + skip, 6);
    a[1] = column_major(&f, &a[0]);
    b[1] = column_major(&f, &b[0]);
    for (int k = 0; k < 4; k++) {
        expect_ok(&f, matmul_matmul(&f.cx, &c, &a[k / 2], &b[k % 2]));
        EXPECT(short_sum(&f, &c) == products[_i].sum[k], "layout %d of row %d", k, _i);
        tensor_release(&c);
    }
    RELEASE(&a[0], &a[1], &b[0], &b[1]);
    fixture_end(&f);
}
END_TEST

/* linear(a, w, bias), and addmm(bias, a, w.t() as a matrix of its own); the bias has seed 7. */
static const struct {
    int64_t M, K, N;
    uint32_t linear, addmm;
} biased[] = {
    {3, 4, 5, 0xb70c34deu, 0x2637a5c2u},
    {4, 7, 33, 0x205498edu, 0x7294232du},
    {16, 17, 16, 0xeb34f6e3u, 0xeb34f6e3u},
    {5, 6, 1, 0xbf79b615u, 0xbf79b615u},
};
enum { BIASED = sizeof biased / sizeof biased[0] };

START_TEST(biases_have_pytorchs_bits)
{
    int64_t M = biased[_i].M, K = biased[_i].K, N = biased[_i].N;
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor a = short_input(&f, DTYPE_BFLOAT16, DIMS(M, K), 5), t, own, c;
    struct tensor w = short_input(&f, DTYPE_BFLOAT16, DIMS(N, K), 6);
    struct tensor bias = short_input(&f, DTYPE_BFLOAT16, DIMS(N), 7);
    expect_ok(&f, matmul_linear(&f.cx, &c, &a, &w, &bias));
    ck_assert_uint_eq(short_sum(&f, &c), biased[_i].linear);
    tensor_release(&c);
    expect_ok(&f, view_transpose(&f.cx, &t, &w, 0, 1));
    expect_ok(&f, tensor_contiguous(&f.cx, &own, &t));
    expect_ok(&f, matmul_addmm(&f.cx, &c, &bias, &a, &own, 1, 1));
    ck_assert_uint_eq(short_sum(&f, &c), biased[_i].addmm);
    RELEASE(&a, &w, &bias, &t, &own, &c);
    fixture_end(&f);
}
END_TEST

/* More cells than one thread takes: the last n % 32 are rounded more often, wherever a part ends.
 */
START_TEST(threads_do_not_show)
{
    uint32_t first = 0;
    for (int threads = 1; threads <= 4; threads++) {
        struct fixture f;
        struct tensor root;
        fixture_start(&f, threads);
        struct tensor x = short_input(&f, DTYPE_BFLOAT16, DIMS(200017), 9);
        expect_ok(&f, elementwise_unary(&f.cx, UNARY_RSQRT, &root, &x));
        uint32_t sum = short_sum(&f, &root);
        first = threads == 1 ? sum : first;
        ck_assert_uint_eq(sum, first);
        RELEASE(&x, &root);
        fixture_end(&f);
    }
}
END_TEST

START_TEST(half_is_refused)
{
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor x = make_tensor(&f, DTYPE_FLOAT16, DIMS(2, 2), LIST(1, 2, 3, 4)), out;
    struct tensor number = make_number(&f, DTYPE_FLOAT64, -1e9);
    struct tensor mask = make_tensor(&f, DTYPE_BOOL, DIMS(2, 2), LIST(1));
    expect_error(&f, matmul_matmul(&f.cx, &out, &x, &x), ERROR_RUNTIME,
                 "\"addmm_impl_cpu_\" not implemented for 'Half'");
    expect_error(&f, elementwise_unary(&f.cx, UNARY_EXP, &out, &x), ERROR_RUNTIME,
                 "\"exp_vml_cpu\" not implemented for 'Half'");
    expect_error(&f, reduce_softmax(&f.cx, &out, &x, -1), ERROR_RUNTIME,
                 "\"softmax_lastdim_kernel_impl\" not implemented for 'Half'");
    expect_error(&f, reduce_layer_norm(&f.cx, &out, &x, 1, NULL, NULL, 1e-5), ERROR_RUNTIME,
                 "\"LayerNormKernelImpl\" not implemented for 'Half'");
    expect_error(&f, elementwise_masked_fill(&f.cx, &out, &x, &mask, &number), ERROR_RUNTIME,
                 "value cannot be converted to type at::Half without overflow");
    RELEASE(&x, &number, &mask);
    fixture_end(&f);
}
END_TEST

/* --- complex64 --- */

START_TEST(complex_views_share_memory)
{
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(3, 4, 2)), z, turned, imag, pairs;
    expect_ok(&f, complex_view(&f.cx, &z, &x));
    expect_shape("z", &z, DIMS(3, 4));
    expect_strides("z", &z, DIMS(4, 1));
    expect_ok(&f, view_transpose(&f.cx, &turned, &z, 0, 1));
    expect_ok(&f, complex_part(&f.cx, &imag, &turned, true));
    expect_values("imag", &imag, LIST(1, 9, 17, 3, 11, 19, 5, 13, 21, 7, 15, 23), 0);
    expect_ok(&f, complex_pairs(&f.cx, &pairs, &turned));
    expect_strides("pairs", &pairs, DIMS(2, 8, 1));
    ck_assert_ptr_eq(pairs.storage, x.storage);
    RELEASE(&x, &z, &turned, &imag, &pairs);
    fixture_end(&f);
}
END_TEST

START_TEST(complex_views_are_refused)
{
    static const struct {
        int64_t shape[2], stride[2], offset;
        const char *text;
    } rows[] = {
        {{3, 3}, {4, 1}, 0, "Tensor must have a last dimension of size 2"},
        {{2, 2}, {1, 2}, 0, "Tensor must have a last dimension with stride 1"},
        {{2, 2}, {3, 1}, 0, "Tensor must have a stride divisible by 2 for all but last dimension"},
        {{2, 2}, {2, 1}, 1, "Tensor must have a storage_offset divisible by 2"},
    };
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(12)), out;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct tensor t = x;
        t.ndim = 2;
        memcpy(t.shape, rows[k].shape, sizeof rows[k].shape);
        memcpy(t.stride, rows[k].stride, sizeof rows[k].stride);
        t.offset = rows[k].offset;
        expect_error(&f, complex_view(&f.cx, &out, &t), ERROR_RUNTIME, rows[k].text);
    }
    expect_error(&f, complex_pairs(&f.cx, &out, &x), ERROR_RUNTIME,
                 "view_as_real is only supported for complex tensors");
    tensor_release(&x);
    fixture_end(&f);
}
END_TEST

/* Against plain arithmetic in double, broadcast. */
START_TEST(complex_arithmetic)
{
    enum { ROWS = 5, N = 13 };
    struct fixture f;
    fixture_start(&f, 2);
    struct tensor x = bits_input(&f, DIMS(ROWS, N, 2), 1), y = bits_input(&f, DIMS(N, 2), 2);
    struct tensor a, b, out[3], parts[3];
    static const enum binary_op ops[] = {BINARY_ADD, BINARY_SUB, BINARY_MUL};
    expect_ok(&f, complex_view(&f.cx, &a, &x));
    expect_ok(&f, complex_view(&f.cx, &b, &y));
    for (int k = 0; k < 3; k++) {
        expect_ok(&f, elementwise_binary(&f.cx, ops[k], &out[k], &a, &b));
        expect_ok(&f, complex_pairs(&f.cx, &parts[k], &out[k]));
    }
    for (int64_t i = 0; i < ROWS * N; i++) {
        double p = cell(&x, 2 * i), q = cell(&x, 2 * i + 1);
        double r = cell(&y, i % N * 2), s = cell(&y, i % N * 2 + 1);
        const double wanted[3][2] = {
            {p + r, q + s}, {p - r, q - s}, {p * r - q * s, p * s + q * r}};
        for (int k = 0; k < 6; k++) {
            expect_near("complex", cell(&parts[k / 2], 2 * i + k % 2), wanted[k / 2][k % 2], 2e-6);
        }
    }
    RELEASE(&x, &y, &a, &b);
    release_tensors(3, (struct tensor *[]){&out[0], &out[1], &out[2]});
    release_tensors(3, (struct tensor *[]){&parts[0], &parts[1], &parts[2]});
    fixture_end(&f);
}
END_TEST

START_TEST(polar_and_back)
{
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor size = make_tensor(&f, DTYPE_FLOAT32, DIMS(4), LIST(1, 2, 0.5, 3));
    struct tensor turn = make_tensor(&f, DTYPE_FLOAT32, DIMS(4), LIST(0, 1, -2, 3)), z, conj,
                  length;
    struct tensor angle;
    expect_ok(&f, complex_polar(&f.cx, &z, &size, &turn));
    expect_ok(&f, complex_abs(&f.cx, &length, &z));
    expect_same("length", &length, &size, 1e-6);
    expect_ok(&f, complex_conj(&f.cx, &conj, &z));
    expect_ok(&f, complex_angle(&f.cx, &angle, &conj));
    expect_values("angle", &angle, LIST(0, -1, 2, -3), 1e-6);
    RELEASE(&size, &turn, &z, &conj, &length, &angle);
    fixture_end(&f);
}
END_TEST

Suite *suite_dtypes(void)
{
    Suite *s = suite_create("dtypes");
    TCase *t = tcase_create("dtypes");
    tcase_add_loop_test(t, numbers_survive_the_way_through_float32, 0, 2);
    tcase_add_loop_test(t, rounds_to_the_nearest_and_ties_to_even, 0, 2);
    tcase_add_loop_test(t, conversions_keep_what_fits, 0, DTYPE_COUNT * DTYPE_COUNT);
    tcase_add_test(t, floats_out_of_range);
    tcase_add_loop_test(t, numbers_are_rounded_first, 0, 2);
    tcase_add_test(t, promotion);
    tcase_add_loop_test(t, integers_wrap, 0, 2);
    tcase_add_loop_test(t, short_floats_have_pytorchs_bits, 0, ROUNDED);
    tcase_add_loop_test(t, products_have_pytorchs_bits, 0, PRODUCTS);
    tcase_add_loop_test(t, biases_have_pytorchs_bits, 0, BIASED);
    tcase_add_test(t, threads_do_not_show);
    tcase_add_test(t, half_is_refused);
    tcase_add_test(t, complex_views_share_memory);
    tcase_add_test(t, complex_views_are_refused);
    tcase_add_test(t, complex_arithmetic);
    tcase_add_test(t, polar_and_back);
    suite_add_tcase(s, t);
    return s;
}
