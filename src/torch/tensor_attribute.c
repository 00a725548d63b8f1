/* Reads the attributes of a tensor: x.shape, x.dtype, x.grad_fn, ..., and sets what can be set. */
#include "torch/tensor_attribute.h"

#include "base/named.h"
#include "torch/assign.h"
#include "torch/grad/node.h"
#include "torch/grad/view_grad.h"
#include "torch/op/op.h"
#include "torch/op/ops.h"
#include "torch/size.h"
#include "torch/torch.h"

struct value tensor_fact(struct value self, enum tensor_fact fact)
{
    const struct tensor_object *o = tensor_object_of(self);
    const struct tensor *t = &o->tensor;
    switch (fact) {
    case FACT_NDIM:
        return value_int(t->ndim);
    case FACT_SIZE:
        return value_int(tensor_numel(t));
    case FACT_ITEMSIZE:
        return value_int((int64_t)dtype_size(t->dtype));
    case FACT_NBYTES:
        return value_int(tensor_numel(t) * (int64_t)dtype_size(t->dtype));
    case FACT_VERSION:
        return value_int(*tensor_version(tensor_object_of(self)));
    case FACT_OUTPUT:
        return value_int(o->output);
    case FACT_REQUIRES_GRAD:
        return value_bool(tensor_asks(o));
    case FACT_GRAD:
        return value_object(o->grad);
    case FACT_BASE:
        return o->whole != NULL ? value_object(o->whole) : value_none();
    case FACT_RETAINS_GRAD:
        return value_bool(o->retains);
    case FACT_HOOKS:
        return o->hooks != NULL ? value_object(o->hooks) : value_none();
    case FACT_NO:
        return value_bool(false);
    default:
        return value_none();
    }
}

static bool get_shape(struct interp *in, struct value self, struct value *out)
{
    const struct tensor_object *t = tensor_object_of(self);
    return size_new(in, t->tensor.ndim, t->tensor.shape, t, out);
}

static bool get_dtype(struct interp *in, struct value self, struct value *out)
{
    *out = torch_of(in)->dtypes[tensor_object_of(self)->tensor.dtype];
    return true;
}

static bool get_grad_fn(struct interp *in, struct value self, struct value *out)
{
    if (!grad_view_refresh(in, tensor_object_of(self))) {
        return false;
    }
    const struct tensor_object *t = tensor_object_of(self);
    *out = value_object(t->grad_fn != NULL ? t->node : NULL);
    return true;
}

static bool get_leaf(struct interp *in, struct value self, struct value *out)
{
    *out = value_bool(grad_view_refresh(in, tensor_object_of(self)) &&
                      tensor_object_of(self)->grad_fn == NULL);
    return in->exception.type == VALUE_NONE;
}

/* Axes have no names: (None, None). */
static bool get_names(struct interp *in, struct value self, struct value *out)
{
    int ndim = tensor_object_of(self)->tensor.ndim;
    struct list *names = tuple_new(in, ndim, NULL);
    if (names == NULL) {
        return false;
    }
    for (int k = 0; k < ndim; k++) {
        names->at[k] = value_none();
    }
    *out = value_object(names);
    return true;
}

static bool get_device(struct interp *in, struct value self, struct value *out)
{
    return device_new(in, "cpu", out);
}

/* x.data: the same storage, cut off from gradients */
static bool get_data(struct interp *in, struct value self, struct value *out)
{
    struct tensor t = tensor_ref(&tensor_object_of(self)->tensor);
    struct tensor_object *made = tensor_object_new(in, torch_of(in)->types.tensor, &t);
    *out = value_object(made);
    if (made != NULL) {
        made->apart = true;
    }
    return made != NULL;
}

static bool get_layout(struct interp *in, struct value self, struct value *out)
{
    struct module *m = interp_import(in, "torch");
    struct str *name = str_intern(in, "strided");
    return m != NULL && name != NULL && value_get_attribute(in, value_object(m), name, out);
}

/* To add an attribute: a row, and a function or a fact. Rows of ops.def with IN_PROPERTY (x.T) come
 * too. */
static const struct {
    const char *name;
    bool (*get)(struct interp *in, struct value self, struct value *out);
    enum tensor_fact fact; /* where there is no function */
} attributes[] = {
    {"shape", get_shape, 0},
    {"dtype", get_dtype, 0},
    {"device", get_device, 0},
    {"data", get_data, 0},
    {"layout", get_layout, 0},
    {"names", get_names, 0},
    {"grad_fn", get_grad_fn, 0},
    {"_grad_fn", get_grad_fn, 0},
    {"retains_grad", NULL, FACT_RETAINS_GRAD},
    {"_backward_hooks", NULL, FACT_HOOKS},
    {"ndim", NULL, FACT_NDIM},
    {"itemsize", NULL, FACT_ITEMSIZE},
    {"nbytes", NULL, FACT_NBYTES},
    {"requires_grad", NULL, FACT_REQUIRES_GRAD},
    {"is_leaf", get_leaf, 0},
    {"grad", NULL, FACT_GRAD},
    {"_grad", NULL, FACT_GRAD},
    {"_version", NULL, FACT_VERSION},
    {"_base", NULL, FACT_BASE},
    {"output_nr", NULL, FACT_OUTPUT},
    {"name", NULL, FACT_NONE},
    {"is_cuda", NULL, FACT_NO},
    {"is_sparse", NULL, FACT_NO},
    {"is_quantized", NULL, FACT_NO},
    {"is_mps", NULL, FACT_NO},
    {"is_meta", NULL, FACT_NO},
    {"is_nested", NULL, FACT_NO},
    {"is_mkldnn", NULL, FACT_NO},
};

bool tensor_get_attribute(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found)
{
    /* Methods are asked for far more often: which names are no attributes is remembered. */
    const struct str **none =
        &torch_of(in)->no_attribute[((uintptr_t)name >> 4 ^ (uintptr_t)name >> 10) % NO_ATTRIBUTES];
    if (*none == name) {
        return true;
    }
    int k = NAMED(attributes, name->text);
    if (k >= 0) {
        *found = true;
        *out = tensor_fact(self, attributes[k].fact);
        return attributes[k].get == NULL || attributes[k].get(in, self, out);
    }
    const struct op *row = op_find(name->text, IN_PROPERTY);
    if (row != NULL) {
        const struct args args = {.at = &self, .count = 1};
        *found = true;
        return op_call(in, row, name->text, IN_PROPERTY, &args, out);
    }
    if (name->interned) { /* it stays where it is */
        *none = name;
    }
    return true;
}

static bool set_data(struct interp *in, struct value self, struct value v)
{
    if (!tensor_object_is(in, v)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "Variable data has to be a tensor, but got %s", value_type_name(v));
    }
    return assign_data(in, self, v);
}

static bool set_grad(struct interp *in, struct tensor_object *t, struct value v)
{
    if (v.type == VALUE_NONE) {
        t->grad = NULL;
        return true;
    }
    if (!tensor_object_is(in, v)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "assigned grad expected to be a Tensor or None but got grad of type"
                               "%s",
                               value_type_name(v));
    }
    struct tensor_object *grad = tensor_object_of(v);
    if (grad == t) {
        return raise_exception(in, EXCEPTION_RuntimeError, "can't assign Variable as its own grad");
    }
    if (grad->tensor.dtype != t->tensor.dtype) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "assigned grad has data of a different type");
    }
    if (!tensor_same_shape(&grad->tensor, &t->tensor)) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "assigned grad has data of a different size");
    }
    t->grad = grad;
    return true;
}

bool tensor_set_attribute(struct interp *in, struct value self, struct str *name, struct value v,
                          bool *done)
{
    struct tensor_object *t = tensor_object_of(self);
    *done = true;
    if (strcmp(name->text, "requires_grad") == 0) {
        bool on;
        if (!value_truth(in, v, &on)) {
            return false;
        }
        if (t->grad_fn != NULL && !on) {
            return raise_exception(
                in, EXCEPTION_RuntimeError,
                "you can only change requires_grad flags of leaf variables. If you want "
                "to use a computed variable in a subgraph that doesn't require "
                "differentiation use var_no_grad = var.detach().");
        }
        if (on && !dtype_is_float(t->tensor.dtype)) {
            return raise_exception(in, EXCEPTION_RuntimeError,
                                   "only Tensors of floating point dtype can require gradients");
        }
        t->requires_grad = on;
        return true;
    }
    if (strcmp(name->text, "data") == 0) {
        return set_data(in, self, v);
    }
    if (strcmp(name->text, "grad") == 0) {
        return set_grad(in, t, v);
    }
    *done = false;
    bool fixed = op_find(name->text, IN_PROPERTY) != NULL || NAMED(attributes, name->text) >= 0;
    return !fixed ||
           raise_exception(in, EXCEPTION_AttributeError,
                           "attribute '%s' of 'torch._C._TensorBase' objects is not writable",
                           name->text);
}
