/* Lists and tuples: items, slices, methods, sorting, subclasses. */
#include "run_source.h"

Suite *suite_list(void);

/* clang-format off */
static const struct printed_case items[] = {
    {"print([1, 2, 3][::-1], (1, 2, 3)[1:], [1, 2, 3, 4, 5][4:1:-2], [1, 2, 3][10:])",
     "[3, 2, 1] (2, 3) [5, 3] []\n"},
    {"print([1] + [2], [1] * 3, 3 * [1], (1,) * 2, [1] * -1, [[]] * 2)",
     "[1, 2] [1, 1, 1] [1, 1, 1] (1, 1) [] [[], []]\n"},
    {"print([1, 2] == (1, 2), [1] == [1.0], [1, 2] < [1, 3], (1, 2) < (1, 2, 3))",
     "False True True True\n"},
    {"print(1 in [1.0, 2], None in [None], [1] in [[1]], (1,), (), [(1,)])",
     "True True True (1,) () [(1,)]\n"},
    {"a = [1, 2, 3, 4, 5]\n"
     "a[1:3] = [9]\n"
     "print(a)\n"
     "a[::2] = [0, 0]\n"
     "print(a)\n"
     "del a[::2]\n"
     "print(a)\n"
     "a += \"xy\"\n"
     "print(a)\n"
     "a[1:1] = a\n"
     "print(a)",
     "[1, 9, 4, 5]\n[0, 9, 0, 5]\n[9, 5]\n[9, 5, 'x', 'y']\n[9, 9, 5, 'x', 'y', 5, 'x', 'y']\n"},
    {"a = [1]\na.append(a)\nb = (a,)\na.append(b)\nprint(a, b)",
     "[1, [...], ([...],)] ([1, [...], (...)],)\n"},
    {"a = [1, 2]\nb = a\na *= 2\nb += (5,)\nprint(a, a is b)",
     "[1, 2, 1, 2, 5] True\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case methods[] = {
    {"a = [3, 1]\n"
     "a.append(2); a.extend((7, 8)); a.insert(0, 9); a.insert(100, 10); a.insert(-1, 11)\n"
     "print(a, a.pop(), a.pop(0), a.index(8), a.count(1))\n"
     "a.remove(7); a.reverse(); print(a); a.sort(reverse=True); print(a, a.copy() is a); a.cle"
     "ar(); print(a)",
     "[3, 1, 2, 7, 8, 11] 10 9 4 1\n[11, 8, 2, 1, 3]\n[11, 8, 3, 2, 1] False\n[]\n"},
    {"a = [[3, \"a\"], [1, \"b\"], [3, \"b\"], [1, \"a\"]]\n"
     "a.sort(key=lambda x: x[0]); print(a)\n"
     "a.sort(key=lambda x: x[0], reverse=True); print(a)",
     "[[1, 'b'], [1, 'a'], [3, 'a'], [3, 'b']]\n[[3, 'a'], [3, 'b'], [1, 'b'], [1, 'a']]\n"},
    {"print(sorted(range(300), key=lambda v: v % 10)[::17], sorted(range(300), key=lambda v: v"
     " % 10, reverse=True)[::17])",
     "[0, 170, 41, 211, 82, 252, 123, 293, 164, 35, 205, 76, 246, 117, 287, 158, 29, 199] [9, "
     "179, 48, 218, 87, 257, 126, 296, 165, 34, 204, 73, 243, 112, 282, 151, 20, 190]\n"},
    {"class P:\n"
     "    def __init__(self, x): self.x = x\n"
     "    def __repr__(self): return f\"P({self.x})\"\n"
     "    def __eq__(self, o): return isinstance(o, P) and self.x == o.x\n"
     "    def __lt__(self, o): return self.x < o.x\n"
     "    def __hash__(self): return hash(self.x)\n"
     "print(sorted([P(3), P(1), P(2)]), max([P(3), P(1)]), [P(1), P(2)].index(P(2)), (P(1),).c"
     "ount(P(1)))",
     "[P(1), P(2), P(3)] P(3) 1 1\n"},
    {"class L(list):\n"
     "    def append(self, x): super().append(x * 2)\n"
     "x = L([1])\n"
     "x.append(5)\n"
     "print(x, type(x).__name__, x + [1], type(x[:]).__name__, isinstance(x, list))",
     "[1, 10] L [1, 10, 1] list True\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"[1][1]",
     "IndexError: list index out of range"},
    {"()[0]",
     "IndexError: tuple index out of range"},
    {"[1][\"a\"]",
     "TypeError: list indices must be integers or slices, not str"},
    {"[1][None]",
     "TypeError: list indices must be integers or slices, not NoneType"},
    {"[1] + (2,)",
     "TypeError: can only concatenate list (not \"tuple\") to list"},
    {"(1,) + [2]",
     "TypeError: can only concatenate tuple (not \"list\") to tuple"},
    {"[1] * 1.5",
     "TypeError: can't multiply sequence by non-int of type 'float'"},
    {"[1] - [2]",
     "TypeError: unsupported operand type(s) for -: 'list' and 'list'"},
    {"[1] < 1",
     "TypeError: '<' not supported between instances of 'list' and 'int'"},
    {"[].pop()",
     "IndexError: pop from empty list"},
    {"[1].pop(5)",
     "IndexError: pop index out of range"},
    {"[1].remove(2)",
     "ValueError: list.remove(x): x not in list"},
    {"[1].index(2)",
     "ValueError: 2 is not in list"},
    {"(1,).index(2)",
     "ValueError: tuple.index(x): x not in tuple"},
    {"[1, \"a\"].sort()",
     "TypeError: '<' not supported between instances of 'str' and 'int'"},
    {"[1].sort(1)",
     "TypeError: sort() takes no positional arguments"},
    {"sorted([1], foo=3)",
     "TypeError: 'foo' is an invalid keyword argument for sort()"},
    {"list(5)",
     "TypeError: 'int' object is not iterable"},
    {"list(1, 2)",
     "TypeError: list expected at most 1 argument, got 2"},
    {"[1].append(1, 2)",
     "TypeError: list.append() takes exactly one argument (2 given)"},
    {"(1, 2).append(3)",
     "AttributeError: 'tuple' object has no attribute 'append'"},
    {"t = (1,)\nt[0] = 2",
     "TypeError: 'tuple' object does not support item assignment"},
    {"a = [1]\na[5] = 1",
     "IndexError: list assignment index out of range"},
    {"a = [1, 2, 3]\na[::2] = [1]",
     "ValueError: attempt to assign sequence of size 1 to extended slice of size 2"},
    {"a, b = [1]",
     "ValueError: not enough values to unpack (expected 2, got 1)"},
    {"a, *b, c = [1]",
     "ValueError: not enough values to unpack (expected at least 2, got 1)"},
    {"hash([1])",
     "TypeError: unhashable type: 'list'"},
    {"a = [3, 2]\na.sort(key=lambda x: a.clear())",
     "TypeError: '<' not supported between instances of 'NoneType' and 'NoneType'"},
};
/* clang-format on */

START_TEST(items_print)
{
    expect_printed(&items[_i]);
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

Suite *suite_list(void)
{
    Suite *suite = suite_create("list");
    TCase *items_case = tcase_create("items");
    tcase_add_loop_test(items_case, items_print, 0, sizeof items / sizeof items[0]);
    suite_add_tcase(suite, items_case);
    TCase *methods_case = tcase_create("methods");
    tcase_add_loop_test(methods_case, methods_print, 0, sizeof methods / sizeof methods[0]);
    suite_add_tcase(suite, methods_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
