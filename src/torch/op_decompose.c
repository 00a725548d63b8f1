/* Decompositions of matrices and batches of them into vectors: singular values, eigenvalues. Each
 * matrix is worked on in double (tensor/matrix.h) and rounded once; what counts as 0 follows from
 * the type of the input, as in LAPACK, whose order and signs these are. */
#include "tensor/matrix.h"
#include "torch/linalg.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define A(c) (&(c)->arg[0].tensor)

static double epsilon_of(const struct tensor *t)
{
    return t->dtype == DTYPE_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON;
}

static double *room(struct call *c, int64_t cells)
{
    double *at = calloc((size_t)cells + 1, sizeof *at);
    if (at == NULL) {
        error_set(c->cx->err, ERROR_MEMORY, "no memory for %lld cells", (long long)cells);
    }
    return at;
}

/* PyTorch 1.13 checks that there is nothing but numbers only where its LAPACK would not end. */
static bool no_end(struct call *c, int64_t element, const char *name)
{
    return linalg_raise(c, element, name,
                        "The algorithm failed to converge because the input matrix is "
                        "ill-conditioned or has too many repeated eigenvalues.");
}

/* --- symmetric --- */

/* One triangle, written over the other. */
static void mirror(int64_t n, double *a, bool upper)
{
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < i; j++) {
            double *low = &a[i * n + j], *high = &a[j * n + i];
            *(upper ? low : high) = upper ? *high : *low;
        }
    }
}

bool op_eigh(struct call *c)
{
    struct chain k = {.c = c};
    const char *half = c->arg[1].text;
    if (!linalg_is_square(c, "linalg.eigh") || !linalg_is_float(c, "linalg.eigh")) {
        return false;
    }
    bool upper = half[0] == 'U' || half[0] == 'u';
    if (strlen(half) != 1 || (!upper && half[0] != 'L' && half[0] != 'l')) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "Expected UPLO argument to be 'L' or 'U', but got %s", half);
    }
    int64_t n = linalg_size(A(c), 1), count = linalg_count(A(c));
    double *a = linalg_doubles(&k, A(c));
    const struct tensor *w = a == NULL ? NULL : linalg_batch(&k, A(c), 1, n, 0);
    const struct tensor *v = w == NULL ? NULL : linalg_batch(&k, A(c), 2, n, n);
    double *work = v == NULL ? NULL : room(c, 5 * n);
    bool ok = work != NULL;
    for (int64_t j = 0; ok && j < count; j++) {
        mirror(n, a + j * n * n, upper);
        ok = matrix_eigh(n, epsilon_of(A(c)), a + j * n * n, (double *)tensor_data(w) + j * n,
                         (double *)tensor_data(v) + j * n * n, work) ||
             no_end(c, j, "linalg.eigh");
    }
    ok = ok && linalg_give(c, 0, w) && linalg_give(c, 1, v);
    free(work);
    chain_free(&k);
    c->return_type = c->op->name;
    return ok;
}

/* --- singular values --- */

bool op_svd(struct call *c)
{
    struct chain k = {.c = c};
    if (!linalg_is_matrix(c, "linalg.svd", A(c)) || !linalg_is_float(c, "linalg.svd")) {
        return false;
    }
    bool full = c->arg[1].i != 0;
    int64_t m = linalg_size(A(c), 2), n = linalg_size(A(c), 1), count = linalg_count(A(c));
    int64_t least = m < n ? m : n, columns = full ? m : least, rows = full ? n : least;
    double *a = linalg_doubles(&k, A(c));
    const struct tensor *u = a == NULL ? NULL : linalg_batch(&k, A(c), 2, m, columns);
    const struct tensor *s = u == NULL ? NULL : linalg_batch(&k, A(c), 1, least, 0);
    const struct tensor *v = s == NULL ? NULL : linalg_batch(&k, A(c), 2, rows, n);
    double *work = v == NULL ? NULL : room(c, matrix_svd_work(m, n));
    bool ok = work != NULL;
    for (int64_t j = 0; ok && j < count; j++) {
        ok = matrix_svd(m, n, epsilon_of(A(c)), full, a + j * m * n,
                        (double *)tensor_data(s) + j * least,
                        (double *)tensor_data(u) + j * m * columns,
                        (double *)tensor_data(v) + j * rows * n, work) ||
             no_end(c, j, "linalg.svd");
    }
    ok = ok && linalg_give(c, 0, u) && linalg_give(c, 1, s) && linalg_give(c, 2, v);
    free(work);
    chain_free(&k);
    c->return_type = c->op->name;
    return ok;
}

/* --- any square matrix --- */

/* Values (..., n, 2) and vectors (..., n, n, 2) of every matrix. */
static bool eigen(struct chain *k, const struct tensor **w, const struct tensor **v)
{
    struct call *c = k->c;
    int64_t n = linalg_size(A(c), 1), count = linalg_count(A(c));
    double *a = linalg_doubles(k, A(c));
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = A(c)->ndim - 2;
    if (a == NULL || !tensor_check_rank(c->cx, ndim + 3)) {
        return false;
    }
    memcpy(shape, A(c)->shape, sizeof shape);
    shape[ndim] = shape[ndim + 1] = n;
    shape[ndim + 2] = 2;
    *v = chain_made(k, tensor_zeros(c->cx, chain_room(k), DTYPE_FLOAT64, ndim + 3, shape));
    *w = *v == NULL ? NULL : linalg_batch(k, A(c), 2, n, 2);
    double *work = *w == NULL ? NULL : room(c, n * n + 7 * n);
    bool ok = work != NULL;
    for (int64_t j = 0; ok && j < count; j++) {
        ok = matrix_eig(n, epsilon_of(A(c)), a + j * n * n, (double *)tensor_data(*w) + j * n * 2,
                        (double *)tensor_data(*v) + j * n * n * 2, work) ||
             no_end(c, j, "linalg.eig");
    }
    free(work);
    return ok;
}

bool linalg_eig_pairs(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *w, *v;
    bool ok = eigen(&k, &w, &v) && linalg_give(c, 0, w) && linalg_give(c, 1, v);
    chain_free(&k);
    return ok;
}

bool op_eig_pairs(struct call *c)
{
    return linalg_is_square(c, "linalg.eig") && linalg_is_float(c, "linalg.eig") &&
           linalg_eig_pairs(c);
}
