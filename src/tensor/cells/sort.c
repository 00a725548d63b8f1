/* Sorts along an axis, and finds the k largest and the distinct values. Keys that compare as the
 * elements do serve all dtypes. */
#include "tensor/cells/sort.h"

#include "tensor/cells/lines.h"
#include "tensor/cells/order.h"
#include "tensor/compute/scratch.h"

#include <stdlib.h>

/* Memory for sorting n elements: the items, and as many again. */
static struct keyed *new_items(struct compute *cx, int64_t n)
{
    return scratch_new(cx, n, 2 * sizeof(struct keyed));
}

struct sorting {
    int64_t k; /* the first k of each line */
    bool whole, descending, stable, sorted, numpy;
};

/* Descending order is ascending order of the complements, which keeps equals in place too. */
static void read_keys(const struct run *r, bool descending, struct keyed *items)
{
    for (int64_t i = 0; i < r->n; i++) {
        run_keys(r, i, 1, &items[i].key);
        items[i].key = descending ? ~items[i].key : items[i].key;
        items[i].index = i;
    }
}

static void sort_run(const struct run *r, const struct sorting *s, struct keyed *items)
{
    read_keys(r, s->descending, items);
    if (s->stable) {
        order_stable(items, r->n, items + r->n);
    } else if (s->numpy) {
        order_numpy(items, r->n);
    } else {
        order_sort(items, r->n);
    }
}

/* The k first, as PyTorch finds them; the last of them stands at its place already. */
static void pick_first(const struct run *r, const struct sorting *s, struct keyed *items)
{
    read_keys(r, s->descending, items);
    if (s->k * 64 <= r->n) {
        order_first(items, s->k, r->n);
        return;
    }
    order_nth(items, s->k - 1, r->n);
    if (s->sorted) {
        order_sort(items, s->k - 1);
    }
}

/* A whole order lies in memory as what was sorted does; the first k of it are contiguous, and so
 * are the places that NumPy tells. */
static bool new_order(struct compute *cx, struct tensor *out, const struct tensor *in,
                      enum dtype dtype, const int64_t *shape, bool like)
{
    return like ? tensor_new_like(cx, out, in, dtype) : tensor_new(cx, out, dtype, in->ndim, shape);
}

static bool sort_lines(struct compute *cx, struct tensor *values, struct tensor *indices,
                       const struct tensor *in, int axis, const struct sorting *how,
                       void (*put)(const struct run *, const struct sorting *, struct keyed *))
{
    int64_t shape[TENSOR_MAX_DIMS];
    memcpy(shape, in->shape, sizeof shape);
    if (in->ndim > 0) {
        shape[axis] = how->k;
    }
    struct lines from, value, index;
    lines_start(&from, in, axis);
    struct keyed *items = new_items(cx, from.n);
    struct tensor v, at;
    if (!items || !new_order(cx, &v, in, in->dtype, shape, how->whole)) {
        free(items);
        return false;
    }
    if (!new_order(cx, &at, in, DTYPE_INT64, shape, how->whole && !how->numpy)) {
        tensor_release(&v);
        free(items);
        return false;
    }
    lines_start(&value, &v, axis);
    lines_start(&index, &at, axis);
    for (; lines_more(&from); visit_step(&from.visit)) {
        struct run r = lines_run(&from);
        put(&r, how, items);
        for (int64_t i = 0; i < how->k; i++) {
            visit_copy_cell(lines_cell(&value, i), lines_cell(&from, items[i].index),
                            dtype_size(in->dtype));
            *(int64_t *)lines_cell(&index, i) = items[i].index;
        }
        visit_step(&value.visit);
        visit_step(&index.visit);
    }
    free(items);
    *values = v;
    *indices = at;
    return true;
}

bool reduce_sort(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t dim, bool descending, bool stable)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    const struct sorting how = {.k = in->ndim > 0 ? in->shape[axis] : 1,
                                .whole = true,
                                .descending = descending,
                                .stable = stable};
    return sort_lines(cx, values, indices, in, axis, &how, sort_run);
}

bool reduce_sort_numpy(struct compute *cx, struct tensor *values, struct tensor *indices,
                       const struct tensor *in, int64_t dim)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    const struct sorting how = {
        .k = in->ndim > 0 ? in->shape[axis] : 1, .whole = true, .numpy = true};
    return sort_lines(cx, values, indices, in, axis, &how, sort_run);
}

bool reduce_topk(struct compute *cx, struct tensor *values, struct tensor *indices,
                 const struct tensor *in, int64_t k, int64_t dim, bool largest, bool sorted)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    if (k < 0 || k > (in->ndim > 0 ? in->shape[axis] : 1)) {
        return error_set(cx->err, ERROR_RUNTIME, "selected index k out of range");
    }
    if (in->dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME, "\"topk_cpu\" not implemented for 'Bool'");
    }
    const struct sorting how = {.k = k, .descending = largest, .sorted = sorted};
    return sort_lines(cx, values, indices, in, axis, &how, pick_first);
}

/* ---- distinct values ---- */

/* Numbers the groups of equal neighbours; a NaN equals nothing. Returns how many there are. */
static int64_t number_groups(const struct keyed *items, int64_t n, bool floats, int64_t *group)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        bool same =
            i > 0 && items[i].key == items[i - 1].key && !(floats && items[i].key == LINES_NAN);
        if (!same) {
            count++;
        }
        group[i] = count - 1;
    }
    return count;
}

static bool fill_unique(struct compute *cx, struct tensor *values, struct tensor *inverse,
                        struct tensor *counts, const struct tensor *flat, const struct tensor *in,
                        struct keyed *items, int64_t *group)
{
    int64_t n = flat->shape[0];
    size_t size = dtype_size(in->dtype);
    int64_t distinct = number_groups(items, n, dtype_is_float(in->dtype), group);
    struct tensor v = {0}, inv = {0}, c = {0};
    if (!tensor_new(cx, &v, in->dtype, 1, &distinct) ||
        !tensor_new(cx, &inv, DTYPE_INT64, in->ndim, in->shape) ||
        !tensor_zeros(cx, &c, DTYPE_INT64, 1, &distinct)) {
        tensor_release(&v);
        tensor_release(&inv);
        return false;
    }
    const char *from = tensor_data(flat);
    char *value = tensor_data(&v);
    int64_t *place = tensor_data(&inv), *count = tensor_data(&c);
    for (int64_t i = 0; i < n; i++) {
        if (count[group[i]]++ == 0) {
            memcpy(value + (size_t)group[i] * size, from + (size_t)items[i].index * size, size);
        }
        place[items[i].index] = group[i];
    }
    *values = v;
    if (inverse) {
        *inverse = inv;
    } else {
        tensor_release(&inv);
    }
    if (counts) {
        *counts = c;
    } else {
        tensor_release(&c);
    }
    return true;
}

bool reduce_unique(struct compute *cx, struct tensor *values, struct tensor *inverse,
                   struct tensor *counts, const struct tensor *in)
{
    scoped_tensor flat = {0};
    if (!tensor_contiguous(cx, &flat, in)) {
        return false;
    }
    int64_t n = tensor_numel(in);
    struct keyed *items = new_items(cx, n);
    int64_t *group = items ? scratch_new(cx, n, sizeof *group) : NULL;
    bool ok = group != NULL;
    if (ok) {
        flat.ndim = 1;
        flat.shape[0] = n;
        struct run r = {tensor_data(&flat), flat.dtype, n, (int64_t)dtype_size(flat.dtype)};
        sort_run(&r, &(struct sorting){.stable = true}, items);
        ok = fill_unique(cx, values, inverse, counts, &flat, in, items, group);
    }
    free(items);
    free(group);
    return ok;
}
