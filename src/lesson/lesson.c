/* Holds what all formats of lessons share: the list of cells, magic lines, sources. The formats
 * themselves are notebook.c and markdown.c; a .py file is one cell. */
#include "lesson/format.h"

#include "base/utf8.h"

#include <string.h>

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
        error_memory(err);
        return NULL;
    }
    l->cells = cells;
    struct cell *c = &cells[l->count];
    *c = (struct cell){.code = code, .line = line, .len = len};
    c->text = arena_copy(&l->arena, text, len);
    if (c->text == NULL) {
        error_memory(err);
        return NULL;
    }
    c->ordinal = code ? ++l->code_count : 0;
    l->count++;
    return c;
}

/* Lines that start with ! or % are for IPython: they become blank, so that line numbers stay, and
 * are kept aside to be told about. Such a line is code when it continues the one before: inside
 * brackets, inside a string of three quotes, behind a backslash. */
struct state {      /* of the code before a line */
    int depth;      /* open brackets */
    char quote;     /* of the string of three quotes that is open, or 0 */
    bool continued; /* by a backslash */
};

/* Behind the string that starts at p; an open one of three quotes is left in s->quote. */
static const char *pass_string(struct state *s, const char *p, const char *end)
{
    char quote = *p;
    bool triple = end - p > 2 && p[1] == quote && p[2] == quote;
    for (p += triple ? 3 : 1; p < end; p++) {
        if (*p == '\\') {
            p++;
        } else if (*p == quote && (!triple || (end - p > 2 && p[1] == quote && p[2] == quote))) {
            return p + (triple ? 3 : 1);
        }
    }
    s->quote = triple ? quote : 0;
    return end;
}

static void pass_line(struct state *s, const char *p, const char *end)
{
    if (s->quote != 0) {
        const char close[] = {s->quote, s->quote, s->quote};
        for (; s->quote != 0 && p < end; p++) {
            if (*p == '\\') {
                p++;
            } else if (end - p > 2 && memcmp(p, close, sizeof close) == 0) {
                s->quote = 0;
                p += 2;
            }
        }
    }
    s->continued = s->quote == 0 && end > p && end[-1] == '\\';
    while (p < end && *p != '#') {
        if (*p == '"' || *p == '\'') {
            p = pass_string(s, p, end);
            continue;
        }
        s->depth += *p == '(' || *p == '[' || *p == '{';
        s->depth -= s->depth > 0 && (*p == ')' || *p == ']' || *p == '}');
        p++;
    }
}

/* Keeps the line aside. In a block a `pass` stands in the place of the first one. */
static bool skip_line(struct lesson *l, const struct cell *c, char *line, size_t len, int number,
                      bool first)
{
    size_t indent = strspn(line, " \t");
    indent = indent < len ? indent : len;
    struct skipped *s = grow(l, l->skipped, l->skipped_count, sizeof *s);
    const char *text = arena_copy(&l->arena, line + indent, len - indent);
    if (s == NULL || text == NULL) {
        return false;
    }
    l->skipped = s;
    l->skipped[l->skipped_count++] =
        (struct skipped){.ordinal = c->ordinal, .line = number, .text = text};
    memset(line, ' ', len);
    if (first && indent > 0 && len - indent >= 4) {
        memcpy(line + indent, "pass", 4);
    }
    return true;
}

/* Whether a cell is not Python at all: its first line is a magic such as %%bash or %%writefile.
 * Others, such as %%time, say how the Python below them is run. */
static bool is_foreign(const struct lesson *l, const struct cell *c)
{
    static const char *const foreign[] = {
        "!",          "HTML", "SVG",   "bash",     "cmd",  "file",   "html",
        "javascript", "js",   "latex", "markdown", "perl", "pypy",   "ruby",
        "script",     "sh",   "sql",   "svg",      "sx",   "system", "writefile"};
    const char *name = c->text + strspn(c->text, " \t\r\n");
    if (l->format == LESSON_PYTHON || strncmp(name, "%%", 2) != 0) {
        return false;
    }
    name += 2;
    size_t len = strcspn(name, " \t\r\n");
    for (size_t k = 0; k < sizeof foreign / sizeof foreign[0]; k++) {
        if (strlen(foreign[k]) == len && strncmp(foreign[k], name, len) == 0) {
            return true;
        }
    }
    return false;
}

bool lesson_blank_magic(struct lesson *l, struct cell *c, struct error *err)
{
    struct state s = {0};
    bool skipping = false; /* the skipped line before ends in a backslash */
    bool foreign = is_foreign(l, c), told = false;
    int number = 1;
    for (char *line = c->text; line != NULL && *line != '\0'; number++) {
        char *end = strchr(line, '\n');
        size_t len = end != NULL ? (size_t)(end - line) : strlen(line);
        len -= len > 0 && line[len - 1] == '\r';
        size_t indent = strspn(line, " \t");
        bool code = s.depth > 0 || s.quote != 0 || s.continued;
        bool magic = !code && (line[indent] == '!' || line[indent] == '%');
        if (foreign && (told || !magic)) { /* its first line was told, or is yet to come */
            memset(line, ' ', len);
        } else if (magic || skipping) {
            told = true;
            skipping = len > 0 && line[len - 1] == '\\';
            if (!skip_line(l, c, line, len, number, magic)) {
                return error_memory(err);
            }
        } else {
            pass_line(&s, line, line + len);
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return true;
}

bool lesson_ending(const char *file, enum lesson_format *out)
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
            *out = endings[k].format;
            return true;
        }
    }
    return false;
}

enum lesson_format lesson_format_of(const char *file, const char *text, size_t len)
{
    enum lesson_format format;
    size_t start = 0;
    if (lesson_ending(file, &format)) {
        return format;
    }
    while (start < len && strchr(" \t\r\n", text[start]) != NULL && text[start] != '\0') {
        start++;
    }
    return start < len && text[start] == '{' ? LESSON_NOTEBOOK : LESSON_PYTHON;
}

bool lesson_read(struct lesson *l, const char *file, enum lesson_format format, const char *text,
                 size_t len, struct error *err)
{
    *l = (struct lesson){.format = format};
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark */
        text += 3;
        len -= 3;
    }
    l->file = arena_copy(&l->arena, file, strlen(file));
    bool ok = l->file != NULL || error_memory(err);
    if (ok && !utf8_valid(text, len)) {
        ok = error_set(err, ERROR_INPUT, "%s is not UTF-8 text; save it as UTF-8 and try again",
                       file);
    }
    if (ok && format == LESSON_NOTEBOOK) {
        ok = notebook_read(l, text, len, err);
    } else if (ok && format == LESSON_MARKDOWN) {
        l->whole = arena_copy(&l->arena, text, len);
        ok = l->whole != NULL ? markdown_read(l, text, len, err) : error_memory(err);
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

const struct source *lesson_module(void *self, const char *name, bool *package)
{
    const struct lesson *l = self;
    for (int k = 0; k < l->module_count; k++) {
        if (strcmp(l->modules[k]->name, name) == 0) {
            *package = l->modules[k]->package;
            return &l->modules[k]->source;
        }
    }
    return NULL;
}

bool lesson_add_module(struct lesson *l, const char *name, bool package, const char *file,
                       const char *text, size_t len)
{
    struct lesson_module **modules =
        grow(l, l->modules, l->module_count, sizeof(struct lesson_module *));
    struct lesson_module *m = arena_alloc(&l->arena, sizeof *m);
    if (modules == NULL || m == NULL) {
        return false;
    }
    *m = (struct lesson_module){.name = arena_copy(&l->arena, name, strlen(name)),
                                .package = package,
                                .source = {.file = arena_copy(&l->arena, file, strlen(file)),
                                           .first_line = 1,
                                           .text = arena_copy(&l->arena, text, len),
                                           .len = len}};
    l->modules = modules;
    l->modules[l->module_count++] = m;
    return m->name != NULL && m->source.file != NULL && m->source.text != NULL;
}

bool lesson_copy_modules(struct lesson *to, const struct lesson *from)
{
    const char *beside = from->beside;
    to->beside = beside != NULL ? arena_copy(&to->arena, beside, strlen(beside)) : NULL;
    bool ok = beside == NULL || to->beside != NULL;
    to->arguments = from->arguments;
    to->argument_count = from->argument_count;
    for (int k = 0; ok && k < from->module_count; k++) {
        const struct lesson_module *m = from->modules[k];
        ok = lesson_add_module(to, m->name, m->package, m->source.file, m->source.text,
                               m->source.len);
    }
    return ok;
}

int lesson_place(const struct lesson *l, int line, int *cell)
{
    int first = 1;
    *cell = 0;
    for (int k = 0; k < l->part_count && l->part[k] <= line; k++) {
        if (l->part[k] > 0) {
            *cell = k + 1;
            first = l->part[k];
        }
    }
    return line - first + 1;
}
