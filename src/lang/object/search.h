/* Looks for bytes in bytes, of text and of byte strings. Private to src/lang. */
#pragma once

#include "lang/run/interp.h"

#define SEARCH_NOWHERE ((size_t)-1)

/* The first (or last) place of part[0 .. len) within text[from .. to), counted from text; *at is
 * SEARCH_NOWHERE without one. False: it took too many steps. */
bool search_bytes(struct interp *in, const char *text, size_t from, size_t to, const char *part,
                  size_t len, bool last, size_t *at);

/* The optional start and end of a method, args->at[2] and [3], in `count` places: neither below 0,
 * the end not above count. */
bool search_window(struct interp *in, const struct args *args, int64_t count, int64_t edge[2]);
