/* NumPy's functions that give an array another shape or order: views where NumPy makes views. */
#include "numpy/numpy.h"

#include "numpy/numpy_array.h"
#include "numpy/numpy_index.h"
#include "numpy/numpy_value.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/arrange_pick.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "torch/tensor_value.h"

#include <stdlib.h>
#include <string.h>

static bool give_if(struct call *c, bool ok, struct tensor *t)
{
    return (ok || numpy_failed(c)) && numpy_give_array(c, t);
}

static bool give_like_if(struct call *c, bool ok, struct tensor *t)
{
    return (ok || numpy_failed(c)) && numpy_give_like(c, t);
}

/* --- one array --- */

static bool refuse_shape(struct call *c, int64_t numel)
{
    scoped_buf text = {.budget = c->in->memory};
    const struct argument *shape = &c->arg[1];
    buf_putc(&text, '(');
    for (int k = 0; k < shape->count; k++) {
        if (shape->ints[k] < 0) {
            buf_printf(&text, "%snewaxis", k > 0 ? "," : "");
        } else {
            buf_printf(&text, "%s%lld", k > 0 ? "," : "", (long long)shape->ints[k]);
        }
    }
    buf_puts(&text, shape->count == 1 ? ",)" : ")");
    raise_exception(c->in, EXCEPTION_ValueError, "cannot reshape array of size %lld into shape %s",
                    (long long)numel, buf_text(&text));
    return false;
}

bool np_reshape(struct call *c)
{
    struct tensor t;
    bool copied;
    const struct argument *shape = &c->arg[1];
    int unknown = 0;
    if (!numpy_take_view(c, 0)) {
        return false;
    }
    if (strcmp(c->arg[2].text, "C") != 0) {
        return raise_unsupported(c->in, "reshape(order='%s') is not supported", c->arg[2].text);
    }
    int64_t numel = tensor_numel(&c->arg[0].tensor), known = 1;
    for (int k = 0; k < shape->count; k++) {
        unknown += shape->ints[k] == -1;
        if (shape->ints[k] >= 0 && __builtin_mul_overflow(known, shape->ints[k], &known)) {
            return refuse_shape(c, numel);
        }
    }
    if (unknown > 1) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "can only specify one unknown dimension");
    }
    if (unknown == 1 ? known == 0 || numel % known != 0 : known != numel) {
        return refuse_shape(c, numel);
    }
    return give_like_if(
        c, view_reshape(c->cx, &t, &c->arg[0].tensor, shape->count, shape->ints, &copied), &t);
}

bool np_ravel(struct call *c)
{
    struct tensor t;
    bool copied;
    struct tensor row;
    if (!numpy_take(c, 0)) {
        return false;
    }
    const int64_t n = tensor_numel(&c->arg[0].tensor);
    if (!tensor_contiguous(c->cx, &row, &c->arg[0].tensor)) {
        return numpy_failed(c);
    }
    bool ok = view_reshape(c->cx, &t, &row, 1, &n, &copied);
    tensor_release(&row);
    return give_if(c, ok, &t);
}

bool np_flatten(struct call *c)
{
    struct tensor copy, t;
    bool copied;
    if (!numpy_take(c, 0)) {
        return false;
    }
    const int64_t n = tensor_numel(&c->arg[0].tensor);
    if (!tensor_copy(c->cx, &copy, &c->arg[0].tensor)) {
        return numpy_failed(c);
    }
    bool ok = view_reshape(c->cx, &t, &copy, 1, &n, &copied);
    tensor_release(&copy);
    return give_if(c, ok, &t);
}

bool np_transpose(struct call *c)
{
    struct tensor t;
    int64_t order[TENSOR_MAX_DIMS];
    unsigned seen = 0;
    if (!numpy_take_view(c, 0)) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor;
    const struct argument *axes = &c->arg[1];
    bool reversed = axes->none || (axes->count == 0);
    if (!reversed && axes->count != a->ndim) {
        return raise_exception(c->in, EXCEPTION_ValueError, "axes don't match array");
    }
    for (int k = 0; k < a->ndim; k++) {
        int axis = a->ndim - 1 - k;
        if (!reversed && !numpy_axis(c->in, axes->ints[k], a->ndim, &axis)) {
            return false;
        }
        if ((seen >> axis & 1) != 0) {
            return raise_exception(c->in, EXCEPTION_ValueError, "repeated axis in transpose");
        }
        seen |= 1u << axis;
        order[k] = axis;
    }
    return give_like_if(c, view_permute(c->cx, &t, a, a->ndim, order), &t);
}

bool np_swapaxes(struct call *c)
{
    struct tensor t;
    int a, b;
    return numpy_take_view(c, 0) && numpy_axis(c->in, c->arg[1].i, c->arg[0].tensor.ndim, &a) &&
           numpy_axis(c->in, c->arg[2].i, c->arg[0].tensor.ndim, &b) &&
           give_like_if(c, view_transpose(c->cx, &t, &c->arg[0].tensor, a, b), &t);
}

bool np_moveaxis(struct call *c)
{
    struct tensor t;
    int unused;
    if (!numpy_take_view(c, 0)) {
        return false;
    }
    if (c->arg[1].count != c->arg[2].count) {
        return raise_exception(
            c->in, EXCEPTION_ValueError,
            "`source` and `destination` arguments must have the same number of elements");
    }
    for (int k = 0; k < c->arg[1].count; k++) {
        if (!numpy_axis(c->in, c->arg[1].ints[k], c->arg[0].tensor.ndim, &unused) ||
            !numpy_axis(c->in, c->arg[2].ints[k], c->arg[0].tensor.ndim, &unused)) {
            return false;
        }
    }
    return give_if(
        c,
        view_movedim(c->cx, &t, &c->arg[0].tensor, c->arg[1].count, c->arg[1].ints, c->arg[2].ints),
        &t);
}

bool np_expand_dims(struct call *c)
{
    if (!numpy_take_view(c, 0)) {
        return false;
    }
    int ndim = c->arg[0].tensor.ndim + c->arg[1].count;
    unsigned axes;
    struct tensor t = tensor_ref(&c->arg[0].tensor);
    bool ok = numpy_axes(c, 1, ndim, &axes);
    for (int k = 0; ok && k < ndim; k++) {
        if ((axes >> k & 1) != 0) {
            struct tensor wider;
            ok = view_unsqueeze(c->cx, &wider, &t, k);
            if (ok) {
                tensor_release(&t);
                t = wider;
            }
        }
    }
    if (!ok) {
        tensor_release(&t);
    }
    return give_if(c, ok, &t);
}

bool np_squeeze(struct call *c)
{
    unsigned axes;
    if (!numpy_take_view(c, 0) || !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes)) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor;
    struct tensor t = tensor_ref(a);
    t.ndim = 0;
    for (int k = 0; k < a->ndim; k++) {
        bool named = (axes >> k & 1) != 0;
        if (named && !c->arg[1].none && a->shape[k] != 1) {
            tensor_release(&t);
            return raise_exception(
                c->in, EXCEPTION_ValueError,
                "cannot select an axis to squeeze out which has size not equal to one");
        }
        if (!named || a->shape[k] != 1) {
            t.shape[t.ndim] = a->shape[k];
            t.stride[t.ndim++] = a->stride[k];
        }
    }
    return numpy_give_like(c, &t);
}

bool np_broadcast_to(struct call *c)
{
    struct tensor t;
    scoped_buf have = {.budget = c->in->memory}, want = {.budget = c->in->memory};
    if (!numpy_take_view(c, 0)) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor;
    const struct argument *shape = &c->arg[1];
    bool fits = a->ndim <= shape->count;
    for (int k = 1; fits && k <= a->ndim; k++) {
        int64_t n = a->shape[a->ndim - k];
        fits = n == 1 || n == shape->ints[shape->count - k];
    }
    if (fits) {
        return give_if(c, view_expand(c->cx, &t, a, shape->count, shape->ints), &t);
    }
    numpy_shape_text(a->ndim, a->shape, &have);
    numpy_shape_text(shape->count, shape->ints, &want);
    raise_exception(
        c->in, EXCEPTION_ValueError,
        "operands could not be broadcast together with remapped shapes [original->remapped]: %s  "
        "and requested shape %s",
        buf_text(&have), buf_text(&want));
    return false;
}

/* --- repeating, turning --- */

bool np_repeat(struct call *c)
{
    struct tensor times, t;
    int axis = 0;
    if (!numpy_take(c, 0) || !numpy_take(c, 1) ||
        (!c->arg[2].none && !numpy_axis(c->in, c->arg[2].i, c->arg[0].tensor.ndim, &axis))) {
        return false;
    }
    if (!tensor_cast(c->cx, &times, &c->arg[1].tensor, DTYPE_INT64)) {
        return numpy_failed(c);
    }
    bool ok =
        arrange_repeat_interleave(c->cx, &t, &c->arg[0].tensor, &times, !c->arg[2].none, axis);
    tensor_release(&times);
    return give_like_if(c, ok, &t);
}

bool np_tile(struct call *c)
{
    int64_t reps[TENSOR_MAX_DIMS];
    struct tensor t;
    if (!numpy_take(c, 0)) {
        return false;
    }
    int ndim = c->arg[0].tensor.ndim, count = c->arg[1].count;
    int all = ndim > count ? ndim : count;
    if (all > TENSOR_MAX_DIMS) {
        return raise_exception(c->in, EXCEPTION_ValueError, "maximum supported dimension is %d",
                               TENSOR_MAX_DIMS);
    }
    for (int k = 0; k < all; k++) {
        reps[k] = k < all - count ? 1 : c->arg[1].ints[k - (all - count)];
    }
    return give_if(c, arrange_repeat(c->cx, &t, &c->arg[0].tensor, all, reps), &t);
}

bool np_flip(struct call *c)
{
    unsigned axes;
    struct tensor t;
    if (!numpy_take_view(c, 0) || !numpy_axes(c, 1, c->arg[0].tensor.ndim, &axes)) {
        return false;
    }
    view_flip(&t, &c->arg[0].tensor, axes);
    return numpy_give_array(c, &t);
}

bool np_roll(struct call *c)
{
    struct tensor t;
    const struct argument *shift = &c->arg[1], *axis = &c->arg[2];
    int64_t shifts[TENSOR_MAX_DIMS], dims[TENSOR_MAX_DIMS];
    if (!numpy_take(c, 0)) {
        return false;
    }
    int count = axis->none ? 1 : axis->count > shift->count ? axis->count : shift->count;
    if (count > TENSOR_MAX_DIMS || shift->count == 0 || (!axis->none && axis->count == 0)) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "'shift' and 'axis' should be scalars or 1D "
                               "sequences");
    }
    for (int k = 0; k < count; k++) {
        int dim = 0;
        shifts[k] = shift->ints[shift->count == 1 ? 0 : k];
        if (!axis->none &&
            !numpy_axis(c->in, axis->ints[axis->count == 1 ? 0 : k], c->arg[0].tensor.ndim, &dim)) {
            return false;
        }
        dims[k] = dim;
    }
    return give_if(
        c, arrange_roll(c->cx, &t, &c->arg[0].tensor, count, shifts, axis->none ? NULL : dims), &t);
}

/* --- diagonals --- */

static bool triangle(struct call *c, bool lower)
{
    struct tensor t;
    struct tensor square = {0};
    if (!numpy_take(c, 0)) {
        return false;
    }
    const struct tensor *m = &c->arg[0].tensor;
    if (m->ndim == 0) { /* NumPy asks tri() for no row */
        return raise_exception(c->in, EXCEPTION_TypeError,
                               "tri() missing 1 required positional argument: 'N'");
    }
    if (m->ndim == 1) { /* NumPy repeats a vector in every row */
        const int64_t shape[2] = {m->shape[0], m->shape[0]};
        if (!view_expand(c->cx, &square, m, 2, shape)) {
            return numpy_failed(c);
        }
        m = &square;
    }
    bool ok =
        lower ? factory_tril(c->cx, &t, m, c->arg[1].i) : factory_triu(c->cx, &t, m, c->arg[1].i);
    tensor_release(&square);
    return give_if(c, ok, &t);
}

bool np_tril(struct call *c)
{
    return triangle(c, true);
}

bool np_triu(struct call *c)
{
    return triangle(c, false);
}

bool np_diag(struct call *c)
{
    struct tensor t;
    if (!numpy_take(c, 0)) {
        return false;
    }
    if (c->arg[0].tensor.ndim < 1 || c->arg[0].tensor.ndim > 2) {
        return raise_exception(c->in, EXCEPTION_ValueError, "Input must be 1- or 2-d.");
    }
    return give_if(c, factory_diag(c->cx, &t, &c->arg[0].tensor, c->arg[1].i), &t);
}

bool np_diagonal(struct call *c)
{
    struct tensor t;
    return numpy_take_view(c, 0) && give_if(c,
                                            view_diagonal(c->cx, &t, &c->arg[0].tensor, c->arg[1].i,
                                                          c->arg[2].i, c->arg[3].i),
                                            &t);
}

/* --- picking, padding, filling --- */

bool np_take(struct call *c)
{
    int axis = 0;
    struct tensor index, flat, t;
    bool copied;
    if (!numpy_take(c, 0) || !numpy_take(c, 1) ||
        (!c->arg[2].none && !numpy_axis(c->in, c->arg[2].i, c->arg[0].tensor.ndim, &axis))) {
        return false;
    }
    const struct tensor *a = &c->arg[0].tensor, *where = &c->arg[1].tensor;
    int64_t size = c->arg[2].none ? tensor_numel(a) : a->shape[axis];
    const int64_t n = tensor_numel(where);
    if (!tensor_new(c->cx, &index, DTYPE_INT64, 1, &n)) {
        return numpy_failed(c);
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t i = tensor_int_at(where, tensor_place(where, k));
        if (i < -size || i >= size) {
            tensor_release(&index);
            return raise_exception(c->in, EXCEPTION_IndexError,
                                   "index %lld is out of bounds for size %lld", (long long)i,
                                   (long long)size);
        }
        ((int64_t *)tensor_data(&index))[k] = i < 0 ? i + size : i;
    }
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = 0;
    for (int k = 0; !c->arg[2].none && k < axis; k++) {
        shape[ndim++] = a->shape[k];
    }
    for (int k = 0; k < where->ndim && ndim < TENSOR_MAX_DIMS; k++) {
        shape[ndim++] = where->shape[k];
    }
    for (int k = axis + 1; !c->arg[2].none && k < a->ndim && ndim < TENSOR_MAX_DIMS; k++) {
        shape[ndim++] = a->shape[k];
    }
    bool ok = c->arg[2].none ? arrange_take(c->cx, &flat, a, &index)
                             : arrange_index_select(c->cx, &flat, a, axis, &index);
    tensor_release(&index);
    if (!ok) {
        return numpy_failed(c);
    }
    ok = view_reshape(c->cx, &t, &flat, ndim, shape, &copied);
    tensor_release(&flat);
    return (ok || numpy_failed(c)) && numpy_give_like(c, &t);
}

/* pairs (before, after) for each axis in order; behind np.pad of the prelude. */
bool np_pad_constant(struct call *c)
{
    int64_t pairs[2 * TENSOR_MAX_DIMS];
    double value;
    struct tensor t;
    if (!numpy_take(c, 0) || !value_to_double(c->in, c->arg[2].value, &value)) {
        return false;
    }
    int ndim = c->arg[0].tensor.ndim;
    if (c->arg[1].count != 2 * ndim) {
        return raise_exception(c->in, EXCEPTION_ValueError, "pad_width does not fit the array");
    }
    for (int k = 0; k < ndim; k++) { /* the kernel counts from the last axis */
        pairs[2 * k] = c->arg[1].ints[2 * (ndim - 1 - k)];
        pairs[2 * k + 1] = c->arg[1].ints[2 * (ndim - 1 - k) + 1];
    }
    return give_if(c, arrange_pad(c->cx, &t, &c->arg[0].tensor, ndim, pairs, value), &t);
}

/* In place: the array gets other memory, and views of the old one keep that. */
bool np_resize(struct call *c)
{
    struct tensor t, flat;
    const struct argument *shape = &c->arg[1];
    if (!numpy_take(c, 0)) {
        return false;
    }
    if (c->arg[0].object == NULL) {
        return raise_unsupported(c->in, "resize of something that is no array");
    }
    for (int k = 0; k < shape->count; k++) {
        if (shape->ints[k] < 0) {
            return raise_exception(c->in, EXCEPTION_ValueError, "negative dimensions not allowed");
        }
    }
    struct tensor *own = &c->arg[0].object->tensor;
    if (!tensor_zeros(c->cx, &t, own->dtype, shape->count, shape->ints)) {
        return numpy_failed(c);
    }
    if (!tensor_copy(c->cx, &flat, own)) {
        tensor_release(&t);
        return numpy_failed(c);
    }
    int64_t from = tensor_numel(&flat), to = tensor_numel(&t);
    memcpy(tensor_data(&t), tensor_data(&flat),
           (size_t)(from < to ? from : to) * dtype_size(t.dtype));
    tensor_release(&flat);
    c->before = *own;
    *own = t;
    c->wrote = c->arg[0].object;
    c->value = value_none();
    return true;
}

bool np_fill(struct call *c)
{
    c->value = value_none();
    c->wrote = tensor_object_of(c->arg[0].value);
    return numpy_may_write(c->in, c->arg[0].value, "assignment destination") &&
           numpy_take_view(c, 0) && numpy_take(c, 1) &&
           (tensor_write(c->cx, &c->arg[0].tensor, &c->arg[1].tensor) || numpy_failed(c));
}

bool np_setflags(struct call *c)
{
    if (!c->arg[1].none) {
        tensor_object_of(c->arg[0].value)->read_only = c->arg[1].i == 0;
    }
    c->value = value_none();
    return true;
}

/* --- numbers --- */

bool np_item(struct call *c)
{
    if (!numpy_take(c, 0)) {
        return false;
    }
    struct tensor t = c->arg[0].tensor;
    const struct argument *index = &c->arg[1];
    if (index->count == 0) {
        if (tensor_numel(&t) != 1) {
            return raise_exception(c->in, EXCEPTION_ValueError,
                                   "can only convert an array of size 1 to a Python scalar");
        }
        return tensor_item(c->in, &t, &c->value);
    }
    bool flat = index->count == 1 && t.ndim != 1;
    if (!flat && index->count != t.ndim) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "incorrect number of indices for array");
    }
    int64_t at = 0;
    for (int k = 0; k < index->count; k++) {
        int64_t i = index->ints[k], size = flat ? tensor_numel(&t) : t.shape[k];
        if (flat && (i < -size || i >= size)) {
            return raise_exception(c->in, EXCEPTION_IndexError,
                                   "index %lld is out of bounds for size %lld", (long long)i,
                                   (long long)size);
        }
        if (!numpy_check_index(c->in, i, k, size)) {
            return false;
        }
        at = at * size + (i < 0 ? i + size : i);
    }
    t.offset = tensor_place(&t, at);
    t.ndim = 0;
    return tensor_item(c->in, &t, &c->value);
}

bool np_tolist(struct call *c)
{
    return numpy_take(c, 0) && tensor_to_value(c->in, &c->arg[0].tensor, &c->value);
}
