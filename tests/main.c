/* Runs the suites: one for each tests/ROOM/test_NAME.c, listed by the Makefile. */
#include "program.h"

#include <check.h>

#define SUITE(name) Suite *suite_##name(void);
#include "suites.inc"
#undef SUITE

int main(void)
{
    SRunner *runner = srunner_create(NULL);
#define SUITE(name) srunner_add_suite(runner, suite_##name());
#include "suites.inc"
#undef SUITE
    return run_suites(runner);
}
