/* Makes integers beyond 64 bits as objects of the language: operators, comparison, text. */
#include "base/bignum_divide.h"
#include "base/bignum_double.h"
#include "lang/object/bigint.h"
#include "lang/run/native.h"

#include <math.h>
#include <stdio.h>

#define MOST_DECIMALS 4300 /* of text: Python's own limit */

/* --- slots --- */

static bool as_float(struct interp *in, struct value v, struct value *out)
{
    double f = 0;
    *out = v;
    if (v.type == VALUE_FLOAT) {
        return true;
    }
    return bigint_to_double(in, v, &f) && value_give(out, value_float(f));
}

static bool bigint_binary_slot(struct interp *in, enum operator_ op, struct value left,
                               struct value right, bool self_is_right, struct value *out,
                               bool *handled)
{
    uint32_t store[2];
    struct value a, b;
    bool negative =
        op == OP_POW && bigint_is_integer(right) && bigint_number(right, store).negative;
    if (bigint_is_integer(left) && bigint_is_integer(right) && op != OP_MATMUL && !negative) {
        return bigint_binary(in, op, left, right, out);
    }
    *handled = negative || left.type == VALUE_FLOAT || right.type == VALUE_FLOAT;
    return !*handled || (as_float(in, left, &a) && as_float(in, right, &b) &&
                         number_binary(in, op, a, b, out, handled));
}

/* -1, 0, 1 exactly; 2 for nan. */
static bool order(struct interp *in, struct value a, struct value b, int *out)
{
    uint32_t stores[2][2];
    if (b.type != VALUE_FLOAT) {
        const struct bignum x = bigint_number(a, stores[0]), y = bigint_number(b, stores[1]);
        *out = bignum_compare(&x, &y);
        return true;
    }
    if (!isfinite(b.f)) {
        *out = isnan(b.f) ? 2 : b.f > 0 ? -1 : 1;
        return true;
    }
    struct bignum whole; /* a has no fraction: where they are equal so far, b's decides */
    const struct bignum x = bigint_number(a, stores[0]);
    if (!bignum_of_double(b.f, &whole)) {
        return raise_memory(in);
    }
    *out = bignum_compare(&x, &whole);
    bignum_free(&whole);
    return true;
}

static bool bigint_compare(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out, bool *handled)
{
    bool floats = left.type == VALUE_FLOAT;
    struct value other = self_is_right ? left : right;
    int o = 0;
    *handled = bigint_is_integer(other) || other.type == VALUE_FLOAT;
    if (!*handled) {
        return true;
    }
    if (!(floats ? order(in, right, left, &o) : order(in, left, right, &o))) {
        return false;
    }
    o = floats && o != 2 ? -o : o;
    return value_give(out, value_ordered(op, o));
}

static bool bigint_unary(struct interp *in, enum operator_ op, struct value self, struct value *out,
                         bool *handled)
{
    *handled = op == OP_NEG || op == OP_POS || op == OP_INVERT;
    *out = self;
    return op == OP_NEG      ? bigint_binary(in, OP_SUB, value_int(0), self, out)
           : op == OP_INVERT ? bigint_binary(in, OP_SUB, value_int(-1), self, out)
                             : true;
}

static bool bigint_repr(struct interp *in, struct value self, struct buf *out)
{
    return bigint_text(in, self, 10, out);
}

/* Modulo 2^61 - 1, like number_hash: a float of the same value has the same hash. */
static bool bigint_hash(struct interp *in, struct value self, uint64_t *out)
{
    const uint64_t modulus = ((uint64_t)1 << 61) - 1;
    uint32_t store[2];
    const struct bignum n = bigint_number(self, store);
    uint64_t x = 0;
    for (size_t k = n.count; k > 0; k--) {
        x = ((x << 32) & modulus) | x >> 29;
        x += n.digit[k - 1];
        x -= x >= modulus ? modulus : 0;
    }
    x = n.negative ? 0 - x : x;
    *out = x == UINT64_MAX ? UINT64_MAX - 1 : x;
    return true;
}

static bool bigint_index(struct interp *in, struct value self, int64_t *out)
{
    *out = 0;
    return raise_exception(in, EXCEPTION_OverflowError,
                           "cannot fit 'int' into an index-sized integer");
}

static bool bigint_to_int(struct interp *in, struct value self, struct value *out)
{
    return value_give(out, self);
}

static bool bigint_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    *found = true;
    if (strcmp(name->text, "real") == 0 || strcmp(name->text, "numerator") == 0) {
        *out = self;
    } else if (strcmp(name->text, "imag") == 0 || strcmp(name->text, "denominator") == 0) {
        *out = value_int(name->text[0] == 'd');
    } else {
        *found = false;
    }
    return true;
}

const struct slots bigint_slots = {
    .size = sizeof(struct bigint),
    .repr = bigint_repr,
    .format = format_number,
    .get = bigint_get,
    .unary = bigint_unary,
    .binary = bigint_binary_slot,
    .compare = bigint_compare,
    .hash = bigint_hash,
    .index = bigint_index,
    .to_float = bigint_to_double,
    .to_int = bigint_to_int,
};

/* --- text --- */

static bool refuse_digits(struct interp *in, const char *also)
{
    return raise_value_error(in,
                             "Exceeds the limit (%d digits) for integer string conversion%s; use "
                             "sys.set_int_max_str_digits() to increase the limit",
                             MOST_DECIMALS, also);
}

bool bigint_text(struct interp *in, struct value v, int base, struct buf *out)
{
    uint32_t store[2];
    const struct bignum n = bigint_number(v, store);
    scoped_buf text = {.budget = in->memory};
    bool decimal = base == 10;
    /* 3.33 bits to a digit: what is surely too long need not be worked out. */
    if (decimal && bignum_bits(&n) > MOST_DECIMALS * 10 / 3 + 16) {
        return refuse_digits(in, "");
    }
    bignum_text(&n, base, &text);
    bool ok = !decimal || text.len <= (size_t)MOST_DECIMALS + n.negative || refuse_digits(in, "");
    if (ok) {
        buf_put(out, buf_text(&text), text.len);
        out->failed |= text.failed;
    }
    return ok;
}

bool bigint_parse(struct interp *in, const char *digits, size_t len, int base, bool negative,
                  struct value *out)
{
    struct bignum n = {0};
    bool exact = (base & (base - 1)) == 0;
    while (len > 1 && digits[0] == '0') {
        digits++;
        len--;
    }
    if (!exact && len > MOST_DECIMALS) {
        char also[64];
        snprintf(also, sizeof also, ": value has %zu digits", len);
        return refuse_digits(in, also);
    }
    if (len > BIGINT_MOST_BITS) {
        return bigint_too_large(in);
    }
    if (!interp_step(in, 1 + (uint64_t)len * len / 4096)) {
        return false;
    }
    bool made = bignum_parse(digits, len, base, &n);
    n.negative = negative && n.count > 0;
    return bigint_take(in, made, &n, out);
}

/* --- the class --- */

/* A class of its own for C's eyes; `type(x)` and everything else that code sees is int. */
bool bigint_init(struct interp *in)
{
    struct class *c = interp_class(in, "int", "builtins", in->types.integer, &bigint_slots);
    in->types.big_integer = c;
    return c != NULL;
}
