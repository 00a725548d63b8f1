/* Computes with whole numbers of any size: sums, products, shifts, comparison. Division and text
 * are bignum_divide.c, doubles bignum_double.c. */
#include "base/bignum_internal.h"

#include <stdlib.h>
#include <string.h>

void bignum_free(struct bignum *n)
{
    free(n->digit);
    *n = (struct bignum){0};
}

bool bignum_allocate(size_t count, struct bignum *out)
{
    *out =
        (struct bignum){.count = count, .digit = calloc(count > 0 ? count : 1, sizeof(uint32_t))};
    if (out->digit == NULL) {
        out->count = 0;
    }
    return out->digit != NULL;
}

void bignum_trim(struct bignum *n)
{
    while (n->count > 0 && n->digit[n->count - 1] == 0) {
        n->count--;
    }
    n->negative = n->negative && n->count > 0;
}

struct bignum bignum_small(int64_t i, uint32_t store[2])
{
    uint64_t m = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    store[0] = (uint32_t)m;
    store[1] = (uint32_t)(m >> 32);
    struct bignum n = {.negative = i < 0, .count = 2, .digit = store};
    bignum_trim(&n);
    return n;
}

bool bignum_fits(const struct bignum *n, int64_t *out)
{
    uint64_t m = 0;
    for (size_t k = n->count; k > 0 && n->count <= 2; k--) {
        m = m << 32 | n->digit[k - 1];
    }
    *out = (int64_t)(n->negative ? 0 - m : m);
    return n->count <= 2 && m <= (uint64_t)INT64_MAX + n->negative;
}

size_t bignum_bits(const struct bignum *n)
{
    size_t bits = n->count * 32;
    for (uint32_t top = n->count > 0 ? n->digit[n->count - 1] : 0; bits > 0 && top >> 31 == 0;
         top <<= 1) {
        bits--;
    }
    return bits;
}

int bignum_compare_magnitude(const struct bignum *a, const struct bignum *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (size_t k = a->count; k > 0; k--) {
        if (a->digit[k - 1] != b->digit[k - 1]) {
            return a->digit[k - 1] < b->digit[k - 1] ? -1 : 1;
        }
    }
    return 0;
}

int bignum_compare(const struct bignum *a, const struct bignum *b)
{
    if (a->negative != b->negative) {
        return a->negative ? -1 : 1;
    }
    int order = bignum_compare_magnitude(a, b);
    return a->negative ? -order : order;
}

/* --- sums --- */

static void add_magnitude(const struct bignum *a, const struct bignum *b, struct bignum *out)
{
    uint64_t carry = 0;
    for (size_t k = 0; k < out->count; k++) {
        carry += (uint64_t)(k < a->count ? a->digit[k] : 0) + (k < b->count ? b->digit[k] : 0);
        out->digit[k] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* a - b, where a is not smaller. */
static void subtract_magnitude(const struct bignum *a, const struct bignum *b, struct bignum *out)
{
    uint64_t borrow = 0;
    for (size_t k = 0; k < a->count; k++) {
        uint64_t d = (uint64_t)a->digit[k] - (k < b->count ? b->digit[k] : 0) - borrow;
        out->digit[k] = (uint32_t)d;
        borrow = d >> 63;
    }
}

bool bignum_add(const struct bignum *a, const struct bignum *b, bool subtract, struct bignum *out)
{
    size_t most = a->count > b->count ? a->count : b->count;
    bool other = b->negative != subtract;
    if (!bignum_allocate(most + 1, out)) {
        return false;
    }
    if (a->negative == other) {
        add_magnitude(a, b, out);
        out->negative = a->negative;
    } else if (bignum_compare_magnitude(a, b) >= 0) {
        subtract_magnitude(a, b, out);
        out->negative = a->negative;
    } else {
        subtract_magnitude(b, a, out);
        out->negative = other;
    }
    bignum_trim(out);
    return true;
}

/* --- products --- */

bool bignum_multiply(const struct bignum *a, const struct bignum *b, struct bignum *out)
{
    if (!bignum_allocate(a->count + b->count, out)) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < b->count; j++) {
            carry += (uint64_t)a->digit[i] * b->digit[j] + out->digit[i + j];
            out->digit[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out->digit[i + b->count] = (uint32_t)carry;
    }
    out->negative = a->negative != b->negative;
    bignum_trim(out);
    return true;
}

/* --- bits --- */

static bool shift_left(const struct bignum *a, uint64_t by, struct bignum *out)
{
    size_t words = (size_t)(by / 32), bits = (size_t)(by % 32);
    if (!bignum_allocate(a->count + words + 1, out)) {
        return false;
    }
    for (size_t k = 0; k < a->count; k++) {
        uint64_t part = (uint64_t)a->digit[k] << bits;
        out->digit[k + words] |= (uint32_t)part;
        out->digit[k + words + 1] = (uint32_t)(part >> 32);
    }
    out->negative = a->negative;
    bignum_trim(out);
    return true;
}

bool bignum_shift(const struct bignum *a, int64_t left, struct bignum *out)
{
    if (left >= 0) {
        return shift_left(a, (uint64_t)left, out);
    }
    uint64_t by = 0 - (uint64_t)left;
    size_t words = by / 32 > a->count ? a->count : (size_t)(by / 32), bits = (size_t)(by % 32);
    bool lost = false;
    if (!bignum_allocate(a->count - words + 1, out)) {
        return false;
    }
    for (size_t k = 0; k < words; k++) {
        lost = lost || a->digit[k] != 0;
    }
    for (size_t k = words; k < a->count; k++) {
        uint64_t part = (uint64_t)a->digit[k] << 32 >> bits;
        out->digit[k - words] |= (uint32_t)(part >> 32);
        if (k > words) {
            out->digit[k - words - 1] |= (uint32_t)part;
        } else {
            lost = lost || (uint32_t)part != 0;
        }
    }
    for (size_t k = 0; a->negative && lost; k++) { /* towards minus infinity */
        lost = ++out->digit[k] == 0;
    }
    out->negative = a->negative;
    bignum_trim(out);
    return true;
}

/* Digit k of the two's complement; *carry starts 1. */
static uint32_t complement_digit(const struct bignum *n, size_t k, uint32_t *carry)
{
    uint32_t d = k < n->count ? n->digit[k] : 0;
    if (!n->negative) {
        return d;
    }
    d = ~d + *carry;
    *carry = *carry != 0 && d == 0;
    return d;
}

bool bignum_logic(char op, const struct bignum *a, const struct bignum *b, struct bignum *out)
{
    size_t most = (a->count > b->count ? a->count : b->count) + 1;
    uint32_t carry_a = 1, carry_b = 1, carry = 1;
    bool negative = op == '&'   ? a->negative && b->negative
                    : op == '|' ? a->negative || b->negative
                                : a->negative != b->negative;
    if (!bignum_allocate(most, out)) {
        return false;
    }
    for (size_t k = 0; k < most; k++) {
        uint32_t x = complement_digit(a, k, &carry_a), y = complement_digit(b, k, &carry_b);
        uint32_t d = op == '&' ? x & y : op == '|' ? x | y : x ^ y;
        if (negative) {
            d = ~d + carry;
            carry = carry != 0 && d == 0;
        }
        out->digit[k] = d;
    }
    out->negative = negative;
    bignum_trim(out);
    return true;
}
