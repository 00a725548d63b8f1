/* Tests exercises that ask for one or several of a list. */
#include "quiz.h"

#include "expect.h"

#include <stdio.h>
#include <string.h>

Suite *suite_kind_choice(void);

static const char lesson[] =
    "```python\nd = 4\n```\n"
    "```exercise one\nkind: choice\noption: `dim=0`\nright: `dim=-1`\noption: dim={{d}}\n"
    "option: none of them\n\nWhich?\n\n-- wrong `dim=0`\nThat is the queries' axis.\n```\n"
    "```exercise more\nkind: choice\nright: view\noption: clone\nright: transpose\noption: matmul\n"
    "option: contiguous\n\nWhich give views?\n\n-- wrong contiguous\nIt copies when it must.\n"
    "-- wrong view\nNot only.\n```\n"
    "```python\nx = 1\n```\n";

/* The letters of options whose author's places are in `places`. */
static const char *letters(const struct question *q, const char *places, char *out)
{
    int n = 0;
    for (int k = 0; k < q->option_count; k++) {
        if (strchr(places, '0' + q->option[k].place) != NULL) {
            out[n++] = (char)('a' + k);
        }
    }
    out[n] = '\0';
    return out;
}

START_TEST(one_is_right)
{
    struct quiz a;
    char text[10];
    bool moved = false;
    quiz_open(&a, lesson);
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct question *q = quiz_question(&a, "one", seed);
        moved |= q->option[0].place != 0;
        ck_assert_str_eq(q->form, "one letter");
        ck_assert_str_eq(q->key, letters(q, "1", text));
        quiz_expect(&a, q->key, NULL, 1, "Right.");
        quiz_expect(&a, "dim=-1", NULL, 1, "");
        quiz_expect(&a, "`dim=-1`", NULL, 1, "");
        quiz_expect(&a,
                    "dim=\xe2\x88\x92"
                    "1",
                    NULL, 1, "");
        quiz_expect(&a, "dim=4", NULL, 0, "is not it.");
        quiz_expect(&a, letters(q, "0", text), NULL, 0, "That is the queries' axis.");
        quiz_expect(&a, letters(q, "13", text), NULL, 0, "only one");
        quiz_expect(&a, "dim=1", NULL, -1, "Write one letter from a to d, such as `b`.");
        quiz_expect(&a, NULL, NULL, -1, "no answer");
    }
    ck_assert(moved);
    quiz_close(&a);
}
END_TEST

START_TEST(several_are_right)
{
    struct quiz a;
    char text[10], spaced[20];
    quiz_open(&a, lesson);
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct question *q = quiz_question(&a, "more", seed);
        quiz_expect(&a, q->key, NULL, 1, "");
        letters(q, "02", text);
        quiz_expect(&a, text, NULL, 1, "");
        snprintf(spaced, sizeof spaced, "%c, %c", text[1], text[0]);
        quiz_expect(&a, spaced, NULL, 1, "");
        quiz_expect(&a, "transpose, view", NULL, 1, "");
        quiz_expect(&a, letters(q, "2", text), NULL, 0, "right, but it is not all");
        quiz_expect(&a, letters(q, "0", text), NULL, 0, "Not only.");
        quiz_expect(&a, letters(q, "024", text), NULL, 0, "It copies when it must.");
        quiz_expect(&a, letters(q, "0123", text), NULL, 0, "Some of it");
        quiz_expect(&a, letters(q, "13", text), NULL, 0, "None of what");
    }
    quiz_close(&a);
}
END_TEST

/* Options that only this student's numbers make the same. */
START_TEST(options_that_come_out_the_same_are_refused)
{
    struct quiz a;
    quiz_open(&a, "```python\nd = 4\n```\n```exercise one\nkind: choice\noption: {{d}}\n"
                  "right: {{2 + 2}}\n\nWhich?\n```\n```python\nx = 1\n```\n");
    ck_assert(!quiz_make(&a, "one", 1));
    ck_assert_ptr_nonnull(strstr(a.err.text, "two options are the same: 4"));
    quiz_close(&a);
}
END_TEST

Suite *suite_kind_choice(void)
{
    Suite *s = suite_create("kind_choice");
    TCase *t = tcase_create("choice");
    tcase_add_test(t, one_is_right);
    tcase_add_test(t, several_are_right);
    tcase_add_test(t, options_that_come_out_the_same_are_refused);
    suite_add_tcase(s, t);
    return s;
}
