/* Divides whole numbers of any size, and writes them in a base, which is made of division. The long
 * division is Knuth's algorithm D (The Art of Computer Programming, 4.3.1). */
#include "base/bignum_divide.h"

#include "base/bignum_internal.h"

#include <stdlib.h>
#include <string.h>

/* Divides n in place by one digit; the rest. */
static uint32_t divide_small(struct bignum *n, uint32_t by)
{
    uint64_t rest = 0;
    for (size_t k = n->count; k > 0; k--) {
        rest = rest << 32 | n->digit[k - 1];
        n->digit[k - 1] = (uint32_t)(rest / by);
        rest %= by;
    }
    bignum_trim(n);
    return (uint32_t)rest;
}

/* One digit of the quotient: u[0 .. count] -= q * v[0 .. count). */
static uint32_t divide_step(uint32_t *u, const uint32_t *v, size_t count)
{
    uint64_t top = (uint64_t)u[count] << 32 | u[count - 1];
    uint64_t q = top / v[count - 1], r = top % v[count - 1];
    if (q >> 32 != 0 || q * v[count - 2] > (r << 32 | u[count - 2])) {
        q--; /* it was one or two too many; now it is one too many at most */
    }
    uint64_t carry = 0, borrow = 0;
    for (size_t k = 0; k <= count; k++) {
        carry += k < count ? q * v[k] : 0;
        uint64_t d = (uint64_t)u[k] - (uint32_t)carry - borrow;
        u[k] = (uint32_t)d;
        borrow = d >> 63;
        carry >>= 32;
    }
    if (borrow == 0) {
        return (uint32_t)q;
    }
    carry = 0; /* one too many: add it back */
    for (size_t k = 0; k <= count; k++) {
        carry += (uint64_t)u[k] + (k < count ? v[k] : 0);
        u[k] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)q - 1;
}

/* Of the magnitudes, rounded towards zero; b has two digits or more and is not larger than a. */
static bool divide_long(const struct bignum *a, const struct bignum *b, struct bignum *quotient,
                        struct bignum *rest)
{
    scoped_bignum u = {0}, v = {0};
    int64_t shift = (int64_t)(b->count * 32 - bignum_bits(b));
    const struct bignum plain_a = {.count = a->count, .digit = a->digit},
                        plain_b = {.count = b->count, .digit = b->digit};
    scoped_bignum shifted = {0};
    bool ok = bignum_shift(&plain_a, shift, &shifted) && bignum_shift(&plain_b, shift, &v) &&
              bignum_allocate(a->count + 1, &u) &&
              bignum_allocate(a->count - b->count + 1, quotient);
    if (ok) {
        memcpy(u.digit, shifted.digit, shifted.count * sizeof *u.digit);
        for (size_t k = quotient->count; k > 0; k--) {
            quotient->digit[k - 1] = divide_step(u.digit + k - 1, v.digit, v.count);
        }
        bignum_trim(quotient);
        bignum_trim(&u);
        ok = bignum_shift(&u, -shift, rest);
    }
    return ok;
}

static bool divide_magnitude(const struct bignum *a, const struct bignum *b,
                             struct bignum *quotient, struct bignum *rest)
{
    if (bignum_compare_magnitude(a, b) < 0) {
        if (!bignum_allocate(0, quotient) || !bignum_allocate(a->count, rest)) {
            return false;
        }
        memcpy(rest->digit, a->digit, a->count * sizeof *a->digit);
        return true;
    }
    if (b->count > 1) {
        return divide_long(a, b, quotient, rest);
    }
    if (!bignum_allocate(a->count, quotient) || !bignum_allocate(1, rest)) {
        return false;
    }
    memcpy(quotient->digit, a->digit, a->count * sizeof *a->digit);
    rest->digit[0] = divide_small(quotient, b->digit[0]);
    bignum_trim(rest);
    return true;
}

/* To the caller, if it asked for it and all went well. */
static void give(bool ok, struct bignum *n, struct bignum *out)
{
    if (!ok || out == NULL) {
        bignum_free(n);
    }
    if (out != NULL) {
        *out = *n;
    }
}

bool bignum_divide(const struct bignum *a, const struct bignum *b, struct bignum *quotient,
                   struct bignum *rest)
{
    struct bignum q = {0}, r = {0}, next = {0};
    uint32_t store[2];
    const struct bignum one = bignum_small(1, store);
    bool ok = divide_magnitude(a, b, &q, &r);
    if (ok && a->negative != b->negative) {
        q.negative = q.count > 0;
        if (r.count > 0) { /* rounded towards zero until here */
            const struct bignum size = {.count = b->count, .digit = b->digit};
            ok = bignum_add(&q, &one, true, &next);
            bignum_free(&q);
            q = next;
            ok = ok && bignum_add(&size, &r, true, &next);
            bignum_free(&r);
            r = next;
        }
    }
    r.negative = b->negative && r.count > 0;
    give(ok, &q, quotient);
    give(ok, &r, rest);
    return ok;
}

/* The largest power of the base in 32 bits, and its exponent. */
static uint32_t largest_power(int base, int *digits)
{
    uint64_t power = (uint64_t)base;
    for (*digits = 1; power * (uint64_t)base <= UINT32_MAX; (*digits)++) {
        power *= (uint64_t)base;
    }
    return (uint32_t)power;
}

bool bignum_parse(const char *digits, size_t len, int base, struct bignum *out)
{
    if (!bignum_allocate(len / 5 + 1, out)) { /* 36^5 is beyond 2^25: 32 bits hold five digits */
        return false;
    }
    size_t used = 0;
    for (size_t at = 0; at < len; at++) {
        char c = digits[at];
        uint64_t carry = (uint64_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        for (size_t k = 0; k < used || carry != 0; k++) {
            carry += (uint64_t)out->digit[k] * (uint64_t)base;
            out->digit[k] = (uint32_t)carry;
            carry >>= 32;
            used = k + 1 > used ? k + 1 : used;
        }
    }
    bignum_trim(out);
    return true;
}

void bignum_text(const struct bignum *n, int base, struct buf *out)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    int each;
    const uint32_t by = (uint32_t)base, power = largest_power(base, &each);
    struct bignum left;
    size_t most = n->count * 32 + 64, at = most;
    char *text = malloc(most);
    if (text == NULL || !bignum_allocate(n->count, &left)) {
        free(text);
        out->failed = true;
        return;
    }
    memcpy(left.digit, n->digit, n->count * sizeof *n->digit);
    do {
        uint32_t part = divide_small(&left, power);
        for (int k = 0; k < each && (left.count > 0 || part > 0 || at == most); k++) {
            text[--at] = letters[part % by];
            part = part / by;
        }
    } while (left.count > 0);
    if (n->negative) {
        buf_putc(out, '-');
    }
    buf_put(out, text + at, most - at);
    bignum_free(&left);
    free(text);
}
