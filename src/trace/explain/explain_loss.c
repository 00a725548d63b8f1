/* The negative log likelihood, target by target: of few, which PyTorch adds up from the second one
 * on, the first one last (levels_take in torch/op/op_layer.c). */
#include "torch/op/ops.h"
#include "trace/explain/explainer.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/tape/event.h"

#include <string.h>

#define MOST 16 /* from here on there are sums of sums */

/* "scores[0, 2] + ... + scores[5, 1]" */
static void put_cells(struct explainer *t, int64_t n)
{
    struct buf *out = &t->ex->formula;
    for (int64_t k = 0; k < n; k++) {
        if (n > 3 && k == 1) {
            buf_puts(out, " + ...");
        }
        if (n <= 3 || k == 0 || k + 1 == n) {
            buf_puts(out, k > 0 ? " + " : "");
            name_cell(t, t->ex->from[k].input, t->ex->from[k].cell, out);
        }
    }
}

static struct scalar take(struct explainer *t, struct scalar held, int64_t k)
{
    struct scalar x = explainer_value(t, k), less = scalar_subtract(held, x);
    line_numbers(t, "add", k, "# - @ = #", 3, (struct scalar[]){held, x, less});
    return less;
}

bool explain_loss(struct explainer *t)
{
    bool own = event_is(t->e, OP_nll_loss);
    const char *how = own ? origin_argument(&t->search, "reduction")->text : "";
    bool mean = strcmp(how, "mean") == 0, each = strcmp(how, "none") == 0;
    int64_t n = t->ex->from_count;
    if (!own || t->e->input_count > 2 || t->out.dtype != DTYPE_FLOAT32 || n == 0 || n > MOST ||
        (!each && n != tensor_numel(explainer_input(t, 1)))) {
        return false;
    }
    buf_puts(&t->ex->formula, n > 1 ? "-(" : "-");
    put_cells(t, n);
    buf_puts(&t->ex->formula, n > 1 ? ")" : "");
    buf_puts(&t->ex->numbers, "-(");
    line_few(t, n, " + ", explainer_value, &t->ex->numbers);
    buf_puts(&t->ex->numbers, ")");
    struct scalar loss = scalar_float(0, t->out.dtype);
    if (each) {
        struct scalar minus = scalar_float(-1, t->out.dtype), x = explainer_value(t, 0);
        loss = scalar_multiply(minus, x);
        line_numbers(t, "minus", 0, "# * @ = #", 3, (struct scalar[]){minus, x, loss});
    }
    for (int64_t k = 1; !each && k <= n; k++) {
        loss = take(t, loss, k % n);
    }
    if (mean && n > 1) {
        struct scalar count = scalar_float((double)n, t->out.dtype);
        struct scalar share = scalar_divide(loss, count);
        buf_printf(&t->ex->formula, " / %lld", (long long)n);
        buf_printf(&t->ex->numbers, " / %lld", (long long)n);
        line_numbers(t, "divide", -1, "# / # = #", 3, (struct scalar[]){loss, count, share});
        loss = share;
    }
    explainer_result(t, loss);
    return true;
}
