/* Tests what is told about a lesson's exercises after they were drawn: tests/reviews has lessons
 * that give rise to each note (UPDATE=1 writes what is said anew), and the skeleton of a new lesson
 * gives rise to none. */
#include "exercise/review/review.h"

#include "base/file.h"
#include "expect.h"
#include "lesson/catalog.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_review(void);

static void review_with(const char *file, const char *text, size_t len, int most, struct buf *out,
                        struct review *r)
{
    struct lesson l;
    struct exercises x;
    struct complaints c = {0};
    struct error err = {0};
    const struct run_terms terms = {.threads = 1, .library = &trees, .stack = own_stack};
    r->most = most;
    EXPECT(lesson_read(&l, file, LESSON_MARKDOWN, text, len, &err), "%s", err.text);
    EXPECT(exercises_read(&x, &l, &c, &err), "%s", err.text);
    EXPECT(review_make(r, &x, &terms, &c, &err), "%s", err.text);
    complaints_write(&c, file, l.whole, out);
    exercises_free(&x);
    complaints_free(&c);
    lesson_free(&l);
}

static void review_text(const char *file, const char *text, size_t len, int most, struct buf *out,
                        struct review *r)
{
    *r = (struct review){0};
    review_with(file, text, len, most, out, r);
}

static const char *const files[] = {"notes", "faults", "idle"};

START_TEST(each_note_is_given)
{
    char file[100], expected_file[100];
    snprintf(file, sizeof file, "tests/reviews/%s.md", files[_i]);
    snprintf(expected_file, sizeof expected_file, "tests/reviews/%s.out", files[_i]);
    struct buf text = {0}, out = {0}, expected = {0};
    struct error err = {0};
    struct review r;
    EXPECT(file_read(file, 1 << 20, &text, &err), "%s", err.text);
    review_text(file, text.data, text.len, 40, &out, &r);
    ck_assert_int_eq(r.variants, 40);
    if (getenv("UPDATE") != NULL) {
        FILE *f = fopen(expected_file, "w");
        EXPECT(f != NULL && fwrite(out.data, 1, out.len, f) == out.len && fclose(f) == 0,
               "%s cannot be written", expected_file);
    }
    EXPECT(file_read(expected_file, 1 << 20, &expected, &err), "%s", err.text);
    same_text(expected_file, buf_text(&out), buf_text(&expected));
    buf_free(&text);
    buf_free(&out);
    buf_free(&expected);
}
END_TEST

START_TEST(a_new_lesson_has_no_notes)
{
    struct buf out = {0};
    struct review r;
    review_text("new.md", skeleton_files[0].text, skeleton_files[0].len, 26, &out, &r);
    ck_assert_str_eq(buf_text(&out), "");
    ck_assert_int_eq(r.variants, 26);
    buf_free(&out);
}
END_TEST

START_TEST(a_new_lesson_has_an_exercise_of_each_kind)
{
    struct lesson l;
    struct exercises x;
    struct complaints c = {0};
    struct error err = {0};
    unsigned kinds = 0;
    ck_assert(lesson_read(&l, "new.md", LESSON_MARKDOWN, skeleton_files[0].text,
                          skeleton_files[0].len, &err));
    ck_assert(exercises_read(&x, &l, &c, &err));
    for (int k = 0; k < x.count; k++) {
        kinds |= 1u << x.at[k].kind;
    }
    ck_assert_int_eq(x.count, EXERCISE_KINDS);
    ck_assert_int_eq((int)kinds, (1 << EXERCISE_KINDS) - 1);
    ck_assert_int_eq(c.count, 0);
    for (int k = 0; k < l.count; k++) { /* comments are no prose */
        EXPECT(strstr(l.cells[k].text, "<!--") == NULL, "%s", l.cells[k].text);
    }
    exercises_free(&x);
    lesson_free(&l);
}
END_TEST

/* All that was asked for is drawn, whoever waits and however long it takes. */
struct counted {
    int variants, lines, of;
};

static void count_progress(void *self, const char *what, int done, int of)
{
    struct counted *n = self;
    bool variants = strcmp(what, "variants") == 0;
    ck_assert_int_lt(done, of);
    n->of = variants ? of : n->of;
    n->variants += variants;
    n->lines += !variants;
}

START_TEST(what_is_asked_for_is_drawn)
{
    struct buf text = {0}, out = {0}, again = {0};
    struct error err = {0};
    struct counted n = {0};
    struct review r = {.progress = count_progress, .self = &n};
    EXPECT(file_read("tests/reviews/notes.md", 1 << 20, &text, &err), "%s", err.text);
    review_with("notes.md", text.data, text.len, 12, &out, &r);
    ck_assert_int_eq(r.variants, 12);
    ck_assert_int_eq(n.of, 12);
    EXPECT(n.variants > 10 && n.lines > 5, "%d variants, %d lines", n.variants, n.lines);
    review_text("notes.md", text.data, text.len, 12, &again, &r);
    ck_assert_str_eq(buf_text(&out), buf_text(&again));
    buf_free(&text);
    buf_free(&out);
    buf_free(&again);
}
END_TEST

/* Without draws everybody gets the same: one variant says it all. */
START_TEST(what_is_not_drawn_is_asked_once)
{
    static const char text[] = "```python\nimport torch\nx = torch.ones(2, 3)\nx\n```\n"
                               "```exercise a\nkind: shape\nof: x\n\nWhich?\n```\n";
    struct buf out = {0};
    struct review r;
    review_text("l.md", text, strlen(text), 40, &out, &r);
    ck_assert_int_eq(r.variants, 1);
    ck_assert_str_eq(buf_text(&out), "");
    buf_free(&out);
}
END_TEST

#define DRAWN                                                                                      \
    "```draw\nn: 3..4\nseed: student\n```\n```python\nimport torch\ntorch.manual_seed(1)\nn = 3\n" \
    "x = torch.randn(n, 2)\nn, x\n```\n```exercise a\n"

/* A question that is the same for two students, with another answer for each, and those that are
 * none: what the answer depends on is shown, or the answer does not depend on it. */
static const struct {
    const char *exercise;
    bool unanswerable;
} shown[] = {
    {"kind: cell\nof: x[0, 0] / x[1, 0]\n\nHow many times as large?\n```\n", true},
    {"kind: cell\nof: x\nat: 0, 0\n\nHow much?\n```\n", true},
    {"kind: shape\nof: x[:int((x > 0).sum())]\n\nWhich shape?\n```\n", true},
    {"kind: cell\nof: x[0, 0] / x[1, 0]\n\nOf {{x}}?\n```\n", false},
    {"kind: cell\nof: x\nat: 0, 0\ngiven: x\n\nHow much?\n```\n", false},
    {"kind: cell\nof: n * 2\ndecimals: 0\n\nTwice `n`?\n```\n",
     false}, /* it is a number of theirs */
    {"kind: cell\nof: x * 0 + 1\nat: 0, 0\n\nHow much?\n```\n", false},
    {"kind: cell\nof: x * 0.001\nat: 0, 0\ntolerance: 1\n\nHow much?\n```\n", false},
    {"kind: shape\nof: x.T\n\nWhich shape?\n```\n", false},
    {"kind: choice\nright: yes\noption: no\noption: perhaps\n\nWhich?\n```\n", false},
    {"kind: order\nstep: one\nstep: two\nstep: three\n\nIn which order?\n```\n", false},
};

START_TEST(what_nobody_can_answer_is_told)
{
    struct buf text = {0}, out = {0};
    struct review r;
    buf_printf(&text, "%s%s", DRAWN, shown[_i].exercise);
    review_text("l.md", buf_text(&text), text.len, 40, &out, &r);
    const char *found = strstr(buf_text(&out), "error: nobody can answer this: in ");
    EXPECT((found != NULL) == shown[_i].unanswerable, "%s: %s", shown[_i].exercise, buf_text(&out));
    EXPECT(shown[_i].unanswerable || strstr(buf_text(&out), "error") == NULL, "%s", buf_text(&out));
    buf_free(&text);
    buf_free(&out);
}
END_TEST

START_TEST(a_lesson_that_fails_is_told)
{
    static const char text[] = "```exercise a\nkind: shape\nof: x\n\nWhich?\n```\n"
                               "```python\nimport torch\nx = torch.ones(2, 3)\nx @ x\n```\n";
    struct buf out = {0};
    struct review r;
    review_text("l.md", text, strlen(text), 40, &out, &r);
    EXPECT(strstr(buf_text(&out), "the code of this lesson fails: qkv run shows where") != NULL,
           "%s", buf_text(&out));
    EXPECT(strstr(buf_text(&out), "this exercise cannot be asked: the code behind it fails: "
                                  "RuntimeError: mat1 and mat2") != NULL,
           "%s", buf_text(&out));
    buf_free(&out);
}
END_TEST

Suite *suite_review(void)
{
    Suite *s = suite_create("review");
    TCase *t = tcase_create("review");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, each_note_is_given, 0, sizeof files / sizeof files[0]);
    tcase_add_test(t, a_new_lesson_has_no_notes);
    tcase_add_test(t, a_new_lesson_has_an_exercise_of_each_kind);
    tcase_add_test(t, what_is_not_drawn_is_asked_once);
    tcase_add_loop_test(t, what_nobody_can_answer_is_told, 0, sizeof shown / sizeof shown[0]);
    tcase_add_test(t, a_lesson_that_fails_is_told);
    tcase_add_test(t, what_is_asked_for_is_drawn);
    suite_add_tcase(s, t);
    return s;
}
