/* Cuts a tensor along an axis into several views: chunk, split, tensor_split, unbind. */
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

#include <stdlib.h>

/* Appends [from, to) along dim to the outputs. */
static bool cut(struct call *c, int dim, int64_t from, int64_t to)
{
    if (!view_slice(c->cx, &c->many[c->many_count], A(c), dim, from, to, 1)) {
        return false;
    }
    c->many_count++;
    return true;
}

static bool cut_equal(struct call *c, int dim, int64_t size)
{
    int64_t length = A(c)->shape[dim];
    int64_t count = length == 0 ? 1 : (length + size - 1) / size;
    if (!body_many(c, count)) {
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t end = (k + 1) * size;
        if (!cut(c, dim, k * size, end < length ? end : length)) {
            return false;
        }
    }
    return true;
}

/* An axis to cut along: a 0-d tensor has none. */
static bool cut_axis(struct call *c, const char *name, int64_t dim, int *out)
{
    if (A(c)->ndim == 0) {
        return error_set(c->cx->err, ERROR_RUNTIME, "%s expects at least a 1-dimensional tensor",
                         name);
    }
    return tensor_dim(c->cx, A(c), dim, out);
}

bool op_chunk(struct call *c)
{
    int dim;
    if (c->arg[1].i <= 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "chunk expects `chunks` to be greater than 0, got: %lld",
                         (long long)c->arg[1].i);
    }
    if (!cut_axis(c, "chunk", c->arg[2].i, &dim)) {
        return false;
    }
    int64_t size = (A(c)->shape[dim] + c->arg[1].i - 1) / c->arg[1].i;
    if (size == 0) { /* an empty axis: that many empty parts */
        c->backward = "SplitWithSizesBackward0";
        if (!body_many(c, c->arg[1].i)) {
            return false;
        }
        for (int64_t k = 0; k < c->arg[1].i; k++) {
            if (!cut(c, dim, 0, 0)) {
                return false;
            }
        }
        return true;
    }
    return cut_equal(c, dim, size);
}

bool op_split(struct call *c)
{
    int dim;
    int64_t size = c->arg[1].i;
    if (!cut_axis(c, "split", c->arg[2].i, &dim)) {
        return false;
    }
    if (size < 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "split expects split_size be non-negative, but got split_size=%lld",
                         (long long)size);
    }
    if (size == 0 && A(c)->shape[dim] != 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "split_size can only be 0 if dimension size is 0, but got dimension size "
                         "of %lld",
                         (long long)A(c)->shape[dim]);
    }
    return cut_equal(c, dim, size);
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
            error_set(c->cx->err, ERROR_RUNTIME,
                      "split_with_sizes expects split_sizes have only non-negative entries, but "
                      "got split_sizes=%s",
                      buf_text(&text));
        } else {
            error_set(c->cx->err, ERROR_RUNTIME,
                      "split_with_sizes expects split_sizes to sum exactly to %lld (input tensor's "
                      "size at dimension %d), but got split_sizes=%s",
                      (long long)A(c)->shape[dim], dim, buf_text(&text));
        }
        return false;
    }
    if (!body_many(c, sizes->count)) {
        return false;
    }
    for (int k = 0; k < sizes->count; k++) {
        if (!cut(c, dim, at, at + sizes->ints[k])) {
            return false;
        }
        at += sizes->ints[k];
    }
    return true;
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
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "number of sections must be larger than 0, got %lld", (long long)sections);
    }
    int64_t length = A(c)->shape[dim];
    if (!body_many(c, sections)) {
        return false;
    }
    for (int64_t k = 0; k < sections; k++) {
        int64_t size = length / sections + (k < length % sections);
        if (!cut(c, dim, at, at + size)) {
            return false;
        }
        at += size;
    }
    return true;
}

static bool cut_at(struct call *c, const struct argument *places, int64_t axis)
{
    int dim;
    int64_t from = 0;
    if (!cut_axis(c, "tensor_split", axis, &dim) || !body_many(c, places->count + 1)) {
        return false;
    }
    for (int k = 0; k <= places->count; k++) {
        int64_t to = k < places->count ? places->ints[k] : INT64_MAX;
        if (!cut(c, dim, from, to)) {
            return false;
        }
        from = to;
    }
    return true;
}

bool op_tensor_split(struct call *c)
{
    return cut_sections(c, c->arg[1].i, c->arg[2].i);
}

bool op_tensor_split_at(struct call *c)
{
    return cut_at(c, &c->arg[1], c->arg[2].i);
}

/* tensor_split(x, tensor): a 0-d one counts sections, a 1-D one names the places. */
bool op_tensor_split_tensor(struct call *c)
{
    const struct tensor *at = &c->arg[1].tensor;
    if (at->dtype != DTYPE_INT64) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "tensor_split expected tensor_indices_or_sections to have dtype of long, "
                         "but got %s",
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
    int64_t *places = calloc((size_t)at->shape[0] + 1, sizeof *places);
    if (places == NULL) {
        return error_set(c->cx->err, ERROR_MEMORY, "no memory for %lld places",
                         (long long)at->shape[0]);
    }
    for (int64_t k = 0; k < at->shape[0]; k++) {
        places[k] = tensor_int_at(at, tensor_place(at, k));
    }
    const struct argument list = {.ints = places, .count = (int)at->shape[0]};
    bool ok = cut_at(c, &list, c->arg[2].i);
    free(places);
    return ok;
}

static bool has_axes(struct call *c, const char *name, int least)
{
    return A(c)->ndim >= least ||
           error_set(c->cx->err, ERROR_RUNTIME,
                     "torch.%s requires a tensor with at least %d dimension, but got a tensor with "
                     "%d dimensions!",
                     name, least, A(c)->ndim);
}

/* hsplit and vsplit want parts of the same length. */
static bool cut_even(struct call *c, const char *name, int axis)
{
    int64_t parts = c->arg[1].i;
    if (axis < A(c)->ndim && parts > 0 && A(c)->shape[axis] % parts != 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "torch.%s attempted to split along dimension %d, but the size of the "
                         "dimension %lld is not divisible by the split_size %lld!",
                         name, axis, (long long)A(c)->shape[axis], (long long)parts);
    }
    return cut_sections(c, parts, axis);
}

bool op_hsplit(struct call *c)
{
    return has_axes(c, "hsplit", 1) && cut_even(c, "hsplit", A(c)->ndim == 1 ? 0 : 1);
}

bool op_hsplit_at(struct call *c)
{
    return has_axes(c, "hsplit", 1) && cut_at(c, &c->arg[1], A(c)->ndim == 1 ? 0 : 1);
}

bool op_vsplit(struct call *c)
{
    return has_axes(c, "vsplit", 2) && cut_even(c, "vsplit", 0);
}

bool op_vsplit_at(struct call *c)
{
    return has_axes(c, "vsplit", 2) && cut_at(c, &c->arg[1], 0);
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
    for (int64_t k = 0; k < A(c)->shape[dim]; k++) {
        if (!view_select(c->cx, &c->many[k], A(c), dim, k)) {
            return false;
        }
        c->many_count++;
    }
    return true;
}
