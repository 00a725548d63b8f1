/* A form is how people write something, as a regular expression of PCRE2 over bytes: what a reader
 * of answers or hand-ins looks for. It is compiled once for the process. */
#pragma once

#include "base/buf.h"
#include "exercise/piece.h"

struct form {
    const char *pattern;
    void *_Atomic code; /* PCRE2's, once it was asked for */
};
#define FORM(name, ...) static struct form name = {__VA_ARGS__, NULL}

#define FORM_GROUPS 8
/* Of any kind: ASCII's, the one that does not break, those without width, narrow and wide. */
#define FORM_BLANK "(?:[ \t\r\n\v\f]|\xc2\xa0|\xe2\x80\x8b|\xef\xbb\xbf|\xe2\x80\xaf|\xe3\x80\x80)"

/* The first place from byte `from` on that has the form: group[0] is all of it, the others are the
 * groups of the pattern; `at` of one that took no part is NULL. `group` may be NULL. False: there
 * is none, or it takes too long to find. */
bool form_find(struct form *f, struct piece text, size_t from, struct piece group[FORM_GROUPS]);
bool form_in(struct form *f, struct piece text); /* whether it is there */
/* What stands behind the form; `text` itself where it does not begin with it. */
struct piece form_skip(struct form *f, struct piece text);
/* The text with `by` in the place of each. */
void form_replace(struct form *f, struct piece text, const char *by, struct buf *out);
