/* Tests exceptions: raising, catching, finally, chains, contexts that end them. Expected texts are
 * CPython 3.11's. */
#include "program.h"

#include <check.h>

Suite *suite_raise(void);

static const struct program_case exceptions[] = {
    {"def f(k):\n"
     "    try:\n"
     "        if k == 1: raise ValueError('one')\n"
     "        if k == 2: return 'try'\n"
     "        if k == 3: raise KeyError('three')\n"
     "        if k == 4: 1 / 0\n"
     "    except ValueError as e: return 'except ' + str(e)\n"
     "    except (KeyError, IndexError) as e: print('tuple', repr(e), e)\n"
     "    else: return 'else'\n"
     "    finally: print('finally', k)\n"
     "    return 'end'\n"
     "for k in range(4): print(f(k))\n"
     "f(4)\n",
     "finally 0\n"
     "else\n"
     "finally 1\n"
     "except one\n"
     "finally 2\n"
     "try\n"
     "tuple KeyError('three') 'three'\n"
     "finally 3\n"
     "end\n"
     "finally 4\n"
     "ZeroDivisionError: division by zero\n"},
    {"def f():\n"
     "    try: return 1\n"
     "    finally: return 2\n"
     "def g():\n"
     "    while True:\n"
     "        try: raise ValueError\n"
     "        finally: break\n"
     "    return 'gone'\n"
     "print(f(), g())\n",
     "2 gone\n"},
    {"for i in range(5):\n"
     "    try:\n"
     "        if i == 1: continue\n"
     "        if i == 3: break\n"
     "    finally: print(i)\n"
     "else: print('never')\n",
     "0\n"
     "1\n"
     "2\n"
     "3\n"},
    {"try:\n"
     "    try: raise KeyError('k')\n"
     "    except KeyError as e: raise ValueError('v') from e\n"
     "except ValueError as e: print(repr(e.__cause__), repr(e.__context__), "
     "e.__suppress_context__)\n",
     "KeyError('k') KeyError('k') True\n"},
    {"try:\n"
     "    try: raise KeyError('k')\n"
     "    except KeyError: raise ValueError('v')\n"
     "except ValueError as e: print(e.__cause__, repr(e.__context__), e.__suppress_context__)\n",
     "None KeyError('k') False\n"},
    {"try:\n"
     "    try: raise KeyError('k')\n"
     "    except KeyError: raise ValueError('v') from None\n"
     "except ValueError as e: print(e.__cause__, repr(e.__context__), e.__suppress_context__)\n",
     "None KeyError('k') True\n"},
    {"def handler():\n"
     "    raise TypeError('inner')\n"
     "try:\n"
     "    try: raise KeyError('k')\n"
     "    except KeyError: handler()\n"
     "except TypeError as e: print(repr(e.__context__))\n",
     "KeyError('k')\n"},
    {"try:\n"
     "    try: raise ValueError('body')\n"
     "    finally: raise KeyError('finally')\n"
     "except KeyError as e: print(repr(e.__context__))\n",
     "ValueError('body')\n"},
    {"def helper():\n"
     "    try: raise\n"
     "    except KeyError as e: print('helper', e)\n"
     "try: raise KeyError('k')\n"
     "except KeyError: helper()\n",
     "helper 'k'\n"},
    {"try:\n"
     "    try: 1 / 0\n"
     "    except ZeroDivisionError: raise\n"
     "except ArithmeticError as e: print(e)\n",
     "division by zero\n"},
    {"def f():\n"
     "    try: raise ValueError('1')\n"
     "    except ValueError:\n"
     "        try: raise TypeError('2')\n"
     "        except TypeError as e: print(repr(e.__context__))\n"
     "        raise\n"
     "f()\n",
     "ValueError('1')\n"
     "ValueError: 1\n"},
    {"try: raise ValueError('a')\n"
     "except Exception as e: saved = e\n"
     "try: raise saved\n"
     "except ValueError as e: print(e is saved)\n",
     "True\n"},
    {"class Mine(Exception):\n"
     "    def __init__(self, code, text='x'):\n"
     "        super().__init__(text)\n"
     "        self.code = code\n"
     "    def __str__(self): return f'[{self.code}] {super().__str__()}'\n"
     "try: raise Mine(3, 'bad')\n"
     "except Mine as e: print(e, repr(e), e.args, e.code)\n"
     "raise Mine(5)\n",
     "[3] bad Mine('bad') ('bad',) 3\n"
     "Mine: [5] x\n"},
    {"class Outer:\n"
     "    class Inner(Exception): pass\n"
     "raise Outer.Inner('x')\n",
     "Outer.Inner: x\n"},
    {"for e in [ValueError(), ValueError('a'), ValueError(1, 'a'), KeyError('k'), "
     "StopIteration(3)]:\n"
     "    print(repr(e), str(e), e.args)\n",
     "ValueError()  ()\n"
     "ValueError('a') a ('a',)\n"
     "ValueError(1, 'a') (1, 'a') (1, 'a')\n"
     "KeyError('k') 'k' ('k',)\n"
     "StopIteration(3) 3 (3,)\n"},
    {"try: raise StopIteration(5)\n"
     "except StopIteration as e: print(e.value)\n",
     "5\n"},
    {"raise\n", "RuntimeError: No active exception to reraise\n"},
    {"raise 5\n", "TypeError: exceptions must derive from BaseException\n"},
    {"raise ValueError('x') from 5\n",
     "TypeError: exception causes must derive from BaseException\n"},
    {"raise ValueError\n", "ValueError\n"},
    {"raise KeyError('the key')\n", "KeyError: 'the key'\n"},
    {"try: raise ValueError\n"
     "except int: pass\n",
     "TypeError: catching classes that do not inherit from BaseException is not allowed\n"},
    {"try: raise ValueError\n"
     "except (KeyError, (TypeError, ValueError)): pass\n",
     "TypeError: catching classes that do not inherit from BaseException is not allowed\n"},
    {"assert 1 == 2\n", "AssertionError\n"},
    {"assert 1 == 2, 'sizes differ'\n", "AssertionError: sizes differ\n"},
    {"assert (lambda: False)(), [1]\n", "AssertionError: [1]\n"},
    {"class Bad(Exception):\n"
     "    def __str__(self): raise ValueError\n"
     "raise Bad\n",
     "Bad: <exception str() failed>\n"},
    {"def f(n): return f(n + 1)\n"
     "try: f(0)\n"
     "except RecursionError as e: print(str(e)[:32])\n",
     "maximum recursion depth exceeded\n"},
    {"class R:\n"
     "    def __repr__(self): return repr(self)\n"
     "try: repr(R())\n"
     "except RecursionError as e: print(str(e)[:32])\n",
     "maximum recursion depth exceeded\n"},
};

START_TEST(exceptions_behave_as_in_python)
{
    program_expect(exceptions[_i].text, exceptions[_i].expected);
}
END_TEST

static const struct program_case contexts[] = {
    {"class C:\n"
     "    def __init__(self, n, s=False): self.n, self.s = n, s\n"
     "    def __enter__(self): print('enter', self.n); return self.n\n"
     "    def __exit__(self, t, v, tb): print('exit', self.n, t and t.__name__, v); return self.s\n"
     "with C(1) as a, C(2) as b: print(a, b)\n"
     "with C(3, True): raise ValueError('gone')\n"
     "def f():\n"
     "    with C(4): return 5\n"
     "print(f())\n"
     "for i in range(3):\n"
     "    with C(i):\n"
     "        if i == 1: break\n"
     "with C(6), C(7): raise KeyError('out')\n",
     "enter 1\n"
     "enter 2\n"
     "1 2\n"
     "exit 2 None None\n"
     "exit 1 None None\n"
     "enter 3\n"
     "exit 3 ValueError gone\n"
     "enter 4\n"
     "exit 4 None None\n"
     "5\n"
     "enter 0\n"
     "exit 0 None None\n"
     "enter 1\n"
     "exit 1 None None\n"
     "enter 6\n"
     "enter 7\n"
     "exit 7 KeyError 'out'\n"
     "exit 6 KeyError 'out'\n"
     "KeyError: 'out'\n"},
    {"class C:\n"
     "    def __enter__(self): pass\n"
     "    def __exit__(self, *a): print('exit', a[0].__name__)\n"
     "with C() as (p, q): pass\n",
     "exit TypeError\n"
     "TypeError: cannot unpack non-iterable NoneType object\n"},
    {"with 5: pass\n", "TypeError: 'int' object does not support the context manager protocol\n"},
    {"class N:\n"
     "    def __enter__(self): pass\n"
     "with N(): pass\n",
     "TypeError: 'N' object does not support the context manager protocol (missed __exit__ "
     "method)\n"},
    {"class R:\n"
     "    def __enter__(self): return self\n"
     "    def __exit__(self, *a): raise RuntimeError('from exit')\n"
     "try:\n"
     "    with R(): raise ValueError('body')\n"
     "except RuntimeError as e: print(e, repr(e.__context__))\n",
     "from exit ValueError('body')\n"},
    {"class C:\n"
     "    def __enter__(self): return self\n"
     "    def __exit__(self, *a):\n"
     "        try: raise KeyError\n"
     "        except KeyError: pass\n"
     "with C(): raise ValueError('through')\n",
     "ValueError: through\n"},
};

START_TEST(contexts_behave_as_in_python)
{
    program_expect(contexts[_i].text, contexts[_i].expected);
}
END_TEST

Suite *suite_raise(void)
{
    Suite *s = suite_create("raise");
    TCase *t = tcase_create("raise");
    tcase_add_loop_test(t, exceptions_behave_as_in_python, 0,
                        (int)(sizeof exceptions / sizeof exceptions[0]));
    tcase_add_loop_test(t, contexts_behave_as_in_python, 0,
                        (int)(sizeof contexts / sizeof contexts[0]));
    suite_add_tcase(s, t);
    return s;
}
