/* Writes single numbers as text: Python's repr of a float, and NumPy's of a float32. */
#include "tensor/print/print_number.h"

#include "tensor/print/digits.h"

#include <math.h>

/* 1e16 and more, and less than 1e-4, are written with an exponent (Python's float_repr_style short,
 * NumPy's scalartypes.c; NumPy judges by the value, and float32's 0.0001 is less). */
static void put_number(double value, enum dtype dtype, struct buf *out)
{
    if (isnan(value)) {
        buf_puts(out, "nan");
        return;
    }
    if (isinf(value)) {
        buf_puts(out, value < 0 ? "-inf" : "inf");
        return;
    }
    struct digits d = digits_shortest(value, dtype);
    if (d.negative) {
        buf_putc(out, '-');
    }
    bool exponent = d.exponent < -4 || d.exponent >= 16 || (value != 0 && fabs(value) < 1e-4);
    if (exponent) {
        buf_putc(out, d.text[0]);
        if (d.count > 1) {
            buf_printf(out, ".%s", d.text + 1);
        }
        buf_printf(out, "e%+03d", d.exponent);
    } else if (d.exponent < 0) {
        buf_puts(out, "0.");
        buf_fill(out, '0', (size_t)(-d.exponent - 1));
        buf_puts(out, d.text);
    } else if (d.count <= d.exponent + 1) {
        buf_puts(out, d.text);
        buf_fill(out, '0', (size_t)(d.exponent + 1 - d.count));
        buf_puts(out, ".0");
    } else {
        buf_put(out, d.text, (size_t)d.exponent + 1);
        buf_printf(out, ".%s", d.text + d.exponent + 1);
    }
}

void print_double(double value, struct buf *out)
{
    put_number(value, DTYPE_FLOAT64, out);
}

void print_float32(float value, struct buf *out)
{
    put_number((double)value, DTYPE_FLOAT32, out);
}

void print_float16(float value, struct buf *out)
{
    put_number((double)value, DTYPE_FLOAT16, out);
}
