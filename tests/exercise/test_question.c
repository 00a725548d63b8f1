/* Tests what holds for questions of every kind: the same bytes for the same seed, the key is an
 * answer, and nothing is left over when one cannot be made. */
#include "quiz.h"

#include "expect.h"

#include <string.h>

Suite *suite_question(void);

static const char lesson[] =
    "# All kinds\n\n```draw\nT: 3..6\nd: 2 | 4\nseed: student\nrequire: T != d\n```\n"
    "```python\nimport torch\nT, d = 3, 2\ntorch.manual_seed(1)\nq = torch.randn(T, d)\n"
    "k = torch.randn(T, d)\n```\n"
    "```exercise shape\nkind: shape\nof: scores\npoints: 2\n\nOf {{tuple(q.shape)}}?\n"
    "-- wrong (T, d)\nThat is q.\n```\n"
    "```exercise cell\nkind: cell\nof: scores\nat: 0, T - 1\ngiven: q, k\n\nHow much?\n```\n"
    "```exercise order\nkind: order\nstep: project\nstep: scores\nstep: scale\nstep: mask\n"
    "step: softmax\neither: scale | mask\n\nOrder?\n```\n"
    "```exercise choice\nkind: choice\nright: {{T}} rows\noption: {{d}} rows\noption: none\n\n"
    "How many?\n```\n"
    "```exercise bug\nkind: bug\nof: w\n\nHere:\n~~~python\ns = q @ k.T\n"
    "w = s.softmax(0)\n~~~\n-- solution\n~~~python\ns = q @ k.T\nw = s.softmax(1)\n~~~\n```\n"
    "```exercise code\nkind: code\ntry: f(q, d)\n\nWrite `f`.\n-- solution\n~~~python\n"
    "def f(x, n):\n    return x * n\n~~~\n```\n"
    "```python\nscores = q @ k.T\n```\n";

static const char *const names[] = {"shape", "cell", "order", "choice", "bug", "code"};

static void describe(const struct question *q, struct buf *out)
{
    buf_printf(out, "%s %s %g %s %s %s %s %s %.17g %.17g %lld", q->name, q->title, q->points,
               q->prompt, q->form, q->key, q->solution, q->code != NULL ? q->code : "", q->number,
               q->tolerance, (long long)q->cell);
    for (int k = 0; k < q->option_count; k++) {
        buf_printf(out, "|%s", q->option[k].text);
    }
    for (int k = 0; k < q->variant.setting_count; k++) {
        buf_printf(out, "|%s=%s", q->variant.setting[k].name, q->variant.setting[k].value);
    }
}

START_TEST(the_same_seed_gives_the_same_bytes)
{
    struct quiz a;
    struct buf first = {0}, again = {0};
    int others = 0;
    quiz_open(&a, lesson);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        buf_clear(&again);
        describe(quiz_question(&a, names[_i], seed), &again);
        others += first.len > 0 && strcmp(buf_text(&first), buf_text(&again)) != 0;
        buf_clear(&first);
        describe(quiz_question(&a, names[_i], seed), &first);
        ck_assert_str_eq(buf_text(&first), buf_text(&again));
    }
    ck_assert_int_gt(others, 2);
    buf_free(&first);
    buf_free(&again);
    quiz_close(&a);
}
END_TEST

START_TEST(the_key_is_an_answer)
{
    struct quiz a;
    quiz_open(&a, lesson);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct question *q = quiz_question(&a, names[_i], seed);
        quiz_expect(&a, q->key, q->reference, 1, "");
        quiz_expect(&a, q->key, q->reference, 1, ""); /* and judging changes nothing */
        ck_assert(q->form[0] != '\0' && q->prompt[0] != '\0');
    }
    quiz_close(&a);
}
END_TEST

/* Every step at which memory may run out ends in an error, not in a crash. */
START_TEST(a_small_budget_is_an_error)
{
    struct quiz a;
    int made = 0, refused = 0;
    quiz_open(&a, lesson);
    for (size_t memory = 200000; memory < 3000000; memory += 97001) {
        a.terms.memory = memory;
        if (quiz_make(&a, names[_i], 1)) {
            made++;
        } else {
            ck_assert(a.err.kind != ERROR_NONE && a.err.text[0] != '\0');
            refused++;
        }
    }
    ck_assert_int_gt(made, 0);
    ck_assert_int_gt(refused, 0);
    quiz_close(&a);
}
END_TEST

START_TEST(too_few_steps_are_an_error)
{
    struct quiz a;
    quiz_open(&a, lesson);
    a.terms.limits.steps = 3;
    ck_assert(!quiz_make(&a, names[_i], 1));
    ck_assert_ptr_nonnull(strstr(a.err.text, "more than 3 steps"));
    quiz_close(&a);
}
END_TEST

Suite *suite_question(void)
{
    Suite *s = suite_create("question");
    TCase *t = tcase_create("question");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, the_same_seed_gives_the_same_bytes, 0, 6);
    tcase_add_loop_test(t, the_key_is_an_answer, 0, 6);
    tcase_add_loop_test(t, a_small_budget_is_an_error, 0, 6);
    tcase_add_loop_test(t, too_few_steps_are_an_error, 0, 6);
    suite_add_tcase(s, t);
    return s;
}
