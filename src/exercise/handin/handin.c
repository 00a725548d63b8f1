/* Reads files of a hand-in as texts: notebooks, HTML, Python, plain text. Their lines are read by
 * handin_scan.c. */
#include "exercise/form.h"
#include "exercise/handin/handin_scan.h"

#include "base/text.h"
#include "lesson/lesson.h"

#include <string.h>

bool handin_init(struct handin *h, const struct exercises *x, struct error *err)
{
    *h = (struct handin){.of = x};
    h->reply = arena_alloc(&h->arena, (size_t)(x->count + 1) * sizeof *h->reply);
    if (h->reply == NULL) {
        return error_memory(err);
    }
    for (int k = 0; k < x->count; k++) {
        h->reply[k] = (struct reply){.exercise = &x->at[k]};
    }
    return true;
}

void handin_free(struct handin *h)
{
    for (int k = 0; k < HANDIN_FILES; k++) {
        buf_free(&h->code[k]);
    }
    buf_free(&h->note);
    arena_free(&h->arena);
    *h = (struct handin){0};
}

/* First what stands behind its name, then what stands behind none: of the newest file that has what
 * is asked for, then of the newest. */
const char *handin_code(const struct handin *h, const struct reply *r, int k)
{
    const char *own[] = {r->code, r->older};
    if (!kind_asks(r->exercise->kind, ASKS_CODE)) {
        return NULL;
    }
    for (int j = 0; j < 2; j++) {
        if (own[j] != NULL && k-- == 0) {
            return own[j];
        }
    }
    int rounds =
        kind_asks(r->exercise->kind, ASKS_WHOLE) ? 2 : 1; /* of a bug only what has its name */
    for (int round = 0; round < rounds; round++) {
        for (int j = h->count - 1; j >= 0; j--) {
            bool fits = reply_names(buf_text(&h->code[j]), r->exercise);
            if (h->code[j].len > 0 && fits == (round == 0) && k-- == 0) {
                return buf_text(&h->code[j]);
            }
        }
    }
    return NULL;
}

static bool add_notebook(struct handin *h, const char *file, struct piece text, struct error *err)
{
    struct lesson l;
    bool ok = true;
    if (!lesson_read(&l, file, LESSON_NOTEBOOK, text.at, text.len, err)) {
        return false;
    }
    for (int k = 0; ok && k < l.count; k++) {
        const struct cell *c = &l.cells[k];
        struct piece cell = {c->text, c->len};
        int last;
        ok = handin_scan(h, cell, c->code, true, 0, &last, err);
        if (ok && c->code) { /* `# name:` heads its cell */
            bool named = last >= 0 && kind_asks(h->of->at[last].kind, ASKS_CODE);
            ok = reply_code(h, named ? last : -1, cell) || error_memory(err);
        }
    }
    lesson_free(&l);
    return ok;
}

static bool add_html(struct handin *h, struct piece text, struct error *err)
{
    scoped_buf plain = {0};
    int last;
    handin_html(text, &plain);
    bool ok = !plain.failed || error_memory(err);
    ok = ok &&
         handin_scan(h, (struct piece){buf_text(&plain), plain.len}, false, false, 0, &last, err);
    return ok;
}

/* The template, in a file that may be called .py. */
FORM(template, "(?i)^lesson:|(?-i)\n(?:sheet:|```)");
FORM(notebook, "(?s)^" FORM_BLANK "*\\{(?=.*\"cells\")");
FORM(page, "(?i)^" FORM_BLANK "*<(?:!doctype html|html|p>|div)");

/* What it is, it says by how it begins: systems change the endings of files. */
static bool add_text(struct handin *h, const char *file, struct piece text, struct error *err)
{
    int last;
    bool python = text_ends(file, ".py") && !form_in(&template, text);
    if (text_ends(file, ".ipynb") || form_in(&notebook, text)) {
        return add_notebook(h, file, text, err);
    }
    if (text_ends(file, ".html") || text_ends(file, ".htm") || form_in(&page, text)) {
        return add_html(h, text, err);
    }
    return handin_scan(h, text, python, false, 1, &last, err) &&
           (!python || reply_code(h, -1, text) || error_memory(err));
}

bool handin_add(struct handin *h, const char *file, const char *text, size_t len, struct error *err)
{
    scoped_buf clean = {0};
    const char *why;
    if (h->count == HANDIN_FILES) {
        return error_set(err, ERROR_INPUT, "%s is one file too many", file);
    }
    if (!text_of_bytes(text, len, &clean, &why)) {
        return error_set(err, ERROR_INPUT, "%s %s", file, why);
    }
    h->name[h->count] = arena_copy(&h->arena, file, strlen(file));
    h->count++;
    bool ok = (h->name[h->count - 1] != NULL && !clean.failed) || error_memory(err);
    ok = ok && add_text(h, file, (struct piece){buf_text(&clean), clean.len}, err);
    ok = ok && (reply_newest(h) || error_memory(err));
    return ok;
}

void handin_template_head(const char *lesson, const char *version, const char *student,
                          const char *sheet, struct buf *out)
{
    buf_printf(
        out,
        "lesson: %s\nversion: %s\nstudent: %s\nsheet: %s\n\n"
        "# Write your answers behind the colons, code between the lines ```python and ```.\n",
        lesson, version, student, sheet);
}

struct handin_slots handin_template_question(const struct question *q, int number, struct buf *out)
{
    struct handin_slots s;
    buf_printf(out, "\n# %d. %s\n%s:", number, q->form, q->name);
    s.answer = s.code = s.code_end = out->len;
    buf_putc(out, '\n');
    if (kind_asks(q->kind, ASKS_CODE)) {
        const char *code = q->code != NULL ? q->code : "";
        size_t len = strlen(code);
        buf_puts(out, "```python\n");
        s.code = out->len;
        buf_printf(out, "%s%s", code, len > 0 && code[len - 1] != '\n' ? "\n" : "");
        s.code_end = out->len;
        buf_puts(out, "```\n");
    }
    return s;
}

void handin_template(const struct question *q, int count, const char *lesson, const char *version,
                     const char *student, const char *sheet, struct buf *out)
{
    handin_template_head(lesson, version, student, sheet, out);
    for (int k = 0; k < count; k++) {
        handin_template_question(&q[k], k + 1, out);
    }
}
