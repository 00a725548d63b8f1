/* Holds products: matmul and its kin, linear, einsum. The kernels sum; here stand the checks and
 * the name of the path that PyTorch takes. */
#include "torch/op/op_linear.h"

#include "tensor/cells/reduce.h"
#include "tensor/product/einsum.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_linear.h"
#include "tensor/product/matmul_vector.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

#include <string.h>

/* --- matmul --- */

/* (M, K) @ (..., K, N) is computed as one product of matrices, turned and copied, unless the last
 * two axes of a 3-D tensor are stored the other way round (should_fold in LinearAlgebra.cpp). */
static const char *folded_name(const struct tensor *b, const struct tensor *out)
{
    bool apart = b->stride[2] != 1 && b->stride[0] == b->shape[1] * b->shape[2];
    if (b->ndim == 3 && !apart) {
        struct tensor turned = *out; /* (..., M, N) of a contiguous (..., N, M) */
        int n = out->ndim;
        turned.stride[n - 2] = 1;
        turned.stride[n - 1] = out->shape[n - 2];
        return tensor_is_contiguous(&turned) ? "TransposeBackward0" : "CloneBackward0";
    }
    if (b->ndim > 3) {
        return out->shape[out->ndim - 1] == 1 || out->shape[out->ndim - 2] == 1
                   ? "TransposeBackward0"
                   : "CloneBackward0";
    }
    return "UnsafeViewBackward0";
}

static const char *matmul_name(const struct tensor *a, const struct tensor *b,
                               const struct tensor *out)
{
    static const char *const flat[3][3] = {
        [1] = {[1] = "DotBackward0", [2] = "SqueezeBackward3"},
        [2] = {[1] = "MvBackward0", [2] = "MmBackward0"},
    };
    if (a->ndim <= 2 && b->ndim <= 2) {
        return flat[a->ndim][b->ndim];
    }
    return a->ndim == 2 ? folded_name(b, out) : "UnsafeViewBackward0";
}

bool op_matmul(struct call *c)
{
    bool ok = body_one(c, matmul_matmul(c->cx, &c->out[0], A(c), B(c)));
    if (ok) {
        c->backward = matmul_name(A(c), B(c), &c->out[0]);
    }
    return ok;
}

/* The last axes of both are summed. */
bool op_inner(struct call *c)
{
    if (A(c)->ndim == 0 || B(c)->ndim == 0) {
        c->backward = "MulBackward0";
        return body_one(c, elementwise_binary(c->cx, BINARY_MUL, &c->out[0], A(c), B(c)));
    }
    if (A(c)->shape[A(c)->ndim - 1] != B(c)->shape[B(c)->ndim - 1]) {
        scoped_buf a = {.budget = c->in->memory}, b = {.budget = c->in->memory};
        tensor_shape_text(A(c), &a);
        tensor_shape_text(B(c), &b);
        body_refuse(
            c,
            "inner() the last dimension must match on both input tensors but got shapes %s and %s",
            buf_text(&a), buf_text(&b));
        return false;
    }
    return body_one(
        c, matmul_tensordot(c->cx, &c->out[0], A(c), B(c), 1, &(int64_t){-1}, &(int64_t){-1}));
}

/* --- with something added --- */

OP_KERNEL(op_addmm, matmul_addmm, A(c), B(c), C(c), c->arg[3].f, c->arg[4].f)

bool op_baddbmm(struct call *c)
{
    int unused; /* the sizes are asked for before the number of axes */
    if (!tensor_dim(c->cx, B(c), 1, &unused) || !tensor_dim(c->cx, C(c), 2, &unused)) {
        return false;
    }
    return body_one(c,
                    matmul_baddbmm(c->cx, &c->out[0], A(c), B(c), C(c), c->arg[3].f, c->arg[4].f));
}

/* beta * input + alpha * sum, the end of the chain */
static bool add_weighted(struct chain *k, const struct tensor *sum)
{
    struct call *c = k->c;
    const struct tensor *input = A(c);
    if (c->arg[4].f != 1) {
        sum = chain_binary(k, BINARY_MUL, sum, &c->arg[4].tensor);
    }
    if (c->arg[3].f == 0) { /* ignores even NaN */
        return chain_end(k, sum);
    }
    if (c->arg[3].f != 1) {
        input = chain_binary(k, BINARY_MUL, input, &c->arg[3].tensor);
    }
    return chain_end(k, chain_binary(k, BINARY_ADD, input, sum));
}

static bool add_product(struct call *c,
                        bool (*product)(struct compute *, struct tensor *, const struct tensor *,
                                        const struct tensor *))
{
    struct chain k = {.c = c};
    const struct tensor *sum = chain_made(&k, product(c->cx, chain_room(&k), B(c), C(c)));
    return add_weighted(&k, sum);
}

bool op_addmv(struct call *c)
{
    if (!matmul_check_addmv(c->cx, A(c), B(c), C(c))) {
        return false;
    }
    if (B(c)->dtype != DTYPE_FLOAT32) {
        return add_product(c, matmul_mv);
    }
    return body_one(c, matmul_addmv(c->cx, &c->out[0], A(c), B(c), C(c), c->arg[3].f, c->arg[4].f));
}

bool op_addr(struct call *c)
{
    for (int k = 1; k <= 2; k++) {
        if (c->arg[k].tensor.ndim != 1) {
            return body_refuse(c, "addr: Expected 1-D argument vec%d, but got %d-D", k,
                               c->arg[k].tensor.ndim);
        }
    }
    return add_product(c, matmul_outer);
}

/* Linear on 2-D input is addmm; contiguous 3-D input is flattened for it; anything else is a
 * product with the bias added afterwards. */
static const char *linear_name(const struct tensor *in, bool bias)
{
    if (bias) {
        bool flat = in->ndim == 3 && tensor_is_contiguous(in);
        return in->ndim == 2 ? "AddmmBackward0" : flat ? "ViewBackward0" : "AddBackward0";
    }
    return in->ndim == 1   ? "SqueezeBackward3"
           : in->ndim == 2 ? "MmBackward0"
                           : "UnsafeViewBackward0";
}

bool op_linear(struct call *c)
{
    const struct tensor *bias = body_tensor(c, 2);
    bool ok = body_one(c, matmul_linear(c->cx, &c->out[0], A(c), B(c), bias));
    c->backward = linear_name(A(c), bias != NULL);
    return ok;
}

/* --- einsum and tensordot --- */

#define EINSUM_MAX 32

/* A letter that is summed: it stands in an operand and not in the output (without "->": it stands
 * there twice). */
static bool sums(const char *equation)
{
    const char *arrow = strstr(equation, "->");
    size_t len = arrow != NULL ? (size_t)(arrow - equation) : strlen(equation);
    for (size_t k = 0; k < len; k++) {
        char letter = equation[k];
        if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'))) {
            continue;
        }
        bool kept = arrow != NULL ? strchr(arrow + 2, letter) != NULL
                                  : memchr(equation, letter, k) == NULL &&
                                        memchr(equation + k + 1, letter, len - k - 1) == NULL;
        if (!kept) {
            return true;
        }
    }
    return false;
}

bool op_einsum(struct call *c)
{
    const struct tensor *operands[EINSUM_MAX];
    int count = body_tensors(c, 1, EINSUM_MAX, operands);
    const char *equation = c->arg[0].text;
    bool contracted = sums(equation);
    if (count == 1) {
        c->backward = contracted ? "SumBackward1" : "PermuteBackward0";
    } else {
        c->backward = contracted ? "ViewBackward0" : "MulBackward0";
    }
    return body_one(c, matmul_einsum(c->cx, &c->out[0], equation, count, operands));
}

bool axes_read(struct interp *in, struct value v, int *count, int64_t *out)
{
    if (!list_is(v) && !tuple_is(v)) {
        *count = 1;
        return value_to_int(in, v, &out[0]);
    }
    const struct list *l = (const struct list *)v.o;
    *count = 0;
    for (int64_t k = 0; k < l->count && k < TENSOR_MAX_DIMS; k++) {
        if (!value_to_int(in, l->at[k], &out[(*count)++])) {
            return false;
        }
    }
    return true;
}

/* dims: how many axes (the last of a, the first of b), or two lists of axes. */
bool op_tensordot(struct call *c)
{
    struct value dims = c->arg[2].value;
    int64_t of_a[TENSOR_MAX_DIMS], of_b[TENSOR_MAX_DIMS], n;
    int count = 0, other = 0;
    if (list_is(dims) || tuple_is(dims)) {
        const struct list *l = (const struct list *)dims.o;
        if (l->count != 2) {
            return raise_exception(
                c->in, EXCEPTION_RuntimeError,
                "tensordot expects dims to be an int or a pair of lists of dimensions");
        }
        if (!axes_read(c->in, l->at[0], &count, of_a) ||
            !axes_read(c->in, l->at[1], &other, of_b)) {
            return false;
        }
        if (count != other) {
            return body_refuse(c, "both dimension lists should have same length");
        }
    } else {
        if (!value_to_int(c->in, dims, &n)) {
            return false;
        }
        if (n < 0) {
            return body_refuse(c, "tensordot expects dims >= 0, but got dims=%lld", (long long)n);
        }
        for (; count < n && count < TENSOR_MAX_DIMS; count++) {
            of_a[count] = count - n;
            of_b[count] = count;
        }
    }
    return body_one(c, matmul_tensordot(c->cx, &c->out[0], A(c), B(c), count, of_a, of_b));
}

/* addmm, a matrix of the batch after the other, as PyTorch does it; the first takes beta. */
static bool add_one_by_one(struct call *c)
{
    struct tensor sum = *A(c);
    bool ok = true, first = true;
    for (int64_t b = 0; ok && b < B(c)->shape[0]; b++, first = false) {
        struct tensor left = {0}, right = {0}, next = {0};
        ok = view_select(c->cx, &left, B(c), 0, b) && view_select(c->cx, &right, C(c), 0, b);
        ok = ok &&
             matmul_addmm(c->cx, &next, &sum, &left, &right, first ? c->arg[3].f : 1, c->arg[4].f);
        tensor_release(&left);
        tensor_release(&right);
        if (!first) {
            tensor_release(&sum);
        }
        sum = next;
    }
    c->out[0] = sum;
    return body_one(c, ok);
}

/* input + all products of the batch */
bool op_addbmm(struct call *c)
{
    struct chain k = {.c = c};
    int unused; /* the sizes are asked for before the number of axes */
    if (!tensor_dim(c->cx, B(c), 1, &unused) || !tensor_dim(c->cx, C(c), 2, &unused)) {
        return false;
    }
    if (B(c)->dtype == DTYPE_FLOAT32 && B(c)->ndim == 3 && C(c)->ndim == 3 && B(c)->shape[0] > 0 &&
        B(c)->shape[0] == C(c)->shape[0]) {
        return add_one_by_one(c);
    }
    const struct tensor *all = chain_made(&k, matmul_bmm(c->cx, chain_room(&k), B(c), C(c)));
    return add_weighted(&k, chain_fold(&k, REDUCE_SUM, all, 1u, false));
}
