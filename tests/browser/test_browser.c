/* What a page is told: valid JSON at every stop of every lesson, whose numbers, sentences and lit
 * cells are those of the tape. */
#include "browser/browser.h"
#include "browser/look.h"
#include "browser/program.h"

#include "lesson/catalog.h"
#include "trace/report/caption.h"
#include "tui/viewer.h"

#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_browser(void);

static struct browser *open_lesson(const char *name)
{
    struct error err = {0};
    struct browser *b = browser_open(name, NULL, 0, NULL, NULL, &err);
    ck_assert_msg(b != NULL, "%s: %s", name, err.text);
    return b;
}

static struct browser *open_text(const char *name, const char *text)
{
    struct error err = {0};
    struct browser *b = browser_open(name, text, strlen(text), NULL, NULL, &err);
    ck_assert_msg(b != NULL, "%s: %s", name, err.text);
    return b;
}

static json_t *read_json(const struct buf *text, const char *what)
{
    json_error_t why;
    json_t *all = json_loads(buf_text(text), 0, &why);
    ck_assert_msg(all != NULL, "%s: %s at %d: %.60s", what, why.text, why.position,
                  buf_text(text) + (why.position > 30 ? why.position - 30 : 0));
    return all;
}

static json_t *look(const struct browser *b, const char *what)
{
    scoped_buf text = {0};
    look_json(browser_viewer(b), &text);
    return read_json(&text, what);
}

static const char *text_of(const json_t *from, const char *name)
{
    return json_string_value(json_object_get(from, name));
}

static double number_of(const json_t *cell)
{
    const char *word = json_string_value(cell);
    return strcmp(word, "True") == 0 ? 1 : strcmp(word, "False") == 0 ? 0 : strtod(word, NULL);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Every number of a table that is told is the number of the tensor, as wide as its type. */
static void check_table(const json_t *told, const struct shown *s, const char *what)
{
    const struct plane *p = &s->slice;
    json_int_t first = json_integer_value(json_object_get(told, "row"));
    json_int_t left = json_integer_value(json_object_get(told, "column"));
    json_t *rows = json_object_get(told, "cells"), *row, *cell;
    size_t r, c;
    ck_assert_int_eq(json_integer_value(json_object_get(told, "rows")), p->rows);
    json_array_foreach(rows, r, row)
    {
        json_array_foreach(row, c, cell)
        {
            if (dtype_category(s->then.dtype) == CATEGORY_COMPLEX) {
                continue;
            }
            int64_t place = plane_offset(p, &s->then, first + (int64_t)r, left + (int64_t)c);
            double is = tensor_double_at(&s->then, place);
            double said = number_of(json_array_get(cell, 1));
            said = s->then.dtype == DTYPE_FLOAT32 ? (double)(float)said : said;
            ck_assert_msg(same(said, is), "%s [%zu, %zu]: %.17g, not %.17g", what, r, c, said, is);
        }
    }
}

/* Each input cell that is lit is one that the arithmetic names, and all that are in sight are. */
static void check_lit(const json_t *seen, const struct viewer *v, const char *what)
{
    const json_t *cell = json_object_get(seen, "cell"), *tables = json_object_get(seen, "tensors");
    json_t *from = json_object_get(cell, "from"), *one;
    size_t k;
    json_array_foreach(from, k, one)
    {
        json_int_t in = json_integer_value(json_array_get(one, 0));
        json_int_t row = json_integer_value(json_array_get(one, 1));
        json_int_t column = json_integer_value(json_array_get(one, 2));
        const json_t *table = json_array_get(tables, (size_t)in);
        row -= json_integer_value(json_object_get(table, "row"));
        column -= json_integer_value(json_object_get(table, "column"));
        bool sees = in < v->fetched.in_count && v->fetched.in[in].event == v->fetched.explained_of;
        const json_t *at =
            row < 0 || column < 0
                ? NULL
                : json_array_get(json_array_get(json_object_get(table, "cells"), (size_t)row),
                                 (size_t)column);
        if (sees && at != NULL) {
            ck_assert_msg((json_integer_value(json_array_get(at, 3)) & 1) != 0,
                          "%s: [%lld, %lld] is not lit", what, (long long)row, (long long)column);
        }
    }
}

static void check_step(const json_t *seen, const struct viewer *v, const char *what)
{
    const json_t *tables = json_object_get(seen, "tensors");
    for (int k = 0; k < v->fetched.in_count; k++) {
        check_table(json_array_get(tables, (size_t)k), &v->fetched.in[k], what);
    }
    if (v->fetched.any_out) {
        check_table(json_array_get(tables, (size_t)v->fetched.in_count), &v->fetched.out, what);
    }
    if (!stepper_folded(&v->where.at) &&
        v->where.at.tape->event[stepper_event(&v->where.at)].figure == NULL) {
        scoped_buf caption = {0};
        caption_of(v->where.at.tape, stepper_event(&v->where.at), &caption);
        const char *said = text_of(seen, "caption");
        ck_assert_str_eq(said != NULL ? said : "", buf_text(&caption));
    }
    if (v->fetched.explained) {
        ck_assert_str_eq(text_of(json_object_get(seen, "cell"), "title"),
                         buf_text(&v->fetched.explanation.title));
        check_lit(seen, v, what);
    }
}

/* A cell that moved holds the number of the place that it is said to come from. */
static void check_moved(const json_t *moved, const struct viewer *v, const struct plane *p,
                        const char *what, int *found)
{
    const struct shown *is = &v->fetched.out;
    json_t *row, *from;
    size_t r, c;
    json_array_foreach(moved, r, row)
    {
        json_array_foreach(row, c, from)
        {
            if (json_is_null(from)) {
                continue;
            }
            int64_t place[4];
            for (size_t k = 0; k < 4; k++) {
                place[k] = json_integer_value(json_array_get(from, k));
            }
            const struct shown *in = &v->fetched.in[place[0]];
            struct plane there = in->slice;
            there.head = place[1];
            double was =
                tensor_double_at(&in->then, plane_offset(&there, &in->then, place[2], place[3]));
            double now =
                tensor_double_at(&is->then, plane_offset(p, &is->then, (int64_t)r, (int64_t)c));
            ck_assert_msg(same(was, now), "%s: [%zu, %zu] is %g, not %g", what, r, c, now, was);
            *found += 1;
        }
    }
}

/* The heads beside a table have their own numbers, and all of them moved. */
static void check_apart(const json_t *told, const struct viewer *v, const struct shown *s,
                        const char *what, int *found)
{
    json_t *all = json_object_get(told, "apart"), *one;
    size_t k;
    json_array_foreach(all, k, one)
    {
        struct shown other = *s;
        other.slice.head = json_integer_value(json_object_get(one, "at"));
        ck_assert_int_ne(other.slice.head, s->slice.head);
        check_table(one, &other, what);
        check_moved(json_object_get(one, "moved"), v, &other.slice, what, found);
    }
}

static void check_motion(const json_t *seen, const struct viewer *v, const char *what, int *found)
{
    const json_t *tables = json_object_get(seen, "tensors");
    for (int k = 0; k < v->fetched.in_count; k++) {
        check_apart(json_array_get(tables, (size_t)k), v, &v->fetched.in[k], what, found);
    }
    if (v->fetched.any_out) {
        const json_t *out = json_array_get(tables, (size_t)v->fetched.in_count);
        check_moved(json_object_get(out, "moved"), v, &v->fetched.out.slice, what, found);
        check_apart(out, v, &v->fetched.out, what, found);
    }
}

/* No sentence of a page names a key. */
static void check_sentence(const json_t *seen, const char *what)
{
    static const char *const keys[] = {" s goes into it", " s: ", "Tab and", "Y: ", "Enter: "};
    const char *said = text_of(seen, "caption");
    for (size_t k = 0; said != NULL && k < sizeof keys / sizeof keys[0]; k++) {
        ck_assert_msg(strstr(said, keys[k]) == NULL, "%s: %s", what, said);
    }
}

/* One look; and whether the place is another one than before. */
static void check_place(const struct browser *b, const char *lesson, int press, int *moved)
{
    const struct viewer *v = browser_viewer(b);
    char what[80];
    snprintf(what, sizeof what, "%s, press %d", lesson, press);
    json_t *seen = look(b, what);
    if (v->where.at.row >= 0 && !viewer_reads(v)) {
        check_step(seen, v, what);
        check_motion(seen, v, what, moved);
        check_sentence(seen, what);
    } else if (viewer_reads(v)) {
        ck_assert_msg(json_object_get(seen, "tensors") == NULL, "%s", what);
        ck_assert_str_eq(text_of(json_object_get(seen, "stop"), "kind") == NULL ? "" : "is", "is");
    }
    json_decref(seen);
}

static void walk_to_end(const char *lesson)
{
    struct error err = {0};
    struct browser *b = open_lesson(lesson);
    scoped_buf program = {0};
    program_json(browser_viewer(b), &program);
    json_t *all = read_json(&program, lesson);
    size_t stops = json_array_size(json_object_get(all, "stops"));
    int moved = 0;
    ck_assert_msg(stops > 3, "%s has %zu stops", lesson, stops);
    for (size_t k = 0; k + 1 < stops; k++) {
        check_place(b, lesson, (int)k, &moved);
        ck_assert(browser_key(b, ' ', &err));
    }
    ck_assert_str_eq(browser_wish(b), "");
    const struct viewer *v = browser_viewer(b);
    ck_assert_msg((size_t)v->where.stop + 1 == stops, "%s ends at stop %d of %zu", lesson,
                  v->where.stop + 1, stops);
    check_place(b, lesson, (int)stops, &moved);
    ck_assert(strcmp(lesson, "weight-splits") != 0 || moved >= 240);
    json_decref(all);
    browser_free(b);
}

START_TEST(a_lesson_is_told_to_its_end)
{
    static const char *const some[] = {"by-hand", "masks", "weight-splits", "chain-rule"};
    walk_to_end(some[_i]);
}
END_TEST

START_TEST(every_lesson_is_told_to_its_end)
{
    walk_to_end(lesson_files[_i].name);
}
END_TEST

static const char code[] = "import torch\n"
                           "torch.manual_seed(0)\n"
                           "q = torch.randn(2, 3)\n"
                           "scores = q @ q.T\n"
                           "shares = torch.softmax(scores, dim=-1)\n"
                           "print(shares.shape)\n";

START_TEST(own_code_is_walked_operation_by_operation)
{
    struct error err = {0};
    struct browser *b = open_text("mine.py", code);
    json_t *seen = look(b, "mine.py");
    ck_assert(json_object_get(seen, "stop") == NULL);
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(seen, "at"), "line")), 4);
    json_decref(seen);
    ck_assert(browser_key(b, 'n', &err) && browser_key(b, 'n', &err));
    ck_assert(browser_point(b, 1, 0, &err));
    seen = look(b, "mine.py");
    ck_assert_str_eq(text_of(seen, "stage"), "softmax");
    const json_t *cell = json_object_get(seen, "cell");
    ck_assert_int_eq(json_integer_value(json_object_get(cell, "row")), 1);
    ck_assert_int_eq(json_integer_value(json_object_get(cell, "column")), 0);
    ck_assert_int_eq((int)json_array_size(json_object_get(cell, "from")), 2);
    json_decref(seen);
    browser_free(b);
}
END_TEST

/* The same step of the new code; what fails leaves the last good run, and says why. */
START_TEST(edited_code_stands_at_the_same_step)
{
    struct error err = {0};
    struct browser *b = open_text("mine.py", code);
    scoped_buf text = {0};
    int line = 0;
    ck_assert(browser_key(b, 'n', &err) && browser_key(b, 'n', &err));
    browser_text(b, &text, &line);
    ck_assert_str_eq(buf_text(&text), code);
    char *two = strstr(text.data, "(2, 3)");
    two[1] = '4';
    ck_assert(browser_edit(b, buf_text(&text), text.len, &err));
    ck_assert_str_eq(browser_wish(b), "program");
    json_t *seen = look(b, "edited");
    ck_assert_str_eq(text_of(seen, "stage"), "softmax");
    ck_assert_str_eq(text_of(seen, "message"), "Run again as edited."); /* and names no key */
    ck_assert(json_is_true(json_object_get(seen, "earlier")));
    const json_t *last = json_array_get(json_object_get(seen, "tensors"), 1);
    ck_assert_int_eq(json_integer_value(json_object_get(last, "rows")), 4);
    json_decref(seen);
    ck_assert(browser_edit(b, "import torch\nx = torch.nope\n", 28, &err));
    seen = look(b, "failing");
    ck_assert(strstr(text_of(seen, "page"), "nope") != NULL);
    ck_assert_str_eq(text_of(seen, "stage"), "softmax");
    json_decref(seen);
    browser_free(b);
}
END_TEST

START_TEST(a_head_is_chosen)
{
    struct error err = {0};
    struct browser *b = open_lesson("weight-splits");
    json_t *seen = NULL;
    const json_t *heads = NULL;
    for (int k = 0; heads == NULL && k < 60; k++) {
        json_decref(seen);
        ck_assert(browser_key(b, ' ', &err) && browser_choose(b, true, 1, &err));
        seen = look(b, "weight-splits");
        const json_t *all = json_object_get(seen, "tensors");
        heads = json_object_get(json_array_get(all, json_array_size(all) - 1), "head");
    }
    ck_assert_int_eq(json_integer_value(json_object_get(heads, "at")), 1);
    json_decref(seen);
    browser_free(b);
}
END_TEST

/* To the first exercise with options: a wrong letter gets its reason, the right one solves it. */
START_TEST(an_exercise_is_judged)
{
    struct error err = {0};
    struct browser *b = open_lesson("masks");
    json_t *seen = look(b, "masks"), *x;
    while ((x = json_object_get(seen, "exercise")) == NULL ||
           json_array_size(json_object_get(x, "options")) == 0) {
        json_decref(seen);
        ck_assert(browser_key(b, ' ', &err));
        seen = look(b, "masks");
    }
    ck_assert(json_array_size(json_object_get(x, "prompt")) > 0);
    const struct question *q = &browser_viewer(b)->practice->question;
    int right = 0;
    while (!q->option[right].right) {
        right++;
    }
    const char wrong[] = {right == 0 ? 'b' : 'a', '\0'}, letter[] = {(char)('a' + right), '\0'};
    ck_assert(browser_line(b, wrong, &err));
    json_decref(seen);
    seen = look(b, "masks, wrong");
    x = json_object_get(seen, "exercise");
    ck_assert_str_eq(text_of(x, "state"), "tried");
    ck_assert(json_array_size(json_object_get(x, "told")) > 0);
    ck_assert(browser_line(b, letter, &err));
    json_decref(seen);
    seen = look(b, "masks, right");
    x = json_object_get(seen, "exercise");
    ck_assert_str_eq(text_of(x, "state"), "solved");
    ck_assert(json_is_true(json_object_get(x, "over")));
    json_decref(seen);
    struct progress known = {0};
    browser_keep(b, &known);
    browser_free(b);
    b = browser_open("masks", NULL, 0, &known, NULL, &err);
    ck_assert(b != NULL);
    ck_assert_str_eq(practice_state(&browser_viewer(b)->practice->task[0]), "solved");
    browser_free(b);
    progress_free(&known);
}
END_TEST

static double value_at(const json_t *part, size_t k)
{
    return number_of(json_array_get(json_array_get(json_object_get(part, "numbers"), k), 1));
}

/* The numbers of a row in each part, as far as it has come: those of the tape's scores and shares,
 * and what lies between them. */
static void check_parts(const json_t *told, const struct viewer *v, int at)
{
    const json_t *parts = json_object_get(told, "parts");
    const json_t *scores = json_object_get(told, "scores");
    ck_assert_int_eq(json_integer_value(json_object_get(told, "at")), at);
    ck_assert_str_eq(text_of(told, "title"), "Row 0 of shares");
    ck_assert_int_eq((int)json_array_size(parts), 5);
    double maximum = -INFINITY, sum = 0;
    for (size_t k = 0; k < 2; k++) {
        double score = number_of(json_array_get(json_array_get(scores, k), 1));
        ck_assert_double_eq((float)score,
                            tensor_double_at(&v->fetched.in[0].then,
                                             plane_offset(&v->fetched.in[0].slice,
                                                          &v->fetched.in[0].then, 0, (int64_t)k)));
        maximum = score > maximum ? score : maximum;
    }
    for (size_t k = 0; k < 5; k++) {
        const json_t *part = json_array_get(parts, k);
        size_t count = json_array_size(json_object_get(part, "numbers"));
        ck_assert_int_eq((int)count, (int)k > at ? 0 : k == 0 || k == 3 ? 1 : 2);
        ck_assert(((int)k == at) == (text_of(part, "sentence") != NULL));
    }
    ck_assert_double_eq(value_at(json_array_get(parts, 0), 0), maximum);
    for (size_t k = 0; at == 4 && k < 2; k++) {
        double power = value_at(json_array_get(parts, 2), k);
        double left = value_at(json_array_get(parts, 1), k);
        sum += power;
        ck_assert_double_eq_tol(power, exp(left), 1e-6);
        int64_t place = plane_offset(&v->fetched.out.slice, &v->fetched.out.then, 0, (int64_t)k);
        ck_assert_double_eq((float)value_at(json_array_get(parts, 4), k),
                            tensor_double_at(&v->fetched.out.then, place));
    }
    ck_assert(at < 4 || fabs(sum - value_at(json_array_get(parts, 3), 0)) < 1e-6);
}

/* What is asked for is seen, and a line answers it; a softmax opens into its five parts. */
START_TEST(what_is_asked_for_is_typed)
{
    struct error err = {0};
    struct browser *b = open_text("mine.py", code);
    ck_assert(browser_key(b, '/', &err));
    json_t *seen = look(b, "search");
    ck_assert_str_eq(text_of(seen, "prompt"), "/");
    json_decref(seen);
    ck_assert(browser_line(b, "softmax", &err));
    seen = look(b, "found");
    ck_assert(text_of(seen, "prompt") == NULL);
    ck_assert_str_eq(text_of(seen, "stage"), "softmax");
    ck_assert(json_is_true(json_object_get(seen, "parts")));
    json_decref(seen);
    ck_assert(browser_key(b, 's', &err));
    for (int part = 1; part <= 5; part++) {
        seen = look(b, "a part");
        check_parts(json_object_get(seen, "softmax"), browser_viewer(b), part - 1);
        json_decref(seen);
        ck_assert(browser_key(b, 'n', &err));
    }
    ck_assert(browser_line(b, ":p shares.shape", &err));
    seen = look(b, "asked");
    ck_assert(strstr(text_of(seen, "page"), "torch.Size([2, 2])") != NULL);
    json_decref(seen);
    browser_free(b);
}
END_TEST

/* Where more than one is left, all are listed; the end lists those of the lesson. */
START_TEST(what_is_left_of_exercises_is_listed)
{
    struct error err = {0};
    struct browser *b = open_lesson("chain-rule");
    const struct viewer *v = browser_viewer(b);
    json_t *seen;
    while (viewer_stop(v)->kind != GUIDE_MORE) {
        ck_assert(browser_key(b, ' ', &err));
    }
    seen = look(b, "more");
    const json_t *all = json_object_get(json_object_get(seen, "stop"), "exercises");
    ck_assert_int_eq((int)json_array_size(all), viewer_stop(v)->exercises);
    ck_assert_str_eq(text_of(json_array_get(all, 0), "state"), "new");
    json_decref(seen);
    ck_assert(browser_key(b, 13, &err));
    seen = look(b, "asked");
    ck_assert(json_object_get(seen, "exercise") != NULL);
    ck_assert(json_object_get(json_object_get(seen, "stop"), "exercises") == NULL);
    json_decref(seen);
    while (viewer_stop(v)->kind != GUIDE_END) {
        ck_assert(browser_key(b, ' ', &err));
    }
    seen = look(b, "end");
    all = json_object_get(json_object_get(seen, "stop"), "exercises");
    ck_assert_int_eq((int)json_array_size(all), v->practice->count);
    json_decref(seen);
    browser_free(b);
}
END_TEST

static const struct {
    const char *name, *text, *why;
} strange[] = {
    {"no-such-lesson", NULL, "there is no lesson no-such-lesson"},
    {"a.ipynb", "{", "a.ipynb"},
    {"x.py", "\xff\xfe", "x.py"},
};

START_TEST(what_cannot_be_read_is_refused)
{
    struct error err = {0};
    const char *text = strange[_i].text;
    struct browser *b =
        browser_open(strange[_i].name, text, text != NULL ? strlen(text) : 0, NULL, NULL, &err);
    ck_assert(b == NULL);
    ck_assert_msg(strstr(err.text, strange[_i].why) != NULL, "%s", err.text);
}
END_TEST

START_TEST(code_that_fails_opens)
{
    struct browser *b = open_text("bad.py", "import torch\nx = torch.ones(2)\ny = x + nothing\n");
    json_t *seen = look(b, "bad.py");
    ck_assert(strstr(text_of(seen, "failure"), "nothing") != NULL);
    json_decref(seen);
    browser_free(b);
    b = open_text("empty.py", "");
    seen = look(b, "empty.py");
    ck_assert(text_of(seen, "nothing") != NULL);
    json_decref(seen);
    browser_free(b);
}
END_TEST

/* A line that is off leaves a lesson without a step: no key falls into nothing then. */
START_TEST(a_lesson_that_lost_its_step_is_walked)
{
    static const char text[] = "# A\n\nText.\n\n```python\nimport torch\n"
                               "x = torch.arange(6.0).reshape(2, 3)\nx\n```\n\nMore.\n\n"
                               "```python\nnothing\n```\n";
    struct error err = {0};
    for (uint32_t key = ' '; key < 127; key++) {
        struct browser *b = open_text("lost.md", text);
        while (browser_viewer(b)->where.at.row < 0 || viewer_reads(browser_viewer(b))) {
            ck_assert(browser_key(b, 'n', &err));
        }
        ck_assert(browser_key(b, 'x', &err));
        ck_assert_int_lt(browser_viewer(b)->where.at.row, 0);
        ck_assert(browser_key(b, key, &err) && browser_key(b, ' ', &err));
        json_decref(look(b, "without a step"));
        browser_free(b);
    }
}
END_TEST

Suite *suite_browser(void)
{
    Suite *s = suite_create("browser");
    TCase *t = tcase_create("browser"), *all = tcase_create("lessons");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_lesson_is_told_to_its_end, 0, 4);
    tcase_add_test(t, own_code_is_walked_operation_by_operation);
    tcase_add_test(t, edited_code_stands_at_the_same_step);
    tcase_add_test(t, a_head_is_chosen);
    tcase_add_test(t, what_is_asked_for_is_typed);
    tcase_add_test(t, an_exercise_is_judged);
    tcase_add_test(t, what_is_left_of_exercises_is_listed);
    tcase_add_loop_test(t, what_cannot_be_read_is_refused, 0,
                        (int)(sizeof strange / sizeof strange[0]));
    tcase_add_test(t, code_that_fails_opens);
    tcase_add_test(t, a_lesson_that_lost_its_step_is_walked);
    tcase_set_timeout(all, 300);
    tcase_set_tags(all, "long");
    tcase_add_loop_test(all, every_lesson_is_told_to_its_end, 0, lesson_count);
    suite_add_tcase(s, t);
    suite_add_tcase(s, all);
    return s;
}
