/* Packs the modules of a lesson and a folder of files as JSON. */
#define _XOPEN_SOURCE 700
#include "cli/page_files.h"

#include "base/json_write.h"
#include "base/output.h"
#include "browser/bundle.h"
#include "files/shelf.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct packing {
    struct shelf shelf;
    const char *folder; /* of --files */
    struct stat own;    /* the page itself, if it is there */
    bool rewrites;
    struct buf names; /* of all files, each ended by a NUL */
    double bytes;
};

static void put_base64(const char *bytes, size_t len, struct buf *json)
{
    size_t size = sodium_base64_encoded_len(len, sodium_base64_VARIANT_ORIGINAL), at = json->len;
    buf_fill(json, '\0', size);
    if (!json->failed) {
        sodium_bin2base64(json->data + at, size, (const unsigned char *)bytes, len,
                          sodium_base64_VARIANT_ORIGINAL);
        buf_cut(json, at + size - 1);
    }
}

static void put_pair(const char *name, const char *bytes, size_t len, struct buf *json)
{
    buf_puts(json, json->data[json->len - 1] == '[' ? "[" : ",[");
    json_put_text(name, json);
    buf_puts(json, ",\"");
    put_base64(bytes, len, json);
    buf_puts(json, "\"]");
}

static void put_modules(struct packing *p, const struct lesson *l, struct buf *json)
{
    buf_puts(json, l->module_count > 0 ? ",\"beside\":[" : "");
    for (int k = 0; k < l->module_count; k++) {
        const struct source *s = &l->modules[k]->source;
        put_pair(s->file, s->text, s->len, json);
        p->bytes += (double)s->len;
    }
    buf_puts(json, l->module_count > 0 ? "]" : "");
}

static bool add_name(void *to, const char *name)
{
    buf_put(to, name, strlen(name) + 1);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_the_page(const struct packing *p, const char *name)
{
    struct stat at;
    scoped_buf path = {0};
    buf_printf(&path, "%s/%s", p->folder, name);
    return p->rewrites && stat(buf_text(&path), &at) == 0 && at.st_dev == p->own.st_dev &&
           at.st_ino == p->own.st_ino;
}

static bool find_below(struct packing *p, const char *folder, struct error *err);

/* A file is noted, a folder looked through. */
static bool find_one(struct packing *p, const char *name, struct error *err)
{
    struct files_found found;
    if (!p->shelf.door.look(&p->shelf, false, name, &found, err)) {
        return false;
    }
    if (found.kind == FILES_FILE && !is_the_page(p, name)) {
        buf_put(&p->names, name, strlen(name) + 1);
        p->bytes += (double)found.size;
    }
    return found.kind != FILES_FOLDER || find_below(p, name, err);
}

static bool find_below(struct packing *p, const char *folder, struct error *err)
{
    scoped_buf inside = {0};
    bool ok = p->shelf.door.list(&p->shelf, false, folder, add_name, &inside, err);
    size_t count = 0;
    for (size_t k = 0; k < inside.len; k++) {
        count += inside.data[k] == '\0';
    }
    const char **name = calloc(count + 1, sizeof *name);
    for (size_t k = 0, at = 0; ok && name != NULL && k < count; k++) {
        name[k] = inside.data + at;
        at += strlen(name[k]) + 1;
    }
    ok = ok && (name != NULL || error_memory(err));
    if (ok) {
        qsort(name, count, sizeof *name, by_name);
    }
    for (size_t k = 0; ok && k < count; k++) {
        scoped_buf path = {0};
        buf_printf(&path, "%s%s%s", folder, *folder != '\0' ? "/" : "", name[k]);
        ok = *name[k] == '.' || find_one(p, buf_text(&path), err);
    }
    free(name);
    return ok;
}

static bool put_below(struct packing *p, struct buf *json, struct error *err)
{
    bool ok = true;
    buf_puts(json, ",\"below\":[");
    for (size_t at = 0; ok && at < p->names.len; at += strlen(p->names.data + at) + 1) {
        const char *name = p->names.data + at;
        struct files_found found;
        scoped_buf bytes = {0};
        ok = p->shelf.door.look(&p->shelf, false, name, &found, err);
        buf_fill(&bytes, '\0', ok ? found.size : 0);
        ok = ok && (!bytes.failed || error_memory(err)) &&
             p->shelf.door.read(&p->shelf, false, name, 0, bytes.data, bytes.len, err);
        put_pair(name, bytes.data, ok ? bytes.len : 0, json);
    }
    buf_puts(json, "],\"reads\":");
    json_put_text(p->folder, json);
    return ok;
}

/* The names count below the folder; those of modules are the finder's own. */
static bool pack(struct packing *p, const struct lesson *l, struct buf *json, struct error *err)
{
    put_modules(p, l, json);
    bool ok = p->folder == NULL || find_below(p, "", err);
    ok = ok && bundle_fits(buf_text(&p->names), p->names.len, p->bytes, err) &&
         (p->folder == NULL || put_below(p, json, err));
    int count = l->module_count;
    for (size_t k = 0; k < p->names.len; k++) {
        count += p->names.data[k] == '\0';
    }
    if (ok && count > 0) {
        output_say("beside the code the page holds %d file%s, %.1f kB", count, count > 1 ? "s" : "",
                   p->bytes / 1000);
    }
    return ok;
}

bool page_files_put(const struct options *o, const struct lesson *l, const char *path,
                    struct buf *json, struct error *err)
{
    struct packing p = {.folder = o->files};
    p.rewrites = stat(path, &p.own) == 0;
    bool ok = shelf_open(&p.shelf, o->files, NULL, err) && pack(&p, l, json, err);
    shelf_close(&p.shelf);
    buf_free(&p.names);
    return ok;
}
