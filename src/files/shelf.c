/* Opens files for code, below two folders that the user has named. Every part of a name is opened
 * from the folder above it with O_NOFOLLOW, so that a link leads nowhere, not even one that is put
 * there this very moment. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif
#include "files/shelf.h"

#include "base/file.h"
#include "base/named.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MADE_MOST = 10000, PART = 256 };
#define WRITTEN_MOST ((uint64_t)16 << 30)
#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* --- names --- */

/* `number` is the system's, and then its words are why; 0: a rule of this file's. */
static bool fail_with(struct shelf *s, bool own, const char *name, int number, const char *why,
                      struct error *err)
{
    const char *folder = own ? s->door.writes : s->door.reads;
    s->door.reason = number;
    return error_set(err, ERROR_INPUT, "%s%s%s: %s", folder != NULL ? folder : "",
                     folder != NULL ? "/" : "", name, why);
}

static bool fail(struct shelf *s, bool own, const char *name, const char *why, struct error *err)
{
    return fail_with(s, own, name, 0, why, err);
}

static bool fail_by(struct shelf *s, bool own, const char *name, int number, struct error *err)
{
    return fail_with(s, own, name, number, strerror(number), err);
}

/* Takes the next part of a name. False: it is none that leads down. */
static bool next_part(const char **name, char part[PART])
{
    size_t len = strcspn(*name, "/");
    if (len == 0 || len >= PART) {
        return false;
    }
    memcpy(part, *name, len);
    part[len] = '\0';
    *name += len + ((*name)[len] == '/');
    return strcmp(part, ".") != 0 && strcmp(part, "..") != 0;
}

bool shelf_leads_down(const char *name)
{
    char part[PART];
    bool ok = *name != '\0';
    while (ok && *name != '\0') {
        ok = next_part(&name, part);
    }
    return ok;
}

/* What the system refused, with errno, of a part in that folder. */
static bool fail_at(struct shelf *s, bool own, const char *name, int folder, const char *part,
                    struct error *err)
{
    struct stat at;
    int number = errno;
    bool link = fstatat(folder, part, &at, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(at.st_mode);
    return link ? fail(s, own, name, "that is a link, and qkv follows none", err)
                : fail_by(s, own, name, number, err);
}

/* The folder that holds the last part, which goes into `part`; -1 with err, or with errno ENOENT
 * and no err when there is no such folder. make: those that are missing are made. */
static int go_down(struct shelf *s, bool own, const char *name, bool make, char part[PART],
                   struct error *err)
{
    const char *rest = name;
    int root = own ? s->writes : s->reads;
    int at = root < 0 ? -1 : openat(root, ".", FOLDER_FLAGS); /* its own place in the list */
    if (at < 0) {
        fail(s, own, name, "there is no folder for it", err);
        return -1;
    }
    for (;;) {
        if (!next_part(&rest, part)) {
            fail(s, own, name, "give a name without .. and without / in front", err);
            break;
        }
        if (*rest == '\0') {
            return at;
        }
        if (make && mkdirat(at, part, 0777) != 0 && errno != EEXIST) {
            fail_by(s, own, name, errno, err);
            break;
        }
        int below = openat(at, part, FOLDER_FLAGS);
        if (below < 0) {
            struct stat it;
            bool missing = errno == ENOENT || (fstatat(at, part, &it, AT_SYMLINK_NOFOLLOW) == 0 &&
                                               S_ISREG(it.st_mode));
            if (!missing) {
                fail_at(s, own, name, at, part, err);
            }
            close(at);
            errno = missing ? ENOENT : 0;
            return -1;
        }
        close(at);
        at = below;
    }
    close(at);
    errno = 0;
    return -1;
}

/* --- what this run has made --- */

static bool was_made(const struct shelf *s, const char *name)
{
    return named_at(s->made, (int)s->made_count, sizeof *s->made, name) >= 0;
}

static bool note_made(struct shelf *s, const char *name, struct error *err)
{
    if (was_made(s, name)) {
        return true;
    }
    if (s->made_count == MADE_MOST) {
        return error_set(err, ERROR_LIMIT, "a run makes at most %d files below %s", MADE_MOST,
                         s->door.writes);
    }
    char *copy = strdup(name);
    char **wider = copy != NULL ? realloc(s->made, (s->made_count + 1) * sizeof *wider) : NULL;
    if (wider == NULL) {
        free(copy);
        return error_set(err, ERROR_LIMIT, "the system has no memory left");
    }
    s->made = wider;
    s->made[s->made_count++] = copy;
    return true;
}

static void forget_made(struct shelf *s, const char *name)
{
    int k = named_at(s->made, (int)s->made_count, sizeof *s->made, name);
    if (k >= 0) {
        free(s->made[k]);
        s->made[k] = s->made[--s->made_count];
    }
}

/* --- looking and reading --- */

static bool look(void *self, bool own, const char *name, struct files_found *out, struct error *err)
{
    struct shelf *s = self;
    char part[PART];
    struct stat at;
    int root = own ? s->writes : s->reads;
    *out = (struct files_found){.kind = FILES_NONE};
    if (root >= 0 && *name == '\0') {
        out->kind = FILES_FOLDER;
        return true;
    }
    int folder = go_down(s, own, name, false, part, err);
    if (folder < 0) {
        return err->kind == ERROR_NONE;
    }
    if (fstatat(folder, part, &at, AT_SYMLINK_NOFOLLOW) == 0) {
        out->kind = S_ISREG(at.st_mode)   ? FILES_FILE
                    : S_ISDIR(at.st_mode) ? FILES_FOLDER
                    : S_ISLNK(at.st_mode) ? FILES_LINK
                                          : FILES_OTHER;
        out->size = S_ISREG(at.st_mode) ? (uint64_t)at.st_size : 0;
    }
    close(folder);
    return true;
}

static bool list(void *self, bool own, const char *name, bool (*each)(void *to, const char *name),
                 void *to, struct error *err)
{
    struct shelf *s = self;
    scoped_buf inside = {0};
    char part[PART];
    buf_printf(&inside, "%s%s.", name, *name != '\0' ? "/" : ""); /* the last part is not opened */
    buf_cut(&inside, inside.len - 1);
    buf_puts(&inside, "x");
    int folder = inside.failed ? -1 : go_down(s, own, buf_text(&inside), false, part, err);
    DIR *d = folder >= 0 ? fdopendir(folder) : NULL;
    if (d == NULL) {
        if (folder >= 0) {
            close(folder);
        }
        return fail(s, own, name, "no folder that can be read", err);
    }
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(d)) != NULL;) {
        ok = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || each(to, e->d_name);
    }
    closedir(d);
    return ok;
}

/* An open file, and no pipe or device. */
static int open_file(struct shelf *s, bool own, const char *name, int flags, bool make,
                     struct error *err)
{
    char part[PART];
    struct stat at;
    int above = go_down(s, own, name, make, part, err);
    if (above < 0) {
        if (err->kind == ERROR_NONE) {
            fail(s, own, name, "there is no such file", err);
        }
        return -1;
    }
    int file = openat(above, part, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file < 0) {
        int reason = errno;
        fail_at(s, own, name, above, part, err);
        errno = reason;
    } else if (fstat(file, &at) != 0 || !S_ISREG(at.st_mode)) {
        fail(s, own, name, "that is no file", err);
        close(file);
        file = -1;
        errno = 0;
    }
    int reason = errno;
    close(above);
    errno = reason;
    return file;
}

static bool read_part(void *self, bool own, const char *name, uint64_t at, void *to, size_t len,
                      struct error *err)
{
    struct shelf *s = self;
    int file = open_file(s, own, name, O_RDONLY, false, err);
    if (file < 0) {
        return false;
    }
    size_t done = 0;
    bool ok = true;
    while (ok && done < len) {
        ssize_t got = pread(file, (char *)to + done, len - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        ok = got > 0 || (got < 0 ? fail_by(s, own, name, errno, err)
                                 : fail(s, own, name, "it ends before its time", err));
        done += ok ? (size_t)got : 0;
    }
    close(file);
    return ok;
}

/* --- writing --- */

static bool write_part(void *self, const char *name, bool fresh, const void *data, size_t len,
                       struct error *err)
{
    struct shelf *s = self;
    bool again = was_made(s, name);
    if (len > WRITTEN_MOST - s->written) {
        return error_set(err, ERROR_LIMIT, "a run writes at most 16 GiB below %s", s->door.writes);
    }
    int flags = O_WRONLY | (!again ? O_CREAT | O_EXCL : fresh ? O_TRUNC : O_APPEND);
    struct error why = {0};
    int file = open_file(s, true, name, flags, !again, &why);
    if (file < 0) {
        bool there = !again && errno == EEXIST;
        return there ? fail(s, true, name,
                            "it was there before this run, and --write writes over nothing", err)
                     : error_set(err, why.kind, "%s", why.text);
    }
    bool ok = note_made(s, name, err) &&
              (file_save_bytes(file, data, len) || fail_by(s, true, name, errno, err));
    s->written += len;
    return (close(file) == 0 || (ok && fail_by(s, true, name, errno, err))) && ok;
}

static bool make_folder(void *self, const char *name, struct error *err)
{
    struct shelf *s = self;
    char part[PART];
    struct stat at;
    int above = go_down(s, true, name, true, part, err);
    if (above < 0) {
        return false;
    }
    bool made = mkdirat(above, part, 0777) == 0;
    bool ok = made ? note_made(s, name, err)
                   : (errno == EEXIST && fstatat(above, part, &at, AT_SYMLINK_NOFOLLOW) == 0 &&
                      S_ISDIR(at.st_mode)) ||
                         fail_at(s, true, name, above, part, err);
    close(above);
    return ok;
}

static bool remove_made(void *self, const char *name, struct error *err)
{
    struct shelf *s = self;
    char part[PART];
    if (!was_made(s, name)) {
        return fail(s, true, name, "only what this run has made is removed", err);
    }
    int above = go_down(s, true, name, false, part, err);
    bool ok =
        above >= 0 && (unlinkat(above, part, 0) == 0 || unlinkat(above, part, AT_REMOVEDIR) == 0);
    ok = ok || (err->kind == ERROR_NONE && fail_by(s, true, name, errno, err));
    if (above >= 0) {
        close(above);
    }
    if (ok) {
        forget_made(s, name);
    }
    return ok;
}

/* By a second name: that never goes over a file which is there. */
static bool rename_made(void *self, const char *from, const char *to, struct error *err)
{
    struct shelf *s = self;
    char old[PART], new[PART];
    if (!was_made(s, from)) {
        return fail(s, true, from, "only what this run has made is renamed", err);
    }
    if (was_made(s, to) && !remove_made(s, to, err)) {
        return false;
    }
    int above = go_down(s, true, from, false, old, err);
    int below = above >= 0 ? go_down(s, true, to, true, new, err) : -1;
    bool ok = below >= 0 && linkat(above, old, below, new, 0) == 0 && unlinkat(above, old, 0) == 0;
    ok = ok || (err->kind == ERROR_NONE && fail_by(s, true, to, errno, err));
    if (above >= 0) {
        close(above);
    }
    if (below >= 0) {
        close(below);
    }
    if (ok) {
        forget_made(s, from);
        ok = note_made(s, to, err);
    }
    return ok;
}

/* --- opening --- */

static bool open_root(const char *option, const char *folder, bool make, int *out,
                      struct error *err)
{
    if (folder == NULL) {
        return true;
    }
    if (make && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return error_set(err, ERROR_INPUT, "%s %s: %s", option, folder, strerror(errno));
    }
    *out = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return *out >= 0 || error_set(err, ERROR_INPUT, "%s %s: %s", option, folder, strerror(errno));
}

bool shelf_open(struct shelf *s, const char *reads, const char *writes, struct error *err)
{
    *s = (struct shelf){.reads = -1, .writes = -1};
    s->door = (struct files_door){.self = s,
                                  .reads = reads,
                                  .writes = writes,
                                  .look = look,
                                  .list = list,
                                  .read = read_part,
                                  .write = write_part,
                                  .folder = make_folder,
                                  .remove = remove_made,
                                  .rename = rename_made};
    return open_root("--files", reads, false, &s->reads, err) &&
           open_root("--write", writes, true, &s->writes, err);
}

void shelf_close(struct shelf *s)
{
    for (size_t k = 0; k < s->made_count; k++) {
        free(s->made[k]);
    }
    free(s->made);
    if (s->reads >= 0) {
        close(s->reads);
    }
    if (s->writes >= 0) {
        close(s->writes);
    }
    *s = (struct shelf){.reads = -1, .writes = -1};
}
