/* Makes tensors objects: what operators, len(), iteration, truth and print() do with one. Nothing
 * is computed here: every computation goes through a row of ops.def. */
#include "torch/tensor_object.h"

#include "lang/object/bigint.h"
#include "lang/object/builtin.h"
#include "lang/object/complex.h"
#include "torch/grad/node.h"
#include "torch/grad/view_grad.h"
#include "torch/legacy.h"
#include "torch/op/op.h"
#include "torch/op/ops.h"
#include "torch/tensor_attribute.h"
#include "torch/tensor_index.h"
#include "torch/tensor_value.h"
#include "torch/torch.h"

/* --- lifetime --- */

struct tensor_object *tensor_object_of(struct value v)
{
    return (struct tensor_object *)v.o;
}

bool tensor_object_is(struct interp *in, struct value v)
{
    const struct torch *t = torch_of(in);
    return v.type == VALUE_OBJECT && value_isinstance(in, v, t->types.tensor);
}

bool ndarray_is(struct interp *in, struct value v)
{
    const struct torch *t = torch_of(in);
    return v.type == VALUE_OBJECT && t->types.ndarray != NULL &&
           value_isinstance(in, v, t->types.ndarray);
}

struct tensor_object *tensor_object_new(struct interp *in, struct class *class, struct tensor *t)
{
    struct tensor_object *o = object_new(in, class);
    if (o == NULL) {
        tensor_release(t);
        return NULL;
    }
    o->tensor = *t;
    o->tensor.wrapped = false;
    memset(t, 0, sizeof *t);
    o->serial = ++torch_of(in)->serials;
    o->inference = torch_of(in)->inference;
    if (o->tensor.storage != NULL && o->tensor.storage->references == 1) {
        heap_charge(in, o->tensor.storage->bytes);
    }
    return o;
}

static void tensor_object_free(struct interp *in, struct object *self)
{
    tensor_release(&((struct tensor_object *)self)->tensor);
}

static void tensor_object_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct tensor_object *)self)->node);
    heap_mark_object(in, ((struct tensor_object *)self)->grad);
    heap_mark_object(in, ((struct tensor_object *)self)->base);
    heap_mark_object(in, ((struct tensor_object *)self)->whole);
    heap_mark_object(in, ((struct tensor_object *)self)->hooks);
}

/* --- text --- */

static bool is_parameter(struct interp *in, struct value v)
{
    return value_isinstance(in, v, torch_of(in)->types.parameter);
}

static bool tensor_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct tensor_object *t = tensor_object_of(self);
    scoped_buf suffix = {.budget = in->memory};
    if (!grad_view_refresh(in, tensor_object_of(self))) {
        return false;
    }
    if (is_parameter(in, self)) {
        buf_puts(out, "Parameter containing:\n");
    }
    if (t->grad_fn != NULL) {
        buf_printf(&suffix, "grad_fn=<%s>", t->grad_fn);
    } else if (tensor_asks(t)) {
        buf_puts(&suffix, "requires_grad=True");
    }
    print_tensor(&t->tensor, &torch_of(in)->print, suffix.len > 0 ? buf_text(&suffix) : NULL, out);
    return true;
}

static bool tensor_format(struct interp *in, struct value self, const char *spec, struct buf *out)
{
    const struct tensor_object *t = tensor_object_of(self);
    struct value number;
    if (t->tensor.ndim == 0 && !is_parameter(in, self)) {
        return tensor_item(in, &t->tensor, &number) && value_format(in, number, spec, out);
    }
    if (spec[0] != '\0') {
        return raise_exception(in, EXCEPTION_TypeError,
                               "unsupported format string passed to %s.__format__",
                               value_type_name(self));
    }
    return value_str(in, self, out);
}

/* --- operators --- */

static const struct {
    const char *row;
    const char *in_place; /* row of `op=`, NULL = computed anew and bound */
} operator_rows[OP_COUNT] = {
    [OP_ADD] = {"add", "add"},
    [OP_SUB] = {"sub", "sub"},
    [OP_MUL] = {"mul", "mul"},
    [OP_DIV] = {"div", "div"},
    [OP_FLOOR_DIV] = {"floor_divide", "floor_divide"},
    [OP_MOD] = {"remainder", "remainder"},
    [OP_POW] = {"pow", "pow"},
    [OP_MATMUL] = {"matmul", NULL},
    [OP_AND] = {"bitwise_and", "bitwise_and"},
    [OP_OR] = {"bitwise_or", "bitwise_or"},
    [OP_XOR] = {"bitwise_xor", "bitwise_xor"},
    [OP_LSHIFT] = {"bitwise_left_shift", "bitwise_left_shift"},
    [OP_RSHIFT] = {"bitwise_right_shift", "bitwise_right_shift"},
    [OP_EQ] = {"eq", NULL},
    [OP_NE] = {"ne", NULL},
    [OP_LT] = {"lt", NULL},
    [OP_LE] = {"le", NULL},
    [OP_GT] = {"gt", NULL},
    [OP_GE] = {"ge", NULL},
    [OP_NEG] = {"neg", NULL},
    [OP_INVERT] = {"bitwise_not", NULL},
};

static bool is_operand(struct interp *in, struct value v)
{
    return value_is_number(v) || bigint_is(v) || complex_is(v) || tensor_object_is(in, v) ||
           value_isinstance(in, v, torch_of(in)->types.numpy_number);
}

/* The operation of an operator, which is looked for once. */
static bool invoke(struct interp *in, enum operator_ op, unsigned where, int count,
                   const struct value *at, struct value *out)
{
    const struct op **rows = &torch_of(in)->operators[op];
    const struct args args = {.at = at, .count = count};
    if (*rows == NULL) {
        *rows = op_find(operator_rows[op].row, where);
    }
    return *rows != NULL ? op_call(in, *rows, operator_rows[op].row, where, &args, out)
                         : op_invoke(in, operator_rows[op].row, where, count, at, out);
}

static bool tensor_binary(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = is_operand(in, self_is_right ? left : right);
    if (!*handled) {
        return true;
    }
    if (op == OP_MATMUL && !(tensor_object_is(in, left) && tensor_object_is(in, right))) {
        *handled = false;
        return true;
    }
    /* number - tensor is rsub in PyTorch, and named so in grad_fn; number / tensor is a reciprocal
     * and a multiplication, number ** tensor a pow of its own */
    if (self_is_right && op == OP_SUB && value_is_number(left)) {
        const struct value at[2] = {right, left};
        return op_invoke(in, "rsub", IN_INTERNAL | IN_TORCH, 2, at, out);
    }
    if (self_is_right && op == OP_DIV && value_is_number(left)) {
        const struct value at[2] = {right, left};
        return op_invoke(in, "rdiv", IN_INTERNAL, 2, at, out);
    }
    const struct value at[2] = {left, right};
    if (self_is_right && !tensor_object_is(in, left)) {
        /* a number on the left: addition and multiplication commute, the others take it first */
        if (op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR) {
            const struct value turned[2] = {right, left};
            return invoke(in, op, IN_METHOD | IN_TORCH, 2, turned, out);
        }
        if (!invoke(in, op, IN_TORCH, 2, at, out)) {
            return false;
        }
        struct tensor_object *t = tensor_object_of(*out);
        if (op == OP_POW && t->grad_fn != NULL) { /* the number is made a tensor before */
            return grad_rename(in, t, "PowBackward1");
        }
        return true;
    }
    return invoke(in, op, IN_METHOD | IN_TORCH, 2, at, out);
}

static bool tensor_inplace(struct interp *in, enum operator_ op, struct value self,
                           struct value other, struct value *out, bool *handled)
{
    *handled = operator_rows[op].in_place != NULL && is_operand(in, other);
    if (!*handled) {
        return true;
    }
    scoped_buf name = {.budget = in->memory};
    const struct op *rows = op_find(operator_rows[op].in_place, IN_PLACE);
    const struct value at[2] = {self, other};
    const struct args args = {.at = at, .count = 2};
    if (rows == NULL) {
        *handled = false;
        return true;
    }
    buf_printf(&name, "%s_", operator_rows[op].in_place);
    struct str *called = str_intern(in, buf_text(&name));
    return called != NULL && op_call(in, rows, called->text, IN_PLACE, &args, out);
}

static bool tensor_compare(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out, bool *handled)
{
    static const enum operator_ mirrored[OP_COUNT] = {
        [OP_EQ] = OP_EQ, [OP_NE] = OP_NE, [OP_LT] = OP_GT,
        [OP_LE] = OP_GE, [OP_GT] = OP_LT, [OP_GE] = OP_LE};
    struct value self = self_is_right ? right : left, other = self_is_right ? left : right;
    *handled = is_operand(in, other);
    if (!*handled) {
        return true;
    }
    const struct value at[2] = {self, other};
    enum operator_ turned = self_is_right ? mirrored[op] : op;
    return invoke(in, turned, IN_METHOD, 2, at, out);
}

static bool tensor_unary(struct interp *in, enum operator_ op, struct value self, struct value *out,
                         bool *handled)
{
    *out = self;
    *handled = op == OP_POS || operator_rows[op].row != NULL;
    if (op == OP_INVERT && dtype_is_float(tensor_object_of(self)->tensor.dtype)) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "~ (operator.invert) is only implemented on integer and Boolean-type "
            "tensors");
    }
    return op == OP_POS || !*handled || invoke(in, op, IN_METHOD, 1, &self, out);
}

/* --- one number, length, iteration --- */

static bool tensor_truth(struct interp *in, struct value self, bool *out)
{
    const struct tensor *t = &tensor_object_of(self)->tensor;
    int64_t n = tensor_numel(t);
    if (n != 1) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "Boolean value of Tensor with %s value%s is ambiguous",
                               n == 0 ? "no" : "more than one", n == 0 ? "s" : "");
    }
    scoped_tensor truth = {0};
    if (!tensor_cast(&torch_of(in)->compute, &truth, t, DTYPE_BOOL)) {
        return raise_error(in);
    }
    *out = tensor_int_at(&truth, truth.offset) != 0;
    return true;
}

static bool tensor_length(struct interp *in, struct value self, int64_t *out)
{
    const struct tensor *t = &tensor_object_of(self)->tensor;
    if (t->ndim == 0) {
        return raise_exception(in, EXCEPTION_TypeError, "len() of a 0-d tensor");
    }
    *out = t->shape[0];
    return true;
}

static bool tensor_iterate(struct interp *in, struct value self, struct value *iterator)
{
    struct value rows;
    if (tensor_object_of(self)->tensor.ndim == 0) {
        return raise_exception(in, EXCEPTION_TypeError, "iteration over a 0-d tensor");
    }
    return op_invoke(in, "unbind", IN_METHOD, 1, &self, &rows) && value_iterate(in, rows, iterator);
}

static bool tensor_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    struct value same, any;
    const struct value at[2] = {self, item};
    if (!is_operand(in, item)) {
        return raise_exception(
            in, EXCEPTION_RuntimeError,
            "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
            "<class '%s'>.",
            value_type_name(item));
    }
    return op_invoke(in, "eq", IN_METHOD, 2, at, &same) &&
           op_invoke(in, "any", IN_METHOD, 1, &same, &any) && value_truth(in, any, out);
}

static bool one_cell(struct interp *in, const struct tensor *t)
{
    return tensor_numel(t) == 1 ||
           raise_exception(in, EXCEPTION_ValueError,
                           "only one element tensors can be converted to Python scalars");
}

static bool tensor_index(struct interp *in, struct value self, int64_t *out)
{
    const struct tensor *t = &tensor_object_of(self)->tensor;
    if (tensor_numel(t) != 1 || dtype_is_float(t->dtype)) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "only integer tensors of a single element can be converted to an index");
    }
    *out = tensor_int_at(t, t->offset);
    return true;
}

static bool tensor_to_float(struct interp *in, struct value self, double *out)
{
    const struct tensor *t = &tensor_object_of(self)->tensor;
    if (!one_cell(in, t)) {
        return false;
    }
    *out = tensor_double_at(t, t->offset);
    return true;
}

static bool tensor_to_int(struct interp *in, struct value self, struct value *out)
{
    const struct tensor *t = &tensor_object_of(self)->tensor;
    if (!one_cell(in, t)) {
        return false;
    }
    if (!dtype_is_float(t->dtype)) {
        *out = value_int(tensor_int_at(t, t->offset));
        return true;
    }
    const struct value f = value_float(tensor_double_at(t, t->offset));
    const struct args args = {.at = &f, .count = 1};
    return value_call(in, value_object(in->types.integer), &args, out);
}

static bool tensor_hash(struct interp *in, struct value self, uint64_t *out)
{
    *out = (uint64_t)(uintptr_t)self.o >> 4;
    return true;
}

/* --- making one --- */

/* nn.Parameter(data=None, requires_grad=True) shares data's storage. */
static bool parameter_create(struct interp *in, struct class *class, const struct args *args,
                             struct value *out)
{
    struct torch *torch = torch_of(in);
    struct value at[2];
    struct tensor t;
    bool wanted = true;
    if (!arguments_take(in, args, "Parameter(data=None, requires_grad=True)", at)) {
        return false;
    }
    if (at[1].type != VALUE_NOT_IMPLEMENTED && !value_truth(in, at[1], &wanted)) {
        return false;
    }
    if (at[0].type == VALUE_NOT_IMPLEMENTED || at[0].type == VALUE_NONE) {
        const int64_t empty = 0;
        if (!tensor_new(&torch->compute, &t, torch->default_dtype, 1, &empty)) {
            return raise_error(in);
        }
    } else if (tensor_object_is(in, at[0])) {
        t = tensor_ref(&tensor_object_of(at[0])->tensor);
    } else {
        return raise_exception(in, EXCEPTION_AttributeError,
                               "'%s' object has no attribute 'detach'", value_type_name(at[0]));
    }
    if (wanted && dtype_category(t.dtype) < CATEGORY_FLOAT) {
        tensor_release(&t);
        return raise_exception(
            in, EXCEPTION_RuntimeError,
            "Only Tensors of floating point and complex dtype can require gradients");
    }
    struct tensor_object *p = tensor_object_new(in, class, &t);
    *out = value_object(p);
    if (p != NULL) {
        p->requires_grad = wanted;
    }
    return p != NULL;
}

/* Tensor(...), Tensor subclasses: torch.Tensor(2, 3) or torch.Tensor([...]). */
static bool tensor_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    return class == torch_of(in)->types.parameter
               ? parameter_create(in, class, args, out)
               : tensor_legacy_create(in, class, DTYPE_FLOAT32, "Tensor", args, out);
}

const struct slots tensor_slots = {
    .size = sizeof(struct tensor_object),
    .has_attributes = true,
    .no_divmod = true,
    .mark = tensor_object_mark,
    .free = tensor_object_free,
    .create = tensor_create,
    .repr = tensor_repr,
    .format = tensor_format,
    .get = tensor_get_attribute,
    .set = tensor_set_attribute,
    .unary = tensor_unary,
    .binary = tensor_binary,
    .inplace = tensor_inplace,
    .compare = tensor_compare,
    .truth = tensor_truth,
    .length = tensor_length,
    .get_item = tensor_get_item,
    .set_item = tensor_set_item,
    .contains = tensor_contains,
    .iterate = tensor_iterate,
    .hash = tensor_hash,
    .index = tensor_index,
    .to_float = tensor_to_float,
    .to_int = tensor_to_int,
};
