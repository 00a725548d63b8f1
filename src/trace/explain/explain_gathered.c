/* Explains cells that are sums of all that an index sends there: index_add, scatter_add, index_put
 * that accumulates; above all the gradients of embedding tables. */
#include "trace/explain/explainer.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"

#include <math.h>
#include <string.h>

struct gathered {
    struct scalar alpha; /* what every cell is multiplied by */
    bool from_nothing;   /* a gradient begins at zeros: they are not told */
    int index;           /* the input whose numbers say where to; -1: several */
    int axis;            /* of the result, which they are places of */
};

static struct scalar term_of(const struct explainer *t, const struct gathered *g, int64_t k)
{
    struct scalar x = explainer_value(t, k);
    x = scalar_double(g->alpha) == 1 ? x : scalar_multiply(x, scalar_as(g->alpha, x.dtype));
    return scalar_as(x, t->out.dtype);
}

static bool is_cell(const struct explainer *t, const struct gathered *g)
{
    struct scalar sum = explainer_value(t, 0), cell = scalar_cell(&t->out, t->cell);
    for (int64_t k = 1; k < t->ex->from_count; k++) {
        sum = scalar_add(sum, term_of(t, g, k));
    }
    double is = scalar_double(cell), told = scalar_double(sum);
    return is == told || (isnan(is) && isnan(told));
}

static struct gathered gathered_of(const struct explainer *t)
{
    const struct argument *alpha = origin_argument(&t->search, "alpha");
    const struct argument *dim = origin_argument(&t->search, "dim");
    struct gathered g = {.alpha = scalar_int(1, DTYPE_INT64), .index = -1};
    if (alpha != NULL) {
        g.alpha = scalar_as(scalar_float(alpha->f, DTYPE_FLOAT64), t->out.dtype);
    }
    g.from_nothing = t->e->of >= 0 && scalar_double(explainer_value(t, 0)) == 0;
    g.axis = dim == NULL || t->out.ndim == 0 ? 0 : origin_dim(dim->i, &t->out);
    bool put = event_is(t->e, OP_index_put), single = !put || t->call.arg[1].count == 1;
    int index = put ? explainer_input_of(t, 1, 0) : explainer_input_named(t, "index");
    bool one = index >= 0 && single && t->out.ndim > 0;
    bool numbers = one && explainer_input(t, index)->dtype == DTYPE_INT64;
    g.index = numbers ? index : -1;
    return g;
}

/* "x.grad[0, 1] + x.grad[2, 1]", or with the numbers; of many the first one and the last. */
static void put_sum(struct explainer *t, const struct gathered *g, bool numbers, struct buf *out)
{
    int64_t first = g->from_nothing ? 1 : 0, n = t->ex->from_count;
    for (int64_t k = first; k < n; k++) {
        bool shown = k < first + 2 || k + 1 == n || n - first <= 3;
        buf_puts(out, k == first ? "" : shown ? " + " : k == first + 2 ? " + ..." : "");
        if (shown && k > 0 && scalar_double(g->alpha) != 1) {
            scalar_text(g->alpha, out);
            buf_puts(out, " * ");
        }
        if (shown && numbers) {
            scalar_text(explainer_value(t, k), out);
        } else if (shown) {
            name_cell(t, t->ex->from[k].input, t->ex->from[k].cell, out);
        }
    }
    buf_puts(out, first == n ? "0" : "");
}

/* What the learner calls it: no ids.view(8). */
static void put_index(const struct explainer *t, const struct gathered *g, struct buf *out)
{
    int maker = t->e->input[g->index].of.maker;
    if (maker >= 0 && t->e->of >= 0 && gradient_same(&t->tape->event[maker], t->e) &&
        event_is(&t->tape->event[maker], OP_view OP_reshape)) {
        name_of_input(t->tape, maker, 0, out);
    } else {
        name_input(t, g->index, out);
    }
}

/* ", where ids is 1", or ", because 1 is not in ids". */
static void put_where(struct explainer *t, const struct gathered *g)
{
    struct buf *out = &t->ex->formula;
    long long place = g->index >= 0 ? t->at[g->axis] : 0;
    bool none = t->ex->from_count == 1, whole = !event_is(t->e, OP_scatter_add);
    if (g->index >= 0 && !none) {
        buf_puts(out, ", where ");
        put_index(t, g, out);
        buf_printf(out, " is %lld", place);
    } else if (g->index >= 0 && whole) {
        buf_printf(out, ", because %lld is not in ", place);
        put_index(t, g, out);
    } else {
        buf_puts(out, none ? ", because no index points here" : ", where the index points here");
    }
}

/* One after the other in the tensor's own type: input, then each cell that an index sends here. */
bool explain_gathered(struct explainer *t)
{
    const struct argument *adds = origin_argument(&t->search, "accumulate");
    bool put = event_is(t->e, OP_index_put) && adds->i != 0;
    if ((!put && !event_is(t->e, OP_index_add OP_scatter_add)) || t->ex->from_count == 0 ||
        dtype_is_short_float(t->out.dtype) || t->out.dtype == DTYPE_COMPLEX64) {
        return false;
    }
    struct gathered g = gathered_of(t);
    struct scalar sum = explainer_value(t, 0);
    if (!is_cell(t, &g)) { /* a value that is sent here more than once */
        return false;
    }
    put_sum(t, &g, false, &t->ex->formula);
    put_where(t, &g);
    if (!g.from_nothing || t->ex->from_count > 1) {
        put_sum(t, &g, true, &t->ex->numbers);
    }
    if (!g.from_nothing) {
        line_numbers(t, "start", 0, "#", &sum);
    }
    line_group(t, t->ex->from_count - 1, 48);
    for (int64_t k = 1; k < t->ex->from_count; k++) {
        sum = line_counted(t, "add", k, "# + #", NUMBERS(sum, term_of(t, &g, k)));
    }
    explainer_result(t, sum);
    return true;
}
