/* Turns HTML as editors of learning platforms write it into text: lines, lists, tables, code.
 * Nothing is refused: what is no tag is text. */
#include "exercise/form.h"
#include "exercise/handin/handin_scan.h"

#include "lesson/commonmark.h"

#include <ctype.h>
#include <string.h>

#define DEPTH 8

struct page {
    struct piece rest;
    struct buf *out;
    int number[DEPTH]; /* of the list that is open, 0: without numbers */
    int lists;
    bool pre, blank; /* blank: one is due before the next word */
};

static const char blocks[] = " p div li tr table tbody thead ul ol h1 h2 h3 h4 h5 h6 pre section "
                             "article blockquote body hr dl dt dd ";
/* What no reader sees. */
FORM(hidden,
     "(?is)^<(?:!--(?:>|.*?(?:-->|$))|(script|style|head|title|s|del|strike)(?![a-z0-9])[^>]*>"
     ".*?(?=</\\1[^a-z0-9]|$))");
FORM(tag, "(?is)^<(/?)(?=[a-z!?])([a-z0-9]*)[^>]*>");

static bool at_line(const struct page *g)
{
    return g->out->len == 0 || g->out->data[g->out->len - 1] == '\n';
}

static void new_line(struct page *g)
{
    g->blank = false;
    if (!at_line(g)) {
        buf_putc(g->out, '\n');
    }
}

/* "&name;" at the front, as cmark reads it; false: it is none, the sign stands for itself. */
static bool entity(struct page *g)
{
    const char *stop = memchr(g->rest.at, ';', g->rest.len < 12 ? g->rest.len : 12);
    scoped_commonmark c = {0};
    struct error none = {0};
    size_t len = stop != NULL ? (size_t)(stop - g->rest.at) + 1 : 0;
    if (len == 0 || !commonmark_read(&c, "", g->rest.at, len, false, &none)) {
        return false;
    }
    cmark_node *text = cmark_node_first_child(cmark_node_first_child(c.root));
    const char *meant = cmark_node_get_literal(text);
    bool is = meant != NULL && cmark_node_next(text) == NULL && strlen(meant) != len;
    if (is) {
        buf_puts(g->out, meant);
        g->rest = piece_behind(g->rest, len);
    }
    return is;
}

static void item(struct page *g)
{
    int *number = g->lists > 0 && g->lists <= DEPTH ? &g->number[g->lists - 1] : NULL;
    if (number != NULL && *number > 0) {
        buf_printf(g->out, "%d. ", (*number)++);
    }
}

static void list(struct page *g, bool closes, bool numbered)
{
    g->lists += closes ? -(g->lists > 0) : 1;
    if (!closes && g->lists <= DEPTH) {
        g->number[g->lists - 1] = numbered ? 1 : 0;
    }
}

static void take_tag(struct page *g, struct piece name, bool closes)
{
    if (piece_among(name, "br", true)) {
        g->blank = false;
        buf_putc(g->out, '\n');
    } else if (piece_among(name, "td th", true)) {
        g->blank = false;
        buf_puts(g->out, closes || at_line(g) ? "" : " | ");
    }
    if (!piece_among(name, blocks, true)) {
        return;
    }
    new_line(g);
    if (piece_among(name, "pre", true)) { /* handin_scan looks into it when names stand there */
        buf_puts(g->out, "~~~~~~\n");
        g->pre = !closes;
    } else if (piece_among(name, "ul ol", true)) {
        list(g, closes, tolower((unsigned char)*name.at) == 'o');
    } else if (piece_among(name, "li", true) && !closes) {
        item(g);
    }
}

/* A tag or what is hidden; false: it is none, the sign stands for itself. */
static bool skip_tag(struct page *g)
{
    struct piece part[FORM_GROUPS];
    bool unseen = form_find(&hidden, g->rest, 0, part);
    if (!unseen && !form_find(&tag, g->rest, 0, part)) {
        return false;
    }
    g->rest = piece_behind(g->rest, part->len);
    if (!unseen) {
        take_tag(g, part[2], part[1].len > 0);
    }
    return true;
}

void handin_html(struct piece html, struct buf *out)
{
    struct page g = {.rest = html, .out = out};
    while (g.rest.len > 0) {
        char c = *g.rest.at;
        bool space = !g.pre && isspace((unsigned char)c);
        if (c == '<' && skip_tag(&g)) {
            continue;
        }
        if (space) {
            g.blank = !at_line(&g);
        } else {
            buf_puts(out, g.blank ? " " : "");
            g.blank = false;
        }
        if (c != '&' || !entity(&g)) {
            buf_put(out, &c, !space);
            g.rest = piece_behind(g.rest, 1);
        }
    }
    new_line(&g);
}
