/* einsum: products whose axes carry letters. The operands are contracted from left to right
 * (tensor/product/einsum.c): the last product is shown term by term, with the result of those
 * before it as its left side. Sums of one operand alone are in explain_made.c. */
#include "trace/explain/explainer.h"

#include "tensor/product/einsum.h"
#include "tensor/product/matmul_sum.h"
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/explain_short.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"
#include "trace/explain/steps.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { OPERANDS_MAX = 16, ELLIPSIS = 128, LETTERS = ELLIPSIS + TENSOR_MAX_DIMS };

struct labels { /* of the axes of one tensor */
    int count;
    int at[TENSOR_MAX_DIMS];
};

struct operand_side {
    const struct tensor *x;
    int input; /* -1: an intermediate result */
    struct labels labels;
};

struct contraction {
    struct operand_side side[2];
    struct labels out;
    int sums[TENSOR_MAX_DIMS], sum_count; /* letters in the order in which they run */
    int64_t size[LETTERS], place[LETTERS];
};

/* --- the equation --- */

/* Letters of one operand, text[0 .. len); "..." stands for the axes that no letter names, counted
 * from the last one. */
static bool read_labels(const char *text, size_t len, int ndim, struct labels *out)
{
    int letters = 0;
    *out = (struct labels){0};
    for (size_t k = 0; k < len; k++) {
        letters += isalpha((unsigned char)text[k]) != 0;
    }
    for (size_t k = 0; k < len; k++) {
        if (text[k] == '.') {
            for (int d = ndim - letters - 1; d >= 0 && out->count < TENSOR_MAX_DIMS; d--) {
                out->at[out->count++] = ELLIPSIS + d;
            }
            k += 2;
        } else if (isalpha((unsigned char)text[k]) && out->count < TENSOR_MAX_DIMS) {
            out->at[out->count++] = (unsigned char)text[k];
        }
    }
    return out->count == ndim;
}

static bool has(const struct labels *l, int letter)
{
    for (int d = 0; d < l->count; d++) {
        if (l->at[d] == letter) {
            return true;
        }
    }
    return false;
}

/* Without "->": the axes under "..." and the letters that stand there once, in order. */
static void implicit_output(int count, const struct labels *in, int ndim, struct labels *out)
{
    int times[LETTERS] = {0};
    *out = (struct labels){0};
    for (int k = 0; k < count; k++) {
        for (int d = 0; d < in[k].count; d++) {
            times[in[k].at[d]]++;
        }
    }
    for (int letter = LETTERS - 1; letter >= ELLIPSIS; letter--) {
        if (times[letter] > 0 && out->count < ndim) {
            out->at[out->count++] = letter;
        }
    }
    for (int letter = 'A'; letter <= 'z'; letter++) {
        if (times[letter] == 1 && out->count < ndim) {
            out->at[out->count++] = letter;
        }
    }
}

static bool read_equation(const struct explainer *t, int count, const struct tensor *const *x,
                          struct labels *in, struct labels *out)
{
    const char *p = t->call.arg[0].text, *arrow = strstr(p, "->");
    for (int k = 0; k < count; k++) {
        size_t len = strcspn(p, ",-");
        if (!read_labels(p, len, x[k]->ndim, &in[k])) {
            return false;
        }
        p += len + (p[len] == ',');
    }
    if (arrow == NULL) {
        implicit_output(count, in, t->out.ndim, out);
        return out->count == t->out.ndim;
    }
    return read_labels(arrow + 2, strlen(arrow + 2), t->out.ndim, out);
}

/* --- two operands --- */

static int by_order(int letter) /* A-Z, a-z, then "..." from the left */
{
    return letter < ELLIPSIS ? letter : LETTERS + (LETTERS - letter);
}

static void note_sizes(struct contraction *c)
{
    for (int s = 0; s < 2; s++) {
        for (int d = 0; d < c->side[s].labels.count; d++) {
            int letter = c->side[s].labels.at[d];
            int64_t size = c->side[s].x->shape[d];
            c->size[letter] = c->size[letter] <= 1 ? size : c->size[letter];
        }
    }
}

/* The size of a letter in one operand; 1 where it is missing. */
static int64_t size_in(const struct operand_side *side, int letter)
{
    for (int d = 0; d < side->labels.count; d++) {
        if (side->labels.at[d] == letter) {
            return side->x->shape[d];
        }
    }
    return 1;
}

/* Finds what is summed. False when a letter is summed over one operand alone, if not `alone`. */
static bool find_sums(struct contraction *c, bool alone)
{
    note_sizes(c);
    for (int s = 0; s < 2; s++) {
        for (int d = 0; d < c->side[s].labels.count; d++) {
            int letter = c->side[s].labels.at[d], k = c->sum_count;
            int64_t a = size_in(&c->side[0], letter), b = size_in(&c->side[1], letter);
            bool known = has(&c->out, letter) || (a == 1 && b == 1);
            for (int j = 0; j < c->sum_count; j++) {
                known |= c->sums[j] == letter;
            }
            if (known) {
                continue;
            }
            if (!alone && (a == 1 || b == 1)) {
                return false;
            }
            for (; k > 0 && by_order(c->sums[k - 1]) > by_order(letter); k--) {
                c->sums[k] = c->sums[k - 1];
            }
            c->sums[k] = letter;
            c->sum_count++;
        }
    }
    return true;
}

/* The cell of one operand for places of all letters. */
static int64_t cell_of(const struct operand_side *side, const int64_t *place)
{
    int64_t step[TENSOR_MAX_DIMS], cell = 0;
    origin_steps(side->x, step);
    for (int d = 0; d < side->labels.count; d++) {
        cell += side->x->shape[d] == 1 ? 0 : place[side->labels.at[d]] * step[d];
    }
    return cell;
}

static struct product_term term_of(const struct explainer *t, const void *arg, int64_t k)
{
    const struct contraction *c = arg;
    int64_t place[LETTERS];
    (void)t;
    memcpy(place, c->place, sizeof place);
    for (int j = c->sum_count - 1; j >= 0; j--) {
        place[c->sums[j]] = k % c->size[c->sums[j]];
        k /= c->size[c->sums[j]];
    }
    int64_t cell = cell_of(&c->side[0], place);
    return (struct product_term){.x = scalar_cell(c->side[0].x, cell),
                                 .y = scalar_cell(c->side[1].x, cell_of(&c->side[1], place)),
                                 .input = c->side[0].input,
                                 .cell = cell};
}

/* --- the formula --- */

/* The letter of the equation; for "..." and for what a tensor is called by, another one. */
static char shown_as(const struct explainer *t, const struct contraction *c, int letter)
{
    char spare = 'k' - 1;
    int at = -1;
    if (letter < ELLIPSIS && isalpha(letter) && !runs_is_tensor(t, (char)letter)) {
        return (char)letter;
    }
    do {
        bool taken = true;
        while (taken) {
            taken = runs_is_tensor(t, ++spare);
            for (int j = 0; j < c->sum_count; j++) {
                taken |= c->sums[j] == spare;
            }
        }
    } while (++at < c->sum_count && c->sums[at] != letter);
    return spare;
}

static void put_side(struct explainer *t, const struct contraction *c, const struct operand_side *s,
                     struct buf *out)
{
    if (s->input >= 0) {
        name_input(t, s->input, out);
    } else {
        buf_puts(out, "product");
    }
    for (int d = 0; d < s->labels.count; d++) {
        int letter = s->labels.at[d];
        bool runs = s->x->shape[d] > 1 && !has(&c->out, letter);
        buf_puts(out, d == 0 ? "[" : ", ");
        if (runs) {
            buf_putc(out, shown_as(t, c, letter));
        } else {
            buf_printf(out, "%lld", s->x->shape[d] == 1 ? 0LL : (long long)c->place[letter]);
        }
    }
    buf_puts(out, s->labels.count > 0 ? "]" : "");
}

static void put_formula(struct explainer *t, const struct contraction *c, int before)
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
    if (before > 1) {
        buf_printf(out, ", where product is that of the first %d operands", before);
    }
}

/* The operands as the matrices that they are multiplied as: rows and columns are the letters of one
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
        const struct operand_side *side = &c->side[s];
        for (int d = 0; d < side->labels.count; d++) {
            int letter = side->labels.at[d];
            bool summed = !has(&c->out, letter);
            if (size_in(&c->side[1 - s], letter) == 1 && !summed) {
                *size[s] *= side->x->shape[d];
                *place[s] = *place[s] * side->x->shape[d] + c->place[letter];
            }
            *turned[s] = side->x->stride[d] == 1 ? summed == (s == 1) : *turned[s];
        }
    }
    return f;
}

static enum gemm_sum sum_of(const struct explainer *t, const struct contraction *c)
{
    int64_t m = 0, n = 0;
    struct gemm_form f = form_of(c, &m, &n);
    bool numpy = (t->e->op->where & IN_NUMPY) != 0;
    return numpy ? matmul_sum_named("einsum", numpy, c->side[0].x, c->side[1].x)
                 : matmul_sum_of_batch(t->out.dtype, f.M, f.N, f.K);
}

/* x with the letters of the result as axes, then those that are summed; what it lacks has size 1.
 * What borrows is returned. */
static struct tensor seen_in(const struct contraction *c, const struct tensor *x,
                             const struct labels *labels)
{
    struct tensor seen = *x;
    seen.ndim = c->out.count + c->sum_count;
    for (int d = 0; d < seen.ndim; d++) {
        int letter = d < c->out.count ? c->out.at[d] : c->sums[d - c->out.count];
        seen.shape[d] = 1;
        seen.stride[d] = 0;
        for (int k = 0; k < labels->count; k++) {
            if (labels->at[k] == letter) {
                seen.shape[d] = x->shape[k];
                seen.stride[d] += x->stride[k];
            }
        }
    }
    return seen;
}

/* NumPy goes through all operands at once. */
static bool add_numpy(struct explainer *t, const struct contraction *c, const struct terms *terms)
{
    struct tensor seen[OPERANDS_MAX];
    struct labels in[OPERANDS_MAX], out;
    const struct tensor *x[OPERANDS_MAX] = {NULL};
    struct scalar sum;
    int count = t->e->input_count;
    for (int k = 0; k < count; k++) {
        x[k] = explainer_input(t, k);
    }
    if (!read_equation(t, count, x, in, &out)) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        seen[k] = seen_in(c, x[k], &in[k]);
    }
    if (!steps_add_einsum(t, terms, count, seen, c->out.count, &sum)) {
        return false;
    }
    explainer_result(t, sum);
    return true;
}

static bool show_contraction(struct explainer *t, struct contraction *c, int before)
{
    bool numpy = (t->e->op->where & IN_NUMPY) != 0 && dtype_is_float(t->out.dtype);
    if (!find_sums(c, numpy)) {
        return false;
    }
    for (int d = 0; d < c->out.count; d++) {
        c->place[c->out.at[d]] = t->at[d];
    }
    int64_t m = 0, n = 0;
    const struct gemm_form form = form_of(c, &m, &n);
    struct terms terms = {.count = 1,
                          .dtype = t->out.dtype == DTYPE_BOOL ? DTYPE_INT64 : t->out.dtype,
                          .single = c->sum_count == 0,
                          .sum = sum_of(t, c),
                          .form = form,
                          .deal = gemm_deal_of(&form, m, n),
                          .term = term_of,
                          .arg = c};
    for (int j = 0; j < c->sum_count; j++) {
        terms.count *= c->size[c->sums[j]];
    }
    terms_find_form(t, &terms);
    put_formula(t, c, before);
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

/* The letters of the product of the first `count` operands that are still needed: by `last`, if
 * only there. */
static void needed(int count, const struct labels *in, const struct labels *last,
                   const struct labels *out, struct labels *left)
{
    *left = (struct labels){0};
    for (int letter = 'A'; letter <= 'z'; letter++) {
        bool there = false;
        for (int k = 0; k < count; k++) {
            there |= has(&in[k], letter);
        }
        if (there && (last == NULL || has(last, letter) || has(out, letter)) &&
            left->count < TENSOR_MAX_DIMS) {
            left->at[left->count++] = letter;
        }
    }
}

/* The product of all operands but the last. */
static bool contract_first(struct explainer *t, int count, const struct tensor *const *x,
                           const struct labels *in, const struct labels *left, struct tensor *out)
{
    scoped_buf equation = {0};
    for (int k = 0; k < count; k++) {
        buf_puts(&equation, k > 0 ? "," : "");
        for (int d = 0; d < in[k].count; d++) {
            buf_putc(&equation, (char)in[k].at[d]);
        }
    }
    buf_puts(&equation, "->");
    for (int d = 0; d < left->count; d++) {
        buf_putc(&equation, (char)left->at[d]);
    }
    bool numpy = (t->e->op->where & IN_NUMPY) != 0;
    bool ok = !equation.failed && (numpy ? matmul_einsum_numpy : matmul_einsum)(
                                      t->cx, out, buf_text(&equation), count, x);
    if (!ok) {
        error_clear(t->cx->err);
    }
    return ok;
}

static bool show_many(struct explainer *t, int count, const struct tensor *const *x,
                      const struct labels *in, const struct labels *out)
{
    struct tensor product;
    struct contraction c = {.out = *out};
    bool same = true;
    for (int k = 0; k < count; k++) {
        same &= x[k]->dtype == t->out.dtype;
        for (int d = 0; d < in[k].count; d++) {
            same &= in[k].at[d] < ELLIPSIS;
        }
    }
    bool numpy = (t->e->op->where & IN_NUMPY) != 0; /* sums nothing on the way */
    needed(count - 1, in, numpy ? NULL : &in[count - 1], out, &c.side[0].labels);
    if (!same || !contract_first(t, count - 1, x, in, &c.side[0].labels, &product)) {
        return false;
    }
    c.side[0].x = &product;
    c.side[0].input = -1;
    c.side[1] = (struct operand_side){x[count - 1], count - 1, in[count - 1]};
    bool ok = show_contraction(t, &c, count - 1);
    tensor_release(&product);
    return ok;
}

static bool explain_equation(struct explainer *t)
{
    const struct tensor *x[OPERANDS_MAX];
    struct labels in[OPERANDS_MAX], out;
    int count = t->e->input_count;
    if (count < 2 || count > OPERANDS_MAX || t->call.arg[0].text == NULL) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        x[k] = explainer_input(t, k);
    }
    if (!read_equation(t, count, x, in, &out)) {
        return false;
    }
    if (count > 2) {
        return show_many(t, count, x, in, &out);
    }
    struct contraction c = {.side = {{x[0], 0, in[0]}, {x[1], 1, in[1]}}, .out = out};
    return show_contraction(t, &c, 1);
}

bool explain_einsum(struct explainer *t)
{
    return op_is(t->e->op, OP_einsum) && explain_equation(t);
}
