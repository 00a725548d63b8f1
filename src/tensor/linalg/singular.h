/* Computes singular values. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* a (m, n) is spent: a = u s vt with k = min(m, n) values s, largest first; u (m, k) and vt (k, n),
 * or (m, m) and (n, n) when full. work: matrix_svd_work(m, n) doubles. */
int64_t matrix_svd_work(int64_t m, int64_t n);
bool matrix_svd(int64_t m, int64_t n, double epsilon, bool full, double *a, double *s, double *u,
                double *vt, double *work);
