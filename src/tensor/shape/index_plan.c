/* Turns index tensors into offsets: masks become positions, all are broadcast together, bounds are
 * checked. Rules: ATen/native/IndexingUtils.h and TensorAdvancedIndexing.cpp (AdvancedIndex).
 * Copies no cell of the indexed tensor. */
#include "tensor/shape/index_plan.h"

#include "tensor/compute/scratch.h"
#include "tensor/shape/arrange_pick.h"
#include "tensor/shape/iterate.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "tensor/shape/visit.h"

#include <stdlib.h>

static bool is_mask(const struct tensor *t)
{
    return t->dtype == DTYPE_BOOL || t->dtype == DTYPE_UINT8;
}

/* --- masks --- */

static bool mask_error(struct compute *cx, const struct tensor *view, int axis,
                       const struct tensor *mask, int mask_axis)
{
    scoped_buf mask_shape = {0}, view_shape = {0};
    tensor_shape_text(mask, &mask_shape);
    tensor_shape_text(view, &view_shape);
    error_set(cx->err, ERROR_INDEX,
              "The shape of the mask %s at index %d does not match the shape of the indexed tensor "
              "%s at index %d",
              buf_text(&mask_shape), mask_axis, buf_text(&view_shape), axis);
    return false;
}

static bool too_many(struct compute *cx, const struct tensor *view, int got)
{
    return error_set(cx->err, ERROR_INDEX, "too many indices for tensor of dimension %d (got %d)",
                     view->ndim, got);
}

/* A mask of n axes becomes n index tensors, the columns of its non-zero positions. */
static bool add_mask(struct compute *cx, struct index_plan *plan, const struct tensor *view,
                     const struct tensor *mask)
{
    for (int j = 0; j < mask->ndim; j++) {
        int axis = plan->axes + j;
        if (axis >= view->ndim) {
            return too_many(cx, view, plan->axes + mask->ndim);
        }
        if (mask->shape[j] != view->shape[axis]) {
            return mask_error(cx, view, axis, mask, j);
        }
    }
    scoped_tensor places = {0};
    if (!arrange_nonzero(cx, &places, mask)) {
        return false;
    }
    bool ok = true;
    for (int j = 0; ok && j < mask->ndim; j++) {
        ok = view_select(cx, &plan->index[plan->axes], &places, 1, j);
        plan->has[plan->axes] = ok;
        plan->axes += ok;
    }
    return ok;
}

static bool find_axes(struct compute *cx, struct index_plan *plan, const struct index_picked *p)
{
    for (int i = 0; i < p->count; i++) {
        if (p->has[i] && !is_mask(&p->tensors[i]) && p->tensors[i].dtype != DTYPE_INT64) {
            return error_set(cx->err, ERROR_INDEX,
                             "tensors used as indices must be long, byte or bool tensors");
        }
    }
    for (int i = 0; i < p->count; i++) {
        if (p->has[i] && is_mask(&p->tensors[i])) {
            if (!add_mask(cx, plan, &p->view, &p->tensors[i])) {
                return false;
            }
            continue;
        }
        if (plan->axes >= p->view.ndim) {
            return too_many(cx, &p->view, p->count);
        }
        plan->has[plan->axes] = p->has[i];
        if (p->has[i]) {
            plan->index[plan->axes] = tensor_ref(&p->tensors[i]);
        }
        plan->axes++;
    }
    for (; plan->axes < p->view.ndim; plan->axes++) {
        plan->has[plan->axes] = false;
    }
    return true;
}

/* --- one common shape --- */

static bool shapes_error(struct compute *cx, const struct index_plan *plan)
{
    scoped_buf shapes = {0};
    for (int d = 0; d < plan->axes; d++) {
        if (!plan->has[d]) {
            continue;
        }
        if (shapes.len > 0) {
            buf_puts(&shapes, ", ");
        }
        tensor_shape_text(&plan->index[d], &shapes);
    }
    error_set(cx->err, ERROR_INDEX,
              "shape mismatch: indexing tensors could not be broadcast together with shapes %s",
              buf_text(&shapes));
    return false;
}

/* Widens shape (ndim axes, aligned at the end) by t's; false when they do not fit. */
static bool widen(int *ndim, int64_t *shape, const struct tensor *t)
{
    while (*ndim < t->ndim) {
        memmove(shape + 1, shape, (size_t)*ndim * sizeof *shape);
        shape[0] = 1;
        ++*ndim;
    }
    for (int d = 0; d < t->ndim; d++) {
        int64_t *wide = &shape[*ndim - t->ndim + d];
        if (*wide == 1) {
            *wide = t->shape[d];
        } else if (t->shape[d] != 1 && t->shape[d] != *wide) {
            return false;
        }
    }
    return true;
}

static bool broadcast_axes(struct compute *cx, struct index_plan *plan, int *ndim, int64_t *shape)
{
    *ndim = 0;
    for (int d = 0; d < plan->axes; d++) {
        if (plan->has[d] && !widen(ndim, shape, &plan->index[d])) {
            return shapes_error(cx, plan);
        }
    }
    for (int d = 0; d < plan->axes; d++) {
        struct tensor wide;
        if (!plan->has[d]) {
            continue;
        }
        if (!view_expand(cx, &wide, &plan->index[d], *ndim, shape)) {
            return false;
        }
        tensor_release(&plan->index[d]);
        plan->index[d] = wide;
    }
    return true;
}

/* --- the result's axes --- */

/* Tensors that are not side by side move to the front, and their axes with them. */
static void move_apart_to_front(struct index_plan *plan, int indexed)
{
    int first = -1, last = -1;
    for (int d = 0; d < plan->axes; d++) {
        if (!plan->has[d]) {
            continue;
        }
        first = first < 0 ? d : first;
        last = d;
    }
    plan->before = first;
    if (last - first + 1 == indexed) {
        return;
    }
    struct index_plan from = *plan;
    int to = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int d = 0; d < from.axes; d++) {
            if (from.has[d] != (pass == 0)) {
                continue;
            }
            plan->src.shape[to] = from.src.shape[d];
            plan->src.stride[to] = from.src.stride[d];
            plan->has[to] = from.has[d];
            plan->index[to] = from.index[d];
            to++;
        }
    }
    plan->before = 0;
}

static void put_axis(struct index_plan *plan, int64_t size, int64_t stride)
{
    plan->shape[plan->ndim] = size;
    plan->stride[plan->ndim++] = stride;
}

static bool lay_out(struct compute *cx, struct index_plan *plan, int indexed, const int64_t *shape)
{
    plan->after = plan->src.ndim - plan->before - indexed;
    if (plan->before + plan->replaced + plan->after > TENSOR_MAX_DIMS) {
        return error_set(cx->err, ERROR_UNSUPPORTED,
                         "tensors of more than %d dimensions are not supported", TENSOR_MAX_DIMS);
    }
    bool empty_axis = false, empty_shape = false;
    for (int d = 0; d < plan->axes; d++) {
        empty_axis = empty_axis || (plan->has[d] && plan->src.shape[d] == 0);
    }
    for (int d = 0; d < plan->replaced; d++) {
        empty_shape = empty_shape || shape[d] == 0;
    }
    if (empty_axis && !empty_shape) {
        return error_set(cx->err, ERROR_INDEX, "index is out of bounds for dimension with size 0");
    }
    for (int d = 0; d < plan->before; d++) {
        put_axis(plan, plan->src.shape[d], plan->src.stride[d]);
    }
    for (int d = 0; d < plan->replaced; d++) {
        put_axis(plan, shape[d], 0);
    }
    for (int d = plan->before + indexed; d < plan->src.ndim; d++) {
        put_axis(plan, plan->src.shape[d], plan->src.stride[d]);
    }
    return true;
}

/* As TensorIterator chooses: the order of axes of the source, then of the index tensors, which
 * stand there with axes of size 1 around them. */
static bool choose_strides(struct compute *cx, struct index_plan *plan)
{
    int64_t shape[TENSOR_MAX_DIMS], rows[TENSOR_MAX_DIMS][TENSOR_MAX_DIMS];
    const int64_t *strides[TENSOR_MAX_DIMS + 1] = {plan->stride};
    int count = 1;
    for (int d = 0; d < plan->ndim; d++) {
        bool replaced = d >= plan->before && d < plan->before + plan->replaced;
        shape[d] = replaced ? plan->shape[d] : 1;
    }
    for (int i = 0; i < plan->axes; i++) {
        struct tensor wide;
        bool copied;
        if (!plan->has[i]) {
            continue;
        }
        if (!view_reshape(cx, &wide, &plan->index[i], plan->ndim, shape, &copied)) {
            return false;
        }
        for (int d = 0; d < plan->ndim; d++) {
            rows[i][d] = shape[d] == 1 && plan->shape[d] != 1 ? 0 : wide.stride[d];
        }
        tensor_release(&wide);
        strides[count++] = rows[i];
    }
    iterate_dense_strides(plan->ndim, plan->shape, count, strides, plan->out_stride);
    return true;
}

/* --- offsets --- */

static bool bounds_error(struct compute *cx, int64_t index, int number, int64_t size)
{
    return error_set(cx->err, ERROR_INDEX,
                     "index %lld is out of bounds for dimension %d with size %lld",
                     (long long)index, number, (long long)size);
}

/* Adds one index tensor's share; the first place that is out of bounds is remembered in *bad, so
 * that of several faults the first in row-major order is reported, as PyTorch does. */
static void add_offsets(struct index_plan *plan, const struct tensor *index, int64_t size,
                        int64_t stride, int64_t *bad)
{
    struct visit it;
    int64_t k = 0;
    for (visit_rows(&it, index); it.left > 0 && k < *bad; visit_step(&it), k++) {
        int64_t at = tensor_int_at(index, it.place);
        if (at < -size || at >= size) {
            *bad = k;
            return;
        }
        plan->offsets[k] += (at < 0 ? at + size : at) * stride;
    }
}

bool index_plan_offsets(struct compute *cx, struct index_plan *plan)
{
    plan->count = 1;
    int64_t cells = 1;
    for (int d = 0; d < plan->ndim; d++) {
        cells *= plan->shape[d];
    }
    for (int d = 0; d < plan->replaced; d++) {
        plan->count *= plan->shape[plan->before + d];
    }
    if (cells == 0) { /* nothing is read, so no index can be wrong */
        plan->count = 0;
        return true;
    }
    plan->offsets = scratch_new(cx, plan->count, sizeof *plan->offsets);
    if (plan->offsets == NULL) {
        return false;
    }
    memset(plan->offsets, 0, (size_t)plan->count * sizeof *plan->offsets);
    int64_t bad = INT64_MAX, bad_index = 0, bad_size = 0;
    int number = 0, bad_number = 0;
    for (int d = 0; d < plan->axes; d++) {
        if (!plan->has[d]) {
            continue;
        }
        int64_t before = bad;
        add_offsets(plan, &plan->index[d], plan->src.shape[d], plan->src.stride[d], &bad);
        if (bad < before) {
            bad_index = tensor_int_at(&plan->index[d], tensor_place(&plan->index[d], bad));
            bad_number = number;
            bad_size = plan->src.shape[d];
        }
        number++;
    }
    return bad == INT64_MAX || bounds_error(cx, bad_index, bad_number, bad_size);
}

bool index_plan_make(struct compute *cx, struct index_plan *plan, const struct index_picked *p)
{
    int64_t shape[TENSOR_MAX_DIMS] = {0};
    *plan = (struct index_plan){.src = p->view};
    bool ok = find_axes(cx, plan, p) && broadcast_axes(cx, plan, &plan->replaced, shape);
    if (ok) {
        int indexed = 0;
        for (int d = 0; d < plan->axes; d++) {
            indexed += plan->has[d];
        }
        move_apart_to_front(plan, indexed);
        ok = lay_out(cx, plan, indexed, shape) && choose_strides(cx, plan);
    }
    if (!ok) {
        index_plan_release(plan);
    }
    return ok;
}

void index_plan_release(struct index_plan *plan)
{
    for (int d = 0; d < plan->axes; d++) {
        if (plan->has[d]) {
            tensor_release(&plan->index[d]);
        }
    }
    plan->axes = 0;
    free(plan->offsets);
    plan->offsets = NULL;
}
