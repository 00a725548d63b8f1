/* Makes questions from the tape of any run: the shape of an operation's result, or one cell of it.
 *
 * A cell is asked about with the numbers that make it, rounded to few digits; the key is what the
 * operation makes of these rounded numbers, worked out by the explanation of the cell
 * (trace/explain/explain.h) with them in the place of the real ones. So it is what comes out on
 * paper. */
#include "exercise/question_event.h"

#include "exercise/kind.h"
#include "show/code.h"
#include "torch/op/ops.h"
#include "trace/axes/axes.h"
#include "trace/explain/explain.h"
#include "trace/explain/name.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS_MOST 16    /* to be put together by hand */
#define CELLS_MOST 1000000 /* of an input: it is copied */
#define DECIMALS_MOST 4

static bool refuse(struct error *err, const char *text)
{
    return error_set(err, ERROR_INPUT, "this step cannot be asked about: %s", text);
}

static const struct event *event_of(const struct question *q)
{
    return &q->run->tape->event[q->event];
}

/* --- names --- */

static void put_result(const struct question *q, struct buf *out)
{
    const char *name = tape_result_name(q->run->tape, q->event, 0);
    buf_puts(out, name != NULL ? name : "the result");
}

/* "Step 12" and its code. */
static void put_code(const struct question *q, struct buf *out)
{
    scoped_buf number = {0}, code = {0};
    event_number(event_of(q), &number);
    code_of_event(q->run->tape, q->event, false, &code);
    buf_printf(out, "Step %s:\n\n~~~\n%s\n~~~\n\n", buf_text(&number), buf_text(&code));
}

/* A line for each input: "- queries: (2, 3, 5, 4), that is (b, num_heads, num_tokens, head_dim)" */
static void put_inputs(const struct question *q, struct buf *out)
{
    const struct event *e = event_of(q);
    for (int k = 0; k < e->input_count; k++) {
        const struct tape_tensor *of = &e->input[k].of;
        bool named = false;
        for (int axis = 0; axis < of->tensor.ndim; axis++) {
            named = named || axis_called(of, axis) != NULL;
        }
        buf_puts(out, "- ");
        name_of_input(q->run->tape, q->event, k, out);
        buf_puts(out, ": ");
        tensor_tuple_text(&of->tensor, out);
        if (named) {
            buf_puts(out, ", that is ");
            axes_text(of, out);
        }
        buf_putc(out, '\n');
    }
}

/* --- the shape --- */

static bool ask_shape(struct question *q, struct error *err)
{
    scoped_buf text = {0};
    const struct event *e = event_of(q);
    if (e->input_count == 0) {
        return refuse(err, "its shape stands in the code");
    }
    if (e->effect == STORAGE_IN_PLACE) {
        return refuse(err, "what is changed in place keeps its shape");
    }
    put_code(q, &text);
    put_inputs(q, &text);
    buf_puts(&text, "\nWhich shape has ");
    put_result(q, &text);
    buf_puts(&text, "?\n");
    q->kind = EXERCISE_shape;
    q->cell = -1;
    q->prompt = question_keep(q, &text, err);
    return q->prompt != NULL && kind_shape_key(q, &e->output[0].tensor, err);
}

/* --- rounded inputs --- */

/* The number of a cell that goes in, as it was. */
static double number_in(const struct tensor *before, const struct explained_cell *from)
{
    const struct tensor *t = &before[from->input];
    return tensor_cell(t, from->cell);
}

static bool whole(double v)
{
    return !isfinite(v) || v == floor(v);
}

/* The largest finite number that goes in from that input. */
static double largest_from(const struct explanation *x, const struct tensor *before, int input)
{
    double most = 0;
    for (int64_t k = 0; k < x->from_count; k++) {
        double v = x->from[k].input == input ? fabs(number_in(before, &x->from[k])) : 0;
        most = isfinite(v) && v > most ? v : most;
    }
    return most;
}

/* With how many decimals the numbers can be written so that what each input gives keeps two digits
 * that count; -1: with none that a person would work with. */
static int decimals_for(const struct explanation *x, const struct tensor *before, int inputs)
{
    bool all_whole = true;
    double least = HUGE_VAL;
    for (int64_t k = 0; k < x->from_count; k++) {
        all_whole = all_whole && whole(number_in(before, &x->from[k]));
    }
    for (int k = 0; k < inputs; k++) {
        double most = largest_from(x, before, k);
        least = most > 0 && most < least ? most : least;
    }
    double unit = 0.05;
    for (int decimals = 2; !all_whole && decimals <= DECIMALS_MOST; decimals++, unit /= 10) {
        if (least >= unit) {
            return decimals;
        }
    }
    return all_whole ? 0 : -1;
}

static void give_back(struct tensor *at, int count)
{
    for (int k = 0; k < count; k++) {
        tensor_release(&at[k]);
    }
    free(at);
}

/* The inputs as they were; NULL: no memory. */
static struct tensor *inputs_before(const struct question *q)
{
    const struct event *e = event_of(q);
    struct tensor *at = calloc((size_t)e->input_count + 1, sizeof *at);
    for (int k = 0; at != NULL && k < e->input_count; k++) {
        if (!tape_before(q->run->tape, &e->input[k].of, q->event, &at[k])) {
            give_back(at, k);
            return NULL;
        }
    }
    return at;
}

/* Copies of them with rounded cells; NULL: no memory. */
static struct tensor *round_inputs(const struct question *q, const struct tensor *before,
                                   int decimals)
{
    struct compute *cx = &q->run->session->torch.compute;
    int count = event_of(q)->input_count;
    struct tensor *at = calloc((size_t)count + 1, sizeof *at);
    for (int k = 0; at != NULL && k < count; k++) {
        bool float_cells = dtype_is_float(before[k].dtype);
        if (!tensor_copy(cx, &at[k], &before[k])) {
            give_back(at, k);
            return NULL;
        }
        at[k].wrapped = before[k].wrapped;
        for (int64_t cell = 0; float_cells && cell < tensor_numel(&at[k]); cell++) {
            tensor_set_double(&at[k], cell,
                              rounded_number(tensor_double_at(&at[k], cell), decimals));
        }
    }
    return at;
}

static void exchange(struct event *e, struct tensor *inputs)
{
    for (int k = 0; k < e->input_count; k++) {
        struct tensor other = e->input[k].of.tensor;
        e->input[k].of.tensor = inputs[k];
        inputs[k] = other;
    }
}

/* The explanation of the cell with these inputs in the place of those on the tape. */
static bool explain_with(struct question *q, struct tensor *inputs, struct explanation *x)
{
    struct event *e = &q->run->tape->event[q->event];
    exchange(e, inputs);
    bool ok = explain_cell(q->run->tape, q->event, 0, q->cell, x);
    exchange(e, inputs);
    return ok;
}

/* --- the cell --- */

static void put_number(const struct tensor *t, int64_t cell, int decimals, struct buf *out)
{
    double v = tensor_cell(t, cell);
    if (t->dtype == DTYPE_BOOL) {
        buf_puts(out, v != 0 ? "True" : "False");
    } else {
        kind_cell_text(v, dtype_is_float(t->dtype) ? decimals : 0, out);
    }
}

/* Whether the k-th cell was named before. */
static bool told_before(const struct explanation *x, int64_t k)
{
    for (int64_t j = 0; j < k; j++) {
        if (x->from[j].input == x->from[k].input && x->from[j].cell == x->from[k].cell) {
            return true;
        }
    }
    return false;
}

/* A line for each number that goes in, each once, input by input. */
static void put_numbers(const struct question *q, const struct explanation *x,
                        const struct tensor *inputs, int decimals, struct buf *out)
{
    for (int input = 0; input < event_of(q)->input_count; input++) {
        for (int64_t k = 0; k < x->from_count; k++) {
            if (x->from[k].input == input && !told_before(x, k)) {
                name_of_input(q->run->tape, q->event, input, out);
                name_place(&inputs[input], x->from[k].cell, out);
                buf_puts(out, " = ");
                put_number(&inputs[input], x->from[k].cell, decimals, out);
                buf_putc(out, '\n');
            }
        }
    }
}

static bool write_cell(struct question *q, const struct explanation *x, const struct tensor *inputs,
                       int decimals, struct error *err)
{
    const struct event *e = event_of(q);
    scoped_buf text = {0}, hint = {0}, solution = {0};
    put_code(q, &text);
    buf_puts(&text, "Of these numbers:\n\n~~~\n");
    put_numbers(q, x, inputs, decimals, &text);
    buf_puts(&text, "~~~\n\n");
    if (e->op->kind == KIND_ELEMENTWISE) { /* it may take a number that only the run knows */
        buf_printf(&text, "Each cell is on its own, here %s. ", buf_text(&x->formula));
    }
    buf_puts(&text, "Which number is ");
    if (e->output[0].tensor.ndim > 0) {
        buf_puts(&text, "the cell ");
        name_place(&e->output[0].tensor, q->cell, &text);
        buf_puts(&text, " of ");
    }
    put_result(q, &text);
    buf_puts(&text, "?\n");
    buf_printf(&hint, "The cell is %s.\n", buf_text(&x->formula));
    buf_printf(&solution, "%s", buf_text(&x->formula));
    if (x->numbers.len > 0) {
        buf_printf(&solution, " = %s", buf_text(&x->numbers));
    }
    buf_printf(&solution, " = %s\n", q->key);
    q->prompt = question_keep(q, &text, err);
    q->hint = arena_alloc(&q->arena, sizeof *q->hint);
    q->solution = q->prompt != NULL ? question_keep(q, &solution, err) : NULL;
    if (q->solution == NULL || q->hint == NULL) {
        return error_memory(err);
    }
    q->hint[0] = question_keep(q, &hint, err);
    q->hint_count = 1;
    return q->hint[0] != NULL;
}

/* The answer has as many decimals as the numbers, or as many more as it takes to be no 0; whole
 * numbers may come out broken. */
static bool set_key(struct question *q, const struct tensor *result, int decimals,
                    struct error *err)
{
    double value = tensor_double_at(result, result->offset), unit = 1;
    if (result->dtype == DTYPE_BOOL || dtype_category(result->dtype) == CATEGORY_COMPLEX) {
        return refuse(err, "its result is no number");
    }
    if (decimals == 0 && !whole(value)) {
        decimals = 2;
    }
    for (int k = 0; k < decimals; k++) {
        unit *= 10;
    }
    for (; decimals > 0 && isfinite(value) && value != 0 && fabs(value) < 5 / unit; decimals++) {
        if (decimals == DECIMALS_MOST) {
            return refuse(err, "its numbers are too small to work with");
        }
        unit *= 10;
    }
    return kind_cell_key(q, value, decimals, decimals == 0 ? 0 : 1 / unit, err);
}

static bool can_be_asked(const struct question *q, struct error *err)
{
    const struct event *e = event_of(q);
    bool kind = e->op->kind == KIND_ELEMENTWISE || e->op->kind == KIND_REDUCTION ||
                e->op->kind == KIND_SCAN || e->op->kind == KIND_SOFTMAX ||
                e->op->kind == KIND_CONTRACTION;
    if (!kind || op_is(e->op, OP_dropout)) {
        return refuse(err, "nothing is computed in it");
    }
    for (int k = 0; k < e->input_count; k++) {
        if (tensor_numel(&e->input[k].of.tensor) > CELLS_MOST) {
            return refuse(err, "its tensors are too large");
        }
    }
    return true;
}

static bool ask_rounded(struct question *q, const struct tensor *before, int decimals,
                        struct error *err)
{
    struct explanation x;
    int count = event_of(q)->input_count;
    struct tensor *rounded = round_inputs(q, before, decimals);
    if (rounded == NULL) {
        return error_memory(err);
    }
    bool ok = explain_with(q, rounded, &x);
    if (!ok || !x.computed || x.from_count > NUMBERS_MOST) {
        ok = refuse(err, "its cell cannot be worked out by hand");
    }
    ok = ok && set_key(q, &x.result, decimals, err) && write_cell(q, &x, rounded, decimals, err);
    explain_free(&x);
    give_back(rounded, count);
    return ok;
}

static bool ask_cell(struct question *q, struct error *err)
{
    struct explanation x;
    int count = event_of(q)->input_count;
    if (!can_be_asked(q, err)) {
        return false;
    }
    struct tensor *before = inputs_before(q);
    if (before == NULL) {
        return error_memory(err);
    }
    bool ok = explain_cell(q->run->tape, q->event, 0, q->cell, &x), few = false;
    int decimals = -1;
    if (ok) {
        few = x.from_count > 0 && x.from_count <= NUMBERS_MOST;
        decimals = few ? decimals_for(&x, before, count) : -1;
    }
    explain_free(&x);
    q->kind = EXERCISE_cell;
    if (!few) {
        ok = refuse(err, ok ? "it takes too many numbers to do by hand"
                            : "its cell cannot be worked out by hand");
    } else if (decimals < 0) {
        ok = refuse(err, "its numbers are too small to work with");
    } else {
        ok = ask_rounded(q, before, decimals, err);
    }
    give_back(before, count);
    return ok;
}

/* --- both --- */

static bool set_name(struct question *q, struct error *err)
{
    scoped_buf name = {0}, number = {0};
    event_number(event_of(q), &number);
    buf_printf(&name, "step-%s", buf_text(&number));
    q->name = question_keep(q, &name, err);
    const struct lesson *l = q->run->lesson;
    q->title = l != NULL && l->title != NULL ? l->title : "";
    return q->name != NULL;
}

bool question_of_event(struct question *q, struct run *run, int event, int64_t cell,
                       struct error *err)
{
    const struct tape *t = run->tape;
    *q = (struct question){.run = run, .event = event, .cell = cell, .points = 1, .solution = ""};
    if (event < 0 || event >= t->event_count || t->event[event].output_count == 0) {
        return refuse(err, "there is no such step");
    }
    int64_t cells = tensor_numel(&t->event[event].output[0].tensor);
    bool ok = set_name(q, err);
    if (ok && cell >= cells) {
        ok = refuse(err, "its result has no such cell");
    }
    ok = ok && (cell < 0 ? ask_shape(q, err) : ask_cell(q, err));
    error_clear(&run->session->in.error);
    if (!ok) {
        question_free(q);
    }
    return ok;
}
