/* Products: each cell is a sum of products in order of k, in the tensor's own type, starting at 0.
 * How a product is added follows from the operation (matmul_sum_named, tensor/product/matmul.h);
 * alpha and beta multiply afterwards, and what is added comes last. */
#include "trace/explain/explainer.h"

#include "tensor/product/matmul.h"
#include "tensor/product/matmul_sum.h"
#include "tensor/product/matmul_vector.h"
#include "torch/op/ops.h"
#include "trace/explain/explain_short.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"
#include "trace/explain/steps.h"
#include "trace/explain/terms.h"

#include <math.h>
#include <string.h>

/* "To add a product of two operands: its row's name, the parameters that are multiplied, and the
 * one that is added (NULL: none)." */
static const struct product {
    const char *name, *left, *right, *added;
} products[] = {
    {"addmm", "mat1", "mat2", "input"},
    {"addmv", "mat", "vec", "input"},
    {"addr", "vec1", "vec2", "input"},
    {"baddbmm", "batch1", "batch2", "input"},
    {"bmm", "input", "mat2", NULL},
    {"dot", "input", "tensor", NULL},
    {"dot", "a", "b", NULL},
    {"ger", "input", "vec2", NULL},
    {"inner", "input", "other", NULL},
    {"inner", "a", "b", NULL},
    {"linear", "input", "weight", "bias"},
    {"matmul", "input", "other", NULL},
    {"matmul", "x1", "x2", NULL},
    {"mm", "input", "mat2", NULL},
    {"mv", "input", "vec", NULL},
    {"outer", "input", "vec2", NULL},
    {"outer", "a", "b", NULL},
    {"vdot", "input", "other", NULL},
    {"vdot", "a", "b", NULL},
};

static const struct product *product_of(const struct explainer *t)
{
    for (size_t k = 0; k < sizeof products / sizeof products[0]; k++) {
        if (strcmp(products[k].name, t->e->op->name) == 0 &&
            explainer_input_named(t, products[k].left) >= 0 &&
            explainer_input_named(t, products[k].right) >= 0) {
            return &products[k];
        }
    }
    return NULL;
}

/* The factor alpha or beta, in the type of the product; integers take its whole part. */
static struct scalar factor_named(const struct explainer *t, const char *name, enum dtype dtype)
{
    const struct argument *a = origin_argument(&t->search, name);
    return scalar_as(scalar_float(a != NULL ? a->f : 1, DTYPE_FLOAT64), dtype);
}

static bool is_one(struct scalar x)
{
    return scalar_double(x) == 1;
}

/* --- the formula --- */

static void put_factor(struct scalar factor, struct buf *out)
{
    if (!is_one(factor)) {
        scalar_text(factor, out);
        buf_puts(out, " * ");
    }
}

/* The cell in its own input's name, or its number. */
static void put_added(struct explainer *t, const struct run_of_cells *added, struct scalar beta,
                      bool numbers, struct buf *out)
{
    if (added == NULL) {
        return;
    }
    buf_puts(out, " + ");
    put_factor(beta, out);
    if (numbers) {
        scalar_text(explainer_value(t, added->from[0]), out);
    } else {
        name_cell(t, added->input, t->ex->from[added->from[0]].cell, out);
    }
}

static void put_formula(struct explainer *t, const struct run_of_cells *a,
                        const struct run_of_cells *b, const struct run_of_cells *added,
                        struct scalar alpha, struct scalar beta)
{
    struct letters letters = {.next = 'k'};
    struct buf ranges = {0}, terms = {0}, *out = &t->ex->formula;
    runs_pattern(t, a, &letters, &ranges, &terms);
    buf_puts(&terms, " * ");
    runs_pattern(t, b, &letters, &ranges, &terms);
    put_factor(alpha, out);
    buf_printf(out, ranges.len > 0 ? "sum over %s of %s" : "%s%s", buf_text(&ranges),
               buf_text(&terms));
    put_added(t, added, beta, false, out);
    buf_free(&ranges);
    buf_free(&terms);
}

/* "2.0 * (a * b + c * d) + 0.5 * e" */
static void put_numbers(struct explainer *t, const struct terms *terms,
                        const struct run_of_cells *added, struct scalar alpha, struct scalar beta)
{
    struct buf *out = &t->ex->numbers;
    bool wrapped = !is_one(alpha) && terms->count > 1;
    put_factor(alpha, out);
    buf_puts(out, wrapped ? "(" : "");
    terms_numbers(t, terms, out);
    buf_puts(out, wrapped ? ")" : "");
    put_added(t, added, beta, true, out);
}

/* --- the arithmetic --- */

/* The type of the products: NumPy takes a common one, and counts bools as integers. */
static enum dtype dtype_of(const struct explainer *t)
{
    return t->out.dtype == DTYPE_BOOL ? DTYPE_INT64 : t->out.dtype;
}

/* A product without a sum: no 0 is added, so -0 stays -0. */
static bool is_single(const struct explainer *t)
{
    static const char *const names[] = {"addr", "ger", "outer"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (strcmp(names[k], t->e->op->name) == 0) {
            return true;
        }
    }
    return strcmp("inner", t->e->op->name) == 0 || strcmp("dot", t->e->op->name) == 0
               ? explainer_input(t, 0)->ndim == 0 || explainer_input(t, 1)->ndim == 0
               : false;
}

struct pair_of_runs {
    const struct run_of_cells *a, *b;
    struct scalar alpha; /* that multiplies a */
};

static struct product_term term_of_runs(const struct explainer *t, const void *arg, int64_t k)
{
    const struct pair_of_runs *runs = arg;
    int64_t from = runs->a->from[k];
    struct scalar x = scalar_as(explainer_value(t, from), runs->alpha.dtype);
    return (struct product_term){.x = is_one(runs->alpha) ? x : scalar_multiply(x, runs->alpha),
                                 .y = explainer_value(t, runs->b->from[k]),
                                 .input = t->ex->from[from].input,
                                 .cell = t->ex->from[from].cell};
}

/* addmm and baddbmm: of alpha * sum and beta * x one is rounded before they are added, the other is
 * fused with the addition. */
static struct scalar scale_fused(struct explainer *t, struct scalar sum, struct scalar x,
                                 int64_t from, struct scalar alpha, struct scalar beta,
                                 bool fuses_beta)
{
    struct scalar factor = fuses_beta ? alpha : beta, other = fuses_beta ? beta : alpha;
    struct scalar first = fuses_beta ? sum : x, second = fuses_beta ? x : sum;
    struct scalar scaled = is_one(factor) ? first : scalar_multiply(factor, first);
    if (!is_one(factor)) {
        line_numbers(t, fuses_beta ? "alpha" : "beta", -1, "# * # = #", 3,
                     (struct scalar[]){factor, first, scaled});
    }
    struct scalar result = scalar_fused(other, second, scaled);
    line_numbers(t, "add", from, "# * # + # = #", 4,
                 (struct scalar[]){other, second, scaled, result});
    return result;
}

static struct scalar scale_and_add(struct explainer *t, struct scalar sum,
                                   const struct run_of_cells *added, struct scalar alpha,
                                   struct scalar beta)
{
    if (!is_one(alpha)) {
        struct scalar before = sum;
        sum = scalar_multiply(sum, alpha);
        line_numbers(t, "alpha", -1, "# * # = #", 3, (struct scalar[]){alpha, before, sum});
    }
    if (added == NULL) {
        return sum;
    }
    struct scalar x = scalar_as(explainer_value(t, added->from[0]), sum.dtype), before = sum;
    if (!is_one(beta)) {
        struct scalar whole = x;
        x = scalar_multiply(x, beta);
        line_numbers(t, "beta", added->from[0], "# * # = #", 3, (struct scalar[]){beta, whole, x});
    }
    sum = scalar_add(sum, x);
    line_numbers(t, op_is(t->e->op, OP_linear) ? "bias" : "add", added->from[0], "# + # = #", 3,
                 (struct scalar[]){before, x, sum});
    return sum;
}

/* The run of the input that belongs to a parameter, or NULL. */
static const struct run_of_cells *
run_named(const struct explainer *t, const struct run_of_cells *at, int count, const char *name)
{
    int input = name != NULL ? explainer_input_named(t, name) : -1;
    for (int k = 0; k < count; k++) {
        if (at[k].input == input) {
            return &at[k];
        }
    }
    return NULL;
}

static enum gemm_sum sum_of(const struct explainer *t, const struct product *p)
{
    int left = explainer_input_named(t, p->left), right = explainer_input_named(t, p->right);
    bool numpy = (t->e->op->where & IN_NUMPY) != 0;
    return matmul_sum_named(t->e->op->name, numpy, explainer_input(t, left),
                            explainer_input(t, right));
}

/* baddbmm of small matrices: the sum begins at beta * input, and alpha multiplies the left factor.
 */
static struct scalar add_onto(struct explainer *t, struct terms *terms,
                              const struct run_of_cells *added, struct scalar alpha,
                              struct scalar beta)
{
    const struct pair_of_runs *runs = terms->arg;
    struct pair_of_runs scaled = {runs->a, runs->b, alpha};
    struct scalar start = scalar_as(scalar_int(0, DTYPE_INT64), terms->dtype);
    if (added != NULL) {
        struct scalar x = scalar_as(explainer_value(t, added->from[0]), terms->dtype);
        start = scalar_multiply(x, beta);
        line_numbers(t, "input", added->from[0], "# * # = #", 3, (struct scalar[]){beta, x, start});
    }
    terms->start = &start;
    terms->arg = &scaled;
    return terms_add_up(t, terms);
}

/* What is added is where BLAS starts (tensor/product/matmul_linear.c). */
static bool starts_there(const struct explainer *t, const struct product *p)
{
    const struct tensor *x = explainer_input(t, explainer_input_named(t, p->left));
    bool rows = x->ndim == 2 || (x->ndim == 3 && tensor_is_contiguous(x));
    return op_name_is(p->name, OP_linear) ? rows : op_name_is(p->name, OP_addmm OP_baddbmm);
}

/* Panels are added one by one, times alpha, to beta * input. */
static struct scalar add_panels(struct explainer *t, struct terms *terms,
                                const struct run_of_cells *added, const struct scalar *alpha,
                                struct scalar beta)
{
    struct scalar start;
    if (added != NULL) {
        const struct scalar whole = scalar_as(explainer_value(t, added->from[0]), terms->dtype);
        start = is_one(beta) ? whole : scalar_multiply(beta, whole);
        terms->bias = &start;
        if (!is_one(beta)) {
            line_numbers(t, "beta", added->from[0], "# * # = #", 3,
                         (struct scalar[]){beta, whole, start});
        }
    }
    terms->alpha = is_one(*alpha) ? NULL : alpha;
    return terms_add_up(t, terms);
}

/* Which cell of which matrices it is. */
static void place_cell(const struct explainer *t, const struct product *p, struct terms *terms)
{
    int left = explainer_input_named(t, p->left), right = explainer_input_named(t, p->right);
    terms->form =
        matmul_form_named(t->e->op->name, explainer_input(t, left), explainer_input(t, right));
    terms->form.wide = terms->dtype == DTYPE_FLOAT64; /* NumPy may have widened one of them */
    const struct gemm_form *f = &terms->form;
    if (f->N > 0 && f->M > 0) {
        int64_t cell = 0;
        for (int d = 0; d < t->out.ndim; d++) {
            cell = cell * t->out.shape[d] + t->at[d];
        }
        terms->deal = gemm_deal_of(f, cell / f->N % f->M, cell % f->N);
    }
}

struct addition { /* what follows a product of bfloat16 */
    const struct run_of_cells *added;
    struct scalar alpha, beta;
};

static struct scalar add_behind(struct explainer *t, struct scalar sum, const void *arg)
{
    const struct addition *a = arg;
    return scale_and_add(t, sum, a->added, a->alpha, a->beta);
}

static bool answer_short(struct explainer *t, const struct terms *terms,
                         const struct run_of_cells *added, struct scalar alpha, struct scalar beta)
{
    struct addition behind = {added, alpha, beta};
    struct scalar bias;
    bool plain = added != NULL && is_one(alpha) && is_one(beta);
    if (plain) {
        bias = scalar_as(explainer_value(t, added->from[0]), DTYPE_BFLOAT16);
    }
    return explain_short(t, terms, plain ? &bias : NULL, plain ? added->from[0] : -1, add_behind,
                         &behind);
}

/* A matrix times a vector; addmv begins at beta * input. */
static struct scalar add_vector(struct explainer *t, const struct product *p,
                                const struct terms *terms, const struct run_of_cells *added,
                                struct scalar alpha, struct scalar beta)
{
    const struct scalar one = scalar_float(1, terms->dtype);
    struct vector_form form;
    struct scalar start;
    bool begins = op_name_is(p->name, OP_addmv);
    matmul_vector_named(t->e->op->name, (t->e->op->where & IN_NUMPY) != 0,
                        explainer_input(t, explainer_input_named(t, p->left)),
                        explainer_input(t, explainer_input_named(t, p->right)), &form);
    if (begins && added != NULL) {
        struct scalar x = scalar_as(explainer_value(t, added->from[0]), terms->dtype);
        start = scalar_multiply(x, beta);
        line_numbers(t, "input", added->from[0], "# * # = #", 3, (struct scalar[]){beta, x, start});
    }
    struct scalar sum = steps_add_up(t, terms, &form, t->cell, begins ? alpha : one,
                                     begins && added != NULL ? &start : NULL);
    return begins ? sum : scale_and_add(t, sum, added, alpha, beta);
}

static bool answer(struct explainer *t, const struct product *p, const struct run_of_cells *runs,
                   int count)
{
    const struct run_of_cells none = {.input = -1};
    const struct run_of_cells *a = run_named(t, runs, count, p->left);
    const struct run_of_cells *b = run_named(t, runs, count, p->right);
    const struct run_of_cells *added = run_named(t, runs, count, p->added);
    enum dtype dtype = dtype_of(t);
    struct scalar alpha = factor_named(t, "alpha", dtype), beta = factor_named(t, "beta", dtype);
    bool empty = a == NULL && b == NULL; /* an axis of size 0: a sum of nothing */
    if (!empty && (a == NULL || b == NULL || a->count != b->count)) {
        return false;
    }
    added = scalar_double(beta) == 0 ? NULL : added; /* ignores even NaN */
    if (empty) {
        buf_puts(&t->ex->formula, "a sum of no terms");
        put_added(t, added, beta, false, &t->ex->formula);
        a = b = &none;
    } else {
        put_formula(t, a, b, added, alpha, beta);
    }
    const struct pair_of_runs pair = {a, b, scalar_as(scalar_int(1, DTYPE_INT64), dtype)};
    struct terms terms = {.count = a->count,
                          .dtype = dtype,
                          .single = is_single(t),
                          .sum = sum_of(t, p),
                          .term = term_of_runs,
                          .arg = &pair};
    place_cell(t, p, &terms);
    if (added == NULL && is_one(alpha)) {
        terms_find_form(t, &terms);
    }
    put_numbers(t, &terms, added, alpha, beta);
    if (dtype == DTYPE_BFLOAT16) {
        return answer_short(t, &terms, added, alpha, beta);
    }
    if (terms.sum == GEMM_VECTOR) {
        explainer_result(t, add_vector(t, p, &terms, added, alpha, beta));
        return true;
    }
    if (op_name_is(p->name, OP_baddbmm) && terms.sum == GEMM_APART) {
        explainer_result(t, add_onto(t, &terms, added, alpha, beta));
        return true;
    }
    if ((added != NULL || !is_one(alpha)) && terms_fused(&terms) &&
        gemm_takes_panels(&terms.form) && starts_there(t, p)) {
        explainer_result(t, add_panels(t, &terms, added, &alpha, beta));
        return true;
    }
    struct scalar sum = terms_add_up(t, &terms);
    bool scaled = added != NULL && !(is_one(alpha) && is_one(beta)) && dtype_is_float(dtype) &&
                  (op_name_is(p->name, OP_addmm) || op_name_is(p->name, OP_baddbmm));
    if (scaled) {
        struct scalar x = scalar_as(explainer_value(t, added->from[0]), dtype);
        bool fuses_beta = matmul_fuses_beta(dtype, &terms.form, terms.deal);
        explainer_result(t, scale_fused(t, sum, x, added->from[0], alpha, beta, fuses_beta));
        return true;
    }
    explainer_result(t, scale_and_add(t, sum, added, alpha, beta));
    return true;
}

/* NumPy's dot of an array and a number. */
static bool explain_multiple(struct explainer *t)
{
    double factor;
    const struct argument *a = t->call.arg;
    int number = a[0].value.type == VALUE_OBJECT ? 1 : 0;
    if (t->ex->from_count != 1 || t->call.arg_count < 2 || !op_is(t->e->op, OP_dot) ||
        !value_is_number(a[number].value)) {
        return false;
    }
    factor = value_number(a[number].value);
    struct scalar x = scalar_as(explainer_value(t, 0), t->out.dtype), product;
    struct scalar by = scalar_as(scalar_float(factor, DTYPE_FLOAT64), t->out.dtype);
    product = scalar_multiply(x, by);
    name_cell(t, t->ex->from[0].input, t->ex->from[0].cell, &t->ex->formula);
    scalars_text(&t->ex->formula, " * #", &by);
    scalars_text(&t->ex->numbers, "# * #", (struct scalar[]){x, by});
    line_numbers(t, "compute", 0, "# * # = #", 3, (struct scalar[]){x, by, product});
    explainer_result(t, product);
    return true;
}

bool explain_product(struct explainer *t)
{
    const struct product *p = product_of(t);
    struct run_of_cells runs[4];
    if (p == NULL) {
        return explain_multiple(t);
    }
    int count = runs_split(t, runs, 4);
    bool known = answer(t, p, runs, count);
    runs_free(runs, count);
    return known;
}
