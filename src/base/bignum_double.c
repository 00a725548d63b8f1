/* Turns whole numbers of any size into doubles: rounded once, to nearest, ties to even. */
#include "base/bignum_double.h"

#include "base/bignum_divide.h"

#include <math.h>

/* n * 2^exponent, n below 2^63 with its lowest bit set if anything was cut off below it. */
static double scaled(uint64_t n, int64_t exponent)
{
    exponent = exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : exponent;
    return ldexp((double)n, (int)exponent);
}

/* The highest 62 bits; *exponent is what they are to be scaled by. */
static uint64_t leading(const struct bignum *n, int64_t *exponent)
{
    size_t bits = bignum_bits(n), cut = bits > 62 ? bits - 62 : 0;
    uint64_t top = 0;
    bool lost = false;
    for (size_t k = 0; k < n->count; k++) {
        int64_t place = (int64_t)(k * 32) - (int64_t)cut;
        if (place >= 0) {
            top |= (uint64_t)n->digit[k] << place;
        } else if (place > -32) {
            top |= n->digit[k] >> -place;
            lost = lost || (n->digit[k] & ((1u << -place) - 1)) != 0;
        } else {
            lost = lost || n->digit[k] != 0;
        }
    }
    *exponent = (int64_t)cut;
    return top | lost;
}

double bignum_double(const struct bignum *n)
{
    int64_t exponent;
    uint64_t top = leading(n, &exponent);
    double f = scaled(top, exponent);
    return n->negative ? -f : f;
}

bool bignum_ratio(const struct bignum *a, const struct bignum *b, double *out)
{
    /* As many bits in the quotient as leave no doubt, and whether a rest follows. */
    int64_t shift = (int64_t)bignum_bits(b) - (int64_t)bignum_bits(a) + 60, exponent;
    const struct bignum x = {.count = a->count, .digit = a->digit};
    const struct bignum y = {.count = b->count, .digit = b->digit};
    scoped_bignum q = {0}, r = {0}, up = {0}, down = {0};
    bool ok = bignum_shift(&x, shift > 0 ? shift : 0, &up) &&
              bignum_shift(&y, shift < 0 ? -shift : 0, &down) && bignum_divide(&up, &down, &q, &r);
    if (ok) {
        uint64_t top = leading(&q, &exponent) | (r.count > 0);
        double f = scaled(top, exponent - shift);
        *out = a->negative != b->negative ? -f : f;
    }
    return ok;
}

bool bignum_of_double(double f, struct bignum *out)
{
    int exponent;
    uint32_t store[2];
    double m = frexp(trunc(f), &exponent);
    const struct bignum whole = bignum_small((int64_t)ldexp(m, 53), store);
    const struct bignum size = {.count = whole.count, .digit = whole.digit};
    if (!bignum_shift(&size, exponent - 53, out)) {
        return false;
    }
    out->negative = f < 0 && out->count > 0;
    return true;
}
