/* Tests the property of explanations, over every row of ops.def and numpy.def: the result that is
 * worked out for a cell is, bit for bit, the cell; and the lines that lead there can be computed
 * again from their printed digits.
 *
 * The calls are those of tests/torch/test_origin.c, carried out in the language while a tape
 * listens. "To test a row that generated calls do not fit: a row in `calls` (origin_calls.h) or,
 * for NumPy, in `numpy_calls`." */
#include "traced.h"

#include "expect.h"
#include "numpy/numpy.h"
#include "origin_calls.h"
#include "recompute.h"
#include "trace/explain/explain.h"
#include "trace/explain/explain_text.h"
#include "trace/explain/scalar.h"
#include "trace/tape/snapshot.h"
#include "training.h"

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

/* Rows whose cells, or some of them, are told without terms, "all at once": losses are added up in
 * levels that only their own function knows, tensordot sums a longer axis that meets one of size 1
 * first, and solving, decomposing, distances, bins, rarer norms, long products and the sums of
 * exponents of integers are nothing that a layer shows. */
static const char *const at_once[] = {
    "addbmm", "cdist", "cholesky", "corrcoef",          "cov",       "cummax",    "cummin",
    "det",    "dist",  "histc",    "inverse",           "logsumexp", "nll_loss",  "norm",
    "prod",   "qr",    "slogdet",  "special_logsumexp", "svd",       "tensordot", "trace",
};

static bool is_told_at_once(const char *name)
{
    return strncmp(name, "linalg_", 7) == 0 ||
           listed(name, at_once, sizeof at_once / sizeof at_once[0]);
}

#define CELLS 10         /* of each output are asked */
#define DRAWN_MISSING 20 /* rows whose written calls do not fit sizes that are drawn: fewer are */

/* What became of one row. */
struct covered {
    int64_t cells; /* that were explained */
    unsigned ways; /* enum op_where bits: in which its calls gave an event */
};

struct trial {
    struct traced *t;
    struct buf *faults;
    struct covered *seen; /* by the row's place in the table */
    struct covered *row;  /* of the event that is being checked */
    const struct op *table;
    int told;
    int recomputed; /* formulas whose numbers were computed again */
    int seed;       /* of the numbers that calls draw; 0: 3 */
    bool keep;      /* nothing in place: cells share their memory */
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

/* "a * b = c" of integers, which wrap at 8, 16 or 64 bits. */
static bool integers_hold(const char *text)
{
    char *end, sign;
    uint64_t a = (uint64_t)strtoll(text, &end, 10), b, c, sum;
    sign = end[1];
    b = (uint64_t)strtoll(end + 3, &end, 10);
    c = (uint64_t)strtoll(end + 3, NULL, 10);
    sum = sign == '+' ? a + b : sign == '-' ? a - b : a * b;
    return sum == c || (uint8_t)sum == c || (int64_t)(int16_t)sum == (int64_t)c ||
           (int64_t)(int8_t)sum == (int64_t)c;
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
    if (strpbrk(text, ".nif") == NULL) {
        return sign == '/' || integers_hold(text);
    }
    float single = sign == '+'   ? (float)a + (float)b
                   : sign == '-' ? (float)a - (float)b
                   : sign == '*' ? (float)a * (float)b
                                 : (float)a / (float)b;
    return same_number(operate(sign, a, b), c) || same_number((double)single, (double)(float)c);
}

/* "a * b + ... = c; something is d": whether c and d are the same but for rounding. */
static bool check_holds(const struct explained_step *s)
{
    const char *sum = strstr(s->text, " = "), *last = strrchr(s->text, ' ');
    if (strcmp(s->part, "check") != 0) {
        return true;
    }
    double c = sum != NULL ? strtod(sum + 3, NULL) : NAN, d = last != NULL ? strtod(last, NULL) : 0;
    return fabs(c - d) <= 2e-3 * (1 + fabs(d));
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

/* Whether the formula with its numbers gives the result: to the bit for truth and whole numbers,
 * else to what rounding can change on the way. */
static bool numbers_hold(struct trial *t, const struct explanation *x)
{
    struct recomputed again;
    enum dtype dtype = x->result.dtype;
    double result = tensor_double_at(&x->result, x->result.offset);
    if (dtype == DTYPE_COMPLEX64 || x->numbers.len == 0 ||
        !recompute(buf_text(&x->numbers), &again) || again.steps == 0) {
        return true;
    }
    t->recomputed++;
    if (isnan(result) || isnan(again.value) || isinf(result) || isinf(again.value)) {
        return same_number(result, again.value) || fabs(again.value) > 1e38 || isinf(again.size);
    }
    double unit = dtype == DTYPE_FLOAT64   ? ldexp(1, -52)
                  : dtype == DTYPE_FLOAT32 ? ldexp(1, -23)
                  : dtype == DTYPE_FLOAT16 ? ldexp(1, -10)
                                           : ldexp(1, -7);
    if (dtype == DTYPE_BOOL) {
        return (result != 0) == (again.value != 0);
    }
    if (!dtype_is_float(dtype) && fabs(again.value) > 127) { /* integers wrap */
        double round = ldexp(1, 8 * (int)dtype_size(dtype));
        return fabs(again.value) > 1e15 || fmod(again.value - result, round) == 0;
    }
    double most = dtype_is_float(dtype) ? (again.steps + 3) * unit * again.size + 1e-44 : 0;
    return fabs(result - again.value) <= most;
}

static void check_lines(struct trial *t, int event, int64_t cell, const struct explanation *x)
{
    struct buf text = {0};
    if (t->row != NULL) {
        t->row->cells++;
    }
    if (x->title.len == 0 || x->formula.len == 0 || x->place.len == 0) {
        fault(t, event, cell, "no title, formula or place", buf_text(&x->title));
    }
    for (int k = 0; k < x->step_count; k++) {
        const struct explained_step *s = &x->step[k];
        if (strstr(s->text, "all at once") != NULL &&
            !is_told_at_once(t->t->tape.event[event].op->name)) {
            fault(t, event, cell, "told without terms", s->text);
        }
        if (!check_holds(s)) {
            fault(t, event, cell, "the check fails", s->text);
        }
        if (!dtype_is_short_float(x->result.dtype) && !line_holds(s->text)) {
            fault(t, event, cell, "the line does not hold", s->text);
        }
        if (s->from >= x->from_count || s->from < -1) {
            fault(t, event, cell, "no such cell", s->text);
        }
    }
    if (!numbers_hold(t, x)) {
        fault(t, event, cell, "the numbers of the formula do not give the result",
              buf_text(&x->numbers));
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
            scalar_digits(tensor_double_at(&x.result, x.result.offset), x.result.dtype, &text);
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

static int seed_of(const struct trial *t)
{
    return t->seed != 0 ? t->seed : 3;
}

/* --- what the code gets stands on the tape --- */

static bool is_on_tape(const struct tape *t, uint64_t serial)
{
    bool found = false;
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            found |= e->input[j].of.serial == serial;
        }
        for (int j = 0; j < e->output_count; j++) {
            found |= e->output[j].serial == serial;
        }
    }
    return found;
}

static void check_value(struct trial *t, struct value v, const char *name)
{
    struct interp *in = &t->t->program.session->in;
    if (tensor_object_is(in, v) || ndarray_is(in, v)) {
        if (!is_on_tape(&t->t->tape, tensor_object_of(v)->serial)) {
            buf_printf(t->faults, "%s(%s): the result is not on the tape\n", name, t->text);
        }
    } else if (list_is(v) || tuple_is(v)) {
        const struct list *l = (const struct list *)v.o;
        for (int64_t k = 0; k < l->count; k++) {
            check_value(t, l->at[k], name);
        }
    }
}

/* Whatever tensors `r` holds now. */
static void check_result(struct trial *t, const char *name)
{
    struct interp *in = &t->t->program.session->in;
    struct str *r = str_intern(in, "r");
    struct value v;
    if (r != NULL && t->t->program.outcome == OUTCOME_DONE && dict_get_str(in->main->dict, r, &v)) {
        check_value(t, v, name);
    }
}

/* Runs `text` and checks the events of the operation that it made. */
static void run_and_check(struct trial *t, const char *text, const char *name, unsigned way)
{
    ck_assert(tape_start(&t->t->tape, t->t->program.session));
    run_text(t, text);
    tape_finish(&t->t->tape);
    check_result(t, name);
    for (int k = 0; k < t->t->tape.event_count; k++) {
        const struct op *op = t->t->tape.event[k].op;
        if (strcmp(op->name, name) == 0) {
            t->row = NULL;
            for (int row = 0; t->table[row].name != NULL; row++) {
                if (op == &t->table[row]) {
                    t->row = &t->seen[row];
                    t->row->ways |= way;
                }
            }
            check_event(t, k);
            t->row = NULL;
        }
    }
    tape_free(&t->t->tape);
}

/* The call in each of the ways in which the row can be called. */
static void try_ways(struct trial *t, const struct op *op)
{
    static const struct {
        unsigned where;
        const char *format;
    } ways[] = {
        {IN_TORCH, "torch.%s(*a, **k)"},     {IN_METHOD, "a[0].%s(*a[1:], **k)"},
        {IN_FUNCTIONAL, "F.%s(*a, **k)"},    {IN_PROPERTY, "a[0].%s"},
        {IN_PLACE, "a[0].%s_(*a[1:], **k)"}, {IN_SPECIAL, "torch.%.*s.%s(*a, **k)"},
    };
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        struct buf text = {0};
        if ((op->where & ways[w].where) == 0 || (t->keep && ways[w].where == IN_PLACE)) {
            continue;
        }
        buf_printf(&text, "torch.manual_seed(%d)\na, k = %s\nr = ", seed_of(t), t->text);
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
        run_and_check(t, buf_text(&text), op->name, ways[w].where);
        buf_free(&text);
    }
    if ((op->where & IN_INTERNAL) != 0) {
        struct buf text = {0};
        if (strcmp(op->name, "set_data") == 0) {
            buf_printf(&text, "a, k = %s\na[0].data = a[1]\nr = a[0]", t->text);
        } else {
            buf_printf(&text, "a, k = %s\nr = 2.5 %c a[0]", t->text,
                       strcmp(op->name, "rsub") == 0 ? '-' : '/');
        }
        run_and_check(t, buf_text(&text), op->name, IN_INTERNAL);
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
    return known;
}

/* Ways in which a row is never reached. */
static const struct {
    const char *name;
    unsigned ways;
    const char *reason;
} unreached[] = {
    {"reshape", IN_TORCH, "sizes one by one are for the method"},
};

static unsigned ways_of(const struct op *op)
{
    unsigned ways = op->where;
    for (size_t k = 0; k < sizeof unreached / sizeof unreached[0]; k++) {
        ways &= strcmp(unreached[k].name, op->name) == 0 ? ~unreached[k].ways : ~0u;
    }
    return ways;
}

/* Notes what was not covered of one row. */
static void check_covered(const struct op *op, const struct covered *c, struct buf *faults)
{
    bool empty = strcmp(op->name, "new") == 0 && strcmp(op->signature, "(Tensor input)") == 0;
    if (c->cells == 0 && !empty) { /* x.new() has no cells */
        buf_printf(faults, "%s%s: no cell was explained\n", op->name, op->signature);
    }
    if ((ways_of(op) & ~c->ways) != 0) {
        buf_printf(faults, "%s%s: not carried out in the ways %#x\n", op->name, op->signature,
                   ways_of(op) & ~c->ways);
    }
}

static void say(const char *what, int covered, int rows, int64_t cells)
{
    printf("explain: %s: %d of %d rows, %lld cells\n", what, covered, rows, (long long)cells);
    fflush(stdout);
}

/* --- NumPy --- */

/* x of NumPy's functions of one argument; the other one. */
static const char *const arrays[][2] = {
    {"n(3, 4)", "n(4)"},
    {"n(4)", "n(3, 1)"},
    {"n(3, 4).T", "n(3)"},
    {"np.array([1, 2, 3])", "2"},
    {"n()", "n()"},
    {"np.array([True, False])", "True"},
    {"n(2, 3)[:, 1:]", "np.array([3, 1])"},
};

static const struct {
    const char *name, *text;
} numpy_calls[] = {
    {"array", "[[1, 2], [3, 4]]"},
    {"array", "n(2, 3)"},
    {"asarray", "[1.5, 2.5]"},
    {"asanyarray", "[1.5, 2.5]"},
    {"ascontiguousarray", "n(2, 3).T"},
    {"asfortranarray", "n(2, 3)"},
    {"copy", "n(2, 3)"},
    {"zeros", "(2, 3)"},
    {"empty", "(2, 3)"},
    {"ones", "(2, 3)"},
    {"full", "(2, 3), 7"},
    {"zeros_like", "n(2, 3)"},
    {"empty_like", "n(2, 3)"},
    {"ones_like", "n(2, 3)"},
    {"full_like", "n(2, 3), 0.5"},
    {"arange", "2, 9, 3"},
    {"arange", "4"},
    {"linspace", "0, 1, 5"},
    {"eye", "3"},
    {"identity", "3"},
    {"tri", "3, 4, 1"},
    {"tril_indices", "3"},
    {"triu_indices", "3"},
    {"round", "n(2, 3), 1"},
    {"round_", "n(2, 3), 1"},
    {"around", "n(2, 3), 1"},
    {"isclose", "n(3), n(3)"},
    {"where", "n(3) > 0.5, n(3), 0"},
    {"where", "n(2, 3) > 0.5, n(3), n(2, 1)"},
    {"clip", "n(3, 4), 0.3, 0.6"},
    {"clip", "n(3, 4), 0.3"},
    {"astype", "n(2, 3), np.int64"},
    {"astype", "n(2, 3), 'float64'"},
    {"var", "n(3, 4), 1, ddof=1"},
    {"std", "n(3, 4)"},
    {"var", "np.array([1, 2, 5])"},
    {"argmax", "n(3, 4), 1"},
    {"argmin", "n(3, 4)"},
    {"argmax", "np.array([[1, 5], [7, 7]])"},
    {"count_nonzero", "n(3, 4) > 0.5, 0"},
    {"cumsum", "n(3, 4), 1"},
    {"cumsum", "np.arange(6)"},
    {"cumsum", "n(2, 3)"},
    {"cumprod", "n(3, 4), 0"},
    {"sort", "n(3, 4)"},
    {"argsort", "n(3, 4), 0"},
    {"unique", "np.array([3, 1, 3, 2])"},
    {"searchsorted", "np.array([1, 3, 5]), np.array([2, 6])"},
    {"bincount", "np.array([1, 3, 1])"},
    {"reshape", "n(3, 4), (2, 6)"},
    {"ravel", "n(3, 4).T"},
    {"flatten", "n(3, 4)"},
    {"transpose", "n(2, 3, 4)"},
    {"transpose", "n(2, 3, 4), (1, 0, 2)"},
    {"swapaxes", "n(2, 3, 4), 0, 2"},
    {"moveaxis", "n(2, 3, 4), 0, 2"},
    {"expand_dims", "n(2, 3), 1"},
    {"squeeze", "n(2, 1, 3)"},
    {"broadcast_to", "n(3), (2, 3)"},
    {"concatenate", "[n(2, 3), n(1, 3)]"},
    {"stack", "[n(2, 3), n(2, 3)], 1"},
    {"repeat", "n(2, 3), 2, 1"},
    {"tile", "n(2, 3), (2, 1)"},
    {"flip", "n(2, 3), 0"},
    {"roll", "n(2, 3), 1"},
    {"tril", "n(3, 3)"},
    {"triu", "n(3, 3), 1"},
    {"diag", "n(3)"},
    {"diag", "n(3, 3)"},
    {"diagonal", "n(3, 4)"},
    {"trace", "n(3, 3)"},
    {"take", "n(3, 4), np.array([0, 2]), 1"},
    {"dot", "n(3, 4), n(4, 2)"},
    {"dot", "n(4), n(4)"},
    {"dot", "n(2, 3, 4), n(2, 4, 3)"},
    {"dot", "n(3), 2"},
    {"matmul", "n(3, 4), n(4, 2)"},
    {"matmul", "n(2, 3, 4), n(4, 2)"},
    {"matmul", "np.array([[1, 2]]), n(2, 3)"},
    {"matmul", "np.array([[1, 2]]), np.array([[3], [4]])"},
    {"inner", "n(2, 4), n(3, 4)"},
    {"outer", "n(3), n(2)"},
    {"vdot", "n(2, 2), n(2, 2)"},
    {"tensordot", "n(2, 3, 4), n(3, 4, 2)"},
    {"tensordot", "n(2, 3), n(3, 2), 1"},
    {"einsum", "'ij->i', n(2, 3)"},
    {"einsum", "'i,i->', n(1), n(1)"}, /* no axis is left */
    {"einsum", "'ij,jk->ik', n(2, 3), n(3, 4)"},
    {"einsum", "'ij,jk,kl->il', n(2, 3), n(3, 4), n(4, 2)"},
    {"linalg_norm", "n(3, 4), axis=1"},
    {"linalg_cholesky", "np.array([[4., 1.], [1., 3.]])"},
    {"linalg_pinv", "n(3, 2)"},
    {"linalg_norm", "n(3, 4), 1"},
    {"linalg_norm", "n(4), 1"},
    {"_pad_constant", "n(2, 3), [1, 1, 0, 2], 0.5"},
    {"linalg_inv", "n(2, 2)"},
    {"linalg_det", "n(3, 3)"},
    {"linalg_qr", "n(3, 2)"},
    {"linalg_qr", "n(3, 3), 'complete'"},
    {"linalg_slogdet", "n(3, 3)"},
    {"linalg_svd", "n(3, 2)"},
    {"linalg_slogdet", "n(2, 3, 3)"},
    {"tril_indices", "3"},
    {"triu_indices", "3, 1, 4"},
    {"nonzero", "n(3, 4)"},
    {"where", "n(3, 4)"},
    {"split", "n(4, 3), 2"},
    {"split", "n(4, 3), [1, 3], 1"},
    {"array_split", "n(5, 3), 2"},
    {"sort", "n(3, 4)"},
    {"fill", "n(3, 4), 2.5"},
    {"resize", "n(2, 3), (2, 2), refcheck=False"},
    {"resize", "n(2, 3), (3, 3), refcheck=False"},
    {"linalg_solve", "n(2, 2), n(2)"},
    {"linalg_svdvals", "n(3, 2)"},
};

static void try_numpy(struct trial *t, const struct op *op, const char *arguments)
{
    struct buf text = {0};
    const char *bar = strchr(op->name, '_');
    snprintf(t->text, sizeof t->text, "%s", arguments);
    buf_printf(&text, "torch.manual_seed(%d)\n", seed_of(t));
    if (strcmp(op->name, "linalg_svdvals") == 0) { /* its only caller */
        buf_printf(&text, "r = np.linalg.svd(%s, compute_uv=False)", arguments);
    } else if ((op->where & IN_SPECIAL) != 0) {
        buf_printf(&text, "r = np.linalg.%s(%s)", bar + 1, arguments);
    } else {
        buf_printf(&text, "r = np.%s(%s)", op->name, arguments);
    }
    if ((op->where & IN_METHOD) != 0) {
        run_and_check(t, buf_text(&text), op->name, op->where & (IN_NUMPY | IN_SPECIAL));
        buf_clear(&text);
        buf_printf(&text,
                   "torch.manual_seed(%d)\ndef at(*a, **k): return (a, k)\n"
                   "a, k = at(%s)\nr = a[0].%s(*a[1:], **k)",
                   seed_of(t), arguments, op->name);
    }
    run_and_check(t, buf_text(&text), op->name,
                  op->where & ((op->where & IN_METHOD) != 0 ? IN_METHOD : IN_NUMPY | IN_SPECIAL));
    buf_free(&text);
}

static void try_numpy_row(struct trial *t, const struct op *op)
{
    bool one = strncmp(op->signature, "(object x, object out", 21) == 0;
    bool two = strncmp(op->signature, "(object x1, object x2, object out", 33) == 0;
    bool fold =
        op->kind == KIND_REDUCTION && strncmp(op->signature, "(object a, int[]? axis", 22) == 0;
    for (size_t k = 0; (one || two || fold) && k < sizeof arrays / sizeof arrays[0]; k++) {
        char text[128];
        snprintf(text, sizeof text, two ? "%s, %s" : "%s", arrays[k][0], arrays[k][1]);
        try_numpy(t, op, text);
        if (fold) {
            snprintf(text, sizeof text, "%s, axis=0", arrays[k][0]);
            try_numpy(t, op, text);
        }
    }
    for (size_t k = 0; k < sizeof numpy_calls / sizeof numpy_calls[0]; k++) {
        if (strcmp(numpy_calls[k].name, op->name) == 0) {
            try_numpy(t, op, numpy_calls[k].text);
        }
    }
}

static int numpy_count(void)
{
    int count = 0;
    while (numpy_ops[count].name != NULL) {
        count++;
    }
    return count;
}

static struct covered *no_rows(int count)
{
    struct covered *rows = calloc((size_t)count + 1, sizeof *rows);
    ck_assert_ptr_nonnull(rows);
    return rows;
}

static bool is_numpy_skipped(const struct op *op)
{
    return op->kind == KIND_VALUE; /* those have a test of their own */
}

START_TEST(numpy_rows)
{
    struct buf faults = {0};
    int count = numpy_count(), rows = 0, covered = 0;
    int64_t cells = 0;
    struct covered *seen = no_rows(count);
    static const char make[] = "def n(*s): return f(*s).numpy()\n";
    ck_assert_int_eq(program_run(&traced.program, make, 0), OUTCOME_DONE);
    for (int k = 0; k < count; k++) {
        struct trial t = {.t = &traced, .faults = &faults, .seen = seen, .table = numpy_ops};
        if (!is_numpy_skipped(&numpy_ops[k])) {
            try_numpy_row(&t, &numpy_ops[k]);
        }
    }
    for (int k = 0; k < count; k++) {
        if (!is_numpy_skipped(&numpy_ops[k])) {
            rows++;
            covered += seen[k].cells > 0;
            cells += seen[k].cells;
            check_covered(&numpy_ops[k], &seen[k], &faults);
        }
    }
    say("NumPy", covered, rows, cells);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
    free(seen);
}
END_TEST

/* Every row of one kind. */
START_TEST(rows)
{
    static const char *const kinds[] = {"constants", "elementwise", "reductions",
                                        "scans",     "softmax",     "products",
                                        "maps",      "sorts",       "random"};
    struct buf faults = {0};
    int all = 0, covered = 0;
    int64_t cells = 0;
    struct covered *seen = no_rows(op_count);
    for (const struct op *op = ops; op->name != NULL; op++) {
        struct trial t = {.t = &traced, .faults = &faults, .seen = seen, .table = ops};
        if ((int)op->kind == _i && !is_skipped(op)) {
            try_row(&t, op);
        }
    }
    for (int k = 0; k < op_count; k++) {
        if ((int)ops[k].kind == _i && !is_skipped(&ops[k])) {
            all++;
            covered += seen[k].cells > 0;
            cells += seen[k].cells;
            check_covered(&ops[k], &seen[k], &faults);
        }
    }
    say(kinds[_i], covered, all, cells);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
    free(seen);
}
END_TEST

/* --- rows that give no tensor --- */

/* Rows that only refuse: the tensors here have no gradients. */
static const char *const refused[] = {"retain_grad"};

/* NumPy's arguments for rows that give a value. */
static const struct {
    const char *name, *text;
} numpy_values[] = {
    {"allclose", "n(2, 3), n(2, 3)"},
    {"array_equal", "n(2, 3), n(2, 3)"},
    {"item", "n(1)"},
    {"setflags", "n(2, 3), True"},
    {"tolist", "n(2, 3)"},
};

/* Whether `call`, carried out on `a` and `k`, gave something; it may be on no tape, give no tensor,
 * and change none. */
static bool gives_value(struct trial *t, const char *arguments, const char *call, const char *name)
{
    static const char before[] =
        "def sizes_of(a): return [(tuple(x.shape), x.stride()) if isinstance(x, torch.Tensor) else "
        "(x.shape, x.strides) if isinstance(x, np.ndarray) else x for x in a]\n"
        "def cells_of(a): return [x.tolist() if isinstance(x, (torch.Tensor, np.ndarray)) else x "
        "for x in a]\n";
    static const char after[] =
        "assert sizes_of(a) == sizes and cells_of(a) == cells\n"
        "parts = list(r) if isinstance(r, (list, tuple)) else [r]\n"
        "assert not any([isinstance(x, (torch.Tensor, np.ndarray)) for x in "
        "parts])\n";
    struct buf text = {0};
    buf_printf(&text,
               "torch.manual_seed(3)\n%sa, k = %s\nsizes, cells = sizes_of(a), cells_of(a)\n",
               before, arguments);
    bool ok = run_text(t, buf_text(&text));
    buf_free(&text);
    if (!ok) {
        return false;
    }
    ck_assert(tape_start(&t->t->tape, t->t->program.session));
    ok = run_text(t, call);
    tape_finish(&t->t->tape);
    for (int k = 0; k < t->t->tape.event_count; k++) {
        buf_printf(t->faults, "%s(%s): %s is on the tape\n", name, arguments,
                   t->t->tape.event[k].name);
    }
    if (t->t->tape.write_count > 0) {
        buf_printf(t->faults, "%s(%s): a tensor was written\n", name, arguments);
    }
    tape_free(&t->t->tape);
    if (ok && !run_text(t, after)) {
        buf_printf(t->faults, "%s(%s): %s\n", name, arguments, buf_text(&t->t->program.traceback));
    }
    return ok;
}

static bool try_value_row(struct trial *t, const struct op *op)
{
    bool ran = false;
    for (size_t shape = 0; shape < SHAPES; shape++) {
        struct buf call = {0};
        write_call(op, shape, 0, t->text, sizeof t->text);
        buf_printf(&call,
                   (op->where & IN_METHOD) != 0 ? "r = a[0].%s(*a[1:], **k)"
                                                : "r = torch.%s(*a, **k)",
                   op->name);
        ran |= gives_value(t, t->text, buf_text(&call), op->name);
        buf_free(&call);
    }
    return ran;
}

START_TEST(values)
{
    struct buf faults = {0};
    int all = 0, covered = 0;
    struct trial t = {.t = &traced, .faults = &faults};
    ck_assert_int_eq(program_run(&traced.program, "def n(*s): return f(*s).numpy()\n", 0),
                     OUTCOME_DONE);
    for (const struct op *op = ops; op->name != NULL; op++) {
        if (op->kind == KIND_VALUE) {
            bool ran = try_value_row(&t, op);
            all++;
            covered += ran;
            if (ran == listed(op->name, refused, sizeof refused / sizeof refused[0])) {
                buf_printf(&faults, "%s%s: %s\n", op->name, op->signature,
                           ran ? "is refused no more" : "was not carried out");
            }
        }
    }
    for (const struct op *op = numpy_ops; op->name != NULL; op++) {
        bool ran = false;
        if (op->kind != KIND_VALUE) {
            continue;
        }
        for (size_t k = 0; k < sizeof numpy_values / sizeof numpy_values[0]; k++) {
            if (strcmp(numpy_values[k].name, op->name) == 0) {
                struct buf call = {0}, arguments = {0};
                buf_printf(&arguments, "P(%s)", numpy_values[k].text);
                buf_printf(&call,
                           (op->where & IN_METHOD) != 0 ? "r = a[0].%s(*a[1:])" : "r = np.%s(*a)",
                           op->name);
                ran = gives_value(&t, buf_text(&arguments), buf_text(&call), op->name);
                buf_free(&call);
                buf_free(&arguments);
            }
        }
        all++;
        covered += ran;
        if (!ran) {
            buf_printf(&faults, "np.%s%s: was not carried out\n", op->name, op->signature);
        }
    }
    say("values, on no tape", covered, all, 0);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

/* --- drawn sizes, layouts and values --- */

/* The makers of tensors again: 2, 3, 4 and 5 of a call stand for drawn sizes, the numbers are drawn
 * from another range, and cells lie in memory in any order. */
static const char makers[] =
    "sizes = {2: %d, 3: %d, 4: %d, 5: %d}\n"
    "layout, wide = %d, %d\n"
    "def lay(make, s):\n"
    "    s = [sizes.get(n, n) for n in s]\n"
    "    if layout == 1:\n"
    "        return make(s[::-1]).permute(list(range(len(s)))[::-1])\n"
    "    if layout == 2:\n"
    "        return make([2 * n for n in s])[tuple([slice(1, None, 2) for n in s])]\n"
    "    if layout == 3 and len(s) > 0:\n"
    "        return make([s[0] + 2] + s[1:])[1:-1]\n"
    "    if layout == 4 and len(s) > 1:\n"
    "        return make([1] + s[1:]).expand(s)\n"
    "    return make(s)\n"
    "def drawn(s):\n"
    "    return torch.randn(s) * 3 if wide else torch.rand(s) * 0.8 + 0.1\n"
    "def f(*s): return lay(drawn, s)\n"
    "def i(*s): return lay(lambda s: torch.randint(1, 4, s), s)\n"
    "def b(*s): return lay(lambda s: torch.rand(s) > 0.5, s)\n"
    "def n(*s): return f(*s).numpy()\n";

static unsigned draw(unsigned *state, unsigned below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 16) % below;
}

static void draw_makers(unsigned round, struct buf *out)
{
    static const int often[] = {2, 3, 4, 5, 6, 7, 8, 9, 11, 16, 17};
    unsigned state = 12345u + 977u * round, many = sizeof often / sizeof often[0];
    int size[4];
    for (int k = 0; k < 4; k++) {
        size[k] = often[draw(&state, many)];
    }
    buf_printf(out, makers, size[0], size[1], size[2], size[3], (int)(round % 5),
               (int)(round / 5 % 2));
}

/* Each round has a layout of its own and another range of numbers every five: EXPLAIN_ROUNDS=20
 * tries them all. */
static int rounds(void)
{
    const char *set = getenv("EXPLAIN_ROUNDS");
    return set != NULL ? atoi(set) : 3;
}

/* Rows of both tables with tensors that the round drew. */
START_TEST(drawn_rows)
{
    struct buf faults = {0}, text = {0};
    int covered = 0, all = 0;
    int64_t cells = 0;
    struct covered *seen = no_rows(op_count), *of_numpy = no_rows(numpy_count());
    struct trial t = {.t = &traced, .faults = &faults, .seen = seen, .table = ops};
    t.seed = 100 + _i;
    t.keep = _i % 5 == 4;
    draw_makers((unsigned)_i, &text);
    ck_assert_int_eq(program_run(&traced.program, buf_text(&text), 0), OUTCOME_DONE);
    for (const struct op *op = ops; op->name != NULL; op++) {
        if (!is_skipped(op)) {
            t.told = 0;
            try_row(&t, op);
            covered += seen[op - ops].cells > 0;
            cells += seen[op - ops].cells;
            all++;
        }
    }
    t.seen = of_numpy;
    t.table = numpy_ops;
    for (const struct op *op = numpy_ops; op->name != NULL; op++) {
        if (!is_numpy_skipped(op)) {
            t.told = 0;
            try_numpy_row(&t, op);
            covered += of_numpy[op - numpy_ops].cells > 0;
            cells += of_numpy[op - numpy_ops].cells;
            all++;
        }
    }
    say("drawn shapes", covered, all, cells);
    EXPECT(faults.len == 0, "sizes and layout:\n%.90s\n%s", buf_text(&text), buf_text(&faults));
    ck_assert_int_ge(covered, all - DRAWN_MISSING);
    free(seen);
    free(of_numpy);
    buf_free(&faults);
    buf_free(&text);
}
END_TEST

/* --- sizes around every border of the kernels: lanes, blocks, the last elements --- */

static const int sizes[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 40, 64, 70, 129, 300};

static const char of_size[] =
    "a = torch.randn(3, n)\nb = torch.randn(2, 3, n)\nc = torch.randn(3)\nd = b.double()\n"
    "w = (b * 10).long()\nu = b.transpose(0, 2)\n"
    "a @ a.T\nb @ a.T\na.T @ a\na @ b[0, 0]\nF.linear(b, a, c)\nF.linear(d, d[0])\n"
    "torch.addmm(c, a, a.T, beta=0.3, alpha=1.7)\ntorch.addmm(a @ a.T, a, a.T)\n"
    "torch.baddbmm(c, b, b.transpose(1, 2))\nw @ w.transpose(1, 2)\nw.sum(-1)\n"
    "b.softmax(-1)\nb.softmax(1)\nd.softmax(-1)\nb.log_softmax(-1)\nu.softmax(0)\n"
    "b.sum()\nb.sum(0)\nb.sum(1)\nb.sum(-1)\nb.mean((0, 2))\nu.mean(0)\nu.sum((0, 1))\n"
    "b.mean(-1, keepdim=True)\nu[::2].mean(0)\na.expand(4, 3, n).sum((0, 2))\n"
    "d.sum(-1)\nd.sum((0, 2))\nd.mean()\nb.var(-1)\nb.std(1)\nd.var((0, 2))\nu.var(0)\n"
    "torch.var_mean(b, -1)\nb.norm()\nb.norm(dim=-1)\nb.norm(p=1, dim=1)\nu.norm(p=3, dim=0)\n"
    "u.norm(dim=0)\nF.layer_norm(b, (n,))\nF.layer_norm(b, (3, n), a, a)\n"
    "torch.group_norm(b, 3)\ntorch.group_norm(d, 1, c.double())\n"
    "torch.group_norm(b, 3, c, c * 2)\ntorch.group_norm(b, 1, None, c)\n"
    "F.layer_norm(d, (n,), d[0, 0])\nF.layer_norm(b, (n,), None, a[0])\nb.cumsum(-1)\n"
    "b.cumprod(1)\nw.cumsum(0)\nb.max()\nb.argmax(-1)\nb.argmin()\nb.prod(-1)\n"
    "(b > 0).any(-1)\n(b > -9).all()\nb.amax((0, 2))\nb.count_nonzero()\nb.nansum(-1)\n"
    "torch.einsum('bqd,kd->bqk', b, a)\ntorch.einsum('bqd,bqd->', b, b)\n"
    "torch.einsum('qd,kd,ke->qe', a, a, a)\ntorch.einsum('...qd,...kd->...qk', b, a)\n"
    "torch.tensordot(b, b, ([2, 0], [2, 0]))\na.numpy().sum(1)\nd.numpy().mean(2)\n"
    "d.numpy().std(1)\na.numpy() @ d.numpy()[0].T\n"
    "def back(x, dim, g):\n"
    "    torch._softmax_backward_data(g, x.softmax(dim), dim, x.dtype)\n"
    "    torch._log_softmax_backward_data(g, x.log_softmax(dim), dim, x.dtype)\n"
    "    torch._layer_norm_backward(g, x, (3, n) if dim == 1 else (n,), x[0] if "
    "dim == 1 else x[0, 0] if n > 8 else None)\n"
    "    torch._layer_norm_weight_backward(g, x, x.shape[dim:])\n"
    "    torch._group_norm_backward(g, x, dim, x[0, :, 0] if n > 8 else None) if dim == 1 else 0\n"
    "    torch._group_norm_backward(g.transpose(1, 2), x.transpose(1, 2), 1, x[0, 0])\n"
    "    torch._group_norm_weight_backward(g, x, 3)\n    torch._group_norm_bias_backward(g)\n"
    "    torch._layer_norm_bias_backward(g, x.shape[dim:])\n"
    "for dim in (0, 1, 2):\n"
    "    if dim > 0:\n"
    "        back(b, dim, b * a)\n"
    "        back(d, dim, d * d)\n"
    "    torch._softmax_backward_data(b * a, b.softmax(dim), dim, b.dtype)\n"
    "    torch._log_softmax_backward_data(d * d, d.log_softmax(dim), dim, d.dtype)\n"
    "    torch._gelu_backward(b * a, b)\n    torch._silu_backward(b * a, b)\n"
    "    torch._hardsigmoid_backward(b * a, b * 4)\n    torch._hardswish_backward(b * a, b * 4)\n"
    "    F.hardswish(b * 4)\n    F.hardsigmoid(b * 4)\n    F.softshrink(b)\n    F.hardshrink(b)\n  "
    "  F.relu6(b * 9)\n";

START_TEST(borders)
{
    struct buf faults = {0}, text = {0};
    struct trial t = {.t = &traced, .faults = &faults};
    ck_assert(tape_start(&traced.tape, traced.program.session));
    buf_printf(&text, "torch.manual_seed(%d)\nn = %d\n%s", sizes[_i], sizes[_i], of_size);
    snprintf(t.text, sizeof t.text, "n = %d", sizes[_i]);
    ck_assert_msg(run_text(&t, buf_text(&text)), "%s", buf_text(&traced.program.traceback));
    tape_finish(&traced.tape);
    for (int k = 0; k < traced.tape.event_count; k++) {
        check_event(&t, k);
        t.told = 0;
    }
    tape_free(&traced.tape);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
    buf_free(&text);
}
END_TEST

/* --- what is not a plain number in a plain shape --- */

static const char odd[] =
    "nan, inf = float('nan'), float('inf')\n"
    "x = torch.tensor([[1., nan, 3.], [inf, -inf, 0.], [-0., 2., nan]])\n"
    "m = torch.full((2, 3), -inf)\ne = torch.zeros(0, 3)\ns = torch.tensor(2.5)\n"
    "w = s.expand(3, 4)\nb = torch.tensor([True, False, True])\n"
    "u = torch.tensor([250, 7], dtype=torch.uint8)\nbig = torch.tensor([2 ** 62, 2 ** 62 + 1])\n"
    "x @ x\nx + 1\nx.softmax(-1)\nm.softmax(-1)\nx.log_softmax(0)\nx.sum()\nx.mean(0)\n"
    "x.max()\nx.amin(1)\nx.argmax(0)\nx.min(1)\nx.sort(-1)\nx.var(0)\nx.norm()\nx.cumsum(0)\n"
    "x.nansum(-1)\nx.nansum()\nx.double().nansum(0)\nx.prod(1)\nx.any(1)\nx.cummax(1)\n"
    "F.layer_norm(x, (3,))\nx == x\nx.clamp(min=0)\nx.topk(2)\nx.unique()\nx.logsumexp(1)\n"
    "torch.addmm(x, x, x, beta=0)\nx.masked_fill(x != x, 0.)\nx.nan_to_num()\nx.median()\n"
    "e.sum()\ne.sum(0)\ne.mean(0)\ne.t() @ e\ne @ torch.zeros(3, 2)\ne.prod()\ne.any()\n"
    "e.var(0)\ntorch.cat([e, x])\nF.linear(torch.zeros(2, 0), torch.zeros(4, 0), torch.ones(4))\n"
    "torch.einsum('ki,kj->ij', e, e)\ne.norm(dim=0)\ne.count_nonzero(0)\n"
    "s + s\ns.softmax(0)\ns.sum()\ns.mean()\ns.max()\ns.cumsum(0)\ns.reshape(1, 1)\n"
    "s.var(unbiased=False)\ns.norm()\ns.sort()\ns.transpose(0, 0)\nF.softmax(s, -1)\n"
    "w.sum()\nw.sum(0)\nw @ w.T\nw.contiguous()\nw.mean(1)\nw.softmax(1)\nw[1:, ::2]\n"
    "b.sum()\nb.all()\nb.float().mean()\nb & ~b\nb.cumsum(0)\nb.int().argmax()\nb.long() @ "
    "b.long()\n"
    "u.sum()\nu + 10\nu.any()\nu @ u\nu.float() / 3\nu.max()\nu.prod()\nbig.sum()\nbig @ big\n"
    "big + 1\nbig.cumsum(0)\nbig.view(1, 2)\nbig.max()\nbig * 3\nbig.prod()\nbig.flip(0)\n"
    "x.sum(dtype=torch.float64)\nu.sum(dtype=torch.float32)\nx.mean(0, dtype=torch.float64)\n"
    "w.sum(1, dtype=torch.int64)\nx.softmax(-1, dtype=torch.float64)\nu.softmax(0, torch.float32)\n"
    "w.cumsum(0, dtype=torch.float64)\nu.cumprod(0)\nx.norm(p=0)\nx.norm(p=inf)\nw.norm(p=-1)\n"
    "w.norm(p=2, dim=1, dtype=torch.float64)\ntorch.linalg.norm(w, dim=1)\nw.norm('fro', dim=0)\n"
    "torch.linalg.vector_norm(w, 3)\nw.div(0.3, rounding_mode='floor')\n5 // u\n2 ** w\nw ** 2\n"
    "x.view(torch.int32)\nx.to(torch.float64)\nx.long()\nx.bool()\nb.double()\nu.int()\n"
    "torch.where(b, x, 0)\ntorch.where(x > 0, x, s)\nF.dropout(w, 0.3)\nF.dropout(w, 0.0)\n"
    "F.dropout(w, 0.5, training=False)\nnn.Dropout(0.9)(w)\nF.relu(w, inplace=False)\n"
    "y = x.clone()\ny[1:, 0] = 7\ny[y != y] = 0\ny[0, [0, 2]] += 1\ny[:, None].squeeze(1)\n"
    "y.T[0] = torch.arange(3.)\ny.add_(s)\ny.mul_(2).sub_(1, alpha=3)\ny.tril_()\ny.zero_()\n"
    "y.copy_(x)\ny.t_()\ny.unsqueeze_(0)\ny.squeeze_(0)\ny.fill_(3)\ny.uniform_()\ny.exp_()\n"
    "y.masked_fill_(y > 2, -inf)\ny.softmax(-1)\ny.cumsum_(0)\ny.addmm_(x, x)\ny.eq_(y)\n"
    "np.array([1, 2, 3]).mean()\nnp.sum([1.5, 2.5])\nnp.add([1, 2], [3, 4])\nnp.dot([1, 2], [3, "
    "4])\n"
    "a = np.arange(6).reshape(2, 3)\na[0, 1] = 9\na @ a.T\na / 2\na.sum(axis=0)\na[a > 3]\n"
    "np.exp(a) / np.sum(np.exp(a), axis=1, keepdims=True)\nnp.concatenate([a, a], axis=1)\n"
    "np.sum(a, dtype=np.float32)\nnp.mean(a > 2)\nnp.argmax(a, axis=1)\nnp.where(a > 2, a, 0)\n"
    "np.maximum(a, 2, out=a)\na.astype(np.float32).sum()\ntorch.add(w, w, out=torch.zeros(3, 4))\n"
    "nn.MultiheadAttention(4, 2)(w, w, w)\nnn.TransformerEncoderLayer(4, 2, 8)(w[None])\n"
    "F.scaled_dot_product_attention(w, w, w, is_causal=True)\n"
    "F.cross_entropy(w, torch.tensor([0, 1, 3]))\nF.gelu(w)\nnn.Embedding(5, 2)(u.long() % 5)\n"
    "h = torch.rand(3, 4).half()\nv = torch.rand(3, 4).bfloat16()\nz = torch.complex(w, w * 2)\n"
    "h + 1\nh.sum()\nh.mean(0)\nh.T\nh.float()\nh.max()\nh[1:] * 0.3\nh.sort()\n"
    "v @ v.T\nv.softmax(-1)\nv.sum(0)\nv.mean()\nF.layer_norm(v, (4,))\nv.double()\nv.norm()\n"
    "F.linear(v, v, v[0, :3])\nv.cumsum(0)\nv.masked_fill(v > 0.5, 0)\nv.var(0)\nv.argmax(1)\n"
    "torch.zeros(2).bfloat16().index_add(0, torch.tensor([0, 0]), v[0, :2])\nv.to(torch.int8)\n"
    "z + 1\nz * z\nz.real\nz.imag\nz.abs()\nz.conj()\ntorch.view_as_real(z)\nz.T\nz[0] = 1\n"
    "u.char() + u.char()\nu.short().sum()\nu.char() @ u.char()\nu.short() * 300\n"
    "w.split([1, 3], 1)\nw.chunk(2)\nw.unbind()\ntorch.meshgrid(w[0], w[1], indexing='ij')\n";

/* Line by line, since some may be refused; what is carried out is explained. */
START_TEST(odd_inputs)
{
    struct buf faults = {0};
    struct trial t = {.t = &traced, .faults = &faults};
    int lines = 0;
    ck_assert(tape_start(&traced.tape, traced.program.session));
    for (const char *p = odd; *p != '\0'; lines++) {
        size_t len = strcspn(p, "\n");
        snprintf(t.text, sizeof t.text, "%.*s", (int)len, p);
        if (!run_text(&t, t.text)) {
            buf_printf(&faults, "%s: %s\n", t.text, buf_text(&traced.program.traceback));
        }
        p += len + (p[len] == '\n');
    }
    tape_finish(&traced.tape);
    int done = traced.tape.event_count;
    for (int k = 0; k < done; k++) {
        const struct span *at = &traced.tape.event[k].code;
        size_t len;
        const char *line = source_line(at->source, at->line, &len);
        snprintf(t.text, sizeof t.text, "%.*s", (int)len, line);
        check_event(&t, k);
        t.told = 0;
    }
    tape_free(&traced.tape);
    ck_assert_int_gt(done, lines);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

/* Every step of a training: forward, backward, and what the optimizer does. */
START_TEST(training_steps)
{
    struct buf faults = {0};
    struct trial t = {.t = &traced, .faults = &faults, .text = "training"};
    ck_assert(tape_start(&traced.tape, traced.program.session));
    ck_assert_msg(run_text(&t, training), "%s", buf_text(&traced.program.traceback));
    tape_finish(&traced.tape);
    ck_assert_int_gt(traced.tape.event_count, 600);
    for (int k = 0; k < traced.tape.event_count; k++) {
        check_event(&t, k);
        t.told = 0;
    }
    tape_free(&traced.tape);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

Suite *suite_explain(void)
{
    Suite *s = suite_create("explain");
    TCase *t = tcase_create("rows");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, rows, 0, KIND_VALUE);
    tcase_add_test(t, numpy_rows);
    tcase_add_test(t, values);
    tcase_add_test(t, odd_inputs);
    tcase_add_test(t, training_steps);
    tcase_add_loop_test(t, borders, 0, (int)(sizeof sizes / sizeof sizes[0]));
    suite_add_tcase(s, t);
    t = tcase_create("drawn");
    tcase_set_tags(t, "long");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, drawn_rows, 0, rounds());
    suite_add_tcase(s, t);
    return s;
}
