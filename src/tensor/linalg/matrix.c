/* Computes factorisations of one small matrix: LU by rows with the largest pivot, Cholesky, QR by
 * Householder reflections, singular values by one-sided Jacobi rotations. Plain loops in double. */
#include "tensor/linalg/matrix.h"

#include "base/fmath.h"
#include "tensor/linalg/rotation.h"

#include <math.h>
#include <string.h>

/* --- LU --- */

static void exchange(double *a, double *b, int64_t n)
{
    for (int64_t j = 0; j < n; j++) {
        double t = a[j];
        a[j] = b[j];
        b[j] = t;
    }
}

int64_t matrix_lu(int64_t n, double *a, int64_t *pivot)
{
    int64_t zero = 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; i++) {
            best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
        }
        pivot[k] = best;
        if (a[best * n + k] == 0) {
            zero = zero == 0 ? k + 1 : zero;
            continue;
        }
        if (best != k) {
            exchange(a + k * n, a + best * n, n);
        }
        for (int64_t i = k + 1; i < n; i++) {
            double factor = a[i * n + k] /= a[k * n + k];
            for (int64_t j = k + 1; j < n; j++) {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    return zero;
}

static double sign_of_exchanges(int64_t n, const int64_t *pivot)
{
    double sign = 1;
    for (int64_t k = 0; k < n; k++) {
        sign = pivot[k] != k ? -sign : sign;
    }
    return sign;
}

double matrix_lu_det(int64_t n, const double *lu, const int64_t *pivot)
{
    double det = sign_of_exchanges(n, pivot);
    for (int64_t k = 0; k < n; k++) {
        det *= lu[k * n + k];
    }
    return det;
}

void matrix_lu_slogdet(int64_t n, const double *lu, const int64_t *pivot, double *sign,
                       double *logabs)
{
    *sign = sign_of_exchanges(n, pivot);
    *logabs = 0;
    for (int64_t k = 0; k < n; k++) {
        double d = lu[k * n + k];
        *sign *= d > 0 ? 1 : d < 0 ? -1 : d == 0 ? 0 : d;
        *logabs += fmath_log(fabs(d));
    }
}

void matrix_lu_solve(int64_t n, const double *lu, const int64_t *pivot, int64_t m, double *b)
{
    for (int64_t k = 0; k < n; k++) {
        if (pivot[k] != k) {
            exchange(b + k * m, b + pivot[k] * m, m);
        }
    }
    for (int64_t i = 0; i < n; i++) {
        for (int64_t k = 0; k < i; k++) {
            for (int64_t j = 0; j < m; j++) {
                b[i * m + j] -= lu[i * n + k] * b[k * m + j];
            }
        }
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        for (int64_t j = 0; j < m; j++) {
            for (int64_t k = i + 1; k < n; k++) {
                b[i * m + j] -= lu[i * n + k] * b[k * m + j];
            }
            b[i * m + j] /= lu[i * n + i];
        }
    }
}

/* --- Cholesky --- */

int64_t matrix_cholesky(int64_t n, double *a)
{
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (int64_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            if (i == j && !(sum > 0)) {
                return j + 1;
            }
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
        for (int64_t k = j + 1; k < n; k++) {
            a[j * n + k] = 0;
        }
    }
    return 0;
}

/* --- QR --- */

/* The reflection 1 - tau v v' that turns column j, from row j down, onto the axis; v[j] is 1. A
 * column that lies there already is left alone, whatever its sign (dlarfg). */
static double reflect(int64_t m, int64_t n, double *a, int64_t j, double *v)
{
    double rest = 0, largest = 0;
    for (int64_t i = j; i < m; i++) {
        largest = fmax(largest, fabs(a[i * n + j]));
    }
    double unit = unit_of(largest), top = a[j * n + j] / unit;
    for (int64_t i = j + 1; i < m; i++) {
        rest += a[i * n + j] / unit * (a[i * n + j] / unit);
    }
    memset(v, 0, (size_t)m * sizeof *v);
    v[j] = 1;
    if (rest == 0) {
        return 0;
    }
    double length = sqrt(top * top + rest), beta = top >= 0 ? -length : length;
    for (int64_t i = j + 1; i < m; i++) {
        v[i] = a[i * n + j] / unit / (top - beta);
    }
    return (beta - top) / beta;
}

/* a (m, n), from column `from` on: a - tau v (v' a), rows from j down. */
static void apply(int64_t m, int64_t n, double *a, int64_t j, int64_t from, double tau,
                  const double *v)
{
    for (int64_t c = from; c < n && tau != 0; c++) {
        double sum = 0;
        for (int64_t i = j; i < m; i++) {
            sum += v[i] * a[i * n + c];
        }
        for (int64_t i = j; i < m; i++) {
            a[i * n + c] -= tau * sum * v[i];
        }
    }
}

void matrix_qr(int64_t m, int64_t n, const double *a, int64_t k, double *q, double *r, double *work)
{
    int64_t steps = m < n ? m : n;
    double *w = work, *v = work + m * n, *tau = v + m;
    memcpy(w, a, (size_t)(m * n) * sizeof *w);
    for (int64_t j = 0; j < steps; j++) { /* v stays below the diagonal */
        tau[j] = reflect(m, n, w, j, v);
        apply(m, n, w, j, j, tau[j], v);
        for (int64_t i = j + 1; i < m; i++) {
            w[i * n + j] = v[i];
        }
    }
    for (int64_t i = 0; i < k; i++) {
        for (int64_t j = 0; j < n; j++) {
            r[i * n + j] = j >= i ? w[i * n + j] : 0;
        }
    }
    if (q == NULL) {
        return;
    }
    for (int64_t i = 0; i < m * k; i++) {
        q[i] = i / k == i % k ? 1 : 0;
    }
    for (int64_t j = steps - 1; j >= 0; j--) {
        memset(v, 0, (size_t)m * sizeof *v);
        v[j] = 1;
        for (int64_t i = j + 1; i < m; i++) {
            v[i] = w[i * n + j];
        }
        apply(m, k, q, j, 0, tau[j], v);
    }
}

/* --- singular values --- */

static double column_dot(int64_t m, int64_t n, const double *a, int64_t p, int64_t q)
{
    double sum = 0;
    for (int64_t i = 0; i < m; i++) {
        sum += a[i * n + p] * a[i * n + q];
    }
    return sum;
}

static void rotate(int64_t rows, int64_t n, double *a, int64_t p, int64_t q, double c, double s)
{
    for (int64_t i = 0; i < rows; i++) {
        double x = a[i * n + p], y = a[i * n + q];
        a[i * n + p] = c * x - s * y;
        a[i * n + q] = s * x + c * y;
    }
}

/* Makes every pair of columns orthogonal; whether there was anything to do. */
static bool sweep(int64_t m, int64_t n, double *a, double *v)
{
    bool turned = false;
    for (int64_t p = 0; p < n; p++) {
        for (int64_t q = p + 1; q < n; q++) {
            double x = column_dot(m, n, a, p, p), y = column_dot(m, n, a, q, q);
            double xy = column_dot(m, n, a, p, q);
            if (fabs(xy) <= 1e-15 * sqrt(x * y)) {
                continue;
            }
            double zeta = (y - x) / (2 * xy);
            double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
            double c = 1 / sqrt(1 + t * t);
            rotate(m, n, a, p, q, c, c * t);
            rotate(n, n, v, p, q, c, c * t);
            turned = true;
        }
    }
    return turned;
}

static void swap_columns(int64_t rows, int64_t n, double *a, int64_t p, int64_t q)
{
    for (int64_t i = 0; i < rows; i++) {
        double t = a[i * n + p];
        a[i * n + p] = a[i * n + q];
        a[i * n + q] = t;
    }
}

void matrix_singular(int64_t m, int64_t n, double *a, double *s, double *v)
{
    for (int64_t i = 0; i < n * n; i++) {
        v[i] = i / n == i % n ? 1 : 0;
    }
    double largest = 0;
    for (int64_t i = 0; i < m * n; i++) {
        largest = fmax(largest, fabs(a[i]));
    }
    double unit = unit_of(largest);
    for (int64_t i = 0; i < m * n && unit != 1; i++) {
        a[i] /= unit;
    }
    for (int round = 0; round < 60 && sweep(m, n, a, v); round++) {
    }
    for (int64_t j = 0; j < n; j++) {
        s[j] = sqrt(column_dot(m, n, a, j, j)) * unit;
    }
    for (int64_t i = 0; i < m * n && unit != 1; i++) {
        a[i] *= unit;
    }
    for (int64_t j = 0; j < n; j++) {
        int64_t best = j;
        for (int64_t k = j + 1; k < n; k++) {
            best = s[k] > s[best] ? k : best;
        }
        if (best != j) {
            double t = s[j];
            s[j] = s[best];
            s[best] = t;
            swap_columns(m, n, a, j, best);
            swap_columns(n, n, v, j, best);
        }
    }
}
