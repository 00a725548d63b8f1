/* Lists that grow: their room doubles when it is full. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Room for one more behind `count` elements of `size` bytes. `at` points to the pointer to them,
 * which realloc made or which is NULL. False: no memory, and nothing has changed. */
bool grow(void *at, int count, int *cap, size_t size);
