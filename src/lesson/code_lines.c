/* Finds statements by their lines, and turns them into comments. */
#include "lesson/code_lines.h"

#include "base/buf.h"
#include "lang/parse/parser.h"
#include "lesson/format.h"

#include <string.h>

static const struct node *innermost(const struct nodes *body, int line, struct lines *out);

static int last_of(const struct nodes *body, int last)
{
    return body->count > 0 && body->at[body->count - 1]->span.end_line > last
               ? body->at[body->count - 1]->span.end_line
               : last;
}

/* The lines of a statement with all that hangs on it: decorators before, blocks behind. */
static struct lines extent(const struct node *n)
{
    struct lines at = {.first = n->span.line, .last = n->span.end_line};
    if (n->decorators.count > 0 && n->decorators.at[0]->span.line < at.first) {
        at.first = n->decorators.at[0]->span.line;
    }
    at.last = last_of(&n->body, at.last);
    at.last = last_of(&n->orelse, at.last);
    at.last = last_of(&n->finally, at.last);
    for (int k = 0; k < n->handler_count; k++) {
        at.last = last_of(&n->handlers[k].body, at.last);
    }
    return at;
}

static const struct node *in_blocks(const struct node *n, int line, struct lines *out)
{
    const struct nodes *blocks[] = {&n->body, &n->orelse, &n->finally};
    const struct node *found = NULL;
    for (int k = 0; k < 3 && found == NULL; k++) {
        found = innermost(blocks[k], line, out);
    }
    for (int k = 0; k < n->handler_count && found == NULL; k++) {
        found = innermost(&n->handlers[k].body, line, out);
    }
    return found;
}

static const struct node *innermost(const struct nodes *body, int line, struct lines *out)
{
    for (int k = 0; k < body->count; k++) {
        const struct node *n = body->at[k], *inner = in_blocks(n, line, out);
        struct lines at = extent(n);
        if (inner != NULL) {
            return inner;
        }
        if (line >= at.first && line <= at.last) {
            out->first = at.first;
            out->last = at.last;
            return n;
        }
    }
    return NULL;
}

static const char *line_at(const char *text, int line)
{
    for (int k = 1; k < line && text != NULL; k++) {
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    return text;
}

static bool has_code(const struct cell *c, int line)
{
    const char *at = line_at(c->text, line);
    return at != NULL && strchr("#\r\n", at[strspn(at, " \t")]) == NULL;
}

bool lines_find(struct lesson *l, int cell, int line, struct lines *out)
{
    struct arena arena = {0};
    struct parse_error why;
    struct nodes body;
    const struct cell *c = &l->cells[cell];
    const struct source *source = lesson_source(l, c);
    struct lines at = {.cell = cell};
    bool found = source != NULL && has_code(c, line) &&
                 parse(source, &arena, &body, &why) == PARSE_OK &&
                 innermost(&body, line, &at) != NULL;
    arena_free(&arena);
    if (found) {
        *out = at;
    }
    return found;
}

int lines_count(const struct cell *c)
{
    int lines = c->len > 0;
    for (size_t k = 0; k + 1 < c->len; k++) {
        lines += c->text[k] == '\n';
    }
    return lines;
}

bool lines_off(struct lesson *l, const struct lines *at, struct error *err)
{
    struct cell *c = &l->cells[at->cell];
    scoped_buf text = {0};
    int number = 1;
    for (const char *line = c->text; *line != '\0'; number++) {
        size_t len = strcspn(line, "\n"), indent = strspn(line, " \t\r");
        bool off = number >= at->first && number <= at->last && indent < len;
        len += line[len] == '\n';
        if (off) {
            buf_put(&text, line, indent);
            buf_puts(&text, number == at->first ? LINES_OFF_FIRST : LINES_OFF);
        }
        buf_put(&text, line + (off ? indent : 0), len - (off ? indent : 0));
        line += len;
    }
    char *fresh = text.failed ? NULL : arena_copy(&l->arena, buf_text(&text), text.len);
    if (fresh != NULL) {
        c->text = fresh;
        c->len = text.len;
    }
    return fresh != NULL || error_memory(err);
}

bool lesson_copy(struct lesson *out, const struct lesson *in, struct error *err)
{
    *out = (struct lesson){.format = in->format};
    out->file = arena_copy(&out->arena, in->file, strlen(in->file));
    out->title = in->title != NULL ? arena_copy(&out->arena, in->title, strlen(in->title)) : NULL;
    out->whole = in->whole != NULL ? arena_copy(&out->arena, in->whole, strlen(in->whole)) : NULL;
    bool ok = out->file != NULL;
    for (int k = 0; ok && k < in->count; k++) {
        const struct cell *c = &in->cells[k];
        struct cell *copy = lesson_add(out, c->code, c->text, c->len, c->line, err);
        ok = copy != NULL;
        if (ok) {
            copy->execution_count = c->execution_count;
            copy->below = c->below;
            copy->quick = c->quick;
            copy->folded = c->folded;
            copy->at = c->at != NULL ? arena_copy(&out->arena, c->at, strlen(c->at)) : NULL;
            ok = c->at == NULL || copy->at != NULL;
        }
    }
    ok = ok && lesson_copy_modules(out, in);
    if (!ok) {
        lesson_free(out);
        return error_memory(err);
    }
    return true;
}
