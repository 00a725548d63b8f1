/* Tests dictionaries: order, methods, views, merging, subclasses. */
#include "run_source.h"

Suite *suite_dict(void);

/* clang-format off */
static const struct printed_case contents[] = {
    {"print({\"a\": 1, (1, 2): 3, None: [4], 1.5: {}}, {1: \"a\", 1.0: \"b\", True: \"c\"})",
     "{'a': 1, (1, 2): 3, None: [4], 1.5: {}} {1: 'c'}\n"},
    {"print(dict(a=1), dict([(\"a\", 1)], b=2), dict({\"a\": 1}), dict(zip(\"ab\", [1, 2])), d"
     "ict([\"ab\"]))",
     "{'a': 1} {'a': 1, 'b': 2} {'a': 1} {'a': 1, 'b': 2} {'a': 'b'}\n"},
    {"print({\"a\": 1} | {\"b\": 2}, {**{\"a\": 1}, \"c\": 3}, {\"a\": 1} == {\"a\": 1.0}, {1:"
     " 2} != {})",
     "{'a': 1, 'b': 2} {'a': 1, 'c': 3} True True\n"},
    {"print({k: v for k, v in zip(\"ab\", range(2))}, list({\"a\": 1, \"b\": 2}), max({3: 1, 2"
     ": 5}))",
     "{'a': 0, 'b': 1} ['a', 'b'] 3\n"},
    {"print(dict.fromkeys(\"ab\"), dict.fromkeys([1], 0), list(reversed({\"a\": 1, \"b\": 2}))"
     ")",
     "{'a': None, 'b': None} {1: 0} ['b', 'a']\n"},
    {"d = {i: i for i in range(100)}\n"
     "for i in range(0, 100, 2): del d[i]\n"
     "for i in range(0, 20, 2): d[i] = -i\n"
     "print(len(d), list(d.items())[:3], list(d.items())[-3:])",
     "60 [(1, 1), (3, 3), (5, 5)] [(14, -14), (16, -16), (18, -18)]\n"},
    {"d = {\"a\": 1}\n"
     "for i in range(1000):\n"
     "    d[\"x\"] = i\n"
     "    del d[\"x\"]\n"
     "print(d, len(d))",
     "{'a': 1} 1\n"},
    {"d = {}\nd[\"d\"] = d\nd[\"l\"] = [d]\nprint(d)",
     "{'d': {...}, 'l': [{...}]}\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case methods[] = {
    {"d = {\"a\": 1, \"b\": 2}\n"
     "d.update({\"d\": 4}, e=5); d.update([(\"f\", 6)])\n"
     "print(d, d.get(\"z\"), d.get(\"z\", 0), d.pop(\"a\"), d.pop(\"z\", None), d.setdefault("
     "\"q\", 9), d.setdefault(\"b\", 7))\n"
     "print(d.popitem(), d, \"b\" in d)\n"
     "d |= {\"k\": 1}\n"
     "print(d.keys(), d.values(), d.items(), len(d.keys()))",
     "{'b': 2, 'd': 4, 'e': 5, 'f': 6, 'q': 9} None 0 1 None 9 2\n"
     "('q', 9) {'b': 2, 'd': 4, 'e': 5, 'f': 6} True\n"
     "dict_keys(['b', 'd', 'e', 'f', 'k']) dict_values([2, 4, 5, 6, 1]) dict_items([('b', 2), "
     "('d', 4), ('e', 5), ('f', 6), ('k', 1)]) 5\n"},
    {"k = {\"a\": 1, \"b\": 2}\n"
     "print(k.keys() & {\"a\"}, k.keys() - {\"a\"}, k.keys() == {\"a\", \"b\"}, (\"a\", 1) in "
     "k.items(), 2 in k.values(), k.items() & {(\"a\", 1)})",
     "{'a'} {'b'} True True True {('a', 1)}\n"},
    {"v = {\"a\": 1}\nw = v.keys()\nv[\"b\"] = 2\nprint(w, list(w))",
     "dict_keys(['a', 'b']) ['a', 'b']\n"},
    {"class D(dict):\n"
     "    def __missing__(self, k): return k * 2\n"
     "    def __setitem__(self, k, v): super().__setitem__(k, v + 1)\n"
     "d = D(a=1)\n"
     "d[\"b\"] = 2\n"
     "print(d, d[\"zz\"], d.get(\"q\"), type(d).__name__, \"zz\" in d, type(d.copy()).__name__"
     ")",
     "{'a': 1, 'b': 3} zzzz None D False dict\n"},
    {"class E(dict):\n"
     "    def __init__(self, *a, **k):\n"
     "        super().__init__(*a, **k)\n"
     "        self.extra = 1\n"
     "    def __getitem__(self, k): return super().__getitem__(k) + 1\n"
     "e = E({\"a\": 1}, b=2)\n"
     "print(e, e[\"a\"], e.extra, dict(e), dict.__len__(e))",
     "{'a': 1, 'b': 2} 2 1 {'a': 1, 'b': 2} 2\n"},
    {"class P:\n"
     "    def __init__(self, x): self.x = x\n"
     "    def __repr__(self): return f\"P({self.x})\"\n"
     "    def __eq__(self, o): return isinstance(o, P) and self.x == o.x\n"
     "    def __lt__(self, o): return self.x < o.x\n"
     "    def __hash__(self): return hash(self.x)\n"
     "print({P(1): 2}[P(1)], len({P(1): 1, P(1): 2}))",
     "2 1\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"{}[\"abc\"]",
     "KeyError: 'abc'"},
    {"{1: 2}[(1, 2)]",
     "KeyError: (1, 2)"},
    {"{[1]: 2}",
     "TypeError: unhashable type: 'list'"},
    {"{}.pop(\"x\")",
     "KeyError: 'x'"},
    {"{}.popitem()",
     "KeyError: 'popitem(): dictionary is empty'"},
    {"dict([1])",
     "TypeError: cannot convert dictionary update sequence element #0 to a sequence"},
    {"dict([(1, 2, 3)])",
     "ValueError: dictionary update sequence element #0 has length 3; 2 is required"},
    {"dict(5)",
     "TypeError: 'int' object is not iterable"},
    {"dict(1, 2)",
     "TypeError: dict expected at most 1 argument, got 2"},
    {"{1: 2} + {3: 4}",
     "TypeError: unsupported operand type(s) for +: 'dict' and 'dict'"},
    {"{1: 2} | [1]",
     "TypeError: unsupported operand type(s) for |: 'dict' and 'list'"},
    {"{1: 2}.keys()[0]",
     "TypeError: 'dict_keys' object is not subscriptable"},
    {"{\"a\": 1} < {\"b\": 2}",
     "TypeError: '<' not supported between instances of 'dict' and 'dict'"},
    {"{}.foo",
     "AttributeError: 'dict' object has no attribute 'foo'"},
    {"d = {1: 1}\nfor k in d: d[k + 1] = 1",
     "RuntimeError: dictionary changed size during iteration"},
    {"d = {1: 1, 2: 2}\nfor k in d: del d[k]",
     "RuntimeError: dictionary changed size during iteration"},
};
/* clang-format on */

START_TEST(contents_print)
{
    expect_printed(&contents[_i]);
}
END_TEST

START_TEST(methods_print)
{
    expect_printed(&methods[_i]);
}
END_TEST

START_TEST(refusal_print)
{
    expect_printed(&refusal[_i]);
}
END_TEST

Suite *suite_dict(void)
{
    Suite *suite = suite_create("dict");
    TCase *contents_case = tcase_create("contents");
    tcase_add_loop_test(contents_case, contents_print, 0, sizeof contents / sizeof contents[0]);
    suite_add_tcase(suite, contents_case);
    TCase *methods_case = tcase_create("methods");
    tcase_add_loop_test(methods_case, methods_print, 0, sizeof methods / sizeof methods[0]);
    suite_add_tcase(suite, methods_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
