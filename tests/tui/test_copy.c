/* Tests statements by their lines, lines turned off, and lessons as texts to edit. */
#include "lesson/catalog.h"
#include "lesson/code_lines.h"
#include "lesson/copy.h"
#include "lesson/knobs.h"

#include <check.h>
#include <string.h>

Suite *suite_copy(void);

static void read_as(struct lesson *l, const char *file, enum lesson_format format, const char *text)
{
    struct error err = {0};
    ck_assert_msg(lesson_read(l, file, format, text, strlen(text), &err), "%s", err.text);
}

/* --- statements --- */

static const char code[] = "import a\n"            /* 1 */
                           "\n"                    /* 2 */
                           "# x = 1\n"             /* 3 */
                           "x = (1 +\n"            /* 4 */
                           "     2)\n"             /* 5 */
                           "@f\n"                  /* 6 */
                           "def g(y):\n"           /* 7 */
                           "    if y:\n"           /* 8 */
                           "        y = 1\n"       /* 9 */
                           "    elif x:\n"         /* 10 */
                           "        y = 2\n"       /* 11 */
                           "    else:\n"           /* 12 */
                           "        y = 3\n"       /* 13 */
                           "    try:\n"            /* 14 */
                           "        return y\n"    /* 15 */
                           "    except E:\n"       /* 16 */
                           "        z = '''a\n"    /* 17 */
                           "b'''\n"                /* 18 */
                           "    finally:\n"        /* 19 */
                           "        pass\n"        /* 20 */
                           "for k in a: print(k)"; /* 21 */

static const struct {
    int line, first, last; /* 0: none */
} statements[] = {{1, 1, 1},    {2, 0, 0},    {3, 0, 0},    {4, 4, 5},    {5, 4, 5},
                  {6, 6, 20},   {7, 6, 20},   {8, 8, 13},   {9, 9, 9},    {10, 10, 13},
                  {11, 11, 11}, {13, 13, 13}, {14, 14, 20}, {15, 15, 15}, {17, 17, 18},
                  {18, 17, 18}, {20, 20, 20}, {21, 21, 21}, {22, 0, 0}};

START_TEST(statements_have_lines)
{
    struct lesson l;
    struct lines at = {0};
    read_as(&l, "a.py", LESSON_PYTHON, code);
    ck_assert_int_eq(lines_count(&l.cells[0]), 21);
    bool found = lines_find(&l, 0, statements[_i].line, &at);
    ck_assert_int_eq(found, statements[_i].first > 0);
    ck_assert_int_eq(at.first, statements[_i].first);
    ck_assert_int_eq(at.last, statements[_i].last);
    lesson_free(&l);
}
END_TEST

START_TEST(lines_become_comments)
{
    struct lesson l;
    struct error err = {0};
    struct lines at;
    read_as(&l, "a.py", LESSON_PYTHON, "if a:\n    b = (1,\n\n      2)\nc = 3\n");
    ck_assert(lines_find(&l, 0, 4, &at));
    ck_assert(lines_off(&l, &at, &err));
    ck_assert_str_eq(l.cells[0].text, "if a:\n    pass  # b = (1,\n\n      # 2)\nc = 3\n");
    ck_assert(!lines_find(&l, 0, 4, &at));
    ck_assert(lines_find(&l, 0, 2, &at)); /* the pass, so that the block is one */
    lesson_free(&l);
}
END_TEST

/* --- texts --- */

/* Written, read and written again it is the same. */
static void expect_same_again(struct lesson *l, const char *text, int cell, int line, int at_line)
{
    struct buf first = {0}, second = {0};
    struct lesson copy;
    struct error err = {0};
    int at;
    copy_write(l, cell, line, &first, &at);
    ck_assert_str_eq(buf_text(&first), text);
    ck_assert_int_eq(at, at_line);
    ck_assert_msg(copy_read(&copy, l, buf_text(&first), first.len, &err), "%s", err.text);
    ck_assert_int_eq(copy.code_count, l->code_count);
    ck_assert_int_eq(copy.count, l->count);
    copy_write(&copy, cell, line, &second, &at);
    ck_assert_str_eq(buf_text(&second), text);
    lesson_free(&copy);
    buf_free(&first);
    buf_free(&second);
}

START_TEST(a_notebook_is_cells_behind_one_another)
{
    struct lesson l;
    read_as(&l, "a.ipynb", LESSON_NOTEBOOK,
            "{\"nbformat\": 4, \"cells\": ["
            "{\"cell_type\": \"code\", \"source\": [\"a = 1\\n\", \"b = 2\"]},"
            "{\"cell_type\": \"markdown\", \"source\": [\"# Title\\n\", \"\\n\", \"text\"]},"
            "{\"cell_type\": \"code\", \"source\": [\"c = 3\"]}]}");
    expect_same_again(&l,
                      "# %% cell 1\na = 1\nb = 2\n\n"
                      "# %% [markdown]\n# # Title\n#\n# text\n\n"
                      "# %% cell 2\nc = 3\n\n",
                      2, 1, 11);
    lesson_free(&l);
}
END_TEST

START_TEST(a_lesson_is_its_own_text)
{
    static const char text[] = "# Title\n\nprose\n\n```python\na = 4\nb = 2\n```\n\nmore\n\n"
                               "```\nno code\n```\n\n```python\nc = a\n```\nend\n";
    struct lesson l, other;
    struct knobs knobs;
    struct buf report = {0}, turned = {0};
    struct error err = {0};
    int at;
    read_as(&l, "a.md", LESSON_MARKDOWN, text);
    expect_same_again(&l, text, 3, 1, 17);
    ck_assert(lesson_copy(&other, &l, &err));
    ck_assert(knobs_find(&knobs, &other, &err));
    ck_assert(knobs_set(&knobs, &other, "a=16", &report, &err));
    copy_write(&other, 1, 2, &turned, &at); /* the number that is run stands in it */
    ck_assert_ptr_nonnull(strstr(buf_text(&turned), "```python\na = 16\nb = 2\n```\n\nmore"));
    ck_assert_int_eq(at, 7);
    ck_assert_str_eq(l.cells[1].text, "a = 4\nb = 2\n"); /* the copy was turned, not this */
    knobs_free(&knobs);
    buf_free(&report);
    buf_free(&turned);
    lesson_free(&other);
    lesson_free(&l);
}
END_TEST

START_TEST(a_file_is_its_text)
{
    struct lesson l;
    read_as(&l, "a.py", LESSON_PYTHON, "a = 1\n\nb = 2");
    expect_same_again(&l, "a = 1\n\nb = 2", 0, 3, 3);
    lesson_free(&l);
}
END_TEST

START_TEST(bad_texts_are_refused)
{
    struct lesson l, copy;
    struct error err = {0};
    read_as(&l, "a.md", LESSON_MARKDOWN, "```python\na = 1\n```\n");
    ck_assert(!copy_read(&copy, &l, "no fence", 8, &err));
    ck_assert_int_eq((int)err.kind, ERROR_INPUT);
    error_clear(&err);
    ck_assert(!copy_read(&copy, &l, "\xff", 1, &err));
    ck_assert_int_eq((int)err.kind, ERROR_INPUT);
    lesson_free(&l);
}
END_TEST

/* What a learner edits holds no answers; the code is the same, and stands where *at says. */
START_TEST(answers_are_left_out)
{
    static const char *const answers[] = {"-- solution", "-- wrong", "<!-- check", "```exercise"};
    const struct lesson_file *f = &lesson_files[_i];
    struct lesson l, again;
    struct error err = {0};
    read_as(&l, f->name, LESSON_MARKDOWN, f->text);
    for (int k = 0; k < l.count; k++) {
        struct buf text = {0};
        int at;
        if (!l.cells[k].code || l.cells[k].len == 0) {
            continue;
        }
        copy_write(&l, k, 1, &text, &at);
        for (size_t j = 0; j < sizeof answers / sizeof answers[0]; j++) {
            ck_assert_msg(strstr(buf_text(&text), answers[j]) == NULL, "%s: %s", f->name,
                          answers[j]);
        }
        const char *line = buf_text(&text);
        for (int j = 1; j < at; j++) {
            line = strchr(line, '\n') + 1;
        }
        ck_assert_int_eq(at, l.cells[k].line); /* each line keeps its number */
        ck_assert_msg(strncmp(line, l.cells[k].text, strcspn(l.cells[k].text, "\n")) == 0,
                      "%s: line %d is no beginning of cell %d", f->name, at, k);
        ck_assert(copy_read(&again, &l, buf_text(&text), text.len, &err));
        int cells = 0, same = 0;
        for (int j = 0; j < l.count; j++) {
            cells += l.cells[j].code;
        }
        for (int j = 0; j < again.count; j++) {
            same += again.cells[j].code;
        }
        ck_assert_int_eq(cells, same);
        ck_assert_int_eq(l.count, again.count); /* exercises are asked where they were */
        lesson_free(&again);
        buf_free(&text);
    }
    lesson_free(&l);
}
END_TEST

#define AWAY "<!-- ... -->\n"

/* Each stands between two lines of prose in a lesson. */
static const struct {
    const char *text, *left;
} asides[] = {
    {"```exercise a\nkind: x\n```\n", AWAY "\n\n"},
    {"```draw\nn: 1\n```\n", AWAY "\n\n"},
    {"``` draw\nn: 1\n```  \n", AWAY "\n\n"},
    {"~~~~exercise a\n~~~\n```\n~~~~\n", AWAY "\n\n\n"},
    {"````draw\n```\n~~~~\n````x\n`````\n", AWAY "\n\n\n\n"},
    {"```drawn\nn\n```\n",
     AWAY "\n\n"}, /* a word that begins so is a fault of the lesson, and no code */
    {"``draw\nn\n", "``draw\nn\n"},
    {"```dra\nn\n```\n", "```dra\nn\n```\n"},
    {"```\ndraw\n```\n", "```\ndraw\n```\n"},
    {"<!-- check: 1 -->\n", AWAY},
    {"<!-- check: 1\n2\n-->\n", AWAY "\n\n"},
    {"<!-- check: 1\n2 --> 3\n", AWAY "\n"},
    {"<!-- other -->\n", "<!-- other -->\n"},
};

START_TEST(what_is_an_answer)
{
    struct lesson l;
    struct buf text = {0}, whole = {0}, wanted = {0};
    int at;
    buf_printf(&whole, "# a\n\n%s\nb\n\n```python\nc = 1\n```\n", asides[_i].text);
    buf_printf(&wanted, "# a\n\n%s\nb\n\n```python\nc = 1\n```\n", asides[_i].left);
    read_as(&l, "a.md", LESSON_MARKDOWN, buf_text(&whole));
    copy_write(&l, l.count - 1, 1, &text, &at);
    ck_assert_str_eq(buf_text(&text), buf_text(&wanted));
    const char *line = buf_text(&text);
    for (int k = 1; k < at; k++) {
        line = strchr(line, '\n') + 1;
    }
    ck_assert_str_eq(line, "c = 1\n```\n");
    buf_free(&text);
    buf_free(&whole);
    buf_free(&wanted);
    lesson_free(&l);
}
END_TEST

/* A notebook's copy that was edited, and the text of its one cell. */
static const struct {
    const char *edited, *cell;
} edited[] = {
    {"# %% cell 1\na = 1\n\n", "a = 1"},
    {"# %% cell 1\na = 1\n", "a = 1"},
    {"# %% cell 1\na = 1", "a = 1"},
    {"# %% cell 1\na = 1\n\n\n", "a = 1\n"},
    {"# %% cell 1\n\n\na = 1\n", "\n\na = 1"},
    {"\n \n# %%\na = 1\n\n", "a = 1"},
    {"a = 1\n\n", "a = 1"},
    {"# %% cell 1\na", "a"},
    {"# %% cell 1\n\n", ""},
    {"# %% cell 1\n", ""},
};

START_TEST(the_blank_line_behind_a_cell_is_none_of_it)
{
    struct lesson l, copy;
    struct error err = {0};
    read_as(&l, "a.ipynb", LESSON_NOTEBOOK,
            "{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"code\", \"source\": [\"a = 1\"]}]}");
    ck_assert(copy_read(&copy, &l, edited[_i].edited, strlen(edited[_i].edited), &err));
    ck_assert_int_eq(copy.count, 1);
    ck_assert_str_eq(copy.cells[0].text, edited[_i].cell);
    lesson_free(&copy);
    lesson_free(&l);
}
END_TEST

Suite *suite_copy(void)
{
    Suite *s = suite_create("copy");
    TCase *t = tcase_create("copy");
    tcase_add_loop_test(t, statements_have_lines, 0,
                        (int)(sizeof statements / sizeof statements[0]));
    tcase_add_test(t, lines_become_comments);
    tcase_add_test(t, a_notebook_is_cells_behind_one_another);
    tcase_add_test(t, a_lesson_is_its_own_text);
    tcase_add_test(t, a_file_is_its_text);
    tcase_add_test(t, bad_texts_are_refused);
    tcase_add_loop_test(t, answers_are_left_out, 0, lesson_count);
    tcase_add_loop_test(t, the_blank_line_behind_a_cell_is_none_of_it, 0,
                        (int)(sizeof edited / sizeof edited[0]));
    tcase_add_loop_test(t, what_is_an_answer, 0, (int)(sizeof asides / sizeof asides[0]));
    suite_add_tcase(s, t);
    return s;
}
