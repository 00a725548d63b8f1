/* Computes with complex64: see complex64.h. Lengths and angles are found in double and rounded
 * once, which gives the bits of the C library's float functions but for a few last digits. */
#include "tensor/cells/complex64.h"

#include "base/fmath.h"
#include "tensor/cells/elementwise_kernel.h"

#include <math.h>

/* --- from floats --- */

static void run_polar(const void *arg, void *out, const void *const *in, int64_t n)
{
    const float *size = in[0], *angle = in[1];
    struct complex64 *to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i].re = size[i] * (float)fmath_cos((double)angle[i]);
        to[i].im = size[i] * (float)fmath_sin((double)angle[i]);
    }
}

static void run_make(const void *arg, void *out, const void *const *in, int64_t n)
{
    const float *real = in[0], *imag = in[1];
    struct complex64 *to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i] = (struct complex64){real[i], imag[i]};
    }
}

static bool check_parts(struct compute *cx, const struct tensor *a, const struct tensor *b)
{
    const struct tensor *both[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        enum dtype d = both[k]->dtype;
        if (d != DTYPE_FLOAT16 && d != DTYPE_FLOAT32 && d != DTYPE_FLOAT64) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "Expected both inputs to be Half, Float or Double tensors but got %s "
                             "and %s",
                             dtype_legacy_name(a->dtype), dtype_legacy_name(b->dtype));
        }
    }
    if (a->dtype != b->dtype) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Expected object of scalar type %s but got scalar type %s for second "
                         "argument",
                         dtype_legacy_name(a->dtype), dtype_legacy_name(b->dtype));
    }
    return a->dtype == DTYPE_FLOAT32 ||
           error_set(cx->err, ERROR_UNSUPPORTED,
                     "%s tensors are not supported: use complex64, made "
                     "from float32",
                     a->dtype == DTYPE_FLOAT64 ? "complex128" : "complex32");
}

static bool from_parts(struct compute *cx, struct tensor *out, const struct tensor *a,
                       const struct tensor *b,
                       void (*run)(const void *, void *, const void *const *, int64_t))
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!check_parts(cx, a, b) || !tensor_broadcast(cx, a, b, &ndim, shape)) {
        return false;
    }
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, a, DTYPE_FLOAT32);
    iterate_input(&it, b, DTYPE_FLOAT32);
    return elementwise_finish(cx, &it, out, DTYPE_COMPLEX64, run, NULL);
}

bool complex_polar(struct compute *cx, struct tensor *out, const struct tensor *size,
                   const struct tensor *angle)
{
    return from_parts(cx, out, size, angle, run_polar);
}

bool complex_make(struct compute *cx, struct tensor *out, const struct tensor *real,
                  const struct tensor *imag)
{
    return from_parts(cx, out, real, imag, run_make);
}

/* --- views --- */

static bool check_view(struct compute *cx, const struct tensor *in)
{
    const char *fault = NULL;
    int last = in->ndim - 1;
    if (in->dtype != DTYPE_FLOAT16 && in->dtype != DTYPE_FLOAT32 && in->dtype != DTYPE_FLOAT64) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "view_as_complex is only supported for half, float and double tensors, "
                         "but got a tensor of scalar type: %s",
                         dtype_legacy_name(in->dtype));
    }
    if (in->ndim == 0) {
        fault = "Input tensor must have one or more dimensions";
    } else if (in->shape[last] != 2) {
        fault = "Tensor must have a last dimension of size 2";
    } else if (in->stride[last] != 1) {
        fault = "Tensor must have a last dimension with stride 1";
    }
    for (int d = 0; d < last && fault == NULL; d++) {
        fault = in->stride[d] % 2 != 0
                    ? "Tensor must have a stride divisible by 2 for all but last dimension"
                    : NULL;
    }
    if (fault == NULL && in->offset % 2 != 0) {
        fault = "Tensor must have a storage_offset divisible by 2";
    }
    if (fault != NULL) {
        return error_set(cx->err, ERROR_RUNTIME, "%s", fault);
    }
    return in->dtype == DTYPE_FLOAT32 || error_set(cx->err, ERROR_UNSUPPORTED,
                                                   "complex tensors of %s are not supported: use "
                                                   "x.float()",
                                                   dtype_name(in->dtype));
}

bool complex_view(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    if (!check_view(cx, in)) {
        return false;
    }
    struct tensor t = tensor_ref(in);
    t.dtype = DTYPE_COMPLEX64;
    t.ndim--;
    t.offset /= 2;
    for (int d = 0; d < t.ndim; d++) {
        t.stride[d] /= 2;
    }
    *out = t;
    return true;
}

bool complex_pairs(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    if (in->dtype != DTYPE_COMPLEX64) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "view_as_real is only supported for complex tensors");
    }
    if (!tensor_check_rank(cx, (int64_t)in->ndim + 1)) {
        return false;
    }
    struct tensor t = tensor_ref(in);
    t.dtype = DTYPE_FLOAT32;
    t.offset *= 2;
    for (int d = 0; d < t.ndim; d++) {
        t.stride[d] *= 2;
    }
    t.shape[t.ndim] = 2;
    t.stride[t.ndim++] = 1;
    *out = t;
    return true;
}

bool complex_part(struct compute *cx, struct tensor *out, const struct tensor *in, bool imaginary)
{
    if (in->dtype != DTYPE_COMPLEX64 && imaginary) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "imag is not implemented for tensors with non-complex dtypes.");
    }
    struct tensor t = tensor_ref(in);
    if (in->dtype != DTYPE_COMPLEX64) {
        *out = t;
        return true;
    }
    t.dtype = DTYPE_FLOAT32;
    t.offset = 2 * t.offset + imaginary;
    for (int d = 0; d < t.ndim; d++) {
        t.stride[d] *= 2;
    }
    *out = t;
    return true;
}

/* --- one input --- */

static void run_abs(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct complex64 *z = in[0];
    float *to = out;
    for (int64_t i = 0; i < n; i++) {
        double re = (double)z[i].re, im = (double)z[i].im;
        to[i] = isinf(re) || isinf(im) ? INFINITY : (float)sqrt(re * re + im * im);
    }
}

static void run_angle(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct complex64 *z = in[0];
    float *to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i] = fmath_atan2f(z[i].im, z[i].re);
    }
}

/* Of a real number: 0, or pi where it is negative. */
static void run_real_angle(const void *arg, void *out, const void *const *in, int64_t n)
{
    const float *x = in[0];
    float *to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i] = x[i] != x[i] ? x[i] : x[i] < 0 ? 3.14159265358979323846f : 0;
    }
}

static void run_conj(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct complex64 *z = in[0];
    struct complex64 *to = out;
    for (int64_t i = 0; i < n; i++) {
        to[i] = (struct complex64){z[i].re, -z[i].im};
    }
}

static bool map(struct compute *cx, struct tensor *out, const struct tensor *in, enum dtype from,
                enum dtype to, void (*run)(const void *, void *, const void *const *, int64_t))
{
    struct iterate it;
    iterate_start(&it, in->ndim, in->shape);
    iterate_input(&it, in, from);
    return elementwise_finish(cx, &it, out, to, run, NULL);
}

bool complex_abs(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    return map(cx, out, in, DTYPE_COMPLEX64, DTYPE_FLOAT32, run_abs);
}

bool complex_angle(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    if (in->dtype == DTYPE_COMPLEX64) {
        return map(cx, out, in, DTYPE_COMPLEX64, DTYPE_FLOAT32, run_angle);
    }
    scoped_tensor angles = {0};
    return map(cx, &angles, in, DTYPE_FLOAT32, DTYPE_FLOAT32, run_real_angle) &&
           (tensor_cast(cx, out, &angles, dtype_is_float(in->dtype) ? in->dtype : DTYPE_FLOAT32));
}

bool complex_conj(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    return map(cx, out, in, DTYPE_COMPLEX64, DTYPE_COMPLEX64, run_conj);
}
