/* Sentences about gradients: where they begin, what their formula does, where several meet. */
#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/name.h"
#include "trace/report/caption_words.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/parameter.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { LONGEST = 140, WAYS_MOST = 6 }; /* letters of a sentence; ways that are named */

static const struct {
    const char *names;
    int argument;
    const char *forward, *backward;
} rows[] = {
#define BACKWARD(names, argument, forward, backward) {names, argument, forward, backward},
#include "trace/report/backward.def"
#undef BACKWARD
};

/* --- words --- */

/* What the signature calls it stands nowhere in the code: the name that its gradient has; a number
 * of NumPy, which is no step's, as itself. */
static void name_it_whole(const struct captioned *s, int input, size_t start, struct buf *out)
{
    const struct event *of = &s->t->event[s->e->of];
    const struct tape_input *at = &of->input[input];
    const char *p = of->op->signature, *name = p;
    size_t len = 0;
    for (int k = 0; k <= at->argument; k++) {
        p = op_next_parameter(p, &name, &len);
    }
    if (out->len - start != len || memcmp(out->data + start, name, len) != 0) {
        return;
    }
    scoped_buf whole = {0};
    if (at->of.maker >= 0) {
        gradient_whose(s->t, s->e->of, at->argument, at->element, &whole);
    } else if (at->of.tensor.ndim == 0) {
        caption_put_number(caption_cell(&at->of.tensor, 0), &whole);
    }
    buf_cut(out, whole.len > 0 ? start : out->len);
    buf_puts(out, buf_text(&whole));
}

/* What has no name is called by one of these that is none in the code; never s, t or u. */
static const char letters[] = "yzwvrgo";

/* A name, or the expression that made it; where the sentence would be too long, a letter for that
 * of the gradient's own. */
static void put_argument(const struct captioned *s, int argument, struct buf *out)
{
    const struct event *of = &s->t->event[s->e->of];
    for (int k = 0; k < of->input_count; k++) {
        if (of->input[k].argument == argument) {
            const char *known = parameter_name(s->t, of->input[k].of.serial);
            size_t start = out->len;
            if (known != NULL) {
                buf_puts(out, known);
            } else {
                name_of_input(s->t, s->e->of, k, out);
                name_it_whole(s, k, start, out);
            }
            if (s->brief == 2 && argument == s->e->of_argument &&
                strchr(buf_text(out) + start, ' ') != NULL) {
                buf_cut(out, start);
                buf_putc(out, tape_letter(s->t, letters));
            }
            return;
        }
    }
    if (argument < of->arg_count && value_is_number(of->arg[argument].value)) {
        caption_put_number(value_number(of->arg[argument].value), out);
    }
}

/* Whether an argument is called so. */
static bool is_argument(const struct captioned *s, const char *name)
{
    bool is = false;
    for (int k = 0; k < s->t->event[s->e->of].arg_count && !is; k++) {
        scoped_buf other = {0};
        put_argument(s, k, &other);
        is = strcmp(buf_text(&other), name) == 0;
    }
    return is;
}

/* Its name, but for scores = f(scores), and where the sentence would be too long: then a letter. */
static void put_result(const struct captioned *s, struct buf *out)
{
    const char *name = tape_result_name(s->t, s->e->of, 0);
    bool told = name != NULL && s->brief != 1 && !is_argument(s, name);
    char letter[] = {tape_letter(s->t, letters), '\0'};
    if (is_argument(s, letter)) {
        letter[0] = tape_letter(s->t, strchr(letters, letter[0]) + 1);
    }
    buf_puts(out, told ? name : letter);
}

/* Whether the bracket that it begins with ends at its end. */
static bool closes(const struct buf *name)
{
    int depth = 0;
    for (size_t k = 0; k < name->len; k++) {
        depth += (name->data[k] == '(') - (name->data[k] == ')');
        if (depth == 0) {
            return k > 0 && k + 1 == name->len;
        }
    }
    return false;
}

/* dq, d(head.weight). */
static void put_d(const struct buf *name, struct buf *out)
{
    bool simple = true, wrapped = name->len > 0 && name->data[0] == '(' && closes(name);
    for (size_t k = 0; k < name->len; k++) {
        simple = simple && (isalnum((unsigned char)name->data[k]) || name->data[k] == '_');
    }
    buf_printf(out, simple || wrapped ? "d%s" : "d(%s)", buf_text(name));
}

/* Whether it is a row of tables, whose rows and columns are its last two axes. */
static bool is_many(const struct captioned *s, char letter)
{
    const struct event *of = &s->t->event[s->e->of];
    const struct tensor *x = letter == 'y' ? &of->output[0].tensor : NULL;
    for (int k = 0; k < of->input_count && x == NULL; k++) {
        x = of->input[k].argument == letter - 'a' ? &of->input[k].of.tensor : NULL;
    }
    return x != NULL && x->ndim > 2 && !event_is(of, OP_linear);
}

/* "d", then y, a, b, c or w, then "T". False: it has no name here. */
static bool put_word(const struct captioned *s, const char *word, size_t len, struct buf *out)
{
    scoped_buf name = {0};
    size_t at = len > 1 && word[0] == 'd';
    char letter = word[at];
    if (letter == 'y') {
        put_result(s, &name);
    } else {
        put_argument(s, letter == 'w' ? s->e->of_argument : letter - 'a', &name);
    }
    bool known = name.len > 0;
    if (at + 1 < len) { /* turned: k.T turned back is k */
        bool back = !at && name.len > 2 && strcmp(name.data + name.len - 2, ".T") == 0;
        if (back) {
            buf_cut(&name, name.len - 2);
        }
        at ? put_d(&name, out) : buf_puts(out, buf_text(&name));
        buf_puts(out, back ? "" : is_many(s, letter) ? ".mT" : ".T");
    } else if (at) {
        put_d(&name, out);
    } else {
        bool twice = out->len > 0 && out->data[out->len - 1] == '(' && name.len > 2 &&
                     closes(&name); /* softmax((x * 2)) */
        buf_put(out, buf_text(&name) + twice, name.len - 2 * (size_t)twice);
    }
    return known;
}

/* Over which cells a softmax adds up. */
static const char *row_word(const struct captioned *s)
{
    struct captioned of = {.t = s->t, .event = s->e->of, .e = &s->t->event[s->e->of]};
    int axis = caption_axis(&of);
    return axis >= 0 && axis == caption_out(&of)->ndim - 1 ? "row" : "of its groups";
}

/* " * ln.weight", if that argument was given. */
static void put_factor(const struct captioned *s, const char *word, struct buf *out)
{
    size_t start = out->len;
    buf_puts(out, " * ");
    if (!put_word(s, word, 1, out) || out->len == start + 3) {
        buf_cut(out, start);
    }
}

static bool fill(const struct captioned *s, const char *text, struct buf *out)
{
    bool ok = true;
    while (*text != '\0' && ok) {
        size_t plain = strcspn(text, "{");
        buf_put(out, text, plain);
        text += plain;
        if (*text == '{') {
            size_t len = strcspn(text, "}") - 1;
            if (len == 3 && strncmp(text + 1, "row", 3) == 0) {
                buf_puts(out, row_word(s));
            } else if (len == 7 && strncmp(text + 1, "times ", 6) == 0) {
                put_factor(s, text + 7, out);
            } else if (len == 1 && text[1] == 's') {
                buf_putc(out, tape_letter(s->t, "stu"));
            } else {
                ok = put_word(s, text + 1, len, out);
            }
            text += len + 2;
        }
    }
    return ok;
}

/* "(4,)" in an expression is no shape of the step's tensors. */
static bool has_sizes(const struct buf *text)
{
    for (const char *p = strchr(buf_text(text), '('); p != NULL; p = strchr(p + 1, '(')) {
        size_t digits = strspn(p + 1, "0123456789");
        if (digits > 0 && p[1 + digits] == ',') {
            return true;
        }
    }
    return false;
}

/* --- conditions --- */

static bool is_whole(const struct captioned *s)
{
    const struct event *next = s->e + 1;
    bool last = s->e->own || s->event + 1 == s->t->event_count || !gradient_same(next, s->e);
    const struct event *of = s->e->of >= 0 ? &s->t->event[s->e->of] : NULL;
    return of != NULL && of->of < 0 && of->effect != STORAGE_IN_PLACE && last &&
           s->e->of_argument >= 0 && s->e->gradient != NULL && !s->e->gathers &&
           !event_is(s->e, OP_copy);
}

bool begins_backward(struct captioned *s)
{
    return s->e->of >= 0 && s->e->of_argument < 0 && !s->e->own && event_is(s->e, OP_ones_like) &&
           tensor_numel(caption_out(s)) == 1;
}

bool adds_to_held(struct captioned *s)
{
    scoped_tensor before = {0};
    if (!s->e->gathers || s->e->effect != STORAGE_IN_PLACE || !event_does(s->e, ADDS) ||
        s->e->gradient == NULL || !caption_before(s, 0, &before)) {
        return false;
    }
    s->n[0] = 0;
    s->n[1] = (double)tensor_numel(&before);
    for (int64_t k = 0; k < tensor_numel(&before); k++) {
        s->n[0] += caption_cell(&before, k) != 0;
    }
    buf_clear(&s->formula);
    buf_puts(&s->formula, s->e->gradient);
    return true;
}

bool adds_to_held_one(struct captioned *s)
{
    scoped_tensor before = {0};
    if (!adds_to_held(s) || s->n[1] != 1 || !caption_before(s, 0, &before)) {
        return false;
    }
    s->n[0] = caption_cell(&before, 0);
    return true;
}

static void put_gradient(struct captioned *s)
{
    buf_clear(&s->formula);
    buf_puts(&s->formula, s->e->gradient != NULL ? s->e->gradient : "");
}

bool makes_room(struct captioned *s)
{
    put_gradient(s);
    return gradient_is_room(s->t, s->event) && s->formula.len < LONGEST - 50;
}

/* Whether the tensor whose gradient it is lies in memory as the result does. */
static bool lies_like_its_tensor(const struct captioned *s)
{
    int input = gradient_input(s->t, s->event);
    const struct tensor *out = &s->e->output[0].tensor;
    const struct tensor *x = input < 0 ? NULL : &s->t->event[s->e->of].input[input].of.tensor;
    return x != NULL && tensor_same_shape(x, out) &&
           memcmp(x->stride, out->stride, sizeof *x->stride * (size_t)x->ndim) == 0;
}

bool keeps_copy(struct captioned *s)
{
    put_gradient(s);
    return gradient_is_room(s->t, s->event - 1) && lies_like_its_tensor(s) && s->formula.len > 0 &&
           s->formula.len < LONGEST - 60;
}

/* A step that reads the result of s->e->of and passes a gradient back, by its result's name. */
static bool put_way(const struct captioned *s, int event, struct buf *out)
{
    const struct event *e = &s->t->event[event];
    const char *name = tape_result_name(s->t, event, 0);
    const char *from = tape_result_name(s->t, s->e->of, 0);
    if (name != NULL && (from == NULL || strcmp(from, name) != 0)) {
        buf_puts(out, name);
        return true;
    }
    size_t len;
    const char *line = source_line(e->code.source, e->code.line, &len);
    bool whole = line != NULL && e->code.line == e->code.end_line &&
                 (size_t)e->code.end_column <= len && e->code.end_column - e->code.column <= 40;
    if (whole && !e->code.source->prelude) {
        buf_put(out, line + e->code.column, (size_t)(e->code.end_column - e->code.column));
    }
    return whole;
}

/* The steps between the forward step and the pass that read its result, the last one first, as
 * gradients come back; an input twice counts twice. -1: more than `most`. */
static int ways_of(const struct captioned *s, int *at, int most)
{
    int count = 0;
    uint64_t serial = s->t->event[s->e->of].output[0].serial;
    for (int k = s->event; k > s->e->of; k--) {
        const struct event *e = &s->t->event[k];
        for (int j = 0; e->of < 0 && j < e->input_count; j++) {
            if (e->input[j].of.serial == serial && e->output_count > 0 &&
                e->output[0].requires_grad) {
                if (count == most) {
                    return -1;
                }
                at[count++] = k;
            }
        }
    }
    return count;
}

/* Of the pass: a gradient, or a step in the backward of a function of the program's own. */
static bool in_pass(const struct captioned *s, const struct event *e)
{
    const struct span *at = &e->code, *own = &s->e->code;
    return e->of >= 0 ||
           (at->source == own->source && at->line == own->line && at->column == own->column);
}

/* How many sums of these gradients there are in the pass, and which one the step is. */
static int sums_of(const struct captioned *s, int *own)
{
    int count = 0;
    for (int k = s->event; k > s->e->of; k--) {
        const struct event *e = &s->t->event[k];
        count += e->of == s->e->of && e->of_argument < 0 && event_does(e, ADDS);
        if (event_is(e, OP_ones_like) && e->of >= 0) {
            break;
        }
    }
    *own = count;
    for (int k = s->event + 1; k < s->t->event_count && in_pass(s, &s->t->event[k]); k++) {
        const struct event *e = &s->t->event[k];
        if (event_is(e, OP_ones_like) && e->of >= 0) {
            break;
        }
        count += e->of == s->e->of && e->of_argument < 0 && event_does(e, ADDS);
    }
    return count;
}

/* "its gradients by way of f(x) and g(x)": of these ways, up to the last one; where the sentence
 * would be too long, how many they are. */
static void put_ways(const struct captioned *s, const int *at, int last, int count, struct buf *out)
{
    size_t start = out->len;
    bool ok = true;
    buf_puts(out, "its gradients by way of ");
    for (int k = 0; ok && k <= last; k++) {
        buf_puts(out, k == 0 ? "" : k == last ? " and " : ", ");
        ok = put_way(s, at[k], out);
    }
    if (!ok || out->len >= LONGEST || has_sizes(out)) {
        buf_cut(out, start);
        if (last + 1 < count) {
            buf_printf(out, "%d of its gradients", last + 1);
        } else {
            buf_puts(out, count == 2 ? "both its gradients" : "all its gradients");
        }
    }
}

bool joins_ways(struct captioned *s)
{
    int at[WAYS_MOST], own, count;
    struct buf *out = &s->formula;
    if (s->e->of < 0 || s->e->of_argument >= 0 || s->e->gathers || !event_does(s->e, ADDS) ||
        s->e->input_count != 2) {
        return false;
    }
    count = ways_of(s, at, WAYS_MOST);
    if (count < 2 || sums_of(s, &own) != count - 1) {
        return false;
    }
    buf_clear(out);
    gradient_whose(s->t, s->e->of, -1, 0, out);
    buf_printf(out, " went %d ways: ", count);
    put_ways(s, at, own, count, out);
    return out->len < LONGEST && !has_sizes(out);
}

/* "x.grad" of "x.grad (values)"; false: it is whole. */
static bool put_whole(const struct captioned *s, struct buf *out)
{
    const char *name = s->e->gradient, *part = strstr(name, ".grad (");
    if (part != NULL) {
        buf_put(out, name, (size_t)(part - name) + strlen(".grad"));
    }
    return part != NULL;
}

/* ", a part of x.grad", where other ways to the loss give others. */
static void put_part(const struct captioned *s, struct buf *out)
{
    size_t whole = out->len;
    buf_puts(out, ", a part of ");
    if (s->e->gradient == NULL || !put_whole(s, out)) {
        buf_cut(out, whole);
    }
}

/* The same of a leaf, whose gradient is kept. */
bool joins_parts(struct captioned *s)
{
    buf_clear(&s->formula);
    if (s->e->gradient == NULL || !s->e->gathers || !gradient_adds_parts(s->t, s->event)) {
        return false;
    }
    if (!put_whole(s, &s->formula)) {
        buf_puts(&s->formula, s->e->gradient);
    }
    return s->formula.len < LONGEST - 70 && !has_sizes(&s->formula);
}

/* An embedding that leaves rows out, or divides them by how often they were taken. */
static bool passes_over(const struct event *of)
{
    const struct argument *row = event_argument(of, "padding_idx");
    const struct argument *often = event_argument(of, "scale_grad_by_freq");
    return event_is(of, OP_embedding) &&
           ((row != NULL && row->value.type == VALUE_INT && row->value.i != -1) ||
            (often != NULL && often->value.type == VALUE_BOOL && often->value.b));
}

/* How many matrices it is. */
static int64_t tables_of(const struct tensor *x)
{
    int64_t count = 1;
    for (int k = 0; k + 2 < x->ndim; k++) {
        count *= x->shape[k];
    }
    return count;
}

/* A product with a vector is no product of turned matrices, but for W.T @ dy. */
static bool has_vector(const struct captioned *s)
{
    const struct event *of = &s->t->event[s->e->of];
    bool first = event_is(of, OP_matmul) && of->input[0].of.tensor.ndim < 2;
    bool second = event_is(of, OP_matmul) && of->input[of->input_count - 1].of.tensor.ndim < 2;
    return first || (second && (s->e->of_argument == 0 || of->input[0].of.tensor.ndim > 2));
}

/* The tables show k.T where the formula has k. */
static void put_turned(const struct captioned *s, const char *backward, struct buf *out)
{
    for (char letter = 'a'; letter <= 'b'; letter++) {
        char word[] = {'{', letter, 'T', '}', '\0'};
        scoped_buf name = {0};
        put_argument(s, letter - 'a', &name);
        if (strstr(backward, word) != NULL && name.len > 2 && out->len + name.len < LONGEST - 16 &&
            strcmp(name.data + name.len - 2, ".T") == 0) {
            buf_printf(out, ", which is %s turned", buf_text(&name));
        }
    }
}

/* The gradient that a formula was given, by the name that it has on the screen; NULL: it is that of
 * a sum. */
static const char *given(const struct captioned *s)
{
    int first = s->event;
    while (first > 0 && gradient_same(s->e, &s->t->event[first - 1])) {
        first--;
    }
    for (int k = first; k <= s->event; k++) {
        for (int j = 0; j < s->t->event[k].input_count; j++) {
            int maker = s->t->event[k].input[j].of.maker;
            if (maker >= 0 && maker < first && s->t->event[maker].of > s->e->of) {
                return s->t->event[maker].gradient;
            }
        }
    }
    return NULL;
}

/* out - y passes on what came to it, and no step stands for that: "dout = (out - y).grad". Not
 * where an operand has that name, too: q = rope(q). */
static void put_passed_on(const struct captioned *s, struct buf *out)
{
    scoped_buf own = {0}, result = {0}, d = {0}, whose = {0};
    const char *came = given(s), *end = came != NULL ? strstr(came, ".grad") : NULL;
    buf_put(&whose, came, end != NULL ? (size_t)(end - came) : 0);
    gradient_whose(s->t, s->e->of, -1, 0, &own);
    buf_puts(&own, ".grad");
    put_result(s, &result);
    put_d(&result, &d);
    if (end != NULL && strcmp(end, ".grad") == 0 && strcmp(came, buf_text(&own)) != 0 &&
        !is_argument(s, buf_text(&whose)) && strstr(buf_text(out), buf_text(&d)) != NULL) {
        buf_printf(out, ", %s = %s passed on unchanged", buf_text(&d), came);
    }
}

static bool is_short(const struct captioned *s)
{
    scoped_buf sentence = {0};
    buf_printf(&sentence, "Forward %s.", buf_text(&s->formula));
    return s->formula.len < LONGEST && caption_fits(buf_text(&sentence));
}

/* The sentence of a row of backward.def; false: a name is missing, or it is too long. */
static bool put_formula(struct captioned *s, const char *forward, const char *backward)
{
    const struct event *of = &s->t->event[s->e->of];
    const struct tensor *y = &of->output[0].tensor;
    buf_clear(&s->formula);
    bool ok = fill(s, forward, &s->formula);
    if (event_is(of, OP_linear) && of->input_count > 2 && s->e->of_argument < 2) {
        buf_puts(&s->formula, s->brief > 0 ? " + its bias" : " + ");
        put_argument(s, s->brief > 0 ? of->arg_count : 2, &s->formula);
    }
    buf_puts(&s->formula, ", so backward ");
    ok = ok && fill(s, backward, &s->formula);
    put_turned(s, backward, &s->formula);
    if (of->op->kind == KIND_ELEMENTWISE && tensor_numel(y) != tensor_numel(caption_out(s))) {
        buf_puts(&s->formula, ", added up where it was repeated");
    }
    if (event_is(of, OP_matmul) && tables_of(y) > tables_of(caption_out(s))) {
        buf_puts(&s->formula, ", added up over all tables");
    }
    if (event_is(of, OP_linear) && s->e->of_argument == 1 && y->ndim > 2) {
        buf_puts(&s->formula, ", the rows of all tables as one");
    }
    size_t whole = s->formula.len;
    put_passed_on(s, &s->formula);
    whole = is_short(s) ? s->formula.len : whole;
    buf_cut(&s->formula, whole);
    put_part(s, &s->formula);
    if (!is_short(s)) {
        buf_cut(&s->formula, whole);
    }
    return ok && is_short(s) && !has_sizes(&s->formula);
}

/* Two tensors that a function of qkv's own made have one expression of the code. */
static bool has_twins(const struct captioned *s)
{
    const struct event *of = &s->t->event[s->e->of];
    bool twins = false;
    for (int k = 1; k < of->input_count; k++) {
        scoped_buf one = {0}, other = {0};
        put_argument(s, of->input[0].argument, &one);
        put_argument(s, of->input[k].argument, &other);
        twins |= of->input[0].of.serial != of->input[k].of.serial &&
                 strcmp(buf_text(&one), buf_text(&other)) == 0;
    }
    return twins;
}

bool follows_formula(struct captioned *s)
{
    if (!is_whole(s) || gradient_apart(s->t, s->event) || has_vector(s) || has_twins(s)) {
        return false;
    }
    const struct event *of = &s->t->event[s->e->of];
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (rows[k].argument == s->e->of_argument && event_is(of, rows[k].names) &&
            !passes_over(of)) {
            bool ok = false;
            for (s->brief = 0; !ok && s->brief < 3; s->brief += !ok) {
                ok = put_formula(s, rows[k].forward, rows[k].backward);
            }
            return ok;
        }
    }
    return false;
}

/* The squared distance: "loss = the mean of (out - y)^2, so backward dout = ...". */
bool follows_squares(struct captioned *s)
{
    double factor = 0;
    const char *back = NULL, *grad = NULL;
    const struct event *last = s->e - event_is(s->e, OP_contiguous); /* of the target */
    if (is_whole(s) && gradient_squares(s->t, (int)(last - s->t->event), &factor) != NULL) {
        back = tape_name(s->t, s->event, &last->input[1].of);
        grad = back != NULL ? strstr(back, ".grad") : NULL;
    }
    if (grad == NULL || s->e->of_argument > 1) {
        return false;
    }
    struct buf *out = &s->formula;
    scoped_buf loss = {0}, a = {0}, b = {0};
    int own = s->e->of_argument;
    bool each = tensor_numel(&last->input[1].of.tensor) > 1;
    buf_put(&loss, back, (size_t)(grad - back));
    put_argument(s, 0, &a);
    put_argument(s, 1, &b);
    buf_clear(out);
    buf_printf(out, "%s = %s(%s - %s)^2, so backward ", buf_text(&loss),
               each          ? ""
               : factor == 2 ? "the sum of "
                             : "the mean of ",
               buf_text(&a), buf_text(&b));
    put_d(own == 0 ? &a : &b, out);
    buf_puts(out, " = 2");
    if (factor != 2) {
        buf_printf(out, " / %lld", (long long)tensor_numel(caption_out(s)));
    }
    buf_printf(out, " * (%s - %s) * ", buf_text(own == 0 ? &a : &b), buf_text(own == 0 ? &b : &a));
    put_d(&loss, out);
    return out->len < LONGEST && !has_sizes(out);
}

/* How many cells of `hidden` say that a cell is masked; -1: one of those of x is not 0. */
static double masked_zeros(const struct tensor *hidden, bool mask, const struct tensor *x)
{
    double count = 0;
    if (hidden->ndim > x->ndim) {
        return -1;
    }
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        int64_t at[TENSOR_MAX_DIMS];
        origin_place(x, k, at);
        int64_t cell = origin_broadcast(hidden, x->ndim, at);
        bool is = mask ? tensor_int_at(hidden, tensor_place(hidden, cell)) != 0
                       : caption_cell(hidden, cell) == 0;
        count += is;
        if (is && caption_cell(x, k) != 0) {
            return -1;
        }
    }
    return count;
}

/* Cells that were masked, or whose share is 0, get exactly 0. */
bool keeps_masked_zero(struct captioned *s)
{
    struct captioned of = {.t = s->t, .event = s->e->of};
    scoped_tensor hidden = {0}, out = {0};
    if (!is_whole(s) || s->e->of_argument != 0) {
        return false;
    }
    of.e = &s->t->event[s->e->of];
    bool mask = event_is(of.e, OP_masked_fill), share = event_does(of.e, SOFTMAX);
    if ((!mask && !share) ||
        !(mask ? caption_before(&of, 1, &hidden) : caption_result(&of, &hidden))) {
        return false;
    }
    s->n[0] = -1;
    if (caption_result(s, &out)) {
        s->n[0] = masked_zeros(&hidden, mask, &out);
        s->n[1] = (double)tensor_numel(&out);
    }
    return s->n[0] > 0 && follows_formula(s) && s->formula.len < LONGEST - 40;
}

bool is_gradient(struct captioned *s)
{
    buf_clear(&s->formula);
    if (is_whole(s)) {
        gradient_whose(s->t, s->e->of, s->e->of_argument, s->e->of_element, &s->formula);
        put_part(s, &s->formula);
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    return is_whole(s) && s->formula.len < LONGEST - 60 && !has_sizes(&s->formula);
}

/* zero_grad(), or x.grad.zero_(). */
bool empties_gradient(struct captioned *s)
{
    scoped_tensor was = {0};
    if (!gradient_empties(s->t, (int)(s->e - s->t->event)) || !caption_before(s, 0, &was)) {
        return false;
    }
    s->n[0] = 0;
    s->n[1] = (double)tensor_numel(&was);
    for (int64_t k = 0; k < tensor_numel(&was); k++) {
        s->n[0] += caption_cell(&was, k) != 0;
    }
    return true;
}

/* Inside step(): code of nn.init and load_state_dict() writes into parameters, too. */
static bool is_in_step(const struct captioned *s)
{
    for (int k = s->e->call; k >= 0 && s->t->call[k].prelude; k = s->t->call[k].parent) {
        if (strstr(s->t->call[k].name, "step") != NULL) {
            return true;
        }
    }
    return false;
}

/* What an optimizer writes into a parameter. */
bool steps_parameter(struct captioned *s)
{
    const struct tape_tensor *of = &s->e->output[0];
    const char *name = parameter_name(s->t, of->serial);
    scoped_tensor was = {0}, is = {0};
    if (name == NULL || s->e->effect != STORAGE_IN_PLACE || s->e->of >= 0 || s->e->setup ||
        !of->parameter || !is_in_step(s) || strlen(name) > LONGEST - 80 ||
        !caption_before(s, 0, &was)) {
        return false;
    }
    bool ok = caption_result(s, &is);
    if (ok) {
        ok = tensor_same_shape(&was, &is) && dtype_is_float(is.dtype);
        s->n[0] = s->n[2] = 0;
        s->n[1] = (double)tensor_numel(&is);
        for (int64_t k = 0; ok && k < tensor_numel(&is); k++) {
            double moved = fabs(caption_cell(&is, k) - caption_cell(&was, k));
            s->n[0] += moved > 0;
            s->n[2] = moved > s->n[2] ? moved : s->n[2];
            ok = isfinite(moved);
        }
    }
    buf_clear(&s->formula);
    buf_puts(&s->formula, name);
    return ok;
}
