/* Reads Jupyter notebooks, nbformat 3 (worksheets, "input") and 4 (cells, "source"). JSON is read
 * by jansson, which limits nesting and knows where a text breaks off. */
#include "lesson/format.h"

#include "base/buf.h"
#include "lesson/words.h"

#include <jansson.h>
#include <string.h>

#define FENCE "~~~~~~~~" /* of a cell among Markdown: code has no such line */

/* A text that is either a string or a list of strings. */
static bool put_text(const json_t *source, struct buf *out)
{
    size_t k;
    json_t *part;
    if (json_is_string(source)) {
        buf_put(out, json_string_value(source), json_string_length(source));
        return true;
    }
    if (!json_is_array(source)) {
        return false;
    }
    json_array_foreach((json_t *)source, k, part)
    {
        if (!json_is_string(part)) {
            return false;
        }
        buf_put(out, json_string_value(part), json_string_length(part));
    }
    return true;
}

/* The first "# heading" of the prose is the lesson's title. */
void notebook_title(struct lesson *l, const char *text)
{
    while (l->title == NULL && text != NULL && *text != '\0') {
        if (strncmp(text, "# ", 2) == 0) {
            scoped_buf title = {0};
            words_line_signs(text + 2, strcspn(text + 2, "\r\n"), &title);
            l->title = arena_copy(&l->arena, buf_text(&title), title.len);
        }
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
}

struct notebook {
    struct lesson *l;
    struct buf whole; /* its cells so far, as Markdown */
    int lines;        /* of it */
    bool any;         /* there is an exercise */
    struct buf part;  /* ints: lesson->part */
};

static void put_below(struct notebook *n, const char *text)
{
    buf_puts(&n->whole, text);
    for (; *text != '\0'; text++) {
        n->lines += *text == '\n';
    }
}

static bool read_prose(struct notebook *n, const char *text, size_t len, struct error *err)
{
    int first = n->l->count;
    if (!markdown_cell(n->l, text, len, &n->any, err)) {
        return false;
    }
    for (int k = first; k < n->l->count; k++) {
        n->l->cells[k].below += n->lines;
    }
    notebook_title(n->l, text);
    put_below(n, text);
    put_below(n, "\n\n");
    return true;
}

static bool read_code(struct notebook *n, const json_t *cell, const struct buf *text,
                      struct error *err)
{
    struct cell *c = lesson_add(n->l, true, buf_text(text), text->len, 1, err);
    if (c == NULL) {
        return false;
    }
    put_below(n, FENCE "python\n");
    c->below = n->lines + 1;
    put_below(n, buf_text(text));
    put_below(n, "\n" FENCE "\n\n");
    const json_t *count = json_object_get(cell, "execution_count");
    count = count != NULL ? count : json_object_get(cell, "prompt_number");
    c->execution_count = json_is_integer(count) ? (int)json_integer_value(count) : 0;
    /* a cell that is a cell magic is no Python at all, but %%time and %%capture are */
    return lesson_blank_magic(n->l, c, err);
}

static bool read_cell(struct notebook *n, const json_t *cell, size_t number, struct error *err)
{
    const char *type = json_string_value(json_object_get(cell, "cell_type"));
    if (type == NULL) {
        return error_set(err, ERROR_INPUT, "%s: cell %zu has no cell_type; is it a notebook?",
                         n->l->file, number + 1);
    }
    bool code = strcmp(type, "code") == 0;
    bool prose = strcmp(type, "markdown") == 0 || strcmp(type, "heading") == 0;
    if (!code && !prose) {
        return true; /* raw cells are for converters */
    }
    const json_t *source = json_object_get(cell, "source");
    if (source == NULL) {
        source = json_object_get(cell, "input"); /* nbformat 3 */
    }
    scoped_buf text = {0};
    bool ok = source != NULL && put_text(source, &text);
    if (!ok) {
        error_set(err, ERROR_INPUT, "%s: cell %zu has no source text", n->l->file, number + 1);
    } else {
        ok = code ? read_code(n, cell, &text, err) : read_prose(n, buf_text(&text), text.len, err);
    }
    return ok;
}

/* The text of the next cell begins on the line behind those that are there. */
static void begin_part(struct notebook *n, const json_t *cell)
{
    const char *type = json_string_value(json_object_get(cell, "cell_type"));
    int line = type == NULL || strcmp(type, "raw") == 0 ? 0
               : strcmp(type, "code") == 0              ? n->lines + 2 /* behind its fence */
                                                        : n->lines + 1;
    buf_put(&n->part, (const char *)&line, sizeof line);
}

static bool keep_parts(struct notebook *n, struct error *err)
{
    int *part = n->part.failed ? NULL : arena_alloc(&n->l->arena, n->part.len + sizeof *part);
    if (part == NULL) {
        return error_memory(err);
    }
    memcpy(part, buf_text(&n->part), n->part.len);
    n->l->part = part;
    n->l->part_count = (int)(n->part.len / sizeof *part);
    return true;
}

static bool read_cells(struct notebook *n, const json_t *cells, struct error *err)
{
    size_t k;
    json_t *cell;
    json_array_foreach((json_t *)cells, k, cell)
    {
        if (!json_is_object(cell)) {
            return error_set(err, ERROR_INPUT, "%s: cell %zu is not an object", n->l->file, k + 1);
        }
        begin_part(n, cell);
        if (!read_cell(n, cell, k, err)) {
            return false;
        }
    }
    return true;
}

static bool read_root(struct notebook *n, const json_t *root, struct error *err)
{
    const json_t *cells = json_object_get(root, "cells");
    if (json_is_array(cells)) {
        return read_cells(n, cells, err);
    }
    const json_t *sheets = json_object_get(root, "worksheets");
    size_t k;
    json_t *sheet;
    if (!json_is_array(sheets)) {
        return error_set(err, ERROR_INPUT, "%s has no cells; is it a notebook?", n->l->file);
    }
    json_array_foreach((json_t *)sheets, k, sheet)
    {
        cells = json_object_get(sheet, "cells");
        if (json_is_array(cells) && !read_cells(n, cells, err)) {
            return false;
        }
    }
    return true;
}

bool notebook_read(struct lesson *l, const char *text, size_t len, struct error *err)
{
    json_error_t why;
    json_t *root = json_loadb(text, len, JSON_ALLOW_NUL, &why);
    if (root == NULL) {
        return error_set(err, ERROR_INPUT,
                         "%s is not a whole notebook: line %d, column %d: %s; download it again "
                         "or save it anew",
                         l->file, why.line, why.column, why.text);
    }
    struct notebook n = {.l = l};
    bool ok = read_root(&n, root, err);
    if (ok && n.any) {
        l->whole = arena_copy(&l->arena, buf_text(&n.whole), n.whole.len);
        ok = (l->whole != NULL || error_memory(err)) && keep_parts(&n, err);
    }
    buf_free(&n.part);
    buf_free(&n.whole);
    json_decref(root);
    return ok;
}
