/* Runs the programs of tests/language: what CPython 3.11 printed (NAME.out, made by generate.sh) is
 * what qkv prints, also when garbage is collected after every statement. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include "base/file.h"

#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_language(void);

#define FOLDER "tests/language"
#define MOST 128

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The names without .py, in order; the count. Nothing is there when the tests run elsewhere. */
static int programs(char names[MOST][64])
{
    DIR *folder = opendir(FOLDER);
    int count = 0;
    for (struct dirent *e; folder != NULL && count < MOST && (e = readdir(folder)) != NULL;) {
        size_t len = strlen(e->d_name);
        if (len > 3 && len < 60 && strcmp(e->d_name + len - 3, ".py") == 0) {
            memcpy(names[count], e->d_name, len - 3);
            names[count++][len - 3] = '\0';
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    qsort(names, (size_t)count, sizeof names[0], by_name);
    return count;
}

static void read_part(const char *name, const char *ending, struct buf *out)
{
    struct error err = {0};
    struct buf path = {0};
    buf_printf(&path, FOLDER "/%s%s", name, ending);
    ck_assert_msg(file_read(buf_text(&path), 1 << 20, out, &err), "%s", err.text);
    buf_free(&path);
}

static void run_program(int index, bool collecting)
{
    static char names[MOST][64];
    struct buf text = {0}, expected = {0};
    ck_assert_int_lt(index, programs(names));
    read_part(names[index], ".py", &text);
    read_part(names[index], ".out", &expected);
    char *got =
        collecting ? program_text_collecting(buf_text(&text)) : program_text(buf_text(&text));
    size_t k = 0, line = 1;
    while (got[k] != '\0' && got[k] == buf_text(&expected)[k]) {
        line += got[k++] == '\n';
    }
    ck_assert_msg(strcmp(got, buf_text(&expected)) == 0, "%s.out differs in line %zu: %.200s",
                  names[index], line, got + k);
    free(got);
    buf_free(&text);
    buf_free(&expected);
}

START_TEST(the_output_is_pythons)
{
    run_program(_i, false);
}
END_TEST

START_TEST(collecting_all_the_time_changes_nothing)
{
    run_program(_i, true);
}
END_TEST

START_TEST(the_programs_are_there)
{
    static char names[MOST][64];
    ck_assert_int_gt(programs(names), 20);
}
END_TEST

Suite *suite_language(void)
{
    static char names[MOST][64];
    Suite *s = suite_create("language");
    TCase *t = tcase_create("language");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, the_programs_are_there);
    tcase_add_loop_test(t, the_output_is_pythons, 0, programs(names));
    suite_add_tcase(s, t);
    t = tcase_create("collecting");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, collecting_all_the_time_changes_nothing, 0, programs(names));
    suite_add_tcase(s, t);
    return s;
}
