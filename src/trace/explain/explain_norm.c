/* Explains norms of cells, in the order of tensor/cells/norm.c: roots of sums of squares, and sums
 * of sizes. Other norms are carried out all at once. */
#include "trace/explain/explainer.h"

#include "tensor/cells/cascade.h"
#include "tensor/product/matmul_vector.h"
#include "torch/op/ops.h"
#include "trace/explain/explain_sum.h"
#include "trace/explain/line.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"
#include "trace/explain/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 52

static double power_of(const struct explainer *t)
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
    struct explainer *t;
    const struct tensor *x; /* float32 */
    bool squares;           /* else sizes */
    float sum;
};

static struct scalar single(float x)
{
    return scalar_float((double)x, DTYPE_FLOAT32);
}

static void norm_add(struct norm *n, int64_t place, bool rounds)
{
    float a = fabsf((float)tensor_double_at(n->x, place)), before = n->sum;
    n->sum = !n->squares ? before + a : rounds ? before + a * a : fmaf(a, a, before);
    struct scalar sum = single(n->sum);
    if (!line_shown(n->t, &sum)) {
        return;
    }
    struct buf text = {0};
    scalars_text(&text, n->squares ? "# + # * # = " : "# + # = ",
                 (struct scalar[]){single(before), single(a), single(a)});
    scalar_text(sum, &text);
    line_add(n->t, "add", explainer_from_at(n->t, n->x, place), &text, &sum, sum.f);
}

/* Eight sums side by side, then the rest (tensor/cells/norm.c). */
static void norm_of_row(struct norm *n, const struct cascade_strip *s)
{
    float lane[8] = {0};
    int64_t whole = s->n / 8 * 8;
    line_group(n->t, s->n + (whole > 0 ? 7 : 0), SHOWN);
    for (int64_t i = 0; i < whole; i++) {
        n->sum = lane[i % 8];
        norm_add(n, s->place + i, false);
        lane[i % 8] = n->sum;
    }
    n->sum = lane[0];
    for (int l = 1; l < 8 && whole > 0; l++) {
        struct scalar a = single(n->sum), b = single(lane[l]), sum = scalar_add(a, b);
        struct buf text = {0};
        n->sum = (float)sum.f;
        if (line_shown(n->t, &sum)) {
            scalars_text(&text, "# + # = #", (struct scalar[]){a, b, sum});
            line_add(n->t, "join", -1, &text, &sum, sum.f);
        }
    }
    int64_t four = whole + (s->n - whole) / 4 * 4;
    for (int64_t i = whole; i < s->n; i++) {
        norm_add(n, s->place + i, i < four);
    }
}

static void show_root(struct explainer *t, bool squares, struct scalar sum)
{
    struct scalar root = sum;
    if (squares) {
        root.f = sum.dtype == DTYPE_FLOAT64 ? sqrt(sum.f) : (double)sqrtf((float)sum.f);
        line_numbers(t, "root", -1, "sqrt(#) = #", 2, (struct scalar[]){sum, root});
    }
    explainer_result(t, root);
}

static void in_single(struct norm *n, unsigned axes, bool keepdim)
{
    struct explainer *t = n->t;
    struct cascade c;
    cascade_start(&c, n->x, axes, keepdim);
    int64_t strips = cascade_strips(&c);
    struct cascade_strip first = cascade_strip(&c, t->cell, 0);
    if (n->squares) {
        line_words(t, "order", -1, "a square is not rounded before it is added");
    }
    if (n->squares && strips == 1 && first.step == 1) {
        norm_of_row(n, &first);
    } else {
        line_group(t, strips * first.n, SHOWN);
        for (int64_t k = 0; k < strips; k++) {
            struct cascade_strip s = cascade_strip(&c, t->cell, k);
            for (int64_t i = 0; i < s.n; i++) {
                norm_add(n, s.place + i * s.step, false);
            }
        }
    }
    show_root(t, n->squares, single(n->sum));
}

/* |x| or x * x of every cell, rounded, lying in memory as x lies. */
static bool powers_of(struct explainer *t, const struct tensor *x, bool squares, struct tensor *out)
{
    int64_t count = (int64_t)(x->storage->bytes / dtype_size(x->dtype));
    if (!tensor_new(t->cx, out, x->dtype, 1, &count)) {
        t->failed = true;
        return false;
    }
    struct storage *storage = out->storage;
    for (int64_t k = tensor_numel(x) - 1; k >= 0; k--) {
        int64_t place = tensor_place(x, k);
        double cell = tensor_double_at(x, place), power = squares ? cell * cell : fabs(cell);
        if (x->dtype == DTYPE_FLOAT64) {
            ((double *)storage->data)[place] = power;
        } else {
            ((float *)storage->data)[place] = (float)power;
        }
    }
    *out = *x;
    out->storage = storage;
    return true;
}

static void by_powers(struct explainer *t, const struct tensor *x, bool squares, unsigned axes,
                      bool keepdim)
{
    struct tensor powers;
    if (!powers_of(t, x, squares, &powers)) {
        return;
    }
    line_words(t, "powers", -1, "abs(cell) ** %d, added up:", squares ? 2 : 1);
    show_root(t, squares, explain_sum_cells(t, &powers, NULL, axes, keepdim, 40));
    tensor_release(&powers);
}

/* --- all cells of an array of NumPy: the product of a vector with itself --- */

struct squares {
    const struct tensor *x;
    int64_t *order; /* the cells, in the order of memory */
};

static struct product_term square_of(const struct explainer *t, const void *arg, int64_t k)
{
    const struct squares *s = arg;
    struct scalar x = scalar_as(explainer_value(t, s->order[k]), s->x->dtype);
    return (struct product_term){.x = x,
                                 .y = x,
                                 .input = t->ex->from[s->order[k]].input,
                                 .cell = t->ex->from[s->order[k]].cell};
}

/* Cells that lie in the order of their numbers need no sorting. */
static bool put_in_order(struct explainer *t, const struct tensor *x, int64_t *order)
{
    int64_t n = t->ex->from_count;
    for (int64_t k = 0; k < n; k++) {
        int64_t place = tensor_place(x, t->ex->from[k].cell) - x->offset;
        if (place < 0 || place >= n) { /* with gaps between them */
            return false;
        }
        order[place] = k;
    }
    return true;
}

static bool as_product(struct explainer *t, const struct tensor *x)
{
    int64_t n = t->ex->from_count;
    struct squares s = {x, malloc((size_t)n * sizeof *s.order + 1)};
    bool known = s.order != NULL && n == tensor_numel(x) && put_in_order(t, x, s.order);
    if (known) {
        const struct vector_form form = {.dot = true,
                                         .two = dot_form_of(n, 1, 1, x->dtype == DTYPE_FLOAT64)};
        const struct terms terms = {
            .count = n, .dtype = x->dtype, .sum = GEMM_VECTOR, .term = square_of, .arg = &s};
        runs_formula(t, "sqrt of the sum of the squares of");
        show_root(t, true,
                  steps_add_up(t, &terms, &form, t->cell, scalar_float(1, x->dtype), NULL));
    }
    free(s.order);
    return known;
}

/* --- the question --- */

bool explain_norm(struct explainer *t)
{
    const char *name = t->e->op->name;
    bool named = op_name_is(name, OP_norm) || op_name_is(name, OP_linalg_norm) ||
                 op_name_is(name, OP_linalg_vector_norm);
    if (!named || t->e->input_count == 0 || t->e->input[0].argument != 0 ||
        t->ex->from_count == 0) {
        return false;
    }
    const struct tensor *x = explainer_input(t, 0);
    double p = power_of(t);
    bool squares = p == 2, numpy = explain_of_numpy(t);
    unsigned axes = origin_axes(&t->search, x) & ((1u << x->ndim) - 1);
    bool matrix = numpy && p != 2 && (axes & (axes - 1)) != 0; /* a norm of its rows or columns */
    struct tensor in;
    if ((p != 1 && p != 2) || matrix || !tensor_cast(t->cx, &in, x, t->out.dtype)) {
        return false;
    }
    const struct argument *axis = origin_argument(&t->search, "axis");
    bool known = in.dtype == DTYPE_FLOAT32 || in.dtype == DTYPE_FLOAT64;
    if (known && numpy && squares && (axis == NULL || axis->none)) {
        known = as_product(t, &in);
    } else if (known) {
        struct norm n = {.t = t, .x = &in, .squares = squares};
        bool keepdim = t->out.ndim == x->ndim;
        runs_formula(t, squares ? "sqrt of the sum of the squares of" : "the sum of the sizes of");
        if (numpy || in.dtype == DTYPE_FLOAT64) {
            by_powers(t, &in, squares, axes, keepdim);
        } else {
            in_single(&n, axes, keepdim);
        }
    }
    tensor_release(&in);
    return known;
}
