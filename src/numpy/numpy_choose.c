/* Computes NumPy's comparisons of whole arrays, and what picks or limits cells: where, nonzero,
 * clip, astype. */

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_lay.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_ufunc.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/shape/arrange_pick.h"
#include "torch/op/op_body.h"

#include <math.h>

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

static bool close_cells(struct call *c, struct tensor *out)
{
    struct tensor a, b;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!numpy_check_broadcast(c->in, A(c), B(c)) ||
        !tensor_broadcast(c->cx, A(c), B(c), &ndim, shape) ||
        !tensor_new(c->cx, out, DTYPE_BOOL, ndim, shape)) {
        return false;
    }
    spread(A(c), ndim, shape, &a);
    spread(B(c), ndim, shape, &b);
    uint8_t *cells = tensor_data(out);
    for (int64_t k = 0; k < tensor_numel(out); k++) {
        cells[k] = close_cell(tensor_cell(&a, k), tensor_cell(&b, k), c->arg[2].f, c->arg[3].f,
                              c->arg[4].i != 0);
    }
    return true;
}

OP_IS(np_isclose, body_one(c, close_cells(c, &c->out[0])))

/* Whether no cell of t, which is released, is 0. */
static bool give_all_true(struct call *c, struct tensor *t)
{
    bool all = true;
    for (int64_t k = 0; k < tensor_numel(t) && all; k++) {
        all = tensor_int_at(t, tensor_place(t, k)) != 0;
    }
    tensor_release(t);
    c->value = value_bool(all);
    return true;
}

bool np_allclose(struct call *c)
{
    struct tensor t;
    return close_cells(c, &t) && give_all_true(c, &t);
}

bool np_array_equal(struct call *c)
{
    struct tensor t;
    if (!tensor_same_shape(A(c), B(c))) {
        c->value = value_bool(false);
        return true;
    }
    return numpy_binary(c->in, BINARY_EQ, A(c), B(c), &t) && give_all_true(c, &t);
}

bool np_where(struct call *c)
{
    struct chain k = {.c = c};
    if (!numpy_check_broadcast(c->in, A(c), B(c)) || !numpy_check_broadcast(c->in, A(c), C(c)) ||
        !numpy_check_broadcast(c->in, B(c), C(c))) {
        return false;
    }
    const struct tensor *at[2] = {B(c), C(c)};
    enum dtype d = numpy_result_type(2, at);
    const struct tensor *condition = chain_cast(&k, A(c), DTYPE_BOOL);
    const struct tensor *x = chain_cast(&k, B(c), d), *y = chain_cast(&k, C(c), d);
    return chain_end(&k, chain_where(&k, condition, x, y));
}

bool np_nonzero(struct call *c)
{
    struct chain chain = {.c = c};
    const struct tensor *places =
        chain_made(&chain, arrange_nonzero(c->cx, chain_room(&chain), A(c)));
    struct list *tuple = places != NULL ? tuple_new(c->in, A(c)->ndim, NULL) : NULL;
    bool ok = tuple != NULL;
    for (int k = 0; ok && k < A(c)->ndim; k++) {
        struct tensor column = *places, own;
        column.ndim = 1;
        column.offset += k * places->stride[1];
        ok = tensor_copy(c->cx, &own, &column) && numpy_wrap(c->in, &own, true, &tuple->at[k]);
    }
    chain_free(&chain);
    c->value = value_object(tuple);
    return ok;
}

/* Limit k of clip in the type of the others; *none: there is none. NaN is no limit. */
static const struct tensor *limit(struct chain *k, int at, enum dtype d, bool *none)
{
    const struct tensor *bound = &k->c->arg[at].tensor;
    *none = k->c->arg[at].value.type == VALUE_NONE ||
            (bound->ndim == 0 && dtype_is_float(bound->dtype) && isnan(tensor_cell(bound, 0)));
    return *none ? NULL : chain_cast(k, bound, d);
}

bool np_clip(struct call *c)
{
    scoped_chain k = {.c = c};
    struct tensor t;
    const struct tensor *at[3] = {A(c)};
    int count = 1;
    bool none[2];
    for (int j = 1; j <= 2; j++) {
        if (c->arg[j].value.type != VALUE_NONE) {
            if (!numpy_take(c, j)) {
                return false;
            }
            at[count++] = &c->arg[j].tensor;
        }
    }
    if (count == 1) {
        return numpy_refuse(c, "One of max or min must be given");
    }
    enum dtype given = numpy_result_type(count, at), d = dtype_seen(given);
    const struct tensor *x = chain_cast(&k, at[0], d);
    const struct tensor *low = limit(&k, 1, d, &none[0]), *high = limit(&k, 2, d, &none[1]);
    bool ok = x != NULL && (low != NULL || none[0]) && (high != NULL || none[1]) &&
              (none[0] && none[1] ? tensor_copy(c->cx, &t, x)
                                  : elementwise_clamp(c->cx, &t, x, low, high)) &&
              numpy_narrow(c->cx, &t, given);
    return ok && numpy_ufunc_give(c, &t, 3);
}

bool np_astype(struct call *c)
{
    scoped_chain k = {.c = c};
    enum dtype d;
    char order;
    if (!numpy_dtype_read(c->in, c->arg[1].value, &d) || !numpy_order_take(c, 2, 'K', &order)) {
        return false;
    }
    const struct tensor *cast = chain_cast(&k, A(c), d);
    if (cast == NULL || (cast->storage != A(c)->storage && order == 'K')) {
        return chain_end(&k, cast);
    }
    bool ok = tensor_copy(c->cx, &c->out[0], cast);
    return body_one(c, ok && numpy_lay(c, order, A(c), &c->out[0]));
}
