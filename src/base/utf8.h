/* Decodes UTF-8, and tells how many columns a character takes on a terminal. Malformed bytes decode
 * to U+FFFD, one byte at a time, so every byte string can be walked. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at text[0 .. len) into *c; returns the bytes it takes, 0 only if len is 0. */
size_t utf8_decode(const char *text, size_t len, uint32_t *c);
size_t utf8_write(uint32_t c, char out[4]); /* bytes written */
bool utf8_valid(const char *text, size_t len);
size_t utf8_count(const char *text, size_t len);                /* characters */
size_t utf8_offset(const char *text, size_t len, size_t index); /* byte offset of a character */
int utf8_width(uint32_t c);                                     /* 0, 1 or 2 columns */
