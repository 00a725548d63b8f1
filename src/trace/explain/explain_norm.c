/* Explains norms of cells, in the order of tensor/cells/norm.c: roots of sums of squares, and sums
 * of sizes. Other norms are carried out all at once. */
#include "trace/explain/explainer.h"

#include "tensor/cells/norm.h"
#include "tensor/product/matmul_vector.h"
#include "torch/op/ops.h"
#include "trace/explain/explain_sum.h"
#include "trace/explain/line.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"
#include "trace/explain/terms.h"

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

static void show_root(struct explainer *t, bool squares, struct scalar sum)
{
    explainer_result(t, squares ? line_computed(t, "root", -1, "sqrt(#)", &sum) : sum);
}

/* --- float32, in the order of tensor/cells/norm.h; k is a place in the storage --- */

struct norm {
    const struct tensor *x;
    struct cascade cascade;
    bool squares; /* else sizes */
};

static int order_of(struct adder *a, add_take *take)
{
    const struct norm *n = a->arg;
    reduce_norm_order(&n->cascade, a->t->cell, n->squares, take, a);
    return ADD_TOTAL;
}

static void term_of(const struct adder *a, int64_t k, struct added *out)
{
    const struct norm *n = a->arg;
    out->x = out->y = scalar_float(fabs(tensor_double_at(n->x, k)), DTYPE_FLOAT32);
}

static int64_t put_term(const struct adder *a, const struct add_step *s, const struct added *term,
                        struct scalar before, struct buf *out)
{
    const struct norm *n = a->arg;
    scalars_text(out, n->squares ? "# + # * #" : "# + #", NUMBERS(before, term->x, term->x));
    scalars_text(out, " = #", &a->sum[s->to]);
    return explainer_from_at(a->t, n->x, s->k);
}

static void in_single(struct explainer *t, const struct tensor *x, bool squares, unsigned axes,
                      bool keepdim)
{
    static const struct adder_ways ways = {order_of, term_of, put_term};
    struct norm n = {.x = x, .squares = squares};
    struct adder a = adder_of(t, &ways, &n, "add", DTYPE_FLOAT32, SHOWN);
    a.products = squares;
    cascade_start(&n.cascade, x, axes, keepdim);
    if (squares) {
        line_words(t, "order", -1, "a square is not rounded before it is added");
    }
    show_root(t, squares, adder_told(&a));
}

/* --- all cells of an array of NumPy: the product of a vector with itself --- */

struct squares {
    const struct tensor *x;
    int64_t *order; /* the cells, in the order of memory */
};

static void square_of(const struct explainer *t, const void *arg, int64_t k, struct added *out)
{
    const struct squares *s = arg;
    out->x = out->y = scalar_as(explainer_value(t, s->order[k]), s->x->dtype);
    out->input = t->ex->from[s->order[k]].input;
    out->cell = t->ex->from[s->order[k]].cell;
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
        show_root(t, true, terms_add_vector(t, &terms, &form, t->cell));
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
    scoped_tensor in = {0};
    if ((p != 1 && p != 2) || matrix || !tensor_cast(t->cx, &in, x, t->out.dtype)) {
        return false;
    }
    const struct argument *axis = origin_argument(&t->search, "axis");
    bool known = in.dtype == DTYPE_FLOAT32 || in.dtype == DTYPE_FLOAT64;
    if (known && numpy && squares && (axis == NULL || axis->none)) {
        known = as_product(t, &in);
    } else if (known) {
        bool keepdim = t->out.ndim == x->ndim;
        runs_formula(t, squares ? "sqrt of the sum of the squares of" : "the sum of the sizes of");
        if (numpy || in.dtype == DTYPE_FLOAT64) {
            line_words(t, "powers", -1, "abs(cell) ** %d, added up:", squares ? 2 : 1);
            show_root(
                t, squares,
                explain_sum_cells(t, &in, squares ? SUM_SQUARES : SUM_SIZES, axes, keepdim, 40));
        } else {
            in_single(t, &in, squares, axes, keepdim);
        }
    }
    return known;
}
