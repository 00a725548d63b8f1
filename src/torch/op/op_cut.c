/* Cuts a tensor along an axis into several views: chunk, split, tensor_split, unbind. */
#include "base/counted.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

#include <stdlib.h>

/* Appends [from, to) along dim to the outputs. */
static bool cut(struct call *c, int dim, int64_t from, int64_t to)
{
    bool ok = view_slice(c->cx, &c->many[c->many_count], A(c), dim, from, to, 1);
    c->many_count += ok;
    return ok;
}

/* `count` parts of the same size; the last may be shorter. */
static bool cut_equal(struct call *c, int dim, int64_t size, int64_t count)
{
    int64_t length = A(c)->shape[dim];
    bool ok = body_many(c, count);
    for (int64_t k = 0; ok && k < count; k++) {
        int64_t end = (k + 1) * size;
        ok = cut(c, dim, k * size, end < length ? end : length);
    }
    return ok;
}

static bool cut_by(struct call *c, int dim, int64_t size)
{
    int64_t length = A(c)->shape[dim];
    return cut_equal(c, dim, size, length == 0 ? 1 : (length + size - 1) / size);
}

/* An axis to cut along: a 0-d tensor has none. */
static bool cut_axis(struct call *c, const char *name, int64_t dim, int *out)
{
    if (A(c)->ndim == 0) {
        return body_refuse(c, "%s expects at least a 1-dimensional tensor", name);
    }
    return tensor_dim(c->cx, A(c), dim, out);
}

bool op_chunk(struct call *c)
{
    int dim;
    if (c->arg[1].i <= 0) {
        return body_refuse(c, "chunk expects `chunks` to be greater than 0, got: %lld",
                           (long long)c->arg[1].i);
    }
    if (!cut_axis(c, "chunk", c->arg[2].i, &dim)) {
        return false;
    }
    int64_t size = (A(c)->shape[dim] + c->arg[1].i - 1) / c->arg[1].i;
    if (size == 0) { /* an empty axis: that many empty parts */
        c->backward = "SplitWithSizesBackward0";
        return cut_equal(c, dim, 0, c->arg[1].i);
    }
    return cut_by(c, dim, size);
}

bool op_split(struct call *c)
{
    int dim;
    int64_t size = c->arg[1].i;
    if (!cut_axis(c, "split", c->arg[2].i, &dim)) {
        return false;
    }
    if (size < 0) {
        return body_refuse(c, "split expects split_size be non-negative, but got split_size=%lld",
                           (long long)size);
    }
    if (size == 0 && A(c)->shape[dim] != 0) {
        return body_refuse(
            c, "split_size can only be 0 if dimension size is 0, but got dimension size of %lld",
            (long long)A(c)->shape[dim]);
    }
    return cut_by(c, dim, size);
}

bool op_split_sizes(struct call *c)
{
    int dim;
    int64_t sum = 0, at = 0;
    bool negative = false;
    const struct argument *sizes = &c->arg[1];
    if (!cut_axis(c, "split_with_sizes", c->arg[2].i, &dim)) {
        return false;
    }
    for (int k = 0; k < sizes->count; k++) {
        negative |= sizes->ints[k] < 0;
        sum = sum < 0 || sizes->ints[k] > INT64_MAX - sum ? -1 : sum + sizes->ints[k];
    }
    if (negative || sum != A(c)->shape[dim]) {
        scoped_buf text = {.budget = c->in->memory};
        tensor_sizes_text(sizes->count, sizes->ints, &text);
        if (negative) {
            body_refuse(c,
                        "split_with_sizes expects split_sizes have only non-negative entries, but "
                        "got split_sizes=%s",
                        buf_text(&text));
        } else {
            body_refuse(c,
                        "split_with_sizes expects split_sizes to sum exactly to %lld (input "
                        "tensor's size at dimension %d), but got split_sizes=%s",
                        (long long)A(c)->shape[dim], dim, buf_text(&text));
        }
        return false;
    }
    bool ok = body_many(c, sizes->count);
    for (int k = 0; ok && k < sizes->count; k++) {
        ok = cut(c, dim, at, at + sizes->ints[k]);
        at += sizes->ints[k];
    }
    return ok;
}

/* `sections` parts whose lengths differ by at most one. */
static bool cut_sections(struct call *c, int64_t sections, int64_t axis)
{
    int dim;
    int64_t at = 0;
    if (!cut_axis(c, "tensor_split", axis, &dim)) {
        return false;
    }
    if (sections <= 0) {
        return body_refuse(c, "number of sections must be larger than 0, got %lld",
                           (long long)sections);
    }
    int64_t length = A(c)->shape[dim];
    bool ok = body_many(c, sections);
    for (int64_t k = 0; ok && k < sections; k++) {
        int64_t size = length / sections + (k < length % sections);
        ok = cut(c, dim, at, at + size);
        at += size;
    }
    return ok;
}

static bool cut_at(struct call *c, const struct argument *places, int64_t axis)
{
    int dim;
    int64_t from = 0;
    bool ok = cut_axis(c, "tensor_split", axis, &dim) && body_many(c, places->count + 1);
    for (int k = 0; ok && k <= places->count; k++) {
        int64_t to = k < places->count ? places->ints[k] : INT64_MAX;
        ok = cut(c, dim, from, to);
        from = to;
    }
    return ok;
}

OP_IS(op_tensor_split, cut_sections(c, c->arg[1].i, c->arg[2].i))
OP_IS(op_tensor_split_at, cut_at(c, &c->arg[1], c->arg[2].i))

/* tensor_split(x, tensor): a 0-d one counts sections, a 1-D one names the places. */
bool op_tensor_split_tensor(struct call *c)
{
    const struct tensor *at = &c->arg[1].tensor;
    if (at->dtype != DTYPE_INT64) {
        return body_refuse(
            c, "tensor_split expected tensor_indices_or_sections to have dtype of long, but got %s",
            dtype_legacy_name(at->dtype));
    }
    if (at->ndim > 1) {
        return error_set(
            c->cx->err, ERROR_RUNTIME,
            "tensor_split expected tensor_indices_or_sections to be a "
            "zero-dimensional or one-dimensional tensor, but got a tensor with %d dims",
            at->ndim);
    }
    if (at->ndim == 0) {
        return cut_sections(c, tensor_int_at(at, tensor_place(at, 0)), c->arg[2].i);
    }
    int64_t *places = calloc(counted(at->shape[0] + 1), sizeof *places);
    if (places == NULL) {
        return error_memory(c->cx->err);
    }
    for (int64_t k = 0; k < at->shape[0]; k++) {
        places[k] = tensor_int_at(at, tensor_place(at, k));
    }
    const struct argument list = {.ints = places, .count = (int)at->shape[0]};
    bool ok = cut_at(c, &list, c->arg[2].i);
    free(places);
    return ok;
}

/* The axis of hsplit and vsplit: the row says how many axes there must be. */
static bool apart_axis(struct call *c, int *axis)
{
    int least = c->op->with;
    *axis = least == 1 && A(c)->ndim > 1 ? 1 : 0;
    return A(c)->ndim >= least ||
           body_refuse(
               c,
               "torch.%s requires a tensor with at least %d dimension, but got a tensor with "
               "%d dimensions!",
               c->op->name, least, A(c)->ndim);
}

/* Parts of the same length. */
bool op_split_apart(struct call *c)
{
    int axis;
    int64_t parts = c->arg[1].i;
    if (!apart_axis(c, &axis)) {
        return false;
    }
    if (parts > 0 && A(c)->shape[axis] % parts != 0) {
        return body_refuse(c,
                           "torch.%s attempted to split along dimension %d, but the size of the "
                           "dimension %lld is not divisible by the split_size %lld!",
                           c->op->name, axis, (long long)A(c)->shape[axis], (long long)parts);
    }
    return cut_sections(c, parts, axis);
}

bool op_split_apart_at(struct call *c)
{
    int axis;
    return apart_axis(c, &axis) && cut_at(c, &c->arg[1], axis);
}

bool op_unbind(struct call *c)
{
    int dim;
    if (A(c)->ndim == 0) {
        return error_set(c->cx->err, ERROR_INDEX,
                         "Dimension specified as %lld but tensor has no dimensions",
                         (long long)c->arg[1].i);
    }
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &dim) || !body_many(c, A(c)->shape[dim])) {
        return false;
    }
    bool ok = true;
    for (int64_t k = 0; ok && k < A(c)->shape[dim]; k++) {
        ok = view_select(c->cx, &c->many[k], A(c), dim, k);
        c->many_count += ok;
    }
    return ok;
}
