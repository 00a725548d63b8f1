/* Finds the cells that went into a cell, a run for each input, and the pattern of their places. */
#include "trace/explain/runs.h"

#include "torch/origin/origin_region.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"

#include <ctype.h>
#include <stdlib.h>

int runs_split(struct explainer *t, struct run_of_cells *at, int most)
{
    const struct explanation *ex = t->ex;
    int count = 0;
    for (int input = 0; input < t->e->input_count && count < most; input++) {
        struct run_of_cells run = {.input = input};
        for (int64_t k = 0; k < ex->from_count; k++) {
            run.count += ex->from[k].input == input;
        }
        if (run.count == 0) {
            continue;
        }
        run.from = malloc((size_t)run.count * sizeof *run.from);
        if (run.from == NULL) {
            t->failed = true;
            break;
        }
        int64_t n = 0;
        for (int64_t k = 0; k < ex->from_count; k++) {
            if (ex->from[k].input == input) {
                run.from[n++] = k;
            }
        }
        at[count++] = run;
    }
    return count;
}

void runs_free(struct run_of_cells *at, int count)
{
    for (int k = 0; k < count; k++) {
        free(at[k].from);
        at[k].from = NULL;
    }
}

/* Place along `axis` of cell n of the run. */
static int64_t place_along(const struct explainer *t, const struct run_of_cells *run, int axis,
                           int64_t n)
{
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(explainer_input(t, run->input), t->ex->from[run->from[n]].cell, at);
    return at[axis];
}

static bool in_step(const struct explainer *t, const struct run_of_cells *a, int axis_a,
                    const struct run_of_cells *b, int axis_b)
{
    for (int64_t n = 0; n < a->count; n++) {
        if (n >= b->count || place_along(t, a, axis_a, n) != place_along(t, b, axis_b, n)) {
            return false;
        }
    }
    return true;
}

/* A name of one letter, anywhere in an expression: in "(q @ k.T).grad", not in 'bk,kd->bd'. */
static bool has_letter(const char *text, char letter)
{
    char quote = '\0';
    bool inside = false; /* of a longer name */
    for (; *text != '\0'; text++) {
        bool word = isalnum((unsigned char)*text) || *text == '_';
        bool ends = !isalnum((unsigned char)text[1]) && text[1] != '_';
        if (quote == '\0' && *text == letter && !inside && ends) {
            return true;
        }
        inside = word;
        if (quote == '\0' ? *text == '\'' || *text == '"' : *text == quote) {
            quote = quote == '\0' ? *text : '\0';
        }
    }
    return false;
}

bool runs_is_tensor(const struct explainer *t, char letter)
{
    scoped_buf text = {0};
    name_result(t, &text);
    for (int k = 0; k < t->e->input_count; k++) {
        buf_putc(&text, ' ');
        name_input(t, k, &text);
    }
    for (int64_t k = 0; k < t->ex->from_count; k++) { /* or what it was made of */
        if (k == 0 || t->ex->from[k].input != t->ex->from[k - 1].input) {
            buf_putc(&text, ' ');
            name_cell(t, t->ex->from[k].input, t->ex->from[k].cell, &text);
        }
    }
    return has_letter(buf_text(&text), letter);
}

/* The letter of an axis along which the cells of the run differ. */
static char letter_for(const struct explainer *t, const struct run_of_cells *run, int axis,
                       struct letters *letters, struct buf *ranges)
{
    for (int k = 0; k < letters->count; k++) {
        if (in_step(t, run, axis, letters->known[k].run, letters->known[k].axis)) {
            return letters->known[k].letter;
        }
    }
    int64_t low = place_along(t, run, axis, 0), high = low;
    for (int64_t n = 1; n < run->count; n++) {
        int64_t here = place_along(t, run, axis, n);
        low = here < low ? here : low;
        high = here > high ? here : high;
    }
    while (runs_is_tensor(t, letters->next)) {
        letters->next++;
    }
    char letter = letters->next++;
    if (letters->count < TENSOR_MAX_DIMS) {
        letters->known[letters->count].run = run;
        letters->known[letters->count].axis = axis;
        letters->known[letters->count++].letter = letter;
    }
    buf_printf(ranges, "%s%c = %lld ... %lld", ranges->len > 0 ? ", " : "", letter, (long long)low,
               (long long)high);
    return letter;
}

void runs_pattern(const struct explainer *t, const struct run_of_cells *run,
                  struct letters *letters, struct buf *ranges, struct buf *out)
{
    const struct tensor *x = explainer_input(t, run->input);
    name_input(t, run->input, out);
    for (int d = 0; d < x->ndim; d++) {
        bool runs = false;
        int64_t first = place_along(t, run, d, 0);
        for (int64_t n = 1; n < run->count && !runs; n++) {
            runs = place_along(t, run, d, n) != first;
        }
        buf_puts(out, d == 0 ? "[" : ", ");
        if (runs) {
            buf_putc(out, letter_for(t, run, d, letters, ranges));
        } else {
            buf_printf(out, "%lld", (long long)first);
        }
    }
    buf_puts(out, x->ndim > 0 ? "]" : "");
}

void runs_sum(struct explainer *t, const char *before, const char *after, struct buf *out)
{
    struct run_of_cells run;
    struct letters letters = {.next = 'k'};
    scoped_buf ranges = {0}, cells = {0};
    if (runs_split(t, &run, 1) == 1) {
        runs_pattern(t, &run, &letters, &ranges, &cells);
        buf_printf(out, "sum over %s of %s%s%s", ranges.len > 0 ? buf_text(&ranges) : "one cell",
                   before, buf_text(&cells), after);
        runs_free(&run, 1);
    } else {
        buf_puts(out, "a sum of no cells");
    }
}

void runs_formula(struct explainer *t, const char *words)
{
    struct run_of_cells run;
    struct letters letters = {.next = 'k'};
    scoped_buf ranges = {0}, cells = {0};
    if (runs_split(t, &run, 1) == 1) {
        runs_pattern(t, &run, &letters, &ranges, &cells);
        buf_printf(&t->ex->formula, "%s %s%s%s", words, buf_text(&cells),
                   ranges.len > 0 ? " over " : "", buf_text(&ranges));
        runs_free(&run, 1);
    } else {
        buf_printf(&t->ex->formula, "%s no cells", words);
    }
    line_few(t, t->ex->from_count, ", ", explainer_value, &t->ex->numbers);
}
