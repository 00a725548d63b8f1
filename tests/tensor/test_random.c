/* Tests random numbers: every expected value and bit pattern was drawn by PyTorch 1.13 (CPU, AVX2)
 * or NumPy 1.24 from the same seed. A second opinion on the normals is Box-Muller in double. */
#include "expect.h"
#include "helpers.h"
#include "tensor/random/random.h"
#include "tensor/random/random_normal.h"
#include "tensor/random/random_numpy.h"
#include "tensor/random/random_sample.h"
#include "tensor/shape/view.h"

#include <math.h>
#include <string.h>

Suite *suite_random(void);

static struct fixture f;
static struct random r;

static void start(void)
{
    fixture_start(&f, 1);
    random_seed(&r, 7);
}

static void end(void)
{
    fixture_end(&f);
}

static struct tensor empty(enum dtype dtype, int ndim, const int64_t *shape)
{
    struct tensor t;
    expect_ok(&f, tensor_new(&f.cx, &t, dtype, ndim, shape));
    return t;
}

static void expect_bits(const char *what, const struct tensor *t, int count, const uint32_t *bits)
{
    for (int k = 0; k < count; k++) {
        uint32_t got;
        memcpy(&got, (const float *)t->storage->data + tensor_place(t, k), sizeof got);
        EXPECT(got == bits[k], "%s [%d]: 0x%08x, wanted 0x%08x", what, k, got, bits[k]);
    }
}
#define BITS(...)                                                                                  \
    (int)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)), (const uint32_t[])          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* --- torch --- */

static const struct {
    uint64_t seed;
    int count;
    uint32_t bits[17];
} randn[] = {
    {42,
     16,
     {0x3ff6a529, 0x3fbe5f53, 0x3f669567, 0xc006c0db, 0x3f2dacd5, 0xbf9e0591, 0xbd306786,
      0xbfcd65ba, 0xbf408bf0, 0x3fd3095b, 0xbec8f2f6, 0xbfb3a966, 0xbf3a566e, 0xbf0f36d1,
      0xbf44d2a0, 0x3f432f9f}},
    {1337,
     17,
     {0x3e391c30, 0xbe0efe3a, 0x3e925404, 0x3f771223, 0xc00260aa, 0x3efc7c5b, 0x3fbe55f8,
      0x3f174df0, 0xbd42c63c, 0xbfc80624, 0xbf947e40, 0xbeab7042, 0x3ee54265, 0xbf4d3897,
      0x3fc305b3, 0x40208cb0, 0x3e2a2bad}},
    {0, 5, {0x3fc53f5c, 0xbe963c50, 0xc00b7149, 0x3f1184b6, 0xbf8ad1a1}},
};

START_TEST(normals)
{
    int64_t n = randn[_i].count;
    for (int simd = 0; simd < 2; simd++) {
        f.cx.simd = simd == 0 ? SIMD_BASELINE : compute_best_simd();
        struct tensor t = empty(DTYPE_FLOAT32, 1, &n);
        random_seed(&r, randn[_i].seed);
        expect_ok(&f, random_normal(&f.cx, &r, &t, 0, 1));
        expect_bits(simd == 0 ? "baseline" : "vector", &t, randn[_i].count, randn[_i].bits);
        tensor_release(&t);
    }
}
END_TEST

/* Box-Muller in double over the same uniforms: near up to the rounding of the angle to float32. */
START_TEST(normals_oracle)
{
    int64_t n = 16 * 500;
    struct tensor t = empty(DTYPE_FLOAT32, 1, &n), u = empty(DTYPE_FLOAT32, 1, &n);
    struct random again = r;
    expect_ok(&f, random_normal(&f.cx, &r, &t, 3, 2));
    expect_ok(&f, random_uniform(&f.cx, &again, &u, 0, 1));
    for (int64_t i = 0; i < n; i++) {
        int64_t first = i % 16 < 8 ? i : i - 8;
        double radius = sqrt(-2 * log(1 - cell(&u, first)));
        double theta = 2 * acos(-1.0) * cell(&u, first + 8);
        double wanted = 3 + 2 * radius * (first == i ? cos(theta) : sin(theta));
        expect_near("normal", cell(&t, i), wanted, 5e-6);
    }
    tensor_release(&t);
    tensor_release(&u);
}
END_TEST

START_TEST(uniforms)
{
    struct tensor t = empty(DTYPE_FLOAT32, DIMS(4));
    expect_ok(&f, random_uniform(&f.cx, &r, &t, 0, 1));
    expect_bits("rand", &t, BITS(0x3f08f0af, 0x3e4b9310, 0x3f28c219, 0x3f2829f6));
    expect_ok(&f, random_uniform(&f.cx, &r, &t, -.13, .13));
    expect_bits("uniform_", &t, BITS(0xbd8e4c93, 0xbc9f9cfb, 0xbd9bf888, 0x3d0a29fe));
    tensor_release(&t);
}
END_TEST

/* A transposed tensor is filled in the order of memory. */
START_TEST(transposed)
{
    struct tensor t = empty(DTYPE_FLOAT32, DIMS(2, 3)), turned;
    expect_ok(&f, view_t(&f.cx, &turned, &t));
    expect_ok(&f, random_uniform(&f.cx, &r, &turned, 0, 1));
    expect_bits("uniform_", &turned,
                BITS(0x3f08f0af, 0x3f2829f6, 0x3e4b9310, 0x3e6e590c, 0x3f28c219, 0x3ed9a1a6));
    tensor_release(&turned);
    tensor_release(&t);
    t = empty(DTYPE_FLOAT32, DIMS(4, 8));
    expect_ok(&f, view_t(&f.cx, &turned, &t));
    random_seed(&r, 7); /* 32 cells, but one by one: the tensor is not contiguous */
    expect_ok(&f, random_normal(&f.cx, &r, &turned, 0, 1));
    expect_bits("normal_", &turned,
                BITS(0xbe165174, 0x3e0d7d22, 0x401c0b9a, 0x3fa3d30c, 0x3f49408e, 0xbfd75248,
                     0x3e4f9fde, 0xbf7e7b20));
    tensor_release(&turned);
    tensor_release(&t);
}
END_TEST

/* The second normal of a pair waits while uniforms are drawn; a seed drops it. */
START_TEST(cached_normal)
{
    struct tensor three = empty(DTYPE_FLOAT32, DIMS(3)), one = empty(DTYPE_FLOAT32, DIMS(1));
    expect_ok(&f, random_normal(&f.cx, &r, &three, 0, 1));
    expect_bits("randn(3)", &three, BITS(0xbe165174, 0x3f49408e, 0x3f7262e7));
    expect_ok(&f, random_uniform(&f.cx, &r, &one, 0, 1));
    expect_bits("rand(1)", &one, BITS(0x3ebb0ab8));
    expect_ok(&f, random_normal(&f.cx, &r, &one, 0, 1));
    expect_bits("randn(1)", &one, BITS(0xbf8ea2d3));
    expect_ok(&f, random_normal(&f.cx, &r, &one, 0, 1));
    random_seed(&r, 7);
    expect_ok(&f, random_normal(&f.cx, &r, &one, 0, 1));
    expect_bits("after a seed", &one, BITS(0xbe165174));
    tensor_release(&three);
    tensor_release(&one);
}
END_TEST

START_TEST(doubles)
{
    struct tensor t = empty(DTYPE_FLOAT64, DIMS(16)), two = empty(DTYPE_FLOAT64, DIMS(2));
    expect_ok(&f, random_normal(&f.cx, &r, &t, 0, 1));
    const double wanted[] = {0x1.0f6e8d3a53973p-4, 0x1.80f46f1ebf213p-5, 0x1.d6276549d121ep+0,
                             0x1.5e20f53cc4c77p+0};
    for (int k = 0; k < 4; k++) {
        expect_near("randn", cell(&t, k), wanted[k], 1e-15);
    }
    expect_ok(&f, random_uniform(&f.cx, &r, &two, 0, 1));
    expect_values("rand", &two, LIST(0x1.b0b16246bafc0p-7, 0x1.e6545edf58f38p-1), 0);
    tensor_release(&t);
    tensor_release(&two);
}
END_TEST

START_TEST(integers)
{
    struct tensor six = empty(DTYPE_INT64, DIMS(6)), three = empty(DTYPE_INT64, DIMS(3)), t;
    expect_ok(&f, random_integers(&f.cx, &r, &six, 0, 100));
    expect_values("randint", &six, LIST(15, 92, 21, 86, 83, 47), 0);
    expect_ok(&f, random_integers(&f.cx, &r, &three, -((int64_t)1 << 40), (int64_t)1 << 40));
    expect_values("wide", &three, LIST(650496783975, 396459895993, 611018672663), 0);
    random_seed(&r, 7);
    expect_ok(&f, random_permutation(&f.cx, &r, &t, 10));
    expect_values("randperm", &t, LIST(5, 0, 3, 4, 1, 7, 9, 6, 8, 2), 0);
    tensor_release(&t);
    tensor_release(&six);
    tensor_release(&three);
}
END_TEST

START_TEST(tosses)
{
    struct tensor t = empty(DTYPE_FLOAT32, DIMS(10)), p, drawn;
    expect_ok(&f, random_bernoulli(&f.cx, &r, &t, .4));
    expect_values("bernoulli_", &t, LIST(1, 1, 0, 0, 0, 0, 1, 0, 0, 0), 0);
    p = make_tensor(&f, DTYPE_FLOAT32, DIMS(10), LIST(.4));
    expect_ok(&f, random_bernoulli_tensor(&f.cx, &r, &drawn, &p));
    expect_values("bernoulli", &drawn, LIST(0, 0, 0, 0, 0, 0, 0, 0, 0, 1), 0);
    tensor_release(&drawn);
    tensor_release(&p);
    tensor_release(&t);
    t = empty(DTYPE_FLOAT32, DIMS(3));
    random_seed(&r, 7);
    expect_ok(&f, random_exponential(&f.cx, &r, &t, 2));
    expect_bits("exponential_", &t, BITS(0x3e27c0f2, 0x3e23baa9, 0x3f7d9728));
    tensor_release(&t);
}
END_TEST

START_TEST(dropout)
{
    struct tensor ones = make_tensor(&f, DTYPE_FLOAT32, DIMS(2, 4), LIST(1)), t;
    const double kept = (double)(1.0f / 0.75f);
    expect_ok(&f, random_dropout(&f.cx, &r, &t, &ones, .25));
    expect_values("p = 0.25", &t, LIST(kept, kept, 0, kept, 0, 0, kept, kept), 0);
    tensor_release(&t);
    struct random before = r;
    expect_ok(&f, random_dropout(&f.cx, &r, &t, &ones, 0));
    EXPECT(t.storage == ones.storage, "p = 0 is the tensor itself");
    tensor_release(&t);
    expect_ok(&f, random_dropout(&f.cx, &r, &t, &ones, 1));
    expect_values("p = 1", &t, LIST(0, 0, 0, 0, 0, 0, 0, 0), 0);
    EXPECT(memcmp(&before, &r, sizeof r) == 0, "p = 0 and 1 draw nothing");
    expect_error(&f, random_dropout(&f.cx, &r, &ones, &t, 1.5), ERROR_RUNTIME,
                 "dropout probability has to be between 0 and 1, but got 1.5");
    tensor_release(&t);
    tensor_release(&ones);
}
END_TEST

START_TEST(multinomial)
{
    struct tensor w = make_tensor(&f, DTYPE_FLOAT32, DIMS(4), LIST(1, 2, 3, 4)), t;
    struct tensor rows = make_tensor(&f, DTYPE_FLOAT32, DIMS(2, 4), LIST(1, 2, 3, 4, 0, 0, 1, 0));
    expect_ok(&f, random_multinomial(&f.cx, &r, &t, &w, 3, false));
    expect_values("without", &t, LIST(1, 3, 0), 0);
    tensor_release(&t);
    expect_ok(&f, random_multinomial(&f.cx, &r, &t, &w, 6, true));
    expect_values("with replacement", &t, LIST(3, 3, 1, 2, 3, 3), 0);
    tensor_release(&t);
    expect_ok(&f, random_multinomial(&f.cx, &r, &t, &rows, 1, false));
    expect_values("rows", &t, LIST(3, 2), 0);
    expect_shape("rows", &t, DIMS(2, 1));
    tensor_release(&t);
    tensor_release(&w);
    tensor_release(&rows);
}
END_TEST

START_TEST(refusals)
{
    struct tensor x = make_counting(&f, DTYPE_FLOAT32, DIMS(3)),
                  n = make_counting(&f, DTYPE_INT64, DIMS(3)), t;
    struct tensor one = make_counting(&f, DTYPE_FLOAT32, DIMS(1)), wide;
    expect_error(&f, random_normal(&f.cx, &r, &x, 0, -1), ERROR_RUNTIME,
                 "normal expects std >= 0.0, but found std -1");
    expect_error(&f, random_normal(&f.cx, &r, &n, 0, 1), ERROR_RUNTIME,
                 "\"normal_kernel_cpu\" not implemented for 'Long'");
    expect_error(&f, random_uniform(&f.cx, &r, &x, 2, 1), ERROR_RUNTIME,
                 "uniform_ expects to return a [from, to) range, but found from=2 > to=1");
    expect_error(&f, random_integers(&f.cx, &r, &n, 5, 3), ERROR_RUNTIME,
                 "random_ expects 'from' to be less than 'to', but got from=5 >= to=3");
    expect_error(&f, random_bernoulli(&f.cx, &r, &x, 1.5), ERROR_RUNTIME,
                 "bernoulli_ expects p to be in [0, 1], but got p=1.5");
    expect_error(&f, random_exponential(&f.cx, &r, &x, -1), ERROR_RUNTIME,
                 "exponential_ expects lambda >= 0.0, but found lambda=-1");
    expect_error(&f, random_multinomial(&f.cx, &r, &t, &n, 1, false), ERROR_RUNTIME,
                 "multinomial only supports floating-point dtypes for input, got: Long");
    expect_error(&f, random_multinomial(&f.cx, &r, &t, &x, 4, false), ERROR_RUNTIME,
                 "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
    expect_error(&f, random_permutation(&f.cx, &r, &t, -1), ERROR_RUNTIME,
                 "Trying to create tensor with negative dimension -1: [-1]");
    expect_ok(&f, view_expand(&f.cx, &wide, &one, DIMS(3)));
    expect_error(&f, random_uniform(&f.cx, &r, &wide, 0, 1), ERROR_RUNTIME,
                 "unsupported operation: more than one element of the written-to tensor refers to "
                 "a single memory location. Please clone() the tensor before performing the "
                 "operation.");
    tensor_release(&wide);
    tensor_release(&one);
    tensor_release(&x);
    tensor_release(&n);
}
END_TEST

/* --- numpy --- */

START_TEST(numpy_stream)
{
    struct numpy_random n;
    numpy_random_seed(&n, 123);
    const double rand[] = {0x1.64979beda10f5p-1, 0x1.2501b5b6d822ap-2, 0x1.d0977eb0ddd44p-3};
    const double randn_[] = {0x1.bd05d336826a4p+0, 0x1.a03580ba562d2p-2, 0x1.49d62c55727fep-2,
                             -0x1.a6087dd32befep-5, -0x1.a2341d877c52fp-3};
    const int64_t randint[] = {9, 0, 0, 9, 3, 4, 0, 0};
    const int64_t permutation[] = {5, 1, 0, 3, 6, 7, 4, 2};
    int64_t order[] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 0; i < 3; i++) {
        expect_near("rand", numpy_random_double(&n), rand[i], 0);
    }
    for (int i = 0; i < 5; i++) {
        expect_near("randn", numpy_random_gauss(&n), randn_[i], 1e-15);
    }
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(numpy_random_integer(&n, 0, 10), randint[i]);
    }
    int64_t wide = (int64_t)1 << 40;
    ck_assert_int_eq(numpy_random_integer(&n, -wide, wide), -804740325583);
    ck_assert_int_eq(numpy_random_integer(&n, -wide, wide), 238114091459);
    for (int i = 7; i > 0; i--) { /* the legacy shuffle */
        int64_t j = (int64_t)numpy_random_interval(&n, (uint64_t)i), keep = order[i];
        order[i] = order[j];
        order[j] = keep;
    }
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(order[i], permutation[i]);
    }
    expect_near("rand", numpy_random_double(&n), 0x1.b2e8b95f7e512p-1, 0);
}
END_TEST

Suite *suite_random(void)
{
    Suite *suite = suite_create("random");
    TCase *group = tcase_create("random");
    tcase_add_checked_fixture(group, start, end);
    tcase_add_loop_test(group, normals, 0, sizeof randn / sizeof randn[0]);
    tcase_add_test(group, normals_oracle);
    tcase_add_test(group, uniforms);
    tcase_add_test(group, transposed);
    tcase_add_test(group, cached_normal);
    tcase_add_test(group, doubles);
    tcase_add_test(group, integers);
    tcase_add_test(group, tosses);
    tcase_add_test(group, dropout);
    tcase_add_test(group, multinomial);
    tcase_add_test(group, refusals);
    tcase_add_test(group, numpy_stream);
    suite_add_tcase(suite, group);
    return suite;
}
