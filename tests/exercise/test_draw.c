/* Tests how a student's numbers are drawn: the same bytes on every machine. The expected ones were
 * computed with another implementation of BLAKE2b (Python's hashlib), from the description in
 * draw.c. */
#include "exercise/draw.h"

#include "expect.h"

#include <stdio.h>
#include <string.h>

Suite *suite_draw(void);

static struct seed student(const char *secret, size_t len, const char *student_name,
                           const char *lesson, const char *exercise, const char *version)
{
    struct seed s;
    struct error err = {0};
    EXPECT(seed_of_student(&s, secret, len, student_name, lesson, exercise, version, &err), "%s",
           err.text);
    return s;
}

static struct seed ada(void)
{
    return student("correct horse", 13, "ada-1815", "weight-splits", "shape-of-scores", "1");
}

static void expect_seed(const struct seed *s, const char *hex, const char *code)
{
    char text[2 * SEED_BYTES + 1], own[CODE_SIZE];
    for (int k = 0; k < SEED_BYTES; k++) {
        snprintf(text + 2 * k, 3, "%02x", s->bytes[k]);
    }
    seed_code(s, own);
    ck_assert_str_eq(text, hex);
    ck_assert_str_eq(own, code);
}

START_TEST(seeds_are_known)
{
    char secret[100];
    struct seed s = ada();
    expect_seed(&s, "4fb688120b0a938396bb7aa3be5923a9e93d9e70f6606996f376fb7f82e786fd",
                "4HYC-M9WD");
    seed_of_number(&s, 7, "shape-of-scores");
    expect_seed(&s, "d785f046d909916eed4fe10ffaab418a3b6981dcd75d210926e3c566431fac4d",
                "DC4Y-KXVN");
    memset(secret, 'x', sizeof secret); /* longer than a key can be */
    s = student(secret, sizeof secret, "", "", "", "");
    expect_seed(&s, "6d347438446e8bf74d96d2bd758e1759b1e9bc735992ea7e506bae2efc4ed875",
                "X4TC-89XK");
}
END_TEST

START_TEST(numbers_are_known)
{
    struct seed s = ada();
    struct draws d;
    draws_begin(&d, &s, 0);
    ck_assert(draws_next(&d) == 0x7f07403506e1e6d6);
    ck_assert(draws_next(&d) == 0xbb9f75b4881cbb7c);
    ck_assert(draws_next(&d) == 0x83e9cef84f1ed98a);
    draws_begin(&d, &s, 1);
    ck_assert(draws_next(&d) == 0x50a36f8df6fdb986);
    ck_assert(draws_next(&d) == 0x311be9bfb52ca3cf);
    int order[6];
    static const int known[6] = {4, 5, 3, 1, 0, 2};
    draws_begin(&d, &s, 2);
    draws_shuffle(&d, order, 6);
    ck_assert(memcmp(order, known, sizeof known) == 0);
}
END_TEST

/* Each word changes the seed; where one ends and the next begins counts, too. */
START_TEST(no_two_students_share_a_seed)
{
    struct seed seeds[] = {
        ada(),
        student("correct hors", 12, "ada-1815", "weight-splits", "shape-of-scores", "1"),
        student("correct horse", 13, "ada-181", "5weight-splits", "shape-of-scores", "1"),
        student("correct horse", 13, "ada-1815", "weight-splits", "shape-of-score", "s1"),
        student("correct horse", 13, "ada-1815", "weight-splits", "", "shape-of-scores1"),
        student("correct horse", 13, "ada-1815", "weight-splits", "shape-of-scores", "2"),
    };
    int count = (int)(sizeof seeds / sizeof seeds[0]);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            EXPECT(memcmp(&seeds[i], &seeds[j], sizeof seeds[i]) != 0, "%d and %d", i, j);
        }
    }
}
END_TEST

START_TEST(a_short_secret_is_refused)
{
    struct seed s;
    struct error err = {0};
    ck_assert(!seed_of_student(&s, "1234567", 7, "a", "b", "c", "1", &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_str_eq(err.text, "a secret of 7 bytes can be guessed; it must have at least 8");
}
END_TEST

START_TEST(each_number_is_as_likely)
{
    enum { LIMIT = 7, DRAWS = 70000 };
    struct seed s;
    struct draws d;
    int seen[LIMIT] = {0};
    seed_of_number(&s, 1, "");
    draws_begin(&d, &s, 0);
    for (int k = 0; k < DRAWS; k++) {
        uint64_t n = draws_below(&d, LIMIT);
        EXPECT(n < LIMIT, "%llu", (unsigned long long)n);
        seen[n]++;
    }
    for (int k = 0; k < LIMIT; k++) { /* five standard deviations of 10,000 */
        EXPECT(seen[k] > 9535 && seen[k] < 10465, "%d came %d times", k, seen[k]);
    }
    ck_assert(draws_below(&d, 1) == 0);
    /* a limit that half of all numbers are above: these are drawn again */
    for (int k = 0; k < 100; k++) {
        EXPECT(draws_below(&d, (UINT64_MAX >> 1) + 2) <= (UINT64_MAX >> 1) + 1, "too large");
    }
}
END_TEST

START_TEST(a_shuffle_is_a_permutation)
{
    struct seed s;
    struct draws d;
    int first[9] = {0};
    seed_of_number(&s, 2, "");
    draws_begin(&d, &s, 1);
    for (int k = 0; k < 900; k++) {
        int at[9], sum = 0;
        draws_shuffle(&d, at, 9);
        for (int i = 0; i < 9; i++) {
            sum |= 1 << at[i];
        }
        EXPECT(sum == 0x1ff, "something is lost");
        first[at[0]]++;
    }
    for (int k = 0; k < 9; k++) {
        EXPECT(first[k] > 50 && first[k] < 150, "%d is first %d times", k, first[k]);
    }
    draws_shuffle(&d, first, 0);
}
END_TEST

Suite *suite_draw(void)
{
    Suite *s = suite_create("draw");
    TCase *t = tcase_create("draw");
    tcase_add_test(t, seeds_are_known);
    tcase_add_test(t, numbers_are_known);
    tcase_add_test(t, no_two_students_share_a_seed);
    tcase_add_test(t, a_short_secret_is_refused);
    tcase_add_test(t, each_number_is_as_likely);
    tcase_add_test(t, a_shuffle_is_a_permutation);
    suite_add_tcase(s, t);
    return s;
}
