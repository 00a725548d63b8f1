/* numpy.linalg: norms; and what torch.linalg has (op_linalg.c), with NumPy's types and errors. */
#include "numpy/numpy.h"

#include "numpy/numpy_value.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_vector.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_linalg.h"

#include <math.h>
#include <string.h>

/* Matrix norms other than Frobenius: sums of columns (1) or rows (inf), then the extreme. */
static bool matrix_norm(struct call *c, const struct tensor *x, double p, struct tensor *out)
{
    struct tensor size, sums;
    int axis = fabs(p) == 1 ? x->ndim - 2 : x->ndim - 1;
    if (!elementwise_unary(c->cx, UNARY_ABS, &size, x)) {
        return false;
    }
    bool ok = reduce_fold(c->cx, REDUCE_SUM, &sums, &size, 1u << axis, false);
    tensor_release(&size);
    if (!ok) {
        return false;
    }
    ok = reduce_fold(c->cx, p > 0 ? REDUCE_AMAX : REDUCE_AMIN, out, &sums, ~0u, false);
    tensor_release(&sums);
    return ok;
}

/* All cells as one contiguous vector, in the order of memory: ravel('K'). */
static bool flat_cells(struct compute *cx, struct tensor *out, const struct tensor *x)
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
    const int64_t count = tensor_numel(x);
    bool copied;
    struct tensor whole;
    if (!tensor_contiguous(cx, &whole, &line)) {
        return false;
    }
    bool ok = view_reshape(cx, out, &whole, 1, &count, &copied);
    tensor_release(&whole);
    return ok;
}

/* The root of the product of all cells with themselves, as two vectors. */
static bool whole_norm(struct call *c, const struct tensor *x, bool keepdims, struct tensor *out)
{
    struct tensor cells, square;
    if (!flat_cells(c->cx, &cells, x)) {
        return false;
    }
    bool ok = matmul_dot(c->cx, &square, &cells, &cells);
    tensor_release(&cells);
    if (!ok) {
        return false;
    }
    square.ndim = keepdims ? x->ndim : 0;
    for (int d = 0; d < square.ndim; d++) {
        square.shape[d] = square.stride[d] = 1;
    }
    ok = elementwise_unary(c->cx, UNARY_SQRT, out, &square);
    tensor_release(&square);
    return ok;
}

/* p 2: the root of the sum of squares over the axes; p 1: the sum of sizes. */
static bool axes_norm(struct call *c, const struct tensor *x, unsigned axes, double p,
                      bool keepdims, struct tensor *out)
{
    struct tensor terms, sums;
    if (!(p == 1 ? elementwise_unary(c->cx, UNARY_ABS, &terms, x)
                 : elementwise_binary(c->cx, BINARY_MUL, &terms, x, x))) {
        return false;
    }
    bool ok = reduce_fold_numpy(c->cx, REDUCE_SUM, &sums, &terms, axes, keepdims);
    tensor_release(&terms);
    if (!ok || p == 1) {
        *out = sums;
        return ok;
    }
    ok = elementwise_unary(c->cx, UNARY_SQRT, out, &sums);
    tensor_release(&sums);
    return ok;
}

bool np_norm(struct call *c)
{
    unsigned axes;
    double p = 2;
    struct tensor x, t;
    struct value ord = c->arg[1].value;
    if (!numpy_take(c, 0) || !numpy_axes(c, 2, c->arg[0].tensor.ndim, &axes)) {
        return false;
    }
    int ndim = c->arg[0].tensor.ndim;
    bool frobenius = ord.type == VALUE_NONE || (str_is(ord) && strcmp(str_text(ord), "fro") == 0);
    int folded = c->arg[2].none ? ndim : c->arg[2].count;
    if (!frobenius && (str_is(ord) || !value_to_double(c->in, ord, &p))) {
        return c->in->exception.type == VALUE_OBJECT
                   ? false
                   : raise_exception(c->in, EXCEPTION_ValueError,
                                     "Invalid norm order for matrices.");
    }
    bool matrix = !frobenius && folded == 2;
    if (matrix && (ndim != 2 || c->arg[3].i != 0 || (fabs(p) != 1 && !isinf(p)))) {
        return raise_unsupported(c->in, "np.linalg.norm of a matrix is supported for ord None, "
                                        "'fro', 1, -1, inf and -inf");
    }
    if (!tensor_cast(c->cx, &x, &c->arg[0].tensor,
                     dtype_is_float(c->arg[0].tensor.dtype) ? c->arg[0].tensor.dtype
                                                            : DTYPE_FLOAT64)) {
        return numpy_failed(c);
    }
    bool keepdims = c->arg[3].i != 0, sums = frobenius || ((p == 2 || p == 1) && folded == 1);
    bool whole = c->arg[2].none && p == 2 && matmul_can_fuse(x.dtype) &&
                 (ord.type == VALUE_NONE || ndim == (frobenius ? 2 : 1));
    bool ok = whole    ? whole_norm(c, &x, keepdims, &t)
              : sums   ? axes_norm(c, &x, axes, p, keepdims, &t)
              : matrix ? matrix_norm(c, &x, p, &t)
                       : reduce_norm(c->cx, &t, &x, axes, p, keepdims);
    tensor_release(&x);
    return (ok || numpy_failed(c)) && numpy_give(c, &t);
}

static bool raise_linalg(struct call *c, const char *text)
{
    return numpy_raise(c->in, "LinAlgError", "numpy.linalg", EXCEPTION_Exception, text);
}

/* Argument k as an array of floats: integers become float64. */
static bool take_floats(struct call *c, int k)
{
    struct argument *a = &c->arg[k];
    struct tensor wide;
    if (!numpy_take(c, k)) {
        return false;
    }
    if (dtype_is_float(a->tensor.dtype)) {
        return true;
    }
    if (!tensor_cast(c->cx, &wide, &a->tensor, DTYPE_FLOAT64)) {
        return numpy_failed(c);
    }
    if (a->owned) {
        tensor_release(&a->tensor);
    }
    a->tensor = wide;
    a->owned = true;
    return true;
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
    return ok || numpy_failed(c);
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
    return numpy_failed(c);
}

static bool give_first(struct call *c, bool keep_array)
{
    struct tensor t = c->out[0];
    c->out[0] = (struct tensor){0};
    c->outputs = 0;
    return keep_array ? numpy_give_array(c, &t) : numpy_give(c, &t);
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
    struct tensor size, det;
    if (!take_square(c) || !run(c, op_slogdet, NULL)) {
        return false;
    }
    bool ok = elementwise_unary(c->cx, UNARY_EXP, &size, &c->out[1]);
    if (ok) {
        ok = elementwise_binary(c->cx, BINARY_MUL, &det, &c->out[0], &size);
        tensor_release(&size);
    }
    tensor_release(&c->out[0]);
    tensor_release(&c->out[1]);
    c->outputs = 0;
    c->out[0] = c->out[1] = (struct tensor){0};
    return (ok || numpy_failed(c)) && numpy_give(c, &det);
}

bool np_slogdet(struct call *c)
{
    return take_square(c) && run(c, op_slogdet, NULL) && give_all(c);
}

bool np_inv(struct call *c)
{
    return take_square(c) && run(c, op_inverse, "Singular matrix") && give_first(c, true);
}

bool np_pinv(struct call *c)
{
    return take_matrix(c) && run(c, op_pinv, NULL) && give_first(c, true);
}

bool np_cholesky(struct call *c)
{
    return take_square(c) && run(c, op_cholesky, "Matrix is not positive definite") &&
           give_first(c, true);
}

bool np_svdvals(struct call *c)
{
    return take_matrix(c) && run(c, op_svdvals, NULL) && give_first(c, true);
}

bool np_svd(struct call *c)
{
    return take_matrix(c) && run(c, op_svd, "SVD did not converge") && give_all(c);
}

bool np_qr(struct call *c)
{
    const char *mode = c->arg[1].text;
    bool known =
        strcmp(mode, "reduced") == 0 || strcmp(mode, "complete") == 0 || strcmp(mode, "r") == 0;
    if (!known) {
        return raise_exception(c->in, EXCEPTION_ValueError, "Unrecognized mode '%s'", mode);
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
    return give_first(c, true);
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
        return raise_exception(
            c->in, EXCEPTION_ValueError,
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
            "signature (m,m),(m%s)->(m%s) (size %lld is different from %lld)",
            vector ? "" : ",n", vector ? "" : ",n", (long long)rows, (long long)n);
    }
    if (a->tensor.dtype != b->tensor.dtype) { /* one of them is float64 */
        struct argument *narrow = a->tensor.dtype == DTYPE_FLOAT64 ? b : a;
        struct tensor wide;
        if (!tensor_cast(c->cx, &wide, &narrow->tensor, DTYPE_FLOAT64)) {
            return numpy_failed(c);
        }
        if (narrow->owned) {
            tensor_release(&narrow->tensor);
        }
        narrow->tensor = wide;
        narrow->owned = true;
    }
    return run(c, op_solve, "Singular matrix") && give_first(c, true);
}
