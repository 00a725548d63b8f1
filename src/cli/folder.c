/* Finding and making the folder of the state. */
#define _XOPEN_SOURCE 700
#include "cli/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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
