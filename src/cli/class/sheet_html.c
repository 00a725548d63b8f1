/* Writes a page to print: several sheets behind one another, on A4 or Letter as the printer has it.
 * HTML 5 that is well-formed XML as well; no scripts, nothing from elsewhere. */

#include "cli/class/sheet.h"

#include "base/markup.h"

#include <string.h>

static const char style[] =
    "@page { margin: 16mm 15mm; }\n"
    "* { box-sizing: border-box; }\n"
    "body { margin: 0 auto; max-width: 180mm; padding: 1rem; color: #000; background: #fff;\n"
    "  font: 11pt/1.4 \"DejaVu Sans\", Verdana, sans-serif; }\n"
    "h1 { font-size: 16pt; margin: 0 0 2mm; }\n"
    "h2 { font-size: 11pt; margin: 0 0 1.5mm; }\n"
    "h2 span { font-weight: normal; color: #444; }\n"
    "h2 .whose { float: right; font-size: 8pt; color: #777; }\n"
    "p { margin: 0 0 2mm; orphans: 3; widows: 3; }\n"
    "pre, code { font: 9.5pt/1.35 \"DejaVu Sans Mono\", Menlo, monospace; }\n"
    "pre { margin: 0 0 2mm; padding: 1.5mm 2mm; border: 0.3mm solid #bbb; white-space: pre-wrap;\n"
    "  break-inside: avoid; }\n"
    "table { border-collapse: collapse; margin: 0 0 2mm; font-size: 9pt; }\n"
    "th, td { border: 0.2mm solid #999; padding: 0.5mm 1.5mm; text-align: right; }\n"
    ".sheet { break-after: page; }\n"
    ".sheet:last-of-type { break-after: auto; }\n"
    "@media print { body { padding: 0; max-width: none; } }\n"
    ".head { display: flex; justify-content: space-between; gap: 5mm; margin-bottom: 5mm;\n"
    "  padding-bottom: 2mm; border-bottom: 0.5mm solid #000; }\n"
    ".head p { margin: 0; }\n"
    ".question { break-inside: avoid; margin: 0; padding: 0 0 6mm; }\n"
    ".question:last-child { padding: 0; }\n"
    ".given { display: flex; flex-wrap: wrap; gap: 3mm; margin: 0 0 2mm; }\n"
    ".givens { display: flex; flex-wrap: wrap; gap: 0 8mm; }\n"
    "figure { margin: 0; break-inside: avoid; }\n"
    "figure svg { max-width: 100%; height: auto; display: block;\n"
    "  -webkit-print-color-adjust: exact; print-color-adjust: exact; }\n"
    ".options { list-style: none; margin: 0 0 2mm; padding: 0; }\n"
    ".options li { margin: 0 0 1mm; padding-left: 12mm; text-indent: -12mm; }\n"
    ".options p { display: inline; }\n"
    ".box { display: inline-block; width: 4mm; height: 4mm; border: 0.3mm solid #000;\n"
    "  vertical-align: -0.5mm; margin-right: 2mm; text-indent: 0; }\n"
    ".blank { border: 0.3mm solid #000; padding: 1mm 2mm; min-height: 11mm; margin: 0; }\n"
    ".lines { border: 0.3mm solid #000; margin: 0 0 2mm; height: 45mm; }\n"
    ".small { font-size: 9pt; color: #444; }\n"
    ".key { border: 0.5mm solid #000; padding: 1.5mm 2mm; margin: 0; }\n"
    ".key p { margin: 1mm 0 0; }\n";

void sheet_html_begin(const char *title, struct buf *out)
{
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
                  "<head>\n<meta charset=\"utf-8\" />\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
                  "<title>");
    markup_put(title, out);
    buf_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
}

void sheet_html_end(struct buf *out)
{
    buf_puts(out, "</body>\n</html>\n");
}

/* --- one question --- */

static void put_settings(const struct question *q, struct buf *out)
{
    bool any = false;
    for (int k = 0; k < q->variant.setting_count; k++) {
        const struct setting *s = &q->variant.setting[k];
        if (!sheet_tells(q, s)) {
            continue;
        }
        buf_printf(out, "%s<code>", any ? ", " : "<p class=\"small\">Your numbers: ");
        any = true;
        markup_put(s->name, out);
        buf_puts(out, " = ");
        markup_put(s->value, out);
        buf_puts(out, "</code>");
    }
    buf_puts(out, any ? "</p>\n" : "");
}

/* Options are Markdown of one paragraph. */
static void put_options(const struct question *q, struct buf *out)
{
    buf_puts(out, q->option_count > 0 ? "<ul class=\"options\">\n" : "");
    for (int k = 0; k < q->option_count; k++) {
        buf_printf(out, "<li>%s%c) ",
                   kind_asks(q->kind, ASKS_CHOICE) ? "<span class=\"box\"></span>" : "",
                   sheet_letter(k));
        sheet_text(q->option[k].text, out);
        buf_puts(out, "</li>\n");
    }
    buf_puts(out, q->option_count > 0 ? "</ul>\n" : "");
}

/* The code that is to be judged or gone on with, its lines numbered where they are asked for. */
static void put_code(const struct question *q, struct buf *out)
{
    const char *p = q->code;
    int number = 1;
    buf_puts(out, "<pre><code>");
    while (*p != '\0') {
        size_t len = strcspn(p, "\n");
        scoped_buf line = {0};
        buf_put(&line, p, len);
        if (kind_asks(q->kind, ASKS_LINE)) {
            buf_printf(out, "%2d  ", number++);
        }
        markup_put(buf_text(&line), out);
        buf_putc(out, '\n');
        p += len + (p[len] == '\n');
    }
    buf_puts(out, "</code></pre>\n");
}

/* The text without the code of a bug, which stands below it with numbers. */
static void put_text(const struct question *q, void (*code)(const struct question *, struct buf *),
                     struct buf *out)
{
    const char *fence = kind_asks(q->kind, ASKS_LINE) ? strstr(q->ask, "~~~") : NULL;
    const char *end = fence != NULL ? strstr(fence + 3, "\n~~~") : NULL;
    scoped_buf text = {0};
    if (end == NULL) {
        sheet_text(q->ask, out);
        if (kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL) {
            code(q, out);
        }
        return;
    }
    buf_put(&text, q->ask, (size_t)(fence - q->ask));
    sheet_text(buf_text(&text), out);
    code(q, out);
    sheet_text(end + 4, out);
}

void sheet_html_ask(const struct question *q, void (*code)(const struct question *, struct buf *),
                    struct buf *out)
{
    put_settings(q, out);
    put_text(q, code, out);
    buf_puts(out, q->variant.given_count > 0 ? "<div class=\"givens\">\n" : "");
    for (int g = 0; g < q->variant.given_count; g++) {
        sheet_svg_matrix(&q->variant.given[g], out);
    }
    buf_puts(out, q->variant.given_count > 0 ? "</div>\n" : "");
}

static void put_blank(const struct question *q, struct buf *out)
{
    bool lines = kind_asks(q->kind, ASKS_CODE);
    sheet_svg_blank(q, out);
    buf_puts(out, "<div class=\"small\">");
    sheet_text(q->form, out);
    buf_puts(out, "</div>\n");
    buf_puts(out, kind_asks(q->kind, ASKS_WHOLE) ? "" : "<div class=\"blank\"></div>\n");
    buf_puts(out, lines ? "<div class=\"lines\"></div>\n" : "");
}

static void put_key(const struct question *q, struct buf *out)
{
    buf_puts(out, "<div class=\"key\">");
    if (strchr(q->key, '\n') == NULL) { /* code stands in the solution */
        buf_puts(out, "<strong>");
        markup_put(q->key, out);
        buf_puts(out, "</strong>\n");
    }
    sheet_text(q->solution, out);
    buf_puts(out, "</div>\n");
}

/* Pages get lost: each question says whose it is. */
static void put_question(const struct sheet *s, int k, bool key, struct buf *out)
{
    const struct question *q = &s->question[k];
    buf_printf(out, "<section class=\"question\">\n<h2>%d. %s <span>(", k + 1, q->name);
    sheet_points(q->points, out);
    buf_puts(out, ")</span><span class=\"whose\">");
    markup_put(s->student->id, out);
    buf_puts(out, "</span></h2>\n");
    sheet_html_ask(q, put_code, out);
    put_options(q, out);
    if (key) {
        put_key(q, out);
    } else {
        put_blank(q, out);
    }
    buf_puts(out, "</section>\n");
}

/* --- one sheet --- */

void sheet_html(const struct sheet *s, bool key, struct buf *out)
{
    buf_puts(out, "<article class=\"sheet\">\n<h1>");
    markup_put(s->title, out);
    buf_puts(out, key ? ": key" : "");
    buf_puts(out, "</h1>\n<div class=\"head\">\n<p><strong>");
    markup_put(s->student->id, out);
    buf_puts(out, "</strong>");
    if (*s->student->name != '\0') {
        buf_puts(out, "<br />");
        markup_put(s->student->name, out);
    }
    buf_printf(out, "</p>\n<p>sheet <strong>%s</strong><br />%g points</p>\n</div>\n", s->code,
               s->points);
    for (int k = 0; k < s->count; k++) {
        put_question(s, k, key, out);
    }
    buf_puts(out, "</article>\n");
}
