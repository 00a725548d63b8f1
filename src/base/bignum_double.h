/* Turns big integers into doubles and back. */
#pragma once

#include "base/bignum.h"

double bignum_double(const struct bignum *n); /* to nearest, ties to even; inf beyond */
/* a / b to nearest; b is not 0. False: no memory. */
bool bignum_ratio(const struct bignum *a, const struct bignum *b, double *out);
bool bignum_of_double(double f, struct bignum *out); /* towards zero; f is finite */
