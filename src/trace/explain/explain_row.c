/* Explains operations over whole rows: softmax and log_softmax (tensor/cells/softmax.c), layer_norm
 * (tensor/cells/moments.h) in their sub-steps. */
#include "trace/explain/explainer.h"

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/cells/lanes.h"
#include "torch/op/ops.h"
#include "trace/explain/line.h"
#include "trace/explain/moments_told.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- softmax --- */

/* alone: a column that the C library's functions compute, see softmax.c */
static struct scalar exponential(struct scalar x, bool alone)
{
    return scalar_float(x.dtype == DTYPE_FLOAT32
                            ? (double)(alone ? fmath_expf_rest : fmath_expf)((float)x.f)
                            : (alone ? fmath_exp : fmath_exp_softmax)(x.f),
                        x.dtype);
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
enum { LANES = 8 };

struct softmax {
    enum dtype dtype;
    int64_t own, n;
    int lanes;
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
    int width = s.dtype == DTYPE_FLOAT32 ? LANES : LANES / 2;
    s.alone = !s.by_rows && !s.rounded && from[0].cell % inner >= inner / width * width;
    s.rounds_power = !s.by_rows && s.rounded && from[0].cell % inner >= inner / 16 * 16;
    s.lanes = s.by_rows && s.n >= width ? width : 1;
    return s;
}

static struct scalar join_lanes(struct explainer *t, const struct softmax *s, struct scalar *lane)
{
    for (int k = 0; k + 1 < s->lanes; k++) {
        struct lane_join j = lane_join(s->lanes, k);
        struct scalar before = lane[j.to], sum = scalar_add(before, lane[j.from]);
        lane[j.to] = sum;
        if (line_shown(t, &sum)) {
            struct buf text = {0};
            buf_printf(&text, "sum %d: ", j.to);
            scalars_text(&text, "# + # = #", (struct scalar[]){before, lane[j.from], sum});
            line_add(t, "join", -1, &text, &sum, sum.f);
        }
    }
    return lane[0];
}

static struct scalar sum_of_exponentials(struct explainer *t, const struct softmax *s)
{
    struct scalar lane[LANES];
    for (int k = 0; k < LANES; k++) {
        lane[k] = scalar_float(0, s->dtype);
    }
    line_group(t, s->n + s->lanes - 1, 44);
    for (int64_t k = 0; k < s->n; k++) {
        struct scalar x = scalar_as(explainer_value(t, k), s->dtype);
        struct scalar term = exponential(scalar_subtract(x, s->most), s->alone),
                      *sum = &lane[k % s->lanes];
        struct buf text = {0};
        *sum = scalar_add(*sum, term);
        if (line_shown(t, sum)) {
            if (s->lanes > 1) {
                buf_printf(&text, "sum %d: ", (int)(k % s->lanes));
            }
            scalars_text(&text, s->most.f < 0 ? "exp(# - (#)) = #" : "exp(# - #) = #",
                         (struct scalar[]){x, s->most, term});
            line_add(t, "sum", k, &text, sum, sum->f);
        }
    }
    return join_lanes(t, s, lane);
}

static void show_maximum(struct explainer *t, int64_t at, struct scalar most)
{
    struct buf text = {0};
    if (at >= 0) {
        name_cell(t, t->ex->from[at].input, t->ex->from[at].cell, &text);
        buf_puts(&text, " = ");
    }
    scalar_text(most, &text);
    line_add(t, "row maximum", at, &text, NULL, most.f);
}

/* As bfloat16, which the next step takes for a float32. */
static struct scalar round_short(struct explainer *t, const struct softmax *s, struct scalar x,
                                 bool rounds)
{
    struct scalar rounded = scalar_as(x, t->out.dtype);
    if (!s->rounded || !rounds) {
        return x;
    }
    line_numbers(t, "round", -1, "# rounded to bfloat16 is #", 2, (struct scalar[]){x, rounded});
    return scalar_as(rounded, s->dtype);
}

static struct scalar divide(struct explainer *t, const struct softmax *s, struct scalar power,
                            struct scalar sum)
{
    struct scalar one = scalar_float(1, s->dtype), share = scalar_divide(one, sum), result;
    if (s->by_rows) {
        result = scalar_multiply(power, share);
        line_numbers(t, "divide", -1, "1 / # = #", 2, (struct scalar[]){sum, share});
        line_numbers(t, "multiply", s->own, "# * # = #", 3,
                     (struct scalar[]){power, share, result});
        scalars_text(&t->ex->numbers, "# * (1 / #)", (struct scalar[]){power, sum});
    } else {
        result = scalar_divide(power, sum);
        line_numbers(t, "divide", s->own, "# / # = #", 3, (struct scalar[]){power, sum, result});
        scalars_text(&t->ex->numbers, "# / #", (struct scalar[]){power, sum});
    }
    return result;
}

static struct scalar subtract_logarithm(struct explainer *t, const struct softmax *s,
                                        struct scalar less, struct scalar sum)
{
    sum = round_short(t, s, sum, s->by_rows);
    struct scalar l = logarithm(sum), result;
    line_numbers(t, "log", -1, "log(#) = #", 2, (struct scalar[]){sum, l});
    l = round_short(t, s, l, s->by_rows);
    result = scalar_subtract(less, l);
    line_numbers(t, "subtract", s->own, l.f < 0 ? "# - (#) = #" : "# - # = #", 3,
                 (struct scalar[]){less, l, result});
    scalars_text(&t->ex->numbers, l.f < 0 ? "# - (#)" : "# - #", (struct scalar[]){less, l});
    return result;
}

bool explain_softmax(struct explainer *t)
{
    bool log = op_does(t->e->op, LOG_SOFTMAX);
    if (t->ex->from_count == 0 || (!log && !op_does(t->e->op, SOFTMAX))) {
        return false;
    }
    struct softmax s = softmax_of(t);
    int64_t at = largest(t, s.dtype, &s.most);
    struct scalar x = scalar_as(explainer_value(t, s.own), s.dtype),
                  less = scalar_subtract(x, s.most);
    softmax_formula(t, s.own, log);
    show_maximum(t, at, s.most);
    line_numbers(t, "subtract", s.own, s.most.f < 0 ? "# - (#) = #" : "# - # = #", 3,
                 (struct scalar[]){x, s.most, less});
    struct scalar power = exponential(less, s.alone);
    if (!log) {
        line_numbers(t, "exp", s.own, "exp(#) = #", 2, (struct scalar[]){less, power});
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

/* a * b + c; float32 does not round the product first, unless bfloat16 is worked on. */
static struct scalar fused(const struct norm *m, struct scalar a, double b, double c)
{
    return m->dtype == DTYPE_FLOAT32
               ? scalar_float((double)fmaf((float)a.f, (float)b, (float)c), a.dtype)
               : scalar_add(scalar_multiply(a, scalar_float(b, a.dtype)), scalar_float(c, a.dtype));
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
        line_numbers(t, "shift", -1, "-# * # = #", 3,
                     (struct scalar[]){scalar_float(m->scale, m->dtype), mean,
                                       scalar_float(m->shift, m->dtype)});
    }
}

/* y * weight + bias. */
static struct scalar show_affine(struct explainer *t, const struct norm *m, struct scalar y,
                                 const struct affine *weight, const struct affine *bias)
{
    struct scalar before = y, w = scalar_as(weight->value, y.dtype);
    struct scalar b = scalar_as(bias->value, y.dtype);
    bool at_once = weight->has && bias->has && m->dtype == DTYPE_FLOAT32;
    if (weight->has && !at_once) {
        y = scalar_multiply(y, w);
        line_numbers(t, "weight", weight->from, "# * # = #", 3, (struct scalar[]){before, w, y});
    }
    before = y;
    if (at_once) {
        y = fused(m, y, w.f, b.f);
        line_numbers(t, "weight, bias", weight->from, "# * # + # = #", 4,
                     (struct scalar[]){before, w, b, y});
    } else if (bias->has) {
        y = scalar_add(y, b);
        line_numbers(t, "bias", bias->from, "# + # = #", 3, (struct scalar[]){before, b, y});
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
    struct scalar scale = scalar_float(m->scale, m->dtype), a = scale, y;
    if (!weight->has && !bias->has) {
        struct scalar apart = scalar_subtract(x, mean);
        y = scalar_multiply(apart, scale);
        line_numbers(t, "normalize", own, "(# - @) * # = #", 4,
                     (struct scalar[]){x, mean, scale, y});
        return y;
    }
    if (weight->has) {
        scale = scalar_multiply(a, weight->value);
        line_numbers(t, "weight", weight->from, "# * # = #", 3,
                     (struct scalar[]){a, weight->value, scale});
    }
    struct scalar turned = scale, b = bias->has ? bias->value : scalar_float(0, m->dtype);
    turned.f = -scale.f;
    struct scalar shift = scalar_add(scalar_multiply(turned, mean), b);
    line_numbers(t, bias->has ? "bias" : "shift", bias->from, "-@ * @ + # = #", 4,
                 (struct scalar[]){scale, mean, b, shift});
    y = scalar_fused(scale, x, shift);
    line_numbers(t, "normalize", own, "# * # + # = #", 4, (struct scalar[]){scale, x, shift, y});
    return y;
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
    struct scalar x = scalar_as(explainer_value(t, own), dtype),
                  scale = scalar_float(m.scale, dtype);
    struct scalar shift = scalar_float(m.shift, dtype), y = fused(&m, x, m.scale, m.shift);
    line_numbers(t, "normalize", own, "# * # + # = #", 4, (struct scalar[]){x, scale, shift, y});
    scalars_text(&t->ex->numbers, m.mean < 0 ? "(# - (#)) * #" : "(# - #) * #",
                 (struct scalar[]){x, scalar_float(m.mean, dtype), scale});
    y = show_affine(t, &m, y, &weight, &bias);
    if (is_short) {
        line_numbers(t, "round", -1, "# rounded to bfloat16 is #", 2,
                     (struct scalar[]){y, scalar_as(y, m.dtype)});
    }
    explainer_result(t, y);
    return true;
}
