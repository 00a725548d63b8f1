/* Offers what a script calls: one browser page that stays open between calls. Texts go in and out
 * through two buffers in the engine's memory. */
#include "browser/browser.h"
#include "browser/look.h"
#include "browser/program.h"

#include "base/json_write.h"
#include "browser/bundle.h"
#include "exercise/progress.h"
#include "files/shelf.h"
#include "lesson/catalog.h"
#include "trace/report/run.h"
#include "tui/viewer_figure.h"
#include "web/door_picture.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

static struct browser *page;
static struct buf in, out;
static struct progress progress; /* what was done of exercises, of all pages */
static struct shelf shelf;       /* the files that code can open */
static struct buf reads;         /* how a person calls their folder */
static int depth;                /* calls within calls; 0: as the program has it */

void EXPORT(door_depth)(int most)
{
    depth = most;
}

/* Where the script writes `size` bytes before a call that takes a text. */
void *EXPORT(door_in)(size_t size)
{
    buf_clear(&in);
    buf_fill(&in, '\0', size + 1);
    return in.failed ? NULL : in.data;
}

const void *EXPORT(door_out)(void)
{
    return buf_text(&out);
}

size_t EXPORT(door_size)(void)
{
    return out.len;
}

static bool say(bool ok, const struct error *err)
{
    buf_clear(&out);
    if (!ok) {
        buf_puts(&out, err->text);
    }
    return ok;
}

/* --- files beside the code: the script puts them into its map --- */

/* Code opens what lies below that folder; `in` is its name in the map, a NUL, and how a person
 * calls it. Empty: code opens nothing. */
bool EXPORT(door_files)(size_t folder)
{
    struct error err = {0};
    buf_clear(&reads);
    buf_puts(&reads, folder > 0 ? in.data + folder + 1 : "");
    shelf_close(&shelf);
    bool ok = shelf_open(&shelf, folder > 0 ? in.data : NULL, NULL, &err);
    shelf.door.reads = folder > 0 ? buf_text(&reads) : NULL;
    return say(ok, &err);
}

/* Whether files of these names can lie there: `size` bytes of `in`, each name ended by a NUL. */
bool EXPORT(door_fits)(size_t size, double bytes)
{
    struct error err = {0};
    return say(bundle_fits(buf_text(&in), size, bytes, &err), &err);
}

/* Which of them can be the program, beside what is open: `in` is its name, a NUL, its text, a NUL;
 * then the names. name 0: nothing is. */
bool EXPORT(door_programs)(size_t name, size_t text, size_t size)
{
    struct error err = {0};
    const struct browser_code open = {
        .name = in.data, .text = in.data + name + 1, .len = text, .beside = ""};
    size_t head = name > 0 ? name + text + 2 : 0;
    buf_clear(&out);
    return bundle_programs(name > 0 ? &open : NULL, "", in.data + head, size - head, &out, &err) ||
           say(false, &err);
}

/* The text `in` is a name, a NUL, and what stands in the file; without that the name is a lesson's.
 * False: `out` says why not, and the page that was open stays. */
bool EXPORT(door_open)(size_t name, size_t size)
{
    struct error err = {0};
    const char *text = size > name ? in.data + name + 1 : NULL;
    struct run_terms terms = browser_terms();
    terms.limits.depth = depth > 0 ? depth : terms.limits.depth;
    terms.files = shelf.door.self != NULL ? &shelf.door : NULL;
    terms.bring = BROWSER_BRING;
    const struct browser_code code = {
        .name = in.data, .text = text, .len = text != NULL ? size - name - 1 : 0, .beside = ""};
    struct browser *fresh = browser_open(&code, &progress, &terms, &err);
    if (fresh != NULL && page != NULL) {
        browser_free(page);
    }
    page = fresh != NULL ? fresh : page;
    return say(fresh != NULL, &err);
}

bool EXPORT(door_key)(uint32_t key)
{
    struct error err = {0};
    return say(browser_key(page, key, &err), &err);
}

bool EXPORT(door_line)(void)
{
    struct error err = {0};
    return say(browser_line(page, buf_text(&in), &err), &err);
}

bool EXPORT(door_code)(void)
{
    struct error err = {0};
    return say(browser_code(page, buf_text(&in), &err), &err);
}

bool EXPORT(door_anew)(void)
{
    struct error err = {0};
    return say(browser_anew(page, &err), &err);
}

bool EXPORT(door_edit)(size_t size)
{
    struct error err = {0};
    return say(browser_edit(page, buf_text(&in), size, &err), &err);
}

bool EXPORT(door_point)(int row, int column)
{
    struct error err = {0};
    return say(browser_point(page, row, column, &err), &err);
}

bool EXPORT(door_source)(int input, int row, int column)
{
    struct error err = {0};
    return say(browser_source(page, input, row, column, &err), &err);
}

bool EXPORT(door_choose)(bool heads, int at)
{
    struct error err = {0};
    return say(browser_choose(page, heads, at, &err), &err);
}

bool EXPORT(door_row)(int row)
{
    struct error err = {0};
    return say(browser_row(page, row, &err), &err);
}

bool EXPORT(door_stop)(int stop)
{
    struct error err = {0};
    return say(browser_stop(page, stop, &err), &err);
}

bool EXPORT(door_task)(int task)
{
    struct error err = {0};
    return say(browser_task(page, task, &err), &err);
}

bool EXPORT(door_prepare)(void)
{
    return browser_prepare(page);
}

/* What was done in an earlier sitting, as door_progress told it; what is no such text is forgotten.
 */
void EXPORT(door_remember)(size_t size)
{
    progress_free(&progress);
    progress = (struct progress){0};
    progress_read(&progress, buf_text(&in), size);
}

/* --- what is there: into `out` --- */

void EXPORT(door_progress)(void)
{
    buf_clear(&out);
    browser_keep(page, &progress);
    progress_write(&progress, &out);
}

void EXPORT(door_look)(void)
{
    buf_clear(&out);
    look_json(browser_viewer(page), &out);
}

void EXPORT(door_program)(void)
{
    buf_clear(&out);
    program_json(browser_viewer(page), &out);
}

void EXPORT(door_picture)(void)
{
    const struct viewer *v = browser_viewer(page);
    struct error none = {0};
    buf_clear(&out);
    bool drawn =
        v->where.at.row >= 0 && (!viewer_reads(v) || viewer_drawn(v)) && viewer_figure(v) != NULL;
    if (drawn && !picture_svg(v->where.at.tape, stepper_event(&v->where.at), &out, &none)) {
        buf_clear(&out); /* its tables are there */
    }
}

/* The table of a tensor that is told, by its place among them; nothing where it cannot be drawn. */
void EXPORT(door_table)(int index)
{
    const struct viewer *v = browser_viewer(page);
    const struct shown *s = index < v->fetched.in_count ? &v->fetched.in[index] : &v->fetched.out;
    struct error none = {0};
    int event = s->role == ROLE_RESULT ? s->event : s->maker;
    buf_clear(&out);
    if (index < 0 || v->where.at.row < 0 || s->of == NULL || event < 0 ||
        !picture_table(v->where.at.tape, event, (int)s->slice.batch,
                       s->slice.head_axis >= 0 ? (int)s->slice.head : -1, &out, &none)) {
        buf_clear(&out);
    }
}

void EXPORT(door_wish)(void)
{
    buf_clear(&out);
    buf_puts(&out, browser_wish(page));
}

int EXPORT(door_text)(void)
{
    int line = 0;
    buf_clear(&out);
    browser_text(page, &out, &line);
    return line;
}

void EXPORT(door_lessons)(void)
{
    buf_clear(&out);
    for (int k = 0; k < lesson_count; k++) {
        const char *title = lesson_files[k].text;
        size_t mark = strspn(title, "# ");
        buf_puts(&out, k > 0 ? ",{\"name\":" : "[{\"name\":");
        json_put_text(catalog_name(&lesson_files[k]), &out);
        buf_puts(&out, ",\"title\":");
        json_put_bytes(title + mark, strcspn(title + mark, "\n"), &out);
        buf_putc(&out, '}');
    }
    buf_putc(&out, ']');
}
