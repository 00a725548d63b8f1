/* Tests what a page is told: valid JSON at every stop of every lesson, whose numbers, sentences and
 * lit cells are those of the tape. */
#include "browser/browser.h"
#include "browser/bundle.h"
#include "browser/look.h"
#include "browser/program.h"

#include "lesson/catalog.h"
#include "trace/report/caption.h"
#include "trace/report/run.h"
#include "trace/tape/event.h"
#include "tui/act.h"
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
    struct browser *b = browser_open(&(struct browser_code){.name = name}, NULL, NULL, &err);
    ck_assert_msg(b != NULL, "%s: %s", name, err.text);
    return b;
}

static struct browser *open_text(const char *name, const char *text)
{
    struct error err = {0};
    struct browser *b = browser_open(
        &(struct browser_code){.name = name, .text = text, .len = strlen(text)}, NULL, NULL, &err);
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

/* What was printed stands with the lines that print: of the cell whose run it came from. */
static void check_printed(const json_t *seen, const struct viewer *v, const char *what)
{
    const json_t *stop = json_object_get(seen, "stop"), *at = json_object_get(stop, "printer");
    const struct tape *t = v->where.at.tape;
    if (text_of(stop, "printed") == NULL) {
        return;
    }
    const struct guide_stop *s = viewer_stop(v);
    int cell = (int)json_integer_value(json_object_get(at, "cell"));
    int line = (int)json_integer_value(json_object_get(at, "line"));
    int end = (int)json_integer_value(json_object_get(at, "end")), k = 0;
    ck_assert_msg(line >= 1 && line <= end && end <= lines_count(&v->lesson->cells[cell]),
                  "%s: lines %d to %d of cell %d", what, line, end, cell);
    while (k < t->cell_count && (t->cell[k].printed != s->out_from ||
                                 run_cell_of(v->lesson, t->cell[k].source) != cell)) {
        k++;
    }
    ck_assert_msg(k < t->cell_count, "%s: cell %d does not print this", what, cell);
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

static const json_t *cell_told(const json_t *table, int64_t row, int64_t column)
{
    int64_t r = row - json_integer_value(json_object_get(table, "row")),
            c = column - json_integer_value(json_object_get(table, "column"));
    return r < 0 || c < 0
               ? NULL
               : json_array_get(json_array_get(json_object_get(table, "cells"), (size_t)r),
                                (size_t)c);
}

/* The table of that head: its own, or one beside it; NULL: it is not told. */
static const json_t *table_of_head(const json_t *table, const struct shown *s, int64_t head)
{
    json_t *one;
    size_t k;
    if (head == s->slice.head) {
        return table;
    }
    json_array_foreach(json_object_get(table, "apart"), k, one)
    {
        if (json_integer_value(json_object_get(one, "at")) == head) {
            return one;
        }
    }
    return NULL;
}

/* A cell that moved has the color that it had, whatever head it stood in. */
static void check_colors(const json_t *tables, const json_t *out, const struct viewer *v,
                         const char *what, int *found)
{
    json_t *row, *from;
    size_t r, c;
    json_array_foreach(json_object_get(out, "moved"), r, row)
    {
        json_array_foreach(row, c, from)
        {
            int64_t place[4] = {-1};
            for (size_t k = 0; k < 4 && !json_is_null(from); k++) {
                place[k] = json_integer_value(json_array_get(from, k));
            }
            const json_t *in = place[0] < 0
                                   ? NULL
                                   : table_of_head(json_array_get(tables, (size_t)place[0]),
                                                   &v->fetched.in[place[0]], place[1]);
            const json_t *was = in == NULL ? NULL : cell_told(in, place[2], place[3]),
                         *is = json_array_get(json_array_get(json_object_get(out, "cells"), r), c);
            bool cast = json_is_null(json_array_get(is, 2)); /* True and False have none */
            if (was != NULL && is != NULL && !cast) {
                ck_assert_msg(json_equal(json_array_get(was, 2), json_array_get(is, 2)),
                              "%s: [%zu, %zu] changes its color", what, r, c);
                *found += 1;
            }
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
        check_colors(tables, out, v, what, found);
    }
}

/* Whose memory it is says a name, no number of a step. */
static void check_storage(const json_t *seen, const char *what)
{
    json_t *all = json_object_get(seen, "tensors"), *one;
    size_t k;
    json_array_foreach(all, k, one)
    {
        const char *storage = text_of(one, "storage");
        ck_assert_msg(storage == NULL || strchr(storage, '#') == NULL, "%s: %s", what, storage);
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
        check_storage(seen, what);
        check_sentence(seen, what);
    } else if (viewer_reads(v)) {
        check_printed(seen, v, what);
        ck_assert_msg(json_object_get(seen, "tensors") == NULL, "%s", what);
        ck_assert_str_eq(text_of(json_object_get(seen, "stop"), "kind") == NULL ? "" : "is", "is");
    }
    json_decref(seen);
}

/* Whose numbers a text is about is said where the code is changed, and only there. */
START_TEST(a_text_is_about_the_lesson_as_it_was)
{
    static const char says[] = "head_dim=2; the text is about the lesson as it was written";
    struct error err = {0};
    struct browser *b = open_lesson("words-to-vectors");
    json_t *seen = look(b, "before");
    ck_assert_ptr_null(json_string_value(json_object_get(seen, "changed")));
    json_decref(seen);
    ck_assert(browser_line(b, ":set head_dim=2", &err));
    seen = look(b, "behind");
    const char *changed = json_string_value(json_object_get(seen, "changed"));
    ck_assert_ptr_nonnull(changed);
    ck_assert_str_eq(changed, says);
    json_decref(seen);
    browser_free(b);
}
END_TEST

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
    ck_assert(browser_edit(b, code, strlen(code), &err)); /* as it was: no edit any more */
    seen = look(b, "back");
    ck_assert_str_eq(text_of(seen, "message"), "Run again as it was opened.");
    ck_assert_ptr_null(json_object_get(seen, "changed"));
    ck_assert(!json_is_true(json_object_get(seen, "earlier")));
    json_decref(seen);
    ck_assert(browser_edit(b, "import torch\nx = torch.nope\n", 28, &err));
    seen = look(b, "failing");
    ck_assert(strstr(text_of(seen, "page"), "nope") != NULL);
    ck_assert_str_eq(text_of(seen, "stage"), "softmax");
    json_decref(seen);
    browser_free(b);
}
END_TEST

/* Few numbers that are a table of more cells than could be looked at one by one. */
START_TEST(what_is_expanded_is_looked_at_once)
{
    static const char text[] = "import torch\nx = torch.arange(3.)\n"
                               "y = x[:2].expand(2**40, 2)\nz = x.expand(2**20, 2**20, 3)\n";
    static const char edited[] = "import torch\nx = torch.arange(3.)  # 3\n"
                                 "y = x[:2].expand(2**40, 2)\nz = x.expand(2**20, 2**20, 3)\n";
    struct error err = {0};
    struct browser *b = open_text("wide.py", text);
    for (int k = 0; k < 3; k++) { /* the third is compared with the run before */
        ck_assert(k < 2 ? browser_key(b, ' ', &err)
                        : browser_edit(b, edited, sizeof edited - 1, &err));
        json_t *seen = look(b, "expanded");
        const json_t *table = json_array_get(json_object_get(seen, "tensors"), 1);
        ck_assert_int_eq(json_integer_value(json_object_get(table, "rows")),
                         k == 0 ? (json_int_t)1 << 40 : (json_int_t)1 << 20);
        ck_assert_uint_eq(json_array_size(json_object_get(table, "cells")), LOOK_SIDE);
        if (k == 2) {
            ck_assert_str_eq(text_of(seen, "compared"),
                             "No number differs from the run before the edit.");
        }
        json_decref(seen);
    }
    browser_free(b);
}
END_TEST

/* The arithmetic of a cell is told once, however often one looks, and anew for another cell. */
START_TEST(a_cell_is_explained_once)
{
    struct error err = {0};
    struct browser *b = open_text("sum.py", "import torch\nx = torch.ones(3, 4).sum(0)\n");
    struct viewer *v = (struct viewer *)browser_viewer(b);
    ck_assert(browser_point(b, 0, 2, &err) && v->fetched.explained);
    v->fetched.explanation.title.data[0] = '!';
    ck_assert(browser_point(b, 0, 2, &err) && v->fetched.explained);
    ck_assert_int_eq(v->fetched.explanation.title.data[0], '!');
    ck_assert(browser_point(b, 0, 1, &err) && v->fetched.explained);
    ck_assert_int_eq(v->fetched.explanation.title.data[0], 'x');
    browser_free(b);
}
END_TEST

/* On a page nobody can give an option. */
START_TEST(limits_are_those_of_a_page)
{
    static const struct {
        const char *code, *failure;
    } cases[] = {{"n = 0\nwhile True:\n    n += 1\n",
                  "the run took more than 5000 steps; a page takes no more"},
                 {"x = torch.zeros(3)\ny = torch.zeros(2**24)\n", "are in use; a page has no more"},
                 {"x = 'a' * 2**25\n", "are in use; a page has no more"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct error err = {0};
        struct run_terms terms = browser_terms();
        scoped_buf text = {0};
        terms.memory = (size_t)16 << 20;
        terms.limits.steps = 5000;
        buf_printf(&text, "import torch\n%s", cases[k].code);
        const struct browser_code far = {
            .name = "far.py", .text = buf_text(&text), .len = text.len};
        struct browser *b = browser_open(&far, NULL, &terms, &err);
        ck_assert_msg(b != NULL, "%s", err.text);
        json_t *seen = look(b, "a limit");
        const char *failure = text_of(seen, "failure");
        ck_assert_msg(failure != NULL && strstr(failure, cases[k].failure) != NULL &&
                          strstr(failure, "--") == NULL,
                      "%s", failure);
        json_decref(seen);
        browser_free(b);
    }
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
    ck_assert_int_eq((int)json_array_size(json_object_get(x, "right")), 0); /* not yet */
    ck_assert(browser_line(b, letter, &err));
    json_decref(seen);
    seen = look(b, "masks, right");
    x = json_object_get(seen, "exercise");
    ck_assert_str_eq(text_of(x, "state"), "solved");
    ck_assert(json_is_true(json_object_get(x, "over")));
    const json_t *shown = json_array_get(json_object_get(x, "right"), 0);
    ck_assert_int_eq((int)json_integer_value(shown), right);
    const json_t *done = json_array_get(json_object_get(seen, "done"), 0);
    ck_assert_int_eq((int)json_integer_value(json_array_get(done, 0)),
                     browser_viewer(b)->where.stop);
    ck_assert_str_eq(json_string_value(json_array_get(done, 1)), "solved");
    char *told = json_dumps(json_object_get(x, "told"), 0);
    ck_assert_msg(strstr(told, "Enter") == NULL, "%s", told); /* a page has no such key */
    free(told);
    json_decref(seen);
    struct progress known = {0};
    browser_keep(b, &known);
    browser_free(b);
    b = browser_open(&(struct browser_code){.name = "masks"}, &known, NULL, &err);
    ck_assert(b != NULL);
    ck_assert_str_eq(practice_state(&browser_viewer(b)->practice->task[0]), "solved");
    while (viewer_stop(browser_viewer(b))->kind != GUIDE_EXERCISE) {
        ck_assert(browser_key(b, ' ', &err));
    }
    ck_assert_ptr_nonnull(strstr(buf_text(&browser_viewer(b)->practice->told), "The answer: "));
    ck_assert(browser_anew(b, &err));
    ck_assert_int_eq((int)browser_viewer(b)->practice->told.len, 0);
    browser_keep(b, &known);
    ck_assert_int_eq(progress_find(&known, "masks", known.at[0].exercise)->done, DONE_NOT);
    browser_free(b);
    progress_free(&known);
}
END_TEST

/* Of a question with options a key is the answer; the others do what they do. */
START_TEST(a_letter_answers)
{
    struct error err = {0};
    struct browser *b = open_lesson("masks");
    const struct viewer *v = browser_viewer(b);
    while (viewer_stop(v)->kind != GUIDE_EXERCISE) {
        ck_assert(browser_key(b, ' ', &err));
    }
    const struct question *q = &v->practice->question;
    int stop = v->where.stop, right = 0;
    while (!q->option[right].right) {
        right++;
    }
    ck_assert(browser_key(b, right == 0 ? 'b' : 'a', &err));
    ck_assert_str_eq(practice_state(&v->practice->task[0]), "tried");
    ck_assert(browser_key(b, (uint32_t)('a' + right), &err));
    ck_assert_str_eq(practice_state(&v->practice->task[0]), "solved");
    ck_assert_int_eq(v->where.stop, stop);
    ck_assert(browser_key(b, 'n', &err));
    ck_assert_int_eq(v->where.stop, stop + 1);
    browser_free(b);
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
    ck_assert_str_eq(text_of(told, "title"), "How row 0 of shares is made from scores");
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

/* The scales of the tables at a step, "-5..5 -5..5 0..1": from the first to the last tensor. */
static void scales_at(struct browser *b, int step, struct buf *out)
{
    struct error err = {0};
    char line[20];
    size_t k;
    json_t *tensor;
    snprintf(line, sizeof line, ":%d", step);
    ck_assert_msg(browser_line(b, line, &err), "%s", err.text);
    json_t *seen = look(b, line);
    json_array_foreach(json_object_get(seen, "tensors"), k, tensor)
    {
        const json_t *scale = json_object_get(tensor, "scale");
        bool any = json_array_size(scale) == 2;
        buf_printf(out, "%s%s..%s", k > 0 ? " " : "",
                   any ? json_string_value(json_array_get(scale, 0)) : "",
                   any ? json_string_value(json_array_get(scale, 1)) : "");
    }
    json_decref(seen);
}

static const struct {
    int step;
    const char *scales;
} scales[] = {
    {1, "-5..5 -5..5 -5..5"}, /* both summands, and the sum */
    {2, "-5..5 -500..500"},   /* its colors would all be pale */
    {3, "-5..5 0..1"},        /* shares */
    {4, "0..1 -5..5 -5..5"},  /* ... are no summands */
    {5, "-8..8 -8..8"},       /* the other heads count */
};

/* Tables of one step can be compared by their colors. */
START_TEST(tables_of_a_step_share_a_scale)
{
    static const char text[] = "import torch\nx = torch.tensor([[1., -2.], [0., 0.]])\n"
                               "y = torch.tensor([[4., 0.5], [0., 0.]])\n"
                               "z = x + y\nbig = z * 100\nw = torch.softmax(z, dim=-1)\n"
                               "mix = w @ z\nq = torch.arange(1., 9.).view(1, 2, 2, 2)\n"
                               "k = q.transpose(2, 3)\n";
    struct browser *b = open_text("scales.py", text);
    scoped_buf told = {0};
    scales_at(b, scales[_i].step, &told);
    ck_assert_str_eq(buf_text(&told), scales[_i].scales);
    browser_free(b);
}
END_TEST

/* A call that gave several tensors shows each of them; the one that was come from first. */
START_TEST(a_call_that_gives_several_shows_each)
{
    static const char text[] = "import torch\ndef split(x):\n    a = x + 1\n    b = x * 2\n"
                               "    c = b - a\n    return a, b\n"
                               "one, two = split(torch.arange(3.0))\nz = two * 3\n";
    static const struct {
        const char *keys, *name;
        int result;
    } way[] = {{"gS", "a", 0}, {"Y", "b", 1}, {"Y", "a", 0}, {"G<S", "b", 1}};
    struct error err = {0};
    struct browser *b = open_text("several.py", text);
    for (size_t k = 0; k < sizeof way / sizeof way[0]; k++) {
        for (const char *key = way[k].keys; *key != '\0'; key++) {
            ck_assert(browser_key(b, (uint32_t)*key, &err));
        }
        json_t *seen = look(b, way[k].name), *tensors = json_object_get(seen, "tensors");
        const json_t *last = json_array_get(tensors, json_array_size(tensors) - 1);
        ck_assert(json_is_true(json_object_get(seen, "folded")));
        ck_assert_str_eq(text_of(last, "name"), way[k].name);
        ck_assert_int_eq((int)json_integer_value(json_object_get(seen, "results")), 2);
        ck_assert_int_eq((int)json_integer_value(json_object_get(seen, "result")), way[k].result);
        json_decref(seen);
    }
    browser_free(b);
}
END_TEST

/* The five parts tell the one way alone: another one is asked for and they are left. */
START_TEST(other_ways_are_told_one_after_the_other)
{
    static const int ways[] = {-1, 0, 1, -1}; /* within the parts, then after each press */
    struct error err = {0};
    struct browser *b = open_lesson("by-hand");
    ck_assert(browser_line(b, ":stop 15", &err) && browser_key(b, 'I', &err) &&
              browser_key(b, 's', &err));
    for (int k = 0; k < 4; k++) {
        json_t *seen = look(b, "a way");
        ck_assert((json_object_get(seen, "softmax") != NULL) == (k == 0));
        ck_assert_int_eq((int)json_integer_value(json_object_get(seen, "wayAt")), ways[k]);
        ck_assert_int_eq((int)json_integer_value(json_object_get(seen, "ways")), 2);
        json_decref(seen);
        ck_assert(browser_key(b, 'I', &err));
    }
    browser_free(b);
}
END_TEST

/* What is asked for is seen, and a line answers it; a softmax opens into its five parts. */
static void expect_same(const struct browser *a, const struct browser *b)
{
    scoped_buf seen = {0}, other = {0};
    look_json(browser_viewer(a), &seen);
    look_json(browser_viewer(b), &other);
    ck_assert_str_eq(buf_text(&seen), buf_text(&other));
}

/* What was made ahead is what would have been asked, and is still there behind another question. */
START_TEST(questions_are_made_ahead)
{
    struct error err = {0};
    struct browser *b = open_lesson("masks"), *other = open_lesson("masks");
    const struct viewer *v = browser_viewer(b);
    int made = 0, asked = 0;
    while (browser_prepare(b)) {
        made++;
    }
    ck_assert_int_eq(made, v->practice->count);
    for (const char *keys = " p"; *keys != '\0'; keys++) {
        for (int k = 1; k < v->guide->count; k++) {
            int next = v->where.stop + (*keys == ' ' ? 1 : -1);
            bool asks = v->guide->at[next].kind == GUIDE_EXERCISE;
            const struct task *t = asks ? &v->practice->task[v->guide->at[next].exercise] : NULL;
            bool open = v->practice->open && v->practice->at == v->guide->at[next].exercise;
            ck_assert(!asks || open || t->ready != NULL);
            ck_assert(browser_key(b, (uint32_t)*keys, &err));
            ck_assert(browser_key(other, (uint32_t)*keys, &err));
            expect_same(b, other);
            if (asks && t->tries == 0) {
                ck_assert(browser_line(b, "b", &err) && browser_line(other, "b", &err));
                expect_same(b, other);
                asked++;
            }
        }
    }
    ck_assert_int_gt(asked, 2);
    ck_assert(!browser_prepare(b));
    browser_free(b);
    browser_free(other);
}
END_TEST

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

static void to_softmax(struct browser *b)
{
    const struct viewer *v = browser_viewer(b);
    struct error err = {0};
    json_t *seen = NULL;
    do {
        json_decref(seen);
        ck_assert(browser_key(b, ' ', &err));
        seen = look(b, "to a softmax");
    } while (viewer_reads(v) || !json_is_true(json_object_get(seen, "parts")));
    json_decref(seen);
}

/* Behind the last part of a softmax the lesson goes on, not the operations between its stops. */
START_TEST(behind_the_parts_the_lesson_goes_on)
{
    struct error err = {0};
    struct browser *b = open_lesson("masks");
    const struct viewer *v = browser_viewer(b);
    to_softmax(b);
    int stop = v->where.stop;
    ck_assert(browser_key(b, 's', &err) && browser_key(b, 'p', &err));
    ck_assert(v->where.stop == stop && !v->where.between && v->where.at.part < 0);
    ck_assert(browser_key(b, 's', &err));
    for (int part = 0; part < PART_COUNT; part++) {
        ck_assert_int_eq(v->where.at.part, part);
        ck_assert(browser_key(b, ' ', &err));
    }
    ck_assert(v->where.stop == stop + 1 && !v->where.between && v->where.at.part < 0);
    ck_assert(browser_key(b, 'p', &err) &&
              browser_key(b, 's', &err)); /* they open again, silently */
    ck_assert(v->where.stop == stop && v->where.at.part == 0);
    ck_assert_str_eq(v->typed.message, "");
    browser_free(b);
}
END_TEST

/* From a cell of an input to the step that made it, as far as there is one, cell for cell; and the
 * same way back. */
START_TEST(a_cell_of_an_input_leads_to_its_arithmetic)
{
    struct error err = {0};
    struct browser *b = open_lesson("two-heads");
    const struct viewer *v = browser_viewer(b);
    to_softmax(b);
    int stop = v->where.stop, hops = 0;
    bool product = false;
    while (v->fetched.in_count > 0 && v->fetched.in[0].maker >= 0 && !product) {
        const struct plane *p = &v->fetched.in[0].slice;
        double is = tensor_double_at(&v->fetched.in[0].then,
                                     plane_offset(p, &v->fetched.in[0].then, 0, p->columns - 1));
        ck_assert(browser_source(b, 0, 0, p->columns - 1, &err));
        hops++;
        json_t *seen = look(b, "a source");
        ck_assert(json_is_true(json_object_get(seen, "cameBack")));
        product = json_is_true(json_object_get(seen, "contracts"));
        json_decref(seen);
        ck_assert_double_eq(
            is, tensor_double_at(&v->fetched.out.then,
                                 plane_offset(&v->fetched.out.slice, &v->fetched.out.then,
                                              v->fetched.cell_row, v->fetched.cell_column)));
        ck_assert(v->fetched.explained);
    }
    ck_assert(product);
    for (; hops > 0; hops--) {
        ck_assert(browser_key(b, '>', &err));
    }
    ck_assert(v->where.stop == stop && !v->where.between);
    ck_assert(browser_source(b, 99, 0, 0, &err) && browser_source(b, 0, -1, 99, &err));
    browser_free(b);
}
END_TEST

/* Numbers of one name are told apart by their lines, and set each for itself. */
START_TEST(numbers_of_one_name_are_told_apart)
{
    static const char text[] = "# A\n\n```python\nimport torch\nT = 3\nx = torch.ones(T, 2)\n"
                               "a = torch.softmax(x, dim=-1)\n```\n\nB\n\n```python\n"
                               "b = torch.sum(x, dim=1)\n```\n";
    struct error err = {0};
    struct browser *b = open_text("two.md", text);
    scoped_buf told = {0};
    program_json(browser_viewer(b), &told);
    json_t *all = read_json(&told, "two.md"), *knobs = json_object_get(all, "knobs");
    ck_assert_int_eq((int)json_array_size(knobs), 3);
    ck_assert_str_eq(text_of(json_array_get(knobs, 0), "set"), "T");
    ck_assert(json_object_get(json_array_get(knobs, 0), "line") == NULL);
    ck_assert_str_eq(text_of(json_array_get(knobs, 1), "set"), "dim@1");
    ck_assert_str_eq(text_of(json_array_get(knobs, 1), "code"), "a = torch.softmax(x, dim=-1)");
    ck_assert_str_eq(text_of(json_array_get(knobs, 2), "set"), "dim@2");
    ck_assert(browser_line(b, ":set dim@2=0", &err));
    ck_assert_ptr_nonnull(strstr(browser_viewer(b)->lesson->cells[1].text, "dim=-1"));
    ck_assert_ptr_nonnull(strstr(browser_viewer(b)->lesson->cells[3].text, "dim=0"));
    json_decref(all);
    browser_free(b);
}
END_TEST

/* Numbers that are set back are not set: nothing is compared, and the text fits. */
START_TEST(numbers_that_are_back_leave_no_trace)
{
    static const char text[] = "# A\n\n```python\nimport torch\nT = 3\nx = torch.ones(T, 2)\n"
                               "a = torch.softmax(x, dim=-1)\n```\n\nB\n\n```python\n"
                               "b = torch.sum(x, dim=1)\n```\n";
    static const struct {
        const char *set, *changed; /* NULL: as it was written */
    } way[] = {{":set dim@2=0", "dim@2=0"},
               {":set T=5", "dim@2=0, T=5"},
               {":set dim@2=1", "T=5"},
               {":set T=3", NULL},
               {":set T=3", NULL},
               {":set dim=0", "dim=0"},
               {":set dim@1=-1", "dim=0, dim@1=-1"},
               {":set dim@2=1", NULL}};
    struct error err = {0};
    struct browser *b = open_text("two.md", text);
    for (size_t k = 0; k < sizeof way / sizeof way[0]; k++) {
        ck_assert(browser_line(b, way[k].set, &err));
        json_t *seen = look(b, way[k].set);
        const char *changed = text_of(seen, "changed");
        if (way[k].changed == NULL) {
            ck_assert_msg(changed == NULL, "%s: %s", way[k].set, changed);
            ck_assert(browser_viewer(b)->earlier == NULL);
            ck_assert_ptr_null(text_of(seen, "compared"));
        } else {
            size_t len = strlen(way[k].changed);
            ck_assert_msg(changed != NULL && strncmp(changed, way[k].changed, len) == 0 &&
                              strchr(";", changed[len]) != NULL,
                          "%s: %s", way[k].set, changed);
        }
        json_decref(seen);
    }
    browser_free(b);
}
END_TEST

/* A mistake that is shown beside a step is that step's: another place ends it, however it is gone
 * to; another cell does not. */
START_TEST(another_place_ends_what_if)
{
    static const char *const away[] = {"key", "line", "stop", "row"};
    struct error err = {0};
    for (size_t k = 0; k < sizeof away / sizeof away[0]; k++) {
        struct browser *b = open_lesson("masks");
        const struct viewer *v = browser_viewer(b);
        const int stop = 15;
        ck_assert(browser_stop(b, stop, &err));
        int row = v->where.at.row;
        ck_assert(v->fetched.way_count > 0 && row > 0);
        ck_assert(browser_key(b, 'I', &err) && browser_point(b, 0, 0, &err));
        ck_assert_msg(v->chosen.beside == BESIDE_INSTEAD, "%s", away[k]);
        ck_assert(k == 0   ? browser_key(b, ' ', &err)
                  : k == 1 ? browser_line(b, ":stop 1", &err)
                  : k == 2 ? browser_stop(b, stop - 1, &err)
                           : browser_row(b, row - 1, &err));
        ck_assert_msg(v->chosen.beside == BESIDE_INPUTS, "%s", away[k]);
        ck_assert(browser_stop(b, stop, &err));
        ck_assert_msg(v->chosen.beside == BESIDE_INPUTS, "%s", away[k]);
        browser_free(b);
    }
}
END_TEST

/* What a bug hunt of the lesson asks for is not warned of before it is solved. */
START_TEST(a_hunt_is_not_given_away)
{
    struct error err = {0};
    for (int solved = 0; solved < 2; solved++) {
        struct progress known = {0};
        int warned = 0;
        if (solved) {
            progress_set(&known, &(struct progress_line){"two-heads", "the-line-in-question",
                                                         DONE_SOLVED, 1, 0});
        }
        struct browser *b =
            browser_open(&(struct browser_code){.name = "two-heads"}, &known, NULL, &err);
        ck_assert_msg(b != NULL, "%s", err.text);
        for (int stop = 0; stop < browser_viewer(b)->guide->count; stop++) {
            ck_assert(browser_stop(b, stop, &err));
            json_t *seen = look(b, "two-heads");
            warned += (int)json_array_size(json_object_get(seen, "warnings"));
            json_decref(seen);
        }
        ck_assert_msg((warned > 0) == (solved == 1), "%d: %d", solved, warned);
        browser_free(b);
        progress_free(&known);
    }
}
END_TEST

/* Letters in a row are an answer to an order, not a command, and not code. */
START_TEST(an_order_is_typed_in_any_form)
{
    struct error err = {0};
    struct browser *b = open_lesson("softmax");
    struct practice *p = browser_viewer(b)->practice;
    json_t *seen;
    while (!p->open || !kind_asks(p->question.kind, ASKS_ORDER)) {
        ck_assert(
            browser_key(b, viewer_stop(browser_viewer(b))->kind == GUIDE_MORE ? 13 : ' ', &err));
        if (p->open && !kind_asks(p->question.kind, ASKS_ORDER)) {
            p->task[p->at].done = DONE_SOLVED;
        }
    }
    static const char *const between[] = {"", " ", ", ", ","};
    for (size_t k = 0; k < sizeof between / sizeof between[0]; k++) {
        char text[80] = "";
        ck_assert(browser_anew(b, &err));
        for (const char *c = p->question.key; *c != '\0'; c++) {
            strncat(text, *c == ' ' ? between[k] : c, *c == ' ' ? 9 : 1);
        }
        ck_assert(browser_line(b, text, &err));
        seen = look(b, text);
        const json_t *x = json_object_get(seen, "exercise");
        ck_assert_msg(x != NULL && strcmp(text_of(x, "state"), "solved") == 0, "%s", text);
        ck_assert_int_eq((int)json_array_size(json_object_get(x, "right")), 0);
        char *told = json_dumps(json_object_get(x, "told"), 0);
        ck_assert_msg(strstr(told, "Find the largest score of the row.") != NULL, "%s", told);
        free(told);
        json_decref(seen);
    }
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
    for (int task = 0; task < v->practice->count; task++) { /* each of them is a press away */
        ck_assert(browser_task(b, task, &err));
        seen = look(b, "gone to");
        ck_assert_str_eq(text_of(json_object_get(seen, "exercise"), "name"),
                         v->practice->task[task].name);
        json_decref(seen);
    }
    ck_assert(browser_task(b, 99, &err));
    browser_free(b);
}
END_TEST

static const struct {
    const char *name, *text, *why;
} strange[] = {
    {"no-such-lesson", NULL, "there is no lesson no-such-lesson"},
    {"a.ipynb", "{", "a.ipynb"},
    {"b.ipynb", "<!DOCTYPE html>", "'[' or '{' expected"},
    {"c.ipynb", "# %% cell 1\nx = '\xff'\n", "a byte that no code has"},
    {"x.py", "\xff\xfe", "x.py"},
};

START_TEST(what_cannot_be_read_is_refused)
{
    struct error err = {0};
    const char *text = strange[_i].text;
    const struct browser_code odd = {
        .name = strange[_i].name, .text = text, .len = text != NULL ? strlen(text) : 0};
    struct browser *b = browser_open(&odd, NULL, NULL, &err);
    ck_assert(b == NULL);
    ck_assert_msg(strstr(err.text, strange[_i].why) != NULL, "%s", err.text);
}
END_TEST

/* What can be edited opens as what it is, under the name that it has: so a page keeps it, and a
 * link holds it. */
static const struct {
    const char *name, *text;
} kept[] = {
    {"a.ipynb", "{\"cells\":[{\"cell_type\":\"markdown\",\"source\":\"# Two\\n\\nwords\"},"
                "{\"cell_type\":\"code\",\"source\":\"import torch\\nn = 3\"},"
                "{\"cell_type\":\"code\",\"source\":\"x = torch.ones(n)\\nprint(x.sum())\"}]}"},
    {"a.md", "# Two\n\nwords\n\n```python\nimport torch\nn = 3\n```\n"},
    {"a.py", "# %% cell 1\nimport torch\nn = 3\n# %% cell 2\nprint(torch.ones(n))\n"},
    {"plain", "import torch\nn = 3\n"},
};

static void edit_number(struct browser *b)
{
    scoped_buf text = {0};
    struct error err = {0};
    int line;
    browser_text(b, &text, &line);
    char *at = strstr(text.data, "n = 3");
    ck_assert_ptr_nonnull(at);
    at[4] = '5';
    ck_assert_msg(browser_edit(b, text.data, text.len, &err), "%s", err.text);
}

START_TEST(what_was_edited_opens_again)
{
    scoped_buf text = {0}, before = {0}, after = {0};
    struct browser *b = open_text(kept[_i].name, kept[_i].text);
    int line;
    edit_number(b);
    browser_text(b, &text, &line);
    program_json(browser_viewer(b), &before);
    browser_free(b);
    ck_assert_ptr_nonnull(strstr(buf_text(&text), "n = 5"));
    b = open_text(kept[_i].name, buf_text(&text));
    program_json(browser_viewer(b), &after);
    ck_assert_str_eq(buf_text(&after), buf_text(&before));
    browser_free(b);
}
END_TEST

/* Wherever one stands: also at the first of two texts of a section that have no words. */
START_TEST(an_edit_keeps_the_stop)
{
    static const char lesson[] = "# A\n\nText.\n\n```python\nimport torch\nn = 3\n"
                                 "x = torch.ones(n)\nprint(x)\n```\n\n```python\n"
                                 "y = x + 1\nprint(y)\n```\n\n```python\nprint(y + x)\n```\n\n"
                                 "## B\n\nMore.\n\n```python\nz = y * 2\n```\n";
    struct error err = {0};
    int stop = 0, stops = 1;
    for (; stop < stops; stop++) {
        struct browser *b = open_text("kept.md", lesson);
        const struct viewer *v = browser_viewer(b);
        stops = v->guide->count;
        ck_assert(browser_stop(b, stop, &err));
        edit_number(b);
        ck_assert_int_eq(v->where.stop, stop);
        ck_assert(!v->where.between);
        browser_free(b);
    }
    ck_assert_int_gt(stop, 6);
}
END_TEST

/* An operation that is taken out of a line: one stands on what the line still does, and the table
 * of the run before has the name that it had there. */
START_TEST(an_edit_stands_on_its_line)
{
    struct error err = {0};
    struct browser *b = open_lesson("single-head");
    const struct viewer *v = browser_viewer(b);
    scoped_buf text = {0}, less = {0};
    static const char divides[] = " / math.sqrt(head_size)";
    int line = 0, stop = 0;
    while (v->guide->at[v->where.stop].kind != GUIDE_STEP ||
           !event_is(&v->where.at.tape->event[stepper_event(&v->where.at)], OP_div)) {
        ck_assert_int_lt(stop, v->guide->count);
        ck_assert(browser_stop(b, stop++, &err));
    }
    browser_text(b, &text, &line);
    const char *at = strstr(buf_text(&text), divides);
    ck_assert_ptr_nonnull(at);
    buf_put(&less, text.data, (size_t)(at - text.data));
    buf_puts(&less, at + strlen(divides));
    ck_assert(browser_edit(b, buf_text(&less), less.len, &err));
    json_t *seen = look(b, "edited"), *tables = json_object_get(seen, "tensors"), *table;
    size_t k, before = 0;
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(seen, "at"), "line")), 1);
    json_array_foreach(tables, k, table)
    {
        before += strcmp(text_of(table, "role"), "before") == 0 &&
                  strstr(text_of(table, "name"), "ones") == NULL;
    }
    ck_assert_uint_eq(before, 1);
    json_decref(seen);
    browser_free(b);
}
END_TEST

/* From a step to what made its input; the call around it is folded there: the way back is kept. */
START_TEST(the_whole_step_keeps_the_way_back)
{
    static const char calls[] = "import torch\ndef f(x):\n    y = x + 1\n    return y * 2\n"
                                "a = f(torch.arange(3.0))\nb = a * 3\n";
    static const char keys[] = "gsG<S";
    struct error err = {0};
    struct browser *b = open_text("calls.py", calls);
    for (const char *key = keys; *key != '\0'; key++) {
        ck_assert(browser_key(b, (uint32_t)*key, &err));
    }
    json_t *seen = look(b, "folded");
    ck_assert(json_is_true(json_object_get(seen, "folded")));
    ck_assert(json_is_true(json_object_get(seen, "cameBack")));
    ck_assert(browser_key(b, '>', &err));
    ck_assert(!act_hop_went_back(browser_viewer(b)));
    ck_assert_int_eq(stepper_end(&browser_viewer(b)->where.at),
                     browser_viewer(b)->where.at.tape->event_count);
    json_decref(seen);
    for (const char *key = "psn<S"; *key != '\0'; key++) { /* within the call: nowhere to go back */
        ck_assert(browser_key(b, (uint32_t)*key, &err));
    }
    ck_assert(stepper_folded(&browser_viewer(b)->where.at));
    ck_assert(!act_hop_went_back(browser_viewer(b)));
    browser_free(b);
}
END_TEST

/* --- files beside the code --- */

static const struct {
    const char *names, *open; /* names with commas between them; the code that is open */
    const char *told;
} brought[] = {
    {"main.py,model.py,utils.py,pack/names.py", NULL,
     "{\"programs\":[\"main.py\"],\"used\":false}"},
    {"model.py,utils.py", NULL, "{\"programs\":[\"model.py\",\"utils.py\"],\"used\":false}"},
    {"model.py,utils.py", "import model, utils", "{\"programs\":[],\"used\":true}"},
    {"model.py,utils.py", "import utils", "{\"programs\":[\"model.py\"],\"used\":true}"},
    {"pack/names.py", "import pack.names", "{\"programs\":[],\"used\":true}"},
    {"main.py,a.ipynb,a.md", NULL, "{\"programs\":[\"a.ipynb\"],\"used\":false}"},
    {"main.py,README.md,main.out", NULL, "{\"programs\":[\"main.py\"],\"used\":false}"},
    {"README.md,main.out", NULL, "{\"programs\":[\"README.md\"],\"used\":false}"},
    {"main.out", NULL, "{\"programs\":[],\"used\":false}"},
    {"nameless", NULL, "{\"programs\":[\"nameless\"],\"used\":false}"},
    {"gone.py", NULL, "{\"programs\":[\"gone.py\"],\"used\":false}"},
};

START_TEST(which_of_several_files_is_the_program)
{
    struct error err = {0};
    scoped_buf names = {0}, told = {0};
    const char *text = brought[_i].open;
    const struct browser_code open = {.name = "own.py",
                                      .text = text,
                                      .len = text != NULL ? strlen(text) : 0,
                                      .beside = "tests/beside/"};
    buf_puts(&names, brought[_i].names);
    for (size_t k = 0; k < names.len; k++) {
        names.data[k] = names.data[k] == ',' ? '\0' : names.data[k];
    }
    ck_assert(bundle_programs(text != NULL ? &open : NULL, "tests/beside/", buf_text(&names),
                              names.len + 1, &told, &err));
    ck_assert_str_eq(buf_text(&told), brought[_i].told);
}
END_TEST

START_TEST(an_edit_finds_what_it_imports)
{
    static const char plain[] = "import torch\nx = torch.ones(2)\n";
    static const char more[] = "import torch\nimport utils\nx = torch.ones(2)\n"
                               "print(utils.double(3), __file__)\n";
    struct error err = {0};
    const struct browser_code own = {
        .name = "own.py", .text = plain, .len = strlen(plain), .beside = "tests/beside/"};
    struct browser *b = browser_open(&own, NULL, NULL, &err);
    ck_assert_msg(b != NULL, "%s", err.text);
    ck_assert(browser_edit(b, more, strlen(more), &err));
    ck_assert_str_eq(buf_text(&browser_viewer(b)->where.at.tape->printed), "6 own.py\n");
    browser_free(b);
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
    tcase_add_test(t, a_text_is_about_the_lesson_as_it_was);
    tcase_add_test(t, own_code_is_walked_operation_by_operation);
    tcase_add_test(t, edited_code_stands_at_the_same_step);
    tcase_add_test(t, what_is_expanded_is_looked_at_once);
    tcase_add_test(t, a_cell_is_explained_once);
    tcase_add_test(t, limits_are_those_of_a_page);
    tcase_add_test(t, a_head_is_chosen);
    tcase_add_test(t, questions_are_made_ahead);
    tcase_add_test(t, what_is_asked_for_is_typed);
    tcase_add_test(t, numbers_of_one_name_are_told_apart);
    tcase_add_test(t, numbers_that_are_back_leave_no_trace);
    tcase_add_test(t, another_place_ends_what_if);
    tcase_add_test(t, behind_the_parts_the_lesson_goes_on);
    tcase_add_test(t, a_cell_of_an_input_leads_to_its_arithmetic);
    tcase_add_test(t, an_exercise_is_judged);
    tcase_add_test(t, a_letter_answers);
    tcase_add_test(t, other_ways_are_told_one_after_the_other);
    tcase_add_test(t, a_hunt_is_not_given_away);
    tcase_add_test(t, an_order_is_typed_in_any_form);
    tcase_add_test(t, what_is_left_of_exercises_is_listed);
    tcase_add_loop_test(t, what_was_edited_opens_again, 0, sizeof kept / sizeof kept[0]);
    tcase_add_test(t, an_edit_keeps_the_stop);
    tcase_add_test(t, an_edit_stands_on_its_line);
    tcase_add_test(t, the_whole_step_keeps_the_way_back);
    tcase_add_test(t, a_call_that_gives_several_shows_each);
    tcase_add_loop_test(t, tables_of_a_step_share_a_scale, 0, sizeof scales / sizeof scales[0]);
    tcase_add_loop_test(t, what_cannot_be_read_is_refused, 0,
                        (int)(sizeof strange / sizeof strange[0]));
    tcase_add_loop_test(t, which_of_several_files_is_the_program, 0,
                        (int)(sizeof brought / sizeof brought[0]));
    tcase_add_test(t, an_edit_finds_what_it_imports);
    tcase_add_test(t, code_that_fails_opens);
    tcase_add_test(t, a_lesson_that_lost_its_step_is_walked);
    tcase_set_timeout(all, 300);
    tcase_set_tags(all, "long");
    tcase_add_loop_test(all, every_lesson_is_told_to_its_end, 0, lesson_count);
    suite_add_tcase(s, t);
    suite_add_tcase(s, all);
    return s;
}
