/* Finds the singular values and vectors of one matrix: reflections make it bidiagonal, then
 * implicit QR steps make it diagonal (Golub and Van Loan, chapter 8; Demmel and Kahan's step
 * without a shift). The order of the steps is that of LAPACK's dgesdd for small matrices, so the
 * signs of the vectors are its signs. */
#include "tensor/linalg/singular.h"

#include "tensor/linalg/matrix.h"
#include "tensor/linalg/rotation.h"

#include <string.h>

struct bidiagonal {
    int64_t n;
    double *d, *e;             /* the diagonal, and what stands above it */
    double *u;                 /* (n, n): columns turn */
    double *v;                 /* (n, n): rows turn; v transposed, LAPACK's vt */
    double *c1, *s1, *c2, *s2; /* the rotations of one step, for each side */
    double epsilon, tolerance, threshold;
    int64_t low, high; /* the block worked on */
    int way;           /* 1: chase downwards, -1: upwards */
};

/* Singular values of [[f, g], [0, h]]: the smaller. */
static double smaller_of(double f, double g, double h)
{
    double a = fmin(fabs(f), fabs(h)), b = fmax(fabs(f), fabs(h)), size = fabs(g);
    if (a == 0) {
        return 0;
    }
    double sum = 1 + a / b, difference = (b - a) / b;
    if (size < b) {
        double ratio = size / b * (size / b);
        return a * (2 / (sqrt(sum * sum + ratio) + sqrt(difference * difference + ratio)));
    }
    double ratio = b / size;
    if (ratio == 0) {
        return a * b / size;
    }
    double x = sum * ratio, y = difference * ratio;
    return 2 * (a * (1 / (sqrt(1 + x * x) + sqrt(1 + y * y)))) * ratio;
}

struct pair {
    double small, large;   /* the singular values, with signs */
    double cr, sr, cl, sl; /* right and left vectors of the larger */
};

/* The same with vectors, for a diagonal that does not grow: |f| >= |h|. */
static void pair_in_order(double f, double g, double h, double *sizes, double *left, double *right)
{
    double fa = fabs(f), ha = fabs(h), d = fa - ha, l = d == fa ? 1 : d / fa;
    double m = g / f, t = 2 - l, mm = m * m, s = sqrt(t * t + mm);
    double r = l == 0 ? fabs(m) : sqrt(l * l + mm), a = 0.5 * (s + r);
    sizes[0] = ha / a;
    sizes[1] = fa * a;
    if (mm != 0) {
        t = (m / (s + t) + m / (r + l)) * (1 + a);
    } else if (l == 0) {
        t = copysign(2, f) * copysign(1, g);
    } else {
        t = g / copysign(d, f) + m / t;
    }
    l = sqrt(t * t + 4);
    right[0] = 2 / l;
    right[1] = t / l;
    left[0] = (right[0] + right[1] * m) / a;
    left[1] = h / f * right[1] / a;
}

static struct pair pair_of(double f, double g, double h, double epsilon)
{
    bool swap = fabs(h) > fabs(f);
    double ft = swap ? h : f, ht = swap ? f : h, fa = fabs(ft), ha = fabs(ht), ga = fabs(g);
    double sizes[2] = {ha, fa}, left[2] = {1, 0}, right[2] = {1, 0};
    int largest = swap ? 3 : 1;
    if (ga != 0) {
        largest = ga > fa ? 2 : largest;
        if (ga > fa && fa / ga < epsilon) {
            sizes[1] = ga;
            sizes[0] = ha > 1 ? fa / (ga / ha) : fa / ga * ha;
            left[0] = 1;
            left[1] = ht / g;
            right[0] = ft / g;
            right[1] = 1;
        } else {
            pair_in_order(ft, g, ht, sizes, left, right);
        }
    }
    struct pair p = {.cl = swap ? right[1] : left[0],
                     .sl = swap ? right[0] : left[1],
                     .cr = swap ? left[1] : right[0],
                     .sr = swap ? left[0] : right[1]};
    double sign = largest == 1   ? copysign(1, p.cr) * copysign(1, p.cl) * copysign(1, f)
                  : largest == 2 ? copysign(1, p.sr) * copysign(1, p.cl) * copysign(1, g)
                                 : copysign(1, p.sr) * copysign(1, p.sl) * copysign(1, h);
    p.large = copysign(sizes[1], sign);
    p.small = copysign(sizes[0], sign * copysign(1, f) * copysign(1, h));
    return p;
}

/* --- steps on the block low .. high --- */

/* Without a shift: for singular values near 0. From `first` to `last`. */
static void plain_step(struct bidiagonal *b, int64_t first, int64_t last)
{
    double *d = b->d, *e = b->e, c = 1, s = 0, oc = 1, os = 0;
    int way = b->way;
    for (int64_t i = first; i != last; i += way) {
        int64_t edge = way > 0 ? i : i - 1, next = i + way;
        double r = rotation_of(d[i] * c, e[edge], &c, &s);
        if (i != first) {
            e[edge - way] = os * r;
        }
        d[i] = rotation_of(oc * r, d[next] * s, &oc, &os);
        b->c1[edge] = c;
        b->s1[edge] = way * s;
        b->c2[edge] = oc;
        b->s2[edge] = way * os;
    }
    double h = d[last] * c;
    d[last] = h * oc;
    e[way > 0 ? last - 1 : last] = h * os;
}

static void shifted_step(struct bidiagonal *b, int64_t first, int64_t last, double shift)
{
    double *d = b->d, *e = b->e, c, s;
    int way = b->way;
    double f = (fabs(d[first]) - shift) * (copysign(1, d[first]) + shift / d[first]);
    double g = e[way > 0 ? first : first - 1];
    for (int64_t i = first; i != last; i += way) {
        int64_t edge = way > 0 ? i : i - 1, next = i + way;
        double r = rotation_of(f, g, &c, &s);
        if (i != first) {
            e[edge - way] = r;
        }
        b->c1[edge] = c;
        b->s1[edge] = way * s;
        f = c * d[i] + s * e[edge];
        e[edge] = c * e[edge] - s * d[i];
        g = s * d[next];
        d[next] = c * d[next];
        d[i] = rotation_of(f, g, &c, &s);
        b->c2[edge] = c;
        b->s2[edge] = way * s;
        f = c * e[edge] + s * d[next];
        d[next] = c * d[next] - s * e[edge];
        if (next != last) {
            g = s * e[edge + way];
            e[edge + way] = c * e[edge + way];
        }
    }
    e[way > 0 ? last - 1 : last] = f;
}

/* What a step did is done to the vectors; the end of the block may have become 0. */
static void step(struct bidiagonal *b, double shift)
{
    int64_t n = b->n, low = b->low, lines = b->high - b->low + 1;
    bool down = b->way > 0;
    int64_t first = down ? low : b->high, last = down ? b->high : low;
    int64_t end = down ? last - 1 : last;
    if (shift == 0) {
        plain_step(b, first, last);
    } else {
        shifted_step(b, first, last, shift);
    }
    rotation_chain(lines, n, b->v + low * n, n, 1, (down ? b->c1 : b->c2) + low,
                   (down ? b->s1 : b->s2) + low, down);
    rotation_chain(lines, n, b->u + low, 1, n, (down ? b->c2 : b->c1) + low,
                   (down ? b->s2 : b->s1) + low, down);
    if (fabs(b->e[end]) <= b->threshold) {
        b->e[end] = 0;
    }
}

/* Cells beside the diagonal that are small against it become 0; *least is a lower bound of the
 * singular values. True: one was. */
static bool drop_small(struct bidiagonal *b, double *least)
{
    bool down = b->way > 0;
    int64_t first = down ? b->low : b->high, last = down ? b->high : b->low;
    int64_t end = down ? last - 1 : last;
    if (fabs(b->e[end]) <= b->tolerance * fabs(b->d[last])) {
        b->e[end] = 0;
        return true;
    }
    double mu = fabs(b->d[first]);
    *least = mu;
    for (int64_t i = first; i != last; i += b->way) {
        int64_t edge = down ? i : i - 1;
        double size = fabs(b->e[edge]);
        if (size <= b->tolerance * mu) {
            b->e[edge] = 0;
            return true;
        }
        mu = fabs(b->d[i + b->way]) * (mu / (mu + size));
        *least = fmin(*least, mu);
    }
    return false;
}

static double shift_of(const struct bidiagonal *b, double least, double most)
{
    const double *d = b->d, *e = b->e;
    bool down = b->way > 0;
    double share = (double)b->n * b->tolerance * (least / most);
    if (share <= fmax(b->epsilon, 0.01 * b->tolerance)) {
        return 0;
    }
    int64_t at = down ? b->high - 1 : b->low;
    double size = fabs(d[down ? b->low : b->high]), shift = smaller_of(d[at], e[at], d[at + 1]);
    return size > 0 && shift / size * (shift / size) < b->epsilon ? 0 : shift;
}

/* The lowest block without a 0 beside its diagonal that ends at `high`. False: cell high stands
 * alone. */
static bool find_block(struct bidiagonal *b, int64_t high, double *most)
{
    int64_t low = high;
    *most = fabs(b->d[high]);
    for (; low > 0; low--) {
        double size = fabs(b->e[low - 1]);
        if (size <= b->threshold) {
            b->e[low - 1] = 0;
            break;
        }
        *most = fmax(*most, fmax(fabs(b->d[low - 1]), size));
    }
    b->low = low;
    b->high = high;
    return low < high;
}

static void limits(struct bidiagonal *b)
{
    double mu = fabs(b->d[0]), least = mu;
    b->tolerance = fmax(10, fmin(100, 1 / sqrt(sqrt(sqrt(b->epsilon))))) * b->epsilon;
    for (int64_t i = 1; i < b->n && least != 0; i++) {
        mu = fabs(b->d[i]) * (mu / (mu + fabs(b->e[i - 1])));
        least = fmin(least, mu);
    }
    b->threshold = b->tolerance * (least / sqrt((double)b->n));
    b->threshold = fmax(b->threshold, 6.0 * (double)b->n * (double)b->n * 2.2250738585072014e-308);
}

static bool diagonal(struct bidiagonal *b)
{
    int64_t n = b->n, old_low = -1, old_high = -1, left = 6 * n * n * 5;
    double most, least;
    limits(b);
    for (int64_t high = n - 1; high > 0;) {
        if (left-- == 0) {
            return false;
        }
        if (!find_block(b, high, &most)) {
            high--;
            continue;
        }
        if (b->low == high - 1) {
            struct pair p = pair_of(b->d[high - 1], b->e[high - 1], b->d[high], b->epsilon);
            b->d[high - 1] = p.large;
            b->e[high - 1] = 0;
            b->d[high] = p.small;
            rotation_apply(n, b->v + (high - 1) * n, b->v + high * n, 1, p.cr, p.sr);
            rotation_apply(n, b->u + high - 1, b->u + high, n, p.cl, p.sl);
            high -= 2;
            continue;
        }
        if (b->low > old_high || high < old_low) {
            b->way = fabs(b->d[b->low]) >= fabs(b->d[high]) ? 1 : -1;
        }
        if (drop_small(b, &least)) {
            continue;
        }
        old_low = b->low;
        old_high = high;
        step(b, shift_of(b, least, most));
    }
    return true;
}

static void exchange(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

/* No negative values, the largest first. */
static void order(const struct bidiagonal *b)
{
    int64_t n = b->n;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n && b->d[i] < 0; j++) {
            b->v[i * n + j] = -b->v[i * n + j];
        }
        b->d[i] = fabs(b->d[i]);
    }
    for (int64_t last = n - 1; last > 0; last--) { /* the smallest goes to the end */
        int64_t best = 0;
        for (int64_t j = 1; j <= last; j++) {
            best = b->d[j] <= b->d[best] ? j : best;
        }
        if (best != last) {
            exchange(&b->d[best], &b->d[last]);
            for (int64_t k = 0; k < n; k++) {
                exchange(&b->v[best * n + k], &b->v[last * n + k]);
                exchange(&b->u[k * n + best], &b->u[k * n + last]);
            }
        }
    }
}

/* --- the whole --- */

/* a (m, n) becomes bidiagonal, above the diagonal if m >= n, else below it; the reflections stay in
 * its cells. */
static void reduce(int64_t m, int64_t n, double *a, double *d, double *e, double *left,
                   double *right)
{
    int64_t least = m < n ? m : n;
    bool high = m >= n;
    for (int64_t i = 0; i < least; i++) {
        for (int turn = 0; turn < 2; turn++) {
            bool column = (turn == 0) == high; /* a column goes first when high */
            int64_t r = i + (turn == 1 && column), c = i + (turn == 1 && !column);
            if (r >= m || c >= n) {
                continue;
            }
            double *at = a + r * n + c, *tau = column ? &left[i] : &right[i];
            int64_t count = column ? m - r : n - c, gap = column ? n : 1;
            *tau = reflection_of(count, at, gap);
            *(turn == 0 ? &d[i] : &e[i]) = at[0];
            if (column) {
                reflection_apply(n - c - 1, count, at + 1, 1, n, *tau, at, n);
            } else {
                reflection_apply(m - r - 1, count, at + n, n, 1, *tau, at, 1);
            }
        }
    }
}

/* Turns a lower bidiagonal matrix into an upper one; the rotations are kept for u. */
static void lift(struct bidiagonal *b, double *c, double *s)
{
    for (int64_t i = 0; i + 1 < b->n; i++) {
        double cs, sn, r = rotation_of(b->d[i], b->e[i], &cs, &sn);
        b->d[i] = r;
        b->e[i] = sn * b->d[i + 1];
        b->d[i + 1] = cs * b->d[i + 1];
        c[i] = cs;
        s[i] = -sn;
    }
}

/* As matrix_svd, when neither side is much longer than the other. */
static bool direct(int64_t m, int64_t n, double epsilon, double *a, double *s, int64_t u_columns,
                   double *u, int64_t v_rows, double *v, double *work)
{
    int64_t k = m < n ? m : n;
    bool high = m >= n;
    double *left = work, *right = left + k, *e = right + k, *turns = e + k;
    double *bu = turns + 6 * k, *bv = bu + k * k;
    struct bidiagonal b = {.n = k,
                           .d = s,
                           .e = e,
                           .u = bu,
                           .v = bv,
                           .epsilon = epsilon / 2,
                           .c1 = turns,
                           .s1 = turns + k,
                           .c2 = turns + 2 * k,
                           .s2 = turns + 3 * k};
    memset(left, 0, (size_t)(2 * k) * sizeof *left);
    reduce(m, n, a, s, e, left, right);
    for (int64_t i = 0; i < k * k; i++) {
        bu[i] = bv[i] = i / k == i % k ? 1 : 0;
    }
    if (k == 1) {
        bu[0] = copysign(1, s[0]);
        s[0] = fabs(s[0]);
    } else {
        if (!high) {
            lift(&b, turns + 4 * k, turns + 5 * k);
        }
        if (!diagonal(&b)) {
            return false;
        }
        order(&b);
        if (!high) { /* dlasr from the left, backwards */
            rotation_chain(k, k, bu, k, 1, turns + 4 * k, turns + 5 * k, 0);
        }
    }
    for (int64_t i = 0; i < m * u_columns; i++) {
        int64_t r = i / u_columns, c = i % u_columns;
        u[i] = r < k && c < k ? bu[r * k + c] : r == c ? 1 : 0;
    }
    for (int64_t i = 0; i < v_rows * n; i++) {
        int64_t r = i / n, c = i % n;
        v[i] = r < k && c < k ? bv[r * k + c] : r == c ? 1 : 0;
    }
    for (int64_t i = k - 1; i >= 0; i--) {
        int64_t r = high ? i : i + 1, c = high ? i + 1 : i;
        if (r < m) {
            reflection_apply(u_columns, m - r, u + r * u_columns, 1, u_columns, left[i],
                             a + r * n + i, n);
        }
        if (c < n) {
            reflection_apply(v_rows, n - c, v + c, n, 1, right[i], a + i * n + c, 1);
        }
    }
    return true;
}

static void transpose(int64_t m, int64_t n, const double *a, double *out)
{
    for (int64_t i = 0; i < m * n; i++) {
        out[i % n * m + i / n] = a[i];
    }
}

/* A matrix that is much higher than wide: of its triangular factor. */
static bool by_triangle(int64_t m, int64_t n, double epsilon, double *a, double *s, int64_t columns,
                        double *u, double *v, double *work)
{
    double *q = work, *r = q + m * columns, *ru = r + columns * n, *rest = ru + n * n;
    matrix_qr(m, n, a, columns, q, r, rest);
    if (!direct(n, n, epsilon, r, s, n, ru, n, v, rest)) {
        return false;
    }
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < columns; j++) {
            double sum = 0;
            for (int64_t k = 0; k < n && j < n; k++) {
                sum += q[i * columns + k] * ru[k * n + j];
            }
            u[i * columns + j] = j < n ? sum : q[i * columns + j];
        }
    }
    return true;
}

int64_t matrix_svd_work(int64_t m, int64_t n)
{
    int64_t most = m > n ? m : n, least = m < n ? m : n;
    return 5 * most * most + 4 * least * least + 12 * most + 16;
}

bool matrix_svd(int64_t m, int64_t n, double epsilon, bool full, double *a, double *s, double *u,
                double *vt, double *work)
{
    int64_t least = m < n ? m : n, most = m < n ? n : m, side = full ? most : least;
    int64_t u_columns = m < n ? m : side, v_rows = m < n ? side : n;
    if (least == 0) {
        for (int64_t i = 0; i < m * u_columns; i++) {
            u[i] = i / u_columns == i % u_columns ? 1 : 0;
        }
        for (int64_t i = 0; i < v_rows * n; i++) {
            vt[i] = i / n == i % n ? 1 : 0;
        }
        return true;
    }
    if (most < (int64_t)((double)least * 11 / 6)) {
        return direct(m, n, epsilon, a, s, u_columns, u, v_rows, vt, work);
    }
    if (m >= n) {
        return by_triangle(m, n, epsilon, a, s, u_columns, u, vt, work);
    }
    /* LQ is QR of the transposed, but the triangle is worked on as it stands: lower */
    double *turned = work, *q = turned + m * n, *r = q + n * v_rows, *square = r + v_rows * m;
    double *rv = square + m * m, *rest = rv + m * m;
    transpose(m, n, a, turned);
    matrix_qr(n, m, turned, v_rows, q, r, rest);
    transpose(m, m, r, square);
    if (!direct(m, m, epsilon, square, s, m, u, m, rv, rest)) {
        return false;
    }
    for (int64_t i = 0; i < v_rows; i++) {
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t k = 0; k < m && i < m; k++) {
                sum += rv[i * m + k] * q[j * v_rows + k];
            }
            vt[i * n + j] = i < m ? sum : q[j * v_rows + i];
        }
    }
    return true;
}
