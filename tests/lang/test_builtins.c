/* Tests built-in functions, ranges, iterators, the methods of object, and native modules. */
#include "run_source.h"

Suite *suite_builtins(void);

/* clang-format off */
static const struct printed_case functions[] = {
    {"print(max(1, 2, 3), min(\"hello\"), max([1, -5], key=abs), min([], default=7), max(1, 2."
     "0))",
     "3 e -5 7 2.0\n"},
    {"print(sum([0.1] * 10), sum([[1], [2]], []), sum(x for x in range(5)), any([0, 1]), all(["
     "]))",
     "0.9999999999999999 [1, 2] 10 True True\n"},
    {"print(list(zip(\"abc\", [1, 2])), list(enumerate(\"ab\", 1)), list(map(lambda a, b: a + "
     "b, [1, 2], [3, 4])))",
     "[('a', 1), ('b', 2)] [(1, 'a'), (2, 'b')] [4, 6]\n"},
    {"print(list(filter(None, [0, 1, 2])), list(reversed((1, 2))), sorted([3, 1, 2], reverse=T"
     "rue))",
     "[1, 2] [2, 1] [3, 2, 1]\n"},
    {"print(bin(-5), oct(8), hex(255), chr(8364), ord(\"é\"), ascii(\"é\"), repr(\"a\"), divmo"
     "d(7, 2))",
     "-0b101 0o10 0xff € 233 '\\xe9' 'a' (3, 1)\n"},
    {"print(isinstance(True, int), isinstance(1, (str, int)), issubclass(bool, int), callable("
     "len), type(1))",
     "True True True True <class 'int'>\n"},
    {"print(1, 2, sep=\"-\", end=\"!\\n\")",
     "1-2!\n"},
    {"print(hasattr([], \"append\"), getattr(\"a\", \"upper\")(), getattr(1, \"foo\", None))",
     "True A None\n"},
    {"print(next(iter([]), 0), list(iter(lambda: 1, 1)), next(zip([1], [2])))",
     "0 [] (1, 2)\n"},
    {"print(range(10)[::-1], list(range(5, 0, -2)), 7 in range(0, 10, 2), range(0) == range(5,"
     " 5), len(range(0, 10, 3)))",
     "range(9, -1, -1) [5, 3, 1] False True 4\n"},
    {"for a, b, s in ((3, 3, -2), (3, 3, 2), (3, 4, -2), (4, 3, -2), (3, 2, 2), (3, 4, 2), (5, 3, "
     "-2), (6, 3, -2)):\n    r = range(a, b, s)\n    print(len(r), list(r), b in r, end=';')",
     "0 [] False;0 [] False;0 [] False;1 [4] False;0 [] False;1 [3] False;1 [5] False;2 [6, 4] "
     "False;"},
    {"print(slice(1, 10, 2).indices(5), slice(1, 2))",
     "(1, 5, 2) slice(1, 2, None)\n"},
    {"print([type(x).__name__ for x in ({}.keys(), iter([]), zip(), map(str, []), range(1), le"
     "n, None, ...)])",
     "['dict_keys', 'list_iterator', 'zip', 'map', 'range', 'builtin_function_or_method', 'Non"
     "eType', 'ellipsis']\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case objects[] = {
    {"class A:\n"
     "    def __setattr__(self, k, v):\n"
     "        if k == \"bad\": super().__setattr__(\"good\", v)\n"
     "        else: object.__setattr__(self, k, v)\n"
     "    def __getattr__(self, k): return k + \"!\"\n"
     "a = A()\n"
     "a.x = 5\n"
     "a.bad = 6\n"
     "print(a.x, a.good, a.zzz, a.__dict__)\n"
     "del a.x\n"
     "print(a.x)",
     "5 6 zzz! {'x': 5, 'good': 6}\nx!\n"},
    {"class B:\n"
     "    def __new__(cls, *a):\n"
     "        o = super().__new__(cls)\n"
     "        o.n = a\n"
     "        return o\n"
     "    def __init__(self, *a): super().__init__()\n"
     "b = B(1, 2)\n"
     "print(b.n, b.__eq__(b), b.__ne__(5), b.__hash__() == hash(b))",
     "(1, 2) True NotImplemented True\n"},
    {"class K:\n"
     "    def __format__(self, spec): return f\"<{spec}>\"\n"
     "    def __len__(self): return 5\n"
     "    def __int__(self): return 42\n"
     "    def __float__(self): return 4.5\n"
     "    def __index__(self): return 2\n"
     "    def __round__(self, n=0): return (\"r\", n)\n"
     "    def __abs__(self): return 9\n"
     "    def __iter__(self): return iter([1, 2])\n"
     "    def __reversed__(self): return iter(\"rev\")\n"
     "k = K()\n"
     "print(f\"{k:>5}\", len(k), int(k), float(k), [5, 6, 7][k], round(k, 2), abs(k), list(k),"
     " list(reversed(k)), range(k), bin(k), \"ab\" * k, \"%d\" % k)",
     "<>5> 5 42 4.5 7 ('r', 2) 9 [1, 2] ['r', 'e', 'v'] range(0, 2) 0b10 abab 42\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case modules[] = {
    {"import operator\n"
     "print(operator.itemgetter(0, 2)(\"abc\"), operator.attrgetter(\"real\")(5), operator.add"
     "(1, 2), operator.methodcaller(\"upper\")(\"a\"))",
     "('a', 'c') 5 3 A\n"},
    {"import os\n"
     "print(os.path.join(\"a\", \"b/\", \"c.py\"), os.path.splitext(\"a/b.tar.gz\"), os.path.b"
     "asename(\"/a/b.py\"), os.path.dirname(\"/a/b.py\"), os.path.split(\"/a/b\"))",
     "a/b/c.py ('a/b.tar', '.gz') b.py /a ('/a', 'b')\n"},
    {"import types, string, sys\n"
     "print(types.SimpleNamespace(a=1, b=\"x\"), string.digits, sys.maxsize, sys.version_info "
     ">= (3, 8), sys.version_info.major)",
     "namespace(a=1, b='x') 0123456789 9223372036854775807 True 3\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"max()",
     "TypeError: max expected at least 1 argument, got 0"},
    {"max([])",
     "ValueError: max() arg is an empty sequence"},
    {"max(1, \"a\")",
     "TypeError: '>' not supported between instances of 'str' and 'int'"},
    {"sum([\"a\"])",
     "TypeError: unsupported operand type(s) for +: 'int' and 'str'"},
    {"sum()",
     "TypeError: sum() takes at least 1 positional argument (0 given)"},
    {"len(5)",
     "TypeError: object of type 'int' has no len()"},
    {"len([], [])",
     "TypeError: len() takes exactly one argument (2 given)"},
    {"next(iter([]))",
     "StopIteration"},
    {"next(5)",
     "TypeError: 'int' object is not an iterator"},
    {"iter(5)",
     "TypeError: 'int' object is not iterable"},
    {"zip(1)",
     "TypeError: 'int' object is not iterable"},
    {"list(zip([1], [1, 2], strict=True))",
     "ValueError: zip() argument 2 is longer than argument 1"},
    {"map(str)",
     "TypeError: map() must have at least two arguments."},
    {"reversed({1})",
     "TypeError: 'set' object is not reversible"},
    {"enumerate()",
     "TypeError: enumerate() missing required argument 'iterable'"},
    {"range(1.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"range(1, 2, 0)",
     "ValueError: range() arg 3 must not be zero"},
    {"range(3)[5]",
     "IndexError: range object index out of range"},
    {"chr(-1)",
     "ValueError: chr() arg not in range(0x110000)"},
    {"ord(\"ab\")",
     "TypeError: ord() expected a character, but string of length 2 found"},
    {"isinstance(1, 1)",
     "TypeError: isinstance() arg 2 must be a type, a tuple of types, or a union"},
    {"getattr(1, \"foo\")",
     "AttributeError: 'int' object has no attribute 'foo'"},
    {"setattr(1, \"a\", 2)",
     "AttributeError: 'int' object has no attribute 'a'"},
    {"print(1, sep=5)",
     "TypeError: sep must be None or a string, not int"},
    {"print(1, foo=5)",
     "TypeError: 'foo' is an invalid keyword argument for print()"},
    {"vars(5)",
     "TypeError: vars() argument must have __dict__ attribute"},
    {"zip([1])[0]",
     "TypeError: 'zip' object is not subscriptable"},
    {"len(x for x in [1])",
     "TypeError: object of type 'generator' has no len()"},
};
/* clang-format on */

START_TEST(functions_print)
{
    expect_printed(&functions[_i]);
}
END_TEST

START_TEST(objects_print)
{
    expect_printed(&objects[_i]);
}
END_TEST

START_TEST(modules_print)
{
    expect_printed(&modules[_i]);
}
END_TEST

START_TEST(refusal_print)
{
    expect_printed(&refusal[_i]);
}
END_TEST

Suite *suite_builtins(void)
{
    Suite *suite = suite_create("builtins");
    TCase *functions_case = tcase_create("functions");
    tcase_add_loop_test(functions_case, functions_print, 0, sizeof functions / sizeof functions[0]);
    suite_add_tcase(suite, functions_case);
    TCase *objects_case = tcase_create("objects");
    tcase_add_loop_test(objects_case, objects_print, 0, sizeof objects / sizeof objects[0]);
    suite_add_tcase(suite, objects_case);
    TCase *modules_case = tcase_create("modules");
    tcase_add_loop_test(modules_case, modules_print, 0, sizeof modules / sizeof modules[0]);
    suite_add_tcase(suite, modules_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
