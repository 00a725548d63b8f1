/* A buf is a growable text buffer. It is always NUL-terminated once something was put in.
 *
 * Running out of memory, or of the budget, sets `failed` and drops what does not fit: callers build
 * a whole text and look once, at the end. The zero value `{0}` is an empty buffer whose bytes
 * nobody counts; whatever the code of a run can make long is `{.budget = in->memory}`, and then the
 * run ends even where nobody looks (budget.h). buf_free returns to the empty buffer. */
#pragma once

#include "base/budget.h"

#include <stddef.h>
#include <stdint.h>

struct buf {
    char *data; /* NULL while nothing was put in: use buf_text to read */
    size_t len; /* bytes, without the NUL */
    size_t cap;
    struct budget *budget; /* that its memory is taken from, borrowed; NULL: none */
    bool failed;
};

void buf_put(struct buf *b, const void *bytes, size_t len);
void buf_puts(struct buf *b, const char *text);
void buf_putc(struct buf *b, char c);
void buf_fill(struct buf *b, char c, size_t count); /* count times c; a huge count only fails */
void buf_printf(struct buf *b, const char *format, ...) QKV_PRINTF(2, 3);
void buf_vprintf(struct buf *b, const char *format, va_list args);
void buf_hex(struct buf *b, uint8_t byte);           /* two small digits */
void buf_codepoint(struct buf *b, uint_least32_t c); /* appended as UTF-8 */

/* The text, never NULL. */
const char *buf_text(const struct buf *b);

/* Only the first len bytes stay. */
void buf_cut(struct buf *b, size_t len);
/* Empties but keeps the memory / gives the memory back. */
void buf_clear(struct buf *b);
void buf_free(struct buf *b);

/* A buffer of a block, given back where the block ends: scoped_buf text = {0}; */
#define scoped_buf __attribute__((cleanup(buf_free))) struct buf
