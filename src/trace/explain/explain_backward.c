/* Explains the gradients of softmax, log_softmax, layer_norm and group_norm
 * (tensor/cells/backward_softmax.c, backward_norm.c, group_norm.c) in their sub-steps. */
#include "trace/explain/explainer.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/cells/group_norm.h"
#include "tensor/cells/lanes.h"
#include "torch/op/ops.h"
#include "trace/explain/line.h"
#include "trace/explain/moments_told.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"

#include <stdlib.h>

/* --- a sum over a row as the kernels add it up --- */

enum { LANES = 8, SHOWN = 40 };

/* The sum of x * y, or of x alone. A row of `lanes` terms or more is dealt to that many sums, whose
 * first terms are rounded and whose others are fused with the addition; a shorter one is added up
 * in order, every product rounded. A column begins at 0 and fuses every term. */
struct row_sum {
    const char *part;
    int64_t n;
    const int64_t *from; /* whose cells the lines are about */
    const struct scalar *x, *y;
    int lanes; /* 1: not dealt */
    bool column;
};

static int lanes_of(enum dtype dtype, int64_t n)
{
    int lanes = dtype == DTYPE_FLOAT32 ? LANES : LANES / 2;
    return n >= lanes ? lanes : 1;
}

/* One term, and its line. */
static struct scalar add_term(struct explainer *t, const struct row_sum *s, int64_t k,
                              struct scalar before)
{
    struct buf text = {0};
    struct scalar sum;
    bool first = !s->column && k < s->lanes;
    bool fused = s->y != NULL && (s->column || (s->lanes > 1 && !first));
    struct scalar term = s->y != NULL && !fused ? scalar_multiply(s->x[k], s->y[k]) : s->x[k];
    sum = fused ? scalar_fused(s->x[k], s->y[k], before) : first ? term : scalar_add(before, term);
    if (!line_shown(t, &before)) {
        return sum;
    }
    if (s->lanes > 1) {
        buf_printf(&text, "sum %d: ", (int)(k % s->lanes));
    }
    if (fused) {
        scalars_text(&text, "# * # + # = #", (struct scalar[]){s->x[k], s->y[k], before, sum});
    } else if (s->y != NULL) {
        scalars_text(&text, "# * # = #", (struct scalar[]){s->x[k], s->y[k], term});
    } else {
        scalar_text(term, &text);
    }
    line_add(t, s->part, s->from != NULL ? s->from[k] : -1, &text, &sum, sum.f);
    return sum;
}

static struct scalar add_row(struct explainer *t, const struct row_sum *s)
{
    struct scalar lane[LANES];
    for (int k = 0; k < LANES; k++) {
        lane[k] = scalar_float(0, t->out.dtype);
    }
    line_group(t, s->n, SHOWN);
    for (int64_t k = 0; k < s->n; k++) {
        lane[k % s->lanes] = add_term(t, s, k, lane[k % s->lanes]);
    }
    for (int k = 0; k + 1 < s->lanes; k++) {
        struct lane_join j = lane_join(s->lanes, k);
        struct scalar sum = scalar_add(lane[j.to], lane[j.from]);
        line_numbers(t, "join", -1, "# + # = #", 3,
                     (struct scalar[]){lane[j.to], lane[j.from], sum});
        lane[j.to] = sum;
    }
    return lane[0];
}

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

/* e to the power of a cell of log_softmax. Past the last whole eight columns it is rounded from
 * double. */
static struct scalar power_of(const struct explainer *t, struct scalar y, bool columns)
{
    int64_t inner = 1;
    int64_t dim = origin_argument(&t->search, "dim")->i;
    for (int d = (int)(dim < 0 ? dim + t->out.ndim : dim) + 1; d < t->out.ndim; d++) {
        inner *= t->out.shape[d];
    }
    bool single = y.dtype == DTYPE_FLOAT32;
    int width = single ? LANES : LANES / 2;
    bool alone = columns && t->cell % inner >= inner / width * width;
    double power = !single ? (alone ? fmath_exp : fmath_exp_softmax)(y.f)
                           : (double)(alone ? fmath_expf_rest : fmath_expf)((float)y.f);
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
    struct row_sum s = {"sum", r.run[0].count, r.run[0].from, r.number[0], log ? NULL : r.number[1],
                        1,     by_columns(t)};
    s.part = log ? "sum" : "term";
    s.lanes = s.column ? 1 : lanes_of(t->out.dtype, s.n);
    const char *name = sum_name(t);
    softmax_formula(t, &r, own, log, name);
    struct scalar grad = r.number[0][own], y = r.number[1][log ? 0 : own];
    struct scalar sum = add_row(t, &s), result;
    line_numbers(t, name, -1, "#", 1, &sum);
    if (log) {
        struct scalar power = power_of(t, y, s.column), less = power;
        line_numbers(t, "exp", r.run[1].from[0], "exp(#) = #", 2, (struct scalar[]){y, power});
        less.f = -less.f;
        result = scalar_fused(less, sum, grad);
        line_numbers(t, "subtract", r.run[0].from[own], "# - # * @ = #", 4,
                     (struct scalar[]){grad, power, sum, result});
        scalars_text(&t->ex->numbers, "# - exp(#) * @", (struct scalar[]){grad, y, sum});
    } else {
        struct scalar apart = scalar_subtract(grad, sum);
        result = scalar_multiply(apart, y);
        line_numbers(t, "subtract", r.run[0].from[own], "# - @ = #", 3,
                     (struct scalar[]){grad, sum, apart});
        line_numbers(t, "multiply", r.run[1].from[own], "# * # = #", 3,
                     (struct scalar[]){apart, y, result});
        if (y.f == 0) {
            line_words(t, "masked", r.run[1].from[own], "a weight of exactly 0 passes nothing on");
        }
        scalars_text(&t->ex->numbers, "(# - @) * #", (struct scalar[]){grad, sum, y});
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
        struct row_sum s = {
            "s",  n, r->run[0].from, left, weighted ? r->number[2] : x, lanes_of(t->out.dtype, n),
            false};
        line_words(t, "s", -1,
                   "sum over the row of gradient * input%s:", weighted ? " * weight" : "");
        *products = add_row(t, &s);
        s.part = "t";
        s.x = grad;
        s.y = weighted ? r->number[2] : NULL;
        line_words(t, "t", -1, "sum over the row of gradient%s:", weighted ? " * weight" : "");
        *plain = add_row(t, &s);
    }
    free(left);
}

/* The two numbers of a row that its cells share. */
static void row_factors(struct explainer *t, const struct norm *m, int64_t n, struct scalar s,
                        struct scalar plain, struct scalar *b, struct scalar *c)
{
    enum dtype d = t->out.dtype;
    struct scalar mean = scalar_float(m->mean, d), a = scalar_float(m->scale, d), less = s, turned;
    struct scalar share = scalar_divide(scalar_float(1, d), scalar_float((double)n, d));
    less.f = -s.f;
    struct scalar apart = scalar_fused(plain, mean, less);
    *b = scalar_multiply(scalar_multiply(scalar_multiply(scalar_multiply(apart, a), a), a), share);
    line_numbers(t, "t * mean - s", -1, "# * @ - @ = #", 4,
                 (struct scalar[]){plain, mean, s, apart});
    line_numbers(t, "b", -1, "# * # * # * # * # = #", 6,
                 (struct scalar[]){apart, a, a, a, share, *b});
    struct scalar all = scalar_multiply(scalar_multiply(plain, a), share);
    line_numbers(t, "t * a / n", -1, "# * # * # = #", 4, (struct scalar[]){plain, a, share, all});
    turned = *b;
    turned.f = -b->f;
    less = all;
    less.f = -all.f;
    *c = scalar_fused(turned, mean, less);
    line_numbers(t, "c", -1, "-@ * @ - @ = #", 4, (struct scalar[]){*b, mean, all, *c});
}

static void explain_norm_input(struct explainer *t, const struct read_runs *r)
{
    int64_t own = own_of(t, &r->run[0]), n = r->run[0].count;
    struct norm m = {.dtype = t->out.dtype, .n = n};
    struct scalar s = {.dtype = m.dtype}, plain = s, b, c;
    if (!moments_told_find(t, &m, r->run[1].from)) {
        return;
    }
    norm_input_formula(t, r, own, own);
    line_words(t, "order", -1, "as PyTorch computes it: factor * gradient%s + b * input + c",
               r->count > 2 ? " * weight" : "");
    struct scalar x = r->number[1][own], grad = r->number[0][own];
    struct scalar a = scalar_float(m.scale, m.dtype), scaled = scalar_multiply(a, grad), sum;
    line_numbers(t, "mean", -1, "of the row's input: #", 1,
                 (struct scalar[]){scalar_float(m.mean, m.dtype)});
    moments_told_show(t, &m);
    row_sums(t, r, &s, &plain);
    row_factors(t, &m, n, s, plain, &b, &c);
    line_numbers(t, "gradient", r->run[0].from[own], "# * # = #", 3,
                 (struct scalar[]){a, grad, scaled});
    if (r->count > 2) {
        struct scalar w = r->number[2][own], before = scaled;
        scaled = scalar_multiply(scaled, w);
        line_numbers(t, "weight", r->run[2].from[own], "# * # = #", 3,
                     (struct scalar[]){before, w, scaled});
    }
    sum = scalar_fused(b, x, scaled);
    line_numbers(t, "input", r->run[1].from[own], "# * # + # = #", 4,
                 (struct scalar[]){b, x, scaled, sum});
    struct scalar result = scalar_add(sum, c);
    line_numbers(t, "output", -1, "# + # = #", 3, (struct scalar[]){sum, c, result});
    scalars_text(&t->ex->numbers, "# * # + # + #", (struct scalar[]){b, x, scaled, c});
    explainer_result(t, result);
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
        struct scalar mean = scalar_float(m.mean, d), a = scalar_float(m.scale, d), less = a;
        struct scalar grad = r->number[0][row], x = r->number[1][row * n + t->cell];
        less.f = -a.f;
        struct scalar b = scalar_multiply(less, mean), y = scalar_fused(a, x, b), before = sum;
        sum = scalar_fused(grad, y, before);
        if (line_shown(t, &before)) {
            struct buf text = {0};
            scalars_text(&text, "mean #, 1 / sqrt(variance + eps) #", (struct scalar[]){mean, a});
            line_add(t, "row", -1, &text, NULL, a.f);
        }
        if (line_shown(t, &before)) {
            line_numbers(t, "normalize", r->run[1].from[row * n + t->cell], "# * # + # = #", 4,
                         (struct scalar[]){a, x, b, y});
        }
        if (line_shown(t, &before)) {
            line_numbers(t, "add", r->run[0].from[row], "# * # + # = #", 4,
                         (struct scalar[]){grad, y, before, sum});
        }
    }
    explainer_result(t, sum);
}

static void explain_norm_bias(struct explainer *t, const struct read_runs *r)
{
    struct row_sum s = {"add", r->run[0].count, r->run[0].from, r->number[0], NULL, 1, true};
    runs_formula(t, "sum of");
    explainer_result(t, add_row(t, &s));
}

/* --- group_norm --- */

/* A sum as tensor/cells/group_norm.h adds; y may be NULL. */
static struct scalar group_sum(struct explainer *t, const struct scalar *x, const struct scalar *y,
                               int64_t n)
{
    float *f = malloc((size_t)n * 2 * sizeof *f + 1);
    double *d = malloc((size_t)n * 2 * sizeof *d + 1), sum = 0;
    bool ok = f != NULL && d != NULL;
    for (int64_t k = 0; ok && k < 2 * n; k++) {
        d[k] = k < n ? x[k].f : y != NULL ? y[k - n].f : 0;
        f[k] = (float)d[k];
    }
    if (ok && t->out.dtype == DTYPE_FLOAT32) {
        sum = (double)group_norm_sum_f32(f, y != NULL ? f + n : NULL, n);
    } else if (ok) {
        sum = group_norm_sum_f64(d, y != NULL ? d + n : NULL, n);
    }
    free(f);
    free(d);
    t->failed |= !ok;
    return scalar_float(sum, t->out.dtype);
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
            if (line_shown(t, &part[c])) {
                line_numbers(t, k == 0 ? "s" : "t", r->run[0].from[c * n],
                             k == 0 ? "sum of gradient * input over the channel: #"
                                    : "sum of gradient over the channel: #",
                             1, &part[k * width + c]);
            }
        }
    }
    *s = group_sum(t, part, weight, width);
    *plain = group_sum(t, part + width, weight, width);
    line_numbers(
        t, "s", -1,
        weight ? "sum of s * weight over the channels: #" : "sum of s over the channels: #", 1, s);
    line_numbers(t, "t", -1,
                 weight ? "sum of t * weight over the channels: #"
                        : "sum of t over the channels: #",
                 1, plain);
    free(part);
}

static int64_t group_width(const struct explainer *t)
{
    return explainer_input(t, 1)->shape[1] / origin_argument(&t->search, "num_groups")->i;
}

static void explain_group_input(struct explainer *t, const struct read_runs *r)
{
    int64_t own = own_of(t, &r->run[0]), n = r->run[0].count, width = group_width(t);
    struct norm m = {.dtype = t->out.dtype, .n = n};
    struct scalar s = {.dtype = m.dtype}, plain = s, b, c;
    if (!moments_told_find(t, &m, r->run[1].from)) {
        return;
    }
    struct scalar x = r->number[1][own], grad = r->number[0][own];
    struct scalar a = scalar_float(m.scale, m.dtype), scale = a;
    norm_input_formula(t, r, own, own / (n / width));
    line_words(t, "order", -1, "as PyTorch computes it: factor%s * gradient + b * input + c",
               r->count > 2 ? " * weight" : "");
    line_numbers(t, "mean", -1, "of the group's input: #", 1,
                 (struct scalar[]){scalar_float(m.mean, m.dtype)});
    moments_told_show(t, &m);
    group_sums(t, r, width, &s, &plain);
    row_factors(t, &m, n, s, plain, &b, &c);
    if (r->count > 2) {
        struct scalar w = r->number[2][own / (n / width)];
        scale = scalar_multiply(a, w);
        line_numbers(t, "weight", r->run[2].from[own / (n / width)], "# * # = #", 3,
                     (struct scalar[]){a, w, scale});
    }
    struct scalar moved = scalar_multiply(b, x), sum = scalar_fused(scale, grad, moved);
    line_numbers(t, "input", r->run[1].from[own], "# * # = #", 3, (struct scalar[]){b, x, moved});
    line_numbers(t, "gradient", r->run[0].from[own], "# * # + # = #", 4,
                 (struct scalar[]){scale, grad, moved, sum});
    struct scalar result = scalar_add(sum, c);
    line_numbers(t, "output", -1, "# + # = #", 3, (struct scalar[]){sum, c, result});
    scalars_text(&t->ex->numbers, "# * # + # + #", (struct scalar[]){scale, grad, moved, c});
    explainer_result(t, result);
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
        struct scalar plain = group_sum(t, r->number[0] + k * n, NULL, n), before = sum,
                      term = plain;
        struct norm m = {.dtype = d, .n = n * width};
        if (weight) {
            int64_t group = k * n * width, own = group + t->cell % width * n;
            if (!moments_told_find(t, &m, r->run[1].from + group)) {
                return;
            }
            struct scalar s = group_sum(t, r->number[0] + k * n, r->number[1] + own, n),
                          less = plain;
            struct scalar mean = scalar_float(m.mean, d);
            less.f = -plain.f;
            term = scalar_fused(less, mean, s);
            if (line_shown(t, &before)) {
                line_numbers(t, "item", r->run[1].from[own], "s - t * mean: # - # * @ = #", 4,
                             (struct scalar[]){s, plain, mean, term});
            }
        }
        struct scalar a = scalar_float(m.scale, d);
        sum = weight ? scalar_fused(term, a, before) : scalar_add(before, term);
        if (line_shown(t, &before)) {
            line_numbers(t, "add", r->run[0].from[k * n], weight ? "# * # + # = #" : "# + # = #",
                         weight ? 4 : 3,
                         weight ? (struct scalar[]){term, a, before, sum}
                                : (struct scalar[]){term, before, sum, sum});
        }
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
    if (group_input) {
        explain_group_input(t, &r);
    } else if (group_weight || group_bias) {
        explain_group_parameter(t, &r, group_weight);
    } else if (input) {
        explain_norm_input(t, &r);
    } else if (weight) {
        explain_norm_weight(t, &r);
    } else {
        explain_norm_bias(t, &r);
    }
    end_reading(&r);
    return true;
}
