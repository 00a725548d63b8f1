/* Sums whose cells do not lie along an axis, or are computed first: einsum of one operand,
 * logsumexp. */
#include "trace/explain/explainer.h"

#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "tensor/shape/view.h"
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/explain_formula.h"
#include "trace/explain/explain_sum.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"
#include "trace/explain/steps.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define SHOWN 40 /* additions */

/* "sum over k of ...": the cells that came in. */
static void put_formula(struct explainer *t)
{
    struct run_of_cells run;
    struct letters letters = {.next = 'k'};
    scoped_buf ranges = {0}, cells = {0};
    if (runs_split(t, &run, 1) == 1) {
        runs_pattern(t, &run, &letters, &ranges, &cells);
        buf_printf(&t->ex->formula, "sum over %s of %s",
                   ranges.len > 0 ? buf_text(&ranges) : "one cell", buf_text(&cells));
        runs_free(&run, 1);
    } else {
        buf_puts(&t->ex->formula, "a sum of no cells");
    }
    line_few(t, t->ex->from_count, " + ", explainer_value, &t->ex->numbers);
}

/* --- einsum of one operand --- */

static int count_of(const char *text, char letter)
{
    int count = 0;
    for (; *text != '\0' && *text != '-'; text++) {
        count += *text == letter;
    }
    return count;
}

/* The letters of the output, or those that stand in the input once, in order. */
static int output_letters(const char *equation, char *out)
{
    const char *arrow = strstr(equation, "->");
    int count = 0;
    for (const char *p = arrow != NULL ? arrow + 2 : ""; *p != '\0'; p++) {
        if (isalpha((unsigned char)*p) && count < TENSOR_MAX_DIMS) {
            out[count++] = *p;
        }
    }
    for (int letter = 'A'; arrow == NULL && letter <= 'z'; letter++) {
        if (isalpha(letter) && count_of(equation, (char)letter) == 1 && count < TENSOR_MAX_DIMS) {
            out[count++] = (char)letter;
        }
    }
    return count;
}

/* The operand with an axis for each letter, those of the output first; a letter that stands there
 * twice is a diagonal. False: the equation has "...". */
static bool view_letters(const struct tensor *x, const char *equation, char *letters, int *kept,
                         struct tensor *out)
{
    int axis = 0, count = *kept = output_letters(equation, letters);
    *out = *x;
    for (const char *p = equation; *p != '\0' && *p != '-'; p++) {
        if (isalpha((unsigned char)*p) && memchr(letters, *p, (size_t)count) == NULL &&
            count < TENSOR_MAX_DIMS) {
            letters[count++] = *p;
        }
    }
    for (int k = 0; k < count; k++) {
        out->stride[k] = 0;
    }
    for (const char *p = equation; *p != '\0' && *p != '-'; p++) {
        const char *at = memchr(letters, *p, (size_t)count);
        if (*p == ' ') {
            continue;
        }
        if (at == NULL || axis == x->ndim) {
            return false;
        }
        out->shape[at - letters] = x->shape[axis];
        out->stride[at - letters] += x->stride[axis++];
    }
    out->ndim = count;
    return axis == x->ndim;
}

/* The numbers of one cell, along the summed axes of a view. */
struct lone {
    const struct tensor *view;
    struct tensor cells; /* the same view of the numbers of the operand's cells */
    int64_t first;
};

static struct product_term lone_term(const struct explainer *t, const void *arg, int64_t k)
{
    const struct lone *l = arg;
    struct scalar x = scalar_cell(l->view, l->first + k);
    (void)t;
    return (struct product_term){x, x, 0, tensor_place(&l->cells, l->first + k)};
}

static bool add_as_numpy(struct explainer *t, const struct tensor *view, int kept)
{
    struct lone l = {.view = view};
    struct tensor whole = *explainer_input(t, 0);
    char letters[TENSOR_MAX_DIMS];
    int64_t count = 1;
    struct scalar sum;
    whole.offset = 0;
    origin_steps(&whole, whole.stride);
    for (int d = kept; d < view->ndim; d++) {
        count *= view->shape[d];
    }
    l.first = t->cell * count;
    struct terms terms = {
        .count = count, .dtype = view->dtype, .alone = true, .term = lone_term, .arg = &l};
    if (!view_letters(&whole, t->call.arg[0].text, letters, &kept, &l.cells) ||
        !steps_add_einsum(t, &terms, 1, view, kept, &sum)) {
        return false;
    }
    explainer_result(t, sum);
    return true;
}

static bool explain_one_operand(struct explainer *t)
{
    char letters[TENSOR_MAX_DIMS];
    struct tensor view; /* borrowed */
    int kept;
    if (t->e->input_count != 1 || t->call.arg[0].text == NULL ||
        !view_letters(explainer_input(t, 0), t->call.arg[0].text, letters, &kept, &view) ||
        kept != t->out.ndim) {
        return false;
    }
    put_formula(t);
    if (kept == view.ndim) {
        buf_clear(&t->ex->formula);
        name_cell(t, 0, t->ex->from[0].cell, &t->ex->formula);
        line_words(t, "view", 0, "nothing is summed: the cell is the operand's");
        explainer_result(t, explainer_value(t, 0));
        return true;
    }
    if ((t->e->op->where & IN_NUMPY) != 0 && dtype_is_float(view.dtype)) {
        return add_as_numpy(t, &view, kept);
    }
    unsigned axes = (1u << view.ndim) - (1u << kept);
    explainer_result(t, explain_sum_cells(t, &view, NULL, axes, true, SHOWN));
    return true;
}

/* --- logsumexp --- */

struct made { /* max, x - max, exp */
    struct tensor most, less, powers;
};

static void made_free(struct made *m)
{
    tensor_release(&m->most);
    tensor_release(&m->less);
    tensor_release(&m->powers);
}

/* In the type of the tensor, as the kernels make them; an infinite maximum is left out. */
static bool make(struct explainer *t, const struct tensor *x, unsigned axes, struct made *m)
{
    *m = (struct made){0};
    bool ok = reduce_fold(t->cx, REDUCE_AMAX, &m->most, x, axes, true);
    for (int64_t k = ok ? tensor_numel(&m->most) - 1 : -1; k >= 0; k--) {
        int64_t place = tensor_place(&m->most, k);
        if (isinf(tensor_double_at(&m->most, place))) {
            tensor_set_double(&m->most, place, 0);
        }
    }
    ok = ok && elementwise_binary(t->cx, BINARY_SUB, &m->less, x, &m->most) &&
         elementwise_unary(t->cx, UNARY_EXP, &m->powers, &m->less);
    if (!ok) {
        error_clear(t->cx->err);
    }
    return ok;
}

/* The logarithm of one number, as the kernel takes it. */
static struct scalar logarithm(struct explainer *t, struct scalar x)
{
    struct tensor one, log;
    struct scalar result = x;
    if (!tensor_from_double(t->cx, &one, x.dtype, x.f, false)) {
        t->failed = true;
        return x;
    }
    if (elementwise_unary(t->cx, UNARY_LOG, &log, &one)) {
        result = scalar_cell(&log, 0);
        tensor_release(&log);
    } else {
        t->failed = true;
    }
    tensor_release(&one);
    return result;
}

static bool explain_logsumexp(struct explainer *t)
{
    const struct tensor *x = explainer_input(t, 0);
    unsigned axes = origin_axes(&t->search, x);
    bool in_steps = x->dtype == DTYPE_FLOAT32 || dtype_is_short_float(x->dtype);
    struct made m;
    if (t->ex->from_count == 0 || !in_steps || x->ndim == 0) {
        return false;
    }
    if (make(t, x, axes, &m)) {
        bool keepdim = t->out.ndim == x->ndim;
        struct scalar most = scalar_cell(&m.most, t->cell), sum, log, result;
        explain_formula(t);
        line_numbers(t, "maximum", -1, "#, taken out of the exponents", 1, &most);
        line_words(t, "sum", -1, "of exp(cell - maximum):");
        sum = explain_sum_cells(t, &m.powers, NULL, axes, keepdim, SHOWN);
        log = logarithm(t, sum);
        result = scalar_add(log, most);
        line_numbers(t, "log", -1, "log(#) = #", 2, (struct scalar[]){sum, log});
        line_numbers(t, "add", -1, "# + # = #", 3, (struct scalar[]){log, most, result});
        explainer_result(t, result);
    }
    made_free(&m);
    return t->ex->computed;
}

bool explain_made_sum(struct explainer *t)
{
    const char *name = t->e->op->name;
    if (op_name_is(name, OP_einsum)) {
        return explain_one_operand(t);
    }
    if (t->e->input_count == 0 || t->e->input[0].argument != 0) {
        return false;
    }
    return op_name_is(name, OP_logsumexp OP_special_logsumexp) && explain_logsumexp(t);
}
