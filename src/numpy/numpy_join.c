/* Holds NumPy's concatenate and stack, split and array_split, with NumPy's words for what does not
 * fit. */

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_value.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_body.h"

#include <stdlib.h>

/* --- joining --- */

/* The list of argument 0 in one type. */
static bool take_joined(struct call *c, struct numpy_list *l)
{
    if (!numpy_list_take(c, 0, l)) {
        numpy_list_free(l);
        return false;
    }
    if (l->count == 0) {
        numpy_list_free(l);
        return numpy_refuse(c, "need at least one array to %s",
                            c->op->name[0] == 's' ? "stack" : "concatenate");
    }
    enum dtype d = l->at[0].dtype;
    for (int k = 0; k < l->count; k++) {
        d = numpy_promote(d, l->at[k].dtype);
    }
    for (int k = 0; k < l->count; k++) {
        struct tensor cast;
        if (!tensor_cast(c->cx, &cast, &l->at[k], d)) {
            numpy_list_free(l);
            return false;
        }
        if (l->owned[k]) {
            tensor_release(&l->at[k]);
        }
        l->at[k] = cast;
        l->owned[k] = true;
    }
    return true;
}

static bool check_joined(struct call *c, const struct numpy_list *l, int axis)
{
    const struct tensor *first = &l->at[0];
    for (int k = 0; k < l->count; k++) {
        const struct tensor *t = &l->at[k];
        if (t->ndim == 0) {
            return numpy_refuse(c, "zero-dimensional arrays cannot be concatenated");
        }
        if (t->ndim != first->ndim) {
            return numpy_refuse(
                c,
                "all the input arrays must have same number of dimensions, but the array at index "
                "0 has %d dimension(s) and the array at index %d has %d dimension(s)",
                first->ndim, k, t->ndim);
        }
        for (int d = 0; d < t->ndim; d++) {
            if (d != axis && t->shape[d] != first->shape[d]) {
                return numpy_refuse(c,
                                    "all the input array dimensions except for the concatenation "
                                    "axis must match exactly, but along dimension %d, the array at "
                                    "index 0 has size %lld and the array at index %d has size %lld",
                                    d, (long long)first->shape[d], k, (long long)t->shape[d]);
            }
        }
    }
    return true;
}

static bool join(struct call *c, struct numpy_list *l, int axis, bool new_axis)
{
    const struct tensor **at = calloc((size_t)l->count, sizeof *at);
    bool ok = at != NULL || raise_memory(c->in);
    for (int k = 0; ok && k < l->count; k++) {
        at[k] = &l->at[k];
    }
    ok = ok && (new_axis ? arrange_stack : arrange_cat)(c->cx, &c->out[0], l->count, at, axis);
    free(at);
    numpy_list_free(l);
    return body_one(c, ok);
}

/* axis=None: everything in one row */
static bool flatten_all(struct call *c, struct numpy_list *l)
{
    for (int k = 0; k < l->count; k++) {
        struct tensor flat;
        bool copied;
        const int64_t n = tensor_numel(&l->at[k]);
        if (!view_reshape(c->cx, &flat, &l->at[k], 1, &n, &copied)) {
            return false;
        }
        tensor_release(&l->at[k]);
        l->at[k] = flat;
    }
    return true;
}

bool np_concatenate(struct call *c)
{
    struct numpy_list l;
    int axis = 0;
    if (!take_joined(c, &l)) {
        return false;
    }
    bool ok = c->arg[1].none
                  ? flatten_all(c, &l)
                  : l.at[0].ndim == 0 || numpy_axis(c->in, c->arg[1].i, l.at[0].ndim, &axis);
    if (!ok || !check_joined(c, &l, axis)) {
        numpy_list_free(&l);
        return false;
    }
    return join(c, &l, axis, false);
}

bool np_stack(struct call *c)
{
    struct numpy_list l;
    int axis;
    if (!take_joined(c, &l)) {
        return false;
    }
    bool ok = numpy_axis(c->in, c->arg[1].i, l.at[0].ndim + 1, &axis);
    for (int k = 1; ok && k < l.count; k++) {
        ok = tensor_same_shape(&l.at[0], &l.at[k]) ||
             numpy_refuse(c, "all input arrays must have the same shape");
    }
    if (!ok) {
        numpy_list_free(&l);
        return false;
    }
    return join(c, &l, axis, true);
}

/* --- splitting --- */

/* A list of slices of argument 0 along axis; cuts holds count - 1 places. */
static bool slices(struct call *c, int axis, int64_t count, const int64_t *cuts)
{
    const struct tensor *a = &c->arg[0].tensor;
    struct list *l = list_new(c->in, count);
    for (int64_t k = 0; l != NULL && k < count; k++) {
        struct tensor part;
        struct value v;
        int64_t from = k == 0 ? 0 : cuts[k - 1], to = k == count - 1 ? a->shape[axis] : cuts[k];
        if (!view_slice(c->cx, &part, a, axis, from, to < from ? from : to, 1)) {
            return false;
        }
        if (!numpy_wrap(c->in, &part, true, &v) || !list_append(c->in, l, v)) {
            return false;
        }
    }
    c->value = value_object(l);
    c->has_value = true;
    return l != NULL;
}

/* Into equal parts, or as equal as can be: as the row says. */
bool np_cut(struct call *c)
{
    int axis;
    bool equal = c->op->with;
    if (!numpy_axis(c->in, c->arg[2].i, A(c)->ndim, &axis)) {
        return false;
    }
    int64_t size = A(c)->shape[axis], count;
    struct value v = c->arg[1].value;
    bool listed = list_is(v) || tuple_is(v) ||
                  (ndarray_is(c->in, v) && tensor_object_of(v)->tensor.ndim == 1);
    int64_t *cuts = NULL;
    if (listed) {
        struct list *l = list_of(c->in, v);
        count = l != NULL ? l->count + 1 : 0;
        cuts = l != NULL ? calloc((size_t)count, sizeof *cuts) : NULL;
        for (int64_t k = 0; cuts != NULL && k + 1 < count; k++) {
            if (!value_to_int(c->in, l->at[k], &cuts[k])) {
                free(cuts);
                return false;
            }
        }
    } else {
        if (!value_to_int(c->in, v, &count)) {
            return false;
        }
        if (count <= 0) {
            return numpy_refuse(c, "number sections must be larger than 0.");
        }
        if (equal && size % count != 0) {
            return numpy_refuse(c, "array split does not result in an equal division");
        }
        cuts = count < (int64_t)1 << 32 ? calloc((size_t)count, sizeof *cuts) : NULL;
        for (int64_t k = 0; cuts != NULL && k < count; k++) { /* the first ones are one longer */
            int64_t more = k + 1 < size % count ? k + 1 : size % count;
            cuts[k] = (k + 1) * (size / count) + more;
        }
    }
    if (cuts == NULL) {
        return c->in->exception.type == VALUE_OBJECT ? false : raise_memory(c->in);
    }
    bool ok = slices(c, axis, count, cuts);
    free(cuts);
    return ok;
}
