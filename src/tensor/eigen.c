/* Eigenvalues and eigenvectors of one square matrix: balanced, then made Hessenberg by reflections,
 * then triangular but for blocks of two by the implicit double QR step (Golub and Van Loan, chapter
 * 7), from which the vectors are solved. The order of the steps is that of LAPACK's dgeev for small
 * matrices, so values come in its order and vectors with its signs. */
#include "tensor/matrix.h"
#include "tensor/rotation.h"

#include <stdbool.h>
#include <string.h>

#define TINY 2.2250738585072014e-308

struct hessenberg {
    int64_t n, low, high; /* rows and columns low .. high are not triangular yet */
    double *h, *z;        /* (n, n) each: what becomes triangular, and its vectors */
    double *re, *im;
    double *scale; /* of balancing: a row exchanged, or a factor */
    double epsilon;
};

#define H(i, j) t->h[(i)*t->n + (j)]

/* --- balancing --- */

static void swap_lines(struct hessenberg *t, int64_t a, int64_t b)
{
    for (int64_t k = 0; k < t->n && a != b; k++) {
        double cell = H(k, a);
        H(k, a) = H(k, b);
        H(k, b) = cell;
    }
    for (int64_t k = 0; k < t->n && a != b; k++) {
        double cell = H(a, k);
        H(a, k) = H(b, k);
        H(b, k) = cell;
    }
}

/* Whether line j is 0 between low and high, but for the diagonal. */
static bool stands_alone(const struct hessenberg *t, int64_t j, bool row)
{
    for (int64_t k = t->low; k <= t->high; k++) {
        if (k != j && (row ? H(j, k) : H(k, j)) != 0) {
            return false;
        }
    }
    return true;
}

/* Rows with an eigenvalue of their own go down, columns with one go left. */
static void set_aside(struct hessenberg *t)
{
    for (bool row = true;; row = false) {
        for (int64_t j = row ? t->high : t->low; row ? j >= 0 : j <= t->high;) {
            if (!stands_alone(t, j, row)) {
                j += row ? -1 : 1;
                continue;
            }
            int64_t to = row ? t->high : t->low;
            t->scale[to] = (double)j;
            swap_lines(t, j, to);
            if (row && t->high == 0) {
                return;
            }
            *(row ? &t->high : &t->low) += row ? -1 : 1;
            j = row ? t->high : t->low;
        }
        if (!row) {
            return;
        }
    }
}

static double line_length(const struct hessenberg *t, int64_t i, bool row)
{
    double sum = 0;
    for (int64_t k = t->low; k <= t->high; k++) {
        double cell = row ? H(i, k) : H(k, i);
        sum += cell * cell;
    }
    return sqrt(sum);
}

/* Powers of 2 that make each row about as long as its column. */
static void even_out(struct hessenberg *t)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int64_t i = t->low; i <= t->high; i++) {
            double c = line_length(t, i, false), r = line_length(t, i, true), f = 1, s = c + r;
            if (c == 0 || r == 0) {
                continue;
            }
            for (; c < r / 2 && f < 1e100; f *= 2, c *= 2, r /= 2) {
            }
            for (; c / 2 >= r && f > 1e-100; f /= 2, c /= 2, r *= 2) {
            }
            if (c + r >= 0.95 * s) {
                continue;
            }
            changed = true;
            t->scale[i] *= f;
            for (int64_t k = 0; k < t->n; k++) {
                H(i, k) /= f;
            }
            for (int64_t k = 0; k < t->n; k++) {
                H(k, i) *= f;
            }
        }
    }
}

/* --- to Hessenberg form: z becomes the product of the reflections --- */

static void reduce(struct hessenberg *t, double *tau)
{
    int64_t n = t->n, high = t->high;
    for (int64_t i = t->low; i < high; i++) {
        int64_t rest = high - i;
        double *v = &H(i + 1, i);
        tau[i] = reflection_of(rest, v, n);
        reflection_apply(high + 1, rest, t->h + i + 1, n, 1, tau[i], v, n);
        reflection_apply(n - i - 1, rest, &H(i + 1, i + 1), 1, n, tau[i], v, n);
    }
    for (int64_t i = 0; i < n * n; i++) {
        t->z[i] = i / n == i % n ? 1 : 0;
    }
    for (int64_t i = high - 1; i >= t->low; i--) {
        reflection_apply(n, high - i, t->z + (i + 1) * n, 1, n, tau[i], &H(i + 1, i), n);
        for (int64_t k = i + 2; k <= high; k++) {
            H(k, i) = 0;
        }
    }
}

/* --- to triangular form --- */

/* Turns [[a, b], [c, d]] into a triangle, or into equal diagonal cells for a complex pair. */
static void standardise(double *cell[4], double epsilon, double *cs, double *sn)
{
    double a = *cell[0], b = *cell[1], c = *cell[2], d = *cell[3];
    *cs = 1;
    *sn = 0;
    if (c == 0) {
        return;
    }
    if (b == 0) {
        *cs = 0;
        *sn = 1;
        double swapped = d;
        d = a;
        a = swapped;
        b = -c;
        c = 0;
    } else if (a - d != 0 || signbit(b) == signbit(c)) {
        double difference = a - d, p = 0.5 * difference, most = fmax(fabs(b), fabs(c));
        double least = fmin(fabs(b), fabs(c)) * copysign(1, b) * copysign(1, c);
        double size = fmax(fabs(p), most), z = p / size * p + most / size * least;
        if (z >= 4 * epsilon) { /* two real eigenvalues */
            z = p + copysign(sqrt(size) * sqrt(z), p);
            a = d + z;
            d -= most / z * least;
            double length = sqrt(c * c + z * z);
            *cs = z / length;
            *sn = c / length;
            b -= c;
            c = 0;
        } else { /* complex, or nearly equal */
            double sigma = b + c, length = sqrt(sigma * sigma + difference * difference);
            *cs = sqrt(0.5 * (1 + fabs(sigma) / length));
            *sn = -(p / (length * *cs)) * copysign(1, sigma);
            double aa = a * *cs + b * *sn, bb = -a * *sn + b * *cs;
            double cc = c * *cs + d * *sn, dd = -c * *sn + d * *cs;
            a = aa * *cs + cc * *sn;
            b = bb * *cs + dd * *sn;
            c = -aa * *sn + cc * *cs;
            d = -bb * *sn + dd * *cs;
            double middle = 0.5 * (a + d);
            a = d = middle;
            if (c != 0 && b == 0) {
                b = -c;
                c = 0;
                double old = *cs;
                *cs = -*sn;
                *sn = old;
            } else if (c != 0 && signbit(b) == signbit(c)) { /* real after all */
                double sab = sqrt(fabs(b)), sac = sqrt(fabs(c)), q = copysign(sab * sac, c);
                double share = 1 / sqrt(fabs(b + c)), old = *cs;
                a = middle + q;
                d = middle - q;
                b -= c;
                c = 0;
                *cs = old * sab * share - *sn * sac * share;
                *sn = old * sac * share + *sn * sab * share;
            }
        }
    }
    *cell[0] = a;
    *cell[1] = b;
    *cell[2] = c;
    *cell[3] = d;
}

/* The lowest row of the block that ends at i: above it stands a cell that is as good as 0. */
static int64_t block_start(const struct hessenberg *t, int64_t i)
{
    double small = TINY * ((double)(t->high - t->low + 1) / t->epsilon);
    int64_t k = i;
    for (; k > t->low; k--) {
        double below = fabs(H(k, k - 1)), above = fabs(H(k - 1, k));
        if (below <= small) {
            break;
        }
        double sum = fabs(H(k - 1, k - 1)) + fabs(H(k, k));
        if (sum == 0) {
            sum += k - 2 >= t->low ? fabs(H(k - 1, k - 2)) : 0;
            sum += k + 1 <= t->high ? fabs(H(k + 1, k)) : 0;
        }
        if (below <= t->epsilon * sum) {
            double difference = fabs(H(k - 1, k - 1) - H(k, k)), own = fabs(H(k, k));
            double ab = fmax(below, above), ba = fmin(below, above);
            double aa = fmax(own, difference), bb = fmin(own, difference), s = aa + ab;
            if (ba * (ab / s) <= fmax(small, t->epsilon * (bb * (aa / s)))) {
                break;
            }
        }
    }
    return k;
}

struct shifts {
    double re1, im1, re2, im2;
};

/* The eigenvalues of the last block of two; now and then others, so that no circle is walked. */
static struct shifts shifts_of(const struct hessenberg *t, int64_t l, int64_t i, int64_t tries)
{
    double a = H(i - 1, i - 1), b = H(i - 1, i), c = H(i, i - 1), d = H(i, i);
    if (tries % 20 == 0) {
        c = fabs(H(i, i - 1)) + fabs(H(i - 1, i - 2));
        a = d = 0.75 * c + H(i, i);
        b = -0.4375 * c;
    } else if (tries % 10 == 0) {
        c = fabs(H(l + 1, l)) + fabs(H(l + 2, l + 1));
        a = d = 0.75 * c + H(l, l);
        b = -0.4375 * c;
    }
    double s = fabs(a) + fabs(b) + fabs(c) + fabs(d);
    if (s == 0) {
        return (struct shifts){0};
    }
    a /= s;
    b /= s;
    c /= s;
    d /= s;
    double half = (a + d) / 2, det = (a - half) * (d - half) - b * c, root = sqrt(fabs(det));
    if (det >= 0) {
        return (struct shifts){half * s, root * s, half * s, -root * s};
    }
    double x = half + root, y = half - root, near = (fabs(x - d) <= fabs(y - d) ? x : y) * s;
    return (struct shifts){near, 0, near, 0};
}

/* Where the step can begin, and the first column of the shifted matrix there. */
static int64_t step_start(const struct hessenberg *t, int64_t l, int64_t i, struct shifts r,
                          double v[3])
{
    int64_t m = i - 2;
    for (;; m--) {
        double c = H(m + 1, m), s = fabs(H(m, m) - r.re2) + fabs(r.im2) + fabs(c);
        c /= s;
        v[0] = c * H(m, m + 1) + (H(m, m) - r.re1) * ((H(m, m) - r.re2) / s) - r.im1 * (r.im2 / s);
        v[1] = c * (H(m, m) + H(m + 1, m + 1) - r.re1 - r.re2);
        v[2] = c * H(m + 2, m + 1);
        s = fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
        v[0] /= s;
        v[1] /= s;
        v[2] /= s;
        if (m == l) {
            return m;
        }
        double around = fabs(H(m - 1, m - 1)) + fabs(H(m, m)) + fabs(H(m + 1, m + 1));
        if (fabs(H(m, m - 1)) * (fabs(v[1]) + fabs(v[2])) <= t->epsilon * fabs(v[0]) * around) {
            return m;
        }
    }
}

static void double_step(struct hessenberg *t, int64_t l, int64_t i, struct shifts r)
{
    int64_t n = t->n;
    double v[3];
    int64_t m = step_start(t, l, i, r, v);
    for (int64_t k = m; k < i; k++) {
        int64_t count = i - k + 1 < 3 ? i - k + 1 : 3;
        for (int64_t j = 0; j < count && k > m; j++) {
            v[j] = H(k + j, k - 1);
        }
        double tau = reflection_of(count, v, 1);
        if (k > m) {
            H(k, k - 1) = v[0];
            H(k + 1, k - 1) = 0;
            if (k < i - 1) {
                H(k + 2, k - 1) = 0;
            }
        } else if (m > l) {
            H(k, k - 1) *= 1 - tau;
        }
        int64_t last = k + 3 < i ? k + 3 : i;
        reflection_apply(n - k, count, &H(k, k), 1, n, tau, v, 1);
        reflection_apply(last + 1, count, t->h + k, n, 1, tau, v, 1);
        reflection_apply(n, count, t->z + k, n, 1, tau, v, 1);
    }
}

/* Rows i - 1 and i are a block of their own. */
static void settle_pair(struct hessenberg *t, int64_t i)
{
    int64_t n = t->n;
    double cs, sn;
    double *cell[4] = {&H(i - 1, i - 1), &H(i - 1, i), &H(i, i - 1), &H(i, i)};
    standardise(cell, t->epsilon, &cs, &sn);
    t->re[i - 1] = *cell[0];
    t->re[i] = *cell[3];
    t->im[i - 1] = *cell[2] == 0 ? 0 : sqrt(fabs(*cell[1])) * sqrt(fabs(*cell[2]));
    t->im[i] = t->im[i - 1] == 0 ? 0 : -t->im[i - 1];
    rotation_apply(n - i - 1, t->h + (i - 1) * n + i + 1, t->h + i * n + i + 1, 1, cs, sn);
    rotation_apply(i - 1, t->h + i - 1, t->h + i, n, cs, sn);
    rotation_apply(n, t->z + i - 1, t->z + i, n, cs, sn);
}

static bool triangle(struct hessenberg *t)
{
    for (int64_t i = 0; i < t->n; i++) {
        t->re[i] = H(i, i);
        t->im[i] = 0;
    }
    for (int64_t i = t->high, tries = 0; i >= t->low;) {
        int64_t l = block_start(t, i);
        if (l > t->low) {
            H(l, l - 1) = 0;
        }
        if (l < i - 1) {
            if (++tries > 30 * (t->n > 10 ? t->n : 10)) {
                return false;
            }
            double_step(t, l, i, shifts_of(t, l, i, tries));
            continue;
        }
        if (l == i) {
            t->re[i] = H(i, i);
            t->im[i] = 0;
        } else {
            settle_pair(t, i);
        }
        tries = 0;
        i = l - 1;
    }
    return true;
}

/* --- vectors --- */

struct number {
    double re, im;
};

static struct number times(struct number a, struct number b)
{
    return (struct number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static struct number over(struct number a, struct number b)
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re, d = b.re + b.im * ratio;
        return (struct number){(a.re + a.im * ratio) / d, (a.im - a.re * ratio) / d};
    }
    double ratio = b.re / b.im, d = b.im + b.re * ratio;
    return (struct number){(a.re * ratio + a.im) / d, (a.im * ratio - a.re) / d};
}

/* x[j] and, in a block of two, x[j - 1] from those below: (T - w) x = 0. Returns the next j. */
static int64_t solve_row(const struct hessenberg *t, int64_t j, int64_t last, struct number w,
                         double floor, struct number *x)
{
    bool two = j > 0 && H(j, j - 1) != 0;
    struct number right[2] = {{0}};
    for (int k = 0; k <= two; k++) {
        for (int64_t c = j + 1; c <= last; c++) {
            right[k].re -= H(j - k, c) * x[c].re;
            right[k].im -= H(j - k, c) * x[c].im;
        }
    }
    struct number d = {H(j, j) - w.re, -w.im};
    if (!two) {
        if (fabs(d.re) + fabs(d.im) < floor) {
            d = (struct number){floor, 0};
        }
        x[j] = over(right[0], d);
        return j - 1;
    }
    struct number a = {H(j - 1, j - 1) - w.re, -w.im}, det = times(a, d);
    double b = H(j - 1, j), c = H(j, j - 1);
    det.re -= b * c;
    struct number top = times(d, right[1]), bottom = times(a, right[0]);
    top.re -= b * right[0].re;
    top.im -= b * right[0].im;
    bottom.re -= c * right[1].re;
    bottom.im -= c * right[1].im;
    if (fabs(det.re) + fabs(det.im) < floor * floor) {
        det = (struct number){floor * floor, 0};
    }
    x[j - 1] = over(top, det);
    x[j] = over(bottom, det);
    return j - 2;
}

/* The vector of eigenvalue i (of a pair: the first) of the triangle, in x[0 .. last]. */
static void triangle_vector(const struct hessenberg *t, int64_t i, struct number *x)
{
    bool pair = t->im[i] != 0;
    int64_t last = pair ? i + 1 : i;
    double floor =
        fmax(t->epsilon * (fabs(t->re[i]) + fabs(t->im[i])), TINY * ((double)t->n / t->epsilon));
    memset(x, 0, (size_t)t->n * sizeof *x);
    if (!pair) {
        x[i].re = 1;
    } else if (fabs(H(i, i + 1)) >= fabs(H(i + 1, i))) {
        x[i].re = 1;
        x[i + 1].im = t->im[i] / H(i, i + 1);
    } else {
        x[i].re = -t->im[i] / H(i + 1, i);
        x[i + 1].im = 1;
    }
    for (int64_t j = i - 1; j >= 0;) {
        j = solve_row(t, j, last, (struct number){t->re[i], t->im[i]}, floor, x);
    }
}

/* Undoes the balancing of one vector. */
static void unbalance(const struct hessenberg *t, struct number *v)
{
    for (int64_t k = t->low; k <= t->high && t->low < t->high; k++) {
        v[k].re *= t->scale[k];
        v[k].im *= t->scale[k];
    }
    for (int64_t step = 0; step < t->n; step++) {
        int64_t k = step < t->low ? t->low - 1 - step : step;
        if (k < t->low || k > t->high) {
            int64_t with = (int64_t)t->scale[k];
            struct number cell = v[k];
            v[k] = v[with];
            v[with] = cell;
        }
    }
}

/* Length 1; of a complex one the largest cell becomes real. */
static void normalise(int64_t n, bool complex, struct number *v)
{
    double sum = 0, most = -1, cs, sn;
    int64_t best = 0;
    for (int64_t k = 0; k < n; k++) {
        sum += v[k].re * v[k].re + v[k].im * v[k].im;
    }
    double length = sqrt(sum);
    for (int64_t k = 0; k < n; k++) {
        v[k].re /= length;
        v[k].im /= length;
        double size = v[k].re * v[k].re + v[k].im * v[k].im;
        best = size > most ? k : best;
        most = fmax(most, size);
    }
    if (complex) {
        rotation_of(v[best].re, v[best].im, &cs, &sn);
        rotation_apply(n, &v[0].re, &v[0].im, 2, cs, sn);
        v[best].im = 0;
    }
}

/* The vectors of all eigenvalues: column i of v (n, n, 2). */
static void vectors(const struct hessenberg *t, double *v, struct number *x)
{
    int64_t n = t->n;
    struct number *y = x + n;
    for (int64_t i = 0; i < n; i++) {
        bool pair = t->im[i] != 0;
        triangle_vector(t, i, x);
        for (int64_t r = 0; r < n; r++) {
            y[r] = (struct number){0};
            for (int64_t k = 0; k <= (pair ? i + 1 : i); k++) {
                y[r].re += t->z[r * n + k] * x[k].re;
                y[r].im += t->z[r * n + k] * x[k].im;
            }
        }
        unbalance(t, y);
        normalise(n, pair, y);
        for (int64_t r = 0; r < n; r++) {
            v[(r * n + i) * 2] = y[r].re;
            v[(r * n + i) * 2 + 1] = y[r].im;
            if (pair) {
                v[(r * n + i + 1) * 2] = y[r].re;
                v[(r * n + i + 1) * 2 + 1] = -y[r].im;
            }
        }
        i += pair;
    }
}

bool matrix_eig(int64_t n, double epsilon, double *a, double *w, double *v, double *work)
{
    struct hessenberg t = {.n = n,
                           .high = n - 1,
                           .h = a,
                           .z = work,
                           .re = work + n * n,
                           .im = work + n * n + n,
                           .scale = work + n * n + 2 * n,
                           .epsilon = epsilon};
    for (int64_t k = 0; k < n; k++) {
        t.scale[k] = 1;
    }
    if (n == 0) {
        return true;
    }
    set_aside(&t);
    even_out(&t);
    reduce(&t, work + n * n + 3 * n);
    if (!triangle(&t)) {
        return false;
    }
    for (int64_t k = 0; k < n; k++) {
        w[k * 2] = t.re[k];
        w[k * 2 + 1] = t.im[k];
    }
    vectors(&t, v, (struct number *)(void *)(work + n * n + 3 * n));
    return true;
}
