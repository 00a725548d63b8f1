/* Declares what the files bignum*.c share. Private to them. */
#ifndef QKV_BASE_BIGNUM_INTERNAL_H
#define QKV_BASE_BIGNUM_INTERNAL_H

#include "base/bignum.h"

bool bignum_allocate(size_t count, struct bignum *out); /* zeroed, not trimmed */
void bignum_trim(struct bignum *n);
int bignum_compare_magnitude(const struct bignum *a, const struct bignum *b);

#endif
