/* Turns values of the language into arrays and back, with NumPy's words for shapes that do not
 * fit. */
#include "numpy/numpy_value.h"

#include "lang/object/value_method.h"
#include "lang/run/native.h"
#include "torch/tensor_value.h"
#include "torch/torch.h"

#include <stdlib.h>

bool numpy_number_is(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && value_isinstance(in, v, torch_of(in)->types.numpy_number);
}

bool numpy_is(struct interp *in, struct value v)
{
    return ndarray_is(in, v) || numpy_number_is(in, v);
}

/* --- reading --- */

/* The sizes that nested lists agree on, from the outside in; stops where they differ. */
static int common_shape(struct interp *in, struct value v, int64_t shape[TENSOR_MAX_DIMS])
{
    int ndim = 0;
    struct list *level = list_new(in, 1);
    bool ok = level != NULL && list_append(in, level, v);
    while (ok && ndim < TENSOR_MAX_DIMS && level->count > 0) {
        struct list *next = list_new(in, 0);
        int64_t size = -1;
        for (int64_t k = 0; ok && next != NULL && k < level->count; k++) {
            struct value item = level->at[k];
            const struct list *l = (const struct list *)item.o;
            ok = (list_is(item) || tuple_is(item)) && (size < 0 || size == l->count);
            size = ok ? l->count : size;
            for (int64_t j = 0; ok && j < l->count; j++) {
                ok = list_append(in, next, l->at[j]);
            }
        }
        if (ok && next != NULL) {
            shape[ndim++] = size;
        }
        ok = ok && next != NULL;
        level = next;
    }
    return ndim;
}

static bool ragged(struct interp *in, struct value v)
{
    scoped_buf text = {.budget = in->memory};
    int64_t shape[TENSOR_MAX_DIMS];
    raise_catch(in);
    int ndim = common_shape(in, v, shape);
    sizes_put_tuple(ndim, shape, ", ", &text); /* unlike in the other errors */
    raise_exception(
        in, EXCEPTION_ValueError,
        "setting an array element with a sequence. The requested array has an inhomogeneous "
        "shape after %d dimensions. The detected shape was %s + inhomogeneous part.",
        ndim, buf_text(&text));
    return false;
}

static bool read_data(struct interp *in, struct value v, struct tensor *out)
{
    struct torch *torch = torch_of(in);
    enum dtype before = torch->default_dtype;
    if (v.type == VALUE_NONE || str_is(v) || dict_is(v)) {
        return raise_unsupported(in, "arrays of objects such as '%s' are not supported",
                                 value_type_name(v));
    }
    if (list_is(v) || tuple_is(v)) {
        const struct list *l = (const struct list *)v.o;
        for (int64_t k = 0; k < l->count; k++) {
            if (str_is(l->at[k])) {
                return raise_unsupported(in, "arrays of strings are not supported");
            }
        }
    }
    torch->default_dtype = DTYPE_FLOAT64;
    bool ok = tensor_from_value(in, v, -1, out);
    torch->default_dtype = before;
    if (!ok && raise_is(in, EXCEPTION_ValueError)) {
        return ragged(in, v);
    }
    return ok;
}

bool numpy_gives_array(struct interp *in, struct value v)
{
    static const char *const names[] = {"__array__", "__array_priority__", "__array_ufunc__"};
    bool has[3] = {false};
    for (int k = 0; k < 3 && v.type == VALUE_OBJECT && v.o->class->has_python_methods; k++) {
        struct str *name = str_intern(in, names[k]);
        struct value found;
        has[k] = name != NULL && class_lookup_python(v.o->class, name, &found);
    }
    return has[0] && !has[1] && !has[2];
}

/* What a class of the learner's gives as __array__(). */
static bool read_object(struct interp *in, struct value v, struct tensor *out)
{
    struct value array;
    bool found;
    if (!value_call_python(in, v, "__array__", 0, NULL, &array, &found)) {
        return false;
    }
    if (!found) {
        return read_data(in, v, out);
    }
    if (!ndarray_is(in, array)) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "object __array__ method not producing an array");
    }
    return tensor_clone(&torch_of(in)->compute, out, &tensor_object_of(array)->tensor) ||
           raise_error(in);
}

static bool read_as_it_lies(struct interp *in, struct value v, struct tensor *out, bool *owned)
{
    *owned = false;
    if (numpy_is(in, v)) {
        *out = tensor_object_of(v)->tensor;
        return true;
    }
    if (tensor_object_is(in, v)) {
        const struct tensor_object *t = tensor_object_of(v);
        if (tensor_asks(t)) {
            return raise_exception(in, EXCEPTION_RuntimeError,
                                   "Can't call numpy() on Tensor that requires grad. Use "
                                   "tensor.detach().numpy() instead.");
        }
        if (t->tensor.dtype == DTYPE_BFLOAT16) {
            return raise_exception(in, EXCEPTION_TypeError, "Got unsupported ScalarType BFloat16");
        }
        if (t->tensor.dtype == DTYPE_COMPLEX64) {
            return raise_unsupported(in, "complex arrays are not supported");
        }
        *out = t->tensor;
        return true;
    }
    *owned = true;
    struct compute *cx = &torch_of(in)->compute;
    switch (v.type) {
    case VALUE_FLOAT:
        return tensor_from_double(cx, out, DTYPE_FLOAT64, v.f, false) || raise_error(in);
    case VALUE_INT:
        return tensor_from_int(cx, out, DTYPE_INT64, v.i, false) || raise_error(in);
    case VALUE_BOOL:
        return tensor_from_int(cx, out, DTYPE_BOOL, v.b, false) || raise_error(in);
    default:
        return read_object(in, v, out);
    }
}

/* Kernels go forwards through memory. */
static bool straighten(struct interp *in, struct tensor *t, bool *owned)
{
    struct tensor copy;
    if (!tensor_steps_back(t)) {
        return true;
    }
    if (!tensor_clone(&torch_of(in)->compute, &copy, t)) {
        return raise_error(in);
    }
    if (*owned) {
        tensor_release(t);
    }
    *t = copy;
    *owned = true;
    return true;
}

bool numpy_read(struct interp *in, struct value v, struct tensor *out, bool *owned)
{
    return read_as_it_lies(in, v, out, owned) && straighten(in, out, owned);
}

bool numpy_take_view(struct call *c, int k)
{
    struct argument *a = &c->arg[k];
    if (!read_as_it_lies(c->in, a->value, &a->tensor, &a->owned)) {
        a->owned = false;
        return false;
    }
    if (!a->owned) {
        a->object = tensor_object_of(a->value);
    }
    return true;
}

bool numpy_take(struct call *c, int k)
{
    struct argument *a = &c->arg[k];
    return numpy_take_view(c, k) && straighten(c->in, &a->tensor, &a->owned);
}

bool numpy_widen(struct call *c, int k, enum dtype to)
{
    struct argument *a = &c->arg[k];
    struct tensor made;
    if (!tensor_cast(c->cx, &made, &a->tensor, to)) {
        return false;
    }
    if (a->owned) {
        tensor_release(&a->tensor);
    }
    a->tensor = made;
    a->owned = true;
    return true;
}

bool numpy_take_all(struct call *c)
{
    int count = (int)(c->op->numpy & TAKES_3), k = 0;
    bool sees = (c->op->numpy & SEES_1) == SEES_1;
    while (k < count && (sees ? numpy_take_view(c, k) : numpy_take(c, k))) {
        k++;
    }
    return k == count;
}

bool numpy_list_take(struct call *c, int k, struct numpy_list *out)
{
    struct list *l = list_of(c->in, c->arg[k].value);
    *out = (struct numpy_list){0};
    if (l == NULL) {
        return false;
    }
    out->at = calloc((size_t)l->count + 1, sizeof *out->at);
    out->owned = calloc((size_t)l->count + 1, sizeof *out->owned);
    c->arg[k].tensors = calloc((size_t)l->count + 1, sizeof *c->arg[k].tensors);
    if (out->at == NULL || out->owned == NULL || c->arg[k].tensors == NULL) {
        return raise_memory(c->in);
    }
    for (int64_t j = 0; j < l->count; j++) {
        if (!numpy_read(c->in, l->at[j], &out->at[j], &out->owned[j])) {
            out->owned[j] = false;
            return false;
        }
        out->count++;
        if (!out->owned[j] || ndarray_is(c->in, l->at[j])) {
            c->arg[k].tensors[c->arg[k].count++] = tensor_object_of(l->at[j]);
        }
    }
    return true;
}

void numpy_list_free(struct numpy_list *l)
{
    for (int k = 0; k < l->count; k++) {
        if (l->owned[k]) {
            tensor_release(&l->at[k]);
        }
    }
    free(l->at);
    free(l->owned);
    *l = (struct numpy_list){0};
}

/* --- giving --- */

bool numpy_wrap(struct interp *in, struct tensor *t, bool keep_array, struct value *out)
{
    struct torch *torch = torch_of(in);
    bool scalar = t->ndim == 0 && !keep_array;
    struct class *class = scalar ? torch->types.numpy_numbers[t->dtype] : torch->types.ndarray;
    if (scalar && t->storage->references > 1) { /* a scalar is a value, not a view */
        struct tensor copy;
        bool ok = tensor_copy(&torch->compute, &copy, t);
        tensor_release(t);
        if (!ok) {
            return raise_error(in);
        }
        *t = copy;
    }
    *out = value_object(tensor_object_new(in, class, t));
    return out->type == VALUE_OBJECT;
}

static bool give(struct call *c, struct tensor *t, bool keep_array)
{
    if (!numpy_wrap(c->in, t, keep_array, &c->value)) {
        return false;
    }
    c->has_value = true;
    if (!ndarray_is(c->in, c->value)) { /* op_call reports arrays by itself */
        struct tensor_object *o = tensor_object_of(c->value);
        return op_report(c->in, c, c->op->name, 1, &o, false);
    }
    return true;
}

bool numpy_give(struct call *c, struct tensor *t)
{
    return give(c, t, false);
}

bool numpy_give_array(struct call *c, struct tensor *t)
{
    return give(c, t, true);
}

/* For functions that NumPy passes on to the argument's own method: np.round(tensor) is a tensor. */
static bool numpy_give_like(struct call *c, struct tensor *t)
{
    if (!tensor_object_is(c->in, c->arg[0].value)) {
        return give(c, t, ndarray_is(c->in, c->arg[0].value) && t->ndim > 0);
    }
    c->value = value_object(tensor_object_new(c->in, c->torch->types.tensor, t));
    return c->value.type == VALUE_OBJECT;
}

bool numpy_give_left(struct call *c)
{
    struct tensor t = c->out[0];
    c->out[0] = (struct tensor){0};
    c->outputs = 0;
    switch (c->op->numpy & GIVES_LIKE) {
    case GIVES_ARRAY:
        return numpy_give_array(c, &t);
    case GIVES_LIKE:
        return numpy_give_like(c, &t);
    default:
        return numpy_give(c, &t);
    }
}

/* --- NumPy's errors --- */

void numpy_shape_text(int ndim, const int64_t *shape, struct buf *out)
{
    sizes_put_tuple(ndim, shape, ",", out);
}

bool numpy_raise(struct interp *in, const char *name, const char *module, enum exception base,
                 const char *text)
{
    bool shown = strncmp(name, "_UFunc", 6) == 0; /* by NumPy as its base; a traceback tells all */
    struct class *above = shown ? class_on_demand(in, "UFuncTypeError", "UFuncTypeError", module,
                                                  in->classes[base], NULL)
                                : in->classes[base];
    struct class *class = above != NULL ? class_on_demand(in, name, shown ? "UFuncTypeError" : name,
                                                          module, above, NULL)
                                        : NULL;
    struct str *s = str_new(in, text, strlen(text)), *whole = str_intern(in, "__qualname__"),
               *own = str_intern(in, name);
    if (class == NULL || whole == NULL || own == NULL ||
        (shown && !dict_set_str(in, class->dict, whole, value_object(own)))) {
        return false;
    }
    const struct value arg = value_object(s);
    const struct args args = {.at = &arg, .count = 1};
    struct value made;
    return s != NULL && value_call(in, value_object(class), &args, &made) && raise_value(in, made);
}

static bool check_broadcast(struct interp *in, const struct tensor *a, const struct tensor *b,
                            const struct tensor *written)
{
    for (int k = 1; k <= a->ndim && k <= b->ndim; k++) {
        int64_t m = a->shape[a->ndim - k], n = b->shape[b->ndim - k];
        if (m != n && m != 1 && n != 1) {
            scoped_buf text = {.budget = in->memory};
            numpy_shape_text(a->ndim, a->shape, &text);
            buf_putc(&text, ' ');
            numpy_shape_text(b->ndim, b->shape, &text);
            if (written != NULL) {
                buf_putc(&text, ' ');
                numpy_shape_text(written->ndim, written->shape, &text);
            }
            raise_exception(in, EXCEPTION_ValueError,
                            "operands could not be broadcast together with shapes %s ",
                            buf_text(&text));
            return false;
        }
    }
    return true;
}

bool numpy_check_broadcast(struct interp *in, const struct tensor *a, const struct tensor *b)
{
    return check_broadcast(in, a, b, NULL);
}

bool numpy_check_in_place(struct interp *in, const struct tensor *a, const struct tensor *b)
{
    return check_broadcast(in, a, b, a);
}

bool numpy_axis(struct interp *in, int64_t axis, int ndim, int *out)
{
    if (axis >= ndim || axis < -ndim) {
        scoped_buf text = {.budget = in->memory};
        buf_printf(&text, "axis %lld is out of bounds for array of dimension %d", (long long)axis,
                   ndim);
        numpy_raise(in, "AxisError", "numpy", EXCEPTION_IndexError, buf_text(&text));
        return false;
    }
    *out = (int)(axis < 0 ? axis + ndim : axis);
    return true;
}

bool numpy_axes(struct call *c, int k, int ndim, unsigned *out)
{
    const struct argument *a = &c->arg[k];
    *out = ~0u;
    if (a->none) {
        return true;
    }
    *out = 0;
    for (int j = 0; j < a->count; j++) {
        int axis;
        if (!numpy_axis(c->in, a->ints[j], ndim, &axis)) {
            return false;
        }
        if ((*out >> axis & 1) != 0) {
            return numpy_refuse(c, "duplicate value in 'axis'");
        }
        *out |= 1u << axis;
    }
    return true;
}
