/* Reads a formula with its numbers as it is printed ("(0.5 - 2) * 0.1 + 3") and computes it again
 * in double. Shares nothing with the program under test: what it understands is what stands there.
 */
#pragma once

#include <stdbool.h>

struct recomputed {
    double value;
    double size; /* of the largest sums on the way, as a measure of what rounding may change */
    int steps;   /* operations */
};

/* False: the text has words, or dots in place of terms, and is no formula to compute. */
bool recompute(const char *text, struct recomputed *out);
