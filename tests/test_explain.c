/* The property of explanations, over every row of ops.def and numpy.def: the result that is worked
 * out for a cell is, bit for bit, the cell; and the lines that lead there can be computed again from
 * their printed digits.
 *
 * The calls are those of tests/test_origin.c, carried out in the language while a tape listens. "To
 * test a row that generated calls do not fit: a row in `calls` (origin_calls.h) or, for NumPy, in
 * `numpy_calls`." */
#include "traced.h"

#include "expect.h"
#include "origin_calls.h"
#include "torch/numpy.h"
#include "trace/explain.h"

#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_explain(void);

/* Rows whose cells are drawn and not worked out. May only grow with a new random operation. */
static const char *const drawn[] = {
    "bernoulli", "dropout",      "exponential", "multinomial", "normal", "rand",     "rand_like",
    "randint",   "randint_like", "randn",       "randn_like",  "random", "randperm", "uniform",
};

/* Rows that the language never reaches: another overload of the name takes the same arguments. */
static const char *const never_chosen[] = {"new"};

#define CELLS 10 /* of each output are asked */

struct trial {
    struct traced *t;
    struct buf *faults;
    bool *seen; /* rows that were carried out, by their place in the table */
    const struct op *table;
    int told;
    char text[512];
};

static void fault(struct trial *t, int event, int64_t cell, const char *what, const char *detail)
{
    if (t->told++ < 2 && t->faults->len < 2500) {
        buf_printf(t->faults, "%s(%s) cell %lld: %s: %s\n", t->t->tape.event[event].name, t->text,
                   (long long)cell, what, detail);
    }
}

/* --- the result --- */

static bool same_bits(const struct tensor *result, const struct tensor *out, int64_t cell)
{
    size_t size = dtype_size(out->dtype);
    int64_t place = tensor_place(out, cell);
    const char *there = (const char *)out->storage->data + place * (int64_t)size;
    bool number = !dtype_is_float(out->dtype) || !isnan(tensor_double_at(out, place));
    return result->dtype == out->dtype && result->ndim == 0 &&
           (number ? memcmp(tensor_data(result), there, size) == 0
                   : isnan(tensor_double_at(result, result->offset)));
}

/* --- the lines --- */

static bool read_number(const char **p, double *out)
{
    char *end;
    *p += strspn(*p, " (");
    if (strncmp(*p, "True", 4) == 0 || strncmp(*p, "False", 5) == 0) {
        return false;
    }
    *out = strtod(*p, &end);
    bool ok = end != *p;
    *p = end + strspn(end, ")");
    return ok;
}

static double operate(char sign, double a, double b)
{
    return sign == '+' ? a + b : sign == '-' ? a - b : sign == '*' ? a * b : a / b;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* "a * b = c" with nothing else: whether c comes out, in float32 or in double. True for any other
 * line. */
static bool line_holds(const char *text)
{
    double a, b, c;
    const char *p = strstr(text, ": ") != NULL ? strstr(text, ": ") + 2 : text;
    if (!read_number(&p, &a) || p[0] != ' ' || strchr("+-*/", p[1]) == NULL || p[2] != ' ') {
        return true;
    }
    char sign = p[1];
    p += 3;
    if (!read_number(&p, &b) || strncmp(p, " = ", 3) != 0) {
        return true;
    }
    p += 3;
    if (!read_number(&p, &c) || *p != '\0') {
        return true;
    }
    float single = sign == '+'   ? (float)a + (float)b
                   : sign == '-' ? (float)a - (float)b
                   : sign == '*' ? (float)a * (float)b
                                 : (float)a / (float)b;
    return same_number(operate(sign, a, b), c) || same_number((double)single, (double)(float)c);
}

static bool fits_in(const char *text, size_t width)
{
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (len > width) {
            return false;
        }
        text += len + (text[len] == '\n');
    }
    return true;
}

static void check_lines(struct trial *t, int event, int64_t cell, const struct explanation *x)
{
    struct buf text = {0};
    if (x->title.len == 0 || x->formula.len == 0 || x->place.len == 0) {
        fault(t, event, cell, "no title, formula or place", buf_text(&x->title));
    }
    for (int k = 0; k < x->step_count; k++) {
        const struct explained_step *s = &x->step[k];
        if (!line_holds(s->text)) {
            fault(t, event, cell, "the line does not hold", s->text);
        }
        if (s->from >= x->from_count || s->from < -1) {
            fault(t, event, cell, "no such cell", s->text);
        }
    }
    explain_text(x, 80, &text);
    if (!fits_in(buf_text(&text), 80)) {
        fault(t, event, cell, "wider than 80 columns", buf_text(&text));
    }
    buf_free(&text);
}

static void check_cell(struct trial *t, int event, int output, int64_t cell,
                       const struct tensor *out, bool *undrawn)
{
    struct explanation x;
    struct tape *tape = &t->t->tape;
    if (!explain_cell(tape, event, output, cell, &x)) {
        fault(t, event, cell, "refused", tape->session->in.error.text);
        error_clear(&tape->session->in.error);
    } else {
        if (!same_bits(&x.result, out, cell)) {
            struct buf text = {0};
            explain_text(&x, 80, &text);
            explain_number(tensor_double_at(&x.result, x.result.offset), x.result.dtype, &text);
            fault(t, event, cell, "not the bits of the tensor", buf_text(&text));
            buf_free(&text);
        }
        *undrawn |= x.computed;
        bool may = listed(tape->event[event].op->name, drawn, sizeof drawn / sizeof drawn[0]);
        if (!x.computed && !may) {
            fault(t, event, cell, "not computed", buf_text(&x.formula));
        }
        check_lines(t, event, cell, &x);
    }
    explain_free(&x);
}

static void check_event(struct trial *t, int event)
{
    struct tape *tape = &t->t->tape;
    const struct event *e = &tape->event[event];
    bool computed = false;
    for (int k = 0; k < e->output_count; k++) {
        struct tensor out;
        ck_assert(tape_after(tape, &e->output[k], event, &out));
        int64_t cells = tensor_numel(&out), step = cells <= CELLS ? 1 : cells / CELLS;
        for (int64_t cell = 0; cell < cells; cell += step) {
            check_cell(t, event, k, cell, &out, &computed);
        }
        tensor_release(&out);
    }
}

/* --- carrying out calls --- */

static bool run_text(struct trial *t, const char *text)
{
    struct session *s = t->t->program.session;
    char *kept = arena_alloc(&s->in.arena, strlen(text) + 1);
    ck_assert_ptr_nonnull(kept);
    strcpy(kept, text);
    return program_run(&t->t->program, kept, 0) == OUTCOME_DONE;
}

/* Runs `text` and checks the events of the operation that it made. */
static void run_and_check(struct trial *t, const char *text, const char *name)
{
    int before = t->t->tape.event_count;
    run_text(t, text);
    for (int k = before; k < t->t->tape.event_count; k++) {
        const struct op *op = t->t->tape.event[k].op;
        if (strcmp(op->name, name) == 0) {
            for (int row = 0; t->table[row].name != NULL; row++) {
                t->seen[row] |= op == &t->table[row];
            }
            check_event(t, k);
        }
    }
}

/* The call in each of the ways in which the row can be called. */
static void try_ways(struct trial *t, const struct op *op)
{
    static const struct {
        unsigned where;
        const char *format;
    } ways[] = {
        {IN_TORCH, "torch.%s(*a, **k)"},       {IN_METHOD, "a[0].%s(*a[1:], **k)"},
        {IN_FUNCTIONAL, "F.%s(*a, **k)"},      {IN_PROPERTY, "a[0].%s"},
        {IN_PLACE, "a[0].%s_(*a[1:], **k)"},   {IN_SPECIAL, "torch.%.*s.%s(*a, **k)"},
    };
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        struct buf text = {0};
        if ((op->where & ways[w].where) == 0) {
            continue;
        }
        buf_printf(&text, "torch.manual_seed(3)\na, k = %s\nr = ", t->text);
        if (ways[w].where == IN_SPECIAL) {
            const char *bar = strchr(op->name, '_');
            buf_printf(&text, "torch.%.*s.%s(*a, **k)", (int)(bar - op->name), op->name, bar + 1);
        } else if (ways[w].where == IN_PLACE) {
            buf_printf(&text, "a[0].%s_(*a[1:], **k)", op->name);
        } else {
            const char *gap = strstr(ways[w].format, "%s");
            buf_printf(&text, "%.*s%s%s", (int)(gap - ways[w].format), ways[w].format, op->name,
                       gap + 2);
        }
        run_and_check(t, buf_text(&text), op->name);
        buf_free(&text);
    }
    if ((op->where & IN_INTERNAL) != 0) {
        struct buf text = {0};
        buf_printf(&text, "a, k = %s\nr = 2.5 %c a[0]", t->text,
                   strcmp(op->name, "rsub") == 0 ? '-' : '/');
        run_and_check(t, buf_text(&text), op->name);
        buf_free(&text);
    }
}

static void try_row(struct trial *t, const struct op *op)
{
    struct declared a[OP_MAX_ARGUMENTS];
    int count = read_parameters(op, a);
    bool has_tensors = false, has_dim = false;
    for (int k = 0; k < count; k++) {
        has_tensors |= strncmp(a[k].type, "Tensor", 6) == 0 || strcmp(a[k].type, "Other") == 0;
        has_dim |= strcmp(a[k].name, "dim") == 0;
    }
    bool generated = !listed(op->name, by_hand, sizeof by_hand / sizeof by_hand[0]);
    for (size_t shape = 0; generated && shape < (has_tensors ? SHAPES : 1); shape++) {
        for (int choice = 0; choice < (has_dim ? CHOICES : 1); choice++) {
            write_call(op, shape, choice, t->text, sizeof t->text);
            try_ways(t, op);
        }
    }
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        if (strcmp(calls[k].name, op->name) == 0) {
            snprintf(t->text, sizeof t->text, "%s", calls[k].text);
            try_ways(t, op);
        }
    }
}

/* --- the suite --- */

static struct traced traced;

static void setup(void)
{
    traced_open(&traced, "");
    traced.tape.recorder = (struct recorder){0};
    tape_free(&traced.tape);
    ck_assert_int_eq(program_run(&traced.program, preparation, 0), OUTCOME_DONE);
}

static void teardown(void)
{
    program_close(&traced.program);
}

static bool is_skipped(const struct op *op)
{
    bool known = op->kind == KIND_VALUE;
    for (size_t k = 0; k < sizeof skipped / sizeof skipped[0]; k++) {
        known |= strcmp(skipped[k].name, op->name) == 0;
    }
    return known || listed(op->name, never_chosen, sizeof never_chosen / sizeof never_chosen[0]);
}

/* Every row of one kind. */
START_TEST(rows)
{
    struct buf faults = {0};
    bool *seen = calloc((size_t)op_count + 1, sizeof *seen);
    for (const struct op *op = ops; op->name != NULL; op++) {
        struct trial t = {.t = &traced, .faults = &faults, .seen = seen, .table = ops};
        if ((int)op->kind != _i || is_skipped(op)) {
            continue;
        }
        ck_assert(tape_start(&traced.tape, traced.program.session));
        try_row(&t, op);
        tape_finish(&traced.tape);
        tape_free(&traced.tape);
    }
    for (int k = 0; k < op_count; k++) {
        if ((int)ops[k].kind == _i && !seen[k] && !is_skipped(&ops[k])) {
            buf_printf(&faults, "%s%s was not carried out\n", ops[k].name, ops[k].signature);
        }
    }
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
    free(seen);
}
END_TEST

Suite *suite_explain(void)
{
    Suite *s = suite_create("explain");
    TCase *t = tcase_create("rows");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, rows, 0, KIND_VALUE);
    suite_add_tcase(s, t);
    return s;
}
