/* Reads and writes x[...]: from the language's keys to tensor/shape/index.c and back. */
#include "torch/tensor_index.h"
#include "torch/grad/node.h"
#include "torch/grad/view_grad.h"

#include "lang/object/bigint.h"
#include "lang/run/native.h"
#include "torch/tensor_value.h"
#include "torch/torch.h"

static bool read_bound(struct interp *in, struct value v, int64_t absent, int64_t *out)
{
    if (v.type == VALUE_NONE) {
        *out = absent;
        return true;
    }
    if (v.type != VALUE_INT && v.type != VALUE_BOOL && v.type != VALUE_OBJECT) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "slice indices must be integers or None or have an __index__ method");
    }
    return value_to_int(in, v, out);
}

static bool read_slice(struct interp *in, const struct slice *s, struct index *item)
{
    item->kind = INDEX_SLICE;
    if (!read_bound(in, s->step, 1, &item->step) || !read_bound(in, s->start, 0, &item->start) ||
        !read_bound(in, s->stop, INT64_MAX, &item->stop)) {
        return false;
    }
    return item->step > 0 || raise_exception(in, EXCEPTION_ValueError,
                                             item->step == 0 ? "slice step cannot be zero"
                                                             : "step must be greater than zero");
}

bool tensor_index_plain(struct value v, struct index *item)
{
    switch (v.type) {
    case VALUE_NONE:
        item->kind = INDEX_NONE;
        return true;
    case VALUE_ELLIPSIS:
        item->kind = INDEX_ELLIPSIS;
        return true;
    case VALUE_BOOL:
        item->kind = INDEX_BOOL;
        item->at = v.b;
        return true;
    case VALUE_INT:
        item->kind = INDEX_INT;
        item->at = v.i;
        return true;
    default:
        return false;
    }
}

/* A 0-d integer tensor is an integer. */
static void read_tensor(const struct tensor *t, struct index *item)
{
    item->kind = INDEX_TENSOR;
    item->tensor = *t; /* borrowed */
    if (t->ndim == 0 && !dtype_is_float(t->dtype) && t->dtype != DTYPE_BOOL &&
        t->dtype != DTYPE_UINT8) {
        item->kind = INDEX_INT;
        item->at = tensor_int_at(t, t->offset);
    }
}

static bool read_list(struct interp *in, struct value v, struct index *item, bool *owned)
{
    struct list *l = list_of(in, v);
    item->kind = INDEX_TENSOR;
    if (l == NULL ||
        !tensor_from_value(in, value_object(l), l->count == 0 ? DTYPE_INT64 : -1, &item->tensor)) {
        return false;
    }
    *owned = true;
    if (!dtype_is_float(item->tensor.dtype)) {
        return true;
    }
    struct tensor whole; /* x[[1.0]] is x[[1]] */
    *owned = tensor_cast(&torch_of(in)->compute, &whole, &item->tensor, DTYPE_INT64);
    tensor_release(&item->tensor);
    if (!*owned) {
        return raise_error(in);
    }
    item->tensor = whole;
    return true;
}

static bool refuse_item(struct interp *in, struct value v)
{
    if (str_is(v)) {
        return raise_exception(in, EXCEPTION_TypeError, "new(): invalid data type 'str'");
    }
    return raise_exception(in, EXCEPTION_IndexError,
                           "only integers, slices (`:`), ellipsis (`...`), None and long or byte "
                           "Variables are valid indices (got %s)",
                           value_type_name(v));
}

static bool read_object(struct interp *in, struct value v, struct index *item, bool *owned)
{
    const struct slots *slots = v.o->class->slots;
    if (bigint_is(v)) {
        return bigint_refuse(in);
    }
    if (v.o->class == in->types.slice) {
        return read_slice(in, (const struct slice *)v.o, item);
    }
    if (tensor_object_is(in, v) || ndarray_is(in, v)) {
        read_tensor(&tensor_object_of(v)->tensor, item);
        return tensor_refuse_backwards(in, &tensor_object_of(v)->tensor);
    }
    if (list_is(v) || tuple_is(v) || v.o->class == in->types.range) {
        return read_list(in, v, item, owned);
    }
    item->kind = INDEX_INT;
    if (slots == NULL || slots->index == NULL) { /* perhaps it has __index__ */
        return native_is_index(in, v) ? value_to_int(in, v, &item->at) : refuse_item(in, v);
    }
    return slots->index(in, v, &item->at);
}

static bool read_item(struct interp *in, struct value v, struct tensor_key *key)
{
    if (key->count == TENSOR_INDEX_MAX) {
        return raise_exception(in, EXCEPTION_IndexError, "too many indices for tensor");
    }
    struct index *item = &key->items[key->count];
    item->at = item->start = 0;
    item->stop = INT64_MAX;
    item->step = 1; /* the tensor, which is large, is set where there is one */
    bool ok = tensor_index_plain(v, item) ||
              (v.type == VALUE_OBJECT ? read_object(in, v, item, &key->owned[key->count])
                                      : refuse_item(in, v));
    key->count += ok;
    return ok;
}

/* A list that holds a slice, None, ... or a sequence is read like a tuple, as PyTorch still does.
 */
static bool list_is_tuple(struct interp *in, const struct list *l)
{
    if (l->count >= 32) {
        return false;
    }
    for (int64_t k = 0; k < l->count; k++) {
        struct value v = l->at[k];
        if (v.type == VALUE_NONE || v.type == VALUE_ELLIPSIS || list_is(v) || tuple_is(v) ||
            tensor_object_is(in, v) || (v.type == VALUE_OBJECT && v.o->class == in->types.slice)) {
            return true;
        }
    }
    return false;
}

/* How many axes the items name: a mask as many as it has, a list one. */
static int64_t axes_named(struct interp *in, int64_t count, const struct value *items)
{
    int64_t named = 0;
    for (int64_t k = 0; k < count; k++) {
        struct value v = items[k];
        if (v.type == VALUE_OBJECT && tensor_object_is(in, v)) {
            const struct tensor *t = &tensor_object_of(v)->tensor;
            named += t->dtype == DTYPE_BOOL || t->dtype == DTYPE_UINT8 ? t->ndim : 1;
        } else {
            named += v.type != VALUE_NONE && v.type != VALUE_ELLIPSIS && v.type != VALUE_BOOL;
        }
    }
    return named;
}

bool tensor_key_read(struct interp *in, struct value key, int ndim, struct tensor_key *out)
{
    out->count = 0;
    memset(out->owned, 0, sizeof out->owned);
    out->is_tuple =
        tuple_is(key) || (list_is(key) && list_is_tuple(in, (const struct list *)key.o));
    const struct list *l = out->is_tuple ? (const struct list *)key.o : NULL;
    bool simple =
        key.type == VALUE_INT || (key.type == VALUE_OBJECT && key.o->class == in->types.slice);
    if (!simple && axes_named(in, l != NULL ? l->count : 1, l != NULL ? l->at : &key) > ndim) {
        return raise_exception(in, EXCEPTION_IndexError,
                               "too many indices for tensor of dimension %d", ndim);
    }
    if (!out->is_tuple) {
        return read_item(in, key, out);
    }
    for (int64_t k = 0; k < l->count; k++) {
        if (!read_item(in, l->at[k], out)) {
            tensor_key_free(out);
            return false;
        }
    }
    return true;
}

void tensor_key_free(struct tensor_key *key)
{
    for (int k = 0; k < key->count; k++) {
        if (key->owned[k]) {
            tensor_release(&key->items[k].tensor);
            key->owned[k] = false;
        }
    }
}

/* PyTorch turns x[...] into a chain of views from left to right; grad_fn shows the last link. A
 * slice that names all of its axis, 0:n, is no link, unless it is the whole key; `:` is one. */
static const char *backward_name(const struct tensor *t, const struct tensor_key *key)
{
    const char *last = NULL;
    int dim = 0, rest = 0;
    for (int k = 0; k < key->count; k++) {
        const struct index *item = &key->items[k];
        if (item->kind == INDEX_TENSOR && item->tensor.dtype == DTYPE_BOOL) {
            rest += item->tensor.ndim;
        } else if (item->kind != INDEX_NONE && item->kind != INDEX_ELLIPSIS &&
                   item->kind != INDEX_BOOL) {
            rest++;
        }
    }
    for (int k = 0; k < key->count; k++) {
        const struct index *item = &key->items[k];
        switch (item->kind) {
        case INDEX_TENSOR:
        case INDEX_BOOL:
            return "IndexBackward0";
        case INDEX_INT:
            last = "SelectBackward0";
            dim++;
            break;
        case INDEX_NONE:
            last = "UnsqueezeBackward0";
            break;
        case INDEX_ELLIPSIS:
            dim += t->ndim - rest;
            break;
        case INDEX_SLICE:
            if (!key->is_tuple || item->start != 0 || item->step != 1 ||
                (dim < t->ndim && item->stop != t->shape[dim])) {
                last = "SliceBackward0";
            }
            dim++;
            break;
        }
    }
    for (int k = 0; k < key->count; k++) {
        if (key->items[k].kind == INDEX_TENSOR || key->items[k].kind == INDEX_BOOL) {
            return "IndexBackward0";
        }
    }
    return last != NULL ? last : "AliasBackward0";
}

/* The rows of x[...] and x[...] = v: carried out here, since their arguments are keys. */
static const struct op get_row = {.name = "__getitem__",
                                  .signature = "(Tensor input, object key)",
                                  .where = IN_INTERNAL,
                                  .kind = KIND_MAP,
                                  .traits = SELECTS,
                                  .backward = "IndexBackward0",
                                  .axes = AXES_INDEX,
                                  .formula = "input[key]",
                                  .id = "getitem"};
static const struct op set_row = {.name = "__setitem__",
                                  .signature = "(Tensor input, object key, Other value)",
                                  .where = IN_INTERNAL,
                                  .kind = KIND_MAP,
                                  .backward = "CopySlices",
                                  .axes = AXES_FIRST,
                                  .formula = "value where the index points, else input",
                                  .id = "setitem"};

void tensor_index_call(struct call *c, struct interp *in, const struct op *row, struct value self,
                       struct value key)
{
    memset(c, 0, offsetof(struct call, arg[INDEX_ARGUMENTS]));
    c->in = in;
    c->torch = torch_of(in);
    c->cx = &c->torch->compute;
    c->op = row;
    c->backward = row->backward;
    c->arg[0].given = true;
    c->arg[0].value = self;
    c->arg[0].object = tensor_object_of(self);
    c->arg[0].tensor = c->arg[0].object->tensor;
    c->arg[1].given = true;
    c->arg[1].value = key;
    c->arg_count = 2;
}

bool tensor_get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    struct tensor_object *from = tensor_object_of(self);
    struct torch *torch = torch_of(in);
    struct tensor_key k;
    struct tensor t;
    bool is_view;
    if (!tensor_key_read(in, key, from->tensor.ndim, &k)) {
        return false;
    }
    bool ok = index_get(&torch->compute, &t, &from->tensor, k.count, k.items, &is_view);
    const char *backward = ok ? backward_name(&from->tensor, &k) : NULL;
    tensor_key_free(&k);
    if (!ok) {
        return raise_error(in);
    }
    struct class *class = ndarray_is(in, self) ? torch->types.ndarray : torch->types.tensor;
    struct tensor_object *made = tensor_object_new(in, class, &t);
    if (made == NULL) {
        return false;
    }
    *out = value_object(made);
    made->inference = is_view ? from->inference : made->inference;
    struct call c;
    tensor_index_call(&c, in, &get_row, self, key);
    grad_view_note(&c, made, false);
    if (tensor_asks(from) && torch->grad_enabled &&
        dtype_category(made->tensor.dtype) >= CATEGORY_FLOAT) {
        c.backward = backward;
        made->requires_grad = true;
        if (!grad_attach(in, &c, 1, &made)) {
            return false;
        }
    }
    return op_report(in, &c, "__getitem__", 1, &made, false);
}

/* NumPy's float32, float16 and bool: PyTorch takes its integers for int, its float64 for float. */
static bool is_foreign(struct interp *in, struct value v)
{
    return value_isinstance(in, v, torch_of(in)->types.numpy_number) &&
           dtype_category(tensor_object_of(v)->tensor.dtype) != CATEGORY_INT &&
           tensor_object_of(v)->tensor.dtype != DTYPE_FLOAT64;
}

/* The value to write, as a tensor. Numbers keep int64 and bool exact. */
static bool read_value(struct interp *in, const struct tensor_object *to, struct value v,
                       struct tensor *out, bool *owned)
{
    struct compute *cx = &torch_of(in)->compute;
    *owned = true;
    if (tensor_object_is(in, v)) {
        *out = tensor_object_of(v)->tensor;
        *owned = false;
        return true;
    }
    if (v.type == VALUE_FLOAT) {
        return tensor_from_double(cx, out, DTYPE_FLOAT64, v.f, true) || raise_error(in);
    }
    if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
        return tensor_from_int(cx, out, DTYPE_INT64, v.type == VALUE_INT ? v.i : (int64_t)v.b,
                               true) ||
               raise_error(in);
    }
    if (bigint_is(v)) {
        return bigint_refuse(in);
    }
    double number; /* a list or an array is refused, as by PyTorch */
    if (v.type == VALUE_OBJECT && !ndarray_is(in, v) && !is_foreign(in, v) &&
        v.o->class->slots != NULL && v.o->class->slots->to_float != NULL &&
        v.o->class->slots->to_float(in, v, &number)) {
        return tensor_from_double(cx, out, DTYPE_FLOAT64, number, true) || raise_error(in);
    }
    return raise_exception(in, EXCEPTION_TypeError, "can't assign a %s to a torch.%sTensor",
                           value_type_name(v), dtype_legacy_name(to->tensor.dtype));
}

/* Index tensors or masks among the items. */
static bool picks(const struct tensor_key *key)
{
    for (int k = 0; k < key->count; k++) {
        if (key->items[k].kind == INDEX_TENSOR || key->items[k].kind == INDEX_BOOL) {
            return true;
        }
    }
    return false;
}

static int value_ndim(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) ? tensor_object_of(v)->tensor.ndim : 0;
}

/* x[...] = v is x.copy_(v), or x.fill_(v) with one number; x[:] = v goes into a view. */
static const char *written_name(const struct tensor *t, const struct tensor_key *key, int ndim)
{
    if (key->count == 1 && key->items[0].kind == INDEX_ELLIPSIS) {
        return ndim == 0 ? "FillBackward3" : "CopyBackwards";
    }
    return strcmp(backward_name(t, key), "IndexBackward0") == 0 ? "IndexPutBackward0"
                                                                : "CopySlices";
}

bool tensor_set_item(struct interp *in, struct value self, struct value key, struct value v)
{
    struct tensor_object *to = tensor_object_of(self);
    struct torch *torch = torch_of(in);
    struct tensor_key k;
    struct tensor t;
    bool owned;
    bool asked = tensor_object_is(in, v) && tensor_asks(tensor_object_of(v));
    if (!grad_view_may_write(in, to, tensor_asks(to) || asked)) {
        return false;
    }
    const struct tensor_object *whole = to->base != NULL ? to->base : to;
    if (tensor_asks(to) && whole->grad_fn == NULL && torch->grad_enabled) {
        return raise_exception(
            in, EXCEPTION_RuntimeError,
            "a view of a leaf Variable that requires grad is being used in an in-place "
            "operation.");
    }
    if (!read_value(in, to, v, &t, &owned)) {
        return false;
    }
    bool ok = tensor_key_read(in, key, to->tensor.ndim, &k);
    if (ok && !owned && t.ndim == 0 && !picks(&k)) { /* its number fills the view */
        struct tensor number;
        owned = tensor_clone(&torch->compute, &number, &t);
        ok = owned || raise_error(in);
        t = owned ? number : t;
    }
    ok = ok &&
         (index_put(&torch->compute, &to->tensor, k.count, k.items, &t, false) || raise_error(in));
    if (owned) {
        tensor_release(&t);
    }
    const char *backward = ok ? written_name(&to->tensor, &k, value_ndim(in, v)) : NULL;
    tensor_key_free(&k);
    if (!ok) {
        return false;
    }
    bool wanted = tensor_asks(to) || asked;
    struct call c;
    tensor_index_call(&c, in, &set_row, self, key);
    c.arg[2].given = true;
    c.arg[2].value = v;
    c.arg[2].object = tensor_object_is(in, v) ? tensor_object_of(v) : NULL;
    c.arg_count = 3;
    grad_written(to);
    if (wanted && torch->grad_enabled) {
        c.backward = backward;
        if (!grad_attach_written(in, &c)) {
            return false;
        }
    }
    return op_report(in, &c, "__setitem__", 1, &to, true);
}
