/* Tests the shortest digits of a number against a search that prints every length and reads it
 * back. */
#include "expect.h"
#include "helpers.h"
#include "tensor/print/digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_digits(void);

/* The digits of "d.ddde+xx" with as few of them as read back. */
static void search(float value, char *text, size_t size, int *exponent)
{
    char line[40];
    int length = 1;
    do {
        snprintf(line, sizeof line, "%.*e", length - 1, (double)value);
        length++;
    } while (strtof(line, NULL) != value);
    size_t n = 0;
    for (const char *p = line; *p != 'e'; p++) {
        if (*p != '.' && n + 1 < size) {
            text[n++] = *p;
        }
    }
    text[n] = '\0';
    *exponent = atoi(strchr(line, 'e') + 1);
}

static void check(float value)
{
    struct digits found = digits_shortest((double)value, DTYPE_FLOAT32);
    char text[40];
    int exponent;
    search(value, text, sizeof text, &exponent);
    EXPECT(strcmp(found.text, text) == 0 && found.exponent == exponent, "%.9g: %s e%d, not %s e%d",
           (double)value, found.text, found.exponent, text, exponent);
    EXPECT(found.count == (int)strlen(found.text), "%.9g: %d digits", (double)value, found.count);
}

/* Numbers of all bits around the bounds of the quick way: 2^-11, 1, 2^24. Powers of two are the
 * one case where the search can miss an upper neighbour: the table below. */
START_TEST(every_size)
{
    unsigned state = 12345;
    for (int exponent = -20; exponent < 28; exponent++) {
        for (int k = 0; k < 400; k++) {
            state = state * 1664525U + 1013904223U;
            check((float)ldexp((double)((state >> 9) | 0x800001U), exponent - 24));
        }
    }
}
END_TEST

START_TEST(decimals)
{
    for (int k = 1; k < 20000; k++) {
        float hundredth = (float)(k / 100.0), thousandth = (float)(k / 1000.0);
        check(hundredth);
        check(thousandth);
        check((float)k);
    }
}
END_TEST

START_TEST(numbers)
{
    static const struct {
        double value;
        int exponent;
        const char *text;
    } cases[] = {
        {0, 0, "0"},
        {0.5, -1, "5"},
        {1, 0, "1"},
        {-2.5, 0, "25"},
        {16777215, 7, "16777215"},
        {16777216, 7, "16777216"},
        {9.5367431640625e-07, -7, "9536743"}, /* 2^-20 */
        {0.0009765625, -4, "9765625"},        /* 2^-10 */
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct digits found = digits_shortest(cases[k].value, DTYPE_FLOAT32);
        EXPECT(strcmp(found.text, cases[k].text) == 0 && found.exponent == cases[k].exponent,
               "%.9g: %s e%d", cases[k].value, found.text, found.exponent);
        EXPECT(found.negative == (cases[k].value < 0), "%.9g: sign", cases[k].value);
    }
}
END_TEST

Suite *suite_digits(void)
{
    Suite *s = suite_create("digits");
    TCase *t = tcase_create("digits");
    tcase_add_test(t, every_size);
    tcase_add_test(t, decimals);
    tcase_add_test(t, numbers);
    suite_add_tcase(s, t);
    return s;
}
