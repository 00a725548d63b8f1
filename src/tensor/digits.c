/* Shortest digits by trial: print with few digits, read back, compare. The C library rounds both
 * ways correctly, so the result is that of the exact algorithms (Steele and White, Gay's mode 0,
 * Dragon4).
 *
 * One case needs care: below a power of two the neighbours lie twice as close as above it, so the
 * nearest decimal of some length can miss the number while its upper neighbour hits it. */
#include "tensor/digits.h"

#include "tensor/half.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reads_back(const char *text, double value, enum dtype dtype)
{
    if (dtype != DTYPE_FLOAT64)
        return half_round(dtype, strtof(text, NULL)) == (float)value;
    return strtod(text, NULL) == value;
}

/* "d.ddde+xx" with its last digit one higher, carried to the left. "9.9" has no such neighbour of
 * the same length worth trying: it would be a shorter one. */
static bool next_digit(char *text)
{
    char *end = strchr(text, 'e');
    for (char *c = end - 1; c >= text; c--) {
        if (*c == '.')
            continue;
        if (*c != '9') {
            (*c)++;
            return true;
        }
        *c = '0';
    }
    return false;
}

/* value > 0. Leaves the text in the form d.ddde+xx. */
static bool try_length(char *text, size_t size, double value, enum dtype dtype, int length)
{
    snprintf(text, size, "%.*e", length - 1, value);
    if (reads_back(text, value, dtype))
        return true;
    int exponent;
    if (frexp(value, &exponent) != 0.5)
        return false;
    return next_digit(text) && reads_back(text, value, dtype);
}

static void parse(const char *text, struct digits *out)
{
    out->count = 0;
    for (; *text != 'e'; text++)
        if (*text != '.' && out->count < DIGITS_MAX)
            out->text[out->count++] = *text;
    out->exponent = atoi(text + 1);
    while (out->count > 1 && out->text[out->count - 1] == '0')
        out->count--;
    out->text[out->count] = '\0';
}

struct digits digits_shortest(double value, enum dtype dtype)
{
    struct digits out = {.negative = signbit(value) != 0, .count = 1, .text = "0"};
    double size = fabs(value);
    if (size == 0)
        return out;
    /* Any 15 digits (6 for float32) survive the way through a normal number, so nothing shorter has
     * to be tried: it would show as trailing zeros. */
    bool normal = size >= (dtype == DTYPE_FLOAT64 ? DBL_MIN : (double)FLT_MIN);
    int length = !normal || dtype_is_short_float(dtype) ? 1
                 : dtype == DTYPE_FLOAT32               ? FLT_DIG
                                                        : DBL_DIG;
    int longest = dtype == DTYPE_FLOAT64 ? DIGITS_MAX : 9;
    char text[DIGITS_MAX + 16];
    while (length < longest && !try_length(text, sizeof text, size, dtype, length))
        length++;
    if (length == longest)
        snprintf(text, sizeof text, "%.*e", longest - 1, size);
    parse(text, &out);
    return out;
}
