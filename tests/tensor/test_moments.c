/* Tests layer_norm of float32: PyTorch 1.13's bits with and without weight and bias, the same from
 * every kernel and number of threads; the mean and variance of a row. */
#include "expect.h"
#include "tensor/cells/moments.h"

#include "bits.h"
#include "tensor/cells/reduce.h"
#include "tensor/cells/softmax.h"

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
    {2, {3, 1}, 0, 0xe052a550u},      {2, {3, 1}, 1, 0xe23c62b5u},
    {2, {3, 1}, 2, 0xe052a550u},      {2, {3, 1}, 3, 0xe23c62b5u},
    {2, {2, 3}, 0, 0xe584093fu},      {2, {2, 3}, 1, 0x205cadf0u},
    {2, {2, 3}, 2, 0xe1e083fbu},      {2, {2, 3}, 3, 0x8b503111u},
    {2, {3, 5}, 0, 0x030adcd4u},      {2, {3, 5}, 1, 0x71fef4d2u},
    {2, {3, 5}, 2, 0xe901179bu},      {2, {3, 5}, 3, 0x9986b2f9u},
    {2, {3, 7}, 0, 0x355dae38u},      {2, {3, 7}, 1, 0x95cb5841u},
    {2, {3, 7}, 2, 0xabbb9665u},      {2, {3, 7}, 3, 0x90dcf1c7u},
    {3, {2, 4, 8}, 0, 0x94dbe2f3u},   {3, {2, 4, 8}, 1, 0xc4e20e7eu},
    {3, {2, 4, 8}, 2, 0x4ec1843du},   {3, {2, 4, 8}, 3, 0xac8aedb1u},
    {2, {4, 9}, 0, 0x119a240cu},      {2, {4, 9}, 1, 0xb0cfa570u},
    {2, {4, 9}, 2, 0x006dc4b7u},      {2, {4, 9}, 3, 0x82c33598u},
    {3, {4, 10, 64}, 0, 0x4e9990beu}, {3, {4, 10, 64}, 1, 0x5a3472ffu},
    {3, {4, 10, 64}, 2, 0x3044296eu}, {3, {4, 10, 64}, 3, 0xc126832eu},
    {2, {2, 127}, 0, 0x0a1d20dcu},    {2, {2, 127}, 1, 0x9d0375b9u},
    {2, {2, 127}, 2, 0x195dad9bu},    {2, {2, 127}, 3, 0xdf334dbfu},
    {2, {2, 128}, 0, 0xa5994d53u},    {2, {2, 128}, 1, 0x8c40c8a0u},
    {2, {2, 128}, 2, 0x37021a82u},    {2, {2, 128}, 3, 0x8df367ffu},
    {2, {2, 129}, 0, 0xb06783d6u},    {2, {2, 129}, 1, 0x12497fd8u},
    {2, {2, 129}, 2, 0xb3eb4c45u},    {2, {2, 129}, 3, 0xe109c95fu},
    {2, {3, 136}, 0, 0x14e08c62u},    {2, {3, 136}, 1, 0xc5db7232u},
    {2, {3, 136}, 2, 0xe16a3a09u},    {2, {3, 136}, 3, 0xf2dbac57u},
    {2, {1, 1024}, 0, 0x6b844e65u},   {2, {1, 1024}, 1, 0x4d443c04u},
    {2, {1, 1024}, 2, 0xcaa8639fu},   {2, {1, 1024}, 3, 0x8c4c5c67u},
    {2, {2, 768}, 0, 0x29cd6758u},    {2, {2, 768}, 1, 0xf9ac601du},
    {2, {2, 768}, 2, 0xa8773bf2u},    {2, {2, 768}, 3, 0x00734611u},
    {2, {2, 2049}, 0, 0xf7be6827u},   {2, {2, 2049}, 1, 0x52c6baf3u},
    {2, {2, 2049}, 2, 0x1ade106au},   {2, {2, 2049}, 3, 0xdafee6afu},
    {2, {1, 20000}, 0, 0xf92896a1u},  {2, {1, 20000}, 1, 0x74283957u},
    {2, {1, 20000}, 2, 0xee3d4de0u},  {2, {1, 20000}, 3, 0x9d5061a8u},
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
        if (threads == 1) {
            f.cx.simd = SIMD_BASELINE;
        }
        struct tensor in = bits_input(&f, cases[_i].ndim, cases[_i].shape, seed);
        struct tensor weight = bits_input(&f, 1, &n, seed + 77);
        struct tensor bias = bits_input(&f, 1, &n, seed + 99);
        expect_ok(&f, reduce_layer_norm(&f.cx, &out, &in, 1, cases[_i].affine & 1 ? &weight : NULL,
                                        cases[_i].affine & 2 ? &bias : NULL, 1e-5));
        EXPECT(bits_sum(&out) == cases[_i].sum, "case %d, %d threads: %08x", _i, threads,
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
        for (int i = 0; i < n; i++) {
            variance += ((double)x[i] - mean) * ((double)x[i] - mean) / n;
        }
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
