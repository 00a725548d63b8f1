/* Turns Markdown into HTML by cmark. Tables, which CommonMark does not have and GitHub's Markdown
 * has, are cut out before and set here. */

#include "cli/class/sheet.h"

#include "exercise/form.h"
#include "lesson/commonmark.h"

#include <string.h>

/* "[five]: address" would give another text's [five] a link. */
FORM(definition, "(?m)^[ \t>*+0-9.)-]*\\[(?s:.)*?\\]:");

static bool harms(const char *markdown)
{
    scoped_commonmark c = {0};
    struct error why = {0};
    if (form_in(&definition, piece_of(markdown)) ||
        !commonmark_read(&c, "a text", markdown, strlen(markdown), false, &why)) {
        return true;
    }
    return commonmark_harms(&c);
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

static void put_markdown(struct piece text, struct buf *out)
{
    scoped_commonmark c = {0};
    struct error why = {0};
    if (!commonmark_read(&c, "a text", text.at, text.len, true, &why)) {
        out->failed = true;
        return;
    }
    buf_puts(out, c.html);
}

FORM(paragraph, "(?s)^<p>(.*)</p>\n$");
FORM(cell, "([^|]*)(\\|?)");
FORM(blank, "^[ \t\r]*$");

/* The text of a paragraph without the paragraph. */
static void put_line(struct piece text, struct buf *out)
{
    scoped_buf html = {0};
    struct piece part[FORM_GROUPS];
    put_markdown(text, &html);
    struct piece all = {buf_text(&html), html.len};
    struct piece within = form_find(&paragraph, all, 0, part) ? part[1] : all;
    buf_put(out, within.at, within.len);
    out->failed = out->failed || html.failed;
}

void sheet_text_line(const char *markdown, struct buf *out)
{
    put_line(piece_of(markdown), out);
}

static void put_cell(struct piece text, bool head, struct buf *out)
{
    buf_puts(out, head ? "<th scope=\"col\">" : "<td>");
    put_line(text, out);
    buf_puts(out, head ? "</th>" : "</td>");
}

static void put_row(struct piece line, bool head, struct buf *out)
{
    struct piece part[FORM_GROUPS];
    buf_puts(out, "<tr>");
    for (size_t at = 1; at < line.len && form_find(&cell, line, at, part); at += part->len) {
        if (part[2].len == 0 && form_in(&blank, part[1])) {
            break;
        }
        put_cell(part[1], head, out);
    }
    buf_puts(out, "</tr>\n");
}

static void put_table(struct piece text, struct buf *out)
{
    struct piece line;
    piece_line(&text, &line);
    buf_puts(out, "<table>\n<thead>\n");
    put_row(line, true, out);
    piece_line(&text, &line);
    buf_puts(out, "</thead>\n<tbody>\n");
    while (piece_line(&text, &line)) {
        put_row(line, false, out);
    }
    buf_puts(out, "</tbody>\n</table>\n");
}

/* Code, where nothing is a table; or lines with bars (group 1), of which the second is a rule. */
#define END "(?:\n|$)"
FORM(code_or_table, "(?m)^(?:~~~|```)(?s:.*?)(?:^(?:~~~|```)|\\z)|"
                    "^(\\|.*\n\\|(?=[|: \t\r-]*-)[|: \t\r-]*" END "(?:\\|.*" END ")*+)");

void sheet_text(const char *markdown, struct buf *out)
{
    struct piece rest = piece_of(markdown), part[FORM_GROUPS];
    for (size_t at = 0; form_find(&code_or_table, rest, at, part);) {
        size_t before = (size_t)(part->at - rest.at);
        if (part[1].len > 0) {
            put_markdown((struct piece){rest.at, before}, out);
            put_table(part[1], out);
            rest = piece_behind(rest, before + part->len);
        }
        at = part[1].len > 0 ? 0 : before + part->len;
    }
    put_markdown(rest, out);
}
