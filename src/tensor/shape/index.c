/* Carries out x[...]: the items are read from left to right into a view and index tensors; without
 * index tensors the view is the answer, with them the cells are copied. Writing is in index_put.c.
 */
#include "tensor/shape/index.h"

#include "tensor/shape/index_plan.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/visit.h"

/* --- the items --- */

/* Replaces the view, or reports that `ok` is false. */
static bool advance(struct index_picked *p, bool ok, const struct tensor *next)
{
    if (!ok) {
        return false;
    }
    tensor_release(&p->view);
    p->view = *next;
    return true;
}

static bool pick_int(struct compute *cx, struct index_picked *p, int axis, int position, int64_t at)
{
    struct tensor next;
    if (p->view.ndim == 0 && at == 0) {
        return error_set(cx->err, ERROR_INDEX,
                         "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                         "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
    }
    int64_t size = axis < p->view.ndim ? p->view.shape[axis] : 0;
    if (at < -size || at >= size) {
        return error_set(cx->err, ERROR_INDEX,
                         "index %lld is out of bounds for dimension %d with size %lld",
                         (long long)at, position, (long long)size);
    }
    return advance(p, view_select(cx, &next, &p->view, axis, at), &next);
}

static bool pick_slice(struct compute *cx, struct index_picked *p, int axis,
                       const struct index *item)
{
    struct tensor next;
    if (item->step == 0) {
        return error_set(cx->err, ERROR_VALUE, "slice step cannot be zero");
    }
    if (item->step < 0) {
        return error_set(cx->err, ERROR_VALUE, "step must be greater than zero");
    }
    if (p->view.ndim == 0) {
        return error_set(cx->err, ERROR_INDEX, "slice() cannot be applied to a 0-dim tensor.");
    }
    return advance(p, view_slice(cx, &next, &p->view, axis, item->start, item->stop, item->step),
                   &next);
}

static bool pick_none(struct compute *cx, struct index_picked *p, int axis)
{
    struct tensor next;
    return advance(p, view_unsqueeze(cx, &next, &p->view, axis), &next);
}

/* Takes over the reference. */
static bool record(struct compute *cx, struct index_picked *p, int axis, struct tensor *index)
{
    if (axis >= TENSOR_MAX_DIMS) {
        tensor_release(index);
        return error_set(cx->err, ERROR_UNSUPPORTED,
                         "tensors of more than %d dimensions are not supported", TENSOR_MAX_DIMS);
    }
    for (; p->count <= axis; p->count++) {
        p->has[p->count] = false;
    }
    p->has[axis] = true;
    p->tensors[axis] = *index;
    return true;
}

/* A lone True adds an axis of size 1, False one of size 0. */
static bool pick_bool(struct compute *cx, struct index_picked *p, int axis, bool value)
{
    struct tensor index;
    int64_t size = value ? 1 : 0;
    return pick_none(cx, p, axis) && tensor_zeros(cx, &index, DTYPE_INT64, 1, &size) &&
           record(cx, p, axis, &index);
}

static bool pick_tensor(struct compute *cx, struct index_picked *p, int axis, int position,
                        const struct tensor *t)
{
    if (t->ndim == 0 && !dtype_is_float(t->dtype)) {
        int64_t value = tensor_int_at(t, t->offset);
        if (t->dtype == DTYPE_BOOL || t->dtype == DTYPE_UINT8) {
            return pick_bool(cx, p, axis, value != 0);
        }
        return pick_int(cx, p, axis, position, value);
    }
    struct tensor index = tensor_ref(t);
    return record(cx, p, axis, &index);
}

/* How many axes the items speak for; a mask for as many as it has. */
static int axes_named(int count, const struct index *items)
{
    int named = 0;
    for (int i = 0; i < count; i++) {
        const struct index *item = &items[i];
        if (item->kind == INDEX_INT || item->kind == INDEX_SLICE) {
            named++;
        } else if (item->kind == INDEX_TENSOR) {
            named += item->tensor.dtype == DTYPE_BOOL || item->tensor.dtype == DTYPE_UINT8
                         ? item->tensor.ndim
                         : 1;
        }
    }
    return named;
}

/* Reads items[i] at *axis and moves on. An index tensor moves on by one axis even if it is a mask
 * of several: PyTorch's rule, and why x[mask2d, 1:] complains about the mask. */
static bool pick_item(struct compute *cx, struct index_picked *p, const struct index *item, int i,
                      int *axis, int skipped)
{
    switch (item->kind) {
    case INDEX_INT:
        return pick_int(cx, p, *axis, i, item->at);
    case INDEX_SLICE:
        return pick_slice(cx, p, (*axis)++, item);
    case INDEX_NONE:
        return pick_none(cx, p, (*axis)++);
    case INDEX_ELLIPSIS:
        *axis += skipped;
        return true;
    case INDEX_BOOL:
        return pick_bool(cx, p, (*axis)++, item->at != 0);
    case INDEX_TENSOR:
        break;
    }
    int before = p->view.ndim;
    bool ok = pick_tensor(cx, p, *axis, i, &item->tensor);
    *axis += p->view.ndim >= before; /* a 0-d integer took its axis away */
    return ok;
}

bool index_pick(struct compute *cx, struct index_picked *p, const struct tensor *in, int count,
                const struct index *items)
{
    int named = axes_named(count, items);
    bool simple = count == 1 && (items[0].kind == INDEX_INT || items[0].kind == INDEX_SLICE);
    if (named > in->ndim && !simple) {
        return error_set(cx->err, ERROR_INDEX, "too many indices for tensor of dimension %d",
                         in->ndim);
    }
    p->view = tensor_ref(in);
    p->view.wrapped = false;
    p->count = 0; /* of the tensors nothing is asked before they are counted */
    int axis = 0;
    for (int i = 0; i < count; i++) {
        if (!pick_item(cx, p, &items[i], i, &axis, in->ndim - named)) {
            index_picked_release(p);
            return false;
        }
    }
    return true;
}

void index_picked_release(struct index_picked *p)
{
    tensor_release(&p->view);
    for (int i = 0; i < p->count; i++) {
        if (p->has[i]) {
            tensor_release(&p->tensors[i]);
        }
    }
    p->count = 0;
}

/* --- reading --- */

/* Copies the cells along axes [dim, end), leaving out the replaced ones. */
static void read_block(const struct index_plan *plan, int dim, const struct tensor *out, char *to,
                       const char *from)
{
    if (dim == plan->before) {
        dim += plan->replaced;
    }
    int64_t size = (int64_t)dtype_size(out->dtype);
    if (dim == plan->ndim) {
        visit_copy_cell(to, from, (size_t)size);
        return;
    }
    int64_t n = plan->shape[dim], step = out->stride[dim] * size;
    if (dim == plan->ndim - 1 && out->stride[dim] == 1 && plan->stride[dim] == 1) {
        memcpy(to, from, (size_t)(n * size));
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        read_block(plan, dim + 1, out, to + i * step, from + i * plan->stride[dim] * size);
    }
}

static bool read_cells(struct compute *cx, struct tensor *out, const struct index_plan *plan)
{
    if (!tensor_new(cx, out, plan->src.dtype, plan->ndim, plan->shape)) {
        return false;
    }
    memcpy(out->stride, plan->out_stride, sizeof out->stride);
    if (plan->count == 0) {
        return true;
    }
    struct tensor places = *out; /* borrowed: the result along the replaced axes only */
    places.ndim = plan->replaced;
    memcpy(places.shape, plan->shape + plan->before, (size_t)plan->replaced * sizeof *places.shape);
    memcpy(places.stride, out->stride + plan->before,
           (size_t)plan->replaced * sizeof *places.stride);
    int64_t size = (int64_t)dtype_size(out->dtype);
    const char *from = tensor_data(&plan->src);
    char *to = out->storage->data;
    const int64_t *offset = plan->offsets;
    struct visit it;
    for (visit_rows(&it, &places); it.left > 0; visit_step(&it)) {
        read_block(plan, 0, out, to + it.place * size, from + *offset++ * size);
    }
    return true;
}

bool index_get(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
               const struct index *items, bool *is_view)
{
    struct index_picked p;
    if (!index_pick(cx, &p, in, count, items)) {
        return false;
    }
    *is_view = p.count == 0;
    if (p.count == 0) {
        *out = p.view;
        return true;
    }
    struct index_plan plan;
    bool ok = index_plan_make(cx, &plan, &p);
    if (ok) {
        ok = index_plan_offsets(cx, &plan) && read_cells(cx, out, &plan);
        index_plan_release(&plan);
    }
    index_picked_release(&p);
    return ok;
}
