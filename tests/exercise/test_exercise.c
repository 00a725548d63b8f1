/* Tests exercises as they are read: what stands in which member, on which line, and that a lesson's
 * prose and code know nothing of them. (What is wrong with a text: test_complaint.c.) */
#include "exercise/exercise.h"

#include "exercise/fields.h"
#include "expect.h"

#include <string.h>

Suite *suite_exercise(void);

static const char lesson_text[] = "# A lesson\n"                       /* 1 */
                                  "\n"                                 /* 2 */
                                  "Words.\n"                           /* 3 */
                                  "```draw\n"                          /* 4 */
                                  "version: autumn 2\n"                /* 5 */
                                  "num_tokens: 3..5\n"                 /* 6 */
                                  "\n"                                 /* 7 */
                                  "  scale:  0.5|1 | -2e1 \n"          /* 8 */
                                  "seed: student\n"                    /* 9 */
                                  "require: num_tokens != 4 # or so\n" /* 10 */
                                  "```\n"                              /* 11 */
                                  "More words.\n"                      /* 12 */
                                  "```python\n"                        /* 13 */
                                  "num_tokens, scale = 4, 0.5\n"       /* 14 */
                                  "torch.manual_seed(1)\n"             /* 15 */
                                  "```\n"                              /* 16 */
                                  "````exercise one-2\n"               /* 17 */
                                  "kind: bug\n"                        /* 18 */
                                  "of: a: b\n"                         /* 19 */
                                  "points:\t2.5\n"                     /* 20 */
                                  "given: a, b  \n"                    /* 21 */
                                  "\n"                                 /* 22 */
                                  "\n"                                 /* 23 */
                                  "Which *line*?\n"                    /* 24 */
                                  "~~~python\n"                        /* 25 */
                                  "def f():\n"                         /* 26 */
                                  "    return 1\n"                     /* 27 */
                                  "\n"                                 /* 28 */
                                  "-- hint\n"                          /* 29: code */
                                  "~~~\n"                              /* 30 */
                                  "Which --\n"                         /* 31 */
                                  "---\n"                              /* 32 */
                                  "-- hint\n"                          /* 33 */
                                  "One.\n"                             /* 34 */
                                  "--   wrong   (a, b) -- c  \n"       /* 35 */
                                  "~~~~py\n"                           /* 36 */
                                  "~~~\n"                              /* 37 */
                                  "~~~~\n"                             /* 38 */
                                  "Two.\n"                             /* 39 */
                                  "-- hint\n"                          /* 40 */
                                  "Three.\n"                           /* 41 */
                                  "-- solution\n"                      /* 42 */
                                  "~~~\n"                              /* 43: no Python */
                                  "x\n"                                /* 44 */
                                  "~~~\n"                              /* 45 */
                                  "~~~python\n"                        /* 46 */
                                  "y = 1\n"                            /* 47 */
                                  "~~~\n"                              /* 48 */
                                  "````\n"                             /* 49 */
                                  "\n"                                 /* 50 */
                                  "```python\n"                        /* 51 */
                                  "b = 2\n"                            /* 52 */
                                  "```\n"                              /* 53 */
                                  "```exercise two\n"                  /* 54 */
                                  "kind: order\n"                      /* 55 */
                                  "step: b\n"                          /* 56 */
                                  "step: a\n"                          /* 57 */
                                  "\n"                                 /* 58 */
                                  "Order?\n"                           /* 59 */
                                  "```\n";                             /* 60 */

struct reading {
    struct lesson l;
    struct exercises x;
    struct complaints c;
};

static void read_text(struct reading *r, const char *text)
{
    struct error err = {0};
    struct buf out = {0};
    r->c = (struct complaints){0};
    EXPECT(lesson_read(&r->l, "l.md", LESSON_MARKDOWN, text, strlen(text), &err), "%s", err.text);
    EXPECT(exercises_read(&r->x, &r->l, &r->c, &err), "%s", err.text);
    complaints_write(&r->c, "l.md", r->l.whole, &out);
    EXPECT(r->c.count == 0, "%s", buf_text(&out));
    buf_free(&out);
}

static void free_reading(struct reading *r)
{
    exercises_free(&r->x);
    complaints_free(&r->c);
    lesson_free(&r->l);
}

START_TEST(fields_and_parts_are_where_they_belong)
{
    struct reading r;
    read_text(&r, lesson_text);
    ck_assert_int_eq(r.x.count, 2);
    const struct exercise *e = exercise_find(&r.x, "one-2");
    ck_assert(e == &r.x.at[0] && exercise_find(&r.x, "one") == NULL);
    ck_assert_int_eq(e->kind, EXERCISE_bug);
    ck_assert_str_eq(exercise_kind_name(e->kind), "bug");
    ck_assert_int_eq(e->line, 17);
    ck_assert(e->points == 2.5);
    ck_assert_int_eq(e->field_count, 2);
    ck_assert_str_eq(exercise_field(e, "of"), "a: b");
    ck_assert_int_eq(exercise_field_at(e, "of", 0)->line, 19);
    ck_assert_int_eq(exercise_field_at(e, "of", 0)->column, 5);
    ck_assert_str_eq(exercise_field(e, "given"), "a, b");
    ck_assert(exercise_field(e, "kind") == NULL && exercise_field_at(e, "of", 1) == NULL);
    ck_assert_str_eq(e->prompt, "Which *line*?\n~~~python\ndef f():\n    return 1\n\n-- hint\n~~~\n"
                                "Which --\n---\n");
    ck_assert_str_eq(e->code, "def f():\n    return 1\n\n-- hint\n");
    ck_assert_int_eq(e->code_line, 26);
    ck_assert_int_eq(e->part_count, 4);
    ck_assert_str_eq(exercise_part(e, PART_HINT, 1)->text, "Three.\n");
    ck_assert(exercise_part(e, PART_HINT, 2) == NULL);
    const struct exercise_part *wrong = exercise_part(e, PART_WRONG, 0);
    ck_assert_str_eq(wrong->head, "(a, b) -- c");
    ck_assert_int_eq(wrong->line, 35);
    ck_assert_int_eq(wrong->column, 14);
    ck_assert_str_eq(wrong->code, "~~~\n");
    ck_assert_str_eq(wrong->text, "Two.\n"); /* what is said to it, without the code */
    ck_assert_int_eq(wrong->code_line, 37);
    const struct exercise_part *solution = exercise_part(e, PART_SOLUTION, 0);
    ck_assert_str_eq(solution->code, "y = 1\n");
    ck_assert_str_eq(solution->text, "~~~\nx\n~~~\n~~~python\ny = 1\n~~~\n");
    ck_assert_int_eq(solution->code_line, 47);
    ck_assert_str_eq(solution->head, "");
    e = exercise_find(&r.x, "two");
    ck_assert(e->points == 1);
    ck_assert_str_eq(exercise_field_at(e, "step", 0)->value, "b");
    ck_assert_str_eq(exercise_field_at(e, "step", 1)->value, "a");
    ck_assert(e->code == NULL && e->part_count == 0);
    free_reading(&r);
}
END_TEST

START_TEST(what_is_drawn)
{
    struct reading r;
    read_text(&r, lesson_text);
    const struct exercises *x = &r.x;
    ck_assert_str_eq(x->version, "autumn 2");
    ck_assert(x->seed);
    ck_assert_int_eq(x->drawn_count, 2);
    ck_assert_str_eq(x->drawn[0].name, "num_tokens");
    ck_assert(x->drawn[0].low == 3 && x->drawn[0].high == 5 && x->drawn[0].choice_count == 0);
    ck_assert_int_eq(x->drawn[0].line, 6);
    ck_assert_int_eq(x->drawn[0].column, 13);
    ck_assert_int_eq(x->drawn[1].choice_count, 3);
    ck_assert_str_eq(x->drawn[1].choice[1], "1");
    ck_assert_str_eq(x->drawn[1].choice[2], "-2e1");
    ck_assert_int_eq(x->require_count, 1);
    ck_assert_str_eq(x->require[0].value, "num_tokens != 4 # or so");
    ck_assert_int_eq(x->require[0].line, 10);
    free_reading(&r);
}
END_TEST

START_TEST(the_prose_and_the_code_know_nothing_of_them)
{
    struct reading r;
    read_text(&r, lesson_text);
    static const struct {
        bool code;
        int line;
        const char *text;
    } cells[] = {{false, 1, "# A lesson\n\nWords.\n"},
                 {false, 12, "More words.\n"},
                 {true, 14, "num_tokens, scale = 4, 0.5\ntorch.manual_seed(1)\n"},
                 {true, 52, "b = 2\n"}};
    ck_assert_int_eq(r.l.count, 4);
    for (int k = 0; k < r.l.count; k++) {
        ck_assert_int_eq(r.l.cells[k].code, cells[k].code);
        ck_assert_int_eq(r.l.cells[k].line, cells[k].line);
        ck_assert_str_eq(r.l.cells[k].text, cells[k].text);
    }
    ck_assert_int_eq(r.x.at[0].cell, 3);
    ck_assert_int_eq(r.x.at[1].cell, 4); /* behind the last */
    free_reading(&r);
}
END_TEST

START_TEST(a_lesson_without_exercises_has_none)
{
    static const char text[] = "# No exercise\n\n```python\nx = 1\n```\n\n```text\nexercise\n```\n";
    struct reading r;
    read_text(&r, text);
    ck_assert_int_eq(r.x.count, 0);
    ck_assert_str_eq(r.x.version, "1");
    ck_assert(!r.x.seed);
    free_reading(&r);
    struct error err = {0};
    r.c = (struct complaints){0};
    ck_assert(lesson_read(&r.l, "l.py", LESSON_PYTHON, "x = 1\n", 6, &err));
    ck_assert(exercises_read(&r.x, &r.l, &r.c, &err));
    ck_assert_int_eq(r.x.count, 0);
    free_reading(&r);
}
END_TEST

/* In Markdown cells they stand as in a lesson, each in front of the cell behind it. */
START_TEST(a_notebook_has_exercises)
{
#define ASKS(name) "```exercise " name "\\nkind: shape\\nof: y\\n\\nWhich?\\n```\\n"
    static const char text[] =
        "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"x = 1\\n\\n\\n\\nx\"},"
        "{\"cell_type\": \"markdown\", \"source\": \"Text.\\n\\n" ASKS(
            "one") "\\nMore.\\n\"},"
                   "{\"cell_type\": \"code\", \"source\": \"y = 1\"},"
                   "{\"cell_type\": \"markdown\", \"source\": \"" ASKS(
                       "two") "\"},"
                              "{\"cell_type\": \"code\", \"source\": \"z = 1\"},"
                              "{\"cell_type\": \"markdown\", \"source\": \"" ASKS("three") "\"}]}";
#undef ASKS
    static const int behind[] = {2, 4, 5};
    struct reading r = {0};
    struct error err = {0};
    ck_assert_msg(lesson_read(&r.l, "n.ipynb", LESSON_NOTEBOOK, text, strlen(text), &err), "%s",
                  err.text);
    ck_assert(exercises_read(&r.x, &r.l, &r.c, &err));
    ck_assert_int_eq(r.c.errors, 0);
    ck_assert_int_eq(r.x.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(r.x.at[k].cell, behind[k]);
    }
    free_reading(&r);
}
END_TEST

/* Of several cells that set a number, one alone can be drawn anew. */
START_TEST(a_number_of_one_cell_is_drawn)
{
    static const char text[] = "```python\nn = 1\n```\n```python\nn = 8\n```\n"
                               "```draw\nn@2: 7..9\n```\n";
    struct reading r;
    read_text(&r, text);
    ck_assert_int_eq(r.x.drawn_count, 1);
    ck_assert_str_eq(r.x.drawn[0].name, "n@2");
    free_reading(&r);
}
END_TEST

/* Lines may end as on Windows, and columns count from their beginning. */
START_TEST(carriage_returns_are_no_part_of_a_line)
{
    static const char text[] = "```python\r\nn = 1\r\n```\r\n```exercise a\r\nkind: shape\r\n"
                               "of: n\r\n\r\nWhich?\r\n\r\n-- hint\r\nLook.\r\n```\r\n";
    struct reading r;
    read_text(&r, text);
    ck_assert_int_eq(r.x.count, 1);
    ck_assert_str_eq(r.x.at[0].name, "a");
    ck_assert_str_eq(exercise_field(&r.x.at[0], "of"), "n");
    ck_assert_str_eq(r.x.at[0].prompt, "Which?\n");
    ck_assert_str_eq(exercise_part(&r.x.at[0], PART_HINT, 0)->text, "Look.\n");
    free_reading(&r);
}
END_TEST

/* Markdown ends lines with a carriage return alone, too, and reads &#101; as e: then the word of a
 * fence does not stand on its line, wherever that line is. */
START_TEST(a_word_that_is_not_on_its_line_is_told)
{
    for (int shift = 0; shift < 16; shift++) {
        struct buf text = {0};
        struct reading r = {0};
        struct error err = {0};
        buf_puts(&text, "```python\nn = 1\n```\n\n");
        for (int k = 0; k < shift; k++) {
            buf_puts(&text, "a\rb");
        }
        buf_printf(&text, "\n\n%sxercise a\nkind: shape\nof: n\n\nWhich?\n\n%s",
                   shift == 0 ? "```&#101;" : "```e", "-- hint\nb\n\n\n\nc\n```\n\n\nd\n");
        ck_assert(lesson_read(&r.l, "a.md", LESSON_MARKDOWN, buf_text(&text), text.len, &err));
        ck_assert(exercises_read(&r.x, &r.l, &r.c, &err));
        if (shift < 10) { /* behind that, the line is none of the text */
            ck_assert_msg(r.c.errors > 0, "%d lines too many", shift);
        }
        ck_assert_int_eq(r.x.count, 0);
        free_reading(&r);
        buf_free(&text);
    }
}
END_TEST

/* What is treated apart by traits is treated at all: each kind asks for one thing. */
START_TEST(every_kind_asks_for_one_thing)
{
    static const unsigned things[] = {ASKS_SIZES, ASKS_NUMBER, ASKS_CHOICE, ASKS_ORDER, ASKS_CODE};
    for (int k = 0; k < EXERCISE_KINDS; k++) {
        enum exercise_kind kind = (enum exercise_kind)k;
        int asked = 0;
        for (size_t j = 0; j < sizeof things / sizeof things[0]; j++) {
            asked += kind_asks(kind, things[j]);
        }
        bool part = kind_asks(kind, ASKS_LINE) != kind_asks(kind, ASKS_WHOLE);
        EXPECT(asked == 1 && kind_asks(kind, ASKS_CODE) == part, "%s", exercise_kind_name(kind));
    }
}
END_TEST

Suite *suite_exercise(void)
{
    Suite *s = suite_create("exercise");
    TCase *t = tcase_create("exercise");
    tcase_add_test(t, fields_and_parts_are_where_they_belong);
    tcase_add_test(t, what_is_drawn);
    tcase_add_test(t, the_prose_and_the_code_know_nothing_of_them);
    tcase_add_test(t, a_lesson_without_exercises_has_none);
    tcase_add_test(t, a_notebook_has_exercises);
    tcase_add_test(t, a_number_of_one_cell_is_drawn);
    tcase_add_test(t, carriage_returns_are_no_part_of_a_line);
    tcase_add_test(t, a_word_that_is_not_on_its_line_is_told);
    tcase_add_test(t, every_kind_asks_for_one_thing);
    suite_add_tcase(s, t);
    return s;
}
