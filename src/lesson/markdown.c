/* Reads lessons in Markdown: unindented ```python fences are the cells, the text between them is
 * prose, but for the fences ```exercise and ```draw (src/exercise reads these). Read with cmark, so
 * that a fence is a fence exactly where CommonMark says so. */
#define _POSIX_C_SOURCE 200809L
#include "base/text.h"
#include "lesson/commonmark.h"
#include "lesson/format.h"
#include "lesson/words.h"

#include <string.h>
#include <strings.h>

/* Where a line begins, and its number, from 1. */
struct at {
    const char *p;
    int line;
};

/* The place of a line that does not stand before `from`. */
static struct at line_at(struct at from, const char *end, int line)
{
    while (from.line < line && from.p < end) {
        const char *next = memchr(from.p, '\n', (size_t)(end - from.p));
        from.p = next != NULL ? next + 1 : end;
        from.line++;
    }
    return from;
}

static bool has_word(cmark_node *node, const char *const *names)
{
    if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK) {
        return false;
    }
    const char *info = cmark_node_get_fence_info(node);
    size_t word = strcspn(info, " \t{");
    for (; *names != NULL; names++) {
        if (word == strlen(*names) && strncasecmp(info, *names, word) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_python(cmark_node *node)
{
    static const char *const names[] = {"python", "py", "python3", NULL};
    return has_word(node, names);
}

/* ```python folded */
static bool says(cmark_node *node, const char *word)
{
    const char *info = cmark_node_get_fence_info(node);
    info += strcspn(info, " \t{");
    return strcmp(info + strspn(info, " \t"), word) == 0;
}

/* Neither code to run nor prose to show. */
static bool is_exercise(cmark_node *node)
{
    static const char *const names[] = {"exercise", "draw", NULL};
    return has_word(node, names);
}

/* <!-- what an author writes for authors --> */
static bool is_comment(cmark_node *node)
{
    if (cmark_node_get_type(node) != CMARK_NODE_HTML_BLOCK) {
        return false;
    }
    const char *text = cmark_node_get_literal(node), *end = strstr(text, "-->");
    text += strspn(text, " ");
    return strncmp(text, "<!--", 4) == 0 && end != NULL &&
           end[3 + strspn(end + 3, " \t\r\n")] == '\0';
}

/* Behind prose, `<!-- at: TEXT -->`: of which line of the code it speaks. */
static bool take_at(struct lesson *l, const char *comment)
{
    struct cell *prose = l->count > 0 ? &l->cells[l->count - 1] : NULL;
    comment += strspn(comment, " ") + 4;
    comment += strspn(comment, " ");
    const char *end = strstr(comment, "-->");
    if (strncmp(comment, "at:", 3) != 0 || prose == NULL || prose->code) {
        return true;
    }
    comment += 3;
    comment += strspn(comment, " ");
    while (end > comment && strchr(" \n", end[-1]) != NULL) {
        end--;
    }
    prose->at = arena_copy(&l->arena, comment, (size_t)(end - comment));
    return prose->at != NULL;
}

static bool add_prose(struct lesson *l, const char *from, const char *to, int line,
                      struct error *err)
{
    const char *p = from;
    while (p < to && strchr(" \t\r\n", *p) != NULL) {
        p++;
    }
    return p == to || lesson_add(l, false, from, (size_t)(to - from), line, err) != NULL;
}

static void take_title(struct lesson *l, cmark_node *heading)
{
    scoped_buf title = {0};
    words_node_signs(heading, ' ', &title);
    l->title = arena_copy(&l->arena, buf_text(&title), title.len);
}

/* A Python fence in a list or a quote, or an indented one, would silently be prose: an error of the
 * lesson. */
static bool refuse_nested(struct lesson *l, cmark_node *document, struct error *err)
{
    bool ok = true;
    for (cmark_node *n = document; ok && n != NULL; n = commonmark_next(n)) {
        if (cmark_node_get_type(n) == CMARK_NODE_CODE_BLOCK &&
            (cmark_node_parent(n) != document || cmark_node_get_start_column(n) != 1) &&
            is_python(n)) {
            ok = error_set(err, ERROR_INPUT,
                           "%s, line %d: a ```python fence inside a list or a quote, or "
                           "indented; start it at the left margin",
                           l->file, cmark_node_get_start_line(n));
        }
    }
    return ok;
}

/* cells: fences of Python are the cells; else they are prose. */
static bool read_blocks(struct lesson *l, cmark_node *document, const char *text, size_t len,
                        bool cells, struct error *err)
{
    const char *end = text + len;
    struct at prose = {text, 1}, here = prose;
    for (cmark_node *n = cmark_node_first_child(document); n != NULL; n = cmark_node_next(n)) {
        int line = cmark_node_get_start_line(n);
        here = line_at(here, end, line);
        if (cells && cmark_node_get_type(n) == CMARK_NODE_HEADING && l->title == NULL) {
            take_title(l, n);
        }
        if (!is_comment(n) &&
            (!((cells && is_python(n)) || is_exercise(n)) || (*here.p != '`' && *here.p != '~'))) {
            continue;
        }
        const char *body = cmark_node_get_literal(n);
        if (!add_prose(l, prose.p, here.p, prose.line, err)) {
            return false;
        }
        if (is_python(n)) { /* the others are left out */
            struct cell *c = lesson_add(l, true, body, strlen(body), line + 1, err);
            if (c == NULL || !lesson_blank_magic(l, c, err)) {
                return false;
            }
            c->folded = says(n, "folded");
            c->quick = c->folded || says(n, "quick");
        } else if (is_comment(n) && !take_at(l, body)) {
            return error_memory(err);
        }
        /* cmark's own end of an HTML block is a line too early in some versions */
        prose = line_at(here, end,
                        is_comment(n) ? line + text_lines(body) : cmark_node_get_end_line(n) + 1);
    }
    return add_prose(l, prose.p, end, prose.line, err);
}

bool markdown_cell(struct lesson *l, const char *text, size_t len, bool *any, struct error *err)
{
    scoped_commonmark c = {0};
    int first = l->count;
    if (!commonmark_read(&c, l->file, text, len, false, err)) {
        return false;
    }
    for (cmark_node *n = cmark_node_first_child(c.root); n != NULL; n = cmark_node_next(n)) {
        *any = *any || is_exercise(n);
    }
    bool ok = read_blocks(l, c.root, text, len, false, err);
    for (int k = first; k < l->count; k++) {
        l->cells[k].below = l->cells[k].line;
        l->cells[k].line = 1;
    }
    return ok;
}

bool markdown_read(struct lesson *l, const char *text, size_t len, struct error *err)
{
    scoped_commonmark c = {0};
    if (!commonmark_read(&c, l->file, text, len, false, err)) {
        return false;
    }
    bool ok = refuse_nested(l, c.root, err) && read_blocks(l, c.root, text, len, true, err);
    if (ok && l->code_count == 0) {
        ok = error_set(err, ERROR_INPUT,
                       "%s has no ```python fence at the left margin: there is "
                       "nothing to run",
                       l->file);
    }
    return ok;
}
