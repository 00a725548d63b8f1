/* Writes a file whole or not at all. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_save_bytes(int file, const void *data, size_t len)
{
    for (size_t done = 0; done < len;) {
        ssize_t n = write(file, (const char *)data + done, len - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return false;
        }
        done += (size_t)n;
    }
    return true;
}

static bool refuse(const char *path, struct error *err)
{
    return error_set(err, ERROR_INPUT, "%s cannot be written: %s", path, strerror(errno));
}

/* A pipe, a terminal, /dev/null: there is nothing to rename. */
static bool is_special(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

static bool save_straight(const char *path, const struct buf *data, struct error *err)
{
    int file = open(path, O_WRONLY);
    bool ok = file >= 0 && file_save_bytes(file, data->data, data->len);
    ok = file >= 0 && close(file) == 0 && ok;
    return ok || refuse(path, err);
}

/* As open would make a file: mkstemp's is for its owner alone. */
static bool set_mode(int file)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, 0666 & ~mask) == 0;
}

/* Never over what is there, not even over what came this very moment, where the system can. */
static bool put_in_place(const char *from, const char *to, bool fresh)
{
    if (!fresh) {
        return rename(from, to) == 0;
    }
    if (link(from, to) == 0) {
        return unlink(from) == 0;
    }
    return errno != EEXIST && access(to, F_OK) != 0 && rename(from, to) == 0;
}

static bool save_beside(const char *path, const struct buf *data, bool fresh, struct error *err)
{
    scoped_buf beside = {0};
    buf_printf(&beside, "%s.XXXXXX", path);
    if (beside.failed) {
        return error_memory(err);
    }
    int file = mkstemp(beside.data);
    bool ok = file >= 0 && file_save_bytes(file, data->data, data->len) && set_mode(file);
    int reason = errno;
    if (file >= 0 && close(file) != 0 && ok) {
        reason = errno;
        ok = false;
    }
    if (ok && !put_in_place(beside.data, path, fresh)) {
        reason = errno;
        ok = false;
    }
    if (!ok && file >= 0) {
        unlink(beside.data);
    }
    errno = reason;
    return ok || refuse(path, err);
}

bool file_save(const char *path, const struct buf *data, struct error *err)
{
    if (strcmp(path, "-") == 0) {
        (output_is_terminal() ? output_text : output_bytes)(buf_text(data), data->len);
        return true; /* what goes wrong is told there */
    }
    return is_special(path) ? save_straight(path, data, err) : save_beside(path, data, false, err);
}

bool file_save_new(const char *path, const struct buf *data, struct error *err)
{
    struct stat s;
    if (lstat(path, &s) == 0) {
        return error_set(err, ERROR_INPUT, "%s is there already; nothing was written", path);
    }
    return save_beside(path, data, true, err);
}
