/* Writes a double as text. */
#pragma once

#include "base/buf.h"

/* The shortest text that reads back as the same number, as Python's repr writes it: "0.1", "1.0",
 * "1e-05", "1e+16", "inf", "-inf", "nan". Independent of the locale. */
void number_text(double value, struct buf *out);

#define NUMBER_INTEGER 24
/* A whole number's digits, without a NUL; gives their count. */
int number_integer(int64_t value, char *text);
#define NUMBER_FIXED 32
/* What "%.*f" writes, of numbers from 0 to 10^9 and up to 9 decimals; without a NUL. 0: not of this
 * one. */
int number_fixed(double value, int decimals, char *text);

/* Two numbers beside one another: four digits of each, or as many more as it takes to see that they
 * differ. */
void number_apart(double a, double b, struct buf *a_out, struct buf *b_out);
