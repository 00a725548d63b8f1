/* Computes the singular values and vectors of matrices and batches of them. Each matrix is worked
 * on in double (tensor/linalg/matrix.h) and rounded once; what counts as 0 follows from the type of
 * the input, as in LAPACK; order and signs are LAPACK's too. */
#include "base/counted.h"
#include "tensor/linalg/singular.h"
#include "torch/op/op_linalg.h"
#include "torch/op/op_rows.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static double epsilon_of(const struct tensor *t)
{
    return t->dtype == DTYPE_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON;
}

static double *room(struct call *c, int64_t cells)
{
    double *at = calloc(counted(cells + 1), sizeof *at);
    if (at == NULL) {
        error_memory(c->cx->err);
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
    ok = ok && linalg_give_columns(&k, 0, u) && linalg_give(c, 1, s) &&
         linalg_give_columns(&k, 2, v);
    free(work);
    chain_free(&k);
    c->return_type = c->op->name;
    return ok;
}
