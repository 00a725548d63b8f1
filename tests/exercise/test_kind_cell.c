/* Tests exercises that ask for one number: keys against sums worked out here, forms of answers,
 * tolerance, and what is said of wrong ones. */
#include "quiz.h"

#include "expect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_kind_cell(void);

static const char lesson[] =
    "# Numbers\n\n```draw\nnum_tokens: 3..5\nseed: student\n```\n\n```python\nimport torch\n"
    "num_tokens, head_dim = 3, 4\ntorch.manual_seed(1)\n"
    "queries = torch.randn(num_tokens, head_dim)\nkeys = torch.randn(num_tokens, head_dim)\n"
    "table = torch.arange(6).view(2, 3)\n```\n\n"
    "```exercise product\nkind: cell\nof: scores\nat: num_tokens - 1, 0\ngiven: queries, keys\n\n"
    "How much?\n\n"
    "-- wrong (queries @ keys.T)[0, num_tokens - 1]\nRow and column changed places.\n```\n"
    "```exercise weight\nkind: cell\nof: weights\nat: 0, -1\ngiven: queries, keys\ndecimals: 3\n"
    "tolerance: 0.002\nshow: exp\n\nHow much?\n```\n"
    "```exercise whole\nkind: cell\nof: doubled\nat: 1, 2\ndecimals: 0\n\nHow much?\n```\n"
    "```exercise hundred\nkind: cell\nof: doubled\nat: 1, 2\ndecimals: 0\n\n"
    "How many percent?\n```\n"
    "```exercise masked\nkind: cell\nof: masked\nat: 0, 1\n\nHow much?\n```\n"
    "```exercise nothing\nkind: cell\nof: broken\nat: 0, 1\n\nHow much?\n```\n"
    "```exercise total\nkind: cell\nof: total\nat: ()\ndecimals: 0\n\nHow much?\n```\n"
    "```python\nscores = queries @ keys.T\nweights = torch.softmax(scores, dim=-1)\n"
    "doubled = table * 2.0\ntotal = doubled.sum()\n"
    "masked = scores.masked_fill(torch.ones(num_tokens, num_tokens).triu(1).bool(), -torch.inf)\n"
    "broken = masked - masked\n```\n";

/* sum over k of queries[i, k] * keys[j, k] of what was given, in double. */
static double product(const struct question *q, int64_t i, int64_t j)
{
    const struct tensor *x = &q->variant.given[0].tensor, *y = &q->variant.given[1].tensor;
    double sum = 0, unit = q->decimals == 3 ? 1000 : 100;
    for (int64_t k = 0; k < x->shape[1]; k++) {
        sum += rint(unit * tensor_double_at(x, i * x->shape[1] + k)) *
               rint(unit * tensor_double_at(y, j * y->shape[1] + k)) / (unit * unit);
    }
    return sum;
}

START_TEST(the_key_comes_from_the_numbers_as_printed)
{
    struct quiz a;
    quiz_open(&a, lesson);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct question *q = quiz_question(&a, "product", seed);
        int64_t n = q->variant.given[0].tensor.shape[0];
        double key;
        ck_assert_double_eq_tol(q->number, product(q, n - 1, 0), 0.00501);
        ck_assert_int_eq(sscanf(q->key, "%lf", &key), 1);
        ck_assert_double_eq_tol(key, q->number, 1e-9);
        ck_assert_double_eq(q->tolerance, 0.01);
        ck_assert_str_eq(q->form, "a number to 2 decimals, \xc2\xb1 0.01");
        ck_assert_int_eq(q->cell, (n - 1) * n);
        q = quiz_question(&a, "weight", seed);
        n = q->variant.given[0].tensor.shape[0];
        double sum = 0;
        for (int64_t j = 0; j < n; j++) {
            sum += exp(product(q, 0, j));
        }
        ck_assert_double_eq_tol(q->number, exp(product(q, 0, n - 1)) / sum, 0.000501);
        ck_assert_double_eq(q->tolerance, 0.002);
    }
    quiz_close(&a);
}
END_TEST

static void expect_number(struct quiz *a, double number, double share, const char *says)
{
    char text[60];
    snprintf(text, sizeof text, "%.6f", number);
    quiz_expect(a, text, NULL, share, says);
}

/* A number of fewer digits is right where it is as near to the value, or to the key that people are
 * shown, as is asked for, and only there. */
START_TEST(fewer_digits_are_right_where_they_are_near_enough)
{
    struct quiz a;
    int right = 0, wrong = 0;
    quiz_open(&a, lesson);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct question *q = quiz_question(&a, "product", seed);
        double exact = product(q, q->variant.given[0].tensor.shape[0] - 1, 0);
        for (int digits = 1; digits <= 3; digits++) {
            char text[60], reason[REASON_SIZE];
            snprintf(text, sizeof text, "%.*f", digits, exact);
            double number = strtod(text, NULL), off = fabs(number - exact);
            bool near = off <= 0.01 || fabs(number - q->number) < 0.01001;
            if (fabs(off - 0.01) < 1e-5) {
                continue; /* it hangs on the last bit */
            }
            EXPECT(quiz_judge(&a, text, NULL, reason).right == near, "%s for %s (%.5f): %s", text,
                   q->key, exact, reason);
            right += near;
            wrong += !near;
        }
    }
    ck_assert_int_gt(right, 60);
    ck_assert_int_gt(wrong, 20);
    quiz_close(&a);
}
END_TEST

START_TEST(within_the_tolerance_is_right)
{
    struct quiz a;
    quiz_open(&a, lesson);
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct question *q = quiz_question(&a, "product", seed);
        double key = q->number, exact = product(q, q->variant.given[0].tensor.shape[0] - 1, 0);
        expect_number(&a, key, 1, "Right.");
        expect_number(&a, exact + 0.0099, 1, "");
        expect_number(&a, exact - 0.0099, 1, "");
        expect_number(&a, key + 0.01, 1, "");
        expect_number(&a, key - 0.01, 1, "");
        expect_number(&a, fmax(exact, key) + 0.0101, 0, "Close");
        expect_number(&a, fmin(exact, key) - 0.0101, 0, "Close");
        char far[60], reason[REASON_SIZE];
        snprintf(far, sizeof far, "%.6f", key + 0.05);
        quiz_judge(&a, far, NULL, reason);
        EXPECT(strstr(reason, "Close") == NULL, "%s for %s: %s", far, q->key, reason);
        if (fabs(key) > 0.1) {
            expect_number(&a, -key, 0, "sign");
        }
        expect_number(&a, key + 77, 0, "The cell is sum over k = 0 ... 3 of queries");
        expect_number(&a, key, 1, "");
        int64_t n = q->variant.given[0].tensor.shape[0];
        double turned = product(q, 0, n - 1);
        if (fabs(turned - key) > 0.03) {
            expect_number(&a, turned, 0, "Row and column changed places.");
        }
        quiz_expect(&a, "-inf", NULL, 0, "finite");
    }
    quiz_close(&a);
}
END_TEST

static const struct {
    const char *name, *answer;
    double share;
    const char *says;
} answers[] = {
    {"whole", "10", 1, ""},
    {"whole", "10.0", 1, ""},
    {"whole", "20/2", 1, ""},
    {"whole", "1e1", 1, ""},
    {"whole", "10.01", 0, "another number"},
    {"whole", "-10", 0, "sign"},
    {"whole", "10 %", 0, ""},
    {"hundred", "10 %", 1, ""},
    {"hundred", "10 percent", 1, ""},
    {"hundred", "10", 1, ""},
    {"hundred", "11 %", 0, ""},
    {"whole", "2,500", -1, "comma"},
    {"whole", "ten", -1, "Write one number"},
    {"whole", " ", -1, "no answer"},
    {"masked", "-inf", 1, ""},
    {"masked", "-torch.inf", 1, ""},
    {"masked", "\xe2\x88\x92\xe2\x88\x9e", 1, ""},
    {"masked", "inf", 0, "sign"},
    {"masked", "0", 0, "got the score 0 instead of minus infinity"},
    {"masked", "7.5", 0, "no finite number"},
    {"masked", "nan", 0, ""},
    {"nothing", "nan", 1, ""},
    {"nothing", "7.5", 0, "no finite number"},
    {"nothing", "-inf", 0, ""},
    {"total", "30", 1, ""},
    {"total", "31", 0, ""},
};

START_TEST(a_number_is_judged)
{
    struct quiz a;
    quiz_open(&a, lesson);
    quiz_question(&a, answers[_i].name, 1);
    quiz_expect(&a, answers[_i].answer, NULL, answers[_i].share, answers[_i].says);
    quiz_close(&a);
}
END_TEST

START_TEST(keys_as_people_write_them)
{
    struct quiz a;
    quiz_open(&a, lesson);
    ck_assert_str_eq(quiz_question(&a, "whole", 1)->key, "10");
    ck_assert_str_eq(a.question.form, "a whole number");
    ck_assert_str_eq(quiz_question(&a, "masked", 1)->key, "-inf");
    ck_assert_str_eq(quiz_question(&a, "nothing", 1)->key, "nan");
    quiz_question(&a, "weight", 1);
    ck_assert_ptr_nonnull(
        strstr(a.question.prompt, "exp(x)    0.0067    0.0183    0.0498    0.1353"));
    ck_assert_ptr_nonnull(strstr(a.question.prompt, "keys = tensor([["));
    quiz_close(&a);
}
END_TEST

/* A number that a run with a well-known mistake gives is named by it. */
START_TEST(a_known_mistake_is_named)
{
    static const char text[] =
        "```python\nimport torch\ntorch.manual_seed(5)\nT, head_dim = 3, 4\n"
        "queries = torch.randn(T, head_dim)\nkeys = torch.randn(T, head_dim)\n"
        "values = torch.randn(T, head_dim)\n```\n"
        "```exercise one\nkind: cell\nof: weights\nat: 0, 1\ngiven: queries, keys\ndecimals: 3\n\n"
        "How much?\n```\n"
        "```python\nscores = queries @ keys.T / head_dim ** 0.5\n"
        "weights = torch.softmax(scores, dim=-1)\ncontext = weights @ values\n```\n";
    struct quiz a;
    double sum = 0, sums = 0;
    quiz_open(&a, text);
    struct question *q = quiz_question(&a, "one", 1);
    for (int64_t j = 0; j < 3; j++) {
        sum += exp(product(q, 0, j));
        sums += exp(product(q, 0, j) / 2);
    }
    expect_number(&a, exp(product(q, 0, 1) / 2) / sums, 1, "");
    expect_number(&a, exp(product(q, 0, 1)) / sum, 0,
                  "Your value is that of a run where the scores were not scaled.");
    quiz_close(&a);
}
END_TEST

/* What an answer is said to be fits it as its decimals say: a number near by is another one. Close
 * is what rounding on the way explains. */
static const struct {
    const char *lesson, *exercise;
    int draw;
    const char *answer, *says;
    bool said;
} near_by[] = {
    {"by-hand", "a-share", 1, "0.08", "[1, 3]", false}, /* it has 0.0869 */
    {"by-hand", "a-share", 1, "0.08", "[0, 1]: counted from 1", true},
    {"by-hand", "a-share", 1, "0.09", "another cell, [1, 3]", true},
    {"softmax", "a-share", 2, "0.36", "That is the power", false}, /* 0.3679 */
    {"softmax", "a-share", 2, "0.37", "That is the power", true},
    {"softmax", "a-share", 2, "0.05", "Close", false},                          /* for 0.0317 */
    {"is-or-are", "a-share-of-the-rest", 1, "0.20", "the score 0", false},      /* 0.1863 */
    {"is-or-are", "a-share-of-the-rest", 2, "0.25", "still takes part", false}, /* 0.2425 */
    {"softmax-backwards", "a-gradient-by-hand", 1, "0.10", "wrong sign", true},
    {"softmax-backwards", "a-gradient-by-hand", 8, "-0.15", "another cell", false},
    {"softmax-backwards", "a-gradient-by-hand", 4, "0.15", "average", false},
    {"two-heads", "a-fused-number", 4, "-3", "another cell", false}, /* its row is not shown */
};

START_TEST(a_number_near_by_is_another_one)
{
    struct quiz a;
    char reason[REASON_SIZE];
    quiz_open_named(&a, near_by[_i].lesson);
    quiz_question(&a, near_by[_i].exercise, (uint64_t)near_by[_i].draw);
    quiz_judge(&a, near_by[_i].answer, NULL, reason);
    EXPECT((strstr(reason, near_by[_i].says) != NULL) == near_by[_i].said, "%s: %s",
           near_by[_i].answer, reason);
    quiz_close(&a);
}
END_TEST

START_TEST(a_cell_that_is_not_there)
{
    static const char *const at[] = {"0, 3", "0", "0, 0, 0", "2, 0", "0, -4", "'a'", "0, x"};
    struct quiz a;
    struct buf text = {0};
    buf_printf(&text,
               "```python\nimport torch\ny = 1\n```\n```exercise one\nkind: cell\nof: x\nat: %s\n\n"
               "How?\n```\n```python\nx = torch.ones(2, 3)\n```\n",
               at[_i]);
    quiz_open(&a, buf_text(&text));
    ck_assert(!quiz_make(&a, "one", 1));
    ck_assert_msg(strstr(a.err.text, _i < 5 ? "is no cell of a value of the shape [2, 3]" : "`") !=
                      NULL,
                  "%s", a.err.text);
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

/* A number that is only moved is its own formula: it is not told. */
START_TEST(a_reply_does_not_tell_the_number)
{
    static const char text[] =
        "```python\nimport torch\nx = torch.tensor([1.0, 2.0])\n```\n"
        "```exercise moved\nkind: cell\nof: place\nat: 2, 1\ndecimals: 0\n\nWhich?\n```\n"
        "```exercise made\nkind: cell\nof: number\nat: 0\ndecimals: 0\n\nWhich?\n```\n"
        "```exercise sum\nkind: cell\nof: total\nat: 0\ndecimals: 0\n\nWhich?\n```\n"
        "```python\nplace = torch.arange(40).view(4, 10)\nnumber = torch.tensor([77])\n"
        "total = x.sum(0, keepdim=True)\n```\n";
    static const char *const names[] = {"moved", "made", "sum"};
    char reason[REASON_SIZE];
    struct quiz a;
    quiz_open(&a, text);
    for (int k = 0; k < 3; k++) {
        quiz_question(&a, names[k], 1);
        struct verdict v = quiz_judge(&a, "1000", NULL, reason);
        ck_assert(!v.right);
        bool told = strstr(reason, "The cell is") != NULL;
        EXPECT(told == (k == 2), "%s: %s", names[k], reason);
    }
    quiz_close(&a);
}
END_TEST

Suite *suite_kind_cell(void)
{
    Suite *s = suite_create("kind_cell");
    TCase *t = tcase_create("cell");
    tcase_add_test(t, a_reply_does_not_tell_the_number);
    tcase_add_test(t, the_key_comes_from_the_numbers_as_printed);
    tcase_add_test(t, within_the_tolerance_is_right);
    tcase_add_test(t, fewer_digits_are_right_where_they_are_near_enough);
    tcase_add_loop_test(t, a_number_is_judged, 0, (int)(sizeof answers / sizeof answers[0]));
    tcase_add_test(t, keys_as_people_write_them);
    tcase_add_test(t, a_known_mistake_is_named);
    tcase_add_loop_test(t, a_number_near_by_is_another_one, 0,
                        (int)(sizeof near_by / sizeof near_by[0]));
    tcase_add_loop_test(t, a_cell_that_is_not_there, 0, 7);
    suite_add_tcase(s, t);
    return s;
}
