/* Tests statements: assignment in all forms, loops with else, deletion, decorators. Expected texts
 * are CPython 3.11's. */
#include "program.h"

#include <check.h>

Suite *suite_exec(void);

static const struct program_case statements[] = {
    {"a, b = 1, 2\n"
     "a, b = b, a\n"
     "(c, [d, *e]), f = (1, 'xyz'), 3\n"
     "*g, h = range(4)\n"
     "print(a, b, c, d, e, f, g, h)\n",
     "2 1 1 x ['y', 'z'] 3 [0, 1, 2] 3\n"},
    {"a, b = 1, 2, 3\n", "ValueError: too many values to unpack (expected 2)\n"},
    {"a, b, c = 1, 2\n", "ValueError: not enough values to unpack (expected 3, got 2)\n"},
    {"a, *b, c = [1]\n", "ValueError: not enough values to unpack (expected at least 2, got 1)\n"},
    {"a, b = 5\n", "TypeError: cannot unpack non-iterable int object\n"},
    {"(a, b), c = 1, 2\n", "TypeError: cannot unpack non-iterable int object\n"},
    {"import itertools\n"
     "a, b = itertools.count()\n",
     "ValueError: too many values to unpack (expected 2)\n"},
    {"x = y = z = [1]\n"
     "y.append(2)\n"
     "i = 0\n"
     "l = [0, 0, 0]\n"
     "i, l[i] = 1, 9\n"
     "print(x, z, i, l)\n",
     "[1, 2] [1, 2] 1 [0, 9, 0]\n"},
    {"x = 5\n"
     "x += x * 2; x //= 4; x **= 3; x %= 5; x -= 9; x *= 3\n"
     "y = 6\n"
     "y |= 1; y &= 5; y ^= 2; y <<= 2; y >>= 1\n"
     "l = [1]\n"
     "m = l\n"
     "l += [2]\n"
     "l *= 2\n"
     "t = u = (1,)\n"
     "t += (2,)\n"
     "print(x, y, m, t, u)\n",
     "-21 14 [1, 2, 1, 2] (1, 2) (1,)\n"},
    {"for i in range(3): pass\n"
     "else: print('else', i)\n"
     "for i in range(3):\n"
     "    if i == 1: break\n"
     "else: print('never')\n"
     "while i < 5: i += 1\n"
     "else: print('while', i)\n",
     "else 2\n"
     "while 5\n"},
    {"for a, (b, *c) in [(1, (2, 3, 4)), (5, 'xyz')]: print(a, b, c)\n"
     "l = [0]\n"
     "for l[0] in range(2): print(l)\n",
     "1 2 [3, 4]\n"
     "5 x ['y', 'z']\n"
     "[0]\n"
     "[1]\n"},
    {"l = [1, 2, 3]\n"
     "for x in l:\n"
     "    if x < 3: l.append(x + 10)\n"
     "print(l)\n",
     "[1, 2, 3, 11, 12]\n"},
    {"for x in 5: pass\n", "TypeError: 'int' object is not iterable\n"},
    {"d = {1: 1}\n"
     "for k in d: d[k + 1] = 1\n",
     "RuntimeError: dictionary changed size during iteration\n"},
    {"x: int = 5\n"
     "y: 'later'\n"
     "print(__annotations__)\n",
     "{'x': <class 'int'>, 'y': 'later'}\n"},
    {"l = [1, 2, 3]\n"
     "d = {'a': 1, 'b': 2}\n"
     "del l[0], d['a']\n"
     "del l[-1:]\n"
     "print(l, d)\n",
     "[2] {'b': 2}\n"},
    {"del (1, 2)[0]\n", "TypeError: 'tuple' object doesn't support item deletion\n"},
    {"def deco(f):\n"
     "    print('deco', f.__name__)\n"
     "    return lambda *a: ('wrapped', f(*a))\n"
     "def param(n):\n"
     "    return lambda f: lambda *a: f(*a) * n\n"
     "@deco\n"
     "@param(3)\n"
     "def add(a, b): return a + b\n"
     "print(add(1, 2))\n",
     "deco <lambda>\n"
     "('wrapped', 9)\n"},
    {"def add_to(cls):\n"
     "    return lambda f: setattr(cls, f.__name__, f)\n"
     "class A: pass\n"
     "@add_to(A)\n"
     "def hello(self): return 'hello'\n"
     "print(A().hello(), hello)\n",
     "hello None\n"},
    {"if 0: print(1)\n"
     "elif []: print(2)\n"
     "elif 'x': print(3)\n"
     "else: print(4)\n",
     "3\n"},
    {"n = 0\n"
     "while True:\n"
     "    n += 1\n"
     "    if n % 2: continue\n"
     "    if n > 6: break\n"
     "print(n)\n",
     "8\n"},
    {"import sys\n"
     "print('before')\n"
     "sys.exit()\n"
     "print('never')\n",
     "before\n"},
    {"import sys\n"
     "sys.exit('why')\n",
     "why\n"},
};

START_TEST(statements_behave_as_in_python)
{
    program_expect(statements[_i].text, statements[_i].expected);
}
END_TEST

Suite *suite_exec(void)
{
    Suite *s = suite_create("exec");
    TCase *t = tcase_create("exec");
    tcase_add_loop_test(t, statements_behave_as_in_python, 0,
                        (int)(sizeof statements / sizeof statements[0]));
    suite_add_tcase(s, t);
    return s;
}
