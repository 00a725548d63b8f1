/* Tests a practice as it goes, line by line: verdicts, hints, solutions, other numbers, code; what
 * is kept of it; and its screens (UPDATE=1 writes tests/scenes anew, for review). */
#include "quiz.h"
#include "walked.h"

#include "exercise/handin/marks.h"
#include "tui/keys.h"
#include "tui/practice.h"
#include "tui/practice_told.h"
#include "tui/practice_word.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_practice(void);

static const char lesson[] =
    "# Small steps\n\n```draw\nn: 3..9\n```\n```python\nimport torch\nn = 3\n"
    "x = torch.arange(2. * n).view(2, n)\n```\n"
    "```exercise size\nkind: shape\nof: x\npoints: 2\n\nWhich shape has `x`?\n\n"
    "-- hint\nTwo rows.\n-- hint\nAs many columns as `n`.\n-- wrong (n, 2)\nRows come first.\n"
    "-- solution\nTwo rows of {{n}}.\n```\n"
    "```exercise last\nkind: cell\nof: x\nat: 1, n - 1\ndecimals: 0\ngiven: x\n\nThe last one?\n"
    "```\n"
    "```exercise pick\nkind: choice\nright: the rows\noption: the columns\noption: neither\n"
    "option: both\noption: all of it\noption: none of it\noption: nothing\noption: "
    "every\n\nWhich?\n"
    "```\n"
    "```exercise fix\nkind: bug\nof: y\npoints: 4\n\nIt should be three times as much.\n"
    "~~~python\ny = x * 2\n~~~\n-- solution\nThree.\n~~~python\ny = x * 3\n~~~\n```\n"
    "```exercise write\nkind: code\ntry: f(n)\n\nWrite `f`, which adds one.\n"
    "-- start\n~~~python\ndef f(n):\n    ...\n~~~\n"
    "-- solution\n~~~python\ndef f(n):\n    return n + 1\n~~~\n```\n";

struct sitting {
    struct quiz quiz;
    struct progress progress;
    struct practice p;
    struct error err;
    char told[4000];
};

static void sit(struct sitting *s)
{
    struct run_terms terms = marking_terms();
    ck_assert_msg(
        practice_of_lesson(&s->p, &s->quiz.exercises, &s->progress, "small", 5, &terms, &s->err),
        "%s", s->err.text);
    ck_assert_msg(practice_ask(&s->p, &s->err), "%s", s->err.text);
}

static struct sitting *sitting_open(void)
{
    struct sitting *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    quiz_open(&s->quiz, lesson);
    sit(s);
    return s;
}

static void sitting_close(struct sitting *s)
{
    practice_free(&s->p);
    progress_free(&s->progress);
    quiz_close(&s->quiz);
    free(s);
}

/* What is told to a line, alone. */
static const char *say(struct sitting *s, const char *line, enum practice_wish wanted)
{
    enum practice_wish wish;
    struct buf text = {0};
    ck_assert_msg(practice_line(&s->p, line, &wish, &s->err), "%s", s->err.text);
    ck_assert_int_eq(wish, wanted);
    practice_told(&s->p, &text);
    snprintf(s->told, sizeof s->told, "%s", buf_text(&text));
    buf_free(&text);
    return s->told;
}

static void expect_told(struct sitting *s, const char *line, const char *wanted)
{
    const char *told = say(s, line, PRACTICE_STAY);
    ck_assert_msg(strstr(told, wanted) != NULL, "to '%s' it says\n%s, not '%s'", line, told,
                  wanted);
}

static struct task *task(struct sitting *s)
{
    return &s->p.task[s->p.at];
}

START_TEST(right_wrong_partly)
{
    struct sitting *s = sitting_open();
    expect_told(s, "what?", "");
    ck_assert_msg(task(s)->tries == 0, "what cannot be read costs no try");
    expect_told(s, "(1, 1, 1)", "Not yet.");
    ck_assert_int_eq(task(s)->tries, 1);
    ck_assert_int_eq(task(s)->done, DONE_TRIED);
    ck_assert_ptr_null(strstr(s->told, "Two rows of"));
    expect_told(s, "(2, 77)",
                "Partly: 0.5 of 2 points: 1 of 2 sizes is right, and that share counts half.");
    expect_told(s, "(2, 77)", "\xe2\x9c\x93   n 77 \xe2\x9c\x97");
    s->p.ascii = true;
    expect_told(s, "(2, 77)", "ok   n 77 no");
    expect_told(s, "  2 x n  ", "Right. 2 points.\nTwo rows of ");
    ck_assert_ptr_null(strstr(s->told, "Right. 2 points. Right."));
    ck_assert_ptr_nonnull(strstr(s->told, "Enter: the next one that is open."));
    ck_assert_int_eq(task(s)->done, DONE_SOLVED);
    ck_assert_int_eq(s->p.at, 0);
    expect_told(s, "9 9 9", "Not yet.");
    ck_assert_msg(task(s)->done == DONE_SOLVED, "once solved, it stays so");
    expect_told(s, "", "");
    ck_assert_int_eq(s->p.at, 1);
    sitting_close(s);
}
END_TEST

/* Behind the right line its code is judged, wrong or right. */
START_TEST(the_line_then_its_code)
{
    struct sitting *s = sitting_open();
    expect_told(s, "4.", "");
    expect_told(s, "1", "Line 1 is it. Now mend the code.");
    expect_told(s, "y = (x + 4", "Line 1 is it. Your code raises SyntaxError");
    expect_told(s, "y = x @ x", "Line 1 is it. Your code raises RuntimeError");
    expect_told(s, "y = x * 4", "Line 1 is it. `y` gives");
    expect_told(s, "y = x * 3", "Right. 4 points.");
    sitting_close(s);
}
END_TEST

START_TEST(hints_one_by_one)
{
    struct sitting *s = sitting_open();
    ck_assert_str_eq(say(s, "h", PRACTICE_STAY), "Hint 1 of 2: Two rows.\n");
    ck_assert_str_eq(say(s, "hint", PRACTICE_STAY), "Hint 2 of 2: As many columns as `n`.\n");
    ck_assert_str_eq(say(s, "h", PRACTICE_STAY), "There are no more hints.\n");
    size_t len = s->p.told.len;
    ck_assert_str_eq(say(s, "h", PRACTICE_STAY), "There are no more hints.\n");
    ck_assert_msg(s->p.told.len == len, "it stands on the screen once");
    ck_assert_int_eq(task(s)->done, DONE_NOT);
    say(s, "n", PRACTICE_STAY);
    ck_assert_str_eq(say(s, "h", PRACTICE_STAY), "There is no hint to this one.\n");
    sitting_close(s);
}
END_TEST

/* A hint that was asked for stays beside the verdict, until the question is solved. */
START_TEST(hints_stay)
{
    struct sitting *s = sitting_open();
    say(s, "h", PRACTICE_STAY);
    say(s, "h", PRACTICE_STAY);
    for (int k = 0; k < 2; k++) {
        expect_told(s, k == 0 ? "(2, 77)" : "?", "");
        ck_assert_ptr_null(strstr(s->told, "Hint")); /* it was told before */
        const char *all = buf_text(&s->p.told), *first = strstr(all, "Hint 1 of 2: Two rows.");
        ck_assert_msg(first == all && strstr(all, "Hint 2 of 2") != NULL, "%s", all);
        ck_assert_ptr_nonnull(strstr(all, s->told));
    }
    say(s, s->p.question.key, PRACTICE_STAY);
    ck_assert_ptr_null(strstr(buf_text(&s->p.told), "Hint"));
    sitting_close(s);
}
END_TEST

static const char in_order[] =
    "# Steps\n```exercise steps\nkind: order\nstep: find\nstep: take\nstep: count\n"
    "step: give\nstep: look\nstep: go\nstep: rest\n\nWhich comes first?\n"
    "-- solution\nThat is all.\n```\n```python\nx = 1\n```\n";

/* An order is taken however its letters stand; solved or given up, it is told as it belongs. */
START_TEST(an_order_is_told)
{
    static const char *const between[] = {"", " ", ", ", ",", "-", " > ", "\n"};
    static const char told[] = "1. find\n2. take\n3. count\n4. give\n5. look\n6. go\n7. rest\n\n"
                               "That is all.\n";
    struct sitting *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    quiz_open(&s->quiz, in_order);
    sit(s);
    expect_told(s, "s", told);
    for (size_t k = 0; k < sizeof between / sizeof between[0]; k++) {
        char text[80] = "";
        say(s, "r", PRACTICE_STAY);
        for (const char *p = s->p.question.key; *p != '\0'; p++) {
            strncat(text, *p == ' ' ? between[k] : p, *p == ' ' ? 9 : 1);
        }
        expect_told(s, text, "Right. 1 point.");
        expect_told(s, text, told);
    }
    sitting_close(s);
}
END_TEST

START_TEST(the_solution_when_given_up)
{
    struct sitting *s = sitting_open();
    expect_told(s, "s", "The answer: (2, ");
    ck_assert_ptr_nonnull(strstr(s->told, "Two rows of "));
    ck_assert_int_eq(task(s)->done, DONE_SHOWN);
    say(s, "5.", PRACTICE_STAY);
    expect_told(s, "solution", "~~~python\ndef f(n):\n    return n + 1\n");
    const char *once = strstr(s->told, "return n + 1");
    ck_assert_msg(once != NULL && strstr(once + 1, "return n + 1") == NULL, "%s", s->told);
    sitting_close(s);
}
END_TEST

/* What was read off the solution is worth no points, until it is asked with other numbers. */
START_TEST(no_points_for_what_was_shown)
{
    struct sitting *s = sitting_open();
    char half[] = "(2, 77)";
    say(s, "s", PRACTICE_STAY);
    expect_told(s, half, "Partly. No points: the solution was shown.");
    expect_told(s, s->p.question.key, "Right. No points: the solution was shown. r asks again");
    ck_assert_ptr_null(strstr(s->told, "2 points"));
    ck_assert_int_eq(task(s)->done, DONE_SHOWN);
    say(s, "n", PRACTICE_STAY); /* nor when it is asked again later */
    say(s, "p", PRACTICE_STAY);
    expect_told(s, s->p.question.key, "Right. No points");
    say(s, "r", PRACTICE_STAY);
    expect_told(s, s->p.question.key, "Right. 2 points.");
    ck_assert_int_eq(task(s)->done, DONE_SOLVED);
    say(s, "s", PRACTICE_STAY); /* who has solved it may look */
    expect_told(s, s->p.question.key, "Right. 2 points.");
    say(s, "3.", PRACTICE_STAY);
    say(s, "s", PRACTICE_STAY);
    expect_told(s, s->p.question.key, "Right. No points: the solution was shown.");
    sitting_close(s);
}
END_TEST

START_TEST(to_and_fro)
{
    struct sitting *s = sitting_open();
    expect_told(s, "p", "This is the first one.");
    say(s, "n", PRACTICE_STAY);
    ck_assert_int_eq(s->p.task[0].done, DONE_SKIPPED);
    ck_assert_int_eq(s->p.at, 1);
    expect_told(s, "5.", "Not yet."); /* a number is asked for here */
    say(s, "n", PRACTICE_STAY);
    say(s, "5.", PRACTICE_STAY);
    ck_assert_int_eq(s->p.at, 4);
    expect_told(s, "n", "This is the last one; q quits.");
    expect_told(s, "6.", "This is the last one");
    expect_told(s, "0.", "This is the last one");
    say(s, "back", PRACTICE_STAY);
    ck_assert_int_eq(s->p.at, 3);
    expect_told(s, "l", " 1  size: skipped\n 2  last: tried\n");
    ck_assert_ptr_nonnull(strstr(s->told, " 4  fix: new  <\n"));
    expect_told(s, "?", "  h  hint      one more hint\n");
    expect_told(s, "", "  q  quit ");
    say(s, "q", PRACTICE_QUIT);
    sitting_close(s);
}
END_TEST

/* "h" is an option of this one, and an answer. */
START_TEST(letters_of_options)
{
    struct sitting *s = sitting_open();
    say(s, "3.", PRACTICE_STAY);
    say(s, "h", PRACTICE_STAY);
    ck_assert_ptr_null(strstr(s->told, "hint"));
    ck_assert_int_eq(task(s)->tries, 1);
    expect_told(s, "hint", "There is no hint to this one.");
    expect_told(s, s->p.question.key, "Right.");
    sitting_close(s);
}
END_TEST

START_TEST(other_numbers)
{
    struct sitting *s = sitting_open();
    char first[40];
    int others = 0;
    snprintf(first, sizeof first, "%s", s->p.question.key);
    expect_told(s, first, "Right.");
    for (int k = 0; k < 5; k++) {
        say(s, "r", PRACTICE_STAY);
        ck_assert_uint_eq(task(s)->draw, (uint64_t)k + 1);
        others += strcmp(first, s->p.question.key) != 0;
        expect_told(s, s->p.question.key, "Right.");
    }
    ck_assert_int_gt(others, 0);
    sitting_close(s);
}
END_TEST

START_TEST(kept_and_taken_up)
{
    struct sitting *s = sitting_open();
    char key[40];
    say(s, s->p.question.key, PRACTICE_STAY);
    say(s, "n", PRACTICE_STAY);
    say(s, "r", PRACTICE_STAY);
    say(s, "r", PRACTICE_STAY);
    say(s, "-99", PRACTICE_STAY);
    snprintf(key, sizeof key, "%s", s->p.question.key);
    practice_keep(&s->p, "small", &s->progress);
    ck_assert_int_eq(s->progress.count, 2);
    practice_free(&s->p);
    sit(s);
    ck_assert_msg(s->p.at == 1, "it goes on at the first that is not solved");
    ck_assert_int_eq(s->p.task[0].done, DONE_SOLVED);
    ck_assert_int_eq(task(s)->done, DONE_TRIED);
    ck_assert_int_eq(task(s)->tries, 1);
    ck_assert_str_eq(s->p.question.key, key);
    sitting_close(s);
}
END_TEST

START_TEST(code)
{
    struct sitting *s = sitting_open();
    say(s, "e", PRACTICE_STAY);
    expect_told(s, "e", "answered in a line");
    expect_told(s, "file a.py", "answered in a line");
    say(s, "fix", PRACTICE_STAY);
    say(s, "4.", PRACTICE_STAY);
    ck_assert_str_eq(practice_begin(&s->p), "y = x * 2\n");
    expect_told(s, "line 1", "Partly: 2 of 4 points.");
    ck_assert(practice_code(&s->p, "y = x * 3\n", &s->err));
    ck_assert_str_eq(practice_begin(&s->p), "y = x * 3\n");
    expect_told(s, "1", "Right. 4 points.");
    say(s, "n", PRACTICE_STAY);
    expect_told(s, "f", "which file holds the code?");
    say(s, "e", PRACTICE_EDIT);
    say(s, "file my code.py", PRACTICE_FILE);
    ck_assert_str_eq(s->p.file, "my code.py");
    ck_assert(practice_code(&s->p, "def f(n):\n    while True: pass\n", &s->err));
    ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "Not yet."));
    practice_say(&s->p, "cannot read it");
    ck_assert_str_eq(buf_text(&s->p.told), "cannot read it\n");
    ck_assert(practice_code(&s->p, "def f(n):\n    return 1 + n\n", &s->err));
    ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "Enter: the next one that is open."));
    say(s, "p", PRACTICE_STAY);
    ck_assert_msg(s->p.file[0] == '\0', "the file was for that exercise alone");
    sitting_close(s);
}
END_TEST

/* A line and the mended code in one order or the other: both are remembered. */
START_TEST(line_and_code_in_any_order)
{
    struct sitting *s = sitting_open();
    say(s, "4.", PRACTICE_STAY);
    if (_i == 0) {
        expect_told(s, "line 1", "Partly: 2 of 4 points.");
        ck_assert(practice_code(&s->p, "y = x * 3\n", &s->err));
        ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "Right. 4 points."));
    } else {
        ck_assert(practice_code(&s->p, "y = x * 3\n", &s->err));
        ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "Partly: 2 of 4 points."));
        ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "No line was named."));
        expect_told(s, "line 9", "Partly: 2 of 4 points.");
        expect_told(s, "what?", "");
        expect_told(s, "line 1", "Right. 4 points.");
    }
    say(s, "r", PRACTICE_STAY);
    ck_assert(practice_code(&s->p, "y = x * 3\n", &s->err));
    ck_assert_msg(strstr(buf_text(&s->p.told), "No line was named.") != NULL, "it was another one");
    sitting_close(s);
}
END_TEST

/* A line that is typed is code of its own, whatever was written before. */
START_TEST(code_on_the_line)
{
    struct sitting *s = sitting_open();
    say(s, "5.", PRACTICE_STAY);
    ck_assert(practice_code(&s->p, "def f(n):\n    return n\n", &s->err));
    expect_told(s, "f = lambda n: n + 1", "Right.");
    sitting_close(s);
}
END_TEST

/* A draft is where one goes on; it is no attempt, and a line alone does not judge it. */
START_TEST(a_draft)
{
    struct sitting *s = sitting_open();
    say(s, "4.", PRACTICE_STAY);
    practice_draft(&s->p, "y = x * 3\n");
    ck_assert_str_eq(practice_begin(&s->p), "y = x * 3\n");
    ck_assert_int_eq(task(s)->tries, 0);
    ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "What you wrote last time is kept"));
    expect_told(s, "line 1", "Now mend the code.");
    sitting_close(s);
}
END_TEST

/* Text says how code is handed in, where code is what is asked for. */
START_TEST(how_to_hand_in_code)
{
    struct sitting *s = sitting_open();
    for (int k = 0; k < s->p.count; k++) {
        struct buf text = {0};
        practice_text(&s->p, &text);
        ck_assert_int_eq(strstr(buf_text(&text), "file NAME") != NULL, practice_takes_code(&s->p));
        buf_free(&text);
        say(s, "n", PRACTICE_STAY);
    }
    sitting_close(s);
}
END_TEST

/* --- of a run's tape --- */

static const char notebook[] =
    "import torch\ntorch.manual_seed(1)\nT, d = 3, 2\nq = torch.rand(T, d)\nk = torch.rand(T, d)\n"
    "v = torch.rand(T, d)\n"
    "scores = q @ k.T\nweights = torch.softmax(scores / d**0.5, dim=-1)\nout = weights @ v\n";

static void run_code(struct run *r, const char *text)
{
    struct error err = {0};
    struct run_terms terms = marking_terms();
    struct lesson *l = calloc(1, sizeof *l);
    ck_assert_ptr_nonnull(l);
    ck_assert_msg(lesson_read(l, "a.py", LESSON_PYTHON, text, strlen(text), &err), "%s", err.text);
    ck_assert_msg(run_make(r, l, &terms, false, &err), "%s", err.text);
}

START_TEST(of_a_tape)
{
    struct sitting *s = calloc(1, sizeof *s);
    struct run run;
    struct run_terms terms = marking_terms();
    run_code(&run, notebook);
    ck_assert_msg(practice_of_run(&s->p, &run, &s->progress, "a.py", 0, &terms, &s->err), "%s",
                  s->err.text);
    ck_assert_int_gt(s->p.count, 4);
    int cells = 0;
    for (int k = 0; k < s->p.count; k++) {
        ck_assert_msg(practice_ask(&s->p, &s->err), "%s", s->err.text);
        cells += s->p.task[k].cell >= 0;
        ck_assert_msg(s->p.at == k, "at %d, not %d", s->p.at, k);
        expect_told(s, "r", "--seed makes another run.");
        expect_told(s, s->p.question.key, "Right.");
        say(s, "", PRACTICE_STAY);
    }
    ck_assert_int_gt(cells, 0);
    practice_free(&s->p);
    run_free(&run);
    run_code(&run, "x = 1\n");
    ck_assert(!practice_of_run(&s->p, &run, &s->progress, "a.py", 0, &terms, &s->err));
    ck_assert_str_eq(s->err.text,
                     "a.py has no steps of attention to ask about; qkv trace shows what it has");
    run_free(&run);
    free(s);
}
END_TEST

/* A line that is warned of makes no exercise: its result is no key. Nor does the stage that a
 * warning doubts, and mended, both come back. */
static const struct {
    const char *wrong, *right; /* lines of the same attention */
    const char *code;          /* what only an exercise about that line would show */
} doubted[] = {
    {"q, k, v = [l(x).view(B, H, T, D) for l in (lq, lk, lv)]\ns = q @ k.mT\ns = s / D ** 0.5\n",
     "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
     "s = q @ k.mT\ns = s / D ** 0.5\n",
     "l(x).view("},
    {"q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
     "s = q @ k.mT\ns = s / (H * D) ** 0.5\n",
     "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
     "s = q @ k.mT\ns = s / D ** 0.5\n",
     "s = s / "},
};

static bool asks_of(const char *lines, const char *shown, bool *warned)
{
    struct sitting *s = calloc(1, sizeof *s);
    struct run run;
    struct run_terms terms = marking_terms();
    struct buf text = {0};
    bool asked = false;
    buf_printf(
        &text,
        "import torch\nimport torch.nn as nn\ntorch.manual_seed(1)\nB, T, H, D = 2, 4, 3, 5\n"
        "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
        "x = torch.randn(B, T, H * D)\n%so = s.softmax(-1) @ v\n",
        lines);
    run_code(&run, buf_text(&text));
    ck_assert_msg(practice_of_run(&s->p, &run, &s->progress, "a.py", 0, &terms, &s->err), "%s",
                  s->err.text);
    for (int k = 0; k < s->p.count; k++) {
        ck_assert_msg(practice_ask(&s->p, &s->err), "%s", s->err.text);
        asked |= strstr(s->p.question.prompt, shown) != NULL;
        s->p.at = k + 1 < s->p.count ? k + 1 : k;
    }
    *warned = run.warnings->count > 0;
    practice_free(&s->p);
    run_free(&run);
    buf_free(&text);
    free(s);
    return asked;
}

START_TEST(a_warned_line_makes_no_exercise)
{
    bool warned;
    ck_assert(!asks_of(doubted[_i].wrong, doubted[_i].code, &warned));
    ck_assert(warned);
    ck_assert(asks_of(doubted[_i].right, doubted[_i].code, &warned));
    ck_assert(!warned);
}
END_TEST

/* --- screens --- */

static const struct {
    const char *name, *keys; /* '\n' is Enter */
    int width, height;
    bool ascii;
} screens[] = {
    {"practice", "", 80, 24, false},
    {"practice-right", "2 n\n", 80, 24, true},
    {"practice-cell", "n\n-1\n", 80, 24, false},
    {"practice-bug", "4.\n1\n", 80, 24, false},
    {"practice-words", "5.\n?\n", 80, 24, false},
    {"practice-small", "", 59, 24, false},
};

START_TEST(as_before)
{
    struct sitting *s = sitting_open();
    struct grid g;
    s->p.ascii = screens[_i].ascii;
    for (const char *k = screens[_i].keys; *k != '\0'; k++) {
        enum practice_wish wish;
        uint32_t key = *k == '\n' ? PRESSED_ENTER : (uint32_t)*k;
        ck_assert_msg(practice_draw_key(&s->p, key, &wish, &s->err), "%s", s->err.text);
    }
    ck_assert(grid_init(&g, screens[_i].width, screens[_i].height));
    practice_draw(&s->p, &g);
    walked_drawn(screens[_i].name, &g);
    sitting_close(s);
}
END_TEST

static void screen_of(const struct practice *p, int width, int height, struct spot *spot,
                      struct buf *out)
{
    struct grid g;
    ck_assert(grid_init(&g, width, height));
    g.asked = spot;
    practice_draw(p, &g);
    grid_text(&g, out);
    grid_free(&g);
}

/* Lines have the numbers that errors have: empty ones count. */
START_TEST(lines_as_errors_number_them)
{
    struct sitting *s = calloc(1, sizeof *s);
    struct buf text = {0};
    ck_assert_ptr_nonnull(s);
    quiz_open(&s->quiz, "```python\nx = 1\n```\n```exercise fix\nkind: bug\nof: y\n\nWhich?\n\n"
                        "~~~python\ny = x\n\ny = y * 2\n~~~\n-- solution\n"
                        "~~~python\ny = x\n\ny = y * 3\n~~~\n```\n");
    sit(s);
    screen_of(&s->p, 80, 24, NULL, &text);
    ck_assert_msg(strstr(buf_text(&text), " 3  y = y * 2") != NULL, "%s", buf_text(&text));
    expect_told(s, "line 3", "Line 3 is it.");
    ck_assert(practice_code(&s->p, "y = x\n\ny = z\n", &s->err));
    ck_assert_ptr_nonnull(strstr(buf_text(&s->p.told), "(line 3)"));
    buf_free(&text);
    sitting_close(s);
}
END_TEST

/* Each word of the last line does something, wherever it is shown. */
START_TEST(the_last_line_works)
{
    int width = _i == 0 ? 60 : 120, height = _i == 0 ? 15 : 40, words = 0;
    for (int x = 0; x < width; x++) {
        struct sitting *s = sitting_open();
        struct spot spot = {.x = x, .y = height - 1};
        struct buf before = {0}, after = {0};
        enum practice_wish first, wish = PRACTICE_STAY;
        ck_assert(
            practice_draw_key(&s->p, 'n', &first, &s->err)); /* the second one has one before */
        ck_assert(practice_draw_key(&s->p, PRESSED_ENTER, &first, &s->err));
        screen_of(&s->p, width, height, &spot, &before);
        if (spot.kind == SPOT_KEY) {
            ck_assert(practice_draw_key(&s->p, (uint32_t)spot.a, &wish, &s->err));
            ck_assert(practice_draw_key(&s->p, PRESSED_ENTER, &wish, &s->err));
            screen_of(&s->p, width, height, NULL, &after);
            EXPECT(wish != PRACTICE_STAY || strcmp(buf_text(&after), buf_text(&before)) != 0,
                   "%c does nothing on\n%.2000s", (int)spot.a, buf_text(&before));
            words++;
        }
        buf_free(&before);
        buf_free(&after);
        sitting_close(s);
    }
    ck_assert_int_gt(words, 10);
}
END_TEST

START_TEST(typing)
{
    struct sitting *s = sitting_open();
    enum practice_wish wish;
    static const uint32_t keys[] = {'2', 0xe9, 0x1f600, PRESSED_BACKSPACE, PRESSED_BACKSPACE};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        ck_assert(practice_draw_key(&s->p, keys[k], &wish, &s->err));
    }
    ck_assert_str_eq(s->p.typed, "2");
    for (int k = 0; k < 2 * PRACTICE_LINE; k++) {
        ck_assert(practice_draw_key(&s->p, 0xe9, &wish, &s->err));
    }
    ck_assert_uint_lt(strlen(s->p.typed), PRACTICE_LINE);
    ck_assert(practice_draw_key(&s->p, PRESSED_ENTER, &wish, &s->err));
    ck_assert_str_eq(s->p.typed, "");
    ck_assert(practice_draw_key(&s->p, 'x', &wish, &s->err));
    ck_assert(practice_draw_key(&s->p, PRESSED_ESC, &wish, &s->err));
    ck_assert_str_eq(s->p.typed, "");
    ck_assert_int_eq(wish, PRACTICE_STAY);
    ck_assert(practice_draw_key(&s->p, PRESSED_ESC, &wish, &s->err)); /* one more: back */
    ck_assert_int_eq(wish, PRACTICE_QUIT);
    ck_assert(practice_draw_key(&s->p, 4, &wish, &s->err));
    ck_assert_int_eq(wish, PRACTICE_QUIT);
    sitting_close(s);
}
END_TEST

Suite *suite_practice(void)
{
    Suite *s = suite_create("practice");
    TCase *t = tcase_create("lines");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, right_wrong_partly);
    tcase_add_test(t, the_line_then_its_code);
    tcase_add_test(t, hints_one_by_one);
    tcase_add_test(t, hints_stay);
    tcase_add_test(t, an_order_is_told);
    tcase_add_test(t, the_solution_when_given_up);
    tcase_add_test(t, no_points_for_what_was_shown);
    tcase_add_test(t, to_and_fro);
    tcase_add_test(t, letters_of_options);
    tcase_add_test(t, other_numbers);
    tcase_add_test(t, kept_and_taken_up);
    tcase_add_test(t, code);
    tcase_add_loop_test(t, line_and_code_in_any_order, 0, 2);
    tcase_add_test(t, code_on_the_line);
    tcase_add_test(t, a_draft);
    tcase_add_test(t, how_to_hand_in_code);
    tcase_add_test(t, of_a_tape);
    tcase_add_loop_test(t, a_warned_line_makes_no_exercise, 0,
                        (int)(sizeof doubted / sizeof doubted[0]));
    tcase_add_loop_test(t, as_before, 0, (int)(sizeof screens / sizeof screens[0]));
    tcase_add_test(t, lines_as_errors_number_them);
    tcase_add_test(t, typing);
    tcase_add_loop_test(t, the_last_line_works, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
