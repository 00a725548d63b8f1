/* Finds the shortest decimal digits that read back as the same number: what Python's repr and
 * NumPy's arrays show. */
#pragma once

#include "tensor/shape/tensor.h"

#include <stdbool.h>

#define DIGITS_MAX 17

struct digits {    /* d1.d2d3... x 10^exponent */
    bool negative; /* -0.0 included */
    int count;     /* >= 1; no trailing zeros */
    int exponent;
    char text[DIGITS_MAX + 1];
};

/* value must be finite; it must read back as the same number of this dtype, a float. */
struct digits digits_shortest(double value, enum dtype dtype);
