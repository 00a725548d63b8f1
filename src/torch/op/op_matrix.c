/* Composites over rows and matrices: distances, covariance, Kronecker and cross products. */
#include "tensor/cells/elementwise_select.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/matmul.h"
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/factory.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_body.h"

#include <math.h>

#define A(c) (&(c)->arg[0].tensor)
#define B(c) (&(c)->arg[1].tensor)

static const struct tensor *unsqueezed(struct chain *k, const struct tensor *in, int64_t dim)
{
    return in == NULL ? NULL : chain_made(k, view_unsqueeze(k->c->cx, chain_room(k), in, dim));
}

static const struct tensor *summed(struct chain *k, enum reduction op, const struct tensor *in,
                                   int dim, bool keepdim)
{
    return in == NULL
               ? NULL
               : chain_made(k, reduce_fold(k->c->cx, op, chain_room(k), in, 1u << dim, keepdim));
}

bool op_trace(struct call *c)
{
    struct chain k = {.c = c};
    if (A(c)->ndim != 2) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "trace: expected a matrix, but got tensor with dim %d", A(c)->ndim);
    }
    const struct tensor *line = chain_made(&k, view_diagonal(c->cx, chain_room(&k), A(c), 0, 0, 1));
    return chain_end(&k, summed(&k, REDUCE_SUM, line, 0, false));
}

/* Blocks: input[i, k] * other[j, l] at row i * J + j, column k * L + l. */
bool op_kron(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *a = A(c), *b = B(c);
    int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    int64_t of_a[2 * TENSOR_MAX_DIMS], of_b[2 * TENSOR_MAX_DIMS], shape[TENSOR_MAX_DIMS];
    bool copied;
    if (2 * ndim > TENSOR_MAX_DIMS) {
        return error_set(c->cx->err, ERROR_RUNTIME, "kron: more than %d axes", TENSOR_MAX_DIMS / 2);
    }
    for (int d = 0; d < ndim; d++) {
        int64_t m = d < ndim - a->ndim ? 1 : a->shape[d - (ndim - a->ndim)];
        int64_t n = d < ndim - b->ndim ? 1 : b->shape[d - (ndim - b->ndim)];
        of_a[2 * d] = m;
        of_a[2 * d + 1] = of_b[2 * d] = 1;
        of_b[2 * d + 1] = n;
        shape[d] = m * n;
    }
    a = chain_made(&k, view_reshape(c->cx, chain_room(&k), a, 2 * ndim, of_a, &copied));
    b = chain_made(&k, view_reshape(c->cx, chain_room(&k), b, 2 * ndim, of_b, &copied));
    const struct tensor *all = chain_binary(&k, BINARY_MUL, a, b);
    return chain_end(&k, all == NULL ? NULL
                                     : chain_made(&k, view_reshape(c->cx, chain_room(&k), all, ndim,
                                                                   shape, &copied)));
}

/* The p-norm of every row of x1 minus every row of x2. */
bool op_cdist(struct call *c)
{
    struct chain k = {.c = c};
    if (A(c)->ndim < 2 || B(c)->ndim < 2) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "cdist only supports at least 2D tensors, X%d "
                         "got: %dD",
                         A(c)->ndim < 2 ? 1 : 2, A(c)->ndim < 2 ? A(c)->ndim : B(c)->ndim);
    }
    for (int j = 0; j < 2; j++) {
        if (!dtype_is_float(c->arg[j].tensor.dtype)) {
            return error_set(c->cx->err, ERROR_RUNTIME,
                             "cdist only supports floating-point dtypes, X%d got: %s", j + 1,
                             dtype_legacy_name(c->arg[j].tensor.dtype));
        }
    }
    if (A(c)->shape[A(c)->ndim - 1] != B(c)->shape[B(c)->ndim - 1]) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "X1 and X2 must have the same number of columns. X1: %lld X2: %lld",
                         (long long)A(c)->shape[A(c)->ndim - 1],
                         (long long)B(c)->shape[B(c)->ndim - 1]);
    }
    const struct tensor *gap =
        chain_binary(&k, BINARY_SUB, unsqueezed(&k, A(c), -2), unsqueezed(&k, B(c), -3));
    return chain_end(
        &k, gap == NULL ? NULL
                        : chain_made(&k, reduce_norm(c->cx, chain_room(&k), gap,
                                                     1u << (gap->ndim - 1), c->arg[2].f, false)));
}

/* a[i+1] * b[i+2] - a[i+2] * b[i+1] along an axis of size 3. */
bool op_cross(struct call *c)
{
    struct chain k = {.c = c};
    int dim = -1;
    const struct tensor *shifted[4];
    static const int64_t shifts[2] = {-1, -2};
    for (int d = 0; c->arg[2].none && dim < 0 && d < A(c)->ndim; d++) {
        dim = A(c)->shape[d] == 3 ? d : -1;
    }
    if (c->arg[2].none && dim < 0) {
        return error_set(c->cx->err, ERROR_RUNTIME, "no dimension of size 3 in input");
    }
    if (A(c)->ndim != B(c)->ndim) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "linalg.cross: inputs must have the same number of dimensions.");
    }
    int64_t named = c->arg[2].none ? dim : c->arg[2].i;
    if (!tensor_dim(c->cx, A(c), named, &dim)) {
        return false;
    }
    int64_t left = A(c)->ndim == 0 ? 1 : A(c)->shape[dim];
    int64_t right = B(c)->ndim == 0 ? 1 : B(c)->shape[dim];
    if (left != 3 || right != 3) {
        return error_set(
            c->cx->err, ERROR_RUNTIME,
            "linalg.cross: inputs dimension %lld must have length 3. Got %lld and %lld",
            (long long)named, (long long)left, (long long)right);
    }
    for (int j = 0; j < 4; j++) {
        const struct tensor *of = j < 2 ? A(c) : B(c);
        int64_t axis = dim;
        shifted[j] =
            chain_made(&k, arrange_roll(c->cx, chain_room(&k), of, 1, &shifts[j % 2], &axis));
    }
    return chain_end(&k, chain_binary(&k, BINARY_SUB,
                                      chain_binary(&k, BINARY_MUL, shifted[0], shifted[3]),
                                      chain_binary(&k, BINARY_MUL, shifted[1], shifted[2])));
}

/* Rows are variables, columns observations. */
static const struct tensor *covariance(struct chain *k, const struct tensor *x, int64_t correction)
{
    while (x != NULL && x->ndim < 2) {
        x = unsqueezed(k, x, 0);
    }
    if (x != NULL && !dtype_is_float(x->dtype)) {
        x = chain_cast(k, x, DTYPE_FLOAT32);
    }
    if (x == NULL) {
        return NULL;
    }
    const struct tensor *centred =
        chain_binary(k, BINARY_SUB, x, summed(k, REDUCE_MEAN, x, 1, true));
    const struct tensor *turned =
        centred == NULL ? NULL : chain_made(k, view_t(k->c->cx, chain_room(k), centred));
    const struct tensor *products =
        turned == NULL ? NULL : chain_made(k, matmul_mm(k->c->cx, chain_room(k), centred, turned));
    int64_t n = x->shape[1] - correction;
    return chain_binary(k, BINARY_DIV, products, chain_integer(k, n > 0 ? n : 0));
}

static bool few_axes_of_numbers(struct call *c, const char *name)
{
    if (A(c)->ndim > 2) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "%s(): expected input to have two or fewer dimensions but got an input "
                         "with %d dimensions",
                         name, A(c)->ndim);
    }
    return A(c)->dtype != DTYPE_BOOL ||
           error_set(c->cx->err, ERROR_RUNTIME, "cov(): bool dtype is not supported for input");
}

static const struct tensor *without_ones(struct chain *k, const struct tensor *in)
{
    return in == NULL ? NULL : chain_made(k, view_squeeze_all(k->c->cx, chain_room(k), in));
}

bool op_cov(struct call *c)
{
    struct chain k = {.c = c};
    return few_axes_of_numbers(c, "cov") &&
           chain_end(&k, without_ones(&k, covariance(&k, A(c), c->arg[1].i)));
}

bool op_corrcoef(struct call *c)
{
    struct chain k = {.c = c};
    if (!few_axes_of_numbers(c, "corrcoef")) {
        return false;
    }
    const struct tensor *cov = covariance(&k, A(c), 1);
    const struct tensor *line =
        cov == NULL ? NULL : chain_made(&k, view_diagonal(c->cx, chain_room(&k), cov, 0, 0, 1));
    const struct tensor *spread = chain_unary(&k, UNARY_SQRT, line);
    cov = chain_binary(&k, BINARY_DIV, cov, unsqueezed(&k, spread, 1));
    cov = chain_binary(&k, BINARY_DIV, cov, unsqueezed(&k, spread, 0));
    const struct tensor *low = chain_integer(&k, -1), *high = chain_integer(&k, 1);
    cov = cov == NULL || low == NULL || high == NULL
              ? NULL
              : chain_made(&k, elementwise_clamp(c->cx, chain_room(&k), cov, low, high));
    return chain_end(&k, without_ones(&k, cov));
}

/* Powers of x in columns. */
bool op_vander(struct call *c)
{
    struct chain k = {.c = c};
    int64_t n = c->arg[1].none ? tensor_numel(A(c)) : c->arg[1].i;
    struct tensor powers;
    if (A(c)->ndim != 1) {
        return error_set(c->cx->err, ERROR_RUNTIME, "x must be a one-dimensional tensor.");
    }
    if (n < 0 || !tensor_new(c->cx, &powers, DTYPE_INT64, 1, &n)) {
        return n >= 0 ? false : error_set(c->cx->err, ERROR_RUNTIME, "N must be non-negative.");
    }
    int64_t *to = tensor_data(&powers);
    for (int64_t j = 0; j < n; j++) {
        to[j] = c->arg[2].i != 0 ? j : n - 1 - j;
    }
    bool ok = chain_end(&k, chain_binary(&k, BINARY_POW, unsqueezed(&k, A(c), 1), &powers));
    tensor_release(&powers);
    return ok;
}

/* --- powers --- */

/* The identity, once for each matrix of the batch. */
static bool power_of_none(struct call *c)
{
    struct tensor one;
    int last = A(c)->ndim - 1;
    if (!factory_eye(c->cx, &one, A(c)->dtype, A(c)->shape[last], A(c)->shape[last])) {
        return false;
    }
    struct tensor all;
    bool ok = view_expand(c->cx, &all, &one, A(c)->ndim, A(c)->shape);
    if (ok) {
        ok = body_one(c, tensor_copy(c->cx, &c->out[0], &all));
        tensor_release(&all);
    }
    tensor_release(&one);
    return ok;
}

static const struct tensor *product(struct chain *k, const struct tensor *a, const struct tensor *b)
{
    return a == NULL || b == NULL || k->count == CHAIN_MAX
               ? NULL
               : chain_made(k, matmul_matmul(k->c->cx, chain_room(k), a, b));
}

/* By squaring, as PyTorch does; a negative power is one of the inverse. */
bool op_matrix_power(struct call *c)
{
    struct chain k = {.c = c};
    int64_t n = c->arg[1].i;
    const struct tensor *result = NULL, *square = A(c);
    int last = A(c)->ndim - 1;
    if (last < 1) {
        return error_set(
            c->cx->err, ERROR_RUNTIME,
            "linalg.matrix_power: The input tensor A must have at least 2 dimensions.");
    }
    if (A(c)->shape[last] != A(c)->shape[last - 1]) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "linalg.matrix_power: A must be batches of square matrices, but they are "
                         "%lld by %lld matrices",
                         (long long)A(c)->shape[last - 1], (long long)A(c)->shape[last]);
    }
    if (n == 0) {
        c->backward = "CopyBackwards";
        return power_of_none(c);
    }
    if (n < 0) {
        if (!op_inverse(c)) {
            return false;
        }
        *chain_room(&k) = c->out[0];
        c->out[0] = (struct tensor){0};
        c->outputs = 0;
        c->backward = n == -1 ? "LinalgInvExBackward0" : c->backward;
        square = chain_made(&k, true);
    } else if (n == 1) {
        c->backward = "CloneBackward0";
        return body_one(c, tensor_clone(c->cx, &c->out[0], A(c)));
    }
    for (uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n; left > 0 && square != NULL;
         left /= 2) {
        if (left % 2 != 0) {
            result = result == NULL ? square : product(&k, result, square);
        }
        square = left > 1 ? product(&k, square, square) : square;
    }
    return chain_end(&k, square == NULL ? NULL : result);
}
