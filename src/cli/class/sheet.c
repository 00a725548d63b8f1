/* Makes a sheet, its table of keys, and its Markdown form. */
#include "cli/class/sheet.h"
#include "exercise/fields.h"
#include "exercise/form.h"
#include "exercise/piece.h"
#include "lesson/words.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

char sheet_letter(int option)
{
    return (char)('a' + option % 26);
}

void sheet_points(double points, struct buf *out)
{
    buf_printf(out, "%g point%s", points, points == 1 ? "" : "s");
}

bool sheet_make(struct sheet *s, const struct marking *m, const struct student *student,
                const char *title, struct error *err)
{
    *s = (struct sheet){.marking = m, .student = student, .title = title};
    s->question = calloc((size_t)m->exercises->count, sizeof *s->question);
    if (s->question == NULL) {
        return error_memory(err);
    }
    bool ok = marking_sheet(m, student->id, s->code, err);
    for (; ok && s->count < m->exercises->count; s->count += ok) {
        struct question *q = &s->question[s->count];
        ok = marking_question(m, student->id, &m->exercises->at[s->count], q, err);
        s->points += ok ? q->points : 0;
    }
    if (!ok) {
        sheet_free(s);
    }
    return ok;
}

void sheet_free(struct sheet *s)
{
    for (int k = 0; k < s->count; k++) {
        question_free(&s->question[k]);
    }
    free(s->question);
    *s = (struct sheet){0};
}

/* Spreadsheets run what begins like a formula, in quotes or not. "-3" is only a number. */
FORM(formula, "^[=+@\t\r\n-](?!(?<=[+-])(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?$|"
              "(?<=[+-])(?i:inf|infinity|nan)$)");

void sheet_field(const char *text, struct buf *out)
{
    scoped_buf guarded = {0};
    buf_puts(&guarded, form_in(&formula, piece_of(text)) ? "'" : "");
    buf_puts(&guarded, text);
    sheet_field_raw(buf_text(&guarded), out);
    out->failed = out->failed || guarded.failed;
}

void sheet_field_raw(const char *text, struct buf *out)
{
    size_t len = strlen(text), most = 2 * len + 2;
    if (strpbrk(text, ",\"\r\n;\t") == NULL) {
        buf_put(out, text, len);
        return;
    }
    char *quoted = malloc(most);
    if (quoted != NULL) {
        buf_put(out, quoted, csv_write(quoted, most, text, len));
    }
    out->failed = out->failed || quoted == NULL;
    free(quoted);
}

void sheet_key_head(struct buf *out)
{
    buf_puts(out, "student,name,sheet,exercise,kind,points,key\n");
}

void sheet_key_rows(const struct sheet *s, struct buf *out)
{
    for (int k = 0; k < s->count; k++) {
        const struct question *q = &s->question[k];
        sheet_field(s->student->id, out);
        buf_putc(out, ',');
        sheet_field(s->student->name, out);
        buf_printf(out, ",%s,%s,%s,%g,", s->code, q->name, exercise_kind_name(q->kind), q->points);
        sheet_field(q->key, out);
        buf_putc(out, '\n');
    }
}

static void put_options(const struct question *q, struct buf *out)
{
    for (int k = 0; k < q->option_count; k++) {
        buf_printf(out, "%c) %s  \n", sheet_letter(k), q->option[k].text);
    }
    buf_puts(out, q->option_count > 0 ? "\n" : "");
}

/* What is code in a text of Markdown: what is filled in, what stands in blocks and in backticks. */
static void put_code_of(const char *text, struct buf *out)
{
    static const struct {
        const char *begin, *end;
    } mark[] = {{"{{", "}}"}, {"~~~", "~~~"}, {"`", "`"}};

    for (const char *p = text; *p != '\0';) {
        size_t k = 0;
        while (k < sizeof mark / sizeof mark[0] &&
               strncmp(p, mark[k].begin, strlen(mark[k].begin)) != 0) {
            k++;
        }
        if (k == sizeof mark / sizeof mark[0]) {
            p++;
            continue;
        }
        p += strlen(mark[k].begin);
        const char *end = strstr(p, mark[k].end);
        size_t len = end != NULL ? (size_t)(end - p) : strlen(p);
        buf_put(out, p, len);
        buf_putc(out, '\n');
        p += end != NULL ? len + strlen(mark[k].end) : len;
    }
}

/* Whether a field is text for a reader; the others are Python. */
static bool field_is_text(const struct field *f)
{
    return strcmp(f->key, "option") == 0 || strcmp(f->key, "right") == 0 ||
           strcmp(f->key, "step") == 0;
}

/* A question that fills in nothing and gives nothing asks about the run, which may have any size.
 */
static bool asks_about_run(const struct question *q)
{
    const struct exercise *e = q->variant.exercise;
    return kind_asks(q->kind, ASKS_SIZES | ASKS_NUMBER) && strstr(e->prompt, "{{") == NULL &&
           exercise_field(e, "given") == NULL;
}

/* A name in prose is a word: "a window of 3". */
bool sheet_tells(const struct question *q, const struct setting *s)
{
    const struct exercise *e = q->variant.exercise;
    const struct exercise_part *start = exercise_part(e, PART_START, 0);
    scoped_buf code = {0};
    put_code_of(e->prompt, &code);
    buf_puts(&code, start != NULL && start->code != NULL ? start->code : "");
    for (int k = 0; k < e->field_count; k++) {
        const struct field *f = &e->field[k];
        if (field_is_text(f)) {
            put_code_of(f->value, &code);
        } else if (strcmp(f->key, "of") == 0 || strcmp(f->key, "given") == 0) {
            buf_printf(&code, "%s\n", f->value);
        }
    }
    return asks_about_run(q) ||
           piece_name_in(buf_text(&code), s->name, strcspn(s->name, "@")) != NULL;
}

static void put_settings(const struct question *q, struct buf *out)
{
    bool any = false;
    for (int k = 0; k < q->variant.setting_count; k++) {
        const struct setting *s = &q->variant.setting[k];
        if (sheet_tells(q, s)) {
            buf_printf(out, "%s`%s = %s`", any ? ", " : "Your numbers: ", s->name, s->value);
            any = true;
        }
    }
    buf_puts(out, any ? "\n\n" : "");
}

/* Without the empty lines at its end, and one behind it. */
static void put_paragraphs(const char *text, struct buf *out)
{
    size_t len = strlen(text);
    while (len > 0 && strchr(" \n", text[len - 1]) != NULL) {
        len--;
    }
    buf_put(out, text, len);
    buf_puts(out, len > 0 ? "\n\n" : "");
}

static void put_question(const struct question *q, int number, bool key, struct buf *out)
{
    buf_printf(out, "## %d. %s (", number, q->name);
    sheet_points(q->points, out);
    buf_puts(out, ")\n\n");
    put_settings(q, out);
    put_paragraphs(q->prompt, out);
    if (kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL) {
        size_t len = strlen(q->code);
        buf_printf(out, "Begin with:\n\n~~~python\n%s%s~~~\n\n", q->code,
                   len > 0 && q->code[len - 1] == '\n' ? "" : "\n");
    }
    put_options(q, out);
    if (key && strchr(q->key, '\n') != NULL) { /* code stands in the solution */
        buf_puts(out, "**Key:**\n\n");
        put_paragraphs(q->solution, out);
    } else if (key) {
        buf_printf(out, "**Key:** %s\n\n", q->key);
        put_paragraphs(q->solution, out);
    } else {
        buf_printf(out, "Answer (%s): ______________________________\n\n", q->form);
    }
}

void sheet_markdown(const struct sheet *s, bool key, struct buf *out)
{
    buf_printf(out, "# %s%s\n\n", s->title, key ? ": key" : "");
    words_escape(s->student->id, out);
    buf_puts(out, *s->student->name != '\0' ? ", " : "");
    words_escape(s->student->name, out);
    buf_printf(out, ", sheet %s, %g points\n\n", s->code, s->points);
    for (int k = 0; k < s->count; k++) {
        scoped_buf text = {0};
        put_question(&s->question[k], k + 1, key, &text);
        sheet_text_harmless(buf_text(&text), out);
        out->failed = out->failed || text.failed;
    }
}
