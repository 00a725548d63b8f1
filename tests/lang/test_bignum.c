/* Tests base/bignum: against plain 64-bit arithmetic where that suffices, and against its own laws.
 */
#include "base/bignum.h"
#include "base/bignum_divide.h"
#include "base/bignum_double.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_bignum(void);

static struct bignum parsed(const char *text)
{
    struct bignum n;
    bool negative = text[0] == '-';
    ck_assert(bignum_parse(text + negative, strlen(text) - negative, 10, &n));
    n.negative = negative && n.count > 0;
    return n;
}

static void check_text(const struct bignum *n, int base, const char *expected)
{
    struct buf text = {0};
    bignum_text(n, base, &text);
    ck_assert_str_eq(buf_text(&text), expected);
    buf_free(&text);
}

#define GOOGOL_SQUARED                                                                             \
    "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" \
    "00"                                                                                           \
    "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" \
    "00"                                                                                           \
    "0000000000000"

/* clang-format off */
static const char *const numbers[] = {
    "0", "1", "-1", "7", "-10", "4294967295", "4294967296", "-4294967297", "18446744073709551615",
    "18446744073709551616", "-18446744069414584320", "79228162514264337593543950335",
    "340282366920938463463374607431768211456", "-340282366920938463463374607431768211457",
    "6277101735386680763835789423207666416102355444464034512895", GOOGOL_SQUARED,
};
/* clang-format on */
#define COUNT (int)(sizeof numbers / sizeof numbers[0])

START_TEST(text_comes_back)
{
    struct bignum n = parsed(numbers[_i]);
    check_text(&n, 10, numbers[_i]);
    bignum_free(&n);
}
END_TEST

/* q * b + r == a, and r has b's sign and is smaller. */
static void check_division(const struct bignum *a, const struct bignum *b)
{
    struct bignum q, r, product, sum;
    ck_assert(bignum_divide(a, b, &q, &r) && bignum_multiply(&q, b, &product) &&
              bignum_add(&product, &r, false, &sum));
    ck_assert_int_eq(bignum_compare(&sum, a), 0);
    ck_assert(r.count == 0 || r.negative == b->negative);
    struct bignum size = *b;
    size.negative = r.negative = false;
    ck_assert_int_eq(bignum_compare(&r, &size), -1);
    bignum_free(&q);
    bignum_free(&r);
    bignum_free(&product);
    bignum_free(&sum);
}

START_TEST(division_undoes_multiplication)
{
    struct bignum a = parsed(numbers[_i]);
    for (int k = 1; k < COUNT; k++) {
        struct bignum b = parsed(numbers[k]);
        check_division(&a, &b);
        bignum_free(&b);
    }
    bignum_free(&a);
}
END_TEST

/* Digits at their edges: where the first guess at a digit of the quotient is one or two too many.
 */
static struct bignum of_edges(int number, int count)
{
    static const char *const edges[] = {"00000000", "00000001", "7fffffff", "80000000", "ffffffff"};
    char text[8 * 4 + 1] = "";
    struct bignum n;
    for (int k = 0; k < count; k++, number /= 5) {
        strcat(text, edges[number % 5]);
    }
    ck_assert(bignum_parse(text, strlen(text), 16, &n));
    return n;
}

START_TEST(division_of_digits_at_their_edges)
{
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
        struct bignum a = of_edges(i, 4);
        for (int k = 1; k < 5 * 5 * 5; k += 2) {
            struct bignum b = of_edges(k, 3);
            check_division(&a, &b);
            bignum_free(&b);
        }
        bignum_free(&a);
    }
}
END_TEST

/* a & b and a | b make up a + b, a ^ b is their difference, and shifts are powers of two. */
START_TEST(bits_add_up)
{
    struct bignum a = parsed(numbers[_i]), both, either, one, sum, bits, back;
    for (int k = 0; k < COUNT; k++) {
        struct bignum b = parsed(numbers[k]);
        ck_assert(bignum_logic('&', &a, &b, &both) && bignum_logic('|', &a, &b, &either) &&
                  bignum_logic('^', &a, &b, &one) && bignum_add(&a, &b, false, &sum) &&
                  bignum_add(&both, &either, false, &bits));
        ck_assert_int_eq(bignum_compare(&sum, &bits), 0);
        bignum_free(&bits);
        ck_assert(bignum_add(&either, &both, true, &bits));
        ck_assert_int_eq(bignum_compare(&one, &bits), 0);
        ck_assert(bignum_shift(&a, 37 * k, &back));
        bignum_free(&bits);
        ck_assert(bignum_shift(&back, -37 * k, &bits));
        ck_assert_int_eq(bignum_compare(&a, &bits), 0);
        bignum_free(&b);
        bignum_free(&both);
        bignum_free(&either);
        bignum_free(&one);
        bignum_free(&sum);
        bignum_free(&bits);
        bignum_free(&back);
    }
    bignum_free(&a);
}
END_TEST

static const struct {
    int64_t a, b;
} pairs[] = {{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {INT64_MIN, 3}, {INT64_MAX, -5}, {0, 9}, {-1, 64}};

START_TEST(small_numbers_agree_with_int64)
{
    int64_t a = pairs[_i].a, b = pairs[_i].b, got;
    uint32_t stores[2][2];
    struct bignum x = bignum_small(a, stores[0]), y = bignum_small(b, stores[1]), q, r, s;
    bool down = a % b != 0 && (a < 0) != (b < 0);
    ck_assert(bignum_divide(&x, &y, &q, &r) && bignum_shift(&x, -3, &s));
    ck_assert(bignum_fits(&q, &got) && got == a / b - down);
    ck_assert(bignum_fits(&r, &got) && got == a % b + (down ? b : 0));
    ck_assert(bignum_fits(&s, &got) && got == (a >= 0 ? a / 8 : -((-(a + 1)) / 8) - 1));
    ck_assert(bignum_double(&x) == (double)a);
    bignum_free(&q);
    bignum_free(&r);
    bignum_free(&s);
}
END_TEST

static const struct {
    const char *number;
    double nearest;
} doubles[] = {
    {"9007199254740993", 0x1p53},                   /* a tie, to even */
    {"9007199254740995", 0x1.0000000000002p53},     /* a tie, to even, upwards */
    {"18446744073709553664", 0x1p64},               /* a tie at 2^64 */
    {"18446744073709553665", 0x1.0000000000001p64}, /* just above it */
    {"-340282366920938463463374607431768211457", -0x1p128},
    {GOOGOL_SQUARED, 1e200},
};

START_TEST(doubles_are_the_nearest)
{
    struct bignum n = parsed(doubles[_i].number), back, one;
    uint32_t store[2];
    double ratio;
    ck_assert(bignum_double(&n) == doubles[_i].nearest);
    one = bignum_small(1, store);
    ck_assert(bignum_ratio(&n, &one, &ratio) && ratio == doubles[_i].nearest);
    ck_assert(bignum_of_double(doubles[_i].nearest, &back));
    ck_assert(bignum_double(&back) == doubles[_i].nearest);
    bignum_free(&n);
    bignum_free(&back);
}
END_TEST

START_TEST(other_bases)
{
    struct bignum n = parsed("-18446744073709551616");
    check_text(&n, 16, "-10000000000000000");
    check_text(&n, 8, "-2000000000000000000000");
    ck_assert_uint_eq(bignum_bits(&n), 65);
    bignum_free(&n);
    ck_assert(bignum_parse("zz0000000000000000", 18, 36, &n));
    check_text(&n, 36, "zz0000000000000000");
    bignum_free(&n);
}
END_TEST

Suite *suite_bignum(void)
{
    Suite *s = suite_create("bignum");
    TCase *t = tcase_create("bignum");
    tcase_add_loop_test(t, text_comes_back, 0, COUNT);
    tcase_add_loop_test(t, division_undoes_multiplication, 0, COUNT);
    tcase_add_test(t, division_of_digits_at_their_edges);
    tcase_add_loop_test(t, bits_add_up, 0, COUNT);
    tcase_add_loop_test(t, small_numbers_agree_with_int64, 0,
                        (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_loop_test(t, doubles_are_the_nearest, 0, (int)(sizeof doubles / sizeof doubles[0]));
    tcase_add_test(t, other_bases);
    suite_add_tcase(s, t);
    return s;
}
