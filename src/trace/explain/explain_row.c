/* Explains operations over whole rows: softmax and log_softmax (tensor/cells/softmax.c), layer_norm
 * (tensor/cells/moments.h) in their sub-steps. */
#include "trace/explain/explainer.h"

#include "base/fmath.h"
#include "tensor/cells/rows.h"
#include "torch/op/ops.h"
#include "trace/explain/adder.h"
#include "trace/explain/line.h"
#include "trace/explain/moments_told.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- softmax --- */

static struct scalar exponential(struct scalar x, bool alone)
{
    double power = x.dtype == DTYPE_FLOAT32 ? (double)rows_power_f32((float)x.f, alone)
                                            : rows_power_f64(x.f, alone);
    return scalar_float(power, x.dtype);
}

static struct scalar logarithm(struct scalar x)
{
    return scalar_float(x.dtype == DTYPE_FLOAT32 ? (double)fmath_logf((float)x.f)
                                                 : fmath_log_softmax(x.f),
                        x.dtype);
}

/* The first of the largest; -1 when nothing is larger than -inf. */
static int64_t largest(const struct explainer *t, enum dtype dtype, struct scalar *most)
{
    int64_t at = -1;
    *most = scalar_float(-INFINITY, dtype);
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        struct scalar x = scalar_as(explainer_value(t, k), dtype);
        if (x.f > most->f) {
            *most = x;
            at = k;
        }
    }
    return at;
}

/* Which of the row's cells is the one at the place asked for. */
static int64_t own_cell(const struct explainer *t)
{
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        if (t->ex->from[k].cell == t->cell) {
            return k;
        }
    }
    return 0;
}

static void softmax_formula(struct explainer *t, int64_t own, bool log)
{
    struct run_of_cells run;
    struct letters letters = {.next = 'j'};
    scoped_buf ranges = {0}, row = {0}, cell = {0};
    if (runs_split(t, &run, 1) == 1) {
        name_cell(t, run.input, t->ex->from[own].cell, &cell);
        runs_pattern(t, &run, &letters, &ranges, &row);
        buf_printf(&t->ex->formula,
                   log ? "%s - max - log(sum over %s of exp(%s - max))"
                       : "exp(%s - max) / sum over %s of exp(%s - max)",
                   buf_text(&cell), ranges.len > 0 ? buf_text(&ranges) : "the row", buf_text(&row));
        runs_free(&run, 1);
    }
}

/* How the kernel goes about it: along the last axis a row of eight cells or more is dealt to eight
 * sums (of float64: four and four), and the cells are multiplied by 1 / sum; short rows and columns
 * have one sum, and columns are divided by it. */

struct softmax {
    enum dtype dtype;
    int64_t own, n;
    bool by_rows, alone;
    bool rounded, rounds_power; /* bfloat16; in the last columns of a row so are the exponentials */
    struct scalar most;
};

static struct softmax softmax_of(const struct explainer *t)
{
    const struct explained_cell *from = t->ex->from;
    struct softmax s = {.dtype = t->out.dtype, .own = own_cell(t), .n = t->ex->from_count};
    s.rounded = dtype_is_short_float(s.dtype); /* in float32, rounded at the end */
    s.dtype = s.rounded ? DTYPE_FLOAT32 : s.dtype;
    int64_t inner = s.n == 1 ? 1 : from[1].cell - from[0].cell;
    s.by_rows = s.n == 1 || (inner == 1 && t->out.shape[t->out.ndim - 1] > 1);
    s.alone = !s.by_rows && !s.rounded && rows_leave(s.dtype, inner, from[0].cell % inner);
    s.rounds_power = !s.by_rows && s.rounded && from[0].cell % inner >= inner / 16 * 16;
    return s;
}

static int order_of(struct adder *a, add_take *take)
{
    const struct softmax *s = a->arg;
    struct add_row row = rows_of_powers(s->dtype);
    row.lanes = s->by_rows ? row.lanes : 1;
    add_row(&(struct add_way){take, a}, &row, s->n);
    return ADD_TOTAL;
}

/* y is the cell itself. */
static void term_of(const struct adder *a, int64_t k, struct added *out)
{
    const struct softmax *s = a->arg;
    out->y = scalar_as(explainer_value(a->t, k), s->dtype);
    out->x = exponential(scalar_subtract(out->y, s->most), s->alone);
}

static int64_t put_term(const struct adder *a, const struct add_step *step,
                        const struct added *term, struct scalar before, struct buf *out)
{
    const struct softmax *s = a->arg;
    scalars_text(out, "exp(# - @) = #", NUMBERS(term->y, s->most, term->x));
    return step->k;
}

static struct scalar sum_of_exponentials(struct explainer *t, const struct softmax *s)
{
    static const struct adder_ways ways = {order_of, term_of, put_term};
    struct adder a = adder_of(t, &ways, s, "sum", s->dtype, 44);
    a.named = true;
    return adder_told(&a);
}

static void show_maximum(struct explainer *t, bool row, int64_t at, struct scalar most)
{
    struct buf text = {0};
    if (at >= 0) {
        name_cell(t, t->ex->from[at].input, t->ex->from[at].cell, &text);
        buf_puts(&text, " = ");
    }
    scalar_text(most, &text);
    line_add(t, row ? "row maximum" : "maximum", at, &text, NULL, most.f);
}

/* As bfloat16, which the next step takes for a float32. */
static struct scalar round_short(struct explainer *t, const struct softmax *s, struct scalar x,
                                 bool rounds)
{
    return s->rounded && rounds
               ? scalar_as(line_rounded(t, "# rounded to bfloat16 is #", x, t->out.dtype), s->dtype)
               : x;
}

static struct scalar divide(struct explainer *t, const struct softmax *s, struct scalar power,
                            struct scalar sum)
{
    scalars_text(&t->ex->numbers, s->by_rows ? "# * (1 / #)" : "# / #", NUMBERS(power, sum));
    if (!s->by_rows) {
        return line_computed(t, "divide", s->own, "# / #", NUMBERS(power, sum));
    }
    struct scalar share = line_computed(t, "divide", -1, "1 / #", &sum);
    return line_computed(t, "multiply", s->own, "# * #", NUMBERS(power, share));
}

static struct scalar subtract_logarithm(struct explainer *t, const struct softmax *s,
                                        struct scalar less, struct scalar sum)
{
    sum = round_short(t, s, sum, s->by_rows);
    struct scalar l = logarithm(sum);
    line_numbers(t, "log", -1, "log(#) = #", NUMBERS(sum, l));
    l = round_short(t, s, l, s->by_rows);
    scalars_text(&t->ex->numbers, "# - @", NUMBERS(less, l));
    return line_computed(t, "minus log", s->own, "# - @", NUMBERS(less, l));
}

bool explain_softmax(struct explainer *t)
{
    bool log = op_does(t->e->op, LOG_SOFTMAX);
    if (t->ex->from_count == 0 || (!log && !op_does(t->e->op, SOFTMAX))) {
        return false;
    }
    struct softmax s = softmax_of(t);
    int64_t at = largest(t, s.dtype, &s.most);
    struct scalar x = scalar_as(explainer_value(t, s.own), s.dtype);
    softmax_formula(t, s.own, log);
    show_maximum(t, s.by_rows, at, s.most);
    struct scalar less = line_computed(t, "subtract", s.own, "# - @", NUMBERS(x, s.most));
    struct scalar power = exponential(less, s.alone);
    if (!log) {
        line_numbers(t, "exp", s.own, "exp(#) = #", NUMBERS(less, power));
    }
    struct scalar sum = sum_of_exponentials(t, &s);
    power = round_short(t, &s, power, s.rounds_power && !log);
    struct scalar result = log ? subtract_logarithm(t, &s, less, sum) : divide(t, &s, power, sum);
    explainer_result(t, round_short(t, &s, result, true));
    return true;
}

/* --- layer_norm --- */

struct affine { /* of this place; `has` false: none */
    bool has;
    int64_t from;
    struct scalar value;
};

static struct affine affine_of(const struct explainer *t, const char *name)
{
    int input = explainer_input_named(t, name);
    for (int64_t k = 0; input >= 0 && k < t->ex->from_count; k++) {
        if (t->ex->from[k].input == input) {
            return (struct affine){true, k, explainer_value(t, k)};
        }
    }
    return (struct affine){.from = -1};
}

static void norm_formula(struct explainer *t, int64_t own, const struct affine *weight,
                         const struct affine *bias)
{
    struct buf *out = &t->ex->formula;
    const struct explained_cell *from = t->ex->from;
    buf_puts(out, "(");
    name_cell(t, from[own].input, from[own].cell, out);
    buf_printf(out, " - mean) / sqrt(variance + %g)", origin_argument(&t->search, "eps")->f);
    if (weight->has) {
        buf_puts(out, " * ");
        name_cell(t, from[weight->from].input, from[weight->from].cell, out);
    }
    if (bias->has) {
        buf_puts(out, " + ");
        name_cell(t, from[bias->from].input, from[bias->from].cell, out);
    }
}

static void show_moments(struct explainer *t, const struct norm *m, bool shifts)
{
    struct buf text = {0};
    struct scalar mean = scalar_float(m->mean, m->dtype);
    buf_puts(&text, "(");
    line_few(t, m->n, " + ", explainer_value, &text);
    buf_printf(&text, ") / %lld = ", (long long)m->n);
    scalar_text(mean, &text);
    line_add(t, "mean", -1, &text, NULL, m->mean);
    moments_told_show(t, m);
    if (shifts) {
        line_numbers(
            t, "shift", -1, "-# * # = #",
            NUMBERS(scalar_float(m->scale, m->dtype), mean, scalar_float(m->shift, m->dtype)));
    }
}

/* y * weight + bias. */
static struct scalar show_affine(struct explainer *t, const struct norm *m, struct scalar y,
                                 const struct affine *weight, const struct affine *bias)
{
    struct scalar w = scalar_as(weight->value, y.dtype), b = scalar_as(bias->value, y.dtype);
    bool at_once = weight->has && bias->has && m->dtype == DTYPE_FLOAT32;
    if (weight->has && !at_once) {
        y = line_computed(t, "weight", weight->from, "# * #", NUMBERS(y, w));
    }
    if (at_once) {
        y = line_computed(t, "weight, bias", weight->from, "# ~* # + #", NUMBERS(y, w, b));
    } else if (bias->has) {
        y = line_computed(t, "bias", bias->from, "# + #", NUMBERS(y, b));
    }
    if (m->dtype == DTYPE_FLOAT32 && !bias->has) { /* the kernel adds 0: -0 becomes 0 */
        y = scalar_add(y, scalar_float(0, y.dtype));
    }
    if (weight->has) {
        scalars_text(&t->ex->numbers, " * #", &w);
    }
    if (bias->has) {
        scalars_text(&t->ex->numbers, " + #", &b);
    }
    return y;
}

/* A cell of group_norm, tensor/cells/group_norm.h: weight and bias are of its channel. */
static struct scalar show_group(struct explainer *t, const struct norm *m, int64_t own,
                                const struct affine *weight, const struct affine *bias)
{
    struct scalar x = explainer_value(t, own), mean = scalar_float(m->mean, m->dtype);
    struct scalar scale = scalar_float(m->scale, m->dtype);
    if (!weight->has && !bias->has) {
        return line_computed(t, "normalize", own, "(# - @) * #", NUMBERS(x, mean, scale));
    }
    if (weight->has) {
        scale = line_computed(t, "weight", weight->from, "# * #", NUMBERS(scale, weight->value));
    }
    struct scalar b = bias->has ? bias->value : scalar_float(0, m->dtype);
    struct scalar shift = line_computed(t, bias->has ? "bias" : "shift", bias->from, "-@ * @ + #",
                                        NUMBERS(scale, mean, b));
    return line_computed(t, "normalize", own, "# ~* # + #", NUMBERS(scale, x, shift));
}

bool explain_layer_norm(struct explainer *t)
{
    struct affine weight = affine_of(t, "weight"), bias = affine_of(t, "bias");
    struct norm m = {.dtype = t->out.dtype};
    bool group = op_is(t->e->op, OP_group_norm);
    int64_t own = own_cell(t);
    if ((!group && !op_is(t->e->op, OP_layer_norm)) || t->ex->from_count == 0) {
        return false;
    }
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        m.n += t->ex->from[k].input == t->ex->from[0].input;
    }
    if (!moments_told_find(t, &m, NULL)) {
        return true;
    }
    bool is_short = dtype_is_short_float(m.dtype); /* worked on in float32 from here */
    enum dtype dtype = is_short ? DTYPE_FLOAT32 : m.dtype;
    norm_formula(t, own, &weight, &bias);
    show_moments(t, &m, !group);
    if (group) {
        explainer_result(t, show_group(t, &m, own, &weight, &bias));
        return true;
    }
    struct scalar x = scalar_as(explainer_value(t, own), dtype);
    struct scalar scale = scalar_float(m.scale, dtype), shift = scalar_float(m.shift, dtype);
    struct scalar y =
        line_computed(t, "normalize", own, m.dtype == DTYPE_FLOAT32 ? "# ~* # + #" : "# * # + #",
                      NUMBERS(x, scale, shift));
    scalars_text(&t->ex->numbers, "(# - @) * #", NUMBERS(x, scalar_float(m.mean, dtype), scale));
    y = show_affine(t, &m, y, &weight, &bias);
    explainer_result(t, is_short ? line_rounded(t, "# rounded to bfloat16 is #", y, m.dtype) : y);
    return true;
}
