/* Computes NumPy's products of matrices. Rules: numpy/core/src/umath/matmul.c.src (which pair BLAS
 * takes), numpy/core/src/common/cblasfuncs.c (dot, which copies). */
#include "tensor/product/matmul_numpy.h"

#include "tensor/cells/elementwise.h"
#include "tensor/product/gemv.h"
#include "tensor/product/matmul.h"
#include "tensor/product/product.h"
#include "tensor/shape/view_part.h"

#include <string.h>

/* --- how a pair adds up --- */

static bool lines_apart(int64_t step, int64_t line, int64_t length)
{
    return step == 1 && line >= length;
}

/* Whether BLAS can read the matrix as it lies. */
static bool readable(const struct tensor *m)
{
    int64_t row = m->stride[m->ndim - 2], column = m->stride[m->ndim - 1];
    return lines_apart(column, row, product_size(m, 1)) ||
           lines_apart(row, column, product_size(m, 2));
}

static struct gemv_form form_of(const struct tensor *m, int64_t step)
{
    return gemv_form_of(product_size(m, 2), product_size(m, 1), m->stride[m->ndim - 2],
                        m->stride[m->ndim - 1], step);
}

/* The matrix m times a vector of this step. */
static enum gemm_sum sum_of_vector(const struct tensor *m, int64_t step, struct vector_form *form)
{
    if (step < 1 || !readable(m)) {
        return GEMM_APART;
    }
    form->mv = form_of(m, step);
    return m->dtype == DTYPE_FLOAT32 ? GEMM_VECTOR : GEMM_FUSED;
}

static enum gemm_sum sum_of_pair(const struct tensor *a, const struct tensor *b,
                                 struct vector_form *form)
{
    int64_t M = product_size(a, 2), K = product_size(a, 1), N = product_size(b, 1);
    int64_t step = a->stride[a->ndim - 1], other = b->stride[b->ndim - 2];
    if (a->dtype != b->dtype || !matmul_can_fuse(a->dtype) || M == 0 || N == 0 || K < 2) {
        return GEMM_FUSED;
    }
    if (M == 1 && N == 1 && (step < 1 || other < 1)) {
        return GEMM_APART;
    }
    if (M == 1 && N == 1) {
        form->dot = true;
        form->two = dot_form_of(K, step, other, a->dtype == DTYPE_FLOAT64);
        return GEMM_VECTOR;
    }
    if (M == 1) {
        const struct tensor turned = product_swapped(b);
        return sum_of_vector(&turned, step, form);
    }
    if (N == 1) {
        return sum_of_vector(a, other, form);
    }
    return readable(a) && readable(b) ? GEMM_FUSED : GEMM_APART;
}

static struct tensor as_matrix(const struct tensor *t, bool left)
{
    return t->ndim > 1 ? *t : left ? product_row(t) : product_column(t);
}

/* How an operand of dot lies when BLAS gets it: a vector with any step forward, a matrix without
 * gaps. A copy is only told. */
static struct tensor taken_by_dot(const struct tensor *t, bool *copied)
{
    struct tensor m = *t;
    int last = t->ndim - 1, axis = last > 0 && t->shape[last] == 1 ? 0 : last;
    bool vector = last == 0 || t->shape[0] == 1 || t->shape[1] == 1;
    bool segment = vector ? t->stride[axis] > 0
                          : (t->stride[1] == 1 && t->stride[0] == t->shape[1]) ||
                                (t->stride[0] == 1 && t->stride[1] == t->shape[0]);
    *copied = !segment;
    if (*copied) {
        m.stride[last] = 1;
        m.stride[0] = last > 0 ? t->shape[1] : 1;
    }
    return m;
}

enum gemm_sum matmul_numpy_sum(bool dot, const struct tensor *a, const struct tensor *b,
                               struct vector_form *form)
{
    bool copied;
    *form = (struct vector_form){0};
    if (a->ndim == 0 || b->ndim == 0) {
        return GEMM_FUSED;
    }
    const struct tensor left = dot ? taken_by_dot(a, &copied) : *a;
    const struct tensor right = dot ? taken_by_dot(b, &copied) : *b;
    const struct tensor rows = as_matrix(&left, true), columns = as_matrix(&right, false);
    return sum_of_pair(&rows, &columns, form);
}

/* --- one pair --- */

static void vector_cells(struct compute *cx, float *y, const struct tensor *m,
                         const struct tensor *vector, int64_t step)
{
    struct gemv g = {.M = m->shape[0],
                     .K = m->shape[1],
                     .a = tensor_data(m),
                     .x = tensor_data(vector),
                     .row = m->stride[0],
                     .column = m->stride[1],
                     .step = step,
                     .alpha = 1,
                     .y = y};
    gemv_run(cx, &g);
}

static void by_vector(struct compute *cx, void *y, const struct tensor *a, const struct tensor *b)
{
    int64_t K = a->shape[1], step = a->stride[1], other = b->stride[0];
    if (a->shape[0] > 1) {
        vector_cells(cx, y, a, b, other);
    } else if (b->shape[1] > 1) {
        const struct tensor turned = product_swapped(b);
        vector_cells(cx, y, &turned, a, step);
    } else if (a->dtype == DTYPE_FLOAT32) {
        *(float *)y = dot_run(cx, K, tensor_data(a), step, tensor_data(b), other);
    } else {
        *(double *)y = dot_run_f64(cx, K, tensor_data(a), step, tensor_data(b), other);
    }
}

/* Whether the matrix b is the transpose of a in the same memory. */
static bool is_own_transpose(const struct tensor *a, const struct tensor *b)
{
    if (a->ndim < 2 || b->ndim < 2 || tensor_data(a) != tensor_data(b) || a->dtype != b->dtype ||
        !matmul_can_fuse(a->dtype)) {
        return false;
    }
    const struct tensor turned = product_swapped(b);
    const int64_t *x = a->stride + a->ndim - 2, *y = turned.stride + turned.ndim - 2;
    return product_size(a, 2) == product_size(&turned, 2) &&
           product_size(a, 1) == product_size(&turned, 1) && product_size(a, 2) > 1 &&
           product_size(a, 1) > 0 && x[0] == y[0] && x[1] == y[1] && (x[1] == 1 || x[0] == 1);
}

/* A matrix times its own transpose: BLAS has a function for it (syrk), which knows no short ways
 * and cuts panels of its own. Of float64 it rounds some rows of columns that fill no eight
 * otherwise. */
static bool multiply_by_transpose(struct compute *cx, struct tensor *out, const struct tensor *a,
                                  const struct tensor *b)
{
    const int64_t K = a->shape[1], most = a->dtype == DTYPE_FLOAT64 ? GEMM_WIDE_PANEL : GEMM_PANEL;
    struct tensor left = *a, right = *b; /* views that borrow */
    bool ok = tensor_zeros(cx, out, a->dtype, 2, (const int64_t[]){a->shape[0], a->shape[0]});
    for (int64_t k = 0, depth; ok && k < K; k += depth) {
        scoped_tensor part = {0};
        depth = K - k >= 2 * most ? most : K - k > most ? (K - k + 1) / 2 : K - k;
        left.shape[1] = right.shape[0] = depth;
        left.offset = a->offset + k * a->stride[1];
        right.offset = b->offset + k * b->stride[0];
        ok = product_new(cx, &part, &left, &right, GEMM_IN_ORDER, NULL, 0, NULL);
        if (ok) {
            ok = elementwise_binary_into(cx, BINARY_ADD, out, &part);
        }
        if (!ok) {
            tensor_release(out);
        }
    }
    return ok;
}

/* --- pair by pair --- */

/* The k-th matrix of a batch of this shape, to which t is broadcast. */
static struct tensor matrix_of(const struct tensor *t, int ndim, const int64_t *shape, int64_t k)
{
    struct tensor m = *t;
    for (int d = ndim - 1, own = t->ndim - 3; own >= 0; d--, own--) {
        m.offset += t->shape[own] == 1 ? 0 : k % shape[d] * t->stride[own];
        k /= shape[d];
    }
    for (int d = 0; d < 2; d++) {
        m.shape[d] = t->shape[t->ndim - 2 + d];
        m.stride[d] = t->stride[t->ndim - 2 + d];
    }
    m.ndim = 2;
    return m;
}

static bool pair(struct compute *cx, char *y, size_t size, const struct tensor *a,
                 const struct tensor *b, enum gemm_sum sum)
{
    scoped_tensor one = {0};
    if (sum == GEMM_VECTOR) {
        by_vector(cx, y, a, b);
        return true;
    }
    bool own = is_own_transpose(a, b);
    bool ok = own ? multiply_by_transpose(cx, &one, a, b)
                  : product_new(cx, &one, a, b, sum, NULL, 0, NULL);
    if (ok) {
        memcpy(y, tensor_data(&one), size);
    }
    return ok;
}

static bool pairs(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b, enum gemm_sum sum, int ndim, int64_t *shape)
{
    int64_t cells = product_size(a, 2) * product_size(b, 1);
    size_t size = (size_t)cells * dtype_size(a->dtype);
    shape[ndim] = product_size(a, 2);
    shape[ndim + 1] = product_size(b, 1);
    bool ok = tensor_zeros(cx, out, a->dtype, ndim + 2, shape);
    int64_t count = ok ? tensor_count(out, 0, ndim) : 0;
    for (int64_t k = 0; ok && k < count; k++) {
        const struct tensor left = matrix_of(a, ndim, shape, k);
        const struct tensor right = matrix_of(b, ndim, shape, k);
        ok = pair(cx, (char *)tensor_data(out) + (size_t)k * size, size, &left, &right, sum);
        if (!ok) {
            tensor_release(out);
        }
    }
    return ok;
}

static void drop_axes(struct tensor *out, const struct tensor *a, const struct tensor *b)
{
    if (b->ndim == 1) {
        view_drop_axis(out, out->ndim - 1);
    }
    if (a->ndim == 1) {
        view_drop_axis(out, out->ndim - (b->ndim == 1 ? 1 : 2));
    }
}

bool matmul_numpy(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b)
{
    if (a->ndim == 1 && b->ndim == 1) {
        return matmul_dot(cx, out, a, b);
    }
    const struct tensor left = as_matrix(a, true), right = as_matrix(b, false);
    struct tensor a_batch = left, b_batch = right;
    struct vector_form form = {0};
    enum gemm_sum sum = sum_of_pair(&left, &right, &form);
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim;
    a_batch.ndim -= 2;
    b_batch.ndim -= 2;
    if (!tensor_broadcast(cx, &a_batch, &b_batch, &ndim, shape) ||
        !product_same_dtype(cx, a, b, "matmul")) {
        return false;
    }
    bool each = sum == GEMM_VECTOR || is_own_transpose(&left, &right);
    if (each ? !pairs(cx, out, &left, &right, sum, ndim, shape)
             : !product_new(cx, out, &left, &right, sum, NULL, ndim, shape)) {
        return false;
    }
    drop_axes(out, a, b);
    return true;
}

bool matmul_numpy_dot(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b)
{
    bool a_copied, b_copied;
    struct tensor left = taken_by_dot(a, &a_copied), right = taken_by_dot(b, &b_copied);
    if (a_copied && !tensor_copy(cx, &left, a)) {
        return false;
    }
    bool ok = !b_copied || tensor_copy(cx, &right, b);
    if (ok) {
        ok = matmul_numpy(cx, out, &left, &right);
        if (b_copied) {
            tensor_release(&right);
        }
    }
    if (a_copied) {
        tensor_release(&left);
    }
    return ok;
}
