/* Multiplies by vectors: what is refused in PyTorch's words, and what gemv.c and dot.c get. Rules:
 * ATen/native/Blas.cpp. */
#include "tensor/product/matmul_vector.h"

#include "tensor/product/gemv.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_numpy.h"
#include "tensor/product/product.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"

#include <inttypes.h>
#include <string.h>

static bool check_mv(struct compute *cx, int64_t M, int64_t K, const struct tensor *v)
{
    if (K == v->shape[0]) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "size mismatch, got %" PRId64 ", %" PRId64 "x%" PRId64 ",%" PRId64, M, M, K,
                     v->shape[0]);
}

bool matmul_check_addmv(struct compute *cx, const struct tensor *c, const struct tensor *a,
                        const struct tensor *v)
{
    if (a->ndim != 2 || v->ndim != 1 || c->ndim > 1) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "vector + matrix @ vector expected, got %d, %d, %d", c->ndim, a->ndim,
                         v->ndim);
    }
    int64_t M = a->shape[0], K = a->shape[1], given = c->ndim == 0 ? 1 : c->shape[0];
    if (K != v->shape[0] || (given != M && given != 1)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "size mismatch, got %" PRId64 ", %" PRId64 "x%" PRId64 ",%" PRId64, given,
                         M, K, v->shape[0]);
    }
    return product_same_dtype(cx, a, v, "addmv_impl_cpu");
}

/* --- float32 --- */

/* y += alpha * a v, a (M, K) of any strides. */
static bool add_product(struct compute *cx, struct tensor *y, const struct tensor *a,
                        const struct tensor *v, float alpha)
{
    struct tensor rows = tensor_ref(a);
    struct gemv_form f =
        gemv_form_of(a->shape[0], a->shape[1], a->stride[0], a->stride[1], v->stride[0]);
    if (!f.turned && !f.repeats && a->stride[1] != 1) { /* neither way */
        tensor_release(&rows);
        if (!tensor_copy(cx, &rows, a)) {
            return false;
        }
    }
    struct gemv g = {.M = a->shape[0],
                     .K = a->shape[1],
                     .a = tensor_data(&rows),
                     .x = tensor_data(v),
                     .row = rows.stride[0],
                     .column = rows.stride[1],
                     .step = v->stride[0],
                     .alpha = alpha,
                     .y = tensor_data(y)};
    if (g.K > 0) {
        gemv_run(cx, &g);
    }
    tensor_release(&rows);
    return true;
}

/* a (M, K) of float32 times v. */
static bool new_product(struct compute *cx, struct tensor *out, const struct tensor *a,
                        const struct tensor *v)
{
    if (!tensor_new(cx, out, a->dtype, 1, a->shape)) {
        return false;
    }
    memset(tensor_data(out), 0, (size_t)tensor_numel(out) * sizeof(float));
    if (!add_product(cx, out, a, v, 1.0f)) {
        tensor_release(out);
        return false;
    }
    return true;
}

bool matmul_addmv(struct compute *cx, struct tensor *out, const struct tensor *c,
                  const struct tensor *a, const struct tensor *v, double beta, double alpha)
{
    struct tensor start;
    scoped_tensor wide = {0};
    if (!tensor_cast(cx, &start, c, DTYPE_FLOAT32)) {
        return false;
    }
    bool ok = view_expand(cx, &wide, &start, 1, a->shape);
    tensor_release(&start);
    if (ok) {
        ok = tensor_clone(cx, out, &wide);
    }
    float *y = ok ? tensor_data(out) : NULL;
    for (int64_t i = 0; ok && i < a->shape[0]; i++) {
        y[i] = beta == 0.0 ? 0.0f : y[i] * (float)beta;
    }
    if (ok && alpha != 0.0 && !add_product(cx, out, a, v, (float)alpha)) {
        tensor_release(out);
        return false;
    }
    return ok;
}

/* --- of every type --- */

/* The strides of a matrix are left as they are, even of an axis of size 1: they decide. */
static bool join_axes(struct tensor *rows)
{
    return rows->ndim == 2 || product_fold(rows);
}

bool matmul_mv(struct compute *cx, struct tensor *out, const struct tensor *a,
               const struct tensor *v)
{
    if (a->ndim != 2 || v->ndim != 1) {
        return error_set(cx->err, ERROR_RUNTIME, "vector + matrix @ vector expected, got 1, %d, %d",
                         a->ndim, v->ndim);
    }
    return matmul_rows_vector(cx, out, a, v);
}

/* Gives the result, of one axis, all axes of a but the last. */
static void unfold(struct tensor *out, const struct tensor *a)
{
    int64_t stride = 1;
    out->ndim = a->ndim - 1;
    for (int d = out->ndim - 1; d >= 0; d--) {
        out->shape[d] = a->shape[d];
        out->stride[d] = stride;
        stride *= a->shape[d] > 1 ? a->shape[d] : 1;
    }
}

bool matmul_rows_vector(struct compute *cx, struct tensor *out, const struct tensor *a,
                        const struct tensor *v)
{
    struct tensor column = product_column(v), rows = *a, copy = {0};
    if (!check_mv(cx, tensor_count(a, 0, a->ndim - 1), product_size(a, 1), v) ||
        !product_same_dtype(cx, a, v, "addmv_impl_cpu")) {
        return false;
    }
    if (a->dtype != DTYPE_FLOAT32) {
        if (!product_rows(cx, out, a, &column, GEMM_FUSED, NULL)) {
            return false;
        }
        view_drop_axis(out, out->ndim - 1);
        return true;
    }
    if (!join_axes(&rows)) {
        if (!tensor_copy(cx, &copy, a)) {
            return false;
        }
        rows = copy;
        join_axes(&rows);
    }
    bool ok = new_product(cx, out, &rows, v);
    tensor_release(&copy);
    if (ok) {
        unfold(out, a);
    }
    return ok;
}

/* Where the line number k along the axis `dim` of t begins. */
static int64_t line_of(const struct tensor *t, int dim, int64_t k)
{
    int64_t place = 0;
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (d != dim) {
            place += k % t->shape[d] * t->stride[d];
            k /= t->shape[d];
        }
    }
    return place;
}

bool matmul_dots(struct compute *cx, struct tensor *out, const struct tensor *a,
                 const struct tensor *b, int dim)
{
    int64_t shape[2 * TENSOR_MAX_DIMS], K = b->shape[dim], rows = 1, columns = 1;
    int64_t step = a->stride[a->ndim - 1], other = b->stride[dim];
    int ndim = 0;
    for (int d = 0; d < a->ndim - 1; d++) {
        rows *= shape[ndim++] = a->shape[d];
    }
    for (int d = 0; d < b->ndim; d++) {
        if (d != dim) {
            columns *= shape[ndim++] = b->shape[d];
        }
    }
    if (!tensor_new(cx, out, a->dtype, ndim, shape)) {
        return false;
    }
    for (int64_t cell = 0; cell < rows * columns; cell++) {
        int64_t x = line_of(a, a->ndim - 1, cell / columns), y = line_of(b, dim, cell % columns);
        if (a->dtype == DTYPE_FLOAT32) {
            ((float *)tensor_data(out))[cell] = dot_run(cx, K, (float *)tensor_data(a) + x, step,
                                                        (float *)tensor_data(b) + y, other);
        } else {
            ((double *)tensor_data(out))[cell] = dot_run_f64(
                cx, K, (double *)tensor_data(a) + x, step, (double *)tensor_data(b) + y, other);
        }
    }
    return true;
}

bool matmul_dot(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b)
{
    if (a->ndim != 1 || b->ndim != 1) {
        return error_set(cx->err, ERROR_RUNTIME, "1D tensors expected, but got %dD and %dD tensors",
                         a->ndim, b->ndim);
    }
    if (a->dtype != b->dtype) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "dot : expected both vectors to have same dtype, but found %s and %s",
                         dtype_legacy_name(a->dtype), dtype_legacy_name(b->dtype));
    }
    if (a->shape[0] != b->shape[0]) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "inconsistent tensor size, expected tensor [%" PRId64 "] and src [%" PRId64
                         "] to have the same number of elements, but got %" PRId64 " and %" PRId64
                         " elements respectively",
                         a->shape[0], b->shape[0], a->shape[0], b->shape[0]);
    }
    if (matmul_can_fuse(a->dtype)) {
        return matmul_dots(cx, out, a, b, 0);
    }
    struct tensor row = product_row(a), column = product_column(b);
    if (!product_same_dtype(cx, a, b, "dot") ||
        !product_new(cx, out, &row, &column, GEMM_FUSED, NULL, 0, NULL)) {
        return false;
    }
    out->ndim = 0;
    return true;
}

/* --- which operation is one --- */

static bool is(const char *operation, const char *name)
{
    return strcmp(operation, name) == 0;
}

/* The axes are joined as matmul_rows_vector joins them. */
static struct gemv_form form_of(const struct tensor *a, const struct tensor *v)
{
    struct tensor rows = *a;
    int64_t M = tensor_count(a, 0, a->ndim - 1), K = product_size(a, 1);
    return join_axes(&rows) ? gemv_form_of(M, K, rows.stride[0], rows.stride[1], v->stride[0])
                            : gemv_form_of(M, K, K, 1, v->stride[0]);
}

bool matmul_vector_named(const char *operation, bool numpy, const struct tensor *a,
                         const struct tensor *b, struct vector_form *out)
{
    bool of_two = a->ndim == 1 && b->ndim == 1, matmul = is(operation, "matmul");
    *out = (struct vector_form){0};
    bool wide = a->dtype == DTYPE_FLOAT64, two = a->ndim <= 2 && b->ndim <= 2;
    if (numpy && !of_two && (matmul || (two && is(operation, "dot")))) {
        return matmul_numpy_sum(!matmul, a, b, out) == GEMM_VECTOR;
    }
    if (a->dtype != b->dtype || (a->dtype != DTYPE_FLOAT32 && !wide)) {
        return false;
    }
    bool inner = numpy && is(operation, "inner"), dot = is(operation, "dot") || inner;
    int dim = b->ndim - (inner || b->ndim < 2 ? 1 : 2);
    bool lines = numpy && a->ndim > 0 && dim >= 0 && (a->ndim > 2 || b->ndim > 2);
    out->dot = of_two ? dot || is(operation, "vdot") : dot && lines; /* else of a line each */
    out->dot |= of_two && (matmul || is(operation, "linear"));
    if (out->dot) {
        out->two = dot_form_of(b->shape[dim], a->stride[a->ndim - 1], b->stride[dim], wide);
        return true;
    }
    if (wide) {
        return false;
    }
    if (is(operation, "mv") || is(operation, "addmv") || (matmul && a->ndim > 1 && b->ndim == 1) ||
        (is(operation, "linear") && a->ndim > 1 && b->ndim == 1)) {
        out->mv = form_of(a, b);
        return true;
    }
    if (matmul && a->ndim == 1 && b->ndim > 2) {
        struct tensor swapped = product_swapped(b);
        out->mv = form_of(&swapped, a);
        return true;
    }
    return false;
}
