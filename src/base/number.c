/* Finds the shortest decimal text of a double. printf and strtod are exact, so the shortest number
 * of digits is found by trying: 15 digits, when they suffice, are right after their trailing zeros
 * are dropped; else 16 or 17 are needed. Subnormals have fewer digits and are tried from 1. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 17

struct decimal {
    char digits[MOST_DIGITS + 1]; /* no point, no trailing zeros but for "0" */
    int count;
    int exponent; /* value = 0.d1d2d3... * 10^(exponent + 1) */
};

/* Of a finite value. printf's decimal point is the locale's: digits are taken by their class. */
static void to_decimal(double value, int digits, struct decimal *d)
{
    char text[40];
    const char *c = text;
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    for (d->count = 0; *c != 'e'; c++) {
        if (*c >= '0' && *c <= '9') {
            d->digits[d->count++] = *c;
        }
    }
    d->exponent = (int)strtol(c + 1, NULL, 10);
}

static double from_decimal(const struct decimal *d)
{
    char text[48];
    snprintf(text, sizeof text, "%.*se%d", d->count, d->digits, d->exponent - d->count + 1);
    return strtod(text, NULL);
}

/* Just above a power of two the doubles are wider apart than just below it, so the next decimal up
 * may read back although the nearest one does not. */
static void next_up(struct decimal *d)
{
    int k = d->count - 1;
    while (k >= 0 && d->digits[k] == '9') {
        d->digits[k--] = '0';
    }
    if (k >= 0) {
        d->digits[k]++;
    } else {
        d->digits[0] = '1';
        d->exponent++;
    }
}

int number_integer(int64_t value, char *text)
{
    char turned[NUMBER_INTEGER];
    uint64_t x = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int count = 0, len = 0;
    do {
        turned[count++] = (char)('0' + x % 10);
        x /= 10;
    } while (x != 0);
    if (value < 0) {
        text[len++] = '-';
    }
    while (count > 0) {
        text[len++] = turned[--count];
    }
    return len;
}

/* The part behind the point is m * 2^-s exactly. m * 10^decimals, which has less than 84 bits, is
 * taken apart at bit 32, and cut at the point. */
int number_fixed(double value, int decimals, char *text)
{
    static const uint64_t powers[] = {1,      10,      100,      1000,      10000,
                                      100000, 1000000, 10000000, 100000000, 1000000000};
    int exponent;
    if (!(value >= 0 && value < 1e9) || decimals < 0 || decimals > 9) {
        return 0;
    }
    uint64_t power = powers[decimals], all = (uint64_t)value * power;
    double fraction = frexp(value - floor(value), &exponent); /* m = fraction * 2^53 */
    uint64_t m = (uint64_t)ldexp(fraction, 53), low = (m & UINT32_MAX) * power;
    uint64_t high = (m >> 32) * power + (low >> 32);
    int s = 53 - exponent - 32; /* from 21 on */
    if (s < 64) {               /* else less than half */
        uint64_t rest = high & (((uint64_t)1 << s) - 1), half = (uint64_t)1 << (s - 1);
        bool exact = rest == half && (low & UINT32_MAX) == 0;
        all += high >> s;
        all += exact ? all & 1 : rest >= half; /* to even, as printf does */
    }
    int len = number_integer((int64_t)(all / power), text);
    if (decimals > 0) {
        uint64_t behind = all % power;
        text[len++] = '.';
        for (int k = decimals - 1; k >= 0; k--) {
            text[len++] = (char)('0' + behind / powers[k] % 10);
        }
    }
    return len;
}

static bool reads_back(double value, int digits, bool power_of_two, struct decimal *d)
{
    to_decimal(value, digits, d);
    if (from_decimal(d) == value) {
        return true;
    }
    if (power_of_two) {
        next_up(d);
        return from_decimal(d) == value;
    }
    return false;
}

/* Up to 15 digits, none of them a zero at the end. A whole number below 2^53 over a power of ten
 * that is a double is divided with one rounding: where that gives the value, these digits read
 * back, and no others of so few do. */
static bool few_digits(double value, struct decimal *d)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    for (int k = 0; value >= 1e-5 && k < 16; k++) {
        double scaled = nearbyint(value * powers[k]);
        if (scaled >= 1e15) {
            break;
        }
        if (scaled / powers[k] != value) {
            continue;
        }
        char text[NUMBER_INTEGER];
        int len = number_integer((int64_t)scaled, text);
        memcpy(d->digits, text, (size_t)len);
        d->count = len;
        d->exponent = len - 1 - k;
        return true;
    }
    return false;
}

static void shortest(double value, struct decimal *d)
{
    int exponent;
    if (few_digits(value, d)) {
        while (d->count > 1 && d->digits[d->count - 1] == '0') {
            d->count--;
        }
        return;
    }
    bool power_of_two = frexp(value, &exponent) == 0.5;
    bool normal = value >= 0x1p-1022;
    int digits = normal && !power_of_two ? 15 : 1;
    while (digits < MOST_DIGITS && !reads_back(value, digits, power_of_two, d)) {
        digits++;
    }
    if (digits == MOST_DIGITS) {
        to_decimal(value, digits, d);
    }
    while (d->count > 1 && d->digits[d->count - 1] == '0') {
        d->count--;
    }
}

void number_text(double value, struct buf *out)
{
    struct decimal d;
    if (isnan(value)) {
        buf_puts(out, "nan");
        return;
    }
    if (signbit(value)) {
        buf_putc(out, '-');
        value = -value;
    }
    if (isinf(value)) {
        buf_puts(out, "inf");
        return;
    }
    if (value == 0) {
        buf_puts(out, "0.0");
        return;
    }
    shortest(value, &d);
    if (d.exponent < -4 || d.exponent >= 16) {
        buf_putc(out, d.digits[0]);
        if (d.count > 1) {
            buf_putc(out, '.');
            buf_put(out, d.digits + 1, (size_t)d.count - 1);
        }
        buf_printf(out, "e%c%02d", d.exponent < 0 ? '-' : '+', abs(d.exponent));
    } else if (d.exponent < 0) {
        buf_puts(out, "0.");
        buf_fill(out, '0', (size_t)(-d.exponent - 1));
        buf_put(out, d.digits, (size_t)d.count);
    } else {
        int whole = d.exponent + 1 < d.count ? d.exponent + 1 : d.count;
        buf_put(out, d.digits, (size_t)whole);
        buf_fill(out, '0', (size_t)(d.exponent + 1 - whole));
        buf_putc(out, '.');
        if (whole < d.count) {
            buf_put(out, d.digits + whole, (size_t)(d.count - whole));
        } else {
            buf_putc(out, '0');
        }
    }
}

void number_apart(double a, double b, struct buf *a_out, struct buf *b_out)
{
    char x[40], y[40];
    for (int digits = 4; digits <= 17; digits++) {
        snprintf(x, sizeof x, "%.*g", digits, isnan(a) ? (double)NAN : a);
        snprintf(y, sizeof y, "%.*g", digits, isnan(b) ? (double)NAN : b);
        if (strcmp(x, y) != 0) {
            break;
        }
    }
    buf_puts(a_out, x);
    buf_puts(b_out, y);
}
