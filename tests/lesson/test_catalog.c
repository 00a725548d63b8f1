/* Tests the built-in lessons: every one is found by its name, its number and both, and can be
 * opened. */
#include "lesson/catalog.h"

#include "lesson/lesson.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_catalog(void);

START_TEST(every_lesson_is_found_in_three_ways)
{
    ck_assert_int_gt(lesson_count, 0);
    for (int k = 0; k < lesson_count; k++) {
        const struct lesson_file *l = &lesson_files[k];
        char number[16];
        ck_assert_ptr_eq(catalog_find(l->name), l);
        ck_assert_ptr_eq(catalog_find(catalog_name(l)), l);
        snprintf(number, sizeof number, "%d", catalog_number(l));
        ck_assert_ptr_eq(catalog_find(number), l);
        ck_assert_ptr_null(strchr(catalog_name(l), '/'));
    }
}
END_TEST

static const char *const unknown[] = {"",
                                      "-1",
                                      "99",
                                      "weight",
                                      "08-",
                                      "8x",
                                      "8.py",
                                      "08 ",
                                      "by-hand.md",
                                      "-",
                                      "../lessons/00-by-hand.md"};

START_TEST(what_is_no_lesson_is_not_found)
{
    ck_assert_ptr_null(catalog_find(unknown[_i]));
}
END_TEST

START_TEST(every_lesson_opens)
{
    for (int k = 0; k < lesson_count; k++) {
        const struct lesson_file *f = &lesson_files[k];
        struct lesson l;
        struct error err = {0};
        ck_assert_uint_eq(f->len, strlen(f->text));
        ck_assert_msg(lesson_read(&l, f->name, LESSON_MARKDOWN, f->text, f->len, &err), "%s: %s",
                      f->name, err.text);
        ck_assert_int_gt(l.code_count, 0);
        ck_assert_ptr_nonnull(l.title);
        ck_assert_int_eq(l.skipped_count, 0);
        lesson_free(&l);
    }
}
END_TEST

Suite *suite_catalog(void)
{
    Suite *s = suite_create("catalog");
    TCase *t = tcase_create("catalog");
    tcase_add_test(t, every_lesson_is_found_in_three_ways);
    tcase_add_loop_test(t, what_is_no_lesson_is_not_found, 0,
                        (int)(sizeof unknown / sizeof unknown[0]));
    tcase_add_test(t, every_lesson_opens);
    suite_add_tcase(s, t);
    return s;
}
