/* Computes the gradients of matrix products, and of the loss behind a softmax, in C. */
#include "torch/grad/quick.h"

#include "base/named.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/matmul.h"
#include "tensor/shape/view_shape.h"
#include "torch/torch.h"

#include <string.h>

static bool is_tensor(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &tensor_slots;
}

/* Whether the first `count` values are tensors of float32; then t[] shows them. */
static bool floats(const struct value *at, int count, const struct tensor *t[])
{
    for (int k = 0; k < count; k++) {
        t[k] = is_tensor(at[k]) ? &tensor_object_of(at[k])->tensor : NULL;
        if (t[k] == NULL || t[k]->dtype != DTYPE_FLOAT32) {
            return false;
        }
    }
    return true;
}

/* All axes but the last one as one. */
static bool rows_of(struct compute *cx, struct tensor *out, const struct tensor *x)
{
    bool copied;
    const int64_t sizes[2] = {-1, x->ndim > 0 ? x->shape[x->ndim - 1] : 1};
    return view_reshape(cx, out, x, 2, sizes, &copied);
}

/* The matrices one after the other. */
static bool stack_of(struct compute *cx, struct tensor *out, const struct tensor *x)
{
    bool copied;
    const int64_t sizes[3] = {-1, x->shape[x->ndim - 2], x->shape[x->ndim - 1]};
    return view_reshape(cx, out, x, 3, sizes, &copied);
}

static void turn(struct tensor *x) /* the last two axes change places */
{
    int a = x->ndim - 2, b = x->ndim - 1;
    int64_t shape = x->shape[a], stride = x->stride[a];
    x->shape[a] = x->shape[b];
    x->stride[a] = x->stride[b];
    x->shape[b] = shape;
    x->stride[b] = stride;
}

/* *out = `made`, which is released, in the sizes of `like`. */
static bool shaped(struct compute *cx, struct tensor *out, struct tensor *made,
                   const struct tensor *like)
{
    bool copied, ok = view_reshape(cx, out, made, like->ndim, like->shape, &copied);
    tensor_release(made);
    return ok;
}

/* --- linear --- */

/* With more rows than one and more columns than one, no matrix is taken for its transpose. */
static bool is_rows(const struct tensor *x)
{
    return x->ndim >= 2 && tensor_is_contiguous(x) && x->shape[x->ndim - 1] > 1 &&
           tensor_numel(x) > x->shape[x->ndim - 1];
}

static bool linear_input(struct compute *cx, const struct value *at, struct tensor *out)
{
    const struct tensor *t[3]; /* grad, input, weight */
    struct tensor made;
    scoped_tensor rows = {0};
    if (!floats(at, 3, t) || t[2]->ndim != 2 || !is_rows(t[1]) || !rows_of(cx, &rows, t[0])) {
        return false;
    }
    return matmul_mm(cx, &made, &rows, t[2]) && shaped(cx, out, &made, t[1]);
}

static bool linear_weight(struct compute *cx, const struct value *at, struct tensor *out)
{
    const struct tensor *t[3];
    scoped_tensor rows = {0}, left = {0};
    if (!floats(at, 3, t) || t[2]->ndim != 2 || t[2]->stride[1] != 1 ||
        t[2]->stride[0] != t[2]->shape[1] || (t[1]->ndim != 2 && !is_rows(t[1])) ||
        !rows_of(cx, &rows, t[0])) {
        return false;
    }
    bool ok = rows_of(cx, &left, t[1]);
    if (ok) {
        turn(&rows);
        ok = matmul_mm(cx, out, &rows, &left);
    }
    return ok;
}

static bool linear_bias(struct compute *cx, const struct value *at, struct tensor *out)
{
    const struct tensor *t[2]; /* grad, input */
    scoped_tensor rows = {0};
    bool one_axis = tuple_is(at[2]) && ((const struct list *)at[2].o)->count == 1;
    if (!floats(at, 2, t) || !one_axis || t[1]->ndim > 3 || (t[1]->ndim != 2 && !is_rows(t[1])) ||
        !rows_of(cx, &rows, t[0])) {
        return false;
    }
    return reduce_fold(cx, REDUCE_SUM, out, &rows, 1U << 0, false);
}

/* --- matmul of as many matrices on both sides --- */

static bool same_batch(const struct tensor *a, const struct tensor *b)
{
    bool same = a->ndim == b->ndim && a->ndim > 2;
    for (int d = 0; same && d < a->ndim - 2; d++) {
        same = a->shape[d] == b->shape[d];
    }
    return same && tensor_numel(a) > 0 && tensor_numel(b) > 0;
}

static bool matmul_one(struct compute *cx, const struct value *at, bool left, struct tensor *out)
{
    const struct tensor *t[3]; /* grad, input, other */
    struct tensor made;
    scoped_tensor grad = {0}, turned = {0};
    if (!floats(at, 3, t) || !same_batch(t[1], t[2]) || !stack_of(cx, &grad, t[0])) {
        return false;
    }
    bool ok = stack_of(cx, &turned, t[left ? 2 : 1]);
    if (ok) {
        turn(&turned);
        ok = (left ? matmul_bmm(cx, &made, &grad, &turned)
                   : matmul_bmm(cx, &made, &turned, &grad)) &&
             shaped(cx, out, &made, t[left ? 1 : 2]);
    }
    return ok;
}

static bool matmul_input(struct compute *cx, const struct value *at, struct tensor *out)
{
    return matmul_one(cx, at, true, out);
}

static bool matmul_other(struct compute *cx, const struct value *at, struct tensor *out)
{
    return matmul_one(cx, at, false, out);
}

/* --- nll_loss of rows, averaged --- */

/* grad, input, target, weight, ignore_index, reduction, kept: how many rows count. */
static bool nll_loss_input(struct compute *cx, const struct value *at, struct tensor *out)
{
    const struct tensor *t[2], *counted[1];
    if (!floats(at, 2, t) || !floats(at + 6, 1, counted) || t[0]->ndim != 0 || t[1]->ndim != 2 ||
        !tensor_is_contiguous(t[1]) || !is_tensor(at[2]) || at[3].type != VALUE_NONE ||
        at[4].type != VALUE_INT || !str_is(at[5]) || strcmp(str_text(at[5]), "mean") != 0 ||
        counted[0]->ndim != 0) {
        return false;
    }
    const struct tensor *target = &tensor_object_of(at[2])->tensor;
    int64_t rows = t[1]->shape[0], classes = t[1]->shape[1];
    if (target->dtype != DTYPE_INT64 || target->ndim != 1 || target->shape[0] != rows ||
        !tensor_zeros(cx, out, DTYPE_FLOAT32, 2, t[1]->shape)) {
        return false;
    }
    float value = -(*(const float *)tensor_data(t[0]) / *(const float *)tensor_data(counted[0]));
    float *cells = tensor_data(out);
    const int64_t *chosen = tensor_data(target);
    for (int64_t i = 0; i < rows; i++) {
        int64_t class = chosen[i * target->stride[0]];
        if (class != at[4].i && (class < 0 || class >= classes)) {
            tensor_release(out);
            return false;
        }
        if (class != at[4].i) {
            cells[i * classes + class] = value;
        }
    }
    return true;
}

/* "To add one: its function above, its name here." */
static const struct {
    const char *name;
    quick_formula *formula;
} formulas[] = {
    {"linear__input", linear_input}, {"linear__weight", linear_weight},
    {"linear__bias", linear_bias},   {"matmul__input", matmul_input},
    {"matmul__other", matmul_other}, {"nll_loss__input", nll_loss_input},
};

quick_formula *quick_find(const char *name)
{
    int k = NAMED(formulas, name);
    return k >= 0 ? formulas[k].formula : NULL;
}
