/* Looks for bytes in bytes, of text and of byte strings. Private to src/lang. */
#ifndef QKV_LANG_OBJECT_SEARCH_H
#define QKV_LANG_OBJECT_SEARCH_H

#include "lang/run/interp.h"

#define SEARCH_NOWHERE ((size_t)-1)

/* The first (or last) place of part[0 .. len) within text[from .. to), counted from text; *at is
 * SEARCH_NOWHERE without one. False: it took too many steps. */
bool search_bytes(struct interp *in, const char *text, size_t from, size_t to, const char *part,
                  size_t len, bool last, size_t *at);

#endif
