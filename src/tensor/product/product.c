/* Multiplies one tensor by another, once their shapes are known to fit: operands as matrices, the
 * batch's offsets, the call of gemm.c. matmul.c, matmul_linear.c and nobody else call this. */
#include "tensor/product/product.h"

#include "base/counted.h"

#include <inttypes.h>
#include <stdlib.h>

/* A vector as a matrix of one row or one column. */
struct tensor product_row(const struct tensor *v)
{
    struct tensor t = *v;
    t.ndim = 2;
    t.shape[0] = 1;
    t.stride[0] = 0;
    t.shape[1] = v->shape[0];
    t.stride[1] = v->stride[0];
    return t;
}

struct tensor product_column(const struct tensor *v)
{
    struct tensor t = *v;
    t.ndim = 2;
    t.shape[1] = 1;
    t.stride[1] = 0;
    return t;
}

struct tensor product_swapped(const struct tensor *m)
{
    struct tensor t = *m;
    int i = t.ndim - 1;
    t.shape[i] = m->shape[i - 1];
    t.stride[i] = m->stride[i - 1];
    t.shape[i - 1] = m->shape[i];
    t.stride[i - 1] = m->stride[i];
    return t;
}

bool product_fold(struct tensor *t)
{
    int64_t rows = 1, stride = 0;
    for (int d = t->ndim - 2; d >= 0; d--) {
        if (t->shape[d] == 1) {
            continue;
        }
        if (rows != 1 && t->stride[d] != rows * stride) {
            return false;
        }
        if (rows == 1) {
            stride = t->stride[d];
        }
        rows *= t->shape[d];
    }
    t->shape[1] = product_size(t, 1);
    t->stride[1] = t->stride[t->ndim - 1];
    t->shape[0] = rows;
    t->stride[0] = stride;
    t->ndim = 2;
    return true;
}

/* ---- dtypes ---- */

bool product_same_dtype(struct compute *cx, const struct tensor *a, const struct tensor *b,
                        const char *kernel)
{
    if (a->dtype == DTYPE_BOOL || a->dtype == DTYPE_FLOAT16) {
        return error_set(cx->err, ERROR_RUNTIME, "\"%s\" not implemented for '%s'", kernel,
                         dtype_legacy_name(a->dtype));
    }
    if (a->dtype != b->dtype) {
        return error_set(cx->err, ERROR_RUNTIME, "expected scalar type %s but found %s",
                         dtype_legacy_name(a->dtype), dtype_legacy_name(b->dtype));
    }
    return true;
}

/* ---- the product itself: both operands have at least two axes, their shapes fit ---- */

/* Where each matrix of the broadcast batch begins, relative to the tensor's first cell. */
static void batch_offsets(const struct tensor *t, int ndim, const int64_t *shape, int64_t count,
                          int64_t *offsets)
{
    int64_t at[TENSOR_MAX_DIMS] = {0};
    int64_t stride[TENSOR_MAX_DIMS] = {0};
    for (int d = ndim - 1, own = t->ndim - 3; d >= 0 && own >= 0; d--, own--) {
        stride[d] = t->shape[own] == 1 ? 0 : t->stride[own];
    }
    int64_t offset = 0;
    for (int64_t i = 0; i < count; i++) {
        offsets[i] = offset;
        for (int d = ndim - 1; d >= 0; d--) {
            offset += stride[d];
            if (++at[d] < shape[d]) {
                break;
            }
            offset -= stride[d] * shape[d];
            at[d] = 0;
        }
    }
}

/* Computes the cells of `result`, (batch..., M, N). */
static bool fill(struct compute *cx, struct tensor *result, const struct tensor *a,
                 const struct tensor *b, enum gemm_sum sum, bool continues,
                 const struct tensor *bias, const struct gemm_form *told)
{
    int batch_ndim = result->ndim - 2;
    int64_t count = tensor_count(result, 0, batch_ndim);
    struct gemm g = {
        .dtype = a->dtype,
        .sum = sum,
        .continues = continues,
        .batch = count,
        .M = product_size(a, 2),
        .N = product_size(b, 1),
        .K = product_size(a, 1),
        .a = tensor_data(a),
        .b = tensor_data(b),
        .a_row = a->stride[a->ndim - 2],
        .a_column = a->stride[a->ndim - 1],
        .b_row = b->stride[b->ndim - 2],
        .b_column = b->stride[b->ndim - 1],
        .bias = bias ? tensor_data(bias) : NULL,
        .bias_stride = bias && bias->ndim > 0 && bias->shape[0] > 1 ? bias->stride[0] : 0,
        .told = told,
        .c = tensor_data(result),
    };
    int64_t *offsets = NULL;
    bool done = true;
    if (count > 1) {
        offsets = calloc(counted(count), 2 * sizeof *offsets);
        if (!offsets) {
            done = error_memory(cx->err);
        }
    }
    if (done && count > 1) {
        batch_offsets(a, batch_ndim, result->shape, count, offsets);
        g.a_offset = offsets;
        if (b->ndim > 2) {
            batch_offsets(b, batch_ndim, result->shape, count, offsets + count);
            g.b_offset = offsets + count;
        }
    }
    done = done && gemm_run(cx, &g);
    free(offsets);
    return done;
}

static bool product(struct compute *cx, struct tensor *out, const struct tensor *a,
                    const struct tensor *b, enum gemm_sum sum, const struct tensor *bias,
                    const struct gemm_form *told, int batch_ndim, const int64_t *batch_shape)
{
    if (a->dtype == DTYPE_BFLOAT16) {
        return product_short(cx, out, a, b, bias, batch_ndim, batch_shape);
    }
    int64_t shape[TENSOR_MAX_DIMS];
    for (int d = 0; d < batch_ndim; d++) {
        shape[d] = batch_shape[d];
    }
    shape[batch_ndim] = product_size(a, 2);
    shape[batch_ndim + 1] = product_size(b, 1);
    struct tensor result;
    if (!tensor_new(cx, &result, a->dtype, batch_ndim + 2, shape)) {
        return false;
    }
    if (!fill(cx, &result, a, b, sum, false, bias, told)) {
        tensor_release(&result);
        return false;
    }
    *out = result;
    return true;
}

bool product_new(struct compute *cx, struct tensor *out, const struct tensor *a,
                 const struct tensor *b, enum gemm_sum sum, const struct tensor *bias,
                 int batch_ndim, const int64_t *batch_shape)
{
    return product(cx, out, a, b, sum, bias, NULL, batch_ndim, batch_shape);
}

bool product_told(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b, enum gemm_sum sum, const struct gemm_form *told,
                  int batch_ndim, const int64_t *batch_shape)
{
    return product(cx, out, a, b, sum, NULL, told, batch_ndim, batch_shape);
}

bool product_onto(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b)
{
    return fill(cx, out, a, b, GEMM_APART, true, NULL, NULL);
}

/* What PyTorch does where the axes cannot be joined; how many rows a matrix has shows. */
static bool rows_copied(struct compute *cx, struct tensor *out, const struct tensor *a,
                        const struct tensor *b, enum gemm_sum sum, const struct tensor *bias)
{
    scoped_tensor copy = {0};
    return tensor_copy(cx, &copy, a) && product_rows(cx, out, &copy, b, sum, bias);
}

/* a (..., K) @ b (K, N): with a's leading axes joined when its strides allow. */
bool product_rows(struct compute *cx, struct tensor *out, const struct tensor *a,
                  const struct tensor *b, enum gemm_sum sum, const struct tensor *bias)
{
    struct tensor rows = *a;
    if (!product_fold(&rows)) {
        return rows_copied(cx, out, a, b, sum, bias);
    }
    if (!product_new(cx, out, &rows, b, sum, bias, 0, NULL)) {
        return false;
    }
    out->ndim = a->ndim;
    int64_t stride = product_size(b, 1);
    out->shape[a->ndim - 1] = stride;
    out->stride[a->ndim - 1] = 1;
    for (int d = a->ndim - 2; d >= 0; d--) {
        out->shape[d] = a->shape[d];
        out->stride[d] = stride;
        stride *= a->shape[d] > 1 ? a->shape[d] : 1;
    }
    return true;
}

bool product_check(struct compute *cx, int64_t M, int64_t K, const struct tensor *b)
{
    if (K == b->shape[0]) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "mat1 and mat2 shapes cannot be multiplied (%" PRId64 "x%" PRId64
                     " and %" PRId64 "x%" PRId64 ")",
                     M, K, b->shape[0], b->shape[1]);
}
