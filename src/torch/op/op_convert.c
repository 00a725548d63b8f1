/* Holds operations that change the dtype, the class or the device of a tensor, and questions about
 * it. */
#include "torch/grad/node.h"
#include "torch/op/op_rows.h"

#include "lang/run/label.h"
#include "torch/legacy.h"
#include "torch/size.h"
#include "torch/tensor_value.h"

/* x.float() of a float tensor is x itself. */
static bool convert(struct call *c, enum dtype to, bool copy)
{
    if (A(c)->dtype != to) {
        return body_one(c, tensor_cast(c->cx, &c->out[0], A(c), to));
    }
    return copy ? body_one(c, tensor_clone(c->cx, &c->out[0], A(c))) : body_same(c);
}

OP_IS(op_convert, convert(c, (enum dtype)c->op->with, false))
OP_IS(op_to_dtype, convert(c, c->arg[1].dtype, c->arg[3].i != 0))
OP_IS(op_to_other, convert(c, c->arg[1].tensor.dtype, c->arg_count > 3 && c->arg[3].i != 0))
OP_IS(op_to_device,
      device_check(c->in, c->arg[1].value) &&
          convert(c, c->arg[2].none ? A(c)->dtype : c->arg[2].dtype, c->arg[4].i != 0))
OP_IS(op_cuda,
      raise_exception(c->in, EXCEPTION_AssertionError, "Torch not compiled with CUDA enabled"))

bool op_type(struct call *c)
{
    enum dtype dtype;
    bool fits = false;
    if (c->arg[1].value.type == VALUE_NONE) {
        struct buf name = {.budget = c->in->memory};
        struct value v;
        buf_printf(&name, "torch.%sTensor", dtype_legacy_name(A(c)->dtype));
        return str_take(c->in, &name, &v) && body_value(c, v);
    }
    if (!str_is(c->arg[1].value) && !dtype_of_value(c->in, c->arg[1].value, &dtype, &fits)) {
        return false;
    }
    if (!fits && !legacy_dtype(c->in, c->arg[1].value, &dtype)) {
        return raise_exception(c->in, EXCEPTION_ValueError, "invalid type: '%s'",
                               str_is(c->arg[1].value) ? str_text(c->arg[1].value)
                                                       : value_type_name(c->arg[1].value));
    }
    return convert(c, dtype, false);
}

/* --- copies and gradients --- */

OP_IS(op_same, body_same(c))

bool op_clone(struct call *c)
{
    bool packs = device_format_is_contiguous(c->arg[1].value);
    return body_one(c, (packs ? tensor_copy : tensor_clone)(c->cx, &c->out[0], A(c)));
}

bool op_detach(struct call *c)
{
    c->out[0] = tensor_ref(A(c));
    return body_one(c, true);
}

bool op_detach_in_place(struct call *c)
{
    if (c->arg[0].object->whole != NULL) {
        return error_set(
            c->cx->err, ERROR_RUNTIME,
            "Can't detach views in-place. Use detach() instead. If you are using "
            "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
            "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
            "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
            "function in torch/optim/optimizer.py as the solution.");
    }
    c->arg[0].object->requires_grad = false;
    c->arg[0].object->grad_fn = NULL;
    c->arg[0].object->node = NULL;
    c->arg[0].object->output = 0;
    return body_same(c);
}

bool op_requires_grad(struct call *c)
{
    struct tensor_object *self = c->arg[0].object;
    bool wanted = c->arg[1].i != 0;
    if (wanted && !dtype_is_float(A(c)->dtype)) {
        return body_refuse(c, "only Tensors of floating point dtype can require gradients");
    }
    if (!wanted && self->grad_fn != NULL) {
        return body_refuse(c, "you can only change requires_grad flags of leaf variables. If you "
                              "want to use a computed variable in a subgraph that doesn't require "
                              "differentiation use var_no_grad = var.detach().");
    }
    self->requires_grad = wanted;
    return body_same(c);
}

bool op_retain_grad(struct call *c)
{
    if (!tensor_asks(c->arg[0].object)) {
        return body_refuse(c, "can't retain_grad on Tensor that has requires_grad=False");
    }
    return grad_retain(c->in, c->arg[0].object) && body_value(c, value_none());
}

/* --- out of the tensor's world --- */

bool op_numpy(struct call *c)
{
    if (tensor_asks(c->arg[0].object) && c->arg[1].i == 0) {
        return body_refuse(c, "Can't call numpy() on Tensor that requires grad. Use "
                              "tensor.detach().numpy() instead.");
    }
    if (A(c)->dtype == DTYPE_BFLOAT16) {
        return error_set(c->cx->err, ERROR_TYPE, "Got unsupported ScalarType BFloat16");
    }
    struct tensor shared = tensor_ref(A(c));
    struct tensor_object *array = tensor_object_new(c->in, c->torch->types.ndarray, &shared);
    return array != NULL && body_value(c, value_object(array));
}

bool op_item(struct call *c)
{
    struct value v;
    return tensor_item(c->in, A(c), &v) && body_value(c, v);
}

bool op_tolist(struct call *c)
{
    struct value v;
    return tensor_to_value(c->in, A(c), &v) && body_value(c, v);
}

/* --- questions --- */

static bool answer(struct call *c, int64_t i)
{
    return body_value(c, value_int(i));
}

static bool says(struct call *c, bool b)
{
    return body_value(c, value_bool(b));
}

OP_IS(op_numel, answer(c, tensor_numel(A(c))))
OP_IS(op_dim, answer(c, A(c)->ndim))

bool op_size(struct call *c)
{
    struct value v;
    return size_new(c->in, A(c)->ndim, A(c)->shape, c->arg[0].object, &v) && body_value(c, v);
}

/* An axis of a tensor that has axes: a 0-d tensor has no size(0). */
static bool axis(struct call *c, int *dim)
{
    if (A(c)->ndim == 0) {
        return error_set(c->cx->err, ERROR_INDEX,
                         "Dimension specified as %lld but tensor has no dimensions",
                         (long long)c->arg[1].i);
    }
    return tensor_dim(c->cx, A(c), c->arg[1].i, dim);
}

bool op_size_dim(struct call *c)
{
    int dim;
    return axis(c, &dim) &&
           body_value(
               c, value_labelled(A(c)->shape[dim], label_of_size(c->arg[0].object->serial, dim)));
}

bool op_stride(struct call *c)
{
    struct value steps[TENSOR_MAX_DIMS];
    for (int k = 0; k < A(c)->ndim; k++) {
        steps[k] = value_int(A(c)->stride[k]);
    }
    struct list *tuple = tuple_new(c->in, A(c)->ndim, steps);
    return tuple != NULL && body_value(c, value_object(tuple));
}

bool op_stride_dim(struct call *c)
{
    int dim;
    return axis(c, &dim) && answer(c, A(c)->stride[dim]);
}

OP_IS(op_storage_offset, answer(c, A(c)->offset))

/* Not the real address, which would differ from run to run: one of the storage's own. */
bool op_data_ptr(struct call *c)
{
    int64_t place = A(c)->offset * (int64_t)dtype_size(A(c)->dtype);
    return answer(c, tensor_numel(A(c)) == 0 ? 0 : (int64_t)(A(c)->storage->id << 36) + place);
}

OP_IS(op_element_size, answer(c, (int64_t)dtype_size(A(c)->dtype)))
OP_IS(op_get_device, answer(c, -1))
OP_IS(op_is_contiguous, says(c, tensor_is_contiguous(A(c))))
OP_IS(op_is_floating_point, says(c, dtype_is_float(A(c)->dtype)))
OP_IS(op_is_complex, says(c, A(c)->dtype == DTYPE_COMPLEX64))
OP_IS(op_is_inference, says(c, c->arg[0].object->inference))
OP_IS(op_is_signed, says(c, A(c)->dtype != DTYPE_BOOL && A(c)->dtype != DTYPE_UINT8))

bool op_is_nonzero(struct call *c)
{
    if (tensor_numel(A(c)) != 1) {
        return body_refuse(c, "Boolean value of Tensor with %s is ambiguous",
                           tensor_numel(A(c)) == 0 ? "no values" : "more than one value");
    }
    return says(c, tensor_double_at(A(c), A(c)->offset) != 0);
}

OP_IS(op_is_same_size, says(c, tensor_same_shape(A(c), &c->arg[1].tensor)))

bool op_is_set_to(struct call *c)
{
    const struct tensor *b = &c->arg[1].tensor;
    bool same =
        A(c)->storage == b->storage && A(c)->offset == b->offset && tensor_same_shape(A(c), b);
    for (int k = 0; same && k < b->ndim; k++) {
        same = A(c)->stride[k] == b->stride[k];
    }
    return says(c, same);
}
