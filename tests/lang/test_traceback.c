/* Tests tracebacks: Python's form with file, cell, line and carets; recursion told once; chains;
 * hints.
 * */
#include "program.h"

#include <check.h>
#include <string.h>

Suite *suite_traceback(void);

#define HEAD "Traceback (most recent call last):\n"

static const struct program_case goldens[] = {
    /* the whole line needs no caret, a part of it does */
    {"1 / 0", HEAD "  test.py, line 1\n    1 / 0\nZeroDivisionError: division by zero\n"},
    {"x = 1 + (2 / 0)", HEAD "  test.py, line 1\n    x = 1 + (2 / 0)\n             ^^^^^\n"
                             "ZeroDivisionError: division by zero\n"},
    {"def f(x):\n    return x.nope + 1\n\n\nf(3)\n",
     HEAD "  test.py, line 5\n    f(3)\n  test.py, line 2, in f\n    return x.nope + 1\n"
          "           ^^^^^^\nAttributeError: 'int' object has no attribute 'nope'\n"},
    {"class A:\n\tdef m(self):\n\t\treturn [][0]\nA().m()",
     HEAD "  test.py, line 4\n    A().m()\n  test.py, line 3, in A.m\n    return [][0]\n"
          "           ^^^^^\nIndexError: list index out of range\n"},
    {"é, b = 'ü', (lambda: 1 / 0)()",
     HEAD "  test.py, line 1\n    é, b = 'ü', (lambda: 1 / 0)()\n                "
          "^^^^^^^^^^^^^^^^^\n"
          "  test.py, line 1, in <lambda>\n    é, b = 'ü', (lambda: 1 / 0)()\n"
          "                         ^^^^^\nZeroDivisionError: division by zero\n"},
    {"x = f(1,\n      2)", HEAD "  test.py, line 1\n    x = f(1,\n        ^\n"
                                "NameError: name 'f' is not defined\n"},
    {"raise ValueError('a\\nb')", HEAD "  test.py, line 1\n    raise ValueError('a\\nb')\n"
                                       "ValueError: a\nb\n"},
    {"assert 1 == 2, 'why'", HEAD "  test.py, line 1\n    assert 1 == 2, 'why'\n"
                                  "AssertionError: why\n"},
    /* whatever name a decorator gives itself: that of the code that runs */
    {"def w(f):\n    def call(x): return f(x)\n    call.__name__ = f.__name__\n"
     "    call.__qualname__ = f.__qualname__\n    return call\n@w\ndef g(x): 1 / x\ng(0)",
     HEAD "  test.py, line 8\n    g(0)\n  test.py, line 2, in w.<locals>.call\n"
          "    def call(x): return f(x)\n                        ^^^^\n"
          "  test.py, line 7, in g\n    def g(x): 1 / x\n              ^^^^^\n"
          "ZeroDivisionError: division by zero\n"},
    /* generators: where they were left, and what came out of them */
    {"def g():\n    yield 1\n    1 / 0\ndef h():\n    yield from g()\nfor x in h():\n    x",
     HEAD "  test.py, line 6\n    for x in h():\n             ^^^\n  test.py, line 5, in h\n"
          "    yield from g()\n  test.py, line 3, in g\n    1 / 0\n"
          "ZeroDivisionError: division by zero\n"},
    {"def g():\n    x = yield 1\ng = g()\nnext(g)\ng.throw(ValueError('v'))",
     HEAD "  test.py, line 5\n    g.throw(ValueError('v'))\n  test.py, line 2, in g\n"
          "    x = yield 1\n        ^^^^^^^\nValueError: v\n"},
    /* recursion */
    {"def f(n):\n    if n == 0: raise KeyError(n)\n    f(n - 1)\nf(6)",
     HEAD "  test.py, line 4\n    f(6)\n  test.py, line 3, in f\n    f(n - 1)\n"
          "  test.py, line 3, in f\n    f(n - 1)\n  test.py, line 3, in f\n    f(n - 1)\n"
          "  [Previous line repeated 3 more times]\n"
          "  test.py, line 2, in f\n    if n == 0: raise KeyError(n)\n"
          "               ^^^^^^^^^^^^^^^^^\nKeyError: 0\n"},
    /* chains */
    {"try: {}['a']\nexcept KeyError as e: raise ValueError('v') from e",
     HEAD "  test.py, line 1\n    try: {}['a']\n         ^^^^^^^\nKeyError: 'a'\n\n"
          "The above exception was the direct cause of the following exception:\n\n" HEAD
          "  test.py, line 2\n    except KeyError as e: raise ValueError('v') from e\n"
          "                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nValueError: v\n"},
    {"def f(): 1 / 0\ntry:\n    f()\nexcept ZeroDivisionError:\n    raise ValueError",
     HEAD "  test.py, line 3\n    f()\n  test.py, line 1, in f\n    def f(): 1 / 0\n"
          "             ^^^^^\nZeroDivisionError: division by zero\n\n"
          "During handling of the above exception, another exception occurred:\n\n" HEAD
          "  test.py, line 5\n    raise ValueError\nValueError\n"},
    {"try: 1 / 0\nexcept ZeroDivisionError: raise ValueError from None",
     HEAD "  test.py, line 2\n    except ZeroDivisionError: raise ValueError from None\n"
          "                              ^^^^^^^^^^^^^^^^^^^^^^^^^^\nValueError\n"},
    /* what was caught and goes on tells its whole way */
    {"def f(): 1 / 0\ntry:\n    f()\nexcept ZeroDivisionError:\n    x = 1\n    raise",
     HEAD "  test.py, line 3\n    f()\n  test.py, line 1, in f\n    def f(): 1 / 0\n"
          "             ^^^^^\nZeroDivisionError: division by zero\n"},
    {"def f(): 1 / 0\ntry:\n    f()\nexcept ZeroDivisionError as e:\n    raise e",
     HEAD "  test.py, line 5\n    raise e\n  test.py, line 3\n    f()\n"
          "  test.py, line 1, in f\n    def f(): 1 / 0\n             ^^^^^\n"
          "ZeroDivisionError: division by zero\n"},
    {"def g():\n    try: int('x')\n    except ValueError: pass\n"
     "def f(): 1 / 0\ntry:\n    f()\nfinally:\n    g()",
     HEAD "  test.py, line 6\n    f()\n  test.py, line 4, in f\n    def f(): 1 / 0\n"
          "             ^^^^^\nZeroDivisionError: division by zero\n"},
    /* hints */
    {"softmaxx = 3\nprint(softmax)",
     HEAD "  test.py, line 2\n    print(softmax)\n          ^^^^^^^\n"
          "NameError: name 'softmax' is not defined. Did you mean: 'softmaxx'?\n"},
    {"class P:\n    def __init__(self): self.weight = 1\nP().weigth",
     HEAD "  test.py, line 3\n    P().weigth\n"
          "AttributeError: 'P' object has no attribute 'weigth'. Did you mean: 'weight'?\n"},
    {"import torch\ntry: torch.ones(2).sofmax\nexcept ValueError: pass",
     HEAD "  test.py, line 2\n    try: torch.ones(2).sofmax\n         ^^^^^^^^^^^^^^^^^^^^\n"
          "AttributeError: 'Tensor' object has no attribute 'sofmax'. Did you mean: 'softmax'?\n"},
    {"try:\n    nam = 1\n    name\nfinally:\n    try: q\n    except NameError: pass",
     HEAD "  test.py, line 3\n    name\nNameError: name 'name' is not defined. Did you mean: "
          "'nam'?\n"},
    /* the text that cannot be read */
    {"x = (1,\ny",
     "  test.py, line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n"},
    /* a line of the prelude does not tell a learner anything */
    {"import torch\nfrom torch import nn\nnn.Linear(2, 3)(torch.ones(4))",
     HEAD "  test.py, line 3\n    nn.Linear(2, 3)(torch.ones(4))\n"
          "RuntimeError: mat1 and mat2 shapes cannot be multiplied (1x4 and 2x3)\n"},
};

START_TEST(the_traceback_is)
{
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_int_ne(program_run(&p, goldens[_i].text, 0), OUTCOME_DONE);
    ck_assert_msg(strcmp(buf_text(&p.traceback), goldens[_i].expected) == 0,
                  "%s\n--- expected\n%s--- got\n%s", goldens[_i].text, goldens[_i].expected,
                  buf_text(&p.traceback));
    program_close(&p);
}
END_TEST

/* The second goes through nn.Module's __call__, which is not told: its lines are one run. */
static const struct deep {
    const char *text, *count;
} deep[] = {
    {"def f(n): return f(n + 1)\nf(0)", "[Previous line repeated 99"},
    {"class M(nn.Module):\n    def forward(self, x): return self(x)\nM()(1)",
     "[Previous line repeated 49"},
};

START_TEST(a_thousand_calls_are_told_in_a_few_lines)
{
    struct program p;
    int lines = 0;
    program_open(&p, 0, NULL);
    program_run(&p, "import torch.nn as nn", 0);
    program_run(&p, deep[_i].text, 0);
    for (const char *at = buf_text(&p.traceback); *at != '\0'; at++) {
        lines += *at == '\n';
    }
    ck_assert_int_lt(lines, 20);
    ck_assert_msg(strstr(buf_text(&p.traceback), deep[_i].count) != NULL, "%s",
                  buf_text(&p.traceback));
    program_close(&p);
}
END_TEST

START_TEST(a_very_long_line_is_cut)
{
    struct program p;
    static char text[20000];
    program_open(&p, 0, NULL);
    memset(text, ' ', sizeof text - 1);
    memcpy(text, "x = [", 5);
    memcpy(text + sizeof text - 10, "1 / 0]", 7);
    ck_assert_int_eq(program_run(&p, text, 0), OUTCOME_EXCEPTION);
    ck_assert_uint_lt(p.traceback.len, 1000);
    program_close(&p);
}
END_TEST

Suite *suite_traceback(void)
{
    Suite *s = suite_create("traceback");
    TCase *t = tcase_create("traceback");
    tcase_add_loop_test(t, the_traceback_is, 0, (int)(sizeof goldens / sizeof goldens[0]));
    tcase_add_loop_test(t, a_thousand_calls_are_told_in_a_few_lines, 0,
                        (int)(sizeof deep / sizeof deep[0]));
    tcase_add_test(t, a_very_long_line_is_cut);
    suite_add_tcase(s, t);
    return s;
}
