/* Finds and makes the folder of the state. */
#define _XOPEN_SOURCE 700
#include "cli/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_ROOM 40 /* for "/bookmarks" and the like */

bool folder_find(char *out, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int len = -1;
    if (state != NULL && *state == '/') {
        len = snprintf(out, size, "%s/qkv", state);
    } else if (home != NULL && *home == '/') {
        len = snprintf(out, size, "%s/.local/state/qkv", home);
    }
    return len > 0 && (size_t)len + FILE_ROOM < size;
}

bool folder_make(char *path)
{
    for (char *c = path + 1; *c != '\0'; c++) {
        if (*c == '/') {
            *c = '\0';
            mkdir(path, 0700);
            *c = '/';
        }
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool folder_set_aside(const char *path, char *beside, size_t size, struct error *err)
{
    int len = snprintf(beside, size, "%s.kept", path);
    for (int k = 2; len > 0 && (size_t)len < size && link(path, beside) != 0; k++) {
        if (errno != EEXIST || k > 99) {
            return error_set(err, ERROR_INPUT, "%.400s cannot be moved: %s", path, strerror(errno));
        }
        len = snprintf(beside, size, "%s.kept-%d", path, k);
    }
    return (len > 0 && (size_t)len < size && unlink(path) == 0) ||
           error_set(err, ERROR_INPUT, "%.400s cannot be moved: %s", path, strerror(errno));
}
