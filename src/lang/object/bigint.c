/* Does the arithmetic of integers beyond 64 bits, on base/bignum. As objects: bigint_object.c. */
#include "lang/object/bigint.h"
#include "base/bignum_divide.h"
#include "base/bignum_double.h"
#include "lang/run/native.h"

#include <math.h>

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

bool bigint_too_large(struct interp *in)
{
    return raise_limit(in, "an integer needs more than %zu bits", BIGINT_MOST_BITS);
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
    } else if (n->count > BIGINT_MOST_BITS / 32) {
        ok = bigint_too_large(in);
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
    if (!one && (uint64_t)left > BIGINT_MOST_BITS / (bignum_bits(&size) - 1)) {
        return bigint_too_large(in);
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
    int64_t count = (int64_t)BIGINT_MOST_BITS + 1;
    struct bignum n = {0};
    if (!bigint_is(by) && !value_to_int(in, by, &count)) {
        return false;
    }
    if (count < 0) {
        return raise_value_error(in, "negative shift count");
    }
    if (left && count > (int64_t)BIGINT_MOST_BITS && a->count > 0) {
        return bigint_too_large(in);
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
    return isfinite(f) || raise_exception(in, EXCEPTION_OverflowError,
                                          "integer division result too large for a float");
}

bool bigint_refuse_zero(struct interp *in, enum operator_ op)
{
    return raise_exception(in, EXCEPTION_ZeroDivisionError, "%s",
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
        return bigint_refuse_zero(in, op);
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
           raise_exception(in, EXCEPTION_OverflowError, "int too large to convert to float");
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
    return raise_exception(in, EXCEPTION_RuntimeError, "Overflow when unpacking long");
}
