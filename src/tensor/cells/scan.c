/* Computes running sums and products along an axis, and the logarithm of a running sum of exp.
 * Floats run in double (bfloat16 in float32) and every step is rounded, as in PyTorch, float32 of
 * NumPy in float32; integers and bools become int64 and wrap. */
#include "tensor/cells/scan.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/cells/elementwise_kernel.h"
#include "tensor/cells/lines.h"
#include "tensor/compute/convert.h"

#include <math.h>

enum { CHUNK = 256 };

static void scan_doubles(const struct run *r, const struct lines *to, bool product, bool single)
{
    double running = product ? 1.0 : 0.0;
    bool is_short = dtype_is_short_float(r->dtype) || (single && r->dtype == DTYPE_FLOAT32);
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        double x[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_doubles(r, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            running = product ? running * x[i] : running + x[i];
            running = is_short ? (double)(float)running : running;
            if (r->dtype == DTYPE_FLOAT32) {
                *(float *)lines_cell(to, from + i) = (float)running;
            } else {
                convert_run(r->dtype, lines_cell(to, from + i), 0, DTYPE_FLOAT64, &running, 0, 1);
            }
        }
    }
}

static void scan_integers(const struct run *r, const struct lines *to, bool product)
{
    uint64_t running = product ? 1 : 0;
    for (int64_t i = 0; i < r->n; i++) {
        int64_t x;
        run_integers(r, i, 1, &x);
        running = product ? running * (uint64_t)x : running + (uint64_t)x;
        *(int64_t *)lines_cell(to, i) = (int64_t)running;
    }
}

static bool scan(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 bool product, bool single)
{
    int axis;
    bool floats = dtype_is_float(in->dtype);
    struct tensor result;
    if (in->dtype == DTYPE_FLOAT16) {
        return elementwise_refuse(cx, product ? "cumprod_out_cpu" : "cumsum_out_cpu", in->dtype);
    }
    if (!tensor_dim(cx, in, dim, &axis) ||
        !tensor_new(cx, &result, floats ? in->dtype : DTYPE_INT64, in->ndim, in->shape)) {
        return false;
    }
    struct lines from, to;
    lines_start(&to, &result, axis);
    for (lines_start(&from, in, axis); lines_more(&from); visit_step(&from.visit)) {
        struct run r = lines_run(&from);
        if (floats) {
            scan_doubles(&r, &to, product, single);
        } else {
            scan_integers(&r, &to, product);
        }
        visit_step(&to.visit);
    }
    *out = result;
    return true;
}

bool reduce_cumsum(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim)
{
    return scan(cx, out, in, dim, false, false);
}

bool reduce_cumprod(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim)
{
    return scan(cx, out, in, dim, true, false);
}

bool reduce_scan_numpy(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                       bool product)
{
    return scan(cx, out, in, dim, product, true);
}

double scan_log_add(enum dtype dtype, double x, double y)
{
    double least = isnan(y) || y < x ? y : x, most = isnan(y) || x < y ? y : x;
    if (least == most && !isfinite(least)) {
        return x;
    }
    if (dtype == DTYPE_FLOAT32) {
        return (double)(fmath_log1pf_rest(fmath_expf_rest((float)(least - most))) + (float)most);
    }
    return fmath_log1p(fmath_exp(least - most)) + most;
}

bool reduce_logcumsumexp(struct compute *cx, struct tensor *out, const struct tensor *in,
                         int64_t dim)
{
    int axis;
    struct lines from, to;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    if (!dtype_is_float(in->dtype) || in->dtype == DTYPE_FLOAT16) {
        return elementwise_refuse(cx, "logcumsumexp_out_cpu", in->dtype);
    }
    if (!tensor_new(cx, out, in->dtype, in->ndim, in->shape)) {
        return false;
    }
    lines_start(&to, out, axis);
    for (lines_start(&from, in, axis); lines_more(&from); visit_step(&from.visit)) {
        struct run r = lines_run(&from);
        enum dtype carried = r.dtype == DTYPE_BFLOAT16 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
        double running = -INFINITY, x;
        for (int64_t i = 0; i < r.n; i++) {
            run_doubles(&r, i, 1, &x);
            running = in->ndim == 0 ? x : scan_log_add(carried, x, running);
            convert_run(r.dtype, lines_cell(&to, i), 0, DTYPE_FLOAT64, &running, 0, 1);
        }
        visit_step(&to.visit);
    }
    return true;
}
