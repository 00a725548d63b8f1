/* A double as text. */
#ifndef QKV_BASE_NUMBER_H
#define QKV_BASE_NUMBER_H

#include "base/buf.h"

/* The shortest text that reads back as the same number, as Python's repr writes it: "0.1", "1.0",
 * "1e-05", "1e+16", "inf", "-inf", "nan". Independent of the locale. */
void number_text(double value, struct buf *out);

/* Two numbers beside one another: four digits of each, or as many more as it takes to see that they
 * differ. */
void number_apart(double a, double b, struct buf *a_out, struct buf *b_out);

#endif
