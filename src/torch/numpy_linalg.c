/* numpy.linalg: norms, and small solvers by elimination. */
#include "torch/numpy.h"

#include "tensor/reduce.h"

#include <math.h>
#include <stdlib.h>
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
                   : raise(c->in, EXCEPTION_ValueError, "Invalid norm order for matrices.");
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
    bool ok =
        matrix ? matrix_norm(c, &x, p, &t) : reduce_norm(c->cx, &t, &x, axes, p, c->arg[3].i != 0);
    tensor_release(&x);
    return (ok || numpy_failed(c)) && numpy_give(c, &t);
}

static bool raise_linalg(struct call *c, const char *text)
{
    return numpy_raise(c->in, "LinAlgError", "numpy.linalg", EXCEPTION_Exception, text);
}

/* Argument 0 as a square matrix in double: n, and a fresh array of its cells. */
static double *square(struct call *c, int64_t *n)
{
    const struct tensor *a = &c->arg[0].tensor;
    struct buf text = {0};
    if (a->ndim < 2) {
        buf_printf(&text, "%d-dimensional array given. Array must be at least two-dimensional",
                   a->ndim);
    } else if (a->shape[a->ndim - 1] != a->shape[a->ndim - 2]) {
        buf_puts(&text, "Last 2 dimensions of the array must be square");
    }
    if (text.len > 0) {
        raise_linalg(c, buf_text(&text));
        buf_free(&text);
        return NULL;
    }
    if (a->ndim > 2) {
        raise_unsupported(c->in, "numpy.linalg takes one matrix at a time here");
        return NULL;
    }
    *n = a->shape[0];
    double *cells = calloc((size_t)(*n * *n) + 1, sizeof *cells);
    if (cells == NULL) {
        raise_memory(c->in);
        return NULL;
    }
    for (int64_t k = 0; k < *n * *n; k++) {
        cells[k] = tensor_double_at(a, tensor_place(a, k));
    }
    return cells;
}

/* Solves a x = b in place by elimination with row exchanges, as LAPACK does; b is (n, m). The
 * determinant is returned, 0 when the matrix is singular. */
static double eliminate(int64_t n, double *a, int64_t m, double *b)
{
    double det = 1;
    for (int64_t k = 0; k < n; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < n; i++) {
            pivot = fabs(a[i * n + k]) > fabs(a[pivot * n + k]) ? i : pivot;
        }
        if (a[pivot * n + k] == 0) {
            return 0;
        }
        if (pivot != k) {
            det = -det;
            for (int64_t j = 0; j < n; j++) {
                double swap = a[k * n + j];
                a[k * n + j] = a[pivot * n + j];
                a[pivot * n + j] = swap;
            }
            for (int64_t j = 0; j < m; j++) {
                double swap = b[k * m + j];
                b[k * m + j] = b[pivot * m + j];
                b[pivot * m + j] = swap;
            }
        }
        det *= a[k * n + k];
        for (int64_t i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (int64_t j = k + 1; j < n; j++) {
                a[i * n + j] -= factor * a[k * n + j];
            }
            for (int64_t j = 0; j < m; j++) {
                b[i * m + j] -= factor * b[k * m + j];
            }
        }
    }
    for (int64_t k = n - 1; k >= 0; k--) {
        for (int64_t j = 0; j < m; j++) {
            for (int64_t i = k + 1; i < n; i++) {
                b[k * m + j] -= a[k * n + i] * b[i * m + j];
            }
            b[k * m + j] /= a[k * n + k];
        }
    }
    return det;
}

bool np_det(struct call *c)
{
    int64_t n;
    struct tensor t;
    double *a = numpy_take(c, 0) ? square(c, &n) : NULL;
    if (a == NULL) {
        return false;
    }
    double det = eliminate(n, a, 0, a);
    free(a);
    return (tensor_from_double(c->cx, &t, DTYPE_FLOAT64, det, false) || numpy_failed(c)) &&
           numpy_give(c, &t);
}

bool np_inv(struct call *c)
{
    int64_t n;
    struct tensor t;
    double *a = numpy_take(c, 0) ? square(c, &n) : NULL;
    if (a == NULL) {
        return false;
    }
    const int64_t shape[2] = {n, n};
    if (!tensor_zeros(c->cx, &t, DTYPE_FLOAT64, 2, shape)) {
        free(a);
        return numpy_failed(c);
    }
    for (int64_t k = 0; k < n; k++) {
        ((double *)tensor_data(&t))[k * n + k] = 1;
    }
    double det = eliminate(n, a, n, tensor_data(&t));
    free(a);
    if (det == 0) {
        tensor_release(&t);
        return raise_linalg(c, "Singular matrix");
    }
    return numpy_give_array(c, &t);
}

bool np_solve(struct call *c)
{
    int64_t n;
    struct tensor t, copy;
    double *a = numpy_take(c, 0) && numpy_take(c, 1) ? square(c, &n) : NULL;
    if (a == NULL) {
        return false;
    }
    const struct tensor *b = &c->arg[1].tensor;
    if (b->ndim < 1 || b->ndim > 2 || b->shape[0] != n) {
        free(a);
        return raise(c->in, EXCEPTION_ValueError,
                     "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                     "signature (m,m),(m%s)->(m%s) (size %lld is different from %lld)",
                     b->ndim == 1 ? "" : ",n", b->ndim == 1 ? "" : ",n",
                     b->ndim > 0 ? (long long)b->shape[0] : 0ll, (long long)n);
    }
    if (!tensor_copy(c->cx, &copy, b)) {
        free(a);
        return numpy_failed(c);
    }
    bool ok = tensor_cast(c->cx, &t, &copy, DTYPE_FLOAT64);
    tensor_release(&copy);
    double det = ok ? eliminate(n, a, b->ndim == 2 ? b->shape[1] : 1, tensor_data(&t)) : 0;
    free(a);
    if (ok && det == 0) {
        tensor_release(&t);
        return raise_linalg(c, "Singular matrix");
    }
    return (ok || numpy_failed(c)) && numpy_give_array(c, &t);
}
