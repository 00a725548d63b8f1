/* Tests int, float and bool: arithmetic, comparison, text, conversions, rounding. */
#include "run_source.h"

Suite *suite_number(void);

/* clang-format off */
static const struct printed_case arithmetic[] = {
    {"print(-7 // 2, -7 % 2, 7 // -2, 7 % -2, 7 // 2, 7 % 2)",
     "-4 1 -4 -1 3 1\n"},
    {"print(-7.5 // 2, -7.5 % 2, 7.5 % -2, -0.0 // 1, 0.0 % -1)",
     "-4.0 0.5 -0.5 -0.0 -0.0\n"},
    {"print(divmod(-7, 2), divmod(7.5, -2))",
     "(-4, 1) (-4.0, -0.5)\n"},
    {"print(2 ** 10, 2 ** -1, 2 ** 0.5, (-2) ** 3, 0 ** 0, 2 ** 3 ** 2, -2 ** 2)",
     "1024 0.5 1.4142135623730951 -8 1 512 -4\n"},
    {"print(True + True, True * 3, True & False, True | 1, ~5, -True)",
     "2 3 False 1 -6 -1\n"},
    {"print(5 & 3, 5 | 3, 5 ^ 3, 1 << 10, -5 >> 1, -1 >> 100)",
     "1 7 6 1024 -3 -1\n"},
    {"print(9223372036854775807 / 3, 9007199254740993 / 2, 1 / 9223372036854775807)",
     "3.0744573456182584e+18 4503599627370496.0 1.0842021724855044e-19\n"},
    {"print(1 == 1.0, 2 ** 53 + 1 == 2.0 ** 53, 2 ** 53 + 1 > 2.0 ** 53, 1 < 2 < 3)",
     "True False True True\n"},
    {"print(float('nan') == float('nan'), float('inf') > 1e308)",
     "False True\n"},
    {"print(4.0 // 0.1, 1.0 % 0.1, 1e20 // 3)",
     "39.0 0.09999999999999995 3.333333333333333e+19\n"},
    {"print(pow(2, 10, 1000), pow(-3, 3, 7), pow(2, 5, -3))",
     "24 1 -1\n"},
    {"print(abs(-3), abs(-3.5), abs(True), abs(-0.0))",
     "3 3.5 1 0.0\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case number_text[] = {
    {"print(1.0, 1e16, 1e15, 123456789012345678.0, 1e-4, 1e-5, 0.1, 1 / 3, 1e100, 5e-324, -0.0"
     ")",
     "1.0 1e+16 1000000000000000.0 1.2345678901234568e+17 0.0001 1e-05 0.1 0.3333333333333333 "
     "1e+100 5e-324 -0.0\n"},
    {"print(2.0 ** -44, 1e22, 1e23, 9007199254740993.0, 0.1 + 0.2, 2.2250738585072014e-308)",
     "5.684341886080802e-14 1e+22 1e+23 9007199254740992.0 0.30000000000000004 2.2250738585072"
     "014e-308\n"},
    {"print([2.0 ** k for k in range(-60, 60, 7)])",
     "[8.673617379884035e-19, 1.1102230246251565e-16, 1.4210854715202004e-14, 1.81898940354585"
     "65e-12, 2.3283064365386963e-10, 2.9802322387695312e-08, 3.814697265625e-06, 0.0004882812"
     "5, 0.0625, 8.0, 1024.0, 131072.0, 16777216.0, 2147483648.0, 274877906944.0, 351843720888"
     "32.0, 4503599627370496.0, 5.764607523034235e+17]\n"},
    {"print([1 / k for k in range(1, 20)])",
     "[1.0, 0.5, 0.3333333333333333, 0.25, 0.2, 0.16666666666666666, 0.14285714285714285, 0.12"
     "5, 0.1111111111111111, 0.1, 0.09090909090909091, 0.08333333333333333, 0.0769230769230769"
     "3, 0.07142857142857142, 0.06666666666666667, 0.0625, 0.058823529411764705, 0.05555555555"
     "555555, 0.05263157894736842]\n"},
    {"print(float('inf'), -float('inf'), float('nan'))",
     "inf -inf nan\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case conversion[] = {
    {"print(int(\" -12 \"), int(\"0x1f\", 16), int(\"1_000\"), int(\"0b11\", 0), int(\"z\", 36"
     "), int(-1.9))",
     "-12 31 1000 3 35 -1\n"},
    {"print(float(\" 1e5 \"), float(\"-inf\"), float(\"1_0.5\"), float(\".5\"), float(\"+infin"
     "ity\"))",
     "100000.0 -inf 10.5 0.5 inf\n"},
    {"print(bool([]), bool(\"\"), bool(0.0), bool([0]), int(), float(), bool())",
     "False False False True 0 0.0 False\n"},
    {"print((255).bit_count(), (-8).bit_length(), (2.0).is_integer(), (0.75).as_integer_ratio("
     "))",
     "8 4 True (3, 4)\n"},
    {"print(hash(1.0) == hash(1) == hash(True), hash(-1), hash(1.5), hash(2 ** 61), hash((1, 2"
     ", 3)))",
     "True -2 1152921504606846977 1 529344067295497451\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case rounding[] = {
    {"print(round(2.5), round(3.5), round(-2.5), round(0.5), round(-0.4))",
     "2 4 -2 0 0\n"},
    {"print(round(2.675, 2), round(1.005, 2), round(1234.5678, -2), round(1.23456789, 5))",
     "2.67 1.0 1200.0 1.23457\n"},
    {"print(round(1250, -2), round(1350, -2), round(-1250, -2), round(15, -1), round(25, -1))",
     "1200 1400 -1200 20 20\n"},
    {"print(round(55.5, -1), round(45.0, -1), round(4.9, -1), round(149.99, -2), round(1e300, "
     "-299))",
     "60.0 40.0 0.0 100.0 1e+300\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"1 / 0",
     "ZeroDivisionError: division by zero"},
    {"1 // 0",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"1 % 0",
     "ZeroDivisionError: integer modulo by zero"},
    {"1.0 / 0",
     "ZeroDivisionError: float division by zero"},
    {"1.0 // 0",
     "ZeroDivisionError: float floor division by zero"},
    {"1.0 % 0",
     "ZeroDivisionError: float modulo"},
    {"divmod(1.0, 0)",
     "ZeroDivisionError: float divmod()"},
    {"0 ** -1",
     "ZeroDivisionError: 0.0 cannot be raised to a negative power"},
    {"10.0 ** 400",
     "OverflowError: (34, 'Numerical result out of range')"},
    {"1 << -1",
     "ValueError: negative shift count"},
    {"1 + \"a\"",
     "TypeError: unsupported operand type(s) for +: 'int' and 'str'"},
    {"None + 1",
     "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'"},
    {"1.5 & 2",
     "TypeError: unsupported operand type(s) for &: 'float' and 'int'"},
    {"-\"a\"",
     "TypeError: bad operand type for unary -: 'str'"},
    {"1 < \"a\"",
     "TypeError: '<' not supported between instances of 'int' and 'str'"},
    {"int(\"abc\")",
     "ValueError: invalid literal for int() with base 10: 'abc'"},
    {"int(\"1__0\")",
     "ValueError: invalid literal for int() with base 10: '1__0'"},
    {"int(\"9\", 8)",
     "ValueError: invalid literal for int() with base 8: '9'"},
    {"int(None)",
     "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'N"
     "oneType'"},
    {"int(float(\"nan\"))",
     "ValueError: cannot convert float NaN to integer"},
    {"int(float(\"inf\"))",
     "OverflowError: cannot convert float infinity to integer"},
    {"float(\"0x10\")",
     "ValueError: could not convert string to float: '0x10'"},
    {"float([])",
     "TypeError: float() argument must be a string or a real number, not 'list'"},
    {"bool(1, 2)",
     "TypeError: bool expected at most 1 argument, got 2"},
    {"round(\"a\")",
     "TypeError: type str doesn't define __round__ method"},
    {"round(float(\"nan\"))",
     "ValueError: cannot convert float NaN to integer"},
    {"pow(2.0, 3, 5)",
     "TypeError: pow() 3rd argument not allowed unless all arguments are integers"},
    {"abs(\"a\")",
     "TypeError: bad operand type for abs(): 'str'"},
};
/* clang-format on */

START_TEST(arithmetic_print)
{
    expect_printed(&arithmetic[_i]);
}
END_TEST

START_TEST(number_text_print)
{
    expect_printed(&number_text[_i]);
}
END_TEST

START_TEST(conversion_print)
{
    expect_printed(&conversion[_i]);
}
END_TEST

START_TEST(rounding_print)
{
    expect_printed(&rounding[_i]);
}
END_TEST

START_TEST(refusal_print)
{
    expect_printed(&refusal[_i]);
}
END_TEST

Suite *suite_number(void)
{
    Suite *suite = suite_create("number");
    TCase *arithmetic_case = tcase_create("arithmetic");
    tcase_add_loop_test(arithmetic_case, arithmetic_print, 0,
                        sizeof arithmetic / sizeof arithmetic[0]);
    suite_add_tcase(suite, arithmetic_case);
    TCase *number_text_case = tcase_create("number_text");
    tcase_add_loop_test(number_text_case, number_text_print, 0,
                        sizeof number_text / sizeof number_text[0]);
    suite_add_tcase(suite, number_text_case);
    TCase *conversion_case = tcase_create("conversion");
    tcase_add_loop_test(conversion_case, conversion_print, 0,
                        sizeof conversion / sizeof conversion[0]);
    suite_add_tcase(suite, conversion_case);
    TCase *rounding_case = tcase_create("rounding");
    tcase_add_loop_test(rounding_case, rounding_print, 0, sizeof rounding / sizeof rounding[0]);
    suite_add_tcase(suite, rounding_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
