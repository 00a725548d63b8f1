/* Gives arrays another shape or order: views where NumPy makes views. */

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
#include "torch/op/op_body.h"
#include "torch/tensor_value.h"

#include <string.h>

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
    numpy_refuse(c, "cannot reshape array of size %lld into shape %s", (long long)numel,
                 buf_text(&text));
    return false;
}

bool np_reshape(struct call *c)
{
    bool copied;
    const struct argument *shape = &c->arg[1];
    int unknown = 0;
    if (strcmp(c->arg[2].text, "C") != 0) {
        return raise_unsupported(c->in, "reshape(order='%s') is not supported", c->arg[2].text);
    }
    int64_t numel = tensor_numel(A(c)), known = 1;
    for (int k = 0; k < shape->count; k++) {
        unknown += shape->ints[k] == -1;
        if (shape->ints[k] >= 0 && __builtin_mul_overflow(known, shape->ints[k], &known)) {
            return refuse_shape(c, numel);
        }
    }
    if (unknown > 1) {
        return numpy_refuse(c, "can only specify one unknown dimension");
    }
    if (unknown == 1 ? known == 0 || numel % known != 0 : known != numel) {
        return refuse_shape(c, numel);
    }
    return body_one(c, view_reshape(c->cx, &c->out[0], A(c), INTS(c, 1), &copied));
}

bool np_ravel(struct call *c)
{
    bool copied;
    scoped_tensor row = {0};
    const int64_t n = tensor_numel(A(c));
    if (!tensor_contiguous(c->cx, &row, A(c))) {
        return false;
    }
    bool ok = view_reshape(c->cx, &c->out[0], &row, 1, &n, &copied);
    return body_one(c, ok);
}

bool np_flatten(struct call *c)
{
    struct chain k = {.c = c};
    return chain_end(&k, chain_flat(&k, chain_copy(&k, A(c))));
}

bool np_transpose(struct call *c)
{
    int64_t order[TENSOR_MAX_DIMS];
    unsigned seen = 0;
    const struct tensor *a = A(c);
    const struct argument *axes = &c->arg[1];
    bool reversed = axes->none || (axes->count == 0);
    if (!reversed && axes->count != a->ndim) {
        return numpy_refuse(c, "axes don't match array");
    }
    for (int k = 0; k < a->ndim; k++) {
        int axis = a->ndim - 1 - k;
        if (!reversed && !numpy_axis(c->in, axes->ints[k], a->ndim, &axis)) {
            return false;
        }
        if ((seen >> axis & 1) != 0) {
            return numpy_refuse(c, "repeated axis in transpose");
        }
        seen |= 1u << axis;
        order[k] = axis;
    }
    return body_one(c, view_permute(c->cx, &c->out[0], a, a->ndim, order));
}

bool np_swapaxes(struct call *c)
{
    int a, b;
    return numpy_axis(c->in, c->arg[1].i, A(c)->ndim, &a) &&
           numpy_axis(c->in, c->arg[2].i, A(c)->ndim, &b) &&
           body_one(c, view_transpose(c->cx, &c->out[0], A(c), a, b));
}

bool np_moveaxis(struct call *c)
{
    int unused;
    if (c->arg[1].count != c->arg[2].count) {
        return numpy_refuse(
            c, "`source` and `destination` arguments must have the same number of elements");
    }
    for (int k = 0; k < c->arg[1].count; k++) {
        if (!numpy_axis(c->in, c->arg[1].ints[k], A(c)->ndim, &unused) ||
            !numpy_axis(c->in, c->arg[2].ints[k], A(c)->ndim, &unused)) {
            return false;
        }
    }
    return body_one(c, view_movedim(c->cx, &c->out[0], A(c), INTS(c, 1), c->arg[2].ints));
}

bool np_expand_dims(struct call *c)
{
    struct chain chain = {.c = c};
    const struct tensor *t = A(c);
    int ndim = t->ndim + c->arg[1].count;
    unsigned axes;
    if (!numpy_axes(c, 1, ndim, &axes)) {
        return false;
    }
    for (int k = 0; k < ndim; k++) {
        t = (axes >> k & 1) != 0 ? chain_unsqueeze(&chain, t, k) : t;
    }
    return chain_end(&chain, t);
}

bool np_squeeze(struct call *c)
{
    unsigned axes;
    const struct tensor *a = A(c);
    if (!numpy_axes(c, 1, a->ndim, &axes)) {
        return false;
    }
    struct tensor *t = &c->out[0];
    *t = tensor_ref(a);
    t->ndim = 0;
    for (int k = 0; k < a->ndim; k++) {
        bool named = (axes >> k & 1) != 0;
        if (named && !c->arg[1].none && a->shape[k] != 1) {
            return numpy_refuse(
                c, "cannot select an axis to squeeze out which has size not equal to one");
        }
        if (!named || a->shape[k] != 1) {
            t->shape[t->ndim] = a->shape[k];
            t->stride[t->ndim++] = a->stride[k];
        }
    }
    return body_one(c, true);
}

bool np_broadcast_to(struct call *c)
{
    scoped_buf have = {.budget = c->in->memory}, want = {.budget = c->in->memory};
    const struct tensor *a = A(c);
    const struct argument *shape = &c->arg[1];
    bool fits = a->ndim <= shape->count;
    for (int k = 1; fits && k <= a->ndim; k++) {
        int64_t n = a->shape[a->ndim - k];
        fits = n == 1 || n == shape->ints[shape->count - k];
    }
    if (fits) {
        c->read_only = true;
        return body_one(c, view_expand(c->cx, &c->out[0], a, INTS(c, 1)));
    }
    numpy_shape_text(a->ndim, a->shape, &have);
    numpy_shape_text(shape->count, shape->ints, &want);
    numpy_refuse(c,
                 "operands could not be broadcast together with remapped shapes "
                 "[original->remapped]: %s  and requested shape %s",
                 buf_text(&have), buf_text(&want));
    return false;
}

/* --- repeating, turning --- */

bool np_repeat(struct call *c)
{
    scoped_chain k = {.c = c};
    int axis = 0;
    if (!c->arg[2].none && !numpy_axis(c->in, c->arg[2].i, A(c)->ndim, &axis)) {
        return false;
    }
    const struct tensor *times = chain_cast(&k, B(c), DTYPE_INT64);
    return times != NULL && body_one(c, arrange_repeat_interleave(c->cx, &c->out[0], A(c), times,
                                                                  !c->arg[2].none, axis));
}

bool np_tile(struct call *c)
{
    int64_t reps[TENSOR_MAX_DIMS];
    int ndim = A(c)->ndim, count = c->arg[1].count;
    int all = ndim > count ? ndim : count;
    if (all > TENSOR_MAX_DIMS) {
        return numpy_refuse(c, "maximum supported dimension is %d", TENSOR_MAX_DIMS);
    }
    for (int k = 0; k < all; k++) {
        reps[k] = k < all - count ? 1 : c->arg[1].ints[k - (all - count)];
    }
    return body_one(c, arrange_repeat(c->cx, &c->out[0], A(c), all, reps));
}

bool np_flip(struct call *c)
{
    unsigned axes;
    if (!numpy_axes(c, 1, A(c)->ndim, &axes)) {
        return false;
    }
    view_flip(&c->out[0], A(c), axes);
    return body_one(c, true);
}

bool np_roll(struct call *c)
{
    const struct argument *shift = &c->arg[1], *axis = &c->arg[2];
    int64_t shifts[TENSOR_MAX_DIMS], dims[TENSOR_MAX_DIMS];
    int count = axis->none ? 1 : axis->count > shift->count ? axis->count : shift->count;
    if (count > TENSOR_MAX_DIMS || shift->count == 0 || (!axis->none && axis->count == 0)) {
        return numpy_refuse(c, "'shift' and 'axis' should be scalars or 1D sequences");
    }
    for (int k = 0; k < count; k++) {
        int dim = 0;
        shifts[k] = shift->ints[shift->count == 1 ? 0 : k];
        if (!axis->none &&
            !numpy_axis(c->in, axis->ints[axis->count == 1 ? 0 : k], A(c)->ndim, &dim)) {
            return false;
        }
        dims[k] = dim;
    }
    return body_one(c,
                    arrange_roll(c->cx, &c->out[0], A(c), count, shifts, axis->none ? NULL : dims));
}

/* --- diagonals --- */

bool np_triangle(struct call *c)
{
    scoped_chain k = {.c = c};
    const struct tensor *m = A(c);
    if (m->ndim == 0) { /* NumPy asks tri() for no row */
        return raise_exception(c->in, EXCEPTION_TypeError,
                               "tri() missing 1 required positional argument: 'N'");
    }
    if (m->ndim == 1) { /* NumPy repeats a vector in every row */
        const int64_t shape[2] = {m->shape[0], m->shape[0]};
        m = chain_made(&k, view_expand(c->cx, chain_room(&k), m, 2, shape));
    }
    return m != NULL && body_one(c, (c->op->with ? factory_triu : factory_tril)(c->cx, &c->out[0],
                                                                                m, c->arg[1].i));
}

/* A view, which NumPy lets nobody write. */
static bool give_diagonal(struct call *c, int64_t first, int64_t second)
{
    c->read_only = true;
    return body_one(c, view_diagonal(c->cx, &c->out[0], A(c), c->arg[1].i, first, second));
}

bool np_diag(struct call *c)
{
    int ndim = A(c)->ndim;
    if (ndim < 1 || ndim > 2) {
        return numpy_refuse(c, "Input must be 1- or 2-d.");
    }
    return ndim == 2 ? give_diagonal(c, 0, 1)
                     : body_one(c, factory_diag(c->cx, &c->out[0], A(c), c->arg[1].i));
}

OP_IS(np_diagonal, give_diagonal(c, c->arg[2].i, c->arg[3].i))

/* --- picking, padding, filling --- */

bool np_take(struct call *c)
{
    int axis = 0;
    struct tensor index;
    scoped_tensor flat = {0};
    bool copied;
    const struct tensor *a = A(c), *where = B(c);
    const int64_t n = tensor_numel(where);
    if ((!c->arg[2].none && !numpy_axis(c->in, c->arg[2].i, a->ndim, &axis)) ||
        !tensor_new(c->cx, &index, DTYPE_INT64, 1, &n)) {
        return false;
    }
    int64_t size = c->arg[2].none ? tensor_numel(a) : a->shape[axis];
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
    return ok && body_one(c, view_reshape(c->cx, &c->out[0], &flat, ndim, shape, &copied));
}

/* pairs (before, after) for each axis in order; behind np.pad of the prelude. */
bool np_pad_constant(struct call *c)
{
    int64_t pairs[2 * TENSOR_MAX_DIMS];
    double value;
    int ndim = A(c)->ndim;
    if (!value_to_double(c->in, c->arg[2].value, &value)) {
        return false;
    }
    if (c->arg[1].count != 2 * ndim) {
        return numpy_refuse(c, "pad_width does not fit the array");
    }
    for (int k = 0; k < ndim; k++) { /* the kernel counts from the last axis */
        pairs[2 * k] = c->arg[1].ints[2 * (ndim - 1 - k)];
        pairs[2 * k + 1] = c->arg[1].ints[2 * (ndim - 1 - k) + 1];
    }
    return body_one(c, arrange_pad(c->cx, &c->out[0], A(c), ndim, pairs, value));
}

/* In place: the array gets other memory, and views of the old one keep that. */
bool np_resize(struct call *c)
{
    struct tensor t, flat;
    const struct argument *shape = &c->arg[1];
    if (c->arg[0].object == NULL) {
        return raise_unsupported(c->in, "resize of something that is no array");
    }
    for (int k = 0; k < shape->count; k++) {
        if (shape->ints[k] < 0) {
            return numpy_refuse(c, "negative dimensions not allowed");
        }
    }
    struct tensor *own = &c->arg[0].object->tensor;
    if (!tensor_zeros(c->cx, &t, own->dtype, shape->count, shape->ints)) {
        return false;
    }
    if (!tensor_copy(c->cx, &flat, own)) {
        tensor_release(&t);
        return false;
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
           numpy_take_view(c, 0) && numpy_take(c, 1) && tensor_write(c->cx, A(c), B(c));
}

bool np_setflags(struct call *c)
{
    struct tensor_object *array = tensor_object_of(c->arg[0].value);
    const struct tensor_object *base = (struct tensor_object *)array->node;
    bool may = c->arg[1].i != 0;
    c->value = value_none();
    if (!c->arg[1].none && may && base != NULL && base->read_only) {
        return raise_exception(c->in, EXCEPTION_ValueError,
                               "cannot set WRITEABLE flag to True of this array");
    }
    array->read_only = c->arg[1].none ? array->read_only : !may;
    return true;
}

/* --- numbers --- */

bool np_item(struct call *c)
{
    struct tensor t = *A(c);
    const struct argument *index = &c->arg[1];
    if (index->count == 0) {
        if (tensor_numel(&t) != 1) {
            return numpy_refuse(c, "can only convert an array of size 1 to a Python scalar");
        }
        return tensor_item(c->in, &t, &c->value);
    }
    bool flat = index->count == 1 && t.ndim != 1;
    if (!flat && index->count != t.ndim) {
        return numpy_refuse(c, "incorrect number of indices for array");
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

OP_IS(np_tolist, tensor_to_value(c->in, A(c), &c->value))
