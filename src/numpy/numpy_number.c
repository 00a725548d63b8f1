/* Makes NumPy's scalars: np.float64(1.0), np.int64(3), np.bool_(True). A 0-d tensor that prints and
 * counts as a Python number does. */

#include "numpy/numpy_array.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_index.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_value.h"
#include "tensor/print/print_number.h"
#include "torch/tensor_value.h"

static const struct tensor *of(struct value v)
{
    return &tensor_object_of(v)->tensor;
}

static void scalar_free(struct interp *in, struct object *self)
{
    tensor_release(&((struct tensor_object *)self)->tensor);
}

/* np.float32(x): of a number, a text, an array (which stays an array). */
static bool scalar_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    struct torch *torch = torch_of(in);
    enum dtype d;
    struct value v = value_float(0);
    struct tensor t, cast;
    scoped_tensor own = {0};
    bool owned;
    if (!numpy_dtype_read(in, value_object(class), &d)) {
        return false;
    }
    if (!arguments_count(in, args, class->name->text, 0, 1)) {
        return false;
    }
    if (args->count == 1) {
        v = args->at[0];
    }
    if (str_is(v)) {
        const struct args text = {.at = &v, .count = 1};
        struct value number;
        if (!value_call(in, value_object(in->types.floating), &text, &number)) {
            return false;
        }
        v = number;
    }
    if (!numpy_read(in, v, &t, &owned)) {
        return false;
    }
    bool ok = tensor_copy(&torch->compute, &own, &t);
    if (owned) {
        tensor_release(&t);
    }
    if (!ok) {
        return raise_error(in);
    }
    ok = tensor_cast(&torch->compute, &cast, &own, d);
    return (ok || raise_error(in)) && numpy_wrap(in, &cast, false, out);
}

/* --- text --- */

static bool scalar_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct tensor *t = of(self);
    struct value v;
    if (t->dtype == DTYPE_FLOAT32) {
        print_float32((float)tensor_double_at(t, t->offset), out);
        return true;
    }
    if (t->dtype == DTYPE_FLOAT16) {
        print_float16((float)tensor_double_at(t, t->offset), out);
        return true;
    }
    return tensor_item(in, t, &v) && value_repr(in, v, out);
}

static bool scalar_format(struct interp *in, struct value self, const char *spec, struct buf *out)
{
    struct value v;
    bool is_bool = of(self)->dtype == DTYPE_BOOL;
    if (spec[0] == '\0' && is_bool) {
        return scalar_repr(in, self, out);
    }
    return tensor_item(in, of(self), &v) && value_format(in, v, spec, out);
}

/* --- operators --- */

static bool is_operand(struct interp *in, struct value self, struct value other)
{
    if (list_is(other) || tuple_is(other)) { /* np.int64(2) * [1] repeats the list */
        return dtype_is_float(of(self)->dtype);
    }
    return value_is_number(other) || numpy_is(in, other) || numpy_gives_array(in, other);
}

/* A number that counts as a double: an int, a float, np.float64. */
static bool as_double(struct interp *in, struct value v, double *out)
{
    if (v.type == VALUE_INT || v.type == VALUE_FLOAT) {
        *out = v.type == VALUE_INT ? (double)v.i : v.f;
        return true;
    }
    if (v.type != VALUE_OBJECT || v.o->class != torch_of(in)->types.numpy_numbers[DTYPE_FLOAT64]) {
        return false;
    }
    *out = tensor_double_at(of(v), of(v)->offset);
    return true;
}

/* Where no operation is recorded, the four of arithmetic need none: long loops in Python stay
 * quick. */
static bool quick(struct interp *in, enum operator_ op, struct value left, struct value right,
                  double *out)
{
    double x, y;
    if (in->recorder != NULL || !as_double(in, left, &x) || !as_double(in, right, &y)) {
        return false;
    }
    *out = op == OP_ADD ? x + y : op == OP_SUB ? x - y : op == OP_MUL ? x * y : x / y;
    return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV;
}

static bool scalar_binary(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    double result;
    struct tensor t;
    if (quick(in, op, left, right, &result)) {
        *handled = true;
        return tensor_from_double(&torch_of(in)->compute, &t, DTYPE_FLOAT64, result, false)
                   ? numpy_wrap(in, &t, false, out)
                   : raise_error(in);
    }
    *handled = is_operand(in, self_is_right ? right : left, self_is_right ? left : right);
    return !*handled || numpy_operator(in, op, left, right, out);
}

static bool scalar_compare(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out, bool *handled)
{
    struct value other = self_is_right ? left : right;
    *handled = value_is_number(other) || numpy_is(in, other);
    return !*handled || numpy_operator(in, op, left, right, out);
}

static bool scalar_unary(struct interp *in, enum operator_ op, struct value self, struct value *out,
                         bool *handled)
{
    *handled = op == OP_NEG || op == OP_POS || op == OP_INVERT;
    return !*handled || numpy_operator(in, op, self, self, out);
}

/* --- one number --- */

static bool scalar_truth(struct interp *in, struct value self, bool *out)
{
    *out = tensor_double_at(of(self), of(self)->offset) != 0;
    return true;
}

static bool scalar_hash(struct interp *in, struct value self, uint64_t *out)
{
    struct value v;
    return tensor_item(in, of(self), &v) && value_hash(in, v, out);
}

static bool scalar_index(struct interp *in, struct value self, int64_t *out)
{
    const struct tensor *t = of(self);
    if (dtype_is_float(t->dtype)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "'%s' object cannot be interpreted as an integer",
                               value_type_name(self));
    }
    *out = tensor_int_at(t, t->offset);
    return true;
}

static bool scalar_to_float(struct interp *in, struct value self, double *out)
{
    *out = tensor_double_at(of(self), of(self)->offset);
    return true;
}

static bool scalar_to_int(struct interp *in, struct value self, struct value *out)
{
    struct value v;
    if (!tensor_item(in, of(self), &v)) {
        return false;
    }
    const struct args args = {.at = &v, .count = 1};
    return value_call(in, value_object(in->types.integer), &args, out);
}

static bool scalar_get_item(struct interp *in, struct value self, struct value key,
                            struct value *out)
{
    if (key.type == VALUE_NONE || key.type == VALUE_ELLIPSIS ||
        (tuple_is(key) && ((const struct list *)key.o)->count == 0)) {
        return numpy_get_item(in, self, key, out);
    }
    return raise_exception(in, EXCEPTION_IndexError, "invalid index to scalar variable.");
}

const struct slots numpy_number_slots = {
    .size = sizeof(struct tensor_object),
    .free = scalar_free,
    .create = scalar_create,
    .repr = scalar_repr,
    .format = scalar_format,
    .get = numpy_get_attribute,
    .unary = scalar_unary,
    .binary = scalar_binary,
    .compare = scalar_compare,
    .truth = scalar_truth,
    .get_item = scalar_get_item,
    .hash = scalar_hash,
    .index = scalar_index,
    .to_float = scalar_to_float,
    .to_int = scalar_to_int,
};
