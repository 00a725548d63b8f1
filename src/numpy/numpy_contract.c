/* Holds NumPy's products: dot, matmul, einsum, and the small solvers of numpy.linalg. */
#include "numpy/numpy.h"

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/einsum.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_numpy.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_linear.h"
#include "torch/op/ops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Arguments 0 and 1 in one type; the result becomes `wanted`. PyTorch's kernels refuse bools and
 * float16, NumPy's do not. */
static bool take_pair(struct call *c, struct tensor *a, struct tensor *b, enum dtype *wanted)
{
    if (!numpy_take(c, 0) || !numpy_take(c, 1)) {
        return false;
    }
    enum dtype d = numpy_promote(c->arg[0].tensor.dtype, c->arg[1].tensor.dtype);
    *wanted = d;
    d = d == DTYPE_BOOL ? DTYPE_INT64 : dtype_seen(d);
    if (!tensor_cast(c->cx, a, &c->arg[0].tensor, d)) {
        return numpy_failed(c);
    }
    if (!tensor_cast(c->cx, b, &c->arg[1].tensor, d)) {
        tensor_release(a);
        return numpy_failed(c);
    }
    return true;
}

static bool give_pair(struct call *c, bool ok, enum dtype wanted, struct tensor *a,
                      struct tensor *b, struct tensor *t)
{
    tensor_release(a);
    tensor_release(b);
    if (!ok) {
        return numpy_failed(c);
    }
    if (wanted == DTYPE_BOOL || wanted == DTYPE_FLOAT16) {
        struct tensor cast;
        ok = tensor_cast(c->cx, &cast, t, wanted);
        tensor_release(t);
        if (!ok) {
            return numpy_failed(c);
        }
        *t = cast;
    }
    if (tensor_object_is(c->in, c->arg[0].value) || tensor_object_is(c->in, c->arg[1].value)) {
        bool by_operator = op_is(c->op, OP_matmul);
        if (by_operator && tensor_object_is(c->in, c->arg[0].value)) { /* tensor @ array */
            c->value = value_object(tensor_object_new(c->in, c->torch->types.tensor, t));
            return c->value.type == VALUE_OBJECT;
        }
    }
    return op_is(c->op, OP_tensordot) ? numpy_give_array(c, t) : numpy_give(c, t);
}

static bool refuse_core(struct call *c, int64_t have, int64_t want)
{
    return raise_exception(
        c->in, EXCEPTION_ValueError,
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
        "signature (n?,k),(k,m?)->(n?,m?) (size %lld is different from %lld)",
        (long long)have, (long long)want);
}

/* Batches that do not broadcast: each shape, its batch axes, and the shape of one product. */
static bool refuse_batch(struct call *c, const struct tensor *a, const struct tensor *b)
{
    scoped_buf text = {.budget = c->in->memory};
    const struct tensor *at[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        numpy_shape_text(at[k]->ndim, at[k]->shape, &text);
        buf_puts(&text, "->(");
        for (int d = 0; d + 2 < at[k]->ndim; d++) {
            buf_printf(&text, "%lld,", (long long)at[k]->shape[d]);
        }
        buf_puts(&text, "newaxis,newaxis) ");
    }
    raise_exception(
        c->in, EXCEPTION_ValueError,
        "operands could not be broadcast together with remapped shapes [original->remapped]: %s "
        "and requested shape (%lld,%lld)",
        buf_text(&text), (long long)a->shape[a->ndim - 2], (long long)b->shape[b->ndim - 1]);
    return false;
}

static bool check_matmul(struct call *c, const struct tensor *a, const struct tensor *b)
{
    if (a->ndim == 0 || b->ndim == 0) {
        return raise_exception(
            c->in, EXCEPTION_ValueError,
            "matmul: Input operand %d does not have enough dimensions (has 0, gufunc core "
            "with signature (n?,k),(k,m?)->(n?,m?) requires 1)",
            a->ndim == 0 ? 0 : 1);
    }
    int64_t k = a->shape[a->ndim - 1], other = b->shape[b->ndim == 1 ? 0 : b->ndim - 2];
    if (k != other) {
        return refuse_core(c, other, k);
    }
    struct tensor x = *a, y = *b; /* without the core axes */
    x.ndim = a->ndim > 2 ? a->ndim - 2 : 0;
    y.ndim = b->ndim > 2 ? b->ndim - 2 : 0;
    for (int d = 1; d <= x.ndim && d <= y.ndim; d++) {
        int64_t m = x.shape[x.ndim - d], n = y.shape[y.ndim - d];
        if (m != n && m != 1 && n != 1) {
            return refuse_batch(c, a, b);
        }
    }
    return true;
}

bool np_matmul(struct call *c)
{
    struct tensor a, b, t;
    enum dtype wanted;
    if (!take_pair(c, &a, &b, &wanted)) {
        return false;
    }
    bool ok = check_matmul(c, &a, &b) && matmul_numpy(c->cx, &t, &a, &b);
    return give_pair(c, ok, wanted, &a, &b, &t);
}

static bool refuse_dot(struct call *c, const struct tensor *a, int da, const struct tensor *b,
                       int db)
{
    scoped_buf x = {.budget = c->in->memory}, y = {.budget = c->in->memory};
    numpy_shape_text(a->ndim, a->shape, &x);
    numpy_shape_text(b->ndim, b->shape, &y);
    raise_exception(c->in, EXCEPTION_ValueError,
                    "shapes %s and %s not aligned: %lld (dim %d) != %lld (dim %d)", buf_text(&x),
                    buf_text(&y), (long long)a->shape[da], da, (long long)b->shape[db], db);
    return false;
}

/* Sums over the last axis of a and the axis `from_end` of b. */
static bool dot(struct call *c, int from_end)
{
    struct tensor a, b, t;
    enum dtype wanted;
    bool ok;
    if (!take_pair(c, &a, &b, &wanted)) {
        return false;
    }
    if (a.ndim == 0 || b.ndim == 0) {
        ok = elementwise_binary(c->cx, BINARY_MUL, &t, &a, &b);
        return give_pair(c, ok, wanted, &a, &b, &t);
    }
    int da = a.ndim - 1, db = b.ndim == 1 ? 0 : b.ndim - from_end;
    ok = a.shape[da] == b.shape[db] || refuse_dot(c, &a, da, &b, db);
    bool vectors = a.ndim == 1 && b.ndim == 1;
    if (ok && (vectors || (a.ndim <= 2 && b.ndim <= 2 && from_end == 2))) {
        ok = matmul_numpy_dot(c->cx, &t, &a, &b);
    } else if (ok && (a.ndim > 2 || b.ndim > 2) && matmul_can_fuse(a.dtype)) {
        ok = a.ndim + b.ndim - 2 <= TENSOR_MAX_DIMS
                 ? matmul_dots(c->cx, &t, &a, &b, db)
                 : error_set(c->cx->err, ERROR_VALUE, "dot: too many dimensions in result");
    } else if (ok) {
        const int64_t first = da, second = db;
        ok = matmul_tensordot(c->cx, &t, &a, &b, 1, &first, &second);
    }
    return give_pair(c, ok, wanted, &a, &b, &t);
}

bool np_dot(struct call *c)
{
    return dot(c, 2);
}

bool np_inner(struct call *c)
{
    return dot(c, 1);
}

static bool flat(struct call *c, struct tensor *t)
{
    struct tensor row;
    bool copied;
    const int64_t n = tensor_numel(t);
    if (!view_reshape(c->cx, &row, t, 1, &n, &copied)) {
        return false;
    }
    tensor_release(t);
    *t = row;
    return true;
}

bool np_outer(struct call *c)
{
    struct tensor a, b, t;
    enum dtype wanted;
    if (!take_pair(c, &a, &b, &wanted)) {
        return false;
    }
    bool ok = flat(c, &a) && flat(c, &b) && matmul_outer(c->cx, &t, &a, &b);
    return give_pair(c, ok, wanted, &a, &b, &t);
}

bool np_vdot(struct call *c)
{
    struct tensor a, b, t;
    enum dtype wanted;
    if (!take_pair(c, &a, &b, &wanted)) {
        return false;
    }
    bool ok = flat(c, &a) && flat(c, &b) &&
              (a.shape[0] == b.shape[0] || refuse_dot(c, &a, 0, &b, 0)) &&
              matmul_dot(c->cx, &t, &a, &b);
    return give_pair(c, ok, wanted, &a, &b, &t);
}

bool np_tensordot(struct call *c)
{
    struct tensor a, b, t;
    int64_t da[TENSOR_MAX_DIMS], db[TENSOR_MAX_DIMS], n;
    int count, other;
    enum dtype wanted;
    struct value axes = c->arg[2].value;
    if (!numpy_take(c, 0)) {
        return false;
    }
    if (list_is(axes) || tuple_is(axes)) {
        const struct list *l = (const struct list *)axes.o;
        if (l->count != 2) {
            return raise_exception(c->in, EXCEPTION_ValueError, "axes must be two lists of axes");
        }
        if (!axes_read(c->in, l->at[0], &count, da) || !axes_read(c->in, l->at[1], &other, db)) {
            return false;
        }
        if (count != other) {
            return raise_exception(c->in, EXCEPTION_ValueError, "shape-mismatch for sum");
        }
    } else {
        if (!value_to_int(c->in, axes, &n)) {
            return false;
        }
        if (n < 0 || n > c->arg[0].tensor.ndim) {
            return raise_exception(c->in, EXCEPTION_IndexError, "tuple index out of range");
        }
        count = (int)n;
        for (int k = 0; k < count; k++) {
            da[k] = c->arg[0].tensor.ndim - count + k;
            db[k] = k;
        }
    }
    if (!take_pair(c, &a, &b, &wanted)) {
        return false;
    }
    bool ok = true;
    for (int k = 0; ok && k < count; k++) {
        int i, j;
        ok = numpy_axis(c->in, da[k], a.ndim, &i) && numpy_axis(c->in, db[k], b.ndim, &j) &&
             (a.shape[i] == b.shape[j] ||
              raise_exception(c->in, EXCEPTION_ValueError, "shape-mismatch for sum"));
    }
    ok = ok && matmul_tensordot(c->cx, &t, &a, &b, count, da, db);
    return give_pair(c, ok, wanted, &a, &b, &t);
}
