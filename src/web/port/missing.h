/* Declares what port.c adds to the C library for WASI; every file includes it first. */
#ifndef QKV_WEB_PORT_MISSING_H
#define QKV_WEB_PORT_MISSING_H

#include <stdio.h>
#include <sys/types.h>

char *realpath(const char *restrict path, char *restrict resolved);
mode_t umask(mode_t mask);
int fchmod(int file, mode_t mode);
int mkstemp(char *path);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);

#endif
