/* Single numbers of an explanation: read from a cell, added and multiplied in the type of the
 * kernels (float32 rounds after each step, integers wrap), and written with all their digits. */
#include "trace/explain/scalar.h"

#include "tensor/compute/half.h"
#include "tensor/print/print.h"
#include "tensor/print/print_number.h"

#include <math.h>

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

struct scalar scalar_add(struct scalar a, struct scalar b)
{
    if (is_single(a.dtype)) {
        return scalar_float((double)((float)a.f + (float)b.f), a.dtype);
    }
    return a.dtype == DTYPE_FLOAT64 ? scalar_float(a.f + b.f, a.dtype)
                                    : scalar_int((int64_t)((uint64_t)a.i + (uint64_t)b.i), a.dtype);
}

struct scalar scalar_subtract(struct scalar a, struct scalar b)
{
    if (is_single(a.dtype)) {
        return scalar_float((double)((float)a.f - (float)b.f), a.dtype);
    }
    return a.dtype == DTYPE_FLOAT64 ? scalar_float(a.f - b.f, a.dtype)
                                    : scalar_int((int64_t)((uint64_t)a.i - (uint64_t)b.i), a.dtype);
}

struct scalar scalar_multiply(struct scalar a, struct scalar b)
{
    if (is_single(a.dtype)) {
        return scalar_float((double)((float)a.f * (float)b.f), a.dtype);
    }
    return a.dtype == DTYPE_FLOAT64 ? scalar_float(a.f * b.f, a.dtype)
                                    : scalar_int((int64_t)((uint64_t)a.i * (uint64_t)b.i), a.dtype);
}

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
        } else {
            buf_putc(out, *p);
        }
    }
}
