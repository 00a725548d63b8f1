/* Holds NumPy's reductions, scans and sorting. */

#include "numpy/numpy_array.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/extreme.h"
#include "tensor/cells/reduce.h"
#include "tensor/cells/scan.h"
#include "tensor/cells/sort.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_body.h"

#include <math.h>

static enum reduction own_fold(const struct call *c)
{
    return (enum reduction)c->op->with;
}

static const struct tensor *folded(struct chain *k, const struct tensor *x, unsigned axes,
                                   bool keepdims)
{
    return x == NULL ? NULL
                     : chain_made(k, reduce_fold_numpy(k->c->cx, own_fold(k->c), chain_room(k), x,
                                                       axes, keepdims));
}

/* a, axis, dtype, out, keepdims */
bool np_fold(struct call *c)
{
    struct chain k = {.c = c};
    unsigned axes;
    enum dtype d, own = A(c)->dtype;
    bool is_given;
    if (!numpy_dtype_take(c, 2, &d, &is_given) || !numpy_axes(c, 1, A(c)->ndim, &axes)) {
        return false;
    }
    bool floats = own_fold(c) == REDUCE_MEAN && !dtype_is_float(own);
    enum dtype compute = is_given && dtype_is_float(d) ? d
                         : floats                      ? DTYPE_FLOAT64
                                                       : dtype_seen(own);
    const struct tensor *t = folded(&k, chain_cast(&k, A(c), compute), axes, c->arg[4].i != 0);
    enum dtype seen = t != NULL && own != DTYPE_FLOAT16 ? t->dtype : own;
    return chain_end(&k, chain_cast(&k, t, is_given ? d : seen));
}

bool np_trace(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *line =
        chain_made(&k, view_diagonal(c->cx, chain_room(&k), A(c), c->arg[1].i, 0, 1));
    return chain_end(&k, folded(&k, line, line != NULL ? 1u << (line->ndim - 1) : 0, false));
}

/* The variance, or the root of it, as the row says. */
bool np_spread(struct call *c)
{
    scoped_chain k = {.c = c};
    unsigned axes;
    enum dtype own = A(c)->dtype;
    if (!numpy_axes(c, 1, A(c)->ndim, &axes)) {
        return false;
    }
    const struct tensor *x =
        chain_cast(&k, A(c), dtype_is_float(own) ? dtype_seen(own) : DTYPE_FLOAT64);
    bool ok = x != NULL && body_one(c, reduce_var_numpy(c->cx, &c->out[0], x, axes, c->arg[4].i,
                                                        c->arg[5].i != 0, c->op->with));
    return ok && numpy_narrow(c->cx, &c->out[0], own);
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
bool np_extreme(struct call *c)
{
    unsigned axes;
    if (!numpy_axes(c, 1, A(c)->ndim, &axes)) {
        return false;
    }
    if (folds_nothing(A(c), axes)) {
        return numpy_refuse(c, "zero-size array to reduction operation %s which has no identity",
                            own_fold(c) == REDUCE_AMAX ? "maximum" : "minimum");
    }
    return body_one(
        c, reduce_fold_numpy(c->cx, own_fold(c), &c->out[0], A(c), axes, c->arg[3].i != 0));
}

/* Of bools, since a uint8 tensor of PyTorch's gives uint8 there. */
static bool of_truth(struct call *c, bool keepdims)
{
    scoped_chain k = {.c = c};
    unsigned axes;
    if (!numpy_axes(c, 1, A(c)->ndim, &axes)) {
        return false;
    }
    const struct tensor *x = chain_cast(&k, A(c), DTYPE_BOOL);
    return x != NULL && body_one(c, reduce_fold(c->cx, own_fold(c), &c->out[0], x, axes, keepdims));
}

OP_IS(np_truth, of_truth(c, c->arg[3].i != 0))

bool np_count_nonzero(struct call *c)
{
    if (!of_truth(c, c->arg[2].i != 0) || c->out[0].ndim > 0) {
        return c->outputs == 1;
    }
    c->outputs = 0; /* a Python int, unlike the others */
    return body_value(c, value_int(tensor_int_at(&c->out[0], c->out[0].offset)));
}

/* --- along one axis; None: of the flattened array --- */

static const struct tensor *lay_out(struct chain *k, int *axis)
{
    const struct argument *a = &k->c->arg[1];
    const struct tensor *t = A(k->c);
    *axis = 0;
    if (a->none) {
        return chain_flat(k, t);
    }
    return numpy_axis(k->c->in, a->i, t->ndim, axis) ? t : NULL;
}

/* The one place of a whole array, with as many axes as it has. */
static void keep_axes(struct tensor *t, int ndim)
{
    for (int d = 0; d < ndim; d++) {
        t->shape[d] = t->stride[d] = 1;
    }
    t->ndim = ndim;
}

bool np_place(struct call *c)
{
    struct chain k = {.c = c};
    int axis;
    bool largest = own_fold(c) == REDUCE_AMAX, keep = c->arg[3].i != 0;
    const struct tensor *x = lay_out(&k, &axis);
    if (x != NULL && folds_nothing(x, 1u << axis)) {
        chain_free(&k);
        return numpy_refuse(c, "attempt to get %s of an empty sequence", c->op->name);
    }
    /* bools are compared as integers */
    x = x == NULL ? NULL : chain_cast(&k, x, x->dtype == DTYPE_BOOL ? DTYPE_UINT8 : x->dtype);
    bool ok = x != NULL && body_one(c, (largest ? reduce_max : reduce_min)(c->cx, NULL, &c->out[0],
                                                                           x, axis, keep));
    chain_free(&k);
    if (ok && keep && c->arg[1].none) {
        keep_axes(&c->out[0], A(c)->ndim);
    }
    return ok;
}

bool np_scan(struct call *c)
{
    scoped_chain k = {.c = c};
    int axis;
    enum dtype d, own = A(c)->dtype;
    bool given;
    if (!numpy_dtype_take(c, 2, &d, &given)) {
        return false;
    }
    const struct tensor *seen = chain_cast(&k, lay_out(&k, &axis), dtype_seen(given ? d : own));
    bool ok = seen != NULL && body_one(c, reduce_scan_numpy(c->cx, &c->out[0], seen, axis,
                                                            own_fold(c) == REDUCE_PROD));
    return ok && numpy_narrow(c->cx, &c->out[0], given ? d : own);
}

/* The cells in order, or the places that they came from, as the row says. */
bool np_sorted(struct call *c)
{
    struct chain k = {.c = c};
    struct tensor values, places;
    int axis;
    struct value kind = c->arg[2].value;
    bool stable = !c->op->with || (str_is(kind) && strchr("sSmM", str_text(kind)[0]) != NULL);
    const struct tensor *x = lay_out(&k, &axis);
    bool ok = x != NULL && (stable ? reduce_sort(c->cx, &values, &places, x, axis, false, true)
                                   : reduce_sort_numpy(c->cx, &values, &places, x, axis));
    chain_free(&k);
    if (ok) {
        tensor_release(c->op->with ? &values : &places);
        c->out[0] = c->op->with ? places : values;
    }
    return body_one(c, ok);
}

bool np_sort_in_place(struct call *c)
{
    struct tensor places;
    scoped_tensor values = {0};
    int axis;
    if (!numpy_may_write(c->in, c->arg[0].value, "sort array") || !numpy_take(c, 0) ||
        !numpy_axis(c->in, c->arg[1].i, A(c)->ndim, &axis) ||
        !reduce_sort(c->cx, &values, &places, A(c), axis, false, true)) {
        return false;
    }
    c->wrote = tensor_object_of(c->arg[0].value);
    tensor_release(&places);
    bool ok = tensor_write(c->cx, &c->wrote->tensor, &values);
    return ok && body_value(c, value_none());
}

/* --- values --- */

/* Where each distinct value stands first: from the numbers of the distinct values (inverse). */
static bool first_places(struct call *c, const struct tensor *inverse, int64_t distinct,
                         struct tensor *out)
{
    if (!tensor_zeros(c->cx, out, DTYPE_INT64, 1, &distinct)) {
        return false;
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
    while (first > 0 && dtype_is_float(values->dtype) && isnan(tensor_cell(values, first - 1))) {
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
    struct chain chain = {.c = c};
    struct tensor values, inverse, counts, first = {0};
    int wanted = 0;
    const struct tensor *flat = chain_flat(&chain, A(c));
    bool ok = flat != NULL && reduce_unique(c->cx, &values, &inverse, &counts, flat);
    chain_free(&chain);
    if (!ok) {
        return false;
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
    if (ok) {
        c->value = wanted == 1 ? given[0] : value_object(tuple_new(c->in, wanted, given));
    }
    return ok && c->value.type == VALUE_OBJECT;
}

/* NaN is behind all numbers. */
static bool is_less(double a, double b)
{
    return a < b || (isnan(b) && !isnan(a));
}

bool np_searchsorted(struct call *c)
{
    bool ordered = c->arg[3].value.type == VALUE_NONE;
    if (!ordered && !numpy_take(c, 3)) {
        return false;
    }
    const struct tensor *a = A(c), *v = B(c);
    bool right = strcmp(c->arg[2].text, "right") == 0;
    const struct tensor *sorter = ordered ? NULL : &c->arg[3].tensor;
    if (a->ndim != 1) {
        return numpy_refuse(c, "object too deep for desired array");
    }
    if (sorter != NULL && (sorter->ndim != 1 || sorter->shape[0] != a->shape[0])) {
        return numpy_refuse(c, "sorter.size must equal a.size");
    }
    if (!tensor_new(c->cx, &c->out[0], DTYPE_INT64, v->ndim, v->shape)) {
        return false;
    }
    int64_t *out = tensor_data(&c->out[0]);
    for (int64_t k = 0; k < tensor_numel(v); k++) {
        double x = tensor_cell(v, k);
        int64_t low = 0, high = a->shape[0];
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            int64_t place =
                sorter == NULL ? middle : tensor_int_at(sorter, tensor_place(sorter, middle));
            if (place < 0 || place >= a->shape[0]) {
                return numpy_refuse(c, "Sorter index out of range.");
            }
            double here = tensor_cell(a, place);
            if (right ? !is_less(x, here) : is_less(here, x)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        out[k] = low;
    }
    return body_one(c, true);
}

bool np_bincount(struct call *c)
{
    const struct tensor *x = A(c);
    if (x->ndim != 1) {
        return numpy_refuse(c, x->ndim > 1 ? "object too deep for desired array"
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
            return numpy_refuse(c, "'list' argument must have no negative elements");
        }
        n = i >= n ? i + 1 : n;
    }
    if (weighted && tensor_numel(B(c)) != tensor_numel(x)) {
        return numpy_refuse(c, "The weights and list don't have the same length.");
    }
    if (!body_one(c,
                  tensor_zeros(c->cx, &c->out[0], weighted ? DTYPE_FLOAT64 : DTYPE_INT64, 1, &n))) {
        return false;
    }
    void *to = tensor_data(&c->out[0]);
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        int64_t i = tensor_int_at(x, tensor_place(x, k));
        if (weighted) {
            ((double *)to)[i] += tensor_cell(B(c), k);
        } else {
            ((int64_t *)to)[i]++;
        }
    }
    return true;
}
