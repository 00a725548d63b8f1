/* Holds one small dense matrix in double, row-major: factorisations and what follows from them. The
 * caller walks over batches and converts. Signs and pivots are LAPACK's, so that factors can be
 * compared. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* a (n, n) becomes L below the diagonal (of ones) and U on and above it, rows exchanged with the
 * largest pivot; row k was exchanged with row pivot[k]. Returns the number, counted from 1, of the
 * first pivot that is 0, or 0. */
int64_t matrix_lu(int64_t n, double *a, int64_t *pivot);
/* sign and log of the absolute determinant; of a 0 pivot: 0 and -inf. */
void matrix_lu_slogdet(int64_t n, const double *lu, const int64_t *pivot, double *sign,
                       double *logabs);
double matrix_lu_det(int64_t n, const double *lu, const int64_t *pivot);
/* b (n, m) becomes x with a x = b. */
void matrix_lu_solve(int64_t n, const double *lu, const int64_t *pivot, int64_t m, double *b);

/* The lower triangle of a becomes L with a = L L', the upper one 0. Returns the order of the first
 * minor that is not positive, or 0. */
int64_t matrix_cholesky(int64_t n, double *a);

/* a (m, n) = q r with q (m, k) orthogonal and r (k, n) upper triangular. k is m, or the smaller of
 * m and n. q may be NULL. work: m * n + m + n doubles. */
void matrix_qr(int64_t m, int64_t n, const double *a, int64_t k, double *q, double *r,
               double *work);

/* a (m, n) with m >= n becomes u s: orthogonal columns, the largest first; s their lengths; v (n,
 * n) with a = u s v'. Signs are not LAPACK's: for what does not depend on them. */
void matrix_singular(int64_t m, int64_t n, double *a, double *s, double *v);

/* In the following, epsilon is that of the type that the matrix came from (2^-52, 2^-23): what is
 * small against it counts as 0. False: no end after many steps. */
