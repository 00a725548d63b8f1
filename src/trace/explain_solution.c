/* Cells of determinants, inverses, solved systems, Cholesky factors and pseudo-inverses, in the
 * arithmetic of torch/op_linalg.c: one matrix in double, rounded once at the end. The elimination
 * itself is not told step by step; its pivots are, and the last step, which makes the cell.
 * What can be checked is checked: a row of the matrix times a column of the solution. */
#include "trace/explain_parts.h"

#include "base/fmath.h"
#include "tensor/matrix.h"
#include "torch/cutoff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 24 /* terms of a sum */

static struct scalar wide(double x)
{
    return scalar_float(x, DTYPE_FLOAT64);
}

/* Which of the matrices of x it is; `axes`: of one of them. The batch of x is broadcast. */
static int64_t batch_number(const struct telling *t, const struct tensor *x, int axes,
                            int batch_ndim)
{
    int64_t number = 0;
    int own = x->ndim - axes;
    for (int d = 0; d < own; d++) {
        int64_t at = t->at[batch_ndim - own + d];
        number = number * x->shape[d] + (x->shape[d] == 1 ? 0 : at);
    }
    return number;
}

/* The matrix of x that the cell belongs to, in double; the first `batch_ndim` axes of the output
 * are its batch. Row-major, malloc'ed; NULL: memory. */
static double *read_matrix(struct telling *t, const struct tensor *x, int batch_ndim)
{
    int64_t cells = x->shape[x->ndim - 2] * x->shape[x->ndim - 1];
    int64_t first = batch_number(t, x, 2, batch_ndim) * cells;
    double *a = malloc((size_t)cells * sizeof *a + 1);
    for (int64_t k = 0; a != NULL && k < cells; k++) {
        a[k] = tensor_double_at(x, tensor_place(x, first + k));
    }
    t->failed |= a == NULL;
    return a;
}

/* The result, rounded to its type. */
static void end_with(struct telling *t, double result)
{
    struct scalar whole = wide(result), rounded = scalar_as(whole, t->out.dtype);
    if (t->out.dtype != DTYPE_FLOAT64) {
        struct buf text = {0};
        scalars_text(&text, "# rounded to ", &whole);
        buf_printf(&text, "%s is ", dtype_name(t->out.dtype));
        scalar_text(rounded, &text);
        tell_step(t, "round", -1, &text, NULL, rounded.f);
    }
    tell_result(t, rounded);
}

/* --- elimination --- */

struct elimination {
    int64_t n;
    double *lu;
    int64_t *pivot;
};

static bool eliminate(struct telling *t, const struct tensor *x, int batch_ndim,
                      struct elimination *e)
{
    *e = (struct elimination){.n = x->shape[x->ndim - 1]};
    e->lu = read_matrix(t, x, batch_ndim);
    e->pivot = calloc((size_t)e->n + 1, sizeof *e->pivot);
    t->failed |= e->pivot == NULL;
    if (!t->failed) {
        matrix_lu(e->n, e->lu, e->pivot);
    }
    return !t->failed;
}

static void elimination_free(struct elimination *e)
{
    free(e->lu);
    free(e->pivot);
}

/* "rows 1 and 2" of every exchange. Returns the sign that they give. */
static double tell_exchanges(struct telling *t, const struct elimination *e)
{
    struct buf text = {0};
    double sign = 1;
    int count = 0;
    for (int64_t k = 0; k < e->n; k++) {
        if (e->pivot[k] == k) {
            continue;
        }
        sign = -sign;
        if (count++ < 8) {
            buf_printf(&text, "%s%lld and %lld",
                       count > 1 ? ", " : "rows exchanged: ", (long long)k, (long long)e->pivot[k]);
        }
    }
    buf_puts(&text, count == 0 ? "no rows exchanged" : count > 8 ? ", ..." : "");
    tell_step(t, "elimination", -1, &text, NULL, sign);
    return sign;
}

static double pivot_of(const struct elimination *e, int64_t k)
{
    return e->lu[k * e->n + k];
}

/* --- determinants --- */

static bool tell_determinant(struct telling *t, const struct elimination *e)
{
    buf_puts(&t->ex->formula, "the product of the pivots of the elimination, and -1 for every two "
                              "rows that were exchanged");
    double det = tell_exchanges(t, e);
    scalars_text(&t->ex->numbers, "#", (struct scalar[]){wide(det)});
    tell_group(t, e->n, SHOWN);
    for (int64_t k = 0; k < e->n; k++) {
        struct scalar before = wide(det), pivot = wide(pivot_of(e, k)), after;
        struct buf text = {0};
        det *= pivot.f;
        after = wide(det);
        if (k < 6 || e->n <= 6) {
            scalars_text(&t->ex->numbers, " * #", &pivot);
        }
        if (tell_shown(t, &before)) {
            scalars_text(&text, "# * # = #", (struct scalar[]){before, pivot, after});
            tell_step(t, "pivot", -1, &text, &after, det);
        }
    }
    buf_puts(&t->ex->numbers, e->n > 6 ? " * ..." : "");
    end_with(t, det);
    return true;
}

/* The sign, and the logarithm of the size, as matrix_lu_slogdet finds them. */
static void sign_and_log(struct telling *t, const struct elimination *e, double *sign, double *log)
{
    *sign = tell_exchanges(t, e);
    *log = 0;
    tell_group(t, e->n, SHOWN);
    for (int64_t k = 0; k < e->n; k++) {
        double d = pivot_of(e, k), before = *log;
        struct scalar sum;
        struct buf text = {0};
        *sign *= d > 0 ? 1 : d < 0 ? -1 : d == 0 ? 0 : d;
        *log += fmath_log(fabs(d));
        sum = wide(*log);
        if (tell_shown(t, &sum)) {
            scalars_text(&text, "# + log(abs(#)) = #",
                         (struct scalar[]){wide(before), wide(d), sum});
            tell_step(t, "pivot", -1, &text, &sum, sum.f);
        }
    }
}

static bool tell_slogdet(struct telling *t, const struct elimination *e)
{
    double sign, log;
    buf_puts(&t->ex->formula,
             t->output == 0
                 ? "the product of the signs of the pivots, and -1 for every two rows exchanged"
                 : "the sum of log(abs(pivot)) over the pivots of the elimination");
    sign_and_log(t, e, &sign, &log);
    if (t->output == 0) {
        tell_numbers(t, "sign", -1, "#", 1, (struct scalar[]){wide(sign)});
    }
    end_with(t, t->output == 0 ? sign : log);
    return true;
}

/* NumPy's: sign * exp(log), both rounded to the type of the matrix. */
static bool tell_numpy_det(struct telling *t, const struct elimination *e)
{
    double sign, log;
    enum dtype dtype = t->out.dtype;
    buf_puts(&t->ex->formula, "sign * exp(the sum of log(abs(pivot)))");
    sign_and_log(t, e, &sign, &log);
    struct scalar s = scalar_float(sign, dtype), l = scalar_float(log, dtype);
    struct scalar size = scalar_float(
        dtype == DTYPE_FLOAT64 ? fmath_exp(l.f) : (double)fmath_expf((float)l.f), dtype);
    struct scalar det = scalar_multiply(s, size);
    tell_numbers(t, "exp", -1, "exp(#) = #", 2, (struct scalar[]){l, size});
    tell_numbers(t, "sign", -1, "# * # = #", 3, (struct scalar[]){s, size, det});
    scalars_text(&t->ex->numbers, "# * exp(#)", (struct scalar[]){s, l});
    tell_result(t, det);
    return true;
}

/* --- systems of equations --- */

/* L y = b: the right-hand side after the elimination, rows exchanged, in place. */
static void forward(const struct elimination *e, double *b)
{
    for (int64_t k = 0; k < e->n; k++) {
        double x = b[k];
        b[k] = b[e->pivot[k]];
        b[e->pivot[k]] = x;
    }
    for (int64_t i = 0; i < e->n; i++) {
        for (int64_t k = 0; k < i; k++) {
            b[i] -= e->lu[i * e->n + k] * b[k];
        }
    }
}

static void tell_pivots(struct telling *t, const struct elimination *e)
{
    struct buf text = {0};
    buf_puts(&text, "U[i, i] = ");
    for (int64_t k = 0; k < e->n && k < 8; k++) {
        struct scalar pivot = wide(pivot_of(e, k));
        scalars_text(&text, k > 0 ? ", #" : "#", &pivot);
    }
    buf_puts(&text, e->n > 8 ? ", ..." : "");
    tell_step(t, "pivots", -1, &text, NULL, 0);
}

/* Row r of U x = y, which is solved from below: x[r] = (y[r] - sum of U[r, k] * x[k]) / U[r, r]. */
static double tell_last_step(struct telling *t, const struct elimination *e, int64_t r, double y,
                             const double *x)
{
    const double *u = e->lu + r * e->n;
    double rest = y;
    struct buf *numbers = &t->ex->numbers;
    int64_t terms = e->n - r - 1;
    struct scalar first = wide(y), pivot = wide(u[r]);
    tell_numbers(t, "right side", -1, "y[r] = #, what the elimination made of b", 1, &first);
    scalars_text(numbers, "(#", &first);
    tell_group(t, terms, SHOWN);
    for (int64_t k = r + 1; k < e->n; k++) {
        struct scalar a = wide(u[k]), b = wide(x[k]), product = scalar_multiply(a, b);
        struct scalar before = wide(rest), after;
        struct buf text = {0};
        rest -= product.f;
        after = wide(rest);
        if (terms <= 6) {
            scalars_text(numbers, " - (#) * (#)", (struct scalar[]){a, b});
        }
        if (tell_shown(t, &before)) {
            scalars_text(&text, "- (#) * (#)", (struct scalar[]){a, b});
            tell_step(t, "term", -1, &text, &after, rest);
        }
    }
    buf_puts(numbers, terms > 6 ? " - ..." : "");
    scalars_text(numbers, ") / (#)", &pivot);
    double result = rest / pivot.f;
    tell_numbers(t, "divide", -1, pivot.f < 0 ? "# / (#) = #" : "# / # = #", 3,
                 (struct scalar[]){wide(rest), pivot, wide(result)});
    return result;
}

/* Row `row` of the matrix times the solution, in the type of the tensors. */
static void tell_check(struct telling *t, const struct tensor *a, int64_t first, int64_t n,
                       const double *x, const char *what, struct scalar expected)
{
    enum dtype dtype = t->out.dtype;
    struct scalar sum = scalar_float(0, dtype);
    struct buf text = {0};
    for (int64_t k = 0; k < n; k++) {
        struct scalar left = scalar_as(scalar_cell(a, first + k), dtype);
        struct scalar right = scalar_float(x[k], dtype);
        sum = scalar_add(sum, scalar_multiply(left, right));
        if (k < 4 || n <= 6) {
            scalars_text(&text, k > 0 ? " + # * #" : "# * #", (struct scalar[]){left, right});
        }
    }
    buf_puts(&text, n > 6 ? " + ..." : "");
    scalars_text(&text, " = #; ", &sum);
    buf_printf(&text, "%s is ", what);
    scalar_text(expected, &text);
    tell_step(t, "check", -1, &text, NULL, sum.f);
}

/* Column `column` of the right-hand side. `b` NULL: of the identity. */
static double *right_side(struct telling *t, const struct tensor *b, bool vectors, int batch_ndim,
                          int64_t column, int64_t n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);
    t->failed |= x == NULL;
    if (x == NULL || b == NULL) {
        if (x != NULL) {
            x[column] = 1;
        }
        return x;
    }
    int64_t columns = vectors ? 1 : b->shape[b->ndim - 1];
    int64_t first = batch_number(t, b, vectors ? 1 : 2, batch_ndim) * n;
    for (int64_t k = 0; k < n; k++) {
        x[k] = tensor_double_at(b, tensor_place(b, (first + k) * columns + column));
    }
    return x;
}

/* Cell (row, column) of x in a x = b. */
static bool tell_system(struct telling *t, const struct tensor *a, const struct tensor *b,
                        bool vectors)
{
    int batch = t->out.ndim - (vectors ? 1 : 2);
    int64_t row = t->at[batch], column = vectors ? 0 : t->at[batch + 1];
    int64_t n = a->shape[a->ndim - 1], checked = b == NULL ? column : row;
    struct elimination e;
    bool ok = eliminate(t, a, batch, &e);
    double *x = ok ? right_side(t, b, vectors, batch, column, n) : NULL;
    double expected = x != NULL ? x[checked] : 0, y;
    if (x != NULL) {
        struct buf what = {0}, name = {0};
        tell_name(t, 0, &name);
        buf_printf(&t->ex->formula,
                   "x[%lld] of %s @ x = b, by elimination U x = y: (y[r] - sum over k > r of "
                   "U[r, k] * x[k]) / U[r, r], r = %lld",
                   (long long)row, buf_text(&name), (long long)row);
        tell_exchanges(t, &e);
        tell_pivots(t, &e);
        forward(&e, x);
        y = x[row];
        free(x);
        x = right_side(t, b, vectors, batch, column, n);
        matrix_lu_solve(n, e.lu, e.pivot, 1, x);
        end_with(t, tell_last_step(t, &e, row, y, x));
        buf_printf(&what, b == NULL ? "the identity" : "b[%lld]", (long long)checked);
        int64_t first = (batch_number(t, a, 2, batch) * n + checked) * n;
        tell_check(t, a, first, n, x, buf_text(&what), scalar_float(expected, t->out.dtype));
        buf_free(&what);
        buf_free(&name);
    }
    free(x);
    elimination_free(&e);
    return true;
}

static bool explain_solve(struct telling *t)
{
    const struct tensor *a = tell_input(t, 0), *b = t->e->input_count > 1 ? tell_input(t, 1) : NULL;
    if (b == NULL || a->ndim < 2) {
        return false;
    }
    bool same = b->ndim + 1 == a->ndim;
    for (int d = 0; same && d < b->ndim; d++) {
        same = a->shape[d] == b->shape[d];
    }
    bool numpy = (t->e->op->where & IN_NUMPY) != 0;
    bool vectors = b->ndim == 1 || same || (numpy && b->ndim + 1 == a->ndim);
    return t->out.ndim >= (vectors ? 1 : 2) && tell_system(t, a, b, vectors);
}

/* --- Cholesky --- */

static bool explain_cholesky(struct telling *t)
{
    const struct tensor *a = tell_input(t, 0);
    const struct argument *upper = origin_argument(&t->search, "upper");
    bool turned = upper != NULL && upper->i != 0;
    int batch = a->ndim - 2;
    int64_t n = a->shape[a->ndim - 1], i = t->at[batch + turned], j = t->at[batch + !turned];
    double *l = read_matrix(t, a, batch);
    if (l == NULL) {
        return true;
    }
    double rest = l[i * n + j];
    matrix_cholesky(n, l);
    if (j > i) {
        buf_puts(&t->ex->formula, "0: L is a lower triangle");
        tell_words(t, "constant", -1, "row %lld, column %lld is beyond the diagonal", (long long)i,
                   (long long)j);
        tell_result(t, scalar_float(0, t->out.dtype));
        free(l);
        return true;
    }
    struct scalar first = wide(rest), pivot = wide(l[j * n + j]);
    struct buf *numbers = &t->ex->numbers, name = {0};
    tell_name(t, 0, &name);
    buf_printf(&t->ex->formula,
               i == j ? "sqrt(%s[%lld, %lld] - sum over k < %lld of L[%lld, k] ** 2)"
                      : "(%s[%lld, %lld] - sum over k < %lld of L[%lld, k] * L[%lld, k]) / "
                        "L[%lld, %lld]",
               buf_text(&name), (long long)i, (long long)j, (long long)j, (long long)i,
               (long long)j, (long long)j, (long long)j);
    buf_free(&name);
    scalars_text(numbers, i == j ? "sqrt(#" : "(#", &first);
    tell_numbers(t, "start", -1, "#", 1, &first);
    tell_group(t, j, SHOWN);
    for (int64_t k = 0; k < j; k++) {
        struct scalar x = wide(l[i * n + k]), y = wide(l[j * n + k]), before = wide(rest), after;
        struct buf text = {0};
        rest -= x.f * y.f;
        after = wide(rest);
        if (j <= 6) {
            scalars_text(numbers, " - (#) * (#)", (struct scalar[]){x, y});
        }
        if (tell_shown(t, &before)) {
            scalars_text(&text, "- (#) * (#)", (struct scalar[]){x, y});
            tell_step(t, "term", -1, &text, &after, rest);
        }
    }
    buf_puts(numbers, j > 6 ? " - ..." : "");
    buf_putc(numbers, ')');
    if (i == j) {
        tell_numbers(t, "root", -1, "sqrt(#) = #", 2,
                     (struct scalar[]){wide(rest), wide(sqrt(rest))});
        end_with(t, sqrt(rest));
    } else {
        scalars_text(numbers, " / #", &pivot);
        tell_numbers(t, "divide", -1, "# / # = #", 3,
                     (struct scalar[]){wide(rest), pivot, wide(rest / pivot.f)});
        end_with(t, rest / pivot.f);
    }
    free(l);
    return true;
}

/* --- pseudo-inverse --- */

static void turn(int64_t m, int64_t n, const double *from, double *to)
{
    for (int64_t k = 0; k < m * n; k++) {
        to[k % n * m + k / n] = from[k];
    }
}

/* V (1 / s) U': the sum of V[r, k] * (U s)[i, k] / s[k] ** 2 over the singular values that count.
 */
static bool explain_pinv(struct telling *t)
{
    const struct tensor *x = tell_input(t, 0);
    int batch = x->ndim - 2;
    int64_t m = x->shape[batch], n = x->shape[batch + 1];
    bool turned = m < n; /* worked on as its transpose */
    int64_t r = t->at[batch + turned], i = t->at[batch + !turned];
    double *a = read_matrix(t, x, batch);
    double *us = malloc((size_t)(m * n) * sizeof *us + 1);
    int64_t high = turned ? n : m, width = turned ? m : n;
    double *s = malloc((size_t)(width * (width + 1)) * sizeof *s + 1), *v = NULL;
    if (a != NULL && us != NULL && s != NULL) {
        v = s + width;
        if (turned) {
            turn(m, n, a, us);
        } else {
            memcpy(us, a, (size_t)(m * n) * sizeof *us);
        }
        matrix_singular(high, width, us, s, v);
        double least = linalg_cutoff(&t->call, t->out.dtype, m, n, width > 0 ? s[0] : 0), sum = 0;
        buf_puts(&t->ex->formula, "sum over k of V[r, k] * (U[i, k] * s[k]) / s[k] ** 2, with "
                                  "U s V.T the singular values of the matrix");
        tell_numbers(t, "cutoff", -1, "singular values above # count", 1,
                     (struct scalar[]){wide(least)});
        tell_group(t, width, SHOWN);
        for (int64_t k = 0; k < width; k++) {
            struct scalar before = wide(sum), left = wide(v[r * width + k]);
            struct scalar right = wide(us[i * width + k]), square = wide(s[k] * s[k]);
            struct buf text = {0};
            if (s[k] > least) {
                sum += left.f * right.f / square.f;
            }
            struct scalar after = wide(sum);
            if (tell_shown(t, &before)) {
                scalars_text(&text, s[k] > least ? "# * # / #" : "left out: s[k] ** 2 is #",
                             s[k] > least ? (struct scalar[]){left, right, square} : &square);
                tell_step(t, "term", -1, &text, &after, sum);
            }
        }
        end_with(t, sum);
    }
    t->failed |= us == NULL || s == NULL;
    free(a);
    free(us);
    free(s);
    return true;
}

/* --- which of them --- */

static bool with_elimination(struct telling *t,
                             bool (*tell)(struct telling *t, const struct elimination *e))
{
    struct elimination e;
    if (eliminate(t, tell_input(t, 0), t->out.ndim, &e)) {
        tell(t, &e);
    }
    elimination_free(&e);
    return true;
}

bool explain_solution(struct telling *t)
{
    const char *name = t->e->op->name;
    bool numpy = strncmp(t->e->op->signature, "(object", 7) == 0;
    name += strncmp(name, "linalg_", 7) == 0 ? 7 : 0;
    if (t->e->input_count == 0 || t->e->input[0].argument != 0 || tell_input(t, 0)->ndim < 2 ||
        !dtype_is_float(t->out.dtype)) {
        return false;
    }
    if (strcmp(name, "det") == 0) {
        return with_elimination(t, numpy ? tell_numpy_det : tell_determinant);
    }
    if (strcmp(name, "slogdet") == 0) {
        return with_elimination(t, tell_slogdet);
    }
    if (strcmp(name, "inv") == 0 || strcmp(name, "inverse") == 0) {
        return tell_system(t, tell_input(t, 0), NULL, false);
    }
    if (strcmp(name, "solve") == 0) {
        return explain_solve(t);
    }
    if (strcmp(name, "cholesky") == 0) {
        return explain_cholesky(t);
    }
    return strcmp(name, "pinv") == 0 && explain_pinv(t);
}
