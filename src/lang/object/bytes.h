/* Declares byte strings, and the way from text to bytes and back. Private to src/lang and
 * src/files. */
#pragma once

#include "lang/run/native.h"

struct bytes {
    struct object object;
    size_t len;
    uint8_t at[]; /* NUL-terminated, for C's sake */
};
static inline struct bytes *bytes_of(struct value v)
{
    return (struct bytes *)v.o;
}

/* --- bytes.c --- */
bool bytes_is(struct value v);
bool bytes_value(struct interp *in, const void *data, size_t len, struct value *out);
/* So many bytes, to be filled at once. */
bool bytes_blank(struct interp *in, size_t len, struct value *out);
/* The text of b as bytes; frees b. */
bool bytes_take(struct interp *in, struct buf *b, struct value *out);
/* A byte from an int; ValueError "<what> must be in range(0, 256)". */
bool bytes_one(struct interp *in, struct value v, const char *what, uint8_t *out);

/* --- bytes_methods.c, bytes_find.c, bytes_integer.c --- */
bool bytes_methods_init(struct interp *in);
bool bytes_find_init(struct interp *in);

/* --- bytes_lift.c --- */
/* Text with a character for each byte; `lines`: what str takes for line breaks and bytes does not
 * is hidden. Back: a text, or those of a list or a tuple in place. */
bool bytes_lift(struct interp *in, const struct bytes *b, bool lines, struct value *out);
bool bytes_lift_back(struct interp *in, struct value v, struct value *out);
uint32_t bytes_lift_one(uint8_t byte);
/* format % v */
bool bytes_lift_percent(struct interp *in, const struct bytes *format, struct value v,
                        struct value *out);

/* --- codec.c --- */
/* The encoding and the way with errors as the code names them; None or not given: utf-8, strict. */
bool codec_encode(struct interp *in, const struct str *s, struct value encoding,
                  struct value errors, struct value *out);
bool codec_decode(struct interp *in, const struct bytes *b, struct value encoding,
                  struct value errors, struct value *out);
