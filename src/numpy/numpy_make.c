/* Makes arrays from values of the language and from nothing. */

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_lay.h"
#include "numpy/numpy_value.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_body.h"

#include <math.h>

/* c->out[0]: a fresh array of argument 0's values, in the type of argument 1 if that is given. */
static bool fresh(struct call *c, char order)
{
    struct chain k = {.c = c};
    enum dtype d;
    bool is_given;
    if (!numpy_take(c, 0) || !numpy_dtype_take(c, 1, &d, &is_given)) {
        return false;
    }
    const struct tensor *own = chain_copy(&k, A(c));
    return chain_end(&k, chain_cast(&k, own, is_given ? d : A(c)->dtype)) &&
           numpy_lay(c, order, A(c), &c->out[0]);
}

bool np_array(struct call *c)
{
    scoped_chain k = {.c = c};
    char order;
    if (!numpy_order_take(c, 3, 'K', &order) || !fresh(c, order)) {
        return false;
    }
    const struct tensor *t = &c->out[0];
    for (int64_t ndmin = c->arg[5].i; t != NULL && t->ndim < ndmin && t->ndim < TENSOR_MAX_DIMS;) {
        t = chain_unsqueeze(&k, t, 0);
    }
    struct tensor own = c->out[0];
    bool ok = chain_give(&k, 0, t);
    tensor_release(&own);
    return ok;
}

/* The array itself where it is one of that type and lies so already, else a fresh one. */
static bool as_array(struct call *c, char order)
{
    enum dtype d;
    bool is_given;
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
        return body_value(c, v);
    }
    if (lies_so && tensor_object_is(c->in, v) && !is_given) { /* shares the tensor's memory */
        return numpy_take(c, 0) && chain_give(&(struct chain){.c = c}, 0, A(c));
    }
    return fresh(c, order);
}

bool np_asarray(struct call *c)
{
    char order;
    return numpy_order_take(c, 2, 'K', &order) && as_array(c, order);
}

OP_IS(np_as_laid, as_array(c, (char)c->op->with))

bool np_copy(struct call *c)
{
    char order;
    return numpy_order_take(c, 1, 'C', &order) && numpy_take(c, 0) &&
           body_one(c, tensor_copy(c->cx, &c->out[0], A(c))) &&
           numpy_lay(c, order, A(c), &c->out[0]);
}

/* --- constants --- */

/* An array of the type that argument k names, or of type d; the argument behind it is the order. */
static bool shaped(struct call *c, int k, enum dtype d, int ndim, const int64_t *shape, char *order)
{
    bool is_given;
    if (!numpy_dtype_take(c, k, &d, &is_given) || !numpy_order_take(c, k + 1, 'K', order)) {
        return false;
    }
    for (int j = 0; j < ndim; j++) {
        if (shape[j] < 0) {
            return numpy_refuse(c, "negative dimensions are not allowed");
        }
    }
    return body_one(c, factory_full(c->cx, &c->out[0], d, ndim, shape, c->op->with));
}

/* The row's number in every cell. */
bool np_constant(struct call *c)
{
    char order;
    return shaped(c, 1, DTYPE_FLOAT64, INTS(c, 0), &order) && numpy_lay(c, order, NULL, &c->out[0]);
}

bool np_constant_like(struct call *c)
{
    char order;
    return shaped(c, 1, A(c)->dtype, A(c)->ndim, A(c)->shape, &order) &&
           numpy_lay(c, order, A(c), &c->out[0]);
}

bool np_full(struct call *c)
{
    char order;
    return numpy_take(c, 1) && shaped(c, 2, B(c)->dtype, INTS(c, 0), &order) &&
           tensor_write(c->cx, &c->out[0], B(c)) && numpy_lay(c, order, NULL, &c->out[0]);
}

bool np_full_like(struct call *c)
{
    char order;
    return shaped(c, 2, A(c)->dtype, A(c)->ndim, A(c)->shape, &order) &&
           tensor_write(c->cx, &c->out[0], B(c)) && numpy_lay(c, order, A(c), &c->out[0]);
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
    struct chain chain = {.c = c};
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
    const struct tensor *t =
        chain_made(&chain, tensor_new(c->cx, chain_room(&chain),
                                      is_float ? DTYPE_FLOAT64 : DTYPE_INT64, 1, &n));
    /* NumPy takes the step from the first two values. */
    double step = at[0] + at[2] - at[0];
    for (int64_t k = 0; t != NULL && k < n; k++) {
        if (is_float) {
            ((double *)tensor_data(t))[k] = k == 1 ? at[0] + at[2] : at[0] + (double)k * step;
        } else {
            ((int64_t *)tensor_data(t))[k] = whole[0] + k * whole[2];
        }
    }
    return chain_end(&chain, is_given ? chain_cast(&chain, t, d) : t);
}

bool np_linspace(struct call *c)
{
    double start = c->arg[0].f, stop = c->arg[1].f;
    int64_t n = c->arg[2].i;
    bool endpoint = c->arg[3].i != 0, is_given;
    enum dtype d = DTYPE_FLOAT64;
    struct chain chain = {.c = c};
    if (n < 0) {
        return numpy_refuse(c, "Number of samples, %lld, must be non-negative.", (long long)n);
    }
    if (c->arg[4].i != 0) {
        return raise_unsupported(c->in, "np.linspace(retstep=True) is not supported");
    }
    if (!numpy_dtype_take(c, 5, &d, &is_given)) {
        return false;
    }
    const struct tensor *t =
        chain_made(&chain, tensor_new(c->cx, chain_room(&chain), DTYPE_FLOAT64, 1, &n));
    if (t == NULL) {
        return false;
    }
    int64_t parts = endpoint ? n - 1 : n;
    double step = parts > 0 ? (stop - start) / (double)parts : 0;
    double *cells = tensor_data(t);
    for (int64_t k = 0; k < n; k++) {
        cells[k] = step == 0 && parts > 0 ? (double)k / (double)parts * (stop - start) + start
                                          : (double)k * step + start;
    }
    if (endpoint && n > 1) {
        cells[n - 1] = stop;
    }
    return chain_end(&chain, chain_cast(&chain, t, d));
}

/* --- the identity and triangles --- */

enum pattern { DIAGONAL, LOWER };

static bool patterned(struct call *c, int dtype_k, int64_t rows, int64_t columns, int64_t diagonal,
                      enum pattern pattern)
{
    struct chain chain = {.c = c};
    enum dtype d = DTYPE_FLOAT64;
    bool is_given;
    const int64_t shape[2] = {rows, columns};
    if (!numpy_dtype_take(c, dtype_k, &d, &is_given)) {
        return false;
    }
    if (rows < 0 || columns < 0) {
        return numpy_refuse(c, "negative dimensions are not allowed");
    }
    const struct tensor *t =
        chain_made(&chain, tensor_new(c->cx, chain_room(&chain), DTYPE_BOOL, 2, shape));
    if (t == NULL) {
        return false;
    }
    uint8_t *cells = tensor_data(t);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++) {
            cells[i * columns + j] = pattern == DIAGONAL ? j - i == diagonal : j - i <= diagonal;
        }
    }
    return chain_end(&chain, chain_cast(&chain, t, d));
}

bool np_eye(struct call *c)
{
    int64_t n = c->arg[0].i;
    return patterned(c, 3, n, c->arg[1].none ? n : c->arg[1].i, c->arg[2].i, DIAGONAL);
}

OP_IS(np_identity, patterned(c, 1, c->arg[0].i, c->arg[0].i, 0, DIAGONAL))

bool np_tri(struct call *c)
{
    int64_t n = c->arg[0].i;
    return patterned(c, 3, n, c->arg[1].none ? n : c->arg[1].i, c->arg[2].i, LOWER);
}

/* A pair of arrays: rows and columns of the triangle. */
bool np_triangle_indices(struct call *c)
{
    struct tensor both;
    int64_t n = c->arg[0].i, m = c->arg[2].none ? n : c->arg[2].i;
    struct list *tuple = tuple_new(c->in, 2, NULL);
    if (tuple == NULL || !factory_tril_indices(c->cx, &both, n, m, c->arg[1].i, c->op->with)) {
        return false;
    }
    bool ok = true;
    for (int k = 0; k < 2 && ok; k++) {
        struct tensor own;
        scoped_tensor row = {0};
        ok = view_select(c->cx, &row, &both, 0, k);
        if (ok) {
            ok = tensor_copy(c->cx, &own, &row) && numpy_wrap(c->in, &own, true, &tuple->at[k]);
        }
    }
    tensor_release(&both);
    c->value = value_object(tuple);
    return ok;
}
