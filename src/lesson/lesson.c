/* What all formats share: the list of cells, magic lines, sources. The formats themselves are
 * notebook.c and markdown.c; a .py file is one cell. */
#include "lesson/format.h"

#include "base/utf8.h"

#include <string.h>

bool lesson_memory(struct error *err)
{
    return error_set(err, ERROR_LIMIT, "the system has no memory left for the file");
}

/* Grows an array that lives in the arena: doubling, the old block stays behind. */
static void *grow(struct lesson *l, void *old, int count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0) {
        return old; /* capacity is the next power of two */
    }
    void *fresh = arena_alloc(&l->arena, (size_t)(count == 0 ? 1 : 2 * count) * size);
    if (fresh != NULL && count > 0) {
        memcpy(fresh, old, (size_t)count * size);
    }
    return fresh;
}

struct cell *lesson_add(struct lesson *l, bool code, const char *text, size_t len, int line,
                        struct error *err)
{
    struct cell *cells = grow(l, l->cells, l->count, sizeof *cells);
    if (cells == NULL) {
        lesson_memory(err);
        return NULL;
    }
    l->cells = cells;
    struct cell *c = &cells[l->count];
    *c = (struct cell){.code = code, .line = line, .len = len};
    c->text = arena_copy(&l->arena, text, len);
    if (c->text == NULL) {
        lesson_memory(err);
        return NULL;
    }
    c->ordinal = code ? ++l->code_count : 0;
    l->count++;
    return c;
}

/* Lines of a notebook that start with ! or % are for IPython: they become blank, so that line
 * numbers stay, and are kept aside to be told about. A % inside brackets or strings does not start
 * a line of code that Python would accept, so looking at line starts is enough, except for a
 * continued expression ("\n % x"), which is kept when the line before ends in an operator, a comma,
 * an open bracket or a backslash. */
static bool continues(const char *text, const char *line)
{
    const char *p = line;
    while (p > text && (p[-1] == '\n' || p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\r')) {
        p--;
    }
    return p > text && strchr("([{,\\+-*/=%", p[-1]) != NULL;
}

bool lesson_blank_magic(struct lesson *l, struct cell *c, struct error *err)
{
    int number = 1;
    for (char *line = c->text; line != NULL && *line != '\0'; number++) {
        char *end = strchr(line, '\n');
        size_t len = end != NULL ? (size_t)(end - line) : strlen(line);
        size_t indent = strspn(line, " \t");
        if (indent < len && (line[indent] == '!' || line[indent] == '%') &&
            !continues(c->text, line)) {
            struct skipped *s = grow(l, l->skipped, l->skipped_count, sizeof *s);
            const char *text = arena_copy(&l->arena, line + indent, len - indent);
            if (s == NULL || text == NULL) {
                return lesson_memory(err);
            }
            l->skipped = s;
            l->skipped[l->skipped_count++] =
                (struct skipped){.ordinal = c->ordinal, .line = number, .text = text};
            memset(line, ' ', len);
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return true;
}

enum lesson_format lesson_format_of(const char *file, const char *text, size_t len)
{
    static const struct {
        const char *ending;
        enum lesson_format format;
    } endings[] = {{".ipynb", LESSON_NOTEBOOK},
                   {".md", LESSON_MARKDOWN},
                   {".markdown", LESSON_MARKDOWN},
                   {".py", LESSON_PYTHON}};
    size_t n = strlen(file);
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        size_t e = strlen(endings[k].ending);
        if (n >= e && strcmp(file + n - e, endings[k].ending) == 0) {
            return endings[k].format;
        }
    }
    size_t start = 0;
    while (start < len && strchr(" \t\r\n", text[start]) != NULL && text[start] != '\0') {
        start++;
    }
    return start < len && text[start] == '{' ? LESSON_NOTEBOOK : LESSON_PYTHON;
}

bool lesson_read(struct lesson *l, const char *file, enum lesson_format format, const char *text,
                 size_t len, struct error *err)
{
    *l = (struct lesson){.format = format};
    l->file = arena_copy(&l->arena, file, strlen(file));
    bool ok = l->file != NULL || lesson_memory(err);
    if (ok && !utf8_valid(text, len)) {
        ok = error_set(err, ERROR_INPUT, "%s is not UTF-8 text; save it as UTF-8 and try again",
                       file);
    }
    if (ok && format == LESSON_NOTEBOOK) {
        ok = notebook_read(l, text, len, err);
    } else if (ok && format == LESSON_MARKDOWN) {
        ok = markdown_read(l, text, len, err);
    } else if (ok) {
        struct cell *c = lesson_add(l, true, text, len, 1, err);
        ok = c != NULL && lesson_blank_magic(l, c, err);
    }
    if (!ok) {
        lesson_free(l);
    }
    return ok;
}

void lesson_free(struct lesson *l)
{
    arena_free(&l->arena);
    *l = (struct lesson){0};
}

const struct source *lesson_source(struct lesson *l, const struct cell *cell)
{
    struct source *s = arena_alloc(&l->arena, sizeof *s);
    if (s != NULL) {
        *s = (struct source){.file = l->file,
                             .cell = l->format == LESSON_NOTEBOOK ? cell->ordinal : 0,
                             .first_line = cell->line,
                             .text = cell->text,
                             .len = cell->len};
    }
    return s;
}
