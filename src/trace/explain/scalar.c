/* Works with the single numbers of an explanation: read from a cell, added and multiplied in the
 * type of the kernels (float32 rounds after each step, integers wrap), and written with all their
 * digits. */
#include "trace/explain/scalar.h"

#include "tensor/compute/half.h"
#include "tensor/print/print_number.h"

#include <math.h>
#include <stdlib.h>

void scalar_digits(double value, enum dtype dtype, struct buf *out)
{
    switch (dtype) {
    case DTYPE_BOOL:
        buf_puts(out, value != 0 ? "True" : "False");
        break;
    case DTYPE_FLOAT32:
    case DTYPE_BFLOAT16:
    case DTYPE_COMPLEX64: /* its real part */
        print_float32((float)value, out);
        break;
    case DTYPE_FLOAT16:
        print_float16((float)value, out);
        break;
    case DTYPE_FLOAT64:
        print_double(value, out);
        break;
    default:
        buf_printf(out, "%lld", (long long)value);
    }
}

/* Held in f, not in i. */
static bool scalar_is_real(enum dtype d)
{
    return dtype_is_float(d) || d == DTYPE_COMPLEX64;
}

struct scalar scalar_float(double value, enum dtype dtype)
{
    if (dtype_is_short_float(dtype)) {
        value = (double)half_round(dtype, (float)value);
    }
    bool single = dtype == DTYPE_FLOAT32 || dtype == DTYPE_COMPLEX64;
    return (struct scalar){.dtype = dtype, .f = single ? (double)(float)value : value};
}

struct scalar scalar_unsigned_zero(struct scalar x)
{
    x.f = x.f == 0 ? 0 : x.f;
    x.imaginary = x.imaginary == 0 ? 0 : x.imaginary;
    return x;
}

struct scalar scalar_int(int64_t value, enum dtype dtype)
{
    switch (dtype) {
    case DTYPE_BOOL:
        value = value != 0;
        break;
    case DTYPE_UINT8:
        value = (uint8_t)value;
        break;
    case DTYPE_INT8:
        value = (int8_t)value;
        break;
    case DTYPE_INT16:
        value = (int16_t)value;
        break;
    case DTYPE_INT32:
        value = (int32_t)value;
        break;
    default:
        break;
    }
    return (struct scalar){.dtype = dtype, .i = value};
}

struct scalar scalar_cell(const struct tensor *x, int64_t cell)
{
    int64_t place = tensor_place(x, cell);
    if (x->dtype == DTYPE_COMPLEX64) {
        const struct complex64 *z = (const struct complex64 *)x->storage->data + place;
        return (struct scalar){.dtype = x->dtype, .f = (double)z->re, .imaginary = (double)z->im};
    }
    return dtype_is_float(x->dtype) ? scalar_float(tensor_double_at(x, place), x->dtype)
                                    : scalar_int(tensor_int_at(x, place), x->dtype);
}

struct scalar scalar_as(struct scalar x, enum dtype dtype)
{
    if (dtype == x.dtype) {
        return x;
    }
    if (scalar_is_real(dtype)) {
        return scalar_float(scalar_double(x), dtype);
    }
    if (!scalar_is_real(x.dtype)) {
        return scalar_int(x.i, dtype);
    }
    if (dtype == DTYPE_BOOL) {
        return scalar_int(x.f != 0, dtype);
    }
    bool fits = x.f > -9.2233720368547758e18 && x.f < 9.2233720368547758e18;
    return scalar_int(fits ? (int64_t)x.f : INT64_MIN, dtype);
}

double scalar_double(struct scalar x)
{
    return scalar_is_real(x.dtype) ? x.f : (double)x.i;
}

/* float32 and the short floats, which are computed in float32 and rounded. */
static bool is_single(enum dtype d)
{
    return d == DTYPE_FLOAT32 || dtype_is_short_float(d);
}

#define ARITHMETIC(name, sign)                                                                     \
    struct scalar name(struct scalar a, struct scalar b)                                           \
    {                                                                                              \
        if (is_single(a.dtype)) {                                                                  \
            return scalar_float((double)((float)a.f sign(float) b.f), a.dtype);                    \
        }                                                                                          \
        return a.dtype == DTYPE_FLOAT64                                                            \
                   ? scalar_float(a.f sign b.f, a.dtype)                                           \
                   : scalar_int((int64_t)((uint64_t)a.i sign(uint64_t) b.i), a.dtype);             \
    }
ARITHMETIC(scalar_add, +)
ARITHMETIC(scalar_subtract, -)
ARITHMETIC(scalar_multiply, *)

struct scalar scalar_divide(struct scalar a, struct scalar b)
{
    return scalar_float(is_single(a.dtype) ? (double)((float)a.f / (float)b.f) : a.f / b.f,
                        a.dtype);
}

struct scalar scalar_fused(struct scalar a, struct scalar b, struct scalar sum)
{
    if (a.dtype == DTYPE_FLOAT32) {
        return scalar_float((double)fmaf((float)a.f, (float)b.f, (float)sum.f), a.dtype);
    }
    return a.dtype == DTYPE_FLOAT64 ? scalar_float(fma(a.f, b.f, sum.f), a.dtype)
                                    : scalar_add(sum, scalar_multiply(a, b));
}

struct scalar scalar_negated(struct scalar x)
{
    x.f = -x.f;
    x.i = (int64_t) - (uint64_t)x.i;
    return x;
}

void scalar_text(struct scalar x, struct buf *out)
{
    if (x.dtype == DTYPE_COMPLEX64) {
        buf_puts(out, "(");
        print_float32((float)x.f, out);
        buf_puts(out, signbit(x.imaginary) ? "" : "+");
        print_float32((float)x.imaginary, out);
        buf_puts(out, "j)");
    } else if (dtype_is_float(x.dtype) || x.dtype == DTYPE_BOOL) {
        scalar_digits(scalar_double(x), x.dtype, out);
    } else {
        buf_printf(out, "%lld", (long long)x.i);
    }
}

void scalars_text(struct buf *out, const char *format, const struct scalar *at)
{
    for (const char *p = format; *p != '\0'; p++) {
        if (*p == '#') {
            scalar_text(*at++, out);
        } else if (*p == '@') {
            buf_puts(out, scalar_double(*at) < 0 ? "(" : "");
            scalar_text(*at, out);
            buf_puts(out, scalar_double(*at++) < 0 ? ")" : "");
        } else if (*p != '~') {
            buf_putc(out, *p);
        }
    }
}

/* --- a format, carried out --- */

struct reading {
    const char *p;
    const struct scalar *at; /* the next number */
    enum dtype dtype;
};

struct part { /* of a sum; `fused`: value * factor, which is still to be rounded */
    struct scalar value, factor;
    bool fused;
};

static struct scalar sum_of(struct reading *r);

static struct scalar number_of(struct reading *r)
{
    char *end;
    r->p += strspn(r->p, " ");
    bool root = strncmp(r->p, "sqrt(", 5) == 0;
    if (*r->p == '-') {
        r->p++;
        return scalar_negated(number_of(r));
    }
    if (root || *r->p == '(') {
        r->p += root ? 5 : 1;
        struct scalar inner = sum_of(r);
        r->p++;
        double x = is_single(r->dtype) ? (double)sqrtf((float)inner.f) : sqrt(inner.f);
        return root ? scalar_float(x, r->dtype) : inner;
    }
    if (*r->p == '#' || *r->p == '@') {
        r->p++;
        return scalar_as(*r->at++, r->dtype);
    }
    int64_t whole = strtoll(r->p, &end, 10);
    r->p = end;
    return scalar_as(scalar_int(whole, DTYPE_INT64), r->dtype);
}

static struct part part_of(struct reading *r)
{
    struct part part = {.value = number_of(r)};
    for (;;) {
        r->p += strspn(r->p, " ");
        char sign = *r->p;
        if (sign != '*' && sign != '/' && sign != '~') {
            return part;
        }
        r->p += sign == '~' ? 2 : 1;
        part.factor = number_of(r);
        part.fused = sign == '~';
        part.value = sign == '*'   ? scalar_multiply(part.value, part.factor)
                     : sign == '/' ? scalar_divide(part.value, part.factor)
                                   : part.value;
    }
}

static struct scalar sum_of(struct reading *r)
{
    struct part left = part_of(r);
    for (;;) {
        char sign = *r->p;
        if (sign != '+' && sign != '-') {
            return left.value;
        }
        r->p++;
        struct part right = part_of(r);
        struct scalar signed_value = sign == '-' ? scalar_negated(right.value) : right.value;
        left.value = right.fused   ? scalar_fused(signed_value, right.factor, left.value)
                     : left.fused  ? scalar_fused(left.value, left.factor, signed_value)
                     : sign == '-' ? scalar_subtract(left.value, right.value)
                                   : scalar_add(left.value, right.value);
        left.fused = false;
    }
}

struct scalar scalars_computed(const char *format, const struct scalar *at)
{
    const char *words = strstr(format, ": ");
    struct reading r = {words != NULL ? words + 2 : format, at, at[0].dtype};
    return sum_of(&r);
}
