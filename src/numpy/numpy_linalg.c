/* Computes NumPy's norms, and what torch.linalg has (op_linalg.c) with NumPy's types and errors. */

#include "numpy/numpy_value.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_vector.h"
#include "torch/op/op_rows.h"

#include <math.h>
#include <string.h>

/* Matrix norms other than Frobenius: sums of columns (1) or rows (inf), then the extreme. */
static const struct tensor *matrix_norm(struct chain *k, const struct tensor *x, double p)
{
    int axis = fabs(p) == 1 ? x->ndim - 2 : x->ndim - 1;
    const struct tensor *sums =
        chain_fold(k, REDUCE_SUM, chain_unary(k, UNARY_ABS, x), 1u << axis, false);
    return chain_fold(k, p > 0 ? REDUCE_AMAX : REDUCE_AMIN, sums, ~0u, false);
}

/* All cells as one contiguous vector, in the order of memory: ravel('K'). */
static const struct tensor *flat_cells(struct chain *chain, const struct tensor *x)
{
    struct tensor line = *x;
    for (int k = 1; k < line.ndim; k++) {
        for (int d = k; d > 0 && line.stride[d - 1] < line.stride[d]; d--) {
            int64_t size = line.shape[d], step = line.stride[d];
            line.shape[d] = line.shape[d - 1];
            line.stride[d] = line.stride[d - 1];
            line.shape[d - 1] = size;
            line.stride[d - 1] = step;
        }
    }
    return chain_flat(chain,
                      chain_made(chain, tensor_contiguous(chain->c->cx, chain_room(chain), &line)));
}

/* The root of the product of all cells with themselves, as two vectors. */
static const struct tensor *whole_norm(struct chain *k, const struct tensor *x, bool keepdims)
{
    const struct tensor *cells = flat_cells(k, x);
    struct tensor *square = chain_room(k);
    if (cells == NULL || !matmul_dot(k->c->cx, square, cells, cells)) {
        return NULL;
    }
    square->ndim = keepdims ? x->ndim : 0;
    for (int d = 0; d < square->ndim; d++) {
        square->shape[d] = square->stride[d] = 1;
    }
    return chain_unary(k, UNARY_SQRT, chain_made(k, true));
}

/* p 2: the root of the sum of squares over the axes; p 1: the sum of sizes. */
static const struct tensor *axes_norm(struct chain *k, const struct tensor *x, unsigned axes,
                                      double p, bool keepdims)
{
    const struct tensor *terms =
        p == 1 ? chain_unary(k, UNARY_ABS, x) : chain_binary(k, BINARY_MUL, x, x);
    const struct tensor *sums =
        terms == NULL ? NULL
                      : chain_made(k, reduce_fold_numpy(k->c->cx, REDUCE_SUM, chain_room(k), terms,
                                                        axes, keepdims));
    return p == 1 ? sums : chain_unary(k, UNARY_SQRT, sums);
}

bool np_norm(struct call *c)
{
    struct chain k = {.c = c};
    unsigned axes;
    double p = 2;
    struct value ord = c->arg[1].value;
    int ndim = A(c)->ndim;
    if (!numpy_axes(c, 2, ndim, &axes)) {
        return false;
    }
    bool frobenius = ord.type == VALUE_NONE || (str_is(ord) && strcmp(str_text(ord), "fro") == 0);
    int folded = c->arg[2].none ? ndim : c->arg[2].count;
    if (!frobenius && (str_is(ord) || !value_to_double(c->in, ord, &p))) {
        return c->in->exception.type == VALUE_OBJECT
                   ? false
                   : numpy_refuse(c, "Invalid norm order for matrices.");
    }
    bool matrix = !frobenius && folded == 2;
    if (matrix && (ndim != 2 || c->arg[3].i != 0 || (fabs(p) != 1 && !isinf(p)))) {
        return raise_unsupported(c->in, "np.linalg.norm of a matrix is supported for ord None, "
                                        "'fro', 1, -1, inf and -inf");
    }
    const struct tensor *x = chain_cast(&k, A(c),
                                        dtype_is_float(A(c)->dtype) ? A(c)->dtype : DTYPE_FLOAT64),
                        *t = NULL;
    bool keepdims = c->arg[3].i != 0, sums = frobenius || ((p == 2 || p == 1) && folded == 1);
    bool whole = x != NULL && c->arg[2].none && p == 2 && matmul_can_fuse(x->dtype) &&
                 (ord.type == VALUE_NONE || ndim == (frobenius ? 2 : 1));
    if (x != NULL) {
        t = whole    ? whole_norm(&k, x, keepdims)
            : sums   ? axes_norm(&k, x, axes, p, keepdims)
            : matrix ? matrix_norm(&k, x, p)
                     : chain_made(&k, reduce_norm(c->cx, chain_room(&k), x, axes, p, keepdims));
    }
    return chain_end(&k, t);
}

static bool raise_linalg(struct call *c, const char *text)
{
    return numpy_raise(c->in, "LinAlgError", "numpy.linalg", EXCEPTION_Exception, text);
}

/* Argument k as an array of floats: integers become float64. */
static bool take_floats(struct call *c, int k)
{
    return dtype_is_float(c->arg[k].tensor.dtype) || numpy_widen(c, k, DTYPE_FLOAT64);
}

static bool take_matrix(struct call *c)
{
    const struct tensor *a = &c->arg[0].tensor;
    if (!take_floats(c, 0)) {
        return false;
    }
    if (a->ndim < 2) {
        scoped_buf text = {.budget = c->in->memory};
        buf_printf(&text, "%d-dimensional array given. Array must be at least two-dimensional",
                   a->ndim);
        raise_linalg(c, buf_text(&text));
        return false;
    }
    return true;
}

static bool take_square(struct call *c)
{
    const struct tensor *a = &c->arg[0].tensor;
    return take_matrix(c) && (a->shape[a->ndim - 1] == a->shape[a->ndim - 2] ||
                              raise_linalg(c, "Last 2 dimensions of the array must be square"));
}

/* Torch's results have columns as neighbours in memory, NumPy's rows. */
static bool lay_rows(struct call *c)
{
    bool ok = true;
    for (int k = 0; ok && k < c->outputs; k++) {
        struct tensor rows;
        ok = tensor_contiguous(c->cx, &rows, &c->out[k]);
        if (ok) {
            tensor_release(&c->out[k]);
            c->out[k] = rows;
        }
    }
    return ok;
}

/* Runs torch's function; a matrix that it cannot work on raises NumPy's error. */
static bool run(struct call *c, bool (*body)(struct call *c), const char *error)
{
    if (body(c)) {
        c->return_type = NULL;
        return lay_rows(c);
    }
    if (error != NULL && raise_is(c->in, EXCEPTION_RuntimeError)) {
        raise_catch(c->in);
        return raise_linalg(c, error);
    }
    return false;
}

/* All outputs as a tuple of arrays. */
static bool give_all(struct call *c)
{
    struct value at[OP_MAX_OUTPUTS];
    int count = c->outputs;
    for (int k = 0; k < count; k++) {
        struct tensor t = c->out[k];
        c->out[k] = (struct tensor){0};
        if (!numpy_wrap(c->in, &t, false, &at[k])) {
            c->outputs = 0;
            return false;
        }
    }
    c->outputs = 0;
    struct list *all = tuple_new(c->in, count, at);
    return all != NULL && body_value(c, value_object(all));
}

/* sign * exp(log of the size), as NumPy computes it: 2.0000000000000004 where 2 is meant. */
bool np_det(struct call *c)
{
    struct chain k = {.c = c};
    if (!take_square(c) || !run(c, op_slogdet, NULL)) {
        return false;
    }
    const struct tensor *size = chain_unary(&k, UNARY_EXP, &c->out[1]);
    const struct tensor *det = chain_binary(&k, BINARY_MUL, &c->out[0], size);
    tensor_release(&c->out[0]);
    return chain_end(&k, det);
}

OP_IS(np_slogdet, take_square(c) && run(c, op_slogdet, NULL) && give_all(c))
OP_IS(np_inv, take_square(c) && run(c, op_inverse, "Singular matrix"))
OP_IS(np_pinv, take_matrix(c) && run(c, op_pinv, NULL))
OP_IS(np_cholesky, take_square(c) && run(c, op_cholesky, "Matrix is not positive definite"))
OP_IS(np_svdvals, take_matrix(c) && run(c, op_svdvals, NULL))
OP_IS(np_svd, take_matrix(c) && run(c, op_svd, "SVD did not converge") && give_all(c))

bool np_qr(struct call *c)
{
    const char *mode = c->arg[1].text;
    bool known =
        strcmp(mode, "reduced") == 0 || strcmp(mode, "complete") == 0 || strcmp(mode, "r") == 0;
    if (!known) {
        return numpy_refuse(c, "Unrecognized mode '%s'", mode);
    }
    if (!take_matrix(c) || !run(c, op_qr_mode, NULL)) {
        return false;
    }
    if (strcmp(mode, "r") != 0) {
        return give_all(c);
    }
    tensor_release(&c->out[0]);
    c->out[0] = c->out[1];
    c->out[1] = (struct tensor){0};
    return body_one(c, true);
}

bool np_solve(struct call *c)
{
    if (!take_square(c) || !take_floats(c, 1)) {
        return false;
    }
    struct argument *a = &c->arg[0], *b = &c->arg[1];
    bool vector = b->tensor.ndim + 1 == a->tensor.ndim || b->tensor.ndim == 1;
    int64_t n = a->tensor.shape[a->tensor.ndim - 1];
    int64_t rows = b->tensor.ndim == 0 ? 0
                   : vector            ? b->tensor.shape[b->tensor.ndim - 1]
                                       : b->tensor.shape[b->tensor.ndim - 2];
    if (rows != n) {
        return numpy_refuse(
            c,
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(m,m),(m%s)->(m%s) (size %lld is different from %lld)",
            vector ? "" : ",n", vector ? "" : ",n", (long long)rows, (long long)n);
    }
    return (a->tensor.dtype == b->tensor.dtype || /* else one of them is float64 */
            numpy_widen(c, a->tensor.dtype == DTYPE_FLOAT64 ? 1 : 0, DTYPE_FLOAT64)) &&
           run(c, op_solve, "Singular matrix");
}
