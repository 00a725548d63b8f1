/* Decides which axes of a tensor are chosen, and which are shown. */
#include "show/plane.h"

#include "base/named.h"
#include "torch/origin/origin_region.h"
#include "trace/axes/axes_heads.h"

#include <stdio.h>
#include <string.h>

static const char *name_of(const struct tape_tensor *of, int axis)
{
    return of->axes != NULL ? of->axes[axis] : NULL;
}

/* By its name. A letter means it where axes are named in order: the b of x[:, :b] is a length. */
static bool axis_is_batch(const struct tape_tensor *of, int axis)
{
    static const char *const names[] = {"b", "B", "bs", "bsz"};
    const char *name = name_of(of, axis);
    int k = NAMED(names, name);
    return k >= 0 ? axis == 0 || name_of(of, axis - 1) != NULL
                  : name != NULL && strncmp(name, "batch", 5) == 0 && strchr(name, '*') == NULL;
}

static int64_t within(int64_t wish, int64_t size)
{
    return wish < 0 ? 0 : wish < size ? wish : size > 0 ? size - 1 : 0;
}

/* The axis of heads that stands before the rows: by its name, or the second of four without names.
 */
static int find_heads(const struct tape_tensor *of)
{
    int ndim = of->tensor.ndim;
    if (ndim >= 3 && axes_is_heads(of, ndim - 3)) {
        return ndim - 3;
    }
    bool nameless = ndim == 4 && name_of(of, 1) == NULL && name_of(of, 2) == NULL;
    return nameless ? 1 : -1;
}

/* The axis of the batch: by its name, else the first of three or more. */
static int find_batch(const struct tape_tensor *of, int heads)
{
    int ndim = of->tensor.ndim;
    for (int k = 0; k + 1 < ndim && ndim >= 3; k++) {
        if (axis_is_batch(of, k)) {
            return k;
        }
    }
    bool weights = ndim == 3 && axes_is_heads(of, 1); /* (T, n_heads, d_k) */
    return ndim >= 3 && heads != 0 && !weights ? 0 : -1;
}

struct plane plane_of(const struct tape_tensor *of, int64_t batch, int64_t head)
{
    const struct tensor *t = &of->tensor;
    struct plane p = {.of = of, .batch_axis = -1, .batches = 1, .heads = 1, .dtype = t->dtype};
    p.head_axis = find_heads(of);
    p.batch_axis = find_batch(of, p.head_axis);
    p.rows = 1;
    p.columns = t->ndim > 0 ? t->shape[t->ndim - 1] : 1;
    for (int k = 0; k + 1 < t->ndim; k++) {
        bool idle = t->shape[k] == 1 && k + 2 < t->ndim; /* it would only lengthen each label */
        if (k != p.batch_axis && k != p.head_axis && !idle) {
            p.row_axis[p.row_axes++] = k;
            p.rows *= t->shape[k];
        }
    }
    p.batches = p.batch_axis >= 0 ? t->shape[p.batch_axis] : 1;
    p.heads = p.head_axis >= 0 ? t->shape[p.head_axis] : 1;
    if (p.batches == 0 || p.heads == 0) {
        p.rows = 0;
    }
    p.batch = within(batch, p.batches);
    p.head = within(head, p.heads);
    return p;
}

const char *plane_word(const struct plane *p, bool heads, char word[PLANE_WORD])
{
    int axis = heads ? p->head_axis : p->batch_axis;
    const char *name = axis >= 0 ? name_of(p->of, axis) : NULL;
    if (axis < 0 || (heads ? axes_is_heads(p->of, axis) : axis_is_batch(p->of, axis))) {
        return heads ? "head" : "batch";
    }
    size_t len = name != NULL ? strcspn(name, "|") : 0; /* the first of several names */
    if (len > 0 && len < PLANE_WORD) {
        snprintf(word, PLANE_WORD, "%.*s", (int)len, name);
    } else {
        snprintf(word, PLANE_WORD, "axis %d", axis);
    }
    return word;
}

/* The index of a cell along each axis. */
static void indices(const struct plane *p, int64_t row, int64_t column, int64_t at[TENSOR_MAX_DIMS])
{
    const struct tensor *t = &p->of->tensor;
    memset(at, 0, (size_t)t->ndim * sizeof *at);
    for (int k = p->row_axes - 1; k >= 0; k--) {
        int64_t size = t->shape[p->row_axis[k]];
        at[p->row_axis[k]] = row % size;
        row /= size;
    }
    if (p->batch_axis >= 0) {
        at[p->batch_axis] = p->batch;
    }
    if (p->head_axis >= 0) {
        at[p->head_axis] = p->head;
    }
    if (t->ndim > 0) {
        at[t->ndim - 1] = column;
    }
}

int64_t plane_cell(const struct plane *p, int64_t row, int64_t column)
{
    int64_t at[TENSOR_MAX_DIMS] = {0}, cell = 0;
    indices(p, row, column, at);
    for (int k = 0; k < p->of->tensor.ndim; k++) {
        cell = cell * p->of->tensor.shape[k] + at[k];
    }
    return cell;
}

int64_t plane_offset(const struct plane *p, const struct tensor *t, int64_t row, int64_t column)
{
    int64_t at[TENSOR_MAX_DIMS] = {0}, place = t->offset;
    indices(p, row, column, at);
    for (int k = 0; k < t->ndim; k++) {
        place += at[k] * t->stride[k];
    }
    return place;
}

bool plane_find(const struct plane *p, int64_t cell, int64_t *row, int64_t *column)
{
    const struct tensor *t = &p->of->tensor;
    int64_t at[TENSOR_MAX_DIMS] = {0};
    origin_place(t, cell, at);
    if ((p->batch_axis >= 0 && at[p->batch_axis] != p->batch) ||
        (p->head_axis >= 0 && at[p->head_axis] != p->head)) {
        return false;
    }
    *row = 0;
    for (int k = 0; k < p->row_axes; k++) {
        *row = *row * t->shape[p->row_axis[k]] + at[p->row_axis[k]];
    }
    *column = t->ndim > 0 ? at[t->ndim - 1] : 0;
    return true;
}
