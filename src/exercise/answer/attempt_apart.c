/* Takes code apart into its statements, to be run one by one: what one of them is refused, the
 * others go on without. */
#include "exercise/answer/attempt_budget.h"

#include "exercise/variant_ask.h"
#include "lang/parse/parser.h"

#include <string.h>

/* Where a line begins in the text. */
static size_t line_at(const char *text, int line)
{
    const char *p = text;
    while (line > 1 && *p != '\0') {
        line -= *p++ == '\n';
    }
    return (size_t)(p - text);
}

/* Where a statement begins: with the line of its first decorator, if it has one. */
static size_t begins(const char *text, const struct node *n)
{
    if (n->decorators.count > 0) {
        return line_at(text, n->decorators.at[0]->span.line);
    }
    return line_at(text, n->span.line) + (size_t)n->span.column;
}

bool attempt_apart(const char *code, struct arena *arena, struct statements *out)
{
    struct source *source = variant_ask_source(arena, "<answer>", code);
    struct nodes body = {0};
    struct parse_error error;
    *out = (struct statements){.count = 0};
    if (source == NULL) {
        return false;
    }
    if (parse(source, arena, &body, &error) != PARSE_OK) {
        return true;
    }
    out->text = arena_alloc(arena, (size_t)body.count * sizeof *out->text + 1);
    for (int k = 0; out->text != NULL && k < body.count; k++) {
        size_t from = begins(code, body.at[k]);
        size_t to = k + 1 < body.count ? begins(code, body.at[k + 1]) : source->len;
        out->text[k] = arena_copy(arena, code + from, to - from);
        if (out->text[k] == NULL) {
            return false;
        }
        out->count = k + 1;
    }
    return out->text != NULL;
}
