/* Tests float32 norms: PyTorch 1.13's bits for many layouts; extremes and nothing. */
#include "bits.h"
#include "expect.h"
#include "tensor/cells/norm.h"

#include <math.h>

Suite *suite_norm(void);

/* Made by PyTorch 1.13.1 (CPU, AVX2, one thread). */
static const struct {
    int ndim;
    int64_t shape[5];
    const char *order;
    unsigned axes;
    double p;
    uint32_t sum;
} cases[] = {
    {1, {5}, "", 0x1u, 2.0, 0x9fc1d3f4u},
    {1, {7}, "", 0x1u, 1.0, 0x13948e3bu},
    {1, {8}, "", 0x1u, 2.0, 0xb3d44d2du},
    {1, {33}, "", 0x1u, 2.0, 0x62a20d96u},
    {1, {100}, "", 0x1u, 1.0, 0x3a59dce6u},
    {1, {1000}, "", 0x1u, 2.0, 0x575561e2u},
    {2, {2, 3}, "", 0x2u, 2.0, 0x6b10ca2bu},
    {2, {2, 3}, "", 0x1u, 2.0, 0xacf9e613u},
    {3, {2, 4, 8}, "", 0x4u, 1.0, 0xbaf05d3cu},
    {3, {4, 10, 64}, "", 0x4u, 2.0, 0xeb0d50feu},
    {3, {4, 10, 64}, "", 0x3u, 2.0, 0x65eb0e61u},
    {3, {4, 10, 64}, "", 0x2u, 1.0, 0xe318332bu},
    {3, {4, 10, 64}, "", 0x6u, 2.0, 0xb72faf49u},
    {3, {4, 10, 64}, "", 0x5u, 2.0, 0x23825646u},
    {2, {1, 1024}, "", 0x2u, 1.0, 0xf154f95fu},
    {2, {33, 5}, "", 0x1u, 2.0, 0xa3e0e0f0u},
    {2, {33, 3}, "", 0x1u, 2.0, 0xde5e7991u},
    {2, {33, 5}, "10", 0x1u, 1.0, 0x2e84c4a9u},
    {2, {33, 5}, "10", 0x2u, 2.0, 0xa3e0e0f0u},
    {2, {20, 40}, "10", 0x1u, 2.0, 0x0c4c5422u},
    {2, {20, 40}, "10", 0x2u, 1.0, 0x6ce5d9e4u},
    {2, {300, 45}, "", 0x1u, 2.0, 0x850eaf9cu},
    {2, {300, 45}, "10", 0x2u, 2.0, 0x850eaf9cu},
    {3, {6, 7, 9}, "201", 0x1u, 1.0, 0x7fd5a056u},
    {3, {6, 7, 9}, "201", 0x2u, 2.0, 0xa6698e98u},
    {3, {6, 7, 9}, "201", 0x4u, 2.0, 0xc3d820b0u},
    {3, {6, 7, 9}, "120", 0x5u, 1.0, 0xdd8e53e9u},
    {4, {3, 17, 4, 6}, "0213", 0x9u, 2.0, 0x71ea4240u},
    {4, {3, 17, 4, 6}, "0213", 0x6u, 2.0, 0x0267918du},
    {4, {3, 17, 4, 6}, "3120", 0xbu, 1.0, 0xa4a1c629u},
    {5, {2, 3, 4, 5, 6}, "40312", 0x15u, 2.0, 0x0fe2084eu},
    {3, {12, 1, 13}, "", 0x2u, 2.0, 0xef94c602u},
    {3, {12, 1, 13}, "210", 0x3u, 1.0, 0x5d49465cu},
    {2, {1100, 9}, "", 0x1u, 2.0, 0x95b064a0u},
    {2, {5000, 2}, "", 0x1u, 2.0, 0xe8310a3fu},
    {2, {2, 5000}, "10", 0x1u, 1.0, 0x63cec5aau},
    {3, {3, 40, 20}, "021", 0x2u, 2.0, 0xc2392838u},
    {3, {9, 9, 9}, "", 0x5u, 1.0, 0x6946b7d5u},
};
enum { CASES = sizeof cases / sizeof cases[0], SEED = 5 };

START_TEST(norms_have_pytorchs_bits)
{
    for (int threads = 1; threads <= 2; threads++) {
        struct fixture f;
        struct tensor out;
        fixture_start(&f, threads);
        struct tensor in =
            bits_permuted(&f, cases[_i].ndim, cases[_i].shape, SEED, cases[_i].order);
        expect_ok(&f, reduce_norm(&f.cx, &out, &in, cases[_i].axes, cases[_i].p, false));
        EXPECT(bits_sum(&out) == cases[_i].sum, "case %d: %08x", _i, (unsigned)bits_sum(&out));
        RELEASE(&in, &out);
        fixture_end(&f);
    }
}
END_TEST

START_TEST(extremes_and_nothing)
{
    static const double powers[] = {2, 1, 0, 3, INFINITY, -INFINITY};
    static const double of_none[] = {0, 0, 0, 0, 0, INFINITY};
    static const double of_some[] = {5, 7, 2, 4.497941445275415, 4, 0};
    static const double with_nan[] = {NAN, NAN, 2, NAN, NAN, NAN};
    for (int i = 0; i < 6; i++) {
        struct fixture f;
        struct tensor out;
        fixture_start(&f, 1);
        struct tensor none = make_tensor(&f, DTYPE_FLOAT32, DIMS(0), LIST(0));
        struct tensor some = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(3, 0, -4));
        struct tensor bad = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(NAN, 0, -4));
        expect_ok(&f, reduce_norm(&f.cx, &out, &none, 1u, powers[i], false));
        expect_near("of nothing", cell(&out, 0), of_none[i], 0.0);
        tensor_release(&out);
        expect_ok(&f, reduce_norm(&f.cx, &out, &some, 1u, powers[i], false));
        expect_near("of 3, 0, -4", cell(&out, 0), of_some[i], 1e-6);
        tensor_release(&out);
        expect_ok(&f, reduce_norm(&f.cx, &out, &bad, 1u, powers[i], false));
        expect_near("with NaN", cell(&out, 0), with_nan[i], 0.0);
        RELEASE(&out, &none, &some, &bad);
        fixture_end(&f);
    }
}
END_TEST

Suite *suite_norm(void)
{
    Suite *s = suite_create("norm");
    TCase *t = tcase_create("norm");
    tcase_add_loop_test(t, norms_have_pytorchs_bits, 0, CASES);
    tcase_add_test(t, extremes_and_nothing);
    suite_add_tcase(s, t);
    return s;
}
