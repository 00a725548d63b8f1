/* Writes the lines of an explanation: numbers, words, and a long group with a gap in its middle. */
#include "trace/explain/line.h"

#include "trace/explain/scalar.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(struct explainer *t, struct buf *text)
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

struct explained_step *line_add(struct explainer *t, const char *part, int64_t from,
                                struct buf *text, const struct scalar *after, double value)
{
    struct explanation *ex = t->ex;
    if (t->failed || t->silent || ex->step_count == EXPLAIN_STEPS) {
        buf_free(text);
        return NULL;
    }
    struct explained_step *s = &ex->step[ex->step_count];
    *s = (struct explained_step){.part = part, .from = from, .value = value};
    s->text = text_of(t, text);
    if (after != NULL) {
        struct buf number = {0};
        scalar_text(scalar_unsigned_zero(*after), &number); /* -0.0 adds nothing */
        s->after = text_of(t, &number);
    }
    ex->step_count++;
    return s;
}

void line_numbers(struct explainer *t, const char *part, int64_t from, const char *format,
                  const struct scalar *at)
{
    struct buf text = {0};
    int last = -1;
    for (const char *p = format; *p != '\0'; p++) {
        last += *p == '#' || *p == '@';
    }
    scalars_text(&text, format, at);
    line_add(t, part, from, &text, NULL, scalar_double(at[last]));
}

struct scalar line_computed(struct explainer *t, const char *part, int64_t from, const char *format,
                            const struct scalar *at)
{
    struct scalar value = scalars_computed(format, at);
    struct buf text = {0};
    scalars_text(&text, format, at);
    scalars_text(&text, " = #", &value);
    line_add(t, part, from, &text, NULL, scalar_double(value));
    return value;
}

struct scalar line_counted(struct explainer *t, const char *part, int64_t from, const char *format,
                           const struct scalar *at)
{
    return line_shown(t) ? line_computed(t, part, from, format, at) : scalars_computed(format, at);
}

struct scalar line_rounded(struct explainer *t, const char *format, struct scalar x,
                           enum dtype dtype)
{
    struct scalar rounded = scalar_as(x, dtype);
    line_numbers(t, "round", -1, format, NUMBERS(x, rounded));
    return rounded;
}

void line_words(struct explainer *t, const char *part, int64_t from, const char *format, ...)
{
    struct buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    line_add(t, part, from, &text, NULL, 0);
}

void line_is_place(struct explainer *t)
{
    if (!t->silent && t->ex->step_count > 0) {
        t->ex->step[t->ex->step_count - 1].place = true;
    }
}

void line_group(struct explainer *t, int64_t total, int most)
{
    t->group = total;
    t->group_at = 0;
    t->head = total <= most ? most : most - most / 3 - 1;
    t->tail = total <= most ? 0 : most / 3;
}

bool line_shown(struct explainer *t)
{
    int64_t k = t->group_at++;
    if (k == t->head && t->tail > 0) {
        line_words(t, "", -1, "... %lld more of %lld ...",
                   (long long)(t->group - t->head - t->tail), (long long)t->group);
    }
    return k < t->head || k >= t->group - t->tail;
}

void line_few(const struct explainer *t, int64_t n, const char *between, line_reader *read,
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
