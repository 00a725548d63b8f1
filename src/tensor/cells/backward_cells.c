/* Computes gradients of functions of one cell. */
#include "tensor/cells/backward.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/cells/elementwise_kernel.h"
#include "tensor/cells/fold.h"
#include "tensor/compute/kernel.h"

#include <math.h>

#define SQRT_1_2 0.70710678118654752440
#define SQRT_2_PI 0.79788456080286535588   /* sqrt(2 / pi) */
#define SQRT_1_2_PI 0.39894228040143267794 /* sqrt(1 / (2 * pi)) */
#define CUBIC 0.044715

/* x is grad, y the cell. */
BINARY_LOOP(tanh_f32, float, float, x *fmaf(-y, y, 1))
BINARY_LOOP(tanh_f64, double, double, x *fma(-y, y, 1))

/* A loop with one function in between: `to` holds its argument, then its value f. */
#define THROUGH_LOOP(name, real, function, argument, expression)                                   \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const real *restrict from = in[0], *restrict cells = in[1];                                \
        real *restrict to = out;                                                                   \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const real x = cells[i];                                                               \
            to[i] = (argument);                                                                    \
        }                                                                                          \
        function(to, to, (size_t)n);                                                               \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const real grad = from[i], x = cells[i], f = to[i];                                    \
            to[i] = (expression);                                                                  \
        }                                                                                          \
    }

/* The same of float32 with the C library's function for what is left over of whole vectors. */
#define REST_LOOP(name, function, argument, expression)                                            \
    THROUGH_LOOP(name##_vectors, float, fmath_##function##_n, argument, expression)                \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const float *restrict from = in[0], *restrict cells = in[1];                               \
        float *restrict to = out;                                                                  \
        int64_t whole = n / FLOAT_VECTOR * FLOAT_VECTOR;                                           \
        name##_vectors(arg, out, in, whole);                                                       \
        for (int64_t i = whole; i < n; i++) {                                                      \
            const float grad = from[i], x = cells[i], f = fmath_##function##_rest(argument);       \
            to[i] = (expression);                                                                  \
        }                                                                                          \
    }

#define SILU_ONE(real, fused)                                                                      \
    static inline real silu_##fused(real grad, real x, real power)                                 \
    {                                                                                              \
        real share = 1 / (1 + power);                                                              \
        return grad * share * fused(x, 1 - share, 1);                                              \
    }
SILU_ONE(float, fmaf)
SILU_ONE(double, fma)
REST_LOOP(silu_f32, expf, -x, silu_fmaf(grad, x, f))
THROUGH_LOOP(silu_f64, double, fmath_exp_n, -x, silu_fma(grad, x, f))

#define GELU_TANH_ONE(real, fused)                                                                 \
    static inline real inner_##fused(real x)                                                       \
    {                                                                                              \
        return (real)SQRT_2_PI * fused((real)CUBIC, x * x * x, x);                                 \
    }                                                                                              \
    static inline real gelu_tanh_##fused(real grad, real x, real t)                                \
    {                                                                                              \
        real slope = (real)0.5 * x * fused(-t, t, 1);                                              \
        real inner = (real)SQRT_2_PI * fused((real)3 * (real)CUBIC, x * x, 1);                     \
        return grad * ((real)0.5 * (1 + t) + slope * inner);                                       \
    }
GELU_TANH_ONE(float, fmaf)
GELU_TANH_ONE(double, fma)
REST_LOOP(gelu_tanh_f32, tanhf, inner_fmaf(x), gelu_tanh_fmaf(grad, x, f))
THROUGH_LOOP(gelu_tanh_f64, double, fmath_tanh_n, inner_fma(x), gelu_tanh_fma(grad, x, f))

/* x * pdf + cdf of the normal distribution. */
#define GELU_LOOP(name, real, error_n, exp_n, fused)                                               \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const real *restrict from = in[0], *restrict x = in[1];                                    \
        real *restrict to = out;                                                                   \
        real power[ITERATE_CHUNK];                                                                 \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] = x[i] * (real)SQRT_1_2;                                                         \
            power[i] = x[i] * x[i] * (real)-0.5;                                                   \
        }                                                                                          \
        error_n(to, to, (size_t)n);                                                                \
        exp_n(power, power, (size_t)n);                                                            \
        for (int64_t i = 0; i < n; i++) {                                                          \
            real below = (real)0.5 * (1 + to[i]);                                                  \
            to[i] = from[i] * fused(x[i], (real)SQRT_1_2_PI * power[i], below);                    \
        }                                                                                          \
    }
GELU_LOOP(gelu_f32, float, fmath_erff_n, fmath_expf_n, fmaf)
GELU_LOOP(gelu_f64, double, fmath_erf_n, fmath_exp_n, fma)

/* Where hardswish ends, at 3, PyTorch's loop over vectors goes on with the line, the rest of it
 * with the curve. */
#define HARD_LOOP(name, real, expression)                                                          \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const real *restrict from = in[0], *restrict at = in[1];                                   \
        real *restrict to = out;                                                                   \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const real grad = from[i], x = at[i];                                                  \
            to[i] = (expression);                                                                  \
        }                                                                                          \
    }
#define HARDSWISH(real, vectors)                                                                   \
    (x < -3 ? 0 : x > 3 || (x == 3 && (vectors)) ? grad : grad * (x / 3 + (real)0.5))
HARD_LOOP(hardsigmoid_f32, float, x > -3 && x < 3 ? grad * (1.0F / 6) : 0)
HARD_LOOP(hardsigmoid_f64, double, x > -3 && x < 3 ? grad * (1.0 / 6) : 0)
HARD_LOOP(hardswish_f32, float, HARDSWISH(float, IN_VECTORS(i, n)))
HARD_LOOP(hardswish_f64, double, HARDSWISH(double, i < IN_WIDE_VECTORS(n)))

static const struct {
    const char *kernel;
    void (*f32)(const void *, void *, const void *const *, int64_t);
    void (*f64)(const void *, void *, const void *const *, int64_t);
} rows[] = {
    [BACKWARD_TANH] = {"tanh_backward_cpu", tanh_f32, tanh_f64},
    [BACKWARD_SILU] = {"silu_backward_cpu", silu_f32, silu_f64},
    [BACKWARD_GELU] = {"GeluBackwardKernelImpl", gelu_f32, gelu_f64},
    [BACKWARD_GELU_TANH] = {"GeluBackwardKernelImpl", gelu_tanh_f32, gelu_tanh_f64},
    [BACKWARD_HARDSIGMOID] = {"hardsigmoid_backward", hardsigmoid_f32, hardsigmoid_f64},
    [BACKWARD_HARDSWISH] = {"hardswish_backward_cpu", hardswish_f32, hardswish_f64},
};

/* --- gelu of a contiguous float32 tensor, which has a kernel of its own (gelu.h) --- */

struct gelu_job {
    const float *grad, *x;
    float *out;
    const struct kernel *kernel;
};

static void run_gelu(void *arg, int64_t from, int64_t to)
{
    const struct gelu_job *job = arg;
    job->kernel->gelu_backward(job->out + from, job->grad + from, job->x + from, to - from);
}

static bool gelu_dense(struct compute *cx, struct tensor *out, const struct tensor *grad,
                       const struct tensor *x)
{
    scoped_tensor whole = {0};
    int64_t n = tensor_numel(x);
    if (!tensor_contiguous(cx, &whole, grad)) {
        return false;
    }
    bool ok = tensor_new(cx, out, DTYPE_FLOAT32, x->ndim, x->shape);
    if (ok && n > 0) {
        struct gelu_job job = {tensor_data(&whole), tensor_data(x), tensor_data(out),
                               kernel_for(cx)};
        fold_parallel(cx, n, n, run_gelu, &job);
    }
    return ok;
}

bool backward_cells(struct compute *cx, enum backward_cell op, struct tensor *out,
                    const struct tensor *grad, const struct tensor *x)
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    struct iterate it;
    enum dtype dtype = x->dtype;
    if (!tensor_broadcast(cx, grad, x, &ndim, shape)) {
        return false;
    }
    if (!dtype_is_float(dtype) || dtype == DTYPE_FLOAT16 || grad->dtype != dtype) {
        return elementwise_refuse(cx, rows[op].kernel, dtype);
    }
    if (op == BACKWARD_GELU && dtype == DTYPE_FLOAT32 && tensor_numel(x) != 1 &&
        tensor_is_contiguous(x) && tensor_same_shape(grad, x)) {
        return gelu_dense(cx, out, grad, x);
    }
    iterate_start(&it, ndim, shape);
    iterate_input(&it, grad, dtype);
    iterate_input(&it, x, dtype);
    it.in_vectors = op == BACKWARD_SILU || op == BACKWARD_GELU_TANH || op == BACKWARD_HARDSWISH;
    return elementwise_finish(cx, &it, out, dtype,
                              dtype == DTYPE_FLOAT64 ? rows[op].f64 : rows[op].f32, NULL);
}
