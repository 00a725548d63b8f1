/* Tells which file of a folder of hand-ins is whose, and reads them without being led astray: which
 * file is whose, and reading them without being led astray: links are not followed, pipes not
 * opened, long files not read. */
#define _XOPEN_SOURCE 700
#include "cli/class/handins.h"

#include "exercise/form.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEVELS 3

/* A file's name in a message: one line, not too long. */
static void put_name(const char *name, struct buf *out)
{
    size_t len = strlen(name);
    for (size_t k = 0; k < len && k < 80; k++) {
        buf_putc(out, (unsigned char)name[k] < ' ' || name[k] == 127 ? '?' : name[k]);
    }
    buf_puts(out, len > 80 ? "..." : "");
}

static void unread(struct work *w, const char *name, const char *what)
{
    buf_puts(&w->unread, w->unread.len > 0 ? " " : "");
    put_name(name, &w->unread);
    buf_printf(&w->unread, " %s.", what);
}

/* --- finding --- */

/* Numbers in names by their size: "sheet-2" before "sheet-10". */
static int compare_names(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            size_t la = strspn(a, "0123456789"), lb = strspn(b, "0123456789");
            int order = la != lb ? (la > lb) - (la < lb) : memcmp(a, b, la);
            if (order != 0) {
                return order;
            }
            a += la;
            b += lb;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    return (unsigned char)*a - (unsigned char)*b;
}

/* What systems put beside files. */
FORM(systems, "^(?:\\..*|__MACOSX|(?i:Thumbs\\.db|desktop\\.ini))$");

static int is_handed_in(const struct dirent *e)
{
    return !form_in(&systems, piece_of(e->d_name));
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void free_names(struct dirent **name, int count)
{
    for (int k = 0; k < count; k++) {
        free(name[k]);
    }
    free(name);
}

static char *join(struct handins *h, const char *folder, const char *name)
{
    scoped_buf path = {0};
    buf_printf(&path, "%s/%s", folder, name);
    return path.failed ? NULL : arena_copy(&h->arena, buf_text(&path), path.len);
}

/* --- which is newer --- */

struct dated {
    char *path;
    long long number; /* that a learning platform gave the upload, -1: none */
    struct timespec at;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The number of an upload in Canvas's names: "name_LATE_123_10559_sheet.txt": 10559. */
FORM(upload, "_[0-9]+_([0-9]{1,17})_");

static long long upload_of(const char *name)
{
    struct piece part[FORM_GROUPS];
    return form_find(&upload, piece_of(name), 0, part) ? strtoll(part[1].at, NULL, 10) : -1;
}

static int by_number(const void *a, const void *b)
{
    const struct dated *x = a, *y = b;
    return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
                                  : compare_names(base_name(x->path), base_name(y->path));
}

static int by_time(const void *a, const void *b)
{
    const struct dated *x = a, *y = b;
    const struct timespec *s = &x->at, *t = &y->at;
    return s->tv_sec != t->tv_sec     ? (s->tv_sec > t->tv_sec) - (s->tv_sec < t->tv_sec)
           : s->tv_nsec != t->tv_nsec ? (s->tv_nsec > t->tv_nsec) - (s->tv_nsec < t->tv_nsec)
                                      : compare_names(base_name(x->path), base_name(y->path));
}

/* From the oldest to the newest: by the numbers of uploads, where all have one, else by when they
 * were written, else by their names. */
static void put_in_order(struct work *w)
{
    struct dated all[HANDIN_FILES];
    bool numbered = true;
    for (int k = 0; k < w->count; k++) {
        struct stat s = {0};
        all[k] = (struct dated){.path = w->path[k], .number = upload_of(base_name(w->path[k]))};
        if (lstat(w->path[k], &s) == 0) {
            all[k].at = s.st_mtim;
        }
        numbered = numbered && all[k].number >= 0;
    }
    if (w->count > 1) {
        qsort(all, (size_t)w->count, sizeof *all, numbered ? by_number : by_time);
    }
    for (int k = 0; k < w->count; k++) {
        w->path[k] = all[k].path;
    }
}

/* --- walking through folders --- */

static void add_file(struct handins *h, struct work *w, char *path, const char *name)
{
    if (w->count == HANDIN_FILES) {
        unread(w, name, "is one file too many");
    } else {
        if (w->path == NULL) {
            w->path = arena_alloc(&h->arena, HANDIN_FILES * sizeof *w->path);
        }
        if (w->path != NULL) {
            w->path[w->count++] = path;
        }
    }
}

static void add_entry(struct handins *h, struct work *w, const char *folder, const char *name,
                      int level);

static void add_folder(struct handins *h, struct work *w, const char *path, const char *name,
                       int level)
{
    struct dirent **inside;
    int count = level < LEVELS ? scandir(path, &inside, is_handed_in, by_name) : -1;
    if (count < 0) {
        unread(w, name, level < LEVELS ? "cannot be read" : "lies too deep in folders");
        return;
    }
    for (int k = 0; k < count; k++) {
        add_entry(h, w, path, inside[k]->d_name, level + 1);
    }
    free_names(inside, count);
}

static void add_entry(struct handins *h, struct work *w, const char *folder, const char *name,
                      int level)
{
    struct stat s;
    char *path = join(h, folder, name);
    if (path == NULL) {
        return;
    }
    if (lstat(path, &s) != 0) {
        unread(w, name, "cannot be read");
    } else if (S_ISLNK(s.st_mode)) {
        unread(w, name, "is a symbolic link, which is not followed");
    } else if (S_ISDIR(s.st_mode)) {
        add_folder(h, w, path, name, level);
    } else if (!S_ISREG(s.st_mode)) {
        unread(w, name, "is no regular file");
    } else {
        add_file(h, w, path, name);
    }
}

static bool no_memory(struct handins *h, struct error *err)
{
    handins_free(h);
    return error_memory(err);
}

/* What was given in the place of a folder: Moodle's and Canvas's downloads are packed. */
FORM(packed, "(?i).\\.(?:zip|tar|gz|tgz|bz2|xz|7z|rar)$");

static bool no_folder(const char *folder, struct error *err)
{
    int why = errno;
    if (why != ENOTDIR) {
        return error_set(err, ERROR_INPUT, "the folder %s cannot be read: %s", folder,
                         strerror(why));
    }
    return error_set(err, ERROR_INPUT,
                     form_in(&packed, piece_of(folder))
                         ? "%s is one packed file: unpack it, and give the folder that comes out"
                         : "%s is a file: give a folder, with a file or a folder for each student",
                     folder);
}

bool handins_find(struct handins *h, const char *folder, const struct roster *r, struct error *err)
{
    struct dirent **entry;
    *h = (struct handins){.count = r->count};
    int count = scandir(folder, &entry, is_handed_in, by_name);
    if (count < 0) {
        return no_folder(folder, err);
    }
    h->at = arena_alloc(&h->arena, (size_t)r->count * sizeof *h->at);
    h->stray = arena_alloc(&h->arena, (size_t)(count + 1) * sizeof *h->stray);
    if (h->at == NULL || h->stray == NULL) {
        free_names(entry, count);
        return no_memory(h, err);
    }
    for (int k = 0; k < r->count; k++) {
        h->at[k].student = &r->at[k];
    }
    for (int k = 0; k < count; k++) {
        const char *name = entry[k]->d_name;
        const struct student *s = roster_of_file(r, name);
        if (s != NULL) {
            add_entry(h, &h->at[s - r->at], folder, name, 0);
        } else {
            scoped_buf text = {0};
            put_name(name, &text);
            h->stray[h->stray_count] = arena_copy(&h->arena, buf_text(&text), text.len);
            h->stray_count += h->stray[h->stray_count] != NULL;
        }
    }
    free_names(entry, count);
    for (int k = 0; k < h->count; k++) {
        put_in_order(&h->at[k]);
    }
    return true;
}

void handins_free(struct handins *h)
{
    for (int k = 0; h->at != NULL && k < h->count; k++) {
        buf_free(&h->at[k].note);
        buf_free(&h->at[k].unread);
    }
    arena_free(&h->arena);
    *h = (struct handins){0};
}

/* --- reading --- */

static const char *read_whole(const char *path, struct buf *out)
{
    char block[65536];
    struct stat s;
    const char *why = NULL;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        return errno == EACCES ? "cannot be read: nobody gave the right to" : "cannot be read";
    }
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode)) {
        why = "is no regular file";
    } else if (s.st_size > (off_t)HANDIN_MOST) {
        why = "is longer than 4 MiB";
    }
    while (why == NULL) {
        ssize_t n = read(file, block, sizeof block);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            why = n < 0 ? "cannot be read" : why;
            break;
        }
        buf_put(out, block, (size_t)n);
        if (out->len > HANDIN_MOST || out->failed) {
            why = "is longer than 4 MiB";
        }
    }
    close(file);
    return why;
}

bool work_read(const struct work *w, struct handin *out, struct buf *told, struct error *err)
{
    for (int k = 0; k < w->count; k++) {
        scoped_buf text = {0}, name = {0};
        struct error broken = {0};
        put_name(base_name(w->path[k]), &name);
        const char *why = read_whole(w->path[k], &text);
        if (why != NULL) {
            buf_printf(told, "%s%s %s.", told->len > 0 ? " " : "", buf_text(&name), why);
        } else if (!handin_add(out, buf_text(&name), buf_text(&text), text.len, &broken)) {
            buf_printf(told, "%s%s.", told->len > 0 ? " " : "", broken.text);
        }
        if (broken.kind == ERROR_MEMORY) {
            return error_set(err, ERROR_MEMORY, "%s", broken.text);
        }
    }
    return true;
}

/* --- hashes --- */

static void hash_file(crypto_generichash_state *state, const char *path)
{
    scoped_buf text = {0};
    const char *why = read_whole(path, &text);
    const char *name = base_name(path);
    crypto_generichash_update(state, (const unsigned char *)name, strlen(name) + 1);
    crypto_generichash_update(state, (const unsigned char *)buf_text(&text), text.len);
    if (why != NULL) {
        crypto_generichash_update(state, (const unsigned char *)why, strlen(why));
    }
}

void handins_hash(struct handins *h, const char *basis)
{
    for (int k = 0; k < h->count; k++) {
        struct work *w = &h->at[k];
        crypto_generichash_state state;
        unsigned char hash[32];
        crypto_generichash_init(&state, NULL, 0, sizeof hash);
        crypto_generichash_update(&state, (const unsigned char *)basis, strlen(basis) + 1);
        const char *id = w->student->id;
        crypto_generichash_update(&state, (const unsigned char *)id, strlen(id) + 1);
        const char *text = buf_text(&w->unread);
        crypto_generichash_update(&state, (const unsigned char *)text, w->unread.len + 1);
        for (int j = 0; j < w->count; j++) {
            hash_file(&state, w->path[j]);
        }
        crypto_generichash_final(&state, hash, sizeof hash);
        sodium_bin2hex(w->hash, sizeof w->hash, hash, sizeof hash);
    }
}
