/* Makes arrays from values of the language and from nothing. */
#include "numpy/numpy.h"

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_lay.h"
#include "numpy/numpy_value.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <math.h>

/* A fresh array of argument k's values, in the type of argument dtype_k if that is given. */
static bool fresh(struct call *c, int k, int dtype_k, char order, struct tensor *out)
{
    enum dtype d;
    bool is_given;
    struct tensor own;
    if (!numpy_take(c, k) || !numpy_dtype_take(c, dtype_k, &d, &is_given)) {
        return false;
    }
    const struct tensor *t = &c->arg[k].tensor;
    if (!tensor_copy(c->cx, &own, t)) {
        return numpy_failed(c);
    }
    bool ok = tensor_cast(c->cx, out, &own, is_given ? d : t->dtype);
    tensor_release(&own);
    return ok ? numpy_lay(c, order, t, out) : numpy_failed(c);
}

bool np_array(struct call *c)
{
    struct tensor t;
    char order;
    if (!numpy_order_take(c, 3, 'K', &order) || !fresh(c, 0, 1, order, &t)) {
        return false;
    }
    for (int64_t ndmin = c->arg[5].i; t.ndim < ndmin && t.ndim < TENSOR_MAX_DIMS;) {
        struct tensor wider;
        bool ok = view_unsqueeze(c->cx, &wider, &t, 0);
        tensor_release(&t);
        if (!ok) {
            return numpy_failed(c);
        }
        t = wider;
    }
    return numpy_give_array(c, &t);
}

/* The array itself where it is one of that type and lies so already, else a fresh one. */
static bool as_array(struct call *c, char order)
{
    enum dtype d;
    bool is_given;
    struct tensor t;
    if (!numpy_dtype_take(c, 1, &d, &is_given)) {
        return false;
    }
    struct value v = c->arg[0].value;
    const struct tensor *have =
        tensor_object_is(c->in, v) || ndarray_is(c->in, v) ? &tensor_object_of(v)->tensor : NULL;
    bool lies_so = have != NULL && (order == 'F'   ? numpy_is_by_column(have)
                                    : order == 'C' ? tensor_is_contiguous(have)
                                                   : true);
    if (lies_so && ndarray_is(c->in, v) && (!is_given || have->dtype == d)) {
        c->value = v;
        c->has_value = true;
        return true;
    }
    if (lies_so && tensor_object_is(c->in, v) && !is_given) { /* shares the tensor's memory */
        if (!numpy_take(c, 0)) {
            return false;
        }
        t = tensor_ref(&c->arg[0].tensor);
        return numpy_give_array(c, &t);
    }
    return fresh(c, 0, 1, order, &t) && numpy_give_array(c, &t);
}

bool np_asarray(struct call *c)
{
    char order;
    return numpy_order_take(c, 2, 'K', &order) && as_array(c, order);
}

bool np_ascontiguousarray(struct call *c)
{
    return as_array(c, 'C');
}

bool np_asfortranarray(struct call *c)
{
    return as_array(c, 'F');
}

bool np_copy(struct call *c)
{
    struct tensor t;
    char order;
    return numpy_order_take(c, 1, 'C', &order) && numpy_take(c, 0) &&
           (tensor_copy(c->cx, &t, &c->arg[0].tensor) || numpy_failed(c)) &&
           numpy_lay(c, order, &c->arg[0].tensor, &t) && numpy_give_array(c, &t);
}

/* --- constants --- */

/* One value in every cell. The argument behind that of the type is the order. */
static bool constant(struct call *c, int dtype_k, enum dtype fallback, int ndim,
                     const int64_t *shape, double value, const struct tensor *like)
{
    struct tensor t;
    enum dtype d = fallback;
    bool is_given;
    char order;
    if (!numpy_dtype_take(c, dtype_k, &d, &is_given) ||
        !numpy_order_take(c, dtype_k + 1, 'K', &order)) {
        return false;
    }
    for (int k = 0; k < ndim; k++) {
        if (shape[k] < 0) {
            return raise_exception(c->in, EXCEPTION_ValueError,
                                   "negative dimensions are not allowed");
        }
    }
    return (factory_full(c->cx, &t, d, ndim, shape, value) || numpy_failed(c)) &&
           numpy_lay(c, order, like, &t) && numpy_give_array(c, &t);
}

bool np_zeros(struct call *c)
{
    return constant(c, 1, DTYPE_FLOAT64, c->arg[0].count, c->arg[0].ints, 0, NULL);
}

bool np_ones(struct call *c)
{
    return constant(c, 1, DTYPE_FLOAT64, c->arg[0].count, c->arg[0].ints, 1, NULL);
}

static bool constant_like(struct call *c, double value)
{
    if (!numpy_take(c, 0)) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor;
    return constant(c, 1, a->dtype, a->ndim, a->shape, value, a);
}

bool np_zeros_like(struct call *c)
{
    return constant_like(c, 0);
}

bool np_ones_like(struct call *c)
{
    return constant_like(c, 1);
}

/* The value of argument k in every cell, broadcast. */
static bool filled(struct call *c, int k, int dtype_k, bool keep_type, enum dtype type, int ndim,
                   const int64_t *shape, const struct tensor *like)
{
    struct tensor t;
    enum dtype d = type;
    bool is_given;
    char order;
    if (!numpy_take(c, k) || !numpy_dtype_take(c, dtype_k, &d, &is_given) ||
        !numpy_order_take(c, dtype_k + 1, 'K', &order)) {
        return false;
    }
    if (!is_given && !keep_type) {
        d = c->arg[k].tensor.dtype;
    }
    if (!tensor_zeros(c->cx, &t, d, ndim, shape)) {
        return numpy_failed(c);
    }
    if (!tensor_write(c->cx, &t, &c->arg[k].tensor)) {
        tensor_release(&t);
        return numpy_failed(c);
    }
    return numpy_lay(c, order, like, &t) && numpy_give_array(c, &t);
}

bool np_full(struct call *c)
{
    return filled(c, 1, 2, false, DTYPE_FLOAT64, c->arg[0].count, c->arg[0].ints, NULL);
}

bool np_full_like(struct call *c)
{
    if (!numpy_take(c, 0)) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor;
    return filled(c, 1, 2, true, a->dtype, a->ndim, a->shape, a);
}

/* --- ranges --- */

/* One number of a range: whether it is a float. */
static bool range_number(struct call *c, int k, double *out, int64_t *whole, bool *is_float)
{
    if (!numpy_take(c, k)) {
        return false;
    }
    const struct tensor *t = &c->arg[k].tensor;
    if (t->ndim != 0) {
        return raise_exception(c->in, EXCEPTION_TypeError,
                               "only size-1 arrays can be converted to Python scalars");
    }
    *out = tensor_double_at(t, t->offset);
    *whole = dtype_is_float(t->dtype) ? 0 : tensor_int_at(t, t->offset);
    *is_float |= dtype_is_float(t->dtype);
    return true;
}

bool np_arange(struct call *c)
{
    double at[3] = {0, 0, 1};
    int64_t whole[3] = {0, 0, 1};
    bool is_float = false, is_given;
    enum dtype d;
    struct tensor t, cast;
    bool has_stop = c->arg[1].value.type != VALUE_NONE;
    for (int k = 0; k < 3; k++) {
        int to = k == 0 && !has_stop ? 1 : k;
        if (c->arg[k].value.type != VALUE_NONE &&
            !range_number(c, k, &at[to], &whole[to], &is_float)) {
            return false;
        }
    }
    if (at[2] == 0) {
        return raise_exception(c->in, EXCEPTION_ZeroDivisionError, "division by zero");
    }
    if (!numpy_dtype_take(c, 3, &d, &is_given)) {
        return false;
    }
    double length = ceil((at[1] - at[0]) / at[2]);
    int64_t n = length > 0 ? (int64_t)(length < 9e18 ? length : 9e18) : 0;
    if (!tensor_new(c->cx, &t, is_float ? DTYPE_FLOAT64 : DTYPE_INT64, 1, &n)) {
        return numpy_failed(c);
    }
    /* NumPy takes the step from the first two values. */
    double step = at[0] + at[2] - at[0];
    for (int64_t k = 0; k < n; k++) {
        if (is_float) {
            ((double *)tensor_data(&t))[k] = k == 1 ? at[0] + at[2] : at[0] + (double)k * step;
        } else {
            ((int64_t *)tensor_data(&t))[k] = whole[0] + k * whole[2];
        }
    }
    bool ok = tensor_cast(c->cx, &cast, &t, is_given ? d : t.dtype);
    tensor_release(&t);
    return (ok || numpy_failed(c)) && numpy_give_array(c, &cast);
}

bool np_linspace(struct call *c)
{
    double start = c->arg[0].f, stop = c->arg[1].f;
    int64_t n = c->arg[2].i;
    bool endpoint = c->arg[3].i != 0, is_given;
    enum dtype d = DTYPE_FLOAT64;
    struct tensor t, cast;
    if (n < 0) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "Number of samples, %lld, must be non-negative.", (long long)n);
    }
    if (c->arg[4].i != 0) {
        return raise_unsupported(c->in, "np.linspace(retstep=True) is not supported");
    }
    if (!numpy_dtype_take(c, 5, &d, &is_given)) {
        return false;
    }
    if (!tensor_new(c->cx, &t, DTYPE_FLOAT64, 1, &n)) {
        return numpy_failed(c);
    }
    int64_t parts = endpoint ? n - 1 : n;
    double step = parts > 0 ? (stop - start) / (double)parts : 0;
    double *cells = tensor_data(&t);
    for (int64_t k = 0; k < n; k++) {
        cells[k] = step == 0 && parts > 0 ? (double)k / (double)parts * (stop - start) + start
                                          : (double)k * step + start;
    }
    if (endpoint && n > 1) {
        cells[n - 1] = stop;
    }
    bool ok = tensor_cast(c->cx, &cast, &t, d);
    tensor_release(&t);
    return (ok || numpy_failed(c)) && numpy_give_array(c, &cast);
}

/* --- the identity and triangles --- */

enum pattern { DIAGONAL, LOWER };

static bool patterned(struct call *c, int dtype_k, int64_t rows, int64_t columns, int64_t diagonal,
                      enum pattern pattern)
{
    struct tensor t, cast;
    enum dtype d = DTYPE_FLOAT64;
    bool is_given;
    const int64_t shape[2] = {rows, columns};
    if (!numpy_dtype_take(c, dtype_k, &d, &is_given)) {
        return false;
    }
    if (rows < 0 || columns < 0) {
        return raise_exception(c->in, EXCEPTION_ValueError, "negative dimensions are not allowed");
    }
    if (!tensor_new(c->cx, &t, DTYPE_BOOL, 2, shape)) {
        return numpy_failed(c);
    }
    uint8_t *cells = tensor_data(&t);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++) {
            cells[i * columns + j] = pattern == DIAGONAL ? j - i == diagonal : j - i <= diagonal;
        }
    }
    bool ok = tensor_cast(c->cx, &cast, &t, d);
    tensor_release(&t);
    return (ok || numpy_failed(c)) && numpy_give_array(c, &cast);
}

bool np_eye(struct call *c)
{
    int64_t n = c->arg[0].i;
    return patterned(c, 3, n, c->arg[1].none ? n : c->arg[1].i, c->arg[2].i, DIAGONAL);
}

bool np_identity(struct call *c)
{
    return patterned(c, 1, c->arg[0].i, c->arg[0].i, 0, DIAGONAL);
}

bool np_tri(struct call *c)
{
    int64_t n = c->arg[0].i;
    return patterned(c, 3, n, c->arg[1].none ? n : c->arg[1].i, c->arg[2].i, LOWER);
}

/* A pair of arrays: rows and columns of the triangle. */
static bool indices(struct call *c, bool upper)
{
    struct tensor both;
    int64_t n = c->arg[0].i, m = c->arg[2].none ? n : c->arg[2].i;
    struct list *tuple = tuple_new(c->in, 2, NULL);
    if (tuple == NULL || !factory_tril_indices(c->cx, &both, n, m, c->arg[1].i, upper)) {
        return numpy_failed(c);
    }
    bool ok = true;
    for (int k = 0; k < 2 && ok; k++) {
        struct tensor row, own;
        ok = view_select(c->cx, &row, &both, 0, k);
        if (ok) {
            ok = tensor_copy(c->cx, &own, &row) && numpy_wrap(c->in, &own, true, &tuple->at[k]);
            tensor_release(&row);
        }
    }
    tensor_release(&both);
    c->value = value_object(tuple);
    return ok || numpy_failed(c);
}

bool np_tril_indices(struct call *c)
{
    return indices(c, false);
}

bool np_triu_indices(struct call *c)
{
    return indices(c, true);
}
