/* Tests notebooks of both formats, and every way a file can fail to be one. */
#include "lesson/lesson.h"

#include <check.h>
#include <string.h>

Suite *suite_notebook(void);

static bool read_text(struct lesson *l, const char *text, struct error *err)
{
    return lesson_read(l, "n.ipynb", LESSON_NOTEBOOK, text, strlen(text), err);
}

static const char format_4[] =
    "{\"nbformat\": 4, \"cells\": ["
    "{\"cell_type\": \"markdown\", \"source\": [\"text\\n\", \"# The title\\n\", \"# no\"]},"
    "{\"cell_type\": \"code\", \"execution_count\": 14, \"source\": [\"a = 1\\n\", \"a\"]},"
    "{\"cell_type\": \"raw\", \"source\": \"for converters\"},"
    "{\"cell_type\": \"code\", \"execution_count\": null, \"source\": \"%time\\n'\\u00e9'\"},"
    "{\"cell_type\": \"code\", \"source\": []}]}";

static const char format_3[] =
    "{\"nbformat\": 3, \"worksheets\": [{\"cells\": ["
    "{\"cell_type\": \"heading\", \"level\": 1, \"source\": \"Hello\"},"
    "{\"cell_type\": \"code\", \"prompt_number\": 2, \"input\": [\"x = 1\"]}]},"
    "{\"cells\": [{\"cell_type\": \"code\", \"input\": \"y = 2\"}]}]}";

START_TEST(format_4_is_read)
{
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, format_4, &err), "%s", err.text);
    ck_assert_int_eq(l.count, 4);
    ck_assert_int_eq(l.code_count, 3);
    ck_assert_str_eq(l.title, "The title");
    ck_assert(!l.cells[0].code);
    ck_assert_int_eq(l.cells[0].ordinal, 0);
    ck_assert_str_eq(l.cells[1].text, "a = 1\na");
    ck_assert_int_eq(l.cells[1].ordinal, 1);
    ck_assert_int_eq(l.cells[1].execution_count, 14);
    ck_assert_str_eq(l.cells[2].text, "     \n'\xc3\xa9'");
    ck_assert_int_eq(l.cells[2].execution_count, 0);
    ck_assert_int_eq(l.skipped_count, 1);
    ck_assert_int_eq(l.skipped[0].ordinal, 2);
    ck_assert_str_eq(l.cells[3].text, "");
    ck_assert_int_eq(lesson_source(&l, &l.cells[3])->cell, 3);
    lesson_free(&l);
}
END_TEST

START_TEST(format_3_is_read)
{
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, format_3, &err), "%s", err.text);
    ck_assert_int_eq(l.code_count, 2);
    ck_assert_str_eq(l.cells[1].text, "x = 1");
    ck_assert_int_eq(l.cells[1].execution_count, 2);
    ck_assert_str_eq(l.cells[2].text, "y = 2");
    ck_assert_int_eq(l.cells[2].ordinal, 2);
    lesson_free(&l);
}
END_TEST

/* Every prefix of a notebook is a refusal with a sentence, never a crash. */
START_TEST(a_truncated_notebook_is_refused)
{
    for (size_t n = 0; n < sizeof format_4 - 1; n++) {
        struct lesson l;
        struct error err = {0};
        ck_assert(!lesson_read(&l, "n.ipynb", LESSON_NOTEBOOK, format_4, n, &err));
        ck_assert_int_eq(err.kind, ERROR_INPUT);
        ck_assert(strstr(err.text, "n.ipynb is not a whole notebook: line ") != NULL);
    }
}
END_TEST

static const struct {
    const char *text, *sentence;
} refused[] = {
    {"[1, 2]", "n.ipynb has no cells"},
    {"{}", "n.ipynb has no cells"},
    {"{\"cells\": 3}", "n.ipynb has no cells"},
    {"{\"cells\": [3]}", "cell 1 is not an object"},
    {"{\"cells\": [{}]}", "cell 1 has no cell_type"},
    {"{\"cells\": [{\"cell_type\": 4}]}", "cell 1 has no cell_type"},
    {"{\"cells\": [{\"cell_type\": \"code\"}]}", "cell 1 has no source text"},
    {"{\"cells\": [{\"cell_type\": \"code\", \"source\": 1}]}", "cell 1 has no source text"},
    {"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"a\", 1]}]}", "no source text"},
    {"{\"cells\": []} x", "not a whole notebook"},
};

START_TEST(what_is_no_notebook_is_refused)
{
    struct lesson l;
    struct error err = {0};
    ck_assert(!read_text(&l, refused[_i].text, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_msg(strstr(err.text, refused[_i].sentence) != NULL, "%s", err.text);
}
END_TEST

START_TEST(deep_nesting_is_refused)
{
    static char text[200001];
    struct lesson l;
    struct error err = {0};
    memset(text, '[', sizeof text - 1);
    ck_assert(!read_text(&l, text, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
}
END_TEST

START_TEST(a_byte_order_mark_is_skipped)
{
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, "\xef\xbb\xbf{\"cells\": []}", &err), "%s", err.text);
    ck_assert_int_eq(l.count, 0);
    lesson_free(&l);
}
END_TEST

/* Of a Markdown cell its text: exercises and comments are for others, code in it is not run. */
START_TEST(markdown_cells_are_text)
{
    static const char *const texts[] = {"Before.\n\n", "\nBehind.\n\n```python\n1 / 0\n```\n",
                                        "x = 1"};
    static const char text[] =
        "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"Before.\\n\\n```exercise "
        "one\\nkind: "
        "choice\\nright: a\\noption: b\\n\\nWhich?\\n```\\n<!-- not shown -->\\n\\nBehind.\\n\\n"
        "```python\\n1 / 0\\n```\\n\"},"
        "{\"cell_type\": \"code\", \"source\": \"x = 1\"},"
        "{\"cell_type\": \"markdown\", \"source\": \"<!-- not shown -->\"}]}";
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, text, &err), "%s", err.text);
    ck_assert_int_eq(l.count, 3);
    ck_assert_int_eq(l.code_count, 1);
    for (int k = 0; k < l.count; k++) {
        ck_assert_str_eq(l.cells[k].text, texts[k]);
        ck_assert_int_eq(l.cells[k].line, 1);
    }
    ck_assert_ptr_nonnull(l.whole);
    lesson_free(&l);
    ck_assert(read_text(&l, format_4, &err));
    ck_assert_ptr_null(l.whole); /* there is no exercise in it */
    lesson_free(&l);
}
END_TEST

/* Each line of the notebook as one text belongs to a cell, and has its number there. */
START_TEST(a_line_has_its_place_in_a_cell)
{
    static const char exercised[] =
        "{\"nbformat\": 4, \"cells\": ["
        "{\"cell_type\": \"markdown\", \"source\": [\"first\\n\", \"one line more\"]},"
        "{\"cell_type\": \"code\", \"source\": [\"second = 1\\n\", \"second\"]},"
        "{\"cell_type\": \"raw\", \"source\": \"third\"},"
        "{\"cell_type\": \"markdown\", \"source\": [\"```exercise fourth\\n\", \"kind: shape\\n\","
        "\"of: second\\n\", \"\\n\", \"Which?\\n\", \"```\"]}]}";
    static const struct {
        const char *text; /* of a line of the whole */
        int cell, line;
    } places[] = {{"first", 1, 1},    {"one line more", 1, 2},      {"second = 1", 2, 1},
                  {"second\n", 2, 2}, {"```exercise fourth", 4, 1}, {"of: second", 4, 3}};
    struct lesson l;
    struct error err = {0};
    ck_assert_msg(read_text(&l, exercised, &err), "%s", err.text);
    ck_assert_ptr_nonnull(l.whole);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        const char *at = strstr(l.whole, places[k].text);
        ck_assert_msg(at != NULL, "%s: %s", places[k].text, l.whole);
        int line = 1, cell = 0;
        for (const char *p = l.whole; p < at; p++) {
            line += *p == '\n';
        }
        ck_assert_msg(lesson_place(&l, line, &cell) == places[k].line && cell == places[k].cell,
                      "%s: line %d is line %d of cell %d", places[k].text, line,
                      lesson_place(&l, line, &cell), cell);
    }
    lesson_free(&l);
}
END_TEST

Suite *suite_notebook(void)
{
    Suite *s = suite_create("notebook");
    TCase *t = tcase_create("notebook");
    tcase_add_test(t, format_4_is_read);
    tcase_add_test(t, format_3_is_read);
    tcase_add_test(t, a_truncated_notebook_is_refused);
    tcase_add_loop_test(t, what_is_no_notebook_is_refused, 0,
                        (int)(sizeof refused / sizeof refused[0]));
    tcase_add_test(t, deep_nesting_is_refused);
    tcase_add_test(t, a_byte_order_mark_is_skipped);
    tcase_add_test(t, markdown_cells_are_text);
    tcase_add_test(t, a_line_has_its_place_in_a_cell);
    suite_add_tcase(s, t);
    return s;
}
