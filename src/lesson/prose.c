/* Turns prose into blocks, with cmark. */
#include "lesson/prose.h"

#include "lesson/commonmark.h"

#include <stdio.h>
#include <stdlib.h>

bool prose_add(struct prose *p, const struct prose_block *b, struct error *err)
{
    if (p->count == p->cap) {
        int cap = p->cap > 0 ? 2 * p->cap : 32;
        struct prose_block *at = realloc(p->at, (size_t)cap * sizeof *at);
        if (at == NULL) {
            return error_memory(err);
        }
        p->at = at;
        p->cap = cap;
    }
    p->at[p->count++] = *b;
    return true;
}

/* "- " or "2. " in front of what stands in a list. */
static void put_bullet(cmark_node *n, struct words *w)
{
    cmark_node *item = cmark_node_parent(n);
    if (item == NULL || cmark_node_get_type(item) != CMARK_NODE_ITEM ||
        cmark_node_previous(n) != NULL) {
        return;
    }
    cmark_node *list = cmark_node_parent(item);
    if (cmark_node_get_list_type(list) != CMARK_ORDERED_LIST) {
        words_plain("- ", w);
        return;
    }
    char text[24];
    int number = cmark_node_get_list_start(list);
    for (cmark_node *k = cmark_node_previous(item); k != NULL; k = cmark_node_previous(k)) {
        number++;
    }
    snprintf(text, sizeof text, "%d. ", number);
    words_plain(text, w);
}

static bool add_block(struct prose *p, struct lesson *l, cmark_node *n, struct error *err)
{
    scoped_words w = {0};
    struct prose_block b = {.kind = PROSE_PARAGRAPH};
    switch (cmark_node_get_type(n)) {
    case CMARK_NODE_HEADING:
        b.kind = PROSE_HEADING;
        b.level = cmark_node_get_heading_level(n);
        words_node_signs(n, ' ', &w.text);
        break;
    case CMARK_NODE_PARAGRAPH:
        if (words_is_table(n)) {
            b.kind = PROSE_LINES;
            words_node_signs(n, '\n', &w.text);
            break;
        }
        put_bullet(n, &w);
        words_node(n, ' ', &w);
        break;
    case CMARK_NODE_CODE_BLOCK:
        b.kind = PROSE_LINES;
        words_plain(cmark_node_get_literal(n), &w);
        break;
    default:
        return true;
    }
    size_t len = w.text.len;
    bool marked = b.kind == PROSE_PARAGRAPH && len > 0;
    bool ok = !w.text.failed && !w.marks.failed;
    if (ok) {
        b.text = arena_copy(&l->arena, buf_text(&w.text), len);
        b.marks = marked ? arena_copy(&l->arena, buf_text(&w.marks), len) : NULL;
        ok = b.text != NULL && (!marked || b.marks != NULL);
    }
    return len == 0 || (ok ? prose_add(p, &b, err) : error_memory(err));
}

bool prose_read(struct prose *p, struct lesson *l, const struct cell *c, struct error *err)
{
    scoped_commonmark m = {0};
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
    return ok;
}

void prose_free(struct prose *p)
{
    free(p->at);
    *p = (struct prose){0};
}
