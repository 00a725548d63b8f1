/* Tests what a run reports to a recorder: calls, bindings, operations and writes, in their order.
 * It is all that those behind it can know. */
#include "program.h"

#include "torch/op/operation.h"

#include <check.h>
#include <string.h>

Suite *suite_recorder(void);

struct story {
    struct buf text;
    bool refuse_writes;
};

static bool enter(void *self, const struct function *function, const struct span *site)
{
    struct story *s = self;
    buf_printf(&s->text, "enter %s from line %d\n", function->qualname->text, site->line);
    return true;
}

static void leave(void *self, const struct function *function, struct value returned)
{
    struct story *s = self;
    (void)returned;
    buf_printf(&s->text, "leave %s\n", function->qualname->text);
}

static bool told_bind(void *self, const char *name, struct value value, const struct span *at)
{
    struct story *s = self;
    if (!at->source->prelude) {
        buf_printf(&s->text, "bind %s %s line %d column %d\n", name, value_type_name(value),
                   at->line, at->column);
    }
    return true;
}

static bool operation(void *self, const struct operation *o, const struct span *site)
{
    static const char *const effects[] = {"new", "copy", "view", "in place"};
    struct story *s = self;
    buf_printf(&s->text, "%s %s", o->name, effects[o->effect]);
    for (int k = 0; k < o->output_count; k++) {
        const struct tensor *t = &o->outputs[k]->tensor;
        for (int d = 0; d < t->ndim; d++) {
            buf_printf(&s->text, "%s%lld", d == 0 ? " " : "x", (long long)t->shape[d]);
        }
    }
    buf_printf(&s->text, " line %d\n", site->line);
    return true;
}

static void print(void *self, const char *text, size_t len)
{
    struct story *s = self;
    buf_printf(&s->text, "print %.*s", (int)len, text);
}

static bool before_write(void *self, const struct tensor *region)
{
    struct story *s = self;
    (void)region;
    buf_puts(&s->text, "before write\n");
    return !s->refuse_writes;
}

static void record(struct program *p, struct story *s, struct recorder *r, const char *text)
{
    program_open(p, 0, NULL);
    ck_assert_int_eq(program_run(p, "import torch\nimport torch.nn as nn\n", 0), OUTCOME_DONE);
    *r = (struct recorder){.self = s,
                           .enter = enter,
                           .leave = leave,
                           .bind = told_bind,
                           .operation = operation,
                           .before_write = before_write,
                           .print = print};
    p->session->in.recorder = r;
    program_run(p, text, 0);
}

static const struct program_case stories[] = {
    {"a, (b, *c) = 1, 'xyz'\nfor k in range(1): d = k\n",
     "bind a int line 1 column 0\nbind b str line 1 column 4\nbind c list line 1 column 8\n"
     "bind k int line 2 column 4\nbind d int line 2 column 19\n"},
    {"def f(x, n=2):\n    y = x\n    return y\nz = f(1)\n",
     "bind f function line 1 column 0\nenter f from line 4\nbind x int line 1 column 6\n"
     "bind n int line 1 column 9\nbind y int line 2 column 4\nleave f\nbind z int line 4 column "
     "0\n"},
    {"class A:\n    def m(self): self.v = 1\nA().m()\n",
     "bind m function line 2 column 4\nbind A type line 1 column 0\nenter A.m from line 3\n"
     "bind self A line 2 column 10\nbind self.v int line 2 column 17\nleave A.m\n"},
    {"print('x', 1)\n", "print x 1\n"},
    {"x = torch.ones(2, 3)\ny = x.T\nz = x @ y\n",
     "ones new 2x3 line 1\nbind x Tensor line 1 column 0\nT view 3x2 line 2\n"
     "bind y Tensor line 2 column 0\nmatmul new 2x2 line 3\nbind z Tensor line 3 column 0\n"},
    {"s = torch.zeros(2, 2)\nm = torch.ones(2, 2).triu(1).bool()\n"
     "s.masked_fill_(m, 1.0)\nw = torch.softmax(s / 2 ** 0.5, dim=-1)\n",
     "zeros new 2x2 line 1\nbind s Tensor line 1 column 0\nones new 2x2 line 2\n"
     "triu copy 2x2 line 2\nbool copy 2x2 line 2\nbind m Tensor line 2 column 0\nbefore write\n"
     "masked_fill_ in place 2x2 line 3\ndiv new 2x2 line 4\nsoftmax new 2x2 line 4\n"
     "bind w Tensor line 4 column 0\n"},
    /* a generator is entered for its arguments, and then for every turn */
    {"def g(n):\n    x = yield n\n    print(x)\nfor k in g(1):\n    pass\n",
     "bind g function line 1 column 0\nenter g from line 4\nbind n int line 1 column 6\nleave g\n"
     "enter g from line 4\nleave g\nbind k int line 4 column 4\nenter g from line 4\n"
     "bind x NoneType line 2 column 4\nprint None\nleave g\n"},
    /* an exception leaves every call that was entered */
    {"def f(): g()\ndef g(): 1 / 0\ntry: f()\nexcept ZeroDivisionError: pass\n",
     "bind f function line 1 column 0\nbind g function line 2 column 0\nenter f from line 3\n"
     "enter g from line 1\nleave g\nleave f\n"},
};

START_TEST(the_story_is)
{
    struct story s = {{0}, false};
    struct program p;
    struct recorder r;
    record(&p, &s, &r, stories[_i].text);
    ck_assert_msg(strcmp(buf_text(&s.text), stories[_i].expected) == 0,
                  "%s\n--- expected\n%s--- got\n%s%s", stories[_i].text, stories[_i].expected,
                  buf_text(&s.text), buf_text(&p.traceback));
    program_close(&p);
    buf_free(&s.text);
}
END_TEST

/* nn.Linear is written in Python: its call opens into the operations inside, which report
 * the learner's own line through interp_here. */
START_TEST(a_module_opens_into_its_operations)
{
    struct story s = {{0}, false};
    struct program p;
    struct recorder r;
    record(&p, &s, &r, "lin = nn.Linear(3, 2)\nx = torch.ones(4, 3)\ny = lin(x)\n");
    ck_assert_msg(p.outcome == OUTCOME_DONE, "%s", buf_text(&p.traceback));
    const char *call = strstr(buf_text(&s.text), "bind x Tensor");
    ck_assert_ptr_nonnull(call);
    ck_assert(strstr(call, "enter Linear.forward") != NULL);
    ck_assert(strstr(call, "4x2") != NULL);
    ck_assert(strstr(call, "leave Linear.forward") != NULL);
    ck_assert(strstr(call, "bind y Tensor line 3 column 0\n") != NULL);
    program_close(&p);
    buf_free(&s.text);
}
END_TEST

START_TEST(a_refused_write_ends_the_run)
{
    struct story s = {{0}, true};
    struct program p;
    struct recorder r;
    record(&p, &s, &r, "x = torch.ones(2)\nx += 1\nprint('never')\n");
    ck_assert_int_ne(p.outcome, OUTCOME_DONE);
    ck_assert_ptr_null(strstr(buf_text(&s.text), "never"));
    program_close(&p);
    buf_free(&s.text);
}
END_TEST

/* The same text prints the same with and without a listener. */
START_TEST(listening_changes_nothing)
{
    static const char text[] = "torch.manual_seed(1)\nx = torch.randn(2, 3)\nx[0] += 1\nprint(x)\n"
                               "print(torch.softmax(x @ x.T, -1))\n";
    struct story s = {{0}, false};
    struct program heard, alone;
    struct recorder r;
    record(&heard, &s, &r, text);
    program_open(&alone, 0, NULL);
    program_run(&alone, "import torch\n", 0);
    program_run(&alone, text, 0);
    ck_assert_int_eq(heard.outcome, OUTCOME_DONE);
    ck_assert_str_eq(buf_text(&heard.out), buf_text(&alone.out));
    program_close(&heard);
    program_close(&alone);
    buf_free(&s.text);
}
END_TEST

Suite *suite_recorder(void)
{
    Suite *s = suite_create("recorder");
    TCase *t = tcase_create("recorder");
    tcase_add_loop_test(t, the_story_is, 0, (int)(sizeof stories / sizeof stories[0]));
    tcase_add_test(t, a_module_opens_into_its_operations);
    tcase_add_test(t, a_refused_write_ends_the_run);
    tcase_add_test(t, listening_changes_nothing);
    suite_add_tcase(s, t);
    return s;
}
