/* Does what numbers mostly do, without a call: integers without a label that fit, and floats.
 * False: number.c knows, and says what is wrong. The results are the same. */
#pragma once

#include "lang/object/value.h"

static inline bool number_quick_int(enum operator_ op, int64_t a, int64_t b, struct value *out)
{
    int64_t r;
    switch (op) {
    case OP_ADD:
        if (__builtin_add_overflow(a, b, &r)) {
            return false;
        }
        break;
    case OP_SUB:
        if (__builtin_sub_overflow(a, b, &r)) {
            return false;
        }
        break;
    case OP_MUL:
        if (__builtin_mul_overflow(a, b, &r)) {
            return false;
        }
        break;
    case OP_FLOOR_DIV:
        if (a < 0 || b <= 0) {
            return false;
        }
        r = a / b;
        break;
    case OP_MOD:
        if (a < 0 || b <= 0) {
            return false;
        }
        r = a % b;
        break;
    default:
        return false;
    }
    *out = value_int(r);
    return true;
}

static inline bool number_quick_float(enum operator_ op, double a, double b, struct value *out)
{
    switch (op) {
    case OP_ADD:
        *out = value_float(a + b);
        return true;
    case OP_SUB:
        *out = value_float(a - b);
        return true;
    case OP_MUL:
        *out = value_float(a * b);
        return true;
    case OP_DIV:
        *out = value_float(b != 0 ? a / b : 0);
        return b != 0;
    default:
        return false;
    }
}

static inline bool number_quick(enum operator_ op, struct value a, struct value b,
                                struct value *out)
{
    if (a.type == VALUE_INT && b.type == VALUE_INT) {
        return (a.label | b.label) == 0 && number_quick_int(op, a.i, b.i, out);
    }
    if (a.type == VALUE_FLOAT && (b.type == VALUE_FLOAT || b.type == VALUE_INT)) {
        return number_quick_float(op, a.f, b.type == VALUE_FLOAT ? b.f : (double)b.i, out);
    }
    return a.type == VALUE_INT && b.type == VALUE_FLOAT &&
           number_quick_float(op, (double)a.i, b.f, out);
}

static inline bool number_quick_compare(enum operator_ op, struct value a, struct value b,
                                        bool *out)
{
    bool ints = a.type == VALUE_INT && b.type == VALUE_INT;
    if (!ints && (a.type != VALUE_FLOAT || b.type != VALUE_FLOAT)) {
        return false;
    }
    switch (op) {
    case OP_EQ:
        *out = ints ? a.i == b.i : a.f == b.f;
        return true;
    case OP_NE:
        *out = ints ? a.i != b.i : a.f != b.f;
        return true;
    case OP_LT:
        *out = ints ? a.i < b.i : a.f < b.f;
        return true;
    case OP_LE:
        *out = ints ? a.i <= b.i : a.f <= b.f;
        return true;
    case OP_GT:
        *out = ints ? a.i > b.i : a.f > b.f;
        return true;
    case OP_GE:
        *out = ints ? a.i >= b.i : a.f >= b.f;
        return true;
    default:
        return false;
    }
}
