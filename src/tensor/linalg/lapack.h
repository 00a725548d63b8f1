/* Factorises one small dense matrix in float32, in the steps of the LAPACK that PyTorch calls:
 * OpenBLAS on processors with AVX-512, one thread. Matrices lie in columns: cell (i, j) is a[i + j
 * * n]. Nothing here splits a sum by threads. */
#pragma once

#include "tensor/compute/compute.h"

/* getrf: as matrix_lu; work: n * LAPACK_LANES floats. */
enum { LAPACK_LANES = 16 };
int64_t lapack_lu(struct compute *cx, int64_t n, float *a, int64_t *pivot, float *work);
/* getrs: b (n, m), in columns, becomes x with a x = b; turned: with a' x = b. work likewise. */
void lapack_lu_solve(struct compute *cx, int64_t n, const float *lu, const int64_t *pivot,
                     bool turned, int64_t m, float *b, float *work);

/* potrf: a = l l', or u' u where upper; the other triangle becomes 0. Returns what matrix_cholesky
 * does. For n of at most LAPACK_CHOLESKY; work: n floats. */
enum { LAPACK_CHOLESKY = 32 };
int64_t lapack_cholesky(struct compute *cx, int64_t n, float *a, bool upper, float *work);
