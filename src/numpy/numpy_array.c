/* Makes np.ndarray as a value of the language: text, operators, attributes, iteration. Every
 * computation goes through a row of numpy.def. */
#include "numpy/numpy_array.h"

#include "base/named.h"
#include "numpy/numpy.h"

#include "lang/object/complex.h"
#include "lang/run/native.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_index.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_ufunc.h"
#include "numpy/numpy_value.h"
#include "tensor/print/print_numpy.h"
#include "torch/assign.h"
#include "torch/call/signature.h"
#include "torch/tensor_attribute.h"
#include "torch/tensor_value.h"

static void array_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct tensor_object *)self)->node);
}

void numpy_set_base(struct interp *in, struct value made, struct value from)
{
    if (!ndarray_is(in, made) || !ndarray_is(in, from) || made.o == from.o) {
        return;
    }
    struct tensor_object *view = tensor_object_of(made), *owner = tensor_object_of(from);
    if (view->tensor.storage == owner->tensor.storage) {
        view->node = owner->node != NULL ? owner->node : from.o;
        view->read_only |= owner->read_only;
    }
}

bool numpy_may_write(struct interp *in, struct value array, const char *called)
{
    const struct tensor_object *to = tensor_object_of(array);
    return !to->read_only || raise_exception(in, EXCEPTION_ValueError, "%s is read-only", called);
}

static void array_free(struct interp *in, struct object *self)
{
    tensor_release(&((struct tensor_object *)self)->tensor);
}

static const struct tensor *of(struct value v)
{
    return &tensor_object_of(v)->tensor;
}

static bool array_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    struct value at[2];
    struct tensor t;
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = 0;
    enum dtype d = DTYPE_FLOAT64;
    if (class != torch_of(in)->types.ndarray) {
        return raise_unsupported(in,
                                 "arrays of a class derived from numpy.ndarray are not "
                                 "supported: let '%s' hold an array and give it as __array__()",
                                 class->name->text);
    }
    if (!arguments_take(in, args, "ndarray(shape, dtype=None)", at) ||
        (given_some(at[1]) && !numpy_dtype_read(in, at[1], &d))) {
        return false;
    }
    bool listed = list_is(at[0]) || tuple_is(at[0]);
    const struct list *l = listed ? (const struct list *)at[0].o : NULL;
    for (int64_t k = 0; k < (listed ? l->count : 1) && ndim < TENSOR_MAX_DIMS; k++) {
        if (!value_to_int(in, listed ? l->at[k] : at[0], &shape[ndim++])) {
            return false;
        }
    }
    return (tensor_zeros(&torch_of(in)->compute, &t, d, ndim, shape) || raise_error(in)) &&
           numpy_wrap(in, &t, true, out);
}

/* --- text --- */

/* formatter={'float': f}: what f gives for each cell. */
struct own_format {
    struct interp *in;
    struct value function;
    bool failed;
};

static bool own_cell(void *arg, const struct tensor *t, int64_t place, struct buf *out)
{
    struct own_format *f = arg;
    struct tensor cell = tensor_ref(t);
    struct value number, text;
    cell.ndim = 0;
    cell.offset = place;
    const struct args args = {.at = &number, .count = 1};
    f->failed = !numpy_wrap(f->in, &cell, false, &number) ||
                !value_call(f->in, f->function, &args, &text) || !value_str(f->in, text, out);
    return !f->failed;
}

/* The function for arrays of that type; general names first, as NumPy lets the others win. */
static bool find_format(struct interp *in, struct value formatter, enum dtype d, struct value *out)
{
    const char *const names[] = {"all",
                                 dtype_is_float(d) ? "float_kind"
                                 : d == DTYPE_BOOL ? "bool"
                                                   : "int_kind",
                                 dtype_is_float(d) ? "float"
                                 : d == DTYPE_BOOL ? "bool"
                                                   : "int"};
    *out = value_none();
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        struct value found;
        struct str *name = str_intern(in, names[k]);
        bool there = false;
        if (name == NULL ||
            !dict_get(in, (struct dict *)formatter.o, value_object(name), &found, &there)) {
            return false;
        }
        *out = there ? found : *out;
    }
    return true;
}

bool numpy_put_text(struct interp *in, const struct tensor *t, bool repr,
                    struct numpy_print_options options, struct value formatter, struct buf *out)
{
    struct own_format own = {.in = in, .function = value_none()};
    if (dict_is(formatter) && !find_format(in, formatter, t->dtype, &own.function)) {
        return false;
    }
    if (own.function.type != VALUE_NONE) {
        options.format = own_cell;
        options.format_arg = &own;
    }
    (repr ? print_numpy_repr : print_numpy_str)(t, &options, out);
    return !own.failed;
}

static bool put_text(struct interp *in, struct value self, bool repr, struct buf *out)
{
    const struct torch *torch = torch_of(in);
    return numpy_put_text(in, of(self), repr, torch->numpy_print, torch->numpy_formatter, out);
}

static bool array_repr(struct interp *in, struct value self, struct buf *out)
{
    return put_text(in, self, true, out);
}

static bool array_str(struct interp *in, struct value self, struct buf *out)
{
    return put_text(in, self, false, out);
}

static bool array_format(struct interp *in, struct value self, const char *spec, struct buf *out)
{
    struct value number;
    if (of(self)->ndim == 0) {
        return tensor_item(in, of(self), &number) && value_format(in, number, spec, out);
    }
    if (spec[0] != '\0') {
        return raise_exception(in, EXCEPTION_TypeError,
                               "unsupported format string passed to numpy.ndarray.__format__");
    }
    return array_str(in, self, out);
}

/* --- operators --- */

/* What an array computes with: numbers, arrays, scalars, lists. A tensor on the right wins. */
static bool is_operand(struct interp *in, struct value other, bool self_is_right)
{
    return numpy_gives_array(in, other) || value_is_number(other) || complex_is(other) ||
           numpy_is(in, other) || list_is(other) || tuple_is(other) ||
           (self_is_right && tensor_object_is(in, other));
}

/* array + tensor: numbers are not added, and + might mean to append. */
static bool refuse_concatenation(struct interp *in)
{
    return raise_exception(in, EXCEPTION_TypeError,
                           "Concatenation operation is not implemented for NumPy arrays, use "
                           "np.concatenate() instead. Please do not rely on this error; it may not "
                           "be given on all Python implementations.");
}

static struct value number_like(enum dtype d)
{
    return dtype_is_float(d) ? value_float(1) : d == DTYPE_BOOL ? value_bool(true) : value_int(1);
}

static bool array_binary(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    if (op == OP_DIV && !self_is_right && tensor_object_is(in, right)) {
        struct value inverse; /* what the tensor makes of array / tensor */
        return op_invoke(in, "reciprocal", IN_METHOD, 1, &right, &inverse) &&
               numpy_operator(in, OP_MUL, inverse, left, out);
    }
    if (op == OP_ADD && !self_is_right && tensor_object_is(in, right)) {
        return refuse_concatenation(in);
    }
    struct value other = self_is_right ? left : right;
    if (other.type == VALUE_NONE && op != OP_MATMUL) { /* cell by cell, as Python refuses it */
        const struct value cell = number_like(of(self_is_right ? right : left)->dtype);
        return value_binary(in, op, self_is_right ? left : cell, self_is_right ? cell : right, out);
    }
    *handled = is_operand(in, other, self_is_right);
    return !*handled || numpy_operator(in, op, left, right, out);
}

/* == with something else, or with shapes that do not fit, is False. */
static bool array_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    struct value other = self_is_right ? left : right, self = self_is_right ? right : left;
    bool equality = op == OP_EQ || op == OP_NE;
    if (other.type == VALUE_NONE && equality) {
        struct tensor t;
        const struct tensor *a = of(self);
        if (!tensor_zeros(&torch_of(in)->compute, &t, DTYPE_BOOL, a->ndim, a->shape)) {
            return raise_error(in);
        }
        if (op == OP_NE) {
            memset(tensor_data(&t), 1, (size_t)tensor_numel(&t));
        }
        return numpy_wrap(in, &t, true, out);
    }
    *handled = is_operand(in, other, false); /* an array and a tensor do not compare */
    if (!*handled) {
        return true;
    }
    if (numpy_operator(in, op, left, right, out)) {
        return true;
    }
    if (equality && raise_is(in, EXCEPTION_ValueError)) {
        raise_catch(in);
        *out = value_bool(op == OP_NE);
        return true;
    }
    return false;
}

static bool array_unary(struct interp *in, enum operator_ op, struct value self, struct value *out,
                        bool *handled)
{
    *handled = op == OP_NEG || op == OP_POS || op == OP_INVERT;
    return !*handled || numpy_operator(in, op, self, self, out);
}

/* Tells the recorder of a += b: one operation that changes a. */
static bool report_inplace(struct interp *in, enum operator_ op, struct value self,
                           struct value other)
{
    const struct value at[2] = {self, other};
    const struct args args = {.at = at, .count = 2};
    const struct op *row = numpy_operator_row(op);
    struct torch *torch = torch_of(in);
    struct call call = {.in = in, .torch = torch, .cx = &torch->compute};
    struct tensor_object *written = tensor_object_of(self);
    bool fits = false;
    if (in->recorder == NULL) {
        return true;
    }
    bool ok = signature_bind(in, row, IN_NUMPY, &args, &call, &fits) &&
              (!fits || (numpy_take(&call, 0) && numpy_take(&call, 1) &&
                         op_report(in, &call, row->name, 1, &written, true)));
    signature_release(&call);
    return ok;
}

/* The result of a + b, of which nobody but a += b hears. */
static bool compute_aside(struct interp *in, enum operator_ op, struct value self,
                          struct value other, struct value *result)
{
    struct recorder *recorder = in->recorder;
    in->recorder = NULL;
    bool ok = numpy_operator(in, op, self, other, result);
    in->recorder = recorder;
    return ok;
}

/* a += b: computed anew, then written over a's cells, which keep their type. */
static bool array_inplace(struct interp *in, enum operator_ op, struct value self,
                          struct value other, struct value *out, bool *handled)
{
    const struct tensor *a = of(self);
    struct value result;
    if (op == OP_MATMUL) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "In-place matrix multiplication is not (yet) supported. Use "
                               "'a = a @ b' instead of 'a @= b'.");
    }
    if (!is_operand(in, other, false)) {
        *handled = false;
        return true;
    }
    bool shaped = tensor_object_is(in, other) || ndarray_is(in, other);
    if (!numpy_may_write(in, self, "output array") ||
        (shaped && !numpy_check_in_place(in, a, of(other))) ||
        !compute_aside(in, op, self, other, &result)) {
        return false;
    }
    const struct tensor *t = of(result);
    if (!numpy_check_cast(in, numpy_operator_row(op)->name, t->dtype, a->dtype) ||
        !numpy_check_shape(in, a, t->ndim, t->shape)) {
        return false;
    }
    *out = self;
    return (tensor_write(&torch_of(in)->compute, a, t) || raise_error(in)) &&
           report_inplace(in, op, self, other);
}

/* --- one number, length, iteration --- */

static bool array_truth(struct interp *in, struct value self, bool *out)
{
    const struct tensor *t = of(self);
    int64_t n = tensor_numel(t);
    if (n > 1) {
        return raise_exception(
            in, EXCEPTION_ValueError,
            "The truth value of an array with more than one element is ambiguous. Use "
            "a.any() or a.all()");
    }
    *out = n == 1 && tensor_double_at(t, t->offset) != 0;
    return true;
}

static bool array_length(struct interp *in, struct value self, int64_t *out)
{
    if (of(self)->ndim == 0) {
        return raise_exception(in, EXCEPTION_TypeError, "len() of unsized object");
    }
    *out = of(self)->shape[0];
    return true;
}

static bool array_iterate(struct interp *in, struct value self, struct value *iterator)
{
    const struct tensor *t = of(self);
    if (t->ndim == 0) {
        return raise_exception(in, EXCEPTION_TypeError, "iteration over a 0-d array");
    }
    struct list *rows = list_new(in, t->shape[0]);
    for (int64_t k = 0; rows != NULL && k < t->shape[0]; k++) {
        struct value row;
        if (!numpy_get_item(in, self, value_int(k), &row) || !list_append(in, rows, row)) {
            return false;
        }
    }
    return rows != NULL && value_iterate(in, value_object(rows), iterator);
}

static bool array_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    struct value same;
    *out = false;
    if (!numpy_operator(in, OP_EQ, self, item, &same)) {
        return false;
    }
    const struct tensor *t = of(same);
    for (int64_t k = 0; k < tensor_numel(t) && !*out; k++) {
        *out = tensor_int_at(t, tensor_place(t, k)) != 0;
    }
    return true;
}

static bool array_hash(struct interp *in, struct value self, uint64_t *out)
{
    return raise_exception(in, EXCEPTION_TypeError, "unhashable type: 'numpy.ndarray'");
}

static bool one_cell(struct interp *in, const struct tensor *t)
{
    return tensor_numel(t) == 1 ||
           raise_exception(in, EXCEPTION_TypeError,
                           "only size-1 arrays can be converted to Python scalars");
}

static bool array_to_float(struct interp *in, struct value self, double *out)
{
    const struct tensor *t = of(self);
    *out = one_cell(in, t) ? tensor_double_at(t, t->offset) : 0;
    return tensor_numel(t) == 1;
}

static bool array_to_int(struct interp *in, struct value self, struct value *out)
{
    struct value number;
    if (!one_cell(in, of(self)) || !tensor_item(in, of(self), &number)) {
        return false;
    }
    const struct args args = {.at = &number, .count = 1};
    return value_call(in, value_object(in->types.integer), &args, out);
}

static bool array_index(struct interp *in, struct value self, int64_t *out)
{
    const struct tensor *t = of(self);
    if (t->ndim != 0 || dtype_is_float(t->dtype) || t->dtype == DTYPE_BOOL) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "only integer scalar arrays can be converted to a scalar index");
    }
    *out = tensor_int_at(t, t->offset);
    return true;
}

/* --- attributes --- */

/* sizes times unit, as a tuple */
static bool put_sizes(struct interp *in, int count, const int64_t *sizes, size_t unit,
                      struct value *out)
{
    struct list *made = tuple_new(in, count, NULL);
    for (int k = 0; made != NULL && k < count; k++) {
        made->at[k] = value_int(sizes[k] * (int64_t)unit);
    }
    *out = value_object(made);
    return made != NULL;
}

static bool get_shape(struct interp *in, struct value self, struct value *out)
{
    return put_sizes(in, of(self)->ndim, of(self)->shape, 1, out);
}

static bool get_strides(struct interp *in, struct value self, struct value *out)
{
    return put_sizes(in, of(self)->ndim, of(self)->stride, dtype_size(of(self)->dtype), out);
}

static bool get_dtype(struct interp *in, struct value self, struct value *out)
{
    return numpy_dtype_new(in, of(self)->dtype, out);
}

/* a.T, a.flat: by the row of that function. */
static bool by_row(struct interp *in, const char *name, struct value self, struct value *out)
{
    const struct args args = {.at = &self, .count = 1};
    for (const struct op *row = numpy_ops; row->name != NULL; row++) {
        if (strcmp(row->name, name) == 0) {
            return op_call(in, row, row->name, IN_NUMPY, &args, out);
        }
    }
    return raise_unsupported(in, "the operation %s is not there", name);
}

static bool get_t(struct interp *in, struct value self, struct value *out)
{
    if (numpy_number_is(in, self)) {
        *out = self;
        return true;
    }
    return by_row(in, "transpose", self, out);
}

static bool get_flat(struct interp *in, struct value self, struct value *out)
{
    return by_row(in, "ravel", self, out);
}

static bool get_self(struct interp *in, struct value self, struct value *out)
{
    *out = self;
    return true;
}

static bool get_base(struct interp *in, struct value self, struct value *out)
{
    struct object *base = ndarray_is(in, self) ? tensor_object_of(self)->node : NULL;
    *out = base != NULL ? value_object(base) : value_none();
    return true;
}

static bool get_imag(struct interp *in, struct value self, struct value *out)
{
    return by_row(in, "zeros_like", self, out);
}

/* What the array tells of its memory: a class of the prelude. */
static bool get_flags(struct interp *in, struct value self, struct value *out)
{
    const struct value at[2] = {self, value_bool(!tensor_object_of(self)->read_only)};
    const struct args args = {.at = at, .count = 2};
    struct module *m = interp_import(in, "numpy._flags");
    struct str *name = str_intern(in, "flagsobj");
    struct value class;
    return m != NULL && name != NULL && value_get_attribute(in, value_object(m), name, &class) &&
           value_call(in, class, &args, out);
}

/* To add an attribute: a row, and a function or a fact. */
static const struct {
    const char *name;
    bool (*get)(struct interp *in, struct value self, struct value *out);
    enum tensor_fact fact; /* where there is no function */
} attributes[] = {
    {"shape", get_shape, 0},       {"dtype", get_dtype, 0},
    {"strides", get_strides, 0},   {"T", get_t, 0},
    {"flat", get_flat, 0},         {"real", get_self, 0},
    {"imag", get_imag, 0},         {"base", get_base, 0},
    {"flags", get_flags, 0},       {"ndim", NULL, FACT_NDIM},
    {"size", NULL, FACT_SIZE},     {"itemsize", NULL, FACT_ITEMSIZE},
    {"nbytes", NULL, FACT_NBYTES},
};

bool numpy_get_attribute(struct interp *in, struct value self, struct str *name, struct value *out,
                         bool *found)
{
    int k = NAMED(attributes, name->text);
    if (k >= 0) {
        *found = true;
        *out = tensor_fact(self, attributes[k].fact);
        return attributes[k].get == NULL || attributes[k].get(in, self, out);
    }
    return true;
}

/* a.shape = (2, 3) */
static bool array_set(struct interp *in, struct value self, struct str *name, struct value v,
                      bool *done)
{
    struct value shaped;
    const struct value at[2] = {self, v};
    if (strcmp(name->text, "shape") != 0) {
        *done = false;
        return true;
    }
    struct recorder *recorder = in->recorder;
    in->recorder = NULL; /* one line on the tape, not two */
    bool ok = value_call_method(in, at[0], "reshape", 1, &at[1], &shaped);
    in->recorder = recorder;
    *done = ok;
    return ok && assign_data(in, self, shaped);
}

/* Arrays of strings and objects are a class of the prelude (numpy._cells), which
 * goes by this class's name. */
static bool array_has_instance(struct interp *in, const struct class *class, struct value v)
{
    if (v.type != VALUE_OBJECT || class->module == NULL || strcmp(class->module, "numpy") != 0) {
        return false;
    }
    const char *module = class_module(in, v.o->class);
    return module != NULL && strcmp(module, "numpy") == 0 &&
           strcmp(class_qualname(in, v.o->class), class->name->text) == 0;
}

const struct slots ndarray_slots = {
    .size = sizeof(struct tensor_object),
    .has_instance = array_has_instance,
    .free = array_free,
    .create = array_create,
    .repr = array_repr,
    .str = array_str,
    .format = array_format,
    .mark = array_mark,
    .get = numpy_get_attribute,
    .set = array_set,
    .unary = array_unary,
    .binary = array_binary,
    .inplace = array_inplace,
    .compare = array_compare,
    .truth = array_truth,
    .length = array_length,
    .get_item = numpy_get_item,
    .set_item = numpy_set_item,
    .contains = array_contains,
    .iterate = array_iterate,
    .hash = array_hash,
    .index = array_index,
    .to_float = array_to_float,
    .to_int = array_to_int,
};
