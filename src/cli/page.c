/* Writes one file that a browser opens (qkv page): the engine, its face, and the code to begin
 * with.
 *
 * The file is made of a template that holds the engine (`make page` builds it; what was written
 * here is one, too) and is looked for beside the program and where it is installed. No compiler is
 * needed here. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "base/json_write.h"
#include "base/markup.h"
#include "base/text.h"
#include "browser/paper.h"
#include "cli/command.h"
#include "cli/page_files.h"
#include "files/beside.h"
#include "files/shelf.h"
#include "lesson/catalog.h"
#include "trace/report/run.h"
#include "tui/viewer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST ((size_t)64 << 20)
#define PATH_MOST 4096
#define START "<script type=\"application/json\" id=\"start\">"
#define START_END "</script>"

#define PAPER "<div id=\"paper\">"
#define PAPER_END "</div></main>"
#define MADE_BY "<meta name=\"generator\" content=\"qkv "

/* As `make dist` names it. */
#define PAGE_FILE "qkv-" QKV_VERSION "-page.html"
#define GET_ONE "put " PAGE_FILE " of the release beside the program, or build it with `make page`"

#ifndef QKV_SHARE
#define QKV_SHARE "/usr/local/share/qkv"
#endif

/* --- the template --- */

/* The folder in which the program itself lies. */
static bool own_folder(char out[PATH_MOST])
{
    char *path = realpath("/proc/self/exe", NULL);
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    bool ok = slash != NULL && (size_t)(slash - path) < PATH_MOST - 40;
    if (ok) {
        memcpy(out, path, (size_t)(slash - path));
        out[slash - path] = '\0';
    }
    free(path);
    return ok;
}

/* Where the template lies, or is said to lie; false if it is nowhere. */
static bool find_template(char path[PATH_MOST])
{
    static const char *const near[] = {"page.html", PAGE_FILE, "web/page.html",
                                       "../share/qkv/page.html"};
    char folder[PATH_MOST];
    const char *given = getenv("QKV_PAGE");
    if (given != NULL) {
        snprintf(path, PATH_MOST, "%s", given);
        return true;
    }
    for (size_t k = 0; own_folder(folder) && k < sizeof near / sizeof near[0]; k++) {
        snprintf(path, PATH_MOST, "%.4000s/%s", folder, near[k]);
        if (access(path, R_OK) == 0) {
            return true;
        }
    }
    snprintf(path, PATH_MOST, "%s", QKV_SHARE "/page.html");
    return access(path, R_OK) == 0;
}

/* An engine of another version would print other bytes than this program. */
static bool same_version(const struct buf *template, const char *path, struct error *err)
{
    const char *mark = strstr(buf_text(template), MADE_BY);
    const char *version = mark != NULL ? mark + strlen(MADE_BY) : "";
    size_t len = strcspn(version, "\"");
    if (len == 0) {
        return error_set(err, ERROR_INPUT, "%s is no page of qkv: " GET_ONE, path);
    }
    if (len != strlen(QKV_VERSION) || memcmp(version, QKV_VERSION, len) != 0) {
        return error_set(err, ERROR_INPUT,
                         "%s is a page of qkv %.*s, and this is qkv " QKV_VERSION ": " GET_ONE,
                         path, len < 20 ? (int)len : 20, version);
    }
    return true;
}

static bool read_template(struct buf *out, struct error *err)
{
    char path[PATH_MOST];
    if (!find_template(path)) {
        return error_set(err, ERROR_INPUT, "the page's engine is not here: " GET_ONE);
    }
    return file_read(path, MOST, out, err) && same_version(out, path, err);
}

/* --- what it begins with --- */

/* As JSON in a script's element: no sign of it can end the element. */
static void put_safe(const struct buf *json, struct buf *out)
{
    for (size_t k = 0; k < json->len; k++) {
        if (json->data[k] == '<') {
            buf_puts(out, "\\u003c");
        } else {
            buf_putc(out, json->data[k]);
        }
    }
}

static bool put_code(const char *name, struct buf *json, struct error *err)
{
    const struct lesson_file *built_in = catalog_find(name);
    scoped_buf text = {0};
    if (built_in != NULL) {
        buf_puts(json, "{\"lesson\":");
        json_put_text(catalog_name(built_in), json);
        return true;
    }
    const char *slash = strrchr(name, '/');
    if (!file_read(name, MOST, &text, err) || !text_clean(&text, name, err)) {
        return false;
    }
    buf_puts(json, "{\"name\":");
    json_put_text(slash != NULL ? slash + 1 : name, json);
    buf_puts(json, ",\"text\":");
    json_put_bytes(buf_text(&text), text.len, json);
    return true;
}

/* What a path has in front of its last part. */
static void put_folder(const char *name, struct buf *out)
{
    const char *slash = strrchr(name, '/');
    buf_put(out, name, slash != NULL ? (size_t)(slash + 1 - name) : 0);
}

/* The code's modules, named from the folder in which it lies, and the files of --files. */
static bool put_files(const struct options *o, const char *name, const char *path, struct buf *json,
                      struct error *err)
{
    struct lesson l;
    scoped_buf folder = {0};
    if (!command_load(name, &l, err)) {
        return false;
    }
    put_folder(name, &folder);
    l.file += folder.len;
    bool ok = (catalog_find(name) != NULL || beside_look(&l, buf_text(&folder), err)) &&
              page_files_put(o, &l, path, json, err);
    lesson_free(&l);
    return ok;
}

static bool put_start(const struct options *o, const char *name, const char *path, struct buf *out,
                      struct error *err)
{
    scoped_buf json = {0};
    if (!put_code(name, &json, err) || !put_files(o, name, path, &json, err)) {
        return false;
    }
    buf_puts(&json, ",\"set\":[");
    for (int k = 0; k < o->set_count; k++) {
        buf_puts(&json, k > 0 ? "," : "");
        json_put_text(o->set[k], &json);
    }
    buf_puts(&json, "]");
    if (o->seed != NULL) {
        buf_puts(&json, ",\"seed\":");
        json_put_text(o->seed, &json);
    }
    buf_putc(&json, '}');
    put_safe(&json, out);
    return true;
}

static struct run_terms terms_of(const struct options *o)
{
    struct run_terms terms = browser_terms();
    terms.bring = o->flat ? NULL : BROWSER_BRING;
    terms.limits.steps = o->max_steps;
    terms.limits.seconds = o->timeout;
    return terms;
}

static bool turn(struct browser *b, const char *name, const char *value, struct error *err)
{
    scoped_buf command = {0};
    buf_printf(&command, ":set %s%s", name, value);
    return browser_line(b, buf_text(&command), err);
}

/* The run laid out, for who has no script; under the options of the command. */
static bool put_paper(const struct options *o, const char *name, struct buf *title, struct buf *out,
                      struct error *err)
{
    const struct lesson_file *built_in = catalog_find(name);
    scoped_buf text = {0}, folder = {0};
    struct shelf shelf = {.reads = -1, .writes = -1};
    struct lesson l;
    if (!command_load(name, &l, err)) { /* its refusals are those of all commands */
        return false;
    }
    lesson_free(&l);
    if (built_in == NULL && (!file_read(name, MOST, &text, err) || !text_clean(&text, name, err))) {
        return false;
    }
    put_folder(built_in != NULL ? "" : name, &folder);
    struct run_terms terms = terms_of(o);
    const struct browser_code code = {.name = built_in != NULL ? built_in->name : name + folder.len,
                                      .text = built_in != NULL ? NULL : buf_text(&text),
                                      .len = text.len,
                                      .beside = built_in != NULL ? NULL : buf_text(&folder)};
    bool ok = shelf_open(&shelf, o->files, NULL, err);
    terms.files = &shelf.door;
    shelf.door.say = command_note;
    struct browser *b = ok ? browser_open(&code, NULL, &terms, err) : NULL;
    shelf.door.say = NULL; /* later runs would tell the same */
    ok = b != NULL;
    for (int k = 0; ok && k < o->set_count; k++) {
        ok = turn(b, o->set[k], "", err);
    }
    ok = ok && (o->seed == NULL || turn(b, "seed=", o->seed, err));
    if (ok) {
        const char *called = browser_viewer(b)->lesson->title;
        markup_put(called != NULL ? called : browser_viewer(b)->title, title);
        ok = paper_html(b, out, err);
    }
    if (b != NULL) {
        browser_free(b);
    }
    shelf_close(&shelf);
    return ok;
}

/* Appends the template up to `from`, and moves behind `end`, which comes next. */
static bool pass(const char **at, const char *from, const char *end, struct buf *out)
{
    const char *begin = strstr(*at, from), *behind = begin != NULL ? strstr(begin, end) : NULL;
    if (behind == NULL) {
        return false;
    }
    begin += strlen(from);
    buf_put(out, *at, (size_t)(begin - *at));
    *at = behind;
    return true;
}

/* The template with this code in it, which goes to `path`: its title, its text under the page,
 * where it begins. */
static bool fill(const struct options *o, const struct buf *template, const char *name,
                 const char *path, struct buf *out, struct error *err)
{
    const char *at = buf_text(template);
    scoped_buf title = {0}, paper = {0};
    bool ok = put_paper(o, name, &title, &paper, err);
    if (!ok) {
        return false;
    }
    ok = pass(&at, "<title>", "</title>", out);
    buf_put(out, title.data, ok ? title.len : 0);
    ok = ok && pass(&at, PAPER, PAPER_END, out);
    buf_put(out, paper.data, ok ? paper.len : 0);
    ok = ok && pass(&at, START, START_END, out);
    if (!ok) {
        return error_set(err, ERROR_INPUT, "the page's engine is damaged: " GET_ONE);
    }
    ok = put_start(o, name, path, out, err);
    buf_puts(out, at);
    return ok && (!out->failed || error_set(err, ERROR_MEMORY, "the system has no memory left"));
}

/* A file of text alone. */
static bool lay_out(const struct options *o, const char *name, const char *link, struct buf *out,
                    struct error *err)
{
    scoped_buf title = {0}, paper = {0};
    if (!put_paper(o, name, &title, &paper, err)) {
        return false;
    }
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\" "
                  "xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\" />\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; img-src data:\" />\n"
                  "<link rel=\"icon\" href=\"data:,\" />\n<title>");
    buf_put(out, title.data, title.len);
    buf_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", paper_style);
    if (link != NULL) {
        buf_printf(out, "<p><a href=\"%s\">Step through it</a></p>\n", link);
    }
    buf_put(out, paper.data, paper.len);
    buf_puts(out, "</main>\n</body>\n</html>\n");
    return !out->failed || error_set(err, ERROR_MEMORY, "the system has no memory left");
}

/* --- the command --- */

static bool save(const struct options *o, const char *path, const struct buf *page,
                 struct error *err)
{
    struct stat s;
    if (!o->force && strcmp(path, "-") != 0 && lstat(path, &s) == 0 && S_ISREG(s.st_mode)) {
        return error_set(err, ERROR_INPUT, "%s is there already; --force writes over it", path);
    }
    return file_save(path, page, err);
}

static bool write_one(const struct options *o, const char *name, const char *path,
                      struct error *err)
{
    scoped_buf template = {0}, page = {0};
    bool ok = o->flat ? lay_out(o, name, NULL, &page, err)
                      : read_template(&template, err) && fill(o, &template, name, path, &page, err);
    return ok && save(o, path, &page, err);
}

/* The page as index.html, which holds all lessons, and a text of each with a link into it. */
static bool write_course(const struct options *o, struct error *err)
{
    char path[PATH_MOST], link[200];
    if (mkdir(o->output, 0777) != 0 && errno != EEXIST) {
        return error_set(err, ERROR_INPUT, "%s: %s", o->output, strerror(errno));
    }
    snprintf(path, sizeof path, "%.4000s/index.html", o->output);
    bool ok = o->flat || write_one(o, lesson_files[0].name, path, err);
    for (int k = 0; ok && k < lesson_count; k++) {
        const char *name = catalog_name(&lesson_files[k]);
        scoped_buf page = {0};
        snprintf(path, sizeof path, "%.3900s/%s.html", o->output, name);
        snprintf(link, sizeof link, "index.html#lesson=%s", name);
        ok = lay_out(o, lesson_files[k].name, o->flat ? NULL : link, &page, err) &&
             save(o, path, &page, err);
    }
    if (ok) {
        output_say("%s: the course; index.html begins it", o->output);
    }
    return ok;
}

/* "masks.html" for a lesson, "mine.html" for mine.ipynb. */
static void own_path(const char *name, char out[PATH_MOST])
{
    const struct lesson_file *built_in = catalog_find(name);
    const char *slash = strrchr(name, '/'), *base = built_in != NULL ? catalog_name(built_in)
                                                    : slash != NULL  ? slash + 1
                                                                     : name;
    const char *dot = strrchr(base, '.');
    int len = dot != NULL && dot > base ? (int)(dot - base) : (int)strlen(base);
    snprintf(out, PATH_MOST, "%.*s.html", len < 255 ? len : 255, base);
}

/* What sheets alone are made of. */
static bool check_sheet(const struct options *o, struct error *err)
{
    const char *option = o->secret != NULL    ? "secret"
                         : o->student != NULL ? "student"
                         : o->class != NULL   ? "class"
                                              : NULL;
    return option == NULL || error_set(err, ERROR_INPUT, "--%s goes with --sheet", option);
}

static bool check_files(const struct options *o, struct error *err)
{
    if (o->course ? o->rest_count > 1 : o->rest_count != 2) {
        return error_set(err, ERROR_INPUT,
                         o->course ? "--course writes all lessons; leave the file out"
                                   : "which file? Give a notebook, a lesson's name or a .py file");
    }
    return !o->course || o->output != NULL ||
           error_set(err, ERROR_INPUT, "--course writes several pages; give a folder with -o");
}

static bool write_named(const struct options *o, struct error *err)
{
    char path[PATH_MOST];
    own_path(o->rest[1], path);
    const char *to = o->output != NULL ? o->output : path;
    bool ok = write_one(o, o->rest[1], to, err);
    if (ok && strcmp(to, "-") != 0) {
        output_say("%s: open it in a browser", to);
    }
    return ok;
}

int command_page(const struct options *o)
{
    struct error err = {0};
    if (o->sheet) {
        return worksheet_pages(o);
    }
    if (check_sheet(o, &err) && check_files(o, &err) &&
        (o->course ? write_course(o, &err) : write_named(o, &err))) {
        return OUTCOME_DONE;
    }
    command_complain(err.text);
    return command_status(&err);
}
