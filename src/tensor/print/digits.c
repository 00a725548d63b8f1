/* Finds the shortest digits by trial: print with few digits, read back, compare. The C library
 * rounds both ways correctly, so the result is that of the exact algorithms (Steele and White,
 * Gay's mode 0, Dragon4).
 *
 * One case needs care: below a power of two the neighbours lie twice as close as above it, so the
 * nearest decimal of some length can miss the number while its upper neighbour hits it. */
#include "tensor/print/digits.h"

#include "tensor/compute/half.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool reads_back(const char *text, double value, enum dtype dtype)
{
    if (dtype != DTYPE_FLOAT64) {
        return half_round(dtype, strtof(text, NULL)) == (float)value;
    }
    return strtod(text, NULL) == value;
}

/* "d.ddde+xx" with its last digit one higher, carried to the left. "9.9" has no such neighbour of
 * the same length worth trying: it would be a shorter one. */
static bool next_digit(char *text)
{
    char *end = strchr(text, 'e');
    for (char *c = end - 1; c >= text; c--) {
        if (*c == '.') {
            continue;
        }
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
    if (reads_back(text, value, dtype)) {
        return true;
    }
    int exponent;
    if (frexp(value, &exponent) != 0.5) {
        return false;
    }
    return next_digit(text) && reads_back(text, value, dtype);
}

static void parse(const char *text, struct digits *out)
{
    out->count = 0;
    for (; *text != 'e'; text++) {
        if (*text != '.' && out->count < DIGITS_MAX) {
            out->text[out->count++] = *text;
        }
    }
    out->exponent = atoi(text + 1);
    while (out->count > 1 && out->text[out->count - 1] == '0') {
        out->count--;
    }
    out->text[out->count] = '\0';
}

/* --- float32 of everyday size, in whole numbers ---
 *
 * Lists of cells are long, so the usual case goes without printing and reading back. The number is
 * part * 2^-shift with 24 bits of part; part * 10^places fits 64 bits, and so does every comparison
 * below: nothing is rounded on the way. */

#define FAST_SHIFT_MAX 34 /* down to 2^-11 */
#define FAST_PLACES_MAX 11

static void put_digits(uint64_t number, int places, struct digits *out)
{
    char back[24] = {0};
    int count = 0;
    for (; number > 0; number /= 10) {
        back[count++] = (char)('0' + number % 10);
    }
    out->exponent = count - 1 - places;
    int zeros = 0;
    while (zeros < count - 1 && back[zeros] == '0') {
        zeros++;
    }
    out->count = count - zeros;
    for (int k = 0; k < out->count; k++) {
        out->text[k] = back[count - 1 - k];
    }
    out->text[out->count] = '\0';
}

/* The nearest number of so many decimal places, halves to even; whether it reads back: it must lie
 * less than half a unit of part away. At half a unit the even neighbour is read. */
static bool nearest_decimal(uint64_t part, int shift, uint64_t power, uint64_t *number)
{
    uint64_t scaled = part * power, one = (uint64_t)1 << shift;
    uint64_t below = scaled >> shift, rest = scaled & (one - 1);
    bool up = rest > one - rest || (rest == one - rest && (below & 1) != 0);
    uint64_t away = 2 * (up ? one - rest : rest);
    *number = below + (up ? 1 : 0);
    return away < power || (away == power && (part & 1) == 0);
}

/* size > 0; false: not of everyday size, or a power of two, whose neighbours lie unevenly. */
static bool shortest_float32(double size, struct digits *out)
{
    static const uint64_t power[] = {1,         10,         100,         1000,
                                     10000,     100000,     1000000,     10000000,
                                     100000000, 1000000000, 10000000000, 100000000000};
    int exponent;
    double fraction = frexp(size, &exponent);
    int shift = 24 - exponent;
    if (fraction == 0.5 || shift < 0 || shift > FAST_SHIFT_MAX) {
        return false;
    }
    uint64_t part = (uint64_t)ldexp(fraction, 24), number;
    /* Six digits always survive: fewer need not be tried, they show as zeros at the end. */
    for (int places = size >= 1 ? 0 : 5; places <= FAST_PLACES_MAX; places++) {
        if (nearest_decimal(part, shift, power[places], &number)) {
            put_digits(number, places, out);
            return true;
        }
    }
    return false;
}

struct digits digits_shortest(double value, enum dtype dtype)
{
    struct digits out = {.negative = signbit(value) != 0, .count = 1, .text = "0"};
    double size = fabs(value);
    if (size == 0 || (dtype == DTYPE_FLOAT32 && shortest_float32(size, &out))) {
        return out;
    }
    /* Any 15 digits (6 for float32) survive the way through a normal number, so nothing shorter has
     * to be tried: it would show as trailing zeros. */
    bool normal = size >= (dtype == DTYPE_FLOAT64 ? DBL_MIN : (double)FLT_MIN);
    int length = !normal || dtype_is_short_float(dtype) ? 1
                 : dtype == DTYPE_FLOAT32               ? FLT_DIG
                                                        : DBL_DIG;
    int longest = dtype == DTYPE_FLOAT64 ? DIGITS_MAX : 9;
    char text[DIGITS_MAX + 16];
    while (length < longest && !try_length(text, sizeof text, size, dtype, length)) {
        length++;
    }
    if (length == longest) {
        snprintf(text, sizeof text, "%.*e", longest - 1, size);
    }
    parse(text, &out);
    return out;
}
