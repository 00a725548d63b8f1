/* The largest and the smallest along an axis, with their positions, running extremes, and the
 * median. */
#include "tensor/lines.h"
#include "tensor/reduce.h"
#include "tensor/scratch.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256 };

/* Two results of one shape: in's, with the axis dropped, or kept with size 1 or `length`. */
static bool new_pair(struct compute *cx, struct tensor *values, struct tensor *indices,
                     const struct tensor *in, int axis, bool keep, int64_t length)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = 0;
    for (int d = 0; d < in->ndim; d++)
        if (d != axis)
            shape[ndim++] = in->shape[d];
        else if (keep)
            shape[ndim++] = length;
    if (!tensor_new(cx, values, in->dtype, ndim, shape))
        return false;
    if (tensor_new(cx, indices, DTYPE_INT64, ndim, shape))
        return true;
    tensor_release(values);
    return false;
}

/* Hands the pair to the caller, who may want only one of them. */
static void give_pair(struct tensor *values, struct tensor *indices, struct tensor *own_values,
                      struct tensor *own_indices)
{
    if (values)
        *values = *own_values;
    else
        tensor_release(own_values);
    if (indices)
        *indices = *own_indices;
    else
        tensor_release(own_indices);
}

static bool check_size(struct compute *cx, const char *name, const struct tensor *in, int axis)
{
    if (in->ndim == 0 || in->shape[axis] > 0 || tensor_numel(in) > 0)
        return true;
    return error_set(cx->err, ERROR_INDEX, "%s(): Expected reduction dim %d to have non-zero size.",
                     name, axis);
}

/* The first position of the extreme; a NaN is more extreme than any number. */
static int64_t find_extreme(const struct run *r, bool largest)
{
    int64_t best = 0, best_key = 0;
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        int64_t keys[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_keys(r, from, n, keys);
        bool floats = dtype_is_float(r->dtype);
        for (int64_t i = 0; i < n; i++) {
            if (floats && keys[i] == LINES_NAN)
                return from + i;
            if (from + i == 0 || (largest ? keys[i] > best_key : keys[i] < best_key)) {
                best = from + i;
                best_key = keys[i];
            }
        }
    }
    return best;
}

static bool find_along(struct compute *cx, struct tensor *values, struct tensor *indices,
                       const struct tensor *in, int64_t dim, bool keepdim, bool largest)
{
    int axis;
    struct tensor v, i;
    if (!tensor_dim(cx, in, dim, &axis))
        return false;
    const char *name = values ? (largest ? "max" : "min") : (largest ? "argmax" : "argmin");
    if (!check_size(cx, name, in, axis))
        return false;
    if (!values && in->dtype == DTYPE_BOOL)
        return error_set(cx->err, ERROR_RUNTIME, "\"%s_cpu\" not implemented for 'Bool'", name);
    if (!new_pair(cx, &v, &i, in, axis, keepdim, 1))
        return false;
    struct lines l;
    size_t size = dtype_size(in->dtype);
    char *value = tensor_data(&v);
    int64_t *index = tensor_data(&i);
    for (lines_start(&l, in, axis); lines_more(&l); walk_step(&l.walk)) {
        struct run r = lines_run(&l);
        int64_t at = find_extreme(&r, largest);
        walk_copy_cell(value, lines_cell(&l, at), size);
        *index++ = at;
        value += size;
    }
    give_pair(values, indices, &v, &i);
    return true;
}

bool reduce_max(struct compute *cx, struct tensor *values, struct tensor *indices,
                const struct tensor *in, int64_t dim, bool keepdim)
{
    return find_along(cx, values, indices, in, dim, keepdim, true);
}

bool reduce_min(struct compute *cx, struct tensor *values, struct tensor *indices,
                const struct tensor *in, int64_t dim, bool keepdim)
{
    return find_along(cx, values, indices, in, dim, keepdim, false);
}

/* ---- running extremes ---- */

/* Along one line; of equals the later one counts, as in PyTorch. */
static void scan_line(const struct lines *from, const struct lines *values,
                      const struct lines *indices, bool minimum, size_t size)
{
    struct run r = lines_run(from);
    bool floats = dtype_is_float(r.dtype);
    int64_t best = 0, best_key = 0;
    for (int64_t i = 0; i < r.n; i++) {
        int64_t key;
        run_keys(&r, i, 1, &key);
        bool nan = floats && key == LINES_NAN;
        bool best_nan = floats && i > 0 && best_key == LINES_NAN;
        if (i == 0 || nan || (!best_nan && (minimum ? key <= best_key : key >= best_key))) {
            best = i;
            best_key = key;
        }
        walk_copy_cell(lines_cell(values, i), lines_cell(from, best), size);
        *(int64_t *)lines_cell(indices, i) = best;
    }
}

bool reduce_cummax(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool minimum)
{
    int axis;
    struct tensor v, i;
    if (!tensor_dim(cx, in, dim, &axis) ||
        !new_pair(cx, &v, &i, in, axis, true, in->ndim > 0 ? in->shape[axis] : 1))
        return false;
    struct lines from, value, index;
    lines_start(&value, &v, axis);
    lines_start(&index, &i, axis);
    for (lines_start(&from, in, axis); lines_more(&from); walk_step(&from.walk)) {
        scan_line(&from, &value, &index, minimum, dtype_size(in->dtype));
        walk_step(&value.walk);
        walk_step(&index.walk);
    }
    give_pair(values, indices, &v, &i);
    return true;
}

/* ---- the median ---- */

struct keyed {
    int64_t key;
    int64_t index;
};

static int compare_keyed(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The position of the lower median; the first NaN when there is one. */
static int64_t find_median(const struct run *r, struct keyed *items)
{
    for (int64_t i = 0; i < r->n; i++) {
        run_keys(r, i, 1, &items[i].key);
        items[i].index = i;
        if (dtype_is_float(r->dtype) && items[i].key == LINES_NAN)
            return i;
    }
    qsort(items, (size_t)r->n, sizeof *items, compare_keyed);
    return items[(r->n - 1) / 2].index;
}

bool reduce_median(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool keepdim)
{
    int axis;
    struct tensor v, i;
    if (!tensor_dim(cx, in, dim, &axis) || !check_size(cx, "median", in, axis))
        return false;
    if (in->dtype == DTYPE_BOOL)
        return error_set(cx->err, ERROR_RUNTIME, "\"median_out\" not implemented for 'Bool'");
    struct lines l;
    lines_start(&l, in, axis);
    struct keyed *items = scratch_new(cx, l.n, sizeof *items);
    if (!items)
        return false;
    if (!new_pair(cx, &v, &i, in, axis, keepdim, 1)) {
        free(items);
        return false;
    }
    size_t size = dtype_size(in->dtype);
    char *value = tensor_data(&v);
    int64_t *index = tensor_data(&i);
    for (; lines_more(&l); walk_step(&l.walk)) {
        struct run r = lines_run(&l);
        int64_t at = find_median(&r, items);
        walk_copy_cell(value, lines_cell(&l, at), size);
        *index++ = at;
        value += size;
    }
    free(items);
    give_pair(values, indices, &v, &i);
    return true;
}
