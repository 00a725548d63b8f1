/* Tests a run as the host sees it: how it ended, the limits, the value of the last statement, cells
 * that follow one another, two interpreters side by side. */
#include "program.h"

#include "session/session.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_interp(void);

static const struct {
    const char *text;
    enum outcome outcome;
    const char *said; /* a part of the traceback */
} endings[] = {
    {"x = 1", OUTCOME_DONE, ""},
    {"", OUTCOME_DONE, ""},
    {"# nothing", OUTCOME_DONE, ""},
    {"import sys; sys.exit()", OUTCOME_DONE, ""},
    {"raise SystemExit(0)", OUTCOME_DONE, ""},
    {"import sys; sys.exit(2)", OUTCOME_EXCEPTION, ""},
    {"1 / 0", OUTCOME_EXCEPTION, "ZeroDivisionError: division by zero\n"},
    {"x = (1,", OUTCOME_EXCEPTION, "SyntaxError: '(' was never closed\n"},
    {"if 1:\nx", OUTCOME_EXCEPTION, "IndentationError: expected an indented block after 'if'"},
    {"import nothing", OUTCOME_UNSUPPORTED, "ModuleNotFoundError: No module named 'nothing'\n"},
    {"def f(n): return f(n + 1)\nf(0)", OUTCOME_EXCEPTION, "RecursionError: maximum recursion"},
    {"async def f(): yield 1", OUTCOME_UNSUPPORTED, "qkv: "},
    {"try: import torch; torch.zeros(2, dtype=torch.quint8)\nexcept BaseException: pass",
     OUTCOME_UNSUPPORTED, "qkv: "},
    {"try:\n    while True: pass\nexcept BaseException: pass\nfinally: print('no')", OUTCOME_LIMIT,
     "--max-steps"},
    {"x = [k for k in range(10 ** 9)]", OUTCOME_LIMIT, "qkv: "},
    {"import torch; torch.zeros(10 ** 12)", OUTCOME_LIMIT, "--max-memory"},
    {"x = 'a' * 10 ** 11", OUTCOME_LIMIT, "memory"},
    {"x = [0] * 10 ** 11", OUTCOME_LIMIT, "--max-memory"},
    {"x = [1]\nwhile True: x = x + x", OUTCOME_LIMIT, "--max-memory"},
    {"while True: print('a' * 1000)", OUTCOME_LIMIT, "printed more than"},
    {"x = []\nfor k in range(100000): x = [x]\nstr(x)", OUTCOME_EXCEPTION, "RecursionError"},
    {"x = []\nfor k in range(100000): x = [x]\nx == [x]", OUTCOME_EXCEPTION, "RecursionError"},
    {"class R:\n    def __repr__(self): return repr(self)\nrepr(R())", OUTCOME_EXCEPTION,
     "RecursionError"},
    {"class R:\n    def __getattr__(self, n): return self.b\nR().a", OUTCOME_EXCEPTION,
     "RecursionError"},
    {"class R:\n    def __add__(self, o): return self + o\nR() + 1", OUTCOME_EXCEPTION,
     "RecursionError"},
    {"f = lambda: f()\nf()", OUTCOME_EXCEPTION, "RecursionError"},
    {"class A:\n    def __call__(self, *a): return self()\nA()()", OUTCOME_EXCEPTION,
     "RecursionError"},
    {"class A:\n    @property\n    def x(self): return self.x\nA().x", OUTCOME_EXCEPTION,
     "RecursionError"},
    {"class A:\n    def __str__(self): return str(self)\nprint(f'{A()}')", OUTCOME_EXCEPTION,
     "RecursionError"},
    {"def f(x): return sorted([1, 2], key=f)\nf(1)", OUTCOME_EXCEPTION, "RecursionError"},
};

START_TEST(a_run_ends_as_it_should)
{
    const struct limits limits = {.steps = 3000000, .output = 1 << 20, .depth = 1000};
    struct program p;
    program_open(&p, (size_t)256 << 20, &limits);
    enum outcome outcome = program_run(&p, endings[_i].text, 0);
    ck_assert_msg(outcome == endings[_i].outcome, "%s: outcome %d\n%s", endings[_i].text,
                  (int)outcome, buf_text(&p.traceback));
    ck_assert_msg(strstr(buf_text(&p.traceback), endings[_i].said) != NULL, "%s:\n%s",
                  endings[_i].text, buf_text(&p.traceback));
    ck_assert(strstr(buf_text(&p.out), "no") ==
              NULL); /* a limit lets nothing run, not even finally */
    program_close(&p);
}
END_TEST

START_TEST(time_is_a_limit)
{
    const struct limits limits = {.seconds = 0.05, .depth = 1000};
    struct program p;
    program_open(&p, 0, &limits);
    ck_assert_int_eq(program_run(&p, "while True: pass", 0), OUTCOME_LIMIT);
    ck_assert(strstr(buf_text(&p.traceback), "--timeout") != NULL);
    program_close(&p);
}
END_TEST

START_TEST(a_generator_takes_the_same_steps_whoever_watches)
{
    uint64_t steps[2];
    for (int watched = 0; watched < 2; watched++) {
        struct recorder nobody = {0};
        struct program p;
        program_open(&p, 0, NULL);
        p.session->in.recorder = watched ? &nobody : NULL;
        program_run(&p,
                    "def f(n):\n    for k in range(n):\n        yield k\n        k += 1\n"
                    "    while n:\n        yield n\n        n -= 1\n"
                    "print(sum(f(9)), *f(3))\n",
                    0);
        ck_assert_str_eq(buf_text(&p.out), "81 0 1 2 3 2 1\n");
        steps[watched] = p.session->in.steps;
        p.session->in.recorder = NULL;
        program_close(&p);
    }
    ck_assert_uint_eq(steps[0], steps[1]);
}
END_TEST

START_TEST(depth_is_pythons_thousand)
{
    struct program p;
    program_open(&p, 0, NULL);
    program_run(&p,
                "def f(n):\n    global deepest\n    deepest = n\n    f(n + 1)\n"
                "try: f(1)\nexcept RecursionError as e: print(deepest > 900, deepest < 1001)\n",
                0);
    ck_assert_str_eq(buf_text(&p.out), "True True\n");
    program_close(&p);
}
END_TEST

static const struct {
    const char *text, *shown; /* NULL: the last statement has no value */
} lasts[] = {
    {"1 + 1", "2"},   {"x = 1", NULL},         {"x = 1\nx", "1"},        {"1;", NULL},
    {"None", "None"}, {"if 1: 2", NULL},       {"x = 1\nx; x + 1", "2"}, {"'a'", "'a'"},
    {"", NULL},       {"def f(): pass", NULL}, {"[1,\n 2]", "[1, 2]"},
};

START_TEST(the_last_value_is_handed_out)
{
    struct program p;
    struct buf text = {0};
    program_open(&p, 0, NULL);
    ck_assert_int_eq(program_run(&p, lasts[_i].text, 1), OUTCOME_DONE);
    ck_assert_int_eq(p.has_last, lasts[_i].shown != NULL);
    if (p.has_last) {
        ck_assert(interp_pretty(&p.session->in, p.last, &text));
        ck_assert_str_eq(buf_text(&text), lasts[_i].shown);
    }
    buf_free(&text);
    program_close(&p);
}
END_TEST

START_TEST(cells_share_their_names)
{
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_int_eq(program_run(&p, "x = 1\ndef f(): return x\n1 / 0", 1), OUTCOME_EXCEPTION);
    ck_assert_int_eq(program_run(&p, "x += 1\nprint(f())", 2), OUTCOME_DONE);
    ck_assert_int_eq(program_run(&p, "f.nope", 3), OUTCOME_EXCEPTION);
    ck_assert_str_eq(buf_text(&p.traceback),
                     "Traceback (most recent call last):\n  test.py, cell 3, line 1\n    f.nope\n"
                     "AttributeError: 'function' object has no attribute 'nope'\n");
    ck_assert_int_eq(program_run(&p, "print(f())", 4), OUTCOME_DONE);
    ck_assert_str_eq(buf_text(&p.out), "2\n2\n");
    program_close(&p);
}
END_TEST

/* They share nothing: not names, not changed classes, not random numbers. */
START_TEST(two_interpreters_do_not_meet)
{
    static const char step[] = "import torch\ntry: n += 1\nexcept NameError: n = 0\n"
                               "torch.float_thing = n\nprint(n, torch.rand(1).item())\n";
    struct program a, b, alone;
    program_open(&alone, 0, NULL);
    program_open(&a, 0, NULL);
    program_open(&b, 0, NULL);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(program_run(&alone, step, 0), OUTCOME_DONE);
        ck_assert_int_eq(program_run(&a, step, 0), OUTCOME_DONE);
        if (k < 2) {
            ck_assert_int_eq(program_run(&b, step, 0), OUTCOME_DONE);
        }
    }
    ck_assert_str_eq(buf_text(&a.out), buf_text(&alone.out));
    ck_assert_uint_lt(b.out.len, a.out.len);
    ck_assert(strncmp(buf_text(&a.out), buf_text(&b.out), b.out.len) == 0);
    program_close(&b);
    ck_assert_int_eq(program_run(&a, "print(torch.float_thing)", 0), OUTCOME_DONE);
    program_close(&a);
    program_close(&alone);
}
END_TEST

/* A __repr__ of code runs when the host shows a value, outside of any run. */
START_TEST(showing_a_value_cannot_overflow_the_stack)
{
    struct program p;
    struct buf text = {0};
    program_open(&p, 0, NULL);
    program_run(&p, "class R:\n    def __repr__(self): return '%s' % [[[repr(self)]]]\nR()\n", 0);
    ck_assert(p.has_last);
    ck_assert(!interp_pretty(&p.session->in, p.last, &text));
    ck_assert(raise_is(&p.session->in, EXCEPTION_RecursionError));
    buf_free(&text);
    program_close(&p);
}
END_TEST

Suite *suite_interp(void)
{
    Suite *s = suite_create("interp");
    TCase *t = tcase_create("interp");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_run_ends_as_it_should, 0, (int)(sizeof endings / sizeof endings[0]));
    tcase_add_test(t, time_is_a_limit);
    tcase_add_test(t, depth_is_pythons_thousand);
    tcase_add_test(t, a_generator_takes_the_same_steps_whoever_watches);
    tcase_add_loop_test(t, the_last_value_is_handed_out, 0, (int)(sizeof lasts / sizeof lasts[0]));
    tcase_add_test(t, cells_share_their_names);
    tcase_add_test(t, two_interpreters_do_not_meet);
    tcase_add_test(t, showing_a_value_cannot_overflow_the_stack);
    suite_add_tcase(s, t);
    return s;
}
