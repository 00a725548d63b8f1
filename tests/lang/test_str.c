/* Tests strings: methods, indexing by characters, operators, quoting. */
#include "run_source.h"

Suite *suite_str(void);

/* clang-format off */
static const struct printed_case methods[] = {
    {"print(\"hello world\".title(), \"hELLO\".capitalize(), \"aBc\".swapcase(), \"ß\".upper()"
     ", \"straße\".casefold())",
     "Hello World Hello AbC SS strasse\n"},
    {"print(\"a b  c\".split(), \"a,b,,c\".split(\",\"), \"a b c\".split(None, 1), \"a b c\".r"
     "split(None, 1), \"\".split(\",\"), \"aXbXc\".split(\"X\", maxsplit=1))",
     "['a', 'b', 'c'] ['a', 'b', '', 'c'] ['a', 'b c'] ['a b', 'c'] [''] ['a', 'bXc']\n"},
    {"print(\"a\\nb\\r\\nc\".splitlines(), \"a\\nb\\n\".splitlines(True))",
     "['a', 'b', 'c'] ['a\\n', 'b\\n']\n"},
    {"print(\"  x \".strip(), \"xxaxx\".strip(\"x\"), \"abcab\".lstrip(\"ab\"), \"abcab\".rstr"
     "ip(\"ab\"))",
     "x a cab abc\n"},
    {"print(\"aaa\".replace(\"a\", \"b\", 2), \"abc\".replace(\"\", \"-\"), \"abc\".replace(\""
     "\", \"-\", 2))",
     "bba -a-b-c- -a-bc\n"},
    {"print(\"abcabc\".rfind(\"c\"), \"abc\".find(\"z\"), \"abcabc\".find(\"b\", 2, 3), \"héé"
     "\".find(\"é\"), \"abc\".find(\"\", 5))",
     "5 -1 -1 1 -1\n"},
    {"print(\"aaaa\".count(\"aa\"), \"abc\".count(\"\"), \"abc\".count(\"b\", 2))",
     "2 4 0\n"},
    {"print(\"abc\".startswith((\"x\", \"a\")), \"abc\".startswith(\"b\", 1), \"abc\".endswith"
     "(\"bc\"))",
     "True True True\n"},
    {"print(\"ab\".center(5), \"ab\".center(6, \"*\"), \"ab\".rjust(5), \"-42\".zfill(5), \"ab"
     "\".ljust(5, \".\"))",
     "  ab  **ab**    ab -0042 ab...\n"},
    {"print(\"a=b=c\".partition(\"=\"), \"a=b=c\".rpartition(\"=\"), \"abc\".rpartition(\"x\")"
     ")",
     "('a', '=', 'b=c') ('a=b', '=', 'c') ('', '', 'abc')\n"},
    {"print(\"ab\\tc\\n\\td\".expandtabs(4), \"pre_x\".removeprefix(\"pre_\"), \"x.py\".remove"
     "suffix(\".py\"))",
     "ab  c\n    d x x\n"},
    {"print(\", \".join([\"a\", \"b\"]), \"\".join(\"abc\"), \",\".join(str(i) for i in range("
     "3)))",
     "a, b abc 0,1,2\n"},
    {"print(\"12\".isdigit(), \"\".isdigit(), \"ab1\".isalnum(), \"AB\".isupper(), \"a1\".islo"
     "wer(), \"é\".isalpha(), \"²\".isdigit(), \"1a\".isidentifier())",
     "True False True True True True True False\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case text[] = {
    {"print(\"abc\"[-1], \"abc\"[::-1], \"héllo\"[1:3], \"héllo\"[::-1], \"abcdef\"[4:1:-1], "
     "\"abc\"[5:])",
     "c cba él olléh edc \n"},
    {"print(\"ab\" * 3, 3 * \"ab\", \"a\" * -1, \"x\" in \"abc\", \"\" in \"a\", \"Z\" < \"a\""
     ", \"abc\" < \"abd\")",
     "ababab ababab  False True True True\n"},
    {"print(len(\"héllo\"), len(\"日本\"), list(\"héy\"), sorted(\"hello\"), list(reversed(\"abc"
     "\")))",
     "5 2 ['h', 'é', 'y'] ['e', 'h', 'l', 'l', 'o'] ['c', 'b', 'a']\n"},
    {"print([\"a'b\", 'a\"b', \"a'b\\\"c\", \"\\n\\t\\\\\", \"\\x00\\x7f\", \"é\", \"\\u200b\""
     ", \"日本\"])",
     "[\"a'b\", 'a\"b', 'a\\'b\"c', '\\n\\t\\\\', '\\x00\\x7f', 'é', '\\u200b', '日本']\n"},
    {"print(str.upper(\"abc\"), list(map(str.upper, [\"a\", \"b\"])), \"abc\".__len__(), \"abc"
     "\".__add__(\"d\"))",
     "ABC ['A', 'B'] 3 abcd\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"\"abc\"[3]",
     "IndexError: string index out of range"},
    {"\"abc\"[\"a\"]",
     "TypeError: string indices must be integers, not 'str'"},
    {"\"abc\"[::0]",
     "ValueError: slice step cannot be zero"},
    {"1 in \"abc\"",
     "TypeError: 'in <string>' requires string as left operand, not int"},
    {"\"a\" + 1",
     "TypeError: can only concatenate str (not \"int\") to str"},
    {"\"a\" * 2.0",
     "TypeError: can't multiply sequence by non-int of type 'float'"},
    {"\"a\" - \"b\"",
     "TypeError: unsupported operand type(s) for -: 'str' and 'str'"},
    {"\"abc\".index(\"z\")",
     "ValueError: substring not found"},
    {"\"abc\".startswith(1)",
     "TypeError: startswith first arg must be str or a tuple of str, not int"},
    {"\"ab\".center(5, \"ab\")",
     "TypeError: The fill character must be exactly one character long"},
    {"\"abc\".partition(\"\")",
     "ValueError: empty separator"},
    {"\"abc\".split(\"\")",
     "ValueError: empty separator"},
    {"\"abc\".split(1)",
     "TypeError: must be str or None, not int"},
    {"\",\".join([\"a\", 2])",
     "TypeError: sequence item 1: expected str instance, int found"},
    {"\",\".join(5)",
     "TypeError: can only join an iterable"},
    {"\"abc\".replace(\"a\", 1)",
     "TypeError: replace() argument 2 must be str, not int"},
    {"\"abc\".upper(1)",
     "TypeError: str.upper() takes no arguments (1 given)"},
    {"str.upper(1)",
     "TypeError: descriptor 'upper' for 'str' objects doesn't apply to a 'int' object"},
    {"\"abc\".foo",
     "AttributeError: 'str' object has no attribute 'foo'"},
};
/* clang-format on */

START_TEST(methods_print)
{
    expect_printed(&methods[_i]);
}
END_TEST

START_TEST(text_print)
{
    expect_printed(&text[_i]);
}
END_TEST

START_TEST(refusal_print)
{
    expect_printed(&refusal[_i]);
}
END_TEST

Suite *suite_str(void)
{
    Suite *suite = suite_create("str");
    TCase *methods_case = tcase_create("methods");
    tcase_add_loop_test(methods_case, methods_print, 0, sizeof methods / sizeof methods[0]);
    suite_add_tcase(suite, methods_case);
    TCase *text_case = tcase_create("text");
    tcase_add_loop_test(text_case, text_print, 0, sizeof text / sizeof text[0]);
    suite_add_tcase(suite, text_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
