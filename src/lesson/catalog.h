/* Holds the lessons that come with the program: embedded when it is built, in their order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct lesson_file {
    const char *name; /* "10-weight-splits" */
    const char *text;
    size_t len;
};

extern const struct lesson_file lesson_files[];
extern const int lesson_count;

/* What a new lesson begins with (assets/skeleton.md): one file. */
extern const struct lesson_file skeleton_files[];
extern const int skeleton_count;

/* By name ("weight-splits"), number ("8") or both ("10-weight-splits"); NULL if there is none. */
const struct lesson_file *catalog_find(const char *name);
/* Whether it comes earlier in the course than the one of that name; NULL does not. */
bool catalog_is_before(const struct lesson_file *lesson, const char *name);
/* The lesson's name without its number. */
const char *catalog_name(const struct lesson_file *lesson);
/* 8: what its name begins with. */
int catalog_number(const struct lesson_file *lesson);
