/* A bignum is a sign and a magnitude of any size, computed with as in school. Knows nothing of the
 * language; who calls bounds the sizes (the cost of a product is that of its sizes' product).
 *
 * Results are new numbers, to be freed; arguments are only read and may be the same number.
 * Functions return false when memory is out, and then *out is empty. */
#pragma once

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bignum {
    bool negative;   /* never of 0 */
    size_t count;    /* without leading zeros; 0 has none */
    uint32_t *digit; /* base 2^32, lowest first */
};

void bignum_free(struct bignum *n);
#define scoped_bignum __attribute__((cleanup(bignum_free))) struct bignum /* of a block */
/* A number that lives in `store`: not to be freed. */
struct bignum bignum_small(int64_t i, uint32_t store[2]);
bool bignum_fits(const struct bignum *n, int64_t *out);             /* into 64 bits with a sign */
size_t bignum_bits(const struct bignum *n);                         /* of the magnitude */
int bignum_compare(const struct bignum *a, const struct bignum *b); /* -1, 0, 1 */

bool bignum_add(const struct bignum *a, const struct bignum *b, bool subtract, struct bignum *out);
bool bignum_multiply(const struct bignum *a, const struct bignum *b, struct bignum *out);
bool bignum_shift(const struct bignum *a, int64_t left, struct bignum *out); /* floor(a * 2^left) */
/* '&', '|' or '^', on two's complement without end. */
bool bignum_logic(char op, const struct bignum *a, const struct bignum *b, struct bignum *out);
