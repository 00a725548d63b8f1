/* Tests marks: every status, sheets of others, other versions and secrets, templates as they came.
 */
#include "exercise/handin/marks.h"
#include "quiz.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_marks(void);

static const char lesson[] =
    "# T\n\n```draw\nversion: 2\nn: 3..9\n```\n```python\nimport torch\nn = 3\n"
    "x = torch.arange(2. * n).view(2, n)\n```\n"
    "```exercise shape\nkind: shape\nof: x\npoints: 2\n\nWhich shape?\n```\n"
    "```exercise pick\nkind: choice\nright: this\nright: that\noption: none\n\nWhich?\n```\n"
    "```exercise fix\nkind: bug\nof: y\npoints: 4\n\nHere:\n~~~python\ny = x * 2\n~~~\n"
    "-- solution\n~~~python\ny = x * 3\n~~~\n```\n"
    "```exercise write\nkind: code\ntry: f(n)\npoints: 3\n\nWrite `f`.\n"
    "-- start\n~~~python\ndef f(n):\n    ...\n~~~\n"
    "-- wrong forgets\nOne is missing.\n~~~python\ndef f(n):\n    return n\n~~~\n"
    "-- solution\n~~~python\ndef f(n):\n    return n + 1\n~~~\n```\n";

enum { SHAPE, PICK, FIX, WRITE };

static const char class[] = "id,name\nada,Ada\nbo,Bo\n";

struct room {
    struct quiz quiz;
    struct roster roster;
    struct marking marking;
    struct handin in;
    struct error err;
};

static void room_open(struct room *r)
{
    *r = (struct room){0};
    quiz_open(&r->quiz, lesson);
    ck_assert(roster_read(&r->roster, "c.csv", class, strlen(class), &r->err));
    r->marking = (struct marking){.exercises = &r->quiz.exercises,
                                  .lesson = "t",
                                  .secret = "a secret of ours",
                                  .secret_len = 16,
                                  .roster = &r->roster,
                                  .terms = marking_terms()};
    ck_assert(handin_init(&r->in, &r->quiz.exercises, &r->err));
}

static void room_close(struct room *r)
{
    handin_free(&r->in);
    roster_free(&r->roster);
    quiz_close(&r->quiz);
}

static void hand_in(struct room *r, const char *text)
{
    ck_assert_msg(handin_add(&r->in, "a.txt", text, strlen(text), &r->err), "%s", r->err.text);
}

/* Ada's exercise k: its status, points and words of its reason. */
static void expect_mark(struct room *r, int k, enum mark_status status, double points,
                        const char *says);

/* What the teacher alone is told, and Ada is not. */
static void expect_aside(struct room *r, int k, const char *says)
{
    struct mark m;
    ck_assert(marking_judge(&r->marking, &r->roster.at[0], &r->in, k, &m, &r->err));
    ck_assert_str_eq(buf_text(&m.aside), says);
    ck_assert_ptr_null(strstr(buf_text(&m.reason), " bo"));
    mark_free(&m);
}

static void expect_mark(struct room *r, int k, enum mark_status status, double points,
                        const char *says)
{
    struct mark m;
    ck_assert_msg(marking_judge(&r->marking, &r->roster.at[0], &r->in, k, &m, &r->err), "%s",
                  r->err.text);
    const char *reason = buf_text(&m.reason);
    ck_assert_msg(m.status == status, "%s: %s", mark_name(m.status), reason);
    ck_assert_msg(m.points > points - 0.001 && m.points < points + 0.001, "%g points: %s", m.points,
                  reason);
    ck_assert_double_eq(m.maximum, r->quiz.exercises.at[k].points);
    ck_assert_msg(strstr(reason, says) != NULL, "'%s' is not in '%s'", says, reason);
    ck_assert_msg(strpbrk(reason, "\n\r\t\x1b\x1e\x1f") == NULL, "no one line: %s", reason);
    mark_free(&m);
}

static const struct {
    int exercise;
    const char *text; /* handed in */
    enum mark_status status;
    double points;
    const char *says;
} rows[] = {
    {SHAPE, "shape: (2, n)\n", MARK_RIGHT, 2, "Right."},
    {SHAPE, "shape: (2, 77)\n", MARK_PARTLY, 0.5, "Axis 1 (n)"},
    {SHAPE, "shape: (77, 78, 79)\n", MARK_WRONG, 0, "axes"},
    {SHAPE, "shape: I do not know\n", MARK_MISSING, 0, ""},
    {SHAPE, "shape: ?\n", MARK_MISSING, 0, ""},
    {SHAPE, "shape: many\n", MARK_UNREAD, 0, ""},
    {SHAPE, "shape:\n", MARK_MISSING, 0, "No answer was handed in."},
    {SHAPE, "write:\n", MARK_MISSING, 0, "No answer was handed in."},
    {SHAPE, "shape: 1\nshape: (2, n)\n", MARK_RIGHT, 2, "more than once: the last answer counts"},
    {SHAPE, "version: 1\nshape: (2, n)\n", MARK_FOREIGN, 0,
     "of version 1 of the lesson; version 2"},
    {SHAPE, "version: 2\nshape: (2, n)\n", MARK_RIGHT, 2, ""},
    {SHAPE, "sheet: AAAA-AAAA\nshape: (2, n)\n", MARK_FOREIGN, 0, "AAAA-AAAA, fits nobody"},
    {PICK, "pick: q\n", MARK_UNREAD, 0, "letters"},
    {FIX, "fix:\n```\ny = x * 2\n```\n", MARK_MISSING, 0, "The template was handed in as it came."},
    {FIX, "fix: line 1\n```\ny = x * 2\n```\n", MARK_PARTLY, 2, "Line 1 is it."},
    {FIX, "fix: line 1\n```\ny = x * 3\n```\n", MARK_RIGHT, 4, "right"},
    {FIX, "fix: line 1\n", MARK_PARTLY, 2, ""},
    {WRITE, "write:\n```\ndef f(n):\n    ...\n\n```\n", MARK_MISSING, 0, "as it came"},
    {WRITE, "write:\n```\ndef f(n):\n    return 1 + n\n```\n", MARK_RIGHT, 3, "Right."},
    {WRITE, "```\ndef f(n):\n    return 1 + n\n```\n", MARK_RIGHT, 3, "Right."},
    {WRITE, "write:\n```\ndef f(n):\n    return n\n```\n", MARK_WRONG, 0, "One is missing."},
    {WRITE, "```\none = 1\n```\nwrite:\n```\ndef f(n):\n    return n + one\n```\n", MARK_RIGHT, 3,
     ""},
    {FIX, "fix: y = x * 2\n", MARK_PARTLY, 2, "Line 1 is it."},
    {FIX, "fix: y = x * 4\n", MARK_WRONG, 0, "No line was named."},
    {WRITE, "write:\n```\ndef g(n):\n    return n\n```\n", MARK_WRONG, 0, "f"},
    {WRITE, "write:\n```\ndef f(n):\n    return f(n)\n```\n", MARK_WRONG, 0, "Recursion"},
    {WRITE, "write:\n```\ndef f(n):\n    while True: pass\n```\n", MARK_WRONG, 0, "steps"},
    {WRITE, "write:\n```\nx = [1] * 10**9\ndef f(n): return n + 1\n```\n", MARK_WRONG, 0, ""},
    {WRITE, "write:\n```\ndef f(n):\n    raise ValueError('a\\tb\\x1b[2J')\n```\n", MARK_WRONG, 0,
     "a b"},
};

START_TEST(statuses)
{
    struct room r;
    room_open(&r);
    hand_in(&r, rows[_i].text);
    expect_mark(&r, rows[_i].exercise, rows[_i].status, rows[_i].points, rows[_i].says);
    room_close(&r);
}
END_TEST

/* A sheet's code is its owner's alone, in any case of letters. */
START_TEST(sheets)
{
    struct room r;
    char own[CODE_SIZE], other[CODE_SIZE], text[200];
    room_open(&r);
    ck_assert(marking_sheet(&r.marking, "ada", own, &r.err));
    ck_assert(marking_sheet(&r.marking, "bo", other, &r.err));
    ck_assert_str_ne(own, other);
    snprintf(text, sizeof text, "sheet: %s\nshape: (2, n)\n", other);
    hand_in(&r, text);
    expect_mark(&r, SHAPE, MARK_FOREIGN, 0, "the sheet of somebody else, with other numbers");
    expect_aside(&r, SHAPE, "It is the sheet of bo.");
    for (char *c = own; *c != '\0'; c++) {
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    }
    snprintf(text, sizeof text, "sheet: %s\n", own);
    hand_in(&r, text);
    expect_mark(&r, SHAPE, MARK_RIGHT, 2, "");
    r.marking.secret = "b secret of ours";
    expect_mark(&r, SHAPE, MARK_FOREIGN, 0, "fits nobody in the class");
    room_close(&r);
}
END_TEST

/* What the first lines say of the sheet; the teacher alone reads whom it was made for. */
START_TEST(fits)
{
    struct room r;
    char ada[CODE_SIZE], bo[CODE_SIZE], cy[CODE_SIZE];
    room_open(&r);
    hand_in(&r, "shape: (2, n)\n");
    ck_assert_int_eq(marking_fit(&r.marking, &r.roster.at[0], &r.in), SHEET_UNNAMED);
    ck_assert(marking_sheet(&r.marking, "ada", ada, &r.err));
    ck_assert(marking_sheet(&r.marking, "bo", bo, &r.err));
    ck_assert(marking_sheet(&r.marking, "cy", cy, &r.err)); /* who is not in the class */
    const struct {
        const char *version, *student, *code;
        enum sheet_fit fit;
        const char *aside;
    } all[] = {
        {"2", "ada", ada, SHEET_OWN, ""},
        {"2", "cy", ada, SHEET_OWN, ""},
        {"1", "ada", ada, SHEET_OLDER, ""},
        {"2", "ada", bo, SHEET_OTHERS, "It is the sheet of bo."},
        {"2", "cy", cy, SHEET_STRANGERS, "It was made for cy."},
        {"2", "dee", cy, SHEET_UNKNOWN,
         "It is another lesson's, was made with another class file or another secret, or was "
         "not copied as it stands."}};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        char text[200];
        snprintf(text, sizeof text, "version: %s\nstudent: %s\nsheet: %s\nshape: (2, n)\n",
                 all[k].version, all[k].student, all[k].code);
        hand_in(&r, text);
        ck_assert_int_eq(marking_fit(&r.marking, &r.roster.at[0], &r.in), all[k].fit);
        expect_aside(&r, SHAPE, all[k].aside);
    }
    room_close(&r);
}
END_TEST

/* Version, secret, lesson and student: each changes the numbers. */
START_TEST(numbers)
{
    struct room r;
    char codes[5][CODE_SIZE];
    room_open(&r);
    ck_assert(marking_sheet(&r.marking, "ada", codes[0], &r.err));
    ck_assert(marking_sheet(&r.marking, "adb", codes[1], &r.err));
    r.marking.lesson = "u";
    ck_assert(marking_sheet(&r.marking, "ada", codes[2], &r.err));
    r.marking.lesson = "t";
    r.marking.secret = "b secret of ours";
    ck_assert(marking_sheet(&r.marking, "ada", codes[3], &r.err));
    r.marking.secret = "a secret of ours";
    r.quiz.exercises.version = "3";
    ck_assert(marking_sheet(&r.marking, "ada", codes[4], &r.err));
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_msg(strcmp(codes[i], codes[k]) != 0, "%d and %d are the same", i, k);
        }
    }
    room_close(&r);
}
END_TEST

/* The template of a sheet says whose it is, and answers nothing. */
START_TEST(a_template_as_it_came)
{
    struct room r;
    struct question q[4];
    struct buf text = {0};
    char code[CODE_SIZE];
    room_open(&r);
    ck_assert(marking_sheet(&r.marking, "ada", code, &r.err));
    for (int k = 0; k < 4; k++) {
        ck_assert(marking_question(&r.marking, "ada", &r.quiz.exercises.at[k], &q[k], &r.err));
    }
    handin_template(q, 4, "t", "2", "ada", code, &text);
    hand_in(&r, buf_text(&text));
    for (int k = 0; k < 4; k++) {
        expect_mark(&r, k, MARK_MISSING, 0, "handed in");
        question_free(&q[k]);
    }
    ck_assert_str_eq(r.in.student, "ada");
    ck_assert_str_eq(r.in.sheet, code);
    ck_assert_uint_eq(r.in.note.len, 0);
    buf_free(&text);
    room_close(&r);
}
END_TEST

START_TEST(names)
{
    ck_assert_str_eq(mark_name(MARK_UNGRADED), "ungraded");
    ck_assert_msg(!mark_counts(MARK_UNGRADED), "nobody knows its points");
    ck_assert(mark_counts(MARK_MISSING) && mark_counts(MARK_FOREIGN));
}
END_TEST

Suite *suite_marks(void)
{
    Suite *s = suite_create("marks");
    TCase *t = tcase_create("marks");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, statuses, 0, (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(t, sheets);
    tcase_add_test(t, fits);
    tcase_add_test(t, numbers);
    tcase_add_test(t, a_template_as_it_came);
    tcase_add_test(t, names);
    suite_add_tcase(s, t);
    return s;
}
