/* Finds the words in braces of captions.def: sizes, numbers and names of the step that is spoken
 * of. A word that means nothing there has no text: then another sentence speaks.
 *
 * To add one: a function that puts its text or returns false, and a row in `words`. */
#include "trace/report/caption_words.h"

#include "torch/op/ops.h"
#include "trace/axes/axes.h"
#include "trace/explain/explain_formula.h"
#include "trace/explain/name.h"
#include "trace/tape/aside.h"
#include "trace/tape/event.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 24
#define MIXED_MOST 4    /* values of a sum that is written out */
#define BINDS_MOST 4096 /* that a name is looked for in, from the step backwards */

#define WORD_IS(function, ...) /* one that is an expression */                                     \
    static bool function(struct captioned *s, struct buf *out)                                     \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }

/* A power of two, say: its digits tell more than a rounded 1.0737e+09. -1e9 is -1e+09. */
static bool is_told_in_full(double x)
{
    char five[32];
    snprintf(five, sizeof five, "%.5g", x);
    return x == floor(x) && (fabs(x) < 1e6 || (fabs(x) < 1e12 && strtod(five, NULL) != x));
}

void caption_put_number(double x, struct buf *out)
{
    if (isnan(x)) {
        buf_puts(out, "NaN");
    } else if (isinf(x)) {
        buf_puts(out, x < 0 ? "minus infinity" : "infinity");
    } else if (is_told_in_full(x)) {
        buf_printf(out, "%.0f", x == 0 ? 0 : x);
    } else {
        buf_printf(out, "%.5g", x);
    }
}

/* --- arguments --- */

int caption_axis(const struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    return in == NULL ? -1 : event_axis(s->e, in->ndim);
}

int caption_ids(const struct captioned *s)
{
    const struct argument *table = event_argument(s->e, "weight");
    int found = -1;
    if (event_is(s->e, OP_embedding) && s->e->input_count == 2) {
        return &s->e->arg[s->e->input[0].argument] == table ? 1 : 0;
    }
    for (int k = 0; k < s->e->input_count; k++) {
        const struct tensor *in = caption_in(s, k);
        bool ids = !dtype_is_float(in->dtype) && in->dtype != DTYPE_BOOL;
        found = ids && k > 0 ? k : found;
    }
    return found;
}

static bool number_argument(const struct captioned *s, const char *name, struct buf *out)
{
    const struct argument *a = event_argument(s->e, name);
    bool number = a != NULL && !a->none && a->object == NULL && value_is_number(a->value);
    if (number) {
        caption_put_number(value_number(a->value), out);
    }
    return number;
}

/* --- sizes --- */

static bool count(double n, struct buf *out)
{
    caption_put_number(n, out);
    return true;
}

static bool word_asker(struct captioned *s, struct buf *out)
{
    size_t len = 0;
    const char *asker = aside_of(s->t, s->event, &len);
    buf_put(out, asker, len);
    return asker != NULL;
}

/* "<" of "input < other" */
static bool word_sign(struct captioned *s, struct buf *out)
{
    const char *sign = strpbrk(explain_formula_of(s->e), "<>=!");
    buf_put(out, sign, sign != NULL ? strspn(sign, "<>=!") : 0);
    return sign != NULL;
}

static bool word_whether(struct captioned *s, struct buf *out)
{
    scoped_tensor x = {0};
    bool ok = caption_result(s, &x);
    if (ok) {
        buf_puts(out, tensor_cell(&x, 0) != 0 ? "True" : "False");
    }
    return ok;
}

WORD_IS(word_cells, count((double)tensor_numel(caption_out(s)), out))
WORD_IS(word_from, caption_in(s, 0) != NULL && count((double)tensor_numel(caption_in(s, 0)), out))

static bool word_table_cells(struct captioned *s, struct buf *out)
{
    int table = caption_ids(s) == 0 ? 1 : 0;
    bool list = table == 0 && s->e->input_count > 0 && s->e->input[0].argument > 0;
    return caption_in(s, table) != NULL && !list &&
           count((double)tensor_numel(caption_in(s, table)), out);
}

static bool word_in(struct captioned *s, struct buf *out)
{
    if (caption_in(s, 0) != NULL) {
        tensor_tuple_text(caption_in(s, 0), out);
    }
    return caption_in(s, 0) != NULL;
}

static bool word_out(struct captioned *s, struct buf *out)
{
    tensor_tuple_text(caption_out(s), out);
    return true;
}

WORD_IS(word_axis, caption_axis(s) >= 0 && count(caption_axis(s), out))

static bool word_length(struct captioned *s, struct buf *out)
{
    int axis = caption_axis(s);
    return axis >= 0 && count((double)caption_in(s, 0)->shape[axis], out);
}

static bool word_times(struct captioned *s, struct buf *out)
{
    const struct tensor *in = caption_in(s, 0);
    int64_t from = in != NULL ? tensor_numel(in) : 0, cells = tensor_numel(caption_out(s));
    return from > 0 && cells % from == 0 && cells > from && s->e->input_count == 1 &&
           count((double)(cells / from), out);
}

/* Where numbers that are moved round leave, and where they come in again: by the signs of the
 * shifts. */
static bool word_exit(struct captioned *s, struct buf *out)
{
    const struct argument *by = event_argument(s->e, "shifts");
    bool on = false, back = false;
    by = by != NULL ? by : event_argument(s->e, "shift");
    for (int k = 0; by != NULL && by->ints != NULL && k < by->count; k++) {
        on |= by->ints[k] > 0;
        back |= by->ints[k] < 0;
    }
    buf_puts(out, on == back ? "one end comes in at the other"
                  : on       ? "the end comes in at the front"
                             : "the front comes in at the end");
    return true;
}

/* How many numbers a norm takes at a time. */
static bool word_norm(struct captioned *s, struct buf *out)
{
    const struct argument *shape = event_argument(s->e, "normalized_shape");
    int64_t cells = 1;
    for (int k = 0; shape != NULL && shape->ints != NULL && k < shape->count; k++) {
        cells *= shape->ints[k];
    }
    return shape != NULL && shape->ints != NULL && count((double)cells, out);
}

WORD_IS(word_tensors, s->e->input_count > 0 && count(s->e->input_count, out))
WORD_IS(word_views, count(s->e->output_count, out))

/* --- numbers of the result --- */

static bool plain(const struct tensor *t)
{
    return t->dtype != DTYPE_COMPLEX64;
}

static bool find_changed(const struct captioned *s, double *changed)
{
    scoped_tensor was = {0}, is = {0};
    if (caption_in(s, 0) == NULL || !tensor_same_shape(caption_in(s, 0), caption_out(s)) ||
        !plain(caption_in(s, 0)) || !plain(caption_out(s)) || !caption_before(s, 0, &was)) {
        return false;
    }
    bool ok = caption_result(s, &is);
    for (int64_t k = 0, n = ok ? tensor_numel(&is) : 0; k < n; k++) {
        double a = tensor_cell(&was, k), b = tensor_cell(&is, k);
        *changed += a != b && !(isnan(a) && isnan(b));
    }
    return ok;
}

bool caption_changed(struct captioned *s, double *changed)
{
    if (!s->changed.known) {
        s->changed.ok = find_changed(s, &s->changed.count);
        s->changed.known = true;
    }
    *changed = s->changed.count;
    return s->changed.ok;
}

static bool word_changed(struct captioned *s, struct buf *out)
{
    double changed;
    return caption_changed(s, &changed) && count(changed, out);
}

static bool find_span(const struct captioned *s, struct caption_span *of)
{
    scoped_tensor is = {0};
    if (!plain(caption_out(s)) || tensor_numel(caption_out(s)) == 0 || !caption_result(s, &is)) {
        return false;
    }
    int64_t cells = tensor_numel(&is);
    *of = (struct caption_span){.low = INFINITY, .high = -INFINITY};
    of->first = tensor_cell(&is, 0);
    of->last = tensor_cell(&is, cells - 1);
    for (int64_t k = 0; k < cells; k++) {
        double v = tensor_cell(&is, k);
        of->low = v < of->low || isnan(v) ? v : of->low;
        of->high = v > of->high || isnan(v) ? v : of->high;
        of->ones += v != 0;
    }
    return true;
}

static bool look(struct captioned *s)
{
    if (!s->span.known) {
        s->span.ok = find_span(s, &s->span);
        s->span.known = true;
    }
    return s->span.ok;
}

WORD_IS(word_low, look(s) && count(s->span.low, out))
WORD_IS(word_high, look(s) && count(s->span.high, out))
WORD_IS(word_first, look(s) && count(s->span.first, out))
WORD_IS(word_last, look(s) && tensor_numel(caption_out(s)) > 1 && count(s->span.last, out))

static bool word_step(struct captioned *s, struct buf *out)
{
    double cells = (double)tensor_numel(caption_out(s));
    return cells > 2 && look(s) && count((s->span.last - s->span.first) / (cells - 1), out);
}

WORD_IS(word_each,
        look(s) && (s->span.low == s->span.high || (isnan(s->span.low) && isnan(s->span.high))) &&
            count(s->span.low, out))
WORD_IS(word_ones, look(s) && count(s->span.ones, out))

/* What a mask is laid over that does not come of products of queries and keys is another mask, or a
 * bias. */
static bool word_scores(struct captioned *s, struct buf *out)
{
    buf_puts(out, caption_stage_on_scores(s) ? "scores" : "numbers");
    return true;
}

/* "1 of 4 is", "2 of 4 are" */
static bool word_are(struct captioned *s, struct buf *out)
{
    bool ok = look(s);
    buf_puts(out, ok && s->span.ones == 1 ? "is" : "are");
    return ok;
}

/* --- names --- */

/* Whether the name still stands for the tensor: a loop may have given it to another one since. */
static bool is_current(const struct captioned *s, const char *name, uint64_t serial)
{
    for (int k = s->e->binds - 1; k >= 0 && k > s->e->binds - BINDS_MOST; k--) {
        const struct tape_bind *b = &s->t->bind[k];
        bool seen = b->call == s->e->user_call || b->call == -1;
        if (seen && strcmp(b->name, name) == 0) {
            return b->serial == serial;
        }
    }
    return strchr(name, '.') != NULL; /* self.W was bound elsewhere */
}

static const char *name_of(const struct captioned *s, int input)
{
    const struct tape_tensor *of = input < s->e->input_count ? &s->e->input[input].of : NULL;
    bool gradient = of != NULL && of->maker >= 0 && s->t->event[of->maker].gradient != NULL;
    const char *name = of != NULL && !gradient ? tape_name(s->t, s->event, of) : NULL;
    return name != NULL && strlen(name) <= LONGEST_NAME && is_current(s, name, of->serial) ? name
                                                                                           : NULL;
}

/* The name, or the expression that made it where it stands in the same statement: "keys.T". */
bool caption_put_operand(const struct captioned *s, int input, struct buf *out)
{
    size_t start = out->len;
    if (name_of(s, input) != NULL) {
        buf_puts(out, name_of(s, input));
        return true;
    }
    int maker = s->e->input[input].of.maker;
    const struct span *own = &s->e->code, *part = maker >= 0 ? &s->t->event[maker].code : own;
    bool inside = part->source == own->source && part->line == own->line &&
                  part->column >= own->column && part->end_column <= own->end_column &&
                  part->end_column - part->column < own->end_column - own->column;
    struct explainer x = {.tape = s->t, .event = s->event, .e = s->e};
    if (!inside || !name_code(&x, maker, out) || out->len - start > LONGEST_NAME) {
        out->len = start;
    }
    return out->len > start;
}

static bool word_a(struct captioned *s, struct buf *out)
{
    if (s->e->input_count > 1 && !caption_put_operand(s, 0, out)) {
        buf_puts(out, "the first input");
    }
    return s->e->input_count > 1;
}

static bool word_b(struct captioned *s, struct buf *out)
{
    if (s->e->input_count > 1 && !caption_put_operand(s, 1, out)) {
        buf_puts(out, "the second");
    }
    return s->e->input_count > 1;
}

static bool word_ids(struct captioned *s, struct buf *out)
{
    int ids = caption_ids(s);
    const char *name = ids >= 0 ? name_of(s, ids) : NULL;
    buf_puts(out, name != NULL ? name : "the index");
    return true;
}

char caption_letter(const struct captioned *s, int input)
{
    bool alone = s->e->input_count == 1;
    const char *rest = alone && name_of(s, 0) != NULL ? "x" : alone ? "xcwv" : "xyzcwvrgo";
    char letter = tape_letter(s->t, rest);
    for (int k = 0; k < input && strchr(rest, letter)[1] != '\0'; k++) {
        rest = strchr(rest, letter) + 1;
        letter = tape_letter(s->t, rest);
    }
    return letter;
}

static bool word_x(struct captioned *s, struct buf *out)
{
    buf_putc(out, caption_letter(s, 0));
    return true;
}

static bool word_of(struct captioned *s, struct buf *out)
{
    if (name_of(s, 0) != NULL && strcmp(name_of(s, 0), "x") != 0) {
        buf_printf(out, " of %s", name_of(s, 0));
    }
    return true;
}

/* What the letters stand for. */
static bool word_letters(struct captioned *s, struct buf *out)
{
    char x = caption_letter(s, 0), y = caption_letter(s, 1), z = caption_letter(s, 2);
    int letters = s->letters ? s->e->input_count : 0;
    if (letters == 1) {
        buf_printf(out, ", %c each number", x);
    } else if (letters == 2) {
        buf_printf(out, ": %c from the first input, %c from the second", x, y);
    } else if (letters == 3) {
        buf_printf(out, ": %c, %c, %c from the inputs, in order", x, y, z);
    }
    return true;
}

/* How an operand is repeated to fit: along the last axes, along axes in front of its own, or in
 * some other way, of which nothing more is said. */
static const char *service(const struct tensor *in, const struct tensor *out)
{
    int shift = out->ndim - in->ndim, last = out->ndim - 1, own = last;
    bool before = false, between = false;
    while (own >= shift && in->shape[own - shift] == 1) {
        own--;
    }
    if (tensor_numel(in) == 1) {
        return ", serves for all.";
    }
    for (int d = own; d >= 0; d--) {
        bool repeated = (d < shift || in->shape[d - shift] == 1) && out->shape[d] > 1;
        before |= repeated;
        between |= before && d >= shift && in->shape[d - shift] > 1;
    }
    bool rows = own < last && out->shape[last] > 1;
    bool tables = rows && own == last - 2 && out->shape[last - 1] > 1;
    rows = rows && (own == last - 1 || (own == last - 2 && !tables));
    if (between || (own < last && !rows && !tables)) {
        return ", is repeated to fit.";
    }
    return !rows && !tables ? ", serves for all."
           : before         ? (rows ? ": each of its numbers serves whole rows."
                                    : ": each of its numbers serves whole tables.")
           : rows           ? ": each of its numbers serves a row."
                            : ": each of its numbers serves a whole table.";
}

/* An operand that is smaller than the result; or both are. */
static bool word_repeated(struct captioned *s, struct buf *out)
{
    int64_t cells = tensor_numel(caption_out(s));
    int smaller = 0, inputs = s->e->effect == STORAGE_IN_PLACE ? 0 : s->e->input_count;
    for (int k = 0; k < inputs; k++) {
        smaller += tensor_numel(caption_in(s, k)) < cells;
    }
    buf_puts(out, smaller == 2 ? " Both are repeated to fit." : "");
    for (int k = 0; smaller == 1 && k < inputs; k++) {
        if (tensor_numel(caption_in(s, k)) < cells && name_of(s, k) != NULL) {
            buf_printf(out, " %s, ", name_of(s, k));
            if (caption_in(s, k)->ndim > 0) {
                tensor_tuple_text(caption_in(s, k), out);
            } else {
                buf_puts(out, "one number");
            }
            buf_puts(out, service(caption_in(s, k), caption_out(s)));
            break;
        }
    }
    return true;
}

/* Numbers and truths in one formula. */
static bool word_truth(struct captioned *s, struct buf *out)
{
    bool truth = false, number = caption_out(s)->dtype != DTYPE_BOOL;
    for (int k = 0; k < s->e->input_count; k++) {
        truth |= caption_in(s, k)->dtype == DTYPE_BOOL;
    }
    buf_puts(out, truth && number ? " True counts as 1, False as 0." : "");
    return true;
}

/* " The last: .14 Your + .58 journey.": one row of the first table, where it is short. */
static bool word_mix(struct captioned *s, struct buf *out)
{
    const struct tape_tensor *of = &s->e->input[s->p->weights].of;
    int key = of->tensor.ndim - 1;
    int64_t keys = of->tensor.shape[key], rows = of->tensor.shape[key - 1];
    const char *const *word = axis_words(of, key);
    scoped_tensor then = {0};
    if (keys < 2 || keys > MIXED_MOST || word == NULL || !caption_before(s, s->p->weights, &then)) {
        return true;
    }
    buf_puts(out, rows > 1 ? " The last: " : " Here: ");
    for (int64_t k = 0; k < keys; k++) {
        double share = tensor_cell(&then, (rows - 1) * keys + k);
        char digits[32];
        snprintf(digits, sizeof digits, "%.2f", share); /* ".14", as in the tables */
        buf_printf(out, "%s%s %s", k > 0 ? " + " : "", digits + (*digits == '0'), word[k]);
    }
    buf_puts(out, ".");
    return true;
}

static bool word_table(struct captioned *s, struct buf *out)
{
    const struct tensor *table = caption_in(s, 1);
    if (table == NULL) {
        return false;
    }
    buf_puts(out, "a ");
    tensor_tuple_text(table, out);
    buf_puts(out, event_is(s->e, OP_linear) ? " table, turned" : " table");
    return true;
}

static bool word_line(struct captioned *s, struct buf *out)
{
    buf_puts(out, event_is(s->e, OP_linear) ? "row" : "column");
    return true;
}

static bool word_bias(struct captioned *s, struct buf *out)
{
    buf_puts(out, event_is(s->e, OP_linear) && s->e->input_count > 2 ? ", plus a bias" : "");
    return true;
}

static bool word_type(struct captioned *s, struct buf *out)
{
    buf_puts(out, dtype_name(caption_out(s)->dtype));
    return true;
}

static bool word_was(struct captioned *s, struct buf *out)
{
    buf_puts(out, caption_in(s, 0) != NULL ? dtype_name(caption_in(s, 0)->dtype) : "");
    return caption_in(s, 0) != NULL;
}

static bool word_op(struct captioned *s, struct buf *out)
{
    buf_puts(out, s->e->op->name);
    return true;
}

const char *caption_noun(const struct event *e)
{
    return op_told(e->op)->noun;
}

static bool word_noun(struct captioned *s, struct buf *out)
{
    const char *noun = caption_noun(s->e);
    buf_puts(out, noun != NULL ? noun : "");
    return noun != NULL;
}

static bool word_way(struct captioned *s, struct buf *out)
{
    const struct argument *a = event_argument(s->e, "descending");
    buf_puts(out, a != NULL && a->i != 0 ? "the largest first" : "the smallest first");
    return true;
}

static bool word_most(struct captioned *s, struct buf *out)
{
    const struct argument *a = event_argument(s->e, "largest");
    buf_puts(out, a != NULL && a->i == 0 ? "smallest" : "largest");
    return true;
}

WORD_IS(word_k, number_argument(s, "k", out))
WORD_IS(word_alpha, number_argument(s, "alpha", out))
WORD_IS(word_beta, number_argument(s, "beta", out))

/* What tril and triu make 0. */
static bool word_side(struct captioned *s, struct buf *out)
{
    const struct argument *a = event_argument(s->e, "diagonal");
    a = a != NULL ? a : event_argument(s->e, "k");
    bool above = event_is(s->e, OP_tril), with = a != NULL && a->i == (above ? -1 : 1);
    buf_printf(out, "%s%s", with ? "on and " : "", above ? "above" : "below");
    return with || a == NULL || a->i == 0;
}

/* Neither is scaled. */
static bool word_one(struct captioned *s, struct buf *out)
{
    scoped_buf alpha = {0}, beta = {0};
    bool one = number_argument(s, "alpha", &alpha) && number_argument(s, "beta", &beta) &&
               strcmp(buf_text(&alpha), "1") == 0 && strcmp(buf_text(&beta), "1") == 0;
    buf_puts(out, "a");
    return one;
}

/* None for whole numbers, and in front of the point. */
static bool word_decimals(struct captioned *s, struct buf *out)
{
    const struct argument *a = event_argument(s->e, "decimals");
    return a != NULL && a->i > 0 && number_argument(s, "decimals", out);
}

static bool word_tens(struct captioned *s, struct buf *out)
{
    const struct argument *a = event_argument(s->e, "decimals");
    return a != NULL && a->i < 0 && count(pow(10, (double)-a->i), out);
}

static bool word_equation(struct captioned *s, struct buf *out)
{
    const char *text = event_equation(s->e);
    if (text != NULL && strlen(text) < 30) {
        buf_printf(out, "'%s'", text);
    } else {
        buf_puts(out, "The equation");
    }
    return true;
}

/* What an equation does: the letters that its right side drops are those that are added up over.
 * Without an arrow those that stand there once are kept. */
static bool word_summed(struct captioned *s, struct buf *out)
{
    const char *text = event_equation(s->e) != NULL ? event_equation(s->e) : "";
    const char *arrow = strstr(text, "->"), *end = arrow != NULL ? arrow : text + strlen(text);
    bool many = memchr(text, ',', (size_t)(end - text)) != NULL, diagonal = false;
    scoped_buf letters = {0};
    for (const char *c = text; c < end; c++) {
        bool again = memchr(text, *c, (size_t)(c - text)) != NULL;
        bool twice = memchr(c + 1, *c, (size_t)(end - c - 1)) != NULL;
        bool dropped = arrow != NULL ? strchr(arrow, *c) == NULL : twice;
        diagonal |= isalpha((unsigned char)*c) && again && !many;
        if (isalpha((unsigned char)*c) && dropped && !again) {
            buf_printf(&letters, "%s%c", letters.len > 0 ? ", " : " over ", *c);
        }
    }
    if (letters.len > 0) {
        buf_printf(out, "%sadded up%s", many ? "products, " : "numbers, ", buf_text(&letters));
    } else {
        buf_puts(out, many       ? "products of numbers, none added up"
                      : diagonal ? "the numbers on a diagonal"
                                 : "the axes in another order");
    }
    return true;
}

enum { LONGEST_FORMULA = 105 }; /* letters: with what stands around it two lines of a screen */

static bool word_formula(struct captioned *s, struct buf *out)
{
    buf_puts(out, buf_text(&s->formula));
    return s->formula.len > 0 && s->formula.len <= LONGEST_FORMULA;
}

/* What caption_backward.c has found; it is not too long. */
/* What this backward() began at: "L", "the loss". */
static bool word_loss(struct captioned *s, struct buf *out)
{
    const char *name = NULL;
    for (int k = s->event; k >= 0 && s->t->event[k].of >= 0; k--) {
        const struct event *e = &s->t->event[k];
        if (e->of_argument < 0 && event_is(e, OP_ones_like)) {
            name = tape_result_name(s->t, e->of, 0);
            break;
        }
    }
    size_t len = 0;
    while (name != NULL && (isalnum((unsigned char)name[len]) || name[len] == '_')) {
        len++;
    }
    bool plain = len > 0 && name[len] == '\0' && strstr(name, "loss") == NULL;
    buf_puts(out, plain ? name : "the loss");
    return true;
}

static bool word_chain(struct captioned *s, struct buf *out)
{
    buf_puts(out, buf_text(&s->formula));
    return s->formula.len > 0;
}

static const struct {
    const char *word;
    bool (*put)(struct captioned *s, struct buf *out);
} words[] = {
    {"a", word_a},
    {"alpha", word_alpha},
    {"are", word_are},
    {"asker", word_asker},
    {"axis", word_axis},
    {"b", word_b},
    {"beta", word_beta},
    {"bias", word_bias},
    {"cells", word_cells},
    {"decimals", word_decimals},
    {"tens", word_tens},
    {"one", word_one},
    {"scores", word_scores},
    {"side", word_side},
    {"sign", word_sign},
    {"step", word_step},
    {"summed", word_summed},
    {"truth", word_truth},
    {"roles", caption_roles},
    {"mix", word_mix},
    {"chain", word_chain},
    {"loss", word_loss},
    {"changed", word_changed},
    {"each", word_each},
    {"equation", word_equation},
    {"exit", word_exit},
    {"first", word_first},
    {"formula", word_formula},
    {"from", word_from},
    {"high", word_high},
    {"ids", word_ids},
    {"in", word_in},
    {"k", word_k},
    {"last", word_last},
    {"length", word_length},
    {"letters", word_letters},
    {"line", word_line},
    {"low", word_low},
    {"most", word_most},
    {"norm", word_norm},
    {"noun", word_noun},
    {"of", word_of},
    {"ones", word_ones},
    {"op", word_op},
    {"out", word_out},
    {"repeated", word_repeated},
    {"table", word_table},
    {"table_cells", word_table_cells},
    {"tensors", word_tensors},
    {"times", word_times},
    {"type", word_type},
    {"views", word_views},
    {"was", word_was},
    {"way", word_way},
    {"whether", word_whether},
    {"x", word_x},
};

bool caption_put_word(struct captioned *s, const char *word, size_t len, struct buf *out)
{
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (strlen(words[k].word) == len && memcmp(words[k].word, word, len) == 0) {
            return words[k].put(s, out);
        }
    }
    return false;
}
