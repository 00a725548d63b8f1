/* Tests how files become cells: what is common to all formats. Magic lines go, code that only looks
 * like one stays, line numbers never move. */
#include "lesson/lesson.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_lesson(void);

static void read_python(struct lesson *l, const char *text)
{
    struct error err = {0};
    ck_assert_msg(lesson_read(l, "a.py", LESSON_PYTHON, text, strlen(text), &err), "%s", err.text);
}

START_TEST(a_python_file_is_one_cell)
{
    struct lesson l;
    read_python(&l, "x = 1\n\nprint(x)\n");
    ck_assert_int_eq(l.count, 1);
    ck_assert_int_eq(l.code_count, 1);
    ck_assert(l.cells[0].code);
    ck_assert_int_eq(l.cells[0].ordinal, 1);
    ck_assert_int_eq(l.cells[0].line, 1);
    ck_assert_str_eq(l.cells[0].text, "x = 1\n\nprint(x)\n");
    const struct source *s = lesson_source(&l, &l.cells[0]);
    ck_assert_str_eq(s->file, "a.py");
    ck_assert_int_eq(s->cell, 0);
    ck_assert(s->text == l.cells[0].text);
    ck_assert(!s->prelude);
    lesson_free(&l);
}
END_TEST

static const struct {
    const char *file, *text;
    enum lesson_format format;
} formats[] = {
    {"a.ipynb", "", LESSON_NOTEBOOK},
    {"a.md", "{", LESSON_MARKDOWN},
    {"a.markdown", "", LESSON_MARKDOWN},
    {"a.py", "{", LESSON_PYTHON},
    {"-", "{\"cells\": []}", LESSON_NOTEBOOK},
    {"-", " \n\t{", LESSON_NOTEBOOK},
    {"-", "x = {}", LESSON_PYTHON},
    {"-", "", LESSON_PYTHON},
    {"py", "", LESSON_PYTHON},
    {"a.ipynb.py", "", LESSON_PYTHON},
};

START_TEST(the_format_follows_the_ending)
{
    const char *text = formats[_i].text;
    ck_assert_int_eq(lesson_format_of(formats[_i].file, text, strlen(text)), formats[_i].format);
}
END_TEST

/* skipped: the lines' texts, joined by | */
static const struct {
    const char *text, *left, *skipped;
} magics[] = {
    {"!pip install torch\nx = 1\n", "                  \nx = 1\n", "!pip install torch"},
    {"%matplotlib inline\n%time y = 2", "                  \n           ",
     "%matplotlib inline|%time y = 2"},
    {"x = 1\n  !ls", "x = 1\n     ", "!ls"},
    {"if x:\n    !pip install y\nz = 2\n", "if x:\n    pass          \nz = 2\n", "!pip install y"},
    {"!pip install \\\n   torch\nx = 1", "              \n        \nx = 1",
     "!pip install \\|torch"},
    /* code that starts a line with % */
    {"print('%d'\n      % x)", "print('%d'\n      % x)", ""},
    {"y = a \\\n  % b", "y = a \\\n  % b", ""},
    {"f(a,\n % b)", "f(a,\n % b)", ""},
    {"s = '''\n% of it\n!\n'''\n!ls", "s = '''\n% of it\n!\n'''\n   ", "!ls"},
    {"s = \"\"\"a ' \\\"\"\" \n%b\"\"\"\n%c", "s = \"\"\"a ' \\\"\"\" \n%b\"\"\"\n  ", "%c"},
    {"a = '(' # (\n%c", "a = '(' # (\n  ", "%c"},
    {"a = \"it's (\"\n%c", "a = \"it's (\"\n  ", "%c"},
    {"# don't\n%c", "# don't\n  ", "%c"},
    {"x = 5 % 3\ny = 1 != 2", "x = 5 % 3\ny = 1 != 2", ""},
    {"", "", ""},
};

START_TEST(magic_lines_are_blanked)
{
    struct lesson l;
    char skipped[200] = "";
    read_python(&l, magics[_i].text);
    ck_assert_str_eq(l.cells[0].text, magics[_i].left);
    ck_assert_uint_eq(l.cells[0].len, strlen(magics[_i].text));
    for (int k = 0; k < l.skipped_count; k++) {
        strcat(skipped, k > 0 ? "|" : "");
        strcat(skipped, l.skipped[k].text);
        ck_assert_int_eq(l.skipped[k].ordinal, 1);
    }
    ck_assert_str_eq(skipped, magics[_i].skipped);
    lesson_free(&l);
}
END_TEST

/* A cell that is not Python is blanked with its magic; %%time and others stand above Python. */
static const struct {
    const char *text, *left, *skipped;
} foreign[] = {
    {"%%bash\nls -l\n", "      \n     \n", "%%bash"},
    {"\n%%writefile a.txt\n!no\n%no", "\n                 \n   \n   ", "%%writefile a.txt"},
    {"%%time\nx = 1", "      \nx = 1", "%%time"},
    {"%%bashful\nx = 1", "         \nx = 1", "%%bashful"},
    {"x = 1\n%%bash\ny = 2", "x = 1\n      \ny = 2", "%%bash"},
};

START_TEST(a_cell_of_another_language_is_skipped)
{
    char whole[300];
    struct lesson l;
    struct error err = {0};
    snprintf(whole, sizeof whole, "```python\n%s\n```\n", foreign[_i].text);
    ck_assert_msg(lesson_read(&l, "a.md", LESSON_MARKDOWN, whole, strlen(whole), &err), "%s",
                  err.text);
    const struct cell *c = &l.cells[0];
    ck_assert_int_eq(strncmp(c->text, foreign[_i].left, strlen(foreign[_i].left)), 0);
    ck_assert_int_eq(l.skipped_count, 1);
    ck_assert_str_eq(l.skipped[0].text, foreign[_i].skipped);
    lesson_free(&l);
}
END_TEST

START_TEST(skipped_lines_know_their_number)
{
    struct lesson l;
    read_python(&l, "a = 1\n\n!ls\nb = 2\n%who\n");
    ck_assert_int_eq(l.skipped_count, 2);
    ck_assert_int_eq(l.skipped[0].line, 3);
    ck_assert_int_eq(l.skipped[1].line, 5);
    lesson_free(&l);
}
END_TEST

START_TEST(text_that_is_not_utf8_is_refused)
{
    struct lesson l;
    struct error err = {0};
    ck_assert(!lesson_read(&l, "b.py", LESSON_PYTHON, "x = '\xff'", 7, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert(strstr(err.text, "b.py is not UTF-8") != NULL);
}
END_TEST

START_TEST(a_byte_order_mark_is_no_text)
{
    struct lesson l;
    read_python(&l, "\xef\xbb\xbf!ls\n");
    ck_assert_int_eq(l.skipped_count, 1);
    ck_assert_str_eq(l.cells[0].text, "   \n");
    lesson_free(&l);
}
END_TEST

Suite *suite_lesson(void)
{
    Suite *s = suite_create("lesson");
    TCase *t = tcase_create("cells");
    tcase_add_test(t, a_python_file_is_one_cell);
    tcase_add_loop_test(t, the_format_follows_the_ending, 0,
                        (int)(sizeof formats / sizeof formats[0]));
    tcase_add_loop_test(t, magic_lines_are_blanked, 0, (int)(sizeof magics / sizeof magics[0]));
    tcase_add_loop_test(t, a_cell_of_another_language_is_skipped, 0,
                        (int)(sizeof foreign / sizeof foreign[0]));
    tcase_add_test(t, skipped_lines_know_their_number);
    tcase_add_test(t, text_that_is_not_utf8_is_refused);
    tcase_add_test(t, a_byte_order_mark_is_no_text);
    suite_add_tcase(s, t);
    return s;
}
