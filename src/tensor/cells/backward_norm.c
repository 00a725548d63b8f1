/* Computes the gradients of layer_norm. */
#include "tensor/cells/backward.h"

#include "tensor/cells/fold.h"
#include "tensor/cells/moments.h"
#include "tensor/cells/rows.h"

#include <math.h>

struct norm_job {
    struct tensor grad, in, weight; /* contiguous, owned; weight may be nothing */
    struct tensor means, scales;    /* of each row: mean and 1 / sqrt(variance + eps) */
    int64_t rows, n;
    double eps;
    void *out;
};

static void moments_f32(void *arg, int64_t from, int64_t to)
{
    const struct norm_job *job = arg;
    float *mean = tensor_data(&job->means), *scale = tensor_data(&job->scales);
    for (int64_t row = from; row < to; row++) {
        struct moments_row m =
            moments_of_row((const float *)tensor_data(&job->in) + row * job->n, job->n);
        mean[row] = m.mean;
        scale[row] = 1.0f / sqrtf(m.variance + (float)job->eps);
    }
}

static void moments_f64(void *arg, int64_t from, int64_t to)
{
    const struct norm_job *job = arg;
    double *mean = tensor_data(&job->means), *scale = tensor_data(&job->scales);
    for (int64_t row = from; row < to; row++) {
        struct moments_f64 m =
            moments_of_row_f64((const double *)tensor_data(&job->in) + row * job->n, job->n);
        mean[row] = m.mean;
        scale[row] = 1.0 / sqrt(m.variance + job->eps);
    }
}

#define NORM_GRADIENTS(name, real, fused)                                                          \
    static void input_##name(void *arg, int64_t from, int64_t to)                                  \
    {                                                                                              \
        const struct norm_job *job = arg;                                                          \
        const real *w = job->weight.storage ? tensor_data(&job->weight) : NULL;                    \
        int64_t n = job->n;                                                                        \
        for (int64_t row = from; row < to; row++) {                                                \
            const real *grad = (const real *)tensor_data(&job->grad) + row * n;                    \
            const real *x = (const real *)tensor_data(&job->in) + row * n;                         \
            real *out = (real *)job->out + row * n, s, t, share = 1 / (real)n;                     \
            real mean = ((const real *)tensor_data(&job->means))[row];                             \
            real a = ((const real *)tensor_data(&job->scales))[row];                               \
            for (int64_t i = 0; w && i < n; i++) {                                                 \
                out[i] = grad[i] * x[i];                                                           \
            }                                                                                      \
            s = rows_gradients_##name(w ? out : grad, w ? w : x, n);                               \
            t = rows_gradients_##name(grad, w, n);                                                 \
            real b = fused(t, mean, -s) * a * a * a * share;                                       \
            real c = fused(-b, mean, -(t * a * share));                                            \
            for (int64_t i = 0; i < n; i++) {                                                      \
                real own = w ? a * grad[i] * w[i] : a * grad[i];                                   \
                out[i] = fused(b, x[i], own) + c;                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void weight_##name(void *arg, int64_t from, int64_t to)                                 \
    {                                                                                              \
        const struct norm_job *job = arg;                                                          \
        real *out = job->out;                                                                      \
        for (int64_t row = 0; row < job->rows; row++) {                                            \
            const real *grad = (const real *)tensor_data(&job->grad) + row * job->n;               \
            const real *x = (const real *)tensor_data(&job->in) + row * job->n;                    \
            real a = ((const real *)tensor_data(&job->scales))[row];                               \
            real b = -a * ((const real *)tensor_data(&job->means))[row];                           \
            for (int64_t i = from; i < to; i++)                                                    \
                out[i] = fused(grad[i], fused(a, x[i], b), row == 0 ? 0 : out[i]);                 \
        }                                                                                          \
    }                                                                                              \
    static void bias_##name(void *arg, int64_t from, int64_t to)                                   \
    {                                                                                              \
        const struct norm_job *job = arg;                                                          \
        real *out = job->out;                                                                      \
        for (int64_t row = 0; row < job->rows; row++) {                                            \
            const real *grad = (const real *)tensor_data(&job->grad) + row * job->n;               \
            for (int64_t i = from; i < to; i++)                                                    \
                out[i] = (row == 0 ? 0 : out[i]) + grad[i];                                        \
        }                                                                                          \
    }
NORM_GRADIENTS(f32, float, fmaf)
NORM_GRADIENTS(f64, double, fma)

static void job_end(struct norm_job *job)
{
    tensor_release(&job->grad);
    tensor_release(&job->in);
    tensor_release(&job->weight);
    tensor_release(&job->means);
    tensor_release(&job->scales);
}

/* in and weight may be NULL. */
static bool job_start(struct compute *cx, struct norm_job *job, const struct tensor *grad,
                      const struct tensor *in, int axes, const struct tensor *weight, double eps)
{
    *job = (struct norm_job){.rows = 1, .n = 1, .eps = eps};
    bool f32 = grad->dtype == DTYPE_FLOAT32;
    if (axes < 1 || axes > grad->ndim || (!f32 && grad->dtype != DTYPE_FLOAT64) ||
        (in && (in->dtype != grad->dtype || !tensor_same_shape(in, grad)))) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "the gradient and the input of layer_norm must be float32 or float64, of "
                         "the same type and the same sizes");
    }
    for (int d = 0; d < grad->ndim; d++) {
        *(d < grad->ndim - axes ? &job->rows : &job->n) *= grad->shape[d];
    }
    if (weight && (weight->dtype != grad->dtype || tensor_numel(weight) != job->n)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "the weight of layer_norm must have the type and the %lld cells of a row",
                         (long long)job->n);
    }
    if (!tensor_contiguous(cx, &job->grad, grad) || (in && !tensor_contiguous(cx, &job->in, in)) ||
        (weight && !tensor_contiguous(cx, &job->weight, weight)) ||
        !tensor_new(cx, &job->means, grad->dtype, 1, &job->rows) ||
        !tensor_new(cx, &job->scales, grad->dtype, 1, &job->rows)) {
        return false;
    }
    if (in && job->n > 0) {
        fold_parallel(cx, job->rows, job->rows * job->n, f32 ? moments_f32 : moments_f64, job);
    }
    return true;
}

bool backward_norm_input(struct compute *cx, struct tensor *out, const struct tensor *grad,
                         const struct tensor *in, int axes, const struct tensor *weight, double eps)
{
    struct norm_job job;
    bool ok = job_start(cx, &job, grad, in, axes, weight, eps) &&
              tensor_new(cx, out, grad->dtype, grad->ndim, grad->shape);
    if (ok && job.n > 0) {
        job.out = tensor_data(out);
        fold_parallel(cx, job.rows, job.rows * job.n,
                      grad->dtype == DTYPE_FLOAT32 ? input_f32 : input_f64, &job);
    }
    job_end(&job);
    return ok;
}

/* The sum over the rows, a column at a time. */
static bool sum_rows(struct compute *cx, struct tensor *out, const struct tensor *grad,
                     const struct tensor *in, int axes, double eps,
                     void (*task)(void *arg, int64_t from, int64_t to))
{
    struct norm_job job;
    bool ok =
        job_start(cx, &job, grad, in, axes, NULL, eps) &&
        (job.rows > 0 ? tensor_new(cx, out, grad->dtype, axes, &grad->shape[grad->ndim - axes])
                      : tensor_zeros(cx, out, grad->dtype, axes, &grad->shape[grad->ndim - axes]));
    if (ok) {
        job.out = tensor_data(out);
        fold_parallel(cx, job.n, job.rows * job.n, task, &job);
    }
    job_end(&job);
    return ok;
}

bool backward_norm_weight(struct compute *cx, struct tensor *out, const struct tensor *grad,
                          const struct tensor *in, int axes, double eps)
{
    return sum_rows(cx, out, grad, in, axes, eps,
                    grad->dtype == DTYPE_FLOAT32 ? weight_f32 : weight_f64);
}

bool backward_norm_bias(struct compute *cx, struct tensor *out, const struct tensor *grad, int axes)
{
    return sum_rows(cx, out, grad, NULL, axes, 0,
                    grad->dtype == DTYPE_FLOAT32 ? bias_f32 : bias_f64);
}
