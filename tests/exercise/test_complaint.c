/* Tests complaints about a lesson's text: where each points, how its line is shown, what is
 * guessed. The files of tests/complaints hold every mistake that is told about; `UPDATE=1` writes
 * what is said of them anew. */
#include "exercise/exercise.h"

#include "base/file.h"
#include "expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_complaint(void);

/* --- the whole of what is said about a file --- */

static const char *const files[] = {"fields", "parts", "fences", "draw", "wide", "counts", "open"};

static void complaints_of(const char *file, struct buf *out)
{
    struct buf text = {0};
    struct lesson l;
    struct exercises x;
    struct complaints c = {0};
    struct error err = {0};
    EXPECT(file_read(file, 1 << 20, &text, &err), "%s", err.text);
    EXPECT(lesson_read(&l, file, LESSON_MARKDOWN, text.data, text.len, &err), "%s", err.text);
    EXPECT(exercises_read(&x, &l, &c, &err), "%s", err.text);
    complaints_write(&c, file, l.whole, out);
    exercises_free(&x);
    complaints_free(&c);
    lesson_free(&l);
    buf_free(&text);
}

START_TEST(a_file_is_complained_about)
{
    char file[100], expected_file[100];
    snprintf(file, sizeof file, "tests/complaints/%s.md", files[_i]);
    snprintf(expected_file, sizeof expected_file, "tests/complaints/%s.out", files[_i]);
    struct buf out = {0}, expected = {0};
    struct error err = {0};
    complaints_of(file, &out);
    if (getenv("UPDATE") != NULL) {
        FILE *f = fopen(expected_file, "w");
        EXPECT(f != NULL && fwrite(out.data, 1, out.len, f) == out.len && fclose(f) == 0,
               "%s cannot be written", expected_file);
    }
    EXPECT(file_read(expected_file, 1 << 20, &expected, &err), "%s", err.text);
    same_text(expected_file, buf_text(&out), buf_text(&expected));
    buf_free(&out);
    buf_free(&expected);
}
END_TEST

/* --- one at a time --- */

static const struct {
    const char *text; /* its second line */
    int column, width;
    const char *shown;
} places[] = {
    {"kind: shapes", 7, 6, "    kind: shapes\n          ^~~~~~\n"},
    {"kind: shapes", 7, 0, "    kind: shapes\n          ^~~~~~\n"},
    {"kind: shapes", 13, 0, "    kind: shapes\n                ^\n"},
    {"kind: shapes", 99, 7, "    kind: shapes\n                ^\n"},
    {"", 1, 0, "    \n    ^\n"},
    {"\tof:\tx", 6, 1, "    \tof:\tx\n    \t   \t^\n"},
    {"\xe6\xb3\xa8: x", 6, 1, "    \xe6\xb3\xa8: x\n        ^\n"},   /* two columns wide */
    {"x: \xe6\xb3\xa8!", 4, 3, "    x: \xe6\xb3\xa8!\n       ^~\n"}, /* the mark itself */
    {"e\xcc\x81: x", 6, 1, "    e\xcc\x81: x\n       ^\n"},          /* no column of its own */
    {"\x1b[31mx", 6, 1, "    ?[31mx\n         ^\n"},                 /* nothing to a terminal */
};

START_TEST(the_caret_stands_under_its_place)
{
    struct complaints c = {0};
    struct buf text = {0}, out = {0};
    buf_printf(&text, "first\n%s\r\nthird\n", places[_i].text);
    complain(&c, 2, places[_i].column, places[_i].width, "no %s", "good");
    complaints_write(&c, "l.md", text.data, &out);
    char *shown = strchr(buf_text(&out), '\n');
    ck_assert(shown != NULL);
    ck_assert_str_eq(shown + 1, places[_i].shown);
    ck_assert(strncmp(out.data, "l.md:2:", 7) == 0);
    complaints_free(&c);
    buf_free(&text);
    buf_free(&out);
}
END_TEST

START_TEST(they_come_in_the_order_of_their_places)
{
    struct complaints c = {0};
    struct buf out = {0};
    complain(&c, 3, 2, 1, "last");
    complain_note(&c, 1, 2, 1, "second");
    complain(&c, 1, 1, 1, "first");
    complain(&c, 3, 2, 1, "behind the last");
    complaints_write(&c, "l.md", "one\ntwo\nthree", &out);
    ck_assert_str_eq(buf_text(&out), "l.md:1:1: error: first\n    one\n    ^\n"
                                     "l.md:1:2: note: second\n    one\n     ^\n"
                                     "l.md:3:2: error: last\n    three\n     ^\n"
                                     "l.md:3:2: error: behind the last\n    three\n     ^\n");
    ck_assert_int_eq(c.errors, 3);
    ck_assert_int_eq(c.count, 4);
    complaints_free(&c);
    buf_free(&out);
}
END_TEST

#define THIRTY "num_queries_of_the_last_heads_"
#define FORTY THIRTY "and_tokens" /* no longer word is compared */
static const char *const names[] = {"shape", "cell",       "order", "choice", "bug",
                                    "code",  "num_tokens", FORTY,   NULL};
static const struct {
    const char *word, *nearest;
} guesses[] = {
    {"shapes", "shape"},
    {"hsape", "shape"},
    {"Cell", "cell"},
    {"bgu", "bug"},
    {"chioce", "choice"},
    {"cod", "code"},
    {"tokens", "num_tokens"},
    {"num_token", "num_tokens"},
    {"essay", NULL},
    {"", NULL},
    {"ab", NULL},
    {"multiple", NULL},
    {"picture", NULL},
    {"num_heads", NULL},
    {THIRTY "ond_tikems", FORTY},
    {"mun_queries_of_the_last_heads_and_token", FORTY},
    {THIRTY "amd_tokens_", NULL},
};

START_TEST(the_nearest_word_is_guessed)
{
    const char *nearest = complaint_nearest(guesses[_i].word, names);
    if (guesses[_i].nearest == NULL) {
        EXPECT(nearest == NULL, "%s: %s", guesses[_i].word, nearest);
    } else {
        EXPECT(nearest != NULL && strcmp(nearest, guesses[_i].nearest) == 0, "%s: %s",
               guesses[_i].word, nearest != NULL ? nearest : "none");
    }
}
END_TEST

Suite *suite_complaint(void)
{
    Suite *s = suite_create("complaint");
    TCase *t = tcase_create("complaint");
    tcase_add_loop_test(t, a_file_is_complained_about, 0, sizeof files / sizeof files[0]);
    tcase_add_loop_test(t, the_caret_stands_under_its_place, 0, sizeof places / sizeof places[0]);
    tcase_add_test(t, they_come_in_the_order_of_their_places);
    tcase_add_loop_test(t, the_nearest_word_is_guessed, 0, sizeof guesses / sizeof guesses[0]);
    suite_add_tcase(s, t);
    return s;
}
