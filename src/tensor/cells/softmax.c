/* Computes softmax, log_softmax and layer_norm: operations over whole rows.
 *
 * softmax along the last axis, in PyTorch's own steps and so in its bits: subtract the maximum,
 * exponentiate, sum, multiply by 1 / sum. A row of fewer than 8 is summed in order; a longer one is
 * dealt to eight sums in turn, like cards, which are added up at the end (sum_row). Along another
 * axis each column is summed in order, neighbouring columns side by side, and divided by its sum;
 * columns past the last whole eight take e^x from the C library there, which rounds it better. Of
 * float64 it is four wherever eight is said here. */
#include "tensor/cells/softmax.h"

#include "base/fmath.h"
#include "tensor/cells/fold.h"
#include "tensor/cells/moments.h"
#include "tensor/cells/moments_short.h"
#include "tensor/cells/rows.h"
#include "tensor/compute/half.h"
#include "tensor/compute/kernel.h"

#include <math.h>

enum { GROUP = 8 }; /* columns summed side by side */

struct softmax_job {
    const void *in; /* contiguous (outer, n, inner) */
    void *out;
    int64_t n, inner, columns; /* columns: groups of neighbouring columns per outer */
    bool logarithm;
    bool rounded; /* the numbers are bfloat16's */
    const struct kernel *kernel;
};

/* ---- the last axis: rows ---- */

/* The float64 versions of the kernels. A NaN that the maximum overlooks makes the sum NaN, and with
 * it the whole row. */
static double largest_f64(const double *x, int64_t n)
{
    double most = -INFINITY;
    for (int64_t i = 0; i < n; i++) {
        most = x[i] > most ? x[i] : most;
    }
    return most;
}

static void subtract_f64(double *out, const double *x, double amount, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        out[i] = x[i] - amount;
    }
}

static void multiply_f64(double *out, const double *x, double factor, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        out[i] = x[i] * factor;
    }
}

enum { LANES = 8 };
enum { SHORT = 64, TOGETHER = 16 }; /* cells of a row; rows */

/* The sum of a row in the order of rows_of_powers. */
static float sum_row_f32(const float *x, int64_t n)
{
    typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
    int64_t i = LANES;
    if (n < LANES) {
        float sum = 0;
        for (int64_t k = 0; k < n; k++) {
            sum += x[k];
        }
        return sum;
    }
    four low = *(const four *)x, high = *(const four *)(x + 4);
    for (; i + LANES <= n; i += LANES) {
        low += *(const four *)(x + i);
        high += *(const four *)(x + i + 4);
    }
    for (int64_t k = 0; i + k < n; k++) {
        float *lane = (float *)(k < 4 ? &low : &high);
        lane[k % 4] += x[i + k];
    }
    low += high;
    return (low[0] + low[2]) + (low[1] + low[3]);
}

static float log_of_sum_f32(const struct softmax_job *job, float sum)
{
    return job->rounded ? half_round_bfloat16(fmath_logf(half_round_bfloat16(sum)))
                        : fmath_logf(sum);
}

/* From e^(x - most) to what is asked for. */
static void finish_row_f32(const struct softmax_job *job, const float *in, float *out, float most,
                           float sum)
{
    if (job->logarithm) { /* subtracts twice from in */
        job->kernel->subtract(out, in, most, job->n);
        job->kernel->subtract(out, out, log_of_sum_f32(job, sum), job->n);
    } else {
        job->kernel->multiply(out, out, 1 / sum, job->n);
    }
}

/* out holds e^(x - max) while it is summed. e^-inf is 0: what a causal mask hides at the end of a
 * row is not computed, and a 0 more or less changes no sum (unless all are -inf, where x - max is
 * NaN). */
static void softmax_row_f32(const struct softmax_job *job, const float *in, float *out)
{
    const struct kernel *kernel = job->kernel;
    int64_t n = job->n;
    float most = kernel->largest(in, n);
    int64_t used = most > -INFINITY ? kernel->unmasked(in, n) : n;
    kernel->subtract(out, in, most, used);
    fmath_expf_n(out, out, (size_t)used);
    memset(out + used, 0, (size_t)(n - used) * sizeof *out);
    finish_row_f32(job, in, out, most, sum_row_f32(out, used));
}

/* Short rows take their powers together: a row alone would leave most of a vector empty. */
static void softmax_few_f32(const struct softmax_job *job, const float *in, float *out,
                            int64_t rows)
{
    float most[TOGETHER], factor[TOGETHER];
    int64_t n = job->n;
    job->kernel->lower(out, most, in, rows, n);
    fmath_expf_n(out, out, (size_t)(rows * n));
    for (int64_t row = 0; row < rows; row++) {
        factor[row] = sum_row_f32(out + row * n, n);
    }
    for (int64_t row = 0; job->logarithm && row < rows; row++) {
        finish_row_f32(job, in + row * n, out + row * n, most[row], factor[row]);
    }
    for (int64_t row = 0; row < rows; row++) {
        factor[row] = 1 / factor[row];
    }
    if (!job->logarithm) {
        job->kernel->scale(out, factor, rows, n);
    }
}

static void softmax_row_f64(const struct softmax_job *job, const double *in, double *out)
{
    int64_t n = job->n;
    double most = largest_f64(in, n);
    subtract_f64(out, in, most, n);
    fmath_exp_softmax_n(out, out, (size_t)n);
    double sum = rows_powers_f64(out, n);
    if (job->logarithm) {
        subtract_f64(out, in, most, n);
        subtract_f64(out, out, fmath_log_softmax(sum), n);
    } else {
        multiply_f64(out, out, 1 / sum, n);
    }
}

static void softmax_rows_f32(void *arg, int64_t from, int64_t to)
{
    const struct softmax_job *job = arg;
    const float *in = job->in;
    float *out = job->out;
    int64_t n = job->n;
    for (; n <= SHORT && from < to; from += TOGETHER) {
        int64_t rows = to - from < TOGETHER ? to - from : TOGETHER;
        softmax_few_f32(job, in + from * n, out + from * n, rows);
    }
    for (; from < to; from++) {
        softmax_row_f32(job, in + from * n, out + from * n);
    }
}

static void softmax_rows_f64(void *arg, int64_t from, int64_t to)
{
    const struct softmax_job *job = arg;
    for (int64_t row = from; row < to; row++) {
        softmax_row_f64(job, (const double *)job->in + row * job->n,
                        (double *)job->out + row * job->n);
    }
}

/* ---- any other axis: columns ---- */

/* bfloat16: in the columns past the last whole sixteen e^(x - max) is rounded, once it was added.
 */
static void round_f32(float *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        x[i] = half_round_bfloat16(x[i]);
    }
}

static void round_f64(double *x, int64_t n)
{
}

/* GROUP neighbouring columns of one outer block, row by row. */
#define SOFTMAX_COLUMNS(name, type, width, exp_n, log_of)                                          \
    static void softmax_columns_##name(void *arg, int64_t from, int64_t to)                        \
    {                                                                                              \
        const struct softmax_job *job = arg;                                                       \
        int64_t inner = job->inner, n = job->n;                                                    \
        for (int64_t item = from; item < to; item++) {                                             \
            int64_t column = item % job->columns * GROUP;                                          \
            int64_t start = item / job->columns * n * inner + column;                              \
            int64_t count = inner - column < GROUP ? inner - column : GROUP;                       \
            const type *in = (const type *)job->in + start;                                        \
            type *out = (type *)job->out + start;                                                  \
            type most[GROUP], sums[GROUP] = {0};                                                   \
            int64_t whole = job->rounded ? count : count / (width) * (width);                      \
            for (int64_t j = 0; j < GROUP; j++)                                                    \
                most[j] = -(type)INFINITY;                                                         \
            for (int64_t i = 0; i < n; i++)                                                        \
                for (int64_t j = 0; j < count; j++)                                                \
                    if (in[i * inner + j] > most[j])                                               \
                        most[j] = in[i * inner + j];                                               \
            for (int64_t i = 0; i < n; i++) {                                                      \
                type *out_i = out + i * inner;                                                     \
                for (int64_t j = 0; j < count; j++)                                                \
                    out_i[j] = in[i * inner + j] - most[j];                                        \
                for (int64_t j = whole; j < count; j++)                                            \
                    out_i[j] = rows_power_##name(out_i[j], true);                                  \
                if (whole > 0)                                                                     \
                    exp_n(out_i, out_i, (size_t)whole);                                            \
                for (int64_t j = 0; j < count; j++)                                                \
                    sums[j] += out_i[j];                                                           \
                if (job->rounded && column >= inner / 16 * 16)                                     \
                    round_##name(out_i, count);                                                    \
            }                                                                                      \
            for (int64_t j = 0; job->logarithm && j < count; j++)                                  \
                sums[j] = log_of(sums[j]);                                                         \
            for (int64_t i = 0; i < n; i++)                                                        \
                for (int64_t j = 0; j < count; j++) {                                              \
                    int64_t at = i * inner + j;                                                    \
                    out[at] = job->logarithm ? in[at] - most[j] - sums[j] : out[at] / sums[j];     \
                }                                                                                  \
        }                                                                                          \
    }
SOFTMAX_COLUMNS(f32, float, 8, fmath_expf_n, fmath_logf)
SOFTMAX_COLUMNS(f64, double, 4, fmath_exp_softmax_n, fmath_log_softmax)
#undef SOFTMAX_COLUMNS

static void run_softmax(struct compute *cx, const struct tensor *t, int d, struct softmax_job *job)
{
    int64_t outer = 1, total = tensor_numel(t);
    bool f32 = t->dtype == DTYPE_FLOAT32;
    if (total == 0) {
        return;
    }
    job->n = t->ndim == 0 ? 1 : t->shape[d];
    job->inner = 1;
    for (int i = d + 1; i < t->ndim; i++) {
        job->inner *= t->shape[i];
    }
    outer = total / job->n / job->inner;
    if (d + 1 >= t->ndim) {
        fold_parallel(cx, outer, total, f32 ? softmax_rows_f32 : softmax_rows_f64, job);
        return;
    }
    job->columns = (job->inner + GROUP - 1) / GROUP;
    fold_parallel(cx, outer * job->columns, total, f32 ? softmax_columns_f32 : softmax_columns_f64,
                  job);
}

/* bfloat16: in float32, rounded at the end; the logarithm of log_softmax over the last axis is also
 * rounded, and its sum. */
static bool softmax_short(struct compute *cx, struct tensor *out, const struct tensor *in, int d,
                          bool logarithm)
{
    struct tensor whole;
    scoped_tensor from = {0}, result = {0};
    if (!tensor_contiguous(cx, &whole, in)) {
        return false;
    }
    bool ok = tensor_cast(cx, &from, &whole, DTYPE_FLOAT32);
    tensor_release(&whole);
    if (!ok) {
        return false;
    }
    ok = tensor_new(cx, &result, DTYPE_FLOAT32, in->ndim, in->shape);
    if (ok) {
        struct softmax_job job = {.in = tensor_data(&from),
                                  .out = tensor_data(&result),
                                  .logarithm = logarithm,
                                  .rounded = true,
                                  .kernel = kernel_for(cx)};
        run_softmax(cx, &result, d, &job);
        ok = tensor_cast(cx, out, &result, in->dtype);
    }
    return ok;
}

static bool softmax(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    bool logarithm)
{
    int d;
    if (!tensor_dim(cx, in, dim, &d)) {
        return false;
    }
    if (in->dtype == DTYPE_BFLOAT16) {
        return softmax_short(cx, out, in, d, logarithm);
    }
    if (!dtype_is_float(in->dtype) || in->dtype == DTYPE_FLOAT16) {
        bool last = in->ndim == 0 || d == in->ndim - 1;
        return error_set(cx->err, ERROR_RUNTIME, "\"%s%s\" not implemented for '%s'",
                         logarithm && last ? "log_" : "",
                         last ? "softmax_lastdim_kernel_impl" : "softmax_kernel_impl",
                         dtype_legacy_name(in->dtype));
    }
    struct tensor result;
    scoped_tensor from = {0};
    if (!tensor_contiguous(cx, &from, in)) {
        return false;
    }
    bool ok = tensor_new(cx, &result, in->dtype, in->ndim, in->shape);
    if (ok) {
        struct softmax_job job = {.in = tensor_data(&from),
                                  .out = tensor_data(&result),
                                  .logarithm = logarithm,
                                  .kernel = kernel_for(cx)};
        run_softmax(cx, &result, d, &job);
        *out = result;
    }
    return ok;
}

bool reduce_softmax(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim)
{
    return softmax(cx, out, in, dim, false);
}

bool reduce_log_softmax(struct compute *cx, struct tensor *out, const struct tensor *in,
                        int64_t dim)
{
    return softmax(cx, out, in, dim, true);
}

/* ---- layer_norm ---- */

struct norm_job {
    const struct tensor *in, *out, *weight, *bias; /* contiguous; weight and bias may be NULL */
    int64_t n;
    double eps;
    const struct compute *cx;
};

static void norm_rows_f32(void *arg, int64_t from, int64_t to)
{
    const struct norm_job *job = arg;
    int64_t start = from * job->n;
    moments_layer_norm(job->cx, (float *)tensor_data(job->out) + start,
                       (const float *)tensor_data(job->in) + start, to - from, job->n,
                       job->weight ? tensor_data(job->weight) : NULL,
                       job->bias ? tensor_data(job->bias) : NULL, (float)job->eps);
}

static void norm_rows_bf16(void *arg, int64_t from, int64_t to)
{
    const struct norm_job *job = arg;
    int64_t start = from * job->n;
    moments_layer_norm_bf16((uint16_t *)tensor_data(job->out) + start,
                            (const uint16_t *)tensor_data(job->in) + start, to - from, job->n,
                            job->weight ? tensor_data(job->weight) : NULL,
                            job->bias ? tensor_data(job->bias) : NULL, (float)job->eps);
}

/* Mean and variance pairwise, then x * scale + shift. */
static void norm_rows_f64(void *arg, int64_t from, int64_t to)
{
    const struct norm_job *job = arg;
    const double *weight = job->weight ? tensor_data(job->weight) : NULL;
    const double *bias = job->bias ? tensor_data(job->bias) : NULL;
    for (int64_t row = from; row < to; row++) {
        const double *x = (const double *)tensor_data(job->in) + row * job->n;
        double *y = (double *)tensor_data(job->out) + row * job->n;
        struct moments_f64 m = moments_of_row_f64(x, job->n);
        double scale = 1.0 / sqrt(m.variance + job->eps), shift = -scale * m.mean;
        for (int64_t i = 0; i < job->n; i++) {
            y[i] = x[i] * scale + shift;
        }
        for (int64_t i = 0; weight && i < job->n; i++) {
            y[i] *= weight[i];
        }
        for (int64_t i = 0; bias && i < job->n; i++) {
            y[i] += bias[i];
        }
    }
}

/* weight or bias: the last axes' shape and the input's dtype. */
static bool check_affine(struct compute *cx, const struct tensor *in, int axes,
                         const struct tensor *t, const char *name)
{
    if (!t) {
        return true;
    }
    struct tensor last = *in;
    last.ndim = axes;
    memcpy(last.shape, in->shape + in->ndim - axes, (size_t)axes * sizeof *last.shape);
    if (!tensor_same_shape(t, &last)) {
        scoped_buf own = {0}, wanted = {0};
        tensor_shape_text(t, &own);
        tensor_shape_text(&last, &wanted);
        error_set(cx->err, ERROR_RUNTIME,
                  "Expected %s to be of same shape as normalized_shape, but got %s of shape %s and "
                  "normalized_shape = %s",
                  name, name, buf_text(&own), buf_text(&wanted));
        return false;
    }
    if (t->dtype == in->dtype) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME, "expected scalar type %s but found %s",
                     dtype_legacy_name(in->dtype), dtype_legacy_name(t->dtype));
}

static bool norm_contiguous(struct compute *cx, struct tensor *out, const struct tensor *in,
                            int axes, const struct tensor *weight, const struct tensor *bias,
                            double eps)
{
    struct tensor result;
    if (!tensor_new(cx, &result, in->dtype, in->ndim, in->shape)) {
        return false;
    }
    struct norm_job job = {in, &result, weight, bias, 1, eps, cx};
    for (int d = in->ndim - axes; d < in->ndim; d++) {
        job.n *= in->shape[d];
    }
    int64_t total = tensor_numel(in);
    if (total > 0) {
        fold_parallel(cx, total / job.n, 3 * total,
                      in->dtype == DTYPE_FLOAT64    ? norm_rows_f64
                      : in->dtype == DTYPE_BFLOAT16 ? norm_rows_bf16
                                                    : norm_rows_f32,
                      &job);
    }
    *out = result;
    return true;
}

bool reduce_layer_norm(struct compute *cx, struct tensor *out, const struct tensor *in, int axes,
                       const struct tensor *weight, const struct tensor *bias, double eps)
{
    if (axes < 1 || axes > in->ndim) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "layer_norm over %d dimensions of a tensor that has %d", axes, in->ndim);
    }
    if (!check_affine(cx, in, axes, weight, "weight") ||
        !check_affine(cx, in, axes, bias, "bias")) {
        return false;
    }
    if (!dtype_is_float(in->dtype) || in->dtype == DTYPE_FLOAT16) {
        return error_set(cx->err, ERROR_RUNTIME, "\"LayerNormKernelImpl\" not implemented for '%s'",
                         dtype_legacy_name(in->dtype));
    }
    scoped_tensor from = {0}, w = {0}, b = {0};
    return tensor_contiguous(cx, &from, in) && (!weight || tensor_contiguous(cx, &w, weight)) &&
           (!bias || tensor_contiguous(cx, &b, bias)) &&
           norm_contiguous(cx, out, &from, axes, weight ? &w : NULL, bias ? &b : NULL, eps);
}
