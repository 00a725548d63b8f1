/* Tests the echo of a notebook: IPython's pretty printer. */
#include "run_source.h"

Suite *suite_pretty(void);

/* clang-format off */
static const struct printed_case echo[] = {
    {"(1, 2, 3)",
     "(1, 2, 3)"},
    {"list(range(100))",
     "[0,\n"
     " 1,\n"
     " 2,\n"
     " 3,\n"
     " 4,\n"
     " 5,\n"
     " 6,\n"
     " 7,\n"
     " 8,\n"
     " 9,\n"
     " 10,\n"
     " 11,\n"
     " 12,\n"
     " 13,\n"
     " 14,\n"
     " 15,\n"
     " 16,\n"
     " 17,\n"
     " 18,\n"
     " 19,\n"
     " 20,\n"
     " 21,\n"
     " 22,\n"
     " 23,\n"
     " 24,\n"
     " 25,\n"
     " 26,\n"
     " 27,\n"
     " 28,\n"
     " 29,\n"
     " 30,\n"
     " 31,\n"
     " 32,\n"
     " 33,\n"
     " 34,\n"
     " 35,\n"
     " 36,\n"
     " 37,\n"
     " 38,\n"
     " 39,\n"
     " 40,\n"
     " 41,\n"
     " 42,\n"
     " 43,\n"
     " 44,\n"
     " 45,\n"
     " 46,\n"
     " 47,\n"
     " 48,\n"
     " 49,\n"
     " 50,\n"
     " 51,\n"
     " 52,\n"
     " 53,\n"
     " 54,\n"
     " 55,\n"
     " 56,\n"
     " 57,\n"
     " 58,\n"
     " 59,\n"
     " 60,\n"
     " 61,\n"
     " 62,\n"
     " 63,\n"
     " 64,\n"
     " 65,\n"
     " 66,\n"
     " 67,\n"
     " 68,\n"
     " 69,\n"
     " 70,\n"
     " 71,\n"
     " 72,\n"
     " 73,\n"
     " 74,\n"
     " 75,\n"
     " 76,\n"
     " 77,\n"
     " 78,\n"
     " 79,\n"
     " 80,\n"
     " 81,\n"
     " 82,\n"
     " 83,\n"
     " 84,\n"
     " 85,\n"
     " 86,\n"
     " 87,\n"
     " 88,\n"
     " 89,\n"
     " 90,\n"
     " 91,\n"
     " 92,\n"
     " 93,\n"
     " 94,\n"
     " 95,\n"
     " 96,\n"
     " 97,\n"
     " 98,\n"
     " 99]"},
    {"{'a': list(range(30)), 'b': {'c': tuple(range(40))}}",
     "{'a': [0,\n"
     "  1,\n"
     "  2,\n"
     "  3,\n"
     "  4,\n"
     "  5,\n"
     "  6,\n"
     "  7,\n"
     "  8,\n"
     "  9,\n"
     "  10,\n"
     "  11,\n"
     "  12,\n"
     "  13,\n"
     "  14,\n"
     "  15,\n"
     "  16,\n"
     "  17,\n"
     "  18,\n"
     "  19,\n"
     "  20,\n"
     "  21,\n"
     "  22,\n"
     "  23,\n"
     "  24,\n"
     "  25,\n"
     "  26,\n"
     "  27,\n"
     "  28,\n"
     "  29],\n"
     " 'b': {'c': (0,\n"
     "   1,\n"
     "   2,\n"
     "   3,\n"
     "   4,\n"
     "   5,\n"
     "   6,\n"
     "   7,\n"
     "   8,\n"
     "   9,\n"
     "   10,\n"
     "   11,\n"
     "   12,\n"
     "   13,\n"
     "   14,\n"
     "   15,\n"
     "   16,\n"
     "   17,\n"
     "   18,\n"
     "   19,\n"
     "   20,\n"
     "   21,\n"
     "   22,\n"
     "   23,\n"
     "   24,\n"
     "   25,\n"
     "   26,\n"
     "   27,\n"
     "   28,\n"
     "   29,\n"
     "   30,\n"
     "   31,\n"
     "   32,\n"
     "   33,\n"
     "   34,\n"
     "   35,\n"
     "   36,\n"
     "   37,\n"
     "   38,\n"
     "   39)}}"},
    {"[[1] * 30, ['x' * 50, 'y' * 40]]",
     "[[1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1,\n"
     "  1],\n"
     " ['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',\n"
     "  'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy']]"},
    {"{5, 3, 1}",
     "{1, 3, 5}"},
    {"frozenset({'b', 'a'})",
     "frozenset({'a', 'b'})"},
    {"(1,)",
     "(1,)"},
    {"class M:\n"
     "    def __init__(self, t): self.t = t\n"
     "    def __repr__(self): return self.t\n"
     "[M('tensor([[1, 2],\\n        [3, 4]])'), M(\"tensor([1])\")]",
     "[tensor([[1, 2],\n         [3, 4]]),\n tensor([1])]"},
    {"class M:\n"
     "    def __init__(self, t): self.t = t\n"
     "    def __repr__(self): return self.t\n"
     "(M('tensor([[1, 2],\\n        [3, 4]])'), M('tensor([[1, 2],\\n        [3, 4]])'), 5)",
     "(tensor([[1, 2],\n         [3, 4]]),\n tensor([[1, 2],\n         [3, 4]]),\n 5)"},
    {"class M:\n"
     "    def __init__(self, t): self.t = t\n"
     "    def __repr__(self): return self.t\n"
     "{'w': M('tensor([[1, 2],\\n        [3, 4]])'), 'b': (M('a\\nb'), 2)}",
     "{'w': tensor([[1, 2],\n         [3, 4]]),\n 'b': (a\n  b,\n  2)}"},
    {"class M:\n"
     "    def __init__(self, t): self.t = t\n"
     "    def __repr__(self): return self.t\n"
     "((M('tensor([[1, 2],\\n        [3, 4]])'),), [M('e\\nf')])",
     "((tensor([[1, 2],\n          [3, 4]]),),\n [e\n  f])"},
    {"class M:\n"
     "    def __init__(self, t): self.t = t\n"
     "    def __repr__(self): return self.t\n"
     "M('Parameter containing:\\ntensor([[1, 2],\\n        [3, 4]], requires_grad=True)')",
     "Parameter containing:\ntensor([[1, 2],\n        [3, 4]], requires_grad=True)"},
    {"ValueError('a' * 50, 'b' * 50)",
     "ValueError('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n"
     "           'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb')"},
    {"[int, ValueError]",
     "[int, ValueError]"},
    {"def f(x, y=1, *args, z: int = 3, **kw) -> str: pass\n[f]",
     "[<function __main__.f(x, y=1, *args, z: int = 3, **kw) -> str>]"},
    {"'x' * 100",
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxxxx'"},
    {"['x' * 100, 'y' * 100, 'z']",
     "['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxxxxx',\n"
     " 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
     "yyyyyyyyyyyyyy',\n"
     " 'z']"},
    {"['a' * 36, 'b' * 36]",
     "['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb']"},
    {"['a' * 36, 'b' * 35]",
     "['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb']"},
    {"['é' * 40, 'ü' * 40]",
     "['éééééééééééééééééééééééééééééééééééééééé',\n"
     " 'üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü']"},
    {"[(i, i * i) for i in range(25)]",
     "[(0, 0),\n"
     " (1, 1),\n"
     " (2, 4),\n"
     " (3, 9),\n"
     " (4, 16),\n"
     " (5, 25),\n"
     " (6, 36),\n"
     " (7, 49),\n"
     " (8, 64),\n"
     " (9, 81),\n"
     " (10, 100),\n"
     " (11, 121),\n"
     " (12, 144),\n"
     " (13, 169),\n"
     " (14, 196),\n"
     " (15, 225),\n"
     " (16, 256),\n"
     " (17, 289),\n"
     " (18, 324),\n"
     " (19, 361),\n"
     " (20, 400),\n"
     " (21, 441),\n"
     " (22, 484),\n"
     " (23, 529),\n"
     " (24, 576)]"},
    {"a = [1]\na.append(a)\na",
     "[1, [...]]"},
    {"d = {'a': 1}\nd['self'] = d\nd",
     "{'a': 1, 'self': {...}}"},
    {"import types\ntypes.SimpleNamespace(a=1, b='x' * 40, c='y' * 40)",
     "namespace(a=1,\n"
     "          b='xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',\n"
     "          c='yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy')"},
    {"[None, True, 1.5, ..., range(5), slice(1, 2)]",
     "[None, True, 1.5, Ellipsis, range(0, 5), slice(1, 2, None)]"},
    {"(list(range(20)), list(range(20)), list(range(10)))",
     "([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],\n"
     " [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],\n"
     " [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])"},
    {"class C: pass\n(C, C)",
     "(__main__.C, __main__.C)"},
    {"class D(dict): pass\nD(x=list(range(40)))",
     "{'x': [0,\n"
     "  1,\n"
     "  2,\n"
     "  3,\n"
     "  4,\n"
     "  5,\n"
     "  6,\n"
     "  7,\n"
     "  8,\n"
     "  9,\n"
     "  10,\n"
     "  11,\n"
     "  12,\n"
     "  13,\n"
     "  14,\n"
     "  15,\n"
     "  16,\n"
     "  17,\n"
     "  18,\n"
     "  19,\n"
     "  20,\n"
     "  21,\n"
     "  22,\n"
     "  23,\n"
     "  24,\n"
     "  25,\n"
     "  26,\n"
     "  27,\n"
     "  28,\n"
     "  29,\n"
     "  30,\n"
     "  31,\n"
     "  32,\n"
     "  33,\n"
     "  34,\n"
     "  35,\n"
     "  36,\n"
     "  37,\n"
     "  38,\n"
     "  39]}"},
    {"[[], {}, (), set(), \"\"]",
     "[[], {}, (), set(), '']"},
};
/* clang-format on */

START_TEST(echo_print)
{
    expect_printed(&echo[_i]);
}
END_TEST

Suite *suite_pretty(void)
{
    Suite *suite = suite_create("pretty");
    TCase *echo_case = tcase_create("echo");
    tcase_add_loop_test(echo_case, echo_print, 0, sizeof echo / sizeof echo[0]);
    suite_add_tcase(suite, echo_case);
    return suite;
}
