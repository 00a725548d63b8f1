/* Divides big integers, and writes them in decimal. */
#pragma once

#include "base/bignum.h"

/* Rounded down, the rest has the divisor's sign; b is not 0. Either result may be NULL. */
bool bignum_divide(const struct bignum *a, const struct bignum *b, struct bignum *quotient,
                   struct bignum *rest);
/* Digits of base 2 .. 36, nothing else (sign, prefix, `_` are the caller's). */
bool bignum_parse(const char *digits, size_t len, int base, struct bignum *out);
void bignum_text(const struct bignum *n, int base, struct buf *out); /* with `-` */
