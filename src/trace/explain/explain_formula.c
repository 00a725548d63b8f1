/* Fills in the formula of a row: its parameters' names give way to the names in the code with their
 * indices, or to numbers. And the kinds that need nothing more: elementwise operations, whose
 * result their own function works out from one cell of each input. */
#include "trace/explain/explain_formula.h"

#include "base/named.h"
#include "lang/parse/identifier.h"
#include "torch/op/ops.h"
#include "trace/explain/again.h"
#include "trace/explain/explain_update.h"
#include "trace/explain/line.h"
#include "trace/explain/name.h"
#include "trace/explain/scalar.h"
#include "trace/tape/event.h"

#include <math.h>
#include <string.h>

/* --- the text --- */

/* Rows whose formula depends on how they are called. "To add one: the row's name, the parameter and
 * its value as text (None where it is missing), and the formula then." */
static const struct {
    const char *name, *parameter, *value, *formula;
} variants[] = {
    {"_gelu_backward", "approximate", "tanh",
     "grad_output * ((1 + t) / 2 + input * (1 - t ** 2) * sqrt(1 / (2 * pi)) * (1 + 3 * 0.044715 "
     "* input ** 2)), t = tanh(sqrt(2 / pi) * (input + 0.044715 * input ** 3))"},
    {"clamp", "min", "None", "min(input, max)"},
    {"clamp", "max", "None", "max(input, min)"},
    {"clip", "min", "None", "min(input, max)"},
    {"clip", "max", "None", "max(input, min)"},
    {"clip", "a_min", "None", "min(a, a_max)"},
    {"clip", "a_max", "None", "max(a, a_min)"},
    {"div", "rounding_mode", "floor", "floor(input / other)"},
    {"div", "rounding_mode", "trunc", "trunc(input / other)"},
    {"divide", "rounding_mode", "floor", "floor(input / other)"},
    {"divide", "rounding_mode", "trunc", "trunc(input / other)"},
    {"gelu", "approximate", "tanh",
     "input * (1 + tanh(sqrt(2 / pi) * (input + 0.044715 * input ** 3))) / 2"},
};

static bool is_none(const struct argument *a)
{
    return a->none || (a->value.type == VALUE_NONE && a->object == NULL && a->text == NULL &&
                       a->ints == NULL && a->tensors == NULL && a->tensor.storage == NULL);
}

static bool has_value(const struct argument *a, const char *value)
{
    return strcmp(value, "None") == 0 ? is_none(a)
                                      : !a->none && a->text != NULL && strcmp(a->text, value) == 0;
}

const char *explain_formula_of(const struct event *e)
{
    const struct op *op = e->op;
    if (strcmp(op->name, "reciprocal") == 0 && !dtype_is_float(e->output[0].tensor.dtype)) {
        return "trunc(1 / x)"; /* NumPy's of integers */
    }
    for (size_t k = 0; k < sizeof variants / sizeof variants[0]; k++) {
        const struct argument *a = strcmp(op->name, variants[k].name) == 0
                                       ? event_argument(e, variants[k].parameter)
                                       : NULL;
        if (a != NULL && has_value(a, variants[k].value)) {
            return variants[k].formula;
        }
    }
    return op->formula != NULL ? op->formula : "";
}

/* --- one parameter --- */

/* The parameter that text[0 .. len) names: its number, or -1. */
static int parameter_named(const struct explainer *t, const char *text, size_t len)
{
    size_t have;
    const char *name;
    for (int k = 0; (name = explainer_parameter(t, k, &have)), have > 0; k++) {
        if (have == len && memcmp(name, text, len) == 0) {
            return k < t->call.arg_count ? k : -1;
        }
    }
    return -1;
}

/* The only cell of an input that came in; -1: none or several. */
static int64_t only_cell(const struct explainer *t, int input)
{
    int64_t found = -1;
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        if (t->ex->from[k].input == input) {
            if (found >= 0) {
                return -1;
            }
            found = k;
        }
    }
    return found;
}

/* A number that was given as one, not as a tensor. */
static bool plain_number(const struct explainer *t, int k, struct scalar *out)
{
    const struct argument *a = &t->call.arg[k];
    struct value v = a->value;
    if (a->object != NULL || a->none) {
        return false;
    }
    switch (v.type) {
    case VALUE_BOOL:
        *out = scalar_int(v.b, DTYPE_BOOL);
        return true;
    case VALUE_INT:
        *out = scalar_int(v.i, DTYPE_INT64);
        return true;
    case VALUE_FLOAT:
        *out = scalar_float(v.f, DTYPE_FLOAT64);
        return true;
    default:
        break;
    }
    if (a->tensor.storage != NULL && tensor_numel(&a->tensor) == 1) {
        *out = scalar_cell(&a->tensor, 0);
        return true;
    }
    return false;
}

/* Whether the formula means the parameter's value: "alpha * other", not "along dim". */
static bool means_value(const struct explainer *t, int k)
{
    static const char *const words[] = {"dim", "axis", "key"};
    size_t len;
    const char *name = explainer_parameter(t, k, &len), *type = name;
    enum op_kind kind = t->e->op->kind;
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
        if (len == strlen(words[w]) && memcmp(name, words[w], len) == 0) {
            return false;
        }
    }
    while (type > t->e->op->signature && strchr("(,", type[-1]) == NULL) {
        type--;
    }
    type += strspn(type, " *");
    bool counts = strncmp(type, "int", 3) == 0 || strncmp(type, "bool", 4) == 0;
    bool triangle = op_does(t->e->op, TRIANGLES);
    return !counts || triangle || kind == KIND_CONSTANT || kind == KIND_RANDOM ||
           kind == KIND_ELEMENTWISE;
}

/* A float32 that becomes a double before anything is computed: its digits are those of the double.
 */
static struct scalar as_computed(const struct explainer *t, struct scalar x)
{
    bool widened = t->e->op->kind == KIND_ELEMENTWISE && t->out.dtype == DTYPE_FLOAT64 &&
                   dtype_is_float(x.dtype);
    return widened ? scalar_as(x, DTYPE_FLOAT64) : x;
}

/* What stands for parameter k; false: its own name does. */
static bool put_parameter(struct explainer *t, int k, bool numbers, struct buf *out)
{
    struct scalar number;
    int input = explainer_input_of(t, k, 0);
    int64_t from = input < 0 ? -1 : only_cell(t, input);
    if (from >= 0) {
        if (numbers) {
            scalar_text(as_computed(t, explainer_value(t, from)), out);
        } else {
            name_cell(t, input, t->ex->from[from].cell, out);
        }
        return true;
    }
    bool same = input >= 0 && op_does(t->e->op, TRIANGLES) && /* a cell that is left out */
                tensor_same_shape(explainer_input(t, input), &t->out);
    if (same && numbers) {
        scalar_text(scalar_cell(explainer_input(t, input), t->cell), out);
        return true;
    }
    if (input >= 0) {
        name_input(t, input, out);
        if (same) {
            name_place(&t->out, t->cell, out);
        }
        return true;
    }
    if (means_value(t, k) && plain_number(t, k, &number)) {
        scalar_text(number, out);
        return true;
    }
    return false;
}

/* --- the whole formula --- */

/* "-0.5 ** 2" and "--0.5" would be read as something else. */
static bool needs_parentheses(const struct buf *out, const struct buf *term, const char *next)
{
    char before = out->len > 0 ? buf_text(out)[out->len - 1] : ' ';
    return buf_text(term)[0] == '-' && (before == '-' || strncmp(next, " **", 3) == 0);
}

/* "1 * " in front of the next factor says nothing: alpha, beta and value when they are 1. */
static bool drops_factor(const char *name, size_t len, const struct buf *term, const char *next)
{
    static const char *const factors[] = {"alpha", "beta", "value"};
    const char *text = buf_text(term);
    bool one = strcmp(text, "1") == 0 || strcmp(text, "1.0") == 0;
    for (size_t k = 0; one && strncmp(next, " * ", 3) == 0 && k < 3; k++) {
        if (len == strlen(factors[k]) && memcmp(factors[k], name, len) == 0) {
            return true;
        }
    }
    return false;
}

/* place, row and column: where the cell lies. */
static bool put_position(const struct explainer *t, const char *p, size_t len, bool numbers,
                         struct buf *out)
{
    bool triangle = op_does(t->e->op, TRIANGLES) && t->out.ndim > 1;
    if (len == 5 && memcmp(p, "place", 5) == 0 && t->e->op->kind == KIND_CONSTANT) {
        buf_printf(out, "%lld", (long long)t->cell);
    } else if (numbers && triangle && len == 3 && memcmp(p, "row", 3) == 0) {
        buf_printf(out, "%lld", (long long)t->at[t->out.ndim - 2]);
    } else if (numbers && triangle && len == 6 && memcmp(p, "column", 6) == 0) {
        buf_printf(out, "%lld", (long long)t->at[t->out.ndim - 1]);
    } else {
        return false;
    }
    return true;
}

/* "axis -1" for dim. */
static bool put_axis(const struct explainer *t, const char *word, int k, struct buf *out)
{
    const struct argument *a = &t->call.arg[k];
    bool axis = strncmp(word, "dim", 3) == 0 || strncmp(word, "axis", 4) == 0;
    bool one = axis && !a->none && a->ints == NULL && a->text == NULL;
    if (one) {
        buf_printf(out, "axis %lld", (long long)a->i);
    }
    return one;
}

/* Puts the word at p, or what stands for it; returns where the formula goes on. */
static const char *put_word(struct explainer *t, const char *p, size_t len, bool numbers,
                            struct buf *out)
{
    scoped_buf term = {0};
    const char *next = p + len;
    int k = *next == '(' || *next == '[' ? -1 : parameter_named(t, p, len);
    bool prose = len == 4 && memcmp(p, "from", 4) == 0 && strncmp(next, " [", 2) == 0;
    k = prose ? -1 : k;
    if (put_position(t, p, len, numbers, &term)) {
        k = -1;
    } else if (k < 0 || (!put_parameter(t, k, numbers, &term) && !put_axis(t, p, k, &term))) {
        buf_put(&term, p, len);
    }
    bool power = !numbers && out->len > 4 && memcmp(out->data + out->len - 4, " ** ", 4) == 0;
    if (k >= 0 && drops_factor(p, len, &term, next)) {
        next += 3;
    } else if (k >= 0 && power && strcmp(buf_text(&term), "1") == 0) {
        buf_cut(out, out->len - 4); /* x ** 1 */
    } else {
        bool number = numbers || strncmp(next, " **", 3) == 0;
        bool wrapped = number && needs_parentheses(out, &term, next);
        buf_printf(out, wrapped ? "(%s)" : "%s", buf_text(&term));
    }
    return next;
}

/* "input, the largest cell along dim, and its place": of two results what is about the one that is
 * asked for. A place is not told by its cell: "the place of the largest cell along dim of input".
 */
static void rule_part(const struct explainer *t, const char *rule, struct buf *out)
{
    const char *second = t->e->output_count == 2 ? strstr(rule, ", and ") : NULL;
    size_t len = second != NULL ? (size_t)(second - rule) : strlen(rule);
    second = second != NULL ? second + strlen(", and ") : NULL;
    bool place = second != NULL && t->output > 0 &&
                 (strncmp(second, "its place", 9) == 0 || strncmp(second, "their place", 11) == 0);
    size_t cell = place && strncmp(rule, "input, ", 7) == 0 ? 7 : 0;
    if (second != NULL && t->output > 0 && !place) {
        buf_puts(out, second);
        return;
    }
    buf_puts(out, place ? "the place of " : "");
    buf_put(out, rule + cell, len - cell);
    buf_puts(out, cell > 0 ? " of input" : "");
}

static void fill(struct explainer *t, const char *formula, bool numbers, struct buf *out)
{
    scoped_buf part = {0};
    rule_part(t, formula, &part);
    for (const char *p = buf_text(&part); *p != '\0';) {
        if (!identifier_plain(*p)) {
            buf_putc(out, *p++);
            continue;
        }
        size_t len = 0;
        while (identifier_plain(p[len])) {
            len++;
        }
        p = put_word(t, p, len, numbers, out);
    }
}

/* A tensor's name, "axis 1" for dim, how often repeats is. False: the word stays. */
static bool put_in_rule(struct explainer *t, const char *word, size_t len, struct buf *out)
{
    struct scalar number;
    int k = parameter_named(t, word, len), input = k < 0 ? -1 : explainer_input_of(t, k, 0);
    if (input >= 0) {
        name_input(t, input, out);
        return true;
    }
    if (k < 0 || put_axis(t, word, k, out)) {
        return k >= 0;
    }
    if (op_does(t->e->op, REPEATS) && plain_number(t, k, &number)) {
        scalar_text(number, out);
        return true;
    }
    return false;
}

void explain_in_words(struct explainer *t, const char *rule, struct buf *out)
{
    scoped_buf part = {0};
    rule_part(t, rule, &part);
    for (const char *p = buf_text(&part); *p != '\0';) {
        size_t len = 0;
        while (identifier_plain(p[len])) {
            len++;
        }
        if (len == 0 || !put_in_rule(t, p, len, out)) {
            buf_put(out, p, len == 0 ? 1 : len);
        }
        p += len == 0 ? 1 : len;
    }
}

/* What a function of NumPy cell by cell adds with where=; NULL: nothing. */
static const char *masked(const struct event *e)
{
    const struct argument *where = event_argument(e, "where");
    const struct argument *out = event_argument(e, "out");
    return where == NULL || out == NULL || !where->given ? NULL
           : is_none(out)                                ? " if where else 0"
                                                         : " if where else out";
}

void explain_formula(struct explainer *t)
{
    const char *const part[] = {explain_formula_of(t->e), masked(t->e)};
    for (int k = 0; k < 2 && part[k] != NULL; k++) {
        fill(t, part[k], false, &t->ex->formula);
        fill(t, part[k], true, &t->ex->numbers);
    }
    if (strcmp(buf_text(&t->ex->formula), buf_text(&t->ex->numbers)) == 0) {
        buf_clear(&t->ex->numbers);
    }
}

/* --- elementwise --- */

/* Rows that read more than one cell of an input, or make another shape than their inputs'. */
static const char *const reads_more[] = {
    "gelu",    "_gelu_backward", "bucketize",    "diff", "index_add", "isin",
    "one_hot", "scatter_add",    "searchsorted", "tril", "triu"};

static bool is_listed(const char *name, const char *const *list, size_t count)
{
    return named_at(list, (int)count, sizeof *list, name) >= 0;
}

/* Dropped, or divided by the share that is kept. */
static bool explain_dropout(struct explainer *t)
{
    const struct argument *p = origin_argument(&t->search, "p");
    struct scalar in = explainer_value(t, 0), out = scalar_cell(&t->out, t->cell);
    bool drops = t->call.arg[2].i != 0 && p->f > 0;
    explain_formula(t);
    if (!drops) {
        line_words(t, "dropout", 0, "switched off: the cell stays as it is");
        explainer_result(t, in);
        return true;
    }
    if (scalar_double(out) == 0) {
        line_words(t, "drawn", 0, "dropped: it was drawn with probability %g", p->f);
    } else {
        struct scalar share = scalar_float(1 - p->f, in.dtype);
        line_words(t, "drawn", 0, "kept: it was drawn with probability %g", 1 - p->f);
        struct scalar factor = line_computed(t, "factor", -1, "1 / #", &share);
        line_numbers(t, "scale", 0, "# * # = #", NUMBERS(in, factor, out));
    }
    return true;
}

bool explain_elementwise(struct explainer *t)
{
    const char *name = t->e->op->name;
    if (op_name_is(name, OP_dropout) && t->ex->from_count > 0) {
        return explain_dropout(t);
    }
    explain_formula(t);
    bool one_cell = !is_listed(name, reads_more, sizeof reads_more / sizeof reads_more[0]);
    if (again_result(t, one_cell) && t->ex->computed && t->ex->numbers.len > 0) {
        struct buf text = {0};
        struct scalar value = scalar_cell(&t->ex->result, 0);
        buf_printf(&text, "%s = ", buf_text(&t->ex->numbers));
        scalar_text(value, &text);
        line_add(t, "compute", -1, &text, NULL, scalar_double(value));
        explain_update(t);
    }
    return true;
}
