/* HTML as editors of learning platforms write it: lines, lists, tables, code. Nothing is refused:
 * what is no tag is text. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin/handin_scan.h"

#include <ctype.h>
#include <stdlib.h>
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

static const struct {
    const char *name;
    uint32_t c;
} entities[] = {
    {"nbsp", 0xa0},     {"lt", '<'},       {"gt", '>'},       {"amp", '&'},       {"quot", '"'},
    {"apos", '\''},     {"minus", 0x2212}, {"times", 0xd7},   {"middot", 0xb7},   {"ndash", 0x2013},
    {"mdash", 0x2014},  {"rarr", 0x2192},  {"infin", 0x221e}, {"plusmn", 0xb1},   {"asymp", 0x2248},
    {"hellip", 0x2026}, {"lsquo", 0x2018}, {"rsquo", 0x2019}, {"ldquo", 0x201c},  {"rdquo", 0x201d},
    {"bdquo", 0x201e},  {"auml", 0xe4},    {"ouml", 0xf6},    {"uuml", 0xfc},     {"Auml", 0xc4},
    {"Ouml", 0xd6},     {"Uuml", 0xdc},    {"szlig", 0xdf},   {"eacute", 0xe9},   {"egrave", 0xe8},
    {"ccedil", 0xe7},   {"agrave", 0xe0},  {"ntilde", 0xf1},  {"thinsp", 0x2009}, {"ensp", 0x2002},
    {"emsp", 0x2003},   {"zwnj", 0x200c},  {"zwj", 0x200d},   {"shy", 0xad},
};

/* The character of "&name;" at p, and behind it; 0: it is none. */
static uint32_t entity(const char *p, const char *end, const char **behind)
{
    const char *stop = memchr(p, ';', (size_t)(end - p) < 12 ? (size_t)(end - p) : 12);
    if (stop == NULL) {
        return 0;
    }
    *behind = stop + 1;
    if (p[1] == '#') {
        bool hex = p[2] == 'x' || p[2] == 'X';
        char *last;
        unsigned long c = strtoul(p + (hex ? 3 : 2), &last, hex ? 16 : 10);
        return last == stop && c < 0x110000 ? (uint32_t)c : 0;
    }
    for (size_t k = 0; k < sizeof entities / sizeof entities[0]; k++) {
        size_t len = strlen(entities[k].name);
        if ((size_t)(stop - p) == len + 1 && memcmp(p + 1, entities[k].name, len) == 0) {
            return entities[k].c;
        }
    }
    return 0;
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
        const char *behind;
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
        uint32_t c = *g.p == '&' ? entity(g.p, g.end, &behind) : 0;
        if (c != 0) {
            buf_codepoint(out, c);
            g.p = behind;
        } else {
            buf_putc(out, *g.p++);
        }
    }
    new_line(&g);
}
