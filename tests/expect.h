/* For loops over many values: Check notes every assertion that it passes in a file, which costs more
 * than the assertion. EXPECT only speaks when it fails. */
#ifndef QKV_TESTS_EXPECT_H
#define QKV_TESTS_EXPECT_H

#include <check.h>

#define EXPECT(condition, ...)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ck_abort_msg(__VA_ARGS__);                                                             \
        }                                                                                          \
    } while (0)

#endif
