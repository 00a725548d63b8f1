/* Reads and writes array[...] by NumPy's rules, where they differ from PyTorch's: negative steps,
 * lists as index arrays, numbers that join index arrays, scalars as results, NumPy's errors. */
#include "numpy/numpy_index.h"

#include "numpy/numpy_array.h"
#include "numpy/numpy_value.h"
#include "tensor/shape/index.h"
#include "tensor/shape/view_part.h"
#include "torch/tensor_index.h"

#include "lang/object/bigint.h"
#include "lang/run/native.h"

#include <math.h>

struct key {
    struct index items[TENSOR_INDEX_MAX];
    bool owned[TENSOR_INDEX_MAX];
    int count;
    int axis[TENSOR_INDEX_MAX];      /* of the array: where the item's axes begin */
    bool negative[TENSOR_INDEX_MAX]; /* a slice that counts down: taken upwards, then turned */
    bool advanced;                   /* index arrays or masks among them */
    bool only_numbers;
};

static void key_free(struct key *key)
{
    for (int k = 0; k < key->count; k++) {
        if (key->owned[k]) {
            tensor_release(&key->items[k].tensor);
        }
    }
    key->count = 0;
}

static bool refuse_kind(struct interp *in)
{
    return raise_exception(
        in, EXCEPTION_IndexError,
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and "
        "integer or boolean arrays are valid indices");
}

/* An index array: integers as int64, masks as bool. */
static bool read_array(struct interp *in, struct value v, struct key *key)
{
    struct index *item = &key->items[key->count];
    struct tensor t, cast;
    bool owned;
    if (!numpy_read(in, v, &t, &owned)) {
        return false;
    }
    bool empty_list = owned && tensor_numel(&t) == 0;
    if (dtype_is_float(t.dtype) && !empty_list) {
        if (owned) {
            tensor_release(&t);
        }
        return numpy_is(in, v) && t.ndim > 0
                   ? raise_exception(in, EXCEPTION_IndexError,
                                     "arrays used as indices must be of integer (or boolean) type")
                   : refuse_kind(in);
    }
    bool ok = tensor_cast(&torch_of(in)->compute, &cast, &t,
                          t.dtype == DTYPE_BOOL ? DTYPE_BOOL : DTYPE_INT64);
    if (owned) {
        tensor_release(&t);
    }
    if (!ok) {
        return raise_error(in);
    }
    item->tensor = cast;
    if (cast.ndim == 0 && cast.dtype == DTYPE_INT64) { /* a[np.int64(1)] */
        item->kind = INDEX_INT;
        item->at = tensor_int_at(&cast, cast.offset);
        tensor_release(&cast);
    } else if (cast.ndim == 0) {
        item->kind = INDEX_BOOL;
        item->at = tensor_int_at(&cast, cast.offset) != 0;
        tensor_release(&cast);
    } else {
        item->kind = INDEX_TENSOR;
        key->owned[key->count] = true;
    }
    return true;
}

static bool read_item(struct interp *in, struct value v, struct key *key)
{
    struct index *item = &key->items[key->count];
    bool ok = true;
    *item = (struct index){.step = 1, .stop = INT64_MAX};
    if (v.type == VALUE_OBJECT && v.o->class == in->types.slice) {
        item->kind = INDEX_SLICE;
    } else if (v.type == VALUE_OBJECT && !str_is(v) &&
               (list_is(v) || tuple_is(v) || numpy_is(in, v) || tensor_object_is(in, v) ||
                v.o->class == in->types.range)) {
        ok = read_array(in, v, key);
    } else {
        bool index = v.type == VALUE_OBJECT && !bigint_is(v) && native_is_index(in, v);
        item->kind = INDEX_INT;
        ok =
            index ? value_to_int(in, v, &item->at) : tensor_index_plain(v, item) || refuse_kind(in);
    }
    key->count += ok;
    return ok;
}

/* How many axes of the array an item takes. */
static int taken(const struct index *item)
{
    switch (item->kind) {
    case INDEX_INT:
    case INDEX_SLICE:
        return 1;
    case INDEX_TENSOR:
        return item->tensor.dtype == DTYPE_BOOL ? item->tensor.ndim : 1;
    default:
        return 0;
    }
}

/* Resolves a slice against the axis; a negative step is turned into the same cells upwards. */
static bool resolve(struct interp *in, const struct slice *s, int64_t size, struct index *item,
                    bool *negative)
{
    int64_t start, stop, step, length;
    if (!slice_resolve(in, s, size, &start, &stop, &step, &length)) {
        return false;
    }
    *negative = step < 0;
    if (step < 0) {
        int64_t last = start + (length - 1) * step;
        item->start = length > 0 ? last : 0;
        item->stop = length > 0 ? start + 1 : 0;
        item->step = -step;
    } else {
        item->start = start;
        item->stop = length > 0 ? stop : start;
        item->step = step;
    }
    return true;
}

bool numpy_check_index(struct interp *in, int64_t i, int axis, int64_t size)
{
    return (i < size && i >= -size) ||
           raise_exception(in, EXCEPTION_IndexError,
                           "index %lld is out of bounds for axis %d with size %lld", (long long)i,
                           axis, (long long)size);
}

static bool check_array(struct interp *in, const struct tensor *index, int axis,
                        const struct tensor *a)
{
    if (index->dtype == DTYPE_BOOL) {
        for (int k = 0; k < index->ndim; k++) {
            if (index->shape[k] != a->shape[axis + k]) {
                return raise_exception(
                    in, EXCEPTION_IndexError,
                    "boolean index did not match indexed array along dimension %d; "
                    "dimension is %lld but corresponding boolean dimension is %lld",
                    axis + k, (long long)a->shape[axis + k], (long long)index->shape[k]);
            }
        }
        return true;
    }
    for (int64_t k = 0; k < tensor_numel(index); k++) {
        if (!numpy_check_index(in, tensor_int_at(index, tensor_place(index, k)), axis,
                               a->shape[axis])) {
            return false;
        }
    }
    return true;
}

/* How many cells of a mask are true. */
static int64_t count_true(const struct tensor *mask)
{
    int64_t n = tensor_numel(mask), count = 0;
    for (int64_t k = 0; k < n; k++) {
        count += tensor_int_at(mask, tensor_place(mask, k)) != 0;
    }
    return count;
}

/* Index arrays must broadcast together; a mask counts as one array for each of its axes. */
static bool check_together(struct interp *in, const struct key *key)
{
    scoped_buf text = {.budget = in->memory};
    int64_t common[TENSOR_MAX_DIMS];
    int ndim = 0;
    bool fits = true;
    for (int k = 0; k < key->count; k++) {
        const struct index *item = &key->items[k];
        if (item->kind != INDEX_TENSOR) {
            continue;
        }
        bool mask = item->tensor.dtype == DTYPE_BOOL;
        const int64_t found = mask ? count_true(&item->tensor) : 0;
        int times = mask ? item->tensor.ndim : 1, axes = mask ? 1 : item->tensor.ndim;
        const int64_t *shape = mask ? &found : item->tensor.shape;
        for (int j = 0; j < times; j++) {
            numpy_shape_text(axes, shape, &text);
            buf_putc(&text, ' ');
        }
        for (int d = 1; d <= axes && times > 0; d++) {
            int64_t size = shape[axes - d], *have = &common[TENSOR_MAX_DIMS - d];
            fits &= d > ndim || size == 1 || *have == 1 || size == *have;
            *have = d > ndim || *have == 1 ? size : *have;
        }
        ndim = axes > ndim ? axes : ndim;
    }
    if (!fits) {
        raise_exception(
            in, EXCEPTION_IndexError,
            "shape mismatch: indexing arrays could not be broadcast together with shapes %s",
            buf_text(&text));
    }
    return fits;
}

/* Places the items on the array's axes, checks them, and makes numbers next to index arrays index
 * arrays themselves, as NumPy does. */
static bool place(struct interp *in, const struct tensor *a, struct key *key,
                  const struct value *values)
{
    int used = 0, axis = 0;
    key->only_numbers = true;
    for (int k = 0; k < key->count; k++) {
        used += taken(&key->items[k]);
        key->advanced |= key->items[k].kind == INDEX_TENSOR || key->items[k].kind == INDEX_BOOL;
        key->only_numbers &= key->items[k].kind == INDEX_INT;
    }
    if (used > a->ndim) {
        return raise_exception(
            in, EXCEPTION_IndexError,
            "too many indices for array: array is %d-dimensional, but %d were indexed", a->ndim,
            used);
    }
    key->only_numbers &= used == a->ndim;
    if (key->advanced && !check_together(in, key)) {
        return false;
    }
    for (int k = 0; k < key->count; k++) {
        struct index *item = &key->items[k];
        key->axis[k] = axis;
        if (item->kind == INDEX_SLICE && !resolve(in, (const struct slice *)values[k].o,
                                                  a->shape[axis], item, &key->negative[k])) {
            return false;
        }
        if (item->kind == INDEX_INT && !numpy_check_index(in, item->at, axis, a->shape[axis])) {
            return false;
        }
        if (item->kind == INDEX_TENSOR && !check_array(in, &item->tensor, axis, a)) {
            return false;
        }
        if (item->kind == INDEX_INT && key->advanced) {
            const int64_t one = 1;
            if (!tensor_new(&torch_of(in)->compute, &item->tensor, DTYPE_INT64, 1, &one)) {
                return raise_error(in);
            }
            *(int64_t *)tensor_data(&item->tensor) = item->at;
            item->kind = INDEX_TENSOR;
            key->owned[k] = true;
        }
        axis += item->kind == INDEX_ELLIPSIS ? a->ndim - used : taken(item);
    }
    return true;
}

static bool key_read(struct interp *in, const struct tensor *a, struct value v, struct key *key)
{
    memset(key, 0, sizeof *key);
    bool is_tuple = tuple_is(v);
    int64_t count = is_tuple ? ((const struct list *)v.o)->count : 1;
    const struct value *values = is_tuple ? ((const struct list *)v.o)->at : &v;
    if (count > TENSOR_INDEX_MAX) {
        return raise_exception(
            in, EXCEPTION_IndexError,
            "too many indices for array: array is %d-dimensional, but %lld were indexed", a->ndim,
            (long long)count);
    }
    for (int64_t k = 0; k < count; k++) {
        if (!read_item(in, values[k], key)) {
            key_free(key);
            return false;
        }
    }
    if (!place(in, a, key, values)) {
        key_free(key);
        return false;
    }
    return true;
}

/* The array with the slices that count down carried out; those items then take everything. */
static bool turn(struct interp *in, const struct tensor *a, struct key *key, struct tensor *out)
{
    struct compute *cx = &torch_of(in)->compute;
    *out = tensor_ref(a);
    for (int k = 0; k < key->count; k++) {
        struct index *item = &key->items[k];
        struct tensor part;
        if (!key->negative[k]) {
            continue;
        }
        bool ok = view_slice(cx, &part, out, key->axis[k], item->start, item->stop, item->step);
        tensor_release(out);
        if (!ok) {
            return raise_error(in);
        }
        view_flip(out, &part, 1u << key->axis[k]);
        tensor_release(&part);
        item->start = 0;
        item->stop = INT64_MAX;
        item->step = 1;
    }
    return true;
}

/* --- reporting --- */

static const struct op get_row = {.name = "__getitem__",
                                  .signature = "(object input, object key)",
                                  .where = IN_INTERNAL | IN_NUMPY,
                                  .kind = KIND_MAP,
                                  .traits = SELECTS,
                                  .axes = AXES_INDEX,
                                  .formula = "input[key]"};
static const struct op set_row = {.name = "__setitem__",
                                  .signature = "(object input, object key, object value)",
                                  .where = IN_INTERNAL | IN_NUMPY,
                                  .kind = KIND_MAP,
                                  .axes = AXES_FIRST,
                                  .formula = "value where the index points, else input"};

/* --- reading --- */

bool numpy_get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    struct key k;
    struct tensor from, t;
    bool is_view;
    const struct tensor *a = &tensor_object_of(self)->tensor;
    if (!key_read(in, a, key, &k)) {
        return false;
    }
    if (!turn(in, a, &k, &from)) {
        key_free(&k);
        return false;
    }
    bool ok = index_get(&torch_of(in)->compute, &t, &from, k.count, k.items, &is_view);
    bool scalar = k.only_numbers;
    tensor_release(&from);
    key_free(&k);
    if (!ok) {
        return raise_error(in);
    }
    if (!numpy_wrap(in, &t, !scalar, out)) {
        return false;
    }
    numpy_set_base(in, *out, self);
    struct call c;
    tensor_index_call(&c, in, &get_row, self, key);
    struct tensor_object *made = tensor_object_of(*out);
    return op_report(in, &c, "__getitem__", 1, &made, false);
}

/* --- writing --- */

static bool refuse_value(struct interp *in, bool advanced, const struct tensor *v,
                         const struct tensor *to)
{
    if (!advanced && to->ndim == 0) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "setting an array element with a sequence.");
    }
    scoped_buf have = {.budget = in->memory}, want = {.budget = in->memory};
    numpy_shape_text(v->ndim, v->shape, &have);
    numpy_shape_text(to->ndim, to->shape, &want);
    raise_exception(
        in, EXCEPTION_ValueError,
        advanced ? "shape mismatch: value array of shape %s could not be broadcast to indexing "
                   "result of shape %s"
                 : "could not broadcast input array from shape %s into shape %s",
        buf_text(&have), buf_text(&want));
    return false;
}

/* v fits the shape of `to`, after dropping axes of size 1 in front. */
static bool fits(struct tensor *v, const struct tensor *to)
{
    while (v->ndim > to->ndim && v->shape[0] == 1) {
        memmove(v->shape, v->shape + 1, (size_t)(v->ndim - 1) * sizeof v->shape[0]);
        memmove(v->stride, v->stride + 1, (size_t)(v->ndim - 1) * sizeof v->stride[0]);
        v->ndim--;
    }
    bool ok = v->ndim <= to->ndim;
    for (int k = 1; ok && k <= v->ndim; k++) {
        int64_t n = v->shape[v->ndim - k];
        ok = n == 1 || n == to->shape[to->ndim - k];
    }
    return ok;
}

static bool is_one_mask(const struct key *k)
{
    return k->count == 1 && k->items[0].kind == INDEX_TENSOR &&
           k->items[0].tensor.dtype == DTYPE_BOOL;
}

static bool write_items(struct interp *in, const struct tensor *a, const struct key *k,
                        struct tensor *v)
{
    struct compute *cx = &torch_of(in)->compute;
    scoped_tensor region = {0};
    bool is_view;
    if (!index_get(cx, &region, a, k->count, k->items, &is_view)) {
        return raise_error(in);
    }
    bool ok = fits(v, &region);
    if (!ok && is_one_mask(k) && v->ndim == 1 && region.ndim == 1) {
        raise_exception(
            in, EXCEPTION_ValueError,
            "NumPy boolean array indexing assignment cannot assign %lld input values to the %lld "
            "output values where the mask is true",
            (long long)v->shape[0], (long long)region.shape[0]);
    } else if (!ok) {
        refuse_value(in, k->advanced, v, &region);
    } else if (k->advanced) {
        scoped_tensor cast = {0};
        ok = tensor_cast(cx, &cast, v, a->dtype);
        if (ok) {
            ok = index_put(cx, a, k->count, k->items, &cast, false);
        }
        ok = ok || raise_error(in);
    } else {
        ok = tensor_write(cx, &region, v) || raise_error(in);
    }
    return ok;
}

/* Words and None are no numbers; but None is NaN among floats. One cell takes a tensor's float(),
   even one that asks for gradients. */
static bool read_element(struct interp *in, enum dtype to, bool one_cell, struct value value,
                         struct tensor *out, bool *owned)
{
    bool is_float = dtype_is_float(to);
    if (one_cell && tensor_object_is(in, value) && tensor_asks(tensor_object_of(value)) &&
        tensor_numel(&tensor_object_of(value)->tensor) == 1) {
        *owned = false;
        *out = tensor_object_of(value)->tensor;
        return true;
    }
    if (value.type == VALUE_NONE && is_float) {
        return numpy_read(in, value_float(NAN), out, owned);
    }
    if (value.type == VALUE_NONE && to != DTYPE_BOOL) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "int() argument must be a string, a bytes-like object or a real number, not "
            "'NoneType'");
    }
    if (str_is(value) && to != DTYPE_BOOL) {
        struct value number;
        const struct args args = {.at = &value, .count = 1};
        struct class *class = is_float ? in->types.floating : in->types.integer;
        if (!value_call(in, value_object(class), &args, &number)) {
            return false;
        }
        return numpy_read(in, number, out, owned);
    }
    return numpy_read(in, value, out, owned);
}

bool numpy_set_item(struct interp *in, struct value self, struct value key, struct value value)
{
    struct key k;
    struct tensor v;
    bool owned;
    struct tensor_object *to = tensor_object_of(self);
    if (!numpy_may_write(in, self, "assignment destination") ||
        !key_read(in, &to->tensor, key, &k)) {
        return false;
    }
    bool one_cell = k.only_numbers && k.count == to->tensor.ndim;
    if (!read_element(in, to->tensor.dtype, one_cell, value, &v, &owned)) {
        key_free(&k);
        return false;
    }
    if (v.storage == to->tensor.storage) { /* x[1:] = x[:-1] reads before it writes */
        struct tensor apart;
        if (!tensor_clone(&torch_of(in)->compute, &apart, &v)) {
            key_free(&k);
            return raise_error(in);
        }
        v = apart;
        owned = true;
    }
    struct tensor shown = v; /* fits() may drop axes of this copy */
    scoped_tensor into = {0};
    bool ok = turn(in, &to->tensor, &k, &into);
    if (ok) {
        ok = write_items(in, &into, &k, &shown);
    }
    if (owned) {
        tensor_release(&v);
    }
    key_free(&k);
    if (!ok) {
        return false;
    }
    struct call c;
    tensor_index_call(&c, in, &set_row, self, key);
    c.arg[2].given = true;
    c.arg[2].value = value;
    c.arg[2].object =
        tensor_object_is(in, value) || ndarray_is(in, value) ? tensor_object_of(value) : NULL;
    c.arg_count = 3;
    return op_report(in, &c, "__setitem__", 1, &to, true);
}
