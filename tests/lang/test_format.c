/* Tests format specs, % templates, .format and f-strings. */
#include "run_source.h"

Suite *suite_format(void);

/* clang-format off */
static const struct printed_case specs[] = {
    {"print([format(5, s) for s in (\"05d\", \"+d\", \" d\", \"<5\", \"^5\", \"=+5\", \"x=5\","
     " \".2f\", \"e\", \"%\", \"c\")])",
     "['00005', '+5', ' 5', '5    ', '  5  ', '+   5', 'xxxx5', '5.00', '5.000000e+00', '500.0"
     "00000%', '\\x05']\n"},
    {"print([format(255, s) for s in (\"#x\", \"#X\", \"#b\", \"#o\", \"08b\", \"_x\", \"#010x"
     "\")])",
     "['0xff', '0XFF', '0b11111111', '0o377', '11111111', 'ff', '0x000000ff']\n"},
    {"print([format(1234567, s) for s in (\",d\", \"_d\", \"015,d\", \"+,\")])",
     "['1,234,567', '1_234_567', '000,001,234,567', '+1,234,567']\n"},
    {"print([format(3.14159, s) for s in (\".2f\", \"10.2f\", \"<10.2f\", \"+.1e\", \"010.3f\""
     ", \"g\", \".3\", \"\")])",
     "['3.14', '      3.14', '3.14      ', '+3.1e+00', '000003.142', '3.14159', '3.14', '3.141"
     "59']\n"},
    {"print([format(1234.5678, s) for s in (\",.1f\", \".3\", \".4\", \".6\", \"012,.1f\", \"n"
     "\", \".0f\")])",
     "['1,234.6', '1.23e+03', '1.235e+03', '1234.57', '00,001,234.6', '1234.57', '1235']\n"},
    {"print([format(x, \".0f\") for x in (0.5, 1.5, 2.5)], format(-0.001, \"z.1f\"), format(0."
     "0, \".1\"))",
     "['0', '2', '2'] 0.0 0e+00\n"},
    {"print([format(float(x), \"f\") for x in (\"nan\", \"inf\", \"-inf\")], format(float(\"in"
     "f\"), \"010\"))",
     "['nan', 'inf', '-inf'] 0000000inf\n"},
    {"print([format(\"abc\", s) for s in (\"5\", \">5\", \"^7\", \".2\", \"*<6.2\", \"05\")])",
     "['abc  ', '  abc', '  abc  ', 'ab', 'ab****', 'abc00']\n"},
    {"print([format(True, s) for s in (\"\", \"d\", \"5\")], format(1e16, \"5\"), format(10000"
     "0.0, \"5\"))",
     "['True', '1', '    1'] 1e+16 100000.0\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case templates[] = {
    {"print('%.50d' % 3, '%.3d' % -7, '%8.3d|' % 5, '%08.3x' % 10)",
     "00000000000000000000000000000000000000000000000003 -007      005| 0000000a\n"},
    {"print(\"%s %d %f\" % (\"a\", 5, 1.5), \"%5d|%-5d|%05d|%+d|% d\" % (1, 2, 3, 4, 5))",
     "a 5 1.500000     1|2    |00003|+4| 5\n"},
    {"print(\"%.2f %8.3f %-8.2f|%08.3f\" % (1.234, 1.5, 2.5, -3.14159), \"%x %#o\" % (255, 8))",
     "1.23    1.500 2.50    |-003.142 ff 0o10\n"},
    {"print(\"%e %g %r %a %c%c %%\" % (12345.678, 1e-10, \"a\", \"é\", 65, \"b\"))",
     "1.234568e+04 1e-10 'a' '\\xe9' Ab %\n"},
    {"print(\"%(a)s %(b)d\" % {\"a\": 1, \"b\": 2}, \"%*d\" % (5, 3), \"%.*f\" % (2, 3.14159),"
     " \"%d\" % 3.99)",
     "1 2     3 3.14 3\n"},
    {"print(\"{} {}\".format(1, 2), \"{0} {1} {0}\".format(\"a\", \"b\"), \"{x}\".format(x=1))",
     "1 2 a b a 1\n"},
    {"print(\"{0[0]} {d[key]} {0.__class__}\".format([1, 2], d={\"key\": 5}))",
     "1 5 <class 'list'>\n"},
    {"print(\"{!r} {!a} {{}} {:{w}.{p}f}\".format(\"a\", \"é\", 3.14159, w=10, p=2))",
     "'a' '\\xe9' {}       3.14\n"},
    {"print(f\"{'a' + chr(233)!a:>9}|{1!a}\")", "  'a\\xe9'|1\n"},
    {"print(f\"{1!r:>5}|{3.14159:.{2}f}|{1 + 1 = }|{{}}\")",
     "    1|3.14|1 + 1 = 2|{}\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"format(5, \"s\")",
     "ValueError: Unknown format code 's' for object of type 'int'"},
    {"format(5, \".2\")",
     "ValueError: Precision not allowed in integer format specifier"},
    {"format(5, \"abc\")",
     "ValueError: Invalid format specifier 'abc' for object of type 'int'"},
    {"format(5, \",x\")",
     "ValueError: Cannot specify ',' with 'x'."},
    {"format(5, \",_\")",
     "ValueError: Cannot specify both ',' and '_'."},
    {"format(1.5, \"d\")",
     "ValueError: Unknown format code 'd' for object of type 'float'"},
    {"format(1.5, \".\")",
     "ValueError: Format specifier missing precision"},
    {"format(\"abc\", \"=5\")",
     "ValueError: '=' alignment not allowed in string format specifier"},
    {"format(\"abc\", \"d\")",
     "ValueError: Unknown format code 'd' for object of type 'str'"},
    {"format(\"abc\", \",\")",
     "ValueError: Cannot specify ',' with 's'."},
    {"format([], \"5\")",
     "TypeError: unsupported format string passed to list.__format__"},
    {"\"%d\" % \"a\"",
     "TypeError: %d format: a real number is required, not str"},
    {"\"%d %d\" % (1,)",
     "TypeError: not enough arguments for format string"},
    {"\"%d\" % (1, 2)",
     "TypeError: not all arguments converted during string formatting"},
    {"\"abc\" % 1",
     "TypeError: not all arguments converted during string formatting"},
    {"\"%z\" % 1",
     "ValueError: unsupported format character 'z' (0x7a) at index 1"},
    {"\"%(a)s\" % 1",
     "TypeError: format requires a mapping"},
    {"\"%x\" % 1.5",
     "TypeError: %x format: an integer is required, not float"},
    {"\"{} {}\".format(1)",
     "IndexError: Replacement index 1 out of range for positional args tuple"},
    {"\"{x}\".format()",
     "KeyError: 'x'"},
    {"\"{} {0}\".format(1, 2)",
     "ValueError: cannot switch from automatic field numbering to manual field specification"},
    {"\"{\".format()",
     "ValueError: Single '{' encountered in format string"},
    {"\"}\".format()",
     "ValueError: Single '}' encountered in format string"},
    {"\"{!x}\".format(1)",
     "ValueError: Unknown conversion specifier x"},
};
/* clang-format on */

START_TEST(specs_print)
{
    expect_printed(&specs[_i]);
}
END_TEST

START_TEST(templates_print)
{
    expect_printed(&templates[_i]);
}
END_TEST

START_TEST(refusal_print)
{
    expect_printed(&refusal[_i]);
}
END_TEST

Suite *suite_format(void)
{
    Suite *suite = suite_create("format");
    TCase *specs_case = tcase_create("specs");
    tcase_add_loop_test(specs_case, specs_print, 0, sizeof specs / sizeof specs[0]);
    suite_add_tcase(suite, specs_case);
    TCase *templates_case = tcase_create("templates");
    tcase_add_loop_test(templates_case, templates_print, 0, sizeof templates / sizeof templates[0]);
    suite_add_tcase(suite, templates_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
