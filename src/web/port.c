/* Adds what the C library for WASI does not have, or has wrong: compiled for WebAssembly only. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The files of a page have no links and no owners. */
char *realpath(const char *restrict path, char *restrict resolved)
{
    struct stat seen;
    if (stat(path, &seen) != 0) {
        return NULL;
    }
    return resolved != NULL ? strcpy(resolved, path) : strdup(path);
}

mode_t umask(mode_t mask)
{
    (void)mask;
    return 0;
}

int fchmod(int file, mode_t mode)
{
    (void)file, (void)mode;
    return 0;
}

/* The first name that is free, of those that end in a number. */
int mkstemp(char *path)
{
    char *end = path + strlen(path) - 6; /* XXXXXX */
    for (int n = 0; n < 1000000; n++) {
        char digits[8];
        snprintf(digits, sizeof digits, "%06d", n);
        memcpy(end, digits, 6);
        int file = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    return -1;
}

int mprotect(void *at, size_t size, int protection)
{
    (void)at, (void)size, (void)protection;
    return 0;
}

/* There is one thread. */
int ftrylockfile(FILE *file)
{
    (void)file;
    return 0;
}

void funlockfile(FILE *file)
{
    (void)file;
}

/* libsodium asks for it where its caller is wrong. */
_Noreturn void sodium_misuse(void)
{
    abort();
}
