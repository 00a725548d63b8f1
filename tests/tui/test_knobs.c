/* Tests knobs: which numbers of a file are found, under which names, and what turning them does to
 * the text. */
#include "lesson/knobs.h"

#include <check.h>
#include <string.h>

Suite *suite_knobs(void);

static void read_python(struct lesson *l, const char *text)
{
    struct error err = {0};
    ck_assert_msg(lesson_read(l, "a.py", LESSON_PYTHON, text, strlen(text), &err), "%s", err.text);
}

/* found: "name=number" of each, joined by blanks; a seed is marked with * */
static const struct {
    const char *text, *found;
} files[] = {
    {"a = 3", "a=3"},
    {"a = b = 3", "a=3 b=3"},
    {"lr = 1e-3; eps = -.5; n = 1_000", "lr=1e-3 eps=-.5 n=1_000"},
    {"a, b = 3, 4", "a=3 b=4"},
    {"(a, [b, c]), d = (1, [2, x]), 4", "a=1 b=2 d=4"},
    {"a, *b = 1, 2, 3", "a=1"},
    {"heads: int = 8", "heads=8"},
    {"heads: int", ""},
    {"a = 'x'; b = [1]; c = 2 * 3; d = True; e = x", "a='x'"},
    {"a, b = 'the sea ', 2", "a='the sea ' b=2"},
    {"a = f'x'; b = r'x'; c = 'it\\'s'; d = 'a' 'b'; e = ''; f = \"it's\"; g = f('x')",
     "e='' f=\"it's\""},
    {"a = '''x'''; b = \"\"\"x\ny\"\"\"; c = ('a'\n     'b')", ""},
    {"m = Net(3, heads=2, p=0.5)", "heads=2 p=0.5"},
    {"print(f(g(dim=-1)), sep='')", "dim=-1"},
    {"x = f(n=2) + g(m=3)[0].h(k=4)", "n=2 m=3 k=4"},
    {"torch.manual_seed(123)", "seed=123*"},
    {"manual_seed(seed=5)", "seed=5*"},
    {"torch.manual_seed(s)", ""},
    {"def f(a=3):\n    b = 4\n", ""},
    {"class A:\n    b = 4\n", ""},
    {"f = lambda: g(a=1)", ""},
    {"if __name__ == '__main__':\n    d = 4\n    f(e=5)\n", "d=4 e=5"},
    {"with torch.no_grad():\n    y = net(x, n=2)\n", "n=2"},
    {"for k in range(3):\n    a = 1\n", ""},
    {"a = 3 +\nb = 4", ""}, /* no Python: running it tells why */
};

START_TEST(the_numbers_are_found)
{
    struct lesson l;
    struct knobs k;
    struct error err = {0};
    struct buf found = {0};
    read_python(&l, files[_i].text);
    ck_assert(knobs_find(&k, &l, &err));
    for (int j = 0; j < k.count; j++) {
        buf_printf(&found, "%s%s=%.*s%s", j > 0 ? " " : "", k.at[j].name,
                   (int)(k.at[j].end - k.at[j].start), l.cells[0].text + k.at[j].start,
                   k.at[j].seed ? "*" : "");
    }
    ck_assert_str_eq(buf_text(&found), files[_i].found);
    buf_free(&found);
    knobs_free(&k);
    lesson_free(&l);
}
END_TEST

static const struct {
    const char *text, *setting, *after, *report;
} turned[] = {
    {"a = 3\nb = a", "a=12", "a = 12\nb = a", "a.py, line 1: a 3 -> 12\n"},
    {"a = -3", "a=4.5e1", "a = 4.5e1", "a.py, line 1: a -3 -> 4.5e1\n"},
    {"x = f(n=2)\ny = f(n=34)", "n=100", "x = f(n=100)\ny = f(n=100)",
     "a.py, line 1: n 2 -> 100\na.py, line 2: n 34 -> 100\n"},
    {"f(n=222, m=1, n2=f(n=3))", "n=4", "f(n=4, m=1, n2=f(n=4))",
     "a.py, line 1: n 222 -> 4\na.py, line 1: n 3 -> 4\n"},
    {"é, a = 1, 2", "a=3", "é, a = 1, 3", "a.py, line 1: a 2 -> 3\n"},
    {"a = 'x'; b = 2", "a=the cat ", "a = 'the cat '; b = 2",
     "a.py, line 1: a 'x' -> 'the cat '\n"},
    {"a = \"x\"", "a='it is '", "a = \"it is \"", "a.py, line 1: a \"x\" -> \"it is \"\n"},
    {"a = 'x'", "a=it's \\", "a = 'it\\'s \\\\'", "a.py, line 1: a 'x' -> 'it\\'s \\\\'\n"},
    {"a = 'x'", "a=", "a = ''", "a.py, line 1: a 'x' -> ''\n"},
    {"a = 'x'; a = 3", "a=4", "a = 'x'; a = 4", "a.py, line 1: a 3 -> 4\n"},
    {"a = 3\r\nb = 4\r\n", "b=5", "a = 3\r\nb = 5\r\n", "a.py, line 2: b 4 -> 5\n"},
};

START_TEST(turning_rewrites_the_text)
{
    struct lesson l;
    struct knobs k;
    struct error err = {0};
    struct buf report = {0};
    read_python(&l, turned[_i].text);
    ck_assert(knobs_find(&k, &l, &err));
    ck_assert_msg(knobs_set(&k, &l, turned[_i].setting, &report, &err), "%s", err.text);
    ck_assert_str_eq(l.cells[0].text, turned[_i].after);
    ck_assert_uint_eq(l.cells[0].len, strlen(turned[_i].after));
    ck_assert_str_eq(buf_text(&report), turned[_i].report);
    buf_free(&report);
    knobs_free(&k);
    lesson_free(&l);
}
END_TEST

/* Setting one knob and then another of the same cell needs no second search. */
START_TEST(knobs_move_with_the_text)
{
    struct lesson l;
    struct knobs k;
    struct error err = {0};
    struct buf report = {0};
    read_python(&l, "a, b, c = 1, 2, 3");
    ck_assert(knobs_find(&k, &l, &err));
    ck_assert(knobs_set(&k, &l, "a=1000", &report, &err));
    ck_assert(knobs_set(&k, &l, "c=5", &report, &err));
    ck_assert(knobs_set(&k, &l, "b=-0.25", &report, &err));
    ck_assert(knobs_set(&k, &l, "a=7", &report, &err));
    ck_assert_str_eq(l.cells[0].text, "a, b, c = 7, -0.25, 5");
    buf_free(&report);
    knobs_free(&k);
    lesson_free(&l);
}
END_TEST

static const struct {
    const char *setting, *sentence;
} refused[] = {
    {"c=3", "--set c=3: a.py has no number or words of that name; it has a, n, seed, words"},
    {"a@2=3", "no number or words of that name in that cell"},
    {"a@x=3", "write NAME@CELL=VALUE"},
    {"a@=3", "write NAME@CELL=VALUE"},
    {"a", "--set a: write NAME=VALUE"},
    {"=3", "--set =3: write NAME=VALUE"},
    {"a=", "'' is not a number"},
    {"a=x", "'x' is not a number"},
    {"a=3 4", "'3 4' is not a number"},
    {"a=0x10", "is not a number"},
    {"a=1); import os", "is not a number"},
    {"a=nan", "is not a number"},
    {"a=--3", "is not a number"},
    {"a=007", "'007' is not a number"},
    {"words=a\nb", "words stand on one line, without tabs"},
};

START_TEST(bad_settings_are_refused)
{
    struct lesson l;
    struct knobs k;
    struct error err = {0};
    struct buf report = {0};
    read_python(&l, "a = 1\nf(n=2)\nf(n=3)\nmanual_seed(4)\nwords = 'x'");
    ck_assert(knobs_find(&k, &l, &err));
    ck_assert(!knobs_set(&k, &l, refused[_i].setting, &report, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_msg(strstr(err.text, refused[_i].sentence) != NULL, "%s", err.text);
    ck_assert_str_eq(l.cells[0].text, "a = 1\nf(n=2)\nf(n=3)\nmanual_seed(4)\nwords = 'x'");
    buf_free(&report);
    knobs_free(&k);
    lesson_free(&l);
}
END_TEST

START_TEST(a_cell_can_be_picked)
{
    static const char text[] = "# t\n\n```python\nn = 1\n```\n\n```python\nn = 2\n```\n";
    struct lesson l;
    struct knobs k;
    struct error err = {0};
    struct buf report = {0};
    ck_assert(lesson_read(&l, "l.md", LESSON_MARKDOWN, text, strlen(text), &err));
    ck_assert(knobs_find(&k, &l, &err));
    ck_assert(knobs_set(&k, &l, "n@2=5", &report, &err));
    ck_assert_str_eq(l.cells[1].text, "n = 1\n");
    ck_assert_str_eq(l.cells[2].text, "n = 5\n");
    ck_assert_str_eq(buf_text(&report), "l.md, cell 2: n 2 -> 5\n");
    buf_free(&report);
    knobs_free(&k);
    lesson_free(&l);
}
END_TEST

START_TEST(the_seed_is_replaced_everywhere)
{
    struct lesson l;
    struct knobs k;
    struct error err = {0};
    struct buf report = {0};
    int count;
    read_python(&l, "torch.manual_seed(0)\nx = 1\nmanual_seed(seed = 12)\nseed = 3");
    ck_assert(knobs_find(&k, &l, &err));
    ck_assert(knobs_seed(&k, &l, "77", &report, &count, &err));
    ck_assert_int_eq(count, 2);
    ck_assert_str_eq(l.cells[0].text,
                     "torch.manual_seed(77)\nx = 1\nmanual_seed(seed = 77)\nseed = 3");
    buf_free(&report);
    knobs_free(&k);
    lesson_free(&l);
}
END_TEST

Suite *suite_knobs(void)
{
    Suite *s = suite_create("knobs");
    TCase *t = tcase_create("knobs");
    tcase_add_loop_test(t, the_numbers_are_found, 0, (int)(sizeof files / sizeof files[0]));
    tcase_add_loop_test(t, turning_rewrites_the_text, 0, (int)(sizeof turned / sizeof turned[0]));
    tcase_add_test(t, knobs_move_with_the_text);
    tcase_add_loop_test(t, bad_settings_are_refused, 0, (int)(sizeof refused / sizeof refused[0]));
    tcase_add_test(t, a_cell_can_be_picked);
    tcase_add_test(t, the_seed_is_replaced_everywhere);
    suite_add_tcase(s, t);
    return s;
}
