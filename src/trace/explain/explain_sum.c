/* Sums, means and variances, addition by addition in the order of the kernels: float32 in PyTorch's
 * cascade (tensor/cells/cascade.h), NumPy's pairwise (tensor/cells/fold.h), integers one after the
 * other. */
#include "trace/explain/explain_sum.h"

#include "tensor/cells/cascade.h"
#include "tensor/cells/fold.h"
#include "tensor/cells/reduce.h"
#include "trace/explain/adder.h"
#include "trace/explain/line.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 48 /* additions of a sum */

/* --- what is summed --- */

struct sum {
    struct tensor in; /* owned: the input in the type that is summed */
    unsigned axes;
    int64_t n; /* cells */
    bool without_nan, keepdim;
    bool numpy;    /* in NumPy's order */
    bool nameless; /* they are no cells of an input */
    enum sum_of of;
    int most; /* lines */
};

/* What is added of a cell. */
static struct scalar taken(const struct sum *s, double x)
{
    x = s->of == SUM_SQUARES ? x * x : s->of == SUM_SIZES ? fabs(x) : x;
    return scalar_float(s->without_nan && isnan(x) ? 0 : x, s->in.dtype);
}

/* torch converts to dtype= first; NumPy does for float types, and takes means of integers in
 * float64. */
static enum dtype summed_as(const struct explainer *t, const struct tensor *x)
{
    const struct argument *d = origin_argument(&t->search, "dtype");
    if ((t->e->op->where & IN_NUMPY) != 0) {
        return dtype_is_float(t->out.dtype) ? t->out.dtype : x->dtype;
    }
    return d != NULL && !d->none && d->given ? d->dtype : x->dtype;
}

static bool sum_start(struct explainer *t, struct sum *s)
{
    const struct tensor *x = explainer_input(t, 0);
    *s = (struct sum){.axes = origin_axes(&t->search, x), .n = t->ex->from_count, .most = SHOWN};
    s->keepdim = t->out.ndim == x->ndim;
    s->without_nan = strncmp(t->e->op->name, "nan", 3) == 0;
    s->numpy = (t->e->op->where & IN_NUMPY) != 0;
    bool ok = tensor_cast(t->cx, &s->in, x, summed_as(t, x));
    if (ok && dtype_is_short_float(s->in.dtype)) { /* sums of 16 bits run in float32 */
        struct tensor narrow = s->in;
        ok = tensor_cast(t->cx, &s->in, &narrow, DTYPE_FLOAT32);
        tensor_release(&narrow);
    }
    t->failed |= !ok;
    return ok;
}

/* --- float32 and float64: the cascade; k is a place in the storage --- */

static int order_cascade(struct adder *a, add_take *take)
{
    const struct sum *s = a->arg;
    struct cascade c;
    if (tensor_numel(&s->in) == 0) {
        return ADD_TOTAL;
    }
    cascade_start(&c, &s->in, s->axes, s->keepdim);
    return cascade_order(&c, a->t->cell, take, a);
}

static void cascade_term(const struct adder *a, int64_t k, struct added *out)
{
    const struct sum *s = a->arg;
    out->x = taken(s, tensor_double_at(&s->in, k));
}

static void put_addition(const struct adder *a, const struct add_step *step,
                         const struct added *term, struct scalar before, struct buf *out)
{
    scalars_text(out, "# + # = #", NUMBERS(before, term->x, a->sum[step->to]));
}

static int64_t put_place(const struct adder *a, const struct add_step *step,
                         const struct added *term, struct scalar before, struct buf *out)
{
    const struct sum *s = a->arg;
    put_addition(a, step, term, before, out);
    return s->nameless ? -1 : explainer_from_at(a->t, &s->in, step->k);
}

static struct scalar cascade_sum(struct explainer *t, const struct sum *s)
{
    static const struct adder_ways ways = {order_cascade, cascade_term, put_place};
    struct adder a = adder_of(t, &ways, s, "add", s->in.dtype, s->most);
    a.named = true;
    adder_sum(&a);
    if (a.several) {
        line_words(t, "order", -1, "as PyTorch adds: several sums side by side, joined at the end");
    }
    return adder_tell(&a);
}

/* --- double, and float32 of NumPy: pairwise, when the cells lie side by side --- */

struct run_told {
    const double *x;
    int64_t n;
    bool side_by_side, numpy; /* in rounds where there is more than one: NumPy's way */
    bool nameless;
};

static struct scalar rounded(double x, enum dtype d)
{
    return scalar_float(d == DTYPE_FLOAT32 ? (double)(float)x : x, d);
}

static int order_run(struct adder *a, add_take *take)
{
    const struct run_told *r = a->arg;
    int64_t round = r->numpy && r->n > RUN_ROUND ? RUN_ROUND : r->n;
    run_order(r->n, r->side_by_side, round, take, a);
    return ADD_TOTAL;
}

static void run_term(const struct adder *a, int64_t k, struct added *out)
{
    out->x = scalar_float(((const struct run_told *)a->arg)->x[k], a->dtype);
}

static int64_t put_element(const struct adder *a, const struct add_step *step,
                           const struct added *term, struct scalar before, struct buf *out)
{
    put_addition(a, step, term, before, out);
    return ((const struct run_told *)a->arg)->nameless ? -1 : step->k;
}

static double double_sum(struct explainer *t, enum dtype d, const double *x, int64_t n,
                         bool side_by_side, bool nameless, int most)
{
    static const struct adder_ways ways = {order_run, run_term, put_element};
    const struct run_told r = {x, n, side_by_side, (t->e->op->where & IN_NUMPY) != 0, nameless};
    struct adder a = adder_of(t, &ways, &r, "add", d, most);
    a.first_silent = true;
    return adder_told(&a).f;
}

/* The cells of the question in the order in which the kernels meet them, as doubles; malloc'ed. */
static double *read_doubles(struct explainer *t, const struct sum *s, bool *side_by_side)
{
    struct fold f;
    if (!fold_start(t->cx, &f, &s->in, s->axes, false)) {
        t->failed = true;
        return NULL;
    }
    double *x = malloc((size_t)f.n * sizeof *x + 1);
    if (x != NULL) {
        struct run r = fold_run(&f, t->cell);
        run_doubles(&r, 0, f.n, x);
        *side_by_side = r.step == (int64_t)dtype_size(r.dtype) || (s->numpy && f.cells == 1);
    }
    t->failed |= x == NULL;
    fold_end(&f);
    return x;
}

/* --- sum and mean --- */

static struct scalar add_all(struct explainer *t, const struct sum *s)
{
    if ((s->in.dtype == DTYPE_FLOAT32 || s->in.dtype == DTYPE_FLOAT64) && !s->numpy) {
        return cascade_sum(t, s);
    }
    if (dtype_is_float(s->in.dtype)) {
        bool side_by_side = false;
        double *x = read_doubles(t, s, &side_by_side);
        for (int64_t k = 0; x != NULL && k < s->n; k++) {
            x[k] = taken(s, x[k]).f;
        }
        double sum = 0.0;
        if (x != NULL) {
            sum = double_sum(t, s->in.dtype, x, s->n, side_by_side, s->nameless, s->most);
        }
        free(x);
        return scalar_float(sum, s->in.dtype);
    }
    struct scalar sum = scalar_int(0, DTYPE_INT64);
    line_group(t, s->n, s->most);
    for (int64_t k = 0; k < s->n; k++) {
        struct scalar x = scalar_as(explainer_value(t, k), DTYPE_INT64), before = sum;
        struct buf text = {0};
        sum = scalar_add(sum, x);
        if (line_shown(t)) {
            scalars_text(&text, "# + # = #", NUMBERS(before, x, sum));
            line_add(t, "add", s->nameless ? -1 : k, &text, &sum, scalar_double(sum));
        }
    }
    return sum;
}

/* A sum of 16 bits is rounded once, at its end. */
static struct scalar round_sum(struct explainer *t, struct scalar sum, enum dtype dtype)
{
    return dtype_is_short_float(dtype) ? line_rounded(t, "# rounded to 16 bits is #", sum, dtype)
                                       : sum;
}

bool explain_of_numpy(const struct explainer *t)
{
    return strncmp(t->e->op->signature, "(object", 7) == 0;
}

struct scalar explain_sum_cells(struct explainer *t, const struct tensor *x, enum sum_of of,
                                unsigned axes, bool keepdim, int most)
{
    struct sum s = {.axes = axes,
                    .keepdim = keepdim,
                    .numpy = explain_of_numpy(t),
                    .nameless = true,
                    .of = of,
                    .most = most,
                    .n = 1};
    for (int d = 0; d < x->ndim; d++) {
        s.n *= (axes >> d & 1u) != 0 ? x->shape[d] : 1;
    }
    bool is_short = dtype_is_short_float(x->dtype);
    if (!tensor_cast(t->cx, &s.in, x, is_short ? DTYPE_FLOAT32 : x->dtype)) {
        t->failed = true;
        return scalar_float(0, x->dtype);
    }
    struct scalar sum = add_all(t, &s);
    tensor_release(&s.in);
    return round_sum(t, sum, x->dtype);
}

static struct scalar divide(struct explainer *t, struct scalar sum, int64_t n)
{
    if (dtype_is_short_float(sum.dtype)) { /* in float32, then rounded */
        struct scalar whole = scalar_int(n, DTYPE_INT64);
        struct scalar share = scalar_float((double)((float)sum.f / (float)n), sum.dtype);
        line_numbers(t, "divide", -1, "# / # = #", NUMBERS(sum, whole, share));
        return share;
    }
    if (!dtype_is_float(sum.dtype)) { /* nanmean of integers */
        sum = scalar_as(sum, t->out.dtype);
    }
    return line_computed(t, "divide", -1, "# / #",
                         NUMBERS(sum, scalar_float((double)n, sum.dtype)));
}

/* A cell as it is added: in the type of the sum; nansum counts nan as 0. */
static struct scalar summand(const struct explainer *t, int64_t from)
{
    struct scalar x = scalar_as(explainer_value(t, from), t->out.dtype);
    bool left_out = strncmp(t->e->op->name, "nan", 3) == 0 && isnan(x.f);
    return left_out ? scalar_float(0, x.dtype) : x;
}

static bool sum_or_mean(struct explainer *t, bool mean)
{
    struct sum s;
    if (!sum_start(t, &s)) {
        return true;
    }
    int64_t n = s.n;
    for (int64_t k = 0; s.without_nan && k < s.n; k++) { /* those that are numbers */
        n -= isnan(scalar_double(explainer_value(t, k)));
    }
    runs_sum(t, "", "", &t->ex->formula);
    buf_puts(&t->ex->numbers, mean && s.n > 1 ? "(" : "");
    line_few(t, s.n, " + ", summand, &t->ex->numbers);
    buf_puts(&t->ex->numbers, mean && s.n > 1 ? ")" : "");
    struct scalar sum = round_sum(t, add_all(t, &s), t->out.dtype);
    if (mean) {
        struct buf inner = t->ex->formula;
        t->ex->formula = (struct buf){0};
        buf_printf(&t->ex->formula, "(%s) / %lld", buf_text(&inner), (long long)n);
        buf_free(&inner);
        buf_printf(&t->ex->numbers, " / %lld", (long long)n);
        sum = divide(t, sum, n);
    }
    explainer_result(t, sum);
    tensor_release(&s.in);
    return true;
}

/* --- variance --- */

static int64_t correction_of(const struct explainer *t)
{
    static const char *const names[] = {"unbiased", "correction", "ddof"};
    for (size_t k = 0; k < 3; k++) {
        const struct argument *a = origin_argument(&t->search, names[k]);
        if (a != NULL) {
            return a->none ? 1 : a->i;
        }
    }
    return 1;
}

/* NumPy stays in float32. */
static enum dtype varied_in(const struct sum *s)
{
    return s->numpy && s->in.dtype == DTYPE_FLOAT32 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
}

/* In double; of a whole tensor PyTorch takes the mean as mean() gives it. */
static double mean_of(struct explainer *t, const struct sum *s, const double *x, bool side_by_side)
{
    scoped_tensor own = {0};
    bool torch = (t->e->op->where & IN_NUMPY) == 0 && !dtype_is_short_float(t->out.dtype);
    if (torch && tensor_numel(&t->out) == 1 && s->n > 0 &&
        reduce_fold(t->cx, REDUCE_MEAN, &own, &s->in, s->axes, false)) {
        struct scalar m = scalar_cell(&own, 0);
        line_numbers(t, "mean", -1, "of all cells: #", &m);
        return m.f;
    }
    enum dtype d = varied_in(s);
    struct scalar mean =
        rounded(double_sum(t, d, x, s->n, side_by_side, false, 18) / (double)s->n, d);
    line_numbers(t, "mean", -1, "sum / # = #", NUMBERS(scalar_int(s->n, DTYPE_INT64), mean));
    return mean.f;
}

/* In double, rounded once. */
static bool variance(struct explainer *t, bool root)
{
    struct sum s;
    bool side_by_side = false;
    if (!sum_start(t, &s)) {
        return true;
    }
    double *x = read_doubles(t, &s, &side_by_side);
    enum dtype type = varied_in(&s);
    int64_t n = s.n, divisor = n - correction_of(t);
    if (x != NULL) {
        double mean = mean_of(t, &s, x, side_by_side);
        for (int64_t k = 0; k < n; k++) {
            double away = rounded(x[k] - mean, type).f;
            x[k] = rounded(away * away, type).f;
        }
        line_words(t, "squares", -1, "each cell less the mean, squared, and added up:");
        double squares = double_sum(t, type, x, n, side_by_side, false, 18);
        double d = divisor > 0 ? (double)divisor : 0.0;
        const struct scalar share[] = {scalar_float(squares, type),
                                       scalar_int((int64_t)d, DTYPE_INT64),
                                       rounded(squares / d, type)};
        line_numbers(t, "variance", -1, "# / # = #", share);
        struct scalar var = root ? line_computed(t, "root", -1, "sqrt(#)", &share[2]) : share[2];
        buf_puts(&t->ex->formula, root ? "sqrt((" : "(");
        runs_sum(t, "(", " - mean) ** 2", &t->ex->formula);
        buf_printf(&t->ex->formula, ") / %lld%s", (long long)d, root ? ")" : "");
        scalars_text(&t->ex->numbers, root ? "sqrt(# / #)" : "# / #", share);
        explainer_result(t, scalar_float(var.f, t->out.dtype));
    }
    free(x);
    tensor_release(&s.in);
    return true;
}

/* The mean of var_mean: in double, moved by each cell, rounded once. */
static bool moving_mean(struct explainer *t)
{
    struct sum s;
    bool side_by_side;
    double mean = 0.0, *x = sum_start(t, &s) ? read_doubles(t, &s, &side_by_side) : NULL;
    if (x == NULL) {
        return true;
    }
    buf_puts(&t->ex->formula, "(");
    runs_sum(t, "", "", &t->ex->formula);
    buf_printf(&t->ex->formula, ") / %lld", (long long)s.n);
    buf_puts(&t->ex->numbers, "(");
    line_few(t, s.n, " + ", summand, &t->ex->numbers);
    buf_printf(&t->ex->numbers, ") / %lld", (long long)s.n);
    line_words(t, "mean", -1, "it begins at 0; cell k moves it by (cell - mean) / k");
    line_group(t, s.n, 18);
    for (int64_t k = 0; k < s.n; k++) {
        struct scalar before = scalar_float(mean, DTYPE_FLOAT64);
        struct buf text = {0};
        mean += (x[k] - mean) / (double)(k + 1);
        struct scalar after = scalar_float(mean, DTYPE_FLOAT64);
        if (line_shown(t)) {
            scalars_text(&text, "# + (# - #) / # = #",
                         NUMBERS(before, scalar_float(x[k], DTYPE_FLOAT64), before,
                                 scalar_int(k + 1, DTYPE_INT64), after));
            line_add(t, "move", k, &text, &after, mean);
        }
    }
    explainer_result(t, scalar_float(s.n > 0 ? mean : (double)NAN, t->out.dtype));
    free(x);
    tensor_release(&s.in);
    return true;
}

bool explain_sum(struct explainer *t)
{
    static const struct {
        const char *name;
        enum { SUM, MEAN, VARIANCE, DEVIATION, MOVING, OTHER } what[2]; /* of each output */
    } rows[] = {
        {"mean", {MEAN, OTHER}},     {"nanmean", {MEAN, OTHER}},        {"nansum", {SUM, OTHER}},
        {"std", {DEVIATION, OTHER}}, {"std_mean", {DEVIATION, MOVING}}, {"sum", {SUM, OTHER}},
        {"var", {VARIANCE, OTHER}},  {"var_mean", {VARIANCE, MOVING}},
    };
    if (t->e->input_count == 0 || t->output > 1 || t->e->input[0].argument != 0) {
        return false;
    }
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (strcmp(rows[k].name, t->e->op->name) == 0) {
            switch (rows[k].what[t->output]) {
            case SUM:
            case MEAN:
                return sum_or_mean(t, rows[k].what[t->output] == MEAN);
            case VARIANCE:
            case DEVIATION:
                return variance(t, rows[k].what[t->output] == DEVIATION);
            case MOVING:
                return t->out.dtype == DTYPE_FLOAT32 ? moving_mean(t) : sum_or_mean(t, true);
            case OTHER:
                break;
            }
        }
    }
    return false;
}
