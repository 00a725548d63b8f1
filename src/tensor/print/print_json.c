/* Writes numbers of a tensor as JSON. */
#include "tensor/print/print_json.h"

#include "tensor/print/print_number.h"

#include <math.h>

void print_json_number(double value, enum dtype dtype, struct buf *out)
{
    if (isnan(value)) {
        buf_puts(out, "\"NaN\"");
    } else if (isinf(value)) {
        buf_puts(out, value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    } else if (dtype == DTYPE_FLOAT32) {
        print_float32((float)value, out);
    } else {
        print_double(value, out);
    }
}

void print_json_cell(const struct tensor *t, int64_t place, struct buf *out)
{
    if (dtype_is_float(t->dtype)) {
        print_json_number(tensor_double_at(t, place), t->dtype, out);
    } else if (t->dtype == DTYPE_COMPLEX64) {
        struct complex64 z = ((const struct complex64 *)t->storage->data)[place];
        buf_putc(out, '[');
        print_json_number((double)z.re, DTYPE_FLOAT32, out);
        buf_putc(out, ',');
        print_json_number((double)z.im, DTYPE_FLOAT32, out);
        buf_putc(out, ']');
    } else if (t->dtype == DTYPE_BOOL) {
        buf_puts(out, tensor_int_at(t, place) != 0 ? "true" : "false");
    } else {
        buf_printf(out, "%lld", (long long)tensor_int_at(t, place));
    }
}
