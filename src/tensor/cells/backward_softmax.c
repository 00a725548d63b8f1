/* Computes the gradient of softmax and log_softmax. */
#include "tensor/cells/backward.h"

#include "base/fmath.h"
#include "tensor/cells/fold.h"
#include "tensor/cells/rows.h"

#include <math.h>

struct softmax_job {
    const void *grad, *output; /* contiguous (outer, n, inner) */
    void *out;
    int64_t n, inner;
    bool logarithm;
};

/* The last axis: a row at a time. */
#define SOFTMAX_ROWS(name, real, exp_n, fused)                                                     \
    static void rows_##name(void *arg, int64_t from, int64_t to)                                   \
    {                                                                                              \
        const struct softmax_job *job = arg;                                                       \
        for (int64_t row = from; row < to; row++) {                                                \
            const real *grad = (const real *)job->grad + row * job->n;                             \
            const real *y = (const real *)job->output + row * job->n;                              \
            real *out = (real *)job->out + row * job->n;                                           \
            real sum = rows_gradients_##name(grad, job->logarithm ? NULL : y, job->n);             \
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
#define SOFTMAX_COLUMNS(name, real, dtype, fused)                                                  \
    static void columns_##name(void *arg, int64_t from, int64_t to)                                \
    {                                                                                              \
        const struct softmax_job *job = arg;                                                       \
        for (int64_t column = from; column < to; column++) {                                       \
            int64_t own = column % job->inner;                                                     \
            int64_t start = column / job->inner * job->n * job->inner + own;                       \
            bool left = rows_leave(dtype, job->inner, own);                                        \
            const real *grad = (const real *)job->grad + start;                                    \
            const real *y = (const real *)job->output + start;                                     \
            real *out = (real *)job->out + start, sum = 0;                                         \
            for (int64_t i = 0; i < job->n * job->inner; i += job->inner)                          \
                sum = job->logarithm ? sum + grad[i] : fused(grad[i], y[i], sum);                  \
            for (int64_t i = 0; i < job->n * job->inner; i += job->inner)                          \
                out[i] = job->logarithm ? fused(-rows_power_##name(y[i], left), sum, grad[i])      \
                                        : (grad[i] - sum) * y[i];                                  \
        }                                                                                          \
    }
SOFTMAX_COLUMNS(f32, float, DTYPE_FLOAT32, fmaf)
SOFTMAX_COLUMNS(f64, double, DTYPE_FLOAT64, fma)

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
    scoped_tensor from = {0}, y = {0};
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
    return ok;
}
