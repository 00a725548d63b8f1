/* Finds words and their marks, with cmark. */
#include "lesson/words.h"

#include "lesson/commonmark.h"

#include <stdlib.h>
#include <string.h>

static void put(struct words *w, unsigned mark, const char *text, size_t len)
{
    buf_put(&w->text, text, len);
    buf_fill(&w->marks, (char)mark, len);
}

/* Where a link leads, unless that is what it says; a file beside the lesson is not said. */
static void put_address(cmark_node *link, size_t from, unsigned mark, struct words *w)
{
    const char *url = cmark_node_get_url(link);
    if (url == NULL || strstr(url, "://") == NULL || strcmp(buf_text(&w->text) + from, url) == 0) {
        return;
    }
    put(w, mark, " (", 2);
    put(w, mark, url, strlen(url));
    put(w, mark, ")", 1);
}

static void put_node(cmark_node *n, char line_break, unsigned mark, struct words *w)
{
    unsigned inner = mark;
    size_t from = w->text.len;
    switch (cmark_node_get_type(n)) {
    case CMARK_NODE_TEXT:
        put(w, mark, cmark_node_get_literal(n), strlen(cmark_node_get_literal(n)));
        return;
    case CMARK_NODE_CODE:
        put(w, mark | WORD_CODE, cmark_node_get_literal(n), strlen(cmark_node_get_literal(n)));
        return;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
        put(w, mark, &line_break, 1);
        return;
    case CMARK_NODE_IMAGE:
    case CMARK_NODE_HTML_INLINE:
        return;
    case CMARK_NODE_EMPH:
        inner |= WORD_EMPHASIS;
        break;
    case CMARK_NODE_STRONG:
        inner |= WORD_STRONG;
        break;
    case CMARK_NODE_LINK:
        inner |= WORD_LINK;
        break;
    default:
        break;
    }
    for (cmark_node *k = cmark_node_first_child(n); k != NULL; k = cmark_node_next(k)) {
        put_node(k, line_break, inner, w);
    }
    if (cmark_node_get_type(n) == CMARK_NODE_LINK) {
        put_address(n, from, mark, w);
    }
}

void words_node(cmark_node *n, char line_break, struct words *w)
{
    put_node(n, line_break, 0, w);
}

void words_line(const char *line, size_t len, struct words *w)
{
    static const char lead[] = "x "; /* behind a word nothing is a heading or a list */
    scoped_commonmark c = {0};
    struct error why = {0};
    scoped_buf text = {0};
    scoped_words all = {0};
    buf_puts(&text, lead);
    buf_put(&text, line, len);
    if (text.failed || !commonmark_read(&c, "a text", buf_text(&text), text.len, false, &why)) {
        w->text.failed = true;
    } else {
        words_node(c.root, ' ', &all);
        size_t skip = all.text.len < strlen(lead) ? all.text.len : strlen(lead);
        buf_put(&w->text, buf_text(&all.text) + skip, all.text.len - skip);
        buf_put(&w->marks, buf_text(&all.marks) + skip, all.marks.len - skip);
    }
}

void words_plain(const char *text, struct words *w)
{
    put(w, 0, text, strlen(text));
}

size_t words_run(const char *marks, size_t at, size_t end)
{
    size_t k = at;
    while (k < end && marks[k] == marks[at]) {
        k++;
    }
    return k - at;
}

/* Code takes backticks, more of them than it has itself. */
static void put_code(const char *code, size_t len, struct buf *out)
{
    size_t most = 0;
    for (size_t k = 0, run = 0; k < len; k++) {
        run = code[k] == '`' ? run + 1 : 0;
        most = run > most ? run : most;
    }
    bool blank = len > 0 && (code[0] == '`' || code[len - 1] == '`');
    buf_fill(out, '`', most + 1);
    buf_puts(out, blank ? " " : "");
    buf_put(out, code, len);
    buf_puts(out, blank ? " " : "");
    buf_fill(out, '`', most + 1);
}

#define QUOTED (WORD_EMPHASIS | WORD_STRONG | WORD_LINK)

static bool has(const char *marks, size_t at, unsigned mark)
{
    return ((unsigned char)marks[at] & mark) != 0;
}

/* Behind the bytes that are all quoted, or all not. `only_code`: they are nothing else. */
static size_t stretch(const char *marks, size_t at, size_t end, bool *only_code)
{
    size_t k = at;
    for (*only_code = true; k < end && has(marks, k, QUOTED) == has(marks, at, QUOTED); k++) {
        *only_code = *only_code && has(marks, k, WORD_CODE);
    }
    return k;
}

void words_signs(const char *text, const char *marks, size_t from, size_t end, struct buf *out)
{
    bool only_code;
    for (size_t at = from, to; at < end; at = to) {
        to = stretch(marks, at, end, &only_code);
        bool quoted = has(marks, at, QUOTED) && !only_code; /* code has signs of its own */
        buf_puts(out, quoted ? "\"" : "");
        for (size_t k = at, run; k < to; k += run) {
            run = words_run(marks, k, to);
            if (has(marks, k, WORD_CODE)) {
                put_code(text + k, run, out);
            } else {
                buf_put(out, text + k, run);
            }
        }
        buf_puts(out, quoted ? "\"" : "");
    }
}

/* Frees them. */
static void to_signs(struct words *w, struct buf *out)
{
    words_signs(buf_text(&w->text), buf_text(&w->marks), 0, w->marks.len, out);
    out->failed = out->failed || w->text.failed || w->marks.failed;
    words_free(w);
}

void words_node_signs(cmark_node *n, char line_break, struct buf *out)
{
    struct words w = {0};
    words_node(n, line_break, &w);
    to_signs(&w, out);
}

void words_line_signs(const char *line, size_t len, struct buf *out)
{
    struct words w = {0};
    words_line(line, len, &w);
    to_signs(&w, out);
}

bool words_is_table(cmark_node *paragraph)
{
    cmark_node *first = cmark_node_first_child(paragraph);
    return first != NULL && cmark_node_get_type(first) == CMARK_NODE_TEXT &&
           *cmark_node_get_literal(first) == '|';
}

/* Of each line, from 1, whether the next one goes on with it. */
static void find_broken(cmark_node *root, bool *broken, int lines)
{
    for (cmark_node *n = root; n != NULL; n = commonmark_next(n)) {
        bool runs = cmark_node_get_type(n) == CMARK_NODE_PARAGRAPH && !words_is_table(n);
        int end = cmark_node_get_end_line(n);
        for (int k = cmark_node_get_start_line(n); runs && k < end && k <= lines; k++) {
            broken[k] = true;
        }
    }
}

/* Two blanks or a backslash at its end break a line for good. */
static bool breaks(const char *line, size_t len)
{
    return len > 0 && (line[len - 1] == '\\' || (len > 1 && strncmp(line + len - 2, "  ", 2) == 0));
}

void words_unbroken(const char *markdown, struct buf *out)
{
    struct commonmark c;
    struct error why = {0};
    int lines = 1, number = 1;
    for (const char *p = markdown; *p != '\0'; p++) {
        lines += *p == '\n';
    }
    bool *broken = calloc((size_t)lines + 1, sizeof *broken);
    if (broken == NULL || !commonmark_read(&c, "a text", markdown, strlen(markdown), false, &why)) {
        out->failed = true;
        free(broken);
        return;
    }
    find_broken(c.root, broken, lines);
    for (const char *line = markdown; *line != '\0'; number++) {
        size_t len = strcspn(line, "\n");
        bool joins = broken[number] && !breaks(line, len) && line[len] == '\n';
        buf_put(out, line, len);
        line += len + (line[len] == '\n');
        buf_puts(out, joins ? " " : line[-1] == '\n' ? "\n" : "");
        line += joins ? strspn(line, " \t>") : 0;
    }
    commonmark_free(&c);
    free(broken);
}

void words_free(struct words *w)
{
    buf_free(&w->text);
    buf_free(&w->marks);
}

void words_escape(const char *text, struct buf *out)
{
    for (const char *p = text; *p != '\0'; p++) {
        buf_puts(out, strchr("\\`*_[]<>#&!|~", *p) != NULL ? "\\" : "");
        buf_putc(out, (unsigned char)*p < ' ' ? ' ' : *p);
    }
}
