/* Cells of QR factors, singular values and eigenvalues. Those come out of many rounds over the
 * whole matrix, which no row of terms can tell: the cell is what the row's own function gives once
 * more, and a product that can be checked says what it means: A @ v = s * u, Q @ R = A, A @ v = v *
 * w. */
#include "trace/explain_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One matrix, or row of values, of the batch that the cell belongs to. */
struct part {
    int64_t rows, columns;
    double *x; /* row-major, malloc'ed */
};

static int64_t batch_number(const struct telling *t, int batch_ndim)
{
    int64_t number = 0;
    for (int d = 0; d < batch_ndim; d++) {
        number = number * t->out.shape[d] + t->at[d];
    }
    return number;
}

/* The last axes of x behind the batch as rows and columns; a row of values is one row. */
static bool read_part(struct telling *t, const struct tensor *x, int batch_ndim, struct part *out)
{
    int axes = x->ndim - batch_ndim;
    *out = (struct part){.rows = axes > 1 ? x->shape[batch_ndim] : 1,
                         .columns = axes > 0 ? x->shape[x->ndim - 1] : 0};
    for (int d = batch_ndim + 1; d < x->ndim - 1; d++) { /* eig: pairs count as columns */
        out->columns *= x->shape[d];
    }
    int64_t cells = out->rows * out->columns, first = batch_number(t, batch_ndim) * cells;
    out->x = malloc((size_t)cells * sizeof *out->x + 1);
    t->failed |= out->x == NULL;
    for (int64_t k = 0; out->x != NULL && k < cells; k++) {
        out->x[k] = tensor_double_at(x, tensor_place(x, first + k));
    }
    return out->x != NULL;
}

static bool read_output(struct telling *t, int output, int batch_ndim, struct part *out)
{
    struct tensor x;
    *out = (struct part){0};
    if (output >= t->e->output_count || !tape_after(t->tape, &t->e->output[output], t->event, &x)) {
        t->failed |= output < t->e->output_count;
        return false;
    }
    bool ok = x.ndim >= batch_ndim && read_part(t, &x, batch_ndim, out);
    tensor_release(&x);
    return ok;
}

/* --- the check --- */

struct line { /* n numbers, a step apart */
    const double *x;
    int64_t step;
};

static struct line row_of(const struct part *p, int64_t row)
{
    return (struct line){p->x + row * p->columns, 1};
}

static struct line column_of(const struct part *p, int64_t column)
{
    return (struct line){p->x + column, p->columns};
}

static double cell_of(const struct part *p, int64_t row, int64_t column)
{
    return p->x[row * p->columns + column];
}

/* "0.3 * 0.5 + 0.1 * 0.2 = 0.17; Q[0, 1] is ..." in the type of the tensors. */
static void tell_check(struct telling *t, int64_t n, struct line a, struct line b, const char *what,
                       double expected)
{
    enum dtype dtype = t->out.dtype;
    struct scalar sum = scalar_float(0, dtype), right = scalar_float(expected, dtype);
    struct buf text = {0};
    for (int64_t k = 0; k < n; k++) {
        struct scalar x = scalar_float(a.x[k * a.step], dtype);
        struct scalar y = scalar_float(b.x[k * b.step], dtype);
        sum = scalar_add(sum, scalar_multiply(x, y));
        if (k < 4 || n <= 6) {
            scalars_text(&text, k > 0 ? " + # * #" : "# * #", (struct scalar[]){x, y});
        }
    }
    buf_puts(&text, n > 6 ? " + ..." : n == 0 ? "0" : "");
    scalars_text(&text, " = #; ", &sum);
    buf_printf(&text, "%s is ", what);
    scalar_text(right, &text);
    tell_step(t, "check", -1, &text, NULL, sum.f);
}

static void tell_unit_length(struct telling *t, int64_t n, struct line x)
{
    tell_check(t, n, x, x, "the length of such a vector", 1);
}

/* Where a column is largest: there an equation says most. */
static int64_t largest_row(const struct part *p, int64_t column)
{
    int64_t best = 0;
    for (int64_t k = 1; k < p->rows; k++) {
        best = fabs(cell_of(p, k, column)) > fabs(cell_of(p, best, column)) ? k : best;
    }
    return best;
}

/* --- QR --- */

static void check_qr(struct telling *t, int batch, const struct part *a)
{
    struct part q = {0}, r = {0};
    int64_t i = t->at[batch], j = t->at[batch + 1];
    struct buf what = {0};
    bool both = t->e->output_count == 2 && t->e->output[0].tensor.ndim == batch + 2;
    if (!both) { /* only R was wanted: its columns are as long as those of A */
        if (read_output(t, t->output, batch, &r)) {
            double length = 0;
            for (int64_t k = 0; k < a->rows; k++) {
                length += cell_of(a, k, j) * cell_of(a, k, j);
            }
            struct line column = column_of(&r, j);
            tell_check(t, r.rows, column, column, "for the same column of the matrix, that",
                       length);
        }
    } else if (read_output(t, 0, batch, &q) && read_output(t, 1, batch, &r)) {
        if (t->output == 1) {
            buf_printf(&what, "R[%lld, %lld]", (long long)i, (long long)j);
            tell_check(t, q.rows, column_of(&q, i), column_of(a, j), buf_text(&what),
                       cell_of(&r, i, j));
        } else if (j < a->columns) {
            buf_printf(&what, "cell [%lld, %lld] of the matrix", (long long)i, (long long)j);
            tell_check(t, q.columns, row_of(&q, i), column_of(&r, j), buf_text(&what),
                       cell_of(a, i, j));
        } else {
            tell_unit_length(t, q.rows, column_of(&q, j));
        }
    }
    buf_free(&what);
    free(q.x);
    free(r.x);
}

/* --- singular values --- */

static void check_values_alone(struct telling *t, int batch, const struct part *a)
{
    struct part s;
    double squares = 0;
    if (read_output(t, 0, batch, &s)) {
        for (int64_t k = 0; k < a->rows * a->columns; k++) {
            squares += a->x[k] * a->x[k];
        }
        tell_check(t, s.columns, row_of(&s, 0), row_of(&s, 0),
                   "the sum of the squares of all cells of the matrix", squares);
        free(s.x);
    }
}

static void check_svd(struct telling *t, int batch, const struct part *a)
{
    struct part u = {0}, s = {0}, v = {0};
    struct buf what = {0};
    if (read_output(t, 0, batch, &u) && read_output(t, 1, batch, &s) &&
        read_output(t, 2, batch, &v)) {
        int64_t row = t->at[batch];
        int64_t k = t->output == 0 ? t->at[batch + 1] : row;
        bool counts = k < s.columns;
        if (t->output == 2 && counts) {
            int64_t j = t->at[batch + 1];
            buf_printf(&what, "S[%lld] * Vh[%lld, %lld]", (long long)k, (long long)k, (long long)j);
            tell_check(t, u.rows, column_of(a, j), column_of(&u, k), buf_text(&what),
                       s.x[k] * cell_of(&v, k, j));
        } else if (counts) {
            int64_t i = t->output == 0 ? row : largest_row(&u, k);
            buf_printf(&what, "U[%lld, %lld] * S[%lld]", (long long)i, (long long)k, (long long)k);
            tell_check(t, v.columns, row_of(a, i), row_of(&v, k), buf_text(&what),
                       cell_of(&u, i, k) * s.x[k]);
        } else {
            tell_unit_length(t, t->output == 0 ? u.rows : v.columns,
                             t->output == 0 ? column_of(&u, k) : row_of(&v, k));
        }
    }
    buf_free(&what);
    free(u.x);
    free(s.x);
    free(v.x);
}

/* --- eigenvalues --- */

/* eigh reads one triangle and takes the other one for its mirror image. */
static void mirror(struct telling *t, struct part *a)
{
    const struct argument *half = origin_argument(&t->search, "UPLO");
    bool upper =
        half != NULL && half->text != NULL && (half->text[0] == 'U' || half->text[0] == 'u');
    for (int64_t i = 0; i < a->rows; i++) {
        for (int64_t j = 0; j < i; j++) {
            double *low = &a->x[i * a->columns + j], *high = &a->x[j * a->columns + i];
            *(upper ? low : high) = upper ? *high : *low;
        }
    }
}

static void check_eigh(struct telling *t, int batch, struct part *a)
{
    struct part w = {0}, v = {0};
    struct buf what = {0};
    mirror(t, a);
    if (read_output(t, 0, batch, &w) && read_output(t, 1, batch, &v)) {
        int64_t k = t->output == 0 ? t->at[batch] : t->at[batch + 1];
        int64_t i = t->output == 0 ? largest_row(&v, k) : t->at[batch];
        buf_printf(&what, "value %lld times cell %lld of its vector", (long long)k, (long long)i);
        tell_check(t, v.rows, row_of(a, i), column_of(&v, k), buf_text(&what),
                   w.x[k] * cell_of(&v, i, k));
    }
    buf_free(&what);
    free(w.x);
    free(v.x);
}

/* Pairs of a real and an imaginary part; the part asked for is checked. */
static void check_eig(struct telling *t, int batch, const struct part *a)
{
    struct part w = {0}, v = {0};
    struct buf what = {0};
    if (read_output(t, 0, batch, &w) && read_output(t, 1, batch, &v)) {
        int64_t z = t->at[t->out.ndim - 1], k = t->output == 0 ? t->at[batch] : t->at[batch + 1];
        int64_t i = t->output == 0 ? largest_row(&v, 2 * k + z) : t->at[batch];
        const double *value = w.x + 2 * k;
        double re = cell_of(&v, i, 2 * k), im = cell_of(&v, i, 2 * k + 1);
        buf_printf(&what, "the %s part of value %lld times cell %lld of its vector",
                   z == 0 ? "real" : "imaginary", (long long)k, (long long)i);
        tell_check(t, v.rows, row_of(a, i), column_of(&v, 2 * k + z), buf_text(&what),
                   z == 0 ? value[0] * re - value[1] * im : value[0] * im + value[1] * re);
    }
    buf_free(&what);
    free(w.x);
    free(v.x);
}

/* --- which of them --- */

bool explain_factor(struct telling *t)
{
    static const struct {
        const char *name, *way;
        enum { QR, SVD, SINGULAR, EIGH, EIG } what;
    } rows[] = {
        {"qr", "one reflection for each column, in double, rounded at the end", QR},
        {"linalg_qr", "one reflection for each column, in double, rounded at the end", QR},
        {"linalg_svd", "in rounds over the whole matrix, in double, rounded at the end", SVD},
        {"linalg_svdvals", "in rounds over the whole matrix, in double, rounded at the end",
         SINGULAR},
        {"linalg_eigh", "in rounds over the whole matrix, in double, rounded at the end", EIGH},
        {"linalg_eig", "in rounds over the whole matrix, in double, rounded at the end", EIG},
        {"linalg__eig", "in rounds over the whole matrix, in double, rounded at the end", EIG},
    };
    size_t k = 0;
    while (k < sizeof rows / sizeof rows[0] && strcmp(rows[k].name, t->e->op->name) != 0) {
        k++;
    }
    if (k == sizeof rows / sizeof rows[0] || t->e->input_count == 0 ||
        t->e->input[0].argument != 0 || tell_input(t, 0)->ndim < 2) {
        return false;
    }
    struct part a;
    int batch = tell_input(t, 0)->ndim - 2;
    formula_fill(t);
    if (!again_result(t, false) || !read_part(t, tell_input(t, 0), batch, &a)) {
        return true;
    }
    tell_words(t, "compute", -1, "%s", rows[k].way);
    switch (rows[k].what) {
    case QR:
        check_qr(t, batch, &a);
        break;
    case SVD:
        check_svd(t, batch, &a);
        break;
    case SINGULAR:
        check_values_alone(t, batch, &a);
        break;
    case EIGH:
        check_eigh(t, batch, &a);
        break;
    case EIG:
        check_eig(t, batch, &a);
        break;
    }
    free(a.x);
    return true;
}
