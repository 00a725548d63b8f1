/* Tests expressions: order, operators in code and in C, displays, comprehensions, f-strings,
 * iteration. Expected texts are CPython 3.11's. */
#include "program.h"

#include <check.h>

Suite *suite_eval(void);

static const struct program_case expressions[] = {
    {"def t(v, n):\n"
     "    print(n, end=' ')\n"
     "    return v\n"
     "print(t(1, 'a') < t(2, 'b') < t(3, 'c'), 1 < 3 > 2, 1 == 1.0 == True, 3 > 2 > 2)\n"
     "print(t(5, 'a') < t(2, 'b') < t(3, 'c'))\n",
     "a b c True True True False\n"
     "a b False\n"},
    {"print(not 1 == 2, 1 and 0 or 5, None or 'x', [] and 3, 0 or False or [], 1 if [] else 2)\n",
     "True 5 x [] [] 2\n"},
    {"print(-3 ** 2, 2 ** -1, -5 // 2, 5 % -3, -5 % 3, 7 / 2, ~5, 2 ** 3 ** 2, 5 - 3 - 1)\n",
     "-9 0.5 -3 -1 1 3.5 -6 512 1\n"},
    {"print(1 in [1], 3 not in (1, 2), 'a' in 'abc', None is None, [] is not [], 2 in {2: 1})\n",
     "True True True True True True\n"},
    {"x, s, d = 3.14159, 'hi', {'k': [1, 2]}\n"
     "print(f\"{x:.2f} {s!r} {s:>5}| {d['k'][0]} {x if s else d} {{}} {s=} {x=:.1f} {x = }\")\n"
     "w = 8\n"
     "print(f'{s:{w}}|{x:{w}.{2}f}|{[i for i in range(3)]}|{ {1: 2}[1] }|{(lambda y: y * "
     "2)(4)}')\n",
     "3.14 'hi'    hi| 1 3.14159 {} s='hi' x=3.1 x = 3.14159\n"
     "hi      |    3.14|[0, 1, 2]|2|8\n"},
    {"class F:\n"
     "    def __format__(self, spec): return f'<{spec}>'\n"
     "    def __str__(self): return 'str'\n"
     "    def __repr__(self): return 'repr'\n"
     "print(f'{F()} {F():abc} {F()!s} {F()!r:>6}', str(F()), [F()], '%s %r' % (F(), F()))\n",
     "<> <abc> str   repr str [repr] str repr\n"},
    {"print([*range(3), *'ab'], (*[1], 2), {**{'a': 1}, 'b': 2, **{'a': 3}})\n",
     "[0, 1, 2, 'a', 'b'] (1, 2) {'a': 3, 'b': 2}\n"},
    {"[*5]\n", "TypeError: Value after * must be an iterable, not int\n"},
    {"{**5}\n", "TypeError: 'int' object is not a mapping\n"},
    {"print([x * y for x in range(4) for y in range(x) if x != 2 if y], [[i * j for j in range(3)] "
     "for i in range(2)])\n",
     "[3, 6] [[0, 0, 0], [0, 1, 2]]\n"},
    {"print(list(x for x in (1, 2)), next((k for k in range(9) if k > 4), None), any(k > 2 for k "
     "in [1, 3]))\n",
     "[1, 2] 5 True\n"},
    {"if (n := len('abc')) > 2: print(n)\n", "3\n"},
    {"a = [1, 2, 3, 4]\n"
     "a[1:3] = [9]\n"
     "print(a, a[-1], a[::-1], a[:2], 'hello'[1:4], (1, 2, 3)[::2])\n",
     "[1, 9, 4] 4 [4, 9, 1] [1, 9] ell (1, 3)\n"},
    {"class G:\n"
     "    def __getitem__(self, k): return k\n"
     "g = G()\n"
     "print(g[1:2], g[1, 2], g[...], g[::2, None], g[1:2, ..., 'a'])\n",
     "slice(1, 2, None) (1, 2) Ellipsis (slice(None, None, 2), None) (slice(1, 2, None), Ellipsis, "
     "'a')\n"},
    {"class V:\n"
     "    def __init__(self, x): self.x = x\n"
     "    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))\n"
     "    def __radd__(self, o): return V(o + self.x)\n"
     "    def __iadd__(self, o): self.x += 100; return self\n"
     "    def __eq__(self, o): return isinstance(o, V) and self.x == o.x\n"
     "    def __lt__(self, o): return self.x < o.x\n"
     "    def __hash__(self): return hash(self.x)\n"
     "    def __neg__(self): return V(-self.x)\n"
     "    def __bool__(self): return self.x != 0\n"
     "    def __call__(self, *a): return a\n"
     "    def __contains__(self, k): return k == self.x\n"
     "    def __matmul__(self, o): return 'mm'\n"
     "    def __repr__(self): return f'V({self.x})'\n"
     "v = V(1)\n"
     "print(v + V(2), v + 5, 5 + v, sum([V(1), V(2)]), v == V(1), v != V(1), V(2) > v, -v, "
     "bool(V(0)))\n"
     "print(v(1, 2), 1 in v, v @ v, {V(1): 'a'}[V(1)], sorted([V(3), V(1)]))\n"
     "w = v\n"
     "w += 1\n"
     "print(w is v, v)\n",
     "V(3) V(6) V(6) V(3) True False True V(-1) False\n"
     "(1, 2) True mm a [V(1), V(3)]\n"
     "True V(101)\n"},
    {"class A:\n"
     "    def __add__(self, o): return NotImplemented\n"
     "    def __radd__(self, o): return 'A.radd'\n"
     "class B(A): pass\n"
     "class C(A):\n"
     "    def __radd__(self, o): return 'C.radd'\n"
     "print(A() + C())\n"
     "A() + B()\n",
     "C.radd\n"},
    {"class A:\n"
     "    def __radd__(self, o): return 1\n"
     "A() + A()\n",
     "TypeError: unsupported operand type(s) for +: 'A' and 'A'\n"},
    {"1 + 'a'\n", "TypeError: unsupported operand type(s) for +: 'int' and 'str'\n"},
    {"'a' + 1\n", "TypeError: can only concatenate str (not \"int\") to str\n"},
    {"[1] + (2,)\n", "TypeError: can only concatenate list (not \"tuple\") to list\n"},
    {"1 < 'a'\n", "TypeError: '<' not supported between instances of 'int' and 'str'\n"},
    {"-'a'\n", "TypeError: bad operand type for unary -: 'str'\n"},
    {"x = 1\n"
     "x += 'a'\n",
     "TypeError: unsupported operand type(s) for +=: 'int' and 'str'\n"},
    {"'a' * 'b'\n", "TypeError: can't multiply sequence by non-int of type 'str'\n"},
    {"1 in 5\n", "TypeError: argument of type 'int' is not iterable\n"},
    {"5[0]\n", "TypeError: 'int' object is not subscriptable\n"},
    {"[1][1.0]\n", "TypeError: list indices must be integers or slices, not float\n"},
    {"(1, 2)[5]\n", "IndexError: tuple index out of range\n"},
    {"{}[[]]\n", "TypeError: unhashable type: 'list'\n"},
    {"{}['a']\n", "KeyError: 'a'\n"},
    {"(1,)[0] = 3\n", "TypeError: 'tuple' object does not support item assignment\n"},
    {"1 % 0\n", "ZeroDivisionError: integer modulo by zero\n"},
    {"class NoHash:\n"
     "    def __eq__(self, o): return True\n"
     "{NoHash(): 1}\n",
     "TypeError: unhashable type: 'NoHash'\n"},
    {"class It:\n"
     "    def __init__(self, n): self.n = n\n"
     "    def __iter__(self): self.i = 0; return self\n"
     "    def __next__(self):\n"
     "        if self.i >= self.n: raise StopIteration\n"
     "        self.i += 1\n"
     "        return self.i\n"
     "print(list(It(3)), sum(It(4)), 3 in It(3), dict(zip(It(2), 'ab')), *It(2))\n",
     "[1, 2, 3] 10 True {1: 'a', 2: 'b'} 1 2\n"},
    {"class Seq:\n"
     "    def __getitem__(self, i):\n"
     "        if i > 2: raise IndexError\n"
     "        return i * 10\n"
     "print(list(Seq()), 20 in Seq(), list(enumerate(Seq())))\n",
     "[0, 10, 20] True [(0, 0), (1, 10), (2, 20)]\n"},
    {"class Bad:\n"
     "    def __iter__(self): return 5\n"
     "list(Bad())\n",
     "TypeError: iter() returned non-iterator of type 'int'\n"},
};

START_TEST(expressions_behave_as_in_python)
{
    program_expect(expressions[_i].text, expressions[_i].expected);
}
END_TEST

static const struct program_case calls[] = {
    {"def f(n): return 1 if n == 0 else n * f(n - 1)\n"
     "print(f(15))\n",
     "1307674368000\n"},
};

START_TEST(calls_nest)
{
    program_expect(calls[_i].text, calls[_i].expected);
}
END_TEST

Suite *suite_eval(void)
{
    Suite *s = suite_create("eval");
    TCase *t = tcase_create("eval");
    tcase_add_loop_test(t, expressions_behave_as_in_python, 0,
                        (int)(sizeof expressions / sizeof expressions[0]));
    tcase_add_loop_test(t, calls_nest, 0, (int)(sizeof calls / sizeof calls[0]));
    suite_add_tcase(s, t);
    return s;
}
