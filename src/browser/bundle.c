/* Says which files a page takes, and which of them is its program. */
#include "browser/bundle.h"

#include "base/file.h"
#include "base/json_write.h"
#include "files/beside.h"
#include "files/shelf.h"
#include "lesson/copy.h"

#include <stdlib.h>
#include <string.h>

#define MIB ((size_t)1 << 20)
enum { FILES_MOST = 1000, MIB_MOST = 32 };

bool bundle_fits(const char *names, size_t size, double bytes, struct error *err)
{
    int count = 0;
    for (const char *name = names; name < names + size; name += strlen(name) + 1, count++) {
        if (!shelf_leads_down(name)) {
            return error_set(err, ERROR_INPUT, "%.200s: no file beside the code has such a name",
                             name);
        }
    }
    return (count <= FILES_MOST && bytes <= (double)(MIB_MOST * MIB)) ||
           error_set(err, ERROR_INPUT,
                     "beside the code of a page lie at most %d files of %d MiB together, and these "
                     "are %d of %.1f MiB",
                     FILES_MOST, MIB_MOST, count, bytes / (double)MIB);
}

struct choice {
    const char *name;
    enum lesson_format format;
    bool top, imported; /* it lies in no folder; another one imports it */
};

/* Marks what that code imports of them; *used: there is one. */
static bool mark(const struct browser_code *code, struct choice *all, int count, bool *used,
                 struct error *err)
{
    struct lesson l;
    struct error unread = {0};
    if (!copy_or_file(&l, code->name, code->text, code->len, &unread)) {
        return unread.kind != ERROR_MEMORY || error_memory(err); /* its own run tells it */
    }
    bool ok =
        beside_look(&l, code->beside, &unread) || unread.kind != ERROR_MEMORY || error_memory(err);
    for (int m = 0; m < l.module_count; m++) {
        for (int k = 0; k < count; k++) {
            bool is = strcmp(all[k].name, l.modules[m]->source.file) == 0 &&
                      strcmp(all[k].name, code->name) != 0;
            all[k].imported |= is;
            *used |= is;
        }
    }
    lesson_free(&l);
    return ok;
}

static bool mark_own(const char *folder, struct choice *all, int count, struct error *err)
{
    bool ok = true, used = false;
    for (int k = 0; ok && k < count; k++) {
        scoped_buf path = {0}, text = {0};
        struct error none = {0};
        buf_printf(&path, "%s%s", folder, all[k].name);
        if (all[k].top && all[k].format == LESSON_PYTHON &&
            file_read(buf_text(&path), MIB_MOST * MIB, &text, &none)) {
            const struct browser_code code = {
                .name = all[k].name, .text = buf_text(&text), .len = text.len, .beside = folder};
            ok = mark(&code, all, count, &used, err);
        }
    }
    return ok;
}

static int put_those(const struct choice *all, int count, enum lesson_format format, bool imported,
                     struct buf *out)
{
    int put = 0;
    for (int k = 0; k < count; k++) {
        if (all[k].top && all[k].format == format && (imported || !all[k].imported)) {
            buf_puts(out, put++ > 0 ? "," : "");
            json_put_text(all[k].name, out);
        }
    }
    return put;
}

bool bundle_programs(const struct browser_code *open, const char *folder, const char *names,
                     size_t size, struct buf *out, struct error *err)
{
    struct choice *all = calloc(FILES_MOST, sizeof *all);
    int count = 0;
    bool used = false;
    for (const char *p = names; all != NULL && p < names + size && count < FILES_MOST;
         p += strlen(p) + 1) {
        struct choice *c = &all[count++];
        *c = (struct choice){.name = p};
        bool nameless = strchr(p, '.') == NULL && strlen(p) + 1 == size; /* one file, of no kind */
        c->top = (lesson_ending(p, &c->format) || nameless) && strchr(p, '/') == NULL;
        c->format = nameless ? LESSON_PYTHON : c->format;
    }
    bool ok =
        (all != NULL || error_memory(err)) && (open == NULL || mark(open, all, count, &used, err));
    bool needed = used; /* by the code that is open, which then stays the program */
    ok = ok && mark_own(folder, all, count, err);
    buf_puts(out, "{\"programs\":[");
    int put = ok ? put_those(all, count, LESSON_NOTEBOOK, true, out) : 0;
    put += ok && put == 0 ? put_those(all, count, LESSON_PYTHON, false, out) : 0;
    put += ok && put == 0 && !needed ? put_those(all, count, LESSON_PYTHON, true, out) : 0;
    put += ok && put == 0 && !needed ? put_those(all, count, LESSON_MARKDOWN, true, out) : 0;
    buf_printf(out, "],\"used\":%s}", used ? "true" : "false");
    free(all);
    return ok;
}
