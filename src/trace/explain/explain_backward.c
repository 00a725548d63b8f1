/* Explains the gradients of softmax, log_softmax, layer_norm and group_norm
 * (tensor/cells/backward_softmax.c, backward_norm.c, group_norm.c) in their sub-steps. */
#include "trace/explain/explainer.h"

#include "tensor/cells/rows.h"
#include "torch/op/ops.h"
#include "trace/explain/adder.h"
#include "trace/explain/line.h"
#include "trace/explain/moments_told.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"

#include <stdlib.h>

/* --- a sum over a row as the kernels add it up --- */

enum { SHOWN = 40 };

/* The sum of x * y, or of x alone. */
struct row_sum {
    const char *part;
    int64_t n;
    const int64_t *from; /* whose cells the lines are about */
    const struct scalar *x, *y;
    struct add_row order;
};

static int order_of(struct adder *a, add_take *take)
{
    const struct row_sum *s = a->arg;
    add_row(&(struct add_way){take, a}, &s->order, s->n);
    return ADD_TOTAL;
}

static void term_of(const struct adder *a, int64_t k, struct added *out)
{
    const struct row_sum *s = a->arg;
    out->x = s->x[k];
    out->y = s->y != NULL ? s->y[k] : out->x;
}

static int64_t put_term(const struct adder *a, const struct add_step *step,
                        const struct added *term, struct scalar before, struct buf *out)
{
    const struct row_sum *s = a->arg;
    if (s->y != NULL && step->act == ADD_FUSED) {
        scalars_text(out, "# * # + # = #", NUMBERS(term->x, term->y, before, a->sum[step->to]));
    } else if (s->y != NULL) {
        scalars_text(out, "# * # = #", NUMBERS(term->x, term->y, term->product));
    } else {
        scalar_text(term->x, out);
    }
    return s->from != NULL ? s->from[step->k] : -1;
}

static struct adder row_adder(struct explainer *t, const struct row_sum *s)
{
    static const struct adder_ways ways = {order_of, term_of, put_term};
    struct adder a = adder_of(t, &ways, s, s->part, t->out.dtype, SHOWN);
    a.joins = JOINS_APART;
    a.products = s->y != NULL;
    a.named = true;
    return a;
}

static struct scalar tell_row(struct explainer *t, const struct row_sum *s)
{
    struct adder a = row_adder(t, s);
    return adder_told(&a);
}

/* A column begins at 0 and fuses every term. */
static const struct add_row column = {.lanes = 1, .act = ADD_FUSED};

/* --- what went in --- */

enum { RUNS = 3 };

/* The cells of each input, and their numbers. */
struct read_runs {
    int count;
    struct run_of_cells run[RUNS];
    struct scalar *number[RUNS];
};

static void end_reading(struct read_runs *r)
{
    for (int k = 0; k < r->count; k++) {
        free(r->number[k]);
    }
    runs_free(r->run, r->count);
}

/* False: not all inputs, or memory. */
static bool read_runs(struct explainer *t, struct read_runs *r, int least)
{
    *r = (struct read_runs){0};
    r->count = runs_split(t, r->run, RUNS);
    bool ok = r->count >= least;
    for (int k = 0; k < r->count; k++) {
        const struct run_of_cells *run = &r->run[k];
        struct scalar *number = malloc((size_t)run->count * sizeof *number);
        r->number[k] = number;
        t->failed |= number == NULL;
        for (int64_t n = 0; number != NULL && n < run->count; n++) {
            number[n] = explainer_value(t, run->from[n]);
        }
    }
    if (!ok || t->failed) {
        end_reading(r);
    }
    return ok && !t->failed;
}

/* Which cell of a run is the one at the place asked for. */
static int64_t own_of(const struct explainer *t, const struct run_of_cells *run)
{
    int64_t own = 0;
    while (own + 1 < run->count && t->ex->from[run->from[own]].cell != t->cell) {
        own++;
    }
    return own;
}

static void put_cell(struct explainer *t, const struct run_of_cells *run, int64_t k,
                     struct buf *out)
{
    name_cell(t, run->input, t->ex->from[run->from[k]].cell, out);
}

/* --- softmax --- */

/* Along another axis than the last one the kernel goes down columns. */
static bool by_columns(const struct explainer *t)
{
    int64_t dim = origin_argument(&t->search, "dim")->i;
    return t->out.ndim > 0 && (dim < 0 ? dim + t->out.ndim : dim) + 1 < t->out.ndim;
}

/* What the sum is called: s, where no tensor is. */
static const char *sum_name(const struct explainer *t)
{
    static const char *const names[] = {"s", "t", "u", "sum"};
    int k = 0;
    while (k < 3 && runs_is_tensor(t, names[k][0])) {
        k++;
    }
    return names[k];
}

/* "output[1, 0] * (grad[1, 0] - s), s = sum over j = 0 ... 4 of grad[1, j] * output[1, j]" */
static void softmax_formula(struct explainer *t, const struct read_runs *r, int64_t own, bool log,
                            const char *s)
{
    struct letters letters = {.next = 'j'};
    scoped_buf grad = {0}, output = {0}, row = {0}, ranges = {0};
    put_cell(t, &r->run[0], own, &grad);
    put_cell(t, &r->run[1], log ? 0 : own, &output);
    runs_pattern(t, &r->run[0], &letters, &ranges, &row);
    if (!log) {
        buf_puts(&row, " * ");
        runs_pattern(t, &r->run[1], &letters, &ranges, &row);
    }
    const char *factors[] = {log ? buf_text(&output) : s, log ? s : buf_text(&output)};
    buf_printf(&t->ex->formula, log ? "%s - exp(%s) * %s" : "(%s - %s) * %s", buf_text(&grad),
               factors[0], factors[1]);
    buf_printf(&t->ex->formula, ", %s = sum over %s of %s", s,
               ranges.len > 0 ? buf_text(&ranges) : "the row", buf_text(&row));
}

/* e to the power of a cell of log_softmax. */
static struct scalar power_of(const struct explainer *t, struct scalar y, bool columns)
{
    int64_t dim = origin_argument(&t->search, "dim")->i;
    int64_t inner =
        tensor_count(&t->out, (int)(dim < 0 ? dim + t->out.ndim : dim) + 1, t->out.ndim);
    bool left = columns && rows_leave(y.dtype, inner, t->cell % inner);
    double power = y.dtype == DTYPE_FLOAT32 ? (double)rows_power_f32((float)y.f, left)
                                            : rows_power_f64(y.f, left);
    return scalar_float(power, y.dtype);
}

bool explain_backward_softmax(struct explainer *t)
{
    struct read_runs r;
    bool log = op_is(t->e->op, OP__log_softmax_backward_data);
    if ((!log && !op_is(t->e->op, OP__softmax_backward_data)) || !read_runs(t, &r, 2)) {
        return t->failed;
    }
    int64_t own = own_of(t, &r.run[0]);
    const bool columns = by_columns(t);
    const struct row_sum s = {log ? "sum" : "term",
                              r.run[0].count,
                              r.run[0].from,
                              r.number[0],
                              log ? NULL : r.number[1],
                              columns ? column : rows_of_gradients(t->out.dtype, r.run[0].count)};
    const char *name = sum_name(t);
    softmax_formula(t, &r, own, log, name);
    struct scalar grad = r.number[0][own], y = r.number[1][log ? 0 : own];
    struct scalar sum = tell_row(t, &s), result;
    line_numbers(t, name, -1, "#", &sum);
    if (log) {
        struct scalar power = power_of(t, y, columns);
        line_numbers(t, "exp", r.run[1].from[0], "exp(#) = #", NUMBERS(y, power));
        result = line_computed(t, "subtract", r.run[0].from[own], "# - # ~* @",
                               NUMBERS(grad, power, sum));
        scalars_text(&t->ex->numbers, "# - exp(#) * @", NUMBERS(grad, y, sum));
    } else {
        result = line_computed(t, "subtract", r.run[0].from[own], "# - @", NUMBERS(grad, sum));
        result = line_computed(t, "multiply", r.run[1].from[own], "# * #", NUMBERS(result, y));
        if (y.f == 0) {
            line_words(t, "masked", r.run[1].from[own], "a weight of exactly 0 passes nothing on");
        }
        scalars_text(&t->ex->numbers, "(# - @) * #", NUMBERS(grad, sum, y));
    }
    explainer_result(t, result);
    end_reading(&r);
    return true;
}

/* --- layer_norm --- */

static void norm_input_formula(struct explainer *t, const struct read_runs *r, int64_t own,
                               int64_t weight)
{
    struct buf *out = &t->ex->formula;
    const char g = runs_is_tensor(t, 'g') ? 'u' : 'g', y = runs_is_tensor(t, 'y') ? 'z' : 'y';
    buf_printf(out, "(%c - mean of %c - %c * mean of %c * %c) / sqrt(variance + eps), %c = ", g, g,
               y, g, y, g);
    put_cell(t, &r->run[0], own, out);
    if (r->count > 2) {
        buf_puts(out, " * ");
        put_cell(t, &r->run[2], weight, out);
    }
    buf_printf(out, ", %c = ", y);
    put_cell(t, &r->run[1], own, out);
    buf_puts(out, " normalized, means over the row");
}

/* The sums of grad * x * weight and of grad * weight over the row. */
static void row_sums(struct explainer *t, const struct read_runs *r, struct scalar *products,
                     struct scalar *plain)
{
    int64_t n = r->run[0].count;
    const struct scalar *grad = r->number[0], *x = r->number[1];
    struct scalar *left = malloc((size_t)n * sizeof *left);
    bool weighted = r->count > 2;
    t->failed |= left == NULL;
    for (int64_t k = 0; k < n && left != NULL; k++) {
        left[k] = weighted ? scalar_multiply(grad[k], x[k]) : grad[k];
    }
    if (left != NULL) {
        struct row_sum s = {"s",
                            n,
                            r->run[0].from,
                            left,
                            weighted ? r->number[2] : x,
                            rows_of_gradients(t->out.dtype, n)};
        line_words(t, "s", -1,
                   "sum over the row of gradient * input%s:", weighted ? " * weight" : "");
        *products = tell_row(t, &s);
        s.part = "t";
        s.x = grad;
        s.y = weighted ? r->number[2] : NULL;
        line_words(t, "t", -1, "sum over the row of gradient%s:", weighted ? " * weight" : "");
        *plain = tell_row(t, &s);
    }
    free(left);
}

/* The two numbers of a row that its cells share. */
static void row_factors(struct explainer *t, const struct norm *m, int64_t n, struct scalar s,
                        struct scalar plain, struct scalar *b, struct scalar *c)
{
    enum dtype d = t->out.dtype;
    struct scalar mean = scalar_float(m->mean, d), a = scalar_float(m->scale, d);
    struct scalar share = scalar_divide(scalar_float(1, d), scalar_float((double)n, d));
    *b = line_computed(t, "t * mean - s", -1, "# ~* @ - @", NUMBERS(plain, mean, s));
    *b = line_computed(t, "b", -1, "# * # * # * # * #", NUMBERS(*b, a, a, a, share));
    *c = line_computed(t, "t * a / n", -1, "# * # * #", NUMBERS(plain, a, share));
    *c = line_computed(t, "c", -1, "-@ ~* @ - @", NUMBERS(*b, mean, *c));
}

/* A cell of the weight's gradient: row by row, its gradient times the normalized input. */
static void explain_norm_weight(struct explainer *t, const struct read_runs *r)
{
    enum dtype d = t->out.dtype;
    int64_t rows = r->run[0].count, n = r->run[1].count / rows;
    struct scalar sum = scalar_float(0, d);
    buf_puts(&t->ex->formula, "sum over the rows of ");
    put_cell(t, &r->run[0], 0, &t->ex->formula);
    buf_puts(&t->ex->formula, " * (");
    put_cell(t, &r->run[1], t->cell, &t->ex->formula);
    buf_printf(&t->ex->formula, " - mean) / sqrt(variance + %g), ...",
               origin_argument(&t->search, "eps")->f);
    line_group(t, 3 * rows, 46);
    for (int64_t row = 0; row < rows; row++) {
        struct norm m = {.dtype = d, .n = n};
        if (!moments_told_find(t, &m, r->run[1].from + row * n)) {
            return;
        }
        struct scalar mean = scalar_float(m.mean, d), a = scalar_float(m.scale, d);
        struct scalar grad = r->number[0][row], x = r->number[1][row * n + t->cell];
        struct scalar b = scalar_multiply(scalar_negated(a), mean);
        if (line_shown(t)) {
            line_numbers(t, "row", -1, "mean #, 1 / sqrt(variance + eps) #", NUMBERS(mean, a));
        }
        struct scalar y = line_counted(t, "normalize", r->run[1].from[row * n + t->cell],
                                       "# ~* # + #", NUMBERS(a, x, b));
        sum = line_counted(t, "add", r->run[0].from[row], "# ~* # + #", NUMBERS(grad, y, sum));
    }
    explainer_result(t, sum);
}

static void explain_norm_bias(struct explainer *t, const struct read_runs *r)
{
    const struct row_sum s = {"add", r->run[0].count, r->run[0].from, r->number[0], NULL, column};
    runs_formula(t, "sum of");
    explainer_result(t, tell_row(t, &s));
}

/* --- group_norm --- */

/* A sum as group_norm adds; y may be NULL. */
static struct scalar group_sum(struct explainer *t, const struct scalar *x, const struct scalar *y,
                               int64_t n)
{
    const struct row_sum s = {"", n, NULL, x, y, rows_of_channels(t->out.dtype)};
    struct adder a = row_adder(t, &s);
    return adder_sum(&a);
}

/* S and T of group_norm.h: first of each of the `width` channels, then of these. */
static void group_sums(struct explainer *t, const struct read_runs *r, int64_t width,
                       struct scalar *s, struct scalar *plain)
{
    int64_t n = r->run[0].count / width;
    struct scalar *part = malloc((size_t)width * 2 * sizeof *part);
    const struct scalar *weight = r->count > 2 ? r->number[2] : NULL;
    t->failed |= part == NULL;
    if (part == NULL) {
        return;
    }
    line_words(t, "order", -1, "8 sums side by side (float64: 4), then what is left over");
    line_group(t, 2 * width, SHOWN);
    for (int64_t c = 0; c < width; c++) {
        const struct scalar *grad = r->number[0] + c * n;
        part[c] = group_sum(t, grad, r->number[1] + c * n, n);
        part[width + c] = group_sum(t, grad, NULL, n);
        for (int k = 0; k < 2; k++) {
            if (line_shown(t)) {
                line_numbers(t, k == 0 ? "s" : "t", r->run[0].from[c * n],
                             k == 0 ? "sum of gradient * input over the channel: #"
                                    : "sum of gradient over the channel: #",
                             &part[k * width + c]);
            }
        }
    }
    *s = group_sum(t, part, weight, width);
    *plain = group_sum(t, part + width, weight, width);
    line_numbers(
        t, "s", -1,
        weight ? "sum of s * weight over the channels: #" : "sum of s over the channels: #", s);
    line_numbers(
        t, "t", -1,
        weight ? "sum of t * weight over the channels: #" : "sum of t over the channels: #", plain);
    free(part);
}

static int64_t group_width(const struct explainer *t)
{
    return explainer_input(t, 1)->shape[1] / origin_argument(&t->search, "num_groups")->i;
}

/* --- of the input, of both --- */

struct shared {          /* by the cells of a row or group: a * gradient + b * input + c */
    int64_t own, weight; /* the cell, and that of the weight */
    struct scalar a, b, c;
};

/* layer_norm: what the output is but for c. */
static struct scalar row_cell(struct explainer *t, const struct read_runs *r,
                              const struct shared *s)
{
    struct scalar x = r->number[1][s->own];
    struct scalar y = line_computed(t, "gradient", r->run[0].from[s->own], "# * #",
                                    NUMBERS(s->a, r->number[0][s->own]));
    if (r->count > 2) {
        y = line_computed(t, "weight", r->run[2].from[s->weight], "# * #",
                          NUMBERS(y, r->number[2][s->weight]));
    }
    scalars_text(&t->ex->numbers, "# * # + # + #", NUMBERS(s->b, x, y, s->c));
    return line_computed(t, "input", r->run[1].from[s->own], "# ~* # + #", NUMBERS(s->b, x, y));
}

/* The same of group_norm. */
static struct scalar group_cell(struct explainer *t, const struct read_runs *r,
                                const struct shared *s)
{
    struct scalar scale = s->a, grad = r->number[0][s->own];
    if (r->count > 2) {
        scale = line_computed(t, "weight", r->run[2].from[s->weight], "# * #",
                              NUMBERS(s->a, r->number[2][s->weight]));
    }
    struct scalar moved = line_computed(t, "input", r->run[1].from[s->own], "# * #",
                                        NUMBERS(s->b, r->number[1][s->own]));
    scalars_text(&t->ex->numbers, "# * # + # + #", NUMBERS(scale, grad, moved, s->c));
    return line_computed(t, "gradient", r->run[0].from[s->own], "# ~* # + #",
                         NUMBERS(scale, grad, moved));
}

static void explain_norm_input(struct explainer *t, const struct read_runs *r, bool group)
{
    int64_t own = own_of(t, &r->run[0]), n = r->run[0].count, width = group ? group_width(t) : 1;
    struct norm m = {.dtype = t->out.dtype, .n = n};
    struct scalar s = {.dtype = m.dtype}, plain = s;
    if (!moments_told_find(t, &m, r->run[1].from)) {
        return;
    }
    struct shared shared = {own, group ? own / (n / width) : own, scalar_float(m.scale, m.dtype), s,
                            s};
    norm_input_formula(t, r, own, shared.weight);
    line_words(t, "order", -1,
               group ? "as PyTorch computes it: factor%s * gradient + b * input + c"
                     : "as PyTorch computes it: factor * gradient%s + b * input + c",
               r->count > 2 ? " * weight" : "");
    line_numbers(t, "mean", -1, group ? "of the group's input: #" : "of the row's input: #",
                 NUMBERS(scalar_float(m.mean, m.dtype)));
    moments_told_show(t, &m);
    if (group) {
        group_sums(t, r, width, &s, &plain);
    } else {
        row_sums(t, r, &s, &plain);
    }
    row_factors(t, &m, n, s, plain, &shared.b, &shared.c);
    struct scalar cell = (group ? group_cell : row_cell)(t, r, &shared);
    explainer_result(t, line_computed(t, "output", -1, "# + #", NUMBERS(cell, shared.c)));
}

/* A channel of the weight's gradient, or without an input of the bias': item by item. */
static void explain_group_parameter(struct explainer *t, const struct read_runs *r, bool weight)
{
    enum dtype d = t->out.dtype;
    const struct tensor *grad = explainer_input(t, 0);
    int64_t items = grad->shape[0], n = r->run[0].count / items,
            width = weight ? group_width(t) : 1;
    struct scalar sum = scalar_float(0, d);
    runs_formula(t,
                 weight ? "sum of gradient * the normalized input over the places of" : "sum of");
    line_group(t, weight ? 2 * items : items, SHOWN);
    for (int64_t k = 0; k < items; k++) {
        struct scalar plain = group_sum(t, r->number[0] + k * n, NULL, n), term = plain;
        struct norm m = {.dtype = d, .n = n * width};
        if (weight) {
            int64_t group = k * n * width, own = group + t->cell % width * n;
            if (!moments_told_find(t, &m, r->run[1].from + group)) {
                return;
            }
            struct scalar s = group_sum(t, r->number[0] + k * n, r->number[1] + own, n);
            term = line_counted(t, "item", r->run[1].from[own], "s - t * mean: # - # ~* @",
                                NUMBERS(s, plain, scalar_float(m.mean, d)));
        }
        struct scalar a = scalar_float(m.scale, d);
        sum = line_counted(t, "add", r->run[0].from[k * n], weight ? "# ~* # + #" : "# + #",
                           weight ? NUMBERS(term, a, sum) : NUMBERS(term, sum));
    }
    explainer_result(t, sum);
}

bool explain_backward_norm(struct explainer *t)
{
    struct read_runs r;
    bool input = op_is(t->e->op, OP__layer_norm_backward);
    bool weight = op_is(t->e->op, OP__layer_norm_weight_backward);
    bool bias = op_is(t->e->op, OP__layer_norm_bias_backward);
    bool group_input = op_is(t->e->op, OP__group_norm_backward);
    bool group_weight = op_is(t->e->op, OP__group_norm_weight_backward);
    bool group_bias = op_is(t->e->op, OP__group_norm_bias_backward);
    if ((!input && !weight && !bias && !group_input && !group_weight && !group_bias) ||
        !read_runs(t, &r, bias || group_bias ? 1 : 2)) {
        return t->failed;
    }
    if (input || group_input) {
        explain_norm_input(t, &r, group_input);
    } else if (group_weight || group_bias) {
        explain_group_parameter(t, &r, group_weight);
    } else if (weight) {
        explain_norm_weight(t, &r);
    } else {
        explain_norm_bias(t, &r);
    }
    end_reading(&r);
    return true;
}
