/* Turns Markdown into HTML by cmark. Tables, which CommonMark does not have and GitHub's Markdown
 * has, are cut out before and set here. */

#include "cli/sheet.h"

#include "lesson/commonmark.h"

#include <string.h>

/* "[five]: address" would give another text's [five] a link. */
static bool defines(const char *markdown)
{
    bool is = false;
    for (const char *p = markdown; *p != '\0' && !is; p += strcspn(p, "\n"), p += *p == '\n') {
        is = p[strspn(p, " \t>-*+0123456789.)")] == '[' && strstr(p, "]:") != NULL;
    }
    return is;
}

static bool harms(const char *markdown)
{
    struct commonmark c;
    struct error why = {0};
    if (defines(markdown) ||
        !commonmark_read(&c, "a text", markdown, strlen(markdown), false, &why)) {
        return true;
    }
    bool does = commonmark_harms(&c);
    commonmark_free(&c);
    return does;
}

void sheet_text_harmless(const char *markdown, struct buf *out)
{
    if (!harms(markdown)) {
        buf_puts(out, markdown);
        return;
    }
    for (const char *p = markdown; *p != '\0'; p++) {
        bool picture = *p == '!' && p[1] == '[';
        bool link = *p == ']' && p[1] != '\0' && strchr("([:", p[1]) != NULL;
        const char *sign = *p == '<' ? "&lt;" : picture ? "&#33;" : link ? "&#93;" : NULL;
        buf_put(out, sign != NULL ? sign : p, sign != NULL ? strlen(sign) : 1);
    }
}

static void put_markdown(const char *text, size_t len, struct buf *out)
{
    struct commonmark c;
    struct error why = {0};
    if (!commonmark_read(&c, "a text", text, len, true, &why)) {
        out->failed = true;
        return;
    }
    buf_puts(out, c.html);
    commonmark_free(&c);
}

/* One cell: the text of a paragraph without the paragraph. */
static void put_cell(const char *text, size_t len, bool head, struct buf *out)
{
    scoped_buf html = {0};
    put_markdown(text, len, &html);
    const char *from = buf_text(&html);
    size_t n = html.len;
    if (n > 8 && strncmp(from, "<p>", 3) == 0 && strcmp(from + n - 5, "</p>\n") == 0) {
        from += 3;
        n -= 8;
    }
    buf_puts(out, head ? "<th scope=\"col\">" : "<td>");
    buf_put(out, from, n);
    buf_puts(out, head ? "</th>" : "</td>");
}

static void put_row(const char *line, size_t len, bool head, struct buf *out)
{
    const char *p = line, *end = line + len;
    buf_puts(out, "<tr>");
    p += p < end && *p == '|';
    while (p < end) {
        const char *bar = memchr(p, '|', (size_t)(end - p));
        const char *to = bar != NULL ? bar : end;
        if (bar == NULL && strspn(p, " \t\r") >= (size_t)(end - p)) {
            break;
        }
        put_cell(p, (size_t)(to - p), head, out);
        p = bar != NULL ? bar + 1 : end;
    }
    buf_puts(out, "</tr>\n");
}

static size_t line_len(const char *at, const char *end)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return (size_t)((stop != NULL ? stop : end) - at);
}

static const char *line_after(const char *at, const char *end)
{
    size_t len = line_len(at, end);
    return at + len < end ? at + len + 1 : end;
}

/* `|---|:--:|` */
static bool is_rule(const char *at, const char *end)
{
    size_t len = line_len(at, end);
    bool dash = false;
    for (size_t k = 0; k < len; k++) {
        if (strchr("|-: \t\r", at[k]) == NULL) {
            return false;
        }
        dash |= at[k] == '-';
    }
    return dash && len > 0 && *at == '|';
}

static bool is_fence(const char *at, const char *end)
{
    return end - at >= 3 && (strncmp(at, "~~~", 3) == 0 || strncmp(at, "```", 3) == 0);
}

/* A table begins where a line with bars stands above a rule. Returns behind it. */
static const char *put_table(const char *at, const char *end, struct buf *out)
{
    buf_puts(out, "<table>\n<thead>\n");
    put_row(at, line_len(at, end), true, out);
    buf_puts(out, "</thead>\n<tbody>\n");
    for (at = line_after(line_after(at, end), end); at < end && *at == '|';
         at = line_after(at, end)) {
        put_row(at, line_len(at, end), false, out);
    }
    buf_puts(out, "</tbody>\n</table>\n");
    return at;
}

void sheet_text(const char *markdown, struct buf *out)
{
    const char *from = markdown, *at = markdown, *end = markdown + strlen(markdown);
    bool fenced = false;
    while (at < end) {
        const char *next = line_after(at, end);
        fenced ^= is_fence(at, end);
        if (fenced || *at != '|' || next >= end || !is_rule(next, end)) {
            at = next;
            continue;
        }
        put_markdown(from, (size_t)(at - from), out);
        from = at = put_table(at, end, out);
    }
    put_markdown(from, (size_t)(end - from), out);
}
