/* HTML as editors of learning platforms write it: lines, lists, tables, code. Nothing is refused:
 * what is no tag is text. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin/handin_scan.h"

#include "lesson/commonmark.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define DEPTH 8

struct page {
    const char *p, *end;
    struct buf *out;
    int number[DEPTH]; /* of the list that is open, 0: without numbers */
    int lists;
    bool pre, blank; /* blank: one is due before the next word */
};

static const char blocks[] = " p div li tr table tbody thead ul ol h1 h2 h3 h4 h5 h6 pre section "
                             "article blockquote body hr dl dt dd ";
static const char hidden[] = " script style head title s del strike ";

static bool in(const char *names, const char *name)
{
    char word[24];
    size_t len = strlen(name);
    if (len == 0 || len > 16) {
        return false;
    }
    word[0] = ' ';
    memcpy(word + 1, name, len);
    memcpy(word + 1 + len, " ", 2);
    return strstr(names, word) != NULL;
}

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

/* --- entities --- */

/* "&name;" at the front, as cmark reads it; false: it is none, the sign stands for itself. */
static bool entity(struct page *g)
{
    size_t left = (size_t)(g->end - g->p);
    const char *stop = memchr(g->p, ';', left < 12 ? left : 12);
    struct commonmark c;
    struct error none = {0};
    size_t len = stop != NULL ? (size_t)(stop - g->p) + 1 : 0;
    if (len == 0 || !commonmark_read(&c, "", g->p, len, false, &none)) {
        return false;
    }
    cmark_node *text = cmark_node_first_child(cmark_node_first_child(c.root));
    const char *meant = cmark_node_get_literal(text);
    bool is = meant != NULL && cmark_node_next(text) == NULL && strlen(meant) != len;
    if (is) {
        buf_puts(g->out, meant);
        g->p += len;
    }
    commonmark_free(&c);
    return is;
}

/* --- tags --- */

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

static void take_tag(struct page *g, const char *name, bool closes)
{
    if (strcmp(name, "br") == 0) {
        g->blank = false;
        buf_putc(g->out, '\n');
    } else if (strcmp(name, "td") == 0 || strcmp(name, "th") == 0) {
        g->blank = false;
        buf_puts(g->out, closes || at_line(g) ? "" : " | ");
    }
    if (!in(blocks, name)) {
        return;
    }
    new_line(g);
    if (strcmp(name, "pre") == 0) { /* handin_scan looks into it when names stand there */
        buf_puts(g->out, "~~~~~~\n");
        g->pre = !closes;
    } else if (strcmp(name, "ul") == 0 || strcmp(name, "ol") == 0) {
        list(g, closes, *name == 'o');
    } else if (strcmp(name, "li") == 0 && !closes) {
        item(g);
    }
}

/* Behind the end of what no reader sees. */
static void skip_hidden(struct page *g, const char *name)
{
    size_t len = strlen(name);
    for (; g->p < g->end; g->p++) {
        if (g->end - g->p > (ptrdiff_t)len + 2 && g->p[0] == '<' && g->p[1] == '/' &&
            strncasecmp(g->p + 2, name, len) == 0 && !isalnum((unsigned char)g->p[2 + len])) {
            return;
        }
    }
}

/* A tag at '<'; false: it is none, the sign stands for itself. */
static bool tag(struct page *g)
{
    const char *p = g->p + 1, *stop = memchr(p, '>', (size_t)(g->end - p));
    char name[16];
    size_t len = 0;
    if (g->end - g->p > 3 && memcmp(p, "!--", 3) == 0) {
        while (p < g->end && !(*p == '>' && p[-1] == '-' && p[-2] == '-')) {
            p++;
        }
        g->p = p < g->end ? p + 1 : p;
        return true;
    }
    bool closes = p < g->end && *p == '/';
    p += closes;
    if (stop == NULL || !(isalpha((unsigned char)*p) || *p == '!' || *p == '?')) {
        return false;
    }
    while (len + 1 < sizeof name && isalnum((unsigned char)p[len])) {
        name[len] = (char)tolower((unsigned char)p[len]);
        len++;
    }
    name[len] = '\0';
    g->p = stop + 1;
    if (!closes && in(hidden, name)) {
        skip_hidden(g, name);
        return true;
    }
    take_tag(g, name, closes);
    return true;
}

void handin_html(struct piece html, struct buf *out)
{
    struct page g = {.p = html.at, .end = html.at + html.len, .out = out};
    while (g.p < g.end) {
        if (*g.p == '<' && tag(&g)) {
            continue;
        }
        if (!g.pre && isspace((unsigned char)*g.p)) {
            g.blank = !at_line(&g);
            g.p++;
            continue;
        }
        buf_puts(out, g.blank ? " " : "");
        g.blank = false;
        if (*g.p != '&' || !entity(&g)) {
            buf_putc(out, *g.p++);
        }
    }
    new_line(&g);
}
