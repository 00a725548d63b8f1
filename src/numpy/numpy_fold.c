/* Holds NumPy's reductions, scans and sorting. */
#include "numpy/numpy.h"

#include "numpy/numpy_array.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/extreme.h"
#include "tensor/cells/reduce.h"
#include "tensor/cells/scan.h"
#include "tensor/cells/sort.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"

#include <math.h>
#include <string.h>

/* Argument 0 cast to d. */
static bool operand(struct call *c, enum dtype d, struct tensor *out)
{
    return tensor_cast(c->cx, out, &c->arg[0].tensor, d) || numpy_failed(c);
}

static bool finish(struct call *c, bool ok, struct tensor *used, struct tensor *t)
{
    tensor_release(used);
    return (ok || numpy_failed(c)) && numpy_give(c, t);
}

static bool finish_like(struct call *c, bool ok, struct tensor *used, struct tensor *t)
{
    tensor_release(used);
    return (ok || numpy_failed(c)) && numpy_give_like(c, t);
}

/* a, axis, dtype, out, keepdims */
static bool fold(struct call *c, enum reduction op, bool floats)
{
    unsigned axes;
    enum dtype d;
    bool is_given;
    struct tensor x, t, cast;
    if (!numpy_take(c, 0) || !numpy_dtype_take(c, 2, &d, &is_given) ||
        !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes)) {
        return false;
    }
    enum dtype own = c->arg[0].tensor.dtype;
    enum dtype compute = is_given && dtype_is_float(d)    ? d
                         : floats && !dtype_is_float(own) ? DTYPE_FLOAT64
                                                          : dtype_seen(own);
    if (!operand(c, compute, &x)) {
        return false;
    }
    bool ok = reduce_fold_numpy(c->cx, op, &t, &x, axes, c->arg[4].i != 0);
    tensor_release(&x);
    if (!ok) {
        return numpy_failed(c);
    }
    ok = tensor_cast(c->cx, &cast, &t, is_given ? d : own == DTYPE_FLOAT16 ? own : t.dtype);
    tensor_release(&t);
    return (ok || numpy_failed(c)) && numpy_give(c, &cast);
}

bool np_sum(struct call *c)
{
    return fold(c, REDUCE_SUM, false);
}

bool np_prod(struct call *c)
{
    return fold(c, REDUCE_PROD, false);
}

bool np_mean(struct call *c)
{
    return fold(c, REDUCE_MEAN, true);
}

bool np_nansum(struct call *c)
{
    return fold(c, REDUCE_NANSUM, false);
}

bool np_trace(struct call *c)
{
    struct tensor x, t;
    if (!numpy_take(c, 0)) {
        return false;
    }
    if (!view_diagonal(c->cx, &x, &c->arg[0].tensor, c->arg[1].i, 0, 1)) {
        return numpy_failed(c);
    }
    bool ok = reduce_fold_numpy(c->cx, REDUCE_SUM, &t, &x, 1u << (x.ndim - 1), false);
    return finish(c, ok, &x, &t);
}

static bool spread(struct call *c, bool root)
{
    unsigned axes;
    struct tensor x, t;
    if (!numpy_take(c, 0) || !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes)) {
        return false;
    }
    enum dtype own = c->arg[0].tensor.dtype;
    if (!operand(c, dtype_is_float(own) ? dtype_seen(own) : DTYPE_FLOAT64, &x)) {
        return false;
    }
    bool ok = reduce_var_numpy(c->cx, &t, &x, axes, c->arg[4].i, c->arg[5].i != 0, root) &&
              numpy_narrow(c->cx, &t, own);
    return finish(c, ok, &x, &t);
}

bool np_var(struct call *c)
{
    return spread(c, false);
}

bool np_std(struct call *c)
{
    return spread(c, true);
}

/* Whether an axis that is folded has no cells. */
static bool folds_nothing(const struct tensor *t, unsigned axes)
{
    for (int k = 0; k < t->ndim; k++) {
        if (t->shape[k] == 0 && (axes >> k & 1) != 0) {
            return true;
        }
    }
    return false;
}

/* a, axis, out, keepdims */
static bool extreme(struct call *c, enum reduction op, const char *name)
{
    unsigned axes;
    struct tensor t;
    if (!numpy_take(c, 0) || !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes)) {
        return false;
    }
    if (name != NULL && folds_nothing(&c->arg[0].tensor, axes)) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "zero-size array to reduction operation %s which has no identity",
                               name);
    }
    return (reduce_fold_numpy(c->cx, op, &t, &c->arg[0].tensor, axes, c->arg[3].i != 0) ||
            numpy_failed(c)) &&
           numpy_give(c, &t);
}

bool np_amax(struct call *c)
{
    return extreme(c, REDUCE_AMAX, "maximum");
}

bool np_amin(struct call *c)
{
    return extreme(c, REDUCE_AMIN, "minimum");
}

/* Of bools, since a uint8 tensor of PyTorch's gives uint8 there. */
static bool logical(struct call *c, enum reduction op)
{
    unsigned axes;
    struct tensor x, t;
    if (!numpy_take(c, 0) || !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes) ||
        !operand(c, DTYPE_BOOL, &x)) {
        return false;
    }
    bool ok = reduce_fold(c->cx, op, &t, &x, axes, c->arg[3].i != 0);
    return finish(c, ok, &x, &t);
}

bool np_any(struct call *c)
{
    return logical(c, REDUCE_ANY);
}

bool np_all(struct call *c)
{
    return logical(c, REDUCE_ALL);
}

bool np_count_nonzero(struct call *c)
{
    unsigned axes;
    struct tensor x, t;
    if (!numpy_take(c, 0) || !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes) ||
        !operand(c, DTYPE_BOOL, &x)) {
        return false;
    }
    bool ok = reduce_fold(c->cx, REDUCE_SUM, &t, &x, axes, c->arg[2].i != 0);
    tensor_release(&x);
    if (!ok || t.ndim > 0) {
        return (ok || numpy_failed(c)) && numpy_give(c, &t);
    }
    c->value = value_int(tensor_int_at(&t, t.offset)); /* a Python int, unlike the others */
    tensor_release(&t);
    return true;
}

/* --- along one axis; None: of the flattened array --- */

static bool lay_out(struct call *c, int axis_k, struct tensor *out, int *axis)
{
    const struct argument *a = &c->arg[axis_k];
    const struct tensor *t = &c->arg[0].tensor;
    const int64_t flat = -1;
    bool copied;
    if (a->none) {
        *axis = 0;
        return view_reshape(c->cx, out, t, 1, &flat, &copied) || numpy_failed(c);
    }
    if (!numpy_axis(c->in, a->i, t->ndim, axis)) {
        return false;
    }
    *out = tensor_ref(t);
    return true;
}

/* The one place of a whole array, with as many axes as it has. */
static bool keep_axes(struct call *c, struct tensor *t)
{
    int64_t ones[TENSOR_MAX_DIMS];
    struct tensor flat = *t;
    bool copied;
    for (int d = 0; d < c->arg[0].tensor.ndim; d++) {
        ones[d] = 1;
    }
    bool ok = view_reshape(c->cx, t, &flat, c->arg[0].tensor.ndim, ones, &copied);
    tensor_release(&flat);
    return ok;
}

static bool arg_extreme(struct call *c, bool largest)
{
    struct tensor x, t, whole;
    int axis;
    bool keep = c->arg[3].i != 0;
    if (!numpy_take(c, 0) || !lay_out(c, 1, &x, &axis)) {
        return false;
    }
    if (folds_nothing(&x, 1u << axis)) {
        tensor_release(&x);
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "attempt to get %s of an empty sequence",
                               largest ? "argmax" : "argmin");
    }
    /* bools are compared as integers */
    bool ok = tensor_cast(c->cx, &whole, &x, x.dtype == DTYPE_BOOL ? DTYPE_UINT8 : x.dtype);
    tensor_release(&x);
    if (!ok) {
        return numpy_failed(c);
    }
    ok = (largest ? reduce_max(c->cx, NULL, &t, &whole, axis, keep)
                  : reduce_min(c->cx, NULL, &t, &whole, axis, keep)) &&
         (!keep || !c->arg[1].none || keep_axes(c, &t));
    return finish_like(c, ok, &whole, &t);
}

bool np_argmax(struct call *c)
{
    return arg_extreme(c, true);
}

bool np_argmin(struct call *c)
{
    return arg_extreme(c, false);
}

static bool scan(struct call *c, bool product)
{
    struct tensor x, t;
    int axis;
    enum dtype d;
    bool given;
    struct tensor seen;
    if (!numpy_take(c, 0) || !numpy_dtype_take(c, 2, &d, &given) || !lay_out(c, 1, &x, &axis)) {
        return false;
    }
    bool ok = tensor_cast(c->cx, &seen, &x, dtype_seen(given ? d : x.dtype));
    tensor_release(&x);
    if (!ok) {
        return numpy_failed(c);
    }
    ok = reduce_scan_numpy(c->cx, &t, &seen, axis, product) &&
         numpy_narrow(c->cx, &t, given ? d : c->arg[0].tensor.dtype);
    return finish_like(c, ok, &seen, &t);
}

bool np_cumsum(struct call *c)
{
    return scan(c, false);
}

bool np_cumprod(struct call *c)
{
    return scan(c, true);
}

static bool sorted(struct call *c, bool want_places)
{
    struct tensor x, values, places;
    int axis;
    if (!numpy_take(c, 0) || !lay_out(c, 1, &x, &axis)) {
        return false;
    }
    struct value kind = c->arg[2].value;
    bool stable = !want_places || (str_is(kind) && strchr("sSmM", str_text(kind)[0]) != NULL);
    bool ok = stable ? reduce_sort(c->cx, &values, &places, &x, axis, false, true)
                     : reduce_sort_numpy(c->cx, &values, &places, &x, axis);
    tensor_release(&x);
    if (!ok) {
        return numpy_failed(c);
    }
    tensor_release(want_places ? &values : &places);
    return want_places ? numpy_give_like(c, &places) : numpy_give_array(c, &values);
}

bool np_sort(struct call *c)
{
    return sorted(c, false);
}

bool np_argsort(struct call *c)
{
    return sorted(c, true);
}

bool np_sort_in_place(struct call *c)
{
    struct tensor values, places;
    int axis;
    if (!numpy_may_write(c->in, c->arg[0].value, "sort array") || !numpy_take(c, 0) ||
        !numpy_axis(c->in, c->arg[1].i, c->arg[0].tensor.ndim, &axis)) {
        return false;
    }
    c->wrote = tensor_object_of(c->arg[0].value);
    if (!reduce_sort(c->cx, &values, &places, &c->arg[0].tensor, axis, false, true)) {
        return numpy_failed(c);
    }
    tensor_release(&places);
    bool ok = tensor_write(c->cx, &c->wrote->tensor, &values);
    tensor_release(&values);
    c->value = value_none();
    return ok || numpy_failed(c);
}

/* --- values --- */

/* Where each distinct value stands first: from the numbers of the distinct values (inverse). */
static bool first_places(struct call *c, const struct tensor *inverse, int64_t distinct,
                         struct tensor *out)
{
    if (!tensor_zeros(c->cx, out, DTYPE_INT64, 1, &distinct)) {
        return numpy_failed(c);
    }
    int64_t *first = tensor_data(out);
    for (int64_t k = tensor_numel(inverse) - 1; k >= 0; k--) {
        first[tensor_int_at(inverse, tensor_place(inverse, k))] = k;
    }
    return true;
}

/* All NaN, which stand last, as one. */
static void join_nans(struct tensor *values, struct tensor *inverse, struct tensor *counts)
{
    int64_t n = tensor_numel(values), first = n;
    while (first > 0 && dtype_is_float(values->dtype) &&
           isnan(tensor_double_at(values, tensor_place(values, first - 1)))) {
        first--;
    }
    if (n - first < 2) {
        return;
    }
    int64_t *number = tensor_data(inverse);
    for (int64_t k = 0; k < tensor_numel(inverse); k++) {
        number[k] = number[k] > first ? first : number[k];
    }
    ((int64_t *)tensor_data(counts))[first] = n - first;
    values->shape[0] = counts->shape[0] = first + 1;
}

bool np_unique(struct call *c)
{
    struct tensor values, inverse, counts, first = {0}, flat;
    const int64_t all = -1;
    bool copied;
    int wanted = 0;
    if (!numpy_take(c, 0)) {
        return false;
    }
    if (!view_reshape(c->cx, &flat, &c->arg[0].tensor, 1, &all, &copied)) {
        return numpy_failed(c);
    }
    bool ok = reduce_unique(c->cx, &values, &inverse, &counts, &flat);
    tensor_release(&flat);
    if (!ok) {
        return numpy_failed(c);
    }
    join_nans(&values, &inverse, &counts);
    ok = first_places(c, &inverse, tensor_numel(&values), &first);
    struct tensor *parts[4] = {&values, &first, &inverse, &counts};
    struct value given[4];
    for (int k = 0; k < 4; k++) {
        bool want = k == 0 || c->arg[k].i != 0;
        if (ok && want) {
            ok = numpy_wrap(c->in, parts[k], true, &given[wanted++]);
        } else {
            tensor_release(parts[k]);
        }
    }
    if (!ok) {
        return numpy_failed(c);
    }
    c->value = wanted == 1 ? given[0] : value_object(tuple_new(c->in, wanted, given));
    return c->value.type == VALUE_OBJECT;
}

/* NaN is behind all numbers. */
static bool is_less(double a, double b)
{
    return a < b || (isnan(b) && !isnan(a));
}

bool np_searchsorted(struct call *c)
{
    struct tensor t;
    bool ordered = c->arg[3].value.type == VALUE_NONE;
    if (!numpy_take(c, 0) || !numpy_take(c, 1) || !(ordered || numpy_take(c, 3))) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor, *v = &c->arg[1].tensor;
    bool right = strcmp(c->arg[2].text, "right") == 0;
    const struct tensor *sorter = ordered ? NULL : &c->arg[3].tensor;
    if (a->ndim != 1) {
        return raise_exception(c->in, EXCEPTION_ValueError, "object too deep for desired array");
    }
    if (sorter != NULL && (sorter->ndim != 1 || sorter->shape[0] != a->shape[0])) {
        return raise_exception(c->in, EXCEPTION_ValueError, "sorter.size must equal a.size");
    }
    if (!tensor_new(c->cx, &t, DTYPE_INT64, v->ndim, v->shape)) {
        return numpy_failed(c);
    }
    int64_t *out = tensor_data(&t);
    for (int64_t k = 0; k < tensor_numel(v); k++) {
        double x = tensor_double_at(v, tensor_place(v, k));
        int64_t low = 0, high = a->shape[0];
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            int64_t place =
                sorter == NULL ? middle : tensor_int_at(sorter, tensor_place(sorter, middle));
            if (place < 0 || place >= a->shape[0]) {
                tensor_release(&t);
                return raise_exception(c->in, EXCEPTION_ValueError, "Sorter index out of range.");
            }
            double here = tensor_double_at(a, tensor_place(a, place));
            if (right ? !is_less(x, here) : is_less(here, x)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        out[k] = low;
    }
    return numpy_give(c, &t);
}

bool np_bincount(struct call *c)
{
    struct tensor t;
    if (!numpy_take(c, 0)) {
        return false;
    }
    const struct tensor *x = &c->arg[0].tensor;
    if (x->ndim != 1) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               x->ndim > 1 ? "object too deep for desired array"
                                           : "object of too small depth for desired array");
    }
    if (dtype_is_float(x->dtype) && ndarray_is(c->in, c->arg[0].value)) {
        return raise_exception(
            c->in, EXCEPTION_TypeError,
            "Cannot cast array data from dtype('%s') to dtype('int64') according to the "
            "rule 'safe'",
            numpy_dtype_name(x->dtype));
    }
    bool weighted = c->arg[1].value.type != VALUE_NONE;
    if (weighted && !numpy_take(c, 1)) {
        return false;
    }
    int64_t n = c->arg[2].i;
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        int64_t i = tensor_int_at(x, tensor_place(x, k));
        if (i < 0) {
            return raise_exception(c->in, EXCEPTION_ValueError,
                                   "'list' argument must have no negative elements");
        }
        n = i >= n ? i + 1 : n;
    }
    if (weighted && tensor_numel(&c->arg[1].tensor) != tensor_numel(x)) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "The weights and list don't have the same length.");
    }
    if (!tensor_zeros(c->cx, &t, weighted ? DTYPE_FLOAT64 : DTYPE_INT64, 1, &n)) {
        return numpy_failed(c);
    }
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        int64_t i = tensor_int_at(x, tensor_place(x, k));
        if (weighted) {
            ((double *)tensor_data(&t))[i] +=
                tensor_double_at(&c->arg[1].tensor, tensor_place(&c->arg[1].tensor, k));
        } else {
            ((int64_t *)tensor_data(&t))[i]++;
        }
    }
    return numpy_give_array(c, &t);
}
