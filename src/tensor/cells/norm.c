/* Computes norms. Those of float32 add up in PyTorch's order, in float32, to end in its bits;
 * float64 adds pairwise.
 *
 * In float32 the elements of a cell go one by one, the axis with the smallest stride first, into
 * one running sum; a square is not rounded before it is added. Only the 2-norm of a contiguous row
 * has eight sums (rows_of_channels). */
#include "tensor/cells/norm.h"

#include "base/fmath.h"
#include "tensor/cells/cascade.h"
#include "tensor/cells/fold.h"
#include "tensor/cells/rows.h"
#include "tensor/compute/half.h"

#include <math.h>

enum { CHUNK = 256 };

struct norm_job {
    const struct fold *fold;
    const struct cascade *cascade; /* float32 only: where a cell's elements are */
    const struct tensor *out;
    const float *in; /* the storage */
    double p;
    enum dtype rounded; /* of a short float: every step is rounded, unless PyTorch does not */
};

static float power(float x, float p)
{
    return (float)fmath_pow((double)x, (double)p);
}

static float add_strip(const float *x, int64_t n, int64_t step, float p, float sum)
{
    for (int64_t i = 0; i < n; i++) {
        float a = fabsf(x[i * step]);
        if (p == 2.0f) {
            sum = fmaf(a, a, sum);
        } else if (p == 1.0f) {
            sum += a;
        } else {
            sum += power(a, p);
        }
    }
    return sum;
}

static float add_strip_rounded(const struct norm_job *job, const struct cascade_strip *s, float sum)
{
    float p = (float)job->p;
    for (int64_t i = 0; i < s->n; i++) {
        float a = fabsf(job->in[s->place + i * s->step]);
        a = p == 2.0f ? a * a : p == 1.0f ? a : power(a, p);
        if (p == 2.0f || job->rounded == DTYPE_BFLOAT16) {
            a = half_round(job->rounded, a);
        }
        sum = half_round(job->rounded, sum + a);
    }
    return sum;
}

static float norm_in_order(const struct norm_job *job, int64_t cell)
{
    int64_t strips = cascade_strips(job->cascade);
    float p = (float)job->p, sum = 0.0f;
    for (int64_t k = 0; k < strips; k++) {
        struct cascade_strip s = cascade_strip(job->cascade, cell, k);
        if (p == 2.0f && strips == 1 && s.step == 1 && job->rounded != DTYPE_FLOAT16) {
            return sqrtf(rows_channels_f32(job->in + s.place, job->in + s.place, s.n));
        }
        sum = dtype_is_short_float(job->rounded)
                  ? add_strip_rounded(job, &s, sum)
                  : add_strip(job->in + s.place, s.n, s.step, p, sum);
    }
    return p == 2.0f   ? sqrtf(sum)
           : p == 1.0f ? sum
                       : power(sum, half_round(job->rounded, 1.0f / p));
}

void reduce_norm_order(const struct cascade *c, int64_t cell, bool squares, add_take *take,
                       void *arg)
{
    const struct add_way w = {take, arg};
    int64_t strips = cascade_strips(c);
    for (int64_t k = 0; k < strips; k++) {
        struct cascade_strip s = cascade_strip(c, cell, k);
        if (squares && strips == 1 && s.step == 1) {
            struct add_row row = rows_of_channels(DTYPE_FLOAT32);
            row.from = s.place;
            add_row(&w, &row, s.n);
            return;
        }
        for (int64_t i = 0; i < s.n; i++) {
            add_term(&w, squares ? ADD_FUSED : ADD_ROUNDED, false, ADD_TOTAL, s.place + i * s.step);
        }
    }
}

/* The largest or smallest |x|; 0 or infinity of nothing. */
static double extreme_absolute(const struct run *r, bool largest)
{
    double best = largest ? 0.0 : INFINITY;
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        double x[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_doubles(r, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            if (isnan(x[i])) {
                return x[i];
            }
            best = largest ? fmax(best, fabs(x[i])) : fmin(best, fabs(x[i]));
        }
    }
    return best;
}

static double norm_of(const struct run *r, double p)
{
    if (p == 2.0) {
        return sqrt(run_sum(r, TERM_SQUARE, 0.0));
    }
    if (p == 1.0) {
        return run_sum(r, TERM_ABS, 0.0);
    }
    if (p == 0.0) {
        return run_sum(r, TERM_NONZERO, 0.0);
    }
    if (isinf(p)) {
        return extreme_absolute(r, p > 0.0);
    }
    return fmath_pow(run_sum(r, TERM_POWER, p), 1.0 / p);
}

static void norm_cells(void *arg, int64_t from, int64_t to)
{
    const struct norm_job *job = arg;
    bool exact = job->p == 0.0 || isinf(job->p); /* nothing is added up */
    for (int64_t cell = from; cell < to; cell++) {
        struct run r = fold_run(job->fold, cell);
        if (r.dtype == DTYPE_FLOAT64) {
            ((double *)tensor_data(job->out))[cell] = norm_of(&r, job->p);
        } else if (exact || r.n == 0) {
            ((float *)tensor_data(job->out))[cell] = (float)norm_of(&r, job->p);
        } else {
            ((float *)tensor_data(job->out))[cell] = norm_in_order(job, cell);
        }
    }
}

static bool norm(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                 double p, bool keepdim, enum dtype rounded)
{
    struct fold f;
    struct cascade c;
    if (!fold_begin(cx, &f, in, axes, keepdim, in->dtype, out)) {
        return false;
    }
    cascade_start(&c, in, axes, keepdim);
    struct norm_job job = {&f, &c, out, in->storage->data, p, rounded};
    fold_parallel(cx, f.cells, f.cells * f.n, norm_cells, &job);
    fold_end(&f);
    return true;
}

bool reduce_norm(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                 double p, bool keepdim)
{
    if (!dtype_is_float(in->dtype)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "norm(): input dtype should be either floating point or complex. Got %s "
                         "instead.",
                         dtype_legacy_name(in->dtype));
    }
    if (!dtype_is_short_float(in->dtype)) {
        return norm(cx, out, in, axes, p, keepdim, in->dtype);
    }
    struct tensor wide;
    scoped_tensor result = {0};
    if (!tensor_cast(cx, &wide, in, DTYPE_FLOAT32)) {
        return false;
    }
    bool ok = norm(cx, &result, &wide, axes, p, keepdim, in->dtype);
    tensor_release(&wide);
    if (!ok) {
        return false;
    }
    return tensor_cast(cx, out, &result, in->dtype);
}
