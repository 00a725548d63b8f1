/* Carries out x[...] = value. Without index tensors it is a copy into a view; with them each picked
 * cell is written (or added to) in row-major order of the picks: the last of equals wins. */
#include "tensor/shape/index.h"

#include "tensor/compute/convert.h"
#include "tensor/shape/index_plan.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view.h"
#include "tensor/shape/visit.h"

/* --- the value --- */

/* value without its leading axes of size 1, and in the tensor's dtype if it was a Python number. */
static bool prepare_value(struct compute *cx, struct tensor *out, const struct tensor *in,
                          const struct tensor *value)
{
    if (value->wrapped) {
        if (!promotion_check(cx, in->dtype, value) || !tensor_cast(cx, out, value, in->dtype)) {
            return false;
        }
    } else {
        *out = tensor_ref(value);
    }
    int ones = 0;
    while (ones < out->ndim && out->shape[ones] == 1) {
        ones++;
    }
    out->ndim -= ones;
    memmove(out->shape, out->shape + ones, (size_t)out->ndim * sizeof *out->shape);
    memmove(out->stride, out->stride + ones, (size_t)out->ndim * sizeof *out->stride);
    return true;
}

/* --- into a view --- */

/* Axes of stride 0 shrink to one cell: a single value may be written over cells that share memory.
 */
static struct tensor without_repeats(const struct tensor *t)
{
    struct tensor one = *t;
    for (int d = 0; d < one.ndim; d++) {
        if (one.stride[d] == 0 && one.shape[d] > 1) {
            one.shape[d] = 1;
        }
    }
    return one;
}

static bool write_view(struct compute *cx, const struct tensor *view, const struct tensor *value,
                       const struct tensor *trimmed)
{
    if (tensor_same_shape(view, value)) {
        return tensor_write(cx, view, value->wrapped ? trimmed : value);
    }
    if (value->ndim == 0) {
        struct tensor cells = without_repeats(view);
        return tensor_write(cx, &cells, trimmed);
    }
    scoped_tensor wide = {0};
    return view_expand(cx, &wide, trimmed, view->ndim, view->shape) &&
           tensor_write(cx, view, &wide);
}

/* --- into picked cells --- */

struct writing {
    const struct index_plan *plan;
    const struct tensor *value; /* expanded to the plan's shape */
    bool add;
};

static void write_block(const struct writing *w, int dim, char *to, const char *from)
{
    const struct index_plan *plan = w->plan;
    if (dim == plan->before) {
        dim += plan->replaced;
    }
    enum dtype dtype = plan->src.dtype;
    int64_t size = (int64_t)dtype_size(dtype);
    bool cell = dim == plan->ndim;
    if (w->add && (cell || dim == plan->ndim - 1)) {
        convert_add(dtype, to, cell ? 0 : plan->stride[dim] * size, from,
                    cell ? 0 : w->value->stride[dim] * size, cell ? 1 : plan->shape[dim]);
        return;
    }
    if (cell) {
        visit_copy_cell(to, from, (size_t)size);
        return;
    }
    for (int64_t i = 0; i < plan->shape[dim]; i++) {
        write_block(w, dim + 1, to + i * plan->stride[dim] * size,
                    from + i * w->value->stride[dim] * size);
    }
}

static void write_cells(const struct index_plan *plan, const struct tensor *value, bool add)
{
    if (plan->count == 0) {
        return;
    }
    struct writing w = {plan, value, add};
    struct tensor places = *value; /* borrowed: the value along the replaced axes only */
    places.ndim = plan->replaced;
    memcpy(places.shape, plan->shape + plan->before, (size_t)plan->replaced * sizeof *places.shape);
    memcpy(places.stride, value->stride + plan->before,
           (size_t)plan->replaced * sizeof *places.stride);
    int64_t size = (int64_t)dtype_size(value->dtype);
    char *to = tensor_data(&plan->src);
    const char *from = value->storage->data;
    const int64_t *offset = plan->offsets;
    struct visit visit;
    for (visit_rows(&visit, &places); visit.left > 0; visit_step(&visit)) {
        write_block(&w, 0, to + *offset++ * size, from + visit.place * size);
    }
}

static bool overlap_error(struct compute *cx)
{
    return error_set(cx->err, ERROR_RUNTIME,
                     "unsupported operation: some elements of the input tensor and the written-to "
                     "tensor refer to a single memory location. Please clone() the tensor before "
                     "performing the operation.");
}

/* PyTorch refuses a value or an index that lies in the memory that is written, if it can tell. */
static bool check_overlap(struct compute *cx, const struct tensor *dst, const struct tensor *other)
{
    if (dst->storage != other->storage || !tensor_is_dense(dst) || !tensor_is_dense(other)) {
        return true;
    }
    int64_t dst_end = dst->offset + tensor_numel(dst);
    int64_t other_end = other->offset + tensor_numel(other);
    bool apart = dst_end <= other->offset || other_end <= dst->offset;
    return apart || dst->offset == dst_end || other->offset == other_end || overlap_error(cx);
}

/* One value and at most one mask: PyTorch calls masked_fill_, which casts and checks less. */
static bool is_masked_fill(const struct index_picked *p, const struct tensor *value)
{
    int masks = 0;
    for (int i = 0; i < p->count; i++) {
        if (!p->has[i]) {
            continue;
        }
        if (p->tensors[i].dtype != DTYPE_BOOL && p->tensors[i].dtype != DTYPE_UINT8) {
            return false;
        }
        masks++;
    }
    return masks == 1 && tensor_numel(value) == 1;
}

static bool check_picked(struct compute *cx, const struct index_picked *p,
                         const struct tensor *value)
{
    if (!check_overlap(cx, &p->view, value)) {
        return false;
    }
    for (int i = 0; i < p->count; i++) {
        if (p->has[i] && !check_overlap(cx, &p->view, &p->tensors[i])) {
            return false;
        }
    }
    return true;
}

/* The value must broadcast to the picked cells and have their dtype. */
static bool check_fit(struct compute *cx, const struct index_plan *plan, const struct tensor *value)
{
    bool fits = value->ndim <= plan->ndim;
    for (int d = 1; fits && d <= value->ndim; d++) {
        int64_t size = value->shape[value->ndim - d];
        fits = size == 1 || size == plan->shape[plan->ndim - d];
    }
    if (!fits) {
        struct tensor result = {.ndim = plan->ndim};
        memcpy(result.shape, plan->shape, sizeof result.shape);
        scoped_buf have = {0}, want = {0};
        tensor_shape_text(value, &have);
        tensor_shape_text(&result, &want);
        error_set(cx->err, ERROR_RUNTIME,
                  "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result "
                  "of shape %s",
                  buf_text(&have), buf_text(&want));
        return false;
    }
    if (value->dtype != plan->src.dtype) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Index put requires the source and destination dtypes match, got %s for "
                         "the destination and %s for the source.",
                         dtype_legacy_name(plan->src.dtype), dtype_legacy_name(value->dtype));
    }
    return true;
}

/* Without this a value that shares memory with the target could change while it is read. */
static bool own_value(struct compute *cx, struct tensor *out, const struct tensor *target,
                      const struct tensor *value, bool fill)
{
    struct tensor cast;
    if (!fill) {
        return tensor_separate(cx, out, target, value);
    }
    if (!tensor_cast(cx, &cast, value, target->dtype)) {
        return false;
    }
    bool ok = tensor_separate(cx, out, target, &cast);
    tensor_release(&cast);
    if (ok) {
        out->ndim = 0;
    }
    return ok;
}

static bool put_picked(struct compute *cx, const struct index_picked *p, const struct tensor *value,
                       bool accumulate)
{
    bool fill = !accumulate && is_masked_fill(p, value);
    scoped_tensor own = {0}, wide = {0};
    if (!fill && !check_picked(cx, p, value)) {
        return false;
    }
    if (!own_value(cx, &own, &p->view, value, fill)) {
        return false;
    }
    struct index_plan plan;
    bool ok = index_plan_make(cx, &plan, p);
    if (ok) {
        ok = check_fit(cx, &plan, &own) && index_plan_offsets(cx, &plan) &&
             view_expand(cx, &wide, &own, plan.ndim, plan.shape);
        if (ok) {
            ok = tensor_announce(cx, &p->view);
            if (ok) {
                write_cells(&plan, &wide, accumulate);
            }
        }
        index_plan_release(&plan);
    }
    return ok;
}

/* x[view] += value, cell by cell: what accumulate means without index tensors. */
static bool add_to_view(struct compute *cx, const struct tensor *view, const struct tensor *value)
{
    struct index_plan plan = {.src = *view, .ndim = view->ndim, .before = view->ndim, .count = 1};
    int64_t offset = 0;
    plan.offsets = &offset;
    memcpy(plan.shape, view->shape, sizeof plan.shape);
    memcpy(plan.stride, view->stride, sizeof plan.stride);
    struct tensor cast;
    scoped_tensor own = {0}, wide = {0};
    if (!tensor_cast(cx, &cast, value, view->dtype)) {
        return false;
    }
    bool ok = tensor_separate(cx, &own, view, &cast);
    tensor_release(&cast);
    if (!ok) {
        return false;
    }
    ok = view_expand(cx, &wide, &own, view->ndim, view->shape);
    if (ok) {
        ok = tensor_announce(cx, view);
        if (ok) {
            write_cells(&plan, &wide, true);
        }
    }
    return ok;
}

bool index_put(struct compute *cx, const struct tensor *in, int count, const struct index *items,
               const struct tensor *value, bool accumulate)
{
    if (count == 1 && items[0].kind == INDEX_BOOL) {
        if (items[0].at == 0) {
            return true; /* x[False] = value does nothing */
        }
        struct index none = {.kind = INDEX_NONE};
        return index_put(cx, in, 1, &none, value, accumulate);
    }
    scoped_tensor trimmed = {0};
    if (!prepare_value(cx, &trimmed, in, value)) {
        return false;
    }
    struct index_picked p;
    bool ok = index_pick(cx, &p, in, count, items);
    if (ok) {
        if (p.count > 0) {
            ok = put_picked(cx, &p, &trimmed, accumulate);
        } else if (accumulate) {
            ok = add_to_view(cx, &p.view, &trimmed);
        } else {
            ok = write_view(cx, &p.view, value, &trimmed);
        }
        index_picked_release(&p);
    }
    return ok;
}
