/* Tests the math module: values, domains, ranges. */
#include "run_source.h"

Suite *suite_math(void);

/* clang-format off */
static const struct printed_case functions[] = {
    {"import math\n"
     "print(math.sqrt(2), math.exp(1), math.log(10), math.log(8, 2), math.log2(8), math.log10("
     "1000), math.pi)",
     "1.4142135623730951 2.718281828459045 2.302585092994046 3.0 3.0 3.0 3.141592653589793\n"},
    {"import math\n"
     "print(math.floor(-1.5), math.ceil(1.2), math.trunc(-1.7), math.fmod(-7, 3), math.remaind"
     "er(7, 4), math.modf(3.25))",
     "-2 2 -1 -1.0 -1.0 (0.25, 3.0)\n"},
    {"import math\n"
     "print(math.frexp(8.0), math.ldexp(0.5, 4), math.hypot(3, 4), math.hypot(1, 2, 2), math.d"
     "ist([0, 0], [3, 4]))",
     "(0.5, 4) 8.0 5.0 3.0 5.0\n"},
    {"import math\n"
     "print(math.gcd(12, 18), math.gcd(-4, 6), math.lcm(4, 6), math.factorial(20), math.comb(3"
     "0, 15), math.perm(5, 2))",
     "6 2 12 2432902008176640000 155117520 20\n"},
    {"import math\n"
     "print(math.isqrt(10 ** 18), math.prod([1, 2, 3, 4]), math.fsum([0.1] * 10), math.fsum([1"
     "e100, 1, -1e100]))",
     "1000000000 24 1.0 1.0\n"},
    {"import math\n"
     "print(math.isclose(1, 1 + 1e-10), math.isclose(1, 1.05, rel_tol=0.1), math.isnan(math.na"
     "n), math.isfinite(1))",
     "True True True True\n"},
    {"import math\n"
     "print(math.pow(2, -1), math.degrees(math.pi), math.radians(180), math.copysign(3, -0.0),"
     " math.tanh(1000))",
     "0.5 180.0 3.141592653589793 -3.0 1.0\n"},
    {"import math\n"
     "print(math.log(math.inf), math.exp(-math.inf), math.ulp(1.0), math.erf(0.5), math.gamma("
     "5))",
     "inf 0.0 2.220446049250313e-16 0.5204998778130465 24.0\n"},
};
/* clang-format on */

/* clang-format off */
static const struct printed_case refusal[] = {
    {"import math\nmath.sqrt(-1)",
     "ValueError: math domain error"},
    {"import math\nmath.log(0)",
     "ValueError: math domain error"},
    {"import math\nmath.log(\"a\")",
     "TypeError: must be real number, not str"},
    {"import math\nmath.exp(1000)",
     "OverflowError: math range error"},
    {"import math\nmath.factorial(-1)",
     "ValueError: factorial() not defined for negative values"},
    {"import math\nmath.sqrt()",
     "TypeError: math.sqrt() takes exactly one argument (0 given)"},
    {"import math\nmath.acos(2)",
     "ValueError: math domain error"},
    {"import math\nmath.pow(0, -1)",
     "ValueError: math domain error"},
    {"import math\nmath.pow(10, 400)",
     "OverflowError: math range error"},
    {"import math\nmath.fmod(1, 0)",
     "ValueError: math domain error"},
    {"import math\nmath.gamma(0)",
     "ValueError: math domain error"},
    {"import math\nmath.floor(math.inf)",
     "OverflowError: cannot convert float infinity to integer"},
    {"import math\nmath.floor(math.nan)",
     "ValueError: cannot convert float NaN to integer"},
    {"import math\nmath.comb(-1, 2)",
     "ValueError: n must be a non-negative integer"},
    {"import math\nmath.gcd(1.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"import math\nmath.sin(math.inf)",
     "ValueError: math domain error"},
    {"import math\nmath.dist([1], [1, 2])",
     "ValueError: both points must have the same number of dimensions"},
};
/* clang-format on */

START_TEST(functions_print)
{
    expect_printed(&functions[_i]);
}
END_TEST

START_TEST(refusal_print)
{
    expect_printed(&refusal[_i]);
}
END_TEST

Suite *suite_math(void)
{
    Suite *suite = suite_create("math");
    TCase *functions_case = tcase_create("functions");
    tcase_add_loop_test(functions_case, functions_print, 0, sizeof functions / sizeof functions[0]);
    suite_add_tcase(suite, functions_case);
    TCase *refusal_case = tcase_create("refusal");
    tcase_add_loop_test(refusal_case, refusal_print, 0, sizeof refusal / sizeof refusal[0]);
    suite_add_tcase(suite, refusal_case);
    return suite;
}
