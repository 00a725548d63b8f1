/* The negative log likelihood, target by target: of few, which PyTorch adds up from the second one
 * on, the first one last (levels_take in torch/op/op_layer.c). */
#include "torch/op/ops.h"
#include "trace/explain/explainer.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"

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

/* --- backwards --- */

/* What came back to the loss: the one input of the gradient's steps that is of another gradient. */
static const struct tape_tensor *came_back(const struct explainer *t, int *event)
{
    int first = t->event;
    while (first > 0 && gradient_same(&t->tape->event[first - 1], t->e)) {
        first--;
    }
    for (*event = first; *event < t->event; (*event)++) {
        const struct event *e = &t->tape->event[*event];
        for (int k = 0; k < e->input_count; k++) {
            int maker = e->input[k].of.maker;
            if (maker >= 0 && maker < first && t->tape->event[maker].of >= 0) {
                return &e->input[k].of;
            }
        }
    }
    return NULL;
}

static struct scalar number(struct explainer *t, const struct tape_tensor *of, int event,
                            int64_t cell, bool *ok)
{
    struct tensor then;
    struct scalar x = scalar_int(0, of->tensor.dtype);
    if (*ok && tape_before(t->tape, of, event, &then)) {
        x = scalar_cell(&then, cell);
        tensor_release(&then);
    } else {
        *ok = false;
    }
    return x;
}

/* How many targets have a part in it; the row of the cell, and what its target is. */
static int64_t targets(struct explainer *t, int64_t row, int64_t *own, bool *ok)
{
    const struct event *of = &t->tape->event[t->e->of];
    const struct argument *left_out = event_argument(of, "ignore_index");
    int64_t all = tensor_numel(&of->input[1].of.tensor), count = 0;
    for (int64_t k = 0; k < all && *ok; k++) {
        int64_t target = number(t, &of->input[1].of, t->e->of, k, ok).i;
        count += target != left_out->value.i;
        *own = k == row ? target : *own;
    }
    return count;
}

static void put_why_zero(struct explainer *t, const char *target, int64_t row, int64_t own)
{
    buf_printf(&t->ex->formula, "0, because %s", target);
    if (t->out.ndim > 1) {
        buf_printf(&t->ex->formula, "[%lld]", (long long)row);
    }
    buf_printf(&t->ex->formula, " is %lld, not %lld", (long long)own,
               (long long)t->at[t->out.ndim - 1]);
    explainer_result(t, scalar_float(0, t->out.dtype));
}

/* Of the logarithms that the loss takes: minus what came back to it, shared out over the targets.
 */
bool explain_loss_gradient(struct explainer *t)
{
    const struct event *of = t->e->of >= 0 ? &t->tape->event[t->e->of] : NULL;
    int at, dims = t->out.ndim;
    if (of == NULL || !event_is(of, OP_nll_loss) || t->e->of_argument != 0 || dims > 2 ||
        !event_is(t->e, OP_scatter) || of->input_count != 2) {
        return false;
    }
    const struct tape_tensor *back = came_back(t, &at);
    int64_t row = dims > 1 ? t->at[0] : 0, own = -1;
    bool ok = back != NULL, each = ok && tensor_numel(&back->tensor) > 1;
    int64_t count = targets(t, row, &own, &ok);
    struct scalar is = scalar_cell(&t->out, t->cell);
    const char *name = ok ? tape_name(t->tape, at, back) : NULL;
    const char *target = tape_name(t->tape, t->e->of, &of->input[1].of);
    if (ok && own != t->at[dims - 1] && own >= 0 && is.f == 0) {
        put_why_zero(t, target != NULL ? target : "target", row, own);
        return true;
    }
    struct scalar x = ok ? number(t, back, at, each ? row : 0, &ok) : is, minus = x;
    bool mean = strcmp(event_argument(of, "reduction")->text, "mean") == 0;
    struct scalar n = scalar_float((double)count, t->out.dtype);
    struct scalar share = mean ? scalar_divide(x, n) : x;
    minus.f = -share.f;
    if (!ok || name == NULL || own != t->at[dims - 1] || minus.f != is.f) {
        return false;
    }
    buf_printf(&t->ex->formula, "-%s", name);
    if (each) {
        buf_printf(&t->ex->formula, "[%lld]", (long long)row);
    }
    scalars_text(&t->ex->numbers, "-@", &x);
    if (mean) {
        buf_printf(&t->ex->formula, " / %lld", (long long)count);
        buf_printf(&t->ex->numbers, " / %lld", (long long)count);
        line_numbers(t, "divide", -1, "# / # = #", 3, (struct scalar[]){x, n, share});
    }
    line_numbers(t, "minus", -1, "-@ = #", 2, (struct scalar[]){share, minus});
    explainer_result(t, minus);
    return true;
}
