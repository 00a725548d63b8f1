/* Picks cells one by one, by an index or a mask of the same shape: gather, scatter, take, one_hot,
 * nonzero, masked_select. Rules and texts: ATen/native/TensorAdvancedIndexing.cpp. */
#include "tensor/shape/arrange_pick.h"

#include "tensor/compute/convert.h"
#include "tensor/shape/view.h"
#include "tensor/shape/visit.h"

/* --- gather, scatter --- */

/* Sizes as gather and scatter see them: a 0-d tensor is one cell on one axis. */
static int axes_of(const struct tensor *t)
{
    return t->ndim > 0 ? t->ndim : 1;
}

static int64_t size_of(const struct tensor *t, int axis)
{
    return t->ndim > 0 ? t->shape[axis] : 1;
}

/* The cells of t that stand at index's cells, axis left out: to be walked beside index. */
static struct tensor beside(const struct tensor *t, const struct tensor *index, int axis)
{
    struct tensor v = *t;
    v.ndim = index->ndim;
    for (int d = 0; d < v.ndim; d++) {
        v.shape[d] = index->shape[d];
        if (t->ndim == 0) {
            v.stride[d] = 0;
        }
    }
    if (v.ndim > 0) {
        v.stride[axis] = 0;
    }
    return v;
}

/* The axis's stride, and its size, in t. */
struct axis {
    int64_t stride, size;
};

static struct axis axis_of(const struct tensor *t, int axis)
{
    return t->ndim > 0 ? (struct axis){t->stride[axis], t->shape[axis]} : (struct axis){0, 1};
}

static bool bounds_error(struct compute *cx, int64_t at, int axis, int64_t size)
{
    return error_set(cx->err, ERROR_RUNTIME,
                     "index %lld is out of bounds for dimension %d with size %lld", (long long)at,
                     axis, (long long)size);
}

static bool check_index(struct compute *cx, const struct tensor *in, const struct tensor *index,
                        const char *name, const char *self)
{
    if (index->dtype != DTYPE_INT64) {
        return error_set(cx->err, ERROR_RUNTIME, "%s(): Expected dtype int64 for index", name);
    }
    if (axes_of(index) != axes_of(in)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Index tensor must have the same number of dimensions as %s tensor", self);
    }
    return true;
}

static bool check_gather(struct compute *cx, const struct tensor *in, int axis,
                         const struct tensor *index)
{
    if (!check_index(cx, in, index, "gather", "input")) {
        return false;
    }
    for (int d = 0; d < axes_of(in); d++) {
        if (d == axis || size_of(index, d) <= size_of(in, d)) {
            continue;
        }
        scoped_buf have = {0}, want = {0};
        tensor_shape_text(index, &have);
        tensor_shape_text(in, &want);
        error_set(
            cx->err, ERROR_RUNTIME,
            "Size does not match at dimension %d expected index %s to be smaller than self %s "
            "apart from dimension %d",
            d, buf_text(&have), buf_text(&want), axis);
        return false;
    }
    return true;
}

bool arrange_gather(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    const struct tensor *index)
{
    int axis;
    if (!tensor_dim(cx, in, dim, &axis)) {
        return false;
    }
    if (tensor_numel(index) == 0) {
        return tensor_new(cx, out, in->dtype, index->ndim, index->shape);
    }
    if (!check_gather(cx, in, axis, index)) {
        return false;
    }
    struct tensor fresh;
    if (!tensor_new(cx, &fresh, in->dtype, index->ndim, index->shape)) {
        return false;
    }
    struct axis along = axis_of(in, axis);
    struct tensor cells = beside(in, index, axis);
    size_t size = dtype_size(in->dtype);
    const char *from = in->storage->data;
    char *to = tensor_data(&fresh);
    struct visit at, cell;
    visit_rows(&cell, &cells);
    for (visit_rows(&at, index); at.left > 0; visit_step(&at), visit_step(&cell), to += size) {
        int64_t k = tensor_int_at(index, at.place);
        if (k < 0 || k >= along.size) {
            tensor_release(&fresh);
            return bounds_error(cx, k, axis, along.size);
        }
        visit_copy_cell(to, from + (cell.place + k * along.stride) * (int64_t)size, size);
    }
    *out = fresh;
    return true;
}

static bool scatter_error(struct compute *cx, const struct tensor *in, int axis,
                          const struct tensor *index, const struct tensor *src)
{
    scoped_buf text = {0};
    buf_puts(&text, "Expected index ");
    tensor_shape_text(index, &text);
    buf_puts(&text, " to be smaller than self ");
    tensor_shape_text(in, &text);
    buf_printf(&text, " apart from dimension %d", axis);
    if (!src->wrapped) {
        buf_puts(&text, " and to be smaller size than src ");
        tensor_shape_text(src, &text);
    }
    error_set(cx->err, ERROR_RUNTIME, "%s", buf_text(&text));
    return false;
}

static bool check_scatter(struct compute *cx, const struct tensor *in, int axis,
                          const struct tensor *index, const struct tensor *src)
{
    bool number = src->wrapped;
    if (tensor_numel(index) > 0 && index->dtype != DTYPE_INT64) {
        return error_set(cx->err, ERROR_RUNTIME, "scatter(): Expected dtype int64 for index");
    }
    if (!number && src->dtype != in->dtype) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "scatter(): Expected self.dtype to be equal to src.dtype");
    }
    if (tensor_numel(index) == 0) {
        return true;
    }
    if (!check_index(cx, in, index, "scatter", "self")) {
        return false;
    }
    bool fits = true;
    for (int d = 0; d < axes_of(in); d++) {
        fits = fits && (d == axis || size_of(index, d) <= size_of(in, d));
    }
    for (int d = 0; fits && !number && d < axes_of(in); d++) {
        if (src->ndim > 0 && d >= src->ndim) {
            return tensor_dim(cx, src, d, &axis);
        }
        fits = size_of(index, d) <= size_of(src, d);
    }
    if (!number && axes_of(src) != axes_of(index)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Index tensor must have the same number of dimensions as src tensor");
    }
    return fits || scatter_error(cx, in, axis, index, src);
}

/* Writes src's cells into fresh, a contiguous copy of the input. */
static bool scatter_cells(struct compute *cx, const struct tensor *fresh, int axis,
                          const struct tensor *index, const struct tensor *src, bool add)
{
    struct axis along = axis_of(fresh, axis);
    struct tensor cells = beside(fresh, index, axis);
    struct tensor values = *src; /* borrowed: src cut to index's shape */
    values.ndim = index->ndim;
    for (int d = 0; d < index->ndim; d++) {
        values.shape[d] = index->shape[d];
        if (src->ndim == 0) {
            values.stride[d] = 0;
        }
    }
    size_t size = dtype_size(fresh->dtype);
    char *to = fresh->storage->data;
    const char *from = src->storage->data;
    struct visit at, cell, value;
    visit_rows(&cell, &cells);
    visit_rows(&value, &values);
    for (visit_rows(&at, index); at.left > 0;
         visit_step(&at), visit_step(&cell), visit_step(&value)) {
        int64_t k = tensor_int_at(index, at.place);
        if (k < 0 || k >= along.size) {
            return bounds_error(cx, k, axis, along.size);
        }
        void *target = to + (cell.place + k * along.stride) * (int64_t)size;
        const void *source = from + value.place * (int64_t)size;
        if (add) {
            convert_add(fresh->dtype, target, 0, source, 0, 1);
        } else {
            visit_copy_cell(target, source, size);
        }
    }
    return true;
}

bool arrange_scatter(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                     const struct tensor *index, const struct tensor *src, bool add)
{
    int axis;
    struct tensor fresh;
    scoped_tensor value = {0};
    if (!tensor_dim(cx, in, dim, &axis) || !check_scatter(cx, in, axis, index, src) ||
        !tensor_cast(cx, &value, src, in->dtype)) {
        return false;
    }
    bool ok = tensor_copy(cx, &fresh, in);
    if (ok) {
        ok = scatter_cells(cx, &fresh, axis, index, &value, add);
        if (ok) {
            *out = fresh;
        } else {
            tensor_release(&fresh);
        }
    }
    return ok;
}

/* --- take --- */

bool arrange_take(struct compute *cx, struct tensor *out, const struct tensor *in,
                  const struct tensor *index)
{
    if (index->dtype != DTYPE_INT64) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "take(): Expected a long tensor for index, but got %s",
                         dtype_legacy_name(index->dtype));
    }
    int64_t n = tensor_numel(in);
    if (n == 0 && tensor_numel(index) != 0) {
        return error_set(cx->err, ERROR_INDEX, "take(): tried to take from an empty tensor");
    }
    struct tensor fresh;
    if (!tensor_new(cx, &fresh, in->dtype, index->ndim, index->shape)) {
        return false;
    }
    size_t size = dtype_size(in->dtype);
    const char *from = in->storage->data;
    char *to = tensor_data(&fresh);
    struct visit it;
    for (visit_rows(&it, index); it.left > 0; visit_step(&it), to += size) {
        int64_t k = tensor_int_at(index, it.place);
        if (k < -n || k >= n) {
            tensor_release(&fresh);
            return error_set(
                cx->err, ERROR_INDEX,
                "out of range: tried to access index %lld on a tensor of %lld elements.",
                (long long)k, (long long)n);
        }
        visit_copy_cell(to, from + tensor_place(in, k < 0 ? k + n : k) * (int64_t)size, size);
    }
    *out = fresh;
    return true;
}

/* --- one_hot --- */

static bool count_classes(struct compute *cx, const struct tensor *in, int64_t *classes)
{
    int64_t largest = -1;
    struct visit it;
    for (visit_rows(&it, in); it.left > 0; visit_step(&it)) {
        int64_t value = tensor_int_at(in, it.place);
        if (value < 0) {
            return error_set(cx->err, ERROR_RUNTIME, "Class values must be non-negative.");
        }
        largest = value > largest ? value : largest;
    }
    if (*classes == -1 && largest < INT64_MAX) {
        *classes = largest + 1;
    } else if (largest >= *classes) {
        return error_set(cx->err, ERROR_RUNTIME, "Class values must be smaller than num_classes.");
    }
    return true;
}

bool arrange_one_hot(struct compute *cx, struct tensor *out, const struct tensor *in,
                     int64_t classes)
{
    if (in->dtype != DTYPE_INT64) {
        return error_set(cx->err, ERROR_RUNTIME, "one_hot is only applicable to index tensor.");
    }
    bool empty = tensor_numel(in) == 0;
    if (empty && classes <= 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Can not infer total number of classes from empty tensor.");
    }
    if (!empty && !count_classes(cx, in, &classes)) {
        return false;
    }
    if (in->ndim == TENSOR_MAX_DIMS) {
        return error_set(cx->err, ERROR_UNSUPPORTED,
                         "tensors of more than %d dimensions are not supported", TENSOR_MAX_DIMS);
    }
    int64_t shape[TENSOR_MAX_DIMS];
    memcpy(shape, in->shape, sizeof shape);
    shape[in->ndim] = classes;
    if (!tensor_zeros(cx, out, DTYPE_INT64, in->ndim + 1, shape)) {
        return false;
    }
    int64_t *row = tensor_data(out);
    struct visit it;
    for (visit_rows(&it, in); it.left > 0; visit_step(&it), row += classes) {
        row[tensor_int_at(in, it.place)] = 1;
    }
    return true;
}

/* --- nonzero, masked_select --- */

/* Whether a cell is True; NaN is. */
static inline bool is_set(const struct tensor *t, int64_t place)
{
    if (t->dtype == DTYPE_BOOL || t->dtype == DTYPE_UINT8) {
        return ((const uint8_t *)t->storage->data)[place] != 0;
    }
    return dtype_is_float(t->dtype) ? tensor_double_at(t, place) != 0
                                    : tensor_int_at(t, place) != 0;
}

static int64_t count_set(const struct tensor *t)
{
    int64_t count = 0;
    struct visit it;
    for (visit_rows(&it, t); it.left > 0; visit_step(&it)) {
        count += is_set(t, it.place);
    }
    return count;
}

/* Column by column in memory, as PyTorch's: stride (1, n). */
bool arrange_nonzero(struct compute *cx, struct tensor *out, const struct tensor *in)
{
    int64_t n = count_set(in);
    int64_t shape[] = {in->ndim, n};
    struct tensor columns;
    if (!tensor_new(cx, &columns, DTYPE_INT64, 2, shape)) {
        return false;
    }
    int64_t *cells = tensor_data(&columns);
    int64_t k = 0;
    struct visit it;
    for (visit_rows(&it, in); it.left > 0 && k < n; visit_step(&it)) {
        if (!is_set(in, it.place)) {
            continue;
        }
        for (int d = 0; d < in->ndim; d++) {
            cells[d * n + k] = it.at[d];
        }
        k++;
    }
    columns.shape[0] = n;
    columns.shape[1] = in->ndim;
    columns.stride[0] = 1;
    columns.stride[1] = n;
    *out = columns;
    return true;
}

static bool select_masked(struct compute *cx, struct tensor *out, const struct tensor *in,
                          const struct tensor *mask)
{
    int64_t n = count_set(mask);
    if (!tensor_new(cx, out, in->dtype, 1, &n)) {
        return false;
    }
    size_t size = dtype_size(in->dtype);
    const char *from = in->storage->data;
    char *to = tensor_data(out);
    struct visit it, cell;
    visit_rows(&cell, in);
    for (visit_rows(&it, mask); it.left > 0; visit_step(&it), visit_step(&cell)) {
        if (!is_set(mask, it.place)) {
            continue;
        }
        visit_copy_cell(to, from + cell.place * (int64_t)size, size);
        to += size;
    }
    return true;
}

bool arrange_masked_select(struct compute *cx, struct tensor *out, const struct tensor *in,
                           const struct tensor *mask)
{
    if (mask->dtype != DTYPE_BOOL && mask->dtype != DTYPE_UINT8) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "masked_select: expected BoolTensor or ByteTensor for mask");
    }
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    scoped_tensor cells = {0}, wide = {0};
    return tensor_broadcast(cx, mask, in, &ndim, shape) &&
           view_expand(cx, &cells, in, ndim, shape) && view_expand(cx, &wide, mask, ndim, shape) &&
           select_masked(cx, out, &cells, &wide);
}
