/* Tests calls of the language's functions: how arguments find their parameters, and Python's words
 * when they do not. Expected texts are CPython 3.11's. */
#include "program.h"

#include <check.h>

Suite *suite_function(void);

static const struct program_case bindings[] = {
    {"def f(a, b=2, *c, d, e=5, **k): return a, b, c, d, e, k\n"
     "print(f(1, d=4), f(1, 2, 3, 4, d=5, e=6, z=7), f(*[1, 2], **{'d': 3}), f(d=1, a=2))\n",
     "(1, 2, (), 4, 5, {}) (1, 2, (3, 4), 5, 6, {'z': 7}) (1, 2, (), 3, 5, {}) (2, 2, (), 1, 5, "
     "{})\n"},
    {"def g(a, /, b, *, c): return a, b, c\n"
     "print(g(1, 2, c=3), g(1, b=2, c=3))\n",
     "(1, 2, 3) (1, 2, 3)\n"},
    {"def g(a, /, **k): return a, k\n"
     "print(g(1, a=2))\n",
     "(1, {'a': 2})\n"},
    {"print((lambda *a, **k: (a, k))(1, 2, z=3), (lambda x, y=2: x + y)(1))\n",
     "((1, 2), {'z': 3}) 3\n"},
    {"def f(x, seen=[]):\n"
     "    seen.append(x)\n"
     "    return seen\n"
     "print(f(1), f(2), f.__defaults__)\n",
     "[1, 2] [1, 2] ([1, 2],)\n"},
    {"def f(n=print('once')): return n\n"
     "f()\n"
     "f()\n",
     "once\n"},
    {"def f(a: int, b: 'str' = 'x') -> float: 'doc'\n"
     "print(f.__annotations__, f.__doc__, f.__name__, f.__qualname__, f.__module__)\n",
     "{'a': <class 'int'>, 'b': 'str', 'return': <class 'float'>} doc f f __main__\n"},
    {"def f(): return\n"
     "print(f(), (lambda: 0)())\n",
     "None 0\n"},
    {"def f(a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s): return a + s\n"
     "print(f(*range(18)))\n",
     "17\n"},
    {"def f(*args, **kwargs): return sorted(kwargs), args\n"
     "print(f(*'ab', 1, *[2], x=1, **{'y': 2}, **{'z': 3}))\n",
     "(['x', 'y', 'z'], ('a', 'b', 1, 2))\n"},
    {"class C:\n"
     "    def m(self, k): return k\n"
     "c = C()\n"
     "print(c.m(1), C.m(c, 2), c.m == c.m, c.m.__self__ is c, c.m.__func__ is C.m, c.m.__name__)\n",
     "1 2 True True True m\n"},
    {"def f(): pass\n"
     "f.count = 3\n"
     "f.count += 1\n"
     "print(f.count, f.__dict__)\n",
     "4 {'count': 4}\n"},
};

START_TEST(arguments_find_their_parameters)
{
    program_expect(bindings[_i].text, bindings[_i].expected);
}
END_TEST

static const struct program_case refusals[] = {
    {"def f(a): pass\n"
     "f()\n",
     "TypeError: f() missing 1 required positional argument: 'a'\n"},
    {"def f(a, b): pass\n"
     "f()\n",
     "TypeError: f() missing 2 required positional arguments: 'a' and 'b'\n"},
    {"def f(a, b, c): pass\n"
     "f()\n",
     "TypeError: f() missing 3 required positional arguments: 'a', 'b', and 'c'\n"},
    {"def f(a, b=1): pass\n"
     "f()\n",
     "TypeError: f() missing 1 required positional argument: 'a'\n"},
    {"def f(a, b=1): pass\n"
     "f(1, 2, 3)\n",
     "TypeError: f() takes from 1 to 2 positional arguments but 3 were given\n"},
    {"def f(): pass\n"
     "f(1)\n",
     "TypeError: f() takes 0 positional arguments but 1 was given\n"},
    {"def f(a): pass\n"
     "f(1, 2)\n",
     "TypeError: f() takes 1 positional argument but 2 were given\n"},
    {"def f(a): pass\n"
     "f(1, a=2)\n",
     "TypeError: f() got multiple values for argument 'a'\n"},
    {"def f(a): pass\n"
     "f(b=1)\n",
     "TypeError: f() got an unexpected keyword argument 'b'\n"},
    {"def f(a): pass\n"
     "f(1, b=1)\n",
     "TypeError: f() got an unexpected keyword argument 'b'\n"},
    {"def f(*, a): pass\n"
     "f()\n",
     "TypeError: f() missing 1 required keyword-only argument: 'a'\n"},
    {"def f(*, a, b, c): pass\n"
     "f()\n",
     "TypeError: f() missing 3 required keyword-only arguments: 'a', 'b', and 'c'\n"},
    {"def f(*, a): pass\n"
     "f(1)\n",
     "TypeError: f() takes 0 positional arguments but 1 was given\n"},
    {"def f(*, a): pass\n"
     "f(1, a=2)\n",
     "TypeError: f() takes 0 positional arguments but 1 positional argument (and 1 keyword-only "
     "argument) were given\n"},
    {"def f(*, a, b=1): pass\n"
     "f(1, 2, a=2, b=3)\n",
     "TypeError: f() takes 0 positional arguments but 2 positional arguments (and 2 keyword-only "
     "arguments) were given\n"},
    {"def f(a, *, b): pass\n"
     "f()\n",
     "TypeError: f() missing 1 required positional argument: 'a'\n"},
    {"def f(a, /, b): pass\n"
     "f(a=1, b=2)\n",
     "TypeError: f() got some positional-only arguments passed as keyword arguments: 'a'\n"},
    {"class C:\n"
     "    def m(self, a): pass\n"
     "C().m()\n",
     "TypeError: C.m() missing 1 required positional argument: 'a'\n"},
    {"class C:\n"
     "    def m(self, a): pass\n"
     "C().m(1, 2)\n",
     "TypeError: C.m() takes 2 positional arguments but 3 were given\n"},
    {"class C:\n"
     "    def m(): pass\n"
     "C().m()\n",
     "TypeError: C.m() takes 0 positional arguments but 1 was given\n"},
    {"class C:\n"
     "    def __init__(self, q): pass\n"
     "C()\n",
     "TypeError: C.__init__() missing 1 required positional argument: 'q'\n"},
    {"class C: pass\n"
     "C(1)\n",
     "TypeError: C() takes no arguments\n"},
    {"class C: pass\n"
     "C(a=1)\n",
     "TypeError: C() takes no arguments\n"},
    {"(lambda x: x)()\n", "TypeError: <lambda>() missing 1 required positional argument: 'x'\n"},
    {"def outer():\n"
     "    def inner(a): pass\n"
     "    inner()\n"
     "outer()\n",
     "TypeError: outer.<locals>.inner() missing 1 required positional argument: 'a'\n"},
    {"def f(a): pass\n"
     "f(*5)\n",
     "TypeError: __main__.f() argument after * must be an iterable, not int\n"},
    {"def f(a): pass\n"
     "f(**5)\n",
     "TypeError: __main__.f() argument after ** must be a mapping, not int\n"},
    {"def f(a, d): pass\n"
     "f(1, d=1, **{'d': 2})\n",
     "TypeError: __main__.f() got multiple values for keyword argument 'd'\n"},
    {"def f(a): pass\n"
     "f(**{1: 2})\n",
     "TypeError: keywords must be strings\n"},
    {"print(*5)\n", "TypeError: print() argument after * must be an iterable, not int\n"},
    {"5()\n", "TypeError: 'int' object is not callable\n"},
    {"'a'()\n", "TypeError: 'str' object is not callable\n"},
    {"None()\n", "TypeError: 'NoneType' object is not callable\n"},
    {"len()\n", "TypeError: len() takes exactly one argument (0 given)\n"},
    {"len(1, 2)\n", "TypeError: len() takes exactly one argument (2 given)\n"},
    {"def f(): pass\n"
     "f.nope\n",
     "AttributeError: 'function' object has no attribute 'nope'\n"},
    {"(lambda: 0).nope\n", "AttributeError: 'function' object has no attribute 'nope'\n"},
};

START_TEST(wrong_arguments_are_refused)
{
    program_expect(refusals[_i].text, refusals[_i].expected);
}
END_TEST

Suite *suite_function(void)
{
    Suite *s = suite_create("function");
    TCase *t = tcase_create("function");
    tcase_add_loop_test(t, arguments_find_their_parameters, 0,
                        (int)(sizeof bindings / sizeof bindings[0]));
    tcase_add_loop_test(t, wrong_arguments_are_refused, 0,
                        (int)(sizeof refusals / sizeof refusals[0]));
    suite_add_tcase(s, t);
    return s;
}
