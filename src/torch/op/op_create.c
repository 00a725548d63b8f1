/* Holds operations that make a tensor out of nothing, of numbers, or in the likeness of another. */
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"
#include "torch/op/op_rows.h"
#include "torch/op/ops.h"
#include "torch/tensor_value.h"

#include <string.h>

/* What torch.full gives for a number without a dtype. */
static enum dtype number_dtype(const struct call *c, const struct argument *a)
{
    return dtype_is_float(a->tensor.dtype) ? c->torch->default_dtype : a->tensor.dtype;
}

static bool filled(struct call *c, enum dtype dtype, int ndim, const int64_t *shape,
                   const struct argument *value)
{
    if (value->tensor.dtype == DTYPE_COMPLEX64 && dtype == DTYPE_COMPLEX64) {
        scoped_tensor wide = {0};
        bool ok = view_expand(c->cx, &wide, &value->tensor, ndim, shape);
        if (ok) {
            ok = tensor_copy(c->cx, &c->out[0], &wide);
        }
        return body_one(c, ok);
    }
    return body_one(c, dtype_is_float(value->tensor.dtype)
                           ? factory_full(c->cx, &c->out[0], dtype, ndim, shape, value->f)
                           : factory_full_int(c->cx, &c->out[0], dtype, ndim, shape, value->i));
}

/* The row's number in every cell, sizes argument `sizes`, options behind it. */
static bool constant(struct call *c, int sizes, enum dtype fallback)
{
    enum dtype dtype;
    const struct argument *size = &c->arg[sizes], number = {.i = c->op->with};
    return body_options(c, sizes + 1, fallback, &dtype) &&
           filled(c, dtype, size->count, size->ints, &number);
}

OP_IS(op_constant, constant(c, 0, c->torch->default_dtype))
OP_IS(op_constant_new, constant(c, 1, A(c)->dtype))

bool op_full(struct call *c)
{
    enum dtype dtype;
    return body_options(c, 2, number_dtype(c, &c->arg[1]), &dtype) &&
           filled(c, dtype, c->arg[0].count, c->arg[0].ints, &c->arg[1]);
}

bool op_new_full(struct call *c)
{
    enum dtype dtype;
    return body_options(c, 3, A(c)->dtype, &dtype) &&
           filled(c, dtype, c->arg[1].count, c->arg[1].ints, &c->arg[2]);
}

bool op_scalar_tensor(struct call *c)
{
    enum dtype dtype;
    return body_options(c, 1, c->torch->default_dtype, &dtype) &&
           filled(c, dtype, 0, NULL, &c->arg[0]);
}

/* The shape of the first argument, and its order of strides when it is dense but not contiguous, if
 * memory_format does not say otherwise. */
static bool like(struct call *c, int at, const struct argument *value)
{
    enum dtype dtype;
    if (!body_options(c, at, A(c)->dtype, &dtype)) {
        return false;
    }
    if (tensor_is_contiguous(A(c)) || device_format_is_contiguous(c->arg[at + 5].value)) {
        return filled(c, dtype, A(c)->ndim, A(c)->shape, value);
    }
    return body_one(c, tensor_new_like(c->cx, &c->out[0], A(c), dtype)) &&
           tensor_write(c->cx, &c->out[0], &value->tensor);
}

bool op_constant_like(struct call *c)
{
    struct argument number = {.i = c->op->with};
    if (!tensor_from_int(c->cx, &number.tensor, DTYPE_INT64, number.i, true)) {
        return false;
    }
    bool ok = like(c, 1, &number);
    tensor_release(&number.tensor);
    return ok;
}

OP_IS(op_full_like, like(c, 2, &c->arg[1]))

/* --- from data --- */

static bool from_data(struct call *c, struct value data, int dtype)
{
    return body_one(c, tensor_from_value(c->in, data, dtype, &c->out[0]));
}

bool op_tensor(struct call *c)
{
    c->requires_grad = c->arg[3].i != 0;
    if (!device_check(c->in, c->arg[2].value) ||
        !from_data(c, c->arg[0].value, c->arg[1].none ? -1 : (int)c->arg[1].dtype)) {
        return false;
    }
    return body_may_require_grad(c, c->out[0].dtype);
}

bool op_new_tensor(struct call *c)
{
    c->requires_grad = c->arg[4].i != 0;
    return device_check(c->in, c->arg[3].value) &&
           from_data(c, c->arg[1].value, (int)(c->arg[2].none ? A(c)->dtype : c->arg[2].dtype));
}

/* Shares memory with an array, or is the tensor itself, unless the dtype must change. */
bool op_as_tensor(struct call *c)
{
    struct value data = c->arg[0].value;
    bool is_tensor = tensor_object_is(c->in, data);
    if (!device_check(c->in, c->arg[2].value)) {
        return false;
    }
    if (!is_tensor && !ndarray_is(c->in, data)) {
        return from_data(c, data, c->arg[1].none ? -1 : (int)c->arg[1].dtype);
    }
    c->arg[0].object = tensor_object_of(data);
    c->arg[0].tensor = c->arg[0].object->tensor;
    if (!tensor_refuse_backwards(c->in, A(c))) {
        return false;
    }
    enum dtype dtype = c->arg[1].none ? A(c)->dtype : c->arg[1].dtype;
    bool apart = op_is(c->op, OP_asarray); /* which asks for no gradients by itself */
    if (is_tensor && dtype == A(c)->dtype && !(apart && c->arg[0].object->requires_grad)) {
        return body_same(c);
    }
    c->backward = is_tensor && !apart ? "ToCopyBackward0" : NULL;
    return body_one(c, tensor_cast(c->cx, &c->out[0], A(c), dtype));
}

bool op_from_numpy(struct call *c)
{
    struct value data = c->arg[0].value;
    if (!ndarray_is(c->in, data)) {
        return raise_exception(c->in, EXCEPTION_TypeError, "expected np.ndarray (got %s)",
                               value_type_name(data));
    }
    c->arg[0].object = tensor_object_of(data); /* recorded: it shares memory with the result */
    c->arg[0].tensor = c->arg[0].object->tensor;
    if (!tensor_refuse_backwards(c->in, A(c))) {
        return false;
    }
    c->out[0] = tensor_ref(A(c));
    return body_one(c, true);
}

OP_KERNEL(op_new_sizes, tensor_zeros, A(c)->dtype, c->arg[1].count, c->arg[1].ints)

/* x.new(3) and x.new(y.size()) mean sizes, x.new([3]) the number 3. */
bool op_new_data(struct call *c)
{
    struct value data = c->arg[1].value;
    if (data.type == VALUE_INT) {
        return body_one(c, tensor_zeros(c->cx, &c->out[0], A(c)->dtype, 1, &data.i));
    }
    if (value_isinstance(c->in, data, c->torch->types.size)) {
        int64_t shape[TENSOR_MAX_DIMS];
        const struct list *sizes = (const struct list *)data.o;
        for (int64_t k = 0; k < sizes->count && k < TENSOR_MAX_DIMS; k++) {
            shape[k] = sizes->at[k].i;
        }
        return body_one(c, tensor_zeros(c->cx, &c->out[0], A(c)->dtype, (int)sizes->count, shape));
    }
    return from_data(c, c->arg[1].value, (int)A(c)->dtype);
}

bool op_new_nothing(struct call *c)
{
    return body_one(c, tensor_zeros(c->cx, &c->out[0], A(c)->dtype, 1, &(int64_t){0}));
}

/* --- ranges --- */

static bool range(struct call *c, const struct argument *start, const struct argument *end,
                  const struct argument *step, int at)
{
    static const struct argument zero = {.i = 0}, one = {.i = 1, .f = 1};
    const struct argument *parts[] = {start != NULL ? start : &zero, end,
                                      step != NULL ? step : &one};
    bool whole = true;
    enum dtype dtype;
    for (int k = 0; k < 3; k++) {
        whole &= !dtype_is_float(parts[k]->tensor.dtype);
    }
    if (!body_options(c, at, whole ? DTYPE_INT64 : c->torch->default_dtype, &dtype)) {
        return false;
    }
    if (whole) {
        return body_one(
            c, factory_arange_int(c->cx, &c->out[0], dtype, parts[0]->i, parts[1]->i, parts[2]->i));
    }
    return body_one(
        c, factory_arange(c->cx, &c->out[0], dtype, parts[0]->f, parts[1]->f, parts[2]->f));
}

OP_IS(op_arange_end, range(c, NULL, &c->arg[0], NULL, 1))
OP_IS(op_arange, range(c, &c->arg[0], &c->arg[1], &c->arg[2], 3))

/* The end counts: half a step further, so that rounding does not lose it. */
bool op_range(struct call *c)
{
    enum dtype dtype;
    double step = c->arg[2].f;
    return body_options(c, 3, c->torch->default_dtype, &dtype) &&
           body_one(c, factory_arange(c->cx, &c->out[0], dtype, c->arg[0].f, c->arg[1].f + step / 2,
                                      step));
}

static bool steps_fit(struct call *c, int64_t steps)
{
    return steps >= 0 || body_refuse(c, "number of steps must be non-negative");
}

bool op_linspace(struct call *c)
{
    enum dtype dtype;
    return body_options(c, 3, c->torch->default_dtype, &dtype) && steps_fit(c, c->arg[2].i) &&
           body_one(c, factory_linspace(c->cx, &c->out[0], dtype, c->arg[0].f, c->arg[1].f,
                                        c->arg[2].i));
}

bool op_logspace(struct call *c)
{
    enum dtype dtype;
    return body_options(c, 4, c->torch->default_dtype, &dtype) && steps_fit(c, c->arg[2].i) &&
           body_one(c, factory_logspace(c->cx, &c->out[0], dtype, c->arg[0].f, c->arg[1].f,
                                        c->arg[2].i, c->arg[3].f));
}

/* --- matrices --- */

static bool eye(struct call *c, int64_t rows, int64_t columns, int at)
{
    enum dtype dtype;
    if (rows < 0 || columns < 0) {
        return body_refuse(c, "%s must be greater or equal to 0, got %lld", rows < 0 ? "n" : "m",
                           (long long)(rows < 0 ? rows : columns));
    }
    return body_options(c, at, c->torch->default_dtype, &dtype) &&
           body_one(c, factory_eye(c->cx, &c->out[0], dtype, rows, columns));
}

OP_IS(op_eye, eye(c, c->arg[0].i, c->arg[0].i, 1))
OP_IS(op_eye_wide, eye(c, c->arg[0].i, c->arg[1].i, 2))

bool op_triangle_indices(struct call *c)
{
    enum dtype dtype;
    scoped_tensor wide = {0};
    if (c->arg[0].i > INT32_MAX) { /* the rows are counted out one by one */
        return error_set(c->cx->err, ERROR_LIMIT, "%s of %lld rows would take too long",
                         c->op->name, (long long)c->arg[0].i);
    }
    return body_options(c, 3, DTYPE_INT64, &dtype) &&
           factory_tril_indices(c->cx, &wide, c->arg[0].i, c->arg[1].i, c->arg[2].i, c->op->with) &&
           body_one(c, tensor_cast(c->cx, &c->out[0], &wide, dtype));
}

OP_IS(op_triangle, body_one(c, c->op->with ? factory_triu(c->cx, &c->out[0], A(c), c->arg[1].i)
                                           : factory_tril(c->cx, &c->out[0], A(c), c->arg[1].i)))
OP_KERNEL(op_diag, factory_diag, A(c), c->arg[1].i)
