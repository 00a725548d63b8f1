/* Reads a file or standard input whole, with a limit. Pipes are read as they come, so
 * `qkv run <(command)` works; directories and devices that never end are refused. */
#define _POSIX_C_SOURCE 200809L

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK ((size_t)64 * 1024)

static bool check_kind(int fd, const char *name, struct error *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0) {
        return error_set(err, ERROR_INPUT, "cannot read %s: %s", name, strerror(errno));
    }
    if (S_ISDIR(info.st_mode)) {
        return error_set(err, ERROR_INPUT, "cannot read %s: it is a directory; name a file in it",
                         name);
    }
    return true;
}

static bool check_regular(int fd, const char *name, struct error *err)
{
    struct stat info;
    if (fstat(fd, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) {
        return error_set(err, ERROR_INPUT, "cannot read %s: it is neither a file nor a pipe", name);
    }
    return true;
}

static bool read_all(int fd, const char *name, size_t max, struct buf *out, struct error *err)
{
    char chunk[CHUNK];
    size_t total = 0;
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return error_set(err, ERROR_INPUT, "cannot read %s: %s", name, strerror(errno));
        }
        if (got == 0) {
            break;
        }
        if ((size_t)got > max - total) {
            return error_set(err, ERROR_INPUT, "cannot read %s: it is longer than %zu bytes", name,
                             max);
        }
        total += (size_t)got;
        buf_put(out, chunk, (size_t)got);
    }
    if (out->failed) {
        return error_set(err, ERROR_MEMORY, "cannot read %s: not enough memory", name);
    }
    return true;
}

bool file_read(const char *path, size_t max, struct buf *out, struct error *err)
{
    if (strcmp(path, "-") == 0) {
        const char *name = "standard input";
        return check_kind(STDIN_FILENO, name, err) && read_all(STDIN_FILENO, name, max, out, err);
    }
    int fd = open(path, O_RDONLY);
    if (fd < 0) {
        return error_set(err, ERROR_INPUT, "cannot read %s: %s", path, strerror(errno));
    }
    bool ok = check_kind(fd, path, err) && check_regular(fd, path, err) &&
              read_all(fd, path, max, out, err);
    close(fd);
    return ok;
}
