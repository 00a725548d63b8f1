/* Computes group_norm and its gradients, in the order that group_norm.h describes. */
#include "tensor/cells/group_norm.h"

#include "tensor/cells/fold.h"
#include "tensor/cells/moments.h"
#include "tensor/cells/rows.h"

#include <math.h>

struct group_job {
    struct tensor in, grad, weight, bias; /* contiguous, owned; storage NULL: not given */
    struct tensor means, scales;          /* owned: of each group of each n */
    struct tensor products, plain;        /* owned: s and t of each channel of each n */
    int64_t batch, channels, inside, groups;
    double eps;
    void *out;
};

/* The cells of a tensor of the job, or NULL. */
static void *cells_of(const struct tensor *t)
{
    return t->storage ? tensor_data(t) : NULL;
}

#define GROUP_NORM(name, real, moments, moments_of, fused, root)                                   \
    static void moments_##name(void *arg, int64_t from, int64_t to)                                \
    {                                                                                              \
        const struct group_job *job = arg;                                                         \
        int64_t n = job->channels / job->groups * job->inside;                                     \
        for (int64_t g = from; g < to; g++) {                                                      \
            moments m = moments_of((const real *)tensor_data(&job->in) + g * n, n);                \
            ((real *)tensor_data(&job->means))[g] = m.mean;                                        \
            ((real *)tensor_data(&job->scales))[g] = 1 / root(m.variance + (real)job->eps);        \
        }                                                                                          \
    }                                                                                              \
    /* A channel of an n after the other. */                                                       \
    static void forward_##name(void *arg, int64_t from, int64_t to)                                \
    {                                                                                              \
        const struct group_job *job = arg;                                                         \
        const real *w = cells_of(&job->weight), *b = cells_of(&job->bias);                         \
        for (int64_t k = from; k < to; k++) {                                                      \
            const real *x = (const real *)tensor_data(&job->in) + k * job->inside;                 \
            real *out = (real *)job->out + k * job->inside;                                        \
            int64_t g = k / (job->channels / job->groups), c = k % job->channels;                  \
            real mean = ((const real *)tensor_data(&job->means))[g];                               \
            real a = ((const real *)tensor_data(&job->scales))[g];                                 \
            real scale = w ? a * w[c] : a, shift = -scale * mean + (b ? b[c] : 0);                 \
            for (int64_t i = 0; i < job->inside; i++) {                                            \
                out[i] = w || b ? fused(scale, x[i], shift) : (x[i] - mean) * a;                   \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void sums_##name(void *arg, int64_t from, int64_t to)                                   \
    {                                                                                              \
        const struct group_job *job = arg;                                                         \
        real *products = tensor_data(&job->products), *plain = tensor_data(&job->plain);           \
        const real *in = cells_of(&job->in);                                                       \
        for (int64_t k = from; k < to; k++) {                                                      \
            const real *grad = (const real *)tensor_data(&job->grad) + k * job->inside;            \
            plain[k] = rows_channels_##name(grad, NULL, job->inside);                              \
            products[k] = in ? rows_channels_##name(grad, in + k * job->inside, job->inside) : 0;  \
        }                                                                                          \
    }                                                                                              \
    static void input_##name(void *arg, int64_t from, int64_t to)                                  \
    {                                                                                              \
        const struct group_job *job = arg;                                                         \
        int64_t width = job->channels / job->groups, n = width * job->inside;                      \
        for (int64_t g = from; g < to; g++) {                                                      \
            const real *w = cells_of(&job->weight);                                                \
            const real *grad = (const real *)tensor_data(&job->grad) + g * n;                      \
            const real *x = (const real *)tensor_data(&job->in) + g * n;                           \
            real *out = (real *)job->out + g * n, share = 1 / (real)n;                             \
            real mean = ((const real *)tensor_data(&job->means))[g];                               \
            real a = ((const real *)tensor_data(&job->scales))[g];                                 \
            w = w ? w + g % job->groups * width : NULL;                                            \
            real s = rows_channels_##name((const real *)tensor_data(&job->products) + g * width,   \
                                          w, width);                                               \
            real t = rows_channels_##name((const real *)tensor_data(&job->plain) + g * width, w,   \
                                          width);                                                  \
            real b = fused(t, mean, -s) * a * a * a * share;                                       \
            real c = fused(-b, mean, -(t * a * share));                                            \
            for (int64_t i = 0; i < n; i++) {                                                      \
                real own = w ? a * w[i / job->inside] : a;                                         \
                out[i] = fused(own, grad[i], b * x[i]) + c;                                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void parameters_##name(void *arg, int64_t from, int64_t to)                             \
    {                                                                                              \
        const struct group_job *job = arg;                                                         \
        real *out = job->out;                                                                      \
        for (int64_t c = from; c < to; c++) {                                                      \
            for (int64_t n = 0; n < job->batch; n++) {                                             \
                int64_t k = n * job->channels + c, g = k / (job->channels / job->groups);          \
                real s = ((const real *)tensor_data(&job->products))[k];                           \
                real t = ((const real *)tensor_data(&job->plain))[k];                              \
                out[c] = job->in.storage                                                           \
                             ? fused(fused(-t, ((const real *)tensor_data(&job->means))[g], s),    \
                                     ((const real *)tensor_data(&job->scales))[g], out[c])         \
                             : out[c] + t;                                                         \
            }                                                                                      \
        }                                                                                          \
    }
GROUP_NORM(f32, float, struct moments_row, moments_of_row, fmaf, sqrtf)
GROUP_NORM(f64, double, struct moments_f64, moments_of_row_f64, fma, sqrt)

static void job_end(struct group_job *job)
{
    struct tensor *all[] = {&job->in,    &job->grad,   &job->weight,   &job->bias,
                            &job->means, &job->scales, &job->products, &job->plain};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        tensor_release(all[k]);
    }
}

static bool fits(const struct tensor *like, const struct tensor *t, int64_t cells)
{
    return !t || (t->dtype == like->dtype && tensor_numel(t) == cells);
}

/* in or grad may be NULL, but not both. Finds means, scales and the sums over channels. */
static bool job_start(struct compute *cx, struct group_job *job, const struct tensor *in,
                      const struct tensor *grad, int64_t groups, const struct tensor *weight,
                      const struct tensor *bias, double eps)
{
    const struct tensor *like = in ? in : grad;
    /* cppcheck-suppress nullPointerRedundantCheck ; one of the two is there */
    bool f32 = like->dtype == DTYPE_FLOAT32;
    *job = (struct group_job){.inside = 1, .groups = groups, .eps = eps};
    if ((!f32 && like->dtype != DTYPE_FLOAT64) || like->ndim < 2 || groups < 1 ||
        like->shape[1] % groups != 0 || (in && grad && !tensor_same_shape(in, grad)) ||
        !fits(like, grad, tensor_numel(like)) || !fits(like, weight, like->shape[1]) ||
        !fits(like, bias, like->shape[1])) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "group_norm takes float32 or float64, (N, C, ...), in groups of as many "
                         "channels; weight and bias have the same type and C cells");
    }
    job->batch = like->shape[0];
    job->channels = like->shape[1];
    for (int d = 2; d < like->ndim; d++) {
        job->inside *= like->shape[d];
    }
    int64_t rows = job->batch * groups, channels = job->batch * job->channels;
    if ((in && !tensor_contiguous(cx, &job->in, in)) ||
        (grad && !tensor_contiguous(cx, &job->grad, grad)) ||
        (weight && !tensor_contiguous(cx, &job->weight, weight)) ||
        (bias && !tensor_contiguous(cx, &job->bias, bias)) ||
        !tensor_new(cx, &job->means, like->dtype, 1, &rows) ||
        !tensor_new(cx, &job->scales, like->dtype, 1, &rows) ||
        !tensor_new(cx, &job->products, like->dtype, 1, &channels) ||
        !tensor_new(cx, &job->plain, like->dtype, 1, &channels)) {
        return false;
    }
    if (in && tensor_numel(in) > 0) {
        fold_parallel(cx, rows, tensor_numel(in), f32 ? moments_f32 : moments_f64, job);
    }
    if (grad) {
        fold_parallel(cx, channels, tensor_numel(grad), f32 ? sums_f32 : sums_f64, job);
    }
    return true;
}

bool group_norm(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t groups,
                const struct tensor *weight, const struct tensor *bias, double eps)
{
    struct group_job job;
    bool ok = job_start(cx, &job, in, NULL, groups, weight, bias, eps) &&
              tensor_new(cx, out, in->dtype, in->ndim, in->shape);
    if (ok) {
        job.out = tensor_data(out);
        fold_parallel(cx, job.batch * job.channels, tensor_numel(in),
                      in->dtype == DTYPE_FLOAT32 ? forward_f32 : forward_f64, &job);
    }
    job_end(&job);
    return ok;
}

bool group_norm_input(struct compute *cx, struct tensor *out, const struct tensor *grad,
                      const struct tensor *in, int64_t groups, const struct tensor *weight,
                      double eps)
{
    struct group_job job;
    bool ok = job_start(cx, &job, in, grad, groups, weight, NULL, eps) &&
              tensor_new(cx, out, in->dtype, in->ndim, in->shape);
    if (ok) {
        job.out = tensor_data(out);
        fold_parallel(cx, tensor_numel(in) > 0 ? job.batch * groups : 0, tensor_numel(in),
                      in->dtype == DTYPE_FLOAT32 ? input_f32 : input_f64, &job);
    }
    job_end(&job);
    return ok;
}

static bool parameters(struct compute *cx, struct tensor *out, const struct tensor *grad,
                       const struct tensor *in, int64_t groups, double eps)
{
    struct group_job job;
    bool ok = job_start(cx, &job, in, grad, groups, NULL, NULL, eps) &&
              tensor_zeros(cx, out, grad->dtype, 1, &job.channels);
    if (ok && tensor_numel(grad) > 0) {
        job.out = tensor_data(out);
        fold_parallel(cx, job.channels, tensor_numel(grad),
                      grad->dtype == DTYPE_FLOAT32 ? parameters_f32 : parameters_f64, &job);
    }
    job_end(&job);
    return ok;
}

bool group_norm_weight(struct compute *cx, struct tensor *out, const struct tensor *grad,
                       const struct tensor *in, int64_t groups, double eps)
{
    return parameters(cx, out, grad, in, groups, eps);
}

bool group_norm_bias(struct compute *cx, struct tensor *out, const struct tensor *grad)
{
    return parameters(cx, out, grad, NULL, 1, 0);
}
