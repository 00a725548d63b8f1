/* Tests matrix products: the bits of the naive triple loop (with fmaf, or without in PyTorch's own
 * small batches) for every shape, stride, number of threads and kernel; torch.matmul's shapes; what
 * is refused, in PyTorch's words. */
#include "expect.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_vector.h"

#include "tensor/compute/kernel.h"
#include "tensor/product/matmul_linear.h"
#include "tensor/shape/view.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_matmul(void);

static struct error err;
static struct compute cx;

static void start(int threads, enum simd simd)
{
    error_clear(&err);
    compute_init(&cx, &err, NULL, threads);
    if (simd < cx.simd) {
        cx.simd = simd;
    }
}

static void finish(void)
{
    compute_release(&cx);
}

/* Numbers whose sums are inexact, so that another order of adding shows. */
static float noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((float)(*state >> 8) * 0x1p-24f - 0.5f) * (*state & 1 ? 1.0f : 1000.0f);
}

static float *new_floats(size_t n, uint32_t seed)
{
    float *x = malloc((n + 1) * sizeof *x);
    ck_assert_ptr_nonnull(x);
    for (size_t i = 0; i < n; i++) {
        x[i] = noise(&seed);
    }
    return x;
}

static struct tensor random_tensor(enum dtype dtype, int ndim, const int64_t *shape, uint32_t seed)
{
    struct tensor t;
    ck_assert(tensor_new(&cx, &t, dtype, ndim, shape));
    int64_t n = tensor_numel(&t);
    for (int64_t i = 0; i < n; i++) {
        float x = noise(&seed);
        switch (dtype) {
        case DTYPE_FLOAT32:
            ((float *)tensor_data(&t))[i] = x;
            break;
        case DTYPE_FLOAT64:
            ((double *)tensor_data(&t))[i] = (double)x * 1.1;
            break;
        case DTYPE_INT64:
            ((int64_t *)tensor_data(&t))[i] = (int64_t)x;
            break;
        case DTYPE_INT32:
            ((int32_t *)tensor_data(&t))[i] = (int32_t)x;
            break;
        default:
            ((uint8_t *)tensor_data(&t))[i] = (uint8_t)((uint32_t)seed >> 24);
            break;
        }
    }
    return t;
}

/* ---- the kernel against the naive loop ---- */

/* A sum of `left` products with fmaf, if `panels` as BLAS takes long ones: up to 320 at once, twice
 * half of it below 640, else 320 first. */
struct panels {
    bool panels, lanes, in_fours; /* lanes: dealt to sixteen sums */
    int64_t left, in_panel, dealt;
    float lane[16];
    float panel, total;
    bool begun;
};

/* Sixteen sums to one: neighbours first, or the first half with the second. */
static float joined(const float lane[16], bool in_fours)
{
    float s[4];
    for (int k = 0; k < 4; k++) {
        const float *four = lane + 4 * k;
        s[k] = in_fours ? (four[0] + four[1]) + (four[2] + four[3])
                        : (lane[k] + lane[k + 8]) + (lane[k + 4] + lane[k + 12]);
    }
    return in_fours ? (s[0] + s[1]) + (s[2] + s[3]) : (s[0] + s[2]) + (s[1] + s[3]);
}

static void panels_add(struct panels *s, float a, float b)
{
    if (s->lanes) {
        float *lane = &s->lane[s->dealt++ % 16];
        *lane = fmaf(a, b, *lane);
        s->total = joined(s->lane, s->in_fours);
        return;
    }
    if (s->in_panel == 0) {
        bool whole = !s->panels || s->left <= 320;
        s->in_panel = whole ? s->left : s->left < 640 ? (s->left / 2 + 15) / 16 * 16 : 320;
        s->panel = 0.0f;
    }
    s->panel = fmaf(a, b, s->panel);
    s->left--;
    if (--s->in_panel == 0) {
        s->total = s->begun ? s->total + s->panel : s->panel;
        s->begun = true;
    }
}

static const struct {
    int64_t M, N, K;
} sizes[] = {
    {1, 1, 1},     {3, 4, 5},      {1, 768, 64},   {6, 16, 256},   {7, 17, 257},
    {5, 8, 1000},  {48, 16, 30},   {64, 64, 64},   {100, 100, 7},  {1, 1, 5000},
    {200, 1, 300}, {6, 5000, 3},   {12, 15, 256},  {49, 33, 512},  {260, 131, 33},
    {97, 64, 513}, {54, 128, 300}, {255, 129, 31}, {131, 67, 777}, {1030, 140, 330},
};
enum { SIZES = sizeof sizes / sizeof sizes[0], SMALL = SIZES - 5 };

/* Both operands in four layouts: rows, transposed, every second column, and rows far apart. */
static void strides_of(int layout, int64_t rows, int64_t columns, int64_t *row, int64_t *column)
{
    *row = layout == 1 ? 1 : layout == 2 ? 2 * columns : layout == 3 ? columns + 5 : columns;
    *column = layout == 1 ? rows : layout == 2 ? 2 : 1;
}

START_TEST(kernel_has_the_naive_bits)
{
    int64_t M = sizes[_i].M, N = sizes[_i].N, K = sizes[_i].K;
    float *a = new_floats((size_t)(2 * M * K + 5 * M), 1),
          *b = new_floats((size_t)(2 * K * N + 5 * K), 2);
    float *c = new_floats((size_t)(M * N), 3), *naive = new_floats((size_t)(M * N), 4);
    for (int layout = 0; layout < 16; layout++) {
        int64_t ar, ac, br, bc;
        strides_of(layout / 4, M, K, &ar, &ac);
        strides_of(layout % 4, K, N, &br, &bc);
        double each = (double)M * (double)N * (double)K;
        /* as BLAS gets them: the right one first, but for a single column */
        bool column = N == 1, one = layout / 4 == 1, two = layout % 4 == 1;
        bool first = column ? !one : two, second = column ? !two : one;
        int64_t rows = column ? M : N, columns = column ? N : M;
        bool refused = first && (second ? K < 4 : M * N > 1200 || K < 32);
        bool small = each <= 1e6 && !refused, deals = small && K >= 32 && !second;
        /* with neither turned: the last ones, if eight or fewer fill no vector */
        int64_t tail = !deals ? rows : first ? 0 : rows % 16 <= 8 ? rows / 16 * 16 : rows;
        for (int64_t m = 0; m < M; m++) {
            for (int64_t n = 0; n < N; n++) {
                int64_t row = column ? m : n, other = column ? n : m;
                struct panels sum = {.left = K, .panels = !small, .lanes = row >= tail};
                sum.in_fours = other < columns / 4 * 4 || row < rows / 4 * 4;
                for (int64_t k = 0; k < K; k++) {
                    panels_add(&sum, a[m * ar + k * ac], b[k * br + n * bc]);
                }
                naive[m * N + n] = sum.total;
            }
        }
        for (int threads = 1; threads <= 3; threads++) {
            for (int simd = SIMD_BASELINE; simd <= SIMD_AVX512; simd++) {
                start(threads, (enum simd)simd);
                memset(c, 0x55, (size_t)(M * N) * sizeof *c);
                matmul_kernel_f32(&cx, M, N, K, a, ar, ac, b, br, bc, c);
                EXPECT(memcmp(c, naive, (size_t)(M * N) * sizeof *c) == 0,
                       "%dx%dx%d, layout %d, %d threads, simd %d", (int)M, (int)N, (int)K, layout,
                       threads, simd);
                finish();
            }
        }
    }
    free(a);
    free(b);
    free(c);
    free(naive);
}
END_TEST

/* float64: tiles, panels and chains, and what fills none of them. */
START_TEST(wide_kernel_has_the_naive_bits)
{
    static const int64_t shapes[][3] = {{1, 5, 3},   {3, 17, 4},   {4, 16, 256}, {5, 1, 9},
                                        {8, 1, 300}, {17, 1, 20},  {9, 33, 257}, {6, 20, 600},
                                        {12, 7, 40}, {130, 48, 1}, {4, 2, 0}};
    enum { MOST = 2 * 130 * 600 };
    double *a = malloc(MOST * sizeof *a), *b = malloc(MOST * sizeof *b), c[130 * 48];
    for (int k = 0; k < MOST; k++) {
        a[k] = 1.0 / (double)(k % 1013 + 3) - 0.01;
        b[k] = 1.0 / (double)(k % 827 + 2) - 0.02;
    }
    start(1, (enum simd)_i);
    for (size_t i = 0; i < 4 * sizeof shapes / sizeof shapes[0]; i++) {
        int64_t M = shapes[i / 4][0], N = shapes[i / 4][1], K = shapes[i / 4][2], ar, ac, br, bc;
        strides_of((int)i % 2, M, K, &ar, &ac);
        strides_of((int)i % 4, K, N, &br, &bc);
        memset(c, 0x55, sizeof c);
        kernel_for(&cx)->product_f64(M, N, K, a, ar, ac, b, br, bc, c);
        for (int64_t cell = 0; cell < M * N; cell++) {
            double sum = 0;
            for (int64_t k = 0; k < K; k++) {
                sum = fma(a[cell / N * ar + k * ac], b[k * br + cell % N * bc], sum);
            }
            EXPECT(memcmp(&sum, &c[cell], sizeof sum) == 0, "%dx%dx%d, cell %d: %a, not %a", (int)M,
                   (int)N, (int)K, (int)cell, c[cell], sum);
        }
    }
    finish();
    free(a);
    free(b);
}
END_TEST

/* Large enough for the packed operand to be cut into rounds of columns. */
START_TEST(rounds_of_columns_join)
{
    enum { M = 3, N = 2100, K = 2100 };
    float *a = new_floats(M * K, 1), *b = new_floats((size_t)N * K, 2);
    float *c = new_floats(M * N, 3), *naive = new_floats(M * N, 4);
    for (int m = 0; m < M; m++) {
        for (int n = 0; n < N; n++) {
            struct panels sum = {.left = K, .panels = true};
            for (int k = 0; k < K; k++) {
                panels_add(&sum, a[m * K + k], b[(size_t)k * N + (size_t)n]);
            }
            naive[m * N + n] = sum.total;
        }
    }
    start(2, SIMD_AVX512);
    matmul_kernel_f32(&cx, M, N, K, a, K, 1, b, N, 1, c);
    ck_assert(memcmp(c, naive, sizeof(float) * M * N) == 0);
    finish();
    free(a);
    free(b);
    free(c);
    free(naive);
}
END_TEST

/* ---- one fused multiply-add, where rounding twice would show ---- */

static uint32_t next_state(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Close to a power of two, so that products lie close to half a unit of the sum's last place. */
static float near_power(uint32_t *state, int exponent)
{
    float away = ldexpf(1.0f, -(int)(10 + next_state(state) % 14));
    return ldexpf(next_state(state) & 1 ? 1.0f + away : 1.0f - away, exponent);
}

/* Sums around 1, around the smallest normal number (1) and below it (2). */
START_TEST(fused_is_rounded_once)
{
    static const int exponents[] = {0, -126, -130};
    const int exponent = exponents[_i];
    uint32_t state = 7;
    int twice_differs = 0;
    for (int round = 0; round < 20000; round++) {
        /* two products: 1 * start_at, which is exact, then a * b */
        float a[KERNEL_MAX_ROWS * 2], b[KERNEL_MAX_COLUMNS], both[2 * KERNEL_MAX_COLUMNS];
        float c[KERNEL_MAX_ROWS * KERNEL_MAX_COLUMNS], start_at[16];
        for (int i = 0; i < KERNEL_MAX_ROWS; i++) {
            a[2 * i] = 1.0f;
            a[2 * i + 1] = near_power(&state, (exponent < -126 ? -150 : exponent - 24) / 2);
        }
        for (int i = 0; i < KERNEL_MAX_COLUMNS; i++) {
            b[i] = near_power(&state, (exponent < -126 ? -150 : exponent - 24) -
                                          (exponent < -126 ? -150 : exponent - 24) / 2);
        }
        for (int i = 0; i < 16; i++) {
            int bits = (int)(next_state(&state) % 8388608);
            start_at[i] =
                ldexpf((float)(8388608 + bits), exponent - 23) * (bits & 2 ? 1.0f : -1.0f);
        }
        for (int simd = SIMD_BASELINE; simd <= SIMD_AVX512; simd++) {
            start(1, (enum simd)simd);
            const struct kernel *kernel = kernel_for(&cx);
            int cells = kernel->rows * kernel->columns;
            for (int i = 0; i < kernel->columns; i++) {
                both[i] = start_at[i % 16];
                both[kernel->columns + i] = b[i];
            }
            kernel->tile(kernel->rows, 2, a, 2, both, c, kernel->columns, KERNEL_FROM_ZERO, NULL);
            for (int i = 0; i < cells; i++) {
                float x = a[i / kernel->columns * 2 + 1], y = b[i % kernel->columns];
                float start_from = start_at[i % kernel->columns % 16];
                EXPECT(c[i] == fmaf(x, y, start_from), "%a * %a + %a gives %a, simd %d", (double)x,
                       (double)y, (double)start_from, (double)c[i], simd);
                twice_differs += c[i] != (float)((double)x * (double)y + (double)start_from);
            }
            finish();
        }
    }
    ck_assert_int_gt(twice_differs, 0);
}
END_TEST

/* ---- torch.matmul over ranks, batches and dtypes ---- */

struct shapes {
    int a_ndim, b_ndim;
    int64_t a[5], b[5];
    int ndim;
    int64_t out[5];
    enum gemm_sum sum, sum_transposed; /* of float32, and with the last two axes transposed */
};

#define FUSED GEMM_FUSED, GEMM_FUSED
#define APART GEMM_APART, GEMM_APART
#define TURNED GEMM_FUSED, GEMM_APART
#define VECTOR GEMM_VECTOR, GEMM_VECTOR /* to the bit: test_gemv.c */

static const struct shapes products[] = {
    {1, 1, {3}, {3}, 0, {0}, VECTOR},
    {1, 1, {300}, {300}, 0, {0}, VECTOR},
    {2, 1, {2, 3}, {3}, 1, {2}, VECTOR},
    {1, 2, {3}, {3, 4}, 1, {4}, FUSED},
    {2, 2, {2, 3}, {3, 4}, 2, {2, 4}, FUSED},
    {3, 1, {2, 5, 3}, {3}, 2, {2, 5}, VECTOR},
    {3, 2, {2, 5, 3}, {3, 4}, 3, {2, 5, 4}, TURNED},
    {3, 2, {2, 5, 20}, {20, 4}, 3, {2, 5, 4}, FUSED},
    {1, 3, {3}, {2, 3, 4}, 2, {2, 4}, VECTOR},
    {2, 3, {5, 3}, {2, 3, 4}, 3, {2, 5, 4}, TURNED},
    {3, 3, {2, 5, 3}, {2, 3, 4}, 3, {2, 5, 4}, APART},
    {3, 3, {1, 5, 3}, {2, 3, 4}, 3, {2, 5, 4}, APART},
    {3, 3, {3, 7, 19}, {3, 19, 3}, 3, {3, 7, 3}, APART}, /* 399 multiplications each */
    {3, 3, {3, 5, 20}, {3, 20, 4}, 3, {3, 5, 4}, FUSED}, /* 400 */
    {4, 3, {2, 1, 5, 3}, {6, 3, 4}, 4, {2, 6, 5, 4}, APART},
    {4, 4, {2, 3, 70, 16}, {2, 3, 16, 70}, 4, {2, 3, 70, 70}, FUSED},
    {4, 4, {2, 1, 33, 40}, {1, 3, 40, 61}, 4, {2, 3, 33, 61}, FUSED},
    {4, 2, {2, 3, 2, 30}, {30, 5}, 4, {2, 3, 2, 5}, FUSED},
    {4, 2, {2, 3, 40, 30}, {30, 50}, 4, {2, 3, 40, 50}, FUSED},
    {2, 2, {0, 3}, {3, 2}, 2, {0, 2}, FUSED},
    {2, 2, {2, 0}, {0, 3}, 2, {2, 3}, FUSED},
    {3, 2, {0, 2, 3}, {3, 4}, 3, {0, 2, 4}, FUSED},
    {3, 3, {2, 0, 3}, {2, 3, 4}, 3, {2, 0, 4}, APART},
};
enum { PRODUCTS = sizeof products / sizeof products[0] };

static const enum dtype dtypes[] = {DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_INT64, DTYPE_INT32,
                                    DTYPE_UINT8};
enum { DTYPES = sizeof dtypes / sizeof dtypes[0] };

/* Place of the element of t that the cell `at` of the broadcast batch (ndim axes, the last two
 * stripped) and (row, column) name. */
static int64_t place_of(const struct tensor *t, int ndim, const int64_t *at, int64_t row,
                        int64_t column)
{
    int64_t place = t->offset + row * t->stride[t->ndim - 2] + column * t->stride[t->ndim - 1];
    for (int d = t->ndim - 3, b = ndim - 1; d >= 0; d--, b--) {
        place += (t->shape[d] == 1 ? 0 : at[b]) * t->stride[d];
    }
    return place;
}

/* Adds the next product to the running sum, whose bits lie in `sum`. */
static void add_product(const struct tensor *a, int64_t pa, const struct tensor *b, int64_t pb,
                        enum gemm_sum how, void *sum)
{
    if (a->dtype == DTYPE_FLOAT32) {
        float x = (float)tensor_double_at(a, pa), y = (float)tensor_double_at(b, pb);
        *(float *)sum = how == GEMM_FUSED ? fmaf(x, y, *(float *)sum) : *(float *)sum + x * y;
    } else if (a->dtype == DTYPE_FLOAT64) {
        double x = tensor_double_at(a, pa), y = tensor_double_at(b, pb), *s = sum;
        *s = how == GEMM_APART ? *s + x * y : fma(x, y, *s);
    } else {
        *(uint64_t *)sum += (uint64_t)tensor_int_at(a, pa) * (uint64_t)tensor_int_at(b, pb);
    }
}

/* Every cell of out against the naive sum. a and b have at least two axes. */
static void check_product(const struct tensor *out, const struct tensor *a, const struct tensor *b,
                          enum gemm_sum how, int batch_ndim, const int64_t *batch)
{
    int64_t M = a->shape[a->ndim - 2], K = a->shape[a->ndim - 1], N = b->shape[b->ndim - 1];
    int64_t at[5] = {0}, cell = 0, count = 1;
    size_t size = dtype_size(out->dtype);
    for (int d = 0; d < batch_ndim; d++) {
        count *= batch[d];
    }
    for (int64_t i = 0; i < count; i++) {
        for (int64_t m = 0; m < M; m++) {
            for (int64_t n = 0; n < N; n++, cell++) {
                uint64_t sum =
                    0; /* all bits zero is 0 in every dtype; little-endian cut for ints */
                for (int64_t k = 0; k < K; k++) {
                    add_product(a, place_of(a, batch_ndim, at, m, k), b,
                                place_of(b, batch_ndim, at, k, n), how, &sum);
                }
                const char *got = (const char *)tensor_data(out) + (size_t)cell * size;
                if (out->dtype == DTYPE_FLOAT64 && how == GEMM_VECTOR) {
                    double x, y;
                    memcpy(&x, got, sizeof x);
                    memcpy(&y, &sum, sizeof y);
                    EXPECT(fabs(x - y) <= 1e-13 * (1 + fabs(y)), "cell %d: %g, about %g", (int)cell,
                           x, y);
                } else if (out->dtype == DTYPE_FLOAT32 && how == GEMM_VECTOR) {
                    float x, y;
                    memcpy(&x, got, sizeof x);
                    memcpy(&y, &sum, sizeof y);
                    EXPECT(fabsf(x - y) <= 1e-5f * (1 + fabsf(y)), "cell %d: %g, about %g",
                           (int)cell, (double)x, (double)y);
                } else if (out->dtype == DTYPE_FLOAT64 && how == GEMM_FUSED && K >= 16) {
                    double x, y; /* dealt to lanes: tests/cases/bits_wide.py has the bits */
                    memcpy(&x, got, sizeof x);
                    memcpy(&y, &sum, sizeof y);
                    EXPECT(fabs(x - y) <= 1e-12 * (1 + fabs(y)), "cell %d: %g, about %g", (int)cell,
                           x, y);
                } else if (!dtype_is_float(out->dtype) && size < 8) {
                    uint64_t mask = size == 4 ? 0xffffffffu : 0xffu;
                    int64_t value = tensor_int_at(out, out->offset + cell);
                    ck_assert_uint_eq((uint64_t)value & mask, sum & mask);
                } else {
                    EXPECT(memcmp(got, &sum, size) == 0, "cell %d", (int)cell);
                }
            }
        }
        for (int d = batch_ndim - 1; d >= 0 && ++at[d] == batch[d]; d--) {
            at[d] = 0;
        }
    }
}

/* A tensor of that shape whose last two axes lie transposed in memory. */
static struct tensor transposed_tensor(enum dtype dtype, int ndim, const int64_t *shape,
                                       uint32_t seed)
{
    int64_t other[5];
    struct tensor view;
    memcpy(other, shape, (size_t)ndim * sizeof *other);
    other[ndim - 1] = shape[ndim - 2];
    other[ndim - 2] = shape[ndim - 1];
    struct tensor base = random_tensor(dtype, ndim, other, seed);
    ck_assert(view_transpose(&cx, &view, &base, -1, -2));
    tensor_release(&base);
    return view;
}

static void one_product(const struct shapes *s, enum dtype dtype, bool transposed)
{
    struct tensor out;
    struct tensor a = transposed && s->a_ndim > 1 ? transposed_tensor(dtype, s->a_ndim, s->a, 5)
                                                  : random_tensor(dtype, s->a_ndim, s->a, 5);
    struct tensor b = transposed && s->b_ndim > 1 ? transposed_tensor(dtype, s->b_ndim, s->b, 6)
                                                  : random_tensor(dtype, s->b_ndim, s->b, 6);
    EXPECT(matmul_matmul(&cx, &out, &a, &b), "%s", err.text);
    ck_assert_int_eq(out.dtype, dtype);
    ck_assert_int_eq(out.ndim, s->ndim);
    for (int d = 0; d < out.ndim; d++) {
        ck_assert_int_eq(out.shape[d], s->out[d]);
    }
    ck_assert(tensor_is_contiguous(&out));
    struct tensor wide_a = a, wide_b = b; /* vectors as matrices; borrowed */
    if (a.ndim == 1) {
        wide_a.ndim = 2;
        wide_a.shape[1] = a.shape[0];
        wide_a.stride[1] = a.stride[0];
        wide_a.shape[0] = 1;
        wide_a.stride[0] = 0;
    }
    if (b.ndim == 1) {
        wide_b.ndim = 2;
        wide_b.shape[1] = 1;
        wide_b.stride[1] = 0;
    }
    int batch_ndim = s->ndim - (s->a_ndim > 1) - (s->b_ndim > 1);
    check_product(&out, &wide_a, &wide_b, transposed ? s->sum_transposed : s->sum, batch_ndim,
                  s->out);
    tensor_release(&a);
    tensor_release(&b);
    tensor_release(&out);
}

START_TEST(matmul_of_every_rank)
{
    for (int threads = 1; threads <= 2; threads++) {
        for (int i = 0; i < DTYPES; i++) {
            for (int transposed = 0; transposed < 2; transposed++) {
                start(threads, SIMD_AVX512);
                one_product(&products[_i], dtypes[i], transposed);
                finish();
            }
        }
    }
}
END_TEST

/* ---- linear, addmm, baddbmm ---- */

START_TEST(linear_adds_the_bias_last)
{
    const int N = _i % 2 == 0 ? 33 : 130; /* columns: a tile and one, more than a group of tiles */
    const int64_t in_shape[] = {2, 50, 70}, w_shape[] = {N, 70}, b_shape[] = {N};
    start(2, (enum simd)(_i / 2));
    struct tensor in = random_tensor(DTYPE_FLOAT32, 3, in_shape, 1);
    struct tensor w = random_tensor(DTYPE_FLOAT32, 2, w_shape, 2);
    struct tensor bias = random_tensor(DTYPE_FLOAT32, 1, b_shape, 3), out, plain;
    ck_assert(matmul_linear(&cx, &out, &in, &w, &bias));
    ck_assert(matmul_linear(&cx, &plain, &in, &w, NULL));
    const float *x = tensor_data(&in), *y = tensor_data(&w), *z = tensor_data(&bias);
    for (int m = 0; m < 100; m++) {
        for (int n = 0; n < N; n++) {
            float sum = 0.0f;
            for (int k = 0; k < 70; k++) {
                sum = fmaf(x[m * 70 + k], y[n * 70 + k], sum);
            }
            ck_assert(((float *)tensor_data(&plain))[m * N + n] == sum);
            ck_assert(((float *)tensor_data(&out))[m * N + n] == sum + z[n]);
        }
    }
    tensor_release(&in);
    tensor_release(&w);
    tensor_release(&bias);
    tensor_release(&out);
    tensor_release(&plain);
    finish();
}
END_TEST

START_TEST(addmm_scales_both)
{
    const int64_t shape[] = {4, 4}, batch_shape[] = {3, 4, 4}, row[] = {4};
    start(1, SIMD_AVX512);
    struct tensor a = random_tensor(DTYPE_FLOAT64, 2, shape, 1), out;
    struct tensor c = random_tensor(DTYPE_FLOAT64, 1, row, 2);
    struct tensor batch = random_tensor(DTYPE_FLOAT64, 3, batch_shape, 3);
    const double *x = tensor_data(&a), *y = tensor_data(&c), *z = tensor_data(&batch);
    ck_assert(matmul_addmm(&cx, &out, &c, &a, &a, 0.5, 2.0));
    for (int m = 0; m < 4; m++) {
        for (int n = 0; n < 4; n++) {
            double sum = 0.0;
            for (int k = 0; k < 4; k++) {
                sum = fma(x[m * 4 + k], x[k * 4 + n], sum);
            }
            ck_assert_double_eq(((double *)tensor_data(&out))[m * 4 + n],
                                fma(0.5, y[n], 2.0 * sum));
        }
    }
    tensor_release(&out);
    ck_assert(matmul_baddbmm(&cx, &out, &c, &batch, &batch, 3.0, 0.3));
    for (int i = 0; i < 48; i++) {
        double sum = 3.0 * y[i % 4]; /* small matrices: the sum begins there */
        for (int k = 0; k < 4; k++) {
            sum += 0.3 * z[i / 4 * 4 + k] * z[i / 16 * 16 + k * 4 + i % 4];
        }
        ck_assert_double_eq(((double *)tensor_data(&out))[i], sum);
    }
    tensor_release(&out);
    ((double *)tensor_data(&c))[0] = NAN; /* beta 0 does not look at c */
    ck_assert(matmul_addmm(&cx, &out, &c, &a, &a, 0.0, 1.0));
    ck_assert(!isnan(((double *)tensor_data(&out))[0]));
    tensor_release(&out);
    tensor_release(&a);
    tensor_release(&c);
    tensor_release(&batch);
    finish();
}
END_TEST

/* ---- refusals ---- */

enum operation { MATMUL, MM, BMM, MV, DOT, OUTER, LINEAR };

static const struct refusal {
    enum operation op;
    enum dtype a_dtype, b_dtype;
    int a_ndim, b_ndim;
    int64_t a[4], b[4];
    const char *text;
} refusals[] = {
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     2,
     2,
     {10, 3},
     {4, 4},
     "mat1 and mat2 shapes cannot be multiplied (10x3 and 4x4)"},
    {MATMUL, DTYPE_FLOAT32, DTYPE_FLOAT32, 2, 1, {2, 3}, {4}, "size mismatch, got 2, 2x3,4"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     1,
     2,
     {3},
     {4, 5},
     "mat1 and mat2 shapes cannot be multiplied (1x3 and 4x5)"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     1,
     1,
     {3},
     {4},
     "inconsistent tensor size, expected tensor [3] and src [4] to have the same number of "
     "elements, "
     "but got 3 and 4 elements respectively"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     3,
     2,
     {2, 2, 3},
     {4, 5},
     "mat1 and mat2 shapes cannot be multiplied (4x3 and 4x5)"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     2,
     3,
     {2, 3},
     {2, 4, 5},
     "mat1 and mat2 shapes cannot be multiplied (10x4 and 3x2)"},
    {MATMUL, DTYPE_FLOAT32, DTYPE_FLOAT32, 1, 3, {3}, {2, 4, 5}, "size mismatch, got 10, 10x4,3"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     3,
     3,
     {2, 2, 3},
     {2, 4, 5},
     "Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [2, 4]."},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     3,
     3,
     {2, 2, 3},
     {3, 3, 5},
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     0,
     1,
     {0},
     {2},
     "both arguments to matmul need to be at least 1D, but they are 0D and 1D"},
    {MATMUL,
     DTYPE_FLOAT32,
     DTYPE_INT64,
     2,
     2,
     {2, 2},
     {2, 2},
     "expected scalar type Float but found Long"},
    {MATMUL,
     DTYPE_BOOL,
     DTYPE_BOOL,
     2,
     2,
     {2, 2},
     {2, 2},
     "\"addmm_impl_cpu_\" not implemented for 'Bool'"},
    {MATMUL,
     DTYPE_BOOL,
     DTYPE_BOOL,
     3,
     3,
     {2, 2, 2},
     {2, 2, 2},
     "\"bmm\" not implemented for 'Bool'"},
    {DOT,
     DTYPE_FLOAT64,
     DTYPE_FLOAT32,
     1,
     1,
     {2},
     {2},
     "dot : expected both vectors to have same dtype, but found Double and Float"},
    {MM, DTYPE_FLOAT32, DTYPE_FLOAT32, 1, 2, {2}, {2, 2}, "self must be a matrix"},
    {MM, DTYPE_FLOAT32, DTYPE_FLOAT32, 2, 3, {2, 2}, {2, 2, 2}, "mat2 must be a matrix"},
    {BMM, DTYPE_FLOAT32, DTYPE_FLOAT32, 2, 3, {2, 2}, {2, 2, 2}, "batch1 must be a 3D tensor"},
    {BMM, DTYPE_FLOAT32, DTYPE_FLOAT32, 3, 2, {2, 2, 2}, {2, 2}, "batch2 must be a 3D tensor"},
    {MV,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     2,
     2,
     {2, 3},
     {3, 1},
     "vector + matrix @ vector expected, got 1, 2, 2"},
    {OUTER,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     2,
     1,
     {2, 2},
     {2},
     "outer: Expected 1-D argument self, but got 2-D"},
    {LINEAR,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     2,
     2,
     {2, 3},
     {4, 2},
     "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x4)"},
    {LINEAR,
     DTYPE_FLOAT32,
     DTYPE_FLOAT32,
     2,
     3,
     {2, 3},
     {2, 4, 3},
     "t() expects a tensor with <= 2 dimensions, but self is 3D"},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

static bool run_operation(enum operation op, struct tensor *out, const struct tensor *a,
                          const struct tensor *b)
{
    switch (op) {
    case MATMUL:
        return matmul_matmul(&cx, out, a, b);
    case MM:
        return matmul_mm(&cx, out, a, b);
    case BMM:
        return matmul_bmm(&cx, out, a, b);
    case MV:
        return matmul_mv(&cx, out, a, b);
    case DOT:
        return matmul_dot(&cx, out, a, b);
    case OUTER:
        return matmul_outer(&cx, out, a, b);
    case LINEAR:
        return matmul_linear(&cx, out, a, b, NULL);
    }
    return true;
}

START_TEST(refused_in_pytorchs_words)
{
    const struct refusal *r = &refusals[_i];
    struct tensor out;
    start(1, SIMD_AVX512);
    struct tensor a = random_tensor(r->a_dtype, r->a_ndim, r->a, 1);
    struct tensor b = random_tensor(r->b_dtype, r->b_ndim, r->b, 2);
    ck_assert(!run_operation(r->op, &out, &a, &b));
    ck_assert_int_eq(err.kind, ERROR_RUNTIME);
    ck_assert_str_eq(err.text, r->text);
    tensor_release(&a);
    tensor_release(&b);
    finish();
}
END_TEST

Suite *suite_matmul(void)
{
    Suite *s = suite_create("matmul");
    TCase *t = tcase_create("matmul");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, kernel_has_the_naive_bits, 0, SMALL);
    tcase_add_loop_test(t, wide_kernel_has_the_naive_bits, SIMD_BASELINE, SIMD_AVX512 + 1);
    tcase_add_test(t, rounds_of_columns_join);
    tcase_add_loop_test(t, fused_is_rounded_once, 0, 3);
    tcase_add_loop_test(t, matmul_of_every_rank, 0, PRODUCTS);
    tcase_add_loop_test(t, linear_adds_the_bias_last, 0, 6);
    tcase_add_test(t, addmm_scales_both);
    tcase_add_loop_test(t, refused_in_pytorchs_words, 0, REFUSALS);
    suite_add_tcase(s, t);
    t = tcase_create("large sizes");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, kernel_has_the_naive_bits, SMALL, SIZES);
    suite_add_tcase(s, t);
    return s;
}
