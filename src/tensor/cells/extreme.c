/* Finds the largest and the smallest along an axis, with their positions, running extremes, and
 * cells that the order of a line decides: the median, the k-th, the most frequent. */
#include "tensor/cells/extreme.h"

#include "tensor/cells/lines.h"
#include "tensor/cells/order.h"
#include "tensor/compute/scratch.h"

#include <stdlib.h>

enum { CHUNK = 256 };

/* Two results of one shape: in's, with the axis dropped, or kept with size 1 or `length`. */
static bool new_pair(struct compute *cx, struct tensor *values, struct tensor *indices,
                     const struct tensor *in, int axis, bool keep, int64_t length)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = 0;
    for (int d = 0; d < in->ndim; d++) {
        if (d != axis) {
            shape[ndim++] = in->shape[d];
        } else if (keep) {
            shape[ndim++] = length;
        }
    }
    if (!tensor_new(cx, values, in->dtype, ndim, shape)) {
        return false;
    }
    if (tensor_new(cx, indices, DTYPE_INT64, ndim, shape)) {
        return true;
    }
    tensor_release(values);
    return false;
}

/* Hands the pair to the caller, who may want only one of them. */
static void give_pair(struct tensor *values, struct tensor *indices, struct tensor *own_values,
                      struct tensor *own_indices)
{
    if (values) {
        *values = *own_values;
    } else {
        tensor_release(own_values);
    }
    if (indices) {
        *indices = *own_indices;
    } else {
        tensor_release(own_indices);
    }
}

static bool check_size(struct compute *cx, const char *name, const struct tensor *in, int axis)
{
    if (in->ndim == 0 || in->shape[axis] > 0 || tensor_numel(in) > 0) {
        return true;
    }
    return error_set(cx->err, ERROR_INDEX, "%s(): Expected reduction dim %d to have non-zero size.",
                     name, axis);
}

/* The same for float32 and float64, the cells themselves: nearly every argmax. */
#define FIND_EXTREME(name, real)                                                                   \
    static int64_t name(const struct run *r, bool largest)                                         \
    {                                                                                              \
        const char *at = r->first;                                                                 \
        real x, best_cell = 0;                                                                     \
        int64_t best = 0;                                                                          \
        for (int64_t i = 0; i < r->n; i++, at += r->step) {                                        \
            memcpy(&x, at, sizeof x);                                                              \
            if (x != x) {                                                                          \
                return i;                                                                          \
            }                                                                                      \
            if (i == 0 || (largest ? x > best_cell : x < best_cell)) {                             \
                best = i;                                                                          \
                best_cell = x;                                                                     \
            }                                                                                      \
        }                                                                                          \
        return best;                                                                               \
    }
FIND_EXTREME(find_extreme_single, float)
FIND_EXTREME(find_extreme_double, double)

/* The first position of the extreme; a NaN is more extreme than any number. */
static int64_t find_extreme(const struct run *r, bool largest)
{
    if (r->dtype == DTYPE_FLOAT32) {
        return find_extreme_single(r, largest);
    }
    if (r->dtype == DTYPE_FLOAT64) {
        return find_extreme_double(r, largest);
    }
    int64_t best = 0, best_key = 0;
    for (int64_t from = 0; from < r->n; from += CHUNK) {
        int64_t keys[CHUNK];
        int64_t n = r->n - from < CHUNK ? r->n - from : CHUNK;
        run_keys(r, from, n, keys);
        bool floats = dtype_is_float(r->dtype);
        for (int64_t i = 0; i < n; i++) {
            if (floats && keys[i] == LINES_NAN) {
                return from + i;
            }
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
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    const char *name = values ? (largest ? "max" : "min") : (largest ? "argmax" : "argmin");
    if (!check_size(cx, name, in, axis)) {
        return false;
    }
    if (!values && in->dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME, "\"%s_cpu\" not implemented for 'Bool'", name);
    }
    if (!new_pair(cx, &v, &i, in, axis, keepdim, 1)) {
        return false;
    }
    struct lines l;
    size_t size = dtype_size(in->dtype);
    char *value = tensor_data(&v);
    int64_t *index = tensor_data(&i);
    for (lines_start(&l, in, axis); lines_more(&l); visit_step(&l.visit)) {
        struct run r = lines_run(&l);
        int64_t at = find_extreme(&r, largest);
        visit_copy_cell(value, lines_cell(&l, at), size);
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
        visit_copy_cell(lines_cell(values, i), lines_cell(from, best), size);
        *(int64_t *)lines_cell(indices, i) = best;
    }
}

bool reduce_cummax(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool minimum)
{
    int axis;
    struct tensor v, i;
    if (!tensor_dim(cx, in, dim, &axis) ||
        !new_pair(cx, &v, &i, in, axis, true, in->ndim > 0 ? in->shape[axis] : 1)) {
        return false;
    }
    struct lines from, value, index;
    lines_start(&value, &v, axis);
    lines_start(&index, &i, axis);
    for (lines_start(&from, in, axis); lines_more(&from); visit_step(&from.visit)) {
        scan_line(&from, &value, &index, minimum, dtype_size(in->dtype));
        visit_step(&value.visit);
        visit_step(&index.visit);
    }
    give_pair(values, indices, &v, &i);
    return true;
}

/* ---- the cell that order decides ---- */

/* Where the chosen cell of a line stands. */
typedef int64_t choose(const struct run *r, struct keyed *items, int64_t k);

static bool choose_along(struct compute *cx, struct tensor *values, struct tensor *indices,
                         const struct tensor *in, int axis, bool keepdim, choose *choice, int64_t k)
{
    struct tensor v, i;
    struct lines l;
    lines_start(&l, in, axis);
    struct keyed *items = scratch_new(cx, l.n, 2 * sizeof *items); /* see find_nanmedian */
    if (!items) {
        return false;
    }
    if (!new_pair(cx, &v, &i, in, axis, keepdim, 1)) {
        free(items);
        return false;
    }
    size_t size = dtype_size(in->dtype);
    char *value = tensor_data(&v);
    int64_t *index = tensor_data(&i);
    for (; lines_more(&l); visit_step(&l.visit)) {
        struct run r = lines_run(&l);
        int64_t at = choice(&r, items, k);
        visit_copy_cell(value, lines_cell(&l, at), size);
        *index++ = at;
        value += size;
    }
    free(items);
    give_pair(values, indices, &v, &i);
    return true;
}

static bool is_nan(const struct run *r, struct keyed item)
{
    return dtype_is_float(r->dtype) && item.key == LINES_NAN;
}

/* Gives how many are NaN; *first is the first of them. */
static int64_t read_items(const struct run *r, struct keyed *items, int64_t *first)
{
    int64_t count = 0, keys[CHUNK];
    for (int64_t i = 0; i < r->n; i++) {
        if (i % CHUNK == 0) {
            run_keys(r, i, r->n - i < CHUNK ? r->n - i : CHUNK, keys);
        }
        items[i] = (struct keyed){.key = keys[i % CHUNK], .index = i};
        if (is_nan(r, items[i])) {
            *first = count++ == 0 ? i : *first;
        }
    }
    return count;
}

/* The lower median of what is no NaN; of equals in order of place. */
static int64_t find_nanmedian(const struct run *r, struct keyed *items, int64_t k)
{
    int64_t numbers = r->n - read_items(r, items, &k);
    int64_t middle = (numbers - 1) / 2;
    struct keyed *in_place = items + r->n;
    memcpy(in_place, items, (size_t)r->n * sizeof *items);
    order_nth(items, numbers > 0 ? middle : 0, r->n);
    if (numbers == 0) { /* nothing but NaN: whatever the selection left there */
        return items[middle].index;
    }
    int64_t key = items[middle].key, equal = middle;
    for (int64_t i = 0; i < r->n; i++) {
        equal -= in_place[i].key < key;
    }
    for (;; in_place++) {
        if (in_place->key == key && equal-- == 0) {
            return in_place->index;
        }
    }
}

/* The same, or the first NaN when there is one. */
static int64_t find_median(const struct run *r, struct keyed *items, int64_t k)
{
    return read_items(r, items, &k) > 0 ? k : find_nanmedian(r, items, k);
}

static int64_t find_kth(const struct run *r, struct keyed *items, int64_t k)
{
    int64_t unused;
    read_items(r, items, &unused);
    order_quick_select(items, k - 1, r->n);
    return items[k - 1].index;
}

/* The last, in order, of those that are there most often; a NaN equals nothing. */
static int64_t find_mode(const struct run *r, struct keyed *items, int64_t k)
{
    int64_t best = 0, equal = 0, at = 0;
    read_items(r, items, &k);
    order_sort(items, r->n);
    for (int64_t i = 0; i < r->n; i++) {
        bool same = i > 0 && items[i].key == items[i - 1].key && !is_nan(r, items[i]);
        equal = same ? equal + 1 : 1;
        bool ends = i + 1 == r->n || items[i + 1].key != items[i].key;
        if (equal > best && (ends || is_nan(r, items[i]))) {
            best = equal;
            at = items[i].index;
        }
    }
    return at;
}

bool reduce_median(struct compute *cx, struct tensor *values, struct tensor *indices,
                   const struct tensor *in, int64_t dim, bool keepdim, bool skip_nan)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis) || !check_size(cx, "median", in, axis)) {
        return false;
    }
    if (in->dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME, "\"median_out\" not implemented for 'Bool'");
    }
    return choose_along(cx, values, indices, in, axis, keepdim,
                        skip_nan ? find_nanmedian : find_median, 0);
}

bool reduce_kthvalue(struct compute *cx, struct tensor *values, struct tensor *indices,
                     const struct tensor *in, int64_t k, int64_t dim, bool keepdim)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    if (k < 1 || k > (in->ndim == 0 ? 1 : in->shape[axis])) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "kthvalue(): selected number k out of range for dimension %d", axis);
    }
    if (in->dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME, "\"kthvalue_cpu\" not implemented for 'Bool'");
    }
    return choose_along(cx, values, indices, in, axis, keepdim, find_kth, k);
}

bool reduce_mode(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t dim, bool keepdim)
{
    int axis;
    return tensor_dim(cx, in, dim, &axis) && check_size(cx, "mode", in, axis) &&
           choose_along(cx, values, indices, in, axis, keepdim, find_mode, 0);
}
