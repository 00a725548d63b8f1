/* Tests names: which scope a name belongs to, closures, and what is said of a name that is not
 * there. Expected texts are CPython 3.11's. */
#include "program.h"

#include <check.h>

Suite *suite_names(void);

static const struct program_case lookups[] = {
    {"x = 'global'\n"
     "class A:\n"
     "    x = 'class'\n"
     "    def f(self): return x\n"
     "    y = x\n"
     "    z = [x for _ in range(1)]\n"
     "    g = lambda self: x\n"
     "print(A().f(), A.y, A.z, A().g())\n",
     "global class ['global'] global\n"},
    {"def counter():\n"
     "    n = 0\n"
     "    def inc(k=1):\n"
     "        nonlocal n\n"
     "        n += k\n"
     "        return n\n"
     "    return inc\n"
     "a, b = counter(), counter()\n"
     "a()\n"
     "a(5)\n"
     "print(a(), b())\n",
     "7 1\n"},
    {"x = 10\n"
     "def outer():\n"
     "    x = 20\n"
     "    def inner():\n"
     "        global x\n"
     "        x = 30\n"
     "    inner()\n"
     "    return x\n"
     "print(outer(), x)\n",
     "20 30\n"},
    {"def outer():\n"
     "    def f(): return y\n"
     "    y = 5\n"
     "    return f()\n"
     "print(outer())\n",
     "5\n"},
    {"print([f() for f in [lambda: i for i in range(3)]], [f() for f in [lambda i=i: i for i in "
     "range(3)]])\n",
     "[2, 2, 2] [0, 1, 2]\n"},
    {"x = 'outer'\n"
     "[x for x in range(3)]\n"
     "print(x, [y := 5, y + 1], y, [last := k for k in range(3)], last)\n",
     "outer [5, 6] 5 [0, 1, 2] 2\n"},
    {"class K:\n"
     "    a = 3\n"
     "    c = [i for i in range(a)]\n"
     "print(K.c)\n",
     "[0, 1, 2]\n"},
    {"def f(v):\n"
     "    if v: q = 1\n"
     "    return q\n"
     "print(f(1))\n"
     "f(0)\n",
     "1\n"
     "UnboundLocalError: cannot access local variable 'q' where it is not associated with a "
     "value\n"},
    {"def f():\n"
     "    print(k)\n"
     "    k = 1\n"
     "f()\n",
     "UnboundLocalError: cannot access local variable 'k' where it is not associated with a "
     "value\n"},
    {"x = 1\n"
     "def f():\n"
     "    x += 1\n"
     "f()\n",
     "UnboundLocalError: cannot access local variable 'x' where it is not associated with a "
     "value\n"},
    {"def f():\n"
     "    q = 1\n"
     "    del q\n"
     "    print(q)\n"
     "f()\n",
     "UnboundLocalError: cannot access local variable 'q' where it is not associated with a "
     "value\n"},
    {"def f():\n"
     "    del q\n"
     "    q = 1\n"
     "f()\n",
     "UnboundLocalError: cannot access local variable 'q' where it is not associated with a "
     "value\n"},
    {"del nothere\n", "NameError: name 'nothere' is not defined\n"},
    {"def f():\n"
     "    def g(): return z\n"
     "    g()\n"
     "    z = 1\n"
     "f()\n",
     "NameError: cannot access free variable 'z' where it is not associated with a value in "
     "enclosing scope\n"},
    {"class K:\n"
     "    a = 3\n"
     "    b = [a for _ in range(2)]\n",
     "NameError: name 'a' is not defined\n"},
    {"for i in range(3): pass\n"
     "print(i)\n"
     "try: 1 / 0\n"
     "except ZeroDivisionError as e: pass\n"
     "e\n",
     "2\n"
     "NameError: name 'e' is not defined\n"},
    {"def f():\n"
     "    import math\n"
     "    return math.floor(2.5)\n"
     "print(f())\n"
     "math\n",
     "2\n"
     "NameError: name 'math' is not defined\n"},
    {"def f():\n"
     "    global made\n"
     "    made = 5\n"
     "f()\n"
     "print(made, globals()['made'])\n",
     "5 5\n"},
    {"def f(list): return list + 1\n"
     "print(f(1), list((1,)))\n",
     "2 [1]\n"},
    {"def f(a, b=2):\n"
     "    c = 3\n"
     "    return sorted(locals().items())\n"
     "print(f(1))\n",
     "[('a', 1), ('b', 2), ('c', 3)]\n"},
    {"class A:\n"
     "    def __init__(self): self.__x = 1\n"
     "    def get(self): return self.__x\n"
     "    def __hidden(self): return 'h'\n"
     "    def call(self): return self.__hidden()\n"
     "class B(A):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.__x = 5\n"
     "    def both(self): return self.__x, self.get()\n"
     "print(A().get(), A().call(), sorted(vars(B())), B().both())\n"
     "A().__x\n",
     "1 h ['_A__x', '_B__x'] (5, 1)\n"
     "AttributeError: 'A' object has no attribute '__x'\n"},
    {"def f():\n"
     "    i = 1\n"
     "    return [i for i in range(2)], i, [(i, j) for i in range(2) for j in range(i)], i\n"
     "print(f())\n",
     "([0, 1], 1, [(1, 0)], 1)\n"},
    {"print(sum(n for n in range(4)), {k: v for k, v in zip('ab', (1, 2))}, sorted({c for c in "
     "'aba'}))\n",
     "6 {'a': 1, 'b': 2} ['a', 'b']\n"},
    {"len = 3\n"
     "print(len)\n"
     "del len\n"
     "print(len([1]))\n",
     "3\n"
     "1\n"},
};

START_TEST(names_are_found_where_python_finds_them)
{
    program_expect(lookups[_i].text, lookups[_i].expected);
}
END_TEST

Suite *suite_names(void)
{
    Suite *s = suite_create("names");
    TCase *t = tcase_create("names");
    tcase_add_loop_test(t, names_are_found_where_python_finds_them, 0,
                        (int)(sizeof lookups / sizeof lookups[0]));
    suite_add_tcase(s, t);
    return s;
}
