/* Carries out the operations that fold axes: sum, prod, mean, extremes, any, all, logsumexp,
 * variance. Sums and means of float32 are cascade.c's; other floats are folded in double and
 * rounded once (but for products of float32), integers in int64, wrapping as PyTorch's do. */
#include "tensor/cells/reduce.h"

#include "base/fmath.h"
#include "tensor/cells/cascade.h"
#include "tensor/cells/elementwise_kernel.h"
#include "tensor/cells/fold.h"
#include "tensor/compute/kernel.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 256 };

bool reduce_axes(struct compute *cx, const struct tensor *in, int count, const int64_t *dims,
                 unsigned *axes)
{
    unsigned seen = 0;
    for (int i = 0; i < count; i++) {
        int d;
        if (!tensor_dim(cx, in, dims[i], &d)) {
            return false;
        }
        if (seen >> d & 1) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "dim %d appears multiple times in the list of dims", d);
        }
        seen |= 1u << d;
    }
    *axes = count == 0 ? ~0u : seen;
    return true;
}

struct fold_job {
    const struct kernel *kernel;
    const struct fold *fold;
    const struct tensor *out;
    enum reduction op;
    bool integers;
    bool numpy; /* floats in NumPy's order */
};

/* ---- one cell ---- */

static double extreme(const struct run *r, bool largest)
{
    double best = largest ? -INFINITY : INFINITY;
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        double x[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_doubles(r, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            if (isnan(x[i])) {
                return x[i];
            }
            if (largest ? x[i] > best : x[i] < best) {
                best = x[i];
            }
        }
    }
    return best;
}

/* float64, neighbours, all that is largest a zero: which one NumPy takes. Behind the first cell it
 * goes on in vectors of eight, lane by lane; of the lanes that hold zeros the first named here is
 * preferred, and in each the last zero. The rest, which fills no vector, comes last. */
static double zero_numpy(const double *x, int64_t n)
{
    static const int lanes[8] = {1, 5, 3, 7, 0, 4, 2, 6};
    int64_t whole = (n - 1) / 8 * 8;
    for (int64_t i = n - 1; i > whole; i--) {
        if (x[i] == 0) {
            return x[i];
        }
    }
    for (int k = 0; k < 8; k++) {
        for (int64_t i = whole - 7 + lanes[k]; i > 0; i -= 8) {
            if (x[i] == 0) {
                return x[i];
            }
        }
        if (x[0] == 0) {
            return x[0];
        }
    }
    return 0;
}

static double extreme_wide(const struct fold_job *job, const struct run *r)
{
    bool largest = job->op == REDUCE_AMAX;
    const double *x = (const void *)r->first;
    if (r->n == 0 || r->dtype != DTYPE_FLOAT64 || r->step != (int64_t)sizeof *x) {
        return extreme(r, largest);
    }
    double best = job->kernel->extreme(x, r->n, !largest);
    if (best == 0 && job->numpy) {
        return zero_numpy(x, r->n);
    }
    return best == 0 || isnan(best) ? extreme(r, largest) : best;
}

/* float32: each product is rounded. PyTorch deals neighbours to four times eight products, which
 * are multiplied; what is left follows, and what lies apart is taken in order. */
enum { PROD_LANES = 8, PROD_DEALT = 4 * PROD_LANES };

static float product_dealt(const float *x, int64_t n)
{
    float lane[PROD_DEALT], whole = 1.0f;
    int64_t dealt = n / PROD_DEALT * PROD_DEALT;
    for (int64_t k = 0; k < dealt; k += PROD_DEALT) {
        for (int j = 0; j < PROD_DEALT; j++) {
            lane[j] = k == 0 ? x[j] : lane[j] * x[k + j];
        }
    }
    for (int j = 0; j < PROD_LANES && dealt > 0; j++) {
        float four = lane[j] * lane[j + PROD_LANES];
        whole *= four * (lane[j + 2 * PROD_LANES] * lane[j + 3 * PROD_LANES]);
    }
    for (int64_t k = dealt; k < n; k++) {
        whole *= x[k];
    }
    return whole;
}

static double product(const struct run *r, bool in_order)
{
    if (!in_order && r->dtype == DTYPE_FLOAT32 && r->step == (int64_t)sizeof(float)) {
        return (double)product_dealt((const float *)(const void *)r->first, r->n);
    }
    double result = 1.0;
    float single = 1.0f;
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        double x[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_doubles(r, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            result *= x[i];
            single *= (float)x[i];
        }
    }
    return r->dtype == DTYPE_FLOAT32 ? (double)single : result;
}

static double logsumexp(const struct run *r)
{
    double most = extreme(r, true);
    if (isinf(most)) {
        most = 0.0; /* e^(inf - inf) would be NaN */
    }
    return fmath_log(run_sum(r, TERM_EXP, most)) + most;
}

static double fold_doubles(const struct fold_job *job, const struct run *r)
{
    switch (job->op) {
    case REDUCE_SUM:
        return run_sum(r, TERM_VALUE, 0.0);
    case REDUCE_MEAN:
        return run_sum(r, TERM_VALUE, 0.0) / (double)r->n;
    case REDUCE_NANSUM:
        return run_sum(r, TERM_WITHOUT_NAN, 0.0);
    case REDUCE_PROD:
        return product(r, false);
    case REDUCE_AMAX:
    case REDUCE_AMIN:
        return extreme_wide(job, r);
    case REDUCE_LOGSUMEXP:
        return logsumexp(r);
    case REDUCE_COUNT_NONZERO:
        return run_sum(r, TERM_NONZERO, 0.0);
    case REDUCE_ANY:
        return run_sum(r, TERM_NONZERO, 0.0) > 0.0;
    case REDUCE_ALL:
        return run_sum(r, TERM_NONZERO, 0.0) == (double)r->n;
    }
    return 0.0;
}

static int64_t fold_one_integer(enum reduction op, int64_t sum, int64_t x)
{
    switch (op) {
    case REDUCE_PROD:
        return (int64_t)((uint64_t)sum * (uint64_t)x);
    case REDUCE_AMAX:
        return x > sum ? x : sum;
    case REDUCE_AMIN:
        return x < sum ? x : sum;
    case REDUCE_COUNT_NONZERO:
        return sum + (x != 0);
    case REDUCE_ANY:
        return sum | (x != 0);
    case REDUCE_ALL:
        return sum & (x != 0);
    default:
        return (int64_t)((uint64_t)sum + (uint64_t)x);
    }
}

static int64_t fold_integers(enum reduction op, const struct run *r)
{
    int64_t result = op == REDUCE_PROD || op == REDUCE_ALL ? 1
                     : op == REDUCE_AMAX                   ? INT64_MIN
                     : op == REDUCE_AMIN                   ? INT64_MAX
                                                           : 0;
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        int64_t x[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_integers(r, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            result = fold_one_integer(op, result, x[i]);
        }
    }
    return result;
}

static void store_double(const struct tensor *out, int64_t cell, double value)
{
    switch (out->dtype) {
    case DTYPE_FLOAT32:
        ((float *)tensor_data(out))[cell] = (float)value;
        break;
    case DTYPE_FLOAT64:
        ((double *)tensor_data(out))[cell] = value;
        break;
    default: /* fresh: its first cell is the storage's */
        tensor_set_double(out, cell, value);
        break;
    }
}

static void store_integer(const struct tensor *out, int64_t cell, int64_t value)
{
    switch (out->dtype) {
    case DTYPE_INT64:
        ((int64_t *)tensor_data(out))[cell] = value;
        break;
    default:
        tensor_set_int(out, cell, value);
        break;
    }
}

/* ---- folds ---- */

static double fold_numpy(const struct fold_job *job, const struct run *r)
{
    enum reduction op = job->op;
    enum term term = op == REDUCE_NANSUM ? TERM_WITHOUT_NAN : TERM_VALUE;
    if (op == REDUCE_PROD) {
        return product(r, true);
    }
    if (op == REDUCE_AMAX || op == REDUCE_AMIN) {
        return extreme_wide(job, r);
    }
    double sum = run_sum_numpy(r, term, 0.0, job->fold->cells == 1);
    return op == REDUCE_MEAN ? sum / (double)r->n : sum; /* the cell rounds it to float32 */
}

static bool fold_by_rows(enum reduction op, enum kernel_fold *how)
{
    switch (op) {
    case REDUCE_SUM:
    case REDUCE_MEAN:
        *how = KERNEL_SUM;
        return true;
    case REDUCE_PROD:
        *how = KERNEL_PRODUCT;
        return true;
    case REDUCE_AMAX:
        *how = KERNEL_LARGEST;
        return true;
    case REDUCE_AMIN:
        *how = KERNEL_SMALLEST;
        return true;
    default:
        return false;
    }
}

/* Cells [cell, to) of float64 whose elements stand side by side in rows, which are folded as such.
 * Gives how many there are, or 0. */
static int64_t fold_side_by_side(const struct fold_job *job, int64_t cell, int64_t to)
{
    const struct tensor *kept = &job->fold->kept;
    enum kernel_fold how = KERNEL_SUM;
    int last = kept->ndim - 1;
    while (last > 0 && kept->shape[last] == 1) {
        last--;
    }
    if (kept->dtype != DTYPE_FLOAT64 || job->fold->stride == 1 || last < 0 ||
        kept->shape[last] == 1 || kept->stride[last] != 1 || !fold_by_rows(job->op, &how)) {
        return 0;
    }
    struct run r = fold_run(job->fold, cell);
    int64_t count = kept->shape[last] - cell % kept->shape[last];
    count = count < to - cell ? count : to - cell;
    double *out = (double *)tensor_data(job->out) + cell;
    how += job->numpy && how >= KERNEL_LARGEST ? KERNEL_LARGEST_LAST - KERNEL_LARGEST : 0;
    job->kernel->fold_rows(how, r.n, count, (const void *)r.first, job->fold->stride, out);
    for (int64_t j = 0; j < count && job->op == REDUCE_MEAN; j++) {
        out[j] /= (double)r.n;
    }
    return count;
}

static void fold_cells(void *arg, int64_t from, int64_t to)
{
    const struct fold_job *job = arg;
    for (int64_t cell = from, count; cell < to; cell += count) {
        count = fold_side_by_side(job, cell, to);
        if (count > 0) {
            continue;
        }
        struct run r = fold_run(job->fold, cell);
        count = 1;
        if (job->numpy) {
            store_double(job->out, cell, fold_numpy(job, &r));
        } else if (job->integers) {
            store_integer(job->out, cell, fold_integers(job->op, &r));
        } else {
            store_double(job->out, cell, fold_doubles(job, &r));
        }
    }
}

static enum dtype result_dtype(enum reduction op, enum dtype in)
{
    bool floats = dtype_is_float(in);
    switch (op) {
    case REDUCE_SUM:
    case REDUCE_PROD:
    case REDUCE_NANSUM:
        return floats ? in : DTYPE_INT64;
    case REDUCE_ANY:
    case REDUCE_ALL:
        return in == DTYPE_UINT8 ? DTYPE_UINT8 : DTYPE_BOOL;
    case REDUCE_COUNT_NONZERO:
        return DTYPE_INT64;
    case REDUCE_LOGSUMEXP:
        return floats ? in : DTYPE_FLOAT32;
    case REDUCE_MEAN:
    case REDUCE_AMAX:
    case REDUCE_AMIN:
        break;
    }
    return in;
}

/* Extremes of nothing do not exist. */
static bool check_extreme(struct compute *cx, const char *name, const struct tensor *in,
                          unsigned axes)
{
    if (tensor_numel(in) > 0) {
        return true;
    }
    unsigned all = (1u << in->ndim) - 1u;
    if ((axes & all) == all && axes == ~0u) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "%s(): Expected reduction dim to be specified for input.numel() == 0. "
                         "Specify the reduction dim with the 'dim' argument.",
                         name);
    }
    for (int d = 0; d < in->ndim; d++) {
        if ((axes >> d & 1) && in->shape[d] == 0) {
            return error_set(cx->err, ERROR_INDEX,
                             "%s(): Expected reduction dim %d to have non-zero size.", name, d);
        }
    }
    return true;
}

/* sum, mean and nansum of float32 and float64, where the order of the additions shows. */
static bool fold_in_order(struct compute *cx, enum reduction op, struct tensor *out,
                          const struct tensor *in, unsigned axes, bool keepdim)
{
    struct cascade c;
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = 0;
    for (int d = 0; d < in->ndim; d++) {
        if (!(axes >> d & 1) || keepdim) {
            shape[ndim++] = axes >> d & 1 ? 1 : in->shape[d];
        }
    }
    if (!tensor_new(cx, out, in->dtype, ndim, shape)) {
        return false;
    }
    cascade_start(&c, in, axes, keepdim);
    cascade_run(cx, &c, (struct cascade_use){op == REDUCE_MEAN, op == REDUCE_NANSUM}, out, in);
    return true;
}

/* The short floats: sums run in float32 and are rounded; a mean divides the rounded sum by n, which
 * is rounded too; logsumexp rounds after every step. */
static bool short_sum(struct compute *cx, enum reduction op, struct tensor *out,
                      const struct tensor *in, unsigned axes, bool keepdim)
{
    struct tensor wide;
    scoped_tensor sum = {0};
    if (!tensor_cast(cx, &wide, in, DTYPE_FLOAT32)) {
        return false;
    }
    bool ok = fold_in_order(cx, op, &sum, &wide, axes, keepdim);
    tensor_release(&wide);
    if (!ok) {
        return false;
    }
    return tensor_cast(cx, out, &sum, in->dtype);
}

static bool short_mean(struct compute *cx, struct tensor *out, const struct tensor *in,
                       unsigned axes, bool keepdim)
{
    scoped_tensor sum = {0}, count = {0};
    if (!short_sum(cx, REDUCE_SUM, &sum, in, axes, keepdim)) {
        return false;
    }
    int64_t n = 1;
    for (int d = 0; d < in->ndim; d++) {
        n *= axes >> d & 1 ? in->shape[d] : 1;
    }
    return tensor_from_int(cx, &count, DTYPE_INT64, n, true) &&
           elementwise_binary(cx, BINARY_DIV, out, &sum, &count);
}

static bool short_logsumexp(struct compute *cx, struct tensor *out, const struct tensor *in,
                            unsigned axes, bool keepdim)
{
    struct tensor t[5] = {0}; /* the largest, x - largest, e^that, the sum, its logarithm */
    bool ok = reduce_fold(cx, REDUCE_AMAX, &t[0], in, axes, true);
    for (int64_t k = ok ? tensor_numel(&t[0]) - 1 : -1; k >= 0; k--) {
        if (isinf(tensor_double_at(&t[0], k))) {
            tensor_set_double(&t[0], k, 0.0); /* e^(inf - inf) would be NaN */
        }
    }
    ok = ok && elementwise_binary(cx, BINARY_SUB, &t[1], in, &t[0]) &&
         elementwise_unary(cx, UNARY_EXP, &t[2], &t[1]) &&
         reduce_fold(cx, REDUCE_SUM, &t[3], &t[2], axes, keepdim) &&
         elementwise_unary(cx, UNARY_LOG, &t[4], &t[3]);
    if (ok) {
        struct tensor largest = t[0]; /* borrowed, in the result's shape */
        largest.ndim = t[4].ndim;
        memcpy(largest.shape, t[4].shape, sizeof largest.shape);
        memcpy(largest.stride, t[4].stride, sizeof largest.stride);
        ok = elementwise_binary(cx, BINARY_ADD, out, &t[4], &largest);
    }
    for (int k = 0; k < 5; k++) {
        tensor_release(&t[k]);
    }
    return ok;
}

static bool fold_short(struct compute *cx, enum reduction op, struct tensor *out,
                       const struct tensor *in, unsigned axes, bool keepdim)
{
    switch (op) {
    case REDUCE_MEAN:
        return short_mean(cx, out, in, axes, keepdim);
    case REDUCE_LOGSUMEXP:
        return short_logsumexp(cx, out, in, axes, keepdim);
    case REDUCE_PROD:
        return elementwise_refuse(cx, "prod_cpu", in->dtype);
    default:
        return short_sum(cx, op, out, in, axes, keepdim);
    }
}

static bool fold_all(struct compute *cx, enum reduction op, struct tensor *out,
                     const struct tensor *in, unsigned axes, bool keepdim, bool numpy);

bool reduce_fold_numpy(struct compute *cx, enum reduction op, struct tensor *out,
                       const struct tensor *in, unsigned axes, bool keepdim)
{
    bool ordered =
        op == REDUCE_SUM || op == REDUCE_MEAN || op == REDUCE_NANSUM || op == REDUCE_PROD;
    bool wide = in->dtype == DTYPE_FLOAT64, floats = in->dtype == DTYPE_FLOAT32 || wide;
    bool extremes = (op == REDUCE_AMAX || op == REDUCE_AMIN) && wide && tensor_numel(in) > 0;
    return (floats && ordered) || extremes ? fold_all(cx, op, out, in, axes, keepdim, true)
                                           : reduce_fold(cx, op, out, in, axes, keepdim);
}

bool reduce_fold(struct compute *cx, enum reduction op, struct tensor *out, const struct tensor *in,
                 unsigned axes, bool keepdim)
{
    if (dtype_is_short_float(in->dtype) &&
        (op == REDUCE_SUM || op == REDUCE_MEAN || op == REDUCE_NANSUM || op == REDUCE_PROD ||
         op == REDUCE_LOGSUMEXP)) {
        return fold_short(cx, op, out, in, axes, keepdim);
    }
    if ((in->dtype == DTYPE_FLOAT32 || in->dtype == DTYPE_FLOAT64) &&
        (op == REDUCE_SUM || op == REDUCE_MEAN || op == REDUCE_NANSUM)) {
        return fold_in_order(cx, op, out, in, axes, keepdim);
    }
    if (op == REDUCE_MEAN && !dtype_is_float(in->dtype)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "mean(): could not infer output dtype. Input dtype must be either a "
                         "floating point or complex dtype. Got: %s",
                         dtype_legacy_name(in->dtype));
    }
    if ((op == REDUCE_AMAX && !check_extreme(cx, "amax", in, axes)) ||
        (op == REDUCE_AMIN && !check_extreme(cx, "amin", in, axes))) {
        return false;
    }
    return fold_all(cx, op, out, in, axes, keepdim, false);
}

static bool fold_all(struct compute *cx, enum reduction op, struct tensor *out,
                     const struct tensor *in, unsigned axes, bool keepdim, bool numpy)
{
    struct fold f;
    if (!fold_begin(cx, &f, in, axes, keepdim, result_dtype(op, in->dtype), out)) {
        return false;
    }
    bool integers = !dtype_is_float(in->dtype) && op != REDUCE_LOGSUMEXP;
    struct fold_job job = {kernel_for(cx), &f, out, op, integers, numpy};
    fold_parallel(cx, f.cells, f.cells * f.n, fold_cells, &job);
    fold_end(&f);
    return true;
}

/* Each cell moves the mean by its part of the distance. */
static void mean_cells(void *arg, int64_t from, int64_t to)
{
    const struct fold_job *job = arg;
    for (int64_t cell = from; cell < to; cell++) {
        struct run r = fold_run(job->fold, cell);
        double mean = r.n == 0 ? (double)NAN : 0.0;
        for (int64_t k = 0; k < r.n; k++) {
            double x;
            run_doubles(&r, k, 1, &x);
            mean += (x - mean) / (double)(k + 1);
        }
        store_double(job->out, cell, mean);
    }
}

bool reduce_mean_moving(struct compute *cx, struct tensor *out, const struct tensor *in,
                        unsigned axes, bool keepdim)
{
    struct fold f;
    if (in->dtype != DTYPE_FLOAT32) {
        return reduce_fold(cx, REDUCE_MEAN, out, in, axes, keepdim);
    }
    if (!fold_begin(cx, &f, in, axes, keepdim, in->dtype, out)) {
        return false;
    }
    struct fold_job job = {kernel_for(cx), &f, out, REDUCE_MEAN, false, false};
    fold_parallel(cx, f.cells, f.cells * f.n, mean_cells, &job);
    fold_end(&f);
    return true;
}

/* ---- variance ---- */

struct var_job {
    const struct fold *fold;
    const struct tensor *out;
    int64_t correction;
    const double *mean; /* of the whole tensor; NULL: each cell takes its own */
    bool root;
    bool numpy;
};

static double var_numpy(const struct var_job *job, const struct run *r)
{
    bool alone = job->fold->cells == 1, single = r->dtype == DTYPE_FLOAT32;
    double mean = run_sum_numpy(r, TERM_VALUE, 0.0, alone) / (double)r->n;
    int64_t divisor = r->n - job->correction;
    double squares = run_sum_numpy(r, TERM_SQUARE, single ? (double)(float)mean : mean, alone);
    double var = squares / (divisor > 0 ? (double)divisor : 0.0);
    return job->root ? sqrt(single ? (double)(float)var : var) : var;
}

static void var_cells(void *arg, int64_t from, int64_t to)
{
    const struct var_job *job = arg;
    for (int64_t cell = from; cell < to; cell++) {
        struct run r = fold_run(job->fold, cell);
        if (job->numpy) {
            store_double(job->out, cell, var_numpy(job, &r));
            continue;
        }
        double mean = job->mean != NULL ? *job->mean : run_sum(&r, TERM_VALUE, 0.0) / (double)r.n;
        int64_t divisor = r.n - job->correction;
        double var = run_sum(&r, TERM_SQUARE, mean) / (divisor > 0 ? (double)divisor : 0.0);
        store_double(job->out, cell, job->root ? sqrt(var) : var);
    }
}

static bool var_around(struct compute *cx, struct tensor *out, const struct tensor *in,
                       unsigned axes, int64_t correction, bool keepdim, bool root, bool numpy,
                       const double *mean)
{
    if (!dtype_is_float(in->dtype)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "std and var only support floating point and complex dtypes");
    }
    struct fold f;
    if (!fold_begin(cx, &f, in, axes, keepdim, in->dtype, out)) {
        return false;
    }
    struct var_job job = {&f, out, correction, mean, root, numpy};
    fold_parallel(cx, f.cells, 2 * f.cells * f.n, var_cells, &job);
    fold_end(&f);
    return true;
}

bool reduce_var(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                int64_t correction, bool keepdim, bool root)
{
    return var_around(cx, out, in, axes, correction, keepdim, root, false, NULL);
}

bool reduce_var_numpy(struct compute *cx, struct tensor *out, const struct tensor *in,
                      unsigned axes, int64_t correction, bool keepdim, bool root)
{
    bool numpy = in->dtype == DTYPE_FLOAT32 || in->dtype == DTYPE_FLOAT64;
    return var_around(cx, out, in, axes, correction, keepdim, root, numpy, NULL);
}

bool reduce_var_one(struct compute *cx, struct tensor *out, const struct tensor *in, unsigned axes,
                    int64_t correction, bool keepdim, bool root)
{
    scoped_tensor rounded = {0};
    if (!dtype_is_float(in->dtype) || dtype_is_short_float(in->dtype)) {
        return reduce_var(cx, out, in, axes, correction, keepdim, root);
    }
    if (!reduce_fold(cx, REDUCE_MEAN, &rounded, in, axes, false)) {
        return false;
    }
    bool one = tensor_numel(&rounded) == 1;
    double mean = one ? tensor_double_at(&rounded, rounded.offset) : 0.0;
    return var_around(cx, out, in, axes, correction, keepdim, root, false, one ? &mean : NULL);
}
