/* Prose into blocks, with cmark. */
#include "lesson/prose.h"

#include "base/buf.h"
#include "lesson/commonmark.h"
#include "lesson/format.h"

#include <stdlib.h>
#include <string.h>

/* The words inside of a node; a break of a line is a blank, in a table it stays one. */
static void put_words(cmark_node *n, bool table, struct buf *out, struct buf *code)
{
    switch (cmark_node_get_type(n)) {
    case CMARK_NODE_CODE:
        buf_printf(code, "%s%s", code->len > 0 ? "\n" : "", cmark_node_get_literal(n));
        /* fall through */
    case CMARK_NODE_TEXT:
        buf_puts(out, cmark_node_get_literal(n));
        return;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
        buf_putc(out, table ? '\n' : ' ');
        return;
    case CMARK_NODE_IMAGE:
    case CMARK_NODE_HTML_INLINE:
        return;
    default:
        for (cmark_node *k = cmark_node_first_child(n); k != NULL; k = cmark_node_next(k)) {
            put_words(k, table, out, code);
        }
    }
}

bool prose_add(struct prose *p, const struct prose_block *b, struct error *err)
{
    if (p->count == p->cap) {
        int cap = p->cap > 0 ? 2 * p->cap : 32;
        struct prose_block *at = realloc(p->at, (size_t)cap * sizeof *at);
        if (at == NULL) {
            return lesson_memory(err);
        }
        p->at = at;
        p->cap = cap;
    }
    p->at[p->count++] = *b;
    return true;
}

/* "- " or "2. " in front of what stands in a list. */
static void put_bullet(cmark_node *n, struct buf *out)
{
    cmark_node *item = cmark_node_parent(n);
    if (item == NULL || cmark_node_get_type(item) != CMARK_NODE_ITEM ||
        cmark_node_previous(n) != NULL) {
        return;
    }
    cmark_node *list = cmark_node_parent(item);
    if (cmark_node_get_list_type(list) != CMARK_ORDERED_LIST) {
        buf_puts(out, "- ");
        return;
    }
    int number = cmark_node_get_list_start(list);
    for (cmark_node *k = cmark_node_previous(item); k != NULL; k = cmark_node_previous(k)) {
        number++;
    }
    buf_printf(out, "%d. ", number);
}

static bool add_block(struct prose *p, struct lesson *l, cmark_node *n, struct error *err)
{
    struct buf text = {0}, code = {0};
    enum prose_kind kind = PROSE_PARAGRAPH;
    switch (cmark_node_get_type(n)) {
    case CMARK_NODE_HEADING:
        kind = PROSE_HEADING;
        put_words(n, false, &text, &code);
        break;
    case CMARK_NODE_PARAGRAPH: {
        cmark_node *first = cmark_node_first_child(n);
        bool table = first != NULL && cmark_node_get_type(first) == CMARK_NODE_TEXT &&
                     *cmark_node_get_literal(first) == '|';
        kind = table ? PROSE_LINES : PROSE_PARAGRAPH;
        put_bullet(n, &text);
        put_words(n, table, &text, &code);
        break;
    }
    case CMARK_NODE_CODE_BLOCK:
        kind = PROSE_LINES;
        buf_puts(&text, cmark_node_get_literal(n));
        break;
    default:
        return true;
    }
    struct prose_block b = {.kind = kind, .text = arena_copy(&l->arena, buf_text(&text), text.len)};
    if (code.len > 0) {
        b.code = arena_copy(&l->arena, buf_text(&code), code.len);
    }
    if (kind == PROSE_HEADING) {
        b.level = cmark_node_get_heading_level(n);
    }
    bool ok = text.len == 0 || (b.text != NULL ? prose_add(p, &b, err) : lesson_memory(err));
    buf_free(&text);
    buf_free(&code);
    return ok;
}

void prose_line(const char *line, size_t len, struct buf *out)
{
    bool code = false;
    for (size_t k = 0; k < len; k++) {
        bool before = k > 0 && line[k - 1] != ' ', behind = k + 1 < len && line[k + 1] != ' ';
        bool star = line[k] == '*' && !code && before != behind;
        bool inside =
            line[k] == '*' && !code && before && behind && /* *a*, or **a** */
            (line[k - 1] == '*' || line[k + 1] == '*' || strchr(".,;:?!)(", line[k - 1]) != NULL ||
             strchr(".,;:?!)(", line[k + 1]) != NULL);
        code = line[k] == '`' ? !code : code;
        if (line[k] != '`' && !star && !inside) {
            buf_putc(out, line[k]);
        }
    }
}

bool prose_read(struct prose *p, struct lesson *l, const struct cell *c, struct error *err)
{
    struct commonmark m;
    if (!commonmark_read(&m, l->file, c->text, c->len, false, err)) {
        return false;
    }
    bool ok = true;
    for (cmark_node *n = m.root; ok && n != NULL; n = commonmark_next(n)) {
        ok = add_block(p, l, n, err);
    }
    if (ok && p->count > 0) {
        p->at[p->count - 1].at = c->at;
    }
    commonmark_free(&m);
    return ok;
}

void prose_free(struct prose *p)
{
    free(p->at);
    *p = (struct prose){0};
}
