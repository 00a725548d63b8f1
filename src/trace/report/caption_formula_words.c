/* Writes the words of a formula and of its gradient: what the step's code calls them. */
#include "trace/report/caption_formula_words.h"

#include "torch/op/ops.h"
#include "trace/explain/name.h"
#include "trace/report/caption_words.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/parameter.h"

#include <ctype.h>
#include <string.h>

const char caption_letters[] = "yzwvrgo";

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
        caption_put_number(tensor_cell(&at->of.tensor, 0), &whole);
    }
    buf_cut(out, whole.len > 0 ? start : out->len);
    buf_puts(out, buf_text(&whole));
}

/* What the step itself stands in, a function of the program's own, calls its inputs is nowhere on
 * the screen, or is another tensor of the learner's: those are called as their gradients are. */
static bool is_inside(const struct captioned *s, int input)
{
    const struct event *of = &s->t->event[s->e->of];
    return of->call != of->user_call && of->input[input].of.maker >= 0;
}

/* A name, or the expression that made it; where the sentence would be too long, a letter for that
 * of the gradient's own. */
void caption_put_argument(const struct captioned *s, int argument, struct buf *out)
{
    const struct event *of = &s->t->event[s->e->of];
    for (int k = 0; k < of->input_count; k++) {
        if (of->input[k].argument == argument) {
            const char *known = parameter_name(s->t, of->input[k].of.serial);
            size_t start = out->len;
            if (known != NULL) {
                buf_puts(out, known);
            } else if (is_inside(s, k)) {
                gradient_whose(s->t, s->e->of, argument, of->input[k].element, out);
            } else {
                name_of_input(s->t, s->e->of, k, out);
                name_it_whole(s, k, start, out);
            }
            if (s->brief == 2 && argument == s->e->of_argument &&
                strpbrk(buf_text(out) + start, " (") != NULL) {
                buf_cut(out, start);
                buf_putc(out, tape_letter(s->t, caption_letters));
            }
            return;
        }
    }
    if (argument < of->arg_count && value_is_number(of->arg[argument].value)) {
        caption_put_number(value_number(of->arg[argument].value), out);
    }
}

/* Whether an argument is called so. */
bool caption_is_argument(const struct captioned *s, const char *name)
{
    bool is = false;
    for (int k = 0; k < s->t->event[s->e->of].arg_count && !is; k++) {
        scoped_buf other = {0};
        caption_put_argument(s, k, &other);
        is = strcmp(buf_text(&other), name) == 0;
    }
    return is;
}

/* Its name, but for scores = f(scores), and where the sentence would be too long: then a letter. */
void caption_put_result(const struct captioned *s, struct buf *out)
{
    const char *name = tape_result_name(s->t, s->e->of, 0);
    bool told = name != NULL && s->brief != 1 && !caption_is_argument(s, name);
    char letter[] = {tape_letter(s->t, caption_letters), '\0'};
    if (caption_is_argument(s, letter)) {
        letter[0] = tape_letter(s->t, strchr(caption_letters, letter[0]) + 1);
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
void caption_put_d(const struct buf *name, struct buf *out)
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
        caption_put_result(s, &name);
    } else {
        caption_put_argument(s, letter == 'w' ? s->e->of_argument : letter - 'a', &name);
    }
    bool known = name.len > 0;
    if (at + 1 < len) { /* turned: k.T turned back is k */
        bool back = !at && name.len > 2 && strcmp(name.data + name.len - 2, ".T") == 0;
        if (back) {
            buf_cut(&name, name.len - 2);
        }
        at ? caption_put_d(&name, out) : buf_puts(out, buf_text(&name));
        buf_puts(out, back ? "" : is_many(s, letter) ? ".mT" : ".T");
    } else if (at) {
        caption_put_d(&name, out);
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

bool caption_fill(const struct captioned *s, const char *text, struct buf *out)
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
