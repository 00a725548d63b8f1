/* Tests sets: the order of numbers, operations, methods. */
#include "run_source.h"

Suite *suite_set(void);

/* clang-format off */
static const struct printed_case order[] = {
    {"print({3, 1, 2}, {8, 16, 0, 24}, {100, 50, 10, 7}, {-1, -2, 3}, {0.5, 2.5, 1.5})",
     "{1, 2, 3} {8, 16, 0, 24} {50, 10, 100, 7} {3, -1, -2} {0.5, 1.5, 2.5}\n"},
    {"print({1, 17, 33, 49, 65}, set([1, 17, 33, 49, 65]), set([1000, 2000, 3000, 4000, 5000, "
     "6000]))",
     "{65, 1, 33, 49, 17} {65, 1, 33, 49, 17} {4000, 1000, 5000, 2000, 6000, 3000}\n"},
    {"print(set(range(0, 200, 7)), {i * i for i in range(20)})",
     "{0, 133, 7, 140, 14, 147, 21, 154, 28, 161, 35, 168, 42, 175, 49, 182, 56, 189, 63, 196,"
     " 70, 77, 84, 91, 98, 105, 112, 119, 126} {0, 1, 256, 4, 9, 16, 144, 25, 289, 36, 169, 49"
     ", 64, 196, 324, 81, 225, 100, 361, 121}\n"},
    {"print({(1, 2), (0, 1), (3, 4)}, {x * 37 for x in range(30)})",
     "{(0, 1), (1, 2), (3, 4)} {0, 259, 518, 777, 1036, 148, 407, 666, 925, 37, 296, 555, 814,"
     " 1073, 185, 444, 703, 962, 74, 333, 592, 851, 222, 481, 740, 999, 111, 370, 629, 888}\n"},
    {"a = set(range(50))\n"
     "print(a - set(range(0, 50, 3)), a ^ set(range(10, 60)), a & set(range(40, 80)))",
     "{1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 3"
     "5, 37, 38, 40, 41, 43, 44, 46, 47, 49} {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 51, 52, 53, 54"
     ", 55, 56, 57, 58, 59} {40, 41, 42, 43, 44, 45, 46, 47, 48, 49}\n"},
    {"v = {i * 7919 % 1000 for i in range(200)}\n"
     "for q in range(0, 1000, 3): v.discard(q)\n"
     "v |= set(range(5))\n"
     "print(list(v)[:40], v.pop(), v.pop())",
     "[0, 1, 514, 2, 3, 517, 4, 520, 523, 526, 529, 28, 542, 31, 545, 34, 548, 37, 551, 40, 55"
     "4, 43, 56, 59, 62, 65, 68, 595, 598, 601, 604, 607, 610, 109, 623, 112, 626, 115, 629, 1"
     "18] 0 1\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case methods[] = {
    {"s = {1, 2, 3}\n"
     "s.add(4); s.discard(9); s.remove(2)\n"
     "print(s, s | {7}, s & {3, 4, 5}, s - {3}, s ^ {3, 10}, s <= {1, 3, 4, 5}, s < s, s == {1"
     ", 3, 4})\n"
     "print(s.union([5], [6]), s.intersection([3]), s.difference([1]), s.symmetric_difference("
     "[1, 99]), s.issubset([1, 3, 4]), s.isdisjoint([7]))\n"
     "s.update([10], {12}); s -= {10}; s &= {1, 3, 20}; print(s); s.clear(); print(s)",
     "{1, 3, 4} {1, 3, 4, 7} {3, 4} {1, 4} {1, 10, 4} True False True\n"
     "{1, 3, 4, 5, 6} {3} {3, 4} {3, 99, 4} True True\n"
     "{1, 3}\n"
     "set()\n"},
    {"f = frozenset([1, 2])\n"
     "print(f, f | {3}, {3} | f, f == {1, 2}, {f: 1}, {1, 2} in {f}, hash(f) == hash(frozenset"
     "([2, 1])))",
     "frozenset({1, 2}) frozenset({1, 2, 3}) {1, 2, 3} True {frozenset({1, 2}): 1} True True\n"},
    {"class S(set):\n"
     "    def add(self, x): super().add(x + 1)\n"
     "s = S([1])\n"
     "s.add(5)\n"
     "print(s, type(s | {9}).__name__)",
     "S({1, 6}) set\n"},
    {"print(set(), frozenset(), len({1, 1.0, True}), 1 in {1}, set(\"a\"), set({1: 2}))",
     "set() frozenset() 1 True {'a'} {1}\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"{1}.remove(2)",
     "KeyError: 2"},
    {"set().pop()",
     "KeyError: 'pop from an empty set'"},
    {"{1}.add([1])",
     "TypeError: unhashable type: 'list'"},
    {"{[1]}",
     "TypeError: unhashable type: 'list'"},
    {"{1} | [2]",
     "TypeError: unsupported operand type(s) for |: 'set' and 'list'"},
    {"{1} + {2}",
     "TypeError: unsupported operand type(s) for +: 'set' and 'set'"},
    {"{1} < [1]",
     "TypeError: '<' not supported between instances of 'set' and 'list'"},
    {"set(5)",
     "TypeError: 'int' object is not iterable"},
    {"{1}[0]",
     "TypeError: 'set' object is not subscriptable"},
    {"hash({1})",
     "TypeError: unhashable type: 'set'"},
    {"s = {1}\nfor k in s: s.add(k + 1)",
     "RuntimeError: Set changed size during iteration"},
};
/* clang-format on */

START_TEST(order_print)
{
    expect_printed(&order[_i]);
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

Suite *suite_set(void)
{
    Suite *suite = suite_create("set");
    TCase *order_case = tcase_create("order");
    tcase_add_loop_test(order_case, order_print, 0, sizeof order / sizeof order[0]);
    suite_add_tcase(suite, order_case);
    TCase *methods_case = tcase_create("methods");
    tcase_add_loop_test(methods_case, methods_print, 0, sizeof methods / sizeof methods[0]);
    suite_add_tcase(suite, methods_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
