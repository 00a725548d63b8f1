/* Tests the comparison of two programs: a line of a correct one is exchanged for a wrong one, and
 * the step, its line and the reason are found; programs that are built in another way are the same.
 */
#include "program.h"

#include "base/file.h"
#include "diff/told.h"
#include "lesson/lesson.h"
#include "trace/tape/location.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_diff(void);

/* --- runs --- */

static char *read_program(const char *name)
{
    char path[80];
    struct error err = {0};
    scoped_buf text = {0};
    snprintf(path, sizeof path, "tests/diff/%s.py", name);
    ck_assert_msg(file_read(path, 1 << 20, &text, &err), "%s", err.text);
    char *out = strdup(buf_text(&text));
    ck_assert_ptr_nonnull(out);
    return out;
}

/* `from` stands there once, and becomes `to`. */
static char *exchanged(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    ck_assert_msg(at != NULL && strstr(at + 1, from) == NULL, "not there once: %s", from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *out = malloc(size);
    ck_assert_ptr_nonnull(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(text);
    return out;
}

static void run_text(struct run *r, char *text)
{
    const struct run_terms terms = {.memory = (size_t)1 << 30,
                                    .threads = 1,
                                    .limits = {.depth = 1000},
                                    .library = &trees,
                                    .stack = own_stack};
    struct error err = {0};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    ck_assert_msg(lesson_read(lesson, "it.py", LESSON_PYTHON, text, strlen(text), &err), "%s",
                  err.text);
    free(text);
    ck_assert_msg(run_make(r, lesson, &terms, true, &err), "%s", err.text);
    ck_assert_msg(r->failure.len == 0, "%s", buf_text(&r->failure));
}

struct compared {
    struct run reference, run;
    struct diff d;
};

static void compare(struct compared *c, char *reference, char *text)
{
    const struct tolerance by = {.absolute = 1e-5, .relative = 1e-5};
    struct error err = {0};
    run_text(&c->reference, reference);
    run_text(&c->run, text);
    ck_assert_msg(diff_make(&c->d, &c->run, &c->reference, &by, &err), "%s", err.text);
}

static void compared_close(struct compared *c)
{
    diff_free(&c->d);
    run_free(&c->run);
    run_free(&c->reference);
}

/* --- one mistake --- */

static const struct wrong {
    const char *reference, *file; /* file: NULL: the reference, too */
    const char *from, *to;
    int line;
    const char *reason; /* NULL: it is not known */
} wrongs[] = {
#include "diff/wrongs.inc"
};

START_TEST(mistakes_are_found)
{
    const struct wrong *w = &wrongs[_i];
    const char *file = w->file != NULL ? w->file : w->reference;
    struct compared c;
    compare(&c, read_program(w->reference), exchanged(read_program(file), w->from, w->to));
    scoped_buf text = {0};
    told_text(&c.d, false, &text);
    const struct culprit *found = &c.d.culprit;
    ck_assert_msg(!c.d.same && found->event >= 0, "%s: %s", w->to, buf_text(&text));
    ck_assert_msg(location_of(found->where).line == w->line, "%s: not line %d:\n%s", w->to, w->line,
                  buf_text(&text));
    bool right = w->reason == NULL ? found->reason == NULL
                                   : found->reason != NULL && strcmp(w->reason, found->reason) == 0;
    ck_assert_msg(right, "%s: not %s, but %s:\n%s", w->to, w->reason, found->reason,
                  buf_text(&text));
    compared_close(&c);
}
END_TEST

/* --- none --- */

static const char *const built[] = {"heads_own", "heads_torch", "heads_einsum", "heads_flash",
                                    "heads_numpy"};
enum { BUILT = sizeof built / sizeof built[0] };

START_TEST(other_ways_are_the_same)
{
    const char *one = built[_i / BUILT], *other = built[_i % BUILT];
    struct compared c;
    compare(&c, read_program(one), read_program(other));
    ck_assert_msg(c.d.same, "%s and %s", one, other);
    compared_close(&c);
}
END_TEST

/* Text by text, and all texts at once. */
START_TEST(a_loop_is_the_same)
{
    struct compared c;
    compare(&c, read_program("texts_torch"), read_program("texts_loop"));
    ck_assert(c.d.same);
    compared_close(&c);
}
END_TEST

static char *copied(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    ck_assert_ptr_nonnull(copy);
    return strcpy(copy, text);
}

#define BEGIN "import torch\ntorch.manual_seed(0)\nx = torch.randn(3, 4)\n"

/* Rows that nothing goes on with are printed, too; a check that comes to 0 tells nothing. */
static const struct end {
    const char *reference, *text;
    bool same;
} last[] = {
    {BEGIN "s = x * 2\nprint(s)\nprint(s[-1].softmax(-1))\n",
     BEGIN "s = torch.cat([x[:1] * 3, x[1:] * 2])\nprint(s)\nprint(s[-1].softmax(-1))\n", false},
    {BEGIN "s = x * 2\nprint(s)\nprint(s[-1].softmax(-1))\n",
     BEGIN "s = torch.cat([x[:1] * 2, x[1:] * 2])\nprint(s)\nprint(s[-1].softmax(-1))\n", true},
    {BEGIN "p = x.softmax(-1)\nprint(p)\nprint((p.sum(-1) - 1).abs().max())\n",
     BEGIN "e = (x - 1).exp()\np = e / e.sum(-1, keepdim=True)\nprint(p)\n"
           "print((p.sum(-1) - 1).abs().max())\n",
     true},
    {BEGIN "p = x.softmax(-1)\nprint(p)\nprint((p.sum(-1) - 1).abs().max())\n",
     BEGIN "p = (2 * x).softmax(-1)\nprint(p)\nprint((p.sum(-1) - 1).abs().max())\n", false},
};

START_TEST(ends_are_compared)
{
    const struct end *e = &last[_i];
    struct compared c;
    compare(&c, copied(e->reference), copied(e->text));
    ck_assert_msg(c.d.same == e->same, "%s", e->text);
    compared_close(&c);
}
END_TEST

Suite *suite_diff(void)
{
    Suite *s = suite_create("diff");
    TCase *t = tcase_create("diff");
    tcase_add_loop_test(t, mistakes_are_found, 0, sizeof wrongs / sizeof wrongs[0]);
    tcase_add_loop_test(t, other_ways_are_the_same, 0, BUILT * BUILT);
    tcase_add_test(t, a_loop_is_the_same);
    tcase_add_loop_test(t, ends_are_compared, 0, sizeof last / sizeof last[0]);
    suite_add_tcase(s, t);
    return s;
}
