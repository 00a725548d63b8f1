/* Computes contractions by labelled axes: torch.einsum and torch.tensordot.
 *
 * Every operand is seen in one common space of axes: those of the output first, then the summed
 * ones; an axis that an operand lacks has size 1 there. Operands are contracted from left to right,
 * and a label is summed as soon as no later operand has it, other than with size 1. A pair is
 * permuted, joined to a batch of matrices (copied where its strides do not allow that) and
 * multiplied; sums and the strides of the result hang on that. Rules: ATen/native/Linear.cpp
 * (einsum, sumproduct_pair). */
#include "tensor/product/einsum.h"

#include "tensor/product/einsum_numpy.h"
#include "tensor/product/matmul_sum.h"
#include "tensor/shape/view_shape.h"

#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "tensor/product/product.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LETTERS = 52,                       /* A-Z, then a-z: the order of an implicit output */
    LABELS = LETTERS + TENSOR_MAX_DIMS, /* the rest: axes under "...", counted from the left */
    NO_AXIS = -1
};

/* A list of labels; one entry may stand for the axes under "...". */
enum { ELLIPSIS = LABELS };

struct subscripts {
    int count;
    bool has_ellipsis;
    int label[LABELS + 1];
};

/* Whose sums: torch.einsum makes batches of matrices, tensordot one product, NumPy plain loops. */
enum style { STYLE_TORCH, STYLE_ONE_PRODUCT, STYLE_NUMPY };

struct space {
    enum style style;
    int out_ndim; /* the first axes are the output's */
    int ndim;
    int axis[LABELS]; /* of a label, or NO_AXIS */
    int label[TENSOR_MAX_DIMS];
    int last[LABELS];     /* the last operand that has the label */
    int64_t size[LABELS]; /* -1 = not seen */
    int ellipsis_ndim;    /* the widest "..." */
};

static int label_of(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : -1;
}

static char letter_of(int label)
{
    return (char)(label < 26 ? 'A' + label : 'a' + label - 26);
}

static bool too_many_axes(struct compute *cx)
{
    return error_set(cx->err, ERROR_UNSUPPORTED, "einsum over more than %d different subscripts",
                     TENSOR_MAX_DIMS);
}

/* ---- the equation ---- */

/* "..." at text[i]: takes the other two dots. `whose` names the place for the error. */
static bool read_ellipsis(struct compute *cx, const char *text, size_t end, size_t *i,
                          struct subscripts *s, const char *again, const char *alone)
{
    if (s->has_ellipsis) {
        return error_set(cx->err, ERROR_RUNTIME, "einsum(): found '.' for %s", again);
    }
    if (*i + 2 >= end || text[*i + 1] != '.' || text[*i + 2] != '.') {
        return error_set(cx->err, ERROR_RUNTIME, "einsum(): found '.' for %s", alone);
    }
    *i += 2;
    s->has_ellipsis = true;
    s->label[s->count++] = ELLIPSIS;
    return true;
}

static bool read_label(struct compute *cx, const char *text, size_t i, struct subscripts *s)
{
    int label = label_of(text[i]);
    if (label < 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "einsum(): invalid subscript given at index %zu in the equation string, "
                         "subscripts must be in [a-zA-Z]",
                         i);
    }
    if (s->count > TENSOR_MAX_DIMS) {
        return too_many_axes(cx);
    }
    s->label[s->count++] = label;
    return true;
}

/* The part before the arrow, text[0 .. end). */
static bool read_inputs(struct compute *cx, const char *text, size_t end, int count,
                        struct subscripts *inputs)
{
    int current = 0;
    char again[64], alone[64];
    for (size_t i = 0; i < end; i++) {
        if (text[i] == ' ') {
            continue;
        }
        if (text[i] == ',') {
            if (++current >= count) {
                return error_set(cx->err, ERROR_RUNTIME,
                                 "einsum(): fewer operands were provided than specified in the "
                                 "equation");
            }
        } else if (text[i] == '.') {
            snprintf(again, sizeof again, "operand %d for which an ellipsis was already found",
                     current);
            snprintf(alone, sizeof alone, "operand %d that is not part of any ellipsis", current);
            if (!read_ellipsis(cx, text, end, &i, &inputs[current], again, alone)) {
                return false;
            }
        } else if (!read_label(cx, text, i, &inputs[current])) {
            return false;
        }
    }
    return current + 1 == count ||
           error_set(cx->err, ERROR_RUNTIME,
                     "einsum(): more operands were provided than specified in the equation");
}

static bool read_output(struct compute *cx, const char *text, size_t from, const bool *seen,
                        struct subscripts *output)
{
    bool used[LETTERS] = {false};
    size_t end = strlen(text);
    for (size_t i = from; i < end; i++) {
        if (text[i] == ' ') {
            continue;
        }
        if (text[i] == '.') {
            if (!read_ellipsis(cx, text, end, &i, output,
                               "output but an ellipsis (...) was already found",
                               "output that is not part of any ellipsis (...)")) {
                return false;
            }
            continue;
        }
        if (!read_label(cx, text, i, output)) {
            return false;
        }
        int label = label_of(text[i]);
        if (used[label]) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "einsum(): output subscript %c appears more than once in the output",
                             text[i]);
        }
        if (!seen[label]) {
            return error_set(
                cx->err, ERROR_RUNTIME,
                "einsum(): output subscript %c does not appear in the equation for any "
                "input operand",
                text[i]);
        }
        used[label] = true;
    }
    return true;
}

/* Without an arrow: "..." and then every letter that appears once, in order. */
static void implicit_output(int count, const struct subscripts *inputs, struct subscripts *output)
{
    int times[LETTERS] = {0};
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < inputs[i].count; j++) {
            if (inputs[i].label[j] != ELLIPSIS) {
                times[inputs[i].label[j]]++;
            }
        }
    }
    output->label[output->count++] = ELLIPSIS;
    for (int label = 0; label < LETTERS; label++) {
        if (times[label] == 1 && output->count <= TENSOR_MAX_DIMS) {
            output->label[output->count++] = label;
        }
    }
}

/* ---- the common space ---- */

static bool check_dimensions(struct compute *cx, int i, const struct subscripts *s,
                             const struct tensor *t)
{
    int letters = s->count - (s->has_ellipsis ? 1 : 0);
    if (s->has_ellipsis ? letters <= t->ndim : letters == t->ndim) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "einsum(): the number of subscripts in the equation (%d) %s the number of "
                     "dimensions (%d) for operand %d%s",
                     letters, s->has_ellipsis ? "is more than" : "does not match", t->ndim, i,
                     s->has_ellipsis ? "" : " and no ellipsis was given");
}

/* The label of each of t's axes; "..." takes the axes that no letter names, right-aligned. */
static void label_axes(const struct space *sp, const struct subscripts *s, const struct tensor *t,
                       int labels[TENSOR_MAX_DIMS])
{
    int d = 0;
    int covered = t->ndim - (s->count - (s->has_ellipsis ? 1 : 0));
    for (int j = 0; j < s->count; j++) {
        if (s->label[j] != ELLIPSIS) {
            labels[d++] = s->label[j];
        } else {
            for (int e = 0; e < covered; e++) {
                labels[d++] = LETTERS + sp->ellipsis_ndim - covered + e;
            }
        }
    }
}

/* Learns the size of a label from operand i; sizes of 1 broadcast. */
static bool see_size(struct compute *cx, struct space *sp, int label, int64_t size, int i)
{
    sp->last[label] = i;
    if (sp->size[label] < 0 || sp->size[label] == 1) {
        sp->size[label] = size;
        return true;
    }
    if (size == 1 || size == sp->size[label]) {
        return true;
    }
    if (label < LETTERS) {
        return error_set(
            cx->err, ERROR_RUNTIME,
            "einsum(): subscript %c has size %" PRId64
            " for operand %d which does not broadcast with previously seen size %" PRId64,
            letter_of(label), size, i, sp->size[label]);
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "einsum(): dimension %d covered by ellipsis in operand %dhas size %" PRId64
                     " which does not broadcast with previously seen ellipsis with size %" PRId64
                     " for the respective dimension",
                     /* cppcheck-suppress arrayIndexOutOfBoundsCond ; labels are below LABELS */
                     label - LETTERS, i, size, sp->size[label]);
}

static bool add_axis(struct compute *cx, struct space *sp, int label)
{
    if (sp->ndim >= TENSOR_MAX_DIMS) {
        return too_many_axes(cx);
    }
    sp->label[sp->ndim] = label;
    sp->axis[label] = sp->ndim++;
    return true;
}

/* Axes in the output's order, then the others in the order of their labels. */
static bool lay_out(struct compute *cx, struct space *sp, const struct subscripts *output)
{
    for (int label = 0; label < LABELS; label++) {
        sp->axis[label] = NO_AXIS;
    }
    for (int j = 0; j < output->count; j++) {
        if (output->label[j] != ELLIPSIS) {
            if (!add_axis(cx, sp, output->label[j])) {
                return false;
            }
            continue;
        }
        for (int e = 0; e < sp->ellipsis_ndim; e++) {
            if (!add_axis(cx, sp, LETTERS + e)) {
                return false;
            }
        }
    }
    sp->out_ndim = sp->ndim;
    for (int label = 0; label < LABELS; label++) {
        if (sp->last[label] >= 0 && sp->axis[label] == NO_AXIS && !add_axis(cx, sp, label)) {
            return false;
        }
    }
    return true;
}

struct tensor einsum_seen(int ndim, const int *axis, const struct tensor *x)
{
    struct tensor v = *x;
    v.ndim = ndim;
    v.wrapped = false;
    for (int d = 0; d < ndim; d++) {
        v.shape[d] = v.stride[d] = 1;
    }
    unsigned met = 0;
    for (int d = 0; d < x->ndim; d++) {
        v.shape[axis[d]] = x->shape[d];
        v.stride[axis[d]] = x->stride[d] + (met >> axis[d] & 1 ? v.stride[axis[d]] : 0);
        met |= 1u << axis[d];
    }
    return v;
}

/* The same with a counted reference. */
static struct tensor seen_in(const struct space *sp, const int *axis, const struct tensor *x)
{
    struct tensor seen = einsum_seen(sp->ndim, axis, x);
    return tensor_ref(&seen);
}

/* Labels become axes. */
static void find_axes(const struct space *sp, int count, const struct tensor *const *operands,
                      int (*labels)[TENSOR_MAX_DIMS])
{
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < operands[i]->ndim; d++) {
            labels[i][d] = sp->axis[labels[i][d]];
        }
    }
}

/* ---- contracting ---- */

/* Replaces t by its sum over `axes` (bits), which stay with size 1. */
static bool sum_away(struct compute *cx, struct tensor *t, unsigned axes)
{
    struct tensor sum;
    if (axes == 0) {
        return true;
    }
    if (!reduce_fold(cx, REDUCE_SUM, &sum, t, axes, true)) {
        return false;
    }
    tensor_release(t);
    *t = sum;
    return true;
}

/* Appends t's axes of the set to v; returns the product of their sizes. */
static int64_t take_axes(struct tensor *v, const struct tensor *t, unsigned axes)
{
    int64_t product = 1;
    for (int d = 0; d < t->ndim; d++) {
        if (!(axes >> d & 1)) {
            continue;
        }
        v->shape[v->ndim] = t->shape[d];
        v->stride[v->ndim++] = t->stride[d];
        product *= t->shape[d];
    }
    return product;
}

/* t as (batch, rows, columns): each of the three is a set of axes, and `rest` those of size 1 that
 * only the other operand has. A view where strides allow: how the copy lies decides in which order
 * the product is summed. */
static bool as_matrices(struct compute *cx, struct tensor *out, const struct tensor *t,
                        unsigned batch, unsigned rows, unsigned columns, unsigned rest)
{
    struct tensor v = *t; /* borrows */
    bool copied;
    v.ndim = 0;
    const int64_t shape[3] = {take_axes(&v, t, batch), take_axes(&v, t, rows),
                              take_axes(&v, t, columns)};
    take_axes(&v, t, rest);
    return view_reshape(cx, out, &v, 3, shape, &copied);
}

/* A batch of matrices times another. */
static bool multiply_batches(struct compute *cx, struct tensor *out, enum style style,
                             const struct tensor *a, const struct tensor *b)
{
    enum gemm_sum sum = style == STYLE_NUMPY ? GEMM_APART : GEMM_FUSED;
    if (style == STYLE_TORCH) {
        sum = matmul_sum_of(a, b);
    }
    return product_same_dtype(cx, a, b, "bmm") &&
           product_new(cx, out, a, b, sum, NULL, a->ndim - 2, a->shape);
}

/* a *= b, summed over `sums`; both have axes of the common space, absent ones with size 1. */
static bool multiply_pair(struct compute *cx, enum style style, struct tensor *a,
                          const struct tensor *b, unsigned sums)
{
    unsigned batch = 0, left = 0, right = 0;
    for (int d = 0; d < a->ndim; d++) {
        unsigned bit = 1u << d;
        if (sums & bit) {
            continue;
        }
        *(a->shape[d] != 1 ? b->shape[d] != 1 ? &batch : &left : &right) |= bit;
    }
    struct tensor am = {0}, bm = {0}, product = {0};
    bool ok = as_matrices(cx, &am, a, batch, left, sums, right) &&
              as_matrices(cx, &bm, b, batch, sums, right, left) &&
              multiply_batches(cx, &product, style, &am, &bm);
    tensor_release(&am);
    tensor_release(&bm);
    if (!ok) {
        return false;
    }
    /* The product lies as batch, left, right; its axes go back to their places. */
    const unsigned sets[] = {batch, left, sums, right};
    int64_t shape[TENSOR_MAX_DIMS], stride[TENSOR_MAX_DIMS];
    int from[TENSOR_MAX_DIMS] = {0}, n = 0;
    for (int i = 0; i < 4; i++) {
        for (int d = 0; d < a->ndim; d++) {
            if (sets[i] >> d & 1) {
                shape[n] = i == 2 ? 1 : i == 3 ? b->shape[d] : a->shape[d];
                from[d] = n++;
            }
        }
    }
    view_strides(&product, n, shape, stride);
    struct tensor result = product;
    result.ndim = a->ndim;
    for (int d = 0; d < a->ndim; d++) {
        result.shape[d] = shape[from[d]];
        result.stride[d] = stride[from[d]];
    }
    tensor_release(a);
    *a = result;
    return true;
}

/* Of how many operands yet to be multiplied an axis has a size other than 1. */
static void count_axes(const struct space *sp, int count, const struct tensor *seen,
                       int having[TENSOR_MAX_DIMS])
{
    memset(having, 0, sizeof *having * TENSOR_MAX_DIMS);
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < sp->ndim; d++) {
            having[d] += seen[i].shape[d] != 1;
        }
    }
}

/* Multiplies b (given back here) into a. An axis that no later operand has is summed. */
static bool contract_next(struct compute *cx, const struct space *sp, int having[TENSOR_MAX_DIMS],
                          struct tensor *a, struct tensor *b)
{
    unsigned both = 0, only_a = 0, only_b = 0;
    for (int d = sp->out_ndim; d < sp->ndim; d++) {
        bool of_a = a->shape[d] != 1, of_b = b->shape[d] != 1;
        having[d] -= of_a && of_b;
        if (having[d] == 1 && (of_a || of_b)) {
            *(of_a && of_b ? &both : of_a ? &only_a : &only_b) |= 1u << d;
            having[d] = 0;
        }
    }
    bool ok = sum_away(cx, a, only_a) && sum_away(cx, b, only_b);
    if (ok && both != 0) {
        ok = multiply_pair(cx, sp->style, a, b, both);
    } else if (ok) {
        struct tensor product;
        ok = elementwise_binary(cx, BINARY_MUL, &product, a, b);
        if (ok) {
            tensor_release(a);
            *a = product;
        }
    }
    tensor_release(b);
    return ok;
}

/* The first of the tensors, which becomes the product; the others are given back on the way. */
static bool contract_seen(struct compute *cx, const struct space *sp, int count,
                          struct tensor *seen)
{
    int having[TENSOR_MAX_DIMS];
    bool ok = true;
    count_axes(sp, count, seen, having);
    for (int i = 1; i < count; i++) {
        if (ok) {
            ok = contract_next(cx, sp, having, &seen[0], &seen[i]);
        } else {
            tensor_release(&seen[i]);
        }
    }
    unsigned summed = ((1u << sp->ndim) - 1) & ~((1u << sp->out_ndim) - 1);
    return ok && (count > 1 || sum_away(cx, &seen[0], summed));
}

/* t gets the strides of `like`, and is copied if its cells lie otherwise. */
static bool lay_as(struct compute *cx, struct tensor *t, const struct tensor *like)
{
    struct tensor made = *t;
    bool same = true;
    for (int d = 0; d < t->ndim; d++) {
        same = same && (t->shape[d] == 1 || t->stride[d] == like->stride[d]);
    }
    if (!same && !tensor_new(cx, &made, t->dtype, t->ndim, t->shape)) {
        tensor_release(t);
        return false;
    }
    memcpy(made.stride, like->stride, sizeof made.stride);
    bool ok = same || tensor_write(cx, &made, t);
    if (!same) {
        tensor_release(t);
    }
    *t = made;
    return ok;
}

static bool contract(struct compute *cx, struct tensor *out, const struct space *sp, int count,
                     const struct tensor *const *operands, int (*axes)[TENSOR_MAX_DIMS])
{
    struct tensor seen[EINSUM_OPERANDS] = {seen_in(sp, axes[0], operands[0])}; /* there is one */
    for (int i = 1; i < count; i++) {
        seen[i] = seen_in(sp, axes[i], operands[i]);
    }
    struct tensor *a = &seen[0];
    struct tensor like = {0};
    bool own = false;
    if (sp->style == STYLE_NUMPY &&
        (!einsum_numpy(cx, &like, count, seen, sp->out_ndim, &own) || own)) {
        for (int i = 0; i < count; i++) {
            tensor_release(&seen[i]);
        }
        *out = like;
        return own;
    }
    if (!contract_seen(cx, sp, count, seen)) {
        tensor_release(a);
        return false;
    }
    *out = *a;
    out->ndim = sp->out_ndim; /* the axes behind have size 1 by now */
    if (count > 1 && sp->ndim > sp->out_ndim) {
        view_strides(a, out->ndim, out->shape, out->stride);
    }
    bool view = count == 1 && sp->ndim == sp->out_ndim;
    return sp->style != STYLE_NUMPY || view || lay_as(cx, out, &like);
}

/* ---- einsum ---- */

/* Labels every axis, learns every size. */
static bool see_operands(struct compute *cx, struct space *sp, int count,
                         const struct tensor *const *operands, const struct subscripts *inputs,
                         int (*labels)[TENSOR_MAX_DIMS])
{
    for (int label = 0; label < LABELS; label++) {
        sp->size[label] = sp->last[label] = -1;
    }
    for (int i = 0; i < count; i++) {
        if (!check_dimensions(cx, i, &inputs[i], operands[i])) {
            return false;
        }
        int covered = operands[i]->ndim - inputs[i].count + 1;
        if (inputs[i].has_ellipsis && covered > sp->ellipsis_ndim) {
            sp->ellipsis_ndim = covered;
        }
    }
    for (int i = 0; i < count; i++) {
        const struct tensor *t = operands[i];
        label_axes(sp, &inputs[i], t, labels[i]);
        int64_t own[LABELS] = {0};
        bool met[LABELS] = {false};
        for (int d = 0; d < t->ndim; d++) {
            int label = labels[i][d];
            if (met[label] && own[label] != t->shape[d]) {
                return error_set(cx->err, ERROR_RUNTIME,
                                 "einsum(): subscript %c is repeated for operand %d but the sizes "
                                 "don't match, %" PRId64 " != %" PRId64,
                                 letter_of(label), i, t->shape[d], own[label]);
            }
            met[label] = true;
            own[label] = t->shape[d];
            if (!see_size(cx, sp, label, t->shape[d], i)) {
                return false;
            }
        }
    }
    return true;
}

/* The common space, and where the axes of each operand are there. */
static bool read_equation(struct compute *cx, const char *equation, int count,
                          const struct tensor *const *operands, struct space *sp,
                          int (*axes)[TENSOR_MAX_DIMS])
{
    if (count < 1) {
        return error_set(cx->err, ERROR_VALUE,
                         "einsum(): must specify the equation string and at least one operand, or "
                         "at least one operand and its subscripts list");
    }
    if (count > EINSUM_OPERANDS) {
        return error_set(cx->err, ERROR_UNSUPPORTED, "einsum of more than %d operands",
                         EINSUM_OPERANDS);
    }
    struct subscripts inputs[EINSUM_OPERANDS] = {{0}}, output = {0};
    const char *arrow = strstr(equation, "->");
    size_t end = arrow ? (size_t)(arrow - equation) : strlen(equation);
    if (!read_inputs(cx, equation, end, count, inputs) ||
        !see_operands(cx, sp, count, operands, inputs, axes)) {
        return false;
    }
    bool seen[LETTERS];
    for (int label = 0; label < LETTERS; label++) {
        seen[label] = sp->last[label] >= 0;
    }
    if (!arrow) {
        implicit_output(count, inputs, &output);
    } else if (!read_output(cx, equation, end + 2, seen, &output)) {
        return false;
    }
    if (!lay_out(cx, sp, &output)) {
        return false;
    }
    find_axes(sp, count, operands, axes);
    return true;
}

static bool einsum(struct compute *cx, struct tensor *out, enum style style, const char *equation,
                   int count, const struct tensor *const *operands)
{
    int axes[EINSUM_OPERANDS][TENSOR_MAX_DIMS];
    struct space sp = {.style = style};
    return read_equation(cx, equation, count, operands, &sp, axes) &&
           contract(cx, out, &sp, count, operands, axes);
}

bool einsum_space_of(struct compute *cx, const char *equation, int count,
                     const struct tensor *const *operands, struct einsum_space *out)
{
    struct space sp = {.style = STYLE_TORCH};
    if (!read_equation(cx, equation, count, operands, &sp, out->axis)) {
        return false;
    }
    out->ndim = sp.ndim;
    out->out_ndim = sp.out_ndim;
    for (int d = 0; d < sp.ndim; d++) {
        out->letter[d] = sp.label[d] < LETTERS ? letter_of(sp.label[d]) : '.';
    }
    return true;
}

bool matmul_einsum(struct compute *cx, struct tensor *out, const char *equation, int count,
                   const struct tensor *const *operands)
{
    return einsum(cx, out, STYLE_TORCH, equation, count, operands);
}

bool matmul_einsum_numpy(struct compute *cx, struct tensor *out, const char *equation, int count,
                         const struct tensor *const *operands)
{
    return einsum(cx, out, STYLE_NUMPY, equation, count, operands);
}

/* ---- tensordot: an einsum whose labels are the pairs of axes ---- */

bool matmul_tensordot(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b, int count, const int64_t *dims_a,
                      const int64_t *dims_b)
{
    int labels[2][TENSOR_MAX_DIMS];
    struct space sp = {.style = STYLE_ONE_PRODUCT};
    struct subscripts output = {0};
    memset(labels, -1, sizeof labels);
    for (int label = 0; label < LABELS; label++) {
        sp.last[label] = -1;
    }
    int next = 0;
    for (int i = 0; i < count; i++, next++) {
        int da, db;
        if (!tensor_dim(cx, a, dims_a[i], &da) || !tensor_dim(cx, b, dims_b[i], &db)) {
            return false;
        }
        if (labels[0][da] >= 0 || labels[1][db] >= 0) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "dim %d appears multiple times in the list of dims",
                             labels[0][da] >= 0 ? da : db);
        }
        if (a->shape[da] != b->shape[db] && a->shape[da] != 1 && b->shape[db] != 1) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "contracted dimensions need to match, but first has size %" PRId64
                             " in dim %d and second has size %" PRId64 " in dim %d",
                             a->shape[da], (int)dims_a[i], b->shape[db], (int)dims_b[i]);
        }
        labels[0][da] = labels[1][db] = next;
        sp.last[next] = 1;
    }
    const struct tensor *const operands[] = {a, b};
    for (int i = 0; i < 2; i++) {
        for (int d = 0; d < operands[i]->ndim; d++) {
            if (labels[i][d] < 0) {
                labels[i][d] = output.label[output.count++] = next;
                sp.last[next++] = i;
            }
        }
    }
    scoped_tensor result = {0};
    if (!lay_out(cx, &sp, &output)) {
        return false;
    }
    find_axes(&sp, 2, operands, labels);
    return contract(cx, &result, &sp, 2, operands, labels) && tensor_contiguous(cx, out, &result);
}
