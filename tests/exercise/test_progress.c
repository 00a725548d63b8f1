/* Tests what was done of exercises, as text and back. */
#include "exercise/progress.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_progress(void);

static const char kept[] = "qkv practice 1\n"
                           "solved 2 0 shape-one softmax\n"
                           "tried 5 3 cell-4 /home/me/a name.ipynb\n"
                           "shown 0 18446744073709551615 x masks\n"
                           "skipped 0 0 y masks\n";

START_TEST(text_and_back)
{
    struct progress p;
    struct buf out = {0};
    ck_assert(progress_read(&p, kept, strlen(kept)));
    ck_assert_int_eq(p.count, 4);
    const struct progress_line *l = progress_find(&p, "/home/me/a name.ipynb", "cell-4");
    ck_assert_ptr_nonnull(l);
    ck_assert_int_eq(l->done, DONE_TRIED);
    ck_assert_int_eq(l->tries, 5);
    ck_assert_uint_eq(l->draw, 3);
    ck_assert_ptr_null(progress_find(&p, "softmax", "cell-4"));
    progress_write(&p, &out);
    ck_assert_str_eq(buf_text(&out), kept);
    buf_free(&out);
    progress_free(&p);
}
END_TEST

static const char *const broken[] = {
    "",
    "qkv practice 2\nsolved 1 0 a b\n",
    "qkv practice 1\nsolved 1 0 a\n",
    "qkv practice 1\nsolved 1 0 a \n",
    "qkv practice 1\nwon 1 0 a b\n",
    "qkv practice 1\nsolved -1 0 a b\n",
    "qkv practice 1\n\nsolved 1 0 a b\n",
    "qkv bookmarks 1\n",
};

START_TEST(another_text_is_refused)
{
    struct progress p;
    ck_assert(!progress_read(&p, broken[_i], strlen(broken[_i])));
    ck_assert_int_eq(p.count, 0);
}
END_TEST

START_TEST(one_line_for_each_exercise)
{
    struct progress p = {0};
    struct progress_line l = {"masks", "a", DONE_TRIED, 1, 0};
    ck_assert(progress_set(&p, &l));
    l = (struct progress_line){"masks", "a", DONE_SOLVED, 2, 7};
    ck_assert(progress_set(&p, &l));
    ck_assert_int_eq(p.count, 1);
    ck_assert_int_eq(p.at[0].done, DONE_SOLVED);
    ck_assert_uint_eq(p.at[0].draw, 7);
    l.exercise = "two words";
    ck_assert_msg(!progress_set(&p, &l), "an exercise's name has no blanks");
    l = (struct progress_line){"a\nsolved 1 0 b c", "b", DONE_SOLVED, 1, 0};
    ck_assert_msg(!progress_set(&p, &l), "a file's name may not begin another line");
    ck_assert_int_eq(p.count, 1);
    progress_free(&p);
}
END_TEST

START_TEST(there_is_an_end)
{
    struct progress p = {0};
    char name[20];
    for (int k = 0; k < PROGRESS_MOST; k++) {
        snprintf(name, sizeof name, "e%d", k);
        ck_assert(progress_set(&p, &(struct progress_line){"l", name, DONE_TRIED, 1, 0}));
    }
    ck_assert(!progress_set(&p, &(struct progress_line){"l", "more", DONE_TRIED, 1, 0}));
    ck_assert(progress_set(&p, &(struct progress_line){"l", "e7", DONE_SOLVED, 1, 0}));
    progress_free(&p);
}
END_TEST

Suite *suite_progress(void)
{
    Suite *s = suite_create("progress");
    TCase *t = tcase_create("lines");
    tcase_add_test(t, text_and_back);
    tcase_add_loop_test(t, another_text_is_refused, 0, (int)(sizeof broken / sizeof broken[0]));
    tcase_add_test(t, one_line_for_each_exercise);
    tcase_add_test(t, there_is_an_end);
    suite_add_tcase(s, t);
    return s;
}
