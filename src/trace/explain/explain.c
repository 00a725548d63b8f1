/* Explains a cell: the functions of its operation's kind write the lines; the title names the cell
 * as the code does. */
#include "trace/explain/explainer.h"

#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/axes/axes.h"
#include "trace/explain/again.h"
#include "trace/explain/explain_formula.h"
#include "trace/explain/figure_cell.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/scalar.h"
#include "trace/tape/event.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>
#include <string.h>

/* --- what every explanation has --- */

static void put_title(struct explainer *t)
{
    struct buf *out = &t->ex->title;
    const struct tape_tensor *of = &t->e->output[t->output];
    name_result(t, out);
    for (int d = 0; d < t->out.ndim; d++) {
        const char *axis = axis_called(of, d); /* of "N=4" the name alone */
        int name = axis != NULL ? (int)strcspn(axis, "=") : 0;
        buf_printf(out, "%s%.*s%s%lld", d == 0 ? "[" : ", ", name, name > 0 ? axis : "",
                   name > 0 ? "=" : "", (long long)t->at[d]);
    }
    buf_puts(out, t->out.ndim > 0 ? "] = " : " = ");
    scalar_text(scalar_cell(&t->out, t->cell), out);
}

static void put_place(struct explainer *t)
{
    buf_puts(&t->ex->place, "storage offset = ");
    name_offset(&t->out, t->at, &t->ex->place);
}

/* The input that an operation in place writes: the one behind out=, else the first. */
static int written(const struct event *e)
{
    for (int k = 1; k < e->input_count; k++) {
        if (&e->arg[e->input[k].argument] == event_argument(e, "out")) {
            return k;
        }
    }
    return 0;
}

static bool put_before(struct explainer *t)
{
    scoped_tensor before = {0};
    int at = written(t->e);
    const struct tensor *x = at < t->e->input_count ? &t->e->input[at].of.tensor : NULL;
    if (t->e->effect != STORAGE_IN_PLACE || x == NULL || !tensor_same_shape(x, &t->out) ||
        memcmp(x->stride, t->out.stride, (size_t)x->ndim * sizeof *x->stride) != 0) {
        return true; /* x.transpose_(0, 1) overwrites nothing */
    }
    if (!tape_before(t->tape, &t->e->input[at].of, t->event, &before)) {
        return false;
    }
    scalar_text(scalar_cell(&before, t->cell), &t->ex->before);
    return true;
}

static bool find_origins(struct explainer *t)
{
    struct origins found;
    if (t->e->op->kind == KIND_VALUE) { /* sorted or filled in place by NumPy: no rule */
        return true;
    }
    if (!origin_find(&t->call, t->output, &t->out, t->cell, &found)) {
        return false;
    }
    struct explained_cell *from = malloc((size_t)found.count * sizeof *from + 1);
    t->ex->from = from;
    for (int64_t k = 0; from != NULL && k < found.count; k++) {
        int input = explainer_input_of(t, found.at[k].argument, found.at[k].element);
        if (input >= 0) {
            from[t->ex->from_count++] = (struct explained_cell){input, found.at[k].cell};
        }
    }
    origins_free(&found);
    t->failed |= from == NULL;
    return true;
}

/* --- by kind --- */

static bool explain_random(struct explainer *t)
{
    explain_formula(t);
    line_words(t, "drawn", -1, "taken from the stream of random numbers: nothing was computed");
    return true;
}

/* Only the rule: an operation whose result is no tensor changed one (a.sort() of NumPy). */
static bool explain_rule(struct explainer *t)
{
    explain_formula(t);
    return true;
}

/* arange, eye, zeros: the rule, and the function itself for the bits. */
static bool explain_constant(struct explainer *t)
{
    explain_formula(t);
    again_result(t, false);
    if (op_is(t->e->op, OP_tril_indices OP_triu_indices)) {
        line_words(t, "cell", -1, "number %lld in row-major order", (long long)t->cell);
    }
    return true;
}

/* Without steps worth showing: the formula, and the row's function carried out again. */
static bool explain_whole(struct explainer *t)
{
    explain_formula(t);
    if (again_result(t, false)) {
        if (t->ex->from_count > 0) {
            line_words(t, "compute", -1, "from %lld cell%s, all at once",
                       (long long)t->ex->from_count, t->ex->from_count > 1 ? "s" : "");
        } else {
            line_words(t, "compute", -1, "carried out again, all at once");
        }
    }
    return true;
}

typedef bool explain_fn(struct explainer *t);

enum { WAYS = 9 };

static explain_fn *const by_kind[][WAYS] = {
    [KIND_CONSTANT] = {explain_constant},
    [KIND_ELEMENTWISE] = {explain_loss_squares_gradient, explain_gathered, explain_elementwise},
    [KIND_REDUCTION] = {explain_loss_squares, explain_sum, explain_log_sum, explain_fold,
                        explain_norm, explain_count, explain_loss, explain_backward_norm,
                        explain_whole},
    [KIND_SCAN] = {explain_scan, explain_whole},
    [KIND_SOFTMAX] = {explain_softmax, explain_layer_norm, explain_backward_softmax,
                      explain_backward_norm, explain_whole},
    [KIND_CONTRACTION] = {explain_product, explain_einsum, explain_norm, explain_whole},
    [KIND_MAP] = {explain_loss_gradient, explain_gathered, explain_map},
    [KIND_SORT] = {explain_sort},
    [KIND_RANDOM] = {explain_random},
    [KIND_VALUE] = {explain_rule},
};

static void answer(struct explainer *t)
{
    explain_fn *const *fn = by_kind[t->e->op->kind];
    for (int k = 0; k < WAYS && fn[k] != NULL; k++) {
        if (fn[k](t)) {
            return;
        }
        buf_clear(&t->ex->formula);
        buf_clear(&t->ex->numbers);
    }
}

/* --- the question --- */

static bool out_of_range(struct explainer *t, int64_t cell)
{
    int64_t cells = t->out.storage != NULL ? tensor_numel(&t->out) : 0;
    return error_set(t->cx->err, ERROR_INDEX, "cell %lld is none of the %lld cells of step %d (%s)",
                     (long long)cell, (long long)cells, t->event, t->e->name);
}

static bool explain_with_call(struct explainer *t)
{
    if (!tape_call_of(t->tape, t->event, &t->call)) {
        return false;
    }
    t->search =
        (struct search){.call = &t->call, .output = t->output, .out = &t->out, .cell = t->cell};
    memcpy(t->search.at, t->at, sizeof t->at);
    bool ok = find_origins(t);
    if (ok) {
        answer(t);
    }
    tape_call_release(t->tape, t->event, &t->call);
    return ok;
}

static bool texts_failed(const struct explanation *e)
{
    return e->title.failed || e->formula.failed || e->numbers.failed || e->place.failed ||
           e->before.failed;
}

static bool explain(struct explainer *t)
{
    if (t->cell < 0 || t->cell >= tensor_numel(&t->out)) {
        return out_of_range(t, t->cell);
    }
    origin_place(&t->out, t->cell, t->at);
    t->ex->step = calloc(EXPLAIN_STEPS, sizeof *t->ex->step);
    t->failed = t->ex->step == NULL;
    put_title(t);
    put_place(t);
    if (!put_before(t) || (!t->failed && !explain_with_call(t))) {
        return false;
    }
    if (t->failed || texts_failed(t->ex)) {
        return error_memory(t->cx->err);
    }
    if (!t->ex->computed) { /* drawn: the cell itself */
        explainer_result_of(t, &t->out, t->cell);
        t->ex->computed = false;
    }
    return !t->failed || error_memory(t->cx->err);
}

/* A number that a figure shows and no operation made. */
static bool explain_own(struct tape *tape, int event, int output, int64_t cell,
                        struct explanation *out)
{
    const struct tensor *x = &tape->event[event].output[output].tensor;
    const char *label = figure_label(&tape->event[event], output);
    buf_puts(&out->title, label != NULL ? label : figure_word(&tape->event[event], output));
    name_place(x, cell, &out->title);
    buf_puts(&out->title, " = ");
    scalar_text(scalar_cell(x, cell), &out->title);
    const struct tape_figure *f = tape->event[event].figure;
    buf_puts(&out->formula,
             f->gap_first >= 0 ? "the loss of this training step"
             : f->part[output].input >= 0
                 ? "a number of a step that is not on the tape"
                 : "a number that the code had: no one step is known to have made it");
    return true;
}

bool explain_cell(struct tape *tape, int event, int output, int64_t cell, struct explanation *out)
{
    return explainer_cell(tape, event, output, cell, 0, out);
}

bool explainer_cell(struct tape *tape, int event, int output, int64_t cell, int depth,
                    struct explanation *out)
{
    *out = (struct explanation){0};
    if (tape->event[event].figure != NULL && output < tape->event[event].output_count) {
        struct figure_cell from;
        return figure_cell_find(tape, event, output, cell, &from) &&
               (from.event < 0 ? explain_own(tape, event, output, cell, out)
                               : explain_cell(tape, from.event, from.output, from.cell, out));
    }
    struct explainer t = {.tape = tape,
                          .event = event,
                          .output = output,
                          .e = &tape->event[event],
                          .cx = &tape->session->torch.compute,
                          .cell = cell,
                          .ex = out,
                          .depth = depth};
    if (output < 0 || output >= t.e->output_count) {
        return out_of_range(&t, cell);
    }
    if (!tape_after(tape, &t.e->output[output], event, &t.out)) {
        return false;
    }
    bool ok = explain(&t);
    tensor_release(&t.out);
    return ok;
}

void explain_free(struct explanation *e)
{
    struct buf *const texts[] = {&e->title, &e->formula, &e->numbers, &e->place, &e->before};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        buf_free(texts[k]);
    }
    for (int k = 0; k < e->step_count; k++) {
        free(e->step[k].text);
        free(e->step[k].after);
    }
    free(e->step);
    free(e->from);
    tensor_release(&e->result);
    *e = (struct explanation){0};
}
