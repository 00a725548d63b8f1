/* Lines of an explanation, and the words for cells: names in the code, places, storage offsets. */
#include "trace/explain/explain_parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- lines --- */

static char *text_of(struct telling *t, struct buf *text)
{
    char *kept = text->failed ? NULL : malloc(text->len + 1);
    if (kept == NULL) {
        t->failed = true;
    } else {
        memcpy(kept, buf_text(text), text->len + 1);
    }
    buf_free(text);
    return kept;
}

void tell_step(struct telling *t, const char *part, int64_t from, struct buf *text,
               const struct scalar *after, double value)
{
    struct explanation *ex = t->ex;
    if (t->failed || t->silent || ex->step_count == EXPLAIN_STEPS) {
        buf_free(text);
        return;
    }
    struct explained_step *s = &ex->step[ex->step_count];
    *s = (struct explained_step){.part = part, .from = from, .value = value};
    s->text = text_of(t, text);
    if (after != NULL) {
        struct buf number = {0};
        scalar_text(*after, &number);
        s->after = text_of(t, &number);
    }
    ex->step_count++;
}

void tell_numbers(struct telling *t, const char *part, int64_t from, const char *format, int count,
                  const struct scalar *at)
{
    struct buf text = {0};
    scalars_text(&text, format, at);
    tell_step(t, part, from, &text, NULL, scalar_double(at[count - 1]));
}

void tell_words(struct telling *t, const char *part, int64_t from, const char *format, ...)
{
    struct buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    tell_step(t, part, from, &text, NULL, 0);
}

void tell_group(struct telling *t, int64_t total, int most)
{
    t->group = total;
    t->group_at = 0;
    t->head = total <= most ? most : most - most / 3 - 1;
    t->tail = total <= most ? 0 : most / 3;
}

bool tell_shown(struct telling *t, const struct scalar *running)
{
    int64_t k = t->group_at++;
    if (k == t->head && t->tail > 0) {
        struct buf text = {0};
        buf_printf(&text, "... %lld more of %lld ...", (long long)(t->group - t->head - t->tail),
                   (long long)t->group);
        tell_step(t, "", -1, &text, NULL, scalar_double(*running));
    }
    return k < t->head || k >= t->group - t->tail;
}

void tell_result(struct telling *t, struct scalar value)
{
    struct tensor result;
    enum dtype d = t->out.dtype;
    value = scalar_as(value, d);
    bool ok = dtype_is_float(d) ? tensor_from_double(t->cx, &result, d, value.f, false)
                                : tensor_from_int(t->cx, &result, d, value.i, false);
    if (!ok) {
        t->failed = true;
        return;
    }
    tensor_release(&t->ex->result);
    t->ex->result = result;
    t->ex->computed = true;
}

void tell_result_of(struct telling *t, const struct tensor *x, int64_t cell)
{
    struct tensor view = *x, copy, result;
    view.ndim = 0;
    view.offset = tensor_place(x, cell);
    bool ok = tensor_copy(t->cx, &copy, &view);
    if (ok) {
        ok = tensor_cast(t->cx, &result, &copy, t->out.dtype);
        tensor_release(&copy);
    }
    if (!ok) {
        t->failed = true;
        return;
    }
    tensor_release(&t->ex->result);
    t->ex->result = result;
    t->ex->computed = true;
}

/* --- inputs and their names --- */

const struct tensor *tell_input(const struct telling *t, int input)
{
    return &t->e->input[input].shadow->tensor;
}

const char *tell_parameter(const struct telling *t, int argument, size_t *len)
{
    const char *p = t->e->op->signature, *name;
    do {
        p = op_next_parameter(p, &name, len);
    } while (*len > 0 && argument-- > 0);
    return name;
}

int tell_input_of(const struct telling *t, int argument, int element)
{
    for (int k = 0; k < t->e->input_count; k++) {
        if (t->e->input[k].argument == argument && t->e->input[k].element == element) {
            return k;
        }
    }
    return -1;
}

int tell_input_named(const struct telling *t, const char *parameter)
{
    for (int k = 0; k < t->e->input_count; k++) {
        size_t len;
        const char *name = tell_parameter(t, t->e->input[k].argument, &len);
        if (len == strlen(parameter) && memcmp(name, parameter, len) == 0) {
            return k;
        }
    }
    return -1;
}

#define LONGEST_CODE 40 /* columns of an expression that stands for a name */

/* An operator outside of all brackets: the expression cannot be indexed as it stands. */
static bool has_operator(const char *text, size_t len)
{
    int depth = 0;
    bool quoted = false;
    for (size_t k = 0; k < len; k++) {
        quoted ^= text[k] == '\'' || text[k] == '"';
        depth += !quoted && strchr("([{", text[k]) != NULL;
        depth -= !quoted && strchr(")]}", text[k]) != NULL;
        if (depth == 0 && !quoted && strchr(" +-*/@%<>=&|^~", text[k]) != NULL) {
            return true;
        }
    }
    return false;
}

bool tell_code(const struct telling *t, int event, struct buf *out)
{
    const struct event *e = event < 0 ? NULL : &t->tape->event[event];
    const struct span *at = e == NULL ? NULL : &e->code;
    bool own = e != NULL && e->call == e->user_call && t->e->call == t->e->user_call &&
               e->statement == t->e->statement && at->source != NULL && !at->source->prelude;
    if (!own || at->line != at->end_line || at->end_column - at->column > LONGEST_CODE) {
        return false;
    }
    size_t len, width = (size_t)(at->end_column - at->column);
    const char *line = source_line(at->source, at->line, &len);
    if ((size_t)at->end_column > len || width == 0) {
        return false;
    }
    const char *text = line + at->column;
    bool wrapped = has_operator(text, width);
    buf_puts(out, wrapped ? "(" : "");
    buf_put(out, text, width);
    buf_puts(out, wrapped ? ")" : "");
    return true;
}

void tell_name(const struct telling *t, int input, struct buf *out)
{
    const struct tape_input *i = &t->e->input[input];
    const char *known = tape_name(t->tape, t->event, &i->of);
    size_t len;
    const char *name = tell_parameter(t, i->argument, &len);
    if (known != NULL) {
        buf_puts(out, known);
        return;
    }
    if (tell_code(t, i->of.maker, out)) {
        return;
    }
    buf_put(out, name, len);
    if (t->call.arg[i->argument].object == NULL && t->call.arg[i->argument].tensors != NULL) {
        buf_printf(out, "[%d]", i->element);
    }
}

void explain_input_name(struct tape *t, int event, int input, struct buf *out)
{
    const struct event *e = &t->event[event];
    struct telling of = {.tape = t, .event = event, .e = e};
    memcpy(of.call.arg, e->arg, (size_t)e->arg_count * sizeof *e->arg);
    tell_name(&of, input, out);
}

void tell_cell(const struct telling *t, int input, int64_t cell, struct buf *out)
{
    const struct tensor *x = tell_input(t, input);
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(x, cell, at);
    tell_name(t, input, out);
    for (int d = 0; d < x->ndim; d++) {
        buf_printf(out, "%s%lld", d == 0 ? "[" : ", ", (long long)at[d]);
    }
    buf_puts(out, x->ndim > 0 ? "]" : "");
}

struct scalar tell_value(const struct telling *t, int64_t from)
{
    const struct explained_cell *c = &t->ex->from[from];
    return scalar_cell(tell_input(t, c->input), c->cell);
}

void tell_few(const struct telling *t, int64_t n, const char *between, tell_reader *read,
              struct buf *out)
{
    enum { FEW = 6, FIRST = 3 };
    for (int64_t k = 0; k < n; k++) {
        if (n > FEW && k == FIRST) {
            buf_printf(out, "%s...", between);
            k = n - 2;
        }
        buf_puts(out, k > 0 ? between : "");
        scalar_text(read(t, k), out);
    }
    buf_puts(out, n == 0 ? "0" : "");
}

int64_t tell_from_at(const struct telling *t, const struct tensor *x, int64_t place)
{
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        if (t->ex->from[k].input == 0 && tensor_place(x, t->ex->from[k].cell) == place) {
            return k;
        }
    }
    return -1;
}

void tell_offset(const struct tensor *x, const int64_t *at, struct buf *out)
{
    int64_t place = x->offset;
    buf_printf(out, "%lld", (long long)x->offset);
    for (int d = 0; d < x->ndim; d++) {
        place += at[d] * x->stride[d];
        buf_printf(out, " + %lld", (long long)at[d]);
        if (x->stride[d] != 1) {
            buf_printf(out, "*%lld", (long long)x->stride[d]);
        }
    }
    if (x->ndim > 0) {
        buf_printf(out, " = %lld", (long long)place);
    }
}

/* --- rows and columns among the cells --- */

int tell_runs(struct telling *t, struct run_of_cells *at, int most)
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

void tell_runs_free(struct run_of_cells *at, int count)
{
    for (int k = 0; k < count; k++) {
        free(at[k].from);
        at[k].from = NULL;
    }
}

/* Place along `axis` of cell n of the run. */
static int64_t place_along(const struct telling *t, const struct run_of_cells *run, int axis,
                           int64_t n)
{
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(tell_input(t, run->input), t->ex->from[run->from[n]].cell, at);
    return at[axis];
}

static bool in_step(const struct telling *t, const struct run_of_cells *a, int axis_a,
                    const struct run_of_cells *b, int axis_b)
{
    for (int64_t n = 0; n < a->count; n++) {
        if (n >= b->count || place_along(t, a, axis_a, n) != place_along(t, b, axis_b, n)) {
            return false;
        }
    }
    return true;
}

/* Whether a tensor of the event is called by that letter. */
static bool is_tensor(const struct telling *t, char letter)
{
    const char *name = tape_result_name(t->tape, t->event, t->output);
    bool found = name != NULL && name[0] == letter && name[1] == '\0';
    for (int k = 0; k < t->e->input_count && !found; k++) {
        struct buf text = {0};
        tell_name(t, k, &text);
        found = text.len == 1 && text.data[0] == letter;
        buf_free(&text);
    }
    return found;
}

/* The letter of an axis along which the cells of the run differ. */
static char letter_for(const struct telling *t, const struct run_of_cells *run, int axis,
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
    while (is_tensor(t, letters->next)) {
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

void tell_pattern(const struct telling *t, const struct run_of_cells *run, struct letters *letters,
                  struct buf *ranges, struct buf *out)
{
    const struct tensor *x = tell_input(t, run->input);
    tell_name(t, run->input, out);
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
