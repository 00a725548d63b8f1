/* Tests the walkthrough as text: golden answers to lines that are typed (UPDATE=1 writes them
 * anew), and what a line means. */
#include "walked.h"

#include "tui/action.h"
#include "tui/plain.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_plain(void);

static const struct talk {
    const char *name, *lesson, *lines[6];
} talks[] = {
    {"step", "weight-splits", {"16"}},
    {"setup", "weight-splits", {"s3"}},
    {"folded", "weight-splits", {"out"}},
    {"instead", "weight-splits", {"7", "I"}},
    {"hidden", "weight-splits", {"10", "r", "n"}},
    {"line-off", "single-head", {"/", "masked", "x"}},
    {"number-set", "weight-splits", {"16", "set d_out=4"}},
    {"warnings", "weight-splits", {"!"}},
    {"names", "weight-splits", {"13", "names"}},
    {"failing", "weight-splits", {"4", "x"}},
};

/* One line, and another run when it asks for one. */
static void say(struct walked *w, const char *line)
{
    struct error err = {0};
    unsigned reaction;
    ck_assert(plain_line(&w->viewer, line, &reaction));
    if ((reaction & REACT_AGAIN) != 0) {
        ck_assert(live_again(&w->live, &w->viewer, NULL, 0, &err));
    }
    ck_assert(viewer_look(&w->viewer));
}

START_TEST(as_before)
{
    const struct talk *t = &talks[_i];
    struct walked w;
    struct buf text = {0};
    char path[128];
    walked_open(&w, t->lesson);
    for (int k = 0; k < 6 && t->lines[k] != NULL; k++) {
        say(&w, t->lines[k]);
    }
    if (w.viewer.where.page != PAGE_NONE) {
        plain_page(&w.viewer, &text);
    } else {
        plain_step(&w.viewer, &text);
    }
    snprintf(path, sizeof path, "tests/scenes/plain-%s.txt", t->name);
    walked_golden(path, buf_text(&text));
    buf_free(&text);
    walked_close(&w);
}
END_TEST

static int number(const struct walked *w)
{
    return w->viewer.where.at.tape->event[stepper_event(&w->viewer.where.at)].number;
}

/* A group that makes a tensor and then writes into it has made one: "in place" is of its inside. */
START_TEST(a_group_that_writes_into_its_own)
{
    struct walked w;
    struct buf text = {0};
    walked_open(&w, "import torch\nx = torch.ones(1, 2, requires_grad=True)\ny = x * 3\n"
                    "y[0, 0].backward()\n");
    for (int inside = 0; inside < 2; inside++) {
        say(&w, inside ? "5" : "3");
        if (!inside) {
            say(&w, "n");
        }
        plain_step(&w.viewer, &text);
        const char *told = inside ? "in place" : "new storage";
        ck_assert_msg(strstr(buf_text(&text), inside ? "step 5 of" : "steps 4 to 5 of") != NULL &&
                          strstr(buf_text(&text), told) != NULL &&
                          (inside || strstr(buf_text(&text), "in place") == NULL),
                      "%s", buf_text(&text));
        buf_clear(&text);
    }
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* x[i] = y writes into x, and what has no name is called as the statement reaches it. */
START_TEST(what_an_item_is_written_into)
{
    static const char *const told[][2] = {{"2", "input: #1 v.data"},  {"2", "result: #2 v.data,"},
                                          {"2", "cell: v.data[0] ="}, {"4", "input: #3 w[0],"},
                                          {"4", "result: #4 w[0],"},  {"4", "cell: w[0][0] ="}};
    struct walked w;
    walked_open(&w, "import torch\nv = torch.ones(3)\nv[2] = 0\nv.data[0] = 7\n"
                    "w = torch.zeros(2, 2)\nw[0][1] = 8\n");
    for (size_t k = 0; k < sizeof told / sizeof told[0]; k++) {
        struct buf text = {0};
        say(&w, told[k][0]);
        plain_step(&w.viewer, &text);
        ck_assert_msg(strstr(buf_text(&text), told[k][1]) != NULL, "%s", buf_text(&text));
        buf_free(&text);
    }
    walked_close(&w);
}
END_TEST

static void expect_step(struct walked *w, const char *says)
{
    struct buf text = {0};
    plain_step(&w->viewer, &text);
    ck_assert_msg(strstr(buf_text(&text), says) != NULL, "%s", buf_text(&text));
    ck_assert_msg(strstr(buf_text(&text), "batch") == NULL, "%s", buf_text(&text));
    ck_assert_msg(strstr(buf_text(&text), "head") == NULL, "%s", buf_text(&text));
    buf_free(&text);
}

/* The first axis of a table is a batch only where that is known. */
START_TEST(axes_without_names_are_called_by_their_place)
{
    struct walked w;
    walked_open(&w, "tests/walked/nameless.md");
    say(&w, "1");
    expect_step(&w, "of axis 0: 0 (0 to 2):");
    say(&w, "batch");
    expect_step(&w, "of axis 0: 1 (0 to 2):");
    say(&w, "9 batch");
    ck_assert_str_eq(w.viewer.typed.message,
                     "There is no such place along axis 0: they are 0 to 2.");
    say(&w, "3");
    expect_step(&w, "of axis 1: 0 (0 to 1), axis 0: 1 (0 to 2):");
    walked_close(&w);
}
END_TEST

/* The b of [:, :b] is a length. */
START_TEST(a_bound_is_no_batch)
{
    struct walked w;
    walked_open(&w, "import torch\ndef first(x, b):\n    return x[:, :b]\n"
                    "x = torch.ones(2, 5, 4) * 2\ny = first(x, 3)\n");
    say(&w, "2");
    expect_step(&w, "of axis 0: 0 (0 to 1):");
    walked_close(&w);
}
END_TEST

/* One number of a row is the most only where no other is as high, and of a mask none is. */
START_TEST(most_is_one_number)
{
    struct walked w;
    struct buf text = {0};
    walked_open(&w, "import torch\nq = torch.eye(3)\ns = q @ q.T\n"
                    "mask = torch.tril(torch.ones(3, 3)).bool()\n"
                    "s = s.masked_fill(~mask, -1e9)\nw = s.softmax(-1)\no = w @ q\n");
    say(&w, "s4");
    plain_step(&w.viewer, &text);
    ck_assert_msg(strstr(buf_text(&text), "False") != NULL, "%s", buf_text(&text));
    ck_assert_msg(strstr(buf_text(&text), "most on") == NULL, "%s", buf_text(&text));
    buf_clear(&text);
    say(&w, "s3");
    plain_step(&w.viewer, &text);
    ck_assert_msg(strstr(buf_text(&text), "1 0 0\n") != NULL, "%s", buf_text(&text));
    ck_assert_msg(strstr(buf_text(&text), "most on") == NULL, "%s", buf_text(&text));
    buf_clear(&text);
    say(&w, "2");
    plain_step(&w.viewer, &text);
    ck_assert_msg(strstr(buf_text(&text), "1 0 0; most on 0 1\n") != NULL, "%s", buf_text(&text));
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* The step that writes shows what is written, not the target alone. */
START_TEST(what_is_written_is_shown)
{
    static const char *const lines[] = {
        "x[:2, 1:2] = y",          "x[0] += 1",  "x[i, j] = 7.",   "x[0], z = 4, 5",
        "x[x > 0] = x[x > 0] * 2", "x.data = y", "z = x[1] = y[0]"};
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        struct walked w;
        struct buf code = {0}, text = {0}, wanted = {0};
        buf_printf(&code,
                   "import torch\nx, y, i, j = torch.zeros(2, 3), torch.ones(2, 1), 0, 1\n%s\n",
                   lines[k]);
        buf_printf(&wanted, "\n  %s\n", lines[k]);
        walked_open(&w, buf_text(&code));
        stepper_to_number(&w.viewer.where.at, w.tape.step_count, false);
        ck_assert(viewer_look(&w.viewer));
        plain_step(&w.viewer, &text);
        ck_assert_msg(strstr(buf_text(&text), buf_text(&wanted)) != NULL, "%s", buf_text(&text));
        buf_free(&code);
        buf_free(&text);
        buf_free(&wanted);
        walked_close(&w);
    }
}
END_TEST

START_TEST(lines_are_keys_and_commands)
{
    struct walked w;
    walked_open(&w, "weight-splits");
    say(&w, "");
    ck_assert_int_eq(number(&w), 2);
    say(&w, "n");
    say(&w, "next");
    say(&w, "5n");
    say(&w, ":2 next");
    ck_assert_int_eq(number(&w), 11);
    say(&w, "12");
    say(&w, "Tab j j");
    ck_assert_int_eq((int)w.viewer.fetched.cell_row, 2);
    say(&w, "nnn");
    ck_assert_int_eq(number(&w), 15);
    say(&w, "nonsense");
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "no command nonsense"));
    ck_assert_int_eq(number(&w), 15);
    say(&w, "M");
    say(&w, "a");
    say(&w, "1");
    say(&w, "'a");
    ck_assert_int_eq(number(&w), 15);
    say(&w, "/");
    say(&w, "concat");
    ck_assert_int_eq(number(&w), 19);
    walked_close(&w);
}
END_TEST

/* At an exercise a letter that is listed means its word; one that is a key of the walk is not
 * listed. */
START_TEST(letters_are_what_the_list_says)
{
    struct walked w;
    walked_open(&w, "+by-hand");
    w.viewer.width = w.viewer.height = 0; /* there is no screen */
    say(&w, "stop 22");
    say(&w, "");
    const struct practice *p = w.viewer.practice;
    ck_assert(p->open && !practice_is_over(p));
    int stop = w.viewer.where.stop, asked = p->at;
    say(&w, "help");
    ck_assert_ptr_nonnull(strstr(buf_text(&p->told), "  l  list "));
    ck_assert_ptr_nonnull(strstr(buf_text(&p->told), "     next "));
    say(&w, "next");
    ck_assert(w.viewer.where.stop == stop && p->at != asked);
    say(&w, "n");
    ck_assert_int_ne(w.viewer.where.stop, stop);
    walked_close(&w);
}
END_TEST

/* A line that is no command and not keys from end to end does nothing at all. */
START_TEST(what_is_not_known_is_refused_whole)
{
    static const char *const lines[] = {"save-displays out.txt",
                                        "please",
                                        "next please",
                                        "n n hello",
                                        "G,",
                                        "Tab jk j",
                                        "xy",
                                        "ee2",
                                        "\xc3\xa9",
                                        "n \x1b[A",
                                        "Mab",
                                        "x x xe"};
    struct walked w;
    char line[1600];
    unsigned reaction;
    walked_open(&w, "weight-splits");
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        ck_assert(plain_line(&w.viewer, lines[k], &reaction));
        ck_assert_msg(reaction == REACT_DRAW, "'%s': %u", lines[k], reaction);
        ck_assert_msg(strstr(w.viewer.typed.message, "There is no command") != NULL, "'%s': '%s'",
                      lines[k], w.viewer.typed.message);
        ck_assert_int_eq(number(&w), 1);
        ck_assert(w.viewer.where.page == PAGE_NONE && w.viewer.typed.prompt == PROMPT_NONE);
    }
    ck_assert(plain_line(&w.viewer, ":save-display out.txt", &reaction));
    ck_assert_uint_eq(reaction & REACT_ENDS, REACT_PICTURE);
    ck_assert_str_eq(w.viewer.typed.text, "out.txt");
    memset(line, 'x', sizeof line);
    memcpy(line, "what ", 5);
    line[sizeof line - 1] = '\0';
    ck_assert(plain_line(&w.viewer, line, &reaction));
    ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "at most 1000"));
    ck_assert_str_eq(w.viewer.typed.question, "");
    walked_close(&w);
}
END_TEST

/* Every step of every lesson can be told, in lines of text without control characters. */
START_TEST(every_step_is_told)
{
    struct walked w;
    static const char *const lessons[] = {"by-hand", "single-head",   "bmm",
                                          "wrapper", "weight-splits", "d-model-64"};
    walked_open(&w, lessons[_i]);
    int lines = 1;
    for (const char *p = w.lesson.whole; p != NULL && *p != '\0'; p++) {
        lines += *p == '\n';
    }
    stepper_to_number(&w.viewer.where.at, 1, true);
    do {
        struct buf text = {0};
        ck_assert(viewer_look(&w.viewer));
        plain_step(&w.viewer, &text);
        ck_assert_uint_gt(text.len, 20);
        const char *line = strstr(buf_text(&text), ", line "), *end = strchr(buf_text(&text), '\n');
        if (line != NULL && line < end) { /* of the file, not of qkv's own code */
            ck_assert_int_le(atoi(line + 7), lines);
        }
        for (size_t k = 0; k < text.len; k++) {
            ck_assert(text.data[k] == '\n' || (unsigned char)text.data[k] >= ' ');
        }
        buf_free(&text);
    } while (stepper_next(&w.viewer.where.at, 1));
    walked_close(&w);
}
END_TEST

Suite *suite_plain(void)
{
    Suite *s = suite_create("plain");
    TCase *t = tcase_create("plain");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, as_before, 0, (int)(sizeof talks / sizeof talks[0]));
    tcase_add_test(t, a_group_that_writes_into_its_own);
    tcase_add_test(t, what_an_item_is_written_into);
    tcase_add_test(t, axes_without_names_are_called_by_their_place);
    tcase_add_test(t, a_bound_is_no_batch);
    tcase_add_test(t, what_is_written_is_shown);
    tcase_add_test(t, most_is_one_number);
    tcase_add_test(t, lines_are_keys_and_commands);
    tcase_add_test(t, letters_are_what_the_list_says);
    tcase_add_test(t, what_is_not_known_is_refused_whole);
    tcase_add_loop_test(t, every_step_is_told, 0, 6);
    suite_add_tcase(s, t);
    return s;
}
