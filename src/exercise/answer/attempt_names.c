/* Finds the names that an answer has to bind itself. The lesson may have bound the name before: it
 * is forgotten before the code runs, or code that does nothing would be right. */

#include "exercise/answer/attempt_budget.h"
#include "exercise/answer/same_value.h"

#include "exercise/piece.h"
#include "exercise/variant_ask.h"
#include "lang/parse/parser.h"

#include <string.h>

/* As a name of its own, not of an attribute. */
static bool mentions(const char *expression, const char *name)
{
    size_t len = strlen(name);
    const char *p = piece_name_in(expression, name, len);
    while (p != NULL && p > expression && p[-1] == '.') {
        p = piece_name_in(p + len, name, len);
    }
    return p != NULL;
}

static void forget(struct interp *in, const char *name)
{
    struct str *word = str_intern(in, name);
    if (word != NULL) {
        dict_delete_str(in->main->dict, word);
    }
}

/* The names that a text binds: those that are local where it is the body of a function. */
static const struct names *binds(const char *code, struct arena *arena)
{
    scoped_buf text = {0};
    struct nodes body = {0};
    struct parse_error error;
    buf_puts(&text, "def answer():\n ");
    for (const char *p = code; *p != '\0'; p++) {
        buf_putc(&text, *p);
        buf_puts(&text, *p == '\n' ? " " : "");
    }
    buf_puts(&text, "\n pass\n");
    struct source *source =
        text.failed ? NULL : variant_ask_source(arena, "<solution>", buf_text(&text));
    if (source == NULL) {
        return NULL;
    }
    bool read = parse(source, arena, &body, &error) == PARSE_OK && body.count == 1;
    return read && body.at[0]->kind == NODE_DEF ? body.at[0]->scope : NULL;
}

bool attempt_names_python(const char *code)
{
    struct arena arena = {0};
    bool is = binds(code, &arena) != NULL;
    arena_free(&arena);
    return is;
}

void attempt_names_forget(struct interp *in, const struct trial *t, const char *solution)
{
    struct arena arena = {0};
    const struct names *bound = binds(solution, &arena);
    for (int k = 0; bound != NULL && k < bound->local_count; k++) {
        for (int j = 0; j < t->count; j++) {
            if (mentions(t->expression[j], bound->local[k])) {
                forget(in, bound->local[k]);
            }
        }
    }
    arena_free(&arena);
}

/* What the name holds there is a tensor, and the same as behind the cells. */
static bool is_as_before(struct interp *in, const char *name, struct interp *cells,
                         struct value before, bool *tensor)
{
    struct same_value s = {.in = in, .wanted_in = cells};
    struct str *word = str_intern(in, name);
    struct value now;
    *tensor = word != NULL && dict_get_str(in->main->dict, word, &now) && tensor_object_is(in, now);
    bool same = *tensor && same_value(&s, now, before);
    buf_free(&s.why);
    return same;
}

void attempt_names_changed(struct interp *answer, struct interp *solution, struct interp *cells,
                           const char *expression, struct buf *out)
{
    struct value key, before;
    for (int64_t at = 0; dict_next(cells->main->dict, &at, &key, &before);) {
        const char *name = str_text(key);
        bool tensor = mentions(expression, name) && tensor_object_is(cells, before);
        if (tensor && is_as_before(solution, name, cells, before, &tensor) &&
            !is_as_before(answer, name, cells, before, &tensor) && tensor) {
            buf_printf(out, " Your code changes `%s`, which it was given; `.clone()` makes a copy.",
                       name);
            return;
        }
    }
}
