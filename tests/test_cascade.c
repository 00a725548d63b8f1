/* float32 sums and means: PyTorch 1.13's bits for many layouts, the same bits from the additions
 * that are told one by one, from any number of threads and any kernel. */
#include "tensor/cascade.h"

#include "bits.h"
#include "tensor/reduce.h"

#include <math.h>

Suite *suite_cascade(void);

/* Made by PyTorch 1.13.1 (CPU, AVX2, one thread); case i has seed i. */
static const struct {
    int ndim;
    int64_t shape[5];
    const char *order;
    unsigned axes;
    bool keepdim;
    enum reduction op;
    uint32_t sum;
} cases[] = {
    {1, {5}, "", 0x1u, true, REDUCE_SUM, 0x3ebb93b3u},
    {1, {7}, "", 0x1u, false, REDUCE_MEAN, 0x3b464c12u},
    {1, {8}, "", 0x1u, false, REDUCE_SUM, 0x757652fbu},
    {1, {33}, "", 0x1u, true, REDUCE_MEAN, 0xf670c5a5u},
    {1, {100}, "", 0x1u, false, REDUCE_SUM, 0x1996f153u},
    {1, {1000}, "", 0x1u, false, REDUCE_MEAN, 0x51867e52u},
    {1, {20000}, "", 0x1u, true, REDUCE_SUM, 0xedc685c8u},
    {1, {70001}, "", 0x1u, false, REDUCE_MEAN, 0x4e7982b5u},
    {2, {2, 3}, "", 0x2u, false, REDUCE_SUM, 0xc272bf24u},
    {2, {2, 3}, "", 0x1u, true, REDUCE_MEAN, 0xc76983e5u},
    {3, {2, 4, 8}, "", 0x4u, false, REDUCE_SUM, 0xec7b8f5eu},
    {3, {4, 10, 64}, "", 0x4u, false, REDUCE_MEAN, 0x0ddce9d1u},
    {3, {4, 10, 64}, "", 0x3u, true, REDUCE_SUM, 0x6dc8876cu},
    {3, {4, 10, 64}, "", 0x2u, false, REDUCE_MEAN, 0x3399de97u},
    {3, {4, 10, 64}, "", 0x6u, false, REDUCE_SUM, 0xc5db67a4u},
    {3, {4, 10, 64}, "", 0x5u, true, REDUCE_MEAN, 0xa105ce8eu},
    {2, {1, 1024}, "", 0x2u, false, REDUCE_SUM, 0xae35aafcu},
    {2, {33, 5}, "", 0x1u, false, REDUCE_MEAN, 0x558f4353u},
    {2, {33, 3}, "", 0x1u, true, REDUCE_SUM, 0x9c51045eu},
    {2, {33, 5}, "10", 0x1u, false, REDUCE_MEAN, 0x15d237d1u},
    {2, {33, 5}, "10", 0x2u, false, REDUCE_SUM, 0x5b70335bu},
    {2, {20, 40}, "10", 0x1u, true, REDUCE_MEAN, 0x50cbbacau},
    {2, {20, 40}, "10", 0x2u, false, REDUCE_SUM, 0x2914db3cu},
    {2, {300, 45}, "", 0x1u, false, REDUCE_MEAN, 0xe624fb54u},
    {2, {300, 45}, "10", 0x2u, true, REDUCE_SUM, 0x83a8d12du},
    {3, {6, 7, 9}, "201", 0x1u, false, REDUCE_MEAN, 0xe76a841eu},
    {3, {6, 7, 9}, "201", 0x2u, false, REDUCE_SUM, 0x415ad103u},
    {3, {6, 7, 9}, "201", 0x4u, true, REDUCE_MEAN, 0x968878d0u},
    {3, {6, 7, 9}, "120", 0x5u, false, REDUCE_SUM, 0x9bee30a9u},
    {4, {3, 17, 4, 6}, "0213", 0x9u, false, REDUCE_MEAN, 0x0e574fc9u},
    {4, {3, 17, 4, 6}, "0213", 0x6u, true, REDUCE_SUM, 0xc7893f6eu},
    {4, {3, 17, 4, 6}, "3120", 0xbu, false, REDUCE_MEAN, 0x887472e7u},
    {5, {2, 3, 4, 5, 6}, "40312", 0x15u, false, REDUCE_SUM, 0xb61adcf9u},
    {3, {12, 1, 13}, "", 0x2u, true, REDUCE_MEAN, 0x209d1b1bu},
    {3, {12, 1, 13}, "210", 0x3u, false, REDUCE_SUM, 0xe5fef165u},
    {2, {1100, 9}, "", 0x1u, false, REDUCE_MEAN, 0x26ca9a3cu},
    {2, {5000, 2}, "", 0x1u, true, REDUCE_SUM, 0x19a7354bu},
    {2, {2, 5000}, "10", 0x1u, false, REDUCE_MEAN, 0xdc274f76u},
    {2, {40000, 8}, "", 0x1u, false, REDUCE_SUM, 0x9c146c4bu},
    {3, {3, 40, 20}, "021", 0x2u, true, REDUCE_MEAN, 0xc4cd95bdu},
    {3, {9, 9, 9}, "", 0x5u, false, REDUCE_SUM, 0x5b31981eu},
};
enum { CASES = sizeof cases / sizeof cases[0] };

START_TEST(sums_have_pytorchs_bits)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct fixture f;
        struct tensor out;
        fixture_start(&f, threads);
        if (threads == 1)
            f.cx.simd = SIMD_BASELINE;
        struct tensor in =
            bits_permuted(&f, cases[_i].ndim, cases[_i].shape, (uint32_t)_i, cases[_i].order);
        expect_ok(&f,
                  reduce_fold(&f.cx, cases[_i].op, &out, &in, cases[_i].axes, cases[_i].keepdim));
        ck_assert_msg(bits_sum(&out) == cases[_i].sum, "case %d, %d threads: %08x", _i, threads,
                      (unsigned)bits_sum(&out));
        RELEASE(&in, &out);
        fixture_end(&f);
    }
}
END_TEST

struct replay {
    const float *x;
    int64_t step, elements;
    float sum[CASCADE_SUMS];
};

static void replay_addition(void *arg, const struct cascade_addition *a)
{
    struct replay *r = arg;
    ck_assert_int_lt(a->to, CASCADE_SUMS);
    if (a->element >= 0) {
        r->sum[a->to] += r->x[a->element * r->step];
        r->elements++;
    } else {
        ck_assert_int_ne(a->to, a->from);
        r->sum[a->to] += r->sum[a->from];
        r->sum[a->from] = 0.0f;
    }
}

START_TEST(told_additions_end_in_the_same_bits)
{
    struct fixture f;
    struct tensor out;
    struct cascade c;
    fixture_start(&f, 1);
    struct tensor in =
        bits_permuted(&f, cases[_i].ndim, cases[_i].shape, (uint32_t)_i, cases[_i].order);
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_SUM, &out, &in, cases[_i].axes, cases[_i].keepdim));
    cascade_start(&c, &in, cases[_i].axes, cases[_i].keepdim);
    for (int64_t cell_at = 0, cells = tensor_numel(&out); cell_at < cells; cell_at++) {
        float total = 0.0f;
        int64_t seen = 0;
        for (int64_t k = 0; k < cascade_strips(&c); k++) {
            struct cascade_strip s = cascade_strip(&c, cell_at, k);
            struct replay r = {(const float *)in.storage->data + s.place, s.step, 0, {0}};
            int last = cascade_order(s.kind, s.n, replay_addition, &r);
            ck_assert_int_eq(r.elements, s.n);
            total += r.sum[last];
            seen += r.elements;
        }
        ck_assert_int_eq(seen, c.per_cell);
        ck_assert_msg(total == ((float *)tensor_data(&out))[cell_at], "cell %d", (int)cell_at);
    }
    RELEASE(&in, &out);
    fixture_end(&f);
}
END_TEST

/* Every length tells each element once; whole numbers have only one sum. */
START_TEST(every_length_is_summed)
{
    static const enum cascade_kind kinds[] = {CASCADE_ONE, CASCADE_FOUR, CASCADE_LANES};
    enum { MOST = 1500 };
    float x[MOST];
    for (int i = 0; i < MOST; i++)
        x[i] = (float)(i + 1);
    for (int n = 0; n <= MOST; n += n < 300 ? 1 : 37) {
        struct replay r = {x, 1, 0, {0}};
        int last = cascade_order(kinds[_i], n, replay_addition, &r);
        ck_assert_int_eq(r.elements, n);
        ck_assert(r.sum[last] == (float)(n * (n + 1) / 2));
    }
}
END_TEST

/* Zeros, axes of size 1 and expanded axes: values, and no negative zero out of a sum. */
START_TEST(odd_shapes)
{
    struct fixture f;
    struct tensor out, wide;
    fixture_start(&f, 1);
    struct tensor none = make_tensor(&f, DTYPE_FLOAT32, DIMS(0, 3), LIST(0));
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_SUM, &out, &none, 1u, false));
    expect_values("sum of no rows", &out, LIST(0, 0, 0), 0.0);
    tensor_release(&out);
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_MEAN, &out, &none, 1u, true));
    expect_values("mean of no rows", &out, LIST(NAN, NAN, NAN), 0.0);
    expect_shape("mean of no rows", &out, DIMS(1, 3));
    tensor_release(&out);
    struct tensor zero = make_tensor(&f, DTYPE_FLOAT32, DIMS(1, 2), LIST(-0.0));
    for (unsigned axes = 0; axes < 4; axes++) {
        expect_ok(&f, reduce_fold(&f.cx, REDUCE_SUM, &out, &zero, axes, axes & 1));
        ck_assert(cell(&out, 0) == 0.0 && !signbit(cell(&out, 0)));
        tensor_release(&out);
    }
    struct tensor row = make_tensor(&f, DTYPE_FLOAT32, DIMS(1, 3), LIST(1, 2, NAN));
    expect_ok(&f, view_expand(&f.cx, &wide, &row, 2, (const int64_t[]){9, 3}));
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_SUM, &out, &wide, 1u, false));
    expect_values("expanded", &out, LIST(9, 18, NAN), 0.0);
    tensor_release(&out);
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_NANSUM, &out, &wide, 3u, false));
    expect_near("nansum", cell(&out, 0), 27.0, 0.0);
    RELEASE(&out, &wide, &row, &zero, &none);
    fixture_end(&f);
}
END_TEST

Suite *suite_cascade(void)
{
    Suite *s = suite_create("cascade");
    TCase *t = tcase_create("cascade");
    tcase_add_loop_test(t, sums_have_pytorchs_bits, 0, CASES);
    tcase_add_loop_test(t, told_additions_end_in_the_same_bits, 0, CASES);
    tcase_add_loop_test(t, every_length_is_summed, 0, 3);
    tcase_add_test(t, odd_shapes);
    suite_add_tcase(s, t);
    return s;
}
