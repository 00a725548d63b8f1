/* Turns numbers of the language into tensors and back: torch.tensor([[1, 2]]), tolist(), item(). */
#include "torch/tensor_value.h"

#include "torch/tensor_object.h"

#include "lang/object/bigint.h"
#include "lang/object/complex.h"

#include "torch/torch.h"

#include <string.h>

/* What a nested list holds: its shape along first elements, and the dtype that fits all. */
struct survey {
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    enum dtype dtype;
    bool any;   /* a number was seen */
    bool aside; /* not along first elements */
};

static void widen(struct survey *s, enum dtype d)
{
    s->dtype = s->any ? dtype_promote(s->dtype, d) : d;
    s->any = true;
}

/* Within a list, complex tensors are not read. */
static bool is_real(struct interp *in, const struct tensor *t)
{
    return t->dtype != DTYPE_COMPLEX64 ||
           raise_unsupported(in,
                             "a list of complex tensors is not supported: torch.stack joins them");
}

static bool is_array(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) || ndarray_is(in, v) ||
           value_isinstance(in, v, torch_of(in)->types.numpy_number);
}

static bool is_sequence(struct interp *in, struct value v)
{
    return list_is(v) || tuple_is(v) || (v.type == VALUE_OBJECT && v.o->class == in->types.range);
}

/* dtype of one leaf; false with TypeError for what is no number. */
static bool survey_leaf(struct interp *in, struct value v, struct survey *s)
{
    double unused;
    switch (v.type) {
    case VALUE_BOOL:
        widen(s, DTYPE_BOOL);
        return true;
    case VALUE_INT:
        widen(s, DTYPE_INT64);
        return true;
    case VALUE_FLOAT:
        widen(s, torch_of(in)->default_dtype);
        return true;
    case VALUE_OBJECT:
        if (bigint_is(v)) {
            widen(s, DTYPE_INT64);
            return true;
        }
        if (complex_is(v)) {
            widen(s, DTYPE_COMPLEX64);
            return torch_of(in)->default_dtype != DTYPE_FLOAT64 ||
                   raise_unsupported(in, "complex128 is not supported: tensors have complex64, "
                                         "arrays of NumPy no complex numbers");
        }
        if (!str_is(v) && v.o->class->slots != NULL && v.o->class->slots->to_float != NULL) {
            bool whole =
                v.o->class->slots->index != NULL && v.o->class->slots->index(in, v, &(int64_t){0});
            if (!whole && in->exception.type == VALUE_OBJECT) {
                raise_catch(in);
            }
            widen(s, whole ? DTYPE_INT64 : DTYPE_FLOAT64);
            return value_to_double(in, v, &unused);
        }
        if (str_is(v)) {
            return s->ndim > 0 && !s->aside
                       ? raise_exception(in, EXCEPTION_ValueError, "too many dimensions 'str'")
                       : raise_exception(in, EXCEPTION_TypeError, "new(): invalid data type 'str'");
        }
        return raise_exception(in, EXCEPTION_RuntimeError, "Could not infer dtype of %s",
                               value_type_name(v));
    default:
        return raise_exception(in, EXCEPTION_RuntimeError, "Could not infer dtype of %s",
                               value_type_name(v));
    }
}

static bool survey(struct interp *in, struct value v, int depth, struct survey *s)
{
    if (tensor_object_is(in, v) && !is_real(in, &tensor_object_of(v)->tensor)) {
        return false;
    }
    if (tensor_object_is(in, v)) { /* in a list, a tensor is a number or wrong: fill looks */
        s->ndim = depth;
        widen(s, tensor_object_of(v)->tensor.dtype);
        return true;
    }
    if (is_array(in, v)) {
        const struct tensor *t = &tensor_object_of(v)->tensor;
        if (depth + t->ndim > TENSOR_MAX_DIMS) {
            return raise_exception(in, EXCEPTION_ValueError, "too many dimensions: at most %d",
                                   TENSOR_MAX_DIMS);
        }
        for (int k = 0; k < t->ndim; k++) {
            s->shape[depth + k] = t->shape[k];
        }
        s->ndim = depth + t->ndim;
        widen(s, t->dtype);
        return true;
    }
    if (!is_sequence(in, v)) {
        s->ndim = depth;
        return survey_leaf(in, v, s);
    }
    if (depth == TENSOR_MAX_DIMS) {
        return raise_exception(in, EXCEPTION_ValueError, "too many dimensions 'list'");
    }
    struct list *l = list_of(in, v);
    if (l == NULL) {
        return false;
    }
    s->shape[depth] = l->count;
    s->ndim = depth + 1;
    /* the first element fixes the shape below; all of them widen the dtype */
    for (int64_t k = 0; k < l->count; k++) {
        struct survey other = {.dtype = s->dtype, .any = s->any, .aside = true};
        if (!survey(in, l->at[k], depth + 1, k == 0 ? s : &other)) {
            return false;
        }
        if (k > 0) {
            s->dtype = other.dtype;
            s->any = other.any;
        }
    }
    return true;
}

static void put_number(const struct tensor *t, int64_t at, double f, int64_t i, bool is_float)
{
    if (is_float) {
        tensor_set_double(t, at, f);
    } else {
        tensor_set_int(t, at, i);
    }
}

/* Whether the number has a place in an integer dtype: an unsigned one takes negative integers as
 * well, counted from its end. */
static bool has_place(enum dtype d, double f, int64_t i, bool is_float)
{
    switch (d) {
    case DTYPE_UINT8:
        return is_float ? f >= 0 && f <= 255 : i >= -255 && i <= 255;
    case DTYPE_INT8:
        return is_float ? f >= INT8_MIN && f <= INT8_MAX : i >= INT8_MIN && i <= INT8_MAX;
    case DTYPE_INT16:
        return is_float ? f >= INT16_MIN && f <= INT16_MAX : i >= INT16_MIN && i <= INT16_MAX;
    case DTYPE_INT32:
        return is_float ? f >= INT32_MIN && f <= INT32_MAX : i >= INT32_MIN && i <= INT32_MAX;
    case DTYPE_INT64:
        return !is_float || (f >= -0x1p63 && f < 0x1p63);
    default:
        return true;
    }
}

static bool put_checked(struct interp *in, const struct tensor *t, int64_t at, double f, int64_t i,
                        bool is_float)
{
    if (!has_place(t->dtype, f, i, is_float)) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "value cannot be converted to type %s without overflow",
                               dtype_name(t->dtype));
    }
    put_number(t, at, f, i, is_float);
    return true;
}

/* A tensor in a list: its one cell. */
static bool fill_one(struct interp *in, const struct tensor *from, const struct tensor *t,
                     int64_t *at)
{
    if (tensor_numel(from) != 1) {
        return dtype_is_float(t->dtype) || t->dtype == DTYPE_BOOL
                   ? raise_exception(in, EXCEPTION_ValueError,
                                     "only one element tensors can be converted to Python scalars")
                   : raise_exception(in, EXCEPTION_TypeError,
                                     "only integer tensors of a single element can "
                                     "be converted to an index");
    }
    bool is_float = dtype_is_float(from->dtype);
    if (is_float && !dtype_is_float(t->dtype) && t->dtype != DTYPE_BOOL) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "only integer tensors of a single element can be converted to an index");
    }
    return put_checked(in, t, (*at)++, is_float ? tensor_double_at(from, from->offset) : 0,
                       is_float ? 0 : tensor_int_at(from, from->offset), is_float);
}

/* Writes v into the cells of t from *at on, row-major, and checks every length on the way. */
static bool fill(struct interp *in, struct value v, int depth, const struct survey *s,
                 const struct tensor *t, int64_t *at)
{
    if (tensor_object_is(in, v) && depth == s->ndim) {
        return fill_one(in, &tensor_object_of(v)->tensor, t, at);
    }
    if (is_array(in, v)) {
        const struct tensor *from = &tensor_object_of(v)->tensor;
        int64_t n = tensor_numel(from);
        if (depth + from->ndim != s->ndim) {
            return raise_exception(in, EXCEPTION_ValueError,
                                   "only one element tensors can be converted to Python scalars");
        }
        for (int64_t k = 0; k < n; k++) {
            int64_t place = tensor_place(from, k);
            bool is_float = dtype_is_float(from->dtype);
            put_number(t, (*at)++, is_float ? tensor_double_at(from, place) : 0,
                       is_float ? 0 : tensor_int_at(from, place), is_float);
        }
        return true;
    }
    if (depth == s->ndim) {
        int64_t i = 0;
        double f = 0;
        if (is_sequence(in, v)) {
            return dtype_is_float(t->dtype)
                       ? raise_exception(in, EXCEPTION_TypeError, "must be real number, not %s",
                                         value_type_name(v))
                       : raise_exception(in, EXCEPTION_TypeError,
                                         "'%s' object cannot be interpreted as an integer",
                                         value_type_name(v));
        }
        if (complex_is(v) && t->dtype == DTYPE_COMPLEX64) {
            const struct complex *z = (const struct complex *)v.o;
            ((struct complex64 *)t->storage->data)[t->offset + (*at)++] =
                (struct complex64){(float)z->re, (float)z->im};
            return true;
        }
        if (bigint_is(v) && !dtype_is_float(t->dtype)) {
            return bigint_refuse(in);
        }
        if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
            i = v.type == VALUE_INT ? v.i : (int64_t)v.b;
        } else if (!value_to_double(in, v, &f)) {
            return false;
        }
        return put_checked(in, t, (*at)++, f, i, v.type != VALUE_INT && v.type != VALUE_BOOL);
    }
    struct list *l = is_sequence(in, v) ? list_of(in, v) : NULL;
    if (l == NULL) {
        return in->exception.type == VALUE_OBJECT
                   ? false
                   : raise_exception(in, EXCEPTION_TypeError, "not a sequence");
    }
    if (l->count != s->shape[depth]) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "expected sequence of length %lld at dim %d (got %lld)",
                               (long long)s->shape[depth], depth, (long long)l->count);
    }
    for (int64_t k = 0; k < l->count; k++) {
        if (!fill(in, l->at[k], depth + 1, s, t, at)) {
            return false;
        }
    }
    return true;
}

bool tensor_refuse_backwards(struct interp *in, const struct tensor *t)
{
    return !tensor_steps_back(t) ||
           raise_exception(in, EXCEPTION_ValueError,
                           "At least one stride in the given numpy array is negative, and tensors "
                           "with negative strides are not currently supported. (You can probably "
                           "work around this by making a copy of your array  with array.copy().) ");
}

bool tensor_from_value(struct interp *in, struct value data, int dtype, struct tensor *out)
{
    struct torch *torch = torch_of(in);
    struct survey s = {.dtype = torch->default_dtype};
    struct tensor t;
    int64_t at = 0;
    if (is_array(in, data)) { /* at once, whatever its size */
        const struct tensor *from = &tensor_object_of(data)->tensor;
        enum dtype to = dtype >= 0 ? (enum dtype)dtype : from->dtype;
        scoped_tensor copy = {0};
        if (!tensor_refuse_backwards(in, from)) {
            return false;
        }
        if (!tensor_copy(&torch->compute, &copy, from)) {
            return raise_error(in);
        }
        return tensor_cast(&torch->compute, out, &copy, to) || raise_error(in);
    }
    if (!survey(in, data, 0, &s)) {
        return false;
    }
    enum dtype d = dtype >= 0 ? (enum dtype)dtype : s.any ? s.dtype : torch->default_dtype;
    if (!tensor_new(&torch->compute, &t, d, s.ndim, s.shape)) {
        return raise_error(in);
    }
    if (!fill(in, data, 0, &s, &t, &at)) {
        tensor_release(&t);
        return false;
    }
    *out = t;
    return true;
}

static struct value real_at(const struct tensor *t, int64_t place)
{
    if (dtype_is_float(t->dtype)) {
        return value_float(tensor_double_at(t, place));
    }
    int64_t i = tensor_int_at(t, place);
    return t->dtype == DTYPE_BOOL ? value_bool(i != 0) : value_int(i);
}

static bool number_at(struct interp *in, const struct tensor *t, int64_t place, struct value *out)
{
    if (t->dtype == DTYPE_COMPLEX64) {
        struct complex64 z = ((const struct complex64 *)t->storage->data)[place];
        return complex_new(in, (double)z.re, (double)z.im, out);
    }
    *out = real_at(t, place);
    return true;
}

static bool nest(struct interp *in, const struct tensor *t, int dim, int64_t place,
                 struct value *out)
{
    if (dim == t->ndim) {
        return number_at(in, t, place, out);
    }
    struct list *l = list_new(in, t->shape[dim]);
    *out = value_object(l);
    for (int64_t k = 0; l != NULL && k < t->shape[dim]; k++) {
        struct value v;
        if (!nest(in, t, dim + 1, place + k * t->stride[dim], &v) || !list_append(in, l, v)) {
            return false;
        }
    }
    return l != NULL;
}

bool tensor_to_value(struct interp *in, const struct tensor *t, struct value *out)
{
    return nest(in, t, 0, t->offset, out);
}

bool tensor_item(struct interp *in, const struct tensor *t, struct value *out)
{
    if (tensor_numel(t) != 1) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "only one element tensors can be converted to Python scalars");
    }
    return number_at(in, t, t->offset, out);
}
