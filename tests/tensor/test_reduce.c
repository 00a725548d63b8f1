/* Folds, extremes, scans, sorting, softmax and layer_norm against plain loops over every subset of
 * the axes; empty and not-a-number cases as PyTorch has them; what is refused. The bits of float32
 * sums, norms and layer_norm: test_cascade.c, test_norm.c, test_moments.c. */
#include "expect.h"
#include "tensor/cells/reduce.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "helpers.h"
#include "tensor/cells/extreme.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/scan.h"
#include "tensor/cells/softmax.h"
#include "tensor/cells/sort.h"
#include "tensor/shape/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_reduce(void);

static const int64_t shape[] = {3, 5, 4};
enum { CELLS = 60 };

/* (3, 5, 4) with values in [-5, 5], or in the other order in memory. */
static struct tensor sample(struct fixture *f, enum dtype dtype, bool permuted)
{
    static const int64_t back[] = {2, 0, 1}, order[] = {1, 2, 0};
    double values[CELLS];
    struct tensor t, view;
    for (int i = 0; i < CELLS; i++) {
        values[i] = (i * 7 + i * i % 5) % 11 - 5;
        values[i] = dtype == DTYPE_BOOL    ? values[i] > 0.0
                    : dtype == DTYPE_UINT8 ? values[i] + 5.0
                                           : values[i];
        values[i] *= dtype_is_float(dtype) ? 0.37 : 1.0;
    }
    if (!permuted) {
        return make_tensor(f, dtype, 3, shape, CELLS, values);
    }
    const int64_t other[] = {shape[back[0]], shape[back[1]], shape[back[2]]};
    t = make_tensor(f, dtype, 3, other, CELLS, values);
    expect_ok(f, view_permute(&f->cx, &view, &t, 3, order));
    tensor_release(&t);
    return view;
}

static double value_at(const struct tensor *t, const int64_t *at)
{
    return tensor_double_at(t, t->offset + at[0] * t->stride[0] + at[1] * t->stride[1] +
                                   at[2] * t->stride[2]);
}

/* Gathers, for the output cell that `at` names (folded axes 0), all cells that belong to it. */
static int gather(const struct tensor *t, unsigned axes, const int64_t *at, double *values)
{
    int count = 0;
    int64_t end[3], x[3];
    for (int d = 0; d < 3; d++) {
        end[d] = axes >> d & 1 ? t->shape[d] : 1;
    }
    for (x[0] = 0; x[0] < end[0]; x[0]++) {
        for (x[1] = 0; x[1] < end[1]; x[1]++) {
            for (x[2] = 0; x[2] < end[2]; x[2]++) {
                int64_t place[] = {at[0] + x[0], at[1] + x[1], at[2] + x[2]};
                values[count++] = value_at(t, place);
            }
        }
    }
    return count;
}

enum extra {
    VAR = REDUCE_COUNT_NONZERO + 1,
    STD,
    NORM2,
    NORM1,
    NORM0,
    NORM_MAX,
    NORM_MIN,
    NORM3,
    OPS
};

static double naive(int op, const double *x, int n)
{
    double sum = 0, product = 1, high = -INFINITY, low = INFINITY, nonzero = 0, squares = 0,
           exps = 0;
    double absolutes = 0, cubes = 0, deviations = 0, smallest = INFINITY;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        product *= x[i];
        high = fmax(high, x[i]);
        low = fmin(low, x[i]);
        nonzero += x[i] != 0.0;
        squares += x[i] * x[i];
        absolutes += fabs(x[i]);
        cubes += fabs(x[i] * x[i] * x[i]);
        smallest = fmin(smallest, fabs(x[i]));
    }
    for (int i = 0; i < n; i++) {
        exps += fmath_exp(x[i] - high);
        deviations += (x[i] - sum / n) * (x[i] - sum / n);
    }
    switch (op) {
    case REDUCE_SUM:
    case REDUCE_NANSUM:
        return sum;
    case REDUCE_PROD:
        return product;
    case REDUCE_MEAN:
        return sum / n;
    case REDUCE_AMAX:
        return high;
    case REDUCE_AMIN:
        return low;
    case REDUCE_ANY:
        return nonzero > 0;
    case REDUCE_ALL:
        return nonzero == n;
    case REDUCE_LOGSUMEXP:
        return high + fmath_log(exps);
    case REDUCE_COUNT_NONZERO:
        return nonzero;
    case VAR:
        return deviations / (n - 1);
    case STD:
        return sqrt(deviations / (n - 1));
    case NORM2:
        return sqrt(squares);
    case NORM1:
        return absolutes;
    case NORM0:
        return nonzero;
    case NORM_MAX:
        return fmax(fabs(high), fabs(low));
    case NORM_MIN:
        return smallest;
    default:
        return fmath_cbrt(cubes);
    }
}

static bool run_op(struct fixture *f, int op, struct tensor *out, const struct tensor *in,
                   unsigned axes, bool keepdim)
{
    static const double powers[] = {2.0, 1.0, 0.0, INFINITY, -INFINITY, 3.0};
    if (op <= REDUCE_COUNT_NONZERO) {
        return reduce_fold(&f->cx, (enum reduction)op, out, in, axes, keepdim);
    }
    if (op == VAR || op == STD) {
        return reduce_var(&f->cx, out, in, axes, 1, keepdim, op == STD);
    }
    return reduce_norm(&f->cx, out, in, axes, powers[op - NORM2], keepdim);
}

static bool takes(int op, enum dtype dtype)
{
    return dtype_is_float(dtype) || !(op == REDUCE_MEAN || op >= VAR);
}

/* Loops over: operation x dtype. Inside: layout, subset of the axes, keepdim. */
START_TEST(folds_equal_plain_loops)
{
    int op = _i / DTYPE_COUNT;
    enum dtype dtype = (enum dtype)(_i % DTYPE_COUNT);
    if (dtype_is_short_float(dtype)) { /* test_dtypes.c: rounded on the way */
        return;
    }
    struct fixture f;
    if (!takes(op, dtype)) {
        return;
    }
    for (int variant = 0; variant < 4 * 8; variant++) {
        unsigned axes = (unsigned)variant / 4;
        bool keepdim = variant & 1;
        struct tensor out;
        fixture_start(&f, 2);
        struct tensor in = sample(&f, dtype, variant & 2);
        expect_ok(&f, run_op(&f, op, &out, &in, axes, keepdim));
        ck_assert_int_eq(out.ndim, keepdim ? 3 : 3 - __builtin_popcount(axes));
        int64_t at[3], k = 0, end[3];
        for (int d = 0; d < 3; d++) {
            end[d] = axes >> d & 1 ? 1 : in.shape[d];
        }
        for (at[0] = 0; at[0] < end[0]; at[0]++) {
            for (at[1] = 0; at[1] < end[1]; at[1]++) {
                for (at[2] = 0; at[2] < end[2]; at[2]++, k++) {
                    double values[CELLS];
                    char what[80];
                    int n = gather(&in, axes, at, values);
                    double wanted = naive(op, values, n);
                    if (op == REDUCE_PROD && fabs(wanted) > 1e15) {
                        continue; /* integers wrap there: test_integers_wrap */
                    }
                    snprintf(what, sizeof what, "operation %d, %s, axes %u, cell %d", op,
                             dtype_name(dtype), axes, (int)k);
                    expect_near(what, cell(&out, k), wanted, dtype == DTYPE_FLOAT64 ? 1e-14 : 1e-6);
                }
            }
        }
        ck_assert_int_eq(k, tensor_numel(&out));
        tensor_release(&in);
        tensor_release(&out);
        fixture_end(&f);
    }
}
END_TEST

START_TEST(result_dtypes)
{
    static const struct {
        enum reduction op;
        enum dtype in, out;
    } cases[] = {
        {REDUCE_SUM, DTYPE_BOOL, DTYPE_INT64},
        {REDUCE_SUM, DTYPE_INT32, DTYPE_INT64},
        {REDUCE_PROD, DTYPE_UINT8, DTYPE_INT64},
        {REDUCE_SUM, DTYPE_FLOAT32, DTYPE_FLOAT32},
        {REDUCE_AMAX, DTYPE_INT32, DTYPE_INT32},
        {REDUCE_ANY, DTYPE_FLOAT32, DTYPE_BOOL},
        {REDUCE_ALL, DTYPE_UINT8, DTYPE_UINT8},
        {REDUCE_LOGSUMEXP, DTYPE_INT64, DTYPE_FLOAT32},
        {REDUCE_MEAN, DTYPE_FLOAT64, DTYPE_FLOAT64},
        {REDUCE_COUNT_NONZERO, DTYPE_FLOAT32, DTYPE_INT64},
    };
    struct fixture f;
    fixture_start(&f, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tensor in = sample(&f, cases[i].in, false), out;
        expect_ok(&f, reduce_fold(&f.cx, cases[i].op, &out, &in, ~0u, false));
        EXPECT(out.dtype == cases[i].out, "case %zu: %s", i, dtype_name(out.dtype));
        tensor_release(&in);
        tensor_release(&out);
    }
    fixture_end(&f);
}
END_TEST

START_TEST(nothing_and_not_a_number)
{
    struct fixture f;
    struct tensor out, none, t;
    fixture_start(&f, 1);
    none = make_tensor(&f, DTYPE_FLOAT32, DIMS(0), LIST(0));
    static const double empty[] = {0.0, 1.0, NAN, 0, 0, 0.0, 1.0, -INFINITY, 0.0, 0.0};
    for (int op = 0; op <= REDUCE_COUNT_NONZERO; op++) {
        if (op == REDUCE_AMAX || op == REDUCE_AMIN) {
            continue;
        }
        expect_ok(&f, run_op(&f, op, &out, &none, ~0u, false));
        expect_near("of nothing", cell(&out, 0), empty[op], 0.0);
        tensor_release(&out);
    }
    t = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(1, NAN, 3));
    static const double with_nan[] = {NAN, NAN, NAN, NAN, NAN, 1.0, 1.0, NAN, 4.0, 3.0};
    for (int op = 0; op <= REDUCE_COUNT_NONZERO; op++) {
        expect_ok(&f, run_op(&f, op, &out, &t, ~0u, false));
        expect_near("with NaN", cell(&out, 0), with_nan[op], 0.0);
        tensor_release(&out);
    }
    tensor_release(&t);
    t = make_tensor(&f, DTYPE_FLOAT32, DIMS(2), LIST(-INFINITY, -INFINITY));
    expect_ok(&f, run_op(&f, REDUCE_LOGSUMEXP, &out, &t, ~0u, false));
    expect_near("logsumexp of -inf", cell(&out, 0), -INFINITY, 0.0);
    tensor_release(&out);
    tensor_release(&t);
    t = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(0, 1, 2));
    static const double var[] = {2.0 / 3.0, 1.0, 2.0, INFINITY, INFINITY};
    for (int correction = 0; correction < 5; correction++) {
        expect_ok(&f, reduce_var(&f.cx, &out, &t, ~0u, correction, false, false));
        expect_near("variance", cell(&out, 0), var[correction], 1e-7);
        tensor_release(&out);
    }
    tensor_release(&t);
    tensor_release(&none);
    fixture_end(&f);
}
END_TEST

START_TEST(integers_wrap)
{
    struct fixture f;
    struct tensor out;
    fixture_start(&f, 1);
    struct tensor t = make_tensor(&f, DTYPE_INT64, DIMS(2), LIST(4611686018427387904.0, 4));
    expect_ok(&f, reduce_fold(&f.cx, REDUCE_PROD, &out, &t, ~0u, false));
    ck_assert_int_eq(tensor_int_at(&out, 0), 0);
    tensor_release(&out);
    tensor_release(&t);
    fixture_end(&f);
}
END_TEST

/* ---- softmax: the definition in float32, step by step, to the bit ---- */

/* A row of eight or more is dealt to eight sums in turn; they are added as 0 + 4, ... at the end.
 */
static float naive_row_sum(const float *e, int64_t n)
{
    float s[8] = {0};
    for (int64_t i = 0; i < n; i++) {
        s[n < 8 ? 0 : i % 8] += e[i];
    }
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

enum place { ROW, COLUMN, LONE_COLUMN }; /* lone: past the last whole eight */

static void naive_softmax(const float *x, int64_t n, int64_t step, bool logarithm, enum place place,
                          float *out)
{
    bool lone = place == LONE_COLUMN;
    float most = -INFINITY, sum = 0.0f, e[1024];
    for (int64_t i = 0; i < n; i++) {
        most = x[i * step] > most ? x[i * step] : most;
    }
    for (int64_t i = 0; i < n; i++) {
        sum += e[i] = lone ? fmath_expf_rest(x[i * step] - most) : fmath_expf(x[i * step] - most);
    }
    if (place == ROW) {
        sum = naive_row_sum(e, n);
    }
    for (int64_t i = 0; i < n; i++) {
        out[i * step] = logarithm      ? x[i * step] - most - fmath_logf(sum)
                        : place == ROW ? e[i] * (1.0f / sum)
                                       : e[i] / sum;
    }
}

static const int64_t softmax_shapes[][3] = {{1, 1, 1},  {3, 7, 5},    {2, 9, 1},    {1, 33, 17},
                                            {4, 5, 64}, {17, 3, 100}, {2, 64, 1000}};
enum { SOFTMAX_SHAPES = sizeof softmax_shapes / sizeof softmax_shapes[0] };

START_TEST(softmax_is_its_definition)
{
    const int64_t *s = softmax_shapes[_i];
    int64_t total = s[0] * s[1] * s[2];
    for (int variant = 0; variant < 3 * 2 * 2 * 3; variant++) {
        int dim = variant % 3;
        bool logarithm = variant / 3 % 2;
        struct fixture f;
        struct tensor out;
        fixture_start(&f, variant / 6 % 2 + 1);
        if ((enum simd)(variant / 12) < f.cx.simd) {
            f.cx.simd = (enum simd)(variant / 12);
        }
        struct tensor in = make_counting(&f, DTYPE_FLOAT32, 3, s);
        float *x = tensor_data(&in);
        for (int64_t i = 0; i < total; i++) {
            x[i] = i % 13 == 5 ? -INFINITY : (float)(i * 37 % 101) * 0.083f - 3.0f;
        }
        float *wanted = malloc((size_t)total * sizeof *wanted);
        int64_t inner = dim == 0 ? s[1] * s[2] : dim == 1 ? s[2] : 1;
        for (int64_t i = 0; i < total; i++) {
            if (i / inner % s[dim] == 0) {
                naive_softmax(x + i, s[dim], inner, logarithm,
                              dim == 2                    ? ROW
                              : i % inner < inner / 8 * 8 ? COLUMN
                                                          : LONE_COLUMN,
                              wanted + i);
            }
        }
        expect_ok(&f, (logarithm ? reduce_log_softmax : reduce_softmax)(&f.cx, &out, &in, dim));
        for (int64_t i = 0; i < total; i++) {
            float got = ((float *)tensor_data(&out))[i];
            EXPECT(got == wanted[i] || (isnan(got) && isnan(wanted[i])),
                   "variant %d, cell %d: %a, not %a", variant, (int)i, (double)got,
                   (double)wanted[i]);
        }
        free(wanted);
        tensor_release(&in);
        tensor_release(&out);
        fixture_end(&f);
    }
}
END_TEST

/* What a mask hides at the end of a row is not computed: row i shows its first i cells; then one
 * that is NaN is looked for. */
START_TEST(softmax_of_masked_rows)
{
    static const int64_t sizes[] = {7, 8, 15, 16, 31, 64, 70, 130, 150, 301};
    const int64_t n = sizes[_i % 10], s[] = {n, n};
    struct fixture f;
    struct tensor out;
    fixture_start(&f, 1);
    if ((enum simd)(_i / 10) < f.cx.simd) {
        f.cx.simd = (enum simd)(_i / 10);
    }
    struct tensor in = make_counting(&f, DTYPE_FLOAT32, 2, s);
    float *x = tensor_data(&in), *wanted = malloc((size_t)(n * n) * sizeof *wanted);
    for (int variant = 0; variant < 4; variant++) {
        bool logarithm = variant % 2 == 1;
        for (int64_t i = 0; i < n * n; i++) {
            x[i] = i % n >= i / n ? -INFINITY : (float)(i * 37 % 101) * 0.083f - 3.0f;
        }
        for (int64_t row = 0; variant >= 2 && row < n; row += 2) {
            x[row * n + (n - 1 - row / 2)] = NAN;
        }
        for (int64_t row = 0; row < n; row++) {
            naive_softmax(x + row * n, n, 1, logarithm, ROW, wanted + row * n);
        }
        expect_ok(&f, (logarithm ? reduce_log_softmax : reduce_softmax)(&f.cx, &out, &in, 1));
        for (int64_t i = 0; i < n * n; i++) {
            float got = ((float *)tensor_data(&out))[i];
            EXPECT(memcmp(&got, &wanted[i], sizeof got) == 0 || (isnan(got) && isnan(wanted[i])),
                   "variant %d of %d, cell %d: %a, not %a", variant, (int)n, (int)i, (double)got,
                   (double)wanted[i]);
        }
        tensor_release(&out);
    }
    free(wanted);
    tensor_release(&in);
    fixture_end(&f);
}
END_TEST

START_TEST(softmax_of_infinities)
{
    struct fixture f;
    struct tensor out;
    fixture_start(&f, 1);
    struct tensor in = make_tensor(&f, DTYPE_FLOAT32, DIMS(4, 2),
                                   LIST(-INFINITY, -INFINITY, 1, INFINITY, NAN, 1, 1, -INFINITY));
    expect_ok(&f, reduce_softmax(&f.cx, &out, &in, -1));
    expect_values("softmax", &out, LIST(NAN, NAN, NAN, NAN, NAN, NAN, 1, 0), 0.0);
    tensor_release(&out);
    expect_ok(&f, reduce_log_softmax(&f.cx, &out, &in, 1));
    expect_values("log_softmax", &out, LIST(NAN, NAN, NAN, NAN, NAN, NAN, 0, -INFINITY), 0.0);
    tensor_release(&out);
    struct tensor columns;
    expect_ok(&f, view_t(&f.cx, &columns, &in));
    expect_ok(&f, reduce_softmax(&f.cx, &out, &columns, 0));
    expect_values("softmax of columns", &out, LIST(NAN, NAN, NAN, 1, NAN, NAN, NAN, 0), 0.0);
    tensor_release(&out);
    tensor_release(&columns);
    tensor_release(&in);
    in = make_tensor(&f, DTYPE_FLOAT64, DIMS(3), LIST(1, 2, 3));
    expect_ok(&f, reduce_softmax(&f.cx, &out, &in, 0));
    expect_values("softmax in double", &out,
                  LIST(0.09003057317038046, 0.24472847105479767, 0.6652409557748219), 1e-15);
    tensor_release(&out);
    tensor_release(&in);
    fixture_end(&f);
}
END_TEST

START_TEST(layer_norm_normalises)
{
    enum { ROWS = 7, N = 50 };
    struct fixture f;
    for (int variant = 0; variant < 8; variant++) {
        bool affine = variant & 1, permuted = variant & 2;
        enum dtype dtype = variant & 4 ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
        struct tensor base, in, out;
        fixture_start(&f, 2);
        if (permuted) {
            base = make_counting(&f, dtype, DIMS(N, ROWS));
            expect_ok(&f, view_t(&f.cx, &in, &base));
            tensor_release(&base);
        } else {
            in = make_counting(&f, dtype, DIMS(ROWS, N));
        }
        struct tensor weight = make_counting(&f, dtype, DIMS(N));
        expect_ok(&f, reduce_layer_norm(&f.cx, &out, &in, 1, affine ? &weight : NULL,
                                        affine ? &weight : NULL, 1e-5));
        for (int row = 0; row < ROWS; row++) {
            double mean = 0.0, var = 0.0;
            for (int i = 0; i < N; i++) {
                mean += cell(&in, row * N + i) / N;
            }
            for (int i = 0; i < N; i++) {
                var += (cell(&in, row * N + i) - mean) * (cell(&in, row * N + i) - mean) / N;
            }
            for (int i = 0; i < N; i++) {
                double y = (cell(&in, row * N + i) - mean) / sqrt(var + 1e-5);
                expect_near("layer_norm", cell(&out, row * N + i), affine ? y * i + i : y,
                            dtype == DTYPE_FLOAT32 ? 3e-5 : 1e-12);
            }
        }
        tensor_release(&in);
        tensor_release(&out);
        tensor_release(&weight);
        fixture_end(&f);
    }
}
END_TEST

/* ---- along one axis ---- */

enum along {
    MAX,
    MIN,
    MEDIAN,
    SORT,
    SORT_DOWN,
    TOPK,
    BOTTOMK,
    CUMMAX,
    CUMMIN,
    CUMSUM,
    CUMPROD,
    ALONGS
};

static bool run_along(struct fixture *f, int op, struct tensor *v, struct tensor *i,
                      const struct tensor *in, int64_t dim)
{
    struct compute *cx = &f->cx;
    switch (op) {
    case MAX:
        return reduce_max(cx, v, i, in, dim, true);
    case MIN:
        return reduce_min(cx, v, i, in, dim, true);
    case MEDIAN:
        return reduce_median(cx, v, i, in, dim, true, false);
    case SORT:
        return reduce_sort(cx, v, i, in, dim, false, true);
    case SORT_DOWN:
        return reduce_sort(cx, v, i, in, dim, true, true);
    case TOPK:
        return reduce_topk(cx, v, i, in, 2, dim, true, true);
    case BOTTOMK:
        return reduce_topk(cx, v, i, in, 2, dim, false, true);
    case CUMMAX:
        return reduce_cummax(cx, v, i, in, dim, false);
    case CUMMIN:
        return reduce_cummax(cx, v, i, in, dim, true);
    case CUMSUM:
        return reduce_cumsum(cx, v, in, dim);
    default:
        return reduce_cumprod(cx, v, in, dim);
    }
}

/* Expected values and positions of one line; returns how many. */
static int naive_along(int op, const double *x, int n, double *values, int *places)
{
    bool down = op == SORT_DOWN || op == TOPK || op == MAX;
    int order[8];
    for (int i = 0; i < n; i++) { /* a stable insertion sort */
        int j = i;
        for (; j > 0 && (down ? x[order[j - 1]] < x[i] : x[order[j - 1]] > x[i]); j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
    int first = op == MEDIAN ? (n - 1) / 2 : 0;
    int count = op <= MEDIAN ? 1 : op == TOPK || op == BOTTOMK ? 2 : n;
    for (int i = 0; i < count; i++) {
        places[i] = order[first + i];
        values[i] = x[places[i]];
    }
    for (int i = 0, best = 0; op >= CUMMAX && i < n; i++) {
        if (op == CUMMAX ? x[i] >= x[best] : x[i] <= x[best]) {
            best = i;
        }
        places[i] = best;
        values[i] = op == CUMSUM    ? (i ? values[i - 1] : 0.0) + x[i]
                    : op == CUMPROD ? (i ? values[i - 1] : 1.0) * x[i]
                                    : x[best];
    }
    return count;
}

START_TEST(along_an_axis)
{
    int op = _i / DTYPE_COUNT;
    enum dtype dtype = (enum dtype)(_i % DTYPE_COUNT);
    if (dtype_is_short_float(dtype)) { /* test_dtypes.c: rounded on the way */
        return;
    }
    bool placed = op < CUMSUM;
    if (dtype == DTYPE_BOOL && (op == MEDIAN || op == TOPK || op == BOTTOMK)) {
        return;
    }
    for (int variant = 0; variant < 6; variant++) {
        int dim = variant % 3;
        struct fixture f;
        struct tensor v, places = {0};
        fixture_start(&f, 1);
        struct tensor in = sample(&f, dtype, variant / 3);
        expect_ok(&f, run_along(&f, op, &v, &places, &in, dim - 3));
        ck_assert_int_eq(v.dtype, op >= CUMSUM && !dtype_is_float(dtype) ? DTYPE_INT64 : dtype);
        int64_t at[3];
        for (at[0] = 0; at[0] < (dim == 0 ? 1 : in.shape[0]); at[0]++) {
            for (at[1] = 0; at[1] < (dim == 1 ? 1 : in.shape[1]); at[1]++) {
                for (at[2] = 0; at[2] < (dim == 2 ? 1 : in.shape[2]); at[2]++) {
                    double x[8], values[8];
                    int where[8];
                    int n = gather(&in, 1u << dim, at, x);
                    int count = naive_along(op, x, n, values, where);
                    ck_assert_int_eq(v.shape[dim], count);
                    for (int i = 0; i < count; i++) {
                        int64_t place[] = {at[0], at[1], at[2]};
                        place[dim] = i;
                        expect_near("value", value_at(&v, place), values[i], 1e-6);
                        if (placed && (op == TOPK || op == BOTTOMK)) { /* not stable */
                            ck_assert(x[(int)value_at(&places, place)] == values[i]);
                        } else if (placed) {
                            ck_assert_int_eq((int)value_at(&places, place), where[i]);
                        }
                    }
                }
            }
        }
        tensor_release(&in);
        tensor_release(&v);
        tensor_release(&places);
        fixture_end(&f);
    }
}
END_TEST

START_TEST(not_a_number_is_the_largest)
{
    static const struct {
        int op;
        int count;
        double values[4], places[4];
    } cases[] = {
        {MAX, 1, {NAN}, {1}},
        {MIN, 1, {NAN}, {1}},
        {MEDIAN, 1, {NAN}, {1}},
        {TOPK, 2, {NAN, NAN}, {1, 3}},
        {BOTTOMK, 2, {1, 3}, {0, 2}},
        {SORT, 4, {1, 3, NAN, NAN}, {0, 2, 1, 3}},
        {SORT_DOWN, 4, {NAN, NAN, 3, 1}, {1, 3, 2, 0}},
        {CUMMAX, 4, {1, NAN, NAN, NAN}, {0, 1, 1, 3}},
    };
    struct fixture f;
    fixture_start(&f, 1);
    struct tensor in = make_tensor(&f, DTYPE_FLOAT32, DIMS(4), LIST(1, NAN, 3, NAN)), v, i;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        expect_ok(&f, run_along(&f, cases[c].op, &v, &i, &in, 0));
        expect_values("values", &v, cases[c].count, cases[c].values, 0.0);
        expect_values("places", &i, cases[c].count, cases[c].places, 0.0);
        tensor_release(&v);
        tensor_release(&i);
    }
    tensor_release(&in);
    fixture_end(&f);
}
END_TEST

/* Longer than the insertion sort's runs; -0 and 0 are equal and keep their order. */
START_TEST(sorting_is_stable)
{
    enum { N = 1000 };
    double values[N];
    struct fixture f;
    struct tensor v, places;
    for (int i = 0; i < N; i++) {
        values[i] = i * 7919 % 13 == 0 ? (i % 2 ? -0.0 : 0.0) : i * 7919 % 13 - 6;
    }
    fixture_start(&f, 1);
    struct tensor in = make_tensor(&f, DTYPE_FLOAT32, DIMS(N), N, values);
    for (int down = 0; down < 2; down++) {
        expect_ok(&f, reduce_sort(&f.cx, &v, &places, &in, 0, down, true));
        for (int i = 1; i < N; i++) {
            double a = cell(&v, i - 1), b = cell(&v, i);
            ck_assert(a == b ? cell(&places, i - 1) < cell(&places, i) : down ? a > b : a < b);
            ck_assert(values[(int)cell(&places, i)] == b);
        }
        tensor_release(&v);
        tensor_release(&places);
    }
    tensor_release(&in);
    fixture_end(&f);
}
END_TEST

START_TEST(unique_values)
{
    struct fixture f;
    struct tensor v, inverse, counts;
    fixture_start(&f, 1);
    struct tensor in = make_tensor(&f, DTYPE_INT64, DIMS(2, 3), LIST(3, -1, 2, -1, 3, 3));
    expect_ok(&f, reduce_unique(&f.cx, &v, &inverse, &counts, &in));
    expect_values("values", &v, LIST(-1, 2, 3), 0.0);
    expect_values("inverse", &inverse, LIST(2, 0, 1, 0, 2, 2), 0.0);
    expect_shape("inverse", &inverse, DIMS(2, 3));
    expect_values("counts", &counts, LIST(2, 1, 3), 0.0);
    tensor_release(&v);
    tensor_release(&inverse);
    tensor_release(&counts);
    expect_ok(&f, reduce_unique(&f.cx, &v, NULL, NULL, &in));
    tensor_release(&v);
    tensor_release(&in);
    in = make_tensor(&f, DTYPE_FLOAT32, DIMS(3), LIST(NAN, 1, NAN)); /* a NaN equals nothing */
    expect_ok(&f, reduce_unique(&f.cx, &v, NULL, &counts, &in));
    expect_values("values with NaN", &v, LIST(1, NAN, NAN), 0.0);
    expect_values("counts with NaN", &counts, LIST(1, 1, 1), 0.0);
    tensor_release(&v);
    tensor_release(&counts);
    tensor_release(&in);
    fixture_end(&f);
}
END_TEST

/* ---- refusals ---- */

START_TEST(refused_in_pytorchs_words)
{
    struct fixture f;
    struct tensor o, p;
    unsigned axes;
    fixture_start(&f, 1);
    struct compute *cx = &f.cx;
    struct tensor ints = make_counting(&f, DTYPE_INT64, DIMS(2, 3));
    struct tensor bools = sample(&f, DTYPE_BOOL, false);
    struct tensor floats = make_counting(&f, DTYPE_FLOAT32, DIMS(2, 3));
    struct tensor none = make_tensor(&f, DTYPE_FLOAT32, DIMS(0, 3), LIST(0));
    const int64_t twice[] = {0, -2}, far[] = {4};
    expect_error(&f, reduce_axes(cx, &floats, 2, twice, &axes), ERROR_RUNTIME,
                 "dim 0 appears multiple times in the list of dims");
    expect_error(&f, reduce_axes(cx, &floats, 1, far, &axes), ERROR_INDEX,
                 "Dimension out of range (expected to be in range of [-2, 1], but got 4)");
    expect_error(
        &f, reduce_fold(cx, REDUCE_MEAN, &o, &ints, ~0u, false), ERROR_RUNTIME,
        "mean(): could not infer output dtype. Input dtype must be either a floating point or "
        "complex dtype. Got: Long");
    expect_error(
        &f, reduce_fold(cx, REDUCE_AMAX, &o, &none, ~0u, false), ERROR_RUNTIME,
        "amax(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
        "reduction dim with the 'dim' argument.");
    expect_error(&f, reduce_fold(cx, REDUCE_AMIN, &o, &none, 1u, false), ERROR_INDEX,
                 "amin(): Expected reduction dim 0 to have non-zero size.");
    expect_error(&f, reduce_var(cx, &o, &ints, ~0u, 1, false, true), ERROR_RUNTIME,
                 "std and var only support floating point and complex dtypes");
    expect_error(
        &f, reduce_norm(cx, &o, &ints, ~0u, 2.0, false), ERROR_RUNTIME,
        "norm(): input dtype should be either floating point or complex. Got Long instead.");
    expect_error(&f, reduce_max(cx, &o, &p, &none, 0, false), ERROR_INDEX,
                 "max(): Expected reduction dim 0 to have non-zero size.");
    expect_error(&f, reduce_max(cx, NULL, &p, &none, 0, false), ERROR_INDEX,
                 "argmax(): Expected reduction dim 0 to have non-zero size.");
    expect_error(&f, reduce_min(cx, NULL, &p, &bools, 0, false), ERROR_RUNTIME,
                 "\"argmin_cpu\" not implemented for 'Bool'");
    expect_error(&f, reduce_median(cx, &o, &p, &bools, 0, false, false), ERROR_RUNTIME,
                 "\"median_out\" not implemented for 'Bool'");
    expect_error(&f, reduce_topk(cx, &o, &p, &floats, 5, 1, true, true), ERROR_RUNTIME,
                 "selected index k out of range");
    expect_error(&f, reduce_topk(cx, &o, &p, &bools, 1, 1, true, true), ERROR_RUNTIME,
                 "\"topk_cpu\" not implemented for 'Bool'");
    expect_error(&f, reduce_softmax(cx, &o, &ints, -1), ERROR_RUNTIME,
                 "\"softmax_lastdim_kernel_impl\" not implemented for 'Long'");
    expect_error(&f, reduce_softmax(cx, &o, &ints, 0), ERROR_RUNTIME,
                 "\"softmax_kernel_impl\" not implemented for 'Long'");
    expect_error(&f, reduce_log_softmax(cx, &o, &ints, 1), ERROR_RUNTIME,
                 "\"log_softmax_lastdim_kernel_impl\" not implemented for 'Long'");
    expect_error(&f, reduce_layer_norm(cx, &o, &ints, 1, NULL, NULL, 1e-5), ERROR_RUNTIME,
                 "\"LayerNormKernelImpl\" not implemented for 'Long'");
    expect_error(&f, reduce_layer_norm(cx, &o, &floats, 1, &floats, NULL, 1e-5), ERROR_RUNTIME,
                 "Expected weight to be of same shape as normalized_shape, but got weight of shape "
                 "[2, 3] and normalized_shape = [3]");
    tensor_release(&ints);
    tensor_release(&bools);
    tensor_release(&floats);
    tensor_release(&none);
    fixture_end(&f);
}
END_TEST

START_TEST(no_axes_is_one_cell)
{
    struct fixture f;
    struct tensor v, i;
    fixture_start(&f, 1);
    struct tensor t = make_scalar(&f, DTYPE_FLOAT32, 3.0);
    for (int op = 0; op < ALONGS; op++) {
        if (op == TOPK || op == BOTTOMK) {
            continue;
        }
        i = (struct tensor){0};
        expect_ok(&f, run_along(&f, op, &v, &i, &t, -1));
        ck_assert_int_eq(v.ndim, 0);
        expect_near("value", cell(&v, 0), 3.0, 0.0);
        tensor_release(&v);
        tensor_release(&i);
    }
    expect_ok(&f, reduce_softmax(&f.cx, &v, &t, 0));
    expect_near("softmax", cell(&v, 0), 1.0, 0.0);
    tensor_release(&v);
    tensor_release(&t);
    fixture_end(&f);
}
END_TEST

Suite *suite_reduce(void)
{
    Suite *s = suite_create("reduce");
    TCase *t = tcase_create("reduce");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, folds_equal_plain_loops, 0, OPS * DTYPE_COUNT);
    tcase_add_test(t, result_dtypes);
    tcase_add_test(t, nothing_and_not_a_number);
    tcase_add_test(t, integers_wrap);
    tcase_add_loop_test(t, softmax_is_its_definition, 0, SOFTMAX_SHAPES);
    tcase_add_loop_test(t, softmax_of_masked_rows, 0, 10 * (SIMD_AVX512 + 1));
    tcase_add_test(t, softmax_of_infinities);
    tcase_add_test(t, layer_norm_normalises);
    tcase_add_loop_test(t, along_an_axis, 0, ALONGS * DTYPE_COUNT);
    tcase_add_test(t, not_a_number_is_the_largest);
    tcase_add_test(t, sorting_is_stable);
    tcase_add_test(t, unique_values);
    tcase_add_test(t, refused_in_pytorchs_words);
    tcase_add_test(t, no_axes_is_one_cell);
    suite_add_tcase(s, t);
    return s;
}
