/* Norms, in the order of tensor/norm.c: of cells, of the differences of two tensors (dist, cdist),
 * and NumPy's of a matrix. */
#include "trace/explain_parts.h"

#include "base/fmath.h"
#include "tensor/cascade.h"
#include "tensor/elementwise.h"
#include "tensor/half.h"
#include "tensor/reduce.h"
#include "tensor/view.h"

#include <math.h>
#include <string.h>

#define SHOWN 52

static double power_of(const struct telling *t)
{
    static const char *const names[] = {"p", "ord"};
    for (size_t k = 0; k < 2; k++) {
        const struct argument *a = origin_argument(&t->search, names[k]);
        if (a != NULL && a->value.type == VALUE_INT) {
            return (double)a->value.i;
        }
        if (a != NULL && a->value.type == VALUE_FLOAT) {
            return a->value.f;
        }
    }
    return 2;
}

struct norm {
    struct telling *t;
    const struct tensor *x;     /* float32 */
    const struct tensor *named; /* input 0, when x has its memory; NULL: x was made */
    enum dtype rounded;         /* of a short float, which is rounded at every step */
    float p, sum;
};

static void norm_add(struct norm *n, int64_t place, bool rounds)
{
    float a = fabsf((float)tensor_double_at(n->x, place)), before = n->sum;
    if (dtype_is_short_float(n->rounded) && !rounds) {
        float power = n->p == 2.0f   ? a * a
                      : n->p == 1.0f ? a
                                     : (float)fmath_pow((double)a, (double)n->p);
        bool narrow = n->p == 2.0f || n->rounded == DTYPE_BFLOAT16;
        n->sum = half_round(n->rounded, before + (narrow ? half_round(n->rounded, power) : power));
    } else if (n->p == 2.0f) {
        n->sum = rounds ? before + a * a : fmaf(a, a, before);
    } else {
        n->sum = before + (n->p == 1.0f ? a : (float)fmath_pow((double)a, (double)n->p));
    }
    struct scalar sum = scalar_float((double)n->sum, DTYPE_FLOAT32);
    if (!tell_shown(n->t, &sum)) {
        return;
    }
    struct buf text = {0};
    scalars_text(&text,
                 n->p == 1.0f   ? "# + #"
                 : n->p == 2.0f ? "# + # * #"
                                : "# + # ** #",
                 (struct scalar[]){scalar_float((double)before, DTYPE_FLOAT32),
                                   scalar_float((double)a, DTYPE_FLOAT32),
                                   scalar_float((double)(n->p == 2.0f ? a : n->p), DTYPE_FLOAT32)});
    scalars_text(&text, " = #", &sum);
    int64_t from = n->named != NULL ? tell_from_at(n->t, n->x, place) : -1;
    tell_step(n->t, "add", from, &text, &sum, sum.f);
}

/* Eight sums side by side, then the rest (tensor/norm.c). */
static void norm_of_row(struct norm *n, const struct cascade_strip *s)
{
    float lane[8] = {0};
    int64_t whole = s->n / 8 * 8;
    tell_group(n->t, s->n + (whole > 0 ? 7 : 0), SHOWN);
    for (int64_t i = 0; i < whole; i++) {
        n->sum = lane[i % 8];
        norm_add(n, s->place + i, false);
        lane[i % 8] = n->sum;
    }
    n->sum = lane[0];
    for (int l = 1; l < 8 && whole > 0; l++) {
        struct scalar a = scalar_float((double)n->sum, DTYPE_FLOAT32);
        struct scalar b = scalar_float((double)lane[l], DTYPE_FLOAT32), sum = scalar_add(a, b);
        struct buf text = {0};
        n->sum = (float)sum.f;
        if (tell_shown(n->t, &sum)) {
            scalars_text(&text, "# + # = #", (struct scalar[]){a, b, sum});
            tell_step(n->t, "join", -1, &text, &sum, sum.f);
        }
    }
    int64_t four = whole + (s->n - whole) / 4 * 4;
    for (int64_t i = whole; i < s->n; i++) {
        norm_add(n, s->place + i, i < four);
    }
}

static void norm_root(struct norm *n)
{
    struct scalar sum = scalar_float((double)n->sum, DTYPE_FLOAT32), root = sum;
    float share = half_round(n->rounded, 1.0f / n->p);
    if (n->p == 2.0f) {
        root = scalar_float((double)sqrtf(n->sum), DTYPE_FLOAT32);
        tell_numbers(n->t, "root", -1, "sqrt(#) = #", 2, (struct scalar[]){sum, root});
    } else if (n->p != 1.0f) {
        root = scalar_float(fmath_pow((double)n->sum, (double)share), DTYPE_FLOAT32);
        tell_numbers(n->t, "root", -1, "# ** # = #", 3,
                     (struct scalar[]){sum, scalar_float((double)share, DTYPE_FLOAT32), root});
    }
    if (dtype_is_short_float(n->rounded)) {
        tell_numbers(n->t, "round", -1, "# rounded to 16 bits is #", 2,
                     (struct scalar[]){root, scalar_as(root, n->rounded)});
    }
    tell_result(n->t, root);
}

/* --- float32, and the short floats in it --- */

static void in_order(struct norm *n, unsigned axes, bool keepdim)
{
    struct telling *t = n->t;
    struct cascade c;
    cascade_start(&c, n->x, axes, keepdim);
    int64_t strips = cascade_strips(&c);
    struct cascade_strip first = cascade_strip(&c, t->cell, 0);
    if (n->p == 2.0f && !dtype_is_short_float(n->rounded)) {
        tell_words(t, "order", -1, "a square is not rounded before it is added");
    }
    if (n->p == 2.0f && strips == 1 && first.step == 1 && n->rounded != DTYPE_FLOAT16) {
        enum dtype rounded = n->rounded;
        n->rounded = DTYPE_FLOAT32; /* until the end */
        norm_of_row(n, &first);
        n->rounded = rounded;
    } else {
        tell_group(t, strips * first.n, SHOWN);
        for (int64_t k = 0; k < strips; k++) {
            struct cascade_strip s = cascade_strip(&c, t->cell, k);
            for (int64_t i = 0; i < s.n; i++) {
                norm_add(n, s.place + i * s.step, false);
            }
        }
    }
    norm_root(n);
}

/* --- float64, and what is only compared or counted --- */

static double power_of_cell(double x, double p)
{
    return p == 2 ? x * x : p == 1 ? fabs(x) : p == 0 ? x != 0 : fmath_pow(fabs(x), p);
}

/* |x| ** p of every cell of a float64 tensor, lying in memory as x lies. */
static bool powers_of(struct telling *t, const struct tensor *x, double p, struct tensor *out)
{
    int64_t count = (int64_t)(x->storage->bytes / sizeof(double));
    if (!tensor_new(t->cx, out, DTYPE_FLOAT64, 1, &count)) {
        t->failed = true;
        return false;
    }
    struct storage *storage = out->storage;
    for (int64_t k = tensor_numel(x) - 1; k >= 0; k--) {
        int64_t place = tensor_place(x, k);
        ((double *)storage->data)[place] = power_of_cell(tensor_double_at(x, place), p);
    }
    *out = *x;
    out->storage = storage;
    return true;
}

static bool in_double(struct telling *t, const struct tensor *x, double p, unsigned axes,
                      bool keepdim)
{
    struct tensor wide, powers;
    if (!tensor_cast(t->cx, &wide, x, DTYPE_FLOAT64) || !powers_of(t, &wide, p, &powers)) {
        t->failed = true;
        return true;
    }
    tell_words(
        t, "powers", -1,
        p == 0 ? "1 for every cell that is not 0, added up:" : "abs(cell) ** %g, added up:", p);
    struct scalar sum = sum_of_cells(t, &powers, NULL, axes, keepdim, 40), root = sum;
    if (p == 2) {
        root = scalar_float(sqrt(sum.f), DTYPE_FLOAT64);
        tell_numbers(t, "root", -1, "sqrt(#) = #", 2, (struct scalar[]){sum, root});
    } else if (p != 1 && p != 0) {
        root = scalar_float(fmath_pow(sum.f, 1.0 / p), DTYPE_FLOAT64);
        tell_numbers(t, "root", -1, "# ** # = #", 3,
                     (struct scalar[]){sum, scalar_float(1.0 / p, DTYPE_FLOAT64), root});
    }
    tell_result(t, root);
    tensor_release(&powers);
    tensor_release(&wide);
    return true;
}

/* The largest or smallest of abs(x), cell by cell; NaN wins. */
static bool extreme(struct telling *t, const struct tensor *x, bool largest)
{
    struct scalar best = scalar_float(largest ? 0 : INFINITY, x->dtype);
    tell_group(t, t->ex->from_count, SHOWN);
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        struct scalar cell = scalar_as(tell_value(t, k), x->dtype), size = cell;
        size.f = fabs(cell.f);
        bool wins = isnan(size.f) || (largest ? size.f > best.f : size.f < best.f);
        best = !isnan(best.f) && wins ? size : best;
        if (tell_shown(t, &best)) {
            struct buf text = {0};
            scalars_text(&text, "abs(#)", &cell);
            tell_step(t, "compare", k, &text, &best, best.f);
        }
    }
    tell_result(t, best);
    return true;
}

/* --- the question --- */

static bool tell_norm(struct telling *t, const struct tensor *x, const struct tensor *named,
                      double p, unsigned axes, bool keepdim)
{
    bool exact = p == 0 || isinf(p);
    if (isnan(p) || (exact && p != 0 && named == NULL)) {
        return false;
    }
    tell_whole_row(t, isinf(p)
                          ? p > 0 ? "the largest of the sizes of" : "the smallest of the sizes of"
                      : p == 0 ? "how many are not 0 of"
                      : p == 2 ? "sqrt of the sum of the squares of"
                               : "the norm (root of the sum of the powers) of");
    if (named == NULL) {
        buf_clear(&t->ex->formula);
        buf_clear(&t->ex->numbers);
        formula_fill(t);
    }
    if (isinf(p)) {
        return extreme(t, x, p > 0);
    }
    if (x->dtype == DTYPE_FLOAT64 || p == 0 || t->ex->from_count == 0) {
        return in_double(t, x, p, axes, keepdim);
    }
    struct tensor wide;
    if (!tensor_cast(t->cx, &wide, x, DTYPE_FLOAT32)) {
        t->failed = true;
        return true;
    }
    struct norm n = {.t = t, .x = &wide, .named = named, .rounded = x->dtype, .p = (float)p};
    in_order(&n, axes, keepdim);
    tensor_release(&wide);
    return true;
}

/* The differences that dist and cdist take the norm of. */
static bool explain_distance(struct telling *t, bool rows)
{
    int left = tell_input_of(t, 0, 0), right = tell_input_of(t, 1, 0);
    const struct argument *p = origin_argument(&t->search, "p");
    struct tensor a = {0}, b = {0}, gap = {0};
    if (left < 0 || right < 0) {
        return false;
    }
    bool ok = rows ? view_unsqueeze(t->cx, &a, tell_input(t, left), -2) &&
                         view_unsqueeze(t->cx, &b, tell_input(t, right), -3)
                   : true;
    if (ok && !rows) {
        a = tensor_ref(tell_input(t, left));
        b = tensor_ref(tell_input(t, right));
    }
    ok = ok && elementwise_binary(t->cx, BINARY_SUB, &gap, &a, &b);
    if (!ok) {
        error_clear(t->cx->err);
    }
    ok = ok && dtype_is_float(gap.dtype) &&
         tell_norm(t, &gap, NULL, p->f, rows ? 1u << (gap.ndim - 1) : ~0u, false);
    tensor_release(&a);
    tensor_release(&b);
    tensor_release(&gap);
    return ok;
}

/* NumPy: the sums of the columns (rows) of abs(x), and the largest (smallest) of them. */
static bool explain_matrix_norm(struct telling *t, const struct tensor *x, double p)
{
    struct tensor sizes = {0}, sums = {0};
    int axis = fabs(p) == 1 ? 0 : 1;
    bool ok = x->ndim == 2 && elementwise_unary(t->cx, UNARY_ABS, &sizes, x) &&
              reduce_fold(t->cx, REDUCE_SUM, &sums, &sizes, 1u << axis, false);
    struct scalar best = {.dtype = x->dtype};
    if (ok) {
        buf_printf(&t->ex->formula, "the %s of the sums of abs over the %s",
                   p > 0 ? "largest" : "smallest", axis == 0 ? "columns" : "rows");
    }
    tell_group(t, ok ? tensor_numel(&sums) : 0, 40);
    for (int64_t k = 0; ok && k < tensor_numel(&sums); k++) {
        struct scalar sum = scalar_cell(&sums, k);
        bool wins = k == 0 || isnan(sum.f) || (p > 0 ? sum.f > best.f : sum.f < best.f);
        best = k == 0 || (!isnan(best.f) && wins) ? sum : best;
        if (tell_shown(t, &best)) {
            struct buf text = {0};
            buf_printf(&text, "%s %lld: ", axis == 0 ? "column" : "row", (long long)k);
            scalar_text(sum, &text);
            tell_step(t, "sum", -1, &text, &best, best.f);
        }
    }
    if (ok) {
        tell_result(t, best);
    }
    tensor_release(&sizes);
    tensor_release(&sums);
    error_clear(t->cx->err);
    return ok;
}

bool explain_norm(struct telling *t)
{
    const char *name = t->e->op->name;
    if (t->e->input_count == 0 || t->e->input[0].argument != 0) {
        return false;
    }
    if (strcmp(name, "dist") == 0 || strcmp(name, "cdist") == 0) {
        return explain_distance(t, name[0] == 'c');
    }
    if (strcmp(name, "norm") != 0 && strcmp(name, "linalg_norm") != 0 &&
        strcmp(name, "linalg_vector_norm") != 0) {
        return false;
    }
    const struct tensor *x = tell_input(t, 0);
    const struct argument *order = origin_argument(&t->search, "ord");
    bool numpy = strncmp(t->e->op->signature, "(object", 7) == 0;
    unsigned axes = origin_axes(&t->search, x);
    int folded = 0;
    for (int d = 0; d < x->ndim; d++) {
        folded += (axes >> d & 1u) != 0;
    }
    bool numbered =
        order != NULL && (order->value.type == VALUE_INT || order->value.type == VALUE_FLOAT);
    struct tensor in;
    if (!tensor_cast(t->cx, &in, x, t->out.dtype)) {
        t->failed = true;
        return true;
    }
    bool ok = numpy && numbered && folded == 2
                  ? explain_matrix_norm(t, &in, power_of(t))
                  : tell_norm(t, &in, &in, power_of(t), axes, t->out.ndim == x->ndim);
    tensor_release(&in);
    return ok;
}
