/* Holds NumPy's products: dot, matmul, einsum, and the small solvers of numpy.linalg. */

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_value.h"
#include "tensor/product/einsum.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_numpy.h"
#include "tensor/product/matmul_vector.h"
#include "torch/op/op_body.h"
#include "torch/op/op_linear.h"
#include "torch/op/ops.h"

/* Both arguments in one type, and their product `made`. PyTorch's kernels refuse bools and float16,
 * NumPy's do not. */
struct pair {
    struct chain chain;
    const struct tensor *a, *b;
};

static bool take_pair(struct call *c, struct pair *p)
{
    enum dtype d = numpy_promote(A(c)->dtype, B(c)->dtype);
    d = d == DTYPE_BOOL ? DTYPE_INT64 : dtype_seen(d);
    *p = (struct pair){.chain = {.c = c}};
    p->a = chain_cast(&p->chain, A(c), d);
    p->b = chain_cast(&p->chain, B(c), d);
    return p->a != NULL && p->b != NULL;
}

/* The product that stands in the chain's room, if ok; tensor @ array is a tensor. */
static bool give_pair(struct call *c, struct pair *p, bool ok)
{
    enum dtype wanted = numpy_promote(A(c)->dtype, B(c)->dtype);
    const struct tensor *t = chain_made(&p->chain, ok);
    if (wanted == DTYPE_BOOL || wanted == DTYPE_FLOAT16) {
        t = chain_cast(&p->chain, t, wanted);
    }
    ok = chain_end(&p->chain, t);
    if (ok && op_is(c->op, OP_matmul) && tensor_object_is(c->in, c->arg[0].value)) {
        c->outputs = 0;
        c->value = value_object(tensor_object_new(c->in, c->torch->types.tensor, &c->out[0]));
        return c->value.type == VALUE_OBJECT;
    }
    return ok;
}

static bool refuse_core(struct call *c, int64_t have, int64_t want)
{
    return numpy_refuse(
        c,
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
        "(n?,k),(k,m?)->(n?,m?) (size %lld is different from %lld)",
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
    numpy_refuse(c,
                 "operands could not be broadcast together with remapped shapes "
                 "[original->remapped]: %s and requested shape (%lld,%lld)",
                 buf_text(&text), (long long)a->shape[a->ndim - 2],
                 (long long)b->shape[b->ndim - 1]);
    return false;
}

static bool check_matmul(struct call *c, const struct tensor *a, const struct tensor *b)
{
    if (a->ndim == 0 || b->ndim == 0) {
        return numpy_refuse(c,
                            "matmul: Input operand %d does not have enough dimensions (has 0, "
                            "gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)",
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
    struct pair p;
    bool ok = take_pair(c, &p) && check_matmul(c, p.a, p.b) &&
              matmul_numpy(c->cx, chain_room(&p.chain), p.a, p.b);
    return give_pair(c, &p, ok);
}

static bool refuse_dot(struct call *c, const struct tensor *a, int da, const struct tensor *b,
                       int db)
{
    scoped_buf x = {.budget = c->in->memory}, y = {.budget = c->in->memory};
    numpy_shape_text(a->ndim, a->shape, &x);
    numpy_shape_text(b->ndim, b->shape, &y);
    numpy_refuse(c, "shapes %s and %s not aligned: %lld (dim %d) != %lld (dim %d)", buf_text(&x),
                 buf_text(&y), (long long)a->shape[da], da, (long long)b->shape[db], db);
    return false;
}

/* Sums over the last axis of a and an axis of b: counted from its end, as the row says. */
bool np_dot(struct call *c)
{
    struct pair p;
    int from_end = c->op->with;
    if (!take_pair(c, &p)) {
        return give_pair(c, &p, false);
    }
    const struct tensor *a = p.a, *b = p.b;
    struct tensor *t = chain_room(&p.chain);
    if (a->ndim == 0 || b->ndim == 0) {
        return give_pair(c, &p, elementwise_binary(c->cx, BINARY_MUL, t, a, b));
    }
    int da = a->ndim - 1, db = b->ndim == 1 ? 0 : b->ndim - from_end;
    bool ok = a->shape[da] == b->shape[db] || refuse_dot(c, a, da, b, db);
    bool vectors = a->ndim == 1 && b->ndim == 1;
    if (ok && (vectors || (a->ndim <= 2 && b->ndim <= 2 && from_end == 2))) {
        ok = matmul_numpy_dot(c->cx, t, a, b);
    } else if (ok && (a->ndim > 2 || b->ndim > 2) && matmul_can_fuse(a->dtype)) {
        ok = a->ndim + b->ndim - 2 <= TENSOR_MAX_DIMS
                 ? matmul_dots(c->cx, t, a, b, db)
                 : error_set(c->cx->err, ERROR_VALUE, "dot: too many dimensions in result");
    } else if (ok) {
        ok = matmul_tensordot(c->cx, t, a, b, 1, &(int64_t){da}, &(int64_t){db});
    }
    return give_pair(c, &p, ok);
}

/* Of both, all cells in one row. */
static bool flat_pair(struct call *c, struct pair *p)
{
    bool ok = take_pair(c, p);
    p->a = chain_flat(&p->chain, p->a);
    p->b = chain_flat(&p->chain, p->b);
    return ok && p->a != NULL && p->b != NULL;
}

bool np_outer(struct call *c)
{
    struct pair p;
    return give_pair(c, &p,
                     flat_pair(c, &p) && matmul_outer(c->cx, chain_room(&p.chain), p.a, p.b));
}

bool np_vdot(struct call *c)
{
    struct pair p;
    bool ok = flat_pair(c, &p) &&
              (p.a->shape[0] == p.b->shape[0] || refuse_dot(c, p.a, 0, p.b, 0)) &&
              matmul_dot(c->cx, chain_room(&p.chain), p.a, p.b);
    return give_pair(c, &p, ok);
}

bool np_tensordot(struct call *c)
{
    struct pair p;
    int64_t da[TENSOR_MAX_DIMS], db[TENSOR_MAX_DIMS], n;
    int count, other;
    struct value axes = c->arg[2].value;
    if (list_is(axes) || tuple_is(axes)) {
        const struct list *l = (const struct list *)axes.o;
        if (l->count != 2) {
            return numpy_refuse(c, "axes must be two lists of axes");
        }
        if (!axes_read(c->in, l->at[0], &count, da) || !axes_read(c->in, l->at[1], &other, db)) {
            return false;
        }
        if (count != other) {
            return numpy_refuse(c, "shape-mismatch for sum");
        }
    } else {
        if (!value_to_int(c->in, axes, &n)) {
            return false;
        }
        if (n < 0 || n > A(c)->ndim) {
            return raise_exception(c->in, EXCEPTION_IndexError, "tuple index out of range");
        }
        count = (int)n;
        for (int k = 0; k < count; k++) {
            da[k] = A(c)->ndim - count + k;
            db[k] = k;
        }
    }
    bool ok = take_pair(c, &p);
    for (int k = 0; ok && k < count; k++) {
        int i, j;
        ok = numpy_axis(c->in, da[k], p.a->ndim, &i) && numpy_axis(c->in, db[k], p.b->ndim, &j) &&
             (p.a->shape[i] == p.b->shape[j] || numpy_refuse(c, "shape-mismatch for sum"));
    }
    ok = ok && matmul_tensordot(c->cx, chain_room(&p.chain), p.a, p.b, count, da, db);
    return give_pair(c, &p, ok);
}
