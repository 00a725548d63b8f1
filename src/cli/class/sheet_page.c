/* Writes a sheet as a page that is filled in, in a browser: the questions, a field for each answer,
 * and the template (handin.h), in which the page's script puts what is typed and which it then
 * saves as a file. The face lies in src/web/face: sheet.html has marks, such as @TITLE@, for what
 * is written here. Without a script it is the sheet and the template as text. */
#include "cli/class/sheet.h"

#include "base/markup.h"
#include "base/named.h"
#include "exercise/form.h"

#include <sodium.h>

/* --- fields --- */

/* `data-slot` is what the script keeps an answer by; they come in the template's order. */
static void put_choice(const struct question *q, struct buf *out)
{
    bool one = question_rights(q) == 1;
    buf_printf(out,
               "<div class=\"options\" role=\"%s\" aria-labelledby=\"n-%s f-%s\" "
               "data-slot=\"%s\">\n",
               one ? "radiogroup" : "group", q->name, q->name, q->name);
    for (int k = 0; k < q->option_count; k++) {
        char letter = sheet_letter(k);
        buf_printf(out, "<label><input type=\"%s\" name=\"%s\" value=\"%c\" /> <span>%c) ",
                   one ? "radio" : "checkbox", q->name, letter, letter);
        sheet_text_line(q->option[k].text, out);
        buf_puts(out, "</span></label>\n");
    }
    buf_puts(out, "</div>\n");
}

/* What is done with a field that is pressed; paper has no need of it. */
static void put_hint(const char *text, struct buf *out)
{
    buf_printf(out, "<p class=\"form scripted\" hidden=\"hidden\">%s</p>\n", text);
}

static void put_order(const struct question *q, struct buf *out)
{
    put_hint("Press the steps one after the other; a second press takes one out again.", out);
    buf_printf(out,
               "<div class=\"options order\" role=\"group\" aria-labelledby=\"n-%s f-%s\" "
               "data-slot=\"%s\">\n",
               q->name, q->name, q->name);
    for (int k = 0; k < q->option_count; k++) {
        char letter = sheet_letter(k);
        buf_printf(out, "<button type=\"button\" value=\"%c\"><b></b> <span>%c) ", letter, letter);
        sheet_text_line(q->option[k].text, out);
        buf_puts(out, "</span></button>\n");
    }
    buf_puts(out, "</div>\n");
}

static void put_text(const struct question *q, struct buf *out)
{
    buf_printf(out,
               "<input type=\"text\" aria-labelledby=\"n-%s f-%s\" data-slot=\"%s\" "
               "autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\" />\n",
               q->name, q->name, q->name);
}

static void put_code(const struct question *q, struct buf *out)
{
    const char *code = q->code != NULL ? q->code : "";
    int lines = 2;
    for (const char *p = code; *p != '\0'; p++) {
        lines += *p == '\n';
    }
    buf_printf(out,
               "<textarea rows=\"%d\" aria-labelledby=\"n-%s f-%s\" data-slot=\"%s-code\" "
               "autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\">\n",
               lines < 5 ? 5 : lines, q->name, q->name, q->name);
    markup_put(code, out);
    buf_puts(out, "</textarea>\n");
}

/* The lines of the code, of which one is wrong. */
static void put_lines(const struct question *q, struct buf *out)
{
    struct piece rest = piece_of(q->code), line;
    if (!kind_asks(q->kind, ASKS_LINE)) {
        return; /* it stands in its field */
    }
    put_hint("Press the line that is wrong.", out);
    buf_printf(out,
               "<div class=\"lines\" role=\"radiogroup\" aria-labelledby=\"n-%s f-%s\" "
               "data-slot=\"%s\">\n",
               q->name, q->name, q->name);
    for (int number = 1; piece_line(&rest, &line); number++) {
        buf_printf(out,
                   "<label><input type=\"radio\" name=\"%s\" value=\"line %d\" /><i>%d</i> <code>",
                   q->name, number, number);
        markup_put_bytes(line.at, line.len, out);
        buf_puts(out, "</code></label>\n");
    }
    buf_puts(out, "</div>\n");
}

static void put_field(const struct question *q, struct buf *out)
{
    if (kind_asks(q->kind, ASKS_CHOICE)) {
        put_choice(q, out);
    } else if (kind_asks(q->kind, ASKS_ORDER)) {
        put_order(q, out);
    } else if (kind_asks(q->kind, ASKS_CODE)) {
        put_code(q, out);
    } else {
        put_text(q, out);
    }
}

/* --- one question --- */

/* The numbers that are given, as code: to be read aloud, and to be copied. */
static void put_givens(const struct question *q, struct buf *out)
{
    scoped_buf text = {0};
    for (int k = 0; k < q->variant.given_count; k++) {
        variant_given_text(&q->variant.given[k], &text);
        buf_putc(&text, '\n');
    }
    if (text.len > 0) {
        buf_puts(out, "<details><summary>The numbers as text</summary><pre tabindex=\"0\">");
        markup_put(buf_text(&text), out);
        buf_puts(out, "</pre></details>\n");
    }
    out->failed = out->failed || text.failed;
}

static void put_question(const struct sheet *s, int k, struct buf *out)
{
    const struct question *q = &s->question[k];
    buf_printf(out,
               "<section class=\"question\" id=\"q-%s\" aria-labelledby=\"n-%s\">\n"
               "<h2><b>%d</b> <span id=\"n-%s\">%s</span> <small>",
               q->name, q->name, k + 1, q->name, q->name);
    sheet_points(q->points, out);
    buf_puts(out, "</small><small class=\"whose\">");
    markup_put(s->student->id, out);
    buf_puts(out, "</small></h2>\n");
    sheet_html_ask(q, put_lines, out);
    put_givens(q, out);
    sheet_svg_blank(q, out);
    buf_printf(out, "<p class=\"form\" id=\"f-%s\">", q->name);
    sheet_text_line(q->form, out);
    buf_puts(out, "</p>\n");
    put_field(q, out);
    buf_puts(out, "</section>\n");
}

/* --- the template, with a place for each answer --- */

static void put_place(const char *text, size_t len, struct buf *out)
{
    buf_puts(out, "<span>");
    markup_put_bytes(text, len, out);
    buf_puts(out, "</span>");
}

static void put_template(const struct sheet *s, struct buf *out)
{
    scoped_buf head = {0};
    handin_template_head(s->marking->lesson, s->marking->exercises->version, s->student->id,
                         s->code, &head);
    markup_put(buf_text(&head), out);
    for (int k = 0; k < s->count; k++) {
        const struct question *q = &s->question[k];
        scoped_buf text = {0};
        struct handin_slots slot = handin_template_question(q, k + 1, &text);
        const char *t = buf_text(&text);
        markup_put_bytes(t, slot.answer, out);
        if (!kind_asks(q->kind, ASKS_WHOLE)) {
            put_place(t, 0, out);
        }
        markup_put_bytes(t + slot.answer, slot.code - slot.answer, out);
        if (kind_asks(q->kind, ASKS_CODE)) {
            put_place(t + slot.code, slot.code_end - slot.code, out);
        }
        markup_put_bytes(t + slot.code_end, text.len - slot.code_end, out);
        out->failed = out->failed || text.failed;
    }
    out->failed = out->failed || head.failed;
}

/* --- the page --- */

static struct piece face(const char *name)
{
    int k = named_at(sheet_face_files, sheet_face_count, sizeof sheet_face_files[0], name);
    return k < 0 ? piece_of("") : (struct piece){sheet_face_files[k].text, sheet_face_files[k].len};
}

static void put_title(const struct sheet *s, struct buf *out)
{
    markup_put(s->title, out);
}

static void put_student(const struct sheet *s, struct buf *out)
{
    markup_put(s->student->id, out);
}

static void put_name(const struct sheet *s, struct buf *out)
{
    markup_put(s->student->name, out);
}

static void put_sheet(const struct sheet *s, struct buf *out)
{
    buf_puts(out, s->code);
}

static void put_points(const struct sheet *s, struct buf *out)
{
    sheet_points(s->points, out);
}

static void put_way(const struct sheet *s, struct buf *out)
{
    for (int k = 0; k < s->count; k++) {
        const char *name = s->question[k].name;
        buf_printf(out, "<li><a href=\"#q-%s\"><b>%d</b> <span>%s</span> <i></i></a></li>\n", name,
                   k + 1, name);
    }
}

static void put_questions(const struct sheet *s, struct buf *out)
{
    for (int k = 0; k < s->count; k++) {
        put_question(s, k, out);
    }
}

static void put_style(const struct sheet *s, struct buf *out)
{
    struct piece colors = face("colors.css"), own = face("sheet.css");
    (void)s;
    buf_put(out, colors.at, colors.len);
    buf_put(out, own.at, own.len);
}

/* As XML it is text, whatever signs it has. */
static void put_script(const struct sheet *s, struct buf *out)
{
    struct piece script = face("sheet.mjs");
    (void)s;
    buf_puts(out, "/*<![CDATA[*/\n");
    buf_put(out, script.at, script.len);
    buf_puts(out, "/*]]>*/");
}

/* This script alone may run, and nothing is fetched. */
static void put_policy(const struct sheet *s, struct buf *out)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char text[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    scoped_buf script = {0};
    put_script(s, &script);
    crypto_hash_sha256(hash, (const unsigned char *)buf_text(&script), script.len);
    sodium_bin2base64(text, sizeof text, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    buf_printf(out,
               "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'; "
               "base-uri 'none'; form-action 'none'",
               text);
}

static const struct {
    const char *name;
    void (*put)(const struct sheet *s, struct buf *out);
} marks[] = {{"POLICY", put_policy},     {"TITLE", put_title},  {"STYLE", put_style},
             {"STUDENT", put_student},   {"NAME", put_name},    {"SHEET", put_sheet},
             {"POINTS", put_points},     {"WAY", put_way},      {"QUESTIONS", put_questions},
             {"TEMPLATE", put_template}, {"SCRIPT", put_script}};

FORM(mark, "@([A-Z]+)@");

void sheet_page(const struct sheet *s, struct buf *out)
{
    struct piece rest = face("sheet.html"), part[FORM_GROUPS];
    while (form_find(&mark, rest, 0, part)) {
        size_t before = (size_t)(part->at - rest.at);
        buf_put(out, rest.at, before);
        for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++) {
            if (piece_same(part[1], piece_of(marks[k].name))) {
                marks[k].put(s, out);
            }
        }
        rest = piece_behind(rest, before + part->len);
    }
    buf_put(out, rest.at, rest.len);
}
