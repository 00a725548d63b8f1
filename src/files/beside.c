/* Looks for the modules of a program before it runs: the lines that begin with `import` and `from`
 * tell which. What is not there is no error: the program itself may have the module. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "files/beside.h"

#include "base/file.h"

#include <string.h>
#include <sys/stat.h>

/* Folders above the file's own are looked into when its code changes sys.path. */
enum { MODULES_MOST = 500, FOLDERS_ABOVE = 3 };
#define MODULE_BYTES ((size_t)16 << 20)

struct search {
    struct lesson *lesson;
    struct buf folder; /* of the file, with a slash at its end, or empty */
    int above;         /* how many folders above it may hold modules, too */
    const char *whole; /* the code's own __package__ stands in it */
    struct error *err;
};

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* a/b/ becomes a/, and what has no name to drop gets ../ */
static void go_up(struct buf *folder)
{
    const char *text = buf_text(folder);
    size_t end = folder->len > 0 ? folder->len - 1 : 0, from = end;
    while (from > 0 && text[from - 1] != '/') {
        from--;
    }
    bool dots = end > from && strspn(text + from, "./") == folder->len - from;
    if (end > from && !dots) {
        buf_cut(folder, from);
    } else if (folder->len == 0 || dots) {
        buf_puts(folder, "../");
    }
}

/* Where on the disk a path lies that is told from the lesson's folder. */
static void put_real(const struct search *s, const struct buf *path, struct buf *out)
{
    const char *rest = buf_text(path);
    buf_puts(out, s->lesson->beside);
    for (; strncmp(rest, "../", 3) == 0; rest += 3) {
        go_up(out);
    }
    buf_puts(out, rest);
}

/* Whether there is a file, or a folder, that no link leads to. */
static bool there(const struct search *s, const struct buf *path, bool folder)
{
    struct stat at;
    scoped_buf real = {0};
    put_real(s, path, &real);
    return lstat(buf_text(&real), &at) == 0 && (folder ? S_ISDIR(at.st_mode) : S_ISREG(at.st_mode));
}

static bool add(struct search *s, const char *name, bool package, const struct buf *path)
{
    scoped_buf text = {0}, real = {0};
    bool file = there(s, path, false);
    put_real(s, path, &real);
    return (!file || file_read(buf_text(&real), MODULE_BYTES, &text, s->err)) &&
           (lesson_add_module(s->lesson, name, package, buf_text(path), buf_text(&text),
                              text.len) ||
            error_memory(s->err));
}

/* Adds the module of a dotted name below a folder, if it is there. False with err: it cannot be
 * read. */
static bool find_below(struct search *s, const char *name, const struct buf *folder)
{
    scoped_buf path = {0};
    bool ok = true;
    buf_puts(&path, buf_text(folder));
    for (const char *p = name; *p != '\0'; p++) {
        if (*p == '.' && !there(s, &path, true)) {
            buf_clear(&path); /* nothing is below it */
            break;
        }
        buf_putc(&path, *p == '.' ? '/' : *p);
    }
    size_t end = path.len;
    if (end > 0 && there(s, &path, true)) {
        buf_puts(&path, "/__init__.py");
        ok = add(s, name, true, &path);
    } else if (end > 0) {
        buf_puts(&path, ".py");
        ok = !there(s, &path, false) || add(s, name, false, &path);
    }
    return ok;
}

/* Adds the module of a dotted name, if it is new and beside, or in a folder above. */
static bool find(struct search *s, const char *name, size_t len)
{
    scoped_buf dotted = {0}, folder = {0};
    bool ok = true, package;
    buf_put(&dotted, name, len);
    buf_puts(&folder, buf_text(&s->folder));
    for (int up = 0; ok && len > 0 && up <= s->above && s->lesson->module_count < MODULES_MOST &&
                     lesson_module(s->lesson, buf_text(&dotted), &package) == NULL;
         up++) {
        if (up > 0) {
            go_up(&folder);
        }
        ok = find_below(s, buf_text(&dotted), &folder);
    }
    return ok;
}

/* Adds a.b.c with the packages above it. */
static bool find_all(struct search *s, const struct buf *name)
{
    const char *text = buf_text(name);
    bool ok = !name->failed;
    for (const char *dot = strchr(text, '.'); ok && dot != NULL; dot = strchr(dot + 1, '.')) {
        ok = find(s, text, (size_t)(dot - text));
    }
    return ok && find(s, text, strlen(text));
}

static const char *put_name(const char *p, struct buf *out)
{
    for (; letter(*p) || *p == '.'; p++) {
        buf_putc(out, *p);
    }
    return p;
}

static const char *skip_blank(const char *p)
{
    return p + strspn(p, " \t\\(");
}

/* `import a.b as c, d` */
static bool read_import(struct search *s, const char *p)
{
    bool ok = true;
    while (ok && letter(*(p = skip_blank(p)))) {
        scoped_buf name = {0};
        p = put_name(p, &name);
        ok = find_all(s, &name);
        p += strcspn(p, ",\n;#");
        p += *p == ',';
    }
    return ok;
}

/* The name in `__package__ = "name"`. */
static bool put_own_package(const char *whole, struct buf *out)
{
    const char *p = whole != NULL ? strstr(whole, "__package__ = ") : NULL;
    p = p != NULL ? p + strcspn(p, "\"'\n") : NULL;
    if (p != NULL && (*p == '"' || *p == '\'')) {
        put_name(p + 1, out);
    }
    return out->len > 0;
}

/* What `from ..` stands for in a module: its package, and so many above it. False: none. */
static bool package_of(const struct search *s, const struct lesson_module *in, size_t dots,
                       struct buf *out)
{
    bool package = in == NULL || in->package;
    if (in != NULL) {
        buf_puts(out, in->name);
    } else if (!put_own_package(s->whole, out)) {
        return false;
    }
    for (size_t up = package ? 1 : 0; up < dots; up++) {
        const char *dot = strrchr(buf_text(out), '.');
        if (dot == NULL) {
            return false;
        }
        buf_cut(out, (size_t)(dot - buf_text(out)));
    }
    return true;
}

/* `from a.b import c, d`: a.b, and a.b.c if that is a file. in: the module whose line it is. */
static bool read_from(struct search *s, const struct lesson_module *in, const char *p)
{
    scoped_buf from = {0};
    size_t dots = strspn(p, ".");
    bool ok = true, known = dots == 0 || package_of(s, in, dots, &from);
    if (known && dots > 0 && letter(p[dots])) {
        buf_putc(&from, '.');
    }
    p = skip_blank(put_name(p + dots, &from));
    if (known && strncmp(p, "import", 6) == 0 && find_all(s, &from)) {
        size_t base = from.len;
        for (p = p + 6 + strspn(p + 6, " \t\\(\n\r"); ok && letter(*p);) {
            buf_putc(&from, '.');
            p = put_name(p, &from);
            ok = find(s, buf_text(&from), from.len);
            buf_cut(&from, base);
            p += strcspn(p, ",\n;#)");
            p += *p == ',' ? 1 + strspn(p + 1, " \t\\\n\r") : 0;
        }
    }
    return ok && s->err->kind == ERROR_NONE;
}

static bool read_text(struct search *s, const struct lesson_module *in, const char *text)
{
    bool ok = true;
    for (const char *line = text; ok && line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *p = line + strspn(line, " \t");
        if (strncmp(p, "import ", 7) == 0) {
            ok = read_import(s, p + 7);
        } else if (strncmp(p, "from ", 5) == 0) {
            ok = read_from(s, in, p + 5 + strspn(p + 5, " "));
        }
    }
    return ok;
}

static void look_above(struct search *s, const char *text)
{
    s->above = strstr(text, "sys.path.") != NULL ? FOLDERS_ABOVE : s->above;
}

bool beside_find(struct lesson *l, struct error *err)
{
    struct search s = {.lesson = l, .err = err};
    const char *slash = strrchr(l->file, '/');
    if (l->beside == NULL) {
        return true;
    }
    buf_put(&s.folder, l->file, slash != NULL ? (size_t)(slash + 1 - l->file) : 0);
    bool ok = true;
    for (int k = 0; k < l->count; k++) {
        look_above(&s, l->cells[k].code ? l->cells[k].text : "");
    }
    for (int k = 0; ok && k < l->count; k++) {
        s.whole = l->cells[k].text;
        ok = !l->cells[k].code || read_text(&s, NULL, s.whole);
    }
    for (int k = 0; ok && k < l->module_count; k++) { /* grows while it is read */
        look_above(&s, l->modules[k]->source.text);
        ok = read_text(&s, l->modules[k], l->modules[k]->source.text);
    }
    buf_free(&s.folder);
    return ok;
}

bool beside_look(struct lesson *l, const char *folder, struct error *err)
{
    l->beside = arena_copy(&l->arena, folder, strlen(folder));
    return l->beside != NULL ? beside_find(l, err) : error_memory(err);
}
