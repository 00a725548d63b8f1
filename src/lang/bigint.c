/* Integers beyond 64 bits as objects: their arithmetic, comparison and text. The digits are
 * base/bignum's. */
#include "lang/bigint.h"
#include "lang/native.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_BITS ((size_t)1 << 20)
#define MOST_DECIMALS 4300 /* of text: Python's own limit */

struct bigint {
    struct object object;
    struct bignum number; /* its digits are those behind it */
    uint32_t digit[];
};

bool bigint_is(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &bigint_slots;
}

bool bigint_is_integer(struct value v)
{
    return v.type == VALUE_INT || v.type == VALUE_BOOL || bigint_is(v);
}

struct bignum bigint_number(struct value v, uint32_t store[2])
{
    return v.type == VALUE_OBJECT ? ((const struct bigint *)v.o)->number
                                  : bignum_small(v.type == VALUE_BOOL ? (int64_t)v.b : v.i, store);
}

static bool too_large(struct interp *in)
{
    return raise_limit(in, "an integer needs more than %zu bits", MOST_BITS);
}

bool bigint_take(struct interp *in, bool made, struct bignum *n, struct value *out)
{
    int64_t small;
    bool ok = true;
    if (!made) {
        return raise_memory(in);
    }
    if (bignum_fits(n, &small)) {
        *out = value_int(small);
    } else if (n->count > MOST_BITS / 32) {
        ok = too_large(in);
    } else {
        size_t bytes = n->count * sizeof(uint32_t);
        struct bigint *b = object_new_sized(in, in->types.big_integer, bytes);
        *out = value_object(b);
        ok = b != NULL;
        if (ok) {
            memcpy(b->digit, n->digit, bytes);
            b->number =
                (struct bignum){.negative = n->negative, .count = n->count, .digit = b->digit};
        }
    }
    bignum_free(n);
    return ok;
}

/* --- arithmetic --- */

static bool power(struct interp *in, struct value base, struct value exponent, struct value *out)
{
    uint32_t store[2];
    const struct bignum size = bigint_number(base, store);
    bool one = size.count == 0 || (size.count == 1 && size.digit[0] == 1);
    int64_t left = bigint_is(exponent) ? INT64_MAX - 1 : 0;
    if (left == 0 && !value_to_int(in, exponent, &left)) {
        return false;
    }
    if (one && bigint_is(exponent)) { /* only whether it is odd matters */
        struct value odd;
        if (!bigint_binary(in, OP_AND, exponent, value_int(1), &odd)) {
            return false;
        }
        left = 2 + odd.i;
    }
    if (!one && (uint64_t)left > MOST_BITS / (bignum_bits(&size) - 1)) {
        return too_large(in);
    }
    struct value square = base;
    *out = value_int(1);
    for (;;) {
        if ((left & 1) != 0 && !value_binary(in, OP_MUL, *out, square, out)) {
            return false;
        }
        left >>= 1;
        if (left == 0) {
            return true;
        }
        if (!value_binary(in, OP_MUL, square, square, &square)) {
            return false;
        }
    }
}

static bool shift(struct interp *in, const struct bignum *a, struct value by, bool left,
                  struct value *out)
{
    int64_t count = (int64_t)MOST_BITS + 1;
    struct bignum n = {0};
    if (!bigint_is(by) && !value_to_int(in, by, &count)) {
        return false;
    }
    if (count < 0) {
        return raise(in, EXCEPTION_ValueError, "negative shift count");
    }
    if (left && count > (int64_t)MOST_BITS && a->count > 0) {
        return too_large(in);
    }
    return bigint_take(in, bignum_shift(a, left ? count : -count, &n), &n, out);
}

static bool true_divide(struct interp *in, const struct bignum *a, const struct bignum *b,
                        struct value *out)
{
    double f = 0;
    if (!bignum_ratio(a, b, &f)) {
        return raise_memory(in);
    }
    *out = value_float(f);
    return isfinite(f) ||
           raise(in, EXCEPTION_OverflowError, "integer division result too large for a float");
}

static bool refuse_zero(struct interp *in, enum operator_ op)
{
    return raise(in, EXCEPTION_ZeroDivisionError, "%s",
                 op == OP_DIV   ? "division by zero"
                 : op == OP_MOD ? "integer modulo by zero"
                                : "integer division or modulo by zero");
}

bool bigint_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out)
{
    uint32_t stores[2][2];
    const struct bignum x = bigint_number(a, stores[0]), y = bigint_number(b, stores[1]);
    struct bignum n = {0};
    bool divides = op == OP_DIV || op == OP_FLOOR_DIV || op == OP_MOD;
    if (!interp_step(in, 1 + (uint64_t)x.count * y.count / 256)) {
        return false;
    }
    if (divides && y.count == 0) {
        return refuse_zero(in, op);
    }
    switch (op) {
    case OP_ADD:
    case OP_SUB:
        return bigint_take(in, bignum_add(&x, &y, op == OP_SUB, &n), &n, out);
    case OP_MUL:
        return bigint_take(in, bignum_multiply(&x, &y, &n), &n, out);
    case OP_FLOOR_DIV:
        return bigint_take(in, bignum_divide(&x, &y, &n, NULL), &n, out);
    case OP_MOD:
        return bigint_take(in, bignum_divide(&x, &y, NULL, &n), &n, out);
    case OP_DIV:
        return true_divide(in, &x, &y, out);
    case OP_POW:
        return power(in, a, b, out);
    case OP_LSHIFT:
    case OP_RSHIFT:
        return shift(in, &x, b, op == OP_LSHIFT, out);
    default:
        return bigint_take(in,
                           bignum_logic(op == OP_AND  ? '&'
                                        : op == OP_OR ? '|'
                                                      : '^',
                                        &x, &y, &n),
                           &n, out);
    }
}

bool bigint_to_double(struct interp *in, struct value v, double *out)
{
    uint32_t store[2];
    const struct bignum n = bigint_number(v, store);
    *out = bignum_double(&n);
    return isfinite(*out) ||
           raise(in, EXCEPTION_OverflowError, "int too large to convert to float");
}

bool bigint_of_double(struct interp *in, double f, struct value *out)
{
    struct bignum n = {0};
    return bigint_take(in, bignum_of_double(f, &n), &n, out);
}

bool bigint_unsigned(struct interp *in, uint64_t i, struct value *out)
{
    *out = value_int((int64_t)i);
    return i <= INT64_MAX || bigint_binary(in, OP_SUB, value_int((int64_t)(i - INT64_MAX - 1)),
                                           value_int(INT64_MIN), out);
}

bool bigint_word(struct value v, uint64_t *out)
{
    uint32_t store[2];
    const struct bignum n = bigint_number(v, store);
    uint64_t m = n.count > 1 ? (uint64_t)n.digit[1] << 32 : 0;
    m |= n.count > 0 ? n.digit[0] : 0;
    *out = n.negative ? 0 - m : m;
    return n.count <= 2 && (!n.negative || m <= (uint64_t)INT64_MAX + 1);
}

bool bigint_refuse(struct interp *in)
{
    return raise(in, EXCEPTION_RuntimeError, "Overflow when unpacking long");
}

/* --- slots --- */

static bool as_float(struct interp *in, struct value v, struct value *out)
{
    double f = 0;
    *out = v;
    if (v.type == VALUE_FLOAT) {
        return true;
    }
    if (!bigint_to_double(in, v, &f)) {
        return false;
    }
    *out = value_float(f);
    return true;
}

static bool bigint_binary_slot(struct interp *in, enum operator_ op, struct value left,
                               struct value right, bool self_is_right, struct value *out,
                               bool *handled)
{
    uint32_t store[2];
    struct value a, b;
    bool negative =
        op == OP_POW && bigint_is_integer(right) && bigint_number(right, store).negative;
    (void)self_is_right;
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
    *out = value_bool(op == OP_EQ   ? o == 0
                      : op == OP_NE ? o != 0
                      : op == OP_LT ? o == -1
                      : op == OP_LE ? o == -1 || o == 0
                      : op == OP_GT ? o == 1
                                    : o == 1 || o == 0);
    return true;
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
    (void)in;
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
    (void)self;
    *out = 0;
    return raise(in, EXCEPTION_OverflowError, "cannot fit 'int' into an index-sized integer");
}

static bool bigint_to_int(struct interp *in, struct value self, struct value *out)
{
    (void)in;
    *out = self;
    return true;
}

static bool bigint_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    (void)in;
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
    return raise(in, EXCEPTION_ValueError,
                 "Exceeds the limit (%d digits) for integer string conversion%s; use "
                 "sys.set_int_max_str_digits() to increase the limit",
                 MOST_DECIMALS, also);
}

bool bigint_text(struct interp *in, struct value v, int base, struct buf *out)
{
    uint32_t store[2];
    const struct bignum n = bigint_number(v, store);
    struct buf text = {0};
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
    buf_free(&text);
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
    if (len > MOST_BITS) {
        return too_large(in);
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
