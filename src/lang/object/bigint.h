/* A bigint is an integer beyond 64 bits. To the language it is of the class int; a result that
 * fits into 64 bits is always an ordinary VALUE_INT. */
#pragma once

#include "base/bignum.h"
#include "lang/object/value.h"

#define BIGINT_MOST_BITS ((size_t)1 << 20)

struct bigint {
    struct object object;
    struct bignum number; /* its digits are those behind it */
    uint32_t digit[];
};

bool bigint_is(struct value v);
bool bigint_is_integer(struct value v); /* int of any size, bool */
/* An integer as a number; `store` is room for a small one. Not to be freed. */
struct bignum bigint_number(struct value v, uint32_t store[2]);
bool bigint_too_large(struct interp *in);                      /* ends the run: always false */
bool bigint_refuse_zero(struct interp *in, enum operator_ op); /* of /, // or %: always false */
/* The number as a value; frees it. `made` false: its making ran out of memory. */
bool bigint_take(struct interp *in, bool made, struct bignum *n, struct value *out);

/* Two integers and any arithmetic operator; the exponent and a shift are not negative. */
bool bigint_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out);
/* Digits without sign and prefix. ValueError beyond 4300 decimal ones, as in Python. */
bool bigint_parse(struct interp *in, const char *digits, size_t len, int base, bool negative,
                  struct value *out);
bool bigint_unsigned(struct interp *in, uint64_t i, struct value *out);
/* v modulo 2^64; false when it is not within -2^63 .. 2^64 - 1. */
bool bigint_word(struct value v, uint64_t *out);
/* What PyTorch says where one stands for a tensor's number. Always false. */
bool bigint_refuse(struct interp *in);
bool bigint_of_double(struct interp *in, double f, struct value *out); /* finite; towards zero */
bool bigint_to_double(struct interp *in, struct value v, double *out);
/* The text, `-` included; the same ValueError. */
bool bigint_text(struct interp *in, struct value v, int base, struct buf *out);
