/* Writes sheets with a student's own numbers, and keys for the teacher: this is `qkv worksheet`.
 * One student: a file. A class, or the versions of an exam: a folder with one file to print, a
 * sheet and a template for the answers for each, and a table of keys. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "base/text.h"
#include "cli/class/classroom.h"
#include "cli/class/sheet.h"
#include "cli/command.h"
#include "exercise/form.h"
#include "exercise/handin/handin.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct printing {
    const struct options *o;
    struct classroom room;
    const char *title;
    bool markdown;
    struct buf page, keys, key_page; /* all sheets; the table of keys; all keys */
    int without;                     /* students whose sheet cannot be made */
    struct error err;
};

static bool refuse(struct printing *p, const char *text)
{
    return error_set(&p->err, ERROR_INPUT, "%s", text);
}

static bool write_file(struct printing *p, const char *path, const struct buf *text)
{
    struct stat s;
    if (text->failed) {
        return refuse(p, "the system has no memory left for the sheets");
    }
    if (!p->o->force && strcmp(path, "-") != 0 && lstat(path, &s) == 0 && S_ISREG(s.st_mode)) {
        return error_set(&p->err, ERROR_INPUT,
                         "%s is there already; --force writes over it, another -o beside it", path);
    }
    return file_save(path, text, &p->err);
}

static void put_sheet(const struct printing *p, const struct sheet *s, bool key, struct buf *out)
{
    if (p->markdown) {
        sheet_markdown(s, key, out);
        return;
    }
    sheet_html_begin(p->title, out);
    sheet_html(s, key, out);
    sheet_html_end(out);
}

/* --- one student --- */

static const struct student *find_student(struct printing *p)
{
    const struct student *student = roster_find(&p->room.roster, p->o->student);
    if (student == NULL) {
        error_set(&p->err, ERROR_INPUT, "there is no student %s in %s", p->o->student, p->o->class);
    }
    return student;
}

static bool write_one(struct printing *p)
{
    const struct student *student = find_student(p);
    struct sheet s;
    scoped_buf text = {0}, template = {0}, path = {0};
    const char *dot = strrchr(p->o->output, '.'), *slash = strrchr(p->o->output, '/');
    if (student == NULL || !sheet_make(&s, &p->room.marking, student, p->title, &p->err)) {
        return false;
    }
    put_sheet(p, &s, p->o->key, &text);
    bool ok = write_file(p, p->o->output, &text);
    if (ok && !p->o->key && strcmp(p->o->output, "-") != 0) {
        bool ending = dot != NULL && (slash == NULL || dot > slash);
        size_t len = ending ? (size_t)(dot - p->o->output) : strlen(p->o->output);
        buf_put(&path, p->o->output, len);
        buf_puts(&path, ".txt");
        handin_template(s.question, s.count, p->room.name, p->room.exercises.version, s.student->id,
                        s.code, &template);
        ok = write_file(p, buf_text(&path), &template);
    }
    sheet_free(&s);
    return ok;
}

/* --- all of a class --- */

static bool make_folder(struct printing *p, const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_set(&p->err, ERROR_INPUT, "the folder %s cannot be made: %s", path,
                     strerror(errno));
}

static bool write_in(struct printing *p, const char *name, const char *ending,
                     const struct buf *text)
{
    scoped_buf path = {0};
    buf_printf(&path, "%s/%s%s", p->o->output, name, ending);
    return write_file(p, buf_text(&path), text);
}

/* One student's failure does not stop the class: it is told, and counted. */
static bool skip_student(struct printing *p, const struct student *student, const struct error *why)
{
    if (why->kind == ERROR_MEMORY) {
        return refuse(p, why->text);
    }
    p->without++;
    output_say("no sheet for %s: %s", student->id, why->text);
    return true;
}

static bool all_have_theirs(struct printing *p)
{
    return p->without == 0 ||
           error_set(
               &p->err, ERROR_INPUT,
               "%d student%s got no sheet; qkv lesson check tells which draws cannot be asked",
               p->without, p->without == 1 ? "" : "s");
}

static bool write_student(struct printing *p, const struct student *student)
{
    struct sheet s;
    scoped_buf text = {0}, template = {0}, name = {0};
    struct error why = {0};
    if (!sheet_make(&s, &p->room.marking, student, p->title, &why)) {
        return skip_student(p, student, &why);
    }
    put_sheet(p, &s, false, &text);
    handin_template(s.question, s.count, p->room.name, p->room.exercises.version, student->id,
                    s.code, &template);
    if (p->markdown) {
        sheet_markdown(&s, false, &p->page);
        sheet_markdown(&s, true, &p->key_page);
    } else {
        sheet_html(&s, false, &p->page);
        sheet_html(&s, true, &p->key_page);
    }
    sheet_key_rows(&s, &p->keys);
    buf_printf(&name, "sheets/%s", student->id);
    bool ok = write_in(p, buf_text(&name), p->markdown ? ".md" : ".html", &text) &&
              write_in(p, buf_text(&name), ".txt", &template);
    sheet_free(&s);
    return ok;
}

static bool write_class(struct printing *p)
{
    const char *ending = p->markdown ? ".md" : ".html";
    scoped_buf sheets = {0};
    buf_printf(&sheets, "%s/sheets", p->o->output);
    bool ok = make_folder(p, p->o->output) && make_folder(p, buf_text(&sheets));
    sheet_key_head(&p->keys);
    if (!p->markdown) {
        sheet_html_begin(p->title, &p->page);
        sheet_html_begin(p->title, &p->key_page);
    }
    for (int k = 0; ok && k < p->room.roster.count; k++) {
        ok = write_student(p, &p->room.roster.at[k]);
    }
    if (!p->markdown) {
        sheet_html_end(&p->page);
        sheet_html_end(&p->key_page);
    }
    return ok && write_in(p, "print", ending, &p->page) && write_in(p, "keys", ".csv", &p->keys) &&
           (!p->o->key || write_in(p, "keys", ending, &p->key_page));
}

/* --- what was asked for --- */

/* A sheet is a file by its ending; sheets are a folder, which has none of a file. */
FORM(ending, "(?i).\\.(?:(html?|md)|pdf|txt|csv|zip)$");

static bool check_folder(struct printing *p)
{
    const char *to = p->o->output;
    return !form_in(&ending, piece_of(to)) ||
           error_set(&p->err, ERROR_INPUT,
                     "-o %s: sheets are several files; give a folder, or --student ID for one", to);
}

static bool check_output(struct printing *p)
{
    const char *to = p->o->output;
    struct piece part[FORM_GROUPS];
    if (p->o->student == NULL) {
        return check_folder(p);
    }
    form_find(&ending, piece_of(to), 0, part);
    return part[1].len > 0 || strcmp(to, "-") == 0 ||
           error_set(&p->err, ERROR_INPUT,
                     "-o %s: give a name that ends in .html or .md, or -; a browser prints "
                     ".html as PDF",
                     to);
}

static bool check_options(struct printing *p)
{
    const struct options *o = p->o;
    if (o->output == NULL) {
        return refuse(p, o->student != NULL
                             ? "-o FILE.html or FILE.md is missing: where the sheet goes"
                             : "-o FOLDER is missing: where the sheets go");
    }
    if (o->html && o->md) {
        return refuse(p, "--html or --md, not both");
    }
    if (!check_output(p)) {
        return false;
    }
    p->markdown = o->md || (!o->html && text_ends(o->output, ".md"));
    return true;
}

static bool print_all(struct printing *p)
{
    if (!check_options(p)) {
        return false;
    }
    bool one = p->o->student != NULL;
    if (!(one ? write_one(p) : write_class(p))) {
        return false;
    }
    if (!one) {
        int made = p->room.roster.count - p->without;
        output_printf(
            "%d sheet%s in %s: print%s to print, keys.csv for you, sheets/ for the students\n",
            made, made == 1 ? "" : "s", p->o->output, p->markdown ? ".md" : ".html");
    }
    return all_have_theirs(p);
}

/* --- pages to fill in: `qkv page --sheet` --- */

static bool write_page(struct printing *p, const struct student *student, const char *path,
                       struct error *err)
{
    struct sheet s;
    scoped_buf page = {0};
    if (!sheet_make(&s, &p->room.marking, student, p->title, err)) {
        return false;
    }
    sheet_page(&s, &page);
    sheet_free(&s);
    return write_file(p, path, &page);
}

static bool page_of_one(struct printing *p)
{
    const struct student *student = find_student(p);
    scoped_buf path = {0};
    if (student == NULL) {
        return false;
    }
    struct stat s;
    const char *to = p->o->output;
    bool folder = to != NULL && strcmp(to, "-") != 0 && stat(to, &s) == 0 && S_ISDIR(s.st_mode);
    buf_printf(&path, folder ? "%s/%s.html" : "%s%s.html", folder ? to : "", student->id);
    to = to == NULL || folder ? buf_text(&path) : to;
    bool ok = write_page(p, student, to, &p->err);
    if (ok && strcmp(to, "-") != 0) {
        output_say("%s: for %s, whose answers come back as %s.txt", to, student->id, student->id);
    }
    return ok;
}

static bool pages_of_class(struct printing *p)
{
    const char *folder = p->o->output;
    if (folder == NULL) {
        return refuse(p, "-o FOLDER is missing: where the pages go");
    }
    bool ok = check_folder(p) && make_folder(p, folder);
    for (int k = 0; ok && k < p->room.roster.count; k++) {
        const struct student *student = &p->room.roster.at[k];
        struct error why = {0};
        scoped_buf path = {0};
        buf_printf(&path, "%s/%s.html", folder, student->id);
        ok = write_page(p, student, buf_text(&path), &why) ||
             (p->err.kind == ERROR_NONE && skip_student(p, student, &why));
    }
    int made = p->room.roster.count - p->without;
    if (ok) {
        output_say("%d page%s in %s, each for one student, who hands in the file that it saves",
                   made, made == 1 ? "" : "s", folder);
    }
    return ok && all_have_theirs(p);
}

/* --- the command --- */

static bool page_all(struct printing *p)
{
    return p->o->student != NULL ? page_of_one(p) : pages_of_class(p);
}

/* Opens the classroom, and closes it behind what `print` does in it. */
static int print_in(const struct options *o, bool (*print)(struct printing *p))
{
    struct printing p = {.o = o};
    bool ok = classroom_open(&p.room, o);
    p.title = ok && p.room.lesson.title != NULL ? p.room.lesson.title : p.room.name;
    if (ok && !print(&p)) {
        command_complain(p.err.kind != ERROR_NONE ? p.err.text : "the sheets could not be written");
        ok = false;
    }
    buf_free(&p.page);
    buf_free(&p.keys);
    buf_free(&p.key_page);
    classroom_close(&p.room);
    return ok ? OUTCOME_DONE : EXIT_USAGE;
}

int command_worksheet(const struct options *o)
{
    return print_in(o, print_all);
}

int worksheet_pages(const struct options *o)
{
    return print_in(o, page_all);
}
