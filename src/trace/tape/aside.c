/* Finds steps that a function of Python takes by itself, by what stands in the code there. */
#include "trace/tape/aside.h"

#include "lang/parse/identifier.h"
#include "trace/tape/event.h"

#include <string.h>

/* Where the last bracket of a text begins, if it ends with one; NULL: it does not. */
static const char *last_bracket(const char *text, size_t len)
{
    int depth = 0;
    char quote = '\0';
    for (size_t k = len; k > 0 && text[len - 1] == ')'; k--) {
        char c = text[k - 1];
        if (quote != '\0' || c == '\'' || c == '"') {
            quote = quote == '\0' ? c : c == quote ? '\0' : quote;
            continue;
        }
        depth += (strchr(")]}", c) != NULL) - (strchr("([{", c) != NULL);
        if (depth == 0) {
            return text + k - 1;
        }
    }
    return NULL;
}

/* Where " in " stands in a text outside of all brackets; NULL: nowhere. */
static const char *find_in(const char *text, size_t len)
{
    int depth = 0;
    for (size_t k = 0; k + 4 <= len; k++) {
        depth += (strchr("([{", text[k]) != NULL) - (strchr(")]}", text[k]) != NULL);
        if (depth == 0 && memcmp(text + k, " in ", 4) == 0) {
            return text + k + 1;
        }
    }
    return NULL;
}

/* Whether an operator stands in a text outside of all brackets: of a < b.min() it is that which is
 * carried out last. */
static bool has_operator(const char *text, size_t len)
{
    int depth = 0;
    for (size_t k = 0; k < len; k++) {
        depth += (strchr("([{", text[k]) != NULL) - (strchr(")]}", text[k]) != NULL);
        if (depth == 0 && strchr(" <>=!+-*/%@&|^~", text[k]) != NULL) {
            return true;
        }
    }
    return false;
}

/* "max" of max(a, b), "index" of [a, b].index(c). */
static const char *called(const char *text, size_t len, size_t *word)
{
    const char *end = last_bracket(text, len), *begin = end;
    if (end == NULL) {
        return NULL;
    }
    while (begin > text && identifier_plain(begin[-1])) {
        begin--;
    }
    *word = (size_t)(end - begin);
    bool whole = begin == text || (begin[-1] == '.' && !has_operator(text, (size_t)(begin - text)));
    return end > begin && whole ? begin : NULL;
}

static bool is_one_of(const char *word, size_t len, const char *names)
{
    for (const char *p = names; *p != '\0'; p += strlen(p) + 1) {
        if (strlen(p) == len && memcmp(p, word, len) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the next step stands in the same place, and nothing got a name in between. */
static bool goes_on(const struct tape *t, int event)
{
    const struct event *e = &t->event[event], *next = e + 1;
    return event + 1 < t->event_count && next->binds == e->binds && next->call == e->call &&
           next->code.source == e->code.source && next->code.line == e->code.line &&
           next->code.column == e->code.column && next->code.end_column == e->code.end_column;
}

const char *aside_of(const struct tape *t, int event, size_t *len)
{
    const struct event *e = &t->event[event];
    const struct span *at = &e->code;
    bool rows = event_is(e, OP_unbind), own = e->call == e->user_call && e->of < 0;
    size_t length;
    const char *line = at->source != NULL && !at->source->prelude && at->line == at->end_line
                           ? source_line(at->source, at->line, &length)
                           : NULL;
    bool adds = event_is(e, OP_add) && goes_on(t, event);
    if ((!rows && !adds && !event_does(e, COMPARES)) || !own || e->effect == STORAGE_IN_PLACE ||
        line == NULL || (size_t)at->end_column > length || at->column >= at->end_column) {
        return NULL;
    }
    const char *text = line + at->column, *found;
    size_t width = (size_t)(at->end_column - at->column);
    found = rows ? NULL : find_in(text, width);
    *len = strlen("in");
    found = found != NULL ? found : called(text, width, len);
    bool itself = found != NULL && (is_one_of(found, *len, rows ? "list\0tuple\0" : "") ||
                                    (strlen(e->name) == *len && memcmp(found, e->name, *len) == 0));
    itself = itself || (adds && found != NULL && !is_one_of(found, *len, "sum\0"));
    return itself ? NULL : found;
}
