/* Explains einsum, whose products have axes that carry letters. The operands are contracted from
 * left to right (tensor/product/einsum.c): the last product is shown term by term, with the result
 * of those before it as its left side; of one operand, the sum of its cells. */
#include "trace/explain/explainer.h"

#include "tensor/product/einsum.h"
#include "tensor/product/matmul_sum.h"
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/explain_short.h"
#include "trace/explain/explain_sum.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/terms.h"

#include <ctype.h>
#include <string.h>

struct side {
    const struct tensor *x;
    int input;           /* -1: an intermediate result */
    const int *axis;     /* of the space */
    struct tensor cells; /* seen in the space; its strides count the cells of x */
};

struct contraction {
    struct einsum_space space;
    const struct tensor *x[EINSUM_OPERANDS];
    int count;
    struct side side[2];
    int sums[TENSOR_MAX_DIMS], sum_count; /* axes */
    int64_t size[TENSOR_MAX_DIMS], place[TENSOR_MAX_DIMS];
};

static bool is_numpy(const struct explainer *t)
{
    return (t->e->op->where & IN_NUMPY) != 0;
}

static bool read_equation(struct explainer *t, struct contraction *c)
{
    c->count = t->e->input_count;
    if (c->count < 1 || c->count > EINSUM_OPERANDS || t->call.arg[0].text == NULL) {
        return false;
    }
    for (int k = 0; k < c->count; k++) {
        c->x[k] = explainer_input(t, k);
    }
    if (!einsum_space_of(t->cx, t->call.arg[0].text, c->count, c->x, &c->space)) {
        error_clear(t->cx->err);
        return false;
    }
    return c->space.out_ndim == t->out.ndim;
}

static struct tensor cells_of(const struct contraction *c, const int *axis, const struct tensor *x)
{
    struct tensor cells = *x;
    cells.offset = 0;
    origin_steps(x, cells.stride);
    return einsum_seen(c->space.ndim, axis, &cells);
}

static void put_in(struct contraction *c, int s, const struct tensor *x, int input, const int *axis)
{
    c->side[s] = (struct side){x, input, axis, cells_of(c, axis, x)};
}

/* --- two operands --- */

/* Finds what is summed. False when an axis is summed over one operand alone, if not `alone`. */
static bool find_sums(struct contraction *c, bool alone)
{
    for (int d = 0; d < c->space.ndim; d++) {
        int64_t a = c->side[0].cells.shape[d], b = c->side[1].cells.shape[d];
        c->size[d] = a > 1 ? a : b;
        if (d < c->space.out_ndim || (a == 1 && b == 1)) {
            continue;
        }
        if (!alone && (a == 1 || b == 1)) {
            return false;
        }
        c->sums[c->sum_count++] = d;
    }
    return true;
}

/* The cell of one operand for places of all axes. */
static int64_t cell_of(const struct tensor *cells, const int64_t *place)
{
    int64_t cell = 0;
    for (int d = 0; d < cells->ndim; d++) {
        cell += cells->shape[d] == 1 ? 0 : place[d] * cells->stride[d];
    }
    return cell;
}

static void term_of(const struct explainer *t, const void *arg, int64_t k, struct added *out)
{
    const struct contraction *c = arg;
    int64_t place[TENSOR_MAX_DIMS];
    memcpy(place, c->place, sizeof place);
    for (int j = c->sum_count - 1; j >= 0; j--) {
        place[c->sums[j]] = k % c->size[c->sums[j]];
        k /= c->size[c->sums[j]];
    }
    out->cell = cell_of(&c->side[0].cells, place);
    out->input = c->side[0].input;
    out->x = scalar_cell(c->side[0].x, out->cell);
    out->y = scalar_cell(c->side[1].x, cell_of(&c->side[1].cells, place));
}

/* --- the formula --- */

/* The letter of the equation; for "..." and for what a tensor is called by, another one. */
static char shown_as(const struct explainer *t, const struct contraction *c, int axis)
{
    char letter = c->space.letter[axis], spare = 'k' - 1;
    int at = -1;
    if (isalpha((unsigned char)letter) && !runs_is_tensor(t, letter)) {
        return letter;
    }
    do {
        bool taken = true;
        while (taken) {
            taken = runs_is_tensor(t, ++spare);
            for (int j = 0; j < c->sum_count; j++) {
                taken |= c->space.letter[c->sums[j]] == spare;
            }
        }
    } while (++at < c->sum_count && c->sums[at] != axis);
    return spare;
}

static void put_side(struct explainer *t, const struct contraction *c, const struct side *s,
                     struct buf *out)
{
    if (s->input >= 0) {
        name_input(t, s->input, out);
    } else {
        buf_puts(out, "product");
    }
    for (int d = 0; d < s->x->ndim; d++) {
        int axis = s->axis[d];
        bool many = s->x->shape[d] > 1;
        buf_puts(out, d == 0 ? "[" : ", ");
        if (many && axis >= c->space.out_ndim) {
            buf_putc(out, shown_as(t, c, axis));
        } else {
            buf_printf(out, "%lld", many ? (long long)c->place[axis] : 0LL);
        }
    }
    buf_puts(out, s->x->ndim > 0 ? "]" : "");
}

static void put_formula(struct explainer *t, const struct contraction *c)
{
    struct buf *out = &t->ex->formula;
    for (int j = 0; j < c->sum_count; j++) {
        buf_printf(out, "%s%c = 0 ... %lld", j == 0 ? "sum over " : ", ",
                   shown_as(t, c, c->sums[j]), (long long)c->size[c->sums[j]] - 1);
    }
    buf_puts(out, c->sum_count > 0 ? " of " : "");
    put_side(t, c, &c->side[0], out);
    buf_puts(out, " * ");
    put_side(t, c, &c->side[1], out);
    if (c->count > 2) {
        buf_printf(out, ", where product is that of the first %d operands", c->count - 1);
    }
}

/* The operands as the matrices that they are multiplied as: rows and columns are the axes of one
 * operand only. m, n: the place of the cell there. */
static struct gemm_form form_of(const struct contraction *c, int64_t *m, int64_t *n)
{
    struct gemm_form f = {1, 1, 1, false, false, c->side[0].x->dtype == DTYPE_FLOAT64};
    int64_t *size[2] = {&f.M, &f.N}, *place[2] = {m, n};
    bool *turned[2] = {&f.a_turned, &f.b_turned};
    for (int j = 0; j < c->sum_count; j++) {
        f.K *= c->size[c->sums[j]];
    }
    for (int s = 0; s < 2; s++) {
        const struct side *side = &c->side[s];
        for (int d = 0; d < side->x->ndim; d++) {
            int axis = side->axis[d];
            bool summed = axis >= c->space.out_ndim;
            if (c->side[1 - s].cells.shape[axis] == 1 && !summed) {
                *size[s] *= side->x->shape[d];
                *place[s] = *place[s] * side->x->shape[d] + c->place[axis];
            }
            *turned[s] = side->x->stride[d] == 1 ? summed == (s == 1) : *turned[s];
        }
    }
    return f;
}

/* NumPy goes through all operands at once. */
static bool add_numpy(struct explainer *t, const struct contraction *c, const struct terms *terms)
{
    struct tensor seen[EINSUM_OPERANDS];
    struct scalar sum;
    for (int k = 0; k < c->count; k++) {
        seen[k] = einsum_seen(c->space.ndim, c->space.axis[k], c->x[k]);
    }
    if (!terms_add_einsum(t, terms, c->count, seen, c->space.out_ndim, &sum)) {
        return false;
    }
    explainer_result(t, sum);
    return true;
}

static bool show_contraction(struct explainer *t, struct contraction *c)
{
    bool numpy = is_numpy(t) && dtype_is_float(t->out.dtype);
    if (!find_sums(c, numpy)) {
        return false;
    }
    memcpy(c->place, t->at, (size_t)t->out.ndim * sizeof *t->at);
    int64_t m = 0, n = 0;
    const struct gemm_form form = form_of(c, &m, &n);
    struct terms terms = {
        .count = form.K,
        .dtype = t->out.dtype == DTYPE_BOOL ? DTYPE_INT64 : t->out.dtype,
        .single = c->sum_count == 0,
        .sum = is_numpy(t) ? GEMM_APART : matmul_sum_of_batch(t->out.dtype, form.M, form.N, form.K),
        .form = form,
        .deal = gemm_deal_of(&form, m, n),
        .term = term_of,
        .arg = c};
    terms_find_form(t, &terms);
    put_formula(t, c);
    terms_numbers(t, &terms, &t->ex->numbers);
    if (numpy) {
        return add_numpy(t, c, &terms);
    }
    if (terms.dtype == DTYPE_BFLOAT16) {
        return explain_short(t, &terms, NULL, -1, NULL, NULL);
    }
    explainer_result(t, terms_add_up(t, &terms));
    return true;
}

/* --- more operands --- */

/* Whether one of the operands from `from` to `to` has the axis. */
static bool has_axis(const struct contraction *c, int from, int to, int axis)
{
    for (int k = from; k < to; k++) {
        for (int d = 0; d < c->x[k]->ndim; d++) {
            if (c->space.axis[k][d] == axis) {
                return true;
            }
        }
    }
    return false;
}

/* The axes of the product of all operands but the last that are still needed, by their letters;
 * NumPy sums nothing on the way. */
static int needed(const struct contraction *c, bool numpy, int *axis)
{
    int count = 0, last = c->count - 1;
    for (int letter = 'A'; letter <= 'z'; letter++) {
        for (int d = 0; d < c->space.ndim && isalpha(letter); d++) {
            bool more = numpy || d < c->space.out_ndim || has_axis(c, last, last + 1, d);
            if (c->space.letter[d] == letter && has_axis(c, 0, last, d) && more) {
                axis[count++] = d;
            }
        }
    }
    return count;
}

/* The product of all operands but the last. */
static bool contract_first(struct explainer *t, const struct contraction *c, const int *left,
                           int left_count, struct tensor *out)
{
    scoped_buf equation = {0};
    for (int k = 0; k < c->count - 1; k++) {
        buf_puts(&equation, k > 0 ? "," : "");
        for (int d = 0; d < c->x[k]->ndim; d++) {
            buf_putc(&equation, c->space.letter[c->space.axis[k][d]]);
        }
    }
    buf_puts(&equation, "->");
    for (int d = 0; d < left_count; d++) {
        buf_putc(&equation, c->space.letter[left[d]]);
    }
    bool ok = !equation.failed && (is_numpy(t) ? matmul_einsum_numpy : matmul_einsum)(
                                      t->cx, out, buf_text(&equation), c->count - 1, c->x);
    if (!ok) {
        error_clear(t->cx->err);
    }
    return ok;
}

static bool show_many(struct explainer *t, struct contraction *c)
{
    scoped_tensor product = {0};
    int left[TENSOR_MAX_DIMS], last = c->count - 1;
    bool same = memchr(c->space.letter, '.', (size_t)c->space.ndim) == NULL;
    for (int k = 0; k < c->count; k++) {
        same &= c->x[k]->dtype == t->out.dtype;
    }
    if (!same || !contract_first(t, c, left, needed(c, is_numpy(t), left), &product)) {
        return false;
    }
    put_in(c, 0, &product, -1, left);
    put_in(c, 1, c->x[last], last, c->space.axis[last]);
    return show_contraction(t, c);
}

/* --- one operand --- */

/* The numbers of one cell, along the summed axes of a view. */
struct lone {
    struct tensor view, cells; /* the operand in the space, and the numbers of its cells */
    int64_t first;
};

static void lone_term(const struct explainer *t, const void *arg, int64_t k, struct added *out)
{
    const struct lone *l = arg;
    out->x = out->y = scalar_cell(&l->view, l->first + k);
    out->input = 0;
    out->cell = tensor_place(&l->cells, l->first + k);
}

static bool add_as_numpy(struct explainer *t, const struct contraction *c, struct lone *l)
{
    struct scalar sum;
    struct terms terms = {
        .count = 1, .dtype = l->view.dtype, .alone = true, .term = lone_term, .arg = l};
    for (int d = c->space.out_ndim; d < l->view.ndim; d++) {
        terms.count *= l->view.shape[d];
    }
    l->first = t->cell * terms.count;
    if (!terms_add_einsum(t, &terms, 1, &l->view, c->space.out_ndim, &sum)) {
        return false;
    }
    explainer_result(t, sum);
    return true;
}

static bool explain_one_operand(struct explainer *t, const struct contraction *c)
{
    struct lone l = {.view = einsum_seen(c->space.ndim, c->space.axis[0], c->x[0]),
                     .cells = cells_of(c, c->space.axis[0], c->x[0])};
    int kept = c->space.out_ndim;
    if (memchr(c->space.letter, '.', (size_t)l.view.ndim) != NULL) {
        return false;
    }
    if (kept == l.view.ndim) {
        name_cell(t, 0, t->ex->from[0].cell, &t->ex->formula);
        line_few(t, t->ex->from_count, " + ", explainer_value, &t->ex->numbers);
        line_words(t, "view", 0, "nothing is summed: the cell is the operand's");
        explainer_result(t, explainer_value(t, 0));
        return true;
    }
    runs_sum(t, "", "", &t->ex->formula);
    line_few(t, t->ex->from_count, " + ", explainer_value, &t->ex->numbers);
    if (is_numpy(t) && dtype_is_float(l.view.dtype)) {
        return add_as_numpy(t, c, &l);
    }
    unsigned axes = (1u << l.view.ndim) - (1u << kept);
    explainer_result(t, explain_sum_cells(t, &l.view, SUM_CELLS, axes, true, 40));
    return true;
}

bool explain_einsum(struct explainer *t)
{
    struct contraction c = {.count = 0};
    if (!op_is(t->e->op, OP_einsum) || !read_equation(t, &c)) {
        return false;
    }
    if (c.count == 1) {
        return explain_one_operand(t, &c);
    }
    if (c.count > 2) {
        return show_many(t, &c);
    }
    put_in(&c, 0, c.x[0], 0, c.space.axis[0]);
    put_in(&c, 1, c.x[1], 1, c.space.axis[1]);
    return show_contraction(t, &c);
}
