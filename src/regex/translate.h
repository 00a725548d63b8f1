/* Turns a pattern of Python's re into one of PCRE2 that means the same. Private to src/regex. */
#pragma once

#include "base/buf.h"
#include "regex/regex.h"

/* Appends the pattern to *out. Groups and flags that it has come into r. False: err tells. */
bool translate(struct regex *r, const char *text, size_t len, struct buf *out,
               struct regex_error *err);
