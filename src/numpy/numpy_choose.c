/* NumPy's comparisons of whole arrays, and what picks or limits cells: where, nonzero, clip,
 * astype. */
#include "numpy/numpy.h"

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_lay.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_ufunc.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/shape/arrange_pick.h"

#include <math.h>

/* --- comparing whole arrays --- */

static bool close_cell(double a, double b, double rtol, double atol, bool equal_nan)
{
    if (isnan(a) || isnan(b)) {
        return equal_nan && isnan(a) && isnan(b);
    }
    if (isinf(a) || isinf(b)) {
        return a == b;
    }
    return fabs(a - b) <= atol + rtol * fabs(b);
}

/* A borrowed view of t spread to that shape. */
static void spread(const struct tensor *t, int ndim, const int64_t *shape, struct tensor *out)
{
    *out = *t;
    out->ndim = ndim;
    for (int k = 0; k < ndim; k++) {
        int from = k - (ndim - t->ndim);
        bool repeated = from < 0 || (t->shape[from] == 1 && shape[k] != 1);
        out->shape[k] = shape[k];
        out->stride[k] = repeated ? 0 : t->stride[from];
    }
}

bool np_isclose(struct call *c)
{
    struct tensor a, b, t;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!(numpy_take(c, 0) && numpy_take(c, 1)) ||
        !numpy_check_broadcast(c->in, &c->arg[0].tensor, &c->arg[1].tensor)) {
        return false;
    }
    if (!tensor_broadcast(c->cx, &c->arg[0].tensor, &c->arg[1].tensor, &ndim, shape) ||
        !tensor_new(c->cx, &t, DTYPE_BOOL, ndim, shape)) {
        return numpy_failed(c);
    }
    spread(&c->arg[0].tensor, ndim, shape, &a);
    spread(&c->arg[1].tensor, ndim, shape, &b);
    uint8_t *cells = tensor_data(&t);
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        cells[k] = close_cell(tensor_double_at(&a, tensor_place(&a, k)),
                              tensor_double_at(&b, tensor_place(&b, k)), c->arg[2].f, c->arg[3].f,
                              c->arg[4].i != 0);
    }
    return numpy_give(c, &t);
}

static bool all_true(const struct tensor *t)
{
    for (int64_t k = 0; k < tensor_numel(t); k++) {
        if (tensor_int_at(t, tensor_place(t, k)) == 0) {
            return false;
        }
    }
    return true;
}

bool np_allclose(struct call *c)
{
    if (!np_isclose(c)) {
        return false;
    }
    c->value = value_bool(all_true(&tensor_object_of(c->value)->tensor));
    return true;
}

bool np_array_equal(struct call *c)
{
    struct tensor t;
    if (!(numpy_take(c, 0) && numpy_take(c, 1))) {
        return false;
    }
    if (!tensor_same_shape(&c->arg[0].tensor, &c->arg[1].tensor)) {
        c->value = value_bool(false);
        return true;
    }
    if (!numpy_binary(c->in, BINARY_EQ, &c->arg[0].tensor, &c->arg[1].tensor, &t)) {
        return false;
    }
    c->value = value_bool(all_true(&t));
    tensor_release(&t);
    return true;
}

/* --- choosing --- */

bool np_where(struct call *c)
{
    struct tensor condition, x, y, t;
    if (!numpy_take(c, 0) || !numpy_take(c, 1) || !numpy_take(c, 2) ||
        !numpy_check_broadcast(c->in, &c->arg[0].tensor, &c->arg[1].tensor) ||
        !numpy_check_broadcast(c->in, &c->arg[0].tensor, &c->arg[2].tensor) ||
        !numpy_check_broadcast(c->in, &c->arg[1].tensor, &c->arg[2].tensor)) {
        return false;
    }
    const struct tensor *at[2] = {&c->arg[1].tensor, &c->arg[2].tensor};
    if (!tensor_cast(c->cx, &condition, &c->arg[0].tensor, DTYPE_BOOL)) {
        return numpy_failed(c);
    }
    bool ok = numpy_cast_both(c->cx, numpy_result_type(2, at), at[0], at[1], &x, &y);
    if (ok) {
        ok = elementwise_where(c->cx, &t, &condition, &x, &y);
        tensor_release(&x);
        tensor_release(&y);
    }
    tensor_release(&condition);
    return (ok || numpy_failed(c)) && numpy_give_array(c, &t);
}

bool np_nonzero(struct call *c)
{
    struct tensor places;
    if (!numpy_take(c, 0)) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor;
    if (!arrange_nonzero(c->cx, &places, a)) {
        return numpy_failed(c);
    }
    struct list *tuple = tuple_new(c->in, a->ndim, NULL);
    bool ok = tuple != NULL;
    for (int k = 0; ok && k < a->ndim; k++) {
        struct tensor column = tensor_ref(&places), own;
        column.ndim = 1;
        column.stride[0] = places.stride[0];
        column.offset += k * places.stride[1];
        ok = tensor_copy(c->cx, &own, &column) || numpy_failed(c);
        tensor_release(&column);
        ok = ok && numpy_wrap(c->in, &own, true, &tuple->at[k]);
    }
    tensor_release(&places);
    c->value = value_object(tuple);
    return ok;
}

bool np_clip(struct call *c)
{
    struct tensor bounds[2], x, t;
    bool has[2] = {false, false};
    const struct tensor *at[3];
    int count = 1;
    if (!numpy_take(c, 0)) {
        return false;
    }
    at[0] = &c->arg[0].tensor;
    for (int k = 0; k < 2; k++) {
        if (c->arg[k + 1].value.type != VALUE_NONE) {
            if (!numpy_take(c, k + 1)) {
                return false;
            }
            const struct tensor *bound = &c->arg[k + 1].tensor;
            at[count++] = bound;
            has[k] = bound->ndim > 0 || !dtype_is_float(bound->dtype) ||
                     !isnan(tensor_double_at(bound, tensor_place(bound, 0))); /* else: no end */
        }
    }
    if (count == 1) {
        return raise_exception(c->in, EXCEPTION_ValueError, "One of max or min must be given");
    }
    enum dtype given = numpy_result_type(count, at), d = dtype_seen(given);
    bool ok = tensor_cast(c->cx, &x, at[0], d);
    bool low = ok && has[0] && tensor_cast(c->cx, &bounds[0], &c->arg[1].tensor, d);
    bool high = ok && has[1] && tensor_cast(c->cx, &bounds[1], &c->arg[2].tensor, d);
    bool ready = ok && low == has[0] && high == has[1];
    bool done = ready &&
                (low || high ? elementwise_clamp(c->cx, &t, &x, low ? &bounds[0] : NULL,
                                                 high ? &bounds[1] : NULL)
                             : tensor_copy(c->cx, &t, &x)) &&
                numpy_narrow(c->cx, &t, given);
    if (low) {
        tensor_release(&bounds[0]);
    }
    if (high) {
        tensor_release(&bounds[1]);
    }
    if (ok) {
        tensor_release(&x);
    }
    return (done || numpy_failed(c)) && numpy_ufunc_give(c, &t, 3);
}

bool np_astype(struct call *c)
{
    enum dtype d;
    struct tensor cast, own;
    char order;
    if (!numpy_take(c, 0) || !numpy_dtype_read(c->in, c->arg[1].value, &d) ||
        !numpy_order_take(c, 2, 'K', &order)) {
        return false;
    }
    if (!tensor_cast(c->cx, &cast, &c->arg[0].tensor, d)) {
        return numpy_failed(c);
    }
    if (cast.storage != c->arg[0].tensor.storage && order == 'K') {
        return numpy_give(c, &cast);
    }
    bool ok = tensor_copy(c->cx, &own, &cast);
    tensor_release(&cast);
    return (ok || numpy_failed(c)) && numpy_lay(c, order, &c->arg[0].tensor, &own) &&
           numpy_give(c, &own);
}
