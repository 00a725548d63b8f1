/* Explains cells that were only moved: which cell of which input, with the index arithmetic over
 * the flat storage on both sides. Also the operations that pick a cell by its size: max, sort,
 * topk. */
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/again.h"
#include "trace/explain/explain_formula.h"
#include "trace/explain/explainer.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"

#include <string.h>

/* --- moved cells --- */

/* "keys[0, 1, 2, 0] is at 1*2 + 2*4 = 10" */
static void show_place(struct explainer *t, const char *part, int64_t from, struct buf *name,
                       const struct tensor *x, int64_t cell)
{
    struct buf text = {0};
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(x, cell, at);
    buf_printf(&text, "%s is at ", buf_text(name));
    name_offset(x, at, &text);
    line_add(t, part, from, &text, NULL, (double)tensor_place(x, cell));
    line_is_place(t);
    buf_free(name);
}

/* The cell's number in row-major order: 1*12 + 0*6 + 3*2 + 1 = 19. */
static void put_number(const struct tensor *x, int64_t cell, struct buf *out)
{
    int64_t at[TENSOR_MAX_DIMS], step[TENSOR_MAX_DIMS];
    origin_place(x, cell, at);
    origin_steps(x, step);
    for (int d = 0; d < x->ndim; d++) {
        buf_printf(out, d > 0 ? " + %lld" : "%lld", (long long)at[d]);
        if (d < x->ndim - 1) {
            buf_printf(out, "*%lld", (long long)step[d]);
        }
    }
    if (x->ndim > 1) {
        buf_printf(out, " = %lld", (long long)cell);
    }
    buf_puts(out, x->ndim == 0 ? "0" : "");
}

/* x.view(dtype) reads the same bytes as something else. */
static bool reads_bytes(const struct explainer *t)
{
    return op_is(t->e->op, OP_view) && origin_argument(&t->search, "dtype") != NULL;
}

/* view and reshape: both cells have the same number in row-major order. */
static void show_row_major(struct explainer *t, const struct tensor *x, int64_t cell)
{
    struct buf text = {0};
    buf_puts(&text, "in the result: ");
    put_number(&t->out, t->cell, &text);
    line_add(t, "number", -1, &text, NULL, (double)t->cell);
    buf_puts(&text, "in the input: ");
    put_number(x, cell, &text);
    line_add(t, "number", 0, &text, NULL, (double)cell);
}

/* Input and result have the same cells in row-major order, in two shapes. */
static bool counts_on(const struct explainer *t)
{
    return (op_does(t->e->op, RESHAPES) || op_is(t->e->op, OP_resize OP_resize_as)) &&
           !reads_bytes(t);
}

static void show_move(struct explainer *t, const struct explained_cell *from)
{
    const struct tensor *x = explainer_input(t, from->input);
    const struct tensor *own = &t->e->input[from->input].of.tensor;
    const struct tensor *out = &t->e->output[t->output].tensor;
    struct buf name = {0};
    if (counts_on(t) && from->cell == t->cell) {
        show_row_major(t, x, from->cell);
    }
    name_input(t, from->input, &name);
    name_place(x, from->cell, &name);
    show_place(t, "input", 0, &name, x, from->cell);
    buf_puts(&name, "the result's ");
    name_place(&t->out, t->cell, &name);
    if (t->out.ndim == 0) {
        buf_puts(&name, "cell");
    }
    show_place(t, "output", -1, &name, &t->out, t->cell);
    bool shared = own->storage == out->storage;
    bool same = tensor_place(x, from->cell) == tensor_place(&t->out, t->cell);
    bool in_place = t->e->effect == STORAGE_IN_PLACE;
    if (shared && same && in_place && t->ex->before.len > 0) {
        line_words(t, "unchanged", 0, "the write left this cell as it was");
    } else if (shared && same && x->dtype == t->out.dtype) {
        line_words(t, "view", 0, "the same place of the same storage: no number moves");
        line_is_place(t);
    } else if (shared) {
        line_words(t, "in place", 0, "from one place of the storage to another");
        line_is_place(t);
    } else if (in_place) {
        line_words(t, "copy", 0, "the number was written over what the cell held");
    } else {
        line_words(t, "copy", 0, "the number was copied to a storage of its own");
        line_is_place(t);
    }
    if (x->dtype != t->out.dtype) {
        line_words(t, "type", 0, "%s becomes %s", dtype_name(x->dtype), dtype_name(t->out.dtype));
    }
}

/* Where a cell of a list given as numbers comes from cannot be named, but what it is can. */
static void show_constant(struct explainer *t)
{
    static const char *const names[] = {"value", "fill_value", "values", "src", "data", "object"};
    const struct argument *a = NULL;
    if (op_is(t->e->op, OP_resize OP_resize_as)) {
        line_words(t, "storage", -1, "the number stood in the storage, outside of the tensor");
        line_is_place(t);
        return;
    }
    for (size_t k = 0; a == NULL && k < sizeof names / sizeof names[0]; k++) {
        const struct argument *named = origin_argument(&t->search, names[k]);
        if (named != NULL && !named->none) {
            a = named;
            line_words(t, "constant", -1, "no cell of an input: it is the argument %s", names[k]);
        }
    }
    if (a == NULL) {
        line_words(t, "constant", -1, "no cell of an input: a constant of the operation");
    }
}

/* The row's formula in words, its tensors by their names; a triangle's with its numbers. */
static void show_rule(struct explainer *t, const char *rule)
{
    scoped_buf text = {0};
    if (op_does(t->e->op, TRIANGLES)) {
        explain_formula(t);
        buf_puts(&text, buf_text(&t->ex->numbers));
        buf_clear(&t->ex->formula);
        buf_clear(&t->ex->numbers);
    } else {
        explain_in_words(t, rule, &text);
    }
    line_words(t, "rule", -1, "%s", buf_text(&text));
}

bool explain_map(struct explainer *t)
{
    const struct explanation *ex = t->ex;
    if (ex->from_count != 1) {
        explain_formula(t);
        if (ex->from_count == 0) {
            show_constant(t);
        } else { /* view_as_complex */
            line_words(t, "made", -1, "of %lld cells", (long long)ex->from_count);
        }
        again_result(t, false);
        return true;
    }
    struct scalar value = explainer_value(t, 0);
    const char *rule = t->e->op->formula;
    if (rule != NULL && strchr(rule, ' ') != NULL) {
        show_rule(t, rule);
    }
    name_cell(t, ex->from[0].input, ex->from[0].cell, &t->ex->formula);
    name_bare(&t->ex->formula);
    scalar_text(value, &t->ex->numbers);
    show_move(t, &ex->from[0]);
    enum dtype from = explainer_input(t, ex->from[0].input)->dtype;
    bool parts = from == DTYPE_COMPLEX64 || t->out.dtype == DTYPE_COMPLEX64; /* imag, conj */
    if (reads_bytes(t) || parts) {
        again_result(t, false);
    } else {
        explainer_result_of(t, explainer_input(t, ex->from[0].input), ex->from[0].cell);
    }
    return true;
}

/* --- picked by size --- */

/* How many cells of the row are smaller than this one, and how many equal it. */
static void show_rank(struct explainer *t, const struct run_of_cells *run, struct scalar own)
{
    int64_t smaller = 0, equal = 0;
    for (int64_t k = 0; k < run->count; k++) {
        double x = scalar_double(explainer_value(t, run->from[k]));
        smaller += x < scalar_double(own);
        equal += x == scalar_double(own);
    }
    struct buf text = {0};
    scalar_text(own, &text);
    buf_printf(&text, ": %lld of %lld cells are smaller, %lld equal", (long long)smaller,
               (long long)run->count, (long long)equal);
    line_add(t, "rank", -1, &text, NULL, (double)smaller);
}

static void show_row(struct explainer *t, const struct run_of_cells *run)
{
    line_group(t, run->count, 48);
    for (int64_t k = 0; k < run->count; k++) {
        struct buf text = {0};
        scoped_buf name = {0};
        struct scalar x = explainer_value(t, run->from[k]);
        if (line_shown(t)) {
            name_cell(t, run->input, t->ex->from[run->from[k]].cell, &name);
            buf_printf(&text, "%s = ", buf_text(&name));
            scalar_text(x, &text);
            line_add(t, "compare", run->from[k], &text, NULL, scalar_double(x));
        }
    }
}

/* The row that was compared: the cells of the first input along the axis. Its own function picks
 * again. */
bool explain_sort(struct explainer *t)
{
    struct run_of_cells run;
    explain_formula(t);
    again_result(t, false);
    if (t->ex->computed && runs_split(t, &run, 1) == 1) {
        struct scalar own = scalar_cell(&t->ex->result, 0);
        if (run.count == 1) {
            scoped_buf name = {0};
            name_cell(t, run.input, t->ex->from[run.from[0]].cell, &name);
            line_words(t, "picked", run.from[0], "%s", buf_text(&name));
        } else {
            show_row(t, &run);
        }
        if (run.count > 1 && t->output > 0 && !dtype_is_float(own.dtype)) {
            line_numbers(t, "picked", -1, "number # of the row", &own);
        }
        if (t->output == 0 && dtype_is_float(own.dtype) && run.count > 1) {
            show_rank(t, &run, own);
        }
        runs_free(&run, 1);
    }
    return true;
}
