/* Divides big integers, and writes them in decimal. */
#ifndef QKV_BASE_BIGNUM_DIVIDE_H
#define QKV_BASE_BIGNUM_DIVIDE_H

#include "base/bignum.h"

/* Rounded down, the rest has the divisor's sign; b is not 0. Either result may be NULL. */
bool bignum_divide(const struct bignum *a, const struct bignum *b, struct bignum *quotient,
                   struct bignum *rest);
/* Digits of base 2 .. 36, nothing else (sign, prefix, `_` are the caller's). */
bool bignum_parse(const char *digits, size_t len, int base, struct bignum *out);
void bignum_text(const struct bignum *n, int base, struct buf *out); /* with `-` */

#endif
