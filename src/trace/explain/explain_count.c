/* Explains results that take a look at all cells of an input: where it is not 0, how often a value
 * occurs.
 * */
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/explainer.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/scalar.h"

#include <string.h>

#define SHOWN 40 /* cells */

static bool is_zero(struct scalar x)
{
    return scalar_double(x) == 0 && x.imaginary == 0;
}

/* "x[0, 1] = 0.3", with what is counted behind it. */
static void show_hit(struct explainer *t, const char *part, int64_t from,
                     const struct scalar *after)
{
    struct buf text = {0};
    name_cell(t, t->ex->from[from].input, t->ex->from[from].cell, &text);
    buf_puts(&text, " = ");
    scalar_text(explainer_value(t, from), &text);
    line_add(t, part, from, &text, after, scalar_double(*after));
}

/* How many cells of input 0 there are among those that came in; they come first. */
static int64_t cells_of_first(const struct explainer *t)
{
    int64_t count = 0;
    while (count < t->ex->from_count && t->ex->from[count].input == 0) {
        count++;
    }
    return count;
}

static bool explain_nonzero(struct explainer *t)
{
    const struct tensor *x = explainer_input(t, 0);
    int axis = t->out.ndim == 2 ? (int)t->at[1] : t->output;
    int64_t number = t->at[0], cells = cells_of_first(t), seen = 0, found = -1;
    int64_t at[TENSOR_MAX_DIMS];
    if (t->out.ndim == 0 || axis >= (x->ndim > 0 ? x->ndim : 1)) {
        return false;
    }
    buf_printf(&t->ex->formula, "axis %d of where cell number %lld stands of those that are not 0",
               axis, (long long)number);
    line_group(t, number + 1, SHOWN);
    for (int64_t k = 0; k < cells && found < 0; k++) {
        if (is_zero(explainer_value(t, k))) {
            continue;
        }
        struct scalar count = scalar_int(seen, DTYPE_INT64);
        if (line_shown(t)) {
            show_hit(t, "number", k, &count);
        }
        found = seen++ == number ? k : -1;
    }
    if (found < 0) {
        return false;
    }
    origin_place(x, t->ex->from[found].cell, at);
    struct scalar place = scalar_int(x->ndim > 0 ? at[axis] : 0, DTYPE_INT64);
    line_numbers(t, "picked", found, "its place on this axis is #", &place);
    explainer_result(t, place);
    return true;
}

static bool explain_bincount(struct explainer *t)
{
    int64_t cells = cells_of_first(t), value = t->at[0], hits = 0;
    bool weighted = t->ex->from_count > cells;
    struct scalar sum = scalar_as(scalar_int(0, DTYPE_INT64), t->out.dtype);
    for (int64_t k = 0; k < cells; k++) {
        hits += scalar_double(explainer_value(t, k)) == (double)value;
    }
    buf_printf(&t->ex->formula,
               weighted ? "the sum of the weights of the cells that are %lld"
                        : "how many cells are %lld",
               (long long)value);
    line_group(t, hits, SHOWN);
    for (int64_t k = 0; k < cells; k++) {
        if (scalar_double(explainer_value(t, k)) != (double)value) {
            continue;
        }
        struct scalar one = scalar_as(scalar_int(1, DTYPE_INT64), sum.dtype);
        struct scalar term = weighted ? scalar_as(explainer_value(t, cells + k), sum.dtype) : one;
        sum = scalar_add(sum, term);
        if (line_shown(t)) {
            show_hit(t, "count", weighted ? cells + k : k, &sum);
        }
    }
    explainer_result(t, sum);
    return true;
}

bool explain_count(struct explainer *t)
{
    const char *name = t->e->op->name;
    if (t->e->input_count == 0 || t->e->input[0].argument != 0) {
        return false;
    }
    if (op_name_is(name, OP_nonzero) || op_name_is(name, OP_argwhere) ||
        op_name_is(name, OP_where)) {
        return explain_nonzero(t);
    }
    return op_name_is(name, OP_bincount) && explain_bincount(t);
}
