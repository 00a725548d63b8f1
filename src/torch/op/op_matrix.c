/* Holds composites over rows and matrices: distances, covariance, the trace. */
#include "tensor/cells/elementwise_select.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/matmul.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

bool op_trace(struct call *c)
{
    struct chain k = {.c = c};
    if (A(c)->ndim != 2) {
        return body_refuse(c, "trace: expected a matrix, but got tensor with dim %d", A(c)->ndim);
    }
    const struct tensor *line = chain_made(&k, view_diagonal(c->cx, chain_room(&k), A(c), 0, 0, 1));
    if (A(c)->dtype != DTYPE_FLOAT32) {
        return chain_end(&k, chain_fold(&k, REDUCE_SUM, line, 1u << 0, false));
    }
    line = chain_fold(&k, REDUCE_SUM, chain_cast(&k, line, DTYPE_FLOAT64), 1u << 0, false);
    return chain_end(&k, chain_cast(&k, line, DTYPE_FLOAT32)); /* rounded once */
}

/* The p-norm of every row of x1 minus every row of x2. */
bool op_cdist(struct call *c)
{
    struct chain k = {.c = c};
    if (A(c)->ndim < 2 || B(c)->ndim < 2) {
        return body_refuse(c, "cdist only supports at least 2D tensors, X%d got: %dD",
                           A(c)->ndim < 2 ? 1 : 2, A(c)->ndim < 2 ? A(c)->ndim : B(c)->ndim);
    }
    for (int j = 0; j < 2; j++) {
        if (!dtype_is_float(c->arg[j].tensor.dtype)) {
            return body_refuse(c, "cdist only supports floating-point dtypes, X%d got: %s", j + 1,
                               dtype_legacy_name(c->arg[j].tensor.dtype));
        }
    }
    if (A(c)->shape[A(c)->ndim - 1] != B(c)->shape[B(c)->ndim - 1]) {
        return body_refuse(c, "X1 and X2 must have the same number of columns. X1: %lld X2: %lld",
                           (long long)A(c)->shape[A(c)->ndim - 1],
                           (long long)B(c)->shape[B(c)->ndim - 1]);
    }
    const struct tensor *gap =
        chain_binary(&k, BINARY_SUB, chain_unsqueeze(&k, A(c), -2), chain_unsqueeze(&k, B(c), -3));
    return chain_end(
        &k, gap == NULL ? NULL
                        : chain_made(&k, reduce_norm(c->cx, chain_room(&k), gap,
                                                     1u << (gap->ndim - 1), c->arg[2].f, false)));
}

/* Rows are variables, columns observations. */
static const struct tensor *covariance(struct chain *k, const struct tensor *x, int64_t correction)
{
    while (x != NULL && x->ndim < 2) {
        x = chain_unsqueeze(k, x, 0);
    }
    if (x != NULL && !dtype_is_float(x->dtype)) {
        x = chain_cast(k, x, DTYPE_FLOAT32);
    }
    if (x == NULL) {
        return NULL;
    }
    const struct tensor *centred =
        chain_binary(k, BINARY_SUB, x, chain_fold(k, REDUCE_MEAN, x, 1u << 1, true));
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
        return body_refuse(c,
                           "%s(): expected input to have two or fewer dimensions but got an input "
                           "with %d dimensions",
                           name, A(c)->ndim);
    }
    return A(c)->dtype != DTYPE_BOOL ||
           body_refuse(c, "cov(): bool dtype is not supported for input");
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
    cov = chain_binary(&k, BINARY_DIV, cov, chain_unsqueeze(&k, spread, 1));
    cov = chain_binary(&k, BINARY_DIV, cov, chain_unsqueeze(&k, spread, 0));
    const struct tensor *low = chain_integer(&k, -1), *high = chain_integer(&k, 1);
    cov = cov == NULL || low == NULL || high == NULL
              ? NULL
              : chain_made(&k, elementwise_clamp(c->cx, chain_room(&k), cov, low, high));
    return chain_end(&k, without_ones(&k, cov));
}
