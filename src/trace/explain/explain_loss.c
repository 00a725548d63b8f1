/* Explains the negative log likelihood, target by target: of few, which PyTorch adds up from the
 * second one on, the first one last (levels_take in torch/op/op_layer.c). */
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
        loss = line_computed(t, "minus", 0, "# * @",
                             NUMBERS(scalar_float(-1, t->out.dtype), explainer_value(t, 0)));
    }
    for (int64_t k = 1; !each && k <= n; k++) {
        loss = line_computed(t, "add", k % n, "# - @", NUMBERS(loss, explainer_value(t, k % n)));
    }
    if (mean && n > 1) {
        struct scalar count = scalar_float((double)n, t->out.dtype);
        buf_printf(&t->ex->formula, " / %lld", (long long)n);
        buf_printf(&t->ex->numbers, " / %lld", (long long)n);
        loss = line_computed(t, "divide", -1, "# / #", NUMBERS(loss, count));
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
    scoped_tensor then = {0};
    struct scalar x = scalar_int(0, of->tensor.dtype);
    if (*ok && tape_before(t->tape, of, event, &then)) {
        x = scalar_cell(&then, cell);
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
    struct scalar x = ok ? number(t, back, at, each ? row : 0, &ok) : is;
    bool mean = strcmp(event_argument(of, "reduction")->text, "mean") == 0;
    struct scalar n = scalar_float((double)count, t->out.dtype);
    struct scalar share = mean ? scalar_divide(x, n) : x;
    if (!ok || name == NULL || own != t->at[dims - 1] || -share.f != is.f) {
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
        line_computed(t, "divide", -1, "# / #", NUMBERS(x, n));
    }
    explainer_result(t, line_computed(t, "minus", -1, "-@", &share));
    return true;
}

/* --- the squared distance --- */

/* "(out[0, 0] - y[0, 0]) ** 2", and with the numbers. */
static bool put_square(struct explainer *t, int apart, int64_t cell)
{
    bool ok = true;
    struct scalar x[2];
    for (int k = 0; k < 2; k++) {
        const struct tape_tensor *of = &t->tape->event[apart].input[k].of;
        x[k] = number(t, of, apart, cell, &ok);
        buf_puts(&t->ex->formula, k == 0 ? "(" : " - ");
        name_of_input(t->tape, apart, k, &t->ex->formula);
        name_place(&of->tensor, cell, &t->ex->formula);
    }
    buf_puts(&t->ex->formula, ") ** 2");
    scalars_text(&t->ex->numbers, "(# - @) ** 2", x);
    return ok;
}

/* Added up as explain_sum tells it; the formula goes back to what the distance is of. */
bool explain_loss_squares(struct explainer *t)
{
    int apart = event_adds_squares(t->tape, t->event);
    int64_t n = t->ex->from_count;
    if (apart < 0 || n == 0 || !explain_sum(t)) {
        return false;
    }
    struct buf *const texts[] = {&t->ex->formula, &t->ex->numbers};
    bool mean = event_is(t->e, OP_mean) && n > 1, ok = true;
    buf_clear(texts[0]);
    buf_clear(texts[1]);
    for (int64_t cell = 0; cell == 0 || (n == 2 && cell < n); cell++) {
        for (int k = 0; k < 2; k++) {
            buf_puts(texts[k], cell > 0 ? " + " : mean ? "(" : "");
        }
        ok = put_square(t, apart, cell) && ok;
    }
    for (int k = 0; k < 2; k++) {
        buf_puts(texts[k], n > 2 ? " + ..." : "");
        if (mean) {
            buf_printf(texts[k], ") / %lld", (long long)n);
        }
    }
    t->failed |= !ok;
    return true;
}

/* Of the squared distance: 2 / 8 * (out - y) * what came back to the loss, from the cells that the
 * loss was made of. */
bool explain_loss_squares_gradient(struct explainer *t)
{
    double factor = 0;
    const struct event *apart = gradient_squares(t->tape, t->event, &factor);
    enum dtype dtype = t->out.dtype;
    if (apart == NULL || (dtype != DTYPE_FLOAT32 && dtype != DTYPE_FLOAT64)) {
        return false;
    }
    int at = (int)(apart - t->tape->event);
    int64_t cells = tensor_numel(&t->out), back = tensor_numel(explainer_input(t, 1));
    bool ok = true, mean = factor != 2;
    struct scalar two = scalar_float(2, dtype), n = scalar_float((double)cells, dtype);
    struct scalar a = number(t, &apart->input[0].of, at, t->cell, &ok);
    struct scalar b = number(t, &apart->input[1].of, at, t->cell, &ok);
    struct scalar grad = scalar_cell(explainer_input(t, 1), back == 1 ? 0 : t->cell);
    struct scalar by = mean ? scalar_divide(two, n) : two;
    struct scalar is = scalars_computed("(# - @) * @ * @", NUMBERS(a, b, by, grad));
    if (!ok || a.dtype != dtype || b.dtype != dtype || grad.dtype != dtype ||
        by.f != scalar_float(factor, dtype).f || is.f != scalar_cell(&t->out, t->cell).f) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        struct buf *out = k == 0 ? &t->ex->formula : &t->ex->numbers;
        buf_puts(out, "2");
        if (mean) {
            buf_printf(out, " / %lld", (long long)cells);
        }
    }
    for (int k = 0; k < 2; k++) {
        buf_puts(&t->ex->formula, k == 0 ? " * (" : " - ");
        name_of_input(t->tape, at, k, &t->ex->formula);
        name_place(&t->out, t->cell, &t->ex->formula);
    }
    buf_puts(&t->ex->formula, ") * ");
    name_cell(t, 1, back == 1 ? 0 : t->cell, &t->ex->formula);
    scalars_text(&t->ex->numbers, " * (# - @) * @", NUMBERS(a, b, grad));
    struct scalar share = line_computed(t, "subtract", -1, "# - @", NUMBERS(a, b));
    if (mean) {
        line_computed(t, "divide", -1, "# / #", NUMBERS(two, n));
    }
    share = line_computed(t, "multiply", -1, "@ * #", NUMBERS(share, by));
    explainer_result(t, line_computed(t, "multiply", 0, "@ * @", NUMBERS(share, grad)));
    return true;
}
