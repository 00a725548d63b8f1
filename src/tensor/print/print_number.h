/* Finds the shortest digits of a number. */
#pragma once

#include "base/buf.h"

/* The shortest text that reads back as the same number: Python's repr of a float ("0.1", "1e-05",
 * "inf", "nan", "1.0"). Both are independent of the locale. */
void print_double(double value, struct buf *out);
void print_float32(float value, struct buf *out); /* shortest for float32, as NumPy prints one */
void print_float16(float value, struct buf *out); /* value: a float16 */
