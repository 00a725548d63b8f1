/* Writes strings as JSON. */
#pragma once

#include "base/buf.h"

/* A string with its quotes, or null. Bytes that are not UTF-8 become U+FFFD. */
void json_put_text(const char *text, struct buf *out);
void json_put_bytes(const char *text, size_t len, struct buf *out);
/* A part of a string, without quotes; it begins and ends between characters. */
void json_put_part(const char *text, size_t len, struct buf *out);
