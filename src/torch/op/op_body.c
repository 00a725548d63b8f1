/* Holds what the functions of the operations share: reading arguments, leaving results, and chains
 * of several kernels. */
#include "tensor/cells/elementwise_select.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"

#include <stdlib.h>

bool body_axes(struct call *c, const struct tensor *t, int k, unsigned *axes)
{
    const struct argument *a = &c->arg[k];
    if (a->none || a->count == 0) {
        *axes = ~0u;
        return true;
    }
    return reduce_axes(c->cx, t, a->count, a->ints, axes);
}

const char *body_text(const struct call *c, int k)
{
    return str_is(c->arg[k].value) ? str_text(c->arg[k].value) : NULL;
}

int body_tensors(const struct call *c, int k, int max, const struct tensor **out)
{
    int count = 0;
    const struct argument *a = &c->arg[k];
    if (a->tensors != NULL) {
        for (; count < a->count && count < max; count++) {
            out[count] = &a->tensors[count]->tensor;
        }
        return count;
    }
    for (; k + count < c->arg_count && count < max && c->arg[k + count].object != NULL; count++) {
        out[count] = &c->arg[k + count].tensor;
    }
    return count;
}

bool body_is_list(struct call *c, int k)
{
    if (tensor_object_is(c->in, c->arg[k].value)) {
        return raise_exception(
            c->in, EXCEPTION_TypeError,
            "%s(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor",
            c->op->name);
    }
    return true;
}

bool body_may_require_grad(struct call *c, enum dtype dtype)
{
    return !c->requires_grad || dtype_is_float(dtype) ||
           body_refuse(c, "Only Tensors of floating point and complex dtype can require gradients");
}

bool body_options(struct call *c, int at, enum dtype fallback, enum dtype *dtype)
{
    *dtype = c->arg[at].none ? fallback : c->arg[at].dtype;
    c->requires_grad = c->arg[at + 4].i != 0;
    return body_may_require_grad(c, *dtype) && device_check(c->in, c->arg[at + 2].value);
}

bool body_replace(struct call *c, bool ok, const char *backward)
{
    struct tensor *self = &c->arg[0].object->tensor;
    if (!ok) {
        return false;
    }
    tensor_release(&c->before);
    c->before = *self;
    *self = c->out[0];
    c->out[0] = (struct tensor){0};
    c->outputs = 0;
    c->backward = backward;
    return true;
}

#define MANY_MAX 10000000 /* more tensors than that are a mistake, not a split */

bool body_many(struct call *c, int64_t count)
{
    c->many = count <= MANY_MAX ? calloc((size_t)count + 1, sizeof *c->many) : NULL;
    return c->many != NULL || error_memory(c->cx->err);
}

struct tensor *chain_room(struct chain *k)
{
    return &k->made[k->count];
}

const struct tensor *chain_made(struct chain *k, bool ok)
{
    return ok ? &k->made[k->count++] : NULL;
}

const struct tensor *chain_binary(struct chain *k, enum binary_op op, const struct tensor *a,
                                  const struct tensor *b)
{
    return a == NULL || b == NULL
               ? NULL
               : chain_made(k, elementwise_binary(k->c->cx, op, chain_room(k), a, b));
}

const struct tensor *chain_unary(struct chain *k, enum unary_op op, const struct tensor *a)
{
    return a == NULL ? NULL : chain_made(k, elementwise_unary(k->c->cx, op, chain_room(k), a));
}

const struct tensor *chain_cast(struct chain *k, const struct tensor *a, enum dtype to)
{
    return a == NULL ? NULL : chain_made(k, tensor_cast(k->c->cx, chain_room(k), a, to));
}

const struct tensor *chain_number(struct chain *k, double value)
{
    return chain_made(k, tensor_from_double(k->c->cx, chain_room(k), DTYPE_FLOAT64, value, true));
}

const struct tensor *chain_integer(struct chain *k, int64_t value)
{
    return chain_made(k, tensor_from_int(k->c->cx, chain_room(k), DTYPE_INT64, value, true));
}

const struct tensor *chain_flat(struct chain *k, const struct tensor *a)
{
    bool copied;
    return a == NULL ? NULL
                     : chain_made(
                           k, view_reshape(k->c->cx, chain_room(k), a, 1, &(int64_t){-1}, &copied));
}

const struct tensor *chain_where(struct chain *k, const struct tensor *condition,
                                 const struct tensor *a, const struct tensor *b)
{
    return condition == NULL || a == NULL || b == NULL
               ? NULL
               : chain_made(k, elementwise_where(k->c->cx, chain_room(k), condition, a, b));
}

const struct tensor *chain_fill(struct chain *k, const struct tensor *a, const struct tensor *mask,
                                const struct tensor *value)
{
    return a == NULL || mask == NULL || value == NULL
               ? NULL
               : chain_made(k, elementwise_masked_fill(k->c->cx, chain_room(k), a, mask, value));
}

const struct tensor *chain_fold(struct chain *k, enum reduction op, const struct tensor *a,
                                unsigned axes, bool keepdim)
{
    return a == NULL ? NULL
                     : chain_made(k, reduce_fold(k->c->cx, op, chain_room(k), a, axes, keepdim));
}

const struct tensor *chain_unsqueeze(struct chain *k, const struct tensor *a, int64_t dim)
{
    return a == NULL ? NULL : chain_made(k, view_unsqueeze(k->c->cx, chain_room(k), a, dim));
}

const struct tensor *chain_turned(struct chain *k, const struct tensor *a)
{
    return a == NULL ? NULL : chain_made(k, view_transpose(k->c->cx, chain_room(k), a, -2, -1));
}

const struct tensor *chain_copy(struct chain *k, const struct tensor *a)
{
    return a == NULL ? NULL : chain_made(k, tensor_copy(k->c->cx, chain_room(k), a));
}

bool chain_give(struct chain *k, int at, const struct tensor *result)
{
    if (result == NULL) {
        return false;
    }
    k->c->out[at] = tensor_ref(result);
    k->c->outputs = at + 1;
    return true;
}

void chain_free(struct chain *k)
{
    for (int i = 0; i < k->count; i++) {
        tensor_release(&k->made[i]);
    }
    k->count = 0;
}

bool chain_end(struct chain *k, const struct tensor *result)
{
    bool ok = chain_give(k, 0, result);
    chain_free(k);
    return ok;
}

/* --- rows that are a kernel and nothing else --- */

OP_IS(op_kernel_of_one, body_one(c, c->op->one(c->cx, &c->out[0], A(c))))
OP_IS(op_kernel_of_two, body_one(c, c->op->two(c->cx, &c->out[0], A(c), B(c))))
