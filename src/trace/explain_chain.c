/* Products of more than two matrices, powers, and products of what was made first (covariances,
 * batches that are added up): what goes before is carried out once more, and the last product,
 * which makes the cell, is told term by term. */
#include "trace/explain_parts.h"

#include "tensor/elementwise.h"
#include "tensor/matmul.h"
#include "tensor/matrix.h"
#include "tensor/reduce.h"
#include "tensor/view.h"

#include <stdlib.h>
#include <string.h>

/* --- one cell of a @ b --- */

struct pair {
    const struct tensor *a, *b;
    int64_t of_a, of_b; /* the first cells of the row and of the column, row-major */
    int64_t step;       /* from cell to cell in the column */
    int input;          /* whose cells those of b are; -1: they were made */
};

static struct product_term term_of(const struct telling *t, const void *arg, int64_t k)
{
    const struct pair *p = arg;
    int64_t cell = p->of_b + k * p->step;
    (void)t;
    return (struct product_term){.x = scalar_cell(p->a, p->of_a + k),
                                 .y = scalar_cell(p->b, cell),
                                 .input = p->input,
                                 .cell = cell};
}

/* The matrix of the batch of x that the cell belongs to. */
static int64_t batch_of(const struct telling *t, const struct tensor *x, int batch_ndim)
{
    int64_t number = 0;
    int own = x->ndim - 2;
    for (int d = 0; d < own; d++) {
        int64_t at = t->at[batch_ndim - own + d];
        number = number * x->shape[d] + (x->shape[d] == 1 ? 0 : at);
    }
    return number;
}

/* The sum for cell (row, column) of torch.matmul of a and b, vectors included; told, not ended. */
static struct scalar tell_pair(struct telling *t, const struct tensor *a, const struct tensor *b,
                               const char *operation, int input)
{
    bool rows = a->ndim > 1, columns = b->ndim > 1;
    int last = t->out.ndim, batch = last - rows - columns;
    int64_t K = a->shape[a->ndim - 1], N = columns ? b->shape[b->ndim - 1] : 1;
    int64_t row = rows ? t->at[last - 1 - columns] : 0, column = columns ? t->at[last - 1] : 0;
    struct pair p = {.a = a, .b = b, .step = N, .input = input};
    p.of_a = row * K;
    p.of_b = column;
    if (a->ndim > 2) {
        p.of_a += batch_of(t, a, batch) * a->shape[a->ndim - 2] * K;
    }
    if (b->ndim > 2) {
        p.of_b += batch_of(t, b, batch) * K * N;
    }
    struct terms terms = {.count = K,
                          .dtype = a->dtype == DTYPE_BOOL ? DTYPE_INT64 : a->dtype,
                          .sum = matmul_sum_named(operation, false, a, b),
                          .form = matmul_form_named(operation, a, b),
                          .term = term_of,
                          .arg = &p};
    const struct gemm_form *f = &terms.form;
    if (f->N > 0 && f->M > 0) {
        terms.in_fours = gemm_in_fours(f, t->cell / f->N % f->M, t->cell % f->N);
    }
    terms_numbers(t, &terms, &t->ex->numbers);
    return terms_add_up(t, &terms);
}

/* --- chains and powers --- */

static bool end_chain(struct telling *t, const struct tensor *a, const struct tensor *b, int input,
                      const char *made)
{
    buf_printf(&t->ex->formula, "sum over k = 0 ... %lld of %s, k of its row times k of the column",
               (long long)a->shape[a->ndim - 1] - 1, made);
    tell_result(t, tell_pair(t, a, b, "matmul", input));
    return true;
}

static bool explain_many(struct telling *t)
{
    int count = t->e->input_count;
    struct tensor product = {0}, next;
    if (count < 2 || !dtype_is_float(t->out.dtype) || dtype_is_short_float(t->out.dtype)) {
        return false;
    }
    bool ok = true;
    product = tensor_ref(tell_input(t, 0));
    for (int k = 1; ok && k < count - 1; k++) {
        ok = matmul_matmul(t->cx, &next, &product, tell_input(t, k));
        if (ok) {
            tensor_release(&product);
            product = next;
        }
    }
    ok = ok && end_chain(t, &product, tell_input(t, count - 1), count - 1,
                         count > 2 ? "the product of all matrices but the last with it"
                                   : "the first matrix with the second");
    tensor_release(&product);
    error_clear(t->cx->err);
    return ok;
}

/* The inverse of every matrix, as torch.linalg.inv gives it. */
static bool invert_all(struct telling *t, const struct tensor *x, struct tensor *out)
{
    int64_t n = x->shape[x->ndim - 1], cells = n * n;
    int64_t *pivot = calloc((size_t)n + 1, sizeof *pivot);
    double *a = calloc((size_t)(2 * cells) + 1, sizeof *a), *inverse = a + cells;
    bool ok = pivot != NULL && a != NULL && tensor_new(t->cx, out, x->dtype, x->ndim, x->shape);
    for (int64_t j = 0; ok && j * cells < tensor_numel(x); j++) {
        for (int64_t k = 0; k < cells; k++) {
            a[k] = tensor_double_at(x, tensor_place(x, j * cells + k));
            inverse[k] = k / n == k % n;
        }
        matrix_lu(n, a, pivot);
        matrix_lu_solve(n, a, pivot, n, inverse);
        for (int64_t k = 0; k < cells; k++) {
            tensor_set_double(out, j * cells + k, inverse[k]);
        }
    }
    free(pivot);
    free(a);
    t->failed |= !ok;
    return ok;
}

/* By squaring: the factors of the product that is made last are left in `left` and `right`. */
static bool last_factors(struct telling *t, const struct tensor *x, uint64_t n, struct tensor *left,
                         struct tensor *right)
{
    struct tensor result = {0}, square = tensor_ref(x), next;
    bool ok = true;
    for (; ok && n > 0; n /= 2) {
        if (n % 2 != 0 && result.storage == NULL) {
            result = tensor_ref(&square);
        } else if (n % 2 != 0) {
            tensor_release(left);
            tensor_release(right);
            *left = tensor_ref(&result);
            *right = tensor_ref(&square);
            ok = matmul_matmul(t->cx, &next, &result, &square);
            tensor_release(&result);
            result = ok ? next : (struct tensor){0};
        }
        if (ok && n > 1) {
            ok = matmul_matmul(t->cx, &next, &square, &square);
            tensor_release(left);
            tensor_release(right);
            *left = square; /* right for a power of two, where it comes last */
            *right = tensor_ref(left);
            square = ok ? next : (struct tensor){0};
        }
    }
    tensor_release(&result);
    tensor_release(&square);
    return ok && left->storage != NULL;
}

static bool explain_power(struct telling *t)
{
    const struct tensor *x = tell_input(t, 0);
    int64_t n = origin_argument(&t->search, "n")->i;
    struct tensor base = {0}, left = {0}, right = {0};
    if (!dtype_is_float(x->dtype) || dtype_is_short_float(x->dtype) || x->ndim < 2) {
        return false;
    }
    if (n == 0) {
        bool same = t->at[x->ndim - 1] == t->at[x->ndim - 2];
        buf_puts(&t->ex->formula, "the identity");
        tell_words(t, "constant", -1, same ? "on the diagonal" : "beside the diagonal");
        tell_result(t, scalar_float(same, x->dtype));
        return true;
    }
    if (n == 1) {
        tell_cell(t, 0, t->ex->from[0].cell, &t->ex->formula);
        tell_words(t, "copy", 0, "the first power is the matrix itself");
        tell_result(t, tell_value(t, 0));
        return true;
    }
    if (n > 0) {
        base = tensor_ref(x);
    } else if (!invert_all(t, x, &base)) {
        return true;
    }
    bool ok = true;
    if (n == -1) {
        ok = false; /* no product: carried out again */
    } else if (last_factors(t, &base, n < 0 ? -(uint64_t)n : (uint64_t)n, &left, &right)) {
        ok = end_chain(t, &left, &right, -1,
                       n < 0 ? "two powers of the inverse" : "two smaller powers");
    }
    tensor_release(&base);
    tensor_release(&left);
    tensor_release(&right);
    error_clear(t->cx->err);
    return ok && t->ex->computed;
}

/* --- a batch of products, added up --- */

static bool explain_addbmm(struct telling *t)
{
    int left = tell_input_named(t, "batch1"), right = tell_input_named(t, "batch2");
    int input = tell_input_named(t, "input");
    struct tensor all;
    if (left < 0 || right < 0 || input < 0 || t->out.dtype != DTYPE_FLOAT32 ||
        !matmul_bmm(t->cx, &all, tell_input(t, left), tell_input(t, right))) {
        error_clear(t->cx->err);
        return false;
    }
    const struct tensor *x = tell_input(t, input);
    enum dtype dtype = t->out.dtype;
    struct scalar alpha = scalar_float(origin_argument(&t->search, "alpha")->f, dtype);
    struct scalar beta = scalar_float(origin_argument(&t->search, "beta")->f, dtype), before;
    struct scalar added = scalar_as(scalar_cell(x, origin_broadcast(x, t->out.ndim, t->at)), dtype);
    formula_fill(t);
    buf_clear(&t->ex->numbers);
    tell_words(t, "products", -1, "cell [%lld, %lld] of each matrix of batch1 @ batch2, added up:",
               (long long)t->at[0], (long long)t->at[1]);
    struct scalar sum = sum_of_cells(t, &all, NULL, 1u, false, 40);
    if (alpha.f != 1) {
        before = sum;
        sum = scalar_multiply(sum, alpha);
        tell_numbers(t, "alpha", -1, "# * # = #", 3, (struct scalar[]){before, alpha, sum});
    }
    if (beta.f != 1) {
        before = added;
        added = scalar_multiply(added, beta);
        tell_numbers(t, "beta", -1, "# * # = #", 3, (struct scalar[]){before, beta, added});
    }
    before = sum;
    sum = scalar_add(added, sum);
    tell_numbers(t, "add", -1, "# + # = #", 3, (struct scalar[]){added, before, sum});
    tell_result(t, sum);
    tensor_release(&all);
    return true;
}

/* --- covariances --- */

struct spread {
    struct tensor x, means, centred, turned, products, share;
    int64_t n;
};

static bool spread_of(struct telling *t, const struct tensor *in, int64_t correction,
                      struct spread *s)
{
    struct compute *cx = t->cx;
    struct tensor divisor, rows = *in;
    *s = (struct spread){0};
    for (; rows.ndim < 2; rows.ndim++) { /* a row is a matrix of one row */
        rows.shape[1] = rows.ndim == 0 ? 1 : rows.shape[0];
        rows.stride[1] = rows.ndim == 0 ? 1 : rows.stride[0];
        rows.shape[0] = 1;
    }
    bool ok = tensor_cast(cx, &s->x, &rows, dtype_is_float(in->dtype) ? in->dtype : DTYPE_FLOAT32);
    s->n = ok && s->x.shape[1] > correction ? s->x.shape[1] - correction : 0;
    ok = ok && reduce_fold(cx, REDUCE_MEAN, &s->means, &s->x, 2u, true) &&
         elementwise_binary(cx, BINARY_SUB, &s->centred, &s->x, &s->means) &&
         view_t(cx, &s->turned, &s->centred) &&
         matmul_mm(cx, &s->products, &s->centred, &s->turned) &&
         tensor_from_int(cx, &divisor, DTYPE_INT64, s->n, true);
    if (ok) {
        ok = elementwise_binary(cx, BINARY_DIV, &s->share, &s->products, &divisor);
        tensor_release(&divisor);
    }
    if (!ok) {
        error_clear(cx->err);
    }
    return ok;
}

static void spread_free(struct spread *s)
{
    struct tensor *const all[] = {&s->x,      &s->means,    &s->centred,
                                  &s->turned, &s->products, &s->share};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        tensor_release(all[k]);
    }
}

/* The product of two centred rows, told as the cell [i, j] of centred @ centred.T. */
static struct scalar tell_covariance(struct telling *t, const struct spread *s, int64_t i,
                                     int64_t j)
{
    int64_t K = s->centred.shape[1];
    struct pair p = {
        .a = &s->centred, .b = &s->centred, .of_a = i * K, .of_b = j * K, .step = 1, .input = -1};
    struct terms terms = {.count = K,
                          .dtype = s->centred.dtype,
                          .sum = matmul_sum_named("mm", false, &s->centred, &s->turned),
                          .form = matmul_form_named("mm", &s->centred, &s->turned),
                          .term = term_of,
                          .arg = &p};
    terms.in_fours = gemm_in_fours(&terms.form, i, j);
    for (int k = 0; k < (i == j ? 1 : 2); k++) {
        struct scalar mean = scalar_cell(&s->means, k == 0 ? i : j);
        tell_numbers(t, "mean", -1, k == 0 ? "of the row: #" : "of the other row: #", 1, &mean);
    }
    tell_words(t, "centred", -1, "each cell less the mean of its row");
    struct scalar sum = terms_add_up(t, &terms);
    struct scalar n = scalar_float((double)s->n, sum.dtype), share = scalar_divide(sum, n);
    tell_numbers(t, "divide", -1, "# / # = #", 3, (struct scalar[]){sum, n, share});
    return share;
}

static struct scalar root_of(struct telling *t, const struct spread *s, int64_t i)
{
    struct scalar variance = scalar_cell(&s->share, i * s->share.shape[1] + i), root = variance;
    struct tensor one, result;
    if (tensor_from_double(t->cx, &one, variance.dtype, variance.f, false)) {
        if (elementwise_unary(t->cx, UNARY_SQRT, &result, &one)) {
            root = scalar_cell(&result, 0);
            tensor_release(&result);
        }
        tensor_release(&one);
    }
    return root;
}

static bool explain_covariance(struct telling *t, bool relative)
{
    const struct tensor *x = tell_input(t, 0);
    const struct argument *correction = origin_argument(&t->search, "correction");
    struct spread s;
    bool ok = !dtype_is_short_float(x->dtype) &&
              spread_of(t, x, correction != NULL ? correction->i : 1, &s);
    if (!ok) {
        return false;
    }
    bool square = t->out.ndim == 2; /* axes of size 1 were dropped */
    int64_t i = square ? t->at[0] : 0, j = square ? t->at[1] : 0;
    formula_fill(t);
    buf_clear(&t->ex->numbers);
    struct scalar value = tell_covariance(t, &s, i, j);
    for (int k = 0; relative && k < 2; k++) {
        struct scalar root = root_of(t, &s, k == 0 ? i : j), before = value;
        value = scalar_divide(value, root);
        tell_numbers(t, "deviation", -1, "# / # = #", 3, (struct scalar[]){before, root, value});
    }
    if (relative && (value.f > 1 || value.f < -1)) {
        value = scalar_float(value.f > 1 ? 1 : -1, value.dtype);
        tell_numbers(t, "limit", -1, "beyond 1: #", 1, &value);
    }
    tell_result(t, value);
    spread_free(&s);
    return true;
}

bool explain_chain(struct telling *t)
{
    const char *name = t->e->op->name;
    name += strncmp(name, "linalg_", 7) == 0 ? 7 : 0;
    if (t->e->input_count == 0) {
        return false;
    }
    if (strcmp(name, "chain_matmul") == 0 || strcmp(name, "multi_dot") == 0) {
        return explain_many(t);
    }
    if (strcmp(name, "matrix_power") == 0) {
        return explain_power(t);
    }
    if (strcmp(name, "addbmm") == 0) {
        return explain_addbmm(t);
    }
    bool cov = strcmp(name, "cov") == 0;
    return (cov || strcmp(name, "corrcoef") == 0) && explain_covariance(t, !cov);
}
