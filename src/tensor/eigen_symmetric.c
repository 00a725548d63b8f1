/* Eigenvalues and eigenvectors of one symmetric matrix: reflections make it tridiagonal, then
 * implicit QL or QR steps make it diagonal (Golub and Van Loan, chapter 8). The order of the steps
 * is that of LAPACK's dsyevd for small matrices, so the signs of the vectors are its signs. */
#include "tensor/matrix.h"
#include "tensor/rotation.h"

#include <stdbool.h>

#define TINY 2.2250738585072014e-308

struct tridiagonal {
    int64_t n;
    double *d, *e; /* the diagonal, and what stands below it */
    double *q;     /* (n, n): the vectors, turned with every step */
    double *c, *s; /* the rotations of one step */
    double epsilon;
};

/* a (n, n), of which the lower triangle is read, becomes q' a q with diagonal d and e. */
static void reduce(struct tridiagonal *t, double *a)
{
    int64_t n = t->n;
    double *tau = t->c, *w = t->s;
    for (int64_t i = 0; i + 1 < n; i++) {
        int64_t rest = n - i - 1;
        double *v = a + (i + 1) * n + i, *block = a + (i + 1) * n + i + 1, dot = 0;
        tau[i] = reflection_of(rest, v, n);
        t->e[i] = v[0];
        v[0] = 1;
        for (int64_t r = 0; r < rest && tau[i] != 0; r++) {
            w[r] = 0;
            for (int64_t k = 0; k < rest; k++) {
                w[r] += tau[i] * (r >= k ? block[r * n + k] : block[k * n + r]) * v[k * n];
            }
            dot += w[r] * v[r * n];
        }
        for (int64_t r = 0; r < rest && tau[i] != 0; r++) {
            w[r] -= 0.5 * tau[i] * dot * v[r * n];
        }
        for (int64_t r = 0; r < rest && tau[i] != 0; r++) {
            for (int64_t k = 0; k <= r; k++) {
                block[r * n + k] -= v[r * n] * w[k] + w[r] * v[k * n];
            }
        }
        t->d[i] = a[i * n + i];
    }
    t->d[n - 1] = a[n * n - 1];
    for (int64_t i = 0; i < n * n; i++) {
        t->q[i] = i / n == i % n ? 1 : 0;
    }
}

/* The vectors of the tridiagonal matrix become those of a: the reflections are applied to them. */
static void turn_back(const struct tridiagonal *t, const double *a, const double *tau)
{
    int64_t n = t->n;
    for (int64_t i = n - 2; i >= 0; i--) {
        reflection_apply(n, n - i - 1, t->q + (i + 1) * n, 1, n, tau[i], a + (i + 1) * n + i, n);
    }
}

/* Eigenvalues of [[a, b], [b, c]], the one of larger size first, and (cs, sn), the first's vector.
 */
static void two_by_two(double a, double b, double c, double *rt1, double *rt2, double *cs,
                       double *sn)
{
    double sum = a + c, difference = a - c, size = fabs(difference), twice = fabs(b + b);
    double large = fabs(a) > fabs(c) ? a : c, small = fabs(a) > fabs(c) ? c : a;
    double root = sqrt(size * size + twice * twice);
    int sign1 = sum < 0 ? -1 : 1, sign2 = difference >= 0 ? 1 : -1;
    *rt1 = sum == 0 ? 0.5 * root : 0.5 * (sum + sign1 * root);
    *rt2 = sum == 0 ? -0.5 * root : large / *rt1 * small - b / *rt1 * b;
    double top = difference + sign2 * root;
    if (fabs(top) > twice) {
        double ratio = -(b + b) / top;
        *sn = 1 / sqrt(1 + ratio * ratio);
        *cs = ratio * *sn;
    } else if (twice == 0) {
        *cs = 1;
        *sn = 0;
    } else {
        double ratio = -top / (b + b);
        *cs = 1 / sqrt(1 + ratio * ratio);
        *sn = ratio * *cs;
    }
    if (sign1 == sign2) {
        double t = *cs;
        *cs = -*sn;
        *sn = t;
    }
}

static bool negligible(const struct tridiagonal *t, int64_t k) /* e[k], between d[k] and d[k + 1] */
{
    double epsilon = t->epsilon, e = fabs(t->e[k]);
    return e * e <= epsilon * epsilon * fabs(t->d[k]) * fabs(t->d[k + 1]) + TINY;
}

/* One implicit step on the cells from l to m, seen from l: `way` is 1 for QL (m > l), -1 for QR. */
static void step(struct tridiagonal *t, int64_t l, int64_t m, int way)
{
    double *d = t->d, *e = t->e, p = d[l], s = 1, c = 1;
    int64_t below = way > 0 ? 0 : -1; /* e of k and its neighbour l + way: e[min] */
    double first = e[l + below], g = (d[l + way] - p) / (2 * first);
    double r = sqrt(g * g + 1);
    g = d[m] - p + first / (g + copysign(r, g));
    p = 0;
    for (int64_t i = m - way; way > 0 ? i >= l : i <= l; i -= way) {
        int64_t edge = i + below, before = edge + way; /* between i and i + way, and the one done */
        double f = s * e[edge], b = c * e[edge];
        r = rotation_of(g, f, &c, &s);
        if (i != m - way) {
            e[before] = r;
        }
        g = d[i + way] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + way] = g + p;
        g = c * r - b;
        t->c[edge] = c;
        t->s[edge] = way > 0 ? -s : s;
    }
    int64_t low = way > 0 ? l : m, high = way > 0 ? m : l;
    rotation_chain(high - low + 1, t->n, t->q + low, 1, t->n, t->c + low, t->s + low, way < 0);
    d[l] -= p;
    e[l + below] = g;
}

/* The block from l to end, which has no 0 between them, becomes diagonal. False: no end in sight.
 */
static bool block(struct tridiagonal *t, int64_t l, int64_t end, int64_t *left)
{
    if (fabs(t->d[end]) < fabs(t->d[l])) {
        int64_t other = l;
        l = end;
        end = other;
    }
    int way = end >= l ? 1 : -1;
    int64_t below = way > 0 ? 0 : -1;
    while (way > 0 ? l <= end : l >= end) {
        int64_t m = l;
        while (m != end && !negligible(t, m + below)) {
            m += way;
        }
        if (m != end) {
            t->e[m + below] = 0;
        }
        if (m == l) {
            l += way;
        } else if (m == l + way) {
            int64_t low = way > 0 ? l : m;
            double rt1, rt2, c, s;
            two_by_two(t->d[low], t->e[low], t->d[low + 1], &rt1, &rt2, &c, &s);
            rotation_apply(t->n, t->q + low, t->q + low + 1, t->n, c, s);
            t->d[low] = rt1;
            t->d[low + 1] = rt2;
            t->e[low] = 0;
            l += 2 * way;
        } else if ((*left)-- == 0) {
            return false;
        } else {
            step(t, l, m, way);
        }
    }
    return true;
}

/* Smallest first: each place takes the smallest of what follows. */
static void order(const struct tridiagonal *t)
{
    for (int64_t i = 0; i + 1 < t->n; i++) {
        int64_t best = i;
        for (int64_t j = i + 1; j < t->n; j++) {
            best = t->d[j] < t->d[best] ? j : best;
        }
        double value = t->d[best];
        t->d[best] = t->d[i];
        t->d[i] = value;
        for (int64_t r = 0; r < t->n && best != i; r++) {
            double cell = t->q[r * t->n + i];
            t->q[r * t->n + i] = t->q[r * t->n + best];
            t->q[r * t->n + best] = cell;
        }
    }
}

bool matrix_eigh(int64_t n, double epsilon, double *a, double *w, double *v, double *work)
{
    struct tridiagonal t = {.n = n, .d = w, .e = work, .q = v, .epsilon = epsilon / 2};
    double *tau = work + n;
    int64_t left = 30 * n;
    t.c = tau;
    t.s = work + 2 * n;
    if (n == 0) {
        return true;
    }
    reduce(&t, a);
    t.c = work + 3 * n;
    for (int64_t l = 0; l < n;) {
        int64_t m = l;
        while (m + 1 < n && fabs(t.e[m]) > sqrt(fabs(w[m])) * sqrt(fabs(w[m + 1])) * t.epsilon) {
            m++;
        }
        if (m + 1 < n) {
            t.e[m] = 0;
        }
        if (m != l && !block(&t, l, m, &left)) {
            return false;
        }
        l = m + 1;
    }
    order(&t);
    turn_back(&t, a, tau);
    return true;
}
