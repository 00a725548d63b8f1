/* Computes with matrices and batches of them: determinant, inverse, systems of equations,
 * factorisations. The matrices are worked on one by one: float32 as LAPACK does it
 * (tensor/linalg/lapack.h), the others in double (tensor/linalg/matrix.h) and rounded once. */
#include "torch/op/op_linalg.h"
#include "base/counted.h"
#include "tensor/cells/reduce.h"
#include "tensor/linalg/lapack.h"
#include "tensor/linalg/matrix.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what is asked of an argument --- */

int64_t linalg_size(const struct tensor *t, int from_end)
{
    return t->shape[t->ndim - from_end];
}

bool linalg_is_matrix(struct call *c, const char *name, const struct tensor *t)
{
    return t->ndim >= 2 ||
           body_refuse(c, "%s: The input tensor A must have at least 2 dimensions.", name);
}

bool linalg_is_float(struct call *c, const char *name)
{
    return dtype_is_float(A(c)->dtype) ||
           body_refuse(c, "%s: Expected a floating point or complex tensor as input. Got %s", name,
                       dtype_legacy_name(A(c)->dtype));
}

static bool linalg_is_square(struct call *c, const char *name)
{
    return linalg_is_matrix(c, name, A(c)) &&
           (linalg_size(A(c), 1) == linalg_size(A(c), 2) ||
            body_refuse(
                c, "%s: A must be batches of square matrices, but they are %lld by %lld matrices",
                name, (long long)linalg_size(A(c), 2), (long long)linalg_size(A(c), 1)));
}

/* RuntimeError in general, and torch.linalg.LinAlgError to be caught by name. */
bool linalg_raise(struct call *c, int64_t element, const char *name, const char *text)
{
    struct class *class = class_on_demand(c->in, "torch._C._LinAlgError", "_LinAlgError",
                                          "torch._C", c->in->classes[EXCEPTION_RuntimeError], NULL);
    scoped_buf said = {.budget = c->in->memory};
    if (class == NULL) {
        return false;
    }
    buf_printf(&said, "%s: ", name);
    if (A(c)->ndim > 2) {
        buf_printf(&said, "(Batch element %lld): ", (long long)element);
    }
    buf_puts(&said, text);
    struct str *message = str_new(c->in, buf_text(&said), said.len);
    const struct value arg = value_object(message);
    const struct args args = {.at = &arg, .count = 1};
    struct value made;
    return message != NULL && value_call(c->in, value_object(class), &args, &made) &&
           raise_value(c->in, made);
}

/* --- batches --- */

/* The cells of t in row-major order, in double. */
double *linalg_doubles(struct chain *k, const struct tensor *t)
{
    const struct tensor *wide = chain_cast(k, chain_copy(k, t), DTYPE_FLOAT64);
    return wide == NULL ? NULL : tensor_data(wide);
}

/* A fresh float64 tensor: the batch axes of t, then `count` more. */
const struct tensor *linalg_batch(struct chain *k, const struct tensor *t, int count, int64_t m,
                                  int64_t n)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = t->ndim - 2;
    memcpy(shape, t->shape, (size_t)ndim * sizeof *shape);
    if (count > 0) {
        shape[ndim++] = m;
    }
    if (count > 1) {
        shape[ndim++] = n;
    }
    return chain_made(k, tensor_zeros(k->c->cx, chain_room(k), DTYPE_FLOAT64, ndim, shape));
}

int64_t linalg_count(const struct tensor *t)
{
    return tensor_count(t, 0, t->ndim - 2);
}

/* out[at] = result, in the dtype of the input. */
bool linalg_give(struct call *c, int at, const struct tensor *result)
{
    bool ok = result != NULL && tensor_cast(c->cx, &c->out[at], result, A(c)->dtype);
    c->outputs = ok ? at + 1 : c->outputs;
    return ok;
}

bool linalg_give_columns(struct chain *k, int at, const struct tensor *result)
{
    struct compute *cx = k->c->cx;
    const struct tensor *t = chain_copy(k, chain_turned(k, chain_cast(k, result, A(k->c)->dtype)));
    bool ok = t != NULL && view_transpose(cx, &k->c->out[at], t, -2, -1);
    k->c->outputs = ok ? at + 1 : k->c->outputs;
    return ok;
}

/* Room for the exchanged rows of one matrix. */
static int64_t *pivots(struct call *c, int64_t n)
{
    int64_t *at = calloc(counted(n + 1), sizeof *at);
    if (at == NULL) {
        error_memory(c->cx->err);
    }
    return at;
}

/* Matrices as PyTorch hands them to LAPACK, which reads columns: where they lie in rows, turned,
 * otherwise as they are. */
static bool is_turned(const struct tensor *t)
{
    return tensor_is_contiguous(t);
}

static float *in_columns(struct chain *k, const struct tensor *t, bool turned)
{
    t = chain_copy(k, turned ? t : chain_turned(k, t));
    return t == NULL ? NULL : tensor_data(t);
}

/* --- determinants --- */

/* A fresh float32 tensor of these sizes. */
static float *room_for(struct chain *k, int ndim, const int64_t *shape)
{
    const struct tensor *t =
        chain_made(k, tensor_new(k->c->cx, chain_room(k), DTYPE_FLOAT32, ndim, shape));
    return t == NULL ? NULL : tensor_data(t);
}

/* What lapack_lu works in. */
static float *lanes_for(struct chain *k, int64_t n)
{
    const int64_t shape[] = {n, LAPACK_LANES};
    return room_for(k, 2, shape);
}

/* Of float32: the product of the diagonal, or its sign and the sum of the logarithms. */
static bool determinants_single(struct call *c, bool logarithm)
{
    scoped_chain k = {.c = c};
    int64_t n = linalg_size(A(c), 1), count = linalg_count(A(c));
    int ndim = A(c)->ndim - 2;
    float *work = lanes_for(&k, n);
    float *lu = work == NULL ? NULL : in_columns(&k, A(c), is_turned(A(c)));
    float *to = lu == NULL ? NULL : room_for(&k, ndim, A(c)->shape);
    float *diagonal = to == NULL ? NULL : room_for(&k, ndim + 1, A(c)->shape);
    int64_t *pivot = diagonal == NULL ? NULL : pivots(c, n);
    for (int64_t b = 0; pivot != NULL && b < count; b++) {
        float *a = lu + b * n * n, sign = 1, made = 1;
        lapack_lu(c->cx, n, a, pivot, work);
        for (int64_t j = 0; j < n; j++) {
            float d = a[j * (n + 1)];
            sign = pivot[j] != j ? -sign : sign;
            made *= !logarithm ? d : d > 0 ? 1 : d < 0 ? -1 : d;
            diagonal[b * n + j] = fabsf(d);
        }
        to[b] = sign * made;
    }
    bool ok = pivot != NULL && linalg_give(c, 0, &k.made[k.count - 2]);
    if (ok && logarithm) {
        const struct tensor *logs = chain_unary(&k, UNARY_LOG, &k.made[k.count - 1]);
        ok = logs != NULL && reduce_fold(c->cx, REDUCE_SUM, &c->out[1], logs, 1u << ndim, false);
        c->outputs = ok ? 2 : c->outputs;
    }
    free(pivot);
    return ok;
}

static bool determinants(struct call *c, bool logarithm)
{
    if (A(c)->dtype == DTYPE_FLOAT32) {
        return determinants_single(c, logarithm);
    }
    scoped_chain k = {.c = c};
    int64_t n = linalg_size(A(c), 1), count = linalg_count(A(c));
    double *a = linalg_doubles(&k, A(c));
    const struct tensor *first = a == NULL ? NULL : linalg_batch(&k, A(c), 0, 0, 0);
    const struct tensor *second = first == NULL ? NULL : linalg_batch(&k, A(c), 0, 0, 0);
    int64_t *pivot = second == NULL ? NULL : pivots(c, n);
    for (int64_t b = 0; pivot != NULL && b < count; b++) {
        double *lu = a + b * n * n, *to = (double *)tensor_data(first) + b;
        matrix_lu(n, lu, pivot);
        if (logarithm) {
            matrix_lu_slogdet(n, lu, pivot, to, (double *)tensor_data(second) + b);
        } else {
            *to = matrix_lu_det(n, lu, pivot);
        }
    }
    bool ok =
        pivot != NULL && linalg_give(c, 0, first) && (!logarithm || linalg_give(c, 1, second));
    free(pivot);
    return ok;
}

OP_IS(op_det, linalg_is_square(c, "linalg.det") && linalg_is_float(c, "linalg.det") &&
                  determinants(c, false))

bool op_slogdet(struct call *c)
{
    c->return_type = c->op->name;
    return linalg_is_square(c, "linalg.slogdet") && linalg_is_float(c, "linalg.slogdet") &&
           determinants(c, true);
}

/* --- systems of equations --- */

enum purpose { TO_INVERT, TO_SOLVE };

/* The refusal of matrix j, unless its LU has no pivot 0. */
static bool is_regular(struct call *c, enum purpose purpose, int64_t j, int64_t zero)
{
    char text[200] = "The solver failed because the input matrix is singular.";
    if (zero == 0) {
        return true;
    }
    if (purpose == TO_INVERT) {
        snprintf(text, sizeof text,
                 "The diagonal element %lld is zero, the inversion could not be completed because "
                 "the input matrix is singular.",
                 (long long)zero);
    }
    return linalg_raise(c, j, purpose == TO_INVERT ? "linalg.inv" : "torch.linalg.solve", text);
}

/* Solves a x = b for every matrix of a and b, float32. How the first argument lies decides. The
 * columns of the result are neighbours in memory. */
static const struct tensor *solve_single(struct chain *k, enum purpose purpose,
                                         const struct tensor *a, const struct tensor *b)
{
    struct call *c = k->c;
    int64_t n = linalg_size(a, 1), m = linalg_size(b, 1), count = linalg_count(a);
    bool turned = is_turned(A(c)), ok = true;
    float *work = lanes_for(k, n), *lu = work == NULL ? NULL : in_columns(k, a, turned);
    float *x = lu == NULL ? NULL : in_columns(k, b, false);
    const struct tensor *columns = &k->made[k->count - (x == NULL ? 0 : 1)];
    int64_t *pivot = x == NULL ? NULL : pivots(c, n);
    for (int64_t j = 0; ok && pivot != NULL && j < count; j++) {
        ok = is_regular(c, purpose, j, lapack_lu(c->cx, n, lu + j * n * n, pivot, work));
        if (ok) {
            lapack_lu_solve(c->cx, n, lu + j * n * n, pivot, turned, m, x + j * n * m, work);
        }
    }
    ok = ok && pivot != NULL;
    free(pivot);
    return ok ? chain_turned(k, columns) : NULL;
}

/* Solves a x = b for every matrix of a (count, n, n) and b (count, n, m). */
static bool solve_all(struct call *c, enum purpose purpose, int64_t count, int64_t n, int64_t m,
                      double *a, double *b)
{
    int64_t *pivot = pivots(c, n);
    bool ok = pivot != NULL;
    for (int64_t j = 0; ok && j < count; j++) {
        ok = is_regular(c, purpose, j, matrix_lu(n, a + j * n * n, pivot));
        if (ok) {
            matrix_lu_solve(n, a + j * n * n, pivot, m, b + j * n * m);
        }
    }
    free(pivot);
    return ok;
}

/* A unit matrix for each of t: float32 for float32, else float64. */
static const struct tensor *units(struct chain *k, const struct tensor *t)
{
    int64_t n = linalg_size(t, 1), rows = linalg_count(t) * n;
    const struct tensor *made = linalg_batch(k, t, 2, n, n);
    for (int64_t j = 0; made != NULL && j < rows; j++) {
        ((double *)tensor_data(made))[j * n + j % n] = 1;
    }
    return made == NULL || t->dtype != DTYPE_FLOAT32 ? made : chain_cast(k, made, DTYPE_FLOAT32);
}

bool op_inverse(struct call *c)
{
    static const char name[] = "linalg.inv";
    scoped_chain k = {.c = c};
    if (!linalg_is_square(c, name) || !linalg_is_float(c, name)) {
        return false;
    }
    int64_t n = linalg_size(A(c), 1), count = linalg_count(A(c));
    const struct tensor *result = units(&k, A(c));
    if (result != NULL && A(c)->dtype == DTYPE_FLOAT32) {
        result = solve_single(&k, TO_INVERT, A(c), result);
    } else if (result != NULL) {
        double *a = linalg_doubles(&k, A(c));
        bool ok = a != NULL && solve_all(c, TO_INVERT, count, n, n, a, tensor_data(result));
        result = ok ? result : NULL;
    }
    return linalg_give_columns(&k, 0, result);
}

/* Whether B is a vector, or one for each matrix of A. */
static bool holds_vectors(const struct tensor *a, const struct tensor *b)
{
    bool same = b->ndim + 1 == a->ndim;
    for (int d = 0; same && d < b->ndim; d++) {
        same = a->shape[d] == b->shape[d];
    }
    return b->ndim == 1 || same;
}

/* Both with the batch axes that they have in common. */
static bool common_batch(struct chain *k, const struct tensor **a, const struct tensor **b)
{
    struct compute *cx = k->c->cx;
    struct tensor front[2] = {**a, **b};
    int64_t shape[TENSOR_MAX_DIMS + 2];
    int ndim;
    const struct tensor **each[2] = {a, b};
    front[0].ndim -= 2;
    front[1].ndim -= 2;
    if (!tensor_broadcast(cx, &front[0], &front[1], &ndim, shape)) {
        return false;
    }
    for (int j = 0; j < 2; j++) {
        const struct tensor *t = *each[j];
        shape[ndim] = linalg_size(t, 2);
        shape[ndim + 1] = linalg_size(t, 1);
        *each[j] = chain_made(k, view_expand(cx, chain_room(k), t, ndim + 2, shape));
        if (*each[j] == NULL) {
            return false;
        }
    }
    return true;
}

static bool solve_fits(struct call *c, const struct tensor *b)
{
    if (A(c)->dtype != B(c)->dtype) {
        return body_refuse(c,
                           "linalg.solve: Expected A and B to have the same dtype, but found A of "
                           "type %s and B of type %s instead",
                           dtype_legacy_name(A(c)->dtype), dtype_legacy_name(B(c)->dtype));
    }
    return (b->ndim >= 2 && linalg_size(A(c), 1) == linalg_size(b, 2)) ||
           body_refuse(c,
                       "linalg.solve: Incompatible shapes of A and B for the equation AX = B "
                       "(%lldx%lld and %lldx%lld)",
                       (long long)linalg_size(A(c), 2), (long long)linalg_size(A(c), 1),
                       b->ndim >= 2 ? (long long)linalg_size(b, 2) : 0ll,
                       b->ndim >= 1 ? (long long)linalg_size(b, 1) : 0ll);
}

static const struct tensor *solution(struct chain *k, const struct tensor *a,
                                     const struct tensor *b)
{
    if (a->dtype == DTYPE_FLOAT32) {
        return solve_single(k, TO_SOLVE, a, b);
    }
    double *left = linalg_doubles(k, a), *right = left == NULL ? NULL : linalg_doubles(k, b);
    return right != NULL && solve_all(k->c, TO_SOLVE, linalg_count(a), linalg_size(a, 1),
                                      linalg_size(b, 1), left, right)
               ? &k->made[k->count - 1] /* what linalg_doubles() made last */
               : NULL;
}

bool op_solve(struct call *c)
{
    scoped_chain k = {.c = c};
    if (!linalg_is_float(c, "linalg.solve") || !linalg_is_square(c, "linalg.solve")) {
        return false;
    }
    bool vectors = holds_vectors(A(c), B(c));
    const struct tensor *a = A(c), *b = B(c);
    if (vectors) {
        b = chain_unsqueeze(&k, b, -1);
    }
    bool ok = b != NULL && solve_fits(c, b) && common_batch(&k, &a, &b);
    const struct tensor *result = ok ? solution(&k, a, b) : NULL;
    ok = result != NULL;
    if (ok && vectors) {
        bool copied;
        result = chain_made(
            &k, view_reshape(c->cx, chain_room(&k), result, b->ndim - 1, b->shape, &copied));
    }
    return ok &&
           (result->ndim < 2 ? linalg_give(c, 0, result) : linalg_give_columns(&k, 0, result));
}

/* --- factorisations --- */

/* The refusal of matrix j, unless all its minors are positive. */
static bool is_positive(struct call *c, int64_t j, int64_t minor)
{
    char text[200];
    snprintf(text, sizeof text,
             "The factorization could not be completed because the input is not "
             "positive-definite (the leading minor of order %lld is not "
             "positive-definite).",
             (long long)minor);
    return minor == 0 ||
           linalg_raise(c, j, op_is(c->op, OP_cholesky) ? "cholesky" : "linalg.cholesky", text);
}

/* float32, to the size that LAPACK takes without blocks. */
static const struct tensor *cholesky_single(struct call *c, struct chain *k, bool upper)
{
    int64_t n = linalg_size(A(c), 1);
    float *a = in_columns(k, A(c), false), work[LAPACK_CHOLESKY];
    bool ok = a != NULL;
    for (int64_t j = 0; ok && j < linalg_count(A(c)); j++) {
        ok = is_positive(c, j, lapack_cholesky(c->cx, n, a + j * n * n, upper, work));
    }
    return ok ? chain_turned(k, &k->made[k->count - 1]) : NULL;
}

/* Of the lower triangle, or, turned, the upper one. The result has its columns in memory. */
static const struct tensor *cholesky_double(struct call *c, struct chain *k, bool upper)
{
    const struct tensor *in = upper ? chain_turned(k, A(c)) : A(c);
    int64_t n = linalg_size(A(c), 1);
    double *a = in == NULL ? NULL : linalg_doubles(k, in);
    const struct tensor *lower = &k->made[k->count - 1];
    bool ok = a != NULL;
    for (int64_t j = 0; ok && j < linalg_count(in); j++) {
        ok = is_positive(c, j, matrix_cholesky(n, a + j * n * n));
    }
    if (!upper && ok) {
        lower = chain_copy(k, chain_turned(k, lower));
    }
    return ok ? chain_turned(k, lower) : NULL;
}

bool op_cholesky(struct call *c)
{
    scoped_chain k = {.c = c};
    const char *name = op_is(c->op, OP_cholesky) ? "cholesky" : "linalg.cholesky";
    if (!linalg_is_square(c, name) || !linalg_is_float(c, name)) {
        return false;
    }
    bool single = A(c)->dtype == DTYPE_FLOAT32 && linalg_size(A(c), 1) <= LAPACK_CHOLESKY;
    bool upper = c->arg[1].i != 0;
    return linalg_give(c, 0,
                       single ? cholesky_single(c, &k, upper) : cholesky_double(c, &k, upper));
}

/* Q (m, k) and R (k, n); without Q when only R is wanted. */
static bool factor_qr(struct call *c, bool complete, bool only_r)
{
    struct chain k = {.c = c};
    int64_t m = linalg_size(A(c), 2), n = linalg_size(A(c), 1), count = linalg_count(A(c));
    int64_t width = complete || m < n ? m : n;
    double *a = linalg_doubles(&k, A(c));
    const struct tensor *q = a == NULL ? NULL : linalg_batch(&k, A(c), 2, m, width);
    const struct tensor *r = q == NULL ? NULL : linalg_batch(&k, A(c), 2, width, n);
    double *work = r == NULL ? NULL : calloc(counted(m * n + m + n + 1), sizeof *work);
    for (int64_t j = 0; work != NULL && j < count; j++) {
        matrix_qr(m, n, a + j * m * n, width,
                  only_r ? NULL : (double *)tensor_data(q) + j * m * width,
                  (double *)tensor_data(r) + j * width * n, work);
    }
    bool ok = work != NULL || r == NULL || error_memory(c->cx->err);
    if (only_r && ok && r != NULL) {
        ok = tensor_new(c->cx, &c->out[0], A(c)->dtype, 1, &(int64_t){0});
        c->outputs = ok ? 1 : 0;
    } else {
        ok = ok && linalg_give_columns(&k, 0, q);
    }
    ok = ok && linalg_give_columns(&k, 1, r);
    free(work);
    chain_free(&k);
    c->return_type = c->op->name;
    return ok;
}

bool op_qr_mode(struct call *c)
{
    const char *mode = c->arg[1].text;
    bool complete = strcmp(mode, "complete") == 0, only_r = strcmp(mode, "r") == 0;
    if (!linalg_is_matrix(c, "linalg.qr", A(c)) || !linalg_is_float(c, "linalg.qr")) {
        return false;
    }
    if (!complete && !only_r && strcmp(mode, "reduced") != 0) {
        return body_refuse(c,
                           "qr received unrecognized mode '%s' but expected one of 'reduced' "
                           "(default), 'r', or 'complete'",
                           mode);
    }
    return factor_qr(c, complete, only_r);
}

OP_IS(op_qr, linalg_is_matrix(c, "linalg.qr", A(c)) && linalg_is_float(c, "linalg.qr") &&
                 factor_qr(c, c->arg[1].i == 0, false))

/* --- what follows from singular values --- */

/* For every matrix, turned so that it is not wider than high (m >= n): u s, s and v. */
struct singular {
    bool turned;
    int64_t m, n, count;
    double *us, *s, *v;
};

static bool singular_all(struct chain *k, struct singular *sv)
{
    struct call *c = k->c;
    const struct tensor *t = A(c);
    sv->turned = linalg_size(t, 2) < linalg_size(t, 1);
    t = sv->turned ? chain_turned(k, t) : t;
    if (t == NULL) {
        return false;
    }
    sv->m = linalg_size(t, 2);
    sv->n = linalg_size(t, 1);
    sv->count = linalg_count(t);
    sv->us = linalg_doubles(k, t);
    const struct tensor *v = sv->us == NULL ? NULL : linalg_batch(k, t, 2, sv->n, sv->n);
    const struct tensor *s = v == NULL ? NULL : linalg_batch(k, t, 1, sv->n, 0);
    if (s == NULL) {
        return false;
    }
    sv->v = tensor_data(v);
    sv->s = tensor_data(s);
    for (int64_t j = 0; j < sv->count; j++) {
        matrix_singular(sv->m, sv->n, sv->us + j * sv->m * sv->n, sv->s + j * sv->n,
                        sv->v + j * sv->n * sv->n);
    }
    return true;
}

bool op_svdvals(struct call *c)
{
    scoped_chain k = {.c = c};
    struct singular sv;
    if (!linalg_is_matrix(c, "linalg.svd", A(c)) || !linalg_is_float(c, "linalg.svd")) {
        return false;
    }
    bool ok = singular_all(&k, &sv) && linalg_give(c, 0, &k.made[k.count - 1]); /* s, made last */
    return ok;
}

/* v (1 / s) u', without the singular values below the tolerance; or its transpose. */
static void invert(const struct singular *sv, int64_t j, double tolerance, double *out)
{
    const double *us = sv->us + j * sv->m * sv->n, *s = sv->s + j * sv->n;
    const double *v = sv->v + j * sv->n * sv->n;
    for (int64_t r = 0; r < sv->n; r++) {
        for (int64_t i = 0; i < sv->m; i++) {
            double sum = 0;
            for (int64_t k = 0; k < sv->n; k++) {
                if (s[k] > tolerance) {
                    sum += v[r * sv->n + k] * us[i * sv->n + k] / (s[k] * s[k]);
                }
            }
            out[sv->turned ? i * sv->n + r : r * sv->m + i] = sum;
        }
    }
}

/* Singular values of an (m, n) matrix up to this one count as 0. */
static double linalg_cutoff(const struct call *c, enum dtype dtype, int64_t m, int64_t n,
                            double largest)
{
    bool more = c->arg_count > 4; /* NumPy's has no atol and rtol */
    const struct argument *rcond = &c->arg[1], *atol = &c->arg[3], *rtol = &c->arg[4];
    bool has_low = more && !atol->none, has_share = more && !rtol->none;
    double epsilon = dtype == DTYPE_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON;
    double low = has_low ? atol->f : 0, share = has_low ? 0 : epsilon * (double)(m > n ? m : n);
    share = !rcond->none ? rcond->f : has_share ? rtol->f : share;
    return fmax(low, share * largest);
}

bool op_pinv(struct call *c)
{
    scoped_chain k = {.c = c};
    struct singular sv;
    if (A(c)->ndim < 2 || !dtype_is_float(A(c)->dtype)) {
        scoped_buf shape = {.budget = c->in->memory};
        tensor_shape_text(A(c), &shape);
        body_refuse(c,
                    "linalg.pinv(%s{%s}): expected a tensor with 2 or more dimensions of float, "
                    "double, cfloat or cdouble types",
                    dtype_legacy_name(A(c)->dtype), buf_text(&shape));
        return false;
    }
    bool ok = singular_all(&k, &sv);
    const struct tensor *result =
        ok ? linalg_batch(&k, A(c), 2, linalg_size(A(c), 1), linalg_size(A(c), 2)) : NULL;
    for (int64_t j = 0; result != NULL && j < sv.count; j++) {
        double most = sv.n > 0 ? sv.s[j * sv.n] : 0;
        double cutoff = linalg_cutoff(c, A(c)->dtype, sv.m, sv.n, most);
        invert(&sv, j, cutoff, (double *)tensor_data(result) + j * sv.m * sv.n);
    }
    return linalg_give(c, 0, result);
}
