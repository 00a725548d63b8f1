/* Square matrices: powers, determinant, inverse, systems of equations; small ones, in double. */
#include "tensor/factory.h"
#include "tensor/matmul.h"
#include "torch/op_bodies.h"

#include <math.h>

#define A(c) (&(c)->arg[0].tensor)
#define B(c) (&(c)->arg[1].tensor)

/* By squaring, as PyTorch does. */
bool op_matrix_power(struct call *c)
{
    struct chain k = {.c = c};
    int64_t n = c->arg[1].i;
    const struct tensor *result = NULL, *square = A(c);
    bool ok = true;
    int last = A(c)->ndim - 1;
    if (last < 1 || A(c)->shape[last] != A(c)->shape[last - 1]) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "linalg.matrix_power: A must be batches of square matrices");
    }
    if (n < 0 || (n == 0 && last > 1) || n > 63) {
        return raise_unsupported(c->in, "matrix_power with the exponent %lld is not supported",
                                 (long long)n);
    }
    if (n == 0) {
        return body_one(c, factory_eye(c->cx, &c->out[0], A(c)->dtype, A(c)->shape[0],
                                       A(c)->shape[0]));
    }
    for (; n > 0 && ok; n /= 2) {
        if (n % 2 != 0) {
            result = result == NULL
                         ? square
                         : chain_made(&k, matmul_matmul(c->cx, chain_room(&k), result, square));
            ok = result != NULL;
        }
        if (n > 1 && ok) {
            square = chain_made(&k, matmul_matmul(c->cx, chain_room(&k), square, square));
            ok = square != NULL;
        }
    }
    if (c->arg[1].i == 1) {
        c->backward = "CloneBackward0";
        return body_one(c, tensor_clone(c->cx, &c->out[0], A(c)));
    }
    return chain_end(&k, ok ? result : NULL);
}

/* Triangular form by rows with the largest pivot, in double: returns the determinant. `right` has
 * n rows too (the identity, to become the inverse) or is NULL. */
static double eliminate(int64_t n, double *m, double *right)
{
    double det = 1;
    for (int64_t j = 0; j < n; j++) {
        int64_t pivot = j;
        for (int64_t r = j + 1; r < n; r++) {
            pivot = fabs(m[r * n + j]) > fabs(m[pivot * n + j]) ? r : pivot;
        }
        if (m[pivot * n + j] == 0) {
            return 0;
        }
        det *= pivot == j ? m[j * n + j] : -m[pivot * n + j];
        for (int64_t k = 0; k < n && pivot != j; k++) {
            double t = m[j * n + k];
            m[j * n + k] = m[pivot * n + k];
            m[pivot * n + k] = t;
            if (right != NULL) {
                t = right[j * n + k];
                right[j * n + k] = right[pivot * n + k];
                right[pivot * n + k] = t;
            }
        }
        for (int64_t r = right != NULL ? 0 : j + 1; r < n; r++) {
            double f = r == j ? 0 : m[r * n + j] / m[j * n + j];
            for (int64_t k = 0; k < n && r != j; k++) {
                m[r * n + k] -= f * m[j * n + k];
                if (right != NULL) {
                    right[r * n + k] -= f * right[j * n + k];
                }
            }
        }
    }
    for (int64_t r = 0; right != NULL && r < n; r++) {
        for (int64_t k = 0; k < n; k++) {
            right[r * n + k] /= m[r * n + r];
        }
    }
    return det;
}

static bool square_matrix(struct call *c, const char *name)
{
    if (A(c)->ndim < 2 || A(c)->shape[A(c)->ndim - 1] != A(c)->shape[A(c)->ndim - 2]) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "%s: A must be batches of square matrices, but they are %lld by %lld "
                         "matrices",
                         name, (long long)(A(c)->ndim < 2 ? 0 : A(c)->shape[A(c)->ndim - 2]),
                         (long long)(A(c)->ndim < 1 ? 0 : A(c)->shape[A(c)->ndim - 1]));
    }
    return A(c)->ndim == 2 ||
           raise_unsupported(c->in, "%s of a batch of matrices is not supported", name);
}

bool op_det(struct call *c)
{
    struct chain k = {.c = c};
    if (!square_matrix(c, "linalg.det")) {
        return false;
    }
    const struct tensor *copy = chain_made(&k, tensor_copy(c->cx, chain_room(&k), A(c)));
    const struct tensor *m =
        copy == NULL ? NULL
                     : chain_made(&k, tensor_cast(c->cx, chain_room(&k), copy, DTYPE_FLOAT64));
    bool ok = m != NULL &&
              body_one(c, tensor_from_double(c->cx, &c->out[0], A(c)->dtype,
                                             eliminate(A(c)->shape[0], tensor_data(m), NULL),
                                             false));
    chain_free(&k);
    return ok;
}

bool op_inverse(struct call *c)
{
    struct chain k = {.c = c};
    if (!square_matrix(c, "linalg.inv")) {
        return false;
    }
    int64_t n = A(c)->shape[0];
    const struct tensor *copy = chain_made(&k, tensor_copy(c->cx, chain_room(&k), A(c)));
    const struct tensor *m =
        copy == NULL ? NULL
                     : chain_made(&k, tensor_cast(c->cx, chain_room(&k), copy, DTYPE_FLOAT64));
    const struct tensor *right =
        m == NULL ? NULL : chain_made(&k, factory_eye(c->cx, chain_room(&k), DTYPE_FLOAT64, n, n));
    bool ok = right != NULL;
    if (ok && eliminate(n, tensor_data(m), tensor_data(right)) == 0) {
        ok = error_set(c->cx->err, ERROR_RUNTIME,
                       "linalg.inv: The diagonal element %lld is zero, the inversion could not be "
                       "completed because the input matrix is singular.",
                       (long long)n);
    }
    ok = ok && body_one(c, tensor_cast(c->cx, &c->out[0], right, A(c)->dtype));
    chain_free(&k);
    return ok;
}

/* x with A x = B, by the inverse. */
bool op_solve(struct call *c)
{
    struct tensor inverse, wide;
    if (!op_inverse(c)) {
        return false;
    }
    inverse = c->out[0];
    c->out[0] = (struct tensor){0};
    c->outputs = 0;
    bool ok = tensor_cast(c->cx, &wide, B(c), A(c)->dtype);
    if (ok) {
        ok = body_one(c, matmul_matmul(c->cx, &c->out[0], &inverse, &wide));
        tensor_release(&wide);
    }
    tensor_release(&inverse);
    return ok;
}
