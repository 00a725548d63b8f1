/* Finds the row of a table that has a name. */
#pragma once

#include <stddef.h>

/* Which of `count` rows, of `size` bytes each, begins with a pointer to that text; -1: none, and
 * for NULL. A list of names is such a table. */
int named_at(const void *rows, int count, size_t size, const char *name);

#define NAMED(rows, name)                                                                          \
    named_at(rows, (int)(sizeof(rows) / sizeof(rows)[0]), sizeof(rows)[0], name)
