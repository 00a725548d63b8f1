/* A double as text. */
#ifndef QKV_BASE_NUMBER_H
#define QKV_BASE_NUMBER_H

#include "base/buf.h"

/* The shortest text that reads back as the same number, as Python's repr writes it: "0.1", "1.0",
 * "1e-05", "1e+16", "inf", "-inf", "nan". Independent of the locale. */
void number_text(double value, struct buf *out);

#endif
