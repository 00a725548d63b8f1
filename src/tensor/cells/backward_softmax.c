/* Computes the gradient of softmax and log_softmax. */
#include "tensor/cells/backward.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/cells/fold.h"
#include "tensor/cells/lanes.h"

#include <math.h>

struct softmax_job {
    const void *grad, *output; /* contiguous (outer, n, inner) */
    void *out;
    int64_t n, inner;
    bool logarithm;
};

/* Rows of `lanes` cells or more are dealt to that many sums, which are then joined (lanes.h); the
 * first product of a lane is rounded, the others are fused with their addition. A shorter row is
 * added up in order, every product rounded. `y` NULL: the sum of x alone. */
#define SUM_OF_PRODUCTS(name, real, lanes, fused)                                                  \
    static real name(const real *x, const real *y, int64_t n)                                      \
    {                                                                                              \
        real lane[lanes];                                                                          \
        if (n < (lanes)) {                                                                         \
            real sum = 0;                                                                          \
            for (int64_t i = 0; i < n; i++) {                                                      \
                real term = y ? x[i] * y[i] : x[i];                                                \
                sum = i == 0 ? term : sum + term;                                                  \
            }                                                                                      \
            return sum;                                                                            \
        }                                                                                          \
        for (int64_t k = 0; k < (lanes); k++) {                                                    \
            lane[k] = y ? x[k] * y[k] : x[k];                                                      \
        }                                                                                          \
        for (int64_t i = lanes; i < n; i++) {                                                      \
            real *sum = &lane[i % (lanes)];                                                        \
            *sum = y ? fused(x[i], y[i], *sum) : *sum + x[i];                                      \
        }                                                                                          \
        for (int k = 0; k + 1 < (lanes); k++) {                                                    \
            struct lane_join j = lane_join(lanes, k);                                              \
            lane[j.to] += lane[j.from];                                                            \
        }                                                                                          \
        return lane[0];                                                                            \
    }
SUM_OF_PRODUCTS(sum_f32, float, 8, fmaf)
SUM_OF_PRODUCTS(sum_f64, double, 4, fma)

/* The last axis: a row at a time. */
#define SOFTMAX_ROWS(name, real, exp_n, fused)                                                     \
    static void rows_##name(void *arg, int64_t from, int64_t to)                                   \
    {                                                                                              \
        const struct softmax_job *job = arg;                                                       \
        for (int64_t row = from; row < to; row++) {                                                \
            const real *grad = (const real *)job->grad + row * job->n;                             \
            const real *y = (const real *)job->output + row * job->n;                              \
            real *out = (real *)job->out + row * job->n;                                           \
            real sum = sum_##name(grad, job->logarithm ? NULL : y, job->n);                        \
            if (job->logarithm)                                                                    \
                exp_n(out, y, (size_t)job->n);                                                     \
            for (int64_t i = 0; i < job->n; i++)                                                   \
                out[i] = job->logarithm ? fused(-out[i], sum, grad[i]) : (grad[i] - sum) * y[i];   \
        }                                                                                          \
    }
SOFTMAX_ROWS(f32, float, fmath_expf_n, fmaf)
SOFTMAX_ROWS(f64, double, fmath_exp_softmax_n, fma)

/* Another axis: a column at a time, in order. Past the last whole eight columns e^x is rounded from
 * double. */
#define SOFTMAX_COLUMNS(name, real, width, exp_one, fused)                                         \
    static void columns_##name(void *arg, int64_t from, int64_t to)                                \
    {                                                                                              \
        const struct softmax_job *job = arg;                                                       \
        for (int64_t column = from; column < to; column++) {                                       \
            int64_t own = column % job->inner;                                                     \
            int64_t start = column / job->inner * job->n * job->inner + own;                       \
            bool alone = own >= job->inner / (width) * (width);                                    \
            const real *grad = (const real *)job->grad + start;                                    \
            const real *y = (const real *)job->output + start;                                     \
            real *out = (real *)job->out + start, sum = 0;                                         \
            for (int64_t i = 0; i < job->n * job->inner; i += job->inner)                          \
                sum = job->logarithm ? sum + grad[i] : fused(grad[i], y[i], sum);                  \
            for (int64_t i = 0; i < job->n * job->inner; i += job->inner)                          \
                out[i] = job->logarithm ? fused(-exp_one(y[i], alone), sum, grad[i])               \
                                        : (grad[i] - sum) * y[i];                                  \
        }                                                                                          \
    }
static float exp_f32(float x, bool alone)
{
    return alone ? fmath_expf_rest(x) : fmath_expf(x);
}

static double exp_f64(double x, bool alone)
{
    return alone ? fmath_exp(x) : fmath_exp_softmax(x);
}
SOFTMAX_COLUMNS(f32, float, 8, exp_f32, fmaf)
SOFTMAX_COLUMNS(f64, double, 4, exp_f64, fma)

static void run(struct compute *cx, const struct tensor *t, int d, struct softmax_job *job)
{
    int64_t total = tensor_numel(t);
    bool f32 = t->dtype == DTYPE_FLOAT32, last = d + 1 >= t->ndim;
    job->n = t->ndim == 0 ? 1 : t->shape[d];
    job->inner = 1;
    for (int k = d + 1; k < t->ndim; k++) {
        job->inner *= t->shape[k];
    }
    if (total > 0) {
        fold_parallel(cx, total / job->n, total,
                      last ? (f32 ? rows_f32 : rows_f64) : (f32 ? columns_f32 : columns_f64), job);
    }
}

bool backward_softmax(struct compute *cx, struct tensor *out, const struct tensor *grad,
                      const struct tensor *output, int64_t dim, bool logarithm)
{
    int d;
    struct tensor from = {0}, y = {0};
    if (!tensor_dim(cx, grad, dim, &d)) {
        return false;
    }
    if ((grad->dtype != DTYPE_FLOAT32 && grad->dtype != DTYPE_FLOAT64) ||
        output->dtype != grad->dtype || !tensor_same_shape(grad, output)) {
        return error_set(
            cx->err, ERROR_RUNTIME,
            "the gradient and the output of softmax must be float32 or float64, of the "
            "same type and the same sizes");
    }
    bool ok = tensor_contiguous(cx, &from, grad) && tensor_contiguous(cx, &y, output) &&
              tensor_new(cx, out, grad->dtype, grad->ndim, grad->shape);
    if (ok) {
        struct softmax_job job = {.grad = tensor_data(&from),
                                  .output = tensor_data(&y),
                                  .out = tensor_data(out),
                                  .logarithm = logarithm};
        run(cx, out, d, &job);
    }
    tensor_release(&from);
    tensor_release(&y);
    return ok;
}
