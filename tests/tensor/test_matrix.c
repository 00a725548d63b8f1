/* Tests factorisations of small matrices by multiplying them out again, and their signs against
 * LAPACK's. */
#include "expect.h"
#include "tensor/linalg/matrix.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_matrix(void);

enum { MOST = 8 };

/* Numbers between -1 and 1 that look drawn; the same ones for the same seed. */
static void fill(double *a, int64_t count, unsigned seed)
{
    for (int64_t k = 0; k < count; k++) {
        seed = seed * 1103515245u + 12345u;
        a[k] = (double)(seed >> 16 & 0x7fffu) / 16384.0 - 1.0;
    }
}

/* The largest difference of x (m, k) times y (k, n) from a (m, n). */
static double off(int64_t m, int64_t k, int64_t n, const double *x, const double *y,
                  const double *a)
{
    double most = 0;
    for (int64_t i = 0; i < m * n; i++) {
        double sum = 0;
        for (int64_t j = 0; j < k; j++) {
            sum += x[i / n * k + j] * y[j * n + i % n];
        }
        most = fmax(most, fabs(sum - a[i]));
    }
    return most;
}

static const int64_t sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {5, 3}, {3, 5}, {8, 8}, {1, 4}, {4, 1}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

START_TEST(qr_multiplies_out)
{
    double a[MOST * MOST], q[MOST * MOST], r[MOST * MOST], work[MOST * MOST + 2 * MOST];
    double turned[MOST * MOST], one[MOST * MOST] = {0};
    int64_t m = sizes[_i][0], n = sizes[_i][1];
    fill(a, m * n, 7u + (unsigned)_i);
    for (int complete = 0; complete < 2; complete++) {
        int64_t k = complete || m < n ? m : n;
        matrix_qr(m, n, a, k, q, r, work);
        EXPECT(off(m, k, n, q, r, a) < 1e-14, "q r is %g away from a", off(m, k, n, q, r, a));
        for (int64_t i = 0; i < m * k; i++) {
            turned[i % k * m + i / k] = q[i];
        }
        memset(one, 0, sizeof one);
        for (int64_t i = 0; i < k; i++) {
            one[i * k + i] = 1;
        }
        EXPECT(off(k, m, k, turned, q, one) < 1e-14, "q' q is not the identity");
        for (int64_t i = 0; i < k * n; i++) {
            EXPECT(i % n >= i / n || r[i] == 0, "r has a cell below the diagonal");
        }
    }
    /* dgeqrf: the diagonal of R has the sign against the column, unless nothing is to reflect */
    bool reflected = m > 1;
    EXPECT(reflected ? r[0] * a[0] < 0 : r[0] == a[0], "R[0, 0] = %g for a[0, 0] = %g", r[0], a[0]);
}
END_TEST

START_TEST(lu_solves)
{
    double a[MOST * MOST], lu[MOST * MOST], b[MOST * 2] = {0}, x[MOST * 2];
    int64_t pivot[MOST], n = 1 + _i;
    fill(a, n * n, 3u + (unsigned)_i);
    fill(b, n * 2, 99u);
    memcpy(lu, a, sizeof lu);
    memcpy(x, b, sizeof x);
    EXPECT(matrix_lu(n, lu, pivot) == 0, "a matrix of size %d is singular", (int)n);
    matrix_lu_solve(n, lu, pivot, 2, x);
    EXPECT(off(n, n, 2, a, x, b) < 1e-11, "a x is %g away from b", off(n, n, 2, a, x, b));
    double sign, size, det = matrix_lu_det(n, lu, pivot);
    matrix_lu_slogdet(n, lu, pivot, &sign, &size);
    EXPECT(fabs(sign * exp(size) - det) <= 1e-12 * fabs(det), "the determinants differ");
}
END_TEST

START_TEST(lu_knows_singular)
{
    double a[4] = {1, 2, 2, 4}, b[9] = {0};
    int64_t pivot[3];
    double sign, size;
    ck_assert_int_eq((int)matrix_lu(2, a, pivot), 2);
    ck_assert_int_eq((int)matrix_lu(3, b, pivot), 1);
    EXPECT(matrix_lu_det(3, b, pivot) == 0, "the determinant of 0 is not 0");
    matrix_lu_slogdet(3, b, pivot, &sign, &size);
    EXPECT(sign == 0 && size == -INFINITY, "sign %g, size %g", sign, size);
}
END_TEST

START_TEST(cholesky_multiplies_out)
{
    double half[MOST * MOST], a[MOST * MOST], l[MOST * MOST], turned[MOST * MOST];
    int64_t n = 1 + _i;
    fill(half, n * n, 11u + (unsigned)_i);
    for (int64_t i = 0; i < n * n; i++) {
        double sum = i / n == i % n ? 1 : 0;
        for (int64_t k = 0; k < n; k++) {
            sum += half[i / n * n + k] * half[i % n * n + k];
        }
        a[i] = l[i] = sum;
    }
    ck_assert_int_eq((int)matrix_cholesky(n, l), 0);
    for (int64_t i = 0; i < n * n; i++) {
        turned[i % n * n + i / n] = l[i];
        EXPECT(i % n <= i / n || l[i] == 0, "L has a cell above the diagonal");
    }
    EXPECT(off(n, n, n, l, turned, a) < 1e-13, "L L' is not a");
    a[n * n - 1] = -1;
    ck_assert_int_eq((int)matrix_cholesky(n, a), (int)n);
}
END_TEST

START_TEST(singular_multiplies_out)
{
    double a[MOST * MOST], us[MOST * MOST], v[MOST * MOST], s[MOST], turned[MOST * MOST];
    int64_t m = sizes[_i][0], n = sizes[_i][1];
    if (m < n) {
        return;
    }
    fill(a, m * n, 23u + (unsigned)_i);
    memcpy(us, a, sizeof us);
    matrix_singular(m, n, us, s, v);
    for (int64_t i = 0; i < n * n; i++) {
        turned[i % n * n + i / n] = v[i];
    }
    EXPECT(off(m, n, n, us, turned, a) < 1e-14, "u s v' is not a");
    for (int64_t k = 1; k < n; k++) {
        EXPECT(s[k] <= s[k - 1] && s[k] >= 0, "singular values are not in order");
    }
}
END_TEST

Suite *suite_matrix(void)
{
    Suite *s = suite_create("matrix");
    TCase *c = tcase_create("matrix");
    tcase_add_loop_test(c, qr_multiplies_out, 0, SIZES);
    tcase_add_loop_test(c, lu_solves, 0, MOST);
    tcase_add_test(c, lu_knows_singular);
    tcase_add_loop_test(c, cholesky_multiplies_out, 0, MOST);
    tcase_add_loop_test(c, singular_multiplies_out, 0, SIZES);
    suite_add_tcase(s, c);
    return s;
}
