/* Tests forms: where one is found, its groups, what stands behind it, what is put in its place. */
#include "exercise/form.h"

#include "expect.h"

#include <pthread.h>
#include <string.h>

Suite *suite_form(void);

FORM(pair, "([a-z]+)(?:=([0-9]+))?");

START_TEST(a_form_has_groups)
{
    struct piece text = piece_of("-- ab=12, cd"), part[FORM_GROUPS];
    EXPECT(form_find(&pair, text, 0, part) && part[0].at == text.at + 3 && part[0].len == 5,
           "the first place is %.*s", (int)part[0].len, part[0].at);
    EXPECT(piece_same(part[1], piece_of("ab")) && piece_same(part[2], piece_of("12")), "groups");
    EXPECT(form_find(&pair, text, 8, part) && piece_same(part[1], piece_of("cd")),
           "from a byte on");
    EXPECT(part[2].at == NULL && part[2].len == 0, "a group that took no part");
    EXPECT(!form_find(&pair, text, 12, part) && part[0].at == NULL, "behind the last");
}
END_TEST

FORM(front, "[ \t]+");

START_TEST(a_form_is_skipped_at_the_front_alone)
{
    EXPECT(piece_same(form_skip(&front, piece_of(" \tx y")), piece_of("x y")), "in front");
    EXPECT(piece_same(form_skip(&front, piece_of("x y")), piece_of("x y")), "not further behind");
}
END_TEST

FORM(empty, "x*");
FORM(bytes, "\\xe2\\x80\\x93|\\xff");

START_TEST(a_form_is_replaced)
{
    static const struct {
        struct form *form;
        const char *text, *by, *out;
    } rows[] = {{&front, "a  b\tc ", "_", "a_b_c_"},
                {&bytes,
                 "1\xe2\x80\x93\xff"
                 "2",
                 "-", "1--2"},
                {&empty, "abc", "_", "abc"}}; /* what is empty is no place: it ends */
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct buf out = {0};
        form_replace(rows[k].form, piece_of(rows[k].text), rows[k].by, &out);
        ck_assert_str_eq(buf_text(&out), rows[k].out);
        buf_free(&out);
    }
}
END_TEST

FORM(shared, "needle");

static void *look(void *found)
{
    for (int k = 0; k < 1000; k++) {
        *(int *)found += form_in(&shared, piece_of("hay needle hay"));
    }
    return NULL;
}

/* Several threads need it for the first time at once. */
START_TEST(a_form_is_compiled_once)
{
    pthread_t thread[4];
    int found[4] = {0};
    for (int k = 0; k < 4; k++) {
        ck_assert(pthread_create(&thread[k], NULL, look, &found[k]) == 0);
    }
    for (int k = 0; k < 4; k++) {
        pthread_join(thread[k], NULL);
        EXPECT(found[k] == 1000, "thread %d found %d", k, found[k]);
    }
}
END_TEST

Suite *suite_form(void)
{
    Suite *s = suite_create("form");
    TCase *t = tcase_create("form");
    tcase_add_test(t, a_form_has_groups);
    tcase_add_test(t, a_form_is_skipped_at_the_front_alone);
    tcase_add_test(t, a_form_is_replaced);
    tcase_add_test(t, a_form_is_compiled_once);
    suite_add_tcase(s, t);
    return s;
}
