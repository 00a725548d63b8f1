/* Makes tensors from nothing. The floats of arange and linspace are PyTorch's to the bit: its CPU
 * kernel makes the first number of each vector by a fused multiply-add and the others by adding, so
 * the number at a place depends on how long the tensor is. fma() is exact on every machine. */
#include "tensor/shape/factory.h"

#include "base/fmath.h"
#include "tensor/compute/convert.h"
#include "tensor/compute/half.h"
#include "tensor/shape/iterate.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view_part.h"

#include <inttypes.h>
#include <math.h>

/* --- constants --- */

static bool fill_new(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                     const int64_t *shape, const struct tensor *value)
{
    struct tensor t;
    if (!promotion_check(cx, dtype, value) || !tensor_new(cx, &t, dtype, ndim, shape)) {
        return false;
    }
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, value, value->dtype);
    iterate_output(&it, &t, dtype);
    iterate_run(cx, &it, NULL);
    *out = t;
    return true;
}

bool factory_full(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                  const int64_t *shape, double value)
{
    scoped_tensor number = {0};
    return tensor_from_double(cx, &number, DTYPE_FLOAT64, value, false) &&
           fill_new(cx, out, dtype, ndim, shape, &number);
}

bool factory_full_int(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                      const int64_t *shape, int64_t value)
{
    scoped_tensor number = {0};
    return tensor_from_int(cx, &number, DTYPE_INT64, value, false) &&
           fill_new(cx, out, dtype, ndim, shape, &number);
}

/* --- ranges --- */

/* Numbers base + step * i; from `half` on counted back from the end, as linspace does. */
struct range {
    double start, step, end;
    int64_t half, count;
};

static double range_at(const struct range *r, int64_t i)
{
    return i < r->half ? fma(r->step, (double)i, r->start)
                       : fma(-r->step, (double)(r->count - 1 - i), r->end);
}

/* The exact sum of two floats' product and a float, in double, rounds to the float that a fused
 * multiply-add gives but for ties of ties; step32 says that the step itself is a float32. */
static void fill_range32(float *to, const struct range *r, bool step32)
{
    int64_t vectors = r->count / 16 * 16;
    for (int64_t i = 0; i < r->count; i++) {
        int64_t lane = i < vectors ? i % 8 : 0;
        float first = (float)range_at(r, i - lane);
        if (lane == 0) {
            to[i] = first;
        } else if (step32) {
            to[i] = first + (float)lane * (float)r->step;
        } else {
            to[i] = (float)((double)first + (double)lane * r->step);
        }
    }
}

/* The short floats: sixteen lanes; the first of a vector is rounded before the others count on.
 * linspace (`spaced`) also rounds what is added. */
static void fill_range16(const struct tensor *t, const struct range *r, bool spaced)
{
    uint16_t *to = t->storage->data;
    int64_t vectors = r->count / 32 * 32;
    float step = (float)r->step;
    for (int64_t i = 0; i < r->count; i++) {
        int64_t lane = i < vectors ? i % 16 : 0, first = i - lane;
        bool counts_up = first < r->half;
        int64_t steps = counts_up ? first : r->count - 1 - first;
        float way = step * (spaced ? half_round(t->dtype, (float)steps) : (float)steps);
        way = spaced ? half_round(t->dtype, way) : way;
        float x = half_round(t->dtype, counts_up ? (float)r->start + way : (float)r->end - way);
        if (lane > 0) {
            float more = (float)lane * step;
            x = x + (spaced ? half_round(t->dtype, more) : more);
        }
        convert_run(t->dtype, to + i, 0, DTYPE_FLOAT32, &x, 0, 1);
    }
}

static void fill_range64(double *to, const struct range *r)
{
    int64_t vectors = r->count / 8 * 8;
    for (int64_t i = 0; i < r->count; i++) {
        int64_t lane = i < vectors ? i % 4 : 0;
        double first = range_at(r, i - lane);
        to[i] = lane == 0 ? first : first + (double)lane * r->step;
    }
}

/* Integers: computed in double, then cut; the first of a vector is cut before the others count on.
 */
static void fill_range_int(const struct tensor *t, const struct range *r)
{
    char *to = t->storage->data;
    int64_t size = (int64_t)dtype_size(t->dtype), lanes = 32 / size;
    int64_t vectors = r->count / (2 * lanes) * (2 * lanes);
    for (int64_t i = 0; i < r->count; i++) {
        int64_t lane = i < vectors ? i % lanes : 0;
        double value = trunc(range_at(r, i - lane)) + (double)lane * r->step;
        convert_run(t->dtype, to + i * size, 0, DTYPE_FLOAT64, &value, 0, 1);
    }
}

static bool check_arange(struct compute *cx, double start, double end, double step)
{
    if (!(step > 0) && !(step < 0)) {
        return error_set(cx->err, ERROR_RUNTIME, "step must be nonzero");
    }
    if (!isfinite(start) || !isfinite(end)) {
        return error_set(cx->err, ERROR_RUNTIME, "unsupported range: %g -> %g", start, end);
    }
    if (step > 0 ? end < start : end > start) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "upper bound and larger bound inconsistent with step sign");
    }
    if (!(ceil((end - start) / step) < 0x1p63)) {
        return error_set(cx->err, ERROR_RUNTIME, "invalid size, possible overflow?");
    }
    return true;
}

bool factory_arange(struct compute *cx, struct tensor *out, enum dtype dtype, double start,
                    double end, double step)
{
    if (!dtype_is_float(dtype)) {
        return factory_arange_int(cx, out, dtype, convert_to_int(start), convert_to_int(end),
                                  convert_to_int(step));
    }
    if (!check_arange(cx, start, end, step)) {
        return false;
    }
    int64_t count = (int64_t)ceil((end - start) / step);
    struct range range = {start, step, end, count, count};
    if (!tensor_new(cx, out, dtype, 1, &count)) {
        return false;
    }
    if (dtype == DTYPE_FLOAT32) {
        fill_range32(out->storage->data, &range, false);
    } else if (dtype_is_short_float(dtype)) {
        fill_range16(out, &range, false);
    } else {
        fill_range64(out->storage->data, &range);
    }
    return true;
}

bool factory_arange_int(struct compute *cx, struct tensor *out, enum dtype dtype, int64_t start,
                        int64_t end, int64_t step)
{
    if (dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME, "\"arange_cpu\" not implemented for 'Bool'");
    }
    if (!check_arange(cx, (double)start, (double)end, (double)step)) {
        return false;
    }
    uint64_t span = step > 0 ? (uint64_t)end - (uint64_t)start : (uint64_t)start - (uint64_t)end;
    uint64_t stride = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
    /* cppcheck-suppress zerodivcond ; check_arange refused a step of 0 */
    uint64_t steps = span / stride + (span % stride != 0);
    int64_t count = steps > INT64_MAX ? INT64_MAX : (int64_t)steps;
    if (!tensor_new(cx, out, dtype, 1, &count)) {
        return false;
    }
    char *to = out->storage->data;
    int64_t size = (int64_t)dtype_size(dtype);
    uint64_t at = (uint64_t)start;
    for (int64_t i = 0; i < count; i++, at += (uint64_t)step) {
        int64_t value = (int64_t)at;
        convert_run(dtype, to + i * size, 0, DTYPE_INT64, &value, 0, 1);
    }
    return true;
}

/* The range from start to end in `count` numbers. Floats take their step in their own type. */
static struct range spaced(enum dtype dtype, double start, double end, int64_t count)
{
    struct range r = {start, 0, end, count / 2, count};
    if (dtype_seen(dtype) == DTYPE_FLOAT32) {
        r.start = half_round(dtype, (float)start);
        r.end = half_round(dtype, (float)end);
    } else if (!dtype_is_float(dtype)) {
        r.start = trunc(start);
        r.end = trunc(end);
    }
    if (count > 1) {
        r.step = dtype_seen(dtype) == DTYPE_FLOAT32
                     ? half_round(dtype, half_round(dtype, (float)r.end - (float)r.start) /
                                             half_round(dtype, (float)(count - 1)))
                     : (r.end - r.start) / (double)(count - 1);
    }
    return r;
}

static bool check_steps(struct compute *cx, const char *kernel, enum dtype dtype, int64_t steps)
{
    if (steps < 0) {
        return error_set(cx->err, ERROR_RUNTIME, "number of steps must be non-negative");
    }
    if ((dtype == DTYPE_BOOL && steps > 1) ||
        (dtype == DTYPE_FLOAT16 && steps > 1 && strcmp(kernel, "logspace_cpu") == 0)) {
        return error_set(cx->err, ERROR_RUNTIME, "\"%s\" not implemented for '%s'", kernel,
                         dtype_legacy_name(dtype));
    }
    return true;
}

bool factory_linspace(struct compute *cx, struct tensor *out, enum dtype dtype, double start,
                      double end, int64_t steps)
{
    if (!check_steps(cx, "linspace_cpu", dtype, steps) || !tensor_new(cx, out, dtype, 1, &steps)) {
        return false;
    }
    struct range range = spaced(dtype, start, end, steps);
    if (steps == 1) {
        range.half = 1; /* the one number is the start */
    }
    if (dtype == DTYPE_FLOAT32) {
        fill_range32(out->storage->data, &range, true);
    } else if (dtype_is_short_float(dtype)) {
        fill_range16(out, &range, true);
    } else if (dtype == DTYPE_FLOAT64) {
        fill_range64(out->storage->data, &range);
    } else {
        fill_range_int(out, &range);
    }
    return true;
}

bool factory_logspace(struct compute *cx, struct tensor *out, enum dtype dtype, double start,
                      double end, int64_t steps, double base)
{
    if (!check_steps(cx, "logspace_cpu", dtype, steps) || !tensor_new(cx, out, dtype, 1, &steps)) {
        return false;
    }
    /* In double throughout for every dtype but integers, whose ends are cut first. */
    struct range range = spaced(dtype_is_float(dtype) ? DTYPE_FLOAT64 : dtype, start, end, steps);
    if (steps == 1) {
        range.half = 1;
    }
    char *to = out->storage->data;
    int64_t size = (int64_t)dtype_size(dtype);
    for (int64_t i = 0; i < steps; i++) {
        double exponent = i < range.half ? range.start + range.step * (double)i
                                         : range.end - range.step * (double)(steps - 1 - i);
        double value = fmath_pow(base, exponent);
        convert_run(dtype, to + i * size, 0, DTYPE_FLOAT64, &value, 0, 1);
    }
    return true;
}

/* --- matrices --- */

bool factory_eye(struct compute *cx, struct tensor *out, enum dtype dtype, int64_t rows,
                 int64_t columns)
{
    if (rows < 0 || columns < 0) {
        return error_set(cx->err, ERROR_RUNTIME, "%s must be greater or equal to 0, got %" PRId64,
                         rows < 0 ? "n" : "m", rows < 0 ? rows : columns);
    }
    if (dtype == DTYPE_BFLOAT16) {
        return error_set(cx->err, ERROR_RUNTIME, "\"eye\" not implemented for 'BFloat16'");
    }
    const int64_t shape[] = {rows, columns};
    if (!tensor_zeros(cx, out, dtype, 2, shape)) {
        return false;
    }
    const int64_t one = 1;
    int64_t size = (int64_t)dtype_size(dtype), n = rows < columns ? rows : columns;
    convert_run(dtype, out->storage->data, (columns + 1) * size, DTYPE_INT64, &one, 0, n);
    return true;
}

/* The first column of row i that lies above the diagonal. */
static int64_t first_above(int64_t row, int64_t diagonal, int64_t columns)
{
    if (diagonal >= columns) {
        return columns;
    }
    int64_t first = diagonal < -row - 1 ? 0 : row + diagonal + 1;
    return first < columns ? first : columns;
}

static bool triangle(struct compute *cx, struct tensor *out, const struct tensor *in,
                     int64_t diagonal, bool upper)
{
    int axis;
    struct tensor t;
    if (in->ndim == 0) {
        return error_set(cx->err, ERROR_INDEX,
                         "Dimension specified as -2 but tensor has no dimensions");
    }
    if (tensor_numel(in) == 0) {
        return tensor_copy(cx, out, in);
    }
    if (!tensor_dim(cx, in, -2, &axis) || !tensor_copy(cx, &t, in)) {
        return false;
    }
    int64_t rows = in->shape[axis], columns = in->shape[axis + 1], n = tensor_numel(in);
    size_t size = dtype_size(in->dtype);
    char *row = t.storage->data;
    if (upper) { /* what lies below: up to the cell left of the diagonal */
        diagonal = diagonal == INT64_MIN ? diagonal : diagonal - 1;
    }
    for (int64_t i = 0; i < n / columns; i++, row += (size_t)columns * size) {
        int64_t first = first_above(i % rows, diagonal, columns);
        if (upper) {
            memset(row, 0, (size_t)first * size);
        } else {
            memset(row + (size_t)first * size, 0, (size_t)(columns - first) * size);
        }
    }
    *out = t;
    return true;
}

bool factory_tril(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t diagonal)
{
    return triangle(cx, out, in, diagonal, false);
}

bool factory_triu(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t diagonal)
{
    return triangle(cx, out, in, diagonal, true);
}

bool factory_tril_indices(struct compute *cx, struct tensor *out, int64_t rows, int64_t columns,
                          int64_t diagonal, bool upper)
{
    if (rows < 0 || columns < 0) {
        return error_set(cx->err, ERROR_RUNTIME, "%s must be non-negative, got%" PRId64,
                         rows < 0 ? "row" : "col", rows < 0 ? rows : columns);
    }
    rows = columns == 0 ? 0 : rows;
    if (upper && diagonal > INT64_MIN) {
        diagonal--;
    }
    int64_t shape[] = {2, 0};
    for (int64_t i = 0; i < rows; i++) {
        int64_t first = first_above(i, diagonal, columns);
        shape[1] += upper ? columns - first : first;
    }
    if (!tensor_new(cx, out, DTYPE_INT64, 2, shape)) {
        return false;
    }
    int64_t *row = out->storage->data, *column = row + shape[1];
    for (int64_t i = 0; i < rows; i++) {
        int64_t first = first_above(i, diagonal, columns);
        for (int64_t j = upper ? first : 0; j < (upper ? columns : first); j++) {
            *row++ = i;
            *column++ = j;
        }
    }
    return true;
}

/* A square matrix with the vector on a diagonal. */
static bool diagonal_matrix(struct compute *cx, struct tensor *out, const struct tensor *in,
                            int64_t diagonal)
{
    uint64_t shift = diagonal < 0 ? 0 - (uint64_t)diagonal : (uint64_t)diagonal;
    int64_t n = in->shape[0];
    int64_t side = shift > (uint64_t)(INT64_MAX - n) ? INT64_MAX : n + (int64_t)shift;
    const int64_t shape[] = {side, side};
    if (!tensor_zeros(cx, out, in->dtype, 2, shape)) {
        return false;
    }
    int64_t size = (int64_t)dtype_size(in->dtype);
    int64_t first = diagonal >= 0 ? diagonal : -diagonal * side;
    convert_run(in->dtype, (char *)out->storage->data + first * size, (side + 1) * size, in->dtype,
                tensor_data(in), in->stride[0] * size, n);
    return true;
}

bool factory_diag(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t diagonal)
{
    scoped_tensor view = {0};
    if (in->dtype == DTYPE_FLOAT16) {
        return error_set(cx->err, ERROR_RUNTIME, "\"diag\" not implemented for 'Half'");
    }
    if (in->ndim == 1) {
        return diagonal_matrix(cx, out, in, diagonal);
    }
    if (in->ndim != 2) {
        return error_set(cx->err, ERROR_RUNTIME, "matrix or a vector expected");
    }
    if (diagonal < -in->shape[0] || diagonal > in->shape[1]) {
        return error_set(cx->err, ERROR_RUNTIME, "numel: integer multiplication overflow");
    }
    return view_diagonal(cx, &view, in, diagonal, 0, 1) && tensor_copy(cx, out, &view);
}
