/* Explains products: each cell is a sum of products in order of k, in the tensor's own type,
 * starting at 0. How a product is added follows from the operation (matmul_sum_named,
 * tensor/product/matmul.h); alpha and beta multiply afterwards, and what is added comes last. */
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
#include "trace/explain/terms.h"

struct product { /* alpha * (left @ right) + beta * what is added */
    const struct tensor *left, *right;
    const struct run_of_cells *a, *b, *added; /* NULL: no cells */
    struct scalar alpha, beta;
    struct terms terms;
};

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

static bool is_numpy(const struct explainer *t)
{
    return (t->e->op->where & IN_NUMPY) != 0;
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
static void put_added(struct explainer *t, const struct product *p, bool numbers, struct buf *out)
{
    if (p->added == NULL) {
        return;
    }
    buf_puts(out, " + ");
    put_factor(p->beta, out);
    if (numbers) {
        scalar_text(explainer_value(t, p->added->from[0]), out);
    } else {
        name_cell(t, p->added->input, t->ex->from[p->added->from[0]].cell, out);
    }
}

static void put_formula(struct explainer *t, const struct product *p)
{
    struct letters letters = {.next = 'k'};
    struct buf *out = &t->ex->formula;
    scoped_buf ranges = {0}, terms = {0};
    runs_pattern(t, p->a, &letters, &ranges, &terms);
    buf_puts(&terms, " * ");
    runs_pattern(t, p->b, &letters, &ranges, &terms);
    put_factor(p->alpha, out);
    buf_printf(out, ranges.len > 0 ? "sum over %s of %s" : "%s%s", buf_text(&ranges),
               buf_text(&terms));
}

/* "2.0 * (a * b + c * d) + 0.5 * e" */
static void put_numbers(struct explainer *t, const struct product *p)
{
    struct buf *out = &t->ex->numbers;
    bool wrapped = !is_one(p->alpha) && p->terms.count > 1;
    put_factor(p->alpha, out);
    buf_puts(out, wrapped ? "(" : "");
    terms_numbers(t, &p->terms, out);
    buf_puts(out, wrapped ? ")" : "");
    put_added(t, p, true, out);
}

/* --- the arithmetic --- */

/* A product without a sum: no 0 is added, so -0 stays -0. */
static bool is_single(const struct explainer *t)
{
    bool lines = op_is(t->e->op, OP_inner OP_dot);
    return op_is(t->e->op, OP_addr OP_ger OP_outer) ||
           (lines && (explainer_input(t, 0)->ndim == 0 || explainer_input(t, 1)->ndim == 0));
}

struct pair_of_runs {
    const struct run_of_cells *a, *b;
    struct scalar alpha; /* that multiplies a */
};

static void term_of_runs(const struct explainer *t, const void *arg, int64_t k, struct added *out)
{
    const struct pair_of_runs *runs = arg;
    int64_t from = runs->a->from[k];
    struct scalar x = scalar_as(explainer_value(t, from), runs->alpha.dtype);
    out->x = is_one(runs->alpha) ? x : scalar_multiply(x, runs->alpha);
    out->y = explainer_value(t, runs->b->from[k]);
    out->input = t->ex->from[from].input;
    out->cell = t->ex->from[from].cell;
}

/* x times a factor, which is told unless it is 1. */
static struct scalar scaled(struct explainer *t, const char *part, int64_t from,
                            struct scalar factor, struct scalar x)
{
    return is_one(factor) ? x : line_computed(t, part, from, "# * #", NUMBERS(factor, x));
}

/* The cell that is added, in the type of the sum. */
static struct scalar value_of(const struct explainer *t, const struct product *p, enum dtype dtype)
{
    return scalar_as(explainer_value(t, p->added->from[0]), dtype);
}

/* A sum that begins at beta * input. */
static struct scalar begun(struct explainer *t, const struct product *p)
{
    return line_computed(t, "input", p->added->from[0], "# * #",
                         NUMBERS(p->beta, value_of(t, p, p->beta.dtype)));
}

/* addmm and baddbmm: of alpha * sum and beta * x one is rounded before they are added, the other is
 * fused with the addition. */
static struct scalar scale_fused(struct explainer *t, const struct product *p, struct scalar sum)
{
    int64_t from = p->added->from[0];
    struct scalar x = value_of(t, p, sum.dtype);
    bool fuses_beta = matmul_fuses_beta(sum.dtype, &p->terms.form, p->terms.deal);
    struct scalar first =
        fuses_beta ? scaled(t, "alpha", -1, p->alpha, sum) : scaled(t, "beta", -1, p->beta, x);
    return line_computed(t, "add", from, "# ~* # + #",
                         fuses_beta ? NUMBERS(p->beta, x, first) : NUMBERS(p->alpha, sum, first));
}

static struct scalar scale_and_add(struct explainer *t, const struct product *p, struct scalar sum)
{
    sum = scaled(t, "alpha", -1, p->alpha, sum);
    if (p->added == NULL) {
        return sum;
    }
    int64_t from = p->added->from[0];
    struct scalar x = scaled(t, "beta", from, p->beta, value_of(t, p, sum.dtype));
    return line_computed(t, op_is(t->e->op, OP_linear) ? "bias" : "add", from, "# + #",
                         NUMBERS(sum, x));
}

/* baddbmm of small matrices: the sum begins at beta * input, and alpha multiplies the left factor.
 */
static struct scalar add_onto(struct explainer *t, struct product *p)
{
    const struct pair_of_runs scaled = {p->a, p->b, p->alpha};
    struct scalar start = scalar_as(scalar_int(0, DTYPE_INT64), p->terms.dtype);
    start = p->added != NULL ? begun(t, p) : start;
    p->terms.start = &start;
    p->terms.arg = &scaled;
    return terms_add_up(t, &p->terms);
}

/* What is added is where BLAS starts (tensor/product/matmul_linear.c). */
static bool starts_there(const struct explainer *t, const struct product *p)
{
    const struct tensor *x = p->left;
    bool rows = x->ndim == 2 || (x->ndim == 3 && tensor_is_contiguous(x));
    return op_is(t->e->op, OP_linear) ? rows : op_is(t->e->op, OP_addmm OP_baddbmm);
}

/* Panels are added one by one, times alpha, to beta * input. */
static struct scalar add_panels(struct explainer *t, struct product *p)
{
    struct scalar start;
    if (p->added != NULL) {
        start = scaled(t, "beta", p->added->from[0], p->beta, value_of(t, p, p->terms.dtype));
        p->terms.bias = &start;
    }
    p->terms.alpha = is_one(p->alpha) ? NULL : &p->alpha;
    return terms_add_up(t, &p->terms);
}

/* A matrix times a vector; addmv begins at beta * input. */
static struct scalar add_vector(struct explainer *t, struct product *p)
{
    struct vector_form form;
    struct scalar start;
    bool begins = op_is(t->e->op, OP_addmv);
    matmul_vector_named(t->e->op->name, is_numpy(t), p->left, p->right, &form);
    if (begins && p->added != NULL) {
        start = begun(t, p);
        p->terms.start = &start;
    }
    p->terms.alpha = begins && !is_one(p->alpha) ? &p->alpha : NULL;
    struct scalar sum = terms_add_vector(t, &p->terms, &form, t->cell);
    return begins ? sum : scale_and_add(t, p, sum);
}

static struct scalar add_behind(struct explainer *t, struct scalar sum, const void *arg)
{
    return scale_and_add(t, arg, sum);
}

static bool answer_short(struct explainer *t, const struct product *p)
{
    struct scalar bias;
    bool plain = p->added != NULL && is_one(p->alpha) && is_one(p->beta);
    if (plain) {
        bias = value_of(t, p, DTYPE_BFLOAT16);
    }
    return explain_short(t, &p->terms, plain ? &bias : NULL, plain ? p->added->from[0] : -1,
                         add_behind, p);
}

static struct scalar sum_of(struct explainer *t, struct product *p)
{
    bool scales = p->added != NULL && !(is_one(p->alpha) && is_one(p->beta));
    if (p->terms.sum == GEMM_VECTOR) {
        return add_vector(t, p);
    }
    if (op_is(t->e->op, OP_baddbmm) && p->terms.sum == GEMM_APART) {
        return add_onto(t, p);
    }
    if ((p->added != NULL || !is_one(p->alpha)) && terms_fused(&p->terms) &&
        gemm_takes_panels(&p->terms.form) && starts_there(t, p)) {
        return add_panels(t, p);
    }
    struct scalar sum = terms_add_up(t, &p->terms);
    return scales && dtype_is_float(sum.dtype) && op_is(t->e->op, OP_addmm OP_baddbmm)
               ? scale_fused(t, p, sum)
               : scale_and_add(t, p, sum);
}

/* Which cell of which matrices it is. */
static void place_cell(const struct explainer *t, const struct product *p, struct terms *terms)
{
    terms->sum = matmul_sum_named(t->e->op->name, is_numpy(t), p->left, p->right);
    terms->form = matmul_form_named(t->e->op->name, p->left, p->right);
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

static bool answer(struct explainer *t, struct product *p)
{
    const struct run_of_cells none = {.input = -1};
    /* NumPy takes a common type, and counts bools as integers. */
    enum dtype dtype = t->out.dtype == DTYPE_BOOL ? DTYPE_INT64 : t->out.dtype;
    bool empty = p->a == NULL && p->b == NULL; /* an axis of size 0: a sum of nothing */
    if (!empty && (p->a == NULL || p->b == NULL || p->a->count != p->b->count)) {
        return false;
    }
    p->alpha = factor_named(t, "alpha", dtype);
    p->beta = factor_named(t, "beta", dtype);
    p->added = scalar_double(p->beta) == 0 ? NULL : p->added; /* ignores even NaN */
    if (empty) {
        buf_puts(&t->ex->formula, "a sum of no terms");
        p->a = p->b = &none;
    } else {
        put_formula(t, p);
    }
    put_added(t, p, false, &t->ex->formula);
    const struct pair_of_runs pair = {p->a, p->b, scalar_as(scalar_int(1, DTYPE_INT64), dtype)};
    p->terms = (struct terms){.count = p->a->count,
                              .dtype = dtype,
                              .single = is_single(t),
                              .term = term_of_runs,
                              .arg = &pair};
    place_cell(t, p, &p->terms);
    if (p->added == NULL && is_one(p->alpha)) {
        terms_find_form(t, &p->terms);
    }
    put_numbers(t, p);
    if (dtype == DTYPE_BFLOAT16) {
        return answer_short(t, p);
    }
    explainer_result(t, sum_of(t, p));
    return true;
}

/* NumPy's dot of an array and a number. */
static bool explain_multiple(struct explainer *t)
{
    const struct argument *a = t->call.arg;
    int number = a[0].value.type == VALUE_OBJECT ? 1 : 0;
    if (t->ex->from_count != 1 || t->call.arg_count < 2 || !op_is(t->e->op, OP_dot) ||
        !value_is_number(a[number].value)) {
        return false;
    }
    struct scalar x = scalar_as(explainer_value(t, 0), t->out.dtype);
    struct scalar by =
        scalar_as(scalar_float(value_number(a[number].value), DTYPE_FLOAT64), t->out.dtype);
    name_cell(t, t->ex->from[0].input, t->ex->from[0].cell, &t->ex->formula);
    scalars_text(&t->ex->formula, " * #", &by);
    scalars_text(&t->ex->numbers, "# * #", NUMBERS(x, by));
    explainer_result(t, line_computed(t, "compute", 0, "# * #", NUMBERS(x, by)));
    return true;
}

/* The cells of the input behind argument k, or NULL. */
static const struct run_of_cells *run_of(const struct explainer *t, const struct run_of_cells *runs,
                                         int count, int k)
{
    for (int n = 0; n < count; n++) {
        if (runs[n].input == explainer_input_of(t, k, 0)) {
            return &runs[n];
        }
    }
    return NULL;
}

bool explain_product(struct explainer *t)
{
    struct run_of_cells runs[4];
    bool onto = op_does(t->e->op, ADDS_PRODUCT); /* what is added comes first */
    int left = explainer_input_of(t, onto, 0), right = explainer_input_of(t, onto + 1, 0);
    if (!op_is(t->e->op, OP_addmm OP_addmv OP_addr OP_baddbmm OP_bmm OP_dot OP_ger OP_inner
                             OP_linear OP_matmul OP_mm OP_mv OP_outer OP_vdot) ||
        left < 0 || right < 0) {
        return explain_multiple(t);
    }
    int count = runs_split(t, runs, 4);
    struct product p = {.left = explainer_input(t, left),
                        .right = explainer_input(t, right),
                        .a = run_of(t, runs, count, onto),
                        .b = run_of(t, runs, count, onto + 1)};
    if (onto || op_is(t->e->op, OP_linear)) {
        p.added = run_of(t, runs, count, onto ? 0 : 2);
    }
    bool known = answer(t, &p);
    runs_free(runs, count);
    return known;
}
