/* layer_norm of float32: PyTorch 1.13's bits with and without weight and bias, the same from every
 * kernel and number of threads; the mean and variance of a row. */
#include "tensor/moments.h"

#include "bits.h"
#include "tensor/reduce.h"

#include <math.h>

Suite *suite_moments(void);

/* Made by PyTorch 1.13.1 (CPU, AVX2). Over the last axis; 1: with a weight, 2: with a bias. The
 * input has seed row / 4, the weight 77 more, the bias 99 more. */
static const struct {
    int ndim;
    int64_t shape[3];
    int affine;
    uint32_t sum;
} cases[] = {
    {2, {3, 1}, 0, 0xbae91fc4u},      {2, {3, 1}, 1, 0xe23c62b5u},
    {2, {3, 1}, 2, 0xbae91fc4u},      {2, {3, 1}, 3, 0xe23c62b5u},
    {2, {2, 3}, 0, 0xcd534eb9u},      {2, {2, 3}, 1, 0xff7be3c1u},
    {2, {2, 3}, 2, 0x20237c9eu},      {2, {2, 3}, 3, 0xaec996e9u},
    {2, {3, 5}, 0, 0x7da93de1u},      {2, {3, 5}, 1, 0x8b8f48d9u},
    {2, {3, 5}, 2, 0x9b279b66u},      {2, {3, 5}, 3, 0x6db1ae6du},
    {2, {3, 7}, 0, 0xc8f0a69cu},      {2, {3, 7}, 1, 0xaaed86fau},
    {2, {3, 7}, 2, 0xffb9d944u},      {2, {3, 7}, 3, 0x7a3bec18u},
    {3, {2, 4, 8}, 0, 0x31ca4b31u},   {3, {2, 4, 8}, 1, 0xb6393130u},
    {3, {2, 4, 8}, 2, 0x0d8a8fe8u},   {3, {2, 4, 8}, 3, 0x91281b8fu},
    {2, {4, 9}, 0, 0x43f509feu},      {2, {4, 9}, 1, 0x791ff592u},
    {2, {4, 9}, 2, 0xab676b15u},      {2, {4, 9}, 3, 0xeb1e3928u},
    {3, {4, 10, 64}, 0, 0x0a404824u}, {3, {4, 10, 64}, 1, 0xf0d7397au},
    {3, {4, 10, 64}, 2, 0x2bd7559du}, {3, {4, 10, 64}, 3, 0x8a1fc195u},
    {2, {2, 127}, 0, 0xad2d73d6u},    {2, {2, 127}, 1, 0x723c1030u},
    {2, {2, 127}, 2, 0xdc85f137u},    {2, {2, 127}, 3, 0xcc633d52u},
    {2, {2, 128}, 0, 0x8f7681dcu},    {2, {2, 128}, 1, 0xa6ec20a0u},
    {2, {2, 128}, 2, 0x273804c4u},    {2, {2, 128}, 3, 0xf00aac2bu},
    {2, {2, 129}, 0, 0xe93ab8ddu},    {2, {2, 129}, 1, 0xf179d6bau},
    {2, {2, 129}, 2, 0x0d25e8cdu},    {2, {2, 129}, 3, 0x06831240u},
    {2, {3, 136}, 0, 0x5df16982u},    {2, {3, 136}, 1, 0xdb6c077cu},
    {2, {3, 136}, 2, 0x019720e3u},    {2, {3, 136}, 3, 0xec2b6fa5u},
    {2, {1, 1024}, 0, 0x9427ace7u},   {2, {1, 1024}, 1, 0xcb77625bu},
    {2, {1, 1024}, 2, 0xf5b752f9u},   {2, {1, 1024}, 3, 0x33e908e6u},
    {2, {2, 768}, 0, 0x2c6240ceu},    {2, {2, 768}, 1, 0x410537d7u},
    {2, {2, 768}, 2, 0x68ccd4a0u},    {2, {2, 768}, 3, 0xa52a6923u},
    {2, {2, 2049}, 0, 0xff9e3abcu},   {2, {2, 2049}, 1, 0xa858ec0au},
    {2, {2, 2049}, 2, 0x5b997ebau},   {2, {2, 2049}, 3, 0xb908485bu},
    {2, {1, 20000}, 0, 0xa322cd8fu},  {2, {1, 20000}, 1, 0x65cdeb74u},
    {2, {1, 20000}, 2, 0x3769e8a3u},  {2, {1, 20000}, 3, 0x408c804fu},
};
enum { CASES = sizeof cases / sizeof cases[0] };

START_TEST(layer_norm_has_pytorchs_bits)
{
    const int64_t n = cases[_i].shape[cases[_i].ndim - 1];
    const uint32_t seed = (uint32_t)_i / 4;
    for (int threads = 1; threads <= 3; threads++) {
        struct fixture f;
        struct tensor out;
        fixture_start(&f, threads);
        if (threads == 1)
            f.cx.simd = SIMD_BASELINE;
        struct tensor in = bits_input(&f, cases[_i].ndim, cases[_i].shape, seed);
        struct tensor weight = bits_input(&f, 1, &n, seed + 77);
        struct tensor bias = bits_input(&f, 1, &n, seed + 99);
        expect_ok(&f, reduce_layer_norm(&f.cx, &out, &in, 1, cases[_i].affine & 1 ? &weight : NULL,
                                        cases[_i].affine & 2 ? &bias : NULL, 1e-5));
        ck_assert_msg(bits_sum(&out) == cases[_i].sum, "case %d, %d threads: %08x", _i, threads,
                      (unsigned)bits_sum(&out));
        RELEASE(&in, &out, &weight, &bias);
        fixture_end(&f);
    }
}
END_TEST

START_TEST(moments_are_mean_and_variance)
{
    float x[3000];
    for (int n = 1; n <= 3000; n += n < 300 ? 1 : 101) {
        double mean = 0.0, variance = 0.0;
        for (int i = 0; i < n; i++) {
            x[i] = (float)(i * 37 % 101) * 0.083f - 3.0f;
            mean += (double)x[i] / n;
        }
        for (int i = 0; i < n; i++)
            variance += ((double)x[i] - mean) * ((double)x[i] - mean) / n;
        struct moments_row m = moments_of_row(x, n);
        expect_near("mean", (double)m.mean, mean, 2e-6);
        expect_near("variance", (double)m.variance, variance, 2e-6);
    }
}
END_TEST

Suite *suite_moments(void)
{
    Suite *s = suite_create("moments");
    TCase *t = tcase_create("moments");
    tcase_add_loop_test(t, layer_norm_has_pytorchs_bits, 0, CASES);
    tcase_add_test(t, moments_are_mean_and_variance);
    suite_add_tcase(s, t);
    return s;
}
