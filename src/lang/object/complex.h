/* A complex number of the language is a pair of doubles. */
#pragma once

#include "lang/object/value.h"

struct complex {
    struct object object;
    double re, im;
};

extern const struct slots complex_slots;

bool complex_is(struct value v);
bool complex_new(struct interp *in, double re, double im, struct value *out);
/* a ** b of two pairs. */
bool complex_power(struct interp *in, const double a[2], const double b[2], struct value *out);
