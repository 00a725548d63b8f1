/* Declares what each test includes first (Makefile). Check writes each assertion that passes to a
 * file, to know where a test died: a system call for every cell that is compared. A test that dies
 * is named all the same, so nothing is written, and assertions may stand in the innermost loop. */
#pragma once

#include <check.h>

#define _mark_point(file, line) ((void)0)
#define EXPECT(condition, ...) ck_assert_msg(condition, __VA_ARGS__)

/* Two texts of many lines are one; else the first line that differs, which Check has room for. */
static inline void same_text(const char *file, const char *is, const char *wanted)
{
    int line = 1, column = 0;
    for (; is[column] != '\0' && is[column] == wanted[column];) {
        line += is[column] == '\n';
        column = is[column] == '\n' ? 0 : column + 1;
        if (column == 0) {
            int end = 0;
            while (is[end] != '\n') {
                end++;
            }
            is += end + 1;
            wanted += end + 1;
        }
    }
    EXPECT(is[column] == wanted[column], "%s, line %d is another one (UPDATE=1 writes it): %.300s",
           file, line, is);
}
