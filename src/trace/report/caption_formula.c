/* Writes the formula of a step in the names of its own tensors: what {formula} says. */
#include "trace/explain/explain_formula.h"
#include "trace/report/caption_words.h"
#include "trace/tape/event.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Six digits, or as many up to `most` as it takes to be the number: one is compared with it. */
static void put_exactly(double x, int most, struct buf *out)
{
    char text[40];
    int digits = 6;
    do {
        snprintf(text, sizeof text, "%.*g", digits, x);
    } while (digits++ < most && strtod(text, NULL) != x);
    buf_puts(out, text);
}

/* A parameter of a formula: the tensor's name or a letter; the number. False: it has no text. */
static bool put_parameter(struct captioned *s, const struct argument *a, const char **rest,
                          struct buf *out)
{
    for (int k = 0; k < s->e->input_count; k++) {
        if (&s->e->arg[s->e->input[k].argument] == a) {
            if (s->letters && k < 3) {
                buf_putc(out, caption_letter(s, k));
            }
            return s->letters ? k < 3 : caption_put_operand(s, k, out);
        }
    }
    if (!value_is_number(a->value) || a->object != NULL || a->none) {
        return false;
    }
    if (value_number(a->value) == 1 && strncmp(*rest, " * ", 3) == 0) {
        *rest += 3; /* "1 * y" is y */
    } else {
        bool below = value_number(a->value) < 0 && strncmp(*rest, " ** ", 4) == 0;
        buf_puts(out, below ? "(" : ""); /* -2 ** x is -(2 ** x) */
        put_exactly(value_number(a->value), caption_out(s)->dtype == DTYPE_BOOL ? 17 : 6, out);
        buf_puts(out, below ? ")" : "");
    }
    return true;
}

/* "exp(x)" of "exp(input)", "scores - m" of "input - alpha * other". */
bool caption_formula(struct captioned *s, bool words_too)
{
    const char *p = explain_formula_of(s->e);
    s->letters = s->e->input_count == 1 && s->e->op->kind == KIND_ELEMENTWISE &&
                 caption_out(s)->dtype != DTYPE_BOOL;
    for (int k = 0; k < s->e->input_count; k++) {
        buf_clear(&s->formula);
        s->letters |= !caption_put_operand(s, k, &s->formula);
    }
    buf_clear(&s->formula);
    while (*p != '\0') {
        size_t len = 0;
        while (isalnum((unsigned char)p[len]) || p[len] == '_') {
            len++;
        }
        if (len == 0) {
            buf_putc(&s->formula, *p++);
            continue;
        }
        char word[32];
        snprintf(word, sizeof word, "%.*s", (int)len, p);
        bool digit = isdigit((unsigned char)*p);
        const struct argument *a = digit ? NULL : event_argument(s->e, word);
        p += len;
        if (a != NULL && *p != '(') {
            if (!put_parameter(s, a, &p, &s->formula)) {
                return false;
            }
        } else if (!digit && *p != '(' && !words_too && strcmp(word, "pi") != 0 &&
                   strcmp(word, "inf") != 0) {
            return false;
        } else {
            buf_puts(&s->formula, word);
        }
    }
    return !s->formula.failed && s->formula.len > 0;
}
