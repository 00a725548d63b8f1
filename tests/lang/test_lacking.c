/* What qkv has of the names that Python's own objects have, and what is said of the rest. */
#include "program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_lacking(void);

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    ck_assert_msg(f != NULL, "%s", path);
    struct buf b = {0};
    for (int c; (c = getc(f)) != EOF;) {
        buf_putc(&b, (char)c);
    }
    fclose(f);
    char *text = strdup(buf_text(&b));
    buf_free(&b);
    ck_assert_ptr_nonnull(text);
    return text;
}

/* Cuts a line of three columns in place; the next line, or NULL behind the last. */
static char *cut_row(char *line, char *column[3])
{
    char *next = strchr(line, '\n');
    ck_assert_ptr_nonnull(next);
    *next = '\0';
    for (int k = 0; k < 3; k++) {
        column[k] = line;
        line = strchr(line, '\t');
        ck_assert((line != NULL) == (k < 2));
        line = line != NULL ? line : next;
        *line++ = '\0';
    }
    return next[1] != '\0' ? next + 1 : NULL;
}

/* Does and says what CPython does, or is refused by its name; true: refused. */
static bool expect_name(struct program *p, char *const column[3])
{
    char text[160], wanted[160];
    snprintf(text, sizeof text, "print(told(%s, '%s'))", column[0], column[1]);
    buf_cut(&p->out, 0);
    buf_cut(&p->traceback, 0);
    enum outcome outcome = program_run(p, text, 0);
    snprintf(wanted, sizeof wanted, ".%s is not supported", column[1]);
    if (outcome == OUTCOME_UNSUPPORTED) {
        ck_assert_msg(strstr(buf_text(&p->traceback), wanted) != NULL, "%s\n%s", text,
                      buf_text(&p->traceback));
        snprintf(text, sizeof text, "print(hasattr(%s, '%s'))", column[0], column[1]);
        ck_assert_int_eq(program_run(p, text, 0), OUTCOME_DONE);
        ck_assert_str_eq(buf_text(&p->out), "True\n");
        return true;
    }
    snprintf(wanted, sizeof wanted, "%s\n", column[2]);
    ck_assert_msg(outcome == OUTCOME_DONE && strcmp(buf_text(&p->out), wanted) == 0,
                  "%s: %s, not %s%s", text, column[2], buf_text(&p->out), buf_text(&p->traceback));
    return false;
}

START_TEST(every_name_of_a_builtin_object_works_or_is_refused)
{
    char *code = read_whole("tests/lang/builtin_names.py"), *column[3];
    char *rows = read_whole("tests/lang/builtin_names.txt");
    char *loop = strstr(code, "\nfor text in OBJECTS");
    int refused = 0, worked = 0;
    ck_assert_ptr_nonnull(loop);
    *loop = '\0';
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_int_eq(program_run(&p, code, 0), OUTCOME_DONE);
    for (char *line = rows; line != NULL;) {
        line = cut_row(line, column);
        if (expect_name(&p, column)) {
            refused++;
        } else {
            worked++;
        }
    }
    ck_assert_msg(worked > 4 * refused && refused > 0, "%d work, %d are refused", worked, refused);
    program_close(&p);
    free(code);
    free(rows);
}
END_TEST

Suite *suite_lacking(void)
{
    Suite *s = suite_create("lacking");
    TCase *t = tcase_create("lacking");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, every_name_of_a_builtin_object_works_or_is_refused);
    suite_add_tcase(s, t);
    return s;
}
