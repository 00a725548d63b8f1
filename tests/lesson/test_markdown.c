/* Tests lessons in Markdown: which fences are cells, on which line of the file each begins, and
 * what is refused rather than read as prose. */
#include "lesson/lesson.h"

#include <check.h>
#include <string.h>

Suite *suite_markdown(void);

static bool read_text(struct lesson *l, const char *text, struct error *err)
{
    return lesson_read(l, "l.md", LESSON_MARKDOWN, text, strlen(text), err);
}

START_TEST(fences_are_cells_and_the_rest_is_prose)
{
    static const char text[] = "Some words\n\n# A title #2\n\n```python\na = 1\n\nb = 2\n```\n"
                               "\nMore words\n```sh\nls\n```\n"
                               "```exercise shape\nask\n```\n"
                               "~~~py\nc = 3\n~~~\n";
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, text, &err), "%s", err.text);
    ck_assert_str_eq(l.title, "A title #2");
    ck_assert_int_eq(l.count, 4);
    ck_assert_int_eq(l.code_count, 2);
    ck_assert(!l.cells[0].code);
    ck_assert_int_eq(l.cells[0].line, 1);
    ck_assert_str_eq(l.cells[1].text, "a = 1\n\nb = 2\n");
    ck_assert_int_eq(l.cells[1].line, 6);
    ck_assert(!l.cells[2].code);
    ck_assert(strstr(l.cells[2].text, "```sh") != NULL);
    ck_assert(strstr(l.cells[2].text, "exercise") == NULL); /* is an exercise, no prose */
    ck_assert_int_eq(l.cells[2].line, 10);
    ck_assert_str_eq(l.cells[3].text, "c = 3\n");
    ck_assert_int_eq(l.cells[3].line, 19);
    /* a lesson's lines are those of the file; it has no cell numbers for tracebacks */
    ck_assert_int_eq(lesson_source(&l, &l.cells[3])->first_line, 19);
    ck_assert_int_eq(lesson_source(&l, &l.cells[3])->cell, 0);
    lesson_free(&l);
}
END_TEST

/* Authors write to one another between <!-- and -->; what else stands with it is prose. */
START_TEST(comments_are_no_prose)
{
    static const char text[] = "<!-- One. -->\nOne's neighbor.\n\n```python\nx = 1\n```\n"
                               "<!-- Two,\n\n```python\nnot run\n```\nto its end -->\n\nWords\n"
                               "<!-- among words -->\n\n<!-- Three --> and words\n";
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, text, &err), "%s", err.text);
    ck_assert_int_eq(l.count, 4);
    ck_assert_str_eq(l.cells[0].text, "One's neighbor.\n\n");
    ck_assert_int_eq(l.cells[0].line, 2);
    ck_assert_str_eq(l.cells[1].text, "x = 1\n");
    ck_assert_str_eq(l.cells[2].text, "\nWords\n");
    ck_assert_int_eq(l.cells[2].line, 13);
    ck_assert_str_eq(l.cells[3].text, "\n<!-- Three --> and words\n");
    ck_assert_int_eq(l.cells[3].line, 16);
    lesson_free(&l);
}
END_TEST

static const char *const cells[] = {
    "```python\nx = 1\n```\n",
    "```py\nx = 1\n```\n",
    "```python3\nx = 1\n```\n",
    "```Python\nx = 1\n```\n",
    "````python title=\"x\"\nx = 1\n````",
    "```python {.line}\nx = 1\n```\n",
    "```{python}\nx = 1\n```\n```python\nx = 1\n```\n",
    "```python\r\nx = 1\r\n```\r\n",
    "``` python\nx = 1", /* not closed: to the end */
    "    indented code\n\n```python\nx = 1\n```\n",
};

START_TEST(a_python_fence_is_one_cell)
{
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, cells[_i], &err), "%s", err.text);
    ck_assert_int_eq(l.code_count, 1);
    const struct cell *c = &l.cells[l.count - 1];
    ck_assert_msg(c->code && strncmp(c->text, "x = 1", 5) == 0, "%s", c->text);
    lesson_free(&l);
}
END_TEST

static const struct {
    const char *text, *sentence;
} refused[] = {
    {"# Words only\n", "l.md has no ```python fence"},
    {"", "l.md has no ```python fence"},
    {"```sh\nls\n```\n", "has no ```python fence"},
    {"* item\n\n  ```python\n  x = 1\n  ```\n", "l.md, line 3: a ```python fence inside a list"},
    {"> ```python\n> x = 1\n> ```\n",
     "l.md, line 1: a ```python fence inside a list or a quote, or indented"},
    {"words\n\n  ```python\n  x = 1\n  ```\n", "l.md, line 3: a ```python fence"},
};

START_TEST(what_would_not_run_is_refused)
{
    struct lesson l;
    struct error err = {0};
    ck_assert(!read_text(&l, refused[_i].text, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_msg(strstr(err.text, refused[_i].sentence) != NULL, "%s", err.text);
}
END_TEST

Suite *suite_markdown(void)
{
    Suite *s = suite_create("markdown");
    TCase *t = tcase_create("markdown");
    tcase_add_test(t, fences_are_cells_and_the_rest_is_prose);
    tcase_add_test(t, comments_are_no_prose);
    tcase_add_loop_test(t, a_python_fence_is_one_cell, 0, (int)(sizeof cells / sizeof cells[0]));
    tcase_add_loop_test(t, what_would_not_run_is_refused, 0,
                        (int)(sizeof refused / sizeof refused[0]));
    suite_add_tcase(s, t);
    return s;
}
