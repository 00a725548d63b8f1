/* Declares what the files bignum*.c share. Private to them. */
#pragma once

#include "base/bignum.h"

bool bignum_allocate(size_t count, struct bignum *out); /* zeroed, not trimmed */
void bignum_trim(struct bignum *n);
int bignum_compare_magnitude(const struct bignum *a, const struct bignum *b);
