/* Tests float32 sums and means: PyTorch 1.13's bits for many layouts, the same bits from the
 * additions that are told one by one, from any number of threads and any kernel. Those of float64
 * are held against PyTorch by tests/cases/bits_doubles.py, and here against what is told. */
#include "expect.h"
#include "tensor/cells/cascade.h"

#include "bits.h"
#include "tensor/cells/reduce.h"

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
    {1, {5}, "", 0x1u, true, REDUCE_SUM, 0x547ff998u},
    {1, {7}, "", 0x1u, false, REDUCE_MEAN, 0x0cc260e7u},
    {1, {8}, "", 0x1u, false, REDUCE_SUM, 0x745ded29u},
    {1, {33}, "", 0x1u, true, REDUCE_MEAN, 0xd13aaad1u},
    {1, {100}, "", 0x1u, false, REDUCE_SUM, 0xe2b3cb3fu},
    {1, {1000}, "", 0x1u, false, REDUCE_MEAN, 0x88016122u},
    {1, {20000}, "", 0x1u, true, REDUCE_SUM, 0x89a8cd45u},
    {1, {70001}, "", 0x1u, false, REDUCE_MEAN, 0x08a865feu},
    {2, {2, 3}, "", 0x2u, false, REDUCE_SUM, 0x564157b4u},
    {2, {2, 3}, "", 0x1u, true, REDUCE_MEAN, 0x1b775d86u},
    {3, {2, 4, 8}, "", 0x4u, false, REDUCE_SUM, 0x56d14ab0u},
    {3, {4, 10, 64}, "", 0x4u, false, REDUCE_MEAN, 0xd7dd6c05u},
    {3, {4, 10, 64}, "", 0x3u, true, REDUCE_SUM, 0x87b36765u},
    {3, {4, 10, 64}, "", 0x2u, false, REDUCE_MEAN, 0x318a3853u},
    {3, {4, 10, 64}, "", 0x6u, false, REDUCE_SUM, 0x3be01b70u},
    {3, {4, 10, 64}, "", 0x5u, true, REDUCE_MEAN, 0x3eebe2b7u},
    {2, {1, 1024}, "", 0x2u, false, REDUCE_SUM, 0xa9454fb2u},
    {2, {33, 5}, "", 0x1u, false, REDUCE_MEAN, 0x1403d32fu},
    {2, {33, 3}, "", 0x1u, true, REDUCE_SUM, 0x91cbf395u},
    {2, {33, 5}, "10", 0x1u, false, REDUCE_MEAN, 0xc82e2f5bu},
    {2, {33, 5}, "10", 0x2u, false, REDUCE_SUM, 0x3be42697u},
    {2, {20, 40}, "10", 0x1u, true, REDUCE_MEAN, 0x3c078640u},
    {2, {20, 40}, "10", 0x2u, false, REDUCE_SUM, 0x731c9c9du},
    {2, {300, 45}, "", 0x1u, false, REDUCE_MEAN, 0x106bcc74u},
    {2, {300, 45}, "10", 0x2u, true, REDUCE_SUM, 0x20e52959u},
    {3, {6, 7, 9}, "201", 0x1u, false, REDUCE_MEAN, 0x4582c20fu},
    {3, {6, 7, 9}, "201", 0x2u, false, REDUCE_SUM, 0x048f865du},
    {3, {6, 7, 9}, "201", 0x4u, true, REDUCE_MEAN, 0xa0f512aeu},
    {3, {6, 7, 9}, "120", 0x5u, false, REDUCE_SUM, 0x0a8467f2u},
    {4, {3, 17, 4, 6}, "0213", 0x9u, false, REDUCE_MEAN, 0xacd68cc5u},
    {4, {3, 17, 4, 6}, "0213", 0x6u, true, REDUCE_SUM, 0x30014662u},
    {4, {3, 17, 4, 6}, "3120", 0xbu, false, REDUCE_MEAN, 0xebc0f714u},
    {5, {2, 3, 4, 5, 6}, "40312", 0x15u, false, REDUCE_SUM, 0xf1ae345cu},
    {3, {12, 1, 13}, "", 0x2u, true, REDUCE_MEAN, 0x54bb2800u},
    {3, {12, 1, 13}, "210", 0x3u, false, REDUCE_SUM, 0x0f59b1a6u},
    {2, {1100, 9}, "", 0x1u, false, REDUCE_MEAN, 0x3b1f9f38u},
    {2, {5000, 2}, "", 0x1u, true, REDUCE_SUM, 0xf5e46973u},
    {2, {2, 5000}, "10", 0x1u, false, REDUCE_MEAN, 0x04481518u},
    {2, {40000, 8}, "", 0x1u, false, REDUCE_SUM, 0xfad1ebf2u},
    {3, {3, 40, 20}, "021", 0x2u, true, REDUCE_MEAN, 0x5a2cf3e8u},
    {3, {9, 9, 9}, "", 0x5u, false, REDUCE_SUM, 0x90d7baadu},
    {1, {300001}, "", 0x1u, false, REDUCE_SUM, 0x69cc88b8u},
    {2, {1500, 1333}, "", 0x3u, true, REDUCE_MEAN, 0x5c73d0c1u},
};
enum { CASES = sizeof cases / sizeof cases[0] };

START_TEST(sums_have_pytorchs_bits)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct fixture f;
        struct tensor out;
        fixture_start(&f, threads);
        if (threads == 1) {
            f.cx.simd = SIMD_BASELINE;
        }
        struct tensor in =
            bits_permuted(&f, cases[_i].ndim, cases[_i].shape, (uint32_t)_i, cases[_i].order);
        expect_ok(&f,
                  reduce_fold(&f.cx, cases[_i].op, &out, &in, cases[_i].axes, cases[_i].keepdim));
        EXPECT(bits_sum(&out) == cases[_i].sum, "case %d, %d threads: %08x", _i, threads,
               (unsigned)bits_sum(&out));
        RELEASE(&in, &out);
        fixture_end(&f);
    }
}
END_TEST

struct replay {
    const struct tensor *in;
    int64_t elements;
    double sum[ADD_SUMS];
};

static double rounded(const struct tensor *in, double x)
{
    return in->dtype == DTYPE_FLOAT32 ? (double)(float)x : x;
}

static void replay_addition(void *arg, const struct add_step *a)
{
    struct replay *r = arg;
    ck_assert_int_lt(a->to, ADD_SUMS);
    if (a->act == ADD_ROUNDED) {
        r->sum[a->to] = rounded(r->in, r->sum[a->to] + tensor_double_at(r->in, a->k));
        r->elements++;
    } else {
        ck_assert_int_eq(a->act, ADD_JOIN);
        ck_assert_int_ne(a->to, a->from);
        r->sum[a->to] = rounded(r->in, r->sum[a->to] + r->sum[a->from]);
        r->sum[a->from] = 0;
    }
}

/* The same numbers in float64, each a third: no sum of them is exact. */
static struct tensor in_thirds(struct fixture *f, const struct tensor *in)
{
    struct tensor out;
    ck_assert(tensor_cast(&f->cx, &out, in, DTYPE_FLOAT64));
    for (int64_t k = 0; k < tensor_numel(&out); k++) {
        tensor_set_double(&out, out.offset + k, tensor_double_at(&out, out.offset + k) / 3);
    }
    return out;
}

START_TEST(told_additions_end_in_the_same_bits)
{
    struct fixture f;
    struct tensor out, in, floats;
    struct cascade c;
    int at = _i % CASES;
    fixture_start(&f, 1);
    floats = bits_permuted(&f, cases[at].ndim, cases[at].shape, (uint32_t)at, cases[at].order);
    in = _i < CASES
             ? bits_permuted(&f, cases[at].ndim, cases[at].shape, (uint32_t)at, cases[at].order)
             : in_thirds(&f, &floats);
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_SUM, &out, &in, cases[at].axes, cases[at].keepdim));
    cascade_start(&c, &in, cases[at].axes, cases[at].keepdim);
    for (int64_t cell_at = 0, cells = tensor_numel(&out); cell_at < cells; cell_at++) {
        struct replay r = {&in, 0, {0}};
        int last = cascade_order(&c, cell_at, replay_addition, &r);
        ck_assert_int_eq(r.elements, c.per_cell);
        EXPECT(r.sum[last] == tensor_double_at(&out, cell_at), "cell %d", (int)cell_at);
    }
    RELEASE(&in, &floats, &out);
    fixture_end(&f);
}
END_TEST

/* Every length tells each element once; whole numbers have only one sum. */
START_TEST(every_length_is_summed)
{
    static const enum cascade_kind kinds[] = {CASCADE_ONE, CASCADE_FOUR, CASCADE_LANES};
    enum { MOST = 1500 };
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor in = make_counting(&f, DTYPE_FLOAT64, DIMS(MOST + 1)); /* 0, 1, ... */
    for (int n = 0; n <= MOST; n += n < 300 ? 1 : 37) {
        struct cascade c = {.n = n,
                            .step = 1,
                            .strips = 1,
                            .joined = true,
                            .ones = kinds[_i / 2] == CASCADE_ONE,
                            .other = kinds[_i / 2],
                            .lanes = _i % 2 ? 4 : 8,
                            .start = 1};
        struct replay r = {&in, 0, {0}};
        int last = cascade_order(&c, 0, replay_addition, &r);
        ck_assert_int_eq(r.elements, n);
        ck_assert(r.sum[last] == (double)n * (n + 1) / 2);
    }
    RELEASE(&in);
    fixture_end(&f);
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
    tcase_add_loop_test(t, told_additions_end_in_the_same_bits, 0, 2 * CASES);
    tcase_add_loop_test(t, every_length_is_summed, 0, 6);
    tcase_add_test(t, odd_shapes);
    suite_add_tcase(s, t);
    return s;
}
